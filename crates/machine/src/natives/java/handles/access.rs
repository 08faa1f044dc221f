//! What handles of variables do. Every access mode is one step; the memory order makes no difference to one thread, and what it means to
//! others is for those to say who interleave ([`effect`]).
//!
//! The JVM lets a call of a handle have other types than its variable, and converts as `MethodHandle.asType` does: see
//! [`convert`](super::convert). Everything is converted, and everything that can go wrong has, before anything is written.

use ir::{BinaryOp, RefType, Type};

use super::super::objects::{described, descriptor_of};
use super::super::reflection::name_of;
use super::super::unsafe_memory::offset_of_slot;
use super::convert::{can_convert, converted, is_reference, number, simple_name};
use crate::domain::Domain;
use crate::heap::Reference;
use crate::natives::{Answer, Call, Given, Problem};
use crate::word::{self, Number};

/// A variable that a handle and its coordinates mean.
#[derive(Clone, Copy)]
enum Variable {
    Global(usize),
    Slot(Reference, u32),
    Element(Reference, Type, u32),
}

/// What an access does to its variable, by the name of the method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    /// It reads it.
    Reads,
    /// It writes it, or may.
    Writes,
}

/// What a method of handles does to the variable, and whether other threads see it in order: not if the mode is plain. `None` if it is
/// no access.
pub(crate) fn effect(method: &str) -> Option<(Effect, bool)> {
    let (mode, order) = mode(method);
    let effect = match mode {
        "get" => Effect::Reads,
        "set" | "getAndSet" | "compareAndSet" | "weakCompareAndSet" | "compareAndExchange" | "getAndAdd"
        | "getAndBitwiseOr" | "getAndBitwiseAnd" | "getAndBitwiseXor" => Effect::Writes,
        _ => return None,
    };
    let is_plain = match order {
        Some(order) => order == "Plain",
        None => matches!(mode, "get" | "set"),
    };
    Some((effect, !is_plain))
}

/// The name of a method without its memory order, and the order if there is one.
fn mode(method: &str) -> (&str, Option<&'static str>) {
    let orders = ["Volatile", "Opaque", "Acquire", "Release", "Plain"];
    let found = orders.into_iter().find_map(|order| Some((method.strip_suffix(order)?, Some(order))));
    found.unwrap_or((method, None))
}

/// What a handle is for.
struct Shape {
    /// The types of the coordinates, as descriptors with dots.
    coordinates: Vec<String>,
    /// The type of the variable.
    variable: String,
    /// Whether it is a field that is final.
    read_only: bool,
}

impl Shape {
    /// The types that an access takes, and the one that it gives.
    fn types(&self, mode: &str) -> (Vec<&str>, &str) {
        let variable = self.variable.as_str();
        let (values, result) = match mode {
            "get" => (0, variable),
            "set" => (1, "V"),
            "compareAndSet" | "weakCompareAndSet" => (2, "Z"),
            "compareAndExchange" => (2, variable),
            _ => (1, variable),
        };
        let taken = self.coordinates.iter().map(String::as_str).chain((0..values).map(|_| variable));
        (taken.collect(), result)
    }

    /// Whether there is such an access to the variable.
    fn has(&self, mode: &str) -> bool {
        match (mode, number(&self.variable)) {
            ("get", _) => true,
            (_, _) if self.read_only => false,
            ("getAndAdd", kind) => matches!(kind, Some(Number::Int(_) | Number::Float(_))),
            ("getAndBitwiseOr" | "getAndBitwiseAnd" | "getAndBitwiseXor", kind) => {
                matches!(kind, Some(Number::Int(_) | Number::Bool))
            }
            (_, _) => true,
        }
    }
}

