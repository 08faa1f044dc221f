//! What operations do to tokens, derived from what the tokens stand for.
//!
//! The operands' sets of numbers go through the operation piece by piece ([`numbers`]), and the outcome is every token
//! whose numbers meet the result. There are no tables by hand. Why it is sound: every number that the machine's own operation
//! gives for members of the operands is in a piece of the result, so its token is among the outcomes. Small sets go through the machine's
//! own operation, number by number, and are exact.
//!
//! The tests run all operations on all tokens of 8-bit integers and compare with the machine's operation on all pairs of
//! members: nothing may be missing. At 32 and 64 bits they do so with members at the ends and at random; there, and in every run, [`prove`](super::prove)
//! proves that nothing is.

use ir::{BinaryOp, CompareOp, IntType, UnaryOp};
use machine::Word;
use machine::word::{self, Number, Order};

use super::library::Abstraction;
use super::numbers::{self, Piece};

/// A set of numbers.
pub(super) type Set = Vec<Piece>;

/// How many pairs of numbers are computed one by one.
const FEW: u128 = 256;

fn few(sets: &[&[Piece]]) -> bool {
    sets.iter().map(|set| count(set)).fold(1u128, u128::saturating_mul) <= FEW
}

/// How many numbers a set has, at least.
pub(super) fn count(set: &[Piece]) -> u128 {
    set.iter().map(Piece::count).fold(0, u128::saturating_add)
}

/// The numbers of a set that has few, ascending.
pub(super) fn members(set: &[Piece]) -> Vec<i128> {
    let mut members: Vec<i128> = set.iter().flat_map(Piece::members).collect();
    members.sort_unstable();
    members.dedup();
    members
}

pub(super) fn contains(set: &[Piece], number: i128) -> bool {
    set.iter().any(|piece| piece.contains(number))
}

fn to_word(int: IntType, number: i128) -> Word {
    int.word(number) as Word
}

fn singles(int: IntType, words: impl Iterator<Item = Word>) -> Set {
    let mut numbers: Vec<i128> = words.map(|word| int.value(word as i64)).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers.into_iter().map(Piece::single).collect()
}

/// The results of an operation of one operand.
pub(super) fn unary(op: UnaryOp, int: IntType, a: &[Piece]) -> Set {
    if few(&[a]) {
        let words = members(a).into_iter().map(|a| word::unary(op, Number::Int(int), to_word(int, a)));
        return singles(int, words);
    }
    let mut results = Vec::new();
    for &piece in a {
        numbers::unary(op, int, piece, &mut results);
    }
    results
}

/// The results of an operation of two operands. A divisor zero does not count.
pub(super) fn binary(op: BinaryOp, int: IntType, a: &[Piece], b: &[Piece]) -> Set {
    let divides = matches!(op, BinaryOp::Div | BinaryOp::Rem);
    if few(&[a, b]) {
        let right = if op.is_shift() { IntType::I32 } else { int };
        let (a, b) = (members(a), members(b));
        let pairs = a.iter().flat_map(|a| b.iter().map(move |b| (*a, *b)));
        let words = pairs
            .filter(|(_, b)| !divides || *b != 0)
            .map(|(a, b)| word::binary(op, Number::Int(int), to_word(int, a), to_word(right, b)));
        return singles(int, words);
    }
    let mut results = Vec::new();
    for &left in a {
        for &right in b {
            numbers::binary(op, int, left, right, &mut results);
        }
    }
    results
}

/// The results of a conversion to an integer type.
pub(super) fn convert(to: IntType, a: &[Piece]) -> Set {
    let mut results = Vec::new();
    for &piece in a {
        numbers::wrap(piece, to, &mut results);
    }
    results
}

/// Whether a comparison can be true, and whether it can be false. As many as can be; the operands are not empty.
pub(super) fn compare(op: CompareOp, order: Order, a: &[Piece], b: &[Piece]) -> (bool, bool) {
    let low = |set: &[Piece]| set.iter().map(|piece| piece.low).min().unwrap_or(0);
    let high = |set: &[Piece]| set.iter().map(|piece| piece.high).max().unwrap_or(0);
    let equal = a.iter().any(|left| b.iter().any(|right| left.meets(right)));
    let (al, ah, bl, bh) = (low(a), high(a), low(b), high(b));
    let differ = !(al == ah && bl == bh && al == bl);
    // Words of either sign are ordered differently without signs.
    let both_ways = order == Order::Unsigned && (al < 0 || bl < 0);
    let (less, greater) = if both_ways { (differ, differ) } else { (al < bh, ah > bl) };
    match op {
        CompareOp::Eq => (equal, differ),
        CompareOp::Ne => (differ, equal),
        CompareOp::Lt => (less, equal || greater),
        CompareOp::Le => (less || equal, greater),
        CompareOp::Gt => (greater, equal || less),
        CompareOp::Ge => (greater || equal, less),
    }
}

