//! `cargo xtask jvm-diff`: random Java programs on the real JVM and on our machine.
//!
//! [`generate`] makes programs from a [`grammar`], as [trees](tree). The [JVM](jvm) compiles and runs
//! them, many in one process; our machine runs each in a process of its own. Standard output, standard error
//! and exit status must be equal, byte for byte ([`outcome`]). A program that differs is
//! [made smaller](shrink) as long as it does.
//!
//! A run is determined by its seed and the size of the programs.

pub mod command;
pub mod generate;
pub mod grammar;
pub mod jvm;
pub mod outcome;
pub mod shrink;
mod summary;
pub mod tree;
pub mod types;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

use generate::{Program, Shape};
use grammar::Grammar;
use jvm::Jvm;
use outcome::{Outcome, Verdict};
pub use summary::Summary;
use tree::Node;

/// What to run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How many programs.
    pub count: usize,
    /// What they are made from.
    pub seed: u64,
    /// How large they are.
    pub shape: Shape,
    /// The home of the JDK.
    pub java_home: PathBuf,
    /// The binary of our tool.
    pub tool: PathBuf,
    /// A directory for programs that differ.
    pub keep: Option<PathBuf>,
    /// How many programs are compiled at a time.
    pub batch: usize,
    /// How many attempts are made to make a program smaller.
    pub tries: usize,
}

/// A program that does not behave as on the JVM.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Its number.
    pub index: u64,
    /// How it differs.
    pub verdict: Verdict,
    /// Where it differs, in words.
    pub explanation: String,
    /// The program, made smaller.
    pub source: String,
}

/// How many programs are run by the launcher as well, to see that the harness does the same: one in so many.
const LAUNCHED: u64 = 100;

/// At most so many programs are made smaller in one run: the others often have the same cause.
const SHRUNK: usize = 8;

/// Runs a plan. `tell` hears how far it is; `stop` ends it early, with what is known by then.
pub fn run(plan: &Plan, stop: &AtomicBool, tell: &mut dyn FnMut(&str)) -> io::Result<Summary> {
    let begun = Instant::now();
    let grammar = Grammar::load();
    let directory = Scratch::new()?;
    let mut jvm = Jvm::new(&plan.java_home, &directory.0)?;
    let mut summary = Summary::new(&grammar);
    let mut next = 0;
    while next < plan.count && !stop.load(Ordering::Relaxed) {
        let count = plan.batch.min(plan.count - next);
        let programs: Vec<Program> = (next..next + count)
            .map(|index| generate::program(&grammar, plan.seed, index as u64, plan.shape))
            .collect();
        match batch(plan, &mut jvm, &programs, &mut summary, stop, tell) {
            // A signal that stops us stops the other processes, too.
            Err(_) if stop.load(Ordering::Relaxed) => break,
            done => done?,
        }
        next += count;
        directory.clear()?;
        summary.seconds = begun.elapsed().as_secs_f64();
        tell(&summary.line(next, plan.count));
    }
    summary.seconds = begun.elapsed().as_secs_f64();
    Ok(summary)
}

