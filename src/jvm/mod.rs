//! What Java's operations *mean*, once.
pub mod operator;
pub mod value;
