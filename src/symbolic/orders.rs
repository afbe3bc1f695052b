//! Small values for integers that are only compared: where a formula does nothing with some integers but compare them with one another
//! and with constants, it has a model if it has one in which they are few and near the constants. Said to the solver as a range, such a number
//! has a handful of bits.
//!
//! **Why it may be said.** Integers form *groups*: what one comparison or choice has on its sides is in one group. A group is *plain* if
//! every term of it is a variable, a constant, or a choice between such terms, and nothing but comparisons and choices reads any. Let values satisfy the formula, and
//! let a plain group of n variables have the constants c₁ < … < cₘ (the ends of the variables' domains are among them). There is a strictly
//! increasing function from the values of the group to the range [c₁ − n, cₘ + n] that leaves constants as they are: values between two
//! constants stay; the at most n different ones below c₁ go to the numbers just below it, in order, and those above cₘ to the ones just above
//! (there are as many of the type, since they were different numbers of the type). Without constants the range is [0, n − 1]. Under that function no
//! comparison of the group comes out differently, so no choice does, and each term of the group has the function's value of what it had. No term outside
//! of the group reads an integer of it. So the formula holds of the new values, which are in the range.
//!
//! What this says of one set of terms it does not say of a larger one: the range is assumed together with no further term.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::jvm::operator::BinaryOperator;
use crate::jvm::value::{Primitive, PrimitiveType};
use crate::term::domain::Domain;
use crate::term::sort::{Sort, ValueSort};
use crate::term::{TermId, TermKind, Terms};

/// Smaller ranges gain nothing more.
const FEWEST_BITS: u32 = 3;

/// What all the integers of some terms are in.
struct Groups {
    /// By integer term that is no constant: one before it in its group; itself at the group's head.
    before: FxHashMap<TermId, TermId>,
    /// A constant is the same in all groups, and joins none: each with a term of the group.
    constants: Vec<(TermId, i64)>,
    /// Terms with which something else is done than compared.
    mixed: Vec<TermId>,
}

impl Groups {
    fn of(terms: &Terms, roots: &[TermId]) -> Self {
        let all = terms.closure(roots);
        let integers = all.iter().copied().filter(|&term| is_integer(terms, term));
        let before = integers.clone().map(|term| (term, term)).collect();
        let mixed = roots.iter().copied().filter(|&root| is_integer(terms, root)).collect();
        let mut groups = Self { before, constants: Vec::new(), mixed };
        for &term in &all {
            match *terms.kind(term) {
                TermKind::Binary { op, ty, left, right } if op.is_comparison() && is_integral(ty) => {
                    groups.join(terms, left, right);
                }
                TermKind::Choose { then, otherwise, .. } if is_integer(terms, term) => {
                    groups.join(terms, term, then);
                    groups.join(terms, term, otherwise);
                }
                TermKind::Var(var) if is_integer(terms, term) => match terms.domain_of_variable(var) {
                    Domain::Integer { low, high } => {
                        let ends = [low, high].into_iter().filter(|end| !is_end_of_type(terms, term, *end));
                        groups.constants.extend(ends.map(|end| (term, end)));
                    }
                    _ => groups.mixed.push(term),
                },
                TermKind::Var(_) | TermKind::Constant(_) => {}
                _ => {
                    groups.mixed.extend(is_integer(terms, term).then_some(term));
                    terms.each_child(term, |child| {
                        groups.mixed.extend(is_integer(terms, child).then_some(child));
                    });
                }
            }
        }
        groups
    }

    fn head(&self, mut term: TermId) -> TermId {
        while self.before[&term] != term {
            term = self.before[&term];
        }
        term
    }

    fn join(&mut self, terms: &Terms, a: TermId, b: TermId) {
        match (constant(terms, a), constant(terms, b)) {
            (Some(_), Some(_)) => {}
            (Some(value), None) => self.constants.push((b, value)),
            (None, Some(value)) => self.constants.push((a, value)),
            (None, None) => {
                let (a, b) = (self.head(a), self.head(b));
                if a != b {
                    self.before.insert(a.max(b), a.min(b));
                }
            }
        }
    }

    /// The plain ones: their variables and constants.
    fn plain(&self, terms: &Terms) -> Vec<(Vec<TermId>, Vec<i64>)> {
        let mut groups: BTreeMap<TermId, (Vec<TermId>, Vec<i64>)> = BTreeMap::new();
        let mut variables: Vec<TermId> = self
            .before
            .keys()
            .copied()
            .filter(|&term| matches!(terms.kind(term), TermKind::Var(_)))
            .collect();
        variables.sort_unstable();
        for variable in variables {
            groups.entry(self.head(variable)).or_default().0.push(variable);
        }
        for &(term, value) in &self.constants {
            groups.entry(self.head(term)).or_default().1.push(value);
        }
        for &term in self.mixed.iter().filter(|&&term| constant(terms, term).is_none()) {
            groups.remove(&self.head(term));
        }
        groups.into_values().collect()
    }

    fn is_plain(&self, terms: &Terms) -> bool {
        self.mixed.iter().all(|&term| constant(terms, term).is_some())
    }
}

/// Whether all integers of the terms are only compared.
pub fn is_plain(terms: &Terms, roots: &[TermId]) -> bool {
    Groups::of(terms, roots).is_plain(terms)
}

