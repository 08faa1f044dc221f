//! Threads: starting and ending, waiting and waking, and the objects that stand for them. The classes of the
//! library do everything else themselves. See [`threads`](crate::threads) for what waiting means.
//!
//! A machine with one thread answers what cannot concern another one and nothing else.

use ir::{ClassId, Constant, RefType, Type};

use super::objects::{new_text, set_field};
use crate::domain::Domain;
use crate::heap::Reference;
use crate::machine::Machine;
use crate::natives::{Answer, Call, Given, Native, Problem};
use crate::threads::Status;
use crate::waiting::Open;
use crate::word::Word;

/// The name under which the first thread's object is remembered.
pub(crate) const MAIN_THREAD: &str = "<main thread>";

natives! {
    find {
        "java.lang.Thread.currentThread()Ljava/lang/Thread;"
        | "java.lang.Thread.currentCarrierThread()Ljava/lang/Thread;" => |call| {
            let thread = current(call.machine)?;
            call.give(thread.into())
        },
        "java.lang.Thread.start0()V" => start,
        "java.lang.Thread.isAlive()Z" => |call| {
            let thread = call.object(0)?;
            let alive = call.machine.thread_field_word(thread, "eetop")? != 0;
            call.give_bool(alive)
        },
        "java.lang.Thread.getState()Ljava/lang/Thread$State;"
        | "java.lang.Thread.threadState()Ljava/lang/Thread$State;" => |call| {
            let thread = call.object(0)?;
            let state = call.machine.tool_state(thread)?;
            let name = "jdk.internal.misc.VM.toThreadState(I)Ljava/lang/Thread$State;";
            let program = call.machine.image.program();
            let class = call.machine.library_class("jdk.internal.misc.VM")?;
            if let Some(initialiser) = program.classes[class].initialiser
                && !call.machine.is_initialised(initialiser)?
            {
                return Ok(Answer::First(initialiser.function));
            }
            let function = program.function_named(name).ok_or(Problem::Unsupported)?;
            let state = call.value(state as Word);
            Ok(Answer::Call(function, vec![state]))
        },
        // What the system is told of a thread shows nowhere.
        "java.lang.Thread.setPriority0(I)V"
        | "java.lang.Thread.setNativeName(Ljava/lang/String;)V"
        | "java.lang.Thread.ensureMaterializedForStackWalk(Ljava/lang/Object;)V"
        | "java.lang.Thread.clearInterruptEvent()V" => |call| call.nothing(),
        "java.lang.Thread.yield()V" | "java.lang.Thread.yield0()V" | "java.lang.Thread.onSpinWait()V" => {
            |call| if call.machine.threads.is_on() { Ok(Answer::Yield) } else { call.nothing() }
        },
        "java.lang.Thread.sleep(J)V" => |call| {
            let milliseconds = call.word(0)? as i64;
            if milliseconds < 0 {
                let message = "timeout value is negative".to_string();
                return Err(Problem::Throw("java.lang.IllegalArgumentException", Some(message)));
            }
            sleep(call, milliseconds.saturating_mul(1_000))
        },
        "java.lang.Thread.sleepNanos0(J)V" => |call| {
            let nanoseconds = call.word(0)? as i64;
            sleep(call, nanoseconds / 1_000)
        },
        "java.lang.Thread.interrupt0()V" => |call| {
            let thread = call.object(0)?;
            // Its object has been told before. If it says no more that it is interrupted, the thread has looked in the meantime.
            let interrupted = call.machine.thread_field_word(thread, "interrupted")? != 0;
            match call.machine.thread_of(thread).filter(|_| interrupted) {
                Some(thread) => leave_open(call, Open::Interrupt(thread)),
                None => call.nothing(),
            }
        },
        "java.lang.Thread.holdsLock(Ljava/lang/Object;)Z" => |call| {
            let object = call.object(0)?;
            let held = holds(call.machine, object);
            call.give_bool(held)
        },
        "java.lang.Thread$ThreadIdentifiers.next()J" => next_identifier,
        "java.lang.Thread.getThreads()[Ljava/lang/Thread;" => alive,
        // Where the next number lies in the JVM's memory: nobody looks there.
        "java.lang.Thread.getNextThreadIdOffset()J" => |call| call.give(0),

        "java.lang.Object.wait(J)V" | "java.lang.Object.wait0(J)V" => wait,
        "java.lang.Object.notify()V" => |call| {
            let object = owned(call)?;
            leave_open(call, Open::Notification { object, all: false })
        },
        "java.lang.Object.notifyAll()V" => |call| {
            let object = owned(call)?;
            leave_open(call, Open::Notification { object, all: true })
        },

        "jdk.internal.misc.Unsafe.park(ZJ)V" => park,
        "jdk.internal.misc.Unsafe.unpark(Ljava/lang/Object;)V" => |call| {
            let thread = call.reference(1)?;
            if !call.machine.threads.is_on() {
                return Err(Problem::Unsupported);
            }
            call.machine.unpark(thread);
            call.nothing()
        },

        // Nobody asks what a caller may do.
        "java.security.AccessController.getStackAccessControlContext()Ljava/security/AccessControlContext;" => {
            |call| call.give(0)
        },
        "java.security.AccessController.ensureMaterializedForStackWalk(Ljava/lang/Object;)V" => {
            |call| call.nothing()
        },
    }
}

