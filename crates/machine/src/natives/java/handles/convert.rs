//! What the JVM makes of the arguments and results of a handle's call where their types are not those of the handle
//! (`MethodHandle.asType`): objects are cast, numbers are made wider, put into objects and taken out of them.

use ir::{FloatType, Id as _, IntType, RefType};

use super::super::objects::{descriptor_of, type_of};
use super::super::reflection::{cast_message, name_of};
use crate::domain::Domain;
use crate::heap::Reference;
use crate::machine::Machine;
use crate::natives::{Call, Problem};
use crate::word::{self, Number, Word};

/// The primitive types with their names and the classes of objects that hold their values.
const PRIMITIVES: &[(&str, &str, &str)] = &[
    ("Z", "boolean", "java.lang.Boolean"),
    ("B", "byte", "java.lang.Byte"),
    ("S", "short", "java.lang.Short"),
    ("C", "char", "java.lang.Character"),
    ("I", "int", "java.lang.Integer"),
    ("J", "long", "java.lang.Long"),
    ("F", "float", "java.lang.Float"),
    ("D", "double", "java.lang.Double"),
];

/// Whether a descriptor is that of a type of objects.
pub(super) fn is_reference(ty: &str) -> bool {
    ty.starts_with(['L', '['])
}

/// How numbers of a type are calculated with; `None` for objects.
pub(super) fn number(ty: &str) -> Option<Number> {
    Some(match ty {
        "Z" => Number::Bool,
        "B" => Number::Int(IntType::I8),
        "S" => Number::Int(IntType::I16),
        "C" => Number::Int(IntType::U16),
        "I" => Number::Int(IntType::I32),
        "J" => Number::Int(IntType::I64),
        "F" => Number::Float(FloatType::F32),
        "D" => Number::Float(FloatType::F64),
        _ => return None,
    })
}

/// The class of the objects that hold values of a primitive type.
fn holder(ty: &str) -> Option<&'static str> {
    PRIMITIVES.iter().find(|(letter, ..)| *letter == ty).map(|(.., class)| *class)
}

/// The primitive type whose values objects of a class hold.
fn held(ty: &str) -> Option<&'static str> {
    PRIMITIVES.iter().find(|(.., class)| *class == name_of(ty)).map(|(letter, ..)| *letter)
}

/// Whether every value of a primitive type is one of another.
fn widens(from: &str, to: &str) -> bool {
    let wider = match from {
        "B" => "SIJFD",
        "S" | "C" => "IJFD",
        "I" => "JFD",
        "J" => "FD",
        "F" => "D",
        _ => "",
    };
    from == to || wider.contains(to)
}

/// Whether one type can be converted to another, whatever the value.
pub(super) fn can_convert<D: Domain>(machine: &Machine<'_, '_, D>, from: &str, to: &str) -> bool {
    let belongs = |class: &str, to: &str| {
        let class = type_of(machine, &format!("L{class};"));
        class.zip(type_of(machine, to)).is_some_and(|(class, to)| machine.image.belongs(class, to))
    };
    match (holder(from), holder(to)) {
        (None, None) => from != "V" && to != "V" || from == to,
        (Some(_), Some(_)) => widens(from, to),
        (Some(boxed), None) => belongs(boxed, to),
        (None, Some(boxed)) => {
            belongs(boxed, from) || held(from).is_some_and(|primitive| widens(primitive, to))
        }
    }
}

/// A value of one type as one of another, to which it [can be converted](can_convert) unless it is itself in the way. Nothing is
/// changed, but objects may be made.
pub(super) fn converted<D: Domain>(
    call: &mut Call<'_, '_, '_, D>,
    value: D::Value,
    from: &str,
    to: &str,
) -> Result<D::Value, Problem<D::Fork>> {
    if from == to || to == "Ljava.lang.Object;" && is_reference(from) {
        return Ok(value);
    }
    let word = call.machine.domain.word(value).map_err(Problem::Fork)?;
    let word = match (number(from), number(to)) {
        (Some(from), Some(to)) => word::convert(from, to, word),
        (Some(_), None) => boxed(call, word, from)?.into(),
        (None, Some(_)) => unboxed(call, word as Reference, from, to)?,
        (None, None) => {
            cast(call.machine, word as Reference, to)?;
            return Ok(value);
        }
    };
    Ok(call.value(word))
}

