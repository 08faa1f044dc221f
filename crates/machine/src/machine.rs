//! The state of an execution, and everything but the interpreter's loop.

use ir::{ClassId, FunctionId, Id as _, Initialiser, IntType, LiteralId, Position, RefType, Trap, Type};

use crate::code::{LiveRegister, NOWHERE, Op, Origin};
use crate::collect::Room;
use crate::consulted::Consulted;
use crate::domain::Domain;
use crate::heap::{Heap, Reference};
use crate::image::Image;
use crate::methods::MethodCache;
use crate::natives::{self, Answer, Call, Problem};
use crate::outcome::Operand;
use crate::stop::{Choice, Resource, Stop, Unsupported};
use crate::threads::{Ends, Handled, Status, Switch, Threads, Turn};
use crate::undo::Mark;
use crate::watch::{Access, Unwatched, Watch};
use crate::word::Word;

/// What an execution may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Nested calls.
    pub frames: usize,
    /// Registers of all frames together.
    pub registers: usize,
    /// Bytes of the heap that can be reached: a program that needs more runs out of memory.
    pub heap: usize,
    /// Bytes of the heap that there is room for. It is about us and not about the program: an execution that
    /// needs more stops, and nothing is known about it.
    pub room: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { frames: 100_000, registers: 1 << 24, heap: 1 << 31, room: usize::MAX }
    }
}

/// What making an exception may use beyond the limits, so that running out can be an exception too.
const SPARE_FRAMES: usize = 64;
const SPARE_REGISTERS: usize = 1 << 20;
const SPARE_HEAP: usize = 1 << 16;

impl Limits {
    /// What may be used while an exception is made for a trap, or otherwise.
    pub(crate) fn within(self, raising: bool) -> Limits {
        if raising {
            Limits {
                frames: self.frames.saturating_add(SPARE_FRAMES),
                registers: self.registers.saturating_add(SPARE_REGISTERS),
                heap: self.heap.saturating_add(SPARE_HEAP),
                room: self.room.saturating_add(SPARE_HEAP),
            }
        } else {
            self
        }
    }

    /// Whether another frame may be made above `frames` others, with registers up to `end`.
    #[inline(always)]
    pub(crate) fn allow_frame(&self, frames: usize, end: usize) -> bool {
        frames < self.frames && end <= self.registers
    }
}

/// Why a frame was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// The caller's operation is a call and gets the result.
    Call,
    /// The caller's operation is done again.
    Again,
    /// The caller's operation trapped, and the result is the exception.
    Raise,
    /// The caller's operation threw this exception, which the function constructs.
    Construct(Reference),
}

/// A function under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Frame {
    pub(crate) function: FunctionId,
    /// The operation that is next or, for a caller, under way.
    pub(crate) pc: u32,
    /// Where its registers start.
    pub(crate) base: usize,
    pub(crate) purpose: Purpose,
    /// Whether it or a function below it makes an exception for a trap.
    pub(crate) raising: bool,
}

/// Where a program writes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    /// Standard output.
    Output,
    /// Standard error.
    Error,
}

/// Why the interpreter's loop was left: what the slow paths deal with.
#[derive(Debug)]
pub(crate) enum Exit<V, F> {
    Stop(Stop<V, F>),
    Trap(Trap, [V; 2]),
    /// A cast trapped: the value, and the type that it does not have.
    Cast(V, RefType),
    Throw(V),
    /// An assertion has failed and made this exception.
    Fail(V),
    /// The operation calls a function without code.
    Native(FunctionId),
    /// The operation needs an object that is not made yet.
    Literal(LiteralId),
    /// The operation needs so many bytes, and the heap must be collected first.
    Full(usize),
    /// The thread must wait before the operation.
    Blocked(Status),
    /// Somebody may go on before the operation, because others may notice it.
    Visible,
}

/// A moment of an execution that one can go back to.
#[derive(Clone, Debug)]
pub struct Moment<V> {
    frames: Vec<Frame>,
    registers: Vec<V>,
    threads: Threads<V>,
    heap: Mark,
}

