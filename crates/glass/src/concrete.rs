//! One transition on the concrete machine: a state, an operation, and everything that the invariant says afterwards.
//!
//! This is the yardstick. It looks at the whole structure each time, in the plainest way, and shares nothing with
//! the tracked machine but the description of the space. Violations are confirmed here, audits compare with it,
//! and the engines that go through all states use it.
//!
//! Each method of the invariant is asked about the state as it is: what one writes is undone before anybody looks again, be it
//! the next method or whoever goes on from the state. Ghosts are not written by methods, and stay.

use std::collections::{HashMap, HashSet};

use check::{Graph, GraphField, GraphObject, Location, Property, Violation};
use ir::{FunctionId, RefType};
use machine::base::Base;
use machine::{Bug, Concrete, Image, Limits, Machine, Moment, Reference, Stop, Word, replay};

use crate::model::{Content, Model, Role};
use crate::runner::MOST_STEPS;
use crate::space::{Item, Kind, Owner, Parameter, Slot, Space};

/// How a transition ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Everything is as it should be.
    Good,
    /// Something is not.
    Bad(Violation),
    /// The precondition is false.
    Excluded,
    /// It was not executed to its end, in words that follow "not supported:".
    Skipped(String),
}

/// What the invariant says of a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WellFormed {
    /// All is well.
    Yes,
    /// What is not, and the function that says so.
    No(String, Option<FunctionId>),
    /// It was not executed to its end, in words that follow "not supported:".
    Skipped(String),
}

/// How a call ended.
pub(crate) enum End {
    Returned(Option<Word>),
    Bug(Bug),
    Dropped,
    Skipped(String),
}

/// The concrete machine with the objects of a space.
pub struct Checker<'i, 'p, 's> {
    pub(crate) machine: Machine<'i, 'p, Concrete>,
    pub(crate) space: &'s Space,
    pub(crate) model: &'s Model,
    references: Vec<Reference>,
    /// What a new object of the first class has.
    first: Vec<Word>,
    /// A new object of the first class.
    fresh: Reference,
    /// How many operations were executed.
    pub steps: u64,
}

impl<'i, 'p, 's> Checker<'i, 'p, 's> {
    /// Fails, with words that follow "not supported:", if the objects cannot be made.
    pub fn new(
        image: &'i Image<'p>,
        base: &Base,
        model: &'s Model,
        space: &'s Space,
        limits: Limits,
    ) -> Result<Self, String> {
        let mut machine = Machine::new(image, Concrete, limits);
        let made = machine.lay(base, &[(model.factory, Vec::new())]);
        let fresh = made.and_then(|values| values.first().copied()).filter(|&value| value != 0);
        let fresh = fresh.ok_or("making a new object, which does not come to its end")? as Reference;
        let first = machine.heap().contents(fresh).to_vec();
        let mut checker = Checker { machine, space, model, references: Vec::new(), first, fresh, steps: 0 };
        checker.lay()?;
        Ok(checker)
    }

    /// Makes the objects of the space, with the first value in every variable, and marks that.
    fn lay(&mut self) -> Result<(), String> {
        let program = self.machine.image().program();
        self.references.clear();
        for object in &self.space.objects {
            let heap = self.machine.heap_mut();
            let made = match object.kind {
                Kind::Class(_, class) => heap.new_object(class, object.slots.len(), 0),
                Kind::Array(ty, length) => {
                    heap.new_packed_array(ty, program.element_type(ty), length as u32, 0)
                }
            };
            let no_room = |_| "a search space for whose objects there is no room".to_string();
            self.references.push(made.map_err(no_room)?);
        }
        for (object, entry) in self.space.objects.iter().enumerate() {
            for (slot, filled) in entry.slots.iter().enumerate() {
                let word = match *filled {
                    Slot::Variable(variable) => self.word(self.space.variables[variable].domain[0]),
                    Slot::Fixed(item) => self.word(item),
                    Slot::Key(key) => key as Word,
                    Slot::Initial if object == 0 => self.first[slot],
                    Slot::Initial => 0,
                };
                self.put(object, slot as u32, word);
            }
        }
        self.machine.mark();
        Ok(())
    }

