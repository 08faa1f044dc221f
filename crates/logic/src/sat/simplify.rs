//! The same question with fewer clauses: for a question that is hard, it pays to look at the clauses before the search.
//!
//! Clauses that follow from others go away, literals that cannot help are struck out of clauses, and variables are eliminated whose
//! clauses can be replaced by their resolvents without becoming more (N. Eén, A. Biere: Effective Preprocessing in SAT Through Variable and
//! Clause Elimination, 2005). Circuits have many such variables: gates with few readers.
//!
//! # Why it is right
//! Unit propagation, subsumption and self-subsuming resolution leave clauses that have the same models. Elimination of a variable leaves clauses that have a
//! model exactly if there was one: where all resolvents are satisfied, one of the two values of the variable satisfies all clauses that were taken away.
//! [`Elimination`] keeps one side of them to find it, and a model is extended in the opposite order of eliminations. Variables of
//! assumptions are kept, so a core is a core of the original clauses. The tests compare answers, models and cores with those of the clauses as they were.

use super::{Answer, Clauses as _, Cnf, Core, Limits, Literal, Model, Solver, Statistics, Variable};

/// How long a resolvent may be.
const LONGEST: usize = 32;

/// How many clauses with a literal are looked at, if there are as many with its negation.
const MOST_OCCURRENCES: usize = 32;

/// How many literals are looked at before it is enough.
const EFFORT: u64 = 60_000_000;

/// A question whose clauses were simplified. Can be asked again with other limits; goes on where it was stopped.
pub struct Simplified {
    solver: Solver,
    /// The variables of the solver, for those that are left.
    names: Vec<Option<Variable>>,
    /// The values of variables that have only one.
    fixed: Vec<Option<bool>>,
    eliminations: Vec<Elimination>,
    contradictory: bool,
}

impl std::fmt::Debug for Simplified {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.debug_struct("Simplified").field("statistics", &self.statistics()).finish_non_exhaustive()
    }
}

/// A variable that was taken away, with the clauses in which it was this literal.
struct Elimination {
    literal: Literal,
    clauses: Vec<Vec<Literal>>,
}

impl Simplified {
    /// The clauses with those literals required. The variables that are kept can be assumed later.
    pub fn new(cnf: &Cnf, required: &[Literal], kept: &[Variable]) -> Simplified {
        let mut work = Work::new(cnf.variables(), kept);
        for clause in cnf.clauses() {
            work.add(clause.to_vec());
        }
        for &literal in required {
            work.add(vec![literal]);
        }
        work.run();
        let mut solver = Solver::new();
        let mut names = vec![None; cnf.variables()];
        for clause in work.clauses.iter().filter(|clause| !clause.gone) {
            let renamed: Vec<Literal> = clause
                .literals
                .iter()
                .map(|literal| {
                    let name = *names[literal.variable().index()].get_or_insert_with(|| solver.variable());
                    name.literal(literal.is_negated())
                })
                .collect();
            solver.add(&renamed);
        }
        for &variable in kept {
            names[variable.index()].get_or_insert_with(|| solver.variable());
        }
        Simplified {
            solver,
            names,
            fixed: work.values,
            eliminations: work.eliminations,
            contradictory: work.contradictory,
        }
    }

    /// Whether there is a model in which all assumptions are true, whose variables must have been kept.
    ///
    /// # Panics
    /// If a variable was not kept.
    pub fn solve_within(&mut self, assumptions: &[Literal], limits: Limits) -> Answer {
        if self.contradictory {
            return Answer::Unsatisfiable(Core { literals: Vec::new(), minimal: true });
        }
        let mut renamed = Vec::new();
        for &assumption in assumptions {
            let index = assumption.variable().index();
            match self.fixed[index] {
                Some(value) if value == assumption.is_negated() => {
                    return Answer::Unsatisfiable(Core { literals: vec![assumption], minimal: true });
                }
                Some(_) => {}
                None => {
                    let name = self.names[index].expect("variables of assumptions should be kept");
                    renamed.push(name.literal(assumption.is_negated()));
                }
            }
        }
        match self.solver.solve_within(&renamed, limits) {
            Answer::Satisfiable(model) => Answer::Satisfiable(self.extended(&model)),
            Answer::Unsatisfiable(core) => {
                let needed = |assumption: &Literal| {
                    self.names[assumption.variable().index()]
                        .is_some_and(|name| core.literals.contains(&name.literal(assumption.is_negated())))
                };
                let literals = assumptions.iter().copied().filter(needed).collect();
                Answer::Unsatisfiable(Core { literals, minimal: core.minimal })
            }
            Answer::Unknown => Answer::Unknown,
        }
    }

