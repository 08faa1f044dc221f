//! Measures managers of sets on what an engine does with them.
//!
//! `cargo run --release -p logic --example workloads -- MANAGER WORKLOAD`, where the manager is `own`,
//! `biodivine` or `oxidd`, and the workload `trees`, `heaps`, `heaps-post-order` or `sparse`. One run
//! measures one pair, so that the peak of the memory belongs to it.

#![allow(clippy::print_stdout, reason = "it is a program that reports to people")]

#[path = "../tests/support/mod.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
mod support;

use std::time::Instant;

use logic::bdd::Bdds;
use support::{Biodivine, Diagrams, Numbers, Oxidd};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [manager, workload] = &arguments[..] else {
        println!("usage: workloads own|biodivine|oxidd trees|heaps|heaps-post-order|sparse");
        return;
    };
    let started = Instant::now();
    let figures = match manager.as_str() {
        "own" => run::<Bdds>(workload),
        "biodivine" => run::<Biodivine>(workload),
        "oxidd" => run::<Oxidd>(workload),
        other => panic!("there is no manager {other}"),
    };
    let seconds = started.elapsed().as_secs_f64();
    println!("{manager} {workload}: {seconds:.3} s, {} MB at most; {figures}", peak_kilobytes() / 1024);
}

fn run<D: Diagrams>(workload: &str) -> String {
    match workload {
        "trees" => trees::<D>(),
        "heaps" => heaps::<D>(&(0..ELEMENTS).collect::<Vec<_>>()),
        "heaps-post-order" => heaps::<D>(&post_order(ELEMENTS)),
        "sparse" => sparse::<D>(),
        other => panic!("there is no workload {other}"),
    }
}

/// The most memory that the process has had; 0 where the system does not tell.
fn peak_kilobytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}

/// The nodes of a complete binary tree, numbered as in a heap, children before parents.
fn post_order(nodes: usize) -> Vec<usize> {
    fn visit(node: usize, nodes: usize, order: &mut Vec<usize>) {
        if node < nodes {
            visit(2 * node + 1, nodes, order);
            visit(2 * node + 2, nodes, order);
            order.push(node);
        }
    }
    let mut order = Vec::new();
    visit(0, nodes, &mut order);
    order
}

/// The nodes of the largest tree: 7 levels.
const NODES: usize = 127;
/// How many of them can have children.
const INNER: usize = 63;
const OPERATION: [usize; 2] = [0, 1];
const ARGUMENT: [usize; 8] = [2, 3, 4, 5, 6, 7, 8, 9];

/// The variables of a node. Nodes on the last level have no children, and no variables for them.
#[derive(Clone, Copy, Default)]
struct Variables {
    left: usize,
    right: usize,
    red: usize,
}

/// Red-black trees: takes the least transition, and all that agree with it on the way of the argument.
fn trees<D: Diagrams>() -> String {
    let mut of = [Variables::default(); NODES];
    let mut next = 10;
    for node in post_order(NODES) {
        if node < INNER {
            (of[node].left, of[node].right) = (next, next + 1);
            next += 2;
        }
        of[node].red = next;
        next += 1;
    }
    let bdds = D::new(next);
    let operations = bdds.codes(&OPERATION, &[0, 1, 2]);
    let arguments = bdds.codes(&ARGUMENT, &(0..=2 * NODES as u64).collect::<Vec<_>>());
    let black_root = valid(&bdds, &of, 0);
    let valid = black_root.iter().fold(bdds.none(), |all, of_height| bdds.or(&all, &of_height[0]));
    let mut left = bdds.and(&bdds.and(&operations, &arguments), &valid);
    let initial = (bdds.size(&left), bdds.count(&left));
    let (mut rounds, mut largest) = (0, initial.0);
    while rounds < 7_500 {
        let Some(least) = bdds.least(&left) else { break };
        let taken = similar(&bdds, &of, &least);
        left = bdds.minus(&left, &taken);
        rounds += 1;
        if rounds % 100 == 0 {
            largest = largest.max(bdds.size(&left));
        }
    }
    format!(
        "{next} variables, {} elements in {} nodes at first, {rounds} rounds, {largest} nodes at most, {} left, {} created",
        initial.1,
        initial.0,
        bdds.count(&left),
        bdds.created()
    )
}

