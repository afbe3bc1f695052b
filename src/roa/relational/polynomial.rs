//! Sums and products of integers, which wrap around and make a ring: terms that are equal as polynomials are equal.

use crate::jvm::operator::{BinaryOperator, UnaryOperator};
use crate::jvm::value::Primitive;
use crate::term::sort::{Sort, ValueSort};
use crate::term::{TermId, TermKind, Terms};
use std::collections::BTreeMap;

/// Products of terms, sorted, and how often each is added: sums and products of integers wrap around, and make a ring.
type Polynomial = BTreeMap<Vec<TermId>, i64>;

/// Deeper terms, and longer sums, are taken as they are.
pub(super) const MAX_NESTING: u32 = 24;
const MAX_MONOMIALS: usize = 64;

/// An integer as a polynomial over terms that are neither sums nor products; `None` where it is too long.
pub(super) fn polynomial(terms: &Terms, term: TermId, nesting: u32) -> Option<Polynomial> {
    let wrap = |value: i64| match terms.sort(term) {
        Sort::Value(ValueSort::Int) => i64::from(value as i32),
        _ => value,
    };
    let finish = |mut made: Polynomial| {
        made.values_mut().for_each(|times| *times = wrap(*times));
        made.retain(|_, times| *times != 0);
        (made.len() <= MAX_MONOMIALS).then_some(made)
    };
    let whole = || Some(Polynomial::from([(vec![term], 1)]));
    if let Some(constant) = terms.constant(term) {
        let value = match constant {
            Primitive::Int(value) => i64::from(value),
            Primitive::Long(value) => value,
            _ => return whole(),
        };
        return finish(Polynomial::from([(Vec::new(), value)]));
    }
    let Some(inside) = nesting.checked_sub(1) else { return whole() };
    match *terms.kind(term) {
        TermKind::Unary { op: UnaryOperator::Minus, operand, .. } => {
            let mut made = polynomial(terms, operand, inside)?;
            made.values_mut().for_each(|times| *times = times.wrapping_neg());
            finish(made)
        }
        TermKind::Binary { op: op @ (BinaryOperator::Add | BinaryOperator::Sub), left, right, .. } => {
            let mut made = polynomial(terms, left, inside)?;
            for (product, times) in polynomial(terms, right, inside)? {
                let times = if op == BinaryOperator::Sub { times.wrapping_neg() } else { times };
                let known = made.entry(product).or_default();
                *known = known.wrapping_add(times);
            }
            finish(made)
        }
        TermKind::Binary { op: BinaryOperator::Mul, left, right, .. } => {
            let (left, right) = (polynomial(terms, left, inside)?, polynomial(terms, right, inside)?);
            let mut made = Polynomial::new();
            for (a, times) in &left {
                for (b, more) in &right {
                    let mut product: Vec<TermId> = a.iter().chain(b).copied().collect();
                    product.sort_unstable();
                    let known = made.entry(product).or_default();
                    *known = known.wrapping_add(times.wrapping_mul(*more));
                }
            }
            finish(made)
        }
        _ => whole(),
    }
}
#[cfg(test)]
mod tests {
    use super::super::same;
    use super::*;
    use crate::jvm::value::PrimitiveType;
    use crate::term::variable::{Variable, VariableInfo};

    #[test]
    fn sums_and_products_are_the_same_in_any_order_and_only_then() {
        let mut terms = Terms::new();
        let [a, b] = [0, 1].map(|number| {
            let (sort, name) = (Sort::Value(ValueSort::Int), String::new());
            let variable = Variable::Input(number);
            let var = terms.variable(VariableInfo { variable, sort, ty: None, name });
            terms.var(var)
        });
        let one = terms.primitive(Primitive::Int(1));
        let mut binary = |op, left, right| terms.binary(op, PrimitiveType::Int, left, right);
        // (a + 1) * b, a * b + b, a * b + a
        let sum = binary(BinaryOperator::Add, a, one);
        let factored = binary(BinaryOperator::Mul, sum, b);
        let product = binary(BinaryOperator::Mul, a, b);
        let (plus_b, plus_a) =
            (binary(BinaryOperator::Add, product, b), binary(BinaryOperator::Add, product, a));
        let [same_one, other] = [plus_b, plus_a].map(|term| same(&mut terms, factored, term));
        assert!(terms.is_true(same_one));
        assert!(!terms.is_true(other));
    }
}