    /// About how many bytes it takes at most to simplify so many clauses: lists of clauses and of the clauses of each literal, and another solver.
    pub fn room(cnf: &Cnf) -> u64 {
        let literals: usize = cnf.clauses().map(<[Literal]>::len).sum();
        (cnf.clauses().len() * 160 + literals * 32 + cnf.variables() * 256) as u64
    }

    /// From now on, stop when the function says so, as a solver does.
    pub fn stop_when(&mut self, stop: impl Fn() -> bool + 'static) {
        self.solver.stop_when(stop);
    }

    /// How much work was done, and how large the question is.
    pub fn statistics(&self) -> Statistics {
        self.solver.statistics()
    }

    /// The model with the variables that were taken away.
    fn extended(&self, model: &Model) -> Model {
        let mut values: Vec<bool> = self
            .names
            .iter()
            .zip(&self.fixed)
            .map(|(name, fixed)| match (fixed, name) {
                (Some(value), _) => *value,
                (None, Some(name)) => model.value(name.positive()),
                (None, None) => false,
            })
            .collect();
        for Elimination { literal, clauses } in self.eliminations.iter().rev() {
            let is = |values: &[bool], other: Literal| values[other.variable().index()] != other.is_negated();
            let satisfied =
                |clause: &Vec<Literal>| clause.iter().any(|other| other != literal && is(&values, *other));
            // False satisfies the clauses with the negation; those that are here may need it to be true.
            let value = !clauses.iter().all(satisfied);
            values[literal.variable().index()] = value != literal.is_negated();
        }
        Model::new(values.len(), |variable| values[variable.index()])
    }
}

struct Clause {
    /// Ascending.
    literals: Vec<Literal>,
    /// A bit for each variable, several variables to a bit.
    signature: u64,
    gone: bool,
}

/// Clauses while they are simplified.
struct Work {
    clauses: Vec<Clause>,
    /// The clauses that have a literal, by the literal; some of them may be gone.
    occurrences: Vec<Vec<u32>>,
    values: Vec<Option<bool>>,
    /// Variables that stay.
    kept: Vec<bool>,
    eliminated: Vec<bool>,
    eliminations: Vec<Elimination>,
    /// Literals that are true, whose clauses have not been looked at.
    units: Vec<Literal>,
    /// Clauses that may subsume others.
    waiting: Vec<u32>,
    /// Variables whose clauses have changed.
    touched: Vec<bool>,
    /// Literals of the clause at hand.
    marks: Vec<bool>,
    contradictory: bool,
    effort: u64,
}

fn code(literal: Literal) -> usize {
    literal.0 as usize
}

fn signature(literals: &[Literal]) -> u64 {
    literals.iter().fold(0, |bits, literal| bits | 1 << (literal.variable().index() % 64))
}

impl Work {
    fn new(variables: usize, kept: &[Variable]) -> Self {
        let mut is_kept = vec![false; variables];
        for variable in kept {
            is_kept[variable.index()] = true;
        }
        Work {
            clauses: Vec::new(),
            occurrences: vec![Vec::new(); 2 * variables],
            values: vec![None; variables],
            kept: is_kept,
            eliminated: vec![false; variables],
            eliminations: Vec::new(),
            units: Vec::new(),
            waiting: Vec::new(),
            touched: vec![true; variables],
            marks: vec![false; 2 * variables],
            contradictory: false,
            effort: 0,
        }
    }

