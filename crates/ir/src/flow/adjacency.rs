//! Directed graphs over ids in compressed rows, with the traversals that blocks and functions share.
//!
//! Nothing here recurses: a chain of a million nodes must not need a million stack frames.

use super::BitSet;
use crate::ids::Id;

/// The targets of every node, one row after the other.
#[derive(Clone, Debug)]
pub(crate) struct Adjacency<I> {
    /// Row `n` is `targets[starts[n]..starts[n + 1]]`.
    starts: Vec<u32>,
    targets: Vec<I>,
}

impl<I: Id> Adjacency<I> {
    /// A graph without nodes: [`push_row`](Self::push_row) adds them.
    pub(crate) fn new() -> Self {
        Adjacency { starts: vec![0], targets: Vec::new() }
    }

    /// Adds the next node with its targets.
    pub(crate) fn push_row(&mut self, targets: impl IntoIterator<Item = I>) {
        self.targets.extend(targets);
        self.starts.push(u32::try_from(self.targets.len()).expect("edges fit 32 bits"));
    }

    /// How many nodes there are.
    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The targets of a node in the order in which they were added.
    pub(crate) fn row(&self, node: I) -> &[I] {
        &self.targets[self.starts[node.index()] as usize..self.starts[node.index() + 1] as usize]
    }

    /// The same edges the other way round; each row ascends.
    pub(crate) fn reversed(&self) -> Self {
        let mut starts = vec![0u32; self.len() + 1];
        for target in &self.targets {
            starts[target.index() + 1] += 1;
        }
        for node in 0..self.len() {
            starts[node + 1] += starts[node];
        }
        let mut free = starts.clone();
        let mut targets = vec![I::new(0); self.targets.len()];
        for source in (0..self.len()).map(I::new) {
            for target in self.row(source) {
                targets[free[target.index()] as usize] = source;
                free[target.index()] += 1;
            }
        }
        Adjacency { starts, targets }
    }

    /// The nodes that can be reached from `root`, each after all that it was left for (depth-first
    /// post-order). Targets are entered last to first, so that the *reversed* result has the first
    /// target's part before the second's.
    pub(crate) fn post_order(&self, root: I) -> Vec<I> {
        let mut seen = vec![false; self.len()];
        let mut order = Vec::new();
        // A node with how many of its targets are still to be entered.
        let mut open = vec![(root, self.row(root).len())];
        seen[root.index()] = true;
        while let Some((node, left)) = open.last_mut() {
            if *left == 0 {
                order.push(*node);
                open.pop();
                continue;
            }
            *left -= 1;
            let target = self.row(*node)[*left];
            if !std::mem::replace(&mut seen[target.index()], true) {
                open.push((target, self.row(target).len()));
            }
        }
        order
    }

    /// The nodes that can be reached from any of `roots`, themselves included.
    pub(crate) fn reachable(&self, roots: impl IntoIterator<Item = I>) -> BitSet<I> {
        let mut seen = BitSet::new(self.len());
        let mut open: Vec<I> = roots.into_iter().filter(|&root| seen.insert(root)).collect();
        while let Some(node) = open.pop() {
            open.extend(self.row(node).iter().filter(|&&target| seen.insert(target)));
        }
        seen
    }

    /// The strongly connected components, each one after all others that it can reach; nodes ascend
    /// inside a component. (Tarjan's algorithm with its stack made explicit.)
    pub(crate) fn components(&self) -> Vec<Box<[I]>> {
        const NEW: u32 = u32::MAX;
        const DONE: u32 = u32::MAX - 1;
        let mut components = Vec::new();
        // A node's number in order of discovery, lowered to the least pending one that it reaches.
        let mut low = vec![NEW; self.len()];
        let mut count = 0;
        let mut pending: Vec<I> = Vec::new();
        // A node with its number and how many of its targets were looked at.
        let mut open: Vec<(I, u32, usize)> = Vec::new();
        for root in (0..self.len()).map(I::new) {
            let mut entering = Some(root).filter(|root| low[root.index()] == NEW);
            loop {
                if let Some(node) = entering.take() {
                    low[node.index()] = count;
                    open.push((node, count, 0));
                    pending.push(node);
                    count += 1;
                }
                let Some((node, number, next)) = open.last_mut() else {
                    break;
                };
                let (node, number) = (*node, *number);
                if let Some(&target) = self.row(node).get(*next) {
                    *next += 1;
                    match low[target.index()] {
                        NEW => entering = Some(target),
                        DONE => {}
                        other => low[node.index()] = low[node.index()].min(other),
                    }
                    continue;
                }
                open.pop();
                if low[node.index()] == number {
                    let start =
                        pending.iter().rposition(|&other| other == node).expect("an open node is pending");
                    let mut members = pending.split_off(start).into_boxed_slice();
                    members.sort_unstable();
                    for member in &members {
                        low[member.index()] = DONE;
                    }
                    components.push(members);
                } else if let Some(&(parent, ..)) = open.last() {
                    low[parent.index()] = low[parent.index()].min(low[node.index()]);
                }
            }
        }
        components
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::testing::{Random, reaches};
    use crate::ids::BlockId;

    fn graph(count: usize, edges: &[(usize, usize)]) -> Adjacency<BlockId> {
        let mut graph = Adjacency::new();
        for node in 0..count {
            graph.push_row(edges.iter().filter(|edge| edge.0 == node).map(|edge| BlockId::new(edge.1)));
        }
        graph
    }

    #[test]
    fn components_are_the_classes_of_mutual_reachability_bottom_up() {
        let mut random = Random::new(2);
        for round in 0..2000 {
            let count = 1 + round % 9;
            let edges = random.edges(count, round % 23);
            let graph = graph(count, &edges);
            let components = graph.components();
            let mut component_of = vec![None; count];
            for (index, component) in components.iter().enumerate() {
                assert!(component.is_sorted());
                for node in component {
                    assert_eq!(component_of[node.index()].replace(index), None);
                }
            }
            for a in 0..count {
                for b in 0..count {
                    let (there, back) = (reaches(&edges, a, b, None), reaches(&edges, b, a, None));
                    assert_eq!(component_of[a] == component_of[b], there && back, "{edges:?}");
                    assert!(!there || component_of[b] <= component_of[a], "{edges:?}");
                }
                let reachable: Vec<_> =
                    graph.reachable([BlockId::new(a)]).iter().map(BlockId::index).collect();
                let expected: Vec<_> = (0..count).filter(|&b| reaches(&edges, a, b, None)).collect();
                assert_eq!(reachable, expected);
            }
        }
    }

    #[test]
    fn reversing_twice_only_sorts() {
        let graph = graph(3, &[(0, 2), (0, 1), (1, 2), (2, 2)]);
        let twice = graph.reversed().reversed();
        assert_eq!(graph.row(BlockId::new(0)), [BlockId::new(2), BlockId::new(1)]);
        assert_eq!(twice.row(BlockId::new(0)), [BlockId::new(1), BlockId::new(2)]);
        assert_eq!(graph.reversed().row(BlockId::new(2)), [0, 1, 2].map(BlockId::new));
    }

    #[test]
    fn a_long_chain_needs_no_deep_stack() {
        let count = 300_000;
        let mut chain = Adjacency::new();
        for node in 0..count {
            chain.push_row((node + 1 < count).then(|| BlockId::new(node + 1)));
        }
        assert_eq!(chain.components().len(), count);
        assert_eq!(chain.post_order(BlockId::new(0)).len(), count);
    }
}
