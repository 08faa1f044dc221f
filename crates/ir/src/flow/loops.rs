//! Natural loops, how they nest, and whether there are other cycles.
//!
//! An edge is a *back edge* if its target dominates its source. The target is the *header* of a loop,
//! the source a *latch*. The loop of a header is the header and all blocks that reach one of its
//! latches without passing the header; loops of one header are one loop. Two loops are disjoint or
//! one is inside the other, whatever the graph: if they share a block, one header dominates the other
//! and thus, since only headers are entered from outside, its loop contains the other.
//!
//! A cycle that can be entered at two blocks has no header. A graph with such a cycle is
//! *irreducible*; its natural loops are right but are not all of its cycles, so an analysis that needs
//! "every cycle passes a header" must ask [`Loops::is_reducible`] first. The test is exact: in any
//! depth-first order, every edge that leads back in the order is a back edge iff the graph without
//! its back edges has no cycle.
//!
//! Only blocks that can be reached take part.

use super::dominators::Dominators;
use super::graph::Graph;
use crate::ids::{BlockId, Id, IdVec};

/// A loop of one function. Ids are given in pre-order of the nesting forest: a loop before those
/// inside it, headers in reverse post-order among siblings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LoopId(u32);

impl Id for LoopId {
    fn new(index: usize) -> Self {
        LoopId(u32::try_from(index).expect("ids fit 32 bits"))
    }
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// One loop.
#[derive(Clone, Debug)]
struct Loop {
    header: BlockId,
    latches: Vec<BlockId>,
    parent: Option<LoopId>,
    depth: u32,
    /// The first loop after those inside this one.
    end: LoopId,
    /// The blocks, as a range of [`Loops::blocks`].
    range: (u32, u32),
}

/// The natural loops of a graph.
#[derive(Clone, Debug)]
pub struct Loops {
    loops: IdVec<LoopId, Loop>,
    innermost: IdVec<BlockId, Option<LoopId>>,
    /// The blocks of all loops, sorted so that those of each loop stand together.
    blocks: Vec<BlockId>,
    reducible: bool,
}

impl Loops {
    /// The loops of a graph with its dominators.
    pub fn new(graph: &Graph, dominators: &Dominators) -> Self {
        let mut finder = Finder::new(graph);
        let mut reducible = true;
        let mut found = Vec::new();
        // Inner headers come later in the order, so that inner loops are found first.
        for &header in graph.reverse_post_order().iter().rev() {
            let mut latches = Vec::new();
            for &source in graph.predecessors(header) {
                if dominators.dominates(header, source) {
                    latches.push(source);
                } else if graph.position(source) >= graph.position(header) {
                    reducible = false;
                }
            }
            if !latches.is_empty() {
                finder.find(header, &latches);
                found.push((header, latches));
            }
        }
        finder.forest(found, reducible)
    }

    /// How many loops there are.
    pub fn len(&self) -> usize {
        self.loops.len()
    }

    /// Whether there is no loop.
    pub fn is_empty(&self) -> bool {
        self.loops.is_empty()
    }

    /// All loops, a loop before those inside it.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = LoopId> + ExactSizeIterator + use<> {
        self.loops.ids()
    }

    /// Whether every cycle of the graph passes the header of a loop that contains all of it.
    pub fn is_reducible(&self) -> bool {
        self.reducible
    }

    /// The one block through which the loop is entered.
    pub fn header(&self, id: LoopId) -> BlockId {
        self.loops[id].header
    }

    /// The sources of the back edges to the header, ascending.
    pub fn latches(&self, id: LoopId) -> &[BlockId] {
        &self.loops[id].latches
    }

    /// The blocks of the loop: the header, the other blocks that are in no inner loop in reverse
    /// post-order, then the inner loops one by one.
    pub fn blocks(&self, id: LoopId) -> &[BlockId] {
        let (start, end) = self.loops[id].range;
        &self.blocks[start as usize..end as usize]
    }

    /// The smallest loop around the loop.
    pub fn parent(&self, id: LoopId) -> Option<LoopId> {
        self.loops[id].parent
    }

    /// How many loops the loop is in, itself included.
    pub fn depth(&self, id: LoopId) -> usize {
        self.loops[id].depth as usize
    }

    /// The smallest loop around the block.
    pub fn innermost(&self, block: BlockId) -> Option<LoopId> {
        self.innermost[block]
    }

    /// The loop that the block is the header of.
    pub fn headed_by(&self, block: BlockId) -> Option<LoopId> {
        self.innermost[block].filter(|&id| self.loops[id].header == block)
    }

    /// Whether the block is in the loop, or in one inside it.
    pub fn contains(&self, id: LoopId, block: BlockId) -> bool {
        self.innermost[block].is_some_and(|inner| id <= inner && inner < self.loops[id].end)
    }

