//! The library is real Java: javac compiles it in place of the JDK's own classes, and our parser reads it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use jatpg::syntax::parser::parse;
use jatpg::syntax::source::SourceFile;
use jatpg::syntax::tree::CompilationUnit;

use crate::support::jdk::{Jdk, skipped};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("library")
}

/// All files of the library, sorted.
fn files() -> Vec<PathBuf> {
    let mut folders = vec![folder()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder of the library").flatten() {
            let path = entry.path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    files
}

/// Their syntax trees.
pub(crate) fn trees() -> Vec<CompilationUnit> {
    let read = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).expect("a file of the library");
        parse(Arc::new(SourceFile::new(path.clone(), text))).expect("the parser reads the library")
    };
    files().iter().map(read).collect()
}

#[test]
fn javac_compiles_the_library() {
    let Some(jdk) = Jdk::standard() else {
        return skipped("javac_compiles_the_library", "JDK");
    };
    let classes = tempfile::tempdir().expect("a temporary folder");
    let output = jdk
        .javac()
        .arg(format!("--patch-module=java.base={}", folder().display()))
        .args(["-Xlint:none", "-encoding", "UTF-8", "-d"])
        .arg(classes.path())
        .args(files())
        .output()
        .expect("javac starts");
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "javac rejects the library:\n{messages}");
}