    /// Whether a literal is true or false for sure.
    fn value(&self, literal: Literal) -> Option<bool> {
        self.values[literal.variable().index()].map(|value| value != literal.is_negated())
    }

    fn add(&mut self, mut literals: Vec<Literal>) {
        literals.sort_unstable();
        literals.dedup();
        let tautology = literals.windows(2).any(|pair| pair[0] == !pair[1]);
        if tautology || literals.iter().any(|&literal| self.value(literal) == Some(true)) {
            return;
        }
        literals.retain(|&literal| self.value(literal).is_none());
        match literals[..] {
            [] => self.contradictory = true,
            [literal] => self.assign(literal),
            [..] => {
                let number = self.clauses.len() as u32;
                for &literal in &literals {
                    self.occurrences[code(literal)].push(number);
                    self.touched[literal.variable().index()] = true;
                }
                let signature = signature(&literals);
                self.clauses.push(Clause { literals, signature, gone: false });
                self.waiting.push(number);
            }
        }
    }

    fn assign(&mut self, literal: Literal) {
        match self.value(literal) {
            Some(true) => {}
            Some(false) => self.contradictory = true,
            None => {
                self.values[literal.variable().index()] = Some(!literal.is_negated());
                self.units.push(literal);
            }
        }
    }

    fn remove(&mut self, number: u32) {
        let clause = &mut self.clauses[number as usize];
        clause.gone = true;
        for literal in std::mem::take(&mut clause.literals) {
            self.touched[literal.variable().index()] = true;
        }
    }

    /// Strikes a literal out of a clause.
    fn strike(&mut self, number: u32, literal: Literal) {
        let clause = &mut self.clauses[number as usize];
        clause.literals.retain(|&other| other != literal);
        clause.signature = signature(&clause.literals);
        for other in &clause.literals {
            self.touched[other.variable().index()] = true;
        }
        self.touched[literal.variable().index()] = true;
        self.occurrences[code(literal)].retain(|&other| other != number);
        match clause.literals[..] {
            [] => self.contradictory = true,
            [only] => {
                self.remove(number);
                self.assign(only);
            }
            [..] => self.waiting.push(number),
        }
    }

    /// The clauses that have a literal.
    fn having(&mut self, literal: Literal) -> Vec<u32> {
        let Work { occurrences, clauses, .. } = self;
        let list = &mut occurrences[code(literal)];
        list.retain(|&number| !clauses[number as usize].gone);
        list.clone()
    }

    fn propagate(&mut self) {
        while let Some(literal) = self.units.pop() {
            if self.contradictory {
                return;
            }
            for number in self.having(literal) {
                self.remove(number);
            }
            let struck = self.having(!literal);
            // Nobody has to look for them one by one.
            self.occurrences[code(!literal)].clear();
            for number in struck {
                self.strike(number, !literal);
            }
        }
    }

    fn is_enough(&self) -> bool {
        self.contradictory || self.effort > EFFORT
    }

    fn run(&mut self) {
        loop {
            self.propagate();
            while let Some(number) = self.waiting.pop() {
                if self.is_enough() {
                    return;
                }
                self.subsume(number);
                self.propagate();
            }
            if self.is_enough() || !self.eliminate_all() {
                return;
            }
        }
    }

