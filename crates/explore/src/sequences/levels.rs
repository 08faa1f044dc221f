//! Levels: all threads work on the states of one level, then on those of the next.
//!
//! # The shortest violation
//! A call on a state of a level makes a sequence that is one longer than the one that leads to the
//! state. So when a call violates something, the rest of the level may still have a shorter violation: a
//! state in which the invariant is false. Such a level is finished without calls, and the shortest
//! sequence is handed over. With one thread it is always the same of those of that length.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use check::{
    Candidate, Event, Evidence, Exhausted, Frontier, Meter, Observer, Polled, Progress, Scope, Skipped,
    Stats, Store, Trace, Usage, Violation,
};
use ir::Program;
use machine::base::Base;
use machine::{Consulted, Image, Lowering, Reference, replay};
use space::{Key, Shards};

use super::coverage::Coverage;
use super::crew::{Crew, Queue};
use super::realise::realise;
use super::standard::{CALL_WORK, End};
use super::{Matching, Options, Outcome, Plan};

/// How many states a thread takes at a time.
pub(super) const CHUNK: usize = 256;

/// How often the thread that waits for the others looks at the budget.
const LOOK_INTERVAL: Duration = Duration::from_millis(10);

/// How often progress is told.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// Where the time went, of the states that were timed.
#[derive(Clone, Copy, Default)]
pub(super) struct Times {
    pub(super) states: u64,
    pub(super) execution: Duration,
    pub(super) comparison: Duration,
    pub(super) backtracking: Duration,
    pub(super) merging: Duration,
}

impl Times {
    pub(super) fn add(&mut self, other: &Times) {
        self.states += other.states;
        self.execution += other.execution;
        self.comparison += other.comparison;
        self.backtracking += other.backtracking;
        self.merging += other.merging;
    }
}

/// What a thread has counted.
#[derive(Clone, Copy, Default)]
pub(super) struct Counts {
    pub(super) states: u64,
    pub(super) executions: u64,
    pub(super) unchanged: u64,
    pub(super) steps: u64,
    /// Paths that were executed on many states at once.
    pub(super) paths: u64,
    /// Executions that were done by those.
    pub(super) together: u64,
    pub(super) times: Times,
}

impl Counts {
    fn add(&mut self, other: &Counts) {
        self.states += other.states;
        self.executions += other.executions;
        self.unchanged += other.unchanged;
        self.steps += other.steps;
        self.paths += other.paths;
        self.together += other.together;
        self.times.add(&other.times);
    }
}

/// A violation that a thread has found: the state, the call if it was one, and what happened.
pub(super) struct Found {
    pub(super) state: Key,
    pub(super) call: Option<u32>,
    pub(super) violation: Violation,
}

/// What all threads share.
pub(super) struct Shared<'a> {
    pub(super) program: &'a Program,
    pub(super) plan: &'a Plan,
    pub(super) options: &'a Options,
    pub(super) shards: Shards,
    /// The budget is used up.
    pub(super) stop: AtomicBool,
    /// A violation was found, and no other call is to be executed.
    pub(super) violated: AtomicBool,
    pub(super) work: AtomicU64,
    /// Chunks of the level: the shard, and the numbers of states.
    pub(super) chunks: Vec<(usize, std::ops::Range<usize>)>,
    pub(super) next_chunk: AtomicUsize,
    /// Batches of the level that are ready to be executed together.
    pub(super) queue: Queue,
    /// Whether calls are executed, or only the invariant is looked at.
    pub(super) calls: bool,
}

/// Stops a thread.
pub(super) struct Stopped;

/// Explores a plan.
pub(super) fn explore(
    program: &Program,
    plan: &Plan,
    options: &Options,
    meter: Meter<'_>,
    observer: &mut dyn Observer,
) -> Outcome {
    let base = Base::find_all(program, plan.driver, options.limits);
    let image = Image::new(program, Lowering::Fused);
    let outcome = explore_from(&base, &image, plan, options, meter.clone(), observer);
    // What a call may have disturbed is done again without: see `machine::base`.
    if base.is_none() || !image.is_disturbed() || outcome.evidence.stopped.is_some() {
        return outcome;
    }
    explore_from(&Base::none(), &image, plan, options, meter, observer)
}

