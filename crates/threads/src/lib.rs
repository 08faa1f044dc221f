//! Explicit-state search of programs with threads: every interleaving, one state at a time.
//!
//! [`search()`] runs a program on the concrete machine from one point where threads may change to the next, with
//! every thread that can go on and every value of every choice, keeps the states in an exact store, and hands over
//! [`check::Evidence`] with a schedule for each violation. [`Replayer`] runs a schedule again. [`search_on`] does the same on a
//! machine of another domain, such as that of [`abstraction`], where integers of chosen fields are tokens.
//!
//! ```
//! use check::{Budget, CancelToken, Meter, Property, Silent, System};
//!
//! // A program that starts no thread has one schedule.
//! let text = "fn @main() {\n  local ok: bool\nb0:\n  ok = eq 1, 2\n  assert ok, \"one is two\"\n  return\n}\n";
//! let program = ir::text::parse("one.gbir", text).unwrap();
//! ir::verify::verify(&program).unwrap();
//! let entry = program.function_named("main").unwrap();
//! let options = threads::Options::new(vec![Property::Assertion]);
//! let host = System::start();
//! let meter = Meter::new(Budget::default(), CancelToken::new(), &host);
//! let outcome = threads::search(&program, entry, &options, meter, &mut Silent);
//! assert_eq!(outcome.evidence.candidates.len(), 1);
//! ```
//!
//! This crate must not know other engines, front ends or reports.

pub mod abstraction;
mod assertions;
mod consistency;
pub mod linear;
mod search;
mod searched;
mod sleep;
mod temporal;

pub use consistency::Consistency;
pub use machine::Granularity;
pub use search::{Judge, Judgement, Options, Order, Outcome, Preemptions, Suspect, search, search_on};
pub use searched::Searched;
pub use temporal::formula::{Formula, Name, Parsed, SyntaxError, parse};
pub use temporal::{Observed, Replayer, Temporal};
