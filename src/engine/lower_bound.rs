//! How few tests a suite may have at the least: goals of which no call can reach two (DESIGN §17).
//!
//! **The claim.** A test here makes *one call of one method* of the program, with whatever arguments, and looks at the value or the
//! exception that comes of it. For each two goals of the bound, and each method that such a call may name and that leads to the code of both,
//! it is proven over all arguments that no call reaches both ([`Whole`]). So a suite of such tests that reaches all these goals has as many
//! tests as there are of them. The bound says nothing of suites whose tests make several calls, and is not given where a test of the suite
//! at hand does.
//!
//! Whatever is not known counts as reached together: a question that was not answered, code with a gap. What can be reached together
//! is known by runs of the suite, by calls that are drawn ([`crate::engine::draws`]), and by models: so the pairs that are asked about are those of a largest
//! set that still seems possible, until each pair of it is proven. Of goals that the same tests reach the hardest are looked at: those that no
//! other is reached by a part of whose drawn calls.
//!
//! Where the suite has more tests than that, it is asked whether so many calls can reach all goals ([`crate::engine::cover`]).
//!
//! A pair of goals whose conditions only compare integers is asked about in a formula of its own, where these are small
//! ([`crate::symbolic::orders`]); any other in the formula of all.

use std::collections::{BTreeMap, BTreeSet};

use fixedbitset::FixedBitSet;

use crate::driver::Generator;
use crate::engine::EngineError;
use crate::engine::clique::Joined;
use crate::engine::subject::{GoalIndex, Subject};
use crate::engine::whole::Whole;
use crate::engine::{cover, draws};
use crate::mutate::bench::Bench;
use crate::sema::program::{BodyState, MethodId, Program, Role};
use crate::symbolic::encode::{Script, SizeLimits, TooLarge, encode};
use crate::symbolic::incremental::{FoundModel, Incremental, NotOpened};
use crate::symbolic::orders;
use crate::syntax::tree::Modifiers;
use crate::term::TermId;
use crate::term::assignment::Assignment;
use crate::term::evaluate::Program as Evaluation;

/// Goals that are looked at: of those that the same tests reach, and in all.
const OF_ONE_KIND: usize = 24;
const HARDEST_OF_ONE_KIND: usize = 6;
/// Of a goal that fewer of the calls that are drawn reach, these say too little.
const FEWEST_CALLS: usize = 4;
const GOALS: usize = 180;
/// Conditions that are made.
const CONDITIONS: usize = 600;
/// Of the formulas of one method.
const LIMITS: SizeLimits = SizeLimits { terms: 200_000, depth: 2_000, gates: 4_000_000, instances: 20_000 };
/// Of the calls that are drawn.
const SEED: u64 = 0x006c_6f77_6572;
/// Effort for one question, and for all.
const QUESTION: u64 = 5_000_000;
const ALL: u64 = 100_000_000;
/// Rounds in which a largest set is looked for, and the steps of each.
const ROUNDS: usize = 2_000;
const STEPS: u32 = 3_000;

/// A proven bound; see the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LowerBound {
    /// No call reaches two of them.
    pub goals: Vec<GoalIndex>,
    /// For each two of them, by their places: the methods about whose calls the solver was asked. Where there are none, no method leads to both.
    pub pairs: Vec<(usize, usize, Vec<MethodId>)>,
    /// Goals that more calls than these do not reach all.
    pub beyond: Option<Beyond>,
}

/// No so many calls of the method reach all of the goals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beyond {
    pub method: MethodId,
    pub calls: usize,
    pub goals: Vec<GoalIndex>,
}

/// Which tests of a suite reach each goal, by their numbers.
pub type Reached = BTreeMap<GoalIndex, BTreeSet<usize>>;

/// The best bound that is found for a suite of so many tests.
pub fn of(
    subject: &Subject,
    generator: &Generator<'_>,
    (reached, tests): (&Reached, usize),
) -> Result<Option<LowerBound>, EngineError> {
    if tests == 0 || has_unknown_code(subject.program()) {
        return Ok(None);
    }
    let mut calls = Calls::new(subject, generator);
    let goals = calls.goals(reached);
    let goals = calls.open(goals)?;
    let mut pairs = Pairs::new(&goals, reached, &mut calls);
    let best = pairs.best(tests);
    if best.len() < 2 {
        return Ok(None);
    }
    let mut of_pairs = Vec::new();
    for (i, &a) in best.iter().enumerate() {
        for (j, &b) in best.iter().enumerate().skip(i + 1) {
            of_pairs.push((i, j, pairs.proven.get(&(a, b)).cloned().unwrap_or_default()));
        }
    }
    let beyond = cover::beyond(&mut calls, &goals, (&best, tests))?.map(|found| Beyond {
        method: found.method,
        calls: found.calls,
        goals: found.goals.iter().map(|&at| goals[at].goal).collect(),
    });
    Ok(Some(LowerBound { goals: best.iter().map(|&at| goals[at].goal).collect(), pairs: of_pairs, beyond }))
}

