//! From circuits to clauses.
//!
//! A gate gets a variable of its own, and clauses that tie it to the variables of its operands (Tseitin's encoding). Where a bit is only
//! *required*, half of these clauses are enough (Plaisted and Greenbaum): those that say that the gate's variable, if it
//! has the value that is needed, has it rightly.
//!
//! Why that is sound: call a gate's variable *positively tied* if clauses say that it implies the gate's function of the operands' variables, where
//! operands are tied in the direction in which the function needs them. By induction from the inputs, an
//! assignment that satisfies the clauses and makes a positively tied variable true makes the gate true *of the inputs' values*;
//! dually for negatively tied ones and false. So if the clauses have a model, the values of its inputs give all required bits their
//! values. The other way round, the values that gates really have for some inputs satisfy all clauses. A literal that
//! is given out by [`Encoding::literal`] is tied both ways, so it may be used as a caller likes. The variables of gates in between may
//! have values in a model that the gates do not have; what a bit is in a model comes from [`Encoding::value`], which computes it
//! from the inputs. The test `halves_are_enough` of `tests/circuits.rs` compares with truth tables.
//!
//! A selection ([`Circuit::select`]) is tied positively by clauses that say that some condition is true, and of each condition that its bit is true with it. If the
//! variable is true, some condition is, and with positively tied conditions that one is really true; its bit is true as well. So the
//! function is. That conditions whose bits are false exclude it as well follows only because one condition is true at most, which is why the values that gates
//! really have satisfy those clauses, too.

use std::ops::{Range, RangeFrom};

use super::{Bit, Circuit, Gate};
use crate::sat::{Clauses, Literal, Model, Variable};

/// Which gates of a circuit have which variables in a set of clauses. It belongs to one circuit, which may grow, and one set of clauses.
#[derive(Clone, Debug, Default)]
pub struct Encoding {
    variables: Vec<Option<Variable>>,
    /// For each gate, which halves of its clauses are there.
    tied: Vec<[bool; 2]>,
    constant: Option<Literal>,
    facts: Facts,
    /// Room for what is under way, kept because most clauses are short and there are many.
    room: Room,
}

/// Requirements that wait until somebody asks for an input.
#[derive(Clone, Debug, Default)]
struct Facts {
    /// All bits, fact by fact.
    bits: Vec<Bit>,
    /// Where each begins and ends; nothing is left of those that are clauses.
    places: Vec<Range<usize>>,
    /// For each gate that is an input, the last link to a fact that waits for it, counted from 1.
    last: Vec<u32>,
    /// A fact, and the link before it.
    links: Vec<(u32, u32)>,
    /// Facts that need not wait any more.
    due: Vec<u32>,
}

impl Facts {
    /// Somebody asks for an input.
    fn wake(&mut self, gate: usize) {
        let Some(last) = self.last.get_mut(gate) else { return };
        let mut link = std::mem::take(last);
        while link != 0 {
            let (fact, before) = self.links[link as usize - 1];
            self.due.push(fact);
            link = before;
        }
    }
}

#[derive(Clone, Debug, Default)]
struct Room {
    bits: Vec<Bit>,
    parts: Vec<Bit>,
    clause: Vec<Literal>,
    untied: Vec<(Bit, Ways)>,
    fact: Vec<Bit>,
}

/// In which directions a bit is tied to its gate: where it is true, where it is false.
type Ways = [bool; 2];

const BOTH: Ways = [true, true];

impl Encoding {
    /// Nothing is encoded.
    pub fn new() -> Self {
        Encoding::default()
    }

    /// A literal that has the value of the bit in every model.
    pub fn literal(&mut self, circuit: &Circuit, bit: Bit, clauses: &mut impl Clauses) -> Literal {
        self.tie(circuit, bit, BOTH, clauses);
        self.add_due(circuit, clauses);
        self.of(bit, clauses)
    }