    fn word(&self, item: Item) -> Word {
        match item {
            Item::Null => 0,
            Item::Object(object) => Word::from(self.references[object]),
            Item::Word(word) => word,
        }
    }

    fn put(&mut self, object: usize, slot: u32, word: Word) {
        let reference = self.references[object];
        match self.space.objects[object].kind {
            Kind::Class(..) => self.machine.heap_mut().set(reference, slot, word),
            Kind::Array(ty, _) => {
                let ty = self.machine.image().program().element_type(ty);
                self.machine.heap_mut().set_element(reference, ty, slot, word);
            }
        }
    }

    /// Makes the state with these codes.
    pub fn load(&mut self, codes: &[u32]) {
        if !self.machine.undo() {
            self.machine.clear();
            self.lay().expect("what has found room before should find it again");
        }
        for (variable, &code) in codes.iter().enumerate() {
            if code != 0
                && let Some((object, slot)) = self.space.lies(variable)
            {
                let word = self.word(self.space.variables[variable].domain[code as usize]);
                self.put(object, slot, word);
            }
        }
    }

    /// The objects of the state with these codes, the first one first.
    pub fn present(&self, codes: &[u32]) -> Vec<usize> {
        present(self.space, codes)
    }

    /// The object to check.
    pub(crate) fn root(&self) -> Reference {
        self.references[0]
    }

    /// What the invariant says of the state at hand.
    pub fn well_formed(&mut self) -> WellFormed {
        self.look(self.references[0])
    }

    /// What the invariant says of a new object.
    pub fn initial(&mut self) -> WellFormed {
        self.load(&[]);
        self.look(self.fresh)
    }

    pub(crate) fn look(&mut self, root: Reference) -> WellFormed {
        let nodes = match self.walk(root) {
            Ok(nodes) => nodes,
            Err(problem) => return problem,
        };
        if let Some(problem) = self.unordered(root) {
            return problem;
        }
        // Children come after their parents.
        for &node in nodes.iter().rev() {
            let RefType::Class(class) = self.machine.heap().ty(node) else { continue };
            let Some(described) = self.model.classes.iter().find(|other| other.class == class) else {
                continue;
            };
            let Some(function) = described.local else { continue };
            match self.local(node, function) {
                Ok(true) => {}
                Ok(false) => {
                    let name = self.machine.image().program().functions[function].name.clone();
                    return WellFormed::No(format!("`{name}` is false"), Some(function));
                }
                Err(construct) => return WellFormed::Skipped(construct),
            }
        }
        let Some(function) = self.model.invariant else { return WellFormed::Yes };
        match self.ask(function, root) {
            Ok(true) => WellFormed::Yes,
            Ok(false) => {
                let name = self.machine.image().program().functions[function].name.clone();
                WellFormed::No(format!("`{name}` is false"), Some(function))
            }
            Err(construct) => WellFormed::Skipped(construct),
        }
    }

    /// Whether a method of the invariant gives true. What it changes is undone.
    fn ask(&mut self, function: FunctionId, object: Reference) -> Result<bool, String> {
        if !self.machine.heap().is_marked() {
            // The operation has changed so much that it cannot be undone.
            self.machine.heap_mut().mark();
        }
        let moment = self.remember();
        let answer = match self.call(function, &[object.into()]) {
            End::Returned(Some(word)) => word != 0,
            End::Returned(None) | End::Bug(_) | End::Dropped => false,
            End::Skipped(construct) => return Err(construct),
        };
        if self.back(&moment) { Ok(answer) } else { Err("an invariant that changes too much".to_string()) }
    }

