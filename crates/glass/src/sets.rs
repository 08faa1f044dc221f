//! Paths as sets of assignments.
//!
//! Every variable of the space has bits in a decision diagram, the first the most significant one. A code that no value
//! has stands for the last value: so a set needs no condition that codes are those of values, and every set here has, with an
//! assignment, all those that stand for the same.
//!
//! # Derived variables
//! A variable whose value follows from the others has no bits in the sets of the search. What is known of it is a
//! map: for each value the set of assignments in which it has that value. A condition on it is a union of such sets.

use rapidhash::RapidHashMap as HashMap;
use std::rc::Rc;

use logic::bdd::{Bdds, Groups, Set};
use machine::Word;
use machine::word;

use crate::model::Role;
use crate::space::{Owner, Space};
use crate::terms::{Term, TermId, Terms};
use crate::tracked::{Condition, Level, Tracked};

/// How many pairs of values somebody looks at to make the set of a condition.
const MOST_PAIRS: usize = 100_000;

/// The words that a term can have, each with the assignments in which it has it.
type Values = Rc<Vec<(Word, Set)>>;

/// The decision diagrams of a space.
pub(crate) struct Sets {
    pub(crate) bdds: Bdds,
    /// The bits of each variable.
    pub(crate) bits: Vec<Vec<usize>>,
    /// The bits of variables of objects, then those of parameters of each operation as well.
    groups: Vec<Rc<Groups>>,
    /// How many codes of each variable are values.
    sizes: Vec<usize>,
    /// For derived variables, the codes with the sets.
    derived: Vec<Option<Vec<(u32, Set)>>>,
    /// The codes alone.
    derived_codes: Vec<Vec<u32>>,
    /// The codes that variables can have, where these are known to be fewer than all.
    limits: Vec<Option<Rc<[u32]>>>,
    /// What is known of terms; the second is for sets in which derived variables have their bits.
    known: [Known; 2],
    /// How often terms had been forgotten when that was found out.
    forgotten: u64,
    /// Whether derived variables have their bits at the moment.
    raw: bool,
}

/// What is known of terms.
#[derive(Default)]
struct Known {
    values: HashMap<TermId, Option<Values>>,
    truths: HashMap<(TermId, Word, bool), Option<Set>>,
}

impl Sets {
    /// With the variables of objects in this order, after those of parameters.
    pub(crate) fn new(space: &Space, order: &[usize]) -> Self {
        let mut bits = vec![Vec::new(); space.variables.len()];
        // The parameters of one operation at a time use the first bits.
        let mut first = 0;
        for operation in 0..space.parameters.len() {
            let mut next = 0;
            for variable in space.arguments(operation) {
                let width = space.variables[variable].bits();
                bits[variable] = (next..next + width).collect();
                next += width;
            }
            first = first.max(next);
        }
        let mut next = first;
        for &variable in order {
            let width = space.variables[variable].bits();
            bits[variable] = (next..next + width).collect();
            next += width;
        }
        debug_assert!(space.variables.iter().enumerate().all(|(variable, entry)| {
            entry.bits() == bits[variable].len() || !matches!(entry.owner, Owner::Slot(..))
        }));
        let groups = std::iter::once(None).chain((0..space.parameters.len()).map(Some)).map(|operation| {
            let mut own = vec![Vec::new(); bits.len()];
            let arguments = operation.into_iter().flat_map(|operation| space.arguments(operation));
            for variable in order.iter().copied().chain(arguments) {
                own[variable].clone_from(&bits[variable]);
            }
            Rc::new(Groups::new(next, own))
        });
        Sets {
            bdds: Bdds::new(next),
            groups: groups.collect(),
            sizes: space.variables.iter().map(|variable| variable.domain.len()).collect(),
            derived: vec![None; bits.len()],
            derived_codes: vec![Vec::new(); bits.len()],
            limits: vec![None; bits.len()],
            bits,
            known: [Known::default(), Known::default()],
            forgotten: 0,
            raw: false,
        }
    }

