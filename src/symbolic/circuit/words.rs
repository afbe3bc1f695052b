//! Words of wires, the lowest bit first, and the operations of SMT-LIB's bit-vectors on them.
//!
//! Products and quotients are the large ones: each is built once for its operands. A quotient by a constant is a word
//! that is free but for what makes it the quotient, which has exactly one answer for every dividend: so it restricts
//! nothing else.

use rustc_hash::FxHashMap;

use crate::symbolic::circuit::gates::{Circuit, Wire};

pub(super) type Word = Vec<Wire>;

#[derive(Debug)]
pub(super) struct Words {
    pub circuit: Circuit,
    /// What has to hold for the free words to be the quotients that they stand for.
    pub constraints: Vec<Wire>,
    products: FxHashMap<[Word; 2], Word>,
    quotients: FxHashMap<[Word; 2], Quotient>,
    /// By dividend, the constants by which it was divided, and the remainders.
    divided: FxHashMap<Word, Vec<(u64, Word)>>,
}

/// Of unsigned words; where the divisor is 0 all ones and the dividend.
#[derive(Clone, Debug)]
struct Quotient {
    quotient: Word,
    remainder: Word,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shift {
    Left,
    Right,
    /// With the sign moving in.
    Arithmetic,
}

pub(super) fn literal(value: u64, width: usize) -> Word {
    let is_set = |bit| value.checked_shr(bit).is_some_and(|rest| rest & 1 == 1);
    (0..width as u32).map(|bit| Wire::constant(is_set(bit))).collect()
}

/// The number that a word of constants is.
fn constant(word: &[Wire]) -> Option<u64> {
    word.iter().enumerate().try_fold(0, |value, (bit, &wire)| match wire {
        Wire::FALSE => Some(value),
        Wire::TRUE => Some(value | 1 << bit),
        _ => None,
    })
}

const fn digits(value: u64) -> usize {
    (u64::BITS - value.leading_zeros()) as usize
}

fn sign(word: &[Wire]) -> Wire {
    word.last().copied().unwrap_or(Wire::FALSE)
}

pub(super) fn inverted(word: &[Wire]) -> Word {
    word.iter().map(|&wire| !wire).collect()
}

/// With another highest bit, by which the order of signed words becomes that of unsigned ones.
fn with_sign_inverted(word: &[Wire]) -> Word {
    let mut word = word.to_vec();
    if let Some(sign) = word.last_mut() {
        *sign = !*sign;
    }
    word
}

/// Of the same width, `by` bits higher.
fn raised(word: &[Wire], by: usize) -> Word {
    let zeros = std::iter::repeat_n(Wire::FALSE, by);
    zeros.chain(word.iter().copied()).take(word.len()).collect()
}

/// Of another width, with `fill` for what is not there.
pub(super) fn resized(word: &[Wire], width: usize, fill: Wire) -> Word {
    let mut word = word.to_vec();
    word.resize(width, fill);
    word
}

impl Words {
    pub(super) fn new() -> Self {
        Self {
            circuit: Circuit::new(),
            constraints: Vec::new(),
            products: FxHashMap::default(),
            quotients: FxHashMap::default(),
            divided: FxHashMap::default(),
        }
    }

    pub(super) fn input(&mut self, width: usize) -> Word {
        (0..width).map(|_| self.circuit.input()).collect()
    }

    /// Bit by bit.
    pub(super) fn each(&mut self, a: &[Wire], b: &[Wire], of: fn(&mut Circuit, Wire, Wire) -> Wire) -> Word {
        a.iter().zip(b).map(|(&a, &b)| of(&mut self.circuit, a, b)).collect()
    }

    pub(super) fn choice(&mut self, condition: Wire, then: &[Wire], otherwise: &[Wire]) -> Word {
        then.iter().zip(otherwise).map(|(&a, &b)| self.circuit.choice(condition, a, b)).collect()
    }

    fn sum(&mut self, a: &[Wire], b: &[Wire], mut carry: Wire) -> (Word, Wire) {
        let mut sum = Word::with_capacity(a.len());
        for (&a, &b) in a.iter().zip(b) {
            let half = self.circuit.xor(a, b);
            sum.push(self.circuit.xor(half, carry));
            carry = self.circuit.majority(a, b, carry);
        }
        (sum, carry)
    }

