//! How long arrays are, where nobody says so.
//!
//! The arrays of a structure of size *n* have the length *n*, if the invariant allows that. There are others: a node of
//! a B-tree has arrays of fixed lengths, which differ from field to field. So [`impossible`] asks the invariant: it makes the
//! set of all valid structures of one level, in which all arrays have the length *n*, and looks which arrays are in none of
//! them. [`seen`] says which lengths such arrays have instead: those that operations on a new object make.
//!
//! Nothing here is about soundness. What is found out becomes part of the bounds, and the scope of a verdict says it. What a
//! budget interrupts has found out nothing; the check behind it stops for the same reason before it does anything.

use std::collections::BTreeSet;

use ir::RefType;
use logic::bdd::{Interrupted, Set, interruptible};
use machine::{Bug, Concrete, Limits, Machine, Reference, Stop, Word};

use crate::ground::Ground;
use crate::initial::Initial;
use crate::model::{Bounds, Content, Model, Role};
use crate::runner::Runner;
use crate::sets::Sets;
use crate::space::{Item, Kind, Owner, Space};

/// How often every operation is called.
const ROUNDS: usize = 8;

/// How many operations one call may take.
const MOST_CALL_STEPS: u64 = 200_000;

/// How much work it is to find out what is impossible, before nobody wants to know any more.
const MOST_WORK: u64 = 20_000_000;

/// The arrays of a field that are this many arrays deep; the field's own array has the depth 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ArrayPlace {
    /// The class, by its place in the model.
    pub class: usize,
    /// The slot of the field.
    pub field: usize,
    /// The depth.
    pub depth: usize,
}

/// The lengths that arrays have in objects that operations on a new object make, in a fixed sequence of calls.
pub fn seen(ground: &Ground<'_>, model: &Model, limits: Limits) -> BTreeSet<(ArrayPlace, usize)> {
    let mut seen = BTreeSet::new();
    let mut machine = Machine::new(&ground.image, Concrete, limits);
    let made = machine.lay(&ground.base, &[(model.factory, Vec::new())]);
    let root = made.and_then(|values| values.first().copied()).filter(|&value| value != 0);
    let Some(root) = root else { return seen };
    machine.mark();
    look(&machine, model, root as Reference, &mut seen);
    for round in 0..ROUNDS {
        for operation in &model.operations {
            let mut arguments = vec![root];
            for parameter in &operation.parameters {
                match argument(&mut machine, model, &parameter.content, round) {
                    Some(argument) => arguments.push(argument),
                    None => return seen,
                }
            }
            if operation.guard.is_some_and(|guard| !may(&mut machine, guard, &arguments)) {
                continue;
            }
            if machine.call(operation.function, &arguments).is_err() {
                continue;
            }
            match machine.run(&mut MOST_CALL_STEPS.clone()) {
                Stop::Returned(_) | Stop::Violation(Bug::Exception(_) | Bug::Failure(_)) => {}
                Stop::Violation(Bug::Assertion | Bug::Trap(_))
                | Stop::Dropped
                | Stop::Unsupported(_)
                | Stop::Exhausted(_)
                | Stop::Choice(_)
                | Stop::Exited(_)
                | Stop::Paused => return seen,
                Stop::Fork(never) => match never {},
            }
            look(&machine, model, root as Reference, &mut seen);
        }
    }
    seen
}

/// Whether an operation may be called.
fn may(machine: &mut Machine<'_, '_, Concrete>, guard: ir::FunctionId, arguments: &[Word]) -> bool {
    let called = machine.call(guard, arguments).is_ok();
    called && matches!(machine.run(&mut MOST_CALL_STEPS.clone()), Stop::Returned(Some(word)) if word != 0)
}

/// A value for a parameter, another one in each round.
fn argument(
    machine: &mut Machine<'_, '_, Concrete>,
    model: &Model,
    content: &Content,
    round: usize,
) -> Option<Word> {
    match content {
        Content::Truth => Some((round % 2) as Word),
        Content::Integer { least, greatest } => {
            Some((round as i64).clamp((*least).max(0), *greatest) as Word)
        }
        Content::Words(words) => words.get(round % words.len().max(1)).map(|(word, _)| *word),
        Content::Objects(classes) => {
            let class = &model.classes[*classes.first()?];
            let heap = machine.heap_mut();
            let made = heap.new_object(class.class, class.fields.len(), 0).ok()?;
            if class.is_box {
                heap.set(made, 0, round as Word);
            }
            Some(made.into())
        }
        Content::Array { ty, element } => {
            // Short ones are the likeliest to mean something: what is empty comes most often.
            let length = if round.is_multiple_of(2) { 0 } else { round / 4 + 1 };
            let program = machine.image().program();
            let words: Option<Vec<Word>> =
                (0..length).map(|index| argument(machine, model, element, index)).collect();
            let of_element = program.element_type(*ty);
            let made = machine.heap_mut().new_packed_array(*ty, of_element, length as u32, 0).ok()?;
            for (index, word) in words?.into_iter().enumerate() {
                machine.heap_mut().set_element(made, of_element, index as u32, word);
            }
            Some(made.into())
        }
        Content::Unknown(_) => Some(0),
    }
}

