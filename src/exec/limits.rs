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

/// How many instructions are the unit of effort, which is what they take: some 25 ns. Steps are no measure of it, an iteration
/// being one instruction or hundreds; what the constants below make of other work was measured on classes of seven libraries.
const INSTRUCTIONS_PER_EFFORT: u64 = 5;

/// How many steps: those of library methods, which are few instructions each.
const STEPS_PER_EFFORT: u64 = 16;

/// How many cells are allocated or copied, or tokens of a state looked at.
const CELLS_PER_EFFORT: u64 = 32;

/// What it takes to begin a run and to look at its outcome, and to go on from the original's state with a mutant.
pub(super) const EFFORT_OF_RUN: u64 = 400;
pub(super) const EFFORT_OF_FORK: u64 = 80;

/// The effort of so many cells.
pub(super) const fn effort_of_cells(cells: u64) -> u64 {
    cells / CELLS_PER_EFFORT
}

/// How far a run has come.
#[derive(Clone, Copy)]
pub(super) struct Progress {
    pub instructions: u64,
    pub steps: u64,
    pub cells: u64,
}

impl Progress {
    /// The effort from `before` to here.
    pub(super) const fn effort_since(self, before: Self) -> u64 {
        (self.instructions - before.instructions) / INSTRUCTIONS_PER_EFFORT
            + (self.steps - before.steps) / STEPS_PER_EFFORT
            + effort_of_cells(self.cells - before.cells)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    pub steps: u64,
    pub frames: usize,
    pub cells: usize,
}

/// Whether there is room for what a run would allocate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Room {
    Enough,
    /// The run has allocated too much before it.
    UsedUp,
    /// All the room that there is would not do.
    TooSmall,
}

impl Limits {
    /// Whether there is room for so many cells where so many are in use.
    #[inline]
    pub(super) const fn room(&self, used: usize, cells: usize) -> Room {
        if used.saturating_add(cells) <= self.cells {
            Room::Enough
        } else if cells <= self.cells {
            Room::UsedUp
        } else {
            Room::TooSmall
        }
    }
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
