//! Boolean functions as circuits: gates that are shared, simplified as they are made, and turned into clauses.
//!
//! A [`Bit`] is a gate's output or its negation. [`Circuit`] makes gates: two that compute the same function of the same
//! bits in the same way are one gate, and what constants, equal and opposite operands decide is decided at once, so equal bits have equal
//! functions (two different bits may still have the same function). Numbers of some bits are in [`bits`], clauses in [`encode`].
//!
//! ```
//! use logic::circuit::{Circuit, Encoding};
//! use logic::sat::{Answer, Solver};
//!
//! // Which numbers of 8 bits are their own square?
//! let mut circuit = Circuit::new();
//! let number = circuit.word(8);
//! let square = circuit.mul(&number, &number);
//! let same = circuit.equal(&number, &square);
//! let small = circuit.constant(8, 2);
//! let great = circuit.unsigned_le(&small, &number);
//!
//! let (mut solver, mut encoding) = (Solver::new(), Encoding::new());
//! encoding.require(&circuit, same, &mut solver);
//! assert!(matches!(solver.solve(&[]), Answer::Satisfiable(_)));
//! // None but 0 and 1.
//! encoding.require(&circuit, great, &mut solver);
//! assert!(matches!(solver.solve(&[]), Answer::Unsatisfiable(_)));
//! ```
//!
//! There are five kinds of gates, not one: an exclusive or, a choice and a majority of three take fewer clauses as they are than from
//! and-gates, and sums are made of them. The fifth one, [`Circuit::select`], gives one of many bits; from and-gates that takes more than twice as
//! many clauses, and nine times as many variables.

pub mod bits;
pub mod cone;
pub mod encode;

use std::collections::HashMap;
use std::ops::Not;
use std::rc::Rc;

use rapidhash::fast::RandomState;

pub use bits::Bits;
pub use cone::Cone;
pub use encode::Encoding;

/// The output of a gate, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bit(u32);

impl Bit {
    /// False.
    pub const FALSE: Bit = Bit(0);
    /// True.
    pub const TRUE: Bit = Bit(1);

    /// The constant.
    pub const fn constant(value: bool) -> Bit {
        if value { Bit::TRUE } else { Bit::FALSE }
    }

    /// Its value, if it is a constant.
    pub fn known(self) -> Option<bool> {
        (self.0 < 2).then_some(self == Bit::TRUE)
    }

    const fn new(gate: usize, negated: bool) -> Bit {
        Bit((gate as u32) << 1 | negated as u32)
    }

    const fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    const fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// The bit, negated if the other is said to be.
    fn negated_if(self, negated: bool) -> Bit {
        Bit(self.0 ^ u32::from(negated))
    }
}

impl Not for Bit {
    type Output = Bit;

    fn not(self) -> Bit {
        Bit(self.0 ^ 1)
    }
}

/// What computes a bit. Operands are older than the gate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Gate {
    /// False; the gate with the number 0.
    False,
    /// An input with its number.
    Input(u32),
    /// Both; the operands ascend.
    And(Bit, Bit),
    /// One of them; the operands ascend, and are not negated.
    Xor(Bit, Bit),
    /// The second if the first is true, otherwise the third; the first and the second are not negated.
    Choose(Bit, Bit, Bit),
    /// Two of the three at least; the operands ascend, and the first is not negated.
    Majority(Bit, Bit, Bit),
    /// One of many, with its number.
    Select(u32),
}

/// Conditions of which one is true at most, in ascending order, each with the bit that it selects.
type Selection = Rc<[(Bit, Bit)]>;

/// Gates. Bits belong to the circuit that made them.
#[derive(Clone, Debug)]
pub struct Circuit {
    gates: Vec<Gate>,
    known: HashMap<Gate, u32, RandomState>,
    inputs: Vec<u32>,
    selections: Vec<Selection>,
    known_selections: HashMap<Selection, u32, RandomState>,
}

