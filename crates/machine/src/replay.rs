//! Runs a trace from the start on the concrete machine and tells what happened in the user's terms.
//!
//! The code is lowered [stepwise](Lowering::Stepwise), so that every statement is seen. The
//! statements that a source line executes before another line's turn make one [`Step`].

use std::collections::{HashMap, VecDeque};

use check::{
    Change, Exhausted, Interplay, Limit, Location, Meter, Property, Replay, ReplayFailure, Step, Trace,
    Usage, Violation,
};
use ir::{
    FunctionId, Id as _, LocalId, Operand, Place, Position, Program, RefType, Rvalue, StatementKind, Type,
};

use crate::base::Base;
use crate::code::Origin;
use crate::domain::{Concrete, Definite, Domain};
use crate::heap::{Heap, Reference};
use crate::image::Image;
use crate::lower::{Lowering, word_of};
use crate::machine::{Limits, Machine, position};
use crate::stop::{Bug, Resource, Stop, Unsupported};
use crate::threads::Turn;
use crate::value::show;
use crate::watch::{Watch, Watched};
use crate::word::Word;

/// How many steps are kept: the first ones, and as many of the last.
const KEPT_STEPS: usize = 2_000;

/// How many locals that a front end has made up are followed back.
const MADE_UP: usize = 4;

/// How many operations are executed between two looks at the meter.
const SLICE: u64 = 20_000;

/// The place of a statement by names.
pub fn location(program: &Program, function: FunctionId, position: Position) -> Location {
    Location {
        file: program.sources[position.source].name.clone(),
        line: position.line,
        column: position.column,
        // A front end puts the descriptor behind the name of a method that may be overloaded.
        function: program.functions[function].name.split('(').next().unwrap_or_default().to_string(),
    }
}

/// The class and the name of a function, as people call it: `Random.nextInt`.
pub(crate) fn short_name(name: &str) -> String {
    let name = name.split('(').next().unwrap_or_default();
    let parts: Vec<&str> = name.rsplitn(3, '.').take(2).collect();
    parts.into_iter().rev().collect::<Vec<_>>().join(".")
}

impl<D: Domain> Machine<'_, '_, D> {
    /// The places of the functions under way, the innermost first.
    pub fn locations(&self) -> Vec<Location> {
        let program = self.image().program();
        let place =
            |(function, origin)| location(program, function, position(self.image(), function, origin));
        self.calls().rev().map(place).collect()
    }
}

/// Whether a front end has made a function up.
fn is_synthetic(name: &str) -> bool {
    let made_up =
        |part: &str| part.contains(' ') || part.starts_with('<') && !["<init>", "<clinit>"].contains(&part);
    let name = name.split('(').next().unwrap_or_default();
    made_up(name) || name.find(".<").is_some_and(|at| made_up(&name[at + 1..]))
}

/// Why a call that was to return did not come to an end that counts, in words that follow "not supported:".
pub fn unfinished<V, F>(program: &Program, limits: Limits, stop: &Stop<V, F>) -> Option<String> {
    match stop {
        Stop::Unsupported(what) => Some(unsupported(program, *what)),
        Stop::Exhausted(Resource::Frames) => Some(format!("calls nested deeper than {}", limits.frames)),
        Stop::Exhausted(Resource::Memory) => {
            Some(format!("a call that needs more than {} bytes of heap", limits.heap))
        }
        Stop::Exhausted(Resource::Room) => Some(format!(
            "a call that needs more than {} bytes of heap, for which there is no room",
            limits.room
        )),
        Stop::Choice(_) => Some("a choice inside a method".to_string()),
        Stop::Exited(_) => Some("a method that ends the program".to_string()),
        Stop::Returned(_) | Stop::Violation(_) | Stop::Dropped | Stop::Fork(_) | Stop::Paused => None,
    }
}

/// Whether a function belongs to the class library, or to nobody.
pub fn is_library(name: &str) -> bool {
    crate::natives::java::is_library(name) || name.starts_with("glassbox.api.") || is_synthetic(name)
}

