//! What holds of numbers for all values, in wrap-around arithmetic: part of [`super::simplify`].
//!
//! Constants stand on the right, sums of a term and constants are one addition, differences from a constant are
//! sums, and signs are drawn out of products and remainders.
//!
//! Of floating-point numbers little holds: sums and products commute (every NaN is one value, and of two zeros the sum has the
//! sign that both have, whichever comes first), `x + x` is `x * 2`, which is exact, and `x * 1` and `x / 1` are `x`.

use crate::jvm::convert::cast;
use crate::jvm::fold;
use crate::jvm::operator::{BinaryOperator as Op, UnaryOperator};
use crate::jvm::value::{Primitive, PrimitiveType};
use crate::term::{TermId, TermKind, Terms};

impl Terms {
    /// A simpler term with the value of `left op right`, operands of type int or long.
    pub(super) fn integer_identity(
        &mut self,
        op: Op,
        ty: PrimitiveType,
        left: TermId,
        right: TermId,
    ) -> Option<TermId> {
        if !matches!(ty, PrimitiveType::Int | PrimitiveType::Long) {
            return None;
        }
        if let Some(value) = self.integer(right) {
            return self.with_constant(op, ty, left, value, right);
        }
        let commutes = matches!(op, Op::Add | Op::Mul | Op::And | Op::Or | Op::Xor | Op::Eq | Op::Ne);
        if commutes && (self.integer(left).is_some() || (left > right && !op.is_comparison())) {
            return Some(self.binary(op, ty, right, left));
        }
        if op == Op::Sub && self.integer(left) == Some(0) {
            return Some(self.unary(UnaryOperator::Minus, right));
        }
        if matches!(op, Op::Eq | Op::Ne)
            && let Some(same) =
                self.equal_to_a_choice(ty, left, right).or_else(|| self.equal_to_a_choice(ty, right, left))
        {
            return Some(if op == Op::Eq { same } else { self.not(same) });
        }
        self.signs(op, ty, left, right)
    }

    /// A simpler term with the value of `left op right`, operands of type float or double.
    pub(super) fn floating_identity(
        &mut self,
        op: Op,
        ty: PrimitiveType,
        left: TermId,
        right: TermId,
    ) -> Option<TermId> {
        if !ty.is_floating() {
            return None;
        }
        let one = Primitive::Int(1);
        let is_one = |terms: &Self| terms.constant(right) == Some(cast(one, ty));
        match op {
            Op::Mul | Op::Div if is_one(self) => Some(left),
            Op::Add if left == right => {
                let two = self.primitive(cast(Primitive::Int(2), ty));
                Some(self.binary(Op::Mul, ty, left, two))
            }
            Op::Add | Op::Mul
                if self.constant(right).is_none() && (self.constant(left).is_some() || left > right) =>
            {
                Some(self.binary(op, ty, right, left))
            }
            Op::Gt => Some(self.binary(Op::Lt, ty, right, left)),
            Op::Ge => Some(self.binary(Op::Le, ty, right, left)),
            _ => None,
        }
    }

    /// `x == (c ? x : y)`: `c || x == y`, and the same with the other part of the choice.
    fn equal_to_a_choice(&mut self, ty: PrimitiveType, value: TermId, choice: TermId) -> Option<TermId> {
        let TermKind::Choose { condition, then, otherwise } = *self.kind(choice) else { return None };
        let (taken, other) = match value {
            _ if value == then => (condition, otherwise),
            _ if value == otherwise => (self.not(condition), then),
            _ => return None,
        };
        let same = self.binary(Op::Eq, ty, value, other);
        Some(self.or(taken, same))
    }

    fn with_constant(
        &mut self,
        op: Op,
        ty: PrimitiveType,
        left: TermId,
        value: i64,
        right: TermId,
    ) -> Option<TermId> {
        let bits = if ty == PrimitiveType::Long { 63 } else { 31 };
        match (op, value) {
            (Op::Add | Op::Or | Op::Xor, 0) | (Op::Mul | Op::Div, 1) | (Op::And, -1) => Some(left),
            (Op::Shl | Op::Shr | Op::Ushr, count) if count & bits == 0 => Some(left),
            (Op::Mul | Op::And, 0) | (Op::Or, -1) => Some(right),
            (Op::Rem, 1 | -1) => Some(self.primitive(Primitive::from_bits(ty, 0))),
            (Op::Mul | Op::Div, -1) => Some(self.unary(UnaryOperator::Minus, left)),
            (Op::Xor, -1) => Some(self.unary(UnaryOperator::BitNot, left)),
            (Op::Sub, _) => {
                let negated = self.unary(UnaryOperator::Minus, right);
                Some(self.binary(Op::Add, ty, left, negated))
            }
            // The sign of a divisor does not matter; that of the least value cannot be changed.
            (Op::Rem, _) if value < 0 && value != i64::from(i32::MIN) && value != i64::MIN => {
                let divisor = self.unary(UnaryOperator::Minus, right);
                Some(self.binary(op, ty, left, divisor))
            }
            (Op::Rem | Op::Div, _) => {
                let dividend = self.negated(left)?;
                Some(self.of_negated(op, ty, dividend, right))
            }
            (Op::Eq | Op::Ne, _) => self.equal_to_constant(op, ty, left, right, value),
            _ => self.regrouped(op, ty, left, right),
        }
    }

