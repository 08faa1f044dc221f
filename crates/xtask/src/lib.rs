//! The development commands: `cargo xtask tidy` keeps the repository and what is written about it
//! in step, `cargo xtask bless` regenerates the expected outputs of the tests, `cargo xtask bench`
//! measures the tool, `cargo xtask tables` prints its figures beside published ones, `cargo xtask
//! plant` puts known bugs into subjects, `cargo xtask jvm-diff` compares it with the JVM on random programs, `cargo
//! xtask audit` compares its engines for data structures with each other on random classes, `cargo xtask interleavings` compares
//! it with an interpreter of its own on random programs with threads.
//!
//! The central types are [`tidy::Tree`] (the files of the repository) and [`tidy::Problem`] (what is
//! wrong with one of them, with the place and the remedy).
//!
//! ```
//! use xtask::tidy::{Tree, check};
//!
//! let directory = std::env::temp_dir().join(format!("tidy-example-{}", std::process::id()));
//! std::fs::create_dir_all(&directory).unwrap();
//! std::fs::write(directory.join("notes.md"), "see [the plan](plan.md)\n").unwrap();
//! let problems = check(&Tree::load(&directory).unwrap());
//! assert!(problems.iter().any(|problem| problem.to_string().contains("notes.md:1: the link `plan.md`")));
//! std::fs::remove_dir_all(&directory).unwrap();
//! ```
//!
//! This crate is no part of the tool. It must not know more of it than the list of diagnostic codes.

pub mod audit;
pub mod bench;
pub mod bless;
pub mod interleavings;
pub mod jvm_diff;
pub mod measure;
pub mod plant;
pub mod plot;
pub mod tables;
pub mod tidy;

use std::path::{Path, PathBuf};

/// The directory of the repository.
///
/// # Panics
/// If this crate does not lie two directories below it.
pub fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.ancestors().nth(2).expect("crates/xtask lies two directories below the root").to_path_buf()
}
