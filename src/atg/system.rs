//! The engines that a user can choose (dissertation §6.1.1; DESIGN §9): the passes that each is made of, and one run of it
//! on a program, up to its report.

use std::sync::Arc;

use indexmap::IndexMap;
use serde_json::{Map, Value, json};

use crate::atg::plan::{self, Compaction};
use crate::dalg::switches::{Limits, Switch, Switches};
use crate::driver::{Driver, Generator};
use crate::engine::bmc::{self, Bmc, Formulas};
use crate::engine::cbt::{self, Cbt};
use crate::engine::dalgorithm::{DAlgorithm, Shapes};
use crate::engine::dse::{self, Deletion, Dse, Labels};
use crate::engine::effort::{DEFAULT_EFFORT, Effort};
use crate::engine::explorer::skeletons;
use crate::engine::given::Given;
use crate::engine::global::Global;
use crate::engine::local::{DEFAULT_DEPTH, Local};
use crate::engine::pass::{Part, PassKind};
use crate::engine::random::{self, Random};
use crate::engine::semu::{self, Semu, Strategy};
use crate::engine::session::{Progress, Session, Spent};
use crate::engine::subject::Subject;
use crate::engine::{Engine, EngineError};
use crate::report::json::{PassReport, Report};
use crate::report::{assemble, collapse, lower_bound};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum EngineName {
    /// The whole system: random tests; local proofs of equivalence for what is left; the D-algorithm, and again with
    /// larger limits; whole drivers with the solver.
    Atg,
    /// Whole drivers with the solver, and nothing else: a test for each mutant, no dropping, no compaction.
    Baseline,
    /// The same with every path of a driver listed, as the dissertation's baseline does (§3.7).
    Paths,
    /// The D-algorithm with all its advanced methods, behind the local check; no random tests.
    D,
    /// The D-algorithm without its advanced methods.
    DPrevious,
    /// The D-algorithm, then whole drivers with the solver for what it leaves (§3.6); no random tests.
    TwoPass,
    /// Random tests, kept if they kill; then compaction.
    Random,
    /// Whole calls as one formula in which the solver chooses the mutant, too (Riener, Bloem, Fey); static methods over primitive types.
    Symbmc,
    /// The same with a formula for each mutant.
    SimplifiedBmc,
    /// Whole drivers path by path, which asks for each goal at its place and for none that is covered: tight instrumentation with iterative
    /// label deletion (Bardin, Kosmatov, Cheynier). A test for each path.
    Dse,
    /// The same without deletion.
    DseTight,
    /// The same with a fork at each goal: direct instrumentation.
    DseDirect,
    /// Paths alone: goals are reached by chance.
    DseWitness,
    /// Constraint-based testing (DeMillo, Offutt): paths to each mutant and what has to differ there, solved by domain reduction; no solver,
    /// no proofs.
    Cbt,
    /// Random tests (`--random-tests`), then one exploration for all mutants that they leave: forked off the original's paths, followed side by
    /// side, compared at checkpoints (Titcheu Chekam et al.).
    Semu,
    /// The same tests, then one that infects for each path that comes to a mutant.
    Infection,
    /// The same tests, then one for each path.
    PathsCover,
}

impl EngineName {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Atg => "atg",
            Self::Baseline => "baseline",
            Self::Paths => "paths",
            Self::D => "d",
            Self::DPrevious => "d-previous",
            Self::TwoPass => "two-pass",
            Self::Random => "random",
            Self::Symbmc => "symbmc",
            Self::SimplifiedBmc => "simplified-bmc",
            Self::Dse => "dse",
            Self::DseTight => "dse-tight",
            Self::DseDirect => "dse-direct",
            Self::DseWitness => "dse-witness",
            Self::Cbt => "cbt",
            Self::Semu => "semu",
            Self::Infection => "infection",
            Self::PathsCover => "paths-cover",
        }
    }

    /// Whether its first pass is the suite whose rest it explores.
    pub const fn begins_with_initial(self) -> bool {
        matches!(self, Self::Semu | Self::Infection | Self::PathsCover)
    }

    /// The advanced methods that are on unless the user says otherwise.
    pub const fn switches(self) -> Switches {
        match self {
            Self::DPrevious => Switches::NONE,
            _ => Switches::ALL,
        }
    }

    /// The limits of its passes of the D-algorithm, by pass.
    pub fn searches(self, limits: Limits) -> Vec<(PassKind, Limits)> {
        match self {
            Self::Atg => vec![(PassKind::D, limits.first_pass()), (PassKind::MoreD, limits.second_pass())],
            Self::D | Self::TwoPass => vec![(PassKind::D, limits)],
            Self::DPrevious => vec![(PassKind::DPrevious, limits)],
            _ => Vec::new(),
        }
    }

    /// Random tests take no other's place where an engine is to show what its own can do.
    fn compaction(self, generator: Generator<'_>, joins: bool) -> Compaction<'_> {
        match self {
            Self::D | Self::DPrevious | Self::TwoPass => Compaction::On,
            Self::Atg if joins => Compaction::Joining(generator),
            Self::Atg | Self::Random => Compaction::Merging(generator),
            _ => Compaction::Off,
        }
    }
}

