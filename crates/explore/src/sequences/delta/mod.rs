//! Many states at a time (seed 001: Delta Execution).
//!
//! A batch of states is [merged](merge) into one machine state over the [delta domain](domain). Each call
//! is executed on all states of the batch at once. Where they go different ways the execution is split:
//! it goes on with one part of the states, and comes back to where it split for the others. At the end
//! of a path the states that took it are [linearised](linearise) together.
//!
//! # Why the same states are reached
//! Every state of the batch takes exactly one path through a call, since each fork puts every active
//! state into one part, and on that path it does what it would do alone (module [`domain`]). So the states
//! that come out are those that one execution for each state gives, and they are written in the same form.
//! What this engine does not do at once (a path that ends in a violation, in what is not supported, or
//! in a state with more than objects and globals) is done by the engine for one state at a time,
//! state by state.
//!
//! # Going back
//! A split remembers the moment before the operation that differs: frames, registers, and how long the
//! undo log of the heap is. With [`Splitting::Rerun`] nothing is remembered: the call is executed from its
//! beginning for every part, as a model checker does that has no moments to go back to (seed 001, 4.2).

mod domain;
mod linearise;
mod merge;
#[cfg(test)]
mod tests;

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use ir::FunctionId;
use machine::base::Base;
use machine::{Bug, Image, Machine, Mark, Moment, Stop};
use space::{Copied, Key, Link};

use self::domain::{Delta, Level, Part, Value};
pub(super) use self::linearise::Group;
use self::linearise::Lineariser;
pub(super) use self::merge::ShapeKey;
use self::merge::{Merger, Slots};
use super::levels::{Shared, Stopped, Times};
use super::standard::{CALL_WORK, Worker, is_allowed};
use super::{Argument, Options, Plan, Splitting};

/// How many states a batch has at most. More states share more of an execution, but their vectors must
/// stay in the cache.
pub(super) const BATCH: usize = 1024;

/// The times of one in so many batches are taken.
const SAMPLED_BATCHES: usize = 8;

/// How many operations are executed between two looks at whether to stop.
const SLICE: u64 = 2_000;

/// How many bytes the vectors may take before states are executed one at a time.
pub(super) const MOST_VECTORS: usize = 256 << 20;

/// A state as it came out of the store.
#[derive(Clone, Copy)]
struct State<'a> {
    key: Key,
    bytes: &'a [u8],
}

/// Where an execution was split.
#[derive(Default)]
struct Fork {
    moment: Moment<Value>,
    level: Level,
    /// The parts that are still to be executed.
    parts: Vec<Part>,
}

/// What a call is made for.
#[derive(Clone, Copy)]
enum Purpose {
    /// To see whether the invariant holds.
    Invariant,
    /// To see on which states a call may be made; its number.
    Guard(usize),
    /// To reach other states; its number.
    Call(usize),
}

/// A machine for many states.
pub(super) struct Together<'i, 'p> {
    machine: Machine<'i, 'p, Delta>,
    values: Vec<Value>,
    slots: Slots,
    merger: Merger,
    lineariser: Lineariser,
    root: Value,
    /// The merged states as they were.
    marked: Mark,
    /// The moment before a call.
    begin: Fork,
    forks: Vec<Fork>,
    spare: Vec<Fork>,
    arguments: Vec<Value>,
    /// How many batches there were.
    expanded: usize,
}

impl<'i, 'p> Together<'i, 'p> {
    /// A machine that has the same frozen objects as one for single states; nothing if that cannot be.
    pub(super) fn new(
        image: &'i Image<'p>,
        base: &Base,
        plan: &Plan,
        options: &Options,
        alone: &Worker<'_, '_>,
    ) -> Option<Self> {
        // This heap has the objects of every state that it stands for, and its slots are larger. So what
        // is too much for one state alone is too much here, and is then left to that state alone.
        let mut machine = Machine::new(image, Delta::new(), options.limits);
        machine.stop_when_exhausted();
        let constant = |word: &machine::Word| Value::constant(*word);
        let values: Vec<(FunctionId, Vec<Value>)> = plan
            .values
            .iter()
            .map(|(function, arguments)| (*function, arguments.iter().map(constant).collect()))
            .collect();
        let values = machine.lay(base, &values)?;
        // Both heaps were made by the same executions, so they have the same objects.
        let (here, there) = (machine.heap(), alone.machine.heap());
        let same = here.frozen_objects() == there.frozen_objects()
            && (1..=here.frozen_objects()).all(|object| {
                here.ty(object) == there.ty(object) && here.length(object) == there.length(object)
            })
            && values.iter().zip(&alone.values).all(|(&here, &there)| here == Value::constant(there));
        same.then(|| Together {
            machine,
            values,
            slots: Slots::new(plan.ignored.clone()),
            merger: Merger::new(),
            lineariser: Lineariser::default(),
            root: Value::constant(0),
            marked: Mark::default(),
            begin: Fork::default(),
            forks: Vec::new(),
            spare: Vec::new(),
            arguments: Vec::new(),
            expanded: 0,
        })
    }

