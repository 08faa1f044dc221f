//! Bodies to the dense form.

use std::collections::HashMap;
use std::sync::OnceLock;

use ir::{
    BinaryOp, Body, Callee, CompareOp, Constant, Id as _, IntType, LocalId, Operand, Place, RefType, Rvalue,
    StatementKind, TerminatorKind, Type,
};

use crate::code::{Code, Element, Handler, NOWHERE, Op, Origin, Register, SwitchTable};
use crate::image::Image;
use crate::word::{self, Number, Order, Word};

/// How code is made from a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lowering {
    /// A comparison that only the branch behind it reads becomes one operation with it.
    Fused,
    /// Every statement is an operation, so that somebody can watch each.
    Stepwise,
}

/// How many different constants get registers; others are loaded where they are used, because every
/// call copies those that have one.
const CONSTANT_REGISTERS: usize = 32;

/// The word of a constant. Every NaN has the same word, whatever its bits.
pub fn word_of(constant: Constant) -> Word {
    match constant {
        Constant::Bool(value) => Word::from(value),
        Constant::Int(_, word) => word as Word,
        Constant::F32(bits) => word::from_f32(f32::from_bits(bits)),
        Constant::F64(bits) => word::from_f64(f64::from_bits(bits)),
        Constant::Null => 0,
    }
}

pub(crate) fn lower(image: &Image<'_>, parameters: usize, body: &Body, lowering: Lowering) -> Code {
    Lowerer {
        image,
        body,
        lowering,
        ops: Vec::new(),
        origins: Vec::new(),
        constants: Vec::new(),
        pool: Vec::new(),
        scratch: 0,
        most_scratch: 0,
        constant_of: HashMap::new(),
        handlers: Vec::new(),
        arguments: Vec::new(),
        switches: Vec::new(),
        targets: Vec::new(),
        starts: Vec::new(),
        origin: Origin { block: body.entry(), statement: 0 },
        uses: uses(body),
    }
    .lower(parameters)
}

/// How often each local is read and written in the whole body.
fn uses(body: &Body) -> Vec<(u32, u32)> {
    let mut counts = vec![(0, 0); body.locals.len()];
    for block in &body.blocks {
        let mut read = |operand| {
            if let Operand::Local(local) = operand {
                counts[LocalId::index(local)].0 += 1;
            }
        };
        for statement in &block.statements {
            statement.kind.for_each_operand(&mut read);
        }
        block.terminator.kind.for_each_operand(&mut read);
        for statement in &block.statements {
            if let Some(to) = statement.kind.destination() {
                counts[to.index()].1 += 1;
            }
        }
        if let Some(unwind) = block.unwind {
            counts[unwind.local.index()].1 += 1;
        }
    }
    counts
}

struct Lowerer<'a, 'p> {
    image: &'a Image<'p>,
    body: &'a Body,
    lowering: Lowering,
    ops: Vec<Op>,
    origins: Vec<Origin>,
    constants: Vec<Word>,
    pool: Vec<Word>,
    /// How many scratch registers the current statement uses, and the most that one does.
    scratch: usize,
    most_scratch: usize,
    constant_of: HashMap<Word, usize>,
    handlers: Vec<Handler>,
    arguments: Vec<Register>,
    switches: Vec<SwitchTable>,
    targets: Vec<RefType>,
    /// Where each block starts.
    starts: Vec<u32>,
    origin: Origin,
    uses: Vec<(u32, u32)>,
}

fn register(local: LocalId) -> Register {
    Register::try_from(local.index()).expect("the verifier limits the locals")
}

fn number(ty: Option<Type>) -> Number {
    match ty {
        Some(Type::Int(int)) => Number::Int(int),
        Some(Type::Float(float)) => Number::Float(float),
        Some(Type::Bool) => Number::Bool,
        // References compare like integers.
        Some(Type::Ref(_)) | None => Number::Int(IntType::I64),
    }
}

