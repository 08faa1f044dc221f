//! Black-box checking: every operation, with all arguments, on every state.
//!
//! This is what glass-box checking is compared with (seed 000, section 4). The states are either all
//! structures that satisfy the invariant ([`check_valid`], which takes them from [`crate::korat`]), or those that operations
//! reach from a new object ([`crate::reachable`]). Two states that differ by the names of objects alone are one.
//!
//! # Why all are checked
//! The structures come one after the other, each once, and each is put into a concrete machine
//! together with every combination of arguments; only a precondition that is false excludes a transition. Nothing else
//! is left out, so a search that ends has executed them all.
//!
//! # Abstractions
//! A method without parameters can stand for the state: of the states for which it gives the same, only the first one is
//! looked at. That is a promise of the user, which the evidence repeats.

use std::time::Duration;

use check::{
    Candidate, Event, Evidence, Exhausted, Frontier, Location, Meter, Observer, Polled, Progress, Property,
    Scope, Skipped, Stats, Trace, Usage, Violation,
};
use ir::FunctionId;
use machine::{Consulted, Limits, Reference};
use space::{Encoder, Inserted, Store};

use crate::concrete::{Checker, End, Outcome, WellFormed};
use crate::ground::Ground;
use crate::korat::{Generated, Sizes};
use crate::model::Model;
use crate::search::{Checked, Rejected};
use crate::space::Space;

/// How often progress is told.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// How many operations a transition counts as, besides those that it executes.
const TRANSITION_WORK: u64 = 30;

/// How to check.
#[derive(Clone, Debug)]
pub struct BlackBox {
    /// Which violations count.
    pub properties: Vec<Property>,
    /// Whether to go on after the first violation.
    pub all: bool,
    /// What one execution may use.
    pub limits: Limits,
    /// What the bounds are, in words that follow "for".
    pub scope: String,
    /// A function of the object that stands for its state, with its name.
    pub abstraction: Option<(FunctionId, String)>,
}

impl BlackBox {
    /// What the evidence rests on.
    pub(crate) fn assumptions(&self) -> Vec<String> {
        let said = self.abstraction.iter().map(|(_, name)| {
            format!("states for which `{name}` gives the same behave alike: only one of them was looked at")
        });
        said.collect()
    }
}

/// Looks at the budget from time to time.
pub(crate) struct Clock<'m, 'o> {
    pub(crate) meter: Meter<'m>,
    pub(crate) observer: &'o mut dyn Observer,
    told: Duration,
    pub(crate) progress: Progress,
    pub(crate) exhausted: Option<Exhausted>,
}

impl<'m, 'o> Clock<'m, 'o> {
    pub(crate) fn new(meter: Meter<'m>, observer: &'o mut dyn Observer) -> Self {
        Clock { meter, observer, told: Duration::ZERO, progress: Progress::default(), exhausted: None }
    }

    /// Whether to stop.
    pub(crate) fn look(&mut self, work: u64) -> bool {
        let work = work + self.progress.transitions * TRANSITION_WORK;
        match self.meter.poll(Usage { states: self.progress.states, work }) {
            Ok(Polled::Counted) => false,
            Ok(Polled::Looked(elapsed)) => {
                if elapsed >= self.told + PROGRESS_INTERVAL {
                    self.told = elapsed;
                    self.observer.event(Event::Progress(self.progress));
                }
                false
            }
            Err(exhausted) => {
                self.exhausted = Some(exhausted);
                true
            }
        }
    }

    /// Says in the evidence that the budget is used up, with so many states left.
    pub(crate) fn stopped(&mut self, evidence: &mut Evidence, left: u64) {
        evidence.frontier = Frontier::Remaining(left.max(1));
        evidence.stopped = Some(self.exhausted.take().unwrap_or(Exhausted::Cancelled));
    }
}

pub(crate) fn skip(evidence: &mut Evidence, construct: String) {
    let skipped = Skipped { construct, location: Location::default() };
    if !evidence.skipped.contains(&skipped) {
        evidence.skipped.push(skipped);
    }
}

/// Notes a violation, unless it is known or does not count. Says whether the search goes on.
pub(crate) fn found(
    evidence: &mut Evidence,
    options: &BlackBox,
    violation: Violation,
    trace: impl FnOnce() -> Trace,
) -> bool {
    let known = evidence.candidates.iter().any(|other| other.violation == violation);
    if !options.properties.contains(&violation.property) {
        return true;
    }
    if !known {
        evidence.candidates.push(Candidate { violation, trace: trace() });
    }
    if !options.all {
        evidence.frontier = Frontier::Remaining(1);
    }
    options.all
}

/// States that are told apart by what a method gives.
pub(crate) struct Abstraction {
    function: FunctionId,
    encoder: Encoder,
    store: Store,
}

impl Abstraction {
    pub(crate) fn new(function: FunctionId) -> Self {
        Abstraction { function, encoder: Encoder::new(), store: Store::new() }
    }

