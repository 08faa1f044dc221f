//! Sets: equal bytes only for states that are equal up to the order of the sets' elements, and for all of
//! those where elements share nothing.

use std::collections::BTreeMap;

use machine::{Concrete, Image, Limits, Lowering, Machine, Stop};
use space::{Encoder, decode};

use super::heaps::{Model, State, lists, parse, permutations};

/// The bytes of states of a program in which `Node.left` is declared a set.
fn encoded(states: &[State]) -> Vec<Vec<u8>> {
    let program = parse();
    let image = Image::new(&program, Lowering::Fused);
    let mut machine = Machine::new(&image, Concrete, Limits::default());
    let node = program.class_named("Node").unwrap();
    let field = program.field_named(node, "left").unwrap();
    let mut encoder = Encoder::new().with_sets(vec![field]);
    states
        .iter()
        .map(|state| {
            machine.start(program.function_named("main").unwrap(), &[]).unwrap();
            assert!(matches!(machine.run(&mut 10), Stop::Choice(_)));
            state.build(&program, &mut machine);
            let bytes = encoder.encode(&machine).to_vec();
            decode(&mut machine, &bytes);
            assert_eq!(encoder.encode(&machine), bytes, "{state:?}");
            bytes
        })
        .collect()
}

/// Puts the elements into another order; zeros stay where they are.
fn reorder<T: Copy + PartialEq + Default>(elements: &mut [T], order: &[usize]) {
    let before = elements.to_vec();
    let filled: Vec<usize> = (0..elements.len()).filter(|&place| elements[place] != T::default()).collect();
    for (&place, &from) in filled.iter().zip(order.iter().filter(|&&from| from < filled.len())) {
        elements[place] = before[filled[from]];
    }
}

/// The state with the elements of an array in another order.
fn reordered(state: &State, array: usize, order: &[usize]) -> State {
    let mut other = state.clone();
    match &mut other.objects[array - 1] {
        Model::References(elements) => reorder(elements, order),
        Model::Bytes(elements) => reorder(elements, order),
        Model::Node { .. } => panic!("object {array} is an array"),
    }
    other
}

/// The least state that renaming and reordering the array 2 can give.
fn least(state: &State) -> State {
    let orders = permutations(3);
    orders.iter().map(|order| reordered(state, 2, order).least()).min().unwrap()
}

fn state(objects: Vec<Model>) -> State {
    let locks = vec![0; objects.len()];
    State { roots: [1, 0], objects, locks }
}

/// The object 1 has the set 2, whose elements 3 and 4 may be the same, refer to each other, to themselves
/// and to the object 1, which may refer to one of them.
#[test]
fn states_that_differ_in_more_than_order_have_different_bytes() {
    let mut all = Vec::new();
    let elements: Vec<Model> = [0, 1, 3, 4]
        .iter()
        .flat_map(|&right| [0, 1].map(|value| Model::Node { left: 0, right, value }))
        .collect();
    for other in [0, 3] {
        for set in lists(&[0, 3, 4], 3) {
            for pair in lists(&elements, 2) {
                let holder = Model::Node { left: 2, right: other, value: 0 };
                let mut objects = vec![holder, Model::References(set.clone())];
                objects.extend(pair);
                all.push(state(objects));
            }
        }
    }
    assert_eq!(all.len(), 2 * 27 * 64);
    let mut state_of: BTreeMap<Vec<u8>, State> = BTreeMap::new();
    let mut classes: BTreeMap<State, Vec<Vec<u8>>> = BTreeMap::new();
    for (state, bytes) in all.iter().zip(encoded(&all)) {
        let least = least(state);
        let known = state_of.entry(bytes.clone()).or_insert_with(|| least.clone());
        assert_eq!(*known, least, "{state:?} has the bytes of a state that differs in more than order");
        let forms = classes.entry(least).or_default();
        if !forms.contains(&bytes) {
            forms.push(bytes);
        }
    }
    // Only where elements with the same description refer to each other has a state several forms.
    let split = classes.values().filter(|forms| forms.len() > 1).count();
    assert!(split * 20 < classes.len(), "{split} of {} states have several forms", classes.len());
}

