//! The search space: one variable for each field of every object that the bounds allow, and for each
//! parameter of every operation (seed 000, sections 3.1.5 and 3.1.6).
//!
//! # Objects
//! The first object is the one to check. Every tree field has its own object for each class that it can refer to, so an
//! object of the backbone *is* its place, and no two assignments differ by the names of such objects alone. Arrays
//! belong to the field that refers to them in the same way, one for each length: which array a field refers to says
//! how long it is. All other objects are in pools, one for each class.
//!
//! [`Space::pooled`] has no places: the nodes of a tree are in a pool as well, all references to nodes range over the
//! whole of it, and the keys of a sorted tree are numbers like others. It is for engines that look for the
//! structures among all graphs.
//!
//! Arrays that are arguments belong to their parameters, one for each length, and their elements are variables as well. They are no
//! part of a state. Two of them are never the same array, nor one of the structure's.
//!
//! # What it stands for
//! An assignment of values to variables is a state: the objects that can be reached from the first one, with
//! what their fields have. Variables of objects that cannot be reached mean nothing.

mod arguments;

use std::fmt;
use std::rc::Rc;

use ir::{ArrayTypeId, ClassId};
use logic::BigUint;
use machine::Word;

use crate::model::{Bounds, Content, Model, Role};

/// Nobody wants to wait for more.
const MOST_OBJECTS: usize = 1 << 20;

/// A value of a variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Item {
    /// No object.
    Null,
    /// An object of the space.
    Object(usize),
    /// A number.
    Word(Word),
}

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// An object of a class, by its place in the model.
    Class(usize, ClassId),
    /// An array of that length.
    Array(ArrayTypeId, usize),
}

/// What lies in a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    /// A variable.
    Variable(usize),
    /// Always the same.
    Fixed(Item),
    /// A key, of which only the order counts.
    Key(i64),
    /// What a new object has there.
    Initial,
}

/// An object of the space.
#[derive(Clone, Debug)]
pub struct Object {
    /// What it is.
    pub kind: Kind,
    /// A name, such as `N3`.
    pub name: String,
    /// What its slots have.
    pub slots: Vec<Slot>,
    /// The variable that leads here along the backbone; none for the first object and for pools.
    pub parent: Option<usize>,
}

/// What a variable is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// A slot of an object.
    Slot(usize, u32),
    /// A parameter of an operation.
    Parameter(usize, usize),
    /// An element of an array that is an argument.
    Element(Element),
}

/// An element of an array that is an argument, or in one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Element {
    /// The operation.
    pub operation: usize,
    /// Its parameter.
    pub parameter: usize,
    /// The array.
    pub array: usize,
    /// The index.
    pub slot: u32,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// What it is for.
    pub owner: Owner,
    /// What it can have, the preferred value first.
    pub domain: Rc<[Item]>,
    /// What the invariant says of it.
    pub role: Role,
    /// Whether it is a key, of which only the order counts.
    pub is_key: bool,
    /// Whether it leads along the backbone.
    pub is_backbone: bool,
}

impl Variable {
    /// How many bits its codes have.
    pub fn bits(&self) -> usize {
        (usize::BITS - (self.domain.len() - 1).leading_zeros()) as usize
    }

    /// The code of a value.
    pub fn code(&self, item: Item) -> Option<usize> {
        self.domain.iter().position(|&other| other == item)
    }
}

/// The search space.
#[derive(Clone, Debug)]
pub struct Space {
    /// The objects; the first one is the one to check.
    pub objects: Vec<Object>,
    /// The variables.
    pub variables: Vec<Variable>,
    /// The parameters of each operation.
    pub parameters: Vec<Vec<Parameter>>,
    /// How many keys there are, if there are any.
    pub keys: i64,
    /// At most so many objects of one class on a path of the backbone, where that does not follow from the places.
    pub height: Option<usize>,
}

/// What a parameter gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parameter {
    /// The value of a variable.
    Variable(usize),
    /// An object whose only field has the value of a variable.
    Boxed(usize, usize),
    /// Always the same.
    Fixed(Item),
}

