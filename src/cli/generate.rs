//! `jatpg generate`: tests that kill the mutants, as JUnit classes and a report.

use std::time::Instant;

use crate::atg::plan::{self, Compaction};
use crate::cli::options::{EngineName, GenerateArgs};
use crate::cli::{CliError, Exit, folder, load, print, progress::Bar};
use crate::dalg::switches::{Limits, Switches};
use crate::driver::Generator;
use crate::engine::dalgorithm::DAlgorithm;
use crate::engine::global::Global;
use crate::engine::local::{DEFAULT_DEPTH, Local};
use crate::engine::random::Random;
use crate::engine::session::Session;
use crate::engine::subject::Subject;
use crate::engine::{Engine, EngineError};
use crate::report::json::Report;
use crate::report::{assemble, file, junit, text};

pub fn run(args: &GenerateArgs) -> Result<Exit, CliError> {
    let start = Instant::now();
    let switches = match args.engine {
        EngineName::DPrevious => Switches::NONE,
        _ => Switches::ALL,
    };
    let switches = switches
        .changed(&args.with, &args.without)
        .map_err(|error| CliError::Arguments(format!("--with, --without: {error}")))?;
    // Before any work: it would be lost.
    folder::check(&args.out)?;
    let subject = load::subject(&args.program)?;
    load::report_nothing_to_do(&subject);
    let loaded = start.elapsed();
    let bar = Bar::new(subject.mutants().len());
    let pool = load::pool(args.jobs)?;
    let report = pool.install(|| {
        let mut session = Session::new(&subject, &bar);
        let generator = || Generator::new(subject.program(), args.seed, |field| subject.is_settable(field));
        let random = || Random::new(generator(), args.random_tests, args.effort * 1_000_000);
        let local = || Local { max_depth: DEFAULT_DEPTH };
        let d = |name| DAlgorithm { name, generator: generator(), switches, limits: Limits::default() };
        let mut engines: Vec<Box<dyn Engine + '_>> = match args.engine {
            EngineName::Atg => {
                vec![Box::new(random()), Box::new(local()), Box::new(Global::new(generator()))]
            }
            EngineName::Baseline => vec![Box::new(Global::baseline(generator()))],
            EngineName::D => vec![Box::new(local()), Box::new(d("d"))],
            EngineName::DPrevious => vec![Box::new(local()), Box::new(d("d-previous"))],
            EngineName::Random => vec![Box::new(random())],
        };
        let compaction = if args.engine == EngineName::Baseline { Compaction::Off } else { Compaction::On };
        let passes = plan::run(&mut session, &mut engines, compaction)?;
        Ok::<_, EngineError>(assemble::generated(&session, passes, args.seed))
    });
    let mut report = report.map_err(|error| CliError::Failure(error.to_string()))?;
    bar.finish();
    report.options.insert("engine".into(), args.engine.name().into());
    report.options.insert("operators".into(), args.program.operators.clone().into());
    report.options.insert("random_tests".into(), args.random_tests.into());
    report.options.insert("effort".into(), args.effort.into());
    report.times.insert("load".into(), loaded.as_secs_f64());
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
