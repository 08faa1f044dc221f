//! Where values came from: terms over the variables of the search space.
//!
//! Equal terms are the same term. A term knows which variables it is made of, and can be computed for any values of
//! these.

use ir::{BinaryOp, CompareOp, OrderOp, UnaryOp};
use machine::Word;
use machine::word::{self, Number, Order};
use rapidhash::{RapidHashMap as HashMap, RapidHashSet as HashSet};

/// A term by its number. [`NONE`] is no term: the value is a constant.
pub(crate) type TermId = u32;

/// No term.
pub(crate) const NONE: TermId = 0;

/// A key of the backbone: a constant, but of which only the order counts.
pub(crate) const KEY: TermId = 1;

/// How a value was made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Term {
    Constant(Word),
    Variable(u32),
    Unary(UnaryOp, Numbered, TermId),
    Binary(BinaryOp, Numbered, TermId, TermId),
    Compare(CompareOp, Ordered, TermId, TermId),
    ThreeWay(OrderOp, Ordered, TermId, TermId),
    Convert(Numbered, Numbered, TermId),
}

/// [`Number`] that can be hashed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Numbered(pub(crate) Number);

impl Numbered {
    /// A number that no other type has.
    pub(crate) fn code(self) -> u64 {
        match self.0 {
            Number::Bool => 0,
            Number::Float(float) => 1 + float as u64,
            Number::Int(int) => 16 + 2 * int.width as u64 + u64::from(int.signed),
        }
    }
}

impl std::hash::Hash for Numbered {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.code().hash(state);
    }
}

/// [`Order`] that can be hashed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ordered(pub(crate) Order);

impl std::hash::Hash for Ordered {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.0 as u8).hash(state);
    }
}

/// How many variables a term may have for anybody to look at all their values.
pub(crate) const MOST_VARIABLES: usize = 6;

#[derive(Clone, Debug)]
struct Entry {
    term: Term,
    /// The variables, ascending; more than [`MOST_VARIABLES`] are cut off.
    support: Box<[u32]>,
    /// How many operations it takes to compute it.
    weight: u32,
}

/// Nobody computes a term of more operations for all values of its variables.
const MOST_OPERATIONS: u32 = 200;

/// All terms.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    entries: Vec<Entry>,
    numbers: HashMap<Term, TermId>,
    /// How often terms were forgotten: numbers mean something else afterwards.
    pub(crate) forgotten: u64,
}

impl Terms {
    /// With a term for each variable, from [`Terms::variable`].
    pub(crate) fn new(variables: usize) -> Self {
        let mut terms = Terms { entries: Vec::new(), numbers: HashMap::default(), forgotten: 0 };
        // The places of `NONE` and `KEY`.
        for reserved in [NONE, KEY] {
            terms.entries.push(Entry {
                term: Term::Constant(Word::from(reserved)),
                support: Box::new([]),
                weight: 1,
            });
        }
        for variable in 0..variables {
            terms.make(Term::Variable(variable as u32));
        }
        terms
    }

    /// The term of a variable.
    pub(crate) fn variable(variable: usize) -> TermId {
        variable as TermId + KEY + 1
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Forgets all terms but those of variables, of which there are so many.
    pub(crate) fn forget(&mut self, variables: usize) {
        self.entries.truncate(Self::variable(variables) as usize);
        let kept = self.entries.len() as TermId;
        self.numbers.retain(|_, &mut number| number < kept);
        self.forgotten += 1;
    }

    pub(crate) fn make(&mut self, term: Term) -> TermId {
        if let Some(&known) = self.numbers.get(&term) {
            return known;
        }
        let mut support = Vec::new();
        match term {
            Term::Constant(_) => {}
            Term::Variable(variable) => support.push(variable),
            Term::Unary(_, _, a) | Term::Convert(_, _, a) => support.extend_from_slice(self.support(a)),
            Term::Binary(_, _, a, b) | Term::Compare(_, _, a, b) | Term::ThreeWay(_, _, a, b) => {
                support.extend_from_slice(self.support(a));
                support.extend_from_slice(self.support(b));
                support.sort_unstable();
                support.dedup();
                support.truncate(MOST_VARIABLES + 1);
            }
        }
        let weight = |term: TermId| self.entries[term as usize].weight;
        let weight = match term {
            Term::Constant(_) | Term::Variable(_) => 1,
            Term::Unary(_, _, a) | Term::Convert(_, _, a) => weight(a).saturating_add(1),
            Term::Binary(_, _, a, b) | Term::Compare(_, _, a, b) | Term::ThreeWay(_, _, a, b) => {
                weight(a).saturating_add(weight(b)).saturating_add(1)
            }
        };
        let number = self.entries.len() as TermId;
        self.entries.push(Entry { term, support: support.into(), weight });
        self.numbers.insert(term, number);
        number
    }

    pub(crate) fn term(&self, term: TermId) -> Term {
        self.entries[term as usize].term
    }

    /// The variables that a term is made of; more than [`MOST_VARIABLES`] if there are more.
    pub(crate) fn support(&self, term: TermId) -> &[u32] {
        &self.entries[term as usize].support
    }

    /// Whether a term can be computed for all values of its variables.
    pub(crate) fn is_small(&self, term: TermId) -> bool {
        let entry = &self.entries[term as usize];
        entry.weight <= MOST_OPERATIONS && entry.support.len() <= MOST_VARIABLES
    }

    /// All variables that a term is made of, however many.
    pub(crate) fn all_variables(&self, term: TermId) -> Vec<u32> {
        let support = self.support(term);
        if support.len() <= MOST_VARIABLES {
            return support.to_vec();
        }
        let mut found = Vec::new();
        let mut open = vec![term];
        let mut seen = HashSet::default();
        while let Some(term) = open.pop() {
            if !seen.insert(term) {
                continue;
            }
            match self.term(term) {
                Term::Constant(_) => {}
                Term::Variable(variable) => found.push(variable),
                Term::Unary(_, _, a) | Term::Convert(_, _, a) => open.push(a),
                Term::Binary(_, _, a, b) | Term::Compare(_, _, a, b) | Term::ThreeWay(_, _, a, b) => {
                    open.extend([a, b]);
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// What a term is, where the variables have these words.
    pub(crate) fn evaluate(&self, term: TermId, words: &impl Fn(u32) -> Word) -> Word {
        match self.term(term) {
            Term::Constant(word) => word,
            Term::Variable(variable) => words(variable),
            Term::Unary(op, number, a) => word::unary(op, number.0, self.evaluate(a, words)),
            Term::Binary(op, number, a, b) => {
                let (a, b) = (self.evaluate(a, words), self.evaluate(b, words));
                // The execution at hand has a divisor that is not 0; for others the result does not count,
                // because the condition that it is not 0 is on the path as well.
                if is_division(op) && matches!(number.0, Number::Int(_)) && b == 0 {
                    return 0;
                }
                word::binary(op, number.0, a, b)
            }
            Term::Compare(op, order, a, b) => {
                Word::from(word::compare(op, order.0, self.evaluate(a, words), self.evaluate(b, words)))
            }
            Term::ThreeWay(op, order, a, b) => {
                word::three_way(op, order.0, self.evaluate(a, words), self.evaluate(b, words))
            }
            Term::Convert(from, to, a) => word::convert(from.0, to.0, self.evaluate(a, words)),
        }
    }
}

/// Whether an operation of integers needs a divisor that is not 0.
pub(crate) fn is_division(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Div | BinaryOp::Rem)
}
