//! From properties to bits: what a formula says about two heaps that are given as bits.
//!
//! A relation becomes a matrix ([`logic::relation`]) whose columns are atoms; numbers and truth values that stand in columns are atoms
//! beyond those of objects. Quantifiers and comprehensions go through all tuples of their bounds. Numbers that are computed are as wide as they
//! need to be, so nothing overflows; where a number has to be an atom, there is a tuple for every value that it can have.
//!
//! [`crate::property::evaluate`] is the meaning of formulas; the tests compare both on random formulas and small heaps.

#[cfg(test)]
mod tests;
mod ways;
mod wide;

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

pub(crate) use ways::Way;

use check::Exhausted;
use ir::{FieldId, GlobalId, RefType};
use logic::circuit::{Bit, Bits, Circuit};
use logic::relation::{Relation as Matrix, Stop};

use crate::memory::{Heap, Memory, Unsupported};
use crate::property::core::{
    Arithmetic, Binding, Comparison, Formula, Integer, Multiplicity, Quantifier, Relation, RelationKind,
    Sort, State, Variable,
};
use crate::reach::Cell;
use crate::value::Value;

/// The first atom that is a number: zero.
const ZERO: u32 = 1 << 30;

/// The atoms of truth values.
const FALSE: u32 = (1 << 31) + (1 << 30);

/// How many bits a number may have that stands in a column.
const COLUMN: usize = 12;

/// What formulas talk about.
pub(crate) struct Situation<'s> {
    /// The heap before the call.
    pub(crate) before: &'s Heap,
    /// The heap after the call.
    pub(crate) after: &'s Heap,
    /// The parameters.
    pub(crate) parameters: &'s [Value],
    /// The result.
    pub(crate) result: Option<&'s Value>,
}

/// Says what formulas mean in a situation.
pub(crate) struct Translation<'t, 'a> {
    memory: &'t mut Memory<'a>,
    situation: Situation<'t>,
    values: BTreeMap<Variable, u32>,
    /// Relations that are the same for all values of the variables.
    same: HashMap<Relation, Matrix>,
    /// How many bits a number may have that stands in a column.
    column: usize,
}

fn number_atom(value: i64) -> u32 {
    (i64::from(ZERO) + value) as u32
}

fn atom_number(atom: u32) -> i64 {
    i64::from(atom) - i64::from(ZERO)
}

/// Why a formula is not translated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Failed {
    /// It says something that is not supported.
    Unsupported(Unsupported),
    /// The budget was spent first.
    Spent(Exhausted),
}

impl From<Unsupported> for Failed {
    fn from(what: Unsupported) -> Self {
        Failed::Unsupported(what)
    }
}

impl From<&str> for Failed {
    fn from(what: &str) -> Self {
        Failed::Unsupported(what.to_string())
    }
}

type Done<T> = Result<T, Failed>;

impl<'t, 'a> Translation<'t, 'a> {
    pub(crate) fn new(memory: &'t mut Memory<'a>, situation: Situation<'t>) -> Self {
        Translation { memory, situation, values: BTreeMap::new(), same: HashMap::new(), column: COLUMN }
    }

    /// Fails if the budget is spent.
    fn go_on(&self) -> Done<()> {
        self.memory.spent().map_or(Ok(()), |why| Err(Failed::Spent(why)))
    }

