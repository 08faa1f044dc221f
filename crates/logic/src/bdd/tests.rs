//! Collections, and what a manager does with sets of another.

use std::cell::Cell;
use std::rc::Rc;

use super::interrupt::INTERVAL;
use super::{Allowed, Bdds, Groups, Interrupted, SMALLEST_LIMIT, SMALLEST_ROOT_LIMIT, Set, interruptible};

/// The assignments of 20 variables whose number is divisible.
fn multiples(bdds: &Bdds, of: u64) -> Set {
    let bits: Vec<usize> = (0..20).collect();
    let codes: Vec<u64> = (0..1 << 20).step_by(of as usize).collect();
    bdds.codes(&bits, &codes)
}

#[test]
fn collections_keep_what_sets_need_and_nothing_else() {
    let bdds = Bdds::new(20);
    let kept: Vec<(u64, Set, usize)> = [3, 101, 1_009]
        .into_iter()
        .map(|of| (of, multiples(&bdds, of)))
        .map(|(of, set)| (of, set.clone(), bdds.size(&set)))
        .collect();
    let mut most = 0;
    for of in 1_000..2_200 {
        let one = multiples(&bdds, of);
        assert_eq!(bdds.count(&one), ((1u64 << 20).div_ceil(of)).into());
        most = most.max(bdds.held());
    }
    assert!(bdds.created() > 2 * SMALLEST_LIMIT as u64, "there should have been collections");
    assert!(most < 2 * SMALLEST_LIMIT, "the table should have been kept small, but had {most} nodes");
    for (of, set, size) in kept {
        assert_eq!(bdds.size(&set), size);
        assert_eq!(multiples(&bdds, of), set, "a set should be found again after collections");
        assert_eq!(bdds.count(&set), ((1u64 << 20).div_ceil(of)).into());
    }
}

#[test]
fn sets_that_are_dropped_do_not_pile_up() {
    let bdds = Bdds::new(4);
    let one = bdds.cube(&[(1, true)]);
    for _ in 0..3 * SMALLEST_ROOT_LIMIT {
        assert!(bdds.is_none(&bdds.minus(&one, &one)));
    }
    assert!(bdds.inside.borrow().roots.len() <= SMALLEST_ROOT_LIMIT);
    assert_eq!(one, bdds.cube(&[(1, true)]));
}

#[test]
fn clones_are_the_same_set_after_a_collection() {
    let bdds = Bdds::new(20);
    let garbage = multiples(&bdds, 11);
    let set = multiples(&bdds, 13);
    let clone = set.clone();
    drop(garbage);
    let size = bdds.size(&set);
    bdds.inside.borrow_mut().limit = 0;
    let none = bdds.none();
    assert_eq!(bdds.held(), size);
    assert_eq!(set, clone);
    assert_eq!(bdds.minus(&set, &clone), none);
}

#[test]
#[should_panic(expected = "its own manager")]
fn a_set_of_another_manager_is_refused() {
    let (one, other) = (Bdds::new(1), Bdds::new(1));
    assert_ne!(one.all(), other.all());
    one.not(&other.all());
}

#[test]
#[should_panic(expected = "should be one of the manager's 3")]
fn a_variable_that_is_not_there_is_refused() {
    Bdds::new(3).cube(&[(3, true)]);
}

#[test]
#[should_panic(expected = "should ascend")]
fn codes_that_do_not_ascend_are_refused() {
    Bdds::new(3).codes(&[0, 1], &[2, 1]);
}

#[test]
#[should_panic(expected = "should fit")]
fn codes_that_are_too_large_are_refused() {
    Bdds::new(3).codes(&[0, 1], &[4]);
}

#[test]
fn codes_before_a_set_are_an_intersection() {
    let bdds = Bdds::new(8);
    let later = bdds.codes(&[4, 5, 6], &[1, 2, 7]);
    for codes in [&[][..], &[0], &[1, 3], &[0, 1, 2, 3, 4, 5, 6, 7]] {
        let both = bdds.codes_and(&[0, 2, 3], codes, &later);
        assert_eq!(both, bdds.and(&bdds.codes(&[0, 2, 3], codes), &later));
    }
}

