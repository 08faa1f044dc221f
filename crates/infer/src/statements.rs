//! One block at a time: statements and terminators.

mod signs;

use std::collections::BTreeMap;
use std::rc::Rc;

use ir::{
    BinaryOp, BlockId, Callee, CompareOp, Constant, FunctionId, LocalId, Operand, Place, Position, RefType,
    Rvalue, Statement, StatementKind, TerminatorKind, Trap, Type, UnaryOp,
};
use logic::circuit::Bit;

use crate::compose::{Left, Shape};
use crate::encode::{Beyond, Encoder, Run, local_index};
use crate::flow::Exit;
use crate::instance::{Edge, Instance, Kind, Outputs, Site, Sym};
use crate::memory::Unsupported;
use crate::number;
use crate::reach::Cell;
use crate::term::{Part, Term};
use crate::universe::Atom;
use crate::value::Value;
use signs::{comparison, sign};

/// What a statement without a way of its own comes to.
type Done<T> = Result<T, Unsupported>;

const WIDE: &str = "arithmetic with numbers of more than 32 bits";

const FLOAT: &str = "a floating-point number";

impl<'a> Encoder<'a> {
    /// A block under the condition that it is reached.
    pub(crate) fn block(&mut self, run: &mut Run<'a>, block: BlockId, mut edge: Edge) {
        let code = &run.body.blocks[block];
        run.known = run.flow.nonnull.before(block);
        for statement in &code.statements {
            if let Err(construct) = self.statement(run, block, &mut edge, statement) {
                return self.skip(construct, run.function, statement.position);
            }
            if edge.guard == Bit::FALSE {
                return;
            }
            crate::nonnull::after(&mut run.known, statement);
        }
        let position = code.terminator.position;
        if let Err(construct) = self.terminator(run, block, edge, &code.terminator.kind, position) {
            self.skip(construct, run.function, position);
        }
    }

    fn terminator(
        &mut self,
        run: &mut Run<'a>,
        block: BlockId,
        mut edge: Edge,
        kind: &TerminatorKind,
        position: Position,
    ) -> Done<()> {
        match kind {
            TerminatorKind::Goto(to) => self.deliver(run, (block, *to), edge, position),
            TerminatorKind::Branch { condition, then, otherwise } => {
                let condition = self.operand(run, &edge, *condition)?;
                let bit = condition.value.truth().ok_or("a branch on a number")?;
                for (to, bit, term) in
                    [(*then, bit, condition.term.clone()), (*otherwise, !bit, condition.term.negated())]
                {
                    let guard = self.memory.circuit.and(edge.guard, bit);
                    let edge = Edge { guard, term: edge.term.and(&term), state: edge.state.clone() };
                    self.deliver(run, (block, to), edge, position);
                }
            }
            TerminatorKind::Switch { value, cases, otherwise } => {
                let value = self.operand(run, &edge, *value)?;
                let bits = value.value.number().ok_or("a switch on no number")?.clone();
                let mut rest = (edge.guard, edge.term.clone());
                for &(case, to) in cases {
                    let is = match self.memory.number(case) {
                        Some(case) => self.memory.circuit.exact_equal(&bits, &case),
                        None => Bit::FALSE,
                    };
                    let guard = self.memory.circuit.and(edge.guard, is);
                    let equal = Term::Binary(
                        "==",
                        Rc::new(value.term.clone()),
                        Rc::new(Term::name(case.to_string())),
                    );
                    let taken = Edge { guard, term: edge.term.and(&equal), state: edge.state.clone() };
                    self.deliver(run, (block, to), taken, position);
                    rest = (self.memory.circuit.and(rest.0, !is), rest.1.and(&equal.negated()));
                }
                let edge = Edge { guard: rest.0, term: rest.1, state: edge.state };
                self.deliver(run, (block, *otherwise), edge, position);
            }
            TerminatorKind::Return(value) => {
                let value = value.map(|value| self.operand(run, &edge, value)).transpose()?;
                run.sites.push(Site { edge, exit: Exit::Return, block, value, position });
            }
            TerminatorKind::Throw(exception) | TerminatorKind::Fail(exception) => {
                let thrown = *exception;
                let exception = self.operand(run, &edge, thrown)?;
                if !matches!(thrown, Operand::Local(local) if run.known.contains(&local)) {
                    let is = exception.value.is_something(&mut self.memory.circuit);
                    self.trap(run, block, &mut edge, Trap::Null, !is, position);
                }
                if !matches!(kind, TerminatorKind::Fail(_)) {
                    self.raise(run, block, edge, exception, position);
                } else if edge.guard != Bit::FALSE {
                    // No handler of this function matters. One of a caller's would: such calls are not supported.
                    run.sites.push(Site { edge, exit: Exit::Throw, block, value: Some(exception), position });
                }
            }
            TerminatorKind::Unreachable => {}
        }
        Ok(())
    }

