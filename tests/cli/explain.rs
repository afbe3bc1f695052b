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

const UNIT: &str = "class Unit {
    static int f(int x) { return x > 0 ? x : 0; }
    static int g(int x) { return x * x * x == 1860867 ? 1 : 0; }
    static int h(String s, Object o, int x) { return x - 7; }
}";

fn explain(id: &str, more: &[&str]) -> (Option<i32>, String, String) {
    let folder = folder_with(&[("Unit.java", UNIT)]);
    let output = jatpg(folder.path(), &[&["explain", "Unit.java", id], more].concat());
    let text = String::from_utf8(output.stdout.clone()).expect("UTF-8");
    (output.status.code(), text, errors(&output))
}

/// The id of the mutant that puts `replacement` in the place of `original`.
fn id(original: &str, replacement: &str) -> String {
    let folder = folder_with(&[("Unit.java", UNIT)]);
    let output = jatpg(folder.path(), &["mutants", "Unit.java", "--json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let mutants = report["mutants"].as_array().expect("mutants");
    let found = mutants
        .iter()
        .find(|m| (&m["original"], &m["replacement"]) == (&original.into(), &replacement.into()));
    found.expect("there is one")["id"].as_str().expect("an id").to_owned()
}

#[test]
fn it_opens_with_what_is_known_in_the_end_in_text_and_json() {
    for (original, replacement, limits, heading, verdict) in [
        ("x > 0", "x < 0", &[][..], "killed by T", "killed"),
        ("x > 0", "x >= 0", &[], "equivalent for all inputs", "equivalent"),
        // Of a method with parameters of classes of the JDK.
        ("x - 7", "x + 7", &[], "killed by T", "killed"),
    ] {
        let id = id(original, replacement);
        let (code, text, said) = explain(&id, limits);
        assert_eq!((code, said.as_str()), (Some(0), ""), "{id}");
        assert!(text.split("\n\n").nth(1).is_some_and(|second| second.starts_with(heading)), "{text}");
        let (_, json, _) = explain(&id, &[limits, &["--json"]].concat());
        let report: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(report["verdict"], verdict, "{id}");
        assert_eq!(report["reason"].is_string(), verdict == "undecided", "{json}");
    }
}

#[test]
fn questions_of_a_proof_that_there_is_not_are_an_error() {
    let (code, text, said) = explain(&id("x > 0", "x < 0"), &["--smtlib"]);
    assert_eq!((code, text.as_str()), (Some(2), ""));
    assert!(said.contains("does not prove it equivalent"), "{said}");
    let (code, text, _) = explain(&id("x > 0", "x >= 0"), &["--smtlib"]);
    assert!(code == Some(0) && text.contains("(check-sat)"), "{text}");
}

#[test]
fn an_id_that_is_empty_or_unknown_is_refused_with_where_to_find_one() {
    for (id, reason) in [("", "id is empty"), (" ", "id is empty"), ("ROR_999", "`jatpg mutants` lists")] {
        let (code, _, said) = explain(id, &[]);
        assert_eq!(code, Some(2), "{id}");
        assert!(said.contains(reason), "{said}");
    }
}

#[test]
fn an_alias_is_explained_under_the_id_that_the_list_has_beside_it() {
    let folder = folder_with(&[("Unit.java", UNIT)]);
    let listed = jatpg(folder.path(), &["mutants", "Unit.java"]);
    let listed = String::from_utf8(listed.stdout).expect("UTF-8");
    let line = listed.lines().find(|line| line.contains("(also ")).expect("an alias");
    let (first, alias) =
        (line.split(' ').next().expect("an id"), line.split("(also ").nth(1).expect("a name"));
    let alias = alias.trim_end_matches(')').split(", ").next().expect("a name");
    let (_, method) = first.split_once('.').expect("a class");
    let method = method.split('/').next().expect("a method");
    let (_, text, said) = explain(&format!("Unit.{method}/{alias}"), &[]);
    assert!(text.starts_with(&format!("{first} (also {alias}")), "{alias}: {text}{said}");
}

/// A builder is one of the objects that may be compared, and the code at hand need not know it.
#[test]
fn a_builder_that_the_code_does_not_name_is_told_as_what_may_be_called() {
    let unit = "class Unit {
        static <T extends Comparable<T>> int sign(T a, T b) { int c = a.compareTo(b); return c > 0 ? 1 : c; }
        static int own(StringBuilder a, StringBuilder b) { int c = a.compareTo(b); return c > 0 ? 1 : c; }
    }";
    let folder = folder_with(&[("Unit.java", unit)]);
    for (method, how) in [("sign", "a call that may be one of"), ("own", "this form of")] {
        let arguments = ["equivalent", "Unit.java", "--json", "--jdk", "none", "-m", method];
        let told = String::from_utf8(jatpg(folder.path(), &arguments).stdout).expect("a text");
        let reasons: Vec<&str> =
            told.lines().filter(|line| line.contains("compareTo, which has no model")).collect();
        // Which of the two builders is told first is no matter.
        let said = format!("\"{how} StringBu");
        assert!(
            !reasons.is_empty() && reasons.iter().all(|line| line.contains(&said)),
            "{method}: {reasons:?}"
        );
    }
}

#[test]
fn whether_one_call_reaches_two_goals_is_asked_with_a_question_for_any_solver() {
    let (code, text, said) = explain(&id("x > 0", "x < 0"), &["--and", &id("x > 0", "false")]);
    assert!(code == Some(0) && text.contains("some call may reach both"), "{text}{said}");
    // Where `x` is less, and where it is more.
    let apart = [&*id("x > 0", "true"), "--and", &id("x > 0", "false")].map(str::to_owned);
    let (code, text, said) = explain(&apart[0], &[&apart[1], &apart[2]]);
    assert!(code == Some(0) && text.contains("no call reaches both, whatever its arguments"), "{text}{said}");
    let (_, text, _) = explain(&apart[0], &[&apart[1], &apart[2], "--smtlib"]);
    assert!(text.contains("(set-logic QF_BVFP)") && text.contains("(check-sat)"), "{text}");
    let (code, _, said) = explain(&apart[0], &["--and", "ROR_999"]);
    assert!(code == Some(2) && said.contains("`jatpg mutants` lists"), "{said}");
}

/// Another of the files may be what the mutant's class is used with; an option may stand between them and the mutant.
#[test]
fn the_mutant_of_one_of_several_files_is_explained() {
    let other = "class Other { static int f(int x) { return Unit.f(x) + 1; } }";
    let folder = folder_with(&[("Unit.java", UNIT), ("Other.java", other)]);
    let explain = |arguments: &[&str]| {
        let output = jatpg(folder.path(), &[&["explain"], arguments].concat());
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned(), errors(&output))
    };
    let id = id("x > 0", "x < 0");
    let (code, alone, said) = explain(&["Unit.java", &id]);
    assert_eq!((code, said), (Some(0), String::new()));
    for files in [["Other.java", "Unit.java"], ["Unit.java", "Other.java"]] {
        let (code, text, said) = explain(&[files[0], files[1], "--seed", "1", &id]);
        assert_eq!((code, &text, said), (Some(0), &alone, String::new()), "{files:?}");
    }
    let (code, _, said) = explain(&["Other.java", "Unit.java", "AORB_1"]);
    assert!(code == Some(2) && said.contains("Other.f") && said.contains("Unit.g"), "{said}");
}
