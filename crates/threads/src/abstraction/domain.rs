//! The abstract domain: a value is a word or a token.
//!
//! # What is abstract
//! Fields that a user names are abstract: what is written to them, and what is read from them, is a token of the field's abstraction. From
//! there tokens flow by themselves through locals, other fields, arrays and calls. An operation on tokens gives the tokens
//! that [`mod@derive`] derives. A token that stands for one number is that word.
//!
//! # Several outcomes
//! Where an operation has several outcomes the domain forks, and keeps them in a table; the fork is a place in that table. Each
//! outcome is followed: that is the *internal* nondeterminism, which comes from the abstraction, apart from the program's own
//! choices and the order of threads, which are *external* (seed 004, 4.5).
//!
//! What the machine must know as a number (the index of an array, the length of a new one, a case of a switch, a number that
//! a native method gets) is one of the possible numbers, if there are few; otherwise the path ends as not supported, with the place.
//!
//! # Why nothing is missed
//! γ of a machine state is the set of concrete states that have a number of the token wherever there is a token, and are otherwise equal. By
//! induction over the operations of an execution: an operation that touches no token does the same in all of γ. One that does
//! has, for each number that its operands may be, an outcome that stands for what the concrete machine does (which
//! [`mod@prove`] proves before the outcomes are used, and the tests of `derive` compare), and each outcome is followed. Loading and storing only ever replaces a word or token by one that stands for
//! more. So every concrete execution is one of those that are followed, and a property that no followed execution
//! violates holds. The properties themselves are operations (an assertion is a branch), so an assertion that may fail for some number of a
//! token fails on one of the outcomes: truth is under-approximated (seed 004, 3.2).
//!
//! # Why an execution without internal choices is real
//! The program has one initial state, and that is concrete. An operation without a fork does the same in all of γ, so
//! the concrete execution with the same external choices goes the same way (seed 004, 4.1).

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use ir::{
    BinaryOp, ClassId, CompareOp, FieldId, FloatType, GlobalId, Id as _, IntType, OrderOp, Program, RefType,
    Type, UnaryOp,
};
use machine::domain::{Computed, Definite, Domain};
use machine::word::{self, Number, Order};
use machine::{Element, Heap, Machine, Operand, Outcome, Reference, Word};
use space::Stored;

use super::derive::{self, Set};
use super::library::Abstraction;
use super::numbers::Piece;
use super::proofs::Proofs;
use super::prove;
use crate::searched::Searched;

/// A word or a token.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Value {
    /// The word, or the number of the token.
    word: Word,
    /// 0 for a word; otherwise the number of the abstraction, from 1.
    abstraction: u32,
}

impl Value {
    pub(super) const fn constant(word: Word) -> Value {
        Value { word, abstraction: 0 }
    }

    /// Which abstraction a token is of.
    pub(super) fn abstraction(self) -> Option<usize> {
        (self.abstraction != 0).then(|| self.abstraction as usize - 1)
    }
}

/// A place in the table of operations with several outcomes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fork(u32);

/// Why an operation did not happen.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Case {
    /// It has these outcomes.
    Outcomes(Vec<Outcome<Value>>),
    /// It needs a number.
    Unknown(String),
}

/// A field, or static field, that is abstract.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// A field of objects.
    Field(FieldId),
    /// A static field.
    Global(GlobalId),
}

/// Which fields are abstract, and how.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    /// The fields, by the names that the user gave them.
    pub places: Vec<(String, Place, Abstraction)>,
}

/// At most so many numbers are tried where a number is needed.
const MOST_NUMBERS: u128 = 64;

