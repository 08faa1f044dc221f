//! A program that lets several threads call operations on one object, and notes what happened.
//!
//! The program chooses operations to call one after the other, makes the object, calls them, chooses for each thread what it
//! calls, starts the threads, waits for all of them, and calls the observers. In Java it would be
//!
//! ```text
//! object = new Queue();                       for (call : chosen) operation(call, nowhere);
//! for (thread : threads) thread.start();      // each: read(READY); for (call : chosen) operation(call, slot);
//! for (thread : threads) thread.join();       for (call : observers) operation(call, slot);
//!
//! void operation(call, slot) {
//!     read(TURN);                             // others may go on before this
//!     note[slot] = done;                      // who had returned when this was called
//!     result[slot] = ...call...;              // or what it throws
//!     done += one(thread);
//! }
//! ```
//!
//! What is noted is kept in static fields with names that no class file has: others are not let go on before these are touched (see
//! `machine::Interleaver`). So `note[slot] = done` is one step with what comes before it, and `result[slot]` and `done` are one
//! step with the last thing that the operation did and others may notice. `TURN` and `READY` are static fields that others may notice. A
//! thread that begins goes on up to the second thing that others may notice, so without `READY` its first operation would begin with it.
//!
//! The notes are state like everything else: two states with different notes are different.

use ir::{
    BinaryOp, Callee, Class, ClassKind, CompareOp, Constant, FloatType, FunctionId, Global, GlobalId,
    IntType, LocalId, Operand, Place, Program, RefType, Rvalue, Selector, StatementKind, TerminatorKind,
    Type, Unwind,
};

use crate::arguments::Argument;
use crate::descriptor::JavaType;
use crate::subject::{Operation, Subject};
use crate::synthesis::{Value, Writer, object};
use crate::translate::decode::Invocation;
use crate::world::{JavaClass, Library, World};

/// The program, and where it keeps its notes.
#[derive(Clone, Debug)]
pub struct Scenarios {
    /// Where it starts.
    pub entry: FunctionId,
    /// Calls an operation and notes what happens.
    pub operation: FunctionId,
    /// The object of each thread, when it is made.
    pub threads: Vec<GlobalId>,
    /// How many operations of each thread have returned: 8 bits each, the first thread's the lowest.
    pub done: GlobalId,
    /// The object.
    pub object: GlobalId,
    /// The objects that are arguments.
    pub values: Vec<GlobalId>,
    /// For each operation of each thread, and then for each observer, what is noted.
    pub slots: Vec<Slot>,
    /// For each call a function without parameters that says whether its precondition is true, if it has one. The program
    /// itself never calls these: among other threads, a precondition is not true or false at one moment.
    pub guards: Vec<Option<FunctionId>>,
}

/// What is noted of an operation.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// One of [`Noted`].
    pub kind: GlobalId,
    /// What [`Scenarios::done`] was when it was called.
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
#[repr(i32)]
pub enum Noted {
    /// It was not called yet.
    Nothing = 0,
    /// It was called.
    Called = 1,
    /// It has returned and gives nothing.
    Void = 2,
    /// It gave a truth value.
    Truth = 3,
    /// It gave a character.
    Character = 4,
    /// It gave a whole number.
    Number = 5,
    /// It gave a broken number.
    Real = 6,
    /// It gave an object or `null`.
    Reference = 7,
    /// It threw an exception.
    Thrown = 8,
}

impl Noted {
    /// What a number stands for.
    pub fn of(number: i32) -> Option<Noted> {
        let all = [
            Noted::Nothing,
            Noted::Called,
            Noted::Void,
            Noted::Truth,
            Noted::Character,
            Noted::Number,
            Noted::Real,
            Noted::Reference,
            Noted::Thrown,
        ];
        all.into_iter().find(|&noted| noted as i32 == number)
    }

    fn constant(self) -> Operand {
        Constant::i32(self as i32).into()
    }
}

/// How many threads and operations there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// Operations before the threads start, at most.
    pub prefix: usize,
    /// Threads.
    pub threads: usize,
    /// Operations of each thread, at most.
    pub operations: usize,
}

const I64: Type = Type::Int(IntType::I64);
const F64: Type = Type::Float(FloatType::F64);

/// What a call is made of.
pub type ScenarioCall<'a> = (&'a Operation, Vec<Argument>);

/// The local variables of the function that calls an operation.
struct Result {
    kind: LocalId,
    number: LocalId,
    real: LocalId,
    reference: LocalId,
}

