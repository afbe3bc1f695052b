//! Where the corpus lies.

use std::path::{Path, PathBuf};

/// The programs that jatpg was developed on, by their paths from the repository's root, in order: all under `programs/`
/// but those of [`field`], [`business`] and [`modern`].
pub(crate) fn programs() -> Vec<PathBuf> {
    let paths: Vec<PathBuf> = files_under("programs", "java")
        .into_iter()
        .filter(|path| {
            !["programs/field", "programs/business", "programs/modern"]
                .iter()
                .any(|folder| path.starts_with(folder))
        })
        .collect();
    assert!(paths.len() > 100, "the corpus is there");
    paths
}

/// The programs that nothing is tuned to, likewise.
pub(crate) fn field() -> Vec<PathBuf> {
    let paths = files_under("programs/field", "java");
    assert!(paths.len() >= 44, "the field is there");
    paths
}

/// Ordinary classes of today's Java, which use the JDK's own, likewise.
pub(crate) fn business() -> Vec<PathBuf> {
    let paths = files_under("programs/business", "java");
    assert!(paths.len() >= 10, "they are there");
    paths
}

/// Classes of Java as it is since version 21, likewise.
pub(crate) fn modern() -> Vec<PathBuf> {
    let paths = files_under("programs/modern", "java");
    assert!(paths.len() >= 10, "they are there");
    paths
}

/// The files with this extension below a folder, by their paths from the repository's root, in order.
pub(crate) fn files_under(folder: &str, extension: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    files_with(extension, &root.join(folder), &mut paths);
    paths.sort();
    paths.iter().map(|path| path.strip_prefix(root).expect("it lies below").to_owned()).collect()
}

/// The Java files below a folder, in order.
pub(crate) fn java_files(folder: &Path, paths: &mut Vec<PathBuf>) {
    files_with("java", folder, paths);
}

fn files_with(wanted: &str, folder: &Path, paths: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut entries: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files_with(wanted, &path, paths);
        } else if path.extension().is_some_and(|extension| extension == wanted) {
            paths.push(path);
        }
    }
}
