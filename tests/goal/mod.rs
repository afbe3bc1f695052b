//! Labels of coverage criteria: which there are, and that verdicts about them are right. The judges are all inputs of a
//! method, and the JVM.

mod bmc;
mod dse;
mod engines;
mod exhaustion;
mod jacoco;
mod jvm;
mod lower_bound;
mod meta;
mod theorems;

use jatpg::atg::engines::EngineName;
use jatpg::atg::system::{self, Settings};
use jatpg::dalg::switches::{Limits, Switches};
use jatpg::engine::pass::PassKind;
use jatpg::engine::session::Progress;
use jatpg::engine::subject::Subject;
use jatpg::goal::Goals;
use jatpg::mutate::mutant::Mutant;
use jatpg::mutate::operator::OperatorSet;
use jatpg::report::json::{LabelReport, Report, VerdictKind};
use jatpg::report::labels::{self, Scope};
use jatpg::report::mcdc::Shown;
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::Program;
use jatpg::syntax::source::SourceFile;

pub(crate) struct Unwatched;

impl Progress for Unwatched {
    fn report(&self, _pass: PassKind, _decided: usize, _tests: usize) {}
}

pub(crate) fn goals(criteria: &str) -> Goals {
    Goals::parse(criteria, &OperatorSet::default()).expect("names of criteria")
}

pub(crate) fn subject(text: &str, criteria: &str) -> Subject {
    subject_of(text, goals(criteria))
}

pub(crate) fn subject_of(text: &str, goals: Goals) -> Subject {
    let source = SourceFile::new("A.java".into(), text.into());
    let program =
        Program::load_with_implementers(vec![source], &LoadOptions::default()).expect("a valid program");
    assert!(program.check().is_empty(), "{text}");
    let methods: Vec<_> = program.given_classes().flat_map(|c| program.classes[c].methods.clone()).collect();
    Subject::new(program, &methods, goals)
}

pub(crate) fn generate(subject: &Subject, random_tests: u64, effort: u64) -> Report {
    let settings = Settings {
        seed: 1,
        random_tests,
        effort,
        switches: Switches::ALL,
        limits: Limits::default(),
        ..Settings::default()
    };
    system::generate(subject, EngineName::Atg, &settings, &Unwatched).expect("no failure")
}

fn kind(label: &LabelReport) -> VerdictKind {
    label.verdict.as_ref().expect("a verdict").verdict
}

/// The conditions of the labels of a criterion, in order.
fn conditions(text: &str, criterion: &str) -> Vec<String> {
    let subject = subject(text, criterion);
    let labels = subject.mutants().iter();
    labels.map(|version| version.label.as_ref().expect("a label").predicate.clone()).collect()
}

#[test]
fn atoms_are_what_javac_makes_jumps_of() {
    let of = |statement: &str| {
        let text = format!(
            "class A {{ static Object f(int a, int b, boolean p, boolean q, Object o, int[] c) {{ {statement} }} }}"
        );
        conditions(&text, "cc")
    };
    assert_eq!(
        of("if (a < b && !(p || q)) { return o; } return null;"),
        ["a < b", "!(a < b)", "p", "!(p)", "q", "!(q)"]
    );
    // Values that are handed on make no jump; comparisons and connectives do, wherever they stand.
    assert_eq!(of("boolean r = p; r = p & q; r = o instanceof String; return r;"), [""; 0]);
    assert_eq!(of("boolean r = !p; return r;"), ["p", "!(p)"]);
    assert_eq!(of("return p == q;"), ["p == q", "!(p == q)"]);
    assert_eq!(of("return p && c[a] > 0;"), ["p", "!(p)", "c[a] > 0", "!(c[a] > 0)"]);
    assert_eq!(
        of("if ((a > b) & p) { a++; } return o;"),
        ["a > b", "!(a > b)", "(a > b) & p", "!((a > b) & p)"]
    );
    assert_eq!(of("return p ? a < b : q;"), ["p", "!(p)", "a < b", "!(a < b)"]);
    assert_eq!(
        of("while (p ? q : a < b) { a++; } return o;"),
        ["p", "!(p)", "q", "!(q)", "a < b", "!(a < b)"]
    );
    assert_eq!(of("while (true) { if (1 < 2) { return o; } }"), [""; 0]);
    assert_eq!(
        of("if (o instanceof String s && s.length() > a) { return s; } return o;"),
        ["o instanceof String s", "!(o instanceof String s)", "s.length() > a", "!(s.length() > a)"]
    );
    assert_eq!(of("for (int x : c) { a += x; } return o;"), ["a round over c", "the end of c"]);
    assert_eq!(
        of("switch (a) { case 1: case 2: return o; case 3: b++; default: return null; }"),
        ["a == 1 || a == 2", "a == 3", "default of a"]
    );
    assert_eq!(of("switch (a) { case 1: return o; } return null;"), ["a == 1", "no case of a"]);
}

