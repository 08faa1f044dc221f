//! In which ways a formula can be wrong, each with the objects that show it.
//!
//! Most properties say something of every object of a set: all elements of this list are in that one. Such a property is wrong if it is of one
//! object, and which number that object has does not matter. Whoever looks for it may say that it is the first of its class, which leaves one
//! case of several: see [`crate::symmetry`].

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use logic::circuit::Bit;

use super::{Done, Translation};
use crate::property::core::{Binding, Formula, Multiplicity, Quantifier, Relation, RelationKind};
use crate::universe::Atom;

/// One way in which a formula is what it should be.
pub(crate) struct Way {
    /// The objects that show it. Objects in the same place play the same part.
    pub(crate) objects: Vec<Atom>,
    /// Its condition.
    pub(crate) bit: Bit,
}

/// A tuple of a relation.
struct Member {
    tuple: Vec<u32>,
    way: Way,
}

impl Translation<'_, '_> {
    /// The ways in which a formula is true, or false: it is if and only if the condition of one of them is true.
    pub(crate) fn ways(&mut self, formula: &Formula, is: bool) -> Done<Vec<Way>> {
        match (formula, is) {
            (Formula::Not(inner), _) => self.ways(inner, !is),
            (Formula::And(parts), false) | (Formula::Or(parts), true) => {
                let mut ways = Vec::new();
                for part in parts {
                    ways.extend(self.ways(part, is)?);
                }
                Ok(ways)
            }
            (Formula::And(parts), true) | (Formula::Or(parts), false) => self.ways_together(parts, is),
            // Numbers that are too wide for a relation may still be compared.
            (Formula::Subset(one, other), false) => {
                self.ways_beyond(one, Some(other)).or_else(|_| self.way(formula, is))
            }
            (Formula::Equal(one, other), false) => {
                match (self.ways_beyond(one, Some(other)), self.ways_beyond(other, Some(one))) {
                    (Ok(mut ways), Ok(others)) => {
                        ways.extend(others);
                        Ok(ways)
                    }
                    (Err(_), _) | (_, Err(_)) => self.way(formula, is),
                }
            }
            (Formula::Has(Multiplicity::Some, relation), true) => {
                self.ways_beyond(relation, None).or_else(|_| self.way(formula, is))
            }
            (Formula::Quantified(Quantifier::All, binding, body), false)
            | (Formula::Quantified(Quantifier::Some, binding, body), true) => {
                self.ways_bound(binding, body, is)
            }
            (
                Formula::Constant(_)
                | Formula::Iff(..)
                | Formula::Subset(..)
                | Formula::Equal(..)
                | Formula::Has(..)
                | Formula::Compare(..)
                | Formula::Quantified(..),
                _,
            ) => self.way(formula, is),
        }
    }

    /// The one way in which a formula is true, or false, if nobody shows it.
    fn way(&mut self, formula: &Formula, is: bool) -> Done<Vec<Way>> {
        let bit = self.formula(formula)?;
        Ok(vec![Way { objects: Vec::new(), bit: if is { bit } else { !bit } }])
    }

    /// The ways in which all parts are true, or false: those of one of them, if the others are too.
    fn ways_together(&mut self, parts: &[Formula], is: bool) -> Done<Vec<Way>> {
        let all: Vec<Vec<Way>> = parts.iter().map(|part| self.ways(part, is)).collect::<Done<_>>()?;
        let shows = |ways: &Vec<Way>| ways.iter().any(|way| !way.objects.is_empty());
        let chosen = all.iter().position(shows);
        let (mut others, mut ways) = (Bit::TRUE, vec![Way { objects: Vec::new(), bit: Bit::TRUE }]);
        for (place, part) in all.into_iter().enumerate() {
            if Some(place) == chosen {
                ways = part;
            } else {
                let circuit = &mut self.memory.circuit;
                let any = circuit.any(part.into_iter().map(|way| way.bit));
                others = circuit.and(others, any);
            }
        }
        for way in &mut ways {
            way.bit = self.memory.circuit.and(others, way.bit);
        }
        Ok(ways)
    }

    /// A variable has a value for which the formula is true, or false.
    fn ways_bound(&mut self, binding: &Binding, body: &Formula, is: bool) -> Done<Vec<Way>> {
        let mut inside: BTreeMap<u32, Vec<Way>> = BTreeMap::new();
        let mut ways = Vec::new();
        for Member { tuple, way } in self.members(&binding.bound)? {
            let inside = match inside.entry(tuple[0]) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => {
                    new.insert(self.with(binding.variable, tuple[0], |this| this.ways(body, is))?)
                }
            };
            for inner in inside.iter() {
                let objects = way.objects.iter().chain(&inner.objects).copied().collect();
                ways.push(Way { objects, bit: self.memory.circuit.and(way.bit, inner.bit) });
            }
        }
        Ok(ways)
    }

    /// A relation has a tuple that is not in another one.
    fn ways_beyond(&mut self, relation: &Relation, other: Option<&Relation>) -> Done<Vec<Way>> {
        let members = self.members(relation)?;
        let other = other.map(|other| self.relation(other)).transpose()?;
        let beyond = |Member { tuple, way }| {
            let there = other.as_ref().map_or(Bit::FALSE, |other| other.get(&tuple));
            Way { bit: self.memory.circuit.and(way.bit, !there), ..way }
        };
        Ok(members.into_iter().map(beyond).collect())
    }

    /// The tuples of a relation. What is in a field of an object is shown by the object, too.
    fn members(&mut self, relation: &Relation) -> Done<Vec<Member>> {
        let mut members = Vec::new();
        if let RelationKind::Join(set, field) = &relation.kind
            && let (RelationKind::Field(..), 1) = (&field.kind, set.arity())
        {
            let (set, field) = (self.relation(set)?, self.relation(field)?);
            for (pair, bit) in field.tuples() {
                let bit = self.memory.circuit.and(set.get(&pair[..1]), bit);
                let way = Way { objects: self.objects(pair), bit };
                members.push(Member { tuple: vec![pair[1]], way });
            }
        } else {
            for (tuple, bit) in self.relation(relation)?.tuples() {
                let way = Way { objects: self.objects(tuple), bit };
                members.push(Member { tuple: tuple.to_vec(), way });
            }
        }
        members.retain(|member| member.way.bit != Bit::FALSE);
        Ok(members)
    }

    /// The objects of a tuple that have numbers of their own.
    fn objects(&self, tuple: &[u32]) -> Vec<Atom> {
        let universe = self.memory.universe;
        let is_object = |value: &u32| (*value as usize) < universe.len() && !universe.is_shared(*value);
        tuple.iter().copied().filter(is_object).collect()
    }
}
