//! Making nodes of the core, with the simplest one where there is a choice.

use ir::Program;

use super::types::either;
use crate::property::core::{
    Binding, Column, Comparison, Formula, Integer, Multiplicity, Quantifier, Relation, RelationKind, Sort,
    Variable,
};

pub(super) fn relation(kind: RelationKind, columns: Vec<Column>) -> Relation {
    Relation { kind, columns }
}

/// A set of one column.
pub(super) fn set(kind: RelationKind, sort: Sort) -> Relation {
    Relation { kind, columns: vec![sort.into()] }
}

pub(super) fn empty() -> Relation {
    relation(RelationKind::Empty, vec![Column::default()])
}

pub(super) fn variable(variable: Variable, column: Column) -> Relation {
    relation(RelationKind::Variable(variable), vec![column])
}

pub(super) fn boolean(is: bool) -> Relation {
    set(RelationKind::Boolean(is), Sort::Bool)
}

pub(super) fn union(program: &Program, one: Relation, other: Relation) -> Relation {
    let columns =
        one.columns.iter().zip(&other.columns).map(|(one, other)| either(program, one, other)).collect();
    relation(RelationKind::Union(Box::new(one), Box::new(other)), columns)
}

/// The join of two relations that fit.
pub(super) fn join(one: Relation, other: Relation) -> Relation {
    let columns = one.columns[..one.arity() - 1].iter().chain(&other.columns[1..]).cloned().collect();
    relation(RelationKind::Join(Box::new(one), Box::new(other)), columns)
}

pub(super) fn not(formula: Formula) -> Formula {
    match formula {
        Formula::Constant(is) => Formula::Constant(!is),
        Formula::Not(inner) => *inner,
        Formula::And(_)
        | Formula::Or(_)
        | Formula::Iff(..)
        | Formula::Subset(..)
        | Formula::Equal(..)
        | Formula::Has(..)
        | Formula::Compare(..)
        | Formula::Quantified(..) => Formula::Not(Box::new(formula)),
    }
}

pub(super) fn and(parts: impl IntoIterator<Item = Formula>) -> Formula {
    let mut all = Vec::new();
    for part in parts {
        match part {
            Formula::And(inner) => all.extend(inner),
            Formula::Constant(true) => {}
            Formula::Constant(false)
            | Formula::Not(_)
            | Formula::Or(_)
            | Formula::Iff(..)
            | Formula::Subset(..)
            | Formula::Equal(..)
            | Formula::Has(..)
            | Formula::Compare(..)
            | Formula::Quantified(..) => all.push(part),
        }
    }
    match <[Formula; 1]>::try_from(all) {
        Ok([one]) => one,
        Err(all) if all.is_empty() => Formula::Constant(true),
        Err(all) => Formula::And(all),
    }
}

pub(super) fn or(parts: impl IntoIterator<Item = Formula>) -> Formula {
    let mut all = Vec::new();
    for part in parts {
        match part {
            Formula::Or(inner) => all.extend(inner),
            Formula::Constant(false) => {}
            Formula::Constant(true)
            | Formula::Not(_)
            | Formula::And(_)
            | Formula::Iff(..)
            | Formula::Subset(..)
            | Formula::Equal(..)
            | Formula::Has(..)
            | Formula::Compare(..)
            | Formula::Quantified(..) => all.push(part),
        }
    }
    match <[Formula; 1]>::try_from(all) {
        Ok([one]) => one,
        Err(all) if all.is_empty() => Formula::Constant(false),
        Err(all) => Formula::Or(all),
    }
}

pub(super) fn implies(one: Formula, other: Formula) -> Formula {
    or([not(one), other])
}

pub(super) fn iff(one: Formula, other: Formula) -> Formula {
    match (one, other) {
        (Formula::Constant(true), other) | (other, Formula::Constant(true)) => other,
        (Formula::Constant(false), other) | (other, Formula::Constant(false)) => not(other),
        (one, other) => Formula::Iff(Box::new(one), Box::new(other)),
    }
}

pub(super) fn some(relation: Relation) -> Formula {
    let is_there = matches!(
        relation.kind,
        RelationKind::Integer(_) | RelationKind::Boolean(_) | RelationKind::Variable(_)
    );
    if is_there { Formula::Constant(true) } else { Formula::Has(Multiplicity::Some, relation) }
}

/// Whether two relations of the same width are the same.
pub(super) fn equal(one: Relation, other: Relation) -> Formula {
    match (&one.kind, &other.kind) {
        (RelationKind::Empty, RelationKind::Empty) => Formula::Constant(true),
        (RelationKind::Empty, _) => not(some(other)),
        (_, RelationKind::Empty) => not(some(one)),
        (_, _) => Formula::Equal(one, other),
    }
}

pub(super) fn subset(one: Relation, other: Relation) -> Formula {
    match (&one.kind, &other.kind) {
        (RelationKind::Empty, _) => Formula::Constant(true),
        (_, RelationKind::Empty) => not(some(one)),
        (_, _) => Formula::Subset(one, other),
    }
}

