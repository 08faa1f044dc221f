//! The search: take the least transition that is left, check it, and take away all that it answers for (seed 000,
//! figure 17).
//!
//! Every operation has its own set of states and arguments, which begins as the set of all states that satisfy the
//! invariant. That the search covers everything is plain: it ends when nothing is left, and what is
//! taken away is what the transition that was just checked answers for. Why it does is said in [`crate::tracked`] (all states of
//! a path execute the same operations) and [`crate::post`] (all of them satisfy the invariant afterwards).
//!
//! A budget may end it between two transitions, in the middle of an execution, or in the middle of an operation on sets, which is then
//! given up without a result (see [`logic::bdd::interruptible`]). In all cases the evidence says that something is left.

use std::cell::Cell;
use std::collections::{BTreeSet, HashSet};
use std::rc::Rc;
use std::time::Duration;

use check::{
    Candidate, Event, Evidence, Exhausted, Frontier, Meter, Observer, Polled, Progress, Property, Replay,
    ReplayFailure, Scope, Skipped, Stats, Store, Trace, Usage,
};
use ir::FunctionId;
use logic::BigUint;
use logic::bdd::{Interrupted, Set, interruptible};
use machine::{Asked, Bug, Limits, replay};

use crate::audit::{Audit, Audited, Said, Taken, Unaudited};
use crate::concrete::{self, Checker, Outcome, WellFormed};
use crate::ground::Ground;
use crate::initial::{Failure, Initial};
use crate::local::{Local, Memory};
use crate::loose;
use crate::model::{Bounds, Model};
use crate::open::{Decisions, Open};
use crate::post::{Post, Verdict};
use crate::product::Product;
use crate::runner::{End, Runner};
use crate::sets::Sets;
use crate::space::{Item, Owner, Parameter, Slot, Space, Trouble};
use crate::symmetry::Symmetry;
use crate::tracked::Broken;

/// How to check.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which violations count.
    pub properties: Vec<Property>,
    /// Whether to go on after the first violation.
    pub all: bool,
    /// What one execution may use.
    pub limits: Limits,
    /// What the bounds are, in words that follow "for".
    pub scope: String,
    /// Whether everything is done again by brute force, and compared.
    pub audit: bool,
    /// Leaves out what makes the generalisation sound: only for the test that an audit notices.
    pub unsound: bool,
}

/// What a check found out.
#[derive(Clone, Debug)]
pub struct Checked {
    /// For [`check::conclude`].
    pub evidence: Evidence,
    /// `transitions` (that were checked), `executions` (of methods of the invariant, to build the initial set),
    /// `bdd_nodes`, `bdd_nodes_initial`, `bdd_nodes_checking`, `bdd_most`, `bdd_size_initial`, `configurations` around local invariants that were
    /// looked at and `configurations_known` that were known, `steps`, `variables`, `objects`, `structures` (valid states, values
    /// that nothing depends on aside), `audited_states` and `audited_transitions`.
    pub stats: Stats,
    /// What an audit found to be wrong with the engine.
    pub difference: Option<String>,
}

/// Why nothing was checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rejected {
    /// There is no search space.
    Space(Trouble),
    /// A new object does not satisfy the invariant: what is wrong.
    Initial(String),
    /// The local invariant of a class reads further than an object and its tree children: the class, and what it reads.
    Strays(String, String),
    /// A method of the invariant changes objects: the class.
    Changes(String),
    /// A ghost field is not determined by the invariant: its name.
    Ghost(String),
    /// A method uses keys for something else than to compare them with keys.
    Order(Unordered),
    /// No state satisfies the invariant.
    Empty,
}

/// A use of keys for something else than to compare them with keys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unordered {
    /// The method.
    pub method: String,
    /// The parameters that are no keys, by their operations and places.
    pub parameters: Vec<(usize, usize)>,
    /// Numbers that keys were compared with.
    pub numbers: Vec<i64>,
}

