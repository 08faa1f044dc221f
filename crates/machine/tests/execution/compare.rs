//! Compares the state of the machine with that of the reference interpreter: the same up to the names
//! of objects.

use std::collections::BTreeMap;

use ir::{FloatType, Id as _, LocalId, Program, RefType, Type};
use machine::{Bug, Concrete, Machine, Resource, Stop, Unsupported, Word};

use crate::reference::{Event, Object, Reference, Value, constant};

/// Which object of the machine is which of the reference interpreter.
#[derive(Default)]
struct Pairs {
    of_machine: BTreeMap<u32, usize>,
    of_reference: BTreeMap<usize, u32>,
    waiting: Vec<(u32, usize)>,
}

impl Pairs {
    /// Compares two values of a type and remembers objects that must be the same.
    fn value(&mut self, ty: Type, word: Word, value: Value) -> Result<(), String> {
        let same = match (ty, value) {
            (Type::Bool, Value::Bool(truth)) => word == Word::from(truth),
            (Type::Int(int), Value::Int(own, number)) => int == own && int.value(word as i64) == number,
            // One word for every NaN.
            (Type::Float(FloatType::F32), Value::F32(float)) => {
                word == Word::from(if float.is_nan() { f32::NAN } else { float }.to_bits())
            }
            (Type::Float(FloatType::F64), Value::F64(float)) => {
                word == if float.is_nan() { f64::NAN } else { float }.to_bits()
            }
            (Type::Ref(_), Value::Ref(None)) => word == 0,
            (Type::Ref(_), Value::Ref(Some(object))) => {
                let known = (self.of_machine.get(&(word as u32)), self.of_reference.get(&object));
                match known {
                    (None, None) if word != 0 => {
                        self.of_machine.insert(word as u32, object);
                        self.of_reference.insert(object, word as u32);
                        self.waiting.push((word as u32, object));
                        true
                    }
                    (Some(&expected), Some(_)) => expected == object,
                    (None | Some(_), None | Some(_)) => false,
                }
            }
            (ty, value) => return Err(format!("{value:?} is no value of type {ty:?}")),
        };
        if same { Ok(()) } else { Err(format!("{word:#x} of type {ty:?} instead of {value:?}")) }
    }
}

/// The states are the same: the calls, the live locals, the globals, all objects
/// that can be reached from those, and their monitors.
pub(crate) fn same_state(
    program: &Program,
    machine: &Machine<'_, '_, Concrete>,
    reference: &Reference<'_>,
) -> Result<(), String> {
    let mut pairs = Pairs::default();
    let calls: Vec<_> = machine
        .calls()
        .map(|(function, origin)| (function, origin.block, origin.statement as usize))
        .collect();
    let expected: Vec<_> =
        reference.frames.iter().map(|frame| (frame.function, frame.block, frame.statement)).collect();
    if calls != expected {
        return Err(format!("at {calls:?} instead of {expected:?}"));
    }
    for (live, frame) in machine.live_frames().zip(&reference.frames) {
        let body = program.body(frame.function).ok_or("a frame without a body")?;
        for register in live.live {
            let local = LocalId::new(usize::from(register.register));
            let value = frame.locals.get(&local).ok_or("a local without a value is live")?;
            pairs.value(body.locals[local].ty, live.registers[local.index()], *value)?;
        }
    }
    let heap = machine.heap();
    for (global, declared) in program.globals.enumerate() {
        // A global that the machine has not looked at yet has its initial value.
        let word = heap.global(global.index());
        match word {
            Some(word) => pairs.value(declared.ty, word, reference.globals[&global])?,
            None => {
                let initial = constant(declared.initial);
                // NaN differs from itself.
                if format!("{initial:?}") != format!("{:?}", reference.globals[&global]) {
                    return Err(format!("@{} was written unnoticed", declared.name));
                }
            }
        }
    }
    while let Some((object, expected)) = pairs.waiting.pop() {
        if heap.lock(object) != reference.monitors.get(&expected).copied().unwrap_or(0) {
            return Err(format!("another count of the monitor of #{object}"));
        }
        match (heap.ty(object), &reference.objects[&expected]) {
            (RefType::Class(class), Object::Instance(own, fields)) if class == *own => {
                let layout = machine.image().layout(class);
                if layout.fields.len() != fields.len() {
                    return Err(format!("#{object} has other fields"));
                }
                for (field, &word) in layout.fields.iter().zip(heap.contents(object)) {
                    pairs.value(program.fields[*field].ty, word, fields[field])?;
                }
            }
            (RefType::Array(array), Object::Array(own, elements)) if array == *own => {
                if heap.length(object) as usize != elements.len() {
                    return Err(format!("#{object} has another length"));
                }
                let ty = program.element_type(array);
                for (index, &value) in elements.iter().enumerate() {
                    pairs.value(ty, heap.element(object, ty, index as u32), value)?;
                }
            }
            (ty, expected) => return Err(format!("#{object} is a {ty:?} instead of {expected:?}")),
        }
    }
    Ok(())
}

/// The machine stopped for the reason that the reference interpreter has.
pub(crate) fn same_stop(
    program: &Program,
    machine: &Machine<'_, '_, Concrete>,
    stop: Stop<Word, std::convert::Infallible>,
    reference: &Reference<'_>,
    event: &Event,
) -> Result<(), String> {
    let same = match (stop, event) {
        (Stop::Returned(word), Event::Returned(value)) => match (word, *value) {
            (None, None) => true,
            (Some(word), Some(value)) => {
                let entry = reference.frames[0].function;
                let ty = program.functions[entry].result.ok_or("a result that is not declared")?;
                Pairs::default().value(ty, word, value)?;
                true
            }
            (None | Some(_), None | Some(_)) => false,
        },
        (Stop::Choice(choice), Event::Choice(low, high)) => (choice.low, choice.high) == (*low, *high),
        (Stop::Violation(Bug::Assertion), Event::Assertion)
        | (Stop::Dropped, Event::Dropped)
        | (Stop::Unsupported(Unsupported::Unreachable), Event::Unreachable)
        | (Stop::Unsupported(Unsupported::Literal), Event::Literal)
        | (Stop::Exhausted(Resource::Frames), Event::TooManyFrames) => true,
        (Stop::Violation(Bug::Trap(trap)), Event::Trap(expected)) => trap == *expected,
        (Stop::Violation(Bug::Exception(object)), Event::Exception(expected))
        | (Stop::Violation(Bug::Failure(object)), Event::Failure(expected)) => {
            Pairs::default().value(Type::ANY, object.into(), Value::Ref(*expected))?;
            true
        }
        (Stop::Unsupported(Unsupported::NoBody(function)), Event::NoBody(expected)) => function == *expected,
        _ => false,
    };
    if same {
        same_state(program, machine, reference)
    } else {
        Err(format!("stopped with {stop:?} instead of {event:?}"))
    }
}
