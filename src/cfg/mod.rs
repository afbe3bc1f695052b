//! Control flow graphs (DESIGN §7; dissertation §2.3.1): statements as nodes whose code is terms, and each way
//! that an exception takes as an edge.

pub mod cache;
pub mod edit;
pub mod graph;
pub mod library;
pub mod lower;
mod models;
pub mod region;
pub mod types;
pub mod verify;
