//! Emitted classes read as the snapshots show, and javac compiles them without a warning.

use jatpg::confirm::stand_in;
use jatpg::report::junit::{JUnitVersion, Options, emit};

use super::bench;
use crate::support::jdk::{self, Jdk};

fn emitted(version: JUnitVersion) -> String {
    let files = emit(&bench::report(), &Options::new(version));
    assert_eq!(files.len(), 1);
    assert_eq!(files[0].path, "demo/bench/BenchJatpgTest.java");
    assert!(files[0].text.is_ascii());
    files[0].text.clone()
}

fn check_snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots/junit"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

#[test]
fn a_junit_5_class_reads_as_its_snapshot() {
    check_snapshot("junit5", &emitted(JUnitVersion::JUnit5));
}

#[test]
fn a_junit_4_class_reads_as_its_snapshot() {
    check_snapshot("junit4", &emitted(JUnitVersion::JUnit4));
}

/// Compiles files with every warning on; returns what javac says.
fn compile(jdk: &Jdk, files: &[(&str, &str)]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut javac = jdk.javac();
    javac.args(["-Xlint:all", "-encoding", "UTF-8", "-d"]).arg(folder.path().join("classes"));
    for (path, text) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        javac.arg(path);
    }
    let output = javac.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    said
}

#[test]
fn emitted_classes_compile_without_a_warning() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("emitted_classes_compile_without_a_warning", "JDK");
    };
    for version in [JUnitVersion::JUnit5, JUnitVersion::JUnit4] {
        let text = emitted(version);
        let mut files =
            vec![("demo/bench/Bench.java", bench::SOURCE), ("demo/bench/BenchJatpgTest.java", &text)];
        files.extend(stand_in::SOURCES);
        let said = compile(&jdk, &files);
        assert!(!said.contains("BenchJatpgTest"), "{said}");
    }
}

#[test]
fn values_beyond_the_limits_of_methods_and_constants_compile() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("values_beyond_the_limits_of_methods_and_constants_compile", "JDK");
    };
    let mut report = bench::report();
    let test = &mut report.tests[5];
    test.inputs[0] = format!("int[] values = {{{}}};", vec!["1234567"; 20_000].join(", "));
    test.inputs.insert(0, format!("int[][] rows = {{{}}};", vec!["{1, 2}, null"; 10_000].join(", ")));
    let test = &mut report.tests[9];
    test.outcome.out = "\u{5b57}\0\"".repeat(40_000);
    let text = emit(&report, &Options::new(JUnitVersion::JUnit5)).remove(0).text;
    let mut files =
        vec![("demo/bench/Bench.java", bench::SOURCE), ("demo/bench/BenchJatpgTest.java", text.as_str())];
    files.extend(stand_in::SOURCES);
    compile(&jdk, &files);
}
