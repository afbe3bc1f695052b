//! What the system makes of each program at the defaults, as one table, `snapshots/system.txt`: a lost proof or a test more is
//! seen in review. A plain run makes one row in twelve anew and compares it, with `JATPG_SOAK` all are; with `JATPG_SYSTEM` all
//! are made and the table is written.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use rayon::prelude::*;
use serde_json::Value;

use crate::support::corpus::{business, field, modern, programs};
use crate::support::jdk::{Jdk, skipped};
use crate::support::soak;

/// The JDK that the table is made with: another one's code may take other ways.
const FEATURE: u32 = 17;

/// Made anew in each run: states come up in them that no run has, which the judge of implication has to know for such.
const ALWAYS: [&str; 1] = ["programs/business/Ring.java"];

const HEAD: &str =
    "program                                          mutants  killed  proven  up to  undecided  tests\n";

/// A row of the table.
fn row(program: &Path, jdk: &Jdk) -> String {
    let out = tempfile::tempdir().expect("a temporary folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_jatpg"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).arg("generate").arg(program);
    if program.starts_with("programs/features") {
        command.args(["--source-path", "programs/features"]);
    }
    let output = command
        .args(["--jobs", "1", "--jdk"])
        .arg(jdk.home())
        .arg("--out")
        .arg(out.path())
        .output()
        .expect("it starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    let text = std::fs::read_to_string(out.path().join("report.json"));
    let text = text.unwrap_or_else(|_| panic!("{}: {}\n{errors}", program.display(), output.status));
    let report: Value = serde_json::from_str(&text).expect("JSON");
    let last = report["passes"].as_array().expect("passes").last().cloned().unwrap_or_default();
    let count = |name: &str| last[name].as_u64().unwrap_or(0);
    format!(
        "{:<48} {:>7} {:>7} {:>7} {:>6} {:>10} {:>6}\n",
        program.strip_prefix("programs").expect("it lies there").display(),
        report["mutants"].as_array().map_or(0, Vec::len),
        count("killed"),
        count("equivalent"),
        count("equivalent_up_to"),
        count("undecided"),
        count("tests"),
    )
}

#[test]
fn the_table_of_the_system_is_true() {
    let Some(jdk) = Jdk::standard().filter(|jdk| jdk.feature() == FEATURE) else {
        return skipped("atg::table", "JDK 17");
    };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots/system.txt");
    let all: Vec<PathBuf> = [programs(), field(), business(), modern()].concat();
    let writes = std::env::var_os("JATPG_SYSTEM").is_some();
    let step = if writes { 1 } else { soak::one_in(12) };
    let is_always = |program: &Path| ALWAYS.iter().any(|always| program.ends_with(always));
    let tried = all.iter().enumerate().filter(|(i, program)| i.is_multiple_of(step) || is_always(program));
    let tried: Vec<&PathBuf> = tried.map(|(_, program)| program).collect();
    let rows: Vec<String> = tried.par_iter().map(|program| row(program, &jdk)).collect();
    if writes {
        std::fs::write(&path, HEAD.to_owned() + &rows.concat()).expect("the table is written");
        return;
    }
    let known = std::fs::read_to_string(&path).expect("the table");
    let mut wrong = String::new();
    for row in &rows {
        if !known.lines().any(|line| line == row.trim_end()) {
            let program = row.split_whitespace().next().unwrap_or_default();
            let before = known.lines().find(|line| line.split_whitespace().next() == Some(program));
            _ = write!(wrong, "- {}\n+ {row}", before.unwrap_or("no row"));
        }
    }
    assert!(wrong.is_empty(), "another result than in {}:\n{HEAD}{wrong}", path.display());
    assert_eq!(known.lines().count(), all.len() + 1, "a row for each program");
}
