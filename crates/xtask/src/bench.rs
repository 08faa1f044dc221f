//! `cargo xtask bench`: how fast the tool is, beside what it aims at.
//!
//! A [`Plan`] says what to run; [`run`] builds the release binary, runs it and gives [`Results`], which
//! print as a table and can be [recorded](record::write) under `bench/runs/`. Rates are those of the run
//! with the least processor time: other work on the machine can only slow a run down.

pub mod infer;
pub mod java;
pub mod record;
pub mod threads;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::measure::{Measured, Memory, measure, stat};

/// What to run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// How often each benchmark runs.
    pub runs: usize,
    /// How often the process is started to measure the time to a verdict.
    pub starts: usize,
}

impl Default for Plan {
    fn default() -> Self {
        Plan { runs: 5, starts: 50 }
    }
}

/// What a benchmark measures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// One execution; statements a second count.
    Run,
    /// A search; states a second and bytes a state count.
    Check,
}

const BENCHMARKS: [(&str, Kind); 7] = [
    ("int-loop", Kind::Run),
    ("pointer-chase", Kind::Run),
    ("fib", Kind::Run),
    ("sieve", Kind::Run),
    ("matrix", Kind::Run),
    ("grid", Kind::Check),
    ("lists", Kind::Check),
];

/// Sizes of the grid, to see how cost grows.
const SIZES: [u32; 5] = [250, 500, 1000, 1500, 2000];

/// The size that stands in `grid.gbir`.
const OWN_SIZE: &str = "1500";

/// What the tool aims at.
mod aims {
    pub(super) const STATEMENTS: f64 = 100e6;
    pub(super) const STATES: f64 = 2e6;
    pub(super) const BYTES: f64 = 64.0;
    pub(super) const START: f64 = 0.005;
}

/// The runs of one benchmark.
#[derive(Clone, Debug)]
pub struct Benchmark {
    /// Its name: that of its file, or `grid` with a size.
    pub name: String,
    /// The arguments of the tool.
    pub arguments: Vec<String>,
    /// One for each run.
    pub runs: Vec<Measured>,
    /// Statements that one execution takes, if that is what counts.
    pub statements: Option<u64>,
    /// `states`, `transitions`, `steps`, `store_bytes` and `peak_bytes` of a search.
    pub counts: Vec<(&'static str, u64)>,
}

impl Benchmark {
    fn count(&self, name: &str) -> Option<f64> {
        self.counts.iter().find(|(known, _)| *known == name).map(|&(_, count)| count as f64)
    }

    /// The median of the times on the clock.
    pub fn wall(&self) -> f64 {
        median(self.runs.iter().map(|run| run.wall).collect())
    }

    /// The median of the processor times, or of the times on the clock where they are not known.
    pub fn cpu(&self) -> f64 {
        median(self.processor_times().collect())
    }

    /// The least processor time.
    pub fn fastest(&self) -> f64 {
        self.processor_times().fold(f64::INFINITY, f64::min)
    }

    fn processor_times(&self) -> impl Iterator<Item = f64> {
        self.runs.iter().map(|run| run.cpu.unwrap_or(run.wall))
    }
}

/// Everything that was measured.
#[derive(Clone, Debug)]
pub struct Results {
    /// The benchmarks of the directory.
    pub benchmarks: Vec<Benchmark>,
    /// Starts of the tool with a program of ten lines.
    pub starts: Benchmark,
    /// The grid in several sizes.
    pub sizes: Vec<Benchmark>,
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    match numbers.len() {
        0 => f64::NAN,
        count if count % 2 == 1 => numbers[count / 2],
        count => (numbers[count / 2 - 1] + numbers[count / 2]) / 2.0,
    }
}

/// Builds the tool and measures it. `tell` hears what is done.
pub fn run(root: &Path, plan: Plan, tell: &mut dyn FnMut(&str)) -> io::Result<Results> {
    let tool = build(root, tell)?;
    let programs = root.join("bench/gbir");
    let mut benchmarks = Vec::new();
    for (name, kind) in BENCHMARKS {
        tell(name);
        let path = format!("bench/gbir/{name}.gbir");
        let text = std::fs::read_to_string(root.join(&path))?;
        let statements = match kind {
            Kind::Run => Some(statements_of(&text).ok_or_else(|| {
                io::Error::other(format!("{path} does not say how many `// statements:` it executes"))
            })?),
            Kind::Check => None,
        };
        benchmarks.push(repeat(root, &tool, name, kind, &path, plan.runs, statements)?);
    }
    tell("start to verdict");
    let starts = repeat(root, &tool, "start", Kind::Check, "bench/gbir/start.gbir", plan.starts, None)?;
    let grid = std::fs::read_to_string(programs.join("grid.gbir"))?;
    let directory = std::env::temp_dir().join(format!("glassbox-bench-{}", std::process::id()));
    std::fs::create_dir_all(&directory)?;
    let mut sizes = Vec::new();
    for size in SIZES {
        let name = format!("grid {size} x {size}");
        tell(&name);
        let path = directory.join(format!("grid-{size}.gbir"));
        std::fs::write(&path, grid.replace(OWN_SIZE, &size.to_string()))?;
        let path = path.to_string_lossy();
        sizes.push(repeat(root, &tool, &name, Kind::Check, &path, plan.runs.min(3), None)?);
    }
    std::fs::remove_dir_all(&directory)?;
    Ok(Results { benchmarks, starts, sizes })
}

/// The path of the release binary, which is built if need be.
pub fn build(root: &Path, tell: &mut dyn FnMut(&str)) -> io::Result<PathBuf> {
    tell("building the release binary");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["build", "--release", "--locked", "--package", "glassbox", "--bin", "glassbox"])
        .args(["--message-format", "json-render-diagnostics"])
        .current_dir(root)
        .stderr(Stdio::inherit())
        .output()?;
    if !output.status.success() {
        return Err(io::Error::other("the release binary does not build"));
    }
    let messages = String::from_utf8_lossy(&output.stdout);
    let executable = messages.rsplit_once("\"executable\":\"").and_then(|(_, rest)| rest.split_once('"'));
    match executable {
        Some((path, _)) => Ok(PathBuf::from(path)),
        None => Err(io::Error::other("cargo does not say where it put the release binary")),
    }
}

