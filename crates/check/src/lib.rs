//! The contract between engines and everybody who reads their results.
//!
//! A [`Task`] says what is asked, a [`Budget`] how much may be spent. An engine hands over
//! [`Evidence`]; only [`conclude`] turns evidence into a [`Conclusion`] with a [`Verdict`], and it
//! replays every trace before it believes a violation.
//!
//! ```
//! use check::{Budget, Evidence, Property, Scope, Task, Verdict, conclude};
//!
//! let task = Task::new("search", "main", vec![Property::Assertion], Budget::default());
//! let evidence = Evidence::complete(Scope::unbounded("all executions of `main`"));
//! let conclusion = conclude(&task, evidence, &mut check::NothingToReplay).unwrap();
//! assert_eq!(conclusion.verdict(), Verdict::Holds);
//! ```
//!
//! This crate has no algorithms and knows no other crate but `ir`.

pub mod budget;
pub mod confines;
pub mod event;
pub mod evidence;
pub mod run;
pub mod task;
pub mod trace;
pub mod verdict;

pub use budget::{Budget, CancelToken, Exhausted, Host, Limit, Meter, Polled, System, Usage, Watch};
pub use event::{Event, Observer, Progress, Silent};
pub use evidence::{Candidate, Doubt, Evidence, Frontier, Obstacle, ObstacleKind, Scope, Skipped, Store};
pub use run::{Learned, Phase, Run, Stat, Stats};
pub use task::{Input, Property, Task};
pub use trace::{
    Called, Change, Choice, Graph, GraphField, GraphObject, History, Interplay, Location, Replay,
    ReplayFailure, Replayer, SequentialOrder, Step, Trace, Turn, Violation,
};
pub use verdict::{
    Conclusion, ConfirmedViolation, Fault, NothingToReplay, PropertyVerdict, Reason, Verdict, conclude,
    omission_probability,
};
