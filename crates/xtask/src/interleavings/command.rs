//! The command line of `cargo xtask interleavings`.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line prints")]

use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::ask::Tool;
use super::explore::explore;
use super::generate::{Feature, program};
use super::print::{Reader, java};
use super::{EXCLUDED, MOST_STATES, Plan, run};
use crate::jvm_diff::command::java_home;

/// Reads the arguments, runs, prints. Whether the tool was right about every program.
pub fn command(root: &Path, arguments: &[String]) -> io::Result<bool> {
    let (mut first, mut count, mut seed, mut rounds, mut workers) = (0, 500, 1, 5, 2);
    let (mut home, mut tool, mut show, mut keep, mut every) = (None, None, None, None, false);
    let mut without: Vec<Feature> = EXCLUDED.iter().map(|(feature, _)| *feature).collect();
    let mut rest = arguments.iter();
    while let Some(option) = rest.next() {
        match option.as_str() {
            "--every-way" => {
                every = true;
                continue;
            }
            "--excluded-too" => {
                without.clear();
                continue;
            }
            _ => {}
        }
        let value = rest.next().ok_or_else(|| io::Error::other(format!("{option} needs a value")))?;
        let number =
            || value.parse::<u64>().map_err(|_| io::Error::other(format!("{option} needs a number")));
        match option.as_str() {
            "--first" => first = number()?,
            "--count" => count = number()?,
            "--seed" => seed = number()?,
            "--jvm" => rounds = number()? as usize,
            "--workers" => workers = number()? as usize,
            "--show" => show = Some(number()?),
            "--java-home" => home = Some(PathBuf::from(value)),
            "--keep" => keep = Some(PathBuf::from(value)),
            "--tool" => tool = Some(PathBuf::from(value)),
            "--without" => {
                for name in value.split(',') {
                    let is_named = |feature: &Feature| format!("{feature:?}").eq_ignore_ascii_case(name);
                    let feature = Feature::ALL.into_iter().find(is_named);
                    without
                        .push(feature.ok_or_else(|| io::Error::other(format!("programs have no `{name}`")))?);
                }
            }
            other => return Err(io::Error::other(format!("interleavings has no option `{other}`"))),
        }
    }
    if let Some(index) = show {
        let program = program(seed, index, &without);
        print!("{}", java(&program, Reader::Tool));
        match explore(&program, MOST_STATES) {
            Some(truth) => println!("// {truth:?}"),
            None => println!("// more than {MOST_STATES} states"),
        }
        return Ok(true);
    }
    let binary = match tool {
        Some(tool) => tool,
        None => crate::bench::build(root, &mut |what| eprintln!("interleavings: {what}"))?,
    };
    let tool = Tool::new(&binary, &java_home(home)?)?;
    let plan = Plan { first, count, seed, without, every, rounds, workers, tool, keep };
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
            eprintln!("{}", what.trim_start());
        }
    };
    let summary = run(&plan, &stop, &mut tell)?;
    if terminal {
        eprintln!();
    }
    for failure in &summary.failures {
        println!("// program {} of seed {seed}: {}\n{}", failure.index, failure.title(), failure.source);
    }
    print!("{}", summary.text());
    if stop.load(Ordering::Relaxed) {
        return Err(io::Error::other("stopped before all programs were compared"));
    }
    Ok(summary.is_clean())
}
