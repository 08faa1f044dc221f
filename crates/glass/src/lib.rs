//! Glass-box checking of data structures: one checked transition answers for all similar ones.
//!
//! P. T. Darga and C. Boyapati, *Efficient Software Model Checking of Data Structure Properties*, OOPSLA 2006. Every
//! operation of a class is checked on every state, within bounds, that satisfies the class invariant. A
//! transition is executed on a machine that notes what decided its way; all states that would go the same way are
//! taken from the set of those that are left, which is kept as a decision diagram.
//!
//! [`Model`] says what is checked, [`Bounds`] how large; [`Space`] has the variables of both; [`check()`] searches;
//! [`Checker`] does one transition on the concrete machine, and [`Replayer`] confirms violations with it.
//!
//! What it is compared with is here too: [`Generator`] makes all structures that satisfy an invariant, as Korat does, and
//! [`check_valid`] and [`check_reachable`] execute every operation on every state.
//!
//! This crate must not know other engines, front ends, or reports.

mod audit;
mod blackbox;
mod concrete;
mod configuration;
mod ensures;
mod fit;
mod ground;
mod initial;
mod keys;
mod korat;
mod lengths;
mod local;
mod loose;
mod model;
mod open;
mod order;
mod post;
mod product;
mod quiet;
mod reachable;
mod runner;
mod search;
mod sets;
mod space;
mod symmetry;
mod terms;
mod tracked;

pub use blackbox::{BlackBox, check_valid};
pub use concrete::{Checker, Outcome, WellFormed, present};
pub use ground::Ground;
pub use korat::{Generated, Generator, Sizes};
pub use lengths::{ArrayPlace, impossible, seen};
pub use model::{
    ArrayLengths, Bounds, ClassModel, Content, Ensures, FieldModel, Given, Model, Operation, Parameter, Role,
};
pub use reachable::{Argument, Call, SequenceReplayer, calls, check_reachable};
pub use search::{Checked, Options, Rejected, Replayer, Unordered, check};
pub use space::{
    Element, Item, Kind, Object, Owner, Parameter as ParameterValue, Shown, Slot, Space, Trouble, has_nodes,
};
