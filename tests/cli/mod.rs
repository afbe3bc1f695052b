//! The command line: what it says to input that it cannot use, and how it ends then.

use std::path::Path;
use std::process::{Command, Output};

fn jatpg(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jatpg"));
    command.current_dir(folder).args(arguments).output().expect("it starts")
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn folder_with(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    folder
}

const UNIT: &str = "class Unit { static int half(int n) { return n / 2; } }";

#[test]
fn a_file_in_the_place_of_the_output_folder_is_refused_before_any_work() {
    let folder = folder_with(&[("Unit.java", UNIT), ("out", "")]);
    for out in ["out", "out/below"] {
        let output = jatpg(folder.path(), &["generate", "Unit.java", "--out", out]);
        assert_eq!(output.status.code(), Some(2));
        assert!(errors(&output).contains("out is a file"), "{}", errors(&output));
    }
}

#[test]
fn a_report_of_another_version_is_named_as_such() {
    let folder = folder_with(&[("Unit.java", UNIT), ("report.json", r#"{"version": 7, "other": []}"#)]);
    let output = jatpg(folder.path(), &["simulate", "Unit.java", "--tests", "report.json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(errors(&output).contains("report of version 7"), "{}", errors(&output));
}

#[test]
fn a_test_class_of_the_run_before_that_no_report_speaks_of_any_more_is_named() {
    let other = "class Other { static int twice(int n) { return n * 2; } }";
    let folder = folder_with(&[("Unit.java", UNIT), ("Other.java", other)]);
    let first = jatpg(folder.path(), &["generate", "Unit.java", "--out", "out"]);
    assert_eq!((first.status.code(), errors(&first)), (Some(0), String::new()));
    let second = jatpg(folder.path(), &["generate", "Other.java", "--out", "out"]);
    assert!(
        errors(&second).contains("UnitTest.java is a test class of the run before"),
        "{}",
        errors(&second)
    );
    assert_eq!(second.status.code(), Some(0));
}

#[test]
fn files_without_anything_to_do_say_so() {
    let folder = folder_with(&[("Empty.java", ""), ("Field.java", "class Field { int x; }")]);
    for (file, said) in [("Empty.java", "declare no class"), ("Field.java", "nothing to mutate")] {
        let output = jatpg(folder.path(), &["generate", file, "--out", "out"]);
        assert_eq!(output.status.code(), Some(0));
        assert!(errors(&output).contains(said), "{}", errors(&output));
        assert!(String::from_utf8_lossy(&output.stdout).starts_with(&format!("{file}: 0 mutants")));
    }
}