/// What may be assumed beside these terms and no others: the terms can hold together if and only if they can with that.
pub fn ranges(terms: &mut Terms, roots: &[TermId]) -> Vec<TermId> {
    let mut ranges = Vec::new();
    for (variables, constants) in Groups::of(terms, roots).plain(terms) {
        let bits = bits_of(variables.len(), &constants);
        for variable in variables {
            let ty = if terms.sort(variable) == Sort::Value(ValueSort::Int) {
                PrimitiveType::Int
            } else {
                PrimitiveType::Long
            };
            let width = if ty == PrimitiveType::Int { 32 } else { 64 };
            if bits >= width {
                continue;
            }
            let by = terms.int((width - bits) as i32);
            let left = terms.binary(BinaryOperator::Shl, ty, variable, by);
            let back = terms.binary(BinaryOperator::Shr, ty, left, by);
            ranges.push(terms.same_value(back, variable));
        }
    }
    ranges
}

/// How many bits hold the range of so many variables and these constants.
fn bits_of(variables: usize, constants: &[i64]) -> u32 {
    let n = variables as i64;
    let (low, high) = match (constants.iter().min(), constants.iter().max()) {
        (Some(low), Some(high)) => (low.saturating_sub(n), high.saturating_add(n)),
        _ => (0, n),
    };
    let of = |value: i64| 65 - (if value < 0 { !value } else { value }).leading_zeros();
    of(low).max(of(high)).max(FEWEST_BITS)
}

fn constant(terms: &Terms, term: TermId) -> Option<i64> {
    match terms.constant(term)? {
        Primitive::Int(value) => Some(value.into()),
        Primitive::Long(value) => Some(value),
        _ => None,
    }
}

fn is_integer(terms: &Terms, term: TermId) -> bool {
    matches!(terms.sort(term), Sort::Value(ValueSort::Int | ValueSort::Long))
}

const fn is_integral(ty: PrimitiveType) -> bool {
    matches!(ty, PrimitiveType::Int | PrimitiveType::Long)
}

/// The least or greatest value of the term's sort.
fn is_end_of_type(terms: &Terms, term: TermId, value: i64) -> bool {
    let (low, high) = if terms.sort(term) == Sort::Value(ValueSort::Int) {
        (i64::from(i32::MIN), i64::from(i32::MAX))
    } else {
        (i64::MIN, i64::MAX)
    };
    value == low || value == high
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::variable::{Variable, VariableInfo};

    fn variable(terms: &mut Terms, number: u32) -> TermId {
        let sort = Sort::Value(ValueSort::Int);
        let name = format!("x{number}");
        let var = terms.variable(VariableInfo { variable: Variable::Any(number), sort, ty: None, name });
        terms.var(var)
    }

    #[test]
    fn a_range_holds_the_constants_and_room_beside_them() {
        assert_eq!(bits_of(2, &[]), 3);
        assert_eq!(bits_of(10, &[]), 5);
        // 7 + 1 is 8, which takes five bits with the sign; -8 four.
        assert_eq!([bits_of(1, &[7]), bits_of(1, &[6]), bits_of(1, &[-7]), bits_of(1, &[-8])], [5, 4, 4, 5]);
        assert_eq!(bits_of(3, &[i64::MIN, i64::MAX]), 64);
    }

    #[test]
    fn what_is_only_compared_has_a_range_and_what_is_computed_with_has_none() {
        let mut terms = Terms::new();
        let (a, b) = (variable(&mut terms, 0), variable(&mut terms, 1));
        let (x, y) = (variable(&mut terms, 2), variable(&mut terms, 3));
        let lt = |terms: &mut Terms, a, b| terms.binary(BinaryOperator::Lt, PrimitiveType::Int, a, b);
        let first = lt(&mut terms, a, b);
        let smaller = terms.choose(first, a, b);
        let (four, is_four) = (terms.int(4), terms.int(4));
        let plain = lt(&mut terms, smaller, four);
        let sum = terms.binary(BinaryOperator::Add, PrimitiveType::Int, x, is_four);
        let computed = lt(&mut terms, sum, y);
        assert!(is_plain(&terms, &[plain]) && !is_plain(&terms, &[plain, computed]));
        assert_eq!(ranges(&mut terms, &[plain]).len(), 2);
        // The constant that both have in common does not make one group of them; y is compared with what is computed.
        assert_eq!(ranges(&mut terms, &[plain, computed]).len(), 2);
        let both = lt(&mut terms, a, x);
        assert_eq!(ranges(&mut terms, &[plain, computed, both]).len(), 0);
        // An integer that is asked for itself is no comparison.
        assert_eq!(ranges(&mut terms, &[smaller]).len(), 0);
    }

    /// All values of three variables in a range that is large enough against those of the range that is said.
    #[test]
    fn a_formula_holds_somewhere_if_it_holds_in_the_range() {
        let all = |low: i64, high: i64, holds: &dyn Fn([i64; 3]) -> bool| {
            let values = || low..=high;
            values().any(|a| values().any(|b| values().any(|c| holds([a, b, c]))))
        };
        let mut seed = 7_u64;
        let mut draw = |n: u64| {
            seed = crate::term::evaluate::mix(seed, n);
            seed % n
        };
        for _ in 0..300 {
            // Conjunctions of comparisons between three variables and the constants -3 and 5.
            let parts: Vec<(usize, usize, u64)> =
                (0..4).map(|_| (draw(3) as usize, draw(5) as usize, draw(3))).collect();
            let holds = |v: [i64; 3]| {
                let all = [v[0], v[1], v[2], -3, 5];
                parts.iter().all(|&(a, b, op)| match op {
                    0 => all[a] < all[b],
                    1 => all[a] == all[b],
                    _ => all[a] > all[b],
                })
            };
            let bits = bits_of(3, &[-3, 5]);
            let end = 1_i64 << (bits - 1);
            assert_eq!(all(-end, end - 1, &holds), all(-20, 20, &holds), "{parts:?}");
        }
    }
}
