//! What a run has to reach for its exit code to be 0: the gates of `generate` and `simulate`, for builds that are to
//! stop where the tests are not good enough.

use clap::{Args, ValueEnum};

use crate::cli::Exit;
use crate::report::json::{MutantReport, Report, VerdictKind};
use crate::report::processed::Processed;

#[derive(Args, Debug, Clone, Default)]
pub struct GateArgs {
    /// Exit with 1 when the mutation score is below this, or when there is none: a number from 0 to 1, or `90%`.
    #[arg(long, value_name = "P", value_parser = share)]
    pub min_score: Option<f64>,
    /// Exit with 1 when a smaller share of the methods with a body is processed: a number from 0 to 1, or `90%`.
    #[arg(long, value_name = "P", value_parser = share)]
    pub min_processed: Option<f64>,
    /// Exit with 1 when a mutant ends so, with commas between them.
    #[arg(long, value_enum, value_name = "LIST", value_delimiter = ',')]
    pub fail_on: Vec<FailOn>,
}

/// Ends of a mutant that a build may refuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    /// Neither killed nor proven equivalent.
    Undecided,
    /// Proven equivalent up to a bound alone.
    UpTo,
    /// Killed by a run to a limit alone.
    Weak,
}

impl FailOn {
    fn takes(self, mutant: &MutantReport) -> bool {
        let Some(verdict) = &mutant.verdict else { return false };
        match self {
            Self::Undecided => verdict.verdict == VerdictKind::Undecided,
            Self::UpTo => verdict.verdict == VerdictKind::EquivalentUpTo,
            Self::Weak => verdict.kill.is_some_and(|kill| !kill.counts()),
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Undecided => "undecided",
            Self::UpTo => "equivalent up to a bound alone",
            Self::Weak => "killed by a run to a limit alone",
        }
    }
}

impl GateArgs {
    /// What the report does not reach, a line each.
    pub fn missed(&self, report: &Report) -> Vec<String> {
        let score = self.min_score.and_then(|wanted| match report.score {
            None => Some(format!(
                "--min-score {wanted}: there is no score, for there is no mutant that a test could kill"
            )),
            Some(score) => (score < wanted)
                .then(|| format!("--min-score {wanted}: the score is {}", rounded_down(score))),
        });
        let processed = Processed::of(report);
        let processed = self
            .min_processed
            .filter(|&wanted| processed.share() < wanted)
            .map(|wanted| format!("--min-processed {wanted}: {processed}"));
        let ends = self.fail_on.iter().filter_map(|fail_on| {
            let taken = report.mutants.iter().filter(|mutant| fail_on.takes(mutant)).count();
            (taken > 0).then(|| {
                format!(
                    "--fail-on: {taken} of {} mutants {} {}",
                    report.mutants.len(),
                    if taken == 1 { "is" } else { "are" },
                    fail_on.words()
                )
            })
        });
        score.into_iter().chain(processed).chain(ends).collect()
    }
}

/// Says on standard error what is missed, and how the run ends.
pub fn exit(gates: &GateArgs, report: &Report) -> Exit {
    let missed = gates.missed(report);
    missed.iter().for_each(|line| eprintln!("{line}"));
    if missed.is_empty() { Exit::Done } else { Exit::Below }
}

/// So that a score just below what is wanted is not printed as that.
fn rounded_down(score: f64) -> f64 {
    (score * 1_000.0).floor() / 1_000.0
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
