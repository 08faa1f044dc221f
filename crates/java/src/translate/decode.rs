//! Instructions of the class file, reduced to the few kinds that differ in what they do: constants
//! are looked up, short forms are expanded, names are resolved to what they name.

use ir::{BinaryOp, CompareOp, OrderOp, UnaryOp};
use ristretto_classfile::attributes::{ArrayType, Instruction};
use ristretto_classfile::{Constant, ConstantPool};

use crate::descriptor::{JavaType, Signature};

/// What the operand stack and the locals tell apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Kind {
    Int,
    Long,
    Float,
    Double,
    Reference,
}

impl Kind {
    pub(crate) fn of(ty: &JavaType) -> Kind {
        match ty {
            JavaType::Boolean | JavaType::Byte | JavaType::Char | JavaType::Short | JavaType::Int => {
                Kind::Int
            }
            JavaType::Long => Kind::Long,
            JavaType::Float => Kind::Float,
            JavaType::Double => Kind::Double,
            JavaType::Object(_) | JavaType::Array(_) => Kind::Reference,
        }
    }

    pub(crate) fn is_wide(self) -> bool {
        match self {
            Kind::Long | Kind::Double => true,
            Kind::Int | Kind::Float | Kind::Reference => false,
        }
    }
}

/// A field or method by names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Member<'a> {
    /// The internal name, or an array descriptor for methods of arrays.
    pub(crate) owner: &'a str,
    pub(crate) name: &'a str,
    pub(crate) descriptor: &'a str,
    /// Whether the owner is an interface.
    pub(crate) interface: bool,
}

