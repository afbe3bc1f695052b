//! Proofs by search on the corpus: what the D-algorithm alone proves, no test of another engine or another seed kills.

use std::path::PathBuf;

use jatpg::atg::plan::{self, Compaction};
use jatpg::dalg::switches::{Limits, Switches};
use jatpg::driver::Generator;
use jatpg::engine::Engine;
use jatpg::engine::dalgorithm::DAlgorithm;
use jatpg::engine::pass::PassKind;
use jatpg::engine::random::Random;
use jatpg::engine::session::{Progress, Session};
use jatpg::engine::subject::Subject;
use jatpg::engine::verdict::Verdict;
use jatpg::mutate::generate::given_methods;
use jatpg::mutate::operator::OperatorSet;
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::Program;
use jatpg::syntax::source::SourceFile;
use rayon::prelude::*;

use crate::support::corpus::programs;
use crate::support::soak;

struct Unwatched;

impl Progress for Unwatched {
    fn report(&self, _pass: PassKind, _decided: usize, _tests: usize) {}
}

/// Without `JATPG_EXHAUSTION`, which asks for all.
const FEW: [&str; 4] = ["FMin3.java", "Reconverge.java", "IsLeap.java", "Clamp.java"];
/// The random tests of each method, and how many steps they may take.
const TESTS: u64 = 3_000;
const EFFORT: u64 = 200_000_000;

fn subject(path: &PathBuf) -> Option<Subject> {
    let text = std::fs::read_to_string(path).expect("a program");
    let source_path = Some("programs/features".into()).filter(|folder: &PathBuf| path.starts_with(folder));
    let source = SourceFile::new(path.clone(), text);
    let program = Program::load(vec![source], &LoadOptions { source_path, ..LoadOptions::default() }).ok()?;
    let methods: Vec<_> = given_methods(&program).collect();
    Some(Subject::new(program, &methods, &OperatorSet::default()))
}

/// The verdicts of engines, one after the other.
fn verdicts(subject: &Subject, mut engines: Vec<Box<dyn Engine + '_>>) -> Vec<Verdict> {
    let mut session = Session::new(subject, &Unwatched);
    plan::run(&mut session, &mut engines, Compaction::Off).expect("no failure");
    session.verdicts().to_vec()
}

#[derive(Default)]
struct FoundInProgram {
    mutants: usize,
    proven: usize,
    proven_up_to: usize,
    wrong: Vec<String>,
}

fn check(path: &PathBuf) -> FoundInProgram {
    let Some(subject) = subject(path) else { return FoundInProgram::default() };
    let generator = |seed: u64| Generator::new(subject.program(), seed, |field| subject.setting(field));
    let (switches, limits) = (Switches::ALL, Limits::default());
    let d = DAlgorithm::new(PassKind::D, generator(1), switches, limits);
    let proven = verdicts(&subject, vec![Box::new(d)]);
    let random = |seed| -> Box<dyn Engine + '_> { Box::new(Random::new(generator(seed), TESTS, EFFORT)) };
    let tested = verdicts(&subject, vec![random(71), random(72)]);
    let mut found = FoundInProgram { mutants: subject.mutants().len(), ..FoundInProgram::default() };
    for mutant in subject.indices() {
        let is_killed = matches!(&tested[mutant as usize], Verdict::Killed(killed) if !killed.is_weak());
        match &proven[mutant as usize] {
            Verdict::Equivalent(_) if is_killed => found.wrong.push(subject.mutant(mutant).id.clone()),
            Verdict::Equivalent(_) => found.proven += 1,
            Verdict::EquivalentUpTo(_) => found.proven_up_to += 1,
            Verdict::Killed(_) | Verdict::Undecided(_) => {}
        }
    }
    found
}

#[test]
fn no_test_kills_what_a_search_proves() {
    let is_soak = soak::is_on();
    let is_meant = |path: &PathBuf| is_soak || FEW.iter().any(|few| path.ends_with(few));
    let paths: Vec<PathBuf> = programs().into_iter().filter(is_meant).collect();
    let each: Vec<FoundInProgram> = paths.par_iter().map(check).collect();
    let sum = |of: fn(&FoundInProgram) -> usize| each.iter().map(of).sum::<usize>();
    let (proven, wrong) = (sum(|f| f.proven), sum(|f| f.wrong.len()));
    for (path, found) in paths.iter().zip(&each).filter(|(_, found)| is_soak && found.proven > 0) {
        println!("{}: {} of {} proven", path.display(), found.proven, found.mutants);
    }
    println!(
        "{} programs, {} mutants: {proven} proven, {} up to a bound, {wrong} wrong",
        paths.len(),
        sum(|f| f.mutants),
        sum(|f| f.proven_up_to)
    );
    let wrong: Vec<&String> = each.iter().flat_map(|found| &found.wrong).collect();
    assert!(wrong.is_empty(), "proven, and killed by a test: {wrong:?}");
    assert!(proven >= 30, "{proven}");
}
