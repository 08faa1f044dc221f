//! The canonical form of a machine's state.
//!
//! A state is what decides how the execution goes on: for each frame the function, the point in it and
//! its *live* locals, then the globals, and the part of the heap that can be reached from those, with
//! the monitors that are held. Garbage and dead locals are left out.
//!
//! # The form
//! Objects are numbered in the order in which they are met: locals of the frames from the outermost on,
//! then globals, then the contents of the objects in the order of their numbers. A reference is written
//! as its number, 0 for `null`. Everything is written as variable-length integers: the frames; a number
//! that says which of the next parts there are; the globals that differ from their initial values (each
//! with its number, ended by a 0: so a program that has grown since writes the same), how often the clock
//! was read, the objects that literals for types stand for, what was changed in frozen objects; the
//! objects in the order of their numbers; and behind them, each part begun by a 0, the monitors and the
//! numbers for identity hash codes in that order, and the texts that literals stand for.
//!
//! A text that only its literal stands for is left out: it is made again when somebody needs it, and
//! nobody can tell, unless it has got an identity hash code.
//!
//! For engines that explore what can be done with an object there is a form without frames: the state
//! is what can be reached from some objects, with everything else as above ([`Encoder::encode_from`]).
//!
//! Objects that are frozen (see `machine`'s module `base`) are part of every state and keep their
//! numbers. What was changed in them stands behind the literals, by place, and other objects are numbered
//! behind them.
//!
//! Why equal bytes mean equal states, and only those: writing reads nothing but what belongs to the
//! state up to renaming of objects, so states that differ in the names of objects alone give the same
//! bytes. And [`decode`] makes a state from the bytes alone that differs from the one that was written
//! in the names of objects alone, so different states cannot give the same bytes. The tests check both
//! directions: states with permuted objects are equal, and decoding followed by encoding changes nothing.
//!
//! Somebody may say that a field is no part of a state, or that the order of the elements of what it
//! refers to is not (the module `sets`). Then equal bytes mean states that are equal apart from that.

mod parts;
mod sets;
mod shape;
mod threads;

pub use parts::{Base, Enabled, Parts, Stack};
pub use shape::Shapes;
pub use threads::UnderWay;

use ir::{ClassId, FieldId, FunctionId, GlobalId, Id as _, Literal, LiteralId, RefType, Type};
use machine::heap::{Lock, Mark};
use machine::{Concrete, Definite, Domain, Heap, LiveFrame, Machine, Point, Purpose, Reference, Word};

use crate::form::{self, CHANGES, GLOBALS, Reader, TICKS, TYPES, Tag};
use crate::numbering::Numbering;

/// What stands behind the objects; no object has the number 0, so a 0 goes to the next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Objects,
    Monitors,
    Hashes,
    Texts,
}

impl Section {
    fn next(self) -> Section {
        match self {
            Section::Objects => Section::Monitors,
            Section::Monitors => Section::Hashes,
            Section::Hashes | Section::Texts => Section::Texts,
        }
    }
}

/// A domain whose values can be written and read again.
pub trait Stored: Definite {
    /// Writes a value that is no reference as one or more numbers. Owes: from what is written, [`read`](Self::read) makes
    /// the same value, and knows where it ends.
    fn write(value: Self::Value, put: impl FnMut(Word));

    /// The value that was written.
    fn read(take: impl FnMut() -> Word) -> Self::Value;
}

impl Stored for Concrete {
    #[inline(always)]
    fn write(value: Word, mut put: impl FnMut(Word)) {
        put(form::fold(value));
    }

    #[inline(always)]
    fn read(mut take: impl FnMut() -> Word) -> Word {
        form::unfold(take())
    }
}

/// Writes states. It is kept between states because it owns tables that are worth keeping.
#[derive(Debug, Default)]
pub struct Encoder {
    bytes: Vec<u8>,
    numbering: Numbering,
    treatments: Treatments,
    /// The arrays that were declared sets, in the order in which that was seen.
    sets: Vec<Reference>,
    /// The bytes of each thread's part.
    stacks: Vec<Vec<u8>>,
    /// The base that the machine was last given, and where it had nothing else.
    based: Option<(u32, Mark)>,
}

