//! Generated programs: the machine against the reference interpreter, whole runs against sliced ones,
//! runs after an undo against the first ones, and replays against what they replay.

use std::collections::BTreeMap;
use std::convert::Infallible;

use check::{Budget, CancelToken, Meter, Replayer as _, System, Trace};
use ir::generate::{Loops, Shape, Source, program};
use ir::{FunctionId, Program};
use machine::{
    Bug, Choice, Concrete, Image, Limits, Lowering, Machine, Origin, Replayer, Resource, Stop, Unsupported,
    Word, replay,
};

use crate::compare::same_stop;
use crate::reference::{Event, Reference};

const FRAMES: usize = 12;
const LIMITS: Limits = Limits { frames: FRAMES, registers: 1 << 20, heap: 1 << 22, room: usize::MAX };

/// Statements that the reference interpreter executes of a program.
const STATEMENTS: usize = 600;

/// More operations than so many statements take.
const FUEL: u64 = 1 << 20;

/// Where and why the machine stopped.
type Moment = (Stop<Word, Infallible>, Vec<(FunctionId, Origin)>);

/// What is chosen at the `index`th choice of an execution.
fn pick(seed: u64, index: usize, low: i128, high: i128) -> i128 {
    let mut source = Source::from_seed(seed ^ (index as u64) << 32);
    match source.below(4) {
        0 => low,
        1 => high,
        _ => low + (i128::from(source.word()) % (high - low + 1)),
    }
}

/// A machine with the answers to its choices.
struct Driver<'i, 'p> {
    machine: Machine<'i, 'p, Concrete>,
    seed: u64,
    choices: Vec<i128>,
}

impl<'i, 'p> Driver<'i, 'p> {
    fn start(image: &'i Image<'p>, seed: u64) -> Self {
        let mut machine = Machine::new(image, Concrete, LIMITS);
        let main = image.program().function_named("main").expect("generated programs have a main");
        machine.start(main, &[]).expect("main has a body");
        Driver { machine, seed, choices: Vec::new() }
    }

    fn answer(&mut self, choice: Choice) {
        let value = pick(self.seed, self.choices.len(), choice.low, choice.high);
        self.choices.push(value);
        self.machine.choose(choice.word(value));
    }

    fn moment(&self, stop: Stop<Word, Infallible>) -> Moment {
        (stop, self.machine.calls().collect())
    }

    /// Runs through so many stops, and gives them; the last one is not answered.
    fn run(&mut self, stops: usize, slice: u64) -> Vec<Moment> {
        let mut moments: Vec<Moment> = Vec::new();
        let mut left = FUEL;
        while moments.len() < stops {
            let mut fuel = slice.min(left);
            let given = fuel;
            let stop = self.machine.run(&mut fuel);
            left -= given - fuel;
            if stop == Stop::Paused {
                assert!(left > 0, "the whole run needed less fuel");
                continue;
            }
            moments.push(self.moment(stop));
            if let Stop::Choice(choice) = stop
                && moments.len() < stops
            {
                self.answer(choice);
            }
        }
        moments
    }
}

/// A name for each way in which an execution ends.
fn ending(event: &Event) -> &'static str {
    match event {
        Event::Returned(_) => "returned",
        Event::Choice(..) => "choice",
        Event::Assertion => "assertion",
        Event::Exception(_) => "exception",
        Event::Failure(_) => "failure",
        Event::Trap(_) => "trap",
        Event::Dropped => "dropped",
        Event::NoBody(_) => "no body",
        Event::Literal => "literal",
        Event::Unreachable => "unreachable",
        Event::TooManyFrames => "frames",
        Event::TooMuchMemory => "memory",
        Event::Tired => "tired",
    }
}

/// One execution of the machine beside one of the reference interpreter; gives the machine's stops
/// and how it ended.
fn side_by_side(program: &Program, driver: &mut Driver<'_, '_>) -> Result<(Vec<Moment>, Event), String> {
    let main = program.function_named("main").expect("generated programs have a main");
    let mut reference = Reference::start(program, main, FRAMES);
    let mut statements = STATEMENTS;
    let mut moments = Vec::new();
    loop {
        let event = reference.run(&mut statements);
        if matches!(event, Event::Tired | Event::TooMuchMemory) {
            return Ok((moments, event));
        }
        let stop = driver.machine.run(&mut FUEL.clone());
        same_stop(program, &driver.machine, stop, &reference, &event)?;
        moments.push(driver.moment(stop));
        let Stop::Choice(choice) = stop else {
            return Ok((moments, event));
        };
        driver.answer(choice);
        reference.choose(*driver.choices.last().expect("a choice was answered"));
    }
}

