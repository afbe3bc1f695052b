//! The global engine: it finds what no random test does, with and without the other passes, and the number of
//! threads changes nothing.

use jatpg::atg::plan::{self, Compaction};
use jatpg::driver::Generator;
use jatpg::engine::Engine;
use jatpg::engine::global::Global;
use jatpg::engine::random::{DEFAULT_EFFORT, Random};
use jatpg::engine::session::Session;
use jatpg::engine::subject::Subject;
use jatpg::report::assemble;
use jatpg::report::json::{MutantReport, Report, VerdictKind};

use super::{Unwatched, mutant, subject};

/// A few random tests, then the global engine.
fn after_random(subject: &Subject) -> Report {
    let generator = || Generator::new(subject.program(), 1, |field| subject.setting(field));
    let mut session = Session::new(subject, &Unwatched);
    let mut engines: Vec<Box<dyn Engine + '_>> =
        vec![Box::new(Random::new(generator(), 32, DEFAULT_EFFORT)), Box::new(Global::new(generator()))];
    let passes = plan::run(&mut session, &mut engines, Compaction::On).expect("no failure");
    assemble::generated(&session, passes, 1)
}

fn baseline(subject: &Subject) -> Report {
    each_alone(subject, Global::baseline)
}

fn each_alone<'s>(subject: &'s Subject, engine: impl Fn(Generator<'s>) -> Global<'s>) -> Report {
    let generator = Generator::new(subject.program(), 1, |field| subject.setting(field));
    let mut session = Session::new(subject, &Unwatched);
    let mut engines: Vec<Box<dyn Engine + '_>> = vec![Box::new(engine(generator))];
    let passes = plan::run(&mut session, &mut engines, Compaction::Off).expect("no failure");
    assemble::generated(&session, passes, 1)
}

/// The pass that killed the mutant with this replacement.
fn pass_of(report: &Report, replacement: &str) -> Option<String> {
    let verdict = mutant(report, replacement).verdict.as_ref().expect("a verdict");
    verdict.pass.clone()
}

#[test]
fn a_single_value_among_all_ints_is_found() {
    let subject = subject(
        "class Unit { static int f(int x, byte b) {
            if (x * 7 + b == 123456790 && b > 100) { return x; }
            return 0;
        } }",
    );
    let report = after_random(&subject);
    assert_eq!(pass_of(&report, "b >= 100").as_deref(), Some("global"), "{:?}", report.passes);
}

#[test]
fn cells_of_arrays_and_state_of_objects_are_inputs() {
    let subject = subject(
        "class Unit {
            private long sum;
            void add(long n) { sum += n; }
            boolean isFull(int[] a) {
                if (a.length < 2 || a[1] * 3 != 987654321) { return false; }
                return sum == 123456789012L;
            }
        }",
    );
    let report = after_random(&subject);
    assert_eq!(pass_of(&report, "sum != 123456789012L").as_deref(), Some("global"));
}

#[test]
fn what_a_string_holds_is_an_input() {
    let subject = subject(
        "class Unit { static int f(String s) {
            if (s.length() == 5 && s.charAt(2) * 7 == 791 && s.charAt(4) * 5 == 175) { return 1; }
            return 0;
        } }",
    );
    let report = after_random(&subject);
    assert_eq!(pass_of(&report, "s.charAt(4) * 5 != 175").as_deref(), Some("global"));
}

#[test]
fn a_mutant_that_does_not_end_on_rare_inputs_is_killed() {
    let subject = subject(
        "class Unit { static int f(int x) {
            int n = 0;
            if (x * 7 == 8641969) {
                for (int i = 0; i < 3; i++) { n += 2; }
            }
            return n;
        } }",
    );
    let report = after_random(&subject);
    let verdict = mutant(&report, "i--").verdict.as_ref().expect("a verdict");
    assert_eq!((verdict.verdict, verdict.pass.as_deref()), (VerdictKind::Killed, Some("global")));
}

#[test]
fn the_baseline_makes_a_test_for_each_mutant() {
    let subject = subject(
        "class Unit { static int f(int x, int y) {
            if (x == y * 77 + 1) { return x; }
            return y;
        } }",
    );
    let report = baseline(&subject);
    let killed =
        report.mutants.iter().filter(|m| m.verdict.as_ref().is_some_and(|v| v.kill.is_some())).count();
    assert!(killed > 30, "{killed}");
    assert_eq!(report.tests.len(), killed);
    assert!(report.passes.iter().map(|pass| &*pass.name).eq(["baseline"]));
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let text = include_str!("../../programs/papers/FourBalls.java");
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| assemble::to_json(&after_random(&subject(text))))
    };
    assert_eq!(run(1), run(3));
}

#[test]
fn listed_paths_kill_what_merged_ones_kill_until_there_are_too_many() {
    let killed = |report: &Report| -> Vec<String> {
        let is_killed = |m: &&MutantReport| m.verdict.as_ref().is_some_and(|v| v.kill.is_some());
        report.mutants.iter().filter(is_killed).map(|m| m.id.clone()).collect()
    };
    let text = |decisions: usize| {
        let steps: String = (1..=decisions).map(|i| format!("if (b > {i}) {{ x = x - {i}; }}\n")).collect();
        format!("class Unit {{ static int f(int a, int b) {{ int x = a; {steps} return x; }} }}")
    };
    let few = subject(&text(4));
    let (paths, merged) = (each_alone(&few, Global::paths), baseline(&few));
    assert_eq!(killed(&paths), killed(&merged));
    let many = subject(&text(13));
    assert!(killed(&each_alone(&many, Global::paths)).is_empty(), "too many paths to be listed");
}
