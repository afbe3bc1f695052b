//! The local checker: one method's mutants, the changed node alone first, then mROA, then the region's expansion, up to
//! the whole method (DESIGN §7), and what further rules show of it. The rules stand in one table ([`RULES`]); here is the
//! loop over them, what bars a mutant from all of them, and what is said where they prove nothing.

use crate::analysis::relevance::relevance;
use crate::budget::Budget;
use crate::cfg::lower::build;
use crate::exec::linked::readable;
use crate::roa::align::{Keys, Versions};
use crate::roa::mroa::Depth;
use crate::roa::proof::{AttemptResult, Bounded, Checked, NoProof};
use crate::roa::rules::{Findings, Purse, Purses, RULES};
use crate::roa::unread;
use crate::roa::workbench::{Candidate, EFFORT_OF_NODE, Workbench};
use crate::sema::identity;
use crate::sema::program::Role;
use crate::sema::typed_tree::Body;
use crate::symbolic::question::Undecided;
use crate::symbolic::solver::SolverError;
use crate::term::variable::{VarId, Variable};

/// Why a mutant was not looked at.
const IDENTITY: &str = "the mutant compares strings or wrapper objects by identity where the original does not, or makes some where that makes none";
const READS: &str = "the mutant reads a field that no other code reads";
/// The same, or why not to the end.
const SPENT: &str = "effort limit: the checks of the method's other mutants have used it up";

/// How far a check goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Up to the first proof, with loops and calls as they stand: nothing is unrolled.
    Regions,
    /// Up to the first proof.
    UntilProven,
    /// Every depth, so that they can be compared.
    EveryDepth,
    /// Every depth, and what short arrays show, whether or not it is needed.
    ShortArrays,
}

impl Workbench<'_> {
    /// Checks one mutant, given as its whole body.
    pub fn check(&mut self, mutant: &Body, extent: Extent) -> Result<Checked, SolverError> {
        if self.is_barred(mutant) {
            return Ok(Checked { is_barred: true, ..self.not_looked_at(IDENTITY) });
        }
        if !self.terms.unread.is_disjoint(&unread::fields_read(mutant)) {
            return Ok(Checked { is_barred: true, ..self.not_looked_at(READS) });
        }
        self.forget_if_large();
        let is_hurried = self.is_hurried();
        let mut budget = self.budget_of_mutant();
        let graph = build(self.program(), mutant, &mut self.terms);
        self.charge(graph.nodes.len() as u64 * EFFORT_OF_NODE, &mut budget);
        let mutant_keys = Keys::of(&graph);
        let relevance = relevance(&self.terms, &graph, &self.original.effects);
        let (original, original_keys) = (self.graph.clone(), self.original.keys.clone());
        let versions = Versions {
            original: &original,
            mutant: &graph,
            original_keys: &original_keys,
            mutant_keys: &mutant_keys,
        };
        let candidate = Candidate { versions, relevance: &relevance, body: mutant };
        let checked = self.try_rules(candidate, extent, &mut budget);
        self.count_check(is_hurried, budget);
        checked
    }

    /// One rule after another, up to the first proof.
    fn try_rules(
        &mut self,
        candidate: Candidate<'_>,
        extent: Extent,
        budget: &mut Budget,
    ) -> Result<Checked, SolverError> {
        let (mut found, mut purses) = (Findings::default(), Purses::default());
        let is_hurried = self.is_hurried();
        for row in RULES.iter().filter(|row| row.is_of(extent, is_hurried)) {
            if found.is_enough(extent) || !row.rule.applies(self, candidate, &found) {
                continue;
            }
            let purse = purses.open(row.purse, self, budget.left());
            let spent = purse.spent();
            let proof = row.rule.prove(self, candidate, &mut found, purse)?;
            // What is left is asked before the next rule.
            _ = budget.spend(purse.spent() - spent);
            if let Some(proof) = proof {
                found.record(&self.terms, proof);
            }
        }
        let mut checked = found.checked;
        if is_hurried {
            checked.bounded.reason = checked.proof.is_none().then(|| SPENT.to_owned());
        } else if extent != Extent::ShortArrays
            && checked.is_open()
            && (budget.is_exhausted() || purses.is_exhausted(Purse::Regions))
        {
            checked.bounded.reason = Some(Undecided::Effort.to_string());
        }
        Ok(checked)
    }

    /// What is said of a mutant that is not looked at, since no effort is left.
    pub fn passed_over(&mut self) -> Checked {
        self.not_looked_at(SPENT)
    }

    fn not_looked_at(&mut self, why: &str) -> Checked {
        self.kept.seen.checks += 1;
        let reason = Some(why.to_owned());
        Checked { bounded: Bounded { reason, ..Bounded::default() }, ..Checked::default() }
    }

    /// Whether the mutant alone asks which objects of a class are one, or makes some: the original's terms stand for values, and its
    /// calls for ones that make none.
    pub(super) fn is_barred(&self, mutant: &Body) -> bool {
        let program = self.program();
        let makes_more = || !program.may_make_compared(mutant.method) && program.makes_compared(mutant);
        identity::tells_more_apart(program, mutant, program.compared_by_identity())
            || self.terms.tells_objects_apart && makes_more()
    }

    /// What was in the way of a proof that was not found; nothing where the versions differ for certain.
    pub fn why_unproven(&self, checked: &Checked) -> Option<NoProof> {
        let Checked { proof, bounded, attempts, is_barred, .. } = checked;
        if proof.is_some() || bounded.proof.is_some() {
            return None;
        }
        if *is_barred {
            return Some(match &bounded.reason {
                Some(reason) if reason == READS => NoProof::Region(reason.clone()),
                _ => NoProof::Identity,
            });
        }
        let last = attempts.last().filter(|attempt| attempt.depth == Depth::Global);
        if let Some(AttemptResult::Differs { variable: Some(var), .. }) = last.map(|attempt| &attempt.result)
        {
            return self.hidden_field(*var).map(|field| NoProof::Hidden { field });
        }
        let effort = Undecided::Effort.to_string();
        match bounded.reason.as_deref() {
            _ if bounded.difference.is_some() => None,
            Some(SPENT) => Some(NoProof::MethodEffort),
            Some(reason) if reason == effort => Some(NoProof::Effort),
            Some(reason) => Some(NoProof::Region(reason.to_owned())),
            None => match &attempts.last()?.result {
                AttemptResult::Undecided(why) if *why == effort => Some(NoProof::Effort),
                AttemptResult::Undecided(why) => Some(NoProof::Region(why.clone())),
                AttemptResult::None(why) => Some(NoProof::Region(why.to_string())),
                AttemptResult::Differs { .. } | AttemptResult::Proven => None,
            },
        }
    }

    /// The name of a field that code of the package cannot read.
    fn hidden_field(&self, var: VarId) -> Option<String> {
        let Variable::Field(field) = self.terms.info(var).variable else { return None };
        let program = self.program();
        let declared = &program.fields[field];
        let host = program.methods[self.graph.method].class;
        let is_hidden = program.role(declared.class) != Role::Library && !readable(program, field, host);
        is_hidden.then(|| format!("{}.{}", program.nested_name(declared.class), declared.name))
    }
}