/// Compiles, runs and compares some programs.
fn batch(
    plan: &Plan,
    jvm: &mut Jvm,
    programs: &[Program],
    summary: &mut Summary,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&str),
) -> io::Result<()> {
    let broken = compile(jvm, programs)?;
    let running: Vec<&Program> =
        programs.iter().filter(|program| !broken.contains_key(&program.name)).collect();
    for (program, errors) in &broken {
        summary.broken.push(format!("{program} does not compile: {errors}"));
    }
    let both = execute(plan, jvm, &running, stop)?;
    for (program, outcomes) in running.iter().zip(both) {
        let Some((mut theirs, ours)) = outcomes else { continue };
        if stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        if theirs.status.is_none() {
            summary.broken.push(format!("{} does not end on the JVM", program.name));
            continue;
        }
        if outcome::is_refused(&theirs) {
            summary.refused.push(program.name.clone());
            continue;
        }
        let mut verdict = outcome::compare(&theirs, &ours);
        if verdict == Verdict::Different || index_of(&program.name).is_multiple_of(LAUNCHED) {
            let launched = jvm.launch(&program.name)?;
            if launched != theirs {
                summary.harness.push(format!(
                    "{}: the harness does not do what the launcher does\n{}",
                    program.name,
                    outcome::explain(&launched, &theirs)
                ));
                theirs = launched;
                verdict = outcome::compare(&theirs, &ours);
            }
            summary.launched += 1;
        }
        summary.add(program, &theirs, &ours, verdict);
        if verdict != Verdict::Equal {
            let failure = minimised(plan, jvm, program, (verdict, &theirs, &ours), &summary.failures, stop)?;
            keep(plan, program, &failure)?;
            tell(&format!("\n{} is {}: {}", program.name, verdict, failure.explanation));
            summary.failures.push(failure);
        }
    }
    Ok(())
}

fn index_of(name: &str) -> u64 {
    name.rsplit('x').next().and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// Compiles programs together; gives the errors of those that do not compile. The classes of the others are there.
fn compile(jvm: &mut Jvm, programs: &[Program]) -> io::Result<BTreeMap<String, String>> {
    for program in programs {
        std::fs::write(jvm.directory().join(format!("{}.java", program.name)), program.source())?;
    }
    let mut broken: BTreeMap<String, String> = BTreeMap::new();
    loop {
        let files: Vec<String> = programs
            .iter()
            .filter(|program| !broken.contains_key(&program.name))
            .map(|program| format!("{}.java", program.name))
            .collect();
        let errors = if files.is_empty() { Vec::new() } else { jvm.compile(&files)? };
        if errors.is_empty() {
            return Ok(broken);
        }
        for error in errors {
            let (name, rest) = error.split_once(".java:").unwrap_or(("", &error));
            if !name.is_empty() {
                broken.entry(name.to_string()).or_insert_with(|| rest.to_string());
            } else if let [program] = programs {
                broken.entry(program.name.clone()).or_insert_with(|| rest.to_string());
            } else {
                // The compiler failed; which program it was shows when each is alone.
                for program in programs {
                    broken.extend(compile(jvm, std::slice::from_ref(program))?);
                }
                return Ok(broken);
            }
        }
    }
}

/// Runs programs on both machines. A run that is stopped early has no outcomes for some.
fn execute(
    plan: &Plan,
    jvm: &mut Jvm,
    programs: &[&Program],
    stop: &AtomicBool,
) -> io::Result<Vec<Option<(Outcome, Outcome)>>> {
    let ours: Mutex<Vec<Option<io::Result<Outcome>>>> = Mutex::new(programs.iter().map(|_| None).collect());
    let next = AtomicUsize::new(0);
    let directory = jvm.directory().to_path_buf();
    let theirs = std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(program) = programs.get(at) else { return };
                    if stop.load(Ordering::Relaxed) {
                        return;
                    }
                    let outcome = our_run(plan, &directory, &program.name);
                    ours.lock().expect("nobody panics with the lock")[at] = Some(outcome);
                }
            });
        }
        let mut theirs = Vec::new();
        for program in programs {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            theirs.push(their_run(jvm, program)?);
        }
        Ok::<_, io::Error>(theirs)
    })?;
    let ours = ours.into_inner().expect("nobody panics with the lock");
    let mut theirs = theirs.into_iter();
    ours.into_iter()
        .map(|ours| match (theirs.next(), ours) {
            (Some(theirs), Some(ours)) => Ok(Some((theirs, ours?))),
            _ => Ok(None),
        })
        .collect()
}

/// Runs a program on the JVM.
fn their_run(jvm: &mut Jvm, program: &Program) -> io::Result<Outcome> {
    if program.exits() { jvm.launch(&program.name) } else { jvm.run(&program.name) }
}

