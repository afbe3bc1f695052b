//! Local equivalence: what has to be proven, and what must never be.

mod callers;
mod certificate;
mod closed_world;
mod compiled;
mod corpus;
mod excited;
pub(crate) mod exhaustion;
mod hostile;
mod idle;
mod jvm_traps;
mod lockstep;
mod objects;
pub(crate) mod random_methods;
mod traps;
mod unread;
mod values;
mod verdicts;

use jatpg::mutate::generate::{given_methods, mutants_of};
use jatpg::mutate::operator::OperatorSet;
use jatpg::report::explanation::Explanation;
use jatpg::roa::callers::Callers;
use jatpg::roa::local::Extent;
use jatpg::roa::original::KnownOriginals;
use jatpg::roa::proof::Checked;
use jatpg::roa::workbench::Workbench;
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::Program;
use jatpg::syntax::source::SourceFile;
use jatpg::syntax::with_stack;

/// The local check of the mutant that makes `original` into `mutant`, both whole files.
fn check(original: &str, mutant: &str) -> Checked {
    check_to(Extent::UntilProven, original, mutant)
}

fn check_to(extent: Extent, original: &str, mutant: &str) -> Checked {
    with_check_to(extent, original, mutant, |explanation| explanation.checked.clone())
}

/// The same, with all that the check was made from.
fn with_check<R: Send>(
    original: &str,
    mutant: &str,
    use_it: impl FnOnce(Explanation<'_, '_>) -> R + Send,
) -> R {
    with_check_to(Extent::UntilProven, original, mutant, use_it)
}

fn with_check_to<R: Send>(
    extent: Extent,
    original: &str,
    mutant: &str,
    use_it: impl FnOnce(Explanation<'_, '_>) -> R + Send,
) -> R {
    with_check_in(&LoadOptions::default(), extent, original, mutant, use_it)
}

fn with_check_in<R: Send>(
    options: &LoadOptions,
    extent: Extent,
    original: &str,
    mutant: &str,
    use_it: impl FnOnce(Explanation<'_, '_>) -> R + Send,
) -> R {
    let source = SourceFile::new("A.java".into(), original.to_owned());
    let program = Program::load(vec![source], options).expect("the program loads");
    let operators = OperatorSet::parse("mujava,ABS,UOI").expect("the operators are known");
    let found = given_methods(&program).flat_map(|m| mutants_of(&program, m, &operators)).find(|m| {
        let (start, end) = (m.span.start as usize, m.span.end as usize);
        format!("{}{}{}", &original[..start], m.replacement, &original[end..]) == mutant
    });
    let found = found.unwrap_or_else(|| panic!("no operator makes {mutant}"));
    let code = found.code(&program).expect("the method has code");
    let body = program.typed_body(found.method, &code).expect("the mutant is valid");
    with_stack(|| {
        let bench =
            Workbench::new(&program, &KnownOriginals::default(), found.method, 2).expect("the solver works");
        let mut bench = bench.expect("the method is supported");
        let mut checked = bench.check(&body, extent).expect("the solver works");
        let mut callers = Callers::new(&program, &KnownOriginals::default(), found.method);
        if let Some(callers) = &mut callers {
            callers.add_to(&mut checked, &body).expect("the solver works");
        }
        use_it(Explanation {
            program: &program,
            mutant: &found,
            checked: &checked,
            bench: &mut bench,
            callers: callers.as_mut(),
        })
    })
}

/// The file `class A { … }` with what stands between `«` and `»`: before a `|` the original's, behind it the mutant's.
fn versions(members: &str) -> (String, String) {
    let (head, rest) = members.split_once('«').expect("a change");
    let (change, tail) = rest.split_once('»').expect("its end");
    let (old, new) = change.split_once('¦').expect("two versions");
    let file = |text: &str| format!("class A {{ {head}{text}{tail} }}\n");
    (file(old), file(new))
}
