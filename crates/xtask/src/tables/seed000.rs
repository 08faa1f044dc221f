//! The experiments of P. T. Darga and C. Boyapati (*Efficient Software Model Checking of Data Structure
//! Properties*, OOPSLA 2006), figures 21 and 23 to 26, on our subjects.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Figures, Run, Table, number};
use crate::bench::build;
use crate::bench::record::Place;
use crate::measure::{Memory, measure, phase, stat};

/// What is checked: as the paper calls it, our class, and the options that bound it, for each number of a bound.
struct Subject {
    name: &'static str,
    class: &'static str,
    options: &'static [&'static str],
    /// Bounds beyond those of the paper.
    beyond: &'static [&'static str],
}

const SUBJECTS: [Subject; 5] = [
    Subject { name: "Stack", class: "LinkedStack", options: &["--size"], beyond: &["1000"] },
    Subject { name: "Queue", class: "TwoStackQueue", options: &["--size"], beyond: &["1000"] },
    Subject { name: "HeapArray", class: "ArrayHeap", options: &["--size"], beyond: &["16", "20", "24"] },
    Subject { name: "RedBlackTree", class: "RedBlackTree", options: &["--height"], beyond: &["8", "9"] },
    Subject { name: "FileSystem", class: "FileTree", options: &["--degree", "--height"], beyond: &["6/4"] },
];

impl Subject {
    /// The options for a bound, such as `3` or `4/2`.
    fn bounded(&self, bound: &str) -> Vec<String> {
        let numbers = self.options.iter().zip(bound.split('/'));
        numbers.flat_map(|(option, number)| [option.to_string(), number.to_string()]).collect()
    }

    /// The line of a drawing that a bound belongs to, and where on it: the height of a file system makes lines of their own.
    fn line(&self, bound: &str) -> (u32, &'static str) {
        let (first, second) = bound.split_once('/').unwrap_or((bound, ""));
        let line = match second {
            "2" => "FileSystem, height 2",
            "3" => "FileSystem, height 3",
            "4" => "FileSystem, height 4",
            "5" => "FileSystem, height 5",
            _ => self.name,
        };
        (first.parse().unwrap_or(0), line)
    }
}

/// What is kept of the statistics of a run.
const KEPT: [&str; 11] = [
    "seconds",
    "peak_bytes",
    "transitions",
    "states",
    "structures",
    "candidates",
    "executions",
    "bdd_nodes",
    "bdd_most",
    "bdd_size_initial",
    "steps",
];

/// The longest that one run may take.
const TIME: &str = "120s";

/// Baselines are run on structures for which the paper has at most so many transitions.
const MOST_TRANSITIONS: f64 = 700_000.0;

/// What the experiments gave.
pub struct Results {
    /// The tables.
    pub tables: String,
    /// Every run.
    runs: Vec<Run>,
}

/// Runs the tool.
struct Tool<'r> {
    path: PathBuf,
    root: &'r Path,
    runs: Vec<Run>,
}

impl Tool<'_> {
    /// Checks a subject within a bound.
    fn run(&mut self, of: &Subject, engine: &'static str, bound: &str, more: &[&str]) -> io::Result<Run> {
        let mut arguments = vec!["check".to_string(), format!("bench/subjects/{}.java", of.class)];
        arguments.extend(["--engine", engine, "--time", TIME, "--format", "json"].map(String::from));
        arguments.extend(of.bounded(bound));
        arguments.extend(more.iter().map(ToString::to_string));
        let mut command = Command::new(&self.path);
        command.current_dir(self.root).args(&arguments);
        let (_, report) = measure(&mut command, Memory::Unwatched, &[0, 3])?;
        // A run that a budget ended is no figure.
        let whole =
            !["\"time\"", "\"memory\""].iter().any(|kind| report.contains(&format!("\"kind\": {kind}")));
        let (n, subject) = of.line(bound);
        let run = Run { subject, n, mode: engine, arguments, stats: whole.then(|| stats(&report)) };
        self.runs.push(run.clone());
        Ok(run)
    }
}

fn stats(report: &str) -> BTreeMap<&'static str, f64> {
    let mut stats: BTreeMap<&'static str, f64> =
        KEPT.into_iter().filter_map(|name| Some((name, stat(report, name)?))).collect();
    stats.extend(phase(report, "check").map(|seconds| ("check_seconds", seconds)));
    stats
}

