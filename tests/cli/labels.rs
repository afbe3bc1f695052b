//! Labels on the command line: gates, `explain`, `compare`, and the missed branches of a report of JaCoCo.

use serde_json::Value;

use super::{errors, folder_with, jatpg};

const CLAMP: &str = "class Clamp {
    static int f(int x, boolean b) {
        if (x > 9 && x < 5) { return 1; }
        if (b || x == 7) { return 2; }
        return 3;
    }
}
";

/// With two branches missed on each of the lines 3 and 4.
const JACOCO: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?><!DOCTYPE report PUBLIC "-//JACOCO//DTD Report 1.1//EN" "report.dtd"><report name="r"><package name=""><sourcefile name="Clamp.java"><line nr="3" mi="2" ci="5" mb="2" cb="2"/><line nr="4" mi="2" ci="5" mb="2" cb="2"/><line nr="5" mi="0" ci="2" mb="0" cb="0"/></sourcefile></package></report>"#;

fn output(files: &[(&str, &str)], arguments: &[&str]) -> (Option<i32>, String, String) {
    let folder = folder_with(files);
    let output = jatpg(folder.path(), arguments);
    let text = String::from_utf8(output.stdout.clone()).expect("UTF-8");
    (output.status.code(), text, errors(&output))
}

#[test]
fn generate_aims_at_branches_too_unless_it_is_told_otherwise() {
    let (code, text, _) = output(&[("Clamp.java", CLAMP)], &["generate", "Clamp.java", "--json"]);
    let report: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(code, Some(0));
    let cc = &report["coverage"]["cc"];
    assert_eq!((&cc["labels"], &cc["covered"], &cc["infeasible"]), (&8.into(), &7.into(), &1.into()));
    assert!(report["mutants"].as_array().is_some_and(|mutants| !mutants.is_empty()));
    let covered = |label: &&Value| label["verdict"] == "covered" && label.get("kill").is_none();
    assert_eq!(report["labels"].as_array().expect("labels").iter().filter(covered).count(), 7);
    let (_, text, _) =
        output(&[("Clamp.java", CLAMP)], &["generate", "Clamp.java", "--json", "--criterion", "mutation"]);
    assert!(!text.contains("\"labels\""));
}

#[test]
fn gates_know_labels() {
    let run = |more: &[&str]| {
        let arguments = [&["generate", "Clamp.java", "--criterion", "cc"], more].concat();
        let (code, _, errors) = output(&[("Clamp.java", CLAMP)], &arguments);
        (code, errors.lines().last().unwrap_or_default().to_owned())
    };
    assert_eq!(run(&["--min-coverage", "100%", "--fail-on", "undecided,up-to"]), (Some(0), String::new()));
    let simulate = |more: &[&str]| {
        let folder = folder_with(&[("Clamp.java", CLAMP)]);
        let made = jatpg(folder.path(), &["generate", "Clamp.java", "--criterion", "fc"]);
        assert_eq!(made.status.code(), Some(0));
        let tests = ["simulate", "Clamp.java", "--tests", "jatpg-out/report.json", "--criterion", "cc"];
        let output = jatpg(folder.path(), &[&tests[..], more].concat());
        (output.status.code(), errors(&output))
    };
    let (code, errors) = simulate(&["--min-coverage", "0.9", "--fail-on", "undecided"]);
    assert_eq!(code, Some(1));
    assert!(
        errors.contains("--min-coverage 0.9: the coverage of cc is 0.") && errors.contains("of 8 labels are")
    );
    let arguments = ["generate", "Clamp.java", "--criterion", "mutation", "--min-coverage", "1"];
    let (code, _, errors) = output(&[("Clamp.java", CLAMP)], &arguments);
    assert!(code == Some(1) && errors.contains("no label was asked for"), "{errors}");
}

