//! Measures the solver, or writes what it is measured with for other solvers.
//!
//! `cargo run --release -p logic --example satisfiability -- WORKLOAD` solves, `... -- WORKLOAD dimacs` prints the clauses. Workloads
//! are `pigeons-N`, `random-N-SEED` (three literals, 4.26 clauses for each variable), `product-N` (a product is commutative), `quotient-N`
//! (the rest of a division is less than the divisor), `sign-N` (the quotient of positive numbers is not negative), `thirds-N` (what is left
//! of a division by 3 is what two ways to compute it say), and `selectors-N` (a core among many switched clauses).

#![allow(clippy::print_stdout, reason = "it is a program that reports to people")]

use std::time::Instant;

use logic::circuit::{Circuit, Encoding};
use logic::sat::{Answer, Clauses, Cnf, Limits, Literal, Solver};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (Some(workload), rest) = (arguments.first(), arguments.get(1)) else {
        println!("usage: satisfiability WORKLOAD [dimacs]");
        return;
    };
    if rest.is_some_and(|word| word == "dimacs") {
        let mut cnf = Cnf::new();
        make(workload, &mut cnf);
        print!("{}", cnf.to_dimacs());
        return;
    }
    let started = Instant::now();
    let mut solver = Solver::new();
    let assumptions = make(workload, &mut solver);
    let made = started.elapsed().as_secs_f64();
    let answer = solver.solve(&assumptions);
    let seconds = started.elapsed().as_secs_f64();
    let says = match answer {
        Answer::Satisfiable(_) => "satisfiable".to_string(),
        Answer::Unsatisfiable(core) => {
            let minimal = solver.minimise(&core, Limits::NONE);
            format!("unsatisfiable, core {} to {}", core.literals().len(), minimal.literals().len())
        }
        Answer::Unknown => "stopped".to_string(),
    };
    println!("{workload}: {seconds:.3} s ({made:.3} s to make); {says}; {:?}", solver.statistics());
}

fn make(workload: &str, to: &mut impl Clauses) -> Vec<Literal> {
    let mut parts = workload.split('-');
    let name = parts.next().unwrap_or_default();
    let mut number = || parts.next().and_then(|number| number.parse().ok()).unwrap_or(1);
    match name {
        "pigeons" => pigeons(number(), to),
        "random" => random(number(), number() as u64, to),
        "product" => circuit(to, number(), |circuit, width| {
            let (a, b) = (circuit.word(width), circuit.word(width));
            let (one, other) = (circuit.mul(&a, &b), circuit.mul(&b, &a));
            !circuit.equal(&one, &other)
        }),
        "quotient" => circuit(to, number(), |circuit, width| {
            let (a, b) = (circuit.word(width), circuit.word(width));
            let (_, rest) = circuit.unsigned_div_rem(&a, &b);
            let zero = circuit.constant(width, 0);
            let (by_zero, less) = (circuit.equal(&b, &zero), circuit.unsigned_lt(&rest, &b));
            circuit.and(!by_zero, !less)
        }),
        "sign" => circuit(to, number(), |circuit, width| {
            let (a, b) = (circuit.word(width), circuit.word(width));
            let (quotient, rest) = circuit.signed_div_rem(&a, &b);
            let zero = circuit.constant(width, 0);
            let (positive, divisor) = (circuit.signed_lt(&zero, &a), circuit.signed_lt(&zero, &b));
            let negative = circuit.or(quotient.top(), rest.top());
            circuit.all([positive, divisor, negative])
        }),
        "thirds" => circuit(to, number(), |circuit, width| {
            let a = circuit.word(width);
            let three = circuit.constant(width, 3);
            let (_, rest) = circuit.signed_div_rem(&a, &three);
            let (one, other) = (circuit.residue(&a, true, 3), circuit.residue(&rest, true, 3));
            !circuit.equal(&one, &other)
        }),
        "selectors" => selectors(number(), to),
        other => panic!("there is no workload {other}"),
    }
}

fn circuit(
    to: &mut impl Clauses,
    width: usize,
    make: impl FnOnce(&mut Circuit, usize) -> logic::circuit::Bit,
) -> Vec<Literal> {
    let mut circuit = Circuit::new();
    let wanted = make(&mut circuit, width);
    Encoding::new().require(&circuit, wanted, to);
    Vec::new()
}

/// One pigeon more than there are holes.
fn pigeons(holes: usize, to: &mut impl Clauses) -> Vec<Literal> {
    let sits: Vec<Vec<Literal>> =
        (0..=holes).map(|_| (0..holes).map(|_| to.variable().positive()).collect()).collect();
    for pigeon in &sits {
        to.add(pigeon);
    }
    for (one, pigeon) in sits.iter().enumerate() {
        for other in &sits[..one] {
            for (&here, &there) in pigeon.iter().zip(other) {
                to.add(&[!here, !there]);
            }
        }
    }
    Vec::new()
}

fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

fn random(variables: usize, seed: u64, to: &mut impl Clauses) -> Vec<Literal> {
    let mut state = seed;
    let all: Vec<_> = (0..variables).map(|_| to.variable()).collect();
    for _ in 0..variables * 426 / 100 {
        let clause = [(); 3].map(|()| {
            let random = next(&mut state);
            all[(random >> 1) as usize % variables].literal(random & 1 == 1)
        });
        to.add(&clause);
    }
    Vec::new()
}

/// A long chain of implications, each of which can be switched off, among as many that do not matter.
fn selectors(length: usize, to: &mut impl Clauses) -> Vec<Literal> {
    let chain: Vec<Literal> = (0..=length).map(|_| to.variable().positive()).collect();
    let mut state = 1;
    let mut assumptions = Vec::new();
    to.add(&[chain[0]]);
    to.add(&[!chain[length]]);
    for place in 0..length {
        let on = to.variable().positive();
        to.add(&[!on, !chain[place], chain[place + 1]]);
        assumptions.push(on);
        let idle = to.variable().positive();
        let aside = to.variable().positive();
        to.add(&[!idle, chain[next(&mut state) as usize % length], aside]);
        assumptions.push(idle);
    }
    assumptions
}
