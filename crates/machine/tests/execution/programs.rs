//! Small programs with known results, in `programs/`.
//!
//! Every function with a comment `// expect:` above it is a case. The comment says how it ends:
//! `returns 42`, `assertion`, `trap bounds`, `exception Failure`, `dropped`, `no body`, `literal`,
//! `unreachable`, `exhausted frames`. `// choose: 1, 2` answers the choices, `// limits: frames 5, heap 1000` sets limits.

use std::convert::Infallible;
use std::path::Path;

use ir::{FunctionId, Program, RefType};
use machine::{
    Bug, Concrete, Image, Limits, Lowering, Machine, Resource, Stop, Unsupported, Word, value::show,
};

/// What the comments above a function say.
#[derive(Default)]
struct Case {
    expected: Option<String>,
    choices: Vec<i128>,
    limits: Limits,
}

impl Case {
    fn above(text: &str, line: u32) -> Case {
        let mut case = Case::default();
        let lines: Vec<&str> = text.lines().take(line as usize - 1).collect();
        for line in lines.into_iter().rev().map_while(|line| line.strip_prefix("// ")) {
            if let Some(expected) = line.strip_prefix("expect: ") {
                case.expected = Some(expected.to_string());
            } else if let Some(choices) = line.strip_prefix("choose: ") {
                case.choices =
                    choices.split(", ").map(|choice| choice.parse().expect("a choice is a number")).collect();
            } else if let Some(limits) = line.strip_prefix("limits: ") {
                for limit in limits.split(", ") {
                    let (name, value) = limit.split_once(' ').expect("a limit has a name and a value");
                    let value = value.parse().expect("a limit is a number");
                    match name {
                        "frames" => case.limits.frames = value,
                        "heap" => case.limits.heap = value,
                        other => panic!("there is no limit {other}"),
                    }
                }
            }
        }
        case
    }
}

/// Runs a function and says how it ended in the words of the comments.
fn run(program: &Program, function: FunctionId, case: &Case, lowering: Lowering) -> String {
    let image = Image::new(program, lowering);
    let mut machine = Machine::new(&image, Concrete, case.limits);
    machine.start(function, &[]).expect("cases have bodies");
    let mut choices = case.choices.iter();
    let mut fuel = 10_000_000;
    let stop = loop {
        match machine.run(&mut fuel) {
            Stop::Choice(choice) => {
                let &value = choices.next().expect("every choice has an answer");
                assert!((choice.low..=choice.high).contains(&value), "{value} is not in {choice:?}");
                machine.choose(choice.word(value));
            }
            stop => break stop,
        }
    };
    assert_eq!(choices.next(), None, "every answer has a choice");
    describe(&machine, function, stop)
}

fn describe(machine: &Machine<'_, '_, Concrete>, entry: FunctionId, stop: Stop<Word, Infallible>) -> String {
    let program = machine.image().program();
    match stop {
        Stop::Returned(None) => "returns".to_string(),
        Stop::Returned(Some(word)) => {
            let ty = program.functions[entry].result.expect("a result is declared");
            let shown = show(program, machine.heap(), ty, word);
            format!("returns {}", shown.split('#').next().unwrap_or_default())
        }
        Stop::Exited(status) => format!("exits {status}"),
        Stop::Violation(Bug::Assertion) => "assertion".to_string(),
        Stop::Violation(Bug::Trap(trap)) => format!("trap {}", trap.name()),
        Stop::Violation(Bug::Failure(_)) => "failure".to_string(),
        Stop::Violation(Bug::Exception(object)) => match machine.heap().ty(object) {
            RefType::Class(class) => format!("exception {}", program.classes[class].name),
            RefType::Any | RefType::Array(_) => "exception".to_string(),
        },
        Stop::Dropped => "dropped".to_string(),
        Stop::Unsupported(Unsupported::NoBody(_)) => "no body".to_string(),
        Stop::Unsupported(Unsupported::Native(_)) => "native".to_string(),
        Stop::Unsupported(Unsupported::Literal) => "literal".to_string(),
        Stop::Unsupported(Unsupported::Stuck(_)) => "stuck".to_string(),
        Stop::Unsupported(Unsupported::Unreachable) => "unreachable".to_string(),
        Stop::Exhausted(Resource::Frames) => "exhausted frames".to_string(),
        Stop::Exhausted(Resource::Memory) => "exhausted memory".to_string(),
        Stop::Exhausted(Resource::Room) => "exhausted room".to_string(),
        Stop::Paused => "never ends".to_string(),
        Stop::Choice(_) => unreachable!("choices are answered"),
        Stop::Fork(never) => match never {},
    }
}

#[test]
fn programs_end_as_they_say() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/execution/programs");
    let mut files: Vec<_> = std::fs::read_dir(&directory)
        .expect("the directory is there")
        .map(|entry| entry.expect("the directory can be read").path())
        .collect();
    files.sort();
    let mut wrong = Vec::new();
    let mut cases = 0;
    for file in files {
        let name = file.file_name().expect("files have names").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).expect("the file can be read");
        let program = ir::text::parse(&name, &text).unwrap_or_else(|errors| panic!("{name}: {errors:#?}"));
        ir::verify::verify(&program).unwrap_or_else(|errors| panic!("{name}: {errors:#?}"));
        for (id, function) in program.functions.enumerate() {
            let case = Case::above(&text, function.position.line);
            let Some(expected) = &case.expected else { continue };
            for lowering in [Lowering::Fused, Lowering::Stepwise] {
                cases += 1;
                let found = run(&program, id, &case, lowering);
                if found != *expected {
                    wrong.push(format!("{name}: @{} {found}, not {expected}", function.name));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(cases > 150, "only {cases} cases were found");
}