#[test]
fn explain_says_of_a_label_what_it_asks_for_and_why_it_cannot_be() {
    let (code, text, errors) = output(&[("Clamp.java", CLAMP)], &["explain", "Clamp.java", "CC_3"]);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    assert!(
        text.starts_with(
            "Clamp.f(int,boolean)/CC_3 (also DCC_5)\nClamp.java:3:22: a test comes here with x < 5\n"
        ),
        "{text}"
    );
    assert!(text.contains("infeasible for all inputs"), "{text}");
    let (_, text, _) = output(&[("Clamp.java", CLAMP)], &["explain", "Clamp.java", "CC_4"]);
    assert!(text.contains("covered by T"), "{text}");
    let (code, text, _) = output(&[("Clamp.java", CLAMP)], &["explain", "Clamp.java", "CC_3", "--smtlib"]);
    assert!(code == Some(0) && text.contains("(check-sat)"), "{text}");
}

#[test]
fn two_reports_with_labels_are_compared_in_the_words_of_coverage() {
    let folder = folder_with(&[("Clamp.java", CLAMP)]);
    for (out, random) in [("a", "0"), ("b", "100")] {
        let engine = ["--engine", "random", "--random-tests", random, "--out", out];
        let made =
            jatpg(folder.path(), &[&["generate", "Clamp.java", "--criterion", "cc"][..], &engine].concat());
        assert_eq!(made.status.code(), Some(0), "{}", errors(&made));
    }
    let output = jatpg(folder.path(), &["compare", "a/report.json", "b/report.json"]);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(text.contains("open") && text.contains("covered") && text.contains("goals"), "{text}");
    assert!(!text.contains("killed ("), "{text}");
}

#[test]
fn engines_are_compared_on_labels_too() {
    let arguments =
        ["compare", "Clamp.java", "--engines", "random,atg", "--criterion", "mutation,cc", "--json"];
    let (code, text, _) = output(&[("Clamp.java", CLAMP)], &arguments);
    let report: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(code, Some(0));
    let engines = report["programs"][0]["engines"].as_array().expect("engines");
    assert!(engines.iter().all(|engine| engine["coverage"]["cc"]["covered"] == 7), "{engines:#?}");
}

#[test]
fn the_missed_branches_of_jacoco_are_covered_or_proven_impossible() {
    let files = [("Clamp.java", CLAMP), ("jacoco.xml", JACOCO)];
    let (code, text, errors) = output(
        &files,
        &["generate", "Clamp.java", "--jacoco", "jacoco.xml", "--json", "--min-coverage", "1"],
    );
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    let report: Value = serde_json::from_str(&text).expect("JSON");
    let jacoco = &report["jacoco"];
    let of = |name: &str| jacoco[name].as_u64().expect("a number");
    assert_eq!(
        ["branches", "covered", "missed", "reached", "impossible", "open"].map(of),
        [8, 4, 4, 3, 1, 0]
    );
    assert!(report["mutants"].as_array().is_some_and(Vec::is_empty));
    let (_, text, _) = output(&files, &["generate", "Clamp.java", "--jacoco", "jacoco.xml"]);
    assert!(
        text.contains("4 branches missed; of these 3 covered now, 1 impossible, proven, 0 open"),
        "{text}"
    );
    assert!(text.contains("with the new tests 7 of the 7 branches that can be covered"), "{text}");
    for (xml, expected) in [("<a/>", "no report of JaCoCo"), ("<report>", "it is no XML")] {
        let files = [("Clamp.java", CLAMP), ("jacoco.xml", xml)];
        let (code, _, errors) = output(&files, &["generate", "Clamp.java", "--jacoco", "jacoco.xml"]);
        assert!(code == Some(2) && errors.contains(expected), "{errors}");
    }
    let (code, _, errors) = output(&files, &["generate", "Clamp.java", "--jacoco", "none.xml"]);
    assert!(code == Some(2) && errors.contains("none.xml"), "{errors}");
}

