//! The search over the states of a program with choices.
//!
//! A *state* is what the machine is in when the program asks for a choice; a *transition* is what it
//! executes from there to the next choice or to its end, for one value of the choice. Between choices
//! an execution is deterministic, so looking at every value of every choice of every state that is
//! reached looks at every execution, and a state that was seen before needs no second look: it goes on
//! in the same ways (see [`space::Encoder`] for what a state keeps).
//!
//! What makes the evidence complete: the frontier is empty, which means that every value of every
//! stored state was executed to the next state or to an end; ends are the entry function's return, a
//! false assumption (the execution does not count), or a violation (a candidate). Anything else, a
//! construct that is not supported, a limit of the machine, a budget, is handed over as what it is, and
//! [`check::conclude`] then says *unknown*.

use std::time::Duration;

use check::{
    Candidate, Event, Evidence, Exhausted, Limit, Location, Meter, Observer, Progress, Property, Scope,
    Skipped, Stats, Store as StoreKind, Trace, Usage,
};
use ir::{FunctionId, Program};
use machine::base::Base;
use machine::{Bug, Choice, Concrete, Image, Limits, Lowering, Machine, Resource, Stop, Unsupported, replay};
use space::{Encoder, Frontier, Inserted, Order, StateId, Store, Tree, decode};

/// How to search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Which violations count.
    pub properties: Vec<Property>,
    /// In which order states are expanded.
    pub order: Order,
    /// Whether to go on after the first violation.
    pub all: bool,
    /// What one execution may use.
    pub limits: Limits,
}

impl Options {
    /// Breadth-first to the first violation.
    pub fn new(properties: Vec<Property>) -> Self {
        Options { properties, order: Order::BreadthFirst, all: false, limits: Limits::default() }
    }
}

/// What a search found out.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// For [`check::conclude`].
    pub evidence: Evidence,
    /// `states`, `transitions`, `steps` (machine operations), `depth`, `store_bytes`.
    pub stats: Stats,
}

/// How many operations are executed between two looks at the meter.
const SLICE: u64 = 20_000;

/// How much work storing a state counts as, besides its bytes: hashing, a look-up, restoring.
const STATE_WORK: u64 = 50;

/// How often progress is told.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// Searches every execution that starts at `entry`, a function without parameters.
pub fn search(
    program: &Program,
    entry: FunctionId,
    options: &Options,
    meter: Meter<'_>,
    observer: &mut dyn Observer,
) -> Outcome {
    let image = Image::new(program, Lowering::Fused);
    let machine = Machine::new(&image, Concrete, options.limits);
    // What a front end has made up has a name in angle brackets.
    let name = program.functions[entry].name.trim_matches(['<', '>']);
    let scope = Scope::unbounded(format!("all executions of `{name}`"));
    let mut search = Search {
        program,
        options,
        machine,
        meter,
        observer,
        encoder: Encoder::new(),
        store: Store::new(),
        tree: Tree::new(),
        frontier: Frontier::new(options.order),
        evidence: Evidence::complete(scope),
        marked: None,
        transitions: 0,
        steps: 0,
        work: 0,
        deepest: 0,
        too_deep: 0,
        asked_hashes: false,
        told: Vec::new(),
        next_progress: PROGRESS_INTERVAL,
    };
    let stopped = search.run(entry);
    search.finish(stopped)
}

/// Why the search ended with states left.
enum End {
    /// A budget.
    Exhausted(Exhausted),
    /// The first violation, and no more are wanted.
    Violation,
}

struct Search<'a, 'i, 'p> {
    program: &'p Program,
    options: &'a Options,
    machine: Machine<'i, 'p, Concrete>,
    meter: Meter<'a>,
    observer: &'a mut dyn Observer,
    encoder: Encoder,
    store: Store,
    tree: Tree,
    frontier: Frontier,
    evidence: Evidence,
    /// The state that the machine's mark is at, with its choice.
    marked: Option<(StateId, Choice)>,
    transitions: u64,
    /// Machine operations.
    steps: u64,
    /// What the meter counts: operations, and what storing and restoring states is worth.
    work: u64,
    deepest: u64,
    /// States that were not expanded because of the depth budget.
    too_deep: u64,
    /// Whether an execution has asked for an identity hash code.
    asked_hashes: bool,
    /// What was found not to be supported, and where.
    told: Vec<(Unsupported, Location)>,
    next_progress: Duration,
}

