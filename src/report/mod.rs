//! What people and other tools read (DESIGN §§10, 12): text, JSON, JUnit.

pub mod json;
pub mod junit;
