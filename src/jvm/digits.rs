//! The decimal digits of floating-point numbers: those that JDK 19 and later print (DESIGN §3), the
//! shortest ones that read back as the same number.

use std::num::FpCategory;

/// `0.d₁d₂…dₙ × 10^exponent`: at least one digit, no zero at either end (but for the number zero).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Digits {
    /// ASCII.
    pub digits: Vec<u8>,
    pub exponent: i32,
}

impl Digits {
    pub(super) fn trim_zeros(mut self) -> Self {
        while self.digits.len() > 1 && self.digits.last() == Some(&b'0') {
            self.digits.pop();
        }
        self
    }

    /// From Rust's `1.234e5`.
    fn from_scientific(text: &str) -> Self {
        let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
        let digits = mantissa.bytes().filter(u8::is_ascii_digit).collect();
        // A formatted exponent has at most four characters.
        let exponent: i32 = exponent.parse().unwrap_or(0);
        Self { digits, exponent: exponent + 1 }
    }

    /// The number in a form that Rust's parser reads.
    fn to_scientific(&self) -> String {
        format!("0.{}e{}", String::from_utf8_lossy(&self.digits), self.exponent)
    }
}

/// A floating-point type, for the algorithms that are the same for both.
pub(super) trait Floating: Copy {
    fn category(self) -> FpCategory;
    /// The shortest digits that read back as `self`, nearest to it among those of their length.
    fn shortest(self) -> Digits;
    /// `count` digits, correctly rounded, a tie to the even digit.
    fn rounded(self, count: usize) -> Digits;
    fn reads_back(self, digits: &Digits) -> bool;
}

macro_rules! floating {
    ($type:ty) => {
        impl Floating for $type {
            fn category(self) -> FpCategory {
                self.classify()
            }

            fn shortest(self) -> Digits {
                Digits::from_scientific(&format!("{self:e}"))
            }

            fn rounded(self, count: usize) -> Digits {
                Digits::from_scientific(&format!("{self:.*e}", count - 1))
            }

            fn reads_back(self, digits: &Digits) -> bool {
                digits.to_scientific().parse() == Ok(self)
            }
        }
    };
}

floating!(f32);
floating!(f64);

/// The digits of a finite positive number as `Double.toString` has specified them since JDK 19.
///
/// Of the decimals that round to the number, take those of the least length, where length 1 counts
/// as 2 (`Double.MIN_VALUE` is 4.9E-324, although 5E-324 would do); of these the nearest to the
/// number, of two as near the one with the even last digit.
pub(super) fn shortest_digits<F: Floating>(value: F) -> Digits {
    let shortest = value.shortest();
    // The nearest decimal of the length is the answer if it reads back; it need not where the
    // numbers below are closer than those above, and then Rust's choice is the only one.
    let nearest = value.rounded(shortest.digits.len().max(2));
    if value.reads_back(&nearest) { nearest.trim_zeros() } else { shortest.trim_zeros() }
}
