//! The `jatpg` command: see [`jatpg::cli`].

use std::process::ExitCode;

/// Tests and questions make many small things that live for a moment.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    jatpg::cli::main().into()
}
