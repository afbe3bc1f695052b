//! Hyperbolic functions, by way of `exp` and `expm1`.

use super::bits::{high_of_abs, low};
use super::exponential::{exp, expm1};

/// `StrictMath.sinh`.
pub fn sinh(x: f64) -> f64 {
    if !x.is_finite() {
        return x + x;
    }
    let half = if x < 0.0 { -0.5 } else { 0.5 };
    let magnitude = x.abs();
    let word = high_of_abs(x);
    if word < 0x4036_0000 {
        if word < 0x3e30_0000 {
            return x;
        }
        let t = expm1(magnitude);
        return if word < 0x3ff0_0000 {
            half * (2.0 * t - t * t / (t + 1.0))
        } else {
            half * (t + t / (t + 1.0))
        };
    }
    if word < 0x4086_2e42 { half * exp(magnitude) } else { beyond_exp(half, x) }
}

/// `StrictMath.cosh`.
pub fn cosh(x: f64) -> f64 {
    if !x.is_finite() {
        return x * x;
    }
    let magnitude = x.abs();
    let word = high_of_abs(x);
    if word < 0x3fd6_2e43 {
        let t = expm1(magnitude);
        let w = 1.0 + t;
        return if word < 0x3c80_0000 { w } else { 1.0 + (t * t) / (w + w) };
    }
    if word < 0x4036_0000 {
        let t = exp(magnitude);
        return 0.5 * t + 0.5 / t;
    }
    if word < 0x4086_2e42 { 0.5 * exp(magnitude) } else { beyond_exp(0.5, x) }
}

/// `half exp(|x|)` where `exp` alone overflows.
fn beyond_exp(half: f64, x: f64) -> f64 {
    let word = high_of_abs(x);
    if word < 0x4086_33ce || (word == 0x4086_33ce && low(x) <= 0x8fb9_f87d) {
        let w = exp(0.5 * x.abs());
        return half * w * w;
    }
    half * f64::INFINITY
}

/// `StrictMath.tanh`.
pub fn tanh(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    let word = high_of_abs(x);
    if word < 0x3c80_0000 {
        return x * (1.0 + x);
    }
    let magnitude = if word >= 0x4036_0000 {
        1.0
    } else if word >= 0x3ff0_0000 {
        1.0 - 2.0 / (expm1(2.0 * x.abs()) + 2.0)
    } else {
        let t = expm1(-2.0 * x.abs());
        -t / (t + 2.0)
    };
    magnitude.copysign(x)
}
