//! A machine that executes scenarios, from one question to the next.
//!
//! The driver of the scenarios asks first what is called before the threads start, and then what each thread calls; see [`Driver`]. An
//! execution of a scenario is a path: the answers to everything that was asked, which is a schedule that can be replayed.
//!
//! # Who need not be chosen
//! A thread that is not in the middle of an operation, and not about to call one, goes on before all others: the first thread,
//! which starts the others, waits for their ends and observes, and threads that begin or end. What they do then does not touch
//! the object or what is noted, so it does not matter when they do it, as long as all threads are there before the first
//! operation is called. (An operation that looks at which threads there are could tell. Scenarios are defined so that it sees
//! all of them until they have ended.)
//!
//! A thread that has just begun an operation goes on as well, up to the first thing that others may notice: an operation that
//! begins earlier than it must only has more others beside it, which explains more.
//!
//! Threads that the class starts by itself have no part in any order of operations, so executions with such are not judged.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use check::{Location, Skipped};
use ir::{FunctionId, GlobalId, Program, RefType};
use machine::base::Base;
use machine::{
    Choice, Clock, Concrete, Consulted, Event, EventOf, Granularity, Image, Interleaver, Limits, Machine,
    Pending, Race, Reference, Resource, Stop, Unwatched, Weak, replay,
};
use space::{Encoder, UnderWay};

use super::history::{History, Performed, Value};

/// A program that calls operations of an object in several threads, and where it notes what happens.
#[derive(Clone, Debug)]
pub struct Driver {
    /// Where it starts.
    pub entry: FunctionId,
    /// Calls an operation and notes what happens.
    pub operation: FunctionId,
    /// The object of each thread, when it is made.
    pub threads: Vec<GlobalId>,
    /// How many operations a thread calls at most.
    pub operations: usize,
    /// How many are called at most before the threads start.
    pub prefix: usize,
    /// The functions that can be called; the answer behind the last one is none.
    pub calls: Vec<FunctionId>,
    /// For each of them a function without parameters that says whether its precondition is true, if it has one.
    pub guards: Vec<Option<FunctionId>>,
    /// How many operations of each thread have returned, 8 bits each.
    pub done: GlobalId,
    /// The object.
    pub object: GlobalId,
    /// The objects that are arguments.
    pub values: Vec<GlobalId>,
    /// What is noted of each operation of each thread, and of each observer.
    pub slots: Vec<Notes>,
    /// What the numbers mean that [`Notes::kind`] holds.
    pub kind: fn(i32) -> Kind,
}

/// What is noted of an operation.
#[derive(Clone, Copy, Debug)]
pub struct Notes {
    /// What has happened to it.
    pub kind: GlobalId,
    /// How many operations of each thread had returned when it was called, 8 bits each.
    pub before: GlobalId,
    /// A whole number that it gave.
    pub number: GlobalId,
    /// A broken number that it gave.
    pub real: GlobalId,
    /// An object that it gave, or the exception.
    pub reference: GlobalId,
}

/// What has happened to an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// It was not called.
    Nothing,
    /// It was called.
    Called,
    /// It has returned, and gives nothing.
    Void,
    /// It gave a truth value.
    Truth,
    /// It gave a character.
    Character,
    /// It gave a whole number.
    Number,
    /// It gave a broken number.
    Real,
    /// It gave an object or `null`.
    Reference,
    /// It threw an exception.
    Thrown,
}

impl Driver {
    /// Whether any of these calls has a precondition.
    pub(super) fn is_guarded(&self, calls: impl IntoIterator<Item = usize>) -> bool {
        calls.into_iter().any(|call| self.guards.get(call).is_some_and(Option::is_some))
    }

    /// How many operations of a thread have returned.
    fn returned(done: u64, thread: usize) -> usize {
        (done >> (8 * thread) & 0xff) as usize
    }

    /// The slots of a thread.
    fn slots_of(&self, thread: usize) -> &[Notes] {
        &self.slots[thread * self.operations..(thread + 1) * self.operations]
    }

    fn observers(&self) -> &[Notes] {
        &self.slots[self.threads.len() * self.operations..]
    }

