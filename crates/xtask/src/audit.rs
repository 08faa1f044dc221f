//! `cargo xtask audit`: random classes with invariants, checked by every engine for data structures.
//!
//! [`generate`] makes classes. Each is checked with glass-box checking and its audit by brute force, then by the engines
//! that execute every operation on every state. All must come to the same verdict, for each
//! property where the spaces are the same. A run is determined by its seed.

pub mod command;
pub mod generate;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use generate::{Subject, subject};

/// What to run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The number of the first class.
    pub first: u64,
    /// How many classes.
    pub count: u64,
    /// What they are made from.
    pub seed: u64,
    /// The home of the JDK.
    pub java_home: PathBuf,
    /// The binary of our tool.
    pub tool: PathBuf,
}

/// A class that the engines disagree about.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The class.
    pub subject: Subject,
    /// What is wrong.
    pub what: String,
}

/// What a run came to.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Classes for which everything holds.
    pub holds: usize,
    /// Classes in which something is violated.
    pub violated: usize,
    /// Why classes were not checked, or not to the end, and how many there were.
    pub others: BTreeMap<String, usize>,
    /// What is wrong.
    pub failures: Vec<Failure>,
    /// States that audits went through.
    pub states: u64,
    /// Transitions that audits went through, and those that were executed instead.
    pub transitions: (u64, u64),
}

impl Summary {
    /// As people read it.
    pub fn text(&self) -> String {
        let others: usize = self.others.values().sum();
        let mut text = format!(
            "{} hold, {} are violated, {others} are not checked to the end, {} go wrong\n\
             {} valid states and {} transitions by brute force, {} by glass-box checking\n",
            self.holds,
            self.violated,
            self.failures.len(),
            self.states,
            self.transitions.0,
            self.transitions.1
        );
        for (why, count) in &self.others {
            let _ = writeln!(text, "{count:6}  {why}");
        }
        text
    }
}

/// The verdict of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Said {
    code: Option<i32>,
    /// The verdict for each property.
    properties: Vec<(String, String)>,
    /// What was printed besides the report.
    error: String,
    /// The report.
    report: serde_json::Value,
}

impl Said {
    fn stat(&self, name: &str) -> u64 {
        self.report["stats"][name].as_u64().unwrap_or(0)
    }

    /// Why it was not checked, or not to the end.
    fn reason(&self) -> String {
        let reasons = [&self.report["reasons"][0]["message"], &self.report["diagnostics"][0]["message"]];
        let reason = reasons.iter().find_map(|reason| reason.as_str());
        let said = reason.or(self.error.lines().next()).unwrap_or_default();
        // Names and numbers aside, so that the same reasons are counted together.
        let plain: Vec<&str> = said.split('`').step_by(2).collect();
        plain.join("_")
    }
}

