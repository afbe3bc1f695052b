//! The digits that the JDK printed before version 19, and that its `Formatter` used for longer: not
//! always the shortest, not always the nearest (JDK-4511638). They serve one question only: whether
//! a test may depend on the text of a number (SEMANTICS §3), so this models the old algorithm, flaws
//! included.
//!
//! The algorithm (after Steele and White): the number is B/S and half the gap to its neighbours M/S;
//! digits are drawn until what remains lies within M of the number. Its flaws: one gap on both sides,
//! also at a power of two; the upper end of the interval counts as inside only where the integers are
//! big ones; texts with an exponent get a second digit drawn blindly; whole numbers below 2^63 are
//! rounded half up at the digits beyond the precision.

use std::cmp::Ordering;

use super::digits::Digits;
use super::natural::Natural;

/// What the digits are for. Those for the `Formatter` always have the second digit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    ToString,
    Formatter,
}

/// A finite positive number, `fraction / 2^52 × 2^exponent` with `1 ≤ fraction / 2^52 < 2`.
struct Binary {
    fraction: u64,
    exponent: i32,
    /// Of the type, or of a subnormal number.
    precision: i32,
}

/// The digits of a finite positive `double`.
pub(super) fn double_digits(value: f64, purpose: Purpose) -> Digits {
    let bits = value.to_bits();
    let exponent = (bits >> 52) as i32;
    let fraction = bits & ((1 << 52) - 1);
    digits(normalised(fraction, exponent, 52, 1023), purpose)
}

/// The digits of a finite positive `float`.
pub(super) fn float_digits(value: f32, purpose: Purpose) -> Digits {
    let bits = value.to_bits();
    let exponent = (bits >> 23) as i32;
    let fraction = u64::from(bits & ((1 << 23) - 1));
    digits(normalised(fraction, exponent, 23, 127), purpose)
}

fn normalised(fraction: u64, exponent: i32, width: i32, bias: i32) -> Binary {
    let widen = 52 - width;
    if exponent != 0 {
        let fraction = (fraction | 1 << width) << widen;
        return Binary { fraction, exponent: exponent - bias, precision: width + 1 };
    }
    let length = 64 - fraction.leading_zeros() as i32;
    let shift = width + 1 - length;
    Binary { fraction: fraction << (shift + widen), exponent: 1 - shift - bias, precision: length }
}

fn digits(number: Binary, purpose: Purpose) -> Digits {
    let whole = number.exponent >= 52 - number.fraction.trailing_zeros() as i32;
    if whole && number.exponent <= 62 { integer_digits(&number) } else { Start::new(&number).draw(purpose) }
}

/// A whole number below 2^63.
fn integer_digits(number: &Binary) -> Digits {
    let whole = if number.exponent >= 52 {
        number.fraction << (number.exponent - 52)
    } else {
        number.fraction >> (52 - number.exponent)
    };
    // As many decimal digits as the power of two that lies beyond the precision has.
    let beyond = number.exponent - number.precision - 1;
    let dropped = if beyond > 1 { (1_u64 << beyond).ilog10() } else { 0 };
    let unit = 10_u64.pow(dropped);
    let rounded = if dropped == 0 { whole } else { whole / unit + u64::from(whole % unit >= unit / 2) };
    let text = rounded.to_string().into_bytes();
    let exponent = (text.len() + dropped as usize) as i32;
    Digits { digits: text, exponent }.trim_zeros()
}

/// Where the drawing starts: B = `fraction × 5^fives × 2^twos`, S = `5^scale_fives × 2^scale_twos`,
/// M = `5^fives × 2^gap_twos`.
struct Start {
    fraction: u64,
    fives: u32,
    twos: u32,
    scale_fives: u32,
    scale_twos: u32,
    gap_twos: u32,
    /// The estimated exponent of the first digit, which may turn out to be a zero.
    exponent: i32,
    /// An upper bound of the bits that B needs, and 10 S.
    bits: (i32, i32),
}

impl Start {
    fn new(number: &Binary) -> Self {
        let trailing = number.fraction.trailing_zeros() as i32;
        let fraction_bits = 53 - trailing;
        let below_point = (fraction_bits - number.exponent - 1).max(0);
        let exponent = estimate_exponent(number);
        let (fives, scale_fives) = ((-exponent).max(0), exponent.max(0));
        let mut twos = fives + below_point + number.exponent;
        let mut scale_twos = scale_fives + below_point;
        let mut gap_twos = twos - number.precision;
        twos -= fraction_bits - 1;
        let common = twos.min(scale_twos);
        twos -= common;
        scale_twos -= common;
        gap_twos -= common + i32::from(fraction_bits == 1);
        if gap_twos < 0 {
            twos -= gap_twos;
            scale_twos -= gap_twos;
            gap_twos = 0;
        }
        Self {
            fraction: number.fraction >> trailing,
            fives: fives as u32,
            twos: twos as u32,
            scale_fives: scale_fives as u32,
            scale_twos: scale_twos as u32,
            gap_twos: gap_twos as u32,
            exponent,
            bits: (
                fraction_bits + twos + bits_of_five(fives),
                scale_twos + 1 + bits_of_five(scale_fives + 1),
            ),
        }
    }

    /// With the least integers that hold the numbers, since their size shows in the digits.
    fn draw(&self, purpose: Purpose) -> Digits {
        let bits = self.bits.0.max(self.bits.1);
        if bits < 32 {
            draw(Narrow::<i32>::new(self), self.exponent, purpose)
        } else if bits < 64 {
            draw(Narrow::<i64>::new(self), self.exponent, purpose)
        } else {
            draw(Big::new(self), self.exponent, purpose)
        }
    }
}

