//! The library that analysed programs see.

mod behaviour;
mod models;
mod natives;
pub(crate) mod source;
