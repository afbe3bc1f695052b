//! The commands: each reads its input, calls the stages, and writes what they say.
//!
//! | looking for | file |
//! | --- | --- |
//! | options and their help | `options` |
//! | a command | `generate`, `simulate`, `equivalent`, `explain`, `compare`, `mutants`, `labels`, `graph`, `confirm` |
//! | from paths to a program and its goals | `load` |
//! | files and folders as programs | `programs` |
//! | the class path, a JDK, Maven's class path | `class_path`, `maven` |
//! | how methods and mutants are meant | `names` |
//! | exit codes, and what a run has to reach | `exit_code`, `gates` |
//! | the folder that a run writes to, and what it writes there | `folder`, `output` |
//! | who watches a run, and how it is stopped | `progress`, `interrupt` |
//! | the command that makes the same tests again | `again`, `shell` |

mod again;
mod class_path;
mod compare;
mod confirm;
mod equivalent;
mod exit_code;
mod explain;
mod folder;
mod gates;
mod generate;
mod graph;
mod interrupt;
mod labels;
mod load;
mod maven;
mod mutants;
mod names;
mod options;
mod output;
mod programs;
mod progress;
mod shell;
mod simulate;

use std::convert::Infallible;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, Write};
use std::process;

use clap::FromArgMatches;
use clap::error::ErrorKind;

pub use exit_code::Exit;
use options::{Cli, Command};

use crate::engine::EngineError;
use crate::syntax::source::SourceError;

/// Runs the command line of this process, and ends it; comes back only where there was nothing to run. The work is done
/// on a thread with a large stack: trees may be thousands of levels deep.
pub fn main() -> Exit {
    // As javac and java have it; clap knows no short option of two letters.
    let arguments = std::env::args_os().map(|a| if a == "-cp" { OsString::from("--class-path") } else { a });
    let read = options::command().try_get_matches_from(arguments).and_then(|matches| {
        let mut cli = Cli::from_arg_matches(&matches)?;
        if let (Command::Generate(args), Some((_, said))) = (&mut cli.command, matches.subcommand()) {
            args.command = again::command("generate", said);
        }
        Ok(cli)
    });
    let cli = match read {
        Ok(cli) => cli,
        Err(error) => {
            // Nothing can be done where even this cannot be printed.
            let _ = error.print();
            let is_help = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
            return if is_help { Exit::Done } else { Exit::BadInput };
        }
    };
    // The process ends from where the work ends: to take a thread down, and its memory with it, is time for nothing.
    let work = || -> Infallible { process::exit(run(&cli.command) as i32) };
    let Err(refused) = crate::syntax::stack::try_with_stack(work);
    tell(format_args!("error: the system starts no thread: {refused}"));
    Exit::Failure
}

fn run(command: &Command) -> Exit {
    let result = match command {
        Command::Mutants(args) => mutants::run(args),
        Command::Labels(args) => labels::run(args),
        Command::Generate(args) => generate::run(args),
        Command::Simulate(args) => simulate::run(args),
        Command::Confirm(args) => confirm::run(args),
        Command::Equivalent(args) => equivalent::run(args),
        Command::Explain(args) => explain::run(args),
        Command::Graph(args) => graph::run(args),
        Command::Compare(args) => compare::run(args),
    };
    result.unwrap_or_else(|error| {
        tell(&error);
        error.exit()
    })
}

/// Why a command ended without a result.
#[derive(Debug, thiserror::Error)]
enum CliError {
    #[error("error: cannot read {path}: {reason}")]
    Read { path: String, reason: String },
    #[error("error: cannot read {0}")]
    Source(SourceError),
    /// Already rendered, with excerpts.
    #[error("{0}")]
    Invalid(String),
    #[error("error: {0}")]
    Arguments(String),
    #[error("error: {0}")]
    Write(#[from] crate::report::file::WriteError),
    #[error("error: {0}")]
    Failure(String),
}

impl CliError {
    const fn exit(&self) -> Exit {
        match self {
            Self::Read { .. } | Self::Source(_) | Self::Invalid(_) | Self::Arguments(_) => Exit::BadInput,
            Self::Write(_) | Self::Failure(_) => Exit::Failure,
        }
    }
}

impl From<EngineError> for CliError {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Skeleton(_) => Self::Arguments(error.to_string()),
            EngineError::Solver(_) | EngineError::Contradiction(_) => Self::Failure(error.to_string()),
        }
    }
}

/// Prints to standard output; a reader that has gone away (`| head`) is no error, a disk that is full is one.
fn print(text: &str) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(CliError::Failure(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Says something on standard error; that nobody listens there is no reason to end.
fn tell(what: impl Display) {
    let _ = writeln!(io::stderr().lock(), "{what}");
}

/// What the lines of a table keep to where nobody says how wide a terminal is.
const COLUMNS: u16 = 110;
/// Narrower than this no table can be.
const LEAST_COLUMNS: u16 = 40;

/// The columns of the terminal that standard output goes to.
fn columns() -> usize {
    let width = terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0);
    width.filter(|&width| width >= LEAST_COLUMNS).unwrap_or(COLUMNS).into()
}