    /// Whether a local invariant gives true for some values of the object's ghosts, which it gets then.
    fn local(&mut self, object: Reference, function: FunctionId) -> Result<bool, String> {
        let RefType::Class(class) = self.machine.heap().ty(object) else { return Ok(true) };
        let place = self.model.classes.iter().position(|other| other.class == class);
        let place = place.expect("an object with a local invariant is of a known class");
        let fields = &self.model.classes[place].fields;
        let ghosts: Vec<u32> = (0..fields.len())
            .filter(|&slot| fields[slot].role == Role::Ghost)
            .map(|slot| slot as u32)
            .collect();
        let sample = self
            .space
            .objects
            .iter()
            .find(|other| matches!(other.kind, Kind::Class(class, _) if class == place));
        let domains: Vec<Vec<Word>> = ghosts
            .iter()
            .map(|&slot| match sample.map(|sample| sample.slots[slot as usize]) {
                Some(Slot::Variable(variable)) => {
                    let domain = &self.space.variables[variable].domain;
                    let words: Vec<Word> = domain.iter().map(|&item| self.word(item)).collect();
                    crate::local::with_more(&words)
                }
                Some(Slot::Fixed(_) | Slot::Key(_) | Slot::Initial) | None => vec![0],
            })
            .collect();
        let mut choice = vec![0; ghosts.len()];
        loop {
            for (index, &slot) in ghosts.iter().enumerate() {
                self.machine.heap_mut().set(object, slot, domains[index][choice[index]]);
            }
            if self.ask(function, object)? {
                return Ok(true);
            }
            let Some(index) = (0..ghosts.len()).find(|&index| choice[index] + 1 < domains[index].len())
            else {
                return Ok(false);
            };
            choice[..index].fill(0);
            choice[index] += 1;
        }
    }

    /// The objects of the backbone, parents before children.
    fn walk(&mut self, root: Reference) -> Result<Vec<Reference>, WellFormed> {
        let program = self.machine.image().program();
        let mut met = HashSet::new();
        let mut nodes = Vec::new();
        let mut open: Vec<(Reference, Role, Option<Content>)> = vec![(root, Role::Tree, None)];
        while let Some((object, role, content)) = open.pop() {
            if !met.insert(object) {
                return Err(match role {
                    Role::Tree => WellFormed::No(
                        "the backbone is no tree: an object is reached twice".to_string(),
                        None,
                    ),
                    Role::Plain | Role::Ghost | Role::Sorted | Role::Initial => {
                        WellFormed::Skipped("an array that two fields refer to".to_string())
                    }
                });
            }
            nodes.push(object);
            let heap = self.machine.heap();
            match heap.ty(object) {
                RefType::Class(class) => {
                    let Some(described) = self.model.classes.iter().find(|other| other.class == class) else {
                        let name = program.class_name(class);
                        return Err(WellFormed::Skipped(format!("an object of class {name} in the tree")));
                    };
                    for (slot, field) in described.fields.iter().enumerate() {
                        let child = heap.get(object, slot as u32) as Reference;
                        let element = match (&field.content, field.role) {
                            (_, Role::Initial) => continue,
                            (Content::Array { element, .. }, _) => Some((**element).clone()),
                            (_, Role::Tree) => None,
                            (_, Role::Plain | Role::Ghost | Role::Sorted) => continue,
                        };
                        if child != 0 {
                            open.push((child, field.role, element));
                        }
                    }
                }
                RefType::Array(_) => {
                    let element = match content {
                        Some(Content::Array { element, .. }) => Some(*element),
                        Some(Content::Objects(_)) if role == Role::Tree => None,
                        Some(_) | None => continue,
                    };
                    for &child in heap.contents(object) {
                        if child != 0 {
                            open.push((child as Reference, role, element.clone()));
                        }
                    }
                }
                RefType::Any => {}
            }
        }
        Ok(nodes)
    }

