//! The sets that are still to be looked at.
//!
//! An execution decides one thing after the other, and the states in which it would have decided the same are what
//! it answers for. The set that its state was taken from falls into parts: for each decision, those that agree up to there and
//! decide otherwise, and in the end those that agree everywhere. The parts wait on a stack, so that the next execution
//! shares most decisions with the last one, and only what it decides otherwise is split again: sets become smaller the
//! deeper one goes, and a set is split once for every part that comes of it.
//!
//! # Why nothing is lost
//! Each split puts every assignment of a set into exactly one part, and only the part that satisfies *all* that an
//! execution has noted is taken away. This does not depend on executions deciding in the same order: where one does
//! not begin as the one before did, all its decisions are looked at from the first.

use std::rc::Rc;

use logic::bdd::{Allowed, Set};

use crate::product::Product;
use crate::sets::Sets;
use crate::tracked::{Condition, Note, Tracked};

/// Something that decides whether a state is alike.
#[derive(Clone, PartialEq, Debug)]
enum Decision {
    /// A variable has one of these codes.
    Narrowed(u32, Rc<[u32]>),
    /// A term of several variables is as it says.
    Decided(Condition),
    /// Found out in another way.
    Among(Set),
}

/// What an execution has decided, in this order.
#[derive(Debug)]
pub(crate) struct Decisions {
    decisions: Vec<Decision>,
    /// How often terms had been forgotten before: their numbers mean something else afterwards.
    forgotten: u64,
}

impl Decisions {
    /// All that was noted, and answers that were found out when so much had been noted.
    pub(crate) fn new(tracked: &Tracked, answers: Vec<(usize, Set)>) -> Decisions {
        let mut decisions = Vec::new();
        let mut answers = answers.into_iter().peekable();
        for (place, note) in tracked.notes().iter().enumerate() {
            while let Some((_, answer)) = answers.next_if(|(moment, _)| *moment <= place) {
                decisions.push(Decision::Among(answer));
            }
            decisions.push(match note {
                Note::Narrowed { variable, after, .. } => Decision::Narrowed(*variable, Rc::clone(after)),
                Note::Decided(condition) => Decision::Decided(*condition),
            });
        }
        decisions.extend(answers.map(|(_, answer)| Decision::Among(answer)));
        Decisions { decisions, forgotten: tracked.terms.forgotten }
    }
}

/// A set that nobody has looked at; never empty.
pub(crate) struct Part {
    pub(crate) set: Product,
    /// The execution that it was split off from, and at which of its decisions.
    origin: Option<(Rc<Decisions>, usize)>,
}

/// What is left.
pub(crate) struct Open {
    parts: Vec<Part>,
    /// Everything, but while a product is looked at.
    allowed: Allowed,
}

impl Open {
    /// All of a set, if it is not empty; with the parameters of an operation.
    pub(crate) fn new(sets: &Sets, operation: Option<usize>, set: Option<Product>) -> Open {
        let allowed = Allowed::new(sets.groups(operation));
        Open { parts: set.map(|set| Part { set, origin: None }).into_iter().collect(), allowed }
    }

    /// Takes the next part away, with its least element.
    pub(crate) fn next(&mut self, sets: &Sets) -> Option<(Part, Vec<bool>)> {
        let part = self.parts.pop()?;
        part.set.allow(&mut self.allowed);
        let least = part.set.least(sets, &self.allowed);
        part.set.allow_all(&mut self.allowed);
        Some((part, least))
    }

    /// Splits a part by what the execution of one of its states has decided: gives those for which it answers, the others are
    /// left. `codes` are those of the execution.
    pub(crate) fn split(
        &mut self,
        sets: &mut Sets,
        tracked: &Tracked,
        part: Part,
        decisions: Decisions,
        codes: &[u32],
    ) -> Product {
        let decisions = Rc::new(decisions);
        // What the part was split by before is true in all of it.
        let known = part.origin.filter(|(origin, known)| {
            let same = origin.forgotten == decisions.forgotten && decisions.decisions.len() >= *known;
            same && origin.decisions[..*known] == decisions.decisions[..*known]
        });
        let known = known.map_or(0, |(_, known)| known);
        let mut inside = part.set;
        inside.allow(&mut self.allowed);
        for (place, decision) in decisions.decisions.iter().enumerate().skip(known) {
            let (outside, agreeing) = match decision {
                Decision::Narrowed(variable, after) => match sets.own_codes(*variable as usize, after) {
                    Some(codes) => inside.narrow(sets, &mut self.allowed, *variable, &codes),
                    // A derived variable is a function of others.
                    None => inside.split(sets, &self.allowed, &sets.codes(*variable as usize, after)),
                },
                Decision::Decided(condition) => {
                    let agree = sets.truth_or_codes(tracked, *condition, codes);
                    inside.split(sets, &self.allowed, &agree)
                }
                Decision::Among(agree) => inside.split(sets, &self.allowed, agree),
            };
            inside = agreeing;
            if let Some(outside) = outside {
                self.parts.push(Part { set: outside, origin: Some((Rc::clone(&decisions), place)) });
            }
        }
        inside.allow_all(&mut self.allowed);
        inside
    }
}
