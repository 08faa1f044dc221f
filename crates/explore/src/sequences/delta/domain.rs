//! The delta domain: a value is one word, or a word for each state of a set (seed 001, sections 3.2 to
//! 3.4).
//!
//! The states of the set have numbers. A value that is the same word in all states is a constant; any
//! other is a *vector* in a table, with a word for each number. The *active* states are those that the
//! execution under way stands for: operations compute the words of active states only, and what a vector
//! has for other states means nothing.
//!
//! # Why this is sound
//! What the machine state stands for are the active states, each with its words. An operation loops over
//! the active states and does to each what the concrete domain does, so each concrete state goes where it
//! would go alone. A decision on which active states differ is a fork: [`Delta::parts`] has the active
//! states, each in exactly one part, and on each part the decision has one answer. Whoever runs the
//! machine must let it do the operation again for each part ([`Delta::activate`]), from the moment of the
//! fork.
//!
//! Writing through a reference that is the same object in all active states replaces what the slot has
//! for all states. That is right because the others are not part of this execution: they have their own,
//! which begins at a fork, and going back to it brings back what was there. Writing through a reference
//! that means different objects keeps, for each of those objects, what the active states have there that
//! mean another one.
//!
//! # Constants
//! A vector is often the same word in all *active* states, though not in all of the set. Once that has
//! been seen it is noted with the set of active states that it was seen for, and holds for every later
//! subset of it, until the execution goes back to before.

use ir::{BinaryOp, CompareOp, OrderOp, UnaryOp};
use machine::word::{self, Number, Order};
use machine::{Domain, Element, Heap, Reference, Word};

/// A word, or a vector of words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Value {
    word: Word,
    /// The number of the vector, from 1; 0 for a constant.
    vector: u32,
}

impl Value {
    pub(super) const fn constant(word: Word) -> Value {
        Value { word, vector: 0 }
    }

    const fn vector(number: u32) -> Value {
        Value { word: 0, vector: number }
    }
}

/// States of the set, ascending.
pub(super) type Part = Vec<u32>;

/// The decision was not the same in all active states; the parts are with the domain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Split;

/// What is known of a vector: it is this word in the set of active states with the serial number at the
/// depth.
#[derive(Clone, Copy, Debug)]
struct Known {
    serial: u32,
    depth: u32,
    word: Word,
}

const NOTHING: Known = Known { serial: 0, depth: 0, word: 0 };

/// The states that the execution stands for.
#[derive(Clone, Debug, Default)]
struct Active {
    states: Part,
    /// The serial number of this set, and of those that it is a part of.
    serials: Vec<u32>,
}

impl Active {
    /// The first state and the one behind the last, if all in between are active.
    #[inline]
    fn range(&self) -> Option<std::ops::Range<usize>> {
        let (&first, &last) = (self.states.first()?, self.states.last()?);
        ((last - first) as usize + 1 == self.states.len()).then_some(first as usize..last as usize + 1)
    }
}

/// How many different places a write may go to before it forks instead.
const MOST_PLACES: usize = 6;

/// The domain. See the module's documentation.
#[derive(Clone, Debug)]
pub(super) struct Delta {
    /// How many states the set has.
    states: usize,
    /// The words of the vectors, one vector behind the other.
    words: Vec<Word>,
    known: Vec<Known>,
    active: Active,
    next_serial: u32,
    /// The parts of the last fork.
    pub(super) parts: Vec<Part>,
    /// Parts that were used before, for their room.
    spare: Vec<Part>,
}

/// Where a domain was, to go back to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Level {
    vectors: usize,
    depth: usize,
}

impl Delta {
    pub(super) fn new() -> Self {
        Delta {
            states: 1,
            words: Vec::new(),
            known: Vec::new(),
            active: Active { states: vec![0], serials: vec![1] },
            next_serial: 2,
            parts: Vec::new(),
            spare: Vec::new(),
        }
    }

    /// Forgets all vectors, and stands for so many states from now on, all active.
    pub(super) fn begin(&mut self, states: usize) {
        self.states = states;
        self.words.clear();
        self.known.clear();
        let all: Part = (0..states as u32).collect();
        self.restart(&all);
    }

    /// Makes these states active, whichever were before.
    pub(super) fn restart(&mut self, states: &[u32]) {
        self.active.states.clear();
        self.active.states.extend_from_slice(states);
        self.active.serials.clear();
        self.enter();
    }