    /// The code that an assignment gives a variable, which is not derived.
    pub(crate) fn code(&self, assignment: &[bool], variable: usize) -> u32 {
        let code = self.bits[variable].iter().fold(0, |code, &bit| 2 * code + u32::from(assignment[bit]));
        code.min(self.sizes[variable] as u32 - 1)
    }

    /// Writes the code of a variable into an assignment.
    pub(crate) fn write(&self, assignment: &mut [bool], variable: usize, code: u32) {
        for (place, &bit) in self.bits[variable].iter().rev().enumerate() {
            assignment[bit] = code >> place & 1 == 1;
        }
    }

    /// The code that a derived variable has.
    pub(crate) fn derived_code(&self, assignment: &[bool], variable: usize) -> Option<u32> {
        let map = self.derived[variable].as_ref()?;
        map.iter().find(|(_, set)| self.bdds.contains(set, assignment)).map(|(code, _)| *code)
    }

    /// The codes that a variable can have in any state: only these count.
    fn possible(&self, variable: usize) -> Vec<u32> {
        match &self.limits[variable] {
            Some(codes) => codes.to_vec(),
            None => (0..self.sizes[variable] as u32).collect(),
        }
    }

    /// Says which codes a variable can have in any state that counts.
    pub(crate) fn limit(&mut self, variable: usize, codes: Vec<u32>) {
        self.limits[variable] = Some(codes.into());
        self.known = [Known::default(), Known::default()];
    }

    /// The codes that a variable can have, where these are known to be fewer than all.
    pub(crate) fn limits(&self, variable: usize) -> Option<&[u32]> {
        self.limits[variable].as_deref()
    }

    /// The codes that a derived variable can have.
    pub(crate) fn derived_codes(&self, variable: usize) -> Option<&[u32]> {
        self.derived[variable].is_some().then_some(&self.derived_codes[variable][..])
    }

    pub(crate) fn is_derived(&self, variable: usize) -> bool {
        self.derived[variable].is_some()
    }

    /// Says what a variable follows from.
    pub(crate) fn derive(&mut self, variable: usize, map: Vec<(u32, Set)>) {
        self.derived_codes[variable] = map.iter().map(|(code, _)| *code).collect();
        self.derived[variable] = Some(map);
        self.known = [Known::default(), Known::default()];
    }

    /// Whether a field follows from others that is no ghost.
    pub(crate) fn derives_fields(&self, space: &Space) -> bool {
        (0..self.derived.len())
            .any(|variable| self.is_derived(variable) && space.variables[variable].role != Role::Ghost)
    }

    /// Lets every variable have its own bits and all of its codes again.
    pub(crate) fn derive_nothing(&mut self) {
        self.derived.fill(None);
        self.limits.fill(None);
        self.known = [Known::default(), Known::default()];
    }

    /// The assignments in which a variable has one of the codes, which ascend.
    pub(crate) fn codes(&self, variable: usize, codes: &[u32]) -> Set {
        if let Some(map) = self.derived[variable].as_ref().filter(|_| !self.raw) {
            let mut fitting = map.iter().filter(|(code, _)| codes.binary_search(code).is_ok());
            let Some((_, first)) = fitting.next() else { return self.bdds.none() };
            return fitting.fold(first.clone(), |union, (_, set)| self.bdds.or(&union, set));
        }
        self.bdds.codes(&self.bits[variable], &self.all_codes(variable, codes))
    }

    /// The bits of the variables of objects, and those of the parameters of an operation.
    pub(crate) fn groups(&self, operation: Option<usize>) -> Rc<Groups> {
        Rc::clone(&self.groups[operation.map_or(0, |operation| operation + 1)])
    }

    /// The codes that stand for the values of these, which ascend, unless the variable has no bits in sets.
    pub(crate) fn own_codes(&self, variable: usize, codes: &[u32]) -> Option<Vec<u64>> {
        (self.raw || !self.is_derived(variable)).then(|| self.all_codes(variable, codes))
    }

