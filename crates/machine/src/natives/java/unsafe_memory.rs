//! `jdk.internal.misc.Unsafe` on objects and arrays. The offset of a field is its slot, and of an array
//! element its index, scaled as on the JVM; memory outside objects is not modelled.

use ir::{IntType, RefType, Type};

use super::objects::type_of;
use crate::domain::Domain;
use crate::heap::Reference;
use crate::machine::Machine;
use crate::natives::{Answer, Call, Given, Native, Problem};
use crate::word::Word;

/// Where the first field or element is.
const BASE: i64 = 16;
/// How far fields are apart.
const FIELD: i64 = 8;
/// Where the first static field is: behind whatever an object can have.
const STATICS: i64 = 1 << 40;

/// The methods that have models, of whatever types.
pub(super) const NAMES: &[&str] = &[
    "jdk.internal.misc.Unsafe.arrayBaseOffset0",
    "jdk.internal.misc.Unsafe.arrayIndexScale0",
    "jdk.internal.misc.Unsafe.fullFence",
    "jdk.internal.misc.Unsafe.loadFence",
    "jdk.internal.misc.Unsafe.storeFence",
    "jdk.internal.misc.Unsafe.storeStoreFence",
    "jdk.internal.misc.Unsafe.loadLoadFence",
    "jdk.internal.misc.Unsafe.objectFieldOffset",
    "jdk.internal.misc.Unsafe.objectFieldOffset0",
    "jdk.internal.misc.Unsafe.staticFieldBase0",
    "jdk.internal.misc.Unsafe.staticFieldOffset0",
    "jdk.internal.misc.Unsafe.copyMemory0",
    "jdk.internal.misc.Unsafe.allocateInstance",
    "jdk.internal.misc.Unsafe.getInt",
    "jdk.internal.misc.Unsafe.getIntVolatile",
    "jdk.internal.misc.Unsafe.getLong",
    "jdk.internal.misc.Unsafe.getLongVolatile",
    "jdk.internal.misc.Unsafe.getReference",
    "jdk.internal.misc.Unsafe.getReferenceVolatile",
    "jdk.internal.misc.Unsafe.getReferenceAcquire",
    "jdk.internal.misc.Unsafe.getBoolean",
    "jdk.internal.misc.Unsafe.getBooleanVolatile",
    "jdk.internal.misc.Unsafe.getByte",
    "jdk.internal.misc.Unsafe.getByteVolatile",
    "jdk.internal.misc.Unsafe.getShort",
    "jdk.internal.misc.Unsafe.getShortVolatile",
    "jdk.internal.misc.Unsafe.getChar",
    "jdk.internal.misc.Unsafe.getCharVolatile",
    "jdk.internal.misc.Unsafe.getFloat",
    "jdk.internal.misc.Unsafe.getDouble",
    "jdk.internal.misc.Unsafe.putInt",
    "jdk.internal.misc.Unsafe.putIntVolatile",
    "jdk.internal.misc.Unsafe.putLong",
    "jdk.internal.misc.Unsafe.putLongVolatile",
    "jdk.internal.misc.Unsafe.putReference",
    "jdk.internal.misc.Unsafe.putReferenceVolatile",
    "jdk.internal.misc.Unsafe.putReferenceRelease",
    "jdk.internal.misc.Unsafe.putBoolean",
    "jdk.internal.misc.Unsafe.putBooleanVolatile",
    "jdk.internal.misc.Unsafe.putByte",
    "jdk.internal.misc.Unsafe.putByteVolatile",
    "jdk.internal.misc.Unsafe.putShort",
    "jdk.internal.misc.Unsafe.putChar",
    "jdk.internal.misc.Unsafe.putFloat",
    "jdk.internal.misc.Unsafe.putDouble",
    "jdk.internal.misc.Unsafe.compareAndSetInt",
    "jdk.internal.misc.Unsafe.compareAndSetLong",
    "jdk.internal.misc.Unsafe.compareAndSetReference",
    "jdk.internal.misc.Unsafe.compareAndExchangeInt",
    "jdk.internal.misc.Unsafe.compareAndExchangeLong",
    "jdk.internal.misc.Unsafe.compareAndExchangeReference",
];

