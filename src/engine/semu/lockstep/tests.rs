use super::*;
use crate::engine::explorer::Path;
use crate::engine::semu::parameters::Selection;
use crate::jvm::operator::BinaryOperator;
use crate::mutate::mutant::Mutant;
use crate::mutate::operator::OperatorSet;
use crate::mutate::patch::Patch;
use crate::sema::load::LoadOptions;
use crate::sema::program::{MethodSource, Program};
use crate::symbolic::question::shared_solver;
use crate::syntax::source::SourceFile;
use crate::syntax::tree::{ExprKind, IncDec, Literal};
use crate::syntax::with_stack;

fn program(class: &str) -> Program {
    let file = SourceFile::new("A.java".into(), class.to_owned());
    Program::load(vec![file], &LoadOptions::default()).expect("a program")
}

fn mutants_of(program: &Program, operators: &OperatorSet) -> Vec<Mutant> {
    let methods: Vec<MethodId> =
        program.given_classes().flat_map(|c| program.classes[c].methods.clone()).collect();
    Subject::seed(program, &methods, operators)
}

/// A method with the mutants of it that are wanted, by what they put where.
fn subject(method: &str, wanted: &[(&str, &str)]) -> Subject {
    let program = program(&format!("class A {{ {method} }}"));
    let mut mutants = mutants_of(&program, &OperatorSet::default());
    mutants.retain(|m| wanted.contains(&(&*m.original, &*m.replacement)));
    assert_eq!(mutants.len(), wanted.len(), "{mutants:#?}");
    Subject::of_mutants(program, mutants)
}

fn cube(subject: &Subject, act: &str) -> Cube {
    let program = subject.program();
    let is_called = |&m: &MethodId| act.contains(&format!(".{}(", program.methods[m].name));
    let method = program.methods.ids().find(is_called).expect("a method");
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

/// Fig. 1.
const FIGURE: &str = include_str!("../../../../programs/papers/ZeroRun.java");

/// M1 of Fig. 1: `--x` becomes `x -= 2`, which no operator makes.
fn first_of_figure() -> Subject {
    let program = program(FIGURE);
    let mut mutant = mutants_of(&program, &OperatorSet::default()).remove(0);
    let MethodSource::Code(code) = &program.methods[mutant.method].source else { panic!("no code") };
    let is_it = |kind: &ExprKind| matches!(kind, ExprKind::IncDec { op: IncDec::PreDecrement, .. });
    let at = code.exprs.ids().find(|&id| is_it(&code.exprs[id].kind)).expect("`--x`");
    let ExprKind::IncDec { operand: target, .. } = code.exprs[at].kind else { unreachable!() };
    let mut patch = Patch::default();
    let value = patch.append(code, at, ExprKind::Literal(Literal::Int("2".into())));
    patch.replace(code, at, ExprKind::Assign { target, op: Some(BinaryOperator::Sub), value });
    mutant.patch = patch;
    Subject::of_mutants(program, vec![mutant])
}

/// M2 of Fig. 1: `n = x` becomes `n = x + 1`.
fn second_of_figure() -> Subject {
    let program = program(FIGURE);
    let mut mutants = mutants_of(&program, &OperatorSet::parse("IVI").expect("operators"));
    mutants.retain(|m| (&*m.original, &*m.replacement) == ("x", "x + 1"));
    assert_eq!(mutants.len(), 1, "{mutants:#?}");
    Subject::of_mutants(program, mutants)
}

fn zeros(x: i32) -> String {
    format!("int result = ZeroRun.zeros({x});")
}

/// One path to its end: its conditions, and what is returned, over the input.
struct Whole {
    path: Path,
    returned: TermId,
}

/// The inputs on which the paths are looked at.
const LOOKED_AT: std::ops::RangeInclusive<i32> = -20..=5;

/// The paths through the second mutant's point, of the original and of the mutant.
struct Figure<'p> {
    lockstep: Lockstep<'p>,
    inputs: Vec<(i32, Arc<Assignment>)>,
    original: Vec<Whole>,
    mutant: Vec<Whole>,
}

