//! How local the searches are: over the methods of the corpus that are large enough, the largest question for most mutants
//! is about a small part of the driver.

use std::path::Path;

use jatpg::dalg::switches::{Limits, Switches};
use jatpg::driver::Generator;
use jatpg::engine::Engine;
use jatpg::engine::dalgorithm::DAlgorithm;
use jatpg::engine::pass::PassKind;
use jatpg::engine::session::{Dropping, Locality, Progress, Session};
use jatpg::engine::subject::Subject;
use jatpg::mutate::generate::given_methods;
use jatpg::mutate::operator::OperatorSet;
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::{BodyState, MethodId, Program};
use jatpg::syntax::source::SourceFile;
use jatpg::term::Terms;
use rayon::prelude::*;

use crate::support::soak;

struct Unwatched;

impl Progress for Unwatched {
    fn report(&self, _pass: PassKind, _decided: usize, _tests: usize) {}
}

/// Smaller methods have no far end.
const LARGE: usize = 20;
/// Mutants of one method that are looked at, from all its parts.
const SAMPLE: usize = 5;
/// Methods that are looked at; `JATPG_LOCALITY` asks for all.
const METHODS: usize = 9;

fn programs() -> Vec<Program> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs");
    let mut files: Vec<_> = ["papers", "textbook"]
        .iter()
        .flat_map(|folder| std::fs::read_dir(root.join(folder)).expect("a folder of the corpus"))
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "java"))
        .collect();
    files.sort();
    let load = |path: std::path::PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a program");
        Program::load(vec![SourceFile::new(path, text)], &LoadOptions::default()).ok()
    };
    files.into_iter().filter_map(load).collect()
}

fn nodes(program: &Program, method: MethodId) -> usize {
    match program.body(method) {
        BodyState::Typed(body) => jatpg::cfg::lower::build(program, body, &mut Terms::new()).nodes.len(),
        BodyState::Unsupported(_) | BodyState::None => 0,
    }
}

/// The searches for some mutants of a method.
fn searched(file: usize, method: MethodId) -> Vec<(String, Locality)> {
    let program = programs().swap_remove(file);
    let all = Subject::seed(&program, &[method], &OperatorSet::default());
    let step = all.len().div_ceil(SAMPLE).max(1);
    let subject = Subject::of_mutants(program, all.into_iter().step_by(step).collect());
    let generator = Generator::new(subject.program(), 1, |field| subject.setting(field));
    let (switches, limits) = (Switches::ALL, Limits::default());
    let mut session = Session::new(&subject, &Unwatched).branch(Dropping::Off, &Unwatched);
    session.begin_pass(PassKind::D);
    DAlgorithm::new(PassKind::D, generator, switches, limits).run(&mut session).expect("Z3 works");
    let found = session.pass.localities().iter();
    found.map(|(&mutant, &locality)| (subject.mutant(mutant).id.clone(), locality)).collect()
}

#[test]
fn the_largest_question_of_most_searches_is_about_a_small_part_of_the_driver() {
    let methods: Vec<(usize, MethodId)> = programs()
        .iter()
        .enumerate()
        .flat_map(|(file, program)| {
            let large = given_methods(program).filter(|&m| nodes(program, m) > LARGE);
            large.map(move |method| (file, method)).collect::<Vec<_>>()
        })
        .collect();
    let is_soak = soak::is_on();
    let step = if is_soak { 1 } else { methods.len().div_ceil(METHODS) };
    let chosen: Vec<_> = methods.into_iter().step_by(step).collect();
    let found: Vec<(String, Locality)> =
        chosen.par_iter().flat_map_iter(|&(file, method)| searched(file, method)).collect();
    let share = |l: &Locality| l.question as f64 / l.whole as f64;
    let mut shares: Vec<f64> = found.iter().map(|(_, locality)| share(locality)).collect();
    shares.sort_by(f64::total_cmp);
    let median = shares[shares.len() / 2];
    let grown = found.iter().filter(|(_, l)| l.question > l.ungrown).count();
    if is_soak {
        found.iter().filter(|(_, l)| share(l) > 0.25).for_each(|(id, l)| println!("{id}: {l:?}"));
    }
    println!(
        "{} methods, {} mutants, {grown} grown by assist: median share {median:.3}",
        chosen.len(),
        found.len()
    );
    assert!(found.len() > 30, "{}", found.len());
    assert!(median <= 0.25, "{median}");
}