impl Unordered {
    fn new(method: String, broken: &Broken, space: &Space) -> Self {
        let parameters: BTreeSet<(usize, usize)> = broken
            .variables
            .iter()
            .filter_map(|&variable| match space.variables[variable].owner {
                Owner::Parameter(operation, parameter) => Some((operation, parameter)),
                Owner::Element(element) => Some((element.operation, element.parameter)),
                Owner::Slot(..) => None,
            })
            .collect();
        // Where a key of the tree is concerned, no parameter is to blame.
        let parameters = if broken.tree { Vec::new() } else { parameters.into_iter().collect() };
        Unordered { method, parameters, numbers: broken.numbers.iter().copied().collect() }
    }
}

/// What stops the engine.
enum Stopped {
    Exhausted(Exhausted),
    Skipped(String),
    Rejected(Rejected),
}

/// How large the set is that is left is looked at once in so many transitions.
const SAMPLED: u64 = 16;

/// The states of larger spaces are not counted.
const MOST_COUNTED: usize = 150;

/// How often progress is told.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// Looks at the budget from time to time.
struct Clock<'m, 'o> {
    meter: Meter<'m>,
    observer: &'o mut dyn Observer,
    transitions: u64,
    told: Duration,
    exhausted: Option<Exhausted>,
}

impl Clock<'_, '_> {
    /// Whether to stop.
    fn look(&mut self, work: u64) -> bool {
        match self.meter.poll(Usage { states: 0, work }) {
            Ok(Polled::Counted) => false,
            Ok(Polled::Looked(elapsed)) => {
                if elapsed >= self.told + PROGRESS_INTERVAL {
                    self.told = elapsed;
                    let progress = Progress { transitions: self.transitions, ..Progress::default() };
                    self.observer.event(Event::Progress(progress));
                }
                false
            }
            Err(exhausted) => {
                self.exhausted = Some(exhausted);
                true
            }
        }
    }
}

