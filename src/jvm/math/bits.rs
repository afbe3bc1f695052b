//! The two words of a `double`, by which fdlibm's thresholds are written.

/// The high word: sign, exponent, and 20 bits of the fraction.
pub(super) const fn high(x: f64) -> i32 {
    (x.to_bits() >> 32) as i32
}

pub(super) const fn low(x: f64) -> u32 {
    x.to_bits() as u32
}

/// The high word without its sign.
pub(super) const fn high_of_abs(x: f64) -> i32 {
    high(x) & 0x7fff_ffff
}

pub(super) const fn with_high(x: f64, word: i32) -> f64 {
    f64::from_bits((x.to_bits() & 0xffff_ffff) | ((word as u32 as u64) << 32))
}

pub(super) const fn from_high(word: i32) -> f64 {
    with_high(0.0, word)
}

pub(super) const fn without_low(x: f64) -> f64 {
    f64::from_bits(x.to_bits() & 0xffff_ffff_0000_0000)
}

/// `2^n` for a normal result.
pub(super) const fn power_of_two(n: i32) -> f64 {
    f64::from_bits(((1023 + n) as u64) << 52)
}

/// `c₀ + x (c₁ + x (c₂ + …))`, from the inside out.
pub(super) fn horner(x: f64, coefficients: &[f64]) -> f64 {
    match coefficients.split_last() {
        Some((last, rest)) => rest.iter().rev().fold(*last, |sum, c| c + x * sum),
        None => 0.0,
    }
}
