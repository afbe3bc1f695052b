//! What names and types mean (DESIGN §3): from syntax trees to a program with typed bodies, as javac has it.

pub mod attribute;
mod bodies;
mod class_checks;
pub mod constant;
mod declare;
pub mod error;
mod field_constants;
mod finish;
pub mod flow;
mod headers;
mod library;
pub mod load;
pub mod members;
pub mod names;
pub mod overloads;
mod overriding;
mod platform;
pub mod program;
pub mod queries;
mod scan;
mod signatures;
mod source_path;
pub mod subtyping;
mod tables;
pub mod typed_tree;
pub mod types;
mod well_known;
