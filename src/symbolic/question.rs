//! Questions about terms: does a goal hold in every state that the assumptions allow? Each goes up a ladder, and
//! stops at the first step that answers (DESIGN §6): the same term; facts; a concrete search; facts again, in each case
//! of the goal's conditions ([`cases`]); the solver.
//!
//! "Valid" is a proof for all values of the variables in every state that keeps the rules of
//! [`crate::term::domain`]. A refutation is an assignment that was evaluated, never a solver's word.

use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::budget::{Budget, Exhausted};
use crate::symbolic::cases;
use crate::symbolic::encode::{Script, Size, SizeLimits, TooLarge, encode};
use crate::symbolic::equalities::{self, Solved};
use crate::symbolic::facts::{self, Reduced};
use crate::symbolic::operands;
use crate::symbolic::search::{self, FoundAssignment, ModelSource, Search};
use crate::symbolic::solver::{Answered, DEFAULT_RESOURCES, Satisfiable, SecondEngine, Solver, SolverError};
use crate::term::assignment::Assignment;
use crate::term::evaluate::Program;
use crate::term::{TermId, Terms};

/// Whether `goal` holds wherever all `assumptions` do: boolean terms all.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Question {
    pub assumptions: Vec<TermId>,
    pub goal: TermId,
}

impl Question {
    pub fn roots(&self) -> Vec<TermId> {
        self.assumptions.iter().copied().chain([self.goal]).collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// The goal was the constant `true` or `false` as it was built.
    Same,
    /// Assumptions simplify the goal away, in every case of its conditions.
    Facts,
    Search,
    Solver,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    Valid {
        step: Step,
    },
    /// Under the assignment the assumptions hold and the goal does not. Where it is not `exact`, it rests on a
    /// choice of values for functions that are not looked into, and the real ones may not differ.
    Refuted {
        step: Step,
        assignment: Assignment,
        exact: bool,
    },
    Undecided {
        reason: Undecided,
    },
}

impl Answer {
    pub const fn is_valid(&self) -> bool {
        matches!(self, Self::Valid { .. })
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Undecided {
    #[error("effort limit: the effort allowed is used up")]
    Effort,
    #[error(transparent)]
    TooLarge(TooLarge),
    #[error("the solver's resource limit is reached")]
    Resources,
    /// What the solver found rests on a function that it does not know as Java does (`%` on floats, texts).
    #[error("a difference needs a function that has no exact encoding")]
    Inexact,
}

/// How often each step answered, and the size of what reached the solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Counts {
    /// All questions, those included that had been asked before.
    pub questions: u64,
    pub repeated: u64,
    pub same: u64,
    pub facts: u64,
    pub search: u64,
    pub solver_valid: u64,
    pub solver_refuted: u64,
    pub undecided: u64,
    /// Undecided for their size, without being asked.
    pub too_large: u64,
    /// Of the questions that the solver was asked.
    pub solver_terms: u64,
    pub solver_gates: u64,
    pub largest_terms: u64,
    /// What the solver spent, in its own units.
    #[serde(default)]
    pub solver_resources: u64,
}

impl Counts {
    /// Distinct questions that reached the solver.
    pub const fn asked_solver(&self) -> u64 {
        self.solver_valid + self.solver_refuted + self.undecided - self.too_large
    }

    pub fn add(&mut self, other: &Self) {
        self.questions += other.questions;
        self.repeated += other.repeated;
        self.same += other.same;
        self.facts += other.facts;
        self.search += other.search;
        self.solver_valid += other.solver_valid;
        self.solver_refuted += other.solver_refuted;
        self.undecided += other.undecided;
        self.too_large += other.too_large;
        self.solver_terms += other.solver_terms;
        self.solver_gates += other.solver_gates;
        self.largest_terms = self.largest_terms.max(other.largest_terms);
        self.solver_resources += other.solver_resources;
    }

