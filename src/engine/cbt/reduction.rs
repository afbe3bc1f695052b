//! Domain reduction (§4.2): a conjunctive clause is solved without a solver.
//!
//! `x R c` cuts the domain of x; `x R y` cuts both, and `x = y` puts x in the place of y. What has one value left is put into the other
//! constraints, which are simplified by it: so more of them get one of these forms. When nothing is left to simplify, the variable with the
//! smallest domain gets an arbitrary value of it, and all begins again.
//!
//! `x + c R y` counts as simple only while no value of the domain of x wraps. Whatever the heuristics did, a solution is an assignment under which
//! the whole clause, as it was, evaluates to true: a wrong answer is never given. That there is none is no proof of anything.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::engine::cbt::domain::{Domain, key, keys};
use crate::jvm::operator::{BinaryOperator as Op, UnaryOperator};
use crate::jvm::value::{Primitive, PrimitiveType};
use crate::symbolic::equalities::mirrored;
use crate::term::assignment::Assignment;
use crate::term::evaluate::{Program, mix};
use crate::term::substitute::{State, Substitution};
use crate::term::variable::VarId;
use crate::term::{TermId, TermKind, Terms};

/// How values are drawn that no constraint gives.
#[derive(Clone, Copy, Debug)]
pub struct Choices {
    state: u64,
}

impl Choices {
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    fn next(&mut self) -> u64 {
        self.state = mix(self.state, 0x0063_6274);
        self.state
    }
}

/// What came of a clause.
#[derive(Clone, Debug, PartialEq)]
pub enum Solution {
    Found(Assignment),
    /// Before any value was chosen, a domain was empty or a constraint false.
    Unsolvable,
    /// So many attempts chose badly.
    GaveUp,
}

/// The forms of constraints, counted before anything is reduced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Forms {
    /// `x R c`
    pub constants: u64,
    /// `x R y`
    pub variables: u64,
    pub others: u64,
}

/// Solves a clause with up to so many attempts. `steps` counts simplifications.
pub fn satisfy(
    terms: &mut Terms,
    clause: &[TermId],
    choices: &mut Choices,
    tries: u32,
    steps: &mut u64,
) -> Solution {
    let mut system = System::new(clause);
    if system.settle(terms, steps).is_err() {
        return Solution::Unsolvable;
    }
    for attempt in 0..tries.max(1) {
        let mut own = system.clone();
        if own.choose_all(terms, choices, attempt, steps).is_ok() {
            let assignment = own.assignment(terms);
            if holds(terms, clause, &assignment) {
                return Solution::Found(assignment);
            }
        }
    }
    Solution::GaveUp
}

/// Whether the whole clause evaluates to true.
pub fn holds(terms: &Terms, clause: &[TermId], assignment: &Assignment) -> bool {
    let program = Program::new(terms, clause);
    let mut source = assignment;
    let values = program.run(terms, 1, &mut source);
    values.is_well_formed(0) && clause.iter().all(|&atom| values.is_true(atom, 0))
}

/// Counts a clause's constraints by form.
pub fn forms(terms: &Terms, clause: &[TermId], forms: &mut Forms) {
    for &atom in clause {
        match form(terms, atom, &BTreeMap::new()) {
            Some(Form { left: Side { var: Some(_), .. }, right: Side { var: None, .. }, .. }) => {
                forms.constants += 1;
            }
            Some(_) => forms.variables += 1,
            None => forms.others += 1,
        }
    }
}

/// A domain is empty, or a constraint false.
struct Conflict;

#[derive(Clone)]
struct System {
    atoms: Vec<TermId>,
    domains: BTreeMap<VarId, Domain>,
    /// Values that are fixed, and variables that others stand for.
    fixed: BTreeMap<VarId, i64>,
    /// y = x + k, the latest last.
    same: Vec<(VarId, VarId, i64)>,
    /// The last of them is not yet put in the place of its variable.
    pending: bool,
}

/// Rounds of one reduction: `x < y ∧ y < x` takes a value of each domain in each.
const ROUNDS: usize = 64;

impl System {
    fn new(clause: &[TermId]) -> Self {
        Self {
            atoms: clause.to_vec(),
            domains: BTreeMap::new(),
            fixed: BTreeMap::new(),
            same: Vec::new(),
            pending: false,
        }
    }

