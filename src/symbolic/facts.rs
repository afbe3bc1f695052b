//! Step 2 of the ladder: what the assumptions say of the goal without a search. A conjunct that is assumed is true
//! wherever it stands; of two terms that are assumed equal the simpler one stands for both; an order that the assumed
//! ones imply holds.

use crate::budget::{Budget, Exhausted};
use crate::jvm::operator::{BinaryOperator, UnaryOperator};
use crate::jvm::value::PrimitiveType;
use crate::symbolic::bounds::Bounds;
use crate::symbolic::question::Question;
use crate::term::{TermId, TermKind, Terms};
use rustc_hash::FxHashMap;

/// Each round puts into the assumptions what the others have become.
const MAX_ROUNDS: usize = 6;

/// What is left of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reduced {
    Valid,
    /// Valid if and only if the question was.
    Open(Question),
}

/// Simplifies the assumptions by each other, and the goal by the assumptions.
pub fn reduce(terms: &mut Terms, question: &Question, budget: &mut Budget) -> Result<Reduced, Exhausted> {
    let mut assumptions = question.assumptions.clone();
    assumptions.sort_unstable();
    let mut goal = question.goal;
    for _ in 0..MAX_ROUNDS {
        let before = assumptions.clone();
        let mut known = Known::default();
        let mut kept = Vec::new();
        // What fixes a value simplifies the most.
        assumptions.sort_by_key(|&a| (!fixes_a_value(terms, a), a));
        for assumption in assumptions {
            let simple = known.rewrite(terms, assumption, budget)?;
            for conjunct in conjuncts(terms, simple) {
                if terms.is_false(conjunct) {
                    return Ok(Reduced::Valid);
                }
                if !terms.is_true(conjunct) {
                    known.assume(terms, conjunct);
                    if known.bounds.is_contradictory() {
                        return Ok(Reduced::Valid);
                    }
                    kept.push(conjunct);
                }
            }
        }
        kept.sort_unstable();
        kept.dedup();
        assumptions = kept;
        goal = known.rewrite(terms, goal, budget)?;
        if terms.is_true(goal) {
            return Ok(Reduced::Valid);
        }
        if assumptions == before {
            break;
        }
    }
    Ok(Reduced::Open(Question { assumptions, goal }))
}

/// Whether the assumptions and the opposite of the goal, a comparison of integers, contradict each other at sight.
pub fn refute(terms: &mut Terms, question: &Question, budget: &mut Budget) -> Result<bool, Exhausted> {
    let TermKind::Binary { op, ty: PrimitiveType::Int | PrimitiveType::Long, .. } =
        *terms.kind(question.goal)
    else {
        return Ok(false);
    };
    if !op.is_comparison() {
        return Ok(false);
    }
    let mut assumptions = question.assumptions.clone();
    assumptions.push(terms.not(question.goal));
    let question = Question { assumptions, goal: terms.boolean(false) };
    Ok(reduce(terms, &question, budget)? == Reduced::Valid)
}

/// Whether the fact says that a term is some literal.
pub fn fixes_a_value(terms: &Terms, fact: TermId) -> bool {
    let is_literal =
        |t: TermId| matches!(terms.kind(t), TermKind::Constant(_) | TermKind::Null | TermKind::Text(_));
    match *terms.kind(fact) {
        TermKind::Binary { op: BinaryOperator::Eq, left, right, .. }
        | TermKind::SameReference { left, right }
        | TermKind::SameFloat { left, right } => is_literal(left) || is_literal(right),
        _ => false,
    }
}

/// The parts of a conjunction, the leftmost first.
pub fn conjuncts(terms: &Terms, term: TermId) -> Vec<TermId> {
    let mut parts = Vec::new();
    let mut pending = vec![term];
    while let Some(term) = pending.pop() {
        match *terms.kind(term) {
            TermKind::Binary { op: BinaryOperator::And, ty: PrimitiveType::Boolean, left, right } => {
                pending.extend([right, left]);
            }
            _ => parts.push(term),
        }
    }
    parts
}

/// Terms and what they are known to be equal to.
#[derive(Debug, Default)]
pub struct Known {
    equal: FxHashMap<TermId, TermId>,
    bounds: Bounds,
}

