//! What several stages' tests share.

pub mod corpus;
pub mod javac;
pub mod jdk;
pub mod soak;
pub mod terms;
