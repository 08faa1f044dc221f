//! Random numbers that the program draws.
//!
//! # Which generators are free
//! A generator without a seed of the program's own is *free*: each number that it gives is a choice, and it has no state. That
//! is so of the generator of a thread, of `SecureRandom`, of a `Random` that was made without a seed (its field `seed` stays
//! `null`, which no other constructor leaves so), and of a `SplittableRandom` that was made without one (its `gamma` stays 0, and those of others are odd).
//! Every other generator has the JDK's own code, and gives exactly the sequence of a virtual machine. So does every generator
//! with [fixed draws](Machine::fixes_draws), where there is one execution.
//!
//! # Which values
//! Up to [`FEW`] values are a choice among all of them. Of more, a *sample* is tried: both ends, what lies around zero and the
//! middle, and the constants of the methods of the program that are under way. Nothing is known of the values in between, so
//! whoever has met a sample cannot say that something holds ([`Consulted::sampled`](crate::Consulted)); what is found is real all the same,
//! because a virtual machine can draw each value of the sample.
//!
//! Draws of a class of the program that overrides a method of its generator go through the JDK's code down to its own methods, and to the bits that its
//! superclass draws, which are a sample.
//!
//! Successive draws of a free generator are independent. The sequences of a real one are not quite: a `Random` has 48 bits of state, so
//! not every sequence of many numbers is one of its own. That is what the documentation of these classes promises and no more.

use std::collections::BTreeSet;

use ir::{ClassId, Constant, IntType, Operand, RefType, Type};

use super::world::Asked;
use crate::domain::Domain;
use crate::heap::Reference;
use crate::machine::{Machine, range};
use crate::natives::{Answer, Call, Given, Native, Problem};
use crate::stop::Choice;
use crate::word::Word;

/// How many values are all tried.
const FEW: u64 = 16;

/// How many values of more are tried.
const SAMPLE: usize = 24;

