//! Generated programs: the search against all executions, one by one, without a store.
//!
//! Violations come from the reference interpreter, which copies its whole state at every choice. The
//! number of states comes from running every path from the start on a fresh machine.

use std::collections::{BTreeMap, BTreeSet};

use check::{Frontier, Location, Property, Verdict};
use ir::generate::{Loops, Shape, Source, program};
use ir::{Program, RefType, StatementKind, Type};
use machine::{Concrete, Image, Limits, Lowering, Machine, Stop};
use space::{Encoder, Order};

use crate::reference::{Event, Object, Reference};
use crate::support::{conclusion, count, main_of, options, search};

const LIMITS: Limits = Limits { frames: 30, registers: 1 << 16, heap: 1 << 22, room: usize::MAX };

/// What goes wrong, where, in the words of a report.
type Wrong = (Property, String, Location);

/// All executions of a program.
#[derive(Default)]
struct Executions {
    /// For each violation the fewest choices that lead to it.
    wrong: BTreeMap<Wrong, usize>,
    /// The choices before every choice, with its bounds.
    asked: Vec<(Vec<i128>, i128, i128)>,
    /// Whether something was not executed as the program says.
    skipped: bool,
}

/// More choices than this are too many to look at one by one.
const MOST: usize = 1_500;

/// Looks at all executions, or gives `None` if there are too many.
fn enumerate(program: &Program) -> Option<Executions> {
    let mut executions = Executions::default();
    let mut waiting = vec![(Reference::start(program, main_of(program), LIMITS.frames), Vec::new())];
    while let Some((mut state, choices)) = waiting.pop() {
        let event = state.run(&mut 5_000);
        match event {
            Event::Choice(low, high) => {
                if executions.asked.len() >= MOST || high - low > 20 {
                    return None;
                }
                executions.asked.push((choices.clone(), low, high));
                for value in low..=high {
                    let mut next = state.clone();
                    next.choose(value);
                    let mut longer = choices.clone();
                    longer.push(value);
                    waiting.push((next, longer));
                }
            }
            Event::Returned(_) | Event::Dropped => {}
            Event::Assertion | Event::Failure(_) | Event::Exception(_) | Event::Trap(_) => {
                let fewest =
                    executions.wrong.entry(describe(program, &state, &event)).or_insert(choices.len());
                *fewest = choices.len().min(*fewest);
            }
            Event::NoBody(_) | Event::Literal | Event::Unreachable | Event::TooManyFrames => {
                executions.skipped = true;
            }
            Event::TooMuchMemory | Event::Tired => return None,
        }
    }
    Some(executions)
}

fn describe(program: &Program, state: &Reference<'_>, event: &Event) -> Wrong {
    let frame = state.frames.last().expect("a violation happens in a function");
    let function = &program.functions[frame.function];
    let block = &function.body.as_ref().expect("frames have bodies").blocks[frame.block];
    let statement = block.statements.get(frame.statement);
    let position = statement.map_or(block.terminator.position, |statement| statement.position);
    let location = Location {
        file: program.sources[position.source].name.clone(),
        line: position.line,
        column: position.column,
        function: function.name.clone(),
    };
    let (property, message) = match event {
        Event::Assertion => {
            let Some(StatementKind::Assert { message, .. }) = statement.map(|statement| &statement.kind)
            else {
                panic!("an assertion fails at an assertion");
            };
            (Property::Assertion, format!("assertion failed: {message}"))
        }
        Event::Trap(trap) => (Property::Trap, trap.description().to_string()),
        // Objects of these programs have no messages.
        Event::Failure(_) => (Property::Assertion, "assertion failed: ".to_string()),
        Event::Exception(object) => {
            let name = match object.map(|object| &state.objects[&object]) {
                None => "null".to_string(),
                Some(Object::Instance(class, _)) => program.classes[*class].name.clone(),
                Some(Object::Array(array, _)) => {
                    program.printer().ty(Type::Ref(RefType::Array(*array))).to_string()
                }
            };
            (Property::Exception, format!("uncaught exception: {name}"))
        }
        event => panic!("{event:?} is no violation"),
    };
    (property, message, location)
}

fn wrong(violation: &check::Violation) -> Wrong {
    (violation.property, violation.message.clone(), violation.location.clone())
}

/// The different states on all paths, and the transitions between them.
fn states(program: &Program, executions: &Executions) -> (u64, u64) {
    let image = Image::new(program, Lowering::Stepwise);
    let mut encoder = Encoder::new();
    let mut seen: BTreeSet<Vec<u8>> = BTreeSet::new();
    let mut transitions = 1;
    for (choices, low, high) in &executions.asked {
        let mut machine = Machine::new(&image, Concrete, LIMITS);
        machine.start(main_of(program), &[]).expect("main has a body");
        let mut ahead = choices.iter();
        loop {
            let Stop::Choice(choice) = machine.run(&mut 1_000_000) else {
                panic!("the path leads to a choice");
            };
            match ahead.next() {
                Some(&value) => machine.choose(choice.word(value)),
                None => break,
            }
        }
        if seen.insert(encoder.encode(&machine).to_vec()) {
            transitions += (high - low + 1) as u64;
        }
    }
    (seen.len() as u64, transitions)
}

