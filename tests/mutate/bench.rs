//! Mutants on the bench against their whole methods, on the corpus.

use jatpg::mutate::bench::Bench;
use jatpg::mutate::correspondence::{Difference, least_difference};
use jatpg::mutate::generate::{given_methods, judge_all, with_context};
use jatpg::mutate::operator::OperatorSet;
use jatpg::mutate::patch::Patch;
use jatpg::sema::program::{BodyState, MethodId, Program};
use jatpg::sema::typed_tree::Body;
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};

use super::corpus::units;

/// How many candidates the bench was asked about, and how many it accepted.
#[derive(Default)]
struct Asked {
    all: usize,
    accepted: usize,
}

#[test]
fn what_the_bench_accepts_is_the_mutant_that_its_whole_method_makes() {
    let asked: Vec<Asked> = units().par_iter().map(|unit| ask(&unit.program)).collect();
    let sum = |of: fn(&Asked) -> usize| asked.iter().map(of).sum::<usize>();
    let (all, accepted) = (sum(|a| a.all), sum(|a| a.accepted));
    assert!(all > 20_000, "{all} candidates");
    assert!(accepted * 3 > all * 2, "{accepted} of {all} candidates are judged alone");
}

fn ask(program: &Program) -> Asked {
    let operators = OperatorSet::default();
    let mut asked = Asked::default();
    for method in given_methods(program) {
        with_context(program, method, |context| {
            let mut bench = Bench::new(program, method).expect("the method has a body");
            for judged in judge_all(context, &operators) {
                asked.all += 1;
                let patch = &judged.candidate.patch;
                if !bench.accepts(patch) {
                    continue;
                }
                asked.accepted += 1;
                let whole = program.typed_body(method, &patch.apply(context.code));
                let place = || format!("{} {patch:?}", program.method_name(method));
                let whole = whole.unwrap_or_else(|error| panic!("{}: {:?}", place(), error.errors));
                compare(program, &mut bench, (method, patch), &whole)
                    .unwrap_or_else(|| panic!("{}", place()));
            }
        });
    }
    asked
}

/// `None` where the bench shows something else than `whole`.
fn compare(
    program: &Program,
    bench: &mut Bench<'_>,
    (method, patch): (MethodId, &Patch),
    whole: &Body,
) -> Option<()> {
    let BodyState::Typed(original) = program.body(method) else { return None };
    let is_same = |shown: &Body| least_difference(whole, shown) == Difference::None;
    bench.with_body(patch, is_same)?.then_some(())?;
    let shown = bench.with_difference(patch, |shown, difference| match difference {
        Difference::None => None,
        Difference::Expr { original, mutant } => Some((original, Some(shown.exprs[mutant].clone()))),
        Difference::Stmt { .. } | Difference::Before { .. } => Some((jatpg::index::Id::new(0), None)),
    })?;
    // The same place of the original, and there the same kind of node in the mutant.
    match (shown, least_difference(original, whole)) {
        (None, Difference::None) | (Some((_, None)), Difference::Stmt { .. }) => Some(()),
        (Some((at, Some(shown))), Difference::Expr { original, mutant }) => {
            let expected = &whole.exprs[mutant];
            let same = at == original
                && (shown.ty, &shown.constant, shown.origin)
                    == (expected.ty, &expected.constant, expected.origin);
            same.then_some(())
        }
        _ => None,
    }
}

#[test]
fn a_mutant_leaves_nothing_behind_on_the_bench() {
    let text = "class A { static int f(int a) { int b = a + 1; if (b > a) { b++; } return a * b; } }";
    let program = super::load("A.java", text);
    let method = super::method(&program, "f");
    let BodyState::Typed(original) = program.body(method) else { panic!("it has a body") };
    with_context(&program, method, |context| {
        let mut bench = Bench::new(&program, method).expect("it has a body");
        let nothing = Patch::default();
        for judged in judge_all(context, &OperatorSet::default()) {
            bench.with_body(&judged.candidate.patch, |_| ());
            let rest = bench.with_body(&nothing, |body| least_difference(original, body));
            assert_eq!(rest, Some(Difference::None), "{:?}", judged.candidate.patch);
        }
    });
}

#[test]
fn a_group_of_a_switch_is_deleted_alone_where_nothing_hangs_on_it() {
    for (switch, accepted) in [
        ("switch (a) { case 1: a++; break; case 2: return 3; default: a--; } return a;", 3),
        ("switch (a) { case 1 -> a++; case 2 -> { return 3; } default -> a--; } return a;", 3),
        // Without it there is no value to return.
        ("switch (a) { case 1: return 1; default: return 2; }", 1),
        // The one behind it names what it declares.
        ("switch (a) { case 1: int b = a; break; case 2: b = 3; return b; default: a--; } return a;", 2),
        (
            "return switch (a) { case 1 -> { switch (a) { case 1: a++; default: a--; } yield a; } default -> 2; };",
            0,
        ),
    ] {
        let program = super::load("A.java", &format!("class A {{ static int f(int a) {{ {switch} }} }}"));
        let method = super::method(&program, "f");
        let alone = with_context(&program, method, |context| {
            let mut bench = Bench::new(&program, method).expect("it has a body");
            let patches = judge_all(context, &OperatorSet::parse("SDL").expect("an operator"));
            let patches = patches.iter().map(|judged| &judged.candidate.patch);
            patches.filter(|patch| patch.has_statements() && bench.accepts(patch)).count()
        });
        assert_eq!(alone, Some(accepted), "{switch}");
    }
}
