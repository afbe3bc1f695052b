//! A stage knows the stages before it and none after it: read from the paths in the sources. And whoever looks for something in a
//! stage is led to a file of it: each table names them all.

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

/// The modules of a folder: its files, and the folders in it.
fn modules(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let sources = entries.filter(|path| path.is_dir() || path.extension().is_some_and(|e| e == "rs"));
    let names = sources.filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()));
    names.filter(|name| name != "mod").collect()
}

/// What the table in a folder's doc names, in its order; nothing where it has none.
fn looked_up(doc: &str) -> Vec<String> {
    let rows = doc.lines().skip_while(|line| !line.starts_with("//! | looking for | file |")).skip(2);
    let rows = rows.map_while(|line| line.strip_prefix("//! |"));
    let cells = rows.filter_map(|row| row.split('|').nth(1)).flat_map(|cell| cell.split(','));
    cells.map(|name| name.trim().trim_matches('`').to_owned()).collect()
}

#[test]
fn the_table_of_each_stage_names_each_of_its_files_once() {
    let mut wrong = Vec::new();
    for stage in ORDER {
        let folder = Path::new("src").join(stage);
        let Ok(doc) = fs::read_to_string(folder.join("mod.rs")) else { continue };
        let (mut left, own) = (modules(&folder), folder.join("mod.rs"));
        for name in looked_up(&doc) {
            if !left.remove(&name) {
                wrong.push(format!("{}: `{name}` is not there, or stands twice", own.display()));
            }
        }
        wrong.extend(left.iter().map(|name| format!("{}: nothing leads to `{name}`", own.display())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
