//! Sets of assignments as ordered binary decision diagrams.
//!
//! A manager keeps the nodes of all its sets in one table in which no node is there twice, so that equal
//! sets are the same node and an operation touches only the part of its operands that it has to look at.
//! Nodes that no set needs any more are thrown away when the table has grown to twice what was needed
//! the last time; nobody has to ask for it.

mod allowed;
mod apply;
mod interrupt;
mod split;
mod table;

use std::cell::{Cell, OnceCell, RefCell};
use std::fmt;
use std::rc::Rc;

use rapidhash::RapidHashMap as HashMap;

use crate::BigUint;
use allowed::Scratch;
pub use allowed::{Allowed, Groups};
use apply::Operation;
pub use interrupt::{Interrupted, interruptible};
use split::Pairs;
use table::{ALL, NONE, Node, Table};

/// A manager of sets over a fixed number of variables.
///
/// Variables are numbers from 0. They are ordered by their numbers: 0 is tested first.
pub struct Bdds {
    variables: usize,
    /// Sets know their manager by the address of this.
    identity: Rc<()>,
    inside: RefCell<Inside>,
    scratch: RefCell<Scratch>,
}

/// What changes in a manager.
struct Inside {
    table: Table,
    pairs: Pairs<(u32, u32)>,
    /// The sets that were handed out. One that nobody else has any more is dropped at the next collection.
    roots: Vec<Rc<Root>>,
    /// How many nodes there must be for the next collection.
    limit: usize,
    /// How many sets there must be before somebody looks for those that nobody else has any more.
    root_limit: usize,
}

/// With fewer nodes than this it is not worth while to look for those that are not needed: a collection also forgets
/// all results.
const SMALLEST_LIMIT: usize = 1 << 18;

/// With fewer sets than this it is not worth while to look for those that nobody has.
const SMALLEST_ROOT_LIMIT: usize = 1 << 12;

/// A set of assignments to the variables of one manager; cheap to clone.
///
/// Two sets of one manager are equal exactly if they have the same elements. Sets of different managers
/// are never equal, and an operation on them panics.
#[derive(Clone)]
pub struct Set(Rc<Root>);

/// What all clones of a set share.
struct Root {
    /// The node of the set; collections change it.
    node: Cell<u32>,
    manager: Rc<()>,
    /// What the diagram looks like, once somebody has asked.
    outline: OnceCell<Rc<Outline>>,
}

/// What a diagram looks like.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outline {
    /// The variables that the set depends on, ascending.
    pub support: Vec<usize>,
    /// How many nodes there are, without the two constants.
    pub size: usize,
}

impl PartialEq for Set {
    fn eq(&self, other: &Set) -> bool {
        self.0.node == other.0.node && Rc::ptr_eq(&self.0.manager, &other.0.manager)
    }
}

impl Eq for Set {}

impl fmt::Debug for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Set").field(&self.0.node.get()).finish()
    }
}

impl fmt::Debug for Bdds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bdds")
            .field("variables", &self.variables)
            .field("held", &self.held())
            .finish_non_exhaustive()
    }
}

impl Bdds {
    /// A manager of sets over that many variables.
    pub fn new(variables: usize) -> Bdds {
        let number = u32::try_from(variables).expect("the number of variables should fit into 32 bits");
        let inside = Inside {
            table: Table::new(number),
            pairs: Pairs::default(),
            roots: Vec::new(),
            limit: SMALLEST_LIMIT,
            root_limit: SMALLEST_ROOT_LIMIT,
        };
        Bdds { variables, identity: Rc::new(()), inside: RefCell::new(inside), scratch: RefCell::default() }
    }

    /// Asks somebody, once in some milliseconds of work, whether to give up the operation at hand. If so, it unwinds to the
    /// nearest [`interruptible`], within which all operations must be from here on.
    pub fn interrupt_when(&self, question: impl FnMut() -> bool + 'static) {
        self.inside.borrow().table.watch.set(Box::new(question));
    }

    /// How many variables there are.
    pub fn variables(&self) -> usize {
        self.variables
    }

    /// The empty set.
    pub fn none(&self) -> Set {
        self.make(|_| NONE)
    }

    /// The set of all assignments.
    pub fn all(&self) -> Set {
        self.make(|_| ALL)
    }

    /// The assignments that agree with all these literals, which may come in any order.
    ///
    /// Literals that contradict each other give the empty set, no literals the set of all assignments.
    pub fn cube(&self, literals: &[(usize, bool)]) -> Set {
        let literals = self.sorted(literals);
        self.make(|table| table.cube(&literals))
    }

    /// The assignments whose number in these bits is one of the codes.
    ///
    /// The first bit is the most significant. Both bits and codes must ascend strictly, and the codes
    /// must fit into the bits. The diagram is built directly, in time proportional to codes and bits.
    pub fn codes(&self, bits: &[usize], codes: &[u64]) -> Set {
        self.codes_and(bits, codes, &self.all())
    }