/// The valid subtrees at a node: by black height, those with a black root and those with a red one.
fn valid<D: Diagrams>(bdds: &D, of: &[Variables; NODES], node: usize) -> Vec<[D::Set; 2]> {
    let variables = of[node];
    let [black, red] = [false, true].map(|value| bdds.cube(&[(variables.red, value)]));
    if node >= INNER {
        return vec![[bdds.none(), red], [black, bdds.none()]];
    }
    let children: Vec<[Vec<D::Set>; 2]> = [(variables.left, 2 * node + 1), (variables.right, 2 * node + 2)]
        .map(|(exists, child)| {
            let missing = bdds.cube(&[(exists, false)]);
            let exists = bdds.cube(&[(exists, true)]);
            let valid = valid(bdds, of, child);
            // What may be below a black node, and below a red one.
            let mut below: Vec<[D::Set; 2]> = valid
                .iter()
                .map(|[black, red]| [bdds.and(&exists, &bdds.or(black, red)), bdds.and(&exists, black)])
                .collect();
            for sets in &mut below[0] {
                *sets = bdds.or(sets, &missing);
            }
            let (below_black, below_red) = below.into_iter().map(|[black, red]| (black, red)).unzip();
            [below_black, below_red]
        })
        .into();
    let heights = children[0][0].len() + 1;
    let both = |parent: usize, height: usize, colour: &D::Set| match children[0][parent].get(height) {
        Some(left) => bdds.and(colour, &bdds.and(left, &children[1][parent][height])),
        None => bdds.none(),
    };
    (0..heights)
        .map(|height| {
            let with_black = height.checked_sub(1).map_or(bdds.none(), |below| both(0, below, &black));
            [with_black, both(1, height, &red)]
        })
        .collect()
}

/// The transitions that go the way of one: same operation, an argument that goes the same way, same nodes
/// on it, same colours of their siblings.
fn similar<D: Diagrams>(bdds: &D, of: &[Variables; NODES], transition: &[bool]) -> D::Set {
    let number =
        |bits: &[usize]| bits.iter().fold(0, |number, &bit| number << 1 | u64::from(transition[bit]));
    let argument = number(&ARGUMENT);
    let mut literals: Vec<(usize, bool)> = OPERATION.map(|bit| (bit, transition[bit])).into();
    // The node in the middle has the key 127; on the next level it is 64 to either side, and so on.
    let (mut node, mut key, mut step) = (0, NODES as u64, (NODES as u64).div_ceil(2));
    let (mut from, mut to) = (0, 2 * NODES as u64);
    loop {
        let variables = of[node];
        literals.push((variables.red, transition[variables.red]));
        let mut exist = [false; 2];
        if node < INNER {
            for (side, child) in [variables.left, variables.right].into_iter().enumerate() {
                exist[side] = transition[child];
                literals.push((child, exist[side]));
                if exist[side] {
                    let red = of[2 * node + 1 + side].red;
                    literals.push((red, transition[red]));
                }
            }
        }
        let side = match argument.cmp(&key) {
            std::cmp::Ordering::Less => 0,
            std::cmp::Ordering::Equal => {
                (from, to) = (key, key);
                break;
            }
            std::cmp::Ordering::Greater => 1,
        };
        if side == 0 {
            to = key - 1;
        } else {
            from = key + 1;
        }
        if !exist[side] {
            break;
        }
        key = if side == 0 { key - step } else { key + step };
        node = 2 * node + 1 + side;
        step /= 2;
    }
    let codes: Vec<u64> = (from..=to).collect();
    bdds.and(&bdds.codes(&ARGUMENT, &codes), &bdds.cube(&literals))
}

/// The elements of the largest heap.
const ELEMENTS: usize = 14;

