//! What a search over stored states keeps about itself: which states it has visited and how, what it has counted, and what it
//! has to tell. What a state is, and how one gets from one to the next, is the search's own.
//!
//! [`Visits::finish`] makes the evidence: complete only if no state waits, nothing was cut off and nothing skipped.

use std::time::Duration;

use check::{
    Candidate, Event, Evidence, Exhausted, Limit, Location, Meter, Observer, Polled, Progress, Property,
    Scope, Skipped, Stats, Store as StoreKind, Trace, Usage, Violation,
};
use ir::{FunctionId, Program};
use machine::{Consulted, Definite, Domain, Limits, Machine, Resource, Unsupported, replay};

use crate::{Compact, Frontier, Inserted, Order, StateId, Store, Tree};

/// How much work storing a state counts as, besides its bytes: hashing, a look-up, restoring.
const STATE_WORK: u64 = 50;

/// How many violations that may not be there are told.
const MOST_DOUBTS: usize = 5;

/// How often progress is told.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// Why a search ended with states left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// A budget.
    Exhausted(Exhausted),
    /// The first violation, and no more are wanted.
    Violation,
}

/// The states that were visited.
enum Kept {
    Exact(Store),
    Compact(Compact),
}

impl Kept {
    fn insert(&mut self, state: &[u8]) -> Inserted {
        match self {
            Kept::Exact(store) => store.insert(state),
            Kept::Compact(store) => store.insert(state),
        }
    }

    fn get(&self, state: StateId) -> &[u8] {
        match self {
            Kept::Exact(store) => store.get(state),
            Kept::Compact(store) => store.get(state),
        }
    }

    fn len(&self) -> usize {
        match self {
            Kept::Exact(store) => store.len(),
            Kept::Compact(store) => store.len(),
        }
    }

    fn size(&self) -> usize {
        match self {
            Kept::Exact(store) => store.size(),
            Kept::Compact(store) => store.size(),
        }
    }
}

/// See the module's documentation.
pub struct Visits<'a, 'm> {
    meter: &'a mut Meter<'m>,
    observer: &'a mut dyn Observer,
    store: Kept,
    tree: Tree,
    /// The states that wait.
    pub frontier: Frontier,
    evidence: Evidence,
    /// What was executed from one state to the next, or to an end.
    pub transitions: u64,
    /// Machine operations.
    steps: u64,
    /// What the meter counts: operations, and what storing and restoring states is worth.
    work: u64,
    /// The longest path.
    pub deepest: u64,
    /// States that were not expanded, or answers that were not followed, because of a bound.
    cut: u64,
    /// Those among them that were too deep.
    too_deep: u64,
    /// An execution needed more heap than that.
    out_of_room: Option<u64>,
    consulted: Consulted,
    /// What was found not to be supported, and where.
    told: Vec<(Unsupported, Location)>,
    next_progress: Duration,
    /// Bytes that the search keeps of its states besides.
    pub beside: usize,
}

impl<'a, 'm> Visits<'a, 'm> {
    /// Nothing was visited.
    pub fn new(order: Order, scope: Scope, meter: &'a mut Meter<'m>, observer: &'a mut dyn Observer) -> Self {
        Visits {
            meter,
            observer,
            store: Kept::Exact(Store::new()),
            tree: Tree::new(),
            frontier: Frontier::new(order),
            evidence: Evidence::complete(scope),
            transitions: 0,
            steps: 0,
            work: 0,
            deepest: 0,
            cut: 0,
            too_deep: 0,
            out_of_room: None,
            consulted: Consulted::default(),
            told: Vec::new(),
            next_progress: PROGRESS_INTERVAL,
            beside: 0,
        }
    }

    /// Remembers 64 bits of each state from now on. Nothing was visited yet.
    #[must_use]
    pub fn compact(mut self) -> Self {
        self.store = Kept::Compact(Compact::default());
        self
    }

    /// The state at hand is done, and will not be restored any more.
    pub fn done(&mut self, state: StateId) {
        self.frontier.finish();
        if let Kept::Compact(store) = &mut self.store {
            store.forget(state);
        }
    }

