//! What people and other tools read (DESIGN §§10, 12): text, JSON, JUnit.

pub mod assemble;
pub mod audit;
pub mod change;
pub mod checks;
pub mod comparison;
pub mod count;
pub mod decided;
pub mod drawing;
pub mod equivalence;
pub mod explanation;
pub mod file;
pub mod graphs;
pub mod json;
pub mod junit;
pub mod known;
pub mod labels;
pub mod list;
pub mod matrix;
pub mod mcdc;
pub mod merge;
mod names;
pub mod processed;
pub mod search;
pub mod svg;
pub mod table;
pub mod text;
mod words;
