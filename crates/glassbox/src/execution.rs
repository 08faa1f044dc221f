//! One execution of a program.

use check::{Budget, Location, Meter, Reason, Skipped, Step, Usage, Violation};
use ir::{Code, Constant, Diagnostic, FloatType, Function, Type};
use machine::{
    Bug, Choice, Clock, Concrete, Image, Lowering, Machine, Resource, Steps, Stop, Stream, Tracer, Turn,
    Word, replay, value, word_of,
};

use crate::input::Input;
use crate::turns::{Next, Turns};
use crate::work::{Context, Failure, enforced, entry, limits};

/// How choices are answered when the given values are used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answers {
    /// By the least value.
    Least,
    /// At random from that seed on.
    Random(u64),
}

/// What to execute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Execution {
    /// The function.
    pub entry: String,
    /// Its arguments as people write them.
    pub arguments: Vec<String>,
    /// The values of the first choices.
    pub choices: Vec<i128>,
    /// How later choices are answered.
    pub answers: Answers,
    /// How much may be spent.
    pub budget: Budget,
    /// Whose steps are written to standard error, if anybody's.
    pub trace: Option<Steps>,
    /// Whether garbage is collected at every allocation. Nothing but the time may depend on it: that is for
    /// tests.
    pub collect_eagerly: bool,
}

impl Default for Execution {
    fn default() -> Self {
        Execution {
            entry: "main".to_string(),
            arguments: Vec::new(),
            choices: Vec::new(),
            answers: Answers::Least,
            budget: Budget::default(),
            trace: None,
            collect_eagerly: false,
        }
    }
}

/// How an execution ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The function returned; its result as people read it.
    Returned(Option<String>),
    /// The program does what it should not.
    Violated {
        /// What.
        violation: Violation,
        /// The functions under way, the innermost first.
        calls: Vec<Location>,
    },
    /// No thread can go on, ever.
    Deadlock {
        /// The violation.
        violation: Violation,
        /// What each thread waits for.
        threads: Vec<String>,
    },
    /// The program ended with that status, by itself or by an exception that nobody caught.
    Exited(i32),
    /// An assumption is false or a choice has no value there: this execution does not count.
    Dropped(Location),
    /// It did not come to its end.
    Unknown(Reason),
}

/// Operations between two looks at the meter.
const SLICE: u64 = 50_000;

/// Executes a program once.
pub fn run(
    input: &Input,
    execution: &Execution,
    context: &mut Context<'_>,
    print: &mut dyn FnMut(Stream, &[u8]),
) -> Result<Ended, Failure> {
    run_noting(input, execution, context, print, &mut |_| {})
}

/// Like [`run`], and tells the names of the functions that native models answered for.
pub fn run_noting(
    input: &Input,
    execution: &Execution,
    context: &mut Context<'_>,
    print: &mut dyn FnMut(Stream, &[u8]),
    note: &mut dyn FnMut(&str),
) -> Result<Ended, Failure> {
    let lowering = if execution.trace.is_some() { Lowering::Stepwise } else { Lowering::Fused };
    let image = Image::new(&input.program, lowering);
    let mut machine = Machine::new(&image, Concrete, limits(execution.budget));
    let ended = drive(input, execution, context, print, &mut machine);
    for function in machine.natives_used() {
        note(&input.program.functions[function].name);
    }
    ended
}