/// Compiles classes at once, into a directory.
pub fn compile(plan: &Plan, directory: &Path, subjects: &[Subject]) -> io::Result<()> {
    let jar = directory.join("api.jar");
    let made = Command::new(&plan.tool).args(["api", "--jar"]).arg(&jar).output()?;
    if !made.status.success() {
        return Err(io::Error::other(String::from_utf8_lossy(&made.stderr).into_owned()));
    }
    let mut command = Command::new(plan.java_home.join("bin/javac"));
    command.args(java::compile::QUICK).args(["-g", "-proc:none", "-nowarn", "-encoding", "UTF-8", "-d"]);
    command.arg(directory).arg("-cp").arg(&jar);
    for subject in subjects {
        let file = directory.join(format!("{}.java", subject.name));
        std::fs::write(&file, &subject.source)?;
        command.arg(file);
    }
    let output = command.output()?;
    if !output.status.success() {
        return Err(io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    Ok(())
}

/// Runs one engine.
fn ask(plan: &Plan, directory: &Path, subject: &Subject, engine: &[&str]) -> io::Result<Said> {
    let file = directory.join(format!("{}.class", subject.name));
    let mut command = Command::new(&plan.tool);
    command.arg("check").arg(file).args(engine).args(&subject.bounds);
    command.args(["--all", "--time", "60s", "--format", "json"]);
    let output = command.output()?;
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    let properties = report["properties"].as_array().map(Vec::as_slice).unwrap_or_default();
    let properties = properties.iter().map(|property| {
        let text = |name: &str| property[name].as_str().unwrap_or_default().to_string();
        (text("name"), text("verdict"))
    });
    Ok(Said {
        code: output.status.code(),
        properties: properties.collect(),
        error: String::from_utf8_lossy(&output.stderr).into_owned(),
        report,
    })
}

/// Checks a class with all engines. Fails if something is wrong.
fn compare(
    plan: &Plan,
    directory: &Path,
    subject: &Subject,
    summary: &mut Summary,
) -> io::Result<Result<(), String>> {
    let glass = ask(plan, directory, subject, &["--engine", "glass", "--audit"])?;
    let verdict = match glass.code {
        Some(verdict @ (0 | 1)) => verdict,
        Some(2 | 3) => {
            *summary.others.entry(glass.reason()).or_default() += 1;
            return Ok(Ok(()));
        }
        Some(_) | None => {
            return Ok(Err(format!("glass-box checking ends with {:?}: {}", glass.code, glass.error)));
        }
    };
    summary.states += glass.stat("audited_states");
    summary.transitions.0 += glass.stat("audited_transitions");
    summary.transitions.1 += glass.stat("transitions");
    let black = ask(plan, directory, subject, &["--engine", "blackbox", "--states", "valid"])?;
    let same = if subject.form.argument {
        // Black box gives new objects as arguments zeros in all fields.
        black.code == Some(0) || black.code == Some(1) && verdict == 1
    } else {
        (black.code, &black.properties) == (glass.code, &glass.properties)
    };
    if !same {
        return Ok(Err(format!(
            "glass-box checking says {:?}, black box says {:?}: {}",
            glass.properties, black.properties, black.error
        )));
    }
    match verdict {
        0 => summary.holds += 1,
        _ => summary.violated += 1,
    }
    if subject.form.has_strangers() {
        return Ok(Ok(()));
    }
    let korat = ask(plan, directory, subject, &["--engine", "korat"])?;
    let same = if subject.form.is_same_everywhere() {
        (korat.code, &korat.properties) == (glass.code, &glass.properties)
    } else {
        // The structures of Korat are among those of glass-box checking.
        korat.code == Some(0) || korat.code == Some(1) && verdict == 1
    };
    if !same {
        return Ok(Err(format!(
            "glass-box checking says {:?}, Korat says {:?}: {}",
            glass.properties, korat.properties, korat.error
        )));
    }
    let reachable = ask(plan, directory, subject, &["--engine", "blackbox", "--states", "reachable"])?;
    match reachable.code {
        Some(1) if verdict == 0 => {
            return Ok(Err("operations lead to a violation that nobody else finds".to_string()));
        }
        Some(0..=3) => {}
        Some(_) | None => {
            return Ok(Err(format!("reachable states end with {:?}: {}", reachable.code, reachable.error)));
        }
    }
    Ok(Ok(()))
}

/// How many classes are compiled at once.
const BATCH: u64 = 100;

/// Makes the classes, checks and compares. `tell` hears what is done.
pub fn run(plan: &Plan, tell: &mut dyn FnMut(&str)) -> io::Result<Summary> {
    let mut summary = Summary::default();
    let mut next = plan.first;
    while next < plan.first + plan.count {
        let end = (next + BATCH).min(plan.first + plan.count);
        let subjects: Vec<Subject> = (next..end).map(|index| subject(plan.seed, index)).collect();
        let directory =
            std::env::temp_dir().join(format!("glassbox-audit-{}-{}-{next}", std::process::id(), plan.seed));
        std::fs::create_dir_all(&directory)?;
        let done = batch(plan, &directory, subjects, &mut summary, tell);
        std::fs::remove_dir_all(&directory)?;
        done?;
        next = end;
    }
    Ok(summary)
}

fn batch(
    plan: &Plan,
    directory: &Path,
    subjects: Vec<Subject>,
    summary: &mut Summary,
    tell: &mut dyn FnMut(&str),
) -> io::Result<()> {
    compile(plan, directory, &subjects)?;
    for subject in subjects {
        tell(&format!("{} of seed {}", subject.name, plan.seed));
        if let Err(what) = compare(plan, directory, &subject, summary)? {
            summary.failures.push(Failure { subject, what });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_determined_by_their_seed_and_number() {
        for index in 0..50 {
            assert_eq!(subject(7, index), subject(7, index));
        }
        assert_ne!(subject(7, 1).source, subject(8, 1).source);
    }

    #[test]
    fn everything_that_a_class_can_have_occurs() {
        let all: String = (0..300).map(|index| subject(1, index).source).collect();
        for part in
            ["@Tree Node left", "@Ghost", "@Sorted", "repOkLocal", "@Requires", "row[", "Special", "Node w"]
        {
            assert!(all.contains(part), "no class has {part}");
        }
    }
}
