//! Mutants (DESIGN §4, OPERATORS.md): the standard small mistakes, each a patch of one place of one method.
//!
//! A method goes through: operators propose candidates ([`operators`]); those that are the original or an earlier
//! mutant as a tree are told apart ([`patch`]); those that javac would reject are dropped ([`validity`]); the
//! rest get their ids and their text ([`text`], [`roundtrip`]).
//!
//! | looking for | file |
//! | --- | --- |
//! | the table of operators, and each of them | `operator`, `operators` |
//! | from a method to its mutants | `generate` |
//! | what an operator sees and proposes | `context`, `candidate`, `walk`, `insert`, `groups` |
//! | which candidates javac accepts | `validity` |
//! | mutants as patches, and where the two versions differ | `mutant`, `patch`, `correspondence` |
//! | a mutant's text, checked | `text`, `roundtrip` |
//! | a method in which mutants are put in place and taken out | `bench` |
//! | the names by which a user means methods | `named` |

pub mod bench;
pub mod candidate;
pub mod context;
pub mod correspondence;
pub mod generate;
mod groups;
pub mod insert;
pub mod mutant;
pub mod named;
pub mod operator;
pub mod operators;
pub mod patch;
pub mod roundtrip;
pub mod text;
pub mod validity;
pub mod walk;
