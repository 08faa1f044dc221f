//! The order in which `Set.of`, `Map.of` and their relatives give their elements.
//!
//! A virtual machine draws one number when the class `ImmutableCollections` is initialised, the salt: any of 2^32. It decides where
//! an iteration of a table begins, at the entry `salt * entries / 2^32`, and, by its lowest bit, in which direction it
//! goes (and which of two elements of a small set is first). Where elements lie in a table does not depend on it. So all collections of one
//! execution are ordered by the same salt, and not every combination of orders can be seen.
//!
//! # Which salts are tried
//! All of them, as far as they can be told apart. A state keeps which salts are left: an interval, and the direction if it is
//! known. At the first of everything the interval is all numbers. An iteration that would begin elsewhere with some of those that are left than
//! with others is a choice of the entry, after which only the salts that begin there are left; one that needs the
//! direction is a choice of that. The two do not constrain each other, because each interval of more than one
//! number has even and odd ones, and an interval of one is never reached: the entries of all tables that fit into memory cut 2^32 numbers
//! into intervals of more. (Where the interval is one number the direction is chosen freely all the same, which would be one order
//! too many.) So each execution that is explored is one with some salt, and each salt's execution is explored.
//!
//! A program that iterates over none of these collections makes no choice. Tables with fewer than two elements have one order.
//!
//! The salt itself is a static field that only these iterations read; it is set to the least number that is left.

use ir::{Id as _, IntType, Type};

use super::world::Asked;
use crate::domain::Domain;
use crate::heap::Reference;
use crate::machine::{Machine, range};
use crate::natives::{Answer, Call, Given, Native, Problem, Settled};
use crate::stop::Choice;
use crate::word::Word;

natives! {
    find {
        "java.util.ImmutableCollections$SetN$SetNIterator.<init>(Ljava/util/ImmutableCollections$SetN;)V" => {
            |call| iterate(call, "elements", 1)
        },
        "java.util.ImmutableCollections$MapN$MapNIterator.<init>(Ljava/util/ImmutableCollections$MapN;)V" => {
            |call| iterate(call, "table", 2)
        },
        "java.util.ImmutableCollections$Set12$1.next()Ljava/lang/Object;" => |call| {
            let iterator = call.object(0)?;
            match word(call, iterator, "this$0") {
                Ok(set) => pair(call, set as Reference),
                Err(_) => Err(Problem::Unsupported),
            }
        },
        "java.util.ImmutableCollections$Set12.toArray()[Ljava/lang/Object;"
        | "java.util.ImmutableCollections$Set12.toArray([Ljava/lang/Object;)[Ljava/lang/Object;"
        | "java.util.ImmutableCollections$Set12.forEach(Ljava/util/function/Consumer;)V" => |call| {
            let set = call.object(0)?;
            pair(call, set)
        },
    }
}

/// How many salts there are.
const SALTS: u64 = 1 << 32;

/// Where it is remembered which salts are left, under a class literal that no program can name: the least, the greatest, and
/// the direction: 0 while it is open, 1 forwards, 2 backwards as the library counts.
const LEFT: &str = "<order of immutable collections>";

/// The library makes properties of the system from such a map, whose order shows nowhere.
const INDIFFERENT: &str = "java.lang.System.createProperties(";

/// Which salts are left.
#[derive(Clone, Copy)]
struct Left {
    low: u64,
    high: u64,
    direction: Word,
}

impl Left {
    /// The entry where an iteration of a table begins.
    fn begin(salt: u64, entries: u64) -> u64 {
        (salt * entries) >> 32
    }
}

/// The iterator of a table is made.
fn iterate<D: Domain>(call: &mut Call<'_, '_, '_, D>, field: &str, slots: u64) -> Given<D> {
    let table = call.object(1)?;
    if word(call, table, "size")? < 2 || !matters(call) {
        return Ok(Answer::Decline);
    }
    initialised(call)?;
    let entries = word(call, table, field)? as Reference;
    let entries = u64::from(call.machine.heap.length(entries)) / slots;
    let record = record(call.machine)?;
    let left = left(call.machine, record)?;
    if left.direction == 0 {
        return direction::<D>();
    }
    let (first, last) = (Left::begin(left.low, entries), Left::begin(left.high, entries));
    if first != last {
        let choice = range(IntType::I32, first, last).ok_or(Problem::Unsupported)?;
        return Ok(Answer::Ask(choice));
    }
    decide(call.machine, left)?;
    Ok(Answer::Decline)
}

/// A set of one or two elements is looked at.
fn pair<D: Domain>(call: &mut Call<'_, '_, '_, D>, set: Reference) -> Given<D> {
    if !matters(call) {
        return Ok(Answer::Decline);
    }
    initialised(call)?;
    let empty = call.machine.image.program().global_named("java.util.ImmutableCollections.EMPTY");
    let empty =
        empty.and_then(|empty| call.machine.heap.global(empty.index())).ok_or(Problem::Unsupported)?;
    let empty = call.machine.domain.word(empty).map_err(Problem::Fork)?;
    if word(call, set, "e1")? == empty {
        return Ok(Answer::Decline);
    }
    let record = record(call.machine)?;
    let left = left(call.machine, record)?;
    if left.direction == 0 {
        return direction::<D>();
    }
    decide(call.machine, left)?;
    Ok(Answer::Decline)
}