impl Known {
    pub fn assume(&mut self, terms: &mut Terms, fact: TermId) {
        let (yes, no) = (terms.boolean(true), terms.boolean(false));
        self.equal.insert(fact, yes);
        let opposite = terms.not(fact);
        self.equal.insert(opposite, no);
        if let TermKind::Binary { op, ty: PrimitiveType::Int | PrimitiveType::Long, left, right } =
            *terms.kind(fact)
        {
            self.bounds.assume(terms, op, left, right);
        }
        match *terms.kind(fact) {
            TermKind::Unary { op: UnaryOperator::Not, operand } => {
                self.equal.insert(operand, no);
            }
            TermKind::Binary { op: BinaryOperator::Eq, ty, left, right } if !ty.is_floating() => {
                self.join(terms, left, right);
            }
            TermKind::SameReference { left, right } | TermKind::SameFloat { left, right } => {
                self.join(terms, left, right);
            }
            _ => {}
        }
    }

    /// The simpler of the two stands for both from now on: a constant, or the one that was made first.
    fn join(&mut self, terms: &Terms, left: TermId, right: TermId) {
        let rank = |t: TermId| {
            let constant =
                matches!(terms.kind(t), TermKind::Constant(_) | TermKind::Null | TermKind::Text(_));
            (!constant, t)
        };
        let (simple, other) = if rank(left) <= rank(right) { (left, right) } else { (right, left) };
        self.equal.insert(other, simple);
    }

    /// The term with all that is known put in.
    pub fn rewrite(&self, terms: &mut Terms, root: TermId, budget: &mut Budget) -> Result<TermId, Exhausted> {
        let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
        for term in terms.closure(&[root]) {
            budget.spend(1)?;
            let new = terms.rebuild(term, |child| done[&child]);
            let new = self.representative(new);
            done.insert(term, self.decided(terms, new));
        }
        Ok(done[&root])
    }

    /// What the bounds say of a term: its value, the truth of a comparison, a division's quotient.
    fn decided(&self, terms: &mut Terms, term: TermId) -> TermId {
        if let Some(value) = self.bounds.value(terms, term) {
            return terms.primitive(value);
        }
        if let Some(same) = self.bounds.same(terms, term) {
            return self.representative(same);
        }
        let TermKind::Binary { op, ty: ty @ (PrimitiveType::Int | PrimitiveType::Long), left, right } =
            *terms.kind(term)
        else {
            return term;
        };
        match self.bounds.decide(terms, op, left, right) {
            Some(truth) => terms.boolean(truth),
            None => self
                .bounds
                .divided(terms, (op, ty), left, right)
                .or_else(|| self.strict(terms, (op, ty), left, right))
                .unwrap_or(term),
        }
    }

    /// `<` for `<=` and `>` for `>=` between what is known to be unequal.
    fn strict(
        &self,
        terms: &mut Terms,
        (op, ty): (BinaryOperator, PrimitiveType),
        left: TermId,
        right: TermId,
    ) -> Option<TermId> {
        let strict = match op {
            BinaryOperator::Le => BinaryOperator::Lt,
            BinaryOperator::Ge => BinaryOperator::Gt,
            _ => return None,
        };
        let unequal = terms.binary(BinaryOperator::Ne, ty, left, right);
        let is_known = self.equal.get(&unequal) == Some(&terms.boolean(true));
        is_known.then(|| terms.binary(strict, ty, left, right))
    }

