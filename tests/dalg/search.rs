//! Whole searches: what they find, what they tell, and which method makes the difference.

use jatpg::dalg::outcome::End;
use jatpg::dalg::switches::{Limits, Switch, Switches};
use jatpg::driver::Generator;
use jatpg::engine::Engine as _;
use jatpg::engine::dalgorithm::{DAlgorithm, Told};
use jatpg::engine::pass::PassKind;
use jatpg::engine::session::{Progress, Session};
use jatpg::engine::subject::Subject;
use jatpg::engine::verdict::Verdict;
use jatpg::mutate::operator::OperatorSet;
use jatpg::report::search::{drawing, reports, searches};
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::Program;
use jatpg::syntax::source::SourceFile;

pub(super) fn subject(text: &str) -> Subject {
    let source = SourceFile::new("Unit.java".into(), text.into());
    let program = Program::load(vec![source], &LoadOptions::default()).expect("a valid program");
    let methods: Vec<_> = program.given_classes().flat_map(|c| program.classes[c].methods.clone()).collect();
    Subject::new(program, &methods, &OperatorSet::parse("mujava").expect("a group"))
}

/// The searches for the mutant that puts `replacement` in the place of `original`.
fn explain(subject: &Subject, original: &str, replacement: &str, switches: Switches) -> Vec<Told> {
    explain_within(subject, original, replacement, switches, Limits::default())
}

pub(super) fn explain_within(
    subject: &Subject,
    original: &str,
    replacement: &str,
    switches: Switches,
    limits: Limits,
) -> Vec<Told> {
    let mutant = subject
        .indices()
        .find(|&m| subject.mutant(m).original == original && subject.mutant(m).replacement == replacement)
        .expect("the mutant is there");
    let generator = Generator::new(subject.program(), 1, |field| subject.setting(field));
    let d = DAlgorithm::new(PassKind::D, generator, switches, limits);
    d.explain(subject, mutant).expect("Z3 works")
}

pub(super) fn is_killed(told: &[Told]) -> bool {
    told.iter().any(|t| t.attack.end == End::Killed)
}

const RECONVERGE: &str = include_str!("../../programs/papers/Reconverge.java");
pub(super) const FAR_GUARD: &str = include_str!("../../programs/papers/FarGuard.java");

#[test]
fn the_search_for_the_running_example_is_told_as_a_tree() {
    let subject = subject(RECONVERGE);
    let told = explain(&subject, "b == c", "b != c", Switches::ALL);
    insta::assert_snapshot!("reconverge", searches(&told, false));
    insta::assert_json_snapshot!("reconverge-tree", reports(&told));
    let drawing = drawing("Reconverge", "b == c", &told, false);
    insta::assert_snapshot!("reconverge-dot", drawing.to_dot());
    let svg = drawing.to_svg().expect("a layout");
    assert!(svg.contains("<svg") && svg.contains("the test kills"), "{svg}");
}

/// The subtasks of a search in the order in which they are begun, and how many conflicts there were.
fn course(tree: &serde_json::Value, subtasks: &mut Vec<String>) -> usize {
    if tree["kind"] == "subtask" {
        let region =
            tree["details"][0].as_str().unwrap_or_default().rsplit([' ', '-']).next().unwrap_or_default();
        subtasks.push(format!("{} to line {region}", tree["text"].as_str().unwrap_or_default()));
    }
    let below = tree["children"].as_array().into_iter().flatten();
    usize::from(tree["kind"] == "conflict") + below.map(|child| course(child, subtasks)).sum::<usize>()
}

/// Figure 3.10: the effect is excited with b, c and x zero; through line 16 it cannot go, since a, c and with them a and b
/// would be equal and x would be 1; through line 18 it can, and that a differs from c is justified by a = 1.
#[test]
fn the_running_example_has_the_subtasks_the_backtrack_and_the_test_of_the_dissertation() {
    let subject = subject(RECONVERGE);
    for switches in [Switches::NONE, Switches::NONE.with(Switch::ValuePool), Switches::ALL] {
        let told = explain(&subject, "b == c", "b != c", switches);
        let driver = told.iter().find_map(|t| t.driver.as_ref()).expect("a test that kills");
        assert_eq!(driver.act, "int result = Reconverge.count(1, 0, 0);");
        let tree = serde_json::to_value(&reports(&told)[0]).expect("plain data");
        let mut subtasks = Vec::new();
        let conflicts = course(&tree["tree"], &mut subtasks);
        let expected = [
            "excite: x differs to line 12",
            "propagate: x differs to line 16",
            "propagate: x differs to line 18",
        ];
        assert_eq!(subtasks[..3], expected, "{}", searches(&told, false));
        assert!(subtasks[3].starts_with("justify: a != c"), "{subtasks:?}");
        assert_eq!(subtasks.len(), 4, "{subtasks:?}");
        // What assist asks again about the way through line 16 fails again.
        let assisted = switches.has(Switch::EcAssist);
        assert!(if assisted { conflicts >= 1 } else { conflicts == 1 }, "{}", searches(&told, false));
    }
}

