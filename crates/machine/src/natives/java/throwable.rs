//! Stack traces. A trace is kept in the exception as an array of numbers, two for each call: the
//! function, and the line. One more number says which statement of the first function found `null`, if
//! the exception is about that: one more than its block and its place there.

use ir::{BlockId, FunctionId, Id as _, RefType, Trap, Type};

use super::objects::{new_text, set_field};
use crate::code::Op;
use crate::domain::Domain;
use crate::heap::Reference;
use crate::machine::{Machine, Purpose, position};
use crate::natives::{Answer, Call, Given, Native, Problem};
use crate::word::Word;

/// The most calls that a trace keeps, as on the JVM.
const LONGEST: usize = 1024;

/// What it takes to find out the line of a call, in simple operations.
const FRAME_EFFORT: usize = 4;

/// The line of a native method, as `StackTraceElement` has it.
const NATIVE: Word = -2i64 as Word;

natives! {
    find {
        "glassbox.memoryMessage" => |call| {
            // The function that makes the exception is on top of the one that ran out of memory.
            let frame = call.machine.frames.iter().nth_back(1).copied();
            let mut length = 0;
            if let Some(frame) = frame
                && let Op::NewArray { length: register, .. } =
                    call.machine.image.frame_code(frame.function).ops[frame.pc as usize]
            {
                let value = call.machine.registers[frame.base + usize::from(register)];
                length = call.machine.domain.word(value).map_err(Problem::Fork)? as i64;
            }
            // No array is longer, however large the heap.
            let too_long = length > i64::from(i32::MAX) - 2;
            call.give_text(if too_long { "Requested array size exceeds VM limit" } else { "Java heap space" })
        },
        "java.lang.Throwable.fillInStackTrace()Ljava/lang/Throwable;" => fill_in,
        "java.lang.StackTraceElement.of(Ljava/lang/Object;I)[Ljava/lang/StackTraceElement;" => |call| {
            let trace = call.object(0)?;
            elements(call, trace)
        },
        // Up to JDK 17 it is given the exception.
        "java.lang.StackTraceElement.of(Ljava/lang/Throwable;I)[Ljava/lang/StackTraceElement;" => |call| {
            let exception = call.object(0)?;
            let class = call.machine.library_class("java.lang.Throwable")?;
            let slot = call.machine.field_slot(class, "backtrace")?;
            let trace = call.machine.heap.get(exception, slot);
            match call.machine.domain.word(trace).map_err(Problem::Fork)? as Reference {
                0 => Err(Problem::Unsupported),
                trace => elements(call, trace),
            }
        },
        // Only what an instruction throws has a message of the JVM's, and only where the method with the
        // instruction can be seen.
        "java.lang.NullPointerException.getExtendedNPEMessage()Ljava/lang/String;" => |call| {
            let exception = call.object(0)?;
            let class = call.machine.library_class("java.lang.Throwable")?;
            let slot = call.machine.field_slot(class, "backtrace")?;
            let trace = call.machine.heap.get(exception, slot);
            let trace = call.machine.domain.word(trace).map_err(Problem::Fork)? as Reference;
            if trace == 0 {
                return Err(Problem::Unsupported);
            }
            let last = call.machine.heap.length(trace) - 1;
            let Some(place) = number(call.machine, trace, last)?.checked_sub(1) else { return call.give(0) };
            let function = FunctionId::new(number(call.machine, trace, 0)? as usize);
            let block = BlockId::new((place >> 32) as usize);
            let program = call.machine.image.program();
            match program.null_message(function, block, place as u32) {
                Some(message) => call.give_text(&message),
                None => call.give(0),
            }
        },
    }
}

