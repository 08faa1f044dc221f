//! The functions of `StrictMath`, whose specification ties them to the algorithms of the C library
//! "fdlibm": the same operations in the same order, so that the last bit is the same. Those of its
//! functions that later libraries calculate in the same way come from such a library; those that were
//! changed since are here.

mod reduction;

use reduction::reduce;

const LN2_HIGH: f64 = f64::from_bits(0x3fe6_2e42_fee0_0000);
const LN2_LOW: f64 = f64::from_bits(0x3dea_39ef_3579_3c76);
const TWO_54: f64 = 18_014_398_509_481_984.0;

const L1: f64 = f64::from_bits(0x3fe5_5555_5555_5593);
const L2: f64 = f64::from_bits(0x3fd9_9999_9997_fa04);
const L3: f64 = f64::from_bits(0x3fd2_4924_9422_9359);
const L4: f64 = f64::from_bits(0x3fcc_71c5_1d8e_78af);
const L5: f64 = f64::from_bits(0x3fc7_4664_96cb_03de);
const L6: f64 = f64::from_bits(0x3fc3_9a09_d078_c69f);
const L7: f64 = f64::from_bits(0x3fc2_f112_df3e_5244);

/// The upper half of a number's bits.
fn high(x: f64) -> i32 {
    (x.to_bits() >> 32) as i32
}

/// The number with another upper half.
fn with_high(x: f64, high: u32) -> f64 {
    f64::from_bits((u64::from(high) << 32) | (x.to_bits() & 0xffff_ffff))
}

/// A function of one number.
type Unary = fn(f64) -> f64;

/// A function of two numbers.
type Binary = fn(f64, f64) -> f64;

const UNARY: [(&str, Unary); 14] = [
    ("java.lang.StrictMath.sin", sin),
    ("java.lang.StrictMath.cos", cos),
    ("java.lang.StrictMath.tan", libm::tan),
    ("java.lang.StrictMath.asin", libm::asin),
    ("java.lang.StrictMath.acos", libm::acos),
    ("java.lang.StrictMath.atan", libm::atan),
    ("java.lang.StrictMath.log", log),
    ("java.lang.StrictMath.log10", log10),
    ("java.lang.StrictMath.sqrt", f64::sqrt),
    ("java.lang.StrictMath.sinh", sinh),
    ("java.lang.StrictMath.cosh", cosh),
    ("java.lang.StrictMath.tanh", tanh),
    ("java.lang.StrictMath.expm1", libm::expm1),
    ("java.lang.StrictMath.log1p", log1p),
];

/// The function of that name of one number.
pub(super) fn unary(name: &str) -> Option<Unary> {
    UNARY.iter().find(|(known, _)| *known == name).map(|&(_, function)| function)
}

const BINARY: [(&str, Binary); 2] =
    [("java.lang.StrictMath.atan2", atan2), ("java.lang.StrictMath.IEEEremainder", libm::remainder)];

/// The function of that name of two numbers.
pub(super) fn binary(name: &str) -> Option<Binary> {
    BINARY.iter().find(|(known, _)| *known == name).map(|&(_, function)| function)
}

/// The names of the functions.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    UNARY.iter().map(|&(name, _)| name).chain(BINARY.iter().map(|&(name, _)| name))
}

fn sin(x: f64) -> f64 {
    if high(x) & 0x7fff_ffff <= 0x3fe9_21fb {
        return sine_near_zero(x, 0.0, false);
    }
    if !x.is_finite() {
        return f64::NAN;
    }
    let (quadrant, rest, tail) = reduce(x);
    match quadrant & 3 {
        0 => sine_near_zero(rest, tail, true),
        1 => cosine_near_zero(rest, tail),
        2 => -sine_near_zero(rest, tail, true),
        _ => -cosine_near_zero(rest, tail),
    }
}

