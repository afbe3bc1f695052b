//! The folder that a run writes to.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use indexmap::IndexMap;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

use crate::cli::{CliError, shell};
use crate::reading;
use crate::report::json::VERSION;
use crate::report::junit::{self, Naming};

/// Whether files can be written below `folder`: it is tried, and nothing is left behind.
pub(super) fn check(folder: &Path) -> Result<(), CliError> {
    let existing = folder.ancestors().find(|path| !path.as_os_str().is_empty() && path.exists());
    if let Some(path) = existing.filter(|path| !path.is_dir()) {
        let file = path.display();
        return Err(CliError::Arguments(format!(
            "--out {}: {file} is a file; name a folder",
            folder.display()
        )));
    }
    try_to_write(folder).map_err(|error| {
        CliError::Arguments(format!("--out {}: nothing can be written there: {error}", folder.display()))
    })
}

/// Makes the folder and a file in it, and takes away what was not there before.
fn try_to_write(folder: &Path) -> std::io::Result<()> {
    let missing: Vec<&Path> =
        folder.ancestors().take_while(|path| !path.as_os_str().is_empty() && !path.exists()).collect();
    let inside = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let tried = std::fs::create_dir_all(inside).and_then(|()| tempfile::NamedTempFile::new_in(inside));
    let result = tried.map(drop);
    // What another process has put there in the meantime stays, and its folder with it.
    missing.into_iter().for_each(|path| drop(std::fs::remove_dir(path)));
    result
}

/// The file of the report in a folder.
pub(super) const REPORT: &str = "report.json";

/// Refuses to write where a file lies that jatpg has not made: a user's own is never replaced unasked.
pub(super) fn refuse_foreign(paths: impl IntoIterator<Item = PathBuf>) -> Result<(), CliError> {
    let foreign = paths.into_iter().filter(|path| path.symlink_metadata().is_ok() && !is_of_jatpg(path));
    let foreign: Vec<String> = foreign.map(|path| shell::word(&path)).collect();
    let (verb, them) = match foreign.len() {
        0 => return Ok(()),
        1 => ("exists and was not made by jatpg, or was changed since", "it"),
        _ => ("exist and were not made by jatpg, or were changed since", "them"),
    };
    Err(CliError::Arguments(format!(
        "{} {verb}: nothing is written. Give another folder (--out), other names of test classes (--test-name), or \
         --force to replace {them}",
        foreign.join(", ")
    )))
}

/// A test class says so in its first line, and whether somebody has changed it; a report is known by what it has.
fn is_of_jatpg(path: &Path) -> bool {
    #[derive(Deserialize)]
    struct AnyReport {
        #[serde(rename = "version")]
        _version: u32,
        #[serde(rename = "files")]
        _files: Vec<String>,
        #[serde(rename = "methods")]
        _methods: Vec<IgnoredAny>,
        #[serde(rename = "mutants")]
        _mutants: Vec<IgnoredAny>,
    }
    let Ok(content) = reading::text(path) else { return false };
    let is_report = || content.starts_with('{') && serde_json::from_str::<AnyReport>(&content).is_ok();
    if path.ends_with(REPORT) { is_report() } else { junit::is_of_jatpg(&content) }
}

/// What a report says of its test classes; all that it says of kills is passed over.
#[derive(Deserialize)]
struct LastRun {
    version: u32,
    #[serde(default)]
    options: IndexMap<String, Value>,
    methods: Vec<Named>,
    #[serde(default)]
    tests: Vec<TestOf>,
}

#[derive(Deserialize)]
struct Named {
    #[serde(default)]
    file: String,
    name: String,
    #[serde(default)]
    package: String,
}

#[derive(Deserialize)]
struct TestOf {
    method: String,
    #[serde(default)]
    class: Option<String>,
    #[serde(default)]
    package: String,
}

/// The test classes in the folder that the report which lies there speaks of, by their paths; what a user has put in
/// their place is none.
pub(super) fn test_classes_of_last_run(folder: &Path) -> BTreeSet<PathBuf> {
    let text = reading::text(&folder.join(REPORT)).ok();
    let last: Option<LastRun> = text.and_then(|text| serde_json::from_str(&text).ok());
    let Some(last) = last.filter(|last| last.version == VERSION) else { return BTreeSet::new() };
    let methods = last.methods.iter().map(|m| (&*m.file, &*m.package, &*m.name));
    let tested = last.tests.iter().map(|t| (&*t.package, t.class.as_deref().unwrap_or(&t.method)));
    let classes = junit::Classes::of(Naming::of(&last.options), methods).test_classes(tested);
    classes.into_iter().map(|path| folder.join(path)).filter(|path| is_of_jatpg(path)).collect()
}
