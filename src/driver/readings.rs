//! Readings: what a driver reads of what a call gives where the whole of it is not the same on every JVM.
//!
//! Where code ends lines as the system does, each system's end of a line is read as `\n`. Where it takes functions of `Math` whose
//! last digits Java leaves open, a `double` is read as a `float`, which has no such digits. A test with the whole of it holds on some
//! JVMs alone, and is none; so every other driver of such code reads.

use crate::driver::Driver;
use crate::driver::recipes::Arrangement;
use crate::jvm::value::PrimitiveType;
use crate::sema::types::Ty;

/// Behind an expression for a text: with lines that end by `\n`, as one system ends them.
pub const LINES_READ: &str = ".replace(System.lineSeparator(), \"\\n\")";

/// Before an expression for a `double`: with as many digits as a `float` has.
pub const DIGITS_READ: &str = "(float) ";

/// A part of a driver, or an expression, that takes what its calls give as it is.
pub fn without_readings(part: &str) -> String {
    let part = part.strip_prefix(DIGITS_READ).unwrap_or(part).replace(LINES_READ, "");
    let result = |ty: &str, reading: &str| format!("{ty} {} = {reading}", Driver::RESULT);
    part.replace(&result("float", DIGITS_READ), &result("double", ""))
}

impl Arrangement<'_, '_> {
    /// Whether lines are to be read of a text: every other time, where some code ends them as the system does.
    pub(super) fn reads_lines(&mut self) -> bool {
        self.values.ends_lines() && self.values.one_in(2)
    }

    /// What a call gives, with its type: what is read of it perhaps.
    pub(super) fn given(&mut self, ty: Ty, call: String) -> (Ty, String) {
        let is_text = ty == Ty::Class(self.access.program.well_known.string);
        if is_text && self.reads_lines() {
            (ty, call + LINES_READ)
        } else if ty == Ty::Primitive(PrimitiveType::Double)
            && self.values.has_open_digits()
            && self.values.one_in(2)
        {
            (Ty::Primitive(PrimitiveType::Float), format!("{DIGITS_READ}{call}"))
        } else {
            (ty, call)
        }
    }
}