    /// The answer that is no call.
    pub fn none(&self) -> i128 {
        self.calls.len() as i128
    }

    /// The answers that make threads call these operations.
    pub fn answers(&self, threads: &[Vec<usize>]) -> Vec<i128> {
        let none = self.none();
        let of = |calls: &Vec<usize>| {
            let given = calls.iter().map(|&call| call as i128).collect::<Vec<_>>();
            given.into_iter().chain(std::iter::repeat(none)).take(self.operations).collect::<Vec<_>>()
        };
        threads.iter().flat_map(of).collect()
    }

    /// What was noted in an execution that has come to its end.
    pub fn history(&self, machine: &Machine<'_, '_, Concrete>) -> History {
        let mut threads = Vec::new();
        for thread in 0..self.threads.len() {
            let mut performed = Vec::new();
            for notes in self.slots_of(thread) {
                let result = match self.result(machine, notes) {
                    Err(Kind::Nothing) => break,
                    Err(_) => None,
                    Ok(value) => Some(value),
                };
                let before = machine.static_value(notes.before).unwrap_or(0);
                let after = (0..self.threads.len()).map(|thread| Driver::returned(before, thread)).collect();
                performed.push(Performed { after, result });
            }
            threads.push(performed);
        }
        let observed = self.observers().iter().map_while(|notes| self.result(machine, notes).ok()).collect();
        History { threads, observed }
    }

    /// What an operation gave, or what has happened to it.
    fn result(&self, machine: &Machine<'_, '_, Concrete>, notes: &Notes) -> Result<Value, Kind> {
        let word = |global: GlobalId| machine.static_value(global).unwrap_or(0);
        let kind = (self.kind)(word(notes.kind) as i32);
        let object = || word(notes.reference) as Reference;
        Ok(match kind {
            Kind::Nothing | Kind::Called => return Err(kind),
            Kind::Void => Value::Void,
            Kind::Truth => Value::Truth(word(notes.number) != 0),
            Kind::Character => Value::Character(word(notes.number) as u16),
            Kind::Number => Value::Number(word(notes.number) as i64),
            Kind::Real => Value::Real(word(notes.real)),
            Kind::Reference => self.value(machine, object()),
            Kind::Thrown => Value::Thrown(class_name(machine, object()).unwrap_or_default()),
        })
    }

    fn value(&self, machine: &Machine<'_, '_, Concrete>, object: Reference) -> Value {
        if object == 0 {
            return Value::Null;
        }
        let is = |global: GlobalId| machine.static_value(global) == Some(object.into());
        if is(self.object) {
            return Value::Itself;
        }
        if let Some(text) = machine.text_in(object) {
            return Value::Text(text);
        }
        let Some(class) = class_name(machine, object) else { return Value::Object };
        let word = || machine.field_value(object, "value");
        let boxed = match class.as_str() {
            "java.lang.Integer" | "java.lang.Short" | "java.lang.Byte" => {
                word().map(|word| (word as i32).to_string())
            }
            "java.lang.Long" => word().map(|word| (word as i64).to_string()),
            "java.lang.Boolean" => word().map(|word| (word != 0).to_string()),
            "java.lang.Character" => word().map(|word| Value::Character(word as u16).to_string()),
            "java.lang.Float" => word().map(|word| format!("{:?}", f32::from_bits(word as u32))),
            "java.lang.Double" => word().map(|word| format!("{:?}", f64::from_bits(word))),
            _ => None,
        };
        if let Some(shown) = boxed {
            return Value::Boxed(class, shown);
        }
        if let Some(place) = self.values.iter().position(|&global| is(global)) {
            return Value::Given(place);
        }
        // Constants of enums are told apart by their names.
        let constant = machine.field_value(object, "ordinal").and(machine.field_value(object, "name"));
        match constant.and_then(|name| machine.text_in(name as Reference)) {
            Some(name) if is_enum(machine, object) => Value::Boxed(class, name),
            Some(_) | None => Value::Object,
        }
    }
}