    /// A key to sort states by; nothing for those that cannot be merged.
    pub(super) fn key(&mut self, bytes: &[u8]) -> Option<ShapeKey> {
        let frozen = self.machine.heap().frozen_objects();
        Merger::key(self.machine.image(), &mut self.slots, frozen, bytes)
    }

    /// Looks at the invariant of states, which are sorted by their keys, and executes every call on them.
    /// `sorting` is the time that sorting took for each.
    pub(super) fn expand(
        &mut self,
        alone: &mut Worker<'_, '_>,
        shared: &Shared<'_>,
        states: &Copied,
        batch: &[(ShapeKey, u32)],
        sorting: Duration,
        poll: &mut dyn FnMut() -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        let mut times = Times { states: batch.len() as u64, ..Times::default() };
        times.merging += sorting * batch.len() as u32;
        self.expanded += 1;
        if self.expanded % SAMPLED_BATCHES == 1 {
            self.batch(alone, shared, states, batch, Some(&mut times), poll)?;
            alone.counts.times.add(&times);
            return Ok(());
        }
        self.batch(alone, shared, states, batch, None, poll)
    }

    fn batch(
        &mut self,
        alone: &mut Worker<'_, '_>,
        shared: &Shared<'_>,
        states: &Copied,
        batch: &[(ShapeKey, u32)],
        mut times: Option<&mut Times>,
        poll: &mut dyn FnMut() -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        let state = |&(_, place): &(ShapeKey, u32)| states.get(place as usize);
        let states: Vec<State<'_>> =
            batch.iter().map(state).map(|(key, bytes)| State { key, bytes }).collect();
        let merged: Vec<(ShapeKey, &[u8])> =
            batch.iter().zip(&states).map(|((key, _), state)| (*key, state.bytes)).collect();
        let begun = times.is_some().then(Instant::now);
        self.merge(&merged);
        if let (Some(times), Some(begun)) = (&mut times, begun) {
            times.merging += begun.elapsed();
        }
        let mut job = Job {
            alone,
            shared,
            states: &states,
            merged: &merged,
            broken: Part::new(),
            enabled: Part::new(),
            counted: true,
            times,
            poll,
        };
        let mut whole: Part = (0..states.len() as u32).collect();
        if let Some(invariant) = shared.plan.invariant {
            self.call(&mut job, invariant, Purpose::Invariant, &whole)?;
            // However the states came to their answers, calls are executed on all of them together
            // again (seed 001, 5.3.1), but for those that are broken.
            job.broken.sort_unstable();
            whole.retain(|state| job.broken.binary_search(state).is_err());
        }
        if !shared.calls || shared.violated.load(Ordering::Relaxed) || whole.is_empty() {
            return Ok(());
        }
        job.alone.counts.states += whole.len() as u64;
        if let Some(matcher) = &mut job.alone.matcher {
            matcher.shuffle();
        }
        for place in 0..shared.plan.calls.len() {
            let index = job.alone.matcher.as_ref().map_or(place, |matcher| matcher.call(place));
            let call = &shared.plan.calls[index];
            job.alone.counts.executions += whole.len() as u64;
            match call.guard {
                None => self.call(&mut job, call.function, Purpose::Call(index), &whole)?,
                Some(guard) => {
                    self.call(&mut job, guard, Purpose::Guard(index), &whole)?;
                    // However they came to be allowed, the call is made on all of them together.
                    let mut enabled = std::mem::take(&mut job.enabled);
                    enabled.sort_unstable();
                    if !enabled.is_empty() {
                        self.call(&mut job, call.function, Purpose::Call(index), &enabled)?;
                    }
                }
            }
            shared.work.fetch_add(CALL_WORK * whole.len() as u64, Ordering::Relaxed);
            job.poll(shared)?;
        }
        Ok(())
    }

    fn merge(&mut self, states: &[(ShapeKey, &[u8])]) {
        self.root = self.merger.merge(&mut self.machine, &mut self.slots, states);
        self.marked = self.machine.mark();
    }