    /// Whether the edge leads from a latch of a loop to its header.
    pub fn is_back_edge(&self, from: BlockId, to: BlockId) -> bool {
        self.headed_by(to).is_some_and(|id| self.loops[id].latches.binary_search(&from).is_ok())
    }
}

/// Finds one loop after the other, inner ones first; numbers are in order of finding.
struct Finder<'a> {
    graph: &'a Graph,
    innermost: IdVec<BlockId, Option<u32>>,
    headers: Vec<BlockId>,
    parent: Vec<Option<u32>>,
    /// Some loop around each loop, or itself if none is known: paths are halved as they are walked.
    around: Vec<u32>,
    open: Vec<BlockId>,
}

impl<'a> Finder<'a> {
    fn new(graph: &'a Graph) -> Self {
        Finder {
            graph,
            innermost: IdVec::filled(None, graph.len()),
            headers: Vec::new(),
            parent: Vec::new(),
            around: Vec::new(),
            open: Vec::new(),
        }
    }

    /// Walks backwards from the latches to the header. A loop that was found before is entered at its
    /// header only, and left as a whole, so that no block is visited once per loop around it.
    fn find(&mut self, header: BlockId, latches: &[BlockId]) {
        let new = self.headers.len() as u32;
        self.headers.push(header);
        self.parent.push(None);
        self.around.push(new);
        self.innermost[header] = Some(new);
        self.open.extend(latches);
        while let Some(block) = self.open.pop() {
            let next = match self.innermost[block] {
                None => {
                    self.innermost[block] = Some(new);
                    block
                }
                Some(inner) => {
                    let outermost = self.outermost(inner);
                    if outermost == new {
                        continue;
                    }
                    self.parent[outermost as usize] = Some(new);
                    self.around[outermost as usize] = new;
                    self.headers[outermost as usize]
                }
            };
            let graph = self.graph;
            self.open.extend(graph.predecessors(next).iter().filter(|&&before| graph.is_reachable(before)));
        }
    }

    fn outermost(&mut self, mut id: u32) -> u32 {
        loop {
            let around = self.around[id as usize];
            if around == id {
                return id;
            }
            self.around[id as usize] = self.around[around as usize];
            id = around;
        }
    }