fn class_name(machine: &Machine<'_, '_, Concrete>, object: Reference) -> Option<String> {
    match machine.heap().ty(object) {
        RefType::Class(class) => Some(machine.image().program().class_name(class).to_string()),
        RefType::Array(_) | RefType::Any => None,
    }
}

fn is_enum(machine: &Machine<'_, '_, Concrete>, object: Reference) -> bool {
    let program = machine.image().program();
    let RefType::Class(mut class) = machine.heap().ty(object) else { return false };
    while let Some(superclass) = program.classes[class].superclass {
        if program.class_name(superclass) == "java.lang.Enum" {
            return true;
        }
        class = superclass;
    }
    false
}

/// What all who execute scenarios have in common.
#[derive(Debug, Default)]
pub(super) struct Shared {
    /// Raised when everybody is to stop.
    pub(super) stop: AtomicBool,
    /// Units of work that were done.
    pub(super) work: AtomicU64,
    /// States that were stored.
    pub(super) states: AtomicU64,
    /// Bytes of the states that are stored now.
    pub(super) bytes: AtomicU64,
    /// The lowest number of a scenario with a violation, if the others behind it are of no interest.
    pub(super) limit: AtomicU64,
    /// What was seen of accesses that a JVM may reorder.
    touched: Mutex<Touched>,
}

/// Accesses that a JVM may reorder, each with the number of its scenario: the first one is told, whoever finds it.
#[derive(Clone, Debug, Default)]
pub(super) struct Touched {
    pub(super) race: Option<(u64, Race)>,
    pub(super) weak: Option<(u64, Weak)>,
    /// Whether it was not known in some state what a thread is about to do.
    pub(super) doubtful: bool,
    /// Whether the library used weaker modes.
    pub(super) library: bool,
}

impl Touched {
    fn add(&mut self, other: Touched) {
        let is_first =
            |one: Option<u64>, other: Option<u64>| other.is_some() && one.is_none_or(|one| other < Some(one));
        if is_first(self.race.as_ref().map(|race| race.0), other.race.as_ref().map(|race| race.0)) {
            self.race = other.race;
        }
        if is_first(self.weak.as_ref().map(|weak| weak.0), other.weak.as_ref().map(|weak| weak.0)) {
            self.weak = other.weak;
        }
        self.doubtful |= other.doubtful;
        self.library |= other.library;
    }
}

impl Shared {
    pub(super) fn new() -> Self {
        Shared { limit: AtomicU64::new(u64::MAX), ..Shared::default() }
    }

    pub(super) fn touched(&self) -> Touched {
        self.touched.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Why an execution cannot be judged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Trouble {
    /// Somebody raised the flag.
    Stopped,
    /// Something is not executed as the program says.
    Skipped(Skipped),
    /// What was relied on is wrong: begin anew without a base.
    Disturbed,
    /// What was relied on is wrong: begin anew with more points of change.
    FinalsWritten,
}

/// What a machine asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question {
    /// Which of so many threads goes on; the machine has no other way than one if it says so.
    Pick(usize, Option<usize>),
    /// Which of so many is notified.
    Notify(usize),
    /// A value; whether it is the driver that asks.
    Choose(Choice, bool),
}

impl Question {
    /// The answers, from the least to the greatest.
    pub(super) fn range(&self) -> (i128, i128) {
        match *self {
            Question::Pick(count, _) | Question::Notify(count) => (0, count as i128 - 1),
            Question::Choose(choice, _) => (choice.low, choice.high),
        }
    }
}

/// Where an execution has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reached {
    Question(Question),
    /// The end of the driver.
    End,
    /// No thread can go on, and some have not ended.
    Stuck,
    /// The first thread is alone and does not come to an end.
    Endless,
    /// An assumption that is false.
    Dropped,
}

/// How many operations are executed between two looks at the flag.
const SLICE: u64 = 20_000;

/// A thread may execute so many operations before anybody can go on.
const LONGEST: u64 = 50_000_000;

/// The first thread, when it is alone, does not come to an end if an operation takes more.
const ENDLESS: u64 = 2_000_000;