    /// To the fixed point.
    fn settle(&mut self, terms: &mut Terms, steps: &mut u64) -> Result<(), Conflict> {
        for _ in 0..ROUNDS {
            let mut changed = false;
            let atoms = std::mem::take(&mut self.atoms);
            for atom in atoms {
                *steps += 1;
                if terms.is_false(atom) {
                    return Err(Conflict);
                }
                if terms.is_true(atom) {
                    continue;
                }
                if let TermKind::Binary { op: Op::And, ty: PrimitiveType::Boolean, left, right } =
                    *terms.kind(atom)
                {
                    self.atoms.extend([left, right]);
                    changed = true;
                    continue;
                }
                let (is_absorbed, is_new) = self.reduce(terms, atom)?;
                changed |= is_new;
                if !is_absorbed {
                    self.atoms.push(atom);
                }
            }
            changed |= self.substitute(terms);
            if !changed {
                break;
            }
        }
        Ok(())
    }

    /// Cuts domains by a constraint: whether it says no more than they do now, and whether one changed.
    fn reduce(&mut self, terms: &mut Terms, atom: TermId) -> Result<(bool, bool), Conflict> {
        let Some(form) = form(terms, atom, &self.domains) else { return Ok((false, false)) };
        for var in [form.left.var, form.right.var].into_iter().flatten() {
            if let Entry::Vacant(vacant) = self.domains.entry(var) {
                let Some(domain) = Domain::of(terms, var) else { return Ok((false, false)) };
                vacant.insert(domain);
            }
        }
        let Form { op, left, right } = form;
        match (left.var, right.var) {
            (Some(x), None) => {
                let Some(domain) = self.domains.get_mut(&x) else { return Ok((false, false)) };
                let changed = cut_by_constant(domain, op, left.offset, (right.offset, right.high));
                if domain.is_empty() { Err(Conflict) } else { Ok((true, changed)) }
            }
            (Some(x), Some(y)) if x != y => self.relate(op, (x, left.offset), (y, right.offset)),
            _ => Ok((false, false)),
        }
    }

    /// `x + a R y + b`
    fn relate(
        &mut self,
        op: Op,
        (x, a): (VarId, i64),
        (y, b): (VarId, i64),
    ) -> Result<(bool, bool), Conflict> {
        let Some(k) = b.checked_sub(a) else { return Ok((false, false)) };
        let (Some(of_x), Some(of_y)) = (self.domains.get(&x).cloned(), self.domains.get(&y).cloned()) else {
            return Ok((false, false));
        };
        // x R y + k
        let (mut of_x, mut of_y) = (of_x, of_y);
        let up = |value: i64, by: i64| value.saturating_add(by);
        let mut changed = false;
        let mut absorbed = false;
        match op {
            Op::Lt | Op::Le => {
                let strict = i64::from(op == Op::Lt);
                changed |= of_x.cut(i64::MIN, up(up(of_y.high, k), -strict));
                changed |= of_y.cut(up(up(of_x.low, k.saturating_neg()), strict), i64::MAX);
            }
            Op::Gt | Op::Ge => {
                let strict = i64::from(op == Op::Gt);
                changed |= of_x.cut(up(up(of_y.low, k), strict), i64::MAX);
                changed |= of_y.cut(i64::MIN, up(up(of_x.high, k.saturating_neg()), -strict));
            }
            Op::Eq => {
                changed |= of_x.cut(up(of_y.low, k), up(of_y.high, k));
                let back = k.saturating_neg();
                changed |= of_y.cut(up(of_x.low, back), up(of_x.high, back));
                // The wider type may stand for the narrower one, whose domain was cut.
                if of_x.sort == of_y.sort && !self.pending {
                    self.same.push((y, x, back));
                    self.pending = true;
                    (absorbed, changed) = (true, true);
                }
            }
            Op::Ne => {
                if let Some(value) = of_y.single() {
                    changed |= of_x.remove(up(value, k));
                    absorbed = true;
                } else if let Some(value) = of_x.single() {
                    changed |= of_y.remove(up(value, k.saturating_neg()));
                    absorbed = true;
                }
            }
            _ => return Ok((false, false)),
        }
        if of_x.is_empty() || of_y.is_empty() {
            return Err(Conflict);
        }
        self.domains.insert(x, of_x);
        self.domains.insert(y, of_y);
        Ok((absorbed, changed))
    }

