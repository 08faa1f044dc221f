//! Logic for the engines: sets of assignments to boolean variables as decision diagrams, satisfiability of clauses, and circuits that
//! become clauses.
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
//! [`sat::Solver`] is an incremental solver with assumptions, models and cores. [`circuit::Circuit`] has gates and numbers of some bits, and
//! [`circuit::Encoding`] turns them into clauses:
//!
//! ```
//! use logic::circuit::{Circuit, Encoding};
//! use logic::sat::{Answer, Solver};
//!
//! let mut circuit = Circuit::new();
//! let x = circuit.word(32);
//! let negated = circuit.neg(&x);
//! let same = circuit.equal(&x, &negated);
//! let zero = circuit.constant(32, 0);
//! let is_zero = circuit.equal(&x, &zero);
//!
//! // A number that is its own negation, and is not zero: the least one.
//! let (mut solver, mut encoding) = (Solver::new(), Encoding::new());
//! encoding.require(&circuit, same, &mut solver);
//! encoding.require(&circuit, !is_zero, &mut solver);
//! let Answer::Satisfiable(model) = solver.solve(&[]) else { panic!() };
//! let bits = encoding.values(&circuit, &model, x.bits());
//! assert_eq!(logic::circuit::bits::number(&bits) as u32 as i32, i32::MIN);
//! ```
//!
//! This crate must not know source languages, programs or engines. No other crate names the libraries
//! that it uses.

pub mod bdd;
pub mod circuit;
pub mod relation;
pub mod sat;

pub use num_bigint::BigUint;
