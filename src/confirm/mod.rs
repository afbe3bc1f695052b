//! Confirmation on the real JVM (DESIGN §11): the emitted tests against the original and every mutant claimed killed.

pub mod stand_in;
