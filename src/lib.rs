//! jatpg: automatic test pattern generation for Java methods.

pub mod analysis;
pub mod atg;
pub mod budget;
pub mod cfg;
pub mod cli;
pub mod confirm;
pub mod diagnostic;
pub mod driver;
pub mod engine;
pub mod exec;
pub mod index;
pub mod jvm;
pub mod mutate;
pub mod report;
pub mod roa;
pub mod sema;
pub mod symbolic;
pub mod syntax;
pub mod term;
