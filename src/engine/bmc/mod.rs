//! SymBMC and SimplifiedBMC (Riener, Bloem, Fey: "Test Case Generation from Mutants using Model Checking Techniques"): tests from formulas
//! over whole drivers, and proofs where a formula has no model (DESIGN §17).
//!
//! *SimplifiedBMC* (Procedure 1) has one formula for each mutant: on which inputs does a call tell it from the original? *SymBMC*
//! (Procedure 2) has one formula for all that are left: the meta-mutant ([`meta`]) with a free fault number, on one live solver. Each model names a
//! fault and a test; the test is run, and a clause blocks the fault. When there is no model, all that are left are told from the
//! original by no call. A mutant of another shape is put beside the graph, by a copy of the driver of its own under its number.
//!
//! Both prove things of calls of static methods with arguments of primitive types ([`Whole`]). Where loops end within the bounds the formula says all,
//! and so a formula without a model is a proof; where they may not, it is one up to the bound, of calls that end within the original's frames, once no
//! such call makes the mutant leave them. A mutant of a private method is proven where no call of any method that leads to it tells it. Of other
//! calls they look for tests in some drivers, and prove nothing ([`skeletons`]).
//!
//! A formula may be shared by fewer ([`Settings::chunk`]), and is where one for all would be too large.
//!
//! **What refutes nothing.** A model whose run does not kill blocks its fault, too, and is counted as *spurious*: of that fault nothing
//! follows from a later refutation. The same holds of one that the solver gave up.
//!
//! **What is assumed beside a formula** is that integers which it only compares are small ([`orders`]); it has a model where it has one with that.

pub mod counts;
pub mod meta;
pub mod rest;
mod skeletons;
mod sweep;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use crate::dalg::refutation::{Gap, Gaps, proven};
use crate::driver::Generator;
use crate::engine::global::Stop;
use crate::engine::lower_bound::has_unknown_code;
use crate::engine::pass::PassKind;
use crate::engine::session::Session;
use crate::engine::subject::{GoalIndex, Subject};
use crate::engine::whole::{Asked, Whole};
use crate::engine::{Engine, EngineError};
use crate::exec::limits::DEFAULT_STEPS;
use crate::frames::Frames;
use crate::jvm::operator::BinaryOperator;
use crate::jvm::value::PrimitiveType;
use crate::mutate::bench::Bench;
use crate::sema::program::MethodId;
use crate::symbolic::encode::SizeLimits;
use crate::symbolic::incremental::{FoundModel, Incremental, NotOpened};
use crate::symbolic::orders;
use crate::syntax::tree::Modifiers;
use crate::term::TermId;
use crate::term::assignment::Assignment;
use crate::term::sort::{Sort, ValueSort};
use crate::term::variable::{Variable, VariableInfo};
use counts::FormulaCounts;
use meta::{Fault, merged};

/// A formula may be as large as the meta-mutant of a method.
const LIMITS: SizeLimits = SizeLimits { terms: 400_000, depth: 4_000, gates: 20_000_000, instances: 20_000 };
/// Effort for one answer, and for one that is asked of a single fault when that was not enough.
const ANSWER: u64 = 5_000_000;
const SINGLE: u64 = 30_000_000;
/// Effort for one answer about all faults: where that does not do, each is asked for by its number.
const OF_ALL: u64 = 1_000_000;

/// Which of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formulas {
    /// SimplifiedBMC.
    EachMutant,
    /// SymBMC.
    AllTogether,
}

/// How often loops go round that have no bound that is known.
const CUT_BOUNDS: [u32; 3] = [1, 2, 4];

/// How SymBMC goes about it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// So many faults share a formula; 0 for all.
    pub chunk: usize,
    /// A test is run against all faults and blocks each that it kills; the paper has a test for each fault.
    pub drop: bool,
}

pub struct Bmc<'p> {
    generator: Generator<'p>,
    formulas: Formulas,
    settings: Settings,
}

