//! The library `biodivine-lib-bdd`: each diagram has its own nodes.

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::Arc;

use biodivine_lib_bdd::{Bdd, BddNode, BddPartialValuation, BddPointer, BddVariable, BddVariableSet};

use logic::BigUint;

use super::Diagrams;

/// A manager that uses the library.
pub(crate) struct Biodivine {
    set: BddVariableSet,
    variables: usize,
    created: Cell<u64>,
}

/// A diagram; sharing it makes clones cheap.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Set(Arc<Bdd>);

impl Diagrams for Biodivine {
    type Set = Set;

    fn new(variables: usize) -> Biodivine {
        let number = u16::try_from(variables).expect("there should be fewer than 65,536 variables");
        Biodivine { set: BddVariableSet::new_anonymous(number), variables, created: Cell::new(0) }
    }

    fn none(&self) -> Set {
        Set(Arc::new(self.set.mk_false()))
    }

    fn all(&self) -> Set {
        Set(Arc::new(self.set.mk_true()))
    }

    fn cube(&self, literals: &[(usize, bool)]) -> Set {
        match self.clause(literals) {
            Some(clause) => self.made(self.set.mk_conjunctive_clause(&clause)),
            None => self.none(),
        }
    }

    fn codes(&self, bits: &[usize], codes: &[u64]) -> Set {
        let number = self.set.num_vars();
        let mut build =
            Codes { nodes: vec![BddNode::mk_zero(number), BddNode::mk_one(number)], known: HashMap::new() };
        let root = build.node(bits, codes);
        if root.is_zero() {
            return self.none();
        }
        let raw = Bdd::from_nodes(&build.nodes).expect("the nodes of codes should form a diagram");
        // The library compares diagrams node by node: an operation brings the nodes into its order.
        self.made(raw.and(&self.set.mk_true()))
    }

    fn and(&self, a: &Set, b: &Set) -> Set {
        self.made(a.0.and(&b.0))
    }

    fn or(&self, a: &Set, b: &Set) -> Set {
        self.made(a.0.or(&b.0))
    }

    fn minus(&self, a: &Set, b: &Set) -> Set {
        self.made(a.0.and_not(&b.0))
    }

    fn not(&self, set: &Set) -> Set {
        self.made(set.0.not())
    }

    fn exists(&self, set: &Set, variables: &[usize]) -> Set {
        let variables: Vec<BddVariable> = variables.iter().map(|&variable| self.variable(variable)).collect();
        self.made(set.0.exists(&variables).and(&self.set.mk_true()))
    }

    fn with(&self, set: &Set, literals: &[(usize, bool)]) -> Set {
        let clause = self.clause(literals).expect("the literals to fix should not contradict each other");
        self.made(set.0.restrict_valuation(&clause).and(&self.set.mk_true()))
    }

    fn least(&self, set: &Set) -> Option<Vec<bool>> {
        set.0.first_valuation().map(|valuation| valuation.into_vector())
    }

    fn contains(&self, set: &Set, assignment: &[bool]) -> bool {
        assert_eq!(assignment.len(), self.variables, "an assignment should have a value for each variable");
        let mut node = set.0.root_pointer();
        while !node.is_terminal() {
            let value = assignment[set.0.var_of(node).to_index()];
            node = if value { set.0.high_link_of(node) } else { set.0.low_link_of(node) };
        }
        node.is_one()
    }

    fn count(&self, set: &Set) -> BigUint {
        set.0.exact_cardinality()
    }

    fn support(&self, set: &Set) -> Vec<usize> {
        let mut support: Vec<usize> = set.0.support_set().into_iter().map(BddVariable::to_index).collect();
        support.sort_unstable();
        support
    }

    fn size(&self, set: &Set) -> usize {
        set.0.size().saturating_sub(2)
    }

    fn created(&self) -> u64 {
        self.created.get()
    }

    fn is_none(&self, set: &Set) -> bool {
        set.0.is_false()
    }

    fn is_all(&self, set: &Set) -> bool {
        set.0.is_true()
    }
}

impl Biodivine {
    /// A diagram as a set, counted.
    fn made(&self, bdd: Bdd) -> Set {
        let set = Set(Arc::new(bdd));
        self.created.set(self.created.get() + self.size(&set) as u64);
        set
    }

    /// A variable as the library has it.
    fn variable(&self, variable: usize) -> BddVariable {
        assert!(
            variable < self.variables,
            "variable {variable} should be one of the manager's {}",
            self.variables
        );
        BddVariable::from_index(variable)
    }

    /// Literals as the library has them, or nothing if they contradict each other.
    fn clause(&self, literals: &[(usize, bool)]) -> Option<BddPartialValuation> {
        let mut clause = BddPartialValuation::empty();
        for &(variable, value) in literals {
            let variable = self.variable(variable);
            if clause.get_value(variable).is_some_and(|known| known != value) {
                return None;
            }
            clause.set_value(variable, value);
        }
        Some(clause)
    }
}

/// The diagram of a set of codes while it is built.
struct Codes {
    nodes: Vec<BddNode>,
    known: HashMap<BddNode, BddPointer>,
}

impl Codes {
    /// The node that reads the remaining bits. The codes agree in all bits before them.
    fn node(&mut self, bits: &[usize], codes: &[u64]) -> BddPointer {
        if codes.is_empty() {
            return BddPointer::zero();
        }
        let Some((&bit, rest)) = bits.split_first() else { return BddPointer::one() };
        let mask = 1u64 << rest.len();
        let (clear, set) = codes.split_at(codes.partition_point(|code| code & mask == 0));
        let (low, high) = (self.node(rest, clear), self.node(rest, set));
        if low == high {
            return low;
        }
        let node = BddNode::mk_node(BddVariable::from_index(bit), low, high);
        *self.known.entry(node).or_insert_with(|| {
            self.nodes.push(node);
            BddPointer::from_index(self.nodes.len() - 1)
        })
    }
}
