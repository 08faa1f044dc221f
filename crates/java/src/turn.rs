//! One thread after the other: a lock that the thread which has it can take again.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

/// Who has the turn, and how often.
#[derive(Debug, Default)]
pub(crate) struct Turn {
    taken: Mutex<Option<(ThreadId, usize)>>,
    given_back: Condvar,
}

/// As long as this is there, it is this thread's turn.
#[derive(Debug)]
pub(crate) struct Taken<'t> {
    turn: &'t Turn,
}

impl Turn {
    fn state(&self) -> MutexGuard<'_, Option<(ThreadId, usize)>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until no other thread has the turn.
    pub(crate) fn take(&self) -> Taken<'_> {
        let me = thread::current().id();
        let mut taken = self.state();
        while taken.is_some_and(|(thread, _)| thread != me) {
            taken = self.given_back.wait(taken).unwrap_or_else(PoisonError::into_inner);
        }
        let times = taken.map_or(0, |(_, times)| times);
        *taken = Some((me, times + 1));
        Taken { turn: self }
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        let mut taken = self.turn.state();
        *taken = taken.and_then(|(thread, times)| (times > 1).then_some((thread, times - 1)));
        if taken.is_none() {
            self.turn.given_back.notify_one();
        }
    }
}
