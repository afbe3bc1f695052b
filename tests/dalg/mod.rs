//! The D-algorithm on the dissertation's programs, and against runs.

mod implication;
mod search;
