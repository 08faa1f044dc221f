//! What a check of a method costs against the scope, with specifications that are learned and with everything inlined.
//!
//! The methods are some whose properties hold, so that nothing ends early. Of several runs the one counts whose check took least.

use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::record::Place;
use super::{Stats, quickest};
use crate::measure::{Memory, measure, phase, stat};
use crate::tables::{Run, Table, number, write as write_runs};

/// The methods; each is in the file of its class.
const METHODS: [&str; 3] = ["Set.intersect", "SpliceList.spliceAll", "DirectoryTree.moveNoCircle"];

/// So many objects of each class there are, if nobody says otherwise.
pub const SCOPES: RangeInclusive<u32> = 2..=6;

/// How callees take part, and the options for it.
const WAYS: [(&str, &[&str]); 2] = [("learned", &[]), ("inlined", &["--inline"])];

/// What is kept of the statistics of a run.
const KEPT: [&str; 9] = [
    "seconds",
    "peak_bytes",
    "calls",
    "opened",
    "refinements",
    "variables",
    "clauses",
    "conflicts",
    "solver_seconds",
];

/// The longest that one run may take.
const TIME: &str = "60s";

/// Runs a binary on every method in every scope, both ways.
pub fn run(
    tool: &Path,
    root: &Path,
    scopes: RangeInclusive<u32>,
    runs: usize,
    tell: &mut dyn FnMut(&str),
) -> io::Result<Vec<Run>> {
    let mut all: Vec<Run> = Vec::new();
    for subject in METHODS {
        let (class, _) = subject.split_once('.').expect("methods have classes");
        for scope in scopes.clone() {
            for (mode, options) in WAYS {
                tell(&format!("{subject}, scope {scope}, {mode}"));
                let mut arguments = vec!["check".to_string(), format!("bench/subjects/infer/{class}.java")];
                arguments.extend(["--engine", "infer", "--method", subject].map(String::from));
                arguments.extend(["--scope".to_string(), scope.to_string()]);
                arguments.extend(options.iter().map(ToString::to_string));
                arguments.extend(["--time", TIME, "--format", "json"].map(String::from));
                // What a smaller scope had no time for, a larger one has not either.
                let same = |run: &&Run| run.subject == subject && run.mode == mode;
                let hopeless = all.iter().filter(same).any(|run| run.stats.is_none());
                let stats = quickest(if hopeless { 0 } else { runs.max(1) }, "method_seconds", || {
                    let mut command = Command::new(tool);
                    let command = command.args(&arguments).current_dir(root);
                    let (_, report) = measure(command, Memory::Unwatched, &[0, 3])?;
                    Ok(stats(&report))
                })?;
                all.push(Run { subject, n: scope, mode, arguments, stats });
            }
        }
    }
    Ok(all)
}

/// The figures of a run; none if it does not hold.
fn stats(report: &str) -> Option<Stats> {
    let holds = report.replace("\": \"", "\":\"").contains("\"verdict\":\"holds\"");
    let mut stats: Stats = KEPT.into_iter().filter_map(|name| Some((name, stat(report, name)?))).collect();
    stats.insert("method_seconds", phase(report, "check")?);
    holds.then_some(stats)
}

/// The table that people read, as Markdown.
pub fn table(runs: &[Run]) -> String {
    let mut table = Table::new(&[
        "method",
        "scope",
        "callees",
        "calls",
        "opened",
        "refinements",
        "variables",
        "clauses",
        "conflicts",
        "solver s",
        "check s",
        "peak MB",
    ]);
    for run in runs {
        let count = |name: &str| number(run.stat(name), 0);
        table.row(vec![
            run.subject.to_string(),
            run.n.to_string(),
            run.mode.to_string(),
            count("calls"),
            count("opened"),
            count("refinements"),
            count("variables"),
            count("clauses"),
            count("conflicts"),
            number(run.stat("solver_seconds"), 3),
            number(run.stat("method_seconds"), 3),
            number(run.stat("peak_bytes").map(|bytes| bytes / 1e6), 1),
        ]);
    }
    format!("{}\nA dash is a run that did not end within {TIME}.\n", table.finish())
}

/// Writes `infer.json` and `infer.md` into the directory of the day, and gives its path.
pub fn write(root: &Path, runs: &[Run], place: &Place) -> io::Result<PathBuf> {
    let all: Vec<&Run> = runs.iter().collect();
    write_runs(root, "infer", "Methods against the scope", &table(runs), &all, place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_methods_are_there() {
        for subject in METHODS {
            let (class, method) = subject.split_once('.').expect("methods have classes");
            let file = crate::root().join(format!("bench/subjects/infer/{class}.java"));
            let text = std::fs::read_to_string(file).expect("the class is there");
            assert!(text.contains(&format!(" {method}(")), "{subject}");
        }
    }

    #[test]
    fn runs_become_rows() {
        let report = |verdict: &str| {
            format!(
                r#"{{"verdict": "{verdict}", "stats": {{"calls": 7, "clauses": 200, "solver_seconds": 0.25, "peak_bytes": 30000000}},
                     "phases": [{{"name": "check", "seconds": 0.5}}]}}"#
            )
        };
        assert_eq!(stats(&report("unknown")), None);
        let run =
            |stats| Run { subject: "Set.intersect", n: 4, mode: "learned", arguments: Vec::new(), stats };
        let shown = table(&[run(stats(&report("holds"))), run(None)]);
        assert!(
            shown
                .contains("| Set.intersect | 4 | learned | 7 | - | - | - | 200 | - | 0.250 | 0.500 | 30.0 |"),
            "{shown}"
        );
        assert!(
            shown.contains("| Set.intersect | 4 | learned | - | - | - | - | - | - | - | - | - |"),
            "{shown}"
        );
    }
}
