//! Of heaps that differ in the numbering of their objects only, most are left out.
//!
//! Objects of a pool have no identity but their numbers, so whatever is true of a heap is true of it renumbered. All bits of the heap
//! before the call and of the parameters stand in a fixed order. A heap is left out if exchanging two objects of a pool makes it greater in that order.
//! The greatest of all renumberings of a heap is never left out, so one of them is always left, and no violation is lost. The test
//! `brute_force_agrees` would notice if one were.
//!
//! Which cells there are becomes known while bodies are opened. The order is the order in which they become known: the comparison of a heap with an
//! exchange of two of its objects goes on where it stood, and what was required before stays as it is.

use std::collections::BTreeSet;
use std::rc::Rc;

use logic::circuit::Bit;

use crate::memory::{Heap, Memory};
use crate::reach::Cell;
use crate::universe::{Atom, Universe};
use crate::value::Value;

/// How many bits of a heap are compared with those of one of its exchanges at most.
const MOST: usize = 200;

/// The comparisons, and how far they have come.
pub(crate) struct Symmetry {
    pairs: Vec<Pair>,
    /// The cells that have been compared.
    compared: BTreeSet<Cell>,
    begun: bool,
}

/// Two objects that are exchanged.
struct Pair {
    one: Atom,
    other: Atom,
    /// Whether everything was the same until now.
    same: Bit,
    /// How many bits were compared.
    bits: usize,
}

impl Pair {
    fn renamed(&self, atom: Atom) -> Atom {
        match atom {
            _ if atom == self.one => self.other,
            _ if atom == self.other => self.one,
            _ => atom,
        }
    }

    /// A value, and the one that stands in its place when both are exchanged.
    fn compare(&mut self, value: &Value, with: &Value, memory: &mut Memory<'_>) {
        let bits: Vec<(Bit, Bit)> = match (value, with) {
            (Value::Reference(atoms), Value::Reference(_)) => {
                atoms.iter().map(|&(atom, bit)| (bit, with.is(self.renamed(atom)))).collect()
            }
            (Value::Number(_), Value::Number(_)) | (Value::Truth(_), Value::Truth(_)) => value.pairs(with),
            (Value::Truth(_) | Value::Number(_) | Value::Reference(_), _) => return,
        };
        for (bit, with) in bits.into_iter().filter(|(bit, with)| bit != with) {
            if self.bits == MOST {
                return;
            }
            self.bits += 1;
            memory.require(&[!self.same, bit, !with]);
            let equal = memory.circuit.iff(bit, with);
            self.same = memory.circuit.and(self.same, equal);
        }
    }
}

impl Symmetry {
    pub(crate) fn new(universe: &Universe) -> Self {
        let own = (0..universe.pools().len()).filter(|&pool| !universe.pools()[pool].shared);
        let pairs = own.flat_map(|pool| {
            let atoms: Vec<Atom> = universe.atoms(pool).collect();
            let pairs = atoms.windows(2).map(|pair| (pair[0], pair[1])).collect::<Vec<_>>();
            pairs.into_iter().map(|(one, other)| Pair { one, other, same: Bit::TRUE, bits: 0 })
        });
        Symmetry { pairs: pairs.collect(), compared: BTreeSet::new(), begun: false }
    }

    /// Compares what has become known since the last time.
    pub(crate) fn go_on(&mut self, memory: &mut Memory<'_>, parameters: &[Value]) {
        let new: Vec<(Cell, Rc<[Value]>)> = memory
            .known()
            .filter(|(cell, _)| matches!(cell, Cell::Field(_)) && !self.compared.contains(cell))
            .map(|(cell, values)| (cell, Rc::clone(values)))
            .collect();
        self.compared.extend(new.iter().map(|(cell, _)| *cell));
        for pair in &mut self.pairs {
            if !self.begun {
                // Those that are there come first, which is said elsewhere: only if both are, there is something to exchange.
                pair.same = memory.alive(&Heap::default(), pair.other);
                for value in parameters {
                    pair.compare(value, value, memory);
                }
            }
            for (cell, values) in &new {
                let owners = memory.owners(*cell);
                for (&owner, value) in owners.iter().zip(values.iter()) {
                    let place = owners
                        .binary_search(&pair.renamed(owner))
                        .expect("objects of a class have the same fields");
                    pair.compare(value, &values[place], memory);
                }
            }
        }
        self.begun = true;
    }
}
