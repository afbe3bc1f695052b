//! Where the corpus lies.

use std::path::{Path, PathBuf};

/// Every program under `programs/`, by its path from the repository's root, in order.
pub fn programs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    java_files(&root.join("programs"), &mut paths);
    paths.sort();
    assert!(paths.len() > 100, "the corpus is there");
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
