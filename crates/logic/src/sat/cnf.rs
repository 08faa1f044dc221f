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
        (0..self.ends.len()).map(|index| {
            let start = if index == 0 { 0 } else { self.ends[index - 1] };
            &self.literals[start..self.ends[index]]
        })
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
