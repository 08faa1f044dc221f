//! Operations that need not be looked at path by path, because none of their paths can go wrong or change anything.
//!
//! The seed answers for all look-ups of a tree with a few transitions, because they leave the state as it is. That alone
//! is no argument: another path of the same operation may throw, or never end. [`ir::flow::is_quiet`] gives the argument. If an
//! operation is quiet, then on every state of the space it returns and has changed nothing, so the state afterwards
//! is the one before, which satisfies the invariant. One transition is checked like any other, and answers for all.
//!
//! What the argument is given holds in every state of a space, valid or not:
//! - tree fields descend: the variable of a tree field has `null` and places further down as values, nothing else, also in
//!   objects that are not in the tree; and whatever else is in memory, such as a sentinel that a static field has, has `null` there;
//! - the object that the operation is called on is not `null`, nor is a key in a box;
//! - a class is initialised if its state says so before any operation.
//!
//! An operation with a precondition or a postcondition is looked at path by path: those have executions of their own.

use ir::flow::{Given, is_quiet};
use ir::{ClassId, FieldId, FunctionId, RefType};
use machine::Reference;

use crate::model::{Model, Operation, Role};
use crate::runner::Runner;
use crate::space::{Item, Kind, Parameter, Slot, Space};
use crate::tracked::Value;

/// Whether all transitions of an operation are like any one of them.
pub(crate) fn is_settled(runner: &Runner<'_, '_, '_>, model: &Model, operation: usize) -> bool {
    let Operation { function, guard, ensures, .. } = &model.operations[operation];
    if guard.is_some() || ensures.is_some() {
        return false;
    }
    let parameters = runner.space.parameters[operation].iter().map(|parameter| match parameter {
        Parameter::Boxed(..) | Parameter::Fixed(Item::Object(_)) => true,
        Parameter::Variable(_) | Parameter::Fixed(Item::Null | Item::Word(_)) => false,
    });
    let objects: Vec<bool> = std::iter::once(true).chain(parameters).collect();
    let descending = descending(runner, model);
    let program = runner.machine.image().program();
    is_quiet(program, &Before { runner, descending }, *function, &objects)
}

/// The fields that lead down in every object of the space.
fn descending(runner: &Runner<'_, '_, '_>, model: &Model) -> Vec<FieldId> {
    let image = runner.machine.image();
    let mut fields = Vec::new();
    for (number, class) in model.classes.iter().enumerate() {
        let layout = image.layout(class.class);
        for (slot, (field, &id)) in class.fields.iter().zip(&layout.fields[..]).enumerate() {
            if field.role == Role::Tree && leads_down(runner.space, number, slot) {
                fields.push(id);
            }
        }
    }
    // The same field in objects of subclasses, and in objects that were there before.
    for (number, class) in model.classes.iter().enumerate() {
        let layout = image.layout(class.class);
        fields.retain(|field| {
            let slot = layout.fields.iter().position(|id| id == field);
            slot.is_none_or(|slot| leads_down(runner.space, number, slot))
        });
    }
    let heap = runner.machine.heap();
    for object in (1..=heap.len() as Reference).filter(|&object| runner.object(object).is_none()) {
        let RefType::Class(class) = heap.ty(object) else { continue };
        let layout = image.layout(class);
        fields.retain(|field| {
            let slot = layout.fields.iter().position(|id| id == field);
            let slot = slot.filter(|&slot| slot < heap.length(object) as usize);
            slot.is_none_or(|slot| heap.get(object, slot as u32).word == 0)
        });
    }
    fields
}

fn leads_down(space: &Space, class: usize, slot: usize) -> bool {
    let mut objects = space
        .objects
        .iter()
        .filter(|object| matches!(object.kind, Kind::Class(number, _) if number == class));
    objects.all(|object| match object.slots[slot] {
        Slot::Variable(variable) => space.variables[variable].is_backbone,
        Slot::Fixed(item) => item == Item::Null,
        Slot::Key(_) | Slot::Initial => false,
    })
}

/// What is so before any operation.
struct Before<'r, 'i, 'p, 's> {
    runner: &'r Runner<'i, 'p, 's>,
    descending: Vec<FieldId>,
}

impl Given for Before<'_, '_, '_, '_> {
    fn descends(&self, field: FieldId) -> bool {
        self.descending.contains(&field)
    }

    fn runs_body(&self, function: FunctionId) -> bool {
        self.runner.machine.image().runs_body(function)
    }

    fn is_initialised(&self, class: ClassId) -> bool {
        let machine = &self.runner.machine;
        let Some(declared) = machine.image().program().classes.get(class) else { return false };
        declared.initialiser.is_none_or(|initialiser| {
            let state = machine.heap().global(ir::Id::index(initialiser.state));
            state.is_some_and(|Value { word, .. }| word == 1)
        })
    }
}