impl<'p> Figure<'p> {
    fn new(subject: &'p Subject) -> Self {
        let how = (Strategy::Semu, Parameters { window: 9, ..ANY });
        let mut lockstep =
            Lockstep::new(subject, cube(subject, &zeros(-1)), shared_solver(), how, 400_000_000);
        lockstep.prepare(4, &[], &subject.indices().collect::<Vec<_>>()).expect("frames");
        let frames = lockstep.frames.clone().expect("frames");
        assert!(lockstep.begin(&frames.graph).expect("a solver"));
        for depth in 1..20 {
            lockstep.advance_originals(&frames.graph, depth).expect("a solver");
            lockstep.advance_mutants(depth).expect("a solver");
        }
        let returned = lockstep.explorer.skeleton.ends()[0].value.expect("a value").0;
        let whole = |state: &Explored| Whole { path: state.path.clone(), returned: state.store[&returned] };
        let from = lockstep.mutated.first().expect("a mutant's state").from;
        assert!(lockstep.mutated.iter().all(|state| state.has_ended && state.from == from));
        let mutant = lockstep.mutated.iter().map(|state| whole(&state.state)).collect();
        let behind = lockstep.originals.iter().filter(|state| lockstep.descends(state.place, from));
        let behind: Vec<&Original> = behind.collect();
        assert!(behind.iter().all(|state| state.has_ended));
        let original = behind.into_iter().map(|state| whole(&state.state)).collect();
        let inputs = LOOKED_AT.map(|x| (x, lockstep.explorer.seed(&cube(subject, &zeros(x))))).collect();
        Self { lockstep, inputs, original, mutant }
    }

    /// The inputs that take a path.
    fn inputs_of(&mut self, path: &Path) -> Vec<i32> {
        let conditions: Vec<TermId> = path.conditions().collect();
        let explorer = &mut self.lockstep.explorer;
        self.inputs.iter().filter(|(_, input)| explorer.holds(input, &conditions)).map(|(x, _)| *x).collect()
    }

    /// What comes out of a path, by input that takes it.
    fn output(&mut self, whole: &Whole) -> Vec<(i32, i32)> {
        let taken = self.inputs_of(&whole.path);
        let explorer = &mut self.lockstep.explorer;
        let of_input = |(x, input): &(i32, Arc<Assignment>)| {
            let is = |value: &i32| {
                let value = explorer.skeleton.terms.int(*value);
                let same = explorer.skeleton.terms.same_value(whole.returned, value);
                explorer.holds(input, &[same])
            };
            (*x, (-30..30).find(is).expect("a small value"))
        };
        self.inputs.iter().filter(|(x, _)| taken.contains(x)).map(of_input).collect()
    }

    /// `kill` of two paths: an input that takes both, with another output.
    fn kill(&mut self, original: &Path, (mutant, outputs): (&Path, Option<[TermId; 2]>)) -> Option<String> {
        let terms = &mut self.lockstep.explorer.skeleton.terms;
        let mut both = mutant.clone();
        for condition in original.conditions().collect::<Vec<_>>() {
            both = both.and(condition);
        }
        if let Some([own, other]) = outputs {
            let same = terms.same_value(own, other);
            both = both.and(terms.not(same));
        }
        match self.lockstep.explorer.is_possible(&both, None).expect("a solver") {
            Possible::Yes(witness) => Some(self.lockstep.explorer.test(&witness).act),
            Possible::No => None,
            Possible::Unknown => panic!("not decided"),
        }
    }
}

