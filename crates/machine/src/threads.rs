//! Several threads on one machine.
//!
//! A thread has frames and registers of its own; objects, globals and monitors belong to all. The frames
//! of the thread under way are those of the machine itself, so the interpreter's loop knows one thread
//! only, and a program with one thread pays nothing. The frames of the others are kept here.
//!
//! # Who goes on
//! The machine never decides which thread goes on. It executes one thread until that must wait, ends, or
//! comes to a point where somebody who [watches](crate::Watch) wants to choose, and then says so with a
//! [`Turn`]. The driver picks one of the [threads that can go on](Machine::enabled) and says
//! [`go_on`](Machine::go_on). So an execution is determined by these picks and the other choices.
//!
//! # What waiting means
//! A thread that finds a monitor taken, or a class that somebody else initialises, has not executed its
//! operation: it does so when it goes on. A thread that waits for a notification, sleeps or is parked is in
//! the middle of a call, which ends when it goes on: with the monitor again if it had one, and with an
//! `InterruptedException` if that is how it was woken.
//!
//! A notification wakes one of those that wait; which one the driver decides if there are several. What
//! Java allows beyond that, a wake-up without a cause, never happens here.
//! What an interrupt of a thread that waits may come to is in the module `waiting`.
//! When limits of time are over is in the module `time`.
//!
//! # Threads that have ended
//! A thread is known by its place among those that have not ended, in the order in which they were
//! started. When one ends, those behind it move up, so a state does not remember how many there were.
//! The program ends when all threads have ended that are no daemons.
//!
//! # Class initialisation (JVMS 5.5)
//! A class is being initialised by the thread that has a frame of its initialiser. Others wait until it is
//! gone, the thread itself goes on. Nobody can come between the test of a class's state and the frame,
//! because neither is a point where threads change.

use std::cell::Cell;

use ir::{FunctionId, Id as _};

use crate::code::Op;
use crate::domain::Domain;
use crate::heap::Reference;
use crate::machine::{Frame, LiveFrame, Machine, Point, Purpose};
use crate::stop::{Bug, Stop, Unsupported};
use crate::waiting::Open;

/// How time passes for threads that wait for a while.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clock {
    /// When nobody can go on.
    Virtual,
    /// Any time may have passed at any moment.
    Free,
    /// The same for limits of fewer microseconds than that; longer ones are over only where nothing else goes on.
    Patient(u64),
}

/// How long a thread waits at most.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Limit {
    /// Until that moment.
    At(u64),
    /// So many microseconds more, which pass only where nothing else goes on.
    After(u64),
}

/// Why a machine with several threads returns to its driver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn<V, F> {
    /// As a machine with one thread does. The program ends, or the thread under way goes on after an answer.
    Stop(Stop<V, F>),
    /// Somebody must say who [goes on](Machine::go_on).
    Switch(Switch),
    /// A notification or an interrupt has so many answers; [`Machine::notify`] gives one.
    Notify(usize),
}

/// Why another thread may go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Switch {
    /// The thread must wait.
    Blocked,
    /// The thread is about to do something that others may notice, or notices what others do.
    Visible,
    /// The thread lets others go first.
    Yielded,
    /// The thread has nothing left to do but to leave its group: whoever interleaves is told, and the thread goes on.
    Exiting,
    /// The thread has ended.
    Ended,
}

/// What a thread is waiting for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Status {
    /// Nothing.
    #[default]
    Ready,
    /// A monitor that another thread has.
    Entering(Reference),
    /// The end of a class initialiser that another thread executes.
    Initialising(FunctionId),
    /// A notification by the object, whose monitor it will enter so many times again.
    Waiting {
        /// The object.
        object: Reference,
        /// How often its monitor was entered.
        count: u32,
        /// Until when at most.
        until: Option<Limit>,
        /// Whether it was interrupted, and has not gone on since.
        interrupted: bool,
    },
    /// The monitor of the object, after a notification or an interrupt.
    Notified {
        /// The object.
        object: Reference,
        /// How often its monitor was entered.
        count: u32,
        /// Whether it was interrupted.
        interrupted: bool,
    },
    /// Time to pass.
    Sleeping {
        /// Until when.
        until: Limit,
    },
    /// A permit.
    Parked {
        /// Until when at most.
        until: Option<Limit>,
    },
    /// Nothing any more: it was sleeping or parked.
    Woken {
        /// Whether a sleep was interrupted.
        interrupted: bool,
    },
}