/// Whether the thread under way has entered the monitor of an object.
fn holds<D: Domain>(machine: &Machine<'_, '_, D>, object: Reference) -> bool {
    let lock = machine.heap.held(object);
    lock.count > 0 && lock.owner as usize == machine.threads.current
}

/// The object of the call, whose monitor the thread must have.
fn owned<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Result<Reference, Problem<D::Fork>> {
    let object = call.object(0)?;
    if holds(call.machine, object) {
        return Ok(object);
    }
    let message = "current thread is not owner".to_string();
    Err(Problem::Throw("java.lang.IllegalMonitorStateException", Some(message)))
}

fn start<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Given<D> {
    let thread = call.object(0)?;
    let machine = &mut *call.machine;
    if !machine.threads.is_on() {
        return Err(Problem::Unsupported);
    }
    // The one that starts it must be there for others to join.
    current(machine)?;
    let function = machine.method_of(thread, "run()V").ok_or(Problem::Unsupported)?;
    if machine.image.code(function).is_none() {
        return Err(Problem::Unsupported);
    }
    let daemon = machine.thread_field_word(thread, "daemon")? != 0;
    machine.set_alive(thread, true)?;
    machine.spawn(thread, function, daemon);
    call.nothing()
}

fn sleep<D: Domain>(call: &mut Call<'_, '_, '_, D>, microseconds: i64) -> Given<D> {
    let machine = &mut *call.machine;
    if machine.take_interrupt()? {
        let message = "sleep interrupted".to_string();
        return Err(Problem::Throw("java.lang.InterruptedException", Some(message)));
    }
    if !machine.threads.is_on() {
        return Ok(wait_alone(machine, Some(microseconds.max(0) as u64)));
    }
    let until = machine.limit_in(microseconds.max(0) as u64);
    Ok(Answer::Wait(Status::Sleeping { until }))
}

fn wait<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Given<D> {
    let milliseconds = call.word(1)? as i64;
    if milliseconds < 0 {
        let message = "timeout value is negative".to_string();
        return Err(Problem::Throw("java.lang.IllegalArgumentException", Some(message)));
    }
    let object = owned(call)?;
    let machine = &mut *call.machine;
    if machine.take_interrupt()? {
        return Err(Problem::Throw("java.lang.InterruptedException", None));
    }
    let limit = (milliseconds > 0).then(|| (milliseconds as u64).saturating_mul(1_000));
    if !machine.threads.is_on() {
        return Ok(wait_alone(machine, limit));
    }
    let count = machine.heap.lock(object);
    let until = limit.map(|limit| machine.limit_in(limit));
    machine.heap.set_lock(object, machine.threads.current as u32, 0);
    Ok(Answer::Wait(Status::Waiting { object, count, until, interrupted: false }))
}

/// A thread that is the only one waits so many microseconds, or for ever: nothing can end that before.
fn wait_alone<D: Domain>(machine: &mut Machine<'_, '_, D>, microseconds: Option<u64>) -> Answer<D::Value> {
    let Some(microseconds) = microseconds else { return Answer::Stuck };
    // As long as the program has not looked at the clock, it cannot tell how much time has passed.
    if machine.heap.has_ticked() {
        machine.heap.pass(machine.heap.ticks().saturating_add(microseconds));
    }
    Answer::Result(None)
}

