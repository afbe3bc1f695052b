//! The `jatpg` command: see [`jatpg::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    jatpg::cli::main().into()
}
