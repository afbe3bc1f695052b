//! Goals that the same calls reach, and goals that are reached wherever another one is: of many mutants few are to be aimed at (DESIGN §17).
//!
//! **The claim.** A *call* is what it is for lower bounds ([`crate::engine::lower_bound`]): one call of one method, with whatever arguments, whose value or
//! exception is looked at; a goal is reached by it if its condition holds ([`crate::engine::whole`]). In a class are goals of which it is proven,
//! over all arguments of each method that leads to them, that no call satisfies the condition of one and not that of the other. A class
//! *follows* from another one if no call satisfies the other's conditions and not its own. So whoever satisfies the conditions of the classes that
//! follow from none, the *hardest*, satisfies all.
//!
//! **What is aimed at** ([`Aiming`]). An engine that takes one goal after another takes one of each of the hardest classes first. Where its test
//! reaches those that follow, as it should, they are dropped; what is left of them is aimed at behind, so that nothing is lost where a
//! hardest goal is not reached. A goal that no call reaches is the hardest of all, and none is left behind for it.
//!
//! A condition holds wherever there is a difference, and perhaps elsewhere: what is said is of conditions, and a test is run in any case.
//! A question that is not answered joins nothing.

use std::collections::BTreeSet;

use fixedbitset::FixedBitSet;

use crate::driver::Generator;
use crate::engine::lower_bound::{Calls, Goal, Reached, has_unknown_code};
use crate::engine::pass::PassKind;
use crate::engine::session::Session;
use crate::engine::subject::{GoalIndex, Subject};
use crate::engine::{Engine, EngineError};
use crate::sema::program::MethodId;
use crate::symbolic::encode::SizeLimits;
use crate::symbolic::incremental::{FoundModel, Incremental, NotOpened};
use crate::symbolic::orders;
use crate::term::TermId;

/// Of the formula of one question.
const LIMITS: SizeLimits = SizeLimits { terms: 100_000, depth: 2_000, gates: 1_000_000, instances: 20_000 };
/// Effort for one question, and for all.
const QUESTION: u64 = 300_000;
const ALL: u64 = 60_000_000;
/// Goals that are looked at.
const GOALS: usize = 800;
/// Classes that one is asked to follow from.
const CANDIDATES: usize = 4;

/// Goals that the same calls reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    pub goals: Vec<GoalIndex>,
    /// The number of a class that it follows from.
    pub follows: Option<usize>,
}

struct Made {
    /// The first goal stands for all.
    first: Goal,
    goals: Vec<GoalIndex>,
    follows: Option<usize>,
}

/// An engine that takes first what others follow from.
pub struct Aiming<'s> {
    engine: Box<dyn Engine + 's>,
    generator: Generator<'s>,
}

impl<'s> Aiming<'s> {
    pub fn new(engine: Box<dyn Engine + 's>, generator: Generator<'s>) -> Self {
        Self { engine, generator }
    }
}

impl Engine for Aiming<'_> {
    fn pass(&self) -> PassKind {
        self.engine.pass()
    }

    fn run(&mut self, session: &mut Session<'_>) -> Result<(), EngineError> {
        let subject = session.subject();
        let sought = subject.indices().filter(|&goal| session.is_sought(goal));
        let open: Reached = sought.map(|goal| (goal, BTreeSet::new())).collect();
        let (classes, spent) = classes(subject, &self.generator, &open)?;
        session.effort.spend_terms(spent);
        for class in classes {
            let first = usize::from(class.follows.is_none());
            class.goals.iter().skip(first).for_each(|&goal| session.notes.later.insert(goal));
        }
        self.engine.run(session)
    }
}

/// The classes of the goals that a suite reaches, as far as their calls are known.
pub fn of(
    subject: &Subject,
    generator: &Generator<'_>,
    reached: &Reached,
) -> Result<Vec<Class>, EngineError> {
    classes(subject, generator, reached).map(|(classes, _)| classes)
}

