//! Graphs of whole programs: that they are well-formed, that mutants change what they must and nothing else, and
//! that walking a graph is running the program.

mod corpus;
mod machine;
mod walk;

use std::path::Path;

use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::Program;
use jatpg::syntax::source::SourceFile;

/// The programs of the corpus, each file a program but for those that need each other.
fn corpus() -> Vec<(String, Program)> {
    corpus_with(|_| Vec::new())
}

/// The same, each with further files, made from its text.
fn corpus_with(further: impl Fn(&str) -> Vec<SourceFile>) -> Vec<(String, Program)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut programs = Vec::new();
    for name in crate::support::corpus::programs() {
        let path = root.join(&name);
        let text = std::fs::read_to_string(&path).expect("a text");
        let name = name.display().to_string();
        // Files of a package name each other.
        let folder = path.parent().expect("a folder");
        let source_path =
            if name.contains("/org/") { root.join("programs/features") } else { folder.to_path_buf() };
        let mut files = further(&text);
        files.insert(0, SourceFile::new(path.clone(), text));
        let options = LoadOptions { source_path: Some(source_path), ..LoadOptions::default() };
        match Program::load(files, &options) {
            Ok(program) => programs.push((name, program)),
            Err(errors) => panic!("{name}: {}", errors[0]),
        }
    }
    programs
}