/// The tokens that have a number of the set.
pub(super) fn tokens(abstraction: &Abstraction, set: &[Piece]) -> Vec<usize> {
    let meets = |pieces: &[Piece]| pieces.iter().any(|piece| set.iter().any(|other| piece.meets(other)));
    (0..abstraction.tokens.len()).filter(|&token| meets(&abstraction.tokens[token].pieces)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ABSTRACTIONS: [&str; 9] = [
        "signs",
        "parity",
        "modulo(3)",
        "modulo(6)",
        "range(-1..2)",
        "set{a=7, b=-12, c=64}",
        "constant(100)",
        "point",
        "modulo(8)",
    ];

    fn abstractions() -> Vec<Abstraction> {
        ABSTRACTIONS.iter().map(|text| Abstraction::parse(text, &[]).unwrap()).collect()
    }

    /// Every token of every abstraction as a set of the type, and some single numbers.
    fn sets(int: IntType) -> Vec<Set> {
        let mut sets: Vec<Set> = Vec::new();
        for abstraction in abstractions() {
            sets.extend((0..abstraction.tokens.len()).map(|token| abstraction.numbers(token, int)));
        }
        sets.extend([int.min(), -3, 0, 1, 2, 5, int.max()].map(|number| vec![Piece::single(number)]));
        sets.retain(|set| !set.is_empty());
        sets
    }

    /// All members at 8 bits; ends, corners and some at random otherwise.
    fn samples(int: IntType, set: &[Piece], random: &mut u64) -> Vec<i128> {
        if int == IntType::I8 {
            return members(set);
        }
        let mut samples = Vec::new();
        for piece in set {
            let count = piece.count();
            let step = if count == 1 { 0 } else { (piece.high - piece.low) / (count as i128 - 1) };
            for index in [0, 1, 2, count / 2, count.saturating_sub(2), count - 1] {
                samples.push(piece.low + step * index.min(count - 1) as i128);
            }
            for _ in 0..6 {
                *random =
                    random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                samples.push(piece.low + step * (u128::from(*random >> 1) % count) as i128);
            }
        }
        samples
    }

    fn check(int: IntType) {
        let sets = sets(int);
        let mut random = 7;
        let samples: Vec<Vec<i128>> = sets.iter().map(|set| samples(int, set, &mut random)).collect();
        for (a, left) in sets.iter().zip(&samples) {
            for op in [UnaryOp::Neg, UnaryOp::Not] {
                let result = unary(op, int, a);
                for &x in left {
                    let found = int.value(word::unary(op, Number::Int(int), to_word(int, x)) as i64);
                    assert!(contains(&result, found), "{op:?} {x} is {found}, not in {result:?}");
                }
            }
            for (b, right) in sets.iter().zip(&samples) {
                for op in BinaryOp::ALL {
                    let result = binary(op, int, a, b);
                    let divides = matches!(op, BinaryOp::Div | BinaryOp::Rem);
                    let shifted = if op.is_shift() { IntType::I32 } else { int };
                    for &x in left {
                        for &y in right.iter().filter(|y| !divides || **y != 0) {
                            let words = (to_word(int, x), to_word(shifted, y));
                            let found =
                                int.value(word::binary(op, Number::Int(int), words.0, words.1) as i64);
                            assert!(contains(&result, found), "{x} {op:?} {y} is {found}, not in {result:?}");
                        }
                    }
                }
                for op in CompareOp::ALL {
                    let (may, may_not) = compare(op, Order::Signed, a, b);
                    for &x in left {
                        for &y in right {
                            let truth = word::compare(op, Order::Signed, to_word(int, x), to_word(int, y));
                            assert!(if truth { may } else { may_not }, "{x} {op:?} {y}");
                        }
                    }
                }
            }
            for to in [IntType::I8, IntType::I16, IntType::U16, IntType::I32, IntType::I64] {
                let result = convert(to, a);
                for &x in left {
                    let found =
                        to.value(word::convert(Number::Int(int), Number::Int(to), to_word(int, x)) as i64);
                    assert!(contains(&result, found), "{x} to {} is {found}", to.name());
                }
            }
        }
    }

    #[test]
    fn nothing_is_missing_at_8_bits() {
        check(IntType::I8);
    }

    #[test]
    fn nothing_is_missing_at_32_bits() {
        check(IntType::I32);
    }

    #[test]
    fn nothing_is_missing_at_64_bits() {
        check(IntType::I64);
    }

    /// The results that matter most are exact: no token without a pair of numbers that gives it.
    #[test]
    fn sums_of_signs_and_parities_are_exact() {
        let int = IntType::I32;
        let named = |text: &str, op, a: &str, b: &str| {
            let abstraction = Abstraction::parse(text, &[]).unwrap();
            let token = |name: &str| {
                (0..abstraction.tokens.len()).find(|&token| abstraction.token_name(token) == name).unwrap()
            };
            let set = |name: &str| match name.parse() {
                Ok(number) => vec![Piece::single(number)],
                Err(_) => abstraction.numbers(token(name), int),
            };
            let found = tokens(&abstraction, &binary(op, int, &set(a), &set(b)));
            let names: Vec<&str> = found.into_iter().map(|token| abstraction.token_name(token)).collect();
            names.join(" ")
        };
        // The sum of two great numbers wraps around.
        assert_eq!(named("signs", BinaryOp::Add, "pos", "1"), "neg pos");
        assert_eq!(named("signs", BinaryOp::Add, "pos", "pos"), "neg pos");
        assert_eq!(named("signs", BinaryOp::Add, "zero", "neg"), "neg");
        assert_eq!(named("signs", BinaryOp::Sub, "pos", "1"), "zero pos");
        assert_eq!(named("signs", BinaryOp::Mul, "pos", "zero"), "zero");
        assert_eq!(named("signs", BinaryOp::Div, "pos", "pos"), "zero pos");
        assert_eq!(named("parity", BinaryOp::Add, "odd", "odd"), "even");
        assert_eq!(named("parity", BinaryOp::Add, "even", "1"), "odd");
        assert_eq!(named("parity", BinaryOp::Mul, "odd", "odd"), "odd");
        assert_eq!(named("parity", BinaryOp::Mul, "odd", "even"), "even");
        assert_eq!(named("modulo(3)", BinaryOp::Mul, "rest0", "rest1"), "rest0 rest1 rest2");
        assert_eq!(named("modulo(4)", BinaryOp::Add, "rest3", "2"), "rest1");
        assert_eq!(named("parity", BinaryOp::And, "odd", "1"), "odd");
        assert_eq!(named("range(0..1)", BinaryOp::Add, "1", "1"), "above1");
    }
}
