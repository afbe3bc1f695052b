//! The library's sources, which are part of the program text of jatpg itself.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use include_dir::{Dir, File, include_dir};
use rustc_hash::FxHashMap;

static LIBRARY: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/library");

/// The files by path: the folder itself is searched from end to end each time, most often for what it does not have.
static FILES: LazyLock<FxHashMap<&Path, &File<'_>>> = LazyLock::new(|| {
    let mut files = FxHashMap::default();
    let mut folders = vec![&LIBRARY];
    while let Some(folder) = folders.pop() {
        files.extend(folder.files().map(|file| (file.path(), file)));
        folders.extend(folder.dirs());
    }
    files
});

/// The path and the source of a top-level class of the library.
pub(super) fn class_file(package: &str, name: &str) -> Option<(PathBuf, &'static str)> {
    let path = format!("{}/{name}.java", package.replace('.', "/"));
    let text = FILES.get(Path::new(&path))?.contents_utf8()?;
    Some((Path::new("library").join(path), text))
}

pub(super) fn has_package(package: &str) -> bool {
    !package.is_empty() && LIBRARY.get_dir(package.replace('.', "/")).is_some()
}

/// The names of all its top-level classes with their packages, sorted.
#[cfg(test)]
pub(super) fn all_classes() -> Vec<(String, String)> {
    fn visit(dir: &Dir<'_>, found: &mut Vec<(String, String)>) {
        for file in dir.files() {
            let package = file.path().parent().map(|p| p.to_string_lossy().replace('/', "."));
            let name = file.path().file_stem().map(|n| n.to_string_lossy().into_owned());
            found.extend(package.zip(name));
        }
        for inner in dir.dirs() {
            visit(inner, found);
        }
    }
    let mut found = Vec::new();
    visit(&LIBRARY, &mut found);
    found.sort();
    found
}
