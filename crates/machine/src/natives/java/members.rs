//! What class objects say about their declarations: modifiers, the classes around and inside, type
//! parameters, the parts of records, constructors.
//!
//! The library makes objects of classes of its own through their constructors, and that is modelled.
//! Programs that list members, or use them, are not: HotSpot gives methods in no order that a class file
//! has.

use ir::{ClassFacts, MemberFacts, RefType, Type};

use super::is_library;
use super::objects::{class_object, new_text, type_of};
use super::reflection::name_of;
use crate::domain::Domain;
use crate::heap::Reference;
use crate::machine::Machine;
use crate::natives::{Answer, Call, Given, Native, Problem};
use crate::word::Word;

const PUBLIC: u32 = 0x1;
const ACCESS: u32 = 0x7;
const FINAL: u32 = 0x10;
const ABSTRACT: u32 = 0x400;

natives! {
    find {
        "java.lang.Class.getModifiers()I" => |call| {
            let descriptor = call.class(0)?;
            let modifiers = modifiers(call.machine, &descriptor)?;
            call.give_int(modifiers as i32)
        },
        "java.lang.Class.isRecord0()Z" => |call| {
            let record = facts(call)?.is_some_and(|facts| facts.components.is_some());
            call.give_bool(record)
        },
        "java.lang.Class.getSimpleBinaryName0()Ljava/lang/String;" => |call| {
            let nested = facts(call)?.filter(is_nested);
            give_text_or_null(call, nested.and_then(|facts| facts.simple_name))
        },
        "java.lang.Class.getGenericSignature0()Ljava/lang/String;" => |call| {
            let facts = facts(call)?;
            give_text_or_null(call, facts.and_then(|facts| facts.signature))
        },
        "java.lang.Class.getDeclaringClass0()Ljava/lang/Class;" => |call| {
            let declaring = facts(call)?.and_then(|facts| facts.declaring);
            give_class_or_null(call, declaring)
        },
        "java.lang.Class.getNestHost0()Ljava/lang/Class;" => |call| match facts(call)? {
            Some(ClassFacts { nest_host: Some(host), .. }) => give_class_or_null(call, Some(host)),
            Some(_) | None => Ok(Answer::Result(Some(call.arguments[0]))),
        },
        "java.lang.Class.getEnclosingMethod0()[Ljava/lang/Object;" => enclosing,
        "java.lang.Class.getInterfaces0()[Ljava/lang/Class;" => |call| {
            let descriptor = call.class(0)?;
            let program = call.machine.image.program();
            let names: Vec<String> = match type_of(call.machine, &descriptor) {
                Some(RefType::Class(class)) => program.classes[class]
                    .interfaces
                    .iter()
                    .map(|&class| program.class_name(class).to_string())
                    .collect(),
                Some(RefType::Array(_)) => {
                    vec!["java.lang.Cloneable".to_string(), "java.io.Serializable".to_string()]
                }
                Some(RefType::Any) | None => Vec::new(),
            };
            give_classes(call, &names)
        },
        "java.lang.Class.getPermittedSubclasses0()[Ljava/lang/Class;" => {
            |call| match facts(call)?.and_then(|facts| facts.permitted) {
                Some(names) => give_classes(call, &names),
                None => call.give(0),
            }
        },
        "java.lang.Class.getDeclaredClasses0()[Ljava/lang/Class;" => |call| {
            let members = facts(call)?.map(|facts| facts.members).unwrap_or_default();
            give_classes(call, &members)
        },
        "java.lang.Class.getRecordComponents0()[Ljava/lang/reflect/RecordComponent;" => components,
        "java.lang.Class.getDeclaredConstructors0(Z)[Ljava/lang/reflect/Constructor;" => constructors,
        "java.lang.reflect.Constructor.newInstanceWithCaller([Ljava/lang/Object;ZLjava/lang/Class;)Ljava/lang/Object;" => {
            new_instance
        },
    }
}

