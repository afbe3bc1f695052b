//! `jatpg labels --instrument`: javac takes the sources with all labels in them, and under the tests of a report they hit just the labels that it
//! says are covered.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Output;

use jatpg::report::json::Report;

use super::{errors, folder_with, jatpg};
use crate::support::jdk::{self, Jdk};

const TEXT: &str = "package a.b;
class A {
    static int group(int n) { int r = 0; switch (n) { case 1: r++; case 2: case 3: r += 2; break; default: r = 9; } switch (r) { case 9: return 1; } return r; }
    static String arrow(int n) { switch (n) { case 1 -> { return \"one\"; } case 2 -> throw new IllegalStateException(); default -> { } } return n > 5 ? \"many\" : \"few\"; }
    static int yields(int n) { return switch (n) { case 1 -> n + 1; case 2 -> 7; default -> n; }; }
    static int sum(int[] a, boolean odd) { int s = 0; for (int x : a) if (!odd || (x & 1) == 1) s += x; return s; }
    static int at(int[] a, int i) { if (i > 2 && a[i] > a[i - 1] && a != null) return a[i] / i; while (i > 0 || i < -7) i = i / 2; return i; }
    static int kept(int n) { try { if (n == 3) throw new RuntimeException(); return 1; } catch (RuntimeException e) { return 2; } finally { if (n == 4) n++; } }
}
";
const CRITERIA: &str = "fc,ic,dc,cc,dcc,mcc,gacc,gicc,scc,smcc,mcdc,wm,idc,rte,limit";

fn succeeded(output: &Output) -> String {
    assert!(output.status.success(), "{}", errors(output));
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

/// The class of the labels, but that each hit is told.
fn telling(class: &str) -> String {
    let mut text = String::new();
    let mut id = "";
    for line in class.lines() {
        if let Some((own, _)) = line.trim().strip_prefix("/** ").and_then(|said| said.split_once(", a/b/")) {
            id = own;
        }
        text += &line.replace("if (covered) {", &format!("if (covered) {{ System.out.println(\"{id}\");"));
        text += "\n";
    }
    text
}

fn compile(jdk: &Jdk, folder: &Path, files: &[&str]) {
    let output = jdk.javac().current_dir(folder).args(["-d", "classes"]).args(files).output().expect("javac");
    succeeded(&output);
}

#[test]
fn the_labels_of_instrumented_sources_are_hit_where_the_report_says_that_they_are_covered() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("the_labels_of_instrumented_sources_are_hit", "JDK");
    };
    let folder = folder_with(&[("a/b/A.java", TEXT)]);
    let run = |arguments: &[&str]| succeeded(&jatpg(folder.path(), arguments));
    let report = run(&["generate", "a/b/A.java", "--engine", "random", "--criterion", CRITERIA, "--json"]);
    let report: Report = serde_json::from_str(&report).expect("a report");
    let said =
        run(&["labels", "a/b/A.java", "--criterion", CRITERIA, "--instrument", "direct", "--out", "out"]);
    let left_out: BTreeSet<&str> = said
        .lines()
        .filter_map(|line| line.strip_prefix("left out: ")?.split_once(": ").map(|(id, _)| id))
        .collect();
    let labels = folder.path().join("out/jatpg/Labels.java");
    let class = std::fs::read_to_string(&labels).expect("the class");
    std::fs::write(&labels, telling(&class)).expect("written");
    let tests: String = report
        .tests
        .iter()
        .map(|test| format!("try {{ {} }} catch (Throwable e) {{ }}\n", test.inputs.join("\n")))
        .collect();
    let main = format!("package a.b; class Main {{ public static void main(String[] none) {{ {tests} }} }}");
    std::fs::write(folder.path().join("out/Main.java"), main).expect("written");
    compile(&jdk, &folder.path().join("out"), &["a/b/A.java", "Main.java", "jatpg/Labels.java"]);
    let output =
        jdk.java().current_dir(folder.path().join("out")).args(["-cp", "classes", "a.b.Main"]).output();
    let output = succeeded(&output.expect("java"));
    let hit: BTreeSet<&str> = output.lines().collect();
    let covered = report.tests.iter().flat_map(|test| &test.covers).map(|id| &**id);
    let covered: BTreeSet<&str> = covered.filter(|id| !left_out.contains(id)).collect();
    let differs: Vec<_> = hit.symmetric_difference(&covered).collect();
    assert!(differs.is_empty() && hit.len() > 150, "{} hit; {differs:?}\n{said}", hit.len());
    // Ways of one decision have no text together.
    let anew = said.lines().filter(|line| line.ends_with("writes its place anew"));
    assert!(anew.clone().count() > 3 && anew.clone().all(|line| line.contains("/MCC_")), "{said}");
}

#[test]
fn a_choice_ends_the_run_and_nothing_of_the_users_is_replaced() {
    let folder = folder_with(&[("a/b/A.java", TEXT), ("own/jatpg/Labels.java", "class Own { }\n")]);
    let labels = ["labels", "a/b/A.java", "--criterion", "cc", "--instrument", "tight", "--out"];
    for _ in 0..2 {
        let output = jatpg(folder.path(), &[&labels[..], &["out"]].concat());
        assert!(succeeded(&output).contains(" labels in out"));
    }
    if let Some(jdk) = Jdk::standard() {
        compile(&jdk, &folder.path().join("out"), &["a/b/A.java", "jatpg/Labels.java"]);
    } else {
        jdk::skipped("a_choice_ends_the_run", "JDK");
    }
    let output = jatpg(folder.path(), &[&labels[..], &["own"]].concat());
    assert!(
        output.status.code() == Some(2) && errors(&output).contains("own/jatpg/Labels.java"),
        "{}",
        errors(&output)
    );
    assert!(!folder.path().join("own/a").exists());
    // What it has made and somebody has changed since is theirs.
    let made = folder.path().join("out/a/b/A.java");
    let changed = std::fs::read_to_string(&made).expect("it is there") + "// mine\n";
    std::fs::write(&made, &changed).expect("it can be written");
    let output = jatpg(folder.path(), &[&labels[..], &["out"]].concat());
    assert_eq!(output.status.code(), Some(2), "{}", errors(&output));
    assert_eq!(std::fs::read_to_string(&made).expect("it is there"), changed);
}
