//! Operations that are given up because nobody wants to wait for them any longer.
//!
//! One operation on large diagrams can take minutes, and whoever asked for it has no say in between. So a manager can be given
//! somebody to ask, once in [`INTERVAL`] pairs of nodes. If the answer is to stop, the operation unwinds to the nearest
//! [`interruptible`], past everybody who would have to look at a result that does not exist.
//!
//! # Why nothing wrong comes of it
//! There is no result: no caller goes on with a set that is too small or too large, and none can forget to ask whether it
//! was complete. The table stays sound, because it is left between two nodes and remembers results of finished pairs
//! only (`what_was_interrupted_leaves_a_sound_manager` does everything again and compares). Panics of other kinds pass through
//! `interruptible` unchanged.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// How many pairs of nodes are looked at between two questions: some milliseconds of work.
pub(super) const INTERVAL: u32 = 1 << 16;

/// An operation was given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interrupted;

/// Whom to ask whether to stop.
type Question = Box<dyn FnMut() -> bool>;

/// Asks from time to time whether to stop.
pub(super) struct Watch {
    left: Cell<u32>,
    question: RefCell<Option<Question>>,
}

impl Default for Watch {
    fn default() -> Self {
        Watch { left: Cell::new(INTERVAL), question: RefCell::new(None) }
    }
}

impl Watch {
    pub(super) fn set(&self, question: Question) {
        *self.question.borrow_mut() = Some(question);
        self.left.set(INTERVAL);
    }

    /// Counts a pair of nodes. Nothing may be half done.
    #[inline(always)]
    pub(super) fn count(&self) {
        let left = self.left.get() - 1;
        self.left.set(left);
        if left == 0 {
            self.ask();
        }
    }

    #[cold]
    fn ask(&self) {
        self.left.set(INTERVAL);
        let stop = self.question.borrow_mut().as_mut().is_some_and(|question| question());
        if stop {
            // No hook is called: nothing is broken.
            resume_unwind(Box::new(Interrupted));
        }
    }
}

/// Does work in which operations of a manager may be given up, see [`Bdds::interrupt_when`](super::Bdds::interrupt_when).
/// What the work has changed elsewhere stays as it was left, so the caller must not believe that it is complete.
pub fn interruptible<T>(work: impl FnOnce() -> T) -> Result<T, Interrupted> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| match payload.downcast::<Interrupted>() {
        Ok(interrupted) => *interrupted,
        Err(other) => resume_unwind(other),
    })
}