    /// Back-substitution of what has one value, or another variable's.
    fn substitute(&mut self, terms: &mut Terms) -> bool {
        let mut state = State::new();
        let single: Vec<(VarId, i64)> =
            self.domains.iter().filter_map(|(&var, domain)| Some((var, domain.single()?))).collect();
        for (var, value) in single {
            if !self.fixed.contains_key(&var) {
                let constant = self.domains[&var].value(value);
                state.insert(var, terms.primitive(constant));
                self.fixed.insert(var, value);
            }
        }
        if state.is_empty()
            && std::mem::take(&mut self.pending)
            && let Some(&(y, x, k)) = self.same.last()
            && !self.fixed.contains_key(&y)
        {
            let x = terms.var(x);
            let ty = self.domains[&y].sort.primitive().unwrap_or(PrimitiveType::Int);
            let by = match ty {
                PrimitiveType::Long => Some(terms.primitive(Primitive::Long(k))),
                PrimitiveType::Int => Some(terms.int(k as i32)),
                _ => None,
            };
            let term = by.filter(|_| k != 0).map_or(x, |by| terms.binary(Op::Add, ty, x, by));
            let of_y = terms.var(y);
            debug_assert_ne!(of_y, term, "a variable stands for itself");
            state.insert(y, term);
        }
        if state.is_empty() {
            return false;
        }
        let mut substitution = Substitution::new(&state);
        let atoms: Vec<TermId> = self.atoms.iter().map(|&atom| substitution.apply(terms, atom)).collect();
        let changed = atoms != self.atoms;
        self.atoms = atoms;
        changed
    }

    /// Arbitrary values, the smallest domain first, each followed by what it says of the others.
    fn choose_all(
        &mut self,
        terms: &mut Terms,
        choices: &mut Choices,
        attempt: u32,
        steps: &mut u64,
    ) -> Result<(), Conflict> {
        for var in terms.variables_of(&self.atoms) {
            if !self.domains.contains_key(&var)
                && let Some(domain) = Domain::of(terms, var)
            {
                self.domains.insert(var, domain);
            }
        }
        loop {
            let is_stood_for = |var: &VarId| self.same.iter().any(|(y, ..)| y == var);
            let open =
                self.domains.iter().filter(|(var, _)| !self.fixed.contains_key(var) && !is_stood_for(var));
            let Some((&var, domain)) = open.min_by_key(|(var, domain)| (domain.size(), **var)) else { break };
            let Some(value) = choose(domain, choices, attempt) else { return Err(Conflict) };
            if let Some(domain) = self.domains.get_mut(&var) {
                domain.cut(value, value);
            }
            self.substitute(terms);
            self.settle(terms, steps)?;
        }
        match self.atoms.iter().any(|&atom| terms.is_false(atom)) {
            true => Err(Conflict),
            false => Ok(()),
        }
    }

    fn assignment(&self, terms: &Terms) -> Assignment {
        let mut values = self.fixed.clone();
        for &(y, x, k) in self.same.iter().rev() {
            if let Some(&value) = values.get(&x) {
                values.insert(y, value.saturating_add(k));
            }
        }
        let mut assignment = Assignment::default();
        for (var, value) in values {
            if let Some(domain) = self.domains.get(&var) {
                assignment.set_variable(terms, var, domain.value(value).to_bits());
            }
        }
        assignment
    }
}

/// Small numbers and ends of domains on even attempts, any value on the others: a sum of two arbitrary ints wraps as often as not.
fn choose(domain: &Domain, choices: &mut Choices, attempt: u32) -> Option<i64> {
    /// What counts as near.
    const NEAR: i64 = 24;
    if domain.is_empty() {
        return None;
    }
    let (low, high) = if attempt % 2 == 1 {
        (domain.low, domain.high)
    } else if domain.low <= NEAR && domain.high >= -NEAR {
        (domain.low.max(-NEAR), domain.high.min(NEAR))
    } else if domain.low > NEAR {
        (domain.low, domain.high.min(domain.low.saturating_add(NEAR)))
    } else {
        (domain.low.max(domain.high.saturating_sub(NEAR)), domain.high)
    };
    let width = (high as u64).wrapping_sub(low as u64);
    for _ in 0..16 {
        let draw = choices.next();
        let value = low.wrapping_add(if width == u64::MAX { draw } else { draw % (width + 1) } as i64);
        if domain.contains(value) {
            return Some(value);
        }
    }
    (0..=64)
        .map(|step: i64| low.saturating_add(step))
        .find(|&value| domain.contains(value))
        .or(Some(domain.low))
}

