//! Laws that hold in all heaps, on random ones and with random parts, and closures by another algorithm.

use std::collections::BTreeSet;

use infer::property::core::State;
use infer::property::{
    Condition, Context, Object, Property, Tuples, Value, View as _, evaluate, express, parse, print, read,
    resolve_relation, tuples,
};
use ir::{Program, RefType, Type};

use crate::generate::{LAWS, Random, comparison, formula, instance, relation, set};
use crate::world::{Heaps, context, program};

/// Two heaps with a few objects, whose fields have any values.
pub(crate) fn random_heaps<'a>(program: &'a Program, random: &mut Random) -> Heaps<'a> {
    let mut heaps = Heaps::empty(program);
    let [set, entry, special] = ["Set", "Entry", "Special"].map(|name| RefType::Class(heaps.class(name)));
    let state = |random: &mut Random| random.of(&[State::Pre, State::Pre, State::Post]);
    // The receiver is there from the beginning.
    heaps.add("S", set, State::Pre);
    let entries = heaps.array_of(Type::Ref(entry));
    for _ in 0..random.below(8) {
        let (ty, from) = (random.of(&[set, entry, entry, special, entries]), state(random));
        heaps.add("?", ty, from);
    }
    let value = |heaps: &Heaps<'_>, random: &mut Random, state: State, of: RefType| {
        let mut all = heaps.objects(state, of);
        if all.is_empty() || random.below(3) == 0 {
            None
        } else {
            Some(Value::Object(all.swap_remove(random.below(all.len()))))
        }
    };
    for state in [State::Pre, State::Post] {
        for object in heaps.objects(state, entry) {
            heaps.set(state, object, "Entry", "val", Value::Int(random.below(4) as i64 - 1));
            if let Some(next) = value(&heaps, random, state, entry) {
                heaps.set(state, object, "Entry", "next", next);
            }
            if let Some(owner) = value(&heaps, random, state, set) {
                heaps.set(state, object, "Entry", "owner", owner);
            }
        }
        for object in heaps.objects(state, set) {
            heaps.set(state, object, "Set", "size", Value::Int(random.below(4) as i64));
            heaps.set(state, object, "Set", "open", Value::Bool(random.below(2) == 0));
            if let Some(elems) = value(&heaps, random, state, entry) {
                heaps.set(state, object, "Set", "elems", elems);
            }
            if let Some(items) = value(&heaps, random, state, entries) {
                heaps.set(state, object, "Set", "items", items);
            }
        }
        for array in heaps.objects(state, entries) {
            let elements = (0..random.below(3)).map(|_| value(&heaps, random, state, entry)).collect();
            heaps.arrays.insert((state, array), elements);
        }
    }
    heaps.parameters = vec![
        Some(Value::Object(Object(0))),
        value(&heaps, random, State::Pre, set),
        Some(Value::Int(2)),
        Some(Value::Bool(random.below(2) == 0)),
    ];
    heaps.result = value(&heaps, random, State::Post, set);
    heaps.integers = (-1..3).collect();
    heaps
}

#[test]
fn laws() {
    let program = program();
    let context = context(&program, "Set.intersect", Condition::Ensures);
    let mut random = Random(7);
    let mut evaluated = 0;
    for round in 0..150 {
        let heaps = random_heaps(&program, &mut random);
        for law in LAWS {
            let text = instance(law, &mut random, round % 3);
            // What can never be true by its types is no formula.
            let Ok(property) = read(&text, &context) else { continue };
            evaluated += 1;
            assert!(evaluate(&property, &heaps), "{law}: {text}");
            expressed(&property, &context, &heaps);
        }
    }
    assert!(evaluated > 4_000, "only {evaluated} formulas mean something");
}

/// A property that is written in the language again means the same.
fn expressed(property: &Property, context: &Context<'_>, heaps: &Heaps<'_>) {
    let text = print(&express(&property.formula, context));
    let again =
        read(&text, context).unwrap_or_else(|problem| panic!("{}\n{text}\n{problem:?}", property.text));
    assert_eq!(evaluate(&again, heaps), evaluate(property, heaps), "{}\n{text}", property.text);
}

#[test]
fn what_is_expressed_means_the_same() {
    let program = program();
    let context = context(&program, "Set.intersect", Condition::Ensures);
    let mut random = Random(3);
    let (mut is, mut is_not) = (0, 0);
    for round in 0..3_000 {
        let heaps = random_heaps(&program, &mut random);
        let text = match round % 3 {
            0 => formula(&mut random, 3),
            1 => format!("{} in {}", relation(&mut random, 2), relation(&mut random, 2)),
            _ => comparison(&mut random),
        };
        let Ok(property) = read(&text, &context) else { continue };
        *(if evaluate(&property, &heaps) { &mut is } else { &mut is_not }) += 1;
        expressed(&property, &context, &heaps);
    }
    assert!(is > 500 && is_not > 500, "{is} {is_not}");
}