impl<V: Copy> Default for Moment<V> {
    fn default() -> Self {
        Moment { frames: Vec::new(), registers: Vec::new(), threads: Threads::new(), heap: Mark::default() }
    }
}

/// An execution of a program in a domain. A clone goes its own way: that is how an engine goes on in
/// several directions after a [`Stop::Fork`].
#[derive(Clone, Debug)]
pub struct Machine<'i, 'p, D: Domain> {
    pub(crate) image: &'i Image<'p>,
    pub(crate) domain: D,
    pub(crate) limits: Limits,
    pub(crate) heap: Heap<D::Value>,
    pub(crate) frames: Vec<Frame>,
    pub(crate) registers: Vec<D::Value>,
    pub(crate) threads: Threads<D::Value>,
    pub(crate) methods: MethodCache,
    pub(crate) natives: natives::Cache<D>,
    pub(crate) assertions: bool,
    /// Whether this is the only execution: what it prints is kept.
    pub(crate) alone: bool,
    /// The native method that has thrown last.
    pub(crate) thrower: Option<FunctionId>,
    printed: Vec<(Stream, Vec<u8>)>,
    /// What [`undo`](Self::undo) goes back to.
    marked: Moment<D::Value>,
    pub(crate) zero: D::Value,
    /// How often a model found no room for what the operation needs.
    refused: u8,
    pub(crate) eager: bool,
    /// What the program has asked for. It is never taken back.
    pub(crate) consulted: Consulted,
    /// Whether what is random is one sequence.
    pub(crate) fixed_draws: bool,
    /// Whether running out of something stops instead of making an exception.
    pub(crate) stop_exhausted: bool,
    /// Whether a trap whose exception nobody catches stops without making it.
    pub(crate) stop_uncaught: bool,
    /// The classes whose initialisation was begun, in order.
    pub(crate) initialised: Vec<ClassId>,
}

impl<'i, 'p, D: Domain> Machine<'i, 'p, D> {
    /// A machine with nothing to execute yet; globals have their initial values.
    pub fn new(image: &'i Image<'p>, mut domain: D, limits: Limits) -> Self {
        let zero = domain.constant(0);
        let mut heap = Heap::new();
        heap.set_threshold(limits.heap.min(limits.room).min(crate::collect::SMALL));
        Machine {
            image,
            domain,
            limits,
            heap,
            frames: Vec::new(),
            registers: Vec::new(),
            threads: Threads::new(),
            methods: MethodCache::new(),
            natives: natives::Cache::new(),
            assertions: true,
            alone: false,
            thrower: None,
            printed: Vec::new(),
            marked: Moment::default(),
            zero,
            refused: 0,
            eager: false,
            consulted: Consulted::default(),
            fixed_draws: false,
            stop_exhausted: false,
            stop_uncaught: false,
            initialised: Vec::new(),
        }
    }

    /// The program that is executed.
    pub fn image(&self) -> &'i Image<'p> {
        self.image
    }

    /// What the execution may use.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The domain.
    pub fn domain(&self) -> &D {
        &self.domain
    }

    /// The domain, to change.
    pub fn domain_mut(&mut self) -> &mut D {
        &mut self.domain
    }

    /// The heap.
    pub fn heap(&self) -> &Heap<D::Value> {
        &self.heap
    }

    /// The heap, to change.
    pub fn heap_mut(&mut self) -> &mut Heap<D::Value> {
        &mut self.heap
    }

    /// Begins a new execution with a call of the function; globals have their initial values again.
    /// Fails if the function has no body.
    ///
    /// # Panics
    /// If there are not as many arguments as parameters.
    pub fn start(&mut self, function: FunctionId, arguments: &[D::Value]) -> Result<(), Unsupported> {
        self.clear();
        let Some(code) = self.image.code(function) else {
            return Err(Unsupported::NoBody(function));
        };
        assert_eq!(arguments.len(), usize::from(code.parameters), "every parameter gets an argument");
        self.threads.begin();
        self.push_frame(function, arguments, Purpose::Call);
        Ok(())
    }