    /// Takes away what follows from a clause, and strikes out what it makes superfluous.
    fn subsume(&mut self, number: u32) {
        let clause = &self.clauses[number as usize];
        if clause.gone {
            return;
        }
        let literals = clause.literals.clone();
        let bits = clause.signature;
        let both = |literal: &Literal| {
            self.occurrences[code(*literal)].len() + self.occurrences[code(!*literal)].len()
        };
        let Some(&rarest) = literals.iter().min_by_key(|literal| both(literal)) else { return };
        for &literal in &literals {
            self.marks[code(literal)] = true;
        }
        let mut superfluous = Vec::new();
        let mut struck = Vec::new();
        for literal in [rarest, !rarest] {
            for other in self.having(literal) {
                let clause = &self.clauses[other as usize];
                self.effort += 1;
                if other == number || clause.literals.len() < literals.len() || bits & !clause.signature != 0
                {
                    continue;
                }
                self.effort += clause.literals.len() as u64;
                let mut same = 0;
                let mut opposite = None;
                let mut opposites = 0;
                for &literal in &clause.literals {
                    if self.marks[code(literal)] {
                        same += 1;
                    } else if self.marks[code(!literal)] {
                        opposites += 1;
                        opposite = Some(literal);
                    }
                }
                match opposite {
                    _ if same == literals.len() => superfluous.push(other),
                    Some(opposite) if opposites == 1 && same + 1 == literals.len() => {
                        struck.push((other, opposite));
                    }
                    Some(_) | None => {}
                }
            }
        }
        for &literal in &literals {
            self.marks[code(literal)] = false;
        }
        for other in superfluous {
            self.remove(other);
        }
        for (other, literal) in struck {
            // An earlier strike may have made a unit of the clause at hand's neighbour.
            if !self.clauses[other as usize].gone {
                self.strike(other, literal);
            }
        }
    }

    /// Eliminates variables whose clauses have changed, those with few clauses first. Whether there was one.
    fn eliminate_all(&mut self) -> bool {
        let mut candidates: Vec<(usize, u32)> = Vec::new();
        for index in 0..self.values.len() {
            if !std::mem::take(&mut self.touched[index]) {
                continue;
            }
            let variable = Variable::new(index);
            let [positive, negative] =
                [variable.positive(), variable.negative()].map(|literal| self.having(literal).len());
            candidates.push((positive * negative, index as u32));
        }
        candidates.sort_unstable();
        let mut any = false;
        for (_, index) in candidates {
            if self.is_enough() {
                return any;
            }
            any |= self.eliminate(Variable::new(index as usize));
            self.propagate();
        }
        any
    }

    fn eliminate(&mut self, variable: Variable) -> bool {
        let index = variable.index();
        if self.kept[index] || self.eliminated[index] || self.values[index].is_some() {
            return false;
        }
        let literal = variable.positive();
        let (positive, negative) = (self.having(literal), self.having(!literal));
        if positive.is_empty() && negative.is_empty()
            || positive.len() > MOST_OCCURRENCES && negative.len() > MOST_OCCURRENCES
        {
            return false;
        }
        let most = positive.len() + negative.len();
        let mut resolvents = Vec::new();
        for &one in &positive {
            for &other in &negative {
                let Some(resolvent) = self.resolvent(one, other, literal) else { continue };
                if resolvent.len() > LONGEST || resolvents.len() == most {
                    return false;
                }
                resolvents.push(resolvent);
            }
        }
        let (side, literal) =
            if positive.len() <= negative.len() { (&positive, literal) } else { (&negative, !literal) };
        let clauses = side.iter().map(|&number| self.clauses[number as usize].literals.clone()).collect();
        self.eliminations.push(Elimination { literal, clauses });
        self.eliminated[index] = true;
        for number in positive.into_iter().chain(negative) {
            self.remove(number);
        }
        for resolvent in resolvents {
            self.add(resolvent);
        }
        true
    }

    /// What follows from a clause with a literal and one with its negation; nothing, if that is always true.
    fn resolvent(&mut self, one: u32, other: u32, literal: Literal) -> Option<Vec<Literal>> {
        let (one, other) = (&self.clauses[one as usize].literals, &self.clauses[other as usize].literals);
        self.effort += (one.len() + other.len()) as u64;
        let mut all = Vec::with_capacity(one.len() + other.len());
        let (mut left, mut right) = (one.iter().peekable(), other.iter().peekable());
        loop {
            let next = match (left.peek(), right.peek()) {
                (Some(&&a), Some(&&b)) if a <= b => {
                    left.next();
                    a
                }
                (_, Some(&&b)) => {
                    right.next();
                    b
                }
                (Some(&&a), None) => {
                    left.next();
                    a
                }
                (None, None) => return Some(all),
            };
            if next == literal || next == !literal || all.last() == Some(&next) {
                continue;
            }
            // Literals of a variable stand together.
            if all.last() == Some(&!next) {
                return None;
            }
            all.push(next);
        }
    }
}