    /// `(x + c) + d`, `(x & c) & d` and the like.
    fn regrouped(&mut self, op: Op, ty: PrimitiveType, left: TermId, right: TermId) -> Option<TermId> {
        let TermKind::Binary { op: inner, left: base, right: first, .. } = *self.kind(left) else {
            return None;
        };
        if inner != op || !matches!(op, Op::Add | Op::Mul | Op::And | Op::Or | Op::Xor) {
            return None;
        }
        let (a, b) = (self.constant(first)?, self.constant(right)?);
        let both = self.primitive(fold::binary(op, a, b).ok()?);
        Some(self.binary(op, ty, base, both))
    }

    /// `x + c == d`, `-x == d`, `~x == d`, and whether a multiple is left.
    fn equal_to_constant(
        &mut self,
        op: Op,
        ty: PrimitiveType,
        left: TermId,
        right: TermId,
        value: i64,
    ) -> Option<TermId> {
        match *self.kind(left) {
            TermKind::Binary { op: Op::Add, left: base, right: plus, .. } if self.integer(plus).is_some() => {
                let rest = self.binary(Op::Sub, ty, right, plus);
                Some(self.binary(op, ty, base, rest))
            }
            TermKind::Unary { op: sign @ (UnaryOperator::Minus | UnaryOperator::BitNot), operand } => {
                let value = self.unary(sign, right);
                Some(self.binary(op, ty, operand, value))
            }
            // The least value is its own opposite, so that its remainder is the same.
            TermKind::Binary { op: Op::Rem, left: dividend, right: divisor, .. } if value == 0 => {
                let dividend = self.negated(dividend)?;
                let rest = self.binary(Op::Rem, ty, dividend, divisor);
                Some(self.binary(op, ty, rest, right))
            }
            TermKind::Binary { op: Op::Sub, left: a, right: b, .. } if value == 0 => {
                Some(self.binary(op, ty, a, b))
            }
            _ => None,
        }
    }

    fn signs(&mut self, op: Op, ty: PrimitiveType, left: TermId, right: TermId) -> Option<TermId> {
        let (minus_left, minus_right) = (self.negated(left), self.negated(right));
        match (op, minus_left, minus_right) {
            (Op::Rem, _, Some(divisor)) => Some(self.binary(op, ty, left, divisor)),
            (Op::Rem | Op::Div, Some(dividend), _) => Some(self.of_negated(op, ty, dividend, right)),
            (Op::Add, _, Some(right)) => Some(self.binary(Op::Sub, ty, left, right)),
            (Op::Add, Some(left), None) => Some(self.binary(Op::Sub, ty, right, left)),
            (Op::Sub, _, Some(right)) => Some(self.binary(Op::Add, ty, left, right)),
            (Op::Mul | Op::Eq | Op::Ne, Some(left), Some(right)) => Some(self.binary(op, ty, left, right)),
            (Op::Mul, Some(left), None) => {
                let product = self.binary(op, ty, left, right);
                Some(self.unary(UnaryOperator::Minus, product))
            }
            (Op::Mul, None, Some(right)) => {
                let product = self.binary(op, ty, left, right);
                Some(self.unary(UnaryOperator::Minus, product))
            }
            _ => None,
        }
    }

    /// `-x / y` and `-x % y`: `-(x / y)` and `-(x % y)`, but for the least value, which is its own opposite.
    fn of_negated(&mut self, op: Op, ty: PrimitiveType, dividend: TermId, divisor: TermId) -> TermId {
        let positive = self.binary(op, ty, dividend, divisor);
        let negative = self.unary(UnaryOperator::Minus, positive);
        let least = if ty == PrimitiveType::Long { i64::MIN } else { i32::MIN.into() };
        let least = self.primitive(Primitive::from_bits(ty, least as u64));
        let is_least = self.binary(Op::Eq, ty, dividend, least);
        self.choose(is_least, positive, negative)
    }

    /// The absolute value of `-y`, and of `c ? y : -y`: that of `y`. The least value is its own opposite.
    pub(super) fn absolute_of_opposite(
        &mut self,
        condition: TermId,
        then: TermId,
        otherwise: TermId,
    ) -> Option<TermId> {
        let TermKind::Binary { op: Op::Lt, ty, left: value, right: zero } = *self.kind(condition) else {
            return None;
        };
        let is_absolute =
            value == otherwise && self.integer(zero) == Some(0) && self.are_opposite(then, value);
        if !is_absolute {
            return None;
        }
        let of = match *self.kind(value) {
            TermKind::Unary { op: UnaryOperator::Minus, operand } => operand,
            TermKind::Choose { then, otherwise, .. } if self.are_opposite(then, otherwise) => {
                then.min(otherwise)
            }
            _ => return None,
        };
        let is_negative = self.binary(Op::Lt, ty, of, zero);
        let opposite = self.unary(UnaryOperator::Minus, of);
        Some(self.choose(is_negative, opposite, of))
    }

