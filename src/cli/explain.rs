//! `jatpg explain`: why one mutant is equivalent, or how a test for it is searched.

use std::path::Path;
use std::sync::Arc;

use crate::atg::engines::EngineName;
use crate::atg::system::{self, Settings};
use crate::cli::graph::picture;
use crate::cli::options::ExplainArgs;
use crate::cli::progress::Watch;
use crate::cli::{CliError, Exit, load, names, print, simulate};
use crate::dalg::switches::{Limits, Switches};
use crate::driver::Generator;
use crate::engine::dalgorithm::{DAlgorithm, Told};
use crate::engine::effort::DEFAULT_EFFORT;
use crate::engine::lower_bound::{self, Together};
use crate::engine::pass::PassKind;
use crate::engine::random::DEFAULT_TESTS;
use crate::engine::subject::Subject;
use crate::goal::{Goals, USUAL};
use crate::mutate::generate::given_methods;
use crate::mutate::mutant::Mutant;
use crate::mutate::operator::OperatorSet;
use crate::report::decided::Decided;
use crate::report::explanation::Explanation;
use crate::report::json::VerdictKind;
use crate::report::known::Known;
use crate::report::search;
use crate::roa::local::Extent;
use crate::roa::method::MethodCheck;
use crate::roa::original::KnownOriginals;
use crate::sema::program::{MethodId, Program};
use crate::symbolic::incremental::FoundModel;

pub(super) fn run(args: &ExplainArgs) -> Result<Exit, CliError> {
    let switches = args.search.switches(args.engine)?;
    let searches = args.engine.searches(args.search.limits.limits());
    if searches.is_empty() {
        let name = args.engine.name();
        return Err(CliError::Arguments(format!("--engine {name} has no search of the D-algorithm")));
    }
    let labels = load::asking(Goals::every_label(), &args.asked)?;
    let Given { files, at, program, mutant } = given(args, &labels)?;
    if let Some(other) = &args.and {
        let other = named(&program, &labels, other)?;
        return together(args, program, [mutant, other]);
    }
    if let Some(what) = &mutant.unsupported {
        return Err(CliError::Arguments(format!("{}: unsupported: {what}", mutant.id)));
    }
    let failure = |error: crate::symbolic::solver::SolverError| CliError::Failure(error.to_string());
    let check =
        MethodCheck::new(&program, &KnownOriginals::default(), mutant.home, args.depth).map_err(failure)?;
    let outside = || CliError::Arguments(format!("{}: its method lies outside the subset", mutant.id));
    let mut check = check.ok_or_else(outside)?;
    let checked = check.check(&mutant.patch, Extent::UntilProven).map_err(failure)?.ok_or_else(outside)?;
    let mut explanation = Explanation {
        program: &program,
        mutant: &mutant,
        checked: &checked,
        bench: &mut check.checker,
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
        search(files.program(at)?, &mutant, args.seed, switches, &searches)?
    };
    let known = Known::of(&checked, &told);
    let decided = decided(args, &labels, (&files, at), &mutant)?;
    if decided.contradicts(known) {
        let (said, alone) = (decided.words(known), known.words(mutant.label.is_some()));
        return Err(CliError::Failure(format!(
            "{}: an error of jatpg, for both cannot be true: {said}; {alone}",
            mutant.id
        )));
    }
    if args.json {
        let report = explanation.report(&decided, known, search::reports(&told));
        // Plain data with string keys: there is nothing in it that JSON cannot hold.
        print(&(serde_json::to_string_pretty(&report).unwrap_or_default() + "\n"))?;
    } else if args.dot || args.svg {
        let drawing = search::drawing(
            &mutant.id,
            explanation.heading(&decided.words(known)).trim_end(),
            &told,
            args.whole,
        );
        print(&picture(&drawing, args.svg)?)?;
    } else {
        let open = matches!(decided.verdict(), VerdictKind::Undecided | VerdictKind::EquivalentUpTo);
        let needed = if open { explanation.needed() } else { String::new() };
        let words = decided.words(known);
        print(&(explanation.heading(&words) + &needed + &text + &search::searches(&told, args.whole)))?;
    }
    Ok(Exit::Done)
}

