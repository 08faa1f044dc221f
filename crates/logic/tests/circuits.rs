//! Circuits against direct arithmetic: all operands of up to 5 bits, and many of 32 and 64, by evaluating the circuit and by asking
//! the solver.

use logic::circuit::bits::number;
use logic::circuit::{Bit, Bits, Circuit, Encoding};
use logic::sat::{Answer, Clauses as _, Literal, Solver};

/// The number with a sign that has these low bits.
fn signed(width: usize, word: u64) -> i64 {
    (word << (64 - width)) as i64 >> (64 - width)
}

fn low(width: usize, word: u64) -> u64 {
    word & (u64::MAX >> (64 - width))
}

type Build = fn(&mut Circuit, &Bits, &Bits) -> Bits;
type Direct = fn(usize, u64, u64) -> u64;

fn one(bit: Bit) -> Bits {
    Bits::new(vec![bit])
}

/// Every operation of two numbers, as a circuit and as arithmetic. A divisor zero does not count.
const OPERATIONS: &[(&str, Build, Direct)] = &[
    ("add", |c, a, b| c.add(a, b), |_, a, b| a.wrapping_add(b)),
    ("sub", |c, a, b| c.sub(a, b), |_, a, b| a.wrapping_sub(b)),
    ("mul", |c, a, b| c.mul(a, b), |_, a, b| a.wrapping_mul(b)),
    ("neg", |c, a, _| c.neg(a), |_, a, _| a.wrapping_neg()),
    ("complement", |c, a, _| c.complement(a), |_, a, _| !a),
    ("and", |c, a, b| c.bits_and(a, b), |_, a, b| a & b),
    ("or", |c, a, b| c.bits_or(a, b), |_, a, b| a | b),
    ("xor", |c, a, b| c.bits_xor(a, b), |_, a, b| a ^ b),
    ("unsigned div", |c, a, b| c.unsigned_div_rem(a, b).0, |_, a, b| a / b),
    ("unsigned rem", |c, a, b| c.unsigned_div_rem(a, b).1, |_, a, b| a % b),
    (
        "signed div",
        |c, a, b| c.signed_div_rem(a, b).0,
        |width, a, b| signed(width, a).wrapping_div(signed(width, b)) as u64,
    ),
    (
        "signed rem",
        |c, a, b| c.signed_div_rem(a, b).1,
        |width, a, b| signed(width, a).wrapping_rem(signed(width, b)) as u64,
    ),
    ("shl", |c, a, b| c.shl(a, b), |width, a, b| a << (b % width as u64)),
    ("shr", |c, a, b| c.shr(a, b), |width, a, b| (signed(width, a) >> (b % width as u64)) as u64),
    ("ushr", |c, a, b| c.ushr(a, b), |width, a, b| a >> (b % width as u64)),
    ("equal", |c, a, b| one(c.equal(a, b)), |_, a, b| u64::from(a == b)),
    ("unsigned lt", |c, a, b| one(c.unsigned_lt(a, b)), |_, a, b| u64::from(a < b)),
    ("unsigned le", |c, a, b| one(c.unsigned_le(a, b)), |_, a, b| u64::from(a <= b)),
    (
        "signed lt",
        |c, a, b| one(c.signed_lt(a, b)),
        |width, a, b| u64::from(signed(width, a) < signed(width, b)),
    ),
    (
        "signed le",
        |c, a, b| one(c.signed_le(a, b)),
        |width, a, b| u64::from(signed(width, a) <= signed(width, b)),
    ),
    (
        "either",
        |c, a, b| {
            let less = c.unsigned_lt(a, b);
            c.either(less, a, b)
        },
        |_, a, b| a.min(b),
    ),
    ("narrow", |c, a, _| c.resize(a, 1, true), |_, a, _| a & 1),
    ("sign extension", |c, a, _| c.resize(a, 64, true), |width, a, _| signed(width, a) as u64),
    ("zero extension", |c, a, _| c.resize(a, 64, false), |_, a, _| a),
    (
        "residue modulo 3",
        |c, a, _| c.residue(a, true, 3),
        |width, a, _| signed(width, a).rem_euclid(3) as u64,
    ),
    ("residue modulo 6 without signs", |c, a, _| c.residue(a, false, 6), |_, a, _| a % 6),
    (
        "residue modulo 8",
        |c, a, _| c.residue(a, true, 8),
        |width, a, _| signed(width, a).rem_euclid(8) as u64,
    ),
    (
        "residue modulo 641",
        |c, a, _| c.residue(a, true, 641),
        |width, a, _| signed(width, a).rem_euclid(641) as u64,
    ),
];

