//! MC/DC in a report: which conditions are shown to decide alone.
//!
//! A condition of a decision is shown where some *pair* of ways is covered that differ in it and in the outcome, and in no other
//! condition that both evaluate (masking MC/DC, as it is for operators that do not evaluate all). It cannot be shown where each pair has a
//! way that is proven infeasible: then no suite covers both. Nothing else decides it.

use std::sync::Arc;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::mutate::mutant::Way;
use crate::report::json::{CoverageReport, LabelReport, SpanReport, VerdictKind};

/// The way that a label is of its decision.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, JsonSchema)]
pub struct WayReport {
    pub decision: SpanReport,
    /// The decision's conditions, with what each comes to; `null` where it is not evaluated.
    pub conditions: Vec<ConditionReport>,
    pub outcome: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, JsonSchema)]
pub struct ConditionReport {
    pub span: SpanReport,
    pub text: String,
    pub value: Option<bool>,
}

/// One condition, and what is known of it.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, JsonSchema)]
pub struct ShownReport {
    pub method: String,
    pub file: String,
    pub span: SpanReport,
    pub condition: String,
    pub verdict: Shown,
    /// The labels of the pairs that would show it, that which is covered or came furthest first.
    pub pairs: Vec<[Arc<str>; 2]>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Shown {
    Covered,
    Undecided,
    InfeasibleUpTo,
    Infeasible,
}

/// The way, with its texts.
pub fn way(
    way: &Way,
    span: impl Fn(crate::syntax::tree::Span) -> SpanReport,
    text: impl Fn(crate::syntax::tree::Span) -> String,
) -> WayReport {
    let condition = |&(at, value): &(crate::syntax::tree::Span, Option<bool>)| ConditionReport {
        span: span(at),
        text: text(at),
        value,
    };
    WayReport {
        decision: span(way.decision),
        conditions: way.atoms.iter().map(condition).collect(),
        outcome: way.outcome,
    }
}

impl WayReport {
    /// As [`Way::shows`].
    fn shows(&self, other: &Self) -> Option<usize> {
        if self.outcome == other.outcome {
            return None;
        }
        let both = self.conditions.iter().zip(&other.conditions);
        let mut different = both.enumerate().filter_map(|(n, (a, b))| {
            matches!((a.value, b.value), (Some(a), Some(b)) if a != b).then_some(n)
        });
        let only = different.next()?;
        different.next().is_none().then_some(only)
    }
}

/// A label with the way that it is.
type Labelled<'a> = (&'a LabelReport, &'a WayReport);

/// What is known of each condition of each decision that labels are ways of.
pub fn shown(labels: &[LabelReport]) -> Vec<ShownReport> {
    let mut decisions: IndexMap<(&str, &str, u32, u32), Vec<Labelled<'_>>> = IndexMap::new();
    for label in labels {
        let Some(way) = &label.way else { continue };
        let at = way.decision.start;
        decisions.entry((&label.file, &label.method, at.line, at.column)).or_default().push((label, way));
    }
    let mut all = Vec::new();
    for ways in decisions.values() {
        let Some((first, of_first)) = ways.first() else { continue };
        for (n, condition) in of_first.conditions.iter().enumerate() {
            let mut pairs = Vec::new();
            for (at, (a, of_a)) in ways.iter().enumerate() {
                for (b, of_b) in &ways[at + 1..] {
                    if of_a.shows(of_b) == Some(n) {
                        pairs.push((of_pair(a, b), [&a.id, &b.id].map(|id| Arc::from(id.as_str()))));
                    }
                }
            }
            pairs.sort_by_key(|(verdict, _)| *verdict);
            // Where no pair could show it, its value never matters to the outcome: no test shows that it does.
            let verdict = pairs.first().map_or(Shown::Infeasible, |(verdict, _)| *verdict);
            all.push(ShownReport {
                method: first.method.clone(),
                file: first.file.clone(),
                span: condition.span,
                condition: condition.text.clone(),
                verdict,
                pairs: pairs.into_iter().map(|(_, pair)| pair).collect(),
            });
        }
    }
    all
}

/// A pair is as far as the lesser of its ways: both covered, or one of them proven not to be there.
fn of_pair(a: &LabelReport, b: &LabelReport) -> Shown {
    let either = |kind| a.is(kind) || b.is(kind);
    if either(VerdictKind::Equivalent) {
        Shown::Infeasible
    } else if either(VerdictKind::EquivalentUpTo) {
        Shown::InfeasibleUpTo
    } else if a.is(VerdictKind::Killed) && b.is(VerdictKind::Killed) {
        Shown::Covered
    } else {
        Shown::Undecided
    }
}

/// Adds the conditions to what is counted.
pub fn count(shown: &[ShownReport], into: &mut CoverageReport) {
    for condition in shown {
        into.labels += 1;
        *match condition.verdict {
            Shown::Covered => &mut into.covered,
            Shown::Infeasible => &mut into.infeasible,
            Shown::InfeasibleUpTo => &mut into.infeasible_up_to,
            Shown::Undecided => &mut into.undecided,
        } += 1;
    }
}
