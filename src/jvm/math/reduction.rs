//! Reduction of an angle to between -π/4 and π/4, with a tail of the bits that the rest lost.

use super::bits::{high, high_of_abs, power_of_two, with_high};

/// `x = rest + tail + (quadrant + 4 n) π/2` for some `n`.
pub(super) struct Reduced {
    /// From 0 to 3.
    pub(super) quadrant: i32,
    pub(super) rest: f64,
    /// `None` where the angle was small enough to stay as it is.
    pub(super) tail: Option<f64>,
}

/// π/2 in pieces of 33 bits, each with the rest as a tail.
const PIO2: [f64; 3] = [1.57079632673412561417e+00, 6.07710050630396597660e-11, 2.02226624871116645580e-21];
const PIO2_TAIL: [f64; 3] =
    [6.07710050650619224932e-11, 2.02226624879595063154e-21, 8.47842766036889956997e-32];

/// `None` for NaN and the infinities.
pub(super) fn reduce(x: f64) -> Option<Reduced> {
    let word = high_of_abs(x);
    if word <= 0x3fe9_21fb {
        return Some(Reduced { quadrant: 0, rest: x, tail: None });
    }
    if word >= 0x7ff0_0000 {
        return None;
    }
    let magnitude = x.abs();
    let (multiple, rest, tail) = if word < 0x4002_d97c {
        once(magnitude)
    } else if word <= 0x4139_21fb {
        some_times(magnitude)
    } else {
        many_times(magnitude)
    };
    Some(if x < 0.0 {
        Reduced { quadrant: -multiple & 3, rest: -rest, tail: Some(-tail) }
    } else {
        Reduced { quadrant: multiple & 3, rest, tail: Some(tail) }
    })
}

/// Up to 3π/4: π/2 is taken off once.
fn once(x: f64) -> (i32, f64, f64) {
    // Next to π/2 the first 33 bits leave too little.
    let near = high(x) == 0x3ff9_21fb;
    let (z, tail) = if near { (x - PIO2[0] - PIO2[1], PIO2_TAIL[1]) } else { (x - PIO2[0], PIO2_TAIL[0]) };
    let rest = z - tail;
    (1, rest, (z - rest) - tail)
}

/// Up to 2^19 π/2: the multiple fits into 20 bits, so its products with the pieces are exact.
fn some_times(x: f64) -> (i32, f64, f64) {
    let multiple = (x * std::f64::consts::FRAC_2_PI + 0.5) as i32;
    let factor = f64::from(multiple);
    let mut r = x - factor * PIO2[0];
    let mut w = factor * PIO2_TAIL[0];
    let mut rest = r - w;
    let lost = |rest: f64| (high(x) >> 20) - ((high(rest) >> 20) & 0x7ff);
    for (piece, enough) in [(1, 16), (2, 49)] {
        if lost(rest) <= enough {
            break;
        }
        let t = r;
        w = factor * PIO2[piece];
        r = t - w;
        w = factor * PIO2_TAIL[piece] - ((t - r) - w);
        rest = r - w;
    }
    (multiple, rest, (r - rest) - w)
}

/// The bits of 2/π after the point, 24 in each.
#[rustfmt::skip]
const TWO_OVER_PI: [u32; 66] = [
    0xa2f983, 0x6e4e44, 0x1529fc, 0x2757d1, 0xf534dd, 0xc0db62, 0x95993c, 0x439041, 0xfe5163, 0xabdebb, 0xc561b7, 0x246e3a, 0x424dd2, 0xe00649, 0x2eea09, 0xd1921c, 0xfe1deb, 0x1cb129, 0xa73ee8, 0x8235f5, 0x2ebb44, 0x84e99c, 0x7026b4, 0x5f7e41, 0x3991d6, 0x398353, 0x39f49c, 0x845f8b, 0xbdf928, 0x3b1ff8, 0x97ffde, 0x05980f, 0xef2f11, 0x8b5a0a, 0x6d1f6d, 0x367ecf, 0x27cb09, 0xb74f46, 0x3f669e, 0x5fea2d, 0x7527ba, 0xc7ebe5, 0xf17b3d, 0x0739f7, 0x8a5292, 0xea6bfb, 0x5fb11f, 0x8d5d08, 0x560330, 0x46fc7b, 0x6babf0, 0xcfbc20, 0x9af436, 0x1da9e3, 0x91615e, 0xe61b08, 0x659985, 0x5f14a0, 0x68408d, 0xffd880, 0x4d7327, 0x310606, 0x1556ca, 0x73a8c9, 0x60e27b, 0xc08c6b,];

const TWO_24: f64 = 16_777_216.0;
const TWO_MINUS_24: f64 = 1.0 / TWO_24;

/// How many terms of the product are taken at first, less one; and how many in that with π/2.
const TERMS: usize = 4;

/// π/2 in pieces of 24 bits.
const PIO2_IN_24: [f64; TERMS + 1] = [
    1.57079625129699707031e+00,
    7.54978941586159635335e-08,
    5.39030252995776476554e-15,
    3.28200341580791294123e-22,
    1.27065575308067607349e-29,
];

/// Any finite number from 2^20 on (Payne and Hanek): multiplied by as much of 2/π as decides the
/// fraction, in digits of 24 bits.
fn many_times(x: f64) -> (i32, f64, f64) {
    let exponent = (high(x) >> 20) - 1046;
    let digits = split(with_high(x, high(x) - (exponent << 20)));
    let first = ((exponent - 3) / 24).max(0);
    let mut product = Product { digits, first, scale: exponent - 24 * (first + 1), terms: Vec::new() };
    let mut wanted = TERMS + 1;
    loop {
        while product.terms.len() < wanted {
            product.push_term();
        }
        let fraction = product.fraction();
        match fraction.missing_terms() {
            0 => return fraction.times_half_pi(),
            missing => wanted += missing,
        }
    }
}

