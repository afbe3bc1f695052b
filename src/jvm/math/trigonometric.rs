//! Sine, cosine and tangent: polynomials between -π/4 and π/4.

use super::bits::{from_high, high, high_of_abs, horner, without_low};
use super::reduction::{Reduced, reduce};

/// `StrictMath.sin`.
pub fn sin(x: f64) -> f64 {
    let Some(Reduced { quadrant, rest, tail }) = reduce(x) else { return f64::NAN };
    match quadrant {
        0 => kernel_sin(rest, tail),
        1 => kernel_cos(rest, tail),
        2 => -kernel_sin(rest, tail),
        _ => -kernel_cos(rest, tail),
    }
}

/// `StrictMath.cos`.
pub fn cos(x: f64) -> f64 {
    let Some(Reduced { quadrant, rest, tail }) = reduce(x) else { return f64::NAN };
    match quadrant {
        0 => kernel_cos(rest, tail),
        1 => -kernel_sin(rest, tail),
        2 => -kernel_cos(rest, tail),
        _ => kernel_sin(rest, tail),
    }
}

/// `StrictMath.tan`.
pub fn tan(x: f64) -> f64 {
    let Some(Reduced { quadrant, rest, tail }) = reduce(x) else { return f64::NAN };
    kernel_tan(rest, tail.unwrap_or(0.0), quadrant & 1 == 1)
}

/// The sine of `x + y`; an angle that was not reduced has no tail, and takes a shorter way.
fn kernel_sin(x: f64, tail: Option<f64>) -> f64 {
    const S1: f64 = -1.66666666666666324348e-01;
    const S: [f64; 5] = [
        8.33333333332248946124e-03,
        -1.98412698298579493134e-04,
        2.75573137070700676789e-06,
        -2.50507602534068634195e-08,
        1.58969099521155010221e-10,
    ];
    if high_of_abs(x) < 0x3e40_0000 {
        return x;
    }
    let z = x * x;
    let v = z * x;
    let r = horner(z, &S);
    match tail {
        None => x + v * (S1 + z * r),
        Some(y) => x - ((z * (0.5 * y - v * r) - y) - v * S1),
    }
}

/// The cosine of `x + y`.
fn kernel_cos(x: f64, tail: Option<f64>) -> f64 {
    let y = tail.unwrap_or(0.0);
    const C: [f64; 6] = [
        4.16666666666666019037e-02,
        -1.38888888888741095749e-03,
        2.48015872894767294178e-05,
        -2.75573143513906633035e-07,
        2.08757232129817482790e-09,
        -1.13596475577881948265e-11,
    ];
    let word = high_of_abs(x);
    if word < 0x3e40_0000 {
        return 1.0;
    }
    let z = x * x;
    let r = z * horner(z, &C);
    if word < 0x3fd3_3333 {
        return 1.0 - (0.5 * z - (z * r - x * y));
    }
    // About x / 4, so that the first subtractions are exact.
    let qx = if word > 0x3fe9_0000 { 0.28125 } else { from_high(word - 0x0020_0000) };
    let hz = 0.5 * z - qx;
    let a = 1.0 - qx;
    a - (hz - (z * r - x * y))
}

/// The tangent of `x + y`, or -1 over it.
fn kernel_tan(x: f64, y: f64, inverse: bool) -> f64 {
    const T: [f64; 13] = [
        3.33333333333334091986e-01,
        1.33333333333201242699e-01,
        5.39682539762260521377e-02,
        2.18694882948595424599e-02,
        8.86323982359930005737e-03,
        3.59207910759131235356e-03,
        1.45620945432529025516e-03,
        5.88041240820264096874e-04,
        2.46463134818469906812e-04,
        7.81794442939557092300e-05,
        7.14072491382608190305e-05,
        -1.85586374855275456654e-05,
        2.59073051863633712884e-05,
    ];
    const PIO4_HI: f64 = std::f64::consts::FRAC_PI_4;
    const PIO4_LO: f64 = 3.06161699786838301793e-17;
    if high_of_abs(x) < 0x3e30_0000 {
        return if inverse { minus_inverse(x, y, x + y) } else { x };
    }
    let negative = high(x) < 0;
    let large = high_of_abs(x) >= 0x3fe5_9428;
    let (x, y) = if large {
        let (x, y) = if negative { (-x, -y) } else { (x, y) };
        ((PIO4_HI - x) + (PIO4_LO - y), 0.0)
    } else {
        (x, y)
    };
    let z = x * x;
    let w = z * z;
    let r = horner(w, &[T[1], T[3], T[5], T[7], T[9], T[11]]);
    let v = z * horner(w, &[T[2], T[4], T[6], T[8], T[10], T[12]]);
    let s = z * x;
    let r = y + z * (s * (r + v) + y) + T[0] * s;
    let w = x + r;
    if large {
        let v = if inverse { -1.0 } else { 1.0 };
        let magnitude = v - 2.0 * (x - (w * w / (w + v) - r));
        return if negative { -magnitude } else { magnitude };
    }
    if inverse { minus_inverse(x, r, w) } else { w }
}

/// `-1 / (x + r)`, accurately, where `w` is the rounded sum.
fn minus_inverse(x: f64, r: f64, w: f64) -> f64 {
    let z = without_low(w);
    let v = r - (z - x);
    let a = -1.0 / w;
    let t = without_low(a);
    let s = 1.0 + t * z;
    t + a * (s + t * v)
}
