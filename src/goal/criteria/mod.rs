//! Labelling functions: from a method to the labels of a criterion.

pub(super) mod combinations;
pub(super) mod conditions;
pub(super) mod decisions;
pub(super) mod errors;
pub(super) mod inputs;
mod pure;
pub(super) mod statements;
mod throws;
mod walk;
pub(super) mod weak;

pub(super) use inputs::{at_entry, user};
pub(super) use pure::binds;