#[test]
#[should_panic(expected = "later variables only")]
fn codes_after_a_set_are_refused() {
    let bdds = Bdds::new(8);
    let first = bdds.codes(&[1], &[1]);
    bdds.codes_and(&[1, 2], &[1], &first);
}

/// Sets over three ranges of variables: their intersection falls into factors that are at least as fine.
#[test]
fn factors_have_different_variables_and_the_set_in_common() {
    let bdds = Bdds::new(12);
    let mut state = 7u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let mut finest = 0;
    for _ in 0..300 {
        let mut set = bdds.all();
        for range in [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]] {
            let codes: Vec<u64> = (0..16).filter(|_| random(3) > 0).collect();
            set = bdds.and(&set, &bdds.codes(&range, &codes));
        }
        let factors = bdds.factors(&set);
        let mut whole = bdds.all();
        let mut last = None;
        for factor in &factors {
            let support = bdds.support(factor);
            assert!(bdds.is_none(&set) || last < support.first().copied(), "variables ascend");
            last = support.last().copied();
            whole = bdds.and(&whole, factor);
        }
        assert_eq!(whole, set);
        let parts = [0..4, 4..8, 8..12].into_iter().filter(|range| {
            let rest: Vec<usize> = (0..12).filter(|variable| !range.contains(variable)).collect();
            !bdds.is_all(&bdds.exists(&set, &rest))
        });
        assert!(bdds.is_none(&set) || factors.len() >= parts.count());
        finest = finest.max(factors.len());
    }
    assert!(finest >= 3);
    assert!(bdds.factors(&bdds.all()).is_empty());
    assert_eq!(bdds.factors(&bdds.none()), [bdds.none()]);
    // Neither of two variables alone decides whether they are equal.
    let equal = bdds.or(&bdds.cube(&[(0, false), (5, false)]), &bdds.cube(&[(0, true), (5, true)]));
    assert_eq!(bdds.factors(&equal), *std::slice::from_ref(&equal));
    let more = bdds.and(&equal, &bdds.cube(&[(7, true), (9, false)]));
    assert_eq!(bdds.factors(&more).len(), 3);
}

#[test]
fn a_split_gives_both_parts() {
    let bdds = Bdds::new(20);
    let sets = [
        multiples(&bdds, 3),
        multiples(&bdds, 7),
        bdds.cube(&[(4, true), (9, false)]),
        bdds.all(),
        bdds.none(),
    ];
    for set in &sets {
        for by in &sets {
            assert_eq!(bdds.split(set, by), (bdds.minus(set, by), bdds.and(set, by)));
        }
    }
}

#[test]
fn the_least_allowed_element_is_found_without_a_diagram() {
    compare_with_diagrams(vec![vec![0, 1, 2], vec![3], vec![], vec![5, 6], vec![7, 8, 9, 10], vec![12, 13]]);
}

#[test]
fn bits_on_their_own_are_looked_at_one_by_one() {
    let answered = compare_with_diagrams((0..14).map(|bit| vec![bit]).collect());
    assert_eq!(answered, 2_000);
}