/// Builds the tool, runs the experiments, and draws the tables. `tell` hears what is done.
pub fn run(root: &Path, quick: bool, tell: &mut dyn FnMut(&str)) -> io::Result<Results> {
    let mut tool = Tool { path: build(root, tell)?, root, runs: Vec::new() };
    let glass = Figures::read(root, "seed000_fig23.csv")?;
    let others = Figures::read(root, "seed000_baselines.csv")?;
    let mut text = trees(&mut tool, quick, tell)?;
    let mut explored = Table::new(&[
        "subject",
        "N",
        "transitions",
        "theirs",
        "seconds",
        "theirs",
        "JPF transitions",
        "JPF states",
        "JPF seconds",
    ]);
    text.push_str("## Figure 23: glass-box checking\n\n");
    let columns = [
        "subject",
        "N",
        "transitions",
        "theirs",
        "nodes",
        "theirs",
        "most nodes",
        "theirs",
        "seconds",
        "theirs",
        "MB",
    ];
    let mut table = Table::new(&columns);
    for of in &SUBJECTS {
        let subject = of.name;
        let published = glass.bounds(subject);
        let rows: Vec<&str> = match quick {
            true => published.take(3).collect(),
            false => published.chain(of.beyond.iter().copied()).collect(),
        };
        for n in rows {
            tell(&format!("{subject}, N = {n}"));
            let ours = tool.run(of, "glass", n, &[])?;
            let theirs = |name: &str| glass.get(subject, n, name).to_string();
            table.row(vec![
                subject.to_string(),
                n.to_string(),
                number(ours.stat("transitions"), 0),
                theirs("transitions"),
                number(ours.stat("bdd_nodes"), 0),
                theirs("bdd_nodes_total"),
                number(ours.stat("bdd_most"), 0),
                theirs("max_bdd_size"),
                number(ours.stat("check_seconds"), 3),
                theirs("time_total_s"),
                number(ours.stat("peak_bytes").map(|bytes| bytes / 1e6), 0),
            ]);
            let jpf = |name: &str| others.get(subject, n, name).to_string();
            if jpf("jpf_s") != "-" {
                explored.row(vec![
                    subject.to_string(),
                    n.to_string(),
                    number(ours.stat("transitions"), 0),
                    theirs("transitions"),
                    number(ours.stat("check_seconds"), 3),
                    theirs("time_total_s"),
                    jpf("jpf_transitions"),
                    jpf("jpf_states"),
                    jpf("jpf_s"),
                ]);
            }
        }
    }
    text.push_str(&table.finish());
    text.push_str(
        "\nSeconds are those of the check alone; compiling the class and starting take about one more. A red-black tree also gets \
         keys that fit between those it has when it is full, which the paper's keys 1 to 2^N - 1 do not have. FileSystem is our own model, with degree \
         and height as its bounds; paths are also `null`, empty, and too long.\n\n\
         ## Figure 24: glass-box checking and JPF\n\n",
    );
    text.push_str(&explored.finish());
    text.push_str(
        "\nThe figures of JPF are the paper's; it was not run here.\n\n\
         ## Figures 25 and 26: every operation on every state\n\n",
    );
    let columns = [
        "subject",
        "N",
        "states",
        "theirs",
        "transitions",
        "theirs",
        "seconds",
        "theirs",
        "Korat candidates",
        "theirs",
        "seconds",
        "theirs",
    ];
    let mut table = Table::new(&columns);
    for of in SUBJECTS.iter().filter(|of| of.options == ["--size"]) {
        let subject = of.name;
        for n in others.bounds(subject) {
            let theirs = |name: &str| others.get(subject, n, name).to_string();
            let transitions: f64 = theirs("blackbox_transitions").parse().unwrap_or(f64::INFINITY);
            if transitions > if quick { 1000.0 } else { MOST_TRANSITIONS } {
                continue;
            }
            tell(&format!("{subject}, N = {n}, black box and Korat"));
            let black = tool.run(of, "blackbox", n, &[])?;
            let korat = tool.run(of, "korat", n, &[])?;
            table.row(vec![
                subject.to_string(),
                n.to_string(),
                number(black.stat("states"), 0),
                theirs("blackbox_states"),
                number(black.stat("transitions"), 0),
                theirs("blackbox_transitions"),
                number(black.stat("check_seconds"), 3),
                theirs("blackbox_s"),
                number(korat.stat("candidates"), 0),
                theirs("korat_candidates"),
                number(korat.stat("check_seconds"), 3),
                theirs("korat_s"),
            ]);
        }
    }
    let _ = writeln!(text, "{}", table.finish());
    text.push_str(
        "Theirs are the paper's figures. What no invariant reads is not among our Korat's candidates.\n\n",
    );
    text.push_str(&generation(&tool, quick, tell)?);
    Ok(Results { tables: text, runs: tool.runs })
}

/// Figure 21: how many red-black trees there are, and how large the diagram of their set is.
fn trees(tool: &mut Tool<'_>, quick: bool, tell: &mut dyn FnMut(&str)) -> io::Result<String> {
    let figures = Figures::read(tool.root, "seed000_fig21.csv")?;
    let mut table = Table::new(&["height", "trees", "theirs", "nodes", "theirs"]);
    for (subject, n) in figures.experiments() {
        if quick && n > 3 {
            continue;
        }
        tell(&format!("{subject}, height {n}"));
        // A value in each node would be a factor.
        let more = ["--objects", "Object=0", "--methods", "get"];
        let ours = tool.run(&SUBJECTS[3], "glass", &n.to_string(), &more)?;
        // Not a run of the other figures.
        let of_trees = tool.runs.len() - 1;
        tool.runs[of_trees].subject = "RedBlackTree without values";
        table.row(vec![
            n.to_string(),
            number(ours.stat("structures"), 0),
            figures.get(subject, n, "trees").to_string(),
            number(ours.stat("bdd_size_initial"), 0),
            figures.get(subject, n, "bdd_size").to_string(),
        ]);
    }
    Ok(format!(
        "## Figure 21: sets of red-black trees\n\n{}\nOurs are the red-black trees with at most so many nodes on a path, counted by a recurrence over height \
         and black height in the tests; the paper does not say what its count leaves out or adds. The last digits of large numbers are rounded.\n\n",
        table.finish()
    ))
}

