//! The experiments of M. Taghdiri and D. Jackson (*Inferring Specifications to Detect Errors in Code*, Automated Software Engineering 2007),
//! table I, on our subjects.
//!
//! Each property is checked twice: with all calls looked into from the beginning, and with specifications that are inferred. Our subjects
//! are our own programs after the paper's descriptions, so the sizes of formulas compare only in their order of magnitude. What
//! compares is what inferring saves.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Figures, Run, Table, median, number};
use crate::bench::record::Place;
use crate::bench::{build, compile, quickest};
use crate::measure::{Memory, measure, phase, stat};

/// What is checked: component and property as the paper calls them, our class and its method.
struct Subject {
    component: &'static str,
    property: &'static str,
    name: &'static str,
    class: &'static str,
    method: &'static str,
}

const SUBJECTS: [Subject; 5] = [
    Subject {
        component: "removeList",
        property: "subset",
        name: "removeList, subset",
        class: "NodeList",
        method: "removeList",
    },
    Subject {
        component: "removeNodes",
        property: "sameEdges",
        name: "removeNodes, sameEdges",
        class: "Graph",
        method: "removeNodesSameEdges",
    },
    Subject {
        component: "removeNodes",
        property: "sameNodes",
        name: "removeNodes, sameNodes",
        class: "Graph",
        method: "removeNodesSameNodes",
    },
    Subject {
        component: "spanningTree",
        property: "consistency",
        name: "spanningTree, consistency",
        class: "Graph",
        method: "spanningTreeConsistency",
    },
    Subject {
        component: "spanningTree",
        property: "deg0Node",
        name: "spanningTree, deg0Node",
        class: "Graph",
        method: "spanningTreeDeg0Node",
    },
];

/// What is kept of the statistics of a run.
const KEPT: [&str; 8] = [
    "seconds",
    "peak_bytes",
    "refinements",
    "variables",
    "clauses",
    "conflicts",
    "translation_seconds",
    "solver_seconds",
];

/// The longest that one run may take, in seconds.
const TIME: u32 = 60;

/// With how many orders of the solver's decisions each check runs; the one in the middle counts. With one order, a row can be twice as good or bad as
/// with another.
const ORDERS: usize = 15;

/// How often each of these runs; the quickest counts.
const RUNS: usize = 2;

/// Where the subjects are compiled to, below the root: compiling them takes longer than most checks.
const CLASSES: &str = "target/tables";

/// What the experiments gave.
pub struct Results {
    /// The table.
    pub table: String,
    /// Every run.
    runs: Vec<Run>,
}

/// Whether calls are looked into from the beginning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Calls {
    Inlined,
    Inferred,
}

/// Builds the tool, runs the experiments and draws the table; with `quick`, the first bound of each property. `tell` hears what is done.
pub fn run(root: &Path, quick: bool, tell: &mut dyn FnMut(&str)) -> io::Result<Results> {
    let tool = build(root, tell)?;
    let figures = Figures::read(root, "seed003_table1.csv")?;
    let classes: BTreeSet<&str> = SUBJECTS.iter().map(|of| of.class).collect();
    for class in classes {
        let to = root.join(CLASSES).join(class);
        std::fs::create_dir_all(&to)?;
        compile(&tool, [root.join(format!("bench/subjects/infer/{class}.java"))].into_iter(), &to)?;
    }
    let mut table = Table::new(&[
        "property",
        "loops/scope",
        "inlined variables",
        "theirs",
        "clauses",
        "theirs",
        "seconds",
        "theirs",
        "inferred variables",
        "theirs",
        "clauses",
        "theirs",
        "seconds",
        "theirs",
        "refinements",
        "theirs",
        "speed-up",
        "theirs",
    ]);
    let (mut runs, mut ours, mut published) = (Vec::new(), Vec::new(), Vec::new());
    for of in &SUBJECTS {
        let bounds = bounds(&figures, of);
        for bound @ (loops, scope) in bounds.iter().take(if quick { 1 } else { bounds.len() }) {
            tell(&format!("{}, {loops}/{scope}", of.name));
            let (mut all_inlined, mut all_inferred) = (Vec::new(), Vec::new());
            // One after the other, so that both have the same share of what else the machine does.
            for seed in 0..if quick { 1 } else { ORDERS } {
                all_inlined.push(one((&tool, root), of, bound, Calls::Inlined, seed)?);
                all_inferred.push(one((&tool, root), of, bound, Calls::Inferred, seed)?);
            }
            let (inlined, inferred) = (middle(&all_inlined), middle(&all_inferred));
            let theirs =
                |name: &str| figures.value(&[of.component, of.property, loops, scope], name).to_string();
            let gained = Gained::of(inlined, inferred);
            // Both medians are over the same rows.
            if let Some((gained, theirs)) = gained.zip(least(&theirs("speedup"))) {
                ours.push(gained.least);
                published.push(theirs);
            }
            table.row(vec![
                of.name.to_string(),
                format!("{loops}/{scope}"),
                number(inlined.stat("variables"), 0),
                theirs("inline_vars"),
                number(inlined.stat("clauses"), 0),
                theirs("inline_clauses"),
                seconds(inlined),
                theirs("inline_s"),
                number(inferred.stat("variables"), 0),
                theirs("infer_vars"),
                number(inferred.stat("clauses"), 0),
                theirs("infer_clauses"),
                seconds(inferred),
                theirs("infer_s"),
                number(inferred.stat("refinements"), 0),
                theirs("refinements"),
                gained.map_or("-".to_string(), |gained| gained.shown()),
                theirs("speedup"),
            ]);
            runs.extend(all_inlined.into_iter().chain(all_inferred));
        }
    }
    let note = format!(
        "The median speed-up of {} rows is {}, and {} in the same rows of the paper; a row whose inlined run was stopped takes part with \
         the least that its speed-up can be, one whose other run was stopped not at all. \
         Seconds are those of the check alone, with translation and all refinements. Each check runs with {ORDERS} orders of the solver's decisions, {RUNS} \
         times each, of which the quicker one counts; shown is the order in the middle. Variables and clauses are those that matter for the last question. \
         Loops are followed as often as a row says at most; that no execution goes deeper, or that one does, is found out as well and part of the time. \
         Ours were stopped after {TIME} seconds, the paper's after 900. The programs are ours, after the paper's descriptions.\n",
        ours.len(),
        number(median(ours), 2),
        number(median(published), 2),
    );
    Ok(Results { table: format!("{}\n{note}", table.finish()), runs })
}

