//! Threads that wait: notifications, interrupts, permits.
//!
//! # Interrupts of threads that wait (Java Language Specification, 17.2.4)
//! A thread that is interrupted while it waits leaves the wait set by itself, and nothing says when: before a notification that comes
//! later, or after it. So it stays among those that wait until it goes on, and a notification has these answers:
//! - a thread that waits and was not interrupted, which returns;
//! - a thread that waits and was interrupted, which returns as well, with the interrupt still pending; then other threads that wait have
//!   not been notified and may wait for ever;
//! - if all that wait were interrupted, none of them: they had left before, and throw.
//!
//! A notification of all decides for each interrupted thread whether it had left. A thread that is interrupted when its limit of time may be over may
//! return for that reason, which is decided where it is interrupted. `tests/concurrent/Interrupted*.java` fail without each of these.

use crate::code::Op;
use crate::domain::Domain;
use crate::heap::Reference;
use crate::machine::Machine;
use crate::threads::{Ends, Limit, Status, Turn};

/// What a call does to threads that wait where Java leaves that open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Open {
    /// A notification of one or of all that wait for an object.
    Notification { object: Reference, all: bool },
    /// An interrupt of a thread.
    Interrupt(usize),
    /// The end of the thread under way, which has that object.
    End(Reference),
}

/// Of more interrupted threads that wait for the same all or none are notified.
const MOST_LEAVING: usize = 4;

impl<D: Domain> Machine<'_, '_, D> {
    /// Answers a [`Turn::Notify`], by the number of the answer.
    ///
    /// # Panics
    /// If the machine is not at a notification or an interrupt, or has no such answer.
    pub fn notify(&mut self, index: usize) {
        if let Some(Open::End(object)) = self.threads.open {
            self.threads.open = None;
            // What comes of it is told when the machine goes on.
            let ends = match self.end_notifying(object, index) {
                Err(Turn::Switch(switch)) => Ends::Switch(switch),
                Ok(()) | Err(Turn::Stop(_) | Turn::Notify(_)) => Ends::Over,
            };
            return self.threads.end_turn(ends);
        }
        let frame = self.frames.last().expect("a notification comes from a frame");
        let code = self.image.frame_code(frame.function);
        let mut pc = frame.pc;
        while let Op::Constant { .. } = code.ops[pc as usize] {
            pc += 1;
        }
        assert!(code.ops[pc as usize].calls(), "a notification is a call, not {:?}", code.ops[pc as usize]);
        self.frames.last_mut().expect("it was there").pc = pc;
        let open = self.threads.open.take().expect("a machine at a notification knows what is open");
        self.decide(open, index);
        self.finish_call(None);
    }

    /// How many answers there are to what is open.
    pub(crate) fn answers(&self, open: Open) -> usize {
        match open {
            Open::Notification { object, all } => self.notifications(object, all).len(),
            Open::Interrupt(thread) => 1 + usize::from(self.is_interrupt_open(thread)),
            // No object, and nobody waits.
            Open::End(0) => 1,
            Open::End(object) => self.notifications(object, true).len(),
        }
    }

    /// Does what is open, by the number of the answer.
    pub(crate) fn decide(&mut self, open: Open, index: usize) {
        match open {
            Open::Notification { object, all } => {
                for thread in self.notifications(object, all).swap_remove(index) {
                    self.wake_waiting(thread);
                }
            }
            Open::Interrupt(thread) => self.interrupt_waiting(thread, index == 1),
            Open::End(_) => unreachable!("the end of a thread is no call"),
        }
    }

