//! Merging: one machine state that stands for many states (seed 001, section 3.6).
//!
//! States come as bytes in canonical form. Those of the same *shape* differ only in data: in numbers,
//! and in which frozen object (or `null`) a reference means; what is an object of their own, and where
//! another reference to it stands, is the same. So states are sorted by shape first ([`Merger::key`]).
//! The first state of a shape is read into a list of steps, and the others are read along the steps: each
//! must have exactly the numbers of the shape, and its data goes to the columns of the vectors.
//!
//! Objects are shared greedily between shapes: the new object that a slot of a shared object refers to is
//! the same one in all shapes, if type and length agree. Two objects of one state are never made one,
//! because each is new in one slot of one object only.
//!
//! A vector has data for the states that have the object. What it has for others is a word that is there
//! in some state: nobody reads it but the collector, which may keep too much.

use std::collections::HashMap;

use ir::{FieldId, GlobalId, Id as _};
use machine::{Element, Image, Machine, Reference, Word};
use space::form::{self, GLOBALS, Reader, Tag};

use super::domain::{Delta, Value};

/// What a slot of an object is to a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Slot {
    Number,
    Reference,
    /// No part of the state.
    Ignored,
}

/// What the slots of classes are.
#[derive(Clone, Debug)]
pub(super) struct Slots {
    ignored: Vec<FieldId>,
    classes: Vec<Option<Box<[Slot]>>>,
}

impl Slots {
    pub(super) fn new(ignored: Vec<FieldId>) -> Self {
        Slots { ignored, classes: Vec::new() }
    }

    /// The slots of a class.
    #[inline]
    pub(super) fn of(&mut self, image: &Image<'_>, class: ir::ClassId) -> &[Slot] {
        let index = class.index();
        if self.classes.len() <= index {
            self.classes.resize(index + 1, None);
        }
        let ignored = &self.ignored;
        self.classes[index].get_or_insert_with(|| {
            let layout = image.layout(class);
            let slots = layout.fields.iter().zip(layout.references.iter()).enumerate();
            let slot = |(slot, (field, &reference)): (usize, (&FieldId, &bool))| match reference {
                _ if ignored.contains(field) || layout.is_cache(slot) => Slot::Ignored,
                true => Slot::Reference,
                false => Slot::Number,
            };
            slots.map(slot).collect()
        })
    }
}

/// States with the same key mostly have the same shape, and similar keys similar ones.
pub(in super::super) type ShapeKey = (u64, u64);

/// Where data of a state goes.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// The number must be this one.
    Exact(Word),
    /// A number goes to the column.
    Number(u32),
    /// The number of a frozen object, or 0, goes to the column.
    Frozen(u32),
}

/// A slot, a global or the root while states are merged.
#[derive(Clone, Copy, Debug)]
struct Column {
    /// Nothing yet, or what all states so far have there.
    value: Option<Value>,
    /// Whether [`Self::first`] says something.
    begun: bool,
    first: Word,
    differ: Word,
}

const NEW: Column = Column { value: None, begun: false, first: 0, differ: 0 };

/// Merges states. It is kept between batches because it owns tables that are worth keeping.
#[derive(Clone, Debug)]
pub(super) struct Merger {
    steps: Vec<Step>,
    columns: Vec<Column>,
    /// For each object that was made, its first column.
    firsts: Vec<u32>,
    /// Objects by where they are new: the slot's column, the type and the length.
    children: HashMap<(u32, Word, u32), Reference>,
    /// For each number of the shape at hand the object.
    objects: Vec<Reference>,
    /// Columns that have one word in all states of the shape at hand.
    constants: Vec<(u32, Word)>,
    /// The globals that were met, with their columns.
    globals: Vec<(usize, u32)>,
}

/// The column of the root.
const ROOT: u32 = 0;

impl Merger {
    pub(super) fn new() -> Self {
        Merger {
            steps: Vec::new(),
            columns: Vec::new(),
            firsts: Vec::new(),
            children: HashMap::new(),
            objects: Vec::new(),
            constants: Vec::new(),
            globals: Vec::new(),
        }
    }

