//! Objects and arrays, with an undo log.
//!
//! An object is an entry in a table (its type, its length, where its contents start); a reference is
//! the index of the entry, and entry 0 is `null`. Fields, elements that are references and the globals
//! are slots; numbers in arrays are packed into bytes if the domain allows it.
//!
//! # Undoing
//! [`Heap::mark`] remembers how much there is. From then on a write to something that was there at the
//! mark is logged with its old value, once for each write; what is made later needs no log, because
//! [`Heap::undo`] cuts it off. So leaving a state costs what was changed, not what is there. A log that
//! grows much larger than the heap is thrown away: copying the state back is cheaper by then, and an
//! execution that goes on for long must not fill the memory with its log. Marks are not nested: there
//! is one point to go back to, and [`Heap::mark`] again moves it forward.

use ir::{ArrayTypeId, ClassId, Id as _, RefType};

use crate::code::Element;
use crate::word::Word;

/// A reference: the index of an object, 0 for `null`.
pub type Reference = u32;

const ARRAY: u32 = 1 << 31;

/// An entry in the table of objects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Object {
    /// The class, or the array type with the top bit set.
    ty: u32,
    /// How many slots or elements.
    length: u32,
    /// Where the contents start, in slots or in bytes.
    start: u32,
}

#[derive(Clone, Copy, Debug)]
enum Undo<V> {
    Slot { at: u32, old: V },
    Bytes { at: u32, old: [u8; 8], width: u8 },
    Lock { object: Reference, old: u32 },
}

/// A point to go back to.
#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    objects: usize,
    slots: usize,
    bytes: usize,
}

/// Objects, arrays and globals.
#[derive(Clone, Debug)]
pub struct Heap<V> {
    objects: Vec<Object>,
    /// The globals, then the contents of objects.
    slots: Vec<V>,
    bytes: Vec<u8>,
    globals: usize,
    /// Objects whose monitor is held, and how often it was entered.
    locks: Vec<(Reference, u32)>,
    log: Vec<Undo<V>>,
    /// The log is given up when it grows longer.
    longest_log: usize,
    mark: Mark,
    marked: bool,
}

/// The log may always have that many entries.
const SHORT_LOG: usize = 1 << 16;

/// More memory was asked for than there may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfMemory;

impl<V: Copy> Heap<V> {
    /// A heap with globals and no objects.
    pub fn new(globals: impl IntoIterator<Item = V>) -> Self {
        let slots: Vec<V> = globals.into_iter().collect();
        let globals = slots.len();
        let null = Object { ty: 0, length: 0, start: 0 };
        Heap {
            objects: vec![null],
            slots,
            bytes: Vec::new(),
            globals,
            locks: Vec::new(),
            log: Vec::new(),
            longest_log: 0,
            mark: Mark::default(),
            marked: false,
        }
    }

    /// Removes every object and forgets the mark; the globals keep their values.
    pub fn clear(&mut self) {
        self.objects.truncate(1);
        self.slots.truncate(self.globals);
        self.bytes.clear();
        self.locks.clear();
        self.forget_mark();
    }

    /// Bytes that the contents take.
    pub fn size(&self) -> usize {
        self.objects.len() * size_of::<Object>() + self.slots.len() * size_of::<V>() + self.bytes.len()
    }

    /// How many objects there are, garbage included.
    pub fn len(&self) -> usize {
        self.objects.len() - 1
    }

    /// Whether there are no objects.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    // Undoing.

    /// Remembers this moment as the one that [`undo`](Self::undo) goes back to.
    pub fn mark(&mut self) {
        self.log.clear();
        self.longest_log = SHORT_LOG.max(2 * (self.slots.len() + self.bytes.len()));
        self.mark = Mark { objects: self.objects.len(), slots: self.slots.len(), bytes: self.bytes.len() };
        self.marked = true;
    }

    /// Logs nothing any more.
    pub fn forget_mark(&mut self) {
        self.log.clear();
        self.mark = Mark::default();
        self.marked = false;
    }

    /// Goes back to the mark, which stays. Fails, and leaves everything as it is, if there is no mark
    /// or its log was given up: the state must be restored in another way.
    #[must_use]
    pub fn undo(&mut self) -> bool {
        if !self.marked {
            return false;
        }
        while let Some(undo) = self.log.pop() {
            match undo {
                Undo::Slot { at, old } => self.slots[at as usize] = old,
                Undo::Bytes { at, old, width } => {
                    let (at, width) = (at as usize, usize::from(width));
                    self.bytes[at..at + width].copy_from_slice(&old[..width]);
                }
                Undo::Lock { object, old } => self.write_lock(object, old),
            }
        }
        self.objects.truncate(self.mark.objects);
        self.slots.truncate(self.mark.slots);
        self.bytes.truncate(self.mark.bytes);
        true
    }

