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

/// `Math.signum`: zeros and NaN are themselves.
pub fn signum(x: f64) -> f64 {
    if x == 0.0 || x.is_nan() { x } else { 1.0_f64.copysign(x) }
}

pub fn signum_float(x: f32) -> f32 {
    if x == 0.0 || x.is_nan() { x } else { 1.0_f32.copysign(x) }
}

/// `StrictMath.copySign`: a NaN counts as positive. (`Math`'s may look at the sign of the NaN, which
/// Java leaves open.)
pub fn copy_sign(magnitude: f64, sign: f64) -> f64 {
    magnitude.copysign(if sign.is_nan() { 1.0 } else { sign })
}

pub fn copy_sign_float(magnitude: f32, sign: f32) -> f32 {
    magnitude.copysign(if sign.is_nan() { 1.0 } else { sign })
}

macro_rules! min_max {
    ($min:ident, $max:ident, $type:ty) => {
        /// `Math.min`: NaN if one is, and -0.0 is less than 0.0.
        pub fn $min(a: $type, b: $type) -> $type {
            if a.is_nan() || (a == b && a.is_sign_negative()) {
                a
            } else if a < b {
                a
            } else {
                b
            }
        }

        /// `Math.max`: NaN if one is, and -0.0 is less than 0.0.
        pub fn $max(a: $type, b: $type) -> $type {
            if a.is_nan() || (a == b && a.is_sign_positive()) {
                a
            } else if a > b {
                a
            } else {
                b
            }
        }
    };
}

min_max!(min, max, f64);
min_max!(min_float, max_float, f32);

/// `Math.fma`: `a b + c`, rounded once.
pub fn fma(a: f64, b: f64, c: f64) -> f64 {
    a.mul_add(b, c)
}

pub fn fma_float(a: f32, b: f32, c: f32) -> f32 {
    a.mul_add(b, c)
}

macro_rules! neighbours {
    ($type:ty, $next_up:ident, $next_down:ident, $next_after:ident, $ulp:ident, $get_exponent:ident) => {
        pub fn $next_up(x: $type) -> $type {
            x.next_up()
        }

        pub fn $next_down(x: $type) -> $type {
            x.next_down()
        }

        /// `Math.nextAfter`: the direction is a `double` for both types; equal ones give the direction.
        pub fn $next_after(start: $type, direction: f64) -> $type {
            let from = f64::from(start);
            if from > direction {
                start.next_down()
            } else if from < direction {
                start.next_up()
            } else if from == direction {
                direction as $type
            } else {
                <$type>::NAN
            }
        }

        /// `Math.ulp`: the distance to the next larger magnitude.
        pub fn $ulp(x: $type) -> $type {
            let magnitude = x.abs();
            if !magnitude.is_finite() {
                magnitude
            } else if magnitude == <$type>::MAX {
                magnitude - magnitude.next_down()
            } else {
                magnitude.next_up() - magnitude
            }
        }

        /// `Math.getExponent`: unbiased; one below the least for zero and subnormals, one above the
        /// greatest for NaN and infinity.
        pub fn $get_exponent(x: $type) -> i32 {
            (x.abs().to_bits() >> (<$type>::MANTISSA_DIGITS - 1)) as i32 - (<$type>::MAX_EXP - 1)
        }
    };
}

neighbours!(f64, next_up, next_down, next_after, ulp, get_exponent);
neighbours!(f32, next_up_float, next_down_float, next_after_float, ulp_float, get_exponent_float);

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

/// `Math.toRadians`.
pub fn to_radians(degrees: f64) -> f64 {
    degrees * 0.017_453_292_519_943_295
}

/// `Math.toDegrees`.
pub fn to_degrees(radians: f64) -> f64 {
    radians * 57.295_779_513_082_32
}
