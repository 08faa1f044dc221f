//! The checksums of `java.util.zip` that it leaves to a C library, by their definitions.

use ir::{IntType, Type};

use crate::domain::Domain;
use crate::natives::{Call, Given, Native, Problem};

natives! {
    find {
        "java.util.zip.CRC32.update(II)I" => |call| one(call, crc32),
        "java.util.zip.CRC32.updateBytes0(I[BII)I" => |call| several(call, crc32),
        "java.util.zip.Adler32.update(II)I" => |call| one(call, adler32),
        "java.util.zip.Adler32.updateBytes(I[BII)I" => |call| several(call, adler32),
    }
}

/// The sum with one more byte. The polynomial is that of IEEE 802.3, its bits reversed.
fn crc32(sum: u32, byte: u8) -> u32 {
    let mut rest = !sum ^ u32::from(byte);
    for _ in 0..8 {
        rest = if rest & 1 == 1 { rest >> 1 ^ 0xedb8_8320 } else { rest >> 1 };
    }
    !rest
}

/// The sum with one more byte (RFC 1950).
fn adler32(sum: u32, byte: u8) -> u32 {
    const PRIME: u32 = 65_521;
    let low = (sum & 0xffff) + u32::from(byte);
    let low = low % PRIME;
    let high = ((sum >> 16) + low) % PRIME;
    high << 16 | low
}

fn one<D: Domain>(call: &mut Call<'_, '_, '_, D>, step: fn(u32, u8) -> u32) -> Given<D> {
    let (sum, byte) = (call.int(0)? as u32, call.int(1)? as u8);
    call.give_int(step(sum, byte) as i32)
}

/// The caller has looked at the bounds.
fn several<D: Domain>(call: &mut Call<'_, '_, '_, D>, step: fn(u32, u8) -> u32) -> Given<D> {
    let (mut sum, array) = (call.int(0)? as u32, call.object(1)?);
    let (start, count) = (call.int(2)?, call.int(3)?);
    let length = call.machine.heap.length(array) as i32;
    if start < 0 || count < 0 || start.checked_add(count).is_none_or(|end| end > length) {
        return Err(Problem::Unsupported);
    }
    for index in start..start + count {
        let byte = call.machine.element(array, Type::Int(IntType::I8), index as u32);
        sum = step(sum, call.machine.domain.word(byte).map_err(Problem::Fork)? as u8);
    }
    call.give_int(sum as i32)
}