    /// A key to sort states by; nothing for a state that has what is not merged: readings of the clock,
    /// objects for types, changes of frozen objects, monitors, identity hash codes, texts of literals.
    pub(super) fn key(
        image: &Image<'_>,
        slots: &mut Slots,
        frozen: Reference,
        bytes: &[u8],
    ) -> Option<ShapeKey> {
        let mut reader = Reader::new(bytes);
        let mut key = KeyBuilder { order: 0, room: 32, hash: 0, frozen, objects: frozen };
        key.reference(reader.number());
        let parts = reader.number();
        if parts & !GLOBALS != 0 {
            return None;
        }
        key.exact(parts);
        if parts & GLOBALS != 0 {
            while let Some(global) = reader.number().checked_sub(1) {
                key.exact(global);
                let number = reader.number();
                if image.program().globals[GlobalId::new(global as usize)].ty.is_ref() {
                    key.reference(number);
                }
            }
        }
        let mut object = frozen;
        while object < key.objects {
            object += 1;
            let tag = reader.number();
            key.exact(tag);
            match form::tag(tag) {
                Tag::Class(class) => {
                    for slot in slots.of(image, class) {
                        match slot {
                            Slot::Number => _ = reader.number(),
                            Slot::Reference => key.reference(reader.number()),
                            Slot::Ignored => {}
                        }
                    }
                }
                Tag::Array(array) => {
                    let length = reader.number();
                    key.exact(length);
                    let reference = image.program().element_type(array).is_ref();
                    for _ in 0..length {
                        let number = reader.number();
                        if reference {
                            key.reference(number);
                        }
                    }
                }
            }
        }
        reader.is_done().then_some((key.order, key.hash))
    }

    /// Makes the machine stand for these states, which have keys and are sorted by them, and gives the
    /// root.
    pub(super) fn merge(
        &mut self,
        machine: &mut Machine<'_, '_, Delta>,
        slots: &mut Slots,
        states: &[(ShapeKey, &[u8])],
    ) -> Value {
        machine.clear();
        machine.domain_mut().begin(states.len());
        self.columns.clear();
        self.columns.push(NEW);
        self.firsts.clear();
        self.children.clear();
        self.globals.clear();
        let mut begin = 0;
        while begin < states.len() {
            let (key, bytes) = states[begin];
            self.shape(machine, slots, bytes);
            let mut end = begin;
            while end < states.len() && states[end].0 == key && self.read(machine, end, states[end].1) {
                end += 1;
            }
            assert!(end > begin, "a state has its own shape");
            self.settle(machine.domain_mut(), begin, end);
            begin = end;
        }
        self.finish(machine)
    }