#[test]
fn a_label_that_cannot_be_asked_for_is_an_error_at_its_place() {
    let of = |text: &str, command: &str| {
        let (code, _, errors) = output(&[("A.java", text)], &[command, "A.java", "--criterion", "user"]);
        (code, errors)
    };
    let with = |wish: &str| {
        format!("class A {{\n    static int f(int x) {{\n        {wish}\n        return x;\n    }}\n}}\n")
    };
    for (text, place, message, mark) in [
        (with("//@ label x++ > 1"), "A.java:3:19", "a condition assigns nothing", "^^^"),
        (with("//@ label x > f(x)"), "A.java:3:23", "a condition calls no method", "^^^^"),
        (with("//@ label x >"), "A.java:3:19", "this is no condition in Java", "^^^"),
        (with("//@ label y > 1"), "A.java:3:19", "the condition is no Java there", "^^^^^"),
        (
            with("return x; //@ label x > 1").replace("\n        return x;\n", "\n"),
            "A.java:3:29",
            "no statement stands behind",
            "^^^^^",
        ),
        (
            "class A {\n    //@ label x > 1\n    static int f(int x) { return x; }\n}".to_owned(),
            "A.java:2:15",
            "stands in no method",
            "^^^^^",
        ),
        (with("//@ label"), "A.java:3:18", "a label without a condition", "^"),
    ] {
        for command in ["labels", "generate"] {
            let (code, errors) = of(&text, command);
            assert_eq!(code, Some(2), "{text}{errors}");
            assert!([place, message, mark, "help: "].iter().all(|part| errors.contains(part)), "{errors}");
        }
    }
    let other = with("//@ label x++ > 1");
    let (code, text, errors) = output(&[("A.java", &other)], &["labels", "A.java", "--criterion", "cc,fc"]);
    assert!(code == Some(0) && text.contains("FC_1"), "{errors}");
    let right = with("String s = \"//@ label x++\"; //@ label x > 1\n");
    let (code, text, errors) = output(&[("A.java", &right)], &["labels", "A.java", "--criterion", "user"]);
    assert!(code == Some(0) && text.contains("user: 1 label\n"), "{text}{errors}");
}

#[test]
fn what_is_infeasible_is_proven_without_a_test() {
    let run = |more: &[&str]| {
        let arguments = [&["labels", "Clamp.java", "--criterion", "cc", "--prove"], more].concat();
        let (code, text, errors) = output(&[("Clamp.java", CLAMP)], &arguments);
        assert_eq!((code, errors.as_str()), (Some(0), ""));
        text
    };
    let text = run(&[]);
    assert!(text.ends_with("cc: 8 labels, 1 infeasible, 7 undecided\n"), "{text}");
    let of_line = text.lines().find(|line| line.contains("CC_3")).expect("a line");
    assert!(of_line.contains("infeasible") && of_line.contains("x < 5"), "{text}");
    let report: Value = serde_json::from_str(&run(&["--json"])).expect("JSON");
    assert_eq!(
        (&report["labels"][2]["verdict"], &report["labels"][0]["verdict"]),
        (&"infeasible".into(), &"undecided".into())
    );
    assert_eq!(
        (&report["coverage"]["cc"]["infeasible"], &report["tests"]),
        (&1.into(), &serde_json::json!([]))
    );
    let (code, _, errors) =
        output(&[("Clamp.java", CLAMP)], &["labels", "Clamp.java", "--prove", "--instrument", "direct"]);
    assert!(code == Some(2) && errors.contains("cannot be used with"), "{errors}");
}

const CART: &str = "class Cart {
    private int sum;
    Cart(int start) { this.sum = start; }
    int add(int price, String name) { sum += price; return sum; }
    static int of(int[] a) {
        while (a.length > 3 && a[0] > 7) { return 1; }
        return 0;
    }
    static int of(int a, int b) { if (a > b) { return a; } return b; }
    static void nothing(int a) { }
}
";