/// A number together with what must be true for it to be there.
#[derive(Clone, Debug)]
pub(super) struct Number {
    pub(super) value: Integer,
    pub(super) there: Vec<Formula>,
}

impl Number {
    /// A number that is always there.
    pub(super) fn always(value: Integer) -> Self {
        Number { value, there: Vec::new() }
    }

    /// The number that a set has, if it has one.
    pub(super) fn of(set: Relation) -> Self {
        match set.kind {
            // These are never null.
            RelationKind::Parameter(_)
            | RelationKind::Result
            | RelationKind::Variable(_)
            | RelationKind::Global(..) => Number::always(Integer::Value(Box::new(set))),
            RelationKind::Integer(value) => Number::always(*value),
            RelationKind::Empty
            | RelationKind::Objects(..)
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
            | RelationKind::Join(..)
            | RelationKind::Override(..)
            | RelationKind::Transpose(_)
            | RelationKind::Closure(_)
            | RelationKind::Comprehension(..)
            | RelationKind::If(..) => {
                Number { there: vec![some(set.clone())], value: Integer::Value(Box::new(set)) }
            }
        }
    }

    /// The set with the number, empty if it is not there.
    pub(super) fn into_set(self) -> Relation {
        let number = set(RelationKind::Integer(Box::new(self.value)), Sort::Int);
        let there = and(self.there);
        if there == Formula::Constant(true) {
            return number;
        }
        choice(there, number, empty(), vec![Sort::Int.into()])
    }
}

pub(super) fn choice(is: Formula, then: Relation, otherwise: Relation, columns: Vec<Column>) -> Relation {
    relation(RelationKind::If(Box::new(is), Box::new(then), Box::new(otherwise)), columns)
}

/// A comparison of two numbers, false if one of them is not there.
pub(super) fn compare(comparison: Comparison, one: Number, other: Number) -> Formula {
    let compared = Formula::Compare(comparison, one.value, other.value);
    and(one.there.into_iter().chain(other.there).chain([compared]))
}

/// Whether two numbers are the same, or neither is there.
pub(super) fn same(one: Number, other: Number) -> Formula {
    let (there, other_there) = (and(one.there), and(other.there));
    let compared = Formula::Compare(Comparison::Equal, one.value, other.value);
    and([iff(there.clone(), other_there), implies(there, compared)])
}

pub(super) fn quantified(quantifier: Quantifier, bindings: Vec<Binding>, body: Formula) -> Formula {
    bindings
        .into_iter()
        .rev()
        .fold(body, |body, binding| Formula::Quantified(quantifier, Box::new(binding), Box::new(body)))
}

/// How many nodes a relation has, to know what copying it costs.
pub(super) fn size(relation: &Relation) -> usize {
    let children = match &relation.kind {
        RelationKind::Empty
        | RelationKind::Objects(..)
        | RelationKind::Integers
        | RelationKind::Identity(..)
        | RelationKind::Field(..)
        | RelationKind::Global(..)
        | RelationKind::Elements(..)
        | RelationKind::Contents(..)
        | RelationKind::Length(..)
        | RelationKind::Parameter(_)
        | RelationKind::Result
        | RelationKind::Variable(_)
        | RelationKind::Boolean(_) => 0,
        RelationKind::Integer(integer) => integer_size(integer),
        RelationKind::Union(one, other)
        | RelationKind::Difference(one, other)
        | RelationKind::Intersection(one, other)
        | RelationKind::Product(one, other)
        | RelationKind::Join(one, other)
        | RelationKind::Override(one, other) => size(one) + size(other),
        RelationKind::Transpose(inner) | RelationKind::Closure(inner) => size(inner),
        RelationKind::Comprehension(bindings, body) => {
            bindings.iter().map(|binding| size(&binding.bound)).sum::<usize>() + formula_size(body)
        }
        RelationKind::If(is, then, otherwise) => formula_size(is) + size(then) + size(otherwise),
    };
    children + 1
}

pub(super) fn integer_size(integer: &Integer) -> usize {
    1 + match integer {
        Integer::Constant(_) => 0,
        Integer::Count(relation) | Integer::Value(relation) => size(relation),
        Integer::Arithmetic(_, one, other) => integer_size(one) + integer_size(other),
        Integer::Sum(binding, body) => size(&binding.bound) + integer_size(body),
    }
}

pub(super) fn formula_size(formula: &Formula) -> usize {
    1 + match formula {
        Formula::Constant(_) => 0,
        Formula::Not(inner) => formula_size(inner),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().map(formula_size).sum(),
        Formula::Iff(one, other) => formula_size(one) + formula_size(other),
        Formula::Subset(one, other) | Formula::Equal(one, other) => size(one) + size(other),
        Formula::Has(_, relation) => size(relation),
        Formula::Compare(_, one, other) => integer_size(one) + integer_size(other),
        Formula::Quantified(_, binding, body) => size(&binding.bound) + formula_size(body),
    }
}
