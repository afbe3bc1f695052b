//! Cube root and hypotenuse.

use super::bits::{from_high, high, power_of_two, with_high, without_low};

/// `StrictMath.cbrt`: an estimate by dividing the exponent, a rational step to 23 bits, and one step
/// of Newton's.
pub fn cbrt(x: f64) -> f64 {
    const BIAS: i32 = 715_094_163;
    const BIAS_OF_SUBNORMALS: i32 = 696_219_795;
    const C: f64 = 19.0 / 35.0;
    const D: f64 = -864.0 / 1225.0;
    const E: f64 = 99.0 / 70.0;
    const F: f64 = 45.0 / 28.0;
    const G: f64 = 5.0 / 14.0;
    if x == 0.0 || !x.is_finite() {
        return x + x;
    }
    let magnitude = x.abs();
    let mut t = if high(magnitude) < 0x0010_0000 {
        let scaled = power_of_two(54) * magnitude;
        with_high(scaled, high(scaled) / 3 + BIAS_OF_SUBNORMALS)
    } else {
        from_high(high(magnitude) / 3 + BIAS)
    };
    let r = t * t / magnitude;
    let s = C + r * t;
    t *= G + F / (s + E + D / s);
    // 20 bits, rounded up: then t * t is exact.
    t = from_high(high(t) + 1);
    let s = t * t;
    let r = magnitude / s;
    let w = t + t;
    let r = (r - t) / (w + r);
    (t + t * r).copysign(x)
}

/// `StrictMath.hypot`.
pub fn hypot(x: f64, y: f64) -> f64 {
    if x.is_infinite() || y.is_infinite() {
        return f64::INFINITY;
    }
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    let (mut a, mut b) = (x.abs(), y.abs());
    if high(a) < high(b) {
        (a, b) = (b, a);
    }
    if high(a) - high(b) > 60 << 20 {
        return a + b;
    }
    let mut exponent = 0;
    if high(a) > 0x5f30_0000 {
        (a, b) = (a * power_of_two(-600), b * power_of_two(-600));
        exponent = 600;
    }
    if high(b) < 0x20b0_0000 {
        if b == 0.0 {
            return a;
        }
        if high(b) <= 0x000f_ffff {
            (a, b) = (a * power_of_two(1022), b * power_of_two(1022));
            exponent -= 1022;
        } else {
            (a, b) = (a * power_of_two(600), b * power_of_two(600));
            exponent -= 600;
        }
    }
    let root = scaled_hypot(a, b);
    if exponent == 0 { root } else { with_high(1.0, high(1.0) + (exponent << 20)) * root }
}

/// For `a ≥ b` whose squares neither overflow nor vanish; the square of the larger in two exact parts.
fn scaled_hypot(a: f64, b: f64) -> f64 {
    let w = a - b;
    if w > b {
        let t1 = without_low(a);
        let t2 = a - t1;
        return (t1 * t1 - (b * -b - t2 * (a + t1))).sqrt();
    }
    let double = a + a;
    let y1 = without_low(b);
    let y2 = b - y1;
    let t1 = from_high(high(a) + 0x0010_0000);
    let t2 = double - t1;
    (t1 * y1 - (w * -w - (t1 * y2 + t2 * b))).sqrt()
}
