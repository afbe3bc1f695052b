//! Where the comparisons of a question change: a variable and the number that it is compared with. In a row of a hundred
//! guards a random vector seldom meets the one that matters; each has a vector of its own here, and the first ones are
//! those that only one side of an equation speaks of, as one version of a mutated condition does.

use std::collections::BTreeSet;

use indexmap::IndexSet;

use crate::jvm::operator::BinaryOperator::{And, Eq, Ge, Gt, Le, Lt, Ne, Or};
use crate::jvm::value::Primitive;
use crate::symbolic::equalities::mirrored;
use crate::term::variable::VarId;
use crate::term::{TermId, TermKind, Terms};

/// At most so many, without repetition, after looking at no more terms than `steps` for what one side speaks of.
pub(super) fn boundaries(terms: &Terms, roots: &[TermId], most: usize, steps: usize) -> Vec<(VarId, i64)> {
    let all = terms.closure(roots);
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for term in one_sided(terms, roots, steps).into_iter().chain(all) {
        for boundary in of(terms, term) {
            if found.len() == most {
                return found;
            }
            if seen.insert(boundary) {
                found.push(boundary);
            }
        }
    }
    found
}

/// The numbers on both sides of which a comparison comes out differently.
fn of(terms: &Terms, term: TermId) -> Vec<(VarId, i64)> {
    let TermKind::Binary { op, left, right, .. } = *terms.kind(term) else { return Vec::new() };
    let (var, number, op) = match (terms.kind(left), terms.kind(right)) {
        (TermKind::Var(var), TermKind::Constant(number)) => (*var, *number, op),
        (TermKind::Constant(number), TermKind::Var(var)) => (*var, *number, mirrored(op)),
        _ => return Vec::new(),
    };
    let number = match number {
        Primitive::Int(number) => number.into(),
        Primitive::Long(number) => number,
        _ => return Vec::new(),
    };
    match op {
        Eq | Ne => vec![(var, number)],
        Lt | Ge => vec![(var, number), (var, number.saturating_sub(1))],
        Gt | Le => vec![(var, number), (var, number.saturating_add(1))],
        _ => Vec::new(),
    }
}

/// What stands on one side only of the equations that a question is made of: each term once, as equations share what they
/// are made of, and of equations nested in one another there are more sides than terms.
fn one_sided(terms: &Terms, roots: &[TermId], mut steps: usize) -> IndexSet<TermId> {
    let mut pending = roots.to_vec();
    let mut visited = BTreeSet::new();
    let mut found = IndexSet::new();
    while let Some(term) = pending.pop() {
        if !visited.insert(term) {
            continue;
        }
        match *terms.kind(term) {
            TermKind::Unary { operand, .. } => pending.push(operand),
            TermKind::Binary { op: And | Or, left, right, .. } => pending.extend([left, right]),
            TermKind::Binary { op: Eq | Ne, left, right, .. }
            | TermKind::SameFloat { left, right }
            | TermKind::SameReference { left, right } => {
                let [left, right] = [left, right].map(|side| BTreeSet::from_iter(terms.closure(&[side])));
                let Some(rest) = steps.checked_sub(left.len() + right.len()) else { break };
                steps = rest;
                found.extend(left.symmetric_difference(&right));
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jvm::value::PrimitiveType;
    use crate::term::sort::{Sort, ValueSort};
    use crate::term::variable::{Variable, VariableInfo};

    const STEPS: usize = 100_000;

    fn number(terms: &mut Terms) -> (VarId, TermId) {
        let sort = Sort::Value(ValueSort::Int);
        let info = VariableInfo { variable: Variable::Any(0), sort, ty: None, name: "x".to_owned() };
        let var = terms.variable(info);
        (var, terms.var(var))
    }

    /// The number of the guard that holds, of those that `is_there` keeps.
    fn guards(terms: &mut Terms, x: TermId, is_there: impl Fn(i32) -> bool) -> TermId {
        let mut row = terms.int(0);
        for number in (1..=100).filter(|&number| is_there(number)) {
            let number = terms.int(number);
            let guard = terms.binary(Eq, PrimitiveType::Int, x, number);
            row = terms.choose(guard, number, row);
        }
        row
    }

    #[test]
    fn the_guard_that_one_version_lacks_comes_first() {
        let mut terms = Terms::new();
        let (var, x) = number(&mut terms);
        let (all, without) = (guards(&mut terms, x, |_| true), guards(&mut terms, x, |n| n != 73));
        let same = terms.same_value(all, without);
        assert_eq!(boundaries(&terms, &[same], 2, STEPS)[0], (var, 73));
        assert_eq!(boundaries(&terms, &[same], 1_000, STEPS).len(), 100);
    }

    #[test]
    fn equations_that_share_what_they_are_made_of_are_walked_once() {
        let mut terms = Terms::new();
        let (_, x) = number(&mut terms);
        let (zero, mut both) = (terms.int(0), Vec::new());
        let mut shared = terms.binary(Eq, PrimitiveType::Int, x, zero);
        for number in 1..=200 {
            let number = terms.int(number);
            let guard = terms.binary(Eq, PrimitiveType::Int, x, number);
            let left = terms.binary(And, PrimitiveType::Boolean, shared, guard);
            let right = terms.binary(And, PrimitiveType::Boolean, guard, shared);
            shared = terms.binary(Or, PrimitiveType::Boolean, left, right);
            both.push(shared);
        }
        let found = one_sided(&terms, &both, STEPS);
        // The variable, zero, and the number of each guard.
        assert_eq!(found.len(), 202);
        assert!(one_sided(&terms, &both, 30).len() < 30);
    }

    #[test]
    fn a_comparison_changes_between_two_numbers() {
        let mut terms = Terms::new();
        let ((var, x), seven) = (number(&mut terms), terms.int(7));
        for (op, numbers) in [(Lt, [6, 7]), (Le, [7, 8]), (Gt, [7, 8]), (Ge, [6, 7])] {
            let comparison = terms.binary(op, PrimitiveType::Int, x, seven);
            let mut found = boundaries(&terms, &[comparison], 10, STEPS);
            found.sort_unstable();
            assert_eq!(found, numbers.map(|number| (var, number)), "{op:?}");
        }
    }
}
