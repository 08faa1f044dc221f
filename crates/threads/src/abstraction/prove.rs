//! Proofs that derived operations miss nothing, at full width.
//!
//! What [`derive`](super::derive) says of an operation is a set of numbers, or of tokens, that contains every result. Here the claim is put to a SAT
//! solver, with the machine's operation as a circuit of 8 to 64 bits: operands that are in their sets and a result that is not in its
//! set. If there are none, the claim is proved, for all numbers of the type, and by reasoning that has nothing in common with the arithmetic
//! of [`numbers`](super::numbers): the circuits are tested against direct arithmetic, a set is what its bounds and residues say, and
//! the rest is the solver's. If there are some, they are shown, after they were computed again with the machine's own operation.
//!
//! # What makes it feasible
//! A claim about unions of progressions is one claim for each pair of them, and negative and other numbers are apart. Then what is known of
//! an operand is known bit by bit: the bits above the first one in which the ends of an interval differ, and those below the power of
//! two in the distance of members. They are constants of the circuit, which folds accordingly: that a quotient has a sign needs no
//! division any more, and that an even factor makes an even product no multiplication.
//!
//! # What the solver is told
//! Some facts are true of integers but hidden in carries, and are told to the solver: what is true of every division (`divided`), and that the
//! residue of a sum is that of its operands' residues, but for wrapping (`residue_of_result`). A fact that was not true would exclude operands
//! and make wrong claims look proved. `proofs_are_right_at_8_bits` compares with all operands, for true claims and wrong ones, and
//! `wrong_claims_are_not_proved_at_full_width` leaves out results that there are.
//!
//! What is left is limited by a number of conflicts, so that the same claims are proved on every machine. A claim that is not is
//! *open*, and whoever asked must do without it.

use std::fmt;
use std::rc::Rc;

use ir::{BinaryOp, CompareOp, IntType, UnaryOp};
use logic::circuit::bits::number;
use logic::circuit::{Bit, Bits, Circuit, Encoding};
use logic::sat::{Answer, Limits, Solver};
use machine::Word;
use machine::word::{self, Number, Order};

use super::numbers::Piece;

/// An operation of the machine on integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Operation {
    /// On one number of a type.
    Unary(UnaryOp, IntType),
    /// On two numbers of a type; the second is an `i32` if it says how far to shift, and never zero if it divides.
    Binary(BinaryOp, IntType),
    /// From a type to another.
    Convert(IntType, IntType),
    /// Of words: 1 if it is true, 0 if not.
    Compare(CompareOp, Order),
    /// Of words: -1, 0 or 1.
    ThreeWay(Order),
}

impl fmt::Display for Operation {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operation::Unary(op, int) => write!(to, "{} {}", int.name(), op.name()),
            Operation::Binary(op, int) => write!(to, "{} {}", int.name(), op.name()),
            Operation::Convert(from, result) => write!(to, "{} to {}", from.name(), result.name()),
            Operation::Compare(op, _) => write!(to, "{}", op.name()),
            Operation::ThreeWay(_) => write!(to, "comparison"),
        }
    }
}

/// What is known of a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Proof {
    /// It is true.
    Proved,
    /// These operands have a result that is not in the set.
    Refuted { operands: [i128; 2], result: i128 },
    /// The limits were not enough.
    Open,
}

/// What a proof may cost: so many conflicts, and so many progressions in all sets together.
pub(super) const CONFLICTS: u32 = 20_000;
const MOST_PIECES: usize = 4096;

/// So many conflicts are tried before a shift is split up.
const AT_FIRST: u32 = 500;

/// Up to so many pairs of progressions are proved one by one.
const MOST_PAIRS: usize = 64;

/// Who may stop a proof.
pub(super) type Stop = Rc<dyn Fn() -> bool>;

/// What a proof may use.
#[derive(Clone)]
pub(super) struct Effort {
    /// How many conflicts are left.
    conflicts: u32,
    stop: Option<Stop>,
}

impl Effort {
    /// The effort for one claim.
    pub(super) fn new(stop: Option<Stop>) -> Self {
        Effort { conflicts: CONFLICTS, stop }
    }
}