/// Checks every operation of a model on every state within bounds.
pub fn check(
    ground: &Ground<'_>,
    model: &Model,
    bounds: &Bounds,
    options: &Options,
    meter: Meter<'_>,
    observer: &mut dyn Observer,
) -> Result<Checked, Rejected> {
    let space = Space::new(model, bounds).map_err(Rejected::Space)?;
    let mut clock = Clock { meter, observer, transitions: 0, told: Duration::ZERO, exhausted: None };
    let mut evidence = Evidence::complete(Scope::bounded(options.scope.clone()));
    let mut stats = Stats::default();
    let mut search = match Search::new(ground, model, &space, options) {
        Ok(search) => search,
        Err(construct) => {
            evidence.skipped.push(Skipped { construct, location: check::Location::default() });
            return Ok(Checked { evidence, stats, difference: None });
        }
    };
    let interrupted = Rc::new(Cell::new(None));
    let (told, mut watch) = (Rc::clone(&interrupted), clock.meter.watch());
    search.sets.bdds.interrupt_when(move || {
        told.set(watch.look().err());
        told.get().is_some()
    });
    let ran = interruptible(|| search.run(&mut clock, &mut evidence)).unwrap_or_else(|Interrupted| {
        // What was found before stays; nothing is believed of what was under way.
        Err(Stopped::Exhausted(interrupted.get().unwrap_or(Exhausted::Cancelled)))
    });
    match ran {
        Ok(()) => {}
        Err(Stopped::Exhausted(exhausted)) => {
            evidence.frontier = Frontier::Remaining(1);
            evidence.stopped = Some(exhausted);
        }
        Err(Stopped::Skipped(construct)) => {
            let program = ground.image.program();
            let location = search
                .at
                .map(|function| replay::location(program, function, program.functions[function].position));
            let location = location.unwrap_or_default();
            evidence.skipped.push(Skipped { construct, location });
        }
        Err(Stopped::Rejected(rejected)) => return Err(rejected),
    }
    if ground.image.is_disturbed() && !ground.base.is_none() {
        // See `machine::base`: what was initialised beforehand may not be what it would have been.
        let construct = "an operation after which classes of the library may be initialised in another way";
        let location = check::Location::default();
        evidence.skipped.push(Skipped { construct: construct.to_string(), location });
    }
    if !options.all && !evidence.candidates.is_empty() {
        // The first violation ended it: nobody has looked at the rest.
        evidence.frontier = Frontier::Remaining(1);
    }
    let mut consulted = search.runner.machine.consulted();
    if search.asked_hashes {
        consulted.note(Asked::Hashes);
    }
    consulted.tell(ground.image.program(), &mut evidence);
    evidence.store = Store::Exact;
    let created = search.sets.bdds.created();
    stats.count("transitions", clock.transitions);
    stats.count("executions", search.executions);
    stats.count("bdd_nodes", created);
    stats.count("bdd_nodes_initial", search.created_initially);
    stats.count("bdd_nodes_checking", created - search.created_initially);
    stats.count("bdd_most", search.most as u64);
    stats.count("bdd_size_initial", search.initial_size as u64);
    stats.count("configurations", search.memory.looked);
    stats.count("configurations_known", search.memory.known);
    stats.count("steps", search.runner.steps);
    if let Some(structures) = &search.structures {
        match u64::try_from(structures) {
            Ok(count) => stats.count("structures", count),
            Err(_) => stats.real("structures", structures.to_string().parse().unwrap_or(f64::INFINITY)),
        }
    }
    stats.count("variables", space.variables.len() as u64);
    stats.count("objects", space.objects.len() as u64);
    let complete = evidence.stopped.is_none() && evidence.skipped.is_empty();
    let mut difference = None;
    if options.audit && complete {
        match search.audit(!options.all && !evidence.candidates.is_empty(), &mut clock) {
            Ok(audited) => {
                stats.count("audited_states", audited.states);
                stats.count("audited_transitions", audited.transitions);
            }
            Err(Unaudited::Difference(what)) => difference = Some(what),
            // Who asks for an audit does not want to hear that something holds without one.
            Err(Unaudited::Stopped) => {
                evidence.frontier = Frontier::Remaining(1);
                evidence.stopped = Some(clock.exhausted.unwrap_or(Exhausted::Cancelled));
            }
            Err(Unaudited::Skipped(construct)) => {
                evidence.skipped.push(Skipped { construct, location: check::Location::default() });
            }
        }
    }
    Ok(Checked { evidence, stats, difference })
}

struct Search<'i, 'p, 's> {
    runner: Runner<'i, 'p, 's>,
    checker: Checker<'i, 'p, 's>,
    sets: Sets,
    model: &'s Model,
    space: &'s Space,
    options: &'s Options,
    /// For each object the least and the greatest key below it.
    keys: Vec<Option<(i64, i64)>>,
    /// The variables of the state at hand whose codes are not the first ones.
    loaded: Vec<usize>,
    /// What the transition at hand answers for, besides what its path says.
    answers: Vec<(usize, Set)>,
    /// What the local invariant of each object says.
    locals: Vec<Option<Local>>,
    memory: Memory,
    /// The set that the search begins with, and what was taken away, for an audit.
    begin: Option<Set>,
    taken: Vec<Taken>,
    /// How many states the initial set has, values that nothing depends on aside, if they were counted.
    structures: Option<BigUint>,
    /// Whether a method of the invariant has asked for an identity hash code.
    asked_hashes: bool,
    /// The operation, or the method of the invariant, that is looked at.
    at: Option<FunctionId>,
    executions: u64,
    created_initially: u64,
    /// How many nodes the diagram of the initial set has.
    initial_size: usize,
    most: usize,
}