    pub(super) fn add(&mut self, a: &[Wire], b: &[Wire]) -> Word {
        self.sum(a, b, Wire::FALSE).0
    }

    pub(super) fn sub(&mut self, a: &[Wire], b: &[Wire]) -> Word {
        self.sum(a, &inverted(b), Wire::TRUE).0
    }

    pub(super) fn neg(&mut self, a: &[Wire]) -> Word {
        self.sub(&literal(0, a.len()), a)
    }

    pub(super) fn same(&mut self, a: &[Wire], b: &[Wire]) -> Wire {
        let mut all = Wire::TRUE;
        for (&a, &b) in a.iter().zip(b) {
            let same = self.circuit.same(a, b);
            all = self.circuit.and(all, same);
        }
        all
    }

    /// Unsigned: whether taking the second from the first borrows.
    pub(super) fn is_below(&mut self, a: &[Wire], b: &[Wire]) -> Wire {
        let carry = a.iter().zip(b).fold(Wire::TRUE, |carry, (&a, &b)| self.circuit.majority(a, !b, carry));
        !carry
    }

    /// Signed.
    pub(super) fn is_less(&mut self, a: &[Wire], b: &[Wire]) -> Wire {
        self.is_below(&with_sign_inverted(a), &with_sign_inverted(b))
    }

    pub(super) fn mul(&mut self, a: &[Wire], b: &[Wire]) -> Word {
        if let Some(factor) = constant(a) {
            return self.times(b, factor);
        }
        if let Some(factor) = constant(b) {
            return self.times(a, factor);
        }
        let key = if a <= b { [a.to_vec(), b.to_vec()] } else { [b.to_vec(), a.to_vec()] };
        if let Some(product) = self.products.get(&key) {
            return product.clone();
        }
        let [a, b] = &key;
        let mut product = literal(0, a.len());
        for (place, &bit) in a.iter().enumerate() {
            let row: Word = raised(b, place).iter().map(|&b| self.circuit.and(bit, b)).collect();
            product = self.add(&product, &row);
        }
        self.products.insert(key, product.clone());
        product
    }

    /// A row of ones in the factor is one sum and one difference.
    fn times(&mut self, a: &[Wire], factor: u64) -> Word {
        let mut product = literal(0, a.len());
        let mut rest = u128::from(factor);
        for place in 0..a.len() {
            match rest & 3 {
                1 => product = self.add(&product, &raised(a, place)),
                3 => {
                    product = self.sub(&product, &raised(a, place));
                    rest += 1;
                }
                _ => {}
            }
            rest >>= 1;
        }
        product
    }

    /// Toward zero; by 0 it is 1 for what is negative, and -1 else.
    pub(super) fn div(&mut self, a: &[Wire], b: &[Wire]) -> Word {
        let quotient = self.quotient_of_absolutes(a, b).quotient;
        let negative = self.neg(&quotient);
        let is_negative = self.circuit.xor(sign(a), sign(b));
        self.choice(is_negative, &negative, &quotient)
    }

    /// With the sign of the dividend, which it is by 0.
    pub(super) fn rem(&mut self, a: &[Wire], b: &[Wire]) -> Word {
        let remainder = self.quotient_of_absolutes(a, b).remainder;
        let negative = self.neg(&remainder);
        self.choice(sign(a), &negative, &remainder)
    }

    fn absolute(&mut self, a: &[Wire]) -> Word {
        let negative = self.neg(a);
        self.choice(sign(a), &negative, a)
    }

    fn quotient_of_absolutes(&mut self, a: &[Wire], b: &[Wire]) -> Quotient {
        let (a, b) = (self.absolute(a), self.absolute(b));
        let quotient = self.quotient([a.clone(), b.clone()]);
        if let Some(divisor) = constant(&b).filter(|&divisor| divisor > 1) {
            self.relate(a, divisor, &quotient.remainder);
        }
        quotient
    }

    /// What follows of two remainders of one dividend, and takes a solver long to see: where one divisor divides the
    /// other, the one remainder is the other's remainder.
    fn relate(&mut self, dividend: Word, divisor: u64, remainder: &Word) {
        let others = self.divided.entry(dividend).or_default();
        if others.iter().any(|&(other, _)| other == divisor) {
            return;
        }
        let known = others.clone();
        others.push((divisor, remainder.clone()));
        for (other, its) in known {
            if other.is_multiple_of(divisor) {
                self.leaves(&its, divisor, remainder);
            } else if divisor.is_multiple_of(other) {
                self.leaves(remainder, other, &its);
            }
        }
    }

