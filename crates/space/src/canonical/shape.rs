//! The shape of a state: its structure without its values.
//!
//! Two states have the same shape if the objects that can be reached from their roots correspond to each
//! other such that corresponding objects have the same class (arrays: the same type and length) and
//! refer to corresponding objects, or both to `null`, or both to the same frozen object. Numbers do not
//! count, in fields, in arrays or in globals, and neither do monitors, identity hash codes or the clock.
//!
//! Some objects are values as numbers are: those of certain classes (boxed numbers, texts, constants of
//! enums) and the arguments that somebody passes. A reference to a value only says that it is one, and of
//! which class: not which one, not what is in it, and not whether another reference is the same. So all
//! stacks of three integers have the same shape, boxed or not.
//!
//! The elements of sets stand in the order of their descriptions (see the module `sets`), in which values
//! do count: shapes of sets may differ though they are equal up to order.

use ir::{ClassId, GlobalId, Id as _, RefType};
use machine::{Concrete, Machine, Reference, Word};

use super::{Encoder, Treatment};
use crate::form;

/// Writes shapes. It is kept between states because it owns tables that are worth keeping.
#[derive(Debug, Default)]
pub struct Shapes {
    encoder: Encoder,
    /// Objects of these classes are values.
    classes: Vec<ClassId>,
    /// These objects are values, too; ascending.
    objects: Vec<Reference>,
    /// For each class that was met, whether its objects are values.
    of_values: Vec<Option<bool>>,
}

impl Shapes {
    /// Shapes of the states that an encoder writes, where objects of some classes, and some more, are
    /// values.
    pub fn new(encoder: Encoder, classes: Vec<ClassId>, mut objects: Vec<Reference>) -> Self {
        objects.sort_unstable();
        Shapes { encoder, classes, objects, of_values: Vec::new() }
    }

    /// The shape of what can be reached from these objects: bytes that are equal for equal shapes, and
    /// only for those.
    pub fn of(&mut self, machine: &Machine<'_, '_, Concrete>, roots: &[Reference]) -> &[u8] {
        let (program, heap) = (machine.image().program(), machine.heap());
        self.encoder.begin(machine);
        for &root in roots {
            self.reference(machine, root.into());
        }
        for (global, word, initial) in heap.touched_globals() {
            if word != initial && program.globals[GlobalId::new(global)].ty.is_ref() {
                self.encoder.number(global as Word + 1);
                self.reference(machine, word);
            }
        }
        self.encoder.number(0);
        for (at, word, _) in heap.changed_slots().filter(|&(_, _, reference)| reference) {
            self.encoder.number(at as Word + 1);
            self.reference(machine, word);
        }
        self.encoder.number(0);
        self.objects(machine);
        &self.encoder.bytes
    }

    fn objects(&mut self, machine: &Machine<'_, '_, Concrete>) {
        let (image, heap) = (machine.image(), machine.heap());
        let mut next = 0;
        while let Some(&object) = self.encoder.numbering.met().get(next) {
            next += 1;
            match heap.ty(object) {
                RefType::Class(class) => {
                    self.encoder.number(form::class_tag(class));
                    let references = &image.layout(class).references;
                    for (slot, &word) in heap.contents(object).iter().enumerate() {
                        if !references[slot] {
                            continue;
                        }
                        match self.encoder.treatments.of(machine, class).get(slot) {
                            Some(Treatment::Ignored) => {}
                            Some(Treatment::Set) => {
                                self.reference(machine, word);
                                self.encoder.declare_set(machine, word as Reference);
                            }
                            Some(Treatment::Counts) | None => self.reference(machine, word),
                        }
                    }
                }
                RefType::Array(array) => {
                    self.encoder.number(form::array_tag(array));
                    self.encoder.number(heap.length(object).into());
                    if !image.program().element_type(array).is_ref() {
                        continue;
                    }
                    if self.encoder.sets.contains(&object) {
                        for element in self.encoder.ordered_elements(machine, object, array) {
                            self.reference(machine, element);
                        }
                    } else {
                        for &element in heap.contents(object) {
                            self.reference(machine, element);
                        }
                    }
                }
                RefType::Any => unreachable!("objects have a class or an array type"),
            }
        }
    }

    /// Writes a reference: to an object by its number, to a value by its type.
    fn reference(&mut self, machine: &Machine<'_, '_, Concrete>, word: Word) {
        let object = word as Reference;
        let written = match self.value_type(machine, object) {
            Some(ty) => ty << 1 | 1,
            None => Word::from(self.encoder.numbering.meet(object)) << 1,
        };
        self.encoder.number(written);
    }

    /// The type of an object that is a value, as a number.
    fn value_type(&mut self, machine: &Machine<'_, '_, Concrete>, object: Reference) -> Option<Word> {
        if object == 0 {
            return None;
        }
        match machine.heap().ty(object) {
            RefType::Class(class) => {
                let index = class.index();
                if self.of_values.len() <= index {
                    self.of_values.resize(index + 1, None);
                }
                let classes = &self.classes;
                let of_values = *self.of_values[index].get_or_insert_with(|| {
                    let ty = RefType::Class(class);
                    classes.iter().any(|&other| machine.image().is_object_of(ty, other))
                });
                let is_value = of_values || self.objects.binary_search(&object).is_ok();
                is_value.then_some((index as Word) << 1)
            }
            RefType::Array(array) => {
                self.objects.binary_search(&object).is_ok().then_some((array.index() as Word) << 1 | 1)
            }
            RefType::Any => unreachable!("objects have a class or an array type"),
        }
    }
}
