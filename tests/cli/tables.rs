//! The published tables, on the programs that they name: a plain run redoes the rows of small programs, a soak all of them. Each row is a
//! snapshot of its own under `snapshots/tables`.

use std::path::Path;

use serde_json::Value;

use super::{errors, jatpg};
use crate::support::soak;

/// What `jatpg compare` says of one of the papers' programs.
fn said(program: &str, arguments: &[&str]) -> String {
    let file = format!("{program}.java");
    let output = jatpg(Path::new("programs/papers"), &[&["compare", &*file], arguments].concat());
    assert_eq!((output.status.code(), errors(&output)), (Some(0), String::new()), "{program} {arguments:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The table of this title.
fn table<'t>(text: &'t str, title: &str) -> &'t str {
    let (_, rest) = text.split_once(&format!("\n{title}")).expect("the table");
    let (_, rest) = rest.split_once("\n\n").expect("its rows");
    rest.split_once("\n\n").map_or(rest, |(table, _)| table)
}

fn shown(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots/tables"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// All of a list, or in a plain run the first so many, which are small.
fn rows<'r>(all: &'r [&'r str], plain: usize) -> &'r [&'r str] {
    if soak::is_on() { all } else { &all[..plain] }
}

/// DeMillo and Offutt, Table 3, with necessity constraints alone and with predicate constraints. E is what the whole system proves.
#[test]
fn mothras_table_3() {
    for program in rows(&["Bubble", "TriTyp", "Days", "Find", "GcdOfMany"], 1) {
        let mut text = String::new();
        for constraints in ["necessity", "predicate"] {
            let compared = said(
                program,
                &["--engines", "cbt,atg", "--operators", "mothra", "--cbt", constraints, "--json"],
            );
            let compared: Value = serde_json::from_str(&compared).expect("JSON");
            let row = &compared["programs"][0];
            let number = |of: &Value| of.as_u64().expect("a number");
            let (all, cbt) = (number(&row["mutants"]), &row["engines"][0]);
            let (real, killed) = (number(&row["not_equivalent"]), number(&cbt["killed"]));
            // No solver is asked, and nothing is proven.
            assert_eq!((&cbt["cost"]["questions"], &cbt["equivalent"]), (&0.into(), &0.into()));
            let counts = &cbt["cost"]["constraints"];
            text += &format!(
                "{constraints}: size {}, TCs {}, kept {}, M {all}, D {killed}, E {}, MS {:.3}; first tests {}, infect {}, kill {}\n",
                row["statements"],
                counts["solved"],
                cbt["tests"],
                all - real,
                killed as f64 / real as f64,
                counts["first"],
                counts["infected"],
                counts["killed"],
            );
        }
        shown(&format!("mothra-{program}"), &text);
    }
}

/// Bardin, Kosmatov, Cheynier, Table I. Loops go round three times at most, and what stands for its time-out is counted.
#[test]
fn bardins_table_1() {
    const EXPLORE: &str = "--explore all --path-drivers 4 --path-bound 3 --path-effort 2000";
    let explore: Vec<&str> = EXPLORE.split(' ').collect();
    let engines = ["--engines", "dse-witness,dse-direct,dse-tight,dse", "--criterion"];
    for program in rows(&["FourBalls", "TriTyp", "Tcas", "Utf8", "Replace", "GetTag"], 1) {
        let mut text = String::new();
        for criterion in ["cc", "mcc", "wm"] {
            let said = said(program, &[&engines[..], &[criterion], &explore[..]].concat());
            text += &format!("{criterion}\n{}\n\n", table(&said, "Paths ("));
        }
        shown(&format!("labels-{program}"), &text);
    }
}

/// Riener, Bloem, Fey, Table I, with Figs. 4 and 5 as numbers.
#[test]
fn symbmcs_table_1() {
    for program in rows(&["Min", "IsLeap", "FMin3", "Mid", "FMin5", "FMin10", "TriTyp"], 2) {
        let said = said(
            program,
            &["--engines", "symbmc,simplified-bmc", "--operators", "symbmc", "--criterion", "mutation"],
        );
        let (one, figures) =
            (table(&said, "Formulas over whole calls"), table(&said, "What each model took"));
        shown(&format!("symbmc-{program}"), &format!("{one}\n\n{figures}"));
    }
}
