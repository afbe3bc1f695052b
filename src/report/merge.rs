//! One report of several, each of a class of its own (DESIGN §18). Nothing in a part depends on the others, and nothing but
//! the ids of tests is changed here.

use std::sync::Arc;

use indexmap::IndexMap;

use crate::engine::bmc::counts::FormulaCounts;
use crate::engine::explorer::PathCounts;
use crate::engine::pass::PassKind;
use crate::report::assemble;
use crate::report::json::{
    Decided, KillKind, LabelsOfPass, LocalityReport, PassReport, Report, SearchedMutant, VerdictKind,
};
use crate::report::labels;

/// Puts reports together, in their order.
pub fn merged(parts: &[Report]) -> Option<Report> {
    let (first, others) = parts.split_first()?;
    let mut whole = first.clone();
    for part in others {
        add(&mut whole, part.clone());
    }
    if !others.is_empty() {
        whole.passes = PassKind::ALL.into_iter().filter_map(|kind| pass(parts, kind)).collect();
        // Where nothing could be measured in any part, nothing was.
        let is_measured = parts.iter().any(|part| part.score.is_some());
        whole.score = score(&whole).filter(|_| is_measured);
    }
    Some(whole)
}

fn add(whole: &mut Report, mut part: Report) {
    renumber(&mut part, whole.tests.len());
    for file in part.files {
        if !whole.files.contains(&file) {
            whole.files.push(file);
        }
    }
    whole.failed.extend(part.failed);
    whole.unfinished.extend(part.unfinished);
    whole.methods.extend(part.methods);
    whole.mutants.extend(part.mutants);
    whole.labels.extend(part.labels);
    labels::sum_up(whole);
    whole.cover.extend(part.cover);
    whole.lower_bounds.extend(part.lower_bounds);
    whole.collapsed.extend(part.collapsed);
    whole.tests.extend(part.tests);
    for stub in part.stubs {
        if !whole.stubs.contains(&stub) {
            whole.stubs.push(stub);
        }
    }
    add_times(&mut whole.times, part.times);
}

/// What only the part has goes where it stands among the others.
fn add_times(whole: &mut IndexMap<String, f64>, part: IndexMap<String, f64>) {
    let mut next = 0;
    for (name, seconds) in part {
        match whole.get_full_mut(&name) {
            Some((at, _, sum)) => {
                *sum += seconds;
                next = at + 1;
            }
            None => {
                whole.shift_insert(next, name, seconds);
                next += 1;
            }
        }
    }
}

/// Its tests come after so many others.
fn renumber(part: &mut Report, before: usize) {
    let renumbered = |id: &str| id.strip_prefix('T').and_then(|n| n.parse::<usize>().ok());
    let renumbered = |id: &str| renumbered(id).map_or_else(|| id.to_owned(), |n| format!("T{}", n + before));
    for test in &mut part.tests {
        test.id = renumbered(&test.id);
    }
    for verdict in part.mutants.iter_mut().filter_map(|mutant| mutant.verdict.as_mut()) {
        verdict.tests.iter_mut().for_each(|id| *id = Arc::from(renumbered(id)));
    }
    for verdict in part.labels.iter_mut().filter_map(|label| label.verdict.as_mut()) {
        verdict.tests.iter_mut().for_each(|id| *id = Arc::from(renumbered(id)));
    }
}

pub(super) fn score(report: &Report) -> Option<f64> {
    let verdicts = || report.mutants.iter().filter_map(|mutant| mutant.verdict.as_ref());
    let killed = verdicts().filter(|v| v.kill.is_some_and(KillKind::counts)).count();
    let equivalent = verdicts().filter(|v| v.verdict == VerdictKind::Equivalent).count();
    assemble::score(killed, report.mutants.len() - equivalent)
}

