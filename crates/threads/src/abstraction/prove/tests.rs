//! Every operation on every pair of tokens of the library's abstractions is proved at 32 and 64 bits, and the proofs themselves are
//! tested: on 8 bits against all pairs of numbers, and with claims that are wrong.

use super::super::declared;
use super::super::derive::{self, Set};
use super::super::library::Abstraction;
use super::*;

const DECLARED: &str = "
abstraction level
token empty: x == 0
token some: x > 0 and x < 100
token full: x >= 100
token wrong: otherwise

abstraction slot
token negative: x < 0
token bad: x >= 0 and not (x % 3 == 1 or x == 12)
token good: otherwise
";

fn abstraction(text: &str) -> Abstraction {
    Abstraction::parse(text, &declared::parse(DECLARED).unwrap()).unwrap()
}

/// Every operation on numbers of a type.
fn operations(int: IntType) -> Vec<Operation> {
    let mut all: Vec<Operation> = BinaryOp::ALL.iter().map(|&op| Operation::Binary(op, int)).collect();
    all.extend([UnaryOp::Neg, UnaryOp::Not].map(|op| Operation::Unary(op, int)));
    all.extend(IntType::ALL.map(|to| Operation::Convert(int, to)));
    if int == IntType::I64 {
        for order in [Order::Signed, Order::Unsigned] {
            all.extend(CompareOp::ALL.map(|op| Operation::Compare(op, order)));
            all.push(Operation::ThreeWay(order));
        }
    }
    all
}

/// What is derived for an operation.
fn derived(operation: Operation, a: &[Piece], b: &[Piece]) -> Set {
    let truths = |op, order| {
        let (may, may_not) = derive::compare(op, order, a, b);
        (may, may_not)
    };
    let singles = |numbers: &[(bool, i128)]| -> Set {
        numbers.iter().filter(|(may, _)| *may).map(|(_, number)| Piece::single(*number)).collect()
    };
    match operation {
        Operation::Unary(op, int) => derive::unary(op, int, a),
        Operation::Binary(op, int) => derive::binary(op, int, a, b),
        Operation::Convert(_, to) => derive::convert(to, a),
        Operation::Compare(op, order) => {
            let (may, may_not) = truths(op, order);
            singles(&[(may, 1), (may_not, 0)])
        }
        Operation::ThreeWay(order) => {
            let ways = [(CompareOp::Lt, -1), (CompareOp::Eq, 0), (CompareOp::Gt, 1)];
            singles(&ways.map(|(op, way)| (truths(op, order).0, way)))
        }
    }
}

/// The operands of an operation: tokens, as numbers of the operand's type, and some numbers by themselves.
fn operands(abstraction: &Abstraction, int: IntType) -> Vec<(String, Set)> {
    let mut all: Vec<(String, Set)> = (0..abstraction.tokens.len())
        .map(|token| (abstraction.token_name(token).to_string(), abstraction.numbers(token, int)))
        .collect();
    let numbers = [int.min(), -3, 1, 2];
    let numbers = numbers.into_iter().filter(|number| *number >= int.min());
    all.extend(numbers.map(|number| (number.to_string(), vec![Piece::single(number)])));
    all.retain(|(_, set)| !set.is_empty());
    all
}

/// What the domain makes of a result: the tokens that meet it, or the numbers where they are fewer; and whether these are all there are.
fn outcomes(abstraction: &Abstraction, operation: Operation, result: &Set) -> (Vec<Set>, bool) {
    let (_, int) = operation.types();
    if matches!(operation, Operation::Compare(..) | Operation::ThreeWay(_)) {
        return (result.iter().map(|piece| vec![*piece]).collect(), false);
    }
    let there = |token: &usize| !abstraction.numbers(*token, int).is_empty();
    let tokens: Vec<usize> = derive::tokens(abstraction, result).into_iter().filter(there).collect();
    if derive::count(result) <= tokens.len() as u128 {
        let numbers = derive::members(result);
        return (numbers.into_iter().map(|number| vec![Piece::single(number)]).collect(), false);
    }
    let all = tokens.len() == (0..abstraction.tokens.len()).filter(there).count();
    (tokens.into_iter().map(|token| abstraction.numbers(token, int)).collect(), all)
}

