//! What order facts say of other comparisons, without a search: upper bounds on differences of integers, closed
//! under addition (a difference-bound matrix), over terms of the form `base + constant` that cannot overflow.
//!
//! All bounds speak of mathematical integers, so ints and longs mix; `base + c` is taken apart only where the bounds
//! known by then show that the addition does not wrap around.

mod mean;
mod quotient;
mod range;

use std::cell::RefCell;

use crate::jvm::operator::{BinaryOperator, UnaryOperator};
use crate::jvm::value::{Primitive, PrimitiveType};
use crate::symbolic::bounds::mean::Mean;
use crate::symbolic::bounds::range::{Range, binary};
use crate::term::domain::Domain;
use crate::term::sort::{Sort, ValueSort};
use crate::term::{TermId, TermKind, Terms};
use rustc_hash::FxHashMap;

/// More terms are not related.
const MAX_TERMS: usize = 24;
/// Ranges look so deep into a term.
const MAX_DEPTH: u32 = 5;
const INFINITE: i128 = i128::MAX / 4;
/// The row of the number zero.
const ZERO: usize = 0;

#[derive(Debug)]
pub struct Bounds {
    rows: FxHashMap<TermId, usize>,
    /// `differences[a][b]`: the most that a − b can be.
    differences: Vec<Vec<i128>>,
    /// The rows of sums, differences and means of two terms, which say more the more is known of these.
    sums: Vec<TermId>,
    /// Ranges of terms that were looked for so deep, by what is known now.
    ranges: RefCell<FxHashMap<(TermId, u32), Range>>,
    is_contradictory: bool,
}

/// A number plus perhaps a term.
#[derive(Clone, Copy)]
struct Linear {
    base: Option<TermId>,
    offset: i128,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            rows: FxHashMap::default(),
            differences: vec![vec![0]],
            sums: Vec::new(),
            ranges: RefCell::default(),
            is_contradictory: false,
        }
    }
}

impl Bounds {
    /// No values at all satisfy what was assumed.
    pub const fn is_contradictory(&self) -> bool {
        self.is_contradictory
    }

    /// Takes a comparison of integers for true.
    pub fn assume(&mut self, terms: &Terms, op: BinaryOperator, left: TermId, right: TermId) {
        let (l, r) = (self.linear(terms, left), self.linear(terms, right));
        let (Some(a), Some(b)) = (self.row(terms, l.base), self.row(terms, r.base)) else { return };
        let gap = r.offset - l.offset;
        use BinaryOperator as Op;
        match op {
            Op::Lt => self.bound(a, b, gap - 1),
            Op::Le => self.bound(a, b, gap),
            Op::Gt => self.bound(b, a, -gap - 1),
            Op::Ge => self.bound(b, a, -gap),
            Op::Eq => {
                self.bound(a, b, gap);
                self.bound(b, a, -gap);
            }
            Op::Ne => {
                if self.differences[a][b] == gap {
                    self.bound(a, b, gap - 1);
                }
                if self.differences[b][a] == -gap {
                    self.bound(b, a, -gap - 1);
                }
            }
            _ => {}
        }
        for sum in self.sums.clone() {
            self.relate(terms, sum);
        }
    }

    /// What is known of a sum, a difference or a mean by what is known of its parts, where it does not wrap around.
    fn relate(&mut self, terms: &Terms, sum: TermId) {
        let Some(&row) = self.rows.get(&sum) else { return };
        if let Some(mean) = Mean::of(terms, sum) {
            self.relate_mean(terms, row, mean);
        }
        let Some((op, ty, left, right)) = sum_of(terms, sum) else { return };
        let exact = self.exact(terms, op, left, right, MAX_DEPTH);
        if exact.within(ty) != exact {
            return;
        }
        self.bound(row, ZERO, exact.high);
        self.bound(ZERO, row, -exact.low);
        // So far is the sum from its left part; a sum from its right one, too.
        let (l, r) = (self.range(terms, left, MAX_DEPTH), self.range(terms, right, MAX_DEPTH));
        if op == BinaryOperator::Add {
            self.apart(terms, row, left, r);
            self.apart(terms, row, right, l);
        } else {
            self.apart(terms, row, left, Range { low: -r.high, high: -r.low });
        }
    }

