//! Relations over finitely many atoms, as matrices of bits of a circuit.
//!
//! A [`Relation`] says for each tuple of atoms by a [`Bit`] whether it belongs to the relation; tuples that are not mentioned do not. The operations are
//! those of relational logic: each makes gates, and none looks at what the bits are, so a relation stands for one relation
//! for each assignment to the circuit's inputs.
//!
//! ```
//! use logic::circuit::{Bit, Circuit};
//! use logic::relation::Relation;
//!
//! let mut circuit = Circuit::new();
//! let edge = circuit.input();
//! // 0 -> 1 always, 1 -> 2 if the input is true.
//! let next = Relation::new(2, [(vec![0, 1], Bit::TRUE), (vec![1, 2], edge)]);
//! let first = Relation::new(1, [(vec![0], Bit::TRUE)]);
//! let closure = next.closure(&mut circuit);
//! let reached = first.join(&closure, &mut circuit);
//! assert_eq!(reached.get(&[1]), Bit::TRUE);
//! assert_eq!(reached.get(&[2]), edge);
//! assert_eq!(reached.get(&[0]), Bit::FALSE);
//! ```
//!
//! # Stopping
//! The size of a join, a product or a closure is the square or the cube of the number of atoms. Those that end with `_unless` ask somebody in between,
//! and give nothing if they are told to stop.
//!
//! # The closure
//! Squaring `r + r.r` doubles the length of the paths that are seen, so the logarithm of the longest simple path, of which the number
//! of atoms is a bound, is the number of rounds. Rounds end early where nothing new can come up.
//!
//! The tests compare every operation with sets of tuples, for all assignments to the inputs of small relations.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::circuit::{Bit, Bits, Circuit};

/// Atoms, one for each column.
pub type Tuple = Vec<u32>;

/// Somebody who says whether to stop, and is asked every now and then.
pub type Stop<'s> = dyn FnMut(&Circuit) -> bool + 's;

fn never(_: &Circuit) -> bool {
    false
}

/// A relation. See the module's documentation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Relation {
    arity: usize,
    /// No bit is false for sure.
    tuples: BTreeMap<Tuple, Bit>,
}

impl Relation {
    /// The relation with these tuples, each under the condition that its bit is true.
    ///
    /// # Panics
    /// If a tuple has another number of columns, or is there twice.
    pub fn new(arity: usize, tuples: impl IntoIterator<Item = (Tuple, Bit)>) -> Self {
        let mut relation = Relation::empty(arity);
        for (tuple, bit) in tuples {
            assert_eq!(tuple.len(), arity, "a tuple should have as many columns as the relation");
            if bit != Bit::FALSE {
                let before = relation.tuples.insert(tuple, bit);
                assert!(before.is_none(), "a tuple should be given once");
            }
        }
        relation
    }

    /// The relation without tuples.
    pub fn empty(arity: usize) -> Self {
        Relation { arity, tuples: BTreeMap::new() }
    }

    /// Each atom with itself.
    pub fn identity(atoms: impl IntoIterator<Item = u32>) -> Self {
        Relation::new(2, atoms.into_iter().map(|atom| (vec![atom, atom], Bit::TRUE)))
    }

    /// The number of columns.
    pub fn arity(&self) -> usize {
        self.arity
    }

    /// Whether a tuple belongs to the relation.
    pub fn get(&self, tuple: &[u32]) -> Bit {
        self.tuples.get(tuple).copied().unwrap_or(Bit::FALSE)
    }

    /// The tuples that may belong to the relation, ascending.
    pub fn tuples(&self) -> impl ExactSizeIterator<Item = (&[u32], Bit)> {
        self.tuples.iter().map(|(tuple, &bit)| (&tuple[..], bit))
    }

    fn same_arity(&self, other: &Relation) {
        assert_eq!(self.arity, other.arity, "operands should have the same number of columns");
    }

    /// What belongs to one of them.
    pub fn union(&self, other: &Relation, circuit: &mut Circuit) -> Relation {
        self.same_arity(other);
        let mut tuples = self.tuples.clone();
        for (tuple, &bit) in &other.tuples {
            let entry = tuples.entry(tuple.clone()).or_insert(Bit::FALSE);
            *entry = circuit.or(*entry, bit);
        }
        Relation { arity: self.arity, tuples }
    }

    /// The tuples, each under another condition; those for which it is false for sure are left out.
    fn filtered(&self, mut condition: impl FnMut(&Tuple, Bit) -> Bit) -> Relation {
        let tuples = self.tuples.iter().map(|(tuple, &bit)| (tuple.clone(), condition(tuple, bit)));
        Relation { arity: self.arity, tuples: tuples.filter(|(_, bit)| *bit != Bit::FALSE).collect() }
    }