/// Calls a function for every operation on operands of a type, one of which is a token at least.
fn for_each(
    abstraction: &Abstraction,
    int: IntType,
    mut visit: impl FnMut(Operation, (&str, &Set), (&str, &Set), &Set),
) {
    for operation in operations(int) {
        let ([left, right], _) = operation.types();
        let (lefts, rights) = (operands(abstraction, left), operands(abstraction, right));
        let tokens = |operands: &[(String, Set)], name: &str| {
            operands.iter().position(|(other, _)| other == name).unwrap() < abstraction.tokens.len()
        };
        for (a, x) in &lefts {
            for (b, y) in &rights {
                if operation.is_unary() && b != &rights[0].0 || !tokens(&lefts, a) && !tokens(&rights, b) {
                    continue;
                }
                let result = derived(operation, x, y);
                visit(operation, (a, x), (b, y), &result);
            }
        }
    }
}

/// Proves all operations at full width.
fn prove(text: &str) {
    let abstraction = abstraction(text);
    let (mut proved, mut open) = (0, Vec::new());
    for int in [IntType::I32, IntType::I64] {
        let everything: Set =
            (0..abstraction.tokens.len()).flat_map(|token| abstraction.numbers(token, int)).collect();
        let all = vec![Piece::interval(int.min(), int.max()).unwrap()];
        let same = Operation::Convert(int, int);
        assert_eq!(contained(same, &all, &[], &everything, Effort::new(None)), Proof::Proved, "{text}");
        for_each(&abstraction, int, |operation, (a, x), (b, y), result| {
            let (outcomes, all) = outcomes(&abstraction, operation, result);
            if all {
                return;
            }
            let proof = contained(operation, x, y, &outcomes.concat(), Effort::new(None));
            match proof {
                Proof::Proved => proved += 1,
                Proof::Open => open.push(format!("{operation:?} of {a} and {b}")),
                Proof::Refuted { operands, result } => {
                    panic!("{text}: {operation:?} of {a} and {b}: {operands:?} give {result}");
                }
            }
        });
    }
    assert!(open.is_empty(), "{text}: {open:#?}");
    assert!(proved > 100 || text == "point", "{text}: {proved} proofs are few");
}

#[test]
fn signs_at_full_width() {
    prove("signs");
}

#[test]
fn parity_at_full_width() {
    prove("parity");
}

#[test]
fn modulo_3_at_full_width() {
    prove("modulo(3)");
}

#[test]
fn modulo_6_at_full_width() {
    prove("modulo(6)");
}

#[test]
fn modulo_8_at_full_width() {
    prove("modulo(8)");
}

#[test]
fn range_at_full_width() {
    prove("range(-1..2)");
}

#[test]
fn set_at_full_width() {
    prove("set{a=7, b=-12, c=64}");
}

#[test]
fn constant_at_full_width() {
    prove("constant(100)");
}

#[test]
fn point_at_full_width() {
    prove("point");
}

#[test]
fn declared_with_bounds_at_full_width() {
    prove("level");
}

#[test]
fn declared_with_residues_at_full_width() {
    prove("slot");
}

/// At 8 bits all pairs of numbers can be tried: a claim is proved exactly if it is true. Claims are what is derived, and the same without one
/// of its pieces, which is often wrong.
#[test]
fn proofs_are_right_at_8_bits() {
    let (mut proved, mut refuted) = (0, 0);
    for text in ["signs", "modulo(6)", "set{a=7, b=-12, c=64}", "slot"] {
        let abstraction = abstraction(text);
        for int in [IntType::I8, IntType::U8] {
            for_each(&abstraction, int, |operation, (a, x), (b, y), result| {
                let all: Vec<Piece> = (0..abstraction.tokens.len())
                    .flat_map(|token| abstraction.numbers(token, operation.types().1))
                    .collect();
                let fewer = all[..all.len() - 1].to_vec();
                for claim in [result, &fewer] {
                    let wrong = members(operation, x, y)
                        .find(|&(x, y)| !derive::contains(claim, operation.compute(x, y)));
                    match contained(operation, x, y, claim, Effort::new(None)) {
                        Proof::Proved => {
                            assert_eq!(wrong, None, "{text}: {operation} of {a} and {b}: {claim:?}");
                            proved += 1;
                        }
                        Proof::Refuted { operands: [left, right], result } => {
                            assert!(wrong.is_some(), "{text}: {operation} of {a} and {b}: {claim:?}");
                            assert!(derive::contains(x, left));
                            assert!(operation.is_unary() || derive::contains(y, right));
                            assert_eq!(operation.compute(left, right), result);
                            assert!(!derive::contains(claim, result));
                            refuted += 1;
                        }
                        Proof::Open => panic!("{text}: {operation} of {a} and {b} should be easy"),
                    }
                }
            });
        }
    }
    assert!(proved > 2000 && refuted > 500, "{proved} proofs and {refuted} refutations are no test");
}

