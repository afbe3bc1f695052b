//! What a report claims: each pair of a mutant and a test that is said to kill it.

use std::collections::{BTreeMap, BTreeSet};

use crate::report::json::{KillKind, MutantReport, Report};

/// One pair; the test must fail where the mutant stands in the program's place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Index in the report's mutants.
    pub mutant: usize,
    pub test: String,
    /// How the report says that the kill shows.
    pub kill: KillKind,
}

impl Claim {
    /// Whether the test is not expected to come to its end.
    pub fn is_endless(&self) -> bool {
        self.kill != KillKind::Output
    }
}

/// All claims of a report about the mutants that `selected` takes, in the order of mutants and tests. Of
/// the tests under which a mutant is not expected to end one is tried, the strongest: each takes its time limit.
pub fn claims(report: &Report, selected: impl Fn(&MutantReport) -> bool) -> Vec<Claim> {
    let order: BTreeMap<&str, usize> =
        report.tests.iter().enumerate().map(|(i, t)| (t.id.as_str(), i)).collect();
    let mut killers: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut endless: BTreeMap<(&str, &str), KillKind> = BTreeMap::new();
    for test in &report.tests {
        for mutant in test.kills.iter().chain(&test.hangs) {
            killers.entry(mutant).or_default().insert(&test.id);
        }
        let kinds = [(&test.hangs, KillKind::Diverges), (&test.passes_limit, KillKind::StepLimit)];
        for (mutants, kind) in kinds {
            endless.extend(mutants.iter().map(|mutant| ((mutant.as_str(), test.id.as_str()), kind)));
        }
    }
    let mut claims = Vec::new();
    for (index, mutant) in report.mutants.iter().enumerate().filter(|(_, mutant)| selected(mutant)) {
        let verdict = mutant.verdict.as_ref();
        let listed = verdict.into_iter().flat_map(|v| &v.tests).map(String::as_str);
        let killed_by: BTreeSet<&str> =
            listed.chain(killers.get(mutant.id.as_str()).into_iter().flatten().copied()).collect();
        let mut killed_by: Vec<&str> = killed_by.into_iter().collect();
        killed_by.sort_by_key(|test| (order.get(test).copied().unwrap_or(usize::MAX), *test));
        let strongest = verdict.and_then(|v| v.kill).unwrap_or(KillKind::Output);
        let claim = |test: &&str| {
            let shown = endless.get(&(mutant.id.as_str(), *test)).copied().unwrap_or(strongest);
            Claim { mutant: index, test: (*test).to_owned(), kill: shown.max(strongest) }
        };
        let (hanging, ending): (Vec<Claim>, Vec<Claim>) =
            killed_by.iter().map(claim).partition(Claim::is_endless);
        claims.extend(ending);
        claims.extend(hanging.into_iter().min_by_key(|claim| claim.kill));
    }
    claims
}
