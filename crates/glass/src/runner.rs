//! The tracked machine with the objects of a space.
//!
//! All objects of the space are made once, before the mark; a state is made by writing the words of its variables, and
//! going back to the mark takes it away again. So an object of the space is the same reference in every state.

use std::rc::Rc;

use ir::FunctionId;
use machine::base::Base;
use machine::{Bug, Element, Image, Limits, Machine, Moment, Reference, Stop, Word, replay};

use crate::model::{Model, Role};
use crate::space::{Item, Kind, Owner, Slot, Space};
use crate::terms::{KEY, Terms};
use crate::tracked::{Known, Level, Reach, Tracked, Value};

/// How many operations are executed between two looks at whether to stop.
const SLICE: u64 = 50_000;

/// How many operations one call may take: who needs more is believed to go on for ever.
pub(crate) const MOST_STEPS: u64 = 20_000_000;

/// How a call ended.
#[derive(Clone, Debug)]
pub(crate) enum End {
    Returned(Option<Value>),
    Exception(Reference),
    Bug(Bug),
    /// The execution does not count.
    Dropped,
    /// It did not come to its end, in words that follow "not supported:".
    Skipped(String),
    /// Somebody wants to stop.
    Stopped,
}

/// The machine. See the module's documentation.
pub(crate) struct Runner<'i, 'p, 's> {
    pub(crate) machine: Machine<'i, 'p, Tracked>,
    pub(crate) space: &'s Space,
    /// The references of the space's objects.
    pub(crate) references: Vec<Reference>,
    /// Those of objects that are as good as numbers, ascending.
    constants: Rc<[Reference]>,
    /// The word of each code of each variable.
    pub(crate) words: Vec<Rc<[Word]>>,
    /// What a new object of the first class has.
    first: Vec<Value>,
    /// What globals have before any operation.
    globals: Vec<Option<Value>>,
    /// Whether there are keys, and they are numbers like others.
    pub(crate) has_number_keys: bool,
    pub(crate) steps: u64,
}

impl<'i, 'p, 's> Runner<'i, 'p, 's> {
    /// Fails if an object cannot be made.
    pub(crate) fn new(
        image: &'i Image<'p>,
        base: &Base,
        model: &Model,
        space: &'s Space,
        limits: Limits,
    ) -> Result<Self, String> {
        let mut machine = Machine::new(image, Tracked::new(Vec::new()), limits);
        let made = machine.lay(base, &[(model.factory, Vec::new())]);
        let made = made.and_then(|values| values.first().copied());
        let Some(Value { word: made, .. }) = made.filter(|value| value.word != 0) else {
            return Err("making a new object, which does not come to its end".to_string());
        };
        let first = machine.heap().contents(made as Reference).to_vec();
        let mut runner = Runner {
            machine,
            space,
            references: Vec::new(),
            constants: Rc::new([]),
            words: Vec::new(),
            first,
            globals: Vec::new(),
            has_number_keys: space.has_number_keys(),
            steps: 0,
        };
        runner.lay()?;
        let word = |item: Item| runner.word(item);
        let words: Vec<Rc<[Word]>> = space
            .variables
            .iter()
            .map(|variable| variable.domain.iter().map(|&item| word(item)).collect())
            .collect();
        let known = space.variables.iter().zip(&words).map(|(variable, words)| {
            Known::new(Rc::clone(words), variable.is_key, variable.role == Role::Ghost)
        });
        *runner.machine.domain_mut() = Tracked::new(known.collect());
        runner.words = words;
        runner.fill();
        let heap = runner.machine.heap();
        runner.globals = (0..heap.global_count()).map(|global| heap.global(global)).collect();
        Ok(runner)
    }

    /// Makes the objects of the space.
    fn lay(&mut self) -> Result<(), String> {
        let zero = Value::constant(0);
        self.references.clear();
        for object in &self.space.objects {
            let heap = self.machine.heap_mut();
            let made = match object.kind {
                Kind::Class(_, class) => heap.new_object(class, object.slots.len(), zero),
                Kind::Array(ty, length) => heap.new_array(ty, Element::Slot, length as u32, zero),
            };
            let no_room = |_| "a search space for whose objects there is no room".to_string();
            self.references.push(made.map_err(no_room)?);
        }
        let constants = (0..self.references.len()).filter(|&object| self.space.is_constant(object));
        let mut constants: Vec<Reference> = constants.map(|object| self.references[object]).collect();
        constants.sort_unstable();
        self.constants = constants.into();
        Ok(())
    }

    /// Gives every slot what it has in the first state, and marks that.
    fn fill(&mut self) {
        let codes = vec![0; self.space.variables.len()];
        for (object, entry) in self.space.objects.iter().enumerate() {
            for slot in 0..entry.slots.len() {
                let value = self.before(object, slot, &codes);
                self.machine.heap_mut().set(self.references[object], slot as u32, value);
            }
        }
        self.machine.mark();
    }

    fn word(&self, item: Item) -> Word {
        match item {
            Item::Null => 0,
            Item::Object(object) => Word::from(self.references[object]),
            Item::Word(word) => word,
        }
    }

    /// The references of the space.
    fn range(&self) -> std::ops::Range<Reference> {
        self.references[0]..self.references[self.references.len() - 1] + 1
    }

    /// Allows to read these objects of the space, and those that are as good as numbers.
    pub(crate) fn reach(&self, near: &[Reference]) -> Reach {
        let mut allowed = near.to_vec();
        allowed.sort_unstable();
        Reach { allowed, always: Rc::clone(&self.constants), space: self.range() }
    }

