//! Data abstraction (seed 004, 3): integers of chosen fields are replaced by tokens, so that programs with many numbers have few states.
//!
//! [`Abstraction`] is a set of tokens with the integers that each stands for; `derive` says what operations do to them, and
//! `prove` proves it for all numbers before it is used; [`Abstract`] is the domain of the machine in which the search then runs.

mod declared;
mod derive;
mod domain;
mod library;
mod numbers;
mod pipeline;
mod proofs;
mod prove;
mod simulate;

pub use declared::{Declaration, Wrong, parse as parse_declarations};
pub use domain::{Abstract, Fork, Place, Plan, Value};
pub use library::Abstraction;
pub use pipeline::{Answer, Terms, search_abstract};
pub use proofs::Proofs;