impl Library {
    /// The program that calls operations in several threads. The first `chosen` calls can be chosen; the observers are calls by their
    /// places. A choice that is the number of calls that can be chosen is none.
    pub fn scenarios(
        &self,
        program: &Program,
        subject: &Subject,
        calls: &[ScenarioCall<'_>],
        chosen: usize,
        observers: &[usize],
        extent: Extent,
    ) -> Option<Scenarios> {
        let world = self.world(program);
        let class = world.load(&subject.class.replace('.', "/"))?;
        // A program may be asked for more than once.
        let number = (1..).find(|number| {
            program.function_named(&format!("<scenarios {number} of {}>", subject.class)).is_none()
        })?;
        let maker = Maker { world, class: &class, number };
        let kept = |what: &str, ty: Type| maker.global(&format!("<{what}>"), ty);
        let mut slots = Vec::new();
        for slot in 0..extent.threads * extent.operations + observers.len() {
            slots.push(Slot {
                kind: kept(&format!("kind {slot}"), Type::I32)?,
                before: kept(&format!("before {slot}"), I64)?,
                number: kept(&format!("number {slot}"), I64)?,
                real: kept(&format!("real {slot}"), F64)?,
                reference: kept(&format!("reference {slot}"), Type::ANY)?,
            });
        }
        let mut made: Vec<(FunctionId, GlobalId)> = Vec::new();
        for argument in calls.iter().flat_map(|(_, arguments)| arguments) {
            if let Argument::Made(function) = argument
                && made.iter().all(|(known, _)| known != function)
            {
                made.push((*function, kept(&format!("value {}", made.len()), Type::ANY)?));
            }
        }
        let (done, root) = (kept("done", I64)?, kept("object", Type::ANY)?);
        let (turn, ready) = (maker.global("turn", Type::I32)?, maker.global("ready", Type::I32)?);
        let plan: Vec<GlobalId> = (0..extent.threads * extent.operations)
            .map(|slot| kept(&format!("call {slot}"), Type::I32))
            .collect::<Option<_>>()?;
        let notes = Notes { slots: &slots, done, root, turn, made: &made, operations: extent.operations };
        let threaded = extent.threads * extent.operations;
        let mut guards = Vec::new();
        for (place, call) in calls.iter().enumerate() {
            guards.push(match call.0.guard {
                Some(guard) => Some(maker.guard(place, call, guard, &notes)?),
                None => None,
            });
        }
        let operation = maker.operation(calls, &notes, threaded)?;
        let none = i32::try_from(chosen).ok()?;
        let mut runners = Vec::new();
        for thread in 0..extent.threads {
            let places = thread * extent.operations..(thread + 1) * extent.operations;
            let plan = Plan { none, calls: &plan[places.clone()], first: places.start, ready };
            runners.push(maker.thread(thread, operation, &plan)?);
        }
        let threads: Vec<GlobalId> = (0..extent.threads)
            .map(|thread| kept(&format!("thread {thread}"), Type::ANY))
            .collect::<Option<_>>()?;
        let mut writer = maker.writer("scenarios");
        let early = ["java/lang/String", "java/lang/Throwable", "java/lang/System", "java/lang/Thread"];
        for name in early.into_iter().chain([class.name.as_str()]) {
            let id = world.load(name)?.id;
            if world.needs_initialising(id) {
                writer.builder.push(StatementKind::Initialise { class: id });
            }
        }
        // What is chosen before is forgotten when it is done, so that a state does not say how it was reached.
        let before: Vec<LocalId> = (0..extent.prefix).map(|_| writer.chosen(none)).collect();
        for (function, global) in &made {
            let value = writer.call_function(*function, Type::ANY, &object("java/lang/Object"));
            writer.builder.store(Place::Global(*global), value.operand);
        }
        let value = writer.call_function(subject.factory, Type::ANY, &object("java/lang/Object"));
        writer.builder.store(Place::Global(root), value.operand);
        for call in before {
            writer.unless_none(call, none, |writer| {
                writer.perform(operation, call.into(), -1);
            });
        }
        for &global in &plan {
            let call = writer.chosen(none);
            writer.builder.store(Place::Global(global), call);
        }
        let mut started = Vec::new();
        for (thread, runner) in runners.into_iter().enumerate() {
            let made = writer.local(Type::Ref(RefType::Class(runner)));
            writer.builder.push(StatementKind::New { to: made, class: runner });
            let made = Value { operand: made.into(), ty: object("java/lang/Runnable") };
            let name = writer.text(&format!("thread {}", thread + 1));
            let descriptor = "(Ljava/lang/Runnable;Ljava/lang/String;)V";
            let made = writer.make("java/lang/Thread", descriptor, &[made, name]);
            writer.builder.store(Place::Global(threads[thread]), made.operand);
            started.push(made);
        }
        for method in ["start", "join"] {
            for thread in &started {
                let receiver = std::slice::from_ref(thread);
                writer.invoke(Invocation::Virtual, "java/lang/Thread", method, "()V", receiver, false);
            }
        }
        for (place, &call) in observers.iter().enumerate() {
            let slot = i32::try_from(threaded + place).ok()?;
            writer.perform(operation, Constant::i32(i32::try_from(call).ok()?).into(), slot);
        }
        writer.end(TerminatorKind::Return(None));
        let entry = writer.finish().ok()?;
        let values = made.into_iter().map(|(_, global)| global).collect();
        Some(Scenarios { entry, operation, threads, done, object: root, values, slots, guards })
    }
}

/// What a thread calls.
struct Plan<'a> {
    /// What is no call.
    none: i32,
    /// Where its calls are kept.
    calls: &'a [GlobalId],
    /// The slot of the first one.
    first: usize,
    /// What it reads before.
    ready: GlobalId,
}

