//! The engines that a user can choose (dissertation §6.1.1; DESIGN §9), as rows of one table.
//!
//! A row says all that is said of an engine: its name and its line of help, the passes that it is made of, the advanced methods that
//! it starts with, what is done at its end with needless tests. Command line, runs and reports read it there, and nothing else knows
//! which engines there are.
//!
//! Adding an engine is a module that implements [`Engine`], and a row with its name in [`EngineName`] (the book has the steps: *Adding an
//! engine*). Mutants and labels are goals alike to every engine (DESIGN §15), so no row says what it is for.

use clap::builder::PossibleValue;
use serde_json::{Map, Value, json};

use crate::atg::limits::{of_formulas, of_global, of_paths, of_search, of_semu};
use crate::atg::plan::Compaction;
use crate::atg::system::Settings;
use crate::dalg::switches::{Limits, Switches};
use crate::driver::{Driver, Generator};
use crate::engine::Engine;
use crate::engine::bmc::rest::Rest;
use crate::engine::bmc::{Bmc, Formulas};
use crate::engine::cbt::Cbt;
use crate::engine::collapse::Aiming;
use crate::engine::dalgorithm::{DAlgorithm, Shapes};
use crate::engine::dse::{self, Deletion, Dse, Labels};
use crate::engine::given::Given;
use crate::engine::global::{self, Global};
use crate::engine::local::{DEFAULT_DEPTH, Local};
use crate::engine::pass::{Part, PassKind};
use crate::engine::random::{self, Random};
use crate::engine::semu::masked::Masked;
use crate::engine::semu::{self, Semu, Strategy};
use crate::engine::subject::Subject;
use crate::report::assemble;

/// The place of its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EngineName {
    Atg,
    Baseline,
    Paths,
    D,
    DPrevious,
    TwoPass,
    Random,
    Symbmc,
    SimplifiedBmc,
    Dse,
    DseTight,
    DseDirect,
    DseWitness,
    Cbt,
    Semu,
    Infection,
    PathsCover,
}

struct EngineRow {
    engine: EngineName,
    /// What the command line and reports call it.
    name: &'static str,
    help: &'static str,
    /// One after another.
    passes: &'static [Step],
    /// The advanced methods of the D-algorithm that are on unless the user says otherwise.
    switches: Switches,
    needless: Needless,
}

/// A pass of an engine.
enum Step {
    /// The suite whose rest the engine explores: the user's, or random tests.
    Initial,
    Random(Part),
    Local(Part),
    /// The D-algorithm, with limits made of the user's.
    Search(PassKind, fn(Limits) -> Limits),
    /// With what it may spend.
    Other(PassKind, fn(&Settings) -> Value, for<'s> fn(&Material<'s, '_>) -> Pass<'s>),
    /// The same, where labels alone are goals: beside mutants it has covered no label of the corpus that was left.
    ForLabels(PassKind, fn(&Settings) -> Value, for<'s> fn(&Material<'s, '_>) -> Pass<'s>),
    /// The same, where the user asks for it.
    IfRefuting((PassKind, fn() -> Value), for<'s> fn(&Material<'s, '_>) -> Pass<'s>),
}

type Pass<'s> = Box<dyn Engine + 's>;

impl Step {
    /// `None`: tests of somebody else's have no limits.
    fn limits(&self, settings: &Settings) -> Option<(PassKind, Value)> {
        let random = |part| (Random::pass_of(part), Random::limits(part, settings.random_tests));
        match self {
            Self::Initial => settings.initial.is_none().then(|| random(Part::Whole)),
            Self::Random(part) => Some(random(*part)),
            Self::Local(part) => Some((Local::pass_of(*part), Local::limits(*part, DEFAULT_DEPTH))),
            Self::Search(pass, own) => Some((*pass, of_search(own(settings.limits)))),
            Self::Other(pass, limits, _) | Self::ForLabels(pass, limits, _) => {
                Some((*pass, limits(settings)))
            }
            Self::IfRefuting((pass, limits), _) => settings.refutes.then(|| (*pass, limits())),
        }
    }