#[test]
fn decisions_are_whole_and_statements_in_a_row_are_one_label() {
    let text = "class A { static int f(int a, int b) { int c = a; c++; if (a < b && b > 0) { return c / b; } c = b; return c; } }";
    assert_eq!(conditions(text, "dc"), ["a < b && b > 0", "!(a < b && b > 0)"]);
    let labels = subject(text, "ic");
    let rows: Vec<_> = labels.mutants().iter().map(|label| label.names().count()).collect();
    assert_eq!(rows, [3, 1, 2]);
    assert_eq!(conditions(text, "fc"), ["called"]);
}

#[test]
fn further_criteria_say_what_they_ask_for() {
    let text = "class A { static int f(int a, int[] c, String s) {
        //@ label a > 5
        if (a < 3 && (a > 0 || s == null)) { return c[a] / a; }
        //@ label f(a, c, s) > 2
        return a;
    } }";
    assert_eq!(
        conditions(text, "mcc"),
        ["a < 3 && a > 0", "a < 3 && !(a > 0) && s == null", "a < 3 && !(a > 0) && !(s == null)", "!(a < 3)"]
    );
    assert_eq!(conditions(text, "gacc").len(), 6);
    // Where a condition does not decide, each outcome may be that of the decision.
    assert_eq!(conditions(text, "gicc").len(), 12);
    // Evaluated or not; a condition of one part is one that is evaluated.
    assert_eq!(
        conditions(text, "scc"),
        ["(a < 3)", "!(a < 3)", "(a > 0)", "!(a > 0)", "(s == null)", "!(s == null)"]
    );
    let of_all = conditions(text, "smcc");
    assert_eq!((of_all.len(), &*of_all[2]), (8, "(a < 3) && !(a > 0) && (s == null)"));
    assert_eq!(conditions(text, "gacc")[2], "(a > 0) && ((a < 3)) != (((a < 3) && (s == null)))");
    assert_eq!(
        conditions(text, "limit")[..3],
        ["(a) < (3) && (3) - (a) == 1", "(a) == (3)", "(a) > (3) && (a) - (3) == 1"]
    );
    assert_eq!(conditions(text, "rte"), ["c == null", "a < 0", "a >= c.length", "a == 0"]);
    assert_eq!(conditions(text, "idc").len(), 13);
    assert_eq!(conditions(text, "dcc").len(), 8);
    assert!(conditions(text, "wm").contains(&"(a) != (-a)".to_owned()));
    assert_eq!(conditions(text, "user"), ["a > 5", "f(a, c, s) > 2"]);
    let left_out: Vec<bool> =
        subject(text, "user").mutants().iter().map(|m| m.unsupported.is_some()).collect();
    assert_eq!(left_out, [false, true]);
}