    /// Gives up what is under way and calls another function; objects and globals stay. Fails if the
    /// function has no code.
    pub fn call(&mut self, function: FunctionId, arguments: &[D::Value]) -> Result<(), Unsupported> {
        if self.image.code(function).is_none() {
            return Err(Unsupported::NoBody(function));
        }
        self.frames.clear();
        self.push_frame(function, arguments, Purpose::Call);
        Ok(())
    }

    /// Pushes a frame of a function that has code.
    pub(crate) fn push_frame(&mut self, function: FunctionId, arguments: &[D::Value], purpose: Purpose) {
        let code = self.image.frame_code(function);
        let base = self.used_registers();
        let raising = purpose == Purpose::Raise || self.frames.last().is_some_and(|frame| frame.raising);
        let end = base + usize::from(code.registers);
        if self.registers.len() < end {
            self.registers.resize(end, self.zero);
        }
        self.registers[base..base + arguments.len()].copy_from_slice(arguments);
        for (index, &constant) in code.constants.iter().enumerate() {
            self.registers[base + usize::from(code.first_constant) + index] = self.domain.constant(constant);
        }
        self.frames.push(Frame { function, pc: 0, base, purpose, raising });
    }

    /// Executes until something stops it or the fuel is used up: one unit for each operation, and more for one that
    /// takes as long as many, because it touches much of what the program has made.
    pub fn run(&mut self, fuel: &mut u64) -> Stop<D::Value, D::Fork> {
        self.run_watched(fuel, &mut Unwatched)
    }

    /// Like [`run`](Self::run), while somebody watches every operation.
    ///
    /// # Panics
    /// If programs may start threads: see [`run_threads`](Self::run_threads).
    pub fn run_watched<W: Watch<D>>(&mut self, fuel: &mut u64, watch: &mut W) -> Stop<D::Value, D::Fork> {
        match self.run_threads(fuel, watch) {
            Turn::Stop(stop) => stop,
            turn @ (Turn::Switch(_) | Turn::Notify(_)) => {
                unreachable!("a machine with one thread has no turns: {turn:?}")
            }
        }
    }

    /// Executes the thread under way until something stops it, another may go on, or the fuel is used up.
    pub fn run_threads<W: Watch<D>>(&mut self, fuel: &mut u64, watch: &mut W) -> Turn<D::Value, D::Fork> {
        // The end of a thread about which the driver has decided something.
        if let Some(turn) = self.threads.take_turn() {
            return turn;
        }
        loop {
            let turn = match self.execute(fuel, watch) {
                Exit::Stop(stop) => Err(stop),
                Exit::Trap(trap, _) if self.is_end(trap, watch) => {
                    self.back_to_statement();
                    return Turn::Switch(Switch::Visible);
                }
                Exit::Trap(trap, arguments) => self.trap(trap, arguments),
                Exit::Cast(value, ty) => self.cast_trap(value, ty),
                Exit::Throw(exception) => self.throw(exception),
                Exit::Fail(exception) => self.fail(exception),
                Exit::Native(function) => {
                    if let Err(fork) = self.settle_arguments(function) {
                        return Turn::Stop(Stop::Fork(fork));
                    }
                    if W::INTERLEAVES {
                        let arguments = self.native_arguments(function);
                        if watch.is_visible(&self.heap, Access::Native(function, &arguments)) {
                            self.back_to_statement();
                            return Turn::Switch(Switch::Visible);
                        }
                    }
                    let done = self.native(function);
                    // An assumption that is false: the call is still to be done.
                    if W::INTERLEAVES
                        && matches!(done, Err(Stop::Dropped))
                        && watch.is_visible(&self.heap, Access::End)
                    {
                        self.back_to_statement();
                        return Turn::Switch(Switch::Visible);
                    }
                    done
                }
                Exit::Literal(literal) => self.make_literal(literal),
                Exit::Full(bytes) => match self.make_room(bytes, false) {
                    Room::Made => Ok(()),
                    Room::None => self.trap(Trap::OutOfMemory, [self.zero; 2]),
                    Room::Spent => Err(Stop::Exhausted(Resource::Room)),
                },
                Exit::Blocked(status) => {
                    self.back_to_statement();
                    self.wait_as(status);
                    return Turn::Switch(Switch::Blocked);
                }
                Exit::Visible => {
                    self.back_to_statement();
                    return Turn::Switch(Switch::Visible);
                }
            };
            let Err(stop) = turn else {
                *fuel = fuel.saturating_sub(self.heap.take_effort());
                if let Some(turn) = self.threads.take_turn() {
                    return turn;
                }
                continue;
            };
            let handled: Handled<D> = match stop {
                Stop::Returned(result) if self.threads.is_on() => self.end_phase(result, W::INTERLEAVES),
                Stop::Violation(bug) => self.uncaught(bug, W::INTERLEAVES),
                Stop::Returned(_)
                | Stop::Exited(_)
                | Stop::Choice(_)
                | Stop::Dropped
                | Stop::Unsupported(_)
                | Stop::Exhausted(_)
                | Stop::Fork(_)
                | Stop::Paused => Err(Turn::Stop(stop)),
            };
            if let Err(turn) = handled {
                if let Turn::Stop(Stop::Choice(_)) = turn {
                    self.settle_hashes();
                }
                return turn;
            }
        }
    }

