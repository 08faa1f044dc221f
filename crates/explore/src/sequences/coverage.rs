//! Which branches of the program's own functions the calls of an exploration execute.
//!
//! A *branch* is a way out of a block that has several: one for each different block that a conditional
//! or a switch goes to. What counts are the functions that the calls and the factory can get to by
//! calls from one own function to another; own are those that belong to no library and those of the class
//! that is explored. Exceptions are no branches, and what only the invariant executes does not count.

use std::sync::Arc;

use ir::{
    Block, BlockId, Body, Callee, FunctionId, Id as _, Program, SelectorId, StatementKind, TerminatorKind,
};
use machine::{Domain, Origin, Watch, Watched, replay};

use super::Plan;

/// The branches of the functions that count.
#[derive(Debug, Default)]
struct Table {
    /// For each function whether and how it counts.
    functions: Vec<Option<Branches>>,
    /// How many branches there are.
    count: usize,
}

/// The branches of a function, by block.
#[derive(Debug)]
struct Branches {
    blocks: Box<[Ways]>,
}

/// The ways out of a block that has several.
#[derive(Debug, Default)]
struct Ways {
    /// The number of the statement that is its terminator.
    terminator: u32,
    /// Where the ways go, and the numbers of the branches; nothing if there is only one.
    ways: Box<[(BlockId, u32)]>,
}

/// What one thread has executed of them.
#[derive(Clone, Debug)]
pub(super) struct Coverage {
    table: Arc<Table>,
    covered: Vec<bool>,
    left: usize,
    /// The terminator that is just being executed.
    open: Option<Open>,
}

#[derive(Clone, Copy, Debug)]
struct Open {
    function: FunctionId,
    origin: Origin,
    depth: usize,
}

impl Coverage {
    /// Nothing executed yet.
    pub(super) fn new(program: &Program, plan: &Plan) -> Coverage {
        let table = Table::new(program, plan);
        let count = table.count;
        Coverage { table: Arc::new(table), covered: vec![false; count], left: count, open: None }
    }

    /// How many branches there are.
    pub(super) fn count(&self) -> u64 {
        self.covered.len() as u64
    }

    /// How many were executed.
    pub(super) fn covered(&self) -> u64 {
        (self.covered.len() - self.left) as u64
    }

    /// Adds what another thread has executed.
    pub(super) fn add(&mut self, other: &Coverage) {
        for (branch, _) in other.covered.iter().enumerate().filter(|(_, covered)| **covered) {
            self.cover(branch);
        }
    }

    /// Whether there is something left to watch for.
    pub(super) fn is_complete(&self) -> bool {
        self.left == 0
    }

    /// What is executed next does not come from what was executed last.
    pub(super) fn jump(&mut self) {
        self.open = None;
    }

    fn cover(&mut self, branch: usize) {
        if !std::mem::replace(&mut self.covered[branch], true) {
            self.left -= 1;
        }
    }
}

impl<D: Domain> Watch<D> for Coverage {
    const ACTIVE: bool = true;

    #[inline]
    fn before(&mut self, step: Watched<'_, D>) {
        let Some(Some(function)) = self.table.functions.get(step.function.index()) else { return };
        if let Some(open) = self.open
            && (open.depth, open.function) == (step.depth, step.function)
        {
            // A terminator can be several operations.
            if open.origin == step.origin {
                return;
            }
            self.open = None;
            let ways = &function.blocks[open.origin.block.index()].ways;
            if let Some(&(_, branch)) = ways.iter().find(|(to, _)| *to == step.origin.block) {
                self.cover(branch as usize);
            }
        }
        let Some(Some(function)) = self.table.functions.get(step.function.index()) else { return };
        let ways = &function.blocks[step.origin.block.index()];
        if !ways.ways.is_empty() && ways.terminator == step.origin.statement {
            self.open = Some(Open { function: step.function, origin: step.origin, depth: step.depth });
        }
    }
}

impl Table {
    fn new(program: &Program, plan: &Plan) -> Table {
        let mut table = Table::default();
        let mut reached = vec![plan.factory];
        reached.extend(plan.calls.iter().map(|call| call.function));
        let mut selectors: Vec<SelectorId> = Vec::new();
        let mut known: Vec<FunctionId> = Vec::new();
        while let Some(function) = reached.pop() {
            let is_own = is_own(&program.functions[function].name, &plan.subject);
            let body = if is_own || function == plan.factory { program.body(function) } else { None };
            let known_before = known.binary_search(&function);
            if let (Err(place), Some(body)) = (known_before, body) {
                known.insert(place, function);
                if is_own {
                    table.add(function, body);
                }
                for statement in body.blocks.iter().flat_map(|block| &block.statements) {
                    let StatementKind::Call { callee, .. } = &statement.kind else { continue };
                    match *callee {
                        Callee::Function(function) | Callee::Special(function) => reached.push(function),
                        Callee::Virtual(selector) if !selectors.contains(&selector) => {
                            selectors.push(selector);
                        }
                        Callee::Virtual(_) => {}
                    }
                }
            }
            if reached.is_empty() {
                // Reading bodies may have loaded classes.
                let methods = methods(program, &plan.subject, &selectors);
                reached.extend(methods.into_iter().filter(|method| known.binary_search(method).is_err()));
            }
        }
        table
    }

    fn add(&mut self, function: FunctionId, body: &Body) {
        let blocks = body
            .blocks
            .iter()
            .map(|block| {
                let mut to: Vec<BlockId> = Vec::new();
                block.terminator.kind.for_each_successor(|block| to.push(begins(body, block)));
                to.sort_unstable();
                to.dedup();
                if to.len() < 2 {
                    return Ways::default();
                }
                let first = self.count;
                self.count += to.len();
                let ways = to.into_iter().zip(first as u32..).collect();
                Ways { terminator: block.statements.len() as u32, ways }
            })
            .collect();
        if self.functions.len() <= function.index() {
            self.functions.resize_with(function.index() + 1, || None);
        }
        self.functions[function.index()] = Some(Branches { blocks });
    }
}

/// The block whose operations come first when a block is entered: one in which nothing happens but
/// going on to the block behind it has none.
fn begins(body: &Body, mut block: BlockId) -> BlockId {
    let goes_on = |block: BlockId, here: &Block| {
        let next = BlockId::new(block.index() + 1);
        here.statements.is_empty() && here.terminator.kind == TerminatorKind::Goto(next)
    };
    while goes_on(block, &body.blocks[block]) {
        block = BlockId::new(block.index() + 1);
    }
    block
}

/// Whether a function belongs to the class that is explored or to no library.
fn is_own(name: &str, subject: &str) -> bool {
    let of_subject = name.strip_prefix(subject).is_some_and(|rest| rest.starts_with(['.', '$']));
    of_subject || !replay::is_library(name)
}

/// The methods with code that own classes have for some selectors.
fn methods(program: &Program, subject: &str, selectors: &[SelectorId]) -> Vec<FunctionId> {
    let own = program.classes.enumerate().map(|(class, _)| class).filter(|&class| {
        let name = program.class_name(class);
        is_own(&format!("{name}."), subject)
    });
    own.flat_map(|class| selectors.iter().filter_map(move |&selector| program.method(class, selector)))
        .filter(|&method| is_own(&program.functions[method].name, subject))
        .filter(|&method| program.body(method).is_some())
        .collect()
}
