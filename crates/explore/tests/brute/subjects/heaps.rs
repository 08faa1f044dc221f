//! Priority queues.

use super::{Model, Value};

/// The elements by level, and the length that the array has grown to.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct HeapArray {
    elements: Vec<Value>,
    length: usize,
}

impl Model for HeapArray {
    fn initial() -> Self {
        HeapArray { elements: Vec::new(), length: 0 }
    }

    fn calls(&self, n: Value, visit: &mut impl FnMut(Self)) {
        for value in 1..=n {
            let mut after = self.clone();
            after.elements.push(value);
            let mut at = after.elements.len() - 1;
            while at > 0 && after.elements[at] < after.elements[(at - 1) / 2] {
                after.elements.swap(at, (at - 1) / 2);
                at = (at - 1) / 2;
            }
            after.length = after.length.max(after.elements.len());
            visit(after);
        }
        let mut after = self.clone();
        if !after.elements.is_empty() {
            after.elements.swap_remove(0);
            let mut at = 0;
            while let Some(child) = (2 * at + 1..2 * at + 3)
                .filter(|&c| c < after.elements.len())
                .min_by_key(|&c| after.elements[c])
            {
                if after.elements[at] <= after.elements[child] {
                    break;
                }
                after.elements.swap(at, child);
                at = child;
            }
        }
        visit(after);
    }
}

/// A tree of keys. Its degree is the number of its children.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Tree {
    key: Value,
    children: Vec<Tree>,
}

impl Tree {
    fn new(key: Value) -> Self {
        Tree { key, children: Vec::new() }
    }

    fn degree(&self) -> usize {
        self.children.len()
    }
}

/// Binomial trees by increasing degree. The youngest child is the *last* one.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct BinomialHeap(Vec<Tree>);

impl BinomialHeap {
    /// Adds with carry, like binary numbers. Of three trees of a degree the first stays and the others are linked; the
    /// carry comes before the trees of the heap, and these before the added ones.
    fn add(&self, added: &[Tree]) -> Self {
        let mut result = Vec::new();
        let mut carry: Option<Tree> = None;
        let degrees = self.0.iter().chain(added).map(Tree::degree).max().map_or(0, |most| most + 2);
        for degree in 0..degrees {
            let mut trees: Vec<Tree> = carry.take().into_iter().collect();
            trees.extend(self.0.iter().chain(added).filter(|tree| tree.degree() == degree).cloned());
            if trees.len() % 2 == 1 {
                result.push(trees.remove(0));
            }
            if let [first, second] = &trees[..] {
                let (upper, lower) = if first.key <= second.key { (first, second) } else { (second, first) };
                let mut linked = upper.clone();
                linked.children.push(lower.clone());
                carry = Some(linked);
            }
        }
        BinomialHeap(result)
    }

    /// The places of children on the way to the first node with a key. Children are looked through youngest first.
    fn path(trees: &[Tree], order: &[usize], key: Value) -> Option<Vec<usize>> {
        order.iter().find_map(|&place| {
            let tree = &trees[place];
            if tree.key == key {
                return Some(vec![place]);
            }
            let youngest_first: Vec<usize> = (0..tree.degree()).rev().collect();
            let below = Self::path(&tree.children, &youngest_first, key)?;
            Some([vec![place], below].concat())
        })
    }

    fn delete(&self, key: Value) -> Self {
        let in_order: Vec<usize> = (0..self.0.len()).collect();
        let Some(path) = Self::path(&self.0, &in_order, key) else {
            return self.clone();
        };
        // Everything above the key sinks by one place.
        let mut rest = self.clone();
        let mut root = rest.0.remove(path[0]);
        let mut sinking = root.key;
        let mut node = &mut root;
        for &place in &path[1..] {
            node = &mut node.children[place];
            std::mem::swap(&mut node.key, &mut sinking);
        }
        rest.add(&root.children)
    }
}

impl Model for BinomialHeap {
    fn initial() -> Self {
        BinomialHeap(Vec::new())
    }

    fn calls(&self, n: Value, visit: &mut impl FnMut(Self)) {
        for key in 1..=n {
            visit(self.add(&[Tree::new(key)]));
            visit(self.delete(key));
        }
    }
}

/// The ring of roots, from the least one to the right.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct FibonacciHeap(Vec<Tree>);

impl FibonacciHeap {
    fn insert(&self, key: Value) -> Self {
        let mut after = self.clone();
        after.0.push(Tree::new(key));
        if key < after.0[0].key {
            after.0.rotate_right(1);
        }
        after
    }

    fn remove_min(&self) -> Self {
        let Some((gone, rest)) = self.0.split_first() else {
            return self.clone();
        };
        let roots: Vec<&Tree> = gone.children.iter().rev().chain(rest).collect();
        // Trees by their places in the ring; a tree that was linked leaves its place.
        let mut ring: Vec<Option<Tree>> = roots.into_iter().cloned().map(Some).collect();
        for start in 0..ring.len() {
            // Linking may have taken away this very tree, but only a root that comes earlier absorbs.
            let mut at = start;
            while let Some(other) = (0..=start).find(|&other| {
                other != at && degree(&ring, other).is_some() && degree(&ring, other) == degree(&ring, at)
            }) {
                let (upper, lower) =
                    if key(&ring, other) < key(&ring, at) { (other, at) } else { (at, other) };
                let lower = ring[lower].take().expect("a root at this place");
                ring[upper].as_mut().expect("a root at this place").children.push(lower);
                at = upper;
            }
        }
        let mut roots: Vec<Tree> = ring.into_iter().flatten().collect();
        let least = (0..roots.len()).min_by_key(|&place| (roots[place].key, roots[place].degree()));
        roots.rotate_left(least.unwrap_or(0));
        FibonacciHeap(roots)
    }
}

fn degree(ring: &[Option<Tree>], place: usize) -> Option<usize> {
    ring[place].as_ref().map(Tree::degree)
}

fn key(ring: &[Option<Tree>], place: usize) -> Option<Value> {
    ring[place].as_ref().map(|tree| tree.key)
}

impl Model for FibonacciHeap {
    fn initial() -> Self {
        FibonacciHeap(Vec::new())
    }

    fn calls(&self, n: Value, visit: &mut impl FnMut(Self)) {
        for key in 1..=n {
            visit(self.insert(key));
        }
        visit(self.remove_min());
    }
}
