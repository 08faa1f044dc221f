//! Satisfiability of clauses: an incremental solver behind a facade.
//!
//! A [`Solver`] has variables and clauses, and is asked again and again, each time under other *assumptions*, literals that hold for that
//! question only. The answer is a [`Model`], or the assumptions that cannot hold together, a [`Core`], or that it was stopped. No
//! other crate names the library that does the work; `docs/decisions/0016-sat-solver.md` says why it is this one.
//!
//! ```
//! use logic::sat::{Answer, Clauses as _, Limits, Solver};
//!
//! let mut solver = Solver::new();
//! let [a, b, c] = [(); 3].map(|()| solver.variable().positive());
//! solver.add(&[!a, !b]);
//! let Answer::Unsatisfiable(core) = solver.solve(&[c, a, b]) else { panic!() };
//! assert_eq!(core.literals(), [a, b]);
//! let Answer::Satisfiable(model) = solver.solve(&[c, a]) else { panic!() };
//! assert!(model.value(a) && !model.value(b));
//!
//! // A clause that can be switched off: a selector is assumed to switch it on.
//! let selector = solver.variable().positive();
//! solver.add(&[!selector, !c]);
//! assert!(matches!(solver.solve(&[c]), Answer::Satisfiable(_)));
//! assert!(matches!(solver.solve(&[c, selector]), Answer::Unsatisfiable(_)));
//! ```
//!
//! # Stopping
//! A number of conflicts is a limit that gives the same answer on every machine. Time and Ctrl-C come through
//! [`Solver::stop_when`]: the solver asks the function regularly while it searches. An answer that came before the stop counts;
//! otherwise it is [`Answer::Unknown`], never one of the others.
//!
//! # What can be believed
//! A model is checked by nobody but tests here; a caller that builds on one evaluates what it stands for ([`circuit`](crate::circuit) does). That
//! there is none rests on the library. The tests compare answers and cores with those of another solver and with brute force.

mod backend;
mod cnf;
mod simplify;

use std::collections::HashSet;
use std::fmt;
use std::ops::Not;
use std::rc::Rc;

use backend::{Backend, Verdict};

pub use cnf::{Cnf, Unreadable};
pub use simplify::Simplified;

/// A boolean variable of a set of clauses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Variable(u32);

impl Variable {
    /// The variable with this number, from 0.
    ///
    /// # Panics
    /// If the number is greater than 2^30.
    pub fn new(index: usize) -> Variable {
        assert!(index <= 1 << 30, "there should be at most 2^30 variables");
        Variable(index as u32)
    }

    /// Its number, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal that is true when the variable is.
    pub fn positive(self) -> Literal {
        self.literal(false)
    }

    /// The literal that is true when the variable is not.
    pub fn negative(self) -> Literal {
        self.literal(true)
    }

    /// The variable, or its negation.
    pub fn literal(self, negated: bool) -> Literal {
        Literal(self.0 << 1 | u32::from(negated))
    }
}

/// A variable or its negation, in four bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal(u32);

impl Literal {
    /// Its variable.
    pub fn variable(self) -> Variable {
        Variable(self.0 >> 1)
    }

    /// Whether it is the negation.
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// As DIMACS files have it: the number of the variable from 1, negative for a negation.
    pub fn dimacs(self) -> i32 {
        let number = (self.0 >> 1) as i32 + 1;
        if self.is_negated() { -number } else { number }
    }
}

impl Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

impl fmt::Debug for Literal {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{}", self.dimacs())
    }
}

/// Where clauses go: to a solver, or to a file.
pub trait Clauses {
    /// A new variable.
    fn variable(&mut self) -> Variable;

    /// One of the literals must be true. No literal at all cannot be.
    fn add(&mut self, clause: &[Literal]);
}

/// What the solver may use for one question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// So many conflicts, if there is a limit.
    pub conflicts: Option<u32>,
}

impl Limits {
    /// None.
    pub const NONE: Limits = Limits { conflicts: None };

    /// At most so many conflicts.
    pub const fn conflicts(most: u32) -> Limits {
        Limits { conflicts: Some(most) }
    }
}