pub(super) fn find<D: Domain>(name: &str) -> Option<Native<D>> {
    let method = name.strip_prefix("jdk.internal.misc.Unsafe.")?;
    let (method, descriptor) = method.split_at(method.find('(')?);
    Some(match (method, descriptor) {
        ("arrayBaseOffset0", "(Ljava/lang/Class;)I") => |call| call.give_int(BASE as i32),
        ("arrayIndexScale0", "(Ljava/lang/Class;)I") => |call| {
            let descriptor = call.class(1)?;
            let scale = match type_of(call.machine, &descriptor) {
                Some(RefType::Array(array)) => scale(call.machine.image.program().element_type(array)),
                Some(RefType::Any | RefType::Class(_)) | None => return Err(Problem::Unsupported),
            };
            call.give_int(scale as i32)
        },
        ("fullFence" | "loadFence" | "storeFence" | "storeStoreFence" | "loadLoadFence", _) => {
            |call| call.nothing()
        }
        ("objectFieldOffset", "(Ljava/lang/Class;Ljava/lang/String;)J") => |call| {
            let descriptor = call.class(1)?;
            let name = String::from_utf16_lossy(&call.text(2)?);
            let Some(RefType::Class(class)) = type_of(call.machine, &descriptor) else {
                return Err(Problem::Unsupported);
            };
            match call.machine.field_slot(class, &name) {
                Ok(slot) => call.give((BASE + FIELD * i64::from(slot)) as Word),
                Err(_) => Err(Problem::Throw("java.lang.InternalError", Some(name))),
            }
        },
        ("objectFieldOffset0", _) => |call| {
            let (class, name) = field(call)?;
            let Some(RefType::Class(class)) = type_of(call.machine, &class) else {
                return Err(Problem::Unsupported);
            };
            let slot = call.machine.field_slot(class, &name)?;
            call.give(offset_of_slot(slot) as Word)
        },
        // A static field is found by the object of its class and the number of the global variable.
        ("staticFieldBase0", _) => |call| {
            let (class, _) = field(call)?;
            let class = super::objects::class_object(call.machine, &class)?;
            call.give(class.into())
        },
        ("staticFieldOffset0", _) => |call| {
            let (class, name) = field(call)?;
            let global = format!("{}.{name}", super::reflection::name_of(&class));
            let global = call.machine.image.program().global_named(&global).ok_or(Problem::Unsupported)?;
            call.give((STATICS + FIELD * ir::Id::index(global) as i64) as Word)
        },
        ("copyMemory0", _) => copy_memory,
        ("allocateInstance", _) => |call| {
            let descriptor = call.class(1)?;
            let Some(RefType::Class(class)) = type_of(call.machine, &descriptor) else {
                return Err(Problem::Unsupported);
            };
            let object = call.machine.make_object(class)?;
            call.give(object.into())
        },
        (
            "getInt"
            | "getIntVolatile"
            | "getLong"
            | "getLongVolatile"
            | "getReference"
            | "getReferenceVolatile"
            | "getReferenceAcquire"
            | "getBoolean"
            | "getBooleanVolatile"
            | "getByte"
            | "getByteVolatile"
            | "getShort"
            | "getShortVolatile"
            | "getChar"
            | "getCharVolatile"
            | "getFloat"
            | "getDouble",
            _,
        ) if descriptor.starts_with("(Ljava/lang/Object;J)") => get,
        (
            "putInt"
            | "putIntVolatile"
            | "putLong"
            | "putLongVolatile"
            | "putReference"
            | "putReferenceVolatile"
            | "putReferenceRelease"
            | "putBoolean"
            | "putBooleanVolatile"
            | "putByte"
            | "putByteVolatile"
            | "putShort"
            | "putChar"
            | "putFloat"
            | "putDouble",
            _,
        ) if descriptor.starts_with("(Ljava/lang/Object;J") => put,
        ("compareAndSetInt" | "compareAndSetLong" | "compareAndSetReference", _) => {
            |call| exchange(call, true)
        }
        ("compareAndExchangeInt" | "compareAndExchangeLong" | "compareAndExchangeReference", _) => {
            |call| exchange(call, false)
        }
        _ => return None,
    })
}

/// How far elements of a type are apart, as on the JVM with compressed references.
fn scale(element: Type) -> i64 {
    match element {
        Type::Bool => 1,
        Type::Int(int) => i64::from(int.width.bits() / 8),
        Type::Float(ir::FloatType::F32) | Type::Ref(_) => 4,
        Type::Float(ir::FloatType::F64) => 8,
    }
}

