//! The library that analysed programs see.

mod behaviour;
mod natives;
pub mod source;
