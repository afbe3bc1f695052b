//! A table that grows while others read it: entries stay where they are, and reading takes no lock. Whoever adds does so one
//! at a time, behind a lock of its own. Numbers depend on who came first, so they must reach no output.

use std::sync::OnceLock;

/// Chunk k holds 2^k entries.
const CHUNKS: usize = 30;

#[derive(Debug)]
pub(super) struct Grown<T> {
    chunks: [OnceLock<Box<[OnceLock<T>]>>; CHUNKS],
}

impl<T> Default for Grown<T> {
    fn default() -> Self {
        Grown { chunks: std::array::from_fn(|_| OnceLock::new()) }
    }
}

fn locate(number: usize) -> (usize, usize) {
    let position = number.saturating_add(1);
    let chunk = position.ilog2() as usize;
    (chunk, position - (1 << chunk))
}

impl<T> Grown<T> {
    /// Enters what gets this number; `None` where the table is full or the number is taken.
    pub(super) fn set(&self, number: usize, entry: T) -> Option<()> {
        let (chunk, place) = locate(number);
        let chunk =
            self.chunks.get(chunk)?.get_or_init(|| (0..1 << chunk).map(|_| OnceLock::new()).collect());
        chunk[place].set(entry).ok()
    }

    #[inline]
    pub(super) fn get(&self, number: usize) -> Option<&T> {
        let (chunk, place) = locate(number);
        self.chunks.get(chunk)?.get()?.get(place)?.get()
    }
}
