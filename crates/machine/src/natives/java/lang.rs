//! `java.lang` and what it needs of the JDK's own packages: objects, arrays, numbers, strings, the
//! system and the run-time.

use std::collections::BTreeMap;

use ir::{RefType, Type};

use super::objects::{class_object, descriptor_of, hash_of_text, literal, new_text, text_of};
use super::world::{Asked, note_own};
use crate::domain::Domain;
use crate::heap::Reference;
use crate::natives::{Answer, Call, Given, Native, Problem};
use crate::word::Word;

natives! {
    find {
        // What registers native methods has nothing to do here.
        "java.lang.Class.registerNatives()V"
        | "java.lang.ClassLoader.registerNatives()V"
        | "java.lang.Thread.registerNatives()V"
        | "jdk.internal.misc.Unsafe.registerNatives()V"
        | "jdk.internal.misc.VM.initialize()V"
        | "jdk.internal.misc.CDS.initializeFromArchive(Ljava/lang/Class;)V"
        | "jdk.internal.access.SharedSecrets.<clinit>()V"
        | "java.util.zip.ZipUtils.loadLibrary()V"
        | "jdk.internal.misc.ScopedMemoryAccess.registerNatives()V" => |call| call.nothing(),

        "glassbox.api.Verify.choose(II)I" => |call| Ok(Answer::Choose(call.int(0)?, call.int(1)?)),
        "glassbox.api.Verify.assume(Z)V" => |call| {
            if call.int(0)? == 0 { Ok(Answer::Drop) } else { call.nothing() }
        },

        "java.lang.Object.hashCode()I" => |call| {
            let object = call.object(0)?;
            let hash = identity_hash(call, object);
            call.give_int(hash)
        },
        "java.lang.System.identityHashCode(Ljava/lang/Object;)I" => |call| {
            let object = call.reference(0)?;
            let hash = if object == 0 { 0 } else { identity_hash(call, object) };
            call.give_int(hash)
        },
        "java.lang.Object.getClass()Ljava/lang/Class;" => |call| {
            let object = call.object(0)?;
            let descriptor = descriptor_of(call.machine, object);
            let class = class_object(call.machine, &descriptor)?;
            call.give(class.into())
        },
        "java.lang.Object.clone()Ljava/lang/Object;" => clone,
        "java.lang.System.arraycopy(Ljava/lang/Object;ILjava/lang/Object;II)V" => arraycopy,
        "java.lang.System.exit(I)V" | "java.lang.Runtime.exit(I)V" | "java.lang.Runtime.halt(I)V" => |call| {
            let last = call.arguments.len() - 1;
            Ok(Answer::Exit(call.int(last)?))
        },
        "java.lang.System.getSecurityManager()Ljava/lang/SecurityManager;" => |call| call.give(0),
        "java.lang.System.lineSeparator()Ljava/lang/String;" => |call| {
            note_own(call, Asked::Properties);
            let literal_id = call.machine.image.program().literal(ir::Literal::Text([10].into()));
            let newline = literal(call.machine, literal_id)?;
            call.give(newline.into())
        },
        "java.lang.System.getProperties()Ljava/util/Properties;"
        | "sun.security.action.GetPropertyAction.privilegedGetProperties()Ljava/util/Properties;" => {
            properties
        },
        // What a program changes would have to be remembered.
        "java.lang.System.setProperties(Ljava/util/Properties;)V"
        | "java.lang.System.setProperty(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;"
        | "java.lang.System.clearProperty(Ljava/lang/String;)Ljava/lang/String;" => {
            |_| Err(Problem::Unsupported)
        },
        "java.lang.System.getProperty(Ljava/lang/String;)Ljava/lang/String;"
        | "jdk.internal.misc.VM.getSavedProperty(Ljava/lang/String;)Ljava/lang/String;"
        | "sun.security.action.GetPropertyAction.privilegedGetProperty(Ljava/lang/String;)Ljava/lang/String;" => {
            |call| property(call, None)
        },
        "java.lang.System.getProperty(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;"
        | "sun.security.action.GetPropertyAction.privilegedGetProperty(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;" => {
            |call| {
                let default = call.arguments[1];
                property(call, Some(default))
            }
        },

        "java.lang.System.getenv(Ljava/lang/String;)Ljava/lang/String;" => |call| {
            call.machine.note(Asked::Environment);
            let name = String::from_utf16_lossy(&call.text(0)?);
            match call.machine.image.program().given(ir::Given::Variable, &name) {
                Some(value) => call.give_text(&value),
                None => call.give(0),
            }
        },

        "jdk.internal.misc.VM.isBooted()Z" | "jdk.internal.misc.VM.isModuleSystemInited()Z" => {
            |call| call.give_bool(true)
        },
        "jdk.internal.misc.VM.initLevel()I" => |call| call.give_int(4),
        "jdk.internal.misc.VM.isSystemDomainLoader(Ljava/lang/ClassLoader;)Z" => |call| {
            let loader = call.reference(0)?;
            call.give_bool(loader == 0)
        },
        "jdk.internal.misc.CDS.isDumpingClassList0()Z"
        | "jdk.internal.misc.CDS.isDumpingArchive0()Z"
        | "jdk.internal.misc.CDS.isSharingEnabled0()Z"
        | "jdk.internal.misc.PreviewFeatures.isPreviewEnabled()Z" => |call| call.give_bool(false),
        // Virtual threads are threads like others then.
        "jdk.internal.vm.ContinuationSupport.isSupported0()Z" => |call| call.give_bool(false),
        "jdk.internal.misc.CDS.getCDSConfigStatus()I" => |call| call.give_int(0),
        "jdk.internal.misc.CDS.getRandomSeedForDumping()J" => |call| call.give(0),

        // Time passes when somebody looks: a microsecond each. So an execution is the same every time.
        "java.lang.System.nanoTime()J" => |call| {
            if is_seed(call) {
                return call.give(0);
            }
            call.machine.note(Asked::Clock);
            let ticks = call.machine.heap.tick();
            call.give(ticks * 1_000)
        },
        "java.lang.System.currentTimeMillis()J" => |call| {
            if is_seed(call) {
                return call.give(0);
            }
            call.machine.note(Asked::Clock);
            let ticks = call.machine.heap.tick();
            call.give(EPOCH + ticks / 1_000)
        },

        "java.lang.Float.floatToRawIntBits(F)I" => |call| {
            let bits = call.word(0)? as u32;
            call.give_int(bits as i32)
        },
        "java.lang.Float.intBitsToFloat(I)F" => |call| {
            let bits = call.int(0)? as u32;
            call.give(bits.into())
        },
        "java.lang.Double.doubleToRawLongBits(D)J" | "java.lang.Double.longBitsToDouble(J)D" => |call| {
            let bits = call.word(0)?;
            call.give(bits)
        },
        "java.util.concurrent.atomic.AtomicLong.VMSupportsCS8()Z" => |call| call.give_bool(true),
        // Objects are never collected while the program can see it, so nobody handles references.
        "java.lang.ref.Reference.<clinit>()V" => |call| call.nothing(),
        "java.lang.ref.Reference.refersTo0(Ljava/lang/Object;)Z"
        | "java.lang.ref.PhantomReference.refersTo0(Ljava/lang/Object;)Z" => |call| {
            let (reference, object) = (call.object(0)?, call.reference(1)?);
            let class = call.machine.library_class("java.lang.ref.Reference")?;
            let slot = call.machine.field_slot(class, "referent")?;
            let referent = call.machine.heap.get(reference, slot);
            let referent = call.machine.domain.word(referent).map_err(Problem::Fork)? as Reference;
            call.give_bool(referent == object)
        },
        "java.lang.ref.Reference.clear0()V" | "java.lang.ref.PhantomReference.clear0()V" => |call| {
            let reference = call.object(0)?;
            let class = call.machine.library_class("java.lang.ref.Reference")?;
            let slot = call.machine.field_slot(class, "referent")?;
            let null = call.value(0);
            call.machine.heap.set(reference, slot, null);
            call.nothing()
        },
        "java.lang.String.hashCode()I" => |call| {
            let string = call.object(0)?;
            let hash = hash_of_text(call.machine, string)?;
            call.give_int(hash)
        },
        "java.lang.String.intern()Ljava/lang/String;" => |call| {
            let string = call.object(0)?;
            let text = text_of(call.machine, string)?;
            let id = call.machine.image.program().literal(ir::Literal::Text(text.into()));
            let known = call.machine.heap.literal(ir::Id::index(id));
            if known == 0 {
                call.machine.heap.set_literal(ir::Id::index(id), string);
            }
            call.give(if known == 0 { string } else { known }.into())
        },
        "jdk.internal.util.ArraysSupport.vectorizedMismatch(Ljava/lang/Object;JLjava/lang/Object;JII)I" => {
            super::unsafe_memory::mismatch
        },
        "java.lang.StringUTF16.isBigEndian()Z" => |call| call.give_bool(false),

        "java.security.AccessController.doPrivileged(Ljava/security/PrivilegedAction;)Ljava/lang/Object;" => {
            |call| {
                let action = call.object(0)?;
                let program = call.machine.image.program();
                let selector =
                    program.selector_named("run()Ljava/lang/Object;").ok_or(Problem::Unsupported)?;
                let RefType::Class(class) = call.machine.heap.ty(action) else {
                    return Err(Problem::Unsupported);
                };
                let method = program.method(class, selector).ok_or(Problem::Unsupported)?;
                Ok(Answer::Call(method, call.arguments.clone()))
            }
        },
    }
}

