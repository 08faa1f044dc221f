//! Lines of text out of pieces with roles: cleaned of what a terminal would obey, measured in
//! columns, cut to a width, coloured last.

use std::fmt::Write as _;

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use crate::style::{Role, Style};

/// What stands where text was cut out.
const CUT: &str = "...";

/// A line that is being put together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Line {
    pieces: Vec<(Role, String)>,
    /// Prose is never cut: a terminal wraps it. Rows of a table are.
    is_row: bool,
}

impl Line {
    /// An empty line.
    pub(crate) fn empty() -> Self {
        Line::default()
    }

    /// A line of prose, indented by that many columns.
    pub(crate) fn prose(indent: usize) -> Self {
        Line { pieces: vec![(Role::Plain, " ".repeat(indent))], is_row: false }
    }

    /// A row of a table, indented by that many columns.
    pub(crate) fn row(indent: usize) -> Self {
        Line { pieces: vec![(Role::Plain, " ".repeat(indent))], is_row: true }
    }

    /// Appends a piece.
    pub(crate) fn with(mut self, role: Role, text: impl AsRef<str>) -> Self {
        self.pieces.push((role, clean(text.as_ref())));
        self
    }

    /// Appends a piece and blanks up to that many columns.
    pub(crate) fn padded(self, role: Role, text: impl AsRef<str>, columns: usize) -> Self {
        let text = clean(text.as_ref());
        let blanks = " ".repeat(columns.saturating_sub(text.width()));
        self.with(role, text).with(Role::Plain, blanks)
    }

    /// Appends the line as it should look, with a line feed and without blanks before it.
    pub(crate) fn draw(&self, style: Style, out: &mut String) {
        let mut pieces = self.pieces.clone();
        if let (true, Some(limit)) = (self.is_row, style.width) {
            cut_pieces(&mut pieces, limit);
        }
        while let Some((_, last)) = pieces.last_mut() {
            last.truncate(last.trim_end().len());
            if !last.is_empty() {
                break;
            }
            pieces.pop();
        }
        for (role, text) in &pieces {
            let look = role.look();
            if style.color && !text.trim().is_empty() {
                write!(out, "{look}{text}{look:#}").expect("writing to a string succeeds");
            } else {
                out.push_str(text);
            }
        }
        out.push('\n');
    }
}

/// Text on one line without anything that a terminal would obey: blanks for white space, the
/// replacement character for other control characters and for marks that reverse text.
pub(crate) fn clean(text: &str) -> String {
    text.chars()
        .map(|char| match char {
            _ if char.is_whitespace() => ' ',
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => char::REPLACEMENT_CHARACTER,
            _ if char.is_control() => char::REPLACEMENT_CHARACTER,
            _ => char,
        })
        .collect()
}

/// How many columns a text takes once it is cleaned.
pub(crate) fn columns(text: &str) -> usize {
    clean(text).width()
}

/// The start of a text that fits, with `...` if something is missing.
pub(crate) fn keep_start(text: &str, limit: usize) -> String {
    let text = clean(text);
    if text.width() <= limit {
        return text;
    }
    let mut room = limit.saturating_sub(CUT.len());
    let mut kept: String = text
        .chars()
        .take_while(|char| {
            let width = char.width().unwrap_or(0);
            let fits = width <= room;
            room = room.saturating_sub(width);
            fits
        })
        .collect();
    kept.push_str(CUT);
    kept
}

/// The end of a text that fits, with `...` if something is missing.
pub(crate) fn keep_end(text: &str, limit: usize) -> String {
    let reversed: String = clean(text).chars().rev().collect();
    keep_start(&reversed, limit).chars().rev().collect()
}

/// Cuts a line to that many columns.
fn cut_pieces(pieces: &mut Vec<(Role, String)>, limit: usize) {
    let total: usize = pieces.iter().map(|(_, text)| text.width()).sum();
    if total <= limit {
        return;
    }
    let mut room = limit;
    for index in 0..pieces.len() {
        let text = &mut pieces[index].1;
        let width = text.width();
        // A piece may only fill the room up if `...` fits behind it.
        if width + CUT.len() > room {
            let mut whole = std::mem::take(text);
            // Makes sure that it does not fit, also where what follows is the reason.
            whole.push_str(&" ".repeat(room + 1));
            *text = keep_start(&whole, room);
            pieces.truncate(index + 1);
            return;
        }
        room -= width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draw(line: &Line, style: Style) -> String {
        let mut out = String::new();
        line.draw(style, &mut out);
        out
    }

    #[test]
    fn nothing_that_a_terminal_obeys_gets_through() {
        let line = Line::prose(0).with(Role::Plain, "a\x1b[31m\tb\r\nc\u{202e}d\0");
        assert_eq!(draw(&line, Style::default()), "a\u{fffd}[31m b  c\u{fffd}d\u{fffd}\n");
    }

    #[test]
    fn rows_are_cut_to_the_width_and_prose_is_not() {
        let narrow = Style { width: Some(12), ..Style::default() };
        let fill = |line: Line| {
            line.with(Role::Plain, "12345").with(Role::Value, "67890").with(Role::Faint, "abcde")
        };
        assert_eq!(draw(&fill(Line::row(0)), narrow), "123456789...\n");
        assert_eq!(draw(&fill(Line::prose(0)), narrow), "1234567890abcde\n");
        let fits = Line::row(0).with(Role::Plain, "123456789012");
        assert_eq!(draw(&fits, narrow), "123456789012\n");
    }

    #[test]
    fn every_width_is_kept_to() {
        for limit in 3..40 {
            let style = Style { width: Some(limit), ..Style::default() };
            let line = Line::row(2)
                .with(Role::Plain, "日本語")
                .with(Role::Value, " = 12")
                .with(Role::Faint, "é日本語日本語");
            let text = draw(&line, style);
            assert!(text.trim_end_matches('\n').width() <= limit, "{limit}: {text:?}");
        }
    }

    #[test]
    fn colours_leave_blanks_alone_and_the_text_as_it_is() {
        let color = Style { color: true, ..Style::default() };
        let line = Line::prose(2).with(Role::Strong, "a").padded(Role::Value, "b", 4).with(Role::Plain, "  ");
        assert_eq!(draw(&line, color), "  \x1b[1ma\x1b[0m\x1b[33mb\x1b[0m\n");
        assert_eq!(draw(&line, Style::default()), "  ab\n");
    }

    #[test]
    fn both_ends_can_be_kept() {
        assert_eq!(keep_start("abcdef", 6), "abcdef");
        assert_eq!(keep_start("abcdefg", 6), "abc...");
        assert_eq!(keep_end("abcdefg", 6), "...efg");
        assert_eq!(keep_end("abcdef", 6), "abcdef");
        assert_eq!(columns("日本\t"), 5);
    }
}