/// The domain. See the module's documentation.
#[derive(Clone, Debug)]
pub struct Abstract<'p> {
    program: &'p Program,
    plan: Rc<Plan>,
    /// For each class, for each slot, the abstraction of its field, from 1; made when a class is first met.
    slots: Vec<Option<Box<[u32]>>>,
    globals: HashMap<usize, u32>,
    cases: Vec<Case>,
    known: HashMap<Case, Fork>,
    computed: HashMap<(Operation, Value, Value), Result<Value, Fork>>,
    /// Fields that tokens were written to, though nobody named them.
    became: BTreeSet<(ClassId, u32)>,
    became_elements: bool,
    /// Whether an index out of bounds stood for others.
    stood_for_others: bool,
    proofs: Proofs,
}

/// What is computed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Operation {
    Unary(UnaryOp, IntType),
    Binary(BinaryOp, IntType),
    Divide(BinaryOp, IntType),
    Compare(CompareOp, bool),
    Branch(CompareOp, bool),
    ThreeWay(bool),
    Convert(IntType),
}

impl<'p> Abstract<'p> {
    /// A domain of executions of a program in which some fields are abstract, with what other domains of the same search have proved.
    pub fn new(program: &'p Program, plan: Plan, proofs: Proofs) -> Self {
        let global = |(index, (_, place, _)): (usize, &(String, Place, Abstraction))| match place {
            Place::Global(global) => Some((global.index(), index as u32 + 1)),
            Place::Field(_) => None,
        };
        let globals = plan.places.iter().enumerate().filter_map(global).collect();
        Abstract {
            program,
            plan: Rc::new(plan),
            slots: Vec::new(),
            globals,
            cases: Vec::new(),
            known: HashMap::new(),
            computed: HashMap::new(),
            became: BTreeSet::new(),
            became_elements: false,
            stood_for_others: false,
            proofs,
        }
    }

    pub(super) fn of_token(&self, abstraction: usize) -> &Abstraction {
        &self.plan.places[abstraction].2
    }

    /// The name of the field whose abstraction has that number.
    pub(super) fn place_name(&self, abstraction: usize) -> &str {
        &self.plan.places[abstraction].0
    }

    pub(super) fn case(&self, fork: Fork) -> &Case {
        &self.cases[fork.0 as usize]
    }

    /// What a value looks like to people.
    pub(super) fn show(&self, value: Value) -> String {
        match value.abstraction() {
            None => (value.word as i64).to_string(),
            Some(abstraction) => self.of_token(abstraction).token_name(value.word as usize).to_string(),
        }
    }

    /// Whether a value stands for a number.
    pub(super) fn stands_for(&self, value: Value, word: Word) -> bool {
        match value.abstraction() {
            None => value.word == word,
            Some(abstraction) => {
                self.of_token(abstraction).token_of(i128::from(word as i64)) == value.word as usize
            }
        }
    }

    fn fork<T>(&mut self, case: Case) -> Result<T, Fork> {
        if let Some(&fork) = self.known.get(&case) {
            return Err(fork);
        }
        let fork = Fork(self.cases.len() as u32);
        self.cases.push(case.clone());
        self.known.insert(case, fork);
        Err(fork)
    }

    fn unknown<T>(&mut self, what: impl Into<String>) -> Result<T, Fork> {
        self.fork(Case::Unknown(what.into()))
    }

    /// The numbers of a type that a value stands for.
    fn numbers(&self, value: Value, int: IntType) -> Set {
        match value.abstraction() {
            None => vec![Piece::single(int.value(value.word as i64))],
            Some(abstraction) => self.of_token(abstraction).numbers(value.word as usize, int),
        }
    }

    /// The value of one number, in an abstraction or as a word.
    fn token(&self, abstraction: u32, int: IntType, token: usize) -> Option<Value> {
        let numbers = self.of_token(abstraction as usize - 1).numbers(token, int);
        match numbers[..] {
            [] => None,
            [piece] if piece.only().is_some() => Some(Value::constant(int.word(piece.low) as Word)),
            [..] => Some(Value { word: token as Word, abstraction }),
        }
    }

