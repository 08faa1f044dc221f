//! The blocks of a method, where they lead, and which locals are live where they start.

use ir::flow::BitSet;
use ir::{Id as _, LocalId};
use ristretto_classfile::ConstantPool;

use super::decode::{Malformed, Step, broken, class_name};
use crate::raw::RawCode;

/// Where exceptions of a block go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct HandlerEntry<'a> {
    /// The class of exceptions that it takes; all if `None`.
    pub(super) catches: Option<&'a str>,
    /// The block that goes on.
    pub(super) block: usize,
}

#[derive(Debug)]
pub(super) struct Blocks<'a> {
    /// The first instruction of each block, and behind them the number of instructions.
    starts: Vec<usize>,
    successors: Vec<Vec<usize>>,
    handlers: Vec<Vec<HandlerEntry<'a>>>,
    live_in: Vec<BitSet<LocalId>>,
    leaders: Vec<bool>,
}

impl<'a> Blocks<'a> {
    pub(super) fn new(
        pool: &'a ConstantPool<'_>,
        steps: &[Step<'_>],
        offsets: &[u32],
        raw: &RawCode,
    ) -> Result<Self, Malformed> {
        let count = steps.len();
        let mut leaders = vec![false; count];
        leaders[0] = true;
        for (at, step) in steps.iter().enumerate() {
            let mut inside = true;
            step.for_each_target(|to| match leaders.get_mut(usize::from(to)) {
                Some(leader) => *leader = true,
                None => inside = false,
            });
            if !inside {
                return Err(broken("a jump leaves the method"));
            }
            if step.jumps() && at + 1 < count {
                leaders[at + 1] = true;
            }
        }
        if !steps[count - 1].ends() {
            return Err(broken("the code runs over its end"));
        }
        // Ranges count bytes; blocks never cross the ends of a range.
        let instruction = |offset: u16| {
            offsets
                .binary_search(&u32::from(offset))
                .map_err(|_| broken("an exception range cuts an instruction"))
        };
        let mut ranges = Vec::new();
        for &(start, end, handler, catch) in &raw.ranges {
            let (start, end, handler) = (instruction(start)?, instruction(end)?, instruction(handler)?);
            if handler >= count || start >= end {
                return Err(broken("an exception range is empty or its handler is not in the method"));
            }
            let catches = if catch == 0 { None } else { Some(class_name(pool, catch)?) };
            for boundary in [start, end, handler] {
                if boundary < count {
                    leaders[boundary] = true;
                }
            }
            ranges.push((start..end, handler, catches));
        }
        let mut starts: Vec<usize> = (0..count).filter(|&at| leaders[at]).collect();
        starts.push(count);
        let block_at = |at: usize| starts.partition_point(|&start| start <= at) - 1;
        let blocks = starts.len() - 1;
        let mut successors = Vec::with_capacity(blocks);
        let mut handlers = Vec::with_capacity(blocks);
        for block in 0..blocks {
            let last = starts[block + 1] - 1;
            let mut next = Vec::new();
            if !steps[last].ends() {
                next.push(block + 1);
            }
            steps[last].for_each_target(|to| {
                let to = block_at(usize::from(to));
                if !next.contains(&to) {
                    next.push(to);
                }
            });
            successors.push(next);
            let mut list: Vec<HandlerEntry<'a>> = Vec::new();
            for (range, handler, catches) in &ranges {
                if range.contains(&starts[block]) {
                    list.push(HandlerEntry { catches: *catches, block: block_at(*handler) });
                    // Nothing gets past a handler of everything.
                    if catches.is_none() {
                        break;
                    }
                }
            }
            handlers.push(list);
        }
        let mut this = Blocks { starts, successors, handlers, live_in: Vec::new(), leaders };
        this.live_in = this.liveness(steps);
        Ok(this)
    }

    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    pub(super) fn range(&self, block: usize) -> std::ops::Range<usize> {
        self.starts[block]..self.starts[block + 1]
    }

    pub(super) fn successors(&self, block: usize) -> &[usize] {
        &self.successors[block]
    }

    pub(super) fn handlers(&self, block: usize) -> &[HandlerEntry<'a>] {
        &self.handlers[block]
    }

    /// The slots that may be read before they are written when the block starts.
    pub(super) fn live_in(&self, block: usize) -> &BitSet<LocalId> {
        &self.live_in[block]
    }

    /// The block that starts at an instruction.
    pub(super) fn starting_at(&self, at: u16) -> usize {
        self.starts.partition_point(|&start| start <= usize::from(at)) - 1
    }

    /// Whether a block starts at the instruction.
    pub(super) fn is_leader(&self, at: usize) -> bool {
        self.leaders.get(at).copied().unwrap_or(true)
    }

    fn liveness(&self, steps: &[Step<'_>]) -> Vec<BitSet<LocalId>> {
        let slots = steps
            .iter()
            .map(|step| {
                if let Step::Load(_, slot) | Step::Store(_, slot) | Step::Increase(slot, _) = step {
                    usize::from(*slot) + 1
                } else {
                    0
                }
            })
            .max()
            .unwrap_or(0);
        let mut live: Vec<BitSet<LocalId>> = vec![BitSet::new(slots); self.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for block in (0..self.len()).rev() {
                let mut set = BitSet::new(slots);
                for &next in &self.successors[block] {
                    set.union_with(&live[next]);
                }
                for at in self.range(block).rev() {
                    if let Step::Store(_, slot) = &steps[at] {
                        set.remove(LocalId::new((*slot).into()));
                    } else if let Step::Load(_, slot) | Step::Increase(slot, _) = &steps[at] {
                        set.insert(LocalId::new((*slot).into()));
                    }
                }
                // An exception may come before any store.
                for handler in &self.handlers[block] {
                    set.union_with(&live[handler.block]);
                }
                if live[block] != set {
                    live[block] = set;
                    changed = true;
                }
            }
        }
        live
    }
}
