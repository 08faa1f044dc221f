//! One state at a time.

use std::sync::atomic::Ordering;
use std::time::Instant;

use check::{Property, Skipped, Violation};
use ir::{FunctionId, Program, StatementKind};
use machine::base::Base;
use machine::{Bug, Concrete, Consulted, Domain, Image, Machine, Reference, Stop, Word, replay};
use space::{Batches, Encoder, Key, Link};

use super::coverage::Coverage;
use super::delta::Group;
use super::levels::{Counts, Found, Shared, Stopped, Times};
use super::matching::{Matcher, Matching};
use super::{Argument, Call, Options, Plan};

/// How many operations are executed between two looks at whether to stop.
const SLICE: u64 = 20_000;

/// How much work a call counts as besides its operations.
pub(super) const CALL_WORK: u64 = 30;

/// The times of one in so many states are taken.
pub(super) const SAMPLED: u64 = 64;

/// One thread with its machine.
pub(super) struct Worker<'i, 'p> {
    pub(super) machine: Machine<'i, 'p, Concrete>,
    pub(super) values: Vec<Word>,
    pub(super) encoder: Encoder,
    /// Tells states apart by their shapes, if that is wanted.
    pub(super) matcher: Option<Matcher>,
    /// Counts branches, if that is wanted.
    pub(super) coverage: Option<Coverage>,
    pub(super) batches: Batches,
    pub(super) arguments: Vec<Word>,
    pub(super) counts: Counts,
    pub(super) found: Vec<Found>,
    pub(super) skipped: Vec<Skipped>,
    pub(super) asked: Consulted,
}

/// How a call ended.
pub(super) enum End {
    Returned(Option<Word>),
    Bug(Bug),
    /// The execution does not count.
    Dropped,
    /// It did not come to its end, in words that follow "not supported:".
    Skipped(String),
}

impl<'i, 'p> Worker<'i, 'p> {
    pub(super) fn new(image: &'i Image<'p>, base: &Base, plan: &Plan, options: &Options) -> Option<Self> {
        let mut machine = Machine::new(image, Concrete, options.limits);
        let values = machine.lay(base, &plan.values)?;
        let encoder = || Encoder::ignoring(plan.ignored.clone()).with_sets(plan.sets.clone());
        let matcher = match options.matching {
            Matching::Exact => None,
            Matching::Shape { seed } => {
                Some(Matcher::new(encoder(), &plan.value_classes, &values, plan.calls.len(), seed))
            }
        };
        let coverage = (options.coverage || matcher.is_some()).then(|| Coverage::new(image.program(), plan));
        Some(Worker {
            machine,
            values,
            encoder: encoder(),
            matcher,
            coverage,
            batches: Batches::new(),
            arguments: Vec::new(),
            counts: Counts::default(),
            found: Vec::new(),
            skipped: Vec::new(),
            asked: Consulted::default(),
        })
    }

    /// Looks at the invariant of a state, and executes every call on it.
    pub(super) fn expand(
        &mut self,
        shared: &Shared<'_>,
        key: Key,
        bytes: &[u8],
        poll: &mut dyn FnMut() -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        let timed = self.counts.states.is_multiple_of(SAMPLED).then(Instant::now);
        let root = self.restore(bytes);
        let mut times = Times::default();
        if let Some(started) = timed {
            times.backtracking += started.elapsed();
        }
        if let Some(invariant) = shared.plan.invariant {
            let holds = self.invariant(shared, key, root, invariant, poll)?;
            self.rewind(bytes);
            // What can be done with a broken object is of no interest.
            if !holds {
                return Ok(());
            }
        }
        if !shared.calls || shared.violated.load(Ordering::Relaxed) {
            return Ok(());
        }
        self.counts.states += 1;
        if let Some(matcher) = &mut self.matcher {
            matcher.shuffle();
        }
        self.counts.executions += shared.plan.calls.len() as u64;
        for place in 0..shared.plan.calls.len() {
            let index = self.matcher.as_ref().map_or(place, |matcher| matcher.call(place));
            let times = timed.is_some().then_some(&mut times);
            self.execute(shared, key, bytes, root, index, times, poll)?;
        }
        self.counts.times.states += u64::from(timed.is_some());
        self.counts.times.add(&times);
        Ok(())
    }

    /// Executes a call on a state.
    pub(super) fn alone(
        &mut self,
        shared: &Shared<'_>,
        key: Key,
        bytes: &[u8],
        index: usize,
        poll: &mut dyn FnMut() -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        let root = self.restore(bytes);
        self.execute(shared, key, bytes, root, index, None, poll)
    }

