//! What threads did to each other, a column for each thread.
//!
//! A row is a turn: what one thread did between two points where others could go on. What happens at one place of the
//! program without others in between is one row. Below the line of code stand what the operation was, what changed, and
//! what the thread holds and waits for if that is new.

use check::{Change, Interplay, Turn};

use crate::human;
use crate::line::{Line, columns, keep_end, keep_start};
use crate::style::{Role, Verbosity};

/// How wide a column is, if nobody says how wide the screen is.
const WIDEST: usize = 46;
const NARROWEST: usize = 18;
/// What stands between columns.
const RULE: &str = " | ";
/// How many rows are shown from the start and from the end.
const FIRST: usize = 4;
const LAST: usize = 16;

/// Several turns of a thread at one place.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Row {
    thread: usize,
    place: String,
    code: String,
    does: Vec<String>,
    changes: Vec<Change>,
    held: Vec<String>,
    waits: Option<String>,
    /// Whether the loop of an execution without end begins here.
    loops: bool,
}

/// The lines of a table of turns; none if there is nothing to tell.
pub(crate) fn lanes(interplay: &Interplay, verbosity: Verbosity, width: Option<usize>) -> Vec<Line> {
    let all = rows(interplay);
    // One thread alone is told by its steps, unless it goes on for ever.
    if all.is_empty() || interplay.threads.len() < 2 && interplay.cycle.is_none() {
        return Vec::new();
    }
    let (first, last) = match verbosity {
        Verbosity::Verbose => (all.len(), 0),
        Verbosity::Quiet | Verbosity::Normal if all.len() <= FIRST + LAST + 1 => (all.len(), 0),
        Verbosity::Quiet | Verbosity::Normal => (FIRST, LAST),
    };
    let shown = || all[..first].iter().chain(&all[all.len() - last..]);
    // Threads that do nothing in what is shown have no column.
    let threads: Vec<usize> =
        (0..interplay.threads.len()).filter(|&thread| shown().any(|row| row.thread == thread)).collect();
    let room = width.map_or(WIDEST, |width| {
        let rules = RULE.len() * threads.len().saturating_sub(1);
        (width.saturating_sub(2 + rules) / threads.len().max(1)).clamp(NARROWEST, WIDEST)
    });
    let cells: Vec<Vec<String>> = all.iter().map(|row| cell(row, room)).collect();
    let wide = |thread: usize| {
        let mine = all.iter().zip(&cells).filter(|(row, _)| row.thread == thread);
        let lines = mine.flat_map(|(_, cell)| cell).map(|line| columns(line));
        lines.max().unwrap_or(0).max(columns(&interplay.threads[thread]).min(room))
    };
    let widths: Vec<usize> = threads.iter().map(|&thread| wide(thread)).collect();
    let line = |texts: &[(usize, Role, &str)]| {
        let mut line = Line::row(2);
        for (place, (&thread, &width)) in threads.iter().zip(&widths).enumerate() {
            if place > 0 {
                line = line.with(Role::Faint, RULE);
            }
            let text = texts.iter().find(|(other, ..)| *other == thread);
            let (role, text) = text.map_or((Role::Plain, ""), |&(_, role, text)| (role, text));
            line = line.padded(role, keep_start(text, width), width);
        }
        line
    };
    let heads: Vec<(usize, Role, &str)> =
        threads.iter().map(|&thread| (thread, Role::Strong, interplay.threads[thread].as_str())).collect();
    let mut lines = vec![line(&heads)];
    for (index, (row, cell)) in all.iter().zip(&cells).enumerate() {
        if index == first && last > 0 {
            let left = human::counted(human::len(&all[first..all.len() - last]), "turn");
            lines.push(Line::prose(2).with(Role::Faint, format!("... {left} left out ...")));
        }
        if index >= first && index < all.len() - last {
            continue;
        }
        if row.loops {
            lines.push(Line::prose(2).with(Role::Strong, "from here on for ever:"));
        }
        for (number, text) in cell.iter().enumerate() {
            let role = if number == 0 { Role::Plain } else { Role::Faint };
            lines.push(line(&[(row.thread, role, text)]));
        }
    }
    lines
}

