//! The experiments of M. d'Amorim, S. Lauterburg and D. Marinov (*Delta Execution*, IEEE TSE 34(5),
//! 2008), tables 1 to 4, on our subjects.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

use super::{Figures, MODES, Run, Table, median, number, ratio};
use crate::bench::record::Place;
use crate::bench::{build, compile};

/// How much of it is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// Every row.
    All,
    /// The smallest bound of each subject.
    Quick,
}

/// The subjects: as the paper calls them, and their classes.
const SUBJECTS: [(&str, &str); 10] = [
    ("binheap", "Binheap"),
    ("bst", "Bst"),
    ("deque", "Deque"),
    ("fibheap", "Fibheap"),
    ("filesystem", "FileSystem"),
    ("heaparray", "HeapArray"),
    ("queue", "Queue"),
    ("stack", "Stack"),
    ("treemap", "TreeMap"),
    ("ubstack", "Ubstack"),
];

const AODV: &str = "aodv";

/// The paper shows one of three faulty variants, and explores on behind a loop; so do we.
const AODV_CLASS: &str = "AodvKeepsSequence";

/// How many orders of calls the paper's table 3 is about.
pub const ORDERS: u64 = 10;

/// The longest that one run may take.
const TIME: &str = "1h";

/// Everything that was run.
#[derive(Clone, Debug)]
pub struct Results {
    figures: [Figures; 4],
    /// Tables 1 and 2.
    pub exhaustive: Vec<Run>,
    /// Table 3, one for each order.
    pub matching: Vec<Run>,
    /// Table 4.
    pub aodv: Vec<Run>,
}

/// Builds the tool, compiles the subjects and runs the experiments, with so many orders of calls in table 3.
/// `tell` hears what is done.
pub fn run(root: &Path, extent: Extent, orders: u64, tell: &mut dyn FnMut(&str)) -> io::Result<Results> {
    let tool = build(root, tell)?;
    let classes = std::env::temp_dir().join(format!("glassbox-tables-{}", std::process::id()));
    std::fs::create_dir_all(&classes)?;
    let names = SUBJECTS.iter().map(|(_, class)| *class).chain(["Aodv"]);
    let sources = names.map(|class| root.join(format!("bench/subjects/{class}.java")));
    compile(&tool, sources, &classes)?;
    let result = experiments(root, &tool, &classes, extent, orders, tell);
    std::fs::remove_dir_all(&classes)?;
    result
}

fn experiments(
    root: &Path,
    tool: &Path,
    classes: &Path,
    extent: Extent,
    orders: u64,
    tell: &mut dyn FnMut(&str),
) -> io::Result<Results> {
    let figures = |table: u32| Figures::read(root, &format!("seed001_table{table}.csv"));
    let figures = [figures(1)?, figures(2)?, figures(3)?, figures(4)?];
    let (mut exhaustive, mut matching, mut aodv) = (Vec::new(), Vec::new(), Vec::new());
    for (subject, n) in chosen(&figures[0], extent) {
        for mode in MODES {
            tell(&format!("{subject}, N = {n}, {mode}"));
            exhaustive.push(super::run(tool, subject, n, mode, arguments(classes, subject, n))?);
        }
    }
    for (subject, n) in chosen(&figures[2], extent) {
        for mode in MODES {
            tell(&format!("{subject}, N = {n}, {mode}, {orders} orders of calls"));
            for seed in 1..=orders {
                let mut arguments = arguments(classes, subject, n);
                arguments.extend(["--match", "shape", "--seed", &seed.to_string()].map(String::from));
                matching.push(super::run(tool, subject, n, mode, arguments)?);
            }
        }
    }
    for (subject, n) in chosen(&figures[3], extent) {
        for mode in MODES {
            tell(&format!("{subject}, N = {n}, {mode}"));
            aodv.push(super::run(tool, subject, n, mode, arguments(classes, subject, n))?);
        }
    }
    Ok(Results { figures, exhaustive, matching, aodv })
}

/// The rows of a table that are run.
fn chosen(figures: &Figures, extent: Extent) -> Vec<(&'static str, u32)> {
    let known = SUBJECTS.iter().map(|(subject, _)| *subject).chain([AODV]);
    let all = figures.experiments();
    let rows = known.flat_map(|subject| {
        let bounds = all.iter().filter(move |(other, _)| *other == subject).map(|(_, n)| *n);
        let count = match extent {
            Extent::All => usize::MAX,
            Extent::Quick => 1,
        };
        bounds.take(count).map(move |n| (subject, n))
    });
    rows.collect()
}