fn cos(x: f64) -> f64 {
    if high(x) & 0x7fff_ffff <= 0x3fe9_21fb {
        return cosine_near_zero(x, 0.0);
    }
    if !x.is_finite() {
        return f64::NAN;
    }
    let (quadrant, rest, tail) = reduce(x);
    match quadrant & 3 {
        0 => cosine_near_zero(rest, tail),
        1 => -sine_near_zero(rest, tail, true),
        2 => -cosine_near_zero(rest, tail),
        _ => sine_near_zero(rest, tail, true),
    }
}

/// The sine of a number of at most a quarter of pi, with what the number leaves out.
fn sine_near_zero(x: f64, tail: f64, has_tail: bool) -> f64 {
    const S1: f64 = f64::from_bits(0xbfc5_5555_5555_5549);
    const S2: f64 = f64::from_bits(0x3f81_1111_1110_f8a6);
    const S3: f64 = f64::from_bits(0xbf2a_01a0_19c1_61d5);
    const S4: f64 = f64::from_bits(0x3ec7_1de3_57b1_fe7d);
    const S5: f64 = f64::from_bits(0xbe5a_e5e6_8a2b_9ceb);
    const S6: f64 = f64::from_bits(0x3de5_d93a_5acf_d57c);
    if high(x) & 0x7fff_ffff < 0x3e40_0000 {
        return x;
    }
    let z = x * x;
    let v = z * x;
    let r = S2 + z * (S3 + z * (S4 + z * (S5 + z * S6)));
    if has_tail { x - ((z * (0.5 * tail - v * r) - tail) - v * S1) } else { x + v * (S1 + z * r) }
}

/// The cosine of a number of at most a quarter of pi, with what the number leaves out.
fn cosine_near_zero(x: f64, tail: f64) -> f64 {
    const C1: f64 = f64::from_bits(0x3fa5_5555_5555_554c);
    const C2: f64 = f64::from_bits(0xbf56_c16c_16c1_5177);
    const C3: f64 = f64::from_bits(0x3efa_01a0_19cb_1590);
    const C4: f64 = f64::from_bits(0xbe92_7e4f_809c_52ad);
    const C5: f64 = f64::from_bits(0x3e21_ee9e_bdb4_b1c4);
    const C6: f64 = f64::from_bits(0xbda8_fae9_be88_38d4);
    let size = high(x) & 0x7fff_ffff;
    if size < 0x3e40_0000 {
        return 1.0;
    }
    let z = x * x;
    let r = z * (C1 + z * (C2 + z * (C3 + z * (C4 + z * (C5 + z * C6)))));
    if size < 0x3fd3_3333 {
        return 1.0 - (0.5 * z - (z * r - x * tail));
    }
    // About a quarter of the number is taken off both terms, so that little is lost.
    let part = if size > 0x3fe9_0000 { 0.28125 } else { with_high(0.0, (size - 0x0020_0000) as u32) };
    let half = 0.5 * z - part;
    (1.0 - part) - (half - (z * r - x * tail))
}

/// The natural logarithm.
pub(super) fn log(argument: f64) -> f64 {
    let mut x = argument;
    let mut hx = high(x);
    let mut k = 0;
    if hx < 0x0010_0000 {
        if x == 0.0 {
            return f64::NEG_INFINITY;
        }
        if hx < 0 {
            return f64::NAN;
        }
        // The number has no leading one.
        k -= 54;
        x *= TWO_54;
        hx = high(x);
    }
    if hx >= 0x7ff0_0000 {
        return x + x;
    }
    k += (hx >> 20) - 1023;
    hx &= 0x000f_ffff;
    let i = (hx + 0x9_5f64) & 0x10_0000;
    // Between the root of a half and the root of two.
    let scaled_high = (hx | (i ^ 0x3ff0_0000)) as u32;
    x = with_high(x, scaled_high);
    k += i >> 20;
    let f = x - 1.0;
    let dk = f64::from(k);
    if (0x000f_ffff & (2 + hx)) < 3 {
        if f == 0.0 {
            return if k == 0 { 0.0 } else { dk * LN2_HIGH + dk * LN2_LOW };
        }
        let r = f * f * (0.5 - (1.0 / 3.0) * f);
        return if k == 0 { f - r } else { dk * LN2_HIGH - ((r - dk * LN2_LOW) - f) };
    }
    let s = f / (2.0 + f);
    let z = s * s;
    let w = z * z;
    let i = (hx - 0x6_147a) | (0x6_b851 - hx);
    let t1 = w * (L2 + w * (L4 + w * L6));
    let t2 = z * (L1 + w * (L3 + w * (L5 + w * L7)));
    let r = t2 + t1;
    if i > 0 {
        let half = 0.5 * f * f;
        if k == 0 {
            f - (half - s * (half + r))
        } else {
            dk * LN2_HIGH - ((half - (s * (half + r) + dk * LN2_LOW)) - f)
        }
    } else if k == 0 {
        f - s * (f - r)
    } else {
        dk * LN2_HIGH - ((s * (f - r) - dk * LN2_LOW) - f)
    }
}

