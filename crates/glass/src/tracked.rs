//! The tracked domain: a value is a word and where it came from, as a term over the variables of the search space. A
//! decision goes the way that the words say, and notes what made it go there.
//!
//! # Why this is sound
//! Let *P* be what was noted so far: for each variable the values that it may have ([`Tracked::candidates`]), and
//! conditions on terms of several variables ([`Tracked::conditions`]). The claim is: **every state that satisfies *P*
//! executes the same operations in the same order, and every value of the execution has, in that state, the
//! word that its term has for the state's values of the variables** (a value without a term has the same word in all). By
//! induction over operations:
//! - an operation on values makes the term of the same operation, so the claim passes on to its result;
//! - a decision (a branch, a null test, bounds, dispatch, a divisor) restricts *P* to states in which the term gives the
//!   same answer, so all of them go on in the same way;
//! - a reference is followed, an index used, and a word handed to a native method only after *P* was restricted to
//!   states in which it is the same word.
//!
//! So reading a field is not yet depending on it: only decisions restrict *P*. The word of the
//! execution at hand always satisfies *P*.
//!
//! # Keys
//! The keys of a sorted tree have no variables: their words are places in an order. An execution that only ever
//! compares keys with keys does the same for all keys in that order. Any other use of a key is noted
//! ([`Tracked::broken_order`]), and then nothing may be concluded from the execution. What is known of such uses
//! ([`Broken`]) says only how to check in another way.

use std::collections::BTreeSet;
use std::rc::Rc;

use rapidhash::{RapidHashMap as HashMap, RapidHashSet as HashSet};

use ir::{BinaryOp, CompareOp, OrderOp, RefType, UnaryOp};
use machine::word::{self, Number, Order};
use machine::{Domain, Element, Heap, Reference, Word};

use crate::terms::{KEY, NONE, Numbered, Ordered, Term, TermId, Terms};

/// A word and the term that it came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Value {
    pub(crate) word: Word,
    pub(crate) term: TermId,
}

impl Value {
    pub(crate) const fn constant(word: Word) -> Value {
        Value { word, term: NONE }
    }
}

/// What the domain knows of a variable.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    /// The word of each code.
    pub(crate) words: Rc<[Word]>,
    pub(crate) is_key: bool,
    pub(crate) is_ghost: bool,
    /// The codes that it has in any state that counts; none for all.
    possible: Option<Rc<[u32]>>,
    /// The codes that the execution at hand allows; none for all that are possible.
    candidates: Option<Rc<[u32]>>,
}

impl Known {
    pub(crate) fn new(words: Rc<[Word]>, is_key: bool, is_ghost: bool) -> Self {
        Known { words, is_key, is_ghost, possible: None, candidates: None }
    }
}

/// A term of several variables is this word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Condition {
    pub(crate) term: TermId,
    pub(crate) word: Word,
    /// Whether only being 0 or not counts.
    pub(crate) truth: bool,
}

/// What is known of uses of keys for something else than comparing them with keys.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Broken {
    /// Variables that are taken for keys.
    pub(crate) variables: BTreeSet<usize>,
    /// Whether a key of the tree is among what was used.
    pub(crate) tree: bool,
    /// Numbers that keys were compared with.
    pub(crate) numbers: BTreeSet<i64>,
}

/// Something that a path has noted.
#[derive(Clone, Debug)]
pub(crate) enum Note {
    /// A variable has one of the codes `after`; `before` it had one of these, or any that is possible.
    Narrowed { variable: u32, before: Option<Rc<[u32]>>, after: Rc<[u32]> },
    /// A term of several variables is as it says.
    Decided(Condition),
}

/// A moment of a path: how much it has noted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Level(usize);

/// What one function may read of the objects of the space.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reach {
    /// Objects that may be read, ascending.
    pub(crate) allowed: Vec<Reference>,
    /// Objects that may always be read, ascending.
    pub(crate) always: Rc<[Reference]>,
    /// The objects of the space; others may always be read.
    pub(crate) space: std::ops::Range<Reference>,
}

/// A slot of objects of a type.
pub(crate) type Place = (RefType, u32);

/// The slot of a type; all elements of an array are one.
pub(crate) fn place(ty: RefType, slot: u32) -> Place {
    match ty {
        RefType::Class(_) => (ty, slot),
        RefType::Array(_) | RefType::Any => (ty, 0),
    }
}

