//! Step 3 of the ladder: concrete values that refute a question. Boundary values, the question's own constants and
//! their neighbours, each comparison's own boundary where a test is sought, values that worked before, equal values for
//! several variables, and random ones by seed, many at once through the flat program of [`crate::term::evaluate`].

use rustc_hash::FxHashMap;

use crate::budget::{Budget, Exhausted};
use crate::jvm::value::Primitive;
use crate::symbolic::boundaries::boundaries;
use crate::symbolic::equalities::{self, Ranges};
use crate::symbolic::pools::Pools;
use crate::symbolic::question::Question;
use crate::term::assignment::{Assignment, Base, Point, opaque_variable};
use crate::term::domain::Domain;
use crate::term::evaluate::{Program, Source, Values, canonical, mix};
use crate::term::sort::Sort;
use crate::term::variable::VarId;
use crate::term::{TermId, Terms};

/// Assignments that are evaluated at once.
const LANES: usize = 32;
/// How far a search goes before the solver is asked.
struct Reach {
    /// Vectors for a small question.
    most: usize,
    /// What it may cost, in evaluated terms.
    steps: usize,
}

/// Vectors for a large question.
const MIN_VECTORS: usize = 64;
/// Where a proof is sought: as much as the circuit of a question over bits costs at least.
const NEAR: Reach = Reach { most: 256, steps: 30_000 };
/// Where the solver takes longer, and where a test is sought.
const FAR: Reach = Reach { most: 1_024, steps: 150_000 };
/// What all numbers and all booleans are in the vectors that are near zero.
const NEAR_ZERO: [(i64, bool); 6] = [(0, false), (0, true), (1, false), (1, true), (-1, false), (-1, true)];
/// The random vectors in which everything is alike.
const ALIKE: u64 = 8;
/// The part of the vectors in which one variable is at a boundary.
const PART_AT_BOUNDARIES: usize = 2;
/// How many assignments that worked are remembered.
const REMEMBERED: usize = 12;

/// An assignment under which the assumptions hold and the goal does not.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundAssignment {
    pub assignment: Assignment,
    /// Whether every function was computed as Java does: otherwise the refutation is a possible one.
    pub exact: bool,
}

/// What the searches of one analysis remember.
#[derive(Clone, Debug)]
pub struct Search {
    seed: u64,
    /// Looks for what refutes a proof: guesses of an integer only what the assumptions leave to it.
    narrows: bool,
    /// Looks for a test: begins with all numbers alike and near zero.
    near_zero: bool,
    /// No solver is spared by a long search.
    stays_near: bool,
    worked: Vec<Assignment>,
}

impl Search {
    pub const fn new(seed: u64, narrows: bool, near_zero: bool) -> Self {
        Self { seed, narrows, near_zero, stays_near: false, worked: Vec::new() }
    }

    /// Whether searches for what refutes a proof end soon where the solver takes long, too.
    pub const fn stay_near(&mut self, stays_near: bool) {
        self.stays_near = stays_near;
    }

    /// Keeps an assignment to be tried on later questions.
    pub fn remember(&mut self, assignment: &Assignment) {
        if self.worked.contains(assignment) {
            return;
        }
        if self.worked.len() == REMEMBERED {
            self.worked.remove(0);
        }
        self.worked.push(assignment.clone());
    }

    pub fn run(
        &mut self,
        terms: &Terms,
        question: &Question,
        budget: &mut Budget,
    ) -> Result<Option<FoundAssignment>, Exhausted> {
        let roots = question.roots();
        let program = Program::new(terms, &roots);
        let ranks = terms.variables_of(&roots).into_iter().zip(1..).collect();
        let pools = Pools::new(terms, &roots);
        let mut ranges = equalities::booleans(terms, &question.assumptions);
        if self.narrows {
            ranges.extend(equalities::ranges(terms, &question.assumptions));
        }
        let reach = if self.narrows && (self.stays_near || !pools.are_hard()) { NEAR } else { FAR };
        let vectors = (reach.steps / program.len().max(1)).clamp(MIN_VECTORS, reach.most);
        let boundaries = if self.narrows {
            Vec::new()
        } else {
            boundaries(terms, &roots, vectors / PART_AT_BOUNDARIES, reach.steps)
        };
        for first in (0..vectors).step_by(LANES) {
            budget.spend((program.len() * LANES) as u64)?;
            let mut guess = Guess {
                seed: self.seed,
                first,
                ranks: &ranks,
                pools: &pools,
                ranges: &ranges,
                boundaries: &boundaries,
                near_zero: if self.near_zero { &NEAR_ZERO } else { &[] },
                worked: &self.worked,
                recorded: None,
            };
            let values = program.run(terms, LANES, &mut guess);
            if let Some(lane) = (0..LANES).find(|&lane| refutes(&values, question, lane)) {
                let assignment = record(terms, &program, guess, lane);
                self.remember(&assignment);
                return Ok(Some(FoundAssignment { assignment, exact: program.is_exact() }));
            }
        }
        Ok(None)
    }
}

