//! Passes and compaction, on programs that are hard on them.

mod comparisons;
mod cover;
mod effort;
mod exhaust;
mod global;
mod late_fill;
mod masked;
mod parts;
mod pruning;
mod reasons;
mod table;

use std::sync::{Arc, Mutex};

use jatpg::atg::engines::EngineName;
use jatpg::atg::plan::{self, Compaction};
use jatpg::atg::system::{self, Settings};
use jatpg::class_files::ClassFiles;
use jatpg::class_files::class_path::ClassPath;
use jatpg::class_files::java_home::JavaHome;
use jatpg::dalg::refutation::{Gaps, proven};
use jatpg::dalg::switches::{Limits, Switches};
use jatpg::driver::Generator;
use jatpg::engine::dalgorithm::DAlgorithm;
use jatpg::engine::effort::Effort;
use jatpg::engine::local::{DEFAULT_DEPTH, Local};
use jatpg::engine::pass::{Part, PassKind};
use jatpg::engine::random::{DEFAULT_EFFORT, Random};
use jatpg::engine::session::{Progress, Session};
use jatpg::engine::subject::Subject;
use jatpg::engine::verdict::Verdict;
use jatpg::engine::{Engine, EngineError};
use jatpg::mutate::operator::OperatorSet;
use jatpg::report::json::{KillKind, MutantReport, Report, TestReport, VerdictKind};
use jatpg::report::{assemble, audit};
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::{Assertions, Program};
use jatpg::syntax::source::SourceFile;

use crate::support::jdk::{self, Jdk};

struct Unwatched;

impl Progress for Unwatched {
    fn report(&self, _pass: PassKind, _decided: usize, _tests: usize) {}
}

/// A program with the mutants of all its methods.
fn subject(text: &str) -> Subject {
    let source = SourceFile::new("Unit.java".into(), text.into());
    let program = Program::load(vec![source], &LoadOptions::default()).expect("a valid program");
    let methods: Vec<_> = program.given_classes().flat_map(|c| program.classes[c].methods.clone()).collect();
    Subject::new(program, &methods, &OperatorSet::parse("mujava").expect("a group"))
}

/// The report on all methods of a program, from so many random candidates for each.
fn generate(text: &str, candidates: u64) -> Report {
    compacted(&subject(text), candidates, |_| Compaction::On)
}

fn compacted<'s>(
    subject: &'s Subject,
    candidates: u64,
    compaction: impl FnOnce(Generator<'s>) -> Compaction<'s>,
) -> Report {
    let mut session = Session::new(subject, &Unwatched);
    let generator = || Generator::new(subject.program(), 1, |field| subject.setting(field));
    let mut engines: Vec<Box<dyn Engine + '_>> =
        vec![Box::new(Random::new(generator(), candidates, DEFAULT_EFFORT))];
    let passes = plan::run(&mut session, &mut engines, compaction(generator())).expect("no failure");
    assemble::generated(&session, passes, 1)
}

fn mutant<'r>(report: &'r Report, replacement: &str) -> &'r MutantReport {
    report.mutants.iter().find(|m| m.replacement == replacement).expect("the mutant is there")
}

#[test]
fn a_mutant_that_goes_far_astray_and_returns_is_killed_by_its_output_and_keeps_its_test() {
    let text = "class Unit { static int up(int n) {
        int i = 0;
        while (i < n && i < 50000) { i++; }
        return i;
    } }";
    let report = generate(text, 64);
    let verdict = mutant(&report, "i < n || i < 50000").verdict.as_ref().expect("a verdict");
    assert_eq!(verdict.kill.map(|kind| kind.name()), Some("output"));
    assert!(!verdict.tests.is_empty());
    assert!(
        report.tests.iter().filter(|test| !test.hangs.is_empty()).all(|t| t.kills.len() >= t.hangs.len())
    );
}