    /// A row is the term plus something in this range.
    fn apart(&mut self, terms: &Terms, row: usize, term: TermId, by: Range) {
        let Linear { base, offset } = self.linear(terms, term);
        let Some(other) = base.map_or(Some(ZERO), |base| self.rows.get(&base).copied()) else { return };
        self.bound(row, other, by.high + offset);
        self.bound(other, row, -(by.low + offset));
    }

    /// Where the mathematical sum or difference of two terms lies.
    fn exact(&self, terms: &Terms, op: BinaryOperator, left: TermId, right: TermId, depth: u32) -> Range {
        let (l, r) = (self.range(terms, left, depth), self.range(terms, right, depth));
        if op == BinaryOperator::Add {
            return Range { low: l.low + r.low, high: l.high + r.high };
        }
        let apart = Range { low: l.low - r.high, high: l.high - r.low };
        // Further inside it would be looked up again and again.
        if depth + 1 < MAX_DEPTH {
            return apart;
        }
        let (a, b) = (self.linear_at(terms, left, depth - 2), self.linear_at(terms, right, depth - 2));
        let known = |base: Option<TermId>| base.map_or(Some(ZERO), |t| self.rows.get(&t).copied());
        let (Some(x), Some(y)) = (known(a.base), known(b.base)) else { return apart };
        let offset = a.offset - b.offset;
        let (most, least) = (self.differences[x][y], self.differences[y][x]);
        apart.meet(Range {
            low: if least < INFINITE { offset - least } else { -INFINITE },
            high: if most < INFINITE { most + offset } else { INFINITE },
        })
    }

