//! Words: how values look in registers and on the heap, and what operations do to them.
//!
//! A word has 64 bits, and every value has exactly one word:
//! - an integer is its value, cut to 64 bits: signed types are sign-extended, unsigned ones
//!   zero-extended. So widening changes nothing, and equality and order are those of the word
//!   (unsigned order for `u64`);
//! - a `bool` is 0 or 1;
//! - a float is its bits, an `f32` zero-extended;
//! - a reference is the number of the object, 0 for `null`.
//!
//! One word for one value is what makes equal states equal byte for byte. Operations keep it: each
//! ends in [`normalise`] or cannot leave the range. The tests compare all operations of the narrow
//! types exhaustively, and of the wide types on corner cases, with arithmetic in 128 bits; NaN is
//! one word too, as Java does not tell NaNs apart in arithmetic: results are the canonical NaN.

use ir::{BinaryOp, CompareOp, FloatType, IntType, OrderOp, UnaryOp, Width};

/// 64 bits that stand for a value of a type that is known from elsewhere.
pub type Word = u64;

/// The type of an operand, as far as arithmetic needs it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Number {
    /// An integer.
    Int(IntType),
    /// A float.
    Float(FloatType),
    /// `true` or `false`.
    Bool,
}

/// How two operands are compared: with one word for a value only four ways are left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Order {
    /// As signed words: all integers but `u64`, `bool`, references.
    Signed,
    /// As unsigned words: `u64`.
    Unsigned,
    /// As 32-bit floats.
    F32,
    /// As 64-bit floats.
    F64,
}

impl Order {
    /// How values of the type are compared.
    pub const fn of(number: Number) -> Order {
        match number {
            Number::Int(IntType { width: Width::W64, signed: false }) => Order::Unsigned,
            Number::Int(_) | Number::Bool => Order::Signed,
            Number::Float(FloatType::F32) => Order::F32,
            Number::Float(FloatType::F64) => Order::F64,
        }
    }
}

/// The bits of an `f64` as a word; every NaN becomes the same one.
#[inline(always)]
pub fn from_f64(value: f64) -> Word {
    if value.is_nan() { f64::NAN.to_bits() } else { value.to_bits() }
}

/// The bits of an `f32` as a word; every NaN becomes the same one.
#[inline(always)]
pub fn from_f32(value: f32) -> Word {
    Word::from(if value.is_nan() { f32::NAN.to_bits() } else { value.to_bits() })
}

/// The `f64` that a word stands for.
#[inline(always)]
pub fn to_f64(word: Word) -> f64 {
    f64::from_bits(word)
}

/// The `f32` that a word stands for.
#[inline(always)]
pub fn to_f32(word: Word) -> f32 {
    f32::from_bits(word as u32)
}

/// The word of the integer whose low bits are those of `bits`.
#[inline(always)]
pub fn normalise(int: IntType, bits: Word) -> Word {
    match (int.width, int.signed) {
        (Width::W8, true) => bits as i8 as i64 as Word,
        (Width::W8, false) => Word::from(bits as u8),
        (Width::W16, true) => bits as i16 as i64 as Word,
        (Width::W16, false) => Word::from(bits as u16),
        (Width::W32, true) => bits as i32 as i64 as Word,
        (Width::W32, false) => Word::from(bits as u32),
        (Width::W64, _) => bits,
    }
}

/// An operation of one operand.
#[inline(always)]
pub fn unary(op: UnaryOp, number: Number, a: Word) -> Word {
    match (op, number) {
        (UnaryOp::Neg, Number::Int(int)) => normalise(int, a.wrapping_neg()),
        (UnaryOp::Neg, Number::Float(FloatType::F32)) => from_f32(-to_f32(a)),
        (UnaryOp::Neg, Number::Float(FloatType::F64)) => from_f64(-to_f64(a)),
        (UnaryOp::Not, Number::Int(int)) => normalise(int, !a),
        (UnaryOp::Not | UnaryOp::Neg, Number::Bool) | (UnaryOp::Not, Number::Float(_)) => a ^ 1,
    }
}

