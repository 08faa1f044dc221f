//! Whether what operations of several threads give is what they give in some order, one after the other.
//!
//! [`check()`] takes a [`Driver`], a program that makes an object, calls operations on it in several threads and notes what
//! they give. It looks at every small [`Scenario`] (what is called before, and what each thread calls),
//! executes it in every order in which the threads can go on, and asks of every [`History`] that comes out whether it is
//! [linearizable](is_linearizable). What the object *should* do nobody has to say: it is what the same object does when the
//! operations of the same threads are executed one after the other.
//!
//! The state of the object in the end is never looked at: two objects with different insides may behave alike. Instead,
//! observers are called when all threads have ended. They are operations as well, so a history that they make wrong *is* wrong.
//!
//! # What scenarios begin with
//! Threads start from every state that a few calls lead to from a new object. States that are the same, up to the names of objects, are
//! looked at once: what happens from there on does not depend on how the state was reached, because what was called before is not
//! noted anywhere.
//!
//! # Several cores
//! Scenarios have nothing to do with each other, so each is somebody's work. They are numbered; of several violations the one
//! with the lowest number counts, and what was counted in scenarios behind it is forgotten. So a result does not depend on how
//! many work (`the_number_of_workers_does_not_show` in the tests of the command line).

mod core;
mod explore;
mod history;
mod replayer;
pub mod scenario;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::sync::mpsc;
use std::time::Duration;

use check::{
    Candidate, Event, Evidence, Exhausted, Frontier, Location, Meter, Observer, Polled, Progress, Property,
    Scope, Skipped, Stats, Trace, Usage, Violation,
};
use ir::Program;
use machine::base::Base;
use machine::{Asked, Consulted, Granularity, Image, Limits, Lowering, replay};

use self::core::{Core, Shared, Trouble};
pub use self::core::{Driver, Kind, Notes};
use self::explore::{Beginning, Counts, Go, InTurn, explore};
pub use self::history::{History, Outcome, Performed, Sequential, Value, is_linearizable};
pub use self::replayer::{Names, Replayer};
use self::scenario::{Bounds, Scenario, Scenarios};
use crate::consistency::{self, Consistency};
use crate::search::{COPYING, WAKING};

/// How to check.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many work.
    pub jobs: usize,
    /// Whether to go on after the first violation.
    pub all: bool,
    /// Where threads may change.
    pub granularity: Granularity,
    /// What one execution may use.
    pub limits: Limits,
    /// How memory is read.
    pub consistency: Consistency,
}

/// What was found out.
#[derive(Clone, Debug)]
pub struct Checked {
    /// For [`check::conclude`]. Its scope says nothing yet.
    pub evidence: Evidence,
    /// `scenarios`, `scenarios_total`, `scenarios_illegal` (if there are preconditions), `scenarios_violated`, `beginnings`, `states`, `transitions`, `executions`,
    /// `histories`, `stuck`.
    pub stats: Stats,
    /// Where threads changed: not where it was asked if that was not enough.
    pub granularity: Granularity,
    /// Whether everything began with a base.
    pub based: bool,
    /// How many states threads start from.
    pub beginnings: usize,
}

/// So many violations are told, if all are wanted.
const MOST_TOLD: usize = 20;

/// How long it takes until somebody looks at the clock.
const LOOK: Duration = Duration::from_millis(20);
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

const PENDING: &str =
    "an operation that never returns may have taken effect or not, and nothing is observed then";

/// What became of a scenario.
#[derive(Clone, Debug)]
struct Report {
    counts: Counts,
    histories: u64,
    asked: Consulted,
    copied: bool,
    /// Whether all preconditions are true in every order.
    is_legal: bool,
    outcome: Result<Option<Found>, Trouble>,
}

impl Report {
    /// Of a scenario that was not executed.
    fn nothing(outcome: Result<Option<Found>, Trouble>) -> Self {
        Report {
            counts: Counts::default(),
            histories: 0,
            asked: Consulted::default(),
            copied: false,
            is_legal: true,
            outcome,
        }
    }
}

/// A violation, and how to get there.
#[derive(Clone, Debug)]
struct Found {
    violation: Violation,
    path: Vec<i128>,
}

/// Why everything must begin anew.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Anew {
    WithoutBase,
    WithEveryPoint,
}

