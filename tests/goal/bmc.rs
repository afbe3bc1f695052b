//! SymBMC and SimplifiedBMC against all inputs, and against the whole system.

use std::collections::BTreeSet;

use jatpg::atg::engines::EngineName;
use jatpg::atg::system::{self, Settings};
use jatpg::dalg::switches::{Limits, Switches};
use jatpg::driver::Generator;
use jatpg::engine::Engine;
use jatpg::engine::bmc::rest::Rest;
use jatpg::engine::bmc::{self, counts::FormulaCounts};
use jatpg::engine::effort::EFFORT_OF_TERM;
use jatpg::engine::session::Session;
use jatpg::engine::subject::Subject;
use jatpg::engine::verdict::Verdict;
use jatpg::report::json::{Report, VerdictKind};
use jatpg::syntax::with_stack;

use super::lower_bound::{METHODS, reached};
use super::{Unwatched, subject};
use crate::support::soak;

fn run(subject: &Subject, engine: EngineName) -> Report {
    run_with(subject, engine, bmc::Settings::default())
}

fn run_with(subject: &Subject, engine: EngineName, formulas: bmc::Settings) -> Report {
    run_within(subject, engine, formulas, 1_000_000_000)
}

fn run_within(subject: &Subject, engine: EngineName, formulas: bmc::Settings, effort: u64) -> Report {
    let (switches, limits) = (Switches::ALL, Limits::default());
    let settings =
        Settings { seed: 1, random_tests: 64, effort, switches, limits, formulas, ..Settings::default() };
    with_stack(|| system::generate(subject, engine, &settings, &Unwatched)).expect("no failure")
}

fn with(report: &Report, kind: VerdictKind) -> BTreeSet<&str> {
    let mutants = report.mutants.iter().filter(|m| m.verdict.as_ref().is_some_and(|v| v.verdict == kind));
    let labels = report.labels.iter().filter(|label| label.is(kind));
    mutants.map(|m| &*m.id).chain(labels.map(|label| &*label.id)).collect()
}

const ENGINES: [EngineName; 2] = [EngineName::Symbmc, EngineName::SimplifiedBmc];

/// The effort of all answers, in terms.
fn of_answers(report: &Report) -> u64 {
    report.passes.iter().filter_map(|pass| pass.formulas.as_ref()).map(FormulaCounts::effort).sum()
}

#[test]
fn the_effort_for_the_class_bounds_what_the_answers_take() {
    let subject = subject(&format!("class A {{ {} }}", METHODS[0]), "mutation");
    for engine in ENGINES {
        let whole = run(&subject, engine);
        assert!(with(&whole, VerdictKind::Undecided).is_empty());
        let part = of_answers(&whole) / 2;
        let effort = part * EFFORT_OF_TERM;
        let report = run_within(&subject, engine, bmc::Settings::default(), effort);
        assert!(of_answers(&report) <= part, "{engine:?}: {} of {part}", of_answers(&report));
        let open = with(&report, VerdictKind::Undecided);
        assert!(!open.is_empty(), "{engine:?}");
    }
}

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

