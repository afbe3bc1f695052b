//! The library that analysed programs see.

mod behaviour;
mod natives;
mod source;
