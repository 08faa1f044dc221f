//! A store that several threads fill at the same time.
//!
//! It is many stores; the hash of a state says to which one it belongs. Threads collect states in
//! [`Batches`] and insert them a batch at a time, so locks cost little, and look-ups overlap. With every
//! state goes how it was reached.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::growth::push_slowly;
use crate::store::{Batch, Inserted, StateId, Store};

/// How many stores there are: many more than threads.
const SHARDS: usize = 64;

/// How many states a batch has before it is inserted: few while the store is in the cache anyway, many
/// when most look-ups miss it, because those of one shard lie closer together than any others.
fn full(stored: usize) -> usize {
    (stored / 16).clamp(128, 2048)
}

/// A state in [`Shards`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Key {
    shard: u32,
    id: u32,
}

/// How a state was reached: from which one, and by which call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// The state before; the state itself for the first one.
    pub before: Key,
    /// The number of the call.
    pub call: u32,
}

/// A link in eight bytes: shard and call share four.
#[derive(Clone, Copy, Debug)]
struct Packed {
    id: u32,
    shard_and_call: u32,
}

/// Calls are numbered from 0 to before this.
pub const MOST_CALLS: usize = 1 << 26;

#[derive(Debug, Default)]
struct Shard {
    store: Store,
    links: Vec<Packed>,
    /// The sum of the hashes of all states.
    digest: u64,
}

/// States, each stored once, with how they were reached.
#[derive(Debug)]
pub struct Shards {
    shards: Box<[Mutex<Shard>]>,
}

impl Default for Shards {
    fn default() -> Self {
        Self::new()
    }
}

impl Shards {
    /// No states.
    pub fn new() -> Self {
        Shards { shards: (0..SHARDS).map(|_| Mutex::default()).collect() }
    }

    fn shard(&self, shard: usize) -> MutexGuard<'_, Shard> {
        self.shards[shard].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Inserts the first state.
    pub fn insert_first(&self, state: &[u8]) -> Key {
        let hash = Store::hash(state);
        let shard = shard_of(hash);
        let mut guard = self.shard(shard);
        guard.digest = guard.digest.wrapping_add(hash);
        let Inserted::New(id) = guard.store.insert(state) else { unreachable!("it is the first state") };
        let key = Key { shard: shard as u32, id: id.index() as u32 };
        guard.links.push(Packed { id: key.id, shard_and_call: key.shard });
        key
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        (0..SHARDS).map(|shard| self.shard(shard).store.len()).sum()
    }

    /// A number that is the same for the same set of states, in whatever order they came, and hardly ever
    /// for another.
    pub fn digest(&self) -> u64 {
        (0..SHARDS).fold(0, |digest, shard| digest.wrapping_add(self.shard(shard).digest))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes of memory that the states, and how they were reached, have asked for.
    pub fn size(&self) -> usize {
        let size =
            |shard: MutexGuard<'_, Shard>| shard.store.size() + shard.links.capacity() * size_of::<Packed>();
        (0..SHARDS).map(|shard| size(self.shard(shard))).sum()
    }

    /// How many states each shard has.
    pub fn lengths(&self) -> Vec<usize> {
        (0..SHARDS).map(|shard| self.shard(shard).store.len()).collect()
    }

    /// Adds states of a shard to copies, those with these numbers.
    pub fn copy(&self, shard: usize, numbers: Range<usize>, to: &mut Copied) {
        let guard = self.shard(shard);
        for number in numbers {
            to.bytes.extend_from_slice(guard.store.get(StateId::new(number)));
            to.ends.push(to.bytes.len());
            to.keys.push(Key { shard: shard as u32, id: number as u32 });
        }
    }

    /// The calls that lead to a state.
    pub fn path(&self, state: Key) -> Vec<u32> {
        let mut calls = Vec::new();
        let mut current = state;
        loop {
            let link = self.shard(current.shard as usize).links[current.id as usize];
            let before = Key { shard: link.shard_and_call % SHARDS as u32, id: link.id };
            if before == current {
                break;
            }
            calls.push(link.shard_and_call / SHARDS as u32);
            current = before;
        }
        calls.reverse();
        calls
    }
}

fn shard_of(hash: u64) -> usize {
    (hash >> 58) as usize
}

/// States that were copied out of [`Shards`].
#[derive(Clone, Debug, Default)]
pub struct Copied {
    bytes: Vec<u8>,
    ends: Vec<usize>,
    keys: Vec<Key>,
}

impl Copied {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Removes all.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
        self.keys.clear();
    }