/// What the class file says about the class that is the receiver; nothing for arrays, primitive types
/// and classes that the JVM makes up.
fn facts<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Result<Option<ClassFacts>, Problem<D::Fork>> {
    let descriptor = call.class(0)?;
    Ok(match descriptor.starts_with('L') {
        true => call.machine.image.program().facts(name_of(&descriptor)),
        false => None,
    })
}

fn is_nested(facts: &ClassFacts) -> bool {
    facts.declaring.is_some() || facts.enclosing.is_some()
}

fn modifiers<D: Domain>(machine: &Machine<'_, '_, D>, descriptor: &str) -> Result<u32, Problem<D::Fork>> {
    if let Some(component) = descriptor.strip_prefix('[') {
        return Ok(modifiers(machine, component)? & ACCESS | FINAL | ABSTRACT);
    }
    if !descriptor.starts_with('L') {
        return Ok(PUBLIC | FINAL | ABSTRACT);
    }
    Ok(machine.image.program().facts(name_of(descriptor)).ok_or(Problem::Unsupported)?.flags)
}

fn give_text_or_null<D: Domain>(call: &mut Call<'_, '_, '_, D>, text: Option<String>) -> Given<D> {
    match text {
        Some(text) => call.give_text(&text),
        None => call.give(0),
    }
}

fn give_class_or_null<D: Domain>(call: &mut Call<'_, '_, '_, D>, name: Option<String>) -> Given<D> {
    match name {
        Some(name) => {
            let class = class_object(call.machine, &format!("L{name};"))?;
            call.give(class.into())
        }
        None => call.give(0),
    }
}

fn give_classes<D: Domain>(call: &mut Call<'_, '_, '_, D>, names: &[String]) -> Given<D> {
    let descriptors: Vec<String> = names.iter().map(|name| format!("L{name};")).collect();
    let array = class_array(call.machine, &descriptors)?;
    call.give(array.into())
}

/// An array of class objects, by descriptors with dots.
fn class_array<D: Domain>(
    machine: &mut Machine<'_, '_, D>,
    descriptors: &[String],
) -> Result<Reference, Problem<D::Fork>> {
    let mut classes = Vec::new();
    for descriptor in descriptors {
        classes.push(class_object(machine, descriptor)?);
    }
    array_of(machine, "java.lang.Class", &classes)
}

fn array_of<D: Domain>(
    machine: &mut Machine<'_, '_, D>,
    class: &str,
    objects: &[Reference],
) -> Result<Reference, Problem<D::Fork>> {
    let element = match class {
        "java.lang.Object" => Type::ANY,
        class => Type::Ref(RefType::Class(machine.library_class(class)?)),
    };
    let array = machine.make_array(element, objects.len())?;
    for (index, &object) in objects.iter().enumerate() {
        let value = machine.domain.constant(object.into());
        machine.set_element(array, element, index as u32, value)?;
    }
    Ok(array)
}

/// The class around a local class, with the name and the type of the method around it.
fn enclosing<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Given<D> {
    let Some((class, method)) = facts(call)?.and_then(|facts| facts.enclosing) else { return call.give(0) };
    let machine = &mut *call.machine;
    let mut parts = [class_object(machine, &format!("L{class};"))?, 0, 0];
    if let Some((name, descriptor)) = method {
        parts[1] = text(machine, &name)?;
        parts[2] = text(machine, &descriptor)?;
    }
    let array = array_of(machine, "java.lang.Object", &parts)?;
    call.give(array.into())
}

fn text<D: Domain>(machine: &mut Machine<'_, '_, D>, text: &str) -> Result<Reference, Problem<D::Fork>> {
    let units: Vec<u16> = text.encode_utf16().collect();
    new_text(machine, &units)
}

/// Makes an object of a class of `java.lang.reflect` with these fields.
fn make<D: Domain>(
    machine: &mut Machine<'_, '_, D>,
    class: &str,
    fields: &[(&str, Word)],
) -> Result<Reference, Problem<D::Fork>> {
    let class = machine.library_class(class)?;
    let object = machine.make_object(class)?;
    for &(field, word) in fields {
        let slot = machine.field_slot(class, field)?;
        let value = machine.domain.constant(word);
        machine.heap.set(object, slot, value);
    }
    Ok(object)
}

