//! What bits depend on.

use super::{Bit, Circuit, Gate};

/// The gates that some bits depend on, which become more. It belongs to one circuit, which may grow.
///
/// ```
/// use logic::circuit::{Circuit, Cone};
///
/// let mut circuit = Circuit::new();
/// let [a, b, c] = [(); 3].map(|()| circuit.input());
/// let both = circuit.and(a, !b);
/// let mut cone = Cone::default();
/// cone.add(&circuit, both);
/// assert!(cone.has(a) && cone.has(b) && !cone.has(c));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cone {
    /// For each gate, whether it is in the cone.
    has: Vec<bool>,
    /// Room for gates that are in it and whose operands may not be yet.
    waiting: Vec<Bit>,
}

impl Cone {
    /// Whether a bit, or its negation, is among what the bits depend on.
    pub fn has(&self, bit: Bit) -> bool {
        self.has.get(bit.gate()).copied().unwrap_or(false)
    }

    /// Adds a bit and all that it depends on. What was added before is not looked at again, so all of a circuit takes time once.
    pub fn add(&mut self, circuit: &Circuit, bit: Bit) {
        self.has.resize(circuit.gates.len(), false);
        self.waiting.push(bit);
        while let Some(bit) = self.waiting.pop() {
            if std::mem::replace(&mut self.has[bit.gate()], true) {
                continue;
            }
            match circuit.gates[bit.gate()] {
                Gate::False | Gate::Input(_) => {}
                Gate::And(a, b) | Gate::Xor(a, b) => self.waiting.extend([a, b]),
                Gate::Choose(a, b, c) | Gate::Majority(a, b, c) => self.waiting.extend([a, b, c]),
                Gate::Select(number) => {
                    let choices = &circuit.selections[number as usize];
                    self.waiting.extend(choices.iter().flat_map(|&(condition, bit)| [condition, bit]));
                }
            }
        }
    }
}