/// The time in milliseconds at which every execution begins: the first of January 2000.
pub(super) const EPOCH: Word = 946_684_800_000;

/// A number that tells objects apart: see [`collect`](crate::collect) for which.
fn identity_hash<D: Domain>(call: &mut Call<'_, '_, '_, D>, object: Reference) -> i32 {
    call.machine.note(Asked::Hashes);
    let heap = &mut call.machine.heap;
    let number = heap.hash_number(object).unwrap_or_else(|| heap.number_hash(object));
    // The multiplier of Fibonacci hashing; hash codes are 31 bits on common JVMs.
    ((number + 1).wrapping_mul(0x9e37_79b1) >> 1) as i32
}

/// Whether somebody looks at the clock to make a seed that nothing depends on, because what it is for is a choice.
fn is_seed<D: Domain>(call: &Call<'_, '_, '_, D>) -> bool {
    const SEEDED: &[&str] = &[
        "java.util.ImmutableCollections",
        "java.util.concurrent.ThreadLocalRandom",
        "java.util.SplittableRandom",
    ];
    !call.machine.fixes_draws()
        && super::handles::method_class(call, 0).is_some_and(|class| SEEDED.contains(&class.as_str()))
}

/// The properties that a program may ask for.
const PROPERTIES: &[(&str, &str)] = &[
    ("line.separator", "\n"),
    ("file.separator", "/"),
    ("path.separator", ":"),
    ("file.encoding", "UTF-8"),
    ("native.encoding", "UTF-8"),
    ("stdout.encoding", "UTF-8"),
    ("stderr.encoding", "UTF-8"),
    ("sun.jnu.encoding", "UTF-8"),
    ("user.language", "en"),
    ("user.country", "US"),
    ("java.vm.name", "Glassbox"),
    ("os.name", "Linux"),
    ("os.arch", "amd64"),
];

