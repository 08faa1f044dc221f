//! The dense form of a function that the interpreter executes.
//!
//! An [`Op`] has 12 bytes and names registers of the frame: first the locals of the body under their
//! own numbers, then constants that are copied in when the frame is made, then scratch registers for
//! the constants of functions that have very many. A block's operations follow each other; the blocks
//! stand in the body's order. The common operations
//! of 32- and 64-bit integers have operations of their own, everything else goes through one that
//! carries the operation.

use std::sync::OnceLock;

use ir::{BinaryOp, CompareOp, IntType, OrderOp, Type, UnaryOp};

use crate::word::{Number, Order, Word};

/// A register of a frame.
pub(crate) type Register = u16;

/// Where a result goes that nobody wants.
pub(crate) const NOWHERE: Register = Register::MAX;

/// How the elements of an array lie in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Element {
    /// A slot of the heap each: references, and everything in domains that do not pack.
    Slot,
    /// `i8`, 1 byte each.
    I8,
    /// `u8` or `bool`, 1 byte each.
    U8,
    /// `i16`, 2 bytes each.
    I16,
    /// `u16`, 2 bytes each.
    U16,
    /// `i32`, 4 bytes each.
    I32,
    /// `u32` or `f32`, 4 bytes each.
    U32,
    /// 8 bytes each.
    W64,
}

impl Element {
    /// The packed form for elements of the type.
    pub(crate) fn packed(ty: Type) -> Element {
        use ir::{FloatType, Width};
        match ty {
            Type::Bool => Element::U8,
            Type::Ref(_) => Element::Slot,
            Type::Float(FloatType::F32) => Element::U32,
            Type::Float(FloatType::F64) => Element::W64,
            Type::Int(int) => match (int.width, int.signed) {
                (Width::W8, true) => Element::I8,
                (Width::W8, false) => Element::U8,
                (Width::W16, true) => Element::I16,
                (Width::W16, false) => Element::U16,
                (Width::W32, true) => Element::I32,
                (Width::W32, false) => Element::U32,
                (Width::W64, _) => Element::W64,
            },
        }
    }

    /// How many bytes a packed element has; 0 for slots.
    #[inline(always)]
    pub(crate) const fn bytes(self) -> usize {
        match self {
            Element::Slot => 0,
            Element::I8 | Element::U8 => 1,
            Element::I16 | Element::U16 => 2,
            Element::I32 | Element::U32 => 4,
            Element::W64 => 8,
        }
    }

    /// How many bytes an element has where a slot holds a `V`.
    #[inline(always)]
    pub(crate) const fn size<V>(self) -> usize {
        if matches!(self, Element::Slot) { size_of::<V>() } else { self.bytes() }
    }
}

