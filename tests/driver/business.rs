//! Ordinary classes of today's Java: javac accepts them, and the test inputs reach most of what they do.

use std::path::Path;
use std::sync::Arc;

use jatpg::class_files::ClassFiles;
use jatpg::class_files::class_path::ClassPath;
use jatpg::class_files::java_home::JavaHome;
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::Program;
use jatpg::syntax::source::SourceFile;

use super::values::{survivors, tested};
use crate::support::corpus::{business, modern};
use crate::support::javac::compile;
use crate::support::jdk::{self, Jdk};

/// Of these classes no object is made but by what this folder is about: so many mutants may survive.
const REACHED: [(&str, usize); 3] = [("Mail", 10), ("OrderService", 20), ("LruCache", 16)];

#[test]
fn javac_accepts_the_business_programs() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("javac_accepts_the_business_programs", "JDK");
    };
    let read = |path: &Path| std::fs::read_to_string(path).expect("a readable file");
    let programs: Vec<_> = business()
        .iter()
        .map(|path| vec![(path.file_name().expect("a file").to_string_lossy().into_owned(), read(path))])
        .collect();
    let refused: Vec<String> = compile(&jdk, &programs).into_iter().filter_map(Result::err).collect();
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}

#[test]
fn javac_accepts_the_modern_programs() {
    let Some(jdk) = Jdk::newer() else {
        return jdk::skipped("javac_accepts_the_modern_programs", "JDK 21");
    };
    let read = |path: &Path| std::fs::read_to_string(path).expect("a readable file");
    let programs: Vec<_> = modern()
        .iter()
        .map(|path| vec![(path.file_name().expect("a file").to_string_lossy().into_owned(), read(path))])
        .collect();
    let refused: Vec<String> = compile(&jdk, &programs).into_iter().filter_map(Result::err).collect();
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}

#[test]
fn services_builders_and_caches_get_the_objects_that_they_need() {
    let test = "services_builders_and_caches_get_the_objects_that_they_need";
    let Some(jdk) = Jdk::standard() else { return jdk::skipped(test, "JDK") };
    let home = JavaHome::at(jdk.home()).expect("a JDK");
    let files = ClassFiles::open(&ClassPath::default(), Some(&home)).expect("an image");
    let files = Arc::new(files);
    for (name, most) in REACHED {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("programs/business/{name}.java"));
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let options = LoadOptions { class_files: Some(Arc::clone(&files)), ..LoadOptions::default() };
        let source = SourceFile::new(path, text);
        let program = Program::load_with_implementers(vec![source], &options).expect("a valid program");
        let alive = survivors(&tested(program, "ROR,SDL,AORB,COI,ODL"));
        assert!(alive.len() <= most, "{name}: {} survive: {alive:?}", alive.len());
    }
}
