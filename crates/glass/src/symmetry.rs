//! Objects that are in no tree and differ in nothing but their names.
//!
//! Comparing such an object with another says only whether they are the same, and a path is good for all of which that is
//! so. Looking into one fixes which one it is. Then states that differ only in which of several equal objects is where
//! would be looked at one by one, though none of them can do anything that the others do not do under other names.
//!
//! # Why it is enough to look at some of them
//! A permutation of the objects of a pool maps states of the space to states of the space: references to them change, and what
//! is in one of them moves to the other. That is so because all of them have the same slots, and each variable can
//! be all of them or none ([`Symmetry::new`] looks). Nothing that a program can do tells two objects of a
//! class apart but comparing them, or asking for identity hash codes, and then nothing is said to hold. So a state is valid if
//! and only if its images are, and an operation goes wrong on it if and only if it does on them.
//!
//! For each operation only those states and arguments are left in which the objects of a pool come in order: where
//! one of them first occurs, going through some variables in a fixed order, all before it in the pool have
//! occurred. Every state has an image like that, which [`Symmetry::representative`] gives; the audit looks for that one. The
//! variables are those of objects that are in no such pool, and of the arguments: what they have changes under a
//! permutation, but not where they are.

use logic::bdd::Set;

use crate::sets::Sets;
use crate::space::{Item, Kind, Owner, Slot, Space};

/// See the module's documentation.
#[derive(Clone, Debug)]
pub(crate) struct Symmetry {
    /// The pools: their objects.
    pools: Vec<Vec<usize>>,
}

impl Symmetry {
    /// The pools of objects that somebody can look into.
    pub(crate) fn new(space: &Space) -> Symmetry {
        let mut pools: Vec<(usize, Vec<usize>)> = Vec::new();
        for (object, entry) in space.objects.iter().enumerate() {
            if let (Kind::Class(class, _), None, true) = (entry.kind, entry.parent, object != 0) {
                match pools.iter_mut().find(|(other, _)| *other == class) {
                    Some((_, objects)) => objects.push(object),
                    None => pools.push((class, vec![object])),
                }
            }
        }
        let pools = pools.into_iter().map(|(_, objects)| objects);
        Symmetry { pools: pools.filter(|pool| is_symmetric(space, pool)).collect() }
    }

    /// Whether there is nothing to leave out.
    pub(crate) fn is_none(&self) -> bool {
        self.pools.is_empty()
    }

    /// The variables in which the objects of a pool have to come in order, for an operation.
    fn places(&self, space: &Space, sets: &Sets, operation: usize, pool: &[usize]) -> Vec<usize> {
        let mut places: Vec<usize> = (0..space.variables.len())
            .filter(|&variable| {
                let counts = match space.variables[variable].owner {
                    Owner::Slot(object, _) => !self.pools.iter().any(|pool| pool.contains(&object)),
                    Owner::Parameter(other, _) => other == operation,
                    Owner::Element(element) => element.operation == operation,
                };
                counts
                    && !sets.is_derived(variable)
                    && space.variables[variable].code(Item::Object(pool[0])).is_some()
            })
            .collect();
        places.sort_unstable_by_key(|&variable| sets.bits[variable].first().copied());
        places
    }

