//! The class path of a Maven project, as Maven gives it (`dependency:build-classpath`).

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The file that describes a project.
const POM: &str = "pom.xml";
/// The goal of Maven's own plugin that writes the class path of all scopes: code may run what tests bring along.
const GOAL: &str = "dependency:build-classpath";
/// What Maven says of a failure ends with help on Maven; the causes are the first lines.
const LINES_TOLD: usize = 6;

#[derive(Debug, thiserror::Error)]
pub(super) enum MavenError {
    #[error("there is no pom.xml here or in a folder above; --maven=FILE names one")]
    NoPom,
    #[error("{} is no file that is there", .0.display())]
    Missing(PathBuf),
    #[error("`{}` cannot be started: {error}; Maven must be on the PATH, or its wrapper beside {}", command.display(), POM)]
    NoMaven { command: PathBuf, error: std::io::Error },
    #[error("`{command}` fails:\n{said}")]
    Fails { command: String, said: String },
    #[error("cannot read what Maven wrote: {0}")]
    Output(#[from] std::io::Error),
}

/// The `pom.xml` of this folder, or of the nearest one above.
pub(super) fn nearest_pom() -> Result<PathBuf, MavenError> {
    let here = std::env::current_dir()?;
    let poms = here.ancestors().map(|folder| folder.join(POM));
    poms.into_iter().find(|pom| pom.is_file()).ok_or(MavenError::NoPom)
}

/// The jars that the project's code needs, and its classes where they are compiled (a generator's have no source here): a class
/// path as text. Maven is asked without a network first, for most projects have what they need at hand.
pub(super) fn class_path(pom: &Path) -> Result<OsString, MavenError> {
    if !pom.is_file() {
        return Err(MavenError::Missing(pom.to_owned()));
    }
    let written = tempfile::NamedTempFile::new()?;
    if run(pom, written.path(), true).is_err() {
        run(pom, written.path(), false)?;
    }
    let jars = std::fs::read_to_string(written.path())?;
    let classes = pom.parent().unwrap_or(Path::new("")).join("target").join("classes");
    let entries = std::env::split_paths(jars.trim()).filter(|entry| !entry.as_os_str().is_empty());
    let entries = entries.chain(classes.is_dir().then_some(classes));
    std::env::join_paths(entries).map_err(|e| std::io::Error::other(e).into())
}

fn run(pom: &Path, output: &Path, is_offline: bool) -> Result<(), MavenError> {
    let program = program(pom);
    let mut command = Command::new(&program);
    // Of a project with modules, the one whose file is named.
    command.args(["-q", "-B", "-N"]).args(is_offline.then_some("-o")).arg("-f").arg(pom);
    command.arg(GOAL).arg(format!("-Dmdep.outputFile={}", output.display()));
    let done = command.stdin(Stdio::null()).output();
    let done = done.map_err(|error| MavenError::NoMaven { command: program, error })?;
    if done.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&done.stdout);
    let said = said.lines().filter(|line| line.starts_with("[ERROR]")).take(LINES_TOLD);
    let said = said.map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n");
    Err(MavenError::Fails { command: format!("mvn -f {} {GOAL}", pom.display()), said })
}

/// The project's own wrapper, or the Maven on the PATH.
fn program(pom: &Path) -> PathBuf {
    let (wrapper, maven) = if cfg!(windows) { ("mvnw.cmd", "mvn.cmd") } else { ("mvnw", "mvn") };
    let wrapper = pom.parent().unwrap_or(Path::new("")).join(wrapper);
    match wrapper.canonicalize() {
        Ok(wrapper) => wrapper,
        Err(_) => PathBuf::from(maven),
    }
}