/// The types of a method's descriptor, as class descriptors with dots; the result is the last.
fn types(descriptor: &str) -> Option<Vec<String>> {
    let mut found = Vec::new();
    let mut rest = descriptor.strip_prefix('(')?;
    while !rest.is_empty() {
        if let Some(behind) = rest.strip_prefix(')') {
            found.push(behind.replace('/', "."));
            return Some(found);
        }
        let dimensions = rest.len() - rest.trim_start_matches('[').len();
        let end = match rest.as_bytes().get(dimensions)? {
            b'L' => rest.find(';')? + 1,
            _ => dimensions + 1,
        };
        found.push(rest[..end].replace('/', "."));
        rest = &rest[end..];
    }
    None
}

/// The parts of a record; notes at them are not modelled.
fn components<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Given<D> {
    let facts = facts(call)?.ok_or(Problem::Unsupported)?;
    let Some(parts) = &facts.components else { return call.give(0) };
    let class = call.object(0)?;
    let machine = &mut *call.machine;
    let mut objects = Vec::new();
    for part in parts {
        let descriptor = format!("(){}", part.descriptor);
        let accessor = facts
            .methods
            .iter()
            .position(|method| method.name == part.name && method.descriptor == descriptor)
            .ok_or(Problem::Unsupported)?;
        let method = &facts.methods[accessor];
        if part.annotated || method.annotated {
            return Err(Problem::Unsupported);
        }
        let ty = class_object(machine, &part.descriptor.replace('/', "."))?;
        let name = text(machine, &part.name)?;
        let accessor = executable(machine, class, accessor, method)?;
        let signature = match &part.signature {
            Some(signature) => text(machine, signature)?,
            None => 0,
        };
        let fields = [
            ("clazz", class),
            ("name", name),
            ("type", ty),
            ("accessor", accessor),
            ("signature", signature),
        ];
        let fields = fields.map(|(field, object)| (field, Word::from(object)));
        objects.push(make(machine, "java.lang.reflect.RecordComponent", &fields)?);
    }
    let array = array_of(machine, "java.lang.reflect.RecordComponent", &objects)?;
    call.give(array.into())
}

/// A field as an object, by the class and the name.
pub(super) fn declared_field<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Given<D> {
    let facts = facts(call)?.ok_or(Problem::Unsupported)?;
    let text = call.text(1)?;
    let name = String::from_utf16_lossy(&text);
    let slot = facts.fields.iter().position(|field| field.name == name).ok_or(Problem::Unsupported)?;
    let field = &facts.fields[slot];
    let class = call.object(0)?;
    let machine = &mut *call.machine;
    let ty = class_object(machine, &field.descriptor.replace('/', "."))?;
    // The name is the interned one, as on the JVM.
    let id = machine.image.program().literal(ir::Literal::Text(text.into()));
    let name = super::objects::literal(machine, id)?;
    let fields = [
        ("clazz", Word::from(class)),
        ("slot", slot as Word),
        ("name", name.into()),
        ("type", ty.into()),
        ("modifiers", field.flags.into()),
    ];
    let object = make(machine, "java.lang.reflect.Field", &fields)?;
    call.give(object.into())
}

