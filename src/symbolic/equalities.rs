//! Variables that the assumptions of a question fix: `x == t` puts `t` in the place of `x` everywhere, and the question
//! has one variable less. So the search guesses no value that is known, and the solver gets less.
//!
//! Valid is the new question exactly where the old one is: a variable is replaced only where its domain holds every value
//! of its sort (an int, a long, a boolean; a reference by null, and by a string or a wrapper object with the value that it
//! holds), so nothing that its domain said is lost.

use rustc_hash::FxHashMap;
use smallvec::smallvec;

use crate::budget::{Budget, Exhausted};
use crate::jvm::operator::{BinaryOperator, UnaryOperator};
use crate::jvm::value::{JavaString, Primitive, PrimitiveType};
use crate::symbolic::facts::conjuncts;
use crate::symbolic::question::Question;
use crate::term::assignment::Assignment;
use crate::term::domain::Domain;
use crate::term::evaluate::Program;
use crate::term::sort::{Sort, ValueSort};
use crate::term::substitute::{State, Substitution};
use crate::term::variable::VarId;
use crate::term::{Function, TermId, TermKind, Terms};

/// So often the assumptions are looked through.
const MAX_ROUNDS: usize = 12;
/// Larger terms stand for no variable.
const MAX_SIZE: usize = 40;

/// A question without the variables that were fixed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    pub question: Question,
    /// What each is, over the variables that were left then: a later one may be in it.
    fixed: Vec<(VarId, TermId)>,
}

/// Puts in what the assumptions fix; `None`: they contradict each other, so the question is valid.
pub fn solve(
    terms: &mut Terms,
    question: &Question,
    budget: &mut Budget,
) -> Result<Option<Solved>, Exhausted> {
    let mut solved = Solved { question: question.clone(), fixed: Vec::new() };
    for _ in 0..MAX_ROUNDS {
        let state = fixed_by(terms, &solved.question.assumptions);
        if state.is_empty() {
            break;
        }
        let size = terms.closure(&solved.question.roots()).len();
        budget.spend(size as u64)?;
        let mut substitution = Substitution::new(&state);
        let mut assumptions = Vec::new();
        for assumption in std::mem::take(&mut solved.question.assumptions) {
            let new = substitution.apply(terms, assumption);
            if terms.is_false(new) {
                return Ok(None);
            }
            assumptions.extend(conjuncts(terms, new).into_iter().filter(|&a| !terms.is_true(a)));
        }
        assumptions.sort_unstable();
        assumptions.dedup();
        let goal = substitution.apply(terms, solved.question.goal);
        solved.question = Question { assumptions, goal };
        solved.fixed.extend(state);
    }
    Ok(Some(solved))
}

/// Variables with what some assumptions fix them to. None of the terms reads any of the variables, so that all can be
/// replaced at once.
fn fixed_by(terms: &mut Terms, assumptions: &[TermId]) -> State {
    let mut state = State::new();
    let mut read: Vec<VarId> = Vec::new();
    for &assumption in assumptions {
        for (var, value) in candidates(terms, assumption) {
            if state.contains_key(&var) || read.contains(&var) {
                continue;
            }
            let closure = terms.closure(&[value]);
            let vars = terms.variables_of(&[value]);
            if closure.len() > MAX_SIZE || vars.iter().any(|v| *v == var || state.contains_key(v)) {
                continue;
            }
            read.extend(vars);
            state.insert(var, value);
            break;
        }
    }
    state
}

fn variable(terms: &Terms, term: TermId) -> Option<VarId> {
    match *terms.kind(term) {
        TermKind::Var(var) => Some(var),
        _ => None,
    }
}

/// The boolean that an assumption is about, and what it says that it is.
fn literal(terms: &Terms, assumption: TermId) -> Option<(VarId, bool)> {
    match *terms.kind(assumption) {
        TermKind::Unary { op: UnaryOperator::Not, operand } => Some((variable(terms, operand)?, false)),
        _ => Some((variable(terms, assumption)?, true)),
    }
}

/// The variables that an assumption fixes alone.
fn candidates(terms: &mut Terms, assumption: TermId) -> Vec<(VarId, TermId)> {
    if let Some((var, value)) = literal(terms, assumption) {
        return vec![(var, terms.boolean(value))];
    }
    if let Some(fixed) = object_with(terms, assumption) {
        return vec![fixed];
    }
    match *terms.kind(assumption) {
        TermKind::Binary { op: BinaryOperator::Eq, ty, left, right } if !ty.is_floating() => {
            let ways = [(left, right), (right, left)].into_iter();
            let free = ways.filter_map(|(var, value)| Some((variable(terms, var)?, value)));
            free.filter(|&(var, _)| has_all_values(terms, var, ty)).collect()
        }
        TermKind::SameReference { left, right } => {
            let null = terms.null();
            let ways = [(left, right), (right, left)].into_iter();
            let null = ways.filter(|&(_, value)| value == null);
            null.filter_map(|(var, value)| Some((variable(terms, var)?, value))).collect()
        }
        _ => Vec::new(),
    }
}

