//! The folder that `--source-path` names: classes in package folders, found by name as javac finds them.
//! Listings of folders are kept, so that a name that is no class costs no access to the disk.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::syntax::source::SourceFile;

/// A source file beyond this is not read; javac's own limits are far below.
const MAX_FILE_BYTES: u64 = 64 << 20;

#[derive(Debug)]
pub(super) struct SourcePath {
    root: PathBuf,
    /// The classes that a package's folder has files for; `None` where there is no such folder.
    listings: HashMap<String, Option<HashSet<String>>>,
}

impl SourcePath {
    pub fn new(root: PathBuf) -> Self {
        Self { root, listings: HashMap::new() }
    }

    pub fn has_package(&mut self, package: &str) -> bool {
        self.listing(package).is_some()
    }

    /// The file of a top-level class. `Err` says why a file that is there cannot be read.
    pub fn class_file(&mut self, package: &str, name: &str) -> Option<Result<SourceFile, String>> {
        if !self.listing(package)?.contains(name) {
            return None;
        }
        let path = folder(&self.root, package).join(format!("{name}.java"));
        Some(read(path))
    }

    fn listing(&mut self, package: &str) -> Option<&HashSet<String>> {
        if !self.listings.contains_key(package) {
            let listing = list(&folder(&self.root, package));
            self.listings.insert(package.to_owned(), listing);
        }
        self.listings.get(package)?.as_ref()
    }
}

fn folder(root: &Path, package: &str) -> PathBuf {
    let mut path = root.to_owned();
    path.extend(package.split('.').filter(|part| !part.is_empty()));
    path
}

fn list(folder: &Path) -> Option<HashSet<String>> {
    let mut classes = HashSet::new();
    for entry in fs::read_dir(folder).ok()?.flatten() {
        if let Some(class) = entry.file_name().to_str().and_then(|name| name.strip_suffix(".java")) {
            classes.insert(class.to_owned());
        }
    }
    Some(classes)
}

fn read(path: PathBuf) -> Result<SourceFile, String> {
    let describe = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let length = fs::metadata(&path).map_err(|e| describe(&e))?.len();
    if length > MAX_FILE_BYTES {
        return Err(describe(&"the file is too large"));
    }
    let bytes = fs::read(&path).map_err(|e| describe(&e))?;
    let text = String::from_utf8(bytes).map_err(|e| describe(&e))?;
    Ok(SourceFile::new(path, text))
}