/// The answer to a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is a model.
    Satisfiable(Model),
    /// There is none under the assumptions.
    Unsatisfiable(Core),
    /// It was stopped before there was an answer.
    Unknown,
}

/// Values of variables that satisfy all clauses and assumptions.
#[derive(Clone, PartialEq, Eq)]
pub struct Model {
    values: Vec<u64>,
    variables: usize,
}

impl Model {
    fn new(variables: usize, value: impl Fn(Variable) -> bool) -> Model {
        let mut values = vec![0; variables.div_ceil(64)];
        for index in 0..variables {
            values[index / 64] |= u64::from(value(Variable::new(index))) << (index % 64);
        }
        Model { values, variables }
    }

    /// Whether a literal is true.
    ///
    /// # Panics
    /// If its variable is newer than the model.
    pub fn value(&self, literal: Literal) -> bool {
        let index = literal.variable().index();
        assert!(index < self.variables, "a literal should be as old as the model");
        (self.values[index / 64] >> (index % 64) & 1 == 1) != literal.is_negated()
    }

    /// The variables' literals that are true, in the order of variables.
    pub fn literals(&self) -> impl Iterator<Item = Literal> {
        (0..self.variables).map(|index| {
            let literal = Variable::new(index).positive();
            if self.value(literal) { literal } else { !literal }
        })
    }
}

impl fmt::Debug for Model {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_list().entries(self.literals()).finish()
    }
}

/// Assumptions that cannot hold together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Core {
    literals: Vec<Literal>,
    minimal: bool,
}

impl Core {
    /// The assumptions, in the order in which they were made. None, if there is no model at all.
    pub fn literals(&self) -> &[Literal] {
        &self.literals
    }

    /// Whether it is known that all of them are needed.
    pub fn is_minimal(&self) -> bool {
        self.minimal
    }
}

/// How much work was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Variables that were made.
    pub variables: u64,
    /// Clauses that were added.
    pub clauses: u64,
    /// Questions.
    pub questions: u64,
    /// Conflicts, of all questions.
    pub conflicts: u64,
    /// Decisions.
    pub decisions: u64,
    /// Literals that followed from others.
    pub propagations: u64,
}

/// A function that says whether to stop.
type Stop = Rc<dyn Fn() -> bool>;

/// An incremental solver.
pub struct Solver {
    backend: Backend,
    variables: usize,
    clauses: u64,
    questions: u64,
    record: Option<Cnf>,
}

impl Default for Solver {
    fn default() -> Self {
        Solver::new()
    }
}

impl fmt::Debug for Solver {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("Solver").field("statistics", &self.statistics()).finish_non_exhaustive()
    }
}

impl Clauses for Solver {
    fn variable(&mut self) -> Variable {
        let variable = Variable::new(self.variables);
        self.variables += 1;
        self.backend.grow(self.variables);
        if let Some(record) = &mut self.record {
            record.variable();
        }
        variable
    }

    fn add(&mut self, clause: &[Literal]) {
        self.known(clause);
        self.clauses += 1;
        self.backend.add(clause);
        if let Some(record) = &mut self.record {
            record.add(clause);
        }
    }
}

impl Solver {
    /// A solver without variables and clauses.
    pub fn new() -> Self {
        Solver { backend: Backend::new(None), variables: 0, clauses: 0, questions: 0, record: None }
    }

    /// A solver that keeps its clauses as they were added, to show them: see [`Solver::recorded`].
    pub fn recording() -> Self {
        Solver { record: Some(Cnf::new()), ..Solver::new() }
    }

    /// The same, but variables are decided in another order, which the seed determines. Answers are the same, models and cores may be others, and
    /// how long it takes is: whoever compares two ways of asking does so with several seeds, because with one it is partly luck.
    pub fn recording_with(seed: u32) -> Self {
        Solver { backend: Backend::new(Some(seed)), ..Solver::recording() }
    }

    /// The clauses as they were added, if the solver keeps them.
    pub fn recorded(&self) -> Option<&Cnf> {
        self.record.as_ref()
    }