fn divides(name: &str) -> bool {
    name.ends_with("div") || name.ends_with("rem")
}

/// A circuit with two inputs and an operation on them, and a solver that knows it.
struct Setting {
    circuit: Circuit,
    width: usize,
    result: Bits,
    solver: Solver,
    inputs: Vec<Literal>,
    outputs: Vec<Literal>,
}

impl Setting {
    fn new(width: usize, build: Build) -> Self {
        let mut circuit = Circuit::new();
        let (a, b) = (circuit.word(width), circuit.word(width));
        let result = build(&mut circuit, &a, &b);
        let (mut solver, mut encoding) = (Solver::new(), Encoding::new());
        let mut literals = |bits: &[Bit]| -> Vec<Literal> {
            bits.iter().map(|&bit| encoding.literal(&circuit, bit, &mut solver)).collect()
        };
        let mut inputs = literals(a.bits());
        inputs.extend(literals(b.bits()));
        let outputs = literals(result.bits());
        Setting { circuit, width, result, solver, inputs, outputs }
    }

    fn inputs(&self, a: u64, b: u64) -> Vec<bool> {
        let bit = |word: u64, place: usize| word >> place & 1 == 1;
        let width = self.width;
        (0..width).map(|place| bit(a, place)).chain((0..width).map(|place| bit(b, place))).collect()
    }

    fn evaluated(&self, a: u64, b: u64) -> u64 {
        number(&self.circuit.evaluate(&self.inputs(a, b), self.result.bits()))
    }

    fn solved(&mut self, a: u64, b: u64) -> u64 {
        let values = self.inputs(a, b);
        let assumptions: Vec<Literal> = self
            .inputs
            .iter()
            .zip(values)
            .map(|(&literal, value)| if value { literal } else { !literal })
            .collect();
        let Answer::Satisfiable(model) = self.solver.solve(&assumptions) else {
            panic!("every input should have an output");
        };
        number(&self.outputs.iter().map(|&literal| model.value(literal)).collect::<Vec<_>>())
    }
}

#[test]
fn all_operands_of_few_bits() {
    for &(name, build, direct) in OPERATIONS {
        for width in 1..=5 {
            let mut setting = Setting::new(width, build);
            for a in 0..1u64 << width {
                for b in 0..1u64 << width {
                    if b == 0 && divides(name) {
                        continue;
                    }
                    let wanted = low(setting.result.width(), direct(width, a, b));
                    assert_eq!(setting.evaluated(a, b), wanted, "{name} of {width} bits: {a}, {b}");
                    assert_eq!(setting.solved(a, b), wanted, "{name} of {width} bits, solved: {a}, {b}");
                    // With constants nothing is left to compute.
                    let mut circuit = Circuit::new();
                    let (x, y) = (circuit.constant(width, a), circuit.constant(width, b));
                    let folded = build(&mut circuit, &x, &y);
                    assert_eq!(folded.known(), Some(wanted), "{name} of {width} bits, folded: {a}, {b}");
                    assert_eq!(circuit.gates(), 0);
                }
            }
        }
    }
}

type BuildExact = fn(&mut Circuit, &Bits, &Bits) -> Bits;
type DirectExact = fn(i64, i64) -> i64;

/// Every operation of two numbers with signs whose widths may differ, and whose result is right. A divisor zero does not count.
const EXACT: &[(&str, BuildExact, DirectExact)] = &[
    ("add", |c, a, b| c.exact_add(a, b), |a, b| a + b),
    ("sub", |c, a, b| c.exact_sub(a, b), |a, b| a - b),
    ("mul", |c, a, b| c.exact_mul(a, b), |a, b| a * b),
    ("div", |c, a, b| c.exact_div_rem(a, b).0, |a, b| a / b),
    ("rem", |c, a, b| c.exact_div_rem(a, b).1, |a, b| a % b),
    // A bit alone would be a number with a sign.
    ("equal", |c, a, b| Bits::new(vec![c.exact_equal(a, b), Bit::FALSE]), |a, b| i64::from(a == b)),
    ("lt", |c, a, b| Bits::new(vec![c.exact_lt(a, b), Bit::FALSE]), |a, b| i64::from(a < b)),
];

/// The numbers with signs of so many bits.
fn numbers(width: usize) -> std::ops::Range<i64> {
    -(1 << (width - 1))..1 << (width - 1)
}

