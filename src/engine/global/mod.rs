//! The global engine (the baseline of dissertation §3.7; DESIGN §9): for each live mutant a whole test driver is
//! summarised in both versions, its literals being inputs, and values are asked for with which some output differs.
//!
//! Drivers come from the generator, as skeletons, the smallest first; loops and recursion are followed up to bounds
//! that grow. A model is a candidate like any other: it is run, and only a run kills. That there is no difference
//! in the skeletons looked at proves nothing, since lengths and constructors are fixed in them.
//!
//! Mutants are grouped by their method, and a group shares its skeletons and the summaries of the original. Each
//! round every group works on its next live mutant; then all finds are offered in the order of the groups. So the
//! number of threads changes nothing.

mod group;
mod hunt;

use rayon::prelude::*;

use crate::driver::Generator;
use crate::engine::session::Session;
use crate::engine::subject::MutantIndex;
use crate::engine::verdict::Verdict;
use crate::engine::{Engine, EngineError};
use crate::exec::limits::DEFAULT_STEPS;
use crate::syntax::with_stack;
use group::Group;
pub use hunt::Stop;

/// The effort that the whole pass may spend on mutants in vain, in evaluated terms and the like.
pub const DEFAULT_EFFORT: u64 = 150_000_000;
/// The effort for one mutant.
pub const MUTANT_EFFORT: u64 = 15_000_000;

pub struct Global<'p> {
    generator: Generator<'p>,
    /// Every mutant gets a test of its own, and what that one kills beside it counts for nothing.
    each_alone: bool,
    effort: u64,
}

impl<'p> Global<'p> {
    /// As one pass of several: works on what is left, and mutants are dropped.
    pub const fn new(generator: Generator<'p>) -> Self {
        Self { generator, each_alone: false, effort: DEFAULT_EFFORT }
    }

    /// As the dissertation's baseline: one test for each mutant, no dropping.
    pub const fn baseline(generator: Generator<'p>) -> Self {
        Self { generator, each_alone: true, effort: DEFAULT_EFFORT }
    }
}

impl Engine for Global<'_> {
    fn name(&self) -> &'static str {
        if self.each_alone { "baseline" } else { "global" }
    }

    fn run(&mut self, session: &mut Session<'_>) -> Result<(), EngineError> {
        let subject = session.subject();
        let mut groups: Vec<Group<'_>> = Vec::new();
        for mutant in subject.indices().filter(|&m| is_open(session, m)) {
            let method = subject.mutant(mutant).method;
            match groups.last_mut() {
                Some(group) if group.method == method => group.pending.push_back(mutant),
                _ => groups.push(Group::new(subject, method, mutant)),
            }
        }
        let mut effort = 0;
        while !groups.is_empty() {
            for group in &mut groups {
                group.pending.retain(|&mutant| is_open(session, mutant));
            }
            groups.retain(|group| !group.pending.is_empty());
            if effort >= self.effort {
                break;
            }
            let generator = &self.generator;
            let found: Vec<_> =
                groups.par_iter_mut().map(|group| with_stack(|| group.next(generator))).collect();
            for found in found {
                let Some(found) = found? else { continue };
                if found.driver.is_none() {
                    effort += found.effort;
                }
                match found.driver {
                    Some(driver) if self.each_alone => {
                        session.offer_for(found.mutant, driver, DEFAULT_STEPS);
                    }
                    Some(driver) => {
                        session.offer(driver.method, vec![driver], DEFAULT_STEPS);
                    }
                    None => {}
                }
                session.note(found.mutant, found.stop.to_string());
            }
        }
        for mutant in groups.iter().flat_map(|group| &group.pending) {
            session.note(*mutant, Stop::Effort.to_string());
        }
        Ok(())
    }
}

/// Whether a test that counts is still wanted.
fn is_open(session: &Session<'_>, mutant: MutantIndex) -> bool {
    let is_open = match &session.verdicts()[mutant as usize] {
        Verdict::Undecided(_) | Verdict::EquivalentUpTo(_) => true,
        Verdict::Killed(killed) => killed.is_weak(),
        Verdict::Equivalent(_) => false,
    };
    is_open && session.subject().mutant(mutant).unsupported.is_none()
}