    /// The codes that stand for the values of these, which ascend.
    fn all_codes(&self, variable: usize, codes: &[u32]) -> Vec<u64> {
        let mut all: Vec<u64> = codes.iter().map(|&code| u64::from(code)).collect();
        if codes.last().is_some_and(|&last| last as usize + 1 == self.sizes[variable]) {
            all.extend(self.sizes[variable] as u64..1 << self.bits[variable].len());
        }
        all
    }

    /// The assignments in which each of these variables has one of its codes, which ascend.
    pub(crate) fn restriction<C: AsRef<[u32]>>(&self, mut restricted: Vec<(usize, C)>) -> Set {
        // From the bottom of the diagram up, what is plain first.
        let is_plain = |variable: usize| self.raw || !self.is_derived(variable);
        restricted.sort_unstable_by_key(|&(variable, _)| {
            let first = self.bits[variable].first().copied().unwrap_or(0);
            (!is_plain(variable), std::cmp::Reverse(first))
        });
        let mut set = self.bdds.all();
        for (variable, codes) in &restricted {
            let codes = codes.as_ref();
            set = match is_plain(*variable) {
                true => self.bdds.codes_and(&self.bits[*variable], &self.all_codes(*variable, codes), &set),
                false => self.bdds.and(&set, &self.codes(*variable, codes)),
            };
        }
        set
    }

    /// The words that a term can have, unless there are too many.
    fn values(
        &mut self,
        terms: &Terms,
        known: &impl Fn(usize) -> Rc<[Word]>,
        term: TermId,
    ) -> Option<Values> {
        if let Some(done) = self.known[usize::from(self.raw)].values.get(&term) {
            return done.clone();
        }
        let made = self.make_values(terms, known, term).map(Rc::new);
        self.known[usize::from(self.raw)].values.insert(term, made.clone());
        made
    }

    fn make_values(
        &mut self,
        terms: &Terms,
        known: &impl Fn(usize) -> Rc<[Word]>,
        term: TermId,
    ) -> Option<Vec<(Word, Set)>> {
        let mut union: Vec<(Word, Set)> = Vec::new();
        let mut places: HashMap<Word, usize> = HashMap::default();
        let mut add = |bdds: &Bdds, word: Word, set: Set| match places.get(&word) {
            Some(&place) => union[place].1 = bdds.or(&union[place].1, &set),
            None => {
                places.insert(word, union.len());
                union.push((word, set));
            }
        };
        match terms.term(term) {
            Term::Constant(word) => add(&self.bdds, word, self.bdds.all()),
            Term::Variable(variable) => {
                let words = known(variable as usize);
                for code in self.possible(variable as usize) {
                    let set = self.codes(variable as usize, &[code]);
                    add(&self.bdds, words[code as usize], set);
                }
            }
            Term::Unary(_, _, a) | Term::Convert(_, _, a) => {
                for (word, set) in self.values(terms, known, a)?.iter() {
                    let result = apply(terms, term, *word, 0);
                    add(&self.bdds, result, set.clone());
                }
            }
            Term::Binary(_, _, a, b) | Term::Compare(_, _, a, b) | Term::ThreeWay(_, _, a, b) => {
                let (left, right) = (self.values(terms, known, a)?, self.values(terms, known, b)?);
                if left.len() * right.len() > MOST_PAIRS {
                    return None;
                }
                for (first, in_first) in left.iter() {
                    for (second, in_second) in right.iter() {
                        let both = self.bdds.and(in_first, in_second);
                        if !self.bdds.is_none(&both) {
                            add(&self.bdds, apply(terms, term, *first, *second), both);
                        }
                    }
                }
            }
        }
        Some(union)
    }

