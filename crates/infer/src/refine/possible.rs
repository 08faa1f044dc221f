//! Whether there is anything that a *holds* is about: an execution within the scope that comes to its end.
//!
//! A solution in which calls are abstract says little, so the heap before is tried on the concrete machine. If the execution does not stay within the
//! scope there, the reason is learned like that of a spurious violation, and another one is looked for, for some time.

use check::Skipped;
use logic::sat::{Answer, Literal};

use super::{Check, Confirm, PreState, Stopped};
use crate::concrete::Outcome;

/// How many heaps are tried.
const MOST_TRIES: usize = 12;

/// How many places are told at which executions leave the scope.
const MOST_PLACES: usize = 5;

impl Check<'_, '_, '_> {
    /// Whether there may be an execution that comes to its end.
    pub(super) fn is_possible(&mut self, ends: Literal, confirm: &mut Confirm<'_>) -> Result<bool, Stopped> {
        for _ in 0..MOST_TRIES {
            let model = match self.ask(ends)? {
                Answer::Satisfiable(model) => model,
                Answer::Unsatisfiable(_) | Answer::Unknown => return Ok(false),
            };
            let mut inputs = self.inputs(&model);
            let before = PreState::of(&mut self.encoder.memory, &self.parameters, &inputs);
            match confirm(&before) {
                Outcome::Good | Outcome::Bad(_) => return Ok(true),
                Outcome::Excluded | Outcome::Skipped(_) => {}
            }
            if self.question.inline || !self.refine(&mut inputs)? {
                return Ok(true);
            }
        }
        Ok(true)
    }

    /// Where executions may leave the scope: the first places that were met.
    pub(super) fn left_out(&self) -> Vec<Skipped> {
        let mut places: Vec<Skipped> = Vec::new();
        for place in &self.encoder.left_out {
            if places.len() < MOST_PLACES && !places.contains(place) {
                places.push(place.clone());
            }
        }
        places
    }
}
