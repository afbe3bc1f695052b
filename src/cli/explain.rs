//! `jatpg explain`: why one mutant is equivalent, or how far the local check of it came.

use crate::cli::options::ExplainArgs;
use crate::cli::{CliError, Exit, load, print};
use crate::mutate::generate::{given_methods, mutants_of};
use crate::mutate::mutant::Mutant;
use crate::mutate::operator::{GROUPS, OperatorSet};
use crate::report::explanation::Explanation;
use crate::roa::local::{Checker, Extent};
use crate::sema::program::Program;

pub fn run(args: &ExplainArgs) -> Result<Exit, CliError> {
    let program = load::program(std::slice::from_ref(&args.file), args.source_path.as_ref())?;
    let mutant = find(&program, &args.mutant)?;
    if let Some(what) = &mutant.unsupported {
        return Err(CliError::Arguments(format!("{}: unsupported: {what}", mutant.id)));
    }
    let failure = |error: crate::symbolic::solver::SolverError| CliError::Failure(error.to_string());
    let checker = Checker::new(&program, mutant.method, args.depth).map_err(failure)?;
    let body = mutant.code(&program).and_then(|code| program.typed_body(mutant.method, &code).ok());
    let (Some(mut checker), Some(body)) = (checker, body) else {
        return Err(CliError::Arguments(format!("{}: its method lies outside the subset", mutant.id)));
    };
    let checked = checker.check(&body, Extent::UntilProven).map_err(failure)?;
    let mut explanation =
        Explanation { program: &program, mutant: &mutant, checked: &checked, checker: &mut checker };
    print(&if args.smtlib { explanation.smtlib() } else { explanation.text().map_err(failure)? });
    Ok(Exit::Done)
}

/// Operators are no question here: an id names one.
fn find(program: &Program, id: &str) -> Result<Mutant, CliError> {
    let operators = OperatorSet::parse(&GROUPS.join(",")).map_err(|e| CliError::Failure(e.to_string()))?;
    let mut mutants = given_methods(program).flat_map(|method| mutants_of(program, method, &operators));
    mutants.find(|m| m.id == id || m.aliases.iter().any(|alias| alias == id)).ok_or_else(|| {
        CliError::Arguments(format!("the file has no mutant {id}; `jatpg mutants FILE` lists those it has"))
    })
}
