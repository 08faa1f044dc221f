//! The subjects of `bench/subjects` once more, as plain values of Rust: an independent count of the states that sequences
//! of calls reach. Nothing here knows the machine, heaps or Java. Each model has its own algorithms; two states are equal
//! when two heaps of the Java class would be isomorphic.

mod filesystem;
mod heaps;
mod sequences;
mod trees;

use std::collections::HashSet;
use std::hash::Hash;

use filesystem::FileSystem;
use heaps::{BinomialHeap, FibonacciHeap, HeapArray};
use sequences::{BoundedStack, Deque, Stack, TwoStackQueue};
use trees::{RedBlackTree, SearchTree};

/// A value that stands for one object: elements, keys, names.
pub(crate) type Value = u8;

/// A subject as a value.
pub(crate) trait Model: Clone + Eq + Hash {
    /// What the constructor without arguments makes.
    fn initial() -> Self;

    /// Hands over what each call with values from 1 to `n` makes out of this state, one state for each call.
    fn calls(&self, n: Value, visit: &mut impl FnMut(Self));
}

/// The names of the subjects, in the order of their files.
pub(crate) const NAMES: [&str; 10] =
    ["Binheap", "Bst", "Deque", "Fibheap", "FileSystem", "HeapArray", "Queue", "Stack", "TreeMap", "Ubstack"];

/// The number of states that sequences of `i` calls, and no shorter ones, reach, for `i` from 0 to `n`.
pub(crate) fn counts(subject: &str, n: usize) -> Vec<usize> {
    explore(subject, n, n).new_states
}

/// The number of states that a search for sequences of up to `n` calls makes calls on, and the number of these calls.
pub(crate) fn executed(subject: &str, n: usize) -> (usize, usize) {
    let Exploration { new_states, calls } = explore(subject, n, n.saturating_sub(1));
    let states = new_states.iter().sum();
    (states, states * calls)
}

/// What a search found.
struct Exploration {
    /// New states by the length of the sequence.
    new_states: Vec<usize>,
    /// The calls on one state.
    calls: usize,
}

fn explore(subject: &str, n: usize, iterations: usize) -> Exploration {
    let n = Value::try_from(n).expect("a small number of values");
    match subject {
        "Binheap" => search::<BinomialHeap>(n, iterations),
        "Bst" => search::<SearchTree>(n, iterations),
        "Deque" => search::<Deque>(n, iterations),
        "Fibheap" => search::<FibonacciHeap>(n, iterations),
        "FileSystem" => search::<FileSystem>(n, iterations),
        "HeapArray" => search::<HeapArray>(n, iterations),
        "Queue" => search::<TwoStackQueue>(n, iterations),
        "Stack" => search::<Stack>(n, iterations),
        "TreeMap" => search::<RedBlackTree>(n, iterations),
        "Ubstack" => search::<BoundedStack>(n, iterations),
        other => panic!("a subject should be one of {NAMES:?}, not {other}"),
    }
}

/// Breadth first, with values from 1 to `n`.
fn search<M: Model>(n: Value, iterations: usize) -> Exploration {
    let mut calls = 0;
    M::initial().calls(n, &mut |_| calls += 1);
    let mut seen = HashSet::from([M::initial()]);
    let mut frontier = vec![M::initial()];
    let mut new_states = vec![1];
    for _ in 0..iterations {
        let mut next = Vec::new();
        for state in &frontier {
            state.calls(n, &mut |after| {
                if !seen.contains(&after) {
                    seen.insert(after.clone());
                    next.push(after);
                }
            });
        }
        new_states.push(next.len());
        frontier = next;
    }
    Exploration { new_states, calls }
}
