//! What several stages' tests share.

pub(crate) mod corpus;
pub(crate) mod javac;
pub(crate) mod jdk;
pub(crate) mod soak;
pub(crate) mod terms;
