//! What formulas over whole calls took: how large they are, and each answer of the solver (Riener, Bloem, Fey, Table I, Figs. 4 and 5).

use serde::{Deserialize, Serialize};

use crate::symbolic::incremental::FoundModel;

/// Of the formulas of a pass; as reports have it.
#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq, Eq, schemars::JsonSchema)]
pub struct FormulaCounts {
    /// Those that were opened.
    pub formulas: u64,
    /// Of these, so many in which the solver chooses the fault.
    #[serde(default)]
    pub chunks: u64,
    /// Nodes of the original's graphs, and of the ones with all faults in them.
    pub nodes: u64,
    pub meta_nodes: u64,
    /// Faults that the formulas speak of; of these, so many stand beside the graph in one of their own.
    pub faults: u64,
    pub beside: u64,
    /// Models whose run did not kill.
    pub spurious: u64,
    /// Faults that were asked for by their number, since an answer about all took too long.
    pub alone: u64,
    /// The effort for each model, in the order in which they were found.
    pub solves: Vec<u64>,
    /// The effort for the answers that there is no model, and for those that were not given.
    pub refutations: u64,
    pub unanswered: u64,
}

impl FormulaCounts {
    pub fn add(&mut self, other: &Self) {
        self.formulas += other.formulas;
        self.chunks += other.chunks;
        self.nodes += other.nodes;
        self.meta_nodes += other.meta_nodes;
        self.faults += other.faults;
        self.beside += other.beside;
        self.spurious += other.spurious;
        self.alone += other.alone;
        self.solves.extend(&other.solves);
        self.refutations += other.refutations;
        self.unanswered += other.unanswered;
    }

    /// An answer, and what it took.
    pub fn count(&mut self, found: &FoundModel, effort: u64) {
        match found {
            FoundModel::Values { .. } => self.solves.push(effort),
            FoundModel::Nothing => self.refutations += effort,
            FoundModel::Unknown => self.unanswered += effort,
        }
    }

    /// The effort of all answers.
    pub fn effort(&self) -> u64 {
        self.solves.iter().sum::<u64>() + self.refutations + self.unanswered
    }
}
