//! Clauses as data, and the DIMACS format.

use std::fmt::Write as _;

use super::{Clauses, Literal, Variable};

/// Clauses that are kept, to be shown or to be given to a solver.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cnf {
    variables: usize,
    /// All literals, clause by clause.
    literals: Vec<Literal>,
    /// Where each clause ends.
    ends: Vec<usize>,
}

/// What is wrong with a DIMACS file, and in which line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
}

impl Clauses for Cnf {
    fn variable(&mut self) -> Variable {
        self.variables += 1;
        Variable::new(self.variables - 1)
    }

    fn add(&mut self, clause: &[Literal]) {
        self.literals.extend(clause);
        self.ends.push(self.literals.len());
    }
}

impl Cnf {
    /// No variables and no clauses.
    pub fn new() -> Self {
        Cnf::default()
    }

    /// How many variables there are.
    pub fn variables(&self) -> usize {
        self.variables
    }

    /// The clauses, in the order in which they were added.
    pub fn clauses(&self) -> impl ExactSizeIterator<Item = &[Literal]> {
        (0..self.ends.len()).map(|index| self.clause(index))
    }

    fn clause(&self, index: usize) -> &[Literal] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.literals[start..self.ends[index]]
    }

    /// Gives the clauses to somebody else, with new variables there in the same order.
    pub fn copy_to(&self, other: &mut impl Clauses) {
        let variables: Vec<Variable> = (0..self.variables).map(|_| other.variable()).collect();
        for clause in self.clauses() {
            let renamed: Vec<Literal> = clause
                .iter()
                .map(|literal| variables[literal.variable().index()].literal(literal.is_negated()))
                .collect();
            other.add(&renamed);
        }
    }

    /// The clauses that can matter, with the variables numbered anew in the same order. A literal that no clause has negated may be true, and then the
    /// clauses that have it say nothing; without them, there are more such literals. What is left has a solution exactly if all clauses have one.
    ///
    /// ```
    /// use logic::sat::Cnf;
    ///
    /// // Nothing is lost if the third variable is true.
    /// let cnf = Cnf::from_dimacs("p cnf 3 4\n1 0\n-1 2 0\n-2 0\n-1 3 0\n").expect("it is well-formed");
    /// assert_eq!(cnf.cone().to_dimacs(), "p cnf 2 3\n1 0\n-1 2 0\n-2 0\n");
    /// ```
    pub fn cone(&self) -> Cnf {
        let index = |literal: Literal| literal.variable().index() * 2 + usize::from(literal.is_negated());
        let mut clauses_of: Vec<Vec<u32>> = vec![Vec::new(); self.variables * 2];
        for (number, clause) in self.clauses().enumerate() {
            for &literal in clause {
                clauses_of[index(literal)].push(number as u32);
            }
        }
        let mut left: Vec<usize> = clauses_of.iter().map(Vec::len).collect();
        let mut is_there = vec![true; self.ends.len()];
        let mut idle: Vec<usize> = (0..left.len()).filter(|&literal| left[literal ^ 1] == 0).collect();
        while let Some(literal) = idle.pop() {
            for &number in &clauses_of[literal] {
                if !std::mem::take(&mut is_there[number as usize]) {
                    continue;
                }
                for &other in self.clause(number as usize) {
                    let other = index(other);
                    left[other] -= 1;
                    if left[other] == 0 {
                        idle.push(other ^ 1);
                    }
                }
            }
        }
        let mut cone = Cnf::new();
        let mut variables: Vec<Option<Variable>> = vec![None; self.variables];
        for (index, variable) in variables.iter_mut().enumerate() {
            if left[index * 2] + left[index * 2 + 1] > 0 {
                *variable = Some(cone.variable());
            }
        }
        let kept = (0..self.ends.len()).filter(|&number| is_there[number]);
        for clause in kept.map(|number| self.clause(number)) {
            let renamed = clause.iter().filter_map(|literal| {
                Some(variables[literal.variable().index()]?.literal(literal.is_negated()))
            });
            cone.add(&renamed.collect::<Vec<_>>());
        }
        cone
    }

    /// The clauses in the format that solvers read.
    pub fn to_dimacs(&self) -> String {
        let mut text = format!("p cnf {} {}\n", self.variables, self.ends.len());
        for clause in self.clauses() {
            for literal in clause {
                let _ = write!(text, "{} ", literal.dimacs());
            }
            text.push_str("0\n");
        }
        text
    }

    /// Clauses from that format.
    ///
    /// # Errors
    /// What is wrong with the first line that is.
    pub fn from_dimacs(text: &str) -> Result<Cnf, Unreadable> {
        let mut cnf = Cnf::new();
        let mut header = None;
        let mut clause = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let wrong = |what: &str| Unreadable { line: index + 1, what: what.to_string() };
            if line.starts_with('c') || line.trim().is_empty() {
                continue;
            }
            if let Some(rest) = line.strip_prefix("p cnf ") {
                let numbers: Option<Vec<usize>> =
                    rest.split_whitespace().map(|number| number.parse().ok()).collect();
                let Some([variables, clauses]) = numbers.as_deref() else {
                    return Err(wrong("the header is `p cnf VARIABLES CLAUSES`"));
                };
                if header.is_some() || *variables > 1 << 30 {
                    return Err(wrong("there is one header, with at most 2^30 variables"));
                }
                cnf.variables = *variables;
                header = Some(*clauses);
                continue;
            }
            if header.is_none() {
                return Err(wrong("the header `p cnf VARIABLES CLAUSES` comes first"));
            }
            for number in line.split_whitespace() {
                let number: i32 = number.parse().map_err(|_| wrong("a literal is a number"))?;
                if number == 0 {
                    cnf.add(&clause);
                    clause.clear();
                    continue;
                }
                let index = number.unsigned_abs() as usize - 1;
                if index >= cnf.variables {
                    return Err(wrong("a literal has a variable that the header does not count"));
                }
                clause.push(Variable::new(index).literal(number < 0));
            }
        }
        let lines = text.lines().count();
        if !clause.is_empty() {
            return Err(Unreadable { line: lines, what: "a clause ends with 0".to_string() });
        }
        match header {
            Some(clauses) if clauses == cnf.ends.len() => Ok(cnf),
            Some(clauses) => {
                let what = format!("there are {} clauses, not {clauses}", cnf.ends.len());
                Err(Unreadable { line: lines, what })
            }
            None => Err(Unreadable { line: lines.max(1), what: "there is no header".to_string() }),
        }
    }
}