    fn operand(&mut self, run: &Run<'a>, edge: &Edge, operand: Operand) -> Done<Sym> {
        match operand {
            Operand::Local(local) => {
                let sym = edge.state.locals[local_index(local)].clone();
                sym.ok_or_else(|| {
                    format!("the variable `{}`, which has no value", run.body.locals[local].name)
                })
            }
            Operand::Constant(constant) => {
                let (value, shown) = match constant {
                    Constant::Bool(is) => (Value::Truth(Bit::constant(is)), is.to_string()),
                    Constant::Int(int, word) => {
                        let number =
                            i64::try_from(int.value(word)).ok().and_then(|value| self.memory.number(value));
                        let number = number.ok_or("a number that has more bits than the scope allows")?;
                        (Value::Number(number), int.value(word).to_string())
                    }
                    Constant::Null => (Value::null(), "null".to_string()),
                    Constant::F32(_) | Constant::F64(_) => return Err(FLOAT.to_string()),
                };
                Ok(Sym { value, term: Term::name(shown) })
            }
        }
    }

    /// The local's value, which must refer to something: otherwise, an exception is thrown.
    fn object(
        &mut self,
        run: &mut Run<'a>,
        block: BlockId,
        edge: &mut Edge,
        local: LocalId,
        position: Position,
    ) -> Done<Sym> {
        let object = self.operand(run, edge, Operand::Local(local))?;
        self.is_own(&object.value)?;
        if !run.known.contains(&local) {
            let is = object.value.is_something(&mut self.memory.circuit);
            self.trap(run, block, edge, Trap::Null, !is, position);
        }
        Ok(object)
    }

    fn statement(
        &mut self,
        run: &mut Run<'a>,
        block: BlockId,
        edge: &mut Edge,
        statement: &'a Statement,
    ) -> Done<()> {
        let position = statement.position;
        match &statement.kind {
            StatementKind::Assign { to, value } => {
                let sym = self.rvalue(run, block, edge, (*to, value), position)?;
                edge.state.locals[local_index(*to)] = Some(sym);
            }
            StatementKind::Store { to, value } => {
                let sym = self.operand(run, edge, *value)?;
                self.is_own(&sym.value)?;
                self.store(run, block, edge, *to, sym, position)?;
            }
            StatementKind::New { to, class } => {
                let sym = self.make(edge, RefType::Class(*class), (run.function, position))?;
                edge.state.locals[local_index(*to)] = Some(sym);
            }
            StatementKind::NewArray { to, array, length } => {
                let length = self.operand(run, edge, *length)?;
                let bits = length.value.number().ok_or("an array length that is no number")?.clone();
                self.trap(run, block, edge, Trap::NegativeSize, bits.top(), position);
                let sym = self.make(edge, RefType::Array(*array), (run.function, position))?;
                let most = self.memory.number(self.memory.universe.length as i64);
                if let Some(most) = most {
                    let longer = self.memory.circuit.signed_lt(&most, &bits);
                    self.leave_out(edge, longer, Beyond::Length, (run.function, position));
                }
                let pool = self
                    .memory
                    .universe
                    .pool_of(RefType::Array(*array))
                    .expect("an array that is made has atoms");
                self.write(edge, Cell::Lengths(pool), &sym.value, &Value::Number(bits))?;
                edge.state.note(Cell::Lengths(pool), "made");
                edge.state.locals[local_index(*to)] = Some(sym);
            }
            StatementKind::Call { to, callee, arguments } => {
                self.call(run, block, edge, (*to, *callee, arguments), position)?;
            }
            // Classes were initialised before.
            StatementKind::Initialise { .. } => {}
            // There is one thread.
            StatementKind::Enter { object } | StatementKind::Exit { object } => {
                self.object(run, block, edge, *object, position)?;
            }
            StatementKind::Assume { condition } => {
                let condition = self.operand(run, edge, *condition)?;
                let bit = condition.value.truth().ok_or("an assumption that is no condition")?;
                self.leave_out(edge, !bit, Beyond::Assumed, (run.function, position));
                edge.term = edge.term.and(&condition.term);
            }
            StatementKind::Assert { .. } => return Err("an assertion of the intermediate form".to_string()),
            StatementKind::Havoc { .. } | StatementKind::Choose { .. } => {
                return Err("a choice in the program".to_string());
            }
        }
        Ok(())
    }