    fn enter(&mut self) {
        if self.next_serial == u32::MAX {
            // Old serial numbers could be taken for new ones.
            self.known.fill(NOTHING);
            self.next_serial = 1;
        }
        self.active.serials.push(self.next_serial);
        self.next_serial += 1;
    }

    /// The active states, ascending.
    pub(super) fn active(&self) -> &[u32] {
        &self.active.states
    }

    /// Makes a part of the active states the active ones.
    pub(super) fn activate(&mut self, part: Part) {
        let old = std::mem::replace(&mut self.active.states, part);
        self.spare.push(old);
        self.enter();
    }

    /// Where the domain is now.
    pub(super) fn level(&self) -> Level {
        Level { vectors: self.known.len(), depth: self.active.serials.len() }
    }

    /// Goes back: forgets the vectors that were made since. Some part must be made active then.
    pub(super) fn back(&mut self, level: Level) {
        self.known.truncate(level.vectors);
        self.words.truncate(level.vectors * self.states);
        self.active.serials.truncate(level.depth);
    }

    /// Room for a part.
    fn part(&mut self) -> Part {
        let mut part = self.spare.pop().unwrap_or_default();
        part.clear();
        part
    }

    /// Bytes that the vectors take.
    pub(super) fn size(&self) -> usize {
        self.words.len() * size_of::<Word>()
    }

    /// Makes a vector with the word in all states.
    pub(super) fn fill(&mut self, word: Word) -> Value {
        self.words.resize(self.words.len() + self.states, word);
        self.known.push(NOTHING);
        Value::vector(self.known.len() as u32)
    }

    /// The words of a value, one for each state of the set; nothing for a constant.
    #[inline]
    pub(super) fn column(&self, value: Value) -> Result<&[Word], Word> {
        if value.vector == 0 {
            return Err(value.word);
        }
        let start = (value.vector as usize - 1) * self.states;
        Ok(&self.words[start..start + self.states])
    }

    /// The words of a vector, to fill.
    pub(super) fn column_mut(&mut self, value: Value) -> &mut [Word] {
        let start = (value.vector as usize - 1) * self.states;
        &mut self.words[start..start + self.states]
    }

    /// The word of a value in a state of the set.
    #[inline]
    pub(super) fn word_in(&self, value: Value, state: u32) -> Word {
        if value.vector == 0 {
            return value.word;
        }
        self.words[(value.vector as usize - 1) * self.states + state as usize]
    }

    /// The word that a value is known to be in all active states.
    #[inline]
    fn known(&self, value: Value) -> Option<Word> {
        if value.vector == 0 {
            return Some(value.word);
        }
        let known = &self.known[value.vector as usize - 1];
        if self.active.serials.get(known.depth as usize) == Some(&known.serial) {
            return Some(known.word);
        }
        match self.active.states[..] {
            [state] => Some(self.word_in(value, state)),
            _ => None,
        }
    }

    /// Notes that a vector is the word in all active states.
    fn note(&mut self, value: Value, word: Word) {
        let depth = self.active.serials.len() - 1;
        let serial = self.active.serials[depth];
        self.known[value.vector as usize - 1] = Known { serial, depth: depth as u32, word };
    }

    /// A value with a word for each active state: what `word` makes of the words of two values.
    #[inline(always)]
    fn build(&mut self, a: Value, b: Value, word: impl Fn(Word, Word) -> Word) -> Value {
        let states = self.states;
        let end = self.words.len();
        let state = self.active.states[0];
        let first = word(self.word_in(a, state), self.word_in(b, state));
        self.words.resize(end + states, 0);
        let (below, result) = self.words.split_at_mut(end);
        let column = |value: Value| match value.vector {
            0 => None,
            number => Some(&below[(number as usize - 1) * states..][..states]),
        };
        let mut differ = 0;
        // In each case nothing but the loop's own words is in the loop, so that it can be done for
        // several states at once.
        match (column(a), column(b), self.active.range()) {
            (Some(a), Some(b), Some(range)) => {
                let words = a[range.clone()].iter().zip(&b[range.clone()]);
                for (to, (&a, &b)) in result[range].iter_mut().zip(words) {
                    *to = word(a, b);
                    differ |= *to ^ first;
                }
            }
            (Some(a), Some(b), None) => {
                for &state in &self.active.states {
                    let to = &mut result[state as usize];
                    *to = word(a[state as usize], b[state as usize]);
                    differ |= *to ^ first;
                }
            }
            (Some(a), None, Some(range)) => {
                for (to, &a) in result[range.clone()].iter_mut().zip(&a[range]) {
                    *to = word(a, b.word);
                    differ |= *to ^ first;
                }
            }
            (Some(a), None, None) => {
                for &state in &self.active.states {
                    let to = &mut result[state as usize];
                    *to = word(a[state as usize], b.word);
                    differ |= *to ^ first;
                }
            }
            (None, Some(b), Some(range)) => {
                for (to, &b) in result[range.clone()].iter_mut().zip(&b[range]) {
                    *to = word(a.word, b);
                    differ |= *to ^ first;
                }
            }
            (None, Some(b), None) => {
                for &state in &self.active.states {
                    let to = &mut result[state as usize];
                    *to = word(a.word, b[state as usize]);
                    differ |= *to ^ first;
                }
            }
            (None, None, _) => {}
        }
        self.settle(first, differ)
    }

