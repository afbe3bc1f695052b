//! Quotients that the bounds fix: `x / y` is then a number, and `x % y` a difference.

use crate::jvm::operator::BinaryOperator as Op;
use crate::jvm::value::{Primitive, PrimitiveType};
use crate::symbolic::bounds::range::Range;
use crate::symbolic::bounds::{Bounds, INFINITE, MAX_DEPTH};
use crate::term::{TermId, Terms};

impl Bounds {
    /// `left op right`, a quotient or a remainder of integers, without the division; `None` if the bounds leave more than
    /// one quotient, or an operand that may be negative.
    pub fn divided(
        &self,
        terms: &mut Terms,
        (op, ty): (Op, PrimitiveType),
        left: TermId,
        right: TermId,
    ) -> Option<TermId> {
        if !matches!(op, Op::Div | Op::Rem) || self.is_contradictory {
            return None;
        }
        let quotient = i64::try_from(self.quotient(terms, left, right)?).ok()?;
        let quotient = terms.primitive(match ty {
            PrimitiveType::Long => Primitive::Long(quotient),
            _ => Primitive::Int(quotient.try_into().ok()?),
        });
        if op == Op::Div {
            return Some(quotient);
        }
        // No more than the dividend, so that nothing wraps around.
        let whole = terms.binary(Op::Mul, ty, right, quotient);
        Some(terms.binary(Op::Sub, ty, left, whole))
    }

    fn quotient(&self, terms: &Terms, left: TermId, right: TermId) -> Option<i128> {
        let [dividend, divisor] = [left, right].map(|term| self.range(terms, term, MAX_DEPTH));
        let is_empty = |range: Range| range.low > range.high;
        if dividend.low < 0 || divisor.low <= 0 || is_empty(dividend) || is_empty(divisor) {
            return None;
        }
        let (mut least, mut most) = (dividend.low / divisor.high, dividend.high / divisor.low);
        // x − y ≤ d: then x / y ≤ 1 + d / y, and for a negative d it is 0.
        let (l, r) = (self.linear(terms, left), self.linear(terms, right));
        let apart = self.most(terms, l.base, r.base);
        if apart < INFINITE {
            let apart = apart + l.offset - r.offset;
            most = most.min(if apart < 0 { 0 } else { 1 + apart / divisor.low });
        }
        if self.decide(terms, Op::Ge, left, right) == Some(true) {
            least = least.max(1);
        }
        (least == most).then_some(least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::assignment::Assignment;
    use crate::term::evaluate::Program;
    use crate::term::sort::{Sort, ValueSort};
    use crate::term::variable::{Variable, VariableInfo};

    /// Of two variables between two numbers each, in an order or none: what is left of `/` and `%` is right at each pair
    /// of values that the assumptions allow.
    #[test]
    fn a_quotient_that_the_bounds_fix_is_the_one_of_all_values() {
        let mut terms = Terms::new();
        let vars = [0, 1].map(|n| {
            let (variable, name) = (Variable::Input(n), n.to_string());
            terms.variable(VariableInfo { variable, sort: Sort::Value(ValueSort::Int), ty: None, name })
        });
        let [x, y] = vars.map(|var| terms.var(var));
        let orders = [None, Some(Op::Lt), Some(Op::Le), Some(Op::Ge), Some(Op::Gt), Some(Op::Eq)];
        let mut fixed = 0;
        for (low, high) in (-2..9).flat_map(|low| (low..9).map(move |high| (low, high))) {
            for (from, to) in (-1..5).flat_map(|from| (from..6).map(move |to| (from, to))) {
                for order in orders {
                    let mut bounds = Bounds::default();
                    for (op, term, by) in
                        [(Op::Ge, x, low), (Op::Le, x, high), (Op::Ge, y, from), (Op::Le, y, to)]
                    {
                        let by = terms.int(by);
                        bounds.assume(&terms, op, term, by);
                    }
                    order.into_iter().for_each(|op| bounds.assume(&terms, op, x, y));
                    for op in [Op::Div, Op::Rem] {
                        let Some(simple) = bounds.divided(&mut terms, (op, PrimitiveType::Int), x, y) else {
                            continue;
                        };
                        fixed += 1;
                        let program = Program::new(&terms, &[simple]);
                        for (a, b) in (low..=high).flat_map(|a| (from..=to).map(move |b| (a, b))) {
                            if order.is_some_and(|op| !holds(op, a, b)) {
                                continue;
                            }
                            let mut assignment = Assignment::default();
                            for (var, value) in vars.into_iter().zip([a, b]) {
                                assignment.variables.insert(var, value as u32 as u64);
                            }
                            let found = program.run(&terms, 1, &mut &assignment).get(simple, 0) as i32;
                            let expected = if op == Op::Div { a / b } else { a % b };
                            assert_eq!(
                                found, expected,
                                "{a} {op:?} {b}, {low}..={high}, {from}..={to}, {order:?}"
                            );
                        }
                    }
                }
            }
        }
        assert!(fixed > 1_000, "{fixed}");
    }

    fn holds(op: Op, a: i32, b: i32) -> bool {
        match op {
            Op::Lt => a < b,
            Op::Le => a <= b,
            Op::Ge => a >= b,
            Op::Gt => a > b,
            _ => a == b,
        }
    }
}
