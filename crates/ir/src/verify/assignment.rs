//! Definite assignment: check 13 of the [verifier](super).
//!
//! Forward dataflow over the set of locals that may be unassigned, joined by union. Along an
//! exceptional edge goes what may be unassigned before the first statement that can raise: sets only
//! shrink inside a block, so that covers every later one.

use crate::diagnostic::{Code, Diagnostic};
use crate::flow::BitSet;
use crate::ids::{BlockId, IdVec, LocalId};
use crate::position::Position;
use crate::program::{Block, Body, Function};
use crate::statement::Operand;

pub(super) fn check(function: &Function, body: &Body, errors: &mut Vec<Diagnostic>) {
    let count = body.locals.len();
    let mut entry = BitSet::new(count);
    for local in body.locals.ids().skip(function.parameters.len()) {
        entry.insert(local);
    }
    let mut at_start: IdVec<BlockId, Option<BitSet<LocalId>>> = IdVec::filled(None, body.blocks.len());
    at_start[body.entry()] = Some(entry);
    let mut waiting = vec![body.entry()];
    while let Some(id) = waiting.pop() {
        let start = at_start[id].clone().expect("a waiting block has been reached");
        let (end, thrown) = through(&body.blocks[id], start);
        let mut flow = |to: BlockId, unassigned: &BitSet<LocalId>| {
            let changed = match &mut at_start[to] {
                Some(known) => known.union_with(unassigned),
                unknown @ None => {
                    *unknown = Some(unassigned.clone());
                    true
                }
            };
            if changed {
                waiting.push(to);
            }
        };
        body.blocks[id].terminator.kind.for_each_successor(|to| flow(to, &end));
        if let (Some(mut thrown), Some(unwind)) = (thrown, body.blocks[id].unwind) {
            thrown.remove(unwind.local);
            flow(unwind.block, &thrown);
        }
    }
    for (id, block) in body.blocks.enumerate() {
        // A block that nothing leads to reads nothing.
        if let Some(start) = at_start[id].take() {
            report(function, body, block, start, errors);
        }
    }
}

/// What may be unassigned at the block's end, and where its first exception is raised.
fn through(block: &Block, mut unassigned: BitSet<LocalId>) -> (BitSet<LocalId>, Option<BitSet<LocalId>>) {
    let mut thrown = None;
    for statement in &block.statements {
        if thrown.is_none() && statement.kind.can_throw() {
            thrown = Some(unassigned.clone());
        }
        if let Some(to) = statement.kind.destination() {
            unassigned.remove(to);
        }
    }
    if thrown.is_none() && block.terminator.kind.can_throw() {
        thrown = Some(unassigned.clone());
    }
    (unassigned, thrown)
}

fn report(
    function: &Function,
    body: &Body,
    block: &Block,
    mut unassigned: BitSet<LocalId>,
    errors: &mut Vec<Diagnostic>,
) {
    let mut read = |unassigned: &BitSet<LocalId>, operand: Operand, at: Position| {
        if let Operand::Local(local) = operand
            && unassigned.contains(local)
        {
            let error = Diagnostic::new(
                Code::Unassigned,
                format!(
                    "in `@{}`: `{}` is read, but not assigned on every path to here",
                    function.name, body.locals[local].name
                ),
                "assign it before, for example where the function starts",
            )
            .at(at, 0);
            // A statement that reads a local twice has one mistake.
            if errors.last() != Some(&error) {
                errors.push(error);
            }
        }
    };
    for statement in &block.statements {
        statement.kind.for_each_operand(|operand| read(&unassigned, operand, statement.position));
        if let Some(to) = statement.kind.destination() {
            unassigned.remove(to);
        }
    }
    block.terminator.kind.for_each_operand(|operand| read(&unassigned, operand, block.terminator.position));
}
