//! Constraints in disjunctive normal form (§4.1): a list of conjunctive clauses of which one has to hold.

use rustc_hash::FxHashMap;

use crate::jvm::operator::{BinaryOperator as Op, UnaryOperator};
use crate::jvm::value::PrimitiveType;
use crate::term::{TermId, TermKind, Terms};

/// Longer lists are cut, and that is said.
pub const MOST_CLAUSES: usize = 64;
const MOST_CONJUNCTS: usize = 200;
/// So many parts of a condition are looked at; what is left then is an atom.
const MOST_SPLIT: usize = 2_000;

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

    /// What it takes is added: an atom of each clause is a unit, as a term is.
    pub fn and(&self, other: &Self, work: &mut u64) -> Self {
        let mut all = Self { clauses: Vec::new(), is_cut: self.is_cut | other.is_cut };
        for left in &self.clauses {
            for right in &other.clauses {
                if all.clauses.len() == MOST_CLAUSES || left.len() + right.len() > MOST_CONJUNCTS {
                    all.is_cut = true;
                    continue;
                }
                let mut clause = left.clone();
                clause.extend(right.iter().filter(|atom| !left.contains(atom)));
                *work += clause.len() as u64;
                all.clauses.push(clause);
            }
        }
        all
    }
}

/// A condition as clauses: `∧` and `∨` are split, `=` of booleans is two ways on which both are the same, and a value that depends on a
/// condition makes two clauses of the comparison around it. What it takes is added, in terms looked at.
pub fn dnf(terms: &mut Terms, condition: TermId, wanted: bool, work: &mut u64) -> Dnf {
    split(terms, condition, wanted, &mut Splitting { steps: MOST_SPLIT, work })
}

/// What is left for one condition, and what all took.
struct Splitting<'w> {
    steps: usize,
    work: &'w mut u64,
}

fn split(terms: &mut Terms, condition: TermId, wanted: bool, of: &mut Splitting<'_>) -> Dnf {
    of.steps = of.steps.saturating_sub(1);
    if terms.is_true(condition) || terms.is_false(condition) {
        return if terms.is_true(condition) == wanted { Dnf::always() } else { Dnf::never() };
    }
    if of.steps == 0 {
        return Dnf { is_cut: true, ..atom(terms, condition, wanted) };
    }
    match *terms.kind(condition) {
        TermKind::Unary { op: UnaryOperator::Not, operand } => split(terms, operand, !wanted, of),
        TermKind::Binary { op: op @ (Op::And | Op::Or), ty: PrimitiveType::Boolean, left, right } => {
            let (a, b) = (split(terms, left, wanted, of), split(terms, right, wanted, of));
            if (op == Op::And) == wanted { a.and(&b, of.work) } else { a.or(b) }
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
                let a = split(terms, left, value, of);
                let b = split(terms, right, value == same, of);
                ways = ways.or(a.and(&b, of.work));
            }
            ways
        }
        TermKind::Choose { condition, then, otherwise } => {
            let mut ways = Dnf::never();
            for (value, branch) in [(true, then), (false, otherwise)] {
                let a = split(terms, condition, value, of);
                let b = split(terms, branch, wanted, of);
                ways = ways.or(a.and(&b, of.work));
            }
            ways
        }
        _ => match choice_in(terms, condition, of.work) {
            Some((choice, [asked, then, otherwise])) => {
                let mut ways = Dnf::never();
                for (value, branch) in [(true, then), (false, otherwise)] {
                    let way = replaced(terms, condition, (choice, branch), of.work);
                    let a = split(terms, asked, value, of);
                    let b = split(terms, way, wanted, of);
                    ways = ways.or(a.and(&b, of.work));
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
fn choice_in(terms: &Terms, term: TermId, work: &mut u64) -> Option<(TermId, [TermId; 3])> {
    let parts = terms.closure(&[term]);
    *work += parts.len() as u64;
    parts.into_iter().find_map(|part| match *terms.kind(part) {
        TermKind::Choose { condition, then, otherwise } => Some((part, [condition, then, otherwise])),
        _ => None,
    })
}

/// The term with another in the place of one of its parts.
fn replaced(terms: &mut Terms, root: TermId, (part, by): (TermId, TermId), work: &mut u64) -> TermId {
    let mut new: FxHashMap<TermId, TermId> = FxHashMap::default();
    let parts = terms.closure(&[root]);
    *work += parts.len() as u64;
    for term in parts {
        let made = if term == part {
            by
        } else {
            terms.rebuild(term, |child| new.get(&child).copied().unwrap_or(child))
        };
        new.insert(term, made);
    }
    new.get(&root).copied().unwrap_or(root)
}
