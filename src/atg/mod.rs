//! Automatic test generation as a whole (DESIGN §9, dissertation ch. 5): passes of engines one after another,
//! then compaction.
//!
//! | looking for | file |
//! | --- | --- |
//! | the engines that a user can choose, and the passes of each | `engines` |
//! | one run of an engine, and what it depends on | `system` |
//! | what each pass may spend, as reports show it | `limits` |
//! | the passes one after another, the table of passes | `plan` |
//! | reverse-order compaction | `compaction` |
//! | the fewest tests that kill all | `cover` |
//! | tests that take the place of several | `merging` |
//! | statements and values that a test does without | `pruning` |
//! | what each advanced method of the D-algorithm is worth | `ablation` |

pub mod ablation;
pub mod compaction;
mod cover;
pub mod engines;
mod limits;
mod merging;
pub mod plan;
mod pruning;
pub mod system;
