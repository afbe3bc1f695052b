//! The local check of all mutants of some methods, each method on its own: what `jatpg equivalent FILE` shows.

use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::budget::Budget;
use crate::mutate::bench::Bench;
use crate::mutate::generate::mutants_of;
use crate::mutate::mutant::Mutant;
use crate::mutate::operator::OperatorSet;
use crate::roa::callers::Callers;
use crate::roa::local::{Checked, Checker, Extent, METHOD_EFFORT};
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
const EFFORT_OF_EVERY_DEPTH: u64 = 8 * METHOD_EFFORT;

/// All mutants of the methods, in source order.
pub fn run(
    program: &Program,
    methods: &[MethodId],
    operators: &OperatorSet,
    options: Options,
) -> Result<Vec<MethodStudy>, SolverError> {
    methods.par_iter().map(|&m| with_stack(|| study(program, m, operators, options))).collect()
}

fn study(
    program: &Program,
    method: MethodId,
    operators: &OperatorSet,
    options: Options,
) -> Result<MethodStudy, SolverError> {
    let mutants = mutants_of(program, method, operators);
    let start = Instant::now();
    // A method without mutants needs no graph.
    let mut checker =
        if mutants.is_empty() { None } else { Checker::new(program, method, options.max_depth)? };
    let mut callers = if mutants.is_empty() { None } else { Callers::new(program, method) };
    let shared_time = start.elapsed();
    if let (Some(checker), Extent::EveryDepth) = (&mut checker, options.extent) {
        checker.effort = Budget::new(EFFORT_OF_EVERY_DEPTH);
    }
    let mut bench = Bench::new(program, method);
    let mut studies: Vec<Study> = Vec::with_capacity(mutants.len());
    // The positions of those that were checked.
    let mut checks: Vec<usize> = Vec::new();
    for mutant in mutants {
        let start = Instant::now();
        let checked = match &mut checker {
            Some(checker) => check(checker, bench.as_mut(), &mut callers, &mutant, options.extent)?,
            None => None,
        };
        let same_as = checked.as_ref().and_then(|checked| checked.same_as).map(|check| checks[check]);
        if checked.is_some() {
            checks.push(studies.len());
        }
        studies.push(Study { mutant, checked, same_as, time: start.elapsed() });
    }
    let mut counts = checker.map(|checker| *checker.asker.counts()).unwrap_or_default();
    if let Some(callers) = &callers {
        counts.add(&callers.counts());
    }
    Ok(MethodStudy { studies, counts, shared_time })
}

fn check(
    checker: &mut Checker<'_>,
    bench: Option<&mut Bench<'_>>,
    callers: &mut Option<Callers<'_>>,
    mutant: &Mutant,
    extent: Extent,
) -> Result<Option<Checked>, SolverError> {
    if mutant.unsupported.is_some() {
        return Ok(None);
    }
    if checker.is_spent() {
        return Ok(Some(checker.passed_over()));
    }
    // A mutant without `unsupported` has a typed body: its generation made one.
    let Some(bench) = bench else { return Ok(None) };
    let checked = bench.with_body(&mutant.patch, |body| {
        let is_hurried = checker.is_hurried();
        let mut checked = checker.check(body, extent)?;
        if let (Some(callers), false) = (callers, is_hurried) {
            callers.add_to(&mut checked, body)?;
        }
        Ok(checked)
    });
    checked.transpose()
}