    /// A literal that a caller only requires or assumes to be true: then the bit is true. If the literal is false, that says nothing.
    pub fn demand(&mut self, circuit: &Circuit, bit: Bit, clauses: &mut impl Clauses) -> Literal {
        self.tie(circuit, bit, [true, false], clauses);
        self.add_due(circuit, clauses);
        self.of(bit, clauses)
    }

    /// The same, if nobody says stop, who is asked for each gate. If somebody does, some of the clauses are missing, so models are not what they should be.
    pub fn demand_unless<C: Clauses>(
        &mut self,
        circuit: &Circuit,
        bit: Bit,
        clauses: &mut C,
        stop: impl FnMut(&C) -> bool,
    ) -> Option<Literal> {
        let is_tied = self.tie_unless(circuit, bit, [true, false], clauses, stop);
        is_tied.then(|| {
            self.add_due(circuit, clauses);
            self.of(bit, clauses)
        })
    }

    /// Only models in which the bit is true are left.
    pub fn require(&mut self, circuit: &Circuit, bit: Bit, clauses: &mut impl Clauses) {
        self.require_any(circuit, &[bit], clauses);
    }

    /// Only models are left in which one of the bits is true.
    pub fn require_any(&mut self, circuit: &Circuit, bits: &[Bit], clauses: &mut impl Clauses) {
        self.require_any_or(circuit, bits, &[], clauses);
        self.add_due(circuit, clauses);
    }

    /// The same, as soon as somebody asks for one of the bits that are inputs with these numbers or greater ones, or for something that depends on it. Whoever
    /// asks for none of them misses nothing if there are always values of these inputs with which all that waits for them is true.
    pub fn require_any_in_time(
        &mut self,
        circuit: &Circuit,
        inputs: RangeFrom<usize>,
        bits: &[Bit],
        clauses: &mut impl Clauses,
    ) {
        let is_one = |bit: &&Bit| match circuit.gates[bit.gate()] {
            Gate::Input(number) => inputs.contains(&(number as usize)),
            Gate::False | Gate::And(..) | Gate::Xor(..) | Gate::Choose(..) => false,
            Gate::Majority(..) | Gate::Select(_) => false,
        };
        let is_tied = |bit: &Bit| self.tied.get(bit.gate()).is_some_and(|&tied| tied != [false; 2]);
        if !bits.iter().any(|bit| is_one(&bit)) || bits.iter().filter(is_one).any(is_tied) {
            return self.require_any(circuit, bits, clauses);
        }
        let facts = &mut self.facts;
        facts.last.resize(facts.last.len().max(circuit.gates.len()), 0);
        for bit in bits.iter().filter(is_one) {
            let before = std::mem::replace(&mut facts.last[bit.gate()], facts.links.len() as u32 + 1);
            facts.links.push((facts.places.len() as u32, before));
        }
        let start = facts.bits.len();
        facts.bits.extend(bits);
        facts.places.push(start..facts.bits.len());
    }

    /// Adds what somebody waited for.
    fn add_due(&mut self, circuit: &Circuit, clauses: &mut impl Clauses) {
        while let Some(fact) = self.facts.due.pop() {
            let place = std::mem::take(&mut self.facts.places[fact as usize]);
            if place.is_empty() {
                continue;
            }
            let mut bits = std::mem::take(&mut self.room.fact);
            bits.clear();
            bits.extend(&self.facts.bits[place]);
            self.require_any_or(circuit, &bits, &[], clauses);
            self.room.fact = bits;
        }
    }

    /// Only models are left in which one of the bits is true, if a literal is: a selector that switches the requirement on.
    pub fn require_any_if(
        &mut self,
        circuit: &Circuit,
        selector: Literal,
        bits: &[Bit],
        clauses: &mut impl Clauses,
    ) {
        self.require_any_or(circuit, bits, &[!selector], clauses);
        self.add_due(circuit, clauses);
    }

