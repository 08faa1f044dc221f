//! What formulas mean, by whole relations: the yardstick of the evaluation that asks for no more than it needs.

use std::collections::{BTreeMap, BTreeSet};

use infer::property::core::{
    Arithmetic, Binding, Comparison, Formula, Integer, Multiplicity, Quantifier, Relation, RelationKind,
    State, Variable,
};
use infer::property::{Condition, Tuple, Tuples, Value, View, holds, parse, read, resolve_relation, tuples};

use crate::generate::{LAWS, Random, comparison, formula, instance, relation, set};
use crate::laws::random_heaps;
use crate::world::{context, program};

/// Every relation is evaluated as a whole, and evaluating it on demand gives the same.
#[test]
fn evaluation_on_demand() {
    let program = program();
    let context = context(&program, "Set.intersect", Condition::Ensures);
    let mut random = Random(23);
    let (mut formulas, mut relations, mut is) = (0, 0, 0);
    for round in 0..3_000 {
        let heaps = random_heaps(&program, &mut random);
        let texts = [
            formula(&mut random, 3),
            format!("{} in {}", relation(&mut random, 2), relation(&mut random, 2)),
            format!("all x: {} | some y: x.*next | y in {}", set(&mut random, 2), set(&mut random, 2)),
            comparison(&mut random),
            instance(LAWS[round % LAWS.len()], &mut random, 2),
        ];
        for text in texts {
            let Ok(property) = read(&text, &context) else { continue };
            formulas += 1;
            let direct = Evaluation { view: &heaps, values: BTreeMap::new() }.formula(&property.formula);
            is += usize::from(direct);
            assert_eq!(holds(&property.formula, &heaps), direct, "{text}");
        }
        for text in [set(&mut random, 3), relation(&mut random, 3)] {
            let expression = parse(&text).unwrap_or_else(|problem| panic!("{text}: {problem:?}"));
            let Ok(relation) = resolve_relation(&expression, &context) else { continue };
            relations += 1;
            let direct = Evaluation { view: &heaps, values: BTreeMap::new() }.relation(&relation);
            assert_eq!(tuples(&relation, &heaps), direct, "{text}");
        }
    }
    assert!(formulas > 5_000 && relations > 2_000, "{formulas} formulas and {relations} relations are few");
    assert!(is > 1_000 && formulas - is > 1_000, "{is} of {formulas} are true");
}

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
            Formula::Subset(one, other) => self.relation(one).is_subset(&self.relation(other)),
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
                let mut truths = self.for_each(binding, |evaluation| evaluation.formula(body)).into_iter();
                match quantifier {
                    Quantifier::All => truths.all(|(_, is)| is),
                    Quantifier::Some => truths.any(|(_, is)| is),
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
                let numbers = self.for_each(binding, |evaluation| evaluation.integer(body));
                numbers.into_iter().fold(0, |sum, (_, number)| sum.wrapping_add(number))
            }
        }
    }

    fn relation(&mut self, relation: &Relation) -> Tuples {
        let one = |value: Option<Value>| value.map(|value| vec![value]).into_iter().collect();
        match &relation.kind {
            RelationKind::Empty => Tuples::new(),
            RelationKind::Objects(state, of) => {
                self.view.objects(*state, *of).into_iter().map(|object| vec![Value::Object(object)]).collect()
            }
            RelationKind::Integers => {
                self.view.integers().into_iter().map(|number| vec![Value::Int(number)]).collect()
            }
            RelationKind::Identity(state, of) => {
                let objects = self.view.objects(*state, *of).into_iter().map(Value::Object);
                objects.map(|object| vec![object, object]).collect()
            }
            RelationKind::Field(state, field) => {
                let objects = self.view.objects(*state, ir::RefType::Any).into_iter();
                let pairs = objects.filter_map(|object| {
                    Some(vec![Value::Object(object), self.view.field(*state, object, *field)?])
                });
                pairs.collect()
            }
            RelationKind::Global(state, global) => one(self.view.global(*state, *global)),
            RelationKind::Elements(state, of) => self.elements(*state, *of),
            RelationKind::Contents(state, of) => {
                self.elements(*state, *of).into_iter().map(|triple| vec![triple[0], triple[2]]).collect()
            }
            RelationKind::Length(state, of) => {
                let arrays = self.view.objects(*state, *of).into_iter();
                let pairs = arrays.map(|array| {
                    let length = self.view.length(*state, array);
                    vec![Value::Object(array), number(length)]
                });
                pairs.collect()
            }
            RelationKind::Parameter(index) => one(self.view.parameter(*index)),
            RelationKind::Result => one(self.view.result()),
            RelationKind::Variable(variable) => {
                one(Some(*self.values.get(variable).expect("a variable is bound where it is used")))
            }
            RelationKind::Integer(integer) => one(Some(Value::Int(self.integer(integer)))),
            RelationKind::Boolean(is) => one(Some(Value::Bool(*is))),
            RelationKind::Union(one, other) => &self.relation(one) | &self.relation(other),
            RelationKind::Difference(one, other) => &self.relation(one) - &self.relation(other),
            RelationKind::Intersection(one, other) => &self.relation(one) & &self.relation(other),
            RelationKind::Product(one, other) => {
                let (one, other) = (self.relation(one), self.relation(other));
                one.iter().flat_map(|one| other.iter().map(|other| [&one[..], other].concat())).collect()
            }
            RelationKind::Join(one, other) => join(&self.relation(one), &self.relation(other)),
            RelationKind::Override(one, other) => {
                let (one, other) = (self.relation(one), self.relation(other));
                let replaced: BTreeSet<Value> = other.iter().map(|tuple| tuple[0]).collect();
                let kept = one.into_iter().filter(|tuple| !replaced.contains(&tuple[0]));
                kept.chain(other.iter().cloned()).collect()
            }
            RelationKind::Transpose(inner) => {
                self.relation(inner).into_iter().map(|pair| vec![pair[1], pair[0]]).collect()
            }
            RelationKind::Closure(inner) => {
                let step = self.relation(inner);
                let mut closure = step.clone();
                loop {
                    let further = &closure | &join(&closure, &step);
                    if further == closure {
                        return closure;
                    }
                    closure = further;
                }
            }
            RelationKind::Comprehension(bindings, body) => {
                let mut found = Tuples::new();
                self.comprehend(bindings, body, &mut Vec::new(), &mut found);
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

    fn elements(&self, state: State, of: ir::RefType) -> Tuples {
        let mut triples = Tuples::new();
        for array in self.view.objects(state, of) {
            for index in 0..self.view.length(state, array) {
                let element = self.view.element(state, array, index);
                triples.extend(element.map(|element| vec![Value::Object(array), number(index), element]));
            }
        }
        triples
    }

    /// What something is for each value of a variable, with the values, ascending.
    fn for_each<T>(&mut self, binding: &Binding, mut is: impl FnMut(&mut Self) -> T) -> Vec<(Value, T)> {
        let bound = self.relation(&binding.bound);
        let before = self.values.get(&binding.variable).copied();
        let mut all = Vec::new();
        for tuple in bound {
            let value = tuple[0];
            self.values.insert(binding.variable, value);
            all.push((value, is(self)));
        }
        match before {
            Some(value) => self.values.insert(binding.variable, value),
            None => self.values.remove(&binding.variable),
        };
        all
    }

    fn comprehend(&mut self, bindings: &[Binding], body: &Formula, tuple: &mut Tuple, found: &mut Tuples) {
        let Some((first, rest)) = bindings.split_first() else {
            if self.formula(body) {
                found.insert(tuple.clone());
            }
            return;
        };
        self.for_each(first, |evaluation| {
            let value = evaluation.values[&first.variable];
            tuple.push(value);
            evaluation.comprehend(rest, body, tuple, found);
            tuple.pop();
        });
    }
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
