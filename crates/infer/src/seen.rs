//! The heaps before and after a call on the machine, as formulas see them.

use ir::{FieldId, GlobalId, Program, RefType, Type};
use machine::{Definite as _, Reference, Word};

use crate::before::Before;
use crate::concrete::Laid;
use crate::property::core::State;
use crate::property::{Object, Value, View};
use crate::refine::Question;
use crate::universe::Universe;

/// A heap before and one after.
pub(crate) struct Seen<'s, 'i, 'p, B: Before> {
    pub(crate) question: &'s Question<'p>,
    pub(crate) universe: &'s Universe,
    pub(crate) laid: &'s Laid<'i, 'p, B>,
    pub(crate) result: Option<Word>,
}

impl<B: Before> Seen<'_, '_, '_, B> {
    fn program(&self) -> &Program {
        self.question.program
    }

    fn value(&self, ty: Type, truth: bool, word: Word) -> Option<Value> {
        match ty {
            Type::Ref(_) => (word != 0).then_some(Value::Object(Object(word as Reference))),
            Type::Bool => Some(Value::Bool(word != 0)),
            Type::Int(_) if truth => Some(Value::Bool(word != 0)),
            Type::Int(_) | Type::Float(_) => Some(Value::Int(word as i64)),
        }
    }

    /// Whether formulas speak of objects of a type, which is one that an object has.
    fn is_counted(&self, ty: RefType, of: RefType) -> bool {
        let pool = self.universe.pool_of(ty);
        pool.is_some_and(|pool| !self.universe.pools()[pool].shared) && self.program().is_subtype(ty, of)
    }

    /// What an element has: in the state before, or if it has that still.
    fn element_type(&self, array: Object) -> Option<Type> {
        match self.laid.machine.heap().ty(array.0) {
            RefType::Array(ty) => Some(self.program().element_type(ty)),
            RefType::Class(_) | RefType::Any => None,
        }
    }
}

impl<B: Before> View for Seen<'_, '_, '_, B> {
    fn objects(&self, state: State, of: RefType) -> Vec<Object> {
        let heap = self.laid.machine.heap();
        let mut objects = Vec::new();
        for (pool, known) in self.universe.pools().iter().enumerate() {
            if !known.shared && self.program().is_subtype(known.ty, of) {
                let atoms = self.universe.atoms(pool).take(self.laid.before.count(pool));
                objects.extend(atoms.map(|atom| Object(self.laid.before.reference(atom))));
            }
        }
        match state {
            State::Pre => {}
            State::Post => {
                let made = self.laid.first..heap.len() as Reference + 1;
                objects.extend(made.filter(|made| self.is_counted(heap.ty(*made), of)).map(Object));
            }
        }
        objects
    }

    fn exists(&self, state: State, of: RefType, object: Object) -> bool {
        let is_there = match state {
            State::Pre => false,
            State::Post => object.0 >= self.laid.first,
        };
        (is_there || self.laid.before.atom(object.0).is_some())
            && self.is_counted(self.laid.machine.heap().ty(object.0), of)
    }

    fn field(&self, state: State, object: Object, field: FieldId) -> Option<Value> {
        let declared = &self.program().fields[field];
        let Laid { machine, before, .. } = self.laid;
        let word = match state {
            State::Pre => {
                let atom = before.atom(object.0)?;
                let owner = RefType::Class(declared.owner);
                if !self.program().is_subtype(self.universe.ty(atom), owner) {
                    return None;
                }
                before.word(declared.ty, before.field(field, atom))
            }
            State::Post => {
                let RefType::Class(class) = machine.heap().ty(object.0) else { return None };
                let slot = machine.image().layout(class).fields.iter().position(|&other| other == field)?;
                if before.is_unread(machine.domain(), object.0, slot as u32) {
                    return self.field(State::Pre, object, field);
                }
                machine.heap().get(object.0, slot as u32)
            }
        };
        self.value(declared.ty, false, word)
    }

    fn global(&self, state: State, global: GlobalId) -> Option<Value> {
        let declared = &self.program().globals[global];
        let index = ir::Id::index(global);
        let now =
            || self.laid.machine.heap().global(index).unwrap_or_else(|| machine::word_of(declared.initial));
        let word = match state {
            State::Pre => self.laid.globals.get(index).copied().unwrap_or_else(now),
            State::Post => now(),
        };
        self.value(declared.ty, false, word)
    }

    fn length(&self, state: State, array: Object) -> usize {
        match (self.element_type(array), state) {
            (None, _) => 0,
            (Some(_), State::Pre) => {
                let atom = self.laid.before.atom(array.0);
                atom.map_or(0, |atom| self.laid.before.length(atom))
            }
            (Some(_), State::Post) => self.laid.machine.heap().length(array.0) as usize,
        }
    }

    fn element(&self, state: State, array: Object, index: usize) -> Option<Value> {
        let ty = self.element_type(array)?;
        let Laid { machine, before, .. } = self.laid;
        let word = match state {
            State::Pre => before.word(ty, before.element(before.atom(array.0)?, index)),
            State::Post if before.is_unread(machine.domain(), array.0, index as u32) => {
                return self.element(State::Pre, array, index);
            }
            State::Post => B::Domain::element(machine.heap(), array.0, ty, index as u32),
        };
        self.value(ty, false, word)
    }

    fn parameter(&self, index: usize) -> Option<Value> {
        let ty = self.program().functions[self.question.function].parameters.get(index)?.ty;
        let truth = self.question.truths.get(index) == Some(&true);
        let before = &self.laid.before;
        self.value(ty, truth, before.word(ty, before.parameter(index)))
    }

    fn result(&self) -> Option<Value> {
        let ty = self.program().functions[self.question.function].result?;
        self.value(ty, self.question.gives_truth, self.result?)
    }

    fn integers(&self) -> Vec<i64> {
        let most = 1i64 << (self.universe.width - 1).min(20);
        (-most..most).collect()
    }
}
