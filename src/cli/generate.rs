//! `jatpg generate`: tests that kill the mutants, as JUnit classes and a report.

use std::time::Instant;

use crate::atg::system;
use crate::cli::options::GenerateArgs;
use crate::cli::{CliError, Exit, folder, load, print, progress::Watch};
use crate::engine::subject::Subject;
use crate::report::json::Report;
use crate::report::{assemble, file, junit, text};

pub fn run(args: &GenerateArgs) -> Result<Exit, CliError> {
    let start = Instant::now();
    let settings = args.settings.of(args.engine)?;
    // Before any work: it would be lost.
    folder::check(&args.out)?;
    let subject = load::subject(&args.program)?;
    load::report_nothing_to_do(&subject);
    let loaded = start.elapsed();
    let watch = Watch::new("", subject.mutants().len());
    let pool = load::pool(args.settings.jobs)?;
    let report = pool.install(|| system::generate(&subject, args.engine, &settings, &watch));
    watch.finish();
    let mut report = report.map_err(|error| CliError::Failure(error.to_string()))?;
    report.options.insert("operators".into(), args.program.operators.clone().into());
    report.options.insert("random_tests".into(), args.settings.random_tests.into());
    report.options.insert("effort".into(), args.settings.effort.into());
    report.times.insert("load".into(), loaded.as_secs_f64());
    let ends = watch.times().into_iter();
    report.times.extend(ends.map(|(pass, end)| (pass, loaded.as_secs_f64() + end)));
    report.times.insert("total".into(), start.elapsed().as_secs_f64());
    write(args, &subject, &report)?;
    let below = matches!((args.min_score, report.score), (Some(wanted), Some(score)) if score < wanted);
    if below {
        eprintln!("the score is below --min-score {}", args.min_score.unwrap_or_default());
    }
    Ok(if below { Exit::Below } else { Exit::Done })
}

fn write(args: &GenerateArgs, subject: &Subject, report: &Report) -> Result<(), CliError> {
    let json = assemble::to_json(report);
    let mut stale = folder::test_classes_of_last_run(&args.out);
    let path = args.out.join("report.json");
    file::write_whole(&path, &json)?;
    let mut next = vec![format!("report   {}", path.display())];
    let version = if args.junit == 4 { junit::Version::JUnit4 } else { junit::Version::JUnit5 };
    for emitted in junit::emit(report, &assemble::junit_options(subject.program(), version)) {
        let path = args.out.join(&emitted.path);
        file::write_whole(&path, &emitted.text)?;
        next.push(format!("tests    {}", path.display()));
        stale.remove(&path);
    }
    for path in stale {
        eprintln!("note: {} is a test class of the run before; it belongs to no report now", path.display());
    }
    let files: Vec<String> = args.program.files.iter().map(|f| f.display().to_string()).collect();
    next.push(format!("confirm  jatpg confirm {} --report {}", files.join(" "), path.display()));
    if args.json {
        print(&json);
    } else {
        print(&text::render(report, &next));
    }
    Ok(())
}
