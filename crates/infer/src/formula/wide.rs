//! Numbers that are too wide for columns: a set that has one number at most is the number, and whether it is there.
//!
//! Most formulas compare nothing else, so they mean something however many bits numbers have.

use ir::{FieldId, RefType};
use logic::circuit::{Bit, Bits};

use super::{Done, Failed, Translation};
use crate::property::core::{Multiplicity, Relation, RelationKind, Sort, State};
use crate::reach::Cell;
use crate::universe::Atom;
use crate::value::Value;

/// A number, and whether it is there.
type Lone = (Bit, Bits);

impl Translation<'_, '_> {
    /// Whether two sets of one number at most are the same; `why` is what is wrong with others.
    pub(super) fn is_same(&mut self, one: &Relation, other: &Relation, why: Failed) -> Done<Bit> {
        let ((there, one), (other_there, other)) = self.both(one, other, why)?;
        let circuit = &mut self.memory.circuit;
        let same = circuit.exact_equal(&one, &other);
        let same = circuit.implies(there, same);
        let alike = circuit.iff(there, other_there);
        Ok(circuit.and(alike, same))
    }

    /// Whether one of two sets of one number at most is in the other one.
    pub(super) fn is_within(&mut self, one: &Relation, other: &Relation, why: Failed) -> Done<Bit> {
        let ((there, one), (other_there, other)) = self.both(one, other, why)?;
        let circuit = &mut self.memory.circuit;
        let same = circuit.exact_equal(&one, &other);
        let same = circuit.and(other_there, same);
        Ok(circuit.implies(there, same))
    }

    /// Whether a set of one number at most has so many.
    pub(super) fn has(&mut self, many: Multiplicity, relation: &Relation, why: Failed) -> Done<Bit> {
        let (there, _) = self.lone(relation)?.ok_or(why)?;
        Ok(match many {
            Multiplicity::Some | Multiplicity::One => there,
            Multiplicity::Lone => Bit::TRUE,
        })
    }

    fn both(&mut self, one: &Relation, other: &Relation, why: Failed) -> Done<(Lone, Lone)> {
        match (self.lone(one)?, self.lone(other)?) {
            (Some(one), Some(other)) => Ok((one, other)),
            (None, _) | (_, None) => Err(why),
        }
    }

    /// The number of a set; none if there may be several, or none is known to be a number.
    pub(super) fn lone(&mut self, relation: &Relation) -> Done<Option<Lone>> {
        let is_number = |relation: &Relation| {
            relation.columns.last().is_some_and(|column| column.sorts() == [Sort::Int] || column.is_nothing())
        };
        if relation.arity() != 1 || !is_number(relation) {
            return Ok(None);
        }
        match &relation.kind {
            RelationKind::Empty => Ok(Some((Bit::FALSE, self.constant(0)))),
            RelationKind::Parameter(_) | RelationKind::Result | RelationKind::Variable(_) => {
                Ok(Some((Bit::TRUE, self.number(relation)?)))
            }
            RelationKind::Integer(integer) => Ok(Some((Bit::TRUE, self.integer(integer)?))),
            RelationKind::Global(state, global) => {
                let values = self.cell(*state, Cell::Global(*global))?;
                Ok(match values.first() {
                    Some(Value::Number(bits)) => Some((Bit::TRUE, bits.clone())),
                    Some(Value::Truth(_) | Value::Reference(_)) | None => None,
                })
            }
            RelationKind::If(condition, yes, no) => {
                let (Some((there, yes)), Some((other_there, no))) = (self.lone(yes)?, self.lone(no)?) else {
                    return Ok(None);
                };
                let condition = self.formula(condition)?;
                let width = yes.width().max(no.width());
                let circuit = &mut self.memory.circuit;
                let (yes, no) = (circuit.resize(&yes, width, true), circuit.resize(&no, width, true));
                let number = circuit.either(condition, &yes, &no);
                let (then, otherwise) = (circuit.and(condition, there), circuit.and(!condition, other_there));
                Ok(Some((circuit.or(then, otherwise), number)))
            }
            RelationKind::Join(from, to) => self.lone_join(from, to),
            RelationKind::Objects(..)
            | RelationKind::Integers
            | RelationKind::Identity(..)
            | RelationKind::Field(..)
            | RelationKind::Elements(..)
            | RelationKind::Contents(..)
            | RelationKind::Length(..)
            | RelationKind::Boolean(_)
            | RelationKind::Union(..)
            | RelationKind::Difference(..)
            | RelationKind::Intersection(..)
            | RelationKind::Product(..)
            | RelationKind::Override(..)
            | RelationKind::Transpose(_)
            | RelationKind::Closure(_)
            | RelationKind::Comprehension(..) => Ok(None),
        }
    }