/// One operation. Targets are indices into the same function's operations.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    Copy {
        to: Register,
        a: Register,
    },
    /// Loads a constant that has no register, by its index in the function's pool.
    Constant {
        to: Register,
        index: u32,
    },

    AddI32 {
        to: Register,
        a: Register,
        b: Register,
    },
    SubI32 {
        to: Register,
        a: Register,
        b: Register,
    },
    MulI32 {
        to: Register,
        a: Register,
        b: Register,
    },
    AndI32 {
        to: Register,
        a: Register,
        b: Register,
    },
    OrI32 {
        to: Register,
        a: Register,
        b: Register,
    },
    XorI32 {
        to: Register,
        a: Register,
        b: Register,
    },
    ShlI32 {
        to: Register,
        a: Register,
        b: Register,
    },
    ShrI32 {
        to: Register,
        a: Register,
        b: Register,
    },
    UshrI32 {
        to: Register,
        a: Register,
        b: Register,
    },
    AddI64 {
        to: Register,
        a: Register,
        b: Register,
    },
    SubI64 {
        to: Register,
        a: Register,
        b: Register,
    },
    MulI64 {
        to: Register,
        a: Register,
        b: Register,
    },
    AndI64 {
        to: Register,
        a: Register,
        b: Register,
    },
    OrI64 {
        to: Register,
        a: Register,
        b: Register,
    },
    XorI64 {
        to: Register,
        a: Register,
        b: Register,
    },
    ShlI64 {
        to: Register,
        a: Register,
        b: Register,
    },
    ShrI64 {
        to: Register,
        a: Register,
        b: Register,
    },
    UshrI64 {
        to: Register,
        a: Register,
        b: Register,
    },
    AddF64 {
        to: Register,
        a: Register,
        b: Register,
    },
    SubF64 {
        to: Register,
        a: Register,
        b: Register,
    },
    MulF64 {
        to: Register,
        a: Register,
        b: Register,
    },
    DivF64 {
        to: Register,
        a: Register,
        b: Register,
    },
    DivI32 {
        to: Register,
        a: Register,
        b: Register,
    },
    RemI32 {
        to: Register,
        a: Register,
        b: Register,
    },

    Unary {
        op: UnaryOp,
        number: Number,
        to: Register,
        a: Register,
    },
    /// Any operation that cannot trap.
    Binary {
        op: BinaryOp,
        number: Number,
        to: Register,
        a: Register,
        b: Register,
    },
    /// An integer division or remainder; traps on zero.
    Divide {
        op: BinaryOp,
        number: Number,
        to: Register,
        a: Register,
        b: Register,
    },
    Compare {
        op: CompareOp,
        order: Order,
        to: Register,
        a: Register,
        b: Register,
    },
    ThreeWay {
        op: OrderOp,
        order: Order,
        to: Register,
        a: Register,
        b: Register,
    },
    Convert {
        from: Number,
        into: Number,
        to: Register,
        a: Register,
    },

    Jump {
        target: u32,
    },
    BranchTrue {
        a: Register,
        target: u32,
    },
    BranchFalse {
        a: Register,
        target: u32,
    },
    /// Compares words as signed numbers and jumps if it is true.
    BranchEq {
        a: Register,
        b: Register,
        target: u32,
    },
    BranchNe {
        a: Register,
        b: Register,
        target: u32,
    },
    BranchLt {
        a: Register,
        b: Register,
        target: u32,
    },
    BranchLe {
        a: Register,
        b: Register,
        target: u32,
    },
    BranchGt {
        a: Register,
        b: Register,
        target: u32,
    },
    BranchGe {
        a: Register,
        b: Register,
        target: u32,
    },
    Switch {
        a: Register,
        table: u32,
    },

    LoadGlobal {
        to: Register,
        global: u32,
    },
    StoreGlobal {
        global: u32,
        a: Register,
    },
    Load {
        to: Register,
        object: Register,
        slot: u16,
    },
    Store {
        object: Register,
        slot: u16,
        a: Register,
    },
    LoadElement {
        element: Element,
        to: Register,
        array: Register,
        index: Register,
    },
    StoreElement {
        element: Element,
        array: Register,
        index: Register,
        a: Register,
    },
    LoadI32 {
        to: Register,
        array: Register,
        index: Register,
    },
    StoreI32 {
        array: Register,
        index: Register,
        a: Register,
    },
    Length {
        to: Register,
        array: Register,
    },

    New {
        to: Register,
        class: u32,
    },
    NewArray {
        to: Register,
        array: u32,
        length: Register,
    },
    /// `target` is an index into the function's reference types.
    InstanceOf {
        to: Register,
        a: Register,
        target: u32,
    },
    Cast {
        to: Register,
        a: Register,
        target: u32,
    },

    /// `arguments` is the start of the arguments in the function's list.
    Call {
        to: Register,
        function: u32,
        arguments: u32,
    },
    /// The same, but `null` as the first argument traps.
    CallSpecial {
        to: Register,
        function: u32,
        arguments: u32,
    },
    CallVirtual {
        to: Register,
        selector: u32,
        arguments: u32,
    },
    Initialise {
        class: u32,
    },
    Literal {
        to: Register,
        literal: u32,
    },
    Return {
        a: Register,
    },
    ReturnNothing,
    Throw {
        a: Register,
    },
    Fail {
        a: Register,
    },

    Enter {
        object: Register,
    },
    Exit {
        object: Register,
    },
    Assume {
        a: Register,
    },
    Assert {
        a: Register,
    },
    /// Any `bool`.
    HavocBool {
        to: Register,
    },
    /// Any integer of the type.
    Havoc {
        int: IntType,
        to: Register,
    },
    Choose {
        int: IntType,
        to: Register,
        low: Register,
        high: Register,
    },
    Unreachable,
}

