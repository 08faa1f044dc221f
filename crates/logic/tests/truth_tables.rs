//! Every operation against truth tables, over all small sets or over random ones of up to 8 variables.

mod support;

use logic::BigUint;
use logic::bdd::Bdds;
use support::{Biodivine, Diagrams, Numbers, Oxidd};

/// A set as a truth table: position `i` is the assignment whose number is `i`, variable 0 the most
/// significant bit.
type Table = Vec<bool>;

/// The value of a variable in the assignment with this number.
fn value(variables: usize, assignment: usize, variable: usize) -> bool {
    assignment >> (variables - 1 - variable) & 1 == 1
}

/// The assignment with this number, but for one variable.
fn change(variables: usize, assignment: usize, variable: usize, value: bool) -> usize {
    let mask = 1 << (variables - 1 - variable);
    if value { assignment | mask } else { assignment & !mask }
}

/// The assignment with this number as values.
fn values(variables: usize, assignment: usize) -> Vec<bool> {
    (0..variables).map(|variable| value(variables, assignment, variable)).collect()
}

fn agrees(variables: usize, assignment: usize, literals: &[(usize, bool)]) -> bool {
    literals.iter().all(|&(variable, wanted)| value(variables, assignment, variable) == wanted)
}

fn table(variables: usize, holds: impl Fn(usize) -> bool) -> Table {
    (0..1 << variables).map(holds).collect()
}

/// The set of a table: the union of its elements, each as a cube.
fn set<D: Diagrams>(bdds: &D, variables: usize, table: &Table) -> D::Set {
    let elements = (0..1 << variables).filter(|&i| table[i]);
    elements.fold(bdds.none(), |set, i| {
        let literals: Vec<_> = values(variables, i).into_iter().enumerate().collect();
        bdds.or(&set, &bdds.cube(&literals))
    })
}

/// Checks everything that can be asked about one set.
fn check<D: Diagrams>(bdds: &D, variables: usize, set: &D::Set, expected: &Table) {
    let size = 1usize << variables;
    for (i, &wanted) in expected.iter().enumerate() {
        assert_eq!(bdds.contains(set, &values(variables, i)), wanted, "assignment {i} of {expected:?}");
    }
    let elements = expected.iter().filter(|&&element| element).count();
    assert_eq!(bdds.count(set), BigUint::from(elements));
    assert_eq!(bdds.is_none(set), elements == 0);
    assert_eq!(bdds.is_all(set), elements == size);
    let least = expected.iter().position(|&element| element);
    assert_eq!(bdds.least(set), least.map(|i| values(variables, i)));
    let depends = |variable: &usize| {
        (0..size).any(|i| {
            expected[change(variables, i, *variable, false)]
                != expected[change(variables, i, *variable, true)]
        })
    };
    let support: Vec<usize> = (0..variables).filter(depends).collect();
    assert_eq!(bdds.support(set), support);
    assert_eq!(bdds.size(set), nodes(variables, expected));
}

/// How many nodes the diagram of a table must have: for each variable, the distinct parts of the
/// table that are left when the variables before it are fixed and that depend on it.
fn nodes(variables: usize, table: &Table) -> usize {
    let of_variable = |variable: usize| {
        let mut parts: Vec<&[bool]> = table.chunks(1 << (variables - variable)).collect();
        parts.retain(|part| part[..part.len() / 2] != part[part.len() / 2..]);
        parts.sort_unstable();
        parts.dedup();
        parts.len()
    };
    (0..variables).map(of_variable).sum()
}

/// Checks all binary operations on two sets.
fn check_pair<D: Diagrams>(bdds: &D, variables: usize, a: (&D::Set, &Table), b: (&D::Set, &Table)) {
    let combine = |operation: fn(bool, bool) -> bool| table(variables, |i| operation(a.1[i], b.1[i]));
    let results = [
        (bdds.and(a.0, b.0), combine(|a, b| a && b)),
        (bdds.or(a.0, b.0), combine(|a, b| a || b)),
        (bdds.minus(a.0, b.0), combine(|a, b| a && !b)),
    ];
    for (result, expected) in results {
        check(bdds, variables, &result, &expected);
        assert_eq!(result, set(bdds, variables, &expected), "the same set should be the same diagram");
    }
    assert_eq!(a.0 == b.0, a.1 == b.1);
}