/// The mutant that is asked about, in the program of its file.
struct Given {
    files: load::Files,
    at: usize,
    program: Program,
    mutant: Mutant,
}

/// Each file is a program of its own, as `generate` has it.
fn given(args: &ExplainArgs, labels: &Goals) -> Result<Given, CliError> {
    let (source_path, assertions) = (args.source_path.as_ref(), args.world.assertions());
    let options = load::load_options(source_path, &args.class_path, assertions)?;
    let mut files = load::Files::read(&args.files(), options)?;
    if let Some((_, error)) = files.failed.drain(..).next() {
        return Err(error);
    }
    if files.len() == 1 {
        let program = files.program(0)?;
        let mutant = named(&program, labels, args.mutant())?;
        return Ok(Given { files, at: 0, program, mutant });
    }
    // Which one is meant shows in all files.
    let all = load::program(&args.files(), source_path, &args.class_path, assertions)?;
    let meant = named(&all, labels, args.mutant())?.id;
    for at in 0..files.len() {
        let program = files.program(at)?;
        if let Some(mutant) = named(&program, labels, &meant).ok().filter(|mutant| mutant.id == meant) {
            return Ok(Given { files, at, program, mutant });
        }
    }
    Err(CliError::Failure(format!("{meant}: it is gone")))
}

fn named(program: &Program, labels: &Goals, wanted: &str) -> Result<Mutant, CliError> {
    let methods: Vec<_> = given_methods(program).collect();
    names::mutant(program, &methods, labels, wanted)
}

/// Whether one call can reach two goals, method by method.
fn together(args: &ExplainArgs, program: Program, goals: [Mutant; 2]) -> Result<Exit, CliError> {
    let ids = goals.each_ref().map(|goal| goal.id.clone());
    if let Some(goal) = goals.iter().find(|goal| goal.unsupported.is_some()) {
        return Err(CliError::Arguments(format!("{}: unsupported: it is not run", goal.id)));
    }
    let subject = Subject::of_mutants(program, goals.to_vec());
    let at = |id: &str| subject.indices().find(|&goal| subject.mutant(goal).id == id);
    let gone = || CliError::Failure(format!("{} or {}: it is gone", ids[0], ids[1]));
    let asked = [at(&ids[0]).ok_or_else(gone)?, at(&ids[1]).ok_or_else(gone)?];
    let generator = Generator::new(subject.program(), args.seed, |field| subject.setting(field));
    let found = lower_bound::together(&subject, &generator, asked);
    let found = found.map_err(|error| CliError::Failure(error.to_string()))?;
    let Some(found) = found else {
        let why = "not all that calls of the methods that lead there do can be said in a formula";
        return Err(CliError::Arguments(format!("{} and {}: {why}", ids[0], ids[1])));
    };
    let mut text = format!("{}{} and {}\n", if args.smtlib { "; " } else { "" }, ids[0], ids[1]);
    if args.smtlib {
        text.push_str("(set-logic QF_BVFP)\n");
    } else if found.is_empty() {
        text.push_str("no method that a test may call leads to both: no call reaches both\n");
    }
    for Together { method, found, script } in &found {
        let method = subject.program().method_name(*method);
        if args.smtlib {
            let comment = format!("some call of {method} reaches both");
            match script {
                Ok(script) => text.push_str(&script.to_scope(&[comment])),
                Err(why) => text.push_str(&format!("; {comment}\n; {why}\n")),
            }
            continue;
        }
        let said = match found {
            FoundModel::Nothing => "no call reaches both, whatever its arguments",
            FoundModel::Values { .. } => "some call may reach both",
            FoundModel::Unknown => {
                "not known: the question is too large, or was not answered within its effort"
            }
        };
        text.push_str(&format!("{method}: {said}\n"));
    }
    print(&text)?;
    Ok(Exit::Done)
}

/// Where `generate` leaves its report unless it is told otherwise.
const BESIDE: &str = "jatpg-out/report.json";

