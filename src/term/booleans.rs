//! What holds of booleans for all values: part of [`super::simplify`].
//!
//! The guards of paths that meet are or-ed, and what two versions compute is compared by `==`: so most of what is left
//! where two versions agree has an operand beside its own complement, or twice. A rule looks at the operands and at
//! their operands, no deeper.

use crate::jvm::operator::{BinaryOperator as Op, UnaryOperator};
use crate::jvm::value::{Primitive, PrimitiveType};
use crate::term::simplify::negated;
use crate::term::{TermId, TermKind, Terms};

impl Terms {
    /// A simpler term with the value of `left op right`, both boolean.
    pub(super) fn boolean_identity(&mut self, op: Op, left: TermId, right: TermId) -> Option<TermId> {
        let (constant, other) = match (self.constant(left), self.constant(right)) {
            (Some(Primitive::Boolean(c)), _) => (c, right),
            (_, Some(Primitive::Boolean(c))) => (c, left),
            _ => return self.of_operands(op, left, right),
        };
        match (op, constant) {
            (Op::And, true) | (Op::Or | Op::Xor | Op::Ne, false) | (Op::Eq, true) => Some(other),
            (Op::And, false) | (Op::Or, true) => Some(self.boolean(constant)),
            (Op::Xor | Op::Ne, true) | (Op::Eq, false) => Some(self.not(other)),
            _ => None,
        }
    }

    fn of_operands(&mut self, op: Op, left: TermId, right: TermId) -> Option<TermId> {
        if self.are_complements(left, right) {
            return Some(self.boolean(matches!(op, Op::Or | Op::Xor | Op::Ne)));
        }
        match op {
            Op::Eq | Op::Ne | Op::Xor => self.without_nots(op, left, right),
            Op::And | Op::Or => {
                let absorbed = self.absorbed(op, left, right).or_else(|| self.absorbed(op, right, left));
                absorbed.or_else(|| self.resolved(op, left, right))
            }
            _ => None,
        }
    }

    /// `!a == b` and the like: a complement on either side is one of the whole; and `a ^ b` is written `a != b`.
    fn without_nots(&mut self, op: Op, left: TermId, right: TermId) -> Option<TermId> {
        let is_xor = op == Op::Xor;
        let (op, other) = if op == Op::Eq { (Op::Eq, Op::Ne) } else { (Op::Ne, Op::Eq) };
        match (self.operand_of_not(left), self.operand_of_not(right)) {
            (None, None) => is_xor.then(|| self.binary(op, PrimitiveType::Boolean, left, right)),
            (Some(a), Some(b)) => Some(self.binary(op, PrimitiveType::Boolean, a, b)),
            (Some(a), None) => Some(self.binary(other, PrimitiveType::Boolean, a, right)),
            (None, Some(b)) => Some(self.binary(other, PrimitiveType::Boolean, left, b)),
        }
    }

    /// `a` beside a conjunction or disjunction of `a` or of its complement: `a & (a & b)`, `a & (a | b)`, `a & (!a & b)`,
    /// `a & (!a | b)`, and the same with the operators changed over.
    fn absorbed(&mut self, op: Op, a: TermId, of: TermId) -> Option<TermId> {
        let (inner, x, y) = self.connective(of)?;
        if a == x || a == y {
            return Some(if inner == op { of } else { a });
        }
        let rest = match (self.are_complements(a, x), self.are_complements(a, y)) {
            (true, _) => y,
            (_, true) => x,
            _ => return None,
        };
        Some(match inner == op {
            true => self.boolean(op == Op::Or),
            false => self.binary(op, PrimitiveType::Boolean, a, rest),
        })
    }

    /// `(g & c) | (g & !c)` is `g`: the two ways on from a decision meet again.
    fn resolved(&mut self, op: Op, left: TermId, right: TermId) -> Option<TermId> {
        let ((inner, a, b), (other, c, d)) = (self.connective(left)?, self.connective(right)?);
        if inner == op || other == op {
            return None;
        }
        let ways = [(a, b, c, d), (a, b, d, c), (b, a, c, d), (b, a, d, c)];
        let way = ways.into_iter().find(|&(g, c, h, d)| g == h && self.are_complements(c, d));
        way.map(|(g, ..)| g)
    }

    /// `and` or `or` with its operands.
    fn connective(&self, term: TermId) -> Option<(Op, TermId, TermId)> {
        match *self.kind(term) {
            TermKind::Binary { op: op @ (Op::And | Op::Or), ty: PrimitiveType::Boolean, left, right } => {
                Some((op, left, right))
            }
            _ => None,
        }
    }

