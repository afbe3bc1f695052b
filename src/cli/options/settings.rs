//! The parameters of the engines, a heading of the help for each.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::whole;
use crate::atg::engines::EngineName;
use crate::atg::system::Settings;
use crate::cli::CliError;
use crate::dalg::switches::{Limits, Switch, Switches};
use crate::engine::bmc;
use crate::engine::cbt::{self, Constraints};
use crate::engine::dse::{self, Deletion, Until};
use crate::engine::effort::DEFAULT_EFFORT;
use crate::engine::random::DEFAULT_TESTS;
use crate::engine::semu::parameters::{Compared, Parameters, PreconditionLength, Selection};
use crate::reading;

/// What a run of an engine depends on beside its program.
#[derive(Args, Debug, Clone)]
pub(in crate::cli) struct SettingsArgs {
    /// The seed of every random draw: same seed, same bytes.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(0, u64::MAX))]
    pub seed: u64,
    /// Threads; the result does not depend on them. Default: one a core.
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1, 1024))]
    pub jobs: Option<u16>,
    /// Random tests tried for each method (n_r), and at most eight times as many near those that kill or infect a mutant.
    /// With 0 the random pass looks for nothing; the compaction of `atg` and `random` tries random candidates all the same,
    /// to put one test in the place of several.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_TESTS, value_parser = whole::<u64>(0, u64::MAX))]
    pub random_tests: u64,
    /// In the compaction of `atg`, ask the solver for tests that take the place of two others: one test in a hundred less, for a tenth more time.
    #[arg(long)]
    pub join: bool,
    /// In `atg`, ask one question about all mutants and labels that are left of a static method over primitive types without loops, before the
    /// rest of the local checks: the same verdicts in the same time on the corpus.
    #[arg(long)]
    pub refute: bool,
    /// The most work for one class, all passes together, in millions of units (five instructions of a run, some 25 ns; a
    /// term or rule of a proof or search is two): counted, so that the result is the same on every machine. Each pass has limits of its own, too,
    /// and making the tests less has its own alone.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_EFFORT / 1_000_000, value_parser = whole::<u64>(1, 1_000_000))]
    pub effort: u64,
    #[command(flatten)]
    pub search: SearchArgs,
    #[command(flatten)]
    pub paths: PathArgs,
    #[command(flatten)]
    pub formulas: FormulaArgs,
    #[command(flatten)]
    pub constraints: ConstraintArgs,
    #[command(flatten)]
    pub semu: SemuArgs,
}

const SEMU: &str = "Parameters of SEMu (semu, infection, paths-cover; --path-bound and --path-drivers too)";

/// The parameters of SEMu.
#[derive(Args, Debug, Clone)]
pub(in crate::cli) struct SemuArgs {
    /// PL: how many branchings are followed by the initial tests alone: gmd2ms (to the first mutant that any of them comes to), smd2ms (on each path to
    /// its first), or a number.
    #[arg(long, help_heading = SEMU, value_name = "gmd2ms|smd2ms|N", default_value_t = Parameters::default().precondition)]
    pub semu_pl: PreconditionLength,
    /// CW: branchings between the mutant and the first checkpoint, and between two.
    #[arg(long, help_heading = SEMU, value_name = "N", default_value_t = Parameters::default().window, value_parser = whole::<u32>(0, 1_000))]
    pub semu_cw: u32,
    /// PP: the share of a mutant's states that go on behind a checkpoint, from 0 to 1.
    #[arg(long, help_heading = SEMU, value_name = "SHARE", default_value_t = Parameters::default().proportion, value_parser = share)]
    pub semu_pp: f64,
    /// PSS: which do: any, or the nearest to an output.
    #[arg(long, help_heading = SEMU, value_enum, value_name = "rnd|mdo", default_value_t = Parameters::default().selection)]
    pub semu_pss: Selection,
    /// MPD: checkpoints that a state has to pass before tests are made of it.
    #[arg(long, help_heading = SEMU, value_name = "N", default_value_t = Parameters::default().depth, value_parser = whole::<u32>(0, 1_000))]
    pub semu_mpd: u32,
    /// NSD: ask for the mutant's path alone, and not for a difference of states.
    #[arg(long, help_heading = SEMU)]
    pub semu_nsd: bool,
    /// NTPM: tests for one mutant.
    #[arg(long, help_heading = SEMU, value_name = "N", default_value_t = Parameters::default().tests, value_parser = whole::<u32>(1, 1_000))]
    pub semu_ntpm: u32,
    /// What of two states is compared before they end: what may still show, or all variables.
    #[arg(long, help_heading = SEMU, value_enum, value_name = "WHAT", default_value_t = Parameters::default().state)]
    pub semu_state: Compared,
    /// The most work for one driver, in thousands of terms evaluated.
    #[arg(long, help_heading = SEMU, value_name = "N", default_value_t = Parameters::default().effort, value_parser = whole::<u64>(1, 1_000_000_000))]
    pub semu_effort: u64,
    /// The initial suite: the tests of this report of `generate`, in place of random ones; for `compare` a folder with a report for
    /// each program, `Name.json` for `Name.java`.
    #[arg(long, help_heading = SEMU, value_name = "REPORT")]
    pub initial: Option<PathBuf>,
}

