//! Regions of analysis and local equivalence (DESIGN §7; dissertation ch. 2): the least region around a mutant, its
//! projection onto the mutant, the question whether both do the same there, and the region's expansion.

pub mod align;
mod atoms;
pub mod bounded;
pub mod callers;
pub mod check;
mod discharge;
mod duplicates;
pub mod excited;
pub mod facts;
mod idle;
mod inlined;
mod lengths;
pub mod local;
mod lockstep;
pub mod method;
pub mod mroa;
mod objects;
pub mod original;
pub mod proof;
mod relational;
pub mod study;
mod unread;
