//! The library: sources of our own that are part of the program text of jatpg itself, with the trees that the build
//! (`src/build.rs`) made of them.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use rustc_hash::FxHashMap;

use crate::syntax::source::SourceFile;
use crate::syntax::stored::{self, StoredFile};
use crate::syntax::tree::CompilationUnit;

static TREES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/library.trees"));

/// The files by path: `java/lang/String.java`.
static FILES: LazyLock<FxHashMap<&str, StoredFile<'_>>> =
    LazyLock::new(|| postcard::from_bytes(TREES).expect("the build wrote these bytes"));

/// The file of a top-level class of the library.
pub(super) fn class_tree(package: &str, name: &str) -> Option<CompilationUnit> {
    let path = format!("{}/{name}.java", package.replace('.', "/"));
    let file = FILES.get(&*path)?;
    let source = SourceFile::new(Path::new("library").join(path), file.text.to_owned());
    Some(stored::read(file.tree, Arc::new(source)).expect("the build wrote these bytes"))
}

pub(super) fn has_package(package: &str) -> bool {
    let path = package.replace('.', "/");
    // `java` is one for the sake of those in it.
    let is_in = |file: &str| file.strip_prefix(&*path).is_some_and(|rest| rest.starts_with('/'));
    !package.is_empty() && FILES.keys().any(|file| is_in(file))
}

/// The names of all its top-level classes with their packages, sorted.
pub(super) fn all_classes() -> Vec<(String, String)> {
    let class = |path: &&str| {
        let (package, name) = path.strip_suffix(".java")?.rsplit_once('/')?;
        Some((package.replace('/', "."), name.to_owned()))
    };
    let mut found: Vec<_> = FILES.keys().filter_map(class).collect();
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parser::parse;

    #[test]
    fn the_stored_trees_are_those_that_the_parser_makes() {
        let classes = all_classes();
        assert!(classes.len() > 80, "{} files", classes.len());
        for (package, name) in classes {
            let stored = class_tree(&package, &name).expect("all classes have a tree");
            let parsed = parse(stored.source.clone()).expect("the build parsed it");
            assert_eq!(format!("{stored:?}"), format!("{parsed:?}"), "{package}.{name}");
        }
    }
}
