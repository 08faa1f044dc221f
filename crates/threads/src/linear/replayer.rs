//! Executes a history that no order explains once more, and tells it.

use std::collections::HashMap;

use check::{
    Called, Candidate, Interplay, Location, Meter, Replay, ReplayFailure, SequentialOrder, Trace, Turn,
};
use ir::Program;
use machine::base::Base;
use machine::{
    Concrete, Event, EventOf, Granularity, Image, Limits, Lowering, Machine, Schedules, Stop, replay,
};

use super::core::{Core, Driver, Shared, Trouble};
use super::explore::InTurn;
use super::history::{History, Sequential as _, is_linearizable};
use super::violation;

/// What stands in the name of the field that is read where an operation is called.
const MARK: (&str, &str) = ("glassbox scenarios", ".turn");

/// How many orders are told.
const MOST_ORDERS: usize = 6;

/// What people call things.
#[derive(Clone, Debug)]
pub struct Names {
    /// The class.
    pub class: String,
    /// How the object is made.
    pub making: String,
    /// The calls, by their numbers.
    pub calls: Vec<String>,
    /// The observers.
    pub observers: Vec<String>,
}

/// Replays schedules of scenarios.
pub struct Replayer<'a, 'p, 'm> {
    program: &'p Program,
    driver: &'a Driver,
    names: &'a Names,
    limits: Limits,
    granularity: Granularity,
    based: bool,
    schedules: Schedules<'p, 'm>,
}

impl<'a, 'p, 'm> Replayer<'a, 'p, 'm> {
    /// A replayer of executions of a driver.
    pub fn new(
        program: &'p Program,
        driver: &'a Driver,
        names: &'a Names,
        limits: Limits,
        granularity: Granularity,
        based: bool,
        meter: Meter<'m>,
    ) -> Self {
        let schedules = Schedules::new(program, driver.entry, limits, granularity, meter).letting_alone();
        Replayer { program, driver, names, limits, granularity, based, schedules }
    }

    /// The history in words, if no order explains it.
    fn tell(&self, trace: &Trace, history: &History) -> Result<check::History, Trouble> {
        let shared = Shared::new();
        let base =
            if self.based { Base::find(self.program, self.driver.entry, self.limits) } else { Base::none() };
        let image = Image::new(self.program, Lowering::Fused);
        let based = !base.is_none();
        let mut core = Core::new(self.driver, &image, self.granularity, self.limits, based, &shared);
        let origin = core.origin(&base)?;
        let none = self.driver.none();
        let call = |answer: &i128| usize::try_from(*answer).ok().filter(|_| *answer < none);
        let prefix = trace.choices.iter().take(self.driver.prefix);
        let calls: Vec<usize> = prefix.filter_map(call).collect();
        let mut beginnings = core.beginnings(&origin, &calls, Some(&trace.choices))?;
        let Some(beginning) = beginnings.pop() else { return Err(Trouble::Stopped) };
        let slots = self.driver.threads.len() * self.driver.operations;
        let start = beginning.path.len();
        let plan = trace.choices.get(start..start + slots).unwrap_or_default().to_vec();
        let threads: Vec<Vec<usize>> = plan
            .chunks(self.driver.operations)
            .map(|thread| thread.iter().filter_map(call).collect())
            .collect();
        let counts: Vec<usize> = threads.iter().map(Vec::len).collect();
        let mut in_turn = InTurn {
            core: &mut core,
            beginning: &beginning,
            plan,
            counts: counts.clone(),
            known: HashMap::new(),
            is_illegal: false,
        };
        // Who breaks a precondition shows nothing.
        if !in_turn.is_legal()? {
            return Err(Trouble::Stopped);
        }
        if is_linearizable(history, usize::MAX, &mut in_turn)? {
            return Err(Trouble::Stopped);
        }
        // As much is told of what was observed as is needed.
        let mut observed = 0;
        while is_linearizable(history, observed, &mut in_turn)? {
            observed += 1;
        }
        let name = |call: usize| self.names.calls.get(call).cloned().unwrap_or_default();
        let called = |(thread, place): (usize, usize)| {
            let performed = history.threads[thread].get(place);
            Called {
                call: name(threads[thread][place]),
                result: performed.and_then(|performed| performed.result.as_ref()).map(ToString::to_string),
                returned: performed.map(|performed| performed.after.clone()).unwrap_or_default(),
            }
        };
        let rows = |thread: usize| (0..threads[thread].len()).map(move |place| (thread, place));
        let after = history.observed.iter().zip(&self.names.observers).take(observed);
        let (orders, more_orders) = self.orders(&counts, observed, &mut in_turn)?;
        Ok(check::History {
            making: self.names.making.clone(),
            before: calls.iter().map(|&call| name(call)).collect(),
            threads: (0..threads.len()).map(|thread| rows(thread).map(called).collect()).collect(),
            after: after
                .map(|(value, name)| Called {
                    call: name.clone(),
                    result: Some(value.to_string()),
                    returned: counts.clone(),
                })
                .collect(),
            orders,
            more_orders,
        })
    }

    /// Leaves only what threads do in operations, and says where they call them.
    fn name_calls(&self, told: &check::History, threads: &[String], turns: &mut Vec<Turn>) {
        let mut called = vec![0; told.threads.len()];
        let number = |turn: &Turn| -> Option<usize> {
            let name = threads.get(turn.thread)?.strip_prefix("thread ")?;
            name.parse::<usize>().ok()?.checked_sub(1).filter(|&thread| thread < told.threads.len())
        };
        turns.retain_mut(|turn| {
            let Some(thread) = number(turn) else { return false };
            if turn.does.iter().any(|does| does.contains(MARK.0) && does.contains(MARK.1)) {
                let call = told.threads[thread].get(called[thread]);
                called[thread] += 1;
                turn.does = call.map(|called| format!("calls {}", called.call)).into_iter().collect();
            }
            called[thread] > 0
        });
    }

