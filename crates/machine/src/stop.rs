//! Why the machine stops. Every stop is typed, and only [`Stop::Violation`] is about a bug.

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
}

impl Choice {
    /// How far the greatest value is from the least: one less than there are values.
    pub fn width(&self) -> u128 {
        self.high.abs_diff(self.low)
    }

    /// The word of a value.
    pub fn word(&self, value: i128) -> Word {
        value as i64 as Word
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