    /// Whether it takes one goal after another, and drops what a test kills.
    const fn takes_goal_by_goal(&self) -> bool {
        matches!(self, Self::Local(_) | Self::Search(..) | Self::Other(..))
    }
}

/// What is done at the end with tests that others make needless. Random tests take no other's place where an engine is to show what its
/// own can do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Needless {
    Kept,
    LeftOut,
    /// And random tests take the place of several.
    Merged,
    /// And so do those that questions find, if the user asks for it.
    Joined,
}

static ENGINES: [EngineRow; 17] = [
    EngineRow {
        engine: EngineName::Atg,
        name: "atg",
        help: "The whole system: random tests; local proofs of equivalence for what is left; paths on from where a mutant is infected and \
               nothing shows; the D-algorithm, and again with larger limits; whole drivers with the solver; where labels alone are goals, paths to those that are left",
        passes: &[
            Step::Random(Part::First),
            Step::Local(Part::First),
            Step::Random(Part::Rest),
            Step::IfRefuting((PassKind::Refutation, Rest::limits), |m| Box::new(Rest::new(m.generator()))),
            Step::Local(Part::Rest),
            Step::Other(PassKind::Masked, |_| Masked::limits(), |m| Box::new(Masked::new(m.settings.seed))),
            Step::Search(PassKind::D, Limits::first_pass),
            Step::Search(PassKind::MoreD, Limits::second_pass),
            Step::Other(
                PassKind::Global,
                |_| of_global(global::Limits::default()),
                |m| Box::new(Global::new(m.generator())),
            ),
            Step::ForLabels(
                PassKind::MoreDse,
                |_| dse::Settings::limits_for_the_rest(),
                |m| m.dse_of(PassKind::MoreDse, Labels::Tight, dse::Settings::for_the_rest()),
            ),
        ],
        switches: Switches::ALL,
        needless: Needless::Joined,
    },
    EngineRow {
        engine: EngineName::Baseline,
        name: "baseline",
        help: "Whole drivers with the solver, and nothing else: a test for each mutant, no dropping, no compaction",
        passes: &[Step::Other(
            PassKind::Baseline,
            |_| of_global(global::Limits::alone()),
            |m| Box::new(Global::baseline(m.generator())),
        )],
        switches: Switches::ALL,
        needless: Needless::Kept,
    },
    EngineRow {
        engine: EngineName::Paths,
        name: "paths",
        help: "The same with every path of a driver listed, as the dissertation's baseline does (§3.7)",
        passes: &[Step::Other(
            PassKind::Paths,
            |_| of_global(global::Limits::alone()),
            |m| Box::new(Global::paths(m.generator())),
        )],
        switches: Switches::ALL,
        needless: Needless::Kept,
    },
    EngineRow {
        engine: EngineName::D,
        name: "d",
        help: "The D-algorithm with all its advanced methods, behind the local check; no random tests",
        passes: &[Step::Local(Part::Whole), Step::Search(PassKind::D, |limits| limits)],
        switches: Switches::ALL,
        needless: Needless::LeftOut,
    },
    EngineRow {
        engine: EngineName::DPrevious,
        name: "d-previous",
        help: "The D-algorithm without its advanced methods",
        passes: &[Step::Local(Part::Whole), Step::Search(PassKind::DPrevious, |limits| limits)],
        switches: Switches::NONE,
        needless: Needless::LeftOut,
    },
    EngineRow {
        engine: EngineName::TwoPass,
        name: "two-pass",
        help: "The D-algorithm, then whole drivers with the solver for what it leaves (§3.6); no random tests",
        passes: &[
            Step::Local(Part::Whole),
            Step::Search(PassKind::D, |limits| limits),
            Step::Other(
                PassKind::Global,
                |_| of_global(global::Limits::default()),
                |m| Box::new(Global::new(m.generator())),
            ),
        ],
        switches: Switches::ALL,
        needless: Needless::LeftOut,
    },
    EngineRow {
        engine: EngineName::Random,
        name: "random",
        help: "Random tests, kept if they kill; then compaction",
        passes: &[Step::Random(Part::Whole)],
        switches: Switches::ALL,
        needless: Needless::Merged,
    },
    EngineRow {
        engine: EngineName::Symbmc,
        name: "symbmc",
        help: "Whole calls as one formula in which the solver chooses the mutant, too (Riener, Bloem, Fey); it proves things of \
               static methods over primitive types alone",
        passes: &[Step::Other(PassKind::Symbmc, of_formulas, |m| m.bmc(Formulas::AllTogether))],
        switches: Switches::ALL,
        needless: Needless::Kept,
    },
    EngineRow {
        engine: EngineName::SimplifiedBmc,
        name: "simplified-bmc",
        help: "The same with a formula for each mutant",
        passes: &[Step::Other(PassKind::SimplifiedBmc, of_formulas, |m| m.bmc(Formulas::EachMutant))],
        switches: Switches::ALL,
        needless: Needless::Kept,
    },
    EngineRow {
        engine: EngineName::Dse,
        name: "dse",
        help: "Whole drivers path by path, which asks for each goal at its place and for none that is covered: tight instrumentation \
               with iterative label deletion (Bardin, Kosmatov, Cheynier). A test for each path",
        passes: &[Step::Other(PassKind::Dse, of_paths, |m| {
            m.dse(PassKind::Dse, Labels::Tight, m.settings.paths.deletion)
        })],
        switches: Switches::ALL,
        needless: Needless::Kept,
    },
    EngineRow {
        engine: EngineName::DseTight,
        name: "dse-tight",
        help: "The same without deletion",
        passes: &[Step::Other(PassKind::DseTight, of_paths, |m| {
            m.dse(PassKind::DseTight, Labels::Tight, Deletion::Off)
        })],
        switches: Switches::ALL,
        needless: Needless::Kept,
    },
    EngineRow {
        engine: EngineName::DseDirect,
        name: "dse-direct",
        help: "The same with a fork at each goal: direct instrumentation",
        passes: &[Step::Other(PassKind::DseDirect, of_paths, |m| {
            m.dse(PassKind::DseDirect, Labels::Direct, Deletion::Off)
        })],
        switches: Switches::ALL,
        needless: Needless::Kept,
    },
    EngineRow {
        engine: EngineName::DseWitness,
        name: "dse-witness",
        help: "Paths alone: goals are reached by chance",
        passes: &[Step::Other(PassKind::DseWitness, of_paths, |m| {
            m.dse(PassKind::DseWitness, Labels::Ignored, Deletion::Off)
        })],
        switches: Switches::ALL,
        needless: Needless::Kept,
    },
    EngineRow {
        engine: EngineName::Cbt,
        name: "cbt",
        help: "Constraint-based testing (DeMillo, Offutt): paths to each mutant and what has to differ there, solved by domain \
               reduction; no solver, no proofs",
        passes: &[Step::Other(
            PassKind::Cbt,
            |settings| json!({ "tries": settings.constraints.tries }),
            |m| Box::new(Cbt::new(m.generator(), m.settings.constraints, m.settings.seed)),
        )],
        switches: Switches::ALL,
        needless: Needless::Kept,
    },
    EngineRow {
        engine: EngineName::Semu,
        name: "semu",
        help: "Random tests (`--random-tests`), then one exploration for all mutants that they leave: forked off the original's paths, \
               followed side by side, compared at checkpoints (Titcheu Chekam et al.)",
        passes: &[Step::Initial, Step::Other(PassKind::Semu, of_semu, |m| m.semu(Strategy::Semu))],
        switches: Switches::ALL,
        needless: Needless::Kept,
    },
    EngineRow {
        engine: EngineName::Infection,
        name: "infection",
        help: "The same tests, then one that infects for each path that comes to a mutant",
        passes: &[Step::Initial, Step::Other(PassKind::Infection, of_semu, |m| m.semu(Strategy::Infection))],
        switches: Switches::ALL,
        needless: Needless::Kept,
    },
    EngineRow {
        engine: EngineName::PathsCover,
        name: "paths-cover",
        help: "The same tests, then one for each path",
        passes: &[Step::Initial, Step::Other(PassKind::PathsCover, of_semu, |m| m.semu(Strategy::Paths))],
        switches: Switches::ALL,
        needless: Needless::Kept,
    },
];

