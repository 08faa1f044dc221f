//! A store that remembers 64 bits of each string, and the whole of it only as long as somebody needs it.
//!
//! Two strings with the same 64 bits are taken for the same, so this store is not exact. If the bits are as good as random, the
//! probability that this has happened among so many strings is what [`check::omission_probability`] says.

use std::collections::HashMap;

use crate::store::{Inserted, StateId, Store};

/// See the module's documentation.
#[derive(Debug, Default)]
pub struct Compact {
    ids: HashMap<u64, StateId>,
    whole: HashMap<StateId, Box<[u8]>>,
    bytes: usize,
}

impl Compact {
    /// How many strings there are.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// Bytes of memory, about.
    pub fn size(&self) -> usize {
        // An entry of a table has a byte besides, and at most seven of eight are taken.
        let entry = size_of::<(u64, StateId)>() + 1;
        self.ids.capacity() * entry * 8 / 7 + self.bytes
    }

    /// Inserts a string unless one with the same bits is there.
    pub fn insert(&mut self, state: &[u8]) -> Inserted {
        let next = StateId::new(self.ids.len());
        let mut inserted = Inserted::New(next);
        self.ids
            .entry(Store::hash(state))
            .and_modify(|known| inserted = Inserted::Known(*known))
            .or_insert(next);
        if let Inserted::New(state_id) = inserted {
            self.bytes += state.len();
            self.whole.insert(state_id, state.into());
        }
        inserted
    }

    /// A string that was inserted and not forgotten.
    ///
    /// # Panics
    /// If it was forgotten.
    pub fn get(&self, id: StateId) -> &[u8] {
        self.whole.get(&id).expect("only states that are done are forgotten")
    }

    /// Keeps nothing but the bits of a string.
    pub fn forget(&mut self, id: StateId) {
        if let Some(whole) = self.whole.remove(&id) {
            self.bytes -= whole.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_known_after_they_were_forgotten() {
        let mut store = Compact::default();
        let Inserted::New(first) = store.insert(b"one") else { panic!("it is new") };
        let Inserted::New(second) = store.insert(b"two") else { panic!("it is new") };
        assert_eq!(store.get(first), b"one");
        let before = store.size();
        store.forget(first);
        assert!(store.size() < before);
        assert_eq!(store.insert(b"one"), Inserted::Known(first));
        assert_eq!(store.get(second), b"two");
        assert_eq!((store.len(), store.is_empty()), (2, false));
    }
}
