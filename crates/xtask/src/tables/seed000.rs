//! The experiments of P. T. Darga and C. Boyapati (*Efficient Software Model Checking of Data Structure
//! Properties*, OOPSLA 2006), figures 21 and 23 to 26, on our subjects.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Figures, Table, number};
use crate::bench::build;
use crate::bench::record::Place;
use crate::measure::{Memory, measure, stat};

/// The subjects: as the paper calls them, our classes, and the option that bounds them.
const SUBJECTS: [(&str, &str, &str); 4] = [
    ("Stack", "LinkedStack", "--size"),
    ("Queue", "TwoStackQueue", "--size"),
    ("HeapArray", "ArrayHeap", "--size"),
    ("RedBlackTree", "RedBlackTree", "--height"),
];

/// Bounds beyond those of the paper.
const BEYOND: [(&str, u32); 4] = [("Stack", 1000), ("Queue", 1000), ("HeapArray", 16), ("RedBlackTree", 8)];

/// The longest that one run may take.
const TIME: &str = "120s";

/// Baselines are run on structures for which the paper has at most so many transitions.
const MOST_TRANSITIONS: f64 = 700_000.0;

/// What one run told.
struct Told {
    report: Option<String>,
}

impl Told {
    fn stat(&self, name: &str) -> Option<f64> {
        stat(self.report.as_ref()?, name)
    }

    /// The seconds of a phase.
    fn phase(&self, name: &str) -> Option<f64> {
        let (_, phases) = self.report.as_ref()?.split_once("\"phases\"")?;
        let (_, phase) = phases.split_once(&format!("\"{name}\""))?;
        let (_, rest) = phase.split_once("\"seconds\":")?;
        let digits: String =
            rest.trim_start().chars().take_while(|char| !matches!(char, ',' | '}' | '\n')).collect();
        digits.trim().parse().ok()
    }
}

fn told(
    tool: &Path,
    root: &Path,
    class: &str,
    engine: &str,
    option: &str,
    n: u32,
    more: &[&str],
) -> io::Result<Told> {
    let file = root.join(format!("bench/subjects/{class}.java"));
    let mut command = Command::new(tool);
    command.arg("check").arg(file).args(["--engine", engine, option, &n.to_string()]);
    command.args(["--time", TIME, "--format", "json"]).args(more);
    let (_, report) = measure(&mut command, Memory::Unwatched, &[0, 3])?;
    // A run that a budget ended is no figure.
    let whole = !["\"time\"", "\"memory\""].iter().any(|kind| report.contains(&format!("\"kind\": {kind}")));
    Ok(Told { report: whole.then_some(report) })
}

