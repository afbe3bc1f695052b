//! `jatpg explain`: the searches that are told are those of the engine, the switches and the limits that are given.

use super::{errors, folder_with, jatpg};

const FAR_GUARD: &str = include_str!("../../programs/papers/FarGuard.java");
const ID: &str = "ROR_42";

/// Whether the search that is told finds a test.
fn finds(arguments: &[&str]) -> bool {
    let folder = folder_with(&[("FarGuard.java", FAR_GUARD)]);
    let output = jatpg(folder.path(), &[&["explain", "FarGuard.java", ID], arguments].concat());
    assert_eq!((output.status.code(), errors(&output)), (Some(0), String::new()), "{arguments:?}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(text.contains("Search in 1 time frame"), "{text}");
    text.contains("the test kills")
}

#[test]
fn the_search_is_that_of_the_engine_with_its_switches_and_limits() {
    assert!(finds(&[]) && finds(&["--engine", "atg"]));
    assert!(!finds(&["--engine", "d-previous"]));
    assert!(finds(&["--engine", "d-previous", "--with", "ec-assist"]));
    assert!(!finds(&["--engine", "d-previous", "--with", "ec-assist", "--k-ec", "0", "--backtracks", "0"]));
}

#[test]
fn an_engine_without_a_local_search_has_none_to_be_told() {
    let folder = folder_with(&[("FarGuard.java", FAR_GUARD)]);
    let output = jatpg(folder.path(), &["explain", "FarGuard.java", ID, "--engine", "random"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(errors(&output).contains("--engine random has no search"), "{}", errors(&output));
}