#[test]
fn all_orders_of_elements_that_share_nothing_have_the_same_bytes() {
    for count in 0..=4 {
        let mut multiset_of: BTreeMap<Vec<u8>, Vec<i32>> = BTreeMap::new();
        let mut bytes_of: BTreeMap<Vec<i32>, Vec<u8>> = BTreeMap::new();
        for values in lists(&[-1, 0, 7], count) {
            let names: Vec<u32> = (3..3 + count as u32).collect();
            let mut objects = vec![Model::Node { left: 2, right: 0, value: 5 }];
            objects.push(Model::References(names.iter().copied().chain([0]).collect()));
            // Each element refers back to the object that has the set.
            objects.extend(values.iter().map(|&value| Model::Node { left: 0, right: 1, value }));
            let bytes = encoded(&[state(objects)]).remove(0);
            let mut sorted = values;
            sorted.sort_unstable();
            assert_eq!(*bytes_of.entry(sorted.clone()).or_insert_with(|| bytes.clone()), bytes);
            assert_eq!(*multiset_of.entry(bytes).or_insert_with(|| sorted.clone()), sorted);
        }
        assert_eq!(bytes_of.len(), (count + 1) * (count + 2) / 2);
    }
}

#[test]
fn numbers_have_no_order_and_zeros_keep_their_places() {
    let mut forms = std::collections::BTreeSet::new();
    for values in lists(&[-3i8, 0, 1, 2], 3) {
        let holder = Model::Node { left: 2, right: 0, value: 0 };
        let first = state(vec![holder, Model::Bytes(values)]);
        let all: Vec<State> = permutations(3).iter().map(|order| reordered(&first, 2, order)).collect();
        let bytes = encoded(&all);
        assert!(bytes.iter().all(|other| *other == bytes[0]), "{first:?}");
        forms.insert(bytes[0].clone());
    }
    // Which places are zero, and a multiset of three numbers in the others.
    assert_eq!(forms.len(), 1 + 3 * 3 + 3 * 6 + 10);
}

/// The elements have sets of their own: 3 and 4 with the arrays 5 and 6.
#[test]
fn sets_inside_of_sets_have_no_order() {
    let leaf = |value| Model::Node { left: 0, right: 0, value };
    for values in lists(&[1, 2], 4) {
        let mut objects = vec![Model::Node { left: 2, right: 0, value: 0 }, Model::References(vec![3, 4])];
        objects.push(Model::Node { left: 5, right: 1, value: 0 });
        objects.push(Model::Node { left: 6, right: 1, value: 0 });
        objects.push(Model::References(vec![7, 8, 0]));
        objects.push(Model::References(vec![9, 10, 0]));
        objects.extend(values.iter().map(|&value| leaf(value)));
        let first = state(objects);
        let mut all = Vec::new();
        for outer in [[0, 1], [1, 0]] {
            for one in [[0, 1], [1, 0]] {
                for two in [[0, 1], [1, 0]] {
                    all.push(reordered(&reordered(&reordered(&first, 2, &outer), 5, &one), 6, &two));
                }
            }
        }
        let bytes = encoded(&all);
        assert!(bytes.iter().all(|other| *other == bytes[0]), "{values:?}");
    }
}

/// A collection is an object with one array; one with two has no elements that could change places.
#[test]
fn collections_are_objects_with_one_array() {
    let leaf = |value| Model::Node { left: 0, right: 0, value };
    let with = |elements: Vec<u32>, second: u32| {
        let list = Model::Node { left: second, right: 3, value: 2 };
        let holder = Model::Node { left: 2, right: 0, value: 0 };
        let arrays = [Model::References(elements), leaf(1), leaf(2), Model::Bytes(vec![1])];
        state([holder, list].into_iter().chain(arrays).collect())
    };
    let one = encoded(&[with(vec![4, 5, 0], 0), with(vec![5, 4, 0], 0), with(vec![4, 0, 5], 0)]);
    assert_eq!(one[0], one[1]);
    assert_ne!(one[0], one[2]);
    let two = encoded(&[with(vec![4, 5, 0], 6), with(vec![5, 4, 0], 6)]);
    assert_ne!(two[0], two[1]);
}