impl Op {
    /// Whether this is a comparison and the branch on it in one.
    pub(crate) fn compares_and_branches(self) -> bool {
        matches!(
            self,
            Op::BranchEq { .. }
                | Op::BranchNe { .. }
                | Op::BranchLt { .. }
                | Op::BranchLe { .. }
                | Op::BranchGt { .. }
                | Op::BranchGe { .. }
        )
    }

    /// Whether this calls a function.
    pub(crate) fn calls(self) -> bool {
        matches!(self, Op::Call { .. } | Op::CallSpecial { .. } | Op::CallVirtual { .. })
    }
}

/// The cases of a switch: ascending words (as signed numbers), and where they go.
#[derive(Clone, Debug)]
pub(crate) struct SwitchTable {
    pub(crate) cases: Box<[(i64, u32)]>,
    pub(crate) otherwise: u32,
    /// If the cases are dense: the first case and a target for each value from there.
    pub(crate) dense: Option<(i64, Box<[u32]>)>,
}

impl SwitchTable {
    #[inline]
    pub(crate) fn target(&self, word: Word) -> u32 {
        let value = word as i64;
        if let Some((first, targets)) = &self.dense {
            let index = value.wrapping_sub(*first) as u64;
            return usize::try_from(index)
                .ok()
                .and_then(|index| targets.get(index).copied())
                .unwrap_or(self.otherwise);
        }
        match self.cases.binary_search_by_key(&value, |case| case.0) {
            Ok(index) => self.cases[index].1,
            Err(_) => self.otherwise,
        }
    }
}

/// Where an exception goes that one of the operations from `start` to before `end` raises.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Handler {
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) target: u32,
    pub(crate) register: Register,
}

/// Which statement an operation comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The block.
    pub block: ir::BlockId,
    /// The statement's index; one past the last for the terminator.
    pub statement: u32,
}

/// A register that is live somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LiveRegister {
    /// Which.
    pub register: u16,
    /// Whether it holds a reference.
    pub reference: bool,
}

/// What a frame must keep while an operation is under way or about to happen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Live {
    /// Before the operation, if a state may stop there: what it keeps.
    pub(crate) before: Option<Box<[LiveRegister]>>,
    /// While it calls, if it may: what a state keeps of a caller.
    pub(crate) across: Option<Box<[LiveRegister]>>,
}

impl Live {
    /// What a state keeps of a frame that is before the operation or in the middle of it. A state without registers that are still read
    /// would go on with others, so asking where nobody has looked must not go unnoticed.
    pub(crate) fn kept(&self, before: bool) -> &[LiveRegister] {
        let kept = if before { &self.before } else { &self.across };
        kept.as_deref().expect("a state should stop only where it is known what is live")
    }
}

/// A function as the interpreter executes it.
#[derive(Debug)]
pub(crate) struct Code {
    pub(crate) ops: Box<[Op]>,
    pub(crate) origins: Box<[Origin]>,
    /// How many of the registers are parameters.
    pub(crate) parameters: u16,
    /// How many registers a frame has, constants included.
    pub(crate) registers: u16,
    /// The register of the first constant: the number of locals.
    pub(crate) first_constant: u16,
    /// The constants that have registers.
    pub(crate) constants: Box<[Word]>,
    /// The constants that do not.
    pub(crate) pool: Box<[Word]>,
    pub(crate) handlers: Box<[Handler]>,
    pub(crate) arguments: Box<[Register]>,
    pub(crate) switches: Box<[SwitchTable]>,
    pub(crate) targets: Box<[ir::RefType]>,
    /// Made when a state first needs it.
    pub(crate) live: OnceLock<Box<[Live]>>,
}

impl Code {
    /// The first operation of the statement that an operation belongs to. A state that stops at an
    /// operation goes on there, so that scratch registers need not be kept.
    pub(crate) fn statement_start(&self, mut pc: u32) -> u32 {
        let origin = self.origins[pc as usize];
        while pc > 0 && self.origins[pc as usize - 1] == origin {
            pc -= 1;
        }
        pc
    }

    /// Where an exception of the operation goes.
    pub(crate) fn handler(&self, pc: u32) -> Option<Handler> {
        let after = self.handlers.partition_point(|handler| handler.start <= pc);
        self.handlers[..after].last().copied().filter(|handler| pc < handler.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_stay_small() {
        assert_eq!(size_of::<Op>(), 12);
    }
}
