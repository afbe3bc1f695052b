//! `jatpg labels`: what criteria ask for, without running anything.

use crate::cli::options::LabelsArgs;
use crate::cli::{CliError, Exit, load, print};
use crate::report::{assemble, labels};

pub fn run(args: &LabelsArgs) -> Result<Exit, CliError> {
    let (program, exit) = load::readable(&args.program)?;
    load::report_unsupported(&program, &args.program);
    let methods = load::methods(&program, &args.program.method)?;
    let goals = load::goals(&args.criterion, &args.program.operators)?;
    let versions = goals.of(&program, &methods);
    let records: Vec<_> = versions
        .iter()
        .filter_map(|version| Some(labels::record(&program, version, version.label.as_ref()?)))
        .collect();
    print(&if args.json {
        assemble::to_json(&assemble::listed_labels(&program, records))
    } else {
        labels::table(&records)
    })?;
    Ok(exit)
}