/// The decimal exponent, or one more, from the first terms of the logarithm.
fn estimate_exponent(number: &Binary) -> i32 {
    // As the original writes it: not the nearest number to the logarithm.
    const LOG10_OF_2: f64 = 301_029_995_663_981.0 / 1e15;
    let mantissa = f64::from_bits((1023 << 52) | (number.fraction & ((1 << 52) - 1)));
    let estimate = (mantissa - 1.5) * 0.289529654 + 0.176091259 + f64::from(number.exponent) * LOG10_OF_2;
    estimate.floor() as i32
}

/// An upper bound of the bits of `5^power`: exact up to 26 (but 0 for 1), three a digit beyond.
fn bits_of_five(power: i32) -> i32 {
    match power {
        0 => 0,
        1..=26 => 64 - 5_u64.pow(power as u32).leading_zeros() as i32,
        _ => power * 3,
    }
}

/// B, S and M, all times ten after the first digit.
trait Remainder {
    /// Draws B / S and keeps ten times the rest.
    fn next_digit(&mut self) -> u8;
    fn widen_gap(&mut self);
    /// Whether what remains is within the gap of the number, downwards and upwards.
    fn within_gap(&self) -> (bool, bool);
    /// What remains beside one half.
    fn compare_half(&self) -> Ordering;
}

fn draw(mut remainder: impl Remainder, mut exponent: i32, purpose: Purpose) -> Digits {
    let mut digits = Vec::with_capacity(20);
    let first = remainder.next_digit();
    remainder.widen_gap();
    let (mut low, mut high) = remainder.within_gap();
    if first == 0 && !high {
        exponent -= 1;
    } else {
        digits.push(b'0' + first);
    }
    if purpose == Purpose::Formatter || !(-3..8).contains(&exponent) {
        (low, high) = (false, false);
    }
    while !low && !high {
        digits.push(b'0' + remainder.next_digit());
        remainder.widen_gap();
        (low, high) = remainder.within_gap();
    }
    let up = match (high, low) {
        (true, true) => match remainder.compare_half() {
            Ordering::Equal => digits.last().is_some_and(|digit| digit & 1 == 1),
            ordering => ordering == Ordering::Greater,
        },
        _ => high,
    };
    if up && round_up(&mut digits) {
        exponent += 1;
    }
    Digits { digits, exponent: exponent + 1 }
}

/// Adds one to the last digit; whether all were nines (and the number is now 1 and zeros).
fn round_up(digits: &mut [u8]) -> bool {
    for digit in digits.iter_mut().rev() {
        if *digit != b'9' {
            *digit += 1;
            return false;
        }
        *digit = b'0';
    }
    if let Some(first) = digits.first_mut() {
        *first = b'1';
    }
    true
}

struct Narrow<T> {
    number: T,
    scale: T,
    gap: T,
}

macro_rules! narrow {
    ($type:ty) => {
        impl Narrow<$type> {
            fn new(start: &Start) -> Self {
                let five: $type = 5;
                Self {
                    number: (start.fraction as $type * five.pow(start.fives)) << start.twos,
                    scale: five.pow(start.scale_fives) << start.scale_twos,
                    gap: five.pow(start.fives) << start.gap_twos,
                }
            }
        }

        impl Remainder for Narrow<$type> {
            fn next_digit(&mut self) -> u8 {
                let digit = self.number / self.scale;
                self.number = 10 * (self.number % self.scale);
                digit as u8
            }

            fn widen_gap(&mut self) {
                self.gap = self.gap.wrapping_mul(10);
            }

            fn within_gap(&self) -> (bool, bool) {
                // A gap that overflowed ends the drawing.
                if self.gap <= 0 {
                    return (true, true);
                }
                (self.number < self.gap, self.number.wrapping_add(self.gap) > self.scale * 10)
            }

            fn compare_half(&self) -> Ordering {
                self.number.wrapping_mul(2).wrapping_sub(self.scale * 10).cmp(&0)
            }
        }
    };
}

narrow!(i32);
narrow!(i64);

struct Big {
    number: Natural,
    scale: Natural,
    scale_by_ten: Natural,
    gap: Natural,
}

impl Big {
    fn new(start: &Start) -> Self {
        let scale = Natural::new(1).scaled(start.scale_fives, start.scale_twos);
        let mut scale_by_ten = scale.clone();
        scale_by_ten.multiply(10);
        Self {
            number: Natural::new(start.fraction).scaled(start.fives, start.twos),
            scale,
            scale_by_ten,
            gap: Natural::new(1).scaled(start.fives, start.gap_twos),
        }
    }
}

impl Remainder for Big {
    fn next_digit(&mut self) -> u8 {
        let digit = self.number.divide(&self.scale);
        self.number.multiply(10);
        digit as u8
    }

    fn widen_gap(&mut self) {
        self.gap.multiply(10);
    }

    fn within_gap(&self) -> (bool, bool) {
        let mut sum = self.number.clone();
        sum.add(&self.gap);
        (self.number.cmp(&self.gap) == Ordering::Less, sum.cmp(&self.scale_by_ten) != Ordering::Less)
    }

    fn compare_half(&self) -> Ordering {
        let mut double = self.number.clone();
        double.multiply(2);
        double.cmp(&self.scale_by_ten)
    }
}