impl Parameter {
    /// The variable that it depends on.
    pub fn variable(self) -> Option<usize> {
        match self {
            Parameter::Variable(variable) | Parameter::Boxed(_, variable) => Some(variable),
            Parameter::Fixed(_) => None,
        }
    }
}

/// Why there is no search space.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// Nothing is known to put into a field or a parameter: its name, and its type.
    Unknown(String, String),
    /// There would be more objects than anybody wants to wait for.
    TooLarge,
    /// A domain has no values: whose.
    Empty(String),
    /// A tree field refers to no object: whose.
    NoReference(String),
    /// Keys lie in trees whose order says nothing: whose.
    NoOrder(String),
}

struct Builder<'m> {
    model: &'m Model,
    bounds: &'m Bounds,
    space: Space,
    /// How many objects of each class are on the path at hand.
    on_path: Vec<usize>,
    /// How many objects were made of each class.
    counts: Vec<usize>,
    /// Which objects of each class there are that other fields can refer to.
    of_class: Vec<Vec<usize>>,
    /// Fields whose domains are objects that are not made yet: the object, the slot, the classes.
    pending: Vec<(usize, u32, Vec<usize>)>,
    /// The classes whose objects are in pools though tree fields refer to them.
    pooled: Vec<bool>,
    /// The classes whose pools are made.
    filled: Vec<bool>,
    /// How many arrays were made.
    arrays: usize,
}

impl Space {
    /// The space of a model within bounds, in which an object of the backbone is its place.
    pub fn new(model: &Model, bounds: &Bounds) -> Result<Space, Trouble> {
        Space::build(model, bounds, vec![false; model.classes.len()], None)
    }

    /// The space of a model within bounds, in which the objects of a class that can be below each other in
    /// the backbone are in one pool. The bounds say how many there are.
    pub fn pooled(model: &Model, bounds: &Bounds) -> Result<Space, Trouble> {
        Space::build(model, bounds, recursive(model, |role| role == Role::Tree), Some(bounds.height))
    }

    fn build(
        model: &Model,
        bounds: &Bounds,
        pooled: Vec<bool>,
        height: Option<usize>,
    ) -> Result<Space, Trouble> {
        let classes = model.classes.len();
        let space =
            Space { objects: Vec::new(), variables: Vec::new(), parameters: Vec::new(), keys: 0, height };
        let mut builder = Builder {
            model,
            bounds,
            space,
            on_path: vec![0; classes],
            counts: vec![0; classes],
            of_class: vec![Vec::new(); classes],
            pending: Vec::new(),
            pooled,
            filled: vec![false; classes],
            arrays: 0,
        };
        builder.class_object(0, None)?;
        if height.is_none() {
            builder.keys()?;
        }
        builder.settle()?;
        builder.parameters()?;
        Ok(builder.space)
    }

    /// Whether nothing in an object ever changes: it is as good as a number.
    pub fn is_constant(&self, object: usize) -> bool {
        let entry = &self.objects[object];
        matches!(entry.kind, Kind::Class(..))
            && entry.slots.iter().all(|slot| match slot {
                Slot::Fixed(Item::Word(_)) | Slot::Key(_) => true,
                Slot::Fixed(Item::Null | Item::Object(_)) | Slot::Variable(_) | Slot::Initial => false,
            })
    }

    /// Whether there are keys, and they are numbers like others.
    pub fn has_number_keys(&self) -> bool {
        self.variables.iter().any(|variable| variable.role == Role::Sorted)
    }

    /// The key in a slot, or in the box that a slot refers to.
    pub fn key(&self, slot: Slot) -> Option<i64> {
        match slot {
            Slot::Key(key) => Some(key),
            Slot::Fixed(Item::Object(object)) => match self.objects[object].slots[..] {
                [Slot::Key(key)] => Some(key),
                _ => None,
            },
            Slot::Fixed(Item::Null | Item::Word(_)) | Slot::Variable(_) | Slot::Initial => None,
        }
    }

