//! The folder that `--source-path` names: classes in package folders, found by name as javac finds them.
//! Listings of folders are kept, so that a name that is no class costs no access to the disk.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::syntax::source::SourceFile;
use crate::syntax::tree::Name;

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

    /// The file of a top-level class; none, too, where the one that is there cannot be read.
    pub fn class_file(&mut self, package: &str, name: &str) -> Option<SourceFile> {
        if !self.listing(package)?.contains(name) {
            return None;
        }
        SourceFile::read(&folder(&self.root, package).join(format!("{name}.java"))).ok()
    }

    /// All files of a package that can be read.
    pub fn files(&mut self, package: &str) -> BTreeMap<Name, SourceFile> {
        let mut names: Vec<String> = self.listing(package).into_iter().flatten().cloned().collect();
        names.sort();
        let read = |name: String| Some((Name::from(name.as_str()), self.class_file(package, &name)?));
        names.into_iter().filter_map(read).collect()
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
