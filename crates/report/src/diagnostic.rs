//! Diagnostics with the source lines that they are about, as compilers draw them.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use ir::{Code, Diagnostic, IdVec, Position, Source, SourceId};

use crate::line::{Line, clean};
use crate::style::{Role, Style, Verbosity};

/// How wide a drawing gets where nothing says how wide it may be.
const DEFAULT_WIDTH: usize = 140;
/// What a drawing needs at least.
const LEAST_WIDTH: usize = 40;

/// Draws diagnostics in their order, with the source line, a caret under the place and the remedy;
/// the last line says where to read more. Gives the empty string for an empty list.
///
/// [`Verbosity::Quiet`] gives one line for each: `file:line:column: error[GB0101]: message`.
///
/// ```
/// use ir::{Code, Diagnostic, Id, IdVec, Position, Source, SourceId};
///
/// let mut sources = IdVec::new();
/// let source = sources.push(Source { name: "a.gbir".into(), text: Some("x = y".into()) });
/// let diagnostic = Diagnostic::new(Code::UnknownName, "there is no local `y`", "declare it: `local y: i32`")
///     .at(Position::new(source, 1, 5), 1);
/// let text = report::diagnostic::diagnostics(&[diagnostic], &sources, report::Style::default());
/// assert_eq!(text, "\
/// error[GB0101]: there is no local `y`
///  --> a.gbir:1:5
///   |
/// 1 | x = y
///   |     ^
///   |
///   = help: declare it: `local y: i32`
///
/// for more: glassbox explain GB0101
/// ");
/// ```
pub fn diagnostics(list: &[Diagnostic], sources: &IdVec<SourceId, Source>, style: Style) -> String {
    let mut out = String::new();
    for diagnostic in list {
        let source = diagnostic.position.and_then(|position| sources.get(position.source));
        match style.verbosity {
            Verbosity::Quiet => out.push_str(&quiet(diagnostic, source)),
            Verbosity::Normal | Verbosity::Verbose => {
                out.push_str(&draw(diagnostic, source, style));
                out.push('\n');
            }
        }
    }
    if let Some(line) = more(list, style) {
        out.push_str(&line);
    }
    out
}

fn quiet(diagnostic: &Diagnostic, source: Option<&Source>) -> String {
    let place = match (diagnostic.position, source) {
        (Some(position), Some(source)) => format!("{}: ", place_text(position, source)),
        (None, _) | (_, None) => String::new(),
    };
    format!("{}\n", clean(&format!("{place}{diagnostic}")))
}

/// A place as precisely as it is known.
fn place_text(position: Position, source: &Source) -> String {
    let mut text = source.name.clone();
    if position.line > 0 {
        text.push_str(&format!(":{}", position.line));
        if position.column > 0 {
            text.push_str(&format!(":{}", position.column));
        }
    }
    text
}

fn draw(diagnostic: &Diagnostic, source: Option<&Source>, style: Style) -> String {
    let width = style.width.unwrap_or(DEFAULT_WIDTH).max(LEAST_WIDTH);
    let place = diagnostic.position.zip(source);
    let quoted = place.and_then(|(position, source)| {
        let quote = quote(position, diagnostic.length, source, width)?;
        Some((quote, source))
    });
    let Some((quote, source)) = quoted else {
        return draw_without_quote(diagnostic, place, style);
    };
    let annotation = AnnotationKind::Primary.span(quote.span);
    let snippet = Snippet::source(quote.line).line_start(quote.number).path(&*source.name);
    let title = Level::ERROR.primary_title(&*diagnostic.message).id(diagnostic.code.to_string());
    let mut group = Group::with_title(title).element(snippet.annotation(annotation));
    if !diagnostic.remedy.is_empty() {
        group = group.element(Level::HELP.message(&*diagnostic.remedy));
    }
    let renderer = if style.color { Renderer::styled() } else { Renderer::plain() };
    let mut text = renderer.term_width(width).hyperlink(false).render(&[group]);
    text.push('\n');
    text
}

/// The same picture where there is no line to quote.
fn draw_without_quote(diagnostic: &Diagnostic, place: Option<(Position, &Source)>, style: Style) -> String {
    let code = format!("error[{}]", diagnostic.code);
    let mut lines = Vec::new();
    let mut message = diagnostic.message.lines();
    let first = format!(": {}", message.next().unwrap_or_default());
    lines.push(Line::prose(0).with(Role::Violated, code).with(Role::Strong, first));
    lines.extend(message.map(|line| Line::prose(2).with(Role::Strong, line)));
    if let Some((position, source)) = place {
        lines.push(Line::prose(1).with(Role::Frame, "--> ").with(Role::Plain, place_text(position, source)));
    }
    let mut remedy = diagnostic.remedy.lines();
    if let Some(first) = remedy.next() {
        let line = Line::prose(2).with(Role::Frame, "= ").with(Role::Strong, "help");
        lines.push(line.with(Role::Plain, format!(": {first}")));
    }
    lines.extend(remedy.map(|line| Line::prose(10).with(Role::Plain, line)));
    let mut out = String::new();
    for line in &lines {
        line.draw(style, &mut out);
    }
    out
}

