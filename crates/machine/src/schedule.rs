//! Runs a schedule from the start on the concrete machine and tells what happened, thread by thread.
//!
//! A schedule is a trace: its choices are the numbers of threads among those that could go on, of threads among those
//! that waited for a notification, and the values of the program's own choices, in the order in which an
//! [interleaved](crate::Interleaver) execution asks for them.

use check::{Candidate, Exhausted, Limit, Meter, Property, Replay, ReplayFailure, Trace, Usage, Violation};
use ir::{FunctionId, Program};

use crate::base::Base;
use crate::domain::Concrete;
use crate::image::Image;
use crate::interleave::{Event, Granularity, Interleaver};
use crate::interplay::Teller;
use crate::lower::Lowering;
use crate::machine::{Limits, Machine};
use crate::replay::{Recorder, unsupported, violation, with_or_without};
use crate::stop::{Resource, Stop};
use crate::threads::Clock;

/// How many operations are executed between two looks at the meter.
const SLICE: u64 = 20_000;

/// Replays schedules of one program.
pub struct Schedules<'p, 'm> {
    program: &'p Program,
    entry: FunctionId,
    limits: Limits,
    granularity: Granularity,
    meter: Meter<'m>,
    work: u64,
    lets_alone: bool,
    ends: Option<Vec<Property>>,
    clock: Clock,
}

impl<'p, 'm> Schedules<'p, 'm> {
    /// A replayer of executions that start at `entry`, a function without parameters, with threads that change where
    /// the granularity says.
    pub fn new(
        program: &'p Program,
        entry: FunctionId,
        limits: Limits,
        granularity: Granularity,
        meter: Meter<'m>,
    ) -> Self {
        Schedules {
            program,
            entry,
            limits,
            granularity,
            meter,
            work: 0,
            lets_alone: false,
            ends: None,
            clock: Clock::Free,
        }
    }

    /// The same, for schedules that were found with [`Interleaver::letting_alone`].
    #[must_use]
    pub fn letting_alone(mut self) -> Self {
        self.lets_alone = true;
        self
    }

    /// The same, for schedules that were found with such a clock.
    #[must_use]
    pub fn with_clock(mut self, clock: Clock) -> Self {
        self.clock = clock;
        self
    }

    /// The same, for schedules that were found with [`Interleaver::ending_at`].
    #[must_use]
    pub fn ending_at(mut self, properties: &[Property]) -> Self {
        self.ends = Some(properties.to_vec());
        self
    }
}

impl check::Replayer for Schedules<'_, '_> {
    /// As the search, begins with a base if that may be, and without one otherwise.
    fn replay(&mut self, trace: &Trace) -> Result<Replay, ReplayFailure> {
        let base = Base::find(self.program, self.entry, self.limits);
        with_or_without(&base, |base| self.replay_from(base, trace, &mut Ending::Violation(None)))
    }

    /// A race is not something that the execution does, so it is looked for where the schedule ends.
    fn confirm(&mut self, candidate: &Candidate) -> Result<Replay, ReplayFailure> {
        let mut ending = match candidate.violation.property {
            Property::Race => Ending::Race(&candidate.violation),
            Property::Assertion
            | Property::Exception
            | Property::Trap
            | Property::Deadlock
            | Property::Temporal
            | Property::Livelock
            | Property::Linearizable => Ending::Violation(Some(&candidate.violation)),
        };
        let base = Base::find(self.program, self.entry, self.limits);
        with_or_without(&base, |base| self.replay_from(base, &candidate.trace, &mut ending))
    }
}

/// Looks at a state of a schedule: what it asks for, and the thread that led there.
pub type Look<'a> = dyn FnMut(&Machine<'_, '_, Concrete>, &Event, Option<usize>) + 'a;

