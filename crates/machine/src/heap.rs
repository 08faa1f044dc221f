//! Objects and arrays, with an undo log.
//!
//! An object is an entry in a table (its type, its length, where its contents start); a reference is
//! the index of the entry, and entry 0 is `null`. Fields and elements that are references are slots;
//! numbers in arrays are packed into bytes if the domain allows it. Globals, and the objects that
//! literals stand for, come as the program grows.
//!
//! What is written can be undone: see the module `undo`.
use std::collections::HashMap;

use ir::{ArrayTypeId, ClassId, Id as _, RefType};

use crate::code::Element;
use crate::collect::Marks;
use crate::frozen::{Frozen, Kind};
pub use crate::undo::Mark;
use crate::undo::Undo;
use crate::word::Word;

/// A reference: the index of an object, 0 for `null`.
pub type Reference = u32;

const ARRAY: u32 = 1 << 31;

/// Operations that take as long as fewer simple ones count as one.
const WORTH_COUNTING: usize = 512;

/// How many bytes are zeroed or moved together in the time of a simple operation.
const BYTES_AT_ONCE: usize = 64;

/// How many units of fuel it is worth to zero or move so many bytes.
#[inline(always)]
pub(crate) fn effort_of_bytes(bytes: usize) -> u64 {
    let units = bytes / BYTES_AT_ONCE;
    if units >= WORTH_COUNTING { units as u64 } else { 0 }
}

/// An entry in the table of objects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Object {
    /// The class, or the array type with the top bit set.
    ty: u32,
    /// How many slots or elements.
    length: u32,
    /// Where the contents start, in slots or in bytes.
    start: u32,
}

/// A monitor that is held.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Lock {
    /// Whose monitor it is.
    pub object: Reference,
    /// The thread that has entered it, by its place among the threads of the machine.
    pub owner: u32,
    /// How often.
    pub count: u32,
}

/// Objects, arrays and globals.
#[derive(Clone, Debug)]
pub struct Heap<V> {
    pub(crate) objects: Vec<Object>,
    /// The contents of objects.
    pub(crate) slots: Vec<V>,
    pub(crate) bytes: Vec<u8>,
    pub(crate) globals: Vec<V>,
    /// What the globals start with.
    initial: Vec<V>,
    /// The globals that were ever written, ascending: all others have their initial values.
    touched: Vec<u32>,
    is_touched: Vec<bool>,
    /// The objects that literals stand for, by the literal; 0 for those that are not made.
    pub(crate) literals: Vec<Reference>,
    /// How often the program has looked at the clock.
    pub(crate) ticks: u64,
    /// A moment that is known to have passed, if that is later than the clock has said.
    pub(crate) past: u64,
    /// Monitors that are held.
    pub(crate) locks: Vec<Lock>,
    /// The numbers that objects have got for their identity hash codes.
    pub(crate) hashes: HashMap<Reference, u32>,
    /// For each number whether an object has it, and from where on to look for a free one.
    pub(crate) numbers: Vec<bool>,
    first_free: usize,
    /// Entries of objects that were collected, to be used again.
    pub(crate) free: Vec<Reference>,
    /// Collecting is due when there would be more bytes than that.
    threshold: usize,
    /// How many bytes of arrays were ever zeroed.
    zeroed: u64,
    /// See [`charge`](Self::charge).
    effort: u64,
    pub(crate) frozen: Frozen<V>,
    /// Writes to slots and bytes before these places are noted: for the mark, or as changes of what is
    /// frozen.
    pub(crate) watched_slots: usize,
    pub(crate) watched_bytes: usize,
    pub(crate) log: Vec<Undo<V>>,
    /// The log is given up when it grows longer.
    pub(crate) longest_log: usize,
    pub(crate) mark: Mark,
    pub(crate) marked: bool,
    /// Which log this is.
    pub(crate) epoch: u64,
}

/// More memory was asked for than there may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfMemory;