/// The figures of a run, by their names.
pub(crate) type Stats = BTreeMap<&'static str, f64>;

/// Of several runs the figures of the one with the least seconds of that name; runs end at the first without figures.
pub(crate) fn quickest(
    runs: usize,
    seconds: &str,
    mut run: impl FnMut() -> io::Result<Option<Stats>>,
) -> io::Result<Option<Stats>> {
    let mut best: Option<Stats> = None;
    for _ in 0..runs {
        let Some(figures) = run()? else { break };
        if best.as_ref().is_none_or(|best| figures.get(seconds) < best.get(seconds)) {
            best = Some(figures);
        }
    }
    Ok(best)
}

/// Compiles Java programs, which may use `glassbox.api`, with the compiler on the path.
pub(crate) fn compile(tool: &Path, sources: impl Iterator<Item = PathBuf>, to: &Path) -> io::Result<()> {
    let api = to.join("api.jar");
    let made = Command::new(tool).args(["api", "--jar"]).arg(&api).stdout(Stdio::null()).status()?;
    if !made.success() {
        return Err(io::Error::other("the tool does not write the jar of glassbox.api"));
    }
    let mut javac = Command::new("javac");
    let compiled = javac.arg("-g").arg("-d").arg(to).arg("-cp").arg(api).args(sources).status()?;
    if compiled.success() { Ok(()) } else { Err(io::Error::other("the programs do not compile")) }
}

/// How many statements a program says that it executes.
fn statements_of(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("// statements: "))?;
    line.replace(',', "").trim().parse().ok()
}

fn repeat(
    root: &Path,
    tool: &Path,
    name: &str,
    kind: Kind,
    path: &str,
    runs: usize,
    statements: Option<u64>,
) -> io::Result<Benchmark> {
    let arguments: Vec<String> = match kind {
        Kind::Run => ["run", path].map(str::to_string).into(),
        Kind::Check => ["check", path, "--format", "json"].map(str::to_string).into(),
    };
    let mut measured = Vec::new();
    let mut output = String::new();
    for _ in 0..runs.max(1) {
        let mut command = Command::new(tool);
        let (run, printed) = measure(command.args(&arguments).current_dir(root), Memory::Unwatched, &[0])?;
        measured.push(run);
        output = printed;
    }
    let counts = match kind {
        Kind::Run => Vec::new(),
        Kind::Check => ["states", "transitions", "steps", "store_bytes", "peak_bytes"]
            .into_iter()
            .filter_map(|name| Some((name, stat(&output, name)? as u64)))
            .collect(),
    };
    Ok(Benchmark { name: name.to_string(), arguments, runs: measured, statements, counts })
}