    /// Forgets the states and what was found; what was counted stays.
    pub fn begin_again(&mut self, order: Order) {
        self.store = match self.store {
            Kept::Exact(_) => Kept::Exact(Store::new()),
            Kept::Compact(_) => Kept::Compact(Compact::default()),
        };
        self.tree = Tree::new();
        self.frontier = Frontier::new(order);
        self.evidence = Evidence::complete(self.evidence.scope.clone());
        self.told.clear();
        (self.cut, self.too_deep, self.out_of_room) = (0, 0, None);
    }

    /// The longest path that is allowed.
    pub fn depth_limit(&self) -> Option<u64> {
        self.meter.budget().depth
    }

    /// Stores a state that `value` leads to; its number if it is new.
    pub fn keep(&mut self, bytes: &[u8], from: Option<StateId>, value: i128) -> Option<StateId> {
        match self.visit(bytes, from, value, 0) {
            Inserted::New(state) => Some(state),
            Inserted::Known(_) => None,
        }
    }

    /// Stores a state that `value` leads to, and says whether it was known. The rank matters in an order by ranks only.
    pub fn visit(&mut self, bytes: &[u8], from: Option<StateId>, value: i128, rank: u32) -> Inserted {
        self.work += STATE_WORK + bytes.len() as u64;
        let inserted = self.store.insert(bytes);
        if let Inserted::New(state) = inserted {
            self.tree.push(from, value);
            self.frontier.push_ranked(state, rank);
        }
        inserted
    }

    /// The bytes of a state that is to be restored.
    pub fn bytes(&mut self, state: StateId) -> &[u8] {
        let bytes = self.store.get(state);
        self.work += bytes.len() as u64;
        bytes
    }

    /// Goes on to the next answer of the state at hand; not if that would be too deep, then the state is done.
    pub fn advance(&mut self) -> bool {
        let depth = self.frontier.depth() + 1;
        if self.depth_limit().is_some_and(|limit| depth > limit) {
            self.cut_depth();
            self.frontier.finish();
            return false;
        }
        self.deepest = self.deepest.max(depth);
        self.frontier.advance();
        true
    }

    /// Something is not looked at because of a bound.
    pub fn cut(&mut self) {
        self.cut += 1;
    }

    /// Something is not looked at because it is too deep.
    pub fn cut_depth(&mut self) {
        self.too_deep += 1;
    }

