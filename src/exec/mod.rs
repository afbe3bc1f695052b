//! Concrete runs, exactly as on the JVM, and mutant simulation (DESIGN §§3, 5, 9).
//!
//! A program is lowered to register code ([`code`], [`linked`]) with its mutants inside. A [`vm::Vm`] runs test
//! drivers ([`driver`]) on it: on the original, on one mutant from scratch, or on all mutants at once
//! ([`simulate`]). What a test can see of a run is its [`outcome`]; what it asserts are its [`checks`].
//!
//! | looking for | file |
//! | --- | --- |
//! | register code | `code` |
//! | from typed bodies to register code | `lower` |
//! | the code of a whole program with its mutants inside | `linked`, `excerpt` |
//! | the machine's loop, operators, exceptions | `machine`, `operate`, `raise` |
//! | slots, the heap, pooled strings, field layout | `slot`, `heap`, `pool`, `layout` |
//! | the state of a run, and how far it may go | `state`, `limits` |
//! | test drivers, and whole runs of them | `driver`, `vm` |
//! | all mutants of a test at once | `simulate`, `speculate`, `mutant_set` |
//! | proof that a run never ends | `divergence`, `guides`, `leap` |
//! | the library's native methods | `native`, `natives` |
//! | classes of class files | `compiled` |
//! | class initialisation | `image`, `initializers`, `ground`, `sharing`, `class_state` |
//! | the outcome of a run, and the reading of states | `outcome`, `observe`, `view` |
//! | what a test asserts, and whose text a message is | `checks`, `messages` |
//! | values that a run compares | `comparands` |
//! | identity hash codes, the machine that a run is told of | `hashes`, `hosts` |
//! | tables for many threads | `memories`, `grown` |

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