impl<'i, 'p, 's> Search<'i, 'p, 's> {
    fn new(
        ground: &'i Ground<'p>,
        model: &'s Model,
        space: &'s Space,
        options: &'s Options,
    ) -> Result<Self, String> {
        let mut runner = Runner::new(&ground.image, &ground.base, model, space, options.limits)?;
        let order = crate::order::order(&mut runner, model);
        Ok(Search {
            runner,
            checker: ground.checker(model, space, options.limits)?,
            sets: Sets::new(space, &order),
            model,
            space,
            options,
            keys: key_ranges(space),
            loaded: Vec::new(),
            answers: Vec::new(),
            locals: Vec::new(),
            memory: Memory::default(),
            begin: None,
            taken: Vec::new(),
            structures: None,
            asked_hashes: false,
            at: model.invariant,
            executions: 0,
            created_initially: 0,
            initial_size: 0,
            most: 0,
        })
    }

    fn run(&mut self, clock: &mut Clock<'_, '_>, evidence: &mut Evidence) -> Result<(), Stopped> {
        if clock.look(0) {
            return Err(Stopped::Exhausted(clock.exhausted.unwrap_or(Exhausted::Cancelled)));
        }
        match self.checker.initial() {
            WellFormed::Yes => {}
            WellFormed::No(what, _) => return Err(Stopped::Rejected(Rejected::Initial(what))),
            WellFormed::Skipped(construct) => return Err(Stopped::Skipped(construct)),
        }
        let initial = self.initial(clock)?;
        if self.sets.bdds.is_none(&initial) {
            return Err(Stopped::Rejected(Rejected::Empty));
        }
        self.created_initially = self.sets.bdds.created();
        self.initial_size = self.sets.bdds.size(&initial);
        self.begin = Some(initial.clone());
        self.structures = (self.space.objects.len() <= MOST_COUNTED).then(|| self.count(&initial));
        if self.structures.as_ref().is_some_and(|count| *count == BigUint::from(1u32)) {
            let said = "within these bounds only one state satisfies the invariant, values that nothing depends on aside";
            evidence.assumptions.push(said.to_string());
        }
        let loose = loose::states(self.space, &self.sets, &initial);
        if loose::in_arguments(self.space) || !self.sets.bdds.is_none(&loose) {
            evidence.assumptions.push(loose::ASSUMPTION.to_string());
        }
        let symmetry = Symmetry::new(self.space);
        let all = Product::divided(&self.sets, &initial);
        for operation in 0..self.model.operations.len() {
            let begin = match symmetry.is_none() {
                true => all.clone(),
                false => {
                    let ordered = symmetry.ordered(self.space, &self.sets, operation);
                    Product::divided(&self.sets, &self.sets.bdds.and(&initial, &ordered))
                }
            };
            self.operation(operation, begin, clock, evidence)?;
            if !evidence.candidates.is_empty() && !self.options.all {
                break;
            }
        }
        Ok(())
    }

    /// How many states a set has, values that nothing depends on aside.
    fn count(&self, set: &Set) -> BigUint {
        let (sets, space) = (&self.sets, self.space);
        let bdds = &sets.bdds;
        let mut counted: HashSet<usize> = bdds.support(set).into_iter().collect();
        for (variable, described) in space.variables.iter().enumerate() {
            if described.is_backbone {
                counted.extend(&sets.bits[variable]);
            }
        }
        let mut states = set.clone();
        for (variable, described) in space.variables.iter().enumerate() {
            let bits = &sets.bits[variable];
            if space.owner(variable).is_some() && bits.iter().any(|bit| counted.contains(bit)) {
                // Every value has one code.
                let codes: Vec<u64> = (0..described.domain.len() as u64).collect();
                states = bdds.and(&states, &bdds.codes(bits, &codes));
            }
        }
        // What cannot be reached has the first value.
        for (object, entry) in space.objects.iter().enumerate() {
            let Some(parent) = entry.parent else { continue };
            let Some(code) = space.variables[parent].code(Item::Object(object)) else { continue };
            let there = sets.codes(parent, &[code as u32]);
            let own = space.variables_of(object).flat_map(|variable| sets.bits[variable].iter());
            let first: Vec<(usize, bool)> =
                own.filter(|bit| counted.contains(bit)).map(|&bit| (bit, false)).collect();
            states = bdds.and(&states, &bdds.or(&there, &bdds.cube(&first)));
        }
        bdds.count(&states) >> (bdds.variables() - counted.len())
    }