    /// Keeps the vector that was made last, unless it is a constant.
    fn settle(&mut self, first: Word, differ: Word) -> Value {
        if differ == 0 {
            self.words.truncate(self.words.len() - self.states);
            return Value::constant(first);
        }
        self.known.push(NOTHING);
        Value::vector(self.known.len() as u32)
    }

    /// A constant if the value is known to be one.
    #[inline]
    fn narrow(&self, value: Value) -> Value {
        match self.known(value) {
            Some(word) => Value::constant(word),
            None => value,
        }
    }

    /// [`build`](Self::build) for an operation; constants are computed once.
    #[inline(always)]
    fn combine(&mut self, a: Value, b: Value, word: impl Fn(Word, Word) -> Word) -> Value {
        let (a, b) = (self.narrow(a), self.narrow(b));
        if (a.vector, b.vector) == (0, 0) {
            return Value::constant(word(a.word, b.word));
        }
        self.build(a, b, word)
    }

    /// Forks the active states by a key of two values' words, or gives the one key that there is.
    #[inline(always)]
    fn decide<K: Copy + PartialEq>(
        &mut self,
        a: Value,
        b: Value,
        mut key: impl FnMut(Word, Word) -> K,
    ) -> Result<K, Split> {
        let (a, b) = (self.narrow(a), self.narrow(b));
        if (a.vector, b.vector) == (0, 0) {
            return Ok(key(a.word, b.word));
        }
        let states = self.active.states.len();
        let first = (self.word_in(a, self.active.states[0]), self.word_in(b, self.active.states[0]));
        let answer = key(first.0, first.1);
        // Words next to each other are often the same.
        let (mut last, mut current) = (first, answer);
        let (mut same, mut index) = (true, 1);
        while index < states {
            let state = self.active.states[index];
            let words = (self.word_in(a, state), self.word_in(b, state));
            same &= words == first;
            if words != last {
                last = words;
                current = key(words.0, words.1);
                if current != answer {
                    break;
                }
            }
            index += 1;
        }
        if index == states {
            if same {
                for (value, word) in [(a, first.0), (b, first.1)] {
                    if value.vector != 0 {
                        self.note(value, word);
                    }
                }
            }
            return Ok(answer);
        }
        let mut parts: Vec<(K, Part)> = Vec::new();
        let mut before = self.part();
        before.extend_from_slice(&self.active.states[..index]);
        parts.push((answer, before));
        let mut into = 0;
        for index in index..states {
            let state = self.active.states[index];
            let words = (self.word_in(a, state), self.word_in(b, state));
            if words != last {
                last = words;
                current = key(words.0, words.1);
            }
            if parts[into].0 != current {
                into = match parts.iter().position(|(key, _)| *key == current) {
                    Some(found) => found,
                    None => {
                        let part = self.part();
                        parts.push((current, part));
                        parts.len() - 1
                    }
                };
            }
            parts[into].1.push(state);
        }
        self.parts.clear();
        self.parts.extend(parts.into_iter().map(|(_, part)| part));
        Err(Split)
    }

