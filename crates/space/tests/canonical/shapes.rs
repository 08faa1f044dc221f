//! Shapes: equal bytes for states that are equal up to renaming and values, and only for those.

use std::collections::BTreeMap;

use machine::{Concrete, Image, Limits, Lowering, Machine, Stop};
use space::{Encoder, Shapes};

use super::heaps::{Model, State, lists, nodes, parse, states};

/// The shapes of what the two roots of states reach.
fn shapes(states: &[State], values: &[u32]) -> Vec<Vec<u8>> {
    let program = parse();
    let image = Image::new(&program, Lowering::Fused);
    let mut machine = Machine::new(&image, Concrete, Limits::default());
    let mut shapes = Shapes::new(Encoder::new(), Vec::new(), values.to_vec());
    states
        .iter()
        .map(|state| {
            machine.start(program.function_named("main").unwrap(), &[]).unwrap();
            assert!(matches!(machine.run(&mut 10), Stop::Choice(_)));
            state.build(&program, &mut machine);
            shapes.of(&machine, &state.roots).to_vec()
        })
        .collect()
}

/// The state without its values.
fn erased(state: &State) -> State {
    let mut other = state.clone();
    for object in &mut other.objects {
        match object {
            Model::Node { value, .. } => *value = 0,
            Model::Bytes(elements) => elements.fill(0),
            Model::References(_) => {}
        }
    }
    other.locks.fill(0);
    other
}

#[test]
fn shapes_are_states_without_values() {
    let mut models = nodes(2, &[0, 5]);
    models.extend((0..=2).flat_map(|length| lists(&[0, 1, 2], length)).map(Model::References));
    models.extend((0..=2).flat_map(|length| lists(&[0i8, -128], length)).map(Model::Bytes));
    let all = states(2, &models, &[[1, 0], [2, 1], [1, 1]], &[0, 1]);
    let mut state_of: BTreeMap<Vec<u8>, State> = BTreeMap::new();
    let mut bytes_of: BTreeMap<State, Vec<u8>> = BTreeMap::new();
    for (state, bytes) in all.iter().zip(shapes(&all, &[])) {
        let least = erased(state).least();
        let known = bytes_of.entry(least.clone()).or_insert_with(|| bytes.clone());
        assert_eq!(*known, bytes, "{state:?} has another shape than {least:?}");
        let known = state_of.entry(bytes).or_insert_with(|| least.clone());
        assert_eq!(*known, least, "{state:?} has the shape of a different state");
    }
    assert!(bytes_of.len() * 4 < all.len());
}

/// Which value an object refers to does not count, nor whether two references are to the same one; that
/// it is a value, and of which type, does.
#[test]
fn values_are_told_by_their_types_alone() {
    let state = |left: u32, right: u32| State {
        roots: [1, 0],
        objects: vec![
            Model::Node { left, right, value: 0 },
            Model::Node { left: 1, right: 0, value: 0 },
            Model::Node { left: 0, right: 0, value: 0 },
            Model::References(vec![0]),
            Model::Node { left: 0, right: 0, value: 0 },
        ],
        locks: vec![0; 5],
    };
    let all = [(2, 3), (3, 2), (3, 3), (0, 3), (4, 3), (5, 3)].map(|(left, right)| state(left, right));
    let bytes = shapes(&all, &[4, 3, 2]);
    assert_eq!(bytes[0], bytes[1]);
    assert_eq!(bytes[0], bytes[2]);
    for other in 3..6 {
        assert_ne!(bytes[0], bytes[other], "{other}");
    }
}
