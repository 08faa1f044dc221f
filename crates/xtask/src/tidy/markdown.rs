//! As much of Markdown as the checks need: tables, links, headings. Code is left out.

/// A table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// The line of its header, from 1.
    pub line: usize,
    /// The titles of its columns.
    pub header: Vec<String>,
    /// The rows below.
    pub rows: Vec<Row>,
}

/// A row of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Its line, from 1.
    pub line: usize,
    /// Its cells, as they are written.
    pub cells: Vec<String>,
}

impl Table {
    /// The position of the column with that title.
    pub fn column(&self, title: &str) -> Option<usize> {
        self.header.iter().position(|cell| cell == title)
    }
}

impl Row {
    /// What stands between backticks in a cell.
    pub fn names(&self, column: usize) -> Vec<&str> {
        let cell = self.cells.get(column).map_or("", String::as_str);
        cell.split('`').skip(1).step_by(2).collect()
    }
}

/// A link to something that is not on the web.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// The line, from 1.
    pub line: usize,
    /// Where it points to.
    pub target: String,
}

/// All tables of a text.
pub fn tables(text: &str) -> Vec<Table> {
    let mut tables: Vec<Table> = Vec::new();
    let mut previous: Option<Row> = None;
    let mut inside = false;
    for (line, content) in prose(text) {
        let Some(cells) = cells(content) else {
            (previous, inside) = (None, false);
            continue;
        };
        let row = Row { line, cells };
        if inside {
            let table = tables.last_mut().expect("a row follows its table's header");
            table.rows.push(row);
        } else if row
            .cells
            .iter()
            .all(|cell| !cell.is_empty() && cell.chars().all(|c| matches!(c, '-' | ':')))
        {
            if let Some(header) = previous.take() {
                tables.push(Table { line: header.line, header: header.cells, rows: Vec::new() });
                inside = true;
            }
        } else {
            previous = Some(row);
        }
    }
    tables
}

/// The cells of a table's line.
fn cells(line: &str) -> Option<Vec<String>> {
    let inner = line.trim().strip_prefix('|')?;
    let mut cells = vec![String::new()];
    let mut escaped = false;
    for c in inner.chars() {
        if c == '|' && !escaped {
            cells.push(String::new());
        } else if c != '\\' || escaped {
            cells.last_mut().expect("there is always a cell").push(c);
        }
        escaped = c == '\\' && !escaped;
    }
    if cells.last().is_some_and(|cell| cell.trim().is_empty()) {
        cells.pop();
    }
    Some(cells.into_iter().map(|cell| cell.trim().to_string()).collect())
}

/// All links of a text that are not addresses on the web.
pub fn local_links(text: &str) -> Vec<Link> {
    let mut links = Vec::new();
    for (line, content) in prose(text) {
        let content = without_code(content);
        let mut targets: Vec<&str> = Vec::new();
        for (at, _) in content.match_indices("](") {
            let rest = &content[at + 2..];
            targets.push(&rest[..closing(rest)]);
        }
        if let Some(definition) = content.trim_start().strip_prefix('[')
            && let Some((_, target)) = definition.split_once("]:")
        {
            targets.push(target);
        }
        for target in targets {
            let target = target.trim();
            let target = match target.strip_prefix('<') {
                Some(inner) => inner.split('>').next().unwrap_or(""),
                None => target.split_whitespace().next().unwrap_or(""),
            };
            if !has_scheme(target) {
                links.push(Link { line, target: target.to_string() });
            }
        }
    }
    links
}

/// Where the bracket closes that was opened before `text`.
fn closing(text: &str) -> usize {
    let mut open = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' => open += 1,
            ')' if open == 0 => return at,
            ')' => open -= 1,
            _ => {}
        }
    }
    text.len()
}

/// Whether an address begins as `https:` or `mailto:` do.
fn has_scheme(target: &str) -> bool {
    target.split_once(':').is_some_and(|(scheme, _)| {
        !scheme.is_empty()
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    })
}

/// The names by which links reach the headings of a text, as forges make them.
pub fn anchors(text: &str) -> Vec<String> {
    let mut anchors: Vec<String> = Vec::new();
    for (_, content) in prose(text) {
        let title = content.trim_start_matches('#');
        if title.len() == content.len() || !title.starts_with(' ') {
            continue;
        }
        let plain: String = title
            .trim()
            .to_lowercase()
            .chars()
            .filter(|&c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
            .map(|c| if c == ' ' { '-' } else { c })
            .collect();
        let taken = |name: &str| anchors.iter().any(|other| other == name);
        let mut name = plain.clone();
        let mut count = 0;
        while taken(&name) {
            count += 1;
            name = format!("{plain}-{count}");
        }
        anchors.push(name);
    }
    anchors
}

/// The lines outside code fences, counted from 1.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fence: Option<&str> = None;
    text.lines().enumerate().filter_map(move |(index, line)| {
        let start = line.trim_start();
        let marker = ["```", "~~~"].into_iter().find(|marker| start.starts_with(marker));
        match (fence, marker) {
            (None, None) => Some((index + 1, line)),
            (None, Some(marker)) => {
                fence = Some(marker);
                None
            }
            (Some(open), marker) => {
                if marker == Some(open) {
                    fence = None;
                }
                None
            }
        }
    })
}

/// The line with the contents of code spans blanked.
fn without_code(line: &str) -> String {
    let parts: Vec<&str> = line.split('`').collect();
    let mut blanked = String::with_capacity(line.len());
    for (index, part) in parts.iter().enumerate() {
        let is_code = index % 2 == 1 && index + 1 < parts.len();
        if is_code {
            blanked.extend(part.chars().map(|_| ' '));
        } else {
            blanked.push_str(part);
        }
    }
    blanked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_lines_and_names() {
        let text = "# A\n\n| crate | may depend on |\n|---|:-:|\n| `a` | `b`, `c` |\n| `b` | x \\| y |\n\n```\n| no | table |\n|---|---|\n```\n";
        let tables = tables(text);
        assert_eq!(tables.len(), 1);
        let table = &tables[0];
        assert_eq!(
            (table.line, table.header.as_slice()),
            (3, ["crate".into(), "may depend on".into()].as_slice())
        );
        assert_eq!(table.column("may depend on"), Some(1));
        assert_eq!(table.rows[0].names(1), ["b", "c"]);
        assert_eq!((table.rows[1].line, table.rows[1].cells[1].as_str()), (6, "x | y"));
        assert!(table.rows[1].names(7).is_empty());
    }

    #[test]
    fn links_are_found_outside_code_only() {
        let text = "[a](b.md) and ![c](<d e.png>) [w](https://x.org/y_(z)) `[no](no.md)`\n\
                    [`code`](f.md \"title\")\n[ref]: g.md#h\n~~~\n[no](no.md)\n~~~\n";
        let found: Vec<_> = local_links(text).into_iter().map(|link| (link.line, link.target)).collect();
        let expected = [(1, "b.md"), (1, "d e.png"), (2, "f.md"), (3, "g.md#h")];
        assert_eq!(found, expected.map(|(line, target)| (line, target.to_string())));
    }

    #[test]
    fn anchors_are_those_of_forges() {
        assert_eq!(anchors("# One, `two`!\n## A b\n## A b\n#no\n"), ["one-two", "a-b", "a-b-1"]);
    }
}