/// What a run depends on beside its program.
#[derive(Clone, Debug)]
pub struct Settings {
    pub seed: u64,
    /// n_r
    pub random_tests: u64,
    /// Whether questions find tests that take the place of two others, at the end of `atg`.
    pub joins: bool,
    /// What the run of a class may take, in steps of runs.
    pub effort: u64,
    pub switches: Switches,
    pub limits: Limits,
    /// Of the engines that explore paths.
    pub paths: dse::Settings,
    /// Of SymBMC.
    pub formulas: bmc::Settings,
    /// Of constraint-based testing.
    pub constraints: cbt::Settings,
    /// Of SEMu.
    pub semu: semu::Parameters,
    /// The drivers that engines explore by paths, as their user writes them.
    pub skeletons: Option<Arc<str>>,
    /// The initial suite of SEMu and of what it is compared with, in place of random tests.
    pub initial: Option<Arc<Report>>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            seed: 1,
            random_tests: random::DEFAULT_TESTS,
            joins: false,
            effort: DEFAULT_EFFORT,
            switches: Switches::ALL,
            limits: Limits::default(),
            paths: dse::Settings::default(),
            formulas: bmc::Settings::default(),
            constraints: cbt::Settings::default(),
            semu: semu::Parameters::default(),
            skeletons: None,
            initial: None,
        }
    }
}

impl Settings {
    /// What an engine's passes of the D-algorithm are given, by name.
    pub fn of_search(&self, engine: EngineName) -> IndexMap<String, Value> {
        let switches: Vec<&str> = self.switches.iter().map(Switch::name).collect();
        let searches = engine.searches(self.limits).into_iter();
        let limits: Map<String, Value> =
            searches.map(|(pass, limits)| (pass.name().to_owned(), as_json(limits))).collect();
        IndexMap::from([("switches".to_owned(), switches.into()), ("limits".to_owned(), limits.into())])
    }
}

/// The limits of a pass as it has them. That it gives up no method, however much is in vain, is `null`.
fn as_json(limits: Limits) -> Value {
    let Limits {
        backtracks,
        more_backtracks: _,
        k_ec,
        k_def,
        k_pca,
        frames,
        copies,
        effort,
        method_effort,
        patience,
        more_patience,
        few,
        tests,
        past_bounds,
    } = limits;
    let patience = (patience != u64::MAX).then_some(patience);
    json!({
        "backtracks": backtracks,
        "k_ec": k_ec,
        "k_def": k_def,
        "k_pca": k_pca,
        "frames": frames,
        "copies": copies,
        "effort": effort,
        "method_effort": method_effort,
        "patience": patience,
        "more_patience": more_patience,
        "few": few,
        "tests": tests,
        "past_bounds": past_bounds,
    })
}

/// Runs an engine's passes and reports what they decided.
pub fn generate(
    subject: &Subject,
    engine: EngineName,
    settings: &Settings,
    progress: &dyn Progress,
) -> Result<Report, EngineError> {
    generate_and_save(subject, engine, settings, progress, &mut |_| {})
}

/// As [`generate`], with what it took.
pub fn generate_counted(
    subject: &Subject,
    engine: EngineName,
    settings: &Settings,
    progress: &dyn Progress,
) -> Result<(Report, Spent), EngineError> {
    run(subject, engine, settings, progress, &mut |_| {})
}

/// Where a run leaves its report so far. It asks for it where it wants it.
pub type Saved<'w> = &'w mut (dyn FnMut(&dyn Fn() -> Report) + Send);

/// The same; the report so far may be saved after each pass.
pub fn generate_and_save(
    subject: &Subject,
    engine: EngineName,
    settings: &Settings,
    progress: &dyn Progress,
    saved: Saved<'_>,
) -> Result<Report, EngineError> {
    run(subject, engine, settings, progress, saved).map(|(report, _)| report)
}

fn run(
    subject: &Subject,
    engine: EngineName,
    settings: &Settings,
    progress: &dyn Progress,
    saved: Saved<'_>,
) -> Result<(Report, Spent), EngineError> {
    let mut session = Session::new(subject, progress);
    session.effort = Effort::new(settings.effort);
    let written = settings.skeletons.as_deref().unwrap_or_default();
    let skeletons = skeletons::read(subject.program(), written).map_err(EngineError::Skeleton)?;
    let mut engines = passes(subject, engine, settings, &skeletons);
    let compaction = engine.compaction(generator(subject, settings), settings.joins);
    let with_options = |report: Report| with_options(report, engine, settings);
    let mut save = |session: &Session<'_>, passes: &[PassReport]| {
        saved(&|| with_options(assemble::unfinished(session, passes.to_vec(), settings.seed)));
    };
    let passes = plan::run_and_save(&mut session, &mut engines, compaction, &mut save)?;
    let spent = Spent {
        effort: settings.effort - session.effort.left(),
        questions: session.notes.questions(),
        valid: session.notes.valid(),
        constraints: *session.notes.constraints(),
    };
    Ok((with_options(assemble::generated(&session, passes, settings.seed)), spent))
}