/// `x + a R c`, of which c is two numbers where zeros are one.
fn cut_by_constant(domain: &mut Domain, op: Op, offset: i64, (low, high): (i64, i64)) -> bool {
    let (Some(low), Some(high)) = (low.checked_sub(offset), high.checked_sub(offset)) else {
        return false;
    };
    match op {
        Op::Lt => match low.checked_sub(1) {
            Some(below) => domain.cut(i64::MIN, below),
            None => {
                domain.empty();
                true
            }
        },
        Op::Le => domain.cut(i64::MIN, high),
        Op::Gt => match high.checked_add(1) {
            Some(above) => domain.cut(above, i64::MAX),
            None => {
                domain.empty();
                true
            }
        },
        Op::Ge => domain.cut(low, i64::MAX),
        Op::Eq => domain.cut(low, high),
        _ => domain.remove(low) | domain.remove(high),
    }
}

/// A side of a comparison: a variable and a number, or a number alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Side {
    var: Option<VarId>,
    offset: i64,
    /// Of a constant that is a zero: the greater of the two.
    high: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Form {
    op: Op,
    left: Side,
    right: Side,
}

/// A constraint as `x + a R y + b` or `x + a R c`, where it is one.
fn form(terms: &Terms, atom: TermId, domains: &BTreeMap<VarId, Domain>) -> Option<Form> {
    let (atom, negated) = match *terms.kind(atom) {
        TermKind::Unary { op: UnaryOperator::Not, operand } => (operand, true),
        _ => (atom, false),
    };
    let (op, left, right) = match *terms.kind(atom) {
        TermKind::Var(var) => {
            let side = Side { var: Some(var), offset: 0, high: 0 };
            let value = i64::from(!negated);
            return Some(Form {
                op: Op::Eq,
                left: side,
                right: Side { var: None, offset: value, high: value },
            });
        }
        TermKind::Binary { op, ty, left, right } if op.is_comparison() && ty != PrimitiveType::Boolean => {
            (op, left, right)
        }
        _ => return None,
    };
    let op = if negated { opposite(op)? } else { op };
    let (left, right) = (side(terms, left, domains)?, side(terms, right, domains)?);
    match (left.var, right.var) {
        (Some(_), _) => Some(Form { op, left, right }),
        (None, Some(_)) => Some(Form { op: mirrored(op), left: right, right: left }),
        (None, None) => None,
    }
}

/// NaN is in no domain.
const fn opposite(op: Op) -> Option<Op> {
    Some(match op {
        Op::Lt => Op::Ge,
        Op::Ge => Op::Lt,
        Op::Gt => Op::Le,
        Op::Le => Op::Gt,
        Op::Eq => Op::Ne,
        Op::Ne => Op::Eq,
        _ => return None,
    })
}