/// Checks that an object is of a type.
fn cast<D: Domain>(
    machine: &mut Machine<'_, '_, D>,
    object: Reference,
    to: &str,
) -> Result<(), Problem<D::Fork>> {
    let ty = type_of(machine, to).ok_or(Problem::Unsupported)?;
    if object == 0 || machine.image.belongs(machine.heap.ty(object), ty) {
        return Ok(());
    }
    let from = descriptor_of(machine, object);
    let (from, to) = (name_of(&from), name_of(to));
    // The JDK's code casts arrays of numbers as the language does, and everything else by a call.
    let is_array_of_numbers = to.starts_with('[') && to.len() == 2;
    let message =
        if is_array_of_numbers { cast_message(from, to) } else { format!("Cannot cast {from} to {to}") };
    Err(Problem::Throw("java.lang.ClassCastException", Some(message)))
}

/// The value of a primitive type that an object holds.
fn unboxed<D: Domain>(
    call: &mut Call<'_, '_, '_, D>,
    object: Reference,
    from: &str,
    to: &str,
) -> Result<Word, Problem<D::Fork>> {
    let throw = |class, message| Err(Problem::Throw(class, Some(message)));
    let (Some(wanted), Some(number_to)) = (holder(to), number(to)) else { return Err(Problem::Unsupported) };
    if object == 0 {
        // The JVM says in which of its methods it found `null`.
        let Some((_, name, class)) = PRIMITIVES.iter().find(|(letter, ..)| held(from) == Some(letter)) else {
            return Err(Problem::Unsupported);
        };
        let message = format!("Cannot invoke \"{class}.{name}Value()\" because \"x\" is null");
        return throw("java.lang.NullPointerException", message);
    }
    let descriptor = descriptor_of(call.machine, object);
    let Some(primitive) = held(&descriptor) else {
        let message = cast_message(name_of(&descriptor), "java.lang.Number");
        return throw("java.lang.ClassCastException", message);
    };
    let (true, Some(number)) = (widens(primitive, to), number(primitive)) else {
        let message = format!("Cannot cast {} to {wanted}", name_of(&descriptor));
        return throw("java.lang.ClassCastException", message);
    };
    let RefType::Class(class) = call.machine.heap.ty(object) else { return Err(Problem::Unsupported) };
    let slot = call.machine.field_slot(class, "value")?;
    let value = call.machine.heap.get(object, slot);
    let word = call.machine.domain.word(value).map_err(Problem::Fork)?;
    Ok(word::convert(number, number_to, word))
}

/// The object that `valueOf` gives for a value of a primitive type.
fn boxed<D: Domain>(
    call: &mut Call<'_, '_, '_, D>,
    word: Word,
    ty: &str,
) -> Result<Reference, Problem<D::Fork>> {
    let name = holder(ty).ok_or(Problem::Unsupported)?;
    let class = call.machine.library_class(name)?;
    if ty == "Z" {
        let field = if word == 0 { "FALSE" } else { "TRUE" };
        return held_by(call, name, field);
    }
    let value = word as i64;
    let in_cache = match ty {
        "B" | "S" | "I" | "J" => (-128..128).contains(&value).then_some((value + 128) as u32),
        "C" => (value < 128).then_some(value as u32),
        _ => None,
    };
    if let Some(index) = in_cache {
        let simple = name.rsplit('.').next().unwrap_or(name);
        let cache = held_by(call, &format!("{name}${simple}Cache"), "cache")?;
        let found = call.machine.heap.get(cache, index);
        return Ok(call.machine.domain.word(found).map_err(Problem::Fork)? as Reference);
    }
    let object = call.machine.make_object(class)?;
    super::super::objects::set_field(call.machine, object, class, "value", word)?;
    Ok(object)
}

/// The object that a static field of a class of the library holds. Somebody must have initialised it.
fn held_by<D: Domain>(
    call: &mut Call<'_, '_, '_, D>,
    class: &str,
    field: &str,
) -> Result<Reference, Problem<D::Fork>> {
    let program = call.machine.image.program();
    let id = call.machine.library_class(class)?;
    if let Some(initialiser) = program.classes[id].initialiser
        && !call.machine.is_initialised(initialiser)?
    {
        return Err(Problem::First(initialiser.function));
    }
    let global = program.global_named(&format!("{class}.{field}")).ok_or(Problem::Unsupported)?;
    let value = call.machine.heap.global(global.index()).ok_or(Problem::Unsupported)?;
    Ok(call.machine.domain.word(value).map_err(Problem::Fork)? as Reference)
}

/// The name of a type as the JVM's messages have it.
pub(super) fn simple_name<D: Domain>(machine: &Machine<'_, '_, D>, ty: &str) -> String {
    let element = ty.trim_start_matches('[');
    let dimensions = ty.len() - element.len();
    let name = name_of(element);
    let facts = element.starts_with('L').then(|| machine.image.program().facts(name)).flatten();
    let simple = facts.and_then(|facts| facts.simple_name);
    let last = name.rsplit(['.', '$']).next().unwrap_or(name);
    format!("{}{}", simple.unwrap_or(last.to_string()), "[]".repeat(dimensions))
}
