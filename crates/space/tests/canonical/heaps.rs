//! All small heaps: two have the same bytes if and only if renaming the objects makes one into the
//! other, which is tried with every renaming.

use std::collections::BTreeMap;

use ir::{ArrayTypeId, ClassId, Program, Type};
use machine::{Concrete, Image, Limits, Lowering, Machine, Stop};
use space::{Encoder, decode};

/// A program whose only state has two roots.
const TEXT: &str = "class Node {\n  field left: any\n  field right: any\n  field value: i32\n}\n\
                    global @root: any\nglobal @other: any\nfn @main() {\n  local c: bool\n  local n: Node\n  \
                    local a: any[]\n  local i: i8[]\nb0:\n  c = havoc\n  n = new Node\n  a = new any[2]\n  \
                    i = new i8[1]\n  return\n}\n";

pub(super) fn parse() -> Program {
    let program = ir::text::parse("heaps.gbir", TEXT).unwrap_or_else(|errors| panic!("{errors:#?}"));
    ir::verify::verify(&program).unwrap();
    program
}

/// An object of a model heap; objects are numbered from 1.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Model {
    Node { left: u32, right: u32, value: i32 },
    References(Vec<u32>),
    Bytes(Vec<i8>),
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct State {
    pub(super) roots: [u32; 2],
    pub(super) objects: Vec<Model>,
    /// How often each object's monitor is held.
    pub(super) locks: Vec<u32>,
}

impl State {
    fn references(&self, object: u32) -> Vec<u32> {
        match &self.objects[object as usize - 1] {
            Model::Node { left, right, .. } => vec![*left, *right],
            Model::References(elements) => elements.clone(),
            Model::Bytes(_) => Vec::new(),
        }
    }

    /// What can be reached from the roots.
    fn reachable(&self) -> Vec<u32> {
        let mut found: Vec<u32> = Vec::new();
        let mut waiting: Vec<u32> = self.roots.to_vec();
        while let Some(object) = waiting.pop() {
            if object != 0 && !found.contains(&object) {
                found.push(object);
                waiting.extend(self.references(object));
            }
        }
        found
    }

    /// The state without garbage, its objects renamed: `names` are the new names of the reachable
    /// objects, from 1.
    fn renamed(&self, reachable: &[u32], names: &[usize]) -> State {
        let name = |object: u32| {
            let place = reachable.iter().position(|&known| known == object);
            place.map_or(0, |place| names[place] as u32 + 1)
        };
        let mut objects = vec![Model::Bytes(Vec::new()); reachable.len()];
        let mut locks = vec![0; reachable.len()];
        for &object in reachable {
            let to = name(object) as usize - 1;
            locks[to] = self.locks[object as usize - 1];
            objects[to] = match &self.objects[object as usize - 1] {
                Model::Node { left, right, value } => {
                    Model::Node { left: name(*left), right: name(*right), value: *value }
                }
                Model::References(elements) => {
                    Model::References(elements.iter().map(|&element| name(element)).collect())
                }
                Model::Bytes(bytes) => Model::Bytes(bytes.clone()),
            };
        }
        State { roots: self.roots.map(name), objects, locks }
    }

    /// The least state that renaming can give, found by trying every renaming: two states have the
    /// same one if and only if renaming makes one into the other.
    pub(super) fn least(&self) -> State {
        let reachable = self.reachable();
        let all = permutations(reachable.len());
        let renamed = all.iter().map(|names| self.renamed(&reachable, names));
        renamed.min().expect("there is a permutation of nothing, too")
    }

    /// Makes the heap in a machine that is at the choice, in the order of the numbers.
    pub(super) fn build(&self, program: &Program, machine: &mut Machine<'_, '_, Concrete>) {
        let class: ClassId = program.class_named("Node").unwrap();
        let references: ArrayTypeId = program.find_array_type(Type::ANY).unwrap();
        let small = Type::Int(ir::IntType::I8);
        let bytes: ArrayTypeId = program.find_array_type(small).unwrap();
        machine.ensure_globals();
        let heap = machine.heap_mut();
        for object in &self.objects {
            match object {
                Model::Node { .. } => heap.new_object(class, 3, 0),
                Model::References(elements) => {
                    heap.new_packed_array(references, Type::ANY, elements.len() as u32, 0)
                }
                Model::Bytes(elements) => heap.new_packed_array(bytes, small, elements.len() as u32, 0),
            }
            .unwrap();
        }
        for (index, object) in self.objects.iter().enumerate() {
            let at = index as u32 + 1;
            match object {
                Model::Node { left, right, value } => {
                    heap.set(at, 0, (*left).into());
                    heap.set(at, 1, (*right).into());
                    heap.set(at, 2, i64::from(*value) as u64);
                }
                Model::References(elements) => {
                    for (slot, &element) in elements.iter().enumerate() {
                        heap.set_element(at, Type::ANY, slot as u32, element.into());
                    }
                }
                Model::Bytes(elements) => {
                    for (slot, &element) in elements.iter().enumerate() {
                        heap.set_element(at, small, slot as u32, i64::from(element) as u64);
                    }
                }
            }
            if self.locks[index] > 0 {
                heap.set_lock(at, 0, self.locks[index]);
            }
        }
        for (global, root) in self.roots.into_iter().enumerate() {
            heap.set_global(global, root.into());
        }
    }
}

