//! Confirmation on the real JVM (DESIGN §11): the emitted tests against the original and every mutant claimed killed.
//!
//! It knows files alone: the report, the sources that it names, and the test classes beside it. Each claim, a mutant
//! with a test that is said to kill it, is tried by itself in a class loader of its own, with assertions off and on.
//!
//! | looking for | file |
//! | --- | --- |
//! | what a report claims | `claims` |
//! | the files that a report speaks of | `program` |
//! | the plan for the Java side | `plan` |
//! | the Java side's process | `harness` |
//! | JUnit where there is none | `stand_in` |
//! | what came of it, as text | `table` |

mod claims;
mod harness;
mod plan;
mod program;
pub mod stand_in;
mod table;

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use harness::Shown;

use crate::class_files::class_path::ClassPath;
use crate::class_files::java_home::{JavaHome, NoJdk, NoRelease};
use crate::class_files::resources;
use crate::reading;
use crate::report::json::{KillKind, Report};
use crate::report::junit::test_names;
use crate::report::labels;
use claims::Claim;
use harness::{Events, Harness, Run};
use plan::{Job, Patch, Plan, PlannedTest};
use program::Program;

#[derive(Debug, Error)]
pub enum ConfirmError {
    #[error(transparent)]
    NoJdk(#[from] NoJdk),
    #[error("release {0}")]
    NoRelease(#[from] NoRelease),
    #[error("cannot read {path}: {error}")]
    Read { path: PathBuf, error: io::Error },
    #[error("cannot read {path}: {reason}")]
    Report { path: PathBuf, reason: String },
    #[error("the report does not speak of {0}")]
    NotInReport(PathBuf),
    #[error("the report's test class {0} is missing")]
    NoTestClass(PathBuf),
    #[error("{file} has changed since the report was made: mutant {mutant} does not stand in it")]
    Changed { file: PathBuf, mutant: String },
    #[error("javac does not compile {what}: {message}{hint}", what = what(stage), hint = hint(message))]
    Compilation { stage: String, message: String },
    #[error("cannot run the JVM: {0}")]
    Process(io::Error),
    #[error("the JVM ended early: {0}")]
    Harness(String),
}

/// What the harness calls a stage, or what it needs, in words.
fn what(stage: &str) -> &str {
    match stage {
        "program" => "the files of the report",
        "tests" => "the test classes",
        "sources" => "a source that is needed beside the files of the report",
        other => other,
    }
}

/// What javac says of a class that it does not find.
const MISSING: [&str; 4] = ["cannot find symbol", "does not exist", "class file for", "is not visible"];

/// What to do where javac misses a class, or finds two.
fn hint(message: &str) -> &'static str {
    if message.contains("ambiguous") && message.contains(" in java.lang ") {
        " (where a release of Java later than that of the sources has a class of this name, --release N leaves it out)"
    } else if message.contains("wrong version") {
        " (it is made for a later Java than that of the JDK: --jdk or JATPG_JDK names a JDK that runs it)"
    } else if MISSING.iter().any(|missing| message.contains(missing)) {
        " (where `generate` had a --source-path, a --class-path or --maven, give the same: what the sources need is compiled here, \
         and libraries go to --class-path)"
    } else {
        ""
    }
}

/// What a claim is worth after the JVM has tried it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Judgement {
    /// The test passes on the original, and fails on the mutant or springs the trap of the label.
    Held,
    /// It does not.
    Refuted,
    /// The mutant did not come to its end, or out of stack or memory, or failed where that was claimed.
    Shown,
    /// The mutant was claimed to run too far, and on the JVM it came to its end and passed; or javac does not take a label's
    /// version.
    NotConfirmed,
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct ClaimReport {
    pub file: String,
    pub mutant: String,
    pub test: String,
    /// What the report says.
    pub kill: KillKind,
    pub judgement: Judgement,
    /// What the JVM showed; absent where the test could not be tried.
    pub shown: Option<Shown>,
    pub message: String,
}

/// A test that does not pass on the original.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct OriginalFailure {
    pub test: String,
    pub how: String,
    pub shown: Shown,
    pub message: String,
}

