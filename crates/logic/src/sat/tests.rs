//! Answers, models and cores against brute force and another solver.

use super::*;

fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

/// Random clauses over few variables, and assumptions.
fn problem(seed: u64) -> (Cnf, Vec<Literal>) {
    let state = &mut (seed * 77 + 5);
    let mut cnf = Cnf::new();
    let variables: Vec<Variable> = (0..3 + next(state) as usize % 8).map(|_| cnf.variable()).collect();
    let random = |state: &mut u64| {
        let number = next(state) as usize;
        variables[(number >> 1) % variables.len()].literal(number & 1 == 1)
    };
    for _ in 0..next(state) % 40 {
        let clause: Vec<Literal> = (0..1 + next(state) % 4).map(|_| random(state)).collect();
        cnf.add(&clause);
    }
    let assumptions = (0..next(state) % 5).map(|_| random(state)).collect();
    (cnf, assumptions)
}

fn satisfied(cnf: &Cnf, assumptions: &[Literal], value: impl Fn(Literal) -> bool) -> bool {
    cnf.clauses().all(|clause| clause.iter().any(|&literal| value(literal)))
        && assumptions.iter().all(|&literal| value(literal))
}

/// Whether any of all assignments satisfies.
fn possible(cnf: &Cnf, assumptions: &[Literal]) -> bool {
    (0u32..1 << cnf.variables()).any(|assignment| {
        satisfied(cnf, assumptions, |literal| {
            (assignment >> literal.variable().index() & 1 == 1) != literal.is_negated()
        })
    })
}

#[test]
fn cones_have_solutions_if_the_whole_has() {
    let (mut smaller, mut kept) = (0, 0);
    for seed in 0..3000 {
        let (cnf, _) = problem(seed);
        let cone = cnf.cone();
        assert_eq!(possible(&cone, &[]), possible(&cnf, &[]), "{seed}");
        assert_eq!(cone.cone(), cone, "{seed}");
        let required = [Variable::new(0).literal(seed % 2 == 0)];
        let mut added = cnf.clone();
        added.add(&required);
        let cone_of_both = added.cone();
        assert_eq!(cnf.cone_requiring(&required), cone_of_both, "{seed}");
        let size = (cone_of_both.variables(), cone_of_both.clauses().len());
        assert_eq!(cnf.size_requiring(&required), size, "{seed}");
        let count = cone.clauses().len();
        smaller += u32::from(count < cnf.clauses().len());
        kept += u32::from(count > 0);
    }
    assert!(smaller > 500 && kept > 500, "{smaller} are smaller, {kept} are not empty");
}

#[test]
fn answers_models_and_cores_are_right() {
    let (mut models, mut cores) = (0, 0);
    for seed in 0..3000 {
        let (cnf, assumptions) = problem(seed);
        let mut solver = Solver::new();
        cnf.copy_to(&mut solver);
        // Twice: what the first question taught must not change the second answer.
        for assumptions in [&assumptions[..], &[], &assumptions[..]] {
            match solver.solve(assumptions) {
                Answer::Satisfiable(model) => {
                    assert!(satisfied(&cnf, assumptions, |literal| model.value(literal)), "{seed}");
                    models += 1;
                }
                Answer::Unsatisfiable(core) => {
                    assert!(core.literals().iter().all(|literal| assumptions.contains(literal)), "{seed}");
                    assert!(!possible(&cnf, core.literals()), "{seed}: {core:?} is no core");
                    let least = solver.minimise(&core, Limits::NONE);
                    assert!(least.is_minimal());
                    assert!(!possible(&cnf, least.literals()), "{seed}: {least:?} is no core");
                    for index in 0..least.literals().len() {
                        let mut fewer = least.literals().to_vec();
                        fewer.remove(index);
                        assert!(possible(&cnf, &fewer), "{seed}: {least:?} is not minimal");
                    }
                    cores += usize::from(!core.literals().is_empty());
                }
                Answer::Unknown => panic!("nobody stopped it"),
            }
        }
    }
    assert!(models > 1000 && cores > 200, "{models} models and {cores} cores are no test");
}

/// A problem that takes long: one pigeon more than there are holes.
fn pigeons(holes: usize) -> Solver {
    let mut solver = Solver::new();
    let mut sits = Vec::new();
    for _ in 0..=holes {
        let pigeon: Vec<Literal> = (0..holes).map(|_| solver.variable().positive()).collect();
        solver.add(&pigeon);
        sits.push(pigeon);
    }
    for one in 0..=holes {
        for other in 0..one {
            for (&here, &there) in sits[one].iter().zip(&sits[other]) {
                solver.add(&[!here, !there]);
            }
        }
    }
    solver
}

#[test]
fn a_limit_of_conflicts_stops_and_can_be_lifted() {
    let mut solver = pigeons(6);
    assert_eq!(solver.solve_within(&[], Limits::conflicts(10)), Answer::Unknown);
    assert!(solver.statistics().conflicts >= 10);
    // Few conflicts more than allowed, if any.
    assert!(solver.statistics().conflicts < 100, "{:?}", solver.statistics());
    assert!(matches!(solver.solve(&[]), Answer::Unsatisfiable(_)));
}