/// The domain. See the module's documentation.
#[derive(Clone, Debug)]
pub(crate) struct Tracked {
    pub(crate) terms: Terms,
    pub(crate) known: Vec<Known>,
    /// What the path has noted.
    notes: Vec<Note>,
    /// The words that terms of several variables have on the path.
    decided: HashMap<TermId, Word>,
    /// Codes while a variable is narrowed; here so that no room is asked for each time.
    kept: Vec<u32>,
    pub(crate) reach: Option<Reach>,
    /// Which slots of which types were read while that mattered; for arrays it does not matter which.
    pub(crate) reads: HashSet<Place>,
    /// The object that was read though it may not be.
    pub(crate) strayed: Option<Reference>,
    /// Whether a key was used for something else than comparing it with a key.
    pub(crate) broken_order: bool,
    pub(crate) broken: Broken,
    /// Whether ghosts are out of bounds, and whether one was read all the same.
    pub(crate) operating: bool,
    pub(crate) read_ghost: bool,
}

impl Tracked {
    pub(crate) fn new(known: Vec<Known>) -> Self {
        Tracked {
            terms: Terms::new(known.len()),
            known,
            notes: Vec::new(),
            decided: HashMap::default(),
            kept: Vec::new(),
            reach: None,
            reads: HashSet::default(),
            strayed: None,
            broken_order: false,
            broken: Broken::default(),
            operating: false,
            read_ghost: false,
        }
    }

    /// Begins a new path.
    pub(crate) fn begin(&mut self) {
        self.back(Level::default());
        self.reach = None;
        self.strayed = None;
        if std::mem::take(&mut self.broken_order) {
            self.broken = Broken::default();
        }
        self.operating = false;
        self.read_ghost = false;
    }

    /// Says which codes a variable has in any state that counts.
    pub(crate) fn limit(&mut self, variable: usize, codes: &[u32]) {
        self.known[variable].possible = Some(codes.into());
    }

    /// The codes that a variable may have on the path; none for all that are possible.
    pub(crate) fn candidates(&self, variable: usize) -> Option<&[u32]> {
        self.known[variable].candidates.as_deref()
    }

    /// What the path has noted.
    pub(crate) fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// The conditions on several variables that the path has noted since a moment.
    pub(crate) fn conditions_since(&self, level: Level) -> impl Iterator<Item = Condition> {
        self.notes[level.0..].iter().filter_map(|note| match note {
            Note::Decided(condition) => Some(*condition),
            Note::Narrowed { .. } => None,
        })
    }

    /// All conditions on several variables that the path has noted.
    pub(crate) fn conditions(&self) -> impl Iterator<Item = Condition> {
        self.conditions_since(Level::default())
    }

    /// The variables that the path restricts since a moment, each once.
    pub(crate) fn restricted_since(&self, level: Level) -> Vec<u32> {
        let narrowed = self.notes[level.0..].iter().filter_map(|note| match note {
            Note::Narrowed { variable, .. } => Some(*variable),
            Note::Decided(_) => None,
        });
        let mut variables: Vec<u32> = narrowed.collect();
        variables.sort_unstable();
        variables.dedup();
        variables
    }

    pub(crate) fn level(&self) -> Level {
        Level(self.notes.len())
    }

    /// Whether nothing was noted since.
    pub(crate) fn is_at(&self, level: Level) -> bool {
        self.level() == level
    }

    /// Forgets what was noted since.
    pub(crate) fn back(&mut self, level: Level) {
        for note in self.notes.drain(level.0..).rev() {
            match note {
                Note::Narrowed { variable, before, .. } => self.known[variable as usize].candidates = before,
                Note::Decided(condition) => {
                    self.decided.remove(&condition.term);
                }
            }
        }
    }

    /// Keeps the values of a variable for which `keep` says so of a term of that variable alone.
    fn narrow(&mut self, variable: u32, term: TermId, mut keep: impl FnMut(Word) -> bool) {
        let Tracked { terms, known, notes, kept, .. } = self;
        let known = &mut known[variable as usize];
        let all = known.words.len();
        let words = &known.words;
        let is_plain = matches!(terms.term(term), Term::Variable(_));
        let mut keep = |code: &u32| {
            let word = words[*code as usize];
            keep(if is_plain { word } else { terms.evaluate(term, &|_| word) })
        };
        kept.clear();
        let before = match known.candidates.as_ref().or(known.possible.as_ref()) {
            Some(codes) => {
                kept.extend(codes.iter().copied().filter(&mut keep));
                codes.len()
            }
            None => {
                kept.extend((0..all as u32).filter(&mut keep));
                all
            }
        };
        if kept.len() < before {
            let after: Rc<[u32]> = kept[..].into();
            let before = known.candidates.replace(Rc::clone(&after));
            notes.push(Note::Narrowed { variable, before, after });
        }
    }