#[test]
fn the_search_behind_the_far_guard_is_told_as_a_tree() {
    let subject = subject(FAR_GUARD);
    let told = explain(&subject, "x == y", "false", Switches::NONE.with(Switch::EcAssist));
    let text = searches(&told, false);
    assert!(text.contains("assist adds the edge conditions") && text.contains("the test kills"), "{text}");
    assert!(text.contains("region: ") && text.contains("implied: ") && text.contains("against: "), "{text}");
}

/// How long a string is belongs to the skeleton: the cases are met by strings of one, three and eight units.
#[test]
fn a_switch_over_strings_is_met_by_strings_of_each_length() {
    let subject = subject(
        "class Unit { static int f(String s, int a, int b) {
            return switch (s) { case \"x\" -> a / b; case \"add\" -> a + b; case \"subtract\" -> a - b; default -> 0; };
        } }",
    );
    for (original, replacement) in [("a / b", "a * b"), ("a + b", "a * b"), ("a - b", "a + b")] {
        let told = explain(&subject, original, replacement, Switches::ALL);
        assert!(is_killed(&told), "{}", searches(&told, false));
    }
}

/// Candidates are shorter, and an integer of the code says what to look at.
#[test]
fn a_string_is_made_as_long_as_the_code_asks_for() {
    let subject = subject(
        "class Unit { static String f(String s) { return s.length() <= 14 ? s : s.substring(0, 13) + \"~\"; } }",
    );
    let told = explain(&subject, "s.length() <= 14", "true", Switches::ALL);
    assert!(is_killed(&told), "{}", searches(&told, false));
}

#[test]
fn constants_of_an_enum_are_compared_by_their_order() {
    let subject = subject(
        "class Unit {
            enum Size { SMALL, MIDDLE, LARGE; int cost() { return 1 + ordinal(); } }
            static int f(Size a, Size b, int x) { return a.compareTo(b) < 0 ? x * a.cost() : 7; }
        }",
    );
    let told = explain(&subject, "x * a.cost()", "x / a.cost()", Switches::ALL);
    assert!(is_killed(&told), "{}", searches(&told, false));
}

/// The class of a string is known, and what is native of the method that it runs.
#[test]
fn a_call_of_an_interface_on_a_string_goes_to_its_method() {
    let subject = subject(
        "class Unit {
            static int f(CharSequence s) { int n = s.length(); if (n == 3) { return n * 2; } return 0; }
            static int g(StringBuilder s) { return f(s); }
        }",
    );
    let told = explain(&subject, "n * 2", "n / 2", Switches::ALL);
    assert!(is_killed(&told), "{}", searches(&told, false));
}

#[test]
fn the_strings_of_a_driver_are_one_object_where_they_are_one_literal() {
    let subject = subject(
        "class Unit { static int f(String a, String b, int x, int y) {
            if (a == b) { return a == null ? 0 : x - y; }
            return x * y;
        } }",
    );
    for (original, replacement) in [("a == b", "a != b"), ("x - y", "x * y"), ("x * y", "x + y")] {
        let told = explain(&subject, original, replacement, Switches::ALL);
        assert!(is_killed(&told), "{}", searches(&told, false));
    }
}

struct Unwatched;

impl Progress for Unwatched {
    fn report(&self, _pass: PassKind, _decided: usize, _tests: usize) {}
}