impl<V: Copy> Default for Heap<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Copy> Heap<V> {
    /// A heap with nothing in it.
    pub fn new() -> Self {
        let null = Object { ty: 0, length: 0, start: 0 };
        Heap {
            objects: vec![null],
            slots: Vec::new(),
            bytes: Vec::new(),
            globals: Vec::new(),
            initial: Vec::new(),
            touched: Vec::new(),
            is_touched: Vec::new(),
            literals: Vec::new(),
            ticks: 0,
            past: 0,
            locks: Vec::new(),
            hashes: HashMap::new(),
            numbers: Vec::new(),
            first_free: 0,
            free: Vec::new(),
            threshold: usize::MAX,
            zeroed: 0,
            effort: 0,
            frozen: Frozen::default(),
            watched_slots: 0,
            watched_bytes: 0,
            log: Vec::new(),
            longest_log: 0,
            mark: Mark::default(),
            marked: false,
            epoch: 0,
        }
    }

    /// Makes everything as it was when the heap was frozen (if it was not: removes every object and
    /// gives every global its initial value), and forgets the mark.
    pub fn clear(&mut self) {
        let Frozen { objects, slots, bytes, literals, hashes, numbers, ticks, .. } = &self.frozen;
        self.objects.truncate(*objects.max(&1));
        self.slots.truncate(slots.len());
        self.bytes.truncate(bytes.len());
        for at in self.frozen.written_slots() {
            self.slots[at] = slots[at];
        }
        for at in self.frozen.written_bytes() {
            self.bytes[at] = bytes[at];
        }
        self.locks.clear();
        self.literals.clone_from(literals);
        self.hashes.clone_from(hashes);
        self.numbers.clone_from(numbers);
        self.first_free = 0;
        self.free.clear();
        (self.ticks, self.past) = (*ticks, 0);
        for &global in &self.touched {
            self.globals[global as usize] = self.initial[global as usize];
        }
        self.forget_mark();
    }

    // Freezing. See the module `frozen`.

    /// Freezes the heap as it is, with no monitor held. `kinds` says for a type what its slots hold:
    /// `None` if the contents are no slots.
    pub(crate) fn freeze(&mut self, kinds: impl Fn(RefType, usize) -> Option<Vec<Kind>>) {
        self.forget_mark();
        self.free.clear();
        let mut of_slots = vec![Kind::Number; self.slots.len()];
        for object in 1..self.objects.len() as Reference {
            let Object { length, start, .. } = self.objects[object as usize];
            if length == 0 {
                continue;
            }
            if let Some(kinds) = kinds(self.ty(object), length as usize) {
                of_slots[start as usize..start as usize + kinds.len()].copy_from_slice(&kinds);
            }
        }
        self.frozen = Frozen::new(self.objects.len(), &self.slots, &self.bytes, of_slots);
        self.frozen.literals.clone_from(&self.literals);
        self.frozen.hashes.clone_from(&self.hashes);
        self.frozen.numbers.clone_from(&self.numbers);
        self.frozen.ticks = self.ticks;
        for global in self.touched.drain(..) {
            self.initial[global as usize] = self.globals[global as usize];
            self.is_touched[global as usize] = false;
        }
        self.forget_mark();
    }

    /// Hashes everything that executions change and undoing takes back.
    #[cfg(debug_assertions)]
    pub(crate) fn fingerprint<H: std::hash::Hasher>(&self, hasher: &mut H, value: impl Fn(V, &mut H))
    where
        V: PartialEq,
    {
        use std::hash::Hash as _;
        let first = self.frozen.objects.max(1);
        for object in &self.objects[first..] {
            (object.ty, object.length, object.start).hash(hasher);
        }
        for (at, slot, _) in self.changed_slots() {
            at.hash(hasher);
            value(slot, hasher);
        }
        for &slot in &self.slots[self.frozen.slots.len()..] {
            value(slot, hasher);
        }
        for change in self.changed_bytes() {
            change.hash(hasher);
        }
        self.bytes[self.frozen.bytes.len()..].hash(hasher);
        for (global, word, initial) in self.touched_globals() {
            if word != initial {
                global.hash(hasher);
                value(word, hasher);
            }
        }
        for literal in self.new_literals() {
            literal.hash(hasher);
        }
        let mut locks: Vec<_> = self.locks.iter().map(|lock| (lock.object, lock.owner, lock.count)).collect();
        locks.sort_unstable();
        let mut hashes: Vec<_> = self.hashes.iter().collect();
        hashes.sort_unstable();
        (self.ticks, self.past, locks, hashes).hash(hasher);
    }