impl Search<'_, '_, '_> {
    /// Searches with a base; if an execution disturbs it, everything is forgotten and done without.
    fn run(&mut self, entry: FunctionId) -> Result<(), End> {
        let base = Base::find(self.program, entry, self.options.limits);
        let ended = self.run_from(&base, entry);
        if base.is_none() || !self.machine.image().is_disturbed() {
            return ended;
        }
        if let Err(End::Exhausted(exhausted)) = ended {
            return Err(End::Exhausted(exhausted));
        }
        self.machine = Machine::new(self.machine.image(), Concrete, self.options.limits);
        self.store = Store::new();
        self.tree = Tree::new();
        self.frontier = Frontier::new(self.options.order);
        self.evidence = Evidence::complete(self.evidence.scope.clone());
        self.marked = None;
        self.too_deep = 0;
        self.run_from(&Base::none(), entry)
    }

    fn run_from(&mut self, base: &Base, entry: FunctionId) -> Result<(), End> {
        if let Err(what) = self.machine.start_from(base, entry, &[]) {
            let construct = replay::unsupported(self.program, what);
            let function = &self.program.functions[entry];
            let location = replay::location(self.program, entry, function.position);
            self.skip(construct, location);
            return Ok(());
        }
        self.execute(None, 0)?;
        while let Some((state, done)) = self.frontier.current() {
            // Nothing is restored for a state that is known to be done.
            let choice = match self.marked {
                Some((marked, choice)) if marked == state && done > choice.width() => choice,
                Some(_) | None => self.restore(state),
            };
            if done > choice.width() {
                self.frontier.finish();
                continue;
            }
            let value = choice.low + done as i128;
            let depth = self.frontier.depth() + 1;
            if self.meter.budget().depth.is_some_and(|limit| depth > limit) {
                self.too_deep += 1;
                self.frontier.finish();
                continue;
            }
            self.deepest = self.deepest.max(depth);
            self.frontier.advance();
            self.machine.choose(choice.word(value));
            self.execute(Some(state), value)?;
            if !base.is_none() && self.machine.image().is_disturbed() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Puts the machine into a state and gives its choice. The next state is often the one that the
    /// mark is at: then only what was changed is undone.
    fn restore(&mut self, state: StateId) -> Choice {
        if let Some((marked, choice)) = self.marked
            && marked == state
            && self.machine.undo()
        {
            return choice;
        }
        let bytes = self.store.get(state);
        self.work += bytes.len() as u64;
        decode(&mut self.machine, bytes);
        let stop = self.machine.run(&mut u64::from(u8::MAX));
        let Stop::Choice(choice) = stop else {
            unreachable!("a stored state is at a choice, not at {stop:?}");
        };
        self.machine.mark();
        self.marked = Some((state, choice));
        choice
    }

    /// Executes to the next choice or to an end, and stores what is reached. `from` and `value` say
    /// how the machine got here.
    fn execute(&mut self, from: Option<StateId>, value: i128) -> Result<(), End> {
        self.transitions += 1;
        let stop = loop {
            let mut fuel = SLICE;
            let stop = self.machine.run(&mut fuel);
            self.steps += SLICE - fuel;
            self.work += SLICE - fuel;
            self.poll()?;
            if stop != Stop::Paused {
                break stop;
            }
        };
        self.asked_hashes |= self.machine.heap().has_hashes();
        match stop {
            Stop::Choice(choice) => {
                let bytes = self.encoder.encode(&self.machine);
                self.work += STATE_WORK + bytes.len() as u64;
                if let Inserted::New(state) = self.store.insert(bytes) {
                    self.tree.push(from, value);
                    self.frontier.push(state);
                    // Depth-first order goes on from here.
                    if self.frontier.current() == Some((state, 0)) {
                        self.machine.mark();
                        self.marked = Some((state, choice));
                    }
                }
                Ok(())
            }
            Stop::Returned(_) | Stop::Exited(_) | Stop::Dropped => Ok(()),
            Stop::Violation(bug) => self.violation(bug, from, value),
            Stop::Unsupported(what) => {
                let (construct, location) = replay::stopped(&self.machine, what);
                // One way to get there is enough to know.
                if !self.told.contains(&(what, location.clone())) {
                    self.told.push((what, location.clone()));
                    self.skip(construct, location);
                }
                Ok(())
            }
            Stop::Exhausted(resource) => {
                let limits = self.options.limits;
                self.skip_here(match resource {
                    Resource::Frames => format!("calls nested deeper than {}", limits.frames),
                    Resource::Memory => {
                        format!("an execution that needs more than {} bytes of heap", limits.heap)
                    }
                });
                Ok(())
            }
            Stop::Paused => unreachable!("paused machines go on"),
            Stop::Fork(never) => match never {},
        }
    }

    fn violation(&mut self, bug: Bug, from: Option<StateId>, value: i128) -> Result<(), End> {
        let violation = replay::violation(&self.machine, bug);
        if !self.options.properties.contains(&violation.property) {
            return Ok(());
        }
        let known = self.evidence.candidates.iter().any(|candidate| candidate.violation == violation);
        if !known {
            let choices = match from {
                Some(state) => {
                    let mut choices = self.tree.path(state);
                    choices.push(value);
                    choices
                }
                None => Vec::new(),
            };
            self.evidence
                .candidates
                .push(Candidate { violation, trace: Trace { choices, ..Trace::default() } });
        }
        if self.options.all { Ok(()) } else { Err(End::Violation) }
    }

    fn skip_here(&mut self, construct: String) {
        let (function, position) = self.machine.position().expect("a machine that has stopped has a frame");
        self.skip(construct, replay::location(self.program, function, position));
    }

    fn skip(&mut self, construct: String, location: Location) {
        let skipped = Skipped { construct, location };
        if !self.evidence.skipped.contains(&skipped) {
            self.evidence.skipped.push(skipped);
        }
    }

    #[inline]
    fn poll(&mut self) -> Result<(), End> {
        let usage = Usage { states: self.store.len() as u64, work: self.work };
        match self.meter.poll(usage) {
            Ok(check::Polled::Counted) => Ok(()),
            Ok(check::Polled::Looked(elapsed)) => {
                if elapsed >= self.next_progress {
                    self.next_progress = elapsed + PROGRESS_INTERVAL;
                    self.tell_progress();
                }
                Ok(())
            }
            Err(exhausted) => Err(End::Exhausted(exhausted)),
        }
    }

    #[cold]
    fn tell_progress(&mut self) {
        let progress = Progress {
            states: self.store.len() as u64,
            transitions: self.transitions,
            frontier: self.frontier.len() as u64,
            depth: self.deepest,
            bytes: self.size(),
        };
        self.observer.event(Event::Progress(progress));
    }

    /// Bytes of the states and of how they were reached.
    fn size(&self) -> u64 {
        (self.store.size() + self.tree.size()) as u64
    }

    fn finish(mut self, end: Result<(), End>) -> Outcome {
        let mut stats = Stats::default();
        stats.count("states", self.store.len() as u64);
        stats.count("transitions", self.transitions);
        stats.count("steps", self.steps);
        stats.count("depth", self.deepest);
        stats.count("store_bytes", self.size());
        self.evidence.store = StoreKind::Exact;
        if self.asked_hashes {
            self.evidence.assumptions.push(replay::HASHES.to_string());
        }
        if let Err(end) = end {
            // The path that was cut may be the only one, even if no state waits.
            let left = (self.frontier.len() as u64 + self.too_deep).max(1);
            self.evidence.frontier = check::Frontier::Remaining(left);
            if let End::Exhausted(exhausted) = end {
                self.evidence.stopped = Some(exhausted);
            }
        } else if let Some(limit) = self.meter.budget().depth
            && self.too_deep > 0
        {
            self.evidence.frontier = check::Frontier::Remaining(self.too_deep);
            self.evidence.stopped = Some(Exhausted::Budget(Limit::Depth(limit)));
        }
        Outcome { evidence: self.evidence, stats }
    }
}
