//! What is said of mutants that are left undecided: what is in the way, by its name and place.

use jatpg::report::json::{Report, VerdictKind};
use jatpg::report::text::render;

use super::generate;

/// The reasons for what is undecided, with their kinds.
fn reasons(report: &Report) -> Vec<(String, String)> {
    let verdicts = report.mutants.iter().filter_map(|mutant| mutant.verdict.as_ref());
    let open = verdicts.filter(|verdict| verdict.verdict == VerdictKind::Undecided);
    open.map(|verdict| {
        (verdict.reason.clone().expect("a reason"), verdict.reason_kind.clone().expect("a kind"))
    })
    .collect()
}

#[test]
fn a_private_method_names_its_caller_that_is_not_read() {
    let report = generate(
        "class Unit {
            private static int next(int x) { return x + 1; }
            static int all(int[] a) { java.util.function.IntUnaryOperator f = x -> next(x); return f.applyAsInt(a[0]); }
        }",
        32,
    );
    let reasons = reasons(&report);
    assert!(!reasons.is_empty());
    for (reason, kind) in reasons {
        assert!(reason.contains("Unit.all(int[]), which calls it, is not read (Unit.java:3: "), "{reason}");
        assert_eq!(kind, "caller_not_read");
    }
}

#[test]
fn what_cannot_be_tested_has_no_score() {
    let report = generate("class Unit { private static int next(int x) { return x + 1; } }", 32);
    for (reason, kind) in reasons(&report) {
        assert_eq!(reason, "no driver: it is private, and nothing calls it");
        assert_eq!(kind, "no_caller");
    }
    assert_eq!(report.score, None);
    assert!(report.passes.iter().all(|pass| pass.score.is_none()));
    let text = render(&report, &[]);
    assert!(text.contains("no score: no test was found that can be run"), "{text}");
}

#[test]
fn a_private_method_that_something_calls_is_not_said_to_be_unused() {
    let report = generate(
        "class Unit {
            private static int first(int x) { return second(x); }
            private static int second(int x) { return x + 1; }
        }",
        32,
    );
    let kind = |method: &str| {
        let of_method = report.mutants.iter().filter(|mutant| mutant.method == method);
        of_method.filter_map(|mutant| mutant.verdict.as_ref()?.reason_kind.clone()).next()
    };
    assert_eq!(kind("Unit.first(int)").as_deref(), Some("no_caller"));
    assert_eq!(kind("Unit.second(int)").as_deref(), Some("no_driver"));
}

#[test]
fn a_private_class_has_the_reasons_of_the_methods_that_lead_to_it() {
    let report = generate(
        "class Unit {
            private static class Halves {
                int of(int x) { return x / 2; }
            }
            private static StringBuilder next = new StringBuilder();
            static int halved(int x) { next.append(x); next = next; return new Halves().of(next.length()); }
        }",
        32,
    );
    let of_class = report.mutants.iter().filter(|mutant| mutant.method == "Unit.Halves.of(int)");
    let kinds: Vec<_> = of_class.filter_map(|mutant| mutant.verdict.as_ref()?.reason_kind.clone()).collect();
    assert!(!kinds.is_empty());
    assert!(kinds.iter().all(|kind| kind == "static_state"), "{kinds:?}");
}

#[test]
fn a_mutant_that_every_test_misses_still_counts_for_the_score() {
    let report = generate("class Unit { static int zero(int x) { return x * 0; } }", 32);
    assert!(report.score.is_some_and(|score| score < 1.0), "{:?}", report.score);
}

#[test]
fn a_private_object_that_tests_share_is_named_with_what_would_help() {
    let report = generate(
        "class Unit {
            private static StringBuilder next = new StringBuilder();
            static int ticket(int n) { next.append(n); next = next; return next.length(); }
        }",
        32,
    );
    let reasons = reasons(&report);
    assert!(!reasons.is_empty());
    for (reason, kind) in reasons {
        assert!(
            reason
                .starts_with("static state: what it leaves in statics, or in objects that they hold, shows"),
            "{reason}"
        );
        assert_eq!(kind, "static_state");
    }
}

/// `set(false)` takes away what `set(true)` leaves: in a row all three pass, in either order.
#[test]
fn a_test_passes_behind_each_other_one_alone() {
    let report = generate(
        "class Unit {
            private static final int[] LAST = { 0 };
            static int set(boolean on) { LAST[0] = on ? 1 : 0; return on ? 3 : 4; }
            static int handled(int n) { return LAST[0] == 0 ? n + 1 : n - 1; }
        }",
        32,
    );
    let calls: Vec<String> = report.tests.iter().map(|test| test.inputs.concat()).collect();
    let is_called = |call: &str| calls.iter().any(|inputs| inputs.contains(call));
    let are_both = is_called("set(true)") && is_called("handled(");
    assert!(!calls.is_empty() && !are_both, "{calls:?}");
}

#[test]
fn an_initializer_that_is_not_read_is_named_with_its_place() {
    for (members, expected) in [
        ("static final int[] T = made(() -> count());", "Unit.<clinit>() is not read (Unit.java:2: "),
        ("static { System.out.println(); }", "the static initialiser of Unit prints (Unit.java:1)"),
    ] {
        let report = generate(
            &format!(
                "class Unit {{
                    {members}
                    static int calls;
                    static int count() {{ return calls++; }}
                    static int[] made(java.util.function.IntSupplier s) {{ return new int[] {{s.getAsInt()}}; }}
                    static int next(int x) {{ return x + 1; }}
                }}"
            ),
            32,
        );
        let of_next = report.mutants.iter().filter(|mutant| mutant.method == "Unit.next(int)");
        let verdicts: Vec<_> = of_next.filter_map(|mutant| mutant.verdict.as_ref()).collect();
        let open = verdicts.iter().filter_map(|verdict| verdict.reason.as_ref());
        let wrong: Vec<&String> = open.clone().filter(|reason| !reason.contains(expected)).collect();
        assert!(open.count() > 0 && wrong.is_empty(), "{wrong:?}");
    }
}

#[test]
fn a_deleted_assertion_says_how_it_would_count() {
    let report = generate("class Unit { static int next(int x) { assert x > 3 : x; return x + 1; } }", 32);
    let reasons = reasons(&report);
    assert!(
        reasons.iter().any(|(reason, kind)| reason.contains("(--assertions on ") && kind == "assertion"),
        "{reasons:?}"
    );
}

#[test]
fn the_comparison_by_identity_that_is_in_the_way_is_named() {
    let report = generate(
        "class Unit {
            static Integer sum(int n) { Integer s = 0; for (int i = 0; i < n % 3; i++) { s = s + n; } return s; }
            static boolean same(Integer a, Integer b) { return a == b; }
            static int find(String s) {
                for (int i = 0; i < s.length(); i++) { if (s.substring(i).startsWith(\"ab\")) { return i; } }
                return -1;
            }
        }",
        32,
    );
    for (reason, kind) in reasons(&report) {
        assert_eq!(
            kind == "identity",
            reason.contains("Unit.same(Integer,Integer) (Unit.java:3)"),
            "{reason}"
        );
    }
    let find = report.mutants.iter().filter(|mutant| mutant.method == "Unit.find(String)");
    assert!(!find.filter_map(|m| m.verdict.as_ref()?.reason_kind.clone()).any(|kind| kind == "identity"));
}
