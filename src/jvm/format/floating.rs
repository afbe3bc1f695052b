//! `%e`, `%f` and `%g`.

use super::specifier::{Flag, Specifier};
use super::{magnitude_text, signed};
use crate::jvm::before_19::{self, Purpose};
use crate::jvm::digits::{Digits, shortest_digits};

/// The text, and whether it is the same with the digits of older JDKs.
pub(super) fn text(specifier: &Specifier, value: f64) -> (String, bool) {
    let magnitude = value.abs();
    if value.is_nan() {
        return (cased(specifier, "NaN".to_owned()), true);
    }
    let negative = value.is_sign_negative();
    if magnitude.is_infinite() {
        return (cased(specifier, signed(specifier, negative, |_| "Infinity".to_owned())), true);
    }
    let lay_out = |digits: Digits| {
        let number = layout(specifier, digits);
        cased(specifier, signed(specifier, negative, |taken| number.text(specifier, negative, taken)))
    };
    if magnitude == 0.0 {
        return (lay_out(Digits { digits: vec![b'0'], exponent: 1 }), true);
    }
    let text = lay_out(shortest_digits(magnitude));
    let older = lay_out(before_19::double_digits(magnitude, Purpose::Formatter));
    let portable = text == older;
    (text, portable)
}

fn cased(specifier: &Specifier, text: String) -> String {
    if specifier.upper_case { text.to_ascii_uppercase() } else { text }
}

/// A rounded number: its plain digits, and the exponent if it has one.
struct Layout {
    mantissa: String,
    exponent: Option<i32>,
}

impl Layout {
    fn text(&self, specifier: &Specifier, negative: bool, taken: usize) -> String {
        let width = specifier.width_for_magnitude(negative);
        match self.exponent {
            None => magnitude_text(&self.mantissa, specifier, width, taken),
            Some(exponent) => {
                let sign = if exponent < 0 { '-' } else { '+' };
                let exponent = format!("e{sign}{:02}", exponent.unsigned_abs());
                let width = width.map(|width| width.saturating_sub(exponent.len()));
                magnitude_text(&self.mantissa, specifier, width, taken) + &exponent
            }
        }
    }
}

fn layout(specifier: &Specifier, digits: Digits) -> Layout {
    let is_zero = digits.digits == b"0";
    let precision = specifier.precision.unwrap_or(6) as usize;
    let point = |mantissa: String, fraction: usize| {
        // `#` keeps the point also where no digit follows.
        if fraction == 0 && specifier.flags.has(Flag::Alternate) { mantissa + "." } else { mantissa }
    };
    match specifier.conversion {
        b'e' => {
            let rounded = round_half_up(digits, precision as i64 + 1);
            let exponent = if is_zero { 0 } else { rounded.exponent - 1 };
            Layout { mantissa: point(scientific(&rounded, precision), precision), exponent: Some(exponent) }
        }
        b'f' => {
            let places = i64::from(digits.exponent) + precision as i64;
            let rounded = round_half_up(digits, places);
            Layout { mantissa: point(plain(&rounded, precision), precision), exponent: None }
        }
        _ => {
            let precision = precision.max(1);
            if is_zero {
                return Layout { mantissa: plain(&digits, precision - 1), exponent: None };
            }
            let rounded = round_half_up(digits, precision as i64);
            let exponent = rounded.exponent - 1;
            if exponent < -4 || exponent >= precision as i32 {
                Layout { mantissa: scientific(&rounded, precision - 1), exponent: Some(exponent) }
            } else {
                let places = (precision as i32 - 1 - exponent) as usize;
                Layout { mantissa: plain(&rounded, places), exponent: None }
            }
        }
    }
}

/// The first `count` digits, rounded half up by the next digit alone; with a negative count, zero.
fn round_half_up(mut number: Digits, count: i64) -> Digits {
    let Ok(count) = usize::try_from(count) else {
        return Digits { digits: vec![b'0'], exponent: number.exponent };
    };
    let Some(next) = number.digits.get(count).copied() else { return number };
    number.digits.truncate(count);
    if next < b'5' {
        if count == 0 {
            number.digits.push(b'0');
        }
        return number;
    }
    while number.digits.last() == Some(&b'9') {
        number.digits.pop();
    }
    match number.digits.last_mut() {
        Some(digit) => *digit += 1,
        None => {
            number.digits.push(b'1');
            number.exponent += 1;
        }
    }
    number
}

/// `d.ddd`, with as many digits after the point.
fn scientific(number: &Digits, fraction: usize) -> String {
    let digits = String::from_utf8_lossy(&number.digits);
    let (first, rest) = digits.split_at(1);
    if fraction == 0 { first.to_owned() } else { format!("{first}.{rest:0<fraction$}") }
}

/// `ddd.ddd`, with as many digits after the point.
fn plain(number: &Digits, fraction: usize) -> String {
    let digits = String::from_utf8_lossy(&number.digits);
    let (whole, decimals) = if number.exponent > 0 {
        let width = number.exponent as usize;
        let padded = format!("{digits:0<width$}");
        let (whole, decimals) = padded.split_at(width);
        (whole.to_owned(), decimals.to_owned())
    } else {
        let zeros = (-i64::from(number.exponent)) as usize;
        ("0".to_owned(), "0".repeat(zeros.min(fraction)) + &digits)
    };
    if fraction == 0 { whole } else { format!("{whole}.{decimals:0<fraction$.fraction$}") }
}