    /// The objects that a variable of the backbone can lead to.
    pub fn children(&self, variable: usize) -> impl Iterator<Item = usize> + '_ {
        self.variables[variable].domain.iter().filter_map(move |&item| match item {
            Item::Object(object) if self.objects[object].parent == Some(variable) => Some(object),
            Item::Object(_) | Item::Null | Item::Word(_) => None,
        })
    }

    /// The variables of an object that lead along the backbone.
    pub fn tree_variables(&self, object: usize) -> impl Iterator<Item = usize> + '_ {
        self.variables_of(object).filter(|&variable| self.variables[variable].is_backbone)
    }

    /// The variables of an object.
    pub fn variables_of(&self, object: usize) -> impl Iterator<Item = usize> + '_ {
        self.objects[object].slots.iter().filter_map(|slot| match *slot {
            Slot::Variable(variable) => Some(variable),
            Slot::Fixed(_) | Slot::Key(_) | Slot::Initial => None,
        })
    }

    /// The object of the structure that a variable belongs to, if it belongs to no argument.
    pub fn owner(&self, variable: usize) -> Option<usize> {
        match self.variables[variable].owner {
            Owner::Slot(object, _) => Some(object),
            Owner::Parameter(..) | Owner::Element(_) => None,
        }
    }

    /// The object and the slot where the value of a variable lies, if it lies in one.
    pub fn lies(&self, variable: usize) -> Option<(usize, u32)> {
        match self.variables[variable].owner {
            Owner::Slot(object, slot) => Some((object, slot)),
            Owner::Element(element) => Some((element.array, element.slot)),
            Owner::Parameter(..) => None,
        }
    }

    /// All variables of objects: those of an object between those of the first and those of the second half of its tree
    /// children. What is in no tree comes before everything.
    pub fn in_order(&self) -> Vec<usize> {
        let mut order = Vec::new();
        for (object, entry) in self.objects.iter().enumerate() {
            if object != 0 && entry.parent.is_none() {
                order.extend(self.variables_of(object).filter(|&variable| self.owner(variable).is_some()));
            }
        }
        enum Task {
            Enter(usize),
            Leave(usize),
            Variable(usize),
        }
        let mut open = vec![Task::Enter(0)];
        while let Some(task) = open.pop() {
            let object = match task {
                Task::Enter(object) => object,
                Task::Leave(object) => {
                    let own = || self.variables_of(object);
                    order.extend(own().filter(|&variable| !self.variables[variable].is_backbone));
                    order.extend(own().filter(|&variable| self.variables[variable].is_backbone));
                    continue;
                }
                Task::Variable(variable) => {
                    order.push(variable);
                    continue;
                }
            };
            // The last task comes first.
            let tree: Vec<usize> = self.tree_variables(object).collect();
            if matches!(self.objects[object].kind, Kind::Array(..)) && !tree.is_empty() {
                // In an array, which can have many children, a slot comes right behind what hangs there: nobody has to
                // remember what was in the others.
                for variable in tree.into_iter().rev() {
                    open.push(Task::Variable(variable));
                    let children: Vec<usize> = self.children(variable).collect();
                    open.extend(children.into_iter().rev().map(Task::Enter));
                }
                continue;
            }
            // The first half of the children comes before the object.
            let children: Vec<usize> =
                tree.into_iter().flat_map(|variable| self.children(variable)).collect();
            let (before, after) = children.split_at(children.len() / 2);
            open.extend(after.iter().rev().map(|&child| Task::Enter(child)));
            open.push(Task::Leave(object));
            open.extend(before.iter().rev().map(|&child| Task::Enter(child)));
        }
        order
    }

    /// The name of a variable, such as `N0.next`.
    pub fn name(&self, model: &Model, variable: usize) -> String {
        match self.variables[variable].owner {
            Owner::Slot(object, slot) => {
                let owner = &self.objects[object];
                match owner.kind {
                    Kind::Class(class, _) if object == 0 => {
                        model.classes[class].fields[slot as usize].name.clone()
                    }
                    Kind::Class(class, _) => {
                        format!("{}.{}", owner.name, model.classes[class].fields[slot as usize].name)
                    }
                    Kind::Array(..) => format!("{}[{slot}]", owner.name),
                }
            }
            Owner::Parameter(operation, place) => {
                let operation = &model.operations[operation];
                format!("{}.{}", operation.name, operation.parameters[place].name)
            }
            Owner::Element(element) => self.element_name(model, element),
        }
    }

    /// A value as a person writes it.
    pub fn shown(&self, item: Item) -> String {
        match item {
            Item::Null => "null".to_string(),
            Item::Object(object) => self.objects[object].name.clone(),
            Item::Word(word) => (word as i64).to_string(),
        }
    }
}