    /// Whether others may go on before a trap that ends the execution, because the program makes no exception for it.
    fn is_end<W: Watch<D>>(&self, trap: Trap, watch: &mut W) -> bool {
        W::INTERLEAVES
            && self.image.program().trap(trap).is_none()
            && watch.is_visible(&self.heap, Access::End)
    }

    /// Asks the model of a function that has no code, for the call that the machine is at.
    fn native(&mut self, function: FunctionId) -> Result<(), Stop<D::Value, D::Fork>> {
        let arguments = self.native_arguments(function);
        self.answer(function, arguments)
    }

    /// Lets the domain know which numbers a model is about to get.
    fn settle_arguments(&mut self, function: FunctionId) -> Result<(), D::Fork> {
        if !D::SETTLES {
            return Ok(());
        }
        let parameters = &self.image.program().functions[function].parameters;
        for (index, value) in self.native_arguments(function).into_iter().enumerate() {
            if !parameters[index].ty.is_ref() {
                self.domain.settle_operand(value, Operand::Argument(index as u16))?;
            }
        }
        Ok(())
    }

    pub(crate) fn native_arguments(&self, function: FunctionId) -> Vec<D::Value> {
        let frame = *self.frames.last().expect("a call comes from a frame");
        let code = self.image.frame_code(frame.function);
        let start = if let Op::Call { arguments, .. }
        | Op::CallSpecial { arguments, .. }
        | Op::CallVirtual { arguments, .. } = code.ops[frame.pc as usize]
        {
            arguments as usize
        } else {
            // An initialiser has no arguments.
            0
        };
        let count = self.image.program().functions[function].parameters.len();
        code.arguments[start..start + count]
            .iter()
            .map(|&register| self.registers[frame.base + usize::from(register)])
            .collect()
    }

