//! The concrete domain, but an execution stops before it first reads a variable of somebody's search space.
//!
//! A value is its word, so an execution does what it does in the concrete domain. Whoever drives it notes the variable, gives it
//! a value, says that it is read now ([`Unread::settle`]), and lets the execution go on. So the variables that were settled are exactly
//! those that the execution has looked at so far, in that order: reads of fields and elements come through here, and the model of a
//! native method may look at anything in its arguments, so all of that is read before it answers, unless it
//! is known to ask only which object it is.
//!
//! # What an execution writes
//! A variable that is written before it is read is not waited for any more: what lies there is what was written, whatever
//! the variable's value is, so reading it says nothing about that. It is not settled either: nobody has looked at it.
//! What was settled and written is noted in the order in which it happened, so that whoever lets an execution go on from an
//! earlier moment can go back to what was waited for then ([`Unread::back`]).

use std::convert::Infallible;

use ir::{BinaryOp, CompareOp, OrderOp, UnaryOp};

use crate::code::Element;
use crate::domain::{Concrete, Definite, Domain};
use crate::heap::{Heap, Reference};
use crate::word::{Number, Order, Word};

/// No variable, or one that was read.
const NONE: u32 = u32::MAX;

/// A variable that was written before anybody read it. No variable has such a number or a greater one.
const WRITTEN: u32 = NONE - 1;

/// How much an execution has settled and written: a moment to go back to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Looked(usize);

/// The domain. See the module's documentation.
#[derive(Clone, Debug, Default)]
pub struct Unread {
    /// The first object of the space; the others follow.
    first: Reference,
    /// Where the slots of each object begin in `waiting`.
    starts: Vec<u32>,
    /// The variable of each slot, if it has one that was not read.
    waiting: Vec<u32>,
    /// The place of each variable in `waiting`; none for parameters.
    places: Vec<u32>,
    /// The places in `waiting` that were changed, with what was there.
    changes: Vec<(u32, u32)>,
}

impl Unread {
    /// Watches the objects from `first` on: for each its slots with their variables.
    pub fn new(first: Reference, objects: &[Vec<Option<usize>>], variables: usize) -> Self {
        let mut unread = Unread {
            first,
            starts: Vec::with_capacity(objects.len()),
            waiting: Vec::new(),
            places: vec![NONE; variables],
            changes: Vec::new(),
        };
        for slots in objects {
            unread.starts.push(unread.waiting.len() as u32);
            for slot in slots {
                if let Some(variable) = *slot {
                    unread.places[variable] = unread.waiting.len() as u32;
                }
                unread.waiting.push(slot.map_or(NONE, |variable| variable as u32));
            }
        }
        unread
    }

    /// Whether a variable of an object was read.
    pub fn is_read(&self, variable: usize) -> bool {
        let place = self.places[variable];
        place != NONE && self.waiting[place as usize] == NONE
    }

    /// Says that a variable is read.
    pub fn settle(&mut self, variable: usize) {
        self.change(self.places[variable], NONE);
    }

    fn change(&mut self, place: u32, to: u32) {
        let before = std::mem::replace(&mut self.waiting[place as usize], to);
        self.changes.push((place, before));
    }

    /// This moment.
    pub fn moment(&self) -> Looked {
        Looked(self.changes.len())
    }

    /// Goes back to a moment: what was settled or written since is waited for again.
    pub fn back(&mut self, moment: Looked) {
        for (place, before) in self.changes.drain(moment.0..).rev() {
            self.waiting[place as usize] = before;
        }
    }

    /// Says that what was written since a moment is not there any more: whoever reads it waits again. One can still go
    /// back to moments since.
    pub fn unwrite(&mut self, since: Looked) {
        for change in since.0..self.changes.len() {
            let (place, before) = self.changes[change];
            if self.waiting[place as usize] == WRITTEN {
                self.change(place, before);
            }
        }
    }

    /// Says that no variable was read or written: all are waited for as in a domain that was just made.
    pub fn forget(&mut self) {
        self.back(Looked::default());
    }

    /// Stops if the slot has a variable that was not read.
    #[inline(always)]
    pub fn look(&self, object: Reference, slot: u32) -> Result<(), u32> {
        let index = object.wrapping_sub(self.first) as usize;
        match self.starts.get(index) {
            Some(&start) => match self.waiting[start as usize + slot as usize] {
                NONE | WRITTEN => Ok(()),
                variable => Err(variable),
            },
            None => Ok(()),
        }
    }

    /// Notes that a slot is written.
    #[inline(always)]
    fn note(&mut self, object: Reference, slot: u32) {
        let index = object.wrapping_sub(self.first) as usize;
        if let Some(&start) = self.starts.get(index)
            && self.waiting[start as usize + slot as usize] < WRITTEN
        {
            self.change(start + slot, WRITTEN);
        }
    }
}

/// The concrete domain never forks.
fn certain<T>(result: Result<T, Infallible>) -> T {
    match result {
        Ok(value) => value,
        Err(never) => match never {},
    }
}

impl Domain for Unread {
    type Value = Word;
    type Fork = u32;
    const PACKED: bool = true;

    #[inline(always)]
    fn constant(&mut self, word: Word) -> Word {
        word
    }

    #[inline(always)]
    fn word(&mut self, value: Word) -> Result<Word, u32> {
        Ok(value)
    }

    #[inline(always)]
    fn words(&self, value: Word, mut visit: impl FnMut(Word)) {
        visit(value);
    }