/// A line and the part of it that a diagnostic is about.
#[derive(PartialEq, Eq, Debug)]
struct Quote<'a> {
    line: &'a str,
    number: usize,
    /// In bytes of the line, on character boundaries.
    span: Range<usize>,
}

/// The line of a position, if it is known. A column past its end is taken for its end, an unknown
/// one for the whole line; the span ends with the line.
fn quote(position: Position, length: u32, source: &Source, width: usize) -> Option<Quote<'_>> {
    let number = size(position.line);
    let line = source.text.as_deref()?.split('\n').nth(number.checked_sub(1)?)?;
    let line = line.strip_suffix('\r').unwrap_or(line);
    // The byte where the character of that index begins, or the line's end.
    let byte = |index: usize| line.char_indices().nth(index).map_or(line.len(), |(byte, _)| byte);
    // More carets than the drawing is wide help nobody.
    let span = match size(position.column).checked_sub(1) {
        Some(column) => byte(column)..byte(column.saturating_add(size(length).min(width))),
        None => {
            let indent = line.chars().take_while(|char| char.is_whitespace()).count();
            let start = byte(indent);
            start..line.trim_end().len().min(byte(indent + width)).max(start)
        }
    };
    Some(Quote { line, number, span })
}

fn size(number: u32) -> usize {
    usize::try_from(number).expect("32 bits fit a size")
}

/// The last line: which pages to read.
fn more(list: &[Diagnostic], style: Style) -> Option<String> {
    let mut codes: Vec<Code> = Vec::new();
    for diagnostic in list {
        if !codes.contains(&diagnostic.code) {
            codes.push(diagnostic.code);
        }
    }
    let (first, others) = codes.split_first()?;
    let mut line = Line::prose(0)
        .with(Role::Faint, "for more: ")
        .with(Role::Strong, format!("glassbox explain {first}"));
    if !others.is_empty() {
        let others: Vec<String> = others.iter().map(Code::to_string).collect();
        line = line.with(Role::Faint, format!(" (also {})", others.join(", ")));
    }
    let mut out = String::new();
    line.draw(style, &mut out);
    Some(out)
}

#[cfg(test)]
mod tests {
    use ir::Id as _;

    use super::*;

    fn source(text: &str) -> Source {
        Source { name: "a.gbir".into(), text: Some(text.into()) }
    }

    fn at(line: u32, column: u32) -> Position {
        Position::new(SourceId::new(0), line, column)
    }

    #[test]
    fn spans_are_bytes_inside_of_the_line() {
        let source = source("ab\r\né日x\n  y  \n");
        let quote = |line, column, length| {
            quote(at(line, column), length, &source, 80).map(|quote| (quote.line, quote.span))
        };
        assert_eq!(quote(1, 1, 2), Some(("ab", 0..2)));
        assert_eq!(quote(1, 2, 9), Some(("ab", 1..2)), "the span ends with the line");
        assert_eq!(quote(1, 99, 1), Some(("ab", 2..2)), "a column past the end");
        assert_eq!(quote(2, 2, 1), Some(("é日x", 2..5)));
        assert_eq!(quote(2, 3, 0), Some(("é日x", 5..5)));
        assert_eq!(quote(3, 0, 0), Some(("  y  ", 2..3)), "an unknown column");
        assert_eq!(quote(4, 1, 1), Some(("", 0..0)), "the end of the file");
        assert_eq!(quote(5, 1, 1), None, "a line past the end");
        assert_eq!(quote(0, 0, 0), None, "an unknown line");
        assert_eq!(quote(u32::MAX, u32::MAX, u32::MAX), None);
    }

    /// Every position around odd texts is drawn without a panic and with its remedy.
    #[test]
    fn every_position_in_odd_texts_is_drawn() {
        let long = format!("{}x = y", "\t日本 ".repeat(3000));
        let texts = [
            "",
            "\n",
            "\r\n",
            "\r",
            "a",
            "\ta\tb",
            "日本語\n",
            "e\u{301}\u{200d}👩‍👩‍👧",
            "\u{202e}\0\x1b[31m",
            "a\r\nb\r\n",
            &long,
        ];
        for text in texts {
            let mut sources = IdVec::new();
            sources.push(source(text));
            for line in [0, 1, 2, 3, 4, u32::MAX] {
                for column in [0, 1, 2, 3, 7, 9000, 12_004, u32::MAX] {
                    for length in [0, 1, 2, 5, 30_000, u32::MAX] {
                        for width in [None, Some(0), Some(60)] {
                            let style = Style { width, ..Style::default() };
                            let diagnostic =
                                Diagnostic::new(Code::Syntax, "odd", "mend it").at(at(line, column), length);
                            let drawn = diagnostics(&[diagnostic], &sources, style);
                            assert!(drawn.contains("help: mend it"), "{drawn}");
                            assert!(drawn.len() < 3000, "{} bytes for a long line", drawn.len());
                            let dirty = |char: char| char.is_control() && char != '\n';
                            assert!(!drawn.contains(dirty), "{drawn:?}");
                        }
                    }
                }
            }
        }
    }
}