/// Each covered by a test whose arguments are such, or proven to be none that can be.
#[test]
fn labels_of_a_file_hold_where_their_methods_begin() {
    let asked = "// Of mine.\n\nof(int, int): a > b && b > 1000\r\nCart.of(int,int): a > b && b > a\n\
                 Cart.of(int[]): a != null && a.length == 2 && a[1] == 4711\nadd: price < 0 && sum == 7\n\
                 Cart.<init>(int): start == -5\n";
    let folder = folder_with(&[("Cart.java", CART), ("own.labels", asked)]);
    let arguments = ["generate", "Cart.java", "--criterion", "user", "--labels", "own.labels", "--json"];
    let output = jatpg(folder.path(), &arguments);
    assert_eq!((output.status.code(), errors(&output)), (Some(0), String::new()));
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["options"]["labels"], "own.labels");
    let rows: Vec<_> = report["labels"].as_array().expect("labels").iter().collect();
    let of = |name: &str| {
        let label = rows.iter().find(|label| label["id"] == name).expect("a label");
        let place = format!("{}:{}", label["span"]["start"]["line"], label["span"]["start"]["column"]);
        let of = |name: &str| label[name].as_str().expect("a text").to_owned();
        (of("predicate"), of("verdict"), place)
    };
    let row = |predicate: &str, verdict: &str, place: &str| {
        (predicate.to_owned(), verdict.to_owned(), place.to_owned())
    };
    assert_eq!(rows.len(), 5, "{rows:#?}");
    assert_eq!(of("Cart.of(int,int)/USER_1"), row("a > b && b > 1000", "covered", "9:35"));
    assert_eq!(of("Cart.of(int,int)/USER_2"), row("a > b && b > a", "infeasible", "9:35"));
    let of_cells = row("a != null && a.length == 2 && a[1] == 4711", "covered", "6:9");
    assert_eq!(of("Cart.of(int[])/USER_1"), of_cells);
    assert_eq!(of("Cart.add(int,String)/USER_1"), row("price < 0 && sum == 7", "covered", "4:39"));
    assert_eq!(of("Cart.<init>(int)/USER_1"), row("start == -5", "covered", "3:23"));
    assert!(report["mutants"].as_array().is_some_and(Vec::is_empty));
    // The other commands have the same labels.
    let run = |arguments: &[&str]| {
        let output = jatpg(folder.path(), arguments);
        assert_eq!((output.status.code(), errors(&output)), (Some(0), String::new()), "{arguments:?}");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let own = ["--labels", "own.labels"];
    let listed = run(&[&["labels", "Cart.java", "--criterion", "fc"][..], &own].concat());
    assert!(listed.contains("user: 5 labels\n") && listed.contains("fc: "), "{listed}");
    let report = ["simulate", "Cart.java", "--tests", "jatpg-out/report.json", "--criterion", "user"];
    let simulated = run(&[&report[..], &own, &["--min-coverage", "0.8"]].concat());
    assert!(simulated.contains("user"), "{simulated}");
    let compared = ["compare", "Cart.java", "--engines", "random,atg", "--criterion", "user", "--json"];
    let compared: Value = serde_json::from_str(&run(&[&compared[..], &own].concat())).expect("JSON");
    let whole = &compared["programs"][0]["engines"][1]["coverage"]["user"];
    assert_eq!(
        (&whole["labels"], &whole["covered"], &whole["infeasible"]),
        (&5.into(), &4.into(), &1.into())
    );
    let explained = run(&[&["explain", "Cart.java", "of(int,int)/USER_2"][..], &own].concat());
    assert!(explained.contains("a test comes here with a > b && b > a"), "{explained}");
    assert!(explained.contains("infeasible for all inputs"), "{explained}");
    let drawn = run(&[&["graph", "Cart.java", "--mutant", "of(int,int)/USER_1"][..], &own].concat());
    assert!(drawn.contains("Cart.of(int,int)/USER_1"), "{drawn}");
}