    /// A state with its key.
    ///
    /// # Panics
    /// If there are not that many.
    pub fn get(&self, index: usize) -> (Key, &[u8]) {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        (self.keys[index], &self.bytes[start..self.ends[index]])
    }

    /// The states with their keys.
    pub fn iter(&self) -> impl Iterator<Item = (Key, &[u8])> + '_ {
        (0..self.len()).map(|index| self.get(index))
    }
}

/// The states that one thread has found and not yet inserted.
#[derive(Debug)]
pub struct Batches {
    batches: Vec<Waiting>,
    inserting: Duration,
}

/// What is to be inserted into one shard.
#[derive(Debug)]
struct Waiting {
    batch: Batch,
    links: Vec<Packed>,
    /// How many are inserted at once.
    full: usize,
}

impl Default for Batches {
    fn default() -> Self {
        Self::new()
    }
}

impl Batches {
    /// No states.
    pub fn new() -> Self {
        Batches {
            inserting: Duration::ZERO,
            batches: (0..SHARDS)
                .map(|_| Waiting { batch: Batch::default(), links: Vec::new(), full: full(0) })
                .collect(),
        }
    }

    /// Adds a state; sometimes that inserts many.
    #[inline]
    pub fn push(&mut self, shards: &Shards, state: &[u8], link: Link) {
        let hash = Store::hash(state);
        let shard = shard_of(hash);
        let waiting = &mut self.batches[shard];
        waiting.batch.push(state, hash);
        waiting.links.push(Packed {
            id: link.before.id,
            shard_and_call: link.call * SHARDS as u32 + link.before.shard,
        });
        if waiting.batch.len() >= waiting.full {
            let begun = Instant::now();
            flush(shards, shard, waiting);
            self.inserting += begun.elapsed();
        }
    }

    /// How long inserting has taken.
    pub fn inserting(&self) -> Duration {
        self.inserting
    }

    /// Inserts everything that is left.
    pub fn finish(&mut self, shards: &Shards) {
        for (shard, waiting) in self.batches.iter_mut().enumerate() {
            flush(shards, shard, waiting);
        }
    }
}

fn flush(shards: &Shards, shard: usize, waiting: &mut Waiting) {
    let Waiting { batch, links, full } = waiting;
    if batch.is_empty() {
        return;
    }
    let mut guard = shards.shard(shard);
    let Shard { store, links: stored, digest } = &mut *guard;
    store.insert_all(batch, |index, inserted| {
        if let Inserted::New(_) = inserted {
            *digest = digest.wrapping_add(batch.hash(index));
            push_slowly(stored, links[index]);
        }
    });
    *full = self::full(store.len());
    drop(guard);
    batch.clear();
    links.clear();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_to_their_states() {
        let shards = Shards::new();
        let first = shards.insert_first(&0u32.to_le_bytes());
        let mut batches = Batches::new();
        // Each number leads to its double, and to that and one, up to 12 bits.
        let mut level = 0..1;
        let mut before = vec![0; SHARDS];
        for _ in 0..12 {
            let lengths = shards.lengths();
            let mut copied = Copied::default();
            for shard in 0..SHARDS {
                copied.clear();
                shards.copy(shard, before[shard]..lengths[shard], &mut copied);
                for (key, bytes) in copied.iter() {
                    let number = u32::from_le_bytes(bytes.try_into().unwrap());
                    for call in 0..2 {
                        let next = (2 * number + call).to_le_bytes();
                        batches.push(&shards, &next, Link { before: key, call });
                    }
                }
            }
            batches.finish(&shards);
            before = lengths;
            level = level.start..2 * level.end;
        }
        assert_eq!(shards.len(), level.end);
        assert!(shards.size() > 0);
        assert_eq!(shards.path(first), []);
        let lengths = shards.lengths();
        let mut copied = Copied::default();
        for (shard, &length) in lengths.iter().enumerate() {
            copied.clear();
            shards.copy(shard, 0..length, &mut copied);
            for (key, bytes) in copied.iter() {
                let number = u32::from_le_bytes(bytes.try_into().unwrap());
                let reached = shards.path(key).into_iter().fold(0, |reached, call| 2 * reached + call);
                assert_eq!(reached, number);
            }
        }
    }
}
