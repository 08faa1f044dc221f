//! Bytes that are there to be different: those of `SecureRandom`, and UUIDs, which are made of them.
//!
//! Each request for at least [`LEAST`] bytes gets others than every request before: a number that counts the requests, scrambled one to one and repeated.
//! Which bytes these are is one of very many possibilities, and the report says so. Requests for fewer bytes cannot be
//! different for ever; they are not modelled. What a `SecureRandom` gives as numbers is a draw like others.

use ir::{Id as _, IntType, Type};

use super::world::Asked;
use crate::domain::Domain;
use crate::natives::{Call, Given, Native, Problem};
use crate::word::Word;

/// The fewest bytes of a request.
const LEAST: u32 = 8;

natives! {
    find {
        // Nothing of its fields is used: there is no provider.
        "java.security.SecureRandom.<clinit>()V"
        | "java.security.SecureRandom.<init>()V"
        | "java.security.SecureRandom.<init>([B)V"
        | "java.security.SecureRandom.setSeed([B)V"
        | "java.security.SecureRandom.setSeed(J)V"
        | "java.security.SecureRandom.reseed()V" => |call| call.nothing(),
        "java.security.SecureRandom.getAlgorithm()Ljava/lang/String;"
        | "java.security.SecureRandom.toString()Ljava/lang/String;"
        | "java.security.SecureRandom.getInstance(Ljava/lang/String;)Ljava/security/SecureRandom;"
        | "java.security.SecureRandom.generateSeed(I)[B" => |_| Err(Problem::Unsupported),
        "java.security.SecureRandom.nextBytes([B)V" => bytes,
    }
}

fn bytes<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Given<D> {
    let array = call.object(1)?;
    let length = call.machine.heap.length(array);
    if length > 0 && length < LEAST {
        return Err(Problem::Unsupported);
    }
    call.machine.note(Asked::Identities);
    let number = next(call)?;
    for index in 0..length {
        let mixed = scramble(number.wrapping_add(u64::from(index / 8) << 32));
        let byte = (mixed >> (8 * (index % 8))) as i8;
        let value = call.value(byte as i64 as Word);
        call.machine.set_element(array, Type::Int(IntType::I8), index, value)?;
    }
    call.nothing()
}

/// How many requests there were before. The counter is an array, remembered under a class literal that no program can name.
fn next<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Result<Word, Problem<D::Fork>> {
    let machine = &mut *call.machine;
    let id = machine.image.program().literal(ir::Literal::Class("<identities>".into()));
    let mut counter = machine.heap.literal(id.index());
    if counter == 0 {
        counter = machine.make_array(Type::I64, 1)?;
        machine.heap.set_literal(id.index(), counter);
    }
    let given = machine.element(counter, Type::I64, 0);
    let number = machine.domain.word(given).map_err(Problem::Fork)?;
    let next = machine.domain.constant(number + 1);
    machine.set_element(counter, Type::I64, 0, next)?;
    Ok(number)
}

/// A number for a number, different ones for different ones: each step can be undone. That is so of the first eight bytes; a UUID overwrites six bits
/// of its sixteen, of which at most four are among the first eight, and its last eight come from another number.
fn scramble(number: u64) -> u64 {
    let mixed = (number ^ 0x5851_f42d_4c95_7f2d).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ mixed >> 29
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn identities_are_different() {
        // As a UUID uses them: the version is written over the first half, the variant over the second.
        let halves =
            |number: u64| (scramble(number) & !(0xf0 << 48), scramble(number.wrapping_add(1 << 32)) & !0xc0);
        let all: BTreeSet<_> = (0..100_000).map(halves).collect();
        assert_eq!(all.len(), 100_000);
    }
}
