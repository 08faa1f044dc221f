//! Rust texts, taken apart into code and comments, so that a word in a string is not taken for code.

/// A text in two layers of the same shape.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layers {
    /// The code; comments and the contents of literals are blanks.
    pub code: String,
    /// The comments; everything else is blanks.
    pub comments: String,
}

/// What a character belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layer {
    Code,
    Comment,
    Literal,
}

impl Layers {
    /// Takes a text apart.
    pub fn of(text: &str) -> Self {
        let source: Vec<char> = text.chars().collect();
        let mut layers = Layers { code: String::new(), comments: String::new() };
        let mut at = 0;
        while at < source.len() {
            let (layer, end) = piece(&source, at);
            for &c in &source[at..end] {
                let blank = if c == '\n' { '\n' } else { ' ' };
                layers.code.push(if layer == Layer::Code { c } else { blank });
                layers.comments.push(if layer == Layer::Comment { c } else { blank });
            }
            at = end;
        }
        layers
    }
}

/// The piece that starts at `at`: what it is and where it ends. Words are pieces, so that the `r` of
/// `for"` is not taken for the start of a raw string.
fn piece(source: &[char], at: usize) -> (Layer, usize) {
    let rest = &source[at..];
    match rest {
        ['/', '/', ..] => (Layer::Comment, until(source, at, |c| c == '\n')),
        ['/', '*', ..] => (Layer::Comment, block_comment_end(source, at)),
        ['"', ..] => (Layer::Literal, quoted_end(source, at + 1, '"')),
        ['\'', ..] => match char_literal_end(source, at) {
            Some(end) => (Layer::Literal, end),
            None => (Layer::Code, at + 1),
        },
        [c, ..] if is_word(*c) => {
            let end = until(source, at, |c| !is_word(c));
            let word: String = source[at..end].iter().collect();
            let is_raw = matches!(word.as_str(), "r" | "br" | "cr");
            match raw_string_end(source, end) {
                Some(literal_end) if is_raw => (Layer::Literal, literal_end),
                Some(_) | None => (Layer::Code, end),
            }
        }
        _ => (Layer::Code, at + 1),
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn until(source: &[char], from: usize, stop: impl Fn(char) -> bool) -> usize {
    source[from..].iter().position(|&c| stop(c)).map_or(source.len(), |length| from + length)
}

fn block_comment_end(source: &[char], from: usize) -> usize {
    let mut depth = 0;
    let mut at = from;
    while at < source.len() {
        match &source[at..] {
            ['/', '*', ..] => (depth, at) = (depth + 1, at + 2),
            ['*', '/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

fn quoted_end(source: &[char], from: usize, quote: char) -> usize {
    let mut at = from;
    while at < source.len() {
        match source[at] {
            '\\' => at += 2,
            c if c == quote => return at + 1,
            _ => at += 1,
        }
    }
    source.len()
}

/// The end of a character literal, unless the quote starts a lifetime.
fn char_literal_end(source: &[char], at: usize) -> Option<usize> {
    match &source[at..] {
        ['\'', '\\', ..] => Some(quoted_end(source, at + 1, '\'')),
        ['\'', _, '\'', ..] => Some(at + 3),
        _ => None,
    }
}

/// The end of `#"..."#` with as many `#` as it starts with.
fn raw_string_end(source: &[char], at: usize) -> Option<usize> {
    let open = until(source, at, |c| c != '#');
    let marks = open - at;
    if source.get(open) != Some(&'"') {
        return None;
    }
    let mut end = open + 1;
    while end < source.len() {
        let closing =
            source[end] == '"' && source[end + 1..].iter().take_while(|&&c| c == '#').count() >= marks;
        if closing {
            return Some(end + 1 + marks);
        }
        end += 1;
    }
    Some(source.len())
}

/// The words of a line of code, with what comes directly after each.
pub fn words(line: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = line;
    std::iter::from_fn(move || {
        let start = rest.find(is_word)?;
        let from = &rest[start..];
        let end = from.find(|c| !is_word(c)).unwrap_or(from.len());
        rest = &from[end..];
        Some((&from[..end], rest))
    })
}

/// The attributes of a layer of code: the line where each starts, and what is between its brackets.
pub fn attributes(code: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices('#') {
        let rest = &code[at + 1..];
        let Some(inner) = rest.strip_prefix('!').unwrap_or(rest).strip_prefix('[') else {
            continue;
        };
        let mut depth = 1;
        let end = inner.find(|c| {
            match c {
                '[' => depth += 1,
                ']' => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        let line = code[..at].matches('\n').count() + 1;
        found.push((line, &inner[..end.unwrap_or(inner.len())]));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_and_comments_are_no_code() {
        let text = r####"let a = "dbg!(\" //"; // one "two"
let b = r#"a " b"#; /* x /* y */ z */ let c = '"'; let d: &'a str = b"q"; let e = '\''; f
for"####;
        let layers = Layers::of(text);
        let code: Vec<&str> = layers.code.lines().collect();
        assert_eq!(code[0].trim_end(), format!("let a = {:12};", ""));
        assert!(code[1].contains("let c =    ; let d: &'a str = b   ; let e =     ; f"), "{}", code[1]);
        assert_eq!(code[2], "for");
        let comments: Vec<&str> = layers.comments.lines().collect();
        assert_eq!(comments[0].trim(), "// one \"two\"");
        assert_eq!(comments[1].trim(), "/* x /* y */ z */");
    }

    #[test]
    fn unfinished_text_ends() {
        for text in ["\"", "r#\"", "/*", "'", "'\\", "\"\\", "r", "b'"] {
            assert_eq!(Layers::of(text).code.chars().count(), text.chars().count());
        }
    }

    #[test]
    fn words_and_attributes_are_found() {
        let seen: Vec<_> = words("a.b_c!(d)").collect();
        assert_eq!(seen, [("a", ".b_c!(d)"), ("b_c", "!(d)"), ("d", ")")]);
        assert_eq!(attributes("#![x]\n#[y(\n[z])]\nfn"), [(1, "x"), (2, "y(\n[z])")]);
    }
}
