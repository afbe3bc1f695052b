//! `jatpg explain`: why one mutant is equivalent, or how a test for it is searched.

use crate::cli::graph::picture;
use crate::cli::options::ExplainArgs;
use crate::cli::{CliError, Exit, load, print};
use crate::dalg::switches::{Limits, Switches};
use crate::driver::Generator;
use crate::engine::dalgorithm::{DAlgorithm, Told};
use crate::engine::subject::Subject;
use crate::mutate::generate::given_methods;
use crate::mutate::mutant::Mutant;
use crate::mutate::operator::GROUPS;
use crate::report::explanation::Explanation;
use crate::report::known::Known;
use crate::report::search;
use crate::roa::local::Extent;
use crate::roa::method::MethodCheck;
use crate::roa::original::KnownOriginals;
use crate::sema::program::Program;

pub fn run(args: &ExplainArgs) -> Result<Exit, CliError> {
    let switches = args.search.switches(args.engine)?;
    let searches = args.engine.searches(args.search.limits.limits());
    if searches.is_empty() {
        let name = args.engine.name();
        return Err(CliError::Arguments(format!("--engine {name} has no search of the D-algorithm")));
    }
    let load = || {
        load::program(std::slice::from_ref(&args.file), args.source_path.as_ref(), args.world.assertions())
    };
    let program = load()?;
    let methods: Vec<_> = given_methods(&program).collect();
    let mutant = load::mutant(&program, &methods, &args.mutant)?;
    if let Some(what) = &mutant.unsupported {
        return Err(CliError::Arguments(format!("{}: unsupported: {what}", mutant.id)));
    }
    let failure = |error: crate::symbolic::solver::SolverError| CliError::Failure(error.to_string());
    let check =
        MethodCheck::new(&program, &KnownOriginals::default(), mutant.method, args.depth).map_err(failure)?;
    let outside = || CliError::Arguments(format!("{}: its method lies outside the subset", mutant.id));
    let mut check = check.ok_or_else(outside)?;
    let checked = check.check(&mutant.patch, Extent::UntilProven).map_err(failure)?.ok_or_else(outside)?;
    let mut explanation = Explanation {
        program: &program,
        mutant: &mutant,
        checked: &checked,
        checker: &mut check.checker,
        callers: check.callers.as_mut(),
    };
    if args.smtlib {
        if checked.proof.is_none() {
            let why = "the local check does not prove it equivalent, so there are no questions of a proof to print; \
                       without --smtlib it is said what is known of it";
            return Err(CliError::Arguments(format!("{}: {why}", mutant.id)));
        }
        print(&explanation.smtlib())?;
        return Ok(Exit::Done);
    }
    let text = explanation.text().map_err(failure)?;
    let told = if checked.proof.is_some() {
        Vec::new()
    } else {
        search(load()?, &mutant, args.seed, switches, &searches)?
    };
    let known = Known::of(&checked, &told);
    if args.json {
        let report = explanation.report(known, search::reports(&told));
        // Plain data with string keys: there is nothing in it that JSON cannot hold.
        print(&(serde_json::to_string_pretty(&report).unwrap_or_default() + "\n"))?;
    } else if args.dot || args.svg {
        let drawing = search::drawing(&mutant.id, explanation.heading(known).trim_end(), &told, args.whole);
        print(&picture(&drawing, args.svg)?)?;
    } else {
        print(
            &(explanation.heading(known) + &elsewhere(known) + &text + &search::searches(&told, args.whole)),
        )?;
    }
    Ok(Exit::Done)
}

/// What may yet decide what is undecided here.
fn elsewhere(known: Known) -> String {
    match known {
        Known::Undecided(_) => {
            "(`generate` tries more than is told here: random tests, and whole drivers with the solver.)\n"
                .to_owned()
        }
        _ => String::new(),
    }
}

/// The D-algorithm's searches for a test, pass after pass until one finds it.
fn search(
    program: Program,
    mutant: &Mutant,
    seed: u64,
    switches: Switches,
    passes: &[(&'static str, Limits)],
) -> Result<Vec<Told>, CliError> {
    let operators = load::operators(&GROUPS.join(","))?;
    let subject = Subject::new(program, &[mutant.method], &operators);
    let index = subject.indices().find(|&m| subject.mutant(m).id == mutant.id);
    let index = index.ok_or_else(|| CliError::Failure(format!("{}: it is gone", mutant.id)))?;
    let mut all = Vec::new();
    for &(name, limits) in passes {
        let generator = Generator::new(subject.program(), seed, |field| subject.is_settable(field));
        let d = DAlgorithm { name, generator, switches, limits };
        let told = d.explain(&subject, index).map_err(|error| CliError::Failure(error.to_string()))?;
        let is_found = told.iter().any(|told| told.driver.is_some());
        all.extend(told);
        if is_found {
            break;
        }
    }
    Ok(all)
}