/// The loops and scopes of a property, in the order of the file.
fn bounds(figures: &Figures, of: &Subject) -> Vec<(String, String)> {
    let rows = figures.rows.iter().filter(|row| row.starts_with(&[of.component.into(), of.property.into()]));
    rows.filter_map(|row| Some((row.get(2)?.clone(), row.get(3)?.clone()))).collect()
}

/// Of several runs the one that took neither long nor short; one that was stopped took longest.
fn middle(runs: &[Run]) -> &Run {
    let mut sorted: Vec<&Run> = runs.iter().collect();
    let seconds = |run: &Run| run.stat("check_seconds").unwrap_or(f64::INFINITY);
    sorted.sort_by(|one, other| seconds(one).total_cmp(&seconds(other)));
    sorted[(sorted.len() - 1) / 2]
}

/// Checks a property within bounds.
fn one(
    (tool, root): (&Path, &Path),
    of: &Subject,
    (loops, scope): &(String, String),
    calls: Calls,
    seed: usize,
) -> io::Result<Run> {
    let mut arguments = vec!["check".to_string(), format!("{CLASSES}/{0}/{0}.class", of.class)];
    arguments.extend(["--engine", "infer", "--method"].map(String::from));
    arguments.push(format!("{}.{}", of.class, of.method));
    arguments.extend(["--scope", scope, "--unroll", loops, "--seed", &seed.to_string()].map(String::from));
    let mode = match calls {
        Calls::Inlined => "inline",
        Calls::Inferred => "infer",
    };
    if calls == Calls::Inlined {
        arguments.push("--inline".to_string());
    }
    arguments.extend(["--time", &format!("{TIME}s"), "--format", "json"].map(String::from));
    // All properties are true: what is said to be violated is an error.
    let stats = quickest(RUNS, "check_seconds", || {
        let mut command = Command::new(tool);
        let (_, report) = measure(command.current_dir(root).args(&arguments), Memory::Unwatched, &[0, 3])?;
        stats(&report)
    })?;
    let n = scope.parse().unwrap_or_default();
    Ok(Run { subject: of.name, n, mode, arguments, stats })
}

/// What a report says of an answer that holds within as many iterations as a row has, though executions go deeper.
const CUT: &str = "not all executions were followed to their ends";

/// What a report says; nothing if the time was over. What is unknown for another reason is no figure and no limit.
fn stats(report: &str) -> io::Result<Option<BTreeMap<&'static str, f64>>> {
    if !report.contains("\"verdict\": \"holds\"") && !report.contains(CUT) {
        let stopped = report.contains("\"kind\": \"time\"");
        let other =
            || io::Error::other("a check is unknown, but not because of the time; run it by hand to see why");
        return if stopped { Ok(None) } else { Err(other()) };
    }
    let mut stats: BTreeMap<&'static str, f64> =
        KEPT.into_iter().filter_map(|name| Some((name, stat(report, name)?))).collect();
    stats.extend(phase(report, "check").map(|seconds| ("check_seconds", seconds)));
    Ok(Some(stats))
}