impl Lowerer<'_, '_> {
    fn lower(mut self, parameters: usize) -> Code {
        for (id, block) in self.body.blocks.enumerate() {
            let start = self.pc();
            self.starts.push(start);
            let fused = self.fused_comparison(block);
            let statements = block.statements.len() - usize::from(fused.is_some());
            for (index, statement) in block.statements[..statements].iter().enumerate() {
                self.origin = Origin { block: id, statement: index as u32 };
                self.statement(&statement.kind);
            }
            self.origin = Origin { block: id, statement: block.statements.len() as u32 };
            self.terminator(&block.terminator.kind, fused, ir::BlockId::new(id.index() + 1));
            if let Some(unwind) = block.unwind {
                let (target, register) = (unwind.block.index() as u32, register(unwind.local));
                self.handlers.push(Handler { start, end: self.pc(), target, register });
            }
        }
        self.resolve();
        let locals = self.body.locals.len();
        let constants = if self.most_scratch > 0 { CONSTANT_REGISTERS } else { self.constants.len() };
        let registers = locals + constants + self.most_scratch;
        Code {
            ops: self.ops.into(),
            origins: self.origins.into(),
            parameters: Register::try_from(parameters).expect("the verifier limits the parameters"),
            registers: Register::try_from(registers).expect("the verifier limits locals and arguments"),
            first_constant: Register::try_from(locals).expect("the verifier limits the locals"),
            constants: self.constants.into(),
            pool: self.pool.into(),
            handlers: self.handlers.into(),
            arguments: self.arguments.into(),
            switches: self.switches.into(),
            targets: self.targets.into(),
            live: OnceLock::new(),
        }
    }

    fn pc(&self) -> u32 {
        u32::try_from(self.ops.len()).expect("a function has fewer than four billion operations")
    }

    fn push(&mut self, op: Op) {
        self.ops.push(op);
        self.origins.push(self.origin);
    }

    /// Blocks are numbers while code is made; now they have addresses.
    fn resolve(&mut self) {
        let starts = &self.starts;
        let address = |target: &mut u32| *target = starts[*target as usize];
        for op in &mut self.ops {
            if let Op::Jump { target }
            | Op::BranchTrue { target, .. }
            | Op::BranchFalse { target, .. }
            | Op::BranchEq { target, .. }
            | Op::BranchNe { target, .. }
            | Op::BranchLt { target, .. }
            | Op::BranchLe { target, .. }
            | Op::BranchGt { target, .. }
            | Op::BranchGe { target, .. } = op
            {
                address(target);
            }
        }
        for switch in &mut self.switches {
            address(&mut switch.otherwise);
            switch.cases.iter_mut().for_each(|case| address(&mut case.1));
            if let Some((_, targets)) = &mut switch.dense {
                targets.iter_mut().for_each(address);
            }
        }
        self.handlers.iter_mut().for_each(|handler| address(&mut handler.target));
    }

    fn operand(&mut self, operand: Operand) -> Register {
        match operand {
            Operand::Local(local) => register(local),
            Operand::Constant(constant) => self.constant(word_of(constant)),
        }
    }

    /// The register that holds a constant, behind the locals.
    fn constant(&mut self, word: Word) -> Register {
        let next = self.constant_of.len();
        let index = *self.constant_of.entry(word).or_insert_with(|| {
            if next < CONSTANT_REGISTERS {
                self.constants.push(word)
            } else {
                self.pool.push(word)
            }
            next
        });
        let first = self.body.locals.len();
        let (register, pooled) = match index.checked_sub(CONSTANT_REGISTERS) {
            None => (first + index, None),
            Some(pooled) => {
                self.scratch += 1;
                self.most_scratch = self.most_scratch.max(self.scratch);
                (first + CONSTANT_REGISTERS + self.scratch - 1, Some(pooled))
            }
        };
        let register = Register::try_from(register).expect("the verifier limits locals and arguments");
        if let Some(pooled) = pooled {
            self.push(Op::Constant { to: register, index: pooled as u32 });
        }
        register
    }

    fn ty(&self, operand: Operand) -> Option<Type> {
        self.body.operand_type(operand)
    }

    /// The comparison that can become one with the branch at the block's end: the last statement,
    /// signed words, and nobody else reads or writes its result.
    fn fused_comparison(&self, block: &ir::Block) -> Option<(CompareOp, Operand, Operand)> {
        if self.lowering == Lowering::Stepwise {
            return None;
        }
        let TerminatorKind::Branch { condition: Operand::Local(condition), .. } = block.terminator.kind
        else {
            return None;
        };
        let StatementKind::Assign { to, value: Rvalue::Compare(op, a, b) } = block.statements.last()?.kind
        else {
            return None;
        };
        let signed = match Order::of(number(self.ty(a).or(self.ty(b)))) {
            Order::Signed => true,
            Order::Unsigned | Order::F32 | Order::F64 => false,
        };
        (to == condition && signed && self.uses[to.index()] == (1, 1)).then_some((op, a, b))
    }

