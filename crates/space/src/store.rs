//! An exact store of byte strings.
//!
//! The strings lie behind each other in one vector, so a state costs its bytes, 8 bytes for where it
//! starts and some 14 bytes in the hash table. The table keeps 32 bits of each hash beside the id:
//! growing it touches no string, and a look-up touches one only if the hashes agree. Strings are then
//! compared in full, so the store is exact whatever the hash does.

use hashbrown::HashTable;

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

/// Byte strings, each stored once.
#[derive(Debug, Default)]
pub struct Store {
    bytes: Vec<u8>,
    /// Where each string ends; it starts where the one before ends.
    ends: Vec<u64>,
    table: HashTable<Entry>,
}

/// The table wants 64 bits and looks at the upper and the lower ones.
fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

fn string<'a>(bytes: &'a [u8], ends: &[u64], id: u32) -> &'a [u8] {
    let id = id as usize;
    let start = if id == 0 { 0 } else { ends[id - 1] as usize };
    &bytes[start..ends[id] as usize]
}

impl Store {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many strings there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Bytes of memory that the store has asked for.
    pub fn size(&self) -> usize {
        self.bytes.capacity() + self.ends.capacity() * size_of::<u64>() + self.table.allocation_size()
    }

    /// A string that was inserted.
    ///
    /// # Panics
    /// If the id is not of this store.
    pub fn get(&self, id: StateId) -> &[u8] {
        string(&self.bytes, &self.ends, id.0)
    }

    /// Inserts a string unless it is there.
    #[inline]
    pub fn insert(&mut self, state: &[u8]) -> Inserted {
        self.insert_hashed(state, rapidhash::v3::rapidhash_v3(state) as u32)
    }

    fn insert_hashed(&mut self, state: &[u8], hash: u32) -> Inserted {
        let (bytes, ends) = (&self.bytes, &self.ends);
        let same = |entry: &Entry| entry.hash == hash && string(bytes, ends, entry.id) == state;
        match self.table.entry(spread(hash), same, |entry| spread(entry.hash)) {
            hashbrown::hash_table::Entry::Occupied(known) => Inserted::Known(StateId(known.get().id)),
            hashbrown::hash_table::Entry::Vacant(free) => {
                let id = StateId::new(ends.len());
                free.insert(Entry { hash, id: id.0 });
                self.bytes.extend_from_slice(state);
                self.ends.push(self.bytes.len() as u64);
                Inserted::New(id)
            }
        }
    }
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
    }
}