/// What assumptions say by it of single variables that hold strings or wrapper objects: a certificate states it, since to
/// another program what an object holds does not say which it is.
pub fn objects_held(terms: &mut Terms, assumptions: &[TermId]) -> Vec<TermId> {
    let parts: Vec<TermId> =
        assumptions.iter().flat_map(|&assumption| conjuncts(terms, assumption)).collect();
    let held: Vec<(VarId, TermId)> = parts.iter().filter_map(|&part| object_with(terms, part)).collect();
    let mut same = |(var, value)| {
        let own = terms.var(var);
        terms.same_reference(own, value)
    };
    held.into_iter().map(&mut same).collect()
}

/// What functions are of the variables that assumptions fix, and with which objects these are one: `class(r) == Long` and
/// `r != null` where `r` is a box of a long. A certificate states it, since to another program what a box is made of, or a text
/// put together from, says neither.
pub fn read_of_fixed(terms: &mut Terms, question: &Question) -> Vec<TermId> {
    let parts: Vec<TermId> =
        question.assumptions.iter().flat_map(|&assumption| conjuncts(terms, assumption)).collect();
    let mut state = fixed_by(terms, &parts);
    state.extend(parts.iter().filter_map(|&part| same_object(terms, part)));
    let closure = terms.closure(&question.roots());
    let reads_fixed = |terms: &Terms, term: TermId| {
        let mut reads = false;
        terms.each_child(term, |child| {
            reads |= variable(terms, child).is_some_and(|v| state.contains_key(&v));
        });
        reads
    };
    let is_constant =
        |terms: &Terms, term: TermId| matches!(terms.kind(term), TermKind::Constant(_) | TermKind::Text(_));
    let is_value = !terms.tells_objects_apart && !terms.asks_for_identity;
    let mut substitution = Substitution::new(&state);
    let mut said = Vec::new();
    for term in closure {
        let is_function = matches!(terms.kind(term), TermKind::Apply { .. });
        if !is_function && !matches!(terms.kind(term), TermKind::SameReference { .. }) {
            continue;
        }
        let value = substitution.apply(terms, term);
        let is_told = value != term && (is_function && reads_fixed(terms, term) || is_constant(terms, value));
        if !is_told {
            continue;
        }
        let same = match terms.sort(term) {
            Sort::Value(ValueSort::Reference) if is_value && is_constant(terms, value) => {
                terms.same_reference(term, value)
            }
            Sort::Value(sort) => match sort.primitive().filter(|ty| !ty.is_floating()) {
                Some(ty) => terms.binary(BinaryOperator::Eq, ty, term, value),
                None => continue,
            },
            _ => continue,
        };
        if !terms.is_true(same) {
            said.push(same);
        }
    }
    said
}

/// The variable that an assumption says to be the same object as another term.
fn same_object(terms: &Terms, assumption: TermId) -> Option<(VarId, TermId)> {
    let TermKind::SameReference { left, right } = *terms.kind(assumption) else { return None };
    let ways = [(left, right), (right, left)];
    ways.into_iter().find_map(|(var, value)| {
        let var = variable(terms, var)?;
        (!terms.variables_of(&[value]).contains(&var)).then_some((var, value))
    })
}

/// Where a question speaks of the empty string: of each variable with a string whose length it reads, that the length is 0,
/// and that the string is the empty one. The first of them says the second, as in [`object_with`].
pub fn empty_texts(terms: &mut Terms, question: &Question) -> Vec<(TermId, TermId)> {
    if terms.tells_objects_apart || terms.asks_for_identity {
        return Vec::new();
    }
    let closure = terms.closure(&question.roots());
    let is_empty = |&term: &TermId| matches!(terms.kind(term), TermKind::Text(text) if text.is_empty());
    let Some(empty) = closure.iter().copied().find(is_empty) else { return Vec::new() };
    let mut read = Vec::new();
    for &term in &closure {
        if let TermKind::Apply { function: Function::StringLength, arguments } = terms.kind(term)
            && let [text] = arguments[..]
            && variable(terms, text).is_some_and(|var| is_old(terms, var))
        {
            read.push((term, text));
        }
    }
    let zero = terms.int(0);
    let mut said = |(length, text)| {
        let is_empty = terms.binary(BinaryOperator::Eq, PrimitiveType::Int, length, zero);
        (is_empty, terms.same_reference(text, empty))
    };
    read.into_iter().map(&mut said).collect()
}

