//! Lower bounds of suites against all inputs: no call reaches two goals of a bound.

use jatpg::atg::engines::EngineName;
use jatpg::atg::system::{self, Settings};
use jatpg::dalg::switches::{Limits, Switches};
use jatpg::driver::{Driver, Generator};
use jatpg::engine::Engine;
use jatpg::engine::collapse::Aiming;
use jatpg::engine::dalgorithm::DAlgorithm;
use jatpg::engine::pass::PassKind;
use jatpg::engine::session::Session;
use jatpg::engine::subject::{GoalIndex, Subject};
use jatpg::engine::verdict::Verdict;
use jatpg::report::json::{LowerBoundReport, Report};
use jatpg::syntax::with_stack;

use super::{Unwatched, subject};
use crate::support::soak;

/// Methods over few inputs; one that calls a private one, and two that call one another.
pub(super) const METHODS: [&str; 4] = [
    "static int f(byte a, boolean b) { if (a > 5 && b) { return 1; } if (a == -3) { return 2; } return b ? 3 : a; }",
    "static int f(byte a, boolean b) { return g(a & 7, b) + (b ? 1 : 0); } private static int g(int x, boolean b) { return x > 3 ? x - 3 : b ? 7 : x; }",
    "static int f(byte a, boolean b) { int r = 0; for (int i = 0; i < 3; i++) { if (i == a) { r += i + 1; } } return b ? 10 / (r - 2) : r; }",
    "static int f(byte a, boolean b) { if (b) { return h(a); } return a < 0 ? 1 : 2; } static int h(byte a) { if (a >= 9) { throw new IllegalStateException(); } return a == 4 ? 0 : 1; }",
];

/// With its lower bound.
fn generate(subject: &Subject, random_tests: u64, effort: u64) -> Report {
    let (switches, limits) = (Switches::ALL, Limits::default());
    let settings = Settings { seed: 1, random_tests, effort, switches, limits, ..Settings::default() };
    let mut report = system::generate(subject, EngineName::Atg, &settings, &Unwatched).expect("no failure");
    system::add_lower_bound(&mut report, subject, &settings).expect("no failure");
    report
}

fn bound(report: &Report) -> Option<&LowerBoundReport> {
    report.lower_bounds.first()
}

/// The goals that each call of `f` reaches, over all its inputs.
pub(super) fn reached(subject: &Subject) -> Vec<Vec<String>> {
    let id = |goal: GoalIndex| subject.mutant(goal).id.clone();
    by_input(subject).into_iter().map(|goals| goals.into_iter().map(id).collect()).collect()
}

/// The same by their numbers.
pub(super) fn by_input(subject: &Subject) -> Vec<Vec<GoalIndex>> {
    let program = subject.program();
    let method =
        program.methods.ids().find(|&m| program.method_name(m).starts_with("A.f(")).expect("a method");
    let mut runner = subject.runner();
    let mut all = Vec::new();
    for a in i8::MIN..=i8::MAX {
        for b in [true, false] {
            let act = format!("int result = A.f((byte) {a}, {b});");
            let driver = Driver { method, arrange: Vec::new(), act, then: Vec::new() };
            let judged = runner.judge(driver, &subject.runnable()).unwrap_or_else(|why| panic!("{why:?}"));
            all.push(judged.kills.iter().map(|&(goal, _)| goal).collect());
        }
    }
    all
}

#[test]
fn no_call_reaches_two_goals_of_a_bound() {
    let mut bounds = Vec::new();
    for method in METHODS.into_iter().step_by(soak::one_in(METHODS.len())) {
        let subject = subject(&format!("class A {{ {method} }}"), "mutation,cc");
        let report = with_stack(|| generate(&subject, 200, 100_000_000));
        let bound = bound(&report).unwrap_or_else(|| panic!("no bound: {method}"));
        assert!(bound.tests <= report.tests.len() && bound.suite == report.tests.len(), "{bound:#?}");
        assert_eq!(bound.pairs.len(), bound.goals.len() * (bound.goals.len() - 1) / 2);
        for shown in reached(&subject) {
            let own: Vec<&String> = shown.iter().filter(|id| bound.goals.contains(id)).collect();
            assert!(own.len() <= 1, "{method}: {own:?}");
        }
        bounds.push((bound.tests, bound.suite));
    }
    println!("{bounds:?}");
}

