//! An exact store of byte strings.
//!
//! The strings lie behind each other in one vector, so a state costs its bytes, 4 bytes for where it
//! ends and some 13 bytes in the hash table. Strings are compared in full, so the store is exact
//! whatever the hash does.
//!
//! # The table
//! A look-up in a table of many states is a cache miss and little else, so the table is made for one
//! miss: an entry has 8 bytes, 32 bits of the hash and the id, and the entries that collide stand next
//! to each other (linear probing). A string is touched only if the 32 bits agree. An entry's place
//! grows with its hash, so the entries are nearly sorted, and growing the table reads and writes memory
//! in one sweep and touches no string. It grows by half, and the vectors by a quarter, because what is
//! reserved but not used is memory that a search cannot have.

use crate::growth::{extend_slowly, push_slowly};

/// A state in a [`Store`]. Ids are given in the order of insertion, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StateId(u32);

impl StateId {
    /// The state that was inserted after `index` others.
    ///
    /// # Panics
    /// If the index does not fit 32 bits.
    pub fn new(index: usize) -> Self {
        StateId(u32::try_from(index).expect("a store has at most four billion states"))
    }

    /// How many states were inserted before.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What inserting a state showed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inserted {
    /// It was not there.
    New(StateId),
    /// It was there.
    Known(StateId),
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    hash: u32,
    id: u32,
}

/// The id of an entry that is free: no store has that many states.
const FREE: u32 = u32::MAX;

const EMPTY: Entry = Entry { hash: 0, id: FREE };

/// Byte strings, each stored once.
#[derive(Debug, Default)]
pub struct Store {
    bytes: Vec<u8>,
    ends: Ends,
    table: Vec<Entry>,
}

/// Strings with their hashes, to be inserted together.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    bytes: Vec<u8>,
    ends: Vec<u32>,
    hashes: Vec<u64>,
}

impl Batch {
    /// Adds a string with its hash.
    #[inline]
    pub fn push(&mut self, state: &[u8], hash: u64) {
        self.bytes.extend_from_slice(state);
        self.ends.push(u32::try_from(self.bytes.len()).expect("batches are small"));
        self.hashes.push(hash);
    }

    /// How many strings there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The hash of a string.
    #[inline]
    pub fn hash(&self, index: usize) -> u64 {
        self.hashes[index]
    }

    /// Removes all strings.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
        self.hashes.clear();
    }

    #[inline]
    fn string(&self, index: usize) -> &[u8] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        &self.bytes[start..self.ends[index] as usize]
    }
}

/// Where each string ends; it starts where the one before ends.
#[derive(Debug, Default)]
struct Ends {
    /// The lower half of each end.
    low: Vec<u32>,
    /// The strings at which the upper half grows by one.
    carries: Vec<u32>,
}

impl Ends {
    fn push(&mut self, end: usize) {
        while self.carries.len() < end >> 32 {
            self.carries.push(self.low.len() as u32);
        }
        push_slowly(&mut self.low, end as u32);
    }

    #[inline]
    fn get(&self, id: u32) -> usize {
        let low = self.low[id as usize] as usize;
        // Most stores have less than 4 GiB.
        if self.carries.is_empty() {
            low
        } else {
            self.carries.partition_point(|&first| first <= id) << 32 | low
        }
    }
}