    fn operand_of_not(&self, term: TermId) -> Option<TermId> {
        match *self.kind(term) {
            TermKind::Unary { op: UnaryOperator::Not, operand } => Some(operand),
            _ => None,
        }
    }

    /// Whether one is written as the complement of the other.
    fn are_complements(&self, a: TermId, b: TermId) -> bool {
        if self.operand_of_not(a) == Some(b) || self.operand_of_not(b) == Some(a) {
            return true;
        }
        match (self.kind(a), self.kind(b)) {
            (
                &TermKind::Binary { op: first, ty, left, right },
                &TermKind::Binary { op: second, ty: other, left: l, right: r },
            ) => (ty, left, right) == (other, l, r) && negated(first, ty) == Some(second),
            _ => false,
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

    fn inputs(terms: &mut Terms, count: u32, sort: ValueSort) -> Vec<TermId> {
        let of = |n: u32| {
            let (variable, name) = (Variable::Input(n), format!("{sort:?}{n}"));
            let var = terms.variable(VariableInfo { variable, sort: Sort::Value(sort), ty: None, name });
            terms.var(var)
        };
        (0..count).map(of).collect()
    }

    /// Terms over three variables beside their truth tables: one bit for each of the eight assignments.
    #[test]
    fn a_simplified_term_has_the_truth_table_of_its_operator() {
        for seed in 0..20_000 {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let mut terms = Terms::new();
            let variables = inputs(&mut terms, 3, ValueSort::Boolean);
            let mut made: Vec<(TermId, u8)> =
                variables.iter().copied().zip([0b1010_1010, 0b1100_1100, 0b1111_0000]).collect();
            for _ in 0..8 {
                let mut operand = || made[random.next_u32() as usize % made.len()];
                let ((a, left), (b, right)) = (operand(), operand());
                let (term, table) = match random.next_u32() % 6 {
                    0 => (terms.not(a), !left),
                    1 => (terms.and(a, b), left & right),
                    2 => (terms.or(a, b), left | right),
                    3 => (terms.binary(Op::Xor, PrimitiveType::Boolean, a, b), left ^ right),
                    4 => (terms.same_value(a, b), !(left ^ right)),
                    _ => (terms.choose(variables[0], a, b), left & 0b1010_1010 | right & 0b0101_0101),
                };
                let program = Program::new(&terms, &[term]);
                for row in 0..8_u32 {
                    let mut assignment = Assignment::default();
                    for (n, &variable) in variables.iter().enumerate() {
                        let TermKind::Var(var) = *terms.kind(variable) else { unreachable!("a variable") };
                        assignment.variables.insert(var, u64::from(row >> n & 1));
                    }
                    let mut source = &assignment;
                    let found = program.run(&terms, 1, &mut source).is_true(term, 0);
                    assert_eq!(found, table >> row & 1 == 1, "{seed}, row {row}: {}", terms.show(term));
                }
                made.push((term, table));
            }
        }
    }

    #[test]
    fn ways_that_part_and_meet_again_leave_no_trace() {
        let mut terms = Terms::new();
        let [x, y] = inputs(&mut terms, 2, ValueSort::Int)[..] else { unreachable!("two") };
        let [p] = inputs(&mut terms, 1, ValueSort::Boolean)[..] else { unreachable!("one") };
        let less = terms.binary(Op::Lt, PrimitiveType::Int, x, y);
        let at_least = terms.not(less);
        let (then, otherwise) = (terms.and(p, less), terms.and(p, at_least));
        assert_eq!(terms.or(then, otherwise), p);
        assert_eq!(terms.or(p, then), p);
        assert_eq!(terms.and(then, p), then);
        let either = terms.or(at_least, p);
        assert_eq!(terms.and(less, either), terms.and(less, p));
    }

    #[test]
    fn ordered_floats_have_no_complement() {
        let mut terms = Terms::new();
        let [x, y] = inputs(&mut terms, 2, ValueSort::Double)[..] else { unreachable!("two") };
        let less = terms.binary(Op::Lt, PrimitiveType::Double, x, y);
        let at_least = terms.binary(Op::Ge, PrimitiveType::Double, x, y);
        let either = terms.or(less, at_least);
        assert!(!terms.is_true(either), "neither holds of NaN");
    }
}