    #[inline(always)]
    fn remember(&mut self, undo: Undo<V>) {
        if self.log.len() >= self.longest_log {
            self.forget_mark();
        } else {
            self.log.push(undo);
        }
    }

    #[inline(always)]
    fn set_slot(&mut self, at: usize, value: V) {
        if at < self.mark.slots {
            self.remember(Undo::Slot { at: at as u32, old: self.slots[at] });
        }
        self.slots[at] = value;
    }

    // Objects.

    /// Adds the entry of an object whose contents lie from `start` to before `end`.
    fn add(&mut self, ty: u32, length: u32, start: usize, end: usize) -> Result<Reference, OutOfMemory> {
        let reference = u32::try_from(self.objects.len()).map_err(|_| OutOfMemory)?;
        // The log keeps places in 32 bits, so the end counts too.
        u32::try_from(end).map_err(|_| OutOfMemory)?;
        self.objects.push(Object { ty, length, start: start as u32 });
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
    pub(crate) fn new_array(
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
            self.slots.resize(end, zero);
            return Ok(reference);
        }
        let (start, end) = (self.bytes.len(), self.bytes.len() + length as usize * element.bytes());
        let reference = self.add(ty, length, start, end)?;
        self.bytes.resize(end, 0);
        Ok(reference)
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

    /// A global.
    #[inline(always)]
    pub fn global(&self, global: usize) -> V {
        self.slots[global]
    }

    /// Writes a global.
    #[inline(always)]
    pub fn set_global(&mut self, global: usize, value: V) {
        self.set_slot(global, value);
    }

    /// All globals.
    pub fn globals(&self) -> &[V] {
        &self.slots[..self.globals]
    }

    /// The slots of an object.
    pub fn contents(&self, object: Reference) -> &[V] {
        let Object { length, start, .. } = self.objects[object as usize];
        &self.slots[start as usize..start as usize + length as usize]
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
        if at < self.mark.bytes {
            let mut old = [0; 8];
            old[..width].copy_from_slice(&self.bytes[at..at + width]);
            self.remember(Undo::Bytes { at: at as u32, old, width: width as u8 });
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

    // Monitors. Few are held at a time, so a short list serves.

    /// How often the monitor of an object was entered.
    pub fn lock(&self, object: Reference) -> u32 {
        self.locks.iter().find(|(held, _)| *held == object).map_or(0, |&(_, count)| count)
    }

    /// Monitors that are held, in no particular order.
    pub fn locks(&self) -> &[(Reference, u32)] {
        &self.locks
    }

    /// Says how often the monitor of an object was entered.
    pub fn set_lock(&mut self, object: Reference, count: u32) {
        if self.marked {
            self.remember(Undo::Lock { object, old: self.lock(object) });
        }
        self.write_lock(object, count);
    }

    fn write_lock(&mut self, object: Reference, count: u32) {
        self.locks.retain(|(held, _)| *held != object);
        if count > 0 {
            self.locks.push((object, count));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A model that copies everything at the mark.
    #[test]
    fn undo_restores_what_was_there() {
        let class = ClassId::new(0);
        let array = ArrayTypeId::new(0);
        let mut heap: Heap<Word> = Heap::new([7, 8]);
        let object = heap.new_object(class, 2, 0).unwrap();
        let bytes = heap.new_array(array, Element::I16, 3, 0).unwrap();
        heap.set(object, 1, 5);
        heap.set_packed(bytes, Element::I16, 2, -3i64 as Word);
        heap.set_lock(object, 1);
        heap.mark();
        let before = heap.clone();
        for round in 0..3 {
            heap.set(object, 1, round);
            heap.set(object, 1, 6);
            heap.set_global(0, 100);
            heap.set_packed(bytes, Element::I16, 2, 9);
            let fresh = heap.new_object(class, 2, 0).unwrap();
            heap.set(fresh, 0, 1);
            heap.set_lock(object, 2);
            heap.set_lock(fresh, 1);
            assert!(heap.undo());
            assert_eq!(heap.objects, before.objects);
            assert_eq!(heap.slots, before.slots);
            assert_eq!(heap.bytes, before.bytes);
            assert_eq!(heap.locks, before.locks);
        }
    }

    #[test]
    fn a_log_that_grows_without_end_is_given_up() {
        let mut heap: Heap<Word> = Heap::new([0]);
        assert!(!heap.undo(), "there is no mark");
        heap.mark();
        for value in 0..=SHORT_LOG as Word {
            heap.set_global(0, value);
        }
        assert!(!heap.undo());
        assert!(heap.log.is_empty());
        assert_eq!(heap.global(0), SHORT_LOG as Word);
    }

    #[test]
    fn packed_elements_keep_their_words() {
        let mut heap: Heap<Word> = Heap::new([]);
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
