//! The heap as bits: one value for each atom and field, and which atoms are there.
//!
//! Memory is divided into cells ([`Cell`]): a field of all objects is one, a relation in the words of the seed. A heap says for
//! each cell what its values are; a cell that it does not mention is as it was before the call that is checked. So a heap after
//! a call differs from the one before only in cells that the call may write, and nothing has to be said about the others.
//!
//! What is true of every heap, and so of what calls leave, whatever they do, which is required of every cell that may have any values:
//! - a reference is one atom at most, and one that is there;
//! - of each pool, the first few atoms are there before the call; of the others, the last few were made since; none goes away;
//! - a field of an object that is not there is zero, so making an object is nothing but saying that it is there.
//!
//! What calls leave is often looked at by nobody, and then nothing has to be required of it: as long as nobody asks for an output, what is true of it
//! is kept until somebody does. It is always possible that references are null, that numbers and cells of objects that are not there are zero, that one of the ways out
//! is taken, and that as many objects are there as before, so nothing is missing until then ([`Encoding::require_any_in_time`]).
//!
//! That new objects come from the other end of a pool makes most of them constants: which atom a new object is depends on how many were
//! made on the way, and not on how many there were before.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use check::Exhausted;
use ir::{Program, RefType, Type};
use logic::circuit::{Bit, Bits, Circuit, Encoding};
use logic::sat::{Literal, Solver};

use crate::clock::Clock;
use crate::reach::{Cell, Reach, Touched};
use crate::universe::{Atom, Universe};
use crate::value::Value;

/// What cells have, where it is not what they had before the call that is checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heap {
    /// Cells and their values.
    pub cells: BTreeMap<Cell, Rc<[Value]>>,
}

/// Why a cell cannot be had, in words that follow "not supported:".
pub type Unsupported = String;

/// Makes values, and knows what cells had before the call that is checked.
pub struct Memory<'a> {
    pub(crate) program: &'a Program,
    pub(crate) universe: &'a Universe,
    pub(crate) circuit: Circuit,
    pub(crate) encoding: Encoding,
    pub(crate) solver: Solver,
    /// Bits of what is required of code, of calls among it, and not of heaps alone.
    pub(crate) of_code: Vec<Bit>,
    /// The number of the first input that is an output of the instance that was met, while what is true of every output is said of its outputs.
    pub(crate) outputs: Option<usize>,
    /// What says when the budget is spent.
    pub(crate) clock: Option<RefCell<Clock<'a>>>,
    initial: BTreeMap<Cell, Rc<[Value]>>,
    /// Fields of which nobody knows what they have.
    hidden: &'a BTreeSet<ir::FieldId>,
    /// Fields that have the same number in every object that there was before the call that is checked.
    fixed: &'a BTreeMap<ir::FieldId, i64>,
    global: &'a dyn Fn(ir::GlobalId) -> Option<i64>,
}

impl<'a> Memory<'a> {
    pub(crate) fn new(
        program: &'a Program,
        universe: &'a Universe,
        (hidden, fixed): (&'a BTreeSet<ir::FieldId>, &'a BTreeMap<ir::FieldId, i64>),
        global: &'a dyn Fn(ir::GlobalId) -> Option<i64>,
        solver: Solver,
    ) -> Self {
        Memory {
            program,
            universe,
            circuit: Circuit::new(),
            encoding: Encoding::new(),
            solver,
            of_code: Vec::new(),
            outputs: None,
            clock: None,
            initial: BTreeMap::new(),
            hidden,
            fixed,
            global,
        }
    }

    /// Why there is nothing left to spend, if there is not.
    pub(crate) fn spent(&self) -> Option<Exhausted> {
        let clock = self.clock.as_ref()?;
        clock.borrow_mut().spent(self.circuit.gates() as u64 + self.solver.statistics().clauses)
    }

    /// Only executions are left in which one of the bits is true. If the budget is spent, nobody will ask which these are.
    pub(crate) fn require(&mut self, bits: &[Bit]) {
        if self.spent().is_some() {
            return;
        }
        match self.outputs {
            Some(first) => {
                self.encoding.require_any_in_time(&self.circuit, first.., bits, &mut self.solver);
            }
            None => self.encoding.require_any(&self.circuit, bits, &mut self.solver),
        }
    }

    /// The same, where the bits depend on what calls leave.
    pub(crate) fn require_of_code(&mut self, bits: &[Bit]) {
        self.of_code.extend(bits);
        self.require(bits);
    }

