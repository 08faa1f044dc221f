//! Whether a formula is true of two concrete heaps.
//!
//! This is what formulas mean. The encoding is compared with it, and every counterexample is shown to be one by it, so it is written
//! to be read, not to be quick: a relation is the sorted set of its tuples, and every node of the core has one arm.
//!
//! # What is read
//! A heap is asked for what matters only, because [`by_force`](crate::by_force) tries all values of what was asked. So
//! `x.f` is not the join of `x` with all pairs of `f`: first comes what `x` is, then those pairs of `f` that begin with it. The same
//! relations are evaluated in two ways, therefore: [`Evaluation::relation`] gives all tuples, [`Evaluation::beginning`] those that begin with
//! one of some values, and it is by definition a part of the first. A test compares both with whole relations that
//! are joined as the definition says.

use std::collections::{BTreeMap, BTreeSet};

use super::core::{
    Arithmetic, Binding, Comparison, Formula, Integer, Multiplicity, Property, Quantifier, Relation,
    RelationKind, Sort, State, Variable,
};
use super::view::{Object, Value, View};

/// A tuple of values.
pub type Tuple = Vec<Value>;

/// The tuples of a relation.
pub type Tuples = BTreeSet<Tuple>;

/// Whether a property is true of what a view shows.
pub fn evaluate(property: &Property, view: &impl View) -> bool {
    holds(&property.formula, view)
}

/// Whether a formula without free variables is true of what a view shows.
pub fn holds(formula: &Formula, view: &impl View) -> bool {
    Evaluation { view, values: BTreeMap::new() }.formula(formula)
}

/// The tuples that a relation without free variables has in what a view shows.
pub fn tuples(relation: &Relation, view: &impl View) -> Tuples {
    Evaluation { view, values: BTreeMap::new() }.relation(relation)
}

/// Some values.
type Values = BTreeSet<Value>;

struct Evaluation<'a, V> {
    view: &'a V,
    /// The values of the variables that are bound here.
    values: BTreeMap<Variable, Value>,
}

