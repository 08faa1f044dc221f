//! Sets of integers: what a token stands for, and what operations make of it.
//!
//! A [`Piece`] is an arithmetic progression: the numbers from `low` to `high` that leave `residue` modulo `modulus`. A set is a
//! list of pieces, which may overlap. Everything is computed in 128 bits, so that the result of an operation on 64-bit
//! numbers is exact before it is [wrapped](wrap) into its type.
//!
//! Every function here over-approximates: the pieces that it gives contain all numbers that the operation gives for
//! members of its operands. The tests of [`derive`](super::derive) compare with all pairs of numbers of 8 bits, and
//! those of [`prove`](super::prove) prove it at 32 and 64.

use ir::{BinaryOp, IntType, UnaryOp};

/// Numbers with equal distances. Both ends are members, so a piece is never empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Piece {
    pub(super) low: i128,
    pub(super) high: i128,
    /// The distance of members; 0 for a single number.
    modulus: i128,
    /// What all members leave modulo the distance, not negative; the number itself if there is one.
    residue: i128,
}

pub(super) fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Piece {
    /// The members of an interval with that residue, if there are any.
    pub(super) fn new(low: i128, high: i128, modulus: i128, residue: i128) -> Option<Piece> {
        if modulus == 0 {
            return (low <= residue && residue <= high).then(|| Piece::single(residue));
        }
        let residue = residue.rem_euclid(modulus);
        let low = low + (residue - low).rem_euclid(modulus);
        let high = high - (high - residue).rem_euclid(modulus);
        match low.cmp(&high) {
            std::cmp::Ordering::Less => Some(Piece { low, high, modulus, residue }),
            std::cmp::Ordering::Equal => Some(Piece::single(low)),
            std::cmp::Ordering::Greater => None,
        }
    }

    /// One number.
    pub(super) fn single(number: i128) -> Piece {
        Piece { low: number, high: number, modulus: 0, residue: number }
    }

    /// All numbers from the first to the second.
    pub(super) fn interval(low: i128, high: i128) -> Option<Piece> {
        Piece::new(low, high, 1, 0)
    }

    /// The number, if there is one.
    pub(super) fn only(&self) -> Option<i128> {
        (self.modulus == 0).then_some(self.low)
    }

    /// How many members there are.
    pub(super) fn count(&self) -> u128 {
        if self.modulus == 0 { 1 } else { ((self.high - self.low) / self.modulus) as u128 + 1 }
    }

    pub(super) fn members(&self) -> impl Iterator<Item = i128> {
        let (low, modulus) = (self.low, self.modulus);
        (0..self.count()).map(move |index| low + index as i128 * modulus)
    }

    pub(super) fn contains(&self, number: i128) -> bool {
        Piece::single(number).meets(self)
    }

    /// The members that both have; more only if the distance of the common ones would be too great to compute with.
    pub(super) fn intersection(&self, other: &Piece) -> Option<Piece> {
        let (low, high) = (self.low.max(other.low), self.high.min(other.high));
        if low > high {
            return None;
        }
        match (self.modulus, other.modulus) {
            (0, 0) => (self.low == other.low).then_some(*self),
            (0, modulus) => ((self.low - other.residue).rem_euclid(modulus) == 0).then_some(*self),
            (modulus, 0) => ((other.low - self.residue).rem_euclid(modulus) == 0).then_some(*other),
            (m, n) => {
                let common = gcd(m, n);
                if (self.residue - other.residue).rem_euclid(common) != 0 {
                    return None;
                }
                let (wide, narrow) = if m >= n { (self, other) } else { (other, self) };
                // Among so many members of the one in a row there is a member of the other.
                let steps = narrow.modulus / common;
                let least = wide.modulus.checked_mul(steps).filter(|&least| least < 1 << 60);
                let (Some(least), true) = (least, steps <= 1 << 16) else {
                    return Piece::new(low, high, wide.modulus, wide.residue);
                };
                let found = (0..steps)
                    .map(|step| wide.residue + step * wide.modulus)
                    .find(|member| (member - narrow.residue).rem_euclid(narrow.modulus) == 0)?;
                Piece::new(low, high, least, found)
            }
        }
    }

    pub(super) fn meets(&self, other: &Piece) -> bool {
        self.intersection(other).is_some()
    }

    fn within(&self, low: i128, high: i128) -> Option<Piece> {
        Piece::new(self.low.max(low), self.high.min(high), self.modulus, self.residue)
            .filter(|piece| piece.low <= piece.high)
    }

    /// Whether it has all numbers between its ends.
    pub(super) fn is_interval(&self) -> bool {
        self.modulus <= 1
    }

    /// The distance of members; 0 for a single number.
    pub(super) fn distance(&self) -> i128 {
        self.modulus
    }

    /// How many low bits all of several members have in common because of their distance.
    pub(super) fn low_bits(&self) -> u32 {
        if self.modulus == 0 { 0 } else { self.modulus.trailing_zeros() }
    }

    /// The members below zero, and the others.
    pub(super) fn split(&self) -> (Option<Piece>, Option<Piece>) {
        (self.within(i128::MIN / 4, -1), self.within(0, i128::MAX / 4))
    }

    fn negated(&self) -> Piece {
        Piece { low: -self.high, high: -self.low, modulus: self.modulus, residue: -self.residue }.normal()
    }

    fn normal(self) -> Piece {
        Piece::new(self.low, self.high, self.modulus, self.residue).expect("both ends are members")
    }

    /// How many low bits all members have in common; all if there is one member.
    fn common_bits(&self) -> u32 {
        if self.modulus == 0 { 126 } else { self.modulus.trailing_zeros().min(126) }
    }
}

