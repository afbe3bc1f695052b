//! The confirmation as text: a row for each file, then every claim that did not simply hold.

use std::collections::BTreeSet;
use std::fmt;

use indexmap::IndexMap;

use crate::report::count::{count, verb};
use crate::report::table::wrapped;

use super::{ClaimReport, Confirmation, Judgement, Shown};

const COLUMNS: [&str; 5] = ["claims", "held", "refuted", "shown", "not confirmed"];

/// What the columns mean.
const LEGEND: [&str; 5] = [
    "claims: a mutant with a test that the report says kills it, or a label with one that covers it",
    "held: the test passes on the original, and fails on the mutant or comes to the label",
    "refuted: it does not",
    "shown: for claims that are not about outputs; the mutant did not end, or ran out of stack or memory, or failed",
    "not confirmed: the mutant was said to run too far, and it ended and passed; or javac does not take a label's version",
];
/// What the lines of the legend keep to.
const WIDEST: usize = 110;

impl fmt::Display for Confirmation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let failing: BTreeSet<&str> = self.original_failures.iter().map(|f| f.test.as_str()).collect();
        match failing.len() {
            0 => {
                let passes = verb(self.tests, "passes", "pass");
                writeln!(f, "{} {passes} on the original (JDK {})", count(self.tests, "test"), self.jdk)?;
            }
            failing => {
                let (tests, fails) = (count(self.tests, "test"), verb(failing, "fails", "fail"));
                writeln!(f, "{failing} of {tests} {fails} on the original (JDK {})", self.jdk)?;
            }
        }
        if let Some(all) = self.sample_of {
            writeln!(f, "a sample: {} of {}, spread evenly", self.claims.len(), count(all, "claim"))?;
        }
        for failure in &self.original_failures {
            writeln!(f, "  {} ({}): {}", failure.test, failure.how, failure.message)?;
        }
        self.rows(f)?;
        let sections = [
            (Judgement::Refuted, "Refuted:"),
            (Judgement::Shown, "Kills that are no difference of outputs, and what the JVM showed:"),
            (
                Judgement::NotConfirmed,
                "Not confirmed: claimed to run too far, and passed; or not taken by javac:",
            ),
        ];
        for (judgement, title) in sections {
            let claims: Vec<_> = self.claims.iter().filter(|claim| claim.judgement == judgement).collect();
            if !claims.is_empty() {
                writeln!(f, "\n{title}")?;
                claims.into_iter().try_for_each(|claim| writeln!(f, "  {claim}"))?;
            }
        }
        Ok(())
    }
}

impl Confirmation {
    fn rows(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut files: IndexMap<&str, [usize; 5]> = IndexMap::new();
        let mut total = [0; 5];
        for claim in &self.claims {
            let column = match claim.judgement {
                Judgement::Held => 1,
                Judgement::Refuted => 2,
                Judgement::Shown => 3,
                Judgement::NotConfirmed => 4,
            };
            for row in [files.entry(&claim.file).or_default(), &mut total] {
                row[0] += 1;
                row[column] += 1;
            }
        }
        if files.len() != 1 {
            files.insert("total", total);
        }
        let width = files.keys().map(|file| file.chars().count()).max().unwrap_or(0).max(4);
        write!(f, "\n{:width$}", "file")?;
        COLUMNS.iter().try_for_each(|column| write!(f, "  {column:>7}"))?;
        writeln!(f)?;
        for (file, row) in &files {
            write!(f, "{file:width$}")?;
            for (count, column) in row.iter().zip(COLUMNS) {
                write!(f, "  {count:>column_width$}", column_width = column.len().max(7))?;
            }
            writeln!(f)?;
        }
        writeln!(f, "\n{}", wrapped(&LEGEND.join("; "), WIDEST).join("\n"))
    }
}

impl fmt::Display for ClaimReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} by {} ({}): ", self.mutant, self.test, self.kill.name())?;
        match self.shown {
            Some(Shown::Passed) => f.write_str("the test passes")?,
            Some(Shown::Failed) => f.write_str("the test fails")?,
            Some(Shown::Sprung) => f.write_str("the label is reached")?,
            Some(Shown::Resource) => f.write_str("out of stack or memory")?,
            Some(Shown::Hung) => f.write_str("the test does not end")?,
            Some(Shown::Missing) => f.write_str("no such test")?,
            Some(Shown::Rejected) => f.write_str("javac rejects the mutant")?,
            Some(Shown::Crashed) => f.write_str("the JVM ended under the test")?,
            None => f.write_str("not tried")?,
        }
        if self.message.is_empty() { Ok(()) } else { write!(f, " ({})", self.message) }
    }
}