pub(super) fn permutations(count: usize) -> Vec<Vec<usize>> {
    match count {
        0 => vec![Vec::new()],
        _ => permutations(count - 1)
            .into_iter()
            .flat_map(|shorter| {
                (0..count).map(move |at| {
                    let mut longer = shorter.clone();
                    longer.insert(at, count - 1);
                    longer
                })
            })
            .collect(),
    }
}

/// Encodes the states and compares "equal bytes" with "the same up to renaming"; gives the number of
/// different states.
fn compare(states: &[State]) -> usize {
    let program = parse();
    let image = Image::new(&program, Lowering::Fused);
    let mut machine = Machine::new(&image, Concrete, Limits::default());
    let mut encoder = Encoder::new();
    let mut state_of: BTreeMap<Vec<u8>, State> = BTreeMap::new();
    let mut bytes_of: BTreeMap<State, Vec<u8>> = BTreeMap::new();
    for state in states {
        machine.start(program.function_named("main").unwrap(), &[]).unwrap();
        assert!(matches!(machine.run(&mut 10), Stop::Choice(_)));
        state.build(&program, &mut machine);
        let bytes = encoder.encode(&machine).to_vec();
        decode(&mut machine, &bytes);
        assert_eq!(encoder.encode(&machine), bytes, "{state:?}");
        let least = state.least();
        let known = bytes_of.entry(least.clone()).or_insert_with(|| bytes.clone());
        assert_eq!(*known, bytes, "{state:?} has other bytes than {least:?}");
        let known = state_of.entry(bytes).or_insert_with(|| least.clone());
        assert_eq!(*known, least, "{state:?} has the bytes of a different state");
    }
    bytes_of.len()
}

/// Every list of `count` items, each one of `items`.
pub(super) fn lists<T: Clone>(items: &[T], count: usize) -> Vec<Vec<T>> {
    (0..count).fold(vec![Vec::new()], |shorter, _| {
        shorter
            .iter()
            .flat_map(|list| {
                items.iter().map(|item| {
                    let mut longer = list.clone();
                    longer.push(item.clone());
                    longer
                })
            })
            .collect()
    })
}

pub(super) fn nodes(objects: u32, values: &[i32]) -> Vec<Model> {
    let mut all = Vec::new();
    for left in 0..=objects {
        for right in 0..=objects {
            for &value in values {
                all.push(Model::Node { left, right, value });
            }
        }
    }
    all
}

pub(super) fn states(objects: u32, models: &[Model], roots: &[[u32; 2]], locks: &[u32]) -> Vec<State> {
    let mut all = Vec::new();
    let locks = lists(locks, objects as usize);
    for objects in lists(models, objects as usize) {
        for &roots in roots {
            for locks in &locks {
                all.push(State { roots, objects: objects.clone(), locks: locks.clone() });
            }
        }
    }
    all
}

/// Three nodes with two references and a number each, from one root.
#[test]
fn all_heaps_of_three_nodes() {
    let heaps = states(3, &nodes(3, &[0, -1]), &[[1, 0]], &[0]);
    assert_eq!(heaps.len(), 32_768);
    // A graph of nodes with a root is an automaton over two letters whose transitions may be missing.
    // There are 4, 45 and 816 of them with one, two and three states that can all be reached.
    assert_eq!(compare(&heaps), 4 * 2 + 45 * 4 + 816 * 8);
}

#[test]
fn all_heaps_of_two_nodes_with_two_roots_and_monitors() {
    let mut roots = Vec::new();
    for first in 0..=2 {
        for second in 0..=2 {
            roots.push([first, second]);
        }
    }
    let heaps = states(2, &nodes(2, &[0, 1]), &roots, &[0, 1, 2]);
    assert_eq!(heaps.len(), 18 * 18 * 9 * 9);
    compare(&heaps);
}

#[test]
fn all_heaps_of_nodes_and_arrays() {
    let mut models = nodes(2, &[0]);
    models.extend((0..=2).flat_map(|length| lists(&[0, 1, 2], length)).map(Model::References));
    models.extend((0..=2).flat_map(|length| lists(&[0i8, -128], length)).map(Model::Bytes));
    let heaps = states(2, &models, &[[1, 0], [2, 1], [1, 1]], &[0, 1]);
    compare(&heaps);
}

/// The number of forms of heaps with one node is known: the references are null or the node itself.
#[test]
fn all_heaps_of_one_node() {
    let heaps = states(1, &nodes(1, &[0, 1, 2]), &[[0, 0], [1, 0], [0, 1], [1, 1]], &[0, 3]);
    assert_eq!(compare(&heaps), 1 + 3 * 4 * 3 * 2);
}
