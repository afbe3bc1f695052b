//! `jatpg equivalent`: each mutant's local check.

use indexmap::IndexMap;

use crate::cli::options::EquivalentArgs;
use crate::cli::{CliError, Exit, load, print};
use crate::report::{assemble, equivalence};
use crate::roa::local::Extent;
use crate::roa::study;

pub fn run(args: &EquivalentArgs) -> Result<Exit, CliError> {
    let program = load::program(&args.program.files, args.program.source_path.as_ref())?;
    load::report_unsupported(&program);
    let methods = load::methods(&program, &args.program.method)?;
    let operators = load::operators(&args.program.operators)?;
    let extent = if args.every_depth { Extent::EveryDepth } else { Extent::UntilProven };
    let options = study::Options { max_depth: args.depth, extent };
    let studies = study::run(&program, &methods, &operators, options)
        .map_err(|error| CliError::Failure(error.to_string()))?;
    let mut shown = IndexMap::new();
    shown.insert("operators".to_owned(), args.program.operators.clone().into());
    shown.insert("depth".to_owned(), args.depth.into());
    shown.insert("every_depth".to_owned(), args.every_depth.into());
    let report = equivalence::report(&program, &studies, shown);
    print(&if args.json { assemble::to_json(&report) } else { equivalence::text(&report) });
    Ok(Exit::Done)
}