/// Whether the assumptions hold in a lane, and the goal does not.
fn refutes(values: &Values<'_>, question: &Question, lane: usize) -> bool {
    !values.is_true(question.goal, lane)
        && question.assumptions.iter().all(|&a| values.is_true(a, lane))
        && values.is_well_formed(lane)
}

/// Whether an assignment refutes a question; `None` if not, else whether exactly.
pub fn check(terms: &Terms, question: &Question, assignment: &Assignment) -> Option<bool> {
    let program = Program::new(terms, &question.roots());
    let mut source = assignment;
    let values = program.run(terms, 1, &mut source);
    refutes(&values, question, 0).then_some(program.is_exact())
}

/// The first of several goals that an assignment refutes. They often share nearly all their terms, so one walk is for
/// all of them.
pub fn first_refuted(
    terms: &Terms,
    assumptions: &[TermId],
    goals: &[TermId],
    assignment: &Assignment,
) -> Option<usize> {
    let program = Program::new(terms, &[assumptions, goals].concat());
    let mut source = assignment;
    let values = program.run(terms, 1, &mut source);
    let is_state = values.is_well_formed(0) && assumptions.iter().all(|&a| values.is_true(a, 0));
    goals.iter().position(|&goal| is_state && !values.is_true(goal, 0))
}

/// What one lane read, as an assignment.
fn record(terms: &Terms, program: &Program, guess: Guess<'_>, lane: usize) -> Assignment {
    let mut recording = Guess { first: guess.first + lane, recorded: Some(Assignment::default()), ..guess };
    program.run(terms, 1, &mut recording);
    recording.recorded.unwrap_or_default()
}

/// The values of one batch of lanes.
struct Guess<'a> {
    seed: u64,
    /// The number of lane 0 among all vectors.
    first: usize,
    /// The variables in their order: what is drawn for one depends on no other question.
    ranks: &'a FxHashMap<VarId, u64>,
    pools: &'a Pools,
    /// Where the assumptions leave an integer or a boolean no other values.
    ranges: &'a Ranges,
    /// In the vectors behind those in which all is alike: one variable's value.
    boundaries: &'a [(VarId, i64)],
    /// The first vectors.
    near_zero: &'a [(i64, bool)],
    worked: &'a [Assignment],
    recorded: Option<Assignment>,
}

impl Guess<'_> {
    /// The value of a leaf that `key` names; some leaves of a vector share one value.
    fn value(&self, lane: usize, key: u64, domain: Domain) -> u64 {
        let number = self.first + lane;
        if let Some(&near) = self.near_zero.get(number)
            && let Some(bits) = near_zero(domain, near)
        {
            return bits;
        }
        let others = self.near_zero.len() + self.worked.len();
        let vector = number.saturating_sub(others) as u64;
        let stream = mix(self.seed, vector);
        let own = mix(stream, key);
        // In the first vectors of all everything is alike; later a quarter of all leaves.
        if matches!(domain, Domain::Opaque | Domain::NewText) || (vector >= ALIKE && !own.is_multiple_of(4)) {
            self.pools.choose(domain, own)
        } else {
            self.pools.choose(domain, mix(stream, 0))
        }
    }

    fn boundary(&self, lane: usize, var: VarId, domain: Domain) -> Option<u64> {
        let others = self.near_zero.len() + self.worked.len() + ALIKE as usize;
        let &(at, number) = self.boundaries.get((self.first + lane).checked_sub(others)?)?;
        let is_in = matches!(domain, Domain::Integer { low, high } if (low..=high).contains(&number));
        (at == var && is_in).then_some(number as u64)
    }

    fn rank(&self, var: VarId) -> u64 {
        self.ranks.get(&var).copied().unwrap_or(0)
    }

    /// A number for a point, by the rank of what it is a point of.
    fn key_of(&self, point: &Point) -> u64 {
        match point.base {
            Base::Map(map) => point.arguments.iter().fold(mix(!0, self.rank(map)), |key, &a| mix(key, a)),
            Base::Unnamed(_) | Base::Function(_) => point.hash(),
        }
    }

    fn replayed(&self, lane: usize) -> Option<&Assignment> {
        self.worked.get((self.first + lane).checked_sub(self.near_zero.len())?)
    }
}