/// All comparisons for one program.
fn examine(program: &Program, seed: u64) -> Result<Event, String> {
    // States are compared wherever an execution stops.
    let fused = Image::new(program, Lowering::Fused).stopping_anywhere();
    let mut driver = Driver::start(&fused, seed);
    let (moments, event) = side_by_side(program, &mut driver)?;
    let stepwise = Image::new(program, Lowering::Stepwise).stopping_anywhere();
    if side_by_side(program, &mut Driver::start(&stepwise, seed))?.0 != moments {
        return Err("stepwise code stops elsewhere".to_string());
    }
    if let (Event::Assertion | Event::Exception(_) | Event::Trap(_), Some((Stop::Violation(bug), _))) =
        (&event, moments.last())
    {
        replays(&driver, *bug)?;
    }
    for (image, slice) in [(&fused, 1 + seed % 7), (&stepwise, 1 + seed / 7 % 7)] {
        if Driver::start(image, seed).run(moments.len(), slice) != moments {
            return Err(format!("slices of {slice} stop elsewhere"));
        }
        undone(Driver::start(image, seed), &moments, slice)?;
    }
    undone_eagerly(&fused, seed, moments.len())?;
    Ok(event)
}

/// Marks an execution that collects all the time somewhere in the middle, and runs the rest several
/// times. Numbers of objects are used again, so it is compared with itself.
fn undone_eagerly(image: &Image<'_>, seed: u64, stops: usize) -> Result<(), String> {
    let mut driver = Driver::start(image, seed);
    driver.machine.collect_eagerly();
    if let Some((Stop::Choice(choice), _)) = driver.run(stops / 2, FUEL).last() {
        driver.answer(*choice);
    }
    driver.machine.mark();
    driver.machine.collect_eagerly();
    let choices = driver.choices.len();
    let first = driver.run(stops - stops / 2, FUEL);
    for _ in 0..2 {
        driver.choices.truncate(choices);
        if !driver.machine.undo() {
            return Err("the log was given up".to_string());
        }
        driver.machine.collect_eagerly();
        if driver.run(stops - stops / 2, FUEL) != first {
            return Err("with collections an undone execution goes another way".to_string());
        }
    }
    Ok(())
}

/// Marks an execution somewhere in the middle, and runs the rest twice.
fn undone(mut driver: Driver<'_, '_>, moments: &[Moment], slice: u64) -> Result<(), String> {
    let done = moments.len() / 2;
    let before = driver.run(done, FUEL);
    if before != moments[..done] {
        return Err("the first half is another".to_string());
    }
    if let Some((Stop::Choice(choice), _)) = before.last() {
        driver.answer(*choice);
    }
    if moments.len() > done {
        match driver.machine.run(&mut slice.clone()) {
            // A choice that is not answered is asked again.
            Stop::Paused | Stop::Choice(_) => {}
            // That was the end, and there is no rest.
            _ => return Ok(()),
        }
    }
    driver.machine.mark();
    let choices = driver.choices.len();
    for round in 0..3 {
        if driver.run(moments.len() - done, slice) != moments[done..] {
            return Err(format!("after {round} undos the rest is another"));
        }
        driver.choices.truncate(choices);
        if !driver.machine.undo() {
            return Err("the log was given up".to_string());
        }
    }
    Ok(())
}

/// The trace of a violation replays to the same violation.
fn replays(driver: &Driver<'_, '_>, bug: Bug) -> Result<(), String> {
    let program = driver.machine.image().program();
    let main = program.function_named("main").expect("generated programs have a main");
    let host = System::start();
    let meter = Meter::new(Budget::default(), CancelToken::new(), &host);
    let trace = Trace { choices: driver.choices.clone(), ..Trace::default() };
    let found = Replayer::new(program, main, LIMITS, meter).replay(&trace);
    let replayed = found.map_err(|failure| format!("{failure:?}"))?;
    let violation = replay::violation(&driver.machine, bug);
    if replayed.violation != violation {
        return Err(format!("replayed {:?} instead of {violation:?}", replayed.violation));
    }
    if replayed.choices.len() != trace.choices.len() {
        return Err("the replay has other choices".to_string());
    }
    Ok(())
}

