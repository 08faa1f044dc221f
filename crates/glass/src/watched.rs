//! The watched domain: the concrete one, but an execution stops before it first reads a variable of the search space.
//!
//! A value is its word, so an execution does what it does in the concrete domain. Whoever drives it notes the variable,
//! remembers the moment, says that the variable is read now ([`Watched::settle`]), and lets the execution go on; to try
//! another value it goes back to the moment. So the variables that were settled are exactly those that the execution
//! has looked at so far, in that order: reads of fields and elements come through here, and the model of a
//! native method may look at anything in its arguments, so all of that is read before it answers, unless it
//! is known to ask only which object it is.

use std::convert::Infallible;

use ir::{BinaryOp, CompareOp, OrderOp, UnaryOp};
use machine::word::{Number, Order};
use machine::{Concrete, Domain, Element, Heap, Reference, Word};

/// No variable.
const NONE: u32 = u32::MAX;

/// The domain. See the module's documentation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watched {
    /// The first object of the space; the others follow.
    first: Reference,
    /// Where the slots of each object begin in `waiting`.
    starts: Vec<u32>,
    /// The variable of each slot, if it has one that was not read.
    waiting: Vec<u32>,
    /// The place of each variable in `waiting`; none for parameters.
    places: Vec<u32>,
}

impl Watched {
    /// Watches the objects from `first` on: for each its slots with their variables.
    pub(crate) fn new(first: Reference, objects: &[Vec<Option<usize>>], variables: usize) -> Self {
        let mut watched = Watched {
            first,
            starts: Vec::with_capacity(objects.len()),
            waiting: Vec::new(),
            places: vec![NONE; variables],
        };
        for slots in objects {
            watched.starts.push(watched.waiting.len() as u32);
            for slot in slots {
                if let Some(variable) = *slot {
                    watched.places[variable] = watched.waiting.len() as u32;
                }
                watched.waiting.push(slot.map_or(NONE, |variable| variable as u32));
            }
        }
        watched
    }

    /// Whether a variable of an object was read.
    pub(crate) fn is_read(&self, variable: usize) -> bool {
        let place = self.places[variable];
        place != NONE && self.waiting[place as usize] == NONE
    }

    /// Says that a variable is read.
    pub(crate) fn settle(&mut self, variable: usize) {
        self.waiting[self.places[variable] as usize] = NONE;
    }

    /// Says that a variable was not read.
    pub(crate) fn unsettle(&mut self, variable: usize) {
        self.waiting[self.places[variable] as usize] = variable as u32;
    }

    /// Stops if the slot has a variable that was not read.
    #[inline(always)]
    pub(crate) fn look(&self, object: Reference, slot: u32) -> Result<(), u32> {
        let index = object.wrapping_sub(self.first) as usize;
        match self.starts.get(index) {
            Some(&start) => match self.waiting[start as usize + slot as usize] {
                NONE => Ok(()),
                variable => Err(variable),
            },
            None => Ok(()),
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

impl Domain for Watched {
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

    fn native(&mut self, arguments: &[Word], looks_inside: impl Fn(usize) -> bool) -> Result<(), u32> {
        for (index, &argument) in arguments.iter().enumerate() {
            let object = (argument as Reference).wrapping_sub(self.first) as usize;
            let Some(&start) = self.starts.get(object) else { continue };
            let end = self.starts.get(object + 1).map_or(self.waiting.len(), |&next| next as usize);
            let slots = &self.waiting[start as usize..end];
            if let Some(&variable) = slots.iter().find(|&&variable| variable != NONE)
                && looks_inside(index)
            {
                return Err(variable);
            }
        }
        Ok(())
    }
}