/// The number in a domain that is as near to zero as another one is, or the boolean; `None`: it has neither.
fn near_zero(domain: Domain, (near, yes): (i64, bool)) -> Option<u64> {
    match domain {
        Domain::Boolean => Some(yes.into()),
        Domain::Integer { low, high } => Some(near.clamp(low, high) as u64),
        Domain::Float => Some(Primitive::Float(near as f32).to_bits()),
        Domain::Double => Some(Primitive::Double(near as f64).to_bits()),
        _ => None,
    }
}

impl Source for Guess<'_> {
    fn variable(&mut self, terms: &Terms, lane: usize, var: VarId) -> u64 {
        let domain = match terms.info(var).sort {
            Sort::Value(_) => terms.domain_of_variable(var),
            _ => return opaque_variable(var),
        };
        let domain = match self.ranges.get(&var) {
            Some(&(low, high)) if low <= high => Domain::Integer { low, high },
            _ => domain,
        };
        let remembered = self.replayed(lane).and_then(|old| old.variables.get(&var).copied());
        let known = remembered.or_else(|| self.boundary(lane, var, domain));
        let value = known.unwrap_or_else(|| self.value(lane, self.rank(var), domain));
        if let Some(recorded) = &mut self.recorded {
            recorded.set_variable(terms, var, value);
        }
        value
    }

    fn read(&mut self, terms: &Terms, lane: usize, term: TermId, point: &Point) -> u64 {
        let domain = terms.domain_at(term, point.base);
        let remembered = self.replayed(lane).and_then(|old| old.points.get(point).copied());
        let value = remembered.unwrap_or_else(|| match domain {
            // Where two strings agree and where not is the same in all vectors.
            Domain::Opaque => point.hash(),
            _ => self.value(lane, self.key_of(point), domain),
        });
        if let Some(recorded) = &mut self.recorded {
            recorded.points.insert(point.clone(), value);
        }
        value
    }
}

/// Reads a model of the solver: by the leaf that asks, and by the point where two leaves are one.
pub struct ModelSource<'m> {
    pub variables: &'m dyn Fn(VarId) -> Option<u64>,
    pub leaves: &'m dyn Fn(TermId) -> Option<u64>,
    pub assignment: Assignment,
}

impl Source for ModelSource<'_> {
    fn variable(&mut self, terms: &Terms, _lane: usize, var: VarId) -> u64 {
        if let Sort::Value(_) = terms.info(var).sort
            && let Some(value) = (self.variables)(var)
        {
            self.assignment.set_variable(terms, var, value);
        }
        self.assignment.variable(terms, var)
    }

    fn read(&mut self, terms: &Terms, lane: usize, term: TermId, point: &Point) -> u64 {
        if let Some(&value) = self.assignment.points.get(point) {
            return value;
        }
        let value = match (terms.domain_at(term, point.base), terms.sort(term)) {
            (Domain::Opaque, _) => point.hash(),
            (_, Sort::Value(sort)) if terms.is_leaf_of(term, point.base) => {
                let bits = (self.leaves)(term).unwrap_or(0);
                canonical(sort, bits)
            }
            _ => (&self.assignment).read(terms, lane, term, point),
        };
        self.assignment.points.insert(point.clone(), value);
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::sort::ValueSort;
    use crate::term::variable::{Variable, VariableInfo};

    #[test]
    fn booleans_that_are_assumed_are_not_guessed() {
        let mut terms = Terms::new();
        let flags: Vec<TermId> = (0..40)
            .map(|number| {
                let sort = Sort::Value(ValueSort::Boolean);
                let info =
                    VariableInfo { variable: Variable::Any(number), sort, ty: None, name: "x".to_owned() };
                let var = terms.variable(info);
                terms.var(var)
            })
            .collect();
        let assumptions =
            flags.iter().enumerate().map(|(i, &flag)| if i % 2 == 0 { flag } else { terms.not(flag) });
        let question = Question { assumptions: assumptions.collect(), goal: terms.boolean(false) };
        for narrows in [true, false] {
            let mut search = Search::new(1, narrows, !narrows);
            let found = search.run(&terms, &question, &mut Budget::unlimited()).expect("no limit");
            assert!(found.is_some_and(|found| found.exact), "{narrows}");
        }
    }
}