fn log10(argument: f64) -> f64 {
    const INVERSE_LN10: f64 = f64::from_bits(0x3fdb_cb7b_1526_e50e);
    const LOG10_2_HIGH: f64 = f64::from_bits(0x3fd3_4413_509f_6000);
    const LOG10_2_LOW: f64 = f64::from_bits(0x3d59_fef3_11f1_2b36);
    let mut x = argument;
    let mut hx = high(x);
    let mut k = 0;
    if hx < 0x0010_0000 {
        if x == 0.0 {
            return f64::NEG_INFINITY;
        }
        if hx < 0 {
            return f64::NAN;
        }
        k -= 54;
        x *= TWO_54;
        hx = high(x);
    }
    if hx >= 0x7ff0_0000 {
        return x + x;
    }
    k += (hx >> 20) - 1023;
    let i = i32::from(k < 0);
    let y = f64::from(k + i);
    x = with_high(x, ((hx & 0x000f_ffff) | ((0x3ff - i) << 20)) as u32);
    let z = y * LOG10_2_LOW + INVERSE_LN10 * log(x);
    z + y * LOG10_2_HIGH
}

fn log1p(x: f64) -> f64 {
    let hx = high(x);
    let size = hx & 0x7fff_ffff;
    let (mut k, mut f, mut hu, mut c) = (1, 0.0, 1, 0.0);
    if hx < 0x3fda_827a {
        if size >= 0x3ff0_0000 {
            return if x == -1.0 { f64::NEG_INFINITY } else { f64::NAN };
        }
        if size < 0x3e20_0000 {
            return if size < 0x3c90_0000 { x } else { x - x * x * 0.5 };
        }
        if hx > 0 || hx <= 0xbfd2_bec3_u32 as i32 {
            (k, f) = (0, x);
        }
    }
    if hx >= 0x7ff0_0000 {
        return x + x;
    }
    if k != 0 {
        let mut u;
        if hx < 0x4340_0000 {
            u = 1.0 + x;
            hu = high(u);
            k = (hu >> 20) - 1023;
            // What the sum has lost.
            c = if k > 0 { 1.0 - (u - x) } else { x - (u - 1.0) } / u;
        } else {
            u = x;
            hu = high(u);
            k = (hu >> 20) - 1023;
        }
        hu &= 0x000f_ffff;
        if hu < 0x6_a09e {
            u = with_high(u, (hu | 0x3ff0_0000) as u32);
        } else {
            k += 1;
            u = with_high(u, (hu | 0x3fe0_0000) as u32);
            hu = (0x0010_0000 - hu) >> 2;
        }
        f = u - 1.0;
    }
    let dk = f64::from(k);
    let half = 0.5 * f * f;
    if hu == 0 {
        if f == 0.0 {
            return if k == 0 { 0.0 } else { dk * LN2_HIGH + (c + dk * LN2_LOW) };
        }
        let r = half * (1.0 - (2.0 / 3.0) * f);
        return if k == 0 { f - r } else { dk * LN2_HIGH - ((r - (dk * LN2_LOW + c)) - f) };
    }
    let s = f / (2.0 + f);
    let z = s * s;
    let r = z * (L1 + z * (L2 + z * (L3 + z * (L4 + z * (L5 + z * (L6 + z * L7))))));
    if k == 0 {
        f - (half - s * (half + r))
    } else {
        dk * LN2_HIGH - ((half - (s * (half + r) + (dk * LN2_LOW + c))) - f)
    }
}

