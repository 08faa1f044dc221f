//! A call on the concrete machine: what really happens when a method is called in a heap.
//!
//! This is the yardstick. The heap of a counterexample is built object by object, the method is called, and the property is evaluated on the
//! heaps before and after ([`crate::property::evaluate`]); nothing is shared with the encoding but the description of the heap. Violations
//! are confirmed here, and the tests enumerate all heaps of small scopes with it.

use std::collections::{BTreeMap, BTreeSet};

use check::{
    Choice, Graph, GraphField, GraphObject, Interplay, Location, Property as Kind, Replay, ReplayFailure,
    Trace, Violation,
};
use ir::{ClassId, FunctionId, GlobalId, Program, RefType, Type};
use machine::base::Base;
use machine::{
    Bug, Concrete, Definite as _, Domain, Image, Limits, Lowering, Machine, Reference, Steps, Stop, Tracer,
    Turn, Unwatched, Word, replay,
};

use crate::before::{Before, Fork, Whole};
use crate::prestate::PreState;
use crate::property::{Property, evaluate};
use crate::reach::{Reach, trap_class};
use crate::refine::{Question, Setting};
use crate::seen::Seen;

/// How many operations one call may take: who needs more is believed to go on for ever.
const MOST_STEPS: u64 = 2_000_000;

/// How many operations a call may take that is only tried.
const TRIED_STEPS: u64 = 20_000;

/// How many operations a call may take that is one of many. Those of the subjects that end within scope 3 take some hundreds, which a test
/// watches, and with JDK 25 the message of an exception takes more than two thousand; most that take more go round in a circle for ever.
pub const FORCED_STEPS: u64 = 10_000;

/// How a call ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Everything is as it should be.
    Good,
    /// Something is not.
    Bad(Violation),
    /// The precondition is false, or the call makes more objects than the scope has.
    Excluded,
    /// It was not executed to its end, in words that follow "not supported:".
    Skipped(String),
}

/// What a program begins with: its classes are initialised.
pub fn base(program: &Program, reach: &Reach) -> Base {
    let classes: Vec<ClassId> = reach
        .initialised
        .iter()
        .copied()
        .filter(|&class| program.classes.get(class).is_some_and(|class| class.initialiser.is_some()))
        .collect();
    Base::none().and(&classes)
}

/// The values of global variables when classes are initialised; nothing where one refers to an object.
pub fn globals(program: &Program, base: &Base, limits: Limits) -> BTreeMap<GlobalId, Option<i64>> {
    let image = Image::new(program, Lowering::Fused);
    let mut machine = Machine::new(&image, Concrete, limits);
    let laid = machine.lay(base, &[]).is_some();
    let mut values = BTreeMap::new();
    for global in program.globals.ids() {
        let declared = &program.globals[global];
        let word = machine
            .heap()
            .global(ir::Id::index(global))
            .unwrap_or_else(|| machine::word_of(declared.initial));
        let known = laid && !(declared.ty.is_ref() && word != 0);
        values.insert(global, known.then_some(word as i64));
    }
    values
}

/// Calls the method of a question on the concrete machine.
pub struct Caller<'c, 'q> {
    question: &'c Question<'q>,
    setting: &'c Setting,
    base: Base,
    /// For calls that are told step by step.
    image: Image<'q>,
    /// For others.
    quick: Image<'q>,
    limits: Limits,
}

/// The machine with the objects of a heap.
pub(crate) struct Laid<'i, 'p, B: Before> {
    pub(crate) machine: Machine<'i, 'p, B::Domain>,
    pub(crate) before: B,
    /// References from here on were made by the call.
    pub(crate) first: Reference,
    /// What global variables had before the call.
    pub(crate) globals: Vec<Word>,
    /// How many operations the call has taken.
    pub(crate) steps: u64,
}

/// How a call went on to the machine's stop, and what it gave if it returned.
struct Ended {
    outcome: Outcome,
    result: Option<Word>,
}

impl Ended {
    fn with(outcome: Outcome) -> Self {
        Ended { outcome, result: None }
    }
}