/// In the order of the rows; each row is where its name says.
const NAMES: [EngineName; ENGINES.len()] = {
    let mut names = [EngineName::Atg; ENGINES.len()];
    let mut at = 0;
    while at < names.len() {
        assert!(ENGINES[at].engine as usize == at, "the rows are in the order of the names");
        names[at] = ENGINES[at].engine;
        at += 1;
    }
    names
};

impl EngineName {
    /// All that there are.
    pub const ALL: [Self; NAMES.len()] = NAMES;

    const fn row(self) -> &'static EngineRow {
        &ENGINES[self as usize]
    }

    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// Whether its first pass is the suite whose rest it explores.
    pub fn begins_with_initial(self) -> bool {
        matches!(self.row().passes.first(), Some(Step::Initial))
    }

    /// The advanced methods that are on unless the user says otherwise.
    pub const fn switches(self) -> Switches {
        self.row().switches
    }

    /// The limits of its passes of the D-algorithm, by pass.
    pub fn searches(self, limits: Limits) -> Vec<(PassKind, Limits)> {
        let of = |step: &Step| match step {
            Step::Search(pass, own) => Some((*pass, own(limits))),
            _ => None,
        };
        self.row().passes.iter().filter_map(of).collect()
    }

    /// What each of its passes may spend, by name.
    pub(super) fn limits(self, settings: &Settings) -> Map<String, Value> {
        let of = |step: &Step| {
            let (pass, limits) = step.limits(settings)?;
            Some((pass.name().to_owned(), limits))
        };
        self.row().passes.iter().filter_map(of).collect()
    }

    /// Whether the user may ask for one question about all that is left of a method.
    pub(super) fn may_refute(self) -> bool {
        self.row().passes.iter().any(|step| matches!(step, Step::IfRefuting(..)))
    }

    /// Whether the user may ask for tests that questions find in the place of others.
    pub(super) fn may_join(self) -> bool {
        self.row().needless == Needless::Joined
    }

    pub(super) fn compaction(self, generator: Generator<'_>, joins: bool) -> Compaction<'_> {
        match self.row().needless {
            Needless::Kept => Compaction::Off,
            Needless::LeftOut => Compaction::On,
            Needless::Joined if joins => Compaction::Joining(generator),
            Needless::Merged | Needless::Joined => Compaction::Merging(generator),
        }
    }

    /// Its passes, for one run.
    pub(super) fn passes<'s>(self, material: &Material<'s, '_>) -> Vec<Pass<'s>> {
        let is_asked = |step: &&Step| match step {
            Step::IfRefuting(..) => material.settings.refutes,
            Step::ForLabels(..) => material.subject.mutants().iter().all(|goal| goal.label.is_some()),
            _ => true,
        };
        let mut aims = material.settings.aims;
        let make = |step: &Step| match material.pass(step) {
            pass if aims && step.takes_goal_by_goal() => {
                aims = false;
                Box::new(Aiming::new(pass, material.generator()))
            }
            pass => pass,
        };
        self.row().passes.iter().filter(is_asked).map(make).collect()
    }
}