/// What the library's own copy of the properties must have. Only code that reaches outside looks at
/// these, and that is not modelled.
const COPIED: &[&str] = &[
    "java.home",
    "user.home",
    "user.dir",
    "user.name",
    "java.io.tmpdir",
    "java.library.path",
    "sun.boot.library.path",
    "os.version",
];

/// Whether every JVM has a value for a property, which is not for the program to know: it says
/// something about the environment.
fn is_withheld(key: &str) -> bool {
    ["java.", "user.", "os.", "jdk.", "sun."].iter().any(|prefix| key.starts_with(prefix))
        && [
            ".version",
            ".date",
            ".vendor",
            ".url",
            ".bug",
            ".home",
            ".dir",
            ".name",
            ".path",
            ".tmpdir",
            ".info",
            ".mode",
            ".compiler",
            ".launcher",
            ".command",
            ".model",
            ".endian",
            ".isalist",
            ".debug",
        ]
        .iter()
        .any(|end| key.ends_with(end))
}

fn property<D: Domain>(call: &mut Call<'_, '_, '_, D>, default: Option<D::Value>) -> Given<D> {
    note_own(call, Asked::Properties);
    let key = call.text(0)?;
    let key = String::from_utf16_lossy(&key);
    if let Some(value) = call.machine.image.program().given(ir::Given::Property, &key) {
        return call.give_text(&value);
    }
    match PROPERTIES.iter().find(|(known, _)| *known == key) {
        Some((_, value)) => call.give_text(value),
        None if is_withheld(&key) => Err(Problem::Unsupported),
        None => Ok(Answer::Result(Some(match default {
            Some(default) => default,
            None => call.value(0),
        }))),
    }
}

