//! Goals that the same calls reach, and goals that are reached wherever another one is: of many mutants few are to be aimed at (DESIGN §17).
//!
//! **The claim.** A *call* is what it is for lower bounds ([`crate::engine::lower_bound`]): one call of one method, with whatever arguments, whose value or
//! exception is looked at; a goal is reached by it if its condition holds ([`crate::engine::whole`]). In a class are goals of which it is proven,
//! over all arguments of each method that leads to them, that no call satisfies the condition of one and not that of the other. A class
//! *follows* from another one if no call satisfies the other's conditions and not its own. So whoever satisfies the conditions of the classes that
//! follow from none, the *hardest*, satisfies all.
//!
//! A condition holds wherever there is a difference, and perhaps elsewhere: what is said is of conditions, and a test is run in any case.
//! A question that is not answered joins nothing.

use std::collections::BTreeSet;

use fixedbitset::FixedBitSet;

use crate::driver::Generator;
use crate::engine::EngineError;
use crate::engine::lower_bound::{Calls, Goal, Reached, has_unknown_code};
use crate::engine::subject::{GoalIndex, Subject};
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

/// The classes of the goals that a suite reaches, as far as their calls are known.
pub fn of(
    subject: &Subject,
    generator: &Generator<'_>,
    reached: &Reached,
) -> Result<Vec<Class>, EngineError> {
    if has_unknown_code(subject.program()) {
        return Ok(Vec::new());
    }
    let mut calls = Calls::new(subject, generator);
    let mut goals: Vec<Goal> = reached.keys().take(GOALS).filter_map(|&goal| calls.goal(goal)).collect();
    calls.draw(goals.iter_mut());
    let mut questions = Questions { calls: &mut calls, spent: 0 };
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
    Ok(classes.into_iter().map(|made| Class { goals: made.goals, follows: made.follows }).collect())
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
            let mut asked: Vec<TermId> = whole.assumptions().to_vec();
            let terms = &mut whole.skeleton.terms;
            let fails = terms.not(wanted);
            asked.extend([condition, fails]);
            asked.extend(orders::ranges(terms, &asked));
            if self.spent >= ALL {
                return Ok(false);
            }
            let mut formula = match Incremental::open(terms, asked, Vec::new(), &LIMITS) {
                Ok(formula) => formula,
                Err(NotOpened::Solver(error)) => return Err(error.into()),
                Err(NotOpened::TooLarge(_) | NotOpened::NoCircuit) => return Ok(false),
            };
            let found = formula.ask(terms, &[], QUESTION);
            self.spent += formula.spent();
            if found != FoundModel::Nothing {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
