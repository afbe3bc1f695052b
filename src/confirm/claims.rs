//! What a report claims: each pair of a mutant and a test that is said to kill it.

use std::collections::{BTreeMap, BTreeSet};

use crate::report::json::{KillKind, MutantReport, Report};

/// One pair; the test must fail where the mutant stands in the program's place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    /// Index in the report's mutants.
    pub mutant: usize,
    pub test: String,
    /// How the report says that the kill shows.
    pub kill: KillKind,
}

impl Claim {
    /// Whether the test is not expected to come to its end.
    pub(super) fn is_endless(&self) -> bool {
        !matches!(self.kill, KillKind::Output | KillKind::Trap)
    }
}

/// All claims of a report about the mutants that `selected` takes, in the order of mutants and tests. Of
/// the tests under which a mutant is not expected to end one is tried, the strongest: each takes its time limit.
pub(super) fn claims(report: &Report, selected: impl Fn(&MutantReport) -> bool) -> Vec<Claim> {
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
            endless.extend(mutants.iter().map(|mutant| ((&**mutant, test.id.as_str()), kind)));
        }
    }
    let ending_or_not: BTreeSet<&str> = endless.keys().map(|(mutant, _)| *mutant).collect();
    let mut claims = Vec::new();
    for (index, mutant) in report.mutants.iter().enumerate().filter(|(_, mutant)| selected(mutant)) {
        let verdict = mutant.verdict.as_ref();
        let listed = verdict.into_iter().flat_map(|v| &v.tests).map(|id| &**id);
        let killed_by: BTreeSet<&str> =
            listed.chain(killers.get(mutant.id.as_str()).into_iter().flatten().copied()).collect();
        let mut killed_by: Vec<&str> = killed_by.into_iter().collect();
        killed_by.sort_by_key(|test| (order.get(test).copied().unwrap_or(usize::MAX), *test));
        let strongest = verdict.and_then(|v| v.kill).unwrap_or(KillKind::Output);
        let says_which = ending_or_not.contains(mutant.id.as_str());
        let claim = |test: &&str| {
            let kill = match endless.get(&(mutant.id.as_str(), *test)) {
                Some(&shown) => shown.max(strongest),
                // Where the report says under which tests the mutant does not end, it ends under the others.
                None if says_which => KillKind::Output,
                None => strongest,
            };
            Claim { mutant: index, test: (*test).to_owned(), kill }
        };
        let (hanging, ending): (Vec<Claim>, Vec<Claim>) =
            killed_by.iter().map(claim).partition(Claim::is_endless);
        claims.extend(ending);
        claims.extend(hanging.into_iter().min_by_key(|claim| claim.kill));
    }
    claims
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A report with one mutant, killed by two tests.
    fn report(kill: &str, hangs: [bool; 2]) -> Report {
        let place = json!({"line": 1, "column": 1, "offset": 0});
        let test = |id: &str, hangs: bool| {
            let listed = if hangs { json!(["A.f()/SDL_1"]) } else { json!([]) };
            json!({
                "id": id, "method": "A.f()", "inputs": ["A.f();"], "kills": ["A.f()/SDL_1"], "hangs": listed,
                "outcome": {"value": null, "exception": null, "message": null, "out": "", "err": ""},
            })
        };
        let report = json!({
            "version": 1, "files": ["A.java"], "seed": 1, "options": {}, "methods": [], "score": null,
            "mutants": [{
                "id": "A.f()/SDL_1", "aliases": [], "operator": "SDL", "method": "A.f()", "file": "A.java",
                "span": {"start": place, "end": place}, "original": "", "replacement": "",
                "verdict": "killed", "kill": kill, "tests": ["T1", "T2"],
            }],
            "tests": [test("T1", hangs[0]), test("T2", hangs[1])],
        });
        serde_json::from_value(report).expect("a report")
    }

    fn claimed(report: &Report) -> Vec<(String, KillKind)> {
        claims(report, |_| true).into_iter().map(|claim| (claim.test, claim.kill)).collect()
    }

    #[test]
    fn a_mutant_ends_under_the_tests_that_do_not_say_otherwise() {
        let ends = |test: &str| (test.to_owned(), KillKind::Output);
        let diverges = |test: &str| (test.to_owned(), KillKind::Diverges);
        assert_eq!(claimed(&report("diverges", [true, false])), [ends("T2"), diverges("T1")]);
        assert_eq!(claimed(&report("output", [true, false])), [ends("T2"), diverges("T1")]);
        assert_eq!(claimed(&report("output", [false, false])), [ends("T1"), ends("T2")]);
        // A report that says it of no test: one run is enough.
        assert_eq!(claimed(&report("diverges", [false, false])), [diverges("T1")]);
    }
}