/// Parks until there is a permit, an interrupt, or the time is over: that many nanoseconds, or a moment in
/// milliseconds.
fn park<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Given<D> {
    let (absolute, time) = (call.int(1)? != 0, call.word(2)? as i64);
    let machine = &mut *call.machine;
    let Some(facts) = machine.current_facts() else {
        // It is alone, and gets no permits; but it may have interrupted itself.
        let thread = main_thread(machine)?;
        let interrupted = machine.thread_field_word(thread, "interrupted")? != 0;
        if interrupted || time < 0 || absolute && time == 0 {
            return call.nothing();
        }
        let limit = (absolute || time > 0).then_some(if absolute { 0 } else { time as u64 / 1_000 });
        return Ok(wait_alone(machine, limit));
    };
    let (permit, object) = (std::mem::take(&mut facts.permit), facts.object);
    let interrupted = object != 0 && machine.thread_field_word(object, "interrupted")? != 0;
    if permit || interrupted || time < 0 || absolute && time == 0 {
        return call.nothing();
    }
    let until = match (absolute, time) {
        (false, 0) => None,
        (false, nanoseconds) => Some(machine.limit_in(nanoseconds as u64 / 1_000)),
        (true, milliseconds) => {
            let moment = (milliseconds as Word).saturating_sub(super::lang::EPOCH).saturating_mul(1_000);
            Some(machine.limit_in(moment.saturating_sub(machine.heap.ticks())))
        }
    };
    Ok(Answer::Wait(Status::Parked { until }))
}

/// Does what has one answer; the driver decides what has several.
fn leave_open<D: Domain>(call: &mut Call<'_, '_, '_, D>, open: Open) -> Given<D> {
    let machine = &mut *call.machine;
    match machine.answers(open) {
        1 => {
            machine.decide(open, 0);
            call.nothing()
        }
        several => {
            machine.threads.open = Some(open);
            Ok(Answer::Notify(several))
        }
    }
}

/// A number for a new thread that no other has had. The counter is an array, remembered under a class literal that no
/// program can name.
fn next_identifier<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Given<D> {
    /// A JVM has started some threads of its own by then: so many with HotSpot's usual settings.
    const FIRST: Word = 21;
    let machine = &mut *call.machine;
    let id = machine.image.program().literal(ir::Literal::Class("<thread identifiers>".into()));
    let mut counter = machine.heap.literal(ir::Id::index(id));
    if counter == 0 {
        counter = machine.make_array(Type::I64, 1)?;
        let first = machine.domain.constant(FIRST);
        machine.set_element(counter, Type::I64, 0, first)?;
        machine.heap.set_literal(ir::Id::index(id), counter);
    }
    let given = machine.element(counter, Type::I64, 0);
    let word = machine.domain.word(given).map_err(Problem::Fork)?;
    let next = machine.domain.constant(word + 1);
    machine.set_element(counter, Type::I64, 0, next)?;
    Ok(Answer::Result(Some(given)))
}

/// The object of the thread under way. That of the first thread is made when it is first asked for and
/// remembered under a class literal that no program can name.
fn current<D: Domain>(machine: &mut Machine<'_, '_, D>) -> Result<Reference, Problem<D::Fork>> {
    match machine.current_facts() {
        Some(facts) if facts.object != 0 => return Ok(facts.object),
        Some(_) | None => {}
    }
    let made = main_thread(machine)?;
    if let Some(facts) = machine.current_facts() {
        facts.object = made;
    }
    Ok(made)
}

/// Makes the object of the first thread, with what the JVM and the constructor that it calls leave in it. Its context class
/// loader is not modelled.
fn main_thread<D: Domain>(machine: &mut Machine<'_, '_, D>) -> Result<Reference, Problem<D::Fork>> {
    let id = machine.image.program().literal(ir::Literal::Class(MAIN_THREAD.into()));
    let known = machine.heap.literal(ir::Id::index(id));
    if known != 0 {
        return Ok(known);
    }
    let class = machine.library_class("java.lang.Thread")?;
    let thread = machine.make_object(class)?;
    let name: Vec<u16> = "main".encode_utf16().collect();
    let name = new_text(machine, &name)?;
    set_field(machine, thread, class, "name", name.into())?;
    let group = main_group(machine, class, thread)?;
    let state = [("priority", 5), ("threadStatus", RUNNABLE), ("group", Word::from(group))];
    set_field(machine, thread, class, "eetop", 1)?;
    if machine.field_slot(class, "holder").is_ok() {
        let holder_class = machine.library_class("java.lang.Thread$FieldHolder")?;
        let holder = machine.make_object(holder_class)?;
        set_field(machine, thread, class, "holder", holder.into())?;
        for (field, word) in state {
            set_field(machine, holder, holder_class, field, word)?;
        }
    } else {
        for (field, word) in state {
            set_field(machine, thread, class, field, word)?;
        }
    }
    // The lock of interrupts has another name in newer releases.
    for field in ["blockerLock", "interruptLock"] {
        if machine.field_slot(class, field).is_ok() {
            let object = machine.library_class("java.lang.Object")?;
            let lock = machine.make_object(object)?;
            set_field(machine, thread, class, field, lock.into())?;
        }
    }
    let identifier = first_identifier(machine)?;
    set_field(machine, thread, class, "tid", identifier)?;
    machine.heap.set_literal(ir::Id::index(id), thread);
    Ok(thread)
}

