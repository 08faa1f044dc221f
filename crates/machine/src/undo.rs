//! Going back to how the heap was.
//!
//! [`Heap::mark`] remembers how much there is. From then on a write to something that was there at the
//! mark is logged with its old value, once for each write; what is made later needs no log, because
//! [`Heap::undo`] cuts it off. So leaving a state costs what was changed, not what is there. A log that
//! grows much larger than the heap is thrown away: copying the state back is cheaper by then, and an
//! execution that goes on for long must not fill the memory with its log.
//!
//! # Marks within marks
//! An execution that splits goes back to where it split, several times, and then to where it began.
//! [`Heap::nest`] sets another mark on top: what is written from then on is logged also where it was made
//! after the first mark. [`Heap::back`] goes to any mark that was set before and not left since: it takes
//! the entries off the log that were written after that mark, the last one first, and cuts off what was
//! made after it. Between a mark and going back to it, marks that lie behind may be forgotten without
//! further ado: their entries in the log are undone with the others.

use crate::heap::{Heap, Lock, Reference};

/// What was there before a write.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Undo<V> {
    Slot {
        at: u32,
        old: V,
    },
    Bytes {
        at: u32,
        old: [u8; 8],
        width: u8,
    },
    Global {
        at: u32,
        old: V,
    },
    Literal {
        at: u32,
    },
    Lock {
        old: Lock,
    },
    /// An object got a number for its identity hash code.
    Hash {
        object: Reference,
        number: u32,
    },
    /// A number for identity hash codes became free.
    Free {
        number: u32,
    },
}

/// A point to go back to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mark {
    pub(crate) objects: usize,
    pub(crate) slots: usize,
    pub(crate) bytes: usize,
    pub(crate) ticks: u64,
    pub(crate) past: u64,
    /// How long the log was.
    log: usize,
    /// Which log it was: every first mark begins another one.
    epoch: u64,
}

/// The log may always have that many entries.
const SHORT_LOG: usize = 1 << 16;

impl<V: Copy> Heap<V> {
    /// Remembers this moment as the one that [`undo`](Self::undo) goes back to, and forgets other marks.
    pub fn mark(&mut self) -> Mark {
        self.log.clear();
        self.epoch += 1;
        self.longest_log = SHORT_LOG.max(2 * (self.slots.len() + self.bytes.len()));
        self.marked = true;
        self.set_mark()
    }

    /// Remembers this moment on top of the marks that there are. There must be one.
    pub fn nest(&mut self) -> Mark {
        self.set_mark()
    }

    fn set_mark(&mut self) -> Mark {
        // Entries from before the mark are not used again: undoing cuts off what is behind it.
        self.free.clear();
        self.mark = Mark {
            objects: self.objects.len(),
            slots: self.slots.len(),
            bytes: self.bytes.len(),
            ticks: self.ticks,
            past: self.past,
            log: self.log.len(),
            epoch: self.epoch,
        };
        self.watch();
        self.mark
    }

    /// Says which writes are to be noted.
    fn watch(&mut self) {
        self.watched_slots = self.mark.slots.max(self.frozen.slots.len());
        self.watched_bytes = self.mark.bytes.max(self.frozen.bytes.len());
    }

    /// Whether there is a mark to go back to.
    pub fn is_marked(&self) -> bool {
        self.marked
    }

    /// Whether nothing that was there at the last mark has changed since.
    pub fn is_as_marked(&self) -> bool {
        self.is_as_at(&self.mark)
    }

    /// Whether nothing that was there at a mark has changed since.
    pub fn is_as_at(&self, mark: &Mark) -> bool {
        self.marked && self.log.len() == mark.log && (self.ticks, self.past) == (mark.ticks, mark.past)
    }

    /// Whether nothing but monitors has changed since the last mark of what was there.
    pub fn has_only_locks_changed(&self) -> bool {
        self.marked
            && (self.ticks, self.past) == (self.mark.ticks, self.mark.past)
            && self.log[self.mark.log..].iter().all(|undo| matches!(undo, Undo::Lock { .. }))
    }

    /// Logs nothing any more.
    pub fn forget_mark(&mut self) {
        self.log.clear();
        self.epoch += 1;
        self.mark = Mark::default();
        self.marked = false;
        self.watch();
    }

    /// Goes back to the last mark, which stays. Fails, and leaves everything as it is, if there is no
    /// mark or its log was given up: the state must be restored in another way.
    #[must_use]
    pub fn undo(&mut self) -> bool {
        self.back(&self.mark.clone())
    }

