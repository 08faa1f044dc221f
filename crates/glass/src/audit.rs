//! The audit: everything once more, one state at a time.
//!
//! The search space is gone through by brute force, on the concrete machine. Every state must be in the initial set if
//! and only if the invariant is true of it; and every operation with all arguments on every such state, objects that only
//! arguments lead to with all that their fields can have, must, under the names that [`crate::symmetry`] gives to objects, have been
//! taken away by exactly one checked transition, of which it says the same: all is well, the operation may not be
//! called, or something is violated. This is the net under everything that [`crate::tracked`], [`crate::post`] and
//! [`crate::local`] argue; a test shows that it tears when a generalisation is not sound.

use logic::bdd::Set;

use crate::concrete::{Checker, Outcome, WellFormed, present, present_in_call};
use crate::model::{Model, Role};
use crate::sets::Sets;
use crate::space::Space;
use crate::symmetry::Symmetry;

/// How much work is around an execution, in operations of the machine.
const AROUND: u64 = 50;

/// Nobody wants to wait for more states.
const MOST_STATES: u64 = 20_000_000;

/// What a checked transition says of all that it answers for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Said {
    Good,
    Excluded,
    /// Something is violated in the state that was checked.
    Bad,
}

/// What was taken away, in order.
pub(crate) struct Taken {
    pub(crate) operation: usize,
    pub(crate) set: Set,
    pub(crate) said: Said,
}

/// What an audit looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Audited {
    /// States, valid or not.
    pub(crate) candidates: u64,
    /// States that satisfy the invariant.
    pub(crate) states: u64,
    /// Operations with arguments on these.
    pub(crate) transitions: u64,
}

/// Why an audit did not come to its end.
pub(crate) enum Unaudited {
    /// The engine is wrong: in what.
    Difference(String),
    /// Somebody wants to stop.
    Stopped,
    /// Something cannot be audited, in words that follow "not supported:".
    Skipped(String),
}

/// Asked with the work so far: whether to stop.
type Stop<'f> = &'f mut dyn FnMut(u64) -> bool;

pub(crate) struct Audit<'a, 'i, 'p, 's> {
    pub(crate) checker: &'a mut Checker<'i, 'p, 's>,
    pub(crate) sets: &'a Sets,
    pub(crate) model: &'s Model,
    pub(crate) space: &'s Space,
    pub(crate) initial: &'a Set,
    pub(crate) taken: &'a [Taken],
    /// Whether violations ended the search, so that not everything was taken away.
    pub(crate) ended: bool,
    symmetry: Symmetry,
    audited: Audited,
}

impl<'a, 'i, 'p, 's> Audit<'a, 'i, 'p, 's> {
    pub(crate) fn new(
        checker: &'a mut Checker<'i, 'p, 's>,
        sets: &'a Sets,
        model: &'s Model,
        space: &'s Space,
        (initial, taken, ended): (&'a Set, &'a [Taken], bool),
    ) -> Self {
        let symmetry = Symmetry::new(space);
        Audit { checker, sets, model, space, initial, taken, ended, symmetry, audited: Audited::default() }
    }

    /// Goes through everything, unless somebody wants to stop; says what is wrong, if something is.
    pub(crate) fn run(mut self, stop: Stop<'_>) -> Result<Audited, Unaudited> {
        let mut codes = vec![0; self.space.variables.len()];
        self.states(&mut codes, 0, stop)?;
        Ok(self.audited)
    }

    /// Fails if somebody wants to stop. A state costs some work besides its executions.
    fn look(&mut self, stop: Stop<'_>) -> Result<(), Unaudited> {
        let Audited { candidates, transitions, .. } = self.audited;
        let work =
            self.checker.steps + AROUND * (candidates + transitions * (1 + self.taken.len() as u64 / 8));
        if stop(work) { Err(Unaudited::Stopped) } else { Ok(()) }
    }

    /// Goes through the states that begin with the codes of the first variables that can be reached.
    fn states(&mut self, codes: &mut Vec<u32>, done: usize, stop: Stop<'_>) -> Result<(), Unaudited> {
        let objects = present(self.space, codes);
        let variables = objects.iter().flat_map(|&object| self.space.variables_of(object));
        let next = variables.filter(|&variable| self.space.variables[variable].role != Role::Ghost).nth(done);
        let Some(variable) = next else { return self.state(codes, stop) };
        for code in 0..self.space.variables[variable].domain.len() as u32 {
            codes[variable] = code;
            self.states(codes, done + 1, stop)?;
        }
        codes[variable] = 0;
        Ok(())
    }

