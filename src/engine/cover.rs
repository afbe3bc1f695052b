//! Goals that no so many calls reach all: where a set of goals of which no call reaches two is smaller than the suite (DESIGN §17).
//!
//! **The claim.** Of one method, the conditions of some goals ([`crate::engine::whole`]) over as many copies of its arguments as there are calls: each
//! goal's holds of one copy or another. If that has no model, no so many calls reach all of these goals, and a suite needs one more.
//! A condition that reads more than the arguments is not looked at, so that copies have nothing in common.
//!
//! The goals are few at first: those of which no call reaches two, each of which is then one copy's, in their order; whatever the calls are, they can be
//! numbered so. A model is calls; a goal that none of them reaches is added, until there is no model, or the calls reach all there are: then
//! nothing more is said.

use std::collections::BTreeSet;

use crate::engine::EngineError;
use crate::engine::lower_bound::{Calls, Goal};
use crate::sema::program::MethodId;
use crate::symbolic::encode::SizeLimits;
use crate::symbolic::incremental::{FoundModel, Incremental, NotOpened};
use crate::symbolic::orders;
use crate::term::assignment::Assignment;
use crate::term::evaluate::Program as Evaluation;
use crate::term::substitute::{State, Substitution};
use crate::term::variable::{VarId, Variable, VariableInfo};
use crate::term::{TermId, Terms};

/// How large the question about all tests and goals may be.
const LIMITS: SizeLimits = SizeLimits { terms: 200_000, depth: 2_000, gates: 4_000_000, instances: 20_000 };
/// Effort for one question, and for all.
const QUESTION: u64 = 10_000_000;
const ALL: u64 = 60_000_000;
/// Models for one number of calls, and goals that are added for each.
const MODELS: usize = 60;
const ADDED: usize = 4;
/// The first of the copies' variables; others of that kind have smaller numbers.
const FIRST: u32 = 1_000;

/// No so many calls of the method reach all of the goals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Beyond {
    pub method: MethodId,
    pub calls: usize,
    /// By their places.
    pub goals: Vec<usize>,
}

/// The arguments of each call, as variables of its own.
struct Copies {
    states: Vec<State>,
    variables: Vec<VarId>,
}

impl Copies {
    fn of(terms: &mut Terms, variables: &[VarId], calls: usize) -> Self {
        let mut number = FIRST;
        let mut copy = |terms: &mut Terms, var: VarId| {
            let VariableInfo { sort, ty, name, .. } = terms.info(var).clone();
            number += 1;
            let own = terms.variable(VariableInfo { variable: Variable::Any(number), sort, ty, name });
            terms.var(own)
        };
        let states =
            (0..calls).map(|_| variables.iter().map(|&var| (var, copy(terms, var))).collect()).collect();
        Self { states, variables: variables.to_vec() }
    }

    fn condition(&self, terms: &mut Terms, call: usize, condition: TermId) -> TermId {
        Substitution::new(&self.states[call]).apply(terms, condition)
    }

    /// What a model says of one call.
    fn values(&self, terms: &Terms, call: usize, model: &Assignment) -> Assignment {
        let mut own = Assignment::default();
        for &var in &self.variables {
            let copy = terms.variables_of(&[self.states[call][&var]]);
            if let Some(value) = copy.first().and_then(|copy| model.variables.get(copy)) {
                own.set_variable(terms, var, *value);
            }
        }
        own
    }
}