    /// The set of all states that satisfy the invariant.
    fn initial(&mut self, clock: &mut Clock<'_, '_>) -> Result<Set, Stopped> {
        let mut stop = |work: u64| clock.look(work);
        let mut initial = Initial::new(&mut self.runner, &mut self.sets, self.model, &mut stop);
        let built = initial.build();
        self.executions = initial.effort.executions;
        self.asked_hashes = initial.asked_hashes;
        self.locals = std::mem::take(&mut initial.locals);
        built.map_err(|failure| match failure {
            Failure::Stopped => {
                let exhausted = clock.exhausted;
                Stopped::Exhausted(exhausted.unwrap_or(Exhausted::Cancelled))
            }
            Failure::Skipped(construct) => Stopped::Skipped(construct),
            Failure::Strayed(class, read) => Stopped::Rejected(Rejected::Strays(class, read)),
            Failure::Changes(class) => Stopped::Rejected(Rejected::Changes(class)),
            Failure::Ghost(name) => Stopped::Rejected(Rejected::Ghost(name)),
            Failure::Order(name) => {
                let broken = &self.runner.machine.domain().broken;
                Stopped::Rejected(Rejected::Order(Unordered::new(name, broken, self.space)))
            }
        })
    }

    /// Checks one operation on every state and with all arguments.
    fn operation(
        &mut self,
        operation: usize,
        initial: Option<Product>,
        clock: &mut Clock<'_, '_>,
        evidence: &mut Evidence,
    ) -> Result<(), Stopped> {
        let mut codes = vec![0; self.space.variables.len()];
        self.loaded.clear();
        self.at = Some(self.model.operations[operation].function);
        self.runner.clear();
        let settled = crate::quiet::is_settled(&self.runner, self.model, operation);
        let mut open = Open::new(&self.sets, Some(operation), initial);
        while let Some((part, assignment)) = open.next(&self.sets) {
            if clock.transitions.is_multiple_of(SAMPLED) {
                self.most = self.most.max(part.set.size(&self.sets.bdds));
            }
            let state = self.load(&assignment, operation, &mut codes);
            let verdict = self.transition(operation, &codes, &state, clock);
            let domain = self.runner.machine.domain();
            if domain.broken_order {
                let name = self.model.operations[operation].name.clone();
                let unordered = Unordered::new(name, &domain.broken, self.space);
                return Err(Stopped::Rejected(Rejected::Order(unordered)));
            }
            if domain.read_ghost {
                let name = &self.model.operations[operation].name;
                let construct = format!("`{name}`, which reads a ghost field");
                return Err(Stopped::Skipped(construct));
            }
            clock.transitions += u64::from(verdict != Verdict::Excluded);
            match &verdict {
                Verdict::Holds | Verdict::Excluded => {}
                Verdict::Violated => {
                    self.violated(operation, &codes, evidence)?;
                    if !self.options.all {
                        return Ok(());
                    }
                }
                Verdict::Skipped(construct) => return Err(Stopped::Skipped(construct.clone())),
                Verdict::Stopped => {
                    return Err(Stopped::Exhausted(clock.exhausted.unwrap_or(Exhausted::Cancelled)));
                }
            }
            if settled && verdict == Verdict::Holds {
                if self.options.audit {
                    let set = part.set.set(&self.sets);
                    self.taken.push(Taken { operation, set, said: Said::Good });
                }
                continue;
            }
            let domain = self.runner.machine.domain();
            let decisions = Decisions::new(domain, std::mem::take(&mut self.answers));
            let alike = open.split(&mut self.sets, domain, part, decisions, &codes);
            assert!(alike.admits(&self.sets, &assignment), "an execution should satisfy its own path");
            if self.options.audit {
                let said = match verdict {
                    Verdict::Excluded => Said::Excluded,
                    Verdict::Violated => Said::Bad,
                    Verdict::Holds | Verdict::Skipped(_) | Verdict::Stopped => Said::Good,
                };
                let set = alike.set(&self.sets);
                self.taken.push(Taken { operation, set, said });
            }
            let work = self.runner.steps + self.sets.bdds.created() / 4;
            if clock.look(work) {
                return Err(Stopped::Exhausted(clock.exhausted.unwrap_or(Exhausted::Cancelled)));
            }
        }
        self.runner.clear();
        Ok(())
    }

