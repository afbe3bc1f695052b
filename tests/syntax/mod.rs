//! The parser against javac, against its own limits, and against noise.

mod javac;
mod limits;
mod messages;
mod noise;
mod wrong;