    fn count(&mut self, answer: &Answer) {
        match answer {
            Answer::Valid { step } | Answer::Refuted { step, .. } => match step {
                Step::Same => self.same += 1,
                Step::Facts => self.facts += 1,
                Step::Search => self.search += 1,
                Step::Solver if answer.is_valid() => self.solver_valid += 1,
                Step::Solver => self.solver_refuted += 1,
            },
            Answer::Undecided { reason } => {
                self.undecided += 1;
                if !matches!(reason, Undecided::Resources | Undecided::Inexact) {
                    self.too_large += 1;
                }
            }
        }
    }
}

/// What limits the answers to questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    pub size: SizeLimits,
    /// The solver's for a question, in its own units, and for each gate of one over bits for which that is
    /// more.
    pub resources: u32,
    pub resources_of_gate: u32,
    /// What goes to Z3: where nothing does, what is not of bits alone stays undecided.
    pub second_engine: SecondEngine,
    /// What one unit of the solver's resources costs of the effort: then no question takes more of them than the effort
    /// has left. 0: only the size of a question is counted.
    pub effort_of_resource: u64,
    /// Whether variables that the assumptions fix are replaced before the search.
    pub equalities: bool,
    /// Whether the concrete search is asked before the solver.
    pub search: bool,
    /// Whether it begins with numbers near zero.
    pub near_zero: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            size: SizeLimits::default(),
            resources: DEFAULT_RESOURCES,
            resources_of_gate: 0,
            second_engine: SecondEngine::Fully,
            effort_of_resource: 0,
            equalities: false,
            search: true,
            near_zero: false,
        }
    }
}

/// Answers questions over one [`Terms`]. Its answers depend on the questions before (values that worked, the
/// solver's state): one asker serves one mutant, or one group of mutants in a fixed order, never a worker.
#[derive(Debug)]
pub struct Asker {
    limits: Limits,
    search: Search,
    solver: SharedSolver,
    answers: FxHashMap<Question, Answer>,
    /// About the size of the answers, in terms.
    remembered: usize,
    /// Questions for which the solver had less than its full resources, and too little: the effort left no more, or the
    /// solver was in doubt.
    shortened: u64,
    /// Questions in a row that the solver could not answer.
    doubt: u32,
    counts: Counts,
}

/// After so many questions in a row that it could not answer, the solver is given half as much for each further one, and
/// a quarter at the least: questions about one method are much alike.
const TRIES: u32 = 3;
const LEAST_PART: u32 = 4;

/// The answers that are remembered: more are forgotten, all at once. Each counts so much beside its assumptions.
const MAX_REMEMBERED: usize = 8_000_000;
const WEIGHT_OF_ANSWER: usize = 100;

/// What a gate in the circuit of an operation on floats costs: about as many terms are evaluated in the time that it takes.
const COST_OF_FLOAT_GATE: u64 = 20;

/// How much longer a unit of the solver's resources takes it on floats.
const SLOWNESS_OF_FLOATS: u64 = 4;

/// A solver that several [`Asker`]s ask in a fixed order.
pub type SharedSolver = Arc<Mutex<Solver>>;

pub fn shared_solver() -> SharedSolver {
    Arc::default()
}

impl Asker {
    pub fn new(limits: Limits, seed: u64) -> Self {
        Self::with_solver(limits, seed, shared_solver())
    }

    /// Asks a solver that others ask, too: each takes a thread and some megabytes.
    pub fn with_solver(limits: Limits, seed: u64, solver: SharedSolver) -> Self {
        Self {
            limits,
            search: Search::new(seed, limits.equalities, limits.near_zero),
            solver,
            answers: FxHashMap::default(),
            remembered: 0,
            shortened: 0,
            doubt: 0,
            counts: Counts::default(),
        }
    }

    /// One that has learned the same, and forgotten the answers; its solver is its own.
    #[must_use]
    pub fn branch(&self) -> Self {
        Self {
            limits: self.limits,
            search: self.search.clone(),
            solver: shared_solver(),
            answers: FxHashMap::default(),
            remembered: 0,
            shortened: self.shortened,
            doubt: self.doubt,
            counts: self.counts,
        }
    }

