//! Excitation (§3.4.2): the MEE subtasks, in which the two versions of the mutated region do different things.

use crate::analysis::effects::Effects as CallEffects;
use crate::cfg::graph::{Graph, NodeKey};
use crate::cfg::region::Region;
use crate::dalg::original::Unit;
use crate::dalg::question::Opened;
use crate::dalg::subtask::{Goal, Kind, LocalGoal, Subtask};
use crate::dalg::unit::{RegionCopy, Version};
use crate::roa::check::{obligations, passes_on};
use crate::symbolic::summary::{Keep, TermBudget, summarize};
use crate::term::variable::VarId;
use crate::term::{TermId, Terms};

/// What matters in either version matters.
struct Either<'a> {
    original: &'a Version,
    mutant: &'a Version,
}

impl Keep for Either<'_> {
    fn keeps(&self, terms: &Terms, target: NodeKey, var: VarId) -> bool {
        let matters =
            |version: &Version| version.keys.get(target).is_some_and(|n| version.is_relevant(terms, n, var));
        matters(self.original) || matters(self.mutant)
    }
}

impl Unit {
    /// The MEE subtasks of one copy of a region: one for each exit taken and each output variable of it.
    pub(super) fn excitations(
        &mut self,
        terms: &mut Terms,
        mutant: &Version,
        copy: &RegionCopy,
        expanded: u32,
    ) -> Vec<Subtask> {
        let head = copy.original.head;
        let Some(executed) = self.code.nodes[head] else { return Vec::new() };
        let excitation = |name: String, wanted: TermId| {
            let goal = LocalGoal { wanted, executed: vec![executed], opened: Opened::default() };
            Subtask { name, kind: Kind::Excitation, goal: Goal::Local(goal) }
        };
        let Some(obligations) = region_obligations(terms, &self.original, mutant, copy) else {
            // No summary: that it is executed is all that is asked.
            return vec![excitation("MEE".to_owned(), terms.boolean(true))];
        };
        let (names, held): (Vec<String>, Vec<TermId>) = obligations.into_iter().unzip();
        let held = self.at_entry(terms, head, held);
        let behind = if expanded > 0 { " behind the expanded region" } else { "" };
        let named = names.into_iter().zip(held);
        named.map(|(name, holds)| excitation(name + behind, terms.not(holds))).collect()
    }
}

/// The most terms that what is asked of a region may have. It is read anew for each question, which is no small one any more where
/// a region goes on behind calls that are not followed: there it is enough to ask that it is executed.
const LARGEST_OBLIGATIONS: usize = 5_000;

/// What has to hold for the two versions of the region to do the same; `None`: nothing that is small enough to be asked.
fn region_obligations(
    terms: &mut Terms,
    original: &Version,
    mutant: &Version,
    copy: &RegionCopy,
) -> Option<Vec<(String, TermId)>> {
    let effects = CallEffects::unknown();
    let keep = Either { original, mutant };
    let summarized = |terms: &mut Terms, graph: &Graph, region: &Region| {
        summarize(terms, graph, region, &effects, &keep, TermBudget::default()).ok()
    };
    let own = summarized(terms, &original.frames, &copy.original)?;
    let other = match &copy.mutant {
        Some(region) => summarized(terms, &mutant.frames, region)?,
        None => passes_on(terms, mutant.frames.nodes[copy.entered].key),
    };
    let name = |terms: &Terms, var: Option<VarId>| match var {
        Some(var) => format!("MEE {}", terms.info(var).name),
        None => "MEE exit".to_owned(),
    };
    let mut all = obligations(terms, &own, &other, &keep);
    // Where there is but one way out, both versions take it.
    if let ([one], [other]) = (&own.exits[..], &other.exits[..])
        && (one.target, one.is_cut) == (other.target, other.is_cut)
    {
        all.retain(|obligation| obligation.variable.is_some());
    }
    let roots: Vec<TermId> = all.iter().map(|obligation| obligation.holds).collect();
    (terms.closure(&roots).len() <= LARGEST_OBLIGATIONS)
        .then(|| all.into_iter().map(|o| (name(terms, o.variable), o.holds)).collect())
}
