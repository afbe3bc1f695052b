//! `jatpg confirm`: the claims of a report, on a real JVM.

use std::cell::Cell;

use crate::class_files::java_home::NoJdk;
use crate::cli::options::ConfirmArgs;
use crate::cli::progress::Steps;
use crate::cli::{CliError, Exit, print, tell};
use crate::confirm::{self, Given};

/// So many claims take minutes.
const MANY: usize = 2_000;

/// What there is to say before so many claims are tried: the user may not want to wait for all of them.
fn about_many(claims: usize, sample: Option<usize>) -> Option<String> {
    let is_long = claims >= MANY && sample.is_none();
    is_long.then(|| {
        format!(
            "note: {claims} claims are tried, which takes its time; --sample N tries N of them, spread evenly"
        )
    })
}

pub(super) fn run(args: &ConfirmArgs) -> Result<Exit, CliError> {
    let given = Given {
        class_path: args.class_path.entries()?,
        sample: args.sample,
        ..Given::new(&args.files, &args.report, args.source_path.as_slice())
    };
    let steps = Steps::new("claims tried on the JVM");
    let is_told = Cell::new(false);
    let watch = |done, of| {
        if !is_told.replace(true) {
            about_many(of, args.sample).iter().for_each(tell);
        }
        steps.at(done, of);
    };
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

#[cfg(test)]
mod tests {
    use super::about_many;

    #[test]
    fn a_sample_is_spoken_of_where_there_are_many_claims_and_none_was_asked_for() {
        let told = about_many(4_711, None).expect("a note");
        assert!(told.contains("4711 claims") && told.contains("--sample N"), "{told}");
        assert_eq!((about_many(4_711, Some(9)), about_many(70, None)), (None, None));
    }
}