    /// The values that stand for a set, with tokens of one of the abstractions: as few as there can be.
    fn values(&self, abstractions: [u32; 2], int: IntType, set: &[Piece]) -> Vec<Value> {
        let words = |set: &[Piece]| -> Vec<Value> {
            let numbers = derive::members(set);
            numbers.into_iter().map(|number| Value::constant(int.word(number) as Word)).collect()
        };
        let mut best: Option<Vec<Value>> = None;
        for abstraction in abstractions.into_iter().filter(|&abstraction| abstraction != 0) {
            let tokens = derive::tokens(self.of_token(abstraction as usize - 1), set);
            let values: Vec<Value> =
                tokens.into_iter().filter_map(|token| self.token(abstraction, int, token)).collect();
            if best.as_ref().is_none_or(|best| values.len() < best.len()) {
                best = Some(values);
            }
        }
        match best {
            // Numbers say more than tokens.
            Some(best) if derive::count(set) <= best.len() as u128 => words(set),
            Some(best) => best,
            None => words(set),
        }
    }

    /// Every token of an abstraction that has numbers of the type.
    fn all(&self, abstraction: u32, int: IntType) -> Vec<Value> {
        let tokens = 0..self.of_token(abstraction as usize - 1).tokens.len();
        tokens.filter_map(|token| self.token(abstraction, int, token)).collect()
    }

    /// The values, if it is proved that an operation on the operands gives no others; otherwise all that there are, which needs no
    /// proof, since every number has a token.
    fn proved(
        &self,
        operation: prove::Operation,
        [a, b]: [Value; 2],
        int: IntType,
        values: Vec<Value>,
    ) -> Vec<Value> {
        let abstractions = [a.abstraction, b.abstraction].into_iter().filter(|&abstraction| abstraction != 0);
        let all: Vec<Vec<Value>> = abstractions.map(|abstraction| self.all(abstraction, int)).collect();
        if all.contains(&values) {
            return values;
        }
        let result: Set = values.iter().flat_map(|&value| self.numbers(value, int)).collect();
        if self.claim(operation, [a, b], &result) { values } else { all.into_iter().next().unwrap_or(values) }
    }

    /// Whether it is proved that an operation gives nothing but these numbers.
    fn claim(&self, operation: prove::Operation, [a, b]: [Value; 2], result: &[Piece]) -> bool {
        let ([left, right], _) = operation.types();
        let (x, y) = (self.numbers(a, left), self.numbers(b, right));
        let shown = || {
            let of = if operation.is_unary() { String::new() } else { format!(" and {}", self.show(b)) };
            format!("{operation} of {}{of}", self.show(a))
        };
        self.proofs.holds(operation, &x, &y, result, shown)
    }

    fn one_of(
        &mut self,
        mut values: Vec<Value>,
        outcome: impl Fn(Value) -> Outcome<Value>,
    ) -> Result<Value, Fork> {
        match values.len() {
            1 => Ok(values.remove(0)),
            0 => self.unknown("an operation on abstract values that has no result"),
            _ => self.fork(Case::Outcomes(values.into_iter().map(outcome).collect())),
        }
    }

    fn compute(
        &mut self,
        operation: Operation,
        a: Value,
        b: Value,
        compute: impl FnOnce(&mut Self) -> Result<Value, Fork>,
    ) -> Result<Value, Fork> {
        let key = (operation, a, b);
        if let Some(&known) = self.computed.get(&key) {
            return known;
        }
        let result = compute(self);
        self.computed.insert(key, result);
        result
    }

    /// A comparison of values one of which is a token: whether it can be true, and whether it can be false.
    fn compared(&self, op: CompareOp, order: Order, a: Value, b: Value) -> (bool, bool) {
        let (x, y) = (self.numbers(a, IntType::I64), self.numbers(b, IntType::I64));
        let truth = match derive::compare(op, order, &x, &y) {
            (true, true) => return (true, true),
            (may, _) => i128::from(may),
        };
        let operation = prove::Operation::Compare(op, order);
        if self.claim(operation, [a, b], &[Piece::single(truth)]) {
            (truth == 1, truth == 0)
        } else {
            (true, true)
        }
    }