    /// Lets the model of a function answer a call with these arguments.
    fn answer(
        &mut self,
        function: FunctionId,
        arguments: Vec<D::Value>,
    ) -> Result<(), Stop<D::Value, D::Fork>> {
        let name = &self.image.program().functions[function].name;
        let Some(native) = self.natives.find(function, name) else {
            return Err(Stop::Unsupported(Unsupported::NoBody(function)));
        };
        let parameters = &self.image.program().functions[function].parameters;
        let looks_inside = |index: usize| parameters[index].ty.is_ref() && natives::looks_inside(name);
        self.domain.native(&arguments, looks_inside).map_err(Stop::Fork)?;
        let mut call = Call { machine: self, function, arguments };
        let answer = native(&mut call);
        let arguments = call.arguments;
        if !matches!(answer, Err(Problem::Full(_))) {
            self.refused = 0;
        }
        match answer {
            Ok(Answer::Result(result)) => {
                self.finish_call(result);
                Ok(())
            }
            Ok(Answer::Call(callee, arguments)) => match self.image.code(callee) {
                Some(_) => self.enter(callee, &arguments, Purpose::Call),
                None => self.answer(callee, arguments),
            },
            Ok(Answer::First(callee)) | Err(Problem::First(callee)) => match self.image.code(callee) {
                Some(_) => self.enter(callee, &[], Purpose::Again),
                None => Err(Stop::Unsupported(Unsupported::NoBody(callee))),
            },
            Ok(Answer::Decline) => match self.image.declined_code(function) {
                Some(_) => self.enter(function, &arguments, Purpose::Call),
                None => Err(Stop::Unsupported(Unsupported::NoBody(function))),
            },
            Ok(Answer::Exit(status)) => Err(Stop::Exited(status)),
            Ok(Answer::Wait(status)) => {
                self.wait_as(status);
                self.threads.end_turn(Ends::Switch(Switch::Blocked));
                Ok(())
            }
            Ok(Answer::Stuck) => Err(Stop::Unsupported(Unsupported::Stuck(function))),
            Ok(Answer::Yield) => {
                self.finish_call(None);
                self.threads.end_turn(Ends::Switch(Switch::Yielded));
                Ok(())
            }
            Ok(Answer::Notify(waiting)) => {
                self.back_to_statement();
                self.threads.end_turn(Ends::Notify(waiting));
                Ok(())
            }
            Ok(Answer::Drop) => Err(Stop::Dropped),
            Ok(Answer::Choose(low, high)) => {
                let (low, high) = (low as i64 as Word, high as i64 as Word);
                let Some(choice) = range(IntType::I32, low, high) else { return Err(Stop::Dropped) };
                // The state stops at the statement, so that it can go on there.
                self.back_to_statement();
                Err(Stop::Choice(choice))
            }
            Ok(Answer::Draw(choice)) => {
                self.back_to_statement();
                Err(Stop::Choice(choice))
            }
            Ok(Answer::Ask(choice)) => {
                // The answer goes to the model of the function that the statement calls.
                if self.callee() != Some(function) {
                    return Err(Stop::Unsupported(Unsupported::Native(function)));
                }
                self.back_to_statement();
                Err(Stop::Choice(choice))
            }
            Err(Problem::Fork(fork)) => Err(Stop::Fork(fork)),
            Err(Problem::Full(bytes)) => self.full(bytes),
            Err(Problem::Unsupported) => Err(Stop::Unsupported(Unsupported::Native(function))),
            Err(Problem::Wait(status)) => {
                self.back_to_statement();
                self.wait_as(status);
                self.threads.end_turn(Ends::Switch(Switch::Blocked));
                Ok(())
            }
            Err(Problem::Throw(class, message)) => self.construct(function, class, message.as_deref()),
        }
    }

    /// Pushes a frame if the limits allow it.
    fn enter(
        &mut self,
        function: FunctionId,
        arguments: &[D::Value],
        purpose: Purpose,
    ) -> Result<(), Stop<D::Value, D::Fork>> {
        let code = self.image.frame_code(function);
        let end = self.used_registers() + usize::from(code.registers);
        let raising = self.frames.last().is_some_and(|frame| frame.raising);
        if !self.limits.within(raising).allow_frame(self.frames.len(), end) {
            return self.trap(Trap::StackOverflow, [self.zero; 2]);
        }
        self.push_frame(function, arguments, purpose);
        Ok(())
    }

