//! Threads that lose their patience.
//!
//! A long limit of time is over only where nothing else goes on (module `time` of the machine). Threads that go round in circles do go on, and
//! yet come to nothing new: one that spins until another one has timed out would spin for ever. So when every state was looked at, those
//! are found from which no way leads out of a cycle, and there the least limit of time is over. That leads to new states, which are looked at in
//! the same way, until nothing new is found.
//!
//! # Why that is enough
//! A thread that waits with a long limit gets to go on in every state from which the others can reach nothing but states that they were in; where
//! they can reach something else, they may take a way there, and the states that it leads to are looked at. What is left out are executions
//! in which a long limit is over while others could have gone on, which is what the user asked for, and an assumption says so.
//!
//! A cycle is known to be closed only if all transitions are noted. Sleep sets leave some out, so the search begins again without them when a thread waits
//! with a long limit; and with more transitions than are kept nothing holds. (`tests/concurrent/Patience*.java`.)

use check::Location;
use rapidhash::RapidHashSet;
use space::{End, StateId};

use super::{Question, Search, Searched};

/// What is known of threads that have lost their patience.
#[derive(Default)]
pub(super) struct Impatient {
    /// The states where that was looked for.
    looked: RapidHashSet<StateId>,
    /// Whether transitions were left out that are needed.
    pub(super) wants_all: bool,
}

impl<D: Searched> Search<'_, '_, '_, '_, '_, D> {
    /// Every state was looked at: lets long limits of time be over where others come to nothing new. Says whether that has led on from a state.
    pub(super) fn lose_patience(&mut self) -> Result<bool, End> {
        if !self.interleaver.has_waited_patiently() {
            return Ok(false);
        }
        if self.sleeps {
            self.impatient.wants_all = true;
            return Ok(false);
        }
        if !self.circles.is_on() {
            let construct = "limits of time of a program with very many transitions, without --timeouts any";
            self.visits.skip(construct.to_string(), Location::default());
            return Ok(false);
        }
        let mut goes_on = false;
        for state in self.circles.closed() {
            if self.impatient.looked.insert(state) {
                goes_on |= self.lose_patience_in(state)?;
            }
        }
        Ok(goes_on)
    }

    fn lose_patience_in(&mut self, state: StateId) -> Result<bool, End> {
        let mut next = 0;
        loop {
            let question = self.restore(state);
            let Question::Pick(count) = question else { return Ok(next > 0) };
            let Some(&thread) = self.machine.impatient().get(next) else { return Ok(next > 0) };
            self.mover = thread;
            self.begin_step(thread);
            let value = (count + next) as i128;
            next += 1;
            let spent = self.spent.get(state.index()).copied().unwrap_or_default();
            let event = self.answer(question, value);
            self.execute(event, Some(state), value, spent, 0)?;
        }
    }
}
