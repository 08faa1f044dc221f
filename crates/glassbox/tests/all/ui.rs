//! Whole programs and command lines through the real binary, compared with the output beside them.
//!
//! `tests/ui/{holds,violated,unknown,rejected}` has programs (`*.gbir` and `*.java`, see [`programs`]) whose directory says
//! how a check ends, and `rejected` also has command lines (`*.cmd`, see [`commands`]).
//! `cargo xtask bless` rewrites the expected outputs.

mod commands;
mod expected;
mod programs;
mod schema;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// How a check ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Holds,
    Violated,
    Unknown,
    Rejected,
}

impl End {
    const fn name(self) -> &'static str {
        match self {
            End::Holds => "holds",
            End::Violated => "violated",
            End::Unknown => "unknown",
            End::Rejected => "rejected",
        }
    }

    const fn exit_code(self) -> i32 {
        match self {
            End::Holds => 0,
            End::Violated => 1,
            End::Rejected => 2,
            End::Unknown => 3,
        }
    }

    fn directory(self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/ui").join(self.name())
    }

    /// The files of a kind, in the order of their names.
    fn files(self, extension: &str) -> Vec<PathBuf> {
        let directory = self.directory();
        let entries = std::fs::read_dir(&directory)
            .unwrap_or_else(|error| panic!("{} should be readable: {error}", directory.display()));
        let mut files: Vec<PathBuf> = entries
            .map(|entry| entry.expect("entries should be readable").path())
            .filter(|path| path.extension().is_some_and(|found| found == extension))
            .collect();
        files.sort();
        files
    }
}

/// The last part of a path.
fn name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).expect("fixtures have names in UTF-8")
}

/// Runs the binary in a directory, without what the caller's terminal and environment would change.
fn glassbox(directory: &Path, arguments: &[&str]) -> Output {
    glassbox_without(directory, arguments, &[])
}

/// The same, without some more variables.
fn glassbox_without(directory: &Path, arguments: &[&str], variables: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_glassbox"));
    for variable in ["COLUMNS", "NO_COLOR"].iter().chain(variables) {
        command.env_remove(variable);
    }
    command.args(arguments).current_dir(directory).output().expect("the binary should start")
}

/// What a stream had, which is always text.
fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the tool writes UTF-8")
}

/// Fails with everything that went wrong in a directory, not only with the first thing.
fn report(problems: &[String]) {
    assert!(problems.is_empty(), "{} problems:\n\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn programs_that_hold() {
    report(&programs::check(End::Holds));
}

#[test]
fn programs_that_are_violated() {
    report(&programs::check(End::Violated));
}

#[test]
fn programs_that_are_unknown() {
    report(&programs::check(End::Unknown));
}

#[test]
fn programs_that_are_rejected() {
    report(&programs::check(End::Rejected));
}

#[test]
fn command_lines_that_are_rejected() {
    report(&commands::check());
}

#[test]
fn no_expected_output_is_stale() {
    let mut problems = Vec::new();
    for end in [End::Holds, End::Violated, End::Unknown, End::Rejected] {
        problems.extend(expected::stale(end));
    }
    report(&problems);
}
