//! How canonical states are written: what the writers and readers of [`canonical`](crate::Encoder) forms
//! share.

use ir::{ArrayTypeId, ClassId, Id as _};
use machine::heap::Lock;
use machine::{Reference, Word};

use crate::canonical::UnderWay;

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

/// Which thread must finish what it does, 0 for none.
pub(crate) fn under_way(under_way: Option<UnderWay>) -> Word {
    under_way.map_or(0, |under_way| 1 + (under_way.thread as Word) * 2 + Word::from(under_way.passes))
}

/// The thread that was written so.
pub(crate) fn read_under_way(number: Word) -> Option<UnderWay> {
    let number = number.checked_sub(1)?;
    Some(UnderWay { thread: (number / 2) as usize, passes: number % 2 == 1 })
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
    /// The numbers behind which the objects of the threads' parts begin; empty where a state is one piece.
    parts: &'a [u32],
    /// Which of them is read.
    part: usize,
}

impl<'a> Reader<'a> {
    /// A reader of these bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        Reader { bytes, at: 0, objects: 0, parts: &[], part: 0 }
    }

    /// A reader of the part of a thread, behind those of which `parts` says behind which numbers their objects begin.
    pub(crate) fn of_part(bytes: &'a [u8], at: usize, parts: &'a [u32]) -> Self {
        Reader { bytes, at, objects: 0, parts, part: parts.len().saturating_sub(1) }
    }

    /// The same for the part of a thread that need not be the last one.
    pub(crate) fn owned_by(self, part: usize) -> Self {
        Reader { part, ..self }
    }

    /// How much was read.
    pub(crate) fn at(&self) -> usize {
        self.at
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
        if !reference {
            return unfold(number);
        }
        let number = if self.parts.is_empty() { number } else { self.resolve(number) };
        self.objects = self.objects.max(number as u32);
        number
    }

    /// The number of an object that a part names so: see `Numbering::write_in_part`.
    fn resolve(&mut self, name: Word) -> Word {
        let own = self.parts[self.part];
        match (name & 1, name >> 1) {
            (0, number) => number,
            (_, 0) => {
                let owner = self.number() as usize;
                Word::from(self.parts[owner]) + self.number()
            }
            (_, place) => Word::from(own) + place,
        }
    }
}
