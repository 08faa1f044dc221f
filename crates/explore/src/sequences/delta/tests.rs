//! The delta domain against the concrete one: generated programs run for many states at once, where choices
//! are vectors, and every state must end as it does alone. Executions go back to moments where they split,
//! so this is a test of those as well.

use ir::generate::{Shape, Source, program};
use ir::{Id as _, Program};
use machine::{Concrete, Image, Limits, Lowering, Machine, Moment, Stop, Word};

use super::domain::{Delta, Level, Part, Split, Value};

const STATES: usize = 9;
const FUEL: u64 = 5_000;

/// How a state ended, and what the globals were then.
type Ending = (Stop<Word, Split>, Vec<Word>);

/// Which words the states choose at the `index`th choice.
fn picks(seed: u64, index: usize, low: i128, high: i128) -> [i128; STATES] {
    let mut source = Source::from_seed(seed ^ (index as u64) << 40);
    let values = source.below(4);
    let pick = |source: &mut Source| low + i128::from(source.word()) % (high - low + 1);
    let few: Vec<i128> = (0..=values).map(|_| pick(&mut source)).collect();
    std::array::from_fn(|_| few[source.below(few.len())])
}

struct Fork {
    moment: Moment<Value>,
    level: Level,
    parts: Vec<Part>,
    choices: usize,
    fuel: u64,
}

/// Runs all states together; gives how each ended, and how many forks there were.
fn together(image: &Image<'_>, seed: u64) -> (Vec<Option<Ending>>, usize) {
    let mut machine = Machine::new(image, Delta::new(), Limits::default());
    machine.domain_mut().begin(STATES);
    machine.start(image.program().function_named("main").unwrap(), &[]).unwrap();
    machine.mark();
    let mut forks: Vec<Fork> = Vec::new();
    let mut endings: Vec<Option<Ending>> = vec![None; STATES];
    let (mut choices, mut fuel, mut count) = (0, FUEL, 0);
    loop {
        let ending: Stop<Value, Split> = match machine.run(&mut fuel) {
            Stop::Choice(choice) => {
                let words = picks(seed, choices, choice.low, choice.high).map(|value| choice.word(value));
                let vector = machine.domain_mut().fill(0);
                machine.domain_mut().column_mut(vector).copy_from_slice(&words);
                machine.choose_value(vector);
                choices += 1;
                continue;
            }
            Stop::Fork(Split) => {
                count += 1;
                let mut moment = Moment::default();
                machine.nest(&mut moment);
                let level = machine.domain().level();
                let parts = std::mem::take(&mut machine.domain_mut().parts);
                assert!(parts.len() > 1, "a fork has parts");
                let mut all: Part = parts.iter().flatten().copied().collect();
                all.sort_unstable();
                assert_eq!(all, machine.domain().active(), "every active state is in one part");
                forks.push(Fork { moment, level, parts, choices, fuel });
                Stop::Fork(Split)
            }
            other @ (Stop::Returned(_)
            | Stop::Exited(_)
            | Stop::Violation(_)
            | Stop::Dropped
            | Stop::Unsupported(_)
            | Stop::Exhausted(_)
            | Stop::Paused) => other,
        };
        if ending != Stop::Fork(Split) {
            for &state in machine.domain().active() {
                let word = |value: Value| machine.domain().word_in(value, state);
                let ending = match ending {
                    Stop::Returned(value) => Stop::Returned(value.map(word)),
                    Stop::Exited(status) => Stop::Exited(status),
                    Stop::Violation(bug) => Stop::Violation(bug),
                    Stop::Dropped => Stop::Dropped,
                    Stop::Unsupported(what) => Stop::Unsupported(what),
                    Stop::Exhausted(resource) => Stop::Exhausted(resource),
                    Stop::Paused => Stop::Paused,
                    Stop::Choice(_) | Stop::Fork(_) => unreachable!("those go on"),
                };
                let globals = (0..machine.heap().global_count())
                    .map(|global| word(machine.heap().global(global).expect("it was counted")))
                    .collect();
                assert!(endings[state as usize].is_none(), "a state ends once");
                endings[state as usize] = Some((ending, globals));
            }
        }
        let part = loop {
            let Some(fork) = forks.last_mut() else { return (endings, count) };
            if let Some(part) = fork.parts.pop() {
                assert!(machine.back(&fork.moment), "the log is short");
                machine.domain_mut().back(fork.level);
                (choices, fuel) = (fork.choices, fork.fuel);
                break part;
            }
            forks.pop();
        };
        machine.domain_mut().activate(part);
    }
}

