//! The table of criteria. To add one, add a row.

use crate::goal::criteria::{combinations, conditions, decisions, errors, inputs, statements, weak};
use crate::goal::plant::Plan;

/// One coverage criterion.
#[derive(Debug)]
pub struct Criterion {
    /// As in the ids of its labels; in lower case on the command line.
    pub name: &'static str,
    pub description: &'static str,
    /// Proposes the labels of one method, in the order of the source.
    pub(super) find: fn(&mut Plan<'_, '_>),
}

/// The criterion of labels of somebody's own.
pub(super) const USER: &str = "USER";

/// In the order in which labels are made: where two are the same version, the earlier row names it.
#[rustfmt::skip]
pub static CRITERIA: [Criterion; 16] = [
    row("FC", "each method is called", statements::fc),
    row("IC", "each statement is reached", statements::ic),
    row("DC", "each decision has both outcomes: whole conditions, switch groups, loops over elements", decisions::dc),
    row("CC", "each part of a condition has both values, as JaCoCo counts branches; switch groups, loops over elements", conditions::cc),
    row("DCC", "dc and cc together", conditions::dcc),
    row("MCC", "each way on which a decision is evaluated, of up to six conditions", combinations::mcc),
    row("MCDC", "each condition is shown to decide alone: two ways that differ in it and in the outcome", combinations::mcdc),
    row("GACC", "each condition has both values where it alone decides", combinations::gacc),
    row("GICC", "each condition has both values where it does not decide, with both outcomes of the decision", combinations::gicc),
    row("WM", "what a statement computes differs from a mutant of AOIU, AORB, COR or ROR", weak::wm),
    row("IDC", "each class of values of each parameter: signs, ends, null, lengths", inputs::idc),
    row("RTE", "each step that may throw does: null, index, division, cast, size; each throw", errors::rte),
    row("LIMIT", "both sides of each border between integers, and the border", combinations::limit),
    row("SCC", "each part of a condition has both values at its decision, whether it is evaluated or not, where no part has an effect or can throw; elsewhere as cc", combinations::scc),
    row("SMCC", "all parts of a condition have each combination of values at its decision, evaluated or not, where none has an effect or can throw", combinations::smcc),
    row(USER, "what a comment `//@ label CONDITION` in front of a statement asks for, or a line of a file of labels", inputs::user),
];

const fn row(name: &'static str, description: &'static str, find: fn(&mut Plan<'_, '_>)) -> Criterion {
    Criterion { name, description, find }
}

/// The names as the command line has them, with commas between them.
pub fn names() -> String {
    CRITERIA.iter().map(|criterion| criterion.name.to_lowercase()).collect::<Vec<_>>().join(", ")
}

/// The criteria that a user chose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CriterionSet {
    chosen: [bool; CRITERIA.len()],
}

impl CriterionSet {
    pub const fn all() -> Self {
        Self { chosen: [true; CRITERIA.len()] }
    }

    /// Whether there is a criterion of this name.
    pub(super) fn add(&mut self, name: &str) -> bool {
        let found = CRITERIA.iter().position(|criterion| criterion.name.eq_ignore_ascii_case(name));
        if let Some(at) = found {
            self.chosen[at] = true;
        }
        found.is_some()
    }

    /// In the order of the table.
    pub fn criteria(&self) -> impl Iterator<Item = &'static Criterion> {
        CRITERIA.iter().zip(self.chosen).filter(|(_, chosen)| *chosen).map(|(criterion, _)| criterion)
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.criteria().any(|criterion| criterion.name == name)
    }

    pub fn is_empty(&self) -> bool {
        !self.chosen.contains(&true)
    }
}