/// The string or wrapper object that an assumption fixes by what it holds: `s.length() == 0`, `s.equals("a")`,
/// `n.intValue() == 3`. Where nobody asks which objects are one, an object is its value.
///
/// Of null, and of any other object, the functions are some value that nobody looks at. So they may be taken to be another
/// one than the constant, and the assumption leaves no such object.
fn object_with(terms: &mut Terms, assumption: TermId) -> Option<(VarId, TermId)> {
    if terms.tells_objects_apart || terms.asks_for_identity {
        return None;
    }
    let applied = |terms: &Terms, term: TermId| match terms.kind(term) {
        TermKind::Apply { function, arguments } => Some((*function, arguments.clone())),
        _ => None,
    };
    if let Some((Function::SameText, texts)) = applied(terms, assumption) {
        let is_text = |&text: &TermId| matches!(terms.kind(text), TermKind::Text(_));
        let text = texts.iter().copied().find(is_text)?;
        let var = texts.iter().find_map(|&text| variable(terms, text))?;
        return is_old(terms, var).then_some((var, text));
    }
    let TermKind::Binary {
        op: BinaryOperator::Eq,
        ty: PrimitiveType::Int | PrimitiveType::Long,
        left,
        right,
    } = *terms.kind(assumption)
    else {
        return None;
    };
    let (value, object) = match (terms.constant(left), terms.constant(right)) {
        (None, Some(value)) => (value, left),
        (Some(value), None) => (value, right),
        _ => return None,
    };
    let (function, arguments) = applied(terms, object)?;
    let var = variable(terms, *arguments.first()?).filter(|&var| is_old(terms, var))?;
    match function {
        Function::StringLength if value == Primitive::Int(0) => {
            let empty = terms.text(JavaString::default());
            Some((var, empty))
        }
        Function::Unbox(ty) => {
            let held = terms.primitive(value);
            // No box of this type holds another number.
            let fits = terms.convert(PrimitiveType::Int, ty, held) == held || ty == PrimitiveType::Long;
            let boxed = terms.apply(Function::Box(ty), smallvec![held]);
            fits.then_some((var, boxed))
        }
        _ => None,
    }
}

/// Whether the variable may hold every string and wrapper object that there was before.
fn is_old(terms: &Terms, var: VarId) -> bool {
    terms.domain_of_variable(var) == Domain::OldReference
}

/// Whether the variable may hold every value of the type.
fn has_all_values(terms: &Terms, var: VarId, ty: PrimitiveType) -> bool {
    let all = matches!(ty, PrimitiveType::Int | PrimitiveType::Long | PrimitiveType::Boolean);
    all && terms.domain_of_variable(var) == Domain::of_type(ty)
}

impl Solved {
    /// Nothing is replaced.
    pub const fn as_it_is(question: Question) -> Self {
        Self { question, fixed: Vec::new() }
    }

    /// Whether any variable is replaced.
    pub const fn is_reduced(&self) -> bool {
        !self.fixed.is_empty()
    }

    /// An assignment for the question as it is, with the values of the variables that were replaced.
    pub fn complete(&self, terms: &Terms, assignment: &mut Assignment) {
        for &(var, value) in self.fixed.iter().rev() {
            let program = Program::new(terms, &[value]);
            let mut source = &*assignment;
            let bits = program.run(terms, 1, &mut source).get(value, 0);
            assignment.set_variable(terms, var, bits);
        }
    }
}

/// The least and the greatest value of single integers, inclusive, and of booleans, which are 0 or 1.
pub type Ranges = FxHashMap<VarId, (i64, i64)>;

/// What the assumptions say of single booleans.
pub fn booleans(terms: &Terms, assumptions: &[TermId]) -> Ranges {
    let literals = assumptions.iter().filter_map(|&assumption| literal(terms, assumption));
    literals.map(|(var, value)| (var, (value.into(), value.into()))).collect()
}

/// What the assumptions say of single integers.
pub fn ranges(terms: &Terms, assumptions: &[TermId]) -> Ranges {
    use BinaryOperator as Op;
    let mut ranges = Ranges::default();
    for &assumption in assumptions {
        let TermKind::Binary { op, ty: PrimitiveType::Int | PrimitiveType::Long, left, right } =
            *terms.kind(assumption)
        else {
            continue;
        };
        let (var, bound, op) = match (terms.kind(left), terms.constant(right)) {
            (TermKind::Var(var), Some(bound)) => (*var, bound, op),
            _ => match (terms.constant(left), terms.kind(right)) {
                (Some(bound), TermKind::Var(var)) => (*var, bound, mirrored(op)),
                _ => continue,
            },
        };
        let bound = match bound {
            Primitive::Int(value) => i64::from(value),
            Primitive::Long(value) => value,
            _ => continue,
        };
        let Domain::Integer { low, high } = terms.domain_of_variable(var) else { continue };
        let range = ranges.entry(var).or_insert((low, high));
        match op {
            Op::Lt => range.1 = range.1.min(bound.saturating_sub(1)),
            Op::Le => range.1 = range.1.min(bound),
            Op::Gt => range.0 = range.0.max(bound.saturating_add(1)),
            Op::Ge => range.0 = range.0.max(bound),
            _ => {}
        }
    }
    ranges
}