    fn statement(&mut self, statement: &StatementKind) {
        self.scratch = 0;
        match statement {
            StatementKind::Assign { to, value } => {
                self.assign(register(*to), *value, self.body.locals[*to].ty)
            }
            StatementKind::Store { to, value } => {
                let a = self.operand(*value);
                match *to {
                    Place::Global(global) => self.push(Op::StoreGlobal { global: global.index() as u32, a }),
                    Place::Field { object, field } => {
                        let slot = self.image.slot(field);
                        self.push(Op::Store { object: register(object), slot, a });
                    }
                    Place::Element { array, index } => {
                        let index = self.operand(index);
                        let element = self.element(array);
                        let array = register(array);
                        self.push(match element {
                            Element::I32 => Op::StoreI32 { array, index, a },
                            Element::Slot
                            | Element::I8
                            | Element::U8
                            | Element::I16
                            | Element::U16
                            | Element::U32
                            | Element::W64 => Op::StoreElement { element, array, index, a },
                        });
                    }
                }
            }
            StatementKind::New { to, class } => {
                self.push(Op::New { to: register(*to), class: class.index() as u32 });
            }
            StatementKind::NewArray { to, array, length } => {
                let length = self.operand(*length);
                self.push(Op::NewArray { to: register(*to), array: array.index() as u32, length });
            }
            StatementKind::Call { to, callee, arguments } => {
                let registers: Vec<Register> =
                    arguments.iter().map(|&argument| self.operand(argument)).collect();
                let start = u32::try_from(self.arguments.len()).expect("arguments are limited");
                self.arguments.extend(registers);
                let to = to.map_or(NOWHERE, register);
                self.push(match *callee {
                    Callee::Function(function) => {
                        Op::Call { to, function: function.index() as u32, arguments: start }
                    }
                    Callee::Special(function) => {
                        Op::CallSpecial { to, function: function.index() as u32, arguments: start }
                    }
                    Callee::Virtual(selector) => {
                        Op::CallVirtual { to, selector: selector.index() as u32, arguments: start }
                    }
                });
            }
            StatementKind::Initialise { class } => self.push(Op::Initialise { class: class.index() as u32 }),
            StatementKind::Enter { object } => self.push(Op::Enter { object: register(*object) }),
            StatementKind::Exit { object } => self.push(Op::Exit { object: register(*object) }),
            StatementKind::Assume { condition } => {
                let a = self.operand(*condition);
                self.push(Op::Assume { a });
            }
            StatementKind::Assert { condition, .. } => {
                let a = self.operand(*condition);
                self.push(Op::Assert { a });
            }
            StatementKind::Havoc { to: local } => {
                let to = register(*local);
                self.push(match self.body.locals[*local].ty {
                    Type::Int(int) => Op::Havoc { int, to },
                    Type::Bool | Type::Float(_) | Type::Ref(_) => Op::HavocBool { to },
                });
            }
            StatementKind::Choose { to, low, high } => {
                let (low, high) = (self.operand(*low), self.operand(*high));
                let Type::Int(int) = self.body.locals[*to].ty else {
                    unreachable!("the verifier only lets integers be chosen")
                };
                self.push(Op::Choose { int, to: register(*to), low, high });
            }
        }
    }

    fn element(&self, array: LocalId) -> Element {
        match self.body.locals[array].ty {
            Type::Ref(RefType::Array(array)) => self.image.element(array),
            Type::Bool | Type::Int(_) | Type::Float(_) | Type::Ref(_) => {
                unreachable!("the verifier only lets elements of arrays through")
            }
        }
    }