    /// The elements of a set whose number in these bits is one of the codes, as [`Bdds::codes`] has it. The set must
    /// depend on variables after these bits only: then this takes no more time than the codes alone.
    pub fn codes_and(&self, bits: &[usize], codes: &[u64], set: &Set) -> Set {
        assert!(bits.len() <= 64, "a code should have at most 64 bits");
        assert!(bits.is_sorted_by(|a, b| a < b), "the bits of a code should ascend");
        assert!(codes.is_sorted_by(|a, b| a < b), "codes should ascend");
        let fits = codes.last().is_none_or(|&last| bits.len() == 64 || last >> bits.len() == 0);
        assert!(fits, "codes should fit into their bits");
        let bits: Vec<u32> = bits.iter().map(|&bit| self.variable(bit)).collect();
        self.make(|table| {
            let then = self.node(set);
            assert!(
                bits.last().is_none_or(|&bit| bit < table[then].variable),
                "the set should depend on later variables only"
            );
            table.codes(&bits, codes, then)
        })
    }

    /// The elements of both sets.
    pub fn and(&self, a: &Set, b: &Set) -> Set {
        self.apply(Operation::And, a, b)
    }

    /// The elements of at least one of the sets.
    pub fn or(&self, a: &Set, b: &Set) -> Set {
        self.apply(Operation::Or, a, b)
    }

    /// The elements of the first set that the second does not have.
    pub fn minus(&self, a: &Set, b: &Set) -> Set {
        self.apply(Operation::Minus, a, b)
    }

    /// The elements of the first set that the second does not have, and those that it has.
    pub fn split(&self, set: &Set, by: &Set) -> (Set, Set) {
        let mut inside = self.inside.borrow_mut();
        inside.collect_if_full();
        let Inside { table, pairs, .. } = &mut *inside;
        let nodes = table.divide(pairs, self.node(set), self.node(by));
        (self.hand_out(&mut inside, nodes.0), self.hand_out(&mut inside, nodes.1))
    }

    /// The assignments that the set does not have.
    pub fn not(&self, set: &Set) -> Set {
        self.apply(Operation::Minus, &self.all(), set)
    }

    /// The assignments that some values of these variables would bring into the set.
    pub fn exists(&self, set: &Set, variables: &[usize]) -> Set {
        let literals: Vec<(usize, bool)> = variables.iter().map(|&variable| (variable, true)).collect();
        self.apply(Operation::Exists, set, &self.cube(&literals))
    }

    /// The assignments that are in the set once these variables have these values, whatever values
    /// they have themselves.
    ///
    /// The literals may come in any order, but must not contradict each other.
    pub fn with(&self, set: &Set, literals: &[(usize, bool)]) -> Set {
        let cube = self.cube(literals);
        assert!(!self.is_none(&cube), "the literals to fix should not contradict each other");
        self.apply(Operation::With, set, &cube)
    }

    /// The least element: as lexicographic order says, with variable 0 first and false before true.
    pub fn least(&self, set: &Set) -> Option<Vec<bool>> {
        (!self.is_none(set)).then(|| {
            let mut assignment = vec![false; self.variables];
            self.write_least(set, &mut assignment);
            assignment
        })
    }

    /// Writes the values of the least element for the variables that the diagram tests on its way there.
    pub fn write_least(&self, set: &Set, assignment: &mut [bool]) {
        let mut node = self.node(set);
        assert!(node != NONE, "an empty set has no element");
        let inside = self.inside.borrow();
        while node != ALL {
            let Node { variable, low, high, .. } = inside.table[node];
            assignment[variable as usize] = low == NONE;
            node = if low == NONE { high } else { low };
        }
    }

    /// Writes the least allowed element of a set that another does not have into an assignment: the bits that tell it from
    /// others, and those of groups with such bits. Says whether there is one; otherwise nothing is written.
    ///
    /// An assignment that had the least allowed codes before is that element afterwards.
    pub fn write_least_outside(
        &self,
        set: &Set,
        without: &Set,
        allowed: &Allowed,
        assignment: &mut [bool],
    ) -> bool {
        let (inside, mut scratch) = (self.inside.borrow(), self.scratch.borrow_mut());
        inside.table.write_least_outside(
            &mut scratch,
            (self.node(set), self.node(without)),
            allowed,
            Some(assignment),
        )
    }

    /// Whether a set has an allowed element that another does not have.
    pub fn has_outside(&self, set: &Set, without: &Set, allowed: &Allowed) -> bool {
        let (inside, mut scratch) = (self.inside.borrow(), self.scratch.borrow_mut());
        let nodes = (self.node(set), self.node(without));
        let known = inside.table.has_outside_bit_by_bit(&mut scratch, nodes, allowed);
        known.unwrap_or_else(|| inside.table.write_least_outside(&mut scratch, nodes, allowed, None))
    }

