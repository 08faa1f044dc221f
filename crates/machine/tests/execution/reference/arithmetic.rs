//! Arithmetic on numbers, not on words: integers in 128 bits that are wrapped at the end.

use ir::{BinaryOp, CompareOp, FloatType, IntType, OrderOp, Type, UnaryOp, Width};

use super::Value;

/// The value of the type that a number is modulo the type's size.
pub(crate) fn wrap(int: IntType, number: i128) -> i128 {
    let size = 1i128 << int.width.bits();
    let low = number.rem_euclid(size);
    if low > int.max() { low - size } else { low }
}

pub(crate) fn unary(op: UnaryOp, a: Value) -> Value {
    match (op, a) {
        (UnaryOp::Neg, Value::Int(int, a)) => Value::Int(int, wrap(int, -a)),
        (UnaryOp::Not, Value::Int(int, a)) => Value::Int(int, wrap(int, -1 - a)),
        (UnaryOp::Neg, Value::F32(a)) => Value::F32(-a),
        (UnaryOp::Neg, Value::F64(a)) => Value::F64(-a),
        (UnaryOp::Not, Value::Bool(a)) => Value::Bool(!a),
        (op, a) => panic!("{} of {a:?}", op.name()),
    }
}

/// The result, or `None` if an integer is divided by zero.
pub(crate) fn binary(op: BinaryOp, a: Value, b: Value) -> Option<Value> {
    Some(match (a, b) {
        (Value::Int(int, a), Value::Int(_, b)) => Value::Int(int, integer(op, int, a, b)?),
        (Value::Bool(a), Value::Bool(b)) => Value::Bool(match op {
            BinaryOp::And => a && b,
            BinaryOp::Or => a || b,
            BinaryOp::Xor => a != b,
            other => panic!("{} of bools", other.name()),
        }),
        (Value::F32(a), Value::F32(b)) => Value::F32(match op {
            BinaryOp::Add => a + b,
            BinaryOp::Sub => a - b,
            BinaryOp::Mul => a * b,
            BinaryOp::Div => a / b,
            BinaryOp::Rem => a % b,
            other => panic!("{} of floats", other.name()),
        }),
        (Value::F64(a), Value::F64(b)) => Value::F64(match op {
            BinaryOp::Add => a + b,
            BinaryOp::Sub => a - b,
            BinaryOp::Mul => a * b,
            BinaryOp::Div => a / b,
            BinaryOp::Rem => a % b,
            other => panic!("{} of floats", other.name()),
        }),
        (a, b) => panic!("{} of {a:?} and {b:?}", op.name()),
    })
}

/// The bits of a number in a type of that width, lowest first.
fn bits(int: IntType, number: i128) -> Vec<bool> {
    let low = number.rem_euclid(1 << int.width.bits());
    (0..int.width.bits()).map(|bit| low / (1 << bit) % 2 == 1).collect()
}

fn number(int: IntType, bits: impl IntoIterator<Item = bool>) -> i128 {
    wrap(int, bits.into_iter().enumerate().map(|(bit, set)| i128::from(set) << bit).sum())
}

