//! Sleep sets: which threads need not go on from a state, because whatever they do there is looked at elsewhere.
//!
//! # The idea
//! Two threads that are about to do things that have nothing to do with each other may do them in either order: both lead to the same
//! state. When the first one has gone on from a state, and then the second one, the first one *sleeps* in what the second one reaches:
//! letting it go on there would give what was reached before. It sleeps until somebody does something that depends on
//! what it is about to do (P. Godefroid, *Partial-Order Methods for the Verification of Concurrent Systems*, chapter 5).
//!
//! Sleep sets leave out transitions, never states: of all orders of independent operations that lead to a state one is followed.
//! So deadlocks, violations on the way to a state, and data races (which are a property of a state) are all found. A
//! shortest schedule is only guaranteed without sleep sets, because a state may be found first by a longer one.
//!
//! # Why operations commute
//! A transition is an operation that others may notice, and then what nobody notices: accesses to objects that no other
//! thread knows, leaving monitors, making objects. So two transitions of different threads commute if their first operations
//! do ([`Pending::depends`]): accesses to different variables or only reads, entering different monitors, entering a
//! monitor and accessing a variable. Neither stops the other: a thread that is about to access a variable can always go on, and a monitor that is
//! free stays so unless somebody enters it. Everything else (waiting, notifying, starting and ending threads, initialising
//! classes, the clock, identity hash codes, models that look at more than one object) counts as depending on everything.
//!
//! Which objects are shared is a function of the state, so after another thread's transition a thread may stop earlier or later
//! than it would have: at an access to an object that only now is shared, or not any more. What it executes is the same sequence of
//! operations, cut elsewhere at operations that nobody can notice at that moment, so nothing is lost by taking one cut for the other;
//! and what a thread is about to do is found by executing what nobody notices before it. So the number of states may differ a
//! little. Where threads change at every access it does not.
//!
//! # When a state is reached again
//! A state is stored with the threads that slept in it. When it is reached again and some of them do not sleep now, those
//! go on from it then, and only those that slept both times count as sleeping ([`Sleep::again`]). A state in which a thread is in the
//! middle of something has no other threads to let go on; there, all its answers are followed again, with fewer sleepers.
//!
//! With a bound on preemptions nobody sleeps: the other order may need more of them.
//!
//! `tests/reduction.rs` compares verdicts, states and races with and without on generated programs.

use std::collections::VecDeque;

use machine::Pending;
use rapidhash::RapidHashMap as Table;
use space::StateId;

/// Some of the first 64 threads. Others never sleep.
pub(crate) type Threads = u64;

/// The set of one thread.
pub(crate) fn only(thread: usize) -> Threads {
    if thread < 64 { 1 << thread } else { 0 }
}

/// How far a state is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Progress {
    /// Nothing was done from it.
    Waits,
    /// It is in the middle.
    Open,
    Done,
}

/// What is done from a state at the moment.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Work {
    /// Which threads sleep now.
    asleep: Threads,
    /// Which do not go on because they slept when the state was reached.
    left_out: Threads,
    /// Which slept then and must go on after all.
    more: Threads,
    /// For each thread those whose next operation depends on its own; empty where all do.
    depends: Vec<Threads>,
}

/// The sleep sets of all states.
#[derive(Debug, Default)]
pub(crate) struct Sleep {
    stored: Vec<Threads>,
    progress: Vec<Progress>,
    open: Table<StateId, Work>,
    /// States that are looked at once more, with how many of their answers are done.
    again: VecDeque<(StateId, u128)>,
}

impl Sleep {
    /// A state was found; the sleepers are known to be looked at elsewhere.
    pub(crate) fn found(&mut self, state: StateId, asleep: Threads) {
        assert_eq!(state.index(), self.stored.len(), "states come in the order of their ids");
        self.stored.push(asleep);
        self.progress.push(Progress::Waits);
    }

    /// Who slept each time that a state was reached.
    pub(crate) fn stored(&self, state: StateId) -> Threads {
        self.stored[state.index()]
    }

    /// A state was reached again.
    pub(crate) fn again(&mut self, state: StateId, asleep: Threads) {
        let stored = &mut self.stored[state.index()];
        let more = *stored & !asleep;
        *stored &= asleep;
        if more == 0 {
            return;
        }
        match self.progress[state.index()] {
            // It is begun with those that sleep both times.
            Progress::Waits => {}
            Progress::Open => self.open.entry(state).or_default().more |= more,
            Progress::Done => {
                self.progress[state.index()] = Progress::Open;
                self.open.insert(state, Work { more, ..Work::default() });
                self.again.push_back((state, u128::MAX));
            }
        }
    }

    /// A state that is to be looked at once more, with how many of its answers are done.
    pub(crate) fn next(&self) -> Option<(StateId, u128)> {
        self.again.front().copied()
    }

