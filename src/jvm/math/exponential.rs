//! Exponential functions and powers.

use super::bits::{from_high, high, high_of_abs, horner, power_of_two, with_high, without_low};
use super::exact::scalb;

const LN2_HI: f64 = 6.931_471_803_691_238_164_90e-01;
const LN2_LO: f64 = 1.908_214_929_270_587_700_02e-10;
const INV_LN2: f64 = std::f64::consts::LOG2_E;
/// The greatest argument whose exponential does not overflow.
const OVERFLOW: f64 = 7.09782712893383973096e+02;
/// `x (exp(x) + 1) / (exp(x) - 1) - 2`, in powers of `x²`.
const P: [f64; 5] = [
    1.66666666666666019037e-01,
    -2.77777777770155933842e-03,
    6.61375632143793436117e-05,
    -1.65339022054652515390e-06,
    4.13813679705723846039e-08,
];

/// `StrictMath.exp`.
pub fn exp(x: f64) -> f64 {
    const UNDERFLOW: f64 = -7.45133219101941108420e+02;
    let word = high_of_abs(x);
    if x.is_nan() {
        return x;
    }
    if x > OVERFLOW {
        return f64::INFINITY;
    }
    if x < UNDERFLOW {
        return 0.0;
    }
    let (mut k, mut hi, mut lo, mut r) = (0, x, 0.0, x);
    if word > 0x3fd6_2e42 {
        // |x| > 0.5 ln 2
        let half = if x < 0.0 { -0.5 } else { 0.5 };
        k = if word < 0x3ff0_a2b2 { (half * 2.0) as i32 } else { (INV_LN2 * x + half) as i32 };
        hi = x - f64::from(k) * LN2_HI;
        lo = f64::from(k) * LN2_LO;
        r = hi - lo;
    } else if word < 0x3e30_0000 {
        return 1.0 + x;
    }
    let t = r * r;
    let c = r - t * horner(t, &P);
    if k == 0 {
        return 1.0 - ((r * c) / (c - 2.0) - r);
    }
    let y = 1.0 - ((lo - (r * c) / (2.0 - c)) - hi);
    scalb(y, k)
}

/// `StrictMath.expm1`: `exp(x) - 1`.
pub fn expm1(x: f64) -> f64 {
    const Q: [f64; 6] = [
        1.0,
        -3.33333333333331316428e-02,
        1.58730158725481460165e-03,
        -7.93650757867487942473e-05,
        4.00821782732936239552e-06,
        -2.01099218183624371326e-07,
    ];
    let word = high_of_abs(x);
    if x.is_nan() {
        return x;
    }
    if x > OVERFLOW {
        return f64::INFINITY;
    }
    if word >= 0x4043_687a && x < 0.0 {
        // x < -56 ln 2
        return -1.0;
    }
    let (mut k, mut c, mut r) = (0, 0.0, x);
    if word > 0x3fd6_2e42 {
        let half = if x < 0.0 { -0.5 } else { 0.5 };
        k = if word < 0x3ff0_a2b2 { (half * 2.0) as i32 } else { (INV_LN2 * x + half) as i32 };
        let hi = x - f64::from(k) * LN2_HI;
        let lo = f64::from(k) * LN2_LO;
        r = hi - lo;
        c = (hi - r) - lo;
    } else if word < 0x3c90_0000 {
        return x;
    }
    let hfx = 0.5 * r;
    let hxs = r * hfx;
    let r1 = horner(hxs, &Q);
    let t = 3.0 - r1 * hfx;
    let e = hxs * ((r1 - t) / (6.0 - r * t));
    if k == 0 {
        return r - (r * e - hxs);
    }
    let e = (r * (e - c) - c) - hxs;
    match k {
        -1 => 0.5 * (r - e) - 0.5,
        1 if r < -0.25 => -2.0 * (e - (r + 0.5)),
        1 => 1.0 + 2.0 * (r - e),
        2..20 => scalb(1.0 - power_of_two(-k) - (e - r), k),
        20..=56 => scalb(r - (e + power_of_two(-k)) + 1.0, k),
        _ => scalb(1.0 - (e - r), k) - 1.0,
    }
}