impl clap::ValueEnum for EngineName {
    fn value_variants<'a>() -> &'a [Self] {
        &NAMES
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let value = PossibleValue::new(self.name()).help(self.row().help);
        // The pass of `atg` is this engine by itself.
        Some(if *self == Self::Baseline { value.alias(PassKind::Global.name()) } else { value })
    }
}

/// What the passes of one run are made from.
pub(super) struct Material<'s, 'm> {
    subject: &'s Subject,
    settings: &'m Settings,
    /// The drivers that engines explore by paths, as their user has them.
    skeletons: &'m [Driver],
    /// What searches have found out that later ones use.
    shapes: Shapes,
}

impl<'s, 'm> Material<'s, 'm> {
    pub(super) fn new(subject: &'s Subject, settings: &'m Settings, skeletons: &'m [Driver]) -> Self {
        Self { subject, settings, skeletons, shapes: Shapes::default() }
    }

    fn pass(&self, step: &Step) -> Pass<'s> {
        match step {
            Step::Initial => self.initial(),
            Step::Random(part) => self.random(*part),
            Step::Local(part) => Box::new(Local::new(DEFAULT_DEPTH).part(*part)),
            Step::Search(pass, limits) => self.search(*pass, limits(self.settings.limits)),
            Step::Other(_, _, make) | Step::ForLabels(_, _, make) | Step::IfRefuting(_, make) => make(self),
        }
    }

    fn generator(&self) -> Generator<'s> {
        self.settings.generator(self.subject)
    }

    fn random(&self, part: Part) -> Pass<'s> {
        let random = Random::new(self.generator(), self.settings.random_tests, random::DEFAULT_EFFORT);
        Box::new(random.part(part))
    }

    fn initial(&self) -> Pass<'s> {
        let Some(report) = &self.settings.initial else { return self.random(Part::Whole) };
        // Those that call the subject's methods.
        let tests = report.tests.iter().filter_map(|test| assemble::driver(self.subject, test).ok());
        Box::new(Given::new(tests.collect()))
    }

    fn search(&self, pass: PassKind, limits: Limits) -> Pass<'s> {
        let d = DAlgorithm::new(pass, self.generator(), self.settings.switches, limits);
        Box::new(d.with_shapes(&self.shapes))
    }

    fn bmc(&self, formulas: Formulas) -> Pass<'s> {
        Box::new(Bmc::new(self.generator(), formulas, self.settings.formulas))
    }

    fn dse(&self, pass: PassKind, labels: Labels, deletion: Deletion) -> Pass<'s> {
        self.dse_of(pass, labels, dse::Settings { deletion, ..self.settings.paths })
    }

    fn dse_of(&self, pass: PassKind, labels: Labels, paths: dse::Settings) -> Pass<'s> {
        Box::new(Dse::new(pass, self.generator(), labels, paths, self.skeletons.to_vec()))
    }

    fn semu(&self, strategy: Strategy) -> Pass<'s> {
        let parameters = semu::Parameters { seed: self.settings.seed, ..self.settings.semu };
        let how = (self.settings.paths.skeletons, self.settings.paths.bound);
        let semu = Semu::new(self.generator(), strategy, parameters, how);
        Box::new(semu.in_drivers(self.skeletons.to_vec()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engines_that_explore_what_an_initial_suite_leaves_are_the_passes_of_that_name() {
        let engines: Vec<&str> = EngineName::ALL
            .into_iter()
            .filter(|engine| engine.begins_with_initial())
            .map(EngineName::name)
            .collect();
        assert_eq!(engines, PassKind::BEHIND_INITIAL.map(PassKind::name));
    }

    #[test]
    fn no_name_stands_twice_and_each_row_has_a_pass() {
        for (at, row) in ENGINES.iter().enumerate() {
            assert!(
                !row.passes.is_empty() && ENGINES[..at].iter().all(|other| other.name != row.name),
                "{}",
                row.name
            );
        }
    }
}