    /// Calls a function on these states, on every path that some of them take.
    fn call(
        &mut self,
        job: &mut Job<'_, '_, '_>,
        function: FunctionId,
        purpose: Purpose,
        states: &[u32],
    ) -> Result<(), Stopped> {
        self.arguments.clear();
        self.arguments.push(self.root);
        if let Purpose::Call(index) | Purpose::Guard(index) = purpose {
            let values = &self.values;
            let arguments = job.shared.plan.calls[index].arguments.iter();
            self.arguments.extend(arguments.map(|argument| match *argument {
                Argument::Word(word) => Value::constant(word),
                Argument::Value(value) => values[value],
            }));
        }
        self.machine.domain_mut().restart(states);
        job.counted = match purpose {
            Purpose::Invariant => false,
            Purpose::Guard(_) | Purpose::Call(_) => true,
        };
        if self.machine.call(function, &self.arguments).is_err() {
            return job.one_by_one(purpose, states);
        }
        let mut begin = std::mem::take(&mut self.begin);
        self.machine.nest(&mut begin.moment);
        begin.level = self.machine.domain().level();
        let done = self.paths(job, purpose, &mut begin);
        self.begin = begin;
        done
    }

    /// Executes path by path, from the beginning of a call to where it comes back to it.
    fn paths(
        &mut self,
        job: &mut Job<'_, '_, '_>,
        purpose: Purpose,
        begin: &mut Fork,
    ) -> Result<(), Stopped> {
        let mut mark = job.now();
        loop {
            let stop = self.run(job)?;
            job.spend(&mut mark, |times| &mut times.execution);
            if let Some(Stop::Fork(_)) = stop {
                self.split(job, begin);
            } else {
                job.alone.counts.paths += 1;
                job.alone.counts.together += self.machine.domain().active().len() as u64;
                self.end(job, purpose, stop)?;
                job.spend(&mut mark, |times| &mut times.comparison);
            }
            // To the next part, if there is one.
            let next = loop {
                let fork = match self.forks.last_mut() {
                    Some(fork) => fork,
                    None => &mut *begin,
                };
                if let Some(part) = fork.parts.pop() {
                    let gone = !self.machine.back(&fork.moment);
                    if gone {
                        return self.give_up(job, purpose, begin, part);
                    }
                    let domain = self.machine.domain_mut();
                    domain.back(fork.level);
                    break Some(part);
                }
                match self.forks.pop() {
                    Some(fork) => self.spare.push(fork),
                    None => break None,
                }
            };
            let Some(part) = next else {
                if !self.machine.back(&begin.moment) {
                    self.merge(job.merged);
                    return Ok(());
                }
                self.machine.domain_mut().back(begin.level);
                return Ok(());
            };
            self.machine.domain_mut().activate(part);
            if let Some(coverage) = &mut job.alone.coverage {
                coverage.jump();
            }
            job.spend(&mut mark, |times| &mut times.backtracking);
        }
    }

    /// Remembers where the active states go different ways, and in which parts.
    fn split(&mut self, job: &Job<'_, '_, '_>, begin: &mut Fork) {
        match job.shared.options.splitting {
            Splitting::Rerun => begin.parts.append(&mut self.machine.domain_mut().parts),
            Splitting::Restore => {
                let mut fork = self.spare.pop().unwrap_or_default();
                self.machine.nest(&mut fork.moment);
                fork.level = self.machine.domain().level();
                fork.parts.append(&mut self.machine.domain_mut().parts);
                self.forks.push(fork);
            }
        }
    }

    /// The way back is lost because a path was too long: what is left is done state by state.
    #[cold]
    fn give_up(
        &mut self,
        job: &mut Job<'_, '_, '_>,
        purpose: Purpose,
        begin: &mut Fork,
        part: Part,
    ) -> Result<(), Stopped> {
        let mut left = part;
        left.append(&mut begin.parts.drain(..).flatten().collect());
        for mut fork in self.forks.drain(..) {
            left.append(&mut fork.parts.drain(..).flatten().collect());
            self.spare.push(fork);
        }
        left.sort_unstable();
        job.one_by_one(purpose, &left)?;
        self.merge(job.merged);
        Ok(())
    }

    /// Runs to the end of the path, or to where it splits. Nothing if it takes too much.
    fn run(&mut self, job: &mut Job<'_, '_, '_>) -> Result<Option<Stop<Value, domain::Split>>, Stopped> {
        loop {
            let mut fuel = SLICE;
            let stop = match &mut job.alone.coverage {
                Some(coverage) if job.counted && !coverage.is_complete() => {
                    self.machine.run_watched(&mut fuel, coverage)
                }
                Some(_) | None => self.machine.run(&mut fuel),
            };
            job.alone.counts.steps += SLICE - fuel;
            if stop != Stop::Paused {
                return Ok(Some(stop));
            }
            job.shared.work.fetch_add(SLICE, Ordering::Relaxed);
            job.poll(job.shared)?;
            if self.machine.domain().size() > MOST_VECTORS {
                return Ok(None);
            }
        }
    }

