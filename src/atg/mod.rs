//! Automatic test generation as a whole (DESIGN §9, dissertation ch. 5): passes of engines one after another,
//! then compaction.

pub mod ablation;
pub mod compaction;
mod cover;
mod merging;
pub mod plan;
mod pruning;
pub mod system;
