//! Tests of several classes in one JVM (SEMANTICS §1, statics). Those of one class pass beside one another, which its run sees to
//! ([`company`]); what a test of another class leaves in an object that a static holds may show in them all the same. Such a test is
//! none: it goes, and what it alone kills is undecided.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::engine::company;
use crate::engine::reason::Reason;
use crate::engine::subject::Subject;
use crate::engine::suite::Test;
use crate::exec::mutant_set::MutantSet;
use crate::report::json::{KillKind, Report, TestReport, VerdictKind, VerdictReport};
use crate::report::{assemble, labels, merge};

/// By report: the tests, by their ids, that do not pass in one JVM with those of the reports before. `subject`: all their classes in one
/// program, without goals. What names a stub that this program has not is not looked at.
pub fn disturbed(subject: &Subject, parts: &[Report]) -> Vec<BTreeSet<String>> {
    let mut runner = subject.runner();
    let (mut tests, mut of) = (Vec::new(), Vec::new());
    for (part, report) in parts.iter().enumerate() {
        for test in &report.tests {
            let Ok(driver) = assemble::driver(subject, test) else { continue };
            let judged = runner.judge_without(driver, &test.left_out, &MutantSet::default());
            let Ok(judged) = judged else { continue };
            tests.push(Test::new(&judged, Vec::new()));
            of.push((part, &test.id));
        }
    }
    let mut disturbed = vec![BTreeSet::new(); parts.len()];
    // In pairs there are too many of them.
    if company::passes_in_a_row(&mut runner, &tests) {
        return disturbed;
    }
    let mut taken = Vec::new();
    for (test, (part, id)) in tests.into_iter().zip(of) {
        if company::takes(&mut runner, &taken, &test) {
            taken.push(test);
        } else {
            disturbed[part].insert(id.clone());
        }
    }
    disturbed
}

/// Takes these tests out of a report.
pub fn take_out(report: &mut Report, gone: &BTreeSet<String>) {
    report.tests.retain(|test| !gone.contains(&test.id));
    let mut ids = BTreeMap::new();
    for (number, test) in report.tests.iter_mut().enumerate() {
        let id = format!("T{}", number + 1);
        ids.insert(std::mem::replace(&mut test.id, id.clone()), Arc::<str>::from(id));
    }
    let tests: BTreeMap<&str, &TestReport> = report.tests.iter().map(|test| (&*test.id, test)).collect();
    let (mut killed, mut open_mutants, mut open_labels) = (0, 0, 0);
    for mutant in &mut report.mutants {
        let Some(verdict) = &mut mutant.verdict else { continue };
        let counts = verdict.kill.is_some_and(KillKind::counts);
        let id = &*mutant.id;
        let kills = |test: &TestReport| !counts || !test.passes_limit.iter().any(|limited| **limited == *id);
        if is_open_without(verdict, &ids, |id| tests.get(id).is_some_and(|test| kills(test))) {
            killed += usize::from(counts);
            open_mutants += 1;
        }
    }
    for verdict in report.labels.iter_mut().filter_map(|label| label.verdict.as_mut()) {
        if is_open_without(verdict, &ids, |_| true) {
            open_labels += 1;
        }
    }
    report.score = report.score.and_then(|_| merge::score(report));
    // The row of the last pass is what there is in the end.
    if let Some(last) = report.passes.last_mut() {
        last.score = report.score;
        last.killed = last.killed.saturating_sub(killed);
        last.undecided += open_mutants;
        last.tests = report.tests.len();
        if let Some(labels) = &mut last.labels {
            labels.covered = labels.covered.saturating_sub(open_labels);
            labels.undecided += open_labels;
        }
    }
    // Fewer tests do: others were counted.
    report.cover.clear();
    labels::sum_up(report);
}

/// Leaves a verdict the tests that are still there; whether one that rested on tests has none any more that `shows` it.
fn is_open_without(
    verdict: &mut VerdictReport,
    ids: &BTreeMap<String, Arc<str>>,
    shows: impl Fn(&str) -> bool,
) -> bool {
    if verdict.tests.is_empty() {
        return false;
    }
    verdict.tests = verdict.tests.iter().filter_map(|id| ids.get(&**id)).cloned().collect();
    if verdict.verdict != VerdictKind::Killed || verdict.tests.iter().any(|id| shows(id)) {
        return false;
    }
    let why = Reason::StaticState(
        "what a test of another class leaves in an object that a static holds shows in its tests".to_owned(),
    );
    (verdict.verdict, verdict.kill, verdict.pass) = (VerdictKind::Undecided, None, None);
    (verdict.reason, verdict.reason_kind) = (Some(why.to_string()), Some(why.kind().to_owned()));
    verdict.tests.clear();
    true
}