/// That it is refuted proves nothing, since a driver makes the object.
#[test]
fn what_one_pass_refutes_without_meeting_a_limit_is_not_searched_for_in_the_next() {
    let subject = subject(
        "class Unit { int x; int f(int a) {
            if (a > 3) { if (a > 2) { x = a; } }
            return x;
        } }",
    );
    let mutant = subject.indices().find(|&m| subject.mutant(m).replacement == "a >= 2").expect("the mutant");
    let mut session = Session::new(&subject, &Unwatched);
    let mut searched = Vec::new();
    for (pass, limits) in
        [(PassKind::D, Limits::default().first_pass()), (PassKind::MoreD, Limits::default().second_pass())]
    {
        let generator = Generator::new(subject.program(), 1, |field| subject.setting(field));
        session.begin_pass(pass);
        let mut engine = DAlgorithm::new(pass, generator, Switches::ALL, limits);
        engine.run(&mut session).expect("Z3 works");
        searched.push(session.pass.localities().contains_key(&mutant));
    }
    assert!(matches!(session.verdicts()[mutant as usize], Verdict::Undecided(_)));
    assert_eq!(searched, [true, false]);
}

#[test]
fn a_search_in_vain_marks_where_it_stuck() {
    let subject = subject(FAR_GUARD);
    let limits = Limits { backtracks: 0, ..Limits::default() };
    let told = explain_within(&subject, "x == y", "false", Switches::NONE, limits);
    assert!(!is_killed(&told));
    let (text, dot) = (searches(&told, false), drawing("FarGuard", "x == y", &told, false).to_dot());
    for search in reports(&told) {
        let tree = serde_json::to_string(&search.tree).expect("plain data");
        assert!(tree.contains("\"stuck\":true"), "{tree}");
    }
    assert!(text.contains("<- stuck here") && dot.contains("stuck here"), "{text}\n{dot}");
}

#[test]
fn a_loop_gets_as_many_frames_as_its_mutant_needs() {
    let subject = subject(
        "class Unit { static int count(int n) {
            int c = 0;
            for (int i = 0; i < n && i < 6; i++) { if (i == 3) { c = c + 1; } }
            return c;
        } }",
    );
    let told = explain(&subject, "i == 3", "i < 3", Switches::ALL);
    assert!(is_killed(&told), "{}", searches(&told, false));
    let frames: Vec<u32> = told.iter().map(|t| t.frames).collect();
    assert!(frames.windows(2).all(|pair| pair[0] <= pair[1]), "{frames:?}");
}

#[test]
fn a_string_is_found_unit_by_unit() {
    let subject = subject(
        "class Unit { static int value(String s) {
            int sum = 0;
            for (int i = 0; i < s.length(); i++) { if (s.charAt(i) == 'Q') { sum = sum + 1000; } }
            return sum;
        } }",
    );
    let told = explain(&subject, "sum + 1000", "sum - 1000", Switches::ALL);
    let driver = told.iter().find_map(|t| t.driver.as_ref()).expect("a test that kills");
    assert!(driver.parts().any(|part| part.contains('Q')), "{:?}", driver.parts().collect::<Vec<_>>());
}

#[test]
fn a_range_that_a_choice_needs_is_justified() {
    let subject = subject(
        "class Unit { static int min(int a, int b, int c, int d) {
            int least = a;
            if (b < least) { least = b; }
            if (c < least) { least = c; }
            if (d < least) { least = d; }
            return least;
        } }",
    );
    let told = explain(&subject, "d < least", "false", Switches::ALL);
    assert!(is_killed(&told), "{}", searches(&told, false));
    assert_eq!(told[0].attack.stats.tests, 1, "{}", searches(&told, false));
}

#[test]
fn what_blocks_an_effect_is_asked_about_together_with_the_output() {
    let subject = subject(
        "class Unit { static int seen(int x, int y) {
            boolean z;
            if (x < y) { z = true; } else { z = false; }
            int p = x;
            int q = y;
            if (z && p + q == 10) { return 1; }
            return 0;
        } }",
    );
    let told = explain(&subject, "x < y", "x != y", Switches::ALL);
    assert!(is_killed(&told), "{}", searches(&told, false));
    let told = explain(&subject, "x < y", "x != y", Switches::ALL.without(Switch::EcAssist));
    assert!(!is_killed(&told), "{}", searches(&told, false));
}

#[test]
fn a_field_that_no_test_may_read_is_no_output() {
    let subject = subject(
        "class Unit {
            private int hidden;
            int shown;
            void set(int x) { hidden = x + 1; shown = 2; }
            int get() { return hidden; }
        }",
    );
    let told = explain(&subject, "x + 1", "x - 1", Switches::ALL);
    let at_output = told.iter().filter(|t| !t.skeleton.contains("get()") && !t.skeleton.contains("shown"));
    for told in at_output {
        assert_eq!(told.attack.stats.tests, 0, "{}", told.skeleton);
    }
    assert!(is_killed(&told), "{}", searches(&told, false));
}
