//! The local check of all mutants of some methods, each method on its own: what `jatpg equivalent FILE` shows.

use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::budget::Budget;
use crate::mutate::generate::mutants_of;
use crate::mutate::mutant::Mutant;
use crate::mutate::operator::OperatorSet;
use crate::roa::local::Extent;
use crate::roa::method::{MethodCheck, Patience};
use crate::roa::original::KnownOriginals;
use crate::roa::proof::{AttemptResult, Checked};
use crate::roa::workbench::METHOD_EFFORT;
use crate::sema::program::{MethodId, Program};
use crate::symbolic::question::Counts;
use crate::symbolic::solver::SolverError;
use crate::syntax::with_stack;

/// One mutant with what was found.
pub struct Study {
    pub mutant: Mutant,
    /// `None`: unsupported.
    pub checked: Option<Checked>,
    /// The position in the method's list of a mutant that is the same.
    pub same_as: Option<usize>,
    pub time: Duration,
}

/// What one method's mutants are.
pub struct MethodStudy {
    pub studies: Vec<Study>,
    pub counts: Counts,
    /// For the graph and the facts, which all mutants share.
    pub shared_time: Duration,
}

/// How mutants are checked.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub max_depth: u32,
    pub extent: Extent,
}

/// Every depth is looked at to compare the depths, which takes its time.
const EFFORT_OF_EVERY_DEPTH: u64 = 15 * METHOD_EFFORT;
const PATIENCE: Patience = Patience::new(24, METHOD_EFFORT / 3);

/// All mutants of the methods, in source order.
pub fn run(
    program: &Program,
    methods: &[MethodId],
    operators: &OperatorSet,
    options: Options,
) -> Result<Vec<MethodStudy>, SolverError> {
    of_versions(program, methods, options, |method| mutants_of(program, method, operators))
}

/// The same of other versions of the methods.
pub fn of_versions(
    program: &Program,
    methods: &[MethodId],
    options: Options,
    versions: impl Fn(MethodId) -> Vec<Mutant> + Sync,
) -> Result<Vec<MethodStudy>, SolverError> {
    let known = KnownOriginals::default();
    let of_method = |&m: &MethodId| with_stack(|| study(program, &known, m, versions(m), options));
    methods.par_iter().map(of_method).collect()
}

fn study(
    program: &Program,
    known: &KnownOriginals,
    method: MethodId,
    mutants: Vec<Mutant>,
    options: Options,
) -> Result<MethodStudy, SolverError> {
    let start = Instant::now();
    // A method without mutants needs no graph.
    let mut check =
        if mutants.is_empty() { None } else { MethodCheck::new(program, known, method, options.max_depth)? };
    let shared_time = start.elapsed();
    if let Some(check) = &mut check {
        match options.extent {
            Extent::EveryDepth => check.checker.effort = Budget::new(EFFORT_OF_EVERY_DEPTH),
            Extent::UntilProven | Extent::Regions | Extent::ShortArrays => check.set_patience(PATIENCE),
        }
    }
    let mut studies: Vec<Study> = Vec::with_capacity(mutants.len());
    // The positions of those that were checked.
    let mut checks: Vec<usize> = Vec::new();
    for mutant in mutants {
        let start = Instant::now();
        let checked = match &mut check {
            Some(check) if mutant.unsupported.is_none() => check.check(&mutant.patch, options.extent)?,
            _ => None,
        };
        let same_as = checked.as_ref().and_then(|checked| checked.same_as).map(|check| checks[check]);
        if let (Some(checked), Some(check)) = (&checked, &mut check) {
            checks.push(studies.len());
            check.count(shows_something(checked));
        }
        studies.push(Study { mutant, checked, same_as, time: start.elapsed() });
    }
    if let (Some(check), Extent::UntilProven) = (&mut check, options.extent) {
        look_again(check, &mut studies)?;
    }
    let counts = check.map(|check| check.counts()).unwrap_or_default();
    Ok(MethodStudy { studies, counts, shared_time })
}

/// A proof, or a state in which the versions of the whole method differ.
fn shows_something(checked: &Checked) -> bool {
    let Checked { attempts, proof, bounded, in_root, .. } = checked;
    let differs = attempts.last().is_some_and(|last| matches!(last.result, AttemptResult::Differs { .. }));
    let is_known = proof.is_some() || bounded.proof.is_some() || bounded.difference.is_some();
    is_known || in_root.is_some() || differs
}

fn look_again(check: &mut MethodCheck<'_>, studies: &mut [Study]) -> Result<(), SolverError> {
    for study in studies {
        let start = Instant::now();
        let was_cut_short = study.checked.as_ref().is_some_and(Checked::is_cut_short);
        if let Some(again) = check.check_again(&study.mutant.patch, was_cut_short)? {
            study.checked = Some(again);
            study.time += start.elapsed();
        }
    }
    Ok(())
}
