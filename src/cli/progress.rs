//! Who watches a run: a progress line on standard error, on a terminal only, and a clock that notes when each pass
//! ended.

use std::cell::Cell;
use std::io::IsTerminal;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use indexmap::IndexMap;
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::tell;
use crate::engine::pass::PassKind;
use crate::engine::session::Progress;

pub(super) struct Watch {
    bar: Option<ProgressBar>,
    start: Instant,
    /// By pass: seconds from the start to its end.
    ends: Mutex<IndexMap<String, f64>>,
}

impl Watch {
    /// `title` stands at the beginning of the line, where there is more than one to tell apart.
    pub(super) fn new(title: &str, mutants: usize) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| bar(title, mutants));
        Self { bar, start: Instant::now(), ends: Mutex::default() }
    }

    /// The line is gone.
    pub(super) fn finish(&self) {
        self.bar.iter().for_each(ProgressBar::finish_and_clear);
    }

    /// Seconds from the start to the end of each pass.
    pub(super) fn times(&self) -> IndexMap<String, f64> {
        self.ends.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

fn bar(title: &str, mutants: usize) -> ProgressBar {
    // What a line of 80 columns has room for.
    let bar = styled("{prefix}{bar:16} {pos}/{len} mutants decided, {msg}", mutants);
    let blank = if title.is_empty() { "" } else { " " };
    bar.set_prefix(format!("{title}{blank}"));
    bar
}

fn styled(line: &str, of: usize) -> ProgressBar {
    let bar = ProgressBar::new(of as u64);
    if let Ok(style) = ProgressStyle::with_template(line) {
        bar.set_style(style);
    }
    bar
}

/// Where there is no terminal, a line is printed after so many seconds of work that has not ended.
const SECONDS_OF_LINE: u64 = 10;

/// A progress line for work of equal steps, shown where that of [`Watch`] is; elsewhere a line from time to time, since
/// the work may take minutes.
pub(super) struct Steps {
    bar: Option<ProgressBar>,
    what: &'static str,
    said: Cell<Instant>,
}

impl Steps {
    /// `what` stands behind the numbers.
    pub(super) fn new(what: &'static str) -> Self {
        let line = "{bar:16} {pos}/{len} {msg}";
        let bar = std::io::stderr().is_terminal().then(|| styled(line, 0).with_message(what));
        Self { bar, what, said: Cell::new(Instant::now()) }
    }

    pub(super) fn at(&self, done: usize, of: usize) {
        match &self.bar {
            Some(bar) => {
                bar.set_length(of as u64);
                bar.set_position(done as u64);
            }
            None if self.said.get().elapsed().as_secs() >= SECONDS_OF_LINE => {
                self.said.set(Instant::now());
                tell(format_args!("{done} of {of} {}", self.what));
            }
            None => {}
        }
    }

    /// The line is gone.
    pub(super) fn finish(&self) {
        self.bar.iter().for_each(ProgressBar::finish_and_clear);
    }
}

impl Progress for Watch {
    fn ends(&self, pass: PassKind) {
        let mut ends = self.ends.lock().unwrap_or_else(PoisonError::into_inner);
        ends.insert(pass.name().to_owned(), self.start.elapsed().as_secs_f64());
    }

    fn foresees(&self, decided: usize) {
        self.bar.iter().for_each(|bar| bar.inc(decided as u64));
    }

    fn report(&self, pass: PassKind, decided: usize, tests: usize) {
        if let Some(bar) = &self.bar {
            // What was foreseen is reported one by one: the bar waits for it.
            bar.set_position(bar.position().max(decided as u64));
            bar.set_message(format!("{tests} tests, {pass}"));
        }
    }
}
