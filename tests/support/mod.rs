//! What several stages' tests share.

pub mod jdk;