/// The words of a type that numbers become whose low bits count.
pub(super) fn wrap(piece: Piece, int: IntType, to: &mut Vec<Piece>) {
    let (min, max) = (int.min(), int.max());
    if piece.low >= min && piece.high <= max {
        to.push(piece);
        return;
    }
    let size = max - min + 1;
    let wrapped = |number: i128| (number - min).rem_euclid(size) + min;
    // Wrapping takes multiples of the size off.
    let modulus = gcd(piece.modulus, size);
    if piece.high - piece.low >= size {
        to.extend(Piece::new(min, max, modulus, piece.residue));
        return;
    }
    let (low, high) = (wrapped(piece.low), wrapped(piece.high));
    if low <= high {
        to.extend(Piece::new(low, high, modulus, piece.residue));
    } else {
        to.extend(Piece::new(low, max, modulus, piece.residue));
        to.extend(Piece::new(min, high, modulus, piece.residue));
    }
}

/// An operation of one operand.
pub(super) fn unary(op: UnaryOp, int: IntType, a: Piece, to: &mut Vec<Piece>) {
    let negated = a.negated();
    match op {
        UnaryOp::Neg => wrap(negated, int, to),
        // The complement is one less than the negated number.
        UnaryOp::Not => wrap(sum(negated, Piece::single(-1)), int, to),
    }
}

fn sum(a: Piece, b: Piece) -> Piece {
    Piece {
        low: a.low + b.low,
        high: a.high + b.high,
        modulus: gcd(a.modulus, b.modulus),
        residue: a.residue + b.residue,
    }
    .normal()
}

fn product(a: Piece, b: Piece) -> Piece {
    let corners = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
    let low = corners.into_iter().fold(corners[0], i128::min);
    let high = corners.into_iter().fold(corners[0], i128::max);
    // (r + m i)(s + n j) = r s + r n j + s m i + m n i j
    let modulus = gcd(a.modulus * b.modulus, gcd(a.modulus * b.residue, b.modulus * a.residue));
    Piece::new(low, high, modulus, a.residue * b.residue).expect("the corners are members")
}

/// An operation of two operands; a divisor zero does not count.
pub(super) fn binary(op: BinaryOp, int: IntType, a: Piece, b: Piece, to: &mut Vec<Piece>) {
    match op {
        BinaryOp::Add => wrap(sum(a, b), int, to),
        BinaryOp::Sub => wrap(sum(a, b.negated()), int, to),
        BinaryOp::Mul => wrap(product(a, b), int, to),
        BinaryOp::Div => {
            for divisor in [b.within(i128::MIN / 4, -1), b.within(1, i128::MAX / 4)].into_iter().flatten() {
                wrap(quotient(a, divisor), int, to);
            }
        }
        BinaryOp::Rem => {
            let divisors = [b.within(i128::MIN / 4, -1).map(|b| b.negated()), b.within(1, i128::MAX / 4)];
            for divisor in divisors.into_iter().flatten() {
                let (negative, positive) = a.split();
                to.extend(positive.map(|a| remainder(a, divisor)));
                to.extend(negative.map(|a| remainder(a.negated(), divisor).negated()));
            }
        }
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => {
            let (a, b) = (a.split(), b.split());
            for a in [a.0, a.1].into_iter().flatten() {
                for b in [b.0, b.1].into_iter().flatten() {
                    to.extend(bits(op, int, a, b));
                }
            }
        }
        BinaryOp::Shl | BinaryOp::Shr | BinaryOp::Ushr => {
            for count in counts(int, b) {
                shift(op, int, a, count, to);
            }
        }
    }
}