impl<'p> Bmc<'p> {
    pub const fn new(generator: Generator<'p>, formulas: Formulas, settings: Settings) -> Self {
        Self { generator, formulas, settings }
    }
}

/// What is asked of a formula, and how.
#[derive(Clone, Copy)]
struct How {
    asked: Asked,
    settings: Settings,
}

type Run = fn(&mut Session<'_>, &Whole<'_>, GoalIndex, &Assignment) -> bool;

impl How {
    fn run(self) -> Run {
        if self.settings.drop { runs_against_all } else { runs }
    }
}

/// What came of the faults in one formula: those that no call tells from the original. The others were killed, or are open.
type Refuted = BTreeSet<GoalIndex>;

impl Engine for Bmc<'_> {
    fn pass(&self) -> PassKind {
        match self.formulas {
            Formulas::EachMutant => PassKind::SimplifiedBmc,
            Formulas::AllTogether => PassKind::Symbmc,
        }
    }

    fn run(&mut self, session: &mut Session<'_>) -> Result<(), EngineError> {
        let subject = session.subject();
        let leading = Leading::of(session, &self.generator);
        let mut refuted: BTreeMap<GoalIndex, Vec<Frame>> = BTreeMap::new();
        let mut without: Vec<(MethodId, &[GoalIndex])> = Vec::new();
        for (&entry, goals) in &leading.of_entry {
            if goals.iter().all(|&goal| is_spent(session, goal)) {
                continue;
            }
            match Whole::new(subject, &self.generator, entry) {
                Ok(mut whole) => {
                    session.effort.spend_terms(whole.skeleton.terms.asked());
                    for goal in self.refuted(session, &mut whole, goals, Asked::Differs)? {
                        let frame = Frame { bound: whole.bound(), is_cut: false };
                        refuted.entry(goal).or_default().push(frame);
                    }
                }
                Err(gaps) if gaps == [Gap::Cut].into() => {
                    for (goal, bound) in self.refuted_up_to(session, entry, goals)? {
                        refuted.entry(goal).or_default().push(Frame { bound, is_cut: true });
                    }
                }
                Err(gaps) => {
                    say_why(session, goals, &gaps);
                    without.push((entry, goals));
                }
            }
        }
        leading.prove(session, refuted);
        // There is no end to what drivers may take: they come behind all proofs, and leave one another a share.
        for (at, &(entry, goals)) in without.iter().enumerate() {
            session.effort.begin_share(without.len() - at);
            let searched = self.search_skeletons(session, entry, goals);
            session.effort.end_share();
            searched?;
        }
        Ok(())
    }
}

/// The open goals, and the methods whose calls show all that a goal does.
struct Leading {
    of_entry: BTreeMap<MethodId, Vec<GoalIndex>>,
    /// By goal, how many these are.
    entries: BTreeMap<GoalIndex, usize>,
}

impl Leading {
    fn of(session: &Session<'_>, generator: &Generator<'_>) -> Self {
        let subject = session.subject();
        let mut leading = Self { of_entry: BTreeMap::new(), entries: BTreeMap::new() };
        for goal in subject.indices().filter(|&goal| session.is_open(goal)) {
            let entries = entries(subject, generator, subject.mutant(goal).method);
            for &entry in &entries {
                leading.of_entry.entry(entry).or_default().push(goal);
            }
            leading.entries.insert(goal, entries.len());
        }
        leading
    }

