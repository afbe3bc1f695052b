//! The functions on floating point whose result is exact, or correctly rounded, by specification.

use super::bits::power_of_two;

/// `Math.round(double)`: the floor of `x + 1/2` without its rounding error; saturates, NaN is 0.
pub fn round(x: f64) -> i64 {
    let floor = x.floor();
    // Exact: the two are neighbours or nearly so.
    (if x - floor >= 0.5 { floor + 1.0 } else { floor }) as i64
}

/// `Math.round(float)`.
pub fn round_float(x: f32) -> i32 {
    let floor = x.floor();
    (if x - floor >= 0.5 { floor + 1.0 } else { floor }) as i32
}

/// `Math.rint`: to nearest even.
pub fn rint(x: f64) -> f64 {
    x.round_ties_even()
}

pub fn floor(x: f64) -> f64 {
    x.floor()
}

pub fn ceil(x: f64) -> f64 {
    x.ceil()
}

pub fn sqrt(x: f64) -> f64 {
    x.sqrt()
}

pub fn abs(x: f64) -> f64 {
    x.abs()
}

pub fn abs_float(x: f32) -> f32 {
    x.abs()
}

/// `Math.fma`: `a b + c`, rounded once.
pub fn fma(a: f64, b: f64, c: f64) -> f64 {
    a.mul_add(b, c)
}

pub fn fma_float(a: f32, b: f32, c: f32) -> f32 {
    a.mul_add(b, c)
}

/// `Math.scalb`: `x 2^n`, rounded once.
pub fn scalb(x: f64, n: i32) -> f64 {
    // Steps that are exact: down to what the last multiplication rounds, or up to infinity.
    const UP: i32 = 1023;
    const DOWN: i32 = -1022 + 53;
    let (mut x, mut n) = (x, n.clamp(-2 * 1100, 2 * 1100));
    while n > UP {
        x *= power_of_two(UP);
        n -= UP;
    }
    while n < -1022 {
        x *= power_of_two(DOWN);
        n -= DOWN;
    }
    x * power_of_two(n)
}

/// `Math.scalb(float, int)`.
pub fn scalb_float(x: f32, n: i32) -> f32 {
    // In `double` the result is exact, so that the cast rounds it once.
    (f64::from(x) * power_of_two(n.clamp(-400, 400))) as f32
}

/// `Math.IEEEremainder`: the rest of the division rounded to nearest even.
pub fn ieee_remainder(x: f64, divisor: f64) -> f64 {
    if !x.is_finite() || divisor.is_nan() || divisor == 0.0 {
        return f64::NAN;
    }
    let divisor = divisor.abs();
    // Keeps the parity of the quotient; where the double overflows, the quotient is 0 or 1.
    let reduced = if divisor <= f64::MAX / 2.0 { x % (divisor + divisor) } else { x };
    let mut rest = reduced.abs();
    if divisor < 2.0 * f64::MIN_POSITIVE {
        if rest + rest > divisor {
            rest -= divisor;
            if rest + rest >= divisor {
                rest -= divisor;
            }
        }
    } else {
        let half = 0.5 * divisor;
        if rest > half {
            rest -= divisor;
            if rest >= half {
                rest -= divisor;
            }
        }
    }
    if x.is_sign_negative() { -rest } else { rest }
}