/// What is known of the calls of one method and two goals.
pub struct Together {
    pub method: MethodId,
    /// Whether some call reaches both.
    pub found: FoundModel,
    /// The question, which any solver may be asked.
    pub script: Result<Script, TooLarge>,
}

/// What the bound asks of two goals, by method that a test may call and that leads to both; `None`: not all is known of such calls.
pub fn together(
    subject: &Subject,
    generator: &Generator<'_>,
    goals: [GoalIndex; 2],
) -> Result<Option<Vec<Together>>, EngineError> {
    if has_unknown_code(subject.program()) {
        return Ok(None);
    }
    let mut calls = Calls::new(subject, generator);
    let (Some(a), Some(b)) = (calls.goal(goals[0]), calls.goal(goals[1])) else { return Ok(None) };
    let mut all = Vec::new();
    for (&method, &condition) in &a.conditions {
        let (Some(&other), Some(whole)) = (b.conditions.get(&method), calls.whole(method)) else { continue };
        let mut assumptions = whole.assumptions().to_vec();
        let parts = vec![condition, other];
        let terms = &mut whole.skeleton.terms;
        let roots: Vec<TermId> = assumptions.iter().chain(&parts).copied().collect();
        assumptions.extend(orders::ranges(terms, &roots));
        let roots: Vec<TermId> = assumptions.iter().chain(&parts).copied().collect();
        let script = encode(terms, &roots, &LIMITS);
        let found = match Incremental::open(terms, assumptions, parts, &LIMITS) {
            Ok(mut open) => open.ask(terms, &[0, 1], QUESTION),
            Err(NotOpened::Solver(error)) => return Err(error.into()),
            Err(NotOpened::TooLarge(_) | NotOpened::NoCircuit) => FoundModel::Unknown,
        };
        all.push(Together { method, found, script });
    }
    Ok(Some(all))
}

/// Whether some code of the program is not processed: it may call anything.
pub(super) fn has_unknown_code(program: &Program) -> bool {
    program.methods.iter_enumerated().any(|(id, method)| {
        matches!(program.role(method.class), Role::Given | Role::SourcePath)
            && matches!(program.body(id), BodyState::Unsupported(_))
    })
}

/// A goal, with the condition of each method that leads to it.
#[derive(Clone, Debug)]
pub(super) struct Goal {
    pub goal: GoalIndex,
    pub conditions: BTreeMap<MethodId, TermId>,
    /// By method: which of its calls that are drawn reach it.
    pub drawn: BTreeMap<MethodId, FixedBitSet>,
}

impl Goal {
    /// How many of the calls that are drawn reach it.
    pub(super) fn calls(&self) -> usize {
        self.drawn.values().map(|drawn| drawn.count_ones(..)).sum()
    }

    fn is_seen_with(&self, other: &Self) -> bool {
        let of = |(entry, drawn): (&MethodId, &FixedBitSet)| {
            other.drawn.get(entry).is_some_and(|own| !own.is_disjoint(drawn))
        };
        self.drawn.iter().any(of)
    }
}

/// The methods that tests may call.
pub(super) struct Calls<'s, 'g> {
    subject: &'s Subject,
    generator: &'g Generator<'g>,
    /// `None`: not all of its calls can be said anything about.
    wholes: BTreeMap<MethodId, Option<Whole<'s>>>,
    open: BTreeMap<MethodId, Incremental>,
    /// The same with the conditions alone that only compare integers, as far as there are any.
    plain: BTreeMap<MethodId, Incremental>,
    /// By method: the goals that are its formula's parts.
    parts: BTreeMap<MethodId, Vec<usize>>,
}

impl<'s, 'g> Calls<'s, 'g> {
    pub(super) fn new(subject: &'s Subject, generator: &'g Generator<'g>) -> Self {
        Self {
            subject,
            generator,
            wholes: BTreeMap::new(),
            open: BTreeMap::new(),
            plain: BTreeMap::new(),
            parts: BTreeMap::new(),
        }
    }