/// A class whose structures are generated, how many nodes they have, and what the public Korat needs for it on a machine with
/// two cores: candidates and seconds of processor time.
const GENERATED: [(&str, u32, f64, f64); 2] = [("SearchTree", 10, 155e6, 55.0), ("ArrayHeap", 9, 51e6, 5.6)];

/// Generation of all structures of a size, beside the public Korat.
fn generation(tool: &Tool<'_>, quick: bool, tell: &mut dyn FnMut(&str)) -> io::Result<String> {
    let columns =
        ["class", "nodes", "structures", "candidates", "theirs", "seconds", "theirs", "million/s", "theirs"];
    let mut table = Table::new(&columns);
    for (class, nodes, their_candidates, their_seconds) in GENERATED {
        let nodes = if quick { 4 } else { nodes };
        tell(&format!("{class}, {nodes} nodes, generated"));
        let mut command = Command::new(&tool.path);
        command.current_dir(tool.root).args(["generate", &format!("bench/subjects/{class}.java")]);
        let ran = command.args(["--size", &nodes.to_string(), "--count", "--verbose"]).output()?;
        // Such as "5 structures, 20 candidates, 300 operations, 0.01 s".
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        let told = |unit: &str| {
            let numbers = said.split([',', '\n']).filter_map(|part| part.trim().strip_suffix(unit));
            numbers.filter_map(|number| number.trim().parse::<f64>().ok()).next_back()
        };
        let (candidates, seconds) = (told("candidates"), told("s"));
        let rate = candidates.zip(seconds).map(|(candidates, seconds)| candidates / seconds / 1e6);
        let theirs = |figure: f64, digits| if quick { "-".to_string() } else { number(Some(figure), digits) };
        table.row(vec![
            class.to_string(),
            nodes.to_string(),
            number(told("structures"), 0),
            number(candidates, 0),
            theirs(their_candidates, 0),
            number(seconds, 2),
            theirs(their_seconds, 1),
            number(rate, 1),
            theirs(their_candidates / their_seconds / 1e6, 1),
        ]);
    }
    Ok(format!(
        "## Generation of all structures\n\n{}\nTheirs are of the public Korat on a machine with two cores, in processor time; ours are the time of the \
         whole run with one thread, compiling included. Candidates are questions to the invariant; ours goes on from where it was, and does not \
         ask about what the invariant has not read.\n",
        table.finish()
    ))
}

impl Results {
    /// Writes `seed000.json` and `seed000.md` into the directory of the day, and gives its path.
    pub fn write(&self, root: &Path, place: &Place) -> io::Result<PathBuf> {
        let runs: Vec<&Run> = self.runs.iter().collect();
        super::write(root, "seed000", "Glass-box checking of data structures", &self.tables, &runs, place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_and_subjects_are_there() {
        let glass = Figures::read(&crate::root(), "seed000_fig23.csv").expect("the figures are there");
        let others = Figures::read(&crate::root(), "seed000_baselines.csv").expect("the figures are there");
        assert_eq!(glass.get("RedBlackTree", 7, "transitions"), "7524");
        assert_eq!(others.get("HeapArray", 8, "blackbox_states"), "344571");
        for Subject { name, class, options, .. } in SUBJECTS {
            let mut bounds = glass.bounds(name).peekable();
            assert!(bounds.peek().is_some(), "{name}");
            assert!(bounds.all(|bound| bound.split('/').count() == options.len()), "{name}");
            assert!(crate::root().join(format!("bench/subjects/{class}.java")).is_file(), "{class}");
        }
        assert_eq!(SUBJECTS[4].bounded("3/2"), ["--degree", "3", "--height", "2"]);
        assert_eq!(SUBJECTS[4].line("3/2"), (3, "FileSystem, height 2"));
        assert_eq!(SUBJECTS[0].line("128"), (128, "Stack"));
    }

    #[test]
    fn reports_are_read() {
        let report = r#"{"stats": {"transitions": 12, "seconds": 1.5}, "phases": [{"name": "check", "seconds": 0.25}]}"#;
        assert_eq!(
            stats(report),
            BTreeMap::from([("seconds", 1.5), ("transitions", 12.0), ("check_seconds", 0.25)])
        );
        assert_eq!(phase(report, "replay"), None);
    }
}
