//! The library `oxidd`: one table of nodes with reference counts, made for several threads.

use std::cell::Cell;
use std::collections::HashMap;
use std::fmt;

use logic::BigUint;
use oxidd::bdd::{BDDFunction, BDDManagerRef};
use oxidd::util::OutOfMemory;
use oxidd::{
    BooleanFunction as _, BooleanFunctionQuant as _, Function as _, HasLevel as _, InnerNode as _,
    Manager as _, ManagerRef as _, Node,
};

use super::Diagrams;

/// A manager that uses the library.
pub(crate) struct Oxidd {
    manager: BDDManagerRef,
    variables: usize,
    /// The literals of each variable that was used: false and true.
    literals: Vec<Cell<Option<[BDDFunction; 2]>>>,
}

/// A diagram.
#[derive(Clone, PartialEq)]
pub(crate) struct Set(BDDFunction);

impl fmt::Debug for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a set of {} nodes", self.0.node_count())
    }
}

impl Diagrams for Oxidd {
    type Set = Set;

    fn new(variables: usize) -> Self {
        let manager = oxidd::bdd::new_manager(1 << 22, 1 << 20, 1);
        manager.with_manager_exclusive(|manager| manager.add_vars(variables as u32));
        Oxidd { manager, variables, literals: (0..variables).map(|_| Cell::new(None)).collect() }
    }
    fn none(&self) -> Set {
        Set(self.manager.with_manager_shared(|manager| BDDFunction::f(manager)))
    }
    fn all(&self) -> Set {
        Set(self.manager.with_manager_shared(|manager| BDDFunction::t(manager)))
    }
    fn cube(&self, literals: &[(usize, bool)]) -> Set {
        let mut literals = literals.to_vec();
        literals.sort_unstable();
        literals.dedup();
        if literals.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return self.none();
        }
        literals.iter().rev().fold(self.all(), |rest, &(variable, value)| {
            let literal = &self.literal(variable)[usize::from(value)];
            self.made(|| literal.and(&rest.0))
        })
    }
    fn codes(&self, bits: &[usize], codes: &[u64]) -> Set {
        if codes.is_empty() {
            return self.none();
        }
        let Some((&bit, rest)) = bits.split_first() else { return self.all() };
        if bits.len() < 64 && codes.len() as u64 == 1 << bits.len() {
            return self.all();
        }
        let mask = 1u64 << rest.len();
        let (clear, set) = codes.split_at(codes.partition_point(|code| code & mask == 0));
        let (low, high) = (self.codes(rest, clear), self.codes(rest, set));
        let literals = self.literal(bit);
        self.made(|| literals[1].ite(&high.0, &low.0))
    }
    fn and(&self, a: &Set, b: &Set) -> Set {
        self.made(|| a.0.and(&b.0))
    }
    fn or(&self, a: &Set, b: &Set) -> Set {
        self.made(|| a.0.or(&b.0))
    }
    fn minus(&self, a: &Set, b: &Set) -> Set {
        // The strict implication is the difference with its operands exchanged.
        self.made(|| b.0.imp_strict(&a.0))
    }
    fn not(&self, set: &Set) -> Set {
        self.made(|| set.0.not())
    }
    fn exists(&self, set: &Set, variables: &[usize]) -> Set {
        let literals: Vec<_> = variables.iter().map(|&variable| (variable, true)).collect();
        let cube = self.cube(&literals);
        self.made(|| set.0.exists(&cube.0))
    }
    fn with(&self, set: &Set, literals: &[(usize, bool)]) -> Set {
        let cube = self.cube(literals);
        self.made(|| set.0.restrict(&cube.0))
    }
    fn least(&self, set: &Set) -> Option<Vec<bool>> {
        let cube = set.0.pick_cube(|_, _, _| false)?;
        Some(cube.into_iter().map(|value| value == oxidd::util::OptBool::True).collect())
    }
    fn contains(&self, set: &Set, assignment: &[bool]) -> bool {
        set.0.eval(assignment.iter().enumerate().map(|(variable, &value)| (variable as u32, value)))
    }
    fn count(&self, set: &Set) -> BigUint {
        let nodes = self.nodes(set);
        let mut counts: HashMap<usize, (BigUint, u32)> = HashMap::new();
        let below = |counts: &HashMap<usize, (BigUint, u32)>, child: Child, variable: u32| match child {
            Child::Constant(value) => BigUint::from(u32::from(value)) << (self.variables - variable as usize),
            Child::Node(node) => &counts[&node].0 << (counts[&node].1 - variable),
        };
        for node in &nodes {
            let [high, low] = node.children;
            let count = below(&counts, high, node.variable + 1) + below(&counts, low, node.variable + 1);
            counts.insert(node.number, (count, node.variable));
        }
        match nodes.last() {
            Some(root) => below(&counts, Child::Node(root.number), 0),
            None => below(&counts, Child::Constant(set.0.satisfiable()), 0),
        }
    }
    fn support(&self, set: &Set) -> Vec<usize> {
        let mut support: Vec<usize> = self.nodes(set).iter().map(|node| node.variable as usize).collect();
        support.sort_unstable();
        support.dedup();
        support
    }
    fn size(&self, set: &Set) -> usize {
        // The library counts the constants: one, or both below any other node.
        set.0.node_count().saturating_sub(2)
    }
    fn created(&self) -> u64 {
        // The library does not say; this is what it has now.
        self.manager.with_manager_shared(|manager| manager.num_inner_nodes() as u64)
    }
    fn is_none(&self, set: &Set) -> bool {
        !set.0.satisfiable()
    }
    fn is_all(&self, set: &Set) -> bool {
        set.0.valid()
    }
}

