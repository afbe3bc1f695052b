//! The solutions of a subtask that has a question: it is asked again and again, with more of what is around it (assist), or
//! without the solutions that were given up.
//!
//! A question with more in it is no step of the backtrack limit, for it excludes nothing that is possible.

use smallvec::SmallVec;

use crate::dalg::assist::{Added, Blame};
use crate::dalg::d_frontier::Site;
use crate::dalg::outcome::{End, Failure, Outcome};
use crate::dalg::passages::Passages;
use crate::dalg::problem::Beside;
use crate::dalg::question::Opened;
use crate::dalg::search::Search;
use crate::dalg::solution::Solution;
use crate::dalg::story::Event;
use crate::dalg::subtask::{Kind, LocalGoal};
use crate::dalg::switches::Switch;
use crate::symbolic::question::Answer;
use crate::term::TermId;

#[derive(Debug)]
pub(super) struct Asking {
    goal: LocalGoal,
    is_excitation: bool,
    /// Definitions that its region has without assist: a template is what assist has opened for another mutant.
    own: usize,
    /// The solutions that were given up, or what of them is to blame.
    excluded: Vec<TermId>,
    passages: Passages,
}

impl Search<'_> {
    pub(super) fn asking(&self, kind: Kind, mut goal: LocalGoal) -> Asking {
        let is_excitation = kind == Kind::Excitation;
        if is_excitation && self.problem.switches.has(Switch::Template) {
            goal.opened.add(&self.ledger.template);
        }
        let own = if is_excitation { 0 } else { goal.opened.defs.len() };
        Asking { goal, is_excitation, own, excluded: Vec::new(), passages: Passages::default() }
    }

    /// The next solution of the question; `end`: how far those before have come.
    pub(super) fn next_answer(&mut self, asking: &mut Asking, end: End) -> Result<Solution, Outcome> {
        loop {
            self.pay()?;
            let passage = asking.passages.next();
            let (excluded, is_at_entry) = (&asking.excluded[..], asking.is_excitation);
            let beside = Beside { passage, excluded, is_at_entry };
            let asked = self.problem.question(&asking.goal, beside);
            self.measure(asking, asked.places.len());
            self.ledger.story.region(asked.places.iter().copied());
            match (self.problem.ask(&asked, asking.excluded.len())?, passage) {
                (Answer::Refuted { assignment, .. }, _) => {
                    self.ledger.stats.solutions += 1;
                    let (choice, executed) = (self.ledger.choose(), &asking.goal.executed);
                    return Ok(Solution::new(self.problem.terms, &asked, &assignment, executed, choice));
                }
                (Answer::Valid { .. }, Some(_)) => asking.passages.drop_next(),
                // Questions with others are as hard.
                (Answer::Undecided { .. }, Some(_)) => asking.passages.drop_all(),
                (Answer::Valid { .. }, None) => {
                    self.ledger.story.add(Event::NoSolution);
                    let lesson = Some(asking.goal.opened.clone());
                    return Err(Outcome::Spent(Failure { end, lesson }));
                }
                (Answer::Undecided { .. }, None) => {
                    self.ledger.story.add(Event::Undecided);
                    return Err(Outcome::Spent(Failure::of_question(end.max(End::Solver))));
                }
            }
        }
    }

    /// Notes the size of a question. Assist alone opens statuses, and more definitions than a subtask begins with; an
    /// expanded region makes larger ones, too.
    fn measure(&mut self, asking: &Asking, places: usize) {
        let opened = &asking.goal.opened;
        let is_grown = self.problem.is_expanded
            || opened.observed
            || !opened.statuses.is_empty()
            || opened.defs.len() > asking.own;
        self.ledger.stats.measure(places, self.problem.whole, is_grown);
    }

    /// Puts into the question what the conflict blames, or what refuted the subtasks that followed, and that the effect is
    /// to pass where it was hidden. Whether there was anything new.
    pub(super) fn assist(
        &mut self,
        asking: &mut Asking,
        blame: Option<&Blame>,
        lesson: &Opened,
        hidden: Option<Vec<Site>>,
    ) -> bool {
        let (problem, opened) = (&mut self.problem, &mut asking.goal.opened);
        let (switches, limits) = (problem.switches, &problem.limits);
        let added = match blame {
            Some(blame) => blame.assist(problem.terms, problem.network, opened, switches, limits),
            None => opened.learn(lesson, switches, limits),
        };
        let observes = hidden
            .filter(|_| switches.has(Switch::EcAssist))
            .and_then(|hidden| asking.passages.observe(opened, hidden, limits.k_ec as usize));
        let told = observes.filter(|observes| added.is_none() || *observes == Added::Passage);
        let added: SmallVec<[Added; 2]> = added.into_iter().chain(told).collect();
        if added.is_empty() {
            return false;
        }
        if asking.is_excitation && blame.is_some() {
            self.ledger.template = opened.within(problem.mark);
        }
        let conditions = added.iter().filter(|added| matches!(added, Added::Condition(_)));
        self.ledger.stats.conditions += conditions.count() as u64;
        self.tell(|_| Event::assist(&added));
        true
    }

    /// Asks for another solution than this one from now on; as long as there may be one, and the limit is not reached.
    pub(super) fn exclude(
        &mut self,
        asking: &mut Asking,
        solution: &Solution,
        blame: Option<Blame>,
        end: &mut End,
    ) -> Result<(), Failure> {
        let to_blame = blame.map(|blame| blame.chosen);
        match &to_blame {
            // Whatever this subtask chooses, it fails.
            Some(chosen) if chosen.is_empty() => {
                return Err(Failure { end: *end, lesson: Some(asking.goal.opened.clone()) });
            }
            // More is excluded than was tried.
            None if !solution.is_whole => *end = (*end).max(End::Backtracks),
            _ => {}
        }
        asking.excluded.push(self.problem.excluded(solution, to_blame.as_deref()));
        self.ledger.stats.backtracks += 1;
        if asking.excluded.len() > self.problem.limits.backtracks as usize {
            self.ledger.story.add(Event::Limit);
            return Err(Failure::of_question((*end).max(End::Backtracks)));
        }
        Ok(())
    }
}
