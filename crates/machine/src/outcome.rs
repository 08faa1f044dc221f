//! Going on with one of several outcomes of an operation.
//!
//! A domain that knows less than a word of its values may find several outcomes of an operation, and forks (see
//! [`domain`](crate::Domain)). The machine has stopped *before* the operation then, so an outcome is either what the operation
//! does, or a word for one of its operands, with which the operation is tried again. Nothing else is remembered: what is
//! between two forks is a state like any other.

use crate::code::{NOWHERE, Op, Register};
use crate::domain::Domain;
use crate::machine::Machine;
use crate::word::Word;

/// An operand of the operation that a machine is at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    /// The index into an array.
    Index,
    /// The length of a new array.
    Length,
    /// What is written to a field or global.
    Stored,
    /// The divisor.
    Divisor,
    /// An argument of a call.
    Argument(u16),
}

/// One way in which an operation goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome<V> {
    /// It has that result.
    Result(V),
    /// It goes to its target, or on to the next operation.
    Branch(bool),
    /// It goes where this case goes, or where no case goes.
    Case(Option<Word>),
    /// The operand is that value, and the operation is tried again.
    Operand(Operand, V),
}

impl<D: Domain> Machine<'_, '_, D> {
    /// Goes on after a fork with one of its outcomes. The value of an operand replaces what is in the operand's
    /// register; copies of it elsewhere stay as they are, which loses what was known about them and nothing else.
    ///
    /// # Panics
    /// If the operation that the machine is at has no such outcome.
    pub fn resolve(&mut self, outcome: Outcome<D::Value>) {
        let frame = self.frames.last_mut().expect("a machine that has forked has a frame");
        let code = self.image.frame_code(frame.function);
        // Constants without a register are loaded just before; the operation that is tried again wants them.
        let mut pc = frame.pc;
        while let Op::Constant { .. } = code.ops[pc as usize] {
            pc += 1;
        }
        let op = code.ops[pc as usize];
        match outcome {
            Outcome::Result(value) => {
                let to = result(op).unwrap_or_else(|| panic!("{op:?} has no result"));
                if to != NOWHERE {
                    self.registers[frame.base + usize::from(to)] = value;
                }
                frame.pc = pc + 1;
            }
            Outcome::Branch(taken) => {
                let target = target(op).unwrap_or_else(|| panic!("{op:?} is no branch"));
                frame.pc = if taken { target } else { pc + 1 };
            }
            Outcome::Case(case) => {
                let Op::Switch { table, .. } = op else { panic!("{op:?} has no cases") };
                let table = &code.switches[table as usize];
                frame.pc = case.map_or(table.otherwise, |word| table.target(word));
            }
            Outcome::Operand(operand, value) => {
                let register = register(op, operand, &code.arguments)
                    .unwrap_or_else(|| panic!("{op:?} has no operand {operand:?}"));
                self.registers[frame.base + usize::from(register)] = value;
            }
        }
    }
}

/// Where the result of an operation goes that computes something.
fn result(op: Op) -> Option<Register> {
    if let Op::AddI32 { to, .. }
    | Op::SubI32 { to, .. }
    | Op::MulI32 { to, .. }
    | Op::AndI32 { to, .. }
    | Op::OrI32 { to, .. }
    | Op::XorI32 { to, .. }
    | Op::ShlI32 { to, .. }
    | Op::ShrI32 { to, .. }
    | Op::UshrI32 { to, .. }
    | Op::AddI64 { to, .. }
    | Op::SubI64 { to, .. }
    | Op::MulI64 { to, .. }
    | Op::AndI64 { to, .. }
    | Op::OrI64 { to, .. }
    | Op::XorI64 { to, .. }
    | Op::ShlI64 { to, .. }
    | Op::ShrI64 { to, .. }
    | Op::UshrI64 { to, .. }
    | Op::DivI32 { to, .. }
    | Op::RemI32 { to, .. }
    | Op::Divide { to, .. }
    | Op::Unary { to, .. }
    | Op::Binary { to, .. }
    | Op::Compare { to, .. }
    | Op::ThreeWay { to, .. }
    | Op::Convert { to, .. } = op
    {
        return Some(to);
    }
    // The others compute nothing that a domain could have several outcomes for.
    None
}

fn target(op: Op) -> Option<u32> {
    if let Op::BranchEq { target, .. }
    | Op::BranchNe { target, .. }
    | Op::BranchLt { target, .. }
    | Op::BranchLe { target, .. }
    | Op::BranchGt { target, .. }
    | Op::BranchGe { target, .. } = op
    {
        return Some(target);
    }
    None
}

fn register(op: Op, operand: Operand, arguments: &[Register]) -> Option<Register> {
    match operand {
        Operand::Index => {
            if let Op::LoadI32 { index, .. }
            | Op::StoreI32 { index, .. }
            | Op::LoadElement { index, .. }
            | Op::StoreElement { index, .. } = op
            {
                return Some(index);
            }
        }
        Operand::Length => {
            if let Op::NewArray { length, .. } = op {
                return Some(length);
            }
        }
        Operand::Stored => {
            if let Op::Store { a, .. } | Op::StoreGlobal { a, .. } = op {
                return Some(a);
            }
        }
        Operand::Divisor => {
            if let Op::DivI32 { b, .. } | Op::RemI32 { b, .. } | Op::Divide { b, .. } = op {
                return Some(b);
            }
        }
        Operand::Argument(index) => {
            if let Op::Call { arguments: start, .. }
            | Op::CallSpecial { arguments: start, .. }
            | Op::CallVirtual { arguments: start, .. } = op
            {
                return arguments.get(start as usize + usize::from(index)).copied();
            }
        }
    }
    None
}
