//! Goals (DESIGN §15): what a suite is to reach: mutants, and labels of coverage criteria.
//!
//! A *label* is a place and a condition (Bardin, Kosmatov, Cheynier: "Efficient leveraging of symbolic execution to advanced
//! coverage criteria", ICST 2014): a test covers it if its run comes to the place with the condition true. Here it is a
//! version of its method which plants a trap there (`library/jatpg/Trap.java`) and changes nothing else. To cover it is to
//! kill that version, and it is infeasible if that version is equivalent: so whatever finds tests or proofs for mutants does so
//! for labels, and knows no difference. What a criterion asks for is a labelling function, a file in `criteria`.
//!
//! | looking for | file |
//! | --- | --- |
//! | from methods to goals | `seed` |
//! | the table of criteria | `criterion` |
//! | a criterion's labels | `criteria` |
//! | a version with a trap | `plant`, `around` |
//! | a condition written as text; comments that ask for one, and files | `graft`, `wishes`, `asked` |
//! | a decision and the ways through it | `decision` |
//! | labels for other tools, reports of JaCoCo | `instrument`, `jacoco` |

mod around;
pub mod asked;
mod criteria;
pub mod criterion;
mod decision;
mod graft;
pub mod instrument;
pub mod jacoco;
mod plant;
mod seed;
mod wishes;

pub use criterion::{CRITERIA, CriterionSet};
pub use seed::{Goals, GoalsError, MUTATION, USUAL};