    /// Under other limits: what the solver could not answer under the former ones casts no doubt on it.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, doubt: 0, ..self }
    }

    /// From now on no question goes to Z3.
    pub const fn stay_within_circuits(&mut self) {
        self.limits.second_engine = SecondEngine::Off;
    }

    /// Whether what refutes the questions to come is a state to test; where it is not, and no Z3 is asked, a long search for
    /// it spares nothing.
    pub fn seek_tests(&mut self, is_test: bool) {
        self.search.stay_near(!is_test && self.limits.second_engine == SecondEngine::Off);
    }

    pub const fn counts(&self) -> &Counts {
        &self.counts
    }

    pub fn ask(
        &mut self,
        terms: &mut Terms,
        question: &Question,
        budget: &mut Budget,
    ) -> Result<Answer, SolverError> {
        self.counts.questions += 1;
        let mut question = question.clone();
        question.assumptions.sort_unstable();
        question.assumptions.dedup();
        if let Some(answer) = self.answers.get(&question) {
            self.counts.repeated += 1;
            return Ok(answer.clone());
        }
        let was_shortened = self.shortened;
        let answer = self.climb(terms, &question, budget)?;
        let answer = self.with_empty_text_or_without(terms, &question, answer, budget)?;
        self.counts.count(&answer);
        // What more effort might decide is not kept.
        let is_final = self.shortened == was_shortened;
        if is_final && answer != (Answer::Undecided { reason: Undecided::Effort }) {
            self.remembered += question.assumptions.len() + WEIGHT_OF_ANSWER;
            if self.remembered > MAX_REMEMBERED {
                self.forget();
            }
            self.answers.insert(question, answer.clone());
        }
        Ok(answer)
    }

    /// What seems to be refuted, or is not decided, since a string without characters is taken for another than the empty
    /// one: both cases are asked for, and in one of them the string is known.
    fn with_empty_text_or_without(
        &mut self,
        terms: &mut Terms,
        question: &Question,
        answer: Answer,
        budget: &mut Budget,
    ) -> Result<Answer, SolverError> {
        let is_open = matches!(
            answer,
            Answer::Undecided { reason: Undecided::Inexact } | Answer::Refuted { exact: false, .. }
        );
        if !self.limits.equalities || !is_open {
            return Ok(answer);
        }
        let Some(&(empty, _)) = equalities::empty_texts(terms, question).first() else { return Ok(answer) };
        for case in [empty, terms.not(empty)] {
            let mut question = question.clone();
            question.assumptions.push(case);
            if !self.climb(terms, &question, budget)?.is_valid() {
                return Ok(answer);
            }
        }
        Ok(Answer::Valid { step: Step::Facts })
    }

    /// Forgets the answers, not what was learned on the way.
    pub fn forget(&mut self) {
        self.answers = FxHashMap::default();
        self.remembered = 0;
    }

    fn climb(
        &mut self,
        terms: &mut Terms,
        question: &Question,
        budget: &mut Budget,
    ) -> Result<Answer, SolverError> {
        if terms.is_true(question.goal) || question.assumptions.contains(&question.goal) {
            return Ok(Answer::Valid { step: Step::Same });
        }
        let reduced = match facts::reduce(terms, question, budget) {
            Ok(Reduced::Valid) => return Ok(Answer::Valid { step: Step::Facts }),
            Ok(Reduced::Open(reduced)) => reduced,
            Err(_) => return Ok(Answer::Undecided { reason: Undecided::Effort }),
        };
        let solved = match self.solved(terms, reduced, budget) {
            Ok(Some(solved)) => solved,
            Ok(None) => return Ok(Answer::Valid { step: Step::Facts }),
            Err(_) => return Ok(Answer::Undecided { reason: Undecided::Effort }),
        };
        // What fixes no variable is searched as it was asked.
        let searched = if solved.is_reduced() { &solved.question } else { question };
        let found = if self.limits.search { self.search.run(terms, searched, budget) } else { Ok(None) };
        match found {
            Ok(Some(FoundAssignment { mut assignment, exact })) if solved.is_reduced() => {
                solved.complete(terms, &mut assignment);
                if let Some(exact) = search::check(terms, question, &assignment).map(|e| e && exact) {
                    self.search.remember(&assignment);
                    return Ok(Answer::Refuted { step: Step::Search, assignment, exact });
                }
            }
            Ok(Some(FoundAssignment { assignment, exact })) => {
                return Ok(Answer::Refuted { step: Step::Search, assignment, exact });
            }
            Ok(None) => {}
            Err(_) => return Ok(Answer::Undecided { reason: Undecided::Effort }),
        }
        match facts::refute(terms, &solved.question, budget) {
            Ok(true) => return Ok(Answer::Valid { step: Step::Facts }),
            Ok(false) => {}
            Err(_) => return Ok(Answer::Undecided { reason: Undecided::Effort }),
        }
        match cases::hold(terms, &solved.question, budget) {
            Ok(true) => return Ok(Answer::Valid { step: Step::Facts }),
            Ok(false) => {}
            Err(_) => return Ok(Answer::Undecided { reason: Undecided::Effort }),
        }
        if let Some(goal) = operands::of_operands(terms, solved.question.goal) {
            let easier = Question { assumptions: solved.question.assumptions.clone(), goal };
            let answer = self.climb(terms, &easier, budget)?;
            if answer.is_valid() {
                return Ok(answer);
            }
        }
        self.solve(terms, question, &solved, budget)
    }

    /// The question without what its assumptions fix; `None`: it is valid.
    fn solved(
        &self,
        terms: &mut Terms,
        reduced: Question,
        budget: &mut Budget,
    ) -> Result<Option<Solved>, Exhausted> {
        if !self.limits.equalities {
            return Ok(Some(Solved::as_it_is(reduced)));
        }
        let Some(mut solved) = equalities::solve(terms, &reduced, budget)? else { return Ok(None) };
        if solved.is_reduced() {
            match facts::reduce(terms, &solved.question, budget)? {
                Reduced::Valid => return Ok(None),
                Reduced::Open(question) => solved.question = question,
            }
        }
        Ok(Some(solved))
    }

    /// What the solver may spend on a question.
    fn full_resources(&self, script: &Script) -> u32 {
        let gates = if script.has_floats { 0 } else { script.size.gates };
        let of_gates = gates.saturating_mul(self.limits.resources_of_gate.into());
        of_gates.max(self.limits.resources.into()).min(u32::MAX.into()) as u32
    }

    /// The part of it that a solver in doubt has.
    const fn usual_part(&self) -> u32 {
        match self.doubt.checked_sub(TRIES) {
            None => 1,
            Some(0) => 2,
            Some(_) => LEAST_PART,
        }
    }

    /// Asks the solver what is left of the question, and evaluates its model on the whole question.
    fn solve(
        &mut self,
        terms: &mut Terms,
        question: &Question,
        solved: &Solved,
        budget: &mut Budget,
    ) -> Result<Answer, SolverError> {
        let script = match script(terms, &solved.question, &self.limits.size) {
            Ok(script) => script,
            Err(too_large) => {
                return Ok(Answer::Undecided { reason: Undecided::TooLarge(too_large) });
            }
        };
        let second = self.limits.second_engine;
        // Nothing was tried, so it casts no doubt on the solver.
        if script.has_floats && second == SecondEngine::Off {
            return Ok(Answer::Undecided { reason: Undecided::Resources });
        }
        if budget.spend(cost(&script)).is_err() {
            return Ok(Answer::Undecided { reason: Undecided::Effort });
        }
        self.counts.solver_terms += script.size.terms as u64;
        self.counts.solver_gates += script.size.gates;
        self.counts.largest_terms = self.counts.largest_terms.max(script.size.terms as u64);
        let slowness = if script.has_floats { SLOWNESS_OF_FLOATS } else { 1 };
        let effort_of_resource = self.limits.effort_of_resource * slowness;
        let affordable = budget.left().checked_div(effort_of_resource);
        let full = self.full_resources(&script);
        let usual = full / self.usual_part();
        let limit = affordable.map_or(usual, |most| most.min(usual.into()) as u32);
        // A limit of 0 is none.
        let limit = limit.max(1);
        let Answered { satisfiable, resources } =
            self.solver.lock().unwrap_or_else(PoisonError::into_inner).check(&script, limit, second)?;
        self.counts.solver_resources += resources;
        // What is over is seen by the next question.
        _ = budget.spend(resources * effort_of_resource);
        match satisfiable {
            // Too little effort says nothing of the questions to come.
            Satisfiable::Unknown(_) => self.doubt += u32::from(limit == usual),
            Satisfiable::No | Satisfiable::Yes(_) => self.doubt = 0,
        }
        let is_shortened = limit < full && matches!(satisfiable, Satisfiable::Unknown(_));
        self.shortened += u64::from(is_shortened);
        Ok(match satisfiable {
            Satisfiable::No => Answer::Valid { step: Step::Solver },
            Satisfiable::Unknown(_) => Answer::Undecided { reason: Undecided::Resources },
            Satisfiable::Yes(values) => {
                // What was asked has the model's values; what facts took away is read after it.
                let rest = (!solved.is_reduced()).then_some(question);
                let read: Vec<&Question> = [&solved.question].into_iter().chain(rest).collect();
                let mut assignment = assignment(terms, &read, &script, &values);
                solved.complete(terms, &mut assignment);
                match search::check(terms, question, &assignment) {
                    Some(exact) => {
                        self.search.remember(&assignment);
                        Answer::Refuted { step: Step::Solver, assignment, exact }
                    }
                    None => Answer::Undecided { reason: Undecided::Inexact },
                }
            }
        })
    }
}