    /// The word that a variable has on the whole path, if it is one.
    fn only(&self, variable: u32) -> Option<Word> {
        let known = &self.known[variable as usize];
        match known.candidates.as_deref().or(known.possible.as_deref()) {
            Some([code]) => Some(known.words[*code as usize]),
            Some(_) => None,
            None => (known.words.len() == 1).then(|| known.words[0]),
        }
    }

    /// Whether a value has the same word in all states of the path.
    pub(crate) fn is_fixed(&self, value: Value) -> bool {
        value.term <= KEY || self.settle(value).term == NONE
    }

    /// A constant, if the value is the same in all states of the path.
    #[inline]
    fn settle(&self, value: Value) -> Value {
        if value.term <= KEY {
            return value;
        }
        let is_one = match *self.terms.support(value.term) {
            [variable] if !self.known[variable as usize].is_key => self.only(variable).is_some(),
            [_] => false,
            [..] => self.decided.contains_key(&value.term),
        };
        if is_one { Value::constant(value.word) } else { value }
    }

    /// The term of a value.
    fn term(&mut self, value: Value) -> TermId {
        match value.term {
            NONE | KEY => self.terms.make(Term::Constant(value.word)),
            term => term,
        }
    }

    fn is_key(&self, value: Value) -> bool {
        match value.term {
            NONE => false,
            KEY => true,
            term => match self.terms.term(term) {
                Term::Variable(variable) => self.known[variable as usize].is_key,
                Term::Constant(_)
                | Term::Unary(..)
                | Term::Binary(..)
                | Term::Compare(..)
                | Term::ThreeWay(..)
                | Term::Convert(..) => false,
            },
        }
    }

    /// Somebody uses the words of values for something else than to compare them.
    #[inline]
    fn use_words(&mut self, values: &[Value]) {
        if values.iter().any(|&value| value.term != NONE && self.is_key(value)) {
            self.break_order(values);
        }
    }

    /// Keys are compared with something else than a key, or are used for something else.
    #[cold]
    fn break_order(&mut self, values: &[Value]) {
        self.broken_order = true;
        for &value in values {
            match value.term {
                NONE => {
                    self.broken.numbers.insert(value.word as i64);
                }
                KEY => self.broken.tree = true,
                term if self.is_key(value) => {
                    let variables = self.terms.all_variables(term);
                    self.broken.variables.extend(variables.into_iter().map(|variable| variable as usize));
                }
                _ => {}
            }
        }
    }

    /// Restricts the path to states in which `keep` says of a term's word what it says of the value's.
    fn restrict(&mut self, value: Value, truth: bool, keep: impl Fn(Word) -> bool) {
        let term = value.term;
        if term <= KEY {
            return;
        }
        match *self.terms.support(term) {
            [] => {}
            [variable] => self.narrow(variable, term, keep),
            [..] => {
                if !self.decided.contains_key(&term) {
                    self.notes.push(Note::Decided(Condition { term, word: value.word, truth }));
                    self.decided.insert(term, value.word);
                }
            }
        }
    }

    /// Fixes a value on the path.
    pub(crate) fn fix(&mut self, value: Value) {
        self.restrict(value, false, |word| word == value.word);
    }

    /// Fixes a variable that has this word on the path.
    pub(crate) fn fix_variable(&mut self, variable: usize, word: Word) {
        self.fix(Value { word, term: Terms::variable(variable) });
    }

    /// What a comparison gives: it is all that may be done with keys.
    fn compared(
        &mut self,
        word: Word,
        a: Value,
        b: Value,
        term: impl FnOnce(TermId, TermId) -> Term,
    ) -> Value {
        if a.term == NONE && b.term == NONE {
            return Value::constant(word);
        }
        if self.is_key(a) != self.is_key(b) {
            self.break_order(&[a, b]);
        }
        let (a, b) = (self.settle(a), self.settle(b));
        // The order of the keys of the backbone is always the same.
        if a.term <= KEY && b.term <= KEY {
            return Value::constant(word);
        }
        let (a, b) = (self.term(a), self.term(b));
        Value { word, term: self.terms.make(term(a, b)) }
    }

    fn look(&mut self, ty: RefType, object: Reference, slot: u32, loaded: Value) {
        if let Some(reach) = &self.reach {
            let may = |objects: &[Reference]| objects.binary_search(&object).is_ok();
            if reach.space.contains(&object) && !may(&reach.allowed) && !may(&reach.always) {
                self.strayed = Some(object);
            }
            self.reads.insert(place(ty, slot));
        }
        if self.operating
            && loaded.term > KEY
            && let Term::Variable(variable) = self.terms.term(loaded.term)
        {
            self.read_ghost |= self.known[variable as usize].is_ghost;
        }
    }
}

/// Never happens: this domain can decide everything.
pub(crate) type Never = std::convert::Infallible;