/// Fig. 1 and §2.3. The paper has 2 and 0 as the outputs of M1 on x = 2; run, they are 1 and 0.
#[test]
fn the_tests_of_the_figure_reach_infect_and_kill_as_it_says() {
    let (first, second) = (first_of_figure(), second_of_figure());
    let killed = |x| [&first, &second].map(|subject| kills(subject, &zeros(x)));
    assert_eq!([2, -1, -2].map(killed), [[1, 0], [0, 0], [0, 1]]);
    let of_first = tests(&first, Strategy::Semu, Parameters { window: 9, ..ANY }, &[&*zeros(2)]);
    // Where the mutant's loop ends before the original's that is a difference, which need not show in the end.
    assert!(of_first.iter().any(|test| kills(&first, test) == 1), "{of_first:?}");
}

/// §3.1: two paths of the original behind x < 0, one of which nothing takes, and two of the mutant.
#[test]
fn the_paths_of_the_figure_are_those_of_the_paper_and_of_its_four_formulas_the_first_alone_can_hold() {
    let subject = second_of_figure();
    with_stack(|| {
        let mut figure = Figure::new(&subject);
        let (mut original, mut mutant) =
            (std::mem::take(&mut figure.original), std::mem::take(&mut figure.mutant));
        assert_eq!((original.len(), mutant.len()), (1, 2));
        let first = original.remove(0);
        // Those that the loop's paths have are no part of the figure.
        assert!(figure.lockstep.counts.infeasible >= 1);
        let negative: Vec<(i32, i32)> = (-20..=-1).map(|x| (x, x + 1)).collect();
        assert_eq!(figure.output(&first), negative);
        mutant.sort_by_key(|whole| std::cmp::Reverse(figure.inputs_of(&whole.path).len()));
        let [below, at] = &mutant[..] else { unreachable!() };
        assert_eq!(figure.output(below), (-20..=-2).map(|x| (x, x + 2)).collect::<Vec<_>>());
        assert_eq!(figure.output(at), [(-1, 0)]);
        // The second path of the original takes the other way at its last decision.
        let conditions: Vec<TermId> = first.path.conditions().collect();
        let [last, before @ ..] = &conditions[..] else { panic!("no condition") };
        let others = before.iter().rev().fold(Path::default(), |path, &condition| path.and(condition));
        let second = others.and(figure.lockstep.explorer.skeleton.terms.not(*last));
        assert_eq!(figure.kill(&second, (&Path::default(), None)), None, "no input takes it");
        let outputs = |of: &Whole| Some([first.returned, of.returned]);
        let formulas = [
            figure.kill(&first.path, (&below.path, outputs(below))),
            figure.kill(&first.path, (&at.path, outputs(at))),
            figure.kill(&second, (&below.path, None)),
            figure.kill(&second, (&at.path, None)),
        ];
        let [Some(found), None, None, None] = &formulas else { panic!("{formulas:?}") };
        assert_eq!(kills(&subject, found), 1, "{found}");
    });
}

/// §§3.2 to 3.4: what is made of it.
#[test]
fn at_the_output_of_the_figure_each_test_kills_and_what_only_infects_may_be_masked() {
    let subject = second_of_figure();
    let made = |strategy, parameters| {
        let acts = tests(&subject, strategy, parameters, &[&*zeros(-1)]);
        acts.iter().map(|act| (act.clone(), kills(&subject, act))).collect::<Vec<_>>()
    };
    // The solver's models are those nearest to zero: of the inputs that infect the one that is masked.
    assert_eq!(made(Strategy::Infection, ANY), [(zeros(-1), 0)]);
    // At the output there is nothing to choose.
    let at_output = made(Strategy::Semu, Parameters { window: 1, ..ANY });
    assert!(at_output.len() == 1 && at_output[0].1 == 1, "{at_output:?}");
    // At the first checkpoint the states are x < -1 and x = -1.
    let one = made(Strategy::Semu, Parameters { tests: 1, ..ANY });
    let two = made(Strategy::Semu, Parameters { tests: 2, ..ANY });
    assert_eq!((one.len(), two.len()), (1, 2));
    assert!(two.contains(&(zeros(-1), 0)) && two.iter().any(|made| made.1 == 1), "{two:?}");
    assert_eq!(one[0], two[0]);
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