impl Operation {
    /// The types of the operands and of the result. Comparisons are of words.
    pub(super) fn types(self) -> ([IntType; 2], IntType) {
        match self {
            Operation::Unary(_, int) => ([int; 2], int),
            Operation::Binary(op, int) => ([int, if op.is_shift() { IntType::I32 } else { int }], int),
            Operation::Convert(from, to) => ([from; 2], to),
            Operation::Compare(..) | Operation::ThreeWay(_) => ([IntType::I64; 2], IntType::I32),
        }
    }

    /// Whether there is a second operand.
    pub(super) fn is_unary(self) -> bool {
        match self {
            Operation::Unary(..) | Operation::Convert(..) => true,
            Operation::Binary(..) | Operation::Compare(..) | Operation::ThreeWay(_) => false,
        }
    }

    fn divides(self) -> bool {
        match self {
            Operation::Binary(op, _) => matches!(op, BinaryOp::Div | BinaryOp::Rem),
            Operation::Unary(..)
            | Operation::Convert(..)
            | Operation::Compare(..)
            | Operation::ThreeWay(_) => false,
        }
    }

    /// What the machine computes.
    pub(super) fn compute(self, a: i128, b: i128) -> i128 {
        let ([left, right], result) = self.types();
        let (a, b) = (left.word(a) as Word, right.word(b) as Word);
        let word = match self {
            Operation::Unary(op, int) => word::unary(op, Number::Int(int), a),
            Operation::Binary(op, int) => word::binary(op, Number::Int(int), a, b),
            Operation::Convert(from, to) => word::convert(Number::Int(from), Number::Int(to), a),
            Operation::Compare(op, order) => word::compare(op, order, a, b).into(),
            Operation::ThreeWay(order) => word::three_way(ir::OrderOp::Cmpl, order, a, b),
        };
        result.value(word as i64)
    }

    /// The same as a circuit, and facts about it.
    fn build(self, circuit: &mut Circuit, a: &Bits, b: &Bits, facts: &mut Vec<Bit>) -> Bits {
        match self {
            Operation::Unary(UnaryOp::Neg, _) => circuit.neg(a),
            Operation::Unary(UnaryOp::Not, _) => circuit.complement(a),
            Operation::Convert(from, to) => circuit.resize(a, to.width.bits() as usize, from.signed),
            Operation::Binary(op, int) => match op {
                BinaryOp::Add => circuit.add(a, b),
                BinaryOp::Sub => circuit.sub(a, b),
                BinaryOp::Mul => circuit.mul(a, b),
                BinaryOp::Div => divided(circuit, int, a, b, facts).0,
                BinaryOp::Rem => divided(circuit, int, a, b, facts).1,
                BinaryOp::And => circuit.bits_and(a, b),
                BinaryOp::Or => circuit.bits_or(a, b),
                BinaryOp::Xor => circuit.bits_xor(a, b),
                BinaryOp::Shl => circuit.shl(a, b),
                BinaryOp::Shr if int.signed => circuit.shr(a, b),
                BinaryOp::Shr | BinaryOp::Ushr => circuit.ushr(a, b),
            },
            Operation::Compare(op, order) => {
                let less = |circuit: &mut Circuit, a: &Bits, b: &Bits| less(circuit, order, a, b);
                let truth = match op {
                    CompareOp::Eq => circuit.equal(a, b),
                    CompareOp::Ne => !circuit.equal(a, b),
                    CompareOp::Lt => less(circuit, a, b),
                    CompareOp::Le => !less(circuit, b, a),
                    CompareOp::Gt => less(circuit, b, a),
                    CompareOp::Ge => !less(circuit, a, b),
                };
                circuit.resize(&Bits::new(vec![truth]), 32, false)
            }
            Operation::ThreeWay(order) => {
                let [below, above] = [(a, b), (b, a)].map(|(a, b)| less(circuit, order, a, b));
                let mut bits = vec![below; 32];
                bits[0] = circuit.or(below, above);
                Bits::new(bits)
            }
        }
    }
}