impl Store {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many strings there are.
    pub fn len(&self) -> usize {
        self.ends.low.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes of memory that the store has asked for.
    pub fn size(&self) -> usize {
        self.bytes.capacity()
            + (self.ends.low.capacity() + self.ends.carries.capacity()) * size_of::<u32>()
            + self.table.capacity() * size_of::<Entry>()
    }

    /// A string that was inserted.
    ///
    /// # Panics
    /// If the id is not of this store.
    pub fn get(&self, id: StateId) -> &[u8] {
        self.string(id.0)
    }

    #[inline]
    fn string(&self, id: u32) -> &[u8] {
        let (start, end) = self.range(id);
        &self.bytes[start..end]
    }

    #[inline]
    fn range(&self, id: u32) -> (usize, usize) {
        (if id == 0 { 0 } else { self.ends.get(id - 1) }, self.ends.get(id))
    }

    /// Inserts a string unless it is there.
    #[inline]
    pub fn insert(&mut self, state: &[u8]) -> Inserted {
        self.insert_hashed(state, Self::hash(state) as u32)
    }

    /// The hash that the store tells strings apart by.
    #[inline]
    pub fn hash(state: &[u8]) -> u64 {
        rapidhash::v3::rapidhash_v3(state)
    }

    /// Inserts several strings with their hashes, in order, and tells what each insertion showed. In a
    /// large store every step of a look-up is a cache miss; here each step is taken for all strings
    /// before the next, so that the misses overlap.
    pub fn insert_all(&mut self, batch: &Batch, mut told: impl FnMut(usize, Inserted)) {
        while self.len() + batch.len() >= self.table.len() / 4 * 3 {
            self.grow();
        }
        let size = self.table.len();
        let entries: Vec<Entry> =
            batch.hashes.iter().map(|&hash| self.table[home(hash as u32, size)]).collect();
        let found: Vec<Option<(usize, usize)>> = entries
            .iter()
            .zip(&batch.hashes)
            .map(|(entry, &hash)| {
                (entry.id != FREE && entry.hash == hash as u32).then(|| self.range(entry.id))
            })
            .collect();
        // Comparing does not overlap, so the strings are touched before: at the end, because a string that
        // begins in one cache line mostly ends in the next, which the processor does not fetch by itself.
        let ranges = found.iter().flatten().filter(|(start, end)| start < end);
        let touched =
            ranges.fold(0, |touched, &(start, end)| touched ^ self.bytes[start] ^ self.bytes[end - 1]);
        std::hint::black_box(touched);
        let known: Vec<bool> = found
            .iter()
            .enumerate()
            .map(|(index, range)| {
                range.is_some_and(|(start, end)| self.bytes[start..end] == *batch.string(index))
            })
            .collect();
        for (index, known) in known.into_iter().enumerate() {
            let inserted = if known {
                Inserted::Known(StateId(entries[index].id))
            } else {
                self.insert_hashed(batch.string(index), batch.hashes[index] as u32)
            };
            told(index, inserted);
        }
    }

    fn insert_hashed(&mut self, state: &[u8], hash: u32) -> Inserted {
        // At most three of four entries are taken, so that a search for a free one is short.
        if self.len() >= self.table.len() / 4 * 3 {
            self.grow();
        }
        let mut place = home(hash, self.table.len());
        loop {
            let entry = self.table[place];
            if entry.id == FREE {
                break;
            }
            if entry.hash == hash && self.string(entry.id) == state {
                return Inserted::Known(StateId(entry.id));
            }
            place = next(place, self.table.len());
        }
        let id = StateId::new(self.len());
        assert_ne!(id.0, FREE, "a store has fewer than four billion states");
        self.table[place] = Entry { hash, id: id.0 };
        extend_slowly(&mut self.bytes, state);
        self.ends.push(self.bytes.len());
        Inserted::New(id)
    }

    #[cold]
    fn grow(&mut self) {
        let size = (self.table.len() + self.table.len() / 2).max(64);
        let old = std::mem::replace(&mut self.table, vec![EMPTY; size]);
        for entry in old {
            if entry.id != FREE {
                let mut place = home(entry.hash, size);
                while self.table[place].id != FREE {
                    place = next(place, size);
                }
                self.table[place] = entry;
            }
        }
    }
}

/// Where an entry belongs in a table of that size, if nobody else is there.
#[inline]
fn home(hash: u32, size: usize) -> usize {
    ((u64::from(hash) * size as u64) >> 32) as usize
}

#[inline]
fn next(place: usize, size: usize) -> usize {
    if place + 1 == size { 0 } else { place + 1 }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// Strings with many common prefixes, against a map.
    fn compare_with_map(hash: impl Fn(&[u8]) -> u32) {
        let mut store = Store::new();
        let mut map: HashMap<Vec<u8>, StateId> = HashMap::new();
        let mut random = 1u64;
        for _ in 0..3_000 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let length = (random >> 60) as usize % 5;
            let state: Vec<u8> = (0..length).map(|index| (random >> (20 + 3 * index)) as u8 & 3).collect();
            let next = StateId::new(map.len());
            let expected = match map.get(&state) {
                Some(&id) => Inserted::Known(id),
                None => {
                    map.insert(state.clone(), next);
                    Inserted::New(next)
                }
            };
            assert_eq!(store.insert_hashed(&state, hash(&state)), expected);
        }
        assert_eq!(store.len(), map.len());
        for (state, id) in map {
            assert_eq!(store.get(id), state);
        }
    }

    #[test]
    fn is_exact_with_the_real_hash() {
        compare_with_map(|state| rapidhash::v3::rapidhash_v3(state) as u32);
    }

    #[test]
    fn is_exact_when_all_hashes_collide() {
        compare_with_map(|_| 7);
        // At the end of the table, where the search goes on at its start.
        compare_with_map(|_| u32::MAX);
    }

    /// Batches with strings that are known, new, and twice in the batch.
    #[test]
    fn batches_are_inserted_in_order() {
        for collide in [false, true] {
            let (mut one, mut all) = (Store::new(), Store::new());
            let mut random = 9u64;
            for _ in 0..200 {
                let mut batch = Batch::default();
                let mut expected = Vec::new();
                for _ in 0..random % 70 {
                    random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
                    let state = ((random >> 40) % 3_000).to_le_bytes();
                    let hash = if collide { 5 << 33 } else { Store::hash(&state) };
                    batch.push(&state, hash);
                    expected.push(one.insert_hashed(&state, hash as u32));
                }
                random = random.wrapping_add(1);
                let mut told = Vec::new();
                all.insert_all(&batch, |index, inserted| told.push((index, inserted)));
                let expected: Vec<_> = expected.into_iter().enumerate().collect();
                assert_eq!(told, expected);
            }
            assert!(all.len() > 1_000);
        }
    }

    #[test]
    fn ends_beyond_4_gib_are_exact() {
        let mut ends = Ends::default();
        let all = [5, 1 << 20, (1 << 32) - 1, 1 << 32, (1 << 32) + 7, (3 << 32) + 1, 3 << 33];
        for end in all {
            ends.push(end);
        }
        for (id, end) in all.into_iter().enumerate() {
            assert_eq!(ends.get(id as u32), end);
        }
    }

    #[test]
    fn little_is_reserved_that_is_not_used() {
        let mut store = Store::new();
        for number in 0..200_000u32 {
            store.insert(&number.to_le_bytes());
        }
        // Four bytes of the string, four for its end, and eight of the table; some of each is spare.
        let used = 200_000 * 16;
        assert!(store.size() < used * 2, "{} bytes for {used}", store.size());
    }
}