fn side(terms: &Terms, term: TermId, domains: &BTreeMap<VarId, Domain>) -> Option<Side> {
    if terms.constant(term).is_some() {
        let (offset, high) = keys(terms, term)?;
        return Some(Side { var: None, offset, high });
    }
    match *terms.kind(term) {
        TermKind::Var(var) => Some(Side { var: Some(var), offset: 0, high: 0 }),
        // The same number.
        TermKind::Convert { from: PrimitiveType::Int, to: PrimitiveType::Long, operand } => {
            side(terms, operand, domains)
        }
        TermKind::Binary {
            op: op @ (Op::Add | Op::Sub),
            ty: ty @ (PrimitiveType::Int | PrimitiveType::Long),
            left,
            right,
        } => {
            let (of_var, constant) = match (terms.constant(left), terms.constant(right)) {
                (None, Some(constant)) => (left, constant),
                (Some(constant), None) if op == Op::Add => (right, constant),
                _ => return None,
            };
            let inner = side(terms, of_var, domains)?;
            let var = inner.var?;
            let constant = key(constant)?;
            let by = if op == Op::Sub { constant.checked_neg()? } else { constant };
            let offset = inner.offset.checked_add(by)?;
            let given = Domain::of(terms, var);
            let domain = domains.get(&var).or(given.as_ref())?;
            let (least, most) = match ty {
                PrimitiveType::Int => (i64::from(i32::MIN), i64::from(i32::MAX)),
                _ => (i64::MIN, i64::MAX),
            };
            let stays =
                |value: i64| value.checked_add(offset).is_some_and(|value| (least..=most).contains(&value));
            (stays(domain.low) && stays(domain.high)).then_some(Side { var: Some(var), offset, high: 0 })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::cbt::clauses::dnf;
    use crate::sema::types::Ty;
    use crate::term::sort::{Sort, ValueSort};
    use crate::term::variable::{Variable, VariableInfo};

    const INT: PrimitiveType = PrimitiveType::Int;

    fn number(terms: &mut Terms, n: u32) -> (VarId, TermId) {
        let (sort, ty) = (Sort::Value(ValueSort::Int), Some(Ty::Primitive(INT)));
        let info = VariableInfo { variable: Variable::Any(n), sort, ty, name: format!("x{n}") };
        let var = terms.variable(info);
        (var, terms.var(var))
    }

    fn solved(terms: &mut Terms, clause: &[TermId]) -> Solution {
        satisfy(terms, clause, &mut Choices::new(1), 20, &mut 0)
    }

    fn value(solution: &Solution, var: VarId) -> Option<i32> {
        match solution {
            Solution::Found(assignment) => assignment.variables.get(&var).map(|&bits| bits as i32),
            _ => None,
        }
    }

    #[test]
    fn a_comparison_with_a_constant_cuts_the_domain() {
        let mut terms = Terms::new();
        let (var, x) = number(&mut terms, 0);
        let (four, six) = (terms.int(4), terms.int(6));
        let above = terms.binary(Op::Gt, INT, x, four);
        let below = terms.binary(Op::Lt, INT, x, six);
        assert_eq!(value(&solved(&mut terms, &[above, below]), var), Some(5));
        let five = terms.int(5);
        let other = terms.binary(Op::Ne, INT, x, five);
        assert_eq!(solved(&mut terms, &[above, below, other]), Solution::Unsolvable);
    }

    /// The paper's example of constraints in conflict: x = 4 ∧ x > 8.
    #[test]
    fn conflicting_constraints_are_found_out_before_anything_is_chosen() {
        let mut terms = Terms::new();
        let (_, x) = number(&mut terms, 0);
        let (four, eight) = (terms.int(4), terms.int(8));
        let is_four = terms.binary(Op::Eq, INT, x, four);
        let is_more = terms.binary(Op::Gt, INT, x, eight);
        assert_eq!(solved(&mut terms, &[is_four, is_more]), Solution::Unsolvable);
    }

    #[test]
    fn a_comparison_of_two_variables_cuts_both_domains() {
        let mut terms = Terms::new();
        let ((a, x), (b, y)) = (number(&mut terms, 0), number(&mut terms, 1));
        let (low, high) = (terms.int(10), terms.int(12));
        let clause = [
            terms.binary(Op::Ge, INT, x, low),
            terms.binary(Op::Lt, INT, x, y),
            terms.binary(Op::Le, INT, y, high),
            terms.binary(Op::Ne, INT, x, low),
        ];
        let solution = solved(&mut terms, &clause);
        assert_eq!((value(&solution, a), value(&solution, b)), (Some(11), Some(12)));
    }

    /// x = y is put in, and makes x < y + … a constraint of one variable.
    #[test]
    fn an_equation_puts_one_variable_in_the_place_of_the_other() {
        let mut terms = Terms::new();
        let ((a, x), (b, y), (c, z)) = (number(&mut terms, 0), number(&mut terms, 1), number(&mut terms, 2));
        let (one, seven) = (terms.int(1), terms.int(7));
        let next = terms.binary(Op::Add, INT, y, one);
        let bound = terms.int(100);
        let clause = [
            terms.binary(Op::Eq, INT, x, y),
            terms.binary(Op::Lt, INT, y, bound),
            terms.binary(Op::Eq, INT, z, next),
            terms.binary(Op::Eq, INT, x, seven),
        ];
        let solution = solved(&mut terms, &clause);
        assert_eq!([a, b, c].map(|var| value(&solution, var)), [Some(7), Some(7), Some(8)]);
    }

    /// A product is no simple form; with one factor known it is none more.
    #[test]
    fn a_chosen_value_is_put_back_and_simplifies_the_others() {
        let mut terms = Terms::new();
        let ((a, x), (b, y)) = (number(&mut terms, 0), number(&mut terms, 1));
        let (three, twelve) = (terms.int(3), terms.int(12));
        let product = terms.binary(Op::Mul, INT, x, y);
        let clause = [terms.binary(Op::Eq, INT, x, three), terms.binary(Op::Gt, INT, product, twelve)];
        let solution = solved(&mut terms, &clause);
        assert_eq!(value(&solution, a), Some(3));
        assert!(value(&solution, b).is_some_and(|y| y.wrapping_mul(3) > 12));
    }

    /// i + 1 < i holds of one int, by wrapping round: a domain that may wrap is not cut.
    #[test]
    fn a_sum_that_may_wrap_is_no_simple_form() {
        let mut terms = Terms::new();
        let (_, x) = number(&mut terms, 0);
        let (one, zero) = (terms.int(1), terms.int(0));
        let next = terms.binary(Op::Add, INT, x, one);
        let clause = [terms.binary(Op::Lt, INT, next, zero), terms.binary(Op::Ge, INT, x, zero)];
        assert_ne!(solved(&mut terms, &clause), Solution::Unsolvable);
    }

    /// Figure 4: of `i + k >= j` with 3 for i, the necessity constraint i ≠ 3 has the solution (7, 9, 7), for which the decision is
    /// the same; the predicate constraint has not. (7, 10, 7), which is printed as its solution, is none, since 3 + 7 ≥ 10; (7, 11, 7) is one.
    #[test]
    fn the_predicate_constraint_of_figure_4_asks_for_another_decision() {
        let mut terms = Terms::new();
        let ((of_i, i), (of_j, j), (of_k, k)) =
            (number(&mut terms, 0), number(&mut terms, 1), number(&mut terms, 2));
        let three = terms.int(3);
        let sum = terms.binary(Op::Add, INT, i, k);
        let own = terms.binary(Op::Ge, INT, sum, j);
        let sum = terms.binary(Op::Add, INT, three, k);
        let other = terms.binary(Op::Ge, INT, sum, j);
        let same = terms.binary(Op::Eq, INT, i, three);
        let necessity = terms.not(same);
        let predicate = terms.binary(Op::Ne, PrimitiveType::Boolean, own, other);
        let values = |of: [i32; 3]| {
            let mut assignment = Assignment::default();
            for (var, value) in [of_i, of_j, of_k].into_iter().zip(of) {
                assignment.variables.insert(var, Primitive::Int(value).to_bits());
            }
            assignment
        };
        assert!(holds(&terms, &[necessity], &values([7, 9, 7])));
        assert!(!holds(&terms, &[necessity, predicate], &values([7, 9, 7])));
        assert!(!holds(&terms, &[necessity, predicate], &values([7, 10, 7])));
        assert!(holds(&terms, &[necessity, predicate], &values([7, 11, 7])));
        let ways = dnf(&mut terms, predicate, true, &mut 0);
        assert_eq!(ways.clauses.len(), 2);
        let mut clause = ways.clauses[0].clone();
        clause.push(necessity);
        let Solution::Found(found) = solved(&mut terms, &clause) else { panic!("it is not solved") };
        assert!(holds(&terms, &[necessity, predicate], &found));
    }

    #[test]
    fn constraints_are_counted_by_their_form() {
        let mut terms = Terms::new();
        let ((_, x), (_, y)) = (number(&mut terms, 0), number(&mut terms, 1));
        let zero = terms.int(0);
        let product = terms.binary(Op::Mul, INT, x, y);
        let clause = [
            terms.binary(Op::Gt, INT, x, zero),
            terms.binary(Op::Lt, INT, x, y),
            terms.binary(Op::Gt, INT, product, zero),
        ];
        let mut counted = Forms::default();
        forms(&terms, &clause, &mut counted);
        assert_eq!(counted, Forms { constants: 1, variables: 1, others: 1 });
    }
}
