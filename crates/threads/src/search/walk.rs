//! Paths at random.

use ir::FunctionId;
use machine::base::Base;
use space::End;

use super::moves::Question;
use super::{Reached, Search, Searched};

impl<D: Searched> Search<'_, '_, '_, '_, '_, D> {
    /// Follows paths at random until the budget is spent or a violation is found.
    pub(super) fn walk(&mut self, base: &Base, entry: FunctionId, seed: u64) -> Result<(), End> {
        let mut random = seed;
        // Some paths are never looked at.
        self.visits.cut();
        loop {
            if !self.begin(base, entry) {
                return Ok(());
            }
            let mut trace: Vec<i128> = Vec::new();
            let mut event = None;
            let longest = self.visits.depth_limit();
            loop {
                let mut reached = self.follow(event.take())?;
                while let Reached::Violation(violation, Some(bug)) = reached {
                    self.tell(violation, trace.clone())?;
                    let event = self.machine.outlive(&mut self.interleaver, bug);
                    reached = self.go_on(event)?;
                }
                let question = match reached {
                    Reached::Question(question @ Question::Pick(_)) => {
                        self.machine.mark();
                        if self.look(None, |_| trace.clone(), true)?.is_none() {
                            break;
                        }
                        self.machine.resume_interleaved(&mut self.interleaver, false);
                        question
                    }
                    Reached::Question(question) => question,
                    Reached::Violation(violation, _) => {
                        self.tell(violation, trace)?;
                        break;
                    }
                    Reached::Over | Reached::End => break,
                };
                if longest.is_some_and(|longest| trace.len() as u64 >= longest) {
                    break;
                }
                let index = next_random(&mut random) % question.width().saturating_add(1);
                let value = question.answer(index);
                trace.push(value);
                self.visits.deepest = self.visits.deepest.max(trace.len() as u64);
                event = self.answer(question, value);
            }
        }
    }
}

/// A number by a step of splitmix64.
fn next_random(state: &mut u64) -> u128 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    u128::from(mixed ^ (mixed >> 31))
}