/// Where a node goes on.
#[derive(Clone, Copy)]
enum Child {
    Constant(bool),
    Node(usize),
}

/// A node, looked at from outside.
struct Seen {
    number: usize,
    variable: u32,
    /// For true and for false.
    children: [Child; 2],
}

impl Oxidd {
    /// Both literals of a variable.
    fn literal(&self, variable: usize) -> [BDDFunction; 2] {
        let known = self.literals[variable].take().unwrap_or_else(|| {
            self.manager.with_manager_shared(|manager| {
                let room = "there should be room for a literal";
                let variable = variable as u32;
                let [no, yes] =
                    [BDDFunction::not_var(manager, variable), BDDFunction::var(manager, variable)];
                [no.expect(room), yes.expect(room)]
            })
        });
        self.literals[variable].set(Some(known.clone()));
        known
    }

    /// The result of an operation; with a collection and a second try when there is no room.
    fn made(&self, make: impl Fn() -> Result<BDDFunction, OutOfMemory>) -> Set {
        Set(make().unwrap_or_else(|OutOfMemory| {
            self.manager.with_manager_shared(|manager| manager.gc());
            make().expect("there should be room after a collection")
        }))
    }

    /// The nodes of a set, children first.
    fn nodes(&self, set: &Set) -> Vec<Seen> {
        let yes = self.all().0.with_manager_shared(|_, edge| edge.node_id());
        set.0.with_manager_shared(|manager, root| {
            let mut seen: HashMap<usize, Seen> = HashMap::new();
            let mut stack = vec![root];
            while let Some(edge) = stack.pop() {
                let Node::Inner(node) = manager.get_node(edge) else { continue };
                if seen.contains_key(&edge.node_id()) {
                    continue;
                }
                let children = [0, 1].map(|child| {
                    let child = node.child(child);
                    stack.push(child);
                    match manager.get_node(child) {
                        Node::Inner(_) => Child::Node(child.node_id()),
                        Node::Terminal(_) => Child::Constant(child.node_id() == yes),
                    }
                });
                seen.insert(
                    edge.node_id(),
                    Seen { number: edge.node_id(), variable: node.level(), children },
                );
            }
            let mut nodes: Vec<Seen> = seen.into_values().collect();
            // A child tests a later variable.
            nodes.sort_unstable_by_key(|node| (std::cmp::Reverse(node.variable), node.number));
            nodes
        })
    }
}