/// A constant that is loaded.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Loaded<'a> {
    Null,
    Number(ir::Constant),
    Text(Box<[u16]>),
    Class(&'a str),
    /// A method handle, a method type or a dynamic constant: what it is, for messages.
    Other(&'static str),
    /// A dynamic constant.
    Dynamic {
        bootstrap: u16,
        descriptor: &'a str,
    },
}

/// How a stack instruction moves what is on top, by categories (JVMS 6.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shuffle {
    Pop,
    Pop2,
    Dup,
    DupX1,
    DupX2,
    Dup2,
    Dup2X1,
    Dup2X2,
    Swap,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Invocation {
    Virtual,
    Interface,
    Special,
    Static,
}

/// What an instruction does. Targets are instruction indices.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Step<'a> {
    Nothing,
    Push(Loaded<'a>),
    Load(Kind, u16),
    Store(Kind, u16),
    Increase(u16, i32),
    /// The kind of element; `Byte` serves `boolean` too.
    ArrayLoad(JavaType),
    ArrayStore(JavaType),
    Shuffle(Shuffle),
    Unary(UnaryOp, Kind),
    Binary(BinaryOp, Kind),
    Order(OrderOp, Kind),
    /// From a kind to a type; narrow types are widened to an int again.
    Convert(Kind, JavaType),
    /// Compares the top with zero or null.
    IfZero(CompareOp, Kind, u16),
    IfCompare(CompareOp, Kind, u16),
    Goto(u16),
    Switch {
        cases: Vec<(i32, u16)>,
        otherwise: u16,
    },
    Return(Option<Kind>),
    GetStatic(Member<'a>),
    PutStatic(Member<'a>),
    GetField(Member<'a>),
    PutField(Member<'a>),
    Invoke(Invocation, Member<'a>),
    InvokeDynamic {
        bootstrap: u16,
        name: &'a str,
        descriptor: &'a str,
    },
    New(&'a str),
    /// By the element type.
    NewArray(JavaType),
    /// By the array's type and how many dimensions are given.
    NewMultiArray(JavaType, u8),
    Length,
    Throw,
    CheckCast(&'a str),
    InstanceOf(&'a str),
    Enter,
    Exit,
}

/// Why a method cannot be translated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Malformed {
    /// `jsr` or `ret`, which no compiler has emitted since Java 6.
    Subroutine,
    /// Something that the class-file format does not allow, in words.
    Broken(String),
}

pub(crate) fn broken(what: impl Into<String>) -> Malformed {
    Malformed::Broken(what.into())
}

/// What a string in the constant pool says.
pub(crate) fn utf8<'a>(pool: &'a ConstantPool<'_>, index: u16) -> Result<&'a str, Malformed> {
    let text = pool.try_get_utf8(index).map_err(|error| broken(error.to_string()))?;
    text.as_str().ok_or_else(|| broken("a name is not valid UTF-8"))
}

pub(crate) fn class_name<'a>(pool: &'a ConstantPool<'_>, index: u16) -> Result<&'a str, Malformed> {
    let name = pool.try_get_class(index).map_err(|error| broken(error.to_string()))?;
    name.as_str().ok_or_else(|| broken("a class name is not valid UTF-8"))
}

pub(crate) fn name_and_type<'a>(
    pool: &'a ConstantPool<'_>,
    index: u16,
) -> Result<(&'a str, &'a str), Malformed> {
    let (name, descriptor) = pool.try_get_name_and_type(index).map_err(|error| broken(error.to_string()))?;
    Ok((utf8(pool, *name)?, utf8(pool, *descriptor)?))
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the constant pool has many more kinds of constants")]
pub(crate) fn member<'a>(pool: &'a ConstantPool<'_>, index: u16) -> Result<Member<'a>, Malformed> {
    let constant = pool.try_get(index).map_err(|error| broken(error.to_string()))?;
    let (class, named, interface) = match constant {
        Constant::FieldRef { class_index, name_and_type_index }
        | Constant::MethodRef { class_index, name_and_type_index } => {
            (*class_index, *name_and_type_index, false)
        }
        Constant::InterfaceMethodRef { class_index, name_and_type_index } => {
            (*class_index, *name_and_type_index, true)
        }
        _ => return Err(broken("a member reference points to another constant")),
    };
    let (name, descriptor) = name_and_type(pool, named)?;
    Ok(Member { owner: class_name(pool, class)?, name, descriptor, interface })
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the constant pool has many more kinds of constants")]
fn loaded<'a>(pool: &'a ConstantPool<'_>, index: u16) -> Result<Loaded<'a>, Malformed> {
    let constant = pool.try_get(index).map_err(|error| broken(error.to_string()))?;
    Ok(match constant {
        Constant::Integer(value) => Loaded::Number(ir::Constant::i32(*value)),
        Constant::Long(value) => Loaded::Number(ir::Constant::Int(ir::IntType::I64, *value)),
        Constant::Float(value) => Loaded::Number(ir::Constant::F32(value.to_bits())),
        Constant::Double(value) => Loaded::Number(ir::Constant::F64(value.to_bits())),
        Constant::String(index) => {
            let text = pool.try_get_utf8(*index).map_err(|error| broken(error.to_string()))?;
            Loaded::Text(text.to_utf16().map_err(|error| broken(error.to_string()))?.into())
        }
        Constant::Class(_) => Loaded::Class(class_name(pool, index)?),
        Constant::MethodHandle { .. } => Loaded::Other("a method handle constant"),
        Constant::MethodType(_) => Loaded::Other("a method type constant"),
        Constant::Dynamic { bootstrap_method_attr_index, name_and_type_index } => {
            let (_, descriptor) = name_and_type(pool, *name_and_type_index)?;
            Loaded::Dynamic { bootstrap: *bootstrap_method_attr_index, descriptor }
        }
        _ => return Err(broken("a constant is loaded that cannot be")),
    })
}

fn array_of(element: &ArrayType) -> JavaType {
    match element {
        ArrayType::Boolean => JavaType::Boolean,
        ArrayType::Char => JavaType::Char,
        ArrayType::Float => JavaType::Float,
        ArrayType::Double => JavaType::Double,
        ArrayType::Byte => JavaType::Byte,
        ArrayType::Short => JavaType::Short,
        ArrayType::Int => JavaType::Int,
        ArrayType::Long => JavaType::Long,
    }
}

fn class_type(pool: &ConstantPool<'_>, index: u16) -> Result<JavaType, Malformed> {
    let name = class_name(pool, index)?;
    JavaType::of_class_constant(name).ok_or_else(|| broken(format!("`{name}` is not a type")))
}

fn target(from: usize, offset: i32) -> Result<u16, Malformed> {
    // Switch targets are relative to the instruction, in instructions.
    let target = i64::try_from(from).unwrap_or(i64::MAX) + i64::from(offset);
    u16::try_from(target).map_err(|_| broken("a jump leaves the method"))
}

/// What the instruction at an index does.
pub(crate) fn decode<'a>(
    pool: &'a ConstantPool<'_>,
    at: usize,
    instruction: &Instruction,
) -> Result<Step<'a>, Malformed> {
    use Instruction as I;
    use Kind::{Double, Float, Int, Long, Reference};
    let int = |value: i32| Step::Push(Loaded::Number(ir::Constant::i32(value)));
    let long = |value: i64| Step::Push(Loaded::Number(ir::Constant::Int(ir::IntType::I64, value)));
    let float = |value: f32| Step::Push(Loaded::Number(ir::Constant::F32(value.to_bits())));
    let double = |value: f64| Step::Push(Loaded::Number(ir::Constant::F64(value.to_bits())));
    Ok(match instruction {
        I::Nop => Step::Nothing,
        I::Aconst_null => Step::Push(Loaded::Null),
        I::Iconst_m1 => int(-1),
        I::Iconst_0 => int(0),
        I::Iconst_1 => int(1),
        I::Iconst_2 => int(2),
        I::Iconst_3 => int(3),
        I::Iconst_4 => int(4),
        I::Iconst_5 => int(5),
        I::Lconst_0 => long(0),
        I::Lconst_1 => long(1),
        I::Fconst_0 => float(0.0),
        I::Fconst_1 => float(1.0),
        I::Fconst_2 => float(2.0),
        I::Dconst_0 => double(0.0),
        I::Dconst_1 => double(1.0),
        I::Bipush(value) => int((*value).into()),
        I::Sipush(value) => int((*value).into()),
        I::Ldc(index) => Step::Push(loaded(pool, (*index).into())?),
        I::Ldc_w(index) | I::Ldc2_w(index) => Step::Push(loaded(pool, *index)?),
        I::Iload(n) => Step::Load(Int, (*n).into()),
        I::Lload(n) => Step::Load(Long, (*n).into()),
        I::Fload(n) => Step::Load(Float, (*n).into()),
        I::Dload(n) => Step::Load(Double, (*n).into()),
        I::Aload(n) => Step::Load(Reference, (*n).into()),
        I::Iload_w(n) => Step::Load(Int, *n),
        I::Lload_w(n) => Step::Load(Long, *n),
        I::Fload_w(n) => Step::Load(Float, *n),
        I::Dload_w(n) => Step::Load(Double, *n),
        I::Aload_w(n) => Step::Load(Reference, *n),
        I::Iload_0 => Step::Load(Int, 0),
        I::Iload_1 => Step::Load(Int, 1),
        I::Iload_2 => Step::Load(Int, 2),
        I::Iload_3 => Step::Load(Int, 3),
        I::Lload_0 => Step::Load(Long, 0),
        I::Lload_1 => Step::Load(Long, 1),
        I::Lload_2 => Step::Load(Long, 2),
        I::Lload_3 => Step::Load(Long, 3),
        I::Fload_0 => Step::Load(Float, 0),
        I::Fload_1 => Step::Load(Float, 1),
        I::Fload_2 => Step::Load(Float, 2),
        I::Fload_3 => Step::Load(Float, 3),
        I::Dload_0 => Step::Load(Double, 0),
        I::Dload_1 => Step::Load(Double, 1),
        I::Dload_2 => Step::Load(Double, 2),
        I::Dload_3 => Step::Load(Double, 3),
        I::Aload_0 => Step::Load(Reference, 0),
        I::Aload_1 => Step::Load(Reference, 1),
        I::Aload_2 => Step::Load(Reference, 2),
        I::Aload_3 => Step::Load(Reference, 3),
        I::Istore(n) => Step::Store(Int, (*n).into()),
        I::Lstore(n) => Step::Store(Long, (*n).into()),
        I::Fstore(n) => Step::Store(Float, (*n).into()),
        I::Dstore(n) => Step::Store(Double, (*n).into()),
        I::Astore(n) => Step::Store(Reference, (*n).into()),
        I::Istore_w(n) => Step::Store(Int, *n),
        I::Lstore_w(n) => Step::Store(Long, *n),
        I::Fstore_w(n) => Step::Store(Float, *n),
        I::Dstore_w(n) => Step::Store(Double, *n),
        I::Astore_w(n) => Step::Store(Reference, *n),
        I::Istore_0 => Step::Store(Int, 0),
        I::Istore_1 => Step::Store(Int, 1),
        I::Istore_2 => Step::Store(Int, 2),
        I::Istore_3 => Step::Store(Int, 3),
        I::Lstore_0 => Step::Store(Long, 0),
        I::Lstore_1 => Step::Store(Long, 1),
        I::Lstore_2 => Step::Store(Long, 2),
        I::Lstore_3 => Step::Store(Long, 3),
        I::Fstore_0 => Step::Store(Float, 0),
        I::Fstore_1 => Step::Store(Float, 1),
        I::Fstore_2 => Step::Store(Float, 2),
        I::Fstore_3 => Step::Store(Float, 3),
        I::Dstore_0 => Step::Store(Double, 0),
        I::Dstore_1 => Step::Store(Double, 1),
        I::Dstore_2 => Step::Store(Double, 2),
        I::Dstore_3 => Step::Store(Double, 3),
        I::Astore_0 => Step::Store(Reference, 0),
        I::Astore_1 => Step::Store(Reference, 1),
        I::Astore_2 => Step::Store(Reference, 2),
        I::Astore_3 => Step::Store(Reference, 3),
        I::Iinc(n, by) => Step::Increase((*n).into(), (*by).into()),
        I::Iinc_w(n, by) => Step::Increase(*n, (*by).into()),
        I::Iaload => Step::ArrayLoad(JavaType::Int),
        I::Laload => Step::ArrayLoad(JavaType::Long),
        I::Faload => Step::ArrayLoad(JavaType::Float),
        I::Daload => Step::ArrayLoad(JavaType::Double),
        I::Aaload => Step::ArrayLoad(JavaType::Object("java/lang/Object".into())),
        I::Baload => Step::ArrayLoad(JavaType::Byte),
        I::Caload => Step::ArrayLoad(JavaType::Char),
        I::Saload => Step::ArrayLoad(JavaType::Short),
        I::Iastore => Step::ArrayStore(JavaType::Int),
        I::Lastore => Step::ArrayStore(JavaType::Long),
        I::Fastore => Step::ArrayStore(JavaType::Float),
        I::Dastore => Step::ArrayStore(JavaType::Double),
        I::Aastore => Step::ArrayStore(JavaType::Object("java/lang/Object".into())),
        I::Bastore => Step::ArrayStore(JavaType::Byte),
        I::Castore => Step::ArrayStore(JavaType::Char),
        I::Sastore => Step::ArrayStore(JavaType::Short),
        I::Pop => Step::Shuffle(Shuffle::Pop),
        I::Pop2 => Step::Shuffle(Shuffle::Pop2),
        I::Dup => Step::Shuffle(Shuffle::Dup),
        I::Dup_x1 => Step::Shuffle(Shuffle::DupX1),
        I::Dup_x2 => Step::Shuffle(Shuffle::DupX2),
        I::Dup2 => Step::Shuffle(Shuffle::Dup2),
        I::Dup2_x1 => Step::Shuffle(Shuffle::Dup2X1),
        I::Dup2_x2 => Step::Shuffle(Shuffle::Dup2X2),
        I::Swap => Step::Shuffle(Shuffle::Swap),
        I::Iadd => Step::Binary(BinaryOp::Add, Int),
        I::Ladd => Step::Binary(BinaryOp::Add, Long),
        I::Fadd => Step::Binary(BinaryOp::Add, Float),
        I::Dadd => Step::Binary(BinaryOp::Add, Double),
        I::Isub => Step::Binary(BinaryOp::Sub, Int),
        I::Lsub => Step::Binary(BinaryOp::Sub, Long),
        I::Fsub => Step::Binary(BinaryOp::Sub, Float),
        I::Dsub => Step::Binary(BinaryOp::Sub, Double),
        I::Imul => Step::Binary(BinaryOp::Mul, Int),
        I::Lmul => Step::Binary(BinaryOp::Mul, Long),
        I::Fmul => Step::Binary(BinaryOp::Mul, Float),
        I::Dmul => Step::Binary(BinaryOp::Mul, Double),
        I::Idiv => Step::Binary(BinaryOp::Div, Int),
        I::Ldiv => Step::Binary(BinaryOp::Div, Long),
        I::Fdiv => Step::Binary(BinaryOp::Div, Float),
        I::Ddiv => Step::Binary(BinaryOp::Div, Double),
        I::Irem => Step::Binary(BinaryOp::Rem, Int),
        I::Lrem => Step::Binary(BinaryOp::Rem, Long),
        I::Frem => Step::Binary(BinaryOp::Rem, Float),
        I::Drem => Step::Binary(BinaryOp::Rem, Double),
        I::Ishl => Step::Binary(BinaryOp::Shl, Int),
        I::Lshl => Step::Binary(BinaryOp::Shl, Long),
        I::Ishr => Step::Binary(BinaryOp::Shr, Int),
        I::Lshr => Step::Binary(BinaryOp::Shr, Long),
        I::Iushr => Step::Binary(BinaryOp::Ushr, Int),
        I::Lushr => Step::Binary(BinaryOp::Ushr, Long),
        I::Iand => Step::Binary(BinaryOp::And, Int),
        I::Land => Step::Binary(BinaryOp::And, Long),
        I::Ior => Step::Binary(BinaryOp::Or, Int),
        I::Lor => Step::Binary(BinaryOp::Or, Long),
        I::Ixor => Step::Binary(BinaryOp::Xor, Int),
        I::Lxor => Step::Binary(BinaryOp::Xor, Long),
        I::Ineg => Step::Unary(UnaryOp::Neg, Int),
        I::Lneg => Step::Unary(UnaryOp::Neg, Long),
        I::Fneg => Step::Unary(UnaryOp::Neg, Float),
        I::Dneg => Step::Unary(UnaryOp::Neg, Double),
        I::I2l => Step::Convert(Int, JavaType::Long),
        I::I2f => Step::Convert(Int, JavaType::Float),
        I::I2d => Step::Convert(Int, JavaType::Double),
        I::L2i => Step::Convert(Long, JavaType::Int),
        I::L2f => Step::Convert(Long, JavaType::Float),
        I::L2d => Step::Convert(Long, JavaType::Double),
        I::F2i => Step::Convert(Float, JavaType::Int),
        I::F2l => Step::Convert(Float, JavaType::Long),
        I::F2d => Step::Convert(Float, JavaType::Double),
        I::D2i => Step::Convert(Double, JavaType::Int),
        I::D2l => Step::Convert(Double, JavaType::Long),
        I::D2f => Step::Convert(Double, JavaType::Float),
        I::I2b => Step::Convert(Int, JavaType::Byte),
        I::I2c => Step::Convert(Int, JavaType::Char),
        I::I2s => Step::Convert(Int, JavaType::Short),
        I::Lcmp => Step::Order(OrderOp::Cmpl, Long),
        I::Fcmpl => Step::Order(OrderOp::Cmpl, Float),
        I::Fcmpg => Step::Order(OrderOp::Cmpg, Float),
        I::Dcmpl => Step::Order(OrderOp::Cmpl, Double),
        I::Dcmpg => Step::Order(OrderOp::Cmpg, Double),
        I::Ifeq(to) => Step::IfZero(CompareOp::Eq, Int, *to),
        I::Ifne(to) => Step::IfZero(CompareOp::Ne, Int, *to),
        I::Iflt(to) => Step::IfZero(CompareOp::Lt, Int, *to),
        I::Ifge(to) => Step::IfZero(CompareOp::Ge, Int, *to),
        I::Ifgt(to) => Step::IfZero(CompareOp::Gt, Int, *to),
        I::Ifle(to) => Step::IfZero(CompareOp::Le, Int, *to),
        I::Ifnull(to) => Step::IfZero(CompareOp::Eq, Reference, *to),
        I::Ifnonnull(to) => Step::IfZero(CompareOp::Ne, Reference, *to),
        I::If_icmpeq(to) => Step::IfCompare(CompareOp::Eq, Int, *to),
        I::If_icmpne(to) => Step::IfCompare(CompareOp::Ne, Int, *to),
        I::If_icmplt(to) => Step::IfCompare(CompareOp::Lt, Int, *to),
        I::If_icmpge(to) => Step::IfCompare(CompareOp::Ge, Int, *to),
        I::If_icmpgt(to) => Step::IfCompare(CompareOp::Gt, Int, *to),
        I::If_icmple(to) => Step::IfCompare(CompareOp::Le, Int, *to),
        I::If_acmpeq(to) => Step::IfCompare(CompareOp::Eq, Reference, *to),
        I::If_acmpne(to) => Step::IfCompare(CompareOp::Ne, Reference, *to),
        I::Goto(to) => Step::Goto(*to),
        I::Goto_w(to) => Step::Goto(u16::try_from(*to).map_err(|_| broken("a jump leaves the method"))?),
        I::Tableswitch(table) => {
            let mut cases = Vec::with_capacity(table.offsets.len());
            for (index, &offset) in table.offsets.iter().enumerate() {
                let value = i64::from(table.low) + index as i64;
                let value = i32::try_from(value).map_err(|_| broken("a switch has too many cases"))?;
                cases.push((value, target(at, offset)?));
            }
            Step::Switch { cases, otherwise: target(at, table.default)? }
        }
        I::Lookupswitch(table) => {
            let mut cases = Vec::with_capacity(table.pairs.len());
            for (&value, &offset) in &table.pairs {
                cases.push((value, target(at, offset)?));
            }
            cases.sort_unstable();
            Step::Switch { cases, otherwise: target(at, table.default)? }
        }
        I::Ireturn => Step::Return(Some(Int)),
        I::Lreturn => Step::Return(Some(Long)),
        I::Freturn => Step::Return(Some(Float)),
        I::Dreturn => Step::Return(Some(Double)),
        I::Areturn => Step::Return(Some(Reference)),
        I::Return => Step::Return(None),
        I::Getstatic(index) => Step::GetStatic(member(pool, *index)?),
        I::Putstatic(index) => Step::PutStatic(member(pool, *index)?),
        I::Getfield(index) => Step::GetField(member(pool, *index)?),
        I::Putfield(index) => Step::PutField(member(pool, *index)?),
        I::Invokevirtual(index) => Step::Invoke(Invocation::Virtual, member(pool, *index)?),
        I::Invokespecial(index) => Step::Invoke(Invocation::Special, member(pool, *index)?),
        I::Invokestatic(index) => Step::Invoke(Invocation::Static, member(pool, *index)?),
        I::Invokeinterface(index, _) => Step::Invoke(Invocation::Interface, member(pool, *index)?),
        I::Invokedynamic(index) => {
            let (bootstrap, named) =
                pool.try_get_invoke_dynamic(*index).map_err(|error| broken(error.to_string()))?;
            let (name, descriptor) = name_and_type(pool, *named)?;
            Step::InvokeDynamic { bootstrap: *bootstrap, name, descriptor }
        }
        I::New(index) => Step::New(class_name(pool, *index)?),
        I::Newarray(element) => Step::NewArray(array_of(element)),
        I::Anewarray(index) => Step::NewArray(class_type(pool, *index)?),
        I::Multianewarray(index, dimensions) => Step::NewMultiArray(class_type(pool, *index)?, *dimensions),
        I::Arraylength => Step::Length,
        I::Athrow => Step::Throw,
        I::Checkcast(index) => Step::CheckCast(class_name(pool, *index)?),
        I::Instanceof(index) => Step::InstanceOf(class_name(pool, *index)?),
        I::Monitorenter => Step::Enter,
        I::Monitorexit => Step::Exit,
        I::Jsr(_) | I::Jsr_w(_) | I::Ret(_) | I::Ret_w(_) => return Err(Malformed::Subroutine),
        I::Wide | I::Breakpoint | I::Impdep1 | I::Impdep2 => {
            return Err(broken("an instruction that class files must not have"));
        }
    })
}

/// The parameters and the result of a method descriptor.
pub(crate) fn signature(descriptor: &str) -> Result<Signature, Malformed> {
    Signature::parse(descriptor).ok_or_else(|| broken(format!("`{descriptor}` is not a method descriptor")))
}

pub(crate) fn field_type(descriptor: &str) -> Result<JavaType, Malformed> {
    JavaType::parse(descriptor).ok_or_else(|| broken(format!("`{descriptor}` is not a type")))
}

impl Step<'_> {
    /// Calls `visit` with every instruction that may come next by a jump.
    pub(crate) fn for_each_target(&self, mut visit: impl FnMut(u16)) {
        match self {
            Step::IfZero(_, _, to) | Step::IfCompare(_, _, to) | Step::Goto(to) => visit(*to),
            Step::Switch { cases, otherwise } => {
                cases.iter().for_each(|case| visit(case.1));
                visit(*otherwise);
            }
            Step::Nothing
            | Step::Push(_)
            | Step::Load(..)
            | Step::Store(..)
            | Step::Increase(..)
            | Step::ArrayLoad(_)
            | Step::ArrayStore(_)
            | Step::Shuffle(_)
            | Step::Unary(..)
            | Step::Binary(..)
            | Step::Order(..)
            | Step::Convert(..)
            | Step::GetStatic(_)
            | Step::PutStatic(_)
            | Step::GetField(_)
            | Step::PutField(_)
            | Step::Invoke(..)
            | Step::InvokeDynamic { .. }
            | Step::New(_)
            | Step::NewArray(_)
            | Step::NewMultiArray(..)
            | Step::Length
            | Step::CheckCast(_)
            | Step::InstanceOf(_)
            | Step::Enter
            | Step::Exit
            | Step::Return(_)
            | Step::Throw => {}
        }
    }

    /// Whether the next instruction is never reached from here without a jump.
    pub(crate) fn ends(&self) -> bool {
        matches!(self, Step::Goto(_) | Step::Switch { .. } | Step::Return(_) | Step::Throw)
    }

    /// Whether control can go elsewhere than to the next instruction.
    pub(crate) fn jumps(&self) -> bool {
        self.ends() || matches!(self, Step::IfZero(..) | Step::IfCompare(..))
    }
}
