//! Ctrl-C, and what a system sends to a process that is to end. The work is not asked: all that is worth keeping is on the
//! disk, and is left as it is.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// The report on the disk, once there is one. Whoever holds the lock is writing, and is waited for.
pub(super) type Saved = Arc<Mutex<Option<PathBuf>>>;

/// The exit code of a process that was interrupted, as shells have it.
#[cfg(unix)]
const INTERRUPTED: i32 = 130;

/// From now on an interrupt ends the process soon, with a word on what is saved.
#[cfg(unix)]
pub(super) fn ends_soon(saved: Saved) {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    // Where this cannot be had, an interrupt ends the process as it always does.
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else { return };
    let wait = move || {
        if signals.forever().next().is_some() {
            let saved = saved.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            crate::cli::tell(format_args!("\n{}", word(saved.as_deref())));
            // At once: other threads are at work, and nothing is to be torn down under them.
            signal_hook::low_level::exit(INTERRUPTED);
        }
    };
    drop(std::thread::Builder::new().name("interrupts".to_owned()).spawn(wait));
}

#[cfg(unix)]
fn word(saved: Option<&std::path::Path>) -> String {
    match saved {
        Some(report) if !report.exists() => {
            format!("interrupted: {} was taken away during the run, and nothing is there", report.display())
        }
        Some(report) => format!(
            "interrupted: {} and the test classes beside it hold what was found so far; \"unfinished\" in it names the \
             classes that are not done",
            report.display()
        ),
        None => "interrupted: nothing was written yet".to_owned(),
    }
}

/// Here an interrupt ends the process as it always does.
#[cfg(not(unix))]
pub fn ends_soon(_saved: Saved) {}
