//! `jatpg simulate`: the score and kill matrix of given tests.

use std::time::Instant;

use crate::cli::options::SimulateArgs;
use crate::cli::{CliError, Exit, class_path, gates, load, names, print};
use crate::engine::matrix;
use crate::reading;
use crate::report::json::Report;
use crate::report::{assemble, matrix as matrix_text, text};

pub(super) fn run(args: &SimulateArgs) -> Result<Exit, CliError> {
    let start = Instant::now();
    let given = read_report(&args.tests)?;
    let pool = load::pool(args.jobs)?;
    let (subject, exit) = pool.install(|| load::subject(&args.program, &args.goal))?;
    let drivers = given
        .tests
        .iter()
        .map(|test| {
            let place = args.tests.display();
            assemble::driver(&subject, test).map_err(|e| CliError::Invalid(format!("error: {place}: {e}")))
        })
        .collect::<Result<Vec<_>, _>>()?;
    let left_out = given.tests.iter().map(|test| &*test.left_out);
    let tests: Vec<_> = drivers.into_iter().zip(left_out).collect();
    let matrix = pool.install(|| matrix::full(&subject, &tests));
    let mut report = assemble::simulated(&subject, &given, &matrix);
    names::say_asked(&mut report, subject.program(), &args.program.method);
    report.options.insert("operators".into(), args.program.operators.clone().into());
    args.goal.say(&mut report);
    report.options.extend(args.program.world.shown().map(|on| ("assertions".into(), on.into())));
    class_path::say(&mut report, subject.program());
    report.times.insert("total".into(), start.elapsed().as_secs_f64());
    if args.json {
        print(&assemble::to_json(&report))?;
    } else {
        print(&matrix_text::render(&report))?;
        print(&text::render_simulated(&report, &given))?;
    }
    Ok(exit.worse(gates::exit(&args.gates, &report)))
}

pub(super) fn read_report(path: &std::path::Path) -> Result<Report, CliError> {
    let error = |reason: String| CliError::Read { path: path.display().to_string(), reason };
    let text = reading::text(path).map_err(|e| error(e.to_string()))?;
    Report::parse(&text).map_err(error)
}