/// What a question to the solver costs, as evaluated terms: a fixed part, and one by its size. What Z3 spends on the
/// circuits of floats it does not count itself.
fn cost(script: &Script) -> u64 {
    let Size { terms, gates, .. } = script.size;
    let (fixed, gate) = if script.has_floats { (100_000, COST_OF_FLOAT_GATE) } else { (20_000, 1) };
    fixed + terms as u64 * 100 + gates * gate
}

/// The question as one of satisfiability: the assumptions and the negated goal.
pub fn script(terms: &mut Terms, question: &Question, limits: &SizeLimits) -> Result<Script, TooLarge> {
    let negated = terms.not(question.goal);
    let mut roots = question.assumptions.clone();
    roots.push(negated);
    encode(terms, &roots, limits)
}

/// A model, as values of all that the questions read, one after another: of two leaves at one point, the first one's.
pub(super) fn assignment(
    terms: &Terms,
    questions: &[&Question],
    script: &Script,
    values: &[u64],
) -> Assignment {
    let variables = |var| script.variables.get(&var).map(|&i| values[i]);
    let leaves = |term| script.leaves.get(&term).map(|&i| values[i]);
    let mut source =
        ModelSource { variables: &variables, leaves: &leaves, assignment: Assignment::default() };
    for question in questions {
        Program::new(terms, &question.roots()).run(terms, 1, &mut source);
    }
    source.assignment
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jvm::operator::BinaryOperator;
    use crate::jvm::value::PrimitiveType;
    use crate::term::sort::{Sort, ValueSort};
    use crate::term::variable::{CellType, Variable, VariableInfo};

    fn number(terms: &mut Terms, n: u32) -> TermId {
        let sort = Sort::Value(ValueSort::Int);
        let info = VariableInfo { variable: Variable::Any(n), sort, ty: None, name: format!("n{n}") };
        let var = terms.variable(info);
        terms.var(var)
    }

    fn ask(asker: &mut Asker, terms: &mut Terms, goal: TermId) -> Answer {
        let question = Question { assumptions: Vec::new(), goal };
        asker.ask(terms, &question, &mut Budget::unlimited()).expect("the solver works")
    }

    /// That products which no rewriting makes one are never equal, which takes the circuits of both.
    fn hard(terms: &mut Terms, n: i32) -> TermId {
        let (x, y, n) = (number(terms, 0), number(terms, 1), terms.int(n));
        let mut of = |op, left, right| terms.binary(op, PrimitiveType::Int, left, right);
        let (or, xor) = (of(BinaryOperator::Or, x, n), of(BinaryOperator::Xor, y, n));
        let (left, right) = (of(BinaryOperator::Rem, x, or), of(BinaryOperator::Mul, or, xor));
        let (left, right) = (of(BinaryOperator::Mul, left, y), of(BinaryOperator::Rem, right, xor));
        let is_same = terms.same_value(left, right);
        terms.not(is_same)
    }

    #[test]
    fn a_solver_in_doubt_gets_less_until_it_answers() {
        let resources = 4_000;
        let limits = Limits { resources, search: false, ..Limits::default() };
        let (mut asker, mut terms) = (Asker::new(limits, 1), Terms::new());
        for (n, part) in [1, 1, 1, 2, 4, 4].into_iter().enumerate() {
            assert_eq!(asker.usual_part(), part, "after {n} questions");
            let goal = hard(&mut terms, n as i32 + 3);
            let answer = ask(&mut asker, &mut terms, goal);
            assert!(matches!(answer, Answer::Undecided { reason: Undecided::Resources }), "{answer:?}");
        }
        let (x, seven) = (number(&mut terms, 0), terms.int(7));
        let is_seven = terms.same_value(x, seven);
        let is_not = terms.not(is_seven);
        assert!(matches!(ask(&mut asker, &mut terms, is_not), Answer::Refuted { .. }));
        assert_eq!(asker.usual_part(), 1);
    }

    #[test]
    fn under_other_limits_a_solver_is_in_no_doubt() {
        let few = Limits { resources: 4_000, search: false, ..Limits::default() };
        let (mut asker, mut terms) = (Asker::new(few, 1), Terms::new());
        for n in 0..=TRIES {
            let goal = hard(&mut terms, n as i32 + 3);
            ask(&mut asker, &mut terms, goal);
        }
        assert!(asker.usual_part() > 1);
        let asker = asker.with_limits(Limits::default());
        assert_eq!((asker.usual_part(), asker.limits), (1, Limits::default()));
    }

    /// Of two floats not each is below the other: no circuit of ours says so, and Z3 does.
    #[test]
    fn what_is_no_circuit_stays_undecided_where_z3_is_not_asked() {
        let mut terms = Terms::new();
        let [x, y] = [0, 1].map(|n| {
            let sort = Sort::Value(ValueSort::Float);
            let info = VariableInfo { variable: Variable::Any(n), sort, ty: None, name: format!("f{n}") };
            let var = terms.variable(info);
            terms.var(var)
        });
        let mut of = |op, left, right| terms.binary(op, PrimitiveType::Float, left, right);
        let (below, above) = (of(BinaryOperator::Lt, x, y), of(BinaryOperator::Lt, y, x));
        let both = terms.and(below, above);
        let question = Question { assumptions: Vec::new(), goal: terms.not(both) };
        for (second_engine, is_valid) in [(SecondEngine::Off, false), (SecondEngine::Briefly, true)] {
            let limits = Limits { second_engine, search: false, ..Limits::default() };
            let asked = Asker::new(limits, 1).ask(&mut terms, &question, &mut Budget::unlimited());
            assert_eq!(asked.expect("the solver works").is_valid(), is_valid, "{second_engine:?}");
        }
    }

    #[test]
    fn what_a_solver_in_doubt_leaves_open_is_asked_again() {
        let limits = Limits { resources: 4_000, search: false, ..Limits::default() };
        let (mut asker, mut terms) = (Asker::new(limits, 1), Terms::new());
        let goals: Vec<TermId> = (0..=TRIES).map(|n| hard(&mut terms, n as i32 + 3)).collect();
        let mut repeated = |goal| {
            ask(&mut asker, &mut terms, goal);
            asker.counts().repeated
        };
        goals.iter().for_each(|&goal| assert_eq!(repeated(goal), 0));
        let (with_all, with_half) = (goals[0], goals[TRIES as usize]);
        assert_eq!(repeated(with_half), 0, "it had half of the solver's resources");
        assert_eq!(repeated(with_all), 1, "it had them all, and stays undecided");
    }

    /// The second read is of the same cell as the first, and facts take it away before the solver is asked.
    #[test]
    fn what_facts_take_away_does_not_take_the_values_of_a_model() {
        let limits = Limits { search: false, ..Limits::default() };
        let (mut asker, mut terms) = (Asker::new(limits, 1), Terms::new());
        let mut make = |variable, sort| {
            let info = VariableInfo { variable, sort, ty: None, name: format!("{variable:?}") };
            let var = terms.variable(info);
            terms.var(var)
        };
        let cells =
            make(Variable::Cells(CellType::Primitive(PrimitiveType::Int)), Sort::Cells(ValueSort::Int));
        let array = make(Variable::Any(0), Sort::Value(ValueSort::Reference));
        let [i, j] = [1, 2].map(|n| make(Variable::Any(n), Sort::Value(ValueSort::Int)));
        let is_held = make(Variable::Any(3), Sort::Value(ValueSort::Boolean));
        let (seven, is_at_i) = (terms.int(7), terms.same_value(i, j));
        let [at_j, at_i] = [j, i].map(|index| terms.select_cell(cells, array, index));
        let [seven_at_j, seven_at_i] = [at_j, at_i].map(|cell| terms.same_value(cell, seven));
        let held_or_seven = terms.or(is_held, seven_at_j);
        let differs = terms.not(seven_at_i);
        let question = Question { assumptions: vec![is_held, is_at_i, held_or_seven], goal: differs };
        let answer = asker.ask(&mut terms, &question, &mut Budget::unlimited()).expect("the solver works");
        assert!(matches!(answer, Answer::Refuted { step: Step::Solver, exact: true, .. }), "{answer:?}");
    }
}