#[test]
fn what_is_expressed_is_readable() {
    let program = program();
    let context = context(&program, "Set.intersect", Condition::Ensures);
    let cases = [
        (
            "(old(elems) == null || old(p.elems) == null) => result.elems == null",
            "old(no this.elems || no p.elems) => no result.elems",
        ),
        ("all e: elems.*next | e.val > 0", "all x: this.elems + this.elems.^Entry::next | 0 < x.val"),
        ("this.size == old(this.size) + 1", "this.size == old(this.size + 1)"),
        ("this.open == flag", "this.open <=> flag"),
        (
            "items[n] == old(items[*]) && items.length > 0",
            "this.items[n] == old(this.items[*]) && some this.items.length && 0 < this.items.length",
        ),
        (
            "Entry::next == old(next) ++ (elems -> p.elems)",
            "Entry::next == old(Entry::next) ++ this.elems -> p.elems",
        ),
        ("some x, y: Entry | x.old(next) == y", "some x: Entry | some y: Entry | old(x.next == y)"),
        ("Set.count == -3", "Set.count == -3"),
    ];
    for (text, expected) in cases {
        let property = read(text, &context).unwrap_or_else(|problem| panic!("{text}: {problem:?}"));
        assert_eq!(print(&express(&property.formula, &context)), expected, "{text}");
    }
}

/// The pairs between which there is a way, by Warshall's algorithm.
fn warshall(pairs: &Tuples) -> Tuples {
    let values: BTreeSet<Value> = pairs.iter().flatten().copied().collect();
    let mut reached = pairs.clone();
    for &middle in &values {
        for &from in &values {
            for &to in &values {
                if reached.contains(&vec![from, middle]) && reached.contains(&vec![middle, to]) {
                    reached.insert(vec![from, to]);
                }
            }
        }
    }
    reached
}

fn value(text: &str, context: &Context<'_>, heaps: &Heaps<'_>) -> Tuples {
    let expression = parse(text).unwrap_or_else(|problem| panic!("{text}: {problem:?}"));
    let relation =
        resolve_relation(&expression, context).unwrap_or_else(|problem| panic!("{text}: {problem:?}"));
    tuples(&relation, heaps)
}

#[test]
fn closures_by_another_algorithm() {
    let program = program();
    let context = context(&program, "Set.intersect", Condition::Ensures);
    let mut random = Random(11);
    let mut longest = 0;
    for _ in 0..500 {
        let heaps = random_heaps(&program, &mut random);
        for steps in ["Entry::next", "(Entry::next + old(Entry::next))", "~Entry::next"] {
            let expected = warshall(&value(steps, &context, &heaps));
            longest = longest.max(expected.len());
            assert_eq!(value(&format!("^{steps}"), &context, &heaps), expected);
        }
    }
    assert!(longest >= 16, "the heaps have long ways");
}

/// What stands in a column is what the column says.
#[test]
fn values_fit_their_columns() {
    use infer::property::core::Sort;
    let program = program();
    let context = context(&program, "Set.intersect", Condition::Ensures);
    let mut random = Random(5);
    let mut seen = 0;
    for round in 0..2_000 {
        let heaps = random_heaps(&program, &mut random);
        let text =
            if round % 2 == 0 { set(&mut random, round % 4) } else { relation(&mut random, round % 4) };
        let Ok(relation) =
            resolve_relation(&parse(&text).unwrap_or_else(|problem| panic!("{text}: {problem:?}")), &context)
        else {
            continue;
        };
        for tuple in tuples(&relation, &heaps) {
            assert_eq!(tuple.len(), relation.arity());
            for (value, column) in tuple.into_iter().zip(&relation.columns) {
                seen += 1;
                let fits = column.sorts().iter().any(|sort| match (value, sort) {
                    (Value::Int(_), Sort::Int) | (Value::Bool(_), Sort::Bool) => true,
                    (Value::Object(object), Sort::Ref(ty)) => {
                        heaps.objects(State::Post, *ty).contains(&object)
                    }
                    (Value::Int(_) | Value::Bool(_) | Value::Object(_), _) => false,
                });
                assert!(fits, "{text}: {value:?} in {column:?}");
            }
        }
    }
    assert!(seen > 1_000);
}
