//! What a run has to reach for its exit code to be 0: the gates of `generate` and `simulate`, for builds that are to
//! stop where the tests are not good enough.

use clap::{Args, ValueEnum};

use crate::cli::{Exit, tell};
use crate::report::json::{Report, VerdictKind, VerdictReport};
use crate::report::processed::Processed;
use crate::report::share::below;

#[derive(Args, Debug, Clone, Default)]
pub(super) struct GateArgs {
    /// Exit with 1 when the mutation score is below this, or when there is none: a number from 0 to 1, or `90%`.
    #[arg(long, value_name = "P", value_parser = share)]
    pub min_score: Option<f64>,
    /// Exit with 1 when less of a criterion's labels is covered, of those that are not proven infeasible, or when there are
    /// none: a number from 0 to 1, or `90%`.
    #[arg(long, value_name = "P", value_parser = share)]
    pub min_coverage: Option<f64>,
    /// Exit with 1 when a smaller share of the methods with a body is processed: a number from 0 to 1, or `90%`.
    #[arg(long, value_name = "P", value_parser = share)]
    pub min_processed: Option<f64>,
    /// Exit with 1 when a mutant or a label ends so, with commas between them.
    #[arg(long, value_enum, value_name = "LIST", value_delimiter = ',')]
    pub fail_on: Vec<FailOn>,
}

/// Ends of a mutant or a label that a build may refuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum FailOn {
    /// Neither killed nor proven equivalent; neither covered nor proven infeasible.
    Undecided,
    /// Proven equivalent, or infeasible, up to a bound alone.
    UpTo,
    /// Killed by a run to a limit alone.
    Weak,
}

impl FailOn {
    fn takes(self, verdict: &VerdictReport) -> bool {
        match self {
            Self::Undecided => verdict.verdict == VerdictKind::Undecided,
            Self::UpTo => verdict.verdict == VerdictKind::EquivalentUpTo,
            Self::Weak => verdict.kill.is_some_and(|kill| !kill.counts()),
        }
    }

    const fn words(self, goals: Named) -> &'static str {
        match (self, goals) {
            (Self::Undecided, _) => "undecided",
            (Self::UpTo, Named::Mutants) => "equivalent up to a bound alone",
            (Self::UpTo, Named::Labels) => "infeasible up to a bound alone",
            (Self::Weak, _) => "killed by a run to a limit alone",
        }
    }

    /// How many of the verdicts end so, in words, where some do.
    fn missed<'v>(
        self,
        goals: Named,
        verdicts: impl Iterator<Item = Option<&'v VerdictReport>>,
    ) -> Option<String> {
        let (mut all, mut taken) = (0, 0);
        for verdict in verdicts {
            all += 1;
            taken += usize::from(verdict.is_some_and(|verdict| self.takes(verdict)));
        }
        let (name, are) = (goals.name(), if taken == 1 { "is" } else { "are" });
        (taken > 0).then(|| format!("--fail-on: {taken} of {all} {name} {are} {}", self.words(goals)))
    }
}

/// What a verdict is about, for words.
#[derive(Clone, Copy)]
enum Named {
    Mutants,
    Labels,
}

impl Named {
    const fn name(self) -> &'static str {
        match self {
            Self::Mutants => "mutants",
            Self::Labels => "labels",
        }
    }
}

impl GateArgs {
    /// What the report does not reach, a line each.
    pub(super) fn missed(&self, report: &Report) -> Vec<String> {
        let score = self.min_score.and_then(|wanted| match report.score {
            None => Some(format!(
                "--min-score {wanted}: there is no score, for there is no mutant that a test could kill"
            )),
            Some(score) => (score < wanted)
                .then(|| format!("--min-score {wanted}: the score is {}", below(score, wanted))),
        });
        let processed = Processed::of(report);
        let processed = self
            .min_processed
            .filter(|&wanted| processed.share() < wanted)
            .map(|wanted| format!("--min-processed {wanted}: {processed}"));
        let coverage = self.min_coverage.map(|wanted| missed_coverage(wanted, report)).unwrap_or_default();
        let ends = self.fail_on.iter().flat_map(|fail_on| {
            let mutants = report.mutants.iter().map(|mutant| mutant.verdict.as_ref());
            let labels = report.labels.iter().map(|label| label.verdict.as_ref());
            [fail_on.missed(Named::Mutants, mutants), fail_on.missed(Named::Labels, labels)]
        });
        score.into_iter().chain(coverage).chain(processed).chain(ends.flatten()).collect()
    }
}

/// Each criterion that is not reached as far as it is wanted.
fn missed_coverage(wanted: f64, report: &Report) -> Vec<String> {
    if report.coverage.is_empty() {
        return vec![format!("--min-coverage {wanted}: no label was asked for (see --criterion)")];
    }
    let missed = report.coverage.iter().filter_map(|(criterion, of)| match of.score {
        None => (of.labels > of.infeasible)
            .then(|| format!("--min-coverage {wanted}: {criterion} has nothing that a test could cover")),
        Some(score) => (score < wanted).then(|| {
            format!("--min-coverage {wanted}: the coverage of {criterion} is {}", below(score, wanted))
        }),
    });
    missed.collect()
}

/// Says on standard error what is missed, and how the run ends.
pub(super) fn exit(gates: &GateArgs, report: &Report) -> Exit {
    let missed = gates.missed(report);
    missed.iter().for_each(tell);
    if missed.is_empty() { Exit::Done } else { Exit::Below }
}

/// A share: a number from 0 to 1, or a percentage.
fn share(text: &str) -> Result<f64, String> {
    let (number, whole) = match text.strip_suffix('%') {
        Some(number) => (number.trim_end(), 100.0),
        None => (text, 1.0),
    };
    match number.parse::<f64>() {
        Ok(value) if (0.0..=whole).contains(&value) => Ok(value / whole),
        _ => Err("it is to be a number from 0 to 1, or a percentage such as 90%".to_owned()),
    }
}