    /// Forks the active states by a test of two values' words.
    #[inline(always)]
    fn divide(&mut self, a: Value, b: Value, test: impl Fn(Word, Word) -> bool) -> Result<bool, Split> {
        let (a, b) = (self.narrow(a), self.narrow(b));
        if (a.vector, b.vector) == (0, 0) {
            return Ok(test(a.word, b.word));
        }
        let count = self.active.states.len();
        let (mut yes, mut no) = (self.part(), self.part());
        yes.resize(count, 0);
        no.resize(count, 0);
        let (mut in_yes, mut in_no) = (0, 0);
        let mut put = |state: u32, answer: bool| {
            // Both are written, so that nothing depends on how well the answer is foreseen.
            yes[in_yes] = state;
            no[in_no] = state;
            in_yes += usize::from(answer);
            in_no += usize::from(!answer);
        };
        match (self.column(a), self.column(b)) {
            (Ok(a), Ok(b)) => {
                for &state in &self.active.states {
                    put(state, test(a[state as usize], b[state as usize]));
                }
            }
            (Ok(a), Err(b)) => {
                for &state in &self.active.states {
                    put(state, test(a[state as usize], b));
                }
            }
            (Err(a), Ok(b)) => {
                for &state in &self.active.states {
                    put(state, test(a, b[state as usize]));
                }
            }
            (Err(_), Err(_)) => unreachable!("one of them is a vector"),
        }
        yes.truncate(in_yes);
        no.truncate(in_no);
        if yes.is_empty() || no.is_empty() {
            let answer = no.is_empty();
            self.spare.extend([yes, no]);
            return Ok(answer);
        }
        self.parts.clear();
        self.parts.extend([no, yes]);
        Err(Split)
    }

    /// A value that has, in each active state, the word that a value has there which `find` tells. It is told
    /// how to come by the words of values in that state.
    #[inline(always)]
    fn pick(&mut self, mut find: impl FnMut(&dyn Fn(Value) -> Word) -> Value) -> Value {
        let states = self.states;
        let end = self.words.len();
        self.words.resize(end + states, 0);
        let (below, result) = self.words.split_at_mut(end);
        let (mut first, mut differ) = (None, 0);
        for &state in &self.active.states {
            let state = state as usize;
            let word_of = |value: Value| match value.vector {
                0 => value.word,
                number => below[(number as usize - 1) * states + state],
            };
            let word = word_of(find(&word_of));
            result[state] = word;
            differ |= word ^ *first.get_or_insert(word);
        }
        self.settle(first.unwrap_or(0), differ)
    }

    /// A value that has, in each active state, the word of what `find` tells for the words of two values.
    #[inline(always)]
    fn gather(&mut self, a: Value, b: Value, mut find: impl FnMut(Word, Word) -> Value) -> Value {
        // Words next to each other are often the same.
        let mut last = None;
        let mut found = Value::constant(0);
        self.pick(|word_of| {
            let words = (word_of(a), word_of(b));
            if last != Some(words) {
                last = Some(words);
                found = find(words.0, words.1);
            }
            found
        })
    }

    /// Writes a value where two values' words say, in each active state.
    fn scatter(
        &mut self,
        heap: &mut Heap<Value>,
        object: Value,
        slot: Value,
        value: Value,
    ) -> Result<(), Split> {
        let (object, slot) = (self.narrow(object), self.narrow(slot));
        if (object.vector, slot.vector) == (0, 0) {
            heap.set(object.word as Reference, slot.word as u32, value);
            return Ok(());
        }
        let mut places: Vec<(Word, Word)> = Vec::new();
        for &state in &self.active.states {
            let place = (self.word_in(object, state), self.word_in(slot, state));
            if places.last() != Some(&place) && !places.contains(&place) {
                if places.len() == MOST_PLACES {
                    let place = self.decide(object, slot, |object, slot| (object, slot));
                    return place.map(|_| unreachable!("there are several places"));
                }
                places.push(place);
            }
        }
        for place in places {
            let (reference, at) = (place.0 as Reference, place.1 as u32);
            let old = heap.get(reference, at);
            let new =
                self.pick(|word_of| if (word_of(object), word_of(slot)) == place { value } else { old });
            heap.set(reference, at, new);
        }
        Ok(())
    }
}

impl Domain for Delta {
    type Value = Value;
    type Fork = Split;
    const PACKED: bool = false;

    #[inline(always)]
    fn constant(&mut self, word: Word) -> Value {
        Value::constant(word)
    }

    #[inline]
    fn word(&mut self, value: Value) -> Result<Word, Split> {
        self.decide(value, Value::constant(0), |word, _| word)
    }

    fn words(&self, value: Value, mut visit: impl FnMut(Word)) {
        match self.column(value) {
            Err(word) => visit(word),
            Ok(words) => self.active.states.iter().for_each(|&state| visit(words[state as usize])),
        }
    }

    #[inline]
    fn test(&mut self, value: Value) -> Result<bool, Split> {
        self.divide(value, Value::constant(0), |word, zero| word != zero)
    }

    fn unary(&mut self, op: UnaryOp, number: Number, a: Value) -> Result<Value, Split> {
        Ok(self.combine(a, Value::constant(0), |a, _| word::unary(op, number, a)))
    }