/// A method or a constructor as an object.
fn executable<D: Domain>(
    machine: &mut Machine<'_, '_, D>,
    class: Reference,
    slot: usize,
    facts: &MemberFacts,
) -> Result<Reference, Problem<D::Fork>> {
    let mut parameters = types(&facts.descriptor).ok_or(Problem::Unsupported)?;
    let result = parameters.pop().ok_or(Problem::Unsupported)?;
    let parameters = class_array(machine, &parameters)?;
    let exceptions: Vec<String> = facts.exceptions.iter().map(|name| format!("L{name};")).collect();
    let exceptions = class_array(machine, &exceptions)?;
    let signature = match &facts.signature {
        Some(signature) => text(machine, signature)?,
        None => 0,
    };
    let mut fields = vec![
        ("clazz", Word::from(class)),
        ("slot", slot as Word),
        ("parameterTypes", parameters.into()),
        ("exceptionTypes", exceptions.into()),
        ("modifiers", facts.flags.into()),
        ("signature", signature.into()),
    ];
    if facts.name == "<init>" {
        return make(machine, "java.lang.reflect.Constructor", &fields);
    }
    fields.push(("name", text(machine, &facts.name)?.into()));
    fields.push(("returnType", class_object(machine, &result)?.into()));
    make(machine, "java.lang.reflect.Method", &fields)
}

/// Whether code of the library wants to make objects of one of its own classes.
fn serves_library<D: Domain>(call: &Call<'_, '_, '_, D>, class: &str) -> bool {
    is_library(class) && asks_for_library(call)
}

/// Whether the caller is code of the library; between it and the model there is only reflection.
pub(super) fn asks_for_library<D: Domain>(call: &Call<'_, '_, '_, D>) -> bool {
    let passed = |caller: &String| {
        caller == "java.lang.Class"
            || caller.starts_with("java.lang.reflect.")
            || caller.starts_with("jdk.internal.reflect.")
    };
    let mut callers = (0..).map_while(|depth| super::handles::method_class(call, depth));
    callers.find(|name| !passed(name)).is_some_and(|caller| is_library(&caller))
}

fn constructors<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Given<D> {
    let facts = facts(call)?.ok_or(Problem::Unsupported)?;
    let descriptor = call.class(0)?;
    if !serves_library(call, name_of(&descriptor)) {
        return Err(Problem::Unsupported);
    }
    let public_only = call.int(1)? != 0;
    let class = call.object(0)?;
    let machine = &mut *call.machine;
    let mut objects = Vec::new();
    for (slot, method) in facts.methods.iter().enumerate() {
        if method.name == "<init>" && (!public_only || method.flags & PUBLIC != 0) {
            objects.push(executable(machine, class, slot, method)?);
        }
    }
    let array = array_of(machine, "java.lang.reflect.Constructor", &objects)?;
    call.give(array.into())
}

/// Makes an object with a constructor that takes references.
fn new_instance<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Given<D> {
    let constructor = call.object(0)?;
    let given = call.reference(1)?;
    let machine = &mut *call.machine;
    let class = machine.library_class("java.lang.reflect.Constructor")?;
    let mut parts = [0; 2];
    for (part, field) in parts.iter_mut().zip(["clazz", "slot"]) {
        let slot = machine.field_slot(class, field)?;
        let value = machine.heap.get(constructor, slot);
        *part = machine.domain.word(value).map_err(Problem::Fork)?;
    }
    let descriptor = super::objects::described(machine, parts[0] as Reference)?;
    let name = name_of(&descriptor).to_string();
    let program = machine.image.program();
    let facts = program.facts(&name).ok_or(Problem::Unsupported)?;
    let method = facts.methods.get(parts[1] as usize).ok_or(Problem::Unsupported)?;
    let mut parameters = types(&method.descriptor).ok_or(Problem::Unsupported)?;
    parameters.pop();
    let count = if given == 0 { 0 } else { machine.heap.length(given) as usize };
    let primitive = parameters.iter().any(|descriptor| descriptor.len() == 1);
    if facts.flags & ABSTRACT != 0 || primitive || parameters.len() != count {
        return Err(Problem::Unsupported);
    }
    let mut arguments = Vec::new();
    for index in 0..count {
        arguments.push(machine.element(given, Type::ANY, index as u32));
    }
    let maker = program.maker(&name, &method.descriptor).ok_or(Problem::Unsupported)?;
    if !serves_library(call, &name) {
        return Err(Problem::Unsupported);
    }
    Ok(Answer::Call(maker, arguments))
}
