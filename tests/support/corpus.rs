//! Where the corpus lies.

use std::path::{Path, PathBuf};

/// The programs that jatpg was developed on, by their paths from the repository's root, in order: all under `programs/`
/// but those of [`field`].
pub fn programs() -> Vec<PathBuf> {
    let paths: Vec<PathBuf> =
        under("programs").into_iter().filter(|path| !path.starts_with("programs/field")).collect();
    assert!(paths.len() > 100, "the corpus is there");
    paths
}

/// The programs that nothing is tuned to, likewise.
pub fn field() -> Vec<PathBuf> {
    let paths = under("programs/field");
    assert!(paths.len() >= 44, "the field is there");
    paths
}

fn under(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    java_files(&root.join(folder), &mut paths);
    paths.sort();
    paths.iter().map(|path| path.strip_prefix(root).expect("it lies below").to_owned()).collect()
}

/// The Java files below a folder, in order.
pub fn java_files(folder: &Path, paths: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut entries: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            java_files(&path, paths);
        } else if path.extension().is_some_and(|extension| extension == "java") {
            paths.push(path);
        }
    }
}