    fn binary(&mut self, op: BinaryOp, number: Number, a: Value, b: Value) -> Result<Value, Split> {
        // The operation is told to the loop as a constant where that pays.
        macro_rules! with {
            ($($case:ident)*) => {
                match (op, number) {
                    $((BinaryOp::$case, Number::Int(ir::IntType::I32)) => self.combine(a, b, |a, b| {
                        word::binary(BinaryOp::$case, Number::Int(ir::IntType::I32), a, b)
                    }),)*
                    (
                        BinaryOp::Add
                        | BinaryOp::Sub
                        | BinaryOp::Mul
                        | BinaryOp::Div
                        | BinaryOp::Rem
                        | BinaryOp::And
                        | BinaryOp::Or
                        | BinaryOp::Xor
                        | BinaryOp::Shl
                        | BinaryOp::Shr
                        | BinaryOp::Ushr,
                        Number::Int(_) | Number::Float(_) | Number::Bool,
                    ) => self.combine(a, b, |a, b| word::binary(op, number, a, b)),
                }
            };
        }
        Ok(with!(Add Sub Mul And Or Xor Shl Shr Ushr))
    }

    fn compare(&mut self, op: CompareOp, order: Order, a: Value, b: Value) -> Result<Value, Split> {
        Ok(self.combine(a, b, |a, b| Word::from(word::compare(op, order, a, b))))
    }

    fn three_way(&mut self, op: OrderOp, order: Order, a: Value, b: Value) -> Result<Value, Split> {
        Ok(self.combine(a, b, |a, b| word::three_way(op, order, a, b)))
    }

    fn convert(&mut self, from: Number, to: Number, a: Value) -> Result<Value, Split> {
        Ok(self.combine(a, Value::constant(0), |a, _| word::convert(from, to, a)))
    }

    #[inline]
    fn agree<K: Copy + PartialEq>(
        &mut self,
        value: Value,
        mut key: impl FnMut(Word) -> K,
    ) -> Result<K, Split> {
        self.decide(value, Value::constant(0), |word, _| key(word))
    }

    #[inline]
    fn agree_both<K: Copy + PartialEq>(
        &mut self,
        a: Value,
        b: Value,
        key: impl FnMut(Word, Word) -> K,
    ) -> Result<K, Split> {
        self.decide(a, b, key)
    }

    fn branch(&mut self, op: CompareOp, order: Order, a: Value, b: Value) -> Result<bool, Split> {
        macro_rules! with {
            ($($case:ident)*) => {
                match (op, order) {
                    $((CompareOp::$case, Order::Signed) => self.divide(a, b, |a, b| {
                        word::compare(CompareOp::$case, Order::Signed, a, b)
                    }),)*
                    (_, Order::Unsigned | Order::F32 | Order::F64) => {
                        self.divide(a, b, |a, b| word::compare(op, order, a, b))
                    }
                }
            };
        }
        with!(Eq Ne Lt Le Gt Ge)
    }

    fn map(&mut self, value: Value, mut map: impl FnMut(Word) -> Word) -> Result<Value, Split> {
        let value = self.narrow(value);
        if value.vector == 0 {
            return Ok(Value::constant(map(value.word)));
        }
        Ok(self.gather(value, Value::constant(0), |word, _| Value::constant(map(word))))
    }

    fn load(&mut self, heap: &Heap<Value>, object: Value, slot: u32) -> Result<Value, Split> {
        match self.known(object) {
            Some(object) => Ok(heap.get(object as Reference, slot)),
            None => {
                Ok(self.gather(object, Value::constant(0), |object, _| heap.get(object as Reference, slot)))
            }
        }
    }

    fn store(&mut self, heap: &mut Heap<Value>, object: Value, slot: u32, value: Value) -> Result<(), Split> {
        self.scatter(heap, object, Value::constant(slot.into()), value)
    }

    fn load_element(
        &mut self,
        heap: &Heap<Value>,
        _element: Element,
        array: Value,
        index: Value,
    ) -> Result<Value, Split> {
        let (array, index) = (self.narrow(array), self.narrow(index));
        let find = |array: Word, index: Word| heap.get(array as Reference, index as u32);
        if (array.vector, index.vector) == (0, 0) {
            return Ok(find(array.word, index.word));
        }
        Ok(self.gather(array, index, find))
    }

    fn store_element(
        &mut self,
        heap: &mut Heap<Value>,
        _element: Element,
        array: Value,
        index: Value,
        value: Value,
    ) -> Result<(), Split> {
        self.scatter(heap, array, index, value)
    }
}
