//! Regenerating expected outputs.
//!
//! A test that compares with a file rewrites the file when the variable `BLESS` is set. This module
//! only sets it, runs all tests, and asks git what changed.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

/// Where expected outputs lie, as git's patterns.
const EXPECTED: [&str; 2] = ["tests", "crates/*/tests/*"];

/// What blessing did.
#[derive(Debug)]
pub struct Outcome {
    /// Whether all tests passed.
    pub passed: bool,
    /// Lines of `git status --short` for the directories with expected outputs.
    pub changed: String,
}

/// Runs all tests in the repository at `root` so that they rewrite their expected outputs;
/// `arguments` go to the test runner.
pub fn bless(root: &Path, arguments: &[String]) -> io::Result<Outcome> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let runner: &[&str] = if has_nextest(&cargo)? { &["nextest", "run"] } else { &["test"] };
    let passed = Command::new(&cargo)
        .args(runner)
        .args(["--workspace", "--locked", "--no-fail-fast"])
        .args(arguments)
        .env("BLESS", "1")
        .current_dir(root)
        .status()?
        .success();
    let status = Command::new("git")
        .args(["status", "--short", "--untracked-files=all", "--"])
        .args(EXPECTED)
        .current_dir(root)
        .output()?;
    if !status.status.success() {
        return Err(io::Error::other(format!(
            "git status fails: {}",
            String::from_utf8_lossy(&status.stderr)
        )));
    }
    Ok(Outcome { passed, changed: String::from_utf8_lossy(&status.stdout).into_owned() })
}

fn has_nextest(cargo: &std::ffi::OsStr) -> io::Result<bool> {
    let probe = Command::new(cargo)
        .args(["nextest", "--version"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()?;
    Ok(probe.success())
}
