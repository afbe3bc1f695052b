//! Verdicts against all inputs: no input covers a label that is called infeasible, and some input covers each that is called
//! covered.

use jatpg::exec::mutant_set::MutantSet;
use jatpg::report::json::VerdictKind;
use jatpg::syntax::with_stack;

use super::{generate, goals};
use crate::roa::exhaustion::{Exhaustible, METHODS};
use crate::roa::random_methods;
use crate::support::soak;

/// All that there are.
const CRITERIA: &str = "fc,ic,dc,cc,dcc,mcc,mcdc,gacc,gicc,wm,idc,rte,limit,scc,smcc";

/// Small ones, in which some labels are infeasible: in all states, for all that the callers pass, behind handlers.
const OWN: &[&str] = &[
    "static int f(byte a) { int x = a; if (x >= 5) { if (x <= 5) { return 1; } return 2; } if (x > 5) { return 3; } return 4; }",
    "static int f(byte a) { if (a <= 0) { return -1; } return g(a, a & 3); } private static int g(int x, int y) { if (x <= y) { return x == 0 ? 7 : x + y; } return x > 0 ? x - y : y; }",
    "static int f(byte a) { try { if (a == 3) { throw new IllegalStateException(); } if (a > 3 && a < 5) { return a / (a - 4); } return 1; } catch (RuntimeException e) { return a == 3 || a == 4 ? 2 : 3; } finally { if (a == 100) { return 9; } } }",
    "static int f(byte a, boolean b) { int n = 0; for (int i = 0; i < 3; i++) { if (i > a || b && i < 0) { n++; } } switch (n) { case 0: a++; case 1: return a; case 4: return 0; default: return n; } }",
    "static int f(byte a) { boolean r = a * a % 4 == 2 || !(a > 7); return r ? a : (a & 1) == 2 ? 5 : 6; }",
];

/// With so many random methods beside them, all, as a soak run tries them, have more than ten thousand labels.
const RANDOM_METHODS: u64 = 200;
const LABELS_OF_SOAK: usize = 10_000;

#[test]
fn no_input_covers_what_is_infeasible_and_one_covers_what_is_covered() {
    let (mut labels, mut covered, mut infeasible, mut open) = (0, 0, 0, 0);
    let random: Vec<String> =
        (0..if soak::is_on() { RANDOM_METHODS } else { 0 }).map(random_methods::method).collect();
    let listed = OWN.iter().chain(METHODS.iter().step_by(soak::one_in(METHODS.len())));
    for method in listed.copied().chain(random.iter().map(String::as_str)) {
        let Some(exhaustible) = Exhaustible::of_goals(method, goals(CRITERIA)) else { continue };
        let subject = &exhaustible.subject;
        let shown = exhaustible.run(subject.runnable());
        let by_some: MutantSet = shown.kills.iter().map(|&(label, ..)| label).collect();
        let report = with_stack(|| generate(subject, 32, 100_000_000));
        for (index, label) in report.labels.iter().enumerate().filter(|(_, label)| label.excluded.is_none()) {
            let is_covered = by_some.contains(index as u32);
            labels += 1;
            match label.verdict.as_ref().expect("a verdict").verdict {
                VerdictKind::Killed => {
                    covered += 1;
                    // Arrays may be longer than those enumerated, statics and what is not private have other values in tests.
                    let is_of_f = label.method.starts_with("A.f(") || method.contains("private static");
                    let is_whole = is_of_f && !method.contains("[]") && !method.contains("static int s;");
                    assert!(is_covered || !is_whole, "{method}\n{label:#?}");
                }
                VerdictKind::Equivalent => {
                    infeasible += 1;
                    assert!(!is_covered, "{method}\n{label:#?}");
                }
                VerdictKind::EquivalentUpTo | VerdictKind::Undecided => open += 1,
            }
        }
    }
    println!("{labels} labels: {covered} covered, {infeasible} infeasible, {open} open");
    assert!(!soak::is_on() || labels >= LABELS_OF_SOAK, "{labels} labels");
    assert!(
        covered > 30 && infeasible > 8 && open < labels / 20,
        "{labels}: {covered}, {infeasible}, {open}"
    );
}