impl<V: View> Evaluation<'_, V> {
    fn formula(&mut self, formula: &Formula) -> bool {
        match formula {
            Formula::Constant(is) => *is,
            Formula::Not(inner) => !self.formula(inner),
            Formula::And(parts) => parts.iter().all(|part| self.formula(part)),
            Formula::Or(parts) => parts.iter().any(|part| self.formula(part)),
            Formula::Iff(one, other) => self.formula(one) == self.formula(other),
            Formula::Subset(one, other) => {
                let one = self.relation(one);
                one.is_subset(&self.beginning(other, &firsts(&one)))
            }
            Formula::Equal(one, other) => self.relation(one) == self.relation(other),
            Formula::Has(multiplicity, relation) => {
                let count = self.relation(relation).len();
                match multiplicity {
                    Multiplicity::Some => count >= 1,
                    Multiplicity::One => count == 1,
                    Multiplicity::Lone => count <= 1,
                }
            }
            Formula::Compare(comparison, one, other) => {
                let (one, other) = (self.integer(one), self.integer(other));
                match comparison {
                    Comparison::Equal => one == other,
                    Comparison::Less => one < other,
                    Comparison::LessOrEqual => one <= other,
                }
            }
            Formula::Quantified(quantifier, binding, body) => {
                let bound = self.relation(&binding.bound);
                let is = |tuple: &Tuple| self.with(binding.variable, tuple[0], |inner| inner.formula(body));
                match quantifier {
                    Quantifier::All => bound.iter().all(is),
                    Quantifier::Some => bound.iter().any(is),
                }
            }
        }
    }

    fn integer(&mut self, integer: &Integer) -> i64 {
        match integer {
            Integer::Constant(number) => *number,
            Integer::Count(relation) => {
                i64::try_from(self.relation(relation).len()).expect("so many tuples do not fit into memory")
            }
            Integer::Value(relation) => {
                let tuples = self.relation(relation);
                assert!(tuples.len() <= 1, "a number is asked of a set that has at most one");
                match tuples.first().map(Vec::as_slice) {
                    None => 0,
                    Some(&[Value::Int(number)]) => number,
                    Some(other) => panic!("a set of numbers has numbers, not {other:?}"),
                }
            }
            Integer::Arithmetic(operation, one, other) => {
                let (one, other) = (self.integer(one), self.integer(other));
                match operation {
                    Arithmetic::Add => one.wrapping_add(other),
                    Arithmetic::Subtract => one.wrapping_sub(other),
                    Arithmetic::Multiply => one.wrapping_mul(other),
                    Arithmetic::Divide if other == 0 => 0,
                    Arithmetic::Divide => one.wrapping_div(other),
                    Arithmetic::Remainder if other == 0 => 0,
                    Arithmetic::Remainder => one.wrapping_rem(other),
                }
            }
            Integer::Sum(binding, body) => {
                let bound = self.relation(&binding.bound);
                bound.iter().fold(0, |sum: i64, tuple| {
                    let number = self.with(binding.variable, tuple[0], |inner| inner.integer(body));
                    sum.wrapping_add(number)
                })
            }
        }
    }

    /// All tuples.
    fn relation(&mut self, relation: &Relation) -> Tuples {
        let one = |value: Option<Value>| value.map(|value| vec![value]).into_iter().collect();
        match &relation.kind {
            RelationKind::Empty => Tuples::new(),
            RelationKind::Objects(state, of) => {
                self.objects(*state, *of).into_iter().map(|object| vec![object]).collect()
            }
            RelationKind::Integers => {
                self.view.integers().into_iter().map(|number| vec![Value::Int(number)]).collect()
            }
            RelationKind::Identity(state, of)
            | RelationKind::Elements(state, of)
            | RelationKind::Contents(state, of)
            | RelationKind::Length(state, of) => {
                let objects = self.objects(*state, *of);
                self.beginning(relation, &objects)
            }
            RelationKind::Field(state, _) => {
                // Its first column says which objects have it.
                let owners = relation.columns[0].sorts().iter();
                let objects = owners.flat_map(|sort| match sort {
                    Sort::Ref(owner) => self.objects(*state, *owner),
                    Sort::Int | Sort::Bool => Values::new(),
                });
                let objects = objects.collect();
                self.beginning(relation, &objects)
            }
            RelationKind::Global(state, global) => one(self.view.global(*state, *global)),
            RelationKind::Parameter(index) => one(self.view.parameter(*index)),
            RelationKind::Result => one(self.view.result()),
            RelationKind::Variable(variable) => {
                one(Some(*self.values.get(variable).expect("a variable is bound where it is used")))
            }
            RelationKind::Integer(integer) => one(Some(Value::Int(self.integer(integer)))),
            RelationKind::Boolean(is) => one(Some(Value::Bool(*is))),
            RelationKind::Union(one, other) => &self.relation(one) | &self.relation(other),
            RelationKind::Difference(one, other) => {
                let one = self.relation(one);
                &one - &self.beginning(other, &firsts(&one))
            }
            RelationKind::Intersection(one, other) => {
                // Which of them comes first does not matter, so it had better not be one that asks for all objects.
                let (one, other) = if is_of_all(one) { (other, one) } else { (one, other) };
                let one = self.relation(one);
                &one & &self.beginning(other, &firsts(&one))
            }
            RelationKind::Product(one, other) => {
                let one = self.relation(one);
                self.product(&one, other)
            }
            RelationKind::Join(one, other) => {
                let one = self.relation(one);
                self.join(&one, other)
            }
            RelationKind::Override(one, other) => {
                let (one, other) = (self.relation(one), self.relation(other));
                overridden(one, other)
            }
            RelationKind::Transpose(inner) => {
                self.relation(inner).into_iter().map(|pair| vec![pair[1], pair[0]]).collect()
            }
            RelationKind::Closure(inner) => closure(&self.relation(inner)),
            RelationKind::Comprehension(bindings, body) => {
                let mut found = Tuples::new();
                self.comprehend(bindings, None, body, &mut Vec::new(), &mut found);
                found
            }
            RelationKind::If(condition, then, otherwise) => {
                if self.formula(condition) {
                    self.relation(then)
                } else {
                    self.relation(otherwise)
                }
            }
        }
    }

    /// The tuples that begin with one of these values.
    fn beginning(&mut self, relation: &Relation, with: &Values) -> Tuples {
        if with.is_empty() {
            return Tuples::new();
        }
        let whole = |tuples: Tuples| tuples.into_iter().filter(|tuple| with.contains(&tuple[0])).collect();
        match &relation.kind {
            RelationKind::Objects(state, of) => {
                self.existing(*state, *of, with).map(|object| vec![Value::Object(object)]).collect()
            }
            RelationKind::Identity(state, of) => {
                let objects = self.existing(*state, *of, with).map(Value::Object);
                objects.map(|object| vec![object, object]).collect()
            }
            RelationKind::Field(state, field) => {
                let objects = self.existing(*state, ir::RefType::Any, with);
                let pairs = objects.filter_map(|object| {
                    Some(vec![Value::Object(object), self.view.field(*state, object, *field)?])
                });
                pairs.collect()
            }
            RelationKind::Elements(state, of) => {
                let mut triples = Tuples::new();
                for array in self.existing(*state, *of, with) {
                    for index in 0..self.view.length(*state, array) {
                        let element = self.view.element(*state, array, index);
                        triples.extend(
                            element.map(|element| vec![Value::Object(array), number(index), element]),
                        );
                    }
                }
                triples
            }
            RelationKind::Contents(state, of) => {
                let mut pairs = Tuples::new();
                for array in self.existing(*state, *of, with) {
                    let elements = (0..self.view.length(*state, array))
                        .filter_map(|index| self.view.element(*state, array, index));
                    pairs.extend(elements.map(|element| vec![Value::Object(array), element]));
                }
                pairs
            }
            RelationKind::Length(state, of) => {
                let arrays = self.existing(*state, *of, with);
                let pairs =
                    arrays.map(|array| vec![Value::Object(array), number(self.view.length(*state, array))]);
                pairs.collect()
            }
            RelationKind::Union(one, other) => &self.beginning(one, with) | &self.beginning(other, with),
            RelationKind::Difference(one, other) => {
                let one = self.beginning(one, with);
                &one - &self.beginning(other, &firsts(&one))
            }
            RelationKind::Intersection(one, other) => {
                let one = self.beginning(one, with);
                &one & &self.beginning(other, &firsts(&one))
            }
            RelationKind::Product(one, other) => {
                let one = self.beginning(one, with);
                self.product(&one, other)
            }
            // If the first has no other column than the one that is left out, tuples begin with what the second says.
            RelationKind::Join(one, other) if one.arity() > 1 => {
                let one = self.beginning(one, with);
                self.join(&one, other)
            }
            RelationKind::Override(one, other) => {
                let (one, other) = (self.beginning(one, with), self.beginning(other, with));
                overridden(one, other)
            }
            RelationKind::Closure(inner) => {
                let (mut steps, mut reached) = (Tuples::new(), with.clone());
                let mut fresh = with.clone();
                while !fresh.is_empty() {
                    let further = self.beginning(inner, &fresh);
                    fresh = further.iter().map(|pair| pair[1]).filter(|to| reached.insert(*to)).collect();
                    steps.extend(further);
                }
                whole(closure(&steps))
            }
            RelationKind::Comprehension(bindings, body) => {
                let mut found = Tuples::new();
                self.comprehend(bindings, Some(with), body, &mut Vec::new(), &mut found);
                found
            }
            RelationKind::If(condition, then, otherwise) => {
                if self.formula(condition) {
                    self.beginning(then, with)
                } else {
                    self.beginning(otherwise, with)
                }
            }
            RelationKind::Empty
            | RelationKind::Integers
            | RelationKind::Global(..)
            | RelationKind::Parameter(_)
            | RelationKind::Result
            | RelationKind::Variable(_)
            | RelationKind::Integer(_)
            | RelationKind::Boolean(_)
            | RelationKind::Join(..)
            | RelationKind::Transpose(_) => whole(self.relation(relation)),
        }
    }

    fn objects(&self, state: State, of: ir::RefType) -> Values {
        self.view.objects(state, of).into_iter().map(Value::Object).collect()
    }

    /// Of some values the objects that exist in a state and belong to a type.
    fn existing<'v>(
        &self,
        state: State,
        of: ir::RefType,
        values: &'v Values,
    ) -> impl Iterator<Item = Object> + use<'_, 'v, V> {
        let view = self.view;
        values.iter().filter_map(move |&value| match value {
            Value::Object(object) => view.exists(state, of, object).then_some(object),
            Value::Int(_) | Value::Bool(_) => None,
        })
    }

    /// Each tuple with each of a relation behind it that begins with what the tuple ends with; that value is left out.
    fn join(&mut self, one: &Tuples, other: &Relation) -> Tuples {
        let lasts = one.iter().filter_map(|tuple| tuple.last().copied()).collect();
        join(one, &self.beginning(other, &lasts))
    }

    /// Each tuple with each of a relation behind it.
    fn product(&mut self, one: &Tuples, other: &Relation) -> Tuples {
        if one.is_empty() {
            return Tuples::new();
        }
        let other = self.relation(other);
        one.iter().flat_map(|one| other.iter().map(|other| [&one[..], other].concat())).collect()
    }

    /// What something is while a variable has a value.
    fn with<T>(&mut self, variable: Variable, value: Value, is: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.values.insert(variable, value);
        let what = is(self);
        match before {
            Some(value) => self.values.insert(variable, value),
            None => self.values.remove(&variable),
        };
        what
    }

    /// Finds the tuples of a comprehension; if `with` says so, those that begin with one of its values.
    fn comprehend(
        &mut self,
        bindings: &[Binding],
        with: Option<&Values>,
        body: &Formula,
        tuple: &mut Tuple,
        found: &mut Tuples,
    ) {
        let Some((first, rest)) = bindings.split_first() else {
            if self.formula(body) {
                found.insert(tuple.clone());
            }
            return;
        };
        let bound = match with {
            Some(with) => self.beginning(&first.bound, with),
            None => self.relation(&first.bound),
        };
        for value in firsts(&bound) {
            tuple.push(value);
            self.with(first.variable, value, |inner| inner.comprehend(rest, None, body, tuple, found));
            tuple.pop();
        }
    }
}