/// A label is left out for an effect alone. Where the original may throw, it is asked for before the value is evaluated.
#[test]
fn what_may_throw_has_labels_and_what_has_an_effect_has_none() {
    let of = |parameters: &str, value: &str| -> Vec<(String, String)> {
        let text = format!(
            "class A {{ static int n; static int g() {{ return n++; }} static boolean f({parameters}) {{ return {value}; }} }}"
        );
        let subject = subject(&text, "wm");
        let labels = subject.mutants().iter().filter(|m| m.id.contains(".f("));
        let said = |m: &Mutant| m.unsupported.clone().unwrap_or_else(|| m.replacement.clone());
        labels.map(|m| (m.label.as_ref().expect("a label").predicate.clone(), said(m))).collect()
    };
    let first = |parameters: &str, value: &str, start: &str| {
        let all = of(parameters, value);
        let found = all.iter().find(|(predicate, _)| predicate.starts_with(start));
        found.unwrap_or_else(|| panic!("{start}: {all:?}")).1.clone()
    };
    // Nothing throws; both throw alike; the mutant alone may; the original may, too.
    assert_eq!(
        first("int y", "y % 4 == 0", "(y % 4 == 0) != (y / 4"),
        "jatpg.Trap.seen(y % 4 == 0, (y % 4 == 0) != (y / 4 == 0))"
    );
    assert_eq!(
        first("int[] c, int i", "c[i] < 3", "(c[i] < 3) != (c[i] > 3)"),
        "jatpg.Trap.seen(c[i] < 3, (c[i] < 3) != (c[i] > 3))"
    );
    let alone = first("int x, int y", "x * y == 3", "(x * y == 3) != (x / y");
    assert_eq!(alone, "jatpg.Trap.seen(x * y == 3, !(!((y) == 0)) || (x * y == 3) != (x / y == 3))");
    let both = first("int[] c, int i", "c[i] < 3", "(c[i] < 3) != (c[-i] < 3)");
    assert!(
        both.starts_with("jatpg.Trap.after(jatpg.Trap.on((") && both.ends_with(", true), c[i] < 3)"),
        "{both}"
    );
    for (parameters, value) in [("int x", "x++ < 3"), ("int x", "g() < x"), ("int[] c, int i", "c[i--] < 3")]
    {
        assert!(of(parameters, value).iter().all(|(_, said)| said.contains("may have an effect")), "{value}");
    }
    let text = "class A { static int f(int[] a, String s, int i) { while (i < a.length && a[i] != s.length()) { i++; } return i++ < 3 ? 1 : 2; } }";
    let subject = subject(text, "limit");
    let left_out: Vec<bool> = subject.mutants().iter().map(|m| m.unsupported.is_some()).collect();
    assert_eq!(left_out, [false, false, false, false, false, false, true, true, true]);
}

#[test]
fn mcdc_is_shown_by_pairs_and_what_cannot_be_is_proven() {
    let text = "class A {
        static int f(boolean a, boolean b, boolean c) { if (a && (b || c)) { return 1; } return 0; }
        static int g(int x) { if (x > 3 && x > 1) { return 1; } return 0; }
        static int h(int x) { if (x > 3) { return 1; } return 0; }
    }";
    let report = generate(&subject(text, "mcdc"), 64, 100_000_000);
    let shown: Vec<(&str, Shown)> = report.mcdc.iter().map(|c| (&*c.condition, c.verdict)).collect();
    let (yes, no) = (Shown::Covered, Shown::Infeasible);
    assert_eq!(shown, [("a", yes), ("b", yes), ("c", yes), ("x > 3", yes), ("x > 1", no), ("x > 3", yes)]);
    let of = &report.coverage["mcdc"];
    assert_eq!((of.labels, of.covered, of.infeasible, of.score), (6, 5, 1, Some(1.0)));
    // The independence of `b` takes a, b and not b with not c; the ways are those of short circuits.
    let ways: Vec<usize> = report.mcdc.iter().map(|condition| condition.pairs.len()).collect();
    assert_eq!(ways, [2, 1, 1, 1, 1, 1]);
    let both = generate(&subject(text, "mcc,mcdc"), 64, 100_000_000);
    assert_eq!(both.mcdc.iter().map(|c| c.verdict).collect::<Vec<_>>(), [yes, yes, yes, yes, no, yes]);
    assert!(jatpg::report::audit::problems(&report).is_empty());
}

#[test]
fn one_version_is_one_label_with_the_names_of_all_criteria() {
    let text = "class A { static int f(int a) { return a > 0 ? 1 : 2; } }";
    let subject = subject(text, "dc,cc");
    let names: Vec<Vec<&str>> = subject.mutants().iter().map(|label| label.names().collect()).collect();
    assert_eq!(names, [["A.f(int)/DC_1", "A.f(int)/CC_1"], ["A.f(int)/DC_2", "A.f(int)/CC_2"]]);
    let report = generate(&subject, 16, 10_000_000);
    let counts: Vec<_> = report.coverage.iter().map(|(name, of)| (&**name, of.labels, of.covered)).collect();
    assert_eq!(counts, [("dc", 2, 2), ("cc", 2, 2)]);
}

#[test]
fn nothing_in_the_code_under_test_catches_a_trap() {
    let text = "class A { static int f(int x) {
        int r = 0;
        try {
            if (x == 3) { r = 1; } else { r = 1; }
        } catch (Throwable t) {
            r = 1;
        } finally {
            if (x == 4) { return 1; }
        }
        return r;
    } }";
    let report = generate(&subject(text, "cc"), 16, 50_000_000);
    assert_eq!(report.coverage["cc"].covered, 4, "{:#?}", report.labels);
}

