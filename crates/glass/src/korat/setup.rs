//! What the search knows of a space before it begins: its objects in a machine, and what is done at each of them.

use std::rc::Rc;

use ir::{FunctionId, RefType, Type};
use machine::{Image, Machine, Reference, Unread, Word};

use crate::model::{Content, Model, Role};
use crate::space::{Item, Kind, Owner, Slot, Space};

/// What is done at an object of the backbone, in this order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Action {
    /// Goes to what a slot refers to.
    Child(u32),
    /// Compares the key in a slot with the one before.
    Key(u32),
    /// Asks the local invariant.
    Local(FunctionId),
}

/// What is known of the ghosts of a class.
pub(super) struct Ghosts {
    pub(super) slots: Vec<u32>,
    /// The words that each can have.
    pub(super) words: Vec<Vec<Word>>,
}

/// Where the word of a variable lies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) reference: Reference,
    pub(super) slot: u32,
    /// The type of the element, if the object is an array.
    pub(super) element: Option<Type>,
}

pub(super) fn word(references: &[Reference], item: Item) -> Word {
    match item {
        Item::Null => 0,
        Item::Object(object) => Word::from(references[object]),
        Item::Word(word) => word,
    }
}

/// The variable that the search tries values of in a slot.
pub(super) fn variable(space: &Space, slot: Slot) -> Option<usize> {
    match slot {
        Slot::Variable(variable) => {
            let known = &space.variables[variable];
            let is_tried = space.owner(variable).is_some() && known.role != Role::Ghost;
            (is_tried && known.domain.len() > 1).then_some(variable)
        }
        Slot::Fixed(_) | Slot::Key(_) | Slot::Initial => None,
    }
}

/// Makes the objects of the space, with the first value in every variable.
pub(super) fn lay(
    machine: &mut Machine<'_, '_, Unread>,
    space: &Space,
    first: &[Word],
) -> Result<Vec<Reference>, String> {
    let program = machine.image().program();
    let mut references = Vec::new();
    for object in &space.objects {
        let heap = machine.heap_mut();
        let made = match object.kind {
            Kind::Class(_, class) => heap.new_object(class, object.slots.len(), 0),
            Kind::Array(ty, length) => heap.new_packed_array(ty, program.element_type(ty), length as u32, 0),
        };
        let no_room = |_| "a search space for whose objects there is no room".to_string();
        references.push(made.map_err(no_room)?);
    }
    for (object, entry) in space.objects.iter().enumerate() {
        for (slot, filled) in entry.slots.iter().enumerate() {
            let word = match *filled {
                Slot::Variable(variable) => word(&references, space.variables[variable].domain[0]),
                Slot::Fixed(item) => word(&references, item),
                Slot::Key(key) => key as Word,
                Slot::Initial if object == 0 => first[slot],
                Slot::Initial => 0,
            };
            match machine.heap().ty(references[object]) {
                RefType::Array(ty) => {
                    let ty = program.element_type(ty);
                    machine.heap_mut().set_element(references[object], ty, slot as u32, word);
                }
                RefType::Class(_) | RefType::Any => {
                    machine.heap_mut().set(references[object], slot as u32, word);
                }
            }
        }
    }
    Ok(references)
}

/// What is done at each object: as in [`crate::concrete`], the children that come before the key, the key, the other
/// children; then the local invariant.
pub(super) fn actions(model: &Model, space: &Space) -> Vec<Rc<[Action]>> {
    fn leads_to_objects(content: &Content) -> bool {
        match content {
            Content::Objects(_) => true,
            Content::Array { element, .. } => leads_to_objects(element),
            Content::Truth | Content::Integer { .. } | Content::Words(_) | Content::Unknown(_) => false,
        }
    }
    let mut elements: Vec<bool> = vec![false; space.objects.len()];
    let mut all: Vec<Rc<[Action]>> = Vec::new();
    // An array comes after the object whose field refers to it.
    for (object, entry) in space.objects.iter().enumerate() {
        let mut actions = Vec::new();
        let mut arrays = Vec::new();
        match entry.kind {
            Kind::Class(class, _) => {
                let described = &model.classes[class];
                let tree: Vec<u32> = (0..described.fields.len() as u32)
                    .filter(|&slot| {
                        let field = &described.fields[slot as usize];
                        field.role == Role::Tree && leads_to_objects(&field.content)
                    })
                    .collect();
                let key = described.fields.iter().position(|field| field.role == Role::Sorted);
                let before = match (key, tree.len()) {
                    (Some(_), 2) => 1,
                    (Some(_), _) => 0,
                    (None, _) => tree.len(),
                };
                actions.extend(tree[..before].iter().map(|&slot| Action::Child(slot)));
                actions.extend(key.map(|slot| Action::Key(slot as u32)));
                actions.extend(tree[before..].iter().map(|&slot| Action::Child(slot)));
                actions.extend(described.local.map(Action::Local));
                arrays.extend(tree);
            }
            Kind::Array(_, length) if elements[object] => {
                actions.extend((0..length as u32).map(Action::Child));
                arrays.extend(0..length as u32);
            }
            Kind::Array(..) => {}
        }
        for slot in arrays {
            if let Slot::Variable(variable) = entry.slots[slot as usize] {
                for child in space.children(variable) {
                    elements[child] = matches!(space.objects[child].kind, Kind::Array(..));
                }
            }
        }
        all.push(actions.into());
    }
    all
}

/// The ghosts of a class, with the words that they can have.
pub(super) fn ghosts(model: &Model, space: &Space, class: usize, word: impl Fn(Item) -> Word) -> Ghosts {
    let fields = &model.classes[class].fields;
    let slots: Vec<u32> =
        (0..fields.len() as u32).filter(|&slot| fields[slot as usize].role == Role::Ghost).collect();
    let is_sample = |kind: Kind| match kind {
        Kind::Class(other, _) => other == class,
        Kind::Array(..) => false,
    };
    let sample = space.objects.iter().find(|object| is_sample(object.kind));
    let words = slots.iter().map(|&slot| match sample.map(|sample| sample.slots[slot as usize]) {
        Some(Slot::Variable(variable)) => {
            let domain = &space.variables[variable].domain;
            crate::local::with_more(&domain.iter().map(|&item| word(item)).collect::<Vec<Word>>())
        }
        Some(Slot::Fixed(_) | Slot::Key(_) | Slot::Initial) | None => vec![0],
    });
    Ghosts { words: words.collect(), slots }
}

/// Where the words of each variable lie; those of parameters lie nowhere.
pub(super) fn places(image: &Image<'_>, space: &Space, references: &[Reference]) -> Vec<Place> {
    let place = |owner: Owner| match owner {
        Owner::Slot(object, slot) => {
            let element = match space.objects[object].kind {
                Kind::Class(..) => None,
                Kind::Array(ty, _) => Some(image.program().element_type(ty)),
            };
            Place { reference: references[object], slot, element }
        }
        Owner::Parameter(..) | Owner::Element(_) => Place { reference: 0, slot: 0, element: None },
    };
    space.variables.iter().map(|variable| place(variable.owner)).collect()
}
