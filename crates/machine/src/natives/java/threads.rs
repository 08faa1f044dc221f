//! Threads: starting and ending, waiting and waking, and the objects that stand for them. The classes of the
//! library do everything else themselves. See [`threads`](crate::threads) for what waiting means.
//!
//! A machine with one thread answers what cannot concern another one and nothing else.

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
            // Its object says already that it is interrupted.
            match call.machine.thread_of(thread) {
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
    /// A JVM has started some threads of its own by then.
    const FIRST: Word = 32;
    let machine = &mut *call.machine;
    let id = machine.image.program().literal(ir::Literal::Class("<thread identifiers>".into()));
    let mut counter = machine.heap.literal(ir::Id::index(id));
    if counter == 0 {
        counter = machine.make_array(ir::Type::I64, 1)?;
        let first = machine.domain.constant(FIRST);
        machine.set_element(counter, ir::Type::I64, 0, first)?;
        machine.heap.set_literal(ir::Id::index(id), counter);
    }
    let given = machine.element(counter, ir::Type::I64, 0);
    let word = machine.domain.word(given).map_err(Problem::Fork)?;
    let next = machine.domain.constant(word + 1);
    machine.set_element(counter, ir::Type::I64, 0, next)?;
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
    // It is alive, of middle priority, and in the group that is named like it.
    let mut group = 0;
    let group_class = machine.library_class("java.lang.ThreadGroup")?;
    for name in ["system", "main"] {
        let made = machine.make_object(group_class)?;
        let name: Vec<u16> = name.encode_utf16().collect();
        let name = new_text(machine, &name)?;
        for (field, word) in [("name", Word::from(name)), ("maxPriority", 10), ("parent", Word::from(group))]
        {
            set_field(machine, made, group_class, field, word)?;
        }
        group = made;
    }
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
    if let Ok(slot) = machine.field_slot(class, "tid") {
        let one = machine.domain.constant(1);
        machine.heap.set(thread, slot, one);
    }
    machine.heap.set_literal(ir::Id::index(id), thread);
    Ok(thread)
}

/// The state of a running thread: alive and runnable, in the numbers of the JVM's tool interface.
const RUNNABLE: Word = 5;
