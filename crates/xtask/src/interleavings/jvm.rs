//! The real virtual machine as a check of the interpreter: what it shows must be among what the interpreter knows.

use std::io;
use std::path::Path;
use std::process::Stdio;

use super::ask::Tool;
use super::explore::{Ending, Outcome, Truth};
use super::print::{Reader, java};
use super::program::{Kind, Program, Statement};
use crate::jvm_diff::jvm::launcher;

const RUNNER: &str = include_str!("Runner.java");

/// Whether runs of a program can be compared: it must not end the virtual machine, always come to an end, and have no
/// races where the printed class cannot make variables volatile.
pub fn can_run(program: &Program, truth: &Truth) -> bool {
    let ends = |statement: &Statement| match statement {
        Statement::Exit | Statement::Assume(_) => true,
        Statement::While(_, body) => body.is_empty(),
        _ => false,
    };
    let daemon = program.threads.iter().any(|thread| thread.daemon);
    !daemon && !program.any(&ends) && !(truth.race && uses_elements(program))
}

fn uses_elements(program: &Program) -> bool {
    let text = java(program, Reader::Tool);
    text.contains("A[")
}

/// Runs programs, each some times, and gives what was seen that the interpreter does not know: the number of the
/// program, and the line that says what. Also gives how many runs there were.
pub fn compare(
    tool: &Tool,
    directory: &Path,
    programs: &[(&Program, &Truth)],
    rounds: usize,
) -> io::Result<(Vec<(usize, String)>, usize)> {
    // Apart from the programs, which are loaded anew for every run.
    let (place, running) = (directory.join("programs"), directory.join("runner"));
    std::fs::create_dir_all(&place)?;
    std::fs::create_dir_all(&running)?;
    let jar = directory.join("api.jar");
    let runner = running.join("Runner.java");
    std::fs::write(&runner, RUNNER)?;
    super::compile(tool, &running, &jar, &[runner])?;
    let mut files = Vec::new();
    for (program, _) in programs {
        let file = place.join(format!("{}.java", program.name));
        std::fs::write(&file, java(program, Reader::Jvm))?;
        files.push(file);
    }
    let path = std::env::join_paths([&jar, &running]).map_err(io::Error::other)?;
    super::compile(tool, &place, Path::new(&path), &files)?;
    let output = launcher(&tool.java_home)
        .args(["-ea", "-Dglassbox.seed=1", "-cp"])
        .arg(&path)
        .arg("Runner")
        .arg(rounds.to_string())
        .arg(&place)
        .args(programs.iter().map(|(program, _)| &program.name))
        .stdin(Stdio::null())
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut unknown = Vec::new();
    for line in text.lines() {
        let (name, rest) = line.split_once(' ').ok_or_else(|| strange(line, &output.stderr))?;
        let number = programs.iter().position(|(program, _)| program.name == name);
        let number = number.ok_or_else(|| strange(line, &output.stderr))?;
        let (program, truth) = programs[number];
        let seen = parse(rest, program).ok_or_else(|| strange(line, &output.stderr))?;
        if !truth.outcomes.contains(&seen) && !unknown.iter().any(|(known, _)| *known == number) {
            unknown.push((number, format!("the JVM has shown `{rest}`")));
        }
    }
    let runs = text.lines().count();
    if runs == 0 && !programs.is_empty() {
        return Err(strange("", &output.stderr));
    }
    Ok((unknown, runs))
}

fn strange(line: &str, error: &[u8]) -> io::Error {
    io::Error::other(format!("the runner says `{line}`: {}", String::from_utf8_lossy(error)))
}

/// Reads a line of the runner.
fn parse(line: &str, program: &Program) -> Option<Outcome> {
    let (before, values) = line.split_once(':')?;
    let mut words = before.split_whitespace();
    let ending = match words.next()? {
        "over" => Ending::Over,
        "stuck" => Ending::Stuck,
        _ => return None,
    };
    let mut exceptions = words.map(exception).collect::<Option<Vec<_>>>()?;
    exceptions.resize(program.threads.len(), None);
    let values = values.split_whitespace().map(|value| value.parse().ok()).collect::<Option<Vec<i32>>>()?;
    Some(Outcome { ending, exceptions, values })
}

fn exception(name: &str) -> Option<Option<Kind>> {
    Some(Some(match name {
        "-" => return Some(None),
        // Threads other than the main one wrap it.
        "InterruptedException" | "IllegalStateException" => Kind::Interrupted,
        "IllegalMonitorStateException" => Kind::Monitor,
        "ArithmeticException" => Kind::Arithmetic,
        "UnsupportedOperationException" => Kind::Own,
        "NullPointerException" => Kind::Null,
        "IllegalThreadStateException" => Kind::ThreadState,
        "AssertionError" => Kind::Assertion,
        _ => return None,
    }))
}