    fn require_any_or(
        &mut self,
        circuit: &Circuit,
        any: &[Bit],
        otherwise: &[Literal],
        clauses: &mut impl Clauses,
    ) {
        // A conjunction is required part by part, a disjunction is one clause.
        let [mut bits, mut parts] = [&mut self.room.bits, &mut self.room.parts].map(std::mem::take);
        let mut clause = std::mem::take(&mut self.room.clause);
        bits.clear();
        bits.extend(any);
        loop {
            let mut at = 0;
            while at < bits.len() {
                match circuit.gates[bits[at].gate()] {
                    Gate::And(a, b) if bits[at].is_negated() => {
                        bits[at] = !a;
                        bits.push(!b);
                    }
                    Gate::False
                    | Gate::Input(_)
                    | Gate::And(..)
                    | Gate::Xor(..)
                    | Gate::Choose(..)
                    | Gate::Majority(..)
                    | Gate::Select(_) => at += 1,
                }
            }
            bits.sort_unstable();
            bits.dedup();
            if !bits.contains(&Bit::TRUE) && !bits.windows(2).any(|pair| pair[0] == !pair[1]) {
                bits.retain(|&bit| bit != Bit::FALSE);
                match bits[..] {
                    [bit] if let Gate::And(a, b) = circuit.gates[bit.gate()] => parts.extend([a, b]),
                    _ => {
                        clause.clear();
                        clause.extend(otherwise);
                        for &bit in &bits {
                            self.tie(circuit, bit, [true, false], clauses);
                            clause.push(self.of(bit, clauses));
                        }
                        clauses.add(&clause);
                    }
                }
            }
            let Some(part) = parts.pop() else { break };
            bits.clear();
            bits.push(part);
        }
        (self.room.bits, self.room.parts, self.room.clause) = (bits, parts, clause);
    }

    /// What a bit is in a model: a function of the inputs. Inputs that no clause mentions are false.
    pub fn value(&self, circuit: &Circuit, model: &Model, bit: Bit) -> bool {
        self.values(circuit, model, &[bit])[0]
    }

    /// The values of all inputs in a model. Those that no clause mentions are false.
    pub fn inputs(&self, circuit: &Circuit, model: &Model) -> Vec<bool> {
        let of = |gate: &u32| {
            let variable = self.variables.get(*gate as usize).copied().flatten();
            variable.is_some_and(|variable| model.value(variable.positive()))
        };
        circuit.inputs.iter().map(of).collect()
    }

    /// Literals that are true exactly if the first inputs have these values; none for inputs that no clause mentions.
    pub fn input_literals(&self, circuit: &Circuit, values: &[bool]) -> Vec<Literal> {
        let literal = |(gate, &value): (&u32, &bool)| {
            let variable = self.variables.get(*gate as usize).copied().flatten();
            variable.map(|variable| variable.literal(!value))
        };
        circuit.inputs.iter().zip(values).filter_map(literal).collect()
    }

    /// What bits are in a model.
    pub fn values(&self, circuit: &Circuit, model: &Model, bits: &[Bit]) -> Vec<bool> {
        circuit.evaluate(&self.inputs(circuit, model), bits)
    }

    /// The literal of a bit whose gate has a variable.
    fn of(&mut self, bit: Bit, clauses: &mut impl Clauses) -> Literal {
        if bit.gate() == 0 {
            let constant = *self.constant.get_or_insert_with(|| {
                let constant = clauses.variable().negative();
                clauses.add(&[!constant]);
                constant
            });
            return if bit.is_negated() { !constant } else { constant };
        }
        let variable = *self.variables[bit.gate()].get_or_insert_with(|| clauses.variable());
        variable.literal(bit.is_negated())
    }

    /// Adds the clauses that a bit needs, and all that it depends on.
    fn tie(&mut self, circuit: &Circuit, bit: Bit, ways: Ways, clauses: &mut impl Clauses) {
        self.tie_unless(circuit, bit, ways, clauses, |_| false);
    }

