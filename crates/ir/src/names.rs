//! Names and what they name.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

/// Names and what they name.
#[derive(Debug)]
pub(crate) struct Names<K, I> {
    map: Mutex<HashMap<K, I>>,
}

impl<K: Eq + Hash, I: Copy> Names<K, I> {
    pub(crate) fn new() -> Self {
        Names { map: Mutex::new(HashMap::new()) }
    }

    pub(crate) fn get<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<I>
    where
        K: std::borrow::Borrow<Q>,
    {
        self.map.lock().unwrap_or_else(PoisonError::into_inner).get(key).copied()
    }

    /// What the key names; if nothing, what `make` gives from now on.
    pub(crate) fn add(&self, key: K, make: impl FnOnce() -> I) -> Result<I, I> {
        let mut map = self.map.lock().unwrap_or_else(PoisonError::into_inner);
        match map.entry(key) {
            std::collections::hash_map::Entry::Occupied(taken) => Err(*taken.get()),
            std::collections::hash_map::Entry::Vacant(free) => Ok(*free.insert(make())),
        }
    }
}

impl<K: Clone + Eq + Hash, I: Copy> Clone for Names<K, I> {
    fn clone(&self) -> Self {
        let map = self.map.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Names { map: Mutex::new(map) }
    }
}
