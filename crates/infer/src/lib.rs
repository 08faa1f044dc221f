//! Checks one method against what its annotations say of the heap before and after it, for all heaps within a scope.
//!
//! What is said is a formula of relational logic (sets of objects, fields as relations, closures, quantifiers); see [`property`]
//! for the language, [`property::Property`] for the small core that it comes down to, and [`property::evaluate`], which says of two
//! concrete heaps whether the formula is true of them.
//!
//! This crate must not know other engines, front ends and reports.

pub mod property;
