//! Text to numbers, as `Integer.parseInt`, `Long.parseLong`, `Double.parseDouble` and
//! `Float.parseFloat` read it; the readers of hexadecimal and decimal floating point are shared
//! with the literals of Java source.

use thiserror::Error;

use super::character;
use super::value::JavaString;

/// What a `NumberFormatException` is thrown for. Its texts are those of the JDK.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NumberFormatError {
    #[error("For input string: {}{}", quoted(.text), under_radix(*.radix))]
    Malformed { text: JavaString, radix: i32 },
    /// `Double.parseDouble` of blank text.
    #[error("empty String")]
    Empty,
    /// In floating point, a second point among the leading digits.
    #[error("multiple points")]
    MultiplePoints,
    #[error("radix {0} less than Character.MIN_RADIX")]
    RadixTooSmall(i32),
    #[error("radix {0} greater than Character.MAX_RADIX")]
    RadixTooLarge(i32),
}

impl NumberFormatError {
    /// The exception's message; exact where the text read holds no lone surrogate.
    pub fn message(&self) -> JavaString {
        match self {
            Self::Malformed { text, radix } => {
                let mut units: Vec<u16> = "For input string: \"".encode_utf16().collect();
                units.extend_from_slice(text.units());
                units.push(u16::from(b'"'));
                units.extend(under_radix(*radix).encode_utf16());
                units.into()
            }
            other => other.to_string().as_str().into(),
        }
    }
}

fn quoted(text: &JavaString) -> String {
    format!("\"{}\"", text.to_string_lossy())
}

fn under_radix(radix: i32) -> String {
    if radix == 10 { String::new() } else { format!(" under radix {radix}") }
}

/// `Integer.parseInt(text, radix)`: an optional sign, then digits of any script.
pub fn parse_int(text: &[u16], radix: i32) -> Result<i32, NumberFormatError> {
    let value = parse_integer(text, radix)?;
    i32::try_from(value).map_err(|_| malformed(text, radix))
}

/// `Long.parseLong(text, radix)`.
pub fn parse_long(text: &[u16], radix: i32) -> Result<i64, NumberFormatError> {
    let value = parse_integer(text, radix)?;
    i64::try_from(value).map_err(|_| malformed(text, radix))
}

fn malformed(text: &[u16], radix: i32) -> NumberFormatError {
    NumberFormatError::Malformed { text: text.into(), radix }
}

/// The number in `text`, which may be out of range by any amount but then stays so.
fn parse_integer(text: &[u16], radix: i32) -> Result<i128, NumberFormatError> {
    if radix < 2 {
        return Err(NumberFormatError::RadixTooSmall(radix));
    }
    if radix > 36 {
        return Err(NumberFormatError::RadixTooLarge(radix));
    }
    let (negative, digits) = match text {
        [sign, rest @ ..] if *sign == u16::from(b'-') => (true, rest),
        [sign, rest @ ..] if *sign == u16::from(b'+') => (false, rest),
        _ => (false, text),
    };
    if digits.is_empty() {
        return Err(malformed(text, radix));
    }
    let mut magnitude: i128 = 0;
    for &unit in digits {
        // Units, not code points: the JDK calls `charAt`, so digits beyond the BMP are none.
        let digit = character::digit(u32::from(unit), radix);
        if digit < 0 {
            return Err(malformed(text, radix));
        }
        magnitude = (magnitude * i128::from(radix) + i128::from(digit)).min(1 << 64);
    }
    Ok(if negative { -magnitude } else { magnitude })
}

/// `Double.parseDouble(text)`.
pub fn parse_double(text: &[u16]) -> Result<f64, NumberFormatError> {
    match read_floating_text(text)? {
        FloatingText::Named(value) => Ok(value),
        FloatingText::Decimal { negative, digits } => {
            let magnitude: f64 = digits.parse().map_err(|_| malformed(text, 10))?;
            Ok(if negative { -magnitude } else { magnitude })
        }
        FloatingText::Hex { negative, number } => {
            let magnitude = number.to_f64();
            Ok(if negative { -magnitude } else { magnitude })
        }
    }
}

/// `Float.parseFloat(text)`: rounded once, from the text to `float`.
pub fn parse_float(text: &[u16]) -> Result<f32, NumberFormatError> {
    match read_floating_text(text)? {
        FloatingText::Named(value) => Ok(value as f32),
        FloatingText::Decimal { negative, digits } => {
            let magnitude: f32 = digits.parse().map_err(|_| malformed(text, 10))?;
            Ok(if negative { -magnitude } else { magnitude })
        }
        FloatingText::Hex { negative, number } => {
            let magnitude = number.to_f32();
            Ok(if negative { -magnitude } else { magnitude })
        }
    }
}

enum FloatingText {
    /// NaN or an infinity.
    Named(f64),
    Decimal {
        negative: bool,
        digits: String,
    },
    Hex {
        negative: bool,
        number: HexFloat,
    },
}