/// Checks all scenarios of a driver.
pub fn check(
    program: &Program,
    driver: &Driver,
    options: &Options,
    meter: &mut Meter<'_>,
    observer: &mut dyn Observer,
) -> Checked {
    let mut granularity = options.granularity;
    let mut base = Base::find(program, driver.entry, options.limits);
    loop {
        let image = Image::new(program, Lowering::Fused);
        let attempt = Attempt { program, driver, options, image: &image, base: &base, granularity };
        match attempt.run(meter, observer) {
            Ok(checked) => return checked,
            Err(Anew::WithoutBase) => base = Base::none(),
            Err(Anew::WithEveryPoint) => granularity = Granularity::Every,
        }
    }
}

#[derive(Clone, Copy)]
struct Attempt<'a, 'p> {
    program: &'p Program,
    driver: &'a Driver,
    options: &'a Options,
    image: &'a Image<'p>,
    base: &'a Base,
    granularity: Granularity,
}

impl<'a, 'p> Attempt<'a, 'p> {
    fn core<'c>(&self, shared: &'c Shared) -> Core<'c, 'a, 'p>
    where
        'a: 'c,
    {
        let limits = self.options.limits;
        Core::new(self.driver, self.image, self.granularity, limits, !self.base.is_none(), shared)
    }

    fn run(&self, meter: &mut Meter<'_>, observer: &mut dyn Observer) -> Result<Checked, Anew> {
        let shared = Shared::new();
        let mut tally = Tally { all: self.options.all, ..Tally::default() };
        let mut stopped = None;
        let beginnings = match self.beginnings(&shared, meter, &mut stopped) {
            Ok(beginnings) => beginnings,
            Err(Trouble::Disturbed) => return Err(Anew::WithoutBase),
            Err(Trouble::FinalsWritten) => return Err(Anew::WithEveryPoint),
            Err(trouble @ (Trouble::Skipped(_) | Trouble::Stopped)) => {
                tally.skip(trouble);
                return Ok(self.conclude(tally, &shared, 0, 0, stopped));
            }
        };
        let bounds = Bounds {
            calls: self.driver.calls.len(),
            threads: self.driver.threads.len(),
            operations: self.driver.operations,
        };
        let each = scenario::count(bounds).unwrap_or(u64::MAX);
        let total = each.saturating_mul(beginnings.len() as u64);
        let lengths = beginnings.iter().map(|beginning| beginning.calls.len()).collect();
        let queue = Mutex::new((0u64, Scenarios::new(bounds, lengths)));
        let (sender, receiver) = mpsc::channel();
        let mut anew = None;
        std::thread::scope(|scope| {
            let mut working = 0;
            for _ in 0..self.options.jobs.max(1) {
                let (sender, queue, shared, beginnings) = (sender.clone(), &queue, &shared, &beginnings);
                let attempt = *self;
                let work = move || attempt.work(shared, beginnings, queue, &sender);
                // Where the system gives no more threads, those that there are do what there is to do.
                working += usize::from(std::thread::Builder::new().spawn_scoped(scope, work).is_ok());
            }
            if working == 0 {
                self.work(&shared, &beginnings, &queue, &sender);
            }
            drop(sender);
            let mut looks = 0;
            let mut next_progress = Duration::ZERO;
            loop {
                match receiver.recv_timeout(LOOK) {
                    Ok((number, report)) => {
                        match &report.outcome {
                            Ok(Some(_)) if !self.options.all => {
                                shared.limit.fetch_min(number, Ordering::Relaxed);
                            }
                            Ok(_) | Err(Trouble::Skipped(_) | Trouble::Stopped) => {}
                            Err(trouble @ (Trouble::Disturbed | Trouble::FinalsWritten)) => {
                                let without = *trouble == Trouble::Disturbed;
                                anew = Some(if without { Anew::WithoutBase } else { Anew::WithEveryPoint });
                                shared.stop.store(true, Ordering::Relaxed);
                            }
                        }
                        tally.report(number, report);
                    }
                    Err(mpsc::RecvTimeoutError::Timeout) => {}
                    Err(mpsc::RecvTimeoutError::Disconnected) => break,
                }
                // Also those who execute nothing for a while look at the clock.
                looks += 1;
                let work = shared.work.load(Ordering::Relaxed) + looks * Meter::CLOCK_INTERVAL;
                match meter.poll(Usage { states: shared.states.load(Ordering::Relaxed), work }) {
                    Ok(Polled::Looked(elapsed)) if elapsed >= next_progress => {
                        next_progress = elapsed + PROGRESS_INTERVAL;
                        observer.event(Event::Progress(Progress {
                            states: shared.states.load(Ordering::Relaxed),
                            bytes: shared.bytes.load(Ordering::Relaxed),
                            scenarios: Some((tally.done, total)),
                            ..Progress::default()
                        }));
                    }
                    Ok(Polled::Looked(_) | Polled::Counted) => {}
                    Err(exhausted) => {
                        stopped = stopped.or(Some(exhausted));
                        shared.stop.store(true, Ordering::Relaxed);
                    }
                }
            }
        });
        match anew {
            Some(anew) if stopped.is_none() => Err(anew),
            Some(_) | None => Ok(self.conclude(tally, &shared, beginnings.len(), total, stopped)),
        }
    }

    /// The states that threads start from: each once, those that fewer calls lead to first.
    fn beginnings(
        &self,
        shared: &Shared,
        meter: &mut Meter<'_>,
        stopped: &mut Option<Exhausted>,
    ) -> Result<Vec<Beginning>, Trouble> {
        let mut core = self.core(shared);
        let origin = core.origin(self.base)?;
        let mut found = core.beginnings(&origin, &[], None)?;
        let mut known: HashSet<Vec<u8>> = found.iter().map(|beginning| beginning.bytes.clone()).collect();
        let mut from = 0;
        for _ in 0..self.driver.prefix {
            let until = found.len();
            for place in from..until {
                for call in 0..self.driver.calls.len() {
                    if self.driver.is_guarded([call]) {
                        core.restore(&found[place].bytes)?;
                        if !core.may_call(call, None)? {
                            continue;
                        }
                    }
                    let work = shared.work.load(Ordering::Relaxed);
                    if let Err(exhausted) = meter.poll(Usage { states: found.len() as u64, work }) {
                        *stopped = Some(exhausted);
                        return Err(Trouble::Stopped);
                    }
                    let calls: Vec<usize> = found[place].calls.iter().copied().chain([call]).collect();
                    for beginning in core.beginnings(&origin, &calls, None)? {
                        if known.insert(beginning.bytes.clone()) {
                            found.push(beginning);
                        }
                    }
                }
            }
            from = until;
        }
        if found.is_empty() {
            let construct = "making the object, which does not come to an end".to_string();
            return Err(Trouble::Skipped(Skipped { construct, location: Location::default() }));
        }
        Ok(found)
    }

    /// Takes scenarios until none is left.
    fn work(
        &self,
        shared: &Shared,
        beginnings: &[Beginning],
        queue: &Mutex<(u64, Scenarios)>,
        sender: &mpsc::Sender<(u64, Report)>,
    ) {
        let core = || {
            let mut core = self.core(shared);
            // It must have done what the states take for granted.
            core.origin(self.base).map(|_| core)
        };
        let (Ok(mut concurrent), Ok(mut sequential)) = (core(), core()) else { return };
        loop {
            let (number, scenario) = {
                let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
                let Some(scenario) = queue.1.next() else { return };
                queue.0 += 1;
                (queue.0 - 1, scenario)
            };
            if number > shared.limit.load(Ordering::Relaxed) || shared.stop.load(Ordering::Relaxed) {
                return;
            }
            (concurrent.number, sequential.number) = (number, number);
            let beginning = &beginnings[scenario.beginning];
            let report = self.judge(&mut concurrent, &mut sequential, beginning, &scenario);
            if sender.send((number, report)).is_err() {
                return;
            }
        }
    }

    /// Looks at every execution of a scenario.
    fn judge(
        &self,
        concurrent: &mut Core<'_, '_, 'p>,
        sequential: &mut Core<'_, '_, 'p>,
        beginning: &Beginning,
        scenario: &Scenario,
    ) -> Report {
        let plan = self.driver.answers(&scenario.threads);
        let counts: Vec<usize> = scenario.threads.iter().map(Vec::len).collect();
        let mut in_turn = InTurn {
            core: sequential,
            beginning,
            plan: plan.clone(),
            counts,
            known: HashMap::new(),
            is_illegal: false,
        };
        match in_turn.is_legal() {
            Ok(true) => {}
            Ok(false) => return Report { is_legal: false, ..Report::nothing(Ok(None)) },
            Err(trouble) => return Report::nothing(Err(trouble)),
        }
        let mut seen: HashSet<History> = HashSet::new();
        let mut wrong: Option<(History, Vec<i128>)> = None;
        let (mut asked, mut copied) = (Consulted::default(), false);
        let mut is_endless = false;
        let mut ended = |core: &Core<'_, '_, '_>, path: &[i128], endless: bool| {
            asked.add(core.asked());
            copied |= core.has_copied();
            let history = self.driver.history(&core.machine);
            if seen.contains(&history) || is_linearizable(&history, usize::MAX, &mut in_turn)? {
                seen.insert(history);
                return Ok(Go::On);
            }
            wrong = Some((history, path.to_vec()));
            is_endless = endless;
            Ok(Go::Stop)
        };
        let explored = explore(concurrent, beginning, &plan, None, &mut ended);
        asked.add(in_turn.core.asked());
        let histories = seen.len() as u64 + u64::from(wrong.is_some());
        let counts = *explored.as_ref().unwrap_or(&Counts::default());
        let outcome = explored.and_then(|_| match wrong {
            // Every order begins as one of those in which preconditions were looked at.
            _ if in_turn.is_illegal => {
                let construct = "a precondition that is not always the same in the same order".to_string();
                Err(Trouble::Skipped(Skipped { construct, location: self.location(scenario) }))
            }
            None => Ok(None),
            // It could not be replayed to its end.
            Some(_) if is_endless => {
                let construct =
                    "an observer that does not come to an end, after results that no order explains";
                let location = self.location(scenario);
                Err(Trouble::Skipped(Skipped { construct: construct.to_string(), location }))
            }
            // What depends on these is different for reasons of its own.
            Some(_) if asked.has(Asked::Hashes) || asked.has(Asked::Clock) => {
                let what = if asked.has(Asked::Hashes) { "identity hash codes" } else { "the clock" };
                let construct =
                    format!("results that may depend on {what}, which no order of operations explains");
                Err(Trouble::Skipped(Skipped { construct, location: self.location(scenario) }))
            }
            Some(wrong) => self.simplest(concurrent, &mut in_turn, beginning, scenario, wrong).map(Some),
        });
        Report { counts, histories, asked, copied, is_legal: true, outcome }
    }

    fn location(&self, scenario: &Scenario) -> Location {
        let first = scenario.threads.first().and_then(|calls| calls.first());
        let Some(&function) = first.and_then(|&call| self.driver.calls.get(call)) else {
            return Location::default();
        };
        replay::location(self.program, function, self.program.functions[function].position)
    }

    /// A violation of the scenario in which threads are interrupted as little as possible.
    fn simplest(
        &self,
        core: &mut Core<'_, '_, 'p>,
        in_turn: &mut InTurn<'_, '_, '_, 'p>,
        beginning: &Beginning,
        scenario: &Scenario,
        wrong: (History, Vec<i128>),
    ) -> Result<Found, Trouble> {
        let plan = self.driver.answers(&scenario.threads);
        let mut best = wrong;
        for most in 0..4 {
            let mut found = None;
            let mut ended = |core: &Core<'_, '_, '_>, path: &[i128], endless: bool| {
                let history = self.driver.history(&core.machine);
                if endless || is_linearizable(&history, usize::MAX, in_turn)? {
                    return Ok(Go::On);
                }
                found = Some((history, path.to_vec()));
                Ok(Go::Stop)
            };
            explore(core, beginning, &plan, Some(most), &mut ended)?;
            if let Some(found) = found {
                best = found;
                break;
            }
        }
        let path = beginning.path.iter().chain(&best.1).copied().collect();
        Ok(Found { violation: violation(&best.0, self.location(scenario)), path })
    }

    fn conclude(
        &self,
        tally: Tally,
        shared: &Shared,
        beginnings: usize,
        total: u64,
        stopped: Option<Exhausted>,
    ) -> Checked {
        let Tally { done, illegal, counts, histories, violated, found, skipped, asked, copied, .. } =
            tally.finish();
        let mut evidence = Evidence::complete(Scope::bounded(String::new()));
        evidence.skipped = skipped;
        let is_guarded = self.driver.is_guarded(0..self.driver.calls.len());
        if is_guarded && total > 0 && illegal == total {
            let construct = "threads that call these operations: in no scenario all preconditions are true in every order";
            let location = Location::default();
            evidence.skipped.push(Skipped { construct: construct.to_string(), location });
        }
        evidence.candidates = found
            .into_iter()
            .map(|Found { violation, path }| Candidate {
                violation,
                trace: Trace { choices: path, ..Trace::default() },
            })
            .collect();
        evidence.stopped = stopped;
        if total == 0 {
            evidence.frontier = Frontier::Remaining(1);
        } else if done < total {
            evidence.frontier = Frontier::Scenarios { left: total - done, all: total };
        }
        let touched = shared.touched();
        let found = consistency::Found {
            race: touched.race.as_ref().map(|(_, race)| race),
            weak: touched.weak.as_ref().map(|(_, weak)| weak),
            complete: !touched.doubtful,
            library: touched.library,
        };
        self.options.consistency.conclude(&found, &mut evidence);
        evidence.assumptions.push(WAKING.to_string());
        if copied {
            evidence.assumptions.push(COPYING.to_string());
        }
        asked.tell(self.program, &mut evidence);
        if counts.stuck > 0 {
            evidence.assumptions.push(PENDING.to_string());
        }
        if is_guarded {
            evidence.assumptions.push(format!(
                "operations are called where their preconditions are true in every order: of {total} scenarios {illegal} \
                 were left out"
            ));
        }
        let mut stats = Stats::default();
        if is_guarded {
            stats.count("scenarios_illegal", illegal);
        }
        stats.count("scenarios", done);
        stats.count("scenarios_total", total);
        stats.count("scenarios_violated", violated);
        stats.count("beginnings", beginnings as u64);
        stats.count("states", counts.states);
        stats.count("transitions", counts.transitions);
        stats.count("executions", counts.ends);
        stats.count("histories", histories);
        stats.count("stuck", counts.stuck);
        let based = !self.base.is_none();
        Checked { evidence, stats, granularity: self.granularity, based, beginnings }
    }
}