    /// The object of the space that a reference is.
    pub(crate) fn object(&self, reference: Reference) -> Option<usize> {
        let object = reference.checked_sub(self.references[0])? as usize;
        (object < self.references.len()).then_some(object)
    }

    /// Takes the state away. Everything is as it was made.
    pub(crate) fn clear(&mut self) {
        if !self.machine.undo() {
            // The execution has changed too much to be undone: everything is made again, in the same places.
            self.machine.clear();
            let before = self.references.clone();
            self.lay().expect("what has found room before should find it again");
            assert_eq!(self.references, before, "objects should be made in the same places");
            self.fill();
        }
        let domain = self.machine.domain_mut();
        domain.begin();
        if domain.terms.len() > 1 << 20 {
            domain.terms.forget(self.space.variables.len());
        }
    }

    /// Gives a variable a value in the state at hand, or in the arrays that are arguments.
    pub(crate) fn set(&mut self, variable: usize, code: u32) {
        if let Some((object, slot)) = self.space.lies(variable) {
            let value = self.value(variable, code);
            self.machine.heap_mut().set(self.references[object], slot, value);
        }
    }

    /// Whether a variable of an object has not the value any more that it has got.
    pub(crate) fn is_changed(&self, variable: usize, code: u32) -> bool {
        match self.space.variables[variable].owner {
            Owner::Slot(object, slot) => {
                self.machine.heap().get(self.references[object], slot) != self.value(variable, code)
            }
            Owner::Parameter(..) | Owner::Element(_) => false,
        }
    }

    /// What a slot of an object of the space has before the operation.
    pub(crate) fn before(&self, object: usize, slot: usize, codes: &[u32]) -> Value {
        match self.space.objects[object].slots[slot] {
            Slot::Variable(variable) => self.value(variable, codes[variable]),
            Slot::Fixed(item) => Value::constant(self.word(item)),
            Slot::Key(key) => Value { word: key as Word, term: KEY },
            Slot::Initial if object == 0 => self.first[slot],
            Slot::Initial => Value::constant(0),
        }
    }

    /// The value of a variable with that code.
    pub(crate) fn value(&self, variable: usize, code: u32) -> Value {
        Value { word: self.words[variable][code as usize], term: Terms::variable(variable) }
    }

    /// What the execution has done that no path tells of, in words that follow "not supported:" and who did it.
    pub(crate) fn went_beyond(&self) -> Option<String> {
        if let Some(global) = self.written_global() {
            return Some(format!(
                "which writes the static field `{global}`: static fields are no part of the search space"
            ));
        }
        let heap = self.machine.heap();
        if heap.changed_slots().next().is_some() {
            return Some("which writes to an object that is no part of the search space".to_string());
        }
        heap.has_ticked().then(|| "which depends on the time".to_string())
    }

    /// The name of a static field of the program's own that has not the value any more that it had before.
    fn written_global(&self) -> Option<String> {
        let program = self.machine.image().program();
        let changed = self.machine.heap().touched_globals().filter(|&(global, value, initial)| {
            value != self.globals.get(global).copied().flatten().unwrap_or(initial)
        });
        let mut own = changed.map(|(global, _, _)| &program.globals[ir::Id::new(global)].name);
        own.find(|name| !replay::is_library(name)).cloned()
    }

    /// The box of a variable with that code.
    pub(crate) fn boxed(&mut self, object: usize, variable: usize, code: u32) -> Value {
        let (reference, value) = (self.references[object], self.value(variable, code));
        self.machine.heap_mut().set(reference, 0, value);
        Value::constant(reference.into())
    }

    /// Calls a function.
    pub(crate) fn call(
        &mut self,
        function: FunctionId,
        arguments: &[Value],
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> End {
        let program = self.machine.image().program();
        if let Err(what) = self.machine.call(function, arguments) {
            return End::Skipped(replay::unsupported(program, what));
        }
        let mut left = MOST_STEPS;
        loop {
            let mut fuel = SLICE;
            let stopped = self.machine.run(&mut fuel);
            self.steps += SLICE - fuel;
            left = left.saturating_sub(SLICE - fuel);
            return match stopped {
                Stop::Returned(result) => End::Returned(result),
                Stop::Violation(Bug::Exception(exception)) => End::Exception(exception),
                Stop::Violation(bug) => End::Bug(bug),
                Stop::Dropped => End::Dropped,
                stop @ (Stop::Unsupported(_) | Stop::Exhausted(_) | Stop::Choice(_) | Stop::Exited(_)) => {
                    End::Skipped(
                        replay::unfinished(program, self.machine.limits(), &stop).unwrap_or_default(),
                    )
                }
                Stop::Fork(never) => match never {},
                Stop::Paused if left == 0 => {
                    End::Skipped(format!("a call that does not end within {MOST_STEPS} operations"))
                }
                Stop::Paused => {
                    if stop(self.steps) {
                        return End::Stopped;
                    }
                    continue;
                }
            };
        }
    }

    /// Remembers the state and the path.
    pub(crate) fn remember(&mut self) -> (Moment<Value>, Level) {
        let mut moment = Moment::default();
        self.machine.nest(&mut moment);
        (moment, self.machine.domain().level())
    }

    /// Goes back to a state, and to a path if that is wanted. Fails if too much was changed.
    #[must_use]
    pub(crate) fn back(&mut self, (moment, level): &(Moment<Value>, Level), path: bool) -> bool {
        if path {
            self.machine.domain_mut().back(*level);
        }
        self.machine.back(moment)
    }
}
