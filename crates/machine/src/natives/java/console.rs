//! `System.out` and `System.err`. The streams are objects of `PrintStream` that were never
//! constructed; what would write to a file ends here. Other streams run their own code.

use super::objects::text_of;
use crate::domain::Domain;
use crate::heap::Reference;
use crate::machine::Stream;
use crate::natives::{Answer, Call, Given, Native, Problem};

pub(super) fn find<D: Domain>(name: &str) -> Option<Native<D>> {
    Some(match name {
        "java.lang.System.<clinit>()V" => initialise,
        "java.io.PrintStream.write(Ljava/lang/String;)V"
        | "java.io.PrintStream.implWrite(Ljava/lang/String;)V" => |call| write_text(call, ""),
        "java.io.PrintStream.writeln(Ljava/lang/String;)V"
        | "java.io.PrintStream.implWriteln(Ljava/lang/String;)V" => |call| write_text(call, "\n"),
        "java.io.PrintStream.write([C)V" => |call| write_units(call, ""),
        "java.io.PrintStream.writeln([C)V" => |call| write_units(call, "\n"),
        "java.io.PrintStream.newLine()V" => |call| {
            let Some(stream) = stream(call)? else { return Ok(Answer::Decline) };
            call.machine.print(stream, b"\n");
            call.nothing()
        },
        "java.io.PrintStream.write(I)V" => |call| {
            let Some(stream) = stream(call)? else { return Ok(Answer::Decline) };
            let byte = call.int(1)? as u8;
            call.machine.print(stream, &[byte]);
            call.nothing()
        },
        "java.io.PrintStream.write([BII)V" => |call| {
            let Some(stream) = stream(call)? else { return Ok(Answer::Decline) };
            let (start, count) = (call.int(2)?, call.int(3)?);
            write_bytes(call, stream, Some((start, count)))
        },
        "java.io.PrintStream.write([B)V" => |call| {
            let Some(stream) = stream(call)? else { return Ok(Answer::Decline) };
            write_bytes(call, stream, None)
        },
        "java.io.PrintStream.flush()V"
        | "java.io.PrintStream.close()V"
        | "java.io.PrintStream.ensureOpen()V" => |call| {
            if stream(call)?.is_some() { call.nothing() } else { Ok(Answer::Decline) }
        },
        _ => return None,
    })
}

/// Gives `System.out` and `System.err` their objects.
fn initialise<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Given<D> {
    let machine = &mut *call.machine;
    machine.ensure_globals();
    let program = machine.image.program();
    let class = machine.library_class("java.io.PrintStream")?;
    for name in ["java.lang.System.out", "java.lang.System.err"] {
        let global = program.global_named(name).ok_or(Problem::Unsupported)?;
        let stream = machine.make_object(class)?;
        let value = machine.domain.constant(stream.into());
        machine.heap.set_global(ir::Id::index(global), value);
    }
    // The rest of the library reaches into `java.lang` through an object that the system registers.
    match program.function_named("java.lang.System.setJavaLangAccess()V") {
        Some(function) => Ok(Answer::Call(function, Vec::new())),
        None => call.nothing(),
    }
}

/// Which of the two streams the receiver is, if it is one of them: those have no stream below.
fn stream<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Result<Option<Stream>, Problem<D::Fork>> {
    let receiver = call.object(0)?;
    let machine = &mut *call.machine;
    let program = machine.image.program();
    for (name, stream) in [("java.lang.System.out", Stream::Output), ("java.lang.System.err", Stream::Error)]
    {
        let Some(global) = program.global_named(name) else { continue };
        let Some(value) = machine.heap.global(ir::Id::index(global)) else { continue };
        let object = machine.domain.word(value).map_err(Problem::Fork)? as Reference;
        if object == receiver {
            // A stream that the program has put there has been constructed.
            let class = machine.library_class("java.io.FilterOutputStream")?;
            let slot = machine.field_slot(class, "out")?;
            let below = machine.heap.get(receiver, slot);
            let below = machine.domain.word(below).map_err(Problem::Fork)?;
            return Ok((below == 0).then_some(stream));
        }
    }
    Ok(None)
}

fn write_text<D: Domain>(call: &mut Call<'_, '_, '_, D>, end: &str) -> Given<D> {
    let Some(stream) = stream(call)? else { return Ok(Answer::Decline) };
    let string = call.object(1)?;
    let text = text_of(call.machine, string)?;
    print_units(call, stream, &text, end);
    call.nothing()
}

fn write_units<D: Domain>(call: &mut Call<'_, '_, '_, D>, end: &str) -> Given<D> {
    let Some(stream) = stream(call)? else { return Ok(Answer::Decline) };
    let array = call.object(1)?;
    let element = call.machine.array_element(array).ok_or(Problem::Unsupported)?;
    let mut text = Vec::new();
    for index in 0..call.machine.heap.length(array) {
        let unit = call.machine.element(array, element, index);
        text.push(call.machine.domain.word(unit).map_err(Problem::Fork)? as u16);
    }
    print_units(call, stream, &text, end);
    call.nothing()
}

/// As UTF-8; half a pair becomes a question mark, as Java's encoder writes it.
fn print_units<D: Domain>(call: &mut Call<'_, '_, '_, D>, stream: Stream, text: &[u16], end: &str) {
    let mut printed: String =
        char::decode_utf16(text.iter().copied()).map(|unit| unit.unwrap_or('?')).collect();
    printed.push_str(end);
    call.machine.print(stream, printed.as_bytes());
}

fn write_bytes<D: Domain>(
    call: &mut Call<'_, '_, '_, D>,
    stream: Stream,
    range: Option<(i32, i32)>,
) -> Given<D> {
    let array = call.object(1)?;
    let element = call.machine.array_element(array).ok_or(Problem::Unsupported)?;
    let length = call.machine.heap.length(array) as i32;
    let (start, count) = range.unwrap_or((0, length));
    if start < 0 || count < 0 || start.checked_add(count).is_none_or(|end| end > length) {
        let message = format!("Range [{start}, {start} + {count}) out of bounds for length {length}");
        return Err(Problem::Throw("java.lang.IndexOutOfBoundsException", Some(message)));
    }
    let mut bytes = Vec::new();
    for index in start..start + count {
        let byte = call.machine.element(array, element, index as u32);
        bytes.push(call.machine.domain.word(byte).map_err(Problem::Fork)? as u8);
    }
    call.machine.print(stream, &bytes);
    call.nothing()
}