/// What the tool is asked for a subject.
fn arguments(classes: &Path, subject: &str, n: u32) -> Vec<String> {
    let class = SUBJECTS.iter().find(|(other, _)| *other == subject).map_or(AODV_CLASS, |(_, class)| *class);
    let file = classes.join(format!("{class}.class")).to_string_lossy().into_owned();
    let mut arguments = vec!["explore".to_string(), file, "--length".to_string(), n.to_string()];
    let mut add = |more: &[&str]| arguments.extend(more.iter().map(ToString::to_string));
    if subject == AODV {
        add(&["--values", "0..2", "--invariant", "--all", "--set", "Aodv.inFlight"]);
        for method in ["request", "deliver", "lose", "duplicate"] {
            add(&["--domain", &format!("{method}.1=0,1")]);
        }
    } else {
        add(&["--values", &format!("1..{n}")]);
    }
    if subject == "filesystem" {
        for method in ["mkdir", "rmdir", "create", "unlink", "write", "read"] {
            add(&["--domain", &format!("{method}.1=0..5")]);
        }
    }
    add(&["--time", TIME]);
    arguments
}

/// The runs of an experiment in a mode.
fn of<'a>(runs: &'a [Run], subject: &str, n: u32, mode: &str) -> Vec<&'a Run> {
    runs.iter().filter(|run| run.subject == subject && run.n == n && run.mode == mode).collect()
}

/// The sum of a number over runs, if all have it.
fn sum(runs: &[&Run], name: &str) -> Option<f64> {
    let all: Option<Vec<f64>> = runs.iter().map(|run| run.stat(name)).collect();
    all.filter(|all| !all.is_empty()).map(|all| all.iter().sum())
}

/// The sum as people read it: a star if a run did not come to its end, a dash if there is none.
fn total(runs: &[&Run], name: &str, digits: usize) -> String {
    if runs.iter().any(|run| run.stats.is_none()) { "*".to_string() } else { number(sum(runs, name), digits) }
}

fn megabytes(runs: &[&Run]) -> String {
    number(sum(runs, "peak_bytes").map(|bytes| bytes / 1e6), 0)
}

fn mean(runs: &[&Run], name: &str) -> Option<f64> {
    sum(runs, name).map(|sum| sum / runs.len() as f64)
}

/// The experiments that were run, in order.
fn experiments_of(runs: &[Run]) -> Vec<(&'static str, u32)> {
    let mut all: Vec<_> = runs.iter().map(|run| (run.subject, run.n)).collect();
    all.dedup();
    all
}

impl Results {
    /// All tables, as Markdown.
    pub fn tables(&self) -> String {
        let mut text = String::new();
        for (title, table) in [
            ("Table 1: exhaustive exploration", self.totals()),
            ("Table 2: where the time goes", self.parts(&self.exhaustive, &self.figures[1])),
            ("Table 3: abstract matching", self.abstract_matching()),
            ("Table 4: AODV", self.routing()),
        ] {
            let _ = writeln!(text, "## {title}\n\n{table}");
        }
        text += "Times are in seconds, memory is in MB. *JPF* and *BOX* are the published figures of the two model checkers, on \
                 a Pentium IV with 3.4 GHz; *std* is standard execution, *Δ* is Delta Execution; `*` is out of time or memory.\n";
        text
    }

    fn totals(&self) -> String {
        let figures = &self.figures[0];
        let mut table = Table::new(&[
            "subject",
            "N",
            "JPF std",
            "JPF Δ",
            "BOX std",
            "BOX Δ",
            "ours std",
            "ours Δ",
            "std/Δ",
            "JPF",
            "BOX",
            "MB std",
            "MB Δ",
            "states",
            "published",
            "executions std",
            "published",
            "executions Δ",
            "published",
        ]);
        let mut ratios = Vec::new();
        for (subject, n) in experiments_of(&self.exhaustive) {
            let [std, delta] = both(&self.exhaustive, subject, n);
            let published = |name| figures.get(subject, n, name).to_string();
            let faster = ratio(sum(&std, "seconds"), sum(&delta, "seconds"));
            ratios.extend(faster);
            table.row(vec![
                subject.to_string(),
                n.to_string(),
                published("jpf_std_s"),
                published("jpf_delta_s"),
                published("box_std_s"),
                published("box_delta_s"),
                total(&std, "seconds", 2),
                total(&delta, "seconds", 2),
                number(faster, 2),
                published("jpf_speedup"),
                published("box_speedup"),
                megabytes(&std),
                megabytes(&delta),
                total(&std, "states", 0),
                published("states"),
                total(&std, "executions", 0),
                published("executions_std"),
                total(&delta, "paths", 0),
                published("executions_delta"),
            ]);
        }
        let mut text = table.finish();
        if let Some(median) = median(ratios) {
            let _ = writeln!(
                text,
                "\nThe median of std/Δ is {median:.2}; published: JPF 5.60, BOX 2.23. Executions Δ are paths: ours of \
                 batches of about a thousand states, theirs of whole levels."
            );
        }
        text
    }

