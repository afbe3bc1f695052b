//! Concrete runs, exactly as on the JVM, and mutant simulation (DESIGN §§3, 5, 9).
//!
//! A program is lowered to register code ([`code`], [`linked`]) with its mutants inside. A [`vm::Vm`] runs test
//! drivers ([`driver`]) on it: on the original, on one mutant from scratch, or on all mutants at once
//! ([`simulate`]). What a test can see of a run is its [`outcome`]; what it asserts are its [`checks`].

pub mod checks;
mod class_state;
pub mod code;
pub mod comparands;
mod compiled;
mod divergence;
pub mod driver;
mod excerpt;
mod ground;
mod grown;
pub mod guides;
mod hashes;
pub mod heap;
mod hosts;
mod image;
pub mod initializers;
pub mod layout;
mod leap;
pub mod limits;
pub mod linked;
mod lower;
mod machine;
mod memories;
mod messages;
pub mod mutant_set;
pub mod native;
pub mod natives;
mod observe;
mod operate;
pub mod outcome;
pub mod pool;
mod raise;
mod sharing;
pub mod simulate;
pub mod slot;
mod speculate;
mod state;
pub mod view;
pub mod vm;