/// All operands at 8 bits; counts of shifts are of 32 bits, but there are few that differ.
fn members<'a>(
    operation: Operation,
    a: &[Piece],
    b: &'a [Piece],
) -> impl Iterator<Item = (i128, i128)> + use<'a> {
    let right: Vec<i128> = match operation.is_unary() {
        true => vec![0],
        false => {
            let ends = b.iter().flat_map(|piece| [piece.low, piece.high]);
            (-128..256).filter(|&number| derive::contains(b, number)).chain(ends).collect()
        }
    };
    let divides = operation.divides();
    let left: Vec<i128> = derive::members(a);
    left.into_iter().flat_map(move |x| {
        right.clone().into_iter().filter(move |&y| !divides || y != 0).map(move |y| (x, y))
    })
}

/// A claim without a result that some numbers have is not proved, whatever the solver is told.
#[test]
fn wrong_claims_are_not_proved_at_full_width() {
    let mut refuted = 0;
    for (text, int) in [("signs", IntType::I64), ("modulo(3)", IntType::I32), ("level", IntType::I64)] {
        let abstraction = abstraction(text);
        for_each(&abstraction, int, |operation, (a, x), (b, y), result| {
            let outcomes = outcomes(&abstraction, operation, result).0;
            // One is enough: which one depends on the operands.
            let dropped = (a.len() + b.len()) % outcomes.len().max(1);
            if outcomes.is_empty() || !sampled(operation, x, y, &outcomes[dropped]) {
                return;
            }
            let mut fewer = outcomes.clone();
            fewer.remove(dropped);
            let effort = Effort { conflicts: 1000, stop: None };
            match contained(operation, x, y, &fewer.concat(), effort) {
                Proof::Proved => panic!("{text}: {operation} of {a} and {b} is not {fewer:?}"),
                Proof::Refuted { .. } => refuted += 1,
                Proof::Open => {}
            }
        });
    }
    assert!(refuted > 300, "{refuted} refutations are few");
}

/// Fewer pieces, the same numbers.
#[test]
fn merged_sets_are_the_same() {
    let mut state = 5u64;
    let mut random = |most: i128| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i128::from(state >> 33) % most
    };
    let mut fewer = 0;
    for _ in 0..4000 {
        let modulus = random(7);
        let (low, high) = (random(40) - 20, random(40));
        let set: Set = (0..1 + random(8))
            .filter_map(|_| match random(3) {
                0 => Piece::new(random(40) - 20, random(40), random(7), random(7)),
                _ => Piece::new(low, high, modulus, random(7)),
            })
            .collect();
        let merged = merged(&set);
        for number in -50..50 {
            assert_eq!(
                derive::contains(&set, number),
                derive::contains(&merged, number),
                "{set:?} {merged:?}"
            );
        }
        fewer += usize::from(merged.len() < set.len());
    }
    assert!(fewer > 500);
    let residues =
        |all: &[i128]| -> Set { all.iter().filter_map(|&residue| Piece::new(-90, 91, 6, residue)).collect() };
    assert_eq!(merged(&residues(&[0, 1, 2, 3, 4, 5])), [Piece::interval(-90, 91).unwrap()]);
    assert_eq!(merged(&residues(&[1, 3, 5])), [Piece::new(-90, 91, 2, 1).unwrap()]);
}

