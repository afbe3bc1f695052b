//! A stack that is large enough for every recursion over a tree.
//!
//! Parser and walkers recurse at most as deep as `syntax/nesting.rs` and
//! [`MAX_DEPTH`](super::tree::MAX_DEPTH) allow. The main thread's stack (8 MB) and that of a test (2 MB) are
//! too small for it; this one is reserved address space, of which only what is touched costs memory.

use std::cell::Cell;
use std::io;
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::thread;

/// What a thread that works on trees should reserve (`rayon`'s pools take it as `stack_size`). The deepest trees that there
/// may be take less than a tenth of it.
pub const STACK_SIZE: usize = 1 << 28;

/// Where the address space is limited, as `ulimit -v` does.
pub const SMALLER_STACK_SIZE: usize = 1 << 26;

thread_local! {
    static HAS_LARGE_STACK: Cell<bool> = const { Cell::new(false) };
}

/// Declares that the current thread was started with [`STACK_SIZE`].
pub fn declare_large_stack() {
    HAS_LARGE_STACK.set(true);
}

/// Runs `work` on a thread with a large stack: the current one where it has one.
///
/// # Panics
/// Where `work` does, and where the system refuses even one more thread.
pub fn with_stack<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    try_with_stack(work).unwrap_or_else(|refused| panic!("the system starts no thread: {refused}"))
}

/// As [`with_stack`]; an error where the system refuses even one more thread.
pub fn try_with_stack<R: Send>(work: impl FnOnce() -> R + Send) -> io::Result<R> {
    if HAS_LARGE_STACK.get() {
        return Ok(work());
    }
    // A spawn that fails drops its closure, so the work itself waits outside.
    let work = Mutex::new(Some(work));
    let run = || {
        declare_large_stack();
        let work = work.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take();
        work.map(|work| work())
    };
    let result = thread::scope(|scope| {
        let spawn = |size| thread::Builder::new().stack_size(size).spawn_scoped(scope, run);
        let handle = spawn(STACK_SIZE).or_else(|_| spawn(SMALLER_STACK_SIZE))?;
        Ok(handle.join().unwrap_or_else(|panic| resume_unwind(panic)))
    });
    result.map(|result| result.expect("exactly one thread takes the work"))
}