/// An operation of two operands. The caller has made sure that an integer divisor is not zero.
#[inline(always)]
pub fn binary(op: BinaryOp, number: Number, a: Word, b: Word) -> Word {
    match number {
        Number::Int(int) => integer(op, int, a, b),
        Number::Bool => match op {
            BinaryOp::And => a & b,
            BinaryOp::Or => a | b,
            BinaryOp::Xor
            | BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::Rem
            | BinaryOp::Shl
            | BinaryOp::Shr
            | BinaryOp::Ushr => a ^ b,
        },
        Number::Float(FloatType::F32) => {
            let (a, b) = (to_f32(a), to_f32(b));
            from_f32(match op {
                BinaryOp::Add => a + b,
                BinaryOp::Sub => a - b,
                BinaryOp::Mul => a * b,
                BinaryOp::Div => a / b,
                BinaryOp::Rem
                | BinaryOp::And
                | BinaryOp::Or
                | BinaryOp::Xor
                | BinaryOp::Shl
                | BinaryOp::Shr
                | BinaryOp::Ushr => a % b,
            })
        }
        Number::Float(FloatType::F64) => {
            let (a, b) = (to_f64(a), to_f64(b));
            from_f64(match op {
                BinaryOp::Add => a + b,
                BinaryOp::Sub => a - b,
                BinaryOp::Mul => a * b,
                BinaryOp::Div => a / b,
                BinaryOp::Rem
                | BinaryOp::And
                | BinaryOp::Or
                | BinaryOp::Xor
                | BinaryOp::Shl
                | BinaryOp::Shr
                | BinaryOp::Ushr => a % b,
            })
        }
    }
}

#[inline(always)]
fn integer(op: BinaryOp, int: IntType, a: Word, b: Word) -> Word {
    let bits = int.width.bits();
    // The count of a shift is an `i32`; its low bits count, as Java has it.
    let count = b as u32 & (bits - 1);
    let result = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::Div if int.signed => (a as i64).wrapping_div(b as i64) as Word,
        BinaryOp::Div => a / b,
        BinaryOp::Rem if int.signed => (a as i64).wrapping_rem(b as i64) as Word,
        BinaryOp::Rem => a % b,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl => a << count,
        BinaryOp::Shr if int.signed => ((a as i64) >> count) as Word,
        BinaryOp::Shr => a >> count,
        BinaryOp::Ushr => normalise(IntType { signed: false, ..int }, a) >> count,
    };
    normalise(int, result)
}

/// A comparison.
#[inline(always)]
pub fn compare(op: CompareOp, order: Order, a: Word, b: Word) -> bool {
    match order {
        Order::Signed => ordered(op, a as i64, b as i64),
        Order::Unsigned => ordered(op, a, b),
        Order::F32 => ordered(op, to_f32(a), to_f32(b)),
        Order::F64 => ordered(op, to_f64(a), to_f64(b)),
    }
}

#[inline(always)]
fn ordered<T: PartialOrd>(op: CompareOp, a: T, b: T) -> bool {
    match op {
        CompareOp::Eq => a == b,
        CompareOp::Ne => a != b,
        CompareOp::Lt => a < b,
        CompareOp::Le => a <= b,
        CompareOp::Gt => a > b,
        CompareOp::Ge => a >= b,
    }
}

/// A three-way comparison: the word of the `i32` -1, 0 or 1.
#[inline(always)]
pub fn three_way(op: OrderOp, order: Order, a: Word, b: Word) -> Word {
    let result: i64 = if compare(CompareOp::Lt, order, a, b) {
        -1
    } else if compare(CompareOp::Gt, order, a, b) {
        1
    } else if compare(CompareOp::Eq, order, a, b) {
        0
    } else {
        match op {
            OrderOp::Cmpl => -1,
            OrderOp::Cmpg => 1,
        }
    };
    result as Word
}

/// The number converted to another type as Java converts: integers keep the low bits, floats to
/// integers round towards zero and saturate, NaN gives 0.
#[inline(always)]
pub fn convert(from: Number, to: Number, a: Word) -> Word {
    match (from, to) {
        (Number::Int(_) | Number::Bool, Number::Int(to)) => normalise(to, a),
        (Number::Int(from), Number::Float(FloatType::F32)) => {
            from_f32(if from.signed { a as i64 as f32 } else { a as f32 })
        }
        (Number::Int(from), Number::Float(FloatType::F64)) => {
            from_f64(if from.signed { a as i64 as f64 } else { a as f64 })
        }
        (Number::Bool, Number::Float(FloatType::F32)) => from_f32(a as f32),
        (Number::Bool, Number::Float(FloatType::F64)) => from_f64(a as f64),
        (Number::Float(FloatType::F32), Number::Float(FloatType::F64)) => from_f64(f64::from(to_f32(a))),
        (Number::Float(FloatType::F64), Number::Float(FloatType::F32)) => from_f32(to_f64(a) as f32),
        (Number::Float(FloatType::F32), Number::Float(FloatType::F32))
        | (Number::Float(FloatType::F64), Number::Float(FloatType::F64)) => a,
        // Every `f32` is an `f64`, so one saturating conversion serves both.
        (Number::Float(FloatType::F32), Number::Int(to)) => float_to_int(f64::from(to_f32(a)), to),
        (Number::Float(FloatType::F64), Number::Int(to)) => float_to_int(to_f64(a), to),
        (_, Number::Bool) => Word::from(a != 0),
    }
}

