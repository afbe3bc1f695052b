//! What lies between two terms: `x + (y - x) / n`, `(x + y) >>> 1` and the like, as a search in halves has them. Each is
//! x plus ⌊(y − x) / n⌋ where x is at most y and nothing wraps around.

use crate::jvm::operator::BinaryOperator as Op;
use crate::jvm::value::PrimitiveType;
use crate::symbolic::bounds::range::Range;
use crate::symbolic::bounds::{Bounds, MAX_DEPTH, integer, is_integer};
use crate::term::{TermId, TermKind, Terms};

/// The place between two terms that a term has the form of.
#[derive(Clone, Copy)]
pub(super) enum Mean {
    /// `x + (y - x) / n`.
    From { x: TermId, y: TermId, n: i128 },
    /// Half the sum of two terms.
    Half { ty: PrimitiveType, x: TermId, y: TermId, op: Op },
}

impl Mean {
    pub(super) fn of(terms: &Terms, term: TermId) -> Option<Self> {
        let TermKind::Binary { op, ty, left, right } = *terms.kind(term) else { return None };
        if !is_integer(ty) {
            return None;
        }
        if op == Op::Add {
            let from = |(x, part): (TermId, TermId)| {
                let (_, whole, n) = parted(terms, part)?;
                match *terms.kind(whole) {
                    TermKind::Binary { op: Op::Sub, left: y, right, .. } if right == x => {
                        Some(Self::From { x, y, n })
                    }
                    _ => None,
                }
            };
            return [(left, right), (right, left)].into_iter().find_map(from);
        }
        let (op, sum, n) = parted(terms, term)?;
        match *terms.kind(sum) {
            TermKind::Binary { op: Op::Add, left: x, right: y, .. } if n == 2 => {
                Some(Self::Half { ty, x, y, op })
            }
            _ => None,
        }
    }

    pub(super) const fn ends(self) -> [TermId; 2] {
        match self {
            Self::From { x, y, .. } | Self::Half { x, y, .. } => [x, y],
        }
    }
}

/// `t / n`, `t >> k` and `t >>> k` as the operator, `t`, and into how many parts it is taken.
fn parted(terms: &Terms, term: TermId) -> Option<(Op, TermId, i128)> {
    let TermKind::Binary { op, ty, left, right } = *terms.kind(term) else { return None };
    let by = integer(terms, right)?;
    let n = match op {
        Op::Div if by > 0 => by,
        Op::Shr | Op::Ushr if (0..if ty == PrimitiveType::Long { 63 } else { 31 }).contains(&by) => 1 << by,
        _ => return None,
    };
    Some((op, left, n))
}

impl Bounds {
    /// How far the row of such a term is from the two.
    pub(super) fn relate_mean(&mut self, terms: &Terms, row: usize, mean: Mean) {
        match mean {
            Mean::From { x, y, n } => self.between(terms, row, (x, y), n),
            Mean::Half { ty, x, y, op } => {
                let [a, b] = [x, y].map(|term| self.range(terms, term, MAX_DEPTH));
                let sum = Range { low: a.low + b.low, high: a.high + b.high };
                // An unsigned shift halves the sum of two that are not negative, though it be too large for the type.
                let is_half = match op {
                    Op::Ushr => a.low >= 0 && b.low >= 0,
                    Op::Shr => sum.within(ty) == sum,
                    _ => sum.low >= 0 && sum.within(ty) == sum,
                };
                if is_half {
                    self.between(terms, row, (x, y), 2);
                    self.between(terms, row, (y, x), 2);
                }
            }
        }
    }

    /// The row is ⌊(y − x) / n⌋ above x, if x is at most y.
    fn between(&mut self, terms: &Terms, row: usize, (x, y): (TermId, TermId), n: i128) {
        let whole = self.exact(terms, Op::Sub, y, x, MAX_DEPTH);
        // Where the difference wraps around it is no longer the distance of the two.
        if whole.low < 0 || whole.within(PrimitiveType::Int) != whole || whole.low > whole.high {
            return;
        }
        let above = |distance: i128| distance / n;
        let below = |distance: i128| distance - distance / n;
        self.apart(terms, row, x, Range { low: above(whole.low), high: above(whole.high) });
        self.apart(terms, row, y, Range { low: -below(whole.high), high: -below(whole.low) });
    }
}
