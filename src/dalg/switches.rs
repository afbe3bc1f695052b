//! The advanced methods' switches and the limits of the search (DESIGN §8).

use std::fmt;
use std::str::FromStr;

/// One of the advanced methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Switch {
    /// MEP subtasks where an effect only may be read (§4.2).
    Pme,
    /// Edge conditions and data transformation expressions for what a conflict blames (§4.3.1).
    EcAssist,
    /// Possible concrete values of definitions (§4.3.2).
    Pcv,
    /// A use is justified by a definition and the path from it, not edge by edge (§4.3.3).
    DuJust,
    /// How a possible value came about: the decisions that all its ways have in common (§4.3.4).
    History,
    /// What made a region executable is kept for the other mutants of the region (§4.3.5.1).
    Template,
    /// An executed join executes its dominator (§4.3.5.2).
    IndirectExs,
    /// The original is justified first (§4.3.5.3).
    MultiJust,
    /// Another solution is asked for with the sign of one variable given (§4.3.5.4).
    RandomSolve,
    /// Definitions for conflicts of values that no edge is to blame for.
    ValueAssist,
    /// The concrete search proposes solutions; off, they come from the solver alone.
    ValuePool,
    /// A solution after which no output can differ is given up at once.
    XPath,
    /// What holds whenever the original enters the mutated region is asked of its solutions.
    Facts,
    /// A mutated region whose search ended at a limit is expanded (§2.5).
    Expand,
}

impl Switch {
    pub const ALL: [Self; 14] = [
        Self::Pme,
        Self::EcAssist,
        Self::Pcv,
        Self::DuJust,
        Self::History,
        Self::Template,
        Self::IndirectExs,
        Self::MultiJust,
        Self::RandomSolve,
        Self::ValueAssist,
        Self::ValuePool,
        Self::XPath,
        Self::Facts,
        Self::Expand,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Pme => "pme",
            Self::EcAssist => "ec-assist",
            Self::Pcv => "pcv",
            Self::DuJust => "du-just",
            Self::History => "history",
            Self::Template => "template",
            Self::IndirectExs => "indirect-exs",
            Self::MultiJust => "multi-just",
            Self::RandomSolve => "random-solve",
            Self::ValueAssist => "value-assist",
            Self::ValuePool => "value-pool",
            Self::XPath => "x-path",
            Self::Facts => "facts",
            Self::Expand => "expand",
        }
    }
}

impl fmt::Display for Switch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no switch `{0}`; there are {names}", names = Switch::ALL.map(Switch::name).join(", "))]
pub struct NoSwitch(String);

impl FromStr for Switch {
    type Err = NoSwitch;

    fn from_str(text: &str) -> Result<Self, NoSwitch> {
        Self::ALL.into_iter().find(|s| s.name() == text).ok_or_else(|| NoSwitch(text.to_owned()))
    }
}

/// Which are on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switches(u32);

impl Switches {
    /// The improved D-algorithm.
    pub const ALL: Self = Self((1 << Switch::ALL.len()) - 1);
    /// The previous one.
    pub const NONE: Self = Self(0);

    pub const fn has(self, switch: Switch) -> bool {
        self.0 & 1 << switch as u32 != 0
    }

    #[must_use]
    pub const fn with(self, switch: Switch) -> Self {
        Self(self.0 | 1 << switch as u32)
    }

    #[must_use]
    pub const fn without(self, switch: Switch) -> Self {
        Self(self.0 & !(1 << switch as u32))
    }

    /// Changed by two lists of names with commas between them.
    pub fn changed(self, with: &str, without: &str) -> Result<Self, NoSwitch> {
        let names = |list: &str| -> Result<Vec<Switch>, NoSwitch> {
            list.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::parse).collect()
        };
        let added = names(with)?.into_iter().fold(self, Self::with);
        Ok(names(without)?.into_iter().fold(added, Self::without))
    }

    pub fn iter(self) -> impl Iterator<Item = Switch> {
        Switch::ALL.into_iter().filter(move |&s| self.has(s))
    }
}

/// Tests behind which more of them make a search no more patient.
const MOST_YIELD: u64 = 9;

/// How far the search goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// BL: solutions of one subtask that may be given up.
    pub backtracks: u32,
    /// BL_inc: how many more in the second pass of a system that has two (§5.3).
    pub more_backtracks: u32,
    /// K_EC: edge conditions that assist may add to one subtask.
    pub k_ec: u32,
    /// Definitions that assist may add to one subtask.
    pub k_def: u32,
    /// K_PCA: the largest set of possible values.
    pub k_pca: u32,
    /// The most time frames.
    pub frames: u32,
    /// Copies of the mutated region in the frames that are looked at: the first, and the last two.
    pub copies: u32,
    /// Rules applied and terms evaluated for one mutant.
    pub effort: u64,
    /// The same for all mutants of one method together.
    pub method_effort: u64,
    /// Mutants in a row whose effort may be spent without a test, before the method is given up.
    pub patience: u64,
    /// So many more for each test that was found: effort follows the yield.
    pub more_patience: u64,
    /// Fewer mutants than so many share the effort that so many would have.
    pub few: u64,
    /// Tests that may be run in vain for one mutant.
    pub tests: u32,
    /// Whether a test is sought for a mutant that is proven equivalent up to a bound.
    pub past_bounds: bool,
}

impl Limits {
    /// The effort that may be spent in vain on a method for which so many tests were found.
    pub fn patience_after(&self, tests: u64) -> u64 {
        let more = self.more_patience.saturating_mul(tests.min(MOST_YIELD));
        self.effort.saturating_mul(self.patience.saturating_add(more))
    }

    /// The same limits where a search goes over so many mutants of all methods.
    #[must_use]
    pub fn for_so_many(self, mutants: u64) -> Self {
        let share = (self.few / mutants.max(1)).max(1);
        Self { effort: self.effort.saturating_mul(share), ..self }
    }

    /// Those of the first D pass of a whole system, which takes what is easy.
    #[must_use]
    pub const fn first_pass(self) -> Self {
        let frames = if self.frames < 8 { self.frames } else { 8 };
        let (effort, method_effort) = (self.effort / 10, self.method_effort / 24);
        Self { effort, method_effort, patience: 2, frames, past_bounds: false, ..self }
    }

    /// Those of the second one, which takes all that the first has left, with all frames. It is given effort for what it
    /// finds: where it finds nothing, it ends soon, and no method is given up while it finds something. Where few mutants
    /// are left, each is looked at the longer.
    #[must_use]
    pub const fn second_pass(self) -> Self {
        let backtracks = self.backtracks + self.more_backtracks;
        Self { backtracks, effort: self.effort / 20, patience: 2, more_patience: 1, few: 16, ..self }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            backtracks: 5,
            more_backtracks: 20,
            k_ec: 24,
            k_def: 200,
            k_pca: 8,
            frames: 64,
            copies: 6,
            effort: 25_000_000,
            method_effort: 1_500_000_000,
            patience: u64::MAX,
            more_patience: 0,
            few: 1,
            tests: 48,
            past_bounds: true,
        }
    }
}