impl Default for Circuit {
    fn default() -> Self {
        Circuit::new()
    }
}

impl Circuit {
    /// A circuit without inputs.
    pub fn new() -> Self {
        Circuit {
            gates: vec![Gate::False],
            known: HashMap::default(),
            inputs: Vec::new(),
            selections: Vec::new(),
            known_selections: HashMap::default(),
        }
    }

    /// A new input.
    pub fn input(&mut self) -> Bit {
        let gate = self.gates.len();
        self.gates.push(Gate::Input(self.inputs.len() as u32));
        self.inputs.push(gate as u32);
        Bit::new(gate, false)
    }

    /// How many inputs there are.
    pub fn inputs(&self) -> usize {
        self.inputs.len()
    }

    /// How many gates there are, without inputs and the constant.
    pub fn gates(&self) -> usize {
        self.gates.len() - self.inputs.len() - 1
    }

    fn gate(&mut self, gate: Gate) -> Bit {
        let Circuit { gates, known, .. } = self;
        let number = *known.entry(gate).or_insert_with(|| {
            gates.push(gate);
            (gates.len() - 1) as u32
        });
        assert!(number < 1 << 30, "a circuit should have less than a thousand million gates");
        Bit::new(number as usize, false)
    }

    /// Whether both are true.
    pub fn and(&mut self, a: Bit, b: Bit) -> Bit {
        let (a, b) = (a.min(b), a.max(b));
        match a {
            Bit::FALSE => return Bit::FALSE,
            Bit::TRUE => return b,
            _ if a == b => return a,
            _ if a == !b => return Bit::FALSE,
            _ => {}
        }
        // One operand may have the other, or its negation, as an operand.
        for (one, other) in [(a, b), (b, a)] {
            if let Gate::And(c, d) = self.gates[one.gate()] {
                match (one.is_negated(), other == c || other == d, other == !c || other == !d) {
                    (false, true, _) => return one,
                    (false, _, true) => return Bit::FALSE,
                    (true, _, true) => return other,
                    (true, true, _) => {
                        let rest = if other == c { d } else { c };
                        return self.and(other, !rest);
                    }
                    (_, false, false) => {}
                }
            }
        }
        self.gate(Gate::And(a, b))
    }

    /// Whether one of them is true.
    pub fn or(&mut self, a: Bit, b: Bit) -> Bit {
        !self.and(!a, !b)
    }

    /// Whether the second is true if the first is.
    pub fn implies(&mut self, a: Bit, b: Bit) -> Bit {
        !self.and(a, !b)
    }

    /// Whether exactly one of them is true.
    pub fn xor(&mut self, a: Bit, b: Bit) -> Bit {
        let negated = a.is_negated() != b.is_negated();
        let (a, b) = (a.negated_if(a.is_negated()), b.negated_if(b.is_negated()));
        let (a, b) = (a.min(b), a.max(b));
        if a == b {
            return Bit::constant(negated);
        }
        if a == Bit::FALSE {
            return b.negated_if(negated);
        }
        self.gate(Gate::Xor(a, b)).negated_if(negated)
    }

    /// Whether both are the same.
    pub fn iff(&mut self, a: Bit, b: Bit) -> Bit {
        !self.xor(a, b)
    }

    /// The second if the first is true, otherwise the third.
    pub fn choose(&mut self, condition: Bit, yes: Bit, no: Bit) -> Bit {
        let (condition, yes, no) =
            if condition.is_negated() { (!condition, no, yes) } else { (condition, yes, no) };
        if condition == Bit::FALSE {
            return no;
        }
        if yes == no {
            return yes;
        }
        if yes == !no {
            return self.xor(condition, no);
        }
        // Where the condition decides a side, or a side is a constant, an and-gate does it.
        if yes == Bit::TRUE || yes == condition {
            return self.or(condition, no);
        }
        if yes == Bit::FALSE || yes == !condition {
            return self.and(!condition, no);
        }
        if no == Bit::TRUE || no == !condition {
            return self.implies(condition, yes);
        }
        if no == Bit::FALSE || no == condition {
            return self.and(condition, yes);
        }
        let negated = yes.is_negated();
        self.gate(Gate::Choose(condition, yes.negated_if(negated), no.negated_if(negated)))
            .negated_if(negated)
    }

