//! Inverse trigonometric functions.

use super::bits::{high, high_of_abs, horner, without_low};

const PI: f64 = std::f64::consts::PI;
const PI_LO: f64 = 1.2246467991473531772e-16;
const PIO2_HI: f64 = std::f64::consts::FRAC_PI_2;
const PIO2_LO: f64 = 6.12323399573676603587e-17;
const PIO4_HI: f64 = std::f64::consts::FRAC_PI_4;

/// `(asin(x) - x) / x³` as a quotient of polynomials in `z = x²`, times `z`.
fn tail(z: f64) -> f64 {
    const P: [f64; 6] = [
        1.66666666666666657415e-01,
        -3.25565818622400915405e-01,
        2.01212532134862925881e-01,
        -4.00555345006794114027e-02,
        7.91534994289814532176e-04,
        3.47933107596021167570e-05,
    ];
    const Q: [f64; 5] = [
        1.0,
        -2.40339491173441421878e+00,
        2.02094576023350569471e+00,
        -6.88283971605453293030e-01,
        7.70381505559019352791e-02,
    ];
    z * horner(z, &P) / horner(z, &Q)
}

/// `StrictMath.asin`.
pub fn asin(x: f64) -> f64 {
    let magnitude = x.abs();
    if x.is_nan() || magnitude > 1.0 {
        return f64::NAN;
    }
    if magnitude == 1.0 {
        return x * PIO2_HI + x * PIO2_LO;
    }
    if magnitude < 0.5 {
        return if high(magnitude) < 0x3e40_0000 { x } else { x + x * tail(x * x) };
    }
    let t = (1.0 - magnitude) * 0.5;
    let r = tail(t);
    let s = t.sqrt();
    let result = if high(magnitude) >= 0x3fef_3333 {
        PIO2_HI - (2.0 * (s + s * r) - PIO2_LO)
    } else {
        let w = without_low(s);
        let c = (t - w * w) / (s + w);
        let p = 2.0 * s * r - (PIO2_LO - 2.0 * c);
        let q = PIO4_HI - 2.0 * w;
        PIO4_HI - (p - q)
    };
    result.copysign(x)
}

/// `StrictMath.acos`.
pub fn acos(x: f64) -> f64 {
    let magnitude = x.abs();
    if x.is_nan() || magnitude > 1.0 {
        return f64::NAN;
    }
    if magnitude == 1.0 {
        return if x > 0.0 { 0.0 } else { PI + 2.0 * PIO2_LO };
    }
    if magnitude < 0.5 {
        if high(magnitude) <= 0x3c60_0000 {
            return PIO2_HI + PIO2_LO;
        }
        return PIO2_HI - (x - (PIO2_LO - x * tail(x * x)));
    }
    let z = (1.0 - magnitude) * 0.5;
    let s = z.sqrt();
    let r = tail(z);
    if x < 0.0 {
        let w = r * s - PIO2_LO;
        return PI - 2.0 * (s + w);
    }
    let df = without_low(s);
    let c = (z - df * df) / (s + df);
    2.0 * (df + (r * s + c))
}

/// `StrictMath.atan`: reduced to the neighbourhood of 0, 1/2, 1, 3/2 or infinity.
pub fn atan(x: f64) -> f64 {
    const HI: [f64; 4] = [4.63647609000806093515e-01, PIO4_HI, 9.82793723247329054082e-01, PIO2_HI];
    const LO: [f64; 4] =
        [2.26987774529616870924e-17, 3.06161699786838301793e-17, 1.39033110312309984516e-17, PIO2_LO];
    const EVEN: [f64; 6] = [
        3.33333333333329318027e-01,
        1.42857142725034663711e-01,
        9.09088713343650656196e-02,
        6.66107313738753120669e-02,
        4.97687799461593236017e-02,
        1.62858201153657823623e-02,
    ];
    const ODD: [f64; 5] = [
        -1.99999999998764832476e-01,
        -1.11111104054623557880e-01,
        -7.69187620504482999495e-02,
        -5.83357013379057348645e-02,
        -3.65315727442169155270e-02,
    ];
    if x.is_nan() {
        return x;
    }
    let magnitude = x.abs();
    let (point, reduced) = match high(magnitude) {
        ..0x3e20_0000 => return x,
        0x3e20_0000..0x3fdc_0000 => (None, x),
        0x3fdc_0000..0x3fe6_0000 => (Some(0), (2.0 * magnitude - 1.0) / (2.0 + magnitude)),
        0x3fe6_0000..0x3ff3_0000 => (Some(1), (magnitude - 1.0) / (magnitude + 1.0)),
        0x3ff3_0000..0x4003_8000 => (Some(2), (magnitude - 1.5) / (1.0 + 1.5 * magnitude)),
        0x4003_8000..0x4410_0000 => (Some(3), -1.0 / magnitude),
        0x4410_0000.. => return (HI[3] + LO[3]).copysign(x),
    };
    let z = reduced * reduced;
    let w = z * z;
    let s1 = z * horner(w, &EVEN);
    let s2 = w * horner(w, &ODD);
    match point {
        None => reduced - reduced * (s1 + s2),
        Some(point) => (HI[point] - ((reduced * (s1 + s2) - LO[point]) - reduced)).copysign(x),
    }
}

/// `StrictMath.atan2`.
pub fn atan2(y: f64, x: f64) -> f64 {
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    if x == 1.0 {
        return atan(y);
    }
    let left = x.is_sign_negative();
    let from_axis = |angle: f64| angle.copysign(y);
    if y == 0.0 {
        return from_axis(if left { PI } else { 0.0 });
    }
    if x == 0.0 {
        return from_axis(PIO2_HI);
    }
    if x.is_infinite() {
        return from_axis(match (y.is_infinite(), left) {
            (true, false) => PIO4_HI,
            (true, true) => 3.0 * PIO4_HI,
            (false, false) => 0.0,
            (false, true) => PI,
        });
    }
    if y.is_infinite() {
        return from_axis(PIO2_HI);
    }
    let k = (high_of_abs(y) - high_of_abs(x)) >> 20;
    let z = if k > 60 {
        PIO2_HI + 0.5 * PI_LO
    } else if left && k < -60 {
        0.0
    } else {
        atan((y / x).abs())
    };
    match (left, y < 0.0) {
        (false, false) => z,
        (false, true) => -z,
        (true, false) => PI - (z - PI_LO),
        (true, true) => (z - PI_LO) - PI,
    }
}