    /// The same, if nobody says stop. Gives whether nobody did.
    fn tie_unless<C: Clauses>(
        &mut self,
        circuit: &Circuit,
        bit: Bit,
        ways: Ways,
        clauses: &mut C,
        mut stop: impl FnMut(&C) -> bool,
    ) -> bool {
        if self.tied.len() < circuit.gates.len() {
            self.tied.resize(circuit.gates.len(), [false; 2]);
            self.variables.resize(circuit.gates.len(), None);
        }
        let mut left = std::mem::take(&mut self.room.untied);
        left.push((bit, ways));
        while let Some((bit, ways)) = left.pop() {
            if stop(clauses) {
                left.clear();
                self.room.untied = left;
                return false;
            }
            let ways = if bit.is_negated() { [ways[1], ways[0]] } else { ways };
            let gate = bit.gate();
            let tied = self.tied[gate];
            let new = [ways[0] && !tied[0], ways[1] && !tied[1]];
            if new == [false; 2] {
                continue;
            }
            self.tied[gate] = [tied[0] || ways[0], tied[1] || ways[1]];
            let [yes, no] = new;
            match circuit.gates[gate] {
                Gate::False => {}
                Gate::Input(_) => self.facts.wake(gate),
                Gate::And(a, b) => {
                    let [g, a_, b_] = [Bit::new(gate, false), a, b].map(|bit| self.of(bit, clauses));
                    if yes {
                        clauses.add(&[!g, a_]);
                        clauses.add(&[!g, b_]);
                    }
                    if no {
                        clauses.add(&[g, !a_, !b_]);
                    }
                    left.extend([(a, new), (b, new)]);
                }
                Gate::Xor(a, b) => {
                    let [g, a_, b_] = [Bit::new(gate, false), a, b].map(|bit| self.of(bit, clauses));
                    if yes {
                        clauses.add(&[!g, a_, b_]);
                        clauses.add(&[!g, !a_, !b_]);
                    }
                    if no {
                        clauses.add(&[g, !a_, b_]);
                        clauses.add(&[g, a_, !b_]);
                    }
                    left.extend([(a, BOTH), (b, BOTH)]);
                }
                Gate::Choose(c, t, e) => {
                    let [g, c_, t_, e_] = [Bit::new(gate, false), c, t, e].map(|bit| self.of(bit, clauses));
                    // The last clause of each half follows from the others, and lets more follow at once.
                    if yes {
                        clauses.add(&[!g, !c_, t_]);
                        clauses.add(&[!g, c_, e_]);
                        clauses.add(&[!g, t_, e_]);
                    }
                    if no {
                        clauses.add(&[g, !c_, !t_]);
                        clauses.add(&[g, c_, !e_]);
                        clauses.add(&[g, !t_, !e_]);
                    }
                    left.extend([(c, BOTH), (t, new), (e, new)]);
                }
                Gate::Majority(a, b, c) => {
                    let [g, a_, b_, c_] = [Bit::new(gate, false), a, b, c].map(|bit| self.of(bit, clauses));
                    for (x, y) in [(a_, b_), (a_, c_), (b_, c_)] {
                        if yes {
                            clauses.add(&[!g, x, y]);
                        }
                        if no {
                            clauses.add(&[g, !x, !y]);
                        }
                    }
                    left.extend([(a, new), (b, new), (c, new)]);
                }
                Gate::Select(number) => {
                    let choices = &circuit.selections[number as usize];
                    let g = self.of(Bit::new(gate, false), clauses);
                    let mut some = vec![!g];
                    for &(condition, bit) in choices.iter() {
                        let condition_ = self.of(condition, clauses);
                        some.push(condition_);
                        left.push((condition, new));
                        if yes && bit == Bit::FALSE {
                            clauses.add(&[!g, !condition_]);
                        }
                        if no && bit == Bit::TRUE {
                            clauses.add(&[g, !condition_]);
                        }
                        if bit.known().is_some() {
                            continue;
                        }
                        let bit_ = self.of(bit, clauses);
                        left.push((bit, new));
                        if yes {
                            clauses.add(&[!g, !condition_, bit_]);
                        }
                        if no {
                            clauses.add(&[g, !condition_, !bit_]);
                        }
                    }
                    if yes {
                        clauses.add(&some);
                    }
                }
            }
        }
        self.room.untied = left;
        true
    }
}
