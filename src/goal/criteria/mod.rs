//! Labelling functions: from a method to the labels of a criterion.

pub(super) mod conditions;
pub(super) mod decisions;
pub(super) mod statements;
mod walk;