natives! {
    find {
        "java.util.Random.<init>()V" => |call| {
            if call.machine.fixes_draws() {
                return note_fixed(call);
            }
            let generator = call.object(0)?;
            // A class that replaces `setSeed` has it called by this constructor.
            if inherits(call, generator, &["setSeed(J)V"]) { call.nothing() } else { Err(Problem::Unsupported) }
        },
        "java.util.Random.setSeed(J)V" => |call| match free(call, 0)? {
            Generator::Free | Generator::Mixed => seed(call),
            Generator::Own => Ok(Answer::Decline),
        },
        "java.util.SplittableRandom.<init>()V" => |call| {
            if call.machine.fixes_draws() { note_fixed(call) } else { call.nothing() }
        },
        "java.util.SplittableRandom.split()Ljava/util/SplittableRandom;" => |call| match free(call, 0)? {
            Generator::Free | Generator::Mixed => {
                let class = call.machine.library_class("java.util.SplittableRandom")?;
                let made = call.machine.make_object(class)?;
                call.give(made.into())
            }
            Generator::Own => Ok(Answer::Decline),
        },
        "java.util.SplittableRandom.nextSeed()J" => |call| match free(call, 0)? {
            Generator::Free | Generator::Mixed => long(call, i64::MIN, i64::MAX),
            Generator::Own => Ok(Answer::Decline),
        },
        // A static method: the generator behind it is never seeded.
        "java.lang.Math.random()D" | "java.lang.StrictMath.random()D" => |call| {
            if call.machine.fixes_draws() { note_fixed(call) } else { double(call, 0.0, 1.0) }
        },
        "java.util.Random.next(I)I"
        | "java.util.concurrent.ThreadLocalRandom.next(I)I"
        | "java.security.SecureRandom.next(I)I" => |call| match free(call, 0)? {
            Generator::Free | Generator::Mixed => {
                let bits = call.int(1)?;
                match bits {
                    1..=31 => int(call, 0, ((1i64 << bits) - 1) as i32),
                    _ => int(call, i32::MIN, i32::MAX),
                }
            }
            Generator::Own => Ok(Answer::Decline),
        },
        "java.util.Random.nextInt()I"
        | "java.util.concurrent.ThreadLocalRandom.nextInt()I"
        | "java.util.SplittableRandom.nextInt()I" => |call| draw(call, |call| int(call, i32::MIN, i32::MAX)),
        "java.util.Random.nextLong()J"
        | "java.util.concurrent.ThreadLocalRandom.nextLong()J"
        | "java.util.concurrent.ThreadLocalRandom.nextSeed()J"
        | "java.util.SplittableRandom.nextLong()J" => |call| draw(call, |call| long(call, i64::MIN, i64::MAX)),
        "java.util.Random.nextBoolean()Z"
        | "java.util.concurrent.ThreadLocalRandom.nextBoolean()Z"
        | "java.util.random.RandomGenerator.nextBoolean()Z" => |call| {
            draw(call, |_| Ok(Answer::Draw(Choice { ty: Type::Bool, low: 0, high: 1, sample: None })))
        },
        "java.util.Random.nextInt(I)I"
        | "java.util.concurrent.ThreadLocalRandom.nextInt(I)I"
        | "jdk.internal.util.random.RandomSupport.boundedNextInt(Ljava/util/random/RandomGenerator;I)I" => {
            |call| draw(call, |call| {
                let bound = call.int(1)?;
                if bound > 0 { int(call, 0, bound - 1) } else { Ok(Answer::Decline) }
            })
        },
        "java.util.concurrent.ThreadLocalRandom.nextInt(II)I"
        | "jdk.internal.util.random.RandomSupport.boundedNextInt(Ljava/util/random/RandomGenerator;II)I" => {
            |call| draw(call, |call| {
                let (origin, bound) = (call.int(1)?, call.int(2)?);
                match (origin < bound, is_support(call)) {
                    (true, _) => int(call, origin, bound - 1),
                    // There the lack of a range means that there is none.
                    (false, true) => int(call, i32::MIN, i32::MAX),
                    (false, false) => Ok(Answer::Decline),
                }
            })
        },
        "java.util.concurrent.ThreadLocalRandom.nextLong(J)J"
        | "jdk.internal.util.random.RandomSupport.boundedNextLong(Ljava/util/random/RandomGenerator;J)J" => {
            |call| draw(call, |call| {
                let bound = call.word(1)? as i64;
                if bound > 0 { long(call, 0, bound - 1) } else { Ok(Answer::Decline) }
            })
        },
        "java.util.concurrent.ThreadLocalRandom.nextLong(JJ)J"
        | "jdk.internal.util.random.RandomSupport.boundedNextLong(Ljava/util/random/RandomGenerator;JJ)J" => {
            |call| draw(call, |call| {
                let (origin, bound) = (call.word(1)? as i64, call.word(2)? as i64);
                match (origin < bound, is_support(call)) {
                    (true, _) => long(call, origin, bound - 1),
                    (false, true) => long(call, i64::MIN, i64::MAX),
                    (false, false) => Ok(Answer::Decline),
                }
            })
        },
        "java.util.Random.nextDouble()D"
        | "java.util.concurrent.ThreadLocalRandom.nextDouble()D"
        | "java.util.random.RandomGenerator.nextDouble()D" => |call| draw(call, |call| double(call, 0.0, 1.0)),
        "java.util.concurrent.ThreadLocalRandom.nextDouble(D)D"
        | "jdk.internal.util.random.RandomSupport.boundedNextDouble(Ljava/util/random/RandomGenerator;D)D" => {
            |call| draw(call, |call| {
                let bound = f64::from_bits(call.word(1)?);
                if bound > 0.0 && bound.is_finite() { double(call, 0.0, bound) } else { Ok(Answer::Decline) }
            })
        },
        "java.util.concurrent.ThreadLocalRandom.nextDouble(DD)D"
        | "jdk.internal.util.random.RandomSupport.boundedNextDouble(Ljava/util/random/RandomGenerator;DD)D" => {
            |call| draw(call, |call| {
                let (origin, bound) = (f64::from_bits(call.word(1)?), f64::from_bits(call.word(2)?));
                match (origin < bound && (bound - origin).is_finite(), is_support(call)) {
                    (true, _) => double(call, origin, bound),
                    (false, true) => double(call, 0.0, 1.0),
                    (false, false) => Ok(Answer::Decline),
                }
            })
        },
        "java.util.Random.nextFloat()F"
        | "java.util.concurrent.ThreadLocalRandom.nextFloat()F"
        | "java.util.random.RandomGenerator.nextFloat()F" => |call| draw(call, |call| float(call, 0.0, 1.0)),
        "java.util.concurrent.ThreadLocalRandom.nextFloat(F)F"
        | "jdk.internal.util.random.RandomSupport.boundedNextFloat(Ljava/util/random/RandomGenerator;F)F" => {
            |call| draw(call, |call| {
                let bound = f32::from_bits(call.word(1)? as u32);
                if bound > 0.0 && bound.is_finite() { float(call, 0.0, bound) } else { Ok(Answer::Decline) }
            })
        },
        "java.util.concurrent.ThreadLocalRandom.nextFloat(FF)F"
        | "jdk.internal.util.random.RandomSupport.boundedNextFloat(Ljava/util/random/RandomGenerator;FF)F" => {
            |call| draw(call, |call| {
                let (origin, bound) =
                    (f32::from_bits(call.word(1)? as u32), f32::from_bits(call.word(2)? as u32));
                match (origin < bound && (bound - origin).is_finite(), is_support(call)) {
                    (true, _) => float(call, origin, bound),
                    (false, true) => float(call, 0.0, 1.0),
                    (false, false) => Ok(Answer::Decline),
                }
            })
        },
        "java.util.Random.nextGaussian()D"
        | "java.util.random.RandomGenerator.nextGaussian()D" => |call| draw(call, |call| {
            let common = [0.0, 1.0, -1.0, 0.5, -0.5, 3.0, -3.0];
            let constants = constants(call.machine).into_iter().filter_map(as_double);
            // What is farther out than that is not drawn in the age of the universe.
            let near = constants.flat_map(|value| [value, value.next_down(), value.next_up()]);
            doubles(call, common.into_iter().chain(near.filter(|value| value.abs() < 7.0)).collect())
        }),
        // The library's own draws.
        "java.util.concurrent.ThreadLocalRandom.getProbe()I"
        | "java.util.concurrent.ThreadLocalRandom.advanceProbe(I)I"
        | "java.util.concurrent.ThreadLocalRandom.nextSecondarySeed()I" => |call| {
            call.machine.note(Asked::LibraryDraws);
            Ok(Answer::Decline)
        },
    }
}