    /// The same, unless it takes more than to look at bits one by one, because several that are a number together may
    /// have some codes only.
    pub fn has_outside_bit_by_bit(&self, set: &Set, without: &Set, allowed: &Allowed) -> Option<bool> {
        let (inside, mut scratch) = (self.inside.borrow(), self.scratch.borrow_mut());
        let nodes = (self.node(set), self.node(without));
        inside.table.has_outside_bit_by_bit(&mut scratch, nodes, allowed)
    }

    /// Whether the set has this assignment, a value for each variable.
    pub fn contains(&self, set: &Set, assignment: &[bool]) -> bool {
        assert_eq!(assignment.len(), self.variables, "an assignment should have a value for each variable");
        let inside = self.inside.borrow();
        let mut node = self.node(set);
        while node > ALL {
            let Node { variable, low, high, .. } = inside.table[node];
            node = if assignment[variable as usize] { high } else { low };
        }
        node == ALL
    }

    /// How many assignments to all variables of the manager the set has.
    pub fn count(&self, set: &Set) -> BigUint {
        let inside = self.inside.borrow();
        // A node has a larger number than those that it refers to.
        let mut nodes = self.nodes(set);
        nodes.sort_unstable();
        // Of each node: the number of assignments to its variable and those after it.
        let mut counts: Vec<BigUint> = Vec::with_capacity(nodes.len());
        let from = |counts: &[BigUint], variable: u32, node: u32| {
            let free = inside.table[node].variable - variable;
            match nodes.binary_search(&node) {
                Ok(place) => &counts[place] << free,
                // A constant: its number is that of its elements.
                Err(_) => BigUint::from(node) << free,
            }
        };
        for &node in &nodes {
            let Node { variable, low, high, .. } = inside.table[node];
            counts.push(from(&counts, variable + 1, low) + from(&counts, variable + 1, high));
        }
        from(&counts, 0, self.node(set))
    }

    /// The variables that the set depends on, ascending.
    pub fn support(&self, set: &Set) -> Vec<usize> {
        self.outline(set).support.clone()
    }

    /// The variables that the set depends on, and how many nodes its diagram has; remembered with the set.
    pub fn outline(&self, set: &Set) -> Rc<Outline> {
        let made = set.0.outline.get_or_init(|| {
            let inside = self.inside.borrow();
            let nodes = self.nodes(set);
            let mut is_there = vec![false; self.variables];
            for &node in &nodes {
                is_there[inside.table[node].variable as usize] = true;
            }
            let support = (0..self.variables).filter(|&variable| is_there[variable]).collect();
            Rc::new(Outline { support, size: nodes.len() })
        });
        Rc::clone(made)
    }

    /// Sets that depend on different variables, and whose common elements are the set: as many as the order of the
    /// variables allows. Each depends on variables before those of the next. None for the set of all assignments.
    ///
    /// A node that every way to the constant of all assignments passes divides the diagram: the elements are those that
    /// lead there and, behind it, on.
    pub fn factors(&self, set: &Set) -> Vec<Set> {
        if self.is_none(set) {
            return vec![set.clone()];
        }
        let plan = self.plan(set);
        // A collection moves nodes, but not what the plan says.
        let build = |table: &mut Table, factor: &[(u32, usize, usize)]| {
            let mut made: Vec<u32> = vec![NONE, ALL];
            for &(variable, low, high) in factor {
                let node = table.node(variable, made[low], made[high]);
                made.push(node);
            }
            made[made.len() - 1]
        };
        plan.iter().map(|factor| self.make(|table| build(table, factor))).collect()
    }

    /// The nodes of each factor from below: a variable, and two places among the two constants and the nodes before it.
    fn plan(&self, set: &Set) -> Vec<Vec<(u32, usize, usize)>> {
        let inside = self.inside.borrow();
        let mut nodes = self.nodes(set);
        nodes.sort_unstable_by_key(|&node| inside.table[node].variable);
        let place: HashMap<u32, usize> =
            nodes.iter().enumerate().map(|(place, &node)| (node, place)).collect();
        let mut met = vec![false; nodes.len()];
        // How many nodes were met that are still to come, and whether there is a way past all of them.
        let (mut open, mut ended) = (0, false);
        let mut starts = Vec::new();
        for (at, &node) in nodes.iter().enumerate() {
            let is_met = std::mem::replace(&mut met[at], true);
            if !ended && (open == 0 || open == 1 && is_met) {
                starts.push(at);
            }
            open -= usize::from(is_met);
            for next in [inside.table[node].low, inside.table[node].high] {
                ended |= next == ALL;
                if next > ALL && !std::mem::replace(&mut met[place[&next]], true) {
                    open += 1;
                }
            }
        }
        let ends = starts.iter().skip(1).copied().chain([nodes.len()]);
        let ranges = starts.iter().copied().zip(ends);
        ranges
            .map(|(start, end)| {
                let from_below = |node: u32| match node {
                    NONE | ALL => node as usize,
                    // What the next factor says is not said here.
                    _ if place[&node] >= end => ALL as usize,
                    _ => 2 + (end - 1 - place[&node]),
                };
                let factor = nodes[start..end].iter().rev().map(|&node| {
                    let Node { variable, low, high, .. } = inside.table[node];
                    (variable, from_below(low), from_below(high))
                });
                factor.collect()
            })
            .collect()
    }

