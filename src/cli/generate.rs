//! `jatpg generate`: tests that kill the mutants, as JUnit classes and a report.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::atg::system;
use crate::cli::options::GenerateArgs;
use crate::cli::{CliError, Exit, folder, gates, load, print, progress::Watch, shell};
use crate::engine::subject::Subject;
use crate::mutate::mutant::Mutant;
use crate::report::json::{Report, VerdictKind, VerdictReport};
use crate::report::junit::{Case, Naming};
use crate::report::{assemble, file, junit, text};
use crate::sema::program::Program;

pub fn run(args: &GenerateArgs) -> Result<Exit, CliError> {
    let start = Instant::now();
    let settings = args.settings.of(args.engine)?;
    if args.junit == 4 && (args.display_names || args.tag.is_some()) {
        let what =
            "JUnit 4 has neither display names nor tags: leave out --display-names and --tag, or --junit 4";
        return Err(CliError::Arguments(what.to_owned()));
    }
    // Before any work: it would be lost.
    folder::check(&args.out)?;
    refuse_foreign(args, [])?;
    let pool = load::pool(args.settings.jobs)?;
    let subject = pool.install(|| load::subject(&args.program))?;
    refuse_foreign(args, test_classes(args, subject.program(), subject.mutants()))?;
    load::report_nothing_to_do(&subject, &args.program.method);
    let loaded = start.elapsed();
    let watch = Watch::new("", subject.mutants().len());
    let report = pool.install(|| system::generate(&subject, args.engine, &settings, &watch));
    watch.finish();
    let mut report = report.map_err(|error| CliError::Failure(error.to_string()))?;
    report.options.insert("operators".into(), args.program.operators.clone().into());
    report.options.extend(args.program.world.shown().map(|on| ("assertions".into(), on.into())));
    report.options.insert("random_tests".into(), args.settings.random_tests.into());
    report.options.insert("effort".into(), args.settings.effort.into());
    report.options.insert(Naming::OPTION.into(), args.test_name.pattern().into());
    report.options.insert(Case::OPTION.into(), args.names.name().into());
    report.times.insert("load".into(), loaded.as_secs_f64());
    let ends = watch.times().into_iter();
    report.times.extend(ends.map(|(pass, end)| (pass, loaded.as_secs_f64() + end)));
    report.times.insert("total".into(), start.elapsed().as_secs_f64());
    write(args, &subject, &report)?;
    // What the system takes back at once when the process ends need not be taken apart before.
    std::mem::forget((subject, pool));
    Ok(gates::exit(&args.gates, &report))
}

fn write(args: &GenerateArgs, subject: &Subject, report: &Report) -> Result<(), CliError> {
    let version = if args.junit == 4 { junit::Version::JUnit4 } else { junit::Version::JUnit5 };
    let mut options = assemble::junit_options(subject.program(), version);
    options.command.clone_from(&args.command);
    options.tag.clone_from(&args.tag);
    (options.comments, options.display_names) = (args.comments, args.display_names);
    let classes = junit::emit(report, &options);
    refuse_foreign(args, classes.iter().map(|class| class.path.clone()))?;
    let mut stale = folder::test_classes_of_last_run(&args.out);
    let path = args.out.join(folder::REPORT);
    file::write_whole(&path, |out| assemble::write_json(report, out))?;
    let mut next = vec![format!("report   {}", path.display())];
    for emitted in classes {
        let path = args.out.join(&emitted.path);
        file::write_whole(&path, |out| out.write_all(emitted.text.as_bytes()))?;
        next.push(format!("tests    {}", path.display()));
        stale.remove(&path);
    }
    if !stale.is_empty() {
        eprint!("{}", about_stale(&stale));
    }
    next.push(format!("confirm  {}", confirm(args, &path)));
    next.extend(explain(args, report).map(|command| format!("explain  {command}")));
    if args.json {
        print(&assemble::to_json(report))?;
    } else {
        print(&text::render(report, &next))?;
    }
    Ok(())
}

/// Refuses to replace what is not jatpg's own: the report, and these test classes.
fn refuse_foreign(args: &GenerateArgs, classes: impl IntoIterator<Item = String>) -> Result<(), CliError> {
    let paths = std::iter::once(folder::REPORT.to_owned()).chain(classes);
    if args.force { Ok(()) } else { folder::refuse_foreign(paths.map(|path| args.out.join(path))) }
}

/// All test classes that may come of the run: of every class that has a mutant.
fn test_classes(args: &GenerateArgs, program: &Program, mutants: &[Mutant]) -> BTreeSet<String> {
    let given = program.given_classes().flat_map(|class| program.classes[class].methods.iter());
    let names: Vec<String> = given.map(|&method| program.method_name(method)).collect();
    let mutated = mutants.iter().map(|mutant| mutant.method);
    let tested = mutated.map(|m| (program.package_name(program.methods[m].class), program.method_name(m)));
    let tested: BTreeSet<(&str, String)> = tested.collect();
    let tests = tested.iter().map(|(package, method)| (*package, method.as_str()));
    junit::test_classes(&args.test_name, names.iter().map(String::as_str), tests)
}

/// Test classes of the run before that no report speaks of any more, and what to do about them.
fn about_stale(stale: &BTreeSet<PathBuf>) -> String {
    let (are, them) = if stale.len() == 1 { ("is a test class", "it") } else { ("are test classes", "them") };
    let names: Vec<String> = stale.iter().map(|path| path.display().to_string()).collect();
    let files: Vec<String> = stale.iter().map(shell::word).collect();
    format!(
        "note: {} {are} of the run before; no report speaks of {them} now, and a build would still run {them}\n\
         note: remove {them} (rm {}), or give each program an --out of its own\n",
        names.join(", "),
        files.join(" ")
    )
}

/// The command that has the claims checked on a JVM.
fn confirm(args: &GenerateArgs, report: &Path) -> String {
    let mut command = vec!["jatpg confirm".to_owned()];
    command.extend(args.program.files.iter().map(shell::word));
    command.push(format!("--report {}", shell::word(report)));
    command.extend(source_path(args));
    command.join(" ")
}

/// The command that explains the first undecided mutant; where all are decided, the first that is equivalent.
fn explain(args: &GenerateArgs, report: &Report) -> Option<String> {
    let first = |wanted: VerdictKind| {
        let is_unsupported =
            |v: &VerdictReport| v.reason.as_ref().is_some_and(|why| why.starts_with("unsupported"));
        let is_wanted = |v: &VerdictReport| v.verdict == wanted && !is_unsupported(v);
        report.mutants.iter().find(|m| m.verdict.as_ref().is_some_and(is_wanted))
    };
    let kinds = [VerdictKind::Undecided, VerdictKind::EquivalentUpTo, VerdictKind::Equivalent];
    let mutant = kinds.into_iter().find_map(first)?;
    let mut command = vec!["jatpg explain".to_owned(), shell::word(&mutant.file), shell::word(&mutant.id)];
    command.extend(source_path(args));
    Some(command.join(" "))
}

fn source_path(args: &GenerateArgs) -> Option<String> {
    args.program.source_path.as_ref().map(|folder| format!("--source-path {}", shell::word(folder)))
}