/// The innermost function under way that is the user's: people look for a place in their own code, not in the library
/// that they called. The innermost of all if none is.
pub(crate) fn own_frame<D: Domain>(machine: &Machine<'_, '_, D>) -> Option<(FunctionId, Origin)> {
    let program = machine.image().program();
    let own = machine.calls().rev().find(|(function, _)| !is_library(&program.functions[*function].name));
    own.or_else(|| machine.calls().next_back())
}

impl<D: Definite> Machine<'_, '_, D> {
    /// The property that a bug violates: Java's `assert` throws, and libraries for tests throw subclasses of what it throws.
    pub fn property_of(&self, bug: Bug) -> Property {
        let class = self.image().program().class_named("java.lang.AssertionError");
        let is_assertion = |exception: Reference| {
            class.is_some_and(|class| self.image.belongs(self.heap().ty(exception), RefType::Class(class)))
        };
        match bug {
            Bug::Assertion | Bug::Failure(_) => Property::Assertion,
            Bug::Exception(exception) if exception != 0 && is_assertion(exception) => Property::Assertion,
            Bug::Exception(_) => Property::Exception,
            Bug::Trap(_) => Property::Trap,
        }
    }
}

/// What a bug means for the user: the machine has just stopped with it.
pub fn violation<D: Definite>(machine: &Machine<'_, '_, D>, bug: Bug) -> Violation {
    let program = machine.image().program();
    let (function, origin) = own_frame(machine).expect("a machine that stops at a bug has a frame");
    let body = program.body(function).expect("frames have bodies");
    let statement = body.blocks[origin.block].statements.get(origin.statement as usize);
    let property = machine.property_of(bug);
    let message = match bug {
        Bug::Assertion => match statement.map(|statement| &statement.kind) {
            Some(StatementKind::Assert { message, .. }) => format!("assertion failed: {message}"),
            _ => "assertion failed: ".to_string(),
        },
        Bug::Failure(exception) | Bug::Exception(exception) => {
            let shown = match exception {
                0 => "null".to_string(),
                _ => match machine.heap().ty(exception) {
                    RefType::Class(class) => program.classes[class].name.clone(),
                    // Without its number: objects are numbered differently in a search and in a replay.
                    ty @ (RefType::Array(_) | RefType::Any) => {
                        program.printer().ty(Type::Ref(ty)).to_string()
                    }
                },
            };
            let text = machine.exception_text(exception);
            let told = text.map_or(shown.clone(), |text| format!("{shown}: {text}"));
            if property == Property::Assertion {
                let told = told.trim_start_matches(shown.as_str()).trim_start_matches(": ");
                format!("assertion failed: {told}")
            } else {
                format!("uncaught exception: {told}")
            }
        }
        Bug::Trap(trap) => trap.description().to_string(),
    };
    let location = location(program, function, position(machine.image(), function, origin));
    Violation { property, message, location }
}

/// What the machine cannot do, in words that follow "not supported:".
pub fn unsupported(program: &Program, what: Unsupported) -> String {
    match what {
        Unsupported::NoBody(function) => {
            format!("calling `@{}`, which has no body", program.functions[function].name)
        }
        Unsupported::Native(function) => {
            format!("this use of the native method `{}`", program.functions[function].name)
        }
        Unsupported::Stuck(function) => {
            let name = &program.functions[function].name;
            let name = name.split('(').next().unwrap_or_default();
            format!("waiting for ever in `{name}`, which `--engine threads` reports as a deadlock,")
        }
        Unsupported::Literal => "a literal without a class library".to_string(),
        Unsupported::Unreachable => "a place that was declared unreachable".to_string(),
    }
}

