//! Labels of coverage criteria in a report: what is said of their versions, in the words of coverage. Mutants and labels are
//! one list to whoever finds tests and proofs; here they part, and so do their scores.

use std::collections::BTreeSet;
use std::sync::Arc;

use indexmap::IndexMap;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value, json};

use crate::mutate::mutant::{Label, Mutant};
use crate::report::count::count;
use crate::report::json::{KillKind, MutantReport, Report, SpanReport, VerdictKind, VerdictReport};
use crate::report::list;
use crate::report::mcdc::{self, WayReport};
use crate::report::table::{Align, Table};
use crate::sema::program::Program;
use crate::syntax::tree::Span;

/// A label of a criterion: a place and a condition.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, JsonSchema)]
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
    /// Of a label of MC/DC: on which way its decision is evaluated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub way: Option<WayReport>,
    /// Why nothing is tried for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excluded: Option<String>,
    /// The version of its method that plants a trap at the place.
    pub version: VersionReport,
    /// Absent where only labels were asked for. To cover a label is to kill its version: the words of coverage are those of the
    /// JSON alone.
    #[serde(
        flatten,
        default,
        skip_serializing_if = "Option::is_none",
        serialize_with = "in_words_of_coverage",
        deserialize_with = "from_words_of_coverage"
    )]
    #[schemars(schema_with = "schema_in_words_of_coverage")]
    pub verdict: Option<VerdictReport>,
}

/// Putting `replacement` in place of the text of `span` gives the source with the trap.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, JsonSchema)]
pub struct VersionReport {
    pub span: SpanReport,
    pub original: String,
    pub replacement: String,
}

/// What is said of a label: [`VerdictKind`] in the words of coverage.
const WORDS: [(VerdictKind, &str); 4] = [
    (VerdictKind::Killed, "covered"),
    (VerdictKind::Equivalent, "infeasible"),
    (VerdictKind::EquivalentUpTo, "infeasible_up_to"),
    (VerdictKind::Undecided, "undecided"),
];

/// Of what is proven, for which runs, is said as well.
fn in_words_of_coverage<S: Serializer>(
    verdict: &Option<VerdictReport>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let Some(verdict) = verdict else { return ().serialize(serializer) };
    let Value::Object(mut fields) = serde_json::to_value(verdict).map_err(S::Error::custom)? else {
        return Err(S::Error::custom("a verdict has fields"));
    };
    fields.shift_remove("kill");
    fields.insert("verdict".to_owned(), word(verdict.verdict).into());
    if let Some(scope) = Scope::of(verdict) {
        fields.insert("scope".to_owned(), serde_json::to_value(scope).map_err(S::Error::custom)?);
    }
    fields.serialize(serializer)
}

fn from_words_of_coverage<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<VerdictReport>, D::Error> {
    let mut fields = Map::deserialize(deserializer)?;
    let Some(said) = fields.get("verdict") else { return Ok(None) };
    let kind = WORDS.iter().find(|(_, word)| said == word).map(|(kind, _)| *kind);
    let kind = kind.ok_or_else(|| D::Error::custom(format!("{said} is no verdict of a label")))?;
    let kill = (kind == VerdictKind::Killed).then_some(KillKind::Trap);
    fields.insert("verdict".to_owned(), serde_json::to_value(kind).map_err(D::Error::custom)?);
    fields.insert("kill".to_owned(), serde_json::to_value(kill).map_err(D::Error::custom)?);
    serde_json::from_value(Value::Object(fields)).map(Some).map_err(D::Error::custom)
}

/// What [`in_words_of_coverage`] writes; nothing of it where labels were only listed.
fn schema_in_words_of_coverage(generator: &mut SchemaGenerator) -> Schema {
    let mut schema = VerdictReport::json_schema(generator);
    let words: Vec<&str> = WORDS.iter().map(|(_, word)| *word).collect();
    if let Some(fields) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        fields.shift_remove("kill");
        fields.insert("verdict".to_owned(), json!({ "type": "string", "enum": words }));
        fields.insert("scope".to_owned(), generator.subschema_for::<Scope>().into());
    }
    schema.remove("required");
    schema
}

const fn word(kind: VerdictKind) -> &'static str {
    match kind {
        VerdictKind::Killed => WORDS[0].1,
        VerdictKind::Equivalent => WORDS[1].1,
        VerdictKind::EquivalentUpTo => WORDS[2].1,
        VerdictKind::Undecided => WORDS[3].1,
    }
}

/// Of which runs a proof speaks.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// All states in which the method may be called.
    Method,
    /// All that the program's callers of a private method can bring about.
    Callers,
    /// All that drivers of the method can bring about.
    Drivers,
}

impl Scope {
    /// Of what is proven.
    fn of(verdict: &VerdictReport) -> Option<Self> {
        if !matches!(verdict.verdict, VerdictKind::Equivalent | VerdictKind::EquivalentUpTo) {
            return None;
        }
        Some(match (&verdict.callers, verdict.frames.is_some() || verdict.inputs.is_some()) {
            (Some(_), _) => Self::Callers,
            (None, true) => Self::Drivers,
            (None, false) => Self::Method,
        })
    }
}