    /// What belongs to both.
    pub fn intersection(&self, other: &Relation, circuit: &mut Circuit) -> Relation {
        self.same_arity(other);
        self.filtered(|tuple, bit| circuit.and(bit, other.get(tuple)))
    }

    /// What belongs to the first, but not to the second.
    pub fn difference(&self, other: &Relation, circuit: &mut Circuit) -> Relation {
        self.same_arity(other);
        self.filtered(|tuple, bit| circuit.and(bit, !other.get(tuple)))
    }

    /// The first if the condition is true, otherwise the second.
    pub fn choose(condition: Bit, yes: &Relation, no: &Relation, circuit: &mut Circuit) -> Relation {
        yes.same_arity(no);
        let tuples: BTreeSet<&Tuple> = yes.tuples.keys().chain(no.tuples.keys()).collect();
        let tuples = tuples.into_iter().map(|tuple| {
            let bit = circuit.choose(condition, yes.get(tuple), no.get(tuple));
            (tuple.clone(), bit)
        });
        Relation { arity: yes.arity, tuples: tuples.filter(|(_, bit)| *bit != Bit::FALSE).collect() }
    }

    /// The columns of both, for tuples where the last atom of the one is the first of the other, without that atom.
    ///
    /// # Panics
    /// If no column is left.
    pub fn join(&self, other: &Relation, circuit: &mut Circuit) -> Relation {
        self.join_unless(other, circuit, &mut never).expect("nobody stops it")
    }

    /// The same, if nobody says stop.
    pub fn join_unless(
        &self,
        other: &Relation,
        circuit: &mut Circuit,
        stop: &mut Stop<'_>,
    ) -> Option<Relation> {
        assert!(self.arity + other.arity > 2, "a join should leave a column");
        let mut ways: BTreeMap<Tuple, Vec<Bit>> = BTreeMap::new();
        for (left, &bit) in &self.tuples {
            if stop(circuit) {
                return None;
            }
            let (last, first) = left.split_last().expect("a tuple has a column");
            // Tuples with that first atom stand together.
            let from = vec![*last];
            let following = other.tuples.range(from..).take_while(|(tuple, _)| tuple[0] == *last);
            for (right, &next) in following {
                let both = circuit.and(bit, next);
                if both != Bit::FALSE {
                    let tuple: Tuple = first.iter().chain(&right[1..]).copied().collect();
                    ways.entry(tuple).or_default().push(both);
                }
            }
        }
        let any = |(tuple, ways)| (!stop(circuit)).then(|| (tuple, circuit.any(ways)));
        let tuples = ways.into_iter().map(any).collect::<Option<_>>()?;
        Some(Relation { arity: self.arity + other.arity - 2, tuples })
    }

    /// Every tuple of the one followed by every tuple of the other.
    pub fn product(&self, other: &Relation, circuit: &mut Circuit) -> Relation {
        self.product_unless(other, circuit, &mut never).expect("nobody stops it")
    }

    /// The same, if nobody says stop.
    pub fn product_unless(
        &self,
        other: &Relation,
        circuit: &mut Circuit,
        stop: &mut Stop<'_>,
    ) -> Option<Relation> {
        let mut tuples = BTreeMap::new();
        for (left, &bit) in &self.tuples {
            if stop(circuit) {
                return None;
            }
            for (right, &next) in &other.tuples {
                let both = circuit.and(bit, next);
                if both != Bit::FALSE {
                    tuples.insert(left.iter().chain(right).copied().collect(), both);
                }
            }
        }
        Some(Relation { arity: self.arity + other.arity, tuples })
    }

    /// The columns in the opposite order.
    pub fn transpose(&self) -> Relation {
        let tuples = self.tuples.iter().map(|(tuple, &bit)| (tuple.iter().rev().copied().collect(), bit));
        Relation { arity: self.arity, tuples: tuples.collect() }
    }

    /// The pairs that one or more steps connect.
    ///
    /// # Panics
    /// If there are not two columns.
    pub fn closure(&self, circuit: &mut Circuit) -> Relation {
        self.closure_unless(circuit, &mut never).expect("nobody stops it")
    }

    /// The same, if nobody says stop.
    pub fn closure_unless(&self, circuit: &mut Circuit, stop: &mut Stop<'_>) -> Option<Relation> {
        assert_eq!(self.arity, 2, "a closure should be of a relation of two columns");
        let atoms: BTreeSet<u32> = self.tuples.keys().flatten().copied().collect();
        let mut closure = self.clone();
        let mut length = 1;
        while length < atoms.len() {
            let twice = closure.join_unless(&closure, circuit, stop)?;
            let longer = closure.union(&twice, circuit);
            if longer == closure {
                break;
            }
            closure = longer;
            length *= 2;
        }
        Some(closure)
    }