    /// The assignments in which a term is as a condition says, unless that is too much work.
    fn truth(
        &mut self,
        terms: &Terms,
        known: &impl Fn(usize) -> Rc<[Word]>,
        condition: Condition,
    ) -> Option<Set> {
        let Condition { term, word, truth } = condition;
        let key = (term, if truth { Word::from(word != 0) } else { word }, truth);
        if let Some(done) = self.known[usize::from(self.raw)].truths.get(&key) {
            return done.clone();
        }
        let made = terms.is_small(term).then(|| self.make_truth(terms, known, condition)).flatten();
        self.known[usize::from(self.raw)].truths.insert(key, made.clone());
        made
    }

    fn make_truth(
        &mut self,
        terms: &Terms,
        known: &impl Fn(usize) -> Rc<[Word]>,
        condition: Condition,
    ) -> Option<Set> {
        let Condition { term, word, truth } = condition;
        let fits = |result: Word| if truth { (result != 0) == (word != 0) } else { result == word };
        // Of two operands, a variable's values are taken together.
        let (a, b) = match terms.term(term) {
            Term::Compare(_, _, a, b) | Term::Binary(_, _, a, b) | Term::ThreeWay(_, _, a, b) => (a, b),
            Term::Constant(_) | Term::Variable(_) | Term::Unary(..) | Term::Convert(..) => {
                let values = self.values(terms, known, term)?;
                let fitting = values.iter().filter(|(result, _)| fits(*result));
                return Some(fitting.fold(self.bdds.none(), |union, (_, set)| self.bdds.or(&union, set)));
            }
        };
        let plain = |sets: &Sets, term: TermId| match terms.term(term) {
            Term::Variable(variable) if sets.raw || !sets.is_derived(variable as usize) => {
                Some(variable as usize)
            }
            Term::Variable(_)
            | Term::Constant(_)
            | Term::Unary(..)
            | Term::Binary(..)
            | Term::Compare(..)
            | Term::ThreeWay(..)
            | Term::Convert(..) => None,
        };
        // The operand that is taken together, and whether it is the second one.
        let (each, together, second) = match (plain(self, a), plain(self, b)) {
            (_, Some(variable)) => (a, variable, true),
            (Some(variable), None) => (b, variable, false),
            (None, None) => {
                let (left, right) = (self.values(terms, known, a)?, self.values(terms, known, b)?);
                if left.len() * right.len() > MOST_PAIRS {
                    return None;
                }
                let mut union = self.bdds.none();
                for (first, in_first) in left.iter() {
                    let fitting =
                        right.iter().filter(|(second, _)| fits(apply(terms, term, *first, *second)));
                    let fitting = fitting.fold(self.bdds.none(), |union, (_, set)| self.bdds.or(&union, set));
                    union = self.bdds.or(&union, &self.bdds.and(in_first, &fitting));
                }
                return Some(union);
            }
        };
        let words = known(together);
        let values = self.values(terms, known, each)?;
        if values.len() * words.len() > 10 * MOST_PAIRS {
            return None;
        }
        let mut union = self.bdds.none();
        for (word, set) in values.iter() {
            let fitting = |other: Word| {
                let (a, b) = if second { (*word, other) } else { (other, *word) };
                fits(apply(terms, term, a, b))
            };
            let mut codes = self.possible(together);
            codes.retain(|&code| fitting(words[code as usize]));
            if !codes.is_empty() {
                let both = self.bdds.and(set, &self.codes(together, &codes));
                union = self.bdds.or(&union, &both);
            }
        }
        Some(union)
    }

    /// The assignments of a set that satisfy everything that a path has noted since a moment.
    pub(crate) fn path_since(&mut self, tracked: &Tracked, level: Level, codes: &[u32], within: &Set) -> Set {
        Noted::new(tracked, level, codes).within(self, tracked, within)
    }