/// What the machine cannot do where it stands, in words that follow "not supported:", and the place in the
/// user's own code. Where a front end knows the reason, it is told, with the calls that lead there.
pub fn stopped<D: Domain>(machine: &Machine<'_, '_, D>, what: Unsupported) -> (String, Location) {
    let image = machine.image();
    let program = image.program();
    let frames: Vec<Location> = machine
        .calls()
        .map(|(function, origin)| location(program, function, position(image, function, origin)))
        .collect();
    let here = frames.last().expect("a machine that has stopped has a frame").clone();
    let function = match what {
        Unsupported::NoBody(function) | Unsupported::Native(function) => function,
        Unsupported::Stuck(_) => {
            let own = frames.iter().rev().find(|frame| !is_library(&frame.function)).unwrap_or(&here).clone();
            return (unsupported(program, what), own);
        }
        Unsupported::Literal | Unsupported::Unreachable => return (unsupported(program, what), here),
    };
    let Some(reason) = program.reason(function) else { return (unsupported(program, what), here) };
    let callee = program.functions[function].name.split('(').next().unwrap_or_default();
    let own = frames.iter().rev().find(|frame| !is_library(&frame.function)).unwrap_or(&here).clone();
    let mut path = String::new();
    let mut inside = false;
    for frame in frames.iter().filter(|frame| !is_synthetic(&frame.function)) {
        let library = is_library(&frame.function);
        if !library {
            let file = frame.file.rsplit('/').next().unwrap_or(&frame.file);
            path.push_str(&format!("{} ({file}:{}) → ", frame.function, frame.line));
        } else if !inside {
            // Of the library only the door is shown.
            path.push_str(&format!("{} → … → ", frame.function));
        }
        inside = library;
    }
    let construct =
        format!("calling `{callee}`, because {reason}; not a bug in your program; {path}{callee};");
    (construct, own)
}

/// Replays with a base if there is one, and without if the execution disturbs it or does not go as it should. Both are executions of
/// the program, so a violation in either is one.
pub(crate) fn with_or_without(
    base: &Base,
    mut replay: impl FnMut(&Base) -> Result<Option<Replay>, ReplayFailure>,
) -> Result<Replay, ReplayFailure> {
    if !base.is_none() {
        match replay(base) {
            Ok(Some(replay)) => return Ok(replay),
            Err(stopped @ ReplayFailure::Stopped(_)) => return Err(stopped),
            Ok(None) | Err(ReplayFailure::Diverged(_)) => {}
        }
    }
    let replay = replay(&Base::none())?;
    Ok(replay.expect("nothing can disturb what there is not"))
}

/// Replays traces of one program.
pub struct Replayer<'p, 'm> {
    program: &'p Program,
    entry: FunctionId,
    limits: Limits,
    meter: Meter<'m>,
    work: u64,
}

impl<'p, 'm> Replayer<'p, 'm> {
    /// A replayer of executions that start at `entry`, a function without parameters.
    pub fn new(program: &'p Program, entry: FunctionId, limits: Limits, meter: Meter<'m>) -> Self {
        Replayer { program, entry, limits, meter, work: 0 }
    }
}

impl check::Replayer for Replayer<'_, '_> {
    /// As the search, begins with a base if that may be, and without one otherwise.
    fn replay(&mut self, trace: &Trace) -> Result<Replay, ReplayFailure> {
        let base = Base::find(self.program, self.entry, self.limits);
        with_or_without(&base, |base| self.replay_from(base, trace))
    }
}