impl Status {
    /// How long the thread waits at most, if there is a limit.
    pub(crate) fn limit(self) -> Option<Limit> {
        match self {
            Status::Sleeping { until } => Some(until),
            Status::Waiting { until, .. } | Status::Parked { until } => until,
            Status::Ready
            | Status::Entering(_)
            | Status::Initialising(_)
            | Status::Notified { .. }
            | Status::Woken { .. } => None,
        }
    }

    /// Whether the thread waits and was interrupted.
    pub(crate) fn is_interrupted(self) -> bool {
        match self {
            Status::Waiting { interrupted, .. } => interrupted,
            Status::Ready
            | Status::Entering(_)
            | Status::Initialising(_)
            | Status::Notified { .. }
            | Status::Sleeping { .. }
            | Status::Parked { .. }
            | Status::Woken { .. } => false,
        }
    }

    /// Whether the thread is in the middle of a call of a native method.
    pub(crate) fn is_under_way(self) -> bool {
        match self {
            Status::Ready | Status::Entering(_) | Status::Initialising(_) => false,
            Status::Waiting { .. }
            | Status::Notified { .. }
            | Status::Sleeping { .. }
            | Status::Parked { .. }
            | Status::Woken { .. } => true,
        }
    }

    /// The object that matters.
    pub(crate) fn object(self) -> Option<Reference> {
        match self {
            Status::Entering(object) | Status::Waiting { object, .. } | Status::Notified { object, .. } => {
                Some(object)
            }
            Status::Ready
            | Status::Initialising(_)
            | Status::Sleeping { .. }
            | Status::Parked { .. }
            | Status::Woken { .. } => None,
        }
    }
}

/// How far a thread is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Phase {
    /// It does what it was started for.
    #[default]
    Running,
    /// It tells its handler of an exception that nobody caught.
    Dispatching,
    /// It leaves its group and forgets its locals.
    Exiting,
    /// It has nothing left to do but to let others know that it has ended.
    Ending,
}

/// A thread that has not ended.
#[derive(Debug, Default)]
pub(crate) struct Thread<V> {
    pub(crate) facts: ThreadFacts,
    /// The native method that has thrown last.
    thrower: Option<FunctionId>,
    /// Whether a frame initialises a class; known of threads that are not under way.
    initialises: bool,
    /// Of threads that are not under way.
    frames: Vec<Frame>,
    registers: Vec<V>,
}

impl<V: Clone> Clone for Thread<V> {
    fn clone(&self) -> Self {
        let Thread { facts, thrower, initialises, ref frames, ref registers } = *self;
        Thread { facts, thrower, initialises, frames: frames.clone(), registers: registers.clone() }
    }

    /// Asks for no memory where there is enough: a search goes back to the same moment again and again.
    fn clone_from(&mut self, from: &Self) {
        let Thread { facts, thrower, initialises, frames, registers } = from;
        (self.facts, self.thrower, self.initialises) = (*facts, *thrower, *initialises);
        self.frames.clone_from(frames);
        self.registers.clone_from(registers);
    }
}

impl<V> Thread<V> {
    /// A thread without frames.
    fn new(facts: ThreadFacts) -> Self {
        Thread { facts, thrower: None, initialises: false, frames: Vec::new(), registers: Vec::new() }
    }
}

/// What a thread is, besides its frames.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ThreadFacts {
    /// The program's object for it; `null` for the first thread, as long as nobody has asked.
    pub object: Reference,
    /// What it waits for.
    pub status: Status,
    /// How far it is.
    pub phase: Phase,
    /// Whether it may go on the next time it parks.
    pub permit: bool,
    /// Whether the program ends without it.
    pub daemon: bool,
    /// Whether it is the one that the program begins with.
    pub main: bool,
}

