//! Loose objects: objects of the backbone that are part of a state, or of a call, but not of the tree.
//!
//! A field that is no tree field can refer to a node that the tree does not have, and so can an argument. The local
//! invariants say nothing of such a node. Whatever they would imply, such as where its `parent` refers to, need not be so.
//! In the space it has its place like any other: tree fields lead from it to the places below, and nowhere else, which
//! the evidence says.

use logic::bdd::Set;

use crate::sets::Sets;
use crate::space::{Item, Parameter, Space};

/// What the result rests on if there are loose objects.
pub(crate) const ASSUMPTION: &str = "objects of the tree's classes that are not in the tree refer, by tree fields, only to others that are not";

/// Whether an argument can be an object of the backbone.
pub(crate) fn in_arguments(space: &Space) -> bool {
    let mut parameters = space.parameters.iter().flatten();
    parameters.any(|parameter| match *parameter {
        Parameter::Variable(variable) => is_node_among(space, &space.variables[variable].domain),
        Parameter::Boxed(..) | Parameter::Fixed(_) => false,
    })
}

fn is_node_among(space: &Space, domain: &[Item]) -> bool {
    domain.iter().any(|item| matches!(item, Item::Object(object) if space.objects[*object].parent.is_some()))
}

/// The states of a set in which a field that is not part of the tree refers to an object of the backbone that is not in
/// the tree. Who refers to it is in the tree, or in no tree at all; what such objects refer to in turn is not looked at.
pub(crate) fn states(space: &Space, sets: &Sets, set: &Set) -> Set {
    let bdds = &sets.bdds;
    let mut loose = bdds.none();
    let mut in_tree: Vec<Option<Set>> = vec![None; space.objects.len()];
    for (variable, described) in space.variables.iter().enumerate() {
        let Some(owner) = space.owner(variable) else { continue };
        if described.is_backbone || !is_node_among(space, &described.domain) {
            continue;
        }
        let mut outside = bdds.none();
        let all: Vec<u32> = (0..described.domain.len() as u32).collect();
        for &code in sets.limits(variable).unwrap_or(&all) {
            if let Item::Object(object) = described.domain[code as usize]
                && space.objects[object].parent.is_some()
            {
                let refers = sets.codes(variable, &[code]);
                let absent = bdds.not(&place(space, sets, &mut in_tree, object));
                outside = bdds.or(&outside, &bdds.and(&refers, &absent));
            }
        }
        let owned = place(space, sets, &mut in_tree, owner);
        loose = bdds.or(&loose, &bdds.and(&bdds.and(&owned, &outside), set));
    }
    loose
}

/// The assignments in which an object is in the tree; all for the first one, and for those that have no place in it.
fn place(space: &Space, sets: &Sets, known: &mut [Option<Set>], object: usize) -> Set {
    if let Some(known) = &known[object] {
        return known.clone();
    }
    // From the first object down.
    let mut way = vec![object];
    while let Some(variable) = space.objects[way[way.len() - 1]].parent {
        way.push(space.owner(variable).expect("a tree variable belongs to an object"));
    }
    let mut set = sets.bdds.all();
    for &object in way.iter().rev() {
        if let Some(parent) = space.objects[object].parent {
            let code = space.variables[parent].code(Item::Object(object));
            let code = code.expect("an object should be in the domain of what leads to it");
            set = sets.bdds.and(&set, &sets.codes(parent, &[code as u32]));
        }
        known[object] = Some(set.clone());
    }
    set
}
