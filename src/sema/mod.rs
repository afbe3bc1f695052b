//! What names and types mean (DESIGN §3): from syntax trees to a program with typed bodies, as javac has it.

pub mod program;
pub mod typed_tree;
pub mod types;