/// The same, where a goal need not be reached; and what it took.
fn classes(
    subject: &Subject,
    generator: &Generator<'_>,
    reached: &Reached,
) -> Result<(Vec<Class>, u64), EngineError> {
    if has_unknown_code(subject.program()) {
        return Ok((Vec::new(), 0));
    }
    let mut calls = Calls::new(subject, generator);
    let mut goals: Vec<Goal> = reached.keys().take(GOALS).filter_map(|&goal| calls.goal(goal)).collect();
    calls.draw(goals.iter_mut());
    let mut questions = Questions { calls: &mut calls, spent: 0 };
    goals = questions.reachable(goals, reached)?;
    let mut classes: Vec<Made> = Vec::new();
    for goal in goals {
        let mut same = None;
        for (at, class) in classes.iter().enumerate() {
            if class.first.drawn == goal.drawn
                && reached[&class.first.goal] == reached[&goal.goal]
                && questions.follows(&class.first, &goal)?
                && questions.follows(&goal, &class.first)?
            {
                same = Some(at);
                break;
            }
        }
        match same {
            Some(at) => classes[at].goals.push(goal.goal),
            None => classes.push(Made { goals: vec![goal.goal], first: goal, follows: None }),
        }
    }
    let mut order: Vec<usize> = (0..classes.len()).collect();
    order.sort_by_key(|&at| (classes[at].first.calls(), at));
    // The hardest come first, so that what a class may follow from is decided before it.
    let mut hardest: Vec<usize> = Vec::new();
    for at in order {
        let own = &classes[at].first;
        let is_candidate = |&&other: &&usize| {
            let other = &classes[other].first;
            reached[&other.goal].is_subset(&reached[&own.goal]) && is_part(other, own)
        };
        let candidates: Vec<usize> = hardest.iter().filter(is_candidate).take(CANDIDATES).copied().collect();
        let mut follows = None;
        for other in candidates {
            if questions.follows(&classes[other].first, own)? {
                follows = Some(other);
                break;
            }
        }
        if follows.is_none() {
            hardest.push(at);
        }
        classes[at].follows = follows;
    }
    let spent = questions.spent;
    let classes = classes.into_iter().map(|made| Class { goals: made.goals, follows: made.follows });
    Ok((classes.collect(), spent))
}

/// Whether each call that is drawn and reaches one reaches the other.
fn is_part(one: &Goal, other: &Goal) -> bool {
    let nothing = FixedBitSet::new();
    one.drawn.iter().all(|(entry, drawn)| drawn.is_subset(other.drawn.get(entry).unwrap_or(&nothing)))
}

struct Questions<'c, 's, 'g> {
    calls: &'c mut Calls<'s, 'g>,
    spent: u64,
}

impl Questions<'_, '_, '_> {
    /// Those that some test or call reaches, of which one is known.
    fn reachable(&mut self, goals: Vec<Goal>, reached: &Reached) -> Result<Vec<Goal>, EngineError> {
        let mut all = Vec::new();
        for goal in goals {
            let is_known = goal.calls() > 0 || !reached[&goal.goal].is_empty();
            if is_known || self.is_reachable(&goal)? {
                all.push(goal);
            }
        }
        Ok(all)
    }

    fn is_reachable(&mut self, goal: &Goal) -> Result<bool, EngineError> {
        for (&entry, &condition) in &goal.conditions {
            if matches!(self.ask(entry, vec![condition])?, FoundModel::Values { .. }) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// For a call that meets all of these.
    fn ask(&mut self, entry: MethodId, wanted: Vec<TermId>) -> Result<FoundModel, EngineError> {
        let Some(whole) = self.calls.whole(entry) else { return Ok(FoundModel::Unknown) };
        if self.spent >= ALL {
            return Ok(FoundModel::Unknown);
        }
        let mut asked: Vec<TermId> = whole.assumptions().to_vec();
        asked.extend(wanted);
        let terms = &mut whole.skeleton.terms;
        asked.extend(orders::ranges(terms, &asked));
        let mut formula = match Incremental::open(terms, asked, Vec::new(), &LIMITS) {
            Ok(formula) => formula,
            Err(NotOpened::Solver(error)) => return Err(error.into()),
            Err(NotOpened::TooLarge(_) | NotOpened::NoCircuit) => return Ok(FoundModel::Unknown),
        };
        let found = formula.ask(terms, &[], QUESTION);
        self.spent += formula.spent();
        Ok(found)
    }

    /// Whether it is proven that every call that reaches the one reaches the other.
    fn follows(&mut self, one: &Goal, other: &Goal) -> Result<bool, EngineError> {
        let entries: BTreeSet<_> = one.conditions.keys().copied().collect();
        for entry in entries {
            let (Some(&condition), Some(&wanted)) =
                (one.conditions.get(&entry), other.conditions.get(&entry))
            else {
                // A call that leads to the one alone.
                return Ok(false);
            };
            if condition == wanted {
                continue;
            }
            let Some(whole) = self.calls.whole(entry) else { return Ok(false) };
            let fails = whole.skeleton.terms.not(wanted);
            if self.ask(entry, vec![condition, fails])? != FoundModel::Nothing {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
