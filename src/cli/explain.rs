//! `jatpg explain`: why one mutant is equivalent, or how far the local check of it came.

use crate::cli::options::ExplainArgs;
use crate::cli::{CliError, Exit, load, print};
use crate::mutate::generate::given_methods;
use crate::report::explanation::Explanation;
use crate::roa::local::{Checker, Extent};

pub fn run(args: &ExplainArgs) -> Result<Exit, CliError> {
    let program = load::program(std::slice::from_ref(&args.file), args.source_path.as_ref())?;
    let methods: Vec<_> = given_methods(&program).collect();
    let mutant = load::mutant(&program, &methods, &args.mutant)?;
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