    /// What is wrong with the order of keys.
    fn unordered(&self, root: Reference) -> Option<WellFormed> {
        let heap = self.machine.heap();
        let mut keys: Vec<i64> = Vec::new();
        let mut open: Vec<Result<Reference, i64>> = vec![Ok(root)];
        while let Some(next) = open.pop() {
            let object = match next {
                Ok(object) => object,
                Err(key) => {
                    keys.push(key);
                    continue;
                }
            };
            let RefType::Class(class) = heap.ty(object) else { continue };
            let Some(described) = self.model.classes.iter().find(|other| other.class == class) else {
                continue;
            };
            let fields = &described.fields;
            let tree: Vec<usize> =
                (0..fields.len()).filter(|&slot| fields[slot].role == Role::Tree).collect();
            let key = (0..fields.len()).find(|&slot| fields[slot].role == Role::Sorted);
            let before = match (key, tree.len()) {
                (Some(_), 2) => 1,
                (Some(_), _) => 0,
                (None, _) => tree.len(),
            };
            let child =
                |slot: usize| Some(heap.get(object, slot as u32) as Reference).filter(|&child| child != 0);
            let mut row: Vec<Result<Reference, i64>> = Vec::new();
            row.extend(tree[..before].iter().filter_map(|&slot| child(slot)).map(Ok));
            if let Some(slot) = key {
                let word = heap.get(object, slot as u32);
                match fields[slot].content {
                    Content::Objects(ref boxes) => match self.model.box_of(boxes, word as Reference, heap) {
                        Some(Ok(content)) => row.push(Err(content as i64)),
                        Some(Err(construct)) => return Some(WellFormed::Skipped(construct)),
                        None => return Some(WellFormed::No("a key is null".to_string(), None)),
                    },
                    Content::Truth
                    | Content::Integer { .. }
                    | Content::Words(_)
                    | Content::Array { .. }
                    | Content::Unknown(_) => row.push(Err(word as i64)),
                }
            }
            row.extend(tree[before..].iter().filter_map(|&slot| child(slot)).map(Ok));
            open.extend(row.into_iter().rev());
        }
        let descends = keys.windows(2).any(|pair| pair[0] >= pair[1]);
        descends.then(|| WellFormed::No("the keys do not ascend along the tree".to_string(), None))
    }

    /// Executes an operation on the state at hand, with the arguments that the codes say, and looks at the invariant.
    pub fn operate(&mut self, operation: usize, codes: &[u32]) -> Outcome {
        let root = self.references[0];
        for variable in self.space.chosen_arguments(operation, codes) {
            if let Owner::Element(element) = self.space.variables[variable].owner {
                let word = self.word(self.space.variables[variable].domain[codes[variable] as usize]);
                self.put(element.array, element.slot, word);
            }
        }
        let mut arguments = vec![Word::from(root)];
        for parameter in &self.space.parameters[operation] {
            arguments.push(match *parameter {
                Parameter::Variable(variable) => {
                    self.word(self.space.variables[variable].domain[codes[variable] as usize])
                }
                Parameter::Boxed(object, variable) => {
                    let word = self.word(self.space.variables[variable].domain[codes[variable] as usize]);
                    self.put(object, 0, word);
                    self.references[object].into()
                }
                Parameter::Fixed(item) => self.word(item),
            });
        }
        match self.perform(operation, &arguments) {
            Ok(()) => self.judge(operation, root),
            Err(outcome) => outcome,
        }
    }

    /// Executes an operation with these arguments, of which the object is the first. Fails if it does not end
    /// normally.
    pub(crate) fn perform(&mut self, operation: usize, arguments: &[Word]) -> Result<(), Outcome> {
        let described = &self.model.operations[operation];
        if let Some(guard) = described.guard {
            match self.call(guard, arguments) {
                End::Returned(Some(0)) | End::Dropped => return Err(Outcome::Excluded),
                End::Returned(_) => {}
                End::Bug(bug) => return Err(Outcome::Bad(replay::violation(&self.machine, bug))),
                End::Skipped(construct) => return Err(Outcome::Skipped(construct)),
            }
        }
        let ensures = described.ensures.as_ref();
        let old = ensures.map(|ensures| self.old(ensures, arguments)).transpose()?.unwrap_or_default();
        match self.call(described.function, arguments) {
            End::Returned(result) => match ensures {
                Some(ensures) => self.ensured(ensures, arguments, &old, result),
                None => Ok(()),
            },
            End::Bug(Bug::Exception(exception)) if self.is_allowed(exception, operation) => Ok(()),
            End::Bug(bug) => Err(Outcome::Bad(replay::violation(&self.machine, bug))),
            End::Dropped => Err(Outcome::Excluded),
            End::Skipped(construct) => Err(Outcome::Skipped(construct)),
        }
    }