    /// A token of an abstraction for a value, or several.
    fn abstracted(&mut self, abstraction: u32, int: IntType, value: Value) -> Result<Value, Fork> {
        if value.abstraction == abstraction {
            return Ok(value);
        }
        if value.abstraction == 0 {
            let token = self.of_token(abstraction as usize - 1).token_of(int.value(value.word as i64));
            return Ok(self.token(abstraction, int, token).unwrap_or(value));
        }
        let set = self.numbers(value, int);
        let tokens = derive::tokens(self.of_token(abstraction as usize - 1), &set);
        let mut values: Vec<Value> =
            tokens.into_iter().filter_map(|token| self.token(abstraction, int, token)).collect();
        let all = self.all(abstraction, int);
        if values != all {
            let result: Set = values.iter().flat_map(|&value| self.numbers(value, int)).collect();
            if !self.claim(prove::Operation::Convert(int, int), [value, value], &result) {
                values = all;
            }
        }
        self.one_of(values, |value| Outcome::Operand(Operand::Stored, value))
    }

    /// A value is an index of an array of that length.
    pub(super) fn settle_within(&mut self, length: u32, index: Value) -> Result<(), Fork> {
        if index.abstraction == 0 {
            return Ok(());
        }
        let length = i128::from(length);
        let set = self.numbers(index, IntType::I32);
        if length > MOST_NUMBERS as i128 {
            return self.unknown("the element of a long array at an abstract index");
        }
        let mut numbers: Vec<i128> = (0..length).filter(|&number| derive::contains(&set, number)).collect();
        // All that are out of bounds do the same, but for the text of the exception.
        let outside =
            set.iter().flat_map(|piece| [piece.low, piece.high]).filter(|end| *end < 0 || *end >= length);
        if let Some(one) = outside.min_by_key(|end| end.abs()) {
            numbers.push(one);
            let alone = set.iter().all(|piece| {
                (piece.low >= 0 && piece.high < length) || (piece.low == one && piece.high == one)
            });
            self.stood_for_others |= !alone;
        }
        let outcome = |number| Outcome::Operand(Operand::Index, Value::constant(number as i64 as Word));
        let outcomes = numbers.into_iter().map(outcome).collect();
        self.fork(Case::Outcomes(outcomes))
    }

    /// What is written to a slot of an object of the type.
    pub(super) fn admit_to(&mut self, ty: RefType, slot: u32, value: Value) -> Result<Value, Fork> {
        match self.slot(ty, slot) {
            Some((abstraction, int)) => self.abstracted(abstraction, int, value),
            None => {
                if let (true, RefType::Class(class)) = (value.abstraction != 0, ty) {
                    self.became.insert((class, slot));
                }
                Ok(value)
            }
        }
    }

    /// What is read from a slot of an object of the type.
    pub(super) fn loaded(&mut self, ty: RefType, slot: u32, value: Value) -> Value {
        match self.slot(ty, slot) {
            // A word has one token; what was stored is one already.
            Some((abstraction, int)) => self.abstracted(abstraction, int, value).unwrap_or(value),
            None => value,
        }
    }

    fn integer(&self, ty: Type) -> IntType {
        match ty {
            Type::Int(int) => int,
            Type::Bool | Type::Float(_) | Type::Ref(_) => IntType::I64,
        }
    }

