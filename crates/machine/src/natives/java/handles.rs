//! Handles of variables (`VarHandle`) as the library uses them: of fields of objects and of elements of
//! arrays. A handle is an object of the class that the JDK has for its kind of variable, never
//! constructed; every access mode is one step, and the memory order makes no difference to one thread.

use ir::{RefType, Type};

use super::objects::{class_object, type_of};
use super::throwable::is_java;
use super::unsafe_memory::offset_of_slot;
use crate::domain::Domain;
use crate::heap::Reference;
use crate::natives::{Answer, Call, Given, Native, Problem};
use crate::word::Word;

pub(super) fn find<D: Domain>(name: &str) -> Option<Native<D>> {
    if name.starts_with("java.lang.invoke.VarHandle.") && name.ends_with("#call") {
        return Some(access);
    }
    table(name)
}

natives! {
    table {
        "java.lang.invoke.MethodHandles$Lookup.findVarHandle(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/invoke/VarHandle;" => {
            field_handle
        },
        "java.lang.invoke.MethodHandles$Lookup.findStaticVarHandle(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/invoke/VarHandle;" => {
            static_handle
        },
        // Handles of methods are not modelled.
        "java.lang.invoke.MethodHandles$Lookup.findVirtual(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/MethodHandle;"
        | "java.lang.invoke.MethodHandles$Lookup.findStatic(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/MethodHandle;"
        | "java.lang.invoke.MethodHandles$Lookup.findConstructor(Ljava/lang/Class;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/MethodHandle;" => {
            |_| Err(Problem::Unsupported)
        },
        "java.lang.invoke.MethodHandles.lookup()Ljava/lang/invoke/MethodHandles$Lookup;" => lookup,
        "java.lang.invoke.MethodHandles.privateLookupIn(Ljava/lang/Class;Ljava/lang/invoke/MethodHandles$Lookup;)Ljava/lang/invoke/MethodHandles$Lookup;" => {
            |call| {
                let owner = call.object(0)?;
                if !is_from_library(call) {
                    return Err(Problem::Unsupported);
                }
                lookup_in(call, owner)
            }
        },
        "java.lang.invoke.MethodHandles.byteArrayViewVarHandle(Ljava/lang/Class;Ljava/nio/ByteOrder;)Ljava/lang/invoke/VarHandle;" => {
            view_handle
        },
        "java.lang.invoke.MethodHandles.arrayElementVarHandle(Ljava/lang/Class;)Ljava/lang/invoke/VarHandle;" => {
            |call| {
                let descriptor = call.class(0)?;
                let element = descriptor.strip_prefix('[').ok_or(Problem::Unsupported)?.to_string();
                let handle = make(call, &element, "Array")?;
                call.give(handle.into())
            }
        },
    }
}

/// Whether the method that calls is one of the library.
pub(super) fn is_from_library<D: Domain>(call: &Call<'_, '_, '_, D>) -> bool {
    caller(call).is_some_and(|class| super::is_library(&class))
}

/// The class whose method calls.
fn caller<D: Domain>(call: &Call<'_, '_, '_, D>) -> Option<String> {
    method_class(call, 0)
}

/// The class of a method under way, counted from the innermost one.
pub(super) fn method_class<D: Domain>(call: &Call<'_, '_, '_, D>, depth: usize) -> Option<String> {
    let program = call.machine.image.program();
    let mut methods = call
        .machine
        .calls()
        .rev()
        .map(|(function, _)| &program.functions[function].name)
        .filter(|name| is_java(name));
    let (owner, _) = methods.nth(depth)?.split('(').next()?.rsplit_once('.')?;
    Some(owner.to_string())
}

/// The lookup object of a class of the library. Programs get none: what they could look up is more
/// than is modelled.
fn lookup<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Given<D> {
    let owner = caller(call).filter(|_| is_from_library(call)).ok_or(Problem::Unsupported)?;
    let owner = class_object(call.machine, &format!("L{owner};"))?;
    lookup_in(call, owner)
}