#[test]
fn a_mutant_whose_limit_the_program_could_catch_is_undecided_and_killed_by_no_test() {
    let text = "class Unit { static int up(int n) {
        // So much is kept that memory ends before the steps do.
        Object[] kept = null;
        int done = 0;
        for (int i = 0; i < n % 5; i++) {
            try { kept = new Object[] {kept, new int[500000]}; } finally { done++; }
        }
        return done;
    } }";
    let report = generate(text, 64);
    let verdict = mutant(&report, "i--").verdict.as_ref().expect("a verdict");
    assert_eq!(verdict.kill, None);
    assert!(verdict.reason.as_ref().is_some_and(|reason| reason.starts_with("limit")), "{verdict:?}");
    assert!(verdict.tests.is_empty());
}

#[test]
fn a_weak_kill_is_given_up_for_a_test_that_was_kept_for_another_mutant() {
    let report = generate(include_str!("../../programs/features/DigitLoops.java"), 1000);
    let is_weak = |m: &&MutantReport| {
        let kill = m.verdict.as_ref().and_then(|verdict| verdict.kill);
        matches!(kill, Some(KillKind::StepLimit | KillKind::Resource))
    };
    for mutant in report.mutants.iter().filter(is_weak) {
        let killers: Vec<_> =
            report.tests.iter().filter(|test| test.kills.iter().any(|id| **id == *mutant.id)).collect();
        assert!(!killers.is_empty(), "{} has lost its test", mutant.id);
        assert!(
            killers.iter().all(|test| test.passes_limit.iter().any(|id| **id == *mutant.id)),
            "{}",
            mutant.id
        );
    }
}

/// What the checks of a method's mutants decide, as they find it.
#[derive(Default)]
struct Foreseen(Mutex<Vec<usize>>);

impl Progress for Foreseen {
    fn report(&self, _pass: PassKind, _decided: usize, _tests: usize) {}

    fn foresees(&self, decided: usize) {
        self.0.lock().unwrap().push(decided);
    }
}

#[test]
fn the_local_pass_looks_at_no_mutant_that_a_test_it_found_kills() {
    let subject = subject(
        "class Unit { static int f(int a, int b) {
            int s = 0;
            for (int i = 0; i < b; i++) { s += a * i + (b ^ 3); }
            return s - b / 7;
        } }",
    );
    let foreseen = Foreseen::default();
    let mut session = Session::new(&subject, &foreseen);
    session.begin_pass(PassKind::Local);
    Local::new(DEFAULT_DEPTH).run(&mut session).expect("no failure");
    let decided = foreseen.0.lock().unwrap().clone();
    let mutants = subject.mutants().len();
    assert!(decided.len() < mutants / 2, "{} of {mutants} were looked at", decided.len());
    let is_decided = |verdict: &&Verdict| matches!(verdict, Verdict::Killed(_) | Verdict::Equivalent(_));
    let verdicts = session.verdicts().iter().filter(is_decided).count();
    assert!(verdicts > mutants / 2, "{verdicts} of {mutants} are decided");
}

/// A thousand draws meet about half of these constants.
#[test]
fn each_of_a_long_row_of_guards_is_met() {
    let guards: String =
        (1..=60).map(|i| format!("if (key == {}) {{ found = {i}; }} else ", 7919 * i)).collect();
    let text = format!(
        "class Unit {{ static int find(int from, int key) {{ int found = 0; {guards} {{ found = from; }} return found; }} }}"
    );
    let report = generate(&text, 1000);
    let is_never = |m: &&MutantReport| m.original.starts_with("key ==") && m.replacement == "false";
    let never: Vec<_> = report.mutants.iter().filter(is_never).collect();
    assert_eq!(never.len(), 60);
    for mutant in never {
        let verdict = mutant.verdict.as_ref().map(|verdict| verdict.verdict);
        assert_eq!(verdict, Some(VerdictKind::Killed), "{}", mutant.id);
    }
}

/// A candidate meets one of these constants now and then, and two of them never.
#[test]
fn what_is_near_a_test_goes_a_step_further_than_the_test() {
    let text = "class Unit { static int f(int a, int b, int c) {
        int n = 0;
        if (a == 123457) { n = 1; if (b == 234571) { n = 2; if (c == 345679) { n = 3; } } }
        return n;
    } }";
    let report = generate(text, 1000);
    for replacement in ["a != 123457", "b != 234571", "c != 345679"] {
        let verdict = mutant(&report, replacement).verdict.as_ref().map(|verdict| verdict.verdict);
        assert_eq!(verdict, Some(VerdictKind::Killed), "{replacement}");
    }
}