    /// The number of the last object that is frozen; 0 if none is.
    pub fn frozen_objects(&self) -> Reference {
        self.frozen.objects.saturating_sub(1) as Reference
    }

    /// The frozen slots that are not as they were, but for caches: place, value, and whether it is a reference.
    pub fn changed_slots(&self) -> impl Iterator<Item = (usize, V, bool)> + '_
    where
        V: PartialEq,
    {
        self.frozen
            .written_slots()
            .filter(|&at| self.slots[at] != self.frozen.slots[at] && self.frozen.kinds[at] != Kind::Cache)
            .map(|at| (at, self.slots[at], self.is_frozen_reference(at)))
    }

    /// Whether a frozen slot holds a reference.
    pub fn is_frozen_reference(&self, at: usize) -> bool {
        self.frozen.kinds[at] == Kind::Reference
    }

    /// Writes a frozen slot, by the place that [`changed_slots`](Self::changed_slots) told.
    pub fn change_slot(&mut self, at: usize, value: V) {
        self.set_slot(at, value);
    }

    /// The frozen bytes that are not as they were: place and value.
    pub fn changed_bytes(&self) -> impl Iterator<Item = (usize, u8)> + '_ {
        self.frozen
            .written_bytes()
            .filter(|&at| self.bytes[at] != self.frozen.bytes[at])
            .map(|at| (at, self.bytes[at]))
    }

    /// Writes a frozen byte, by the place that [`changed_bytes`](Self::changed_bytes) told.
    pub fn change_byte(&mut self, at: usize, value: u8) {
        self.note_bytes(at, 1);
        self.bytes[at] = value;
    }

    /// The literals whose objects are not frozen.
    pub fn new_literals(&self) -> impl Iterator<Item = (usize, Reference)> + '_ {
        let frozen = &self.frozen.literals;
        let made = self.literals.iter().enumerate().filter(|(_, object)| **object != 0);
        made.filter(|(literal, _)| frozen.get(*literal).is_none_or(|&object| object == 0))
            .map(|(literal, &object)| (literal, object))
    }

    /// Frozen objects that got a number for their identity hash codes since, ascending.
    pub fn new_hashes(&self) -> Vec<(Reference, u32)> {
        let last = self.frozen_objects();
        let mut new: Vec<(Reference, u32)> = self
            .hashes
            .iter()
            .map(|(&object, &number)| (object, number))
            .filter(|(object, _)| *object <= last && !self.frozen.hashes.contains_key(object))
            .collect();
        new.sort_unstable();
        new
    }

    /// Adds the globals that the program has got since, with their initial values.
    pub fn add_globals(&mut self, initial: impl IntoIterator<Item = V>) {
        self.initial.extend(initial);
        self.globals.extend_from_slice(&self.initial[self.globals.len()..]);
        self.is_touched.resize(self.globals.len(), false);
    }

    /// Bytes that the contents take.
    #[inline(always)]
    pub fn size(&self) -> usize {
        (self.objects.len() - self.free.len()) * size_of::<Object>()
            + self.slots.len() * size_of::<V>()
            + self.bytes.len()
    }

    /// Whether so many bytes more leave the heap within its threshold.
    #[inline(always)]
    pub(crate) fn has_room(&self, bytes: usize) -> bool {
        self.size().saturating_add(bytes) <= self.threshold
    }

    /// Says how large the heap may become before something must be done.
    pub(crate) fn set_threshold(&mut self, bytes: usize) {
        self.threshold = bytes;
    }

    /// The greatest number of an object.
    pub fn len(&self) -> usize {
        self.objects.len() - 1
    }

    /// Whether there are no objects.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    // Objects.

    /// Adds the entry of an object whose contents lie from `start` to before `end`.
    fn add(&mut self, ty: u32, length: u32, start: usize, end: usize) -> Result<Reference, OutOfMemory> {
        // The log keeps places in 32 bits, so the end counts too.
        u32::try_from(end).map_err(|_| OutOfMemory)?;
        let object = Object { ty, length, start: start as u32 };
        if let Some(reference) = self.free.pop() {
            self.objects[reference as usize] = object;
            return Ok(reference);
        }
        let reference = u32::try_from(self.objects.len()).map_err(|_| OutOfMemory)?;
        self.objects.push(object);
        Ok(reference)
    }

    /// Makes an object with all slots `zero`.
    #[inline]
    pub fn new_object(&mut self, class: ClassId, slots: usize, zero: V) -> Result<Reference, OutOfMemory> {
        let (start, end) = (self.slots.len(), self.slots.len() + slots);
        let reference = self.add(class.index() as u32, slots as u32, start, end)?;
        self.slots.resize(end, zero);
        Ok(reference)
    }

    /// Makes an array of zeroed elements.
    pub fn new_array(
        &mut self,
        array: ArrayTypeId,
        element: Element,
        length: u32,
        zero: V,
    ) -> Result<Reference, OutOfMemory> {
        let ty = array.index() as u32 | ARRAY;
        if element == Element::Slot {
            let (start, end) = (self.slots.len(), self.slots.len() + length as usize);
            let reference = self.add(ty, length, start, end)?;
            self.zeroed += u64::from(length) * size_of::<V>() as u64;
            self.slots.resize(end, zero);
            return Ok(reference);
        }
        let (start, end) = (self.bytes.len(), self.bytes.len() + length as usize * element.bytes());
        let reference = self.add(ty, length, start, end)?;
        self.zeroed += (end - start) as u64;
        self.bytes.resize(end, 0);
        Ok(reference)
    }

    /// How many bytes of arrays this heap ever had to zero: what operations cost beyond their number.
    pub fn zeroed(&self) -> u64 {
        self.zeroed
    }

    /// Says that an operation has taken as long as so many simple ones. Most operations take about as long as a simple
    /// one, whatever they are, and are not worth counting: what counts is what grows with the program's data.
    pub(crate) fn charge(&mut self, units: usize) {
        if units >= WORTH_COUNTING {
            self.effort += units as u64;
        }
    }

    /// What was [charged](Self::charge) since the last time.
    #[inline]
    pub(crate) fn take_effort(&mut self) -> u64 {
        std::mem::take(&mut self.effort)
    }

    /// The type of an object, which is not `null`.
    #[inline(always)]
    pub fn ty(&self, object: Reference) -> RefType {
        let ty = self.objects[object as usize].ty;
        if ty & ARRAY == 0 {
            RefType::Class(ClassId::new(ty as usize))
        } else {
            RefType::Array(ArrayTypeId::new((ty & !ARRAY) as usize))
        }
    }

    /// The length of an array, or the number of slots of an object.
    #[inline(always)]
    pub fn length(&self, object: Reference) -> u32 {
        self.objects[object as usize].length
    }

    /// A slot of an object, or an element that is one.
    #[inline(always)]
    pub fn get(&self, object: Reference, slot: u32) -> V {
        self.slots[self.objects[object as usize].start as usize + slot as usize]
    }

    /// Writes a slot of an object, or an element that is one.
    #[inline(always)]
    pub fn set(&mut self, object: Reference, slot: u32, value: V) {
        let at = self.objects[object as usize].start as usize + slot as usize;
        self.set_slot(at, value);
    }

    /// A global, if it has been added.
    #[inline(always)]
    pub fn global(&self, global: usize) -> Option<V> {
        self.globals.get(global).copied()
    }

    /// How many globals have been added.
    pub fn global_count(&self) -> usize {
        self.globals.len()
    }

    /// Writes a global that has been added.
    #[inline(always)]
    pub fn set_global(&mut self, global: usize, value: V) {
        let old = std::mem::replace(&mut self.globals[global], value);
        if self.marked {
            self.remember(Undo::Global { at: global as u32, old });
        }
        if !self.is_touched[global] {
            self.touch(global);
        }
    }

    #[cold]
    fn touch(&mut self, global: usize) {
        self.is_touched[global] = true;
        let place = self.touched.partition_point(|&other| (other as usize) < global);
        self.touched.insert(place, global as u32);
    }

    /// The globals that may differ from their initial values: index, value and initial value.
    pub fn touched_globals(&self) -> impl Iterator<Item = (usize, V, V)> + '_ {
        self.touched.iter().map(|&global| {
            let global = global as usize;
            (global, self.globals[global], self.initial[global])
        })
    }

    /// The object that a literal stands for; 0 if it is not made.
    #[inline(always)]
    pub fn literal(&self, literal: usize) -> Reference {
        self.literals.get(literal).copied().unwrap_or(0)
    }

    /// Says which object a literal stands for that had none.
    pub fn set_literal(&mut self, literal: usize, object: Reference) {
        if self.literals.len() <= literal {
            self.literals.resize(literal + 1, 0);
        }
        if self.marked {
            self.remember(Undo::Literal { at: literal as u32 });
        }
        self.literals[literal] = object;
    }

    /// The objects that literals stand for, 0 for those that are not made.
    pub fn literals(&self) -> &[Reference] {
        &self.literals
    }

    /// The slots of an object.
    pub fn contents(&self, object: Reference) -> &[V] {
        let Object { length, start, .. } = self.objects[object as usize];
        &self.slots[start as usize..start as usize + length as usize]
    }

    /// The contents of an array of bytes that are packed.
    pub(crate) fn byte_contents(&self, array: Reference) -> &[u8] {
        let Object { length, start, .. } = self.objects[array as usize];
        &self.bytes[start as usize..start as usize + length as usize]
    }

    /// A packed element. The index is in bounds.
    #[inline(always)]
    pub(crate) fn packed(&self, array: Reference, element: Element, index: u32) -> Word {
        let width = element.bytes();
        let at = self.objects[array as usize].start as usize + index as usize * width;
        let bytes = &self.bytes[at..at + width];
        match element {
            Element::I8 => bytes[0] as i8 as i64 as Word,
            Element::U8 => Word::from(bytes[0]),
            Element::I16 => i16::from_le_bytes([bytes[0], bytes[1]]) as i64 as Word,
            Element::U16 => Word::from(u16::from_le_bytes([bytes[0], bytes[1]])),
            Element::I32 => i32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) as i64 as Word,
            Element::U32 => Word::from(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])),
            Element::W64 | Element::Slot => {
                Word::from_le_bytes(bytes.try_into().expect("such elements have eight bytes"))
            }
        }
    }

    /// Writes a packed element. The index is in bounds.
    #[inline(always)]
    pub(crate) fn set_packed(&mut self, array: Reference, element: Element, index: u32, word: Word) {
        let width = element.bytes();
        let at = self.objects[array as usize].start as usize + index as usize * width;
        if at < self.watched_bytes {
            self.note_bytes(at, width);
        }
        self.bytes[at..at + width].copy_from_slice(&word.to_le_bytes()[..width]);
    }

    /// An element of an array in a packed heap, by the type of the elements.
    pub fn element(&self, array: Reference, ty: ir::Type, index: u32) -> Word
    where
        V: Into<Word>,
    {
        let element = Element::packed(ty);
        if element == Element::Slot {
            self.get(array, index).into()
        } else {
            self.packed(array, element, index)
        }
    }

    /// Writes an element of an array in a packed heap, by the type of the elements.
    pub fn set_element(&mut self, array: Reference, ty: ir::Type, index: u32, word: Word)
    where
        V: From<Word>,
    {
        let element = Element::packed(ty);
        if element == Element::Slot {
            self.set(array, index, word.into());
        } else {
            self.set_packed(array, element, index, word);
        }
    }

    /// Makes an array in a packed heap, by the type of the elements.
    pub fn new_packed_array(
        &mut self,
        array: ArrayTypeId,
        ty: ir::Type,
        length: u32,
        zero: V,
    ) -> Result<Reference, OutOfMemory> {
        self.new_array(array, Element::packed(ty), length, zero)
    }

    /// Copies elements of an array to another whose elements have the same type, or to another place in the same.
    /// Both ranges are in bounds.
    pub(crate) fn copy_elements(
        &mut self,
        element: Element,
        from: (Reference, u32),
        to: (Reference, u32),
        count: u32,
    ) {
        if element == Element::Slot {
            self.copy_slots(from, to, count);
        } else {
            self.copy_packed(element, from, to, count);
        }
    }

    /// Copies slots of one object, or elements that are slots, to another, or to another place in the same.
    fn copy_slots(&mut self, from: (Reference, u32), to: (Reference, u32), count: u32) {
        let place =
            |(object, at): (Reference, u32)| self.objects[object as usize].start as usize + at as usize;
        let (from, to, count) = (place(from), place(to), count as usize);
        for at in to..(to + count).min(self.watched_slots) {
            self.note_slot(at);
        }
        self.slots.copy_within(from..from + count, to);
    }

    /// Copies packed elements, as [`copy_slots`](Self::copy_slots) does.
    fn copy_packed(&mut self, element: Element, from: (Reference, u32), to: (Reference, u32), count: u32) {
        /// As many bytes as an entry of the log holds.
        const NOTED: usize = 8;
        let width = element.bytes();
        let place = |(object, at): (Reference, u32)| {
            self.objects[object as usize].start as usize + at as usize * width
        };
        let (from, to, count) = (place(from), place(to), count as usize * width);
        let watched = (to + count).min(self.watched_bytes);
        for at in (to..watched).step_by(NOTED) {
            self.note_bytes(at, NOTED.min(watched - at));
        }
        self.bytes.copy_within(from..from + count, to);
    }

    /// How often the program has looked at the clock.
    pub fn ticks(&self) -> u64 {
        self.ticks
    }

    /// Whether the program has looked at the clock since the heap was frozen.
    pub fn has_ticked(&self) -> bool {
        self.ticks != self.frozen.ticks
    }

    /// Says how often the program has looked at the clock.
    pub fn set_ticks(&mut self, ticks: u64) {
        self.ticks = ticks;
    }

    /// How much later it is known to be than the clock has said.
    pub fn later(&self) -> u64 {
        self.past.saturating_sub(self.ticks)
    }

    /// A moment has passed, which the clock will say when somebody looks.
    pub fn pass(&mut self, moment: u64) {
        if moment > self.ticks {
            self.past = self.past.max(moment);
        }
    }

    /// Somebody looks at the clock.
    pub(crate) fn tick(&mut self) -> u64 {
        self.ticks = (self.ticks + 1).max(self.past);
        self.past = 0;
        self.ticks
    }

    // Collecting. See the module `collect`.

    /// Objects with a smaller number must be kept: they are frozen or were there at the mark.
    pub(crate) fn kept(&self) -> Reference {
        self.mark.objects.max(self.frozen.objects) as Reference
    }

    /// Gives the room of all objects back that are not in the set, which has those that must be
    /// kept. `element` says how the contents of a type lie in memory.
    pub(crate) fn sweep(&mut self, marks: &Marks, element: impl Fn(RefType) -> Element) {
        let first = self.kept().max(1) as usize;
        let mut in_slots = Vec::new();
        let mut in_bytes = Vec::new();
        self.free.clear();
        for object in first as Reference..self.objects.len() as Reference {
            if !marks.contains(object) {
                self.objects[object as usize] = Object { ty: 0, length: 0, start: 0 };
                self.free.push(object);
                continue;
            }
            let element = element(self.ty(object));
            if element == Element::Slot {
                in_slots.push((object, 1));
            } else {
                in_bytes.push((object, element.bytes()));
            }
        }
        // So the lowest is used next, and numbers go on in the order of places.
        self.free.reverse();
        if !self.hashes.is_empty() {
            self.hashes.retain(|&object, _| (object as usize) < first || marks.contains(object));
        }
        compact(&mut self.objects, &mut self.slots, in_slots, self.watched_slots);
        compact(&mut self.objects, &mut self.bytes, in_bytes, self.watched_bytes);
    }

    // Identity hash codes. See the module `collect`.

    /// The number that an object has got for its identity hash code.
    pub fn hash_number(&self, object: Reference) -> Option<u32> {
        if self.hashes.is_empty() { None } else { self.hashes.get(&object).copied() }
    }

    /// Whether any object has got a number for its identity hash code.
    pub fn has_hashes(&self) -> bool {
        !self.hashes.is_empty()
    }

    /// Whether an object has got a number for its identity hash code since the heap was frozen.
    pub fn has_new_hashes(&self) -> bool {
        self.hashes.len() != self.frozen.hashes.len()
    }

    /// Gives an object that has none a number for its identity hash code: the least that is free.
    pub(crate) fn number_hash(&mut self, object: Reference) -> u32 {
        while self.numbers.get(self.first_free).is_some_and(|&taken| taken) {
            self.first_free += 1;
        }
        let number = self.first_free as u32;
        self.set_hash_number(object, number);
        number
    }

    /// Gives an object that has none a number for its identity hash code that no other has.
    pub fn set_hash_number(&mut self, object: Reference, number: u32) {
        if self.numbers.len() <= number as usize {
            self.numbers.resize(number as usize + 1, false);
        }
        self.numbers[number as usize] = true;
        self.hashes.insert(object, number);
        if self.marked {
            self.remember(Undo::Hash { object, number });
        }
    }

    pub(crate) fn free_number(&mut self, number: u32) {
        self.numbers[number as usize] = false;
        self.first_free = self.first_free.min(number as usize);
    }

    /// Frees the numbers for identity hash codes of objects that are not in the set.
    pub(crate) fn settle_hashes(&mut self, marks: &Marks) {
        let mut taken = vec![false; self.numbers.len()];
        for (&object, &number) in &self.hashes {
            taken[number as usize] |= marks.contains(object);
        }
        for (number, taken) in taken.into_iter().enumerate() {
            if self.numbers[number] && !taken {
                self.free_number(number as u32);
                if self.marked {
                    self.remember(Undo::Free { number: number as u32 });
                }
            }
        }
        if !self.marked {
            self.hashes.retain(|&object, _| marks.contains(object));
        }
    }

    // Monitors. Few are held at a time, so a short list serves.

    /// How often the monitor of an object was entered.
    pub fn lock(&self, object: Reference) -> u32 {
        self.held(object).count
    }

    /// Who has entered the monitor of an object, and how often, which may be never.
    #[inline]
    pub fn held(&self, object: Reference) -> Lock {
        let free = Lock { object, owner: 0, count: 0 };
        self.locks.iter().find(|lock| lock.object == object).copied().unwrap_or(free)
    }

    /// Monitors that are held, in no particular order.
    pub fn locks(&self) -> &[Lock] {
        &self.locks
    }

    /// Says by whom and how often the monitor of an object was entered.
    pub fn set_lock(&mut self, object: Reference, owner: u32, count: u32) {
        if self.marked {
            self.remember(Undo::Lock { old: self.held(object) });
        }
        self.write_lock(Lock { object, owner, count });
    }

    pub(crate) fn write_lock(&mut self, lock: Lock) {
        self.locks.retain(|held| held.object != lock.object);
        if lock.count > 0 {
            self.locks.push(lock);
        }
    }

    /// A thread that holds no monitor is gone: those behind it move up.
    pub(crate) fn remove_owner(&mut self, gone: u32) {
        for lock in self.locks.clone() {
            if lock.owner > gone {
                self.set_lock(lock.object, lock.owner - 1, lock.count);
            }
        }
    }
}