    /// A literal to assume that a bit is true, unless the budget is spent first.
    pub(crate) fn demand(&mut self, bit: Bit) -> Result<Literal, Exhausted> {
        let Memory { circuit, encoding, solver, clock, .. } = self;
        let gates = circuit.gates() as u64;
        let mut spent = None;
        let literal = encoding.demand_unless(circuit, bit, solver, |solver| {
            let made = gates + solver.statistics().clauses;
            spent = clock.as_ref().and_then(|clock| clock.borrow_mut().spent(made));
            spent.is_some()
        });
        literal.ok_or_else(|| spent.expect("nobody else stops it"))
    }

    /// Zero, of a type.
    pub(crate) fn zero(&self, ty: Type) -> Option<Value> {
        match ty {
            Type::Bool => Some(Value::Truth(Bit::FALSE)),
            Type::Int(_) => Some(Value::Number(self.circuit.constant(self.universe.width, 0))),
            Type::Ref(_) => Some(Value::null()),
            Type::Float(_) => None,
        }
    }

    /// A number.
    pub(crate) fn number(&self, value: i64) -> Option<Bits> {
        let width = self.universe.width;
        let fits = width >= 64 || (-(1i64 << (width - 1))..1i64 << (width - 1)).contains(&value);
        fits.then(|| self.circuit.constant(width, value as u64))
    }

    /// Any value of a type; of a reference, one of these atoms at most.
    pub(crate) fn any(&mut self, ty: Type, atoms: &[Atom]) -> Option<Value> {
        match ty {
            Type::Bool => Some(Value::Truth(self.circuit.input())),
            Type::Int(_) => Some(Value::Number(self.circuit.word(self.universe.width))),
            Type::Ref(_) => {
                let bits: Vec<(Atom, Bit)> = atoms.iter().map(|&atom| (atom, self.circuit.input())).collect();
                for (number, &(_, one)) in bits.iter().enumerate() {
                    for &(_, other) in &bits[number + 1..] {
                        self.require(&[!one, !other]);
                    }
                }
                Some(Value::reference(bits))
            }
            Type::Float(_) => None,
        }
    }

    /// The atoms that have values in a cell, in order; of elements, each atom as often as arrays are long.
    pub(crate) fn owners(&self, cell: Cell) -> Vec<Atom> {
        match cell {
            Cell::Field(field) => {
                self.universe.fitting(self.program, RefType::Class(self.program.fields[field].owner))
            }
            Cell::Global(_) => vec![0],
            Cell::Elements(pool) => {
                let atoms = self.universe.atoms(pool);
                atoms.flat_map(|atom| std::iter::repeat_n(atom, self.universe.length)).collect()
            }
            Cell::Lengths(pool) | Cell::Alive(pool) | Cell::Made(pool) => self.universe.atoms(pool).collect(),
        }
    }

    /// The type of a cell's values.
    pub(crate) fn ty(&self, cell: Cell) -> Type {
        match cell {
            Cell::Field(field) => self.program.fields[field].ty,
            Cell::Global(global) => self.program.globals[global].ty,
            Cell::Elements(pool) => match self.universe.pools()[pool].ty {
                RefType::Array(array) => self.program.element_type(array),
                RefType::Class(_) | RefType::Any => Type::ANY,
            },
            Cell::Lengths(_) => Type::I32,
            Cell::Alive(_) | Cell::Made(_) => Type::Bool,
        }
    }

    /// The cells that may be written where something of that kind may be.
    pub(crate) fn cells(&self, touched: Touched) -> Vec<Cell> {
        match touched {
            Touched::Field(field) => vec![Cell::Field(field)],
            Touched::Global(global) => vec![Cell::Global(global)],
            Touched::Elements(ty) => {
                let pools = 0..self.universe.pools().len();
                let fits = |&pool: &usize| {
                    let of = self.universe.pools()[pool].ty;
                    matches!(of, RefType::Array(_)) && self.program.is_subtype(of, ty)
                };
                pools.filter(fits).map(Cell::Elements).collect()
            }
            Touched::Made(ty) => match self.universe.pool_of(ty) {
                Some(pool) if matches!(ty, RefType::Array(_)) => vec![Cell::Made(pool), Cell::Lengths(pool)],
                Some(pool) => vec![Cell::Made(pool)],
                None => Vec::new(),
            },
        }
    }

