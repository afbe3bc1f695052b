//! SymBMC and SimplifiedBMC against all inputs, and against the whole system.

use std::collections::BTreeSet;

use jatpg::atg::system::{self, EngineName, Settings};
use jatpg::dalg::switches::{Limits, Switches};
use jatpg::engine::subject::Subject;
use jatpg::report::json::{Report, VerdictKind};
use jatpg::syntax::with_stack;

use super::lower_bound::{METHODS, reached};
use super::{Unwatched, subject};
use crate::support::soak;

fn run(subject: &Subject, engine: EngineName) -> Report {
    let (switches, limits) = (Switches::ALL, Limits::default());
    let settings = Settings {
        seed: 1,
        random_tests: 64,
        effort: 1_000_000_000,
        switches,
        limits,
        ..Settings::default()
    };
    with_stack(|| system::generate(subject, engine, &settings, &Unwatched)).expect("no failure")
}

fn with(report: &Report, kind: VerdictKind) -> BTreeSet<&str> {
    let mutants = report.mutants.iter().filter(|m| m.verdict.as_ref().is_some_and(|v| v.verdict == kind));
    let labels = report.labels.iter().filter(|label| label.is(kind));
    mutants.map(|m| &*m.id).chain(labels.map(|label| &*label.id)).collect()
}

const ENGINES: [EngineName; 2] = [EngineName::Symbmc, EngineName::SimplifiedBmc];

#[test]
fn what_no_formula_tells_apart_no_input_does_and_all_else_is_killed() {
    for method in METHODS.into_iter().step_by(soak::one_in(METHODS.len())) {
        let subject = subject(&format!("class A {{ {method} }}"), "mutation,cc");
        let shown: BTreeSet<String> = reached(&subject).into_iter().flatten().collect();
        for engine in ENGINES {
            let report = run(&subject, engine);
            let equivalent = with(&report, VerdictKind::Equivalent);
            assert!(!equivalent.is_empty(), "{method}");
            for id in &equivalent {
                assert!(!shown.contains(*id), "{engine:?}, {method}: {id}");
            }
            let open = with(&report, VerdictKind::Undecided);
            assert!(open.is_empty(), "{engine:?}, {method}: {open:?}");
        }
    }
}

#[test]
fn both_decide_loop_free_programs_as_the_whole_system_does() {
    for name in ["Min", "Mid", "FMin3"].into_iter().step_by(soak::one_in(3)) {
        let text = std::fs::read_to_string(format!("programs/papers/{name}.java")).expect("a program");
        let subject = subject(&text, "mutation");
        let atg = run(&subject, EngineName::Atg);
        for engine in ENGINES {
            let report = run(&subject, engine);
            for kind in [VerdictKind::Killed, VerdictKind::Equivalent, VerdictKind::Undecided] {
                assert_eq!(with(&report, kind), with(&atg, kind), "{engine:?}, {name}");
            }
        }
    }
}

#[test]
fn of_what_no_formula_speaks_nothing_is_said() {
    let text = "class A { static int n; static int f(int a) { n++; return a > 0 ? n : 1; } }";
    let report = run(&subject(text, "mutation"), EngineName::Symbmc);
    assert!(with(&report, VerdictKind::Equivalent).is_empty() && report.tests.is_empty());
}
