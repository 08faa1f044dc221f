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

/// What of some clauses can matter.
struct Mattering {
    /// Whether each clause does.
    clauses: Vec<bool>,
    /// How many of those that do have each literal.
    occurrences: Vec<u32>,
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
        self.cone_requiring(&[])
    }

    /// The same where these literals are required, which become clauses behind the others.
    pub fn cone_requiring(&self, required: &[Literal]) -> Cnf {
        let Mattering { clauses, occurrences } = self.mattering(required);
        let mut cone = Cnf::new();
        let mut variables: Vec<Option<Variable>> = vec![None; self.variables];
        for (index, variable) in variables.iter_mut().enumerate() {
            if occurrences[index * 2] + occurrences[index * 2 + 1] > 0 {
                *variable = Some(cone.variable());
            }
        }
        let kept = (0..clauses.len()).filter(|&number| clauses[number]);
        for clause in kept.map(|number| self.clause_or(number, required)) {
            let renamed = clause.iter().filter_map(|literal| {
                Some(variables[literal.variable().index()]?.literal(literal.is_negated()))
            });
            cone.add(&renamed.collect::<Vec<_>>());
        }
        cone
    }

    /// How many variables and clauses that has, which takes a fraction of the room.
    pub fn size_requiring(&self, required: &[Literal]) -> (usize, usize) {
        let Mattering { clauses, occurrences } = self.mattering(required);
        let variables = occurrences.chunks(2).filter(|of| of[0] + of[1] > 0).count();
        (variables, clauses.iter().filter(|&&is_there| is_there).count())
    }

    /// A clause, or one of a literal that is required.
    fn clause_or<'c>(&'c self, number: usize, required: &'c [Literal]) -> &'c [Literal] {
        match number.checked_sub(self.ends.len()) {
            None => self.clause(number),
            Some(place) => std::slice::from_ref(&required[place]),
        }
    }

    fn mattering(&self, required: &[Literal]) -> Mattering {
        let index = |literal: Literal| literal.variable().index() * 2 + usize::from(literal.is_negated());
        let count = self.ends.len() + required.len();
        let all = (0..count).map(|number| (number, self.clause_or(number, required)));
        // The clauses of each literal, one literal after the other, in one piece: lists of their own would take several times as much.
        let mut starts = vec![0u32; self.variables * 2 + 1];
        for (_, clause) in all.clone() {
            clause.iter().for_each(|&literal| starts[index(literal) + 1] += 1);
        }
        let mut left: Vec<u32> = starts[1..].to_vec();
        for place in 1..starts.len() {
            starts[place] += starts[place - 1];
        }
        let mut next = starts.clone();
        let mut clauses_of = vec![0u32; self.literals.len() + required.len()];
        for (number, clause) in all {
            for &literal in clause {
                let place = &mut next[index(literal)];
                clauses_of[*place as usize] = number as u32;
                *place += 1;
            }
        }
        drop(next);
        let mut is_there = vec![true; count];
        let mut idle: Vec<usize> = (0..left.len()).filter(|&literal| left[literal ^ 1] == 0).collect();
        while let Some(literal) = idle.pop() {
            for &number in &clauses_of[starts[literal] as usize..starts[literal + 1] as usize] {
                if !std::mem::take(&mut is_there[number as usize]) {
                    continue;
                }
                for &other in self.clause_or(number as usize, required) {
                    let other = index(other);
                    left[other] -= 1;
                    if left[other] == 0 {
                        idle.push(other ^ 1);
                    }
                }
            }
        }
        Mattering { clauses: is_there, occurrences: left }
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
