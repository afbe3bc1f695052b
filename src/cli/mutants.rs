//! `jatpg mutants`: what would be seeded, without running anything.

use crate::cli::options::MutantsArgs;
use crate::cli::{CliError, Exit, load, names, print};
use crate::engine::subject::Subject;
use crate::report::assemble;
use crate::report::list;

pub(super) fn run(args: &MutantsArgs) -> Result<Exit, CliError> {
    let (program, exit) = load::readable(&args.program)?;
    load::report_unsupported(&program, &args.program);
    let methods = names::methods(&program, &args.program.method)?;
    let operators = load::operators(&args.program.operators)?;
    let mutants = Subject::seed(&program, &methods, &operators);
    let reports: Vec<_> = mutants.iter().map(|m| list::record(&program, m)).collect();
    print(&if args.json {
        assemble::to_json(&assemble::listed(&program, reports))
    } else if args.diff {
        mutants.iter().map(|m| list::diff(&program, m)).collect()
    } else {
        list::table(&program, &mutants)
    })?;
    Ok(exit)
}
