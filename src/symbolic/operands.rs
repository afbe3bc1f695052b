//! The same operation on the same operands gives the same: a goal that two results are the same holds where the operands
//! are. On floats, and for products and quotients, that is the easier question by far, for the operations themselves are left
//! out of it; nothing follows where it does not hold.

use crate::jvm::operator::BinaryOperator;
use crate::jvm::value::PrimitiveType;
use crate::symbolic::facts::conjuncts;
use crate::term::{TermId, TermKind, Terms};

/// A goal from which the given one follows, with operands in place of results; `None` where no part of it is about those.
pub(super) fn of_operands(terms: &mut Terms, goal: TermId) -> Option<TermId> {
    let parts = conjuncts(terms, goal);
    let of_parts: Vec<Option<TermId>> = parts.iter().map(|&part| of_part(terms, part)).collect();
    if of_parts.iter().all(Option::is_none) {
        return None;
    }
    Some(terms.all(parts.into_iter().zip(of_parts).map(|(part, easier)| easier.unwrap_or(part))))
}

fn of_part(terms: &mut Terms, part: TermId) -> Option<TermId> {
    let (left, right) = match *terms.kind(part) {
        TermKind::SameFloat { left, right } => (left, right),
        TermKind::Binary {
            op: BinaryOperator::Eq,
            ty: PrimitiveType::Int | PrimitiveType::Long,
            left,
            right,
        } => (left, right),
        _ => return None,
    };
    match (terms.kind(left).clone(), terms.kind(right).clone()) {
        (
            TermKind::Binary { op, ty, left: a, right: b },
            TermKind::Binary { op: other, ty: other_ty, left: c, right: d },
        ) if (op, ty) == (other, other_ty) && is_hard(op, ty) => {
            let operands = [terms.same_value(a, c), terms.same_value(b, d)];
            Some(terms.all(operands))
        }
        (
            TermKind::Convert { from, to, operand: a },
            TermKind::Convert { from: other_from, to: other_to, operand: b },
        ) if (from, to) == (other_from, other_to) && (is_float(from) || is_float(to)) => {
            Some(terms.same_value(a, b))
        }
        _ => None,
    }
}

const fn is_float(ty: PrimitiveType) -> bool {
    matches!(ty, PrimitiveType::Float | PrimitiveType::Double)
}

/// Whether its circuit is large.
const fn is_hard(op: BinaryOperator, ty: PrimitiveType) -> bool {
    match op {
        BinaryOperator::Mul | BinaryOperator::Div | BinaryOperator::Rem => true,
        BinaryOperator::Add | BinaryOperator::Sub => is_float(ty),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::sort::{Sort, ValueSort};
    use crate::term::variable::{Variable, VariableInfo};

    fn numbers(terms: &mut Terms, sort: ValueSort) -> [TermId; 4] {
        [0, 1, 2, 3].map(|n| {
            let sort = Sort::Value(sort);
            let info = VariableInfo { variable: Variable::Any(n), sort, ty: None, name: format!("n{n}") };
            let var = terms.variable(info);
            terms.var(var)
        })
    }

    /// Whether two results are the same, and whether their operands are.
    fn of(terms: &mut Terms, op: BinaryOperator, ty: PrimitiveType, sort: ValueSort) -> (TermId, TermId) {
        let [a, b, c, d] = numbers(terms, sort);
        let (left, right) = (terms.binary(op, ty, a, b), terms.binary(op, ty, c, d));
        let results = terms.same_value(left, right);
        let operands = [terms.same_value(a, c), terms.same_value(b, d)];
        (results, terms.all(operands))
    }

    #[test]
    fn the_operands_stand_for_the_results_of_what_is_hard_alone() {
        use BinaryOperator::{Add, Mul, Sub};
        let of_floats = [Add, Sub, Mul].map(|op| (op, PrimitiveType::Double, ValueSort::Double, true));
        let of_integers = [(Add, false), (Sub, false), (Mul, true)]
            .map(|(op, is_hard)| (op, PrimitiveType::Int, ValueSort::Int, is_hard));
        for (op, ty, sort, is_hard) in of_floats.into_iter().chain(of_integers) {
            let mut terms = Terms::new();
            let (results, operands) = of(&mut terms, op, ty, sort);
            assert_eq!(of_operands(&mut terms, results), is_hard.then_some(operands), "{op:?} of {ty:?}");
        }
    }

    #[test]
    fn other_parts_of_a_goal_stay() {
        let mut terms = Terms::new();
        let (results, operands) =
            of(&mut terms, BinaryOperator::Mul, PrimitiveType::Double, ValueSort::Double);
        let (sum, _) = of(&mut terms, BinaryOperator::Sub, PrimitiveType::Int, ValueSort::Int);
        let goal = terms.and(results, sum);
        let easier = terms.and(operands, sum);
        let found = of_operands(&mut terms, goal).expect("it has a product");
        assert_eq!(
            conjuncts(&terms, found).into_iter().collect::<std::collections::BTreeSet<_>>(),
            conjuncts(&terms, easier).into_iter().collect()
        );
    }
}
