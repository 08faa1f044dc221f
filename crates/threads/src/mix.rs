//! A hash of a few small numbers, for tables that nobody iterates over.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A table by small numbers. Its order is nothing to rely on.
pub(crate) type Table<K, V> = HashMap<K, V, BuildHasherDefault<Mix>>;

/// Mixes numbers by rotating and multiplying.
#[derive(Clone, Copy, Default)]
pub(crate) struct Mix(u64);

impl Mix {
    #[inline]
    fn add(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(23) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut number = [0; 8];
            number[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(number));
        }
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.add(number.into());
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.add(number);
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.add(number as u64);
    }

    /// The table takes its places from the low bits and tells entries apart by the high ones.
    #[inline]
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}