/// A quotient and a remainder, with what is true of all of them: the remainder is less than the divisor and not greater than the dividend, the quotient
/// neither, and by a constant the remainder is what the dividend's residue says. (But for signs. The divisor is not zero.)
fn divided(circuit: &mut Circuit, int: IntType, a: &Bits, b: &Bits, facts: &mut Vec<Bit>) -> (Bits, Bits) {
    let (quotient, rest) =
        if int.signed { circuit.signed_div_rem(a, b) } else { circuit.unsigned_div_rem(a, b) };
    let [dividend, divisor, part, left] = [a, b, &quotient, &rest].map(|number| {
        if !int.signed {
            return number.clone();
        }
        let negated = circuit.neg(number);
        circuit.either(number.top(), &negated, number)
    });
    facts.push(circuit.unsigned_lt(&left, &divisor));
    facts.push(circuit.unsigned_le(&left, &dividend));
    facts.push(circuit.unsigned_le(&part, &dividend));
    if let Some(by) = divisor.known().filter(|by| int.signed && (1..1 << 62).contains(by)) {
        let other = circuit.signed_rem_by(a, by);
        facts.push(circuit.equal(&rest, &other));
    }
    (quotient, rest)
}

fn less(circuit: &mut Circuit, order: Order, a: &Bits, b: &Bits) -> Bit {
    match order {
        Order::Signed => circuit.signed_lt(a, b),
        Order::Unsigned => circuit.unsigned_lt(a, b),
        Order::F32 | Order::F64 => unreachable!("numbers that are no integers have no tokens"),
    }
}

/// Whether an operation on members of two sets always gives a member of the third. The second is not looked at
/// if the operation has one operand.
pub(super) fn contained(
    operation: Operation,
    a: &[Piece],
    b: &[Piece],
    result: &[Piece],
    effort: Effort,
) -> Proof {
    each(operation, a, b, &Target::Outside(merged(result)), effort)
}

/// Where a result is looked for.
enum Target {
    Outside(Vec<Piece>),
    #[cfg(test)]
    Inside(Vec<Piece>),
}

/// Whether no members have such a result, pair of progressions by pair.
fn each(operation: Operation, a: &[Piece], b: &[Piece], target: &Target, effort: Effort) -> Proof {
    let one = [Piece::single(0)];
    let b = if operation.is_unary() { &one } else { b };
    let mut effort = effort;
    let pieces = match target {
        Target::Outside(result) => result.len(),
        #[cfg(test)]
        Target::Inside(result) => result.len(),
    };
    if a.len() + b.len() + pieces > MOST_PIECES {
        return Proof::Open;
    }
    let few = a.len() * b.len() * 4 <= MOST_PAIRS;
    let mut open = false;
    for left in parts(a, few) {
        for right in parts(b, few) {
            match pair(operation, &left, &right, target, &mut effort) {
                Proof::Proved => {}
                Proof::Open => open = true,
                refuted @ Proof::Refuted { .. } => return refuted,
            }
        }
    }
    if open { Proof::Open } else { Proof::Proved }
}

/// Members with a result in a set, if there are any; whether the limits were enough to know that there are none.
#[cfg(test)]
pub(super) fn witness(
    operation: Operation,
    a: &[Piece],
    b: &[Piece],
    result: &[Piece],
    effort: Effort,
) -> Proof {
    each(operation, a, b, &Target::Inside(merged(result)), effort)
}

/// The pieces, negative numbers and others apart: each by itself, or all of a sign together.
fn parts(set: &[Piece], each: bool) -> Vec<Vec<Piece>> {
    let (below, rest): (Vec<_>, Vec<_>) = set.iter().map(Piece::split).unzip();
    let signs = [below, rest].map(|pieces| pieces.into_iter().flatten().collect::<Vec<Piece>>());
    if each {
        return signs.into_iter().flatten().map(|piece| vec![piece]).collect();
    }
    signs.into_iter().filter(|pieces| !pieces.is_empty()).collect()
}

