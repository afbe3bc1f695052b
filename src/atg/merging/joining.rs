//! What no random candidate does: one test in the place of two, by a question in which both of two tests' goals have to show ([`Joint`]).
//!
//! Of two tests those goals count that no other test of the choice reaches. Two are asked for first, one of each test, which few candidates
//! reach; what the run of a model misses is asked for beside them, until all are reached or no values are found. A run decides, and no model.

use std::collections::BTreeSet;

use super::{Candidate, FUEL, Merging};
use crate::atg::cover;
use crate::budget::Budget;
use crate::driver::Driver;
use crate::driver::cube::Cube;
use crate::engine::EngineError;
use crate::engine::global::joint::Joint;
use crate::engine::session::Session;
use crate::engine::subject::{GoalIndex, Runner};
use crate::exec::mutant_set::MutantSet;
use crate::syntax::with_stack;

/// What all questions about a class may take, in terms.
pub(super) const EFFORT: u64 = 20_000_000;
/// Goals that are asked for at once.
const GOALS: usize = 12;

impl<'s> Merging<'s> {
    /// Fewer tests than these, or than all there are, that kill all that is needed; `None` where none are found.
    pub(super) fn joined(
        &mut self,
        session: &Session<'s>,
        chosen: Option<&[usize]>,
        budget: &mut Budget,
    ) -> Result<Option<Vec<usize>>, EngineError> {
        let all = || (0..self.free.len()).collect();
        let chosen = chosen.map_or_else(all, <[usize]>::to_vec);
        let (joint, mut runner) = (Joint::new(self.subject), self.runner());
        runner.set_fuel(FUEL);
        with_stack(|| Joining { merging: self, session, joint, runner, chosen, budget }.run())
    }

    /// What asks for a test of its own comes first, and of that what few kill.
    fn hardness(&self, goal: GoalIndex) -> (bool, usize) {
        let killers = self.kills.iter().filter(|kills| kills.contains(goal)).count();
        (!self.demanding.contains(goal), killers)
    }
}

struct Joining<'a, 's> {
    merging: &'a mut Merging<'s>,
    session: &'a Session<'s>,
    joint: Joint<'s>,
    runner: Runner<'s>,
    chosen: Vec<usize>,
    budget: &'a mut Budget,
}

/// Two of the tests, and what they alone reach.
struct Pair {
    tests: [usize; 2],
    need: MutantSet,
}

impl Joining<'_, '_> {
    fn run(mut self) -> Result<Option<Vec<usize>>, EngineError> {
        let before = self.chosen.len();
        let mut tried: BTreeSet<[usize; 2]> = BTreeSet::new();
        while let Some(pair) = self.next(&tried) {
            if self.budget.is_exhausted() {
                break;
            }
            tried.insert(pair.tests);
            if let Some(new) = self.one_for(&pair)? {
                self.chosen.retain(|test| !pair.tests.contains(test));
                self.chosen.push(new);
                let kills: Vec<MutantSet> =
                    self.chosen.iter().map(|&test| self.merging.kills[test].clone()).collect();
                let needed = cover::smallest(&self.merging.need, &kills);
                self.chosen = needed.into_iter().map(|at| self.chosen[at]).collect();
            }
        }
        Ok((self.chosen.len() < before).then_some(self.chosen))
    }

    /// The pair with the fewest goals of those that have not been tried.
    fn next(&self, tried: &BTreeSet<[usize; 2]>) -> Option<Pair> {
        let mut least: Option<Pair> = None;
        for (i, &a) in self.chosen.iter().enumerate() {
            for &b in &self.chosen[i + 1..] {
                let tests = [a, b];
                if tried.contains(&tests) {
                    continue;
                }
                let mut need = self.merging.need.clone();
                let others = self.chosen.iter().filter(|test| !tests.contains(test));
                others.for_each(|&other| need.remove_all(&self.merging.kills[other]));
                if least.as_ref().is_none_or(|least| need.len() < least.need.len()) {
                    least = Some(Pair { tests, need });
                }
            }
        }
        least
    }

    /// A test that kills what the two are needed for, by its place among the candidates.
    fn one_for(&mut self, pair: &Pair) -> Result<Option<usize>, EngineError> {
        let Some(first) = self.first_goals(pair) else { return Ok(None) };
        for cube in self.cubes(pair) {
            let mut goals = first.clone();
            while goals.len() <= GOALS {
                let Some(driver) = self.joint.driver(&cube, &goals, self.budget)? else { break };
                let Some(at) = self.judge(driver) else { break };
                let mut missed = pair.need.clone();
                missed.remove_all(&self.merging.kills[at]);
                let Some(hardest) = missed.iter().min_by_key(|&goal| self.merging.hardness(goal)) else {
                    return Ok(Some(at));
                };
                // What the terms say to show and no run does ends it.
                if missed.iter().any(|goal| goals.contains(&goal)) {
                    break;
                }
                goals.push(hardest);
            }
        }
        Ok(None)
    }

    /// A goal of each test: two that no candidate reaches together if there are any, those that few reach first.
    fn first_goals(&self, pair: &Pair) -> Option<Vec<GoalIndex>> {
        let kills = &self.merging.kills;
        let [of_a, of_b] = pair.tests.map(|test| {
            pair.need.iter().filter(|&goal| kills[test].contains(goal)).collect::<Vec<GoalIndex>>()
        });
        let together = |a, b| kills.iter().any(|kills| kills.contains(a) && kills.contains(b));
        let pairs = of_a.iter().flat_map(|&a| of_b.iter().map(move |&b| (a, b)));
        let hardness = |goal| self.merging.hardness(goal);
        let (a, b) = pairs.min_by_key(|&(a, b)| (together(a, b), hardness(a).max(hardness(b))))?;
        Some(if a == b { vec![a] } else { vec![a, b] })
    }

    /// The drivers of the two with their literals as inputs, each skeleton once.
    fn cubes(&mut self, pair: &Pair) -> Vec<Cube> {
        let mut cubes: Vec<Cube> = Vec::new();
        for test in pair.tests {
            let driver = match test.checked_sub(self.merging.free.len()) {
                Some(candidate) => &self.merging.candidates[candidate].judged.driver,
                None => &self.session.tests()[self.merging.free[test]].driver,
            };
            let Ok(cube) = self.runner.cube(driver.clone()) else { continue };
            if !cube.inputs().is_empty() && cubes.iter().all(|known| known.skeleton() != cube.skeleton()) {
                cubes.push(cube);
            }
        }
        cubes
    }

    /// Runs a candidate against all that is needed; its place among the candidates.
    fn judge(&mut self, driver: Driver) -> Option<usize> {
        let merging = &mut *self.merging;
        let judged = self.runner.judge(driver, &merging.need);
        _ = self.budget.spend(self.runner.take_effort());
        let judged = judged.ok()?;
        merging.kills.push(merging.wanted_of(&judged.kills));
        merging.candidates.push(Candidate { judged, asked: merging.need.clone() });
        Some(merging.kills.len() - 1)
    }
}