    /// The truth of a comparison of integers, if the bounds settle it.
    pub fn decide(&self, terms: &Terms, op: BinaryOperator, left: TermId, right: TermId) -> Option<bool> {
        let (l, r) = (self.linear(terms, left), self.linear(terms, right));
        let offset = l.offset - r.offset;
        let most = self.most(terms, l.base, r.base) + offset;
        let least = offset - self.most(terms, r.base, l.base);
        use BinaryOperator as Op;
        let holds = |always: bool, never: bool| match (always, never) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        };
        match op {
            Op::Lt => holds(most < 0, least >= 0),
            Op::Le => holds(most <= 0, least > 0),
            Op::Gt => holds(least > 0, most <= 0),
            Op::Ge => holds(least >= 0, most < 0),
            Op::Eq => holds(most == 0 && least == 0, most < 0 || least > 0),
            Op::Ne => holds(most < 0 || least > 0, most == 0 && least == 0),
            _ => None,
        }
    }

    /// The one value that the assumptions leave to a term that they name.
    pub fn value(&self, terms: &Terms, term: TermId) -> Option<Primitive> {
        let &row = self.rows.get(&term)?;
        let (most, least) = (self.differences[row][ZERO], -self.differences[ZERO][row]);
        let value = i64::try_from(most).ok().filter(|_| most == least)?;
        Some(match terms.sort(term) {
            Sort::Value(ValueSort::Long) => Primitive::Long(value),
            _ => Primitive::Int(value.try_into().ok()?),
        })
    }

    /// A term that was made before and has the same value under the assumptions.
    pub fn same(&self, terms: &Terms, term: TermId) -> Option<TermId> {
        let &row = self.rows.get(&term)?;
        let is_same = |&(&other, &at): &(&TermId, &usize)| {
            other < term
                && self.differences[row][at] == 0
                && self.differences[at][row] == 0
                && terms.sort(other) == terms.sort(term)
        };
        self.rows.iter().filter(is_same).map(|(&other, _)| other).min()
    }

    /// The least and the greatest value that a term of an integer sort can have, where that says more than its sort.
    pub fn range_of(&self, terms: &Terms, term: TermId) -> (Option<i64>, Option<i64>) {
        let all = match terms.sort(term) {
            Sort::Value(ValueSort::Long) => Range::of_type(PrimitiveType::Long),
            _ => Range::of_type(PrimitiveType::Int),
        };
        let Range { low, high } = self.range(terms, term, MAX_DEPTH);
        let within = |value: i128, limit: i128| (value != limit).then(|| value.try_into().ok()).flatten();
        (within(low, all.low), within(high, all.high))
    }

    /// The most that a − b can be; no base: zero.
    fn most(&self, terms: &Terms, a: Option<TermId>, b: Option<TermId>) -> i128 {
        if a == b {
            return 0;
        }
        let known = |base: Option<TermId>| base.map_or(Some(ZERO), |t| self.rows.get(&t).copied());
        let direct = match (known(a), known(b)) {
            (Some(a), Some(b)) => self.differences[a][b],
            _ => INFINITE,
        };
        let range = |base: Option<TermId>| match base {
            Some(term) => self.range(terms, term, MAX_DEPTH),
            None => Range { low: 0, high: 0 },
        };
        direct.min(range(a).high - range(b).low)
    }

    fn row(&mut self, terms: &Terms, base: Option<TermId>) -> Option<usize> {
        let Some(term) = base else { return Some(ZERO) };
        if let Some(&row) = self.rows.get(&term) {
            return Some(row);
        }
        let row = self.differences.len();
        if row > MAX_TERMS {
            return None;
        }
        let range = self.range(terms, term, MAX_DEPTH);
        self.differences.iter_mut().for_each(|row| row.push(INFINITE));
        self.differences.push(vec![INFINITE; row + 1]);
        self.differences[row][row] = 0;
        self.rows.insert(term, row);
        self.ranges.get_mut().clear();
        self.bound(row, ZERO, range.high);
        self.bound(ZERO, row, -range.low);
        let sum = sum_of(terms, term).map(|(_, _, left, right)| [left, right]);
        if let Some(parts) = Mean::of(terms, term).map(Mean::ends).or(sum) {
            self.sums.push(term);
            for part in parts {
                let base = self.linear(terms, part).base;
                self.row(terms, base);
            }
            self.relate(terms, term);
        }
        Some(row)
    }

    /// a − b is at most `most`.
    fn bound(&mut self, a: usize, b: usize, most: i128) {
        if most >= self.differences[a][b] {
            return;
        }
        self.ranges.get_mut().clear();
        let n = self.differences.len();
        for i in 0..n {
            for j in 0..n {
                let (to_a, from_b) = (self.differences[i][a], self.differences[b][j]);
                if to_a < INFINITE && from_b < INFINITE && to_a + most + from_b < self.differences[i][j] {
                    self.differences[i][j] = to_a + most + from_b;
                }
            }
        }
        self.is_contradictory |= (0..n).any(|i| self.differences[i][i] < 0);
    }

    fn linear(&self, terms: &Terms, term: TermId) -> Linear {
        self.linear_at(terms, term, MAX_DEPTH)
    }

    fn linear_at(&self, terms: &Terms, term: TermId, depth: u32) -> Linear {
        let (mut base, mut offset) = (term, 0);
        loop {
            if let Some(value) = integer(terms, base) {
                return Linear { base: None, offset: offset + value };
            }
            let Some((inner, by)) = self.shifted(terms, base, depth) else {
                return Linear { base: Some(base), offset };
            };
            offset += by;
            base = inner;
        }
    }

    /// `x + c` and `x - c` where that does not wrap around, and a widening, as `x` and a number.
    fn shifted(&self, terms: &Terms, term: TermId, depth: u32) -> Option<(TermId, i128)> {
        match *terms.kind(term) {
            TermKind::Binary { op, ty, left, right }
                if matches!(op, BinaryOperator::Add | BinaryOperator::Sub) && is_integer(ty) =>
            {
                let (inner, by) = match (op, integer(terms, left), integer(terms, right)) {
                    (BinaryOperator::Add, Some(by), _) => (right, by),
                    (BinaryOperator::Add, None, Some(by)) => (left, by),
                    (BinaryOperator::Sub, _, Some(by)) => (left, -by),
                    _ => return None,
                };
                let (range, all) = (self.range(terms, inner, depth), Range::of_type(ty));
                (range.low + by >= all.low && range.high + by <= all.high).then_some((inner, by))
            }
            TermKind::Convert { from, to: PrimitiveType::Long, operand } if is_integral(from) => {
                Some((operand, 0))
            }
            _ => None,
        }
    }

    /// Values that a term of an integer sort stays within.
    fn range(&self, terms: &Terms, term: TermId, depth: u32) -> Range {
        let ty = match terms.sort(term) {
            Sort::Value(ValueSort::Long) => PrimitiveType::Long,
            _ => PrimitiveType::Int,
        };
        if let Some(&known) = self.ranges.borrow().get(&(term, depth)) {
            return known;
        }
        let own = self.structure(terms, term, ty, depth);
        let range = match self.rows.get(&term) {
            Some(&row) => {
                own.meet(Range { low: -self.differences[ZERO][row], high: self.differences[row][ZERO] })
            }
            None => own,
        };
        self.ranges.borrow_mut().insert((term, depth), range);
        range
    }

    fn structure(&self, terms: &Terms, term: TermId, ty: PrimitiveType, depth: u32) -> Range {
        if let Some(value) = integer(terms, term) {
            return Range { low: value, high: value };
        }
        if depth == 0 {
            return Range::of_type(ty);
        }
        let of = |t: TermId| self.range(terms, t, depth - 1);
        match *terms.kind(term) {
            TermKind::Choose { then, otherwise, .. } => of(then).join(of(otherwise)),
            TermKind::Unary { op: UnaryOperator::Minus, operand } => {
                let Range { low, high } = of(operand);
                Range { low: -high, high: -low }.within(ty)
            }
            TermKind::Convert { from, to, operand } if is_integral(from) => of(operand).within(to),
            TermKind::Convert { to, .. } => Range::of_type(to),
            TermKind::Binary { op: BinaryOperator::Sub, left, right, .. } => {
                self.exact(terms, BinaryOperator::Sub, left, right, depth - 1).within(ty)
            }
            TermKind::Binary { op, left, right, .. } => binary(op, ty, of(left), of(right)),
            _ => match terms.domain(term) {
                Domain::Integer { low, high } => Range { low: low.into(), high: high.into() },
                _ => Range::of_type(ty),
            },
        }
    }
}

