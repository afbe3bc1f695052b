//! The numeric literals of Java source (JLS 3.10.1, 3.10.2), as whole tokens: prefix, underscores
//! and suffix included.

use thiserror::Error;

use super::parse::{HexFloat, is_decimal_floating};
use super::value::Primitive;

/// Why javac rejects a numeric literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum LiteralError {
    #[error("malformed number")]
    Malformed,
    #[error("integer number too large")]
    IntegerTooLarge,
    #[error("floating-point number too large")]
    FloatingTooLarge,
    /// Not zero as written, but rounded to zero.
    #[error("floating-point number too small")]
    FloatingTooSmall,
}

/// The value of any numeric literal, typed as its form says.
///
/// `under_minus`: it is the operand of a unary minus. Only there are `2147483648` and
/// `9223372036854775808L` allowed; their value, already wrapped, is its own negation.
pub fn parse_literal(token: &str, under_minus: bool) -> Result<Primitive, LiteralError> {
    let hexadecimal = is_prefixed(token, ['x', 'X']);
    let binary = is_prefixed(token, ['b', 'B']);
    let floating = if hexadecimal {
        token.contains(['p', 'P'])
    } else {
        !binary && token.contains(['.', 'e', 'E', 'f', 'F', 'd', 'D'])
    };
    match token.as_bytes().last() {
        Some(b'f' | b'F') if floating => parse_float_literal(token).map(Primitive::Float),
        _ if floating => parse_double_literal(token).map(Primitive::Double),
        Some(b'l' | b'L') => parse_long_literal(token, under_minus).map(Primitive::Long),
        _ => parse_int_literal(token, under_minus).map(Primitive::Int),
    }
}

fn is_prefixed(token: &str, letters: [char; 2]) -> bool {
    token.strip_prefix('0').is_some_and(|rest| rest.starts_with(letters))
}

/// An `int` literal; see [`parse_literal`] for `under_minus`.
pub fn parse_int_literal(token: &str, under_minus: bool) -> Result<i32, LiteralError> {
    let (magnitude, decimal) = parse_magnitude(token)?;
    let limit = integer_limit(decimal, under_minus, 31);
    if magnitude > limit { Err(LiteralError::IntegerTooLarge) } else { Ok(magnitude as u32 as i32) }
}

/// A `long` literal with its `L`; see [`parse_literal`] for `under_minus`.
pub fn parse_long_literal(token: &str, under_minus: bool) -> Result<i64, LiteralError> {
    let digits = token.strip_suffix(['l', 'L']).ok_or(LiteralError::Malformed)?;
    let (magnitude, decimal) = parse_magnitude(digits)?;
    let limit = integer_limit(decimal, under_minus, 63);
    if magnitude > limit { Err(LiteralError::IntegerTooLarge) } else { Ok(magnitude as u64 as i64) }
}

/// Decimal literals are magnitudes; the others write all bits of the type.
fn integer_limit(decimal: bool, under_minus: bool, value_bits: u32) -> u128 {
    match (decimal, under_minus) {
        (false, _) => (1 << (value_bits + 1)) - 1,
        (true, true) => 1 << value_bits,
        (true, false) => (1 << value_bits) - 1,
    }
}

/// The magnitude (no more than some value beyond every limit), and whether it is written in decimal.
fn parse_magnitude(token: &str) -> Result<(u128, bool), LiteralError> {
    let (radix, digits) = if is_prefixed(token, ['x', 'X']) {
        (16, &token[2..])
    } else if is_prefixed(token, ['b', 'B']) {
        (2, &token[2..])
    } else if token.len() > 1 && token.starts_with('0') {
        (8, token)
    } else {
        (10, token)
    };
    let mut magnitude = 0_u128;
    for digit in without_underscores(digits)?.chars() {
        let digit = digit.to_digit(radix).ok_or(LiteralError::Malformed)?;
        magnitude = (magnitude * u128::from(radix) + u128::from(digit)).min(1 << 64);
    }
    Ok((magnitude, radix == 10))
}

/// Underscores may stand between digits only, and there must be a digit.
fn without_underscores(digits: &str) -> Result<String, LiteralError> {
    if digits.is_empty() || digits.starts_with('_') || digits.ends_with('_') {
        return Err(LiteralError::Malformed);
    }
    Ok(digits.replace('_', ""))
}

/// A `float` literal with its `f`: rounded once, from the text to `float`.
pub fn parse_float_literal(token: &str) -> Result<f32, LiteralError> {
    let body = token.strip_suffix(['f', 'F']).ok_or(LiteralError::Malformed)?;
    let text = FloatingLiteral::read(body)?;
    let value = match &text {
        FloatingLiteral::Hex(number) => number.to_f32(),
        FloatingLiteral::Decimal(digits) => digits.parse().map_err(|_| LiteralError::Malformed)?,
    };
    text.check(value.is_infinite(), value == 0.0).map(|()| value)
}

