//! The D-algorithm's search for one mutant as a tree that a person can follow (Fig. 3.10).

use std::fmt::Write as _;

use crate::dalg::search::End;
use crate::engine::dalgorithm::Told;

/// All searches for one mutant, each in its skeleton and its frames.
pub fn searches(told: &[Told]) -> String {
    let mut text = String::new();
    for search in told {
        // Writing to a string cannot fail.
        _ = writeln!(text, "\nSearch in {} time frames of the driver", search.frames);
        for line in search.skeleton.lines() {
            _ = writeln!(text, "    {line}");
        }
        if search.attack.copies == 0 {
            _ = writeln!(text, "  no run of these frames comes to what is mutated");
        }
        for line in search.attack.story.lines() {
            _ = writeln!(text, "  {line}");
        }
        _ = writeln!(text, "  {}", verdict(search.attack.end));
        if let Some(driver) = &search.driver {
            _ = writeln!(text, "\nThe test:");
            for line in driver.inputs() {
                _ = writeln!(text, "    {line}");
            }
        }
    }
    text
}

const fn verdict(end: End) -> &'static str {
    match end {
        End::Killed => "killed",
        End::Refuted => "no test in these frames of this driver",
        End::Backtracks => "given up: the backtrack limit",
        End::Solver => "given up: the solver's limit",
        End::Tests => "given up: the limit of tests in vain",
        End::Effort => "given up: the effort for one mutant",
    }
}