/// Builds the tool, runs the experiments, and draws the tables. `tell` hears what is done.
pub fn tables(root: &Path, quick: bool, tell: &mut dyn FnMut(&str)) -> io::Result<String> {
    tell("building the release binary");
    let tool = build(root)?;
    let glass = Figures::read(root, "seed000_fig23.csv")?;
    let others = Figures::read(root, "seed000_baselines.csv")?;
    let mut text = trees(&tool, root, quick, tell)?;
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
    for (subject, class, option) in SUBJECTS {
        let published =
            glass.experiments().into_iter().filter(|(other, _)| *other == subject).map(|(_, n)| n);
        let beyond = BEYOND.iter().filter(|(other, _)| *other == subject).map(|(_, n)| *n);
        let rows: Vec<u32> = match quick {
            true => published.take(3).collect(),
            false => published.chain(beyond).collect(),
        };
        for n in rows {
            tell(&format!("{subject}, N = {n}"));
            let ours = told(&tool, root, class, "glass", option, n, &[])?;
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
                number(ours.phase("check"), 3),
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
                    number(ours.phase("check"), 3),
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
         keys that fit between those it has when it is full, which the paper's keys 1 to 2^N - 1 do not have.\n\n\
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
    for (subject, class, option) in SUBJECTS.into_iter().filter(|(subject, ..)| *subject != "RedBlackTree") {
        for n in others.experiments().into_iter().filter(|(other, _)| *other == subject).map(|(_, n)| n) {
            let theirs = |name: &str| others.get(subject, n, name).to_string();
            let transitions: f64 = theirs("blackbox_transitions").parse().unwrap_or(f64::INFINITY);
            if transitions > if quick { 1000.0 } else { MOST_TRANSITIONS } {
                continue;
            }
            tell(&format!("{subject}, N = {n}, black box and Korat"));
            let black = told(&tool, root, class, "blackbox", option, n, &[])?;
            let korat = told(&tool, root, class, "korat", option, n, &[])?;
            table.row(vec![
                subject.to_string(),
                n.to_string(),
                number(black.stat("states"), 0),
                theirs("blackbox_states"),
                number(black.stat("transitions"), 0),
                theirs("blackbox_transitions"),
                number(black.phase("check"), 3),
                theirs("blackbox_s"),
                number(korat.stat("candidates"), 0),
                theirs("korat_candidates"),
                number(korat.phase("check"), 3),
                theirs("korat_s"),
            ]);
        }
    }
    let _ = writeln!(text, "{}", table.finish());
    text.push_str(
        "Theirs are the paper's figures. What no invariant reads is not among our Korat's candidates.\n",
    );
    Ok(text)
}

/// Figure 21: how many red-black trees there are, and how large the diagram of their set is.
fn trees(tool: &Path, root: &Path, quick: bool, tell: &mut dyn FnMut(&str)) -> io::Result<String> {
    let figures = Figures::read(root, "seed000_fig21.csv")?;
    let mut table = Table::new(&["height", "trees", "theirs", "nodes", "theirs"]);
    for (subject, n) in figures.experiments() {
        if quick && n > 3 {
            continue;
        }
        tell(&format!("{subject}, height {n}"));
        // A value in each node would be a factor.
        let more = ["--objects", "Object=0", "--methods", "get"];
        let ours = told(tool, root, subject, "glass", "--height", n, &more)?;
        table.row(vec![
            n.to_string(),
            number(ours.stat("structures"), 0),
            figures.get(subject, n, "trees").to_string(),
            number(ours.stat("bdd_size_initial"), 0),
            figures.get(subject, n, "bdd_size").to_string(),
        ]);
    }
    Ok(format!(
        "## Figure 21: sets of red-black trees\n\n{}\nOur invariant is not the paper's in every detail: in its figure 10 a black leaf may have two \
         black heights. The last digits of large numbers of trees are rounded.\n\n",
        table.finish()
    ))
}

/// Writes the tables into the directory of the day, and gives its path.
pub fn write(root: &Path, tables: &str, place: &Place) -> io::Result<PathBuf> {
    let directory = root.join("bench/runs").join(&place.date);
    std::fs::create_dir_all(&directory)?;
    let text = format!(
        "# Glass-box checking of data structures, {}\n\n`{}` at commit {} on {} ({} cores; {}).\n\n{tables}",
        place.date, place.command, place.commit, place.cpu, place.cores, place.system,
    );
    std::fs::write(directory.join("seed000.md"), text)?;
    Ok(directory)
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
        for (subject, class, _) in SUBJECTS {
            assert!(glass.experiments().iter().any(|(other, _)| *other == subject), "{subject}");
            assert!(crate::root().join(format!("bench/subjects/{class}.java")).is_file(), "{class}");
        }
    }

    #[test]
    fn reports_are_read() {
        let report = r#"{"stats": {"transitions": 12}, "phases": [{"name": "check", "seconds": 0.25}]}"#;
        let told = Told { report: Some(report.to_string()) };
        assert_eq!((told.stat("transitions"), told.phase("check")), (Some(12.0), Some(0.25)));
        assert_eq!(told.phase("replay"), None);
    }
}
