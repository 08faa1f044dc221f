//! What blocks are made of: statements, terminators, and the values in them.
//!
//! A statement does at most one thing that can be observed: one read or write of memory, one
//! operation, one call. So an engine can say exactly what a step did, and an analysis needs no
//! order of evaluation inside a statement.

use crate::ids::{
    ArrayTypeId, BlockId, ClassId, FieldId, FunctionId, GlobalId, LiteralId, LocalId, SelectorId,
};
use crate::position::Position;
use crate::types::{FloatType, IntType, RefType, Type};

/// A value that stands in the program text. Floats are kept as bits, so that equality is exact.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Constant {
    /// `true` or `false`.
    Bool(bool),
    /// An integer of the type by its word (see [`IntType::word`]).
    Int(IntType, i64),
    /// A 32-bit float by its bits.
    F32(u32),
    /// A 64-bit float by its bits.
    F64(u64),
    /// The reference to nothing.
    Null,
}

impl Constant {
    /// An `i32`.
    pub const fn i32(value: i32) -> Constant {
        Constant::Int(IntType::I32, value as i64)
    }

    /// The type, or `None` for `null`, which belongs to every reference type.
    pub const fn ty(self) -> Option<Type> {
        match self {
            Constant::Bool(_) => Some(Type::Bool),
            Constant::Int(ty, _) => Some(Type::Int(ty)),
            Constant::F32(_) => Some(Type::Float(FloatType::F32)),
            Constant::F64(_) => Some(Type::Float(FloatType::F64)),
            Constant::Null => None,
        }
    }

    /// The value that memory of the type starts with.
    pub const fn zero(ty: Type) -> Constant {
        match ty {
            Type::Bool => Constant::Bool(false),
            Type::Int(int) => Constant::Int(int, 0),
            Type::Float(FloatType::F32) => Constant::F32(0),
            Type::Float(FloatType::F64) => Constant::F64(0),
            Type::Ref(_) => Constant::Null,
        }
    }
}

/// A value that is there without any work.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    /// The value of a local.
    Local(LocalId),
    /// A constant.
    Constant(Constant),
}

impl From<LocalId> for Operand {
    fn from(local: LocalId) -> Self {
        Operand::Local(local)
    }
}

impl From<Constant> for Operand {
    fn from(constant: Constant) -> Self {
        Operand::Constant(constant)
    }
}

/// A place in memory, outside the locals.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// A global variable.
    Global(GlobalId),
    /// A field of the object that a local refers to; `null` traps.
    Field {
        /// The object.
        object: LocalId,
        /// Which of its fields.
        field: FieldId,
    },
    /// An element of the array that a local refers to; `null` and an index out of bounds trap.
    Element {
        /// The array.
        array: LocalId,
        /// The index, an `i32`.
        index: Operand,
    },
}

/// Operations of one operand; the result has the operand's type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum UnaryOp {
    /// Arithmetic negation of an integer (wraps) or a float (flips the sign).
    Neg,
    /// All bits flipped, or the logical negation of a `bool`.
    Not,
}

impl UnaryOp {
    /// Every operation.
    pub const ALL: [UnaryOp; 2] = [UnaryOp::Neg, UnaryOp::Not];

    /// The name in the text format.
    pub const fn name(self) -> &'static str {
        match self {
            UnaryOp::Neg => "neg",
            UnaryOp::Not => "not",
        }
    }
}

/// Operations of two operands of the same type (shifts: the right one is an `i32`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BinaryOp {
    /// Sum; integers wrap.
    Add,
    /// Difference; integers wrap.
    Sub,
    /// Product; integers wrap.
    Mul,
    /// Quotient; integers round towards zero, the least value by -1 wraps, by zero traps.
    Div,
    /// Remainder with the sign of the left operand; of integers by zero traps; of floats as C's `fmod`.
    Rem,
    /// Bitwise (or logical) and.
    And,
    /// Bitwise (or logical) or.
    Or,
    /// Bitwise (or logical) exclusive or.
    Xor,
    /// Shift left by the right operand modulo the width.
    Shl,
    /// Shift right modulo the width; copies the sign for signed types.
    Shr,
    /// Shift right modulo the width; fills with zeros whatever the sign.
    Ushr,
}

