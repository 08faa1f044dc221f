//! What was proved of the operations of one search.
//!
//! A derived operation is proved when an execution first needs it, at the width of its type, so whatever abstraction a user declares, what a
//! search rests on was proved for all numbers and not only tested. What is not proved within a fixed effort is not used: the operation
//! then gives every token, and the report says so. The effort is counted in conflicts of the solver and not in time, so that the same
//! run gives the same answer everywhere.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::derive::Set;
use super::numbers::Piece;
use super::prove::{Effort, Operation, Proof, Stop, contained};

/// An operation, its operands, and what its result is said to be.
type Claim = (Operation, Set, Set, Set);

/// Proofs; clones share them.
#[derive(Clone, Default)]
pub struct Proofs(Rc<Inside>);

#[derive(Default)]
struct Inside {
    known: RefCell<HashMap<Claim, bool>>,
    open: RefCell<Vec<String>>,
    stop: Option<Stop>,
}

impl std::fmt::Debug for Proofs {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.debug_struct("Proofs").field("claims", &self.0.known.borrow().len()).finish_non_exhaustive()
    }
}

impl Proofs {
    /// Nothing is proved yet. A proof stops, and remains open, when the function says so.
    pub fn new(stop: impl Fn() -> bool + 'static) -> Self {
        Proofs(Rc::new(Inside { stop: Some(Rc::new(stop)), ..Inside::default() }))
    }

    /// Whether it is proved that an operation on members of two sets gives a member of the third.
    pub(super) fn holds(
        &self,
        operation: Operation,
        a: &[Piece],
        b: &[Piece],
        result: &[Piece],
        shown: impl FnOnce() -> String,
    ) -> bool {
        let claim = (operation, a.to_vec(), b.to_vec(), result.to_vec());
        if let Some(&known) = self.0.known.borrow().get(&claim) {
            return known;
        }
        let proof = contained(operation, a, b, result, Effort::new(self.0.stop.clone()));
        let proved = match proof {
            Proof::Proved => true,
            Proof::Open => {
                self.0.open.borrow_mut().push(shown());
                false
            }
            // What was derived is wrong, which no test has found; the answer need not be.
            Proof::Refuted { operands: [x, y], result } => {
                self.0.open.borrow_mut().push(format!("{}, which gives {result} for {x} and {y}", shown()));
                false
            }
        };
        self.0.known.borrow_mut().insert(claim, proved);
        proved
    }

    /// How many claims were looked at.
    pub fn claims(&self) -> usize {
        self.0.known.borrow().len()
    }

    /// The operations of which it is not proved what they give, in words.
    pub fn open(&self) -> Vec<String> {
        self.0.open.borrow().clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::{BinaryOp, IntType};

    #[test]
    fn what_is_not_proved_is_told_once() {
        let some = [Piece::interval(1 << 20, 1 << 31).unwrap()];
        let product = Operation::Binary(BinaryOp::Mul, IntType::I64);
        let claim = [Piece::interval(1 << 40, (1 << 62) - 1).unwrap(), Piece::single(1 << 62)];
        let stopped = Proofs::new(|| true);
        for _ in 0..2 {
            assert!(!stopped.holds(product, &some, &some, &claim, || format!("{product} of a and b")));
        }
        assert_eq!(stopped.open(), ["i64 mul of a and b"]);
        assert_eq!(stopped.claims(), 1);
        // What is wrong is told with an example.
        let proofs = Proofs::default();
        let sum = Operation::Binary(BinaryOp::Add, IntType::I32);
        let one = [Piece::single(1)];
        assert!(!proofs.holds(sum, &one, &one, &one, || "1 and 1".to_string()));
        assert_eq!(proofs.open(), ["1 and 1, which gives 2 for 1 and 1"]);
    }
}