    /// What one or more steps lead to from a set: the join of the set with the closure, without the closure. The gates are those that a program
    /// has that goes from one to the next, step by step, and there are fewer of them than in the closure.
    ///
    /// # Panics
    /// If the set has not one column, or the steps have not two.
    pub fn reached(&self, steps: &Relation, circuit: &mut Circuit) -> Relation {
        self.reached_unless(steps, circuit, &mut never).expect("nobody stops it")
    }

    /// The same, if nobody says stop.
    pub fn reached_unless(
        &self,
        steps: &Relation,
        circuit: &mut Circuit,
        stop: &mut Stop<'_>,
    ) -> Option<Relation> {
        assert_eq!((self.arity, steps.arity), (1, 2), "steps should lead from a set");
        let atoms: BTreeSet<u32> = steps.tuples.keys().flatten().copied().collect();
        let mut frontier = self.clone();
        let mut reached = Relation::empty(1);
        for _ in 0..atoms.len() {
            frontier = frontier.join_unless(steps, circuit, stop)?;
            let more = reached.union(&frontier, circuit);
            if more == reached {
                break;
            }
            reached = more;
        }
        Some(reached)
    }

    /// The tuples of the second, and those of the first whose first atom begins none of the second's.
    pub fn overridden(&self, other: &Relation, circuit: &mut Circuit) -> Relation {
        self.same_arity(other);
        let mut begins: BTreeMap<u32, Vec<Bit>> = BTreeMap::new();
        for (tuple, &bit) in &other.tuples {
            begins.entry(tuple[0]).or_default().push(bit);
        }
        let begins: BTreeMap<u32, Bit> =
            begins.into_iter().map(|(atom, bits)| (atom, circuit.any(bits))).collect();
        let kept = self.filtered(|tuple, bit| {
            let begun = begins.get(&tuple[0]).copied().unwrap_or(Bit::FALSE);
            circuit.and(bit, !begun)
        });
        kept.union(other, circuit)
    }

    /// Whether every tuple belongs to the other too.
    pub fn is_in(&self, other: &Relation, circuit: &mut Circuit) -> Bit {
        self.same_arity(other);
        let each: Vec<Bit> =
            self.tuples.iter().map(|(tuple, &bit)| circuit.implies(bit, other.get(tuple))).collect();
        circuit.all(each)
    }

    /// Whether both have the same tuples.
    pub fn is_equal(&self, other: &Relation, circuit: &mut Circuit) -> Bit {
        self.same_arity(other);
        let tuples: BTreeSet<&Tuple> = self.tuples.keys().chain(other.tuples.keys()).collect();
        let each: Vec<Bit> =
            tuples.into_iter().map(|tuple| circuit.iff(self.get(tuple), other.get(tuple))).collect();
        circuit.all(each)
    }

    /// Whether there is a tuple.
    pub fn is_some(&self, circuit: &mut Circuit) -> Bit {
        circuit.any(self.tuples.values().copied())
    }

    /// Whether there is one tuple at most.
    pub fn is_lone(&self, circuit: &mut Circuit) -> Bit {
        at_most_one(&self.tuples.values().copied().collect::<Vec<_>>(), circuit)
    }

    /// Whether there is exactly one tuple.
    pub fn is_one(&self, circuit: &mut Circuit) -> Bit {
        let (some, lone) = (self.is_some(circuit), self.is_lone(circuit));
        circuit.and(some, lone)
    }

    /// How many tuples there are: a number that is not negative.
    pub fn count(&self, circuit: &mut Circuit) -> Bits {
        let mut sums: Vec<Bits> = self.tuples.values().map(|&bit| Bits::new(vec![bit, Bit::FALSE])).collect();
        while sums.len() > 1 {
            sums = sums
                .chunks(2)
                .map(|pair| match pair {
                    [a, b] => circuit.exact_add(a, b),
                    rest => rest[0].clone(),
                })
                .collect();
        }
        sums.pop().unwrap_or_else(|| circuit.constant(1, 0))
    }
}

/// Whether one bit is true at most.
pub fn at_most_one(bits: &[Bit], circuit: &mut Circuit) -> Bit {
    let (mut seen, mut fine) = (Bit::FALSE, Bit::TRUE);
    for &bit in bits {
        let twice = circuit.and(seen, bit);
        fine = circuit.and(fine, !twice);
        seen = circuit.or(seen, bit);
    }
    fine
}
