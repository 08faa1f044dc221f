//! Values as bits: what a place holds in every execution at once.
//!
//! A reference is a set of atoms of which at most one belongs to it; `null` is the empty set. That is the relational view of the
//! heap: a field is a relation, and reading it is a join. A number has the bits of the universe's width, with a sign.

use std::collections::BTreeSet;
use std::rc::Rc;

use logic::circuit::{Bit, Bits, Circuit};

use crate::universe::Atom;

const SAME_KIND: &str = "values should be of the same kind";

/// A value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A truth value.
    Truth(Bit),
    /// A number.
    Number(Bits),
    /// A reference: under which condition it is which atom, ascending; no bit is false for sure.
    Reference(Rc<[(Atom, Bit)]>),
}

impl Value {
    /// The reference to nothing.
    pub fn null() -> Value {
        Value::Reference(Rc::new([]))
    }

    /// The reference to an atom.
    pub fn atom(atom: Atom) -> Value {
        Value::Reference(Rc::new([(atom, Bit::TRUE)]))
    }

    /// A reference that is these atoms under these conditions.
    pub fn reference(atoms: impl IntoIterator<Item = (Atom, Bit)>) -> Value {
        Value::Reference(atoms.into_iter().filter(|(_, bit)| *bit != Bit::FALSE).collect())
    }

    /// The atoms of a reference.
    pub fn atoms(&self) -> &[(Atom, Bit)] {
        match self {
            Value::Reference(atoms) => atoms,
            Value::Truth(_) | Value::Number(_) => &[],
        }
    }

    /// All bits that the value is made of.
    pub fn bits(&self) -> Vec<Bit> {
        match self {
            Value::Truth(bit) => vec![*bit],
            Value::Number(bits) => bits.bits().to_vec(),
            Value::Reference(atoms) => atoms.iter().map(|&(_, bit)| bit).collect(),
        }
    }

    /// The bits of a number.
    pub fn number(&self) -> Option<&Bits> {
        match self {
            Value::Number(bits) => Some(bits),
            Value::Truth(_) | Value::Reference(_) => None,
        }
    }

    /// The bit of a truth value.
    pub fn truth(&self) -> Option<Bit> {
        match self {
            Value::Truth(bit) => Some(*bit),
            Value::Number(_) | Value::Reference(_) => None,
        }
    }

    /// Whether a reference is an atom.
    pub fn is(&self, atom: Atom) -> Bit {
        let atoms = self.atoms();
        atoms.binary_search_by_key(&atom, |&(other, _)| other).map_or(Bit::FALSE, |place| atoms[place].1)
    }

    /// Whether a reference refers to something.
    pub fn is_something(&self, circuit: &mut Circuit) -> Bit {
        circuit.any(self.atoms().iter().map(|&(_, bit)| bit))
    }

    /// The first if the condition is true, otherwise the second.
    ///
    /// # Panics
    /// If they are of different kinds.
    pub fn choose(condition: Bit, yes: &Value, no: &Value, circuit: &mut Circuit) -> Value {
        if yes == no {
            return yes.clone();
        }
        match (yes, no) {
            (Value::Truth(yes), Value::Truth(no)) => Value::Truth(circuit.choose(condition, *yes, *no)),
            (Value::Number(yes), Value::Number(no)) => Value::Number(circuit.either(condition, yes, no)),
            (Value::Reference(_), Value::Reference(_)) => {
                let bits =
                    merged(yes, no).into_iter().map(|(atom, a, b)| (atom, circuit.choose(condition, a, b)));
                Value::reference(bits.collect::<Vec<_>>())
            }
            (Value::Truth(_) | Value::Number(_) | Value::Reference(_), _) => {
                panic!("{SAME_KIND}")
            }
        }
    }

    /// Pairs of bits that are the same exactly if the values are.
    ///
    /// # Panics
    /// If they are of different kinds.
    pub fn pairs(&self, other: &Value) -> Vec<(Bit, Bit)> {
        match (self, other) {
            (Value::Truth(a), Value::Truth(b)) => vec![(*a, *b)],
            (Value::Number(a), Value::Number(b)) => {
                assert_eq!(a.width(), b.width(), "numbers should have the same width");
                a.bits().iter().copied().zip(b.bits().iter().copied()).collect()
            }
            (Value::Reference(_), Value::Reference(_)) => {
                merged(self, other).into_iter().map(|(_, a, b)| (a, b)).collect()
            }
            (Value::Truth(_) | Value::Number(_) | Value::Reference(_), _) => {
                panic!("{SAME_KIND}")
            }
        }
    }

