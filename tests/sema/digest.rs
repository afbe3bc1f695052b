//! Digests of typed code: every change that a mutation operator can make shows in them.

use std::path::Path;

use jatpg::mutate::bench::Bench;
use jatpg::mutate::generate::{given_methods, mutants_of};
use jatpg::mutate::operator::OperatorSet;
use jatpg::sema::digest::{Digests, Locals};
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::{BodyState, Program};
use jatpg::sema::typed_tree::Body;
use jatpg::syntax::source::SourceFile;

/// They hold every kind of statement and expression.
const PROGRAMS: &str = "programs/features";

#[test]
fn a_mutant_has_another_digest_than_the_original_by_origin_and_by_name() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut compared, mut same) = (0, Vec::new());
    for name in crate::support::corpus::programs().into_iter().filter(|p| p.starts_with(PROGRAMS)) {
        let text = std::fs::read_to_string(root.join(&name)).expect("a text");
        let options = LoadOptions { source_path: Some(root.join(PROGRAMS)), ..LoadOptions::default() };
        let file = SourceFile::new(root.join(&name), text);
        let program = Program::load(vec![file], &options).expect("the program loads");
        for method in given_methods(&program) {
            let BodyState::Typed(original) = program.body(method) else { continue };
            let mut bench = Bench::new(&program, method).expect("a method with a body");
            let digests =
                |body: &Body| [Locals::ByOrigin, Locals::ByName].map(|by| Digests::of(body, by).whole);
            let of_original = digests(original);
            for mutant in mutants_of(&program, method, &OperatorSet::default()) {
                let Some(of_mutant) = bench.with_body(&mutant.patch, digests) else { continue };
                compared += 1;
                if of_mutant.iter().zip(of_original).any(|(&m, o)| m == o) {
                    same.push(format!("{} {}", name.display(), mutant.id));
                }
            }
        }
    }
    assert!(same.is_empty(), "{} of {compared}: {}", same.len(), same.join(", "));
    assert!(compared > 5_000, "{compared}");
}
