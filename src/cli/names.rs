//! The names by which the command line means methods and mutants.

use std::collections::BTreeSet;

use crate::cli::CliError;
use crate::cli::load::Files;
use crate::goal::Goals;
use crate::mutate::generate::mutants_of;
use crate::mutate::mutant::Mutant;
use crate::mutate::named::is_named;
use crate::mutate::operator::OperatorSet;
use crate::report::json::Report;
use crate::report::list;
use crate::sema::program::{MethodId, MethodKind, Program};

/// The methods whose mutants are asked for: of the given files, and named by `-m` where that is given.
pub(super) fn methods(program: &Program, wanted: &[String]) -> Result<Vec<MethodId>, CliError> {
    for name in wanted {
        if named(program, std::slice::from_ref(name)).is_empty() {
            let all = named(program, &[]).into_iter().map(|m| program.method_name(m));
            return Err(CliError::Arguments(no_method(all, name)));
        }
    }
    Ok(named(program, wanted))
}

/// Those of the methods that `-m` names that the program has; all where it names none.
pub(super) fn named(program: &Program, wanted: &[String]) -> Vec<MethodId> {
    program
        .given_classes()
        .flat_map(|class| program.classes[class].methods.iter().copied())
        .filter(|&m| matches!(program.methods[m].kind, MethodKind::Method | MethodKind::Constructor))
        .filter(|&m| wanted.is_empty() || wanted.iter().any(|name| is_named(program, m, name)))
        .collect()
}

/// Says in the report which methods `-m` does not name, where it names some.
pub(super) fn say_asked(report: &mut Report, program: &Program, wanted: &[String]) {
    let path = |m: MethodId| program.unit_of(program.methods[m].class).tree.source.path.display().to_string();
    let asked: BTreeSet<(String, String)> =
        named(program, wanted).into_iter().map(|m| (path(m), program.method_name(m))).collect();
    for method in &mut report.methods {
        method.left_alone = !asked.contains(&(method.file.clone(), method.name.clone()));
    }
}

/// Whether some file has each method that `-m` names. What is wrong with a file is told where it is worked on.
pub(super) fn check_names(files: &Files, wanted: &[String]) -> Result<(), CliError> {
    if wanted.is_empty() || files.len() == 0 {
        return Ok(());
    }
    let mut open: Vec<&String> = wanted.iter().collect();
    let mut all = Vec::new();
    for at in 0..files.len() {
        let Ok(program) = files.program(at) else { return Ok(()) };
        open.retain(|name| named(&program, std::slice::from_ref(*name)).is_empty());
        all.extend(named(&program, &[]).into_iter().map(|m| program.method_name(m)));
    }
    open.first().map_or(Ok(()), |name| Err(CliError::Arguments(no_method(all.into_iter(), name))))
}

fn no_method(all: impl Iterator<Item = String>, wanted: &str) -> String {
    format!("-m {wanted}: the given files have no such method; they have {}", some(all))
}

/// So many names that one sees what they are like.
pub(super) fn some(all: impl Iterator<Item = String>) -> String {
    all.take(20).collect::<Vec<_>>().join(", ")
}

/// The only mutant of the methods, or of these labels of theirs, that a name, or the end of one, means (DESIGN §12).
pub(super) fn mutant(
    program: &Program,
    methods: &[MethodId],
    labels: &Goals,
    wanted: &str,
) -> Result<Mutant, CliError> {
    if wanted.trim().is_empty() {
        let what = "the mutant's id is empty; name one that `jatpg mutants` lists, or its end, as ROR_12";
        return Err(CliError::Arguments(what.to_owned()));
    }
    // Operators are no question here: an id names one.
    let operators = OperatorSet::for_id(wanted);
    let mutants = methods.iter().flat_map(|&m| mutants_of(program, m, &operators));
    let all = mutants.chain(methods.iter().flat_map(|&m| labels.of_method(program, m)));
    let ends = |mutant: &Mutant| mutant.names().any(|name| name.ends_with(wanted));
    let mut meant: Vec<Mutant> = all.filter(ends).collect();
    // A whole id, or all of it behind its method, is meant, whatever else ends with it.
    let is_id = |name: &str| name == wanted;
    let is_part = |name: &str| name.strip_suffix(wanted).is_some_and(|before| before.ends_with(['/', '.']));
    for is_better in [&is_id as &dyn Fn(&str) -> bool, &is_part] {
        if meant.iter().any(|m| m.names().any(is_better)) {
            meant.retain(|m| m.names().any(is_better));
            break;
        }
    }
    match (meant.pop(), meant.as_slice()) {
        (Some(only), []) => Ok(only),
        (Some(last), others) => {
            let meant: Vec<&Mutant> = others.iter().chain([&last]).collect();
            Err(CliError::Arguments(ambiguous(wanted, &meant)))
        }
        (None, _) => Err(CliError::Arguments(format!(
            "{wanted}: the given methods have no such mutant; `jatpg mutants` lists those that they have, and `jatpg labels` \
             the labels of a criterion"
        ))),
    }
}

/// The most ids that are named where one of them is meant.
const NAMED: usize = 5;

fn ambiguous(wanted: &str, meant: &[&Mutant]) -> String {
    let more = meant.len().saturating_sub(NAMED);
    let name = |m: &&Mutant| match list::aliases(m) {
        Some(aliases) if !m.id.ends_with(wanted) => format!("{} {aliases}", m.id),
        _ => m.id.clone(),
    };
    let ids: Vec<String> = meant.iter().take(NAMED).map(name).collect();
    let more = if more > 0 { format!(", or one of {more} more") } else { String::new() };
    format!("{wanted} may be {}{more}", ids.join(" or "))
}