/// What a schedule ends in.
enum Ending<'a> {
    /// Something that the execution does: this, or whatever comes when all choices are made.
    Violation(Option<&'a Violation>),
    /// Threads that are about to race.
    Race(&'a Violation),
    /// Something that somebody else judges, who looks at every state.
    Judged(&'a Violation, &'a mut Look<'a>),
}

impl Schedules<'_, '_> {
    /// Replays a schedule for somebody who judges by its states what it ends in. No thread leads to the first state; it may be seen
    /// once more, and then everything that was seen before is to be forgotten.
    pub fn follow<'a>(
        &mut self,
        trace: &Trace,
        violation: &'a Violation,
        look: &'a mut Look<'a>,
    ) -> Result<Replay, ReplayFailure> {
        let base = Base::find(self.program, self.entry, self.limits);
        let mut ending = Ending::Judged(violation, look);
        with_or_without(&base, |base| self.replay_from(base, trace, &mut ending))
    }

    /// Replays after what the base says; `None` if the execution has disturbed it.
    fn replay_from(
        &mut self,
        base: &Base,
        trace: &Trace,
        ending: &mut Ending<'_>,
    ) -> Result<Option<Replay>, ReplayFailure> {
        let diverged = |how: &str| ReplayFailure::Diverged(how.to_string());
        let image = Image::new(self.program, Lowering::Stepwise);
        let mut machine = Machine::new(&image, Concrete, self.limits);
        machine.allow_threads(self.clock);
        machine
            .start_from(base, self.entry, &[])
            .map_err(|what| diverged(&format!("not supported: {}", unsupported(self.program, what))))?;
        let interleaver = Interleaver::new(&image, self.granularity);
        let interleaver = if self.lets_alone { interleaver.letting_alone() } else { interleaver };
        let mut interleaver = match &self.ends {
            Some(ends) => interleaver.ending_at(ends),
            None => interleaver,
        };
        machine.resume_interleaved(&mut interleaver, false);
        let mut recorder = Recorder::new(self.program, &image);
        let mut teller = Teller::default();
        let (mut cycle, mut mover) = (None, None);
        recorder.take_changes();
        let mut choices = Vec::new();
        let mut ahead = trace.choices.iter();
        let mut at_once = None;
        loop {
            let event = match at_once.take() {
                Some(event) => event,
                None => {
                    recorder.turn_to(&machine);
                    let mut fuel = SLICE;
                    let event = machine.run_interleaved(&mut interleaver, &mut fuel, &mut recorder);
                    self.work += SLICE - fuel;
                    if event != Event::Stop(Stop::Paused) {
                        teller.end(&machine, &mut recorder);
                    }
                    event
                }
            };
            self.meter.poll(Usage { states: 0, work: self.work }).map_err(ReplayFailure::Stopped)?;
            if !base.is_none() && image.is_disturbed() {
                return Ok(None);
            }
            let at_end = ahead.len() == 0;
            // A search that looks for all violations goes on behind those that it has seen.
            if let Event::Stop(Stop::Violation(bug)) = event
                && machine.outlives(bug)
                && match ending {
                    Ending::Violation(expected) => {
                        !at_end || expected.is_some_and(|expected| *expected != violation(&machine, bug))
                    }
                    Ending::Race(_) | Ending::Judged(..) => true,
                }
            {
                at_once = machine.outlive(&mut interleaver, bug);
                continue;
            }
            if let Ending::Judged(violation, look) = ending
                && !matches!(event, Event::Stop(Stop::Paused))
            {
                look(&machine, &event, mover);
                if trace.cycle == Some(trace.choices.len() - ahead.len()) {
                    cycle = Some(teller.turns());
                }
                if at_end {
                    let (steps, omitted) = recorder.finish();
                    let (graphs, interplay) = (Vec::new(), teller.finish(cycle));
                    let violation = violation.clone();
                    let history = None;
                    return Ok(Some(Replay {
                        violation,
                        choices,
                        steps,
                        omitted,
                        graphs,
                        interplay,
                        history,
                    }));
                }
            }
            if !matches!(event, Event::Stop(Stop::Paused)) {
                mover = machine.current_thread();
            }
            let mut next = |low: i128, high: i128| {
                let Some(&value) = ahead.next() else {
                    return Err(diverged("it asks for more choices than the schedule has"));
                };
                if value < low || value > high {
                    return Err(diverged(&format!(
                        "the schedule chooses {value}, which is not in {low}..{high}"
                    )));
                }
                Ok(value)
            };
            let done = match event {
                Event::Pick(0) => Some(machine.deadlock()),
                Event::Pick(_) if at_end && let Ending::Race(race) = ending => {
                    machine.mark();
                    let outlook = machine.outlook(&mut interleaver).unwrap_or_default();
                    let mut seen = machine.races(&mut interleaver, &outlook).unwrap_or_default().into_iter();
                    let found = seen.find(|seen| seen.violation == **race);
                    let found = found.ok_or_else(|| diverged("no such race is there"))?;
                    for (thread, what) in found.about {
                        teller.about(&machine, thread, what);
                    }
                    Some(found.violation)
                }
                Event::Pick(count) => {
                    let high = (count + machine.impatient().len()) as i128 - 1;
                    let value = next(0, high)?;
                    let thread = machine.picked(value as usize).expect("there are as many");
                    choices.push(check::Choice {
                        value,
                        low: 0,
                        high,
                        variable: format!("thread \"{}\"", machine.thread_name(thread)),
                        location: machine.thread_location(thread),
                    });
                    teller.begin(&machine, &mut interleaver, thread);
                    mover = Some(thread);
                    at_once = machine.pick(&mut interleaver, value as usize);
                    None
                }
                Event::Notify(count) => {
                    let value = next(0, count as i128 - 1)?;
                    let current = machine.current_thread().unwrap_or(0);
                    choices.push(check::Choice {
                        value,
                        low: 0,
                        high: count as i128 - 1,
                        variable: "notified".to_string(),
                        location: machine.thread_location(current),
                    });
                    machine.notify(value as usize);
                    None
                }
                Event::Stop(stop) => match stop {
                    Stop::Paused => None,
                    Stop::Choice(choice) => {
                        let value = next(choice.low, choice.high)?;
                        choices.push(recorder.choice(&machine, choice, value));
                        machine.choose(choice.word(value));
                        None
                    }
                    Stop::Violation(bug) => Some(violation(&machine, bug)),
                    Stop::Returned(_) => return Err(diverged("the program ended")),
                    Stop::Exited(status) => {
                        return Err(diverged(&format!("the program exited with {status}")));
                    }
                    Stop::Dropped => return Err(diverged("an assumption was false")),
                    Stop::Unsupported(what) => {
                        return Err(diverged(&format!("not supported: {}", unsupported(self.program, what))));
                    }
                    Stop::Exhausted(Resource::Room) => {
                        let spent = Limit::Memory(self.limits.room as u64);
                        return Err(ReplayFailure::Stopped(Exhausted::Budget(spent)));
                    }
                    Stop::Exhausted(resource) => {
                        return Err(diverged(&format!("the machine's limit was reached: {resource:?}")));
                    }
                    Stop::Fork(never) => match never {},
                },
            };
            if let Some(violation) = done {
                if ahead.next().is_some() {
                    return Err(diverged("it ended before all choices of the schedule were made"));
                }
                let (steps, omitted) = recorder.finish();
                let (graphs, interplay) = (Vec::new(), teller.finish(None));
                let history = None;
                return Ok(Some(Replay { violation, choices, steps, omitted, graphs, interplay, history }));
            }
        }
    }
}
