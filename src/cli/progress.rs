//! A progress bar on standard error, on a terminal only.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressStyle};

use crate::engine::session::Progress;

pub struct Bar(Option<ProgressBar>);

impl Bar {
    pub fn new(mutants: usize) -> Self {
        if !std::io::stderr().is_terminal() {
            return Self(None);
        }
        let bar = ProgressBar::new(mutants as u64);
        if let Ok(style) = ProgressStyle::with_template("{bar:32} {pos}/{len} mutants decided, {msg}") {
            bar.set_style(style);
        }
        Self(Some(bar))
    }

    pub fn finish(&self) {
        self.0.iter().for_each(ProgressBar::finish_and_clear);
    }
}

impl Progress for Bar {
    fn report(&self, decided: usize, _mutants: usize, tests: usize) {
        if let Some(bar) = &self.0 {
            bar.set_position(decided as u64);
            bar.set_message(format!("{tests} tests"));
        }
    }
}
