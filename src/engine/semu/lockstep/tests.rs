use super::*;
use crate::engine::semu::parameters::Selection;
use crate::mutate::operator::OperatorSet;
use crate::sema::load::LoadOptions;
use crate::sema::program::Program;
use crate::symbolic::question::shared_solver;
use crate::syntax::source::SourceFile;
use crate::syntax::with_stack;

fn program(method: &str) -> Program {
    let file = SourceFile::new("A.java".into(), format!("class A {{ {method} }}"));
    Program::load(vec![file], &LoadOptions::default()).expect("a program")
}

fn mutants_of(method: &str) -> Vec<crate::mutate::mutant::Mutant> {
    let program = program(method);
    let methods: Vec<MethodId> =
        program.given_classes().flat_map(|c| program.classes[c].methods.clone()).collect();
    Subject::seed(&program, &methods, &OperatorSet::default())
}

/// A method with the mutants of it that are wanted, by what they put where.
fn subject(method: &str, wanted: &[(&str, &str)]) -> Subject {
    let (program, mut mutants) = (program(method), mutants_of(method));
    mutants.retain(|m| wanted.contains(&(&*m.original, &*m.replacement)));
    assert_eq!(mutants.len(), wanted.len(), "{mutants:#?}");
    Subject::of_mutants(program, mutants)
}

fn cube(subject: &Subject, act: &str) -> Cube {
    let program = subject.program();
    let method = program.methods.ids().find(|&m| &*program.methods[m].name == "f").expect("f");
    let driver = Driver { method, arrange: Vec::new(), act: act.to_owned(), then: Vec::new() };
    subject.runner().cube(driver).expect("a cube")
}

/// The tests that are made, and how many questions it takes.
fn explored(
    subject: &Subject,
    strategy: Strategy,
    parameters: Parameters,
    seeds: &[&str],
) -> (Vec<String>, u64) {
    with_stack(|| {
        let cubes: Vec<Cube> = seeds.iter().map(|act| cube(subject, act)).collect();
        let how = (strategy, parameters);
        let mut lockstep = Lockstep::new(subject, cubes[0].clone(), shared_solver(), how, 400_000_000);
        let targets: Vec<GoalIndex> = subject.indices().collect();
        lockstep.prepare(4, &cubes, &targets).expect("frames");
        let tests = lockstep.run().expect("a solver");
        assert_eq!((lockstep.counts().limited, lockstep.counts().unknown), (0, 0));
        (tests.into_iter().map(|test| test.act).collect(), lockstep.questions())
    })
}

fn tests(subject: &Subject, strategy: Strategy, parameters: Parameters, seeds: &[&str]) -> Vec<String> {
    explored(subject, strategy, parameters, seeds).0
}

fn kills(subject: &Subject, act: &str) -> usize {
    let driver = cube(subject, act).driver().clone();
    subject.runner().judge(driver, &subject.runnable()).expect("a test").kills.len()
}

const ANY: Parameters = Parameters {
    precondition: PreconditionLength::Fixed(0),
    window: 0,
    proportion: 0.0,
    selection: Selection::Rnd,
    depth: 0,
    no_difference: false,
    tests: 99,
    state: Compared::Live,
    effort: 0,
    seed: 1,
};

/// Fig. 1: what infects at x = -1 is masked behind, and at x < -1 it is not.
const MASKED: &str = "static int f(int x) { int n = 0; if (x >= 0) { n = 7; } else { n = x + 1; } if (n < 0) { n++; } return n; }";

#[test]
fn compared_at_the_output_each_test_kills_what_may_be_masked() {
    let subject = subject(MASKED, &[("x + 1", "x")]);
    let seeds = ["int result = A.f(-1);"];
    assert_eq!((kills(&subject, seeds[0]), kills(&subject, "int result = A.f(-2);")), (0, 1));
    let infecting = tests(&subject, Strategy::Infection, ANY, &seeds);
    assert_eq!(infecting.len(), 1);
    // The window is as long as the path: of the four pairs of paths one can differ.
    let one = Parameters { window: 9, tests: 1, ..ANY };
    let made = tests(&subject, Strategy::Semu, one, &seeds);
    assert_eq!((made.len(), kills(&subject, &made[0])), (1, 1), "{made:?}");
    let all = tests(&subject, Strategy::Semu, Parameters { window: 9, ..ANY }, &seeds);
    assert!(all.iter().all(|test| kills(&subject, test) == 1), "{all:?}");
    // Right behind the change both tests infect, and one is as good as two only by luck.
    assert!(!tests(&subject, Strategy::Semu, Parameters { tests: 2, ..ANY }, &seeds).is_empty());
}

/// Fig. 1 and §3.1: `n = x` becomes `n = x + 1`, and behind both branches what is negative is counted up.
const FIGURE: &str =
    "static int f(int x) { int n = 0; if (x >= 0) { n = 7; } else { n = x; } if (n < 0) { n++; } return n; }";

