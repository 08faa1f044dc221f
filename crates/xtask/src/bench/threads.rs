//! What a search over interleavings costs against the number of threads: dining philosophers, with and without what the search
//! can leave out.
//!
//! Every size is a program of its own, `Philosophers.java` with another number in it, or `Table.java`, whose philosophers eat for ever. A search goes through all its states, also
//! behind the first deadlock, or ends there; one thread of the tool works. Of several runs the one counts whose search took least.

use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::record::Place;
use super::{Stats, quickest};
use crate::measure::{Memory, measure, stat};
use crate::tables::{Run, Table, number, ratio, write as write_runs};

/// A program, and how the number of philosophers stands in it: before the number, and the number.
struct Program {
    class: &'static str,
    before: &'static str,
    size: u32,
}

const LEAVING: Program = Program { class: "Philosophers", before: "COUNT = ", size: 3 };
const STAYING: Program = Program { class: "Table", before: "Integer.parseInt(args[0]) : ", size: 3 };

impl Program {
    /// Its text with another number.
    fn sized(&self, root: &Path, size: u32) -> io::Result<String> {
        let text = std::fs::read_to_string(root.join(format!("bench/subjects/threads/{}.java", self.class)))?;
        let own = format!("{}{};", self.before, self.size);
        assert_eq!(text.matches(&own).count(), 1, "the program should have its size in it once");
        Ok(text.replace(&own, &format!("{}{size};", self.before)))
    }
}

/// So many philosophers there are, if nobody says otherwise.
pub const SIZES: RangeInclusive<u32> = 2..=7;

/// What is left out, as the line of a drawing is called, the program, and the options for it.
const WAYS: [(&str, &Program, &[&str]); 7] = [
    ("no reduction", &LEAVING, &["--search", "bfs", "--reduction", "none", "--all"]),
    ("sharing", &LEAVING, &["--search", "bfs", "--reduction", "sharing", "--all"]),
    ("full reduction", &LEAVING, &["--search", "dfs", "--reduction", "full", "--all"]),
    ("sharing, to the deadlock", &LEAVING, &["--search", "bfs", "--reduction", "sharing"]),
    ("full reduction, to the deadlock", &LEAVING, &["--search", "dfs", "--reduction", "full"]),
    ("for ever, no reduction, to the deadlock", &STAYING, &["--search", "bfs", "--reduction", "none"]),
    ("for ever, full reduction, to the deadlock", &STAYING, &["--search", "dfs", "--reduction", "full"]),
];

/// What Java PathFinder was measured to need on a machine with two cores.
const OTHERS: &str = "*For ever* are philosophers who never leave the table, so that no thread ends. Java PathFinder, breadth-first to the deadlock of six: \
                      103,369 states, 27 seconds of the processor, 3.1 GB; it has points of change as *sharing* has, and ends of threads are one step there";

/// What is kept of the statistics of a run.
const KEPT: [&str; 7] = ["seconds", "peak_bytes", "states", "transitions", "steps", "store_bytes", "threads"];

/// The longest that one run may take.
const TIME: &str = "300s";

/// Runs a binary on every size in every way.
pub fn run(
    tool: &Path,
    root: &Path,
    sizes: RangeInclusive<u32>,
    runs: usize,
    tell: &mut dyn FnMut(&str),
) -> io::Result<Vec<Run>> {
    let directory = std::env::temp_dir().join(format!("glassbox-bench-threads-{}", std::process::id()));
    std::fs::create_dir_all(&directory)?;
    let mut all: Vec<Run> = Vec::new();
    for size in sizes {
        let own = directory.join(size.to_string());
        std::fs::create_dir_all(&own)?;
        for program in [&LEAVING, &STAYING] {
            let source = own.join(format!("{}.java", program.class));
            std::fs::write(&source, program.sized(root, size)?)?;
            super::compile(tool, std::iter::once(source), &own)?;
        }
        for (subject, program, options) in WAYS {
            tell(&format!("{size} philosophers, {subject}"));
            let mut arguments = vec!["check".to_string()];
            arguments.push(own.join(format!("{}.class", program.class)).to_string_lossy().into_owned());
            arguments.extend(["--engine", "threads", "--jobs", "1"].map(String::from));
            arguments.extend(options.iter().copied().map(String::from));
            arguments.extend(["--time", TIME, "--format", "json"].map(String::from));
            // What a smaller one had no time for, a larger one has not either.
            let hopeless = all.iter().any(|run| run.subject == subject && run.stats.is_none());
            let stats = quickest(if hopeless { 0 } else { runs.max(1) }, "search_seconds", || {
                let mut command = Command::new(tool);
                let (_, report) = measure(command.args(&arguments), Memory::Unwatched, &[0, 1, 3])?;
                Ok(stats(&report))
            })?;
            all.push(Run { subject, n: size, mode: "threads", arguments, stats });
        }
    }
    std::fs::remove_dir_all(&directory)?;
    Ok(all)
}