/// An access, by the name of the method that the program calls and the types that it calls it with.
pub(super) fn access<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Given<D> {
    let program = call.machine.image.program();
    let name = program.functions[call.function].name.as_str();
    let method = name.trim_start_matches("java.lang.invoke.VarHandle.").trim_end_matches("#call");
    let (method, descriptor) = method.split_at(method.find('(').ok_or(Problem::Unsupported)?);
    let handle = call.object(0)?;
    let RefType::Class(class) = call.machine.heap.ty(handle) else { return Err(Problem::Unsupported) };
    let kind = program.class_name(class);
    // A view of an array of bytes does what the JDK's own code for it does.
    if kind.starts_with("java.lang.invoke.VarHandleByteArrayAs") {
        return own_code(call, kind, method, descriptor);
    }
    if effect(method).is_none() {
        return Err(Problem::Unsupported);
    }
    let (mode, _) = mode(method);
    let shape = shape(call, handle, kind)?;
    if !shape.has(mode) {
        let object = program.facts("java.lang.Object").ok_or(Problem::Unsupported)?;
        // Only newer releases say which.
        let message = (object.release >= 22).then(|| method.to_string());
        return Err(Problem::Throw("java.lang.UnsupportedOperationException", message));
    }
    let (parameters, result) = types(descriptor).ok_or(Problem::Unsupported)?;
    let (taken, given) = shape.types(mode);
    let fits = taken.len() == parameters.len()
        && parameters.iter().zip(&taken).all(|(from, to)| can_convert(call.machine, from, to))
        && (result == "V" || can_convert(call.machine, given, &result));
    if !fits {
        let list = |types: &mut dyn Iterator<Item = &str>| -> String {
            types.map(|ty| format!(",{}", simple_name(call.machine, ty))).collect()
        };
        let message = format!(
            "cannot convert MethodHandle(VarHandle{}){} to (VarHandle{}){}",
            list(&mut taken.iter().copied()),
            simple_name(call.machine, given),
            list(&mut parameters.iter().map(String::as_str)),
            simple_name(call.machine, &result),
        );
        return Err(Problem::Throw("java.lang.invoke.WrongMethodTypeException", Some(message)));
    }
    let mut arguments = Vec::with_capacity(taken.len());
    for (index, (from, to)) in parameters.iter().zip(&taken).enumerate() {
        let value = call.arguments[index + 1];
        arguments.push(converted(call, value, from, to)?);
    }
    let variable = match variable(call, handle, kind, &arguments)? {
        Some(variable) => variable,
        // The exception comes from the JDK's own code for the access, which knows its own types only.
        None if parameters.iter().zip(&taken).all(|(from, to)| from == to || is_reference(from)) => {
            return own_code(call, kind, method, descriptor);
        }
        None => return Err(Problem::Unsupported),
    };
    let values = &arguments[shape.coordinates.len()..];
    if let (Variable::Element(array, element, _), Some(&value)) = (variable, values.last())
        && element.is_ref()
    {
        let object = call.machine.domain.word(value).map_err(Problem::Fork)? as Reference;
        let machine = &*call.machine;
        if !crate::machine::Machine::<D>::fits(machine.image, &machine.heap, array, object) {
            let stored = descriptor_of(machine, object);
            let message = (method == "set").then(|| name_of(&stored).to_string());
            return Err(Problem::Throw("java.lang.ArrayStoreException", message));
        }
    }
    let found = read(call, variable)?;
    let (written, given_back) = outcome(call, mode, number(&shape.variable), found, values)?;
    let answer = match (result.as_str(), given_back) {
        ("V", _) | (_, None) => None,
        (_, Some(value)) => match converted(call, value, given, &result) {
            // What was written before the result is found not to fit stays written, which is not modelled.
            Err(Problem::Throw(..)) if written.is_some() => return Err(Problem::Unsupported),
            value => Some(value?),
        },
    };
    if let Some(value) = written {
        write(call, variable, value)?;
    }
    Ok(Answer::Result(answer))
}

/// What an access writes and what it gives.
#[expect(clippy::type_complexity, reason = "two values")]
fn outcome<D: Domain>(
    call: &mut Call<'_, '_, '_, D>,
    mode: &str,
    number: Option<Number>,
    found: D::Value,
    values: &[D::Value],
) -> Result<(Option<D::Value>, Option<D::Value>), Problem<D::Fork>> {
    let word_of =
        |call: &mut Call<'_, '_, '_, D>, value| call.machine.domain.word(value).map_err(Problem::Fork);
    let operator = match (mode, values) {
        ("get", _) => return Ok((None, Some(found))),
        ("set", &[value]) => return Ok((Some(value), None)),
        ("getAndSet", &[value]) => return Ok((Some(value), Some(found))),
        ("compareAndSet" | "weakCompareAndSet" | "compareAndExchange", &[expected, value]) => {
            let is = word_of(call, found)? == word_of(call, expected)?;
            let told = if mode == "compareAndExchange" { found } else { call.value(is.into()) };
            return Ok((is.then_some(value), Some(told)));
        }
        ("getAndAdd", _) => BinaryOp::Add,
        ("getAndBitwiseOr", _) => BinaryOp::Or,
        ("getAndBitwiseAnd", _) => BinaryOp::And,
        ("getAndBitwiseXor", _) => BinaryOp::Xor,
        (_, _) => return Err(Problem::Unsupported),
    };
    let (Some(number), &[operand]) = (number, values) else { return Err(Problem::Unsupported) };
    let (before, operand) = (word_of(call, found)?, word_of(call, operand)?);
    let value = call.value(word::binary(operator, number, before, operand));
    Ok((Some(value), Some(found)))
}

