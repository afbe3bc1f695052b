//! The mutants' side: forked where a path of the original comes to them, followed beside it, and compared at checkpoints.

use super::{Lockstep, Mutated, Original, Place};
use crate::cfg::graph::Graph;
use crate::engine::explorer::{Explored, Possible, is_branching};
use crate::engine::semu::Strategy;
use crate::engine::semu::parameters::{PreconditionLength, Selection};
use crate::symbolic::solver::SolverError;
use crate::term::evaluate::mix;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

impl Lockstep<'_> {
    /// Forks the mutants that a path of the original comes to for the first time.
    pub(super) fn fork_mutants(&mut self, original: &mut Original) -> Result<(), SolverError> {
        let at = original.state.at;
        let new: Vec<usize> = (0..self.mutants.len())
            .filter(|mutant| {
                self.mutants[*mutant].points.contains_key(&at) && !original.seen.contains(mutant)
            })
            .collect();
        if new.is_empty() {
            return Ok(());
        }
        if self.parameters.precondition == PreconditionLength::Specific {
            original.is_seeded = false;
        }
        Arc::make_mut(&mut original.seen).extend(new.iter().copied());
        for mutant in new {
            if self.strategy == Strategy::Paths || self.mutants[mutant].tests >= self.parameters.tests {
                continue;
            }
            let (start, condition) = self.mutants[mutant].points[&at];
            let infects = self.explorer.at(&original.state, condition);
            if self.strategy == Strategy::Infection {
                self.counts.labels_asked += 1;
                let path = original.state.path.and(infects);
                if let Possible::Yes(witness) = self.explorer.is_possible(&path, None)? {
                    self.make(mutant, &witness);
                }
                continue;
            }
            if self.explorer.skeleton.terms.is_false(infects) {
                continue;
            }
            // A place of its own, so that what it is compared with descends from here.
            let from = original.place;
            let state = Explored { at: start, ..original.state.clone() };
            let start_depth = state.depth;
            let (infects, has_ended) = (Some(infects), false);
            self.mutated.push(Mutated { state, mutant, from, start_depth, seen: 0, infects, has_ended });
        }
        Ok(())
    }

    /// Every state of a mutant up to behind its next branching.
    pub(super) fn advance_mutants(&mut self, depth: u32) -> Result<(), SolverError> {
        let mut going = std::mem::take(&mut self.mutated);
        going.reverse();
        let mut open = Vec::new();
        while let Some(mut mutated) = going.pop() {
            if self.explorer.is_over() {
                break;
            }
            if self.mutants[mutated.mutant].tests >= self.parameters.tests
                || !self.may_infect(&mut mutated)?
            {
                continue;
            }
            let frames = self.mutants[mutated.mutant].frames.clone();
            let graph = &frames.graph;
            if mutated.has_ended || mutated.state.depth >= depth {
                open.push(mutated);
                continue;
            }
            if graph.is_exit(mutated.state.at) {
                if graph.cut == Some(mutated.state.at) {
                    // It goes on too long to be followed: its inputs are tried as they are.
                    let witness = mutated.state.witness.clone();
                    self.make(mutated.mutant, &witness);
                } else {
                    open.push(Mutated { has_ended: true, ..mutated });
                }
                continue;
            }
            let children = self.children_of_mutant(graph, mutated)?;
            going.extend(children.into_iter().rev());
        }
        self.mutated = open;
        Ok(())
    }

    fn children_of_mutant(
        &mut self,
        graph: &Graph,
        mut mutated: Mutated,
    ) -> Result<Vec<Mutated>, SolverError> {
        let branches = u32::from(is_branching(graph, mutated.state.at));
        let turns = self.explorer.run(graph, &mut mutated.state);
        let depth = mutated.state.depth + branches;
        let is_decision = turns.len() > 1;
        let mut children = Vec::new();
        for turn in turns {
            let path =
                if is_decision { mutated.state.path.and(turn.condition) } else { mutated.state.path.clone() };
            let witness = if turn.is_taken {
                mutated.state.witness.clone()
            } else {
                match self.explorer.is_possible(&path, None)? {
                    Possible::Yes(witness) => witness,
                    Possible::No | Possible::Unknown => continue,
                }
            };
            let state = Explored { at: turn.to, path, store: mutated.state.store.clone(), witness, depth };
            children.push(Mutated { state, ..mutated });
        }
        Ok(children)
    }

    /// Whether, on its way through the changed code, a difference is possible; asked once, where that code is left. The answer is no part of
    /// the path.
    fn may_infect(&mut self, mutated: &mut Mutated) -> Result<bool, SolverError> {
        let Some(infects) = mutated.infects else { return Ok(true) };
        let changed = &self.mutants[mutated.mutant];
        let node = &changed.frames.graph.nodes[mutated.state.at];
        let is_left = changed.shared.contains(&node.key) || changed.frames.graph.is_exit(mutated.state.at);
        if !is_left {
            return Ok(true);
        }
        mutated.infects = None;
        self.counts.labels_asked += 1;
        let infects = if self.explorer.holds(&mutated.state.witness, &[infects]) {
            true
        } else {
            let path = mutated.state.path.and(infects);
            !matches!(self.explorer.is_possible(&path, None)?, Possible::No)
        };
        self.mutants[mutated.mutant].infected += u32::from(infects);
        Ok(infects)
    }

    /// Where states of a mutant have gone their window, or have ended: who goes on, and who becomes a test.
    pub(super) fn checkpoints(&mut self, depth: u32) -> Result<(), SolverError> {
        let states = std::mem::take(&mut self.mutated);
        let mut by_mutant: BTreeMap<usize, Vec<Mutated>> = BTreeMap::new();
        for state in states {
            by_mutant.entry(state.mutant).or_default().push(state);
        }
        for (mutant, states) in by_mutant {
            let window = self.parameters.window;
            let is_stopped = |s: &Mutated| s.state.depth.saturating_sub(s.start_depth) > window;
            let (ended, live): (Vec<Mutated>, Vec<Mutated>) =
                states.into_iter().partition(|state| state.has_ended);
            if live.iter().any(is_stopped) {
                let kept = self.chosen(mutant, &live, depth);
                let goes_on = !kept.is_empty();
                for (at, mut state) in live.into_iter().enumerate() {
                    let stopped = is_stopped(&state);
                    state.seen += u32::from(stopped);
                    if kept.contains(&at) {
                        if stopped {
                            state.start_depth = state.state.depth;
                        }
                        self.mutated.push(state);
                    } else if stopped && (state.seen > self.parameters.depth || !goes_on) {
                        self.make_tests(&state)?;
                    }
                }
            } else {
                self.mutated.extend(live);
            }
            for state in ended {
                self.make_tests(&state)?;
            }
        }
        let quota = self.parameters.tests;
        let mutants = &self.mutants;
        self.mutated.retain(|state| mutants[state.mutant].tests < quota);
        Ok(())
    }

    /// The numbers of the states that go on.
    fn chosen(&self, mutant: usize, states: &[Mutated], depth: u32) -> BTreeSet<usize> {
        let kept = self.parameters.kept(states.len());
        let mut order: Vec<usize> = (0..states.len()).collect();
        match self.parameters.selection {
            Selection::Mdo => {
                let distances = &self.mutants[mutant].distances;
                order.sort_by_key(|&at| distances[crate::index::Id::index(states[at].state.at)]);
            }
            Selection::Rnd => {
                let goal = u64::from(self.mutants[mutant].goal);
                let stream = mix(mix(self.parameters.seed, goal), depth.into());
                order.sort_by_key(|&at| (mix(stream, at as u64), at));
            }
        }
        order.into_iter().take(kept).collect()
    }

    /// Whether a state of the original descends from a place.
    pub(super) fn descends(&self, mut place: Place, from: Place) -> bool {
        loop {
            if place == from {
                return true;
            }
            match self.tree[place] {
                Some(before) => place = before,
                None => return false,
            }
        }
    }
}