    fn state(&mut self, codes: &mut [u32], stop: Stop<'_>) -> Result<(), Unaudited> {
        self.audited.candidates += 1;
        if self.audited.candidates > MOST_STATES {
            return Err(Unaudited::Skipped(format!("an audit of more than {MOST_STATES} states")));
        }
        self.look(stop)?;
        self.checker.load(codes);
        let valid = match self.checker.well_formed() {
            WellFormed::Yes => true,
            WellFormed::No(..) => false,
            WellFormed::Skipped(construct) => return Err(Unaudited::Skipped(construct)),
        };
        let assignment = self.assignment(codes);
        let derived_fit = present(self.space, codes).iter().all(|&object| {
            self.space.variables_of(object).all(|variable| {
                self.space.variables[variable].role == Role::Ghost
                    || !self.sets.is_derived(variable)
                    || self.sets.derived_code(&assignment, variable) == Some(codes[variable])
            })
        });
        let known = self.sets.bdds.contains(self.initial, &assignment) && derived_fit;
        if known != valid {
            let (is, should) = if known { ("is", "is not") } else { ("is not", "is") };
            return Err(Unaudited::Difference(format!(
                "a state that {should} valid {is} in the initial set: {}",
                self.shown(codes)
            )));
        }
        if !valid {
            return Ok(());
        }
        self.audited.states += 1;
        for operation in 0..self.model.operations.len() {
            self.arguments(operation, 0, codes, stop)?;
        }
        Ok(())
    }

    /// Goes through the arguments of an operation from a place on.
    fn arguments(
        &mut self,
        operation: usize,
        place: usize,
        codes: &mut [u32],
        stop: Stop<'_>,
    ) -> Result<(), Unaudited> {
        let Some(&variable) = self.space.chosen_arguments(operation, codes).get(place) else {
            return self.strangers(operation, 0, codes, stop);
        };
        for code in 0..self.space.variables[variable].domain.len() as u32 {
            codes[variable] = code;
            self.arguments(operation, place + 1, codes, stop)?;
        }
        codes[variable] = 0;
        Ok(())
    }

    /// Goes through what objects can have to which only the arguments lead, from a variable of these on.
    fn strangers(
        &mut self,
        operation: usize,
        done: usize,
        codes: &mut [u32],
        stop: Stop<'_>,
    ) -> Result<(), Unaudited> {
        let state = present(self.space, codes).len();
        let objects = present_in_call(self.space, codes, operation);
        let variables = objects[state..].iter().flat_map(|&object| self.space.variables_of(object));
        // The elements of arrays that are arguments are arguments themselves.
        let counts = |&variable: &usize| {
            self.space.owner(variable).is_some() && self.space.variables[variable].role != Role::Ghost
        };
        let Some(variable) = variables.filter(counts).nth(done) else {
            self.look(stop)?;
            return self.transition(operation, codes);
        };
        for code in 0..self.space.variables[variable].domain.len() as u32 {
            codes[variable] = code;
            self.strangers(operation, done + 1, codes, stop)?;
        }
        codes[variable] = 0;
        Ok(())
    }

    fn transition(&mut self, operation: usize, codes: &[u32]) -> Result<(), Unaudited> {
        self.audited.transitions += 1;
        self.checker.load(codes);
        let outcome = self.checker.operate(operation, codes);
        let representative = self.symmetry.representative(self.space, self.sets, operation, codes);
        let assignment = self.assignment_with(operation, &representative);
        let taken = self
            .taken
            .iter()
            .find(|taken| taken.operation == operation && self.sets.bdds.contains(&taken.set, &assignment));
        let name = &self.model.operations[operation].name;
        match (taken.map(|taken| taken.said), outcome) {
            (Some(Said::Good), Outcome::Good)
            | (Some(Said::Excluded), Outcome::Excluded)
            | (Some(Said::Bad), _) => Ok(()),
            (None, _) if self.ended => Ok(()),
            (None, _) => {
                Err(Unaudited::Difference(format!("`{name}` was not checked on {}", self.shown(codes))))
            }
            (_, Outcome::Skipped(construct)) => Err(Unaudited::Skipped(construct)),
            (Some(said), outcome) => Err(Unaudited::Difference(format!(
                "`{name}` was said to be {said:?}, but is {outcome:?}, on {}",
                self.shown(codes)
            ))),
        }
    }

    /// The bits of the variables of objects.
    fn assignment(&self, codes: &[u32]) -> Vec<bool> {
        let mut assignment = vec![false; self.sets.bdds.variables()];
        for (variable, &code) in codes.iter().enumerate() {
            if self.space.owner(variable).is_some() && !self.sets.is_derived(variable) {
                self.sets.write(&mut assignment, variable, code);
            }
        }
        assignment
    }

    fn assignment_with(&self, operation: usize, codes: &[u32]) -> Vec<bool> {
        let mut assignment = self.assignment(codes);
        for variable in self.space.arguments(operation) {
            self.sets.write(&mut assignment, variable, codes[variable]);
        }
        assignment
    }

    fn shown(&self, codes: &[u32]) -> String {
        let mut parts = Vec::new();
        let objects = present(self.space, codes);
        for variable in objects.iter().flat_map(|&object| self.space.variables_of(object)) {
            let item = self.space.variables[variable].domain[codes[variable] as usize];
            parts.push(format!("{} = {}", self.space.name(self.model, variable), self.space.shown(item)));
        }
        for (variable, described) in self.space.variables.iter().enumerate() {
            if self.space.owner(variable).is_none() {
                let item = described.domain[codes[variable] as usize];
                parts.push(format!("{} = {}", self.space.name(self.model, variable), self.space.shown(item)));
            }
        }
        parts.join(", ")
    }
}
