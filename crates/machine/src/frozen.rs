//! What is in the heap before a program begins, and stays: the *base* of all its states.
//!
//! The class library keeps much in static fields, and a state of a small program would consist of that
//! mostly. So classes of the library are initialised before the program begins (see
//! [`base`](crate::base)), and the heap is frozen: what is there now is never collected, keeps its
//! number in all states, and a state keeps only what was changed in it since. What a program does change
//! there is state like anything else: this remembers which slots and bytes were ever written, whatever
//! was undone since, and comparing those with what they were shows all changes.

use std::collections::HashMap;

use crate::heap::Reference;

/// How many bytes are watched together.
const CHUNK: usize = 8;

/// What a slot holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Number,
    Reference,
    /// What can be computed again at any time: no part of a state.
    Cache,
}

/// The contents of the heap when it was frozen, and what was written since.
#[derive(Clone, Debug)]
pub(crate) struct Frozen<V> {
    /// The number of entries in the table of objects, `null` included; 0 if nothing is frozen.
    pub(crate) objects: usize,
    pub(crate) slots: Vec<V>,
    pub(crate) bytes: Vec<u8>,
    /// For each slot what it holds.
    pub(crate) kinds: Vec<Kind>,
    pub(crate) literals: Vec<Reference>,
    pub(crate) hashes: HashMap<Reference, u32>,
    pub(crate) numbers: Vec<bool>,
    pub(crate) ticks: u64,
    written_slots: Written,
    written_chunks: Written,
}

impl<V> Default for Frozen<V> {
    fn default() -> Self {
        Frozen {
            objects: 0,
            slots: Vec::new(),
            bytes: Vec::new(),
            kinds: Vec::new(),
            literals: Vec::new(),
            hashes: HashMap::new(),
            numbers: Vec::new(),
            ticks: 0,
            written_slots: Written::default(),
            written_chunks: Written::default(),
        }
    }
}

/// A set of places, in the order of the places.
#[derive(Clone, Debug, Default)]
struct Written {
    is_written: Vec<bool>,
    places: Vec<u32>,
}

impl Written {
    fn new(places: usize) -> Self {
        Written { is_written: vec![false; places], places: Vec::new() }
    }

    #[inline]
    fn insert(&mut self, place: usize) {
        if !self.is_written[place] {
            self.is_written[place] = true;
            let at = self.places.partition_point(|&other| (other as usize) < place);
            self.places.insert(at, place as u32);
        }
    }
}

impl<V: Copy> Frozen<V> {
    /// Freezes what is in these tables; `kinds` says what the slots hold.
    pub(crate) fn new(objects: usize, slots: &[V], bytes: &[u8], kinds: Vec<Kind>) -> Self {
        Frozen {
            objects,
            slots: slots.to_vec(),
            bytes: bytes.to_vec(),
            kinds,
            written_slots: Written::new(slots.len()),
            written_chunks: Written::new(bytes.len().div_ceil(CHUNK)),
            ..Frozen::default()
        }
    }

    /// Notes that a slot is written.
    #[inline]
    pub(crate) fn write_slot(&mut self, at: usize) {
        if at < self.slots.len() {
            self.written_slots.insert(at);
        }
    }

    /// Notes that bytes are written: at most a chunk, aligned to its width or not.
    #[inline]
    pub(crate) fn write_bytes(&mut self, at: usize, width: usize) {
        if at < self.bytes.len() {
            self.written_chunks.insert(at / CHUNK);
            self.written_chunks.insert((at + width - 1).min(self.bytes.len() - 1) / CHUNK);
        }
    }

    /// The slots that were ever written, ascending.
    pub(crate) fn written_slots(&self) -> impl Iterator<Item = usize> + '_ {
        self.written_slots.places.iter().map(|&place| place as usize)
    }

    /// The bytes that may have been written, ascending.
    pub(crate) fn written_bytes(&self) -> impl Iterator<Item = usize> + '_ {
        let end = self.bytes.len();
        self.written_chunks.places.iter().flat_map(move |&chunk| {
            let start = chunk as usize * CHUNK;
            start..(start + CHUNK).min(end)
        })
    }
}