    /// The abstraction of a slot, from 1, and the type of its field.
    fn slot(&mut self, ty: RefType, slot: u32) -> Option<(u32, IntType)> {
        let RefType::Class(class) = ty else { return None };
        let index = class.index();
        if self.slots.len() <= index {
            self.slots.resize(index + 1, None);
        }
        if self.slots[index].is_none() {
            self.slots[index] = Some(self.slots_of(class));
        }
        let slots = self.slots[index].as_ref().expect("it was just made");
        let abstraction = slots.get(slot as usize).copied().filter(|&abstraction| abstraction != 0)?;
        let int = match self.plan.places[abstraction as usize - 1].1 {
            Place::Field(field) => self.integer(self.program.fields[field].ty),
            Place::Global(_) => return None,
        };
        Some((abstraction, int))
    }

    /// For each slot of a class the abstraction of its field, from 1; nothing if there is none.
    fn slots_of(&self, class: ClassId) -> Box<[u32]> {
        let fields = fields_of(self.program, class);
        let of = |field: &FieldId| {
            let same = |(_, place, _): &(String, Place, Abstraction)| *place == Place::Field(*field);
            self.plan.places.iter().position(same).map_or(0, |index| index as u32 + 1)
        };
        let slots: Box<[u32]> = fields.iter().map(of).collect();
        if slots.iter().all(|&slot| slot == 0) { Box::new([]) } else { slots }
    }

    /// Which fields became abstract besides those that were named.
    pub fn became(&self) -> Vec<String> {
        let name = |&(class, slot): &(ClassId, u32)| {
            let field = fields_of(self.program, class).get(slot as usize).copied()?;
            let field = &self.program.fields[field];
            let owner = self.program.class_name(field.owner);
            Some(format!("{}.{}", owner.rsplit(['.', '$']).next().unwrap_or(owner), field.name))
        };
        let mut names: Vec<String> = self.became.iter().filter_map(name).collect();
        names.dedup();
        if self.became_elements {
            names.push("elements of arrays".to_string());
        }
        names
    }
}

/// The fields of a class's objects, slot by slot: those of superclasses first.
fn fields_of(program: &Program, class: ClassId) -> Vec<FieldId> {
    let mut chain = vec![class];
    while let Some(superclass) = program.classes[chain[chain.len() - 1]].superclass {
        chain.push(superclass);
    }
    chain.into_iter().rev().flat_map(|class| program.classes[class].fields.iter().copied()).collect()
}

/// The integer type of an operand; there is none for floats and truth values, which are never tokens.
fn integer(number: Number) -> Option<IntType> {
    match number {
        Number::Int(int) => Some(int),
        Number::Bool | Number::Float(FloatType::F32 | FloatType::F64) => None,
    }
}

