//! `cargo xtask tables`: figures of the tool beside those of the papers whose experiments it repeats.
//!
//! [`seed001`] says which runs of the tool make a table, and draws the tables; [`Figures`] are published
//! numbers from `bench/seeds/`. Runs are those of the release binary as a process of its own, one after
//! the other, with one thread. Times, counts and memory are what its reports say.

pub mod seed000;
pub mod seed001;
pub mod seed003;
pub mod seed004;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::bench::record::{Place, head, quoted};
use crate::measure::{Memory, measure, stat};

/// How states are executed: what `--mode` takes.
pub const MODES: &[&str] = &["standard", "delta"];

/// What is kept of the statistics of a run.
const KEPT: [&str; 14] = [
    "seconds",
    "peak_bytes",
    "states",
    "visited",
    "executions",
    "paths",
    "execution_seconds",
    "comparison_seconds",
    "backtracking_seconds",
    "merging_seconds",
    "branches",
    "branches_covered",
    "seed",
    "unchanged",
];

/// A run of the tool.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    /// The subject, as the paper calls it.
    pub subject: &'static str,
    /// The bound.
    pub n: u32,
    /// One of [`MODES`].
    pub mode: &'static str,
    /// The arguments of the tool.
    pub arguments: Vec<String>,
    /// What it says, by name; `None` if it did not come to its end.
    pub stats: Option<BTreeMap<&'static str, f64>>,
}

impl Run {
    /// A number that the run told.
    pub fn stat(&self, name: &str) -> Option<f64> {
        self.stats.as_ref()?.get(name).copied()
    }
}

/// Runs the tool once.
pub(crate) fn run(
    tool: &Path,
    subject: &'static str,
    n: u32,
    mode: &'static str,
    mut arguments: Vec<String>,
) -> io::Result<Run> {
    arguments.extend(["--mode", mode, "--threads", "1", "--format", "json"].map(String::from));
    let (_, report) = measure(Command::new(tool).args(&arguments), Memory::Unwatched, &[0, 1, 3])?;
    // A run that a budget ended is no figure.
    let stopped = ["time", "memory", "unexplored"].iter().any(|kind| {
        report.contains(&format!("\"kind\": \"{kind}\"")) || report.contains(&format!("\"kind\":\"{kind}\""))
    });
    let stats = KEPT.into_iter().filter_map(|name| Some((name, stat(&report, name)?))).collect();
    Ok(Run { subject, n, mode, arguments, stats: (!stopped).then_some(stats) })
}

/// Published numbers: a file with a line of names and lines of values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figures {
    names: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Figures {
    /// Reads a file of `bench/seeds/`.
    pub fn read(root: &Path, file: &str) -> io::Result<Figures> {
        let text = std::fs::read_to_string(root.join("bench/seeds").join(file))?;
        let mut lines = text.lines().map(|line| line.split(',').map(String::from).collect::<Vec<_>>());
        let names = lines.next().unwrap_or_default();
        Ok(Figures { names, rows: lines.collect() })
    }

    /// The subjects with their bounds, in the order of the file.
    pub fn experiments(&self) -> Vec<(&str, u32)> {
        self.rows.iter().filter_map(|row| Some((row.first()?.as_str(), row.get(1)?.parse().ok()?))).collect()
    }

    /// The bounds of a subject, in the order of the file.
    pub fn bounds(&self, subject: &str) -> impl Iterator<Item = &str> {
        let rows = self.rows.iter().filter(move |row| row.first().is_some_and(|other| other == subject));
        rows.filter_map(|row| row.get(1)).map(String::as_str)
    }

    /// A value of the row that begins so, as the file has it; a dash if it has none.
    pub fn value(&self, begins: &[&str], name: &str) -> &str {
        let column = self.names.iter().position(|other| other == name);
        let row = self.rows.iter().find(|row| begins.iter().zip(row.iter()).all(|(one, other)| one == other));
        let value = column.zip(row).and_then(|(column, row)| row.get(column)).map_or("-", String::as_str);
        if value.is_empty() { "-" } else { value }
    }

    /// A value as the file has it; a dash if it has none.
    pub fn get(&self, subject: &str, n: impl std::fmt::Display, name: &str) -> &str {
        self.value(&[subject, &n.to_string()], name)
    }
}

/// A table as people read it, in Markdown.
#[derive(Debug, Default)]
pub(crate) struct Table {
    text: String,
}

impl Table {
    /// A table with these columns. All but the first are numbers.
    pub(crate) fn new(columns: &[&str]) -> Table {
        let mut table = Table::default();
        table.row(columns.iter().map(ToString::to_string).collect());
        let rules = columns.iter().enumerate().map(|(place, _)| if place == 0 { "---" } else { "---:" });
        let _ = writeln!(table.text, "|{}|", rules.collect::<Vec<_>>().join("|"));
        table
    }

    pub(crate) fn row(&mut self, cells: Vec<String>) {
        let _ = writeln!(self.text, "| {} |", cells.join(" | "));
    }

    pub(crate) fn finish(self) -> String {
        self.text
    }
}

/// A number with so many digits behind the point, or a dash.
pub(crate) fn number(value: Option<f64>, digits: usize) -> String {
    value.map_or("-".to_string(), |value| format!("{value:.digits$}"))
}

/// The quotient of two numbers.
pub(crate) fn ratio(one: Option<f64>, other: Option<f64>) -> Option<f64> {
    one.zip(other).filter(|(_, other)| *other > 0.0).map(|(one, other)| one / other)
}

/// The number in the middle, the upper one of two.
pub(crate) fn median(mut numbers: Vec<f64>) -> Option<f64> {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied()
}

/// Writes `NAME.json` with every run and `NAME.md` with the tables into the directory of the day, and
/// gives its path.
pub(crate) fn write(
    root: &Path,
    name: &str,
    title: &str,
    tables: &str,
    runs: &[&Run],
    place: &Place,
) -> io::Result<PathBuf> {
    let directory = root.join("bench/runs").join(&place.date);
    std::fs::create_dir_all(&directory)?;
    let rows: Vec<String> = runs.iter().map(|run| json(run)).collect();
    let text = format!("{}  \"runs\": [\n{}\n  ]\n}}\n", head(place), rows.join(",\n"));
    std::fs::write(directory.join(format!("{name}.json")), text)?;
    let text = format!(
        "# {title}, {}\n\n`{}` at commit {} on {} ({} cores; {}). Every run is in [{name}.json]({name}.json).\n\n{tables}",
        place.date, place.command, place.commit, place.cpu, place.cores, place.system,
    );
    std::fs::write(directory.join(format!("{name}.md")), text)?;
    Ok(directory)
}

fn json(run: &Run) -> String {
    let temporary = std::env::temp_dir();
    // Where temporary files were is nobody's business.
    let shown = |argument: &String| match Path::new(argument).strip_prefix(&temporary) {
        Ok(rest) => quoted(&rest.file_name().unwrap_or_default().to_string_lossy()),
        Err(_) => quoted(argument),
    };
    let arguments: Vec<String> = run.arguments.iter().map(shown).collect();
    let stats = match &run.stats {
        Some(stats) => {
            let all: Vec<String> =
                stats.iter().map(|(name, value)| format!("{}: {value}", quoted(name))).collect();
            format!("{{ {} }}", all.join(", "))
        }
        None => "null".to_string(),
    };
    format!(
        "    {{ \"subject\": {}, \"n\": {}, \"mode\": {}, \"arguments\": [{}], \"stats\": {stats} }}",
        quoted(run.subject),
        run.n,
        quoted(run.mode),
        arguments.join(", "),
    )
}