/// What a field is for a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Treatment {
    /// A part of it.
    Counts,
    /// No part of it.
    Ignored,
    /// A reference to something whose elements have no order.
    Set,
}

/// Fields that are not simply parts of a state, because somebody says so or because they are caches.
#[derive(Clone, Debug, Default)]
struct Treatments {
    ignored: Vec<FieldId>,
    sets: Vec<FieldId>,
    /// For each class that was met, how its slots are treated; empty if all count.
    slots: Vec<Option<Box<[Treatment]>>>,
}

impl Treatments {
    /// How the slots of a class are treated; nothing if all count.
    #[inline]
    fn of<D: Domain>(&mut self, machine: &Machine<'_, '_, D>, class: ClassId) -> &[Treatment] {
        let index = class.index();
        if self.slots.len() <= index {
            self.slots.resize(index + 1, None);
        }
        let (ignored, sets) = (&self.ignored, &self.sets);
        self.slots[index].get_or_insert_with(|| {
            let layout = machine.image().layout(class);
            let treatment =
                |(slot, field): (usize, &FieldId)| match (ignored.contains(field), sets.contains(field)) {
                    (true, _) => Treatment::Ignored,
                    (false, _) if layout.is_cache(slot) => Treatment::Ignored,
                    (false, true) => Treatment::Set,
                    (false, false) => Treatment::Counts,
                };
            let slots: Box<[Treatment]> = layout.fields.iter().enumerate().map(treatment).collect();
            if slots.iter().all(|slot| *slot == Treatment::Counts) { Box::new([]) } else { slots }
        })
    }
}

impl Encoder {
    /// An encoder.
    pub fn new() -> Self {
        Self::default()
    }

    /// An encoder for which some fields are no part of a state. Decoding gives them zeros.
    pub fn ignoring(fields: Vec<FieldId>) -> Self {
        Encoder { treatments: Treatments { ignored: fields, ..Treatments::default() }, ..Self::default() }
    }

    /// The same encoder, for which some fields refer to sets: the order of their elements is no part of a
    /// state. Decoding gives one of the orders.
    pub fn with_sets(mut self, fields: Vec<FieldId>) -> Self {
        self.treatments.sets = fields;
        self.treatments.slots.clear();
        self
    }

    /// Puts a machine into a state that [`encode_from`](Self::encode_from) of this encoder, or of one
    /// that ignores the same fields, wrote for the same program, without frames, and gives the objects
    /// that it was written from.
    ///
    /// # Panics
    /// If the bytes were not written for the same program.
    pub fn decode_from<D: Stored>(
        &mut self,
        machine: &mut Machine<'_, '_, D>,
        bytes: &[u8],
        roots: &mut [Reference],
    ) {
        let mut reader = Reader::new(bytes);
        machine.clear();
        for root in roots {
            *root = reader.reference();
        }
        read_rest(machine, &mut reader, &mut self.treatments);
    }

    /// The canonical form of a machine that has stopped at a choice.
    pub fn encode<D: Stored>(&mut self, machine: &Machine<'_, '_, D>) -> &[u8] {
        self.begin(machine);
        self.number(machine.depth() as Word);
        self.frames::<D>(machine.live_frames());
        self.finish(machine, machine.heap().locks());
        &self.bytes
    }