#[test]
fn one_candidate_takes_the_place_of_several_tests_and_kills_all_that_they_killed() {
    let subject = subject(include_str!("../../programs/textbook/OddOrPos.java"));
    let plain = compacted(&subject, 1000, |_| Compaction::On);
    let merged = compacted(&subject, 1000, Compaction::Merging);
    assert!(merged.tests.len() < plain.tests.len(), "{} of {}", merged.tests.len(), plain.tests.len());
    let killed = |report: &Report| -> Vec<(String, Option<KillKind>)> {
        let kill = |m: &MutantReport| m.verdict.as_ref().and_then(|verdict| verdict.kill);
        report.mutants.iter().map(|m| (m.id.clone(), kill(m))).collect()
    };
    assert_eq!(killed(&plain), killed(&merged));
    for mutant in merged.mutants.iter().filter(|m| m.verdict.as_ref().is_some_and(|v| v.kill.is_some())) {
        assert!(
            merged.tests.iter().any(|test| test.kills.iter().any(|id| **id == *mutant.id)),
            "{}",
            mutant.id
        );
    }
}

#[test]
fn tests_that_no_chance_merges_are_merged_by_a_question() {
    let subject = subject(include_str!("../../programs/papers/IsLeap.java"));
    let generate = |joins| {
        let settings = Settings { joins, ..Settings::default() };
        system::generate(&subject, EngineName::Atg, &settings, &Unwatched).expect("no failure")
    };
    let (plain, joined) = (generate(false), generate(true));
    assert!(joined.tests.len() < plain.tests.len(), "{} of {}", joined.tests.len(), plain.tests.len());
    let killed = |report: &Report| {
        report.mutants.iter().filter(|m| m.verdict.as_ref().is_some_and(|v| v.kill.is_some())).count()
    };
    assert_eq!(killed(&plain), killed(&joined));
}

/// The check of one mutant of these spends its effort on small regions that need facts from further up; looked at once
/// more, it is proven in a larger one.
#[test]
fn a_check_that_is_cut_short_is_made_once_more_when_the_others_are_done() {
    let subject = subject(include_str!("../../programs/papers/TriTyp.java"));
    let mut session = Session::new(&subject, &Unwatched);
    let generator = Generator::new(subject.program(), 1, |field| subject.setting(field));
    let mut engines: Vec<Box<dyn Engine + '_>> =
        vec![Box::new(Random::new(generator, 1000, DEFAULT_EFFORT)), Box::new(Local::new(DEFAULT_DEPTH))];
    let passes = plan::run(&mut session, &mut engines, Compaction::On).expect("no failure");
    let report = assemble::generated(&session, passes, 1);
    let is_open = |m: &&MutantReport| m.verdict.as_ref().is_none_or(|v| v.verdict == VerdictKind::Undecided);
    assert_eq!(report.mutants.iter().filter(is_open).map(|m| m.id.as_str()).collect::<Vec<_>>(), [""; 0]);
}

/// What a session says of a mutant, by its replacement.
fn verdict_of<'s>(session: &'s Session<'_>, replacement: &str) -> &'s Verdict {
    let subject = session.subject();
    let is_it = |&mutant: &u32| subject.mutant(mutant).replacement == replacement;
    &session.verdicts()[subject.indices().find(is_it).expect("the mutant is there") as usize]
}

#[test]
fn a_state_in_which_a_method_without_loops_differs_is_a_test() {
    let subject = subject(
        "class Unit { static int f(int a, int b) {
            int n = 0;
            if (a == 123457) { if (b == 234571) { n = 2; } }
            return n;
        } }",
    );
    let mut session = Session::new(&subject, &Unwatched);
    session.begin_pass(PassKind::Local);
    Local::new(DEFAULT_DEPTH).part(Part::First).run(&mut session).expect("no failure");
    for replacement in ["a != 123457", "b != 234571", "b <= 234571"] {
        let verdict = verdict_of(&session, replacement);
        assert!(matches!(verdict, Verdict::Killed(_)), "{replacement}: {verdict:?}");
    }
}