    fn are_opposite(&self, left: TermId, right: TermId) -> bool {
        self.negated(left) == Some(right) || self.negated(right) == Some(left)
    }

    /// The operand of a minus.
    fn negated(&self, term: TermId) -> Option<TermId> {
        match *self.kind(term) {
            TermKind::Unary { op: UnaryOperator::Minus, operand } => Some(operand),
            _ => None,
        }
    }

    fn integer(&self, term: TermId) -> Option<i64> {
        match self.constant(term)? {
            Primitive::Int(value) => Some(value.into()),
            Primitive::Long(value) => Some(value),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{RngCore as _, SeedableRng as _};

    use super::*;
    use crate::term::assignment::Assignment;
    use crate::term::evaluate::Program;
    use crate::term::sort::{Sort, ValueSort};
    use crate::term::variable::{Variable, VariableInfo};

    const VALUES: [i64; 14] =
        [0, 0, 1, -1, 2, 3, -4, 31, 32, 63, i32::MIN as i64, i32::MAX as i64, i64::MIN, i64::MAX];

    fn value(ty: PrimitiveType, random: &mut ChaCha8Rng) -> Primitive {
        Primitive::from_bits(ty, VALUES[random.next_u32() as usize % VALUES.len()] as u64)
    }

    /// Terms over two variables and constants, each beside what it computes for some values of the variables.
    #[test]
    fn a_simplified_term_computes_what_the_operators_say() {
        for (seed, ty) in (0..6_000).flat_map(|s| [(s, PrimitiveType::Int), (s, PrimitiveType::Long)]) {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let mut terms = Terms::new();
            let mut assignment = Assignment::default();
            let mut made: Vec<(TermId, Primitive)> = Vec::new();
            for n in 0..2 {
                let (sort, name) = (Sort::Value(ValueSort::of_primitive(ty)), n.to_string());
                let var = terms.variable(VariableInfo { variable: Variable::Input(n), sort, ty: None, name });
                let value = value(ty, &mut random);
                let bits = match value {
                    Primitive::Int(v) => v as u32 as u64,
                    Primitive::Long(v) => v as u64,
                    _ => 0,
                };
                assignment.variables.insert(var, bits);
                made.push((terms.var(var), value));
            }
            for _ in 0..6 {
                let operand = |terms: &mut Terms, random: &mut ChaCha8Rng| match random.next_u32() % 3 {
                    0 => {
                        let constant = value(ty, random);
                        (terms.primitive(constant), constant)
                    }
                    _ => made[random.next_u32() as usize % made.len()],
                };
                let (left, right) = (operand(&mut terms, &mut random), operand(&mut terms, &mut random));
                let next = match random.next_u32() % 6 {
                    0 => {
                        let Ok(is_less) = fold::binary(Op::Lt, left.1, right.1) else { continue };
                        let less = terms.binary(Op::Lt, ty, left.0, right.0);
                        let chosen = if is_less == Primitive::Boolean(true) { right.1 } else { left.1 };
                        (terms.choose(less, right.0, left.0), chosen)
                    }
                    1 => {
                        let zero = Primitive::from_bits(ty, 0);
                        let Ok(is_less) = fold::binary(Op::Lt, left.1, zero) else { continue };
                        let opposite = fold::unary(UnaryOperator::Minus, left.1);
                        let absolute = if is_less == Primitive::Boolean(true) { opposite } else { left.1 };
                        let zero = terms.primitive(zero);
                        let less = terms.binary(Op::Lt, ty, left.0, zero);
                        let minus = terms.unary(UnaryOperator::Minus, left.0);
                        (terms.choose(less, minus, left.0), absolute)
                    }
                    2 => {
                        let op =
                            [UnaryOperator::Minus, UnaryOperator::BitNot][random.next_u32() as usize % 2];
                        (terms.unary(op, left.0), fold::unary(op, left.1))
                    }
                    _ => {
                        let op = Op::ALL[random.next_u32() as usize % Op::ALL.len()];
                        let Ok(value) = fold::binary(op, left.1, right.1) else { continue };
                        (terms.binary(op, ty, left.0, right.0), value)
                    }
                };
                let program = Program::new(&terms, &[next.0]);
                let mut source = &assignment;
                let values = program.run(&terms, 1, &mut source);
                let expected = match next.1 {
                    Primitive::Int(v) => v as u32 as u64,
                    Primitive::Long(v) => v as u64,
                    Primitive::Boolean(v) => v.into(),
                    _ => continue,
                };
                let found = values.get(next.0, 0);
                let found = if matches!(next.1, Primitive::Int(_)) { found & 0xffff_ffff } else { found };
                assert_eq!(found, expected, "{seed}: {}", terms.show(next.0));
                if next.1.ty() == ty {
                    made.push(next);
                }
            }
        }
    }
}