/// The divisor has one sign.
fn quotient(a: Piece, b: Piece) -> Piece {
    // Division is monotone in each operand when the other stays the same.
    let corners = [a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high];
    let low = corners.into_iter().fold(corners[0], i128::min);
    let high = corners.into_iter().fold(corners[0], i128::max);
    let (modulus, residue) = match b.only() {
        Some(divisor) if a.modulus % divisor == 0 && a.residue % divisor == 0 => {
            ((a.modulus / divisor).abs(), a.residue / divisor)
        }
        Some(_) | None => (1, 0),
    };
    Piece::new(low, high, modulus, residue).expect("the corners are members")
}

/// No operand is negative, and the divisor is not zero.
fn remainder(a: Piece, b: Piece) -> Piece {
    if a.high < b.low {
        return a;
    }
    let high = a.high.min(b.high - 1);
    let loose = || Piece::interval(0, high).expect("zero is in it");
    let Some(divisor) = b.only() else { return loose() };
    if a.low / divisor == a.high / divisor {
        // All members lie between the same multiples.
        let offset = Piece::single(-(a.low / divisor) * divisor);
        return sum(a, offset);
    }
    let modulus = gcd(a.modulus, divisor);
    Piece::new(0, divisor - 1, modulus, a.residue).unwrap_or_else(loose)
}

/// A bitwise operation on operands of one sign each.
fn bits(op: BinaryOp, int: IntType, a: Piece, b: Piece) -> Option<Piece> {
    let negative = [a.low < 0, b.low < 0];
    // All numbers that need no more bits than the greater of the two.
    let full = |number: i128| (1i128 << (128 - number.leading_zeros())) - 1;
    let reach = full(a.high.max(b.high).max(!a.low).max(!b.low).max(0));
    let (low, high) = match (op, negative) {
        (BinaryOp::And, [false, false]) => (0, a.high.min(b.high)),
        (BinaryOp::And, [false, true]) => (0, a.high),
        (BinaryOp::And, [true, false]) => (0, b.high),
        (BinaryOp::Or, [false, false]) => (a.low.max(b.low), reach),
        (BinaryOp::Or, [true, false]) => (a.low, -1),
        (BinaryOp::Or, [false, true]) => (b.low, -1),
        (BinaryOp::Or, [true, true]) => (a.low.max(b.low), -1),
        (BinaryOp::Xor, [x, y]) if x == y => (0, reach),
        (BinaryOp::And, [true, true]) | (BinaryOp::Xor, _) => (!reach, -1),
        (
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::Rem
            | BinaryOp::Shl
            | BinaryOp::Shr
            | BinaryOp::Ushr,
            _,
        ) => (int.min(), int.max()),
    };
    let common = a.common_bits().min(b.common_bits());
    let modulus = 1i128 << common.min(100);
    let residue = match op {
        BinaryOp::And => a.residue & b.residue,
        BinaryOp::Or => a.residue | b.residue,
        BinaryOp::Xor
        | BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::Rem
        | BinaryOp::Shl
        | BinaryOp::Shr
        | BinaryOp::Ushr => a.residue ^ b.residue,
    };
    Piece::new(low.max(int.min()), high.min(int.max()), modulus, residue)
}

/// By how many bits a shift by such a number goes.
fn counts(int: IntType, b: Piece) -> Vec<u32> {
    let bits = int.width.bits();
    let mut counts: Vec<u32> = if b.count() >= u128::from(bits) * 4 {
        (0..bits)
            .filter(|&count| {
                Piece::new(b.low, b.high, i128::from(bits), count.into()).is_some_and(|all| all.meets(&b))
            })
            .collect()
    } else {
        b.members().map(|member| member.rem_euclid(i128::from(bits)) as u32).collect()
    };
    counts.sort_unstable();
    counts.dedup();
    counts
}

fn shift(op: BinaryOp, int: IntType, a: Piece, count: u32, to: &mut Vec<Piece>) {
    let halves = |a: Piece| {
        let (modulus, residue) = if a.modulus == 0 || a.modulus % (1 << count) == 0 {
            (a.modulus >> count, a.residue >> count)
        } else {
            (1, 0)
        };
        Piece::new(a.low >> count, a.high >> count, modulus, residue).expect("the ends are members")
    };
    match op {
        BinaryOp::Shl => wrap(product(a, Piece::single(1 << count)), int, to),
        BinaryOp::Ushr if int.signed => {
            let (negative, positive) = a.split();
            to.extend(positive.map(halves));
            let size = int.max() - int.min() + 1;
            if let Some(negative) = negative {
                wrap(halves(sum(negative, Piece::single(size))), int, to);
            }
        }
        BinaryOp::Shr
        | BinaryOp::Ushr
        | BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::Rem
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor => to.push(halves(a)),
    }
}
