//! Automatic test pattern generation for Java methods: `.java` files go in; each small fault (mutant) seeded into them comes
//! out killed, with a test that shows it, or equivalent, with a proof, or undecided, with the reason. A kill is made from two
//! whole runs, a proof holds for all inputs: see [`engine::verdict`].
//!
//! One way through; a stage knows the stages before it and none after it:
//!
//! | stage | what it does |
//! | --- | --- |
//! | [`syntax`] | text to trees, with spans into the raw file; what is said of a place in it |
//! | [`class_files`] | classes that are not in the files given: where they are, and what their headers say |
//! | [`sema`] | names, types, overloads, constants, flow rules: the typed tree |
//! | [`cfg`], [`analysis`] | control flow graphs, and what can be said of them without running them |
//! | [`frames`] | graphs without loops and calls: time frames |
//! | [`symbolic`] | what regions do, as terms; questions, and the solver as the last to be asked |
//! | [`mutate`] | the operators, and each mutant as a patch |
//! | [`exec`] | runs as the JVM's, and mutants simulated in a split stream |
//! | [`driver`] | candidate tests, as Java text |
//! | [`roa`] | regions of analysis and local equivalence |
//! | [`dalg`] | the software D-algorithm |
//! | [`engine`] | the engines behind one trait, the session, the verdicts |
//! | [`report`] | text, JSON, JUnit |
//! | [`versions`] | two versions of one method, in two files |
//! | [`atg`] | the passes and the compaction |
//! | [`confirm`] | the emitted tests on a real JVM |
//!
//! Leaves that several stages need: [`index`], [`jvm`], [`term`], [`budget`], [`reading`]. [`cli`] is the command line.
//!
//! | if you look for | read |
//! | --- | --- |
//! | what `+` means | [`jvm`] |
//! | a new operator | [`mutate::operator`] |
//! | a new engine | [`engine::Engine`] |
//! | what a run may observe | [`exec::outcome`] |
//! | when two versions are the same | [`roa::local`] |
//! | how a test is searched, step by step as in §3.5 | [`dalg::search`] |
//!
//! `ARCHITECTURE.md` has the invariants and recipes.

// An error is told, not panicked about.
#![cfg_attr(not(test), warn(clippy::unwrap_used))]

pub mod analysis;
pub mod atg;
pub mod budget;
pub mod cfg;
pub mod class_files;
pub mod cli;
pub mod confirm;
pub mod dalg;
pub mod driver;
pub mod engine;
pub mod exec;
pub mod frames;
pub mod goal;
pub mod index;
pub mod jvm;
pub mod mutate;
pub mod reading;
pub mod report;
pub mod roa;
pub mod sema;
pub mod symbolic;
pub mod syntax;
pub mod term;
pub mod versions;
