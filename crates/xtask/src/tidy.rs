//! Checks that the repository agrees with its own rules and documents.
//!
//! Each module below is one subject and lists what it checks. Every problem has a file, a line and a
//! remedy; every check has a test that shows it failing.

pub mod arrows;
pub mod codes;
pub mod dependencies;
pub mod links;
pub mod manifest;
pub mod markdown;
pub mod paths;
pub mod rust;
pub mod sources;
pub mod tree;

#[cfg(test)]
pub(crate) mod testing;

use std::fmt;

pub use tree::{File, Tree};

/// What is wrong, where, and what to do about it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Problem {
    /// The file, relative to the repository.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong and the remedy.
    pub message: String,
}

impl Problem {
    /// A problem at a line of a file.
    pub fn new(file: impl Into<String>, line: usize, message: impl Into<String>) -> Self {
        Problem { file: file.into(), line, message: message.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.message)
    }
}

/// Runs every check; gives the problems in the order of files and lines.
pub fn check(tree: &Tree) -> Vec<Problem> {
    let codes: Vec<String> = ir::Code::ALL.iter().map(ToString::to_string).collect();
    let mut problems = Vec::new();
    problems.extend(arrows::check(tree));
    problems.extend(codes::check(tree, &codes));
    problems.extend(dependencies::check(tree));
    problems.extend(links::check(tree));
    problems.extend(paths::check(tree));
    problems.extend(sources::check(tree));
    problems.sort();
    problems.dedup();
    problems
}
