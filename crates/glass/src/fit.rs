//! Whether a state is within the bounds of a space.
//!
//! States that are reached by operations need not be states of the space: there may be more objects than it has, longer
//! arrays, other numbers. A state fits if
//! - there are not more objects of a class than the space has, nor more of them on a path of the backbone than the
//!   height allows;
//! - every array has one of the lengths that the space has at that place;
//! - every number is one of those that the space has at that place; ghosts do not count.

use std::collections::HashSet;

use ir::RefType;
use machine::{Concrete, Machine, Reference, Word};

use crate::model::{Content, Model, Role};
use crate::space::{Item, Kind, Slot, Space};

/// What a slot may have.
#[derive(Clone, Debug)]
enum Allowed {
    /// Whatever it has.
    Anything,
    /// One of these words.
    Words(Vec<Word>),
    /// Objects that fit.
    Object,
    /// An array of one of these lengths, with such elements.
    Array(Vec<usize>, Box<Allowed>),
}

/// The bounds of a space. See the module's documentation.
pub(crate) struct Fit<'s> {
    model: &'s Model,
    /// What the fields of each class may have.
    allowed: Vec<Vec<Allowed>>,
    /// How many objects of each class there may be.
    counts: Vec<usize>,
    height: Option<usize>,
}

impl<'s> Fit<'s> {
    pub(crate) fn new(model: &'s Model, space: &Space) -> Self {
        let mut counts = vec![0; model.classes.len()];
        let mut samples = vec![None; model.classes.len()];
        for (object, entry) in space.objects.iter().enumerate() {
            if let Kind::Class(class, _) = entry.kind {
                counts[class] += 1;
                samples[class].get_or_insert(object);
            }
        }
        let allowed = model.classes.iter().zip(&samples).map(|(class, &sample)| {
            let fields = class.fields.iter().enumerate();
            fields
                .map(|(slot, field)| match (field.role, sample) {
                    (Role::Ghost | Role::Initial, _) | (_, None) => Allowed::Anything,
                    (Role::Plain | Role::Tree | Role::Sorted, Some(sample)) => {
                        allowed(space, space.objects[sample].slots[slot], &field.content)
                    }
                })
                .collect()
        });
        let allowed = allowed.collect();
        Fit { model, allowed, counts, height: space.height }
    }

    /// Whether what can be reached from an object fits. Fails, with words that follow "not supported:", if there
    /// are objects of other classes than the model has.
    pub(crate) fn fits(&self, machine: &Machine<'_, '_, Concrete>, root: Reference) -> Result<bool, String> {
        let heap = machine.heap();
        let program = machine.image().program();
        let mut counts = vec![0; self.counts.len()];
        let mut met = HashSet::from([root]);
        // Objects, with what their slots may have if they are arrays.
        let mut open: Vec<(Reference, Option<&Allowed>)> = vec![(root, None)];
        while let Some((object, element)) = open.pop() {
            let row: &[Allowed] = match heap.ty(object) {
                RefType::Class(class) => {
                    let Some(place) = self.model.classes.iter().position(|other| other.class == class) else {
                        let name = program.class_name(class);
                        return Err(format!("an object of class {name} in the structure"));
                    };
                    counts[place] += 1;
                    if counts[place] > self.counts[place] {
                        return Ok(false);
                    }
                    &self.allowed[place]
                }
                RefType::Array(_) | RefType::Any => &[],
            };
            for slot in 0..heap.length(object) {
                let (word, allowed) = match heap.ty(object) {
                    RefType::Array(array) => {
                        (heap.element(object, program.element_type(array), slot), element)
                    }
                    RefType::Class(_) | RefType::Any => (heap.get(object, slot), row.get(slot as usize)),
                };
                let child = word as Reference;
                match allowed {
                    Some(Allowed::Words(words)) if !words.contains(&word) => return Ok(false),
                    Some(Allowed::Words(_) | Allowed::Anything) | None => {}
                    Some(Allowed::Object | Allowed::Array(..)) if child == 0 => {}
                    Some(Allowed::Object) => {
                        if met.insert(child) {
                            open.push((child, None));
                        }
                    }
                    Some(Allowed::Array(lengths, element)) => {
                        if !lengths.contains(&(heap.length(child) as usize)) {
                            return Ok(false);
                        }
                        if met.insert(child) {
                            open.push((child, Some(element)));
                        }
                    }
                }
            }
        }
        Ok(self.is_low(machine, root))
    }

    /// Whether no path of the backbone, which is a tree, has too many objects of a class.
    fn is_low(&self, machine: &Machine<'_, '_, Concrete>, root: Reference) -> bool {
        let Some(height) = self.height else { return true };
        let heap = machine.heap();
        let mut on_path: Vec<usize> = vec![0; self.counts.len()];
        // An object is met a second time when everything below it is done.
        let mut open = vec![(root, false)];
        while let Some((object, done)) = open.pop() {
            match heap.ty(object) {
                RefType::Class(class) => {
                    let Some(place) = self.model.classes.iter().position(|other| other.class == class) else {
                        continue;
                    };
                    if done {
                        on_path[place] -= 1;
                        continue;
                    }
                    on_path[place] += 1;
                    if on_path[place] > height {
                        return false;
                    }
                    open.push((object, true));
                    for (slot, field) in self.model.classes[place].fields.iter().enumerate() {
                        let child = heap.get(object, slot as u32) as Reference;
                        if field.role == Role::Tree && child != 0 {
                            open.push((child, false));
                        }
                    }
                }
                RefType::Array(array) => {
                    if machine.image().program().element_type(array).is_ref() {
                        let children = heap.contents(object).iter().map(|&word| word as Reference);
                        open.extend(children.filter(|&child| child != 0).map(|child| (child, false)));
                    }
                }
                RefType::Any => {}
            }
        }
        true
    }
}

/// What a slot of the space allows.
fn allowed(space: &Space, slot: Slot, content: &Content) -> Allowed {
    let domain: Vec<Item> = match slot {
        Slot::Variable(variable) => space.variables[variable].domain.to_vec(),
        Slot::Fixed(item) => vec![item],
        Slot::Key(_) | Slot::Initial => return Allowed::Anything,
    };
    match content {
        Content::Truth | Content::Integer { .. } | Content::Words(_) => {
            let words = domain.iter().filter_map(|item| match *item {
                Item::Word(word) => Some(word),
                Item::Null | Item::Object(_) => None,
            });
            Allowed::Words(words.collect())
        }
        Content::Objects(_) => Allowed::Object,
        Content::Array { element, .. } => {
            let mut lengths = Vec::new();
            let mut inside = Allowed::Anything;
            for item in domain {
                if let Item::Object(array) = item
                    && let Kind::Array(_, length) = space.objects[array].kind
                {
                    lengths.push(length);
                    if let Some(&first) = space.objects[array].slots.first() {
                        inside = allowed(space, first, element);
                    }
                }
            }
            Allowed::Array(lengths, Box::new(inside))
        }
        Content::Unknown(_) => Allowed::Anything,
    }
}