/// Runs a program on our machine.
fn our_run(plan: &Plan, directory: &Path, name: &str) -> io::Result<Outcome> {
    let output = Command::new(&plan.tool)
        .args(["run", "--time", "60s", "--java-home"])
        .arg(&plan.java_home)
        .arg(directory.join(format!("{name}.class")))
        .stdin(Stdio::null())
        .output()?;
    Ok(Outcome { stdout: output.stdout, stderr: output.stderr, status: output.status.code() })
}

/// The smallest program found that differs in the same way.
fn minimised(
    plan: &Plan,
    jvm: &mut Jvm,
    program: &Program,
    (verdict, theirs, ours): (Verdict, &Outcome, &Outcome),
    known: &[Failure],
    stop: &AtomicBool,
) -> io::Result<Failure> {
    let reason = outcome::reason(ours);
    let explain = |theirs: &Outcome, ours: &Outcome| match verdict {
        Verdict::Unsupported => outcome::reason(ours).unwrap_or_default(),
        Verdict::Equal | Verdict::Different => outcome::explain(theirs, ours),
    };
    let index = index_of(&program.name);
    let mut explanation = explain(theirs, ours);
    // The same reason again teaches nothing.
    let repeated =
        verdict == Verdict::Unsupported && known.iter().any(|failure| failure.explanation == explanation);
    if repeated || known.len() >= SHRUNK {
        return Ok(Failure { index, verdict, explanation, source: program.source() });
    }
    let mut number = 0;
    let mut fault = None;
    let mut keeps = |tree: &Node| {
        if stop.load(Ordering::Relaxed) {
            return false;
        }
        number += 1;
        let candidate = Program {
            name: format!("{}s{number}", program.name),
            tree: tree.clone(),
            productions: Default::default(),
        };
        let mut both = || -> io::Result<Option<(Outcome, Outcome)>> {
            if !compile(jvm, std::slice::from_ref(&candidate))?.is_empty() {
                return Ok(None);
            }
            let theirs = their_run(jvm, &candidate)?;
            let ours = our_run(plan, jvm.directory(), &candidate.name)?;
            Ok(Some((theirs, ours)))
        };
        match both() {
            Ok(Some((theirs, ours))) => {
                let same = outcome::compare(&theirs, &ours) == verdict
                    && theirs.status.is_some()
                    && !outcome::is_refused(&theirs)
                    && (verdict == Verdict::Different || outcome::reason(&ours) == reason);
                if same {
                    explanation = explain(&theirs, &ours);
                }
                same
            }
            Ok(None) => false,
            Err(error) => {
                fault = Some(error);
                false
            }
        }
    };
    let smaller = shrink::shrink(&program.tree, plan.tries, &mut keeps);
    if let Some(error) = fault {
        return Err(error);
    }
    Ok(Failure { index, verdict, explanation, source: smaller.render("Main") })
}

/// Writes a failure down: the program as it was made, the smaller one, and the difference.
fn keep(plan: &Plan, program: &Program, failure: &Failure) -> io::Result<()> {
    let Some(directory) = &plan.keep else { return Ok(()) };
    let directory = directory.join(format!("{}-{}", failure.verdict, program.name));
    std::fs::create_dir_all(&directory)?;
    std::fs::write(directory.join(format!("{}.java", program.name)), program.source())?;
    std::fs::write(directory.join("Main.java"), &failure.source)?;
    std::fs::write(directory.join("difference.txt"), &failure.explanation)
}

/// A temporary directory that goes away with the value.
#[derive(Debug)]
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> io::Result<Scratch> {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("glassbox-jvm-diff-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path)?;
        Ok(Scratch(path))
    }

    /// Removes the programs, but not the harness.
    fn clear(&self) -> io::Result<()> {
        for entry in std::fs::read_dir(&self.0)? {
            let entry = entry?;
            if !entry.file_name().to_string_lossy().starts_with("Harness") {
                std::fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