impl Replayer<'_, '_> {
    /// Replays after what the base says; `None` if the execution has disturbed it.
    fn replay_from(&mut self, base: &Base, trace: &Trace) -> Result<Option<Replay>, ReplayFailure> {
        let diverged = |how: String| ReplayFailure::Diverged(how);
        let image = Image::new(self.program, Lowering::Stepwise);
        let mut machine = Machine::new(&image, Concrete, self.limits);
        machine
            .start_from(base, self.entry, &[])
            .map_err(|what| diverged(format!("not supported: {}", unsupported(self.program, what))))?;
        let mut recorder = Recorder::new(self.program, &image);
        let mut choices = Vec::new();
        let mut ahead = trace.choices.iter();
        loop {
            let mut fuel = SLICE;
            let stop = machine.run_watched(&mut fuel, &mut recorder);
            self.work += SLICE - fuel;
            self.meter.poll(Usage { states: 0, work: self.work }).map_err(ReplayFailure::Stopped)?;
            if !base.is_none() && image.is_disturbed() {
                return Ok(None);
            }
            match stop {
                Stop::Paused => {}
                Stop::Choice(choice) => {
                    let Some(&value) = ahead.next() else {
                        return Err(diverged("it asks for more choices than the trace has".to_string()));
                    };
                    if value < choice.low || value > choice.high {
                        let (low, high) = (choice.low, choice.high);
                        return Err(diverged(format!(
                            "the trace chooses {value}, which is not in {low}..{high}"
                        )));
                    }
                    choices.push(recorder.choice(&machine, choice, value));
                    machine.choose(choice.word(value));
                }
                Stop::Violation(bug) => {
                    if ahead.next().is_some() {
                        return Err(diverged(
                            "it ended before all choices of the trace were made".to_string(),
                        ));
                    }
                    let violation = violation(&machine, bug);
                    let (steps, omitted) = recorder.finish();
                    return Ok(Some(Replay {
                        violation,
                        choices,
                        steps,
                        omitted,
                        graphs: Vec::new(),
                        interplay: Interplay::default(),
                        history: None,
                    }));
                }
                Stop::Returned(_) => return Err(diverged("the entry function returned".to_string())),
                Stop::Exited(status) => return Err(diverged(format!("the program exited with {status}"))),
                Stop::Dropped => return Err(diverged("an assumption was false".to_string())),
                Stop::Unsupported(what) => {
                    return Err(diverged(format!("not supported: {}", unsupported(self.program, what))));
                }
                Stop::Exhausted(Resource::Room) => {
                    let spent = Limit::Memory(self.limits.room as u64);
                    return Err(ReplayFailure::Stopped(Exhausted::Budget(spent)));
                }
                Stop::Exhausted(resource) => {
                    return Err(diverged(format!("the machine's limit was reached: {resource:?}")));
                }
                Stop::Fork(never) => match never {},
            }
        }
    }
}

/// Whose steps are told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Steps {
    /// Those of the program's own functions.
    Own,
    /// Those of the class library, too.
    All,
}

/// Tells an execution step by step while it goes on. The machine's image must be lowered
/// [stepwise](Lowering::Stepwise).
pub struct Tracer<'a, 'p> {
    recorder: Recorder<'a, 'p>,
}

impl<'a, 'p> Tracer<'a, 'p> {
    /// A tracer of executions of an image.
    pub fn new(image: &'a Image<'p>, steps: Steps) -> Self {
        Tracer { recorder: Recorder { steps, ..Recorder::new(image.program(), image) } }
    }

    /// How much fuel may be given to a [`run`](Self::run): beyond, steps may be left out.
    pub const MOST_FUEL: u64 = KEPT_STEPS as u64 / 2;

    /// Runs the machine on, as [`Machine::run_threads`] does.
    pub fn run(
        &mut self,
        machine: &mut Machine<'a, 'p, Concrete>,
        fuel: &mut u64,
    ) -> Turn<Word, std::convert::Infallible> {
        self.recorder.turn_to(machine);
        machine.run_threads(fuel, &mut self.recorder)
    }

    /// The steps since the last call that are complete: all but the one that is under way.
    pub fn complete(&mut self) -> Vec<Step> {
        let under_way = self.recorder.first.pop();
        std::mem::replace(&mut self.recorder.first, under_way.into_iter().collect())
    }

    /// The steps that are left when the execution has ended.
    pub fn rest(self) -> Vec<Step> {
        self.recorder.finish().0
    }
}