/// Where notes are kept.
struct Notes<'a> {
    slots: &'a [Slot],
    done: GlobalId,
    root: GlobalId,
    turn: GlobalId,
    made: &'a [(FunctionId, GlobalId)],
    operations: usize,
}

/// Makes functions and fields of one program of scenarios.
struct Maker<'a> {
    world: World<'a>,
    class: &'a JavaClass,
    number: i32,
}

impl<'a> Maker<'a> {
    fn named(&self, what: &str) -> String {
        format!("<{what} {} of {}>", self.number, self.class.name.replace('/', "."))
    }

    fn writer(&self, what: &str) -> Writer<'a> {
        Writer::new(self.world, self.class, self.named(what))
    }

    /// A static field of nobody's. Others are not let go on before one whose name has an angle bracket is touched.
    fn global(&self, name: &str, ty: Type) -> Option<GlobalId> {
        let initial = match ty {
            Type::Bool => Constant::Bool(false),
            Type::Int(int) => Constant::Int(int, 0),
            Type::Float(FloatType::F32) => Constant::F32(0),
            Type::Float(FloatType::F64) => Constant::F64(0),
            Type::Ref(_) => Constant::Null,
        };
        let name = format!("glassbox scenarios {} of {}.{name}", self.number, self.class.name);
        self.world.program().add_global(Global { name, ty, initial }).ok()
    }

    /// The function that says whether the precondition of a call is true.
    fn guard(
        &self,
        place: usize,
        (operation, arguments): &ScenarioCall<'_>,
        guard: FunctionId,
        notes: &Notes<'_>,
    ) -> Option<FunctionId> {
        let program = self.world.program();
        let mut writer = self.writer(&format!("precondition {place}"));
        writer.builder.result(Type::Bool);
        let operands = self.operands(&mut writer, operation, arguments, notes)?;
        let truth = writer.truth(guard, program.functions[guard].result?, operands);
        writer.end(TerminatorKind::Return(Some(truth)));
        writer.finish().ok()
    }

    /// What a call is given, the object first.
    fn operands(
        &self,
        writer: &mut Writer<'_>,
        operation: &Operation,
        arguments: &[Argument],
        notes: &Notes<'_>,
    ) -> Option<Vec<Operand>> {
        let root = writer.assign(Type::ANY, Rvalue::Load(Place::Global(notes.root)));
        let root = Value { operand: root.into(), ty: object("java/lang/Object") };
        let mut operands = vec![writer.cast(&root, &object(&self.class.name)).operand];
        operands.extend(self.given(writer, operation, arguments, notes)?);
        Some(operands)
    }

    /// The arguments of a call.
    fn given(
        &self,
        writer: &mut Writer<'_>,
        operation: &Operation,
        arguments: &[Argument],
        notes: &Notes<'_>,
    ) -> Option<Vec<Operand>> {
        let parameters = &self.world.program().functions[operation.function].parameters;
        let mut operands = Vec::new();
        for (argument, parameter) in arguments.iter().zip(parameters.iter().skip(1)) {
            operands.push(match argument {
                Argument::Constant(constant) => (*constant).into(),
                Argument::Made(function) => {
                    let (_, global) = notes.made.iter().find(|(known, _)| known == function)?;
                    let value = writer.assign(Type::ANY, Rvalue::Load(Place::Global(*global)));
                    let value = Value { operand: value.into(), ty: object("java/lang/Object") };
                    writer.fitting(&value, parameter.ty)
                }
            });
        }
        Some(operands)
    }

    /// The function that makes a call and notes what happens.
    fn operation(
        &self,
        calls: &[ScenarioCall<'_>],
        notes: &Notes<'_>,
        threaded: usize,
    ) -> Option<FunctionId> {
        let program = self.world.program();
        let mut writer = self.writer("operation");
        let call = writer.builder.parameter("call", Type::I32);
        let slot = writer.builder.parameter("slot", Type::I32);
        let result = Result {
            kind: writer.assign(Type::I32, Rvalue::Use(Noted::Void.constant())),
            number: writer.assign(I64, Rvalue::Use(Constant::Int(IntType::I64, 0).into())),
            real: writer.assign(F64, Rvalue::Use(Constant::F64(0).into())),
            reference: writer.assign(Type::ANY, Rvalue::Use(Constant::Null.into())),
        };
        let (begin, dispatch, end, finish) = (writer.block(), writer.block(), writer.block(), writer.block());
        let noted = writer.compare(CompareOp::Ge, slot.into(), Constant::i32(0).into());
        writer.end(TerminatorKind::Branch { condition: noted.into(), then: begin, otherwise: dispatch });

        writer.go_to(begin);
        writer.assign(Type::I32, Rvalue::Load(Place::Global(notes.turn)));
        let done = writer.assign(I64, Rvalue::Load(Place::Global(notes.done)));
        writer.by_slot(slot, notes.slots.len(), dispatch, |writer, place| {
            writer.builder.store(Place::Global(notes.slots[place].before), done);
            writer.builder.store(Place::Global(notes.slots[place].kind), Noted::Called.constant());
        });

        writer.go_to(dispatch);
        let root = writer.assign(Type::ANY, Rvalue::Load(Place::Global(notes.root)));
        let root = Value { operand: root.into(), ty: object("java/lang/Object") };
        let root = writer.cast(&root, &object(&self.class.name));
        let blocks = writer.switch(call.into(), calls.len(), end);
        let caught = writer.local(Type::ANY);
        let handler = writer.block();
        for ((operation, arguments), &block) in calls.iter().zip(&blocks) {
            writer.go_to(block);
            let mut operands = vec![root.operand];
            operands.extend(self.given(&mut writer, operation, arguments, notes)?);
            let start = writer.block();
            writer.end(TerminatorKind::Goto(start));
            writer.go_to(start);
            let to = program.functions[operation.function].result.map(|ty| writer.local(ty));
            let callee = Callee::Function(operation.function);
            writer.builder.push(StatementKind::Call { to, callee, arguments: operands.into() });
            let after = writer.block();
            writer.end(TerminatorKind::Goto(after));
            writer.builder.unwind(start, Unwind { block: handler, local: caught });
            writer.go_to(after);
            if let (Some(to), Some(ty)) = (to, &operation.result) {
                writer.take(to, ty, &result);
            }
            writer.end(TerminatorKind::Goto(end));
        }

        writer.go_to(handler);
        writer.builder.assign(result.kind, Rvalue::Use(Noted::Thrown.constant()));
        writer.builder.assign(result.reference, Rvalue::Use(caught.into()));
        writer.end(TerminatorKind::Goto(end));

        writer.go_to(end);
        writer.by_slot(slot, notes.slots.len(), finish, |writer, place| {
            let Slot { kind, before: _, number, real, reference } = notes.slots[place];
            writer.builder.store(Place::Global(kind), result.kind);
            writer.builder.store(Place::Global(number), result.number);
            writer.builder.store(Place::Global(real), result.real);
            writer.builder.store(Place::Global(reference), result.reference);
            if place < threaded {
                let one = Constant::Int(IntType::I64, 1 << (8 * (place / notes.operations)));
                let done = writer.assign(I64, Rvalue::Load(Place::Global(notes.done)));
                let more = writer.assign(I64, Rvalue::Binary(BinaryOp::Add, done.into(), one.into()));
                writer.builder.store(Place::Global(notes.done), more);
            }
        });
        writer.go_to(finish);
        writer.end(TerminatorKind::Return(None));
        writer.finish().ok()
    }

    /// The class whose objects do what a thread does.
    fn thread(&self, thread: usize, operation: FunctionId, plan: &Plan<'_>) -> Option<ir::ClassId> {
        let program = self.world.program();
        let name = format!("{}$$Scenario{}/{thread}", self.class.name, self.number);
        let id = self.world.declare(&name);
        let mut writer = self.writer(&format!("thread {}", thread + 1));
        writer.builder.parameter("this", Type::Ref(RefType::Class(id)));
        writer.assign(Type::I32, Rvalue::Load(Place::Global(plan.ready)));
        for (place, &global) in plan.calls.iter().enumerate() {
            let call = writer.assign(Type::I32, Rvalue::Load(Place::Global(global)));
            let slot = i32::try_from(plan.first + place).ok()?;
            writer.unless_none(call, plan.none, |writer| writer.perform(operation, call.into(), slot));
        }
        writer.end(TerminatorKind::Return(None));
        let run = writer.finish().ok()?;
        let selector = Selector { name: "run()V".to_string(), parameters: Vec::new(), result: None };
        let class = Class {
            name: name.replace('/', "."),
            kind: ClassKind::Class,
            superclass: Some(self.world.load("java/lang/Object")?.id),
            interfaces: vec![self.world.load("java/lang/Runnable")?.id],
            fields: Vec::new(),
            methods: vec![(program.selector(selector), run)],
            initialiser: None,
        };
        program.complete_class(id, class);
        Some(id)
    }
}

