//! Which locals may still be read: all others can be left out of a state.
//!
//! A local is *live* at a point if some path from there reads it before writing it. "Dead" is the
//! promise: whatever value a dead local has, no path of the graph can tell. Paths are those of the
//! control-flow graph, which has every execution among them, so the promise holds for executions.
//!
//! # Exceptions
//! An exception leaves a block at the statement that raises it. At that moment
//! - the statement has read its operands but has *not* written its destination, and nothing after it
//!   has happened: what the handler reads is live before the statement, even if the statement or one
//!   after it would overwrite it;
//! - the handler's local gets the exception before anything is read: what the handler reads from
//!   there is not live before.
//!
//! So with H = (live at the handler) minus (the handler's local), for a statement that writes `d` and
//! reads `u`:
//! `before = u ∪ (after − d) ∪ (H if it can throw)`, and for the terminator `after` is the union over
//! its successors. Without a handler an exception ends the function, and H is empty.
//!
//! For a whole block this is
//! `in = read first ∪ (out − written) ∪ (H − written before the first that can throw)`,
//! so that each block is summarised once and blocks are iterated as bit sets.

use std::collections::VecDeque;

use super::BitSet;
use super::graph::Graph;
use crate::ids::{BlockId, IdVec, LocalId};
use crate::program::{Block, Body};
use crate::statement::Operand;

/// The live locals of a body. Questions inside a block need the body that it was made from.
#[derive(Clone, Debug)]
pub struct Liveness {
    live_in: IdVec<BlockId, BitSet<LocalId>>,
}

impl Liveness {
    /// The live locals of a body; blocks that cannot be reached are treated like the others.
    pub fn new(body: &Body, graph: &Graph) -> Self {
        let mut summariser = Summariser::new(body);
        let summaries: IdVec<BlockId, Summary> =
            body.blocks.iter().map(|block| summariser.summary(block)).collect();
        let mut live_in = IdVec::filled(BitSet::new(body.locals.len()), body.blocks.len());
        // Facts flow backwards, so blocks are visited successors first; a block waits again when a
        // successor has grown.
        let unreachable = graph.blocks().filter(|&block| !graph.is_reachable(block));
        let order = graph.reverse_post_order().iter().rev().copied();
        let mut queue: VecDeque<BlockId> = order.chain(unreachable).collect();
        let mut waits = IdVec::filled(true, body.blocks.len());
        let mut live = BitSet::new(body.locals.len());
        let mut handler = BitSet::new(body.locals.len());
        while let Some(id) = queue.pop_front() {
            waits[id] = false;
            let block = &body.blocks[id];
            let summary = &summaries[id];
            live.clear();
            block.terminator.kind.for_each_successor(|next| {
                live.union_with(&live_in[next]);
            });
            for &local in &summary.written {
                live.remove(local);
            }
            if let Some((count, unwind)) = summary.written_before_throw.zip(block.unwind) {
                handler.clear();
                handler.union_with(&live_in[unwind.block]);
                handler.remove(unwind.local);
                for &local in &summary.written[..count] {
                    handler.remove(local);
                }
                live.union_with(&handler);
            }
            for &local in &summary.read_first {
                live.insert(local);
            }
            if live_in[id] != live {
                std::mem::swap(&mut live_in[id], &mut live);
                for &before in graph.predecessors(id) {
                    if !std::mem::replace(&mut waits[before], true) {
                        queue.push_back(before);
                    }
                }
            }
        }
        Liveness { live_in }
    }

    /// The locals that are live when the block is entered.
    pub fn live_in(&self, block: BlockId) -> &BitSet<LocalId> {
        &self.live_in[block]
    }

