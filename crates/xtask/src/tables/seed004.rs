//! The experiments of C. S. Păsăreanu, M. B. Dwyer and W. Visser (*Finding feasible abstract counter-examples*, STTT 2003), figure 6, on our
//! subjects.
//!
//! A cell is how long the first counterexample is that a search finds, in steps, and whether it is feasible. The paper's steps
//! are source lines and ours are choices (which thread goes on, and internal ones), so only their order of magnitude compares;
//! and our subjects are our own programs after the paper's descriptions.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Figures, Table};
use crate::bench::build;
use crate::bench::record::Place;
use crate::measure::{Memory, measure, stat};

/// A row: as the paper calls program and abstraction, our class, and the fields that are abstract.
struct Row {
    program: &'static str,
    abstraction: &'static str,
    class: &'static str,
    fields: &'static [&'static str],
}

const fn row(
    program: &'static str,
    abstraction: &'static str,
    class: &'static str,
    fields: &'static [&'static str],
) -> Row {
    Row { program, abstraction, class, fields }
}

const ROWS: &[Row] = &[
    row("RAX", "signs", "Rax", &["Event.count=signs"]),
    row("RAX", "even-odd", "Rax", &["Event.count=parity"]),
    row("Pipeline", "signs", "Pipeline", &["Feed.next=signs"]),
    row(
        "RWVSN",
        "signs",
        "Rwvsn",
        &["Guarded.activeReaders=signs", "Guarded.activeWriters=signs", "Guarded.waitingWriters=signs"],
    ),
    row("DEOS", "signs", "Deos", &["Kernel.periodsLeft=signs"]),
    row(
        "BoundedBuffer",
        "signs",
        "BoundedBuffer",
        &["BoundedBuffer.size=signs", "BoundedBuffer.count=signs"],
    ),
    row(
        "BoundedBuffer",
        "range(0..1)",
        "BoundedBuffer",
        &["BoundedBuffer.size=range(0..1)", "BoundedBuffer.count=range(0..1)"],
    ),
    row("NestedMonitor", "signs", "NestedMonitor", &["Semaphore.value=signs"]),
    row("ReplicatedWorkers", "signs", "ReplicatedWorkers", &["Pool.size=signs"]),
];

/// The searches: as we call them, and the column of the paper.
const SEARCHES: [(&str, &str); 4] = [
    ("choose-free", "choose_free_steps"),
    ("dfs", "dfs_steps"),
    ("bfs", "bfs_steps"),
    ("choose-free-first", "choose_free_heuristic_steps"),
];

/// The longest that one run may take.
const TIME: &str = "120s";

/// Builds the tool, runs the experiments and gives the table; with `quick`, the first two rows. `tell` hears what is done.
pub fn tables(root: &Path, quick: bool, tell: &mut dyn FnMut(&str)) -> io::Result<String> {
    let tool = build(root, tell)?;
    let figures = Figures::read(root, "seed004_fig6.csv")?;
    let mut table = Table::new(&[
        "program",
        "abstraction",
        "choose-free",
        "ours",
        "depth-first",
        "ours",
        "breadth-first",
        "ours",
        "choose-free first",
        "ours",
        "verdict",
    ]);
    for row in ROWS.iter().take(if quick { 2 } else { ROWS.len() }) {
        let mut cells = vec![row.program.to_string(), row.abstraction.to_string()];
        let mut verdict = "-";
        for (search, column) in SEARCHES {
            tell(&format!("{}, {}, {search}", row.class, row.abstraction));
            let report = report(&tool, root, row, search)?;
            cells.push(published(&figures, row, column));
            cells.push(ours(&report));
            verdict = ["violated", "unknown", "holds"]
                .into_iter()
                .find(|verdict| report.contains(&format!("\"verdict\": \"{verdict}\"")))
                .unwrap_or("-");
        }
        cells.push(verdict.to_string());
        table.row(cells);
    }
    let note = "Steps of the first counterexample; `spurious` if the program does not have it, `none` if there is none, `*` if the search did not end. \
                The verdict is that of the last search.\n";
    Ok(format!("{}\n{note}", table.finish()))
}

/// Writes the table into the directory of the day, and gives its path.
pub fn write(root: &Path, tables: &str, place: &Place) -> io::Result<PathBuf> {
    let directory = root.join("bench/runs").join(&place.date);
    std::fs::create_dir_all(&directory)?;
    let text = format!(
        "# Feasible abstract counterexamples, {}\n\n`{}` at commit {} on {} ({} cores; {}).\n\n{tables}",
        place.date, place.command, place.commit, place.cpu, place.cores, place.system,
    );
    std::fs::write(directory.join("seed004.md"), text)?;
    Ok(directory)
}

fn report(tool: &Path, root: &Path, row: &Row, search: &str) -> io::Result<String> {
    let file = root.join(format!("bench/subjects/threads/{}.java", row.class));
    let mut command = Command::new(tool);
    command.arg("check").arg(file).args(["--engine", "threads", "--search", search]);
    command.args(["--time", TIME, "--format", "json"]);
    for field in row.fields {
        command.args(["--abstract", field]);
    }
    Ok(measure(&mut command, Memory::Unwatched, &[0, 1, 3])?.1)
}

/// What the paper has.
fn published(figures: &Figures, row: &Row, column: &str) -> String {
    let steps = figures.value(&[row.program, row.abstraction], column);
    let feasible = match column {
        "dfs_steps" => figures.value(&[row.program, row.abstraction], "feasible_dfs"),
        "bfs_steps" | "choose_free_heuristic_steps" => {
            figures.value(&[row.program, row.abstraction], "feasible_bfs_and_heuristic")
        }
        _ => "yes",
    };
    match (steps, feasible) {
        ("-", _) => "none".to_string(),
        (steps, "no") => format!("{steps} spurious"),
        (steps, _) => steps.to_string(),
    }
}

/// What a run told.
fn ours(report: &str) -> String {
    match (stat(report, "first_steps"), stat(report, "first_feasible")) {
        (Some(steps), Some(feasible)) if feasible > 0.0 => format!("{steps:.0}"),
        (Some(steps), _) => format!("{steps:.0} spurious"),
        (None, _) if report.contains("\"kind\": \"time\"") || report.contains("\"kind\": \"memory\"") => {
            "*".to_string()
        }
        (None, _) => "none".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_and_subjects_are_there() {
        let figures = Figures::read(&crate::root(), "seed004_fig6.csv").expect("the figures are there");
        for row in ROWS {
            assert_ne!(figures.value(&[row.program, row.abstraction], "dfs_steps"), "-", "{}", row.program);
            for class in [row.class.to_string(), format!("{}Fixed", row.class)] {
                let file = crate::root().join(format!("bench/subjects/threads/{class}.java"));
                assert!(file.is_file(), "{class}");
            }
        }
        assert_eq!(published(&figures, &ROWS[0], "dfs_steps"), "103 spurious");
        assert_eq!(published(&figures, &ROWS[1], "choose_free_steps"), "none");
    }
}