    /// So many operations were executed: looks at the budget, and tells progress from time to time.
    #[inline]
    pub fn executed(&mut self, steps: u64) -> Result<(), End> {
        self.steps += steps;
        self.work += steps;
        let usage = Usage { states: self.store.len() as u64, work: self.work };
        match self.meter.poll(usage) {
            Ok(Polled::Counted) => Ok(()),
            Ok(Polled::Looked(elapsed)) => {
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
            scenarios: None,
        };
        self.observer.event(Event::Progress(progress));
    }

    /// Bytes of the states and of how they were reached.
    fn size(&self) -> u64 {
        (self.store.size() + self.tree.size() + self.beside) as u64
    }

    /// An execution has stopped: notes what it has asked for.
    pub fn stopped<D: Domain>(&mut self, machine: &Machine<'_, '_, D>) {
        self.consulted(Consulted::by(machine));
    }

    /// Says what an execution has asked for.
    pub fn consulted(&mut self, consulted: Consulted) {
        self.consulted.add(consulted);
    }

    /// The program cannot begin.
    pub fn cannot_start(&mut self, program: &Program, entry: FunctionId, what: Unsupported) {
        let location = replay::location(program, entry, program.functions[entry].position);
        self.skip(replay::unsupported(program, what), location);
    }

    /// An execution has come to something that is not supported.
    pub fn unsupported<D: Domain>(&mut self, machine: &Machine<'_, '_, D>, what: Unsupported) {
        let (construct, location) = replay::stopped(machine, what);
        // One way to get there is enough to know.
        if !self.told.contains(&(what, location.clone())) {
            self.told.push((what, location.clone()));
            self.skip(construct, location);
        }
    }

    /// An execution has used up what it may use.
    pub fn used_up<D: Domain>(&mut self, machine: &Machine<'_, '_, D>, limits: Limits, resource: Resource) {
        let construct = match resource {
            Resource::Frames => format!("calls nested deeper than {}", limits.frames),
            Resource::Memory => format!("an execution that needs more than {} bytes of heap", limits.heap),
            Resource::Room => {
                // It is as if the budget were spent in the middle of the execution, and others may need less.
                self.cut();
                self.out_of_room = Some(limits.room as u64);
                return;
            }
        };
        let (function, position) = machine.position().expect("a machine that has stopped has a frame");
        self.skip(construct, replay::location(machine.image().program(), function, position));
    }

    /// An execution has come to something that is not supported, in words that follow "not supported:".
    /// The place is in the user's own code.
    pub fn cannot_go_on<D: Definite>(&mut self, machine: &Machine<'_, '_, D>, construct: String) {
        self.skip(construct, machine.thread_location(machine.current_thread().unwrap_or(0)));
    }

    /// Something was not done as it should be, in words that follow "not supported:".
    pub fn skip(&mut self, construct: String, location: Location) {
        let skipped = Skipped { construct, location };
        if !self.evidence.skipped.contains(&skipped) {
            self.evidence.skipped.push(skipped);
        }
    }

    /// The answers that lead to a state and on from there.
    pub fn path(&self, from: Option<StateId>, value: i128) -> Vec<i128> {
        let Some(state) = from else { return Vec::new() };
        let mut path = self.tree.path(state);
        path.push(value);
        path
    }

    /// A violation that a trace leads to.
    pub fn report(&mut self, violation: Violation, trace: Trace) {
        self.evidence.candidates.push(Candidate { violation, trace });
    }

    /// The answers that lead to a state.
    pub fn path_to(&self, state: StateId) -> Vec<i128> {
        self.tree.path(state)
    }

    /// A violation that these answers lead to, which counts if its property is wanted; whether to go on after it.
    pub fn found(
        &mut self,
        wanted: &[Property],
        all: bool,
        violation: Violation,
        choices: Vec<i128>,
    ) -> Result<(), End> {
        if !wanted.contains(&violation.property) {
            return Ok(());
        }
        let known = self.evidence.candidates.iter().any(|candidate| candidate.violation == violation);
        if !known {
            let trace = Trace { choices, ..Trace::default() };
            self.evidence.candidates.push(Candidate { violation, trace });
        }
        if all { Ok(()) } else { Err(End::Violation) }
    }

    /// A violation that may not be there, and why.
    pub fn doubt(&mut self, violation: Violation, why: String) {
        let known = self.evidence.doubts.iter().any(|doubt| doubt.violation == violation);
        if !known && self.evidence.doubts.len() < MOST_DOUBTS {
            self.evidence.doubts.push(check::Doubt { violation, why });
        }
    }

    /// The evidence, and `states`, `transitions`, `steps`, `depth`, `store_bytes`.
    pub fn finish(mut self, program: &Program, end: Result<(), End>) -> (Evidence, Stats) {
        let mut stats = Stats::default();
        stats.count("states", self.store.len() as u64);
        stats.count("transitions", self.transitions);
        stats.count("steps", self.steps);
        stats.count("depth", self.deepest);
        stats.count("store_bytes", self.size());
        self.evidence.store = match &self.store {
            Kept::Exact(_) => StoreKind::Exact,
            Kept::Compact(store) => {
                let states = store.len() as u64;
                stats.real("omission_probability", check::omission_probability(states));
                StoreKind::Compact(states)
            }
        };
        self.consulted.tell(program, &mut self.evidence);
        let left = self.frontier.len() as u64 + self.too_deep + self.cut;
        if let Err(end) = end {
            // The path that was cut may be the only one, even if no state waits.
            self.evidence.frontier = check::Frontier::Remaining(left.max(1));
            if let End::Exhausted(exhausted) = end {
                self.evidence.stopped = Some(exhausted);
            }
        } else if left > 0 {
            self.evidence.frontier = check::Frontier::Remaining(left);
            if let Some(room) = self.out_of_room {
                self.evidence.stopped = Some(Exhausted::Budget(Limit::Memory(room)));
            } else if let (Some(limit), true) = (self.depth_limit(), self.too_deep > 0) {
                self.evidence.stopped = Some(Exhausted::Budget(Limit::Depth(limit)));
            }
        }
        (self.evidence, stats)
    }
}
