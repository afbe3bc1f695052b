//! What names and types mean (DESIGN §3): from syntax trees to a program with typed bodies, as javac has it.

pub mod attribute;
pub mod constant;
pub mod error;
pub mod flow;
pub mod members;
pub mod names;
pub mod overloads;
mod platform;
pub mod program;
pub mod queries;
pub mod subtyping;
mod tables;
pub mod typed_tree;
pub mod types;
