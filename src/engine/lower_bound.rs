//! How few tests a suite may have at the least: goals of which no call can reach two (DESIGN §17).
//!
//! **The claim.** A test here makes *one call of one method* of the program, with whatever arguments, and looks at the value or the
//! exception that comes of it. For each two goals of the bound, and each method that such a call may name and that leads to the code of both,
//! it is proven over all arguments that no call reaches both ([`Whole`]). So a suite of such tests that reaches all these goals has as many
//! tests as there are of them. The bound says nothing of suites whose tests make several calls, and is not given where a test of the suite
//! at hand does.
//!
//! Whatever is not known counts as reached together: a question that was not answered, code with a gap. What can be reached together
//! is known by runs of the suite, and by models: so the pairs that are asked about are those of a largest set that still seems possible,
//! until each pair of it is proven.

use std::collections::{BTreeMap, BTreeSet};

use crate::driver::Generator;
use crate::engine::EngineError;
use crate::engine::clique::Joined;
use crate::engine::subject::{MutantIndex, Subject};
use crate::engine::whole::Whole;
use crate::mutate::bench::Bench;
use crate::sema::program::{BodyState, MethodId, Program, Role};
use crate::symbolic::encode::SizeLimits;
use crate::symbolic::incremental::{Found, Incremental, NotOpened};
use crate::syntax::tree::Modifiers;
use crate::term::TermId;
use crate::term::assignment::Assignment;
use crate::term::evaluate::Program as Evaluation;

/// Goals that are looked at: of those that the same tests reach, and in all.
const OF_ONE_KIND: usize = 12;
const SMALLEST_OF_ONE_KIND: usize = 6;
const GOALS: usize = 180;
/// Of the formulas of one method.
const LIMITS: SizeLimits = SizeLimits { terms: 200_000, depth: 2_000, gates: 4_000_000, instances: 20_000 };
/// Effort for one question, and for all.
const QUESTION: u64 = 3_000_000;
const ALL: u64 = 40_000_000;
/// Rounds in which a largest set is looked for, and the steps of each.
const ROUNDS: usize = 400;
const STEPS: u32 = 3_000;

/// A proven bound; see the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LowerBound {
    /// No call reaches two of them.
    pub goals: Vec<MutantIndex>,
    /// For each two of them, by their places: the methods about whose calls the solver was asked. Where there are none, no method leads to both.
    pub pairs: Vec<(usize, usize, Vec<MethodId>)>,
}

/// Which tests of a suite reach each goal, by their numbers.
pub type Reached = BTreeMap<MutantIndex, BTreeSet<usize>>;

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
    Ok(Some(LowerBound { goals: best.iter().map(|&at| goals[at].goal).collect(), pairs: of_pairs }))
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
struct Goal {
    goal: MutantIndex,
    conditions: BTreeMap<MethodId, TermId>,
}

/// The methods that tests may call.
struct Calls<'s, 'g> {
    subject: &'s Subject,
    generator: &'g Generator<'g>,
    /// `None`: not all of its calls can be said anything about.
    wholes: BTreeMap<MethodId, Option<Whole<'s>>>,
    open: BTreeMap<MethodId, Incremental>,
    /// By method: the goals that are its formula's parts.
    parts: BTreeMap<MethodId, Vec<usize>>,
}

impl<'s, 'g> Calls<'s, 'g> {
    fn new(subject: &'s Subject, generator: &'g Generator<'g>) -> Self {
        let (wholes, open, parts) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Self { subject, generator, wholes, open, parts }
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

    /// Those that few tests reach first; of those that the same tests reach, the ones with the smallest conditions.
    fn goals(&mut self, reached: &Reached) -> Vec<Goal> {
        let mut kinds: BTreeMap<(usize, &BTreeSet<usize>), Vec<MutantIndex>> = BTreeMap::new();
        for (&goal, tests) in reached {
            kinds.entry((tests.len(), tests)).or_default().push(goal);
        }
        let mut goals = Vec::new();
        for of_kind in kinds.values() {
            let mut own: Vec<(usize, Goal)> = Vec::new();
            for &goal in spread(of_kind).iter() {
                let Some(goal) = self.goal(goal) else { continue };
                if own.iter().all(|(_, known)| known.conditions != goal.conditions) {
                    own.push((self.size(&goal), goal));
                }
            }
            own.sort_by_key(|(size, _)| *size);
            goals.extend(own.into_iter().take(SMALLEST_OF_ONE_KIND).map(|(_, goal)| goal));
            if goals.len() >= GOALS {
                break;
            }
        }
        goals
    }

    fn goal(&mut self, goal: MutantIndex) -> Option<Goal> {
        let mutant = self.subject.mutant(goal);
        let entries = self.entries(mutant.method)?;
        let mut bench = Bench::new(self.subject.program(), mutant.method)?;
        let mut conditions = BTreeMap::new();
        for entry in entries {
            let whole = self.wholes.get_mut(&entry)?.as_mut()?;
            let condition = bench.with_body(&mutant.patch, |body| whole.differs(body).ok())??;
            conditions.insert(entry, condition);
        }
        Some(Goal { goal, conditions })
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
            let assumptions = whole.assumptions().to_vec();
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
fn spread(all: &[MutantIndex]) -> Vec<MutantIndex> {
    let step = all.len().div_ceil(OF_ONE_KIND).max(1);
    all.iter().copied().step_by(step).collect()
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
                if !reached[&goals[a].goal].is_disjoint(&reached[&goals[b].goal]) {
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
            let mut is_whole = true;
            for (i, &a) in clique.iter().enumerate() {
                for &b in &clique[i + 1..] {
                    is_whole &= self.is_apart(a, b);
                }
            }
            // What is proven of a clique that is not whole may be the best that there is.
            let own = if is_whole { clique } else { self.of_proven(&clique) };
            if own.len() > best.len() {
                best = own;
            }
            if is_whole || best.len() >= tests || self.is_spent() {
                break;
            }
        }
        best
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
        self.calls.open.values().map(Incremental::spent).sum::<u64>() >= ALL
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
            let found = if self.is_spent() { Found::Unknown } else { self.ask(entry, a, b) };
            match found {
                Found::Nothing => continue,
                Found::Values { assignment, .. } => self.strike(entry, &assignment),
                Found::Unknown => {}
            }
            self.apart.part(a, b);
            return false;
        }
        self.proven.insert((a, b), shared);
        true
    }

    fn ask(&mut self, entry: MethodId, a: usize, b: usize) -> Found {
        let wanted = [a, b].map(|at| self.goals[at].conditions[&entry]);
        let (Some(Some(whole)), Some(open)) =
            (self.calls.wholes.get(&entry), self.calls.open.get_mut(&entry))
        else {
            return Found::Unknown;
        };
        open.ask_terms(&whole.skeleton.terms, &wanted, QUESTION)
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
