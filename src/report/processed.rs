//! How many of the methods with a body that were asked for are processed: what a score is about.

use std::fmt;

use crate::report::count::count;
use crate::report::json::Report;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Processed {
    pub processed: usize,
    pub methods: usize,
}

impl Processed {
    pub fn of(report: &Report) -> Self {
        let asked = || report.methods.iter().filter(|method| !method.left_alone);
        Self { processed: asked().filter(|method| method.supported).count(), methods: asked().count() }
    }

    /// From 0 to 1; where there is no method, none is left out.
    pub fn share(self) -> f64 {
        if self.methods == 0 { 1.0 } else { self.processed as f64 / self.methods as f64 }
    }
}

impl fmt::Display for Processed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Self { processed, methods } = self;
        if processed == methods {
            return write!(f, "{} processed", count(methods, "method"));
        }
        // Rounded down: what is not whole is no 100 %.
        let percent = processed * 100 / methods.max(1);
        write!(f, "{processed} of {} processed ({percent} %)", count(methods, "method"))
    }
}