    /// Deals with the states that have come to the end of a path.
    fn end(
        &mut self,
        job: &mut Job<'_, '_, '_>,
        purpose: Purpose,
        stop: Option<Stop<Value, domain::Split>>,
    ) -> Result<(), Stopped> {
        let domain = self.machine.domain();
        let index = match purpose {
            Purpose::Call(index) => index,
            Purpose::Guard(_) => {
                // What a guard changes belongs to the call, so such states are not for all at once.
                if let Some(Stop::Returned(Some(value))) = stop
                    && self.machine.heap().is_as_at(&self.marked)
                {
                    let is_true = |state: &u32| domain.word_in(value, *state) != 0;
                    job.enabled.extend(domain.active().iter().copied().filter(is_true));
                    return Ok(());
                }
                let active = domain.active().to_vec();
                return job.one_by_one(purpose, &active);
            }
            Purpose::Invariant => {
                let broken: Part = match stop {
                    Some(Stop::Returned(Some(value))) => {
                        let is_false = |state: &u32| domain.word_in(value, *state) == 0;
                        domain.active().iter().copied().filter(is_false).collect()
                    }
                    Some(
                        Stop::Returned(None)
                        | Stop::Dropped
                        | Stop::Exited(_)
                        | Stop::Choice(_)
                        | Stop::Violation(_)
                        | Stop::Unsupported(_)
                        | Stop::Exhausted(_)
                        | Stop::Fork(_)
                        | Stop::Paused,
                    )
                    | None => domain.active().to_vec(),
                };
                return job.one_by_one(purpose, &broken);
            }
        };
        let call = &job.shared.plan.calls[index];
        let ends = match stop {
            Some(Stop::Returned(_)) => true,
            Some(Stop::Violation(Bug::Exception(exception))) => {
                is_allowed(&self.machine, exception, &call.allowed)
            }
            Some(Stop::Dropped) => return Ok(()),
            Some(
                Stop::Exited(_)
                | Stop::Choice(_)
                | Stop::Violation(Bug::Assertion | Bug::Failure(_) | Bug::Trap(_))
                | Stop::Unsupported(_)
                | Stop::Exhausted(_)
                | Stop::Fork(_)
                | Stop::Paused,
            )
            | None => false,
        };
        if ends && self.machine.heap().is_as_at(&self.marked) {
            job.alone.counts.unchanged += domain.active().len() as u64;
            return Ok(());
        }
        if ends {
            let Job { alone, shared, states, .. } = job;
            let link = |state: u32| Link { before: states[state as usize].key, call: index as u32 };
            let tell = |group: &Group<'_>| alone.keep(shared, group, link);
            let (image, heap) = (self.machine.image(), self.machine.heap());
            let written = self.lineariser.linearise(image, heap, domain, &mut self.slots, self.root, tell);
            if written.is_ok() {
                return Ok(());
            }
        }
        let active = domain.active().to_vec();
        job.one_by_one(purpose, &active)
    }
}

/// What is done with a batch, and for whom.
struct Job<'a, 'i, 'p> {
    alone: &'a mut Worker<'i, 'p>,
    shared: &'a Shared<'a>,
    states: &'a [State<'a>],
    /// The same states, as they were merged.
    merged: &'a [(ShapeKey, &'a [u8])],
    /// Those whose invariant is broken.
    broken: Part,
    /// Those on which the call at hand may be made.
    enabled: Part,
    /// Whether branches count that are executed now.
    counted: bool,
    times: Option<&'a mut Times>,
    poll: &'a mut dyn FnMut() -> Result<(), Stopped>,
}

impl Job<'_, '_, '_> {
    fn poll(&mut self, shared: &Shared<'_>) -> Result<(), Stopped> {
        (self.poll)()?;
        if shared.stop.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
    }

    /// Does for some states what was not done for all at once.
    fn one_by_one(&mut self, purpose: Purpose, states: &[u32]) -> Result<(), Stopped> {
        for &state in states {
            let State { key, bytes } = self.states[state as usize];
            match (purpose, self.shared.plan.invariant) {
                (Purpose::Guard(index) | Purpose::Call(index), _) => {
                    self.alone.alone(self.shared, key, bytes, index, self.poll)?;
                }
                (Purpose::Invariant, Some(invariant)) => {
                    if !self.alone.invariant_alone(self.shared, key, bytes, invariant, self.poll)? {
                        self.broken.push(state);
                    }
                }
                (Purpose::Invariant, None) => {}
            }
        }
        Ok(())
    }

    fn now(&self) -> Option<Instant> {
        self.times.is_some().then(Instant::now)
    }

    /// Adds the time since the mark, and sets the mark.
    fn spend(&mut self, mark: &mut Option<Instant>, part: impl FnOnce(&mut Times) -> &mut Duration) {
        if let (Some(times), Some(mark)) = (&mut self.times, mark) {
            let now = Instant::now();
            *part(times) += now - *mark;
            *mark = now;
        }
    }
}