/// The offset of a field.
pub(super) fn offset_of_slot(slot: u32) -> i64 {
    BASE + FIELD * i64::from(slot)
}

/// The class, by its descriptor, and the name of the field that an argument stands for.
fn field<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Result<(Box<str>, String), Problem<D::Fork>> {
    let field = call.object(1)?;
    let class = call.machine.library_class("java.lang.reflect.Field")?;
    let mut parts = [0; 2];
    for (part, name) in parts.iter_mut().zip(["clazz", "name"]) {
        let slot = call.machine.field_slot(class, name)?;
        let value = call.machine.heap.get(field, slot);
        *part = call.machine.domain.word(value).map_err(Problem::Fork)? as Reference;
    }
    let descriptor = super::objects::described(call.machine, parts[0])?;
    let name = super::objects::text_of(call.machine, parts[1])?;
    Ok((descriptor, String::from_utf16_lossy(&name)))
}

/// A place that an object and an offset mean.
#[derive(Clone, Copy)]
enum Spot {
    Global(usize),
    Slot(Reference, u32),
    Element(Reference, Type, u32),
    /// Bytes of an array of bytes that make up a wider number.
    Bytes(Reference, u32),
}

fn spot<D: Domain>(call: &mut Call<'_, '_, '_, D>, width: i64) -> Result<Spot, Problem<D::Fork>> {
    // Without an object the offset is an address.
    let object = match call.reference(1)? {
        0 => return Err(Problem::Unsupported),
        object => object,
    };
    let offset = call.word(2)? as i64;
    if offset >= STATICS {
        call.machine.ensure_globals();
        let global = (offset - STATICS) / FIELD;
        if global as usize >= call.machine.image.program().globals.len() {
            return Err(Problem::Unsupported);
        }
        return Ok(Spot::Global(global as usize));
    }
    let offset = offset - BASE;
    let machine = &*call.machine;
    let length = i64::from(machine.heap.length(object));
    match machine.array_element(object) {
        Some(element) => {
            let scale = scale(element);
            if offset < 0 || offset % scale != 0 || offset / scale >= length {
                return Err(Problem::Unsupported);
            }
            let index = (offset / scale) as u32;
            if scale == width || element.is_ref() {
                return Ok(Spot::Element(object, element, index));
            }
            if scale == 1 && offset + width <= length {
                return Ok(Spot::Bytes(object, index));
            }
            Err(Problem::Unsupported)
        }
        None => {
            if offset < 0 || offset % FIELD != 0 || offset / FIELD >= length {
                return Err(Problem::Unsupported);
            }
            Ok(Spot::Slot(object, (offset / FIELD) as u32))
        }
    }
}

/// Where two arrays begin to differ, or how many elements are left to compare, as `!count`. Nothing is
/// compared in wide steps, so all are left; but with elements of eight bytes the caller expects none to be.
pub(super) fn mismatch<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Given<D> {
    const EIGHT_BYTES: i32 = 3;
    let length = call.int(4)?;
    if call.int(5)? != EIGHT_BYTES {
        return call.give_int(!length);
    }
    let arrays = [(call.object(0)?, call.word(1)?), (call.object(2)?, call.word(3)?)];
    for index in 0..length {
        let mut words = [0; 2];
        for (word, (array, offset)) in words.iter_mut().zip(arrays) {
            let element = call.machine.array_element(array).filter(|&element| scale(element) == 8);
            let element = element.ok_or(Problem::Unsupported)?;
            let at = (offset as i64 - BASE) / 8 + i64::from(index);
            if at < 0 || at >= i64::from(call.machine.heap.length(array)) {
                return Err(Problem::Unsupported);
            }
            let value = call.machine.element(array, element, at as u32);
            *word = call.machine.domain.word(value).map_err(Problem::Fork)?;
        }
        if words[0] != words[1] {
            return call.give_int(index);
        }
    }
    call.give_int(!0)
}

/// How many bytes the accessed type has, by the method's name.
fn width_of<D: Domain>(call: &Call<'_, '_, '_, D>) -> i64 {
    let name = &call.machine.image.program().functions[call.function].name;
    let method = name.rsplit_once("Unsafe.").map_or(name.as_str(), |(_, method)| method);
    let method = method.split('(').next().unwrap_or(method);
    if method.contains("Long") || method.contains("Double") {
        8
    } else if method.contains("Byte") || method.contains("Boolean") {
        1
    } else if method.contains("Short") || method.contains("Char") {
        2
    } else {
        4
    }
}

