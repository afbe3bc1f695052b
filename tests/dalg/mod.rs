//! The D-algorithm on the dissertation's programs, and against runs.

mod checked;
mod corpus;
mod exhaustion;
mod implication;
mod locality;
mod refutation;
mod search;
mod switches;