/// Lets a machine execute the program.
fn drive(
    input: &Input,
    execution: &Execution,
    context: &mut Context<'_>,
    print: &mut dyn FnMut(Stream, &[u8]),
    machine: &mut Machine<'_, '_, Concrete>,
) -> Result<Ended, Failure> {
    let program = &input.program;
    let (function, arguments) = match &input.java {
        Some(java) => (java.library.main_entry(program, &java.class, &execution.arguments)?, Vec::new()),
        None => {
            let function = entry(program, &execution.entry, execution.arguments.len())?;
            (function, arguments(&program.functions[function], &execution.arguments)?)
        }
    };
    let budget = enforced(execution.budget);
    let mut meter = Meter::new(budget, context.cancel.clone(), &context.host);
    let mut tracer = execution.trace.map(|steps| Tracer::new(machine.image(), steps));
    // What is traced is told in small pieces, so that it stands near to what the program prints.
    let slice = if tracer.is_some() { SLICE.min(Tracer::MOST_FUEL) } else { SLICE };
    let limits = limits(execution.budget);
    // As for the launcher, assertions are off.
    machine.set_assertions(false);
    machine.set_alone(true);
    // One execution shows one sequence, as on a virtual machine, unless its choices are asked for.
    if input.program.given(ir::Given::Setting, "random").is_none_or(|random| random != "any") {
        machine.fix_draws();
    }
    if execution.collect_eagerly {
        machine.collect_eagerly();
    }
    if input.java.is_some() {
        machine.allow_threads(Clock::Virtual);
    }
    let mut turns = Turns::default();
    let mut dying = false;
    let skipped = |construct: String, location: Location| {
        Ok(Ended::Unknown(Reason::Skipped(Skipped { construct, location })))
    };
    if let Err(what) = machine.start(function, &arguments) {
        let location = replay::location(program, function, program.functions[function].position);
        return skipped(replay::unsupported(program, what), location);
    }
    let mut choices = execution.choices.iter().copied();
    let mut random = match execution.answers {
        Answers::Least => None,
        Answers::Random(seed) => Some(seed),
    };
    let mut work = 0;
    loop {
        let mut fuel = slice;
        let mut turn = match &mut tracer {
            None => turns.run(machine, &mut fuel),
            Some(tracer) => {
                let turn = tracer.run(machine, &mut fuel);
                for step in tracer.complete() {
                    print(Stream::Error, traced(&step).as_bytes());
                }
                turn
            }
        };
        work += slice - fuel;
        let mut deadlock = false;
        while let Turn::Switch(switch) = turn {
            match turns.next(machine, switch) {
                Next::Thread(thread) => {
                    turn = match machine.go_on(thread) {
                        Ok(()) => Turn::Stop(Stop::Paused),
                        Err(turn) => turn,
                    };
                }
                Next::Deadlock => {
                    deadlock = true;
                    break;
                }
            }
        }
        let stop = match turn {
            Turn::Stop(stop) => stop,
            Turn::Switch(_) => Stop::Paused,
            Turn::Notify(_) => {
                machine.notify(0);
                Stop::Paused
            }
        };
        let ends = match stop {
            Stop::Paused | Stop::Choice(_) => deadlock,
            Stop::Returned(_)
            | Stop::Exited(_)
            | Stop::Violation(_)
            | Stop::Dropped
            | Stop::Unsupported(_)
            | Stop::Exhausted(_)
            | Stop::Fork(_) => true,
        };
        if ends && let Some(tracer) = tracer.take() {
            for step in tracer.rest() {
                print(Stream::Error, traced(&step).as_bytes());
            }
        }
        for (stream, bytes) in machine.take_printed() {
            print(stream, &bytes);
        }
        if let Err(exhausted) = meter.poll(Usage { states: 0, work }) {
            return Ok(Ended::Unknown(Reason::Stopped(exhausted)));
        }
        if deadlock {
            let violation = machine.deadlock();
            return Ok(Ended::Deadlock { violation, threads: machine.waiting_threads() });
        }
        let silent = matches!(stop, Stop::Violation(_)) && machine.is_main_without_handler();
        let here = || {
            let (function, position) = machine.position().expect("a machine that has stopped has a frame");
            replay::location(program, function, position)
        };
        match stop {
            Stop::Paused => {}
            Stop::Choice(choice) => {
                let value = match choices.next() {
                    Some(value) if value < choice.low || value > choice.high => {
                        let (low, high) = (choice.low, choice.high);
                        return Err(Diagnostic::new(
                            Code::Usage,
                            format!("the choice at {} cannot be {value}", here()),
                            format!("it takes a value from {low} to {high}"),
                        )
                        .into());
                    }
                    Some(value) => value,
                    None => random.as_mut().map_or(choice.low, |state| pick(state, choice)),
                };
                machine.choose(choice.word(value));
            }
            Stop::Exited(status) => return Ok(Ended::Exited(status)),
            // The trace of an exception that nobody caught has been printed.
            Stop::Returned(_) if dying => return Ok(Ended::Exited(1)),
            Stop::Returned(result) => {
                let ty = program.functions[function].result;
                let shown = result.zip(ty).map(|(word, ty)| value::show(program, machine.heap(), ty, word));
                return Ok(Ended::Returned(shown));
            }
            // The thread tells its handler and ends; the others go on.
            Stop::Violation(Bug::Exception(exception)) if input.java.is_some() && !silent => {
                dying |= machine.is_main();
                let thrown_at = here();
                if machine.dispatch(exception).is_err() {
                    return skipped("an exception that leaves a thread".to_string(), thrown_at);
                }
            }
            Stop::Violation(Bug::Exception(exception)) if input.java.is_some() && !dying => {
                dying = true;
                print(Stream::Error, b"Exception in thread \"main\" ");
                let thrown_at = here();
                let printer = program.function_named("java.lang.Throwable.printStackTrace()V");
                let printed =
                    printer.is_some_and(|printer| machine.call(printer, &[exception.into()]).is_ok());
                if !printed {
                    return skipped("printing a stack trace".to_string(), thrown_at);
                }
            }
            Stop::Violation(bug) => {
                let violation = replay::violation(machine, bug);
                let calls = machine.locations();
                return Ok(Ended::Violated { violation, calls });
            }
            Stop::Dropped => return Ok(Ended::Dropped(here())),
            Stop::Unsupported(what) => {
                incomplete(input)?;
                let (construct, location) = replay::stopped(machine, what);
                return skipped(construct, location);
            }
            Stop::Exhausted(resource) => {
                let construct = match resource {
                    Resource::Frames => format!("calls nested deeper than {}", limits.frames),
                    Resource::Memory => format!("more than {} bytes of heap", limits.heap),
                    Resource::Room => {
                        let spent = check::Exhausted::Budget(check::Limit::Memory(limits.room as u64));
                        return Ok(Ended::Unknown(Reason::Stopped(spent)));
                    }
                };
                return skipped(construct, here());
            }
            Stop::Fork(never) => match never {},
        }
    }
}