impl Domain for Abstract<'_> {
    type Value = Value;
    type Fork = Fork;
    const PACKED: bool = false;
    const SETTLES: bool = true;

    #[inline]
    fn constant(&mut self, word: Word) -> Value {
        Value::constant(word)
    }

    #[inline]
    fn word(&mut self, value: Value) -> Result<Word, Fork> {
        if value.abstraction == 0 {
            return Ok(value.word);
        }
        self.unknown("the number of an abstract value")
    }

    #[inline]
    fn words(&self, value: Value, mut visit: impl FnMut(Word)) {
        // References are never tokens.
        if value.abstraction == 0 {
            visit(value.word);
        }
    }

    #[inline]
    fn test(&mut self, value: Value) -> Result<bool, Fork> {
        self.word(value).map(|word| word != 0)
    }

    #[inline]
    fn unary(&mut self, op: UnaryOp, number: Number, a: Value) -> Computed<Self> {
        let (true, Some(int)) = (a.abstraction != 0, integer(number)) else {
            return Ok(Value::constant(word::unary(op, number, self.word(a)?)));
        };
        self.compute(Operation::Unary(op, int), a, a, |domain| {
            let set = derive::unary(op, int, &domain.numbers(a, int));
            let values = domain.values([a.abstraction, 0], int, &set);
            let values = domain.proved(prove::Operation::Unary(op, int), [a, a], int, values);
            domain.one_of(values, Outcome::Result)
        })
    }

    #[inline]
    fn binary(&mut self, op: BinaryOp, number: Number, a: Value, b: Value) -> Computed<Self> {
        if a.abstraction == 0 && b.abstraction == 0 {
            return Ok(Value::constant(word::binary(op, number, a.word, b.word)));
        }
        let Some(int) = integer(number) else { return self.unknown("arithmetic on an abstract value") };
        self.compute(Operation::Binary(op, int), a, b, |domain| {
            let right = if op.is_shift() { IntType::I32 } else { int };
            let set = derive::binary(op, int, &domain.numbers(a, int), &domain.numbers(b, right));
            let values = domain.values([a.abstraction, b.abstraction], int, &set);
            let values = domain.proved(prove::Operation::Binary(op, int), [a, b], int, values);
            domain.one_of(values, Outcome::Result)
        })
    }

    #[inline]
    fn compare(&mut self, op: CompareOp, order: Order, a: Value, b: Value) -> Computed<Self> {
        if a.abstraction == 0 && b.abstraction == 0 {
            return Ok(Value::constant(Word::from(word::compare(op, order, a.word, b.word))));
        }
        let unsigned = order == Order::Unsigned;
        self.compute(Operation::Compare(op, unsigned), a, b, |domain| {
            let truths = match domain.compared(op, order, a, b) {
                (true, true) => vec![1, 0],
                (true, false) => vec![1],
                (false, _) => vec![0],
            };
            domain.one_of(truths.into_iter().map(Value::constant).collect(), Outcome::Result)
        })
    }

    #[inline]
    fn branch(&mut self, op: CompareOp, order: Order, a: Value, b: Value) -> Result<bool, Fork> {
        if a.abstraction == 0 && b.abstraction == 0 {
            return Ok(word::compare(op, order, a.word, b.word));
        }
        let unsigned = order == Order::Unsigned;
        let taken = self.compute(Operation::Branch(op, unsigned), a, b, |domain| {
            match domain.compared(op, order, a, b) {
                (true, true) => {
                    domain.fork(Case::Outcomes(vec![Outcome::Branch(true), Outcome::Branch(false)]))
                }
                (taken, _) => Ok(Value::constant(taken.into())),
            }
        });
        taken.map(|taken| taken.word != 0)
    }

    fn three_way(&mut self, op: OrderOp, order: Order, a: Value, b: Value) -> Computed<Self> {
        if a.abstraction == 0 && b.abstraction == 0 {
            return Ok(Value::constant(word::three_way(op, order, a.word, b.word)));
        }
        self.compute(Operation::ThreeWay(order == Order::Unsigned), a, b, |domain| {
            let (x, y) = (domain.numbers(a, IntType::I64), domain.numbers(b, IntType::I64));
            let ways = [(CompareOp::Lt, -1i64), (CompareOp::Eq, 0), (CompareOp::Gt, 1)];
            let may = |op| derive::compare(op, order, &x, &y).0;
            let mut found: Vec<i64> =
                ways.into_iter().filter(|(op, _)| may(*op)).map(|(_, way)| way).collect();
            let result: Set = found.iter().map(|&way| Piece::single(way.into())).collect();
            if found.len() < 3 && !domain.claim(prove::Operation::ThreeWay(order), [a, b], &result) {
                found = vec![-1, 0, 1];
            }
            let found = found.into_iter().map(|way| Value::constant(way as Word)).collect();
            domain.one_of(found, Outcome::Result)
        })
    }

    fn convert(&mut self, from: Number, to: Number, a: Value) -> Computed<Self> {
        if a.abstraction == 0 {
            return Ok(Value::constant(word::convert(from, to, a.word)));
        }
        let (Some(from), Some(to)) = (integer(from), integer(to)) else {
            return self.unknown("converting an abstract value to another kind of number");
        };
        self.compute(
            Operation::Convert(to),
            a,
            Value::constant(Word::from(from.width.bits()) << 1 | Word::from(from.signed)),
            |domain| {
                let set = derive::convert(to, &domain.numbers(a, from));
                let values = domain.values([a.abstraction, 0], to, &set);
                let values = domain.proved(prove::Operation::Convert(from, to), [a, a], to, values);
                domain.one_of(values, Outcome::Result)
            },
        )
    }

    fn divide(&mut self, op: BinaryOp, number: Number, a: Value, b: Value) -> Result<Option<Value>, Fork> {
        if b.abstraction == 0 {
            return if b.word == 0 { Ok(None) } else { self.binary(op, number, a, b).map(Some) };
        }
        let Some(int) = integer(number) else { return self.unknown("dividing by an abstract value") };
        let divisors = self.numbers(b, int);
        if !derive::contains(&divisors, 0) {
            return self.binary(op, number, a, b).map(Some);
        }
        let result = self.compute(Operation::Divide(op, int), a, b, |domain| {
            let set = derive::binary(op, int, &domain.numbers(a, int), &divisors);
            let values = domain.values([a.abstraction, b.abstraction], int, &set);
            let values = domain.proved(prove::Operation::Binary(op, int), [a, b], int, values);
            let zero = Outcome::Operand(Operand::Divisor, Value::constant(0));
            let outcomes = [zero].into_iter().chain(values.into_iter().map(Outcome::Result)).collect();
            domain.fork(Case::Outcomes(outcomes))
        });
        result.map(Some)
    }

    fn settle_operand(&mut self, value: Value, operand: Operand) -> Result<(), Fork> {
        if value.abstraction == 0 {
            return Ok(());
        }
        let set = self.numbers(value, IntType::I64);
        if derive::count(&set) > MOST_NUMBERS {
            return self.unknown(match operand {
                Operand::Length => "a new array whose length is abstract",
                Operand::Argument(_) => "a native method that gets an abstract value",
                Operand::Index | Operand::Stored | Operand::Divisor => "the number of an abstract value",
            });
        }
        let outcome = |number| Outcome::Operand(operand, Value::constant(number as i64 as Word));
        let outcomes = derive::members(&set).into_iter().map(outcome).collect();
        self.fork(Case::Outcomes(outcomes))
    }

    fn settle_index(&mut self, heap: &Heap<Value>, array: Value, index: Value) -> Result<(), Fork> {
        if index.abstraction == 0 {
            return Ok(());
        }
        let length = heap.length(self.word(array)? as Reference);
        self.settle_within(length, index)
    }

    fn settle_case(&mut self, value: Value, cases: impl Iterator<Item = i64>) -> Result<(), Fork> {
        if value.abstraction == 0 {
            return Ok(());
        }
        let set = self.numbers(value, IntType::I64);
        let cases: Vec<i64> = cases.filter(|&case| derive::contains(&set, case.into())).collect();
        let mut outcomes: Vec<Outcome<Value>> =
            cases.iter().map(|&case| Outcome::Case(Some(case as Word))).collect();
        if derive::count(&set) > cases.len() as u128 {
            outcomes.push(Outcome::Case(None));
        }
        self.fork(Case::Outcomes(outcomes))
    }

    #[inline]
    fn admit(&mut self, heap: &Heap<Value>, object: Value, slot: u32, value: Value) -> Result<Value, Fork> {
        self.admit_to(heap.ty(object.word as Reference), slot, value)
    }

    fn admit_global(&mut self, global: usize, value: Value) -> Result<Value, Fork> {
        match self.globals.get(&global) {
            Some(&abstraction) => {
                let int = self.integer(self.program.globals[GlobalId::new(global)].ty);
                self.abstracted(abstraction, int, value)
            }
            None => Ok(value),
        }
    }

    fn load_global(&mut self, global: usize, value: Value) -> Value {
        let Some(&abstraction) = self.globals.get(&global) else { return value };
        let int = self.integer(self.program.globals[GlobalId::new(global)].ty);
        // A word has one token; what was stored is one already.
        self.abstracted(abstraction, int, value).unwrap_or(value)
    }

    fn load(&mut self, heap: &Heap<Value>, object: Value, slot: u32) -> Result<Value, Fork> {
        let object = self.word(object)? as Reference;
        Ok(self.loaded(heap.ty(object), slot, heap.get(object, slot)))
    }

    fn store_element(
        &mut self,
        heap: &mut Heap<Value>,
        _: Element,
        array: Value,
        index: Value,
        value: Value,
    ) -> Result<(), Fork> {
        let (array, index) = (self.word(array)? as Reference, self.word(index)? as u32);
        self.became_elements |= value.abstraction != 0;
        heap.set(array, index, value);
        Ok(())
    }
}