    /// Renumbers the loops in pre-order and sorts the blocks to match.
    fn forest(self, found: Vec<(BlockId, Vec<BlockId>)>, reducible: bool) -> Loops {
        let count = found.len();
        // Found last means first in reverse post-order, and a loop is found after those inside it, so
        // one sweep against the order of finding has parents first and siblings in order.
        let mut loops_inside = vec![1u32; count];
        let mut blocks_inside = vec![0u32; count];
        for id in self.innermost.iter().flatten() {
            blocks_inside[*id as usize] += 1;
        }
        let own = blocks_inside.clone();
        for id in 0..count {
            if let Some(parent) = self.parent[id] {
                loops_inside[parent as usize] += loops_inside[id];
                blocks_inside[parent as usize] += blocks_inside[id];
            }
        }
        let mut renumbered = vec![0u32; count];
        // Where the next inner loop of each loop goes: loop number and block position.
        let mut free = vec![(0u32, 0u32); count];
        let mut free_root = (0, 0);
        let mut sorted: Vec<Option<Loop>> = vec![None; count];
        for (id, (header, latches)) in found.into_iter().enumerate().rev() {
            let parent = self.parent[id];
            let place = parent.map_or(&mut free_root, |parent| &mut free[parent as usize]);
            let (number, start) = *place;
            *place = (number + loops_inside[id], start + blocks_inside[id]);
            renumbered[id] = number;
            free[id] = (number + 1, start + own[id]);
            let parent = parent.map(|parent| LoopId(renumbered[parent as usize]));
            let depth =
                parent.map_or(0, |parent| sorted[parent.index()].as_ref().map_or(0, |outer| outer.depth));
            sorted[number as usize] = Some(Loop {
                header,
                latches,
                parent,
                depth: depth + 1,
                end: LoopId(number + loops_inside[id]),
                range: (start, start + blocks_inside[id]),
            });
        }
        let loops: IdVec<LoopId, Loop> = sorted.into_iter().flatten().collect();
        assert_eq!(loops.len(), count, "every number is given once");

        let innermost: IdVec<BlockId, Option<LoopId>> =
            self.innermost.iter().map(|id| id.map(|id| LoopId(renumbered[id as usize]))).collect();
        let mut next: IdVec<LoopId, u32> = loops.iter().map(|one| one.range.0).collect();
        let mut blocks = vec![BlockId::new(0); free_root.1 as usize];
        for &block in self.graph.reverse_post_order() {
            if let Some(id) = innermost[block] {
                blocks[next[id] as usize] = block;
                next[id] += 1;
            }
        }
        Loops { loops, innermost, blocks, reducible }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::flow::testing::{
        body_from_edges, edges_of, for_each_random_body, for_each_small_graph, reaches,
    };
    use crate::program::Body;

    fn loops_of(body: &Body) -> (Graph, Dominators, Loops) {
        let graph = Graph::new(body);
        let dominators = Dominators::new(&graph);
        let loops = Loops::new(&graph, &dominators);
        (graph, dominators, loops)
    }

    fn ids(blocks: &[BlockId]) -> Vec<usize> {
        blocks.iter().map(|block| block.index()).collect()
    }

    /// Compares with the definitions; dominators have tests of their own and are taken as right.
    fn check_against_definition(body: &Body) {
        let (graph, dominators, loops) = loops_of(body);
        let edges: Vec<_> =
            edges_of(body).into_iter().filter(|edge| graph.is_reachable(BlockId::new(edge.0))).collect();
        let is_back =
            |edge: &(usize, usize)| dominators.dominates(BlockId::new(edge.1), BlockId::new(edge.0));
        let back: BTreeSet<(usize, usize)> = edges.iter().copied().filter(is_back).collect();
        let headers: BTreeSet<usize> = back.iter().map(|edge| edge.1).collect();
        assert_eq!(loops.len(), headers.len());
        for from in graph.blocks() {
            for to in graph.blocks() {
                assert_eq!(loops.is_back_edge(from, to), back.contains(&(from.index(), to.index())));
            }
        }
        let mut bodies = IdVec::<LoopId, BTreeSet<usize>>::new();
        for id in loops.ids() {
            let header = loops.header(id).index();
            assert!(headers.contains(&header));
            assert_eq!(loops.headed_by(loops.header(id)), Some(id));
            let latches: Vec<usize> =
                back.iter().filter(|edge| edge.1 == header).map(|edge| edge.0).collect();
            assert_eq!(ids(loops.latches(id)), latches);
            let reaches_a_latch =
                |&block: &usize| latches.iter().any(|&latch| reaches(&edges, block, latch, Some(header)));
            let mut expected: BTreeSet<usize> = (0..graph.len())
                .filter(|&block| graph.is_reachable(BlockId::new(block)))
                .filter(reaches_a_latch)
                .collect();
            expected.insert(header);
            assert_eq!(loops.blocks(id)[0].index(), header);
            assert_eq!(loops.blocks(id).len(), expected.len(), "no block twice");
            assert_eq!(ids(loops.blocks(id)).into_iter().collect::<BTreeSet<_>>(), expected, "{edges:?}");
            bodies.push(expected);
        }
        for block in graph.blocks() {
            for id in loops.ids() {
                assert_eq!(loops.contains(id, block), bodies[id].contains(&block.index()));
            }
            let smallest =
                loops.ids().filter(|&id| loops.contains(id, block)).min_by_key(|&id| bodies[id].len());
            assert_eq!(loops.innermost(block), smallest);
        }
        for id in loops.ids() {
            let around: Vec<_> =
                loops.ids().filter(|&outer| outer != id && bodies[id].is_subset(&bodies[outer])).collect();
            assert_eq!(loops.parent(id), around.iter().copied().min_by_key(|&outer| bodies[outer].len()));
            assert_eq!(loops.depth(id), around.len() + 1);
            assert!(around.iter().all(|&outer| outer < id));
        }
        // Reducible: no cycle is left without the back edges.
        let rest: Vec<_> = edges.iter().copied().filter(|edge| !back.contains(edge)).collect();
        let has_cycle = rest.iter().any(|&(from, to)| reaches(&rest, to, from, None));
        assert_eq!(loops.is_reducible(), !has_cycle, "{edges:?}");
    }

    #[test]
    fn all_graphs_of_up_to_four_blocks() {
        for_each_small_graph(|count, edges| check_against_definition(&body_from_edges(count, edges)));
    }

    #[test]
    fn random_bodies() {
        for_each_random_body(5, check_against_definition);
    }

    #[test]
    fn nested_and_neighbouring_loops() {
        // 1 is the header of 1..=4, inside it 2 loops over 2, 3; 5 loops on itself.
        let (_, _, loops) = loops_of(&body_from_edges(
            7,
            &[(0, 1), (1, 2), (2, 3), (3, 2), (3, 4), (4, 1), (1, 5), (5, 5), (5, 6)],
        ));
        let headers: Vec<usize> = loops.ids().map(|id| loops.header(id).index()).collect();
        assert_eq!(headers, [1, 2, 5]);
        assert_eq!(ids(loops.blocks(LoopId(0))), [1, 4, 2, 3]);
        assert_eq!(ids(loops.blocks(LoopId(1))), [2, 3]);
        assert_eq!(loops.parent(LoopId(1)), Some(LoopId(0)));
        assert_eq!(loops.parent(LoopId(2)), None);
        assert!(loops.is_reducible());
    }

    #[test]
    fn a_cycle_with_two_entries_is_irreducible() {
        let (_, _, loops) = loops_of(&body_from_edges(3, &[(0, 1), (0, 2), (1, 2), (2, 1)]));
        assert!(loops.is_empty() && !loops.is_reducible());
    }
}