impl BinaryOp {
    /// Every operation.
    pub const ALL: [BinaryOp; 11] = [
        BinaryOp::Add,
        BinaryOp::Sub,
        BinaryOp::Mul,
        BinaryOp::Div,
        BinaryOp::Rem,
        BinaryOp::And,
        BinaryOp::Or,
        BinaryOp::Xor,
        BinaryOp::Shl,
        BinaryOp::Shr,
        BinaryOp::Ushr,
    ];

    /// The name in the text format.
    pub const fn name(self) -> &'static str {
        match self {
            BinaryOp::Add => "add",
            BinaryOp::Sub => "sub",
            BinaryOp::Mul => "mul",
            BinaryOp::Div => "div",
            BinaryOp::Rem => "rem",
            BinaryOp::And => "and",
            BinaryOp::Or => "or",
            BinaryOp::Xor => "xor",
            BinaryOp::Shl => "shl",
            BinaryOp::Shr => "shr",
            BinaryOp::Ushr => "ushr",
        }
    }

    /// Whether the right operand is an `i32` count.
    pub const fn is_shift(self) -> bool {
        matches!(self, BinaryOp::Shl | BinaryOp::Shr | BinaryOp::Ushr)
    }
}

/// Comparisons of two operands of the same type; the result is a `bool`. NaN is unequal to
/// everything and neither less nor greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CompareOp {
    /// Equal; for references: the same object.
    Eq,
    /// Not equal.
    Ne,
    /// Less.
    Lt,
    /// Less or equal.
    Le,
    /// Greater.
    Gt,
    /// Greater or equal.
    Ge,
}

impl CompareOp {
    /// Every comparison.
    pub const ALL: [CompareOp; 6] =
        [CompareOp::Eq, CompareOp::Ne, CompareOp::Lt, CompareOp::Le, CompareOp::Gt, CompareOp::Ge];

    /// The name in the text format.
    pub const fn name(self) -> &'static str {
        match self {
            CompareOp::Eq => "eq",
            CompareOp::Ne => "ne",
            CompareOp::Lt => "lt",
            CompareOp::Le => "le",
            CompareOp::Gt => "gt",
            CompareOp::Ge => "ge",
        }
    }
}

/// Three-way comparisons of two numbers of the same type; the result is an `i32` -1, 0 or 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum OrderOp {
    /// -1 where an operand is NaN (and the only one for integers).
    Cmpl,
    /// 1 where an operand is NaN.
    Cmpg,
}

impl OrderOp {
    /// Every three-way comparison.
    pub const ALL: [OrderOp; 2] = [OrderOp::Cmpl, OrderOp::Cmpg];

    /// The name in the text format.
    pub const fn name(self) -> &'static str {
        match self {
            OrderOp::Cmpl => "cmpl",
            OrderOp::Cmpg => "cmpg",
        }
    }
}

/// What an assignment to a local computes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rvalue {
    /// The operand itself.
    Use(Operand),
    /// What memory holds.
    Load(Place),
    /// An operation of one operand.
    Unary(UnaryOp, Operand),
    /// An operation of two operands.
    Binary(BinaryOp, Operand, Operand),
    /// A comparison.
    Compare(CompareOp, Operand, Operand),
    /// A three-way comparison.
    Order(OrderOp, Operand, Operand),
    /// The number converted to the destination's type as Java converts: integers keep the low bits,
    /// floats to integers round towards zero and saturate, NaN gives 0; a `bool` gives 0 or 1.
    Convert(Operand),
    /// Whether the reference is not `null` and belongs to the type.
    InstanceOf(Operand, RefType),
    /// The reference, known to be `null` or to belong to the destination's type; traps otherwise.
    Cast(Operand),
    /// The length of an array; `null` traps.
    Length(LocalId),
    /// The object that a literal stands for.
    Literal(LiteralId),
}

/// Who is called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Callee {
    /// That function.
    Function(FunctionId),
    /// That function as a method of the first argument, whatever its class; `null` traps.
    Special(FunctionId),
    /// The method that the class of the first argument has for the selector; `null` traps.
    Virtual(SelectorId),
}

