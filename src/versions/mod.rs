//! Two versions of one method, in two files (DESIGN §12): equivalent, different, or undecided.
//!
//! The files become one program ([`merge`]): the new one stands beside the old one under other class names. What
//! stands for the same thing in both is related by name ([`relation`]), and the new version's code is put in
//! terms of the old file ([`translate`]): it is then one more version of the old method, as a mutant is, and both
//! the local checker and the interpreter take it as such ([`decide`]). What the new method calls and the old file has
//! not, or has otherwise, comes along as methods of their own, which the checker follows.
//!
//! Whatever cannot be related (a class or a field that only one version has, an initialiser or an overriding method
//! that differs) leaves the two undecided, and is named; so does what a run depends on without naming it ([`world`],
//! [`names`]):
//! no verdict rests on a guess of what corresponds.
//!
//! | looking for | file |
//! | --- | --- |
//! | the verdict | `decide` |
//! | two files as one program | `merge` |
//! | what stands for what | `relation`, `align`, `names`, `text` |
//! | the new code in terms of the old file | `translate` |
//! | the code that both lead to, and what a run depends on beside it | `reach`, `world` |
//! | several edits, one at a time | `steps` |
//! | an input that tells the two apart | `search` |
//! | what is said of it | `report` |

pub mod align;
pub mod decide;
pub mod merge;
mod names;
mod reach;
pub mod relation;
pub mod report;
mod search;
pub mod steps;
pub mod text;
pub mod translate;
mod world;