/// Has the class of the salt initialised: that would overwrite it.
fn initialised<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Result<(), Problem<D::Fork>> {
    let class = call.machine.library_class("java.util.ImmutableCollections")?;
    match call.machine.image.program().classes[class].initialiser {
        Some(initialiser) if !call.machine.is_initialised(initialiser)? => {
            Err(Problem::First(initialiser.function))
        }
        Some(_) | None => Ok(()),
    }
}

fn direction<D: Domain>() -> Given<D> {
    Ok(Answer::Ask(Choice { ty: Type::Bool, low: 0, high: 1, sample: None }))
}

/// Whether the order is a choice.
fn matters<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> bool {
    let program = call.machine.image.program();
    if call.machine.calls().any(|(function, _)| program.functions[function].name.starts_with(INDIFFERENT)) {
        return false;
    }
    if call.machine.fixes_draws() {
        call.machine.note(Asked::FixedOrder);
        return false;
    }
    true
}

/// What the answer to a question of these models does: the model is asked again then.
pub(super) fn settle<D: Domain>(
    machine: &mut Machine<'_, '_, D>,
    arguments: &[D::Value],
    answer: Word,
) -> Result<Settled, Problem<D::Fork>> {
    let record = record(machine)?;
    let mut left = left(machine, record)?;
    if left.direction == 0 {
        left.direction = answer + 1;
    } else {
        // Only tables ask where to begin.
        let table = machine.domain.word(arguments[1]).map_err(Problem::Fork)? as Reference;
        let ir::RefType::Class(class) = machine.heap.ty(table) else { return Err(Problem::Unsupported) };
        let is_map = machine.image.program().class_name(class).ends_with("MapN");
        let (field, slots) = if is_map { ("table", 2) } else { ("elements", 1) };
        let slot = machine.field_slot(class, field)?;
        let entries = machine.heap.get(table, slot);
        let entries = machine.domain.word(entries).map_err(Problem::Fork)? as Reference;
        let entries = u64::from(machine.heap.length(entries)) / slots;
        // The salts from which on an iteration begins there, or later.
        let from = |entry: u64| (entry * SALTS).div_ceil(entries);
        left.low = left.low.max(from(answer));
        left.high = left.high.min(from(answer + 1) - 1);
    }
    for (index, word) in [left.low, left.high, left.direction].into_iter().enumerate() {
        let value = machine.domain.constant(word);
        machine.set_element(record, Type::I64, index as u32, value)?;
    }
    Ok(Settled::Again)
}

/// Puts a salt that is left where the library looks.
fn decide<D: Domain>(machine: &mut Machine<'_, '_, D>, left: Left) -> Result<(), Problem<D::Fork>> {
    let statics = [
        ("java.util.ImmutableCollections.SALT32L", left.low),
        ("java.util.ImmutableCollections.REVERSE", left.direction - 1),
    ];
    for (name, word) in statics {
        let global = machine.image.program().global_named(name).ok_or(Problem::Unsupported)?;
        let value = machine.domain.constant(word);
        if machine.heap.global(global.index()) != Some(value) {
            machine.heap.set_global(global.index(), value);
        }
    }
    Ok(())
}

/// The array that says which salts are left.
fn record<D: Domain>(machine: &mut Machine<'_, '_, D>) -> Result<Reference, Problem<D::Fork>> {
    let id = machine.image.program().literal(ir::Literal::Class(LEFT.into()));
    let known = machine.heap.literal(id.index());
    if known != 0 {
        return Ok(known);
    }
    let made = machine.make_array(Type::I64, 3)?;
    let high = machine.domain.constant(SALTS - 1);
    machine.set_element(made, Type::I64, 1, high)?;
    machine.heap.set_literal(id.index(), made);
    Ok(made)
}

fn left<D: Domain>(machine: &mut Machine<'_, '_, D>, record: Reference) -> Result<Left, Problem<D::Fork>> {
    let mut read = |index: u32| {
        let value = machine.element(record, Type::I64, index);
        machine.domain.word(value).map_err(Problem::Fork)
    };
    Ok(Left { low: read(0)?, high: read(1)?, direction: read(2)? })
}

/// A field of an object.
fn word<D: Domain>(
    call: &mut Call<'_, '_, '_, D>,
    object: Reference,
    field: &str,
) -> Result<Word, Problem<D::Fork>> {
    let ir::RefType::Class(class) = call.machine.heap.ty(object) else { return Err(Problem::Unsupported) };
    let slot = call.machine.field_slot(class, field)?;
    let value = call.machine.heap.get(object, slot);
    call.machine.domain.word(value).map_err(Problem::Fork)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The salts that begin at an entry are those that `settle` leaves, for each table of up to 40 entries.
    #[test]
    fn entries_cut_the_salts_into_intervals() {
        for entries in 1..=40u64 {
            let mut next = 0;
            for entry in 0..entries {
                let from = (entry * SALTS).div_ceil(entries);
                let to = ((entry + 1) * SALTS).div_ceil(entries) - 1;
                assert_eq!(from, next, "no salt is left out");
                assert_eq!(Left::begin(from, entries), entry);
                assert_eq!(Left::begin(to, entries), entry);
                next = to + 1;
            }
            assert_eq!(next, SALTS, "the last one is there");
        }
    }
}