/// The comparison with its sides exchanged.
pub const fn mirrored(op: BinaryOperator) -> BinaryOperator {
    match op {
        BinaryOperator::Lt => BinaryOperator::Gt,
        BinaryOperator::Le => BinaryOperator::Ge,
        BinaryOperator::Gt => BinaryOperator::Lt,
        BinaryOperator::Ge => BinaryOperator::Le,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{RngCore as _, SeedableRng as _};

    use super::*;
    use crate::symbolic::search;
    use crate::term::sort::{Sort, ValueSort};
    use crate::term::variable::{Variable, VariableInfo};

    const VALUES: [i32; 7] = [i32::MIN, -1, 0, 1, 2, 3, i32::MAX];

    /// A comparison of `x`, `x + c` or `c` with another such term, or a boolean variable, or its negation.
    fn fact(terms: &mut Terms, ints: &[TermId], flags: &[TermId], random: &mut ChaCha8Rng) -> TermId {
        let mut pick = |n: usize| random.next_u32() as usize % n;
        let flag = flags[pick(flags.len())];
        match pick(8) {
            0 => return flag,
            1 => return terms.not(flag),
            _ => {}
        }
        let ops = [BinaryOperator::Eq, BinaryOperator::Eq, BinaryOperator::Lt, BinaryOperator::Ge];
        let op = ops[pick(ops.len())];
        let mut side = |terms: &mut Terms| {
            let by = terms.int(VALUES[pick(VALUES.len())]);
            let var = ints[pick(ints.len())];
            match pick(4) {
                0 => by,
                1 => terms.binary(BinaryOperator::Add, PrimitiveType::Int, var, by),
                _ => var,
            }
        };
        let (left, right) = (side(terms), side(terms));
        terms.binary(op, PrimitiveType::Int, left, right)
    }

    #[test]
    fn what_refutes_a_question_refutes_what_is_left_of_it_and_the_other_way_round() {
        let mut terms = Terms::new();
        let variable = |terms: &mut Terms, number, sort| {
            let info = VariableInfo {
                variable: Variable::Input(number),
                sort: Sort::Value(sort),
                ty: None,
                name: number.to_string(),
            };
            terms.variable(info)
        };
        let ints: Vec<VarId> = (0..3).map(|n| variable(&mut terms, n, ValueSort::Int)).collect();
        let flags: Vec<VarId> = (3..5).map(|n| variable(&mut terms, n, ValueSort::Boolean)).collect();
        let int_terms: Vec<TermId> = ints.iter().map(|&v| terms.var(v)).collect();
        let flag_terms: Vec<TermId> = flags.iter().map(|&v| terms.var(v)).collect();
        let mut points = Vec::new();
        for a in VALUES {
            for b in VALUES {
                for c in VALUES {
                    for flag in 0..4u64 {
                        let mut point = Assignment::default();
                        for (&var, value) in ints.iter().zip([a, b, c]) {
                            point.set_variable(&terms, var, Primitive::Int(value).to_bits());
                        }
                        point.set_variable(&terms, flags[0], flag & 1);
                        point.set_variable(&terms, flags[1], flag >> 1);
                        points.push(point);
                    }
                }
            }
        }
        let (mut reduced, mut refuted, mut contradictions) = (0, 0, 0);
        for seed in 0..400 {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let mut one = |terms: &mut Terms| fact(terms, &int_terms, &flag_terms, &mut random);
            let assumptions = (0..3).map(|_| one(&mut terms)).collect();
            let question = Question { assumptions, goal: one(&mut terms) };
            let solved = solve(&mut terms, &question, &mut Budget::unlimited()).expect("no limit");
            let Some(solved) = solved else {
                contradictions += 1;
                let refutes = |point| search::check(&terms, &question, point).is_some();
                assert!(!points.iter().any(refutes), "{seed}");
                continue;
            };
            reduced += usize::from(solved.is_reduced());
            for point in &points {
                if search::check(&terms, &question, point).is_some() {
                    refuted += 1;
                    assert!(search::check(&terms, &solved.question, point).is_some(), "{seed}: {point:?}");
                }
                if search::check(&terms, &solved.question, point).is_some() {
                    let mut completed = point.clone();
                    solved.complete(&terms, &mut completed);
                    assert!(search::check(&terms, &question, &completed).is_some(), "{seed}: {point:?}");
                }
            }
        }
        assert!(reduced > 200 && refuted > 500 && contradictions > 5, "{reduced} {refuted} {contradictions}");
    }
}