/// The same numbers in fewer pieces: residues that are all there are modulo a divisor of the distance become one, and intervals that
/// touch become one. Then a claim that is about parities only, say, says so.
fn merged(set: &[Piece]) -> Vec<Piece> {
    let mut left = set.to_vec();
    left.sort_unstable_by_key(|piece| (piece.distance(), piece.low));
    let mut coarser: Vec<Piece> = Vec::new();
    while let Some(first) = left.first().copied() {
        // Those with the same distance that begin and end where it does, but for less than a distance.
        let (distance, low, high) = (first.distance(), first.low, first.high);
        let near = |piece: &Piece| {
            piece.distance() == distance && piece.low < low + distance && (piece.high - high).abs() < distance
        };
        let (group, rest): (Vec<Piece>, Vec<Piece>) =
            left.iter().partition(|piece| distance > 1 && near(piece));
        if group.is_empty() {
            coarser.push(left.remove(0));
            continue;
        }
        left = rest;
        coarser.extend(same_ends(distance, &group).unwrap_or(group));
    }
    let (mut dense, mut rest): (Vec<Piece>, Vec<Piece>) =
        coarser.iter().partition(|piece| piece.is_interval());
    dense.sort_unstable_by_key(|piece| (piece.low, piece.high));
    let mut merged: Vec<Piece> = Vec::new();
    for piece in dense {
        match merged.last_mut() {
            Some(last) if piece.low <= last.high + 1 => {
                *last = Piece::interval(last.low, last.high.max(piece.high)).expect("it grows");
            }
            Some(_) | None => merged.push(piece),
        }
    }
    merged.append(&mut rest);
    merged
}

/// Progressions of the same distance with the least distance that says the same; nothing if they differ in more than their residues.
fn same_ends(distance: i128, group: &[Piece]) -> Option<Vec<Piece>> {
    let low = group.iter().map(|piece| piece.low).min()?;
    let high = group.iter().map(|piece| piece.high).max()?;
    // Between the common ends, each has all numbers of its residue.
    if !group.iter().all(|piece| piece.low - distance < low && piece.high + distance > high) {
        return None;
    }
    let mut there = vec![false; usize::try_from(distance).ok()?];
    for piece in group {
        there[piece.low.rem_euclid(distance) as usize] = true;
    }
    let closed = |step: &usize| (0..there.len()).all(|at| there[at] == there[(at + step) % there.len()]);
    let step = (1..=there.len()).filter(|step| there.len() % step == 0).find(closed)?;
    let residues = (0..step).filter(|&residue| there[residue]);
    Some(residues.filter_map(|residue| Piece::new(low, high, step as i128, residue as i128)).collect())
}

/// The claim for two sets, each of numbers of one sign.
fn pair(operation: Operation, a: &[Piece], b: &[Piece], target: &Target, effort: &mut Effort) -> Proof {
    let shifts = match operation {
        Operation::Binary(op, int) if op.is_shift() => int.width.bits(),
        Operation::Binary(..)
        | Operation::Unary(..)
        | Operation::Convert(..)
        | Operation::Compare(..)
        | Operation::ThreeWay(_) => 0,
    };
    let direct = match shifts {
        0 => return ask(operation, [a, b], None, target, effort),
        _ => ask(operation, [a, b], None, target, &mut Effort { conflicts: AT_FIRST, ..effort.clone() }),
    };
    if direct != Proof::Open {
        return direct;
    }
    // A shift by a known count only moves bits, so one claim becomes as many as there are counts.
    let mut open = false;
    for count in 0..shifts {
        match ask(operation, [a, b], Some((count, shifts)), target, effort) {
            Proof::Proved => {}
            Proof::Open => open = true,
            refuted @ Proof::Refuted { .. } => return refuted,
        }
    }
    if open { Proof::Open } else { Proof::Proved }
}