    /// Whether two of the three are true at least.
    pub fn majority(&mut self, a: Bit, b: Bit, c: Bit) -> Bit {
        let mut bits = [a, b, c];
        bits.sort_unstable();
        let [a, b, c] = bits;
        if a == b || a == !b {
            return if a == b { a } else { c };
        }
        if b == c || b == !c {
            return if b == c { b } else { a };
        }
        match a {
            Bit::FALSE => return self.and(b, c),
            Bit::TRUE => return self.or(b, c),
            _ => {}
        }
        let negated = a.is_negated();
        let [a, b, c] = [a, b, c].map(|bit| bit.negated_if(negated));
        self.gate(Gate::Majority(a, b, c)).negated_if(negated)
    }

    /// The bit whose condition is true, or false if no condition is. One condition is true at most, whatever the inputs are that are looked at: who asks a solver
    /// requires what makes it so.
    pub fn select(&mut self, choices: impl IntoIterator<Item = (Bit, Bit)>) -> Bit {
        let mut choices: Vec<(Bit, Bit)> =
            choices.into_iter().filter(|&(condition, _)| condition != Bit::FALSE).collect();
        choices.sort_unstable();
        choices.dedup();
        if let Some(&(_, bit)) = choices.iter().find(|&&(condition, _)| condition == Bit::TRUE) {
            return bit;
        }
        if choices.iter().all(|&(_, bit)| bit == Bit::FALSE) {
            return Bit::FALSE;
        }
        match choices[..] {
            [(condition, bit)] => return self.and(condition, bit),
            [(a, yes), (b, no)] if a == !b => return self.choose(a, yes, no),
            _ => {}
        }
        // What is true if it is selected is a matter of the conditions alone.
        if choices.iter().all(|&(condition, bit)| bit.known().is_some() || bit == condition) {
            return self.any(
                choices.into_iter().filter(|&(_, bit)| bit != Bit::FALSE).map(|(condition, _)| condition),
            );
        }
        let choices: Selection = choices.into();
        let number = match self.known_selections.get(&choices) {
            Some(&number) => number,
            None => {
                let number = self.selections.len() as u32;
                self.selections.push(Rc::clone(&choices));
                self.known_selections.insert(choices, number);
                number
            }
        };
        self.gate(Gate::Select(number))
    }

    /// Whether all are true.
    pub fn all(&mut self, bits: impl IntoIterator<Item = Bit>) -> Bit {
        self.balanced(bits, Bit::TRUE, Self::and)
    }

    /// Whether one is true at least.
    pub fn any(&mut self, bits: impl IntoIterator<Item = Bit>) -> Bit {
        self.balanced(bits, Bit::FALSE, Self::or)
    }

    /// A tree of gates of little depth.
    fn balanced(
        &mut self,
        bits: impl IntoIterator<Item = Bit>,
        none: Bit,
        join: fn(&mut Self, Bit, Bit) -> Bit,
    ) -> Bit {
        let mut bits: Vec<Bit> = bits.into_iter().collect();
        while bits.len() > 1 {
            bits = bits
                .chunks(2)
                .map(|pair| match *pair {
                    [a, b] => join(self, a, b),
                    [a, ..] => a,
                    [] => none,
                })
                .collect();
        }
        bits.first().copied().unwrap_or(none)
    }

