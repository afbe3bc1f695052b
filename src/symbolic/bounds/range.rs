//! Ranges of integers, and what Java's operators make of them.

use crate::jvm::operator::BinaryOperator;
use crate::jvm::value::PrimitiveType;
use crate::term::domain::Domain;

/// Inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub low: i128,
    pub high: i128,
}

impl Range {
    pub(super) fn of_type(ty: PrimitiveType) -> Self {
        match Domain::of_type(ty) {
            Domain::Integer { low, high } => Self { low: low.into(), high: high.into() },
            _ => Self { low: 0, high: 1 },
        }
    }

    pub(super) fn meet(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    pub(super) fn join(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// Itself, or all values of the type if the result may wrap around. An empty range stays empty, and near the type's values:
    /// it comes of assumptions that contradict each other, and what is computed of it must not grow without end.
    pub(super) fn within(self, ty: PrimitiveType) -> Self {
        let all = Self::of_type(ty);
        match self.low >= all.low && self.high <= all.high {
            true => Self { low: self.low.min(all.high + 1), high: self.high.max(all.low - 1) },
            false => all,
        }
    }
}

/// Where the result of an operation on integers lies.
pub(super) fn binary(op: BinaryOperator, ty: PrimitiveType, l: Range, r: Range) -> Range {
    use BinaryOperator as Op;
    let all = Range::of_type(ty);
    match op {
        Op::Add => Range { low: l.low + r.low, high: l.high + r.high }.within(ty),
        Op::Sub => Range { low: l.low - r.high, high: l.high - r.low }.within(ty),
        Op::Mul => {
            // Where what is assumed contradicts itself, a range is empty, and its ends may lie anywhere.
            let corners = [(l.low, r.low), (l.low, r.high), (l.high, r.low), (l.high, r.high)]
                .map(|(l, r)| l.saturating_mul(r));
            corners
                .iter()
                .fold(Range { low: corners[0], high: corners[0] }, |range, &c| {
                    range.join(Range { low: c, high: c })
                })
                .within(ty)
        }
        // Below the divisor, with the sign of the dividend.
        Op::Rem if r.low > 0 => Range {
            low: if l.low >= 0 { 0 } else { l.low.max(1 - r.high) },
            high: if l.high <= 0 { 0 } else { l.high.min(r.high - 1) },
        },
        Op::Div if r.low > 0 => {
            Range { low: if l.low >= 0 { 0 } else { l.low }, high: if l.high <= 0 { 0 } else { l.high } }
        }
        Op::And if l.low >= 0 => Range { low: 0, high: if r.low >= 0 { l.high.min(r.high) } else { l.high } },
        Op::And if r.low >= 0 => Range { low: 0, high: r.high },
        // No bit above the highest of both.
        Op::Or | Op::Xor if l.low >= 0 && r.low >= 0 => {
            Range { low: 0, high: ones_up_to(l.high.max(r.high)) }
        }
        Op::Shl | Op::Shr | Op::Ushr if r.low == r.high => shifted_by(op, ty, l, r.low),
        _ => all,
    }
}

/// The least number of the form 2ⁿ − 1 that is no less.
fn ones_up_to(value: i128) -> i128 {
    let mut ones = 0;
    while ones < value {
        ones = 2 * ones + 1;
    }
    ones
}

/// A shift by a constant, of which only the lowest bits count.
fn shifted_by(op: BinaryOperator, ty: PrimitiveType, l: Range, count: i128) -> Range {
    let bits = if ty == PrimitiveType::Long { 64 } else { 32 };
    let by = count & (bits - 1);
    match op {
        BinaryOperator::Shl => Range { low: l.low << by, high: l.high << by }.within(ty),
        BinaryOperator::Ushr if l.low < 0 && by > 0 => Range { low: 0, high: (1 << (bits - by)) - 1 },
        BinaryOperator::Ushr if l.low < 0 => l,
        _ => Range { low: l.low >> by, high: l.high >> by },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_computed_of_an_empty_range_does_not_grow_without_end() {
        let long = PrimitiveType::Long;
        let all = Range::of_type(long);
        let empty = Range { low: all.high + 1, high: all.low - 1 };
        let mut range = Range { low: 1 << 70, high: -(1 << 70) };
        for op in [BinaryOperator::Mul, BinaryOperator::Add, BinaryOperator::Sub, BinaryOperator::Mul] {
            range = binary(op, long, range, empty);
            assert!(range.low.abs() <= 1 << 64 && range.high.abs() <= 1 << 64, "{op:?}: {range:?}");
        }
        assert_eq!(Range { low: 1 << 100, high: -5 }.within(long), Range { low: all.high + 1, high: -5 });
    }
}
