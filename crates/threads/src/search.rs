//! The search over the interleavings of a program.
//!
//! # States and transitions
//! A *state* is what the machine is in where threads may change, where one of several waiting threads is notified, or
//! where the program asks for a choice. A *transition* is what one thread executes from there to the next such
//! point or to the end of the program: its operation that others may notice, and everything behind it that
//! nobody does (see [`machine::Interleaver`] for which operations those are and why that is enough).
//!
//! Two states are the same if their heaps and the live locals of all threads are, up to the names of objects. Which
//! objects are shared is a function of the state, so equal states go on in the same ways.
//!
//! What makes the evidence complete is what makes it complete in a search over choices: the frontier is empty, so
//! every thread that could go on did, from every state. The program is stuck where no thread can go on though
//! some have not ended that the program waits for.
//!
//! # Bounds
//! With a bound on preemptions a thread that could go on is interrupted for another at most so often on a path. The
//! states then carry the count and the thread; what is cut off is counted, and nothing holds if anything is.
//!
//! Random order follows paths from the beginning and picks at random where to go. It stores nothing and proves nothing.

use std::time::Duration;

use check::{
    Candidate, Event as Told, Evidence, Exhausted, Limit, Location, Meter, Observer, Progress, Property,
    Scope, Skipped, Stats, Store as StoreKind, Trace, Usage, Violation,
};
use ir::{FunctionId, Program};
use machine::base::Base;
use machine::{
    Choice, Clock, Concrete, Event, Granularity, Image, Interleaver, Limits, Lowering, Machine, Resource,
    Stop, Unsupported, Unwatched, replay,
};
use space::{Encoder, Frontier, Inserted, StateId, Store, Tree, UnderWay, decode_threads};

/// In which order states are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Shortest schedules first.
    BreadthFirst,
    /// One schedule to its end before the next.
    DepthFirst,
    /// Schedules at random, from that seed on.
    Random(u64),
}

/// How to search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Which violations count.
    pub properties: Vec<Property>,
    /// In which order states are looked at.
    pub order: Order,
    /// Whether to go on after the first violation.
    pub all: bool,
    /// Where threads may change.
    pub granularity: Granularity,
    /// How often a thread that can go on may be interrupted on a path.
    pub preemptions: Option<u32>,
    /// What one execution may use.
    pub limits: Limits,
}

impl Options {
    /// Breadth-first to the first violation.
    pub fn new(properties: Vec<Property>) -> Self {
        Options {
            properties,
            order: Order::BreadthFirst,
            all: false,
            granularity: Granularity::Shared,
            preemptions: None,
            limits: Limits::default(),
        }
    }
}

/// What a search found out.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// For [`check::conclude`].
    pub evidence: Evidence,
    /// `states`, `transitions`, `threads`, `steps` (machine operations), `depth`, `store_bytes`.
    pub stats: Stats,
    /// Where threads changed: not where it was asked if that was not enough.
    pub granularity: Granularity,
}

/// How many operations are executed between two looks at the meter.
const SLICE: u64 = 20_000;

/// How much work storing a state counts as, besides its bytes.
const STATE_WORK: u64 = 50;

/// How often progress is told.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// What every result about threads rests on.
const MEMORY: &str =
    "memory is sequentially consistent: a thread sees every write that was made before, in order";
const WAKING: &str =
    "a thread that waits wakes up by a notification, an interrupt or a time limit, never by itself";
const LEAVING: &str = "a thread that ends leaves its thread group in one step";
const COPYING: &str = "an array that other threads know is copied in one step";

/// Searches every execution that starts at `entry`, a function without parameters.
pub fn search(
    program: &Program,
    entry: FunctionId,
    options: &Options,
    mut meter: Meter<'_>,
    observer: &mut dyn Observer,
) -> Outcome {
    let base = Base::find(program, entry, options.limits);
    let outcome = attempt(program, entry, options, &base, options.granularity, &mut meter, observer);
    let (base, granularity) = match outcome.1 {
        Verified::Fine => return outcome.0,
        Verified::Disturbed => (Base::none(), options.granularity),
        Verified::FinalsWritten => (base, Granularity::Every),
    };
    let again = attempt(program, entry, options, &base, granularity, &mut meter, observer);
    match again.1 {
        Verified::Fine => again.0,
        // Both may happen; the coarsest way is fine with everything.
        Verified::Disturbed | Verified::FinalsWritten => {
            attempt(program, entry, options, &Base::none(), Granularity::Every, &mut meter, observer).0
        }
    }
}