const BYTE: Type = Type::Int(IntType::I8);

fn read<D: Domain>(
    machine: &mut Machine<'_, '_, D>,
    spot: Spot,
    width: i64,
) -> Result<D::Value, Problem<D::Fork>> {
    Ok(match spot {
        Spot::Global(global) => machine.heap.global(global).ok_or(Problem::Unsupported)?,
        Spot::Slot(object, slot) => machine.heap.get(object, slot),
        Spot::Element(array, element, index) => machine.element(array, element, index),
        Spot::Bytes(array, index) => {
            let mut bytes = [0; 8];
            for (offset, byte) in bytes.iter_mut().take(width as usize).enumerate() {
                let value = machine.element(array, BYTE, index + offset as u32);
                *byte = machine.domain.word(value).map_err(Problem::Fork)? as u8;
            }
            let bits = Word::from_le_bytes(bytes);
            let word = match width {
                2 => bits as u16 as i16 as i64 as Word,
                4 => bits as u32 as i32 as i64 as Word,
                _ => bits,
            };
            machine.domain.constant(word)
        }
    })
}

fn write<D: Domain>(
    machine: &mut Machine<'_, '_, D>,
    spot: Spot,
    width: i64,
    value: D::Value,
) -> Result<(), Problem<D::Fork>> {
    match spot {
        Spot::Global(global) => machine.heap.set_global(global, value),
        Spot::Slot(object, slot) => machine.heap.set(object, slot, value),
        Spot::Element(array, element, index) => machine.set_element(array, element, index, value)?,
        Spot::Bytes(array, index) => {
            let word = machine.domain.word(value).map_err(Problem::Fork)?;
            for (offset, byte) in word.to_le_bytes().into_iter().take(width as usize).enumerate() {
                let value = machine.domain.constant(byte as i8 as i64 as Word);
                machine.set_element(array, BYTE, index + offset as u32, value)?;
            }
        }
    }
    Ok(())
}

/// Copies bytes between arrays whose elements have the same type.
fn copy_memory<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Given<D> {
    let (from, to) = (call.object(1)?, call.object(3)?);
    let (from_at, to_at) = (call.word(2)? as i64 - BASE, call.word(4)? as i64 - BASE);
    let bytes = call.word(5)? as i64;
    let machine = &mut *call.machine;
    let (Some(element), Some(other)) = (machine.array_element(from), machine.array_element(to)) else {
        return Err(Problem::Unsupported);
    };
    let scale = scale(element);
    let fits = |at: i64, array: Reference| {
        at >= 0 && at % scale == 0 && (at + bytes) / scale <= i64::from(machine.heap.length(array))
    };
    let whole = bytes >= 0 && bytes % scale == 0;
    if element != other || element.is_ref() || !whole || !fits(from_at, from) || !fits(to_at, to) {
        return Err(Problem::Unsupported);
    }
    let (from_at, to_at, count) = (from_at / scale, to_at / scale, bytes / scale);
    let values: Vec<D::Value> =
        (0..count).map(|offset| machine.element(from, element, (from_at + offset) as u32)).collect();
    for (offset, value) in values.into_iter().enumerate() {
        machine.set_element(to, element, (to_at + offset as i64) as u32, value)?;
    }
    call.nothing()
}

fn get<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Given<D> {
    let width = width_of(call);
    let spot = spot(call, width)?;
    Ok(Answer::Result(Some(read(call.machine, spot, width)?)))
}

fn put<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Given<D> {
    let width = width_of(call);
    let spot = spot(call, width)?;
    let value = call.arguments[3];
    write(call.machine, spot, width, value)?;
    call.nothing()
}

/// Compares and sets; gives whether it did, or what was there.
fn exchange<D: Domain>(call: &mut Call<'_, '_, '_, D>, tell: bool) -> Given<D> {
    let width = width_of(call);
    let spot = spot(call, width)?;
    let expected = call.word(3)?;
    let value = call.arguments[4];
    let found = read(call.machine, spot, width)?;
    let word = call.machine.domain.word(found).map_err(Problem::Fork)?;
    if word == expected {
        write(call.machine, spot, width, value)?;
    }
    if tell { call.give_bool(word == expected) } else { Ok(Answer::Result(Some(found))) }
}
