//! Handles of variables (`VarHandle`) as the library uses them: of fields of objects and of elements of
//! arrays. A handle is an object of the class that the JDK has for its kind of variable, never
//! constructed; every access mode is one step, and the memory order makes no difference to one thread.

use ir::{RefType, Type};

use super::objects::{class_object, type_of};
use super::unsafe_memory::offset_of_slot;
use crate::domain::Domain;
use crate::heap::Reference;
use crate::natives::{Answer, Call, Given, Native, Problem};
use crate::word::Word;

pub(super) fn find<D: Domain>(name: &str) -> Option<Native<D>> {
    if name.starts_with("java.lang.invoke.VarHandle.") && name.ends_with("#call") {
        return Some(access);
    }
    if name.starts_with("java.lang.invoke.MethodHandles$Lookup.find") {
        let instance = name.starts_with("java.lang.invoke.MethodHandles$Lookup.findVarHandle(");
        return Some(if instance { field_handle } else { |_| Err(Problem::Unsupported) });
    }
    Some(match name {
        "java.lang.invoke.MethodHandles.lookup()Ljava/lang/invoke/MethodHandles$Lookup;" => lookup,
        "java.lang.invoke.MethodHandles.arrayElementVarHandle(Ljava/lang/Class;)Ljava/lang/invoke/VarHandle;" => {
            |call| {
                let descriptor = call.class(0)?;
                let element = descriptor.strip_prefix('[').ok_or(Problem::Unsupported)?.to_string();
                let handle = make(call, &element, "Array")?;
                call.give(handle.into())
            }
        }
        _ => return None,
    })
}

/// Whether the method that calls is one of the library.
pub(super) fn is_library<D: Domain>(call: &Call<'_, '_, '_, D>) -> bool {
    caller(call).is_some_and(|class| {
        ["java.", "jdk.", "sun."].iter().any(|prefix| class.starts_with(prefix))
    })
}

/// The class whose method calls.
fn caller<D: Domain>(call: &Call<'_, '_, '_, D>) -> Option<String> {
    let (function, _) = call.machine.calls().next_back()?;
    let name = &call.machine.image.program().functions[function].name;
    let (owner, _) = name.split('(').next()?.rsplit_once('.')?;
    Some(owner.to_string())
}

/// The lookup object of a class of the library. Programs get none: what they could look up is more
/// than is modelled.
fn lookup<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Given<D> {
    let owner = caller(call).filter(|_| is_library(call)).ok_or(Problem::Unsupported)?;
    let class = call.machine.library_class("java.lang.invoke.MethodHandles$Lookup")?;
    let owner = class_object(call.machine, &format!("L{owner};"))?;
    let object = call.machine.make_object(class)?;
    let slot = call.machine.field_slot(class, "lookupClass")?;
    let value = call.value(owner.into());
    call.machine.heap.set(object, slot, value);
    call.give(object.into())
}

fn field_handle<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Given<D> {
    let owner = call.class(1)?;
    let name = String::from_utf16_lossy(&call.text(2)?);
    let variable = call.class(3)?;
    let Some(RefType::Class(owner)) = type_of(call.machine, &owner) else { return Err(Problem::Unsupported) };
    let field = call.machine.field_slot(owner, &name)?;
    let handle = make(call, &variable, "FieldInstanceReadWrite")?;
    let RefType::Class(class) = call.machine.heap.ty(handle) else { return Err(Problem::Unsupported) };
    let slot = call.machine.field_slot(class, "fieldOffset")?;
    let value = call.value(offset_of_slot(field) as Word);
    call.machine.heap.set(handle, slot, value);
    call.give(handle.into())
}

/// Makes a handle of a kind for variables of a type.
fn make<D: Domain>(
    call: &mut Call<'_, '_, '_, D>,
    variable: &str,
    kind: &str,
) -> Result<Reference, Problem<D::Fork>> {
    let types = match variable {
        "Z" => "Booleans",
        "B" => "Bytes",
        "S" => "Shorts",
        "C" => "Chars",
        "I" => "Ints",
        "J" => "Longs",
        "F" => "Floats",
        "D" => "Doubles",
        _ => "References",
    };
    let class = call.machine.library_class(&format!("java.lang.invoke.VarHandle{types}${kind}"))?;
    call.machine.make_object(class)
}

/// A variable that a handle and its coordinates mean.
#[derive(Clone, Copy)]
enum Variable {
    Slot(Reference, u32),
    Element(Reference, Type, u32),
}