/// How much of what was seen.
#[derive(Default, Debug)]
struct Seen {
    programs: usize,
    violated: usize,
    holds: usize,
    shared: usize,
}

fn compare(program: &Program, seed: u64, seen: &mut Seen) {
    let Some(executions) = enumerate(program) else { return };
    seen.programs += 1;
    let (expected_states, expected_transitions) = states(program, &executions);
    seen.shared += usize::from(expected_states < executions.asked.len() as u64);
    let expected: BTreeSet<&Wrong> = executions.wrong.keys().collect();
    for order in [Order::BreadthFirst, Order::DepthFirst] {
        let context = || format!("seed {seed}, {order:?}\n{}", ir::text::print(program));
        let all = explore::Options { limits: LIMITS, ..options(order, true) };
        let outcome = search(program, &all);
        assert_eq!(count(&outcome, "states"), expected_states, "{}", context());
        assert_eq!(count(&outcome, "transitions"), expected_transitions, "{}", context());
        assert_eq!(outcome.evidence.frontier, Frontier::Empty, "{}", context());
        assert_eq!(!outcome.evidence.skipped.is_empty(), executions.skipped, "{}", context());
        let candidates = &outcome.evidence.candidates;
        let violations: Vec<Wrong> = candidates.iter().map(|candidate| wrong(&candidate.violation)).collect();
        assert_eq!(violations.iter().collect::<BTreeSet<_>>(), expected, "{}", context());
        if order == Order::BreadthFirst {
            for (candidate, violation) in candidates.iter().zip(&violations) {
                let fewest = executions.wrong[violation];
                assert_eq!(candidate.trace.choices.len(), fewest, "{violation:?}, {}", context());
            }
        }
        let conclusion = conclusion(program, outcome.evidence.clone(), LIMITS);
        let verdict = match (expected.is_empty(), executions.skipped) {
            (false, _) => Verdict::Violated,
            (true, true) => Verdict::Unknown,
            (true, false) => Verdict::Holds,
        };
        assert_eq!(conclusion.verdict(), verdict, "{}", context());
        assert_eq!(conclusion.violations().len(), candidates.len(), "{}", context());
        seen.violated += usize::from(verdict == Verdict::Violated);
        seen.holds += usize::from(verdict == Verdict::Holds);

        // Up to the first violation only.
        let first = search(program, &explore::Options { all: false, ..all });
        assert_eq!(first.evidence.candidates.len(), usize::from(!expected.is_empty()), "{}", context());
        if let (Order::BreadthFirst, [candidate]) = (order, &first.evidence.candidates[..]) {
            let fewest = executions.wrong.values().min();
            assert_eq!(Some(&candidate.trace.choices.len()), fewest, "{}", context());
        }
    }
}

#[test]
fn searches_find_what_enumeration_finds() {
    let shapes = [
        Shape::SEARCHABLE,
        // Without what ends most programs early, and with states that several paths reach.
        Shape {
            choices: 6,
            assumptions: false,
            locals: 6,
            blocks: 6,
            loops: Loops::Counted(3),
            ..Shape::SEARCHABLE
        },
        Shape { heap: false, choices: 8, choice_values: 4, blocks: 8, statements: 6, ..Shape::SEARCHABLE },
        Shape { recursion: true, externals: true, choices: 6, ..Shape::SEARCHABLE },
    ];
    let mut seen = Seen::default();
    for seed in 0..6_000 {
        let shape = &shapes[seed as usize % shapes.len()];
        compare(&program(&mut Source::from_seed(seed), shape), seed, &mut seen);
    }
    assert!(seen.programs > 5_000, "{seen:?}");
    assert!(seen.violated > 2_000 && seen.holds > 2_000 && seen.shared > 500, "{seen:?}");
}

/// The same program searched twice gives the same outcome, to the last count.
#[test]
fn searches_are_deterministic() {
    for seed in 0..300 {
        let program = program(&mut Source::from_seed(seed), &Shape::SEARCHABLE);
        for order in [Order::BreadthFirst, Order::DepthFirst] {
            let (first, second) =
                (search(&program, &options(order, true)), search(&program, &options(order, true)));
            assert_eq!(first.evidence, second.evidence, "seed {seed}");
            assert_eq!(first.stats, second.stats, "seed {seed}");
        }
    }
}