#[test]
fn suites_of_loop_free_methods_are_proven_smallest() {
    for name in ["Min", "Mid", "FMin3"].into_iter().step_by(soak::one_in(3)) {
        let text = std::fs::read_to_string(format!("programs/papers/{name}.java")).expect("a program");
        let report = with_stack(|| generate(&subject(&text, "mutation,cc"), 1_000, 1_000_000_000));
        let bound = bound(&report).expect("a bound");
        assert_eq!((bound.tests, bound.suite), (report.tests.len(), report.tests.len()), "{name}");
        assert!(jatpg::report::audit::problems(&report).is_empty());
        let text = serde_json::to_string(&report).expect("a report");
        assert_eq!(Report::parse(&text).expect("a report").lower_bounds, report.lower_bounds);
    }
}

/// Each two of these goals some call reaches together, and no two calls reach all; so the bound takes more than pairs.
#[test]
fn no_so_many_calls_reach_all_goals_of_a_bound_beyond_pairs() {
    let method = "static int f(byte a) { int n = 0; if (a % 2 == 0) { n += 1; } if (a % 3 == 0) { n += 10; } if (a % 5 == 0) { n += 100; } return n; }";
    let subject = subject(&format!("class A {{ {method} }}"), "mutation");
    let report = with_stack(|| generate(&subject, 500, 100_000_000));
    let bound = bound(&report).expect("a bound");
    println!("{} of {}, {} apart, {:?}", bound.tests, bound.suite, bound.goals.len(), bound.beyond);
    assert!(bound.tests <= bound.suite && bound.goals.len() <= bound.tests);
    if let Some(beyond) = &bound.beyond {
        assert_eq!(bound.tests, beyond.calls + 1);
        // By all inputs: no so many of them reach all, as far as two and three are tried.
        let mut masks: Vec<u64> = Vec::new();
        for a in i8::MIN..=i8::MAX {
            let act = format!("int result = A.f((byte) {a});");
            let program = subject.program();
            let method =
                program.methods.ids().find(|&m| program.method_name(m).starts_with("A.f(")).expect("f");
            let driver = Driver { method, arrange: Vec::new(), act, then: Vec::new() };
            let judged = subject.runner().judge(driver, &subject.runnable()).expect("a test");
            let is_own =
                |&(goal, _): &(u32, _)| beyond.goals.iter().position(|id| *id == subject.mutant(goal).id);
            masks.push(judged.kills.iter().filter_map(is_own).fold(0, |mask, at| mask | 1 << at));
        }
        masks.sort_unstable();
        masks.dedup();
        let all = (1_u64 << beyond.goals.len()) - 1;
        let reaches = |calls: usize| -> bool {
            let mut sums = vec![0_u64];
            for _ in 0..calls {
                sums = sums.iter().flat_map(|&sum| masks.iter().map(move |&mask| sum | mask)).collect();
                sums.sort_unstable();
                sums.dedup();
            }
            sums.contains(&all)
        };
        assert!(!reaches(beyond.calls), "{beyond:?}");
    }
}

/// State that calls leave behind, objects, and what is not processed: several calls, or other ones, may do more.
#[test]
fn where_a_call_is_not_all_there_is_no_bound() {
    for class in [
        "class A { static int n; static int f(byte a) { n++; return a > 0 ? n : 1; } }",
        "class A { int n; A(int n) { this.n = n; } int f(byte a) { return a > 0 ? n : 1; } }",
        "class A { static int f(byte a) { return a > 0 ? 2 : 1; } static native int g(int a); static int h(int n) { int s = 0; while (n > 0) { s += f((byte) n); n -= 3; } return s; } }",
    ] {
        let report = with_stack(|| generate(&subject(class, "mutation"), 64, 50_000_000));
        assert!(report.lower_bounds.is_empty(), "{class}: {:#?}", report.lower_bounds);
    }
}

