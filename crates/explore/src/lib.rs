//! Explicit-state search: every execution of a program, one state at a time.
//!
//! [`search()`] runs a program on the concrete machine from choice to choice, keeps every state in an
//! exact store, and hands over [`check::Evidence`] with a trace for each violation.
//!
//! ```
//! use check::{Budget, CancelToken, Meter, Property, Silent, System};
//!
//! let text = r#"fn @main() {
//!   local x: i32
//!   local small: bool
//! b0:
//!   x = choose 0, 9
//!   small = lt x, 7
//!   assert small, "x is small"
//!   return
//! }"#;
//! let program = ir::text::parse("small.gbir", text).unwrap();
//! ir::verify::verify(&program).unwrap();
//! let entry = program.function_named("main").unwrap();
//! let options = explore::Options::new(vec![Property::Assertion]);
//! let host = System::start();
//! let meter = Meter::new(Budget::default(), CancelToken::new(), &host);
//! let outcome = explore::search(&program, entry, &options, meter, &mut Silent);
//! assert_eq!(outcome.evidence.candidates[0].trace.choices, [7]);
//! ```
//!
//! This crate must not know other engines, nor how results are shown.

mod search;
pub mod sequences;

pub use search::{Options, Outcome, search};