/// The result: `Display` is its text, serde its JSON.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct Confirmation {
    /// The JDK's version.
    pub jdk: String,
    /// How many tests ran on the original.
    pub tests: usize,
    pub original_failures: Vec<OriginalFailure>,
    /// Of how many claims those below are a sample; absent where they are all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample_of: Option<usize>,
    pub claims: Vec<ClaimReport>,
}

impl Confirmation {
    /// Whether no claim is refuted, that of the tests on their original included.
    pub fn holds(&self) -> bool {
        self.original_failures.is_empty() && self.count(Judgement::Refuted) == 0
    }

    pub fn count(&self, judgement: Judgement) -> usize {
        self.claims.iter().filter(|claim| claim.judgement == judgement).count()
    }
}

/// Hears how many of how many claims have been tried.
pub type Watch<'w> = &'w dyn Fn(usize, usize);

/// What a confirmation is given.
pub struct Given<'g> {
    /// Claims about these are tried; about all of the report's where there are none.
    pub files: &'g [PathBuf],
    /// The test classes stand beside it.
    pub report: &'g Path,
    /// Default: the folders that hold the files' package folders.
    pub source_path: &'g [PathBuf],
    pub class_path: ClassPath,
    /// The most claims that are tried, spread evenly over all; the original runs every test in any case.
    pub sample: Option<usize>,
}

impl<'g> Given<'g> {
    /// All claims, with no libraries.
    pub fn new(files: &'g [PathBuf], report: &'g Path, source_path: &'g [PathBuf]) -> Self {
        Self { files, report, source_path, class_path: ClassPath::default(), sample: None }
    }
}

/// Tries the claims of a report on the JVM of a JDK.
pub fn run(java: JavaHome, given: &Given<'_>, watch: Watch<'_>) -> Result<Confirmation, ConfirmError> {
    let text = read(given.report)?;
    let report = Report::parse(&text)
        .map_err(|reason| ConfirmError::Report { path: given.report.to_owned(), reason })?;
    let report = labels::as_versions(report);
    let program = Program::read(&report, given.files)?;
    let jdk = java.version.clone();
    let all = claims::claims(&report, |mutant| program.is_selected(&mutant.file));
    let of = all.len();
    let claims = sample(all, given.sample);
    let source_path =
        if given.source_path.is_empty() { program.source_roots() } else { given.source_path.to_vec() };
    let java = for_release_of(&report, java)?;
    let plan = Plan {
        release: java.release(),
        source_path: source_path.iter().map(|p| absolute(p)).collect(),
        resources: source_path
            .iter()
            .flat_map(|root| resources::folders_beside(root))
            .map(|p| absolute(&p))
            .collect(),
        class_path: given.class_path.entries().iter().map(|p| absolute(p)).collect(),
        test_classes: program::test_classes(&report, given.report)?,
        tests: planned_tests(&report),
        patches: patches(&report, &program)?,
        program: program.sources,
    };
    let jobs = jobs(&report, &claims);
    let events = if report.tests.is_empty() {
        Events::default()
    } else {
        let asserts = report.options.get("assertions").is_some_and(|world| world == "on");
        Harness::compile(java, asserts)?.run(&plan, &jobs, watch)?
    };
    let sample_of = (claims.len() < of).then_some(of);
    Ok(Confirmation { sample_of, ..confirmation(&report, &claims, &events, jdk) })
}

/// The JDK as what compiles for the release that the report names, where none is asked for.
fn for_release_of(report: &Report, java: JavaHome) -> Result<JavaHome, NoRelease> {
    let told = report.options.get("release").and_then(serde_json::Value::as_u64);
    match told.and_then(|release| u32::try_from(release).ok()).filter(|_| java.release().is_none()) {
        Some(release) => java.for_release(release),
        None => Ok(java),
    }
}

/// So many of the claims, spread evenly over all.
fn sample(claims: Vec<Claim>, wanted: Option<usize>) -> Vec<Claim> {
    let all = claims.len();
    match wanted {
        Some(wanted) if wanted < all => {
            // A claim is chosen where the share of those so far passes a whole number.
            let is_chosen = |at: usize| at * wanted / all != (at + 1) * wanted / all;
            claims.into_iter().enumerate().filter(|(at, _)| is_chosen(*at)).map(|(_, claim)| claim).collect()
        }
        _ => claims,
    }
}