    /// Every cell that there is.
    pub(crate) fn all_cells(&self, reach: &Reach) -> Vec<Cell> {
        let fields = reach.fields.iter().map(|&field| Cell::Field(field));
        let pools = (0..self.universe.pools().len()).filter(|&pool| !self.universe.pools()[pool].shared);
        let pools = pools.flat_map(|pool| match self.universe.pools()[pool].ty {
            RefType::Array(_) => vec![Cell::Made(pool), Cell::Lengths(pool), Cell::Elements(pool)],
            RefType::Class(_) | RefType::Any => vec![Cell::Made(pool)],
        });
        let written =
            reach.effects.values().flat_map(|effects| &effects.writes).filter_map(|touched| match touched {
                Touched::Global(global) => Some(Cell::Global(*global)),
                Touched::Field(_) | Touched::Elements(_) | Touched::Made(_) => None,
            });
        let mut cells: Vec<Cell> = fields.chain(pools).chain(written).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// What a cell has in a heap.
    pub(crate) fn get(&mut self, heap: &Heap, cell: Cell) -> Result<Rc<[Value]>, Unsupported> {
        match heap.cells.get(&cell) {
            Some(values) => Ok(Rc::clone(values)),
            None => self.before(cell),
        }
    }

    /// Whether an atom is there.
    pub(crate) fn alive(&mut self, heap: &Heap, atom: Atom) -> Bit {
        let pool = self.universe.pool(atom);
        if self.universe.pools()[pool].shared {
            return Bit::TRUE;
        }
        let number = (atom - self.universe.pools()[pool].first) as usize;
        let [there, made] = [Cell::Alive(pool), Cell::Made(pool)].map(|cell| {
            let values = self.get(heap, cell).expect("what is there is always known");
            values[number].truth().unwrap_or(Bit::FALSE)
        });
        self.circuit.or(there, made)
    }

    /// What a cell had before the call that is checked.
    pub(crate) fn before(&mut self, cell: Cell) -> Result<Rc<[Value]>, Unsupported> {
        if let Some(values) = self.initial.get(&cell) {
            return Ok(Rc::clone(values));
        }
        let values = match cell {
            Cell::Global(global) => Rc::from([self.global_before(global)?]),
            Cell::Made(pool) => self.universe.atoms(pool).map(|_| Value::Truth(Bit::FALSE)).collect(),
            Cell::Field(field) if self.fixed.contains_key(&field) => self.fixed_before(field)?,
            Cell::Field(_) | Cell::Elements(_) | Cell::Lengths(_) | Cell::Alive(_) => {
                let heap = Heap::default();
                let atoms = match self.ty(cell) {
                    Type::Ref(ty) => self.universe.fitting_before(self.program, ty),
                    Type::Bool | Type::Int(_) | Type::Float(_) => Vec::new(),
                };
                // What is true before the call matters whoever asks for it.
                let outputs = self.outputs.take();
                let values = self.cell_of(cell, &heap, &atoms);
                if let Ok(values) = &values {
                    self.in_scope(cell, values);
                }
                self.outputs = outputs;
                values?
            }
        };
        self.initial.insert(cell, Rc::clone(&values));
        Ok(values)
    }

    /// The cells of which it is known what they had before the call that is checked.
    pub(crate) fn known(&self) -> impl Iterator<Item = (Cell, &Rc<[Value]>)> {
        self.initial.iter().map(|(&cell, values)| (cell, values))
    }

    fn global_before(&self, global: ir::GlobalId) -> Result<Value, Unsupported> {
        let declared = &self.program.globals[global];
        let unknown = || format!("the static field `{}`, which refers to an object", declared.name);
        let word = (self.global)(global).ok_or_else(unknown)?;
        match declared.ty {
            Type::Bool => Ok(Value::Truth(Bit::constant(word != 0))),
            Type::Int(_) => self
                .number(word)
                .map(Value::Number)
                .ok_or_else(|| format!("the static field `{}`, which is a large number", declared.name)),
            Type::Ref(_) if word == 0 => Ok(Value::null()),
            Type::Ref(_) => Err(unknown()),
            Type::Float(_) => Err("a floating-point number".to_string()),
        }
    }

    /// The same number in every object that is there.
    fn fixed_before(&mut self, field: ir::FieldId) -> Result<Rc<[Value]>, Unsupported> {
        let declared = &self.program.fields[field];
        let word = self.fixed.get(&field).copied().unwrap_or_default();
        let large = || format!("the final field `{}`, which is a large number", declared.name);
        let number = self.number(word).ok_or_else(large)?;
        let heap = Heap::default();
        let owners = self.owners(Cell::Field(field));
        let value = |owner: Atom| {
            let there = self.alive(&heap, owner);
            match declared.ty {
                Type::Bool => Value::Truth(if word == 0 { Bit::FALSE } else { there }),
                Type::Int(_) | Type::Float(_) | Type::Ref(_) => {
                    Value::Number(number.clone()).masked(there, &mut self.circuit)
                }
            }
        };
        Ok(owners.into_iter().map(value).collect())
    }

    /// Numbers before the call are those of the scope, and arrays not longer than it says.
    fn in_scope(&mut self, cell: Cell, values: &[Value]) {
        let (least, greatest) = match cell {
            Cell::Lengths(_) => (0, self.universe.length as i64),
            Cell::Field(_) | Cell::Elements(_) | Cell::Global(_) | Cell::Alive(_) | Cell::Made(_) => {
                self.universe.within(self.ty(cell))
            }
        };
        for value in values {
            if let Value::Number(bits) = value {
                self.between(bits, least, greatest);
            }
        }
    }

    /// The number lies between these.
    pub(crate) fn between(&mut self, bits: &Bits, least: i64, greatest: i64) {
        for (bound, low) in [(least, true), (greatest, false)] {
            let Some(bound) = self.number(bound) else { continue };
            let beyond =
                if low { self.circuit.signed_lt(bits, &bound) } else { self.circuit.signed_lt(&bound, bits) };
            self.require(&[!beyond]);
        }
    }

    /// Any values of a cell in a heap that is known otherwise, with what is true of every heap.
    pub(crate) fn any_cell(&mut self, cell: Cell, heap: &Heap) -> Result<Rc<[Value]>, Unsupported> {
        let mut atoms = match self.ty(cell) {
            Type::Ref(ty) => self.universe.fitting(self.program, ty),
            Type::Bool | Type::Int(_) | Type::Float(_) => Vec::new(),
        };
        // Nothing that stands for several objects is ever kept.
        atoms.retain(|&atom| !self.universe.is_shared(atom));
        self.cell_of(cell, heap, &atoms)
    }

    /// Any objects of a pool that were made, with those that were made until now. New ones are none that were there before the call.
    pub(crate) fn any_more(&mut self, pool: usize, heap: &Heap) -> Result<Rc<[Value]>, Unsupported> {
        let before = self.before(Cell::Alive(pool))?;
        let was = self.get(heap, Cell::Made(pool))?;
        let is = self.any_cell(Cell::Made(pool), heap)?;
        for ((before, was), is) in before.iter().zip(was.iter()).zip(is.iter()) {
            if let (Some(before), Some(was), Some(is)) = (before.truth(), was.truth(), is.truth()) {
                self.require(&[!was, is]);
                // This can be true whatever was said of objects that were made until now: also where that leaves the scope.
                self.require(&[!is, was, !before]);
            }
        }
        Ok(is)
    }

    /// Whether it is known what a cell has.
    pub(crate) fn is_there(&self, cell: Cell) -> Result<(), Unsupported> {
        match cell {
            Cell::Field(field) if self.hidden.contains(&field) => {
                Err(format!("the field `{}` of an exception", self.program.fields[field].name))
            }
            Cell::Field(_)
            | Cell::Global(_)
            | Cell::Elements(_)
            | Cell::Lengths(_)
            | Cell::Alive(_)
            | Cell::Made(_) => Ok(()),
        }
    }

    /// The same, where references are to one of these atoms.
    fn cell_of(&mut self, cell: Cell, heap: &Heap, atoms: &[Atom]) -> Result<Rc<[Value]>, Unsupported> {
        self.is_there(cell)?;
        let ty = self.ty(cell);
        let owners = self.owners(cell);
        let mut values = Vec::with_capacity(owners.len());
        for _ in &owners {
            values.push(self.any(ty, atoms).ok_or("a floating-point number")?);
        }
        let values: Rc<[Value]> = values.into();
        match cell {
            Cell::Alive(_) => {
                for pair in values.windows(2) {
                    if let [Value::Truth(one), Value::Truth(next)] = *pair {
                        self.require(&[!next, one]);
                    }
                }
            }
            Cell::Made(_) => {
                for pair in values.windows(2) {
                    if let [Value::Truth(one), Value::Truth(next)] = *pair {
                        self.require(&[!one, next]);
                    }
                }
            }
            Cell::Global(_) => self.refers(&values, heap),
            Cell::Field(_) | Cell::Elements(_) | Cell::Lengths(_) => {
                for (&owner, value) in owners.iter().zip(values.iter()) {
                    let there = self.alive(heap, owner);
                    for bit in value.bits() {
                        self.require(&[!bit, there]);
                    }
                }
                self.refers(&values, heap);
            }
        }
        Ok(values)
    }

    /// References are to what is there.
    pub(crate) fn refers(&mut self, values: &[Value], heap: &Heap) {
        for value in values {
            for &(atom, bit) in value.atoms() {
                let there = self.alive(heap, atom);
                self.require(&[!bit, there]);
            }
        }
    }
}
