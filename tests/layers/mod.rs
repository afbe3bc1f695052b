//! A stage knows the stages before it and none after it: read from the paths in the sources.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::support::corpus::files_under;

/// The stages, each behind all that it may know; those that know nothing of one another stand beside one another in
/// no special order.
const ORDER: [&str; 24] = [
    "index",
    "reading",
    "budget",
    "jvm",
    "class_files",
    "syntax",
    "sema",
    "term",
    "cfg",
    "analysis",
    "frames",
    "symbolic",
    "mutate",
    "goal",
    "exec",
    "driver",
    "roa",
    "dalg",
    "engine",
    "report",
    "versions",
    "atg",
    "confirm",
    "cli",
];

fn stage(path: &Path) -> String {
    let inside = path.strip_prefix("src").expect("below the sources");
    let first = inside.components().next().expect("a file").as_os_str().to_string_lossy().into_owned();
    first.trim_end_matches(".rs").to_owned()
}

/// The stages that a file names, but in comments.
fn named(text: &str) -> BTreeSet<&str> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let paths = code.flat_map(|line| line.split("crate::").skip(1));
    paths
        .map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default())
        .collect()
}

#[test]
fn a_stage_knows_the_stages_before_it_and_none_after_it() {
    let place = |stage: &str| ORDER.iter().position(|&s| s == stage);
    let mut back = Vec::new();
    for path in files_under("src", "rs") {
        let own = stage(&path);
        // The crate's root and the builder of the library are made of all.
        let Some(own_place) = place(&own) else {
            assert!(matches!(&*own, "lib" | "main" | "build"), "{own} is no stage");
            continue;
        };
        let text = fs::read_to_string(&path).expect("a source");
        for other in named(&text) {
            if place(other).is_some_and(|other| other > own_place) {
                back.push(format!("{}: {other}", path.display()));
            }
        }
    }
    assert!(back.is_empty(), "these know a later stage: {back:#?}");
}