impl Builder<'_> {
    fn object(&mut self, kind: Kind, name: String, parent: Option<usize>) -> Result<usize, Trouble> {
        if self.space.objects.len() >= MOST_OBJECTS {
            return Err(Trouble::TooLarge);
        }
        self.space.objects.push(Object { kind, name, slots: Vec::new(), parent });
        Ok(self.space.objects.len() - 1)
    }

    /// Makes an object of a class, and what its tree fields can refer to.
    fn class_object(&mut self, class: usize, parent: Option<usize>) -> Result<usize, Trouble> {
        let model = self.model;
        let described = &model.classes[class];
        let initial: String = described.name.chars().next().into_iter().collect();
        // Two classes with the same first letter have longer names.
        let unique = model.classes.iter().filter(|other| other.name.starts_with(&initial)).count() == 1;
        let short = if unique { initial } else { described.name.clone() };
        let name = format!("{short}{}", self.counts[class]);
        self.counts[class] += 1;
        let object = self.object(Kind::Class(class, described.class), name, parent)?;
        self.of_class[class].push(object);
        self.on_path[class] += 1;
        for (slot, field) in described.fields.iter().enumerate() {
            let shown = format!("{}.{}", described.name, field.name);
            let filled = self.slot(object, slot as u32, &shown, 0, field.role, &field.content)?;
            self.space.objects[object].slots.push(filled);
        }
        self.on_path[class] -= 1;
        Ok(object)
    }

    /// Makes an array; nothing is in it yet.
    fn array_object(
        &mut self,
        ty: ArrayTypeId,
        length: usize,
        parent: Option<usize>,
    ) -> Result<usize, Trouble> {
        // A class with the same first letter leaves arrays a longer name.
        let taken = self.model.classes.iter().any(|class| class.name.starts_with('A'));
        let name = format!("{}{}", if taken { "Array" } else { "A" }, self.arrays);
        self.arrays += 1;
        self.object(Kind::Array(ty, length), name, parent)
    }

    /// Makes the arrays that a field or an element can refer to, and what can be in them; gives its values.
    fn arrays(
        &mut self,
        (ty, element): (ArrayTypeId, &Content),
        parent: usize,
        shown: &str,
        depth: usize,
        role: Role,
    ) -> Result<Vec<Item>, Trouble> {
        let mut domain = vec![Item::Null];
        for length in self.lengths(shown, depth) {
            let array = self.array_object(ty, length, Some(parent))?;
            for slot in 0..length {
                let filled = self.slot(array, slot as u32, shown, depth + 1, role, element)?;
                self.space.objects[array].slots.push(filled);
            }
            domain.push(Item::Object(array));
        }
        Ok(domain)
    }

    /// The lengths of arrays that are so many arrays deep in a field.
    fn lengths(&self, shown: &str, depth: usize) -> Vec<usize> {
        let (owner, name) = shown.rsplit_once('.').unwrap_or((shown, ""));
        self.bounds.lengths_of(owner, name, depth).unwrap_or(&self.bounds.lengths).to_vec()
    }

    fn variable(
        &mut self,
        owner: Owner,
        domain: Vec<Item>,
        role: Role,
        shown: &str,
    ) -> Result<usize, Trouble> {
        if domain.is_empty() {
            return Err(Trouble::Empty(shown.to_string()));
        }
        self.space.variables.push(Variable {
            owner,
            domain: domain.into(),
            role,
            is_key: false,
            is_backbone: false,
        });
        Ok(self.space.variables.len() - 1)
    }

    /// What a slot has.
    fn slot(
        &mut self,
        object: usize,
        slot: u32,
        shown: &str,
        depth: usize,
        role: Role,
        content: &Content,
    ) -> Result<Slot, Trouble> {
        let owner = Owner::Slot(object, slot);
        match role {
            Role::Initial => return Ok(Slot::Initial),
            Role::Sorted if self.space.height.is_none() && !self.are_numbers(shown, content) => {
                return Ok(Slot::Key(0));
            }
            Role::Sorted => {
                let domain = self.key_values(shown);
                return Ok(Slot::Variable(self.variable(owner, domain, role, shown)?));
            }
            Role::Plain | Role::Tree | Role::Ghost => {}
        }
        match content {
            Content::Truth | Content::Integer { .. } | Content::Words(_)
                if role == Role::Tree && matches!(self.space.objects[object].kind, Kind::Class(..)) =>
            {
                Err(Trouble::NoReference(shown.to_string()))
            }
            Content::Truth => {
                let domain = vec![Item::Word(0), Item::Word(1)];
                Ok(Slot::Variable(self.variable(owner, domain, role, shown)?))
            }
            Content::Integer { least, greatest } => {
                let domain = self.integers(shown, *least, *greatest);
                Ok(Slot::Variable(self.variable(owner, domain, role, shown)?))
            }
            Content::Words(words) => {
                let domain = words.iter().map(|(word, _)| Item::Word(*word)).collect();
                Ok(Slot::Variable(self.variable(owner, domain, role, shown)?))
            }
            Content::Objects(classes) if role == Role::Tree => {
                let variable = self.variable(owner, vec![Item::Null], role, shown)?;
                let mut domain = vec![Item::Null];
                if classes.iter().any(|&class| self.pooled[class]) {
                    self.pending.push((object, slot, classes.clone()));
                } else {
                    for &class in classes {
                        if self.on_path[class] < self.bounds.height {
                            domain.push(Item::Object(self.class_object(class, Some(variable))?));
                        }
                    }
                }
                self.space.variables[variable].domain = domain.into();
                self.space.variables[variable].is_backbone = true;
                Ok(Slot::Variable(variable))
            }
            Content::Objects(classes) => {
                let variable = self.variable(owner, vec![Item::Null], role, shown)?;
                self.pending.push((object, slot, classes.clone()));
                Ok(Slot::Variable(variable))
            }
            Content::Array { ty, element } => {
                let variable = self.variable(owner, vec![Item::Null], role, shown)?;
                let domain = self.arrays((*ty, element), variable, shown, depth, role)?;
                self.space.variables[variable].domain = domain.into();
                self.space.variables[variable].is_backbone = true;
                Ok(Slot::Variable(variable))
            }
            Content::Unknown(ty) => Err(Trouble::Unknown(shown.to_string(), ty.clone())),
        }
    }

    /// Whether the keys in a field are numbers like others: those that somebody gives values.
    fn are_numbers(&self, shown: &str, content: &Content) -> bool {
        let (owner, name) = shown.rsplit_once('.').unwrap_or((shown, ""));
        matches!(content, Content::Integer { .. }) && self.bounds.domain(owner, name).is_some()
    }

    fn integers(&self, shown: &str, least: i64, greatest: i64) -> Vec<Item> {
        let (owner, name) = shown.rsplit_once('.').unwrap_or((shown, ""));
        match self.bounds.domain(owner, name) {
            Some(values) => values.iter().map(|&value| Item::Word(value as Word)).collect(),
            None => {
                let values = least.max(0)..=greatest.min(self.bounds.greatest);
                values.map(|value| Item::Word(value as Word)).collect()
            }
        }
    }

    /// The values of keys that are numbers like others.
    fn key_values(&self, shown: &str) -> Vec<Item> {
        let (owner, name) = shown.rsplit_once('.').unwrap_or((shown, ""));
        match self.bounds.domain(owner, name) {
            Some(values) => values.iter().map(|&value| Item::Word(value as Word)).collect(),
            None => (1..=self.bounds.greatest).map(|value| Item::Word(value as Word)).collect(),
        }
    }

    /// Makes the objects that fields outside of the backbone refer to, and gives these their domains.
    fn settle(&mut self) -> Result<(), Trouble> {
        let mut done = 0;
        while done < self.pending.len() {
            let (object, slot, classes) = self.pending[done].clone();
            done += 1;
            let Slot::Variable(variable) = self.space.objects[object].slots[slot as usize] else { continue };
            self.space.variables[variable].domain = self.objects_of(&classes)?.into();
        }
        // Later pools may have made objects of classes that were looked at before.
        for (object, slot, classes) in std::mem::take(&mut self.pending) {
            let Slot::Variable(variable) = self.space.objects[object].slots[slot as usize] else { continue };
            self.space.variables[variable].domain = self.objects_of(&classes)?.into();
        }
        Ok(())
    }

    /// `null` and all objects of the classes; a class that has none gets its pool.
    fn objects_of(&mut self, classes: &[usize]) -> Result<Vec<Item>, Trouble> {
        let mut domain = vec![Item::Null];
        for &class in classes {
            let has_places = !self.of_class[class].is_empty() && !self.pooled[class];
            if !std::mem::replace(&mut self.filled[class], true) && !has_places {
                for number in self.of_class[class].len()..self.bounds.pool(class) {
                    let variables = self.space.variables.len();
                    let made = self.class_object(class, None)?;
                    if self.model.classes[class].is_box {
                        // A box is its number: its field is no variable.
                        self.space.variables.truncate(variables);
                        self.space.objects[made].slots = self.space.objects[made]
                            .slots
                            .iter()
                            .map(|_| Slot::Fixed(Item::Word(number as Word)))
                            .collect();
                    }
                }
            }
            domain.extend(self.of_class[class].iter().map(|&object| Item::Object(object)));
        }
        Ok(domain)
    }

    /// Gives the keys of the backbone their places in the order: even numbers, so that something fits in between.
    fn keys(&mut self) -> Result<(), Trouble> {
        let mut roots = 0;
        let mut next = 0;
        // What is still to be done: an object, or a key to give.
        enum Task {
            Object(usize, bool),
            Key(usize, usize),
        }
        let mut open = vec![Task::Object(0, false)];
        while let Some(task) = open.pop() {
            let (object, inside) = match task {
                Task::Object(object, inside) => (object, inside),
                Task::Key(object, slot) => {
                    // A number has its own values.
                    if let Slot::Key(_) = self.space.objects[object].slots[slot] {
                        next += 2;
                        self.space.objects[object].slots[slot] = self.key(object, slot, next)?;
                    }
                    continue;
                }
            };
            let entry = &self.space.objects[object];
            let key = entry.slots.iter().position(|&slot| self.is_sorted(slot));
            let tree: Vec<usize> = self.space.tree_variables(object).collect();
            let children = |variable: usize| self.space.children(variable).collect::<Vec<usize>>();
            match key {
                Some(slot) => {
                    roots += usize::from(!inside);
                    // The walks that look at the order of keys do not go through arrays.
                    let mut above = entry.parent;
                    while let Some(owner) = above.and_then(|parent| self.space.owner(parent)) {
                        if let Kind::Array(..) = self.space.objects[owner].kind {
                            return Err(Trouble::NoOrder(entry.name.clone()));
                        }
                        above = self.space.objects[owner].parent;
                    }
                    let (before, after): (&[usize], &[usize]) = match &tree[..] {
                        [] => (&[], &[]),
                        [_] => (&[], &tree),
                        [_, _] => tree.split_at(1),
                        [_, _, _, ..] => return Err(Trouble::NoOrder(entry.name.clone())),
                    };
                    // The last task comes first.
                    for &variable in after.iter().rev() {
                        open.extend(children(variable).into_iter().map(|child| Task::Object(child, true)));
                    }
                    open.push(Task::Key(object, slot));
                    for &variable in before {
                        open.extend(children(variable).into_iter().map(|child| Task::Object(child, true)));
                    }
                }
                None if inside => return Err(Trouble::NoOrder(entry.name.clone())),
                None => {
                    for &variable in tree.iter().rev() {
                        open.extend(children(variable).into_iter().map(|child| Task::Object(child, false)));
                    }
                }
            }
        }
        if roots > 1 {
            return Err(Trouble::NoOrder(self.space.objects[0].name.clone()));
        }
        self.space.keys = next / 2;
        Ok(())
    }

    /// Whether a slot has a key.
    fn is_sorted(&self, slot: Slot) -> bool {
        match slot {
            Slot::Key(_) => true,
            Slot::Variable(variable) => self.space.variables[variable].role == Role::Sorted,
            Slot::Fixed(_) | Slot::Initial => false,
        }
    }

    /// The keys of the tree, and what fits between them.
    fn all_keys(&self) -> Vec<Item> {
        (1..=2 * self.space.keys + 1).map(|key| Item::Word(key as Word)).collect()
    }

    /// A key, or the box of one if that is what the field has.
    fn key(&mut self, object: usize, slot: usize, key: i64) -> Result<Slot, Trouble> {
        let Kind::Class(class, _) = self.space.objects[object].kind else { return Ok(Slot::Key(key)) };
        let Content::Objects(boxes) = &self.model.classes[class].fields[slot].content else {
            return Ok(Slot::Key(key));
        };
        let name = format!("K{key}");
        let made = self.box_object(boxes, name, Slot::Key(key))?;
        made.map(|made| Slot::Fixed(Item::Object(made))).ok_or_else(|| {
            let described = &self.model.classes[class];
            Trouble::NoOrder(format!("{}.{}", described.name, described.fields[slot].name))
        })
    }

    /// An object of the only class that there can be, which is a box, with that in it.
    fn box_object(
        &mut self,
        classes: &[usize],
        name: String,
        content: Slot,
    ) -> Result<Option<usize>, Trouble> {
        let &[class] = classes else { return Ok(None) };
        let described = &self.model.classes[class];
        if !described.is_box {
            return Ok(None);
        }
        let made = self.object(Kind::Class(class, described.class), name, None)?;
        self.space.objects[made].slots = vec![content; described.fields.len()];
        Ok(Some(made))
    }
}