    /// Whether both are the same.
    pub fn equal(&self, other: &Value, circuit: &mut Circuit) -> Bit {
        let each: Vec<Bit> = self.pairs(other).into_iter().map(|(a, b)| circuit.iff(a, b)).collect();
        circuit.all(each)
    }

    /// The value if the condition is true, otherwise nothing but false bits.
    pub(crate) fn masked(&self, condition: Bit, circuit: &mut Circuit) -> Value {
        match self {
            Value::Truth(bit) => Value::Truth(circuit.and(*bit, condition)),
            Value::Number(bits) => {
                Value::Number(Bits::new(bits.bits().iter().map(|&bit| circuit.and(bit, condition)).collect()))
            }
            Value::Reference(atoms) => Value::reference(
                atoms.iter().map(|&(atom, bit)| (atom, circuit.and(bit, condition))).collect::<Vec<_>>(),
            ),
        }
    }

    /// What is true in one of them.
    fn joined(&self, other: &Value, circuit: &mut Circuit) -> Value {
        match (self, other) {
            (Value::Truth(a), Value::Truth(b)) => Value::Truth(circuit.or(*a, *b)),
            (Value::Number(a), Value::Number(b)) => Value::Number(circuit.bits_or(a, b)),
            (Value::Reference(_), Value::Reference(_)) => {
                let bits = merged(self, other).into_iter().map(|(atom, a, b)| (atom, circuit.or(a, b)));
                Value::reference(bits.collect::<Vec<_>>())
            }
            (Value::Truth(_) | Value::Number(_) | Value::Reference(_), _) => {
                panic!("{SAME_KIND}")
            }
        }
    }

    /// The value whose condition is true, of which there is one at most: what the object has that a reference refers to. None if there are no values.
    ///
    /// If two could be true, executions would be left out and something could seem to hold that does not. They cannot: of any reference it is required that it is one atom at
    /// most ([`crate::memory`]), choosing between two such references and reading by one give such a reference again, and so does making an object. The
    /// tests `brute_force_agrees` and `heaps_by_chance_agree` would notice.
    pub fn of_one(choices: &[(Bit, Value)], circuit: &mut Circuit) -> Option<Value> {
        let select = |circuit: &mut Circuit, bit: &dyn Fn(&Value) -> Bit| {
            circuit.select(choices.iter().map(|(condition, value)| (*condition, bit(value))))
        };
        Some(match &choices.first()?.1 {
            Value::Truth(_) => Value::Truth(select(circuit, &|value| value.truth().expect(SAME_KIND))),
            Value::Number(first) => {
                let bit = |value: &Value, place: usize| value.number().expect(SAME_KIND).bits()[place];
                let places = 0..first.width();
                let bits = places.map(|place| select(circuit, &|value| bit(value, place)));
                Value::Number(Bits::new(bits.collect()))
            }
            Value::Reference(_) => {
                let atoms = choices.iter().flat_map(|(_, value)| value.atoms()).map(|&(atom, _)| atom);
                let atoms: BTreeSet<Atom> = atoms.collect();
                let bits = atoms.into_iter().map(|atom| (atom, select(circuit, &|value| value.is(atom))));
                Value::reference(bits.collect::<Vec<_>>())
            }
        })
    }

    /// What is true in one of the values whose conditions are true: a join of a set with a relation. None if there are no values.
    pub fn select(choices: impl IntoIterator<Item = (Bit, Value)>, circuit: &mut Circuit) -> Option<Value> {
        let mut parts: Vec<Value> =
            choices.into_iter().map(|(condition, value)| value.masked(condition, circuit)).collect();
        while parts.len() > 1 {
            parts = parts
                .chunks(2)
                .map(|pair| match pair {
                    [a, b] => a.joined(b, circuit),
                    rest => rest[0].clone(),
                })
                .collect();
        }
        parts.pop()
    }
}

/// The atoms of both, each with its bits in both.
fn merged(a: &Value, b: &Value) -> Vec<(Atom, Bit, Bit)> {
    let (a, b) = (a.atoms(), b.atoms());
    let (mut i, mut j) = (0, 0);
    let mut merged = Vec::with_capacity(a.len().max(b.len()));
    while i < a.len() || j < b.len() {
        let left = a.get(i).map_or(Atom::MAX, |&(atom, _)| atom);
        let right = b.get(j).map_or(Atom::MAX, |&(atom, _)| atom);
        let atom = left.min(right);
        let mut bits = [Bit::FALSE; 2];
        if left == atom {
            bits[0] = a[i].1;
            i += 1;
        }
        if right == atom {
            bits[1] = b[j].1;
            j += 1;
        }
        merged.push((atom, bits[0], bits[1]));
    }
    merged
}
