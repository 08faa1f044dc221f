//! The canonical form of a machine's state.
//!
//! A state is what decides how the execution goes on: for each frame the function, the point in it and
//! its *live* locals, then the globals, and the part of the heap that can be reached from those, with
//! the monitors that are held. Garbage and dead locals are left out.
//!
//! # The form
//! Objects are numbered in the order in which they are met: locals of the frames from the outermost on,
//! then globals, then the contents of the objects in the order of their numbers. A reference is written
//! as its number, 0 for `null`. Everything is written as variable-length integers: the frames, the
//! globals that differ from their initial values and the objects that literals stand for (each with its
//! number, ended by a 0: so a program that has grown since writes the same), the objects in the order of
//! their numbers, and behind them the monitors and the numbers for identity hash codes in that order.
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

use ir::{ArrayTypeId, ClassId, FunctionId, GlobalId, Id as _, RefType, Type};
use machine::{Concrete, Heap, Machine, Point, Purpose, Reference, Word};

/// Writes states. It is kept between states because it owns tables that are worth keeping.
#[derive(Debug, Default)]
pub struct Encoder {
    bytes: Vec<u8>,
    /// For each object the round in which it was last met, and its number in that round.
    numbers: Vec<(u32, u32)>,
    round: u32,
    /// The last object that is frozen: those keep their numbers.
    frozen: Reference,
    /// The other objects in the order of their numbers.
    met: Vec<Reference>,
}

impl Encoder {
    /// An encoder.
    pub fn new() -> Self {
        Self::default()
    }

    /// The canonical form of a machine that has stopped at a choice.
    pub fn encode(&mut self, machine: &Machine<'_, '_, Concrete>) -> &[u8] {
        let image = machine.image();
        let heap = machine.heap();
        self.bytes.clear();
        self.met.clear();
        self.frozen = heap.frozen_objects();
        self.numbers.resize(heap.len() + 1, (0, 0));
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            // Old rounds could be taken for new ones.
            self.numbers.fill((0, 0));
            self.round = 1;
        }

        self.number(machine.depth() as Word);
        for frame in machine.live_frames() {
            self.number(frame.function.index() as Word);
            let (purpose, exception) = match frame.point.purpose {
                Purpose::Call => (0, None),
                Purpose::Again => (1, None),
                Purpose::Raise => (2, None),
                Purpose::Construct(exception) => (3, Some(exception)),
            };
            self.number(u64::from(frame.point.pc) << 3 | Word::from(frame.point.before) << 2 | purpose);
            if let Some(exception) = exception {
                self.value(true, exception.into());
            }
            for live in frame.live {
                self.value(live.reference, frame.registers[usize::from(live.register)]);
            }
        }
        for (global, word, initial) in heap.touched_globals() {
            if word != initial {
                self.number(global as Word + 1);
                self.value(image.program().globals[GlobalId::new(global)].ty.is_ref(), word);
            }
        }
        self.number(0);
        self.number(heap.ticks());
        for (literal, object) in heap.new_literals() {
            self.number(literal as Word + 1);
            self.value(true, object.into());
        }
        self.number(0);
        if self.frozen > 0 {
            self.changes(heap);
        }
        let mut next = 0;
        while let Some(&object) = self.met.get(next) {
            next += 1;
            match heap.ty(object) {
                RefType::Class(class) => {
                    self.number((class.index() as Word) << 1);
                    for (&reference, &word) in
                        image.layout(class).references.iter().zip(heap.contents(object))
                    {
                        self.value(reference, word);
                    }
                }
                RefType::Array(array) => {
                    let length = heap.length(object);
                    self.number((array.index() as Word) << 1 | 1);
                    self.number(length.into());
                    let ty = image.program().element_type(array);
                    for index in 0..length {
                        self.value(ty.is_ref(), heap.element(object, ty, index));
                    }
                }
                RefType::Any => unreachable!("objects have a class or an array type"),
            }
        }
        self.monitors(heap.locks());
        if heap.has_hashes() {
            self.hashes(heap);
        }
        &self.bytes
    }

    /// What is not as it was when the heap was frozen.
    fn changes(&mut self, heap: &Heap<Word>) {
        for (at, word, reference) in heap.changed_slots() {
            self.number(at as Word + 1);
            self.value(reference, word);
        }
        self.number(0);
        for (at, byte) in heap.changed_bytes() {
            self.number(at as Word + 1);
            self.number(byte.into());
        }
        self.number(0);
    }

    /// A monitor of an object that cannot be reached can never be entered or left again.
    fn monitors(&mut self, locks: &[(Reference, u32)]) {
        let round = self.round;
        let mut held: Vec<(u32, u32)> = locks
            .iter()
            .filter_map(|&(object, count)| {
                if object <= self.frozen {
                    return Some((object, count));
                }
                let (met, number) = self.numbers[object as usize];
                (met == round).then_some((number, count))
            })
            .collect();
        held.sort_unstable();
        for (number, count) in held {
            self.number(number.into());
            self.number(count.into());
        }
    }

    /// Numbers for identity hash codes, behind a 0: no object has that number.
    fn hashes(&mut self, heap: &Heap<Word>) {
        let met = std::mem::take(&mut self.met);
        let hashed = met
            .iter()
            .zip(self.frozen + 1..)
            .filter_map(|(&object, number)| Some((number, heap.hash_number(object)?)));
        for (index, (object, hash)) in heap.new_hashes().into_iter().chain(hashed).enumerate() {
            if index == 0 {
                self.number(0);
            }
            self.number(object.into());
            self.number(hash.into());
        }
        self.met = met;
    }

    #[inline]
    fn value(&mut self, reference: bool, word: Word) {
        if reference {
            let number = self.meet(word as Reference);
            self.number(number.into());
        } else {
            // Small numbers of either sign become short.
            let word = word as i64;
            self.number((word << 1 ^ word >> 63) as Word);
        }
    }

    #[inline]
    fn meet(&mut self, object: Reference) -> u32 {
        if object <= self.frozen {
            return object;
        }
        let entry = &mut self.numbers[object as usize];
        if entry.0 != self.round {
            self.met.push(object);
            *entry = (self.round, self.frozen + self.met.len() as u32);
        }
        entry.1
    }

    #[inline]
    fn number(&mut self, mut number: Word) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }
}

