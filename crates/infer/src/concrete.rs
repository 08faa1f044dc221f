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
use ir::{ClassId, FieldId, FunctionId, GlobalId, Program, RefType, Type};
use machine::base::Base;
use machine::{
    Bug, Concrete, Image, Limits, Lowering, Machine, Reference, Steps, Stop, Tracer, Turn, Unwatched, Word,
    replay,
};

use crate::prestate::{Plain, PreState};
use crate::property::core::State;
use crate::property::{Object, Property, Value, View, evaluate};
use crate::reach::{Reach, trap_class};
use crate::refine::{Question, Setting};
use crate::universe::{Atom, Universe};

/// How many operations one call may take: who needs more is believed to go on for ever.
const MOST_STEPS: u64 = 2_000_000;

/// How many operations a call may take that is only tried.
const TRIED_STEPS: u64 = 20_000;

/// How many operations a call may take that is one of many.
const FORCED_STEPS: u64 = 5_000;

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

/// What is told of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Told {
    /// Every step.
    Steps,
    /// Only how it ends, within so many operations.
    Nothing(u64),
}

/// The machine with the objects of a heap.
struct Laid<'i, 'p> {
    machine: Machine<'i, 'p, Concrete>,
    references: BTreeMap<Atom, Reference>,
    /// References from here on were made by the call.
    first: Reference,
    /// What global variables had before the call.
    globals: Vec<Word>,
}

/// A heap before and one after.
struct Seen<'s, 'i, 'p> {
    program: &'p Program,
    universe: &'s Universe,
    before: &'s PreState,
    laid: &'s Laid<'i, 'p>,
    truths: &'s [bool],
    result: Option<Word>,
    gives_truth: bool,
    function: FunctionId,
}

impl<'c, 'q> Caller<'c, 'q> {
    /// For one question.
    pub fn new(question: &'c Question<'q>, setting: &'c Setting, limits: Limits) -> Self {
        let base = base(question.program, &setting.reach);
        let image = Image::new(question.program, Lowering::Stepwise);
        let quick = Image::new(question.program, Lowering::Fused);
        Caller { question, setting, base, image, quick, limits }
    }