    /// Whether the state at hand is the first one of its kind. Fails, with words that follow "not supported:", if
    /// the method does not give anything. The state is not as it was then.
    pub(crate) fn is_new(
        &mut self,
        checker: &mut Checker<'_, '_, '_>,
        root: Reference,
    ) -> Result<bool, String> {
        let program = checker.machine.image().program();
        let result = match checker.call(self.function, &[root.into()]) {
            End::Returned(Some(result)) => result,
            End::Returned(None) | End::Bug(_) | End::Dropped => {
                return Err("an abstraction that gives nothing".to_string());
            }
            End::Skipped(construct) => return Err(construct),
        };
        let is_reference = program.functions[self.function].result.is_some_and(ir::Type::is_ref);
        let inserted = if is_reference {
            self.store.insert(self.encoder.encode_from(&checker.machine, &[result as Reference]))
        } else {
            self.store.insert(&result.to_le_bytes())
        };
        Ok(matches!(inserted, Inserted::New(_)))
    }
}

/// Checks every operation of a model on every structure of a space that satisfies the invariant.
pub fn check_valid(
    ground: &Ground<'_>,
    model: &Model,
    space: &Space,
    sizes: Sizes,
    options: &BlackBox,
    meter: Meter<'_>,
    observer: &mut dyn Observer,
) -> Result<Checked, Rejected> {
    let mut evidence = Evidence::complete(Scope::bounded(options.scope.clone()));
    evidence.assumptions = options.assumptions();
    let mut stats = Stats::default();
    let machines = ground
        .generator(model, space, sizes, options.limits)
        .and_then(|generator| Ok((generator, ground.checker(model, space, options.limits)?)));
    let (mut generator, mut checker) = match machines {
        Ok(machines) => machines,
        Err(construct) => {
            skip(&mut evidence, construct);
            return Ok(Checked { evidence, stats, difference: None });
        }
    };
    match checker.initial() {
        WellFormed::Yes => {}
        WellFormed::No(what, _) => return Err(Rejected::Initial(what)),
        WellFormed::Skipped(construct) => {
            skip(&mut evidence, construct);
            return Ok(Checked { evidence, stats, difference: None });
        }
    }
    let mut abstraction = options.abstraction.as_ref().map(|(function, _)| Abstraction::new(*function));
    let mut clock = Clock::new(meter, observer);
    let mut codes = vec![0; space.variables.len()];
    'search: loop {
        let steps = checker.steps;
        match generator.next(&mut |work| clock.look(work + steps)) {
            Generated::Structure => {}
            Generated::Done => break,
            Generated::Stopped => {
                clock.stopped(&mut evidence, 1);
                break;
            }
            Generated::Skipped(construct) => {
                skip(&mut evidence, construct);
                break;
            }
        }
        codes.copy_from_slice(generator.codes());
        if let Some(abstraction) = &mut abstraction {
            checker.load(&codes);
            let root = checker.root();
            match abstraction.is_new(&mut checker, root) {
                Ok(true) => {}
                Ok(false) => continue,
                Err(construct) => {
                    skip(&mut evidence, construct);
                    break;
                }
            }
        }
        clock.progress.states += 1;
        checker.load(&codes);
        let mut moment = checker.remember();
        for operation in 0..model.operations.len() {
            loop {
                let outcome = checker.operate(operation, &codes);
                clock.progress.transitions += u64::from(outcome != Outcome::Excluded);
                let goes_on = match outcome {
                    Outcome::Good | Outcome::Excluded => true,
                    Outcome::Bad(violation) => {
                        found(&mut evidence, options, violation, || trace(operation, &codes))
                    }
                    Outcome::Skipped(construct) => {
                        skip(&mut evidence, construct);
                        false
                    }
                };
                if !goes_on {
                    break 'search;
                }
                if !checker.back(&moment) {
                    checker.load(&codes);
                    moment = checker.remember();
                }
                if clock.look(generator.steps + checker.steps) {
                    clock.stopped(&mut evidence, 1);
                    break 'search;
                }
                if !next_arguments(space, operation, &mut codes) {
                    break;
                }
            }
        }
    }
    if clock.progress.states == 0 && evidence.stopped.is_none() && evidence.skipped.is_empty() {
        return Err(Rejected::Empty);
    }
    stats.count("candidates", generator.candidates);
    stats.count("states", clock.progress.states);
    stats.count("transitions", clock.progress.transitions);
    stats.count("steps", generator.steps + checker.steps);
    let mut consulted = Consulted::by(&checker.machine);
    consulted.add(generator.consulted());
    consulted.tell(ground.image.program(), &mut evidence);
    Ok(Checked { evidence, stats, difference: None })
}

/// Goes to the next combination of arguments; false, and back at the first one, if there is none.
fn next_arguments(space: &Space, operation: usize, codes: &mut [u32]) -> bool {
    for &variable in space.chosen_arguments(operation, codes).iter().rev() {
        codes[variable] += 1;
        if (codes[variable] as usize) < space.variables[variable].domain.len() {
            return true;
        }
        // Elements of an array that is not chosen any more have their first values by then.
        codes[variable] = 0;
    }
    false
}

/// The operation, then the code of every variable: what [`crate::Replayer`] understands.
fn trace(operation: usize, codes: &[u32]) -> Trace {
    let choices = std::iter::once(operation as i128).chain(codes.iter().map(|&code| i128::from(code)));
    Trace { choices: choices.collect(), statements: Vec::new(), cycle: None }
}
