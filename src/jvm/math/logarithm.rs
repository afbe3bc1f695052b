//! Logarithms: `log(2^k (1 + f))` with `1 + f` around 1, by a polynomial in `f / (2 + f)`.

use super::bits::{high, high_of_abs, horner, power_of_two, with_high};

const LN2_HI: f64 = 6.931_471_803_691_238_164_90e-01;
const LN2_LO: f64 = 1.908_214_929_270_587_700_02e-10;
const LG: [f64; 7] = [
    6.666666666666735130e-01,
    3.999999999940941908e-01,
    2.857142874366239149e-01,
    2.222219843214978396e-01,
    1.818357216161805012e-01,
    1.531383769920937332e-01,
    1.479819860511658591e-01,
];

/// `StrictMath.log`.
pub fn log(x: f64) -> f64 {
    let Some((x, mut k)) = normalise(x) else { return special(x) };
    let fraction = high(x) & 0x000f_ffff;
    k += (high(x) >> 20) - 1023;
    // From sqrt(2) up, 1 + f is half of it and k one more.
    let carry = (fraction + 0x95f64) & 0x0010_0000;
    let f = with_high(x, fraction | (carry ^ 0x3ff0_0000)) - 1.0;
    k += carry >> 20;
    let dk = f64::from(k);
    if (0x000f_ffff & (2 + fraction)) < 3 {
        if f == 0.0 {
            return if k == 0 { 0.0 } else { dk * LN2_HI + dk * LN2_LO };
        }
        let r = f * f * (0.5 - 0.333_333_333_333_333_33 * f);
        return if k == 0 { f - r } else { dk * LN2_HI - ((r - dk * LN2_LO) - f) };
    }
    let s = f / (2.0 + f);
    let z = s * s;
    let w = z * z;
    let t1 = w * (LG[1] + w * (LG[3] + w * LG[5]));
    let t2 = z * (LG[0] + w * (LG[2] + w * (LG[4] + w * LG[6])));
    let r = t2 + t1;
    if ((fraction - 0x6147a) | (0x6b851 - fraction)) > 0 {
        let hfsq = 0.5 * f * f;
        if k == 0 {
            f - (hfsq - s * (hfsq + r))
        } else {
            dk * LN2_HI - ((hfsq - (s * (hfsq + r) + dk * LN2_LO)) - f)
        }
    } else if k == 0 {
        f - s * (f - r)
    } else {
        dk * LN2_HI - ((s * (f - r) - dk * LN2_LO) - f)
    }
}

/// A positive finite number as a normal one times a power of two.
fn normalise(x: f64) -> Option<(f64, i32)> {
    if !(x > 0.0 && x.is_finite()) {
        None
    } else if high(x) < 0x0010_0000 {
        Some((x * power_of_two(54), -54))
    } else {
        Some((x, 0))
    }
}

/// The logarithm of what is not both positive and finite.
fn special(x: f64) -> f64 {
    if x == 0.0 {
        f64::NEG_INFINITY
    } else if x == f64::INFINITY {
        x
    } else {
        f64::NAN
    }
}

/// `StrictMath.log10`: by way of [`log`], exact for powers of ten.
pub fn log10(x: f64) -> f64 {
    const INV_LN10: f64 = std::f64::consts::LOG10_E;
    const LOG10_2_HI: f64 = 3.01029995663611771306e-01;
    const LOG10_2_LO: f64 = 3.69423907715893078616e-13;
    let Some((x, shift)) = normalise(x) else { return special(x) };
    let k = shift + (high(x) >> 20) - 1023;
    let negative = i32::from(k < 0);
    let y = f64::from(k + negative);
    let x = with_high(x, (high(x) & 0x000f_ffff) | ((0x3ff - negative) << 20));
    let z = y * LOG10_2_LO + INV_LN10 * log(x);
    z + y * LOG10_2_HI
}

/// `StrictMath.log1p`: `log(1 + x)`, with the rounding error of `1 + x` carried along.
pub fn log1p(x: f64) -> f64 {
    let hx = high(x);
    if x <= -1.0 || !x.is_finite() {
        return special(1.0 + x);
    }
    if high_of_abs(x) < 0x3e20_0000 {
        return if high_of_abs(x) < 0x3c90_0000 { x } else { x - x * x * 0.5 };
    }
    // -0.2929 < x < 0.41422: no reduction; the high words of negative numbers are compared as such.
    let near_zero = hx < 0x3fda_827a && (hx > 0 || hx <= 0xbfd2_bec3_u32 as i32);
    let (mut k, mut f, mut hu, mut c) = (0, x, 1, 0.0);
    if !near_zero {
        let u;
        if hx < 0x4340_0000 {
            u = 1.0 + x;
            k = (high(u) >> 20) - 1023;
            c = if k > 0 { 1.0 - (u - x) } else { x - (u - 1.0) } / u;
        } else {
            u = x;
            k = (high(u) >> 20) - 1023;
        }
        hu = high(u) & 0x000f_ffff;
        if hu < 0x6a09e {
            f = with_high(u, hu | 0x3ff0_0000) - 1.0;
        } else {
            k += 1;
            f = with_high(u, hu | 0x3fe0_0000) - 1.0;
            hu = (0x0010_0000 - hu) >> 2;
        }
    }
    let dk = f64::from(k);
    let hfsq = 0.5 * f * f;
    if hu == 0 {
        if f == 0.0 {
            return if k == 0 { 0.0 } else { dk * LN2_HI + (c + dk * LN2_LO) };
        }
        let r = hfsq * (1.0 - 0.666_666_666_666_666_66 * f);
        return if k == 0 { f - r } else { dk * LN2_HI - ((r - (dk * LN2_LO + c)) - f) };
    }
    let s = f / (2.0 + f);
    let z = s * s;
    let r = z * horner(z, &LG);
    if k == 0 {
        f - (hfsq - s * (hfsq + r))
    } else {
        dk * LN2_HI - ((hfsq - (s * (hfsq + r) + (dk * LN2_LO + c))) - f)
    }
}