/// The values of inputs that are a number.
fn word(width: usize, value: i64) -> impl Iterator<Item = bool> {
    (0..width).map(move |place| value >> place & 1 == 1)
}

#[test]
fn exact_operations_of_different_widths() {
    for &(name, build, direct) in EXACT {
        for (width, other) in (1..=4).flat_map(|width| (1..=4).map(move |other| (width, other))) {
            let mut circuit = Circuit::new();
            let (x, y) = (circuit.word(width), circuit.word(other));
            let result = build(&mut circuit, &x, &y);
            for (a, b) in numbers(width).flat_map(|a| numbers(other).map(move |b| (a, b))) {
                if b == 0 && divides(name) {
                    continue;
                }
                let wanted = direct(a, b);
                let values: Vec<bool> = word(width, a).chain(word(other, b)).collect();
                let found = number(&circuit.evaluate(&values, result.bits()));
                assert_eq!(
                    signed(result.width(), found),
                    wanted,
                    "{name} of {a}, {b} ({width}, {other} bits)"
                );
                // With constants nothing is left to compute.
                let mut constants = Circuit::new();
                let (x, y) = (constants.constant(width, a as u64), constants.constant(other, b as u64));
                let folded = build(&mut constants, &x, &y);
                let known = folded.known().map(|known| signed(folded.width(), known));
                assert_eq!(known, Some(wanted), "{name} of {a}, {b}, folded");
            }
        }
    }
}

#[test]
fn narrowed_numbers_say_whether_they_are_the_same() {
    for (width, low) in (1..=5).flat_map(|width| (1..=6).map(move |low| (width, low))) {
        let mut circuit = Circuit::new();
        let x = circuit.word(width);
        let (narrow, same) = circuit.narrowed(&x, low);
        assert_eq!(narrow.width(), low);
        for a in numbers(width) {
            let values: Vec<bool> = word(width, a).collect();
            let found = signed(low, number(&circuit.evaluate(&values, narrow.bits())));
            assert_eq!(found, signed(low, a as u64), "{a} of {width} bits in {low}");
            let is_same = circuit.evaluate(&values, &[same])[0];
            assert_eq!(is_same, numbers(low).contains(&a), "{a} of {width} bits in {low}");
            assert!(!is_same || found == a);
        }
    }
}

/// Multiples by constants go another way than products.
#[test]
fn constant_multiples() {
    for width in 1..=6 {
        for factor in 0..1u64 << width {
            let mut circuit = Circuit::new();
            let a = circuit.word(width);
            let constant = circuit.constant(width, factor);
            let (one, other) = (circuit.mul(&a, &constant), circuit.mul(&constant, &a));
            assert_eq!(one, other);
            for number in 0..1u64 << width {
                let values: Vec<bool> = (0..width).map(|place| number >> place & 1 == 1).collect();
                let found = circuit.evaluate(&values, one.bits());
                let wanted = low(width, number.wrapping_mul(factor));
                assert_eq!(logic::circuit::bits::number(&found), wanted, "{number} by {factor}");
            }
        }
    }
    // By -1 it is the negation.
    let mut circuit = Circuit::new();
    let a = circuit.word(64);
    let minus_one = circuit.constant(64, u64::MAX);
    assert_eq!(circuit.mul(&a, &minus_one), circuit.neg(&a));
}

/// What a division by zero gives is the same everywhere.
#[test]
fn division_by_zero_is_what_is_said() {
    let mut circuit = Circuit::new();
    let (a, zero) = (circuit.constant(4, 9), circuit.constant(4, 0));
    let (quotient, rest) = circuit.unsigned_div_rem(&a, &zero);
    assert_eq!((quotient.known(), rest.known()), (Some(15), Some(9)));
}

#[test]
fn many_operands_of_full_width() {
    let mut state = 11u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let spread = state.rotate_left(29) ^ state >> 17;
        // Small numbers and ends as often as others.
        match spread % 4 {
            0 => (spread >> 8) % 16,
            1 => !((spread >> 8) % 16),
            2 => 1 << ((spread >> 8) % 64),
            _ => spread,
        }
    };
    for &(name, build, direct) in OPERATIONS {
        for width in [8, 16, 32, 64] {
            let mut setting = Setting::new(width, build);
            let ends = [0, 1, u64::MAX, 1 << (width - 1), (1 << (width - 1)) - 1];
            let mut pairs: Vec<(u64, u64)> = ends.iter().flat_map(|&a| ends.map(|b| (a, b))).collect();
            pairs.extend((0..200).map(|_| (random(), random())));
            for (index, (a, b)) in pairs.into_iter().enumerate() {
                let (a, b) = (low(width, a), low(width, b));
                if b == 0 && divides(name) {
                    continue;
                }
                let wanted = low(setting.result.width(), direct(width, a, b));
                assert_eq!(setting.evaluated(a, b), wanted, "{name} of {width} bits: {a}, {b}");
                if index % 8 == 0 {
                    assert_eq!(setting.solved(a, b), wanted, "{name} of {width} bits, solved: {a}, {b}");
                }
            }
        }
    }
}

