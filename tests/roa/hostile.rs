//! Methods that are hard on purpose: what is not decided within a counted effort is undecided with the reason, and
//! nothing is called equivalent for want of it. `scripts/measure-hostile` has larger ones, with times.

use std::fmt::Write as _;

use jatpg::budget::Budget;
use jatpg::mutate::bench::Bench;
use jatpg::mutate::generate::{given_methods, mutants_of};
use jatpg::mutate::operator::OperatorSet;
use jatpg::roa::local::Extent;
use jatpg::roa::original::KnownOriginals;
use jatpg::roa::workbench::Workbench;
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::Program;
use jatpg::syntax::source::SourceFile;
use jatpg::syntax::with_stack;

/// For all mutants of a method, far less than the usual.
const EFFORT: u64 = 12_000_000;

fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect()
}

fn nested(depth: usize) -> String {
    let mut text = "s += i0 * i1 ^ i2;".to_owned();
    for i in (0..depth).rev() {
        let from = if i == 0 { "0".to_owned() } else { format!("i{}", i - 1) };
        text = format!(
            "for (int i{i} = {from}; i{i} < n + {i}; i{i}++) {{ {text} if (s > a[i{i} & 7]) {{ break; }} }}"
        );
    }
    text
}

fn methods() -> Vec<(&'static str, String)> {
    let mut cases = String::new();
    for i in 0..60 {
        let end = if i % 3 == 0 { "" } else { "break;" };
        let _ = write!(cases, "case {i}: r = y * {i} + r; {end} ");
    }
    vec![
        (
            "branches",
            format!(
                "static int f(int a, int b) {{ int s = 0; {} return s; }}",
                lines(40, |i| format!("if (a * {} > b + s) {{ s += a ^ {i}; }} else {{ s -= b; }} ", i + 3))
            ),
        ),
        ("nested loops", format!("static int f(int n, int[] a) {{ int s = 0; {} return s; }}", nested(5))),
        ("a switch", format!("static int f(int x, int y) {{ int r = 0; switch (x) {{ {cases} }} return r; }}")),
        (
            "products",
            format!(
                "static int f(int a, int b, int c) {{ int x = a; {} return x; }}",
                lines(8, |i| format!("x = x * (b + {i}) * c + a * x; "))
            ),
        ),
        (
            "a puzzle of strings",
            "static boolean f(String s) { int h = 0; for (int i = 0; i < s.length(); i++) { h = h * 31 + s.charAt(i); if (s.substring(i).startsWith(\"ab\") && s.indexOf(\"xyz\", i) > i) { h ^= s.lastIndexOf(\"q\"); } } return (s.trim().toLowerCase() + h).hashCode() == 12345; }"
                .to_owned(),
        ),
        (
            "remainders of floats",
            format!(
                "static double f(double x, double y) {{ double s = 0; {} return s; }}",
                lines(8, |i| format!("s = (s + x) % (y + {i}.5) * 1.000{}; ", i + 1))
            ),
        ),
        (
            "many arrays",
            format!(
                "static int f(int[] a, int[] b, int[][] c, long[] d, int i, int j) {{ {} return a[0]; }}",
                lines(3, |i| format!(
                    "a[i + {i}] = b[j]; c[i][j + {i}] += a[j]; d[i] -= b[j]; if (a[j] > b[i]) {{ int[] t = a; a = b; b = t; i++; }} "
                ))
            ),
        ),
    ]
}

/// By mutant: proven, or why not; in a hurry or not.
fn verdicts(members: &str, in_hurry: bool) -> (Vec<Result<(), String>>, u64) {
    let source = SourceFile::new("A.java".into(), format!("class A {{ {members} }}\n"));
    let program = Program::load(vec![source], &LoadOptions::default()).expect("the program loads");
    let method = given_methods(&program).next().expect("a method");
    let mutants = mutants_of(&program, method, &OperatorSet::parse("AORB,ROR,AOIS").expect("operators"));
    with_stack(|| {
        let bench =
            Workbench::new(&program, &KnownOriginals::default(), method, 3).expect("the solver works");
        let mut bench = bench.expect("the method is supported");
        bench.effort = Budget::new(EFFORT);
        if in_hurry {
            bench.hurry();
        }
        let mut found = Vec::new();
        let step = (mutants.len() / 60).clamp(1, 7);
        for mutant in mutants.iter().step_by(step).take(60).filter(|m| m.unsupported.is_none()) {
            let code = mutant.code(&program).expect("the method has code");
            let body = program.typed_body(method, &code).expect("the mutant is valid");
            let checked = bench.check(&body, Extent::UntilProven).expect("the solver works");
            let open =
                checked.bounded.reason.or_else(|| checked.attempts.last().map(|a| format!("{:?}", a.result)));
            found.push(if checked.proof.is_some() { Ok(()) } else { Err(open.unwrap_or_default()) });
        }
        (found, bench.effort.spent())
    })
}

#[test]
fn hostile_methods_end_within_the_effort_counted_and_what_is_left_says_why() {
    let mut limited = 0;
    for (name, members) in methods() {
        let (found, spent) = verdicts(&members, false);
        assert!(spent <= EFFORT + EFFORT / 4, "{name} spent {spent}");
        assert!(found.iter().filter_map(|f| f.as_ref().err()).all(|why| !why.is_empty()), "{name}");
        let is_limited = |f: &&Result<(), String>| f.as_ref().is_err_and(|why| why.contains("effort limit"));
        limited += found.iter().filter(is_limited).count();
    }
    assert!(limited > 20, "{limited}");
}

#[test]
fn a_check_in_a_hurry_proves_what_small_regions_show_and_leaves_the_loops() {
    let members = "static int f(int[] a) { int s = 0; for (int i = 0; i < a.length; i++) { s += a[i]; } \
                   for (int k = 0; k < 3; k++) { s ^= k; } return s; }";
    let ((all, _), (hurried, _)) = (verdicts(members, false), verdicts(members, true));
    assert!(hurried.iter().any(Result::is_ok), "{hurried:?}");
    let is_unrolled = |f: &Result<(), String>| f.as_ref().is_err_and(|why| why.contains("iterations"));
    assert!(all.iter().any(is_unrolled), "{all:?}");
    assert!(
        hurried.iter().filter_map(|f| f.as_ref().err()).all(|why| why.contains("effort limit")),
        "{hurried:?}"
    );
}

#[test]
fn a_mutant_of_a_long_method_is_made_without_the_rest_of_the_method() {
    for (name, members) in methods() {
        let source = SourceFile::new("A.java".into(), format!("class A {{ {members} }}\n"));
        let program = Program::load(vec![source], &LoadOptions::default()).expect("the program loads");
        let method = given_methods(&program).next().expect("a method");
        let mutants = mutants_of(&program, method, &OperatorSet::parse("AORB,ROR,AOIS").expect("operators"));
        let mut bench = Bench::new(&program, method).expect("the method is supported");
        let whole = with_stack(|| mutants.iter().filter(|mutant| !bench.accepts(&mutant.patch)).count());
        assert!(whole * 4 <= mutants.len(), "{name}: {whole} of {} are made as a whole", mutants.len());
    }
}

#[test]
fn the_effort_decides_the_same_in_each_run() {
    let (_, products) = methods().swap_remove(3);
    assert_eq!(verdicts(&products, false), verdicts(&products, false));
}