    /// The values of bits when the inputs have these values.
    ///
    /// # Panics
    /// If there are fewer values than inputs.
    pub fn evaluate(&self, inputs: &[bool], bits: &[Bit]) -> Vec<bool> {
        let mut values: Vec<bool> = Vec::with_capacity(self.gates.len());
        let most = bits.iter().map(|bit| bit.gate()).max().unwrap_or(0);
        for gate in &self.gates[..=most] {
            let of = |bit: Bit| values[bit.gate()] != bit.is_negated();
            let value = match *gate {
                Gate::False => false,
                Gate::Input(number) => inputs[number as usize],
                Gate::And(a, b) => of(a) && of(b),
                Gate::Xor(a, b) => of(a) != of(b),
                Gate::Choose(condition, yes, no) => of(if of(condition) { yes } else { no }),
                Gate::Majority(a, b, c) => u8::from(of(a)) + u8::from(of(b)) + u8::from(of(c)) >= 2,
                Gate::Select(number) => {
                    let choices = &self.selections[number as usize];
                    choices.iter().any(|&(condition, bit)| of(condition) && of(bit))
                }
            };
            values.push(value);
        }
        bits.iter().map(|bit| values[bit.gate()] != bit.is_negated()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every gate of every combination of three inputs, their negations and constants is what it says, with and without what is
    /// simplified; and gates on gates are.
    #[test]
    fn gates_are_their_truth_tables() {
        let mut circuit = Circuit::new();
        let inputs: Vec<Bit> = (0..3).map(|_| circuit.input()).collect();
        let mut bits = vec![Bit::FALSE, Bit::TRUE];
        bits.extend(inputs.iter().flat_map(|&bit| [bit, !bit]));
        let some: Vec<Bit> = bits.clone();
        for &a in &some {
            for &b in &some {
                bits.push(circuit.and(a, b));
            }
        }
        bits.sort_unstable();
        bits.dedup();
        let table = |circuit: &Circuit, bit: Bit| -> u8 {
            (0..8)
                .filter(|row| circuit.evaluate(&[row & 1 != 0, row & 2 != 0, row & 4 != 0], &[bit])[0])
                .fold(0, |table, row| table | 1 << row)
        };
        let tables: Vec<u8> = bits.iter().map(|&bit| table(&circuit, bit)).collect();
        for (&a, &x) in bits.iter().zip(&tables) {
            assert_eq!(table(&circuit, !a), !x);
            for (&b, &y) in bits.iter().zip(&tables) {
                let and = circuit.and(a, b);
                assert_eq!(table(&circuit, and), x & y);
                let xor = circuit.xor(a, b);
                assert_eq!(table(&circuit, xor), x ^ y);
                for (&c, &z) in bits.iter().zip(&tables) {
                    let choice = circuit.choose(a, b, c);
                    assert_eq!(table(&circuit, choice), x & y | !x & z);
                    let majority = circuit.majority(a, b, c);
                    assert_eq!(table(&circuit, majority), x & y | x & z | y & z);
                }
            }
        }
    }

    #[test]
    fn equal_gates_are_one() {
        let mut circuit = Circuit::new();
        let (a, b, c) = (circuit.input(), circuit.input(), circuit.input());
        assert_eq!(circuit.and(a, b), circuit.and(b, a));
        assert_eq!(circuit.xor(a, b), !circuit.xor(!b, a));
        assert_eq!(circuit.choose(a, b, c), circuit.choose(!a, c, b));
        assert_eq!(circuit.choose(a, !b, !c), !circuit.choose(a, b, c));
        assert_eq!(circuit.majority(a, b, c), !circuit.majority(!c, !b, !a));
        assert_eq!(circuit.gates(), 4);
        let both = circuit.and(a, b);
        assert_eq!(circuit.and(both, a), both);
        assert_eq!(circuit.and(both, !a), Bit::FALSE);
        assert_eq!(circuit.and(!both, !a), !a);
        assert_eq!(circuit.and(!both, a), circuit.and(a, !b));
    }
}
