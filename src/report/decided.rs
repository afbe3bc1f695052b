//! What `generate` decided about one mutant, as its report has it: what `explain` opens with, so that the two never say
//! different things.

use serde::Serialize;

use crate::mutate::mutant::Mutant;
use crate::report::json::{
    KillKind, LabelReport, MutantReport, Report, TestReport, VerdictKind, VerdictReport,
};
use crate::report::known::Known;

/// Of one mutant.
#[derive(Clone, Debug, PartialEq)]
pub struct Decided {
    verdict: VerdictReport,
    /// The first test that kills it.
    test: Option<TestReport>,
    /// The report's path; none where `generate` was run for this.
    report: Option<String>,
    /// It is a label, whose verdict has words of its own.
    is_label: bool,
}

/// The same for other tools.
#[derive(Clone, Debug, Serialize, PartialEq)]
pub struct DecidedReport {
    /// The file that says so; absent where `generate` was run for this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kill: Option<KillKind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pass: Option<String>,
    /// The first test that kills it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test: Option<TestReport>,
    /// Of the mutant alone: what the local check and the searches that are told come to.
    pub alone: VerdictKind,
}

impl Decided {
    /// What a report says of this mutant, if it has it with this change.
    pub fn of(report: &Report, path: Option<String>, mutant: &Mutant) -> Option<Self> {
        // With other operators, it bears the name of another one.
        let is_it = |told: &&MutantReport| {
            mutant.names().any(|name| name == &*told.id)
                && (&*told.original, &*told.replacement) == (&*mutant.original, &*mutant.replacement)
        };
        let is_label = mutant.label.is_some();
        let verdict = if is_label {
            report.labels.iter().map(LabelReport::as_mutant).find(|told| is_it(&told))?.verdict?
        } else {
            report.mutants.iter().find(is_it)?.verdict.clone()?
        };
        let first = verdict.tests.first();
        let test = first.and_then(|id| report.tests.iter().find(|test| *test.id == **id)).cloned();
        Some(Self { verdict, test, report: path, is_label })
    }

    pub const fn verdict(&self) -> VerdictKind {
        self.verdict.verdict
    }

    pub fn reason(&self) -> Option<&str> {
        self.verdict.reason.as_deref()
    }

    pub fn report(&self, alone: Known) -> DecidedReport {
        DecidedReport {
            report: self.report.clone(),
            kill: self.verdict.kill,
            pass: self.verdict.pass.clone(),
            test: self.test.clone(),
            alone: alone.verdict(),
        }
    }

    /// What is said first; what is known of the mutant alone comes behind it, where that is something else.
    pub fn words(&self, alone: Known) -> String {
        let source = match &self.report {
            Some(path) => format!("{path} says so"),
            None => "so ends `generate`".to_owned(),
        };
        let mut words = format!("{} ({source})", self.in_words());
        if let Some(test) = &self.test {
            words += &format!("\n\n{}:\n    {}", test.id, test.inputs.join("\n    "));
        }
        if alone.verdict() != self.verdict() {
            words += &format!("\n\nLooked at alone: {}", alone.words(self.is_label));
        }
        words
    }

    fn in_words(&self) -> String {
        let VerdictReport { verdict, bound, reason, kill, pass, inputs, tests, .. } = &self.verdict;
        let of_pass = pass.as_ref().map(|pass| format!(", pass {pass}")).unwrap_or_default();
        let no_test = if self.is_label { "infeasible" } else { "equivalent" };
        match verdict {
            VerdictKind::Killed if self.is_label => {
                let by = tests.first().map(|test| format!(" by {test}")).unwrap_or_default();
                format!("covered{by}{of_pass}")
            }
            VerdictKind::Killed => {
                let by = tests.first().map(|test| format!(" by {test}")).unwrap_or_default();
                let kill = kill.map(KillKind::name).unwrap_or_default();
                format!("killed{by}: {kill}{of_pass}")
            }
            VerdictKind::Equivalent => {
                let run = inputs.map(|inputs| format!(" (all {inputs} were run)")).unwrap_or_default();
                format!("{no_test} for all inputs{run}{of_pass}")
            }
            VerdictKind::EquivalentUpTo => {
                format!(
                    "{no_test} up to {}, and not proven for all inputs{of_pass}",
                    bound.unwrap_or_default()
                )
            }
            VerdictKind::Undecided => format!("undecided: {}", reason.as_deref().unwrap_or_default()),
        }
    }

    /// Whether a test that was run kills what is proven.
    pub fn contradicts(&self, alone: Known) -> bool {
        // What merely ran far is no difference.
        let is_killed = self.verdict.kill.is_some_and(KillKind::counts);
        match alone.verdict() {
            VerdictKind::Equivalent => is_killed,
            VerdictKind::Killed => self.verdict() == VerdictKind::Equivalent,
            VerdictKind::EquivalentUpTo | VerdictKind::Undecided => false,
        }
    }
}