/// What a handle is for, by its class and its fields. Of handles of the library the types of objects are not known, nor needed.
fn shape<D: Domain>(
    call: &mut Call<'_, '_, '_, D>,
    handle: Reference,
    kind: &str,
) -> Result<Shape, Problem<D::Fork>> {
    let (types, kind) = kind
        .strip_prefix("java.lang.invoke.VarHandle")
        .and_then(|kind| kind.split_once('$'))
        .ok_or(Problem::Unsupported)?;
    let variable = match types {
        "Booleans" => "Z",
        "Bytes" => "B",
        "Shorts" => "S",
        "Chars" => "C",
        "Ints" => "I",
        "Longs" => "J",
        "Floats" => "F",
        "Doubles" => "D",
        "References" => OBJECT,
        _ => return Err(Problem::Unsupported),
    };
    let mut typed = |field: &str| noted(call, handle, field);
    let coordinates = match kind {
        "FieldStaticReadWrite" | "FieldStaticReadOnly" => vec![],
        "FieldInstanceReadWrite" | "FieldInstanceReadOnly" => vec![typed("receiverType")?],
        "Array" => {
            let array = if variable == OBJECT { typed("arrayType")? } else { format!("[{variable}") };
            vec![array, "I".to_string()]
        }
        _ => return Err(Problem::Unsupported),
    };
    let variable = match (variable, kind) {
        (OBJECT, "Array") => typed("componentType")?,
        (OBJECT, _) => typed("fieldType")?,
        (primitive, _) => primitive.to_string(),
    };
    Ok(Shape { coordinates, variable, read_only: kind.ends_with("ReadOnly") })
}

const OBJECT: &str = "Ljava.lang.Object;";

/// The type that a field of a handle has, or `Object` if that was not noted.
fn noted<D: Domain>(
    call: &mut Call<'_, '_, '_, D>,
    handle: Reference,
    field: &str,
) -> Result<String, Problem<D::Fork>> {
    let RefType::Class(class) = call.machine.heap.ty(handle) else { return Err(Problem::Unsupported) };
    let slot = call.machine.field_slot(class, field)?;
    let value = call.machine.heap.get(handle, slot);
    match call.machine.domain.word(value).map_err(Problem::Fork)? as Reference {
        0 => Ok(OBJECT.to_string()),
        class => Ok(described(call.machine, class)?.to_string()),
    }
}

/// The variable that a handle means with its coordinates; `None` if the array is `null`.
fn variable<D: Domain>(
    call: &mut Call<'_, '_, '_, D>,
    handle: Reference,
    kind: &str,
    arguments: &[D::Value],
) -> Result<Option<Variable>, Problem<D::Fork>> {
    let RefType::Class(class) = call.machine.heap.ty(handle) else { return Err(Problem::Unsupported) };
    let mut coordinate = |index: usize| {
        let value = arguments.get(index).copied().ok_or(Problem::Unsupported)?;
        call.machine.domain.word(value).map_err(Problem::Fork)
    };
    if kind.ends_with("$Array") {
        let (array, index) = (coordinate(0)? as Reference, coordinate(1)? as i64);
        if array == 0 {
            return Ok(None);
        }
        let length = call.machine.heap.length(array);
        if !(0..i64::from(length)).contains(&index) {
            let message = format!("Index {index} out of bounds for length {length}");
            return Err(Problem::Throw("java.lang.ArrayIndexOutOfBoundsException", Some(message)));
        }
        let element = call.machine.array_element(array).ok_or(Problem::Unsupported)?;
        return Ok(Some(Variable::Element(array, element, index as u32)));
    }
    let at = |call: &mut Call<'_, '_, '_, D>| offset(call, handle, class);
    if kind.contains("$FieldStatic") {
        call.machine.ensure_globals();
        return Ok(Some(Variable::Global(at(call)? as usize)));
    }
    match coordinate(0)? as Reference {
        0 => Err(Problem::Throw("java.lang.NullPointerException", None)),
        object => Ok(Some(Variable::Slot(object, slot_at(at(call)?)))),
    }
}

