//! What a run of a class takes: nothing for what is blocked, and no more than it is given in all.

use jatpg::atg::engines::EngineName;
use jatpg::atg::system::{self, Settings};
use jatpg::dalg::switches::{Limits, Switches};
use jatpg::engine::effort::Effort;
use jatpg::engine::session::Session;
use jatpg::report::json::Report;

use super::{Unwatched, subject};

const LOOPS: &str = "int s = 0; for (int i = 0; i < a; i++) for (int j = 0; j < b; j++) \
                     { if (s % 7 == 3) s += i * j; else s ^= a - b + i; } return s;";

fn run(text: &str, engine: EngineName, effort: u64) -> Report {
    let settings = Settings {
        seed: 1,
        random_tests: 1_000,
        effort,
        switches: Switches::ALL,
        limits: Limits::default(),
        ..Settings::default()
    };
    system::generate(&subject(text), engine, &settings, &Unwatched).expect("no failure")
}

/// The names of the passes that searched for a test of some mutant.
fn searching(report: &Report) -> Vec<&str> {
    report.passes.iter().filter(|pass| pass.locality.is_some()).map(|pass| &*pass.name).collect()
}

#[test]
fn no_test_is_searched_for_what_nothing_calls() {
    let open = format!("class Unit {{ static int f(int a, int b) {{ {LOOPS} }} }}");
    assert!(!searching(&run(&open, EngineName::D, u64::MAX)).is_empty());
    let closed = format!(
        "class Unit {{ private static int f(int a, int b) {{ {LOOPS} }} static int g(int a) {{ return a + 1; }} }}"
    );
    let report = run(&closed, EngineName::D, u64::MAX);
    let of_g = |m: &&jatpg::report::json::SearchedMutant| m.id.contains(".g(");
    let searched = report.passes.iter().filter_map(|pass| pass.locality.as_ref()).flat_map(|l| &l.mutants);
    assert!(searched.clone().all(|m| of_g(&m)), "{:?}", searched.collect::<Vec<_>>());
}

#[test]
fn no_test_is_searched_where_every_candidate_is_refused() {
    let text = format!(
        "class Unit {{ static int f(int a, int b) {{ long now = System.nanoTime(); if (now < 0) return 1; {LOOPS} }} }}"
    );
    let report = run(&text, EngineName::Atg, u64::MAX);
    assert!(report.tests.is_empty());
    assert!(searching(&report).is_empty(), "{:?}", searching(&report));
}

#[test]
fn the_effort_for_a_class_is_that_of_all_passes_together() {
    let text = format!(
        "class Unit {{ static int f(int a, int b) {{ {LOOPS} }} static int g(int a, int b) {{ {LOOPS} }} }}"
    );
    let (little, much) = (run(&text, EngineName::Atg, 100_000), run(&text, EngineName::Atg, u64::MAX));
    assert!(searching(&little).is_empty());
    let undecided = |report: &Report| report.passes.last().map_or(0, |pass| pass.undecided);
    assert!(undecided(&little) > undecided(&much));
    // What is spent in full leaves nothing.
    let subject = subject(&text);
    let mut session = Session::new(&subject, &Unwatched);
    session.effort = Effort::new(10);
    session.effort.spend_terms(5);
    assert_eq!((session.effort.left(), session.effort.left_in_terms()), (0, 0));
}