/// What gives the numbers of a generator.
enum Generator {
    /// Choices.
    Free,
    /// Choices, through methods of the program's own.
    Mixed,
    /// The JDK's code.
    Own,
}

/// What gives the numbers of the generator that is an argument.
fn free<D: Domain>(call: &mut Call<'_, '_, '_, D>, index: usize) -> Result<Generator, Problem<D::Fork>> {
    let generator = call.reference(index)?;
    if generator == 0 {
        return Ok(Generator::Own);
    }
    let RefType::Class(class) = call.machine.heap.ty(generator) else { return Ok(Generator::Own) };
    let program = call.machine.image.program();
    let name = program.class_name(class);
    if call.machine.fixes_draws() {
        if ["java.util.concurrent.ThreadLocalRandom", "java.security.SecureRandom"].contains(&name) {
            call.machine.note(Asked::FixedDraws);
        }
        return Ok(Generator::Own);
    }
    let unseeded = match name {
        // It passes on what another generator gives, and its own fields are never used.
        "java.util.Random$RandomWrapper" => false,
        "java.util.SplittableRandom" => field(call, generator, class, "gamma")? == 0,
        _ if is_a(call.machine, class, "java.util.Random") => field(call, generator, class, "seed")? == 0,
        _ => false,
    };
    Ok(match unseeded {
        true if inherits(call, generator, DRAWS) => Generator::Free,
        true => Generator::Mixed,
        false => Generator::Own,
    })
}

/// The methods that a class of the program may override and others call.
const DRAWS: &[&str] = &[
    "next(I)I",
    "nextInt()I",
    "nextInt(I)I",
    "nextLong()J",
    "nextBoolean()Z",
    "nextFloat()F",
    "nextDouble()D",
    "nextGaussian()D",
];