    /// Makes the state of an assignment, and says which objects a call of the operation can come to: those of the state
    /// first, then those that only its arguments lead to. Variables of other objects have the first code, unless they lie on
    /// the way to the place of one of these.
    fn load(&mut self, assignment: &[bool], operation: usize, codes: &mut [u32]) -> Vec<usize> {
        self.runner.clear();
        for variable in self.loaded.drain(..) {
            codes[variable] = 0;
        }
        for variable in self.space.arguments(operation) {
            codes[variable] = self.sets.code(assignment, variable);
            self.loaded.push(variable);
            self.runner.set(variable, codes[variable]);
        }
        let others = concrete::arguments(self.space, codes, operation);
        let state = concrete::met(self.space, others, |variable| {
            let code = match self.sets.is_derived(variable) {
                true => self.sets.derived_code(assignment, variable).unwrap_or(0),
                false => self.sets.code(assignment, variable),
            };
            if code != 0 {
                codes[variable] = code;
                self.loaded.push(variable);
                self.runner.set(variable, code);
            }
            code
        });
        // An object that hangs elsewhere may be put where its way begins to matter.
        for &object in &state {
            let mut way = self.space.objects[object].parent;
            while let Some(variable) = way {
                if codes[variable] != 0 {
                    // The rest of the way is that of another of the objects, or was gone before.
                    break;
                }
                if !self.sets.is_derived(variable) {
                    codes[variable] = self.sets.code(assignment, variable);
                    self.loaded.push(variable);
                }
                way = self.space.owner(variable).and_then(|owner| self.space.objects[owner].parent);
            }
        }
        state
    }