    /// Fails if a value may be an atom that stands for several objects.
    fn is_own(&self, value: &Value) -> Done<()> {
        match value.atoms().iter().find(|&&(atom, _)| self.memory.universe.is_shared(atom)) {
            Some(&(atom, _)) => {
                let name = crate::universe::type_name(self.program, self.memory.universe.ty(atom));
                Err(format!("an object of class {name} that is looked into, kept or compared"))
            }
            None => Ok(()),
        }
    }

    /// Fails if two values may be objects of a class of which nobody may rely on which one it is.
    fn has_identity(&self, one: &Value, others: &[(Atom, Bit)]) -> Done<()> {
        let values = &self.reach.values;
        let class = |atom: Atom| match self.memory.universe.ty(atom) {
            RefType::Class(class) => Some(class).filter(|class| values.contains(class)),
            RefType::Array(_) | RefType::Any => None,
        };
        let mut classes = one.atoms().iter().filter_map(|&(atom, _)| class(atom));
        match classes.find(|&own| others.iter().any(|&(other, _)| class(other) == Some(own))) {
            Some(class) => {
                let name = crate::universe::type_name(self.program, RefType::Class(class));
                Err(format!("whether two objects of class {name} are the same one"))
            }
            None => Ok(()),
        }
    }

    /// A new object.
    fn make(&mut self, edge: &mut Edge, ty: RefType, at: (FunctionId, Position)) -> Done<Sym> {
        let name = crate::universe::type_name(self.program, ty);
        let pool = self.memory.universe.pool_of(ty).ok_or_else(|| format!("a new object of class {name}"))?;
        let term = Term::name(format!("new {name}"));
        let described = self.memory.universe.pools()[pool].clone();
        if described.shared {
            return Ok(Sym { value: Value::atom(described.first), term });
        }
        let before = self.memory.before(Cell::Alive(pool))?;
        let made = self.memory.get(&edge.state.heap, Cell::Made(pool))?;
        let circuit = &mut self.memory.circuit;
        let mut behind = Bit::TRUE;
        let (mut atoms, mut after, mut taken) = (Vec::new(), Vec::new(), Vec::new());
        for (number, (before, made)) in before.iter().zip(made.iter()).enumerate().rev() {
            let (Some(before), Some(made)) = (before.truth(), made.truth()) else { continue };
            // The last that was not made.
            let here = circuit.and(behind, !made);
            atoms.push((described.first + number as Atom, here));
            after.push(Value::Truth(behind));
            taken.push(circuit.and(here, before));
            behind = made;
        }
        atoms.reverse();
        after.reverse();
        taken.push(behind);
        // If it was there before, or all were made, the execution needs more objects than there are.
        let taken = circuit.any(taken);
        self.leave_out(edge, taken, Beyond::Objects(ty), at);
        edge.state.heap.cells.insert(Cell::Made(pool), after.into());
        edge.state.note(Cell::Made(pool), "made");
        Ok(Sym { value: Value::reference(atoms), term })
    }

    /// Writes a value for every atom that a reference is.
    fn write(&mut self, edge: &mut Edge, cell: Cell, to: &Value, value: &Value) -> Done<()> {
        let before = self.memory.get(&edge.state.heap, cell)?;
        let owners = self.memory.owners(cell);
        let circuit = &mut self.memory.circuit;
        let values = owners.iter().zip(before.iter());
        let after = values.map(|(&owner, old)| match to.is(owner) {
            Bit::FALSE => old.clone(),
            here => Value::choose(here, value, old, circuit),
        });
        let after: Rc<[Value]> = after.collect();
        edge.state.heap.cells.insert(cell, after);
        Ok(())
    }

    fn store(
        &mut self,
        run: &mut Run<'a>,
        block: BlockId,
        edge: &mut Edge,
        place: Place,
        sym: Sym,
        position: Position,
    ) -> Done<()> {
        let Sym { value, term } = sym;
        match place {
            Place::Global(global) => {
                // What was there is not needed, but it has to be known that it can be.
                edge.state.heap.cells.insert(Cell::Global(global), Rc::from([value]));
                let name = &self.program.globals[global].name;
                edge.state.note(Cell::Global(global), &format!("{name}' == {term}"));
            }
            Place::Field { object, field } => {
                let object = self.object(run, block, edge, object, position)?;
                self.write(edge, Cell::Field(field), &object.value, &value)?;
                let name = &self.program.fields[field].name;
                edge.state.note(Cell::Field(field), &format!("{}.{name}' == {term}", object.term));
            }
            Place::Element { array, index } => {
                let (array, index) = self.element(run, block, edge, array, index, position)?;
                if let Value::Reference(_) = value {
                    let misfit = self.misfit(&array.value, &value);
                    self.trap(run, block, edge, Trap::Store, misfit, position);
                }
                for pool in self.array_pools(&array.value) {
                    let cell = Cell::Elements(pool);
                    let before = self.memory.get(&edge.state.heap, cell)?;
                    let length = self.memory.universe.length;
                    let first = self.memory.universe.pools()[pool].first;
                    let mut after = before.to_vec();
                    for (number, old) in before.iter().enumerate() {
                        let atom = first + (number / length) as Atom;
                        let at = self.index_is(&index, number % length);
                        let here = self.memory.circuit.and(array.value.is(atom), at);
                        after[number] = Value::choose(here, &value, old, &mut self.memory.circuit);
                    }
                    edge.state.heap.cells.insert(cell, after.into());
                    edge.state.note(cell, &format!("{}[{}]' == {term}", array.term, index.term));
                }
            }
        }
        Ok(())
    }

