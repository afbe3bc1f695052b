//! How far a run may go. All counted, none by the clock, so that the same run ends the same everywhere.

/// The steps of a run: an iteration of a loop or a call is one, a library method that works through an array
/// or a text is more.
pub const DEFAULT_STEPS: u64 = 1_000_000;

/// The depth of calls at which an input is no test any more (SEMANTICS §2); the JVM's own is near 20,000.
pub const DEFAULT_FRAMES: usize = 1_000;

/// The cells that a run may allocate, garbage included, and the units of text that it may write: 8 bytes each.
pub const DEFAULT_CELLS: usize = 4_000_000;

/// The same of many tests in one memory, none of whose garbage is collected: 128 MB.
pub(super) const CELLS_IN_COMPANY: usize = 16_000_000;

/// How long a mutant's whole run goes on, which is the evidence for a kill by the step limit: far past what the original
/// `expected`, as long as `most` leaves room for that.
pub(super) fn whole_steps(expected: u64, most: u64) -> u64 {
    astray_steps(expected).max(LEAST_WHOLE_STEPS).min(most)
}

/// What each whole run of a mutant may take, however short the original's was.
const LEAST_WHOLE_STEPS: u64 = 200_000;

/// How many cells are allocated or copied, or tokens of a state looked at, for the effort of one step.
pub(super) const CELLS_PER_STEP: u64 = 16;

/// How many instructions, each passed once at most, are as much work as one step: that of a method without loops would
/// count for nothing else.
pub(super) const INSTRUCTIONS_PER_STEP: u64 = 128;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    pub steps: u64,
    pub frames: usize,
    pub cells: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { steps: DEFAULT_STEPS, frames: DEFAULT_FRAMES, cells: DEFAULT_CELLS }
    }
}

/// A mutant is watched for a repeated state from here on, when the original took `expected` steps.
pub(super) fn watch_from(expected: u64) -> u64 {
    expected * 2 + 60
}

/// For so many steps at first; then it runs unwatched until it has taken twice as many, and is watched for twice
/// as long. Watching a step costs much more than running it, and most cycles are short and there at once.
pub(super) const WATCHED_STEPS: u64 = 640;

/// Where the simulator takes it that a mutant has gone astray: it took this many steps and the original
/// `expected`.
pub(super) fn astray_steps(expected: u64) -> u64 {
    expected.saturating_mul(20).saturating_add(10_000)
}

/// The same of a mutant that went astray before: what there is to see of it is seen soon, or else takes all these steps
/// under each test again.
pub(super) fn stray_steps(expected: u64) -> u64 {
    expected.saturating_mul(4).saturating_add(1_000)
}