    pub(crate) fn frames<'a, D: Stored>(&mut self, frames: impl Iterator<Item = LiveFrame<'a, D::Value>>)
    where
        D::Value: 'a,
    {
        for frame in frames {
            self.number(frame.function.index() as Word);
            let (purpose, exception) = match frame.point.purpose {
                Purpose::Call => (0, None),
                Purpose::Again => (1, None),
                Purpose::Raise => (2, None),
                Purpose::Construct(exception) => (3, Some(exception)),
            };
            self.number(u64::from(frame.point.pc) << 3 | Word::from(frame.point.before) << 2 | purpose);
            if let Some(exception) = exception {
                self.reference(exception);
            }
            for live in frame.live {
                self.value::<D>(live.reference, frame.registers[usize::from(live.register)]);
            }
        }
    }

    /// The canonical form of what can be reached from these objects, whatever the frames of the machine.
    pub fn encode_from<D: Stored>(&mut self, machine: &Machine<'_, '_, D>, roots: &[Reference]) -> &[u8] {
        self.begin(machine);
        for &root in roots {
            self.reference(root);
        }
        self.finish(machine, machine.heap().locks());
        &self.bytes
    }

    fn begin<D: Domain>(&mut self, machine: &Machine<'_, '_, D>) {
        self.bytes.clear();
        self.sets.clear();
        self.numbering.begin(machine.heap());
    }

    /// Everything behind the frames or roots, with these monitors.
    fn finish<D: Stored>(&mut self, machine: &Machine<'_, '_, D>, locks: &[Lock]) {
        let (program, heap) = (machine.image().program(), machine.heap());
        let globals = heap.touched_globals().any(|(_, word, initial)| word != initial);
        let ticks = heap.has_ticked();
        let is_text = |literal: usize| match program.literals()[LiteralId::new(literal)] {
            Literal::Text(_) => true,
            Literal::Class(_) => false,
        };
        let types = heap.new_literals().any(|(literal, _)| !is_text(literal));
        let changes = self.numbering.frozen() > 0
            && (heap.changed_slots().next().is_some() || heap.changed_bytes().next().is_some());
        let parts = [(globals, GLOBALS), (ticks, TICKS), (types, TYPES), (changes, CHANGES)];
        self.number(parts.iter().filter(|(there, _)| *there).map(|(_, part)| part).sum());
        if globals {
            for (global, word, _) in heap.touched_globals().filter(|(_, word, initial)| word != initial) {
                self.number(global as Word + 1);
                self.value::<D>(program.globals[GlobalId::new(global)].ty.is_ref(), word);
            }
            self.number(0);
        }
        if ticks {
            self.number(heap.ticks());
            self.number(heap.later());
        }
        if types {
            for (literal, object) in heap.new_literals().filter(|(literal, _)| !is_text(*literal)) {
                self.number(literal as Word + 1);
                self.reference(object);
            }
            self.number(0);
        }
        if changes {
            self.changes::<D>(heap);
        }
        // A text that has a hash code is told by it.
        for (literal, object) in heap.new_literals() {
            if is_text(literal) && heap.hash_number(object).is_some() {
                self.numbering.meet(object);
            }
        }
        self.objects(machine, 0);
        let mut section = Section::Objects;
        self.monitors(locks, &mut section);
        if heap.has_hashes() {
            self.hashes(heap, &mut section);
        }
        for (literal, object) in heap.new_literals() {
            if let (true, Some(number)) = (is_text(literal), self.numbering.number_of(object)) {
                self.enter(&mut section, Section::Texts);
                self.number(number.into());
                self.number(literal as Word);
            }
        }
    }

    /// The contents of the objects that were met, from a place on, and of those that are met there.
    fn objects<D: Stored>(&mut self, machine: &Machine<'_, '_, D>, first: usize) {
        let (image, heap) = (machine.image(), machine.heap());
        let mut next = first;
        while let Some(&object) = self.numbering.met().get(next) {
            next += 1;
            match heap.ty(object) {
                RefType::Class(class) => {
                    self.number(form::class_tag(class));
                    let Encoder { bytes, numbering, treatments, .. } = self;
                    let slots = image.layout(class).references.iter().zip(heap.contents(object));
                    let treated = treatments.of(machine, class);
                    if treated.is_empty() {
                        for (&reference, &word) in slots {
                            value::<D>(bytes, numbering, reference, word);
                        }
                        continue;
                    }
                    let mut sets = Vec::new();
                    for ((&reference, &word), treatment) in slots.zip(treated) {
                        match treatment {
                            Treatment::Counts => value::<D>(bytes, numbering, reference, word),
                            Treatment::Ignored => {}
                            Treatment::Set => {
                                value::<D>(bytes, numbering, reference, word);
                                sets.push(D::reference(word));
                            }
                        }
                    }
                    for set in sets {
                        self.declare_set(machine, set);
                    }
                }
                RefType::Array(array) => {
                    let length = heap.length(object);
                    self.number(form::array_tag(array));
                    self.number(length.into());
                    let ty = image.program().element_type(array);
                    if self.sets.contains(&object) {
                        for element in self.ordered_elements(machine, object, array) {
                            self.value::<D>(ty.is_ref(), element);
                        }
                        continue;
                    }
                    // So are those of most texts.
                    if let Some(contents) = D::signed_bytes(heap, object, ty) {
                        let Encoder { bytes, numbering, .. } = self;
                        for &byte in contents {
                            value::<D>(bytes, numbering, false, D::of(byte as i8 as i64 as Word));
                        }
                        continue;
                    }
                    for index in 0..length {
                        self.value::<D>(ty.is_ref(), D::element(heap, object, ty, index));
                    }
                }
                RefType::Any => unreachable!("objects have a class or an array type"),
            }
        }
    }

    /// Writes the zeros that lie between two sections.
    fn enter(&mut self, section: &mut Section, to: Section) {
        while *section != to {
            self.number(0);
            *section = section.next();
        }
    }

    /// What is not as it was when the heap was frozen.
    fn changes<D: Stored>(&mut self, heap: &Heap<D::Value>) {
        for (at, word, reference) in heap.changed_slots() {
            self.number(at as Word + 1);
            self.value::<D>(reference, word);
        }
        self.number(0);
        for (at, byte) in heap.changed_bytes() {
            self.number(at as Word + 1);
            self.number(byte.into());
        }
        self.number(0);
    }

    /// A monitor of an object that cannot be reached can never be entered or left again.
    fn monitors(&mut self, locks: &[Lock], section: &mut Section) {
        let held = locks
            .iter()
            .filter_map(|lock| Some((self.numbering.number_of(lock.object)?, form::monitor(*lock))));
        let mut held: Vec<(u32, Word)> = held.collect();
        held.sort_unstable();
        for (number, count) in held {
            self.enter(section, Section::Monitors);
            self.number(number.into());
            self.number(count);
        }
    }

    /// Numbers for identity hash codes.
    fn hashes<V: Copy>(&mut self, heap: &Heap<V>, section: &mut Section) {
        let mut hashed = heap.new_hashes();
        let met = self.numbering.met().iter().zip(self.numbering.frozen() + 1..);
        hashed.extend(met.filter_map(|(&object, number)| Some((number, heap.hash_number(object)?))));
        for (object, hash) in hashed {
            self.enter(section, Section::Hashes);
            self.number(object.into());
            self.number(hash.into());
        }
    }

    #[inline]
    fn value<D: Stored>(&mut self, reference: bool, word: D::Value) {
        value::<D>(&mut self.bytes, &mut self.numbering, reference, word);
    }

    #[inline]
    fn reference(&mut self, object: Reference) {
        self.numbering.write(&mut self.bytes, object);
    }

    #[inline]
    fn number(&mut self, number: Word) {
        form::write_number(&mut self.bytes, number);
    }
}

