//! Regions of analysis and local equivalence (DESIGN §7; dissertation ch. 2): the least region around a mutant, its
//! projection onto the mutant, the question whether both do the same there, and the region's expansion.
//!
//! What all work with is a *workbench*; each way to prove is a *rule* in a file of its own; and one table has the rules in the
//! order in which they are tried, with what each may cost.
//!
//! | looking for | file |
//! | --- | --- |
//! | what is found, and how it was proven | `proof` |
//! | the table of rules, what a rule is | `rules` |
//! | the check of one mutant: the loop over the rules | `local` |
//! | what rules work with: terms, asker, graphs, facts, effort | `workbench`, `kept` |
//! | a question asked, calls followed | `discharge`, `inlined` |
//! | the minimal region, its expansion | `mroa` |
//! | a region's projection onto the mutant | `align` |
//! | rule: a region as it stands; why that is enough | `regions`, `check` |
//! | rule: loops unrolled, by growing bounds; one bound | `bounded`, `at_bound` |
//! | rule: only where the fault is excited | `excited` |
//! | rule: short arrays | `lengths` |
//! | rules: loops that differ | `lockstep`, `idle` |
//! | two versions whose loops have other shapes | `relational` |
//! | what only callers or the whole program show | `callers`, `objects`, `unread` |
//! | one method's mutants, all mutants of methods | `method`, `study` |
//! | what all checks of one original share | `original` |
//! | facts that hold in every run | `facts`, `atoms` |
//! | mutants that are one another's copies | `duplicates` |

pub mod align;
mod at_bound;
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
mod kept;
mod lengths;
pub mod local;
mod lockstep;
pub mod method;
pub mod mroa;
mod objects;
pub mod original;
pub mod proof;
mod regions;
pub mod relational;
mod rules;
pub mod study;
mod unread;
pub mod workbench;
