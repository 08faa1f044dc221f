//! The command line of `cargo xtask jvm-diff`.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line prints")]

use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::generate::{Shape, program};
use super::grammar::Grammar;
use super::{Plan, run};

/// Reads the arguments, runs, prints. Whether every program behaves as on the JVM.
pub fn command(root: &Path, arguments: &[String]) -> io::Result<bool> {
    let (mut count, mut seed, mut shape, mut home, mut keep) = (1000, 1, Shape::LARGE, None, None);
    let (mut show, mut tool, mut tries) = (None, None, 600);
    let mut rest = arguments.iter();
    while let Some(option) = rest.next() {
        let value = rest.next().ok_or_else(|| io::Error::other(format!("{option} needs a value")))?;
        let number =
            || value.parse::<u64>().map_err(|_| io::Error::other(format!("{option} needs a number")));
        match option.as_str() {
            "--count" => count = number()? as usize,
            "--seed" => seed = number()?,
            "--tries" => tries = number()? as usize,
            "--show" => show = Some(number()?),
            "--size" => {
                shape = match value.as_str() {
                    "small" => Shape::SMALL,
                    "large" => Shape::LARGE,
                    _ => return Err(io::Error::other("--size is small or large")),
                }
            }
            "--java-home" => home = Some(PathBuf::from(value)),
            "--keep" => keep = Some(PathBuf::from(value)),
            "--tool" => tool = Some(PathBuf::from(value)),
            other => return Err(io::Error::other(format!("jvm-diff has no option `{other}`"))),
        }
    }
    if let Some(index) = show {
        print!("{}", program(&Grammar::load(), seed, index, shape).source());
        return Ok(true);
    }
    let tool = match tool {
        Some(tool) => tool,
        None => crate::bench::build(root, &mut |what| eprintln!("jvm-diff: {what}"))?,
    };
    let java_home = java_home(home)?;
    let plan = Plan { count, seed, shape, java_home, tool, keep, batch: 100, tries };
    let stop = Arc::new(AtomicBool::new(false));
    // The first Ctrl-C ends the run with what is known; temporary files go away.
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&stop))?;
    }
    let terminal = io::stderr().is_terminal();
    let mut tell = |what: &str| {
        if terminal && !what.starts_with('\n') {
            eprint!("\r\x1b[K{what}");
            let _ = io::stderr().flush();
        } else {
            eprintln!("{what}");
        }
    };
    let summary = run(&plan, &stop, &mut tell)?;
    if terminal {
        eprintln!();
    }
    for failure in &summary.failures {
        println!("// program {} of seed {seed}, {}\n{}", failure.index, failure.verdict, failure.source);
    }
    print!("{}", summary.text());
    if stop.load(Ordering::Relaxed) {
        return Err(io::Error::other("stopped before all programs were compared"));
    }
    Ok(summary.is_clean())
}

/// The home of the JDK: as given, by the environment, or that of `java` on the path.
pub fn java_home(given: Option<PathBuf>) -> io::Result<PathBuf> {
    if let Some(home) = given.or_else(|| std::env::var_os("JAVA_HOME").map(PathBuf::from)) {
        return Ok(home);
    }
    let output = Command::new("java").args(["-XshowSettings:properties", "-version"]).output()?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let home = text.lines().find_map(|line| line.trim().strip_prefix("java.home = "));
    home.map(PathBuf::from).ok_or_else(|| io::Error::other("name the home of a JDK with --java-home"))
}