/// The grammar of `Double.valueOf`'s documentation.
fn read_floating_text(text: &[u16]) -> Result<FloatingText, NumberFormatError> {
    let trimmed = trim(text);
    if trimmed.is_empty() {
        return Err(NumberFormatError::Empty);
    }
    // The JDK cites the text that it had trimmed.
    let malformed = || malformed(trimmed, 10);
    // What is not ASCII is part of no number, but may follow a second point.
    let ascii: String = trimmed
        .iter()
        .map(|&unit| {
            u8::try_from(unit).ok().filter(u8::is_ascii).map_or(char::REPLACEMENT_CHARACTER, char::from)
        })
        .collect();
    let (negative, body) = match ascii.as_bytes()[0] {
        b'-' => (true, &ascii[1..]),
        b'+' => (false, &ascii[1..]),
        _ => (false, ascii.as_str()),
    };
    let leading = body.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.');
    if leading.filter(|byte| *byte == b'.').count() > 1 {
        return Err(NumberFormatError::MultiplePoints);
    }
    match body {
        "NaN" => return Ok(FloatingText::Named(f64::NAN)),
        "Infinity" if negative => return Ok(FloatingText::Named(f64::NEG_INFINITY)),
        "Infinity" => return Ok(FloatingText::Named(f64::INFINITY)),
        _ => {}
    }
    if let Some(hex) = body.strip_prefix("0x").or_else(|| body.strip_prefix("0X")) {
        let number = HexFloat::read(strip_suffix(hex)).ok_or_else(malformed)?;
        return Ok(FloatingText::Hex { negative, number });
    }
    let digits = strip_suffix(body);
    if !is_decimal_floating(digits) {
        return Err(malformed());
    }
    Ok(FloatingText::Decimal { negative, digits: digits.to_owned() })
}

/// `String.trim`: everything up to U+0020 goes, at both ends.
pub fn trim(text: &[u16]) -> &[u16] {
    let start = text.iter().position(|&u| u > 0x20).unwrap_or(text.len());
    let end = text.iter().rposition(|&u| u > 0x20).map_or(start, |last| last + 1);
    &text[start..end]
}

/// Without the type suffix; in hexadecimal the exponent is obligatory, so no digit is taken for it.
fn strip_suffix(body: &str) -> &str {
    body.strip_suffix(['f', 'F', 'd', 'D']).unwrap_or(body)
}

/// Digits with at most one point among or around them, at least one digit, and an exponent or not.
/// Everything that Java has here, Rust's correctly rounding parser reads too.
pub(super) fn is_decimal_floating(text: &str) -> bool {
    let (mantissa, exponent) = match text.find(['e', 'E']) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all_digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    !(whole.is_empty() && fraction.is_empty())
        && all_digits(whole)
        && all_digits(fraction)
        && exponent.is_none_or(|e| {
            let digits = e.strip_prefix(['+', '-']).unwrap_or(e);
            !digits.is_empty() && all_digits(digits)
        })
}

/// `significand × 2^exponent`, where `sticky` says that non-zero bits below were dropped.
#[derive(Clone, Copy)]
pub(super) struct HexFloat {
    significand: u64,
    sticky: bool,
    exponent: i64,
}

impl HexFloat {
    /// Reads `1.8p3`: the text after `0x`, without a suffix.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (mantissa, exponent) = text.split_once(['p', 'P'])?;
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        if whole.is_empty() && fraction.is_empty() {
            return None;
        }
        let mut number = Self { significand: 0, sticky: false, exponent: read_exponent(exponent)? };
        for digit in whole.bytes() {
            number.push(char::from(digit).to_digit(16)?, 0);
        }
        for digit in fraction.bytes() {
            number.push(char::from(digit).to_digit(16)?, -4);
        }
        Some(number)
    }

    /// Appends a digit that stands `weight` bits further down.
    fn push(&mut self, digit: u32, weight: i64) {
        if self.significand >> 60 == 0 {
            self.significand = self.significand << 4 | u64::from(digit);
            self.exponent = self.exponent.saturating_add(weight);
        } else {
            self.sticky |= digit != 0;
            self.exponent = self.exponent.saturating_add(4 + weight);
        }
    }

    pub(super) fn is_zero(self) -> bool {
        self.significand == 0
    }

    pub(super) fn to_f64(self) -> f64 {
        f64::from_bits(self.round(53, -1074, 1023))
    }

    pub(super) fn to_f32(self) -> f32 {
        f32::from_bits(self.round(24, -149, 127) as u32)
    }

    /// The bits of the nearest value (ties to even) of a format with `precision` bits whose least
    /// positive value is `2^least` and whose greatest exponent is `greatest`.
    fn round(self, precision: u32, least: i64, greatest: i64) -> u64 {
        if self.significand == 0 {
            return 0;
        }
        let length = i64::from(64 - self.significand.leading_zeros());
        let top = self.exponent.saturating_add(length - 1);
        if top > greatest {
            return infinity(precision, greatest);
        }
        // The exponent of the last bit that is kept.
        let last = (top - (i64::from(precision) - 1)).max(least);
        let dropped = last.saturating_sub(self.exponent);
        let kept = if dropped <= 0 { self.significand << -dropped } else { self.round_off(dropped) };
        // A subnormal's encoding is `kept` itself. Else the top bit of `kept` adds one to the
        // exponent field, as it should, and so does a carry out of the rounding: up to infinity.
        (((last - least) as u64) << (precision - 1)) + kept
    }

    /// The significand without its last `count` bits, rounded to nearest even.
    fn round_off(self, count: i64) -> u64 {
        if count > 64 {
            return 0;
        }
        let wide = u128::from(self.significand);
        let kept = (wide >> count) as u64;
        let rest = wide & ((1 << count) - 1);
        let half = 1u128 << (count - 1);
        let up = rest > half || rest == half && (self.sticky || kept & 1 == 1);
        kept + u64::from(up)
    }
}

/// The encoding of infinity in a format as described at [`HexFloat::round`].
fn infinity(precision: u32, greatest: i64) -> u64 {
    ((2 * greatest + 1) as u64) << (precision - 1)
}

/// An exponent of any length, kept within what decides the value.
fn read_exponent(text: &str) -> Option<i64> {
    const FAR: i64 = 1 << 40;
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() {
        return None;
    }
    let mut magnitude = 0_i64;
    for digit in digits.chars() {
        magnitude = (magnitude * 10 + i64::from(digit.to_digit(10)?)).min(FAR);
    }
    Some(if negative { -magnitude } else { magnitude })
}