/// An access, by the name of the method that the program calls and the types that it calls it with.
fn access<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Given<D> {
    let program = call.machine.image.program();
    let name = program.functions[call.function].name.clone();
    let method = name.trim_start_matches("java.lang.invoke.VarHandle.").trim_end_matches("#call");
    let (method, descriptor) = method.split_at(method.find('(').ok_or(Problem::Unsupported)?);
    let handle = call.reference(0)?;
    if handle == 0 {
        return Err(Problem::Unsupported);
    }
    let RefType::Class(class) = call.machine.heap.ty(handle) else { return Err(Problem::Unsupported) };
    let kind = program.class_name(class).to_string();
    let object = call.reference(1)?;
    if object == 0 {
        return Err(Problem::Unsupported);
    }
    let (variable, values) = if kind.ends_with("$FieldInstanceReadWrite") {
        let slot = call.machine.field_slot(class, "fieldOffset")?;
        let offset = call.machine.heap.get(handle, slot);
        let offset = call.machine.domain.word(offset).map_err(Problem::Fork)? as i64;
        let slot = (offset - offset_of_slot(0)) / (offset_of_slot(1) - offset_of_slot(0));
        (Variable::Slot(object, slot as u32), 2)
    } else {
        let element = call.machine.array_element(object).ok_or(Problem::Unsupported)?;
        let index = call.int(2)?;
        if index < 0 || index as u32 >= call.machine.heap.length(object) {
            return Err(Problem::Unsupported);
        }
        (Variable::Element(object, element, index as u32), 3)
    };
    let width = width(&kind, descriptor, values).ok_or(Problem::Unsupported)?;
    let found = read(call, variable);
    let gives = !descriptor.ends_with(")V");
    let answer = |value: D::Value| Ok(Answer::Result(gives.then_some(value)));
    let mode = ["Volatile", "Opaque", "Acquire", "Release", "Plain"]
        .iter()
        .find_map(|order| method.strip_suffix(order))
        .unwrap_or(method);
    match mode {
        "get" => answer(found),
        "set" => {
            let value = call.arguments[values];
            write(call, variable, value)?;
            call.nothing()
        }
        "getAndSet" => {
            let value = call.arguments[values];
            write(call, variable, value)?;
            answer(found)
        }
        "compareAndSet" | "weakCompareAndSet" | "compareAndExchange" => {
            let expected = call.word(values)?;
            let word = call.machine.domain.word(found).map_err(Problem::Fork)?;
            let value = call.arguments[values + 1];
            if word == expected {
                write(call, variable, value)?;
            }
            if mode == "compareAndExchange" {
                return answer(found);
            }
            let is = call.value((word == expected).into());
            answer(is)
        }
        "getAndAdd" | "getAndBitwiseOr" | "getAndBitwiseAnd" | "getAndBitwiseXor" => {
            let operand = call.word(values)?;
            let word = call.machine.domain.word(found).map_err(Problem::Fork)?;
            let result = match mode {
                "getAndAdd" => word.wrapping_add(operand),
                "getAndBitwiseOr" => word | operand,
                "getAndBitwiseAnd" => word & operand,
                _ => word ^ operand,
            };
            let result = match width {
                Width::Int => result as i32 as i64 as Word,
                Width::Long => result,
                Width::Other => return Err(Problem::Unsupported),
            };
            let value = call.value(result);
            write(call, variable, value)?;
            answer(found)
        }
        _ => Err(Problem::Unsupported),
    }
}

/// What a handle's variables hold, as far as calculating goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Width {
    Int,
    Long,
    Other,
}

/// The width of a handle's variables, if the types of a call are those of the variable: other types
/// are converted, which is not modelled.
fn width(kind: &str, descriptor: &str, values: usize) -> Option<Width> {
    let types = kind.strip_prefix("java.lang.invoke.VarHandle")?.split('$').next()?;
    let (variable, width) = match types {
        "Booleans" => ('Z', Width::Other),
        "Bytes" => ('B', Width::Other),
        "Shorts" => ('S', Width::Other),
        "Chars" => ('C', Width::Other),
        "Ints" => ('I', Width::Int),
        "Longs" => ('J', Width::Long),
        "Floats" => ('F', Width::Other),
        "Doubles" => ('D', Width::Other),
        "References" => ('L', Width::Other),
        _ => return None,
    };
    let (parameters, result) = descriptor.strip_prefix('(')?.split_once(')')?;
    let given: Vec<char> = letters(parameters);
    let fits = |letter: char| letter == variable;
    if !given.iter().skip(values - 1).copied().all(fits) {
        return None;
    }
    let result = letters(result).first().copied();
    // A comparison gives a boolean whatever it compares.
    result.is_none_or(|letter| letter == 'V' || letter == 'Z' || letter == variable).then_some(width)
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

fn read<D: Domain>(call: &mut Call<'_, '_, '_, D>, variable: Variable) -> D::Value {
    match variable {
        Variable::Slot(object, slot) => call.machine.heap.get(object, slot),
        Variable::Element(array, element, index) => call.machine.element(array, element, index),
    }
}

fn write<D: Domain>(
    call: &mut Call<'_, '_, '_, D>,
    variable: Variable,
    value: D::Value,
) -> Result<(), Problem<D::Fork>> {
    match variable {
        Variable::Slot(object, slot) => {
            call.machine.heap.set(object, slot, value);
            Ok(())
        }
        Variable::Element(array, element, index) => {
            if element.is_ref() {
                let object = call.machine.domain.word(value).map_err(Problem::Fork)? as Reference;
                let machine = &*call.machine;
                if !crate::machine::Machine::<D>::fits(machine.image, &machine.heap, array, object) {
                    return Err(Problem::Unsupported);
                }
            }
            call.machine.set_element(array, element, index, value)
        }
    }
}