#[test]
fn what_must_be_unrolled_is_left_by_the_first_local_pass_and_proven_by_the_second() {
    let subject = subject(
        "class Unit { static int f(int a) {
            int n = 1;
            for (int i = 0; i < 3; i++) { n *= 3; }
            return n == 27 ? a : 0;
        } }",
    );
    let mut session = Session::new(&subject, &Unwatched);
    let checked = |session: &mut Session<'_>, part| {
        session.begin_pass(PassKind::Local);
        Local::new(DEFAULT_DEPTH).part(part).run(session).expect("no failure");
        matches!(verdict_of(session, "n >= 27"), Verdict::Equivalent(_))
    };
    assert!(!checked(&mut session, Part::First));
    assert!(checked(&mut session, Part::Rest));
}

/// Methods that take most of the effort stand in front; those behind take little.
#[test]
fn a_local_pass_leaves_effort_to_others_and_to_what_is_easy_behind_what_is_hard() {
    let hard = (0..8).map(|i| {
        format!(
            "static long h{i}(long a, long b, int n) {{
                long s = a * a - b;
                if (n % 3 == 1) {{ s = s * b + (a ^ s) / (n * n + 1); }}
                if (n % 5 == 2) {{ s = s * s - (s % (n + 7)); }}
                if (s % 7 == a % b) {{ s = s * b * a - (s % (n * n + 7)); }}
                return s * a + b;
            }} "
        )
    });
    let easy = (0..12)
        .map(|i| format!("static int e{i}(int n) {{ if (n < 0) {{ n = 0; }} return n > 0 ? 1 : 0; }} "));
    let text = format!("class Unit {{ {} }}", hard.chain(easy).collect::<String>());
    let subject = subject(&text);
    let checked = |effort| {
        let mut session = Session::new(&subject, &Unwatched);
        session.effort = Effort::new(effort);
        session.begin_pass(PassKind::Local);
        Local::new(DEFAULT_DEPTH).part(Part::First).run(&mut session).expect("no failure");
        let is_easy = |&m: &u32| subject.program().methods[subject.mutant(m).home].name.starts_with('e');
        let is_proven = |&m: &u32| matches!(session.verdicts()[m as usize], Verdict::Equivalent(_));
        let proven = subject.indices().filter(is_easy).filter(is_proven).count();
        (proven, session.effort.left())
    };
    let (proven, left) = checked(u64::MAX);
    // With just what it takes by itself it has a third of that; its last checks may end beyond.
    let all = u64::MAX - left;
    let (proven_by_part, left) = checked(all);
    assert!(proven >= 12 && proven_by_part == proven, "{proven_by_part} of {proven}");
    assert!(left >= all / 2, "{left} of {all} steps are left");
}

#[test]
fn the_d_passes_of_a_system_leave_what_is_proven_up_to_a_bound_and_d_alone_does_not() {
    let subject = subject(include_str!("../../programs/textbook/ComputeStats.java"));
    let searched = |limits| {
        let mut session = Session::new(&subject, &Unwatched);
        Local::new(DEFAULT_DEPTH).run(&mut session).expect("no failure");
        let is_bounded = |&m: &u32| matches!(session.verdicts()[m as usize], Verdict::EquivalentUpTo(_));
        let bounded: Vec<u32> = subject.indices().filter(is_bounded).collect();
        assert!(!bounded.is_empty());
        session.begin_pass(PassKind::D);
        let generator = Generator::new(subject.program(), 1, |field| subject.setting(field));
        let mut d = DAlgorithm::new(PassKind::D, generator, Switches::ALL, limits);
        d.run(&mut session).expect("no failure");
        bounded.iter().filter(|mutant| session.pass.localities().contains_key(mutant)).count()
    };
    assert_eq!(searched(Limits::default().first_pass()), 0);
    assert_ne!(searched(Limits::default()), 0);
}