    /// Under which condition a reference does not fit an array.
    fn misfit(&mut self, array: &Value, value: &Value) -> Bit {
        let mut misfits = Vec::new();
        for &(atom, here) in array.atoms() {
            let RefType::Array(ty) = self.memory.universe.ty(atom) else { continue };
            let Type::Ref(element) = self.program.element_type(ty) else { continue };
            for &(object, is) in value.atoms() {
                if !self.program.is_subtype(self.memory.universe.ty(object), element) {
                    misfits.push(self.memory.circuit.and(here, is));
                }
            }
        }
        self.memory.circuit.any(misfits)
    }

    /// The pools of arrays that a reference can refer to.
    fn array_pools(&self, array: &Value) -> Vec<usize> {
        let mut pools: Vec<usize> =
            array.atoms().iter().map(|&(atom, _)| self.memory.universe.pool(atom)).collect();
        pools.dedup();
        pools.retain(|&pool| matches!(self.memory.universe.pools()[pool].ty, RefType::Array(_)));
        pools
    }

    fn index_is(&mut self, index: &Sym, place: usize) -> Bit {
        let (Some(bits), Some(place)) = (index.value.number().cloned(), self.memory.number(place as i64))
        else {
            return Bit::FALSE;
        };
        self.memory.circuit.exact_equal(&bits, &place)
    }

    /// An array and an index in it.
    fn element(
        &mut self,
        run: &mut Run<'a>,
        block: BlockId,
        edge: &mut Edge,
        array: LocalId,
        index: Operand,
        position: Position,
    ) -> Done<(Sym, Sym)> {
        let array = self.object(run, block, edge, array, position)?;
        let index = self.operand(run, edge, index)?;
        let length = self.length(edge, &array.value)?;
        let bits = index.value.number().ok_or("an index that is no number")?.clone();
        if let Value::Number(length) = length {
            let inside = self.memory.circuit.signed_lt(&bits, &length);
            let inside = self.memory.circuit.and(inside, !bits.top());
            self.trap(run, block, edge, Trap::Bounds, !inside, position);
        }
        Ok((array, index))
    }

    fn length(&mut self, edge: &Edge, array: &Value) -> Done<Value> {
        let mut choices = Vec::new();
        for pool in self.array_pools(array) {
            let lengths = self.memory.get(&edge.state.heap, Cell::Lengths(pool))?;
            for (atom, length) in self.memory.universe.atoms(pool).zip(lengths.iter()) {
                choices.push((array.is(atom), length.clone()));
            }
        }
        let zero = self.memory.zero(Type::I32).expect("numbers are supported");
        Ok(Value::of_one(&choices, &mut self.memory.circuit).unwrap_or(zero))
    }