    fn representative(&self, term: TermId) -> TermId {
        let mut term = term;
        // Chains end: each link leads to a constant or to an earlier term.
        while let Some(&simpler) = self.equal.get(&term) {
            term = simpler;
        }
        term
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::sort::{Sort, ValueSort};
    use crate::term::variable::{Variable, VariableInfo};

    #[test]
    fn a_term_to_which_two_bounds_leave_one_value_is_that_value() {
        let mut terms = Terms::new();
        let (sort, name) = (Sort::Value(ValueSort::Int), "n".to_owned());
        let var = terms.variable(VariableInfo { variable: Variable::Input(0), sort, ty: None, name });
        let (n, three) = (terms.var(var), terms.int(3));
        let compare = |terms: &mut Terms, op| terms.binary(op, PrimitiveType::Int, n, three);
        let assumptions = [BinaryOperator::Le, BinaryOperator::Ge].map(|op| compare(&mut terms, op)).to_vec();
        let wide = terms.convert(PrimitiveType::Int, PrimitiveType::Double, n);
        let of_three = terms.convert(PrimitiveType::Int, PrimitiveType::Double, three);
        let goal = terms.same_float(wide, of_three);
        let question = Question { assumptions, goal };
        assert_eq!(reduce(&mut terms, &question, &mut Budget::unlimited()), Ok(Reduced::Valid));
    }

    #[test]
    fn between_what_is_unequal_at_most_is_less() {
        let mut terms = Terms::new();
        let (sort, name) = (Sort::Value(ValueSort::Int), "n".to_owned());
        let var = terms.variable(VariableInfo { variable: Variable::Input(0), sort, ty: None, name });
        let (n, zero) = (terms.var(var), terms.int(0));
        let mut compare = |op| terms.binary(op, PrimitiveType::Int, n, zero);
        use BinaryOperator::{Ge, Gt, Le, Lt, Ne};
        let (unequal, weak, strict) = (compare(Ne), [compare(Le), compare(Ge)], [compare(Lt), compare(Gt)]);
        for (weak, strict) in weak.into_iter().zip(strict) {
            let goal = terms.same_value(weak, strict);
            let question = Question { assumptions: vec![unequal], goal };
            assert_eq!(reduce(&mut terms, &question, &mut Budget::unlimited()), Ok(Reduced::Valid));
            let question = Question { assumptions: Vec::new(), goal };
            assert_ne!(reduce(&mut terms, &question, &mut Budget::unlimited()), Ok(Reduced::Valid));
        }
    }

    #[test]
    fn each_at_most_the_other_are_the_same_term() {
        let mut terms = Terms::new();
        let [x, y] = ints(&mut terms);
        let order = |terms: &mut Terms, a, b| terms.binary(BinaryOperator::Le, PrimitiveType::Int, a, b);
        let both = vec![order(&mut terms, x, y), order(&mut terms, y, x)];
        let [a, b] = [x, y].map(|t| terms.convert(PrimitiveType::Int, PrimitiveType::Double, t));
        let goal = terms.same_float(a, b);
        let one = Question { assumptions: both[..1].to_vec(), goal };
        assert_ne!(reduce(&mut terms, &one, &mut Budget::unlimited()), Ok(Reduced::Valid));
        let question = Question { assumptions: both, goal };
        assert_eq!(reduce(&mut terms, &question, &mut Budget::unlimited()), Ok(Reduced::Valid));
    }

    #[test]
    fn a_comparison_of_what_no_assumption_names_is_refuted_by_its_opposite() {
        use BinaryOperator::{Add, Div, Ge, Le, Lt, Sub};
        let mut terms = Terms::new();
        let [low, high] = ints(&mut terms);
        let (zero, two) = (terms.int(0), terms.int(2));
        let mut binary = |op, left, right| terms.binary(op, PrimitiveType::Int, left, right);
        let apart = binary(Sub, high, low);
        let part = binary(Div, apart, two);
        let middle = binary(Add, low, part);
        let assumptions = vec![binary(Ge, low, zero), binary(Le, low, high)];
        let (holds, fails) = (binary(Le, middle, high), binary(Lt, middle, high));
        for (goal, wanted) in [(holds, true), (fails, false)] {
            let question = Question { assumptions: assumptions.clone(), goal };
            assert_ne!(reduce(&mut terms, &question, &mut Budget::unlimited()), Ok(Reduced::Valid));
            assert_eq!(refute(&mut terms, &question, &mut Budget::unlimited()), Ok(wanted));
        }
    }

    fn ints(terms: &mut Terms) -> [TermId; 2] {
        [0, 1].map(|n| {
            let (sort, name) = (Sort::Value(ValueSort::Int), n.to_string());
            let var = terms.variable(VariableInfo { variable: Variable::Input(n), sort, ty: None, name });
            terms.var(var)
        })
    }
}