#[test]
fn the_second_d_pass_takes_all_that_larger_limits_may_lead_further() {
    // In the one every search ends, in the other some reach a limit.
    let ends = "class Counter {
        private static int k;
        static int f(int x) { k = k + x; return x; }
        private static int get() { return k; }
    } ";
    let reaches = include_str!("../../programs/textbook/Collatz.java").replace("public class", "class");
    let subject = subject(&(ends.to_owned() + &reaches));
    let mut session = Session::new(&subject, &Unwatched);
    let pass = |session: &mut Session<'_>, kind: PassKind, limits| {
        session.begin_pass(kind);
        let generator = Generator::new(subject.program(), 1, |field| subject.setting(field));
        let mut d = DAlgorithm::new(kind, generator, Switches::ALL, limits);
        d.run(session).expect("no failure");
    };
    Local::new(DEFAULT_DEPTH).run(&mut session).expect("no failure");
    pass(&mut session, PassKind::D, Limits::default().first_pass());
    let is_open = |session: &Session<'_>, m| {
        matches!(session.verdicts()[m as usize], Verdict::Undecided(_)) && !session.is_blocked(m)
    };
    let open: Vec<u32> = subject.indices().filter(|&m| is_open(&session, m)).collect();
    let (ended, wanted): (Vec<u32>, Vec<u32>) =
        open.into_iter().partition(|&m| session.notes.searches.is_finished(m));
    assert!(!ended.is_empty() && !wanted.is_empty(), "{ended:?}, {wanted:?}");
    pass(&mut session, PassKind::MoreD, Limits { patience: u64::MAX, ..Limits::default().second_pass() });
    let is_sought = |m: &u32| session.pass.localities().contains_key(m);
    assert!(!ended.iter().any(is_sought));
    let left = wanted.iter().filter(|&&m| is_open(&session, m));
    assert!(left.clone().all(is_sought) && wanted.iter().any(is_sought));
}

/// Proves mutants that may well be killed.
struct Liar;

impl Engine for Liar {
    fn pass(&self) -> PassKind {
        PassKind::Local
    }

    fn run(&mut self, session: &mut Session<'_>) -> Result<(), EngineError> {
        let lie = proven(&Gaps::default(), 1, false).expect("no gap");
        session.subject().indices().for_each(|mutant| session.prove_by_search(mutant, lie));
        Ok(())
    }
}

#[test]
fn a_mutant_that_is_proven_and_killed_is_an_error() {
    let subject =
        subject("class Unit { static int f(int n) { return n + 1; } static int g(int n) { return -n; } }");
    for liar_first in [true, false] {
        let mut session = Session::new(&subject, &Unwatched);
        let generator = Generator::new(subject.program(), 1, |field| subject.setting(field));
        let mut engines: Vec<Box<dyn Engine + '_>> =
            vec![Box::new(Random::new(generator, 50, DEFAULT_EFFORT)), Box::new(HalfALiar)];
        if !liar_first {
            engines[1] = Box::new(Liar);
        } else {
            engines.swap(0, 1);
        }
        let result = plan::run(&mut session, &mut engines, Compaction::On);
        assert!(matches!(result, Err(EngineError::Contradiction(_))), "{result:?}");
    }
}

/// Proves every other mutant: tests for the others are found, and kill these.
struct HalfALiar;

impl Engine for HalfALiar {
    fn pass(&self) -> PassKind {
        PassKind::Local
    }

    fn run(&mut self, session: &mut Session<'_>) -> Result<(), EngineError> {
        let lie = proven(&Gaps::default(), 1, false).expect("no gap");
        session.subject().indices().step_by(2).for_each(|mutant| session.prove_by_search(mutant, lie));
        Ok(())
    }
}

#[test]
fn a_report_that_does_not_add_up_is_told_so() {
    let report = generate("class Unit { static int f(int n) { return n > 3 ? n + 1 : -n; } }", 50);
    assert_eq!(audit::problems(&report), Vec::<String>::new());
    let wrong = |change: &dyn Fn(&mut Report)| {
        let mut report = report.clone();
        change(&mut report);
        audit::problems(&report)
    };
    assert!(!wrong(&|report| report.score = Some(0.5)).is_empty());
    assert!(!wrong(&|report| report.tests[0].kills.clear()).is_empty());
    assert!(!wrong(&|report| report.tests[0].kills.push("Unit.f(int)/SDL_99".into())).is_empty());
    assert!(!wrong(&|report| report.passes.last_mut().expect("a pass").tests += 1).is_empty());
    assert!(
        !wrong(&|report| report.mutants[0].verdict.as_mut().expect("a verdict").tests.clear()).is_empty()
    );
}