/// All properties, for code of the library, which only reads them.
fn properties<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Given<D> {
    if !super::handles::is_from_library(call) {
        return Err(Problem::Unsupported);
    }
    let copies = super::handles::method_class(call, 0).as_deref() == Some("jdk.internal.util.StaticProperty");
    let copied = COPIED.iter().filter(|_| copies).map(|key| (*key, ""));
    let machine = &mut *call.machine;
    let program = machine.image.program();
    let given: BTreeMap<String, String> = program
        .given_names(ir::Given::Property)
        .into_iter()
        .filter_map(|name| Some((name.clone(), program.given(ir::Given::Property, &name)?)))
        .collect();
    let fixed = PROPERTIES.iter().copied().chain(copied).filter(|(key, _)| !given.contains_key(*key));
    let all: Vec<(&str, &str)> =
        fixed.chain(given.iter().map(|(key, value)| (key.as_str(), value.as_str()))).collect();
    let make = program
        .function_named("java.lang.System.createProperties(Ljava/util/Map;)Ljava/util/Properties;")
        .ok_or(Problem::Unsupported)?;
    let class = machine.library_class("java.util.ImmutableCollections$MapN")?;
    let any = Type::Ref(RefType::Any);
    let map = machine.make_object(class)?;
    let table = machine.make_array(any, 2 * all.len())?;
    for (index, (key, value)) in all.iter().enumerate() {
        for (offset, text) in [key, value].into_iter().enumerate() {
            let units: Vec<u16> = text.encode_utf16().collect();
            let text = new_text(machine, &units)?;
            let text = machine.domain.constant(text.into());
            machine.set_element(table, any, (2 * index + offset) as u32, text)?;
        }
    }
    for (field, word) in [("table", Word::from(table)), ("size", all.len() as Word)] {
        let slot = machine.field_slot(class, field)?;
        let value = machine.domain.constant(word);
        machine.heap.set(map, slot, value);
    }
    let map = call.value(map.into());
    Ok(Answer::Call(make, vec![map]))
}

fn clone<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Given<D> {
    let object = call.object(0)?;
    let machine = &mut *call.machine;
    let copy = match machine.heap.ty(object) {
        RefType::Array(array) => {
            let element = machine.image.program().element_type(array);
            let length = machine.heap.length(object);
            let copy = machine.make_array(element, length as usize)?;
            machine.heap.charge(length as usize / 8);
            let kind = machine.kind_of(element);
            machine.heap.copy_elements(kind, (object, 0), (copy, 0), length);
            copy
        }
        RefType::Class(class) => {
            let program = machine.image.program();
            let cloneable = machine.library_class("java.lang.Cloneable")?;
            if !program.is_subclass(class, cloneable) {
                let name = program.class_name(class).to_string();
                return Err(Problem::Throw("java.lang.CloneNotSupportedException", Some(name)));
            }
            let copy = machine.make_object(class)?;
            for slot in 0..machine.heap.length(object) {
                let value = machine.heap.get(object, slot);
                machine.heap.set(copy, slot, value);
            }
            copy
        }
        RefType::Any => return Err(Problem::Unsupported),
    };
    call.give(copy.into())
}