/// Required bits of random circuits: the solver has exactly the models that the truth table has.
#[test]
fn halves_are_enough() {
    let mut state = 3u64;
    let mut random = |most: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % most
    };
    for round in 0..300 {
        let mut circuit = Circuit::new();
        let inputs: Vec<Bit> = (0..4).map(|_| circuit.input()).collect();
        let mut bits = inputs.clone();
        for _ in 0..random(12) + 1 {
            let mut pick = || {
                let bit = bits[random(bits.len())];
                if random(2) == 0 { bit } else { !bit }
            };
            let (a, b, c, d) = (pick(), pick(), pick(), pick());
            bits.push(match random(5) {
                0 => circuit.and(a, b),
                1 => circuit.xor(a, b),
                2 => circuit.choose(a, b, c),
                3 => {
                    // Conditions that exclude each other, and that may all be false.
                    let both = circuit.and(a, b);
                    let first = circuit.and(a, !b);
                    let neither = circuit.and(!a, !b);
                    circuit.select([(both, c), (first, d), (neither, Bit::constant(round % 2 == 0))])
                }
                _ => circuit.majority(a, b, c),
            });
        }
        let required = [bits[bits.len() - 1], !bits[random(bits.len())]];
        let (mut solver, mut encoding) = (Solver::new(), Encoding::new());
        encoding.require(&circuit, required[0], &mut solver);
        // What is only assumed is tied in the same way.
        let assumed = encoding.demand(&circuit, required[1], &mut solver);
        let mut rows: Vec<usize> = (0..16)
            .filter(|row| {
                let values: Vec<bool> = (0..4).map(|place| row >> place & 1 == 1).collect();
                circuit.evaluate(&values, &required) == [true, true]
            })
            .collect();
        let literals: Vec<Literal> =
            inputs.iter().map(|&bit| encoding.literal(&circuit, bit, &mut solver)).collect();
        while let Answer::Satisfiable(model) = solver.solve(&[assumed]) {
            let values = encoding.values(&circuit, &model, &inputs);
            let row = number(&values) as usize;
            let place = rows.iter().position(|&other| other == row);
            rows.remove(place.unwrap_or_else(|| panic!("{round}: {row:04b} is no model")));
            assert!(encoding.value(&circuit, &model, required[0]));
            let blocked: Vec<Literal> = literals
                .iter()
                .zip(values)
                .map(|(&literal, value)| if value { !literal } else { literal })
                .collect();
            solver.add(&blocked);
        }
        assert!(rows.is_empty(), "{round}: models {rows:?} are missing");
    }
}