/// Reads what an [`Encoder`] wrote.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The greatest number of an object so far.
    objects: u32,
}

impl Reader<'_> {
    #[inline]
    fn number(&mut self) -> Word {
        let mut number = 0;
        let mut shift = 0;
        loop {
            let byte = self.bytes[self.at];
            self.at += 1;
            number |= Word::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return number;
            }
            shift += 7;
        }
    }

    #[inline]
    fn value(&mut self, reference: bool) -> Word {
        let number = self.number();
        if reference {
            self.objects = self.objects.max(number as u32);
            number
        } else {
            (number >> 1) ^ (number & 1).wrapping_neg()
        }
    }
}

/// Puts a machine into a state that an [`Encoder`] wrote for the same program.
///
/// # Panics
/// If the bytes were not written for the same program.
pub fn decode(machine: &mut Machine<'_, '_, Concrete>, bytes: &[u8]) {
    let image = machine.image();
    let mut reader = Reader { bytes, at: 0, objects: 0 };
    machine.clear();
    let frames = reader.number();
    for _ in 0..frames {
        let function = FunctionId::new(reader.number() as usize);
        let point = reader.number();
        let purpose = match point & 3 {
            0 => Purpose::Call,
            1 => Purpose::Again,
            2 => Purpose::Raise,
            _ => Purpose::Construct(reader.value(true) as Reference),
        };
        let point = Point { pc: (point >> 3) as u32, purpose, before: point & 4 != 0 };
        let (live, registers) = machine.restore_frame(function, point);
        for live in live {
            registers[usize::from(live.register)] = reader.value(live.reference);
        }
    }
    while let Some(global) = reader.number().checked_sub(1) {
        let reference = image.program().globals[GlobalId::new(global as usize)].ty.is_ref();
        if global as usize >= machine.heap().global_count() {
            machine.ensure_globals();
        }
        machine.heap_mut().set_global(global as usize, reader.value(reference));
    }
    let heap = machine.heap_mut();
    heap.set_ticks(reader.number());
    while let Some(literal) = reader.number().checked_sub(1) {
        heap.set_literal(literal as usize, reader.value(true) as Reference);
    }
    let mut object = heap.frozen_objects();
    if object > 0 {
        while let Some(at) = reader.number().checked_sub(1) {
            let reference = heap.is_frozen_reference(at as usize);
            heap.change_slot(at as usize, reader.value(reference));
        }
        while let Some(at) = reader.number().checked_sub(1) {
            heap.change_byte(at as usize, reader.number() as u8);
        }
    }
    let room = "the state was in memory before";
    // Objects are met while others are read, so the last number is known in the end only.
    while object < reader.objects {
        object += 1;
        let ty = reader.number();
        let index = (ty >> 1) as usize;
        if ty & 1 == 0 {
            let class = ClassId::new(index);
            let references = &image.layout(class).references;
            let made = heap.new_object(class, references.len(), 0).expect(room);
            for (slot, &reference) in references.iter().enumerate() {
                heap.set(made, slot as u32, reader.value(reference));
            }
        } else {
            let array = ArrayTypeId::new(index);
            let ty: Type = image.program().element_type(array);
            let length = reader.number() as u32;
            let made = heap.new_packed_array(array, ty, length, 0).expect(room);
            for index in 0..length {
                heap.set_element(made, ty, index, reader.value(ty.is_ref()));
            }
        }
    }
    while reader.at < bytes.len() {
        let object = reader.number() as Reference;
        if object == 0 {
            break;
        }
        heap.set_lock(object, reader.number() as u32);
    }
    while reader.at < bytes.len() {
        let object = reader.number() as Reference;
        heap.set_hash_number(object, reader.number() as u32);
    }
}