/// How far a criterion is reached.
#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq, JsonSchema)]
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
            VerdictKind::Killed => &mut self.covered,
            VerdictKind::Equivalent => &mut self.infeasible,
            VerdictKind::EquivalentUpTo => &mut self.infeasible_up_to,
            VerdictKind::Undecided => &mut self.undecided,
        } += 1;
    }
}

/// The criterion of an id: what stands behind its last `/`, without the number.
fn criterion(id: &str) -> Option<String> {
    let (_, short) = id.rsplit_once('/')?;
    Some(short.rsplit_once('_')?.0.to_lowercase())
}

const PAIRS: &str = "mcdc";

/// How far each criterion is reached, in the order in which the labels name them. A label with aliases counts under each
/// criterion as often as it names it.
pub fn coverage(labels: &[LabelReport]) -> IndexMap<String, CoverageReport> {
    let mut coverage: IndexMap<String, CoverageReport> = IndexMap::new();
    for label in labels {
        let names = std::iter::once(&label.id).chain(&label.aliases);
        for criterion in names.filter_map(|name| criterion(name)) {
            let row = coverage.entry(criterion.clone()).or_default();
            // What MC/DC counts are the conditions, each of which several ways together show.
            if label.way.is_none() || criterion != PAIRS {
                row.add(label);
            }
        }
    }
    if let Some(row) = coverage.get_mut(PAIRS) {
        mcdc::count(&mcdc::shown(labels), row);
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
    let span = |span: Span| SpanReport { start: source.position(span.start), end: source.position(span.end) };
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
        way: label.way.as_ref().map(|way| {
            let text = |at: Span| list::shown(source.slice(at));
            mcdc::way(way, span, text)
        }),
        excluded: version.unsupported.clone(),
        version: VersionReport {
            span: span(version.span),
            original: version.original.clone(),
            replacement: version.replacement.clone(),
        },
        verdict: None,
    }
}

/// An aligned table, a line each, and how many there are of each criterion; where proofs were sought, with what they say.
pub fn table(labels: &[LabelReport]) -> String {
    let is_judged = labels.iter().any(|label| label.verdict.is_some());
    let verdict = is_judged.then_some(("verdict", Align::Left));
    let columns = [("label", Align::Left), ("place", Align::Left)].into_iter().chain(verdict);
    let columns = columns.chain([("condition", Align::Left)]);
    let mut table = Table::of_columns(columns.map(|(name, align)| (name.to_owned(), align)).collect());
    for label in labels {
        let also: Vec<&str> = label.aliases.iter().filter_map(|id| id.rsplit('/').next()).collect();
        let mut predicate = label.predicate.clone();
        if !also.is_empty() {
            predicate += &format!("  (also {})", also.join(", "));
        }
        if let Some(why) = &label.excluded {
            predicate += &format!("  (left out: {why})");
        }
        let verdict = is_judged.then(|| label.verdict.as_ref().map_or_else(String::new, in_words));
        let row = [label.id.clone(), place(label)].into_iter().chain(verdict).chain([predicate]);
        table.row(row.collect());
    }
    let of = coverage(labels);
    let counts = of.iter().map(|(criterion, of)| {
        let all = count(of.labels, "label");
        let proven = [(of.infeasible, "infeasible"), (of.infeasible_up_to, "infeasible up to a bound")];
        let undecided = is_judged.then_some((of.undecided, "undecided"));
        let parts = proven.into_iter().chain(undecided).filter(|&(n, _)| n > 0);
        let parts: String = parts.map(|(n, what)| format!(", {n} {what}")).collect();
        format!("{criterion}: {all}{parts}")
    });
    format!("{table}{}\n", counts.collect::<Vec<_>>().join("; "))
}

fn in_words(verdict: &VerdictReport) -> String {
    match (verdict.verdict, &verdict.bound) {
        (VerdictKind::EquivalentUpTo, Some(bound)) => format!("infeasible up to {bound}"),
        (kind, _) => word(kind).replace('_', " "),
    }
}

/// `File.java:3:12`.
pub fn place(label: &LabelReport) -> String {
    let at = label.span.start;
    format!("{}:{}:{}", label.file, at.line, at.column)
}

impl LabelReport {
    /// Of what is proven: for which runs.
    pub fn scope(&self) -> Option<Scope> {
        self.verdict.as_ref().and_then(Scope::of)
    }

    pub fn is(&self, kind: VerdictKind) -> bool {
        self.verdict.as_ref().is_some_and(|verdict| verdict.verdict == kind)
    }

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
            verdict: self.verdict.clone(),
        }
    }
}

/// Labels as the versions that they are, beside the mutants: for whoever tries them.
pub fn as_versions(mut report: Report) -> Report {
    report.mutants.extend(report.labels.iter().map(LabelReport::as_mutant));
    report.labels.clear();
    report.coverage.clear();
    report.mcdc.clear();
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
                let verdict = entry.verdict;
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
    sum_up(report);
}

/// What follows from the labels.
pub fn sum_up(report: &mut Report) {
    report.coverage = coverage(&report.labels);
    report.mcdc = mcdc::shown(&report.labels);
}