    /// Goes back to a mark, which stays and is the last one then. Fails like [`undo`](Self::undo).
    #[must_use]
    pub fn back(&mut self, mark: &Mark) -> bool {
        if !self.marked || mark.epoch != self.epoch {
            return false;
        }
        while self.log.len() > mark.log {
            let Some(undo) = self.log.pop() else { break };
            match undo {
                Undo::Slot { at, old } => self.slots[at as usize] = old,
                Undo::Bytes { at, old, width } => {
                    let (at, width) = (at as usize, usize::from(width));
                    self.bytes[at..at + width].copy_from_slice(&old[..width]);
                }
                Undo::Global { at, old } => self.globals[at as usize] = old,
                Undo::Literal { at } => self.literals[at as usize] = 0,
                Undo::Lock { old } => self.write_lock(old),
                Undo::Hash { object, number } => {
                    self.hashes.remove(&object);
                    self.free_number(number);
                }
                Undo::Free { number } => self.numbers[number as usize] = true,
            }
        }
        self.objects.truncate(mark.objects);
        self.slots.truncate(mark.slots);
        self.bytes.truncate(mark.bytes);
        self.free.clear();
        (self.ticks, self.past) = (mark.ticks, mark.past);
        self.mark = *mark;
        self.watch();
        true
    }

    /// How many writes to what was there at a mark were noted since, each counted; none if that is not known any more.
    pub fn writes_since(&self, mark: &Mark) -> Option<usize> {
        (self.marked && mark.epoch == self.epoch).then(|| self.log.len() - mark.log)
    }

    /// Writes into everything that was there at a mark what it had then. Unlike after [`back`](Self::back) one can still go
    /// to marks that were set since. What was made since stays, as do literals and numbers of identity hash codes.
    /// Fails, and leaves everything as it is, if the log was given up, or is given up now.
    #[must_use]
    pub fn rewrite(&mut self, mark: &Mark) -> bool {
        let Some(count) = self.writes_since(mark) else { return false };
        if self.log.len() + count > self.longest_log {
            return false;
        }
        for entry in (mark.log..self.log.len()).rev() {
            match self.log[entry] {
                Undo::Slot { at, old } if (at as usize) < mark.slots => self.set_slot(at as usize, old),
                Undo::Bytes { at, old, width } if (at as usize) < mark.bytes => {
                    let (at, width) = (at as usize, usize::from(width));
                    self.note_bytes(at, width);
                    self.bytes[at..at + width].copy_from_slice(&old[..width]);
                }
                Undo::Global { at, old } => self.set_global(at as usize, old),
                Undo::Slot { .. }
                | Undo::Bytes { .. }
                | Undo::Literal { .. }
                | Undo::Lock { .. }
                | Undo::Hash { .. }
                | Undo::Free { .. } => {}
            }
        }
        true
    }

    #[inline(always)]
    pub(crate) fn remember(&mut self, undo: Undo<V>) {
        if self.log.len() >= self.longest_log {
            self.forget_mark();
        } else {
            self.log.push(undo);
        }
    }

    #[inline(always)]
    pub(crate) fn set_slot(&mut self, at: usize, value: V) {
        if at < self.watched_slots {
            self.note_slot(at);
        }
        self.slots[at] = value;
    }

    #[inline]
    pub(crate) fn note_slot(&mut self, at: usize) {
        self.frozen.write_slot(at);
        if at < self.mark.slots {
            self.remember(Undo::Slot { at: at as u32, old: self.slots[at] });
        }
    }

    #[inline]
    pub(crate) fn note_bytes(&mut self, at: usize, width: usize) {
        self.frozen.write_bytes(at, width);
        if at < self.mark.bytes {
            let mut old = [0; 8];
            old[..width].copy_from_slice(&self.bytes[at..at + width]);
            self.remember(Undo::Bytes { at: at as u32, old, width: width as u8 });
        }
    }
}

#[cfg(test)]
mod tests {
    use ir::{ArrayTypeId, ClassId, Id as _};

    use super::*;
    use crate::code::Element;
    use crate::word::Word;

    /// A model that copies everything at the mark.
    #[test]
    fn undo_restores_what_was_there() {
        let class = ClassId::new(0);
        let array = ArrayTypeId::new(0);
        let mut heap: Heap<Word> = Heap::new();
        heap.add_globals([7, 8]);
        let object = heap.new_object(class, 2, 0).unwrap();
        let bytes = heap.new_array(array, Element::I16, 3, 0).unwrap();
        heap.set(object, 1, 5);
        heap.set_packed(bytes, Element::I16, 2, -3i64 as Word);
        heap.set_lock(object, 0, 1);
        heap.mark();
        let before = heap.clone();
        for round in 0..3 {
            heap.set(object, 1, round);
            heap.set(object, 1, 6);
            heap.set_global(0, 100);
            heap.set_packed(bytes, Element::I16, 2, 9);
            let fresh = heap.new_object(class, 2, 0).unwrap();
            heap.set(fresh, 0, 1);
            heap.set_lock(object, 0, 2);
            heap.set_lock(fresh, 1, 1);
            heap.set_literal(3, fresh);
            assert!(heap.undo());
            assert_eq!(heap.objects, before.objects);
            assert_eq!(heap.slots, before.slots);
            assert_eq!(heap.bytes, before.bytes);
            assert_eq!(heap.locks, before.locks);
            assert_eq!(heap.globals, before.globals);
            assert_eq!(heap.literal(3), 0);
        }
    }

