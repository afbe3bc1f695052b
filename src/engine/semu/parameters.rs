//! The parameters of SEMu (Titcheu Chekam et al., §4), each with the meaning that the paper and its tool give it.

use std::fmt;
use std::str::FromStr;

/// PL: how many branchings are followed by seeds alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PreconditionLength {
    /// GMD2MS: on all paths as many as the first seed has to the first change.
    Global,
    /// SMD2MS: on each path up to where it first comes to a change; paths that end before are dropped.
    Specific,
    /// 0: none.
    Fixed(u32),
}

impl FromStr for PreconditionLength {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.to_ascii_lowercase().as_str() {
            "gmd2ms" => Ok(Self::Global),
            "smd2ms" => Ok(Self::Specific),
            number => number
                .parse()
                .map(Self::Fixed)
                .map_err(|_| "it is gmd2ms, smd2ms, or a number of branchings".to_owned()),
        }
    }
}

impl fmt::Display for PreconditionLength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Global => f.write_str("gmd2ms"),
            Self::Specific => f.write_str("smd2ms"),
            Self::Fixed(length) => length.fmt(f),
        }
    }
}

/// PSS: which states go on at a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Selection {
    /// Any, by the seed.
    Rnd,
    /// Those that are nearest to an output.
    Mdo,
}

/// What of two states is compared before they end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Compared {
    /// What may still show.
    Live,
    /// All variables, as the paper does.
    All,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    pub precondition: PreconditionLength,
    /// CW: branchings between the change and the first checkpoint, and between two.
    pub window: u32,
    /// PP: the share of a mutant's states that go on behind a checkpoint.
    pub proportion: f64,
    pub selection: Selection,
    /// MPD: checkpoints that a state has to pass before tests are made of it.
    pub depth: u32,
    /// NSD: that the states differ is left out of the question.
    pub no_difference: bool,
    /// NTPM: tests for one mutant.
    pub tests: u32,
    pub state: Compared,
    /// For one driver, in thousands of evaluated terms.
    pub effort: u64,
    pub seed: u64,
}

/// What the paper selected.
impl Default for Parameters {
    fn default() -> Self {
        Self {
            precondition: PreconditionLength::Global,
            window: 0,
            proportion: 0.25,
            selection: Selection::Rnd,
            depth: 2,
            no_difference: false,
            tests: 5,
            state: Compared::Live,
            effort: 40_000,
            seed: 1,
        }
    }
}

impl Parameters {
    /// How many of so many states go on: half away from zero.
    pub fn kept(&self, states: usize) -> usize {
        (states as f64 * self.proportion).round() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_rounded_half_away_from_zero_and_lengths_are_read() {
        let kept = |proportion, states| Parameters { proportion, ..Parameters::default() }.kept(states);
        assert_eq!([kept(0.5, 1), kept(0.25, 1), kept(0.25, 2), kept(0.5, 3), kept(0.0, 9)], [1, 0, 1, 2, 0]);
        let read = |text: &str| text.parse::<PreconditionLength>();
        assert_eq!(read("GMD2MS"), Ok(PreconditionLength::Global));
        assert_eq!(read("smd2ms").map(|length| length.to_string()), Ok("smd2ms".to_owned()));
        assert_eq!(read("6"), Ok(PreconditionLength::Fixed(6)));
        assert!(read("-1").is_err());
    }
}