    /// The methods that a test may call which lead to this one; `None`: something is not known of the calls of one.
    fn entries(&mut self, method: MethodId) -> Option<Vec<MethodId>> {
        let program = self.subject.program();
        let mut entries = Vec::new();
        for leading in self.generator.leading_to(method) {
            if !matches!(program.role(program.methods[leading].class), Role::Given | Role::SourcePath) {
                return None;
            }
            if program.methods[leading].modifiers.has(Modifiers::PRIVATE) {
                continue;
            }
            let (subject, generator) = (self.subject, self.generator);
            let whole =
                self.wholes.entry(leading).or_insert_with(|| Whole::new(subject, generator, leading).ok());
            whole.as_ref()?;
            entries.push(leading);
        }
        Some(entries)
    }

    /// Those that few tests reach first; of those that the same tests reach, the hardest.
    fn goals(&mut self, reached: &Reached) -> Vec<Goal> {
        let mut kinds: BTreeMap<(usize, &BTreeSet<usize>), Vec<GoalIndex>> = BTreeMap::new();
        for (&goal, tests) in reached {
            kinds.entry((tests.len(), tests)).or_default().push(goal);
        }
        let mut of_kinds: Vec<Vec<Goal>> = Vec::new();
        let mut made = 0;
        for of_kind in kinds.values() {
            let mut own: Vec<Goal> = Vec::new();
            for &goal in spread(of_kind).iter() {
                let Some(goal) = self.goal(goal) else { continue };
                if own.iter().all(|known| known.conditions != goal.conditions) {
                    own.push(goal);
                }
            }
            made += own.len();
            of_kinds.push(own);
            if made >= CONDITIONS {
                break;
            }
        }
        self.draw(of_kinds.iter_mut().flatten());
        let mut goals = Vec::new();
        for of_kind in of_kinds {
            goals.extend(self.hardest(of_kind));
            if goals.len() >= GOALS {
                break;
            }
        }
        goals
    }

