//! The call graph of a program: who may call whom, and in which order to look at functions.
//!
//! The graph has an edge for every call that an execution may make, and maybe more:
//! - a direct or special call has one edge, a virtual call one for every method that class-hierarchy
//!   analysis finds ([`Hierarchy`]);
//! - an `init` of a class has one edge to the function that initialises the class, if there is one;
//! - a statement or terminator that can throw may run into any trap, so that a function with one has an edge to
//!   every function that the program names for a trap ([`Program::trap`]).
//!
//! Calls in blocks that cannot be reached count. The graph shows what is loaded and loads nothing. So a
//! function without a body of its own is a leaf of the graph and *unknown*, also if its body may
//! come late or has come late ([`Program::body`]): it may call anything, also what the graph shows no
//! edge to. A function that initialises a class that is only declared is *unknown* too, because nobody
//! knows what initialises that class.

use std::collections::HashMap;

use super::BitSet;
use super::adjacency::Adjacency;
use super::hierarchy::{Hierarchy, receiver_class};
use crate::ids::{FunctionId, IdVec};
use crate::program::{Body, Program, Trap};
use crate::statement::{Callee, StatementKind};

/// The call graph of a program. Valid until the program gets another class, method or body, or completes
/// a class.
#[derive(Clone, Debug)]
pub struct CallGraph {
    hierarchy: Hierarchy,
    callees: Adjacency<FunctionId>,
    callers: Adjacency<FunctionId>,
    unknown: BitSet<FunctionId>,
    components: Vec<Box<[FunctionId]>>,
    component_of: IdVec<FunctionId, u32>,
}

impl CallGraph {
    /// The call graph of a verified program.
    pub fn new(program: &Program) -> Self {
        let hierarchy = Hierarchy::new(program);
        let traps: Vec<FunctionId> = Trap::ALL.iter().filter_map(|&trap| program.trap(trap)).collect();
        let mut targets = HashMap::new();
        let mut collect = |body: &Body| {
            let mut row = Vec::new();
            for block in &body.blocks {
                for statement in &block.statements {
                    if let StatementKind::Initialise { class } = statement.kind {
                        let initialiser = program.classes.get(class).and_then(|class| class.initialiser);
                        row.extend(initialiser.map(|initialiser| initialiser.function));
                    }
                    if let StatementKind::Call { callee, arguments, .. } = &statement.kind {
                        match *callee {
                            Callee::Function(function) | Callee::Special(function) => row.push(function),
                            Callee::Virtual(selector) => {
                                let within = receiver_class(body, arguments);
                                let targets = targets
                                    .entry((selector, within))
                                    .or_insert_with(|| hierarchy.targets(program, selector, within));
                                row.extend(targets.iter().copied());
                            }
                        }
                    }
                }
            }
            if body.blocks.iter().any(|block| block.can_throw()) {
                row.extend(&traps);
            }
            row.sort_unstable();
            row.dedup();
            row
        };
        let mut callees = Adjacency::new();
        let mut unknown = BitSet::new(program.functions.len());
        for (id, function) in program.functions.enumerate() {
            match &function.body {
                Some(body) => {
                    callees.push_row(collect(body));
                    if initialises_unloaded(program, body) {
                        unknown.insert(id);
                    }
                }
                None => {
                    callees.push_row([]);
                    unknown.insert(id);
                }
            }
        }
        let components = callees.components();
        let mut component_of = IdVec::filled(0, program.functions.len());
        for (index, component) in (0..).zip(&components) {
            for &function in component {
                component_of[function] = index;
            }
        }
        CallGraph { hierarchy, callers: callees.reversed(), callees, unknown, components, component_of }
    }

    /// The class hierarchy that the edges come from; it answers for single calls.
    pub fn hierarchy(&self) -> &Hierarchy {
        &self.hierarchy
    }

    /// The functions that the function may call, ascending.
    pub fn callees(&self, function: FunctionId) -> &[FunctionId] {
        self.callees.row(function)
    }

    /// The functions that may call the function, ascending.
    pub fn callers(&self, function: FunctionId) -> &[FunctionId] {
        self.callers.row(function)
    }

    /// Whether the function has no body that is loaded, or initialises a class that is not, so that it
    /// may call and do anything.
    pub fn is_unknown(&self, function: FunctionId) -> bool {
        self.unknown.contains(function)
    }

    /// The strongly connected components, bottom-up: each one after all others that it may call. The
    /// functions of a component ascend.
    pub fn components(&self) -> impl DoubleEndedIterator<Item = &[FunctionId]> + ExactSizeIterator {
        self.components.iter().map(|component| &**component)
    }

    /// The position of the function's component in [`components`](Self::components).
    pub fn component_of(&self, function: FunctionId) -> usize {
        self.component_of[function] as usize
    }

    /// Whether the function may call itself, directly or through others. The answer for a function
    /// that reaches an unknown one leaves out what that one calls.
    pub fn is_recursive(&self, function: FunctionId) -> bool {
        self.components[self.component_of(function)].len() > 1
            || self.callees(function).binary_search(&function).is_ok()
    }

    /// The functions that may run when execution starts in one of `entries`, those included. If one
    /// of them is unknown, others may run too.
    pub fn reachable(&self, entries: impl IntoIterator<Item = FunctionId>) -> BitSet<FunctionId> {
        self.callees.reachable(entries)
    }

    /// How many functions the program had.
    pub(super) fn len(&self) -> usize {
        self.component_of.len()
    }
}

/// Whether a body initialises a class that is only declared.
fn initialises_unloaded(program: &Program, body: &Body) -> bool {
    body.blocks.iter().flat_map(|block| &block.statements).any(
        |statement| matches!(statement.kind, StatementKind::Initialise { class } if !program.is_loaded(class)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::testing::{Random, naive_callees, naive_unknown, reaches};
    use crate::ids::Id as _;

    #[test]
    fn agrees_with_the_definition() {
        let mut random = Random::new(9);
        for _ in 0..600 {
            let program = random.program();
            let calls = CallGraph::new(&program);
            let mut edges = Vec::new();
            for id in program.functions.ids() {
                let callees = naive_callees(&program, id);
                assert_eq!(calls.callees(id), Vec::from_iter(callees.iter().copied()));
                edges.extend(callees.iter().map(|to| (id.index(), to.index())));
                assert_eq!(calls.is_unknown(id), naive_unknown(&program, id));
            }
            let order: Vec<FunctionId> = calls.components().flatten().copied().collect();
            assert_eq!(order.len(), calls.len());
            for a in program.functions.ids() {
                let reachable = calls.reachable([a]);
                for b in program.functions.ids() {
                    let there = reaches(&edges, a.index(), b.index(), None);
                    let back = reaches(&edges, b.index(), a.index(), None);
                    assert_eq!(reachable.contains(b), there);
                    assert_eq!(calls.component_of(a) == calls.component_of(b), there && back);
                    assert!(!there || calls.component_of(b) <= calls.component_of(a));
                    assert_eq!(calls.callers(b).contains(&a), calls.callees(a).contains(&b));
                }
                let calls_itself =
                    calls.callees(a).iter().any(|to| reaches(&edges, to.index(), a.index(), None));
                assert_eq!(calls.is_recursive(a), calls_itself);
            }
            for (index, component) in calls.components().enumerate() {
                assert!(component.is_sorted());
                assert!(component.iter().all(|&function| calls.component_of(function) == index));
            }
        }
    }
}
