//! Ordinary classes of today's Java: javac accepts them, and the test inputs reach most of what they do.

use std::path::Path;
use std::sync::Arc;

use jatpg::class_files::ClassFiles;
use jatpg::class_files::class_path::ClassPath;
use jatpg::class_files::java_home::JavaHome;
use jatpg::engine::subject::Subject;
use jatpg::mutate::operator::OperatorSet;
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::Program;
use jatpg::syntax::source::SourceFile;

use super::values::{survivors, tested};
use super::{candidates, judge};
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
    let options = with_classes_of(&jdk);
    for (name, most) in REACHED {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("programs/business/{name}.java"));
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let source = SourceFile::new(path, text);
        let program = Program::load_with_implementers(vec![source], &options).expect("a valid program");
        let alive = survivors(&tested(program, "ROR,SDL,AORB,COI,ODL"));
        assert!(alive.len() <= most, "{name}: {} survive: {alive:?}", alive.len());
    }
}

/// The options by which a program sees the classes of a JDK.
fn with_classes_of(jdk: &Jdk) -> LoadOptions {
    let home = JavaHome::at(jdk.home()).expect("a JDK");
    let files = ClassFiles::open(&ClassPath::default(), Some(&home)).expect("an image");
    LoadOptions { class_files: Some(Arc::new(files)), ..LoadOptions::default() }
}

#[test]
fn no_candidate_names_a_constant_of_which_the_name_alone_is_known() {
    let test = "no_candidate_names_a_constant_of_which_the_name_alone_is_known";
    let Some(jdk) = Jdk::standard() else { return jdk::skipped(test, "JDK") };
    let text = "class Unit { static int is(java.util.Locale locale) { return locale == null ? 1 : 2; } }";
    let source = SourceFile::new("Unit.java".into(), text.to_owned());
    let program = Program::load_with_implementers(vec![source], &with_classes_of(&jdk)).expect("valid");
    let subject = Subject::new(program, &[], &OperatorSet::parse("ROR").expect("an operator"));
    let candidates = candidates(&subject, 0..64);
    assert!(candidates.iter().any(|driver| driver.text().contains("Locale.")));
    for driver in candidates {
        assert!(judge(&subject, &driver).is_ok(), "{}", driver.text());
    }
}

#[test]
fn what_is_written_to_a_writer_shows_and_readers_have_a_text() {
    let test = "what_is_written_to_a_writer_shows_and_readers_have_a_text";
    let Some(jdk) = Jdk::standard() else { return jdk::skipped(test, "JDK") };
    let text = "import java.io.*;
    class Unit {
        static void put(Writer out, int n) throws IOException { out.write(n > 3 ? \"many\" : \"few\"); }
        static int first(Reader in) throws IOException { return in.read() == 'a' ? 1 : in.read(); }
        static int next(InputStream in) throws IOException { in.read(); return in.read(); }
    }";
    let source = SourceFile::new("Unit.java".into(), text.to_owned());
    let program = Program::load_with_implementers(vec![source], &with_classes_of(&jdk)).expect("valid");
    assert_eq!(survivors(&tested(program, "COI,SDL,ROR")), ["n > 3 -> n >= 3"; 0]);
}
