//! The library behind the command line: from files to finished runs.
//!
//! [`load`] reads and verifies an input, [`check()`] answers a [`Request`] about it with a
//! [`Run`](::check::Run), [`replay`] runs a recorded violation again. Everything that can be
//! wrong with an input is an [`ir::Diagnostic`] inside a [`Rejection`].
//!
//! ```
//! use glassbox::{Context, Input, Request};
//!
//! let input = Input::from_text("coin.gbir", r#"fn @main() {
//!   local side: i32
//!   local heads: bool
//! b0:
//!   side = choose 0, 1
//!   heads = eq side, 0
//!   assert heads, "the coin shows heads"
//!   return
//! }"#).unwrap();
//! let run = glassbox::check(&input, &Request::default(), &mut Context::default()).unwrap();
//! assert_eq!(run.conclusion.verdict(), check::Verdict::Violated);
//! ```
//!
//! This is the only crate that prints, exits and reads the environment, and only its binary does.

mod abstractions;
mod assumptions;
mod baselines;
mod bounds;
mod declared;
mod drawing;
mod execution;
mod exploration;
mod formulas;
mod generation;
mod input;
mod interleavings;
mod linearizability;
mod literals;
mod methods;
mod obstacles;
mod picture;
mod properties;
mod structures;
mod turns;
mod work;
mod written;

pub use ::explore::sequences::Matching;
pub use abstractions::Abstractions;
pub use baselines::{Baseline, States, check_baseline};
pub use drawing::Drawing;
pub use execution::{Answers, Ended, Execution, run, run_noting};
pub use exploration::{Exploration, explore};
pub use explore::sequences;
pub use generation::{Generation, Incomplete, Produced, Taker, generate, parse_sizes};
pub use input::{
    CaughtAssertions, Describes, Input, JavaOptions, JavaProgram, LibraryAs, Randomness, Rejection, api_jar,
    load, load_library_class, load_spec, read_text, system_words,
};
pub use interleavings::{
    Consistency, Interleavings, Preemptions, Reduction, Schedule, Timeouts, check_threads,
    properties_of_threads,
};
pub use linearizability::{Linearizability, check_linearizable};
pub use methods::{
    CheckedMethod, Methods, Scoped, annotated_methods, audit_method, check_method, cover_method, list_method,
    sample_method, tally_method,
};
pub use picture::{Picture, Pictures, Sort, Thing, Value};
pub use properties::{MethodProperties, properties_of_method};
pub use structures::{Structures, check_structures, show_space};
pub use work::{
    Context, Failure, Request, Search, can_be_violated, check, enforced, entry, linkage_errors, possible,
    replay, scan, stopped,
};
pub use written::{parse_domain, parse_names};