/// A product of residues in which nothing can be seen but by multiplying is not proved, nor is what has too many pieces.
#[test]
fn what_is_too_hard_remains_open() {
    let int = IntType::I64;
    let some = vec![Piece::interval(1 << 20, 1 << 31).unwrap()];
    // The difference of two squares is never 2 modulo 4, which needs both products.
    let product = Operation::Binary(BinaryOp::Mul, int);
    let all_but_one = vec![
        Piece::interval(int.min(), (1 << 61) + 1).unwrap(),
        // No two factors in that range have this prime product.
        Piece::interval((1 << 61) + 16, int.max()).unwrap(),
    ];
    let few = Effort { conflicts: 50, stop: None };
    assert_eq!(contained(product, &some, &some, &all_but_one, few), Proof::Open);
    let stopped = Effort::new(Some(Rc::new(|| true)));
    assert_eq!(contained(product, &some, &some, &all_but_one, stopped), Proof::Open);
    let many: Set = (0..5000).map(|number| Piece::single(number * 2)).collect();
    let negated = Operation::Unary(UnaryOp::Neg, int);
    assert_eq!(contained(negated, &many, &many, &many, Effort::new(None)), Proof::Open);
}

/// How many outcomes of operations on tokens of 32 bits no numbers have, for each operation that has such outcomes: all that
/// interval and congruence arithmetic gives too much. Sums, differences, products, shifts and comparisons have none.
#[test]
fn how_exact_it_is() {
    let int = IntType::I32;
    let mut found = Vec::new();
    for text in
        ["signs", "parity", "modulo(3)", "range(-1..2)", "set{a=7, b=-12, c=64}", "constant(100)", "level"]
    {
        let abstraction = abstraction(text);
        let mut counts: Vec<(String, [u32; 3])> = Vec::new();
        for operation in
            operations(int).into_iter().chain(CompareOp::ALL.map(|op| Operation::Compare(op, Order::Signed)))
        {
            let ([left, right], _) = operation.types();
            let tokens = 0..abstraction.tokens.len();
            let mut count = [0; 3];
            for (a, b) in tokens.clone().flat_map(|a| tokens.clone().map(move |b| (a, b))) {
                if operation.is_unary() && b != 0 {
                    continue;
                }
                let (x, y) = (abstraction.numbers(a, left), abstraction.numbers(b, right));
                let result = derived(operation, &x, &y);
                for outcome in outcomes(&abstraction, operation, &result).0 {
                    count[0] += 1;
                    match sampled(operation, &x, &y, &outcome) {
                        true => {}
                        false => {
                            match witness(operation, &x, &y, &outcome, Effort { conflicts: 3000, stop: None })
                            {
                                Proof::Refuted { .. } => {}
                                Proof::Proved => count[1] += 1,
                                Proof::Open => count[2] += 1,
                            }
                        }
                    }
                }
            }
            if count[1] + count[2] > 0 {
                counts.push((operation.to_string(), count));
            }
        }
        found.extend(counts.into_iter().map(|(operation, [all, none, open])| {
            let open = if open > 0 { format!(", {open} unknown") } else { String::new() };
            format!("{text} {operation}: {none} of {all}{open}")
        }));
    }
    let wanted = [
        "signs i32 xor: 2 of 13",
        "parity i32 rem: 2 of 8",
        "modulo(3) i32 rem: 0 of 27, 6 unknown",
        "modulo(3) i32 neg: 0 of 5, 1 unknown",
        "modulo(3) i32 to u32: 3 of 9",
        "modulo(3) i32 to u64: 3 of 9",
        "range(-1..2) i32 rem: 1 of 44",
        "range(-1..2) i32 and: 13 of 66",
        "range(-1..2) i32 or: 2 of 45",
        "range(-1..2) i32 xor: 20 of 76",
        "set{a=7, b=-12, c=64} i32 div: 1 of 34",
        "set{a=7, b=-12, c=64} i32 and: 4 of 31",
        "set{a=7, b=-12, c=64} i32 or: 2 of 28",
        "level i32 xor: 6 of 30",
    ];
    assert_eq!(found, wanted);
}

/// Whether numbers at the ends or at random have such a result.
fn sampled(operation: Operation, a: &[Piece], b: &[Piece], outcome: &[Piece]) -> bool {
    let some = |set: &[Piece]| -> Vec<i128> {
        let mut some = Vec::new();
        for piece in set {
            let last = piece.count() - 1;
            for index in [0, 1, 2, 3, 5, 8, last / 3, last / 2, last.saturating_sub(1), last] {
                some.push(piece.low + piece.distance() * index.min(last) as i128);
            }
        }
        some
    };
    let (left, right) = (some(a), if operation.is_unary() { vec![0] } else { some(b) });
    left.iter().any(|&x| {
        right
            .iter()
            .any(|&y| !(operation.divides() && y == 0) && derive::contains(outcome, operation.compute(x, y)))
    })
}