/// A core among pigeons that are switched on one by one, with a limit that is too low for the questions: what remains is a core, and the others
/// are tried all the same.
#[test]
fn a_core_is_a_core_when_the_limit_is_too_low() {
    for most in [1, 3, 10, 40, 200, 2000] {
        let mut solver = Solver::new();
        let mut switches = Vec::new();
        let holes = 4;
        let sits: Vec<Vec<Literal>> = (0..8)
            .map(|_| {
                let mut pigeon: Vec<Literal> = (0..holes).map(|_| solver.variable().positive()).collect();
                let switch = solver.variable().positive();
                switches.push(switch);
                pigeon.push(!switch);
                solver.add(&pigeon);
                pigeon.truncate(holes);
                pigeon
            })
            .collect();
        for (one, pigeon) in sits.iter().enumerate() {
            for other in &sits[..one] {
                for (&here, &there) in pigeon.iter().zip(other) {
                    solver.add(&[!here, !there]);
                }
            }
        }
        let Answer::Unsatisfiable(core) = solver.solve(&switches) else { panic!("too many pigeons") };
        let smaller = solver.minimise(&core, Limits::conflicts(most));
        assert!(matches!(solver.solve(smaller.literals()), Answer::Unsatisfiable(_)));
        assert!(!smaller.is_minimal() || smaller.literals().len() == holes + 1, "{most}: {smaller:?}");
        assert!(smaller.is_minimal() || most < 2000);
    }
}

#[test]
fn a_function_stops_it() {
    let mut solver = pigeons(11);
    let asked = Rc::new(std::cell::Cell::new(0));
    let count = Rc::clone(&asked);
    solver.stop_when(move || {
        count.set(count.get() + 1);
        count.get() > 5
    });
    assert_eq!(solver.solve(&[]), Answer::Unknown);
    assert!(asked.get() > 5);
    // And the next question as well: who asked to stop still does.
    assert_eq!(solver.solve(&[]), Answer::Unknown);
}

#[test]
fn equal_questions_get_equal_answers() {
    let answers = || {
        let mut solver = pigeons(6);
        solver.solve_within(&[], Limits::conflicts(300));
        solver.statistics()
    };
    assert_eq!(answers(), answers());
}

#[test]
fn opposite_and_repeated_assumptions() {
    let mut solver = Solver::new();
    let [a, b] = [(); 2].map(|()| solver.variable().positive());
    solver.add(&[a, b]);
    let Answer::Unsatisfiable(core) = solver.solve(&[b, a, a, !a]) else { panic!("a and not a") };
    assert_eq!(core.literals(), [a, !a]);
    assert!(matches!(solver.solve(&[a, a]), Answer::Satisfiable(_)));
    solver.add(&[]);
    let Answer::Unsatisfiable(core) = solver.solve(&[a]) else { panic!("the empty clause") };
    assert!(core.literals().is_empty() && core.is_minimal());
}

#[test]
fn clauses_are_written_and_read() {
    for seed in 0..50 {
        let (cnf, _) = problem(seed);
        assert_eq!(Cnf::from_dimacs(&cnf.to_dimacs()), Ok(cnf.clone()));
        let mut solver = Solver::recording();
        cnf.copy_to(&mut solver);
        assert_eq!(solver.recorded(), Some(&cnf));
    }
    let text = "c a comment\np cnf 3 2\n1 -3\n0 2 0\n";
    assert_eq!(Cnf::from_dimacs(text).unwrap().to_dimacs(), "p cnf 3 2\n1 -3 0\n2 0\n");
    let wrong = |text: &str| {
        let Unreadable { line, what } = Cnf::from_dimacs(text).unwrap_err();
        format!("{line}: {what}")
    };
    assert_eq!(wrong(""), "1: there is no header");
    assert_eq!(wrong("1 2 0\n"), "1: the header `p cnf VARIABLES CLAUSES` comes first");
    assert_eq!(wrong("p cnf 1 1\n2 0\n"), "2: a literal has a variable that the header does not count");
    assert_eq!(wrong("p cnf 1 1\nx 0\n"), "2: a literal is a number");
    assert_eq!(wrong("p cnf 1 1\n1\n"), "2: a clause ends with 0");
    assert_eq!(wrong("p cnf 1 2\n1 0\n"), "2: there are 1 clauses, not 2");
    assert_eq!(wrong("p cnf 1\n"), "1: the header is `p cnf VARIABLES CLAUSES`");
}

#[test]
#[should_panic(expected = "literals should be of variables that the solver made")]
fn a_literal_of_another_solver_is_told() {
    Solver::new().add(&[Variable::new(3).positive()]);
}

/// Simplified clauses have the same answers; models are extended to the variables that were taken away, and cores are cores.
#[test]
fn simplified_questions_have_the_same_answers() {
    let (mut models, mut cores, mut smaller) = (0, 0, 0);
    for seed in 0..6000 {
        let (cnf, literals) = problem(seed);
        let (required, assumed) = literals.split_at(literals.len() / 2);
        let mut solver = Solver::recording();
        cnf.copy_to(&mut solver);
        let mut simplified = solver.simplified(required, assumed).expect("the solver keeps its clauses");
        smaller += u64::from(simplified.statistics().clauses < solver.statistics().clauses);
        // Again without assumptions: they were not taken for granted.
        for assumed in [assumed, &[], assumed] {
            match simplified.solve_within(assumed, Limits::NONE) {
                Answer::Satisfiable(model) => {
                    let all = [required, assumed].concat();
                    assert!(satisfied(&cnf, &all, |literal| model.value(literal)), "{seed}: {model:?}");
                    models += 1;
                }
                Answer::Unsatisfiable(core) => {
                    assert!(core.literals().iter().all(|literal| assumed.contains(literal)), "{seed}");
                    let all = [required, core.literals()].concat();
                    assert!(!possible(&cnf, &all), "{seed}: {core:?} is no core");
                    cores += 1;
                }
                Answer::Unknown => panic!("{seed}: there was no limit"),
            }
        }
    }
    assert!(
        models > 1000 && cores > 1000 && smaller > 1000,
        "{models} models, {cores} cores, {smaller} smaller"
    );
}