/// A statement that has begun: what is to be told when it is done.
struct Begun {
    origin: Origin,
    /// The local that it writes, with its value before; `None` if it was never written.
    local: Option<(LocalId, Word)>,
    /// A place in memory that it writes.
    change: Option<Change>,
}

/// What is known of the frames of a thread: the statements that have begun, and which locals were written.
type Stack = (Vec<Option<Begun>>, Vec<Vec<bool>>);

/// Collects steps while the machine runs.
pub(crate) struct Recorder<'a, 'p> {
    program: &'p Program,
    image: &'a Image<'p>,
    /// The statements that have begun, one for each frame of the thread under way.
    begun: Vec<Option<Begun>>,
    /// For each of these frames, which locals have been written: the first write of a zero is a change too.
    written: Vec<Vec<bool>>,
    /// The thread under way, by its object; 0 for the first one.
    thread: Reference,
    /// Its name, if there are others.
    name: Option<String>,
    /// The same of the other threads.
    others: HashMap<Reference, Stack>,
    first: Vec<Step>,
    last: VecDeque<Step>,
    omitted: u64,
    /// Depth and line of the newest step.
    newest: Option<(usize, FunctionId, Position)>,
    /// What changed since somebody asked, if anybody does.
    fresh: Option<Vec<Change>>,
    choosing: Option<(FunctionId, Origin)>,
    steps: Steps,
}

impl<'a, 'p> Recorder<'a, 'p> {
    pub(crate) fn new(program: &'p Program, image: &'a Image<'p>) -> Self {
        Recorder {
            program,
            image,
            begun: Vec::new(),
            written: Vec::new(),
            thread: 0,
            name: None,
            others: HashMap::new(),
            first: Vec::new(),
            last: VecDeque::new(),
            omitted: 0,
            newest: None,
            fresh: None,
            choosing: None,
            steps: Steps::Own,
        }
    }

    /// Notes which thread goes on.
    pub(crate) fn turn_to(&mut self, machine: &Machine<'_, '_, Concrete>) {
        let Some(current) = machine.current_thread() else { return };
        let facts = machine.thread(current);
        let thread = if facts.main { 0 } else { facts.object };
        if thread != self.thread {
            let entered = self.others.remove(&thread).unwrap_or_default();
            let begun = std::mem::replace(&mut self.begun, entered.0);
            let written = std::mem::replace(&mut self.written, entered.1);
            self.others.insert(self.thread, (begun, written));
            self.thread = thread;
            self.newest = None;
        }
        // A name for the steps, where there is more than one thread.
        self.name = (machine.thread_count() > 1 || thread != 0).then(|| machine.thread_name(current));
    }

    /// A choice that the machine has stopped at, with the value that it gets.
    pub(crate) fn choice(
        &self,
        machine: &Machine<'_, '_, Concrete>,
        choice: crate::stop::Choice,
        value: i128,
    ) -> check::Choice {
        let frame = own_frame(machine).expect("a machine at a choice has a frame");
        let (function, at) = (frame.0, position(machine.image(), frame.0, frame.1));
        check::Choice {
            value,
            low: choice.low,
            high: choice.high,
            variable: self.drawn(machine, choice, value).unwrap_or_else(|| {
                // What a front end has made up says nothing to people.
                let own = self.destination().filter(|name| !name.starts_with('$'));
                own.unwrap_or_else(|| "choice".to_string())
            }),
            location: location(self.program, function, at),
        }
    }

    /// What a choice is about that the library makes and not the program itself, and of a sample which number it is.
    fn drawn(
        &self,
        machine: &Machine<'_, '_, Concrete>,
        choice: crate::stop::Choice,
        value: i128,
    ) -> Option<String> {
        let function = machine.asking()?;
        let name = &self.program.functions[function].name;
        if !crate::natives::java::is_library(name) {
            return None;
        }
        let what = crate::natives::java::question(name).map_or_else(|| short_name(name), str::to_string);
        let word = choice.sample.map(|_| choice.word(value));
        Some(match (word, choice.ty) {
            (None, _) => what,
            (Some(word), Type::Float(ir::FloatType::F64)) => {
                format!("{what} gives {:?}, sample", f64::from_bits(word))
            }
            (Some(word), Type::Float(ir::FloatType::F32)) => {
                format!("{what} gives {:?}, sample", f32::from_bits(word as u32))
            }
            (Some(word), Type::Int(_) | Type::Bool | Type::Ref(_)) => {
                format!("{what} gives {}, sample", word as i64)
            }
        })
    }