fn read(path: &Path) -> Result<String, ConfirmError> {
    reading::text(path).map_err(|error| ConfirmError::Read { path: path.to_owned(), error })
}

/// The harness runs in a folder of its own.
fn absolute(path: &Path) -> String {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).to_string_lossy().into_owned()
}

/// One for each test of the report, in its order.
fn planned_tests(report: &Report) -> Vec<PlannedTest> {
    let names = test_names(report);
    let planned = |id: &String| {
        let name = &names[id];
        PlannedTest { class: name.qualified_class(), method: name.method.clone() }
    };
    report.tests.iter().map(|test| planned(&test.id)).collect()
}

/// One for each mutant of the report, in its order.
fn patches(report: &Report, program: &Program) -> Result<Vec<Patch>, ConfirmError> {
    report.mutants.iter().map(|mutant| program.patch(mutant)).collect()
}

/// The claims whose tests the report has.
fn jobs(report: &Report, claims: &[Claim]) -> Vec<Job> {
    let job = |claim: &Claim| {
        let test = test_index(report, &claim.test)?;
        Some(Job { patch: claim.mutant, test, endless: claim.is_endless() })
    };
    claims.iter().filter_map(job).collect()
}

fn test_index(report: &Report, id: &str) -> Option<usize> {
    report.tests.iter().position(|test| test.id == id)
}

fn confirmation(report: &Report, claims: &[Claim], events: &Events, jdk: String) -> Confirmation {
    let failures = events.originals.iter().filter_map(|original| {
        let test = report.tests.get(original.test)?.id.clone();
        let Run { shown, message } = original.run.clone();
        Some(OriginalFailure { test, how: original.how.clone(), shown, message })
    });
    let original_failures: Vec<OriginalFailure> = failures.collect();
    let judged = claims.iter().map(|claim| {
        let fails_originally = original_failures.iter().any(|failure| failure.test == claim.test);
        let run = test_index(report, &claim.test).and_then(|test| events.run_of(claim.mutant, test));
        let (judgement, message) = match run {
            None => (Judgement::Refuted, String::from("the report has no such test")),
            Some(_) if fails_originally => {
                (Judgement::Refuted, String::from("the test fails on the original"))
            }
            Some(run) => (judge(claim.kill, run.shown), run.message.clone()),
        };
        let mutant = &report.mutants[claim.mutant];
        ClaimReport {
            file: mutant.file.clone(),
            mutant: mutant.id.clone(),
            test: claim.test.clone(),
            kill: claim.kill,
            judgement,
            shown: run.map(|run| run.shown),
            message,
        }
    });
    let claims = judged.collect();
    Confirmation { jdk, tests: report.tests.len(), original_failures, sample_of: None, claims }
}

/// The table of what is claimed and what is seen.
fn judge(kill: KillKind, shown: Shown) -> Judgement {
    match (kill, shown) {
        // A trap around a condition can hide from javac what the condition shows.
        (KillKind::Trap, Shown::Rejected) => Judgement::NotConfirmed,
        (_, Shown::Missing | Shown::Rejected) => Judgement::Refuted,
        (KillKind::Output, Shown::Failed) | (KillKind::Trap, Shown::Sprung) => Judgement::Held,
        // No run of an original comes to a trap, and no trap makes a test fail.
        (KillKind::Trap, _) | (_, Shown::Sprung) => Judgement::Refuted,
        // The mutant was seen to end.
        (KillKind::Output, Shown::Hung | Shown::Resource | Shown::Crashed) => Judgement::Refuted,
        (_, Shown::Failed | Shown::Hung | Shown::Resource | Shown::Crashed) => Judgement::Shown,
        // One is a difference, the other a proof.
        (KillKind::Output | KillKind::Diverges, Shown::Passed) => Judgement::Refuted,
        (KillKind::StepLimit | KillKind::Resource, Shown::Passed) => Judgement::NotConfirmed,
    }
}