/// What `generate` says of the mutant: in the report that is given, in the one of its last run where that has the mutant
/// as it stands in the file now, or else in a run of it for this.
fn decided(
    args: &ExplainArgs,
    labels: &Goals,
    program: (&load::Files, usize),
    mutant: &Mutant,
) -> Result<Decided, CliError> {
    let of = |path: &Path| {
        let report = simulate::read_report(path)?;
        Ok::<_, CliError>(Decided::of(&report, Some(path.display().to_string()), mutant))
    };
    if let Some(path) = &args.report {
        let why = "the report does not have it as it stands in the file now; has the file changed since?";
        return of(path)?.ok_or_else(|| CliError::Arguments(format!("--report: {}: {why}", mutant.id)));
    }
    // One that is no report, or is about something else, is nobody's question here.
    if let Ok(Some(decided)) = of(Path::new(BESIDE)) {
        return Ok(decided);
    }
    generated(args, labels, program, mutant)
}

/// What `generate` would say, by a run of it on the mutant's class.
fn generated(
    args: &ExplainArgs,
    labels: &Goals,
    (files, at): (&load::Files, usize),
    mutant: &Mutant,
) -> Result<Decided, CliError> {
    let gone = || CliError::Failure(format!("{}: it is gone", mutant.id));
    let program = Arc::new(files.program(at)?);
    let of_name = |&m: &MethodId| program.method_name(m) == mutant_method(mutant);
    let method = names::named(&program, &[]).into_iter().find(of_name).ok_or_else(gone)?;
    let class = program.outermost(program.methods[method].class);
    let settings = Settings {
        seed: args.seed,
        random_tests: DEFAULT_TESTS,
        effort: DEFAULT_EFFORT,
        switches: args.search.switches(EngineName::Atg)?,
        limits: args.search.limits.limits(),
        ..Settings::default()
    };
    // The goals that `generate` has unless it is told otherwise; others, where it is of another operator or criterion.
    let usual = Goals::parse(USUAL, &OperatorSet::default()).map_err(|e| CliError::Failure(e.to_string()))?;
    let other = match &mutant.label {
        Some(_) => labels.of_criterion_of(mutant),
        None => Goals::from(&OperatorSet::for_id(&mutant.id)),
    };
    for goals in [usual, other] {
        let subject = Subject::of_class(program.clone(), class, &names::named(&program, &[]), goals);
        if !subject.indices().any(|m| subject.mutant(m).id == mutant.id) {
            continue;
        }
        let watch = Watch::new("", subject.mutants().len());
        let report = system::generate(&subject, EngineName::Atg, &settings, &watch);
        watch.finish();
        let report = report.map_err(|error| CliError::Failure(error.to_string()))?;
        return Decided::of(&report, None, mutant).ok_or_else(gone);
    }
    Err(gone())
}

/// The method in the mutant's id.
fn mutant_method(mutant: &Mutant) -> &str {
    mutant.id.rsplit_once('/').map_or(&mutant.id, |(method, _)| method)
}

/// The D-algorithm's searches for a test, pass after pass until one finds it.
fn search(
    program: Program,
    mutant: &Mutant,
    seed: u64,
    switches: Switches,
    passes: &[(PassKind, Limits)],
) -> Result<Vec<Told>, CliError> {
    let subject = Subject::of_mutants(program, vec![mutant.clone()]);
    let index = subject.indices().find(|&m| subject.mutant(m).id == mutant.id);
    let index = index.ok_or_else(|| CliError::Failure(format!("{}: it is gone", mutant.id)))?;
    let mut all = Vec::new();
    for &(pass, limits) in passes {
        let generator = Generator::new(subject.program(), seed, |field| subject.setting(field));
        let d = DAlgorithm::new(pass, generator, switches, limits);
        let told = d.explain(&subject, index).map_err(|error| CliError::Failure(error.to_string()))?;
        let is_found = told.iter().any(|told| told.driver.is_some());
        all.extend(told);
        if is_found {
            break;
        }
    }
    Ok(all)
}