/// The most calls, fewer than so many tests, that do not do; `apart` are goals of which no call reaches two.
pub(super) fn beyond(
    calls: &mut Calls<'_, '_>,
    goals: &[Goal],
    (apart, tests): (&[usize], usize),
) -> Result<Option<Beyond>, EngineError> {
    let Some(method) = apart.first().and_then(|&at| goals[at].conditions.keys().next().copied()) else {
        return Ok(None);
    };
    let Some(whole) = calls.whole(method) else { return Ok(None) };
    let inputs: Vec<VarId> = whole.skeleton.inputs().iter().copied().collect();
    let assumed: Vec<TermId> = whole.assumptions().to_vec();
    let terms = &mut whole.skeleton.terms;
    let is_own = |terms: &Terms, goal: &Goal| {
        let only = goal.conditions.len() == 1;
        only && goal
            .conditions
            .get(&method)
            .is_some_and(|&condition| terms.variables_of(&[condition]).iter().all(|var| inputs.contains(var)))
    };
    let own: BTreeSet<usize> = (0..goals.len()).filter(|&at| is_own(terms, &goals[at])).collect();
    let of_inputs = terms.variables_of(&assumed).iter().all(|var| inputs.contains(var));
    if !of_inputs || !apart.iter().all(|at| own.contains(at)) {
        return Ok(None);
    }
    let mut cover = Cover { terms, method, goals, own, inputs, assumed, spent: 0 };
    let mut found = None;
    for number in apart.len()..tests {
        match cover.refutes(apart, number)? {
            Some(goals) => found = Some(Beyond { method, calls: number, goals }),
            None => break,
        }
    }
    Ok(found)
}

struct Cover<'a> {
    terms: &'a mut Terms,
    method: MethodId,
    goals: &'a [Goal],
    own: BTreeSet<usize>,
    inputs: Vec<VarId>,
    assumed: Vec<TermId>,
    spent: u64,
}

impl Cover<'_> {
    fn condition(&self, goal: usize) -> TermId {
        self.goals[goal].conditions[&self.method]
    }

    /// Goals that no so many calls reach all, if some are found.
    fn refutes(&mut self, apart: &[usize], calls: usize) -> Result<Option<Vec<usize>>, EngineError> {
        let copies = Copies::of(self.terms, &self.inputs, calls);
        let mut used: Vec<usize> = apart.to_vec();
        let mut asked: Vec<TermId> = Vec::new();
        for call in 0..calls {
            for assumption in self.assumed.clone() {
                asked.push(copies.condition(self.terms, call, assumption));
            }
        }
        for (call, &goal) in apart.iter().enumerate() {
            let condition = self.condition(goal);
            asked.push(copies.condition(self.terms, call, condition));
        }
        for _ in 0..MODELS {
            if self.spent >= ALL {
                return Ok(None);
            }
            let mut assumptions = asked.clone();
            assumptions.extend(orders::ranges(self.terms, &asked));
            let formula = Incremental::open(self.terms, assumptions, Vec::new(), &LIMITS);
            let mut formula = match formula {
                Ok(formula) => formula,
                Err(NotOpened::Solver(error)) => return Err(error.into()),
                Err(NotOpened::TooLarge(_) | NotOpened::NoCircuit) => return Ok(None),
            };
            let found = formula.ask(self.terms, &[], QUESTION);
            self.spent += formula.spent();
            let model = match found {
                FoundModel::Nothing => return Ok(Some(used)),
                FoundModel::Unknown => return Ok(None),
                FoundModel::Values { assignment, .. } => assignment,
            };
            let missed = self.missed(&copies, calls, &model);
            // These calls reach all, or the model is none.
            let new: Vec<usize> =
                missed.into_iter().filter(|goal| !used.contains(goal)).take(ADDED).collect();
            if new.is_empty() {
                return Ok(None);
            }
            for goal in new {
                let condition = self.condition(goal);
                let ways: Vec<TermId> =
                    (0..calls).map(|call| copies.condition(self.terms, call, condition)).collect();
                asked.push(self.terms.any(ways));
                used.push(goal);
            }
        }
        Ok(None)
    }

    /// The goals that none of the calls of a model reaches, those that few calls reach first.
    fn missed(&self, copies: &Copies, calls: usize, model: &Assignment) -> Vec<usize> {
        let conditions: Vec<TermId> = self.own.iter().map(|&goal| self.condition(goal)).collect();
        let evaluation = Evaluation::new(self.terms, &conditions);
        let mut missed: BTreeSet<usize> = self.own.clone();
        for call in 0..calls {
            let values = copies.values(self.terms, call, model);
            let mut source = &values;
            let values = evaluation.run(self.terms, 1, &mut source);
            missed.retain(|&goal| !values.is_true(self.condition(goal), 0));
        }
        let mut missed: Vec<usize> = missed.into_iter().collect();
        missed.sort_by_key(|&goal| (self.goals[goal].calls(), goal));
        missed
    }
}
