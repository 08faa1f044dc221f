//! `Math` and `StrictMath`.
//!
//! HotSpot does not run the code of some functions of `Math`, but its own, which is more precise than
//! fdlibm: in all but some thousandths of the cases it gives the number that is nearest to the true
//! result. So the models of these give that number. Which functions have such code depends on the
//! release; the others run their own code, which ends in `StrictMath`.

use super::strict_math;
use crate::domain::Domain;
use crate::natives::{Answer, Call, Given, Native, Problem};
use crate::word::from_f64;

pub(super) fn find<D: Domain>(name: &str) -> Option<Native<D>> {
    match name.split_once('(') {
        Some((method, "D)D")) if strict_math::unary(method).is_some() => {
            return Some(|call| {
                let function = strict_math::unary(&method_name(call)).ok_or(Problem::Unsupported)?;
                unary(call, function)
            });
        }
        Some((method, "DD)D")) if strict_math::binary(method).is_some() => {
            return Some(|call| {
                let function = strict_math::binary(&method_name(call)).ok_or(Problem::Unsupported)?;
                let (x, y) = (f64::from_bits(call.word(0)?), f64::from_bits(call.word(1)?));
                call.give(from_f64(function(x, y)))
            });
        }
        Some(_) | None => {}
    }
    table(name)
}

natives! {
    table {
        "java.lang.Math.sin(D)D" => |call| unary(call, pxfm::f_sin),
        "java.lang.Math.cos(D)D" => |call| unary(call, pxfm::f_cos),
        "java.lang.Math.tan(D)D" => |call| unary(call, pxfm::f_tan),
        "java.lang.Math.exp(D)D" => |call| unary(call, pxfm::f_exp),
        "java.lang.Math.log(D)D" => |call| unary(call, pxfm::f_log),
        "java.lang.Math.log10(D)D" => |call| unary(call, pxfm::f_log10),
        "java.lang.Math.pow(DD)D" => |call| {
            let (x, y) = (f64::from_bits(call.word(0)?), f64::from_bits(call.word(1)?));
            // Where C has 1, Java has no number.
            let undefined = y.is_nan() || (x.abs() == 1.0 && y.is_infinite());
            call.give(from_f64(if undefined { f64::NAN } else { pxfm::f_pow(x, y) }))
        },
        "java.lang.Math.tanh(D)D" => |call| since(call, 24, pxfm::f_tanh),
        "java.lang.Math.cbrt(D)D" => |call| since(call, 25, pxfm::f_cbrt),
    }
}

/// The name of the method that is called, without its types.
fn method_name<D: Domain>(call: &Call<'_, '_, '_, D>) -> String {
    let name = &call.machine.image.program().functions[call.function].name;
    name.split('(').next().unwrap_or(name).to_string()
}

fn unary<D: Domain>(call: &mut Call<'_, '_, '_, D>, function: fn(f64) -> f64) -> Given<D> {
    let x = f64::from_bits(call.word(0)?);
    call.give(from_f64(function(x)))
}

/// A function that runs its own code before a release.
fn since<D: Domain>(call: &mut Call<'_, '_, '_, D>, release: u32, function: fn(f64) -> f64) -> Given<D> {
    let facts = call.machine.image.program().facts("java.lang.Object").ok_or(Problem::Unsupported)?;
    if facts.release < release { Ok(Answer::Decline) } else { unary(call, function) }
}
