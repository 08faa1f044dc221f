//! Random methods with random properties: what checking says, with learning and without, is what comes out of all heaps of the scope.

mod generate;

use std::path::Path;

use crate::support::{class_file, home, sources_with_api};
use check::Verdict;
use generate::{Generated, METHODS, class};
use glassbox::{Context, JavaOptions, Methods, Scoped, audit_method, check_method};

/// How many executions are gone through: where there are more, the scope is smaller.
const MOST_EXECUTIONS: u64 = 10_000;

/// Few numbers, few nodes, one object that has a list of them.
fn asked(class: &str, method: usize, nodes: usize, inline: bool) -> Methods {
    Methods {
        scope: Scoped { objects: nodes, classes: vec![(class.to_string(), 1)], numbers: (0, 1) },
        inline,
        unroll: Some(6),
        ..Methods::of(format!("{class}.method{method}"))
    }
}

/// What came out.
#[derive(Default, Debug)]
struct Summary {
    holds: usize,
    violated: usize,
    /// Those of which no execution comes to its end.
    empty: usize,
    executions: u64,
    /// How many methods were looked at as a whole with so many nodes, from none on.
    whole: [usize; 4],
    learned: u64,
    problems: Vec<String>,
}

fn compare(generated: &Generated, classes: &tempfile::TempDir, summary: &mut Summary) {
    let Generated { name, source } = generated;
    let options = JavaOptions { homes: vec![home()], ..JavaOptions::default() };
    let input = glassbox::load(Path::new(&class_file(classes, name)), &options);
    let input = input.unwrap_or_else(|rejection| panic!("{rejection:?}"));
    for method in 0..METHODS {
        for nodes in [3, 2, 1] {
            let tally = audit_method(&input, &asked(name, method, nodes, false), MOST_EXECUTIONS);
            let tally = tally.unwrap_or_else(|failure| panic!("{failure:?}\n{source}"));
            let tally = tally.unwrap_or_else(|problem| panic!("{name}.method{method}: {problem}\n{source}"));
            summary.executions += tally.heaps();
            let is_whole = !tally.stopped || tally.bad > 0;
            let mut verdicts = Vec::new();
            for inline in [false, true] {
                match check_method(&input, &asked(name, method, nodes, inline), &mut Context::default()) {
                    Ok(checked) => {
                        let said = format!("{:?}", checked.run.conclusion.reasons());
                        summary.learned += checked.run.learned.len() as u64;
                        verdicts.push((checked.run.conclusion.verdict(), said));
                    }
                    Err(failure) => verdicts.push((Verdict::Unknown, format!("{failure:?}"))),
                }
            }
            let none = tally.good + tally.bad + tally.skipped == 0;
            let agrees = |verdict: Verdict| match verdict {
                Verdict::Holds => tally.bad == 0,
                Verdict::Violated => tally.bad > 0 || !is_whole,
                Verdict::Unknown => none,
            };
            let same = verdicts[0].0 == verdicts[1].0 || none;
            if !same || !verdicts.iter().all(|&(verdict, _)| agrees(verdict)) {
                let problem = format!("{name}.method{method}, {nodes} nodes: {verdicts:?}, {tally:?}");
                summary.problems.push(problem);
            }
            if is_whole {
                summary.whole[nodes] += 1;
                match verdicts[0].0 {
                    _ if none => summary.empty += 1,
                    Verdict::Violated => summary.violated += 1,
                    Verdict::Holds | Verdict::Unknown => summary.holds += 1,
                }
                break;
            }
        }
    }
}

/// Checks classes, and compares.
fn run(seed: u64, count: u64) -> Summary {
    let generated: Vec<Generated> = (0..count).map(|index| class(seed, index)).collect();
    let sources: Vec<(String, String)> =
        generated.iter().map(|class| (class.name.clone(), class.source.clone())).collect();
    let classes = sources_with_api(&sources);
    let mut summary = Summary::default();
    for class in &generated {
        let problems = summary.problems.len();
        compare(class, &classes, &mut summary);
        if summary.problems.len() > problems {
            summary.problems.push(class.source.clone());
        }
    }
    summary
}

fn agree(seed: u64) {
    let summary = run(seed, 6);
    assert!(summary.problems.is_empty(), "{}", summary.problems.join("\n"));
    assert!(summary.holds >= 8 && summary.violated >= 12, "{summary:?}");
    assert!(summary.executions > 10_000 && summary.learned > 20, "{summary:?}");
    assert!(summary.whole[3] >= 30, "{summary:?}");
}

#[test]
fn random_methods() {
    agree(2026);
}

#[test]
fn other_random_methods() {
    agree(1116);
}