    #[inline(always)]
    fn test(&mut self, value: Word) -> Result<bool, u32> {
        Ok(value != 0)
    }

    #[inline(always)]
    fn unary(&mut self, op: UnaryOp, number: Number, a: Word) -> Result<Word, u32> {
        let Ok(result) = Concrete.unary(op, number, a);
        Ok(result)
    }

    #[inline(always)]
    fn binary(&mut self, op: BinaryOp, number: Number, a: Word, b: Word) -> Result<Word, u32> {
        let Ok(result) = Concrete.binary(op, number, a, b);
        Ok(result)
    }

    #[inline(always)]
    fn compare(&mut self, op: CompareOp, order: Order, a: Word, b: Word) -> Result<Word, u32> {
        let Ok(result) = Concrete.compare(op, order, a, b);
        Ok(result)
    }

    #[inline(always)]
    fn three_way(&mut self, op: OrderOp, order: Order, a: Word, b: Word) -> Result<Word, u32> {
        let Ok(result) = Concrete.three_way(op, order, a, b);
        Ok(result)
    }

    #[inline(always)]
    fn convert(&mut self, from: Number, to: Number, a: Word) -> Result<Word, u32> {
        let Ok(result) = Concrete.convert(from, to, a);
        Ok(result)
    }

    #[inline(always)]
    fn load(&mut self, heap: &Heap<Word>, object: Word, slot: u32) -> Result<Word, u32> {
        self.look(object as Reference, slot)?;
        Ok(certain(Concrete.load(heap, object, slot)))
    }

    #[inline(always)]
    fn load_element(
        &mut self,
        heap: &Heap<Word>,
        element: Element,
        array: Word,
        index: Word,
    ) -> Result<Word, u32> {
        self.look(array as Reference, index as u32)?;
        Ok(certain(Concrete.load_element(heap, element, array, index)))
    }

    #[inline(always)]
    fn store(&mut self, heap: &mut Heap<Word>, object: Word, slot: u32, value: Word) -> Result<(), u32> {
        self.note(object as Reference, slot);
        certain(Concrete.store(heap, object, slot, value));
        Ok(())
    }

    #[inline(always)]
    fn store_element(
        &mut self,
        heap: &mut Heap<Word>,
        element: Element,
        array: Word,
        index: Word,
        value: Word,
    ) -> Result<(), u32> {
        self.note(array as Reference, index as u32);
        certain(Concrete.store_element(heap, element, array, index, value));
        Ok(())
    }

    fn native(&mut self, arguments: &[Word], looks_inside: impl Fn(usize) -> bool) -> Result<(), u32> {
        for (index, &argument) in arguments.iter().enumerate() {
            let object = (argument as Reference).wrapping_sub(self.first) as usize;
            let Some(&start) = self.starts.get(object) else { continue };
            let end = self.starts.get(object + 1).map_or(self.waiting.len(), |&next| next as usize);
            let slots = &self.waiting[start as usize..end];
            if let Some(&variable) = slots.iter().find(|&&variable| variable < WRITTEN)
                && looks_inside(index)
            {
                return Err(variable);
            }
        }
        Ok(())
    }
}

impl Definite for Unread {
    #[inline(always)]
    fn reference(value: Word) -> Reference {
        value as Reference
    }

    #[inline(always)]
    fn of(word: Word) -> Word {
        word
    }

    #[inline(always)]
    fn known(value: Word) -> Option<Word> {
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use ir::{ClassId, Id as _};

    use super::*;

    /// What was read or written is not waited for, and all is waited for again when one goes back.
    #[test]
    fn reads_and_writes() {
        let mut heap: Heap<Word> = Heap::new();
        let object = heap.new_object(ClassId::new(0), 3, 0).expect("there is room");
        let mut domain = Unread::new(object, &[vec![Some(0), None, Some(1)]], 2);
        let object = Word::from(object);
        let looks = |domain: &Unread| [0, 1, 2].map(|slot| domain.look(object as Reference, slot));
        assert_eq!(looks(&domain), [Err(0), Ok(()), Err(1)]);
        domain.settle(0);
        let settled = domain.moment();
        assert_eq!(looks(&domain), [Ok(()), Ok(()), Err(1)]);
        assert_eq!(domain.native(&[object], |_| true), Err(1));
        assert_eq!(domain.native(&[object], |_| false), Ok(()));
        assert_eq!(domain.store(&mut heap, object, 2, 7), Ok(()));
        assert_eq!(domain.load(&heap, object, 2), Ok(7));
        assert_eq!(domain.native(&[object], |_| true), Ok(()));
        assert_eq!([0, 1].map(|variable| domain.is_read(variable)), [true, false], "written is not read");
        let written = domain.moment();
        domain.unwrite(settled);
        assert_eq!(looks(&domain), [Ok(()), Ok(()), Err(1)], "what was read stays read");
        domain.settle(1);
        assert!(domain.is_read(1));
        domain.back(written);
        assert_eq!(looks(&domain), [Ok(()), Ok(()), Ok(())]);
        assert!(!domain.is_read(1));
        domain.back(settled);
        assert_eq!(looks(&domain), [Ok(()), Ok(()), Err(1)]);
        domain.store(&mut heap, object, 0, 5).expect("a write stops nothing");
        assert!(domain.is_read(0), "what was read before it was written was read");
        domain.forget();
        assert_eq!(looks(&domain), [Err(0), Ok(()), Err(1)]);
    }
}