/// Notes the lengths of arrays in everything that can be reached.
fn look(
    machine: &Machine<'_, '_, Concrete>,
    model: &Model,
    root: Reference,
    seen: &mut BTreeSet<(ArrayPlace, usize)>,
) {
    let heap = machine.heap();
    let mut met = BTreeSet::from([root]);
    let mut open: Vec<(Reference, Option<(ArrayPlace, &Content)>)> = vec![(root, None)];
    while let Some((object, array)) = open.pop() {
        match (heap.ty(object), array) {
            (RefType::Class(class), _) => {
                let Some(place) = model.classes.iter().position(|other| other.class == class) else {
                    continue;
                };
                for (slot, field) in model.classes[place].fields.iter().enumerate() {
                    let child = heap.get(object, slot as u32) as Reference;
                    let array = match &field.content {
                        Content::Objects(_) => None,
                        Content::Array { element, .. } => {
                            Some((ArrayPlace { class: place, field: slot, depth: 0 }, &**element))
                        }
                        Content::Truth
                        | Content::Integer { .. }
                        | Content::Words(_)
                        | Content::Unknown(_) => continue,
                    };
                    if field.role != Role::Initial && child != 0 && met.insert(child) {
                        open.push((child, array));
                    }
                }
            }
            (RefType::Array(_), Some((place, element))) => {
                seen.insert((place, heap.length(object) as usize));
                let array = match element {
                    Content::Objects(_) => None,
                    Content::Array { element, .. } => {
                        Some((ArrayPlace { depth: place.depth + 1, ..place }, &**element))
                    }
                    Content::Truth | Content::Integer { .. } | Content::Words(_) | Content::Unknown(_) => {
                        continue;
                    }
                };
                for &word in heap.contents(object) {
                    let child = word as Reference;
                    if child != 0 && met.insert(child) {
                        open.push((child, array));
                    }
                }
            }
            (RefType::Array(_) | RefType::Any, _) => {}
        }
    }
}

/// The places whose arrays are in no valid structure of one level within the bounds. None of them if that is too much
/// work to find out, or cannot be, or if the budget is spent meanwhile.
pub fn impossible(
    ground: &Ground<'_>,
    model: &Model,
    bounds: &Bounds,
    limits: Limits,
    mut watch: check::Watch,
) -> BTreeSet<ArrayPlace> {
    let low = Bounds { height: 1, ..bounds.clone() };
    // What can be done with structures does not matter here.
    let model = Model { operations: Vec::new(), ..model.clone() };
    let arrays = |space: &Space| (0..space.objects.len()).filter_map(|object| place(space, object)).collect();
    let Ok(space) = Space::new(&model, &low) else { return BTreeSet::new() };
    let all: BTreeSet<ArrayPlace> = arrays(&space);
    if all.is_empty() {
        return all;
    }
    let Ok(mut runner) = Runner::new(&ground.image, &ground.base, &model, &space, limits) else {
        return BTreeSet::new();
    };
    let order = crate::order::order(&mut runner, &model);
    let mut sets = Sets::new(&space, &order);
    sets.bdds.interrupt_when(move || watch.look().is_err());
    let mut stop = |work: u64| work > MOST_WORK;
    let found = interruptible(|| {
        let built = Initial::new(&mut runner, &mut sets, &model, &mut stop).build();
        let Ok(initial) = built else { return BTreeSet::new() };
        let possible: BTreeSet<ArrayPlace> = (0..space.objects.len())
            .filter(|&object| is_somewhere(&space, &sets, &initial, object))
            .filter_map(|object| place(&space, object))
            .collect();
        all.difference(&possible).copied().collect()
    });
    found.unwrap_or_else(|Interrupted| BTreeSet::new())
}

/// The field that an array belongs to.
fn place(space: &Space, array: usize) -> Option<ArrayPlace> {
    let Kind::Array(..) = space.objects[array].kind else { return None };
    let (mut at, mut depth) = (array, 0);
    loop {
        let Owner::Slot(owner, slot) = space.variables[space.objects[at].parent?].owner else { return None };
        match space.objects[owner].kind {
            Kind::Class(class, _) => return Some(ArrayPlace { class, field: slot as usize, depth }),
            Kind::Array(..) => (at, depth) = (owner, depth + 1),
        }
    }
}

/// Whether an object is there in some state of a set.
fn is_somewhere(space: &Space, sets: &Sets, states: &Set, object: usize) -> bool {
    let mut there = states.clone();
    let mut at = object;
    while let Some(variable) = space.objects[at].parent {
        let Some(code) = space.variables[variable].code(Item::Object(at)) else { return false };
        there = sets.bdds.and(&there, &sets.codes(variable, &[code as u32]));
        let Some(owner) = space.owner(variable) else { return false };
        at = owner;
    }
    !sets.bdds.is_none(&there)
}