    fn load(
        &mut self,
        run: &mut Run<'a>,
        block: BlockId,
        edge: &mut Edge,
        place: Place,
        position: Position,
    ) -> Done<Sym> {
        let ty = self.program.place_type(run.body, place).unwrap_or(Type::ANY);
        let zero = self.memory.zero(ty).ok_or(FLOAT)?;
        match place {
            Place::Global(global) => {
                let values = self.memory.get(&edge.state.heap, Cell::Global(global))?;
                Ok(Sym {
                    value: values[0].clone(),
                    term: Term::name(self.program.globals[global].name.as_str()),
                })
            }
            Place::Field { object, field } => {
                let object = self.object(run, block, edge, object, position)?;
                let cell = Cell::Field(field);
                let values = self.memory.get(&edge.state.heap, cell)?;
                let owners = self.memory.owners(cell);
                let choices: Vec<(Bit, Value)> = owners
                    .iter()
                    .zip(values.iter())
                    .map(|(&owner, value)| (object.value.is(owner), value.clone()))
                    .filter(|(here, _)| *here != Bit::FALSE)
                    .collect();
                let value = Value::of_one(&choices, &mut self.memory.circuit).unwrap_or(zero);
                let term = Term::Part {
                    of: Rc::new(object.term),
                    part: Part::Field(self.program.fields[field].name.as_str().into()),
                    later: edge.state.written.contains_key(&cell),
                };
                Ok(Sym { value, term })
            }
            Place::Element { array, index } => {
                let (array, index) = self.element(run, block, edge, array, index, position)?;
                let mut choices = Vec::new();
                let mut later = false;
                for pool in self.array_pools(&array.value) {
                    let cell = Cell::Elements(pool);
                    later |= edge.state.written.contains_key(&cell);
                    let values = self.memory.get(&edge.state.heap, cell)?;
                    let length = self.memory.universe.length;
                    let first = self.memory.universe.pools()[pool].first;
                    for (number, value) in values.iter().enumerate() {
                        let atom = first + (number / length) as Atom;
                        let at = self.index_is(&index, number % length);
                        let here = self.memory.circuit.and(array.value.is(atom), at);
                        if here != Bit::FALSE {
                            choices.push((here, value.clone()));
                        }
                    }
                }
                let value = Value::of_one(&choices, &mut self.memory.circuit).unwrap_or(zero);
                let part = Part::Index(Rc::new(index.term));
                Ok(Sym { value, term: Term::Part { of: Rc::new(array.term), part, later } })
            }
        }
    }

