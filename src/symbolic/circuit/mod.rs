//! Questions over bits as circuits of gates, for a SAT solver: the last step of DESIGN §6 where no float is in the way.
//!
//! A question is small and comes by the thousand: Z3 takes 2 to 5 ms for most, and a circuit in which the two versions
//! share their gates is built and decided in a fraction of one. What is read is the text of
//! [`crate::symbolic::encode`], which certificates print: what is decided here is what others can confirm.
//!
//! - [`gates`]: each gate once, constants folded.
//! - [`words`]: the operations on words of gates, as SMT-LIB defines them.
//! - [`reader`]: the text of a question as gates.
//! - [`clauses`]: gates as clauses, and the solver.
//! - [`live`]: a formula of which more than one thing is asked.

mod clauses;
mod gates;
mod live;
mod reader;
mod words;

pub(super) use clauses::solve;
pub(super) use live::Live;

#[cfg(test)]
mod tests;