impl SemuArgs {
    pub(in crate::cli) fn parameters(&self) -> Parameters {
        Parameters {
            precondition: self.semu_pl,
            window: self.semu_cw,
            proportion: self.semu_pp,
            selection: self.semu_pss,
            depth: self.semu_mpd,
            no_difference: self.semu_nsd,
            tests: self.semu_ntpm,
            state: self.semu_state,
            effort: self.semu_effort,
            ..Parameters::default()
        }
    }
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse::<f64>().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "it is to be a number from 0 to 1".to_owned())
}

const PATHS: &str = "Parameters of the engines that explore paths (dse and its variants)";

/// How far paths are explored.
#[derive(Args, Debug, Clone)]
pub(in crate::cli) struct PathArgs {
    /// Iterative label deletion of `dse`: off, 1 (a label that a path was found for is asked for no more), 2 (nor one that the run of
    /// some test covers).
    #[arg(long, help_heading = PATHS, value_enum, value_name = "HOW", default_value_t = Deletion::Run)]
    pub idl: Deletion,
    /// When a driver's exploration ends: when nothing that it may reach is left, or when all its paths within one bound are explored.
    #[arg(long, help_heading = PATHS, value_enum, value_name = "WHEN", default_value_t = Until::Labels)]
    pub explore: Until,
    /// How often loops go round on a path. Default: 1, 2, 4, 8, as long as something is left; with `--explore all`, 1.
    #[arg(long, help_heading = PATHS, value_name = "N", value_parser = whole::<u32>(1, 1_024))]
    pub path_bound: Option<u32>,
    /// The most work for one driver and bound, in thousands of terms evaluated.
    #[arg(long, help_heading = PATHS, value_name = "N", default_value_t = dse::Settings::default().effort, value_parser = whole::<u64>(1, 1_000_000_000))]
    pub path_effort: u64,
    /// The most drivers of one method that are explored, which differ in more than the values in them.
    #[arg(long, help_heading = PATHS, value_name = "N", default_value_t = dse::Settings::default().skeletons, value_parser = whole::<usize>(1, 64))]
    pub path_drivers: usize,
    /// Explore these drivers and no other, whose literals are inputs: Java, a statement a line, the call under test last, an empty line in front
    /// of the next driver (semu, infection and paths-cover, too).
    #[arg(long, help_heading = PATHS, value_name = "FILE")]
    pub skeleton: Option<PathBuf>,
}

impl PathArgs {
    pub(in crate::cli) fn settings(&self) -> dse::Settings {
        let bound = match (self.path_bound, self.explore) {
            (None, Until::All) => Some(1),
            (bound, _) => bound,
        };
        dse::Settings {
            deletion: self.idl,
            until: self.explore,
            bound,
            effort: self.path_effort,
            skeletons: self.path_drivers,
            rest: None,
        }
    }
}

const FORMULAS: &str = "Parameters of SymBMC (symbmc)";

/// How many mutants a formula speaks of.
#[derive(Args, Debug, Clone)]
pub(in crate::cli) struct FormulaArgs {
    /// So many mutants share a formula, in which the solver chooses one; 0: all of a method's.
    #[arg(long, help_heading = FORMULAS, value_name = "N", default_value_t = bmc::Settings::default().chunk, value_parser = whole::<usize>(0, 1_000_000))]
    pub symbmc_chunk: usize,
    /// Run each test against all mutants, and ask for none that is killed. Without this there is a test for each mutant.
    #[arg(long, help_heading = FORMULAS)]
    pub symbmc_drop: bool,
}

const CONSTRAINTS: &str = "Parameters of constraint-based testing (cbt)";

/// What constraint-based testing asks of a test.
#[derive(Args, Debug, Clone)]
pub(in crate::cli) struct ConstraintArgs {
    /// The constraints beside those of the path.
    #[arg(long, help_heading = CONSTRAINTS, value_enum, value_name = "CONSTRAINTS", default_value_t = cbt::Settings::default().constraints)]
    pub cbt: Constraints,
    /// Attempts at the constraints of one path, each with other arbitrary values.
    #[arg(long, help_heading = CONSTRAINTS, value_name = "N", default_value_t = cbt::Settings::default().tries, value_parser = whole::<u32>(1, 100_000))]
    pub cbt_tries: u32,
}

