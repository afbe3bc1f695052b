//! Whole searches: what they find, what they tell, and which method makes the difference.

use jatpg::dalg::search::End;
use jatpg::dalg::switches::{Limits, Switch, Switches};
use jatpg::driver::Generator;
use jatpg::engine::dalgorithm::{DAlgorithm, Told};
use jatpg::engine::subject::Subject;
use jatpg::mutate::operator::OperatorSet;
use jatpg::report::search::searches;
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::Program;
use jatpg::syntax::source::SourceFile;

fn subject(text: &str) -> Subject {
    let source = SourceFile::new("Unit.java".into(), text.into());
    let program = Program::load(vec![source], &LoadOptions::default()).expect("a valid program");
    let methods: Vec<_> = program.given_classes().flat_map(|c| program.classes[c].methods.clone()).collect();
    Subject::new(program, &methods, &OperatorSet::parse("mujava").expect("a group"))
}

/// The searches for the mutant that puts `replacement` in the place of `original`.
fn explain(subject: &Subject, original: &str, replacement: &str, switches: Switches) -> Vec<Told> {
    let mutant = subject
        .indices()
        .find(|&m| subject.mutant(m).original == original && subject.mutant(m).replacement == replacement)
        .expect("the mutant is there");
    let generator = Generator::new(subject.program(), 1, |field| subject.is_settable(field));
    let d = DAlgorithm { name: "d", generator, switches, limits: Limits::default() };
    d.explain(subject, mutant).expect("Z3 works")
}

fn is_killed(told: &[Told]) -> bool {
    told.iter().any(|t| t.attack.end == End::Killed)
}

const RECONVERGE: &str = include_str!("../../programs/papers/Reconverge.java");
const FAR_GUARD: &str = include_str!("../../programs/papers/FarGuard.java");

#[test]
fn the_search_for_the_running_example_is_told_as_a_tree() {
    let subject = subject(RECONVERGE);
    insta::assert_snapshot!("reconverge", searches(&explain(&subject, "b == c", "b != c", Switches::ALL)));
}

#[test]
fn the_far_guard_is_found_by_edge_condition_assist_in_a_handful_of_questions() {
    let subject = subject(FAR_GUARD);
    let assisted = explain(&subject, "x == y", "false", Switches::NONE.with(Switch::EcAssist));
    assert!(is_killed(&assisted), "{}", searches(&assisted));
    let questions: u64 = assisted.iter().map(|t| t.attack.stats.solutions).sum();
    assert!(questions < 24, "{questions} solutions");
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
    assert!(is_killed(&told), "{}", searches(&told));
    let frames: Vec<u32> = told.iter().map(|t| t.frames).collect();
    assert!(frames.windows(2).all(|pair| pair[0] <= pair[1]), "{frames:?}");
}
