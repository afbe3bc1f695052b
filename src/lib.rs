//! jatpg: automatic test pattern generation for Java methods.

pub mod confirm;
pub mod diagnostic;
pub mod exec;
pub mod index;
pub mod jvm;
pub mod mutate;
pub mod report;
pub mod sema;
pub mod syntax;