/// The group of the first thread, in the group of the system. Older releases have a table of the threads of a group.
fn main_group<D: Domain>(
    machine: &mut Machine<'_, '_, D>,
    thread_class: ClassId,
    thread: Reference,
) -> Result<Reference, Problem<D::Fork>> {
    /// As many as the constructors and methods of the library make room for.
    const ROOM: usize = 4;
    let class = machine.library_class("java.lang.ThreadGroup")?;
    let mut group = 0;
    for name in ["system", "main"] {
        let made = machine.make_object(class)?;
        let name: Vec<u16> = name.encode_utf16().collect();
        let name = new_text(machine, &name)?;
        for (field, word) in [("name", Word::from(name)), ("maxPriority", 10), ("parent", Word::from(group))]
        {
            set_field(machine, made, class, field, word)?;
        }
        if group != 0 {
            append(machine, group, (class, "groups", "ngroups"), (class, made), ROOM)?;
        }
        group = made;
    }
    if machine.field_slot(class, "threads").is_ok() {
        append(machine, group, (class, "threads", "nthreads"), (thread_class, thread), ROOM)?;
    }
    Ok(group)
}

/// Makes an object the first of a table in a field of its owner, beside the field with their number.
fn append<D: Domain>(
    machine: &mut Machine<'_, '_, D>,
    owner: Reference,
    (class, table, count): (ClassId, &str, &str),
    (element, object): (ClassId, Reference),
    room: usize,
) -> Result<(), Problem<D::Fork>> {
    let element = Type::Ref(RefType::Class(element));
    let array = machine.make_array(element, room)?;
    let value = machine.domain.constant(object.into());
    machine.set_element(array, element, 0, value)?;
    set_field(machine, owner, class, table, array.into())?;
    set_field(machine, owner, class, count, 1)
}

/// The number of the first thread. Where the library counts by itself, the threads that a JVM has started by then are
/// counted before those of the program, so that no other thread gets the number.
fn first_identifier<D: Domain>(machine: &mut Machine<'_, '_, D>) -> Result<Word, Problem<D::Fork>> {
    /// As HotSpot has with its usual settings; others have more or fewer.
    const STARTED: Word = 11;
    let program = machine.image.program();
    if let Some(counter) = program.global_named("java.lang.Thread.threadSeqNumber") {
        machine.ensure_globals();
        let started = machine.domain.constant(STARTED);
        machine.heap.set_global(ir::Id::index(counter), started);
    }
    // Newer releases keep the first numbers for other purposes, and say so.
    let constant = program.global_named("java.lang.Thread.PRIMORDIAL_TID");
    Ok(match constant.map(|constant| program.globals[constant].initial) {
        Some(Constant::Int(_, word)) => word as Word,
        Some(Constant::Bool(_) | Constant::F32(_) | Constant::F64(_) | Constant::Null) | None => 1,
    })
}

/// The objects of all threads that are alive, without the virtual ones, which are in no group.
fn alive<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Given<D> {
    let machine = &mut *call.machine;
    let first = current(machine)?;
    let class = machine.library_class("java.lang.Thread")?;
    let virtual_class = machine.image.program().class_named("java.lang.BaseVirtualThread");
    let mut objects: Vec<Reference> =
        machine.all_facts().map(|facts| facts.object).filter(|&object| object != 0).collect();
    if objects.is_empty() {
        objects.push(first);
    }
    objects.retain(|&object| {
        let ty = machine.heap.ty(object);
        virtual_class.is_none_or(|class| !machine.image.belongs(ty, RefType::Class(class)))
    });
    let element = Type::Ref(RefType::Class(class));
    let array = machine.make_array(element, objects.len())?;
    for (index, object) in objects.into_iter().enumerate() {
        let value = machine.domain.constant(object.into());
        machine.set_element(array, element, index as u32, value)?;
    }
    call.give(array.into())
}

/// The state of a running thread: alive and runnable, in the numbers of the JVM's tool interface.
const RUNNABLE: Word = 5;