    /// What a field, an element or a length is, of one object at most.
    fn lone_join(&mut self, from: &Relation, to: &Relation) -> Done<Option<Lone>> {
        let Some(step) = step(from, to).filter(|step| is_one_object(step.object)) else { return Ok(None) };
        let index = match step.what {
            Of::Field(_) | Of::Length(_) => None,
            Of::Element(index, _) => match self.lone(index)? {
                Some(index) => Some(index),
                None => return Ok(None),
            },
        };
        let objects = self.relation(step.object)?;
        let mut choices = Vec::new();
        match step.what {
            Of::Field(field) => {
                let values = self.cell(step.state, Cell::Field(field))?;
                let owners = self.memory.owners(Cell::Field(field));
                for (owner, value) in owners.into_iter().zip(values.iter()) {
                    let here = self.there(step.state, owner, objects.get(&[owner]));
                    choices.push((here, value.clone()));
                }
            }
            Of::Length(ty) => {
                for pool in self.arrays(ty) {
                    let values = self.cell(step.state, Cell::Lengths(pool))?;
                    for (array, value) in self.memory.universe.atoms(pool).zip(values.iter()) {
                        let here = self.there(step.state, array, objects.get(&[array]));
                        choices.push((here, value.clone()));
                    }
                }
            }
            Of::Element(_, ty) => {
                let (index_there, index) = index.unwrap_or_else(|| (Bit::FALSE, self.constant(0)));
                for (array, number, inside, value) in self.inside(step.state, ty)? {
                    let here = self.there(step.state, array, objects.get(&[array]));
                    let circuit = &mut self.memory.circuit;
                    let is = circuit.exact_equal(&index, &number);
                    choices.push((circuit.all([here, inside, index_there, is]), value));
                }
            }
        }
        choices.retain(|&(here, _)| here != Bit::FALSE);
        Ok(self.chosen(choices))
    }

    /// The elements of arrays of a type: the array, the index, whether that lies inside the array, and what is there.
    fn inside(&mut self, state: State, ty: RefType) -> Done<Vec<(Atom, Bits, Bit, Value)>> {
        let most = self.memory.universe.length;
        let mut all = Vec::new();
        for pool in self.arrays(ty) {
            let lengths = self.cell(state, Cell::Lengths(pool))?;
            let elements = self.cell(state, Cell::Elements(pool))?;
            for (number, array) in self.memory.universe.atoms(pool).enumerate() {
                for index in 0..most {
                    let (Value::Number(length), value) = (&lengths[number], &elements[number * most + index])
                    else {
                        continue;
                    };
                    let index = self.constant(index as i64);
                    let inside = self.memory.circuit.exact_lt(&index, length);
                    all.push((array, index, inside, value.clone()));
                }
            }
        }
        Ok(all)
    }

    /// An object is meant, and is there.
    fn there(&mut self, state: State, object: Atom, here: Bit) -> Bit {
        let alive = self.alive(state, object);
        self.memory.circuit.and(here, alive)
    }

    fn chosen(&mut self, choices: Vec<(Bit, Value)>) -> Option<Lone> {
        let there = self.memory.circuit.any(choices.iter().map(|&(here, _)| here));
        match Value::select(choices, &mut self.memory.circuit) {
            Some(Value::Number(bits)) => Some((there, bits)),
            None => Some((Bit::FALSE, self.constant(0))),
            Some(Value::Truth(_) | Value::Reference(_)) => None,
        }
    }
}

/// One step from objects.
struct Step<'s> {
    object: &'s Relation,
    state: State,
    what: Of<'s>,
}

/// Where a step leads.
#[derive(Clone, Copy)]
enum Of<'s> {
    Field(FieldId),
    Length(RefType),
    /// To the element at an index.
    Element(&'s Relation, RefType),
}

/// What a join is, if it is a step.
fn step<'s>(from: &'s Relation, to: &'s Relation) -> Option<Step<'s>> {
    if let RelationKind::Field(state, field) = to.kind {
        Some(Step { object: from, state, what: Of::Field(field) })
    } else if let RelationKind::Length(state, ty) = to.kind {
        Some(Step { object: from, state, what: Of::Length(ty) })
    } else if let RelationKind::Join(object, elements) = &to.kind
        && let RelationKind::Elements(state, ty) = elements.kind
    {
        Some(Step { object, state, what: Of::Element(from, ty) })
    } else {
        None
    }
}

/// Whether a set has one object at most, whatever the heap.
fn is_one_object(relation: &Relation) -> bool {
    if let RelationKind::Join(from, to) = &relation.kind {
        step(from, to).is_some_and(|step| {
            let is_one = match step.what {
                Of::Field(_) | Of::Length(_) => true,
                Of::Element(index, _) => is_one_number(index),
            };
            is_one && is_one_object(step.object)
        })
    } else if let RelationKind::If(_, yes, no) = &relation.kind {
        is_one_object(yes) && is_one_object(no)
    } else {
        matches!(
            relation.kind,
            RelationKind::Empty
                | RelationKind::Parameter(_)
                | RelationKind::Result
                | RelationKind::Variable(_)
                | RelationKind::Global(..)
        )
    }
}

/// Whether an index is one number at most.
fn is_one_number(relation: &Relation) -> bool {
    if let RelationKind::If(_, yes, no) = &relation.kind {
        is_one_number(yes) && is_one_number(no)
    } else {
        matches!(relation.kind, RelationKind::Empty | RelationKind::Integer(_) | RelationKind::Variable(_))
    }
}