    /// Looks at the invariant of a state; false if it is broken.
    pub(super) fn invariant_alone(
        &mut self,
        shared: &Shared<'_>,
        key: Key,
        bytes: &[u8],
        invariant: FunctionId,
        poll: &mut dyn FnMut() -> Result<(), Stopped>,
    ) -> Result<bool, Stopped> {
        let root = self.restore(bytes);
        self.invariant(shared, key, root, invariant, poll)
    }

    /// Executes a call on the state that the machine is in, and goes back to it.
    #[expect(clippy::too_many_arguments, reason = "the state, the call and who is told")]
    fn execute(
        &mut self,
        shared: &Shared<'_>,
        key: Key,
        bytes: &[u8],
        root: Reference,
        index: usize,
        times: Option<&mut Times>,
        poll: &mut dyn FnMut() -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        let call = &shared.plan.calls[index];
        let begun = times.as_ref().map(|_| Instant::now());
        let end = self.perform(shared, root, call, poll)?;
        let executed = begun.map(|_| Instant::now());
        let ends = match end {
            End::Returned(_) => true,
            End::Bug(Bug::Exception(exception)) if self.is_allowed(exception, &call.allowed) => true,
            End::Bug(bug) => {
                self.violation(shared, key, Some(index as u32), bug);
                false
            }
            End::Dropped => false,
            End::Skipped(construct) => {
                self.skip(shared, construct);
                false
            }
        };
        if ends && self.machine.heap().is_as_marked() {
            self.counts.unchanged += 1;
        } else if ends && self.is_new(root) {
            let state = self.encoder.encode_from(&self.machine, &[root]);
            self.batches.push(&shared.shards, state, Link { before: key, call: index as u32 });
        }
        let compared = begun.map(|_| Instant::now());
        self.asked.add(Consulted::by(&self.machine));
        self.rewind(bytes);
        if let (Some(times), Some(begun), Some(executed), Some(compared)) = (times, begun, executed, compared)
        {
            times.execution += executed - begun;
            times.comparison += compared - executed;
            times.backtracking += compared.elapsed();
        }
        Ok(())
    }

    /// Whether the state at hand may be a new one.
    pub(super) fn is_new(&mut self, root: Reference) -> bool {
        self.matcher.as_mut().is_none_or(|matcher| matcher.is_new(&self.machine, root))
    }

    /// Keeps states that were reached together, and that are written one behind the other, exactly.
    pub(super) fn keep(&mut self, shared: &Shared<'_>, group: &Group<'_>, link: impl Fn(u32) -> Link) {
        if shared.plan.sets.is_empty() && self.matcher.is_none() {
            for (state, bytes) in group.iter() {
                self.batches.push(&shared.shards, bytes, link(state));
            }
            return;
        }
        // Of states of one shape one is enough to see whether it is new, and only one can be.
        let one = self.matcher.is_some() && group.same_shape;
        for (state, bytes) in group.iter().take(if one { 1 } else { usize::MAX }) {
            let mut roots = [0];
            self.encoder.decode_from(&mut self.machine, bytes, &mut roots);
            if self.is_new(roots[0]) {
                let bytes = self.encoder.encode_from(&self.machine, &roots);
                self.batches.push(&shared.shards, bytes, link(state));
            }
        }
    }

    /// Makes a call on an object, if its guard allows it: otherwise this execution does not count.
    pub(super) fn perform(
        &mut self,
        shared: &Shared<'_>,
        root: Reference,
        call: &Call,
        poll: &mut dyn FnMut() -> Result<(), Stopped>,
    ) -> Result<End, Stopped> {
        self.set_arguments(root, call);
        if let Some(guard) = call.guard {
            match self.call(shared, guard, poll)? {
                End::Returned(Some(0)) => return Ok(End::Dropped),
                End::Returned(_) => {}
                end @ (End::Bug(_) | End::Dropped | End::Skipped(_)) => return Ok(end),
            }
        }
        self.call(shared, call.function, poll)
    }

    /// Makes ready for a call on an object.
    fn set_arguments(&mut self, root: Reference, call: &Call) {
        self.arguments.clear();
        self.arguments.push(root.into());
        self.arguments.extend(call.arguments.iter().map(|argument| match *argument {
            Argument::Word(word) => word,
            Argument::Value(value) => self.values[value],
        }));
    }

    pub(super) fn restore(&mut self, bytes: &[u8]) -> Reference {
        let mut roots = [0];
        self.encoder.decode_from(&mut self.machine, bytes, &mut roots);
        self.machine.mark();
        roots[0]
    }

    /// Goes back to the state; objects have the same numbers again.
    fn rewind(&mut self, bytes: &[u8]) {
        if !self.machine.undo() {
            self.restore(bytes);
        }
    }

