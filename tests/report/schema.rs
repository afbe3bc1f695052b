//! The schema of `report.json` is made of the types that write it: the file in the book is it, and all that the commands write keeps to it.

use std::process::Command;

use jatpg::report::json;
use serde_json::Value;

const FILE: &str = "docs/src/user/report.schema.json";

fn written(arguments: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_jatpg")).args(arguments).output().expect("it starts");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// `INSTA_UPDATE=always` writes the file, as it accepts snapshots.
#[test]
fn the_schema_in_the_book_is_that_of_the_types() {
    let schema = serde_json::to_string_pretty(&json::schema()).expect("JSON") + "\n";
    if std::env::var("INSTA_UPDATE").is_ok_and(|how| how == "always") {
        std::fs::write(FILE, &schema).expect("it can be written");
    }
    let file = std::fs::read_to_string(FILE).expect("the file");
    assert!(file == schema, "{FILE} is not the schema of the types (INSTA_UPDATE=always writes it)");
}

#[test]
fn what_the_commands_write_keeps_to_the_schema() {
    let validator = jsonschema::validator_for(&json::schema()).expect("a schema");
    let clamp = "programs/textbook/Clamp.java";
    let (folder, criteria) = (tempfile::tempdir().expect("a folder"), "mutation,cc,mcdc,rte");
    let out = folder.path().to_string_lossy().into_owned();
    let report = written(&["generate", clamp, "--criterion", criteria, "--out", &out, "--json"]);
    std::fs::write(folder.path().join("tests.json"), report.to_string()).expect("it can be written");
    let tests = folder.path().join("tests.json").to_string_lossy().into_owned();
    let all = [
        vec!["generate", "programs/papers/Min.java", "--engine", "symbmc", "--json"],
        vec!["generate", "programs/papers/Min.java", "--engine", "dse", "--criterion", "wm", "--json"],
        vec!["generate", "programs/papers/Min.java", "--engine", "d", "--collapse", "--json"],
        vec![
            "generate",
            "programs/features/Unwind.java",
            "--engine",
            "random",
            "--random-tests",
            "32",
            "--json",
        ],
        vec!["mutants", clamp, "--json"],
        vec!["labels", clamp, "--criterion", "mcdc,wm", "--json"],
        vec!["equivalent", clamp, "--json"],
        vec!["simulate", clamp, "--tests", &tests, "--json"],
    ];
    for (report, what) in
        all.iter().map(|arguments| (written(arguments), arguments.join(" "))).chain([(report.clone(), out)])
    {
        let errors: Vec<String> =
            validator.iter_errors(&report).map(|error| format!("{}: {error}", error.instance_path)).collect();
        assert!(errors.is_empty(), "{what}: {}", errors.join("\n"));
    }
    // It is no schema that takes anything.
    for (place, wrong) in [
        ("/mutants/0/verdict", Value::from("maybe")),
        ("/mutants/0/span/start/line", "three".into()),
        ("/labels/0/verdict", "killed".into()),
        ("/tests/0/inputs", 3.into()),
        ("/score", "1".into()),
        ("/methods", Value::Null),
    ] {
        let mut report = report.clone();
        *report.pointer_mut(place).expect(place) = wrong;
        assert!(!validator.is_valid(&report), "{place}");
    }
}
