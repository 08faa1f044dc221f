//! Relations against sets of tuples: every operation, for all assignments to the inputs of small relations.

use std::collections::BTreeSet;

use logic::circuit::{Bit, Circuit};
use logic::relation::{Relation, Stop, Tuple, at_most_one};

type Tuples = BTreeSet<Tuple>;

/// The atoms of the relations here.
const ATOMS: u32 = 3;

/// How many inputs the conditions of tuples have at most, so that all assignments can be looked at.
const INPUTS: usize = 10;

/// A small generator of random numbers (SplitMix64): the same tests on every run and machine.
struct Random(u64);

impl Random {
    /// A number below `bound`, which is not 0.
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }
}

/// All tuples of so many columns.
fn all_tuples(arity: usize) -> Vec<Tuple> {
    (0..arity).fold(vec![Vec::new()], |tuples, _| {
        let longer = |tuple: Tuple| (0..ATOMS).map(move |atom| [&tuple[..], &[atom]].concat());
        tuples.into_iter().flat_map(longer).collect()
    })
}

/// A relation whose tuples have inputs of their own as conditions.
fn free(circuit: &mut Circuit, arity: usize) -> Relation {
    Relation::new(arity, all_tuples(arity).into_iter().map(|tuple| (tuple, circuit.input())))
}

/// A relation whose tuples have constants, inputs and negated inputs as conditions, some of them the same.
fn random_relation(random: &mut Random, inputs: &[Bit], arity: usize) -> Relation {
    let mut bit = || match random.below(8) {
        0 => Bit::TRUE,
        1..=3 => Bit::FALSE,
        4 => !inputs[random.below(inputs.len())],
        _ => inputs[random.below(inputs.len())],
    };
    Relation::new(arity, all_tuples(arity).into_iter().map(|tuple| (tuple, bit())))
}

/// Calls `visit` for every assignment to the inputs, with the tuples that relations have then, and with the values of bits.
fn for_all(
    circuit: &Circuit,
    relations: &[&Relation],
    bits: &[Bit],
    mut visit: impl FnMut(&[Tuples], &[bool]),
) {
    let conditions: Vec<Bit> =
        relations.iter().flat_map(|relation| relation.tuples().map(|(_, bit)| bit)).collect();
    assert!(!conditions.contains(&Bit::FALSE), "what is false for sure should not be kept");
    let inputs = circuit.inputs();
    assert!(inputs <= 12, "all assignments to {inputs} inputs are too many");
    for row in 0..1u32 << inputs {
        let values: Vec<bool> = (0..inputs).map(|place| row >> place & 1 == 1).collect();
        let mut belongs = circuit.evaluate(&values, &conditions).into_iter();
        let tuples = |relation: &&Relation| -> Tuples {
            let tuples = relation.tuples().map(|(tuple, _)| tuple.to_vec());
            tuples.filter(|_| belongs.next().expect("every tuple has a condition")).collect()
        };
        let sets: Vec<Tuples> = relations.iter().map(tuples).collect();
        visit(&sets, &circuit.evaluate(&values, bits));
    }
}

fn join(one: &Tuples, other: &Tuples) -> Tuples {
    let mut joined = Tuples::new();
    for left in one {
        for right in other.iter().filter(|right| left.last() == right.first()) {
            joined.insert([&left[..left.len() - 1], &right[1..]].concat());
        }
    }
    joined
}

fn product(one: &Tuples, other: &Tuples) -> Tuples {
    one.iter().flat_map(|left| other.iter().map(|right| [&left[..], right].concat())).collect()
}

/// The pairs between which there is a way, one step longer in each round.
fn closure(pairs: &Tuples) -> Tuples {
    let mut closure = pairs.clone();
    for _ in 0..ATOMS {
        closure = &closure | &join(&closure, pairs);
    }
    closure
}

fn overridden(one: &Tuples, other: &Tuples) -> Tuples {
    let begins: BTreeSet<u32> = other.iter().map(|tuple| tuple[0]).collect();
    let kept = one.iter().filter(|tuple| !begins.contains(&tuple[0]));
    kept.chain(other).cloned().collect()
}

fn transposed(one: &Tuples) -> Tuples {
    one.iter().map(|tuple| tuple.iter().rev().copied().collect()).collect()
}