impl Domain for Tracked {
    type Value = Value;
    type Fork = Never;
    const PACKED: bool = false;

    #[inline]
    fn constant(&mut self, word: Word) -> Value {
        Value::constant(word)
    }

    #[inline]
    fn word(&mut self, value: Value) -> Result<Word, Never> {
        if value.term != NONE {
            self.use_words(&[value]);
            self.fix(value);
        }
        Ok(value.word)
    }

    #[inline]
    fn words(&self, value: Value, mut visit: impl FnMut(Word)) {
        visit(value.word);
    }

    #[inline]
    fn test(&mut self, value: Value) -> Result<bool, Never> {
        if value.term != NONE {
            self.use_words(&[value]);
            self.restrict(value, true, |word| (word != 0) == (value.word != 0));
        }
        Ok(value.word != 0)
    }

    fn unary(&mut self, op: UnaryOp, number: Number, a: Value) -> Result<Value, Never> {
        let word = word::unary(op, number, a.word);
        self.use_words(&[a]);
        let a = self.settle(a);
        if a.term == NONE {
            return Ok(Value::constant(word));
        }
        let a = self.term(a);
        Ok(Value { word, term: self.terms.make(Term::Unary(op, Numbered(number), a)) })
    }

    fn binary(&mut self, op: BinaryOp, number: Number, a: Value, b: Value) -> Result<Value, Never> {
        let word = word::binary(op, number, a.word, b.word);
        if a.term == NONE && b.term == NONE {
            return Ok(Value::constant(word));
        }
        self.use_words(&[a, b]);
        let (a, b) = (self.settle(a), self.settle(b));
        if a.term == NONE && b.term == NONE {
            return Ok(Value::constant(word));
        }
        let (a, b) = (self.term(a), self.term(b));
        Ok(Value { word, term: self.terms.make(Term::Binary(op, Numbered(number), a, b)) })
    }

    fn compare(&mut self, op: CompareOp, order: Order, a: Value, b: Value) -> Result<Value, Never> {
        let word = Word::from(word::compare(op, order, a.word, b.word));
        Ok(self.compared(word, a, b, |a, b| Term::Compare(op, Ordered(order), a, b)))
    }

    fn three_way(&mut self, op: OrderOp, order: Order, a: Value, b: Value) -> Result<Value, Never> {
        let word = word::three_way(op, order, a.word, b.word);
        Ok(self.compared(word, a, b, |a, b| Term::ThreeWay(op, Ordered(order), a, b)))
    }

    fn convert(&mut self, from: Number, to: Number, a: Value) -> Result<Value, Never> {
        let word = word::convert(from, to, a.word);
        self.use_words(&[a]);
        let a = self.settle(a);
        if a.term == NONE {
            return Ok(Value::constant(word));
        }
        let a = self.term(a);
        Ok(Value { word, term: self.terms.make(Term::Convert(Numbered(from), Numbered(to), a)) })
    }

    fn agree<K: Copy + PartialEq>(
        &mut self,
        value: Value,
        mut key: impl FnMut(Word) -> K,
    ) -> Result<K, Never> {
        let answer = key(value.word);
        if value.term == NONE {
            return Ok(answer);
        }
        self.use_words(&[value]);
        match *self.terms.support(value.term) {
            // Words that the path excludes, such as `null`, are not asked about.
            [variable] => self.narrow(variable, value.term, |word| key(word) == answer),
            [..] => self.fix(value),
        }
        Ok(answer)
    }

    fn agree_both<K: Copy + PartialEq>(
        &mut self,
        a: Value,
        b: Value,
        mut key: impl FnMut(Word, Word) -> K,
    ) -> Result<K, Never> {
        let (a, b) = (self.settle(a), self.settle(b));
        match (a.term, b.term) {
            (NONE, _) => self.agree(b, |word| key(a.word, word)),
            (_, NONE) => self.agree(a, |word| key(word, b.word)),
            _ => {
                let (a, b) = (self.word(a)?, self.word(b)?);
                Ok(key(a, b))
            }
        }
    }

    fn load(&mut self, heap: &Heap<Value>, object: Value, slot: u32) -> Result<Value, Never> {
        let object = self.word(object)? as Reference;
        let loaded = heap.get(object, slot);
        self.look(heap.ty(object), object, slot, loaded);
        Ok(loaded)
    }

    fn load_element(
        &mut self,
        heap: &Heap<Value>,
        _: Element,
        array: Value,
        index: Value,
    ) -> Result<Value, Never> {
        let array = self.word(array)? as Reference;
        let index = self.word(index)? as u32;
        let loaded = heap.get(array, index);
        self.look(heap.ty(array), array, index, loaded);
        Ok(loaded)
    }
}