/// The claim, for a count of a shift modulo the width, if there is one.
fn ask(
    operation: Operation,
    sets: [&[Piece]; 2],
    count: Option<(u32, u32)>,
    target: &Target,
    effort: &mut Effort,
) -> Proof {
    let ([left, right], int) = operation.types();
    let mut circuit = Circuit::new();
    let mut claims = Vec::new();
    let a = operand(&mut circuit, left, sets[0], None, &mut claims);
    let b = operand(&mut circuit, right, sets[1], count, &mut claims);
    if operation.divides() {
        let zero = circuit.constant(b.width(), 0);
        claims.push(!circuit.equal(&b, &zero));
    }
    let found = operation.build(&mut circuit, &a, &b, &mut claims);
    let residue = |circuit: &mut Circuit, odd: i128| {
        let operands = [(&a, sets[0]), (&b, sets[1])];
        residue_of_result(circuit, operation, operands, &found, odd)
    };
    match target {
        Target::Outside(result) => {
            claims.extend(result.iter().map(|piece| !member(&mut circuit, int, &found, piece, residue)));
        }
        #[cfg(test)]
        Target::Inside(result) => {
            let members: Vec<Bit> =
                result.iter().map(|piece| member(&mut circuit, int, &found, piece, residue)).collect();
            claims.push(circuit.any(members));
        }
    }
    let (mut solver, mut encoding) = (Solver::new(), Encoding::new());
    for claim in claims {
        if claim == Bit::FALSE {
            return Proof::Proved;
        }
        encoding.require(&circuit, claim, &mut solver);
    }
    if let Some(stop) = effort.stop.clone() {
        solver.stop_when(move || stop());
    }
    let answer = solver.solve_within(&[], Limits::conflicts(effort.conflicts));
    effort.conflicts -= effort.conflicts.min(solver.statistics().conflicts as u32);
    match answer {
        Answer::Unsatisfiable(_) => Proof::Proved,
        Answer::Unknown => Proof::Open,
        Answer::Satisfiable(model) => {
            let of = |bits: &Bits, int: IntType| {
                let bits = encoding.values(&circuit, &model, bits.bits());
                int.value(word::normalise(int, number(&bits)) as i64)
            };
            let (x, y) = (of(&a, left), of(&b, right));
            let computed = operation.compute(x, y);
            assert_eq!(
                of(&found, int),
                computed,
                "the circuit of {operation:?} should do what the machine does"
            );
            Proof::Refuted { operands: [x, y], result: computed }
        }
    }
}

/// What the result leaves modulo an odd number. Where the result is a sum or a difference it is that of the operands' residues, but for a multiple of
/// the size of the type if it wrapped around, which the signs say: an identity of integers, so the solver need not find it in the
/// carries. Other results are looked at bit by bit.
fn residue_of_result(
    circuit: &mut Circuit,
    operation: Operation,
    operands: [(&Bits, &[Piece]); 2],
    found: &Bits,
    odd: i128,
) -> Bits {
    let ([int, _], result) = operation.types();
    let [(a, left), (b, right)] = operands;
    let (op, minus) = match operation {
        Operation::Binary(BinaryOp::Add, _) => (BinaryOp::Add, [false, false]),
        Operation::Binary(BinaryOp::Sub, _) => (BinaryOp::Sub, [false, true]),
        Operation::Binary(
            BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::Rem
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor
            | BinaryOp::Shl
            | BinaryOp::Shr
            | BinaryOp::Ushr,
            _,
        )
        | Operation::Unary(..)
        | Operation::Convert(..)
        | Operation::Compare(..)
        | Operation::ThreeWay(_) => return circuit.residue(found, result.signed, odd as u64),
    };
    let width = 128 - odd.leading_zeros() as usize + 2;
    let terms = [(a, left, minus[0]), (b, right, minus[1])].map(|(bits, set, minus)| {
        let residue = residue_of_operand(circuit, int, bits, set, odd);
        let residue = circuit.resize(&residue, width, false);
        let whole = circuit.constant(width, odd as u64);
        if minus { circuit.sub(&whole, &residue) } else { residue }
    });
    // By how many sizes of the type the result is too small, or too great.
    let (too_small, too_great) = if int.signed {
        let other = if op == BinaryOp::Sub { !b.top() } else { b.top() };
        let above = circuit.all([!a.top(), !other, found.top()]);
        let below = circuit.all([a.top(), other, !found.top()]);
        (above, below)
    } else if op == BinaryOp::Sub {
        (Bit::FALSE, circuit.unsigned_lt(a, b))
    } else {
        (circuit.unsigned_lt(found, a), Bit::FALSE)
    };
    let size = (result.max() - result.min() + 1).rem_euclid(odd) as u64;
    let [zero, plus, less] = [0, odd as u64 - size, size].map(|number| circuit.constant(width, number));
    let mut wrapped = circuit.either(too_small, &plus, &zero);
    wrapped = circuit.either(too_great, &less, &wrapped);
    let mut sum = circuit.add(&terms[0], &terms[1]);
    sum = circuit.add(&sum, &wrapped);
    // Each of the three is at most the modulus.
    let whole = circuit.constant(width, odd as u64);
    for _ in 0..3 {
        let fits = circuit.unsigned_le(&whole, &sum);
        let rest = circuit.sub(&sum, &whole);
        sum = circuit.either(fits, &rest, &sum);
    }
    circuit.resize(&sum, width - 2, false)
}