    /// Execution, comparison, backtracking and merging, for each mode.
    fn parts(&self, runs: &[Run], figures: &Figures) -> String {
        const PARTS: [(&str, &str); 4] = [
            ("exec", "execution_seconds"),
            ("comp", "comparison_seconds"),
            ("back", "backtracking_seconds"),
            ("merge", "merging_seconds"),
        ];
        let mut table = Table::new(&[
            "subject",
            "N",
            "mode",
            "execution",
            "comparison",
            "backtracking",
            "merging",
            "JPF execution",
            "comparison",
            "backtracking",
            "merging",
            "BOX execution",
            "comparison",
            "backtracking",
            "merging",
        ]);
        for (subject, n) in experiments_of(runs) {
            for (mode, short) in MODES.iter().zip(["std", "delta"]) {
                let runs = of(runs, subject, n, mode);
                let mut row = vec![subject.to_string(), n.to_string(), (*mode).to_string()];
                row.extend(PARTS.iter().map(|(_, stat)| total(&runs, stat, 2)));
                for tool in ["jpf", "box"] {
                    row.extend(PARTS.iter().map(|(part, _)| {
                        figures.get(subject, n, &format!("{tool}_{short}_{part}_s")).to_string()
                    }));
                }
                table.row(row);
            }
        }
        table.finish()
    }

    fn abstract_matching(&self) -> String {
        let figures = &self.figures[2];
        let mut table = Table::new(&[
            "subject",
            "N",
            "JPF std",
            "JPF Δ",
            "ours std",
            "ours Δ",
            "std/Δ",
            "JPF",
            "states std",
            "published",
            "states Δ",
            "published",
            "executions std",
            "published",
            "executions Δ",
            "published",
            "branches",
        ]);
        let mut orders = 0;
        for (subject, n) in experiments_of(&self.matching) {
            let [std, delta] = both(&self.matching, subject, n);
            orders = orders.max(std.len());
            let published = |name| figures.get(subject, n, name).to_string();
            let covered = ratio(mean(&std, "branches_covered"), mean(&std, "branches"));
            table.row(vec![
                subject.to_string(),
                n.to_string(),
                published("std_s"),
                published("delta_s"),
                total(&std, "seconds", 2),
                total(&delta, "seconds", 2),
                number(ratio(sum(&std, "seconds"), sum(&delta, "seconds")), 2),
                published("speedup"),
                number(mean(&std, "states"), 0),
                published("std_states"),
                number(mean(&delta, "states"), 0),
                published("delta_states"),
                total(&std, "executions", 0),
                published("std_executions"),
                total(&delta, "paths", 0),
                published("delta_executions"),
                covered.map_or("-".to_string(), |covered| format!("{:.1} %", covered * 100.0)),
            ]);
        }
        let mut text = table.finish();
        let _ = writeln!(
            text,
            "\nOver {orders} orders of calls: times and executions are sums, states and the part of the branches that were \
             executed are means. The published executions of binheap are those of ten orders as well (30 states, 60 calls \
             on each, ten times); how the published states were counted over the orders is not said."
        );
        text
    }

    fn routing(&self) -> String {
        let figures = &self.figures[3];
        let mut table = Table::new(&[
            "subject",
            "N",
            "mode",
            "total",
            "execution",
            "comparison",
            "backtracking",
            "merging",
            "MB",
            "JPF total",
            "execution",
            "comparison",
            "backtracking",
            "merging",
            "states",
            "published",
        ]);
        for (subject, n) in experiments_of(&self.aodv) {
            for (mode, short) in MODES.iter().zip(["std", "delta"]) {
                let runs = of(&self.aodv, subject, n, mode);
                let published =
                    |part: &str| figures.get(subject, n, &format!("{short}_{part}_s")).to_string();
                let mut row = vec![subject.to_string(), n.to_string(), (*mode).to_string()];
                for stat in [
                    "seconds",
                    "execution_seconds",
                    "comparison_seconds",
                    "backtracking_seconds",
                    "merging_seconds",
                ] {
                    row.push(total(&runs, stat, 2));
                }
                row.push(megabytes(&runs));
                row.extend(["total", "exec", "comp", "back", "merge"].map(published));
                row.push(total(&runs, "states", 0));
                row.push(figures.get(subject, n, "states").to_string());
                table.row(row);
            }
        }
        let mut text = table.finish();
        let _ = writeln!(
            text,
            "\nOurs is {AODV_CLASS} of `bench/subjects/Aodv.java`, a smaller program than the published one: three nodes, two \
             messages in flight, whose order is no part of a state."
        );
        text
    }