/// Whether what a search relied on was true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verified {
    Fine,
    /// The program changes what initialisers of the library read.
    Disturbed,
    /// A final field of an object was written that others may know.
    FinalsWritten,
}

fn attempt(
    program: &Program,
    entry: FunctionId,
    options: &Options,
    base: &Base,
    granularity: Granularity,
    meter: &mut Meter<'_>,
    observer: &mut dyn Observer,
) -> (Outcome, Verified) {
    let image = Image::new(program, Lowering::Fused);
    let mut machine = Machine::new(&image, Concrete, options.limits);
    machine.allow_threads(Clock::Free);
    // What a front end has made up has a name in angle brackets.
    let name = program.functions[entry].name.trim_matches(['<', '>']);
    let scope = match options.preemptions {
        None => Scope::unbounded(format!("all executions of `{name}`")),
        Some(most) => Scope::bounded(format!("all executions of `{name}` with at most {most} preemptions")),
    };
    let order = match options.order {
        Order::BreadthFirst | Order::Random(_) => space::Order::BreadthFirst,
        Order::DepthFirst => space::Order::DepthFirst,
    };
    let mut search = Search {
        program,
        options,
        interleaver: Interleaver::new(&image, granularity),
        machine,
        meter,
        observer,
        encoder: Encoder::new(),
        store: Store::new(),
        tree: Tree::new(),
        frontier: Frontier::new(order),
        evidence: Evidence::complete(scope),
        marked: None,
        spent: Vec::new(),
        transitions: 0,
        steps: 0,
        work: 0,
        deepest: 0,
        most_threads: 1,
        cut: 0,
        too_deep: 0,
        asked_hashes: false,
        told: Vec::new(),
        next_progress: PROGRESS_INTERVAL,
    };
    let ended = match options.order {
        Order::Random(seed) => search.walk(base, entry, seed),
        Order::BreadthFirst | Order::DepthFirst => search.run(base, entry),
    };
    let verified = if !base.is_none() && image.is_disturbed() {
        Verified::Disturbed
    } else if search.interleaver.was_wrong() && granularity == Granularity::Shared {
        Verified::FinalsWritten
    } else {
        Verified::Fine
    };
    // Nothing is done again when there is no time for it, or when somebody was told to stop.
    let verified = match ended {
        Err(End::Exhausted(_)) => Verified::Fine,
        Ok(()) | Err(End::Violation) => verified,
    };
    (search.finish(ended, granularity), verified)
}

/// Why the search ended with states left.
enum End {
    /// A budget.
    Exhausted(Exhausted),
    /// The first violation, and no more are wanted.
    Violation,
}

/// What a state asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Question {
    /// Which of so many threads goes on.
    Pick(usize),
    /// Which of so many is notified.
    Notify(usize),
    /// A value, and whether the thread has not yet done what others notice.
    Choose(Choice, bool),
}

impl Question {
    /// How many answers there are, less one.
    fn width(self) -> u128 {
        match self {
            Question::Pick(count) | Question::Notify(count) => count as u128 - 1,
            Question::Choose(choice, _) => choice.width(),
        }
    }

    fn answer(self, index: u128) -> i128 {
        match self {
            Question::Pick(_) | Question::Notify(_) => index as i128,
            Question::Choose(choice, _) => choice.low + index as i128,
        }
    }
}

/// How often a path was preempted, and the thread that has gone on last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Spent {
    preemptions: u32,
    last: Option<u32>,
}