/// Arrays that are heaps: takes the least one, and all in which some comparisons have the same results.
fn heaps<D: Diagrams>(order: &[usize]) -> String {
    let bdds = D::new(4 + 4 * ELEMENTS);
    let size = [0, 1, 2, 3];
    let mut of = [[0; 4]; ELEMENTS];
    for (place, &element) in order.iter().enumerate() {
        of[element] = [0, 1, 2, 3].map(|bit| 4 + 4 * place + bit);
    }
    let top = ELEMENTS as u64;
    let less = |a: usize, b: usize| {
        (1..top).fold(bdds.none(), |all, value| {
            let larger: Vec<u64> = (value + 1..=top).collect();
            bdds.or(&all, &bdds.and(&bdds.codes(&of[a], &[value]), &bdds.codes(&of[b], &larger)))
        })
    };
    let values: Vec<u64> = (1..=top).collect();
    let mut left = bdds.codes(&size, &(0..=top).collect::<Vec<_>>());
    for bits in &of {
        left = bdds.and(&left, &bdds.codes(bits, &values));
    }
    for element in 1..ELEMENTS {
        let absent = bdds.codes(&size, &(0..=element as u64).collect::<Vec<_>>());
        left = bdds.and(&left, &bdds.or(&absent, &bdds.not(&less(element, (element - 1) / 2))));
    }
    let initial = (bdds.size(&left), bdds.count(&left));
    let mut largest = initial.0;
    let mut numbers = Numbers(4);
    let mut rounds = 0;
    while rounds < 165 {
        let Some(least) = bdds.least(&left) else { break };
        let value = |element: usize| of[element].map(|bit| least[bit]);
        // What sifting down compares: siblings, and the last element with those on one way down.
        let elements = size.iter().fold(0, |number, &bit| number << 1 | usize::from(least[bit]));
        let literals = size.map(|bit| (bit, least[bit]));
        let mut taken = bdds.cube(&literals);
        let mut path = numbers.below(top) as usize;
        for _ in 0..15 {
            let (a, b) = if numbers.below(2) == 0 {
                let first = 2 * numbers.below(top / 2 - 1) as usize + 1;
                (first, first + 1)
            } else {
                path = if path == 0 { numbers.below(top) as usize } else { (path - 1) / 2 };
                (elements.saturating_sub(1), path)
            };
            if a == b || a.max(b) >= elements {
                continue;
            }
            let comparison = less(a, b);
            let same = if value(a) < value(b) { comparison } else { bdds.not(&comparison) };
            taken = bdds.and(&taken, &same);
        }
        left = bdds.minus(&left, &taken);
        rounds += 1;
        if rounds % 15 == 0 {
            largest = largest.max(bdds.size(&left));
        }
    }
    format!(
        "{} elements in {} nodes at first, {rounds} rounds, {largest} nodes at most, {} left, {} created",
        initial.1,
        initial.0,
        bdds.count(&left),
        bdds.created()
    )
}

/// Sets that mention few of very many variables.
fn sparse<D: Diagrams>() -> String {
    let bdds = D::new(10_000);
    let mut numbers = Numbers(5);
    let mut nodes = 0;
    for _ in 0..5_000 {
        let mut variables: Vec<usize> = (0..6).map(|_| numbers.below(10_000) as usize).collect();
        variables.sort_unstable();
        variables.dedup();
        let codes: Vec<u64> = (0..1 << variables.len()).filter(|_| numbers.below(2) == 0).collect();
        let some = bdds.codes(&variables, &codes);
        let literals: Vec<_> =
            (0..3).map(|_| (numbers.below(10_000) as usize, numbers.below(2) == 0)).collect();
        let rest = bdds.minus(&bdds.or(&some, &bdds.cube(&literals)), &bdds.cube(&literals[..1]));
        nodes += bdds.size(&bdds.exists(&rest, &variables[1..3]));
    }
    format!("{nodes} nodes in all results, {} created", bdds.created())
}