/// Checks negation, and quantification and fixing of chosen variables.
fn check_one<D: Diagrams>(
    bdds: &D,
    variables: usize,
    of: &D::Set,
    expected: &Table,
    chosen: &[(usize, bool)],
) {
    let not = table(variables, |i| !expected[i]);
    assert_eq!(bdds.not(of), set(bdds, variables, &not));
    check(bdds, variables, &bdds.not(of), &not);

    let quantified: Vec<usize> = chosen.iter().map(|&(variable, _)| variable).collect();
    let exists = quantified.iter().fold(expected.clone(), |expected, &variable| {
        table(variables, |i| {
            expected[change(variables, i, variable, false)] || expected[change(variables, i, variable, true)]
        })
    });
    assert_eq!(bdds.exists(of, &quantified), set(bdds, variables, &exists));

    let with = table(variables, |i| {
        expected[chosen.iter().fold(i, |i, &(variable, value)| change(variables, i, variable, value))]
    });
    assert_eq!(bdds.with(of, chosen), set(bdds, variables, &with));
}

/// All sets over up to 3 variables, with all choices of variables; all pairs over 2.
fn small<D: Diagrams>() {
    for variables in 0..=3 {
        let bdds = D::new(variables);
        let tables: Vec<Table> =
            (0..1u32 << (1 << variables)).map(|bits| table(variables, |i| bits >> i & 1 == 1)).collect();
        let sets: Vec<D::Set> = tables.iter().map(|table| set(&bdds, variables, table)).collect();
        for (a, table) in sets.iter().zip(&tables) {
            check(&bdds, variables, a, table);
            // Each variable is left alone, fixed to false or fixed to true.
            for choice in 0..3usize.pow(variables as u32) {
                let states =
                    (0..variables).map(|variable| (variable, choice / 3usize.pow(variable as u32) % 3));
                let chosen: Vec<_> = states
                    .filter(|&(_, state)| state > 0)
                    .map(|(variable, state)| (variable, state == 2))
                    .collect();
                check_one(&bdds, variables, a, table, &chosen);
            }
        }
        for (a, table) in sets.iter().zip(&tables).step_by(if variables < 3 { 1 } else { 7 }) {
            for (b, other) in sets.iter().zip(&tables) {
                check_pair(&bdds, variables, (a, table), (b, other));
            }
        }
    }
}

/// Random sets of 4 to 8 variables, sparse, dense and in between.
fn random<D: Diagrams>() {
    let mut numbers = Numbers(1);
    for variables in 4..=8 {
        let bdds = D::new(variables);
        for _ in 0..40 {
            let mut next = || {
                let share = numbers.below(33);
                let table: Table = (0..1 << variables).map(|_| numbers.below(32) < share).collect();
                (set(&bdds, variables, &table), table)
            };
            let ((a, first), (b, second)) = (next(), next());
            check(&bdds, variables, &a, &first);
            check_pair(&bdds, variables, (&a, &first), (&b, &second));
            check_pair(&bdds, variables, (&a, &first), (&a, &first));
            // In descending order, since any order is allowed.
            let chosen: Vec<_> = (0..variables).rev().filter(|_| numbers.below(3) == 0).collect();
            let chosen: Vec<_> =
                chosen.into_iter().map(|variable| (variable, numbers.below(2) == 0)).collect();
            check_one(&bdds, variables, &a, &first, &chosen);
        }
    }
}

