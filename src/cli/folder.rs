//! The folder that a run writes to.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::cli::CliError;
use crate::report::json::Report;
use crate::report::junit;

/// Whether files can be written below `folder`, as far as that can be said without making it: the part of its path
/// that exists is a folder.
pub fn check(folder: &Path) -> Result<(), CliError> {
    let existing = folder.ancestors().find(|path| !path.as_os_str().is_empty() && path.exists());
    match existing {
        Some(path) if !path.is_dir() => Err(CliError::Arguments(format!(
            "--out {}: {} is a file; name a folder",
            folder.display(),
            path.display()
        ))),
        _ => Ok(()),
    }
}

/// The test classes in the folder that the report which lies there speaks of, by their paths.
pub fn test_classes_of_last_run(folder: &Path) -> BTreeSet<PathBuf> {
    let text = std::fs::read_to_string(folder.join("report.json")).ok();
    let last = text.and_then(|text| Report::parse(&text).ok());
    let names = last.as_ref().map(junit::test_names).unwrap_or_default();
    names.values().map(|name| folder.join(name.path())).filter(|path| path.exists()).collect()
}