impl Writer<'_> {
    /// A call that is chosen, or none.
    fn chosen(&mut self, none: i32) -> LocalId {
        let to = self.builder.local("call", Type::I32);
        let (low, high) = (Constant::i32(0).into(), Constant::i32(none).into());
        self.builder.push(StatementKind::Choose { to, low, high });
        to
    }

    /// Does something if a call is chosen.
    fn unless_none(&mut self, call: LocalId, none: i32, write: impl FnOnce(&mut Self)) {
        let is_none = self.compare(CompareOp::Eq, call.into(), Constant::i32(none).into());
        let (then, otherwise) = (self.block(), self.block());
        self.end(TerminatorKind::Branch { condition: is_none.into(), then, otherwise });
        self.go_to(otherwise);
        write(self);
        self.end(TerminatorKind::Goto(then));
        self.go_to(then);
    }

    /// Makes a call that is noted in a slot.
    fn perform(&mut self, operation: FunctionId, call: Operand, slot: i32) {
        let arguments = [call, Constant::i32(slot).into()].into();
        self.builder.push(StatementKind::Call { to: None, callee: Callee::Function(operation), arguments });
    }

    /// Does something for the slot, and goes on at a block. Without a slot nothing is done.
    fn by_slot(
        &mut self,
        slot: LocalId,
        slots: usize,
        next: ir::BlockId,
        mut write: impl FnMut(&mut Self, usize),
    ) {
        let blocks: Vec<_> = (0..slots).map(|_| self.block()).collect();
        let cases = blocks.iter().enumerate().map(|(index, &block)| (index as i64, block)).collect();
        self.end(TerminatorKind::Switch { value: slot.into(), cases, otherwise: next });
        for (place, block) in blocks.into_iter().enumerate() {
            self.go_to(block);
            write(self, place);
            self.end(TerminatorKind::Goto(next));
        }
    }

    /// Takes what an operation gave.
    fn take(&mut self, from: LocalId, ty: &JavaType, result: &Result) {
        let kind = match ty {
            JavaType::Boolean => Noted::Truth,
            JavaType::Char => Noted::Character,
            JavaType::Byte | JavaType::Short | JavaType::Int | JavaType::Long => Noted::Number,
            JavaType::Float | JavaType::Double => Noted::Real,
            JavaType::Object(_) | JavaType::Array(_) => Noted::Reference,
        };
        let (to, wanted) = match kind {
            Noted::Truth | Noted::Character | Noted::Number => (result.number, I64),
            Noted::Real => (result.real, F64),
            Noted::Reference => (result.reference, Type::ANY),
            Noted::Nothing | Noted::Called | Noted::Void | Noted::Thrown => return,
        };
        let has = self.builder.local_type(from);
        let value = match (has, wanted) {
            (Type::Ref(_), _) => Rvalue::Use(from.into()),
            (has, wanted) if has == wanted => Rvalue::Use(from.into()),
            (Type::Bool | Type::Int(_) | Type::Float(_), _) => Rvalue::Convert(from.into()),
        };
        self.builder.assign(to, value);
        self.builder.assign(result.kind, Rvalue::Use(kind.constant()));
    }
}
