//! A finished run to text for people and to JSON for programs; diagnostics with the lines that they
//! are about; and the pages behind diagnostic codes.
//!
//! The central functions are [`text::run`] (one screen for people), [`json::run`] (the versioned
//! format, with [`json::read`] to get a recorded violation back) and [`diagnostic::diagnostics`]
//! (what is wrong with an input); [`explain::page`] says what a code means. [`Style`] says how text
//! should look, and [`human`] writes numbers as people read them.
//!
//! ```
//! use std::time::Duration;
//!
//! let task = check::Task::new("search", "main", vec![check::Property::Assertion], check::Budget::default());
//! let evidence = check::Evidence::complete(check::Scope::unbounded("all executions"));
//! let conclusion = check::conclude(&task, evidence, &mut check::NothingToReplay).unwrap();
//! let run = check::Run {
//!     task,
//!     conclusion,
//!     notes: Vec::new(),
//!     unreached: Vec::new(),
//!     learned: Vec::new(),
//!     stats: check::Stats::default(),
//!     phases: Vec::new(),
//!     time: Duration::from_millis(20),
//!     peak_bytes: 3 << 20,
//! };
//!
//! let text = report::text::run(&run, report::Style::default());
//! assert_eq!(text, "holds: assert from main, for all executions\n\n20 ms, 3.0 MiB\n");
//! assert!(report::json::run(&run, "0.1.0").contains(r#""verdict": "holds""#));
//! ```
//!
//! Everything here is a pure function of its arguments: this crate must not know any engine, and it
//! never prints, exits, or reads the environment.

pub mod diagnostic;
pub mod explain;
mod history;
pub mod human;
pub mod json;
mod lanes;
mod line;
mod style;
pub mod text;

pub use style::{Style, Verbosity};