    /// A machine whose classes are initialised.
    fn ready<'i>(&self, image: &'i Image<'q>) -> Result<Machine<'i, 'q, Concrete>, String> {
        let mut machine = Machine::new(image, Concrete, self.limits);
        if !self.base.is_none() && machine.lay(&self.base, &[]).is_none() {
            return Err("initialising the classes, which does not come to its end".to_string());
        }
        Ok(machine)
    }

    /// Builds a heap.
    fn lay<'i>(
        &self,
        mut machine: Machine<'i, 'q, Concrete>,
        state: &PreState,
    ) -> Result<Laid<'i, 'q>, String> {
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
        let first = machine.heap().len() as Reference + 1;
        let globals = program.globals.ids().map(|global| {
            let known = machine.heap().global(ir::Id::index(global));
            known.unwrap_or_else(|| machine::word_of(program.globals[global].initial))
        });
        let globals = globals.collect();
        let mut laid = Laid { machine, references, first, globals };
        for (&(field, atom), &plain) in &state.fields {
            let RefType::Class(class) = universe.ty(atom) else { continue };
            let Some(slot) = image.layout(class).fields.iter().position(|&other| other == field) else {
                continue;
            };
            let word = laid.word(program.fields[field].ty, plain);
            let reference = laid.references[&atom];
            laid.machine.heap_mut().set(reference, slot as u32, word);
        }
        for (&(atom, index), &plain) in &state.elements {
            let RefType::Array(array) = universe.ty(atom) else { continue };
            let ty = program.element_type(array);
            let word = laid.word(ty, plain);
            let reference = laid.references[&atom];
            laid.machine.heap_mut().set_element(reference, ty, index as u32, word);
        }
        Ok(laid)
    }

    fn seen<'s, 'i>(
        &'s self,
        before: &'s PreState,
        laid: &'s Laid<'i, 'q>,
        result: Option<Word>,
    ) -> Seen<'s, 'i, 'q> {
        Seen {
            program: self.question.program,
            universe: &self.setting.universe,
            before,
            laid,
            truths: &self.question.truths,
            result,
            gives_truth: self.question.gives_truth,
            function: self.question.function,
        }
    }

    /// Calls the method in a heap.
    pub fn call(&self, state: &PreState) -> Outcome {
        self.tell(state, Told::Nothing(MOST_STEPS)).0
    }

    /// Calls the method in a heap, as far as a short execution shows.
    pub fn try_call(&self, state: &PreState) -> Outcome {
        self.tell(state, Told::Nothing(TRIED_STEPS)).0
    }

    /// Calls the method, and tells how that went.
    fn tell(&self, state: &PreState, told: Told) -> (Outcome, Option<Replay>) {
        let (image, most) = match told {
            Told::Steps => (&self.image, MOST_STEPS),
            Told::Nothing(most) => (&self.quick, most),
        };
        let laid = self.ready(image).and_then(|mut machine| {
            if let Told::Nothing(_) = told {
                machine.stop_at_uncaught_traps();
            }
            self.lay(machine, state)
        });
        match laid {
            Ok(mut laid) => self.run(&mut laid, state, told, most),
            Err(construct) => (Outcome::Skipped(construct), None),
        }
    }

    /// Calls the method in a heap that was built.
    fn run(
        &self,
        laid: &mut Laid<'_, 'q>,
        state: &PreState,
        told: Told,
        most: u64,
    ) -> (Outcome, Option<Replay>) {
        let program = self.question.program;
        let is_true = |property: &Property, laid: &Laid<'_, 'q>, result| {
            evaluate(property, &self.seen(state, laid, result))
        };
        if self.question.requires.iter().any(|property| !is_true(property, laid, None)) {
            return (Outcome::Excluded, None);
        }
        let parameters = &program.functions[self.question.function].parameters;
        let arguments: Vec<Word> = parameters
            .iter()
            .zip(&state.parameters)
            .map(|(parameter, &plain)| laid.word(parameter.ty, plain))
            .collect();
        let wrong = match self.not_specified(laid) {
            Ok(false) => self.invariants(laid, &arguments).map(|broken| broken.is_some()),
            known => known,
        };
        match wrong {
            Ok(false) => {}
            Ok(true) => return (Outcome::Excluded, None),
            Err(construct) => return (Outcome::Skipped(construct), None),
        }
        let shown = told == Told::Steps;
        let image = laid.machine.image();
        let before = shown.then(|| {
            let declared = &program.functions[self.question.function].parameters;
            let given = declared.iter().zip(&arguments).enumerate().map(|(index, (parameter, &word))| {
                let truth = self.question.truths.get(index).copied().unwrap_or_default();
                format!("{} = {}", parameter.name, self.named(laid, parameter.ty, truth, word))
            });
            let given: Vec<String> = given.collect();
            let title = match given.is_empty() {
                true => "before the call".to_string(),
                false => format!("before the call with {}", given.join(", ")),
            };
            self.graph(title, laid, &[])
        });
        if let Err(what) = laid.machine.call(self.question.function, &arguments) {
            return (Outcome::Skipped(replay::unsupported(program, what)), None);
        }
        let mut tracer = shown.then(|| Tracer::new(image, Steps::Own));
        let mut left = most;
        let stop = loop {
            let slice = Tracer::MOST_FUEL.min(left);
            let mut fuel = slice;
            let turn = match &mut tracer {
                Some(tracer) => tracer.run(&mut laid.machine, &mut fuel),
                None => laid.machine.run_threads(&mut fuel, &mut Unwatched),
            };
            left = left.saturating_sub(slice - fuel);
            match turn {
                Turn::Stop(Stop::Paused) if left > 0 => {}
                Turn::Stop(stop) => break stop,
                Turn::Switch(_) | Turn::Notify(_) => {
                    return (Outcome::Skipped("a method that waits for other threads".to_string()), None);
                }
            }
        };
        if self.is_beyond(laid) {
            return (Outcome::Excluded, None);
        }
        let (violation, roots, ended) = match stop {
            Stop::Returned(result) => {
                let broken = self.question.ensures.iter().find(|property| !is_true(property, laid, result));
                let violation = match broken {
                    Some(broken) => self.broken(&broken.text, "false"),
                    None => match self.invariants(laid, &arguments) {
                        Ok(None) => return (Outcome::Good, None),
                        Ok(Some((invariant, how))) => {
                            self.broken(&crate::show::short_name(&program.functions[invariant].name), how)
                        }
                        Err(construct) => return (Outcome::Skipped(construct), None),
                    },
                };
                let declared = program.functions[self.question.function].result;
                let roots = match (declared, result) {
                    (Some(Type::Ref(_)), Some(word)) if word != 0 => vec![("result", word as Reference)],
                    _ => Vec::new(),
                };
                let gives = declared.zip(result).map_or_else(String::new, |(ty, word)| {
                    format!(", which gives {}", self.named(laid, ty, self.question.gives_truth, word))
                });
                (violation, roots, gives)
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
                    Bug::Exception(_) | Bug::Assertion => true,
                };
                if !unwanted {
                    return (Outcome::Good, None);
                }
                (replay::violation(&laid.machine, bug), Vec::new(), String::new())
            }
            Stop::Dropped => return (Outcome::Excluded, None),
            Stop::Paused => {
                return (
                    Outcome::Skipped(format!("a call that does not end within {most} operations")),
                    None,
                );
            }
            stop @ (Stop::Unsupported(_) | Stop::Exhausted(_) | Stop::Choice(_) | Stop::Exited(_)) => {
                let construct = replay::unfinished(program, self.limits, &stop).unwrap_or_default();
                return (Outcome::Skipped(construct), None);
            }
            Stop::Fork(never) => match never {},
        };
        let Some(before) = before else { return (Outcome::Bad(violation), None) };
        let after = self.graph(format!("after the call{ended}"), laid, &roots);
        let replay = Replay {
            violation: violation.clone(),
            choices: Vec::new(),
            steps: tracer.map(Tracer::rest).unwrap_or_default(),
            omitted: 0,
            graphs: vec![before, after],
            interplay: Interplay::default(),
            history: None,
        };
        (Outcome::Bad(violation), Some(replay))
    }

    /// Whether exceptions of a type should not leave the method.
    fn is_never(&self, ty: RefType) -> bool {
        self.question.never.iter().any(|&class| self.image.is_object_of(ty, class))
    }

    /// Whether there are more objects of a class than the scope has, or longer arrays: then nothing is said about the execution.
    fn is_beyond(&self, laid: &Laid<'_, 'q>) -> bool {
        let heap = laid.machine.heap();
        let universe = &self.setting.universe;
        let mut counts: Vec<usize> = vec![0; universe.pools().len()];
        let of_library = self.of_library(laid);
        let made = (laid.first..heap.len() as Reference + 1).filter(|made| !of_library.contains(made));
        for reference in laid.references.values().copied().chain(made) {
            let ty = heap.ty(reference);
            if let Some(pool) = universe.pool_of(ty) {
                counts[pool] += 1;
                if matches!(ty, RefType::Array(_)) && heap.length(reference) as usize > universe.length {
                    return true;
                }
            }
        }
        let pools = universe.pools().iter().zip(&counts);
        pools.into_iter().any(|(pool, &count)| !pool.shared && count > pool.count)
    }

    /// What the library has made for itself: in exceptions to tell where they were thrown, and in its static fields.
    fn of_library(&self, laid: &Laid<'_, 'q>) -> BTreeSet<Reference> {
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
    fn below(&self, laid: &Laid<'_, 'q>, from: Reference, found: &mut BTreeSet<Reference>) {
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
                        waiting.extend(elements.map(|index| heap.element(reference, ty, index) as Reference));
                    }
                }
                RefType::Any => {}
            }
        }
    }

    /// The first invariant that does not give true in the heap as it is, and how it ends instead. Objects that it makes stay, but nobody
    /// refers to them.
    fn invariants(
        &self,
        laid: &mut Laid<'_, 'q>,
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
    fn invariant(
        &self,
        laid: &mut Laid<'_, 'q>,
        invariant: FunctionId,
        object: Word,
    ) -> Result<Option<&'static str>, String> {
        if let Err(what) = laid.machine.call(invariant, &[object]) {
            return Err(replay::unsupported(self.question.program, what));
        }
        let mut fuel = MOST_STEPS;
        match laid.machine.run_threads(&mut fuel, &mut Unwatched) {
            Turn::Stop(Stop::Returned(Some(0))) => Ok(Some("false")),
            Turn::Stop(Stop::Returned(_)) => Ok(None),
            Turn::Stop(Stop::Violation(_)) => Ok(Some("not computed")),
            Turn::Stop(_) | Turn::Switch(_) | Turn::Notify(_) => {
                Err("an invariant that does not come to its end".to_string())
            }
        }
    }

    /// Whether an object before the call is not what the specification of its class says.
    fn not_specified(&self, laid: &mut Laid<'_, 'q>) -> Result<bool, String> {
        let objects: Vec<(FunctionId, Reference)> = laid
            .references
            .iter()
            .filter_map(|(&atom, &reference)| {
                let RefType::Class(class) = self.setting.universe.ty(atom) else { return None };
                let invariant = self.setting.reach.specified.get(&class).copied().flatten()?;
                Some((invariant, reference))
            })
            .collect();
        for (invariant, reference) in objects {
            if self.invariant(laid, invariant, reference.into())?.is_some() {
                return Ok(true);
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
    fn named(&self, laid: &Laid<'_, 'q>, ty: Type, truth: bool, word: Word) -> String {
        match ty {
            Type::Ref(_) if word == 0 => "null".to_string(),
            Type::Ref(_) => {
                let known = laid.references.iter().find(|&(_, &reference)| reference == word as Reference);
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
    fn graph(&self, title: String, laid: &Laid<'_, 'q>, roots: &[(&str, Reference)]) -> Graph {
        let program = self.question.program;
        let heap = laid.machine.heap();
        let mut names: BTreeMap<Reference, String> = laid
            .references
            .iter()
            .map(|(&atom, &reference)| (reference, self.setting.universe.name(program, atom)))
            .collect();
        let mut order: Vec<Reference> = laid.references.values().copied().collect();
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
            None => self.caller.ready(&self.caller.quick).map(|mut machine| {
                machine.stop_at_uncaught_traps();
                machine.mark();
                machine
            }),
        };
        match machine.and_then(|machine| self.caller.lay(machine, state)) {
            Ok(mut laid) => {
                let told = Told::Nothing(FORCED_STEPS);
                let (outcome, _) = self.caller.run(&mut laid, state, told, FORCED_STEPS);
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
        match self.tell(&state, Told::Steps) {
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

impl Laid<'_, '_> {
    /// The machine's word for a value of a type.
    fn word(&self, ty: Type, plain: Plain) -> Word {
        match ty {
            Type::Ref(_) if plain == 0 => 0,
            Type::Ref(_) => {
                let atom = u32::try_from(plain - 1).ok();
                atom.and_then(|atom| self.references.get(&atom)).copied().unwrap_or_default().into()
            }
            Type::Bool | Type::Int(_) | Type::Float(_) => plain as Word,
        }
    }
}

impl Seen<'_, '_, '_> {
    fn value(&self, ty: Type, truth: bool, word: Word) -> Option<Value> {
        match ty {
            Type::Ref(_) => (word != 0).then_some(Value::Object(Object(word as Reference))),
            Type::Bool => Some(Value::Bool(word != 0)),
            Type::Int(_) if truth => Some(Value::Bool(word != 0)),
            Type::Int(_) | Type::Float(_) => Some(Value::Int(word as i64)),
        }
    }

    /// The atom of an object that was there before.
    fn atom(&self, object: Object) -> Option<Atom> {
        self.laid.references.iter().find(|(_, reference)| **reference == object.0).map(|(&atom, _)| atom)
    }
}

impl View for Seen<'_, '_, '_> {
    fn objects(&self, state: State, of: RefType) -> Vec<Object> {
        let heap = self.laid.machine.heap();
        let before = self.laid.references.values().copied();
        let made = match state {
            State::Pre => self.laid.first..self.laid.first,
            State::Post => self.laid.first..heap.len() as Reference + 1,
        };
        let fits = |reference: &Reference| {
            let ty = heap.ty(*reference);
            let counted = self.universe.pool_of(ty).is_some_and(|pool| !self.universe.pools()[pool].shared);
            counted && self.program.is_subtype(ty, of)
        };
        before.chain(made).filter(fits).map(Object).collect()
    }

    fn field(&self, state: State, object: Object, field: FieldId) -> Option<Value> {
        let declared = &self.program.fields[field];
        match state {
            State::Pre => {
                let atom = self.atom(object)?;
                let plain = self.before.fields.get(&(field, atom)).copied().unwrap_or_default();
                let has = self.program.is_subtype(self.universe.ty(atom), RefType::Class(declared.owner));
                if !has {
                    return None;
                }
                self.value(declared.ty, false, self.laid.word(declared.ty, plain))
            }
            State::Post => {
                let RefType::Class(class) = self.laid.machine.heap().ty(object.0) else { return None };
                let layout = self.laid.machine.image().layout(class);
                let slot = layout.fields.iter().position(|&other| other == field)?;
                self.value(declared.ty, false, self.laid.machine.heap().get(object.0, slot as u32))
            }
        }
    }

    fn global(&self, state: State, global: GlobalId) -> Option<Value> {
        let declared = &self.program.globals[global];
        let index = ir::Id::index(global);
        let now =
            || self.laid.machine.heap().global(index).unwrap_or_else(|| machine::word_of(declared.initial));
        let word = match state {
            State::Pre => self.laid.globals.get(index).copied().unwrap_or_else(now),
            State::Post => now(),
        };
        self.value(declared.ty, false, word)
    }

    fn elements(&self, state: State, array: Object) -> Vec<Option<Value>> {
        let heap = self.laid.machine.heap();
        let RefType::Array(ty) = heap.ty(array.0) else { return Vec::new() };
        let element = self.program.element_type(ty);
        match state {
            State::Post => (0..heap.length(array.0))
                .map(|index| self.value(element, false, heap.element(array.0, element, index)))
                .collect(),
            State::Pre => {
                let Some(atom) = self.atom(array) else { return Vec::new() };
                let length = self.before.lengths.get(&atom).copied().unwrap_or_default();
                (0..length)
                    .map(|index| {
                        let plain = self.before.elements.get(&(atom, index)).copied().unwrap_or_default();
                        self.value(element, false, self.laid.word(element, plain))
                    })
                    .collect()
            }
        }
    }

    fn parameter(&self, index: usize) -> Option<Value> {
        let ty = self.program.functions[self.function].parameters.get(index)?.ty;
        let plain = *self.before.parameters.get(index)?;
        let truth = self.truths.get(index) == Some(&true);
        self.value(ty, truth, self.laid.word(ty, plain))
    }

    fn result(&self) -> Option<Value> {
        let ty = self.program.functions[self.function].result?;
        self.value(ty, self.gives_truth, self.result?)
    }

    fn integers(&self) -> Vec<i64> {
        let most = 1i64 << (self.universe.width - 1).min(20);
        (-most..most).collect()
    }
}
