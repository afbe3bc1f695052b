//! The class path and the JDK that the command line names.

use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::class_files::ClassFiles;
use crate::class_files::class_path::ClassPath;
use crate::class_files::java_home::{JavaHome, NoJdk};
use crate::cli::options::ClassPathArgs;
use crate::cli::{CliError, maven};
use crate::report::json::Report;
use crate::sema::program::Program;

/// The value of `--jdk` that means no JDK at all.
const NONE: &str = "none";
const MAVEN: &str = "--maven";

/// What names the first entries of a class path, and these.
type Named = (&'static str, ClassPath);

/// What there is of others' classes, for the report: results are the same only where these are.
pub(super) fn say(report: &mut Report, program: &Program) {
    let Some(files) = &program.class_files else { return };
    report.options.extend(files.jdk_version().map(|version| ("jdk".into(), version.into())));
    report.options.extend(files.release().map(|release| ("release".into(), release.into())));
    let entry = |(path, checksum): (&Path, u32)| {
        let (path, checksum) = (path.display().to_string(), format!("{checksum:08x}"));
        json!({ "path": path, "checksum": checksum })
    };
    let class_path: Vec<Value> = files.class_path().map(entry).collect();
    if !class_path.is_empty() {
        report.options.insert("class_path".into(), class_path.into());
    }
}

impl ClassPathArgs {
    /// What is named stands before what Maven adds.
    pub(super) fn entries(&self) -> Result<ClassPath, CliError> {
        let (_, named) = self.named()?;
        Ok(named.followed_by(self.of_maven()?))
    }

    fn named(&self) -> Result<Named, CliError> {
        let (name, entries) = match (&self.class_path, &self.maven) {
            (Some(text), _) => ("--class-path", ClassPath::parse(text)),
            (None, Some(_)) => return Ok((MAVEN, ClassPath::default())),
            (None, None) => {
                ("CLASSPATH", ClassPath::of_environment(&std::env::var("CLASSPATH").unwrap_or_default()))
            }
        };
        let named = entries.map_err(|e| CliError::Arguments(format!("{name}: {e}")))?;
        Ok((name, named))
    }

    /// Nothing where Maven is not to be asked.
    fn of_maven(&self) -> Result<ClassPath, CliError> {
        let failed = |e: &dyn Display| CliError::Arguments(format!("{MAVEN}: {e}"));
        let pom = match &self.maven {
            None => return Ok(ClassPath::default()),
            Some(None) => maven::nearest_pom().map_err(|e| failed(&e))?,
            Some(Some(named)) => named.clone(),
        };
        let text = maven::class_path(&pom).map_err(|e| failed(&e))?;
        ClassPath::parse(&text.to_string_lossy()).map_err(|e| failed(&e))
    }

    /// The JDK that is named, or the one that is found, as what compiles for the release that is asked for.
    pub(super) fn java_home(&self) -> Result<Option<JavaHome>, CliError> {
        let Some(release) = self.release else { return self.jdk() };
        let lacking = "--release: no JDK is read, and what a release of Java has only a JDK tells";
        let jdk = self.jdk()?.ok_or_else(|| CliError::Arguments(lacking.to_owned()))?;
        let for_release = jdk.for_release(release);
        for_release.map(Some).map_err(|error| CliError::Arguments(format!("--release {error}")))
    }

    fn jdk(&self) -> Result<Option<JavaHome>, CliError> {
        match &self.jdk {
            Some(named) if named == Path::new(NONE) => Ok(None),
            Some(home) => JavaHome::at(home).map(Some).ok_or_else(|| {
                let what = "is not the home folder of a JDK of version 17 or later (one with bin/javac, bin/java and a file \
                            `release`)";
                CliError::Arguments(format!("--jdk: {} {what}; `none` is for none at all", home.display()))
            }),
            None => match JavaHome::find() {
                Ok(found) => Ok(Some(found)),
                Err(NoJdk::Anywhere) => Ok(None),
                Err(error @ NoJdk::Named(_)) => Err(CliError::Arguments(error.to_string())),
            },
        }
    }

    /// Both, opened; nothing where there is neither.
    pub(super) fn open(&self) -> Result<Option<Arc<ClassFiles>>, CliError> {
        let (named, java_home) = (self.named()?, self.java_home()?);
        let all = named.1.clone().followed_by(self.of_maven()?);
        let files = ClassFiles::open(&all, java_home.as_ref());
        let named_by = |place: &Path| self.named_by(place, &named, java_home.as_ref());
        let files = files.map_err(|e| CliError::Arguments(format!("{}: {e}", named_by(e.place()))))?;
        Ok((!files.is_empty()).then(|| Arc::new(files)))
    }

    /// The option or variable that names a place of class files.
    fn named_by(&self, place: &Path, named: &Named, java_home: Option<&JavaHome>) -> &'static str {
        if java_home.is_some_and(|java_home| java_home.symbols() == place) {
            return "--release";
        }
        if let Some(java_home) = java_home.filter(|java_home| java_home.image() == place) {
            return if self.jdk.is_some() { "--jdk" } else { java_home.named_by() };
        }
        if named.1.entries().iter().any(|entry| entry == place) { named.0 } else { MAVEN }
    }
}