fn atan2(y: f64, x: f64) -> f64 {
    use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};
    const PI_LOW: f64 = f64::from_bits(0x3ca1_a626_3314_5c07);
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    if x == 1.0 {
        return libm::atan(y);
    }
    let left = x.is_sign_negative();
    let signed = |angle: f64| if y.is_sign_negative() { -angle } else { angle };
    if y == 0.0 {
        return if left { signed(PI) } else { y };
    }
    if x == 0.0 {
        return signed(FRAC_PI_2);
    }
    if x.is_infinite() {
        return signed(match (y.is_infinite(), left) {
            (true, false) => FRAC_PI_4,
            (true, true) => 3.0 * FRAC_PI_4,
            (false, false) => 0.0,
            (false, true) => PI,
        });
    }
    if y.is_infinite() {
        return signed(FRAC_PI_2);
    }
    let k = ((high(y) & 0x7fff_ffff) - (high(x) & 0x7fff_ffff)) >> 20;
    let z = if k > 60 {
        FRAC_PI_2 + 0.5 * PI_LOW
    } else if left && k < -60 {
        0.0
    } else {
        libm::atan((y / x).abs())
    };
    match (left, y.is_sign_negative()) {
        (false, false) => z,
        (false, true) => -z,
        (true, false) => PI - (z - PI_LOW),
        (true, true) => (z - PI_LOW) - PI,
    }
}

/// Where the square of the exponential of half a number is the last finite one.
fn is_below_overflow(size: i32, x: f64) -> bool {
    size < 0x4086_33ce || (size == 0x4086_33ce && x.to_bits() as u32 <= 0x8fb9_f87d)
}

fn sinh(x: f64) -> f64 {
    let size = high(x) & 0x7fff_ffff;
    if size >= 0x7ff0_0000 {
        return x + x;
    }
    let half = if x.is_sign_negative() { -0.5 } else { 0.5 };
    let magnitude = x.abs();
    if size < 0x4036_0000 {
        if size < 0x3e30_0000 {
            return x;
        }
        let t = libm::expm1(magnitude);
        return if size < 0x3ff0_0000 {
            half * (2.0 * t - t * t / (t + 1.0))
        } else {
            half * (t + t / (t + 1.0))
        };
    }
    if size < 0x4086_2e42 {
        return half * libm::exp(magnitude);
    }
    if is_below_overflow(size, x) {
        let w = libm::exp(0.5 * magnitude);
        return (half * w) * w;
    }
    x * 1.0e307
}

fn cosh(x: f64) -> f64 {
    let size = high(x) & 0x7fff_ffff;
    if size >= 0x7ff0_0000 {
        return x * x;
    }
    let magnitude = x.abs();
    if size < 0x3fd6_2e43 {
        let t = libm::expm1(magnitude);
        let w = 1.0 + t;
        return if size < 0x3c80_0000 { w } else { 1.0 + (t * t) / (w + w) };
    }
    if size < 0x4036_0000 {
        let t = libm::exp(magnitude);
        return 0.5 * t + 0.5 / t;
    }
    if size < 0x4086_2e42 {
        return 0.5 * libm::exp(magnitude);
    }
    if is_below_overflow(size, x) {
        let w = libm::exp(0.5 * magnitude);
        return (0.5 * w) * w;
    }
    f64::INFINITY
}

fn tanh(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    let size = high(x) & 0x7fff_ffff;
    let magnitude = x.abs();
    let z = if size >= 0x4036_0000 {
        1.0
    } else if size < 0x3c80_0000 {
        return x * (1.0 + x);
    } else if size >= 0x3ff0_0000 {
        let t = libm::expm1(2.0 * magnitude);
        1.0 - 2.0 / (t + 2.0)
    } else {
        let t = libm::expm1(-2.0 * magnitude);
        -t / (t + 2.0)
    };
    if x.is_sign_negative() { -z } else { z }
}
