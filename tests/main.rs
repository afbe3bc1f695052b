//! The one integration-test binary; each stage has its folder.

mod analysis;
mod atg;
mod cfg;
mod class_files;
mod cli;
mod confirm;
mod dalg;
mod differential;
mod docs;
mod driver;
mod exec;
mod goal;
mod jvm;
mod layers;
mod library;
mod mutate;
mod report;
mod roa;
mod sema;
mod support;
mod symbolic;
mod syntax;
mod term;