struct Search<'a, 'm, 'i, 'p> {
    program: &'p Program,
    options: &'a Options,
    machine: Machine<'i, 'p, Concrete>,
    interleaver: Interleaver<'i, 'p>,
    meter: &'a mut Meter<'m>,
    observer: &'a mut dyn Observer,
    encoder: Encoder,
    store: Store,
    tree: Tree,
    frontier: Frontier,
    evidence: Evidence,
    /// The state that the machine's mark is at, with its question.
    marked: Option<(StateId, Question)>,
    /// For each state how often the path to it was preempted; none without a bound.
    spent: Vec<Spent>,
    transitions: u64,
    steps: u64,
    work: u64,
    deepest: u64,
    most_threads: u64,
    /// Preemptions that were not followed because of the bound.
    cut: u64,
    too_deep: u64,
    asked_hashes: bool,
    told: Vec<(Unsupported, Location)>,
    next_progress: Duration,
}

impl Search<'_, '_, '_, '_> {
    /// Begins an execution; says whether it could.
    fn begin(&mut self, base: &Base, entry: FunctionId) -> bool {
        let Err(what) = self.machine.start_from(base, entry, &[]) else {
            self.machine.resume_interleaved(&mut self.interleaver, false);
            return true;
        };
        let construct = replay::unsupported(self.program, what);
        let function = &self.program.functions[entry];
        let location = replay::location(self.program, entry, function.position);
        self.skip(construct, location);
        false
    }

