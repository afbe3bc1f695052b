//! What Java's operations *mean*, once.
pub mod value;