/// The slot that is so far from the beginning of an object.
pub(crate) fn slot_at(offset: i64) -> u32 {
    ((offset - offset_of_slot(0)) / (offset_of_slot(1) - offset_of_slot(0))) as u32
}

/// The types of a method's descriptor as descriptors with dots: the parameters and the result.
fn types(descriptor: &str) -> Option<(Vec<String>, String)> {
    let (parameters, result) = descriptor.strip_prefix('(')?.split_once(')')?;
    let mut found = Vec::new();
    let mut rest = parameters;
    while !rest.is_empty() {
        let element = rest.trim_start_matches('[');
        let length = if element.starts_with('L') { element.find(';')? + 1 } else { 1 };
        let (one, others) = rest.split_at(rest.len() - element.len() + length);
        found.push(one.replace('/', "."));
        rest = others;
    }
    Some((found, result.replace('/', ".")))
}

/// Lets the JDK's own code do an access of an array: it takes the handle, the array and the index, and
/// then what the access takes.
fn own_code<D: Domain>(call: &Call<'_, '_, '_, D>, kind: &str, method: &str, descriptor: &str) -> Given<D> {
    let index = descriptor.find(if descriptor.starts_with("([L") { ";I" } else { "I" });
    let index = match index {
        Some(at) if descriptor.starts_with("([I") && at == 2 => 3,
        Some(at) if descriptor.starts_with("([L") => at + 1,
        Some(at) => at,
        None => return Err(Problem::Unsupported),
    };
    let (array, rest) = descriptor.split_at(index);
    // References are objects to that code.
    let (given, result) = rest.split_once(')').ok_or(Problem::Unsupported)?;
    let erase = |types: &str| -> String {
        letters(types)
            .iter()
            .map(|letter| if *letter == 'L' { "Ljava/lang/Object;".to_string() } else { letter.to_string() })
            .collect()
    };
    let (given, result) = match array.starts_with("([L") {
        true => (erase(given), erase(result)),
        false => (given.to_string(), result.to_string()),
    };
    let name = format!("{kind}.{method}(Ljava/lang/invoke/VarHandle;Ljava/lang/Object;{given}){result}");
    let function = call.machine.image.program().function_named(&name).ok_or(Problem::Unsupported)?;
    Ok(Answer::Call(function, call.arguments.clone()))
}

/// The first letters of the types of a descriptor; arrays are references.
fn letters(descriptor: &str) -> Vec<char> {
    let mut found = Vec::new();
    let mut rest = descriptor.chars();
    while let Some(letter) = rest.next() {
        let mut last = letter;
        while last == '[' {
            last = rest.next().unwrap_or('V');
        }
        if last == 'L' {
            for skipped in rest.by_ref() {
                if skipped == ';' {
                    break;
                }
            }
        }
        found.push(if letter == '[' { 'L' } else { letter });
    }
    found
}

/// Where a handle says that its field is.
fn offset<D: Domain>(
    call: &mut Call<'_, '_, '_, D>,
    handle: Reference,
    class: ir::ClassId,
) -> Result<i64, Problem<D::Fork>> {
    let slot = call.machine.field_slot(class, "fieldOffset")?;
    let offset = call.machine.heap.get(handle, slot);
    Ok(call.machine.domain.word(offset).map_err(Problem::Fork)? as i64)
}

fn read<D: Domain>(call: &mut Call<'_, '_, '_, D>, variable: Variable) -> Result<D::Value, Problem<D::Fork>> {
    Ok(match variable {
        Variable::Global(global) => call.machine.heap.global(global).ok_or(Problem::Unsupported)?,
        Variable::Slot(object, slot) => call.machine.heap.get(object, slot),
        Variable::Element(array, element, index) => call.machine.element(array, element, index),
    })
}

fn write<D: Domain>(
    call: &mut Call<'_, '_, '_, D>,
    variable: Variable,
    value: D::Value,
) -> Result<(), Problem<D::Fork>> {
    match variable {
        Variable::Global(global) => {
            call.machine.heap.set_global(global, value);
            Ok(())
        }
        Variable::Slot(object, slot) => {
            call.machine.heap.set(object, slot, value);
            Ok(())
        }
        Variable::Element(array, element, index) => call.machine.set_element(array, element, index, value),
    }
}
