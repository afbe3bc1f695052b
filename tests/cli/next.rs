//! Where to look next: the commands that `generate` names can be run as they stand.

use std::process::Command;

use super::{errors, folder_with, jatpg};

#[test]
fn the_command_that_explains_the_first_open_mutant_can_be_given_to_a_shell() {
    let text = "class Unit { static int f(int x) { return x * x == 123456789 ? x / 3 : 0; } }";
    let folder = folder_with(&[("My Unit.java", text)]);
    let output =
        jatpg(folder.path(), &["generate", "My Unit.java", "--engine", "random", "--random-tests", "5"]);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let line = text.lines().find_map(|line| line.strip_prefix("explain  jatpg ")).expect("a next step");
    let shell = format!("'{}' {line}", env!("CARGO_BIN_EXE_jatpg"));
    let told =
        Command::new("sh").current_dir(folder.path()).args(["-c", &shell]).output().expect("it starts");
    assert_eq!((told.status.code(), errors(&told)), (Some(0), String::new()), "{line}");
    assert!(String::from_utf8_lossy(&told.stdout).contains("Unit.f(int)/"), "{line}");
}
