//! `jatpg explain`: why one mutant is equivalent, or how a test for it is searched.

use crate::cli::options::ExplainArgs;
use crate::cli::{CliError, Exit, load, print};
use crate::dalg::switches::{Limits, Switches};
use crate::driver::Generator;
use crate::engine::dalgorithm::DAlgorithm;
use crate::engine::subject::Subject;
use crate::mutate::generate::given_methods;
use crate::mutate::mutant::Mutant;
use crate::mutate::operator::GROUPS;
use crate::report::explanation::Explanation;
use crate::report::search::searches;
use crate::roa::callers::Callers;
use crate::roa::local::{Checker, Extent};
use crate::sema::program::Program;

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
    let mut checked = checker.check(&body, Extent::UntilProven).map_err(failure)?;
    let mut callers = Callers::new(&program, mutant.method);
    if let Some(callers) = &mut callers {
        callers.add_to(&mut checked, &body).map_err(failure)?;
    }
    let mut explanation = Explanation {
        program: &program,
        mutant: &mutant,
        checked: &checked,
        checker: &mut checker,
        callers: callers.as_mut(),
    };
    print(&if args.smtlib { explanation.smtlib() } else { explanation.text().map_err(failure)? });
    drop((checker, callers));
    if args.smtlib || checked.proof.is_some() {
        return Ok(Exit::Done);
    }
    search(program, &mutant)
}

/// The D-algorithm's search for a test, as a tree.
fn search(program: Program, mutant: &Mutant) -> Result<Exit, CliError> {
    let operators = load::operators(&GROUPS.join(","))?;
    let subject = Subject::new(program, &[mutant.method], &operators);
    let index = subject.indices().find(|&m| subject.mutant(m).id == mutant.id);
    let index = index.ok_or_else(|| CliError::Failure(format!("{}: it is gone", mutant.id)))?;
    let generator = Generator::new(subject.program(), 1, |field| subject.is_settable(field));
    let d = DAlgorithm {
        name: "d",
        generator,
        switches: Switches::ALL,
        limits: Limits::default(),
        each_alone: false,
    };
    let told = d.explain(&subject, index).map_err(|error| CliError::Failure(error.to_string()))?;
    print(&searches(&told));
    Ok(Exit::Done)
}