    /// Looks at the invariant after an operation.
    pub(crate) fn judge(&mut self, operation: usize, root: Reference) -> Outcome {
        let described = &self.model.operations[operation];
        match self.look(root) {
            WellFormed::Yes => Outcome::Good,
            WellFormed::No(what, function) => {
                let program = self.machine.image().program();
                let function = function.unwrap_or(described.function);
                let location: Location =
                    replay::location(program, function, program.functions[function].position);
                let name = &described.name;
                let message = format!("the invariant is broken after `{name}`: {what}");
                Outcome::Bad(Violation { property: Property::Assertion, message, location })
            }
            WellFormed::Skipped(construct) => Outcome::Skipped(construct),
        }
    }

    fn is_allowed(&self, exception: Reference, operation: usize) -> bool {
        let ty = self.machine.heap().ty(exception);
        let allowed = &self.model.operations[operation].allowed;
        exception != 0 && allowed.iter().any(|&class| self.machine.image().is_object_of(ty, class))
    }

    pub(crate) fn call(&mut self, function: FunctionId, arguments: &[Word]) -> End {
        let program = self.machine.image().program();
        if let Err(what) = self.machine.call(function, arguments) {
            return End::Skipped(replay::unsupported(program, what));
        }
        let mut fuel = MOST_STEPS;
        let stop = self.machine.run(&mut fuel);
        self.steps += MOST_STEPS - fuel;
        match stop {
            Stop::Returned(result) => End::Returned(result),
            Stop::Violation(bug) => End::Bug(bug),
            Stop::Dropped => End::Dropped,
            stop @ (Stop::Unsupported(_) | Stop::Exhausted(_) | Stop::Choice(_) | Stop::Exited(_)) => {
                End::Skipped(replay::unfinished(program, self.machine.limits(), &stop).unwrap_or_default())
            }
            Stop::Fork(never) => match never {},
            Stop::Paused => End::Skipped(format!("a call that does not end within {MOST_STEPS} operations")),
        }
    }

