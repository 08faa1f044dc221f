//! The heap that a call finds, as those see it who execute the call and evaluate its formulas.
//!
//! It is given as a whole ([`Whole`]), or its values come about when somebody first asks for them
//! ([`crate::demand`]). What a call does is the same; so the code that executes it is, and asks for no more than it needs.

use std::collections::BTreeMap;
use std::convert::Infallible;

use ir::{FieldId, Type};
use machine::{Concrete, Definite, Domain, Machine, Reference, Word};

use crate::prestate::{Plain, PreState};
use crate::universe::Atom;

/// What stops an execution before it reads something that has no value yet.
pub(crate) type Fork<B> = <<B as Before>::Domain as Domain>::Fork;

/// A heap before a call, with the arguments.
pub(crate) trait Before {
    /// In which the machine runs.
    type Domain: Definite<Value = Word>;

    /// An argument.
    fn parameter(&self, index: usize) -> Plain;

    /// How many objects of a pool there are.
    fn count(&self, pool: usize) -> usize;

    /// How many objects of a pool there are at least, as far as is known: this asks for nothing.
    fn least(&self, pool: usize) -> usize;

    /// What a field of an object has.
    fn field(&self, field: FieldId, atom: Atom) -> Plain;

    /// The length of an array.
    fn length(&self, atom: Atom) -> usize;

    /// An element of an array, at an index below its length.
    fn element(&self, atom: Atom, index: usize) -> Plain;

    /// What an object that is there is on the machine.
    fn reference(&self, atom: Atom) -> Reference;

    /// The object that something on the machine is, if it is one.
    fn atom(&self, reference: Reference) -> Option<Atom>;

    /// Whether a slot still has what it had before the call, and the machine does not know that because nobody there has asked.
    fn is_unread(&self, domain: &Self::Domain, reference: Reference, slot: u32) -> bool;

    /// Tells the machine what it is about to read.
    fn settle(&self, machine: &mut Machine<'_, '_, Self::Domain>, fork: Fork<Self>);

    /// The machine's word for a value of a type.
    fn word(&self, ty: Type, plain: Plain) -> Word {
        match ty {
            Type::Ref(_) => {
                let atom = plain.checked_sub(1).and_then(|atom| Atom::try_from(atom).ok());
                atom.map_or(0, |atom| self.reference(atom).into())
            }
            Type::Bool | Type::Int(_) | Type::Float(_) => plain as Word,
        }
    }
}

/// A heap that is given, and was built on the machine.
pub(crate) struct Whole<'s> {
    pub(crate) state: &'s PreState,
    pub(crate) references: BTreeMap<Atom, Reference>,
}

impl Before for Whole<'_> {
    type Domain = Concrete;

    fn parameter(&self, index: usize) -> Plain {
        self.state.parameters.get(index).copied().unwrap_or_default()
    }

    fn count(&self, pool: usize) -> usize {
        self.state.counts[pool]
    }

    fn least(&self, pool: usize) -> usize {
        self.state.counts[pool]
    }

    fn field(&self, field: FieldId, atom: Atom) -> Plain {
        self.state.fields.get(&(field, atom)).copied().unwrap_or_default()
    }

    fn length(&self, atom: Atom) -> usize {
        self.state.lengths.get(&atom).copied().unwrap_or_default()
    }

    fn element(&self, atom: Atom, index: usize) -> Plain {
        self.state.elements.get(&(atom, index)).copied().unwrap_or_default()
    }

    fn reference(&self, atom: Atom) -> Reference {
        self.references.get(&atom).copied().unwrap_or_default()
    }

    fn atom(&self, reference: Reference) -> Option<Atom> {
        self.references.iter().find(|(_, known)| **known == reference).map(|(&atom, _)| atom)
    }

    fn is_unread(&self, _: &Concrete, _: Reference, _: u32) -> bool {
        false
    }

    fn settle(&self, _: &mut Machine<'_, '_, Concrete>, fork: Infallible) {
        match fork {}
    }
}