/// How the D-algorithm searches.
#[derive(Args, Debug, Clone)]
pub(in crate::cli) struct SearchArgs {
    #[arg(long, value_name = "SWITCHES", default_value = "", hide_default_value = true, help = with_help())]
    pub with: String,
    /// Advanced methods of the D-algorithm to switch off.
    #[arg(long, value_name = "SWITCHES", default_value = "", hide_default_value = true)]
    pub without: String,
    #[command(flatten)]
    pub limits: LimitsArgs,
}

impl SearchArgs {
    /// An engine's switches are its own but for what the user says.
    pub(in crate::cli) fn switches(&self, engine: EngineName) -> Result<Switches, CliError> {
        let changed = engine.switches().changed(&self.with, &self.without);
        changed.map_err(|e| CliError::Arguments(format!("--with, --without: {e}")))
    }
}

const LIMITS: &str = "Limits of the D-algorithm";

/// How far the D-algorithm goes.
#[derive(Args, Debug, Clone)]
pub(in crate::cli) struct LimitsArgs {
    /// BL: solutions of one subtask that may be given up.
    #[arg(long, help_heading = LIMITS, value_name = "N", default_value_t = Limits::default().backtracks, value_parser = whole::<u32>(0, 1_000_000))]
    pub backtracks: u32,
    /// BL_inc: how many more in the second pass of `atg`.
    #[arg(long, help_heading = LIMITS, value_name = "N", default_value_t = Limits::default().more_backtracks, value_parser = whole::<u32>(0, 1_000_000))]
    pub more_backtracks: u32,
    /// K_EC: edge conditions that assist may add to one subtask.
    #[arg(long, help_heading = LIMITS, value_name = "N", default_value_t = Limits::default().k_ec, value_parser = whole::<u32>(0, 1_000_000))]
    pub k_ec: u32,
    /// Definitions that assist may add to one subtask.
    #[arg(long, help_heading = LIMITS, value_name = "N", default_value_t = Limits::default().k_def, value_parser = whole::<u32>(0, 1_000_000))]
    pub k_def: u32,
    /// K_PCA: the largest set of possible values.
    #[arg(long, help_heading = LIMITS, value_name = "N", default_value_t = Limits::default().k_pca, value_parser = whole::<u32>(0, 1_000_000))]
    pub k_pca: u32,
    /// The most time frames.
    #[arg(long, help_heading = LIMITS, value_name = "N", default_value_t = Limits::default().frames, value_parser = whole::<u32>(1, 1_024))]
    pub frames: u32,
    /// The most work for one mutant, in thousands of rules applied and terms evaluated; a method has sixty times as much.
    #[arg(long, help_heading = LIMITS, value_name = "N", default_value_t = Limits::default().effort / 1_000, value_parser = whole::<u64>(1, 1_000_000_000))]
    pub d_effort: u64,
}

/// What all mutants of a method may take together, by what one may.
const METHOD_EFFORT: u64 = 60;

impl LimitsArgs {
    pub(in crate::cli) fn limits(&self) -> Limits {
        let effort = self.d_effort * 1_000;
        Limits {
            backtracks: self.backtracks,
            more_backtracks: self.more_backtracks,
            k_ec: self.k_ec,
            k_def: self.k_def,
            k_pca: self.k_pca,
            frames: self.frames,
            effort,
            method_effort: effort * METHOD_EFFORT,
            ..Limits::default()
        }
    }
}

impl SettingsArgs {
    /// The settings for an engine, whose switches are its own but for what the user says.
    pub(in crate::cli) fn of(&self, engine: EngineName) -> Result<Settings, CliError> {
        Ok(Settings {
            seed: self.seed,
            random_tests: self.random_tests,
            joins: self.join,
            aims: false,
            refutes: self.refute,
            effort: self.effort * 1_000_000,
            switches: self.search.switches(engine)?,
            limits: self.search.limits.limits(),
            paths: self.paths.settings(),
            formulas: bmc::Settings { chunk: self.formulas.symbmc_chunk, drop: self.formulas.symbmc_drop },
            constraints: cbt::Settings {
                constraints: self.constraints.cbt,
                tries: self.constraints.cbt_tries,
            },
            semu: self.semu.parameters(),
            skeletons: self.paths.skeleton.as_deref().map(read_text).transpose()?,
            initial: None,
        })
    }
}

fn with_help() -> String {
    let names = Switch::ALL.map(Switch::name).join(", ");
    format!(
        "Advanced methods of the D-algorithm to switch on, with commas between them: {names}. \
         `d`, `two-pass` and `atg` start with all on, `d-previous` with all off"
    )
}

fn read_text(path: &Path) -> Result<Arc<str>, CliError> {
    let error =
        |e: std::io::Error| CliError::Read { path: path.display().to_string(), reason: e.to_string() };
    reading::text(path).map(Arc::from).map_err(error)
}