/// A sum or a difference of two terms, neither of them a number.
fn sum_of(terms: &Terms, term: TermId) -> Option<(BinaryOperator, PrimitiveType, TermId, TermId)> {
    match *terms.kind(term) {
        TermKind::Binary { op: op @ (BinaryOperator::Add | BinaryOperator::Sub), ty, left, right }
            if is_integer(ty) && integer(terms, left).is_none() && integer(terms, right).is_none() =>
        {
            Some((op, ty, left, right))
        }
        _ => None,
    }
}

const fn is_integer(ty: PrimitiveType) -> bool {
    matches!(ty, PrimitiveType::Int | PrimitiveType::Long)
}

const fn is_integral(ty: PrimitiveType) -> bool {
    is_integer(ty) || matches!(ty, PrimitiveType::Byte | PrimitiveType::Short | PrimitiveType::Char)
}

fn integer(terms: &Terms, term: TermId) -> Option<i128> {
    match terms.constant(term)? {
        Primitive::Int(value) => Some(value.into()),
        Primitive::Long(value) => Some(value.into()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{RngCore as _, SeedableRng as _};

    use super::*;
    use crate::jvm::fold;
    use crate::term::variable::{Variable, VariableInfo};

    const VALUES: [i32; 11] =
        [i32::MIN, i32::MIN + 1, -7, -1, 0, 1, 2, 7, i32::MAX - 2, i32::MAX - 1, i32::MAX];
    const ORDERS: [BinaryOperator; 6] = [
        BinaryOperator::Lt,
        BinaryOperator::Le,
        BinaryOperator::Gt,
        BinaryOperator::Ge,
        BinaryOperator::Eq,
        BinaryOperator::Ne,
    ];

    /// `x`, `x + c` (which may wrap around) or `c`: as a term, and as what it computes.
    fn side(terms: &mut Terms, vars: &[TermId], random: &mut ChaCha8Rng) -> (TermId, Option<usize>, i32) {
        let var = random.next_u32() as usize % vars.len();
        let by = VALUES[random.next_u32() as usize % VALUES.len()];
        let constant = terms.primitive(Primitive::Int(by));
        match random.next_u32() % 4 {
            0 => (constant, None, by),
            1 => (terms.binary(BinaryOperator::Add, PrimitiveType::Int, vars[var], constant), Some(var), by),
            _ => (vars[var], Some(var), 0),
        }
    }

    fn holds(
        op: BinaryOperator,
        left: (TermId, Option<usize>, i32),
        right: (TermId, Option<usize>, i32),
        at: &[i32],
    ) -> bool {
        let value = |(_, var, by): (TermId, Option<usize>, i32)| {
            Primitive::Int(var.map_or(by, |v| at[v].wrapping_add(by)))
        };
        fold::binary(op, value(left), value(right)) == Ok(Primitive::Boolean(true))
    }

    #[test]
    fn what_the_bounds_settle_is_so_for_all_values_that_the_assumptions_allow() {
        let mut terms = Terms::new();
        let vars: Vec<TermId> = (0..3)
            .map(|n| {
                let (sort, ty) = (Sort::Value(ValueSort::Int), None);
                let var = terms.variable(VariableInfo {
                    variable: Variable::Input(n),
                    sort,
                    ty,
                    name: n.to_string(),
                });
                terms.var(var)
            })
            .collect();
        let mut points = Vec::new();
        for a in VALUES {
            for b in VALUES {
                points.extend(VALUES.map(|c| [a, b, c]));
            }
        }
        let (mut settled, mut contradictions) = (0, 0);
        for seed in 0..4_000 {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let mut bounds = Bounds::default();
            let mut comparison = |terms: &mut Terms| {
                let op = ORDERS[random.next_u32() as usize % ORDERS.len()];
                (op, side(terms, &vars, &mut random), side(terms, &vars, &mut random))
            };
            let assumed: Vec<_> = (0..3).map(|_| comparison(&mut terms)).collect();
            for &(op, left, right) in &assumed {
                bounds.assume(&terms, op, left.0, right.0);
            }
            let goal = comparison(&mut terms);
            let decided = bounds.decide(&terms, goal.0, goal.1.0, goal.2.0);
            settled += usize::from(decided.is_some());
            contradictions += usize::from(bounds.is_contradictory());
            for at in points.iter().filter(|at| assumed.iter().all(|&(op, l, r)| holds(op, l, r, *at))) {
                assert!(!bounds.is_contradictory(), "{seed}: {at:?}");
                assert!(decided.is_none_or(|d| d == holds(goal.0, goal.1, goal.2, at)), "{seed}: {at:?}");
            }
        }
        assert!(settled > 400 && contradictions > 100, "{settled} {contradictions}");
    }

    /// A term over some variables, with what it computes.
    type Side = (TermId, Box<dyn Fn(&[i32]) -> i32>);

    /// A variable, a number, a sum or a difference of two of them, which may wrap around.
    fn sum(terms: &mut Terms, vars: &[TermId], random: &mut ChaCha8Rng) -> Side {
        let mut simple = |terms: &mut Terms| -> Side {
            let var = random.next_u32() as usize % vars.len();
            let by = VALUES[random.next_u32() as usize % VALUES.len()];
            let constant = terms.primitive(Primitive::Int(by));
            match random.next_u32() % 6 {
                0 => (constant, Box::new(move |_| by)),
                1 => {
                    let sum = terms.binary(BinaryOperator::Add, PrimitiveType::Int, vars[var], constant);
                    (sum, Box::new(move |at| at[var].wrapping_add(by)))
                }
                _ => (vars[var], Box::new(move |at| at[var])),
            }
        };
        let ((a, f), (b, g)) = (simple(terms), simple(terms));
        match random.next_u32() % 6 {
            0 => {
                let sum = terms.binary(BinaryOperator::Add, PrimitiveType::Int, a, b);
                (sum, Box::new(move |at| f(at).wrapping_add(g(at))))
            }
            2 => {
                let sum = terms.binary(BinaryOperator::Add, PrimitiveType::Int, a, b);
                let (op, by): (_, i32) =
                    [(BinaryOperator::Div, 2), (BinaryOperator::Shr, 1), (BinaryOperator::Ushr, 1)]
                        [random.next_u32() as usize % 3];
                let two = terms.int(by);
                let half = terms.binary(op, PrimitiveType::Int, sum, two);
                (half, Box::new(move |at| divided(op, f(at).wrapping_add(g(at)), by)))
            }
            3 => {
                let apart = terms.binary(BinaryOperator::Sub, PrimitiveType::Int, b, a);
                let (op, by): (_, i32) = [
                    (BinaryOperator::Div, 2),
                    (BinaryOperator::Div, 3),
                    (BinaryOperator::Shr, 2),
                    (BinaryOperator::Ushr, 1),
                ][random.next_u32() as usize % 4];
                let constant = terms.int(by);
                let part = terms.binary(op, PrimitiveType::Int, apart, constant);
                let mean = terms.binary(BinaryOperator::Add, PrimitiveType::Int, a, part);
                let value = move |at: &[i32]| f(at).wrapping_add(divided(op, g(at).wrapping_sub(f(at)), by));
                (mean, Box::new(value))
            }
            1 => {
                let difference = terms.binary(BinaryOperator::Sub, PrimitiveType::Int, a, b);
                (difference, Box::new(move |at| f(at).wrapping_sub(g(at))))
            }
            _ => (a, f),
        }
    }

    fn divided(op: BinaryOperator, value: i32, by: i32) -> i32 {
        match op {
            BinaryOperator::Div => value.wrapping_div(by),
            BinaryOperator::Shr => value >> by,
            _ => ((value as u32) >> by) as i32,
        }
    }

    #[test]
    fn what_lies_between_two_is_no_less_than_the_one_and_no_more_than_the_other() {
        use BinaryOperator::{Add, Div, Ge, Le, Lt, Sub, Ushr};
        let mut terms = Terms::new();
        let mut var = |n: u32| {
            let (sort, ty) = (Sort::Value(ValueSort::Int), None);
            let variable = Variable::Input(n);
            let var = terms.variable(VariableInfo { variable, sort, ty, name: n.to_string() });
            terms.var(var)
        };
        let (low, high) = (var(0), var(1));
        let (zero, one, two) = (terms.int(0), terms.int(1), terms.int(2));
        let mut binary = |op, left, right| terms.binary(op, PrimitiveType::Int, left, right);
        let (sum, apart) = (binary(Add, low, high), binary(Sub, high, low));
        let part = binary(Div, apart, two);
        let means = [binary(Add, low, part), binary(Ushr, sum, one)];
        let overflows = binary(Div, sum, two);
        let known = |order, mean| {
            let mut bounds = Bounds::default();
            bounds.assume(&terms, Ge, low, zero);
            bounds.assume(&terms, order, low, high);
            bounds.assume(&terms, Ge, mean, mean);
            [(Le, low, mean), (Le, mean, high), (Lt, mean, high)]
                .map(|(op, left, right)| bounds.decide(&terms, op, left, right))
        };
        for mean in means {
            assert_eq!(known(Le, mean), [Some(true), Some(true), None], "{}", terms.show(mean));
            assert_eq!(known(Lt, mean), [Some(true); 3], "{}", terms.show(mean));
        }
        assert_eq!(known(Lt, overflows), [None; 3]);
    }

    #[test]
    fn what_is_known_of_sums_and_differences_is_so_for_all_values() {
        let mut terms = Terms::new();
        let vars: Vec<TermId> = (0..3)
            .map(|n| {
                let (sort, ty) = (Sort::Value(ValueSort::Int), None);
                let variable = Variable::Input(n);
                let var = terms.variable(VariableInfo { variable, sort, ty, name: n.to_string() });
                terms.var(var)
            })
            .collect();
        let mut points = Vec::new();
        for a in VALUES {
            for b in VALUES {
                points.extend(VALUES.map(|c| [a, b, c]));
            }
        }
        let truth = |op, left: &Side, right: &Side, at: &[i32]| {
            let value = |side: &Side| Primitive::Int((side.1)(at));
            fold::binary(op, value(left), value(right)) == Ok(Primitive::Boolean(true))
        };
        let (mut settled, mut contradictions) = (0, 0);
        for seed in 0..6_000 {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let mut bounds = Bounds::default();
            let mut assumed = Vec::new();
            for &var in &vars {
                // Mostly small and not negative, as indices are.
                if random.next_u32() % 3 > 0 {
                    let zero = terms.int(0);
                    let index = vars.iter().position(|&v| v == var).unwrap_or_default();
                    assumed.push((
                        BinaryOperator::Ge,
                        (var, Box::new(move |at: &[i32]| at[index]) as Box<dyn Fn(&[i32]) -> i32>),
                        (zero, Box::new(|_: &[i32]| 0) as Box<dyn Fn(&[i32]) -> i32>),
                    ));
                }
            }
            let mut comparison = |terms: &mut Terms| {
                let op = ORDERS[random.next_u32() as usize % ORDERS.len()];
                (op, sum(terms, &vars, &mut random), sum(terms, &vars, &mut random))
            };
            for _ in 0..3 {
                assumed.push(comparison(&mut terms));
            }
            for (op, left, right) in &assumed {
                bounds.assume(&terms, *op, left.0, right.0);
            }
            let goal = comparison(&mut terms);
            let decided = bounds.decide(&terms, goal.0, goal.1.0, goal.2.0);
            settled += usize::from(decided.is_some());
            contradictions += usize::from(bounds.is_contradictory());
            for at in points.iter().filter(|at| assumed.iter().all(|(op, l, r)| truth(*op, l, r, &at[..]))) {
                assert!(!bounds.is_contradictory(), "{seed}: {at:?}");
                let holds = truth(goal.0, &goal.1, &goal.2, &at[..]);
                assert!(decided.is_none_or(|d| d == holds), "{seed}: {at:?}");
            }
        }
        assert!(settled > 600 && contradictions > 100, "{settled} {contradictions}");
    }

    #[test]
    fn a_term_lies_in_its_range() {
        let mut limited = 0;
        for seed in 0..6_000 {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let mut terms = Terms::new();
            let info = VariableInfo {
                variable: Variable::Input(0),
                sort: Sort::Value(ValueSort::Int),
                ty: None,
                name: "x".to_owned(),
            };
            let var = terms.variable(info);
            let x = terms.var(var);
            // Each with what it computes for each value of the variable.
            let mut made: Vec<(TermId, Vec<Primitive>)> = vec![(x, VALUES.map(Primitive::Int).to_vec())];
            for _ in 0..5 {
                let (left, values) = made[random.next_u32() as usize % made.len()].clone();
                let op = BinaryOperator::ALL[random.next_u32() as usize % 11];
                let (right, others) = if random.next_u32() % 3 == 0 {
                    made[random.next_u32() as usize % made.len()].clone()
                } else {
                    let by = [VALUES[random.next_u32() as usize % VALUES.len()], 0xff, 31, 16, 4];
                    let by = Primitive::Int(by[random.next_u32() as usize % by.len()]);
                    (terms.primitive(by), vec![by; values.len()])
                };
                let results: Result<Vec<Primitive>, _> =
                    values.iter().zip(&others).map(|(&a, &b)| fold::binary(op, a, b)).collect();
                let Ok(results) = results else { continue };
                let term = terms.binary(op, PrimitiveType::Int, left, right);
                let (low, high) = Bounds::default().range_of(&terms, term);
                limited += usize::from(low.is_some() || high.is_some());
                for result in &results {
                    let Primitive::Int(value) = *result else { continue };
                    let value = i64::from(value);
                    assert!(low.is_none_or(|l| l <= value), "{seed}: {} = {value}", terms.show(term));
                    assert!(high.is_none_or(|h| value <= h), "{seed}: {} = {value}", terms.show(term));
                }
                made.push((term, results));
            }
        }
        assert!(limited > 1_000, "{limited}");
    }
}