    /// Checks the transition at hand.
    fn transition(
        &mut self,
        operation: usize,
        codes: &[u32],
        state: &[usize],
        clock: &mut Clock<'_, '_>,
    ) -> Verdict {
        let described = &self.model.operations[operation];
        let mut arguments = vec![crate::tracked::Value::constant(self.runner.references[0].into())];
        for parameter in &self.space.parameters[operation] {
            arguments.push(match *parameter {
                Parameter::Variable(variable) => self.runner.value(variable, codes[variable]),
                Parameter::Boxed(object, variable) => self.runner.boxed(object, variable, codes[variable]),
                Parameter::Fixed(Item::Word(word)) => crate::tracked::Value::constant(word),
                Parameter::Fixed(Item::Null | Item::Object(_)) => crate::tracked::Value::constant(0),
            });
        }
        let created = self.sets.bdds.created() / 4;
        let mut stop = |steps: u64| clock.look(steps + created);
        self.runner.machine.domain_mut().operating = true;
        if let Some(guard) = described.guard {
            match self.runner.call(guard, &arguments, &mut stop) {
                End::Returned(Some(value)) => {
                    let may = machine::Domain::test(self.runner.machine.domain_mut(), value);
                    if !may.unwrap_or_else(|never| match never {}) {
                        return Verdict::Excluded;
                    }
                }
                End::Returned(None) | End::Dropped => return Verdict::Excluded,
                End::Exception(_) | End::Bug(_) => return Verdict::Violated,
                End::Skipped(construct) => return Verdict::Skipped(construct),
                End::Stopped => return Verdict::Stopped,
            }
        }
        let ensures = described.ensures.as_ref();
        let old = match ensures.map(|ensures| self.runner.old(ensures, &arguments, &mut stop)) {
            Some(Ok(values)) => values,
            Some(Err(verdict)) => return verdict,
            None => Vec::new(),
        };
        let mut returned = None;
        match self.runner.call(described.function, &arguments, &mut stop) {
            End::Returned(result) => returned = Some(result),
            End::Exception(exception) => {
                let ty = self.runner.machine.heap().ty(exception);
                let image = self.runner.machine.image();
                if !described.allowed.iter().any(|&class| image.is_object_of(ty, class)) {
                    return Verdict::Violated;
                }
            }
            End::Bug(Bug::Assertion | Bug::Failure(_) | Bug::Exception(_) | Bug::Trap(_)) => {
                return Verdict::Violated;
            }
            End::Dropped => return Verdict::Excluded,
            End::Skipped(construct) => return Verdict::Skipped(construct),
            End::Stopped => return Verdict::Stopped,
        }
        if self.runner.machine.heap().has_new_hashes() {
            let name = &described.name;
            return Verdict::Skipped(format!("`{name}`, which asks for an identity hash code"));
        }
        if let Some(beyond) = self.runner.went_beyond() {
            return Verdict::Skipped(format!("`{}`, {beyond}", described.name));
        }
        if let (Some(ensures), Some(result)) = (ensures, returned) {
            match self.runner.ensured(ensures, &arguments, (&old, result), &mut stop) {
                Verdict::Holds => {}
                other @ (Verdict::Violated | Verdict::Excluded | Verdict::Skipped(_) | Verdict::Stopped) => {
                    return other;
                }
            }
        }
        self.runner.machine.domain_mut().operating = false;
        let mut post = Post {
            runner: &mut self.runner,
            sets: &mut self.sets,
            model: self.model,
            codes,
            present: state,
            stop: &mut stop,
            keys: &self.keys,
            unsound: self.options.unsound,
            answers: Vec::new(),
            locals: &self.locals,
            were_there: Vec::new(),
            memory: &mut self.memory,
            asked_hashes: false,
        };
        let verdict = post.check();
        self.answers = post.answers;
        self.asked_hashes |= post.asked_hashes || self.runner.machine.heap().has_new_hashes();
        match self.runner.went_beyond() {
            Some(beyond) if verdict == Verdict::Holds => Verdict::Skipped(format!("the invariant, {beyond}")),
            Some(_) | None => verdict,
        }
    }

    /// Does everything again by brute force.
    fn audit(&mut self, ended: bool, clock: &mut Clock<'_, '_>) -> Result<Audited, Unaudited> {
        let initial = self.begin.clone();
        let initial = initial.ok_or_else(|| Unaudited::Difference("there is no initial set".to_string()))?;
        let found = (&initial, &self.taken[..], ended);
        // What was done before counts as well: the clock is asked by how much was done altogether.
        let before = self.runner.steps + self.sets.bdds.created() / 4;
        let mut stop = |work: u64| clock.look(before + work);
        Audit::new(&mut self.checker, &self.sets, self.model, self.space, found).run(&mut stop)
    }

    /// Hands a violation over, as the concrete machine shows it.
    fn violated(&mut self, operation: usize, codes: &[u32], evidence: &mut Evidence) -> Result<(), Stopped> {
        self.checker.load(codes);
        match self.checker.operate(operation, codes) {
            Outcome::Bad(violation) => {
                let known = evidence.candidates.iter().any(|other| other.violation == violation);
                if self.options.properties.contains(&violation.property) && !known {
                    evidence.candidates.push(Candidate { violation, trace: trace(operation, codes) });
                }
                Ok(())
            }
            Outcome::Good | Outcome::Excluded => Err(Stopped::Skipped(format!(
                "a violation of `{}` that the concrete machine does not show",
                self.model.operations[operation].name
            ))),
            Outcome::Skipped(construct) => Err(Stopped::Skipped(construct)),
        }
    }
}

/// The operation, then the code of every variable.
fn trace(operation: usize, codes: &[u32]) -> Trace {
    let choices = std::iter::once(operation as i128).chain(codes.iter().map(|&code| i128::from(code)));
    Trace { choices: choices.collect(), statements: Vec::new(), cycle: None }
}