/// What an operand leaves modulo an odd number: known if its set says it.
fn residue_of_operand(circuit: &mut Circuit, int: IntType, bits: &Bits, set: &[Piece], odd: i128) -> Bits {
    let residue = set[0].low.rem_euclid(odd);
    let known = |piece: &Piece| piece.distance() % odd == 0 && piece.low.rem_euclid(odd) == residue;
    if set.iter().all(known) {
        return circuit.constant(128 - odd.leading_zeros() as usize, residue as u64);
    }
    circuit.residue(bits, int.signed, odd as u64)
}

/// A number of a set: what is known of its bits is constant, the rest is claimed.
fn operand(
    circuit: &mut Circuit,
    int: IntType,
    set: &[Piece],
    count: Option<(u32, u32)>,
    claims: &mut Vec<Bit>,
) -> Bits {
    let free = circuit.word(int.width.bits() as usize);
    let low = set.iter().map(|piece| piece.low).min().expect("sets are not empty");
    let high = set.iter().map(|piece| piece.high).max().expect("sets are not empty");
    let first = set[0].low;
    // How many low bits are the same in all members.
    let differing = |piece: &Piece| {
        let ends = (piece.low ^ first).trailing_zeros();
        if piece.only().is_some() { ends } else { ends.min(piece.low_bits()) }
    };
    let same = set.iter().map(differing).min().unwrap_or(0);
    let bits = free.bits().iter().enumerate().map(|(place, &bit)| {
        // Above, the ends agree.
        let known = low >> place == high >> place || (place as u32) < same;
        if known { Bit::constant(first >> place & 1 == 1) } else { bit }
    });
    let mut bits: Vec<Bit> = bits.collect();
    if let Some((count, counts)) = count {
        for (place, bit) in bits.iter_mut().enumerate().take(counts.trailing_zeros() as usize) {
            let wanted = count >> place & 1 == 1;
            claims.push(if wanted { *bit } else { !*bit });
            *bit = Bit::constant(wanted);
        }
    }
    let bits = Bits::new(bits);
    let residue = |circuit: &mut Circuit, odd| circuit.residue(&bits, int.signed, odd as u64);
    let members: Vec<Bit> = set.iter().map(|piece| member(circuit, int, &bits, piece, residue)).collect();
    claims.push(circuit.any(members));
    bits
}

/// Whether a number is in a piece. Residues modulo odd numbers are computed by a function.
fn member(
    circuit: &mut Circuit,
    int: IntType,
    bits: &Bits,
    piece: &Piece,
    residue: impl Fn(&mut Circuit, i128) -> Bits,
) -> Bit {
    let width = bits.width();
    if let Some(number) = piece.only() {
        let number = circuit.constant(width, number as u64);
        return circuit.equal(bits, &number);
    }
    let le = |circuit: &mut Circuit, a: &Bits, b: &Bits| {
        if int.signed { circuit.signed_le(a, b) } else { circuit.unsigned_le(a, b) }
    };
    let mut all = Vec::new();
    if piece.low > int.min() {
        let low = circuit.constant(width, piece.low as u64);
        all.push(le(circuit, &low, bits));
    }
    if piece.high < int.max() {
        let high = circuit.constant(width, piece.high as u64);
        all.push(le(circuit, bits, &high));
    }
    // A residue is one modulo a power of two, which low bits say, and one modulo an odd number.
    let low = piece.low_bits();
    for place in 0..low.min(width as u32) {
        let wanted = piece.low >> place & 1 == 1;
        let bit = bits.bits()[place as usize];
        all.push(if wanted { bit } else { !bit });
    }
    let odd = piece.distance() >> low;
    if odd > 1 {
        let residue = residue(circuit, odd);
        let wanted = circuit.constant(residue.width(), piece.low.rem_euclid(odd) as u64);
        all.push(circuit.equal(&residue, &wanted));
    }
    circuit.all(all)
}

#[cfg(test)]
mod tests;
