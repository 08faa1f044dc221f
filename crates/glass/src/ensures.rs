//! Postconditions of operations.
//!
//! A postcondition is executed when the operation has returned, and its decisions join the path: so all states of the
//! path give the same answer. What it changes is undone, and so is what the functions change whose values are remembered
//! from before: they must not make an invariant true that the operation has broken.

use check::{Location, Property, Violation};
use machine::{Domain as _, Word, replay};

use crate::concrete::{Checker, Outcome};
use crate::model::{Ensures, Given};
use crate::post::Verdict;
use crate::runner::Runner;
use crate::tracked::Value;
use crate::{concrete, runner};

/// Why a postcondition has no answer.
const TOO_MUCH: &str = "a postcondition that changes more than can be undone";

/// The arguments of a function that is given the object and some parameters.
fn chosen<V: Copy>(arguments: &[V], places: &[usize]) -> Vec<V> {
    std::iter::once(arguments[0]).chain(places.iter().map(|place| arguments[place + 1])).collect()
}

/// The arguments of a postcondition.
fn given<V: Copy>(ensures: &Ensures, arguments: &[V], old: &[V], result: Option<V>) -> Vec<V> {
    let mut old = old.iter();
    let mut all = vec![arguments[0]];
    for given in &ensures.given {
        all.extend(match given {
            Given::Parameter(place) => Some(arguments[place + 1]),
            Given::Result => result,
            Given::Old(..) => old.next().copied(),
        });
    }
    all
}

impl Runner<'_, '_, '_> {
    /// What functions give before the operation.
    pub(crate) fn old(
        &mut self,
        ensures: &Ensures,
        arguments: &[Value],
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Vec<Value>, Verdict> {
        let mut values = Vec::new();
        // What was done so far is not seen any more behind the moments that follow.
        if let Some(beyond) = self.went_beyond() {
            return Err(Verdict::Skipped(format!("a precondition, {beyond}")));
        }
        for given in &ensures.given {
            let Given::Old(function, places) = given else { continue };
            let moment = self.remember();
            match self.call(*function, &chosen(arguments, places), stop) {
                runner::End::Returned(Some(value)) => values.push(value),
                runner::End::Returned(None)
                | runner::End::Exception(_)
                | runner::End::Bug(_)
                | runner::End::Dropped => return Err(Verdict::Violated),
                runner::End::Skipped(construct) => return Err(Verdict::Skipped(construct)),
                runner::End::Stopped => return Err(Verdict::Stopped),
            }
            if let Some(beyond) = self.went_beyond() {
                return Err(Verdict::Skipped(format!("a function of a postcondition, {beyond}")));
            }
            if !self.back(&moment, false) {
                return Err(Verdict::Skipped(TOO_MUCH.to_string()));
            }
        }
        Ok(values)
    }

    /// Whether the postcondition is true of the state at hand.
    pub(crate) fn ensured(
        &mut self,
        ensures: &Ensures,
        arguments: &[Value],
        (old, result): (&[Value], Option<Value>),
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Verdict {
        let moment = self.remember();
        let all = given(ensures, arguments, old, result);
        let holds = match self.call(ensures.function, &all, stop) {
            runner::End::Returned(Some(value)) => {
                self.machine.domain_mut().test(value).unwrap_or_else(|never| match never {})
            }
            runner::End::Returned(None)
            | runner::End::Exception(_)
            | runner::End::Bug(_)
            | runner::End::Dropped => false,
            runner::End::Skipped(construct) => return Verdict::Skipped(construct),
            runner::End::Stopped => return Verdict::Stopped,
        };
        if !holds {
            return Verdict::Violated;
        }
        if self.machine.heap().has_new_hashes() {
            return Verdict::Skipped("a postcondition that asks for an identity hash code".to_string());
        }
        if let Some(beyond) = self.went_beyond() {
            return Verdict::Skipped(format!("a postcondition, {beyond}"));
        }
        match self.back(&moment, false) {
            true => Verdict::Holds,
            false => Verdict::Skipped(TOO_MUCH.to_string()),
        }
    }
}

impl Checker<'_, '_, '_> {
    /// What functions give before the operation. Fails if one gives nothing.
    pub(crate) fn old(&mut self, ensures: &Ensures, arguments: &[Word]) -> Result<Vec<Word>, Outcome> {
        let mut values = Vec::new();
        for given in &ensures.given {
            let Given::Old(function, places) = given else { continue };
            let moment = self.remember();
            match self.call(*function, &chosen(arguments, places)) {
                concrete::End::Returned(Some(value)) => values.push(value),
                concrete::End::Bug(bug) => return Err(Outcome::Bad(replay::violation(&self.machine, bug))),
                concrete::End::Returned(None) | concrete::End::Dropped => {
                    return Err(self.not_ensured(ensures, "has no value to begin with"));
                }
                concrete::End::Skipped(construct) => return Err(Outcome::Skipped(construct)),
            }
            if !self.back(&moment) {
                return Err(Outcome::Skipped(TOO_MUCH.to_string()));
            }
        }
        Ok(values)
    }

    /// Fails if the postcondition is not true of the state at hand.
    pub(crate) fn ensured(
        &mut self,
        ensures: &Ensures,
        arguments: &[Word],
        old: &[Word],
        result: Option<Word>,
    ) -> Result<(), Outcome> {
        let moment = self.remember();
        let all = given(ensures, arguments, old, result);
        match self.call(ensures.function, &all) {
            concrete::End::Returned(Some(word)) if word != 0 => {}
            concrete::End::Returned(_) | concrete::End::Dropped => {
                return Err(self.not_ensured(ensures, "is false"));
            }
            concrete::End::Bug(bug) => return Err(Outcome::Bad(replay::violation(&self.machine, bug))),
            concrete::End::Skipped(construct) => return Err(Outcome::Skipped(construct)),
        }
        match self.back(&moment) {
            true => Ok(()),
            false => Err(Outcome::Skipped(TOO_MUCH.to_string())),
        }
    }

    fn not_ensured(&self, ensures: &Ensures, what: &str) -> Outcome {
        let program = self.machine.image().program();
        let position = program.functions[ensures.function].position;
        let location: Location = replay::location(program, ensures.function, position);
        let message = format!("the postcondition `{}` of `{}` {what}", ensures.name, ensures.of);
        Outcome::Bad(Violation { property: Property::Assertion, message, location })
    }
}
