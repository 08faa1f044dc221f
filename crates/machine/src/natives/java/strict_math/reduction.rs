//! The remainder of a number after whole quarters of a turn, as fdlibm finds it: by subtraction in
//! three steps for numbers up to a million, and for greater ones (Payne and Hanek) by a product with as
//! many digits of 2/pi as matter.

use super::high;

/// Two over pi, 24 bits each.
const TWO_OVER_PI: [u32; 66] = [
    0xa2_f983, 0x6e_4e44, 0x15_29fc, 0x27_57d1, 0xf5_34dd, 0xc0_db62, 0x95_993c, 0x43_9041, 0xfe_5163,
    0xab_debb, 0xc5_61b7, 0x24_6e3a, 0x42_4dd2, 0xe0_0649, 0x2e_ea09, 0xd1_921c, 0xfe_1deb, 0x1c_b129,
    0xa7_3ee8, 0x82_35f5, 0x2e_bb44, 0x84_e99c, 0x70_26b4, 0x5f_7e41, 0x39_91d6, 0x39_8353, 0x39_f49c,
    0x84_5f8b, 0xbd_f928, 0x3b_1ff8, 0x97_ffde, 0x05_980f, 0xef_2f11, 0x8b_5a0a, 0x6d_1f6d, 0x36_7ecf,
    0x27_cb09, 0xb7_4f46, 0x3f_669e, 0x5f_ea2d, 0x75_27ba, 0xc7_ebe5, 0xf1_7b3d, 0x07_39f7, 0x8a_5292,
    0xea_6bfb, 0x5f_b11f, 0x8d_5d08, 0x56_0330, 0x46_fc7b, 0x6b_abf0, 0xcf_bc20, 0x9a_f436, 0x1d_a9e3,
    0x91_615e, 0xe6_1b08, 0x65_9985, 0x5f_14a0, 0x68_408d, 0xff_d880, 0x4d_7327, 0x31_0606, 0x15_56ca,
    0x73_a8c9, 0x60_e27b, 0xc0_8c6b,
];

/// Half of pi in parts of 24 bits.
const HALF_PI: [f64; 8] = [
    f64::from_bits(0x3ff9_21fb_4000_0000),
    f64::from_bits(0x3e74_442d_0000_0000),
    f64::from_bits(0x3cf8_4698_8000_0000),
    f64::from_bits(0x3b78_cc51_6000_0000),
    f64::from_bits(0x39f0_1b83_8000_0000),
    f64::from_bits(0x387a_2520_4000_0000),
    f64::from_bits(0x36e3_8222_8000_0000),
    f64::from_bits(0x3569_f31d_0000_0000),
];

const TWO_24: f64 = 16_777_216.0;

/// The number of whole quarters (its last bits), the rest, and what the rest leaves out. The number is
/// finite.
pub(super) fn reduce(x: f64) -> (i32, f64, f64) {
    const INVERSE: f64 = f64::from_bits(0x3fe4_5f30_6dc9_c883);
    const FIRST: f64 = f64::from_bits(0x3ff9_21fb_5440_0000);
    const FIRST_TAIL: f64 = f64::from_bits(0x3dd0_b461_1a62_6331);
    const SECOND: f64 = f64::from_bits(0x3dd0_b461_1a60_0000);
    const SECOND_TAIL: f64 = f64::from_bits(0x3ba3_198a_2e03_7073);
    const THIRD: f64 = f64::from_bits(0x3ba3_198a_2e00_0000);
    const THIRD_TAIL: f64 = f64::from_bits(0x397b_839a_2520_49c1);
    let size = high(x) & 0x7fff_ffff;
    let sign = if x.is_sign_negative() { -1.0 } else { 1.0 };
    let magnitude = x.abs();
    let signed = |n: i32, rest: f64, tail: f64| (n * sign as i32, sign * rest, sign * tail);
    if size <= 0x3fe9_21fb {
        return (0, x, 0.0);
    }
    if size < 0x4002_d97c {
        let mut z = magnitude - FIRST;
        let mut tail = FIRST_TAIL;
        // Near a quarter of a turn more digits are needed.
        if size == 0x3ff9_21fb {
            z -= SECOND;
            tail = SECOND_TAIL;
        }
        let rest = z - tail;
        return signed(1, rest, (z - rest) - tail);
    }
    if size <= 0x4139_21fb {
        let n = (magnitude * INVERSE + 0.5) as i32;
        let quarters = f64::from(n);
        let mut r = magnitude - quarters * FIRST;
        let mut w = quarters * FIRST_TAIL;
        let mut rest = r - w;
        let near = high(quarters * std::f64::consts::FRAC_PI_2);
        if n >= 32 || size == near {
            let lost = |rest: f64| (size >> 20) - ((high(rest) >> 20) & 0x7ff);
            if lost(rest) > 16 {
                let t = r;
                w = quarters * SECOND;
                r = t - w;
                w = quarters * SECOND_TAIL - ((t - r) - w);
                rest = r - w;
                if lost(rest) > 49 {
                    let t = r;
                    w = quarters * THIRD;
                    r = t - w;
                    w = quarters * THIRD_TAIL - ((t - r) - w);
                    rest = r - w;
                }
            }
        }
        return signed(n, rest, (r - rest) - w);
    }
    let exponent = (size >> 20) - 1046;
    let mut z = super::with_high(magnitude, (size - (exponent << 20)) as u32);
    let mut parts = [0.0; 3];
    for part in parts.iter_mut().take(2) {
        *part = z.trunc();
        z = (z - *part) * TWO_24;
    }
    parts[2] = z;
    let count = parts.iter().rposition(|&part| part != 0.0).map_or(1, |last| last + 1);
    let (n, rest, tail) = reduce_large(&parts[..count], exponent);
    signed(n, rest, tail)
}