    /// The name of the local that the statement at hand writes.
    fn destination(&self) -> Option<String> {
        let (function, origin) = self.choosing?;
        let body = self.program.body(function)?;
        let statement = body.blocks[origin.block].statements.get(origin.statement as usize)?;
        Some(body.locals[statement.kind.destination()?].name.clone())
    }

    /// What changed since the last time.
    pub(crate) fn take_changes(&mut self) -> Vec<Change> {
        self.fresh.replace(Vec::new()).unwrap_or_default()
    }

    pub(crate) fn finish(self) -> (Vec<Step>, u64) {
        let mut steps = self.first;
        steps.extend(self.last);
        (steps, self.omitted)
    }

    fn newest_step(&mut self) -> Option<&mut Step> {
        if self.last.is_empty() { self.first.last_mut() } else { self.last.back_mut() }
    }

    fn push(&mut self, step: Step) {
        if self.first.len() < KEPT_STEPS {
            self.first.push(step);
            return;
        }
        if self.last.len() == KEPT_STEPS {
            self.last.pop_front();
            self.omitted += 1;
        }
        self.last.push_back(step);
    }

    /// Makes sure that the newest step is that of the line.
    fn at_line(&mut self, depth: usize, function: FunctionId, at: Position) {
        let same = self.newest.is_some_and(|(newest_depth, newest_function, newest)| {
            newest_depth == depth
                && newest_function == function
                && newest.source == at.source
                && newest.line == at.line
        });
        if !same {
            let source = &self.program.sources[at.source];
            self.push(Step {
                thread: self.name.clone(),
                location: location(self.program, function, at),
                code: source.line(at.line).unwrap_or_default().to_string(),
                depth: u32::try_from(depth).unwrap_or(u32::MAX),
                changes: Vec::new(),
            });
            self.newest = Some((depth, function, at));
        }
    }

    /// Tells what a statement did that is done now.
    fn complete(&mut self, begun: Begun, watched: &Watched<'_, Concrete>) {
        let mut changes: Vec<Change> = begun.change.into_iter().collect();
        if let Some((local, before)) = begun.local {
            let now = watched.registers[local.index()];
            let written = &mut self.written[watched.depth][local.index()];
            let shown = !self.program.body(watched.function).expect("frames have bodies").locals[local]
                .name
                .starts_with('$');
            if shown && (now != before || !*written) {
                *written = true;
                let body = self.program.body(watched.function).expect("frames have bodies");
                let declared = &body.locals[local];
                let value = self.shown(watched.heap, declared.ty, now);
                changes.push(Change { place: declared.name.clone(), value });
            }
        }
        if changes.is_empty() {
            return;
        }
        let at = position(self.image, watched.function, begun.origin);
        self.at_line(watched.depth, watched.function, at);
        if let Some(fresh) = &mut self.fresh {
            fresh.extend(changes.iter().cloned());
        }
        if let Some(step) = self.newest_step() {
            step.changes.extend(changes);
        }
    }

    /// What a statement will write to memory, if it does not trap.
    fn store(&self, watched: &Watched<'_, Concrete>, to: Place, value: Operand) -> Option<Change> {
        let body = self.program.body(watched.function).expect("frames have bodies");
        let word = |operand: Operand| match operand {
            Operand::Local(local) => watched.registers[local.index()],
            Operand::Constant(constant) => word_of(constant),
        };
        let ty = self.program.place_type(body, to)?;
        // Nobody sees an array that was just made to pass its elements on.
        if let Place::Element { array, .. } = to
            && self.is_nameless_array(watched, array)
        {
            return None;
        }
        let place = self.place(watched, to, watched.origin, MADE_UP);
        let old = current(watched.heap, self.image, to, &word, ty)?;
        let new = word(value);
        (old != new).then(|| Change { place, value: self.shown(watched.heap, ty, new) })
    }

