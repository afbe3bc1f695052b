//! Finding a JDK: `JATPG_JDK`; where that is not set, `JAVA_HOME` (each a home folder), then the `java` on the `PATH`.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The language of the programs.
pub const LEAST_VERSION: u32 = 17;
/// The earliest release that can be compiled for: tests name what Java 9 brought (`List.of`).
pub const LEAST_RELEASE: u32 = 9;

/// Why there is none.
#[derive(Debug, thiserror::Error)]
pub enum NoJdk {
    #[error(
        "JATPG_JDK is {}, which is not the home folder of a JDK of version 17 or later (one with bin/javac, bin/java and a \
         file `release`)",
        .0.display()
    )]
    Named(PathBuf),
    #[error(
        "no JDK of version 17 or later was found: set JATPG_JDK or JAVA_HOME, or put its `java` on the PATH"
    )]
    Anywhere,
}

/// Why a JDK does not compile for a release.
#[derive(Debug, thiserror::Error)]
#[error("{release}: JDK {jdk} is taken to compile for releases {LEAST_RELEASE} to {latest}")]
pub struct NoRelease {
    release: u32,
    jdk: String,
    latest: u32,
}

/// A JDK that can compile and run what jatpg reads.
#[derive(Clone, Debug)]
pub struct JavaHome {
    home: PathBuf,
    /// As the JDK names it: `17.0.15`.
    pub version: String,
    feature: u32,
    /// That is compiled for, where it is not the JDK's own.
    release: Option<u32>,
}

impl JavaHome {
    /// What `JATPG_JDK` names is meant: another JDK in its place would be a surprise. `JAVA_HOME` is set for other programs,
    /// too, and may well be too old.
    pub fn find() -> Result<Self, NoJdk> {
        if let Some(home) = of_variable("JATPG_JDK") {
            return Self::at(&home).ok_or(NoJdk::Named(home));
        }
        let homes = of_variable("JAVA_HOME").into_iter().chain(on_path());
        homes.into_iter().find_map(|home| Self::at(&home)).ok_or(NoJdk::Anywhere)
    }

    /// What led to this one, where it was found so.
    pub fn named_by(&self) -> &'static str {
        let variables = ["JATPG_JDK", "JAVA_HOME"];
        let names_it = |variable: &&str| of_variable(variable).as_ref() == Some(&self.home);
        variables.into_iter().find(names_it).unwrap_or("the JDK on the PATH")
    }

    pub fn at(home: &Path) -> Option<Self> {
        let release = std::fs::read_to_string(home.join("release")).ok()?;
        let version = release.lines().find_map(|line| line.strip_prefix("JAVA_VERSION="))?.trim_matches('"');
        let feature: u32 = version.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()?;
        let complete = executable(home, "javac").exists() && executable(home, "java").exists();
        (complete && feature >= LEAST_VERSION).then(|| Self {
            home: home.to_owned(),
            version: version.to_owned(),
            feature,
            release: None,
        })
    }

    /// Its version: 17, 25.
    pub const fn feature(&self) -> u32 {
        self.feature
    }

    /// The same JDK, as what compiles for a release: its own or an earlier one.
    pub fn for_release(self, release: u32) -> Result<Self, NoRelease> {
        if !(LEAST_RELEASE..=self.feature).contains(&release) {
            return Err(NoRelease { release, jdk: self.version, latest: self.feature });
        }
        Ok(Self { release: Some(release).filter(|&release| release != self.feature), ..self })
    }

    /// The release that is compiled for, where it is an earlier one.
    pub const fn release(&self) -> Option<u32> {
        self.release
    }

    /// What tells javac so.
    pub fn release_options(&self) -> Vec<String> {
        self.release.into_iter().flat_map(|release| ["--release".to_owned(), release.to_string()]).collect()
    }

    /// The file that has what earlier releases had.
    pub fn symbols(&self) -> PathBuf {
        self.home.join("lib").join("ct.sym")
    }

    /// The file that has its classes.
    pub fn image(&self) -> PathBuf {
        self.home.join("lib").join("modules")
    }

    pub fn java(&self) -> Command {
        self.command("java")
    }

    pub fn javac(&self) -> Command {
        self.command("javac")
    }

    /// Options from the environment belong to other programs, and the JVM announces them on the standard streams.
    fn command(&self, name: &str) -> Command {
        let mut command = Command::new(executable(&self.home, name));
        for variable in ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH"] {
            command.env_remove(variable);
        }
        command
    }
}

fn of_variable(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from)
}

fn executable(home: &Path, name: &str) -> PathBuf {
    home.join("bin").join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

fn on_path() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let name = format!("java{}", std::env::consts::EXE_SUFFIX);
    let java = std::env::split_paths(&path).find_map(|folder| folder.join(&name).canonicalize().ok())?;
    Some(java.parent()?.parent()?.to_owned())
}
