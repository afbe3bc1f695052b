//! `jatpg compare`: the tables of two programs, their JSON, the worth of methods, two runs, and input it cannot use.

use std::path::Path;

use serde_json::Value;

use super::{errors, folder_with, jatpg};

const MIN: &str = "class Min {
    static int min(int a, int b) {
        int least = a;
        if (b < a) { least = b; }
        return least;
    }
}";
const LEAP: &str = include_str!("../../programs/papers/IsLeap.java");

fn said(folder: &Path, arguments: &[&str]) -> String {
    let output = jatpg(folder, arguments);
    assert_eq!((output.status.code(), errors(&output)), (Some(0), String::new()), "{arguments:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn json(folder: &Path, arguments: &[&str]) -> Value {
    serde_json::from_str(&said(folder, &[arguments, &["--json"]].concat())).expect("JSON")
}

#[test]
fn the_tables_of_two_programs_are_those_of_the_snapshot_for_any_number_of_threads() {
    let folder = folder_with(&[("IsLeap.java", LEAP), ("Min.java", MIN)]);
    let arguments = ["compare", ".", "--engines", "baseline,random,atg,atg", "--jobs"];
    let tables = |jobs| {
        let text = said(folder.path(), &[&arguments[..], &[jobs]].concat());
        let (tables, times) = text.split_once("\nTimes in seconds\n").expect("times");
        assert!(times.contains("baseline") && times.contains("atg local"), "{times}");
        tables.to_owned()
    };
    let one = tables("1");
    assert_eq!(one, tables("2"));
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots/compare"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("engines", one));
}

/// Bardin, Kosmatov, Cheynier, Table I.
#[test]
fn the_table_of_paths_is_that_of_the_snapshot() {
    let folder = folder_with(&[
        ("FourBalls.java", include_str!("../../programs/papers/FourBalls.java")),
        ("Mid.java", include_str!("../../programs/papers/Mid.java")),
    ]);
    let engines = "dse-witness,dse-direct,dse-tight,dse";
    let mut tables = String::new();
    for criterion in ["cc", "mcc", "wm"] {
        let arguments = ["compare", ".", "--engines", engines, "--criterion", criterion];
        let text =
            said(folder.path(), &[&arguments[..], &["--explore", "all", "--path-drivers", "1"]].concat());
        let (_, table) = text.split_once("\nPaths (").expect("a table of paths");
        let (table, _) = table.split_once("\n\nAll programs").expect("its end");
        tables += &format!("{criterion}: {table}\n\n");
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots/compare"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("paths", tables));
}

#[test]
fn a_program_that_fails_is_a_row_and_the_others_go_on() {
    let folder = folder_with(&[("Bad.java", "class Bad { int f( }"), ("Min.java", MIN)]);
    let arguments = ["compare", "Bad.java", "Min.java", "None.java", "--engines", "d,two-pass", "--json"];
    let output = jatpg(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(2));
    assert!(errors(&output).contains("Bad.java:1:") && errors(&output).contains("None.java"));
    let compared: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let programs = compared["programs"].as_array().expect("programs");
    let is_error: Vec<bool> = programs.iter().map(|p| p["error"].is_string()).collect();
    assert_eq!(is_error, [true, false, true]);
    let min = &programs[1];
    for engine in min["engines"].as_array().expect("engines") {
        let sum: u64 = ["killed", "weakly_killed", "equivalent", "equivalent_up_to", "undecided"]
            .map(|kind| engine[kind].as_u64().expect("a count"))
            .iter()
            .sum();
        assert_eq!(Some(sum), min["mutants"].as_u64(), "{engine}");
        let local = &engine["decided_by"][0];
        assert_eq!(
            (&local["pass"], local["equivalent"].as_u64() > Some(0)),
            (&"local".into(), true),
            "{engine}"
        );
    }
    assert_eq!(compared["totals"][0]["programs"], 1);
    assert!(compared["times"]["Min.java"]["d"]["total"].is_number());
}

#[test]
fn an_ablation_has_each_method_alone_and_all_but_each_and_a_score_no_less_than_its_success() {
    let folder = folder_with(&[("Min.java", MIN)]);
    let mut one = json(folder.path(), &["compare", "Min.java", "--ablation", "--jobs", "1"]);
    let mut two = json(folder.path(), &["compare", "Min.java", "--ablation", "--jobs", "2"]);
    let times = one.as_object_mut().and_then(|o| o.remove("times")).expect("times");
    two.as_object_mut().and_then(|o| o.remove("times")).expect("times");
    assert_eq!(one, two);
    assert_eq!(one["options"]["limits"]["d"]["d"]["backtracks"], 5);
    let rows = one["programs"][0]["variants"].as_array().expect("variants");
    let names: Vec<&str> = rows.iter().filter_map(|row| row["variant"].as_str()).collect();
    for name in ["d-previous", "+pme", "d", "-pme", "+ec-assist", "-value-pool"] {
        assert!(names.contains(&name), "{names:?}");
        assert!(times["Min.java"][name]["total"].is_number());
    }
    for row in rows {
        assert!(row["score"].as_f64() >= row["success_rate"].as_f64(), "{row}");
        assert!(row["questions"].as_u64() > Some(0), "{row}");
    }
    let all = rows.iter().find(|row| row["variant"] == "d").expect("all on");
    assert_eq!(all["success_rate"], 1.0);
    let text = said(folder.path(), &["compare", "Min.java", "--ablation", "--without", "x-path"]);
    for place in
        ["Table 4.1: ", "Table 4.2: ", "Table 4.3: ", "Table 4.4: ", "Table 4.5: ", "-du-just: success"]
    {
        assert!(text.contains(place), "{place}:\n{text}");
    }
}

#[test]
fn two_reports_say_which_mutants_are_decided_better_and_which_worse() {
    let folder = folder_with(&[("Min.java", MIN), ("IsLeap.java", LEAP)]);
    let generate = |out: &str, more: &[&str]| {
        let mutants =
            ["generate", "Min.java", "--criterion", "mutation", "--out", out, "--random-tests", "2"];
        said(folder.path(), &[&mutants[..], more].concat());
    };
    generate("few", &["--engine", "random"]);
    generate("all", &[]);
    let better = json(folder.path(), &["compare", "few/report.json", "all/report.json"]);
    let worse = json(folder.path(), &["compare", "all/report.json", "few/report.json"]);
    let mutants = |changes: &Value| changes["mutants"].as_array().expect("mutants").clone();
    assert!(!mutants(&better).is_empty());
    assert_eq!(mutants(&better).len(), mutants(&worse).len());
    assert!(mutants(&better).iter().all(|m| m["direction"] == "better" && m["before"] == "undecided"));
    assert!(mutants(&worse).iter().all(|m| m["direction"] == "worse" && m["after"] == "undecided"));
    assert_eq!(better["options"]["engine"], serde_json::json!(["random", "atg"]));
    let same = said(folder.path(), &["compare", "all/report.json", "all/report.json"]);
    assert!(same.contains("Nothing changed."), "{same}");
    let text = said(folder.path(), &["compare", "few/report.json", "all/report.json"]);
    assert!(text.contains(&format!("Better: {} mutants", mutants(&better).len())), "{text}");
    assert!(text.contains("Min.min(int,int)  better"), "{text}");
}

#[test]
fn two_comparisons_say_what_became_better_and_what_worse() {
    let folder = folder_with(&[("Min.java", MIN)]);
    let write = |name: &str, tests: &str| {
        let compare = ["compare", "Min.java", "--engines", "random", "--random-tests", tests, "--json"];
        std::fs::write(folder.path().join(name), said(folder.path(), &compare)).expect("a file");
    };
    write("few.json", "1");
    write("many.json", "400");
    let changes = json(folder.path(), &["compare", "few.json", "many.json"]);
    assert_eq!(
        (&changes["rows"][0]["of"], &changes["rows"][0]["direction"]),
        (&"random".into(), &"better".into())
    );
    assert_eq!(changes["options"]["random_tests"], serde_json::json!([1, 400]));
}

#[test]
fn two_comparisons_with_one_engine_each_compare_these_and_more_engines_need_one_in_common() {
    let folder = folder_with(&[("Min.java", MIN)]);
    for (name, engines) in [("random.json", "random"), ("d.json", "d"), ("both.json", "d-previous,baseline")]
    {
        let compare = ["compare", "Min.java", "--engines", engines, "--random-tests", "1", "--json"];
        std::fs::write(folder.path().join(name), said(folder.path(), &compare)).expect("a file");
    }
    let changes = json(folder.path(), &["compare", "random.json", "d.json"]);
    let row = &changes["rows"][0];
    assert_eq!((&row["of"], &row["direction"]), (&"random -> d".into(), &"better".into()));
    assert_eq!(changes["options"]["engine"], serde_json::json!(["random", "d"]));
    assert_eq!(changes["only_before"], serde_json::json!([]));
    let output = jatpg(folder.path(), &["compare", "d.json", "both.json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(errors(&output).contains("no engine in common"), "{}", errors(&output));
    assert!(errors(&output).contains("both.json has d-previous, baseline"), "{}", errors(&output));
}

#[test]
fn what_cannot_be_compared_is_refused_with_the_reason() {
    let other = MIN.replace("b < a", "b <= a");
    let files = [
        ("Min.java", MIN),
        ("IsLeap.java", LEAP),
        ("note.json", "{}"),
        ("kind.json", r#"{"version":1,"compares":"all"}"#),
    ];
    let folder = folder_with(&files);
    std::fs::create_dir_all(folder.path().join("other/empty")).expect("a folder");
    std::fs::write(folder.path().join("other/Min.java"), other).expect("a file");
    for (file, out) in [("Min.java", "min"), ("IsLeap.java", "leap"), ("other/Min.java", "changed")] {
        let arguments = ["generate", file, "--engine", "random", "--random-tests", "2", "--out", out];
        said(folder.path(), &arguments);
    }
    let report = std::fs::read_to_string(folder.path().join("min/report.json")).expect("a report");
    let maybe = report.replacen("\"verdict\": \"killed\"", "\"verdict\": \"maybe\"", 1);
    assert_ne!(report, maybe);
    std::fs::write(folder.path().join("maybe.json"), maybe).expect("a file");
    let listed = said(folder.path(), &["mutants", "Min.java", "--json"]);
    std::fs::write(folder.path().join("listed.json"), listed).expect("a file");
    let compared = said(folder.path(), &["compare", "Min.java", "--engines", "random", "--json"]);
    std::fs::write(folder.path().join("compared.json"), compared).expect("a file");
    for (arguments, reason) in [
        (&["min/report.json", "Min.java"][..], "programs and reports"),
        (&["min/report.json"], "name two"),
        (&["min/report.json", "leap/report.json"], "of different programs"),
        (&["min/report.json", "changed/report.json"], "of different sources"),
        (&["min/report.json", "compared.json"], "two of one kind"),
        (&["min/report.json", "listed.json"], "mutants without verdicts"),
        (&["min/report.json", "note.json"], "note.json: it is no report of jatpg"),
        (&["min/report.json", "kind.json"], "kind.json: it is no report of jatpg"),
        (&["min/report.json", "maybe.json"], "maybe.json: it is no report of jatpg: unknown variant `maybe`"),
        (&["min/report.json", "missing.json"], "cannot read missing.json"),
        (&["min/report.json", "min/report.json", "--ablation"], "for programs"),
        (&["Min.java", "--ablation", "--engines", "d"], "name no --engines"),
        (&["Min.java", "--with", "magic"], "there is no switch `magic`"),
        (&["Min.java", "--frames", "0"], "a whole number from 1 to 1024"),
        (&["Min.java", "--operators", "NONE"], "--operators"),
        (&["other/empty"], "no .java file below"),
    ] {
        let output = jatpg(folder.path(), &[&["compare"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", errors(&output));
        assert!(errors(&output).contains(reason), "{arguments:?}: {}", errors(&output));
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn two_reports_that_contradict_one_another_end_with_4_and_the_case() {
    let folder = folder_with(&[("Min.java", MIN)]);
    let mut report = json(folder.path(), &["generate", "Min.java"]);
    std::fs::write(folder.path().join("a.json"), report.to_string()).expect("a report");
    let mutants = report["mutants"].as_array_mut().expect("mutants");
    let killed = mutants.iter_mut().find(|m| m["verdict"] == "killed").expect("one that is killed");
    killed["verdict"] = "equivalent".into();
    let id = killed["id"].as_str().expect("an id").to_owned();
    std::fs::write(folder.path().join("b.json"), report.to_string()).expect("a report");
    let output = jatpg(folder.path(), &["compare", "a.json", "b.json"]);
    assert_eq!(output.status.code(), Some(4));
    assert!(
        errors(&output).contains(&id) && errors(&output).contains("both cannot be true"),
        "{}",
        errors(&output)
    );
}