/// Up to three digits of 24 bits, the first before the point; zeros at the end are left out.
fn split(mut z: f64) -> Vec<f64> {
    let mut digits = Vec::with_capacity(3);
    for _ in 0..2 {
        digits.push(z.trunc());
        z = (z - z.trunc()) * TWO_24;
    }
    digits.push(z);
    while digits.last() == Some(&0.0) {
        digits.pop();
    }
    digits
}

/// The number times 2/π, modulo 8.
struct Product {
    digits: Vec<f64>,
    /// The first digit of 2/π that matters: those before yield multiples of 8.
    first: i32,
    /// The binary exponent of the first term; at most 2.
    scale: i32,
    /// In units of 2^-24 of the one before; not yet carried.
    terms: Vec<f64>,
}

impl Product {
    fn push_term(&mut self) {
        let place = self.first + self.terms.len() as i32;
        let constant = |place: i32| usize::try_from(place).ok().and_then(|at| TWO_OVER_PI.get(at));
        let sum =
            self.digits.iter().zip(0..).fold(0.0, |sum, (digit, j)| {
                sum + digit * f64::from(constant(place - j).copied().unwrap_or(0))
            });
        self.terms.push(sum);
    }

    fn fraction(&self) -> Fraction {
        let mut low_digits = Vec::with_capacity(self.terms.len() + 1);
        let mut z = 0.0;
        for (index, term) in self.terms.iter().enumerate().rev() {
            z += term;
            if index > 0 {
                let carry = (z * TWO_MINUS_24).trunc();
                low_digits.push((z - TWO_24 * carry) as i32);
                z = carry;
            }
        }
        z *= power_of_two(self.scale);
        z -= 8.0 * (z * 0.125).floor();
        let whole = z.trunc();
        let mut fraction = Fraction {
            quadrant: whole as i32,
            beyond_half: false,
            top: z - whole,
            low_digits,
            scale: self.scale,
        };
        fraction.round_to_nearest();
        fraction
    }
}

/// The fraction of the quotient by π/2: `top`, and below it digits of 24 bits, the lowest first.
struct Fraction {
    quadrant: i32,
    /// The fraction was above 1/2 and is now what was missing to 1.
    beyond_half: bool,
    top: f64,
    low_digits: Vec<i32>,
    scale: i32,
}

impl Fraction {
    fn round_to_nearest(&mut self) {
        let scale = self.scale;
        let mut half_bits = 0;
        if let Some(highest) = self.low_digits.last_mut() {
            if scale > 0 {
                let whole = *highest >> (24 - scale);
                self.quadrant += whole;
                *highest -= whole << (24 - scale);
                half_bits = *highest >> (23 - scale);
            } else if scale == 0 {
                half_bits = *highest >> 23;
            } else if self.top >= 0.5 {
                half_bits = 2;
            }
        }
        if half_bits <= 0 {
            return;
        }
        self.beyond_half = true;
        self.quadrant += 1;
        let mut carry = false;
        for digit in &mut self.low_digits {
            if carry {
                *digit = 0xff_ffff - *digit;
            } else if *digit != 0 {
                carry = true;
                *digit = 0x100_0000 - *digit;
            }
        }
        if let Some(highest) = self.low_digits.last_mut().filter(|_| scale > 0) {
            *highest &= (1 << (24 - scale)) - 1;
        }
        if half_bits == 2 {
            self.top = 1.0 - self.top;
            if carry {
                self.top -= power_of_two(scale);
            }
        }
    }

    /// How many more terms are needed, since too many leading bits are zero.
    fn missing_terms(&self) -> usize {
        if self.top != 0.0 || self.low_digits[TERMS..].iter().any(|digit| *digit != 0) {
            return 0;
        }
        1 + self.low_digits[..TERMS].iter().rev().take_while(|digit| **digit == 0).count()
    }

    fn times_half_pi(mut self) -> (i32, f64, f64) {
        if self.top == 0.0 {
            self.scale -= 24;
            while self.low_digits.pop_if(|digit| *digit == 0).is_some() {
                self.scale -= 24;
            }
        } else {
            let z = self.top * power_of_two(-self.scale);
            if z >= TWO_24 {
                let carry = (z * TWO_MINUS_24).trunc();
                self.low_digits.push((z - TWO_24 * carry) as i32);
                self.low_digits.push(carry as i32);
                self.scale += 24;
            } else {
                self.low_digits.push(z as i32);
            }
        }
        let mut unit = power_of_two(self.scale);
        let mut pieces: Vec<f64> = Vec::with_capacity(self.low_digits.len());
        for digit in self.low_digits.iter().rev() {
            pieces.push(unit * f64::from(*digit));
            unit *= TWO_MINUS_24;
        }
        // Sums of equal weight, the greatest first.
        let sums: Vec<f64> = (0..pieces.len())
            .map(|weight| {
                (0..=weight.min(TERMS)).fold(0.0, |sum, k| sum + PIO2_IN_24[k] * pieces[weight - k])
            })
            .collect();
        let rest = sums.iter().rev().fold(0.0, |sum, term| sum + term);
        let tail = sums.iter().skip(1).fold(sums[0] - rest, |sum, term| sum + term);
        if self.beyond_half { (self.quadrant, -rest, -tail) } else { (self.quadrant, rest, tail) }
    }
}