impl<'c, 'q> Caller<'c, 'q> {
    /// For one question.
    pub fn new(question: &'c Question<'q>, setting: &'c Setting, limits: Limits) -> Self {
        let base = base(question.program, &setting.reach);
        let image = Image::new(question.program, Lowering::Stepwise);
        let quick = Image::new(question.program, Lowering::Fused);
        Caller { question, setting, base, image, quick, limits }
    }

    /// What there is to know of the question.
    pub(crate) fn asked(&self) -> (&'c Question<'q>, &'c Setting) {
        (self.question, self.setting)
    }

    /// A machine whose classes are initialised, for calls that are only tried: exceptions that leave the method are not made where the machine would make them.
    pub(crate) fn quick<D: Domain>(&self, domain: D) -> Result<Machine<'_, 'q, D>, String> {
        let mut machine = self.ready(&self.quick, domain)?;
        machine.stop_at_uncaught_traps();
        Ok(machine)
    }

    /// A machine whose classes are initialised.
    fn ready<'i, D: Domain>(&self, image: &'i Image<'q>, domain: D) -> Result<Machine<'i, 'q, D>, String> {
        let mut machine = Machine::new(image, domain, self.limits);
        if !self.base.is_none() && machine.lay(&self.base, &[]).is_none() {
            return Err("initialising the classes, which does not come to its end".to_string());
        }
        Ok(machine)
    }

    /// Builds a heap.
    fn lay<'i, 's>(
        &self,
        mut machine: Machine<'i, 'q, Concrete>,
        state: &'s PreState,
    ) -> Result<Laid<'i, 'q, Whole<'s>>, String> {
        let program = self.question.program;
        let universe = &self.setting.universe;
        let image = machine.image();
        let mut references = BTreeMap::new();
        let no_room = |_| "a heap for whose objects there is no room".to_string();
        let objects = state.objects(universe);
        for &atom in &objects {
            let reference = match universe.ty(atom) {
                RefType::Class(class) => {
                    let slots = image.layout(class).fields.len();
                    machine.heap_mut().new_object(class, slots, 0).map_err(no_room)?
                }
                RefType::Array(array) => {
                    let length = state.lengths.get(&atom).copied().unwrap_or_default() as u32;
                    let ty = program.element_type(array);
                    machine.heap_mut().new_packed_array(array, ty, length, 0).map_err(no_room)?
                }
                RefType::Any => return Err("an object of no class".to_string()),
            };
            references.insert(atom, reference);
        }
        let mut laid = Laid::new(machine, Whole { state, references });
        for (&(field, atom), &plain) in &state.fields {
            let RefType::Class(class) = universe.ty(atom) else { continue };
            let Some(slot) = image.layout(class).fields.iter().position(|&other| other == field) else {
                continue;
            };
            let word = laid.before.word(program.fields[field].ty, plain);
            let reference = laid.before.references[&atom];
            laid.machine.heap_mut().set(reference, slot as u32, word);
        }
        for (&(atom, index), &plain) in &state.elements {
            let RefType::Array(array) = universe.ty(atom) else { continue };
            let ty = program.element_type(array);
            let word = laid.before.word(ty, plain);
            let reference = laid.before.references[&atom];
            laid.machine.heap_mut().set_element(reference, ty, index as u32, word);
        }
        Ok(laid)
    }

    /// Calls the method in a heap.
    pub fn call(&self, state: &PreState) -> Outcome {
        self.call_on(self.ready(&self.quick, Concrete), state, MOST_STEPS)
    }

    /// Calls the method in a heap, as far as a short execution shows. Of what is wrong, it only tells that something is.
    pub fn try_call(&self, state: &PreState) -> Outcome {
        self.call_on(self.quick(Concrete), state, TRIED_STEPS)
    }

    fn call_on<'i>(
        &self,
        machine: Result<Machine<'i, 'q, Concrete>, String>,
        state: &PreState,
        most: u64,
    ) -> Outcome {
        match machine.and_then(|machine| self.lay(machine, state)) {
            Ok(mut laid) => self.run(&mut laid, most),
            Err(construct) => Outcome::Skipped(construct),
        }
    }

    /// Calls the method in a heap that was built; only how it ends is told.
    pub(crate) fn run<B: Before>(&self, laid: &mut Laid<'_, 'q, B>, most: u64) -> Outcome {
        let ended = self.begin(laid).and_then(|arguments| {
            let turn = |machine: &mut Machine<'_, 'q, B::Domain>, fuel: &mut u64| {
                machine.run_threads(fuel, &mut Unwatched)
            };
            let stop = self.execute(laid, &arguments, most, turn)?;
            Ok(self.end(laid, &arguments, stop, most).outcome)
        });
        ended.unwrap_or_else(|outcome| outcome)
    }

    /// Calls the method, and tells how that went.
    fn tell(&self, state: &PreState) -> (Outcome, Option<Replay>) {
        let laid = self.ready(&self.image, Concrete).and_then(|machine| self.lay(machine, state));
        let laid = &mut match laid {
            Ok(laid) => laid,
            Err(construct) => return (Outcome::Skipped(construct), None),
        };
        let arguments = match self.begin(laid) {
            Ok(arguments) => arguments,
            Err(outcome) => return (outcome, None),
        };
        let function = &self.question.program.functions[self.question.function];
        let given =
            function.parameters.iter().zip(&arguments).enumerate().map(|(index, (parameter, &word))| {
                let truth = self.question.truths.get(index).copied().unwrap_or_default();
                format!("{} = {}", parameter.name, self.named(laid, parameter.ty, truth, word))
            });
        let given: Vec<String> = given.collect();
        let title = match given.is_empty() {
            true => "before the call".to_string(),
            false => format!("before the call with {}", given.join(", ")),
        };
        let before = self.graph(title, laid, &[]);
        let mut tracer = Tracer::new(&self.image, Steps::Own);
        let stop = self.execute(laid, &arguments, MOST_STEPS, |machine, fuel| tracer.run(machine, fuel));
        let ended = match stop {
            Ok(stop) => self.end(laid, &arguments, stop, MOST_STEPS),
            Err(outcome) => Ended::with(outcome),
        };
        let Outcome::Bad(violation) = &ended.outcome else { return (ended.outcome, None) };
        let roots = match (function.result, ended.result) {
            (Some(Type::Ref(_)), Some(word)) if word != 0 => vec![("result", word as Reference)],
            _ => Vec::new(),
        };
        let gives = function.result.zip(ended.result).map_or_else(String::new, |(ty, word)| {
            format!(", which gives {}", self.named(laid, ty, self.question.gives_truth, word))
        });
        let after = self.graph(format!("after the call{gives}"), laid, &roots);
        let replay = Replay {
            violation: violation.clone(),
            choices: Vec::new(),
            steps: tracer.rest(),
            omitted: 0,
            graphs: vec![before, after],
            interplay: Interplay::default(),
            history: None,
        };
        (ended.outcome, Some(replay))
    }

    /// Whether a formula is true of what a call has found, and left.
    fn is_true<B: Before>(&self, property: &Property, laid: &Laid<'_, 'q, B>, result: Option<Word>) -> bool {
        evaluate(property, &Seen { question: self.question, universe: &self.setting.universe, laid, result })
    }

    /// The arguments of a call in a heap, if it is one that the method can be called in.
    fn begin<B: Before>(&self, laid: &mut Laid<'_, 'q, B>) -> Result<Vec<Word>, Outcome> {
        if self.question.requires.iter().any(|property| !self.is_true(property, laid, None)) {
            return Err(Outcome::Excluded);
        }
        let parameters = &self.question.program.functions[self.question.function].parameters;
        let before = &laid.before;
        let arguments: Vec<Word> = parameters
            .iter()
            .enumerate()
            .map(|(index, parameter)| before.word(parameter.ty, before.parameter(index)))
            .collect();
        let wrong = match self.not_specified(laid) {
            Ok(false) => self.invariants(laid, &arguments).map(|broken| broken.is_some()),
            known => known,
        };
        match wrong {
            Ok(false) => Ok(arguments),
            Ok(true) => Err(Outcome::Excluded),
            Err(construct) => Err(Outcome::Skipped(construct)),
        }
    }

    /// Executes the method until it stops for good; `turn` lets the machine go on.
    fn execute<'i, B: Before>(
        &self,
        laid: &mut Laid<'i, 'q, B>,
        arguments: &[Word],
        most: u64,
        mut turn: impl FnMut(&mut Machine<'i, 'q, B::Domain>, &mut u64) -> Turn<Word, Fork<B>>,
    ) -> Result<Stop<Word, Fork<B>>, Outcome> {
        if let Err(what) = laid.machine.call(self.question.function, arguments) {
            return Err(Outcome::Skipped(replay::unsupported(self.question.program, what)));
        }
        let mut left = most;
        loop {
            let slice = Tracer::MOST_FUEL.min(left);
            let mut fuel = slice;
            let turn = turn(&mut laid.machine, &mut fuel);
            left = left.saturating_sub(slice - fuel);
            laid.steps = most - left;
            match turn {
                Turn::Stop(Stop::Paused) if left > 0 => {}
                Turn::Stop(Stop::Fork(fork)) => {
                    // The operation has not happened.
                    left += 1;
                    laid.before.settle(&mut laid.machine, fork);
                }
                Turn::Stop(stop) => return Ok(stop),
                Turn::Switch(_) | Turn::Notify(_) => {
                    return Err(Outcome::Skipped("a method that waits for other threads".to_string()));
                }
            }
        }
    }

    /// What is to be said of a call that has stopped, if the scope has room for what it has made.
    fn end<B: Before>(
        &self,
        laid: &mut Laid<'_, 'q, B>,
        arguments: &[Word],
        stop: Stop<Word, Fork<B>>,
        most: u64,
    ) -> Ended {
        let made = self.made(laid).filter(|made| !self.is_beyond(&laid.before, made));
        let Some(made) = made else { return Ended::with(Outcome::Excluded) };
        let ended = self.conclude(laid, arguments, stop, most);
        // Who asks about the heap before the call may only then find that there are more objects.
        if self.is_beyond(&laid.before, &made) { Ended::with(Outcome::Excluded) } else { ended }
    }

    fn conclude<B: Before>(
        &self,
        laid: &mut Laid<'_, 'q, B>,
        arguments: &[Word],
        stop: Stop<Word, Fork<B>>,
        most: u64,
    ) -> Ended {
        let program = self.question.program;
        match stop {
            Stop::Returned(result) => {
                let broken =
                    self.question.ensures.iter().find(|property| !self.is_true(property, laid, result));
                let outcome = match broken {
                    Some(broken) => Outcome::Bad(self.broken(&broken.text, "false")),
                    None => match self.invariants(laid, arguments) {
                        Ok(None) => Outcome::Good,
                        Ok(Some((invariant, how))) => {
                            let name = crate::show::short_name(&program.functions[invariant].name);
                            Outcome::Bad(self.broken(&name, how))
                        }
                        Err(construct) => Outcome::Skipped(construct),
                    },
                };
                Ended { outcome, result }
            }
            Stop::Violation(bug) => {
                let unwanted = match bug {
                    Bug::Exception(exception) if exception != 0 => {
                        self.is_never(laid.machine.heap().ty(exception))
                    }
                    // Whoever only tries a call does not make the exception.
                    Bug::Trap(trap) => {
                        trap_class(program, trap).is_none_or(|class| self.is_never(RefType::Class(class)))
                    }
                    Bug::Exception(_) | Bug::Failure(_) | Bug::Assertion => true,
                };
                Ended::with(match unwanted {
                    true => Outcome::Bad(replay::violation(&laid.machine, bug)),
                    false => Outcome::Good,
                })
            }
            Stop::Dropped => Ended::with(Outcome::Excluded),
            Stop::Paused => {
                Ended::with(Outcome::Skipped(format!("a call that does not end within {most} operations")))
            }
            stop @ (Stop::Unsupported(_)
            | Stop::Exhausted(_)
            | Stop::Choice(_)
            | Stop::Exited(_)
            | Stop::Fork(_)) => {
                let construct = replay::unfinished(program, self.limits, &stop).unwrap_or_default();
                Ended::with(Outcome::Skipped(construct))
            }
        }
    }

    /// Whether exceptions of a type should not leave the method.
    fn is_never(&self, ty: RefType) -> bool {
        self.question.never.iter().any(|&class| self.image.is_object_of(ty, class))
    }

    /// How many objects of each pool the call has made; none if one is an array that is longer than the scope allows.
    fn made<B: Before>(&self, laid: &Laid<'_, 'q, B>) -> Option<Vec<usize>> {
        let heap = laid.machine.heap();
        let universe = &self.setting.universe;
        let mut counts = vec![0; universe.pools().len()];
        let of_library = self.of_library(laid);
        for reference in laid.first..heap.len() as Reference + 1 {
            let ty = heap.ty(reference);
            if let Some(pool) = universe.pool_of(ty)
                && !of_library.contains(&reference)
            {
                counts[pool] += 1;
                if matches!(ty, RefType::Array(_)) && heap.length(reference) as usize > universe.length {
                    return None;
                }
            }
        }
        Some(counts)
    }

    /// Whether there is no room in the scope for what a call has made: then nothing is said about the execution.
    fn is_beyond<B: Before>(&self, before: &B, made: &[usize]) -> bool {
        let pools = self.setting.universe.pools().iter().enumerate();
        let mut counted = pools.filter(|(_, pool)| !pool.shared);
        counted.any(|(index, pool)| before.least(index) + made[index] > pool.count)
    }

    /// What the library has made for itself: in exceptions to tell where they were thrown, and in its static fields.
    fn of_library<B: Before>(&self, laid: &Laid<'_, 'q, B>) -> BTreeSet<Reference> {
        let program = self.question.program;
        let heap = laid.machine.heap();
        let mut found = BTreeSet::new();
        for global in program.globals.ids() {
            let declared = &program.globals[global];
            if declared.ty.is_ref()
                && replay::is_library(&declared.name)
                && let Some(word) = heap.global(ir::Id::index(global))
            {
                self.below(laid, word as Reference, &mut found);
            }
        }
        for exception in laid.first..heap.len() as Reference + 1 {
            let RefType::Class(class) = heap.ty(exception) else { continue };
            if !self.setting.reach.is_throwable(program, class) {
                continue;
            }
            for (slot, &field) in laid.machine.image().layout(class).fields.iter().enumerate() {
                let declared = &program.fields[field];
                let is_trace = matches!(declared.ty, Type::Ref(RefType::Any | RefType::Array(_)))
                    && replay::is_library(program.class_name(declared.owner));
                if is_trace {
                    self.below(laid, heap.get(exception, slot as u32) as Reference, &mut found);
                }
            }
        }
        found
    }

    /// Finds what the call made and can be reached from an object.
    fn below<B: Before>(&self, laid: &Laid<'_, 'q, B>, from: Reference, found: &mut BTreeSet<Reference>) {
        let program = self.question.program;
        let heap = laid.machine.heap();
        let mut waiting = vec![from];
        while let Some(reference) = waiting.pop() {
            if reference < laid.first || !found.insert(reference) {
                continue;
            }
            match heap.ty(reference) {
                RefType::Class(class) => {
                    let layout = laid.machine.image().layout(class);
                    let fields = layout.fields.iter().enumerate();
                    let references = fields.filter(|(_, field)| program.fields[**field].ty.is_ref());
                    waiting.extend(references.map(|(slot, _)| heap.get(reference, slot as u32) as Reference));
                }
                RefType::Array(array) => {
                    let ty = program.element_type(array);
                    if ty.is_ref() {
                        let elements = 0..heap.length(reference);
                        waiting.extend(
                            elements.map(|index| B::Domain::element(heap, reference, ty, index) as Reference),
                        );
                    }
                }
                RefType::Any => {}
            }
        }
    }

    /// The first invariant that does not give true in the heap as it is, and how it ends instead. Objects that it makes stay, but nobody
    /// refers to them.
    fn invariants<B: Before>(
        &self,
        laid: &mut Laid<'_, 'q, B>,
        arguments: &[Word],
    ) -> Result<Option<(FunctionId, &'static str)>, String> {
        for &invariant in &self.question.invariants {
            if let Some(how) = self.invariant(laid, invariant, arguments[0])? {
                return Ok(Some((invariant, how)));
            }
        }
        Ok(None)
    }

    /// How an invariant of an object ends, if it does not give true.
    fn invariant<B: Before>(
        &self,
        laid: &mut Laid<'_, 'q, B>,
        invariant: FunctionId,
        object: Word,
    ) -> Result<Option<&'static str>, String> {
        if let Err(what) = laid.machine.call(invariant, &[object]) {
            return Err(replay::unsupported(self.question.program, what));
        }
        let mut fuel = MOST_STEPS;
        let turn = loop {
            match laid.machine.run_threads(&mut fuel, &mut Unwatched) {
                Turn::Stop(Stop::Fork(fork)) => laid.before.settle(&mut laid.machine, fork),
                turn @ (Turn::Stop(_) | Turn::Switch(_) | Turn::Notify(_)) => break turn,
            }
        };
        match turn {
            Turn::Stop(Stop::Returned(Some(0))) => Ok(Some("false")),
            Turn::Stop(Stop::Returned(_)) => Ok(None),
            Turn::Stop(Stop::Violation(_)) => Ok(Some("not computed")),
            Turn::Stop(_) | Turn::Switch(_) | Turn::Notify(_) => {
                Err("an invariant that does not come to its end".to_string())
            }
        }
    }

    /// Whether an object before the call is not what the specification of its class says.
    fn not_specified<B: Before>(&self, laid: &mut Laid<'_, 'q, B>) -> Result<bool, String> {
        let universe = &self.setting.universe;
        for (pool, known) in universe.pools().iter().enumerate() {
            let RefType::Class(class) = known.ty else { continue };
            let Some(invariant) = self.setting.reach.specified.get(&class).copied().flatten() else {
                continue;
            };
            for atom in universe.atoms(pool).take(laid.before.least(pool)) {
                let reference = laid.before.reference(atom);
                if self.invariant(laid, invariant, reference.into())?.is_some() {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn broken(&self, what: &str, how: &str) -> Violation {
        let program = self.question.program;
        let function = self.question.function;
        let location: Location = replay::location(program, function, program.functions[function].position);
        let name = crate::show::short_name(&program.functions[function].name);
        let message = format!("`{}` is {how} after `{name}`", what.trim());
        Violation { property: Kind::Assertion, message, location }
    }

    /// A value for people: objects that were there before the call by their names; another one is the result.
    fn named(&self, laid: &Laid<'_, 'q, Whole<'_>>, ty: Type, truth: bool, word: Word) -> String {
        match ty {
            Type::Ref(_) if word == 0 => "null".to_string(),
            Type::Ref(_) => {
                let known =
                    laid.before.references.iter().find(|&(_, &reference)| reference == word as Reference);
                known.map_or_else(
                    || "result".to_string(),
                    |(&atom, _)| self.setting.universe.name(self.question.program, atom),
                )
            }
            Type::Bool => (word != 0).to_string(),
            Type::Int(_) if truth => (word != 0).to_string(),
            Type::Int(_) | Type::Float(_) => (word as i64).to_string(),
        }
    }

    /// The heap at hand as a picture: what is known by name first, then all objects.
    fn graph(&self, title: String, laid: &Laid<'_, 'q, Whole<'_>>, roots: &[(&str, Reference)]) -> Graph {
        let program = self.question.program;
        let heap = laid.machine.heap();
        let mut names: BTreeMap<Reference, String> = laid
            .before
            .references
            .iter()
            .map(|(&atom, &reference)| (reference, self.setting.universe.name(program, atom)))
            .collect();
        let mut order: Vec<Reference> = laid.before.references.values().copied().collect();
        for &(name, root) in roots {
            names.entry(root).or_insert_with(|| {
                order.push(root);
                name.to_string()
            });
        }
        let mut objects = Vec::new();
        let mut next = 0;
        let mut made = 0;
        while let Some(&reference) = order.get(next) {
            next += 1;
            let mut shown = |ty: Type, word: Word| match ty {
                Type::Ref(_) if word == 0 => "null".to_string(),
                Type::Ref(_) => {
                    let known = names.entry(word as Reference).or_insert_with(|| {
                        order.push(word as Reference);
                        made += 1;
                        format!("new{made}")
                    });
                    known.clone()
                }
                Type::Bool => (word != 0).to_string(),
                Type::Int(_) | Type::Float(_) => (word as i64).to_string(),
            };
            let ty = heap.ty(reference);
            let fields = match ty {
                RefType::Class(class) => {
                    let layout = self.image.layout(class);
                    let fields = layout.fields.iter().enumerate();
                    let fields = fields.filter(|(_, field)| self.setting.reach.fields.contains(field));
                    fields
                        .map(|(slot, &field)| {
                            let word = heap.get(reference, slot as u32);
                            let declared = &program.fields[field];
                            GraphField {
                                name: declared.name.clone(),
                                value: shown(declared.ty, word),
                                below: false,
                            }
                        })
                        .collect()
                }
                RefType::Array(array) => {
                    let ty = program.element_type(array);
                    (0..heap.length(reference))
                        .map(|index| {
                            let word = heap.element(reference, ty, index);
                            GraphField { name: index.to_string(), value: shown(ty, word), below: false }
                        })
                        .collect()
                }
                RefType::Any => Vec::new(),
            };
            let name = names[&reference].clone();
            objects.push(GraphObject { name, class: crate::universe::type_name(program, ty), fields });
        }
        Graph { title, objects }
    }

    /// The arguments and the heap, number by number.
    fn choices(&self, state: &PreState, location: &Location) -> Vec<Choice> {
        let program = self.question.program;
        let Setting { reach, universe } = self.setting;
        let parameters = &program.functions[self.question.function].parameters;
        let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name.as_str()).collect();
        let choice = |(variable, value): (String, i128)| Choice {
            value,
            low: value,
            high: value,
            variable,
            location: location.clone(),
        };
        state.named(program, universe, reach, &names).into_iter().map(choice).collect()
    }
}

/// Calls one heap after the other: classes are initialised once, and what a call has changed is undone.
pub struct Calls<'c, 'q> {
    caller: &'c Caller<'c, 'q>,
    machine: Option<Machine<'c, 'q, Concrete>>,
}

impl<'c, 'q> Calls<'c, 'q> {
    /// No call yet.
    pub fn new(caller: &'c Caller<'c, 'q>) -> Self {
        Calls { caller, machine: None }
    }

    /// Calls the method in a heap, as far as a short execution shows.
    pub fn try_call(&mut self, state: &PreState) -> Outcome {
        let machine = match self.machine.take() {
            Some(machine) => Ok(machine),
            None => self.caller.quick(Concrete).map(|mut machine| {
                machine.mark();
                machine
            }),
        };
        match machine.and_then(|machine| self.caller.lay(machine, state)) {
            Ok(mut laid) => {
                let outcome = self.caller.run(&mut laid, FORCED_STEPS);
                let mut machine = laid.machine;
                if machine.undo() {
                    self.machine = Some(machine);
                }
                outcome
            }
            Err(construct) => Outcome::Skipped(construct),
        }
    }
}

impl check::Replayer for Caller<'_, '_> {
    fn replay(&mut self, trace: &Trace) -> Result<Replay, ReplayFailure> {
        let diverged = |how: &str| ReplayFailure::Diverged(how.to_string());
        let Setting { reach, universe } = self.setting;
        let parameters = self.question.program.functions[self.question.function].parameters.len();
        let state = PreState::read(&trace.choices, self.question.program, universe, reach, parameters)
            .ok_or_else(|| diverged("the trace is about another heap"))?;
        match self.tell(&state) {
            (Outcome::Bad(violation), Some(mut replay)) => {
                replay.choices = self.choices(&state, &violation.location);
                Ok(replay)
            }
            (Outcome::Bad(_) | Outcome::Good, _) => Err(diverged("nothing is violated")),
            (Outcome::Excluded, _) => Err(diverged("the precondition is false")),
            (Outcome::Skipped(construct), _) => Err(diverged(&construct)),
        }
    }
}

impl<'i, 'p, B: Before> Laid<'i, 'p, B> {
    /// A machine on which the objects of a heap were made, and nothing else since.
    pub(crate) fn new(machine: Machine<'i, 'p, B::Domain>, before: B) -> Self {
        let program = machine.image().program();
        let globals = program.globals.ids().map(|global| {
            let known = machine.heap().global(ir::Id::index(global));
            known.unwrap_or_else(|| machine::word_of(program.globals[global].initial))
        });
        let globals = globals.collect();
        let first = machine.heap().len() as Reference + 1;
        Laid { machine, before, first, globals, steps: 0 }
    }
}
