//! The library that analysed programs see.

mod natives;
mod source;
