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

#[derive(Default)]
struct FoundLabels {
    labels: usize,
    covered: usize,
    infeasible: usize,
    open: usize,
    wrong: Vec<String>,
}

impl FoundLabels {
    fn look_at(&mut self, method: &str) {
        let Some(exhaustible) = Exhaustible::of_goals(method, goals(CRITERIA)) else { return };
        let subject = &exhaustible.subject;
        let shown = exhaustible.run(subject.runnable());
        let by_some: MutantSet = shown.kills.iter().map(|&(label, ..)| label).collect();
        let report = with_stack(|| generate(subject, 32, 100_000_000));
        for (index, label) in report.labels.iter().enumerate().filter(|(_, label)| label.excluded.is_none()) {
            let is_covered = by_some.contains(index as u32);
            self.labels += 1;
            let is_wrong = match label.verdict.as_ref().expect("a verdict").verdict {
                VerdictKind::Killed => {
                    self.covered += 1;
                    // Arrays may be longer than those enumerated, statics and what is not private have other values in tests, and an input on
                    // which the original takes long is left out.
                    let is_of_f = label.method.starts_with("A.f(") || method.contains("private static");
                    let is_whole = is_of_f && !method.contains("[]") && !method.contains("static int s;");
                    !is_covered && is_whole && shown.endless == 0
                }
                VerdictKind::Equivalent => {
                    self.infeasible += 1;
                    is_covered
                }
                VerdictKind::EquivalentUpTo | VerdictKind::Undecided => {
                    self.open += 1;
                    false
                }
            };
            if is_wrong {
                self.wrong.push(format!("{method}\n{label:#?}"));
            }
        }
    }
}

impl std::fmt::Display for FoundLabels {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { labels, covered, infeasible, open, wrong } = self;
        let wrong = wrong.len();
        write!(f, "{labels} labels: {covered} covered, {infeasible} infeasible, {open} open; {wrong} wrong")
    }
}

/// `JATPG_FIRST` asks for the random methods from a number on alone, as a soak run that goes on with another has it.
#[test]
fn no_input_covers_what_is_infeasible_and_one_covers_what_is_covered() {
    let first = std::env::var("JATPG_FIRST").ok().and_then(|n| n.parse::<u64>().ok());
    let mut found = FoundLabels::default();
    if first.is_none() {
        for method in OWN.iter().chain(METHODS.iter().step_by(soak::one_in(METHODS.len()))) {
            found.look_at(method);
        }
        // Of random methods there are some that no effort of a test decides.
        let is_decided = found.open < found.labels / 20;
        assert!(found.covered > 30 && found.infeasible > 8 && is_decided, "{found}");
    }
    let random = if soak::is_on() { first.unwrap_or(0)..RANDOM_METHODS } else { 0..0 };
    for number in random {
        found.look_at(&random_methods::method(number));
        println!("{number}: {found}");
    }
    assert!(found.wrong.is_empty(), "{found}\n{}", found.wrong.join("\n"));
    assert!(!soak::is_on() || first.is_some() || found.labels >= LABELS_OF_SOAK, "{found}");
}
