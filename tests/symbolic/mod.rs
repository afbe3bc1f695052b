//! Questions about terms: the ladder and each of its steps.

mod ladder;