    /// The threads that wait for a notification by an object, each with whether it was interrupted.
    pub(crate) fn waiting_on(&self, object: Reference) -> impl Iterator<Item = (usize, bool)> + '_ {
        self.all_facts().enumerate().filter_map(move |(thread, facts)| match facts.status {
            Status::Waiting { object: other, interrupted, .. } if other == object => {
                Some((thread, interrupted))
            }
            Status::Waiting { .. }
            | Status::Ready
            | Status::Entering(_)
            | Status::Initialising(_)
            | Status::Notified { .. }
            | Status::Sleeping { .. }
            | Status::Parked { .. }
            | Status::Woken { .. } => None,
        })
    }

    /// What a notification by an object may do: in each answer the threads that return.
    pub(crate) fn notifications(&self, object: Reference, all: bool) -> Vec<Vec<usize>> {
        self.threads.note_look();
        let (interrupted, waiting): (Vec<_>, Vec<_>) =
            self.waiting_on(object).partition(|&(_, interrupted)| interrupted);
        let waiting: Vec<usize> = waiting.into_iter().map(|(thread, _)| thread).collect();
        let interrupted: Vec<usize> = interrupted.into_iter().map(|(thread, _)| thread).collect();
        // One that was interrupted has left, if a machine with one order of everything decides.
        if !self.is_time_free() {
            return vec![if all { waiting } else { waiting.into_iter().take(1).collect() }];
        }
        if !all {
            let none = waiting.is_empty().then(Vec::new);
            let one = waiting.iter().chain(&interrupted).map(|&thread| vec![thread]);
            return one.chain(none).collect();
        }
        // Each that was interrupted had left or not; beyond a few all or none.
        let subsets = if interrupted.len() <= MOST_LEAVING { 1u32 << interrupted.len() } else { 2 };
        let subset = |bits: u32| {
            let returns = |place: usize| {
                interrupted.len() > MOST_LEAVING && bits == 1 || bits >> place.min(31) & 1 == 1
            };
            let some = interrupted
                .iter()
                .enumerate()
                .filter(|(place, _)| returns(*place))
                .map(|(_, &thread)| thread);
            waiting.iter().copied().chain(some).collect()
        };
        (0..subsets).map(subset).collect()
    }

    /// Wakes a thread that waits for a notification: it returns, and if it was interrupted, that is still pending.
    pub(crate) fn wake_waiting(&mut self, thread: usize) {
        let facts = self.facts_mut(thread);
        if let Status::Waiting { object, count, .. } = facts.status {
            facts.status = Status::Notified { object, count, interrupted: false };
        }
    }

    /// Whether interrupting a thread leaves open what becomes of it: its limit of time may be over, or not.
    pub(crate) fn is_interrupt_open(&self, thread: usize) -> bool {
        match self.thread(thread).status {
            Status::Waiting { until: Some(Limit::At(_)), interrupted, .. } => {
                !interrupted && self.is_time_free()
            }
            // A long limit is over only where nobody interrupts.
            Status::Waiting { until: Some(Limit::After(_)) | None, .. }
            | Status::Ready
            | Status::Entering(_)
            | Status::Initialising(_)
            | Status::Notified { .. }
            | Status::Sleeping { .. }
            | Status::Parked { .. }
            | Status::Woken { .. } => false,
        }
    }

    /// Interrupts a thread that waits, sleeps or is parked; one whose limit of time is over first returns.
    pub(crate) fn interrupt_waiting(&mut self, thread: usize, is_over: bool) {
        if is_over {
            return self.wake_waiting(thread);
        }
        let facts = self.facts_mut(thread);
        match &mut facts.status {
            Status::Waiting { interrupted, .. } => *interrupted = true,
            Status::Ready
            | Status::Entering(_)
            | Status::Initialising(_)
            | Status::Notified { .. }
            | Status::Sleeping { .. }
            | Status::Parked { .. }
            | Status::Woken { .. } => self.wake(thread, true),
        }
    }

    /// Wakes a thread that sleeps or is parked.
    pub(crate) fn wake(&mut self, thread: usize, interrupted: bool) {
        let facts = self.facts_mut(thread);
        match facts.status {
            Status::Sleeping { .. } => facts.status = Status::Woken { interrupted },
            Status::Parked { .. } => facts.status = Status::Woken { interrupted: false },
            Status::Ready
            | Status::Entering(_)
            | Status::Initialising(_)
            | Status::Waiting { .. }
            | Status::Notified { .. }
            | Status::Woken { .. } => {}
        }
    }

    /// Gives a thread a permit to go on, if it has begun and not ended.
    pub(crate) fn unpark(&mut self, object: Reference) {
        let Some(thread) = self.thread_of(object) else { return };
        match self.thread(thread).status {
            Status::Parked { .. } => self.wake(thread, false),
            Status::Ready
            | Status::Entering(_)
            | Status::Initialising(_)
            | Status::Waiting { .. }
            | Status::Notified { .. }
            | Status::Sleeping { .. }
            | Status::Woken { .. } => self.facts_mut(thread).permit = true,
        }
    }
}
