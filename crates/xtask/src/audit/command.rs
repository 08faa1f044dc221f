//! The command line of `cargo xtask audit`.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line prints")]

use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use super::generate::subject;
use super::{Plan, run};
use crate::jvm_diff::command::java_home;

/// Reads the arguments, runs, prints. Whether all engines agree about every class.
pub fn command(root: &Path, arguments: &[String]) -> io::Result<bool> {
    let (mut first, mut count, mut seed, mut home, mut tool, mut show) = (0, 500, 1, None, None, None);
    let mut rest = arguments.iter();
    while let Some(option) = rest.next() {
        let value = rest.next().ok_or_else(|| io::Error::other(format!("{option} needs a value")))?;
        let number =
            || value.parse::<u64>().map_err(|_| io::Error::other(format!("{option} needs a number")));
        match option.as_str() {
            "--first" => first = number()?,
            "--count" => count = number()?,
            "--seed" => seed = number()?,
            "--show" => show = Some(number()?),
            "--java-home" => home = Some(PathBuf::from(value)),
            "--tool" => tool = Some(PathBuf::from(value)),
            other => return Err(io::Error::other(format!("audit has no option `{other}`"))),
        }
    }
    if let Some(index) = show {
        let subject = subject(seed, index);
        println!("{}// {}", subject.source, subject.bounds.join(" "));
        return Ok(true);
    }
    let tool = match tool {
        Some(tool) => tool,
        None => crate::bench::build(root, &mut |what| eprintln!("audit: {what}"))?,
    };
    let plan = Plan { first, count, seed, java_home: java_home(home)?, tool };
    let terminal = io::stderr().is_terminal();
    let summary = run(&plan, &mut |what| {
        if terminal {
            eprint!("\r\x1b[K{what}");
            let _ = io::stderr().flush();
        }
    })?;
    if terminal {
        eprintln!();
    }
    for failure in &summary.failures {
        let (subject, what) = (&failure.subject, &failure.what);
        println!(
            "// {} of seed {seed}: {what}\n// {}\n{}",
            subject.name,
            subject.bounds.join(" "),
            subject.source
        );
    }
    print!("{}", summary.text());
    Ok(summary.failures.is_empty())
}
