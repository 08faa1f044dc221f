//! Looking at a state from outside: static fields, and methods that are executed aside.

use ir::{FunctionId, GlobalId, Id as _, Literal, LiteralId, RefType};

use crate::domain::{Definite, Domain};
use crate::heap::Reference;
use crate::lower::word_of;
use crate::machine::{Machine, Purpose};
use crate::natives::java::MAIN_THREAD;
use crate::stop::Stop;
use crate::word::Word;

/// How many operations a method may execute that is executed aside.
const LONGEST: u64 = 10_000_000;

impl<D: Definite> Machine<'_, '_, D> {
    /// What a static field holds, if that is known.
    pub fn static_value(&self, global: GlobalId) -> Option<Word> {
        match self.heap.global(global.index()) {
            Some(value) => D::known(value),
            // Nobody has touched it.
            None => Some(word_of(self.image.program().globals[global].initial)),
        }
    }
}

impl<D: Definite + Domain + Clone> Machine<'_, '_, D> {
    /// What a function without parameters gives in this state, if it gives something. It is executed on a copy, as if nobody else were
    /// there: monitors that are held are not waited for.
    pub fn evaluate(&self, function: FunctionId) -> Option<Word> {
        self.evaluate_by(function, 0)
    }

    /// As [`evaluate`](Self::evaluate), by the thread of that object: who asks which thread it is gets this one.
    pub fn evaluate_by(&self, function: FunctionId, thread: Reference) -> Option<Word> {
        let mut copy = self.clone();
        copy.threads.clear();
        copy.frames.clear();
        if thread != 0 {
            // Without threads there is only the first one.
            let first = copy.image.program().literal(Literal::Class(MAIN_THREAD.into()));
            copy.heap.set_literal(first.index(), thread);
        }
        let held: Vec<_> = copy.heap.locks().to_vec();
        for lock in held {
            copy.heap.set_lock(lock.object, lock.owner, 0);
        }
        copy.push_frame(function, &[], Purpose::Call);
        match copy.run(&mut LONGEST.clone()) {
            Stop::Returned(value) => D::known(value?),
            Stop::Exited(_)
            | Stop::Choice(_)
            | Stop::Violation(_)
            | Stop::Dropped
            | Stop::Unsupported(_)
            | Stop::Exhausted(_)
            | Stop::Fork(_)
            | Stop::Paused => None,
        }
    }
}

impl<D: Definite> Machine<'_, '_, D> {
    /// What a text of Java says, if the object is one.
    pub fn text_in(&self, object: Reference) -> Option<String> {
        let string = self.image.program().literal_classes().map(|(string, _)| RefType::Class(string));
        if object == 0 || Some(self.heap.ty(object)) != string {
            return None;
        }
        self.text(object)
    }

    /// The type that a class object of Java stands for, by its descriptor with dots, if the object is one.
    pub fn class_in(&self, object: Reference) -> Option<Box<str>> {
        let class = self.image.program().literal_classes().map(|(_, class)| RefType::Class(class));
        if object == 0 || Some(self.heap.ty(object)) != class {
            return None;
        }
        let number = usize::try_from(self.field_value(object, "classRedefinedCount")?).ok()?;
        match &self.image.program().literals()[LiteralId::new(number.checked_sub(1)?)] {
            Literal::Class(name) => Some(name.clone()),
            Literal::Text(_) => None,
        }
    }

    /// What a field of an object holds, by its name, if there is one and that is known. Fields of the class hide those of its superclasses.
    pub fn field_value(&self, object: Reference, name: &str) -> Option<Word> {
        let RefType::Class(class) = self.heap.ty(object) else { return None };
        let fields = &self.image.layout(class).fields;
        let slot = fields.iter().rposition(|&field| self.image.program().fields[field].name == name)?;
        D::known(self.heap.get(object, u32::try_from(slot).ok()?))
    }
}