impl Definite for Abstract<'_> {
    #[inline(always)]
    fn reference(value: Value) -> Reference {
        value.word as Reference
    }

    #[inline(always)]
    fn of(word: Word) -> Value {
        Value::constant(word)
    }

    #[inline(always)]
    fn known(value: Value) -> Option<Word> {
        (value.abstraction == 0).then_some(value.word)
    }
}

/// Words as in the concrete domain, but one higher; a 0 begins what that leaves no room for: the last word, or a token.
impl Stored for Abstract<'_> {
    #[inline]
    fn write(value: Value, mut put: impl FnMut(Word)) {
        match (value.abstraction, space::form::fold(value.word)) {
            (0, Word::MAX) => {
                put(0);
                put(0);
            }
            (0, folded) => put(folded + 1),
            (abstraction, _) => {
                put(0);
                put(abstraction.into());
                put(value.word);
            }
        }
    }

    #[inline]
    fn read(mut take: impl FnMut() -> Word) -> Value {
        match take() {
            0 => match take() as u32 {
                0 => Value::constant(space::form::unfold(Word::MAX)),
                abstraction => Value { word: take(), abstraction },
            },
            folded => Value::constant(space::form::unfold(folded - 1)),
        }
    }
}

impl Searched for Abstract<'_> {
    const FORKS: bool = true;

    fn outcomes(&self, fork: Fork) -> Result<usize, String> {
        match self.case(fork) {
            Case::Outcomes(outcomes) => Ok(outcomes.len()),
            Case::Unknown(what) => Err(what.clone()),
        }
    }

    fn take(machine: &mut Machine<'_, '_, Self>, fork: Fork, outcome: usize) {
        let Case::Outcomes(outcomes) = machine.domain().case(fork) else {
            unreachable!("an operation that cannot go on has no outcomes");
        };
        let outcome = outcomes[outcome];
        machine.resolve(outcome);
    }

    fn scope(&self, all: String) -> String {
        let named = self
            .plan
            .places
            .iter()
            .map(|(name, _, abstraction)| format!("{name} abstracted to {}", abstraction.name));
        let named: Vec<String> = named.collect();
        let became = self.became();
        let also = if became.is_empty() {
            String::new()
        } else {
            format!(", which makes {} abstract as well", became.join(", "))
        };
        format!("{all}, with {}{also}", named.join(" and "))
    }

    fn assumptions(&self) -> Vec<String> {
        let said =
            "no execution depends on which index the text of an exception tells that was out of bounds";
        self.stood_for_others.then(|| said.to_string()).into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let values = [0, 1, -1i64 as Word, Word::MAX, i64::MIN as Word, i64::MAX as Word, 77];
        let words = values.map(Value::constant).into_iter();
        let tokens = values.into_iter().map(|word| Value { word, abstraction: 3 });
        for value in words.chain(tokens) {
            let mut written = Vec::new();
            Abstract::write(value, |number| written.push(number));
            let mut numbers = written.iter().copied();
            assert_eq!(Abstract::read(|| numbers.next().unwrap()), value);
            assert_eq!(numbers.next(), None);
        }
    }
}