    /// Looks at every state.
    fn run(&mut self, base: &Base, entry: FunctionId) -> Result<(), End> {
        if !self.begin(base, entry) {
            return Ok(());
        }
        self.execute(None, None, 0, Spent::default())?;
        while let Some((state, done)) = self.frontier.current() {
            let question = match self.marked {
                Some((marked, question)) if marked == state && done > question.width() => question,
                Some(_) | None => self.restore(state),
            };
            if done > question.width() {
                self.frontier.finish();
                continue;
            }
            let depth = self.frontier.depth() + 1;
            if self.meter.budget().depth.is_some_and(|limit| depth > limit) {
                self.too_deep += 1;
                self.frontier.finish();
                continue;
            }
            self.deepest = self.deepest.max(depth);
            self.frontier.advance();
            let Some(spent) = self.spend(state, question, done) else {
                self.cut += 1;
                continue;
            };
            let value = question.answer(done);
            let event = self.answer(question, value);
            self.execute(event, Some(state), value, spent)?;
            if !base.is_none() && self.machine.image().is_disturbed() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Follows paths at random until the budget is spent or a violation is found.
    fn walk(&mut self, base: &Base, entry: FunctionId, seed: u64) -> Result<(), End> {
        let mut random = seed;
        loop {
            if !self.begin(base, entry) {
                return Ok(());
            }
            let mut trace: Vec<i128> = Vec::new();
            let mut event = None;
            let longest = self.meter.budget().depth;
            loop {
                let question = match self.follow(event.take())? {
                    Reached::Question(question) => question,
                    Reached::Violation(violation) => {
                        self.found(violation, trace)?;
                        break;
                    }
                    Reached::End => break,
                };
                if longest.is_some_and(|longest| trace.len() as u64 >= longest) {
                    break;
                }
                let index = next_random(&mut random) % question.width().saturating_add(1);
                let value = question.answer(index);
                trace.push(value);
                self.deepest = self.deepest.max(trace.len() as u64);
                event = self.answer(question, value);
            }
            // Some are never looked at.
            self.too_deep = 1;
        }
    }

    /// What the bound on preemptions says of an answer; `None` if it forbids it.
    fn spend(&self, state: StateId, question: Question, answer: u128) -> Option<Spent> {
        let Some(most) = self.options.preemptions else { return Some(Spent::default()) };
        let spent = self.spent[state.index()];
        let Question::Pick(_) = question else { return Some(spent) };
        let thread = self.machine.enabled()[answer as usize] as u32;
        let interrupts =
            spent.last.is_some_and(|last| last != thread && self.machine.is_enabled(last as usize));
        let preemptions = spent.preemptions + u32::from(interrupts);
        (preemptions <= most).then_some(Spent { preemptions, last: Some(thread) })
    }

    fn answer(&mut self, question: Question, value: i128) -> Option<Event> {
        match question {
            Question::Pick(_) => self.machine.pick(&mut self.interleaver, value as usize),
            Question::Notify(_) => {
                self.machine.notify(value as usize);
                None
            }
            Question::Choose(choice, _) => {
                self.machine.choose(choice.word(value));
                None
            }
        }
    }

    /// Puts the machine into a state and gives its question.
    fn restore(&mut self, state: StateId) -> Question {
        if let Some((marked, question)) = self.marked
            && marked == state
            && self.machine.undo()
        {
            let passes = matches!(question, Question::Choose(_, true));
            self.machine.resume_interleaved(&mut self.interleaver, passes);
            return question;
        }
        let bytes = self.store.get(state);
        self.work += bytes.len() as u64;
        let under_way = decode_threads(&mut self.machine, bytes);
        // A notification is asked for once more, and then does not count as one that others notice.
        let passes = under_way.is_some_and(|under_way| under_way.passes);
        self.machine.resume_interleaved(&mut self.interleaver, passes);
        let question = match under_way {
            None => Question::Pick(self.machine.enabled().len()),
            Some(_) => {
                let mut fuel = u64::from(u8::MAX);
                let event = self.machine.run_interleaved(&mut self.interleaver, &mut fuel, &mut Unwatched);
                match event {
                    Event::Notify(waiting) => Question::Notify(waiting),
                    Event::Stop(Stop::Choice(choice)) => Question::Choose(choice, passes),
                    Event::Pick(_) | Event::Stop(_) => {
                        unreachable!(
                            "a stored state with a thread under way asks for something, not {event:?}"
                        )
                    }
                }
            }
        };
        self.machine.mark();
        self.marked = Some((state, question));
        question
    }

    /// Executes to the next question or to an end.
    fn follow(&mut self, event: Option<Event>) -> Result<Reached, End> {
        self.transitions += 1;
        let event = match event {
            Some(event) => event,
            None => loop {
                let mut fuel = SLICE;
                let event = self.machine.run_interleaved(&mut self.interleaver, &mut fuel, &mut Unwatched);
                self.steps += SLICE - fuel;
                self.work += SLICE - fuel;
                self.poll()?;
                if event != Event::Stop(Stop::Paused) {
                    break event;
                }
            },
        };
        self.asked_hashes |= self.machine.heap().has_hashes();
        self.most_threads = self.most_threads.max(self.machine.thread_count() as u64);
        Ok(match event {
            Event::Pick(0) => Reached::Violation(self.machine.deadlock()),
            Event::Pick(count) => Reached::Question(Question::Pick(count)),
            Event::Notify(count) => Reached::Question(Question::Notify(count)),
            Event::Stop(stop) => match stop {
                Stop::Choice(choice) => {
                    Reached::Question(Question::Choose(choice, self.interleaver.passes()))
                }
                Stop::Returned(_) | Stop::Exited(_) | Stop::Dropped => Reached::End,
                Stop::Violation(bug) => Reached::Violation(replay::violation(&self.machine, bug)),
                Stop::Unsupported(what) => {
                    let (construct, location) = replay::stopped(&self.machine, what);
                    // One way to get there is enough to know.
                    if !self.told.contains(&(what, location.clone())) {
                        self.told.push((what, location.clone()));
                        self.skip(construct, location);
                    }
                    Reached::End
                }
                Stop::Exhausted(resource) => {
                    let limits = self.options.limits;
                    let construct = match resource {
                        Resource::Frames => format!("calls nested deeper than {}", limits.frames),
                        Resource::Memory => {
                            format!("an execution that needs more than {} bytes of heap", limits.heap)
                        }
                    };
                    let place = self.machine.position();
                    let (function, position) = place.expect("a machine that has stopped has a frame");
                    self.skip(construct, replay::location(self.program, function, position));
                    Reached::End
                }
                Stop::Paused => unreachable!("paused machines go on"),
                Stop::Fork(never) => match never {},
            },
        })
    }

    /// Executes to the next question or to an end, and stores what is reached. `from` and `value` say how the machine
    /// got here.
    fn execute(
        &mut self,
        event: Option<Event>,
        from: Option<StateId>,
        value: i128,
        spent: Spent,
    ) -> Result<(), End> {
        match self.follow(event)? {
            Reached::End => Ok(()),
            Reached::Violation(violation) => {
                let choices = match from {
                    Some(state) => {
                        let mut choices = self.tree.path(state);
                        choices.push(value);
                        choices
                    }
                    None => Vec::new(),
                };
                self.found(violation, choices)
            }
            Reached::Question(question) => {
                self.keep(question, from, value, spent);
                Ok(())
            }
        }
    }

    /// Stores a state.
    fn keep(&mut self, question: Question, from: Option<StateId>, value: i128, mut spent: Spent) {
        let current = self.machine.current_thread();
        let under_way = match question {
            Question::Pick(_) => None,
            Question::Notify(_) => current.map(|thread| UnderWay { thread, passes: true }),
            Question::Choose(_, passes) => current.map(|thread| UnderWay { thread, passes }),
        };
        // A thread that has ended, or must wait, was not interrupted.
        spent.last = spent.last.and(current).map(|thread| thread as u32);
        let bounded = self.options.preemptions.is_some();
        let extra = bounded
            .then_some([u64::from(spent.preemptions), spent.last.map_or(0, |last| u64::from(last) + 1)]);
        let bytes =
            self.encoder.encode_threads(&self.machine, under_way, extra.as_ref().map_or(&[], |extra| extra));
        self.work += STATE_WORK + bytes.len() as u64;
        if let Inserted::New(state) = self.store.insert(bytes) {
            self.tree.push(from, value);
            self.frontier.push(state);
            if bounded {
                self.spent.push(spent);
            }
            // Depth-first order goes on from here.
            if self.frontier.current() == Some((state, 0)) {
                self.machine.mark();
                self.marked = Some((state, question));
            }
        }
    }

    fn found(&mut self, violation: Violation, choices: Vec<i128>) -> Result<(), End> {
        if !self.options.properties.contains(&violation.property) {
            return Ok(());
        }
        let known = self.evidence.candidates.iter().any(|candidate| candidate.violation == violation);
        if !known {
            let trace = Trace { choices, ..Trace::default() };
            self.evidence.candidates.push(Candidate { violation, trace });
        }
        if self.options.all { Ok(()) } else { Err(End::Violation) }
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
        self.observer.event(Told::Progress(progress));
    }

    /// Bytes of the states and of how they were reached.
    fn size(&self) -> u64 {
        (self.store.size() + self.tree.size()) as u64
    }

    fn finish(mut self, end: Result<(), End>, granularity: Granularity) -> Outcome {
        let mut stats = Stats::default();
        stats.count("states", self.store.len() as u64);
        stats.count("transitions", self.transitions);
        stats.count("threads", self.most_threads);
        stats.count("steps", self.steps);
        stats.count("depth", self.deepest);
        stats.count("store_bytes", self.size());
        self.evidence.store = StoreKind::Exact;
        self.evidence.assumptions.push(MEMORY.to_string());
        self.evidence.assumptions.push(WAKING.to_string());
        if granularity == Granularity::Shared {
            self.evidence.assumptions.push(LEAVING.to_string());
        }
        if self.interleaver.has_copied() {
            self.evidence.assumptions.push(COPYING.to_string());
        }
        if self.asked_hashes {
            self.evidence.assumptions.push(replay::HASHES.to_string());
        }
        let left = self.frontier.len() as u64 + self.too_deep + self.cut;
        if let Err(end) = end {
            // The path that was cut may be the only one, even if no state waits.
            self.evidence.frontier = check::Frontier::Remaining(left.max(1));
            if let End::Exhausted(exhausted) = end {
                self.evidence.stopped = Some(exhausted);
            }
        } else if left > 0 {
            self.evidence.frontier = check::Frontier::Remaining(left);
            if let (Some(limit), true) = (self.meter.budget().depth, self.too_deep > 0) {
                self.evidence.stopped = Some(Exhausted::Budget(Limit::Depth(limit)));
            }
        }
        Outcome { evidence: self.evidence, stats, granularity }
    }
}

/// What an execution has come to.
enum Reached {
    Question(Question),
    Violation(Violation),
    /// Its end, or something that is not supported, which was noted.
    End,
}

/// A number by a step of splitmix64.
fn next_random(state: &mut u64) -> u128 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    u128::from(mixed ^ (mixed >> 31))
}