    /// The assignments in which all objects come in order.
    pub(crate) fn ordered(&self, space: &Space, sets: &Sets, operation: usize) -> Set {
        let bdds = &sets.bdds;
        let mut ordered = bdds.all();
        for pool in &self.pools {
            // By how many have occurred: the assignments to the variables behind that are in order.
            let mut behind = vec![bdds.all(); pool.len() + 1];
            for variable in self.places(space, sets, operation, pool).into_iter().rev() {
                let domain = &space.variables[variable].domain;
                let rank = |item: Item| match item {
                    Item::Object(object) => pool.iter().position(|&other| other == object),
                    Item::Null | Item::Word(_) => None,
                };
                let codes = |wanted: &dyn Fn(Option<usize>) -> bool| {
                    let fits = (0..domain.len() as u32).filter(|&code| wanted(rank(domain[code as usize])));
                    sets.codes(variable, &fits.collect::<Vec<u32>>())
                };
                behind = (0..=pool.len())
                    .map(|met| {
                        let old = codes(&|rank| rank.is_none_or(|rank| rank < met));
                        let stays = bdds.and(&old, &behind[met]);
                        match behind.get(met + 1) {
                            Some(more) => bdds.or(&stays, &bdds.and(&codes(&|rank| rank == Some(met)), more)),
                            None => stays,
                        }
                    })
                    .collect();
            }
            ordered = bdds.and(&ordered, &behind[0]);
        }
        ordered
    }

    /// A state and arguments with other names for objects, so that they come in order.
    pub(crate) fn representative(
        &self,
        space: &Space,
        sets: &Sets,
        operation: usize,
        codes: &[u32],
    ) -> Vec<u32> {
        // The new name of each object.
        let mut names: Vec<usize> = (0..space.objects.len()).collect();
        for pool in &self.pools {
            let mut order: Vec<usize> = Vec::new();
            for variable in self.places(space, sets, operation, pool) {
                if let Item::Object(object) = space.variables[variable].domain[codes[variable] as usize]
                    && pool.contains(&object)
                    && !order.contains(&object)
                {
                    order.push(object);
                }
            }
            let rest: Vec<usize> = pool.iter().copied().filter(|object| !order.contains(object)).collect();
            order.extend(rest);
            for (&object, &name) in order.iter().zip(pool) {
                names[object] = name;
            }
        }
        let mut renamed = codes.to_vec();
        for (variable, &code) in codes.iter().enumerate() {
            let described = &space.variables[variable];
            let item = match described.domain[code as usize] {
                Item::Object(object) => Item::Object(names[object]),
                other @ (Item::Null | Item::Word(_)) => other,
            };
            let to = match described.owner {
                Owner::Slot(object, slot) => match space.objects[names[object]].slots[slot as usize] {
                    Slot::Variable(to) => to,
                    Slot::Fixed(_) | Slot::Key(_) | Slot::Initial => variable,
                },
                Owner::Parameter(..) | Owner::Element(_) => variable,
            };
            renamed[to] = space.variables[to].code(item).map_or(code, |code| code as u32);
        }
        renamed
    }
}

/// Whether the objects of a pool differ in nothing, and somebody can look into them.
fn is_symmetric(space: &Space, pool: &[usize]) -> bool {
    let first = &space.objects[pool[0]];
    if pool.len() == 1 || !first.slots.iter().any(|slot| matches!(slot, Slot::Variable(_))) {
        return false;
    }
    let same_slots = |object: &usize| {
        first.slots.iter().zip(&space.objects[*object].slots).all(|pair| match pair {
            (Slot::Variable(a), Slot::Variable(b)) => {
                let (a, b) = (&space.variables[*a], &space.variables[*b]);
                a.domain == b.domain && !a.is_backbone && !b.is_backbone
            }
            (Slot::Fixed(a), Slot::Fixed(b)) => a == b && !matches!(a, Item::Object(_)),
            (Slot::Initial, Slot::Initial) => true,
            (Slot::Variable(_) | Slot::Fixed(_) | Slot::Key(_) | Slot::Initial, _) => false,
        })
    };
    let all_or_none = space.variables.iter().all(|variable| {
        let known = pool.iter().filter(|&&object| variable.code(Item::Object(object)).is_some()).count();
        known == 0 || known == pool.len()
    });
    let mut slots = space.objects.iter().flat_map(|object| &object.slots);
    let is_fixed_somewhere =
        slots.any(|slot| matches!(slot, Slot::Fixed(Item::Object(object)) if pool.contains(object)));
    pool.iter().all(same_slots) && all_or_none && !is_fixed_somewhere
}