/// Examines generated programs and counts how they end.
fn examine_all(shape: &Shape, seeds: std::ops::Range<u64>) -> BTreeMap<&'static str, usize> {
    let mut endings = BTreeMap::new();
    for seed in seeds {
        let program = program(&mut Source::from_seed(seed), shape);
        match examine(&program, seed) {
            Ok(event) => *endings.entry(ending(&event)).or_default() += 1,
            Err(message) => panic!("seed {seed}: {message}\n{}", ir::text::print(&program)),
        }
    }
    endings
}

fn assert_seen(endings: &BTreeMap<&'static str, usize>, kinds: &[&str]) {
    for kind in kinds {
        assert!(endings.contains_key(kind), "no program ends with {kind}: {endings:?}");
    }
}

#[test]
fn programs_with_everything_behave_like_the_reference() {
    let endings = examine_all(&Shape::EVERYTHING, 0..3_000);
    assert_seen(
        &endings,
        &[
            "returned",
            "assertion",
            "exception",
            "trap",
            "dropped",
            "no body",
            "literal",
            "frames",
            "memory",
            "tired",
        ],
    );
}

#[test]
fn programs_that_end_behave_like_the_reference() {
    let endings = examine_all(&Shape::SEARCHABLE, 10_000..13_000);
    assert_seen(&endings, &["returned", "assertion", "exception", "trap", "dropped"]);
    assert!(!endings.contains_key("no body"));
}

#[test]
fn long_executions_behave_like_the_reference() {
    // Without what ends most programs early.
    let shape = Shape {
        blocks: 12,
        statements: 8,
        functions: 6,
        assertions: false,
        assumptions: false,
        externals: false,
        loops: Loops::Counted(9),
        unbounded: false,
        odd_names: false,
        literals: false,
        foreign_positions: false,
        ..Shape::EVERYTHING
    };
    let endings = examine_all(&shape, 20_000..21_500);
    assert_seen(&endings, &["returned", "exception", "trap"]);
}

#[test]
fn arithmetic_behaves_like_the_reference() {
    let shape = Shape {
        heap: false,
        calls: false,
        assertions: false,
        assumptions: false,
        locals: 20,
        statements: 30,
        blocks: 3,
        loops: Loops::Counted(3),
        ..Shape::EVERYTHING
    };
    examine_all(&shape, 30_000..30_700);
}

/// Runs a program with tiny limits until it ends or the fuel is used up.
fn exhaust(program: &Program, seed: u64, limits: Limits) -> Stop<Word, Infallible> {
    let image = Image::new(program, Lowering::Fused);
    let mut machine = Machine::new(&image, Concrete, limits);
    let main = program.function_named("main").expect("generated programs have a main");
    machine.start(main, &[]).expect("main has a body");
    let mut fuel = 20_000;
    for index in 0.. {
        match machine.run(&mut fuel) {
            Stop::Choice(choice) => {
                machine.choose(choice.word(pick(seed, index, choice.low, choice.high)));
            }
            stop => return stop,
        }
    }
    unreachable!("fuel is finite")
}

#[test]
fn tiny_limits_stop_with_a_typed_reason() {
    let mut exhausted = 0;
    for seed in 40_000..42_000 {
        let program = program(&mut Source::from_seed(seed), &Shape::EVERYTHING);
        let stops: Vec<_> = [(1, 1 << 20, 0), (3, 200, 100), (100, 1 << 20, 1_000)]
            .into_iter()
            .map(|(frames, registers, heap)| {
                exhaust(&program, seed, Limits { frames, registers, heap, ..LIMITS })
            })
            .collect();
        for stop in stops {
            match stop {
                Stop::Exhausted(Resource::Frames | Resource::Memory | Resource::Room) => exhausted += 1,
                Stop::Returned(_)
                | Stop::Violation(_)
                | Stop::Dropped
                | Stop::Unsupported(
                    Unsupported::NoBody(_)
                    | Unsupported::Stuck(_)
                    | Unsupported::Literal
                    | Unsupported::Unreachable,
                )
                | Stop::Paused => {}
                Stop::Exited(_) | Stop::Unsupported(Unsupported::Native(_)) => {
                    panic!("there are no native methods")
                }
                Stop::Choice(_) => panic!("choices are answered"),
                Stop::Fork(never) => match never {},
            }
        }
    }
    assert!(exhausted > 500, "only {exhausted} runs reach a limit");
}
