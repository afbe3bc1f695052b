//! The mutation operators against the recorded sets of the original tool, and against javac.

mod bench;
mod corpus;
mod ids;
mod javac;
mod operators;
mod output;
mod recorded;
mod snapshots;

use std::path::Path;

use jatpg::mutate::generate::{Fate, Judged, given_methods};
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::{MethodId, Program};
use jatpg::syntax::source::SourceFile;

/// A program of one file that stands alone.
fn load(name: &str, text: &str) -> Program {
    let source = SourceFile::new(Path::new(name).to_owned(), text.to_owned());
    let program = Program::load(vec![source], &LoadOptions::default()).unwrap_or_else(|errors| {
        let errors: Vec<_> = errors.iter().map(ToString::to_string).collect();
        panic!("{}", errors.join("\n"))
    });
    let errors: Vec<_> = program.check().iter().map(ToString::to_string).collect();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
    program
}

/// The first method of the given files that is called `name`.
fn method(program: &Program, name: &str) -> MethodId {
    given_methods(program)
        .find(|id| &*program.methods[*id].name == name)
        .unwrap_or_else(|| panic!("there is no method {name}"))
}

/// Whether a candidate counts among its operator's mutants.
fn is_accepted(judged: &Judged) -> bool {
    matches!(judged.fate, Fate::Mutant { .. } | Fate::Duplicate(_))
}