#[test]
fn what_is_infeasible_is_so_in_all_states_or_whatever_the_callers_do() {
    let text = "class A {
        static int f(int x) { if (x > 5) { if (x > 3) { return 1; } return 2; } return g(x & 1); }
        private static int g(int y) { return y > 1 ? 5 : y; }
        static int h(int n) { int s = 0; for (int i = 0; i < n; i++) { if (i < 0) { s++; } } return s; }
    }";
    let report = generate(&subject(text, "cc"), 64, 200_000_000);
    let infeasible: Vec<(&str, Option<Scope>)> = report
        .labels
        .iter()
        .filter(|label| kind(label) == VerdictKind::Equivalent)
        .map(|label| (&*label.predicate, label.scope()))
        .collect();
    assert_eq!(
        infeasible,
        [("!(x > 3)", Some(Scope::Method)), ("y > 1", Some(Scope::Callers)), ("i < 0", Some(Scope::Method)),]
    );
    assert_eq!(report.coverage["cc"].score, Some(1.0));
    assert!(jatpg::report::audit::problems(&report).is_empty());
}

/// No exit says that the trap has sprung: the run comes to none.
#[test]
fn a_label_is_not_infeasible_for_being_on_the_way_of_endless_runs_alone() {
    for (method, expected) in [
        ("static int f(int x) { if (x > 0) { while (true) { x = x | 1; } } return 0; }", vec![]),
        (
            "static int f(int x) { if (x > 5) { for (;;) { if (x < 0) { break; } } } return x; }",
            vec!["x < 0"],
        ),
        (
            "static int f(int x) { while (x > 3) { if (x == 9) { x = 9; } else { x = 4; } } return x; }",
            vec![],
        ),
        ("static int f(int x) { if (x == 7) { return f(x); } return x; }", vec![]),
        (
            "static int f(int x) { if (x > 2) { g(x); } return x; } private static void g(int x) { while (x > 0) { if (x == 3) { x = 3; } } }",
            vec![],
        ),
        ("static int f(int x) { while (x == 2) { if (x > 2) { return 3; } } return x; }", vec!["x > 2"]),
    ] {
        let report = generate(&subject(&format!("class A {{ {method} }}"), "dc"), 64, 100_000_000);
        let infeasible = report.labels.iter().filter(|label| kind(label) == VerdictKind::Equivalent);
        assert_eq!(infeasible.map(|label| &*label.predicate).collect::<Vec<_>>(), expected, "{method}");
    }
}

#[test]
fn mutants_and_labels_are_one_suite_with_a_score_each() {
    let text = "class A { static int f(int a, int b) { if (a > 0 && b > 0) { return a; } return b; } }";
    let both = generate(&subject(text, "mutation,cc"), 64, 50_000_000);
    let alone = generate(&subject(text, "mutation"), 64, 50_000_000);
    assert_eq!((both.mutants.len(), both.score), (alone.mutants.len(), alone.score));
    assert_eq!(both.coverage["cc"].covered, 4);
    assert!(alone.labels.is_empty() && alone.coverage.is_empty());
    let tests = both.tests.iter();
    assert!(
        tests.clone().any(|test| !test.kills.is_empty()) && tests.clone().any(|test| !test.covers.is_empty())
    );
    let text = serde_json::to_string(&both).expect("a report");
    let read = Report::parse(&text).expect("a report");
    assert!(read.labels == both.labels && read.coverage == both.coverage && read.tests == both.tests);
    // Whoever tries the claims sees versions.
    assert_eq!(labels::as_versions(both).mutants.len(), alone.mutants.len() + 4);
}

#[test]
fn the_branches_of_tcas_are_covered_or_proven_impossible() {
    let text = std::fs::read_to_string("programs/papers/Tcas.java").expect("a program");
    let report = generate(&subject(&text, "cc"), 1_000, 2_000_000_000);
    let of = &report.coverage["cc"];
    assert_eq!((of.labels, of.covered, of.infeasible, of.undecided), (76, 63, 13, 0));
}

/// Two are only reached by paths to labels that all other passes leave: behind a quote of the other kind, and at the end of the text behind a backslash.
#[test]
fn the_branches_of_get_tag_are_all_covered() {
    let text = std::fs::read_to_string("programs/papers/GetTag.java").expect("a program");
    let report = generate(&subject(&text, "cc"), 1_000, 2_000_000_000);
    let of = &report.coverage["cc"];
    assert_eq!((of.labels, of.covered, of.infeasible, of.undecided), (78, 78, 0, 0));
}
