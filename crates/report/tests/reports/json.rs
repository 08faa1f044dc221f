//! JSON for programs, and back.

use check::{Candidate, Trace};
use ir::Code;

use crate::expected::expect;
use crate::samples;

#[test]
fn runs_look_as_expected() {
    for (name, run) in [
        ("holds", samples::holds()),
        ("violated", samples::violated()),
        ("unknown", samples::unknown()),
        ("bare", samples::bare()),
    ] {
        let text = report::json::run(&run, "0.1.0");
        assert!(text.ends_with("}\n"));
        expect(&format!("{name}.json"), &text);
    }
}

#[test]
fn violations_are_read_back() {
    let run = samples::violated_twice();
    let recorded = report::json::read(&report::json::run(&run, "0.1.0")).expect("our own report is read");
    assert_eq!(recorded.inputs, run.task.inputs);
    assert_eq!(recorded.entry, run.task.entry);
    assert_eq!(recorded.engine, run.task.engine);
    assert_eq!(recorded.properties, run.task.properties);
    assert_eq!(recorded.options, run.task.options);
    let expected: Vec<Candidate> = run
        .conclusion
        .violations()
        .iter()
        .map(|confirmed| Candidate {
            violation: confirmed.replay().violation.clone(),
            trace: confirmed.trace().clone(),
        })
        .collect();
    assert_eq!(recorded.violations, expected);
}

#[test]
fn choices_of_every_integer_type_survive() {
    let extremes = ir::IntType::ALL.into_iter().flat_map(|int| [int.min(), int.max()]);
    let mut replay = samples::replay();
    let template = replay.choices[0].clone();
    replay.choices =
        extremes.map(|value| check::Choice { value, low: value, high: value, ..template.clone() }).collect();
    let expected =
        Trace { choices: replay.choices.iter().map(|choice| choice.value).collect(), ..Trace::default() };
    let task = samples::task();
    let conclusion = samples::conclude(&task, check::Evidence::complete(samples::scope()), vec![replay]);
    let run = samples::run(task, conclusion);
    let text = report::json::run(&run, "0.1.0");
    assert!(text.contains("\"value\": 18446744073709551615,"), "{text}");
    assert!(text.contains("\"value\": -9223372036854775808,"), "{text}");
    crate::schema::assert_valid(&text);
    let recorded = report::json::read(&text).expect("our own report is read");
    assert_eq!(recorded.violations[0].trace, expected);
}

#[test]
fn a_report_without_violations_has_nothing_to_replay() {
    for run in [samples::holds(), samples::unknown(), samples::bare()] {
        let error = report::json::read(&report::json::run(&run, "0.1.0")).unwrap_err();
        assert_eq!(error.code, Code::NothingToReplay);
        assert!(error.message.contains(run.conclusion.verdict().name()), "{error}");
        assert!(!error.remedy.is_empty());
    }
}

#[test]
fn what_is_not_a_report_is_rejected_with_a_remedy() {
    let good = report::json::run(&samples::violated(), "0.1.0");
    let diagnostics = report::json::diagnostics(&[], &ir::IdVec::new(), "0.1.0");
    let deep = "[".repeat(100_000);
    let cases = [
        ("", "cannot be read"),
        ("{}", "no `schema` member"),
        ("[]", "no `schema` member"),
        ("nonsense", "cannot be read"),
        (&deep, "cannot be read"),
        (&good[..good.len() / 2], "cannot be read"),
        (&diagnostics, "`glassbox-diagnostics/1`"),
        (&good.replace("glassbox-report/1", "glassbox-report/2"), "this version reads"),
        (&good.replace("\"entry\"", "\"start\""), "damaged: missing field `entry`"),
        (&good.replace("\"value\": 3,", "\"value\": 3.5,"), "damaged"),
        (&good.replace("\"line\": 14", "\"line\": -14"), "damaged"),
        (&good.replace("\"property\": \"assert\"", "\"property\": \"beauty\""), "a property `beauty`"),
    ];
    for (text, part) in cases {
        let error = report::json::read(text).unwrap_err();
        assert_eq!(error.code, Code::BadTrace, "{error}");
        assert!(error.message.contains(part), "{error}");
        assert!(!error.remedy.is_empty());
    }
    assert!(report::json::read(&format!("\u{feff}{good}")).is_ok(), "a byte order mark is no damage");
}

#[test]
fn no_cut_report_is_read_as_a_whole_one() {
    let good = report::json::run(&samples::violated(), "0.1.0");
    let end = good.trim_end().len();
    for length in (0..end).step_by(97) {
        assert!(report::json::read(&good[..length]).is_err(), "{length} bytes");
    }
}

#[test]
fn measurements_without_a_name_in_json_are_left_out() {
    let mut run = samples::bare();
    run.stats.real("ratio", f64::NAN);
    run.stats.real("rate", f64::INFINITY);
    run.stats.real("share", 0.5);
    run.stats.count("seconds", 99);
    let text = report::json::run(&run, "0.1.0");
    crate::schema::assert_valid(&text);
    assert!(!text.contains("ratio") && !text.contains("rate"), "{text}");
    assert!(text.contains("\"share\": 0.5"), "{text}");
    assert!(text.contains("\"seconds\": 0.0"), "the run's own time counts: {text}");
}
