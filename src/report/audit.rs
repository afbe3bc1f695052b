//! Whether a report adds up: what it says of a mutant, of a test and of a pass is said from three sides, and all three must
//! agree.

use std::collections::{BTreeMap, BTreeSet};

use crate::report::json::{KillKind, MutantReport, Report, TestReport, VerdictKind};
use crate::report::{cover, labels, lower_bound};

/// What does not add up in a report with verdicts; nothing in a report of ours.
pub fn problems(report: &Report) -> Vec<String> {
    let mut problems = Vec::new();
    let tests: BTreeMap<&str, &TestReport> = report.tests.iter().map(|test| (&*test.id, test)).collect();
    let mut killers: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for test in &report.tests {
        for mutant in &test.kills {
            killers.entry(mutant).or_default().insert(&test.id);
        }
        problems.extend(of_test(test));
    }
    for mutant in &report.mutants {
        let found = killers.remove(mutant.id.as_str()).unwrap_or_default();
        problems.extend(of_mutant(mutant, &found, &tests));
    }
    problems.extend(of_labels(report));
    problems.extend(killers.keys().map(|id| format!("a test kills {id}, which is no mutant")));
    problems.extend(of_counts(report));
    problems.extend(cover::problems(report));
    problems.extend(lower_bound::problems(report));
    problems
}

/// A label is covered by the tests that say so, and by no other.
fn of_labels(report: &Report) -> Vec<String> {
    let mut problems = Vec::new();
    let mut coverers: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for test in &report.tests {
        test.covers.iter().for_each(|label| _ = coverers.entry(label).or_default().insert(&test.id));
    }
    for label in &report.labels {
        let found = coverers.remove(label.id.as_str()).unwrap_or_default();
        let Some(verdict) = &label.verdict else { continue };
        let listed: BTreeSet<&str> = verdict.tests.iter().map(|id| &**id).collect();
        let is_covered = verdict.verdict == VerdictKind::Killed;
        if listed != found || is_covered == found.is_empty() {
            problems.push(format!(
                "{}: {:?}, it lists the tests {listed:?}, and is covered by {found:?}",
                label.id, verdict.verdict
            ));
        }
    }
    problems.extend(coverers.keys().map(|id| format!("a test covers {id}, which is no label")));
    if report.coverage != labels::coverage(&report.labels) {
        problems.push("the coverage is not that of the labels".to_owned());
    }
    problems
}

fn of_test(test: &TestReport) -> Option<String> {
    let is_within = |part: &[std::sync::Arc<str>], whole: &[std::sync::Arc<str>]| {
        let whole: BTreeSet<&str> = whole.iter().map(|id| &**id).collect();
        part.iter().all(|id| whole.contains(&**id))
    };
    let holds = is_within(&test.hangs, &test.kills) && is_within(&test.passes_limit, &test.hangs);
    (!holds).then(|| format!("{}: a mutant that hangs or passes a limit is not killed", test.id))
}

fn of_mutant(
    mutant: &MutantReport,
    killers: &BTreeSet<&str>,
    tests: &BTreeMap<&str, &TestReport>,
) -> Option<String> {
    let verdict = mutant.verdict.as_ref()?;
    let listed: BTreeSet<&str> = verdict.tests.iter().map(|id| &**id).collect();
    if listed != *killers {
        return Some(format!("{}: it lists the tests {listed:?}, and is killed by {killers:?}", mutant.id));
    }
    let shown: BTreeSet<KillKind> =
        listed.iter().filter_map(|id| tests.get(id)).map(|test| kind(mutant, test)).collect();
    let told = match verdict.verdict {
        VerdictKind::Killed => {
            verdict.kill.map(|kill| if kill.counts() { kill } else { KillKind::StepLimit })
        }
        _ => None,
    };
    // A mutant that provably never ends under one test may show itself under another.
    let agrees = match told {
        Some(told) => shown.contains(&told) && (told.counts() || !shown.iter().any(|kill| kill.counts())),
        None => shown.is_empty() && verdict.verdict != VerdictKind::Killed,
    };
    (!agrees)
        .then(|| format!("{}: {:?} by {told:?}, and its tests show {shown:?}", mutant.id, verdict.verdict))
}

/// How a test shows a mutant killed; all weak kills as one.
fn kind(mutant: &MutantReport, test: &TestReport) -> KillKind {
    let has = |list: &[std::sync::Arc<str>]| list.iter().any(|id| **id == *mutant.id);
    match (has(&test.hangs), has(&test.passes_limit)) {
        (_, true) => KillKind::StepLimit,
        (true, false) => KillKind::Diverges,
        // A version that plants a trap differs in nothing else.
        (false, false) => match mutant.verdict.as_ref().and_then(|verdict| verdict.kill) {
            Some(KillKind::Trap) => KillKind::Trap,
            _ => KillKind::Output,
        },
    }
}

fn of_counts(report: &Report) -> Vec<String> {
    let mut problems = Vec::new();
    let verdicts = || report.mutants.iter().filter_map(|mutant| mutant.verdict.as_ref());
    let of = |kind: VerdictKind| verdicts().filter(|verdict| verdict.verdict == kind).count();
    let killed = verdicts().filter(|verdict| verdict.kill.is_some_and(KillKind::counts)).count();
    let (equivalent, undecided) = (of(VerdictKind::Equivalent), of(VerdictKind::Undecided));
    let killable = report.mutants.len() - equivalent;
    let score = (killable > 0).then(|| killed as f64 / killable as f64);
    // Where no class can be used there is no score.
    if report.score != score && !(report.score.is_none() && killed == 0) {
        problems.push(format!("the score is {:?}, and the verdicts give {score:?}", report.score));
    }
    if let Some(last) = report.passes.last() {
        let told = (last.killed, last.equivalent, last.undecided, last.tests);
        let found = (killed, equivalent, undecided, report.tests.len());
        if told != found || last.equivalent_up_to != of(VerdictKind::EquivalentUpTo) {
            problems.push(format!("the last pass has {told:?}, and the verdicts give {found:?}"));
        }
    }
    for (before, after) in report.passes.iter().zip(report.passes.iter().skip(1)) {
        if before.killed > after.killed || before.equivalent > after.equivalent {
            problems.push(format!("{} loses what {} had", after.name, before.name));
        }
    }
    problems
}
