//! The programs of a command line that names files and folders.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::cli::CliError;

/// The files as they are named, and all Java files below each folder, in order; each once, by the first of its paths.
pub(super) fn programs(paths: &[PathBuf]) -> Result<Vec<PathBuf>, CliError> {
    let mut programs: Vec<PathBuf> = Vec::new();
    let mut known = BTreeSet::new();
    for path in paths {
        let mut found = Vec::new();
        if path.is_dir() {
            below(path, &mut found);
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
            if known.insert(program.canonicalize().unwrap_or_else(|_| program.clone())) {
                programs.push(program);
            }
        }
    }
    Ok(programs)
}

/// A link to a folder is not followed: it may lead back. A folder that cannot be read stands for itself, so that it is told as a file is,
/// and the others go on.
fn below(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<std::fs::DirEntry>, _>>);
    let Ok(mut entries) = entries else {
        return found.push(folder.to_owned());
    };
    entries.sort_by_key(std::fs::DirEntry::path);
    for entry in entries {
        let path = entry.path();
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            below(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "java") && path.is_file() {
            found.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_cannot_be_read_stands_for_itself() {
        let missing = Path::new("no/such/folder");
        let mut found = Vec::new();
        below(missing, &mut found);
        assert_eq!(found, [missing]);
    }
}