    fn rvalue(
        &mut self,
        run: &mut Run<'a>,
        block: BlockId,
        edge: &mut Edge,
        (to, value): (LocalId, &Rvalue),
        position: Position,
    ) -> Done<Sym> {
        let width = self.memory.universe.width;
        let binary = |name: &'static str, a: &Sym, b: &Sym| {
            Term::Binary(name, Rc::new(a.term.clone()), Rc::new(b.term.clone()))
        };
        match *value {
            Rvalue::Use(operand) => self.operand(run, edge, operand),
            Rvalue::Load(place) => self.load(run, block, edge, place, position),
            Rvalue::Unary(op, operand) => {
                let a = self.operand(run, edge, operand)?;
                let ty = run.body.operand_type(operand).unwrap_or(Type::I32);
                match (op, &a.value) {
                    (UnaryOp::Not, Value::Truth(bit)) => {
                        Ok(Sym { value: Value::Truth(!*bit), term: a.term.negated() })
                    }
                    (UnaryOp::Not, Value::Number(bits)) => {
                        let number = self.memory.circuit.complement(bits);
                        Ok(Sym { value: Value::Number(number), term: Term::Not(Rc::new(a.term)) })
                    }
                    (UnaryOp::Neg, Value::Number(bits)) => {
                        let zero = self.memory.circuit.constant(width, 0);
                        let (number, right) =
                            number::binary(&mut self.memory.circuit, BinaryOp::Sub, &zero, bits, ty, width)
                                .ok_or(WIDE)?;
                        self.leave_out(edge, !right, Beyond::Number, (run.function, position));
                        let term = Term::Binary("-", Rc::new(Term::name("0")), Rc::new(a.term));
                        Ok(Sym { value: Value::Number(number), term })
                    }
                    (UnaryOp::Not | UnaryOp::Neg, _) => Err(FLOAT.to_string()),
                }
            }
            Rvalue::Binary(op, left, right) => {
                let (a, b) = (self.operand(run, edge, left)?, self.operand(run, edge, right)?);
                let ty = run.body.operand_type(left).unwrap_or(Type::I32);
                let term = binary(sign(op), &a, &b);
                match (&a.value, &b.value) {
                    (Value::Truth(x), Value::Truth(y)) => {
                        let circuit = &mut self.memory.circuit;
                        let bit = match op {
                            BinaryOp::And => circuit.and(*x, *y),
                            BinaryOp::Or => circuit.or(*x, *y),
                            BinaryOp::Xor => circuit.xor(*x, *y),
                            BinaryOp::Add
                            | BinaryOp::Sub
                            | BinaryOp::Mul
                            | BinaryOp::Div
                            | BinaryOp::Rem
                            | BinaryOp::Shl
                            | BinaryOp::Shr
                            | BinaryOp::Ushr => return Err("arithmetic with truth values".to_string()),
                        };
                        Ok(Sym { value: Value::Truth(bit), term })
                    }
                    (Value::Number(x), Value::Number(y)) => {
                        if matches!(op, BinaryOp::Div | BinaryOp::Rem) {
                            let zero = self.memory.circuit.constant(width, 0);
                            let by_zero = self.memory.circuit.equal(y, &zero);
                            self.trap(run, block, edge, Trap::Division, by_zero, position);
                        }
                        let (number, right) =
                            number::binary(&mut self.memory.circuit, op, x, y, ty, width).ok_or(WIDE)?;
                        self.leave_out(edge, !right, Beyond::Number, (run.function, position));
                        Ok(Sym { value: Value::Number(number), term })
                    }
                    (Value::Truth(_) | Value::Number(_) | Value::Reference(_), _) => Err(FLOAT.to_string()),
                }
            }
            Rvalue::Compare(op, left, right) => {
                let (a, b) = (self.operand(run, edge, left)?, self.operand(run, edge, right)?);
                let bit = match (&a.value, &b.value) {
                    (Value::Number(x), Value::Number(y)) => {
                        number::compare(&mut self.memory.circuit, op, x, y)
                    }
                    (Value::Truth(x), Value::Truth(y)) => {
                        let same = self.memory.circuit.iff(*x, *y);
                        if op == CompareOp::Ne { !same } else { same }
                    }
                    (Value::Reference(x), Value::Reference(y)) => {
                        // One that stands for several may be another one of its class, or the same.
                        let universe = self.memory.universe;
                        for (one, others) in [(&a.value, y), (&b.value, x)] {
                            let shared = one.atoms().iter().filter(|(atom, _)| universe.is_shared(*atom));
                            let class = |atom: Atom| universe.ty(atom);
                            let mut shared = shared.map(|&(atom, _)| class(atom));
                            if shared.any(|ty| others.iter().any(|&(other, _)| class(other) == ty)) {
                                self.is_own(one)?;
                            }
                            self.has_identity(one, others)?;
                        }
                        let same = a.value.equal(&b.value, &mut self.memory.circuit);
                        if op == CompareOp::Ne { !same } else { same }
                    }
                    (Value::Truth(_) | Value::Number(_) | Value::Reference(_), _) => {
                        return Err("a comparison of different kinds".to_string());
                    }
                };
                // Conditions are numbers that are compared with zero where the source has truth values.
                Ok(Sym { value: Value::Truth(bit), term: binary(comparison(op), &a, &b) })
            }
            Rvalue::Order(_, left, right) => {
                let (a, b) = (self.operand(run, edge, left)?, self.operand(run, edge, right)?);
                let (Some(x), Some(y)) = (a.value.number(), b.value.number()) else {
                    return Err(FLOAT.to_string());
                };
                let circuit = &mut self.memory.circuit;
                let (less, more) = (circuit.exact_lt(x, y), circuit.exact_lt(y, x));
                let number = logic::circuit::Bits::new(vec![circuit.or(less, more), less]);
                let number = circuit.resize(&number, width, true);
                Ok(Sym { value: Value::Number(number), term: binary("compared with", &a, &b) })
            }
            Rvalue::Convert(operand) => {
                let a = self.operand(run, edge, operand)?;
                let ty = run.body.locals[to].ty;
                match (&a.value, ty) {
                    (Value::Truth(_), Type::Bool) => Ok(a),
                    (Value::Truth(bit), Type::Int(_)) => {
                        let one = logic::circuit::Bits::new(vec![*bit]);
                        let number = self.memory.circuit.resize(&one, width, false);
                        Ok(Sym { value: Value::Number(number), term: a.term })
                    }
                    (Value::Number(bits), Type::Int(_)) => {
                        let (number, right) = number::fitted(&mut self.memory.circuit, bits, ty, width);
                        self.leave_out(edge, !right, Beyond::Number, (run.function, position));
                        Ok(Sym { value: Value::Number(number), term: a.term })
                    }
                    (Value::Truth(_) | Value::Number(_) | Value::Reference(_), _) => Err(FLOAT.to_string()),
                }
            }
            Rvalue::InstanceOf(operand, ty) => {
                let a = self.operand(run, edge, operand)?;
                let fits = self.belongs(&a.value, ty);
                let name = Term::name(crate::universe::type_name(self.program, ty));
                Ok(Sym {
                    value: Value::Truth(fits),
                    term: Term::Binary("instanceof", Rc::new(a.term), Rc::new(name)),
                })
            }
            Rvalue::Cast(operand) => {
                let a = self.operand(run, edge, operand)?;
                let Type::Ref(ty) = run.body.locals[to].ty else { return Ok(a) };
                let (fits, is) = (self.belongs(&a.value, ty), a.value.is_something(&mut self.memory.circuit));
                let misfits = self.memory.circuit.and(is, !fits);
                self.trap(run, block, edge, Trap::Cast, misfits, position);
                let universe = self.memory.universe;
                let fitting = a
                    .value
                    .atoms()
                    .iter()
                    .filter(|(atom, _)| self.program.is_subtype(universe.ty(*atom), ty));
                Ok(Sym { value: Value::reference(fitting.copied().collect::<Vec<_>>()), term: a.term })
            }
            Rvalue::Length(array) => {
                let array = self.object(run, block, edge, array, position)?;
                let value = self.length(edge, &array.value)?;
                let part = Part::Field("length".into());
                Ok(Sym { value, term: Term::Part { of: Rc::new(array.term), part, later: false } })
            }
            Rvalue::Literal(literal) => {
                let pool = match self.program.literal_type(literal) {
                    Type::Ref(ty) => self.memory.universe.shared_pool_of(ty),
                    Type::Bool | Type::Int(_) | Type::Float(_) => None,
                };
                let pool = pool.ok_or("a literal")?;
                let first = self.memory.universe.pools()[pool].first;
                Ok(Sym { value: Value::atom(first), term: Term::name("a literal") })
            }
        }
    }

    /// Under which condition a reference belongs to a type.
    fn belongs(&mut self, value: &Value, ty: RefType) -> Bit {
        let universe = self.memory.universe;
        let fitting =
            value.atoms().iter().filter(|(atom, _)| self.program.is_subtype(universe.ty(*atom), ty));
        self.memory.circuit.any(fitting.map(|&(_, bit)| bit).collect::<Vec<_>>())
    }

    /// The method of an object that a virtual call finds.
    fn found(&self, atom: Atom, selector: ir::SelectorId) -> Option<FunctionId> {
        match self.memory.universe.ty(atom) {
            RefType::Class(class) => self.program.method(class, selector),
            RefType::Array(_) | RefType::Any => {
                self.program.array_class().and_then(|class| self.program.method(class, selector))
            }
        }
    }

    /// The functions that a call goes to, each with its condition; the condition that there is none.
    fn dispatch(
        &mut self,
        run: &Run<'a>,
        callee: Callee,
        arguments: &[Operand],
        receiver: Option<&Value>,
    ) -> (Vec<(FunctionId, Bit)>, Bit) {
        match (callee, receiver) {
            (Callee::Virtual(selector), Some(receiver)) => {
                let mut targets: BTreeMap<FunctionId, Vec<Bit>> = BTreeMap::new();
                let mut none = Vec::new();
                for &(atom, bit) in receiver.atoms() {
                    match self.found(atom, selector) {
                        Some(method) => targets.entry(method).or_default().push(bit),
                        None => none.push(bit),
                    }
                }
                let circuit = &mut self.memory.circuit;
                let only = targets.len() == 1 && none.is_empty();
                let targets = targets
                    .into_iter()
                    .map(|(function, bits)| (function, if only { Bit::TRUE } else { circuit.any(bits) }));
                let targets = targets.collect();
                (targets, self.memory.circuit.any(none))
            }
            (Callee::Function(_) | Callee::Special(_) | Callee::Virtual(_), _) => {
                let receiver = arguments.first().and_then(|&first| run.body.operand_type(first));
                let targets = self.reach.targets(self.program, callee, receiver);
                (targets.into_iter().map(|target| (target, Bit::TRUE)).collect(), Bit::FALSE)
            }
        }
    }

    fn call(
        &mut self,
        run: &mut Run<'a>,
        block: BlockId,
        edge: &mut Edge,
        (to, callee, arguments): (Option<LocalId>, Callee, &[Operand]),
        position: Position,
    ) -> Done<()> {
        let mut values = Vec::new();
        for &argument in arguments {
            values.push(self.operand(run, edge, argument)?);
        }
        let receiver = match callee {
            Callee::Function(_) => None,
            Callee::Special(_) | Callee::Virtual(_) => values.first().map(|sym| sym.value.clone()),
        };
        let is_known = matches!(arguments.first(), Some(Operand::Local(local)) if run.known.contains(local));
        if let Some(receiver) = &receiver
            && !is_known
        {
            let is = receiver.is_something(&mut self.memory.circuit);
            self.trap(run, block, edge, Trap::Null, !is, position);
        }
        if edge.guard == Bit::FALSE {
            return Ok(());
        }
        let (targets, none) = self.dispatch(run, callee, arguments, receiver.as_ref());
        let nowhere = self.memory.circuit.and(edge.guard, none);
        if nowhere != Bit::FALSE {
            self.skip("a virtual call that finds no method", run.function, position);
            edge.guard = self.memory.circuit.and(edge.guard, !none);
        }
        if let Callee::Function(function) | Callee::Special(function) = callee
            && self.reach.is_silent(function)
        {
            // A constructor that does nothing anybody looks at.
            return Ok(());
        }
        let mut after = Vec::new();
        for (function, when) in targets {
            let guard = self.memory.circuit.and(edge.guard, when);
            if guard == Bit::FALSE {
                continue;
            }
            if let (Callee::Virtual(selector), Some(receiver)) = (callee, &receiver) {
                // Only those come there whose method it is.
                let own = |atom: Atom| self.found(atom, selector) == Some(function);
                let atoms = receiver.atoms().iter().copied().filter(|&(atom, _)| own(atom));
                values[0].value = Value::reference(atoms.collect::<Vec<_>>());
            }
            after.push(self.call_one(run, block, edge, (function, guard), &values, position)?);
        }
        // Everything that is there is kept: who is called does not say what is needed afterwards.
        let merged: Vec<Edge> = after
            .into_iter()
            .map(|(mut edge, result)| {
                if let Some(to) = to {
                    edge.state.locals[local_index(to)] = result;
                }
                edge
            })
            .collect();
        let term = edge.term.clone();
        *edge = match <[Edge; 1]>::try_from(merged) {
            Ok([only]) => only,
            Err(several) => self.join(several, |_| true),
        };
        edge.term = term;
        Ok(())
    }

    /// A call of one function. Gives how it goes on, and the result.
    fn call_one(
        &mut self,
        run: &mut Run<'a>,
        block: BlockId,
        edge: &Edge,
        (function, guard): (FunctionId, Bit),
        arguments: &[Sym],
        position: Position,
    ) -> Done<(Edge, Option<Sym>)> {
        let effects = self.reach.effects(function);
        let result = self.program.functions[function].result;
        // What is not known may make objects that have no atoms, and give, keep or throw them, unless somebody says what it does.
        let is_told = self.is_told(function);
        if is_told {
            self.tell(function, run.function, position);
        } else if effects.opaque {
            let name = &self.program.functions[function].name;
            self.skip(format!("a call of `{name}`, whose code is not known"), run.function, position);
        }
        let caught = run.body.blocks[block].unwind.is_some() || self.instances[run.id].caught;
        if caught && effects.fails && !is_told {
            let name = &self.program.functions[function].name;
            let what = format!("an assertion in `{name}` or below it, whose failure may be caught");
            self.skip(what, run.function, position);
        }
        let writes = self.written(&effects.writes, effects.unknown);
        let foreign = !is_told && (effects.unknown || self.is_foreign(&effects.foreign, &writes, arguments));
        let exits: &[Exit] = if effects.throws { &[Exit::Return, Exit::Throw] } else { &[Exit::Return] };
        let shape = Shape { exits, locals: &[], result: (result, function), writes: &writes };
        let depth = self.nested(run.id, function);
        let part = self.part(function, Kind::Call, depth);
        let outputs = match part {
            Some(_) => Outputs::default(),
            None => self.outputs(&edge.state.heap, &shape)?,
        };
        let state = crate::instance::State {
            locals: arguments.iter().cloned().map(Some).collect(),
            heap: edge.state.heap.clone(),
            ..Default::default()
        };
        let id = self.instances.len();
        run.children.push(id);
        self.instances.push(Instance {
            function,
            kind: Kind::Call,
            depth,
            parent: Some(run.id),
            guard,
            state,
            outputs: Rc::new(outputs),
            position,
            opened: None,
            caught,
            foreign,
            cut: false,
        });
        let name = crate::show::short_name(&self.program.functions[function].name);
        let left = match part {
            Some(part) => self.compose(id, part, &shape, &name)?,
            None => self.abstracted(id, &name),
        };
        // Who does not return goes on nowhere.
        let mut after =
            (Edge { guard: Bit::FALSE, term: edge.term.clone(), state: edge.state.clone() }, None);
        for Left { exit, guard, state, value } in left {
            let mut next = Edge { guard, term: edge.term.clone(), state: edge.state.clone() };
            next.state.take_memory(state);
            match exit {
                Exit::Return => {
                    let at = (&edge.state.heap, &next.state.heap);
                    self.believe((function, guard), at, arguments, value.as_ref());
                    let term = Term::Unknown(format!("{name}()").into());
                    after = (next, value.map(|value| Sym { value, term }));
                }
                Exit::Throw => {
                    next.term = next.term.and(&Term::name(format!("{name} throws")));
                    let term = Term::Unknown(format!("exception of {name}").into());
                    let value = value.unwrap_or_else(Value::null);
                    self.raise(run, block, next, Sym { value, term }, position);
                }
                Exit::To(_) => unreachable!("a call is left by a return or an exception"),
            }
        }
        Ok(after)
    }

    /// How many calls of a function an instance is inside.
    fn nested(&self, id: usize, function: FunctionId) -> usize {
        let mut count = 0;
        let mut at = Some(id);
        while let Some(id) = at {
            let instance = &self.instances[id];
            count += usize::from(instance.kind == Kind::Call && instance.function == function);
            at = instance.parent;
        }
        count
    }
}
