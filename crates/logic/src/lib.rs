//! Logic for the engines: today sets of assignments to boolean variables, as decision diagrams.
//!
//! [`bdd::Bdds`] is a manager with a fixed number of variables, and [`bdd::Set`] a set of assignments
//! to them. Sets are canonical: two of one manager are equal exactly if they have the same elements.
//!
//! ```
//! use logic::bdd::Bdds;
//!
//! let bdds = Bdds::new(3);
//! // Variables 0 and 1 as a number of two bits: 1, 2 or 3.
//! let some = bdds.codes(&[0, 1], &[1, 2, 3]);
//! assert_eq!(bdds.count(&some), 6u32.into());
//! assert_eq!(bdds.least(&some), Some(vec![false, true, false]));
//!
//! let rest = bdds.minus(&some, &bdds.cube(&[(0, false), (1, true)]));
//! assert_eq!(rest, bdds.cube(&[(0, true)]));
//! ```
//!
//! This crate must not know source languages, programs or engines. No other crate names the libraries
//! that it uses.

pub mod bdd;

pub use num_bigint::BigUint;
