//! The `jatpg` command: see [`jatpg::cli`].

use std::process::ExitCode;

/// Tests and questions make many small things that live for a moment.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    use_small_pages();
    jatpg::cli::main().into()
}

/// Of a run that takes 40 ms, clearing the huge pages that the allocator asks for is a seventh, and most of them stay empty;
/// runs of seconds were no slower without. This is for systems that give huge pages unasked.
fn use_small_pages() {
    #[cfg(target_os = "linux")]
    {
        // Where it cannot be done, nothing but time is lost.
        _ = rustix::thread::disable_transparent_huge_pages(true);
    }
}
