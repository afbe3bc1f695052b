//! What can be said of a graph without running it (DESIGN §7; dissertation §2.3): who dominates whom, which
//! definition reaches which use, what depends on what, and what can affect an output at all.
//!
//! | looking for | file | dissertation |
//! | --- | --- | --- |
//! | dominators, post-dominators | `dominators` | §2.3.1 |
//! | loops, and whether a region is acyclic | `loops` | |
//! | control dependence | `control_dependence` | §2.3.5 |
//! | `def_12(x)`, `use_6(x)`, DU chains | `reaching_definitions` | §2.3.4 |
//! | the CDDG, PID, POD | `cddg` | §2.3.5.1 |
//! | what a call may read and write | `effects` | |
//! | the same of a method of a class file, and of its instructions | `compiled`, `bytecode` | |
//! | which values can affect an output (OROD) | `relevance` | §2.3.5.2 |
//! | bare graphs and their dominators, sets of ids | `flow`, `bits` | |
//! | random graphs that judge all this | `sketch` | |

pub mod bits;
mod bytecode;
pub mod cddg;
mod compiled;
pub mod control_dependence;
pub mod dominators;
pub mod effects;
mod flow;
pub mod loops;
pub mod reaching_definitions;
pub mod relevance;
#[cfg(test)]
pub mod sketch;
