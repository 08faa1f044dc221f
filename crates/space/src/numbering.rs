//! The numbers of objects in a canonical form: in the order in which they are met, behind those that are
//! frozen, which keep their own.

use machine::{Heap, Reference, Word};

use crate::form;

/// Numbers objects. It is kept between states because its table is worth keeping.
#[derive(Clone, Debug, Default)]
pub struct Numbering {
    /// For each object the round in which it was last met, and its number in that round.
    numbers: Vec<(u32, u32)>,
    round: u32,
    /// The last object that is frozen.
    frozen: Reference,
    /// The other objects in the order of their numbers.
    met: Vec<Reference>,
    /// Where the parts of a state begin among those: behind the objects of the base, those of each thread so far. Empty
    /// where a state is one piece. See the module `canonical::parts`.
    parts: Vec<u32>,
    /// Whether a part has referred to an object of another thread's since somebody asked.
    strays: bool,
}

impl Numbering {
    /// Begins anew, for objects of the heap.
    pub fn begin<V: Copy>(&mut self, heap: &Heap<V>) {
        self.met.clear();
        self.parts.clear();
        self.frozen = heap.frozen_objects();
        if self.numbers.len() <= heap.len() {
            self.numbers.resize(heap.len() + 1, (0, 0));
        }
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            // Old rounds could be taken for new ones.
            self.numbers.fill((0, 0));
            self.round = 1;
        }
    }

    /// The last object that is frozen: those keep their numbers, and 0 is `null`.
    #[inline]
    pub fn frozen(&self) -> Reference {
        self.frozen
    }

    /// The objects that were met and are not frozen, in the order of their numbers.
    #[inline]
    pub fn met(&self) -> &[Reference] {
        &self.met
    }

    /// The number of an object, which gets one if it has none.
    #[inline]
    pub fn meet(&mut self, object: Reference) -> u32 {
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

    /// The number of an object that was met, is frozen or `null`.
    #[inline]
    pub fn number_of(&self, object: Reference) -> Option<u32> {
        if object <= self.frozen {
            return Some(object);
        }
        let (round, number) = self.numbers[object as usize];
        (round == self.round).then_some(number)
    }

    /// Meets the first objects that are not frozen in the order of their places.
    pub(crate) fn meet_first(&mut self, objects: usize) {
        for object in self.frozen + 1..=self.frozen + objects as Reference {
            self.meet(object);
        }
    }

    /// Begins with the next part, and gives its place; the first time, what was met so far is the base.
    pub(crate) fn begin_part(&mut self) -> usize {
        self.parts.push(self.met.len() as u32);
        self.parts.len() - 1
    }

    /// Which of the objects that were met belong to a thread's part, by their places.
    pub(crate) fn part(&self, thread: usize) -> std::ops::Range<usize> {
        let end = self.parts.get(thread + 1).map_or(self.met.len(), |&end| end as usize);
        self.parts[thread] as usize..end
    }

    /// Whether a part has referred to an object of another thread's, and forgets it.
    pub(crate) fn take_strays(&mut self) -> bool {
        std::mem::take(&mut self.strays)
    }

    /// Writes a reference: the number of the object, or how the part under way names it.
    #[inline]
    pub(crate) fn write(&mut self, bytes: &mut Vec<u8>, object: Reference) {
        let number = self.meet(object);
        match self.parts.last() {
            None => form::write_number(bytes, number.into()),
            Some(_) => self.write_in_part(bytes, number, self.parts.len() - 1),
        }
    }

    /// Writes the number of an object as the part of a thread names it.
    pub(crate) fn write_in_part(&mut self, bytes: &mut Vec<u8>, number: u32, thread: usize) {
        let base = self.frozen + self.parts[0];
        if number <= base {
            return form::write_number(bytes, Word::from(number) << 1);
        }
        let place = (number - self.frozen - 1) as usize;
        let own = self.part(thread);
        if own.contains(&place) {
            return form::write_number(bytes, ((place - own.start) as Word + 1) << 1 | 1);
        }
        self.strays = true;
        let owner = self.parts.partition_point(|&start| start as usize <= place) - 1;
        form::write_number(bytes, 1);
        form::write_number(bytes, owner as Word);
        form::write_number(bytes, (place - self.parts[owner] as usize) as Word + 1);
    }

    /// Forgets all but the first objects that were met.
    pub fn truncate(&mut self, count: usize) {
        for object in self.met.drain(count..) {
            self.numbers[object as usize].0 = 0;
        }
    }
}
