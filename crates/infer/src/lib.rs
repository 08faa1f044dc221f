//! Checks one method against what its annotations say of the heap before and after it, for all heaps within a scope.
//!
//! What is said is a formula of relational logic (sets of objects, fields as relations, closures, quantifiers); see [`property`]
//! for the language, [`property::Property`] for the small core that it comes down to, and [`property::evaluate`], which says of two
//! concrete heaps whether the formula is true of them.
//!
//! The code becomes bits of a circuit ([`encode`], over the values of [`value`] and the cells of [`memory`]), the property too
//! ([`formula`]), and a solver looks for an execution that breaks the property. Calls and loops take part as specifications that are
//! learned when they are needed ([`instance`], [`refine`]). What is found is executed on the concrete machine ([`concrete`]).
//!
//! This crate must not know other engines, front ends and reports.

pub mod concrete;
pub mod encode;
pub mod enumerate;
pub mod flow;
pub mod formula;
pub mod instance;
pub mod memory;
pub mod nonnull;
mod number;
pub mod prestate;
pub mod property;
pub mod reach;
pub mod refine;
mod show;
mod statements;
pub mod term;
pub mod universe;
pub mod value;

pub use concrete::{Caller, Outcome, base, globals};
pub use enumerate::{Tally, by_force};
pub use prestate::PreState;
pub use reach::Language;
pub use refine::{Answered, Checked, Counts, Question, Setting, Specification, check};
pub use universe::Scope;
