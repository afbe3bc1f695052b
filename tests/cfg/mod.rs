//! Graphs of whole programs: that they are well-formed, that mutants change what they must and nothing else, and
//! that walking a graph is running the program.

mod corpus;

use std::path::{Path, PathBuf};

use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::Program;
use jatpg::syntax::source::SourceFile;

fn java_files(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            java_files(&path, files);
        } else if path.extension().is_some_and(|e| e == "java") {
            files.push(path);
        }
    }
}

/// The programs of the corpus, each file a program but for those that need each other.
fn corpus() -> Vec<(String, Program)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs");
    let mut files = Vec::new();
    java_files(&root, &mut files);
    let mut programs = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a text");
        let name = path.strip_prefix(&root).expect("inside").display().to_string();
        // Files of a package name each other.
        let folder = path.parent().expect("a folder");
        let source_path = if name.contains("/org/") { root.join("features") } else { folder.to_path_buf() };
        let file = SourceFile::new(path.clone(), text);
        let options = LoadOptions { source_path: Some(source_path) };
        match Program::load(vec![file], &options) {
            Ok(program) => programs.push((name, program)),
            Err(errors) => panic!("{name}: {}", errors[0]),
        }
    }
    programs
}