/// A `double` literal, with or without its `d`.
pub fn parse_double_literal(token: &str) -> Result<f64, LiteralError> {
    // In hexadecimal the exponent is obligatory and decimal, so a last `d` is no digit.
    let body = token.strip_suffix(['d', 'D']).unwrap_or(token);
    let text = FloatingLiteral::read(body)?;
    let value = match &text {
        FloatingLiteral::Hex(number) => number.to_f64(),
        FloatingLiteral::Decimal(digits) => digits.parse().map_err(|_| LiteralError::Malformed)?,
    };
    text.check(value.is_infinite(), value == 0.0).map(|()| value)
}

enum FloatingLiteral {
    Hex(HexFloat),
    Decimal(String),
}

impl FloatingLiteral {
    fn read(body: &str) -> Result<Self, LiteralError> {
        let misplaced =
            |parts: &[char]| body.split(parts).any(|run| run.starts_with('_') || run.ends_with('_'));
        if is_prefixed(body, ['x', 'X']) {
            if misplaced(&['x', 'X', '.', 'p', 'P', '+', '-']) {
                return Err(LiteralError::Malformed);
            }
            let digits = body[2..].replace('_', "");
            return HexFloat::read(&digits).map(Self::Hex).ok_or(LiteralError::Malformed);
        }
        let digits = body.replace('_', "");
        if misplaced(&['.', 'e', 'E', '+', '-']) || !is_decimal_floating(&digits) {
            return Err(LiteralError::Malformed);
        }
        Ok(Self::Decimal(digits))
    }

    /// javac's check: neither overflow, nor zero for what is not written as zero.
    fn check(&self, infinite: bool, zero: bool) -> Result<(), LiteralError> {
        let written_as_zero = match self {
            Self::Hex(number) => number.is_zero(),
            Self::Decimal(digits) => {
                digits.bytes().take_while(|b| !matches!(b, b'e' | b'E')).all(|b| matches!(b, b'0' | b'.'))
            }
        };
        match (infinite, zero && !written_as_zero) {
            (true, _) => Err(LiteralError::FloatingTooLarge),
            (_, true) => Err(LiteralError::FloatingTooSmall),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_integers_are_literals_only_under_a_minus() {
        assert_eq!(parse_literal("2147483648", true), Ok(Primitive::Int(i32::MIN)));
        assert_eq!(parse_literal("2147483648", false), Err(LiteralError::IntegerTooLarge));
        assert_eq!(parse_literal("9223372036854775808L", true), Ok(Primitive::Long(i64::MIN)));
        assert_eq!(parse_literal("9223372036854775808L", false), Err(LiteralError::IntegerTooLarge));
        assert_eq!(parse_literal("0x8000_0000", false), Ok(Primitive::Int(i32::MIN)));
        assert_eq!(parse_literal("040000000000", true), Err(LiteralError::IntegerTooLarge));
    }

    #[test]
    fn a_form_decides_the_type() {
        assert_eq!(parse_literal("0x1D", false), Ok(Primitive::Int(29)));
        assert_eq!(parse_literal("1D", false), Ok(Primitive::Double(1.0)));
        assert_eq!(parse_literal("0b1_1", false), Ok(Primitive::Int(3)));
        assert_eq!(parse_literal("0_17L", false), Ok(Primitive::Long(15)));
        assert_eq!(parse_literal("017f", false), Ok(Primitive::Float(17.0)));
        assert_eq!(parse_literal("0x1.8p1f", false), Ok(Primitive::Float(3.0)));
        assert_eq!(parse_literal("0x.8p1d", false), Ok(Primitive::Double(1.0)));
        assert_eq!(parse_literal("09.", false), Ok(Primitive::Double(9.0)));
    }

    #[test]
    fn what_javac_rejects_is_rejected_for_its_reason() {
        for (token, error) in [
            ("08", LiteralError::Malformed),
            ("0b12", LiteralError::Malformed),
            ("0x", LiteralError::Malformed),
            ("0x_1", LiteralError::Malformed),
            ("1_", LiteralError::Malformed),
            ("1_.0", LiteralError::Malformed),
            ("1e", LiteralError::Malformed),
            ("1e400", LiteralError::FloatingTooLarge),
            ("4e38f", LiteralError::FloatingTooLarge),
            ("1e-400", LiteralError::FloatingTooSmall),
            ("0x1p-200f", LiteralError::FloatingTooSmall),
        ] {
            assert_eq!(parse_literal(token, false), Err(error), "{token}");
        }
        assert_eq!(parse_literal("0e999", false), Ok(Primitive::Double(0.0)));
    }
}