/// `StrictMath.pow`.
pub fn pow(x: f64, y: f64) -> f64 {
    if y == 0.0 {
        return 1.0;
    }
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    let magnitude = x.abs();
    let parity = if x.is_sign_negative() { parity(y) } else { Parity::Even };
    if y.is_infinite() {
        // Unlike C, Java has NaN for one and minus one.
        return if magnitude == 1.0 {
            f64::NAN
        } else if (magnitude > 1.0) == (y > 0.0) {
            f64::INFINITY
        } else {
            0.0
        };
    }
    if y == 1.0 {
        return x;
    } else if y == -1.0 {
        return 1.0 / x;
    } else if y == 2.0 {
        return x * x;
    } else if y == 0.5 && x.is_sign_positive() {
        return x.sqrt();
    }
    let sign = if parity == Parity::Odd { -1.0 } else { 1.0 };
    if magnitude == 0.0 || magnitude == 1.0 || magnitude.is_infinite() {
        let z = if y < 0.0 { 1.0 / magnitude } else { magnitude };
        return if magnitude == 1.0 && parity == Parity::NotWhole { f64::NAN } else { sign * z };
    }
    if parity == Parity::NotWhole {
        return f64::NAN;
    }
    match log2(magnitude, y) {
        Logarithm::TooFar { up } => sign * if up { f64::INFINITY } else { 0.0 },
        Logarithm::Pair(t1, t2) => sign * exp2_of_product(y, t1, t2),
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Parity {
    NotWhole,
    Odd,
    Even,
}

fn parity(y: f64) -> Parity {
    if y.trunc() != y {
        Parity::NotWhole
    } else if y % 2.0 == 0.0 {
        Parity::Even
    } else {
        Parity::Odd
    }
}

enum Logarithm {
    /// The exponent is so large that the power overflows, or vanishes.
    TooFar { up: bool },
    /// The sum of the two; the first has 21 bits to spare.
    Pair(f64, f64),
}

/// The logarithm to base 2 of a positive finite number that is to be multiplied by `y`.
fn log2(x: f64, y: f64) -> Logarithm {
    let (word, exponent_word) = (high(x), high_of_abs(y));
    if exponent_word > 0x41e0_0000 {
        // |y| > 2^31
        if exponent_word > 0x43f0_0000 {
            return Logarithm::TooFar { up: (word > 0x3fef_ffff) == (y > 0.0) };
        }
        if word < 0x3fef_ffff {
            return Logarithm::TooFar { up: y < 0.0 };
        }
        if word > 0x3ff0_0000 {
            return Logarithm::TooFar { up: y > 0.0 };
        }
        return log2_near_one(x);
    }
    log2_in_pieces(x)
}

const INV_LN2_HI: f64 = 1.44269502162933349609e+00;
const INV_LN2_LO: f64 = 1.92596299112661746887e-08;

/// For `|x - 1| ≤ 2^-20`: the first terms of the series.
fn log2_near_one(x: f64) -> Logarithm {
    let t = x - 1.0;
    let w = (t * t) * (0.5 - t * (0.333_333_333_333_333_333_333_3 - t * 0.25));
    let u = INV_LN2_HI * t;
    let v = t * INV_LN2_LO - w * INV_LN2;
    let t1 = without_low(u + v);
    Logarithm::Pair(t1, v - (t1 - u))
}

/// `n + log2(base) + log2(1 + …)`, with the base 1 or 1.5 next to the number.
fn log2_in_pieces(x: f64) -> Logarithm {
    const BASE: [f64; 2] = [1.0, 1.5];
    const LOG2_OF_BASE_HI: [f64; 2] = [0.0, 5.84962487220764160156e-01];
    const LOG2_OF_BASE_LO: [f64; 2] = [0.0, 1.35003920212974897128e-08];
    const L: [f64; 6] = [
        5.99999999999994648725e-01,
        4.28571428578550184252e-01,
        3.33333329818377432918e-01,
        2.72728123808534006489e-01,
        2.30660745775561754067e-01,
        2.06975017800338417784e-01,
    ];
    // 2 / (3 ln 2), whole and in two parts.
    const CP: f64 = 9.61796693925975554329e-01;
    const CP_HI: f64 = 9.61796700954437255859e-01;
    const CP_LO: f64 = -7.02846165095275826516e-09;
    let (x, mut n) = if high(x) < 0x0010_0000 { (x * power_of_two(53), -53) } else { (x, 0) };
    n += (high(x) >> 20) - 1023;
    let fraction = high(x) & 0x000f_ffff;
    let mut word = fraction | 0x3ff0_0000;
    let k = if fraction <= 0x3988e {
        0
    } else if fraction < 0xbb67a {
        1
    } else {
        n += 1;
        word -= 0x0010_0000;
        0
    };
    let x = with_high(x, word);
    let u = x - BASE[k];
    let v = 1.0 / (x + BASE[k]);
    let ss = u * v;
    let s_hi = without_low(ss);
    let t_hi = from_high(((word >> 1) | 0x2000_0000) + 0x0008_0000 + ((k as i32) << 18));
    let t_lo = x - (t_hi - BASE[k]);
    let s_lo = v * ((u - s_hi * t_hi) - s_hi * t_lo);
    let s2 = ss * ss;
    let r = s2 * s2 * horner(s2, &L) + s_lo * (s_hi + ss);
    let s2 = s_hi * s_hi;
    let t_hi = without_low(3.0 + s2 + r);
    let t_lo = r - ((t_hi - 3.0) - s2);
    let u = s_hi * t_hi;
    let v = s_lo * t_hi + t_lo * ss;
    let p_hi = without_low(u + v);
    let p_lo = v - (p_hi - u);
    let z_hi = CP_HI * p_hi;
    let z_lo = CP_LO * p_hi + p_lo * CP + LOG2_OF_BASE_LO[k];
    let t = f64::from(n);
    let t1 = without_low(((z_hi + z_lo) + LOG2_OF_BASE_HI[k]) + t);
    Logarithm::Pair(t1, z_lo - (((t1 - t) - LOG2_OF_BASE_HI[k]) - z_hi))
}

/// `2^(y (t1 + t2))`.
fn exp2_of_product(y: f64, t1: f64, t2: f64) -> f64 {
    /// -(1024 - log2(MAX + half an ulp))
    const OVERFLOW_TAIL: f64 = 8.0085662595372944372e-17;
    const LN2: f64 = std::f64::consts::LN_2;
    const LN2_HIGH: f64 = 6.93147182464599609375e-01;
    const LN2_TAIL: f64 = -1.90465429995776804525e-09;
    let y1 = without_low(y);
    let p_lo = (y - y1) * t1 + y * t2;
    let mut p_hi = y1 * t1;
    let z = p_lo + p_hi;
    if z > 1024.0 || (z == 1024.0 && p_lo + OVERFLOW_TAIL > z - p_hi) {
        return f64::INFINITY;
    }
    if z < -1075.0 || (z == -1075.0 && p_lo <= z - p_hi) {
        return 0.0;
    }
    let word = high_of_abs(z);
    let mut n = 0;
    if word > 0x3fe0_0000 {
        // The nearest whole number, by adding a half to the word.
        let rounded = high(z).wrapping_add(0x0010_0000 >> ((word >> 20) - 0x3fe));
        let k = ((rounded & 0x7fff_ffff) >> 20) - 1023;
        p_hi -= from_high(rounded & !(0x000f_ffff >> k));
        n = ((rounded & 0x000f_ffff) | 0x0010_0000) >> (20 - k);
        if z < 0.0 {
            n = -n;
        }
    }
    let t = without_low(p_lo + p_hi);
    let u = t * LN2_HIGH;
    let v = (p_lo - (t - p_hi)) * LN2 + t * LN2_TAIL;
    let z = u + v;
    let w = v - (z - u);
    let t = z * z;
    let t1 = z - t * horner(t, &P);
    let r = (z * t1) / (t1 - 2.0) - (w + z * w);
    scalb(1.0 - (r - z), n)
}
