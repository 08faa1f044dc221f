//! When limits of time are over: who can go on.
//!
//! Waiting may be limited in time. With a [virtual clock](Clock::Virtual) time passes when nobody can go
//! on, to the earliest moment at which somebody can; so does a program that is alone on a machine of infinite
//! speed. With a [free clock](Clock::Free) the limit may be over at any moment: every duration is possible. Whoever looks at the clock
//! after a limit was over sees that so much time has passed at least, as code relies on that waits again if there is time left
//! ([`Heap::pass`](crate::Heap::pass)); but as long as nobody looks, no state tells how much it was, and before somebody has looked for the first time
//! there is nothing to tell. That a limit was over and that the monitor is taken again is one step: a
//! thread that was notified and one that was not return in the same way, so nobody can tell the difference.
//!
//! # Patience
//! That a thread sleeps for a moment and is overtaken is how tests get flaky, so it is followed. That a minute is over while
//! others have something to do is believed by nobody. With a [patient clock](Clock::Patient) long limits ([`Limit::After`]) are over only where no other thread
//! can go on, the least first; then so much time has passed for the others as well. A thread that sleeps for a moment can go on, so it does
//! first. Where others do go on but come to nothing new, the search says so, and lets one of the [least patient](Machine::least_patient) go on
//! (module `patience` of the crate `threads`).

use crate::domain::Domain;
use crate::machine::Machine;
use crate::threads::{Clock, Limit, Status};

impl<D: Domain> Machine<'_, '_, D> {
    /// Whether time that is limited so may be over, whatever others do.
    fn is_over(&self, limit: Limit) -> bool {
        match (self.threads.clock, limit) {
            (_, Limit::After(_)) => false,
            (Some(Clock::Virtual), Limit::At(moment)) => moment <= self.heap.ticks(),
            (Some(Clock::Free | Clock::Patient(_)) | None, Limit::At(_)) => true,
        }
    }

    /// Whether a thread can go on.
    pub fn is_enabled(&self, thread: usize) -> bool {
        self.is_enabled_now(thread)
            || self.patience(thread).is_some()
                && !(0..self.thread_count()).any(|other| self.is_enabled_now(other))
                && self.is_least_patient(thread)
    }

    /// Whether a thread can go on though others may go on as well.
    fn is_enabled_now(&self, thread: usize) -> bool {
        match self.thread(thread).status {
            Status::Ready | Status::Woken { .. } => true,
            Status::Entering(object) | Status::Notified { object, .. } => self.is_free(object, thread),
            Status::Initialising(function) => !self.is_initialised_by_another(thread, function),
            Status::Waiting { object, until, interrupted, .. } => {
                (interrupted || until.is_some_and(|until| self.is_over(until)))
                    && self.is_free(object, thread)
            }
            Status::Sleeping { until } => self.is_over(until),
            Status::Parked { until } => until.is_some_and(|until| self.is_over(until)),
        }
    }

    /// How long a thread waits that could go on if a long limit of time were over.
    fn patience(&self, thread: usize) -> Option<u64> {
        let (limit, can_go_on) = match self.thread(thread).status {
            Status::Waiting { object, until, interrupted: false, .. } => {
                (until, self.is_free(object, thread))
            }
            Status::Sleeping { until } => (Some(until), true),
            Status::Parked { until } => (until, true),
            Status::Waiting { interrupted: true, .. }
            | Status::Ready
            | Status::Entering(_)
            | Status::Initialising(_)
            | Status::Notified { .. }
            | Status::Woken { .. } => (None, false),
        };
        match limit {
            Some(Limit::After(left)) if can_go_on => Some(left),
            Some(Limit::After(_) | Limit::At(_)) | None => None,
        }
    }

    /// The threads whose long limits of time are over next, if only time passes.
    pub fn least_patient(&self) -> Vec<usize> {
        (0..self.thread_count()).filter(|&thread| self.is_least_patient(thread)).collect()
    }

    /// Those among them that cannot go on, because others can.
    pub fn impatient(&self) -> Vec<usize> {
        self.least_patient().into_iter().filter(|&thread| !self.is_enabled(thread)).collect()
    }

    /// The thread that goes on with a number: one of those that can, or behind those one that loses its patience.
    pub fn picked(&self, number: usize) -> Option<usize> {
        let enabled = self.each_enabled().nth(number);
        enabled.or_else(|| self.impatient().get(number - self.each_enabled().count()).copied())
    }

    pub(crate) fn is_least_patient(&self, thread: usize) -> bool {
        self.patience(thread).is_some_and(|left| {
            (0..self.thread_count()).filter_map(|other| self.patience(other)).all(|other| left <= other)
        })
    }

    /// A thread goes on because its limit of time is over.
    pub(crate) fn pass(&mut self, limit: Limit) {
        let passed = match limit {
            Limit::At(moment) => return self.heap.pass(moment),
            Limit::After(passed) => passed,
        };
        // As long as nobody has looked at the clock, nobody can tell how much time has passed.
        if self.heap.has_ticked() {
            self.heap.pass(self.heap.ticks().saturating_add(passed));
        }
        for thread in 0..self.thread_count() {
            match &mut self.facts_mut(thread).status {
                Status::Waiting { until: Some(Limit::After(left)), .. }
                | Status::Sleeping { until: Limit::After(left) }
                | Status::Parked { until: Some(Limit::After(left)) } => *left = left.saturating_sub(passed),
                Status::Waiting { until: Some(Limit::At(_)) | None, .. }
                | Status::Sleeping { until: Limit::At(_) }
                | Status::Parked { until: Some(Limit::At(_)) | None }
                | Status::Ready
                | Status::Entering(_)
                | Status::Initialising(_)
                | Status::Notified { .. }
                | Status::Woken { .. } => {}
            }
        }
    }

    /// Lets time pass until the earliest moment that a thread waits for, with a virtual clock. Says whether
    /// there is one.
    pub fn pass_time(&mut self) -> bool {
        let ticks = self.heap.ticks();
        let earliest = self
            .all_facts()
            .filter_map(|facts| match facts.status.limit()? {
                Limit::At(moment) => Some(moment).filter(|&moment| moment > ticks),
                Limit::After(_) => None,
            })
            .min();
        if let Some(earliest) = earliest {
            self.heap.set_ticks(earliest);
        }
        earliest.is_some()
    }

    /// The limit of a thread that waits for so many microseconds from now on.
    pub(crate) fn limit_in(&self, microseconds: u64) -> Limit {
        let moment = self.heap.ticks().saturating_add(microseconds.max(1));
        match self.threads.clock {
            Some(Clock::Patient(least)) if microseconds >= least => Limit::After(microseconds),
            Some(Clock::Virtual) => Limit::At(moment),
            // As long as nobody has looked at the clock, nobody can tell how much time has passed.
            Some(Clock::Free | Clock::Patient(_)) if self.heap.has_ticked() => Limit::At(moment),
            Some(Clock::Free | Clock::Patient(_)) | None => Limit::At(0),
        }
    }
}
