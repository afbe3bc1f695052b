//! Proofs on programs over the whole language against tests: no mutant that a random test kills may be proven in a small
//! region. The system never asks, since it looks for proofs of what no test kills; so a wrong one would stay unseen.

use std::path::Path;

use jatpg::driver::Generator;
use jatpg::engine::Engine;
use jatpg::engine::pass::PassKind;
use jatpg::engine::random::{DEFAULT_EFFORT, Random};
use jatpg::engine::session::{Progress, Session};
use jatpg::engine::subject::Subject;
use jatpg::engine::verdict::Verdict;
use jatpg::mutate::generate::given_methods;
use jatpg::mutate::operator::OperatorSet;
use jatpg::roa::local::Extent;
use jatpg::roa::method::MethodCheck;
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::Program;
use jatpg::syntax::source::SourceFile;
use jatpg::syntax::with_stack;

use crate::support::soak;

const FEATURES: &str = "programs/features";
/// Random candidates for each method: the easy kills are most of them.
const CANDIDATES: u64 = 40;
/// Of the killed mutants of a program every so many are looked at, so that all operators come.
const STEP: usize = 3;

struct Unwatched;

impl Progress for Unwatched {
    fn report(&self, _pass: PassKind, _decided: usize, _tests: usize) {}
}

#[test]
fn no_mutant_that_a_random_test_kills_is_proven_in_a_small_region() {
    let programs = crate::support::corpus::programs().into_iter().filter(|p| p.starts_with(FEATURES));
    let programs = programs.step_by(soak::one_in(8));
    // One after the other: what runs tests spreads over the threads itself.
    let (mut checked, mut wrong) = (0, Vec::new());
    for name in programs {
        let (looked_at, found) = with_stack(|| look(&name));
        checked += looked_at;
        wrong.extend(found);
    }
    assert!(wrong.is_empty(), "{} of {checked}: {}", wrong.len(), wrong.join(", "));
    assert!(checked > 150, "{checked}");
}

/// How many mutants were looked at, and which of them are proven.
fn look(name: &Path) -> (usize, Vec<String>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let text = std::fs::read_to_string(&path).expect("a text");
    let source_path =
        name.starts_with(FEATURES).then(|| Path::new(env!("CARGO_MANIFEST_DIR")).join(FEATURES));
    let program = Program::load(
        vec![SourceFile::new(path, text)],
        &LoadOptions { source_path, ..LoadOptions::default() },
    )
    .expect("the program loads");
    let methods: Vec<_> = given_methods(&program).collect();
    let subject = Subject::new(program, &methods, &OperatorSet::default());
    let mut session = Session::new(&subject, &Unwatched);
    let generator = Generator::new(subject.program(), 1, |field| subject.setting(field));
    Random::new(generator, CANDIDATES, DEFAULT_EFFORT).run(&mut session).expect("no failure");
    let is_killed = |v: &Verdict| matches!(v, Verdict::Killed(killed) if !killed.is_weak());
    let mut killed: Vec<_> =
        subject.indices().filter(|&m| is_killed(&session.verdicts()[m as usize])).step_by(STEP).collect();
    killed.sort_by_key(|&m| subject.mutant(m).method);
    let mut wrong = Vec::new();
    for group in killed.chunk_by(|&a, &b| subject.mutant(a).method == subject.mutant(b).method) {
        let method = subject.mutant(group[0]).method;
        let check =
            MethodCheck::new(subject.program(), subject.known(), method, 2).expect("the solver works");
        let Some(mut check) = check else { continue };
        check.checker.hurry();
        for &mutant in group {
            let mutant = subject.mutant(mutant);
            let found = check.check(&mutant.patch, Extent::UntilProven).expect("the solver works");
            if found.is_some_and(|checked| checked.proof.is_some()) {
                wrong.push(mutant.id.clone());
            }
        }
    }
    (killed.len(), wrong)
}
