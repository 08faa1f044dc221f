//! Handles of variables (`VarHandle`): of fields and of elements of arrays. A handle is an object of the class that the JDK has
//! for its kind of variable, never constructed. Who asks for one must be allowed to use the variable; where it is not, or where
//! the JVM would say something that differs from run to run, there is no model. What handles do is in [`access`].

mod access;
mod convert;

pub(crate) use access::{Effect, effect, slot_at};

use ir::{ClassFacts, MemberFacts, RefType};

use super::objects::{class_object, type_of};
use super::throwable::is_java;
use super::unsafe_memory::offset_of_slot;
use crate::domain::Domain;
use crate::heap::Reference;
use crate::natives::{Call, Given, Native, Problem};
use crate::word::Word;

pub(super) fn find<D: Domain>(name: &str) -> Option<Native<D>> {
    if name.starts_with("java.lang.invoke.VarHandle.") && name.ends_with("#call") {
        return Some(access::access);
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
                call.object(1)?;
                let described = call.class(0)?;
                // The program's classes are in one module, and those of the library are closed to it.
                let is_own = described.starts_with('L') && !super::is_library(super::reflection::name_of(&described));
                if !is_own && !is_from_library(call) {
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
                let array = call.object(0)?;
                let descriptor = call.class(0)?;
                let Some(element) = descriptor.strip_prefix('[') else {
                    let message = format!("not an array: {}", super::reflection::name_of(&descriptor));
                    return Err(Problem::Throw("java.lang.IllegalArgumentException", Some(message)));
                };
                let handle = make(call, element, "Array")?;
                if element.starts_with(['L', '[']) && !is_from_library(call) {
                    let component = class_object(call.machine, element)?;
                    set(call, handle, "arrayType", array.into())?;
                    set(call, handle, "componentType", component.into())?;
                }
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

/// The lookup object of the class that asks.
fn lookup<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Given<D> {
    let owner = caller(call).ok_or(Problem::Unsupported)?;
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
    let receiver = call.object(1)?;
    let owner = call.class(1)?;
    let name = String::from_utf16_lossy(&call.text(2)?);
    let type_object = call.object(3)?;
    let variable = call.class(3)?;
    let Some(RefType::Class(class)) = type_of(call.machine, &owner) else { return Err(Problem::Unsupported) };
    let library = is_from_library(call);
    let (declaring, field) = match library {
        true => (class, None),
        false => {
            let (declaring, field) = usable(call, &owner, &name, &variable, "getField")?;
            (call.machine.library_class(&declaring)?, Some(field))
        }
    };
    if field.as_ref().is_some_and(|field| field.flags & STATIC != 0) {
        return Err(Problem::Unsupported);
    }
    let slot = call.machine.field_slot(declaring, &name)?;
    let is_final = field.is_some_and(|field| field.flags & FINAL != 0);
    let kind = if is_final { "FieldInstanceReadOnly" } else { "FieldInstanceReadWrite" };
    let handle = make(call, &variable, kind)?;
    set(call, handle, "fieldOffset", offset_of_slot(slot) as Word)?;
    // The library's own handles are used with what they are made for.
    if !library {
        set(call, handle, "receiverType", receiver.into())?;
        if variable.starts_with(['L', '[']) {
            set(call, handle, "fieldType", type_object.into())?;
        }
    }
    call.give(handle.into())
}

/// The handle of a static field has the number of the global variable. The class of the field is being initialised by who asks
/// for the handle, or was before, so the handle needs not initialise it; others do not get one.
fn static_handle<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Given<D> {
    let owner = call.class(1)?;
    let name = String::from_utf16_lossy(&call.text(2)?);
    let type_object = call.object(3)?;
    let variable = call.class(3)?;
    let library = is_from_library(call);
    let (declaring, field) = match library {
        true => (super::reflection::name_of(&owner).to_string(), None),
        false => {
            let (declaring, field) = usable(call, &owner, &name, &variable, "getStatic")?;
            (declaring, Some(field))
        }
    };
    if field.as_ref().is_some_and(|field| field.flags & STATIC == 0) {
        return Err(Problem::Unsupported);
    }
    if caller(call).as_deref() != Some(declaring.as_str()) && (library || !is_ready(call, &declaring)?) {
        return Err(Problem::Unsupported);
    }
    let program = call.machine.image.program();
    let global = program.global_named(&format!("{declaring}.{name}")).ok_or(Problem::Unsupported)?;
    let is_final = field.is_some_and(|field| field.flags & FINAL != 0);
    let kind = if is_final { "FieldStaticReadOnly" } else { "FieldStaticReadWrite" };
    let handle = make(call, &variable, kind)?;
    set(call, handle, "fieldOffset", ir::Id::index(global) as Word)?;
    if !library && variable.starts_with(['L', '[']) {
        set(call, handle, "fieldType", type_object.into())?;
    }
    call.give(handle.into())
}

/// Whether a class of the program is initialised, or is so being by this thread.
fn is_ready<D: Domain>(call: &mut Call<'_, '_, '_, D>, class: &str) -> Result<bool, Problem<D::Fork>> {
    let program = call.machine.image.program();
    let class = call.machine.library_class(class)?;
    match program.classes[class].initialiser {
        None => Ok(true),
        Some(initialiser) => match call.machine.is_initialised(initialiser) {
            Err(Problem::Wait(_)) => Ok(false),
            ready => ready,
        },
    }
}

/// The flags of fields in a class file.
const PUBLIC: u32 = 0x1;
const PRIVATE: u32 = 0x2;
const STATIC: u32 = 0x8;
const FINAL: u32 = 0x10;

/// The field of the program that a name and a type mean in a class, with the class that declares it; the class of the lookup object that is
/// the receiver must be allowed to use it.
fn usable<D: Domain>(
    call: &mut Call<'_, '_, '_, D>,
    owner: &str,
    name: &str,
    variable: &str,
    how: &str,
) -> Result<(String, MemberFacts), Problem<D::Fork>> {
    let lookup = call.object(0)?;
    let RefType::Class(class) = call.machine.heap.ty(lookup) else { return Err(Problem::Unsupported) };
    let slot = call.machine.field_slot(class, "lookupClass")?;
    let asking = call.machine.heap.get(lookup, slot);
    let asking = call.machine.domain.word(asking).map_err(Problem::Fork)? as Reference;
    let asking = super::objects::described(call.machine, asking)?;
    let asking = super::reflection::name_of(&asking);
    let owner = super::reflection::name_of(owner);
    let program = call.machine.image.program();
    let descriptor = variable.replace('.', "/");
    let mut current = Some(call.machine.library_class(owner)?);
    let mut interfaces = false;
    while let Some(class) = current {
        let declaring = program.class_name(class).to_string();
        let facts = program.facts(&declaring).ok_or(Problem::Unsupported)?;
        let mut named = facts.fields.iter().filter(|field| field.name == name);
        match (named.next(), named.next()) {
            (Some(field), None) if field.descriptor == descriptor => {
                let field = field.clone();
                let asking_facts = program.facts(asking).ok_or(Problem::Unsupported)?;
                return match may_use((asking, &asking_facts), (&declaring, &facts), &field) {
                    true => Ok((declaring, field)),
                    false => Err(Problem::Unsupported),
                };
            }
            (Some(_), Some(_)) => return Err(Problem::Unsupported),
            (Some(_), None) | (None, _) => {}
        }
        interfaces |= !program.classes[class].interfaces.is_empty();
        current = program.classes[class].superclass;
    }
    if interfaces {
        // An interface may declare it.
        return Err(Problem::Unsupported);
    }
    let message = format!("no such field: {owner}.{name}/{}/{how}", super::reflection::name_of(variable));
    Err(Problem::Throw("java.lang.NoSuchFieldException", Some(message)))
}

/// Whether a class may use a field of another one. That a subclass in another package may use protected fields is not known here.
fn may_use(asking: (&str, &ClassFacts), declaring: (&str, &ClassFacts), field: &MemberFacts) -> bool {
    let package =
        |name: &str| name.rsplit_once('.').map_or(String::new(), |(package, _)| package.to_string());
    let host = |(name, facts): (&str, &ClassFacts)| facts.nest_host.clone().unwrap_or(name.to_string());
    if field.flags & PRIVATE != 0 {
        return host(asking).replace('/', ".") == host(declaring).replace('/', ".");
    }
    package(asking.0) == package(declaring.0) || field.flags & PUBLIC != 0 && declaring.1.flags & PUBLIC != 0
}

/// Gives a field of a handle a word.
fn set<D: Domain>(
    call: &mut Call<'_, '_, '_, D>,
    handle: Reference,
    field: &str,
    word: Word,
) -> Result<(), Problem<D::Fork>> {
    let RefType::Class(class) = call.machine.heap.ty(handle) else { return Err(Problem::Unsupported) };
    super::objects::set_field(call.machine, handle, class, field, word)
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