/// The threads of a machine.
#[derive(Clone, Debug, Default)]
pub(crate) struct Threads<V> {
    /// None if the machine cannot have several.
    pub(crate) clock: Option<Clock>,
    /// Those that have not ended, in the order in which they were started; none if there cannot be several.
    list: Vec<Thread<V>>,
    /// The one under way; behind all others if it has ended.
    pub(crate) current: usize,
    /// Whether a thread that is not under way initialises a class.
    pub(crate) others_initialise: bool,
    /// For each function whether it initialises a class, as far as known.
    initialisers: Vec<Option<bool>>,
    /// What a model says ends the turn.
    turn: Option<Ends>,
    /// Whether somebody has looked what other threads wait for.
    looked: Cell<bool>,
    /// What a model leaves open that ends the turn with a question.
    pub(crate) open: Option<Open>,
    /// Threads that are gone: a search that puts them back again and again need not ask for their memory.
    gone: Vec<Thread<V>>,
}

/// The memory of so many threads is kept.
const MOST_GONE: usize = 64;

/// How the names of functions end that initialise classes.
const INITIALISER: &str = ".<initialise>";

/// What ends a turn though the thread's operation is done or under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ends {
    Switch(Switch),
    Notify(usize),
    /// The program is over.
    Over,
}

impl<V: Copy> Threads<V> {
    pub(crate) fn new() -> Self {
        Threads {
            clock: None,
            list: Vec::new(),
            current: 0,
            others_initialise: false,
            initialisers: Vec::new(),
            turn: None,
            looked: Cell::new(false),
            open: None,
            gone: Vec::new(),
        }
    }

    /// Notes that somebody looks what other threads wait for.
    pub(crate) fn note_look(&self) {
        self.looked.set(true);
    }

    /// Whether there can be several.
    pub(crate) fn is_on(&self) -> bool {
        !self.list.is_empty()
    }

    /// Forgets all threads; the machine has one again.
    pub(crate) fn clear(&mut self) {
        self.gone.append(&mut self.list);
        self.gone.truncate(MOST_GONE);
        self.current = 0;
        self.others_initialise = false;
        self.turn = None;
        self.open = None;
    }

    /// Begins with the first thread, if there can be several.
    pub(crate) fn begin(&mut self) {
        self.clear();
        if self.clock.is_some() {
            self.list.push(Thread::new(ThreadFacts { main: true, ..ThreadFacts::default() }));
        }
    }

    /// Copies what a moment keeps.
    pub(crate) fn remember(&mut self, from: &Threads<V>) {
        if !self.list.is_empty() || !from.list.is_empty() {
            self.list.clone_from(&from.list);
        }
        self.current = from.current;
        self.others_initialise = from.others_initialise;
        self.turn = from.turn;
        self.open = from.open;
    }

    /// Ends the turn of the thread under way.
    pub(crate) fn end_turn(&mut self, ends: Ends) {
        self.turn = Some(ends);
    }

    /// What has ended the turn, if something has.
    pub(crate) fn take_turn<F>(&mut self) -> Option<Turn<V, F>> {
        self.turn.take().map(|ends| match ends {
            Ends::Switch(switch) => Turn::Switch(switch),
            Ends::Notify(waiting) => Turn::Notify(waiting),
            Ends::Over => Turn::Stop(Stop::Returned(None)),
        })
    }

    /// Whether a thread that is not under way executes a class initialiser.
    pub(crate) fn is_initialised_elsewhere(&self, function: FunctionId) -> bool {
        let others = self.list.iter().enumerate().filter(|(other, _)| *other != self.current);
        others.flat_map(|(_, thread)| &thread.frames).any(|frame| frame.function == function)
    }

    fn is_initialiser(&mut self, program: &ir::Program, function: FunctionId) -> bool {
        let index = function.index();
        if self.initialisers.len() <= index {
            self.initialisers.resize(index + 1, None);
        }
        *self.initialisers[index]
            .get_or_insert_with(|| program.functions[function].name.ends_with(INITIALISER))
    }
}

/// What a machine with threads answers when something does not go on as it was.
pub(crate) type Handled<D> = Result<(), Turn<<D as Domain>::Value, <D as Domain>::Fork>>;

impl<D: Domain> Machine<'_, '_, D> {
    /// Says that programs may start threads: they are driven with [`run_threads`](Self::run_threads). The
    /// next [`start`](Self::start) begins so.
    pub fn allow_threads(&mut self, clock: Clock) {
        self.threads.clock = Some(clock);
    }

    /// How many threads have not ended; 0 if there cannot be several.
    pub fn thread_count(&self) -> usize {
        self.threads.list.len()
    }