/// A machine with what it needs.
pub(super) struct Core<'a, 'i, 'p> {
    pub(super) driver: &'a Driver,
    pub(super) machine: Machine<'i, 'p, Concrete>,
    interleaver: Interleaver<'i, 'p>,
    pub(super) encoder: Encoder,
    pub(super) shared: &'a Shared,
    has_base: bool,
    limits: Limits,
    at_once: Option<EventOf<Concrete>>,
    pub(super) transitions: u64,
    /// The number of the scenario.
    pub(super) number: u64,
    /// The thread that goes on and begins an operation, if it does.
    begins: Option<usize>,
}

impl<'a, 'i, 'p> Core<'a, 'i, 'p> {
    pub(super) fn new(
        driver: &'a Driver,
        image: &'i Image<'p>,
        granularity: Granularity,
        limits: Limits,
        has_base: bool,
        shared: &'a Shared,
    ) -> Self {
        let mut machine = Machine::new(image, Concrete, limits);
        machine.allow_threads(Clock::Free);
        Core {
            driver,
            machine,
            interleaver: Interleaver::new(image, granularity).letting_alone(),
            encoder: Encoder::new(),
            shared,
            has_base,
            limits,
            at_once: None,
            transitions: 0,
            number: 0,
            begins: None,
        }
    }