fn explore_from(
    base: &Base,
    image: &Image<'_>,
    plan: &Plan,
    options: &Options,
    meter: Meter<'_>,
    observer: &mut dyn Observer,
) -> Outcome {
    let program = image.program();
    let mut evidence = Evidence::complete(Scope::bounded(options.scope.clone()));
    evidence.store = match options.matching {
        Matching::Exact => Store::Exact,
        Matching::Shape { .. } => Store::Abstract,
    };
    let threads = options.threads.max(1);
    let mut workers: Vec<Crew<'_, '_>> = Vec::new();
    for _ in 0..threads {
        match Crew::new(image, base, plan, options) {
            Some(worker) => workers.push(worker),
            None => {
                evidence.skipped.push(Skipped {
                    construct: "making the arguments of the calls".to_string(),
                    location: check::Location::default(),
                });
                return Outcome { evidence, stats: Stats::default(), levels: Vec::new() };
            }
        }
    }
    let shared = Shared {
        program,
        plan,
        options,
        shards: Shards::new(),
        stop: AtomicBool::new(false),
        violated: AtomicBool::new(false),
        work: AtomicU64::new(0),
        chunks: Vec::new(),
        next_chunk: AtomicUsize::new(0),
        queue: Queue::default(),
        calls: true,
    };
    let mut exploration = Exploration {
        shared,
        workers,
        meter,
        observer,
        evidence,
        levels: Vec::new(),
        next_progress: PROGRESS_INTERVAL,
    };
    if exploration.first() {
        exploration.run();
    }
    exploration.finish()
}

struct Exploration<'a, 'i, 'p> {
    shared: Shared<'a>,
    workers: Vec<Crew<'i, 'p>>,
    meter: Meter<'a>,
    observer: &'a mut dyn Observer,
    evidence: Evidence,
    levels: Vec<u64>,
    next_progress: Duration,
}