/// For each object the least and the greatest key below it.
fn key_ranges(space: &Space) -> Vec<Option<(i64, i64)>> {
    let mut ranges: Vec<Option<(i64, i64)>> = vec![None; space.objects.len()];
    for object in crate::initial::post_order(space) {
        let mut keys: Vec<i64> = Vec::new();
        for slot in &space.objects[object].slots {
            keys.extend(space.key(*slot));
            match *slot {
                Slot::Variable(variable) if space.variables[variable].is_backbone => {
                    let below = space.children(variable).filter_map(|child| ranges[child]);
                    keys.extend(below.flat_map(|(least, greatest)| [least, greatest]));
                }
                Slot::Variable(_) | Slot::Fixed(_) | Slot::Key(_) | Slot::Initial => {}
            }
        }
        ranges[object] =
            keys.iter().min().zip(keys.iter().max()).map(|(&least, &greatest)| (least, greatest));
    }
    ranges
}

/// Replays transitions on the concrete machine.
pub struct Replayer<'r, 'p> {
    /// The program.
    pub ground: &'r Ground<'p>,
    /// What is checked.
    pub model: &'r Model,
    /// The space that the traces are about.
    pub space: &'r Space,
    /// What one execution may use.
    pub limits: Limits,
}

impl Replayer<'_, '_> {
    /// The operation and the values of all variables as choices.
    fn choices(&self, operation: usize, codes: &[u32], location: &check::Location) -> Vec<check::Choice> {
        let choice = |variable: String, value: usize, values: usize| check::Choice {
            value: value as i128,
            low: 0,
            high: values as i128 - 1,
            variable,
            location: location.clone(),
        };
        let first = choice("operation".to_string(), operation, self.model.operations.len());
        let others = self.space.variables.iter().zip(codes).enumerate().map(|(number, (variable, &code))| {
            choice(self.space.name(self.model, number), code as usize, variable.domain.len())
        });
        std::iter::once(first).chain(others).collect()
    }
}

impl check::Replayer for Replayer<'_, '_> {
    fn replay(&mut self, trace: &Trace) -> Result<Replay, ReplayFailure> {
        let diverged = |how: &str| ReplayFailure::Diverged(how.to_string());
        let mut choices = trace.choices.iter();
        let operation = choices.next().and_then(|&operation| usize::try_from(operation).ok());
        let operation = operation.filter(|&operation| operation < self.model.operations.len());
        let operation = operation.ok_or_else(|| diverged("there is no such operation"))?;
        let codes: Vec<u32> = choices.filter_map(|&code| u32::try_from(code).ok()).collect();
        let fits = codes.len() == self.space.variables.len()
            && self
                .space
                .variables
                .iter()
                .zip(&codes)
                .all(|(variable, &code)| (code as usize) < variable.domain.len());
        if !fits {
            return Err(diverged("the trace is about another search space"));
        }
        let checker = self.ground.checker(self.model, self.space, self.limits);
        let mut checker = checker.map_err(|construct| diverged(&construct))?;
        checker.load(&codes);
        match checker.well_formed() {
            WellFormed::Yes => {}
            WellFormed::No(what, _) => {
                return Err(diverged(&format!("the state is not well-formed: {what}")));
            }
            WellFormed::Skipped(construct) => return Err(diverged(&construct)),
        }
        checker.load(&codes);
        let before = checker.graph(format!("before `{}`", self.model.operations[operation].name));
        match checker.operate(operation, &codes) {
            Outcome::Bad(violation) => {
                let choices = self.choices(operation, &codes, &violation.location);
                let after = checker.graph(format!("after `{}`", self.model.operations[operation].name));
                let graphs = vec![before, after];
                Ok(Replay {
                    violation,
                    choices,
                    steps: Vec::new(),
                    omitted: 0,
                    graphs,
                    interplay: check::Interplay::default(),
                    history: None,
                })
            }
            Outcome::Good => Err(diverged("nothing is violated")),
            Outcome::Excluded => Err(diverged("the precondition is false")),
            Outcome::Skipped(construct) => Err(diverged(&construct)),
        }
    }
}