/// Adds to a report how few tests a suite may have at the least, where something is proven.
pub fn add_lower_bound(
    report: &mut Report,
    subject: &Subject,
    settings: &Settings,
) -> Result<(), EngineError> {
    report.lower_bounds.extend(lower_bound::of(report, subject, &generator(subject, settings))?);
    Ok(())
}

/// Adds to a report which goals the same calls reach, where something is proven.
pub fn add_collapse(report: &mut Report, subject: &Subject, settings: &Settings) -> Result<(), EngineError> {
    report.collapsed.extend(collapse::of(report, subject, &generator(subject, settings))?);
    Ok(())
}

fn with_options(mut report: Report, engine: EngineName, settings: &Settings) -> Report {
    report.options.insert("engine".into(), engine.name().into());
    if !engine.searches(settings.limits).is_empty() {
        report.options.extend(settings.of_search(engine));
    }
    if engine == EngineName::Atg && settings.joins {
        report.options.insert("join".into(), true.into());
    }
    report
}

fn generator<'s>(subject: &'s Subject, settings: &Settings) -> Generator<'s> {
    Generator::new(subject.program(), settings.seed, |field| subject.setting(field))
}

/// The tests of a report that call the subject's methods.
fn given(subject: &Subject, report: &Report) -> Vec<Driver> {
    report.tests.iter().filter_map(|test| assemble::driver(subject, test).ok()).collect()
}

fn passes<'s>(
    subject: &'s Subject,
    engine: EngineName,
    settings: &Settings,
    skeletons: &[Driver],
) -> Vec<Box<dyn Engine + 's>> {
    let generator = || generator(subject, settings);
    let random = || Random::new(generator(), settings.random_tests, random::DEFAULT_EFFORT);
    let local = |part| Box::new(Local::new(DEFAULT_DEPTH).part(part));
    let global = || Box::new(Global::new(generator()));
    let shapes = Shapes::default();
    let d = engine.searches(settings.limits).into_iter().map(|(pass, limits)| {
        let d = DAlgorithm::new(pass, generator(), settings.switches, limits);
        Box::new(d.with_shapes(&shapes)) as Box<dyn Engine + 's>
    });
    let dse = |pass, labels, deletion| {
        let paths = dse::Settings { deletion, ..settings.paths };
        Box::new(Dse::new(pass, generator(), labels, paths, skeletons.to_vec()))
    };
    let semu = |strategy| {
        let parameters = semu::Parameters { seed: settings.seed, ..settings.semu };
        let how = (settings.paths.skeletons, settings.paths.bound);
        let semu = Semu::new(generator(), strategy, parameters, how).in_drivers(skeletons.to_vec());
        let initial = match &settings.initial {
            Some(report) => Box::new(Given::new(given(subject, report))) as Box<dyn Engine + 's>,
            None => Box::new(random()),
        };
        [initial, Box::new(semu)]
    };
    let bmc = |formulas| Box::new(Bmc::new(generator(), formulas, settings.formulas));
    let mut passes: Vec<Box<dyn Engine + 's>> = Vec::new();
    match engine {
        EngineName::Atg => passes.extend([
            Box::new(random().part(Part::First)) as Box<dyn Engine + 's>,
            local(Part::First),
            Box::new(random().part(Part::Rest)),
            local(Part::Rest),
        ]),
        EngineName::D | EngineName::DPrevious | EngineName::TwoPass => passes.push(local(Part::Whole)),
        EngineName::Baseline => passes.push(Box::new(Global::baseline(generator()))),
        EngineName::Paths => passes.push(Box::new(Global::paths(generator()))),
        EngineName::Random => passes.push(Box::new(random())),
        EngineName::Symbmc => passes.push(bmc(Formulas::AllTogether)),
        EngineName::SimplifiedBmc => passes.push(bmc(Formulas::EachMutant)),
        EngineName::Semu => passes.extend(semu(Strategy::Semu)),
        EngineName::Infection => passes.extend(semu(Strategy::Infection)),
        EngineName::PathsCover => passes.extend(semu(Strategy::Paths)),
        EngineName::Dse => passes.push(dse(PassKind::Dse, Labels::Tight, settings.paths.deletion)),
        EngineName::DseTight => passes.push(dse(PassKind::DseTight, Labels::Tight, Deletion::Off)),
        EngineName::DseDirect => passes.push(dse(PassKind::DseDirect, Labels::Direct, Deletion::Off)),
        EngineName::DseWitness => passes.push(dse(PassKind::DseWitness, Labels::Ignored, Deletion::Off)),
        EngineName::Cbt => passes.push(Box::new(Cbt::new(generator(), settings.constraints, settings.seed))),
    }
    passes.extend(d);
    if matches!(engine, EngineName::Atg | EngineName::TwoPass) {
        passes.push(global());
    }
    passes
}