    /// Calls a function with the arguments at hand, and says how that ended.
    pub(super) fn call(
        &mut self,
        shared: &Shared<'_>,
        function: FunctionId,
        poll: &mut dyn FnMut() -> Result<(), Stopped>,
    ) -> Result<End, Stopped> {
        if let Err(what) = self.machine.call(function, &self.arguments) {
            return Ok(End::Skipped(replay::unsupported(shared.program, what)));
        }
        loop {
            let mut fuel = SLICE;
            let stop = match &mut self.coverage {
                Some(coverage) if !coverage.is_complete() => self.machine.run_watched(&mut fuel, coverage),
                Some(_) | None => self.machine.run(&mut fuel),
            };
            self.counts.steps += SLICE - fuel;
            return Ok(match stop {
                Stop::Returned(result) => End::Returned(result),
                Stop::Violation(bug) => End::Bug(bug),
                Stop::Dropped => End::Dropped,
                stop @ (Stop::Unsupported(_) | Stop::Exhausted(_) | Stop::Choice(_) | Stop::Exited(_)) => {
                    let why = replay::unfinished(shared.program, shared.options.limits, &stop);
                    End::Skipped(why.unwrap_or_default())
                }
                Stop::Fork(never) => match never {},
                Stop::Paused => {
                    shared.work.fetch_add(SLICE, Ordering::Relaxed);
                    poll()?;
                    if shared.stop.load(Ordering::Relaxed) {
                        return Err(Stopped);
                    }
                    continue;
                }
            });
        }
    }

    pub(super) fn is_allowed(&self, exception: Reference, allowed: &[ir::ClassId]) -> bool {
        is_allowed(&self.machine, exception, allowed)
    }

    /// Looks at the invariant in the state that the machine is in; false if it is broken.
    fn invariant(
        &mut self,
        shared: &Shared<'_>,
        key: Key,
        root: Reference,
        invariant: FunctionId,
        poll: &mut dyn FnMut() -> Result<(), Stopped>,
    ) -> Result<bool, Stopped> {
        self.arguments.clear();
        self.arguments.push(root.into());
        // What only the invariant executes does not count.
        let coverage = self.coverage.take();
        let end = self.call(shared, invariant, poll);
        self.coverage = coverage;
        Ok(match end? {
            End::Returned(Some(0)) => {
                let violation = broken_invariant(shared.program, shared.plan.driver);
                self.found(shared, Found { state: key, call: None, violation });
                false
            }
            End::Returned(_) => true,
            End::Dropped => false,
            End::Bug(bug) => {
                self.violation(shared, key, None, bug);
                false
            }
            End::Skipped(construct) => {
                self.skip(shared, construct);
                true
            }
        })
    }

    fn violation(&mut self, shared: &Shared<'_>, state: Key, call: Option<u32>, bug: Bug) {
        let violation = replay::violation(&self.machine, bug);
        if !shared.options.properties.contains(&violation.property) {
            return;
        }
        self.found(shared, Found { state, call, violation });
    }

    fn found(&mut self, shared: &Shared<'_>, found: Found) {
        // Of violations that look the same one is enough, unless a shorter one may come.
        let known = self
            .found
            .iter()
            .any(|other| other.violation == found.violation && other.call.is_some() == found.call.is_some());
        if !known {
            self.found.push(found);
        }
        shared.violated.fetch_or(!shared.options.all, Ordering::Relaxed);
    }

    /// Notes what was not executed as the program says.
    pub(super) fn skip(&mut self, shared: &Shared<'_>, construct: String) {
        let location = match self.machine.position() {
            Some((function, position)) => replay::location(shared.program, function, position),
            None => check::Location::default(),
        };
        let skipped = Skipped { construct, location };
        if !self.skipped.contains(&skipped) {
            self.skipped.push(skipped);
        }
    }
}

/// Whether an exception is of one of the classes.
pub(super) fn is_allowed<D: Domain>(
    machine: &Machine<'_, '_, D>,
    exception: Reference,
    allowed: &[ir::ClassId],
) -> bool {
    exception != 0
        && allowed.iter().any(|&class| machine.image().is_object_of(machine.heap().ty(exception), class))
}

/// What replaying says when the driver's assertion of the invariant fails.
fn broken_invariant(program: &Program, driver: FunctionId) -> Violation {
    let body = program.body(driver).expect("a driver has a body");
    let mut statements = body.blocks.iter().flat_map(|block| &block.statements);
    let asserted = statements.find_map(|statement| {
        let StatementKind::Assert { message, .. } = &statement.kind else { return None };
        Some((message, statement.position))
    });
    let (message, position) = asserted.expect("the driver of a plan with an invariant asserts it");
    Violation {
        property: Property::Assertion,
        message: format!("assertion failed: {message}"),
        location: replay::location(program, driver, position),
    }
}
