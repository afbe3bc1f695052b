//! Values at which the machine turns, whatever the code says: where integers wrap and floats absorb, numbers as text in
//! every form that Java's readers of numbers know, pairs of units that are one character.

use rand::Rng;
use rand_chacha::ChaCha8Rng;

use crate::jvm::value::PrimitiveType;

/// From these on a float, a double, no longer holds every integer; where conversions to int and long are cut; where the
/// smallest numbers are.
const TURNS: [f64; 9] = [
    16_777_216.0,
    9_007_199_254_740_992.0,
    2_147_483_648.0,
    4_294_967_296.0,
    9_223_372_036_854_775_808.0,
    f64::MIN_POSITIVE,
    4.9e-324,
    f32::MIN_POSITIVE as f64,
    1.4e-45,
];

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

/// One of the turns or beside it.
pub(super) fn double(rng: &mut ChaCha8Rng) -> f64 {
    let turn = TURNS[rng.random_range(0..TURNS.len())];
    let beside = match rng.random_range(0..6) {
        0 => turn - 1.0,
        1 => turn + 1.0,
        2 => turn.next_down(),
        3 => turn.next_up(),
        _ => turn,
    };
    if rng.random_range(0..3) == 0 { -beside } else { beside }
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