/// The figures of a run; none if a budget ended it.
fn stats(report: &str) -> Option<Stats> {
    let spaced = report.replace("\": \"", "\":\"");
    let stopped =
        ["time", "memory", "unexplored"].iter().any(|kind| spaced.contains(&format!("\"kind\":\"{kind}\"")));
    let mut stats: Stats = KEPT.into_iter().filter_map(|name| Some((name, stat(report, name)?))).collect();
    stats.insert("search_seconds", crate::measure::phase(report, "search")?);
    (!stopped).then_some(stats)
}

/// The table that people read, as Markdown.
pub fn table(runs: &[Run]) -> String {
    let mut table = Table::new(&[
        "philosophers",
        "left out",
        "states",
        "transitions",
        "states/s",
        "bytes/state",
        "search s",
        "whole s",
        "peak MB",
    ]);
    for run in runs {
        let rate = ratio(run.stat("states"), run.stat("search_seconds"));
        table.row(vec![
            run.n.to_string(),
            run.subject.to_string(),
            number(run.stat("states"), 0),
            number(run.stat("transitions"), 0),
            number(rate, 0),
            number(ratio(run.stat("store_bytes"), run.stat("states")), 1),
            number(run.stat("search_seconds"), 3),
            number(run.stat("seconds"), 3),
            number(run.stat("peak_bytes").map(|bytes| bytes / 1e6), 1),
        ]);
    }
    format!(
        "{}\nA dash is a run that did not end within {TIME}. *Sharing* is `--reduction sharing` breadth-first, *full reduction* is \
         `--reduction full` depth-first; one thread of the tool works. {OTHERS}.\n",
        table.finish()
    )
}

/// Writes `threads.json` and `threads.md` into the directory of the day, and gives its path.
pub fn write(root: &Path, runs: &[Run], place: &Place) -> io::Result<PathBuf> {
    let all: Vec<&Run> = runs.iter().collect();
    write_runs(root, "threads", "Threads: dining philosophers", &table(runs), &all, place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_programs_have_the_size_in_them() {
        for program in [&LEAVING, &STAYING] {
            let text = program.sized(&crate::root(), 17).expect("the program is there");
            assert_eq!(text.matches("17;").count(), 1);
        }
    }

    #[test]
    fn runs_become_rows() {
        let report = |more: &str| {
            format!(
                r#"{{"reasons": [{more}], "stats": {{"states": 200, "store_bytes": 5000, "seconds": 2.5, "peak_bytes": 30000000}},
                     "phases": [{{"name": "search", "seconds": 0.5}}]}}"#
            )
        };
        assert_eq!(stats(&report(r#"{"kind": "time"}"#)), None);
        let run = |stats| Run { subject: "sharing", n: 4, mode: "threads", arguments: Vec::new(), stats };
        let shown = table(&[run(stats(&report(""))), run(None)]);
        assert!(shown.contains(OTHERS), "{shown}");
        assert!(shown.contains("| 4 | sharing | 200 | - | 400 | 25.0 | 0.500 | 2.500 | 30.0 |"), "{shown}");
        assert!(shown.contains("| 4 | sharing | - | - | - | - | - | - | - |"), "{shown}");
    }
}