    fn assign(&mut self, to: Register, value: Rvalue, ty: Type) {
        match value {
            Rvalue::Use(a) => {
                let a = self.operand(a);
                self.push(Op::Copy { to, a });
            }
            Rvalue::Load(Place::Global(global)) => {
                self.push(Op::LoadGlobal { to, global: global.index() as u32 });
            }
            Rvalue::Load(Place::Field { object, field }) => {
                let slot = self.image.slot(field);
                self.push(Op::Load { to, object: register(object), slot });
            }
            Rvalue::Load(Place::Element { array, index }) => {
                let index = self.operand(index);
                let element = self.element(array);
                let array = register(array);
                self.push(match element {
                    Element::I32 => Op::LoadI32 { to, array, index },
                    Element::Slot
                    | Element::I8
                    | Element::U8
                    | Element::I16
                    | Element::U16
                    | Element::U32
                    | Element::W64 => Op::LoadElement { element, to, array, index },
                });
            }
            Rvalue::Unary(op, a) => {
                let number = number(self.ty(a));
                let a = self.operand(a);
                self.push(Op::Unary { op, number, to, a });
            }
            Rvalue::Binary(op, a, b) => {
                let number = number(self.ty(a));
                let (a, b) = (self.operand(a), self.operand(b));
                self.push(binary(op, number, to, a, b));
            }
            Rvalue::Compare(op, a, b) => {
                let order = Order::of(number(self.ty(a).or(self.ty(b))));
                let (a, b) = (self.operand(a), self.operand(b));
                self.push(Op::Compare { op, order, to, a, b });
            }
            Rvalue::Order(op, a, b) => {
                let order = Order::of(number(self.ty(a)));
                let (a, b) = (self.operand(a), self.operand(b));
                self.push(Op::ThreeWay { op, order, to, a, b });
            }
            Rvalue::Convert(a) => {
                let (from, into) = (number(self.ty(a)), number(Some(ty)));
                let a = self.operand(a);
                self.push(if widens(from, into) {
                    Op::Copy { to, a }
                } else {
                    Op::Convert { from, into, to, a }
                });
            }
            Rvalue::InstanceOf(a, class) => {
                let (a, target) = (self.operand(a), self.target(class));
                self.push(Op::InstanceOf { to, a, target });
            }
            Rvalue::Cast(a) => {
                let a = self.operand(a);
                match ty {
                    Type::Ref(RefType::Any) => self.push(Op::Copy { to, a }),
                    Type::Ref(class @ (RefType::Class(_) | RefType::Array(_))) => {
                        let target = self.target(class);
                        self.push(Op::Cast { to, a, target });
                    }
                    Type::Bool | Type::Int(_) | Type::Float(_) => {
                        unreachable!("the verifier only lets casts to references through")
                    }
                }
            }
            Rvalue::Length(array) => self.push(Op::Length { to, array: register(array) }),
            Rvalue::Literal(literal) => self.push(Op::Literal { to, literal: literal.index() as u32 }),
        }
    }

    fn target(&mut self, ty: RefType) -> u32 {
        let index = self.targets.iter().position(|&known| known == ty).unwrap_or_else(|| {
            self.targets.push(ty);
            self.targets.len() - 1
        });
        index as u32
    }

    /// `next` is the block that is laid out behind this one.
    fn terminator(
        &mut self,
        terminator: &TerminatorKind,
        fused: Option<(CompareOp, Operand, Operand)>,
        next: ir::BlockId,
    ) {
        self.scratch = 0;
        match terminator {
            TerminatorKind::Goto(block) => self.jump(*block, next),
            TerminatorKind::Branch { condition, then, otherwise } => {
                let (then, otherwise) = (*then, *otherwise);
                // What is laid out behind falls through, so the other way is the one to jump.
                let inverted = then == next;
                let (goal, fall) = if inverted { (otherwise, then) } else { (then, otherwise) };
                let target = goal.index() as u32;
                match fused {
                    Some((op, a, b)) => {
                        let (a, b) = (self.operand(a), self.operand(b));
                        self.push(branch(if inverted { negated(op) } else { op }, a, b, target));
                    }
                    None => {
                        let a = self.operand(*condition);
                        self.push(if inverted {
                            Op::BranchFalse { a, target }
                        } else {
                            Op::BranchTrue { a, target }
                        });
                    }
                }
                self.jump(fall, next);
            }
            TerminatorKind::Switch { value, cases, otherwise } => {
                let a = self.operand(*value);
                let table = self.switches.len() as u32;
                self.switches.push(switch(cases, *otherwise));
                self.push(Op::Switch { a, table });
            }
            TerminatorKind::Return(None) => self.push(Op::ReturnNothing),
            TerminatorKind::Return(Some(value)) => {
                let a = self.operand(*value);
                self.push(Op::Return { a });
            }
            TerminatorKind::Throw(value) => {
                let a = self.operand(*value);
                self.push(Op::Throw { a });
            }
            TerminatorKind::Fail(value) => {
                let a = self.operand(*value);
                self.push(Op::Fail { a });
            }
            TerminatorKind::Unreachable => self.push(Op::Unreachable),
        }
    }

    fn jump(&mut self, to: ir::BlockId, next: ir::BlockId) {
        // A block of a single jump to the next one still needs an operation of its own when somebody
        // watches each statement.
        if to != next || self.lowering == Lowering::Stepwise {
            self.push(Op::Jump { target: to.index() as u32 });
        }
    }
}

/// Whether the word stays the same.
fn widens(from: Number, into: Number) -> bool {
    match (from, into) {
        (Number::Int(from), Number::Int(into)) => into.contains(from.min()) && into.contains(from.max()),
        (Number::Bool, Number::Int(_)) => true,
        (from, into) => from == into,
    }
}

