//! The folder that `--source-path` names: classes in package folders, found by name as javac finds them. Where it is not
//! named, it is the folder in which the package folders of the first given file stand.
//! Listings of folders are kept, so that a name that is no class costs no access to the disk.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::syntax::source::SourceFile;
use crate::syntax::tree::{CompilationUnit, Name};

#[derive(Debug)]
pub(super) struct SourcePath {
    root: PathBuf,
    /// It was named: a class of a package that has no file there is none.
    is_named: bool,
    /// The classes that a package's folder has files for; `None` where there is no such folder.
    listings: HashMap<String, Option<HashSet<String>>>,
}

impl SourcePath {
    pub(super) fn new(root: PathBuf) -> Self {
        Self { root, is_named: true, listings: HashMap::new() }
    }

    /// That of the first of these files that stands in the folders of its package.
    pub(super) fn around<'t>(files: impl IntoIterator<Item = &'t CompilationUnit>) -> Option<Self> {
        let root = files.into_iter().find_map(root_of)?;
        Some(Self { is_named: false, ..Self::new(root) })
    }

    /// What holds the folders of the packages.
    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// Whether it holds all classes of a package. (Others may be generated, into another folder.)
    pub(super) fn has_all_of(&mut self, package: &str) -> bool {
        self.is_named && self.has_package(package)
    }

    pub(super) fn has_package(&mut self, package: &str) -> bool {
        self.listing(package).is_some()
    }

    /// The file of a top-level class; none, too, where the one that is there cannot be read.
    pub(super) fn class_file(&mut self, package: &str, name: &str) -> Option<SourceFile> {
        if !self.listing(package)?.contains(name) {
            return None;
        }
        SourceFile::read(&folder(&self.root, package).join(format!("{name}.java"))).ok()
    }

    /// All files of a package that can be read.
    pub(super) fn files(&mut self, package: &str) -> BTreeMap<Name, SourceFile> {
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

/// The folder that holds the folders of a file's package, by the file's path. None for the unnamed package, whose files may
/// stand beside others that have nothing to do with them.
pub fn root_of(file: &CompilationUnit) -> Option<PathBuf> {
    let mut folders = file.source.path.parent()?.ancestors();
    for part in file.package.iter().rev() {
        let folder = folders.next()?;
        if folder.file_name()?.to_str()? != &*part.name {
            return None;
        }
    }
    let root = folders.next().filter(|_| !file.package.is_empty())?;
    Some(if root.as_os_str().is_empty() { PathBuf::from(".") } else { root.to_owned() })
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
