//! How canonical states are written: what the writers and readers of [`canonical`](crate::Encoder) forms
//! share.

use ir::{ArrayTypeId, ClassId, Id as _};
use machine::heap::Lock;
use machine::{Reference, Word};

// Which parts a state has, besides its objects.
/// Globals that differ from their initial values.
pub const GLOBALS: Word = 1;
/// How often the clock was read.
pub const TICKS: Word = 2;
/// Objects that literals for types stand for.
pub const TYPES: Word = 4;
/// What was changed in frozen objects.
pub const CHANGES: Word = 8;

/// The type of an object, as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tag {
    /// An object of the class.
    Class(ClassId),
    /// An array.
    Array(ArrayTypeId),
}

/// How often a monitor was entered, and by whom: for the first thread just how often.
pub(crate) fn monitor(lock: Lock) -> Word {
    Word::from(lock.owner) << 32 | Word::from(lock.count)
}

/// The monitor of an object that was written so.
pub(crate) fn read_monitor(object: Reference, number: Word) -> Lock {
    Lock { object, owner: (number >> 32) as u32, count: number as u32 }
}

/// How an object of the class begins.
#[inline]
pub fn class_tag(class: ClassId) -> Word {
    (class.index() as Word) << 1
}

/// How an array begins.
#[inline]
pub fn array_tag(array: ArrayTypeId) -> Word {
    (array.index() as Word) << 1 | 1
}

/// The type that a tag says.
#[inline]
pub fn tag(number: Word) -> Tag {
    let index = (number >> 1) as usize;
    if number & 1 == 0 { Tag::Class(ClassId::new(index)) } else { Tag::Array(ArrayTypeId::new(index)) }
}

/// A word that is not a reference, so that small numbers of either sign become short.
#[inline]
pub fn fold(word: Word) -> Word {
    let word = word as i64;
    (word << 1 ^ word >> 63) as Word
}

/// The word that [`fold`] made this of.
#[inline]
pub fn unfold(number: Word) -> Word {
    (number >> 1) ^ (number & 1).wrapping_neg()
}

/// Appends a number: seven bits in a byte, the lowest first, and all bytes but the last have the top bit.
#[inline]
pub fn write_number(bytes: &mut Vec<u8>, mut number: Word) {
    // Most references to objects have two bytes.
    if (0x80..0x4000).contains(&number) {
        return bytes.extend_from_slice(&[number as u8 | 0x80, (number >> 7) as u8]);
    }
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads what was written.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The greatest number of an object so far.
    objects: u32,
}

impl<'a> Reader<'a> {
    /// A reader of these bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        Reader { bytes, at: 0, objects: 0 }
    }

    /// Whether everything was read.
    #[inline]
    pub fn is_done(&self) -> bool {
        self.at == self.bytes.len()
    }

    /// The greatest number of an object so far.
    #[inline]
    pub fn objects(&self) -> u32 {
        self.objects
    }

    /// The type of an object.
    #[inline]
    pub fn tag(&mut self) -> Tag {
        tag(self.number())
    }

    /// A number.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub fn number(&mut self) -> Word {
        let mut number = 0;
        let mut shift = 0;
        loop {
            let byte = self.bytes[self.at];
            self.at += 1;
            number |= Word::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return number;
            }
            shift += 7;
        }
    }

    /// The number of an object.
    #[inline]
    pub fn reference(&mut self) -> Reference {
        self.value(true) as Reference
    }

    /// A value: the number of an object, or a word that is not a reference.
    #[inline]
    pub fn value(&mut self, reference: bool) -> Word {
        let number = self.number();
        if reference {
            self.objects = self.objects.max(number as u32);
            number
        } else {
            unfold(number)
        }
    }
}
