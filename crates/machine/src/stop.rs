//! Why the machine stops. Every stop is typed, and only [`Stop::Violation`] is about a bug.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use ir::{FunctionId, Trap, Type};

use crate::heap::Reference;
use crate::word::Word;

/// Why the machine stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop<V, F> {
    /// The entry function returned.
    Returned(Option<V>),
    /// The program ended itself with that status.
    Exited(i32),
    /// The program asks for a value; [`Machine::choose`](crate::Machine::choose) answers.
    Choice(Choice),
    /// The program does what it should not.
    Violation(Bug),
    /// An assumption is false: this execution does not count.
    Dropped,
    /// The program does what the machine cannot.
    Unsupported(Unsupported),
    /// The program needs more than the machine's limits.
    Exhausted(Resource),
    /// The domain cannot decide for all its states at once; the operation has not happened.
    Fork(F),
    /// The fuel is used up; the machine can go on.
    Paused,
}

/// A value that the program asks for: any from `low` to `high`, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// An integer type or `bool`.
    pub ty: Type,
    /// The least value.
    pub low: i128,
    /// The greatest value, not less than `low`.
    pub high: i128,
    /// What the program gets for each value, from `low` = 0 on, where values only count what there is to choose from.
    pub sample: Option<&'static [Word]>,
}

impl Choice {
    /// How far the greatest value is from the least: one less than there are values.
    pub fn width(&self) -> u128 {
        self.high.abs_diff(self.low)
    }

    /// The word of a value.
    pub fn word(&self, value: i128) -> Word {
        match self.sample {
            Some(words) => {
                usize::try_from(value).ok().and_then(|index| words.get(index)).copied().unwrap_or(0)
            }
            None => value as i64 as Word,
        }
    }

    /// A choice between words, at least one. The list is kept for as long as the process runs, once for all choices between the same
    /// words: there are as many as there are kinds of draws times methods that draw, whatever the number of executions.
    pub(crate) fn between(ty: Type, words: &[Word]) -> Self {
        static KEPT: Mutex<BTreeSet<&'static [Word]>> = Mutex::new(BTreeSet::new());
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        let sample = match kept.get(words) {
            Some(&known) => known,
            None => {
                let new: &'static [Word] = Box::leak(words.into());
                kept.insert(new);
                new
            }
        };
        Choice { ty, low: 0, high: sample.len() as i128 - 1, sample: Some(sample) }
    }
}

/// What the program should not do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bug {
    /// An assertion failed.
    Assertion,
    /// An assertion failed that makes an exception, or such an exception left a thread or a task.
    Failure(Reference),
    /// An exception left the entry function.
    Exception(Reference),
    /// A statement trapped, and the program makes no exception for it.
    Trap(Trap),
}

/// What the machine cannot do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsupported {
    /// A function has no body.
    NoBody(FunctionId),
    /// A native method was called in a way that its model does not cover.
    Native(FunctionId),
    /// The only thread waits in a native method for something that cannot come. Whoever knows threads calls that a deadlock.
    Stuck(FunctionId),
    /// An object was needed that stands in the program's text, and nobody knows how to make it.
    Literal,
    /// An `unreachable` was reached: whoever made the program was wrong.
    Unreachable,
}

/// What there is not enough of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resource {
    /// Nested calls.
    Frames,
    /// The heap that a program has.
    Memory,
    /// The heap that there is room for.
    Room,
}
