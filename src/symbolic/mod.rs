//! What code does, as terms: region summaries, and questions about them and how they are answered: simulate first,
//! solve last (DESIGN §6).
//!
//! | looking for | file |
//! | --- | --- |
//! | what a region does | `summary`, `paths`, `walk` |
//! | a question, and the ladder that answers it | `question` |
//! | before any search: facts, bounds, equalities | `facts`, `bounds`, `equalities` |
//! | concrete search | `search`, `pools`, `boundaries` |
//! | between search and solver | `cases`, `operands`, `orders` |
//! | terms as questions to solvers | `encode`, `smtlib` |
//! | circuits and SAT | `circuit` |
//! | whether a question can be satisfied | `solver`, `z3` |
//! | many answers from one formula | `incremental` |

mod boundaries;
pub mod bounds;
mod cases;
mod circuit;
pub mod encode;
pub mod equalities;
pub mod facts;
pub mod incremental;
mod operands;
pub mod orders;
pub mod paths;
mod pools;
pub mod question;
pub mod search;
pub mod smtlib;
pub mod solver;
pub mod summary;
pub mod walk;
mod z3;