/// An operation of two relations of the same number of columns that gives a third: as a circuit and as sets.
type Operation =
    (&'static str, fn(&Relation, &Relation, &mut Circuit) -> Relation, fn(&Tuples, &Tuples) -> Tuples);

const OPERATIONS: &[Operation] = &[
    ("union", |a, b, c| a.union(b, c), |a, b| a | b),
    ("intersection", |a, b, c| a.intersection(b, c), |a, b| a & b),
    ("difference", |a, b, c| a.difference(b, c), |a, b| a - b),
    ("overridden", |a, b, c| a.overridden(b, c), overridden),
    ("product", |a, b, c| a.product(b, c), product),
    ("transpose", |a, _, _| a.transpose(), |a, _| transposed(a)),
    (
        "choice by a question",
        |a, b, c| {
            let some = b.is_some(c);
            Relation::choose(some, a, b, c)
        },
        |a, b| if b.is_empty() { b.clone() } else { a.clone() },
    ),
    ("choice of the first", |a, b, c| Relation::choose(Bit::TRUE, a, b, c), |a, _| a.clone()),
    ("choice of the second", |a, b, c| Relation::choose(Bit::FALSE, a, b, c), |_, b| b.clone()),
];

/// Those that take relations of two columns.
const OF_PAIRS: &[Operation] = &[
    ("join", |a, b, c| a.join(b, c), join),
    ("closure", |a, _, c| a.closure(c), |a, _| closure(a)),
    (
        "closure of a union",
        |a, b, c| {
            let both = a.union(b, c);
            both.closure(c)
        },
        |a, b| closure(&(a | b)),
    ),
];

/// A question about two relations of the same number of columns: as a circuit and of sets.
type Question = (&'static str, fn(&Relation, &Relation, &mut Circuit) -> Bit, fn(&Tuples, &Tuples) -> bool);

const QUESTIONS: &[Question] = &[
    ("is in", |a, b, c| a.is_in(b, c), |a, b| a.is_subset(b)),
    ("is equal", |a, b, c| a.is_equal(b, c), |a, b| a == b),
    ("is some", |a, _, c| a.is_some(c), |a, _| !a.is_empty()),
    ("is lone", |a, _, c| a.is_lone(c), |a, _| a.len() <= 1),
    ("is one", |a, _, c| a.is_one(c), |a, _| a.len() == 1),
    (
        "at most one",
        |a, _, c| {
            let bits: Vec<Bit> = a.tuples().map(|(_, bit)| bit).collect();
            at_most_one(&bits, c)
        },
        |a, _| a.len() <= 1,
    ),
];

/// Compares everything on two relations of the same number of columns, for all assignments.
fn compared(circuit: &mut Circuit, a: &Relation, b: &Relation) {
    let of_pairs = if a.arity() == 2 { OF_PAIRS } else { &[] };
    let operations: Vec<&Operation> = OPERATIONS.iter().chain(of_pairs).collect();
    let results: Vec<Relation> = operations.iter().map(|(_, build, _)| build(a, b, circuit)).collect();
    let mut bits: Vec<Bit> = QUESTIONS.iter().map(|(_, build, _)| build(a, b, circuit)).collect();
    let count = a.count(circuit);
    bits.extend(count.bits());
    let relations: Vec<&Relation> = [a, b].into_iter().chain(&results).collect();
    for_all(circuit, &relations, &bits, |sets, bits| {
        let (a, b) = (&sets[0], &sets[1]);
        for (&(name, _, direct), found) in operations.iter().zip(&sets[2..]) {
            assert_eq!(found, &direct(a, b), "{name}: {a:?}, {b:?}");
        }
        let (answers, count) = bits.split_at(QUESTIONS.len());
        for (&(name, _, direct), &found) in QUESTIONS.iter().zip(answers) {
            assert_eq!(found, direct(a, b), "{name}: {a:?}, {b:?}");
        }
        assert_eq!(count.last(), Some(&false), "a count is not negative");
        assert_eq!(logic::circuit::bits::number(count), a.len() as u64, "count: {a:?}");
    });
}

#[test]
fn all_sets() {
    let mut circuit = Circuit::new();
    let (a, b) = (free(&mut circuit, 1), free(&mut circuit, 1));
    compared(&mut circuit, &a, &b);
    compared(&mut circuit, &a, &a);
}

/// All relations of two columns, with some others as the second operand: all of them with all of them would be too many.
#[test]
fn all_pairs() {
    let mut random = Random(1);
    for _ in 0..4 {
        let mut circuit = Circuit::new();
        let a = free(&mut circuit, 2);
        let inputs: Vec<Bit> = (0..INPUTS - 9).map(|_| circuit.input()).collect();
        let b = random_relation(&mut random, &inputs, 2);
        compared(&mut circuit, &a, &b);
        let turned = a.transpose();
        compared(&mut circuit, &a, &turned);
        compared(&mut circuit, &b, &a);
    }
}

/// Sets on both sides of relations.
#[test]
fn joins_with_sets() {
    let mut circuit = Circuit::new();
    let (set, pairs) = (free(&mut circuit, 1), free(&mut circuit, 2));
    let (image, origin) = (set.join(&pairs, &mut circuit), pairs.join(&set, &mut circuit));
    let both = set.product(&pairs, &mut circuit);
    for_all(&circuit, &[&set, &pairs, &image, &origin, &both], &[], |sets, _| {
        assert_eq!(sets[2], join(&sets[0], &sets[1]));
        assert_eq!(sets[3], join(&sets[1], &sets[0]));
        assert_eq!(sets[4], product(&sets[0], &sets[1]));
    });
    assert_eq!((image.arity(), origin.arity(), both.arity()), (1, 1, 3));
}

#[test]
fn random_relations() {
    let mut random = Random(2);
    for round in 0..30 {
        let mut circuit = Circuit::new();
        let inputs: Vec<Bit> =
            (0..INPUTS.min(round % 9)).map(|_| circuit.input()).chain([Bit::TRUE]).collect();
        let arity = 1 + round % 3;
        let a = random_relation(&mut random, &inputs, arity);
        let b = random_relation(&mut random, &inputs, arity);
        compared(&mut circuit, &a, &b);
        compared(&mut circuit, &a, &Relation::empty(arity));
        compared(&mut circuit, &Relation::empty(arity), &b);
    }
}

/// Joins where one side has three columns.
#[test]
fn joins_of_triples() {
    let mut random = Random(3);
    for _ in 0..20 {
        let mut circuit = Circuit::new();
        let inputs: Vec<Bit> = (0..8).map(|_| circuit.input()).collect();
        let [one, two, three, other] = [1, 2, 3, 3].map(|arity| random_relation(&mut random, &inputs, arity));
        let pairs = [(&one, &three), (&three, &one), (&two, &three), (&three, &two), (&three, &other)];
        for (left, right) in pairs {
            let joined = left.join(right, &mut circuit);
            assert_eq!(joined.arity(), left.arity() + right.arity() - 2);
            for_all(&circuit, &[left, right, &joined], &[], |sets, _| {
                assert_eq!(sets[2], join(&sets[0], &sets[1]), "{:?}, {:?}", sets[0], sets[1]);
            });
        }
    }
}

/// A choice goes by any condition, and an identity pairs atoms with themselves.
#[test]
fn choices_and_identities() {
    let mut random = Random(4);
    for _ in 0..10 {
        let mut circuit = Circuit::new();
        let inputs: Vec<Bit> = (0..8).map(|_| circuit.input()).collect();
        let [yes, no] = [(); 2].map(|()| random_relation(&mut random, &inputs, 2));
        let condition = circuit.xor(inputs[0], inputs[1]);
        let chosen = Relation::choose(condition, &yes, &no, &mut circuit);
        for_all(&circuit, &[&yes, &no, &chosen], &[condition], |sets, bits| {
            assert_eq!(sets[2], sets[usize::from(!bits[0])]);
        });
    }
    let identity = Relation::identity(0..ATOMS);
    let pairs: Vec<(&[u32], Bit)> = identity.tuples().collect();
    assert_eq!(pairs, [(&[0, 0][..], Bit::TRUE), (&[1, 1], Bit::TRUE), (&[2, 2], Bit::TRUE)]);
    assert_eq!((identity.get(&[1, 1]), identity.get(&[1, 2])), (Bit::TRUE, Bit::FALSE));
}

/// Ways that are longer than the first rounds of a closure: a path through more atoms, each step of which may be missing, with
/// a step back.
#[test]
fn closures_of_long_paths() {
    for atoms in 1..=9u32 {
        let mut circuit = Circuit::new();
        let steps = (0..atoms).map(|atom| (vec![atom, atom + 1], circuit.input())).collect::<Vec<_>>();
        let back = (vec![atoms, 0], circuit.input());
        let path = Relation::new(2, steps.into_iter().chain([back]));
        let reached = path.closure(&mut circuit);
        for_all(&circuit, &[&path, &reached], &[], |sets, _| {
            let mut wanted = sets[0].clone();
            for _ in 0..=atoms {
                wanted = &wanted | &join(&wanted, &sets[0]);
            }
            assert_eq!(sets[1], wanted, "{:?}", sets[0]);
        });
    }
}

/// Whoever is told to stop gives nothing, and makes no more gates than until then.
#[test]
fn who_is_told_to_stop_gives_nothing() {
    let mut all = Circuit::new();
    let [a, b] = [(); 2].map(|()| free(&mut all, 2));
    let set = free(&mut all, 1);
    type Operation = fn(&[&Relation; 3], &mut Circuit, &mut Stop<'_>) -> Option<Relation>;
    let operations: [Operation; 4] = [
        |[a, b, _], circuit, stop| a.join_unless(b, circuit, stop),
        |[a, b, _], circuit, stop| a.product_unless(b, circuit, stop),
        |[a, ..], circuit, stop| a.closure_unless(circuit, stop),
        |[a, _, set], circuit, stop| set.reached_unless(a, circuit, stop),
    ];
    for operation in operations {
        let relations = [&a, &b, &set];
        let mut whole = all.clone();
        let mut asked = 0;
        let given = operation(&relations, &mut whole, &mut |_| {
            asked += 1;
            false
        });
        assert!(given.is_some() && asked > 1);
        for most in 0..asked {
            let (mut part, mut left) = (all.clone(), most);
            let mut made = 0;
            let given = operation(&relations, &mut part, &mut |circuit| {
                made = circuit.gates();
                left -= i32::from(left > 0);
                left == 0
            });
            assert_eq!((given, part.gates()), (None, made));
            assert!(made < whole.gates());
        }
    }
}

/// With constants nothing is left to compute.
#[test]
fn constants_make_no_gates() {
    let mut random = Random(5);
    for round in 0..60 {
        let mut circuit = Circuit::new();
        let [a, b] = [(); 2].map(|()| random_relation(&mut random, &[Bit::TRUE], 1 + round % 2));
        compared(&mut circuit, &a, &b);
        assert_eq!(circuit.gates(), 0);
    }
}
