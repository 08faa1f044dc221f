//! Looking at a state from outside: static fields, and methods that are executed aside.

use ir::{FunctionId, GlobalId, Id as _};

use crate::domain::{Definite, Domain};
use crate::lower::word_of;
use crate::machine::{Machine, Purpose};
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
        let mut copy = self.clone();
        copy.threads.clear();
        copy.frames.clear();
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