#[test]
fn a_class_that_cannot_be_initialised_has_no_score() {
    let text = "class Unit { static final int[] T = new int[Integer.parseInt(\"-2\") + 1]; static int f(int n) { return n + T.length; } }";
    let report = generate(text, 50);
    assert_eq!((report.score, report.tests.len()), (None, 0));
    let reason = report.mutants[0].verdict.as_ref().and_then(|verdict| verdict.reason.clone());
    assert_eq!(reason.as_deref(), Some("class Unit cannot be used: its static initialiser throws"));
}

#[test]
fn an_object_of_an_inner_class_is_made_by_the_one_around_it() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("an_object_of_an_inner_class_is_made_by_the_one_around_it", "JDK");
    };
    let text = "class Unit { int a = 3; class Inner { int b; Inner(int b) { this.b = b; } int test() { return a - b; } } }";
    let home = JavaHome::at(jdk.home()).expect("a JDK");
    let files = ClassFiles::open(&ClassPath::default(), Some(&home)).expect("an image");
    let options = LoadOptions { class_files: Some(Arc::new(files)), ..LoadOptions::default() };
    let report = compacted(&with_implementers(text, &options), 200, |_| Compaction::On);
    assert_eq!(open(&report), ["b++", "b--"]);
}

#[test]
fn what_a_call_leaves_in_a_private_static_shows_in_the_next() {
    let text = "class Unit { private static int next = 10; static int ticket(int n) { next += n; return next; } static int peek() { return next * 2; } }";
    assert_eq!(open(&generate(text, 200)), ["n++", "n--"]);
}

#[test]
fn floats_are_tried_where_they_absorb() {
    let text = "class Unit { static boolean sane(float x) { float y = x + 1.0f; return y > x; } static double next(double x) { return x + 1.0 - x; } }";
    let report = generate(text, 1_000);
    let killed = |replacement: &str| {
        mutant(&report, replacement).verdict.as_ref().is_some_and(|v| v.verdict == VerdictKind::Killed)
    };
    assert!(killed("++x"), "{:?}", open(&report));
}

#[test]
fn no_test_names_the_class_of_a_lambda() {
    let text = "class Unit { interface Rule { int of(int n); } private final Rule rule; Unit(Rule rule) { this.rule = rule; } int price(int n) { return rule.of(n) * 2; } Rule rule() { return rule; } }";
    let subject = with_implementers(text, &LoadOptions::default());
    let report = compacted(&subject, 200, |_| Compaction::Off);
    assert!(report.tests.iter().any(|test| test.inputs.iter().any(|line| line.starts_with("Unit.Rule "))));
    let classes =
        |test: &TestReport| serde_json::to_string(&test.outcome).expect("JSON").contains("Function\"");
    assert!(!report.tests.iter().any(classes), "{:?}", report.tests);
}

#[test]
fn a_test_that_takes_long_loses_what_it_does_not_need_too() {
    let text = "class Unit { private int a; void set(int n) { a = n; } int slow() { int s = 0; for (int i = 0; i < 20000; i++) s += i % 7; return a + s; } }";
    let report = generate(text, 200);
    let longest = report.tests.iter().map(|test| test.inputs.len()).max();
    assert_eq!(longest, Some(3), "{:?}", report.tests);
}

/// As the command line loads a program.
fn with_implementers(text: &str, options: &LoadOptions) -> Subject {
    let source = SourceFile::new("Unit.java".into(), text.into());
    let program = Program::load_with_implementers(vec![source], options).expect("a valid program");
    let methods: Vec<_> = program.given_classes().flat_map(|c| program.classes[c].methods.clone()).collect();
    Subject::new(program, &methods, &OperatorSet::parse("mujava").expect("a group"))
}

/// What the mutants that no test kills and nothing proves would put there.
fn open(report: &Report) -> Vec<&str> {
    let is_open = |m: &&MutantReport| m.verdict.as_ref().is_none_or(|v| v.verdict == VerdictKind::Undecided);
    report.mutants.iter().filter(is_open).map(|m| &*m.replacement).collect()
}