    /// What was there at a mark is there again, and marks that were set since can still be gone back to.
    #[test]
    fn what_was_there_can_be_written_again() {
        let array = ArrayTypeId::new(0);
        let mut heap: Heap<Word> = Heap::new();
        heap.add_globals([7]);
        let object = heap.new_object(ClassId::new(0), 2, 0).unwrap();
        let bytes = heap.new_array(array, Element::I16, 3, 0).unwrap();
        let begin = heap.mark();
        heap.set(object, 0, 1);
        let contents = |heap: &Heap<Word>| {
            let packed = heap.packed(bytes, Element::I16, 2);
            (heap.contents(object).to_vec(), packed, heap.global(0))
        };
        let first = heap.nest();
        assert_eq!(heap.writes_since(&first), Some(0));
        let was = contents(&heap);
        heap.set(object, 0, 2);
        heap.set(object, 0, 3);
        heap.set_packed(bytes, Element::I16, 2, 9);
        let second = heap.nest();
        let between = contents(&heap);
        heap.set(object, 1, 4);
        heap.set_global(0, 8);
        assert_eq!(heap.writes_since(&first), Some(5));
        assert!(heap.rewrite(&first));
        assert_eq!(contents(&heap), was);
        heap.set(object, 1, 6);
        assert!(heap.back(&second));
        assert_eq!(contents(&heap), between);
        assert!(heap.back(&first));
        assert_eq!(contents(&heap), was);
        assert!(heap.back(&begin));
        assert_eq!(heap.get(object, 0), 0);
        heap.forget_mark();
        assert!(!heap.rewrite(&first));
    }

    /// Copying ranges, within an array and between two, gives what copying one element after the other through a second
    /// array gives, and can be undone; whether both, one or none of the arrays was there at the mark.
    #[test]
    fn copied_ranges_are_copied_one_by_one_and_can_be_undone() {
        const LENGTH: u32 = 7;
        let ty = ArrayTypeId::new(0);
        let read = |heap: &Heap<Word>, array: Reference, element: Element, at: u32| match element {
            Element::Slot => heap.get(array, at),
            packed @ (Element::I8
            | Element::U8
            | Element::I16
            | Element::U16
            | Element::I32
            | Element::U32
            | Element::W64) => heap.packed(array, packed, at),
        };
        for element in [Element::I8, Element::U16, Element::I32, Element::W64, Element::Slot] {
            for old in 0..3 {
                let mut heap: Heap<Word> = Heap::new();
                let mut arrays = Vec::new();
                let mut make = |heap: &mut Heap<Word>| {
                    let array = heap.new_array(ty, element, LENGTH, 0).unwrap();
                    for at in 0..LENGTH {
                        let word = Word::from(at + 10 * array);
                        match element {
                            Element::Slot => heap.set(array, at, word),
                            packed @ (Element::I8
                            | Element::U8
                            | Element::I16
                            | Element::U16
                            | Element::I32
                            | Element::U32
                            | Element::W64) => heap.set_packed(array, packed, at, word),
                        }
                    }
                    arrays.push(array);
                };
                (0..old).for_each(|_| make(&mut heap));
                heap.mark();
                (old..2).for_each(|_| make(&mut heap));
                let before = heap.clone();
                for (&from, &to) in arrays.iter().flat_map(|from| arrays.iter().map(move |to| (from, to))) {
                    for (from_at, to_at, count) in [(0, 0, 7), (0, 2, 5), (3, 1, 4), (1, 1, 0), (6, 0, 1)] {
                        heap.copy_elements(element, (from, from_at), (to, to_at), count);
                        for at in 0..LENGTH {
                            let copied = at.checked_sub(to_at).filter(|&offset| offset < count);
                            let (source, place) = copied.map_or((to, at), |offset| (from, from_at + offset));
                            let expected = read(&before, source, element, place);
                            assert_eq!(
                                read(&heap, to, element, at),
                                expected,
                                "{element:?} {from_at} {to_at}"
                            );
                        }
                        if old == 2 {
                            assert!(heap.undo());
                        } else {
                            heap = before.clone();
                        }
                        assert_eq!((&heap.slots, &heap.bytes), (&before.slots, &before.bytes));
                    }
                }
                assert!(heap.undo());
            }
        }
    }

    #[test]
    fn a_log_that_grows_without_end_is_given_up() {
        let mut heap: Heap<Word> = Heap::new();
        heap.add_globals([0]);
        assert!(!heap.undo(), "there is no mark");
        heap.mark();
        for value in 0..=SHORT_LOG as Word {
            heap.set_global(0, value);
        }
        assert!(!heap.undo());
        assert!(heap.log.is_empty());
        assert_eq!(heap.global(0), Some(SHORT_LOG as Word));
    }
}
