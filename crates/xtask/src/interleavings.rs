//! `cargo xtask interleavings`: random programs with threads, checked by the tool and by an interpreter that knows
//! nothing of it.
//!
//! [`generate`] makes [programs](program) of a mini-language, [`mod@print`] prints each as a Java class. An
//! interpreter ([`lower`], [`state`], [`mod@explore`]) goes through every interleaving of single actions, as the
//! specification of the language describes them, and finds which properties are violated. The tool must
//! say the same in every order, with everything that it leaves out and without ([`ask`]). What the real virtual
//! machine shows of some programs must be among what the interpreter knows ([`jvm`]). A program that differs
//! is made [smaller](shrink) as long as it does.
//!
//! A run is determined by its seed, but for what the virtual machine shows.

pub mod ask;
pub mod command;
pub mod explore;
pub mod generate;
pub mod jvm;
pub mod lower;
pub mod print;
pub mod program;
pub mod shrink;
pub mod state;
mod summary;

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use ask::{Answer, Tool, Way};
use explore::{Truth, explore};
use generate::Feature;
use print::{Reader, java};
use program::Program;
pub use summary::Summary;

/// What the tool is known to be wrong about, with the reason. Programs have none of it unless it is asked for.
pub const EXCLUDED: &[(Feature, &str)] = &[];

/// Programs with more states than that are left out.
pub const MOST_STATES: usize = 30_000;

/// How many programs are compiled at once.
const BATCH: u64 = 100;

/// At most so many programs are made smaller in one run: the others often have the same cause.
const SHRUNK: usize = 8;

/// How many smaller programs are tried at once.
const CANDIDATES: usize = 40;

/// What to run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The number of the first program.
    pub first: u64,
    /// How many programs.
    pub count: u64,
    /// What they are made from.
    pub seed: u64,
    /// What they do not have.
    pub without: Vec<Feature>,
    /// Whether each is checked in every way.
    pub every: bool,
    /// How often programs are run on the virtual machine.
    pub rounds: usize,
    /// How many processes run at the same time.
    pub workers: usize,
    /// The tool.
    pub tool: Tool,
    /// A directory for programs that differ.
    pub keep: Option<PathBuf>,
}

/// A program about which the tool is wrong.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Its number.
    pub index: u64,
    /// The way in which the tool was asked, unless the virtual machine differs.
    pub way: Option<Way>,
    /// What is wrong.
    pub what: String,
    /// The program, made smaller.
    pub source: String,
}

/// Runs a plan. `tell` hears how far it is; `stop` ends it early, with what is known by then.
pub fn run(plan: &Plan, stop: &AtomicBool, tell: &mut dyn FnMut(&str)) -> io::Result<Summary> {
    let mut summary = Summary::default();
    let mut next = plan.first;
    while next < plan.first + plan.count && !stop.load(Ordering::Relaxed) {
        let end = (next + BATCH).min(plan.first + plan.count);
        let directory = Scratch::new()?;
        batch(plan, &directory.0, next..end, &mut summary, stop, tell)?;
        next = end;
        tell(&format!("{} of {} programs, {} wrong", next - plan.first, plan.count, summary.failures.len()));
    }
    Ok(summary)
}

/// Programs of one batch.
fn batch(
    plan: &Plan,
    directory: &Path,
    indices: std::ops::Range<u64>,
    summary: &mut Summary,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&str),
) -> io::Result<()> {
    let mut programs = Vec::new();
    for index in indices {
        let program = generate::program(plan.seed, index, &plan.without);
        match explore(&program, MOST_STATES) {
            Some(truth) => programs.push((index, program, truth)),
            None => summary.large += 1,
        }
    }
    plan.tool.api(&directory.join("api.jar"))?;
    let sources: Vec<&Program> = programs.iter().map(|(_, program, _)| program).collect();
    compile_programs(&plan.tool, directory, &sources)?;
    let answers = asked(plan, directory, &programs, stop)?;
    for ((index, program, truth), answers) in programs.iter().zip(answers) {
        summary.count(truth);
        let mut wrong = None;
        for (way, answer) in answers {
            summary.answered(way, &answer);
            if let Answer::Wrong(what) = answer {
                wrong = wrong.or(Some((way, what)));
            }
        }
        if let Some((way, what)) = wrong {
            tell(&format!("\nprogram {index}: {way}: {what}"));
            let smaller = match summary.failures.len() < SHRUNK {
                true => smallest(plan, directory, program, way, &what, stop)?,
                false => program.clone(),
            };
            let source = java(&smaller, Reader::Tool);
            let failure = Failure { index: *index, way: Some(way), what, source };
            keep(plan, program, &failure)?;
            summary.failures.push(failure);
        }
    }
    if plan.rounds > 0 && !stop.load(Ordering::Relaxed) {
        real(plan, directory, &programs, summary)?;
    }
    Ok(())
}