    /// Makes a relation of the circuit, unless the budget is spent first.
    fn made(&mut self, make: impl FnOnce(&mut Circuit, &mut Stop<'_>) -> Option<Matrix>) -> Done<Matrix> {
        let Memory { circuit, clock, solver, .. } = &mut *self.memory;
        let clauses = solver.statistics().clauses;
        let mut spent = None;
        let made = make(circuit, &mut |circuit| {
            let made = circuit.gates() as u64 + clauses;
            spent = clock.as_ref().and_then(|clock| clock.borrow_mut().spent(made));
            spent.is_some()
        });
        made.ok_or_else(|| Failed::Spent(spent.expect("nobody else stops it")))
    }

    pub(crate) fn formula(&mut self, formula: &Formula) -> Done<Bit> {
        self.go_on()?;
        match formula {
            Formula::Constant(is) => Ok(Bit::constant(*is)),
            Formula::Not(inner) => Ok(!self.formula(inner)?),
            Formula::And(parts) => {
                let bits: Vec<Bit> = parts.iter().map(|part| self.formula(part)).collect::<Done<_>>()?;
                Ok(self.memory.circuit.all(bits))
            }
            Formula::Or(parts) => {
                let bits: Vec<Bit> = parts.iter().map(|part| self.formula(part)).collect::<Done<_>>()?;
                Ok(self.memory.circuit.any(bits))
            }
            Formula::Iff(one, other) => {
                let (one, other) = (self.formula(one)?, self.formula(other)?);
                Ok(self.memory.circuit.iff(one, other))
            }
            Formula::Subset(one, other) => match (self.relation(one), self.relation(other)) {
                (Ok(one), Ok(other)) => Ok(one.is_in(&other, &mut self.memory.circuit)),
                (Err(why), _) | (_, Err(why)) => self.is_within(one, other, why),
            },
            Formula::Equal(one, other) => match (self.relation(one), self.relation(other)) {
                (Ok(one), Ok(other)) => Ok(one.is_equal(&other, &mut self.memory.circuit)),
                (Err(why), _) | (_, Err(why)) => self.is_same(one, other, why),
            },
            Formula::Has(multiplicity, relation) => {
                let relation = match self.relation(relation) {
                    Ok(matrix) => matrix,
                    Err(why) => return self.has(*multiplicity, relation, why),
                };
                let circuit = &mut self.memory.circuit;
                Ok(match multiplicity {
                    Multiplicity::Some => relation.is_some(circuit),
                    Multiplicity::One => relation.is_one(circuit),
                    Multiplicity::Lone => relation.is_lone(circuit),
                })
            }
            Formula::Compare(comparison, one, other) => {
                let (one, other) = (self.integer(one)?, self.integer(other)?);
                let circuit = &mut self.memory.circuit;
                Ok(match comparison {
                    Comparison::Equal => circuit.exact_equal(&one, &other),
                    Comparison::Less => circuit.exact_lt(&one, &other),
                    Comparison::LessOrEqual => !circuit.exact_lt(&other, &one),
                })
            }
            Formula::Quantified(quantifier, binding, body) => {
                let mut bits = Vec::new();
                for (value, bit) in self.bound(binding)? {
                    let body = self.with(binding.variable, value, |this| this.formula(body))?;
                    let circuit = &mut self.memory.circuit;
                    bits.push(match quantifier {
                        Quantifier::All => circuit.implies(bit, body),
                        Quantifier::Some => circuit.and(bit, body),
                    });
                }
                let circuit = &mut self.memory.circuit;
                Ok(match quantifier {
                    Quantifier::All => circuit.all(bits),
                    Quantifier::Some => circuit.any(bits),
                })
            }
        }
    }

    /// The values that a variable goes through, each with its condition.
    fn bound(&mut self, binding: &Binding) -> Done<Vec<(u32, Bit)>> {
        let bound = self.relation(&binding.bound)?;
        Ok(bound.tuples().map(|(tuple, bit)| (tuple[0], bit)).collect())
    }

    /// What comes out when a variable has a value.
    fn with<T>(
        &mut self,
        variable: Variable,
        value: u32,
        what: impl FnOnce(&mut Self) -> Done<T>,
    ) -> Done<T> {
        let before = self.values.insert(variable, value);
        let done = what(self);
        match before {
            Some(before) => self.values.insert(variable, before),
            None => self.values.remove(&variable),
        };
        done
    }

    fn constant(&self, value: i64) -> Bits {
        let width = 65 - (if value < 0 { !value } else { value }).leading_zeros() as usize;
        self.memory.circuit.constant(width.clamp(1, 64), value as u64)
    }

    fn integer(&mut self, integer: &Integer) -> Done<Bits> {
        match integer {
            Integer::Constant(value) => Ok(self.constant(*value)),
            Integer::Count(relation) => {
                let relation = self.relation(relation)?;
                Ok(relation.count(&mut self.memory.circuit))
            }
            Integer::Value(relation) => self.number(relation),
            Integer::Arithmetic(operation, one, other) => {
                let (one, other) = (self.integer(one)?, self.integer(other)?);
                narrow(match operation {
                    Arithmetic::Multiply => one.width() + other.width(),
                    Arithmetic::Add | Arithmetic::Subtract | Arithmetic::Divide | Arithmetic::Remainder => {
                        one.width().max(other.width()) + 1
                    }
                })?;
                let circuit = &mut self.memory.circuit;
                Ok(match operation {
                    Arithmetic::Add => circuit.exact_add(&one, &other),
                    Arithmetic::Subtract => circuit.exact_sub(&one, &other),
                    Arithmetic::Multiply => circuit.exact_mul(&one, &other),
                    Arithmetic::Divide | Arithmetic::Remainder => {
                        let zero = circuit.constant(1, 0);
                        let by_zero = circuit.exact_equal(&other, &zero);
                        let (quotient, remainder) = circuit.exact_div_rem(&one, &other);
                        let number = match operation {
                            Arithmetic::Divide => quotient,
                            Arithmetic::Add
                            | Arithmetic::Subtract
                            | Arithmetic::Multiply
                            | Arithmetic::Remainder => remainder,
                        };
                        let zero = circuit.constant(number.width(), 0);
                        circuit.either(by_zero, &zero, &number)
                    }
                })
            }
            Integer::Sum(binding, body) => {
                let mut sum = self.constant(0);
                for (value, bit) in self.bound(binding)? {
                    let number = self.with(binding.variable, value, |this| this.integer(body))?;
                    let circuit = &mut self.memory.circuit;
                    let zero = circuit.constant(number.width(), 0);
                    let number = circuit.either(bit, &number, &zero);
                    sum = circuit.exact_add(&sum, &number);
                    narrow(sum.width() + 1)?;
                }
                Ok(sum)
            }
        }
    }

    /// The number in a set that has one at most; 0 if it is empty.
    fn number(&mut self, relation: &Relation) -> Done<Bits> {
        // Most sets are one value, which is there as a number already.
        match &relation.kind {
            RelationKind::Parameter(index) => {
                if let Some(Value::Number(bits)) = self.situation.parameters.get(*index) {
                    return Ok(bits.clone());
                }
            }
            RelationKind::Result => {
                if let Some(Value::Number(bits)) = self.situation.result {
                    return Ok(bits.clone());
                }
            }
            RelationKind::Variable(variable) => {
                if let Some(&value) = self.values.get(variable) {
                    return Ok(self.constant(atom_number(value)));
                }
            }
            RelationKind::Integer(integer) => return self.integer(integer),
            RelationKind::Join(object, field) => {
                if let RelationKind::Field(state, field) = field.kind
                    && object.arity() == 1
                {
                    let object = self.relation(object)?;
                    let values = self.cell(state, Cell::Field(field))?;
                    let owners = self.memory.owners(Cell::Field(field));
                    let choices: Vec<(Bit, Value)> = owners
                        .iter()
                        .zip(values.iter())
                        .map(|(&owner, value)| (object.get(&[owner]), value.clone()))
                        .filter(|(here, _)| *here != Bit::FALSE)
                        .collect();
                    if let Some(Value::Number(bits)) = Value::select(choices, &mut self.memory.circuit) {
                        return Ok(bits);
                    }
                }
            }
            RelationKind::Empty
            | RelationKind::Objects(..)
            | RelationKind::Integers
            | RelationKind::Identity(..)
            | RelationKind::Field(..)
            | RelationKind::Global(..)
            | RelationKind::Elements(..)
            | RelationKind::Contents(..)
            | RelationKind::Length(..)
            | RelationKind::Boolean(_)
            | RelationKind::Union(..)
            | RelationKind::Difference(..)
            | RelationKind::Intersection(..)
            | RelationKind::Product(..)
            | RelationKind::Override(..)
            | RelationKind::Transpose(_)
            | RelationKind::Closure(_)
            | RelationKind::Comprehension(..)
            | RelationKind::If(..) => {}
        }
        let set = match self.relation(relation) {
            Ok(set) => set,
            Err(why) => return self.lone(relation)?.map(|(_, number)| number).ok_or(why),
        };
        let numbers: Vec<(Bit, i64)> =
            set.tuples().map(|(tuple, bit)| (bit, atom_number(tuple[0]))).collect();
        let width = numbers.iter().map(|&(_, value)| self.constant(value).width()).max().unwrap_or(1);
        let choices: Vec<(Bit, Value)> = numbers
            .into_iter()
            .map(|(bit, value)| (bit, Value::Number(self.memory.circuit.constant(width, value as u64))))
            .collect();
        match Value::select(choices, &mut self.memory.circuit) {
            Some(Value::Number(bits)) => Ok(bits),
            Some(Value::Truth(_) | Value::Reference(_)) | None => Ok(self.constant(0)),
        }
    }

    /// What a cell has in a state.
    fn cell(&mut self, state: State, cell: Cell) -> Done<Rc<[Value]>> {
        match state {
            State::Pre => Ok(self.memory.get(self.situation.before, cell)?),
            State::Post => Ok(self.memory.get(self.situation.after, cell)?),
        }
    }

    fn alive(&mut self, state: State, atom: u32) -> Bit {
        match state {
            State::Pre => self.memory.alive(self.situation.before, atom),
            State::Post => self.memory.alive(self.situation.after, atom),
        }
    }

    /// The atoms that a value is, each with its condition. A number that is a truth value in the source is one here.
    fn atoms(&mut self, value: &Value, truth: bool) -> Done<Vec<(u32, Bit)>> {
        match value {
            Value::Reference(atoms) => Ok(atoms.to_vec()),
            Value::Truth(bit) => Ok(vec![(FALSE, !*bit), (FALSE + 1, *bit)]),
            Value::Number(bits) if truth => {
                let is = self.memory.circuit.any(bits.bits().iter().copied());
                Ok(vec![(FALSE, !is), (FALSE + 1, is)])
            }
            Value::Number(bits) => {
                if let Some(value) = bits.known() {
                    let sign = 64 - bits.width();
                    let value = (value << sign) as i64 >> sign;
                    if value.unsigned_abs() >= u64::from(ZERO) {
                        return Err("a set with a number of more than 30 bits in a property".into());
                    }
                    return Ok(vec![(number_atom(value), Bit::TRUE)]);
                }
                if bits.width() > self.column {
                    return Err(format!("a set of numbers of more than {COLUMN} bits in a property").into());
                }
                let most = 1i64 << (bits.width() - 1);
                let mut atoms = Vec::new();
                for value in -most..most {
                    let constant = self.memory.circuit.constant(bits.width(), value as u64);
                    let is = self.memory.circuit.equal(bits, &constant);
                    if is != Bit::FALSE {
                        atoms.push((number_atom(value), is));
                    }
                }
                Ok(atoms)
            }
        }
    }

    /// A set of one value at most.
    fn single(&mut self, value: Option<Value>, truth: bool) -> Done<Matrix> {
        let atoms = match value {
            Some(value) => self.atoms(&value, truth)?,
            None => Vec::new(),
        };
        Ok(Matrix::new(1, atoms.into_iter().map(|(atom, bit)| (vec![atom], bit))))
    }

    fn field(&mut self, state: State, field: FieldId, truth: bool) -> Done<Matrix> {
        let cell = Cell::Field(field);
        let values = self.cell(state, cell)?;
        let mut tuples = Vec::new();
        for (owner, value) in self.memory.owners(cell).into_iter().zip(values.iter()) {
            self.go_on()?;
            let there = match value {
                // A reference is of an object that is there.
                Value::Reference(_) => Bit::TRUE,
                Value::Truth(_) | Value::Number(_) => self.alive(state, owner),
            };
            for (atom, bit) in self.atoms(value, truth)? {
                tuples.push((vec![owner, atom], self.memory.circuit.and(there, bit)));
            }
        }
        Ok(Matrix::new(2, tuples))
    }

    fn global(&mut self, state: State, global: GlobalId, truth: bool) -> Done<Matrix> {
        let values = self.cell(state, Cell::Global(global))?;
        self.single(values.first().cloned(), truth)
    }

    /// The pools of arrays of a type.
    fn arrays(&self, ty: RefType) -> Vec<usize> {
        let universe = self.memory.universe;
        let pools = 0..universe.pools().len();
        pools
            .filter(|&pool| {
                let of = universe.pools()[pool].ty;
                matches!(of, RefType::Array(_)) && self.memory.program.is_subtype(of, ty)
            })
            .collect()
    }

    fn lengths(&mut self, state: State, ty: RefType) -> Done<Matrix> {
        let mut tuples = Vec::new();
        for pool in self.arrays(ty) {
            let values = self.cell(state, Cell::Lengths(pool))?;
            for (array, value) in self.memory.universe.atoms(pool).zip(values.iter()) {
                self.go_on()?;
                let there = self.alive(state, array);
                for (atom, bit) in self.atoms(value, false)? {
                    tuples.push((vec![array, atom], self.memory.circuit.and(there, bit)));
                }
            }
        }
        Ok(Matrix::new(2, tuples))
    }

    fn elements(&mut self, state: State, ty: RefType, truth: bool) -> Done<Matrix> {
        let mut tuples = Vec::new();
        for pool in self.arrays(ty) {
            let lengths = self.cell(state, Cell::Lengths(pool))?;
            let elements = self.cell(state, Cell::Elements(pool))?;
            let most = self.memory.universe.length;
            for (number, array) in self.memory.universe.atoms(pool).enumerate() {
                let there = self.alive(state, array);
                for index in 0..most {
                    self.go_on()?;
                    let inside = match (&lengths[number], self.memory.number(index as i64)) {
                        (Value::Number(length), Some(index)) => self.memory.circuit.signed_lt(&index, length),
                        (Value::Number(_) | Value::Truth(_) | Value::Reference(_), _) => Bit::FALSE,
                    };
                    let inside = self.memory.circuit.and(there, inside);
                    for (atom, bit) in self.atoms(&elements[number * most + index], truth)? {
                        let bit = self.memory.circuit.and(inside, bit);
                        tuples.push((vec![array, number_atom(index as i64), atom], bit));
                    }
                }
            }
        }
        Ok(Matrix::new(3, tuples))
    }

    fn relation(&mut self, relation: &Relation) -> Done<Matrix> {
        // What is the same for all values of the variables is made once: paths in heaps take long.
        let is_worth = matches!(
            relation.kind,
            RelationKind::Join(..) | RelationKind::Closure(_) | RelationKind::Comprehension(..)
        );
        if !is_worth || self.values.is_empty() || self.varies(relation) {
            return self.new_relation(relation);
        }
        if let Some(known) = self.same.get(relation) {
            return Ok(known.clone());
        }
        let matrix = self.new_relation(relation)?;
        self.same.insert(relation.clone(), matrix.clone());
        Ok(matrix)
    }

    /// Whether a relation mentions a variable that has a value.
    fn varies(&self, relation: &Relation) -> bool {
        let mut found = Mentioned::default();
        found.relation(relation);
        found.variables.iter().any(|variable| self.values.contains_key(variable))
    }

    fn new_relation(&mut self, relation: &Relation) -> Done<Matrix> {
        self.go_on()?;
        let last = relation.columns.last();
        let truth = last.is_some_and(|column| column.sorts() == [Sort::Bool]);
        let matrix = match &relation.kind {
            RelationKind::Empty => Matrix::empty(relation.arity()),
            RelationKind::Objects(state, ty) => {
                let atoms = self.memory.universe.fitting(self.memory.program, *ty);
                let atoms = atoms.into_iter().filter(|&atom| !self.memory.universe.is_shared(atom));
                let atoms: Vec<u32> = atoms.collect();
                Matrix::new(1, atoms.into_iter().map(|atom| (vec![atom], self.alive(*state, atom))))
            }
            RelationKind::Integers => {
                let width = self.memory.universe.width;
                if width > COLUMN {
                    return Err(
                        format!("the set of all numbers where these have more than {COLUMN} bits").into()
                    );
                }
                let most = 1i64 << (width - 1);
                Matrix::new(1, (-most..most).map(|value| (vec![number_atom(value)], Bit::TRUE)))
            }
            RelationKind::Identity(state, ty) => {
                let atoms: Vec<u32> = self.memory.universe.fitting(self.memory.program, *ty);
                let atoms: Vec<u32> =
                    atoms.into_iter().filter(|&atom| !self.memory.universe.is_shared(atom)).collect();
                Matrix::new(2, atoms.into_iter().map(|atom| (vec![atom, atom], self.alive(*state, atom))))
            }
            RelationKind::Field(state, field) => self.field(*state, *field, truth)?,
            RelationKind::Global(state, global) => self.global(*state, *global, truth)?,
            RelationKind::Elements(state, ty) => self.elements(*state, *ty, truth)?,
            RelationKind::Contents(state, ty) => {
                // Where something stands does not matter.
                let mut ways: BTreeMap<Vec<u32>, Vec<Bit>> = BTreeMap::new();
                for (tuple, bit) in self.elements(*state, *ty, truth)?.tuples() {
                    ways.entry(vec![tuple[0], tuple[2]]).or_default().push(bit);
                }
                let circuit = &mut self.memory.circuit;
                Matrix::new(2, ways.into_iter().map(|(tuple, bits)| (tuple, circuit.any(bits))))
            }
            RelationKind::Length(state, ty) => self.lengths(*state, *ty)?,
            RelationKind::Parameter(index) => {
                let value = self.situation.parameters.get(*index).cloned();
                self.single(value, truth)?
            }
            RelationKind::Result => {
                let value = self.situation.result.cloned();
                let atoms = value.as_ref().map_or(&[][..], Value::atoms);
                if atoms.iter().any(|&(atom, _)| self.memory.universe.is_shared(atom)) {
                    return Err("a text or an exception of the library as the result".into());
                }
                self.single(value, truth)?
            }
            RelationKind::Variable(variable) => {
                let value = self.values.get(variable).ok_or("a variable that nothing binds in a property")?;
                Matrix::new(1, [(vec![*value], Bit::TRUE)])
            }
            RelationKind::Integer(integer) => {
                let bits = self.integer(integer)?;
                self.single(Some(Value::Number(bits)), false)?
            }
            RelationKind::Boolean(is) => self.single(Some(Value::Truth(Bit::constant(*is))), true)?,
            RelationKind::Union(one, other) => {
                let (one, other) = (self.relation(one)?, self.relation(other)?);
                one.union(&other, &mut self.memory.circuit)
            }
            RelationKind::Difference(one, other) => {
                let (one, other) = (self.relation(one)?, self.relation(other)?);
                one.difference(&other, &mut self.memory.circuit)
            }
            RelationKind::Intersection(one, other) => {
                let (one, other) = (self.relation(one)?, self.relation(other)?);
                one.intersection(&other, &mut self.memory.circuit)
            }
            RelationKind::Product(one, other) => {
                let (one, other) = (self.relation(one)?, self.relation(other)?);
                self.made(|circuit, stop| one.product_unless(&other, circuit, stop))?
            }
            RelationKind::Join(one, other) => match steps(other).filter(|_| one.arity() == 1) {
                Some((inner, identity)) => {
                    let (one, inner) = (self.relation(one)?, self.relation(inner)?);
                    let reached = self.made(|circuit, stop| one.reached_unless(&inner, circuit, stop))?;
                    match identity {
                        Some(identity) => {
                            let identity = self.relation(identity)?;
                            let itself = one.join(&identity, &mut self.memory.circuit);
                            itself.union(&reached, &mut self.memory.circuit)
                        }
                        None => reached,
                    }
                }
                None => {
                    let (one, other) = (self.relation(one)?, self.relation(other)?);
                    self.made(|circuit, stop| one.join_unless(&other, circuit, stop))?
                }
            },
            RelationKind::Override(one, other) => {
                let (one, other) = (self.relation(one)?, self.relation(other)?);
                one.overridden(&other, &mut self.memory.circuit)
            }
            RelationKind::Transpose(inner) => self.relation(inner)?.transpose(),
            RelationKind::Closure(inner) => {
                let inner = self.relation(inner)?;
                self.made(|circuit, stop| inner.closure_unless(circuit, stop))?
            }
            RelationKind::Comprehension(bindings, body) => {
                let mut tuples = Vec::new();
                self.comprehend(bindings, body, Bit::TRUE, &mut Vec::new(), &mut tuples)?;
                Matrix::new(bindings.len(), tuples)
            }
            RelationKind::If(condition, yes, no) => {
                let condition = self.formula(condition)?;
                let (yes, no) = (self.relation(yes)?, self.relation(no)?);
                Matrix::choose(condition, &yes, &no, &mut self.memory.circuit)
            }
        };
        Ok(matrix)
    }

    fn comprehend(
        &mut self,
        bindings: &[Binding],
        body: &Formula,
        condition: Bit,
        tuple: &mut Vec<u32>,
        tuples: &mut Vec<(Vec<u32>, Bit)>,
    ) -> Done<()> {
        let Some((binding, rest)) = bindings.split_first() else {
            let body = self.formula(body)?;
            tuples.push((tuple.clone(), self.memory.circuit.and(condition, body)));
            return Ok(());
        };
        for (value, bit) in self.bound(binding)? {
            let condition = self.memory.circuit.and(condition, bit);
            tuple.push(value);
            self.with(binding.variable, value, |this| this.comprehend(rest, body, condition, tuple, tuples))?;
            tuple.pop();
        }
        Ok(())
    }
}

/// Fails if what is calculated has more bits than a `long`: there it would wrap around.
fn narrow(width: usize) -> Done<()> {
    if width > 64 { Err("numbers of more than 64 bits in a property".into()) } else { Ok(()) }
}

/// What is repeated in a closure, and the identity that it has besides if it is a reflexive one.
fn steps(relation: &Relation) -> Option<(&Relation, Option<&Relation>)> {
    let closure = |relation: &Relation| matches!(relation.kind, RelationKind::Closure(_));
    if let RelationKind::Closure(inner) = &relation.kind {
        return Some((inner, None));
    }
    let RelationKind::Union(one, other) = &relation.kind else { return None };
    let (identity, closure) = if closure(one) { (other, one) } else { (one, other) };
    let RelationKind::Closure(inner) = &closure.kind else { return None };
    matches!(identity.kind, RelationKind::Identity(..)).then_some((inner, Some(identity)))
}

/// The fields and types that a formula looks at.
pub(crate) fn mentioned(formula: &Formula) -> (Vec<FieldId>, Vec<RefType>) {
    let mut found = Mentioned::default();
    found.formula(formula);
    (found.fields, found.types)
}

#[derive(Default)]
struct Mentioned {
    fields: Vec<FieldId>,
    types: Vec<RefType>,
    variables: Vec<Variable>,
}

impl Mentioned {
    fn formula(&mut self, formula: &Formula) {
        match formula {
            Formula::Constant(_) => {}
            Formula::Not(inner) => self.formula(inner),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| self.formula(part)),
            Formula::Iff(one, other) => {
                self.formula(one);
                self.formula(other);
            }
            Formula::Subset(one, other) | Formula::Equal(one, other) => {
                self.relation(one);
                self.relation(other);
            }
            Formula::Has(_, relation) => self.relation(relation),
            Formula::Compare(_, one, other) => {
                self.integer(one);
                self.integer(other);
            }
            Formula::Quantified(_, binding, body) => {
                self.relation(&binding.bound);
                self.formula(body);
            }
        }
    }