#[test]
fn labels_of_comments_come_before_those_of_a_file() {
    let with_comment = CART.replace("sum += price; ", "sum += price;\n    //@ label price > 3\n    ");
    let files = [("Cart.java", &*with_comment), ("own.labels", "add: price < 3\n")];
    let arguments = ["labels", "Cart.java", "--criterion", "user", "--labels", "own.labels", "--json"];
    let (code, text, errors) = output(&files, &arguments);
    assert_eq!((code, &*errors), (Some(0), ""));
    let report: Value = serde_json::from_str(&text).expect("JSON");
    let labels = report["labels"].as_array().expect("labels").iter();
    let labels: Vec<_> = labels.map(|label| (label["id"].clone(), label["predicate"].clone())).collect();
    let label = |number: u32, predicate: &str| {
        (format!("Cart.add(int,String)/USER_{number}").into(), predicate.into())
    };
    assert_eq!(labels, [label(1, "price > 3"), label(2, "price < 3")]);
}

#[test]
fn a_line_that_cannot_be_asked_for_is_an_error_at_its_place() {
    let of = |line: &str, command: &str| {
        let files = [("Cart.java", CART), ("own.labels", line)];
        let (code, _, errors) = output(&files, &[command, "Cart.java", "--labels", "own.labels"]);
        (code, errors)
    };
    for (lines, place, message, mark) in [
        ("add: price > 0\n add price > 0", "own.labels:2:2", "no colon stands between", "^^^^^^^^^^^^^"),
        ("add(int price): price > 0", "own.labels:1:1", "this names no method", "^^^^^^^^^^^^^^"),
        ("add:", "own.labels:1:5", "a label without a condition", "^"),
        ("add: price >", "own.labels:1:6", "this is no condition in Java", "^^^^^^^"),
        ("add: price++ > 0", "own.labels:1:6", "a condition assigns nothing", "^^^^^^^"),
        ("add: name.length() > 0", "own.labels:1:6", "a condition calls no method", "^^^^^^^^^^^^^"),
        ("add: cost > 0", "own.labels:1:6", "the condition is no Java there", "^^^^^^^^"),
        ("add: price", "own.labels:1:6", "the condition is no Java there", "^^^^^"),
        ("of: a > b", "own.labels:1:5", "this is Cart.of(int[])", "^^^^^"),
        ("nothing: a > 0", "own.labels:1:10", "the body has no statement", "^^^^^"),
        ("add(int): price > 0", "own.labels:1:1", "have no such method", "^^^^^^^^"),
        ("sub: price > 0", "own.labels:1:1", "they have Cart.<init>(int), Cart.add(int,String)", "^^^"),
    ] {
        for command in ["labels", "generate", "compare"] {
            let (code, errors) = of(lines, command);
            assert_eq!(code, Some(2), "{command}, {lines}: {errors}");
            let is_all = [place, message, mark, "help: "].iter().all(|part| errors.contains(part));
            assert!(is_all, "{command}, {lines}: {errors}");
        }
    }
    let files = [("Cart.java", CART)];
    let (code, _, errors) = output(&files, &["labels", "Cart.java", "--labels", "none.labels"]);
    assert!(code == Some(2) && errors.contains("none.labels"), "{errors}");
    let (code, _, errors) = output(&files, &["generate", "Cart.java", "--labels", "x", "--jacoco", "y"]);
    assert!(code == Some(2) && errors.contains("cannot be used with"), "{errors}");
}

/// Of two files a line is about one, as `-m` is.
#[test]
fn a_line_is_about_whichever_file_has_its_method() {
    let files = [
        ("Cart.java", CART),
        ("Clamp.java", CLAMP),
        ("own.labels", "Clamp.f: x == 4711\nCart.of(int,int): a == 4712\n"),
    ];
    let arguments = ["generate", "Cart.java", "Clamp.java", "--criterion", "user", "--labels", "own.labels"];
    let (code, text, errors) = output(&files, &arguments);
    assert_eq!((code, &*errors), (Some(0), ""), "{text}");
    let arguments = [&arguments[..], &["--json", "-m", "f"]].concat();
    let (_, text, _) = output(&files, &arguments);
    let report: Value = serde_json::from_str(&text).expect("JSON");
    let ids: Vec<_> = report["labels"].as_array().expect("labels").iter().map(|l| l["id"].clone()).collect();
    assert_eq!(ids, ["Clamp.f(int,boolean)/USER_1"]);
}
