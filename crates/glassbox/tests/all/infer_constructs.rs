//! Construct by construct: what checking a method says, with learning and without, is what comes out of all heaps of the scope.
//!
//! The methods are in `infer_constructs`, and each one's name begins with what is expected: it holds, is violated, or nobody knows.

use std::path::Path;

use crate::support::{class_file, home, repository, with_api};
use check::Verdict;
use glassbox::{
    Context, Input, JavaOptions, Methods, Scoped, annotated_methods, audit_method, check_method, cover_method,
};

/// Why nobody knows.
const UNKNOWN: &[(&str, &str)] = &[
    (
        "Faults.unknownCompared",
        "an object of class NullPointerException that is looked into, kept or compared",
    ),
    ("Faults.unknownMessage", "the field `detailMessage` of an exception"),
    ("Kinds.unknownClass", "getClass"),
    ("Kinds.unknownEnum", "the static field `Kinds$Color.RED`, which refers to an object"),
    ("Kinds.unknownEnums", "which refers to an object"),
    ("Kinds.unknownTexts", "an object of class String that is looked into, kept or compared"),
    ("Kinds.unknownTextsOfOthers", "an object of class String that is looked into, kept or compared"),
    ("Rows.unknownClone", "java.lang.Object.clone"),
    ("Rows.unknownLibraryCopy", "java.lang.System.arraycopy"),
    ("Sums.unknownReal", "a floating-point number"),
    ("Sums.unknownWide", "a set of numbers of more than 12 bits in a property"),
    ("Ways.unknownLarge", "the static field `Ways.large`, which is a large number"),
    ("Ways.unknownNumbers", "the static field `Ways.NUMBERS`, which refers to an object"),
    ("Ways.unknownShelf", "the static field `Ways.SHELF`, which refers to an object"),
];

/// How many executions are gone through: where there are more, the scope is smaller.
const MOST_EXECUTIONS: u64 = 15_000;

fn asked(method: &str, objects: usize, inline: bool) -> Methods {
    Methods {
        scope: Scoped { objects, classes: Vec::new(), numbers: (-1, 1) },
        inline,
        ..Methods::of(method)
    }
}

/// What is wrong with a method.
fn problems(input: &Input, class: &str, method: &str) -> Vec<String> {
    let expected =
        [("holds", Verdict::Holds), ("violated", Verdict::Violated), ("unknown", Verdict::Unknown)]
            .into_iter()
            .find_map(|(prefix, verdict)| method.starts_with(prefix).then_some(verdict));
    let Some(expected) = expected else { return vec![format!("{method}: what is expected?")] };
    let name = format!("{class}.{method}");
    let mut problems = Vec::new();
    let counted = cover_method(input, &asked(&name, 1, false)).expect("the method is there");
    if counted.is_none_or(|(covered, all)| covered != all) {
        problems.push(format!("{name}: heaps are left out: {counted:?}"));
    }
    for objects in [3, 2, 1] {
        let tally =
            audit_method(input, &asked(&name, objects, false), MOST_EXECUTIONS).expect("the method is there");
        let tally = match tally {
            Ok(tally) => tally,
            Err(problem) => {
                problems.push(format!("{name} at scope {objects}: {problem}"));
                continue;
            }
        };
        let is_whole = !tally.stopped || tally.bad > 0;
        // What is expected is what the larger scope says.
        let expected = match expected {
            Verdict::Violated if objects < 3 && is_whole && tally.bad == 0 => Verdict::Holds,
            Verdict::Holds | Verdict::Violated | Verdict::Unknown => expected,
        };
        if is_whole && expected != Verdict::Unknown && (tally.bad > 0) != (expected == Verdict::Violated) {
            problems.push(format!("{name} at scope {objects}: {tally:?}"));
        }
        for inline in [false, true] {
            let how = format!("{name} at scope {objects}{}", if inline { ", inlined" } else { "" });
            let checked = match check_method(input, &asked(&name, objects, inline), &mut Context::default()) {
                Ok(checked) => checked,
                Err(failure) => {
                    problems.push(format!("{how}: {failure:?}"));
                    continue;
                }
            };
            let conclusion = &checked.run.conclusion;
            let reasons = format!("{:?}", conclusion.reasons());
            // If no execution comes to its end, nothing is broken, and learning need not notice that there is none.
            if is_whole && tally.good + tally.bad + tally.skipped == 0 {
                if conclusion.verdict() == Verdict::Violated {
                    problems.push(format!("{how}: {:?}", conclusion.verdict()));
                }
            } else if conclusion.verdict() != expected {
                problems.push(format!("{how}: {:?}, {reasons}; {tally:?}", conclusion.verdict()));
            } else if expected == Verdict::Unknown {
                let said = UNKNOWN.iter().find(|(known, _)| *known == name).map_or("?", |known| known.1);
                if !reasons.contains(said) {
                    problems.push(format!("{how}: {reasons}"));
                }
            }
        }
        if is_whole {
            break;
        }
    }
    problems
}

fn agree(class: &str) {
    let file = repository().join(format!("crates/glassbox/tests/all/infer_constructs/{class}.java"));
    let classes = with_api(&[file.display().to_string()]);
    let options = JavaOptions { homes: vec![home()], ..JavaOptions::default() };
    let input = glassbox::load(Path::new(&class_file(&classes, class)), &options);
    let input = input.unwrap_or_else(|rejection| panic!("{rejection:?}"));
    input.program.load_class(class).expect("it was compiled");
    let methods = annotated_methods(&input, class);
    for kind in ["holds", "violated"] {
        let count = methods.iter().filter(|method| method.starts_with(kind)).count();
        assert!(count >= 10, "{count} of {class} {kind}");
    }
    let problems: Vec<String> = methods.iter().flat_map(|method| problems(&input, class, method)).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn arrays() {
    agree("Rows");
}

#[test]
fn classes() {
    agree("Kinds");
}

#[test]
fn exceptions() {
    agree("Faults");
}

#[test]
fn numbers() {
    agree("Sums");
}

#[test]
fn control() {
    agree("Ways");
}