/// A value that was written.
#[inline]
fn read<D: Stored>(reader: &mut Reader<'_>, reference: bool) -> D::Value {
    if reference { D::of(reader.reference().into()) } else { D::read(|| reader.number()) }
}

/// Puts a machine into a state that an [`Encoder`] wrote for the same program.
///
/// # Panics
/// If the bytes were not written for the same program.
pub fn decode<D: Stored>(machine: &mut Machine<'_, '_, D>, bytes: &[u8]) {
    let mut reader = Reader::new(bytes);
    machine.clear();
    read_frames(machine, &mut reader);
    read_rest(machine, &mut reader, &mut Treatments::default());
}

fn read_frames<D: Stored>(machine: &mut Machine<'_, '_, D>, reader: &mut Reader<'_>) {
    let frames = reader.number();
    for _ in 0..frames {
        let function = FunctionId::new(reader.number() as usize);
        let point = reader.number();
        let purpose = match point & 3 {
            0 => Purpose::Call,
            1 => Purpose::Again,
            2 => Purpose::Raise,
            _ => Purpose::Construct(reader.reference()),
        };
        let point = Point { pc: (point >> 3) as u32, purpose, before: point & 4 != 0 };
        let (live, registers) = machine.restore_frame(function, point);
        for live in live {
            registers[usize::from(live.register)] = read::<D>(reader, live.reference);
        }
    }
}