    /// From now on, stop when the function says so. It is asked regularly, and should be quick.
    ///
    /// ```
    /// use std::time::{Duration, Instant};
    ///
    /// let mut solver = logic::sat::Solver::new();
    /// let end = Instant::now() + Duration::from_secs(60);
    /// solver.stop_when(move || Instant::now() >= end);
    /// ```
    pub fn stop_when(&mut self, stop: impl Fn() -> bool + 'static) {
        self.backend.stop_when(Rc::new(stop));
    }

    /// Whether the clauses have a model in which all assumptions are true.
    pub fn solve(&mut self, assumptions: &[Literal]) -> Answer {
        self.solve_within(assumptions, Limits::NONE)
    }

    /// The same, within limits.
    pub fn solve_within(&mut self, assumptions: &[Literal], limits: Limits) -> Answer {
        self.known(assumptions);
        self.questions += 1;
        match self.backend.solve(assumptions, limits.conflicts) {
            Verdict::Satisfiable => {
                let backend = &self.backend;
                Answer::Satisfiable(Model::new(self.variables, |variable| backend.value(variable)))
            }
            Verdict::Unsatisfiable => {
                let mut seen = HashSet::new();
                let failed = |literal: &Literal| self.backend.failed(*literal) && seen.insert(*literal);
                let literals: Vec<Literal> = assumptions.iter().copied().filter(failed).collect();
                let minimal = literals.is_empty();
                Answer::Unsatisfiable(Core { literals, minimal })
            }
            Verdict::Unknown => Answer::Unknown,
        }
    }

    /// The same question with simpler clauses, for one that is hard: the first literals are required, those of the others can be assumed. None if the
    /// solver does not keep its clauses. What is added later is not in it.
    pub fn simplified(&self, required: &[Literal], assumed: &[Literal]) -> Option<Simplified> {
        let kept: Vec<Variable> = assumed.iter().map(|literal| literal.variable()).collect();
        self.record.as_ref().map(|cnf| Simplified::new(cnf, required, &kept))
    }

    /// A core of which every literal is needed, as far as the limits for each of the questions allow.
    ///
    /// Each literal in turn is left out. If what remains still has no model, its own core goes on; if it has one, the literal is
    /// needed, and stays needed, since fewer assumptions have more models.
    ///
    /// # Panics
    /// If the core is not one of this solver: there is a model in which all its literals are true.
    pub fn minimise(&mut self, core: &Core, limits: Limits) -> Core {
        let mut left = core.literals.clone();
        let mut needed = 0;
        let mut minimal = true;
        // The first `needed` literals stay; the next one is in question.
        while needed < left.len() {
            let candidate = left.remove(needed);
            match self.solve_within(&left, limits) {
                Answer::Unsatisfiable(smaller) => {
                    // A needed literal is in every core of what is left; one that is only not known to be superfluous may go.
                    let smaller = smaller.literals;
                    let there: HashSet<Literal> = smaller.iter().copied().collect();
                    let kept = left[..needed].iter().filter(|literal| there.contains(literal)).count();
                    assert!(kept == needed || !minimal, "a literal that is needed should be in the core");
                    (left, needed) = (smaller, kept);
                }
                Answer::Satisfiable(_) => {
                    left.insert(needed, candidate);
                    needed += 1;
                }
                Answer::Unknown => {
                    left.insert(needed, candidate);
                    needed += 1;
                    minimal = false;
                }
            }
        }
        // A core has the order of its assumptions, so the order of the core that was given is kept.
        Core { literals: left, minimal }
    }

    /// How much work was done so far.
    pub fn statistics(&self) -> Statistics {
        let work = self.backend.work();
        Statistics {
            variables: self.variables as u64,
            clauses: self.clauses,
            questions: self.questions,
            conflicts: work.conflicts,
            decisions: work.decisions,
            propagations: work.propagations,
        }
    }

    fn known(&self, literals: &[Literal]) {
        let known = literals.iter().all(|literal| literal.variable().index() < self.variables);
        assert!(known, "literals should be of variables that the solver made");
    }
}

#[cfg(test)]
mod tests;
