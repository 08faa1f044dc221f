//! Runs a trace from the start on the concrete machine and tells what happened in the user's terms.
//!
//! The code is lowered [stepwise](Lowering::Stepwise), so that every statement is seen. The
//! statements that a source line executes before another line's turn make one [`Step`].

use std::collections::VecDeque;

use check::{Change, Location, Meter, Property, Replay, ReplayFailure, Step, Trace, Usage, Violation};
use ir::{FunctionId, Id as _, LocalId, Operand, Place, Position, Program, RefType, StatementKind, Type};

use crate::base::Base;
use crate::code::Origin;
use crate::domain::{Concrete, Domain};
use crate::heap::{Heap, Reference};
use crate::image::Image;
use crate::lower::{Lowering, word_of};
use crate::machine::{Limits, Machine, Watch, Watched, position};
use crate::stop::{Bug, Stop, Unsupported};
use crate::value::show;
use crate::word::Word;

/// How many steps are kept: the first ones, and as many of the last.
const KEPT_STEPS: usize = 2_000;

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

impl Machine<'_, '_, Concrete> {
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
    name.starts_with('<') || name.contains(".<initialise>") || name.contains(".<lambda ")
}

/// Whether a function belongs to the class library, or to nobody.
fn is_library(name: &str) -> bool {
    crate::natives::java::is_library(name) || name.starts_with("glassbox.api.") || is_synthetic(name)
}

/// What a bug means for the user: the machine has just stopped with it.
pub fn violation(machine: &Machine<'_, '_, Concrete>, bug: Bug) -> Violation {
    let program = machine.image().program();
    let top = machine.calls().next_back().expect("a machine that stops at a bug has a frame");
    // People look for the place in their own code, not in the library that they called.
    let own = machine.calls().rev().find(|(function, _)| !is_library(&program.functions[*function].name));
    let (function, origin) = own.unwrap_or(top);
    let body = program.body(function).expect("frames have bodies");
    let statement = body.blocks[origin.block].statements.get(origin.statement as usize);
    let (property, message) = match bug {
        Bug::Assertion => {
            let message = match statement.map(|statement| &statement.kind) {
                Some(StatementKind::Assert { message, .. }) => message.to_string(),
                _ => String::new(),
            };
            (Property::Assertion, format!("assertion failed: {message}"))
        }
        Bug::Exception(exception) => {
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
            let told =
                machine.exception_text(exception).map_or(shown.clone(), |text| format!("{shown}: {text}"));
            // Java's `assert` throws.
            if shown == "java.lang.AssertionError" {
                (
                    Property::Assertion,
                    format!(
                        "assertion failed: {}",
                        told.trim_start_matches("java.lang.AssertionError").trim_start_matches(": ")
                    ),
                )
            } else {
                (Property::Exception, format!("uncaught exception: {told}"))
            }
        }
        Bug::Trap(trap) => (Property::Trap, trap.description().to_string()),
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
    /// As the search, begins with a base if that may be, and without one otherwise. Both are executions
    /// of the program, so a violation in either is one.
    fn replay(&mut self, trace: &Trace) -> Result<Replay, ReplayFailure> {
        let base = Base::find(self.program, self.entry, self.limits);
        if !base.is_none() {
            match self.replay_from(&base, trace) {
                Ok(Some(replay)) => return Ok(replay),
                Err(stopped @ ReplayFailure::Stopped(_)) => return Err(stopped),
                Ok(None) | Err(ReplayFailure::Diverged(_)) => {}
            }
        }
        let replay = self.replay_from(&Base::none(), trace)?;
        Ok(replay.expect("nothing can disturb what there is not"))
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
                    let (function, at) = machine.position().expect("a machine at a choice has a frame");
                    choices.push(check::Choice {
                        value,
                        low: choice.low,
                        high: choice.high,
                        // What a front end has made up says nothing to people.
                        variable: recorder
                            .destination()
                            .filter(|name| !name.starts_with('$'))
                            .unwrap_or_else(|| "choice".to_string()),
                        location: location(self.program, function, at),
                    });
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
                    return Ok(Some(Replay { violation, choices, steps, omitted }));
                }
                Stop::Returned(_) => return Err(diverged("the entry function returned".to_string())),
                Stop::Exited(status) => return Err(diverged(format!("the program exited with {status}"))),
                Stop::Dropped => return Err(diverged("an assumption was false".to_string())),
                Stop::Unsupported(what) => {
                    return Err(diverged(format!("not supported: {}", unsupported(self.program, what))));
                }
                Stop::Exhausted(resource) => {
                    return Err(diverged(format!("the machine's limit was reached: {resource:?}")));
                }
                Stop::Fork(never) => match never {},
            }
        }
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

/// Collects steps while the machine runs.
struct Recorder<'a, 'p> {
    program: &'p Program,
    image: &'a Image<'p>,
    /// The statements that have begun, one for each frame.
    begun: Vec<Option<Begun>>,
    /// For each frame, which locals have been written: the first write of a zero is a change too.
    written: Vec<Vec<bool>>,
    first: Vec<Step>,
    last: VecDeque<Step>,
    omitted: u64,
    /// Depth and line of the newest step.
    newest: Option<(usize, FunctionId, Position)>,
    choosing: Option<(FunctionId, Origin)>,
}

impl<'a, 'p> Recorder<'a, 'p> {
    fn new(program: &'p Program, image: &'a Image<'p>) -> Self {
        Recorder {
            program,
            image,
            begun: Vec::new(),
            written: Vec::new(),
            first: Vec::new(),
            last: VecDeque::new(),
            omitted: 0,
            newest: None,
            choosing: None,
        }
    }

    /// The name of the local that the statement at hand writes.
    fn destination(&self) -> Option<String> {
        let (function, origin) = self.choosing?;
        let body = self.program.body(function)?;
        let statement = body.blocks[origin.block].statements.get(origin.statement as usize)?;
        Some(body.locals[statement.kind.destination()?].name.clone())
    }

    fn finish(self) -> (Vec<Step>, u64) {
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
                let value = show(self.program, watched.heap, declared.ty, now);
                changes.push(Change { place: declared.name.clone(), value });
            }
        }
        if changes.is_empty() {
            return;
        }
        let at = position(self.image, watched.function, begun.origin);
        self.at_line(watched.depth, watched.function, at);
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
        let place = match to {
            Place::Global(global) => format!("@{}", self.program.globals[global].name),
            Place::Field { object, field } => {
                format!("{}.{}", body.locals[object].name, self.program.fields[field].name)
            }
            Place::Element { array, index } => {
                format!("{}[{}]", body.locals[array].name, word(index) as i64 as i32)
            }
        };
        let old = current(watched.heap, self.image, to, &word, ty)?;
        let new = word(value);
        (old != new).then(|| Change { place, value: show(self.program, watched.heap, ty, new) })
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
        if is_library(&self.program.functions[watched.function].name) {
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