    /// How many nodes the diagram has, without the two constants.
    pub fn size(&self, set: &Set) -> usize {
        self.nodes(set).len()
    }

    /// How many nodes were created since the manager was made: every time that an operation needed a
    /// node that was not in the table.
    pub fn created(&self) -> u64 {
        self.inside.borrow().table.created()
    }

    /// How many nodes are in the table now, needed or not; each takes some 40 bytes, everything around
    /// it included.
    pub fn held(&self) -> usize {
        self.inside.borrow().table.len()
    }

    /// Whether the set is empty.
    pub fn is_none(&self, set: &Set) -> bool {
        self.node(set) == NONE
    }

    /// Whether the set has all assignments.
    pub fn is_all(&self, set: &Set) -> bool {
        self.node(set) == ALL
    }

    /// The node of a set.
    fn node(&self, set: &Set) -> u32 {
        assert!(Rc::ptr_eq(&set.0.manager, &self.identity), "a set should be used with its own manager only");
        set.0.node.get()
    }

    /// The nodes of a set without the constants, in no useful order.
    fn nodes(&self, set: &Set) -> Vec<u32> {
        let (inside, mut scratch) = (self.inside.borrow(), self.scratch.borrow_mut());
        let marks = &mut scratch.marks;
        marks.begin(inside.table.len() + 2);
        let mut nodes = Vec::new();
        let mut meet = |nodes: &mut Vec<u32>, node: u32| {
            if node > ALL && marks.insert(node) {
                nodes.push(node);
            }
        };
        meet(&mut nodes, self.node(set));
        let mut next = 0;
        while let Some(&node) = nodes.get(next) {
            let Node { low, high, .. } = inside.table[node];
            meet(&mut nodes, low);
            meet(&mut nodes, high);
            next += 1;
        }
        nodes
    }

    /// A variable as nodes have it.
    fn variable(&self, variable: usize) -> u32 {
        assert!(
            variable < self.variables,
            "variable {variable} should be one of the manager's {}",
            self.variables
        );
        variable as u32
    }

    /// Literals in ascending order.
    fn sorted(&self, literals: &[(usize, bool)]) -> Vec<(u32, bool)> {
        let mut literals: Vec<(u32, bool)> =
            literals.iter().map(|&(variable, value)| (self.variable(variable), value)).collect();
        literals.sort_unstable();
        literals.dedup();
        literals
    }

    /// The result of an operation.
    fn apply(&self, operation: Operation, a: &Set, b: &Set) -> Set {
        // A collection may come first, so the nodes of the operands must be looked up after it.
        self.make(|table| table.apply(operation, self.node(a), self.node(b)))
    }

    /// A set that the table makes, after a collection if there are many nodes.
    fn make(&self, make: impl FnOnce(&mut Table) -> u32) -> Set {
        let mut inside = self.inside.borrow_mut();
        inside.collect_if_full();
        let node = make(&mut inside.table);
        self.hand_out(&mut inside, node)
    }

    fn hand_out(&self, inside: &mut Inside, node: u32) -> Set {
        let root = Rc::new(Root {
            node: Cell::new(node),
            manager: Rc::clone(&self.identity),
            outline: OnceCell::new(),
        });
        inside.roots.push(Rc::clone(&root));
        Set(root)
    }
}

impl Inside {
    /// Throws away what no set needs, if there is much in the table or in the list of sets.
    #[inline]
    fn collect_if_full(&mut self) {
        if self.roots.len() >= self.root_limit {
            self.forget_sets();
        }
        if self.table.len() >= self.limit {
            self.forget_sets();
            self.table.collect(self.roots.iter().map(|root| &root.node));
            self.limit = SMALLEST_LIMIT.max(2 * self.table.len());
        }
    }

    /// Takes sets that nobody has off the list.
    #[cold]
    fn forget_sets(&mut self) {
        self.roots.retain(|root| Rc::strong_count(root) > 1);
        self.root_limit = SMALLEST_ROOT_LIMIT.max(2 * self.roots.len());
    }
}

#[cfg(test)]
mod tests;