impl Exploration<'_, '_, '_> {
    /// Makes the object; false if that does not work.
    fn first(&mut self) -> bool {
        let Exploration { workers, shared, meter, .. } = self;
        let worker = &mut workers[0].alone;
        worker.arguments.clear();
        let mut exhausted = None;
        let mut poll = || {
            let work = shared.work.load(Ordering::Relaxed);
            match meter.poll(Usage { states: 0, work }) {
                Ok(_) => Ok(()),
                Err(stopped) => {
                    exhausted = Some(stopped);
                    Err(Stopped)
                }
            }
        };
        match worker.call(shared, shared.plan.factory, &mut poll) {
            Ok(End::Returned(Some(root))) if root != 0 => {
                worker.is_new(root as Reference);
                let state = worker.encoder.encode_from(&worker.machine, &[root as Reference]);
                self.shared.shards.insert_first(state);
                self.levels.push(1);
                true
            }
            Ok(End::Bug(bug)) => {
                let violation = replay::violation(&worker.machine, bug);
                self.evidence.candidates.push(Candidate { violation, trace: Trace::default() });
                false
            }
            Ok(End::Skipped(construct)) => {
                worker.skip(&self.shared, construct);
                false
            }
            // Nothing was looked at, so nothing may be said to hold.
            Ok(End::Returned(_)) => {
                worker.skip(&self.shared, "a factory that makes no object".to_string());
                false
            }
            Ok(End::Dropped) => {
                worker.skip(&self.shared, "an object whose making assumes what is false".to_string());
                false
            }
            Err(Stopped) => {
                self.evidence.frontier = Frontier::Remaining(1);
                self.evidence.stopped = exhausted;
                false
            }
        }
    }

    fn run(&mut self) {
        let mut begin = vec![0; self.shared.shards.lengths().len()];
        for depth in 0..=self.shared.options.length {
            let end = self.shared.shards.lengths();
            let last = depth == self.shared.options.length;
            if last && self.shared.plan.invariant.is_none() {
                return;
            }
            self.shared.calls = !last;
            self.shared.chunks = chunks(&begin, &end);
            if self.shared.chunks.is_empty() {
                return;
            }
            self.shared.next_chunk = AtomicUsize::new(0);
            let done = self.level();
            if done.is_err() || self.shared.violated.load(Ordering::Relaxed) {
                let exhausted = done.err().flatten();
                let done: u64 = self.workers.iter().map(|worker| worker.alone.counts.states).sum();
                let left = (self.shared.shards.len() as u64).saturating_sub(done).max(1);
                self.evidence.frontier = Frontier::Remaining(left);
                self.evidence.stopped = exhausted;
                return;
            }
            if !last {
                let reached = (self.shared.shards.len() - end.iter().sum::<usize>()) as u64;
                if reached > 0 {
                    self.levels.push(reached);
                }
            }
            begin = end;
        }
    }

    /// Lets all threads work on a level. Fails with the budget that is used up.
    fn level(&mut self) -> Result<(), Option<Exhausted>> {
        let Exploration { shared, workers, meter, observer, next_progress, levels, .. } = self;
        let shared = &*shared;
        let depth = levels.len() as u64;
        let mut exhausted = None;
        let mut look = |observer: &mut &mut dyn Observer| -> Result<(), Stopped> {
            let work = shared.work.load(Ordering::Relaxed);
            // Counting states takes all locks, so it is done only where it matters.
            let states = match meter.budget().states {
                Some(_) => shared.shards.len() as u64,
                None => 0,
            };
            match meter.poll(Usage { states, work }) {
                Ok(Polled::Counted) => Ok(()),
                Ok(Polled::Looked(elapsed)) => {
                    if elapsed >= *next_progress {
                        *next_progress = elapsed + PROGRESS_INTERVAL;
                        let chunks = shared.chunks.len() as u64;
                        let taken = (shared.next_chunk.load(Ordering::Relaxed) as u64).min(chunks);
                        observer.event(Event::Progress(Progress {
                            states: shared.shards.len() as u64,
                            transitions: work / CALL_WORK,
                            frontier: (chunks - taken) * CHUNK as u64,
                            depth,
                            bytes: shared.shards.size() as u64,
                            scenarios: None,
                        }));
                    }
                    Ok(())
                }
                Err(stopped) => {
                    exhausted = Some(stopped);
                    shared.stop.store(true, Ordering::Relaxed);
                    Err(Stopped)
                }
            }
        };
        let done = if let [worker] = &mut workers[..] {
            worker.level(shared, &mut || look(observer))
        } else {
            let done = std::thread::scope(|scope| {
                // Nothing is ever sent: when the last thread is done, everybody has hung up.
                let (working, done) = mpsc::channel::<()>();
                let threads: Vec<_> = workers
                    .iter_mut()
                    .filter_map(|worker| {
                        let working = working.clone();
                        let work = move || {
                            let _working = working;
                            worker.level(shared, &mut || Ok(()))
                        };
                        // Where the system gives no more threads, those that there are do what there is to do.
                        std::thread::Builder::new().spawn_scoped(scope, work).ok()
                    })
                    .collect();
                if threads.is_empty() {
                    return None;
                }
                drop(working);
                while done.recv_timeout(LOOK_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                    if look(observer).is_err() {
                        break;
                    }
                }
                let ends: Vec<Result<(), Stopped>> = threads
                    .into_iter()
                    .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                    .collect();
                Some(ends.into_iter().collect())
            });
            done.unwrap_or_else(|| workers[0].level(shared, &mut || look(observer)))
        };
        done.map_err(|Stopped| exhausted)
    }

    fn finish(mut self) -> Outcome {
        let mut counts = Counts::default();
        let mut asked = Consulted::default();
        let mut coverage: Option<Coverage> = None;
        // Each with whether a call ends in it.
        let mut candidates: Vec<(Candidate, bool)> = Vec::new();
        for Crew { alone: worker, .. } in &mut self.workers {
            counts.add(&worker.counts);
            asked.add(worker.asked);
            match (&mut coverage, &worker.coverage) {
                (Some(all), Some(more)) => all.add(more),
                (None, more) => coverage.clone_from(more),
                (Some(_), None) => {}
            }
            for skipped in worker.skipped.drain(..) {
                if !self.evidence.skipped.contains(&skipped) {
                    self.evidence.skipped.push(skipped);
                }
            }
            for found in worker.found.drain(..) {
                let mut choices: Vec<i128> =
                    self.shared.shards.path(found.state).into_iter().map(i128::from).collect();
                choices.extend(found.call.map(i128::from));
                let trace = Trace { choices, ..Trace::default() };
                let candidate = Candidate { violation: found.violation, trace };
                candidates.push((candidate, found.call.is_some()));
            }
        }
        candidates.sort_by(|(a, _), (b, _)| {
            let key = |candidate: &Candidate| candidate.trace.choices.len();
            key(a).cmp(&key(b)).then_with(|| a.trace.choices.cmp(&b.trace.choices))
        });
        let mut ends_in_call: Vec<bool> = Vec::new();
        let different = &mut self.evidence.candidates;
        for (candidate, in_call) in candidates {
            let known = different.iter().any(|other| other.violation == candidate.violation);
            if !known && (self.shared.options.all || different.is_empty()) {
                different.push(candidate);
                ends_in_call.push(in_call);
            }
        }
        if !self.shared.plan.sets.is_empty() {
            realise(&mut self.workers[0].alone, &self.shared, different);
        }
        for (candidate, in_call) in different.iter_mut().zip(ends_in_call) {
            if let Some(last) = candidate.trace.choices.last_mut().filter(|_| in_call) {
                *last = self.shared.plan.unprotected(*last);
            }
        }
        self.evidence.assumptions.extend(self.shared.plan.assumptions(self.shared.program));
        asked.tell(self.shared.program, &mut self.evidence);
        let mut stats = Stats::default();
        stats.count("states", counts.states);
        stats.count("visited", self.shared.shards.len() as u64);
        // Numbers in JSON are exact up to here.
        stats.count("digest", self.shared.shards.digest() & ((1 << 53) - 1));
        stats.count("executions", counts.executions);
        stats.count("unchanged", counts.unchanged);
        stats.count("steps", counts.steps);
        stats.count("paths", counts.paths);
        stats.count("executed_together", counts.together);
        stats.count("depth", self.levels.len().saturating_sub(1) as u64);
        stats.count("store_bytes", self.shared.shards.size() as u64);
        if let Some(coverage) = coverage {
            stats.count("branches", coverage.count());
            stats.count("branches_covered", coverage.covered());
        }
        if let Matching::Shape { seed } = self.shared.options.matching {
            stats.count("seed", seed);
        }
        // Some states stand for all.
        let scale = counts.states as f64 / counts.times.states.max(1) as f64;
        let Times { execution, comparison, backtracking, merging, states: _ } = counts.times;
        stats.real("execution_seconds", execution.as_secs_f64() * scale);
        stats.real("comparison_seconds", comparison.as_secs_f64() * scale);
        stats.real("backtracking_seconds", backtracking.as_secs_f64() * scale);
        stats.real("merging_seconds", merging.as_secs_f64() * scale);
        Outcome { evidence: self.evidence, stats, levels: self.levels }
    }
}

fn chunks(begin: &[usize], end: &[usize]) -> Vec<(usize, std::ops::Range<usize>)> {
    let mut chunks = Vec::new();
    for (shard, (&begin, &end)) in begin.iter().zip(end).enumerate() {
        let mut from = begin;
        while from < end {
            let to = (from + CHUNK).min(end);
            chunks.push((shard, from..to));
            from = to;
        }
    }
    chunks
}