/// The pairs of whole paths of original and mutant, each with whether one input takes both, and whether it may show a difference.
fn formulas(subject: &Subject) -> (u64, Vec<(String, bool, bool)>) {
    with_stack(|| {
        let cube = cube(subject, "int result = A.f(-1);");
        let how = (Strategy::Semu, Parameters { window: 9, ..ANY });
        let mut lockstep = Lockstep::new(subject, cube, shared_solver(), how, 400_000_000);
        lockstep.prepare(1, &[], &subject.indices().collect::<Vec<_>>()).expect("frames");
        let frames = lockstep.frames.clone().expect("frames");
        assert!(lockstep.begin(&frames.graph).expect("a solver"));
        for depth in 1..6 {
            lockstep.advance_originals(&frames.graph, depth).expect("a solver");
            lockstep.advance_mutants(depth).expect("a solver");
        }
        let mut found = Vec::new();
        let mutated = std::mem::take(&mut lockstep.mutated);
        for state in &mutated {
            for leaf in 0..lockstep.originals.len() {
                if !lockstep.descends(lockstep.originals[leaf].place, state.from) {
                    continue;
                }
                assert!(state.has_ended && lockstep.originals[leaf].has_ended);
                let mut both = state.state.path.clone();
                let of_original: Vec<TermId> = lockstep.originals[leaf].state.path.conditions().collect();
                for condition in of_original {
                    both = both.and(condition);
                }
                let is_possible = |lockstep: &mut Lockstep<'_>, path: &crate::engine::explorer::Path| {
                    matches!(lockstep.explorer.is_possible(path, None), Ok(Possible::Yes(_)))
                };
                let together = is_possible(&mut lockstep, &both);
                let differences = lockstep.differences(state, leaf);
                let differs = lockstep.explorer.skeleton.terms.any(differences);
                let kills = is_possible(&mut lockstep, &both.and(differs));
                found.push((lockstep.explorer.test(&state.state.witness).act, together, kills));
            }
        }
        (lockstep.counts.infeasible, found)
    })
}

#[test]
fn of_the_four_formulas_of_the_figure_the_first_alone_can_hold() {
    let all = mutants_of(FIGURE);
    let (line, text) = ("x", "++x");
    let own: Vec<_> = all.into_iter().filter(|m| (&*m.original, &*m.replacement) == (line, text)).collect();
    // In `x >= 0`, and in `n = x`.
    assert_eq!(own.len(), 2);
    let subject = Subject::of_mutants(program(FIGURE), own.into_iter().skip(1).collect());
    let (infeasible, formulas) = formulas(&subject);
    // Behind x < 0 the original has one path, and one that nothing takes; the mutant has two. With the path that nothing takes no formula
    // holds, so of the four there are two to ask: x < -1, where x + 1 is not x + 2, and x = -1, where 0 is 0.
    assert!(infeasible >= 1, "{infeasible}");
    let mut shown: Vec<(bool, bool)> =
        formulas.iter().map(|(_, together, kills)| (*together, *kills)).collect();
    shown.sort_unstable();
    assert_eq!(shown, [(true, false), (true, true)], "{formulas:?}");
    // The masked input is x = -1 and no other, and both tests of the figure do what it says.
    assert_eq!((kills(&subject, "int result = A.f(-1);"), kills(&subject, "int result = A.f(-2);")), (0, 1));
    let seeds = ["int result = A.f(-1);"];
    // At the output one test kills; at the first checkpoint it may be the masked one, and two tests are enough.
    let one = Parameters { window: 1, tests: 1, ..ANY };
    let made = tests(&subject, Strategy::Semu, one, &seeds);
    assert!(made.iter().any(|test| kills(&subject, test) == 1), "{made:?}");
    let early = tests(&subject, Strategy::Semu, Parameters { tests: 2, ..ANY }, &seeds);
    assert!(early.iter().any(|test| kills(&subject, test) == 1), "{early:?}");
    // What only infects is asked for at the change: whatever the solver says is a test there, the masked input, too.
    let infecting = tests(&subject, Strategy::Infection, ANY, &seeds);
    assert_eq!(infecting.len(), 1, "{infecting:?}");
}

const LADDER: &str = "static int f(int x, int y) { int n = x; if (y > 1) { n += 2; } if (y > 2) { n += 4; } if (y > 3) { n += 8; } return n; }";

