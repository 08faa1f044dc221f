//! The control-flow graph of a body: who follows whom, and in which order to visit.
//!
//! The edges are exactly those of [`Block::for_each_successor`](crate::Block::for_each_successor):
//! the terminator's, and one to the handler if anything in the block can raise an exception. Two
//! edges between the same two blocks are *one* edge here, because no fact about blocks depends on
//! how many there are. An edge to a handler can leave from the middle of a block; an analysis that
//! looks at statements ([`Liveness`](super::Liveness)) has to treat it apart.

use super::BitSet;
use super::adjacency::Adjacency;
use crate::ids::{BlockId, Id as _, IdVec};
use crate::program::Body;

/// Successors, predecessors and the reverse post-order of the blocks of a body.
#[derive(Clone, Debug)]
pub struct Graph {
    successors: Adjacency<BlockId>,
    predecessors: Adjacency<BlockId>,
    order: Vec<BlockId>,
    position: IdVec<BlockId, Option<u32>>,
}

impl Graph {
    /// The graph of a body whose edges lead to blocks of the body, as in verified code.
    pub fn new(body: &Body) -> Self {
        let mut successors = Adjacency::new();
        // Which block an edge to each block was last seen from: finds duplicates without sorting, so
        // that the written order stays.
        let mut seen_from = IdVec::filled(None, body.blocks.len());
        let mut row = Vec::new();
        for (id, block) in body.blocks.enumerate() {
            block.for_each_successor(|successor| {
                if seen_from[successor] != Some(id) {
                    seen_from[successor] = Some(id);
                    row.push(successor);
                }
            });
            successors.push_row(row.drain(..));
        }
        let mut order = if body.blocks.is_empty() { Vec::new() } else { successors.post_order(body.entry()) };
        order.reverse();
        let mut position = IdVec::filled(None, body.blocks.len());
        for (index, &block) in (0..).zip(&order) {
            position[block] = Some(index);
        }
        Graph { predecessors: successors.reversed(), successors, order, position }
    }

    /// How many blocks there are, those that cannot be reached included.
    pub fn len(&self) -> usize {
        self.position.len()
    }

    /// Whether there is no block at all.
    pub fn is_empty(&self) -> bool {
        self.position.is_empty()
    }

    /// All blocks, ascending, those that cannot be reached included.
    pub fn blocks(&self) -> impl DoubleEndedIterator<Item = BlockId> + ExactSizeIterator + use<> {
        (0..self.len()).map(BlockId::new)
    }

    /// The blocks that may come next: in written order, the handler last, none twice.
    pub fn successors(&self, block: BlockId) -> &[BlockId] {
        self.successors.row(block)
    }

    /// The blocks that may have come before, ascending, none twice. Blocks that cannot be reached
    /// are among them.
    pub fn predecessors(&self, block: BlockId) -> &[BlockId] {
        self.predecessors.row(block)
    }

    /// The blocks that can be reached from the entry, in reverse post-order: the entry first, and a
    /// block after its predecessors except where a loop leads back. Among successors the first
    /// written one comes first.
    pub fn reverse_post_order(&self) -> &[BlockId] {
        &self.order
    }

    /// The position in [`reverse_post_order`](Self::reverse_post_order), `None` for a block that cannot
    /// be reached.
    pub fn position(&self, block: BlockId) -> Option<usize> {
        self.position[block].map(|position| position as usize)
    }

    /// Whether there is a path from the entry to the block.
    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.position[block].is_some()
    }

    /// The blocks from which one of `targets` can be reached, themselves included.
    pub fn reaching(&self, targets: impl IntoIterator<Item = BlockId>) -> BitSet<BlockId> {
        self.predecessors.reachable(targets)
    }

    pub(super) fn forwards(&self) -> &Adjacency<BlockId> {
        &self.successors
    }

    pub(super) fn backwards(&self) -> &Adjacency<BlockId> {
        &self.predecessors
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::testing::{body_from_edges, edges_of, for_each_random_body, reaches, statement};
    use crate::ids::LocalId;
    use crate::program::Unwind;
    use crate::statement::StatementKind;

    fn ids(blocks: &[BlockId]) -> Vec<usize> {
        blocks.iter().map(|block| block.index()).collect()
    }

    #[test]
    fn duplicate_edges_are_one_and_the_written_order_stays() {
        let graph = Graph::new(&body_from_edges(4, &[(0, 3), (0, 1), (0, 3), (0, 2), (1, 3), (2, 3)]));
        assert_eq!(ids(graph.successors(BlockId::new(0))), [3, 1, 2]);
        assert_eq!(ids(graph.predecessors(BlockId::new(3))), [0, 1, 2]);
    }

    #[test]
    fn a_diamond_is_visited_as_written() {
        let graph = Graph::new(&body_from_edges(5, &[(0, 1), (0, 2), (1, 3), (2, 3), (4, 3)]));
        assert_eq!(ids(graph.reverse_post_order()), [0, 1, 2, 3]);
        assert_eq!(graph.position(BlockId::new(2)), Some(2));
        assert!(!graph.is_reachable(BlockId::new(4)));
    }

    #[test]
    fn a_handler_follows_only_blocks_that_can_throw() {
        let mut body = body_from_edges(2, &[]);
        let unwind = Unwind { block: BlockId::new(1), local: LocalId::new(0) };
        body.blocks[BlockId::new(0)].unwind = Some(unwind);
        assert_eq!(ids(Graph::new(&body).successors(BlockId::new(0))), [0; 0]);
        let enter = statement(StatementKind::Enter { object: LocalId::new(0) });
        body.blocks[BlockId::new(0)].statements.push(enter);
        assert_eq!(ids(Graph::new(&body).successors(BlockId::new(0))), [1]);
    }

    #[test]
    fn a_body_without_blocks_has_an_empty_graph() {
        let graph = Graph::new(&body_from_edges(0, &[]));
        assert!(graph.is_empty() && graph.reverse_post_order().is_empty());
    }

    #[test]
    fn agrees_with_the_definition() {
        for_each_random_body(3, |body| {
            let (graph, edges) = (Graph::new(body), edges_of(body));
            for a in graph.blocks() {
                assert_eq!(graph.is_reachable(a), reaches(&edges, 0, a.index(), None));
                for b in graph.blocks() {
                    let edge = edges.contains(&(a.index(), b.index()));
                    assert_eq!(graph.successors(a).iter().filter(|&&to| to == b).count(), usize::from(edge));
                    assert_eq!(
                        graph.predecessors(b).iter().filter(|&&from| from == a).count(),
                        usize::from(edge)
                    );
                    assert_eq!(graph.reaching([b]).contains(a), reaches(&edges, a.index(), b.index(), None));
                }
            }
            // An edge against the order closes a cycle, so without cycles the order is topological.
            for (index, &block) in graph.reverse_post_order().iter().enumerate() {
                assert_eq!(graph.position(block), Some(index));
                for &next in graph.successors(block) {
                    let forward = graph.position(next) > Some(index);
                    assert!(forward || reaches(&edges, next.index(), block.index(), None));
                }
            }
        });
    }
}