/// A step in one line: the place, the code if it is at hand, and what changed.
fn traced(step: &Step) -> String {
    let depth = usize::try_from(step.depth).unwrap_or(0).saturating_sub(1).min(8);
    let what = if step.code.is_empty() { &step.location.function } else { &step.code };
    let changes: Vec<String> =
        step.changes.iter().map(|change| format!("{} = {}", change.place, change.value)).collect();
    let line = format!("{}  {}{what}", step.location, "  ".repeat(depth));
    if changes.is_empty() { format!("{line}\n") } else { format!("{line}  → {}\n", changes.join(", ")) }
}

/// An execution that needs a class that is not there, or is damaged, ends because of the input.
pub(crate) fn incomplete(input: &Input) -> Result<(), Failure> {
    match input.java.as_ref().map(|java| java.library.missing()) {
        Some(missing) if !missing.is_empty() => Err(Failure::Rejected(crate::input::Rejection {
            diagnostics: missing,
            sources: crate::input::sources(&input.program),
        })),
        Some(_) | None => Ok(()),
    }
}

/// A value of a choice, by a step of splitmix64.
fn pick(state: &mut u64, choice: Choice) -> i128 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^= mixed >> 31;
    choice.low + i128::from(mixed) % (choice.high - choice.low + 1)
}

/// The words of arguments, by the types of the parameters.
fn arguments(function: &Function, texts: &[String]) -> Result<Vec<Word>, Diagnostic> {
    function
        .parameters
        .iter()
        .zip(texts)
        .map(|(parameter, text)| {
            let constant = match parameter.ty {
                Type::Bool => text.parse().ok().map(Constant::Bool),
                Type::Int(int) => {
                    let value = text.parse::<i128>().ok().filter(|&value| int.contains(value));
                    value.map(|value| Constant::Int(int, int.word(value)))
                }
                Type::Float(FloatType::F32) => {
                    text.parse().ok().map(|value: f32| Constant::F32(value.to_bits()))
                }
                Type::Float(FloatType::F64) => {
                    text.parse().ok().map(|value: f64| Constant::F64(value.to_bits()))
                }
                Type::Ref(_) => (text == "null").then_some(Constant::Null),
            };
            constant.map(word_of).ok_or_else(|| {
                Diagnostic::new(
                    Code::EntryArguments,
                    format!("`{text}` does not fit the parameter `{}`", parameter.name),
                    "write a number that fits the type, `true`, `false`, or `null` for a reference",
                )
            })
        })
        .collect()
}