fn arraycopy<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Given<D> {
    let (from, to) = (call.object(0)?, call.object(2)?);
    let (from_at, to_at, count) = (call.int(1)?, call.int(3)?, call.int(4)?);
    let machine = &mut *call.machine;
    let kinds = (machine.array_element(from), machine.array_element(to));
    let (Some(from_type), Some(to_type)) = kinds else {
        let (what, object) = if kinds.0.is_none() { ("source", from) } else { ("destination", to) };
        let name = descriptor_of(machine, object);
        let name = super::reflection::name_of(&name);
        let message = format!("arraycopy: {what} type {name} is not an array");
        return Err(Problem::Throw("java.lang.ArrayStoreException", Some(message)));
    };
    let references = from_type.is_ref() && to_type.is_ref();
    if !references && from_type != to_type {
        let message = format!(
            "arraycopy: type mismatch: can not copy {} into {}",
            array_name(from_type),
            array_name(to_type)
        );
        return Err(Problem::Throw("java.lang.ArrayStoreException", Some(message)));
    }
    let (from_length, to_length) = (machine.heap.length(from), machine.heap.length(to));
    if let Some(message) =
        out_of_bounds((from_type, from_at, from_length), (to_type, to_at, to_length), count)
    {
        return Err(Problem::Throw("java.lang.ArrayIndexOutOfBoundsException", Some(message)));
    }
    let (from_at, to_at, count) = (from_at as u32, to_at as u32, count as u32);
    machine.heap.charge(count as usize / 8);
    if from_type == to_type {
        let kind = machine.kind_of(from_type);
        machine.heap.copy_elements(kind, (from, from_at), (to, to_at), count);
        return call.nothing();
    }
    // Overlapping ranges of one array are copied as if through a second one.
    let values: Vec<D::Value> =
        (0..count).map(|offset| machine.element(from, from_type, from_at + offset)).collect();
    for (offset, value) in values.into_iter().enumerate() {
        if references && from_type != to_type {
            let reference = machine.domain.word(value).map_err(Problem::Fork)? as Reference;
            if !crate::machine::Machine::<D>::fits(machine.image, &machine.heap, to, reference) {
                let (from_name, to_name) = (type_name(machine, from_type), type_name(machine, to_type));
                let narrower = match (to_type, from_type) {
                    (Type::Ref(to), Type::Ref(from)) => machine.image.belongs(to, from),
                    _ => false,
                };
                let message = if narrower {
                    format!(
                        "arraycopy: element type mismatch: can not cast one of the elements of {from_name}[] to the type of the destination array, {to_name}"
                    )
                } else {
                    format!("arraycopy: type mismatch: can not copy {from_name}[] into {to_name}[]")
                };
                return Err(Problem::Throw("java.lang.ArrayStoreException", Some(message)));
            }
        }
        machine.set_element(to, to_type, to_at + offset as u32, value)?;
    }
    call.nothing()
}

/// What HotSpot calls the class of an array's elements.
fn type_name<D: Domain>(machine: &crate::machine::Machine<'_, '_, D>, ty: Type) -> String {
    super::reflection::name_of(&super::objects::describe_type(machine, ty)).to_string()
}

/// What HotSpot calls an array in its messages.
fn array_name(element: Type) -> String {
    let name = match element {
        Type::Bool => "boolean",
        Type::Int(int) => match (int.width.bits(), int.signed) {
            (8, _) => "byte",
            (16, true) => "short",
            (16, false) => "char",
            (64, _) => "long",
            _ => "int",
        },
        Type::Float(ir::FloatType::F32) => "float",
        Type::Float(ir::FloatType::F64) => "double",
        Type::Ref(_) => return "object array[]".to_string(),
    };
    format!("{name}[]")
}

/// HotSpot's message for a copy that leaves an array.
fn out_of_bounds(from: (Type, i32, u32), to: (Type, i32, u32), count: i32) -> Option<String> {
    let name = |element: Type, length: u32| match element {
        Type::Ref(_) => format!("object array[{length}]"),
        Type::Bool | Type::Int(_) | Type::Float(_) => {
            format!("{}[{length}]", array_name(element).trim_end_matches("[]"))
        }
    };
    let ((from_type, from_at, from_length), (to_type, to_at, to_length)) = (from, to);
    if from_at < 0 {
        let name = name(from_type, from_length);
        return Some(format!("arraycopy: source index {from_at} out of bounds for {name}"));
    }
    if to_at < 0 {
        let name = name(to_type, to_length);
        return Some(format!("arraycopy: destination index {to_at} out of bounds for {name}"));
    }
    if count < 0 {
        return Some(format!("arraycopy: length {count} is negative"));
    }
    let (from_end, to_end) = (from_at as u32 + count as u32, to_at as u32 + count as u32);
    if from_end > from_length {
        let name = name(from_type, from_length);
        return Some(format!("arraycopy: last source index {from_end} out of bounds for {name}"));
    }
    if to_end > to_length {
        let name = name(to_type, to_length);
        return Some(format!("arraycopy: last destination index {to_end} out of bounds for {name}"));
    }
    None
}
