//! What passes there are, and the names that reports have for them: they stand here and nowhere else.

use std::fmt;

/// A pass of a run. An engine has some of them, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PassKind {
    Paths,
    Baseline,
    Symbmc,
    SimplifiedBmc,
    DseWitness,
    DseDirect,
    DseTight,
    Dse,
    Cbt,
    /// Tests of somebody else's, in place of random ones.
    Initial,
    Random,
    Local,
    /// The random tests that the first proofs come before.
    MoreRandom,
    /// One question about all that is left of a method.
    Refutation,
    /// The local checks that the first ones leave.
    MoreLocal,
    /// On from where a candidate infects and nothing shows.
    Masked,
    DPrevious,
    D,
    /// The D-algorithm again, with larger limits.
    MoreD,
    Global,
    /// Paths to the labels that all of that leaves.
    MoreDse,
    Semu,
    Infection,
    PathsCover,
    Compaction,
}

impl PassKind {
    pub const ALL: [Self; 25] = [
        Self::Paths,
        Self::Baseline,
        Self::Symbmc,
        Self::SimplifiedBmc,
        Self::DseWitness,
        Self::DseDirect,
        Self::DseTight,
        Self::Dse,
        Self::Cbt,
        Self::Initial,
        Self::Random,
        Self::Local,
        Self::MoreRandom,
        Self::Refutation,
        Self::MoreLocal,
        Self::Masked,
        Self::DPrevious,
        Self::D,
        Self::MoreD,
        Self::Global,
        Self::MoreDse,
        Self::Semu,
        Self::Infection,
        Self::PathsCover,
        Self::Compaction,
    ];
    /// Those that explore what the initial suite leaves.
    pub const BEHIND_INITIAL: [Self; 3] = [Self::Semu, Self::Infection, Self::PathsCover];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Paths => "paths",
            Self::Baseline => "baseline",
            Self::Symbmc => "symbmc",
            Self::SimplifiedBmc => "simplified-bmc",
            Self::DseWitness => "dse-witness",
            Self::DseDirect => "dse-direct",
            Self::DseTight => "dse-tight",
            Self::Dse => "dse",
            Self::Cbt => "cbt",
            Self::Initial => "initial",
            Self::Random => "random",
            Self::Local => "local",
            Self::MoreRandom => "random+",
            Self::Refutation => "refutation",
            Self::MoreLocal => "local+",
            Self::Masked => "masked",
            Self::DPrevious => "d-previous",
            Self::D => "d",
            Self::MoreD => "d+",
            Self::Global => "global",
            Self::MoreDse => "dse+",
            Self::Semu => "semu",
            Self::Infection => "infection",
            Self::PathsCover => "paths-cover",
            Self::Compaction => "compaction",
        }
    }

    /// The pass that a report names so, if this version has it.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|pass| pass.name() == name)
    }

    /// Whether it is one of local checks.
    pub const fn is_local(self) -> bool {
        matches!(self, Self::Local | Self::MoreLocal)
    }

    /// Whether it is the suite that exploring engines begin with.
    pub const fn is_initial(self) -> bool {
        matches!(self, Self::Random | Self::Initial)
    }
}

/// What a pass does of its engine's work, where others stand between two passes of one engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Whole,
    /// Of local checks what costs little: the regions as they stand, and methods without loops. Of random tests the first of
    /// each method, until so many are in vain that a proof is likelier.
    First,
    /// What it leaves.
    Rest,
}

impl fmt::Display for PassKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pass_is_found_by_its_name_and_they_stand_in_their_order() {
        assert!(PassKind::ALL.is_sorted());
        for pass in PassKind::ALL {
            assert_eq!(PassKind::named(pass.name()), Some(pass));
        }
        assert_eq!(PassKind::named("none"), None);
    }
}