/// A step inside a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StatementKind {
    /// Computes a value into a local.
    Assign {
        /// The local.
        to: LocalId,
        /// What it gets.
        value: Rvalue,
    },
    /// Writes memory. An element write of a reference that does not fit the array traps.
    Store {
        /// Where.
        to: Place,
        /// What.
        value: Operand,
    },
    /// Makes an object with zeroed fields.
    New {
        /// Gets the reference.
        to: LocalId,
        /// The class, not an interface.
        class: ClassId,
    },
    /// Makes an array with zeroed elements; a negative length traps.
    NewArray {
        /// Gets the reference.
        to: LocalId,
        /// The array's type.
        array: ArrayTypeId,
        /// An `i32`.
        length: Operand,
    },
    /// Calls and waits for the result.
    Call {
        /// Gets the result, if it is wanted.
        to: Option<LocalId>,
        /// Who is called.
        callee: Callee,
        /// One for each parameter; for a virtual call the receiver comes first.
        arguments: Box<[Operand]>,
    },
    /// Makes sure that a class is initialised: calls its initialiser unless that has begun.
    Initialise {
        /// The class.
        class: ClassId,
    },
    /// Enters the monitor of an object; `null` traps.
    Enter {
        /// The object.
        object: LocalId,
    },
    /// Leaves the monitor of an object; `null` traps.
    Exit {
        /// The object.
        object: LocalId,
    },
    /// Drops every execution in which the condition is false.
    Assume {
        /// A `bool`.
        condition: Operand,
    },
    /// Is violated by an execution in which the condition is false.
    Assert {
        /// A `bool`.
        condition: Operand,
        /// What people see when it fails.
        message: Box<str>,
    },
    /// Any value of the local's type (an integer or `bool`): what the program cannot know.
    Havoc {
        /// The local.
        to: LocalId,
    },
    /// Any value from `low` to `high`, both included; drops the execution if there is none.
    Choose {
        /// An integer local.
        to: LocalId,
        /// Of the local's type.
        low: Operand,
        /// Of the local's type.
        high: Operand,
    },
}

/// A statement and where it comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
    /// Where it comes from.
    pub position: Position,
}

/// How a block ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TerminatorKind {
    /// Goes on at a block.
    Goto(BlockId),
    /// Goes on at one of two blocks.
    Branch {
        /// A `bool`.
        condition: Operand,
        /// Where `true` goes.
        then: BlockId,
        /// Where `false` goes.
        otherwise: BlockId,
    },
    /// Goes on where the value says.
    Switch {
        /// An integer.
        value: Operand,
        /// Distinct values of the operand's type by their words ([`IntType::word`]), ascending as
        /// numbers, each with its block.
        cases: Box<[(i64, BlockId)]>,
        /// Where every other value goes.
        otherwise: BlockId,
    },
    /// Leaves the function.
    Return(Option<Operand>),
    /// Raises an exception; `null` traps.
    Throw(Operand),
    /// Raises an exception because an assertion of the program fails; `null` traps. The execution is violated there,
    /// whatever would catch the exception, unless a function under way expects failures
    /// ([`Failing::Expected`](crate::Failing::Expected)).
    Fail(Operand),
    /// Never reached; arriving is a fault of whoever made the program.
    Unreachable,
}

/// A terminator and where it comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terminator {
    /// What it does.
    pub kind: TerminatorKind,
    /// Where it comes from.
    pub position: Position,
}

impl TerminatorKind {
    /// Calls `visit` with every block that this terminator goes to, in its written order.
    pub fn for_each_successor(&self, mut visit: impl FnMut(BlockId)) {
        match self {
            TerminatorKind::Goto(block) => visit(*block),
            TerminatorKind::Branch { then, otherwise, .. } => {
                visit(*then);
                visit(*otherwise);
            }
            TerminatorKind::Switch { cases, otherwise, .. } => {
                for (_, block) in cases {
                    visit(*block);
                }
                visit(*otherwise);
            }
            TerminatorKind::Return(_)
            | TerminatorKind::Throw(_)
            | TerminatorKind::Fail(_)
            | TerminatorKind::Unreachable => {}
        }
    }

    /// Calls `visit` with every operand.
    pub fn for_each_operand(&self, mut visit: impl FnMut(Operand)) {
        match self {
            TerminatorKind::Branch { condition: value, .. }
            | TerminatorKind::Switch { value, .. }
            | TerminatorKind::Return(Some(value))
            | TerminatorKind::Throw(value)
            | TerminatorKind::Fail(value) => visit(*value),
            TerminatorKind::Goto(_) | TerminatorKind::Return(None) | TerminatorKind::Unreachable => {}
        }
    }

    /// Whether executing it can raise an exception.
    pub fn can_throw(&self) -> bool {
        matches!(self, TerminatorKind::Throw(_) | TerminatorKind::Fail(_))
    }
}

