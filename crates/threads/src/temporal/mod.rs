//! What is asked of executions without end: formulas of linear temporal logic, and that threads do not go round in circles.
//!
//! # What a formula is about
//! The names of a formula are static boolean fields, and static boolean methods without parameters, which are executed
//! aside in each state and must have no effect that matters. An execution is a sequence of states; it is infinite: one that ends or is
//! stuck stays where it is. Between two states at most one operation happens that others may notice, and fields that can be
//! reached from static ones only change by such, so no value is missed. How often a state is repeated does not matter to formulas
//! without a next step, so it does not matter that operations that nobody notices make no states of their own. Sleep sets are not
//! used: they would leave out orders that a formula can tell apart.
//!
//! # How it is checked
//! The search makes the whole [graph] of states. Then it is looked for a cycle that the [automaton] of the formula's opposite
//! accepts. What was found is replayed: the [`Replayer`] compares the state at the end of the cycle with that at its beginning, and
//! evaluates the [formula] on the word that it has seen, without any automaton.
//!
//! # Fairness
//! Without it an execution may starve a thread for ever. With it, only those executions count in which every thread that can
//! go on from some moment on does so at some time.
//!
//! # Going round in circles
//! An execution that is fair, never ends and comes back to a state is a livelock candidate: threads that wait for each other by
//! looking again and again do so, but also a program that is meant to run for ever.

mod automaton;
mod course;
pub(crate) mod formula;
mod graph;

use check::{Candidate, Meter, Property, Replay, ReplayFailure, Trace, Violation};
use ir::{FunctionId, GlobalId, Program};
use machine::{Clock, Concrete, Definite, Event, EventOf, Granularity, Limits, Machine, Schedules, Stop};
use space::{Encoder, UnderWay};

pub(crate) use automaton::Automaton;
pub(crate) use course::Course;
use formula::Formula;
pub(crate) use graph::{Found, Graph, Lasso, Ways};

/// What a name of a formula stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Observed {
    /// A static field.
    Field(GlobalId),
    /// A static method without parameters.
    Method(FunctionId),
}

/// A formula that every execution must satisfy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Temporal {
    /// As the user wrote it.
    pub text: String,
    /// The formula.
    pub formula: Formula,
    /// What its names stand for.
    pub names: Vec<Observed>,
    /// Whether only fair executions count.
    pub fair: bool,
}

impl Temporal {
    /// The names that are true in the state that a machine is in; the name that cannot be evaluated otherwise.
    pub(crate) fn letter<D: Definite + Clone>(&self, machine: &Machine<'_, '_, D>) -> Result<u64, Observed> {
        let mut letter = 0;
        for (number, &name) in self.names.iter().enumerate() {
            let value = match name {
                Observed::Field(global) => machine.static_value(global),
                Observed::Method(function) => machine.evaluate(function),
            };
            letter |= u64::from(value.ok_or(name)? != 0) << number;
        }
        Ok(letter)
    }

    /// What is said when it is false.
    pub(crate) fn violation(&self, lasso: &Lasso) -> Violation {
        let how = if lasso.cycle.is_empty() {
            "of this execution, which ends"
        } else {
            "of this execution, which never ends"
        };
        let fair = if self.fair && !lasso.cycle.is_empty() { " and is fair" } else { "" };
        let message = format!("`{}` is false {how}{fair}", self.text);
        Violation { property: Property::Temporal, message, location: check::Location::default() }
    }
}

/// What is said of threads that go round in circles.
pub(crate) fn livelock() -> Violation {
    Violation {
        property: Property::Livelock,
        message: "the threads go round in circles for ever, though each of them goes on".to_string(),
        location: check::Location::default(),
    }
}

/// What a state asks for, as far as it tells states apart.
pub(crate) fn under_way<D: Definite>(machine: &Machine<'_, '_, D>, event: &EventOf<D>) -> Option<UnderWay> {
    let thread = machine.current_thread()?;
    match event {
        Event::Pick(_) => None,
        Event::Notify(_) => Some(UnderWay { thread, passes: true }),
        Event::Stop(_) => Some(UnderWay { thread, passes: false }),
    }
}

/// Replays schedules of one program, those without end included.
pub struct Replayer<'p, 'm> {
    schedules: Schedules<'p, 'm>,
    temporal: Option<Temporal>,
}

impl<'p, 'm> Replayer<'p, 'm> {
    /// A replayer of executions that start at `entry`, a function without parameters, with threads that change where
    /// the granularity says.
    pub fn new(
        program: &'p Program,
        entry: FunctionId,
        limits: Limits,
        granularity: Granularity,
        meter: Meter<'m>,
    ) -> Self {
        Replayer { schedules: Schedules::new(program, entry, limits, granularity, meter), temporal: None }
    }

    /// The same for a formula.
    #[must_use]
    pub fn with(mut self, temporal: Option<Temporal>) -> Self {
        self.temporal = temporal;
        self
    }