#[test]
fn what_differs_only_in_the_message_of_a_jdk_exception_is_said_to() {
    let report =
        generate("class Unit { static int f(String s) { return Integer.parseInt(\"x\" + s); } }", 200);
    let reason = mutant(&report, "\"x\"").verdict.as_ref().and_then(|verdict| verdict.reason.clone());
    assert!(
        reason.as_deref().is_some_and(|reason| reason.contains("is the message of an exception of the JDK")),
        "{reason:?}"
    );
}

/// The verdicts of both worlds: `assert` runs under Maven's Surefire, and not otherwise.
#[test]
fn nothing_is_said_of_a_mutant_whose_difference_only_one_world_sees() {
    let text = "class A {
        static int guard(int n) { if (n > 0) { assert n < 100 : \"large\"; } return 7; }
        static int rest(int n) { assert n >= 0; int r = n; r = r + 0; return r / 3; }
        static int change(int n) { int k = n; assert (k = n + 1) > 0; return k; }
    }";
    let report =
        system::generate(&subject(text), EngineName::Atg, &settings(), &Unwatched).expect("no failure");
    let of = |method: &str| {
        let found = report.mutants.iter().filter(|m| m.method.contains(method));
        found.map(|m| (m, m.verdict.as_ref().expect("a verdict").verdict)).collect::<Vec<_>>()
    };
    // Deleting what leads to the assertion alone.
    let (_, deleted) =
        of("guard").into_iter().find(|(m, _)| m.original.starts_with("if")).expect("it is deleted");
    assert_eq!(deleted, VerdictKind::Undecided);
    let only_asserted = of("guard").into_iter().filter(|(m, _)| m.original != "7");
    assert!(only_asserted.clone().count() > 5);
    let wrong: Vec<_> = only_asserted.filter(|(_, v)| *v == VerdictKind::Killed).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    // What is equal in both is proven beside an assertion.
    assert!(of("rest").iter().any(|(m, v)| m.original == "r + 0" && *v == VerdictKind::Equivalent));
    assert!(of("rest").iter().any(|(m, v)| m.original == "r / 3" && *v == VerdictKind::Killed));
    // The original differs: there is no test.
    assert!(of("change").iter().all(|(_, v)| *v != VerdictKind::Killed));
}

#[test]
fn with_assertions_on_they_are_code_like_any_other() {
    let text = "class A { static int f(int n) { assert n > 3 : \"small: \" + n; return n * 2; } }";
    let source = SourceFile::new("A.java".into(), text.to_owned());
    let options = LoadOptions { assertions: Assertions::On, ..LoadOptions::default() };
    let program = Program::load(vec![source], &options).expect("a valid program");
    let methods: Vec<_> = program.given_classes().flat_map(|c| program.classes[c].methods.clone()).collect();
    let subject = Subject::new(program, &methods, &OperatorSet::parse("mujava").expect("a group"));
    let report = system::generate(&subject, EngineName::Atg, &settings(), &Unwatched).expect("no failure");
    let verdict = |m: &MutantReport| m.verdict.as_ref().expect("a verdict").verdict;
    let inside: Vec<_> = report.mutants.iter().filter(|m| m.original.contains("n > 3")).collect();
    assert!(inside.len() > 5);
    assert!(inside.iter().all(|m| verdict(m) != VerdictKind::Undecided), "{inside:#?}");
    let deleted = report.mutants.iter().find(|m| m.original.starts_with("assert")).expect("it is deleted");
    assert_eq!(verdict(deleted), VerdictKind::Killed);
}

fn settings() -> Settings {
    Settings {
        seed: 1,
        random_tests: 64,
        effort: jatpg::engine::effort::DEFAULT_EFFORT,
        switches: Switches::ALL,
        limits: Limits::default(),
        ..Settings::default()
    }
}

/// A variable that only a mutant changes shows that in the call after next.
#[test]
fn a_call_is_made_again_where_only_a_mutant_changes_what_it_reads() {
    let report =
        generate("class Unit { private static int used = 7; static int uses() { return used; } }", 32);
    for replacement in ["used++", "used--"] {
        let verdict = mutant(&report, replacement).verdict.as_ref().expect("a verdict");
        assert_eq!(verdict.verdict, VerdictKind::Killed, "{replacement}");
    }
}