    fn integer(&mut self, integer: &Integer) {
        match integer {
            Integer::Constant(_) => {}
            Integer::Count(relation) | Integer::Value(relation) => self.relation(relation),
            Integer::Arithmetic(_, one, other) => {
                self.integer(one);
                self.integer(other);
            }
            Integer::Sum(binding, body) => {
                self.relation(&binding.bound);
                self.integer(body);
            }
        }
    }

    fn relation(&mut self, relation: &Relation) {
        match &relation.kind {
            RelationKind::Empty
            | RelationKind::Integers
            | RelationKind::Global(..)
            | RelationKind::Parameter(_)
            | RelationKind::Result
            | RelationKind::Boolean(_) => {}
            RelationKind::Variable(variable) => self.variables.push(*variable),
            RelationKind::Objects(_, ty)
            | RelationKind::Identity(_, ty)
            | RelationKind::Elements(_, ty)
            | RelationKind::Contents(_, ty)
            | RelationKind::Length(_, ty) => {
                self.types.push(*ty);
            }
            RelationKind::Field(_, field) => self.fields.push(*field),
            RelationKind::Integer(integer) => self.integer(integer),
            RelationKind::Union(one, other)
            | RelationKind::Difference(one, other)
            | RelationKind::Intersection(one, other)
            | RelationKind::Product(one, other)
            | RelationKind::Join(one, other)
            | RelationKind::Override(one, other) => {
                self.relation(one);
                self.relation(other);
            }
            RelationKind::Transpose(inner) | RelationKind::Closure(inner) => self.relation(inner),
            RelationKind::Comprehension(bindings, body) => {
                bindings.iter().for_each(|binding| self.relation(&binding.bound));
                self.formula(body);
            }
            RelationKind::If(condition, yes, no) => {
                self.formula(condition);
                self.relation(yes);
                self.relation(no);
            }
        }
    }
}
