//! SEMu on the command line: the same for any number of threads; the sets of stubborn mutants; the grid of its parameters.

use serde_json::Value;

use super::{errors, folder_with, jatpg};
use crate::support::soak;

const MASKED: &str = "class Masked {
    static int f(int x, int y) {
        int n = y;
        if (x > 400) {
            n = x - 397;
        }
        if (n == 77 && y > 9) {
            n = n + y * 2;
        }
        if (n < 5) {
            n = 5;
        }
        return n;
    }
}";

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let folder = folder_with(&[("Masked.java", MASKED)]);
    let output = jatpg(folder.path(), arguments);
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned(), errors(&output))
}

fn json(arguments: &[&str]) -> Value {
    let (code, text, errors) = run(arguments);
    assert_eq!((code, &*errors), (Some(0), ""));
    let mut json: Value = serde_json::from_str(&text).expect("JSON");
    json["times"] = Value::Null;
    json
}

const STUBBORN: [&str; 9] = [
    "compare",
    "Masked.java",
    "--engines",
    "semu,infection,paths-cover,atg",
    "--stubborn",
    "--random-tests",
    "1",
    "--json",
    "--jobs",
];

#[test]
fn the_initial_suite_is_one_and_what_it_leaves_is_shared_out_for_any_number_of_threads() {
    let one = json(&[&STUBBORN[..], &["1"]].concat());
    assert_eq!(one, json(&[&STUBBORN[..], &["3"]].concat()));
    let stubborn = &one["programs"][0]["stubborn"];
    let number = |of: &Value, name: &str| of[name].as_u64().expect("a number");
    let (all, left) = (number(stubborn, "mutants"), number(stubborn, "left"));
    let (own, subsuming) = (number(stubborn, "stubborn"), number(stubborn, "subsuming"));
    assert!(all > left && left >= own && own > 3 && subsuming > 0 && subsuming <= own, "{stubborn}");
    let rows = stubborn["engines"].as_array().expect("rows");
    for row in rows {
        assert!(number(row, "killed") <= own && number(row, "tests") <= number(row, "killed"), "{row}");
    }
    // The whole system kills what any kills here.
    assert_eq!(number(&rows[3], "killed"), own);
}

#[test]
fn without_an_engine_that_begins_with_an_initial_suite_there_is_nothing_stubborn() {
    let (code, _, errors) = run(&["compare", "Masked.java", "--engines", "atg", "--stubborn"]);
    assert_eq!(code, Some(2), "{errors}");
    assert!(errors.contains("--stubborn takes one of the engines semu, infection, paths-cover"), "{errors}");
}

#[test]
fn a_suite_of_somebody_elses_is_the_initial_one() {
    let folder = folder_with(&[("Masked.java", MASKED)]);
    let run = |arguments: &[&str]| {
        let output = jatpg(folder.path(), arguments);
        assert_eq!((output.status.code(), errors(&output)), (Some(0), String::new()), "{arguments:?}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    run(&["generate", "Masked.java", "--engine", "random", "--random-tests", "1", "--out", "given"]);
    std::fs::rename(folder.path().join("given/report.json"), folder.path().join("given/Masked.json"))
        .expect("a report");
    let compared = run(&[
        "compare",
        "Masked.java",
        "--engines",
        "semu,infection",
        "--stubborn",
        "--initial",
        "given",
        "--json",
    ]);
    let compared: Value = serde_json::from_str(&compared).expect("JSON");
    assert_eq!(compared["programs"][0]["engines"][0]["passes"][0]["name"], "initial");
    assert!(compared["programs"][0]["stubborn"]["stubborn"].as_u64().is_some_and(|n| n > 0), "{compared}");
    let output = jatpg(folder.path(), &["generate", "Masked.java", "--initial", "given/Masked.json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(errors(&output).contains("--initial is for the engines semu"), "{}", errors(&output));
}

/// Of 128 runs: where all is tried.
#[test]
fn the_grid_has_each_configuration_once() {
    if !soak::is_on() {
        return;
    }
    let program = "class Far { static int f(int x) { return x > 40007 ? 1 : 0; } }";
    let folder = folder_with(&[("Far.java", program)]);
    let arguments = [
        "compare",
        "Far.java",
        "--semu-grid",
        "--operators",
        "ROR",
        "--random-tests",
        "1",
        "--path-drivers",
        "1",
        "--json",
    ];
    let output = jatpg(folder.path(), &arguments);
    assert_eq!((output.status.code(), errors(&output)), (Some(0), String::new()));
    let grid: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let configurations = grid["configurations"].as_array().expect("configurations");
    let values: std::collections::BTreeSet<String> =
        configurations.iter().map(|c| c["values"].to_string()).collect();
    assert_eq!((configurations.len(), values.len()), (128, 128));
    let stubborn = grid["stubborn"][0].as_u64().expect("a number");
    let killed: Vec<u64> =
        configurations.iter().map(|c| c["killed"][0].as_u64().expect("a number")).collect();
    assert!(stubborn > 0 && killed.iter().all(|&n| n <= stubborn), "{stubborn} {killed:?}");
    assert!(killed.contains(&stubborn), "{stubborn} {killed:?}");
}