/// Of the goals of a class all are reached by the same calls, and what follows from another is reached wherever that is.
#[test]
fn goals_are_alike_and_follow_as_all_inputs_say() {
    for method in METHODS.into_iter().step_by(soak::one_in(METHODS.len())) {
        let subject = subject(&format!("class A {{ {method} }}"), "mutation,cc");
        let report = with_stack(|| {
            let settings = Settings { random_tests: 100, effort: 100_000_000, ..Settings::default() };
            let mut report =
                system::generate(&subject, EngineName::Atg, &settings, &Unwatched).expect("no failure");
            system::add_collapse(&mut report, &subject, &settings).expect("no failure");
            report
        });
        let [collapsed] = &report.collapsed[..] else { panic!("nothing is said: {method}") };
        let goals: usize = collapsed.classes.iter().map(|class| class.goals.len()).sum();
        let hardest = collapsed.classes.iter().filter(|class| class.follows_from.is_none()).count();
        assert!(collapsed.classes.len() < goals && hardest < collapsed.classes.len(), "{collapsed:#?}");
        assert!(hardest >= bound_of(&report, &subject), "{collapsed:#?}");
        for shown in reached(&subject) {
            for class in &collapsed.classes {
                let own = class.goals.iter().filter(|id| shown.contains(id)).count();
                assert!(own == 0 || own == class.goals.len(), "{method}: {own} of {class:#?}");
                if let Some(from) = class.follows_from.as_ref().filter(|from| shown.contains(from)) {
                    assert!(own > 0, "{method}: {from} and not {class:#?}");
                }
            }
        }
        println!("{goals} goals, {} classes, {hardest} hardest", collapsed.classes.len());
    }
}

/// No test reaches two goals of a bound, so there are as many of the hardest at the least.
fn bound_of(report: &Report, subject: &Subject) -> usize {
    let settings = Settings { random_tests: 100, effort: 100_000_000, ..Settings::default() };
    let mut report = report.clone();
    with_stack(|| system::add_lower_bound(&mut report, subject, &settings)).expect("no failure");
    bound(&report).map_or(0, |bound| bound.tests)
}

/// The goals that a search goes after, and what is decided in the end.
fn searched(subject: &Subject, aims: bool) -> (usize, Vec<String>) {
    let mut session = Session::new(subject, &Unwatched);
    let generator = || Generator::new(subject.program(), 1, |field| subject.setting(field));
    let d = Box::new(DAlgorithm::new(PassKind::D, generator(), Switches::ALL, Limits::default()));
    let mut engine: Box<dyn Engine + '_> = if aims { Box::new(Aiming::new(d, generator())) } else { d };
    session.begin_pass(engine.pass());
    engine.run(&mut session).expect("no failure");
    let killed = |goal: &GoalIndex| matches!(&session.verdicts()[*goal as usize], Verdict::Killed(killed) if !killed.is_weak());
    let killed = subject.indices().filter(killed).map(|goal| subject.mutant(goal).id.clone());
    (session.tests().len(), killed.collect())
}

/// What follows from others is dropped when they are reached, so that there is less to look for; nothing is lost.
#[test]
fn a_search_that_aims_at_the_hardest_reaches_what_it_reaches_without_in_fewer_tests() {
    let mut tests = [0, 0];
    for method in METHODS {
        let subject = subject(&format!("class A {{ {method} }}"), "mutation,cc");
        let (without, killed) = searched(&subject, false);
        let (with, killed_too) = searched(&subject, true);
        assert_eq!(killed, killed_too, "{method}");
        tests[0] += without;
        tests[1] += with;
    }
    println!("{} tests, {} that aim", tests[0], tests[1]);
    assert!(tests[1] < tests[0], "{tests:?}");
}
