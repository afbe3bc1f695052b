//! Values at which the machine turns, whatever the code says: where integers wrap and floats absorb, numbers as text in
//! every form that Java's readers of numbers know, pairs of units that are one character.

use rand::Rng;
use rand_chacha::ChaCha8Rng;

use crate::jvm::value::PrimitiveType;

/// From these on a float, a double, no longer holds every integer; where conversions to int and long are cut; where the
/// smallest numbers are.
const TURNS_OF_FLOAT: [f64; 6] = [
    16_777_216.0,
    2_147_483_648.0,
    4_294_967_296.0,
    9_223_372_036_854_775_808.0,
    f32::MIN_POSITIVE as f64,
    1.4e-45,
];
const TURNS_OF_DOUBLE: [f64; 7] = [
    9_007_199_254_740_992.0,
    2_147_483_648.0,
    4_294_967_296.0,
    9_223_372_036_854_775_808.0,
    16_777_216.0,
    f64::MIN_POSITIVE,
    4.9e-324,
];
/// The turn itself, and on each side of it the number one away and the nearest one.
const BESIDE: usize = 5;

/// A character that two units make.
pub(super) const PAIR: [u16; 2] = [0xd83d, 0xde00];

/// Of any magnitude, or as far from an end of the type; or beside a power of two.
pub(super) fn integer(rng: &mut ChaCha8Rng, ty: PrimitiveType) -> i64 {
    let bits: u32 = match ty {
        PrimitiveType::Byte => 8,
        PrimitiveType::Short => 16,
        PrimitiveType::Long => 64,
        _ => 32,
    };
    let greatest = i64::MAX >> (64 - bits);
    let magnitude = (rng.random::<u64>() >> rng.random_range(65 - bits..64)) as i64;
    match rng.random_range(0..5) {
        0 => magnitude,
        1 => -magnitude,
        2 => greatest - magnitude,
        3 => !greatest + magnitude,
        _ => (1i64 << rng.random_range(0..bits - 1)) + rng.random_range(-1..=1),
    }
}

/// The turn or what is beside it, by number, on both sides of zero; nothing behind the last one.
pub(super) fn floating(ty: PrimitiveType, number: usize) -> Option<f64> {
    let is_float = ty == PrimitiveType::Float;
    let turns = if is_float { &TURNS_OF_FLOAT[..] } else { &TURNS_OF_DOUBLE };
    let turn = *turns.get(number / (2 * BESIDE))?;
    let beside = match number / 2 % BESIDE {
        0 => turn - 1.0,
        1 => turn,
        2 => turn + 1.0,
        3 if is_float => f64::from((turn as f32).next_down()),
        3 => turn.next_down(),
        _ if is_float => f64::from((turn as f32).next_up()),
        _ => turn.next_up(),
    };
    Some(if number.is_multiple_of(2) { beside } else { -beside })
}

/// One of them.
pub(super) fn drawn_floating(rng: &mut ChaCha8Rng, ty: PrimitiveType) -> f64 {
    let turns = if ty == PrimitiveType::Float { TURNS_OF_FLOAT.len() } else { TURNS_OF_DOUBLE.len() };
    floating(ty, rng.random_range(0..turns * 2 * BESIDE)).unwrap_or(0.0)
}

/// A number as text: a sign, a radix, digits, a point, an exponent, a suffix, each perhaps; some of it is wrong.
pub(super) fn number(rng: &mut ChaCha8Rng) -> String {
    let mut one_of = |parts: &[&str]| parts[rng.random_range(0..parts.len())].to_owned();
    let sign = one_of(&["", "", "", "-", "-", "+", "--"]);
    let radix = one_of(&["", "", "", "", "0x", "0X", "#", "0", "0b"]);
    let digits =
        one_of(&["0", "1", "7", "12", "00", "9", "1F", "1_000", "2147483648", "9223372036854775808", ""]);
    let fraction = one_of(&["", "", "", ".", ".5", ".25", ".0", "..1"]);
    let exponent = one_of(&["", "", "", "", "e5", "E3", "e-5", "E+2", "e", "e400"]);
    let suffix = one_of(&["", "", "", "", "L", "l", "f", "F", "d", "D", " ", "x"]);
    format!("{sign}{radix}{digits}{fraction}{exponent}{suffix}")
}

/// The letters of the other case.
pub(super) fn other_case(units: &[u16]) -> Vec<u16> {
    let other = |&unit: &u16| match u8::try_from(unit) {
        Ok(byte) if byte.is_ascii_alphabetic() => u16::from(byte ^ 0x20),
        _ => unit,
    };
    units.iter().map(other).collect()
}