    /// Writes the tables and every run into the directory of the day and gives its path.
    pub fn write(&self, root: &Path, place: &Place) -> io::Result<PathBuf> {
        let runs: Vec<&Run> = self.exhaustive.iter().chain(&self.matching).chain(&self.aodv).collect();
        super::write(
            root,
            "seed001",
            "Delta Execution, the published experiments",
            &self.tables(),
            &runs,
            place,
        )
    }
}

/// The runs of an experiment in standard and in delta execution.
fn both<'a>(runs: &'a [Run], subject: &str, n: u32) -> [Vec<&'a Run>; 2] {
    ["standard", "delta"].map(|mode| of(runs, subject, n, mode))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn figures() -> [Figures; 4] {
        [1, 2, 3, 4].map(|table| Figures::read(&crate::root(), &format!("seed001_table{table}.csv")).unwrap())
    }

    #[test]
    fn every_row_of_the_paper_has_its_run() {
        let figures = figures();
        let counts = [30, 30, 12, 5];
        for (table, count) in figures.iter().zip(counts) {
            assert_eq!(chosen(table, Extent::All).len(), count);
        }
        assert_eq!(chosen(&figures[0], Extent::Quick).len(), 10);
        assert_eq!(
            chosen(&figures[2], Extent::Quick),
            [("binheap", 28), ("bst", 20), ("fibheap", 28), ("treemap", 20)]
        );
        assert_eq!(figures[0].get("heaparray", 9, "jpf_delta_s"), "21.49");
        assert_eq!(figures[0].get("heaparray", 99, "jpf_delta_s"), "-");
        assert_eq!(figures[1].get("treemap", 14, "box_delta_merge_s"), "9.13");
        for (_, class) in SUBJECTS {
            assert!(crate::root().join(format!("bench/subjects/{class}.java")).is_file(), "{class}");
        }
    }

    #[test]
    fn the_tables_have_ours_beside_theirs() {
        let run = |subject, n, mode, seconds: f64| {
            let names =
                ["states", "executions", "peak_bytes", "execution_seconds", "branches", "branches_covered"];
            let stats: BTreeMap<&str, f64> =
                names.into_iter().zip([46960.0, 845_280.0, 5e7, 0.125, 30.0, 27.0]).collect();
            let stats = stats.into_iter().chain([("seconds", seconds)]).collect();
            Run { subject, n, mode, arguments: Vec::new(), stats: Some(stats) }
        };
        let stopped = Run { stats: None, ..run("deque", 8, "standard", 1.0) };
        let results = Results {
            figures: figures(),
            exhaustive: vec![run("bst", 9, "standard", 0.5), run("bst", 9, "delta", 0.25), stopped],
            matching: vec![run("bst", 20, "standard", 1.0), run("bst", 20, "standard", 2.0)],
            aodv: vec![run("aodv", 6, "standard", 0.1)],
        };
        let text = results.tables();
        let expected = "| bst | 9 | 44.02 | 7.86 | 2.42 | 1.53 | 0.50 | 0.25 | 2.00 | 5.60 | 1.59 | 50 | 50 | 46960 | 46960 |";
        assert!(text.contains(expected), "{text}");
        assert!(
            text.contains("| bst | 9 | standard | 0.12 | - | - | - | 20.44 | 4.20 | 19.39 | - |"),
            "{text}"
        );
        assert!(
            text.contains("| bst | 20 | 549.85 | 90.86 | 3.00 | - | - | 6.05 | 46960 | 166064 |"),
            "{text}"
        );
        assert!(text.contains("90.0 %"), "{text}");
        assert!(text.contains("| deque | 8 | 54.70 | 4.13 | 2.20 | 0.77 | * | - | - |"), "{text}");
        assert!(text.contains("| aodv | 6 | standard | 0.10 | 0.12 |"), "{text}");
        assert!(text.contains("The median of std/Δ is 2.00"), "{text}");
    }
}
