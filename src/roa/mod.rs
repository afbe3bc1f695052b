//! Regions of analysis and local equivalence (DESIGN §7; dissertation ch. 2): the least region around a mutant, its
//! projection onto the mutant, the question whether both do the same there, and the region's expansion.
//!
//! | looking for | file |
//! | --- | --- |
//! | what is found, and how it was proven | `proof` |
//! | the minimal region, its expansion | `mroa` |
//! | a region's projection onto the mutant | `align` |
//! | the local check of a region | `check`, `discharge` |
//! | the local checker | `local` |
//! | one method's mutants, all mutants of methods | `method`, `study` |
//! | what all checks of one original share | `original`, `inlined` |
//! | facts that hold in every run | `facts`, `atoms` |
//! | loops unrolled, arrays bounded | `bounded`, `excited`, `lengths` |
//! | loops that differ | `lockstep`, `idle`, `relational` |
//! | what only callers or the whole program show | `callers`, `objects`, `unread` |
//! | mutants that are one another's copies | `duplicates` |

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