/// The seconds of a check, or that it was stopped.
fn seconds(run: &Run) -> String {
    match run.stat("check_seconds") {
        Some(seconds) => number(Some(seconds), 3),
        None => format!(">{TIME}"),
    }
}

/// How much longer a check takes with all calls looked into.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Gained {
    /// The factor, or the least that it can be.
    least: f64,
    /// Whether it is the least, because the check was stopped.
    stopped: bool,
}

impl Gained {
    fn of(inlined: &Run, inferred: &Run) -> Option<Gained> {
        let inferred = inferred.stat("check_seconds").filter(|seconds| *seconds > 0.0)?;
        let inlined = inlined.stat("check_seconds");
        let least = inlined.unwrap_or_else(|| f64::from(TIME)) / inferred;
        Some(Gained { least, stopped: inlined.is_none() })
    }

    fn shown(self) -> String {
        let sign = if self.stopped { ">" } else { "" };
        format!("{sign}{:.2}", self.least)
    }
}

/// A published factor, which may be a least one.
fn least(published: &str) -> Option<f64> {
    published.trim_start_matches('>').parse().ok()
}

impl Results {
    /// Writes `seed003.json` and `seed003.md` into the directory of the day, and gives its path.
    pub fn write(&self, root: &Path, place: &Place) -> io::Result<PathBuf> {
        let runs: Vec<&Run> = self.runs.iter().collect();
        super::write(root, "seed003", "Inferred specifications", &self.table, &runs, place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_and_subjects_are_there() {
        let figures = Figures::read(&crate::root(), "seed003_table1.csv").expect("the figures are there");
        let rows: usize = SUBJECTS.iter().map(|of| bounds(&figures, of).len()).sum();
        assert_eq!(rows, figures.rows.len(), "every row of the paper should have a subject");
        for of in &SUBJECTS {
            let file = crate::root().join(format!("bench/subjects/infer/{}.java", of.class));
            let source = std::fs::read_to_string(file).expect("the subject is there");
            assert!(source.contains(&format!(" {}(", of.method)), "{}", of.name);
            for (loops, scope) in bounds(&figures, of) {
                let speedup = figures.value(&[of.component, of.property, &loops, &scope], "speedup");
                assert!(least(speedup).is_some(), "{}: {speedup}", of.name);
            }
        }
        assert_eq!(bounds(&figures, &SUBJECTS[0])[2], ("6".to_string(), "4".to_string()));
        assert_eq!(figures.value(&["removeNodes", "sameEdges", "5", "4"], "inline_vars"), "-");
        let published: Vec<f64> = figures.rows.iter().filter_map(|row| least(row.last()?)).collect();
        assert_eq!(median(published), Some(3.2));
    }

    /// A run that took so long, or was stopped.
    fn run(seconds: Option<f64>) -> Run {
        Run {
            subject: "removeList, subset",
            n: 4,
            mode: "infer",
            arguments: Vec::new(),
            stats: seconds.map(|seconds| BTreeMap::from([("check_seconds", seconds)])),
        }
    }

    #[test]
    fn what_is_gained() {
        let gained = |inlined, inferred| Gained::of(&run(inlined), &run(inferred)).map(Gained::shown);
        assert_eq!(gained(Some(3.0), Some(2.0)).as_deref(), Some("1.50"));
        assert_eq!(gained(None, Some(2.0)).as_deref(), Some(">30.00"));
        assert_eq!(gained(Some(3.0), None), None);
        assert_eq!(seconds(&run(None)), ">60");
        assert_eq!(least(">112.5"), Some(112.5));
    }

    #[test]
    fn the_middle_counts() {
        let of = |all: &[Option<f64>]| {
            let runs: Vec<Run> = all.iter().copied().map(run).collect();
            middle(&runs).stat("check_seconds")
        };
        assert_eq!(of(&[Some(3.0), Some(1.0), Some(2.0)]), Some(2.0));
        assert_eq!(of(&[None, Some(1.0), None]), None);
        assert_eq!(of(&[Some(4.0)]), Some(4.0));
    }

    #[test]
    fn reports_are_read() {
        let report = r#"{"verdict": "holds", "stats": {"variables": 12, "seconds": 1.5}, "phases": [{"name": "check", "seconds": 0.25}]}"#;
        let wanted = BTreeMap::from([("variables", 12.0), ("seconds", 1.5), ("check_seconds", 0.25)]);
        assert_eq!(stats(report).expect("it is known"), Some(wanted));
        let unknown = report.replace("holds", "unknown");
        assert!(stats(&unknown).is_err());
        let stopped = format!(r#"{unknown}, "reasons": [{{"kind": "time"}}]"#);
        assert_eq!(stats(&stopped).expect("the time was over"), None);
    }
}