/// Moves the contents of objects together, from `first` on; with each object comes how many units of
/// the memory an element takes.
fn compact<T: Copy>(
    objects: &mut [Object],
    memory: &mut Vec<T>,
    mut kept: Vec<(Reference, usize)>,
    first: usize,
) {
    // Mostly in order already, which this sort notices.
    kept.sort_by_key(|&(object, _)| objects[object as usize].start);
    let mut to = first;
    for (object, width) in kept {
        let object = &mut objects[object as usize];
        let (from, length) = (object.start as usize, object.length as usize * width);
        if length > 0 && from != to {
            memory.copy_within(from..from + length, to);
        }
        object.start = to as u32;
        to += length;
    }
    memory.truncate(to);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_elements_keep_their_words() {
        let mut heap: Heap<Word> = Heap::new();
        let cases = [
            (Element::I8, -128i64 as Word),
            (Element::U8, 255),
            (Element::I16, -32768i64 as Word),
            (Element::U16, 65535),
            (Element::I32, i32::MIN as i64 as Word),
            (Element::U32, u32::MAX.into()),
            (Element::W64, u64::MAX),
        ];
        for (index, (element, word)) in cases.into_iter().enumerate() {
            let array = heap.new_array(ArrayTypeId::new(index), element, 3, 0).unwrap();
            heap.set_packed(array, element, 1, word);
            assert_eq!(heap.packed(array, element, 0), 0);
            assert_eq!(heap.packed(array, element, 1), word);
            assert_eq!(heap.packed(array, element, 2), 0);
            assert_eq!(heap.length(array), 3);
            assert_eq!(heap.ty(array), RefType::Array(ArrayTypeId::new(index)));
        }
    }
}