impl Place {
    /// Calls `visit` with every operand that says where the place is.
    pub fn for_each_operand(&self, mut visit: impl FnMut(Operand)) {
        match *self {
            Place::Global(_) => {}
            Place::Field { object, .. } => visit(Operand::Local(object)),
            Place::Element { array, index } => {
                visit(Operand::Local(array));
                visit(index);
            }
        }
    }
}

impl Rvalue {
    /// Calls `visit` with every operand.
    pub fn for_each_operand(&self, mut visit: impl FnMut(Operand)) {
        match *self {
            Rvalue::Use(a)
            | Rvalue::Unary(_, a)
            | Rvalue::Convert(a)
            | Rvalue::InstanceOf(a, _)
            | Rvalue::Cast(a) => visit(a),
            Rvalue::Load(place) => place.for_each_operand(visit),
            Rvalue::Binary(_, a, b) | Rvalue::Compare(_, a, b) | Rvalue::Order(_, a, b) => {
                visit(a);
                visit(b);
            }
            Rvalue::Length(array) => visit(Operand::Local(array)),
            Rvalue::Literal(_) => {}
        }
    }

    /// Whether computing it can trap, and so raise an exception. A division counts whatever its
    /// type: an over-approximation is safe for every use of this.
    pub fn can_throw(&self) -> bool {
        match self {
            Rvalue::Load(Place::Global(_))
            | Rvalue::Use(_)
            | Rvalue::Unary(..)
            | Rvalue::Compare(..)
            | Rvalue::Order(..)
            | Rvalue::Convert(_)
            | Rvalue::InstanceOf(..) => false,
            Rvalue::Binary(op, ..) => matches!(op, BinaryOp::Div | BinaryOp::Rem),
            Rvalue::Load(Place::Field { .. } | Place::Element { .. })
            | Rvalue::Cast(_)
            | Rvalue::Length(_)
            | Rvalue::Literal(_) => true,
        }
    }
}

impl StatementKind {
    /// Calls `visit` with every operand that is read.
    pub fn for_each_operand(&self, mut visit: impl FnMut(Operand)) {
        match self {
            StatementKind::Assign { value, .. } => value.for_each_operand(visit),
            StatementKind::Store { to, value } => {
                to.for_each_operand(&mut visit);
                visit(*value);
            }
            StatementKind::New { .. } | StatementKind::Havoc { .. } | StatementKind::Initialise { .. } => {}
            StatementKind::NewArray { length, .. } => visit(*length),
            StatementKind::Call { arguments, .. } => arguments.iter().copied().for_each(visit),
            StatementKind::Enter { object } | StatementKind::Exit { object } => {
                visit(Operand::Local(*object))
            }
            StatementKind::Assume { condition } | StatementKind::Assert { condition, .. } => {
                visit(*condition)
            }
            StatementKind::Choose { low, high, .. } => {
                visit(*low);
                visit(*high);
            }
        }
    }

    /// Calls `visit` with every local that is read.
    pub fn for_each_use(&self, mut visit: impl FnMut(LocalId)) {
        self.for_each_operand(|operand| {
            if let Operand::Local(local) = operand {
                visit(local);
            }
        });
    }

    /// The local that is written.
    pub fn destination(&self) -> Option<LocalId> {
        match self {
            StatementKind::Assign { to, .. }
            | StatementKind::New { to, .. }
            | StatementKind::NewArray { to, .. }
            | StatementKind::Havoc { to }
            | StatementKind::Choose { to, .. } => Some(*to),
            StatementKind::Call { to, .. } => *to,
            StatementKind::Store { .. }
            | StatementKind::Initialise { .. }
            | StatementKind::Enter { .. }
            | StatementKind::Exit { .. }
            | StatementKind::Assume { .. }
            | StatementKind::Assert { .. } => None,
        }
    }

    /// Whether executing it can raise an exception, by a trap, by a callee, or because memory ran out.
    pub fn can_throw(&self) -> bool {
        match self {
            StatementKind::Assign { value, .. } => value.can_throw(),
            StatementKind::Store { to, .. } => !matches!(to, Place::Global(_)),
            StatementKind::New { .. }
            | StatementKind::NewArray { .. }
            | StatementKind::Call { .. }
            | StatementKind::Initialise { .. }
            | StatementKind::Enter { .. }
            | StatementKind::Exit { .. } => true,
            StatementKind::Assume { .. }
            | StatementKind::Assert { .. }
            | StatementKind::Havoc { .. }
            | StatementKind::Choose { .. } => false,
        }
    }
}
