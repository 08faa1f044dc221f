//! The library behind the facade; nothing else names it.

use std::cell::Cell;

use batsat::{Callbacks, Lit, SolverInterface as _, Var, clause, lbool};

use super::{Literal, Stop, Variable};

/// What the library says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    Satisfiable,
    Unsatisfiable,
    Unknown,
}

/// Counts of the library.
pub(super) struct Work {
    pub(super) conflicts: u64,
    pub(super) decisions: u64,
    pub(super) propagations: u64,
}

/// What is asked while the library works.
#[derive(Default)]
struct Watch {
    stop: Option<Stop>,
    /// How many clauses may still be learnt, each from a conflict.
    left: Option<u32>,
    /// How often it was asked.
    asked: Cell<u32>,
    stopped: Cell<bool>,
}

impl Callbacks for Watch {
    fn on_new_clause(&mut self, _: &[Lit], kind: clause::Kind) {
        if kind == clause::Kind::Learnt {
            self.left = self.left.map(|left| left.saturating_sub(1));
        }
    }

    fn stop(&self) -> bool {
        if self.left == Some(0) || self.stopped.get() {
            return true;
        }
        let asked = self.asked.get();
        self.asked.set(asked.wrapping_add(1));
        let Some(stop) = &self.stop else { return false };
        // The clock need not be read at every decision.
        if asked.is_multiple_of(64) && stop() {
            self.stopped.set(true);
        }
        self.stopped.get()
    }
}

pub(super) struct Backend {
    solver: batsat::Solver<Watch>,
    /// Room for the literals of a clause or a question, kept because there are many.
    room: Vec<Lit>,
}

fn literal(literal: Literal) -> Lit {
    Lit::new(variable(literal.variable()), !literal.is_negated())
}

fn variable(variable: Variable) -> Var {
    Var::unsafe_from_idx(variable.0)
}

impl Backend {
    /// Variables of which nothing is known yet are decided in the order in which they were made, or in one that a seed determines.
    pub(super) fn new(seed: Option<u32>) -> Self {
        let mut options = batsat::SolverOpts::default();
        if let Some(seed) = seed {
            // The library wants a positive number.
            options.random_seed = f64::from(seed) + 1.0;
            options.rnd_init_act = true;
        }
        Backend { solver: batsat::Solver::new(options, Watch::default()), room: Vec::new() }
    }

    pub(super) fn stop_when(&mut self, stop: Stop) {
        self.solver.cb_mut().stop = Some(stop);
    }

    /// There are so many variables now.
    pub(super) fn grow(&mut self, variables: usize) {
        self.solver.var_of_int(variables as u32 - 1);
    }

    pub(super) fn add(&mut self, clause: &[Literal]) {
        self.room.clear();
        self.room.extend(clause.iter().map(|&other| literal(other)));
        self.solver.add_clause_reuse(&mut self.room);
    }

    pub(super) fn solve(&mut self, assumptions: &[Literal], conflicts: Option<u32>) -> Verdict {
        self.room.clear();
        self.room.extend(assumptions.iter().map(|&other| literal(other)));
        let watch = self.solver.cb_mut();
        watch.left = conflicts;
        watch.stopped.set(false);
        watch.asked.set(0);
        match self.solver.solve_limited(&self.room) {
            found if found == lbool::TRUE => Verdict::Satisfiable,
            found if found == lbool::FALSE => Verdict::Unsatisfiable,
            _ => Verdict::Unknown,
        }
    }

    /// The value in the last model.
    pub(super) fn value(&self, of: Variable) -> bool {
        self.solver.value_var(variable(of)) == lbool::TRUE
    }

    /// Whether an assumption is in the last core.
    pub(super) fn failed(&self, assumption: Literal) -> bool {
        // The library has the clause that says that they do not all hold.
        self.solver.unsat_core_contains_lit(!literal(assumption))
    }

    pub(super) fn work(&self) -> Work {
        Work {
            conflicts: self.solver.num_conflicts(),
            decisions: self.solver.num_decisions(),
            propagations: self.solver.num_propagations(),
        }
    }
}