/// The result, or `None` if it is a division by zero.
pub(crate) fn integer(op: BinaryOp, int: IntType, a: i128, b: i128) -> Option<i128> {
    let width = int.width.bits() as usize;
    let count = b.rem_euclid(width as i128) as usize;
    let both = |combine: fn(bool, bool) -> bool| {
        number(int, bits(int, a).into_iter().zip(bits(int, b)).map(|(a, b)| combine(a, b)))
    };
    let shift_right = |fill: bool| {
        let bits = bits(int, a);
        number(int, (0..width).map(|bit| bits.get(bit + count).copied().unwrap_or(fill)))
    };
    Some(match op {
        BinaryOp::Add => wrap(int, a + b),
        BinaryOp::Sub => wrap(int, a - b),
        // By adding up, digit by digit, so that nothing overflows.
        BinaryOp::Mul => {
            let mut product = 0;
            for set in bits(int, b).into_iter().rev() {
                product = wrap(int, 2 * product + if set { a } else { 0 });
            }
            product
        }
        BinaryOp::Div | BinaryOp::Rem if b == 0 => return None,
        BinaryOp::Div => wrap(int, a / b),
        BinaryOp::Rem => wrap(int, a - a / b * b),
        BinaryOp::And => both(|a, b| a && b),
        BinaryOp::Or => both(|a, b| a || b),
        BinaryOp::Xor => both(|a, b| a != b),
        BinaryOp::Shl => {
            let bits = bits(int, a);
            number(int, (0..width).map(|bit| bit >= count && bits[bit - count]))
        }
        BinaryOp::Shr => shift_right(a < 0),
        BinaryOp::Ushr => shift_right(false),
    })
}

fn ordering(a: Value, b: Value) -> Option<std::cmp::Ordering> {
    match (a, b) {
        (Value::Int(_, a), Value::Int(_, b)) => Some(a.cmp(&b)),
        (Value::F32(a), Value::F32(b)) => a.partial_cmp(&b),
        (Value::F64(a), Value::F64(b)) => a.partial_cmp(&b),
        (Value::Bool(a), Value::Bool(b)) => Some(a.cmp(&b)),
        (Value::Ref(a), Value::Ref(b)) => Some(a.cmp(&b)),
        (a, b) => panic!("{a:?} compared with {b:?}"),
    }
}

pub(crate) fn compare(op: CompareOp, a: Value, b: Value) -> bool {
    let Some(order) = ordering(a, b) else {
        return op == CompareOp::Ne;
    };
    match op {
        CompareOp::Eq => order.is_eq(),
        CompareOp::Ne => order.is_ne(),
        CompareOp::Lt => order.is_lt(),
        CompareOp::Le => order.is_le(),
        CompareOp::Gt => order.is_gt(),
        CompareOp::Ge => order.is_ge(),
    }
}

pub(crate) fn order(op: OrderOp, a: Value, b: Value) -> Value {
    let unordered = match op {
        OrderOp::Cmpl => -1,
        OrderOp::Cmpg => 1,
    };
    Value::Int(IntType::I32, ordering(a, b).map_or(unordered, |order| order as i128))
}

pub(crate) fn convert(a: Value, to: Type) -> Value {
    let float = |a: f64, int: IntType| {
        // Java goes to the narrow types through `int`.
        let first = if int.width < Width::W32 { IntType::I32 } else { int };
        let whole = if a.is_nan() { 0.0 } else { a.trunc() };
        let saturated = if whole <= first.min() as f64 {
            first.min()
        } else if whole >= first.max() as f64 {
            first.max()
        } else {
            whole as i128
        };
        wrap(int, saturated)
    };
    match (a, to) {
        (Value::Bool(a), to) => convert(Value::Int(IntType::U8, a.into()), to),
        (Value::Int(_, a), Type::Int(int)) => Value::Int(int, wrap(int, a)),
        (Value::Int(_, a), Type::Float(FloatType::F32)) => Value::F32(a as f32),
        (Value::Int(_, a), Type::Float(FloatType::F64)) => Value::F64(a as f64),
        (Value::F32(a), Type::Int(int)) => Value::Int(int, float(a.into(), int)),
        (Value::F64(a), Type::Int(int)) => Value::Int(int, float(a, int)),
        (Value::F32(a), Type::Float(FloatType::F32)) => Value::F32(a),
        (Value::F32(a), Type::Float(FloatType::F64)) => Value::F64(a.into()),
        (Value::F64(a), Type::Float(FloatType::F32)) => Value::F32(a as f32),
        (Value::F64(a), Type::Float(FloatType::F64)) => Value::F64(a),
        (a, to) => panic!("{a:?} converted to {to:?}"),
    }
}