    /// The state at hand as a picture.
    pub fn graph(&self, title: String) -> Graph {
        let heap = self.machine.heap();
        let program = self.machine.image().program();
        let mut order = vec![self.references[0]];
        let mut names: HashMap<Reference, String> =
            HashMap::from([(self.references[0], self.space.objects[0].name.to_lowercase())]);
        let mut made = 0;
        let mut objects = Vec::new();
        let mut next = 0;
        while let Some(&object) = order.get(next) {
            next += 1;
            let mut name = |reference: Reference| {
                let known = names.entry(reference).or_insert_with(|| {
                    order.push(reference);
                    let place = self.references.binary_search(&reference);
                    place.map(|place| self.space.objects[place].name.to_lowercase()).unwrap_or_else(|_| {
                        made += 1;
                        format!("new{made}")
                    })
                });
                known.clone()
            };
            let mut shown = |content: Option<&Content>, is_ref: bool, word: Word| match content {
                _ if is_ref && word == 0 => "null".to_string(),
                _ if is_ref => name(word as Reference),
                Some(Content::Truth) => (word != 0).to_string(),
                Some(Content::Words(words)) => {
                    let known = words.iter().find(|(other, _)| *other == word);
                    known.map_or_else(|| word.to_string(), |(_, shown)| shown.clone())
                }
                Some(
                    Content::Integer { .. }
                    | Content::Objects(_)
                    | Content::Array { .. }
                    | Content::Unknown(_),
                )
                | None => (word as i64).to_string(),
            };
            let (class, fields) = match heap.ty(object) {
                RefType::Class(class) => {
                    let described = self.model.classes.iter().find(|other| other.class == class);
                    let layout = self.machine.image().layout(class);
                    let fields = described.map_or(&[][..], |described| &described.fields[..]);
                    let fields = fields.iter().enumerate().filter_map(|(slot, field)| {
                        let word = heap.get(object, slot as u32);
                        let below = match field.role {
                            Role::Initial | Role::Ghost => return None,
                            Role::Tree => word != 0,
                            Role::Plain | Role::Sorted => {
                                word != 0 && matches!(field.content, Content::Array { .. })
                            }
                        };
                        let value = shown(Some(&field.content), layout.references[slot], word);
                        Some(GraphField { name: field.name.clone(), value, below })
                    });
                    let class = described.map_or_else(
                        || program.class_name(class).to_string(),
                        |described| described.name.clone(),
                    );
                    (class, fields.collect())
                }
                RefType::Array(array) => {
                    let ty = program.element_type(array);
                    let fields = (0..heap.length(object)).map(|index| {
                        let word = heap.element(object, ty, index);
                        let value = shown(None, ty.is_ref(), word);
                        GraphField { name: index.to_string(), value, below: ty.is_ref() && word != 0 }
                    });
                    ("array".to_string(), fields.collect())
                }
                RefType::Any => (String::new(), Vec::new()),
            };
            let own = names[&object].clone();
            objects.push(GraphObject { name: own, class, fields });
        }
        Graph { title, objects }
    }

    /// Remembers the state at hand.
    pub fn remember(&mut self) -> Moment<Word> {
        let mut moment = Moment::default();
        self.machine.nest(&mut moment);
        moment
    }

    /// Goes back to a state; false if too much was changed.
    #[must_use]
    pub fn back(&mut self, moment: &Moment<Word>) -> bool {
        self.machine.back(moment)
    }
}

/// The objects of the state with these codes, the first one first.
pub fn present(space: &Space, codes: &[u32]) -> Vec<usize> {
    met(space, Vec::new(), |variable| codes[variable])
}

/// The objects that a call of an operation can come to: those of the state first, then those that only its arguments
/// lead to.
pub(crate) fn present_in_call(space: &Space, codes: &[u32], operation: usize) -> Vec<usize> {
    met(space, arguments(space, codes, operation), |variable| codes[variable])
}

/// The objects that arguments of an operation are.
pub(crate) fn arguments(space: &Space, codes: &[u32], operation: usize) -> Vec<usize> {
    let parameters = space.parameters[operation].iter();
    let objects = parameters.filter_map(|parameter| match *parameter {
        Parameter::Variable(variable) => match space.variables[variable].domain[codes[variable] as usize] {
            Item::Object(object) => Some(object),
            Item::Null | Item::Word(_) => None,
        },
        Parameter::Boxed(..) | Parameter::Fixed(_) => None,
    });
    objects.collect()
}

/// What the first object leads to, then what only others do, each once. Every variable of these is asked for its code once.
pub(crate) fn met(space: &Space, mut others: Vec<usize>, mut code: impl FnMut(usize) -> u32) -> Vec<usize> {
    let mut met = vec![false; space.objects.len()];
    let mut order = vec![0];
    met[0] = true;
    let mut next = 0;
    loop {
        let Some(&object) = order.get(next) else {
            others.retain(|&root| !std::mem::replace(&mut met[root], true));
            if others.is_empty() {
                return order;
            }
            order.append(&mut others);
            continue;
        };
        next += 1;
        for slot in &space.objects[object].slots {
            let item = match *slot {
                Slot::Variable(variable) => space.variables[variable].domain[code(variable) as usize],
                Slot::Fixed(item) => item,
                Slot::Key(_) | Slot::Initial => continue,
            };
            if let Item::Object(child) = item
                && !std::mem::replace(&mut met[child], true)
            {
                order.push(child);
            }
        }
    }
}
