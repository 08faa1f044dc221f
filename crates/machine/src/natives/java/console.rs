//! `System.out` and `System.err`. The streams are objects of `PrintStream` that were never
//! constructed; what would write to a file ends here. Other streams run their own code.

use super::objects::text_of;
use crate::domain::Domain;
use crate::heap::Reference;
use crate::machine::Stream;
use crate::natives::{Answer, Call, Given, Native, Problem};

natives! {
    find {
        "java.lang.System.<clinit>()V" => initialise,
        "java.lang.System.setOut0(Ljava/io/PrintStream;)V" => |call| replace(call, "java.lang.System.out"),
        "java.lang.System.setErr0(Ljava/io/PrintStream;)V" => |call| replace(call, "java.lang.System.err"),
        "java.lang.System.setIn0(Ljava/io/InputStream;)V" => |call| replace(call, "java.lang.System.in"),
        "java.io.PrintStream.write(Ljava/lang/String;)V" => |call| write_text(call, ""),
        "java.io.PrintStream.writeln(Ljava/lang/String;)V" => |call| write_text(call, "\n"),
        "java.io.PrintStream.write([C)V" => |call| write_units(call, ""),
        "java.io.PrintStream.writeln([C)V" => |call| write_units(call, "\n"),
        "java.io.PrintStream.newLine()V" => |call| {
            let Some(stream) = stream(call)? else { return Ok(Answer::Decline) };
            emit(call, stream, b"\n")
        },
        "java.io.PrintStream.write(I)V" => |call| {
            let Some(stream) = stream(call)? else { return Ok(Answer::Decline) };
            let byte = call.int(1)? as u8;
            emit(call, stream, &[byte])
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
        "java.io.PrintStream.close()V" => |call| {
            if stream(call)?.is_none() {
                return Ok(Answer::Decline);
            }
            let (object, slot) = flag(call, "closing")?;
            let yes = call.value(1);
            call.machine.heap.set(object, slot, yes);
            call.nothing()
        },
        "java.io.PrintStream.flush()V" | "java.io.PrintStream.ensureOpen()V" => |call| {
            if stream(call)?.is_some() { call.nothing() } else { Ok(Answer::Decline) }
        },
    }
}

/// The streams, with the class literals that remember their objects; no program can name these.
const STREAMS: [(&str, &str, Stream); 2] = [
    ("java.lang.System.out", "<standard output>", Stream::Output),
    ("java.lang.System.err", "<standard error>", Stream::Error),
];

/// Gives `System.out`, `System.err` and `System.in` their objects. What a program reads is not
/// modelled: the object for it ends in native methods that have no models.
fn initialise<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Given<D> {
    let machine = &mut *call.machine;
    machine.ensure_globals();
    let program = machine.image.program();
    let class = machine.library_class("java.io.PrintStream")?;
    let mut made = Vec::new();
    for (name, literal, _) in STREAMS {
        let global = program.global_named(name).ok_or(Problem::Unsupported)?;
        let literal = program.literal(ir::Literal::Class(literal.into()));
        made.push((global, Some(literal), machine.make_object(class)?));
    }
    let input = program.global_named("java.lang.System.in").ok_or(Problem::Unsupported)?;
    let class = machine.library_class("java.io.FileInputStream")?;
    made.push((input, None, machine.make_object(class)?));
    for (global, literal, object) in made {
        let value = machine.domain.constant(object.into());
        machine.heap.set_global(ir::Id::index(global), value);
        if let Some(literal) = literal {
            machine.heap.set_literal(ir::Id::index(literal), object);
        }
    }
    // The rest of the library reaches into `java.lang` through an object that the system registers.
    match program.function_named("java.lang.System.setJavaLangAccess()V") {
        Some(function) => Ok(Answer::Call(function, Vec::new())),
        None => call.nothing(),
    }
}

/// Puts another stream into a static field of `System`.
fn replace<D: Domain>(call: &mut Call<'_, '_, '_, D>, field: &str) -> Given<D> {
    let stream = call.arguments[0];
    let machine = &mut *call.machine;
    let global = machine.image.program().global_named(field).ok_or(Problem::Unsupported)?;
    machine.ensure_globals();
    machine.heap.set_global(ir::Id::index(global), stream);
    call.nothing()
}

/// Which of the two streams the receiver is, if it is one of them.
fn stream<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Result<Option<Stream>, Problem<D::Fork>> {
    let receiver = call.object(0)?;
    let program = call.machine.image.program();
    let is = |literal: &str| {
        let literal = program.literal(ir::Literal::Class(literal.into()));
        call.machine.heap.literal(ir::Id::index(literal)) == receiver
    };
    Ok(STREAMS.iter().find(|(_, literal, _)| is(literal)).map(|&(_, _, stream)| stream))
}

/// A flag of the stream that is the receiver.
fn flag<D: Domain>(call: &mut Call<'_, '_, '_, D>, name: &str) -> Result<(Reference, u32), Problem<D::Fork>> {
    let object = call.object(0)?;
    let class = call.machine.library_class("java.io.PrintStream")?;
    Ok((object, call.machine.field_slot(class, name)?))
}

/// Writes to a stream; one that is closed only notes that something went wrong.
fn emit<D: Domain>(call: &mut Call<'_, '_, '_, D>, stream: Stream, bytes: &[u8]) -> Given<D> {
    let (object, slot) = flag(call, "closing")?;
    let closed = call.machine.heap.get(object, slot);
    if call.machine.domain.word(closed).map_err(Problem::Fork)? == 0 {
        call.machine.print(stream, bytes);
    } else {
        let (object, slot) = flag(call, "trouble")?;
        let yes = call.value(1);
        call.machine.heap.set(object, slot, yes);
    }
    call.nothing()
}

fn write_text<D: Domain>(call: &mut Call<'_, '_, '_, D>, end: &str) -> Given<D> {
    let Some(stream) = stream(call)? else { return Ok(Answer::Decline) };
    let string = call.object(1)?;
    let text = text_of(call.machine, string)?;
    print_units(call, stream, &text, end)
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
    print_units(call, stream, &text, end)
}

/// As UTF-8; half a pair becomes a question mark, as Java's encoder writes it.
fn print_units<D: Domain>(
    call: &mut Call<'_, '_, '_, D>,
    stream: Stream,
    text: &[u16],
    end: &str,
) -> Given<D> {
    let mut printed: String =
        char::decode_utf16(text.iter().copied()).map(|unit| unit.unwrap_or('?')).collect();
    printed.push_str(end);
    emit(call, stream, printed.as_bytes())
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
    emit(call, stream, &bytes)
}
