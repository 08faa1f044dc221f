//! Which blocks lie on every path: dominators from the entry, post-dominators to the exit.
//!
//! Both are promises about *all* paths of the [`Graph`], so an analysis may rely on `true` and on
//! nothing else; where a notion is empty (blocks that no path reaches), the answer is `false`.
//!
//! # Post-dominators
//! A virtual exit follows every block that can leave the function: one that ends with `return` or
//! `unreachable`, and one without a handler in which something can raise an exception. So a block
//! that post-dominates another lies on the exceptional ways out too. Executions that end inside a
//! block (a failed `assume` or `assert`) take no way out and are not counted.
//!
//! A block from which no way out exists can only run in circles for ever. Each such *endless* block
//! gets an edge to the exit of its own, as if execution could be cut off there. This only adds paths,
//! so it only removes promises: an endless block is post-dominated by nothing but itself, and what
//! post-dominates a block before an endless loop lies on every path *into* that loop as well. The
//! choice does not depend on numbering, as picking one block of each endless loop would. (A loop that
//! has a way out but never takes it is, as everywhere in such analyses, taken to end at some time.)
//!
//! # Algorithm
//! Lengauer and Tarjan (1979) with path compression, without recursion: O(m log n). Subtrees of the
//! tree of immediate dominators get consecutive numbers, so that a question is two comparisons.

use super::BitSet;
use super::adjacency::Adjacency;
use super::graph::Graph;
use crate::ids::{BlockId, Id as _, IdVec};
use crate::program::Body;
use crate::statement::TerminatorKind;

/// The dominator tree of a graph: `a` dominates `b` if every path from the entry to `b` contains `a`.
#[derive(Clone, Debug)]
pub struct Dominators {
    tree: Tree,
    children: Adjacency<BlockId>,
}

impl Dominators {
    /// The dominator tree of the blocks that can be reached.
    pub fn new(graph: &Graph) -> Self {
        let root = graph.reverse_post_order().first().copied();
        let tree = Tree::new(graph.forwards(), graph.backwards(), root);
        let mut parents = Adjacency::new();
        for parent in &tree.immediate {
            parents.push_row(*parent);
        }
        Dominators { children: parents.reversed(), tree }
    }

    /// The nearest block, other than `block` itself, that dominates it; none for the entry and for
    /// blocks that cannot be reached.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        self.tree.immediate[block]
    }

    /// The blocks that `block` immediately dominates, ascending.
    pub fn children(&self, block: BlockId) -> &[BlockId] {
        self.children.row(block)
    }

    /// Whether every path from the entry to `b` contains `a`. A block that can be reached dominates
    /// itself; one that cannot neither dominates nor is dominated.
    pub fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        self.tree.contains(a, b)
    }

    /// Whether `a` dominates `b` and is another block.
    pub fn strictly_dominates(&self, a: BlockId, b: BlockId) -> bool {
        a != b && self.dominates(a, b)
    }
}

/// The post-dominator tree of a body: `a` post-dominates `b` if every path from `b` out of the
/// function contains `a`. See the module's text for what a way out is.
#[derive(Clone, Debug)]
pub struct PostDominators {
    tree: Tree,
    endless: BitSet<BlockId>,
}

impl PostDominators {
    /// The post-dominator tree of all blocks, those that cannot be reached included.
    pub fn new(body: &Body, graph: &Graph) -> Self {
        let can_leave = |&block: &BlockId| {
            let code = &body.blocks[block];
            // A block that returns is a way out although it may have a handler to go on to as well.
            match code.terminator.kind {
                TerminatorKind::Return(_) | TerminatorKind::Unreachable => true,
                TerminatorKind::Goto(_)
                | TerminatorKind::Branch { .. }
                | TerminatorKind::Switch { .. }
                | TerminatorKind::Throw(_)
                | TerminatorKind::Fail(_) => code.unwind.is_none() && code.can_throw(),
            }
        };
        let leaving: Vec<BlockId> = graph.blocks().filter(can_leave).collect();
        let ending = graph.reaching(leaving.iter().copied());
        let mut endless = BitSet::new(graph.len());
        for block in graph.blocks().filter(|&block| !ending.contains(block)) {
            endless.insert(block);
        }
        // The graph backwards, with the exit as one more node.
        let exit = BlockId::new(graph.len());
        let mut backwards = Adjacency::new();
        for block in graph.blocks() {
            backwards.push_row(graph.predecessors(block).iter().copied());
        }
        backwards.push_row(leaving.into_iter().chain(endless.iter()));
        let mut tree = Tree::new(&backwards, &backwards.reversed(), Some(exit));
        for parent in tree.immediate.ids() {
            if tree.immediate[parent] == Some(exit) {
                tree.immediate[parent] = None;
            }
        }
        PostDominators { tree, endless }
    }

