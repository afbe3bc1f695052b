//! What people and other tools read (DESIGN §§10, 12): text, JSON, JUnit.
//!
//! | looking for | file |
//! | --- | --- |
//! | `report.json` | `json` |
//! | from a session to a report, several reports as one | `assemble`, `merge` |
//! | whether a report adds up | `audit` |
//! | tests of several classes in one JVM | `company` |
//! | the text report, the kill matrix | `text`, `matrix`, `table` |
//! | lists of mutants and labels | `list`, `labels`, `mcdc` |
//! | JUnit classes | `junit`, `checks` |
//! | engines compared | `comparison` |
//! | `explain`: what is known, why, and the search | `known`, `explanation`, `equivalence`, `decided`, `search` |
//! | a mutant, a variable, a term for a reader | `change`, `names`, `words`, `count`, `share` |
//! | graphs and their drawing | `graphs`, `drawing`, `svg` |
//! | bounds on suites, goals reached together | `cover`, `lower_bound`, `collapse` |
//! | JaCoCo's missed branches, methods processed | `jacoco`, `processed` |
//! | writing files | `file` |

pub mod assemble;
pub mod audit;
pub mod change;
pub mod checks;
pub mod collapse;
pub mod company;
pub mod comparison;
pub mod count;
pub mod cover;
pub mod decided;
pub mod drawing;
pub mod equivalence;
pub mod explanation;
pub mod file;
pub mod graphs;
pub mod jacoco;
pub mod json;
pub mod junit;
pub mod known;
pub mod labels;
pub mod list;
pub mod lower_bound;
pub mod matrix;
pub mod mcdc;
pub mod merge;
mod names;
pub mod processed;
pub mod search;
pub mod share;
pub mod svg;
pub mod table;
pub mod text;
mod words;