/// Cubes in any order of literals, with repetitions and contradictions.
fn cubes<D: Diagrams>() {
    let mut numbers = Numbers(2);
    for variables in 1..=8 {
        let bdds = D::new(variables);
        for _ in 0..100 {
            let length = numbers.below(2 * variables as u64);
            let literals: Vec<_> = (0..length)
                .map(|_| (numbers.below(variables as u64) as usize, numbers.below(4) > 0))
                .collect();
            let expected = table(variables, |i| agrees(variables, i, &literals));
            check(&bdds, variables, &bdds.cube(&literals), &expected);
            assert_eq!(bdds.cube(&literals), set(&bdds, variables, &expected));
        }
    }
}

/// Codes in bits with gaps between them.
fn codes<D: Diagrams>() {
    let mut numbers = Numbers(3);
    for variables in 1..=8 {
        let bdds = D::new(variables);
        for round in 0..60 {
            let bits: Vec<usize> = (0..variables).filter(|_| numbers.below(3) > 0).collect();
            let share = round % 5;
            let codes: Vec<u64> = (0..1 << bits.len()).filter(|_| numbers.below(4) < share).collect();
            let code =
                |i: usize| bits.iter().fold(0, |code, &bit| code << 1 | u64::from(value(variables, i, bit)));
            let expected = table(variables, |i| codes.contains(&code(i)));
            let of = bdds.codes(&bits, &codes);
            check(&bdds, variables, &of, &expected);
            assert_eq!(of, set(&bdds, variables, &expected));
        }
    }
}

/// More variables than a machine word has bits, and codes of 64 bits.
fn large<D: Diagrams>() {
    let bdds = D::new(10_000);
    assert_eq!(bdds.count(&bdds.all()), BigUint::from(1u32) << 10_000);
    let few = bdds.cube(&[(9_999, true), (0, false), (5_000, true)]);
    assert_eq!(bdds.count(&few), BigUint::from(1u32) << 9_997);
    assert_eq!(bdds.support(&few), [0, 5_000, 9_999]);
    let least = bdds.least(&few).expect("the set has elements");
    assert_eq!((0..10_000).filter(|&variable| least[variable]).collect::<Vec<_>>(), [5_000, 9_999]);
    // A diagram as deep as there are variables must not need a deep stack.
    let every: Vec<_> = (0..10_000).map(|variable| (variable, true)).collect();
    let one = bdds.cube(&every);
    assert_eq!(bdds.size(&one), 10_000);
    assert!(bdds.created() >= 10_000);
    let rest = bdds.not(&one);
    assert_eq!(bdds.count(&rest), (BigUint::from(1u32) << 10_000) - 1u32);
    assert!(bdds.is_all(&bdds.or(&rest, &one)));
    assert!(bdds.is_none(&bdds.and(&rest, &one)));
    assert_eq!(bdds.minus(&rest, &bdds.not(&few)), bdds.minus(&few, &one));
    assert!(bdds.is_all(&bdds.exists(&one, &(0..10_000).collect::<Vec<_>>())));
    assert!(bdds.is_all(&bdds.with(&one, &every)));

    let bits: Vec<usize> = (100..164).collect();
    let codes = [0, 1, u64::MAX - 1, u64::MAX];
    let of = bdds.codes(&bits, &codes);
    assert_eq!(bdds.count(&of), BigUint::from(4u32) << (10_000 - 64));
    assert_eq!(bdds.size(&of), 125);
    assert_eq!(bdds.support(&of), (100..163).collect::<Vec<_>>());
}

/// The tests of one manager.
macro_rules! tests {
    ($name:ident, $diagrams:ty) => {
        mod $name {
            #[allow(unused_imports, reason = "which names a type needs differs from manager to manager")]
            use super::*;

            #[test]
            fn all_small_sets() {
                small::<$diagrams>();
            }

            #[test]
            fn random_sets() {
                random::<$diagrams>();
            }

            #[test]
            fn cubes() {
                super::cubes::<$diagrams>();
            }

            #[test]
            fn codes() {
                super::codes::<$diagrams>();
            }

            #[test]
            fn many_variables() {
                large::<$diagrams>();
            }
        }
    };
}

tests!(own, Bdds);
tests!(biodivine, Biodivine);
tests!(oxidd, Oxidd);
