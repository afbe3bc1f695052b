//! Whether a suite is as small as it can be made of the tests that there were, in a report.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::engine::session::Session;
use crate::report::count::count;
use crate::report::json::Report;

/// Of the suite of one top-level class, made by compaction.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, Eq, JsonSchema)]
pub struct CoverReport {
    /// The class, where it is of one.
    pub class: Option<String>,
    /// The tests that there are.
    pub tests: usize,
    /// No choice of the candidates has fewer that kills all that is killed. Mutants that only a run to a limit shows killed
    /// are left out of account.
    pub least: usize,
    /// The tests that compaction chose from: those found, those that took the place of several, and those that were made shorter.
    pub candidates: usize,
}

/// `None` where there was nothing to choose.
pub(super) fn of(session: &Session<'_>) -> Option<CoverReport> {
    let (fewest, subject) = (session.fewest()?, session.subject());
    let class = subject.class().map(|class| subject.program().classes[class].qualified_name.to_string());
    let (least, candidates) = (fewest.least, fewest.candidates);
    Some(CoverReport { class, tests: session.tests().len(), least, candidates })
}

impl CoverReport {
    /// `27 tests; no fewer than 25 of the 113 candidates seen do`.
    pub fn render(&self) -> String {
        let of = self.class.as_ref().map(|class| format!("{class}: ")).unwrap_or_default();
        let than = if self.least == self.tests { String::new() } else { format!(" than {}", self.least) };
        let tests = count(self.tests, "test");
        format!("{of}{tests}; no fewer{than} of the {} seen do\n\n", count(self.candidates, "candidate"))
    }
}

/// What does not add up: a bound above the suite, a suite above its candidates, or more tests than the report has.
pub fn problems(report: &Report) -> Vec<String> {
    let mut problems = Vec::new();
    for cover in &report.cover {
        let CoverReport { tests, least, candidates, .. } = cover;
        if !(1..=*tests).contains(least) || tests > candidates {
            problems
                .push(format!("{tests} tests of {candidates} candidates, and at least {least} are needed"));
        }
    }
    let tests: usize = report.cover.iter().map(|cover| cover.tests).sum();
    if tests > report.tests.len() {
        problems.push(format!("suites of {tests} tests, and the report has {}", report.tests.len()));
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suite_that_is_the_smallest_says_so_and_another_how_small_it_could_be() {
        let cover = |class: Option<&str>, tests, least, candidates| {
            CoverReport { class: class.map(str::to_owned), tests, least, candidates }.render()
        };
        let open = "27 tests; no fewer than 25 of the 113 candidates seen do\n\n";
        assert_eq!(cover(None, 27, 25, 113), open);
        let closed = "shop.Cart: 1 test; no fewer of the 5 candidates seen do\n\n";
        assert_eq!(cover(Some("shop.Cart"), 1, 1, 5), closed);
    }
}