/// Whether an object has these methods, if at all, from the library.
fn inherits<D: Domain>(call: &Call<'_, '_, '_, D>, object: Reference, methods: &[&str]) -> bool {
    let RefType::Class(class) = call.machine.heap.ty(object) else { return false };
    let program = call.machine.image.program();
    if super::is_library(program.class_name(class)) {
        return true;
    }
    methods.iter().all(|method| {
        let selector = program.selector_named(method);
        let found = selector.and_then(|selector| program.method(class, selector));
        found.is_none_or(|function| super::is_library(&program.functions[function].name))
    })
}

fn is_a<D: Domain>(machine: &Machine<'_, '_, D>, class: ClassId, name: &str) -> bool {
    let program = machine.image.program();
    let mut current = Some(class);
    while let Some(class) = current {
        if program.class_name(class) == name {
            return true;
        }
        current = program.classes[class].superclass;
    }
    false
}

fn field<D: Domain>(
    call: &mut Call<'_, '_, '_, D>,
    object: Reference,
    class: ClassId,
    name: &str,
) -> Result<Word, Problem<D::Fork>> {
    let slot = call.machine.field_slot(class, name)?;
    let value = call.machine.heap.get(object, slot);
    call.machine.domain.word(value).map_err(Problem::Fork)
}

