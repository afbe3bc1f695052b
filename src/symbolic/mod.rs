//! What code does, as terms: region summaries, and questions about them and how they are answered: simulate first,
//! solve last (DESIGN §6).

mod boundaries;
pub mod bounds;
mod cases;
mod circuit;
pub mod encode;
pub mod equalities;
pub mod facts;
pub mod incremental;
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