    /// Goals that are refuted in the frames of each of their methods are proven.
    fn prove(&self, session: &mut Session<'_>, refuted: BTreeMap<GoalIndex, Vec<Frame>>) {
        let subject = session.subject();
        let is_known = !has_unknown_code(subject.program());
        for (goal, frames) in refuted {
            let method = &subject.program().methods[subject.mutant(goal).method];
            let is_all = frames.len() == self.entries[&goal];
            let holds = is_all && (is_known || !method.modifiers.has(Modifiers::PRIVATE));
            let is_cut = frames.iter().any(|frame| frame.is_cut);
            let gaps: Gaps = is_cut.then_some(Gap::Cut).into_iter().collect();
            let bounds = frames.iter().filter(|frame| frame.is_cut == is_cut).map(|frame| frame.bound);
            let bound = if is_cut { bounds.min() } else { bounds.max() };
            if holds
                && session.is_open(goal)
                && let Some(proof) = proven(&gaps, bound.unwrap_or_default(), false)
            {
                session.prove_by_search(goal, proof);
            }
        }
    }
}

/// The methods whose calls show all that a method does: itself, or, of one that no test calls, all that lead there.
fn entries(subject: &Subject, generator: &Generator<'_>, method: MethodId) -> Vec<MethodId> {
    let methods = &subject.program().methods;
    let is_private = |method: MethodId| methods[method].modifiers.has(Modifiers::PRIVATE);
    if !is_private(method) {
        return vec![method];
    }
    generator.leading_to(method).into_iter().filter(|&leading| !is_private(leading)).collect()
}

/// The frames in which a goal was refuted.
struct Frame {
    bound: u32,
    /// The original may leave them.
    is_cut: bool,
}

/// Why there is no formula for calls of a method.
fn say_why(session: &mut Session<'_>, goals: &[GoalIndex], gaps: &Gaps) {
    let why = words(gaps);
    for &goal in goals {
        session.notes.not_read(session.subject().mutant(goal).method, &why);
        session.notes.solver_stopped(goal, Stop::Unsupported(why.as_str().into()));
    }
}

impl Bmc<'_> {
    /// The open goals of which there is no such call as is asked for.
    fn refuted(
        &self,
        session: &mut Session<'_>,
        whole: &mut Whole<'_>,
        goals: &[GoalIndex],
        asked: Asked,
    ) -> Result<Refuted, EngineError> {
        let mut live: Vec<GoalIndex> = goals.iter().copied().filter(|&goal| session.is_open(goal)).collect();
        live.sort_by_key(|&goal| session.notes.later.contains(goal));
        let nodes = nodes(whole.original_frames());
        let mut counts = FormulaCounts { nodes, ..FormulaCounts::default() };
        let how = How { asked, settings: self.settings };
        let none = match self.formulas {
            Formulas::EachMutant => each(session, whole, &live, asked, &mut counts)?,
            Formulas::AllTogether => together(session, whole, &live, how, &mut counts)?,
        };
        session.pass.count_formulas(&counts);
        Ok(none)
    }

    /// Where loops have no bound that is known: frame for frame, the goals that no call tells which ends within the original's frames, each
    /// with the largest. That the mutant leaves them alone is a difference until it is excluded.
    fn refuted_up_to(
        &self,
        session: &mut Session<'_>,
        entry: MethodId,
        goals: &[GoalIndex],
    ) -> Result<BTreeMap<GoalIndex, u32>, EngineError> {
        let mut largest = BTreeMap::new();
        for bound in CUT_BOUNDS {
            let mut whole = match Whole::up_to(session.subject(), &self.generator, entry, bound) {
                Ok(whole) => whole,
                Err(gaps) => {
                    say_why(session, goals, &gaps);
                    break;
                }
            };
            session.effort.spend_terms(whole.skeleton.terms.asked());
            if !whole.may_end() {
                continue;
            }
            let within = self.refuted(session, &mut whole, goals, Asked::Within)?;
            let within: Vec<GoalIndex> = within.into_iter().collect();
            for goal in self.refuted(session, &mut whole, &within, Asked::Leaves)? {
                largest.insert(goal, bound);
            }
        }
        Ok(largest)
    }
}

fn nodes(frames: &Frames) -> u64 {
    frames.graph.nodes.len() as u64
}

/// Why no formula says all about the calls of a method.
fn words(gaps: &Gaps) -> String {
    let names: Vec<String> = gaps.iter().map(ToString::to_string).collect();
    format!("no formula says all about its calls: {}", names.join(", "))
}

