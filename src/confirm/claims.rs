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

/// All claims of a report about the mutants that `selected` takes, in the order of mutants and tests.
pub fn claims(report: &Report, selected: impl Fn(&MutantReport) -> bool) -> Vec<Claim> {
    let order: BTreeMap<&str, usize> =
        report.tests.iter().enumerate().map(|(i, t)| (t.id.as_str(), i)).collect();
    let mut killers: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut endless: BTreeSet<(&str, &str)> = BTreeSet::new();
    for test in &report.tests {
        for mutant in test.kills.iter().chain(&test.hangs) {
            killers.entry(mutant).or_default().insert(&test.id);
        }
        endless.extend(test.hangs.iter().map(|mutant| (mutant.as_str(), test.id.as_str())));
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
        claims.extend(killed_by.into_iter().map(|test| {
            let weaker = strongest == KillKind::Output && endless.contains(&(mutant.id.as_str(), test));
            let kill = if weaker { KillKind::StepLimit } else { strongest };
            Claim { mutant: index, test: test.to_owned(), kill }
        }));
    }
    claims
}
