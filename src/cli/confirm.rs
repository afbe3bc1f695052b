//! `jatpg confirm`: the claims of a report, on a real JVM.

use crate::class_files::class_path::ClassPath;
use crate::cli::options::ConfirmArgs;
use crate::cli::progress::Steps;
use crate::cli::{CliError, Exit, print};
use crate::confirm::{self, Given};

pub fn run(args: &ConfirmArgs) -> Result<Exit, CliError> {
    let class_path = args.class_path.clone().or_else(|| std::env::var("CLASSPATH").ok()).unwrap_or_default();
    let class_path = ClassPath::parse(&class_path);
    let given = Given {
        class_path: class_path.map_err(|e| CliError::Arguments(format!("--class-path: {e}")))?,
        sample: args.sample,
        ..Given::new(&args.files, &args.report, args.source_path.as_slice())
    };
    let steps = Steps::new("claims tried on the JVM");
    let watch = |done, of| steps.at(done, of);
    let confirmation = confirm::run(&given, &watch);
    steps.finish();
    let confirmation = confirmation.map_err(|e| CliError::Arguments(e.to_string()))?;
    if args.json {
        let json =
            serde_json::to_string_pretty(&confirmation).map_err(|e| CliError::Failure(e.to_string()))?;
        print(&(json + "\n"))?;
    } else {
        print(&confirmation.to_string())?;
    }
    Ok(if confirmation.holds() { Exit::Done } else { Exit::Below })
}