    /// The thread under way, if it has not ended.
    pub fn current_thread(&self) -> Option<usize> {
        (self.threads.current < self.threads.list.len()).then_some(self.threads.current)
    }

    /// What a thread is.
    pub fn thread(&self, thread: usize) -> &ThreadFacts {
        &self.threads.list[thread].facts
    }

    pub(crate) fn facts_mut(&mut self, thread: usize) -> &mut ThreadFacts {
        &mut self.threads.list[thread].facts
    }

    pub(crate) fn current_facts(&mut self) -> Option<&mut ThreadFacts> {
        self.threads.list.get_mut(self.threads.current).map(|thread| &mut thread.facts)
    }

    /// The thread with that object.
    pub(crate) fn thread_of(&self, object: Reference) -> Option<usize> {
        self.threads.looked.set(true);
        self.threads.list.iter().position(|thread| thread.facts.object == object && object != 0)
    }

    /// The threads, for those who look for all references.
    pub(crate) fn all_facts(&self) -> impl Iterator<Item = &ThreadFacts> + '_ {
        self.threads.list.iter().map(|thread| &thread.facts)
    }

    /// The frames and registers of a thread.
    fn stack(&self, thread: usize) -> (&[Frame], &[D::Value]) {
        if thread == self.threads.current {
            (&self.frames, &self.registers)
        } else {
            let thread = &self.threads.list[thread];
            (&thread.frames, &thread.registers)
        }
    }

    pub(crate) fn frames_of(&self, thread: usize) -> &[Frame] {
        self.stack(thread).0
    }

    /// What to keep of the frames of a thread: see [`live_frames`](Self::live_frames).
    pub fn live_frames_of(&self, thread: usize) -> impl Iterator<Item = LiveFrame<'_, D::Value>> + '_ {
        let (frames, registers) = self.stack(thread);
        let under_way =
            self.threads.list.get(thread).is_some_and(|thread| thread.facts.status.is_under_way());
        frames.iter().enumerate().map(move |(depth, frame)| {
            let live = &self.image.live(frame.function)[frame.pc as usize];
            let before = match frames.get(depth + 1) {
                Some(above) => above.purpose == Purpose::Again,
                None => !under_way,
            };
            LiveFrame {
                function: frame.function,
                point: Point { pc: frame.pc, purpose: frame.purpose, before },
                live: live.kept(before),
                registers: &registers[frame.base..],
            }
        })
    }

    /// How deep the calls of a thread are nested.
    pub fn depth_of(&self, thread: usize) -> usize {
        self.stack(thread).0.len()
    }

    /// The functions that a thread has under way with the statements that they are at, the outermost first.
    pub fn calls_of(
        &self,
        thread: usize,
    ) -> impl DoubleEndedIterator<Item = (FunctionId, crate::code::Origin)> + '_ {
        self.stack(thread).0.iter().map(|frame| {
            let code = self.image.frame_code(frame.function);
            (frame.function, code.origins[frame.pc as usize])
        })
    }

    /// Whether a thread other than the given one executes a class initialiser.
    pub(crate) fn is_initialised_by_another(&self, thread: usize, function: FunctionId) -> bool {
        (0..self.threads.list.len())
            .filter(|&other| other != thread)
            .any(|other| self.stack(other).0.iter().any(|frame| frame.function == function))
    }

    /// Whether a class initialiser must be waited for by the thread under way.
    pub(crate) fn must_wait_for(&self, initialiser: FunctionId) -> bool {
        self.threads.others_initialise && self.threads.is_initialised_elsewhere(initialiser)
    }

    pub(crate) fn is_free(&self, object: Reference, thread: usize) -> bool {
        let lock = self.heap.held(object);
        lock.count == 0 || lock.owner as usize == thread
    }

    /// Whether any time may have passed at any moment.
    pub fn is_time_free(&self) -> bool {
        match self.threads.clock {
            Some(Clock::Free | Clock::Patient(_)) => true,
            Some(Clock::Virtual) | None => false,
        }
    }

    /// The threads that can go on, ascending.
    pub fn enabled(&self) -> Vec<usize> {
        self.each_enabled().collect()
    }

    /// The threads that can go on, ascending, one after the other.
    pub fn each_enabled(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.threads.list.len()).filter(|&thread| self.is_enabled(thread))
    }

    /// Makes a thread the one under way, without letting it go on.
    pub(crate) fn switch_to(&mut self, thread: usize) {
        let old = self.threads.current;
        if old == thread {
            return;
        }
        if old < self.threads.list.len() {
            let used = self.used_registers();
            let program = self.image.program();
            let initialises = (0..self.frames.len()).any(|depth| {
                let function = self.frames[depth].function;
                self.threads.is_initialiser(program, function)
            });
            let stashed = &mut self.threads.list[old];
            std::mem::swap(&mut stashed.frames, &mut self.frames);
            std::mem::swap(&mut stashed.registers, &mut self.registers);
            // Nobody looks at what lies above.
            stashed.registers.truncate(used);
            stashed.thrower = self.thrower.take();
            stashed.initialises = initialises;
        }
        let entered = &mut self.threads.list[thread];
        std::mem::swap(&mut entered.frames, &mut self.frames);
        std::mem::swap(&mut entered.registers, &mut self.registers);
        self.thrower = entered.thrower.take();
        self.threads.current = thread;
        let mut others = self.threads.list.iter().enumerate();
        self.threads.others_initialise =
            others.any(|(other, thread)| other != self.threads.current && thread.initialises);
    }

    /// Lets a thread go on that can.
    ///
    /// # Panics
    /// If it cannot.
    pub fn go_on(&mut self, thread: usize) -> Handled<D> {
        assert!(
            self.is_enabled(thread) || self.is_least_patient(thread),
            "only a thread that can go on does, or one whose limit of time is over"
        );
        self.switch_to(thread);
        let status = std::mem::take(&mut self.facts_mut(thread).status);
        if let (Some(limit), true, false) = (status.limit(), self.is_time_free(), status.is_interrupted()) {
            self.pass(limit);
        }
        match status {
            // The operation is done again.
            Status::Ready | Status::Entering(_) | Status::Initialising(_) => Ok(()),
            Status::Waiting { object, count, interrupted, .. } => {
                self.end_wait(thread, object, count, interrupted)
            }
            Status::Notified { object, count, interrupted } => {
                self.end_wait(thread, object, count, interrupted)
            }
            Status::Sleeping { .. } | Status::Parked { .. } => {
                self.finish_call(None);
                Ok(())
            }
            Status::Woken { interrupted: false } => {
                self.finish_call(None);
                Ok(())
            }
            Status::Woken { interrupted: true } => self.interrupt_call("sleep interrupted"),
        }
    }

    fn end_wait(&mut self, thread: usize, object: Reference, count: u32, interrupted: bool) -> Handled<D> {
        self.heap.set_lock(object, thread as u32, count);
        if interrupted {
            return self.interrupt_call("");
        }
        self.finish_call(None);
        Ok(())
    }

    /// Ends the call under way with an exception, and forgets that the thread was interrupted.
    fn interrupt_call(&mut self, message: &str) -> Handled<D> {
        let object = self.threads.list[self.threads.current].facts.object;
        let frame = *self.frames.last().expect("a thread that waits is in a call");
        let native = self.called(frame).expect("a thread that waits is in a call of a native method");
        if self.set_interrupted(object, false).is_err() {
            return Err(Turn::Stop(Stop::Unsupported(Unsupported::Native(native))));
        }
        let message = Some(message).filter(|message| !message.is_empty());
        self.construct(native, "java.lang.InterruptedException", message).map_err(Turn::Stop)
    }

    /// Which function the operation of a frame calls, by name or through the method of an object.
    fn called(&self, frame: Frame) -> Option<FunctionId> {
        let code = self.image.frame_code(frame.function);
        let op = code.ops[frame.pc as usize];
        if let Op::Call { function, .. } | Op::CallSpecial { function, .. } = op {
            return Some(FunctionId::new(function as usize));
        }
        // Methods that wait are final: whoever has one has this one.
        let program = self.image.program();
        matches!(op, Op::CallVirtual { .. }).then_some(())?;
        program
            .function_named("java.lang.Object.wait0(J)V")
            .or_else(|| program.function_named("java.lang.Object.wait(J)V"))
    }

    /// Starts a thread that calls `function` with its object.
    pub(crate) fn spawn(&mut self, object: Reference, function: FunctionId, daemon: bool) {
        let facts = ThreadFacts { object, daemon, ..ThreadFacts::default() };
        self.threads.list.push(Thread::new(facts));
        let (starter, started) = (self.threads.current, self.threads.list.len() - 1);
        self.switch_to(started);
        let receiver = self.domain.constant(object.into());
        self.push_frame(function, &[receiver], Purpose::Call);
        self.switch_to(starter);
    }

    /// Says whether somebody has looked what threads other than the one under way wait for since this was last asked.
    pub fn take_looked(&self) -> bool {
        self.threads.looked.replace(false)
    }

    /// Whether a thread executes a class initialiser.
    pub fn initialises(&self, thread: usize) -> bool {
        let program = self.image.program();
        let is_one = |frame: &Frame| program.functions[frame.function].name.ends_with(INITIALISER);
        self.frames_of(thread).iter().any(is_one)
    }

    /// Whether the thread under way is the one that the program has begun with.
    pub fn is_main(&self) -> bool {
        self.threads.list.get(self.threads.current).is_none_or(|thread| thread.facts.main)
    }

    /// Whether the thread under way is the first one, and no handler of the program's waits for exceptions that
    /// nobody catches.
    pub fn is_main_without_handler(&mut self) -> bool {
        self.is_main() && self.has_no_handler()
    }

    /// Lets the handler of the thread know of an exception that nobody caught, as a JVM does; then the thread ends.
    /// The machine has stopped with the exception.
    pub fn dispatch(&mut self, exception: Reference) -> Result<(), Unsupported> {
        let program = self.image.program();
        let Some(thread) = self.threads.list.get(self.threads.current) else {
            return Err(Unsupported::Literal);
        };
        let object = thread.facts.object;
        let name = "java.lang.Thread.dispatchUncaughtException(Ljava/lang/Throwable;)V";
        let function = program.function_named(name).ok_or(Unsupported::Literal)?;
        if object == 0 || self.image.code(function).is_none() {
            return Err(Unsupported::NoBody(function));
        }
        self.release_all();
        self.frames.clear();
        let (object, exception) =
            (self.domain.constant(object.into()), self.domain.constant(exception.into()));
        self.push_frame(function, &[object, exception], Purpose::Call);
        self.facts_mut(self.threads.current).phase = Phase::Dispatching;
        Ok(())
    }

    /// Ends the thread under way, which has stopped with an exception that nothing catches and nobody wants to be told of. What the library's
    /// own handler does, printing it, is no part of a state.
    pub(crate) fn abandon(&mut self) -> Handled<D> {
        self.release_all();
        self.frames.clear();
        self.end_phase(None, true)
    }

    /// Leaves all monitors. Compiled code does so by itself, also when an exception passes; other code may not.
    fn release_all(&mut self) {
        let current = self.threads.current as u32;
        let held: Vec<Reference> =
            self.heap.locks().iter().filter(|lock| lock.owner == current).map(|lock| lock.object).collect();
        for object in held {
            self.heap.set_lock(object, current, 0);
        }
    }

    /// What becomes of a thread whose outermost function is done, with an exception or without.
    pub(crate) fn end_phase(&mut self, result: Option<D::Value>, interleaves: bool) -> Handled<D> {
        let current = self.threads.current;
        let facts = *self.thread(current);
        let exit = "java.lang.Thread.exit()V";
        match facts.phase {
            Phase::Running | Phase::Dispatching => {
                // Nobody is left who could see it go.
                if self.threads.list.len() == 1 {
                    return Err(Turn::Stop(Stop::Returned(result)));
                }
                let function = self.image.program().function_named(exit);
                let code = function.filter(|&function| self.image.code(function).is_some());
                let (Some(function), true) = (code, facts.object != 0) else {
                    return self.end(interleaves);
                };
                self.frames.clear();
                let object = self.domain.constant(facts.object.into());
                self.push_frame(function, &[object], Purpose::Call);
                self.facts_mut(current).phase = Phase::Exiting;
                if interleaves { Err(Turn::Switch(Switch::Exiting)) } else { Ok(()) }
            }
            Phase::Exiting => self.end(interleaves),
            Phase::Ending => self.end_thread(),
        }
    }

    /// Ends the thread under way. Others wait for that with the monitor of its object, so it needs the monitor, too: nobody
    /// may look whether it is alive, find that it is, and then wait when it is not any more. Where threads are
    /// interleaved, others may go on before.
    fn end(&mut self, interleaves: bool) -> Handled<D> {
        let current = self.threads.current;
        let object = self.thread(current).object;
        if !interleaves && (object == 0 || self.is_free(object, current)) {
            return self.end_thread();
        }
        self.frames.clear();
        let facts = self.facts_mut(current);
        facts.phase = Phase::Ending;
        if object != 0 {
            facts.status = Status::Entering(object);
        }
        Err(Turn::Switch(Switch::Blocked))
    }

    /// Takes the thread under way off the list, which notifies all that wait for its object: those that join it. Where some of them
    /// were interrupted, the driver says which of them that was too late for.
    fn end_thread(&mut self) -> Handled<D> {
        let object = self.thread(self.threads.current).object;
        let open = Open::End(object);
        match self.answers(open) {
            1 => self.end_notifying(object, 0),
            several => {
                self.threads.open = Some(open);
                Err(Turn::Notify(several))
            }
        }
    }

    /// The same, when it is known who is notified: by the number of the answer.
    pub(crate) fn end_notifying(&mut self, object: Reference, answer: usize) -> Handled<D> {
        let current = self.threads.current;
        if object != 0 && self.set_alive(object, false).is_err() {
            return Err(Turn::Stop(Stop::Unsupported(Unsupported::Literal)));
        }
        self.release_all();
        if object != 0 {
            self.decide(Open::Notification { object, all: true }, answer);
        }
        self.frames.clear();
        self.threads.list.remove(current);
        self.heap.remove_owner(current as u32);
        self.threads.current = self.threads.list.len();
        self.threads.others_initialise = self.threads.list.iter().any(|thread| thread.initialises);
        if self.all_facts().all(|facts| facts.daemon) {
            return Err(Turn::Stop(Stop::Returned(None)));
        }
        Err(Turn::Switch(Switch::Ended))
    }

    /// What an exception does that no function of the thread catches.
    pub(crate) fn uncaught(&mut self, bug: Bug, interleaves: bool) -> Handled<D> {
        let phase = self.threads.list.get(self.threads.current).map(|thread| thread.facts.phase);
        match (phase, bug) {
            // A JVM forgets what goes wrong there.
            (Some(Phase::Dispatching | Phase::Exiting | Phase::Ending), Bug::Exception(_)) => {
                self.end_phase(None, interleaves)
            }
            (None | Some(Phase::Running), _) | (Some(_), Bug::Assertion | Bug::Failure(_) | Bug::Trap(_)) => {
                Err(Turn::Stop(Stop::Violation(bug)))
            }
        }
    }

    /// Adds a thread to a machine that was [cleared](Self::clear) and makes it the one under way: its frames come next.
    pub fn restore_thread(&mut self, facts: ThreadFacts) {
        let mut thread = Thread::new(facts);
        if let Some(gone) = self.threads.gone.pop() {
            (thread.frames, thread.registers) = (gone.frames, gone.registers);
            thread.frames.clear();
            thread.registers.clear();
        }
        self.threads.list.push(thread);
        self.switch_to(self.threads.list.len() - 1);
    }

    /// Says which thread is under way, when all have their frames.
    pub fn restore_current(&mut self, thread: usize) {
        self.switch_to(thread);
    }

    /// Notes that the thread under way waits.
    pub(crate) fn wait_as(&mut self, status: Status) {
        self.facts_mut(self.threads.current).status = status;
    }

    /// Goes on behind the assertion that the machine has stopped at.
    pub(crate) fn pass_statement(&mut self) {
        let frame = self.frames.last_mut().expect("a thread under way has a frame");
        let code = self.image.frame_code(frame.function);
        while let Op::Constant { .. } = code.ops[frame.pc as usize] {
            frame.pc += 1;
        }
        frame.pc += 1;
    }

    /// Goes to the beginning of the statement, so that the thread can go on there.
    pub(crate) fn back_to_statement(&mut self) {
        let frame = self.frames.last_mut().expect("a thread under way has a frame");
        frame.pc = self.image.frame_code(frame.function).statement_start(frame.pc);
    }
}
