//! Objects that are sets because somebody says so: the order of their elements is no part of a state.
//!
//! # What is a set
//! A field that is declared a set refers to an array, or to an object of whose fields exactly one refers
//! to an array (as in `java.util.ArrayList`). That array holds the elements, references or numbers.
//! Places with `null` or 0 keep what they have, because they may be free room: only the other elements
//! change places with each other. An object with no array or several, such as a list of linked nodes, is
//! written as it is.
//!
//! # What is written
//! The state is written as if the elements of every set stood in ascending order of their descriptions.
//! So the bytes are the exact canonical form of a state that differs from the one at hand in the order of
//! elements alone, and decoding gives that state. Equal bytes therefore mean states that are equal up
//! to the order of the sets' elements, *whatever the descriptions are*: those only decide how many
//! states that are equal up to order get the same bytes.
//!
//! # Descriptions
//! The description of an element is what can be reached from it, up to renaming: an object that was met
//! before the set is described by its number, any other by its contents, numbered from the element on.
//! Numbers are described by themselves. Sets inside elements are described without the order of *their*
//! elements. Two elements with the same description stay in the order that they have, so states in
//! which such elements share objects, or are met again behind the set, may get different bytes though
//! they are equal up to order. That costs time and nothing else.

use ir::{ArrayTypeId, Id as _, RefType};
use machine::{Definite, Machine, Reference, Word};

use super::{Encoder, Treatment};

/// A description has at most that many numbers. What follows does not count for the order.
const LONGEST: usize = 1024;

/// The array with the elements of an object that is declared a set, if it has one.
fn elements_of<D: Definite>(machine: &Machine<'_, '_, D>, object: Reference) -> Option<Reference> {
    if object == 0 {
        return None;
    }
    let heap = machine.heap();
    match heap.ty(object) {
        RefType::Array(_) => Some(object),
        RefType::Class(class) => {
            let references = &machine.image().layout(class).references;
            let mut arrays = references
                .iter()
                .zip(heap.contents(object))
                .filter(|(reference, _)| **reference)
                .map(|(_, &value)| D::reference(value))
                .filter(|&object| object != 0 && matches!(heap.ty(object), RefType::Array(_)));
            let first = arrays.next()?;
            arrays.next().is_none().then_some(first)
        }
        RefType::Any => unreachable!("objects have a class or an array type"),
    }
}

impl Encoder {
    /// Notes that the order of an object's elements does not matter.
    pub(super) fn declare_set<D: Definite>(&mut self, machine: &Machine<'_, '_, D>, object: Reference) {
        if let Some(array) = elements_of(machine, object)
            && !self.sets.contains(&array)
        {
            self.sets.push(array);
        }
    }

    /// The elements of an array in the order of their descriptions.
    pub(super) fn ordered_elements<D: Definite>(
        &mut self,
        machine: &Machine<'_, '_, D>,
        object: Reference,
        array: ArrayTypeId,
    ) -> Vec<D::Value> {
        let heap = machine.heap();
        let ty = machine.image().program().element_type(array);
        let mut elements: Vec<D::Value> =
            (0..heap.length(object)).map(|index| D::element(heap, object, ty, index)).collect();
        let places: Vec<usize> = (0..elements.len()).filter(|&place| elements[place] != D::of(0)).collect();
        let mut moved: Vec<D::Value> = places.iter().map(|&place| elements[place]).collect();
        if ty.is_ref() {
            moved.sort_by_cached_key(|&element| {
                let mut describer = Describer { encoder: self, machine, known: Vec::new(), room: LONGEST };
                let mut description = Vec::new();
                describer.describe(D::reference(element), &mut description);
                description
            });
        } else {
            moved.sort_by_key(|&element| described::<D>(element));
        }
        for (&place, element) in places.iter().zip(moved) {
            elements[place] = element;
        }
        elements
    }
}

/// How a value that is no reference is described: its word, or the same for all that are none.
fn described<D: Definite>(value: D::Value) -> Word {
    D::known(value).unwrap_or(Word::MAX)
}