/// Runs one state alone in the concrete domain.
fn alone(image: &Image<'_>, seed: u64, state: usize) -> Ending {
    let mut machine = Machine::new(image, Concrete, Limits::default());
    machine.start(image.program().function_named("main").unwrap(), &[]).unwrap();
    let mut fuel = FUEL;
    let mut choices = 0;
    let ending = loop {
        break match machine.run(&mut fuel) {
            Stop::Choice(choice) => {
                machine.choose(choice.word(picks(seed, choices, choice.low, choice.high)[state]));
                choices += 1;
                continue;
            }
            Stop::Returned(word) => Stop::Returned(word),
            Stop::Exited(status) => Stop::Exited(status),
            Stop::Violation(bug) => Stop::Violation(bug),
            Stop::Dropped => Stop::Dropped,
            Stop::Unsupported(what) => Stop::Unsupported(what),
            Stop::Exhausted(resource) => Stop::Exhausted(resource),
            Stop::Paused => Stop::Paused,
            Stop::Fork(never) => match never {},
        };
    };
    let globals = (0..machine.heap().global_count())
        .map(|global| machine.heap().global(global).expect("it was counted"))
        .collect();
    (ending, globals)
}

/// Compares both ways for each state; gives the number of forks and of different endings.
fn compare(program: &Program, seed: u64) -> (usize, usize) {
    let image = Image::new(program, Lowering::Fused);
    let (endings, forks) = together(&image, seed);
    let mut different: Vec<Stop<Word, Split>> = Vec::new();
    // Objects that globals refer to have other numbers where more was made.
    let numbers: Vec<usize> = program
        .globals
        .enumerate()
        .filter(|(_, global)| !global.ty.is_ref())
        .map(|(id, _)| id.index())
        .collect();
    for (state, ending) in endings.into_iter().enumerate() {
        let (expected, globals) = alone(&image, seed, state);
        let (found, found_globals) = ending.expect("every state ended");
        // A fork costs fuel, because the operation is tried more than once.
        if found != Stop::Paused && expected != Stop::Paused {
            assert_eq!(found, expected, "seed {seed}, state {state}\n{}", ir::text::print(program));
            for &global in numbers.iter().filter(|global| **global < globals.len()) {
                assert_eq!(
                    found_globals[global],
                    globals[global],
                    "seed {seed}, state {state}, global {global}\n{}",
                    ir::text::print(program)
                );
            }
        }
        if !different.contains(&expected) {
            different.push(expected);
        }
    }
    (forks, different.len())
}

#[test]
fn generated_programs_run_for_many_states_at_once() {
    let (mut forks, mut different) = (0, 0);
    for seed in 0..6_000 {
        let shape = Shape::for_many_states(seed % 2 == 0);
        let program = program(&mut Source::from_seed(seed), &shape);
        let (more, endings) = compare(&program, seed);
        forks += more;
        different += usize::from(endings > 1);
    }
    assert!(forks > 400 && different > 100, "{forks} forks, {different} programs with several endings");
}

/// Objects, arrays and a global that are not the same in all states: references that mean different objects
/// are read and written through, with indices that differ.
#[test]
fn references_and_indices_may_differ() {
    let text = "class Node {\n  field value: i32\n  field next: Node\n}\nglobal @sum: i32\nfn @main(): i32 {\n  \
                local x: i32\n  local y: i32\n  local n: Node\n  local m: Node\n  local p: Node\n  local a: i32[]\n  \
                local b: Node[]\n  local c: bool\n  local t: i32\nb0:\n  x = choose 0, 2\n  y = choose 0, 3\n  \
                n = new Node\n  m = new Node\n  a = new i32[3]\n  b = new Node[3]\n  b[0] = n\n  b[1] = m\n  \
                b[2] = n\n  p = b[x]\n  p.Node.value = y\n  p.Node.next = m\n  a[x] = y\n  t = a[1]\n  @sum = t\n  \
                p = n.Node.next\n  c = eq p, null\n  branch c, b1, b2\nb1:\n  t = m.Node.value\n  return t\n\
                b2:\n  t = p.Node.value\n  y = a[y]\n  t = add t, y\n  return t\n}\n";
    let program = ir::text::parse("delta.gbir", text).unwrap();
    ir::verify::verify(&program).unwrap();
    let (mut forks, mut several) = (0, 0);
    for seed in 0..400 {
        let (more, endings) = compare(&program, seed);
        forks += more;
        several += usize::from(endings > 1);
    }
    assert!(forks > 300 && several > 200, "{forks} forks, {several} with several endings");
}