    /// The same, for schedules that were found with such a clock.
    #[must_use]
    pub fn with_clock(mut self, clock: Clock) -> Self {
        self.schedules = self.schedules.with_clock(clock);
        self
    }

    /// The same, for executions that a violation of one of these properties ends, and of no other.
    #[must_use]
    pub fn ending_at(mut self, properties: &[Property]) -> Self {
        self.schedules = self.schedules.ending_at(properties);
        self
    }

    /// Replays a schedule with a cycle.
    fn around(&mut self, candidate: &Candidate) -> Result<Replay, ReplayFailure> {
        let diverged = |how: &str| ReplayFailure::Diverged(how.to_string());
        let trace = &candidate.trace;
        let cycle =
            trace.cycle.ok_or_else(|| diverged("the schedule does not say where its cycle begins"))?;
        let temporal = self.temporal.clone();
        let mut encoder = Encoder::new();
        let (mut seen, mut letters) = (Vec::new(), Vec::new());
        let mut unknown = false;
        let mut look =
            |machine: &Machine<'_, '_, Concrete>, event: &EventOf<Concrete>, mover: Option<usize>| {
                if let Some(temporal) = &temporal {
                    match temporal.letter(machine) {
                        Ok(letter) => letters.push(letter),
                        Err(_) => unknown = true,
                    }
                }
                let state = keeps_state(event)
                    .then(|| encoder.encode_threads(machine, under_way(machine, event), &[]).to_vec());
                seen.push((state, machine.thread_count(), machine.enabled(), mover));
            };
        let replay = self.schedules.follow(trace, &candidate.violation, &mut look)?;
        if unknown || seen.len() != trace.choices.len() + 1 {
            return Err(diverged("it has other states than the schedule"));
        }
        let last = seen.len() - 1;
        if cycle < last && (seen[last].0.is_none() || seen[cycle].0 != seen[last].0) {
            return Err(diverged("the cycle does not come back to where it began"));
        }
        // The state at the end of a cycle is that at its beginning; an execution that has ended stays there.
        let word = if cycle < last { &letters[..letters.len().min(last)] } else { &letters[..] };
        match (&self.temporal, candidate.violation.property) {
            (Some(temporal), Property::Temporal) => {
                if temporal.formula.holds(word, cycle) {
                    return Err(diverged("the formula is true of it"));
                }
                if temporal.fair && cycle < last && !is_fair(&seen[cycle..]) {
                    return Err(diverged("it is not fair"));
                }
            }
            (_, Property::Livelock) => {
                if cycle == last || !is_fair(&seen[cycle..]) {
                    return Err(diverged("it is no fair cycle"));
                }
            }
            (_, other) => return Err(diverged(&format!("`{}` is not about cycles", other.name()))),
        }
        Ok(replay)
    }
}

/// A state of a cycle: its form unless the execution has ended there, how many threads there are, which can go on, and
/// which one led here.
type Seen = (Option<Vec<u8>>, usize, Vec<usize>, Option<usize>);

/// Whether the machine has stopped where a state is kept: at a question, and not at the end of an execution. There the
/// thread that went on last stands before some operation of which nobody has found out what it needs, and no
/// cycle comes back to it.
fn keeps_state(event: &EventOf<Concrete>) -> bool {
    match event {
        Event::Pick(_) | Event::Notify(_) | Event::Stop(Stop::Choice(_)) => true,
        Event::Stop(
            Stop::Returned(_)
            | Stop::Exited(_)
            | Stop::Violation(_)
            | Stop::Dropped
            | Stop::Unsupported(_)
            | Stop::Exhausted(_)
            | Stop::Paused,
        ) => false,
        Event::Stop(Stop::Fork(never)) => match *never {},
    }
}

/// Whether every thread goes on in a cycle, or cannot go on somewhere in it. The first state is the last one, too.
fn is_fair(cycle: &[Seen]) -> bool {
    let Some(((_, count, ..), rest)) = cycle.split_first() else { return true };
    let same = rest.iter().all(|(_, other, ..)| other == count);
    same && (0..*count).all(|thread| {
        rest.iter().any(|(_, _, enabled, mover)| !enabled.contains(&thread) || *mover == Some(thread))
    })
}

impl check::Replayer for Replayer<'_, '_> {
    fn replay(&mut self, trace: &Trace) -> Result<Replay, ReplayFailure> {
        self.schedules.replay(trace)
    }

    fn confirm(&mut self, candidate: &Candidate) -> Result<Replay, ReplayFailure> {
        match candidate.violation.property {
            Property::Temporal | Property::Livelock => self.around(candidate),
            Property::Assertion
            | Property::Exception
            | Property::Trap
            | Property::Deadlock
            | Property::Race
            | Property::Linearizable => self.schedules.confirm(candidate),
        }
    }
}
