//! The programs of a command line that names files and folders.

use std::path::{Path, PathBuf};

use crate::cli::CliError;

/// The files as they are named, and all Java files below each folder, in order; each once.
pub fn programs(paths: &[PathBuf]) -> Result<Vec<PathBuf>, CliError> {
    let mut programs: Vec<PathBuf> = Vec::new();
    for path in paths {
        let mut found = Vec::new();
        if path.is_dir() {
            below(path, &mut found)?;
            if found.is_empty() {
                return Err(CliError::Arguments(format!(
                    "{}: there is no .java file below it",
                    path.display()
                )));
            }
        } else {
            found.push(path.clone());
        }
        for program in found {
            if !programs.contains(&program) {
                programs.push(program);
            }
        }
    }
    Ok(programs)
}

/// A link to a folder is not followed: it may lead back.
fn below(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), CliError> {
    let error =
        |e: std::io::Error| CliError::Read { path: folder.display().to_string(), reason: e.to_string() };
    let entries = std::fs::read_dir(folder).map_err(error)?;
    let mut entries: Vec<std::fs::DirEntry> = entries.collect::<Result<_, _>>().map_err(error)?;
    entries.sort_by_key(std::fs::DirEntry::path);
    for entry in entries {
        let path = entry.path();
        if entry.file_type().map_err(error)?.is_dir() {
            below(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "java") && path.is_file() {
            found.push(path);
        }
    }
    Ok(())
}
