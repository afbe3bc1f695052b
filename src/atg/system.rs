//! One run of an engine on a program, up to its report. Of which passes the engine is made, its row says ([`engines`]).
//!
//! [`engines`]: crate::atg::engines

use std::sync::Arc;

use serde_json::Value;

use crate::atg::engines::{EngineName, Material};
use crate::atg::plan;
use crate::dalg::switches::{Limits, Switch, Switches};
use crate::driver::Generator;
use crate::engine::EngineError;
use crate::engine::bmc;
use crate::engine::cbt;
use crate::engine::dse;
use crate::engine::effort::{DEFAULT_EFFORT, Effort};
use crate::engine::explorer::skeletons;
use crate::engine::random;
use crate::engine::semu;
use crate::engine::session::{Progress, Session, Spent};
use crate::engine::subject::Subject;
use crate::report::json::{PassReport, Report};
use crate::report::{assemble, collapse, lower_bound};

/// What a run depends on beside its program.
#[derive(Clone, Debug)]
pub struct Settings {
    pub seed: u64,
    /// n_r
    pub random_tests: u64,
    /// Whether questions find tests that take the place of two others, at the end of `atg`.
    pub joins: bool,
    /// Whether searches aim at the hardest of goals that the same calls reach.
    pub aims: bool,
    /// Whether `atg` asks one question about all that is left of a method.
    pub refutes: bool,
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
            aims: false,
            refutes: false,
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
    /// What makes the drivers of its runs.
    pub(super) fn generator<'s>(&self, subject: &'s Subject) -> Generator<'s> {
        Generator::new(subject.program(), self.seed, |field| subject.setting(field))
    }

    /// What an engine's passes may spend, by name.
    pub fn limits_of(&self, engine: EngineName) -> Value {
        engine.limits(self).into()
    }
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
    let mut engines = engine.passes(&Material::new(subject, settings, &skeletons));
    let compaction = engine.compaction(settings.generator(subject), settings.joins);
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
    report.lower_bounds.extend(lower_bound::of(report, subject, &settings.generator(subject))?);
    Ok(())
}

/// Adds to a report which goals the same calls reach, where something is proven.
pub fn add_collapse(report: &mut Report, subject: &Subject, settings: &Settings) -> Result<(), EngineError> {
    report.collapsed.extend(collapse::of(report, subject, &settings.generator(subject))?);
    Ok(())
}

fn with_options(mut report: Report, engine: EngineName, settings: &Settings) -> Report {
    report.options.insert("engine".into(), engine.name().into());
    if !engine.searches(settings.limits).is_empty() {
        let switches: Vec<&str> = settings.switches.iter().map(Switch::name).collect();
        report.options.insert("switches".into(), switches.into());
    }
    report.options.insert("limits".into(), settings.limits_of(engine));
    if engine.may_join() && settings.joins {
        report.options.insert("join".into(), true.into());
    }
    if engine.may_refute() && settings.refutes {
        report.options.insert("refute".into(), true.into());
    }
    report
}