#[test]
fn each_parameter_of_the_checkpoints_has_its_meaning() {
    let subject = subject(LADDER, &[("x", "-x")]);
    let made = |parameters| tests(&subject, Strategy::Semu, parameters, &["int result = A.f(7, 5);"]).len();
    // CW: behind one branching there are two states, behind two three, behind all four.
    assert_eq!([0, 1, 3, 9].map(|window| made(Parameters { window, ..ANY })), [2, 3, 4, 4]);
    // NTPM.
    assert_eq!([1, 2, 5].map(|tests| made(Parameters { tests, window: 9, ..ANY })), [1, 2, 4]);
    // MPD: where nothing goes on there are tests at once, else those that go no further are dropped.
    assert_eq!(made(Parameters { depth: 9, ..ANY }), 2);
    assert_eq!(made(Parameters { depth: 9, proportion: 0.5, ..ANY }), 1);
    assert!(
        made(Parameters { depth: 1, proportion: 0.5, ..ANY }) <= made(Parameters { proportion: 0.5, ..ANY })
    );
    // All go on, and are compared at the end.
    assert_eq!(made(Parameters { proportion: 1.0, ..ANY }), 4);
    // PSS: what is nearest to the output is the way past the statements, and the seed matters to the other alone.
    let on = |selection, seed| {
        let parameters = Parameters { selection, seed, proportion: 0.5, depth: 9, ..ANY };
        tests(&subject, Strategy::Semu, parameters, &["int result = A.f(7, 5);"])
    };
    assert_eq!(on(Selection::Mdo, 1), on(Selection::Mdo, 2));
    let drawn: BTreeSet<Vec<String>> = (0..8).map(|seed| on(Selection::Rnd, seed)).collect();
    assert!(drawn.len() > 1, "{drawn:?}");
}

#[test]
fn without_the_difference_the_path_alone_is_asked_for() {
    let subject = subject(LADDER, &[("x", "-x")]);
    let seeds = ["int result = A.f(0, 0);"];
    let made = |no_difference| tests(&subject, Strategy::Semu, Parameters { no_difference, ..ANY }, &seeds);
    assert!(made(true).iter().all(|test| test.contains("f(0, ")), "{:?}", made(true));
    assert!(made(false).iter().all(|test| !test.contains("f(0, ")), "{:?}", made(false));
}

/// What nobody reads differs in all states, and shows in none.
#[test]
fn a_variable_that_nobody_reads_is_compared_where_all_are() {
    let method = "static int f(int x, int y) { int n = x + 1; int r = y; if (y > 3) { r = 4; } return r; }";
    let subject = subject(method, &[("x + 1", "x - 1")]);
    let made = |state| {
        let parameters = Parameters { state, ..ANY };
        tests(&subject, Strategy::Infection, parameters, &["int result = A.f(5, 1);"]).len()
    };
    assert_eq!((made(Compared::Live), made(Compared::All)), (0, 1));
}

#[test]
fn seeds_are_followed_up_to_the_precondition_length() {
    let method = "static int f(int x, int y, int z) { int n = 0; if (y > 1) { n = x + 1; } if (z > 2) { n++; } return n + x; }";
    let subject = subject(method, &[("x + 1", "x - 1"), ("n + x", "n - x")]);
    let seeds = ["int result = A.f(1, 0, 0);", "int result = A.f(1, 9, 0);"];
    let made = |precondition, seeds: &[&str]| {
        tests(&subject, Strategy::Infection, Parameters { precondition, ..ANY }, seeds).len()
    };
    // Once at the first change, and at the second on each path.
    assert_eq!(made(PreconditionLength::Fixed(0), &seeds), 5);
    assert_eq!(made(PreconditionLength::Fixed(9), &seeds), 3);
    assert_eq!(made(PreconditionLength::Global, &seeds), 5);
    assert_eq!(made(PreconditionLength::Specific, &seeds), 4);
    assert_eq!(made(PreconditionLength::Fixed(9), &seeds[..1]), 1);
    let paths = tests(&subject, Strategy::Paths, ANY, &seeds);
    assert_eq!(paths.len(), 4);
}

#[test]
fn a_path_forks_a_mutant_once_and_mutants_share_what_comes_before() {
    let round = "static int f(int x) { int n = 0; for (int i = 0; i < 3; i++) { n = n + x; } return n; }";
    let subject_of_loop = subject(round, &[("n + x", "n - x")]);
    assert_eq!(tests(&subject_of_loop, Strategy::Infection, ANY, &["int result = A.f(5);"]).len(), 1);
    let guards: String = (0..12).map(|i| format!("if (y == {i}) {{ return {i}; }} ")).collect();
    let method = format!("static int f(int x, int y) {{ {guards} return x + y; }}");
    let (one, many) = ([("x + y", "x - y")], ["-", "*", "/", "%"].map(|op| format!("x {op} y")));
    let many: Vec<(&str, &str)> = many.iter().map(|text| ("x + y", text.as_str())).collect();
    let questions = |wanted: &[(&str, &str)]| {
        let parameters = Parameters { window: 99, tests: 1, ..ANY };
        explored(&subject(&method, wanted), Strategy::Semu, parameters, &["int result = A.f(5, 77);"]).1
    };
    let (one, many) = (questions(&one), questions(&many));
    assert!(many < 2 * one, "{one} {many}");
}