fn lookup_in<D: Domain>(call: &mut Call<'_, '_, '_, D>, owner: Reference) -> Given<D> {
    let class = call.machine.library_class("java.lang.invoke.MethodHandles$Lookup")?;
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

/// The handle of a static field has the number of the global variable. The class that asks for it is
/// being initialised, so the handle needs not initialise it; others do not get one.
fn static_handle<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Given<D> {
    let owner = call.class(1)?;
    let name = String::from_utf16_lossy(&call.text(2)?);
    let variable = call.class(3)?;
    let owner = super::reflection::name_of(&owner).to_string();
    if caller(call).as_deref() != Some(owner.as_str()) {
        return Err(Problem::Unsupported);
    }
    let program = call.machine.image.program();
    let global = program.global_named(&format!("{owner}.{name}")).ok_or(Problem::Unsupported)?;
    let handle = make(call, &variable, "FieldStaticReadWrite")?;
    let RefType::Class(class) = call.machine.heap.ty(handle) else { return Err(Problem::Unsupported) };
    let slot = call.machine.field_slot(class, "fieldOffset")?;
    let value = call.value(ir::Id::index(global) as Word);
    call.machine.heap.set(handle, slot, value);
    call.give(handle.into())
}

/// The handle of numbers that are made up of bytes of an array.
fn view_handle<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Given<D> {
    let view = call.class(0)?;
    let order = call.object(1)?;
    let component = view.strip_prefix('[').ok_or(Problem::Unsupported)?;
    let types = match component {
        "S" => "Shorts",
        "C" => "Chars",
        "I" => "Ints",
        "J" => "Longs",
        "F" => "Floats",
        "D" => "Doubles",
        _ => return Err(Problem::Unsupported),
    };
    let machine = &mut *call.machine;
    let program = machine.image.program();
    let big = program.global_named("java.nio.ByteOrder.BIG_ENDIAN").ok_or(Problem::Unsupported)?;
    let big = machine.heap.global(ir::Id::index(big)).ok_or(Problem::Unsupported)?;
    let big = machine.domain.word(big).map_err(Problem::Fork)?;
    let class =
        machine.library_class(&format!("java.lang.invoke.VarHandleByteArrayAs{types}$ArrayHandle"))?;
    let handle = machine.make_object(class)?;
    let slot = machine.field_slot(class, "be")?;
    let value = machine.domain.constant((big == Word::from(order)).into());
    machine.heap.set(handle, slot, value);
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
    Global(usize),
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
    // A view of an array of bytes does what the JDK's own code for it does.
    if kind.starts_with("java.lang.invoke.VarHandleByteArrayAs") {
        return own_code(call, &kind, method, descriptor);
    }
    let (variable, values) = if kind.ends_with("$FieldStaticReadWrite") {
        call.machine.ensure_globals();
        (Variable::Global(offset(call, handle, class)? as usize), 1)
    } else if kind.ends_with("$FieldInstanceReadWrite") {
        let object = coordinate(call)?;
        let slot =
            (offset(call, handle, class)? - offset_of_slot(0)) / (offset_of_slot(1) - offset_of_slot(0));
        (Variable::Slot(object, slot as u32), 2)
    } else {
        let (object, index) = (call.reference(1)?, call.int(2)?);
        if object == 0 || index < 0 || index as u32 >= call.machine.heap.length(object) {
            // The exception comes from the JDK's own code for the access.
            return own_code(call, &kind, method, descriptor);
        }
        let element = call.machine.array_element(object).ok_or(Problem::Unsupported)?;
        (Variable::Element(object, element, index as u32), 3)
    };
    let width = width(&kind, descriptor, values).ok_or(Problem::Unsupported)?;
    let found = read(call, variable)?;
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

/// The object that has the variable. On the JVM `null` has its own message.
fn coordinate<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Result<Reference, Problem<D::Fork>> {
    match call.reference(1)? {
        0 => Err(Problem::Unsupported),
        object => Ok(object),
    }
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