/// The calls under way, without the constructors of the exception itself.
fn fill_in<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Given<D> {
    let exception = call.object(0)?;
    let machine = &mut *call.machine;
    let program = machine.image.program();
    // The constructors of the exception's class and of those above it.
    let mut constructors = Vec::new();
    let mut class = match machine.heap.ty(exception) {
        RefType::Class(class) => Some(class),
        RefType::Any | RefType::Array(_) => return Err(Problem::Unsupported),
    };
    while let Some(current) = class {
        constructors.push(format!("{}.<init>(", program.class_name(current)));
        class = program.classes[current].superclass;
    }
    let making = |function: FunctionId| {
        let name = &program.functions[function].name;
        constructors.iter().any(|constructor| name.starts_with(constructor))
            || name.ends_with(".fillInStackTrace()Ljava/lang/Throwable;")
    };
    let making_frames = machine
        .frames
        .iter()
        .rev()
        .take_while(|frame| {
            making(frame.function) || program.functions[frame.function].name.starts_with("<trap ")
        })
        .count();
    let below = machine.frames.len() - making_frames;
    let maker = machine.frames.get(below);
    let raised = maker.filter(|frame| frame.purpose == Purpose::Raise).map(|frame| frame.function);
    let found_null = raised.is_some() && raised == program.trap(Trap::Null);
    // A native method that throws has no frame of its own.
    let native = match maker.map(|frame| frame.purpose) {
        Some(Purpose::Construct(_)) => machine
            .thrower
            .filter(|&native| is_java(&program.functions[native].name) && program.body(native).is_none()),
        Some(Purpose::Call | Purpose::Again | Purpose::Raise) | None => None,
    };
    // From the end: there may be very many calls.
    let maker = below.checked_sub(1).and_then(|_| machine.calls().rev().nth(making_frames));
    let place = match maker {
        Some((function, origin)) if found_null && is_java(&program.functions[function].name) => {
            1 + ((origin.block.index() as Word) << 32 | Word::from(origin.statement))
        }
        Some(_) | None => 0,
    };
    let calls: Vec<(FunctionId, Word)> = native
        .map(|native| (native, NATIVE))
        .into_iter()
        .chain(
            machine
                .calls()
                .rev()
                .skip(making_frames)
                .filter(|(function, _)| is_java(&program.functions[*function].name))
                .map(|(function, origin)| (function, position(machine.image, function, origin).line.into())),
        )
        .take(LONGEST)
        .collect();
    machine.heap.charge(making_frames + calls.len() * FRAME_EFFORT);
    let array = machine.make_array(Type::I64, 2 * calls.len() + 1)?;
    let value = machine.domain.constant(place);
    machine.set_element(array, Type::I64, 2 * calls.len() as u32, value)?;
    for (index, (function, line)) in calls.iter().enumerate() {
        let numbers = [function.index() as Word, *line];
        for (offset, number) in numbers.into_iter().enumerate() {
            let value = machine.domain.constant(number);
            machine.set_element(array, Type::I64, (2 * index + offset) as u32, value)?;
        }
    }
    let class = machine.library_class("java.lang.Throwable")?;
    let fields = [("backtrace", Word::from(array)), ("depth", calls.len() as Word), ("stackTrace", 0)];
    for (name, word) in fields {
        let slot = machine.field_slot(class, name)?;
        let value = machine.domain.constant(word);
        machine.heap.set(exception, slot, value);
    }
    // Java's code asks for the elements when this field has the shared empty array, which the class
    // keeps in a static field.
    if let Some(global) = program.global_named("java.lang.Throwable.UNASSIGNED_STACK")
        && let Some(empty) = machine.heap.global(global.index())
    {
        let slot = machine.field_slot(class, "stackTrace")?;
        machine.heap.set(exception, slot, empty);
    }
    Ok(Answer::Result(Some(call.arguments[0])))
}

/// Methods that the library hides from people who look at the stack, of those that are there for long.
const HIDDEN: &str = "java.lang.Thread.runWith(Ljava/lang/Object;Ljava/lang/Runnable;)V";

/// Whether a function is a method of a class file that shows: what was made up has a name in angle brackets.
pub(super) fn is_java(name: &str) -> bool {
    if name == HIDDEN {
        return false;
    }
    match name.find('<') {
        Some(0) => false,
        Some(at) => name[at..].starts_with("<init>(") || name[at..].starts_with("<clinit>("),
        None => true,
    }
}

/// The elements of a trace as objects.
fn elements<D: Domain>(call: &mut Call<'_, '_, '_, D>, trace: Reference) -> Given<D> {
    let machine = &mut *call.machine;
    let program = machine.image.program();
    let class = machine.library_class("java.lang.StackTraceElement")?;
    let element = Type::Ref(RefType::Class(class));
    let count = machine.heap.length(trace) / 2;
    let array = machine.make_array(element, count as usize)?;
    for index in 0..count {
        let function = number(machine, trace, 2 * index)?;
        let line = number(machine, trace, 2 * index + 1)?;
        let function = &program.functions[FunctionId::new(function as usize)];
        let (owner, method) = owner_and_method(&function.name);
        let source = &program.sources[function.position.source].name;
        // A class file that names no source file is its own.
        let file = source.rsplit('/').next().filter(|file| !file.ends_with(".class"));
        let texts = [("declaringClass", Some(owner)), ("methodName", Some(method)), ("fileName", file)];
        let object = machine.make_object(class)?;
        for (field, text) in texts {
            let Some(text) = text else { continue };
            let units: Vec<u16> = text.encode_utf16().collect();
            let text = new_text(machine, &units)?;
            set_field(machine, object, class, field, text.into())?;
        }
        if let Some(module) = module_of(owner) {
            let units: Vec<u16> = module.encode_utf16().collect();
            let text = new_text(machine, &units)?;
            set_field(machine, object, class, "moduleName", text.into())?;
        }
        set_field(machine, object, class, "lineNumber", if line == 0 { -1i64 as Word } else { line })?;
        let value = machine.domain.constant(object.into());
        machine.set_element(array, element, index, value)?;
    }
    call.give(array.into())
}

fn number<D: Domain>(
    machine: &mut Machine<'_, '_, D>,
    array: Reference,
    index: u32,
) -> Result<Word, Problem<D::Fork>> {
    let value = machine.element(array, Type::I64, index);
    machine.domain.word(value).map_err(Problem::Fork)
}

/// `java.util.List.add(I)V` is the method `add` of `java.util.List`.
fn owner_and_method(name: &str) -> (&str, &str) {
    let head = name.split('(').next().unwrap_or(name);
    head.rsplit_once('.').unwrap_or(("", head))
}

/// The module that a class of the library is in. Only `java.base` is known; the user's classes are in
/// none.
pub(super) fn module_of(class: &str) -> Option<&'static str> {
    let base = [
        "java.lang.",
        "java.util.",
        "java.io.",
        "java.math.",
        "java.text.",
        "java.time.",
        "java.nio.",
        "sun.",
    ];
    (base.iter().any(|prefix| class.starts_with(prefix)) || class.starts_with("jdk.internal."))
        .then_some("java.base")
}