    /// Which of the calls that are drawn reach each goal.
    pub(super) fn draw<'a>(&self, goals: impl Iterator<Item = &'a mut Goal>) {
        let mut goals: Vec<&mut Goal> = goals.collect();
        for (&entry, whole) in &self.wholes {
            let Some(whole) = whole else { continue };
            let mut of_entry: Vec<(&mut Goal, TermId)> = goals
                .iter_mut()
                .map(|goal| &mut **goal)
                .filter_map(|goal| goal.conditions.get(&entry).copied().map(|condition| (goal, condition)))
                .collect();
            let conditions: Vec<TermId> = of_entry.iter().map(|(_, condition)| *condition).collect();
            if conditions.is_empty() {
                continue;
            }
            let drawn = draws::held(whole, &conditions, SEED);
            for ((goal, _), drawn) in of_entry.iter_mut().zip(drawn) {
                goal.drawn.insert(entry, drawn);
            }
        }
    }

    /// Of goals that the same tests reach: those of which no other is reached by a part of their calls alone; those that few calls reach
    /// first, and the smaller conditions of these.
    fn hardest(&self, of_kind: Vec<Goal>) -> Vec<Goal> {
        let is_part = |a: &Goal, b: &Goal| {
            let of = |(entry, drawn): (&MethodId, &FixedBitSet)| match b.drawn.get(entry) {
                Some(other) => drawn.is_subset(other),
                None => drawn.is_clear(),
            };
            a.calls() >= FEWEST_CALLS && a.drawn.iter().all(of)
        };
        let (plain, others): (Vec<Goal>, Vec<Goal>) =
            of_kind.into_iter().partition(|goal| self.is_plain(goal));
        let mut kept: Vec<Goal> = Vec::new();
        // Questions about plain ones are answered, so none of them gives way to another one.
        for of_kind in [plain, others] {
            let mut own: Vec<Goal> = Vec::new();
            let mut order: Vec<((usize, usize), Goal)> =
                of_kind.into_iter().map(|goal| ((goal.calls(), self.size(&goal)), goal)).collect();
            order.sort_by_key(|(key, _)| *key);
            for (_, goal) in order {
                let is_harder = |harder: &Goal| is_part(harder, &goal);
                if own.len() < HARDEST_OF_ONE_KIND && !kept.iter().chain(&own).any(is_harder) {
                    own.push(goal);
                }
            }
            kept.extend(own);
        }
        kept
    }

    /// Whether its conditions only compare integers.
    fn is_plain(&self, goal: &Goal) -> bool {
        goal.conditions.iter().all(|(entry, &condition)| {
            let Some(Some(whole)) = self.wholes.get(entry) else { return false };
            let roots: Vec<TermId> = whole.assumptions().iter().copied().chain([condition]).collect();
            orders::is_plain(&whole.skeleton.terms, &roots)
        })
    }

    /// A method's formula, where all is known of its calls.
    pub(super) fn whole(&mut self, entry: MethodId) -> Option<&mut Whole<'s>> {
        self.wholes.get_mut(&entry)?.as_mut()
    }

    pub(super) fn goal(&mut self, goal: GoalIndex) -> Option<Goal> {
        let mutant = self.subject.mutant(goal);
        let entries = self.entries(mutant.method)?;
        let mut bench = Bench::new(self.subject.program(), mutant.method)?;
        let mut conditions = BTreeMap::new();
        for entry in entries {
            let whole = self.wholes.get_mut(&entry)?.as_mut()?;
            let condition = bench.with_body(&mutant.patch, |body| whole.differs(body).ok())??;
            conditions.insert(entry, condition);
        }
        Some(Goal { goal, conditions, drawn: BTreeMap::new() })
    }

    fn size(&self, goal: &Goal) -> usize {
        let of = |(entry, &condition): (&MethodId, &TermId)| {
            let whole = self.wholes.get(entry).and_then(Option::as_ref);
            whole.map_or(0, |whole| whole.skeleton.terms.closure(&[condition]).len())
        };
        goal.conditions.iter().map(of).sum()
    }

    /// Puts the conditions on solvers; gives the goals of which all are.
    fn open(&mut self, goals: Vec<Goal>) -> Result<Vec<Goal>, EngineError> {
        let entries: BTreeSet<MethodId> =
            goals.iter().flat_map(|goal| goal.conditions.keys().copied()).collect();
        let mut left = goals;
        for entry in entries {
            let parts: Vec<TermId> =
                left.iter().filter_map(|goal| goal.conditions.get(&entry).copied()).collect();
            let Some(Some(whole)) = self.wholes.get_mut(&entry) else { continue };
            let mut assumptions = whole.assumptions().to_vec();
            let plain: Vec<TermId> = parts
                .iter()
                .copied()
                .filter(|&part| {
                    let roots: Vec<TermId> = assumptions.iter().copied().chain([part]).collect();
                    orders::is_plain(&whole.skeleton.terms, &roots)
                })
                .collect();
            if plain.len() > 1 {
                let mut own = assumptions.clone();
                let roots: Vec<TermId> = own.iter().chain(&plain).copied().collect();
                own.extend(orders::ranges(&mut whole.skeleton.terms, &roots));
                if let Ok(open) = Incremental::open(&mut whole.skeleton.terms, own, plain, &LIMITS) {
                    self.plain.insert(entry, open);
                }
            }
            let roots: Vec<TermId> = assumptions.iter().chain(&parts).copied().collect();
            assumptions.extend(orders::ranges(&mut whole.skeleton.terms, &roots));
            match Incremental::open(&mut whole.skeleton.terms, assumptions, parts, &LIMITS) {
                Ok(open) => _ = self.open.insert(entry, open),
                Err(NotOpened::Solver(error)) => return Err(error.into()),
                Err(NotOpened::TooLarge(_) | NotOpened::NoCircuit) => {
                    left.retain(|goal| !goal.conditions.contains_key(&entry));
                }
            }
        }
        for &entry in self.open.keys() {
            // Those that were taken out since are parts all the same: they are asked for no more.
            let of_entry = (0..left.len()).filter(|&at| left[at].conditions.contains_key(&entry));
            self.parts.insert(entry, of_entry.collect());
        }
        Ok(left)
    }
}

/// Some of them, evenly.
fn spread(all: &[GoalIndex]) -> Vec<GoalIndex> {
    let step = all.len().div_ceil(OF_ONE_KIND).max(1);
    all.iter().copied().step_by(step).collect()
}

fn pairs_of(numbers: &[usize]) -> impl Iterator<Item = (usize, usize)> {
    numbers.iter().enumerate().flat_map(|(i, &a)| numbers[i + 1..].iter().map(move |&b| (a, b)))
}

/// Which pairs may be reached by one call, as far as is known.
struct Pairs<'c, 's, 'g> {
    calls: &'c mut Calls<'s, 'g>,
    goals: Vec<Goal>,
    apart: Joined,
    /// Those that are proven, with the methods that were asked about.
    proven: BTreeMap<(usize, usize), Vec<MethodId>>,
    /// By method: its goals' conditions, to be evaluated.
    evaluations: BTreeMap<MethodId, Evaluation>,
}