    /// What the operations give in sequence: orders whose results differ, and how many more there are.
    fn orders(
        &self,
        counts: &[usize],
        observed: usize,
        in_turn: &mut InTurn<'_, '_, '_, '_>,
    ) -> Result<(Vec<SequentialOrder>, u64), Trouble> {
        let (mut told, mut more): (Vec<SequentialOrder>, u64) = (Vec::new(), 0);
        let mut seen = Vec::new();
        for order in orders(counts) {
            for outcome in in_turn.outcomes(&order)?.iter() {
                let mut places = vec![0; counts.len()];
                let mut by_thread: Vec<(usize, usize, String)> = Vec::new();
                for (&thread, value) in order.iter().zip(&outcome.results) {
                    by_thread.push((thread, places[thread], value.to_string()));
                    places[thread] += 1;
                }
                by_thread.sort();
                let after = outcome.observed.iter().take(observed).map(ToString::to_string);
                let results: Vec<String> =
                    by_thread.into_iter().map(|(_, _, value)| value).chain(after).collect();
                if seen.contains(&results) {
                    continue;
                }
                seen.push(results.clone());
                if told.len() == MOST_ORDERS {
                    more += 1;
                } else {
                    told.push(SequentialOrder { threads: order.clone(), results });
                }
            }
        }
        Ok((told, more))
    }
}

/// Where a thread stands in the code of a class and of those in it; nowhere if it does not.
fn place_in(machine: &Machine<'_, '_, Concrete>, class: &str, thread: usize) -> Location {
    let program = machine.image().program();
    let is_in = |name: &str| {
        name.strip_prefix(class).is_some_and(|rest| rest.starts_with('.') || rest.starts_with('$'))
    };
    let found =
        machine.calls_of(thread).rev().find(|(function, _)| is_in(&program.functions[*function].name));
    let Some((function, origin)) = found else { return Location::default() };
    let position = program.body(function).map(|body| {
        let block = &body.blocks[origin.block];
        let statement = block.statements.get(origin.statement as usize);
        statement.map_or(block.terminator.position, |statement| statement.position)
    });
    position.map_or_else(Location::default, |position| replay::location(program, function, position))
}

/// All orders in which threads with so many operations can take turns.
fn orders(counts: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..counts.iter().sum() {
        all = all
            .into_iter()
            .flat_map(|order: Vec<usize>| {
                let placed = |thread: usize| order.iter().filter(|&&other| other == thread).count();
                let next: Vec<usize> =
                    (0..counts.len()).filter(|&thread| placed(thread) < counts[thread]).collect();
                next.into_iter().map(move |thread| order.iter().copied().chain([thread]).collect())
            })
            .collect();
    }
    all
}

impl check::Replayer for Replayer<'_, '_, '_> {
    fn replay(&mut self, trace: &Trace) -> Result<Replay, ReplayFailure> {
        self.schedules.replay(trace)
    }

    fn confirm(&mut self, candidate: &Candidate) -> Result<Replay, ReplayFailure> {
        let diverged = |how: &str| ReplayFailure::Diverged(how.to_string());
        let driver = self.driver;
        let mut last: Option<History> = None;
        // Where threads of a class of the library stand, which is not told otherwise: at the moment, and at each turn.
        let class = Some(&self.names.class).filter(|class| replay::is_library(class));
        let (mut standing, mut places): (Option<Vec<Location>>, Vec<Location>) = (None, Vec::new());
        let mut look =
            |machine: &Machine<'_, '_, Concrete>, event: &EventOf<Concrete>, mover: Option<usize>| {
                if mover.is_none() {
                    places.clear();
                }
                if let (Some(standing), Some(thread)) = (standing.take(), mover) {
                    places.push(standing.get(thread).cloned().unwrap_or_default());
                }
                if let (Some(class), Event::Pick(_)) = (class, event) {
                    let threads = 0..machine.thread_count();
                    standing = Some(threads.map(|thread| place_in(machine, class, thread)).collect());
                }
                last = match event {
                    Event::Stop(Stop::Returned(_)) | Event::Pick(0) => Some(driver.history(machine)),
                    Event::Pick(_) | Event::Notify(_) | Event::Stop(_) => None,
                };
            };
        let mut told = self.schedules.follow(&candidate.trace, &candidate.violation, &mut look)?;
        for (turn, place) in told.interplay.turns.iter_mut().zip(places) {
            if !place.file.is_empty() {
                (turn.location, turn.code) = (place, String::new());
                // What exactly is not told of the library.
                if turn.does.is_empty() {
                    turn.does.push("touches what others may know".to_string());
                }
            }
        }
        let history = last.ok_or_else(|| diverged("it does not come to an end"))?;
        told.violation = violation(&history, candidate.violation.location.clone());
        match self.tell(&candidate.trace, &history) {
            Ok(history) => {
                let Interplay { threads, turns, .. } = &mut told.interplay;
                self.name_calls(&history, threads, turns);
                told.history = Some(history);
                Ok(told)
            }
            Err(Trouble::Skipped(skipped)) => Err(diverged(&format!("not supported: {}", skipped.construct))),
            Err(Trouble::Stopped | Trouble::Disturbed | Trouble::FinalsWritten) => {
                Err(diverged("there is an order of the operations that gives these results"))
            }
        }
    }
}
