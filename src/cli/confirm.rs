//! `jatpg confirm`: the claims of a report, on a real JVM.

use crate::class_files::java_home::NoJdk;
use crate::cli::options::ConfirmArgs;
use crate::cli::progress::Steps;
use crate::cli::{CliError, Exit, print};
use crate::confirm::{self, Given};

pub fn run(args: &ConfirmArgs) -> Result<Exit, CliError> {
    let given = Given {
        class_path: args.class_path.entries()?,
        sample: args.sample,
        ..Given::new(&args.files, &args.report, args.source_path.as_slice())
    };
    let steps = Steps::new("claims tried on the JVM");
    let watch = |done, of| steps.at(done, of);
    let home = args.class_path.java_home()?;
    let home = home.ok_or_else(|| CliError::Arguments(NoJdk::Anywhere.to_string()))?;
    let confirmation = confirm::run(home, &given, &watch);
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
