//! The class path and the JDK that the command line names.

use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;

use crate::class_files::ClassFiles;
use crate::class_files::class_path::ClassPath;
use crate::class_files::java_home::{JavaHome, NoJdk};
use crate::cli::options::ClassPathArgs;
use crate::cli::{CliError, maven};

/// The value of `--jdk` that means no JDK at all.
const NONE: &str = "none";

impl ClassPathArgs {
    /// What is named stands before what Maven adds.
    pub fn entries(&self) -> Result<ClassPath, CliError> {
        let (name, entries) = match (&self.class_path, &self.maven) {
            (Some(text), _) => ("--class-path", ClassPath::parse(text)),
            (None, Some(_)) => return self.of_maven(),
            (None, None) => {
                ("CLASSPATH", ClassPath::of_environment(&std::env::var("CLASSPATH").unwrap_or_default()))
            }
        };
        let named = entries.map_err(|e| CliError::Arguments(format!("{name}: {e}")))?;
        Ok(named.followed_by(self.of_maven()?))
    }

    /// Nothing where Maven is not to be asked.
    fn of_maven(&self) -> Result<ClassPath, CliError> {
        let failed = |e: &dyn Display| CliError::Arguments(format!("--maven: {e}"));
        let pom = match &self.maven {
            None => return Ok(ClassPath::default()),
            Some(None) => maven::nearest_pom().map_err(|e| failed(&e))?,
            Some(Some(named)) => named.clone(),
        };
        let text = maven::class_path(&pom).map_err(|e| failed(&e))?;
        ClassPath::parse(&text.to_string_lossy()).map_err(|e| failed(&e))
    }

    /// The JDK that is named, or the one that is found.
    pub fn java_home(&self) -> Result<Option<JavaHome>, CliError> {
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
    pub fn open(&self) -> Result<Option<Arc<ClassFiles>>, CliError> {
        let files = ClassFiles::open(&self.entries()?, self.java_home()?.as_ref());
        let files =
            files.map_err(|e| CliError::Arguments(format!("--class-path, CLASSPATH or --jdk: {e}")))?;
        Ok((!files.is_empty()).then(|| Arc::new(files)))
    }
}
