//! The corpus is valid Java within the subset.

use std::fs;
use std::path::{Path, PathBuf};

use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::{BodyState, Program, Role};
use jatpg::syntax::source::SourceFile;

use crate::support::corpus::java_files;

/// The folder above the packages.
fn root(path: &Path, text: &str) -> PathBuf {
    let package = text.lines().find_map(|line| line.strip_prefix("package ")?.strip_suffix(';'));
    let depth = package.map_or(0, |p| p.split('.').count());
    path.ancestors().nth(depth + 1).expect("a folder").to_owned()
}

#[test]
fn every_body_of_the_corpus_is_typed() {
    let mut files = Vec::new();
    java_files(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/programs")), &mut files);
    // Those name classes of the JDK, which are not loaded here.
    let is_left_out = |folder: &std::ffi::OsStr| folder == "business" || folder == "modern";
    files.retain(|path| !path.components().any(|folder| is_left_out(folder.as_os_str())));
    files.sort();
    assert!(!files.is_empty());
    let mut complaints = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path).expect("a readable file");
        let name = path.display().to_string();
        let options = LoadOptions { source_path: Some(root(&path, &text)), ..LoadOptions::default() };
        match Program::load(vec![SourceFile::new(path, text)], &options) {
            Err(errors) => complaints.extend(errors.iter().map(ToString::to_string)),
            Ok(program) => {
                complaints.extend(program.check().iter().map(ToString::to_string));
                for (id, method) in program.methods.iter_enumerated() {
                    let role = program.role(method.class);
                    if role != Role::Given {
                        continue;
                    }
                    if let BodyState::Unsupported(reasons) = program.body(id) {
                        complaints.push(format!("{name}: {}: {reasons:?}", program.method_name(id)));
                    }
                }
            }
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
