//! The numbers of objects in a canonical form: in the order in which they are met, behind those that are
//! frozen, which keep their own.

use machine::{Heap, Reference};

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
}

impl Numbering {
    /// Begins anew, for objects of the heap.
    pub fn begin<V: Copy>(&mut self, heap: &Heap<V>) {
        self.met.clear();
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

    /// Forgets all but the first objects that were met.
    pub fn truncate(&mut self, count: usize) {
        for object in self.met.drain(count..) {
            self.numbers[object as usize].0 = 0;
        }
    }
}