    /// Walks a block backwards: calls `visit` with the locals that are live before the terminator
    /// (index: the number of statements), then before each statement from the last to the first.
    pub fn walk_back(&self, body: &Body, block: BlockId, mut visit: impl FnMut(usize, &BitSet<LocalId>)) {
        let code = &body.blocks[block];
        let handler = self.live_in_handler(body, block);
        let mut live = BitSet::new(body.locals.len());
        code.terminator.kind.for_each_successor(|next| {
            live.union_with(&self.live_in[next]);
        });
        if let Some(handler) = handler.as_ref().filter(|_| code.terminator.kind.can_throw()) {
            live.union_with(handler);
        }
        code.terminator.kind.for_each_operand(|operand| {
            if let Operand::Local(local) = operand {
                live.insert(local);
            }
        });
        visit(code.statements.len(), &live);
        for (index, statement) in code.statements.iter().enumerate().rev() {
            if let Some(to) = statement.kind.destination() {
                live.remove(to);
            }
            if let Some(handler) = handler.as_ref().filter(|_| statement.kind.can_throw()) {
                live.union_with(handler);
            }
            statement.kind.for_each_use(|local| {
                live.insert(local);
            });
            visit(index, &live);
        }
    }

    /// The locals that are live before the statement, or before the terminator for the index one past
    /// the last statement. Walks the rest of the block: for many points of one block use
    /// [`walk_back`](Self::walk_back).
    ///
    /// # Panics
    /// If the block has no such statement.
    pub fn live_before(&self, body: &Body, block: BlockId, statement: usize) -> BitSet<LocalId> {
        let mut found = None;
        self.walk_back(body, block, |index, live| {
            if index == statement {
                found = Some(live.clone());
            }
        });
        found.expect("the statement is one of the block")
    }

    /// The locals that are live after the statement has finished without an exception. This is what
    /// is live before the next one, so what *its* handler needs is included.
    ///
    /// # Panics
    /// If the block has no such statement.
    pub fn live_after(&self, body: &Body, block: BlockId, statement: usize) -> BitSet<LocalId> {
        assert!(statement < body.blocks[block].statements.len(), "the statement is one of the block");
        self.live_before(body, block, statement + 1)
    }

    /// The locals that are live while the statement is under way: its operands are read, its
    /// destination is not written, and it may still end in an exception. For a call this is all that
    /// the frame of the caller must keep until the callee is done; a trap's function, which is called
    /// by a statement of any kind, counts like a callee.
    ///
    /// # Panics
    /// If the block has no such statement.
    pub fn live_across(&self, body: &Body, block: BlockId, statement: usize) -> BitSet<LocalId> {
        let mut live = self.live_after(body, block, statement);
        let kind = &body.blocks[block].statements[statement].kind;
        if let Some(to) = kind.destination() {
            live.remove(to);
        }
        if kind.can_throw()
            && let Some(handler) = self.live_in_handler(body, block)
        {
            live.union_with(&handler);
        }
        live
    }

    /// What a handler of the block needs from the moment before the exception: H in the module's text.
    fn live_in_handler(&self, body: &Body, block: BlockId) -> Option<BitSet<LocalId>> {
        let unwind = body.blocks[block].unwind?;
        let mut live = self.live_in[unwind.block].clone();
        live.remove(unwind.local);
        Some(live)
    }
}

/// What a block does to live sets, whatever comes after it. Lists, not sets: together they are as long
/// as the code, where a set for each block would be as long as blocks times locals.
struct Summary {
    /// Locals that are read before they are written.
    read_first: Vec<LocalId>,
    /// Locals that are written, in the order of the first write.
    written: Vec<LocalId>,
    /// How many of those are written before anything can throw; `None` if nothing can.
    written_before_throw: Option<usize>,
}

/// Summarises one block after the other.
struct Summariser {
    /// The locals that the block has written so far; empty between blocks.
    is_written: BitSet<LocalId>,
}

impl Summariser {
    fn new(body: &Body) -> Self {
        Summariser { is_written: BitSet::new(body.locals.len()) }
    }