impl Results {
    /// The table that people read, as Markdown.
    pub fn table(&self) -> String {
        let mut text = String::from(
            "| benchmark | wall s | CPU s | fastest | figure | aim |\n|---|---:|---:|---:|---:|---:|\n",
        );
        for benchmark in &self.benchmarks {
            let (wall, cpu, fastest) = (benchmark.wall(), benchmark.cpu(), benchmark.fastest());
            let (figure, aim) = match benchmark.statements {
                Some(statements) => {
                    let rate = statements as f64 / fastest;
                    (
                        format!("{} M statements/s", millions(rate)),
                        verdict(rate > aims::STATEMENTS, "> 100 M"),
                    )
                }
                None => {
                    let rate = benchmark.count("states").unwrap_or(f64::NAN) / fastest;
                    let reached = rate > aims::STATES;
                    let aim =
                        if benchmark.name == "grid" { verdict(reached, "> 2 M") } else { String::new() };
                    (format!("{} M states/s", millions(rate)), aim)
                }
            };
            let _ = writeln!(
                text,
                "| {} | {wall:.3} | {cpu:.3} | {fastest:.3} | {figure} | {aim} |",
                benchmark.name
            );
        }
        for benchmark in self.benchmarks.iter().filter(|benchmark| benchmark.statements.is_none()) {
            let bytes = bytes_a_state(benchmark);
            let reached = bytes < aims::BYTES;
            let aim = if benchmark.name == "grid" { verdict(reached, "< 64") } else { String::new() };
            let _ = writeln!(text, "| {}, memory | | | | {bytes:.1} bytes/state | {aim} |", benchmark.name);
        }
        let start = self.starts.wall();
        let _ = writeln!(
            text,
            "| start to verdict | {start:.4} | {:.4} | {:.4} | {:.2} ms | {} |",
            self.starts.cpu(),
            self.starts.fastest(),
            start * 1e3,
            verdict(start < aims::START, "< 5 ms")
        );
        text += "\nHow cost grows with size:\n\n| states | wall s | CPU s | fastest | M states/s | bytes/state |\n";
        text += "|---:|---:|---:|---:|---:|---:|\n";
        for benchmark in &self.sizes {
            let states = benchmark.count("states").unwrap_or(f64::NAN);
            let (wall, cpu, fastest) = (benchmark.wall(), benchmark.cpu(), benchmark.fastest());
            let rate = millions(states / fastest);
            let bytes = bytes_a_state(benchmark);
            let _ =
                writeln!(text, "| {states:.0} | {wall:.3} | {cpu:.3} | {fastest:.3} | {rate} | {bytes:.1} |");
        }
        text
    }
}

fn millions(rate: f64) -> String {
    let rate = rate / 1e6;
    if rate >= 100.0 { format!("{rate:.0}") } else { format!("{rate:.2}") }
}

fn bytes_a_state(benchmark: &Benchmark) -> f64 {
    let count = |name| benchmark.count(name).unwrap_or(f64::NAN);
    count("store_bytes") / count("states")
}

fn verdict(reached: bool, aim: &str) -> String {
    format!("{aim} {}", if reached { "reached" } else { "missed" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 2.5);
        assert!(median(Vec::new()).is_nan());
    }

    #[test]
    fn every_benchmark_is_there_and_says_what_it_needs_to() {
        let root = crate::root();
        for (name, kind) in BENCHMARKS {
            let text = std::fs::read_to_string(root.join(format!("bench/gbir/{name}.gbir"))).unwrap();
            assert_eq!(statements_of(&text).is_some(), kind == Kind::Run, "{name}");
        }
        let grid = std::fs::read_to_string(root.join("bench/gbir/grid.gbir")).unwrap();
        assert_eq!(grid.matches(OWN_SIZE).count(), 2, "both counters of the grid have the size {OWN_SIZE}");
    }

    fn sample() -> Benchmark {
        Benchmark {
            name: "grid".to_string(),
            arguments: vec!["check".to_string(), "a \"b\".gbir".to_string()],
            runs: vec![
                Measured { wall: 0.5, cpu: Some(0.25), memory: None },
                Measured { wall: 0.5, cpu: None, memory: None },
            ],
            statements: None,
            counts: vec![("states", 1_000_000), ("store_bytes", 40_000_000)],
        }
    }

    #[test]
    fn the_table_has_figures_and_aims() {
        let run = Benchmark {
            name: "loop".to_string(),
            statements: Some(300_000_000),
            counts: Vec::new(),
            ..sample()
        };
        let results = Results { benchmarks: vec![run, sample()], starts: sample(), sizes: vec![sample()] };
        let table = results.table();
        assert!(
            table.contains("| loop | 0.500 | 0.375 | 0.250 | 1200 M statements/s | > 100 M reached |"),
            "{table}"
        );
        assert!(
            table.contains("| grid | 0.500 | 0.375 | 0.250 | 4.00 M states/s | > 2 M reached |"),
            "{table}"
        );
        assert!(table.contains("| grid, memory | | | | 40.0 bytes/state | < 64 reached |"), "{table}");
        assert!(table.contains("500.00 ms | < 5 ms missed |"), "{table}");
        assert!(table.contains("| 1000000 | 0.500 | 0.375 | 0.250 | 4.00 | 40.0 |"), "{table}");
        let json = record::json(&results, &record::Place::default());
        assert!(json.contains(r#""arguments": ["check", "a \"b\".gbir"]"#), "{json}");
        assert!(json.contains(r#""cpu_seconds": [0.250000, null]"#), "{json}");
    }
}