fn rows(interplay: &Interplay) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for (index, turn) in interplay.turns.iter().enumerate() {
        let Turn { thread, location, code, does, changes, held, waits } = turn;
        let loops = interplay.cycle == Some(index);
        let place = location.to_string();
        let does = does.iter().cloned();
        match rows.last_mut() {
            Some(row) if row.thread == *thread && row.place == place && !loops => {
                for does in does {
                    if row.does.last() != Some(&does) {
                        row.does.push(does);
                    }
                }
                row.changes.extend(changes.iter().cloned());
                row.held = held.clone();
                row.waits = waits.clone();
            }
            Some(_) | None => rows.push(Row {
                thread: *thread,
                place,
                code: code.trim().to_string(),
                does: does.collect(),
                changes: changes.clone(),
                held: held.clone(),
                waits: waits.clone(),
                loops,
            }),
        }
    }
    // What a thread holds is told where it changes.
    let mut before: Vec<Vec<String>> = vec![Vec::new(); interplay.threads.len()];
    for row in &mut rows {
        let now = std::mem::replace(&mut before[row.thread], row.held.clone());
        if now == row.held {
            row.held.clear();
        } else if row.held.is_empty() {
            row.held = vec!["no monitor".to_string()];
        }
    }
    // What the library did by itself is nobody's business.
    rows.retain(|row| !row.does.is_empty() || !row.changes.is_empty() || row.waits.is_some() || row.loops);
    rows
}

/// The text of a row, cut to so many columns.
fn cell(row: &Row, room: usize) -> Vec<String> {
    let file = row.place.rsplit('/').next().unwrap_or(&row.place);
    let first = format!("{}  {}", keep_end(file, room / 2), row.code);
    let mut lines = vec![keep_start(first.trim(), room)];
    // A thread that ends has no place any more.
    lines.retain(|line| !line.is_empty());
    let mut more = |text: String| lines.extend(wrapped(&text, room.saturating_sub(2)));
    for does in &row.does {
        more(does.clone());
    }
    for Change { place, value } in &row.changes {
        more(format!("-> {place} = {value}"));
    }
    if !row.held.is_empty() {
        more(format!("holds {}", row.held.join(", ")));
    }
    if let Some(waits) = row.waits.as_ref().filter(|waits| row.does.last() != Some(*waits)) {
        more(waits.clone());
    }
    lines
}

/// A text in lines of so many columns, indented.
fn wrapped(text: &str, room: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && columns(&line) + 1 + columns(word) > room {
            lines.push(format!("  {line}"));
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&keep_end(word, room));
    }
    lines.push(format!("  {line}"));
    lines
}

#[cfg(test)]
mod tests {
    use check::Location;

    use super::*;
    use crate::style::Style;

    fn turn(thread: usize, line: u32, does: &str) -> Turn {
        Turn {
            thread,
            location: Location { file: "src/A.java".into(), line, ..Location::default() },
            code: "    x++;".to_string(),
            does: vec![does.to_string()],
            changes: Vec::new(),
            held: Vec::new(),
            waits: None,
        }
    }

    fn drawn(interplay: &Interplay, width: Option<usize>) -> String {
        let mut out = String::new();
        for line in lanes(interplay, Verbosity::Normal, width) {
            line.draw(Style { width, ..Style::default() }, &mut out);
        }
        out
    }

    #[test]
    fn threads_have_columns_and_places_have_rows() {
        let mut write = turn(1, 7, "writes A.x");
        write.changes.push(Change { place: "A.x".into(), value: "1".into() });
        write.held.push("the monitor of an object of A".into());
        let turns = vec![turn(0, 3, "starts"), turn(0, 3, "reads A.x"), write, turn(0, 4, "writes A.x")];
        let interplay = Interplay { threads: vec!["main".into(), "other".into()], turns, cycle: None };
        let expected = "  \
  main          | other
  A.java:3  x++; |
    starts      |
    reads A.x   |
                | A.java:7  x++;
                |   writes A.x
                |   -> A.x = 1
                |   holds the monitor of an object of A
  A.java:4  x++; |
    writes A.x  |
";
        let blanks = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(blanks(&drawn(&interplay, None)), blanks(expected));
        for line in drawn(&interplay, Some(50)).lines() {
            assert!(columns(line) <= 50, "{line}");
        }
    }

    #[test]
    fn long_tables_are_cut_and_loops_are_told() {
        let turns: Vec<Turn> = (0..100).map(|line| turn(line as usize % 2, line + 1, "reads A.x")).collect();
        let interplay = Interplay { threads: vec!["main".into(), "other".into()], turns, cycle: Some(99) };
        let text = drawn(&interplay, None);
        assert!(text.contains("80 turns left out"), "{text}");
        assert!(text.contains("from here on for ever"), "{text}");
    }
}