    fn program(&self) -> &'p Program {
        self.machine.image().program()
    }

    /// Begins the driver.
    pub(super) fn start(&mut self, base: &Base) -> Result<(), Trouble> {
        self.machine.start_from(base, self.driver.entry, &[]).map_err(|what| {
            let construct = replay::unsupported(self.program(), what);
            Trouble::Skipped(Skipped { construct, location: Location::default() })
        })?;
        self.machine.resume_interleaved(&mut self.interleaver, false);
        self.at_once = None;
        Ok(())
    }

    /// The canonical form of the state. `more` are numbers that tell states apart besides.
    pub(super) fn encode(&mut self, question: Question, more: &[u64]) -> &[u8] {
        let current = self.machine.current_thread();
        let under_way = match question {
            Question::Pick(..) => None,
            Question::Notify(_) => current.map(|thread| UnderWay { thread, passes: true }),
            Question::Choose(..) => current.map(|thread| UnderWay { thread, passes: false }),
        };
        self.encoder.encode_threads(&self.machine, under_way, more)
    }

    /// Puts the machine into a state; it asks again what it asked there.
    pub(super) fn restore(&mut self, bytes: &[u8]) -> Result<Question, Trouble> {
        let under_way = self.encoder.decode_threads(&mut self.machine, bytes);
        (self.at_once, self.begins) = (None, None);
        let passes = under_way.is_some_and(|under_way| under_way.passes);
        self.machine.resume_interleaved(&mut self.interleaver, passes);
        match under_way {
            None => Ok(Question::Pick(self.machine.enabled().len(), None)),
            Some(_) => match self.run()? {
                Reached::Question(question) => Ok(question),
                Reached::End | Reached::Stuck | Reached::Endless | Reached::Dropped => {
                    unreachable!("a stored state with a thread under way asks for something")
                }
            },
        }
    }

    /// Remembers the state at hand.
    pub(super) fn mark(&mut self) {
        self.machine.mark();
    }

    /// Looks at what the threads of the state at hand are about to do, for accesses that a JVM may reorder. The machine is at its mark, and
    /// stays there unless this says that it could not be put back.
    pub(super) fn look(&mut self) -> bool {
        let mut touched = Touched::default();
        let seen = self.machine.outlook(&mut self.interleaver).and_then(|outlook| {
            touched.doubtful = outlook.iter().any(|(_, pending)| *pending == Pending::Unknown);
            self.machine.races(&mut self.interleaver, &outlook)
        });
        let is_there = seen.is_some();
        // What threads note of themselves for the tool is no part of the class.
        let program = self.program();
        let class = program.functions[self.driver.entry].name.rsplit_once('.').map_or("", |(class, _)| class);
        let own = |race: &Race| race.library || race.variable.starts_with(class);
        touched.race = seen.into_iter().flatten().find(|race| !own(race)).map(|race| (self.number, race));
        touched.weak = self.interleaver.weak().map(|weak| (self.number, weak.clone()));
        touched.library = self.interleaver.has_touched_plainly();
        if touched.race.is_some() || touched.weak.is_some() || touched.doubtful || touched.library {
            self.shared.touched.lock().unwrap_or_else(PoisonError::into_inner).add(touched);
        }
        if is_there {
            self.machine.resume_interleaved(&mut self.interleaver, false);
        }
        is_there
    }

    /// Goes back to the mark, at which the machine asked which thread goes on; says whether it could.
    pub(super) fn undo(&mut self) -> bool {
        (self.at_once, self.begins) = (None, None);
        let undone = self.machine.undo();
        if undone {
            self.machine.resume_interleaved(&mut self.interleaver, false);
        }
        undone
    }

    /// Answers a question.
    pub(super) fn answer(&mut self, question: Question, value: i128) {
        self.transitions += 1;
        match question {
            Question::Pick(..) => {
                let thread = self.machine.enabled()[value as usize];
                self.begins = Some(thread).filter(|&thread| self.is_before_call(thread));
                self.at_once = self.machine.pick(&mut self.interleaver, value as usize);
            }
            Question::Notify(_) => self.machine.notify(value as usize),
            Question::Choose(choice, _) => self.machine.choose(choice.word(value)),
        }
    }

    /// Executes to the next question or to an end.
    pub(super) fn run(&mut self) -> Result<Reached, Trouble> {
        let mut executed = 0;
        let event = match self.at_once.take() {
            Some(event) => event,
            None => loop {
                let mut fuel = SLICE;
                let event = self.machine.run_interleaved(&mut self.interleaver, &mut fuel, &mut Unwatched);
                executed += SLICE - fuel;
                self.shared.work.fetch_add(SLICE - fuel, Ordering::Relaxed);
                if !matches!(event, Event::Stop(Stop::Paused)) {
                    break event;
                }
                if self.is_stopped() {
                    return Err(Trouble::Stopped);
                }
                if executed > ENDLESS && self.machine.thread_count() == 1 {
                    return Ok(Reached::Endless);
                }
                if executed > LONGEST {
                    let construct = format!("more than {LONGEST} operations of a thread alone");
                    return Err(self.skipped(construct));
                }
            },
        };
        if self.is_stopped() {
            return Err(Trouble::Stopped);
        }
        if self.has_base && self.machine.image().is_disturbed() {
            return Err(Trouble::Disturbed);
        }
        if self.interleaver.was_wrong() {
            return Err(Trouble::FinalsWritten);
        }
        Ok(match event {
            Event::Pick(0) => Reached::Stuck,
            Event::Pick(count) => {
                if self.has_others() {
                    return Err(self.skipped("a thread that the class starts by itself".to_string()));
                }
                Reached::Question(Question::Pick(count, self.forced()))
            }
            Event::Notify(count) => Reached::Question(Question::Notify(count)),
            Event::Stop(stop) => match stop {
                Stop::Choice(choice) => {
                    let top = self.machine.calls().next_back().map(|(function, _)| function);
                    Reached::Question(Question::Choose(choice, top == Some(self.driver.entry)))
                }
                Stop::Returned(_) => Reached::End,
                Stop::Dropped => Reached::Dropped,
                Stop::Exited(_) => {
                    return Err(self.skipped("ending the program in an operation".to_string()));
                }
                Stop::Violation(bug) => {
                    let violation = replay::violation(&self.machine, bug);
                    let construct = format!("an execution that cannot begin: {}", violation.message);
                    return Err(Trouble::Skipped(Skipped { construct, location: violation.location }));
                }
                Stop::Unsupported(what) => {
                    let (construct, location) = replay::stopped(&self.machine, what);
                    return Err(Trouble::Skipped(Skipped { construct, location }));
                }
                Stop::Exhausted(resource) => {
                    let construct = match resource {
                        Resource::Frames => format!("calls nested deeper than {}", self.limits.frames),
                        Resource::Memory => {
                            format!("an execution that needs more than {} bytes of heap", self.limits.heap)
                        }
                        Resource::Room => format!(
                            "an execution that needs more than {} bytes of heap, for which there is no room",
                            self.limits.room
                        ),
                    };
                    return Err(self.skipped(construct));
                }
                Stop::Paused => unreachable!("paused machines go on"),
                Stop::Fork(never) => match never {},
            },
        })
    }

    /// Whether nobody wants to know any more.
    fn is_stopped(&self) -> bool {
        self.shared.stop.load(Ordering::Relaxed) || self.number > self.shared.limit.load(Ordering::Relaxed)
    }

    fn skipped(&self, construct: String) -> Trouble {
        // Whoever is in an operation, which is not the thread that has just been started.
        let mut threads = 0..self.machine.thread_count();
        let thread = threads.find(|&thread| self.is_calling(thread));
        let current = self.machine.current_thread().filter(|&thread| self.is_calling(thread));
        let location = self.machine.thread_location(current.or(thread).unwrap_or(0));
        Trouble::Skipped(Skipped { construct, location })
    }

    /// The thread that goes on before others, by its place among those that can: see the module's documentation.
    fn forced(&self) -> Option<usize> {
        if self.machine.thread_count() == 1 {
            return Some(0);
        }
        if let Some(thread) = self.begins.filter(|&thread| self.machine.current_thread() == Some(thread))
            && !self.is_before_call(thread)
            && let Some(place) = self.machine.enabled().iter().position(|&other| other == thread)
        {
            return Some(place);
        }
        self.machine.enabled().into_iter().position(|thread| !self.is_calling(thread))
    }

    /// Whether a thread is about to note that it calls an operation: nothing else that the driver does there is noticed by others.
    fn is_before_call(&self, thread: usize) -> bool {
        let top = self.machine.calls_of(thread).next_back();
        top.is_some_and(|(function, _)| function == self.driver.operation)
    }

    /// Whether a thread is in the middle of an operation, or about to call one.
    fn is_calling(&self, thread: usize) -> bool {
        let operation = self.driver.operation;
        self.machine.calls_of(thread).any(|(function, _)| function == operation)
    }

    /// How many operations of a thread have returned.
    pub(super) fn returned(&self, thread: usize) -> usize {
        Driver::returned(self.machine.static_value(self.driver.done).unwrap_or(0), thread)
    }

    /// Whether there are other threads than the first one and those of the scenario.
    fn has_others(&self) -> bool {
        let is_known = |thread: usize| {
            let facts = self.machine.thread(thread);
            facts.main || self.driver.threads.iter().any(|&global| self.is(global, facts.object))
        };
        !(0..self.machine.thread_count()).all(is_known)
    }

    fn is(&self, global: GlobalId, object: Reference) -> bool {
        self.machine.static_value(global) == Some(object.into())
    }

    /// The place of a thread of the scenario among those that can go on.
    pub(super) fn place_of(&self, thread: usize) -> Option<usize> {
        let global = self.driver.threads[thread];
        let enabled = self.machine.enabled();
        enabled.iter().position(|&other| self.is(global, self.machine.thread(other).object))
    }

    /// What an execution has asked for.
    pub(super) fn asked(&self) -> Consulted {
        Consulted::by(&self.machine)
    }

    /// Whether elements of shared arrays were copied in one step.
    pub(super) fn has_copied(&self) -> bool {
        self.interleaver.has_copied()
    }
}

/// States that a thread alone has come by, to see that it goes round in circles.
#[derive(Debug, Default)]
pub(super) struct Circles {
    picks: u32,
    seen: HashSet<Box<[u8]>>,
}

impl Circles {
    /// So many points of change are passed before anybody looks.
    const PATIENCE: u32 = 200;

    /// Whether the state was seen before.
    pub(super) fn closes(&mut self, core: &mut Core<'_, '_, '_>, question: Question) -> bool {
        self.picks += 1;
        self.picks > Self::PATIENCE && !self.seen.insert(core.encode(question, &[]).into())
    }
}