impl<'c, 's, 'g> Pairs<'c, 's, 'g> {
    fn new(goals: &[Goal], reached: &Reached, calls: &'c mut Calls<'s, 'g>) -> Self {
        let mut apart = Joined::all(goals.len());
        for a in 0..goals.len() {
            for b in a + 1..goals.len() {
                let by_tests = !reached[&goals[a].goal].is_disjoint(&reached[&goals[b].goal]);
                if by_tests || goals[a].is_seen_with(&goals[b]) {
                    apart.part(a, b);
                }
            }
        }
        let mut evaluations = BTreeMap::new();
        for (&entry, parts) in &calls.parts {
            let Some(Some(whole)) = calls.wholes.get(&entry) else { continue };
            let conditions: Vec<TermId> = parts.iter().map(|&at| goals[at].conditions[&entry]).collect();
            evaluations.insert(entry, Evaluation::new(&whole.skeleton.terms, &conditions));
        }
        Self { calls, goals: goals.to_vec(), apart, proven: BTreeMap::new(), evaluations }
    }

    /// A largest set of goals of which each two are proven not to be reached by one call.
    fn best(&mut self, tests: usize) -> Vec<usize> {
        let mut best = Vec::new();
        for _ in 0..ROUNDS {
            let clique = self.apart.clique(STEPS);
            if clique.len() <= best.len() {
                break;
            }
            let pairs: Vec<(usize, usize)> = pairs_of(&clique).collect();
            let is_whole = pairs.into_iter().all(|(a, b)| self.is_apart(a, b));
            // What is proven of a clique that is not whole may be the best that there is.
            let own = if is_whole { clique } else { self.of_proven(&clique) };
            if own.len() > best.len() {
                best = own;
            }
            if is_whole || best.len() >= tests || self.is_spent() {
                break;
            }
        }
        let all: Vec<usize> = (0..self.goals.len()).collect();
        let of_all = self.of_proven(&all);
        if of_all.len() > best.len() { of_all } else { best }
    }

    /// A largest part of a set of which each two are proven.
    fn of_proven(&self, among: &[usize]) -> Vec<usize> {
        let mut joined = Joined::all(among.len());
        for (i, &a) in among.iter().enumerate() {
            for (j, &b) in among.iter().enumerate().skip(i + 1) {
                if !self.proven.contains_key(&(a, b)) {
                    joined.part(i, j);
                }
            }
        }
        joined.clique(STEPS).into_iter().map(|at| among[at]).collect()
    }

    fn is_spent(&self) -> bool {
        let all = self.calls.open.values().chain(self.calls.plain.values());
        all.map(Incremental::spent).sum::<u64>() >= ALL
    }

    /// Asks whether some call reaches both; `a < b`.
    fn is_apart(&mut self, a: usize, b: usize) -> bool {
        if self.proven.contains_key(&(a, b)) {
            return true;
        }
        // A model of another question may have shown both.
        if !self.apart.are(a, b) {
            return false;
        }
        let shared: Vec<MethodId> = self.goals[a]
            .conditions
            .keys()
            .copied()
            .filter(|entry| self.goals[b].conditions.contains_key(entry))
            .collect();
        for &entry in &shared {
            let found = if self.is_spent() { FoundModel::Unknown } else { self.ask(entry, a, b) };
            match found {
                FoundModel::Nothing => continue,
                FoundModel::Values { assignment, .. } => self.strike(entry, &assignment),
                FoundModel::Unknown => {}
            }
            self.apart.part(a, b);
            return false;
        }
        self.proven.insert((a, b), shared);
        true
    }

    fn ask(&mut self, entry: MethodId, a: usize, b: usize) -> FoundModel {
        let wanted = [a, b].map(|at| self.goals[at].conditions[&entry]);
        let Some(Some(whole)) = self.calls.wholes.get(&entry) else { return FoundModel::Unknown };
        for formulas in [&mut self.calls.plain, &mut self.calls.open] {
            let Some(open) = formulas.get_mut(&entry) else { continue };
            let found = open.ask_terms(&whole.skeleton.terms, &wanted, QUESTION);
            if found != FoundModel::Unknown {
                return found;
            }
        }
        FoundModel::Unknown
    }

    /// What one call reaches together is not apart.
    fn strike(&mut self, entry: MethodId, assignment: &Assignment) {
        let (Some(Some(whole)), Some(evaluation)) =
            (self.calls.wholes.get(&entry), self.evaluations.get(&entry))
        else {
            return;
        };
        let mut source = assignment;
        let values = evaluation.run(&whole.skeleton.terms, 1, &mut source);
        let holds = |&&at: &&usize| values.is_true(self.goals[at].conditions[&entry], 0);
        let together: Vec<usize> = self.calls.parts[&entry].iter().filter(holds).copied().collect();
        for (i, &a) in together.iter().enumerate() {
            for &b in &together[i + 1..] {
                if !self.proven.contains_key(&(a.min(b), a.max(b))) {
                    self.apart.part(a, b);
                }
            }
        }
    }
}
