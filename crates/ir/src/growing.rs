//! Vectors that grow while others read them.
//!
//! A program that is loaded on demand grows while it is executed and analysed, and what refers into it
//! must stay valid. So items are only ever added, through a shared reference, and never move: they lie
//! in chunks, each twice as long as the one before, that are made when they are first needed. Reading
//! takes no lock.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::ids::Id;

/// The first chunk has this many items.
const FIRST: usize = 32;
/// So many chunks hold every `u32`.
const CHUNKS: usize = 28;

/// A chunk of items, made when the first one comes.
type Chunk<T> = OnceLock<Box<[OnceLock<T>]>>;

/// An append-only vector that is indexed by one kind of id and grows through a shared reference.
pub struct Growing<I, T> {
    chunks: [Chunk<T>; CHUNKS],
    /// How many items there are; held while one is added.
    length: Mutex<usize>,
    id: PhantomData<fn() -> I>,
}

/// The chunk of an index, and the place in it.
#[inline(always)]
fn place(index: usize) -> (usize, usize) {
    let shifted = index + FIRST;
    let chunk = (shifted.ilog2() - FIRST.ilog2()) as usize;
    (chunk, shifted - (FIRST << chunk))
}

impl<I: Id, T> Growing<I, T> {
    /// An empty vector.
    pub const fn new() -> Self {
        Growing { chunks: [const { OnceLock::new() }; CHUNKS], length: Mutex::new(0), id: PhantomData }
    }

    /// Appends `item` and gives its id.
    pub fn push(&self, item: T) -> I {
        let mut length = self.length.lock().unwrap_or_else(PoisonError::into_inner);
        let index = *length;
        let (chunk, offset) = place(index);
        let slots = self.chunks[chunk].get_or_init(|| (0..FIRST << chunk).map(|_| OnceLock::new()).collect());
        let fresh = slots[offset].set(item).is_ok();
        assert!(fresh, "a place behind the end is free");
        *length += 1;
        I::new(index)
    }

    /// The id that the next [`push`](Self::push) gives, if nobody else adds anything before.
    pub fn next_id(&self) -> I {
        I::new(self.len())
    }

    /// How many items there are.
    pub fn len(&self) -> usize {
        *self.length.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether there is no item.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The item, unless the id is out of range.
    #[inline]
    pub fn get(&self, id: I) -> Option<&T> {
        let (chunk, offset) = place(id.index());
        self.chunks.get(chunk)?.get()?.get(offset)?.get()
    }

    /// All ids that there are now, ascending.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.len()).map(I::new)
    }

    /// All items that there are now, in the order of their ids.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator + Clone {
        (0..self.len()).map(|index| &self[I::new(index)])
    }

    /// All items that there are now, with their ids.
    pub fn enumerate(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.ids().map(|id| (id, &self[id]))
    }
}

/// What is known about some ids: each item is made once, when it is first asked for, and never moves.
/// Unlike a [`Growing`] it has items for ids in any order.
pub struct Table<I, T> {
    chunks: [Chunk<T>; CHUNKS],
    id: PhantomData<fn() -> I>,
}

impl<I: Id, T> Table<I, T> {
    /// A table that knows nothing.
    pub const fn new() -> Self {
        Table { chunks: [const { OnceLock::new() }; CHUNKS], id: PhantomData }
    }

    /// The item, if it was made.
    #[inline(always)]
    pub fn get(&self, id: I) -> Option<&T> {
        let (chunk, offset) = place(id.index());
        self.chunks.get(chunk)?.get()?.get(offset)?.get()
    }

    /// The item, made now if it was not.
    pub fn get_or_make(&self, id: I, make: impl FnOnce() -> T) -> &T {
        let (chunk, offset) = place(id.index());
        let slots = self.chunks[chunk].get_or_init(|| (0..FIRST << chunk).map(|_| OnceLock::new()).collect());
        slots[offset].get_or_init(make)
    }
}

impl<I: Id, T> Default for Table<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I, T> fmt::Debug for Table<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").finish_non_exhaustive()
    }
}

impl<I: Id, T> Index<I> for Growing<I, T> {
    type Output = T;
    #[inline]
    fn index(&self, id: I) -> &T {
        self.get(id).unwrap_or_else(|| panic!("{id:?} is in the vector"))
    }
}

impl<I: Id, T> IndexMut<I> for Growing<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        let (chunk, offset) = place(id.index());
        let item = self.chunks[chunk].get_mut().and_then(|slots| slots.get_mut(offset)?.get_mut());
        item.unwrap_or_else(|| panic!("{id:?} is in the vector"))
    }
}

impl<I: Id, T> Default for Growing<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Id, T: Clone> Clone for Growing<I, T> {
    fn clone(&self) -> Self {
        self.iter().cloned().collect()
    }
}

impl<I: Id, T: fmt::Debug> fmt::Debug for Growing<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<I: Id, T> FromIterator<T> for Growing<I, T> {
    fn from_iter<S: IntoIterator<Item = T>>(items: S) -> Self {
        let growing = Growing::new();
        for item in items {
            growing.push(item);
        }
        growing
    }
}

impl<'a, I: Id, T> IntoIterator for &'a Growing<I, T> {
    type Item = &'a T;
    type IntoIter = std::vec::IntoIter<&'a T>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter().collect::<Vec<_>>().into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::LocalId;

    #[test]
    fn places_follow_each_other() {
        let mut expected = (0, 0);
        for index in 0..5_000 {
            assert_eq!(place(index), expected);
            expected.1 += 1;
            if expected.1 == FIRST << expected.0 {
                expected = (expected.0 + 1, 0);
            }
        }
        assert!(place(u32::MAX as usize).0 < CHUNKS);
    }

    #[test]
    fn items_stay_where_they_are() {
        let growing: Growing<LocalId, String> = Growing::new();
        let first = growing.push("first".to_owned());
        let held = &growing[first];
        for index in 0..1_000 {
            growing.push(index.to_string());
        }
        assert_eq!(held, "first");
        assert_eq!(growing.len(), 1_001);
        assert_eq!(growing[LocalId::new(1_000)], "999");
        assert_eq!(growing.get(LocalId::new(1_001)), None);
        assert_eq!(growing.clone().iter().collect::<Vec<_>>(), growing.iter().collect::<Vec<_>>());
    }

    #[test]
    fn threads_may_add_at_the_same_time() {
        let growing: Growing<LocalId, usize> = Growing::new();
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let growing = &growing;
                scope.spawn(move || {
                    for index in 0..500 {
                        let id = growing.push(thread * 1_000 + index);
                        assert_eq!(growing[id], thread * 1_000 + index);
                    }
                });
            }
        });
        let mut all: Vec<usize> = growing.iter().copied().collect();
        all.sort_unstable();
        assert_eq!(all.len(), 2_000);
        all.dedup();
        assert_eq!(all.len(), 2_000);
    }
}
