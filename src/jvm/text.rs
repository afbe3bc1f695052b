//! Numbers to text: what `toString`, `String.valueOf` and string concatenation make of a primitive
//! value, and the wrapper classes' `toHexString` and the like. All of it is ASCII.
//!
//! The text of a `float` or `double` is that of JDK 19 and later (DESIGN §3).
//! [`double_text_is_portable`] says whether older versions print the same: no test may depend on the
//! text of a number where they do not.

use std::num::FpCategory;

use super::before_19::{self, Purpose};
use super::character::for_digit;
use super::digits::{Digits, Floating, shortest_digits};
use super::value::{JavaString, Primitive};

/// `String.valueOf(value)`, which concatenation uses too.
pub fn primitive_to_text(value: Primitive) -> JavaString {
    match value {
        Primitive::Boolean(v) => JavaString::from(if v { "true" } else { "false" }),
        Primitive::Byte(v) => v.to_string().as_str().into(),
        Primitive::Short(v) => v.to_string().as_str().into(),
        Primitive::Char(v) => vec![v].into(),
        Primitive::Int(v) => v.to_string().as_str().into(),
        Primitive::Long(v) => v.to_string().as_str().into(),
        Primitive::Float(v) => float_to_string(v).as_str().into(),
        Primitive::Double(v) => double_to_string(v).as_str().into(),
    }
}

/// Whether every JDK from 17 on makes the same text of the value.
pub fn primitive_text_is_portable(value: Primitive) -> bool {
    match value {
        Primitive::Float(v) => float_text_is_portable(v),
        Primitive::Double(v) => double_text_is_portable(v),
        _ => true,
    }
}

/// `Double.toString` of JDK 19 and later.
pub fn double_to_string(value: f64) -> String {
    let magnitude = value.abs();
    to_text(magnitude, value.is_sign_negative(), || shortest_digits(magnitude))
}

/// `Float.toString` of JDK 19 and later.
pub fn float_to_string(value: f32) -> String {
    let magnitude = value.abs();
    to_text(magnitude, value.is_sign_negative(), || shortest_digits(magnitude))
}

/// `Double.toString` as it was before JDK 19.
pub fn double_to_string_before_19(value: f64) -> String {
    let magnitude = value.abs();
    to_text(magnitude, value.is_sign_negative(), || before_19::double_digits(magnitude, Purpose::ToString))
}

/// `Float.toString` as it was before JDK 19.
pub fn float_to_string_before_19(value: f32) -> String {
    let magnitude = value.abs();
    to_text(magnitude, value.is_sign_negative(), || before_19::float_digits(magnitude, Purpose::ToString))
}

/// Whether `Double.toString` has the same result in every JDK from 17 on.
pub fn double_text_is_portable(value: f64) -> bool {
    double_to_string(value) == double_to_string_before_19(value)
}

/// Whether `Float.toString` has the same result in every JDK from 17 on.
pub fn float_text_is_portable(value: f32) -> bool {
    float_to_string(value) == float_to_string_before_19(value)
}

fn to_text<F: Floating>(magnitude: F, negative: bool, digits: impl FnOnce() -> Digits) -> String {
    let sign = if negative { "-" } else { "" };
    match magnitude.category() {
        FpCategory::Nan => "NaN".to_owned(),
        FpCategory::Infinite => format!("{sign}Infinity"),
        FpCategory::Zero => format!("{sign}0.0"),
        FpCategory::Normal | FpCategory::Subnormal => format!("{sign}{}", lay_out(&digits())),
    }
}

/// From 10^-3 to below 10^7 as a plain decimal, else with an exponent; always with a digit on either
/// side of the point.
fn lay_out(number: &Digits) -> String {
    let digits = String::from_utf8_lossy(&number.digits);
    let or_zero = |fraction: &str| if fraction.is_empty() { "0".to_owned() } else { fraction.to_owned() };
    match number.exponent {
        exponent @ -2..=0 => format!("0.{}{digits}", "0".repeat(-exponent as usize)),
        exponent @ 1..=7 => {
            let padded = format!("{digits:0<width$}", width = exponent as usize);
            let (whole, fraction) = padded.split_at(exponent as usize);
            format!("{whole}.{}", or_zero(fraction))
        }
        exponent => format!("{}.{}E{}", &digits[..1], or_zero(&digits[1..]), exponent - 1),
    }
}

/// `Integer.toString(value, radix)`; a radix out of 2 to 36 counts as 10.
pub fn int_to_string(value: i32, radix: i32) -> String {
    long_to_string(i64::from(value), radix)
}

/// `Long.toString(value, radix)`; a radix out of 2 to 36 counts as 10.
pub fn long_to_string(value: i64, radix: i32) -> String {
    let digits = long_to_unsigned_string(value.unsigned_abs() as i64, radix);
    if value < 0 { format!("-{digits}") } else { digits }
}

/// `Integer.toUnsignedString(value, radix)`; also `toHexString` (16), `toOctalString` (8) and
/// `toBinaryString` (2).
pub fn int_to_unsigned_string(value: i32, radix: i32) -> String {
    long_to_unsigned_string(i64::from(value as u32), radix)
}

/// `Long.toUnsignedString(value, radix)`; also `toHexString` (16), `toOctalString` (8) and
/// `toBinaryString` (2).
pub fn long_to_unsigned_string(value: i64, radix: i32) -> String {
    let radix = if (2..=36).contains(&radix) { radix } else { 10 };
    let mut rest = value as u64;
    let mut digits = Vec::new();
    loop {
        digits.push(for_digit((rest % radix as u64) as i32, radix) as u8);
        rest /= radix as u64;
        if rest == 0 {
            digits.reverse();
            return String::from_utf8_lossy(&digits).into_owned();
        }
    }
}

/// `Double.toHexString`.
pub fn double_to_hex_string(value: f64) -> String {
    hex_floating(value, -1022)
}

/// `Float.toHexString`: a subnormal one keeps the exponent -126.
pub fn float_to_hex_string(value: f32) -> String {
    hex_floating(f64::from(value), -126)
}

/// `least` is the exponent at which numbers become subnormal; in `double` a subnormal `float` is none.
fn hex_floating(value: f64, least: i32) -> String {
    let sign = if value.is_sign_negative() && !value.is_nan() { "-" } else { "" };
    let magnitude = value.abs();
    if magnitude.is_nan() {
        return "NaN".to_owned();
    } else if magnitude.is_infinite() {
        return format!("{sign}Infinity");
    } else if magnitude == 0.0 {
        return format!("{sign}0x0.0p0");
    }
    let bits = magnitude.to_bits();
    let field = (bits >> 52) as i32;
    let fraction = bits & ((1 << 52) - 1);
    let exponent = field - 1023;
    let (whole, fraction, exponent) = if field == 0 {
        (0, fraction, least)
    } else if exponent < least {
        (0, (fraction | 1 << 52) >> (least - exponent), least)
    } else {
        (1, fraction, exponent)
    };
    let digits = format!("{fraction:013x}");
    let digits = match digits.trim_end_matches('0') {
        "" => "0",
        trimmed => trimmed,
    };
    format!("{sign}0x{whole}.{digits}p{exponent}")
}
