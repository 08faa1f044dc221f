//! Programs whose numbers of states are known by mathematics or by hand.

use std::fmt::Write as _;
use std::path::Path;

use check::{Frontier, Verdict};
use machine::Limits;
use space::Order;

use crate::support::{conclusion, count, options, parse, search};

const ORDERS: [Order; 2] = [Order::BreadthFirst, Order::DepthFirst];

/// `counters` counters modulo `size`, one of which is increased at each step.
fn grid(counters: usize, size: usize) -> String {
    let mut text = String::from("fn @main() {\n  local which: i32\n");
    for counter in 0..counters {
        let _ = writeln!(text, "  local x{counter}: i32");
    }
    text += "start:\n";
    for counter in 0..counters {
        let _ = writeln!(text, "  x{counter} = 0");
    }
    let _ = writeln!(text, "  goto loop\nloop:\n  which = choose 0, {}", counters - 1);
    let cases: String = (0..counters).map(|counter| format!("{counter}: c{counter}, ")).collect();
    let _ = writeln!(text, "  switch which, {cases}else loop");
    for counter in 0..counters {
        let _ = writeln!(
            text,
            "c{counter}:\n  x{counter} = add x{counter}, 1\n  x{counter} = rem x{counter}, {size}\n  goto loop"
        );
    }
    text + "}\n"
}

#[test]
fn grids() {
    for (counters, size) in [(1, 1), (1, 100), (2, 30), (3, 11), (4, 5), (6, 3), (10, 2)] {
        let program = parse(&grid(counters, size));
        for order in ORDERS {
            let outcome = search(&program, &options(order, false));
            let states = size.pow(counters as u32) as u64;
            assert_eq!(count(&outcome, "states"), states, "{size}^{counters}, {order:?}");
            assert_eq!(count(&outcome, "transitions"), states * counters as u64 + 1);
            if order == Order::BreadthFirst {
                // The farthest state is the one with all counters at their ends; one more step closes it.
                assert_eq!(count(&outcome, "depth"), (counters * (size - 1) + 1) as u64);
            }
            let conclusion = conclusion(&program, outcome.evidence, Limits::default());
            assert_eq!(conclusion.verdict(), Verdict::Holds);
        }
    }
}

/// Steps are machine operations: the same however states are stored, and no more than the program has.
#[test]
fn steps_count_operations_only() {
    let program =
        parse("fn @main() {\n  local a: i32\nb0:\n  a = 1\n  a = add a, 1\n  a = add a, 1\n  return\n}\n");
    let outcome = search(&program, &options(Order::BreadthFirst, false));
    assert_eq!((count(&outcome, "steps"), count(&outcome, "states")), (4, 0));
    assert_eq!(count(&outcome, "transitions"), 1);
    let choosing = parse("fn @main() {\n  local a: i32\nb0:\n  a = choose 0, 9\n  return\n}\n");
    let outcome = search(&choosing, &options(Order::BreadthFirst, false));
    // Asking, and a return for each of the ten answers.
    assert_eq!((count(&outcome, "steps"), count(&outcome, "states")), (11, 1));
}

/// All subsets: a number and the sets of its bits are the same thing.
#[test]
fn subsets_and_permutations() {
    // Sets of up to 8 of 8 elements, added in any order.
    let subsets = parse(
        "fn @main() {\n  local set: i32\n  local e: i32\n  local bit: i32\nb0:\n  set = 0\n  goto b1\nb1:\n  \
         e = choose 0, 7\n  bit = shl 1, e\n  set = or set, bit\n  goto b1\n}\n",
    );
    for order in ORDERS {
        assert_eq!(count(&search(&subsets, &options(order, false)), "states"), 256);
    }
    // Lists of different elements of 5: the sum of 5!/(5-k)! for k up to 5.
    let lists = parse(
        "fn @main() {\n  local set: i32\n  local list: i32\n  local e: i32\n  local bit: i32\n  local has: i32\n  \
         local fresh: bool\nb0:\n  set = 0\n  list = 0\n  goto b1\nb1:\n  e = choose 1, 5\n  bit = shl 1, e\n  \
         has = and set, bit\n  fresh = eq has, 0\n  assume fresh\n  set = or set, bit\n  list = mul list, 8\n  \
         list = add list, e\n  goto b1\n}\n",
    );
    for order in ORDERS {
        assert_eq!(count(&search(&lists, &options(order, false)), "states"), 1 + 5 + 20 + 60 + 120 + 120);
    }
}

