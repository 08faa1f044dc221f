//! Texts for people.

use report::{Style, Verbosity};

use crate::expected::expect;
use crate::samples;

const NORMAL: Style = Style { color: false, verbosity: Verbosity::Normal, width: None };
const QUIET: Style = Style { verbosity: Verbosity::Quiet, ..NORMAL };
const VERBOSE: Style = Style { verbosity: Verbosity::Verbose, ..NORMAL };

fn all() -> Vec<(&'static str, check::Run)> {
    vec![
        ("holds", samples::holds()),
        ("violated", samples::violated()),
        ("violated-long", samples::violated_long(0)),
        ("violated-omitted", samples::violated_long(5000)),
        ("violated-twice", samples::violated_twice()),
        ("unknown", samples::unknown()),
        ("bare", samples::bare()),
    ]
}

#[test]
fn runs_look_as_expected() {
    for (name, run) in all() {
        expect(&format!("{name}.txt"), &report::text::run(&run, NORMAL));
        expect(&format!("{name}.quiet.txt"), &report::text::run(&run, QUIET));
    }
    for (name, run) in [
        ("holds", samples::holds()),
        ("violated", samples::violated()),
        ("violated-twice", samples::violated_twice()),
    ] {
        expect(&format!("{name}.verbose.txt"), &report::text::run(&run, VERBOSE));
    }
    let narrow = Style { width: Some(60), ..NORMAL };
    expect("violated.narrow.txt", &report::text::run(&samples::violated(), narrow));
    let color = Style { color: true, ..NORMAL };
    expect("violated.color.txt", &report::text::run(&samples::violated(), color));
    expect("unknown.color.txt", &report::text::run(&samples::unknown(), color));
}

#[test]
fn the_normal_text_fits_a_screen() {
    for (name, run) in all() {
        let lines = report::text::run(&run, NORMAL).lines().count();
        assert!(lines <= 50, "{name} has {lines} lines");
    }
}

#[test]
fn quiet_text_has_one_line_for_each_violation_or_one() {
    for (name, run) in all() {
        let text = report::text::run(&run, QUIET);
        assert_eq!(text.lines().count(), run.conclusion.violations().len().max(1), "{name}");
        for line in text.lines() {
            assert!(line.starts_with(run.conclusion.verdict().name()), "{line}");
        }
    }
}

#[test]
fn colours_change_nothing_but_colours() {
    for (name, run) in all() {
        for style in [NORMAL, QUIET, VERBOSE] {
            let colored = report::text::run(&run, Style { color: true, ..style });
            assert_eq!(without_escapes(&colored), report::text::run(&run, style), "{name}");
            assert!(colored.contains("\x1b["), "{name}");
        }
    }
}

fn without_escapes(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let mut plain = parts.next().unwrap_or_default().to_string();
    for part in parts {
        plain.push_str(part.split_once('m').expect("escape sequences of colours end with m").1);
    }
    plain
}

#[test]
fn every_reason_is_told_with_its_hint() {
    for run in samples::each_reason() {
        // Beside a violation, reasons are a remark; those who ask for everything get them in full.
        let style = if run.conclusion.verdict() == check::Verdict::Violated { VERBOSE } else { NORMAL };
        let text = report::text::run(&run, style);
        let quiet = report::text::run(&run, QUIET);
        for reason in run.conclusion.reasons() {
            assert!(text.contains(&reason.to_string()), "{text}");
            assert!(text.contains(&reason.hint()), "{text}");
            if run.conclusion.verdict() == check::Verdict::Unknown {
                assert!(quiet.contains(&reason.to_string()), "{quiet}");
            }
        }
    }
}

#[test]
fn verbose_text_leaves_nothing_out() {
    let text = report::text::run(&samples::violated_long(0), VERBOSE);
    assert!(!text.contains("left out"), "{text}");
    assert_eq!(text.matches("-> i = ").count(), 148);
    let text = report::text::run(&samples::violated_long(9), VERBOSE);
    assert!(text.contains("9 steps before these were not kept"), "{text}");
}

#[test]
fn text_from_outside_cannot_command_the_terminal() {
    let mut replay = samples::replay();
    replay.violation.message = "\x1b]0;title\x07two\nlines".into();
    replay.steps[0].code = "\x1b[2Jx\r".into();
    let task = samples::task();
    let conclusion = samples::conclude(&task, check::Evidence::complete(samples::scope()), vec![replay]);
    let run = samples::run(task, conclusion);
    for style in [NORMAL, QUIET, VERBOSE] {
        let text = report::text::run(&run, style);
        assert!(!text.contains(|char: char| char.is_control() && char != '\n'), "{text:?}");
    }
    assert_eq!(report::text::run(&run, QUIET).lines().count(), 1);
}

#[test]
fn rows_keep_to_the_width() {
    for width in [20, 40, 80] {
        let style = Style { width: Some(width), ..NORMAL };
        let text = report::text::run(&samples::violated(), style);
        let table =
            text.lines().skip_while(|line| *line != "steps").skip(1).take_while(|line| !line.is_empty());
        for line in table {
            assert!(line.chars().count() <= width, "{line}");
        }
    }
}