/// Writes a value.
#[inline(always)]
fn value<D: Stored>(bytes: &mut Vec<u8>, numbering: &mut Numbering, reference: bool, value: D::Value) {
    if reference {
        numbering.write(bytes, D::reference(value));
    } else {
        D::write(value, |number| form::write_number(bytes, number));
    }
}

/// Everything behind the frames or roots.
fn read_rest<D: Stored>(
    machine: &mut Machine<'_, '_, D>,
    reader: &mut Reader<'_>,
    treatments: &mut Treatments,
) {
    let image = machine.image();
    let parts = reader.number();
    if parts & GLOBALS != 0 {
        while let Some(global) = reader.number().checked_sub(1) {
            let reference = image.program().globals[GlobalId::new(global as usize)].ty.is_ref();
            if global as usize >= machine.heap().global_count() {
                machine.ensure_globals();
            }
            let value = read::<D>(reader, reference);
            machine.heap_mut().set_global(global as usize, value);
        }
    }
    let heap = machine.heap_mut();
    if parts & TICKS != 0 {
        let ticks = reader.number();
        heap.set_ticks(ticks);
        heap.pass(ticks + reader.number());
    }
    if parts & TYPES != 0 {
        while let Some(literal) = reader.number().checked_sub(1) {
            heap.set_literal(literal as usize, reader.reference());
        }
    }
    if parts & CHANGES != 0 {
        while let Some(at) = reader.number().checked_sub(1) {
            let reference = heap.is_frozen_reference(at as usize);
            heap.change_slot(at as usize, read::<D>(reader, reference));
        }
        while let Some(at) = reader.number().checked_sub(1) {
            heap.change_byte(at as usize, reader.number() as u8);
        }
    }
    let first = heap.frozen_objects();
    read_objects(machine, reader, treatments, first);
    let heap = machine.heap_mut();
    let mut section = Section::Objects;
    while !reader.is_done() {
        let object = reader.number() as Reference;
        if object == 0 {
            section = section.next();
            continue;
        }
        let number = reader.number();
        match section {
            Section::Objects => unreachable!("all objects were read"),
            Section::Monitors => {
                let lock = form::read_monitor(object, number);
                heap.set_lock(object, lock.owner, lock.count);
            }
            Section::Hashes => heap.set_hash_number(object, number as u32),
            Section::Texts => heap.set_literal(number as usize, object),
        }
    }
}

/// Objects with numbers behind `first`, as many as references name.
fn read_objects<D: Stored>(
    machine: &mut Machine<'_, '_, D>,
    reader: &mut Reader<'_>,
    treatments: &mut Treatments,
    first: Reference,
) {
    let image = machine.image();
    let room = "the state was in memory before";
    let mut object = first;
    // Objects are met while others are read, so the last number is known in the end only.
    while object < reader.objects() {
        object += 1;
        match reader.tag() {
            Tag::Class(class) => {
                let references = &image.layout(class).references;
                let made = machine.heap_mut().new_object(class, references.len(), D::of(0)).expect(room);
                let treated = treatments.of(machine, class);
                let heap = machine.heap_mut();
                for (slot, &reference) in references.iter().enumerate() {
                    if treated.get(slot) != Some(&Treatment::Ignored) {
                        heap.set(made, slot as u32, read::<D>(reader, reference));
                    }
                }
            }
            Tag::Array(array) => {
                let ty: Type = image.program().element_type(array);
                let length = reader.number() as u32;
                let heap = machine.heap_mut();
                let made = D::new_array(heap, array, ty, length).expect(room);
                for index in 0..length {
                    D::set_element(heap, made, ty, index, read::<D>(reader, ty.is_ref()));
                }
            }
        }
    }
}