/// Runs some of the programs on the real virtual machine.
fn real(
    plan: &Plan,
    directory: &Path,
    programs: &[(u64, Program, Truth)],
    summary: &mut Summary,
) -> io::Result<()> {
    let some: Vec<&(u64, Program, Truth)> =
        programs.iter().filter(|(_, program, truth)| jvm::can_run(program, truth)).collect();
    let pairs: Vec<(&Program, &Truth)> = some.iter().map(|(_, program, truth)| (program, truth)).collect();
    let (unknown, runs) = jvm::compare(&plan.tool, directory, &pairs, plan.rounds)?;
    summary.runs += runs;
    for (number, what) in unknown {
        let (index, program, truth) = some[number];
        let known: Vec<String> = truth.outcomes.iter().map(|outcome| format!("{outcome:?}")).collect();
        let what = format!("{what}, which the interpreter does not know; it knows {}", known.join(", "));
        let failure = Failure { index: *index, way: None, what, source: java(program, Reader::Tool) };
        keep(plan, program, &failure)?;
        summary.failures.push(failure);
    }
    Ok(())
}

/// What the tool says of a program, by the way in which it was asked.
type Answers = Vec<(Way, Answer)>;

/// What the tool says of every program.
fn asked(
    plan: &Plan,
    directory: &Path,
    programs: &[(u64, Program, Truth)],
    stop: &AtomicBool,
) -> io::Result<Vec<Answers>> {
    let next = AtomicUsize::new(0);
    let answers: Vec<Mutex<io::Result<Answers>>> =
        programs.iter().map(|_| Mutex::new(Ok(Vec::new()))).collect();
    std::thread::scope(|scope| {
        for _ in 0..plan.workers.max(1) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some((index, program, truth)) = programs.get(at) else { return };
                    if stop.load(Ordering::Relaxed) {
                        return;
                    }
                    let ways = Way::all(*index, plan.every);
                    let class = directory.join(format!("{}.class", program.name));
                    let ask = |way: Way| Ok((way, plan.tool.ask(&class, way, truth)?));
                    let said = ways.into_iter().map(ask).collect();
                    *answers[at].lock().expect("no thread panics with the lock") = said;
                }
            });
        }
    });
    answers.into_iter().map(|answer| answer.into_inner().expect("no thread panics with the lock")).collect()
}

/// The smallest program found about which the tool is wrong in the same way.
fn smallest(
    plan: &Plan,
    directory: &Path,
    program: &Program,
    way: Way,
    what: &str,
    stop: &AtomicBool,
) -> io::Result<Program> {
    let mut best = program.clone();
    let place = directory.join("smaller");
    std::fs::create_dir_all(&place)?;
    std::fs::copy(directory.join("api.jar"), place.join("api.jar"))?;
    let mut number = 0;
    'smaller: loop {
        let candidates = shrink::smaller(&best);
        for some in candidates.chunks(CANDIDATES) {
            let mut known = Vec::new();
            for candidate in some {
                if let Some(truth) = explore(candidate, MOST_STATES) {
                    number += 1;
                    let name = format!("Smaller{number}");
                    known.push((Program { name, ..candidate.clone() }, truth));
                }
            }
            let sources: Vec<&Program> = known.iter().map(|(program, _)| program).collect();
            compile_programs(&plan.tool, &place, &sources)?;
            for (candidate, truth) in known {
                if stop.load(Ordering::Relaxed) {
                    return Ok(best);
                }
                let class = place.join(format!("{}.class", candidate.name));
                if plan.tool.ask(&class, way, &truth)? == Answer::Wrong(what.to_string()) {
                    best = candidate;
                    continue 'smaller;
                }
            }
        }
        best.name = program.name.clone();
        return Ok(best);
    }
}

/// Compiles programs at once, into a directory with the classes of `glassbox.api`.
fn compile_programs(tool: &Tool, directory: &Path, programs: &[&Program]) -> io::Result<()> {
    let mut files = Vec::new();
    for program in programs {
        let file = directory.join(format!("{}.java", program.name));
        std::fs::write(&file, java(program, Reader::Tool))?;
        files.push(file);
    }
    compile(tool, directory, &directory.join("api.jar"), &files)
}

/// Compiles files into a directory.
fn compile(tool: &Tool, directory: &Path, class_path: &Path, files: &[PathBuf]) -> io::Result<()> {
    if files.is_empty() {
        return Ok(());
    }
    let output = Command::new(tool.java_home.join("bin/javac"))
        .args(java::compile::QUICK)
        .args(["-g", "-proc:none", "-nowarn", "-Xlint:none", "-encoding", "UTF-8", "-d"])
        .arg(directory)
        .arg("-cp")
        .arg(class_path)
        .args(files)
        .output()?;
    if !output.status.success() {
        return Err(io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    Ok(())
}

/// Writes a failure down: the program as it was made, the smaller one, and what is wrong.
fn keep(plan: &Plan, program: &Program, failure: &Failure) -> io::Result<()> {
    let Some(directory) = &plan.keep else { return Ok(()) };
    let directory = directory.join(format!("seed{}-{}", plan.seed, failure.index));
    std::fs::create_dir_all(&directory)?;
    std::fs::write(directory.join("original.txt"), java(program, Reader::Tool))?;
    std::fs::write(directory.join(format!("{}.java", program.name)), &failure.source)?;
    std::fs::write(directory.join("difference.txt"), failure.title() + "\n")
}

impl Failure {
    /// What is wrong, in a line.
    pub fn title(&self) -> String {
        match self.way {
            Some(way) => format!("{way}: {}", self.what),
            None => self.what.clone(),
        }
    }
}

/// A temporary directory that goes away with the value.
#[derive(Debug)]
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> io::Result<Scratch> {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("glassbox-interleavings-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path)?;
        Ok(Scratch(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
