//! Which instructions throw because an `assert` statement fails.
//!
//! Compilers make of `assert c : d` what `if (!$assertionsDisabled && !c) throw new AssertionError(d)` would be, where the field
//! `$assertionsDisabled` is made by the compiler and cannot be named in source code:
//!
//! ```text
//!     getstatic $assertionsDisabled
//!     ifne end                        the guard
//!     c; ifne end                     missing if c is false
//!     new AssertionError; dup; d; invokespecial AssertionError.<init>; athrow
//! end:
//! ```
//!
//! Jumps to `end` may have been led elsewhere, because compilers shorten jumps to jumps, so the place behind the `athrow` says
//! nothing. What tells the code of a statement from all other code is that it is reached only if a guard finds assertions on:
//! that is what is computed here. In it, conditions and details are expressions; an error that is made and thrown at once is
//! the statement's.

use super::blocks::Blocks;
use super::decode::{Kind, Step};
use ir::CompareOp;

const GUARD: &str = "$assertionsDisabled";
const ERROR: &str = "java/lang/AssertionError";

/// For each instruction whether it throws because an assertion fails. The idiom that asks whether assertions are on,
/// `try { assert false; } catch (AssertionError e) { on = true; }`, does not count: its condition is the constant `false`, and its
/// method has the handler. Other handlers (`Throwable`, `finally`) are there for other reasons.
pub(super) fn failing(steps: &[Step<'_>], blocks: &Blocks<'_>) -> Vec<bool> {
    let mut failing = vec![false; steps.len()];
    let guards: Vec<Option<u16>> = (0..blocks.len()).map(|block| guard(steps, blocks, block)).collect();
    if guards.iter().all(Option::is_none) {
        return failing;
    }
    let mut reached = vec![false; blocks.len()];
    let mut open = vec![0];
    while let Some(block) = open.pop() {
        if std::mem::replace(&mut reached[block], true) {
            continue;
        }
        match guards[block] {
            Some(disabled) => open.push(blocks.starting_at(disabled)),
            None => open.extend(blocks.successors(block)),
        }
        open.extend(blocks.handlers(block).iter().map(|handler| handler.block));
    }
    for block in (0..blocks.len()).filter(|&block| !reached[block]) {
        let last = blocks.range(block).end - 1;
        failing[last] = matches!(steps[last], Step::Throw)
            && last > 0
            && matches!(&steps[last - 1], Step::Invoke(_, member) if member.owner == ERROR && member.name == "<init>");
    }
    for (block, _) in guards.iter().enumerate().filter(|(_, guard)| guard.is_some()) {
        let enabled = blocks.range(block).end;
        let is_false = matches!(steps.get(enabled), Some(Step::New(class)) if *class == ERROR);
        let throws = (enabled..steps.len()).find(|&at| failing[at]).filter(|_| is_false);
        if let Some(at) = throws
            && let Some(of) = (block..blocks.len()).find(|&of| blocks.range(of).contains(&at))
            && blocks.handlers(of).iter().any(|handler| handler.catches == Some(ERROR))
        {
            failing[at] = false;
        }
    }
    failing
}

/// Where the guard of an assertion that ends a block goes when assertions are off.
fn guard(steps: &[Step<'_>], blocks: &Blocks<'_>, block: usize) -> Option<u16> {
    let last = blocks.range(block).end - 1;
    let Step::IfZero(CompareOp::Ne, Kind::Int, disabled) = steps[last] else { return None };
    let before = steps.get(last.checked_sub(1)?)?;
    matches!(before, Step::GetStatic(member) if member.name == GUARD).then_some(disabled)
}