/// The number with another exponent; both are so small that nothing is lost.
fn scale(x: f64, exponent: i32) -> f64 {
    libm::scalbn(x, exponent)
}

/// The remainder of a number in parts of 24 bits, the first with that exponent.
fn reduce_large(x: &[f64], exponent: i32) -> (i32, f64, f64) {
    // How many parts of 2/pi are used at first.
    const FIRST: usize = 4;
    let last = x.len() - 1;
    let start = ((exponent - 3) / 24).max(0);
    let mut q0 = exponent - 24 * (start + 1);
    let digit = |index: i32| -> f64 {
        usize::try_from(index).ok().and_then(|index| TWO_OVER_PI.get(index)).map_or(0.0, |&part| part.into())
    };
    let digits: Vec<f64> = (0..20).map(|index| digit(start - last as i32 + index)).collect();
    let product = |i: usize| -> f64 {
        let mut sum = 0.0;
        for (j, part) in x.iter().enumerate() {
            sum += part * digits[last + i - j];
        }
        sum
    };
    let mut q: Vec<f64> = (0..=FIRST).map(product).collect();
    let mut iq = [0i32; 20];
    let mut jz = FIRST;
    let (mut z, mut n, mut half);
    loop {
        z = q[jz];
        for (i, j) in (1..=jz).rev().enumerate() {
            let carried = (z / TWO_24).trunc();
            iq[i] = (z - TWO_24 * carried) as i32;
            z = q[j - 1] + carried;
        }
        z = scale(z, q0);
        z -= 8.0 * (z * 0.125).floor();
        n = z as i32;
        z -= f64::from(n);
        half = 0;
        if q0 > 0 {
            let i = iq[jz - 1] >> (24 - q0);
            n += i;
            iq[jz - 1] -= i << (24 - q0);
            half = iq[jz - 1] >> (23 - q0);
        } else if q0 == 0 {
            half = iq[jz - 1] >> 23;
        } else if z >= 0.5 {
            half = 2;
        }
        if half > 0 {
            // More than half a quarter: the rest is taken from the next one.
            n += 1;
            let mut carry = false;
            for part in iq.iter_mut().take(jz) {
                if carry {
                    *part = 0xff_ffff - *part;
                } else if *part != 0 {
                    carry = true;
                    *part = 0x100_0000 - *part;
                }
            }
            if q0 > 0 {
                iq[jz - 1] &= if q0 == 1 { 0x7f_ffff } else { 0x3f_ffff };
            }
            if half == 2 {
                z = 1.0 - z;
                if carry {
                    z -= scale(1.0, q0);
                }
            }
        }
        if z != 0.0 || iq[FIRST..jz].iter().any(|&part| part != 0) {
            break;
        }
        // Everything has cancelled: more digits.
        let mut more = 1;
        while iq[FIRST - more] == 0 {
            more += 1;
        }
        for i in jz + 1..=jz + more {
            q.push(product(i));
        }
        jz += more;
    }
    if z == 0.0 {
        jz -= 1;
        q0 -= 24;
        while iq[jz] == 0 {
            jz -= 1;
            q0 -= 24;
        }
    } else {
        z = scale(z, -q0);
        if z >= TWO_24 {
            let carried = (z / TWO_24).trunc();
            iq[jz] = (z - TWO_24 * carried) as i32;
            jz += 1;
            q0 += 24;
            iq[jz] = carried as i32;
        } else {
            iq[jz] = z as i32;
        }
    }
    let mut unit = scale(1.0, q0);
    let mut parts = vec![0.0; jz + 1];
    for i in (0..=jz).rev() {
        parts[i] = unit * f64::from(iq[i]);
        unit /= TWO_24;
    }
    let mut products = Vec::new();
    for i in (0..=jz).rev() {
        let mut sum = 0.0;
        for (k, factor) in HALF_PI.iter().enumerate().take((FIRST + 1).min(jz - i + 1)) {
            sum += factor * parts[i + k];
        }
        products.push(sum);
    }
    let mut rest = 0.0;
    for product in products.iter().rev() {
        rest += product;
    }
    let mut tail = products[0] - rest;
    for product in &products[1..] {
        tail += product;
    }
    if half == 0 { (n & 7, rest, tail) } else { (n & 7, -rest, -tail) }
}
