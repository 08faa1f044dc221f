//! Checks one method against what its annotations say of the heap before and after it, for all heaps within a scope.
//!
//! What is said is a formula of relational logic (sets of objects, fields as relations, closures, quantifiers). [`property`] has the
//! language; [`property::Context`] says what names mean for one method, [`property::Property`] is what a formula comes down to, and
//! [`property::evaluate`] says whether it is true of two concrete heaps.
//!
//! ```
//! use infer::property::{Condition, Context, express, print, read};
//!
//! let program = ir::text::parse("list.gbir", "
//!     class Node { field next: Node }
//!     class List { field first: Node }
//!     fn @List.clear(this: List);
//! ").expect("the program is well-formed");
//! let clear = program.function_named("List.clear").expect("the program has it");
//! let context = Context::new(&program, clear, Condition::Ensures);
//!
//! let property = read("first == null && old(first.*next) in Node", &context).expect("it means something");
//! let again = print(&express(&property.formula, &context));
//! assert_eq!(again, "no this.first && old(this.first + this.first.^Node::next) in Node");
//!
//! let problem = read("this.frist == null", &context).expect_err("there is no such field");
//! assert_eq!(problem.remedy, "did you mean first?");
//! ```
//!
//! The code becomes bits of a circuit ([`encode`], over the values of [`value`] and the cells of [`memory`]), the property too
//! ([`formula`]), and a solver looks for an execution that breaks the property. Calls and loops take part as specifications that are
//! learned when they are needed ([`instance`], [`refine`]), and are put in their place where they are known ([`compose`]). What is found
//! is executed on the concrete machine ([`concrete`]).
//!
//! This crate must not know other engines, front ends and reports.

mod before;
mod clock;
pub mod compose;
pub mod concrete;
pub mod demand;
pub mod encode;
pub mod enumerate;
pub mod flow;
pub mod foreign;
pub mod formula;
pub mod given;
pub mod instance;
pub mod memory;
pub mod nonnull;
mod number;
pub mod prestate;
pub mod property;
pub mod reach;
pub mod refine;
mod seen;
mod show;
mod statements;
mod symmetry;
pub mod term;
mod traps;
mod units;
pub mod universe;
pub mod value;

pub use concrete::{Caller, FORCED_STEPS, Outcome, base, globals};
pub use demand::{audited, by_force, covered};
pub use enumerate::{Tally, by_chance, one_by_one};
pub use given::{Believed, Given};
pub use prestate::PreState;
pub use reach::{Language, Specified};
pub use refine::{Answered, Checked, Counts, Lack, Lacking, Question, Setting, Specification, Unroll, check};
pub use universe::Scope;