    /// Makes an exception of a class of the library and throws it when it is constructed.
    pub(crate) fn construct(
        &mut self,
        function: FunctionId,
        class: &str,
        message: Option<&str>,
    ) -> Result<(), Stop<D::Value, D::Fork>> {
        let unsupported = || Stop::Unsupported(Unsupported::Native(function));
        let program = self.image.program();
        let class_id = program.load_class(class).ok_or_else(unsupported)?;
        let object = match self.make_object(class_id) {
            Ok(object) => object,
            Err(problem) => return self.no_literal(problem),
        };
        let mut arguments = vec![self.domain.constant(object.into())];
        let descriptor = match message {
            Some(message) => {
                let units: Vec<u16> = message.encode_utf16().collect();
                let text = match natives::java::new_text(self, &units) {
                    Ok(text) => text,
                    Err(problem) => return self.no_literal(problem),
                };
                arguments.push(self.domain.constant(text.into()));
                "(Ljava/lang/String;)V"
            }
            None => "()V",
        };
        let constructor =
            program.function_named(&format!("{class}.<init>{descriptor}")).ok_or_else(unsupported)?;
        if self.image.code(constructor).is_none() {
            return Err(unsupported());
        }
        self.thrower = Some(function);
        self.enter(constructor, &arguments, Purpose::Construct(object))
    }

    /// Gives the result of a call to the operation that the machine is at, and goes on behind it.
    pub(crate) fn finish_call(&mut self, result: Option<D::Value>) {
        let frame = self.frames.last_mut().expect("a call comes from a frame");
        let code = self.image.frame_code(frame.function);
        if let (Op::Call { to, .. } | Op::CallSpecial { to, .. } | Op::CallVirtual { to, .. }, Some(result)) =
            (code.ops[frame.pc as usize], result)
            && to != NOWHERE
        {
            self.registers[frame.base + usize::from(to)] = result;
        }
        frame.pc += 1;
    }

    /// Makes the object that a literal stands for; the operation then finds it.
    fn make_literal(&mut self, literal: LiteralId) -> Result<(), Stop<D::Value, D::Fork>> {
        match natives::java::literal(self, literal) {
            Ok(_) => {
                self.refused = 0;
                Ok(())
            }
            Err(problem) => self.no_literal(problem),
        }
    }

    /// Finds room for an operation that asks for it again and again, or lets it fail.
    fn full(&mut self, bytes: usize) -> Result<(), Stop<D::Value, D::Fork>> {
        self.refused += 1;
        if self.refused <= 2 {
            match self.make_room(bytes, self.refused == 2) {
                Room::Made => return Ok(()),
                Room::Spent => return Err(Stop::Exhausted(Resource::Room)),
                Room::None => {}
            }
        }
        self.refused = 0;
        self.trap(Trap::OutOfMemory, [self.zero; 2])
    }

    /// Says why an object that the operation needs cannot be made.
    pub(crate) fn no_literal(&mut self, problem: Problem<D::Fork>) -> Result<(), Stop<D::Value, D::Fork>> {
        match problem {
            Problem::Fork(fork) => Err(Stop::Fork(fork)),
            Problem::Full(bytes) => self.full(bytes),
            Problem::Unsupported | Problem::Throw(..) | Problem::Wait(_) | Problem::First(_) => {
                Err(Stop::Unsupported(Unsupported::Literal))
            }
        }
    }

    /// The classes whose initialisation this machine has begun, in order, whatever was undone since.
    pub fn initialised(&self) -> &[ClassId] {
        &self.initialised
    }

    /// Adds the globals that the program has got since the last time, with their initial values.
    pub fn ensure_globals(&mut self) {
        crate::interpret::add_globals(self.image, &mut self.domain, &mut self.heap);
    }

    /// Whether an initialiser is done, or under way in this thread.
    pub(crate) fn is_initialised(&mut self, initialiser: Initialiser) -> Result<bool, Problem<D::Fork>> {
        if self.must_wait_for(initialiser.function) {
            return Err(Problem::Wait(Status::Initialising(initialiser.function)));
        }
        self.ensure_globals();
        let value = self.heap.global(initialiser.state.index()).ok_or(Problem::Unsupported)?;
        Ok(self.domain.word(value).map_err(Problem::Fork)? == 1)
    }

    /// Writes to a stream of the program.
    pub(crate) fn print(&mut self, stream: Stream, bytes: &[u8]) {
        if self.alone {
            self.printed.push((stream, bytes.to_vec()));
        }
    }