fn negated(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Eq => CompareOp::Ne,
        CompareOp::Ne => CompareOp::Eq,
        CompareOp::Lt => CompareOp::Ge,
        CompareOp::Le => CompareOp::Gt,
        CompareOp::Gt => CompareOp::Le,
        CompareOp::Ge => CompareOp::Lt,
    }
}

fn branch(op: CompareOp, a: Register, b: Register, target: u32) -> Op {
    match op {
        CompareOp::Eq => Op::BranchEq { a, b, target },
        CompareOp::Ne => Op::BranchNe { a, b, target },
        CompareOp::Lt => Op::BranchLt { a, b, target },
        CompareOp::Le => Op::BranchLe { a, b, target },
        CompareOp::Gt => Op::BranchGt { a, b, target },
        CompareOp::Ge => Op::BranchGe { a, b, target },
    }
}

fn switch(cases: &[(i64, ir::BlockId)], otherwise: ir::BlockId) -> SwitchTable {
    let otherwise = otherwise.index() as u32;
    let mut words: Vec<(i64, u32)> =
        cases.iter().map(|&(word, block)| (word, block.index() as u32)).collect();
    // The cases of a `u64` ascend as unsigned numbers; words are searched as signed ones.
    words.sort_unstable();
    let dense = match (words.first(), words.last()) {
        (Some(&(first, _)), Some(&(last, _))) => {
            let span = i128::from(last) - i128::from(first) + 1;
            (span <= 4 * words.len() as i128 + 8).then(|| {
                let mut targets = vec![otherwise; span as usize];
                for &(word, target) in &words {
                    targets[(word - first) as usize] = target;
                }
                (first, targets.into_boxed_slice())
            })
        }
        _ => None,
    };
    SwitchTable { cases: words.into(), otherwise, dense }
}

fn binary(op: BinaryOp, number: Number, to: Register, a: Register, b: Register) -> Op {
    let int = match number {
        Number::Int(int) => Some(int),
        Number::Float(_) | Number::Bool => None,
    };
    if int == Some(IntType::I32) {
        match op {
            BinaryOp::Add => Op::AddI32 { to, a, b },
            BinaryOp::Sub => Op::SubI32 { to, a, b },
            BinaryOp::Mul => Op::MulI32 { to, a, b },
            BinaryOp::Div => Op::DivI32 { to, a, b },
            BinaryOp::Rem => Op::RemI32 { to, a, b },
            BinaryOp::And => Op::AndI32 { to, a, b },
            BinaryOp::Or => Op::OrI32 { to, a, b },
            BinaryOp::Xor => Op::XorI32 { to, a, b },
            BinaryOp::Shl => Op::ShlI32 { to, a, b },
            BinaryOp::Shr => Op::ShrI32 { to, a, b },
            BinaryOp::Ushr => Op::UshrI32 { to, a, b },
        }
    } else if int == Some(IntType::I64) {
        match op {
            BinaryOp::Add => Op::AddI64 { to, a, b },
            BinaryOp::Sub => Op::SubI64 { to, a, b },
            BinaryOp::Mul => Op::MulI64 { to, a, b },
            BinaryOp::Div | BinaryOp::Rem => Op::Divide { op, number, to, a, b },
            BinaryOp::And => Op::AndI64 { to, a, b },
            BinaryOp::Or => Op::OrI64 { to, a, b },
            BinaryOp::Xor => Op::XorI64 { to, a, b },
            BinaryOp::Shl => Op::ShlI64 { to, a, b },
            BinaryOp::Shr => Op::ShrI64 { to, a, b },
            BinaryOp::Ushr => Op::UshrI64 { to, a, b },
        }
    } else if int.is_some() && matches!(op, BinaryOp::Div | BinaryOp::Rem) {
        Op::Divide { op, number, to, a, b }
    } else if number == Number::Float(ir::FloatType::F64) {
        match op {
            BinaryOp::Add => Op::AddF64 { to, a, b },
            BinaryOp::Sub => Op::SubF64 { to, a, b },
            BinaryOp::Mul => Op::MulF64 { to, a, b },
            BinaryOp::Div => Op::DivF64 { to, a, b },
            BinaryOp::Rem
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor
            | BinaryOp::Shl
            | BinaryOp::Shr
            | BinaryOp::Ushr => Op::Binary { op, number, to, a, b },
        }
    } else {
        Op::Binary { op, number, to, a, b }
    }
}
