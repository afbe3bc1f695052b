//! `jatpg equivalent`: each mutant's local check, or two versions of one method.

use std::path::Path;

use indexmap::IndexMap;

use crate::cli::options::EquivalentArgs;
use crate::cli::{CliError, Exit, columns, load, print};
use crate::report::{assemble, equivalence, versions};
use crate::roa::local::Extent;
use crate::roa::study;
use crate::sema::program::MethodId;
use crate::symbolic::solver::SolverError;
use crate::syntax::with_stack;
use crate::versions::decide::{self, Comparison, TwoVersions};
use crate::versions::merge::merge;

pub fn run(args: &EquivalentArgs) -> Result<Exit, CliError> {
    let mut wanted = args.program.method.clone();
    wanted.sort_unstable();
    wanted.dedup();
    if let ([old, new], [method]) = (&args.program.files[..], &wanted[..]) {
        return compare(args, old, new, method);
    }
    if let [_, _] = args.program.files[..] {
        eprintln!(
            "note: the mutants of both files follow; to compare two versions of a method, name it with one -m METHOD"
        );
    }
    let program = load::program(&args.program.files, args.program.source_path.as_ref())?;
    load::report_unsupported(&program, &args.program);
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
    print(&if args.json { assemble::to_json(&report) } else { equivalence::text(&report, columns()) })?;
    Ok(Exit::Done)
}

/// The seed of the inputs that are tried.
const SEED: u64 = 1;

fn compare(args: &EquivalentArgs, old: &Path, new: &Path, wanted: &str) -> Result<Exit, CliError> {
    let source_path = args.program.source_path.as_ref();
    let old_program = load::program(&[old.to_owned()], source_path)?;
    let new_program = load::program(&[new.to_owned()], source_path)?;
    let methods = load::methods(&old_program, &[wanted.to_owned()])?;
    let [method] = methods[..] else {
        let names: Vec<String> = methods.iter().map(|&m| old_program.method_name(m)).collect();
        return Err(CliError::Arguments(format!("-m {wanted} may be {}", names.join(" or "))));
    };
    let name = old_program.method_name(method);
    let failure = |error: SolverError| CliError::Failure(error.to_string());
    let comparison = match merge(&old_program, &new_program, source_path) {
        Err(why) => Comparison::undecided(&old_program, method, why),
        Ok(merged) => {
            let same = |&m: &MethodId| merged.program.method_name(m) == name && merged.is_old(m);
            let method = merged.program.methods.ids().find(same);
            let method = method.ok_or_else(|| CliError::Failure(format!("{name} is lost")))?;
            let compared =
                with_stack(|| decide::compare(merged, method, args.depth, SEED)).map_err(failure)?;
            compared.map_err(|found| {
                let found = if found.is_empty() { "none".to_owned() } else { found.join(", ") };
                CliError::Arguments(format!("-m {wanted}: {} has no {name}; it has {found}", new.display()))
            })?
        }
    };
    print(&if args.json { versions::json(&comparison) } else { versions::text(&comparison) })?;
    Ok(match comparison.verdict {
        TwoVersions::Equivalent | TwoVersions::EquivalentUpTo => Exit::Done,
        TwoVersions::Different => Exit::Below,
        TwoVersions::Undecided => Exit::Undecided,
    })
}