    /// Another answer of that state is done.
    pub(crate) fn advance(&mut self) {
        if let Some((_, done)) = self.again.front_mut() {
            *done += 1;
        }
    }

    /// Whether a state has not been begun.
    pub(crate) fn is_new(&self, state: StateId) -> bool {
        self.progress[state.index()] == Progress::Waits
    }

    /// Begins with a state.
    pub(crate) fn begin(&mut self, state: StateId) {
        self.progress[state.index()] = Progress::Open;
        let asleep = self.stored[state.index()];
        let work = self.open.entry(state).or_default();
        work.asleep = asleep;
        work.left_out = asleep;
    }

    /// Notes what the threads of a state are about to do.
    pub(crate) fn learn(&mut self, state: StateId, pending: &[(usize, Pending)]) {
        let work = self.open.entry(state).or_default();
        let most = pending.iter().map(|(thread, _)| thread + 1).max().unwrap_or(0);
        work.depends = vec![Threads::MAX; most];
        for (thread, one) in pending {
            let others = pending.iter().filter(|(_, other)| one.depends(other));
            work.depends[*thread] = others.fold(0, |set, (other, _)| set | only(*other));
        }
    }

    /// Whether it is known what the threads of a state are about to do.
    pub(crate) fn knows(&self, state: StateId) -> bool {
        self.open.get(&state).is_some_and(|work| !work.depends.is_empty())
    }

    /// Whether a thread does not go on from a state.
    pub(crate) fn leaves_out(&self, state: StateId, thread: usize) -> bool {
        self.open.get(&state).is_none_or(|work| work.left_out & only(thread) != 0)
    }

    /// Whether a thread goes on from a state, and who sleeps then.
    pub(crate) fn goes_on(&mut self, state: StateId, thread: usize) -> Option<Threads> {
        let work = self.open.get_mut(&state)?;
        if work.left_out & only(thread) != 0 {
            return None;
        }
        let depends = work.depends.get(thread).copied().unwrap_or(Threads::MAX);
        let asleep = work.asleep & !depends;
        work.asleep |= only(thread);
        Some(asleep)
    }

    /// Who sleeps in a state where a thread is in the middle of something.
    pub(crate) fn sleepers(&self, state: StateId) -> Threads {
        self.open.get(&state).map_or(0, |work| work.asleep)
    }

    /// All answers of a state are done. Says whether to begin with them again, because it was reached again.
    pub(crate) fn finish(&mut self, state: StateId) -> bool {
        let Some(work) = self.open.get_mut(&state) else { return false };
        let more = std::mem::take(&mut work.more);
        if more == 0 {
            self.open.remove(&state);
            self.progress[state.index()] = Progress::Done;
            if self.again.front().is_some_and(|(first, _)| *first == state) {
                self.again.pop_front();
            }
            return false;
        }
        work.asleep = self.stored[state.index()];
        work.left_out = !more;
        if let Some((first, done)) = self.again.front_mut()
            && *first == state
        {
            *done = 0;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use machine::{Place, Touch};

    use super::*;

    fn touch(global: usize, written: bool) -> Pending {
        let place = Place::Global(ir::Id::new(global));
        Pending::Touches(vec![Touch { place, written, volatile: false }])
    }

    #[test]
    fn independent_threads_sleep_until_somebody_depends_on_them() {
        let (first, second) = (StateId::new(0), StateId::new(1));
        let mut sleep = Sleep::default();
        sleep.found(first, 0);
        sleep.begin(first);
        sleep.learn(first, &[(0, touch(0, true)), (1, touch(1, true)), (2, touch(0, false))]);
        assert_eq!(sleep.goes_on(first, 0), Some(0));
        // The first one sleeps in what the second one reaches, and not in what the third one does.
        assert_eq!(sleep.goes_on(first, 1), Some(0b001));
        assert_eq!(sleep.goes_on(first, 2), Some(0b010));
        assert!(!sleep.finish(first));

        sleep.found(second, 0b011);
        sleep.begin(second);
        sleep.learn(second, &[(0, touch(0, true)), (1, touch(1, true))]);
        assert_eq!(sleep.goes_on(second, 0), None);
        assert_eq!(sleep.goes_on(second, 1), None);
        assert!(!sleep.finish(second));
        // Reached again with one of them awake: that one goes on, and only that one.
        sleep.again(second, 0b010);
        assert_eq!(sleep.next(), Some((second, u128::MAX)));
        assert!(sleep.finish(second));
        assert_eq!(sleep.next(), Some((second, 0)));
        assert_eq!(sleep.goes_on(second, 0), Some(0));
        assert_eq!(sleep.goes_on(second, 1), None);
        assert!(!sleep.finish(second));
        assert_eq!(sleep.next(), None);
        sleep.again(second, 0b010);
        assert_eq!(sleep.next(), None, "nothing new");
    }
}