/// Random sets and codes of these groups against diagrams of what is allowed. Says how often it was enough to look at bits one
/// by one.
fn compare_with_diagrams(bits: Vec<Vec<usize>>) -> usize {
    let bdds = Bdds::new(14);
    let mut allowed = Allowed::new(Rc::new(Groups::new(14, bits.clone())));
    let mut state = 11u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let all: Vec<usize> = (0..14).collect();
    let (mut found, mut missing, mut by_bits) = (0, 0, 0);
    for _ in 0..2_000 {
        let is_whole = random(2) == 0;
        let mut some = |of: u64| {
            let codes: Vec<u64> = (0..1 << 14).filter(|_| random(of) == 0).collect();
            let set = bdds.codes(&all, &codes);
            let free: Vec<usize> = (0..14).filter(|_| random(4) > 0).collect();
            bdds.exists(&set, &free)
        };
        let set = some(3_000);
        let without = if is_whole { bdds.none() } else { some(5_000) };
        let mut expected = bdds.minus(&set, &without);
        let mut assignment = vec![false; 14];
        for (group, bits) in bits.iter().enumerate() {
            let mut codes: Vec<u64> = (0..1 << bits.len()).filter(|_| random(3) == 0).collect();
            if codes.is_empty() {
                codes.push(random(1 << bits.len()));
            }
            let is_free = random(3) == 0;
            if is_free {
                allowed.allow(group, None);
            } else {
                expected = bdds.and(&expected, &bdds.codes(bits, &codes));
                allowed.write(group, codes[0], &mut assignment);
                allowed.allow(group, Some(codes.into()));
            }
        }
        let before = assignment.clone();
        assert_eq!(bdds.has_outside(&set, &without, &allowed), !bdds.is_none(&expected));
        if let Some(is_there) = bdds.has_outside_bit_by_bit(&set, &without, &allowed) {
            by_bits += 1;
            assert_eq!(is_there, !bdds.is_none(&expected));
        }
        let is_there = bdds.write_least_outside(&set, &without, &allowed, &mut assignment);
        match bdds.least(&expected) {
            Some(least) => {
                found += 1;
                assert!(is_there);
                assert_eq!(assignment, least);
            }
            None => {
                missing += 1;
                assert!(!is_there);
                assert_eq!(assignment, before);
            }
        }
    }
    assert!(found > 200 && missing > 200, "{found} and {missing}");
    by_bits
}

/// Numbers whose product is all ones in the lower half: diagrams of it are as large as any.
fn hard(bdds: &Bdds, bits: usize) -> Set {
    let bit = |variable: usize| bdds.cube(&[(variable, true)]);
    let xor = |a: &Set, b: &Set| bdds.or(&bdds.minus(a, b), &bdds.minus(b, a));
    let mut sum: Vec<Set> = vec![bdds.none(); bits];
    for shift in 0..bits {
        let mut carry = bdds.none();
        for (place, digit) in sum[shift..].iter_mut().enumerate() {
            let term = bdds.and(&bit(shift), &bit(bits + place));
            let both = xor(digit, &term);
            let next = bdds.or(&bdds.and(digit, &term), &bdds.and(&both, &carry));
            *digit = xor(&both, &carry);
            carry = next;
        }
    }
    sum.pop().expect("there are bits")
}

#[test]
fn what_was_interrupted_leaves_a_sound_manager() {
    let bits = 10;
    let expected = {
        let bdds = Bdds::new(2 * bits);
        bdds.count(&hard(&bdds, bits))
    };
    let bdds = Bdds::new(2 * bits);
    let (asked, patience) = (Rc::new(Cell::new(0u32)), Rc::new(Cell::new(1u32)));
    let (counted, limit) = (Rc::clone(&asked), Rc::clone(&patience));
    bdds.interrupt_when(move || {
        counted.set(counted.get() + 1);
        counted.get().is_multiple_of(limit.get())
    });
    let mut interruptions = 0;
    let found = loop {
        match interruptible(|| hard(&bdds, bits)) {
            Ok(found) => break found,
            Err(Interrupted) => interruptions += 1,
        }
        // Every time a bit further.
        patience.set(patience.get() + 1);
    };
    assert!(interruptions > 0, "there should have been something to interrupt: asked {} times", asked.get());
    assert_eq!(bdds.count(&found), expected);
    assert_eq!(found, hard(&bdds, bits));
}

#[test]
fn somebody_is_asked_once_in_an_interval() {
    let bdds = Bdds::new(20);
    let asked = Rc::new(Cell::new(0u64));
    let counted = Rc::clone(&asked);
    bdds.interrupt_when(move || {
        counted.set(counted.get() + 1);
        false
    });
    assert!(interruptible(|| hard(&bdds, 10)).is_ok());
    assert!(asked.get() > 0 && asked.get() * u64::from(INTERVAL) < 40 * bdds.created(), "{}", asked.get());
}

#[test]
#[should_panic(expected = "a variable should be one")]
fn other_panics_are_not_taken_for_interruptions() {
    let _ = interruptible(|| panic!("a variable should be one"));
}