/// Lets a free generator draw, and others execute their code.
fn draw<D: Domain>(
    call: &mut Call<'_, '_, '_, D>,
    drawn: impl FnOnce(&mut Call<'_, '_, '_, D>) -> Given<D>,
) -> Given<D> {
    match free(call, 0)? {
        Generator::Free => drawn(call),
        Generator::Mixed | Generator::Own => Ok(Answer::Decline),
    }
}

/// Whether it is a method of the library's own, which leaves out the checks of the range.
fn is_support<D: Domain>(call: &Call<'_, '_, '_, D>) -> bool {
    call.machine.image.program().functions[call.function].name.starts_with("jdk.")
}

/// Notes that a generator without a seed has that of the machine, and lets the JDK's code run.
fn note_fixed<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Given<D> {
    call.machine.note(Asked::FixedDraws);
    Ok(Answer::Decline)
}

/// Gives a free generator a seed: from then on it is like others.
fn seed<D: Domain>(call: &mut Call<'_, '_, '_, D>) -> Given<D> {
    let generator = call.object(0)?;
    let seed = call.word(1)?;
    let RefType::Class(class) = call.machine.heap.ty(generator) else { return Err(Problem::Unsupported) };
    // Those of threads refuse, and those that are secure only add it to what they have.
    let name = call.machine.image.program().class_name(class).to_string();
    if name.starts_with("java.") && name != "java.util.Random" {
        return Ok(Answer::Decline);
    }
    // Other threads may draw before or after, which nothing tells from a draw that nobody notices.
    if call.machine.thread_count() > 1 {
        return Err(Problem::Unsupported);
    }
    let machine = &mut *call.machine;
    let atomic = machine.library_class("java.util.concurrent.atomic.AtomicLong")?;
    let made = machine.make_object(atomic)?;
    let scrambled = (seed ^ 0x5_DEEC_E66D) & ((1 << 48) - 1);
    super::objects::set_field(machine, made, atomic, "value", scrambled)?;
    super::objects::set_field(machine, generator, class, "seed", made.into())?;
    super::objects::set_field(machine, generator, class, "haveNextNextGaussian", 0)?;
    call.nothing()
}

/// A number from `low` to `high`.
fn int<D: Domain>(call: &mut Call<'_, '_, '_, D>, low: i32, high: i32) -> Given<D> {
    integer(call, IntType::I32, low.into(), high.into())
}

fn long<D: Domain>(call: &mut Call<'_, '_, '_, D>, low: i64, high: i64) -> Given<D> {
    integer(call, IntType::I64, low, high)
}

fn integer<D: Domain>(call: &mut Call<'_, '_, '_, D>, ty: IntType, low: i64, high: i64) -> Given<D> {
    if high.abs_diff(low) < FEW {
        let choice = range(ty, low as Word, high as Word).ok_or(Problem::Unsupported)?;
        return Ok(Answer::Draw(choice));
    }
    let middle = low + (high.abs_diff(low) / 2) as i64;
    let ends = [low, high, low.saturating_add(1), high.saturating_sub(1), 0, 1, -1, middle];
    let constants = constants(call.machine).into_iter().filter_map(|constant| match constant {
        Constant::Int(_, value) => Some(value),
        Constant::F64(bits) => Some(f64::from_bits(bits) as i64),
        Constant::F32(bits) => Some(f32::from_bits(bits) as i64),
        Constant::Bool(_) | Constant::Null => None,
    });
    let near = constants.flat_map(|value| [value, value.saturating_sub(1), value.saturating_add(1)]);
    let all = ends.into_iter().chain(near).filter(|value| (low..=high).contains(value));
    let words = distinct(all.map(|value| value as Word));
    sample(call, Type::Int(ty), words)
}

/// A number from `low` on and below `high`.
fn double<D: Domain>(call: &mut Call<'_, '_, '_, D>, low: f64, high: f64) -> Given<D> {
    let parts = [0.5, 0.25, 0.75, 0.1, 0.9].map(|part| low + (high - low) * part);
    let mut values = vec![low, high.next_down()];
    values.extend([parts[0].next_down(), parts[0], parts[1], parts[2], parts[3], parts[4]]);
    let constants: Vec<f64> = constants(call.machine).into_iter().filter_map(as_double).collect();
    values.extend(constants.iter().flat_map(|&value| [value, value.next_down(), value.next_up()]));
    // A product with a small whole number is mostly made to get one of so many.
    for &count in constants.iter().filter(|&&count| count.fract() == 0.0 && (2.0..=16.0).contains(&count)) {
        values.extend((0..count as u32).map(|index| low + (high - low) * (f64::from(index) + 0.5) / count));
    }
    values.retain(|&value| low <= value && value < high);
    doubles(call, values)
}

fn doubles<D: Domain>(call: &mut Call<'_, '_, '_, D>, values: Vec<f64>) -> Given<D> {
    let words = distinct(values.into_iter().map(f64::to_bits));
    sample(call, Type::Float(ir::FloatType::F64), words)
}

fn float<D: Domain>(call: &mut Call<'_, '_, '_, D>, low: f32, high: f32) -> Given<D> {
    let middle = low + (high - low) / 2.0;
    let constants = constants(call.machine).into_iter().filter_map(as_double).map(|value| value as f32);
    let near = constants.flat_map(|value| [value, value.next_down(), value.next_up()]);
    let values = [low, high.next_down(), middle.next_down(), middle].into_iter().chain(near);
    let words =
        distinct(values.filter(|value| (low..high).contains(value)).map(|value| value.to_bits().into()));
    sample(call, Type::Float(ir::FloatType::F32), words)
}

fn as_double(constant: Constant) -> Option<f64> {
    match constant {
        Constant::Int(_, value) => Some(value as f64),
        Constant::F64(bits) => Some(f64::from_bits(bits)),
        Constant::F32(bits) => Some(f32::from_bits(bits).into()),
        Constant::Bool(_) | Constant::Null => None,
    }
}

/// The first few different words.
fn distinct(words: impl Iterator<Item = Word>) -> Vec<Word> {
    let mut known = BTreeSet::new();
    words.filter(|&word| known.insert(word)).take(SAMPLE).collect()
}

fn sample<D: Domain>(call: &mut Call<'_, '_, '_, D>, ty: Type, words: Vec<Word>) -> Given<D> {
    let function = call.function;
    call.machine.note_sample(function);
    Ok(Answer::Draw(Choice::between(ty, &words)))
}

/// The constants of the methods of the program that are under way, the innermost first.
fn constants<D: Domain>(machine: &Machine<'_, '_, D>) -> Vec<Constant> {
    let program = machine.image.program();
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for (function, _) in machine.calls().rev() {
        if super::is_library(&program.functions[function].name) || !seen.insert(function) {
            continue;
        }
        let Some(body) = program.body(function) else { continue };
        let mut visit = |operand: Operand| {
            if let Operand::Constant(constant) = operand {
                found.push(constant);
            }
        };
        for block in body.blocks.iter() {
            for statement in &block.statements {
                statement.kind.for_each_operand(&mut visit);
            }
            block.terminator.kind.for_each_operand(&mut visit);
            if let ir::TerminatorKind::Switch { cases, .. } = &block.terminator.kind {
                for &(case, _) in cases.iter() {
                    visit(Operand::Constant(Constant::Int(IntType::I64, case)));
                }
            }
        }
    }
    found
}