/// What tuples begin with.
fn firsts(tuples: &Tuples) -> Values {
    tuples.iter().map(|tuple| tuple[0]).collect()
}

/// Whether all objects of a type have to be known for a relation.
fn is_of_all(relation: &Relation) -> bool {
    matches!(relation.kind, RelationKind::Objects(..) | RelationKind::Identity(..) | RelationKind::Field(..))
}

fn number(index: usize) -> Value {
    Value::Int(i64::try_from(index).expect("arrays are shorter"))
}

fn join(one: &Tuples, other: &Tuples) -> Tuples {
    let mut joined = Tuples::new();
    for first in one {
        for second in other {
            if first.last() == second.first() {
                joined.insert([&first[..first.len() - 1], &second[1..]].concat());
            }
        }
    }
    joined
}

/// The tuples of the second, and those of the first that begin otherwise than all of the second.
fn overridden(one: Tuples, other: Tuples) -> Tuples {
    let replaced = firsts(&other);
    let kept = one.into_iter().filter(|tuple| !replaced.contains(&tuple[0]));
    kept.chain(other.iter().cloned()).collect()
}

/// The pairs that one or more steps make.
fn closure(step: &Tuples) -> Tuples {
    let mut closure = step.clone();
    loop {
        let further = &closure | &join(&closure, step);
        if further == closure {
            return closure;
        }
        closure = further;
    }
}