/// What is required of inputs in time is true as soon as something is asked that depends on them, and misses nothing before: compared with
/// requiring it at once.
#[test]
fn in_time_is_soon_enough() {
    let mut state = 7u64;
    let mut random = |most: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % most
    };
    let mut waited = 0;
    for round in 0..400 {
        let mut circuit = Circuit::new();
        let early: Vec<Bit> = (0..3).map(|_| circuit.input()).collect();
        let gate = circuit.and(early[0], !early[1]);
        let late: Vec<Bit> = (0..4).map(|_| circuit.input()).collect();
        // All of them can be false at any time: of two at most one is true, and each only if something else is.
        let mut facts = vec![vec![!late[0], !late[1]]];
        for _ in 0..4 {
            let others = [early[random(3)], gate, !gate, late[random(4)], late[random(4)]];
            facts.push(vec![!late[random(4)], others[random(5)]]);
        }
        let mut bits: Vec<Bit> = early.iter().chain(&late).copied().collect();
        for _ in 0..4 {
            let mut pick = || {
                let bit = bits[random(bits.len())];
                if random(2) == 0 { bit } else { !bit }
            };
            let (a, b, c) = (pick(), pick(), pick());
            bits.push(if random(2) == 0 { circuit.and(a, b) } else { circuit.choose(a, b, c) });
        }
        let wanted = [bits[random(bits.len())], !bits[random(bits.len())]];
        let (mut at_once, mut in_time) = (Solver::new(), Solver::new());
        let mut encodings = [Encoding::new(), Encoding::new()];
        // Some facts are said before anything is asked, some after.
        let (before, after) = facts.split_at(random(facts.len() + 1));
        let say = |facts: &[Vec<Bit>], solvers: [&mut Solver; 2], encodings: &mut [Encoding; 2]| {
            for fact in facts {
                encodings[0].require_any(&circuit, fact, solvers[0]);
                encodings[1].require_any_in_time(&circuit, 3.., fact, solvers[1]);
            }
        };
        say(before, [&mut at_once, &mut in_time], &mut encodings);
        encodings[0].require(&circuit, wanted[0], &mut at_once);
        encodings[1].require(&circuit, wanted[0], &mut in_time);
        say(after, [&mut at_once, &mut in_time], &mut encodings);
        waited += usize::from(in_time.statistics().clauses < at_once.statistics().clauses);
        let assumed = [
            encodings[0].demand(&circuit, wanted[1], &mut at_once),
            encodings[1].demand(&circuit, wanted[1], &mut in_time),
        ];
        for row in 0..8 {
            let fixed = |encoding: &mut Encoding, solver: &mut Solver| -> Vec<Literal> {
                let bits = early
                    .iter()
                    .enumerate()
                    .map(|(place, &bit)| if row >> place & 1 == 1 { bit } else { !bit });
                bits.map(|bit| encoding.literal(&circuit, bit, solver)).collect()
            };
            let [one, other] = &mut encodings;
            let one: Vec<Literal> = fixed(one, &mut at_once).into_iter().chain([assumed[0]]).collect();
            let other: Vec<Literal> = fixed(other, &mut in_time).into_iter().chain([assumed[1]]).collect();
            let is = matches!(at_once.solve(&one), Answer::Satisfiable(_));
            assert_eq!(matches!(in_time.solve(&other), Answer::Satisfiable(_)), is, "{round}, {row:03b}");
        }
    }
    assert!(waited > 100, "only {waited} times something waited");
}

/// A selection of every combination of bits, by conditions of which the solver is told that one is true at most, is what a sum of products is, whether it is wanted to
/// be true or false.
#[test]
fn selections_are_sums_of_products() {
    let mut circuit = Circuit::new();
    let conditions: Vec<Bit> = (0..3).map(|_| circuit.input()).collect();
    let values: Vec<Bit> = (0..2).map(|_| circuit.input()).collect();
    let some = [Bit::FALSE, Bit::TRUE, values[0], !values[0], values[1], conditions[0], !conditions[1]];
    let rows: Vec<Vec<bool>> = (0..32)
        .map(|row| (0..5).map(|place| row >> place & 1 == 1).collect::<Vec<bool>>())
        .filter(|row| row[..3].iter().filter(|&&is| is).count() <= 1)
        .collect();
    for choice in 0..some.len().pow(3) {
        let chosen = [choice % 7, choice / 7 % 7, choice / 49].map(|place| some[place]);
        let selected = circuit.select(conditions.iter().copied().zip(chosen));
        let products: Vec<Bit> =
            conditions.iter().zip(chosen).map(|(&condition, bit)| circuit.and(condition, bit)).collect();
        let sum = circuit.any(products);
        for wanted in [selected, !selected] {
            let (mut solver, mut encoding) = (Solver::new(), Encoding::new());
            for (place, &one) in conditions.iter().enumerate() {
                for &other in &conditions[place + 1..] {
                    encoding.require_any(&circuit, &[!one, !other], &mut solver);
                }
            }
            encoding.require(&circuit, wanted, &mut solver);
            for row in &rows {
                let is = circuit.evaluate(row, &[selected, sum]);
                assert_eq!(is[0], is[1], "{chosen:?} with {row:?}");
                let inputs: Vec<Literal> = conditions
                    .iter()
                    .chain(&values)
                    .zip(row)
                    .map(|(&bit, &is)| encoding.literal(&circuit, if is { bit } else { !bit }, &mut solver))
                    .collect();
                let there = matches!(solver.solve(&inputs), Answer::Satisfiable(_));
                assert_eq!(there, is[0] == (wanted == selected), "{chosen:?} with {row:?}");
            }
        }
    }
}