    /// Reads the shape of a state: makes the objects that are not there yet, and the steps.
    fn shape(&mut self, machine: &mut Machine<'_, '_, Delta>, slots: &mut Slots, bytes: &[u8]) {
        let image = machine.image();
        let frozen = machine.heap().frozen_objects();
        let mut reader = Reader::new(bytes);
        self.steps.clear();
        self.constants.clear();
        self.objects.clear();
        // Objects are made when their contents are read: only then is their type known.
        let mut new: Vec<u32> = Vec::new();
        self.reference(machine.domain_mut(), frozen, reader.number(), ROOT, &mut new);
        let parts = reader.number();
        self.steps.push(Step::Exact(parts));
        if parts & GLOBALS != 0 {
            loop {
                let number = reader.number();
                self.steps.push(Step::Exact(number));
                let Some(global) = number.checked_sub(1) else { break };
                let global = global as usize;
                let column = self.global(machine, global);
                let number = reader.number();
                if image.program().globals[GlobalId::new(global)].ty.is_ref() {
                    self.reference(machine.domain_mut(), frozen, number, column, &mut new);
                } else {
                    self.number(machine.domain_mut(), column);
                }
            }
        }
        let mut next = 0;
        while let Some(&column) = new.get(next) {
            next += 1;
            let tag = reader.number();
            self.steps.push(Step::Exact(tag));
            match form::tag(tag) {
                Tag::Class(class) => {
                    let kinds = slots.of(image, class);
                    let first = self.object(machine, column, tag, kinds.len() as u32, |heap, length| {
                        heap.new_object(class, length as usize, Value::constant(0))
                    });
                    for (slot, kind) in kinds.iter().enumerate() {
                        let column = first + slot as u32;
                        match kind {
                            Slot::Number => {
                                reader.number();
                                self.number(machine.domain_mut(), column);
                            }
                            Slot::Reference => {
                                let number = reader.number();
                                self.reference(machine.domain_mut(), frozen, number, column, &mut new);
                            }
                            Slot::Ignored => {}
                        }
                    }
                }
                Tag::Array(array) => {
                    let length = reader.number();
                    self.steps.push(Step::Exact(length));
                    let first = self.object(machine, column, tag, length as u32, |heap, length| {
                        heap.new_array(array, Element::Slot, length, Value::constant(0))
                    });
                    let reference = image.program().element_type(array).is_ref();
                    for column in first..first + length as u32 {
                        let number = reader.number();
                        if reference {
                            self.reference(machine.domain_mut(), frozen, number, column, &mut new);
                        } else {
                            self.number(machine.domain_mut(), column);
                        }
                    }
                }
            }
        }
        // References to objects of the state's own are known now that all are made.
        let objects = &self.objects;
        for (_, word) in &mut self.constants {
            *word = objects[*word as usize].into();
        }
    }

    /// The object that is new in the slot of the column, and its first column. Makes it if it is not there.
    fn object(
        &mut self,
        machine: &mut Machine<'_, '_, Delta>,
        column: u32,
        tag: Word,
        length: u32,
        make: impl FnOnce(&mut machine::Heap<Value>, u32) -> Result<Reference, machine::heap::OutOfMemory>,
    ) -> u32 {
        let frozen = machine.heap().frozen_objects();
        let Merger { columns, firsts, .. } = self;
        let object = *self.children.entry((column, tag, length)).or_insert_with(|| {
            firsts.push(columns.len() as u32);
            columns.resize(columns.len() + length as usize, NEW);
            make(machine.heap_mut(), length).expect("the states were in memory before")
        });
        self.objects.push(object);
        self.firsts[(object - frozen) as usize - 1]
    }

    /// The column of a global.
    fn global(&mut self, machine: &mut Machine<'_, '_, Delta>, global: usize) -> u32 {
        if let Some(&(_, column)) = self.globals.iter().find(|(other, _)| *other == global) {
            return column;
        }
        if global >= machine.heap().global_count() {
            machine.ensure_globals();
        }
        // States that do not name it have its initial value.
        let initial = machine.heap().global(global).expect("all globals were added");
        let word = machine.domain().column(initial).expect_err("initial values are constants");
        let column = self.columns.len() as u32;
        let value = Some(machine.domain_mut().fill(word));
        self.columns.push(Column { value, begun: true, first: word, differ: 1 });
        self.globals.push((global, column));
        column
    }

    /// A number is data.
    fn number(&mut self, domain: &mut Delta, column: u32) {
        self.make_vector(domain, column);
        self.steps.push(Step::Number(column));
    }

    /// A reference is data if it means a frozen object or `null`; otherwise it is part of the shape.
    fn reference(
        &mut self,
        domain: &mut Delta,
        frozen: Reference,
        number: Word,
        column: u32,
        new: &mut Vec<u32>,
    ) {
        if number <= frozen.into() {
            self.make_vector(domain, column);
            self.steps.push(Step::Frozen(column));
            return;
        }
        self.steps.push(Step::Exact(number));
        let index = number - Word::from(frozen) - 1;
        self.constants.push((column, index));
        if index as usize == new.len() {
            new.push(column);
        }
    }

    fn make_vector(&mut self, domain: &mut Delta, column: u32) {
        let column = &mut self.columns[column as usize];
        match column.value.map(|value| domain.column(value).err()) {
            None => column.value = Some(domain.fill(0)),
            Some(None) => {}
            // States of another shape have this word.
            Some(Some(word)) => {
                *column = Column { value: Some(domain.fill(word)), begun: true, first: word, differ: 0 };
            }
        }
    }

