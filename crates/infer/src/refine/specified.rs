//! Classes of the library that take part as specifications.
//!
//! Of every object of such a class that is there before the call, its invariant is believed: operations of the class have made it what it is. What the
//! operations do is included from the beginning, because specifications are small, and learning them piece by piece takes longer than solving.

use ir::RefType;

use super::Check;
use crate::instance::Kind;
use crate::memory::Heap;
use crate::value::Value;

impl Check<'_, '_, '_> {
    /// Objects before the call are what the specifications of their classes say.
    pub(super) fn believe_specified(&mut self) {
        let question = self.question;
        for objection in &self.encoder.reach.objections {
            let place = question.program.functions[question.function].position;
            self.encoder.skip(objection.as_str(), question.function, place);
        }
        for (&class, &invariant) in &self.encoder.reach.specified {
            let universe = self.encoder.memory.universe;
            let (Some(pool), Some(invariant)) = (universe.pool_of(RefType::Class(class)), invariant) else {
                continue;
            };
            for atom in universe.atoms(pool) {
                let heap = Heap::default();
                let there = self.encoder.memory.alive(&heap, atom);
                let (right, _) = self.invariant(invariant, Value::atom(atom), (there, heap));
                self.encoder.memory.require_of_code(&[!there, right]);
            }
        }
    }

    /// Opens calls of specifications of the library and includes all that they say: they are small, and most of it is needed.
    pub(super) fn open_specified(&mut self) {
        while self.specified < self.encoder.instances.len() {
            let id = self.specified;
            self.specified += 1;
            let instance = &self.encoder.instances[id];
            let is_first = instance.parent.is_some() && instance.depth == 0 && instance.kind == Kind::Call;
            let has_code = self.question.program.body(instance.function).is_some();
            if is_first && has_code && (self.encoder.language.specified.has)(instance.function) {
                self.open(id);
                let opened = self.encoder.instances[id].opened.as_ref();
                for number in 0..opened.map_or(0, |opened| opened.units.len()) {
                    self.include(id, number);
                }
            }
        }
    }
}