    /// The assignments in which a condition is true; if that is too much work, those in which its variables have the
    /// codes that they have in the execution.
    pub(crate) fn truth_or_codes(&mut self, tracked: &Tracked, condition: Condition, codes: &[u32]) -> Set {
        self.condition(tracked, condition).unwrap_or_else(|| {
            let variables = tracked.terms.all_variables(condition.term).into_iter();
            let at_hand = variables.map(|variable| (variable as usize, [codes[variable as usize]]));
            self.restriction(at_hand.collect())
        })
    }

    /// Does something with sets in which derived variables have their bits.
    pub(crate) fn with_all_bits<T>(&mut self, work: impl FnOnce(&mut Sets) -> T) -> T {
        let before = std::mem::replace(&mut self.raw, true);
        let result = work(self);
        self.raw = before;
        result
    }

    /// The assignments in which a condition is true, unless that is too much work.
    pub(crate) fn condition(&mut self, tracked: &Tracked, condition: Condition) -> Option<Set> {
        if self.forgotten != tracked.terms.forgotten {
            // The numbers of terms mean something else now.
            self.known = [Known::default(), Known::default()];
            self.forgotten = tracked.terms.forgotten;
        }
        let known = |variable: usize| Rc::clone(&tracked.known[variable].words);
        self.truth(&tracked.terms, &known, condition)
    }
}

/// What a path has noted, to be made a set of later.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Noted {
    /// Variables with the codes that they may have.
    pub(crate) restricted: Vec<(u32, Vec<u32>)>,
    /// Conditions on several variables, with the codes that these have in the execution.
    pub(crate) conditions: Vec<(Condition, Vec<(u32, u32)>)>,
}

impl Noted {
    /// What was noted since a moment, in an execution with these codes.
    pub(crate) fn new(tracked: &Tracked, level: Level, codes: &[u32]) -> Self {
        let restricted = tracked
            .restricted_since(level)
            .into_iter()
            .filter_map(|variable| Some((variable, tracked.candidates(variable as usize)?.to_vec())));
        let conditions = tracked.conditions_since(level).map(|condition| {
            let variables = tracked.terms.all_variables(condition.term);
            let codes = variables.into_iter().map(|variable| (variable, codes[variable as usize]));
            (condition, codes.collect())
        });
        Noted { restricted: restricted.collect(), conditions: conditions.collect() }
    }

    /// The assignments of a set that satisfy it.
    pub(crate) fn within(&self, sets: &mut Sets, tracked: &Tracked, within: &Set) -> Set {
        let mut restricted: HashMap<usize, Vec<u32>> =
            self.restricted.iter().map(|(variable, codes)| (*variable as usize, codes.clone())).collect();
        let mut compound = Vec::new();
        for (condition, codes) in &self.conditions {
            match sets.condition(tracked, *condition) {
                Some(truth) => compound.push(truth),
                // It is too much work to find out for which values it is so: for those at hand it is.
                None => {
                    restricted.extend(codes.iter().map(|&(variable, code)| (variable as usize, vec![code])));
                }
            }
        }
        let mut set = sets.bdds.and(within, &sets.restriction(restricted.into_iter().collect()));
        for truth in compound {
            set = sets.bdds.and(&set, &truth);
        }
        set
    }
}

/// The operation of a term on words.
fn apply(terms: &Terms, term: TermId, a: Word, b: Word) -> Word {
    match terms.term(term) {
        Term::Constant(word) => word,
        Term::Variable(_) => a,
        Term::Unary(op, number, _) => word::unary(op, number.0, a),
        Term::Binary(op, number, _, _) => {
            if crate::terms::is_division(op) && matches!(number.0, word::Number::Int(_)) && b == 0 {
                return 0;
            }
            word::binary(op, number.0, a, b)
        }
        Term::Compare(op, order, _, _) => Word::from(word::compare(op, order.0, a, b)),
        Term::ThreeWay(op, order, _, _) => word::three_way(op, order.0, a, b),
        Term::Convert(from, to, _) => word::convert(from.0, to.0, a),
    }
}