    fn summary(&mut self, block: &Block) -> Summary {
        let mut read_first = Vec::new();
        let mut written = Vec::new();
        let mut written_before_throw = None;
        for statement in &block.statements {
            statement.kind.for_each_use(|local| {
                if !self.is_written.contains(local) {
                    read_first.push(local);
                }
            });
            if statement.kind.can_throw() {
                written_before_throw.get_or_insert(written.len());
            }
            if let Some(to) = statement.kind.destination()
                && self.is_written.insert(to)
            {
                written.push(to);
            }
        }
        block.terminator.kind.for_each_operand(|operand| {
            if let Operand::Local(local) = operand
                && !self.is_written.contains(local)
            {
                read_first.push(local);
            }
        });
        if block.terminator.kind.can_throw() {
            written_before_throw.get_or_insert(written.len());
        }
        for &local in &written {
            self.is_written.remove(local);
        }
        Summary { read_first, written, written_before_throw }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::flow::testing::{block, for_each_random_body, local, statement};
    use crate::ids::{FunctionId, Id as _};
    use crate::program::Unwind;
    use crate::statement::{Callee, Constant, Rvalue, StatementKind, TerminatorKind};

    fn x(index: usize) -> LocalId {
        LocalId::new(index)
    }

    fn b(index: usize) -> BlockId {
        BlockId::new(index)
    }

    fn live(body: &Body) -> Liveness {
        Liveness::new(body, &Graph::new(body))
    }

    fn ids(set: &BitSet<LocalId>) -> Vec<usize> {
        set.iter().map(LocalId::index).collect()
    }

    fn set(to: usize) -> StatementKind {
        StatementKind::Assign { to: x(to), value: Rvalue::Use(Constant::Null.into()) }
    }

    fn call(to: usize, argument: usize) -> StatementKind {
        let callee = Callee::Function(FunctionId::new(0));
        StatementKind::Call { to: Some(x(to)), callee, arguments: Box::new([x(argument).into()]) }
    }

    fn body(locals: usize, blocks: Vec<(Vec<StatementKind>, TerminatorKind, Option<Unwind>)>) -> Body {
        let blocks = blocks.into_iter().map(|(statements, terminator, unwind)| {
            let mut block = block(terminator);
            block.statements = statements.into_iter().map(statement).collect();
            block.unwind = unwind;
            block
        });
        Body {
            locals: (0..locals).map(|index| local(&format!("x{index}"))).collect(),
            blocks: blocks.collect(),
        }
    }

    fn returns(index: usize) -> TerminatorKind {
        TerminatorKind::Return(Some(x(index).into()))
    }

    #[test]
    fn a_write_ends_and_a_read_starts_a_life() {
        let body = body(2, vec![(vec![set(0), call(1, 0)], returns(1), None)]);
        let live = live(&body);
        assert_eq!(ids(live.live_in(b(0))), [0; 0]);
        assert_eq!(ids(&live.live_after(&body, b(0), 0)), [0]);
        assert_eq!(ids(&live.live_after(&body, b(0), 1)), [1]);
        assert_eq!(ids(&live.live_before(&body, b(0), 1)), [0]);
        // The argument was handed over and the result is not there yet.
        assert_eq!(ids(&live.live_across(&body, b(0), 1)), [0; 0]);
    }

    #[test]
    fn the_handler_sees_the_destination_as_it_was_before() {
        // 0: x0 = call(x1); return x0. On an exception x2: return x0, which is the old one.
        let unwind = Some(Unwind { block: b(1), local: x(2) });
        let body = body(3, vec![(vec![call(0, 1)], returns(0), unwind), (vec![], returns(0), None)]);
        let live = live(&body);
        assert_eq!(ids(live.live_in(b(0))), [0, 1]);
        assert_eq!(ids(&live.live_across(&body, b(0), 0)), [0]);
        assert_eq!(ids(&live.live_after(&body, b(0), 0)), [0]);
    }

    #[test]
    fn the_handlers_local_is_written_first() {
        // As above, but the handler returns the exception itself.
        let unwind = Some(Unwind { block: b(1), local: x(2) });
        let body = body(3, vec![(vec![call(0, 1)], returns(0), unwind), (vec![], returns(2), None)]);
        assert_eq!(ids(live(&body).live_in(b(0))), [1]);
    }

    #[test]
    fn a_write_before_the_first_throw_hides_the_old_value_from_the_handler() {
        let unwind = Some(Unwind { block: b(1), local: x(2) });
        let hidden = vec![set(0), call(1, 1), set(0)];
        let hidden = body(3, vec![(hidden, returns(1), unwind), (vec![], returns(0), None)]);
        let facts = live(&hidden);
        assert_eq!(ids(facts.live_in(b(0))), [1]);
        assert_eq!(ids(&facts.live_before(&hidden, b(0), 1)), [0, 1]);
        assert_eq!(ids(&facts.live_after(&hidden, b(0), 1)), [1], "no exception any more: x0 is dead");
        let seen = vec![call(1, 1), set(0)];
        let seen = body(3, vec![(seen, returns(1), unwind), (vec![], returns(0), None)]);
        assert_eq!(ids(live(&seen).live_in(b(0))), [0, 1]);
    }

    #[test]
    fn a_throw_needs_its_operand_and_what_the_handler_reads() {
        let unwind = Some(Unwind { block: b(1), local: x(2) });
        let throw = TerminatorKind::Throw(x(1).into());
        let body = body(3, vec![(vec![], throw, unwind), (vec![], returns(0), None)]);
        assert_eq!(ids(live(&body).live_in(b(0))), [0, 1]);
    }

    /// A step of the program from one point to another, with the local that it writes.
    struct Step {
        to: (usize, usize),
        writes: Option<LocalId>,
    }

    /// What happens at a point: locals read, and the steps that may be taken. Written from the text of
    /// the statements' meaning, not from the equations.
    fn at(body: &Body, (block_index, index): (usize, usize)) -> (Vec<LocalId>, Vec<Step>) {
        let code = &body.blocks[b(block_index)];
        let (mut reads, mut steps) = (Vec::new(), Vec::new());
        let can_throw = match code.statements.get(index) {
            Some(statement) => {
                statement.kind.for_each_use(|local| reads.push(local));
                steps.push(Step { to: (block_index, index + 1), writes: statement.kind.destination() });
                statement.kind.can_throw()
            }
            None => {
                code.terminator.kind.for_each_operand(|operand| {
                    if let Operand::Local(local) = operand {
                        reads.push(local);
                    }
                });
                code.terminator
                    .kind
                    .for_each_successor(|next| steps.push(Step { to: (next.index(), 0), writes: None }));
                code.terminator.kind.can_throw()
            }
        };
        if let Some(unwind) = code.unwind.filter(|_| can_throw) {
            steps.push(Step { to: (unwind.block.index(), 0), writes: Some(unwind.local) });
        }
        (reads, steps)
    }

    /// Whether some path from the point reads the local before writing it.
    fn is_live_by_paths(body: &Body, from: (usize, usize), local: LocalId) -> bool {
        let mut seen = HashSet::from([from]);
        let mut open = vec![from];
        while let Some(point) = open.pop() {
            let (reads, steps) = at(body, point);
            if reads.contains(&local) {
                return true;
            }
            for step in steps {
                if step.writes != Some(local) && seen.insert(step.to) {
                    open.push(step.to);
                }
            }
        }
        false
    }

    #[test]
    fn agrees_with_a_search_for_paths() {
        for_each_random_body(6, |body| {
            let live = live(body);
            for (id, code) in body.blocks.enumerate() {
                let mut walked = Vec::new();
                live.walk_back(body, id, |index, live| walked.push((index, live.clone())));
                assert_eq!(walked.len(), code.statements.len() + 1);
                assert_eq!(&walked.last().expect("the first statement comes last").1, live.live_in(id));
                for (index, set) in walked {
                    assert_eq!(live.live_before(body, id, index), set);
                    let point = (id.index(), index);
                    for local in body.locals.ids() {
                        assert_eq!(set.contains(local), is_live_by_paths(body, point, local), "{body:?}");
                    }
                    if index == code.statements.len() {
                        continue;
                    }
                    // Under way: operands are read, all that is left is one of the steps.
                    let (_, steps) = at(body, point);
                    let across = live.live_across(body, id, index);
                    for local in body.locals.ids() {
                        let expected = steps
                            .iter()
                            .any(|step| step.writes != Some(local) && is_live_by_paths(body, step.to, local));
                        assert_eq!(across.contains(local), expected, "{body:?}");
                    }
                }
            }
        });
    }
}