    /// Reads a state along the steps; false if it has another shape.
    #[inline]
    fn read(&mut self, machine: &mut Machine<'_, '_, Delta>, state: usize, bytes: &[u8]) -> bool {
        let frozen = Word::from(machine.heap().frozen_objects());
        let mut reader = Reader::new(bytes);
        let domain = machine.domain_mut();
        for step in &self.steps {
            let number = reader.number();
            match *step {
                Step::Exact(expected) => {
                    if number != expected {
                        return false;
                    }
                }
                Step::Number(column) => {
                    let value = self.columns[column as usize].value.expect("data has a vector");
                    domain.column_mut(value)[state] = form::unfold(number);
                }
                Step::Frozen(column) => {
                    if number > frozen {
                        return false;
                    }
                    let value = self.columns[column as usize].value.expect("data has a vector");
                    domain.column_mut(value)[state] = number;
                }
            }
        }
        assert!(reader.is_done(), "a shape says where a state ends");
        true
    }

    /// Settles the columns for states of one shape.
    fn settle(&mut self, domain: &mut Delta, begin: usize, end: usize) {
        for &(column, word) in &self.constants {
            let column = &mut self.columns[column as usize];
            match column.value {
                None => column.value = Some(Value::constant(word)),
                Some(value) => {
                    let value = match domain.column(value) {
                        Err(other) if other == word => continue,
                        Err(other) => domain.fill(other),
                        Ok(_) => value,
                    };
                    domain.column_mut(value)[begin..end].fill(word);
                    *column = Column { value: Some(value), begun: true, first: word, differ: 1 };
                }
            }
        }
        for step in &self.steps {
            let (Step::Number(column) | Step::Frozen(column)) = step else { continue };
            let column = &mut self.columns[*column as usize];
            let value = column.value.expect("data has a vector");
            let words = &domain.column(value).expect("data has a vector")[begin..end];
            if !column.begun {
                column.begun = true;
                column.first = words[0];
            }
            let first = column.first;
            column.differ |= words.iter().fold(0, |differ, &word| differ | (word ^ first));
        }
    }

    /// Writes the columns into the heap.
    fn finish(&mut self, machine: &mut Machine<'_, '_, Delta>) -> Value {
        let frozen = machine.heap().frozen_objects();
        let value_of = |domain: &Delta, column: &Column| -> Option<Value> {
            let value = column.value?;
            let constant = domain.column(value).is_err();
            Some(if constant || column.differ != 0 { value } else { Value::constant(column.first) })
        };
        for object in frozen + 1..=machine.heap().len() as Reference {
            let first = self.firsts[(object - frozen) as usize - 1] as usize;
            for slot in 0..machine.heap().length(object) {
                if let Some(value) = value_of(machine.domain(), &self.columns[first + slot as usize]) {
                    machine.heap_mut().set(object, slot, value);
                }
            }
        }
        for &(global, column) in &self.globals {
            let value = self.columns[column as usize].value.expect("a global has a vector");
            machine.heap_mut().set_global(global, value);
        }
        value_of(machine.domain(), &self.columns[ROOT as usize]).expect("every state has a root")
    }
}

/// Makes a [`ShapeKey`].
struct KeyBuilder {
    /// The kinds of the first references, two bits each.
    order: u64,
    /// How many kinds there is room for.
    room: u32,
    hash: u64,
    frozen: Reference,
    objects: Reference,
}

impl KeyBuilder {
    #[inline]
    fn exact(&mut self, number: Word) {
        self.hash = (self.hash ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }

    #[inline]
    fn reference(&mut self, number: Word) {
        let kind = if number <= self.frozen.into() {
            0
        } else if number > self.objects.into() {
            self.objects = number as Reference;
            1
        } else {
            2
        };
        if self.room > 0 {
            self.room -= 1;
            self.order |= kind << (2 * self.room);
        }
        self.exact(if kind == 0 { 0 } else { number });
    }
}