    fn is_nameless_array(&self, watched: &Watched<'_, Concrete>, array: LocalId) -> bool {
        let body = self.program.body(watched.function).expect("frames have bodies");
        let statements = &body.blocks[watched.origin.block].statements[..watched.origin.statement as usize];
        let written = statements.iter().rev().find(|statement| statement.kind.destination() == Some(array));
        body.locals[array].name.starts_with('$')
            && matches!(written.map(|statement| &statement.kind), Some(StatementKind::NewArray { .. }))
    }

    /// A place as the source writes it, as far as that can be told. `depth` says how many locals that a front end
    /// has made up are followed back to what they were loaded from.
    fn place(&self, watched: &Watched<'_, Concrete>, place: Place, at: Origin, depth: usize) -> String {
        match place {
            Place::Global(global) => {
                let name = &self.program.globals[global].name;
                // Only the text format writes its sign.
                if self.program.is_supplied() { name.clone() } else { format!("@{name}") }
            }
            Place::Field { object, field } => {
                format!("{}.{}", self.local(watched, object, at, depth), self.program.fields[field].name)
            }
            Place::Element { array, index } => {
                let index = match index {
                    Operand::Local(local) => watched.registers[local.index()],
                    Operand::Constant(constant) => word_of(constant),
                };
                format!("{}[{}]", self.local(watched, array, at, depth), index as i64 as i32)
            }
        }
    }

    /// A local that holds a reference, by its name, or by where a made-up one comes from.
    fn local(&self, watched: &Watched<'_, Concrete>, local: LocalId, at: Origin, depth: usize) -> String {
        let body = self.program.body(watched.function).expect("frames have bodies");
        let name = &body.locals[local].name;
        if !name.starts_with('$') {
            return name.clone();
        }
        let before = body.blocks[at.block].statements.iter().enumerate().take(at.statement as usize).rev();
        let mut written = before.filter(|(_, statement)| statement.kind.destination() == Some(local));
        if depth > 0
            && let Some((index, statement)) = written.next()
            && let StatementKind::Assign { value, .. } = &statement.kind
        {
            let there = Origin { statement: u32::try_from(index).unwrap_or(0), ..at };
            match *value {
                Rvalue::Load(place) => return self.place(watched, place, there, depth - 1),
                Rvalue::Use(Operand::Local(other)) | Rvalue::Cast(Operand::Local(other)) => {
                    return self.local(watched, other, there, depth - 1);
                }
                Rvalue::Use(_)
                | Rvalue::Unary(..)
                | Rvalue::Binary(..)
                | Rvalue::Compare(..)
                | Rvalue::Order(..)
                | Rvalue::Convert(_)
                | Rvalue::InstanceOf(..)
                | Rvalue::Cast(_)
                | Rvalue::Length(_)
                | Rvalue::Literal(_) => {}
            }
        }
        self.shown(watched.heap, body.locals[local].ty, watched.registers[local.index()])
    }

    /// A value; texts are shown as such.
    fn shown(&self, heap: &Heap<Word>, ty: Type, word: Word) -> String {
        if ty.is_ref()
            && word != 0
            && let Some((class, _)) = self.program.literal_classes()
            && heap.ty(word as Reference) == RefType::Class(class)
            && let Some(text) = self.text(heap, word as Reference, class)
        {
            return text;
        }
        show(self.program, heap, ty, word)
    }

