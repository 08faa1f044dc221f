//! Operations of the intermediate form on numbers of few bits.
//!
//! A number here is the number of the program, not its low bits: where the result of an operation does not fit the width, the execution is left
//! out. So an operation gives its result, and a bit that is true if the result is right. Types that are not wider than the
//! universe's numbers wrap around as they do in the program.

use ir::{BinaryOp, CompareOp, IntType, Type};
use logic::circuit::{Bit, Bits, Circuit};

/// The number in the universe's width, and whether it is the number that the program has, of that type.
pub(crate) fn fitted(circuit: &mut Circuit, exact: &Bits, ty: Type, width: usize) -> (Bits, Bit) {
    let int = match ty {
        Type::Int(int) => int,
        Type::Bool | Type::Float(_) | Type::Ref(_) => IntType::I32,
    };
    let bits = int.width.bits() as usize;
    let needed = if int.signed { bits } else { bits + 1 };
    if needed <= width {
        let low = circuit.resize(exact, bits, true);
        return (circuit.resize(&low, width, int.signed), Bit::TRUE);
    }
    let (number, fits) = circuit.narrowed(exact, width);
    // Without a sign, a negative number becomes one that is too large.
    let right = if int.signed { fits } else { circuit.and(fits, !number.top()) };
    (number, right)
}

/// An operation on two numbers of a type; none if they are too wide for it. Divisors are not zero.
pub(crate) fn binary(
    circuit: &mut Circuit,
    op: BinaryOp,
    a: &Bits,
    b: &Bits,
    ty: Type,
    width: usize,
) -> Option<(Bits, Bit)> {
    if op == BinaryOp::Mul && a.width() + b.width() > 64 {
        // Of a product that wraps around, only the low bits count, and these are those of the low bits.
        let Type::Int(int) = ty else { return None };
        let bits = int.width.bits() as usize;
        if bits > 32 || bits + usize::from(!int.signed) > width {
            return None;
        }
        let (a, b) = (circuit.resize(a, bits, true), circuit.resize(b, bits, true));
        let product = circuit.mul(&a, &b);
        return Some(fitted(circuit, &product, ty, width));
    }
    let exact = match op {
        BinaryOp::Add => circuit.exact_add(a, b),
        BinaryOp::Sub => circuit.exact_sub(a, b),
        BinaryOp::Mul => circuit.exact_mul(a, b),
        BinaryOp::Div => circuit.exact_div_rem(a, b).0,
        BinaryOp::Rem => circuit.exact_div_rem(a, b).1,
        BinaryOp::And => circuit.bits_and(a, b),
        BinaryOp::Or => circuit.bits_or(a, b),
        BinaryOp::Xor => circuit.bits_xor(a, b),
        BinaryOp::Shl | BinaryOp::Shr | BinaryOp::Ushr => return Some(shift(circuit, op, a, b, ty, width)),
    };
    Some(fitted(circuit, &exact, ty, width))
}

/// A shift: the count goes modulo the type's own width. Only counts that are constants and those within the width are right.
fn shift(circuit: &mut Circuit, op: BinaryOp, a: &Bits, b: &Bits, ty: Type, width: usize) -> (Bits, Bit) {
    let whole = match ty {
        Type::Int(int) => int.width.bits() as usize,
        Type::Bool | Type::Float(_) | Type::Ref(_) => 32,
    };
    // In the program's own width everything is as the program says.
    let wide = circuit.resize(a, whole.max(width), true);
    let count = circuit.resize(b, whole.max(width), true);
    let count = circuit.resize(&count, whole.trailing_zeros() as usize, false);
    let count = circuit.resize(&count, whole.trailing_zeros() as usize + 1, false);
    let own = circuit.resize(&wide, whole, true);
    let shifted = match op {
        BinaryOp::Shl => circuit.shl(&own, &count),
        BinaryOp::Ushr => circuit.ushr(&own, &count),
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::Rem
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor
        | BinaryOp::Shr => circuit.shr(&own, &count),
    };
    fitted(circuit, &shifted, ty, width)
}

/// A comparison of two numbers.
pub(crate) fn compare(circuit: &mut Circuit, op: CompareOp, a: &Bits, b: &Bits) -> Bit {
    match op {
        CompareOp::Eq => circuit.exact_equal(a, b),
        CompareOp::Ne => !circuit.exact_equal(a, b),
        CompareOp::Lt => circuit.exact_lt(a, b),
        CompareOp::Ge => !circuit.exact_lt(a, b),
        CompareOp::Gt => circuit.exact_lt(b, a),
        CompareOp::Le => !circuit.exact_lt(b, a),
    }
}