    /// The nearest block, other than `block` itself, that post-dominates it; none where that is the
    /// virtual exit.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        self.tree.immediate[block]
    }

    /// Whether every path from `b` to the virtual exit contains `a`. Every block post-dominates itself.
    pub fn post_dominates(&self, a: BlockId, b: BlockId) -> bool {
        self.tree.contains(a, b)
    }

    /// Whether no way out of the function can be reached from the block.
    pub fn is_endless(&self, block: BlockId) -> bool {
        self.endless.contains(block)
    }
}

/// A tree of immediate dominators, whichever way the edges go.
#[derive(Clone, Debug)]
struct Tree {
    immediate: IdVec<BlockId, Option<BlockId>>,
    /// A node's number and the first number after its subtree; empty at 0 for nodes outside the tree.
    interval: IdVec<BlockId, (u32, u32)>,
}

impl Tree {
    fn new(
        successors: &Adjacency<BlockId>,
        predecessors: &Adjacency<BlockId>,
        root: Option<BlockId>,
    ) -> Self {
        let mut immediate = IdVec::filled(None, successors.len());
        let mut interval = IdVec::filled((0, 0), successors.len());
        let Some(root) = root else {
            return Tree { immediate, interval };
        };
        let spanning = Spanning::new(successors, root);
        let parents = spanning.immediate_dominators(predecessors);
        // A dominator has a smaller number than what it dominates: two sweeps lay the subtrees out.
        let count = spanning.nodes.len();
        let mut size = vec![1u32; count];
        for node in (1..count).rev() {
            size[parents[node] as usize] += size[node];
        }
        let mut free = vec![0u32; count];
        for node in 0..count {
            // The root finds 0 in its own cell; others take what is free in their parent's.
            let parent = parents[node] as usize;
            let start = free[parent];
            if node > 0 {
                free[parent] += size[node];
                immediate[spanning.nodes[node]] = Some(spanning.nodes[parent]);
            }
            free[node] = start + 1;
            interval[spanning.nodes[node]] = (start, start + size[node]);
        }
        Tree { immediate, interval }
    }

    /// Whether `b` is in the subtree of `a`.
    fn contains(&self, a: BlockId, b: BlockId) -> bool {
        let ((from, to), (inner, end)) = (self.interval[a], self.interval[b]);
        // A node outside the tree has an empty interval and must not be inside another's.
        from <= inner && end <= to && inner < end
    }
}

/// A depth-first spanning tree: nodes are known by their numbers in order of discovery.
struct Spanning {
    nodes: Vec<BlockId>,
    /// The tree parent by number; the root is its own.
    parent: Vec<u32>,
    number: IdVec<BlockId, u32>,
}

const NONE: u32 = u32::MAX;

impl Spanning {
    fn new(successors: &Adjacency<BlockId>, root: BlockId) -> Self {
        let mut number = IdVec::filled(NONE, successors.len());
        let (mut nodes, mut parent) = (vec![root], vec![0]);
        number[root] = 0;
        // The open nodes by number, with how many successors were looked at.
        let mut open = vec![(0u32, 0)];
        while let Some((from, next)) = open.last_mut() {
            let Some(&node) = successors.row(nodes[*from as usize]).get(*next) else {
                open.pop();
                continue;
            };
            *next += 1;
            if number[node] == NONE {
                let new = u32::try_from(nodes.len()).expect("block ids fit 32 bits");
                number[node] = new;
                nodes.push(node);
                parent.push(*from);
                open.push((new, 0));
            }
        }
        Spanning { nodes, parent, number }
    }

    /// The immediate dominator of each node, all by number; the root is its own.
    fn immediate_dominators(&self, predecessors: &Adjacency<BlockId>) -> Vec<u32> {
        let count = self.nodes.len();
        let mut forest = Forest::new(count);
        let mut immediate = vec![0u32; count];
        // The nodes whose semi-dominator is a given node, as linked lists.
        let mut first = vec![NONE; count];
        let mut after = vec![NONE; count];
        for node in (1..count).rev() {
            for &predecessor in predecessors.row(self.nodes[node]) {
                let predecessor = self.number[predecessor];
                if predecessor != NONE {
                    let best = forest.best(predecessor);
                    forest.semi[node] = forest.semi[node].min(forest.semi[best as usize]);
                }
            }
            let semi = forest.semi[node] as usize;
            after[node] = std::mem::replace(&mut first[semi], node as u32);
            let parent = self.parent[node];
            forest.ancestor[node] = parent;
            let mut waiting = std::mem::replace(&mut first[parent as usize], NONE);
            while waiting != NONE {
                let best = forest.best(waiting);
                let is_lower = forest.semi[best as usize] < forest.semi[waiting as usize];
                immediate[waiting as usize] = if is_lower { best } else { parent };
                waiting = after[waiting as usize];
            }
        }
        for node in 1..count {
            if immediate[node] != forest.semi[node] {
                immediate[node] = immediate[immediate[node] as usize];
            }
        }
        immediate
    }
}