fn stop(gaps: &Gaps) -> Stop {
    Stop::Unsupported(words(gaps).into())
}

fn too_large(session: &mut Session<'_>, goal: GoalIndex, why: &NotOpened) {
    session.notes.solver_stopped(goal, Stop::Size(why.to_string()));
}

/// What makes terms, which the effort for the class pays for.
fn paid<T>(session: &mut Session<'_>, whole: &mut Whole<'_>, make: impl FnOnce(&mut Whole<'_>) -> T) -> T {
    let before = whole.skeleton.terms.asked();
    let made = make(whole);
    session.effort.spend_terms(whole.skeleton.terms.asked() - before);
    made
}

/// An answer for so much effort at the most, and no more than is left for the class; and what it took.
fn ask(
    session: &mut Session<'_>,
    whole: &Whole<'_>,
    (formula, parts): (&mut Incremental, &[usize]),
    most: u64,
) -> (FoundModel, u64) {
    let before = formula.spent();
    let found = formula.ask(&whole.skeleton.terms, parts, most.min(session.effort.left_in_terms()));
    let spent = formula.spent() - before;
    session.effort.spend_terms(spent);
    (found, spent)
}

/// Whether nothing is left for a goal, which is noted.
fn is_spent(session: &mut Session<'_>, goal: GoalIndex) -> bool {
    let is_spent = session.effort.left() == 0;
    if is_spent {
        session.notes.solver_stopped(goal, Stop::NotReached);
    }
    is_spent
}

/// The driver of a goal's version, in its frames.
fn frames(session: &mut Session<'_>, whole: &mut Whole<'_>, goal: GoalIndex) -> Result<Arc<Frames>, Gaps> {
    let mutant = session.subject().mutant(goal);
    let bench = Bench::new(session.subject().program(), mutant.method);
    let none = || Err(Gaps::from([Gap::Unsupported]));
    let Some(mut bench) = bench else { return none() };
    let framed = |whole: &mut Whole<'_>| bench.with_body(&mutant.patch, |body| whole.frames(body));
    paid(session, whole, framed).unwrap_or_else(none)
}

/// One formula for each mutant.
fn each(
    session: &mut Session<'_>,
    whole: &mut Whole<'_>,
    goals: &[GoalIndex],
    asked: Asked,
    counts: &mut FormulaCounts,
) -> Result<Refuted, EngineError> {
    let mut refuted = Refuted::new();
    for &goal in goals {
        if is_spent(session, goal) {
            continue;
        }
        counts.faults += 1;
        let condition = match alone(session, whole, goal, asked) {
            Ok(condition) => condition,
            Err(gaps) => {
                session.notes.solver_stopped(goal, stop(&gaps));
                continue;
            }
        };
        if single(session, whole, (goal, condition), counts)? {
            refuted.insert(goal);
        }
    }
    Ok(refuted)
}

/// What is asked of one mutant, as a condition over the inputs.
fn alone(
    session: &mut Session<'_>,
    whole: &mut Whole<'_>,
    goal: GoalIndex,
    asked: Asked,
) -> Result<TermId, Gaps> {
    let frames = frames(session, whole, goal)?;
    paid(session, whole, |whole| whole.asked_in(asked, &frames))
}

/// A formula of one mutant: whether it has no model. Where the solver gives up, it is asked again with the operands of products made equal as far
/// as they are ([`sweep`]).
fn single(
    session: &mut Session<'_>,
    whole: &mut Whole<'_>,
    (goal, condition): (GoalIndex, TermId),
    counts: &mut FormulaCounts,
) -> Result<bool, EngineError> {
    let mut asked = condition;
    // What says nothing of all calls is not worth as much.
    let efforts: &[u64] = if whole.is_of_all() { &[ANSWER, SINGLE] } else { &[ANSWER] };
    for &effort in efforts {
        let mut assumptions = whole.assumptions().to_vec();
        assumptions.push(asked);
        let ranges = orders::ranges(&mut whole.skeleton.terms, &assumptions);
        assumptions.extend(ranges);
        let formula = Incremental::open(&mut whole.skeleton.terms, assumptions, Vec::new(), &LIMITS);
        let mut formula = match formula {
            Ok(formula) => formula,
            Err(NotOpened::Solver(error)) => return Err(error.into()),
            Err(why) => {
                too_large(session, goal, &why);
                return Ok(false);
            }
        };
        counts.formulas += 1;
        session.effort.spend_terms(formula.spent());
        let (found, _) = ask(session, whole, (&mut formula, &[]), effort);
        counts.count(&found, formula.spent());
        match found {
            FoundModel::Nothing => return Ok(true),
            FoundModel::Values { assignment, .. } => {
                counts.spurious += u64::from(!runs(session, whole, goal, &assignment));
                return Ok(false);
            }
            FoundModel::Unknown => {}
        }
        if is_spent(session, goal) {
            return Ok(false);
        }
        let assumed = whole.assumptions().to_vec();
        let swept = sweep::swept(&mut whole.skeleton.terms, &assumed, asked, &LIMITS)?;
        session.effort.spend_terms(swept.spent);
        if swept.condition == asked {
            break;
        }
        asked = swept.condition;
    }
    session.notes.solver_stopped(goal, Stop::Solver);
    Ok(false)
}

/// Runs a model as a test of its fault alone; whether it kills.
fn runs(session: &mut Session<'_>, whole: &Whole<'_>, goal: GoalIndex, assignment: &Assignment) -> bool {
    session.offer_for(goal, whole.skeleton.driver(assignment), DEFAULT_STEPS);
    is_killed(session, goal)
}

/// The same against all that live.
fn runs_against_all(
    session: &mut Session<'_>,
    whole: &Whole<'_>,
    goal: GoalIndex,
    assignment: &Assignment,
) -> bool {
    let driver = whole.skeleton.driver(assignment);
    session.offer(driver.method, vec![driver], DEFAULT_STEPS);
    is_killed(session, goal)
}

fn is_killed(session: &mut Session<'_>, goal: GoalIndex) -> bool {
    let is_killed = !session.is_open(goal);
    if !is_killed {
        session.notes.solver_stopped(goal, Stop::NotSeen);
    }
    is_killed
}

/// One formula for all, or for as many as are to share one. Those whose formula is too large share it with half as many.
fn together(
    session: &mut Session<'_>,
    whole: &mut Whole<'_>,
    goals: &[GoalIndex],
    how: How,
    counts: &mut FormulaCounts,
) -> Result<Refuted, EngineError> {
    let chunk = how.settings.chunk;
    let most = if chunk == 0 { goals.len().max(1) } else { chunk };
    // Where tests drop others, those that others follow from have a formula of their own.
    let first = goals.iter().take_while(|&&goal| !session.notes.later.contains(goal)).count();
    let (first, later) = goals.split_at(if how.settings.drop { first } else { goals.len() });
    let chunks = first.chunks(most).chain(later.chunks(most));
    let mut chunks: VecDeque<Vec<GoalIndex>> = chunks.map(<[_]>::to_vec).collect();
    let mut refuted = Refuted::new();
    while let Some(mut chunk) = chunks.pop_front() {
        chunk.retain(|&goal| session.is_open(goal) && !is_spent(session, goal));
        let numbered = numbered(session, whole, &chunk);
        if numbered.is_empty() {
            continue;
        }
        match paid(session, whole, |whole| one_formula(whole, &numbered, (how.asked, &LIMITS), counts))? {
            Ok(formula) => {
                session.effort.spend_terms(formula.spent());
                let goals: Vec<GoalIndex> = numbered.into_iter().map(|(goal, _)| goal).collect();
                counts.faults += goals.len() as u64;
                refuted.extend(answered(session, whole, formula, &goals, how, counts)?);
            }
            Err(_) if numbered.len() > 1 => {
                for half in chunk.chunks(chunk.len().div_ceil(2)).rev() {
                    chunks.push_front(half.to_vec());
                }
            }
            Err(why) => session.notes.solver_stopped(numbered[0].0, Stop::Size(why)),
        }
    }
    Ok(refuted)
}

/// All answers of a formula of the goals by their numbers.
fn answered(
    session: &mut Session<'_>,
    whole: &mut Whole<'_>,
    mut formula: Incremental,
    numbered: &[GoalIndex],
    how: How,
    counts: &mut FormulaCounts,
) -> Result<Refuted, EngineError> {
    let mut left: BTreeSet<usize> = (0..numbered.len()).collect();
    let fault = whole.skeleton.terms.find_variable(FAULT);
    loop {
        let (found, spent) = ask(session, whole, (&mut formula, &[]), OF_ALL);
        counts.count(&found, spent);
        match found {
            // Of all that are left no call tells any from the original.
            FoundModel::Nothing => break,
            FoundModel::Values { assignment, .. } => {
                let number = fault.map_or(0, |fault| assignment.variable(&whole.skeleton.terms, fault));
                let at = (number as usize).wrapping_sub(1);
                if !left.remove(&at) {
                    // A model of a fault that is blocked: the solver contradicts itself, and nothing is concluded.
                    left.clear();
                    break;
                }
                counts.spurious += u64::from(!how.run()(session, whole, numbered[at], &assignment));
                formula.block(&[at]);
                let dropped: Vec<usize> =
                    left.iter().copied().filter(|&other| !session.is_open(numbered[other])).collect();
                for other in dropped {
                    left.remove(&other);
                    formula.block(&[other]);
                }
            }
            FoundModel::Unknown => {
                left = one_by_one(session, whole, &mut formula, (numbered, &left, how), counts)?;
                break;
            }
        }
    }
    Ok(left.into_iter().map(|at| numbered[at]).collect())
}

/// The same of each fault that is left, where the solver gives up on all together; those that are refuted.
fn one_by_one(
    session: &mut Session<'_>,
    whole: &mut Whole<'_>,
    formula: &mut Incremental,
    (numbered, left, how): (&[GoalIndex], &BTreeSet<usize>, How),
    counts: &mut FormulaCounts,
) -> Result<BTreeSet<usize>, EngineError> {
    let mut refuted = BTreeSet::new();
    for &at in left {
        let goal = numbered[at];
        if how.settings.drop && !session.is_open(goal) {
            continue;
        }
        if is_spent(session, goal) {
            continue;
        }
        counts.alone += 1;
        let (found, spent) = ask(session, whole, (&mut *formula, &[at]), ANSWER);
        counts.count(&found, spent);
        match found {
            FoundModel::Nothing => _ = refuted.insert(at),
            FoundModel::Values { assignment, .. } => {
                counts.spurious += u64::from(!how.run()(session, whole, goal, &assignment));
            }
            // A formula of its own is easier than the same part of the one for all.
            FoundModel::Unknown => {
                let is_refuted = match alone(session, whole, goal, how.asked) {
                    Ok(condition) => single(session, whole, (goal, condition), counts)?,
                    Err(gaps) => {
                        session.notes.solver_stopped(goal, stop(&gaps));
                        false
                    }
                };
                refuted.extend(is_refuted.then_some(at));
            }
        }
    }
    Ok(refuted)
}

/// The fault number, which nothing writes and no test sees; the numbers from 0 are the indices by which `sight` compares arrays.
const FAULT: Variable = Variable::Any(u32::MAX);

/// The goals whose versions have frames, with these; of the others it is noted.
fn numbered(
    session: &mut Session<'_>,
    whole: &mut Whole<'_>,
    goals: &[GoalIndex],
) -> Vec<(GoalIndex, Arc<Frames>)> {
    let mut numbered = Vec::new();
    for &goal in goals {
        match frames(session, whole, goal) {
            Ok(frames) => numbered.push((goal, frames)),
            Err(gaps) => session.notes.solver_stopped(goal, stop(&gaps)),
        }
    }
    numbered
}

/// The formula with a free fault number, whose parts are that the fault is this one; or why there is none.
fn one_formula(
    whole: &mut Whole<'_>,
    numbered: &[(GoalIndex, Arc<Frames>)],
    (asked, limits): (Asked, &SizeLimits),
    counts: &mut FormulaCounts,
) -> Result<Result<Incremental, String>, EngineError> {
    let versions: Vec<Arc<Frames>> = numbered.iter().map(|(_, frames)| frames.clone()).collect();
    let Some((goal, parts)) = whole_goal(whole, &versions, asked, counts) else {
        return Ok(Err("the meta-mutant".to_owned()));
    };
    let mut assumptions = whole.assumptions().to_vec();
    assumptions.extend(goal);
    let roots: Vec<TermId> = assumptions.iter().chain(&parts).copied().collect();
    assumptions.extend(orders::ranges(&mut whole.skeleton.terms, &roots));
    match Incremental::open(&mut whole.skeleton.terms, assumptions, parts, limits) {
        Ok(formula) => {
            counts.formulas += 1;
            counts.chunks += 1;
            Ok(Ok(formula))
        }
        Err(NotOpened::Solver(error)) => Err(error.into()),
        Err(why) => Ok(Err(why.to_string())),
    }
}

/// That the fault is one of so many and a call tells it from the original; and, of each, that it is this one.
fn whole_goal(
    whole: &mut Whole<'_>,
    versions: &[Arc<Frames>],
    asked: Asked,
    counts: &mut FormulaCounts,
) -> Option<(Vec<TermId>, Vec<TermId>)> {
    let sort = Sort::Value(ValueSort::Int);
    let terms = &mut whole.skeleton.terms;
    let var = terms.variable(VariableInfo { variable: FAULT, sort, ty: None, name: "fault".to_owned() });
    let fault = terms.var(var);
    let numbers: Vec<Fault> = (1..).take(versions.len()).collect();
    let graphs: Vec<(Fault, &_)> =
        numbers.iter().copied().zip(versions.iter().map(|frames| &frames.graph)).collect();
    let original = whole.original_frames().clone();
    let meta = merged(&mut whole.skeleton.terms, fault, &original.graph, &graphs);
    let beside = meta.beside.clone();
    let of_others = beside.iter().map(|&number| nodes(&versions[(number - 1) as usize]));
    counts.meta_nodes += meta.graph.nodes.len() as u64 + of_others.sum::<u64>();
    counts.beside += beside.len() as u64;
    let frames = Frames { graph: meta.graph, cuts: original.cuts.clone() };
    let mut cases = vec![whole.asked_in(asked, &frames).ok()?];
    for number in beside {
        let own = whole.asked_in(asked, &versions[(number - 1) as usize]).ok()?;
        let terms = &mut whole.skeleton.terms;
        let is_it = is_fault(terms, fault, number);
        cases.push(terms.and(is_it, own));
    }
    let terms = &mut whole.skeleton.terms;
    let parts: Vec<TermId> = numbers.iter().map(|&number| is_fault(terms, fault, number)).collect();
    let (none, last) = (terms.int(0), terms.int(versions.len() as Fault));
    let is_positive = terms.binary(BinaryOperator::Lt, PrimitiveType::Int, none, fault);
    let is_past = terms.binary(BinaryOperator::Lt, PrimitiveType::Int, last, fault);
    let is_known = terms.not(is_past);
    let differs = terms.any(cases);
    Some((vec![is_positive, is_known, differs], parts))
}

fn is_fault(terms: &mut crate::term::Terms, fault: TermId, number: Fault) -> TermId {
    let number = terms.int(number);
    terms.same_value(fault, number)
}