/// Linked lists on the heap, by insertion. An execution ends where a list is not sorted, so that the
/// states are the sorted lists that can be built.
#[test]
fn lists_on_the_heap() {
    let program = example("insert.gbir");
    let mut lists: Vec<Vec<Vec<i32>>> = vec![vec![Vec::new()]];
    for length in 0..3 {
        let mut next: Vec<Vec<i32>> = Vec::new();
        for list in &lists[length] {
            for key in 1..=4 {
                let longer = inserted(list, key);
                if longer.is_sorted() && !next.contains(&longer) {
                    next.push(longer);
                }
            }
        }
        lists.push(next);
    }
    // A list whose first key is the least: that key, and a multiset of keys that are not less.
    assert_eq!(lists.iter().map(Vec::len).collect::<Vec<_>>(), [1, 4, 10, 20]);
    for order in ORDERS {
        let outcome = search(&program, &options(order, true));
        assert_eq!(count(&outcome, "states"), 1 + 4 + 10 + 20, "{order:?}");
        assert_eq!(outcome.evidence.frontier, Frontier::Empty);
    }
}

/// What the example does: it puts the key before the first one that is not less, but never before
/// the head.
fn inserted(list: &[i32], key: i32) -> Vec<i32> {
    let at = (1..list.len()).find(|&at| key <= list[at]).unwrap_or(list.len());
    let mut longer = list.to_vec();
    longer.insert(at, key);
    longer
}

fn example(name: &str) -> ir::Program {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/gbir").join(name);
    parse(&std::fs::read_to_string(path).expect("the example is there"))
}

#[test]
fn peterson_has_twenty_states() {
    let program = example("peterson.gbir");
    for order in ORDERS {
        let outcome = search(&program, &options(order, false));
        assert_eq!((count(&outcome, "states"), count(&outcome, "transitions")), (20, 41));
        let conclusion = conclusion(&program, outcome.evidence, Limits::default());
        assert_eq!(conclusion.verdict(), Verdict::Holds);
    }
}

#[test]
fn examples_with_violations_have_shortest_traces() {
    // Insert a coin, refund it, take a coffee.
    for (name, trace) in [("coffee.gbir", vec![0, 1, 2]), ("insert.gbir", vec![2, 1])] {
        let program = example(name);
        let outcome = search(&program, &options(Order::BreadthFirst, false));
        assert_eq!(outcome.evidence.candidates[0].trace.choices, trace, "{name}");
        let conclusion = conclusion(&program, outcome.evidence, Limits::default());
        assert_eq!(conclusion.verdict(), Verdict::Violated, "{name}");
    }
}

/// A range of 2^64 values is not listed: the fourth one is tried after three others.
#[test]
fn large_choices_are_tried_one_by_one() {
    let program = parse(
        "fn @main() {\n  local x: i64\n  local ok: bool\nb0:\n  x = havoc\n  ok = ne x, -9223372036854775805i64\n  \
         assert ok, \"not that one\"\n  return\n}\n",
    );
    for order in ORDERS {
        let outcome = search(&program, &options(order, false));
        assert_eq!(outcome.evidence.candidates[0].trace.choices, [i128::from(i64::MIN) + 3]);
        assert_eq!((count(&outcome, "transitions"), count(&outcome, "states")), (5, 1));
        let conclusion = conclusion(&program, outcome.evidence, Limits::default());
        assert_eq!(conclusion.verdict(), Verdict::Violated);
    }
}