    /// What the program has written since the last time, in order.
    pub fn take_printed(&mut self) -> Vec<(Stream, Vec<u8>)> {
        std::mem::take(&mut self.printed)
    }

    /// Says that this machine runs one execution and nothing else: what the program prints is kept for
    /// [`take_printed`](Self::take_printed).
    pub fn set_alone(&mut self, alone: bool) {
        self.alone = alone;
    }

    /// Collects garbage at every allocation. Nothing but the time may depend on it: that is for tests.
    pub fn collect_eagerly(&mut self) {
        self.eager = true;
        self.heap.set_threshold(0);
    }

    /// Stops when there is not enough memory or too many calls are nested, even if the program makes
    /// exceptions for that: for engines whose machine stands for many executions and is not the one to
    /// say how much one of them needs.
    pub fn stop_when_exhausted(&mut self) {
        self.stop_exhausted = true;
    }

    /// Stops at a trap with [`Bug::Trap`](crate::Bug::Trap) if the exception that the program makes for it would leave the entry function: for whoever wants to know
    /// that it would, and nothing about it. Making one takes hundreds of times as long as most executions that end so.
    pub fn stop_at_uncaught_traps(&mut self) {
        self.stop_uncaught = true;
    }

    /// The functions that native models have answered for.
    pub fn natives_used(&self) -> impl Iterator<Item = FunctionId> + '_ {
        self.natives.used()
    }

    /// Whether the assertions of the program's own classes are on.
    pub fn set_assertions(&mut self, on: bool) {
        self.assertions = on;
    }

    /// Remembers this moment as the one that [`undo`](Self::undo) goes back to.
    pub fn mark(&mut self) -> Mark {
        let heap = self.heap.mark();
        let mut marked = std::mem::take(&mut self.marked);
        self.remember(heap, &mut marked);
        self.marked = marked;
        heap
    }

    /// The same on top of the marks that there are: one can still go back to those.
    pub fn mark_above(&mut self) {
        let mut marked = std::mem::take(&mut self.marked);
        self.nest(&mut marked);
        self.marked = marked;
    }

    /// Goes back to a mark of the heap and forgets all frames, as [`clear`](Self::clear) does. Fails like [`undo`](Self::undo).
    #[must_use]
    pub fn clear_to(&mut self, mark: &Mark) -> bool {
        let done = self.heap.back(mark);
        if done {
            self.frames.clear();
            self.threads.clear();
        }
        done
    }

    /// Goes back to the mark, which stays. Fails if [`Heap::undo`] does; then the state must be
    /// restored in another way.
    #[must_use]
    pub fn undo(&mut self) -> bool {
        let marked = std::mem::take(&mut self.marked);
        let done = self.back(&marked);
        self.marked = marked;
        done
    }

    /// Remembers this moment, on top of the mark and of other moments, to go [`back`](Self::back) to.
    pub fn nest(&mut self, moment: &mut Moment<D::Value>) {
        let heap = self.heap.nest();
        self.remember(heap, moment);
    }

    fn remember(&self, heap: Mark, moment: &mut Moment<D::Value>) {
        moment.heap = heap;
        moment.threads.remember(&self.threads);
        moment.frames.clone_from(&self.frames);
        moment.registers.clear();
        moment.registers.extend_from_slice(&self.registers[..self.used_registers()]);
    }

    /// Goes back to a moment, which stays. It must lie in the past of this one. Fails like
    /// [`undo`](Self::undo).
    #[must_use]
    pub fn back(&mut self, moment: &Moment<D::Value>) -> bool {
        if !self.heap.back(&moment.heap) {
            return false;
        }
        self.threads.remember(&moment.threads);
        self.frames.clone_from(&moment.frames);
        // Another thread's registers may have been here.
        if self.registers.len() < moment.registers.len() {
            self.registers.resize(moment.registers.len(), self.zero);
        }
        self.registers[..moment.registers.len()].copy_from_slice(&moment.registers);
        true
    }

    pub(crate) fn used_registers(&self) -> usize {
        self.frames.last().map_or(0, |frame| {
            let code = self.image.frame_code(frame.function);
            frame.base + usize::from(code.registers)
        })
    }

    /// How deep calls are nested.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// The functions under way with the statements that they are at, the entry function first.
    pub fn calls(&self) -> impl DoubleEndedIterator<Item = (FunctionId, Origin)> + '_ {
        self.frames.iter().map(|frame| {
            let code = self.image.frame_code(frame.function);
            (frame.function, code.origins[frame.pc as usize])
        })
    }

    /// The statement that the innermost function is at.
    pub fn position(&self) -> Option<(FunctionId, Position)> {
        let (function, origin) = self.calls().next_back()?;
        Some((function, position(self.image, function, origin)))
    }

    // What a state is made of, for those who store and restore states.

    /// What to keep of each frame, the entry function first: the function, a number for the point
    /// that it is at, and the live registers with their values.
    pub fn live_frames(&self) -> impl Iterator<Item = LiveFrame<'_, D::Value>> + '_ {
        self.live_frames_of(self.threads.current)
    }

    /// Forgets all frames, objects and the mark; globals get their initial values.
    pub fn clear(&mut self) {
        self.heap.clear();
        self.frames.clear();
        self.threads.clear();
    }

    /// Adds a frame on top, at a point that [`live_frames`](Self::live_frames) told, and says which
    /// registers are to be filled.
    ///
    /// # Panics
    /// If the function has no code.
    pub fn restore_frame(
        &mut self,
        function: FunctionId,
        point: Point,
    ) -> (&'i [LiveRegister], &mut [D::Value]) {
        self.push_frame(function, &[], point.purpose);
        let frame = self.frames.last_mut().expect("the frame was just pushed");
        frame.pc = point.pc;
        let live = &self.image.live(function)[point.pc as usize];
        (live.kept(point.before), &mut self.registers[frame.base..])
    }
}