/// Whether structures of a model have nodes: objects of a class that can lead back to their class.
pub fn has_nodes(model: &Model) -> bool {
    nodes(model).contains(&true)
}

/// The classes whose objects are nodes.
pub(crate) fn nodes(model: &Model) -> Vec<bool> {
    recursive(model, |role| role != Role::Ghost && role != Role::Initial)
}

/// The classes whose objects can lead back to their class through fields of some roles.
pub(crate) fn recursive(model: &Model, counts: impl Fn(Role) -> bool) -> Vec<bool> {
    fn targets(content: &Content) -> &[usize] {
        match content {
            Content::Objects(classes) => classes,
            Content::Array { element, .. } => targets(element),
            Content::Truth | Content::Integer { .. } | Content::Words(_) | Content::Unknown(_) => &[],
        }
    }
    let step = |class: usize| {
        let fields = model.classes[class].fields.iter().filter(|field| counts(field.role));
        fields.flat_map(|field| targets(&field.content)).copied()
    };
    let leads_back = |class: usize| {
        let mut met = vec![false; model.classes.len()];
        let mut open: Vec<usize> = step(class).collect();
        while let Some(next) = open.pop() {
            if !std::mem::replace(&mut met[next], true) {
                open.extend(step(next));
            }
        }
        met[class]
    };
    (0..model.classes.len()).map(leads_back).collect()
}

/// A table of the variables and their domains, as in the seed's figure 12.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a>(pub &'a Space, pub &'a Model);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shown(space, model) = *self;
        let operations: Vec<&str> =
            model.operations.iter().map(|operation| operation.name.as_str()).collect();
        let sizes = space.variables.iter().map(|variable| BigUint::from(variable.domain.len()));
        let size: BigUint = sizes.product::<BigUint>() * BigUint::from(operations.len());
        writeln!(f, "{:<20} {{{}}}", "operation", operations.join(", "))?;
        for variable in 0..space.variables.len() {
            let domain = &space.variables[variable].domain;
            let mut values: Vec<String> = domain.iter().map(|&item| space.shown(item)).collect();
            if values.len() > 12 {
                let last = values.len() - 1;
                values = vec![values[0].clone(), values[1].clone(), "…".to_string(), values[last].clone()];
            }
            writeln!(f, "{:<20} {{{}}}", space.name(model, variable), values.join(", "))?;
        }
        writeln!(f, "\n{size} assignments, valid or not")
    }
}
