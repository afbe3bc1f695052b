//! Labels of coverage criteria in a report: what is said of their versions, in the words of coverage. Mutants and labels are
//! one list to whoever finds tests and proofs; here they part, and so do their scores.

use std::collections::BTreeSet;
use std::sync::Arc;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::mutate::mutant::{Label, Mutant};
use crate::report::count::count;
use crate::report::json::{
    KillKind, MutantReport, Report, SpanReport, VerdictKind, VerdictReport, flattened_if_any,
};
use crate::report::list;
use crate::report::table::{Align, Table};
use crate::sema::program::Program;

/// A label of a criterion: a place and a condition.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct LabelReport {
    pub id: String,
    /// Names of the same label under other criteria, or twice under one.
    pub aliases: Vec<String>,
    /// Those that ask for it, as the command line has them.
    pub criteria: Vec<String>,
    pub method: String,
    pub file: String,
    /// The place.
    pub span: SpanReport,
    /// The condition, as a person reads it.
    pub predicate: String,
    /// Why nothing is tried for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excluded: Option<String>,
    /// The version of its method that plants a trap at the place.
    pub version: VersionReport,
    /// Absent where only labels were asked for.
    #[serde(
        flatten,
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "flattened_if_any"
    )]
    pub verdict: Option<LabelVerdict>,
}

/// Putting `replacement` in place of the text of `span` gives the source with the trap.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct VersionReport {
    pub span: SpanReport,
    pub original: String,
    pub replacement: String,
}

/// As of a mutant, in the words of coverage.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct LabelVerdict {
    pub verdict: LabelVerdictKind,
    /// Of `infeasible_up_to`.
    pub bound: Option<u64>,
    /// Of `undecided`: why.
    pub reason: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason_kind: Option<String>,
    /// The pass that decided.
    pub pass: Option<String>,
    /// Of what is proven: for which states.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<Scope>,
    /// As of a mutant that is equivalent.
    pub depth: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frames: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inputs: Option<u64>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub closed_world: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub callers: Option<Vec<String>>,
    /// The tests of the final suite that cover it.
    pub tests: Vec<Arc<str>>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "snake_case")]
pub enum LabelVerdictKind {
    Covered,
    Infeasible,
    InfeasibleUpTo,
    Undecided,
}

/// Of which runs a proof speaks.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// All states in which the method may be called.
    Method,
    /// All that the program's callers of a private method can bring about.
    Callers,
    /// All that drivers of the method can bring about.
    Drivers,
}

/// How far a criterion is reached.
#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq)]
pub struct CoverageReport {
    pub labels: usize,
    pub covered: usize,
    pub infeasible: usize,
    pub infeasible_up_to: usize,
    pub undecided: usize,
    /// Those among the undecided for which no version stands.
    #[serde(default)]
    pub excluded: usize,
    /// Covered / (labels − infeasible); `null` where there is none to cover.
    pub score: Option<f64>,
}

impl CoverageReport {
    fn add(&mut self, label: &LabelReport) {
        self.labels += 1;
        self.excluded += usize::from(label.excluded.is_some());
        let Some(verdict) = &label.verdict else { return };
        *match verdict.verdict {
            LabelVerdictKind::Covered => &mut self.covered,
            LabelVerdictKind::Infeasible => &mut self.infeasible,
            LabelVerdictKind::InfeasibleUpTo => &mut self.infeasible_up_to,
            LabelVerdictKind::Undecided => &mut self.undecided,
        } += 1;
    }
}

/// The criterion of an id: what stands behind its last `/`, without the number.
fn criterion(id: &str) -> Option<String> {
    let (_, short) = id.rsplit_once('/')?;
    Some(short.rsplit_once('_')?.0.to_lowercase())
}

/// How far each criterion is reached, in the order in which the labels name them. A label with aliases counts under each
/// criterion as often as it names it.
pub fn coverage(labels: &[LabelReport]) -> IndexMap<String, CoverageReport> {
    let mut coverage: IndexMap<String, CoverageReport> = IndexMap::new();
    for label in labels {
        let names = std::iter::once(&label.id).chain(&label.aliases);
        for criterion in names.filter_map(|name| criterion(name)) {
            coverage.entry(criterion).or_default().add(label);
        }
    }
    for row in coverage.values_mut() {
        let feasible = row.labels - row.infeasible;
        row.score = (feasible > 0).then(|| row.covered as f64 / feasible as f64);
    }
    coverage
}

/// The label's record, without a verdict.
pub fn record(program: &Program, version: &Mutant, label: &Label) -> LabelReport {
    let source = list::source_of(program, version);
    let span = |span: crate::syntax::tree::Span| SpanReport {
        start: source.position(span.start),
        end: source.position(span.end),
    };
    let mut criteria: Vec<String> = Vec::new();
    for criterion in version.names().filter_map(criterion) {
        if !criteria.contains(&criterion) {
            criteria.push(criterion);
        }
    }
    LabelReport {
        id: version.id.clone(),
        aliases: version.aliases.clone(),
        criteria,
        method: program.method_name(version.method),
        file: source.path.display().to_string(),
        span: span(label.span),
        predicate: label.predicate.clone(),
        excluded: version.unsupported.clone(),
        version: VersionReport {
            span: span(version.span),
            original: version.original.clone(),
            replacement: version.replacement.clone(),
        },
        verdict: None,
    }
}