/// Java converts to `int` or `long` first, and to the narrow types from `int`.
#[inline(always)]
fn float_to_int(value: f64, to: IntType) -> Word {
    match (to.width, to.signed) {
        (Width::W64, true) => value as i64 as Word,
        (Width::W64, false) => value as u64,
        (Width::W32, false) => Word::from(value as u32),
        (Width::W32, true) | (Width::W16 | Width::W8, _) => normalise(to, value as i32 as i64 as Word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value of an operation by arithmetic in 128 bits, or `None` for a division by zero.
    fn model(op: BinaryOp, int: IntType, a: i128, b: i128) -> Option<i128> {
        let bits = int.width.bits();
        let modulus = 1i128 << bits;
        let count = b.rem_euclid(i128::from(bits)) as u32;
        let result = match op {
            BinaryOp::Add => a + b,
            BinaryOp::Sub => a - b,
            // Reduced first, so that the product of two 64-bit numbers fits.
            BinaryOp::Mul => {
                let (low, high) = (b & 0xffff_ffff, b >> 32);
                (a * low).rem_euclid(modulus) + ((a * high).rem_euclid(modulus) << 32).rem_euclid(modulus)
            }
            BinaryOp::Div if b == 0 => return None,
            BinaryOp::Div => a / b,
            BinaryOp::Rem if b == 0 => return None,
            BinaryOp::Rem => a % b,
            BinaryOp::And => a & b,
            BinaryOp::Or => a | b,
            BinaryOp::Xor => a ^ b,
            BinaryOp::Shl => (a.rem_euclid(modulus) << (count % 64)).rem_euclid(modulus),
            BinaryOp::Shr => a >> count,
            BinaryOp::Ushr => a.rem_euclid(modulus) >> count,
        };
        Some(wrap(int, result))
    }

    fn wrap(int: IntType, value: i128) -> i128 {
        let modulus = 1i128 << int.width.bits();
        let low = value.rem_euclid(modulus);
        if int.signed && low >= modulus / 2 { low - modulus } else { low }
    }

    fn word(int: IntType, value: i128) -> Word {
        int.word(value) as Word
    }

    /// All values of narrow types, corner cases of the others.
    fn samples(int: IntType) -> Vec<i128> {
        if int.width == Width::W8 {
            return (int.min()..=int.max()).collect();
        }
        let mut values = Vec::new();
        for around in
            [0, int.min(), int.max(), 1 << 7, 1 << 8, 1 << 15, 1 << 16, 1 << 31, 1 << 32, 31, 32, 63, 64]
        {
            for offset in -2..=2 {
                values.push(around + offset);
                values.push(-around + offset);
            }
        }
        values.retain(|&value| int.contains(value));
        values.sort_unstable();
        values.dedup();
        values
    }

    #[test]
    fn integer_operations_agree_with_128_bit_arithmetic() {
        for int in IntType::ALL {
            for op in BinaryOp::ALL {
                let rights = if op.is_shift() { samples(IntType::I32) } else { samples(int) };
                for a in samples(int) {
                    for &b in &rights {
                        let right = if op.is_shift() { IntType::I32 } else { int };
                        if let Some(expected) = model(op, int, a, b) {
                            let found = binary(op, Number::Int(int), word(int, a), word(right, b));
                            assert_eq!(found, word(int, expected), "{} {} {a} {b}", int.name(), op.name());
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn unary_operations_and_conversions_agree_with_128_bit_arithmetic() {
        for int in IntType::ALL {
            for a in samples(int) {
                let number = Number::Int(int);
                assert_eq!(unary(UnaryOp::Neg, number, word(int, a)), word(int, wrap(int, -a)));
                assert_eq!(unary(UnaryOp::Not, number, word(int, a)), word(int, wrap(int, !a)));
                for to in IntType::ALL {
                    let found = convert(number, Number::Int(to), word(int, a));
                    assert_eq!(found, word(to, wrap(to, a)), "{a} {} to {}", int.name(), to.name());
                }
            }
        }
    }

    #[test]
    fn order_is_that_of_the_numbers() {
        for int in IntType::ALL {
            let order = Order::of(Number::Int(int));
            for a in samples(int) {
                for b in samples(int) {
                    for op in CompareOp::ALL {
                        let found = compare(op, order, word(int, a), word(int, b));
                        assert_eq!(found, ordered(op, a, b), "{} {a} {b}", int.name());
                    }
                    let expected = (a > b) as i64 - (a < b) as i64;
                    assert_eq!(three_way(OrderOp::Cmpl, order, word(int, a), word(int, b)), expected as Word);
                }
            }
        }
    }

    #[test]
    fn java_corner_cases() {
        let i32s = Number::Int(IntType::I32);
        let int = |value: i32| value as i64 as Word;
        assert_eq!(binary(BinaryOp::Div, i32s, int(i32::MIN), int(-1)), int(i32::MIN));
        assert_eq!(binary(BinaryOp::Rem, i32s, int(i32::MIN), int(-1)), 0);
        assert_eq!(binary(BinaryOp::Rem, i32s, int(-7), int(3)), int(-1));
        assert_eq!(binary(BinaryOp::Shl, i32s, int(1), int(33)), int(2));
        assert_eq!(binary(BinaryOp::Shl, i32s, int(1), int(-1)), int(i32::MIN));
        assert_eq!(binary(BinaryOp::Ushr, i32s, int(-1), int(28)), int(15));
        let i64s = Number::Int(IntType::I64);
        assert_eq!(binary(BinaryOp::Div, i64s, i64::MIN as Word, -1i64 as Word), i64::MIN as Word);
        assert_eq!(binary(BinaryOp::Shl, i64s, 1, int(65)), 2);
    }

    #[test]
    fn floats_follow_java() {
        let f64s = Number::Float(FloatType::F64);
        let i32s = Number::Int(IntType::I32);
        let d = from_f64;
        assert_eq!(convert(f64s, i32s, d(f64::NAN)), 0);
        assert_eq!(convert(f64s, i32s, d(1e10)), i32::MAX as Word);
        assert_eq!(convert(f64s, i32s, d(f64::NEG_INFINITY)), i32::MIN as i64 as Word);
        assert_eq!(convert(f64s, Number::Int(IntType::I64), d(1e30)), i64::MAX as Word);
        // (byte) 300.0 is (byte) (int) 300.0 in Java, not a saturated byte.
        assert_eq!(convert(f64s, Number::Int(IntType::I8), d(300.0)), 44);
        assert_eq!(convert(f64s, Number::Int(IntType::U16), d(-1.0)), 0xffff);
        assert_eq!(binary(BinaryOp::Rem, f64s, d(-5.5), d(2.0)), d(-1.5));
        assert_eq!(binary(BinaryOp::Div, f64s, d(0.0), d(0.0)), f64::NAN.to_bits());
        assert_eq!(unary(UnaryOp::Neg, f64s, d(0.0)), d(-0.0));
        assert_eq!(three_way(OrderOp::Cmpl, Order::F64, d(f64::NAN), d(1.0)), -1i64 as Word);
        assert_eq!(three_way(OrderOp::Cmpg, Order::F64, d(f64::NAN), d(1.0)), 1);
        assert_eq!(three_way(OrderOp::Cmpg, Order::F64, d(-0.0), d(0.0)), 0);
        assert!(!compare(CompareOp::Eq, Order::F64, d(f64::NAN), d(f64::NAN)));
        assert!(compare(CompareOp::Ne, Order::F64, d(f64::NAN), d(f64::NAN)));
        // The sum is computed in single precision.
        let f32s = Number::Float(FloatType::F32);
        assert_eq!(
            binary(BinaryOp::Add, f32s, from_f32(16_777_216.0), from_f32(1.0)),
            from_f32(16_777_216.0)
        );
        assert_eq!(convert(Number::Int(IntType::I64), f32s, i64::MAX as Word), from_f32(9.223_372e18));
        assert_eq!(convert(Number::Int(IntType::U64), f64s, u64::MAX), from_f64(1.844_674_407_370_955_2e19));
    }
}