/// Describes one element.
struct Describer<'a, 'i, 'p, D: Definite> {
    encoder: &'a mut Encoder,
    machine: &'a Machine<'i, 'p, D>,
    /// The objects that are numbered from the element on, in the order of their numbers.
    known: Vec<Reference>,
    /// How much longer the description may get.
    room: usize,
}

impl<D: Definite> Describer<'_, '_, '_, D> {
    fn write(&mut self, word: Word, to: &mut Vec<Word>) {
        if self.room > 0 {
            self.room -= 1;
            to.push(word);
        }
    }

    fn reference(&mut self, object: Reference, to: &mut Vec<Word>) {
        let word = match self.encoder.numbering.number_of(object) {
            Some(number) => Word::from(number) << 1,
            None => {
                let known = self.known.iter().position(|&other| other == object);
                let place = known.unwrap_or_else(|| {
                    self.known.push(object);
                    self.known.len() - 1
                });
                (place as Word) << 1 | 1
            }
        };
        self.write(word, to);
    }

    /// Describes an object and what can be reached from it that is not numbered yet.
    fn describe(&mut self, object: Reference, to: &mut Vec<Word>) {
        let mut next = self.known.len();
        let mut sets: Vec<Reference> = Vec::new();
        self.reference(object, to);
        while self.room > 0
            && let Some(&object) = self.known.get(next)
        {
            next += 1;
            let (image, heap) = (self.machine.image(), self.machine.heap());
            match heap.ty(object) {
                RefType::Class(class) => {
                    self.write((class.index() as Word) << 1, to);
                    let references = &image.layout(class).references;
                    for (slot, (&reference, &word)) in
                        references.iter().zip(heap.contents(object)).enumerate()
                    {
                        match self.encoder.treatments.of(self.machine, class).get(slot) {
                            Some(Treatment::Ignored) => continue,
                            Some(Treatment::Set) => {
                                sets.extend(elements_of(self.machine, D::reference(word)))
                            }
                            Some(Treatment::Counts) | None => {}
                        }
                        if reference {
                            self.reference(D::reference(word), to);
                        } else {
                            self.write(described::<D>(word), to);
                        }
                    }
                }
                RefType::Array(array) => {
                    let length = heap.length(object);
                    self.write((array.index() as Word) << 1 | 1, to);
                    self.write(length.into(), to);
                    let ty = image.program().element_type(array);
                    let elements = (0..length).map(|index| D::element(heap, object, ty, index));
                    if sets.contains(&object) {
                        self.inner_set(
                            ty.is_ref(),
                            elements.filter(|&element| element != D::of(0)).collect(),
                            to,
                        );
                        continue;
                    }
                    for element in elements {
                        if ty.is_ref() {
                            self.reference(D::reference(element), to);
                        } else {
                            self.write(described::<D>(element), to);
                        }
                    }
                }
                RefType::Any => unreachable!("objects have a class or an array type"),
            }
        }
    }

    /// Describes each element by itself, and writes the descriptions in ascending order.
    fn inner_set(&mut self, references: bool, elements: Vec<D::Value>, to: &mut Vec<Word>) {
        if !references {
            let mut elements: Vec<Word> = elements.into_iter().map(described::<D>).collect();
            elements.sort_unstable();
            elements.into_iter().for_each(|element| self.write(element, to));
            return;
        }
        let mut descriptions: Vec<Vec<Word>> = Vec::new();
        let room = self.room / elements.len().max(1);
        for element in elements {
            let known = self.known.len();
            let mut description = Vec::new();
            let rest = std::mem::replace(&mut self.room, room);
            self.describe(D::reference(element), &mut description);
            self.room = rest;
            self.known.truncate(known);
            descriptions.push(description);
        }
        descriptions.sort_unstable();
        for description in descriptions {
            self.write(description.len() as Word, to);
            description.into_iter().for_each(|word| self.write(word, to));
        }
    }
}
