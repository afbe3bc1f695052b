//! Natural numbers of any size, with the few operations that the old conversion to decimal needs.

use std::cmp::Ordering;

/// Little-endian 32-bit limbs, the last of them not zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Natural(Vec<u32>);

impl Natural {
    pub(super) fn new(value: u64) -> Self {
        Self(vec![value as u32, (value >> 32) as u32]).trimmed()
    }

    /// `self × 5^fives × 2^twos`.
    pub(super) fn scaled(mut self, fives: u32, twos: u32) -> Self {
        const FIVES_AT_ONCE: u32 = 13;
        for _ in 0..fives / FIVES_AT_ONCE {
            self.multiply(5_u32.pow(FIVES_AT_ONCE));
        }
        self.multiply(5_u32.pow(fives % FIVES_AT_ONCE));
        let mut limbs = vec![0; (twos / 32) as usize];
        self.multiply(1 << (twos % 32));
        limbs.append(&mut self.0);
        Self(limbs).trimmed()
    }

    pub(super) fn multiply(&mut self, factor: u32) {
        let mut carry = 0_u64;
        for limb in &mut self.0 {
            carry += u64::from(*limb) * u64::from(factor);
            *limb = carry as u32;
            carry >>= 32;
        }
        if carry != 0 {
            self.0.push(carry as u32);
        }
    }

    pub(super) fn add(&mut self, other: &Self) {
        let mut carry = 0_u64;
        for index in 0..self.0.len().max(other.0.len()) {
            if index == self.0.len() {
                self.0.push(0);
            }
            carry += u64::from(self.0[index]) + u64::from(other.0.get(index).copied().unwrap_or(0));
            self.0[index] = carry as u32;
            carry >>= 32;
        }
        if carry != 0 {
            self.0.push(carry as u32);
        }
    }

    /// Reduces `self` modulo `divisor` and returns the quotient, which must be small: it is counted.
    pub(super) fn divide(&mut self, divisor: &Self) -> u32 {
        let mut quotient = 0;
        while (*self).cmp(divisor) != Ordering::Less {
            self.subtract(divisor);
            quotient += 1;
        }
        quotient
    }

    fn subtract(&mut self, other: &Self) {
        let mut borrow = false;
        for (index, limb) in self.0.iter_mut().enumerate() {
            let (first, under) = limb.overflowing_sub(other.0.get(index).copied().unwrap_or(0));
            let (second, under_again) = first.overflowing_sub(u32::from(borrow));
            *limb = second;
            borrow = under || under_again;
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    pub(super) fn cmp(&self, other: &Self) -> Ordering {
        self.0.len().cmp(&other.0.len()).then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }

    fn trimmed(mut self) -> Self {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        self
    }
}