/// An aligned table, a line each, and how many there are of each criterion.
pub fn table(labels: &[LabelReport]) -> String {
    let mut table = Table::new([("label", Align::Left), ("place", Align::Left), ("condition", Align::Left)]);
    for label in labels {
        let also: Vec<&str> = label.aliases.iter().filter_map(|id| id.rsplit('/').next()).collect();
        let mut predicate = label.predicate.clone();
        if !also.is_empty() {
            predicate += &format!("  (also {})", also.join(", "));
        }
        if let Some(why) = &label.excluded {
            predicate += &format!("  (left out: {why})");
        }
        table.row(vec![label.id.clone(), place(label), predicate]);
    }
    let of = coverage(labels);
    let counts = of.iter().map(|(criterion, of)| format!("{criterion}: {}", count(of.labels, "label")));
    format!("{table}{}\n", counts.collect::<Vec<_>>().join("; "))
}

/// `File.java:3:12`.
pub fn place(label: &LabelReport) -> String {
    let at = label.span.start;
    format!("{}:{}:{}", label.file, at.line, at.column)
}

fn verdict(of: VerdictReport) -> LabelVerdict {
    let VerdictReport { verdict, bound, reason, reason_kind, pass, depth, frames, inputs, .. } = of;
    let VerdictReport { closed_world, callers, tests, .. } = of;
    let is_proven = matches!(verdict, VerdictKind::Equivalent | VerdictKind::EquivalentUpTo);
    let scope = match (&callers, frames.is_some() || inputs.is_some()) {
        (Some(_), _) => Scope::Callers,
        (None, true) => Scope::Drivers,
        (None, false) => Scope::Method,
    };
    LabelVerdict {
        verdict: match verdict {
            VerdictKind::Killed => LabelVerdictKind::Covered,
            VerdictKind::Equivalent => LabelVerdictKind::Infeasible,
            VerdictKind::EquivalentUpTo => LabelVerdictKind::InfeasibleUpTo,
            VerdictKind::Undecided => LabelVerdictKind::Undecided,
        },
        bound,
        reason,
        reason_kind,
        pass,
        scope: is_proven.then_some(scope),
        depth,
        frames,
        inputs,
        closed_world,
        callers,
        tests,
    }
}

impl LabelReport {
    /// As the version that it is.
    pub fn as_mutant(&self) -> MutantReport {
        let VersionReport { span, original, replacement } = self.version.clone();
        MutantReport {
            id: self.id.clone(),
            aliases: self.aliases.clone(),
            operator: self.criteria.first().cloned().unwrap_or_default().to_uppercase(),
            method: self.method.clone(),
            span,
            original,
            replacement,
            file: self.file.clone(),
            same_as: None,
            verdict: self.verdict.as_ref().map(as_of_mutant),
        }
    }
}

fn as_of_mutant(of: &LabelVerdict) -> VerdictReport {
    let of = of.clone();
    let (verdict, kill) = match of.verdict {
        LabelVerdictKind::Covered => (VerdictKind::Killed, Some(KillKind::Trap)),
        LabelVerdictKind::Infeasible => (VerdictKind::Equivalent, None),
        LabelVerdictKind::InfeasibleUpTo => (VerdictKind::EquivalentUpTo, None),
        LabelVerdictKind::Undecided => (VerdictKind::Undecided, None),
    };
    VerdictReport {
        verdict,
        bound: of.bound,
        reason: of.reason,
        reason_kind: of.reason_kind,
        kill,
        pass: of.pass,
        depth: of.depth,
        frames: of.frames,
        inputs: of.inputs,
        closed_world: of.closed_world,
        callers: of.callers,
        region: None,
        tests: of.tests,
    }
}

/// Labels as the versions that they are, beside the mutants: for whoever tries them.
pub fn as_versions(mut report: Report) -> Report {
    report.mutants.extend(report.labels.iter().map(LabelReport::as_mutant));
    report.labels.clear();
    report.coverage.clear();
    for test in &mut report.tests {
        test.kills.append(&mut test.covers);
    }
    report
}

/// Takes the labels out of a report whose mutants are these versions, in their order.
pub fn part(report: &mut Report, program: &Program, versions: &[Mutant]) {
    if versions.iter().all(|version| version.label.is_none()) {
        return;
    }
    let mut mutants = Vec::new();
    let mut ids: BTreeSet<Arc<str>> = BTreeSet::new();
    for (entry, version) in std::mem::take(&mut report.mutants).into_iter().zip(versions) {
        match &version.label {
            None => mutants.push(entry),
            Some(label) => {
                ids.insert(entry.id.as_str().into());
                let verdict = entry.verdict.map(verdict);
                report.labels.push(LabelReport { verdict, ..record(program, version, label) });
            }
        }
    }
    report.mutants = mutants;
    for test in &mut report.tests {
        let (covers, kills) = std::mem::take(&mut test.kills).into_iter().partition(|id| ids.contains(id));
        (test.covers, test.kills) = (covers, kills);
        test.hangs.retain(|id| !ids.contains(id));
    }
    report.coverage = coverage(&report.labels);
}
