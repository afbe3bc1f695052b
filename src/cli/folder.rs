//! The folder that a run writes to.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::cli::CliError;
use crate::report::json::VERSION;
use crate::report::junit;

/// Whether files can be written below `folder`: it is tried, and nothing is left behind.
pub fn check(folder: &Path) -> Result<(), CliError> {
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

/// What a report says of its test classes; all that it says of kills is passed over.
#[derive(Deserialize)]
struct LastRun {
    version: u32,
    methods: Vec<Named>,
    #[serde(default)]
    tests: Vec<TestOf>,
}

#[derive(Deserialize)]
struct Named {
    name: String,
}

#[derive(Deserialize)]
struct TestOf {
    method: String,
    #[serde(default)]
    package: String,
}

/// The test classes in the folder that the report which lies there speaks of, by their paths.
pub fn test_classes_of_last_run(folder: &Path) -> BTreeSet<PathBuf> {
    let text = std::fs::read_to_string(folder.join("report.json")).ok();
    let last: Option<LastRun> = text.and_then(|text| serde_json::from_str(&text).ok());
    let Some(last) = last.filter(|last| last.version == VERSION) else { return BTreeSet::new() };
    let tests = last.tests.iter().map(|test| (&*test.package, &*test.method));
    let classes = junit::test_classes(last.methods.iter().map(|method| &*method.name), tests);
    classes.into_iter().map(|path| folder.join(path)).filter(|path| path.exists()).collect()
}
