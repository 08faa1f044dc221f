//! Objects that have no atoms: those that static fields refer to before the call, texts, and exceptions of the library, all of which one atom stands for.
//!
//! What an instance leaves, as long as it is not opened, can be any atom that fits; so it cannot be such an object. An instance that may give one, or
//! keep one in memory, could do what nobody has thought of. Where the encoder meets such a thing in a body it says that it is not supported; so before
//! anybody says that a property holds, the instances are opened, for nothing but that, which come to code that is not known, or whose code gets at such
//! objects and
//! - reads a static field with an object, which can go anywhere, or
//! - writes references into memory. Results, exceptions and locals can be texts and exceptions of the library; memory, in which nothing is kept that
//!   stands for several objects, cannot.
//!
//! The test `what_is_kept_without_atoms_is_seen` has methods that break their formulas by such objects alone, and in few heaps.

use std::collections::BTreeSet;

use ir::{GlobalId, Place, Program, Rvalue, StatementKind};

use crate::encode::Encoder;
use crate::instance::Sym;
use crate::reach::Cell;

/// Objects without atoms that code may get at.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Foreign {
    /// Global variables whose objects it reads.
    pub globals: BTreeSet<GlobalId>,
    /// Whether it has texts, or catches exceptions.
    pub shared: bool,
}

impl Foreign {
    /// What a statement gets at by itself.
    pub(crate) fn statement(&mut self, program: &Program, kind: &StatementKind) {
        let StatementKind::Assign { value, .. } = kind else { return };
        match *value {
            Rvalue::Load(Place::Global(global)) if program.globals[global].ty.is_ref() => {
                self.globals.insert(global);
            }
            Rvalue::Literal(_) => self.shared = true,
            Rvalue::Load(_)
            | Rvalue::Use(_)
            | Rvalue::Unary(..)
            | Rvalue::Binary(..)
            | Rvalue::Compare(..)
            | Rvalue::Order(..)
            | Rvalue::Convert(_)
            | Rvalue::Length(_)
            | Rvalue::InstanceOf(..)
            | Rvalue::Cast(_) => {}
        }
    }

    /// What it calls gets at this.
    pub(crate) fn extend(&mut self, other: &Foreign) {
        self.globals.extend(other.globals.iter().copied());
        self.shared |= other.shared;
    }
}

impl Encoder<'_> {
    /// Whether an instance may give or keep objects without atoms: code that gets at those, writes these cells, and begins with these values.
    pub(crate) fn is_foreign<'s>(
        &self,
        foreign: &Foreign,
        writes: &[Cell],
        values: impl IntoIterator<Item = &'s Sym>,
    ) -> bool {
        let is_object = |global: &GlobalId| (self.language.global)(*global).is_none();
        let is_shared =
            |sym: &Sym| sym.value.atoms().iter().any(|&(atom, _)| self.memory.universe.is_shared(atom));
        let keeps = writes.iter().any(|&cell| self.memory.ty(cell).is_ref());
        foreign.globals.iter().any(is_object)
            || (keeps && (foreign.shared || values.into_iter().any(is_shared)))
    }
}
