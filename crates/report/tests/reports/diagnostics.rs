//! Diagnostics as people and programs see them.

use ir::{Code, Diagnostic, Id as _, IdVec, Position, Source, SourceId};
use report::{Style, Verbosity};

use crate::expected::expect;

const TEXT: &str =
    "fn @main(): i32 {\r\n  local x: i32\r\nb0:\r\n\tx = choose 0, y\t\"日本 y\", z\r\n  return x\r\n}\r\n";

/// Diagnostics with and without places.
pub(crate) fn sample() -> (Vec<Diagnostic>, IdVec<SourceId, Source>) {
    let mut sources = IdVec::new();
    let text = sources.push(Source { name: "coffee.gbir".into(), text: Some(TEXT.into()) });
    let without_text = sources.push(Source { name: "Coffee.java".into(), text: None });
    let unknown = |name: &str| {
        let message = format!("there is no local `{name}`");
        Diagnostic::new(Code::UnknownName, message, "declare it with `local` at the top of the function")
    };
    let list = vec![
        unknown("y").at(Position::new(text, 4, 16), 1),
        unknown("z").at(Position::new(text, 4, 26), 1),
        Diagnostic::new(Code::Syntax, "expected `}`", "close the function").at(Position::new(text, 7, 1), 0),
        Diagnostic::new(Code::Syntax, "expected a block", "write one").at(Position::new(text, 99, 1), 3),
        Diagnostic::new(Code::TypeMismatch, "`x` has type `i32`", "convert it")
            .at(Position::new(without_text, 7, 5), 2),
        Diagnostic::new(Code::TypeMismatch, "`x` has type `i32`", "convert it")
            .at(Position::new(text, 5, 0), 0),
        Diagnostic::new(Code::TypeMismatch, "somewhere", "convert it")
            .at(Position::new(SourceId::new(9), 1, 1), 1),
        Diagnostic::new(Code::MissingFile, "there is no file `tea.gbir`", "check the path"),
    ];
    (list, sources)
}

#[test]
fn diagnostics_look_as_expected() {
    let (list, sources) = sample();
    let plain = Style::default();
    expect("diagnostics.txt", &report::diagnostic::diagnostics(&list, &sources, plain));
    let color = Style { color: true, ..plain };
    expect("diagnostics.color.txt", &report::diagnostic::diagnostics(&list[..1], &sources, color));
    let quiet = Style { verbosity: Verbosity::Quiet, ..plain };
    expect("diagnostics.quiet.txt", &report::diagnostic::diagnostics(&list, &sources, quiet));
    expect("diagnostics.json", &report::json::diagnostics(&list, &sources, "0.1.0"));
}

#[test]
fn nothing_wrong_is_nothing_to_say() {
    let (_, sources) = sample();
    assert_eq!(report::diagnostic::diagnostics(&[], &sources, Style::default()), "");
}

#[test]
fn a_long_line_is_cut_around_the_place() {
    let mut sources = IdVec::new();
    let line = format!("x = {}y{}", "1 + ".repeat(20_000), " + 2".repeat(20_000));
    let source = sources.push(Source { name: "long.gbir".into(), text: Some(line.into()) });
    let diagnostic = Diagnostic::new(Code::UnknownName, "there is no local `y`", "declare it")
        .at(Position::new(source, 1, 80_005), 1);
    let style = Style { width: Some(80), ..Style::default() };
    expect("diagnostics.long.txt", &report::diagnostic::diagnostics(&[diagnostic], &sources, style));
}

#[test]
fn the_carets_stand_under_the_place() {
    let mut sources = IdVec::new();
    let source = sources.push(Source { name: "a.gbir".into(), text: Some("\tname = other\r\n".into()) });
    let diagnostic = Diagnostic::new(Code::UnknownName, "there is no local `other`", "")
        .at(Position::new(source, 1, 9), 5);
    let drawn = report::diagnostic::diagnostics(&[diagnostic], &sources, Style::default());
    let line = drawn
        .lines()
        .find(|line| line.contains("other") && line.starts_with('1'))
        .expect("the line is quoted");
    let carets = drawn.lines().find(|line| line.contains('^')).expect("there are carets");
    assert_eq!(line.find("other"), carets.find("^^^^^"), "{drawn}");
    assert_eq!(carets.matches('^').count(), 5, "{drawn}");
    assert!(drawn.contains("a.gbir:1:9"), "{drawn}");
}