/// The part of the spanning tree that was handled, with shortened paths to its roots.
struct Forest {
    ancestor: Vec<u32>,
    /// The node of least semi-dominator on the shortened part of the path.
    label: Vec<u32>,
    semi: Vec<u32>,
    path: Vec<u32>,
}

impl Forest {
    fn new(count: usize) -> Self {
        let numbers: Vec<u32> = (0..count as u32).collect();
        Forest { ancestor: vec![NONE; count], label: numbers.clone(), semi: numbers, path: Vec::new() }
    }

    /// The node of least semi-dominator on the path from `node` up to, but without, its root; `node`
    /// itself if it is a root.
    fn best(&mut self, node: u32) -> u32 {
        let mut top = node;
        while self.ancestor[top as usize] != NONE {
            self.path.push(top);
            top = self.ancestor[top as usize];
        }
        // The node just below the root has nothing to shorten.
        self.path.pop();
        while let Some(below) = self.path.pop() {
            let above = self.ancestor[below as usize];
            let (low, high) = (self.label[below as usize], self.label[above as usize]);
            if self.semi[high as usize] < self.semi[low as usize] {
                self.label[below as usize] = high;
            }
            self.ancestor[below as usize] = self.ancestor[above as usize];
        }
        self.label[node as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::testing::{
        body_from_edges, edges_of, for_each_random_body, for_each_small_graph, reaches, statement,
    };
    use crate::ids::LocalId;
    use crate::program::Unwind;
    use crate::statement::StatementKind;

    fn block(index: usize) -> BlockId {
        BlockId::new(index)
    }

    fn immediate_of<'a>(
        body: &Body,
        immediate: impl Fn(BlockId) -> Option<BlockId> + 'a,
    ) -> Vec<Option<usize>> {
        body.blocks.ids().map(|block| immediate(block).map(BlockId::index)).collect()
    }

    /// Checks the immediate one against the relation: the strict one that all other strict ones are over.
    fn assert_is_nearest(
        count: usize,
        node: BlockId,
        immediate: Option<BlockId>,
        over: impl Fn(BlockId, BlockId) -> bool,
    ) {
        let strict: Vec<_> =
            (0..count).map(block).filter(|&other| other != node && over(other, node)).collect();
        let nearest: Vec<_> =
            strict.iter().copied().filter(|&near| strict.iter().all(|&other| over(other, near))).collect();
        assert_eq!(nearest, Vec::from_iter(immediate));
    }

    fn check_against_definition(body: &Body) {
        let (graph, edges, count) = (Graph::new(body), edges_of(body), body.blocks.len());
        let dominators = Dominators::new(&graph);
        for b in graph.blocks() {
            for a in graph.blocks() {
                let expected =
                    reaches(&edges, 0, b.index(), None) && !reaches(&edges, 0, b.index(), Some(a.index()));
                assert_eq!(dominators.dominates(a, b), expected, "{a:?} {b:?} {edges:?}");
                assert_eq!(dominators.strictly_dominates(a, b), expected && a != b);
                assert_eq!(dominators.children(a).contains(&b), dominators.immediate(b) == Some(a));
            }
            assert_is_nearest(count, b, dominators.immediate(b), |a, b| dominators.dominates(a, b));
        }
    }

    fn check_post_against_definition(body: &Body) {
        let (graph, mut edges, count) = (Graph::new(body), edges_of(body), body.blocks.len());
        let leaving: Vec<usize> = (0..count)
            .filter(|&index| {
                let code = &body.blocks[block(index)];
                let returns =
                    matches!(code.terminator.kind, TerminatorKind::Return(_) | TerminatorKind::Unreachable);
                returns || (code.can_throw() && code.unwind.is_none())
            })
            .collect();
        let endless: Vec<usize> =
            (0..count).filter(|&from| !leaving.iter().any(|&to| reaches(&edges, from, to, None))).collect();
        edges.extend(leaving.iter().chain(&endless).map(|&from| (from, count)));
        let dominators = PostDominators::new(body, &graph);
        for b in graph.blocks() {
            for a in graph.blocks() {
                let expected = !reaches(&edges, b.index(), count, Some(a.index()));
                assert_eq!(dominators.post_dominates(a, b), expected, "{a:?} {b:?} {edges:?}");
            }
            assert_is_nearest(count, b, dominators.immediate(b), |a, b| dominators.post_dominates(a, b));
            assert_eq!(dominators.is_endless(b), endless.contains(&b.index()));
        }
    }

    #[test]
    fn all_graphs_of_up_to_four_blocks() {
        for_each_small_graph(|count, edges| {
            let body = body_from_edges(count, edges);
            check_against_definition(&body);
            check_post_against_definition(&body);
        });
    }

    #[test]
    fn random_bodies() {
        for_each_random_body(4, |body| {
            check_against_definition(body);
            check_post_against_definition(body);
        });
    }

    #[test]
    fn the_graph_of_the_first_paper() {
        // Figure 1 of Lengauer and Tarjan (1979): R A B C D E F G H I J K L are 0 to 12.
        let targets: [&[usize]; 13] = [
            &[1, 2, 3],
            &[4],
            &[1, 4, 5],
            &[6, 7],
            &[12],
            &[8],
            &[9],
            &[9, 10],
            &[5, 11],
            &[11],
            &[9],
            &[9, 0],
            &[8],
        ];
        let edges: Vec<_> =
            (0..).zip(targets).flat_map(|(from, to)| to.iter().map(move |&to| (from, to))).collect();
        let body = body_from_edges(13, &edges);
        let dominators = Dominators::new(&Graph::new(&body));
        let expected = [0, 0, 0, 0, 0, 3, 3, 0, 0, 7, 0, 4].map(Some);
        assert_eq!(immediate_of(&body, |block| dominators.immediate(block))[1..], expected);
    }

    #[test]
    fn an_exception_is_a_way_out() {
        let mut body = body_from_edges(3, &[(0, 1), (1, 2)]);
        body.blocks[block(1)].statements.push(statement(StatementKind::Enter { object: LocalId::new(0) }));
        let dominators = PostDominators::new(&body, &Graph::new(&body));
        assert_eq!(immediate_of(&body, |block| dominators.immediate(block)), [Some(1), None, None]);
        body.blocks[block(1)].unwind = Some(Unwind { block: block(2), local: LocalId::new(0) });
        let dominators = PostDominators::new(&body, &Graph::new(&body));
        assert_eq!(immediate_of(&body, |block| dominators.immediate(block)), [Some(1), Some(2), None]);
    }

    #[test]
    fn a_return_is_a_way_out_whatever_the_handler() {
        let mut body = body_from_edges(2, &[]);
        body.blocks[block(0)].statements.push(statement(StatementKind::Enter { object: LocalId::new(0) }));
        for handler in [0, 1] {
            body.blocks[block(0)].unwind = Some(Unwind { block: block(handler), local: LocalId::new(0) });
            let dominators = PostDominators::new(&body, &Graph::new(&body));
            assert_eq!(dominators.immediate(block(0)), None);
            assert!(!dominators.is_endless(block(0)));
        }
    }

    #[test]
    fn a_throw_that_is_caught_is_not_a_way_out() {
        let mut body = body_from_edges(2, &[]);
        let throw = TerminatorKind::Throw(LocalId::new(0).into());
        body.blocks[block(0)].terminator.kind = throw;
        assert_eq!(PostDominators::new(&body, &Graph::new(&body)).immediate(block(0)), None);
        body.blocks[block(0)].unwind = Some(Unwind { block: block(1), local: LocalId::new(0) });
        assert_eq!(PostDominators::new(&body, &Graph::new(&body)).immediate(block(0)), Some(block(1)));
    }

    #[test]
    fn nothing_is_promised_about_an_endless_loop() {
        // 0 goes to the loop of 1 and 2, or returns at 3.
        let body = body_from_edges(4, &[(0, 1), (0, 3), (1, 2), (2, 1)]);
        let dominators = PostDominators::new(&body, &Graph::new(&body));
        assert_eq!(immediate_of(&body, |block| dominators.immediate(block)), [None; 4]);
        assert!(dominators.is_endless(block(1)) && dominators.is_endless(block(2)));
        assert!(!dominators.is_endless(block(0)) && !dominators.post_dominates(block(3), block(0)));
    }

    #[test]
    fn a_huge_function_needs_no_deep_stack() {
        let count = 200_000;
        let mut body = body_from_edges(0, &[]);
        // A ladder: every block goes on or back to the start, so that paths to compress are long.
        body.blocks = (0..count)
            .map(|index| {
                crate::flow::testing::block(match index + 1 < count {
                    true => TerminatorKind::Branch {
                        condition: crate::statement::Constant::Bool(true).into(),
                        then: block(index + 1),
                        otherwise: block(0),
                    },
                    false => TerminatorKind::Return(None),
                })
            })
            .collect();
        let graph = Graph::new(&body);
        assert!(Dominators::new(&graph).dominates(block(1), block(count - 1)));
        assert!(PostDominators::new(&body, &graph).post_dominates(block(count - 1), block(0)));
    }
}