    /// What a text says, the beginning of a long one. Of one that is just being made nothing is known.
    fn text(&self, heap: &Heap<Word>, text: Reference, class: ir::ClassId) -> Option<String> {
        const SHOWN: usize = 40;
        let read = |name: &str| {
            let fields = &self.program.classes.get(class)?.fields;
            let field = fields.iter().find(|&&field| self.program.fields[field].name == name)?;
            Some(heap.get(text, self.image.slot(*field).into()))
        };
        let bytes = read("value")? as Reference;
        if bytes == 0 {
            return None;
        }
        let wide = read("coder")? != 0;
        let length = (heap.length(bytes) as usize).min(SHOWN * 2);
        let byte = |index: usize| heap.element(bytes, Type::Int(ir::IntType::I8), index as u32) as u8;
        let units: Vec<u16> = if wide {
            (0..length / 2).map(|index| u16::from_le_bytes([byte(2 * index), byte(2 * index + 1)])).collect()
        } else {
            (0..length).map(|index| byte(index).into()).collect()
        };
        let decoded = String::from_utf16_lossy(&units);
        let shown: String = decoded.chars().take(SHOWN).collect();
        let dots = if shown.len() < decoded.len() { "..." } else { "" };
        Some(format!("{:?}{dots}", shown))
    }
}

/// What a place holds now, or `None` if it cannot be read.
fn current(
    heap: &Heap<Word>,
    image: &Image<'_>,
    place: Place,
    word: &dyn Fn(Operand) -> Word,
    ty: Type,
) -> Option<Word> {
    match place {
        Place::Global(global) => heap.global(global.index()),
        Place::Field { object, field } => {
            let object = word(object.into()) as Reference;
            (object != 0).then(|| heap.get(object, image.slot(field).into()))
        }
        Place::Element { array, index } => {
            let array = word(array.into()) as Reference;
            let index = word(index) as i64 as i32 as u32;
            if array == 0 || index >= heap.length(array) {
                return None;
            }
            Some(heap.element(array, ty, index))
        }
    }
}

impl Watch<Concrete> for Recorder<'_, '_> {
    const ACTIVE: bool = true;

    fn before(&mut self, watched: Watched<'_, Concrete>) {
        let body = self.program.body(watched.function).expect("frames have bodies");
        // Frames above are gone, by return or by exception.
        self.begun.truncate(watched.depth + 1);
        self.written.truncate(watched.depth + 1);
        if self.begun.len() == watched.depth {
            self.begun.push(None);
            self.written.push(vec![false; body.locals.len()]);
        }
        if let Some(begun) = self.begun[watched.depth].take() {
            // A statement can take several operations, and one at which the machine stops is told twice.
            if begun.origin == watched.origin {
                self.begun[watched.depth] = Some(begun);
                return;
            }
            self.complete(begun, &watched);
        }
        let block = &body.blocks[watched.origin.block];
        // What the class library does on the way is not what people want to see.
        let name = &self.program.functions[watched.function].name;
        let hidden = match self.steps {
            Steps::Own => is_library(name),
            Steps::All => is_synthetic(name),
        };
        if hidden {
            return;
        }
        self.choosing = Some((watched.function, watched.origin));
        self.at_line(watched.depth, watched.function, position(self.image, watched.function, watched.origin));
        let Some(statement) = block.statements.get(watched.origin.statement as usize) else {
            return;
        };
        let local = statement.kind.destination().map(|to| (to, watched.registers[to.index()]));
        let change = match statement.kind {
            StatementKind::Store { to, value } => self.store(&watched, to, value),
            StatementKind::Assign { .. }
            | StatementKind::New { .. }
            | StatementKind::NewArray { .. }
            | StatementKind::Call { .. }
            | StatementKind::Initialise { .. }
            | StatementKind::Enter { .. }
            | StatementKind::Exit { .. }
            | StatementKind::Assume { .. }
            | StatementKind::Assert { .. }
            | StatementKind::Havoc { .. }
            | StatementKind::Choose { .. } => None,
        };
        self.begun[watched.depth] = Some(Begun { origin: watched.origin, local, change });
    }
}
