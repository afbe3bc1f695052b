//! Constraints in disjunctive normal form (§4.1): a list of conjunctive clauses of which one has to hold.

use rustc_hash::FxHashMap;

use crate::jvm::operator::{BinaryOperator as Op, UnaryOperator};
use crate::jvm::value::PrimitiveType;
use crate::term::{TermId, TermKind, Terms};

/// Longer lists are cut, and that is said.
pub const MOST_CLAUSES: usize = 64;
const MOST_CONJUNCTS: usize = 200;

/// A conjunctive clause: comparisons and boolean variables, negated or not.
pub type Clause = Vec<TermId>;

/// Clauses of which one has to hold; none: it cannot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dnf {
    pub clauses: Vec<Clause>,
    /// Some were left out.
    pub is_cut: bool,
}

impl Dnf {
    pub fn always() -> Self {
        Self { clauses: vec![Clause::new()], is_cut: false }
    }

    fn never() -> Self {
        Self::default()
    }

    fn or(mut self, other: Self) -> Self {
        self.clauses.extend(other.clauses);
        self.is_cut |= other.is_cut | (self.clauses.len() > MOST_CLAUSES);
        self.clauses.truncate(MOST_CLAUSES);
        self
    }

    pub fn and(&self, other: &Self) -> Self {
        let mut all = Self { clauses: Vec::new(), is_cut: self.is_cut | other.is_cut };
        for left in &self.clauses {
            for right in &other.clauses {
                if all.clauses.len() == MOST_CLAUSES || left.len() + right.len() > MOST_CONJUNCTS {
                    all.is_cut = true;
                    continue;
                }
                let mut clause = left.clone();
                clause.extend(right.iter().filter(|atom| !left.contains(atom)));
                all.clauses.push(clause);
            }
        }
        all
    }
}

/// A condition as clauses: `∧` and `∨` are split, `=` of booleans is two ways on which both are the same, and a value that depends on a
/// condition makes two clauses of the comparison around it.
pub fn dnf(terms: &mut Terms, condition: TermId, wanted: bool) -> Dnf {
    split(terms, condition, wanted, &mut 2_000)
}

fn split(terms: &mut Terms, condition: TermId, wanted: bool, steps: &mut usize) -> Dnf {
    *steps = steps.saturating_sub(1);
    if terms.is_true(condition) || terms.is_false(condition) {
        return if terms.is_true(condition) == wanted { Dnf::always() } else { Dnf::never() };
    }
    if *steps == 0 {
        return Dnf { is_cut: true, ..atom(terms, condition, wanted) };
    }
    match *terms.kind(condition) {
        TermKind::Unary { op: UnaryOperator::Not, operand } => split(terms, operand, !wanted, steps),
        TermKind::Binary { op: op @ (Op::And | Op::Or), ty: PrimitiveType::Boolean, left, right } => {
            let (a, b) = (split(terms, left, wanted, steps), split(terms, right, wanted, steps));
            if (op == Op::And) == wanted { a.and(&b) } else { a.or(b) }
        }
        TermKind::Binary {
            op: op @ (Op::Eq | Op::Ne | Op::Xor),
            ty: PrimitiveType::Boolean,
            left,
            right,
        } => {
            let same = (op == Op::Eq) == wanted;
            let mut ways = Dnf::never();
            for value in [true, false] {
                let a = split(terms, left, value, steps);
                let b = split(terms, right, value == same, steps);
                ways = ways.or(a.and(&b));
            }
            ways
        }
        TermKind::Choose { condition, then, otherwise } => {
            let mut ways = Dnf::never();
            for (value, branch) in [(true, then), (false, otherwise)] {
                let a = split(terms, condition, value, steps);
                ways = ways.or(a.and(&split(terms, branch, wanted, steps)));
            }
            ways
        }
        _ => match choice_in(terms, condition) {
            Some((choice, [asked, then, otherwise])) => {
                let mut ways = Dnf::never();
                for (value, branch) in [(true, then), (false, otherwise)] {
                    let way = replaced(terms, condition, choice, branch);
                    let a = split(terms, asked, value, steps);
                    ways = ways.or(a.and(&split(terms, way, wanted, steps)));
                }
                ways
            }
            None => atom(terms, condition, wanted),
        },
    }
}

fn atom(terms: &mut Terms, condition: TermId, wanted: bool) -> Dnf {
    let atom = if wanted { condition } else { terms.not(condition) };
    Dnf { clauses: vec![vec![atom]], is_cut: false }
}

/// The first value in a term that depends on a condition: its condition and its two values.
fn choice_in(terms: &Terms, term: TermId) -> Option<(TermId, [TermId; 3])> {
    terms.closure(&[term]).into_iter().find_map(|part| match *terms.kind(part) {
        TermKind::Choose { condition, then, otherwise } => Some((part, [condition, then, otherwise])),
        _ => None,
    })
}

/// The term with another in the place of one of its parts.
fn replaced(terms: &mut Terms, root: TermId, part: TermId, by: TermId) -> TermId {
    let mut new: FxHashMap<TermId, TermId> = FxHashMap::default();
    for term in terms.closure(&[root]) {
        let made = if term == part {
            by
        } else {
            terms.rebuild(term, |child| new.get(&child).copied().unwrap_or(child))
        };
        new.insert(term, made);
    }
    new.get(&root).copied().unwrap_or(root)
}