/// What became of all scenarios: they are counted in their order, so that it does not show who was faster.
#[derive(Default)]
struct Tally {
    /// Whether those behind a violation count.
    all: bool,
    /// The next that counts.
    next: u64,
    /// Those that came too early.
    early: BTreeMap<u64, Report>,
    /// Those that were looked at to the end.
    done: u64,
    /// Those of them in which a precondition is false in some order.
    illegal: u64,
    counts: Counts,
    histories: u64,
    violated: u64,
    found: Vec<Found>,
    skipped: Vec<Skipped>,
    asked: Consulted,
    copied: bool,
}

impl Tally {
    fn report(&mut self, number: u64, report: Report) {
        self.early.insert(number, report);
        while let Some(report) = self.early.remove(&self.next) {
            self.next += 1;
            self.count(report);
        }
    }

    /// Everybody has stopped, so what is missing will not come.
    fn finish(mut self) -> Self {
        for (_, report) in std::mem::take(&mut self.early) {
            self.count(report);
        }
        self
    }

    fn count(&mut self, report: Report) {
        if self.violated > 0 && !self.all {
            return;
        }
        let Counts { states, transitions, ends, stuck } = report.counts;
        self.counts.states += states;
        self.counts.transitions += transitions;
        self.counts.ends += ends;
        self.counts.stuck += stuck;
        self.histories += report.histories;
        self.asked.add(report.asked);
        self.copied |= report.copied;
        match report.outcome {
            Ok(found) => {
                self.done += 1;
                self.illegal += u64::from(!report.is_legal);
                self.violated += u64::from(found.is_some());
                let is_new = |found: &Found| {
                    self.found.iter().all(|other| other.violation != found.violation)
                        && self.found.len() < MOST_TOLD
                };
                self.found.extend(found.filter(is_new));
            }
            Err(trouble) => self.skip(trouble),
        }
    }

    fn skip(&mut self, trouble: Trouble) {
        match trouble {
            Trouble::Skipped(skipped) if !self.skipped.contains(&skipped) => self.skipped.push(skipped),
            Trouble::Skipped(_) | Trouble::Stopped | Trouble::Disturbed | Trouble::FinalsWritten => {}
        }
    }
}

/// What is said of a history that no order explains.
fn violation(history: &History, location: Location) -> Violation {
    let returned = history.threads.iter().flatten().all(|performed| performed.result.is_some());
    let message = if returned {
        "no order of these operations gives these results"
    } else {
        "no order of these operations gives these results, whether those that never return have taken effect or not"
    };
    Violation { property: Property::Linearizable, message: message.to_string(), location }
}