/// Where a frame is, as a state keeps it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Point {
    /// The operation.
    pub pc: u32,
    /// What the frame was made for.
    pub purpose: Purpose,
    /// Whether the operation is still to be done, or done again: it is not if it is a call under way.
    pub before: bool,
}

/// What a state keeps of a frame.
#[derive(Clone, Copy, Debug)]
pub struct LiveFrame<'a, V> {
    /// The function.
    pub function: FunctionId,
    /// Where it is.
    pub point: Point,
    /// The registers that are live there.
    pub live: &'a [LiveRegister],
    /// The values of all its registers, by their numbers.
    pub registers: &'a [V],
}

/// Where a statement comes from.
pub(crate) fn position(image: &Image<'_>, function: FunctionId, origin: Origin) -> Position {
    let Some(body) = image.program().body(function) else {
        return image.program().functions[function].position;
    };
    let block = &body.blocks[origin.block];
    match block.statements.get(origin.statement as usize) {
        Some(statement) => statement.position,
        None => block.terminator.position,
    }
}

/// The choice between two words of an integer type, or `None` if there is nothing to choose from.
pub(crate) fn range(int: IntType, low: Word, high: Word) -> Option<Choice> {
    let (low, high) = (int.value(low as i64), int.value(high as i64));
    (low <= high).then_some(Choice { ty: Type::Int(int), low, high, sample: None })
}

impl<D: Domain> Machine<'_, '_, D> {
    /// Whether a reference may be stored into an array with elements of the type.
    pub(crate) fn fits(image: &Image<'_>, heap: &Heap<D::Value>, array: Reference, value: Reference) -> bool {
        if value == 0 {
            return true;
        }
        match heap.ty(array) {
            RefType::Array(array) => match image.program().element_type(array) {
                Type::Ref(element) => image.belongs(heap.ty(value), element),
                Type::Bool | Type::Int(_) | Type::Float(_) => true,
            },
            RefType::Any | RefType::Class(_) => true,
        }
    }
}