/// Each with how often its loop goes round for an input.
type Loop = (&'static str, fn(i32) -> i32);

const LOOPS: [Loop; 2] = [
    (
        "static int f(byte a, boolean b) { int x = a; int n = 0; while (x > 0) { x -= 20; n++; if (n > 4) { n += 2; } } return b ? n : -n; }",
        |a| (a + 19).max(0) / 20,
    ),
    (
        "static int f(byte a, boolean b) { int s = 0; for (int i = a; i < 100; i += 16) { if (b || i > 90) { s += i; } } return s; }",
        |a| (115 - a).max(0) / 16,
    ),
];

/// A loop that goes round often enough for no formula to say all: what is refuted is so up to a bound, for calls that go round no more often.
#[test]
fn what_is_refuted_in_cut_frames_holds_of_calls_that_stay_within_them() {
    for (method, rounds) in LOOPS.into_iter().step_by(soak::one_in(LOOPS.len())) {
        // Of bytes all rounds are in the frames, of ints they are not; what is enumerated are the bytes among the ints.
        let text = format!("class A {{ {} }}", method.replace("byte a", "int a"));
        let of_int = subject(&text, "mutation,cc");
        let of_byte = subject(&format!("class A {{ {method} }}"), "mutation,cc");
        let shown = reached(&of_byte);
        for engine in ENGINES {
            let report = run(&of_int, engine);
            assert!(with(&report, VerdictKind::Equivalent).is_empty(), "{engine:?}, {method}");
            let mut bounded = 0;
            for mutant in &report.mutants {
                let Some(verdict) = &mutant.verdict else { continue };
                if verdict.verdict != VerdictKind::EquivalentUpTo {
                    continue;
                }
                bounded += 1;
                let bound = verdict.bound.expect("a bound") as i32;
                let id = mutant.id.replace("f(int,", "f(byte,");
                for (input, goals) in shown.iter().enumerate() {
                    let a = input as i32 / 2 - 128;
                    assert!(
                        rounds(a) > bound || !goals.contains(&id),
                        "{engine:?}, up to {bound}: {id} at {a}"
                    );
                }
            }
            let killed = with(&report, VerdictKind::Killed).len();
            println!("{engine:?}: {killed} of {} killed, {bounded} up to a bound", report.mutants.len());
            assert!(
                bounded > 0 && killed * 2 > report.mutants.len(),
                "{engine:?}, {method}: {bounded}, {killed}"
            );
        }
    }
}

#[test]
fn a_text_that_is_returned_is_what_is_seen() {
    let text = std::fs::read_to_string("programs/textbook/TwoPred.java").expect("a program");
    let subject = subject(&text, "mutation");
    let atg = run(&subject, EngineName::Atg);
    for engine in ENGINES {
        let report = run(&subject, engine);
        for kind in [VerdictKind::Killed, VerdictKind::Equivalent] {
            assert_eq!(with(&report, kind), with(&atg, kind), "{engine:?}");
        }
    }
}

/// Each has calls of which no formula says all: with a static that stays, an array, an object, a text.
const OF_SKELETONS: [&str; 4] = [
    "static int n; static int f(int a) { n++; return a > 0 ? n : 1; }",
    "static int f(int[] xs) { int n = 0; for (int i = 0; i < xs.length; i++) { if (xs[i] > 7) { n += xs[i]; } } return n; }",
    "private int sum; void add(int a) { if (a > 9 && sum < 50) { sum += a; } } int sum() { return sum; }",
    "static boolean f(String s, int a) { return a > 3 && s.length() < a; }",
];

#[test]
fn of_what_no_formula_speaks_tests_are_found_and_nothing_is_proven() {
    for members in OF_SKELETONS {
        let subject = subject(&format!("class A {{ {members} }}"), "mutation,cc");
        let shown_killed = |report: &Report| with(report, VerdictKind::Killed).len();
        let whole = run(&subject, EngineName::Atg);
        for engine in ENGINES {
            let report = run(&subject, engine);
            for kind in [VerdictKind::Equivalent, VerdictKind::EquivalentUpTo] {
                assert!(with(&report, kind).is_empty(), "{engine:?}, {members}");
            }
            let (killed, of) = (shown_killed(&report), shown_killed(&whole));
            println!("{engine:?}, {members}: {killed} of {of}");
            assert!(killed * 4 >= of * 3, "{engine:?}, {members}: {killed} of {of}");
        }
    }
}

fn counts(report: &Report) -> FormulaCounts {
    report.passes.iter().find_map(|pass| pass.formulas.clone()).expect("formulas")
}

#[test]
fn how_many_share_a_formula_changes_no_verdict() {
    let text = std::fs::read_to_string("programs/papers/Mid.java").expect("a program");
    let subject = subject(&text, "mutation");
    let each = run(&subject, EngineName::SimplifiedBmc);
    for chunk in [0, 1, 50] {
        let report = run_with(&subject, EngineName::Symbmc, bmc::Settings { chunk, drop: false });
        for kind in [VerdictKind::Killed, VerdictKind::Equivalent, VerdictKind::Undecided] {
            assert_eq!(with(&report, kind), with(&each, kind), "chunks of {chunk}");
        }
        let counts = counts(&report);
        let of = if chunk == 0 { counts.faults } else { chunk as u64 };
        assert_eq!(counts.chunks, counts.faults.div_ceil(of), "chunks of {chunk}");
        // A test for each fault, and no other answer has a model.
        let killed = with(&report, VerdictKind::Killed).len();
        assert_eq!(report.tests.len(), killed, "chunks of {chunk}");
        assert_eq!(counts.solves.len() as u64, killed as u64 + counts.spurious, "chunks of {chunk}");
    }
}

#[test]
fn a_test_that_kills_several_is_one_where_faults_are_dropped() {
    let text = std::fs::read_to_string("programs/papers/Mid.java").expect("a program");
    let subject = subject(&text, "mutation");
    let paper = run(&subject, EngineName::Symbmc);
    let drop = run_with(&subject, EngineName::Symbmc, bmc::Settings { chunk: 0, drop: true });
    for kind in [VerdictKind::Killed, VerdictKind::Equivalent, VerdictKind::Undecided] {
        assert_eq!(with(&drop, kind), with(&paper, kind));
    }
    assert!(drop.tests.len() * 4 < paper.tests.len(), "{} of {}", drop.tests.len(), paper.tests.len());
    assert_eq!(counts(&drop).solves.len(), drop.tests.len());
}

/// One formula for each method that tests call, on a session of its own; the goals that it proves and that it kills, and its formulas.
fn by_one_question(subject: &Subject) -> ([BTreeSet<String>; 2], u64) {
    let mut session = Session::new(subject, &Unwatched);
    let generator = Generator::new(subject.program(), 1, |field| subject.setting(field));
    let mut rest = Rest::new(generator);
    session.begin_pass(rest.pass());
    with_stack(|| rest.run(&mut session)).expect("no failure");
    session.agrees_with_itself().expect("nothing proven is killed");
    let with = |is: fn(&Verdict) -> bool| {
        let own = subject.indices().filter(|&goal| is(&session.verdicts()[goal as usize]));
        own.map(|goal| subject.mutant(goal).id.clone()).collect()
    };
    let proven = with(|verdict| matches!(verdict, Verdict::Equivalent(_)));
    let killed = with(|verdict| matches!(verdict, Verdict::Killed(killed) if !killed.is_weak()));
    ([proven, killed], session.pass.formulas().chunks)
}

#[test]
fn one_question_decides_all_of_a_method_without_loops_as_all_inputs_do() {
    for (method, has_loop) in METHODS.into_iter().zip([false, false, true, false]) {
        let subject = subject(&format!("class A {{ {method} }}"), "mutation,cc");
        let shown: BTreeSet<String> = reached(&subject).into_iter().flatten().collect();
        let ([proven, killed], formulas) = by_one_question(&subject);
        if has_loop {
            assert_eq!((proven.len(), killed.len(), formulas), (0, 0, 0), "{method}");
            continue;
        }
        assert!(proven.is_disjoint(&shown), "{method}: {proven:?}");
        assert_eq!(proven.len() + killed.len(), subject.mutants().len(), "{method}");
        // A method that another one calls is called by tests, too.
        assert_eq!(formulas, if method.contains(" h(byte") { 2 } else { 1 }, "{method}");
    }
}

#[test]
fn one_question_concludes_nothing_where_a_call_is_not_all() {
    for class in [
        "class A { static int n; static int f(byte a) { int r = a > 0 ? n : 1; n = a; return r; } }",
        "class A { static int[] f(byte a) { return new int[a & 3]; } }",
        "class A { int f(byte a) { return a > 0 ? 2 : 1; } }",
    ] {
        let ([proven, killed], _) = by_one_question(&subject(class, "mutation,cc"));
        assert!(proven.is_empty() && killed.is_empty(), "{class}: {proven:?}, {killed:?}");
    }
    // What is not read may call a private method with what no other call gives it.
    let methods =
        "static int f(byte a) { return h(a); } private static int h(int a) { return a > 300 ? 2 : 1; }";
    for unread in ["", "static native int k(int a);"] {
        let ([proven, _], _) =
            by_one_question(&subject(&format!("class A {{ {methods} {unread} }}"), "mutation"));
        assert_eq!(proven.iter().any(|id| id.contains("A.h(")), unread.is_empty(), "{proven:?}");
    }
}
