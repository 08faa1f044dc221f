//! Whether there is anything that a *holds* is about: an execution within the scope that comes to its end.
//!
//! A solution in which calls are abstract says little, so the heap before is tried on the concrete machine. If the execution does not stay within the
//! scope there, the reason is learned like that of a spurious violation, and another one is looked for, for some time. An execution that breaks the
//! property is a violation, whatever led to *holds*: the formula of a called method that was believed and is wrong, say.

use check::Skipped;
use logic::sat::{Answer, Literal};

use super::{Answered, Check, Confirm, PreState, Stopped};
use crate::concrete::Outcome;
use crate::encode::Beyond;

/// How many heaps are tried.
const MOST_TRIES: usize = 12;

impl Check<'_, '_, '_> {
    /// What is to be answered instead of *holds*, if it is about nothing or wrong.
    pub(super) fn objection(
        &mut self,
        ends: Literal,
        confirm: &mut Confirm<'_>,
    ) -> Result<Option<Answered>, Stopped> {
        for _ in 0..MOST_TRIES {
            let model = match self.ask(ends)? {
                Answer::Satisfiable(model) => model,
                Answer::Unsatisfiable(_) => return Ok(Some(Answered::Impossible(self.left_out()))),
                Answer::Unknown => unreachable!("a question is asked until there is an answer"),
            };
            let mut inputs = self.inputs(&model);
            let before = PreState::of(&mut self.encoder.memory, &self.parameters, &inputs);
            match confirm(&before) {
                Outcome::Good => return Ok(None),
                Outcome::Bad(_) => return Ok(Some(Answered::Violated(before))),
                Outcome::Excluded | Outcome::Skipped(_) => {}
            }
            if self.question.inline || !self.refine(ends, &mut inputs)? {
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// Where executions may leave the scope.
    fn left_out(&self) -> Vec<Skipped> {
        let program = self.question.program;
        let told = |&(function, position, how)| {
            let what = match how {
                Beyond::Number => "a number that has more bits than the scope allows".to_string(),
                Beyond::Length => "an array that is longer than those of the scope".to_string(),
                Beyond::Objects(ty) => {
                    let name = crate::universe::type_name(program, ty);
                    format!("one more object of class {name} than the scope has")
                }
            };
            let location = machine::replay::location(program, function, position);
            Skipped { construct: format!("perhaps {what}"), location }
        };
        self.encoder.left_out.iter().map(told).collect()
    }
}