    fn leaves(&mut self, dividend: &[Wire], divisor: u64, remainder: &[Wire]) {
        let used = dividend.iter().rposition(|&wire| wire != Wire::FALSE).map_or(0, |last| last + 1);
        let width = used.max(digits(divisor));
        let again = self.quotient([dividend[..width].to_vec(), literal(divisor, width)]).remainder;
        let is_same = self.same(&resized(&again, remainder.len(), Wire::FALSE), remainder);
        self.constraints.push(is_same);
    }

    fn quotient(&mut self, key: [Word; 2]) -> Quotient {
        if let Some(known) = self.quotients.get(&key) {
            return known.clone();
        }
        let [a, b] = &key;
        let quotient = match constant(b) {
            Some(0) | None => self.long_division(a, b),
            Some(1) => Quotient { quotient: a.clone(), remainder: literal(0, a.len()) },
            Some(divisor) if divisor.is_multiple_of(2) => self.shortened(a, divisor),
            Some(divisor) => self.constrained(a, divisor),
        };
        self.quotients.insert(key, quotient.clone());
        quotient
    }

    /// What the divisor has of a power of two leaves the dividend's lowest bits alone, which are the remainder's: that
    /// what is divided by 100 is divided by 4 is then plain.
    fn shortened(&mut self, a: &[Wire], divisor: u64) -> Quotient {
        let width = a.len();
        let places = divisor.trailing_zeros();
        let (low, high) = a.split_at(places as usize);
        let Quotient { quotient, remainder } =
            self.quotient([high.to_vec(), literal(divisor >> places, high.len())]);
        let remainder: Word = low.iter().chain(&remainder).copied().collect();
        Quotient { quotient: resized(&quotient, width, Wire::FALSE), remainder }
    }

    /// `a = quotient * divisor + remainder`, so wide that nothing is lost, and `remainder < divisor`.
    fn constrained(&mut self, a: &[Wire], divisor: u64) -> Quotient {
        let width = a.len();
        let digits = digits(divisor);
        let wide = width + digits;
        let quotient = self.input((width + 1).saturating_sub(digits));
        let remainder = self.input(digits);
        let product = self.times(&resized(&quotient, wide, Wire::FALSE), divisor);
        let sum = self.add(&product, &resized(&remainder, wide, Wire::FALSE));
        let is_sum = self.same(&sum, &resized(a, wide, Wire::FALSE));
        let is_least = self.is_below(&remainder, &literal(divisor, digits));
        self.constraints.extend([is_sum, is_least]);
        Quotient {
            quotient: resized(&quotient, width, Wire::FALSE),
            remainder: resized(&remainder, width, Wire::FALSE),
        }
    }

    /// Bit by bit from the highest, as by hand. Both are absolutes, so that a remainder has its highest bit free.
    fn long_division(&mut self, a: &[Wire], b: &[Wire]) -> Quotient {
        let width = a.len();
        let inverse = inverted(b);
        let mut remainder = literal(0, width);
        let mut quotient = literal(0, width);
        for place in (0..width).rev() {
            let mut next = raised(&remainder, 1);
            next[0] = a[place];
            let (difference, fits) = self.sum(&next, &inverse, Wire::TRUE);
            quotient[place] = fits;
            remainder = self.choice(fits, &difference, &next);
        }
        Quotient { quotient, remainder }
    }

    /// By a count of the same width, which may be larger than it.
    pub(super) fn shift(&mut self, a: &[Wire], count: &[Wire], shift: Shift) -> Word {
        let width = a.len();
        let fill = if shift == Shift::Arithmetic { sign(a) } else { Wire::FALSE };
        let places = width.ilog2() as usize;
        let (low, high) = count.split_at(places);
        let mut word = a.to_vec();
        for (place, &bit) in low.iter().enumerate() {
            let by = 1 << place;
            let moved =
                if shift == Shift::Left { raised(&word, by) } else { resized(&word[by..], width, fill) };
            word = self.choice(bit, &moved, &word);
        }
        let is_all = high.iter().fold(Wire::FALSE, |any, &bit| self.circuit.or(any, bit));
        self.choice(is_all, &vec![fill; width], &word)
    }
}