/// The row of a pass: of a part that it was not worth running for, what the passes before it left. `None`: of none was it.
fn pass(parts: &[Report], kind: PassKind) -> Option<PassReport> {
    parts.iter().find(|part| part.passes.iter().any(|pass| pass.name == kind.name()))?;
    let rows: Vec<PassReport> = parts.iter().map(|part| reached(part, kind)).collect();
    let sum = |of: &dyn Fn(&PassReport) -> usize| rows.iter().map(of).sum();
    let (killed, equivalent) = (sum(&|row| row.killed), sum(&|row| row.equivalent));
    let mutants: usize = parts.iter().map(|part| part.mutants.len()).sum();
    Some(PassReport {
        name: kind.name().to_owned(),
        score: assemble::score(killed, mutants - equivalent),
        killed,
        equivalent,
        equivalent_up_to: sum(&|row| row.equivalent_up_to),
        undecided: sum(&|row| row.undecided),
        tests: sum(&|row| row.tests),
        labels: labels_of(&rows),
        locality: locality(rows.iter().filter_map(|row| row.locality.as_ref())),
        paths: paths(&rows),
        formulas: formulas(&rows),
    })
}

/// How far a part was when the pass was over.
fn reached(part: &Report, kind: PassKind) -> PassReport {
    if let Some(own) = part.passes.iter().find(|pass| pass.name == kind.name()) {
        return own.clone();
    }
    let last =
        part.passes.iter().rev().find(|pass| PassKind::named(&pass.name).is_some_and(|own| own < kind));
    last.map_or_else(
        || PassReport {
            name: kind.name().to_owned(),
            score: None,
            killed: 0,
            equivalent: 0,
            equivalent_up_to: 0,
            undecided: part.mutants.len(),
            tests: 0,
            labels: (!part.labels.is_empty())
                .then(|| LabelsOfPass { undecided: part.labels.len(), ..LabelsOfPass::default() }),
            locality: None,
            paths: None,
            formulas: None,
        },
        |last| PassReport { locality: None, paths: None, formulas: None, ..last.clone() },
    )
}

fn paths(rows: &[PassReport]) -> Option<PathCounts> {
    PathCounts::sum(rows.iter().filter_map(|row| row.paths))
}

fn formulas(rows: &[PassReport]) -> Option<FormulaCounts> {
    let mut all = FormulaCounts::default();
    rows.iter().filter_map(|row| row.formulas.as_ref()).for_each(|own| all.add(own));
    Some(all).filter(|all| *all != FormulaCounts::default())
}

fn labels_of(rows: &[PassReport]) -> Option<LabelsOfPass> {
    let mut rows = rows.iter().filter_map(|row| row.labels);
    let first = rows.next()?;
    Some(rows.fold(first, |all, row| LabelsOfPass {
        covered: all.covered + row.covered,
        infeasible: all.infeasible + row.infeasible,
        infeasible_up_to: all.infeasible_up_to + row.infeasible_up_to,
        undecided: all.undecided + row.undecided,
    }))
}

fn locality<'r>(searched: impl Iterator<Item = &'r LocalityReport>) -> Option<LocalityReport> {
    let mut mutants: Vec<SearchedMutant> = Vec::new();
    let mut decided = Decided::default();
    for part in searched {
        mutants.extend(part.mutants.iter().cloned());
        decided.killed_by_check += part.killed_by_check;
        decided.killed_by_search += part.killed_by_search;
        decided.proven_by_check += part.proven_by_check;
        decided.proven_by_search += part.proven_by_search;
    }
    (!mutants.is_empty()).then(|| LocalityReport::of(mutants, decided))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_times_of_passes_stand_in_the_order_in_which_they_ran() {
        let times =
            |names: &[&str]| names.iter().map(|name| ((*name).to_owned(), 1.0)).collect::<IndexMap<_, _>>();
        let mut whole = times(&["load", "random", "compaction"]);
        add_times(&mut whole, times(&["load", "random", "local", "d", "compaction"]));
        let told: Vec<(&str, f64)> = whole.iter().map(|(name, seconds)| (&**name, *seconds)).collect();
        assert_eq!(told, [("load", 2.0), ("random", 2.0), ("local", 1.0), ("d", 1.0), ("compaction", 2.0)]);
    }
}
