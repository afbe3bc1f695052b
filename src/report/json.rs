//! The JSON that others rely on (DESIGN §12): `report.json`, `mutants --json`, and the tests that `simulate` and
//! `confirm` read back. Fields are added, never renamed; the order of everything is the order of the source.

use std::sync::Arc;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::engine::bmc::counts::FormulaCounts;
use crate::engine::explorer::PathCounts;
pub use crate::exec::vm::KillKind;
pub use crate::report::collapse::CollapseReport;
pub use crate::report::cover::CoverReport;
pub use crate::report::jacoco::JacocoReport;
pub use crate::report::labels::{CoverageReport, LabelReport};
pub use crate::report::lower_bound::LowerBoundReport;
pub use crate::report::mcdc::ShownReport;
use crate::roa::proof::ProofKind;
use crate::symbolic::question::Counts;
use crate::syntax::source::Position;

/// The version of the format: raised when a field changes its meaning.
pub const VERSION: u32 = 1;

/// The whole of `report.json`, and the output of `mutants --json`, `simulate --json`, `equivalent FILE --json`.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, JsonSchema)]
pub struct Report {
    pub version: u32,
    pub files: Vec<String>,
    /// Files of the call that could not be worked on, which `files` does not name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failed: Vec<FailedFile>,
    /// Classes whose run had not come to its end when this was written; none in a report of a whole run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unfinished: Vec<String>,
    /// Of the random draws, where there were any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    pub options: IndexMap<String, Value>,
    pub methods: Vec<MethodReport>,
    pub mutants: Vec<MutantReport>,
    /// Of coverage criteria, where any was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<LabelReport>,
    /// By criterion.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub coverage: IndexMap<String, CoverageReport>,
    /// Of MC/DC: which conditions are shown to decide alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mcdc: Vec<ShownReport>,
    /// By class: how few of the tests do that compaction saw, where it had a choice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cover: Vec<CoverReport>,
    /// By class: how few tests a suite may have at the least, where something is proven.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lower_bounds: Vec<LowerBoundReport>,
    /// Goals that the same calls reach, where that was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub collapsed: Vec<CollapseReport>,
    /// What became of the missed branches of a JaCoCo report that was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jacoco: Option<JacocoReport>,
    #[serde(default)]
    pub tests: Vec<TestReport>,
    /// The classes that tests use for want of an implementer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stubs: Vec<StubReport>,
    #[serde(default)]
    pub passes: Vec<PassReport>,
    /// Of `equivalent`: a row for each depth of the region of analysis.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub depths: Vec<DepthReport>,
    /// Of `equivalent`: how the questions were answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub questions: Option<Counts>,
    /// Killed / (mutants − equivalent), from 0 to 1; `null` where there is no mutant to kill.
    pub score: Option<f64>,
    /// Wall-clock seconds by name: the only part that differs from run to run.
    #[serde(default)]
    pub times: IndexMap<String, f64>,
}

/// The schema of [`Report`], made of the types that write it.
pub fn schema() -> Value {
    schemars::schema_for!(Report).into()
}

impl Report {
    /// Reads a report back; says what is wrong with one that this version cannot read.
    pub fn parse(text: &str) -> Result<Report, String> {
        #[derive(Deserialize)]
        struct Versioned {
            version: u32,
        }
        let broken = |error: serde_json::Error| format!("it is no report of jatpg: {error}");
        // A list could pass for the object's fields in their order.
        if !text.trim_start().starts_with('{') {
            let value: Value = serde_json::from_str(text).map_err(broken)?;
            let what =
                "an object with `version`, `mutants` and `tests`, as `generate` writes it to report.json";
            return Err(format!(
                "it is no report of jatpg: a report is {what}, and this is {}",
                kind(&value)
            ));
        }
        let Versioned { version } = serde_json::from_str(text).map_err(broken)?;
        if version != VERSION {
            return Err(format!("it is a report of version {version}; this jatpg reads version {VERSION}"));
        }
        serde_json::from_str(text).map_err(broken)
    }
}

/// What a JSON value is called.
const fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// A file that cannot be read or is no Java that jatpg understands.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, Eq, JsonSchema)]
pub struct FailedFile {
    pub file: String,
    /// As on standard error.
    pub error: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, JsonSchema)]
pub struct MethodReport {
    pub file: String,
    /// `a.b.Class.method(int,int)`
    pub name: String,
    /// The package of its class, empty for the unnamed one.
    #[serde(default)]
    pub package: String,
    pub supported: bool,
    /// `-m` names others: nothing was done with it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub left_alone: bool,
    /// What the method uses that the subset lacks, with its place.
    pub reason: Option<String>,
}

/// A class that implements what no class of the program does.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, JsonSchema)]
pub struct StubReport {
    pub name: String,
    pub package: String,
    /// Its declaration, for the inside of a test class.
    pub source: String,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, Eq, JsonSchema)]
pub struct SpanReport {
    #[schemars(with = "Place")]
    pub start: Position,
    #[schemars(with = "Place")]
    pub end: Position,
}

/// A [`Position`], for the schema alone: where it is declared nothing is known of schemas.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "its schema is all that it is for")]
struct Place {
    /// From 1.
    line: u32,
    /// In characters, from 1.
    column: u32,
    /// In bytes, from 0.
    offset: u32,
}

/// Putting `replacement` in place of the text of `span` gives the mutant's whole source.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, JsonSchema)]
pub struct MutantReport {
    pub id: String,
    /// Other operators' names for the same mutant.
    pub aliases: Vec<String>,
    pub operator: String,
    pub method: String,
    pub span: SpanReport,
    pub original: String,
    pub replacement: String,
    pub file: String,
    /// The first mutant that does the same in all states, where some does and it is not equivalent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_as: Option<String>,
    /// Absent where only mutants were asked for.
    #[serde(
        flatten,
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "flattened_if_any"
    )]
    pub verdict: Option<VerdictReport>,
}

/// Serde by itself takes a flattened part that it cannot read as absent.
fn flattened_if_any<'de, D, V>(deserializer: D) -> Result<Option<V>, D::Error>
where
    D: Deserializer<'de>,
    V: serde::de::DeserializeOwned,
{
    let rest = serde_json::Map::deserialize(deserializer)?;
    if !rest.contains_key("verdict") {
        return Ok(None);
    }
    serde_json::from_value(Value::Object(rest)).map(Some).map_err(D::Error::custom)
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, JsonSchema)]
pub struct VerdictReport {
    pub verdict: VerdictKind,
    /// Of `equivalent_up_to`.
    pub bound: Option<u64>,
    /// Of `undecided`: why.
    pub reason: Option<String>,
    /// Of an undecided mutant: the kind of what is in the way first, such as `search_effort` or `no_implementer`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason_kind: Option<String>,
    pub kill: Option<KillKind>,
    /// The pass that decided.
    pub pass: Option<String>,
    /// The depth of the region in which it was proven equivalent; `null` for the whole method, for its callers, and where a
    /// search or all inputs prove it.
    pub depth: Option<u32>,
    /// Where a search proves it: the time frames in which it was refuted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frames: Option<u32>,
    /// Where both versions were run on all inputs: how many these are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inputs: Option<u64>,
    /// The proof rests on which classes the program has.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub closed_world: bool,
    /// Of a private method that was looked at through what calls it: all that does; nothing calls it where it is empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub callers: Option<Vec<String>>,
    /// The region that shows it, or the last one that was looked at; of `equivalent` alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<RegionReport>,
    /// The tests of the final suite that kill it. A kill is told with the test and with the mutant: there can be millions.
    pub tests: Vec<Arc<str>>,
}

/// A region of analysis and the question about it.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, JsonSchema)]
pub struct RegionReport {
    /// `node` for the changed statement alone, the number of expansions, `global`, or `callers` for all that can call
    /// a private method.
    pub depth: String,
    /// Of a proof through callers: the depth of the largest region in one of them, around its call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_callers: Option<String>,
    /// What a proof shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofKind>,
    /// Its size.
    pub statements: usize,
    /// Variables that are read, and that are compared.
    pub inputs: usize,
    pub outputs: usize,
    /// Different terms in the question.
    pub question: usize,
}

/// One row of the table by depth (the dissertation's Table 2.1): means over the regions that were looked at.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, JsonSchema)]
pub struct DepthReport {
    /// As in [`RegionReport`].
    pub depth: String,
    pub checked: usize,
    pub roa_size: f64,
    pub inputs: f64,
    pub outputs: f64,
    pub expression_size: f64,
    /// Counted, in units of about one evaluated term.
    #[serde(default)]
    pub effort: f64,
    pub equivalent: usize,
    /// Of all that were proven at some depth; `null` where none was.
    pub share: Option<f64>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VerdictKind {
    Killed,
    Equivalent,
    EquivalentUpTo,
    Undecided,
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, JsonSchema)]
pub struct TestReport {
    pub id: String,
    /// The method under test.
    pub method: String,
    /// The package of its class, empty for the unnamed one.
    #[serde(default)]
    pub package: String,
    /// The top-level class that it is a test of, with its package, where that is another than its method's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// The driver as Java statements, the call under test last (`int result = Triangle.classify(3, 4, 5);`).
    pub inputs: Vec<String>,
    /// Following calls that read what the method under test left behind, as Java expressions.
    #[serde(default)]
    pub then: Vec<String>,
    pub outcome: OutcomeReport,
    /// The classes that test code imports: of the JDK those that its code names by their simple names, and of other packages of
    /// the program those that it names in full.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub imports: Vec<String>,
    /// What could be asserted and is not, since no kill needs it: numbers in the list of all that a test can assert.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<usize>,
    /// The mutants that this test kills, by id.
    pub kills: Vec<Arc<str>>,
    /// The labels that it covers, by id.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub covers: Vec<Arc<str>>,
    /// Those of them that do not end under this test (`diverges`, `step_limit`), whatever the mutant's strongest kill is.
    #[serde(default)]
    pub hangs: Vec<Arc<str>>,
    /// Those of them that only passed a limit (`step_limit`, `resource`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passes_limit: Vec<Arc<str>>,
}

impl TestReport {
    /// All code of it: the driver, the following calls, and what is asserted.
    pub fn code(&self) -> impl Iterator<Item = &str> {
        let driver = self.inputs.iter().chain(&self.then).map(String::as_str);
        let checks = self.outcome.checks.iter();
        driver.chain(checks.flat_map(|check| [Some(&*check.actual), check.expected.code()]).flatten())
    }
}

impl Expectation {
    /// The expression in it.
    pub fn code(&self) -> Option<&str> {
        match self {
            Self::Equals(code)
            | Self::ArrayEquals(code)
            | Self::Same(code)
            | Self::NotSame(code)
            | Self::Class(code)
            | Self::Throws { class: code, .. } => Some(code),
            Self::Null | Self::NotNull | Self::Done => None,
        }
    }
}

/// What the original does.
#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq, JsonSchema)]
pub struct OutcomeReport {
    /// The returned value as a Java expression; absent for `void` and where an exception left the method.
    pub value: Option<String>,
    /// The class of the exception that left the method.
    pub exception: Option<String>,
    /// The nearest superclass that the test's package may name, where it may not name the exception's class.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caught_as: Option<String>,
    /// Its message, where the program computes one: the text itself (for a person where it has lone surrogates; the
    /// checks have it then).
    pub message: Option<String>,
    /// What the whole driver wrote to `System.out`, following calls included: the text itself.
    pub out: String,
    pub err: String,
    /// All that a test asserts behind the call, in order.
    #[serde(default)]
    pub checks: Vec<Check>,
}

/// One assertion: `actual` is a Java expression over the driver's variables, `result`, and `thrown` (the exception
/// that left the method).
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, JsonSchema)]
pub struct Check {
    pub actual: String,
    pub expected: Expectation,
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Expectation {
    /// A primitive, string, or wrapper: a Java expression of the same type.
    Equals(String),
    /// A one-dimensional array of primitives or strings: a Java expression `new int[] {1, 2}`.
    ArrayEquals(String),
    /// The same object as another expression.
    Same(String),
    /// Another object than another expression.
    NotSame(String),
    Null,
    NotNull,
    /// The exact class of an object.
    Class(String),
    /// A following call that throws: the exact class and, where the program makes one, the message.
    Throws {
        class: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        caught_as: Option<String>,
        message: Option<String>,
    },
    /// A following call that gives nothing to look at, and ends.
    Done,
}

/// One row of the pass table; every figure is cumulative.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, JsonSchema)]
pub struct PassReport {
    pub name: String,
    pub score: Option<f64>,
    pub killed: usize,
    pub equivalent: usize,
    pub equivalent_up_to: usize,
    pub undecided: usize,
    pub tests: usize,
    /// The same of labels, where there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub labels: Option<LabelsOfPass>,
    /// Of a pass that searches for the test of a mutant by questions about regions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub locality: Option<LocalityReport>,
    /// Of a pass that looks at the paths of whole drivers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paths: Option<PathCounts>,
    /// Of a pass that has formulas over whole calls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formulas: Option<FormulaCounts>,
}

/// What is decided of the labels.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, PartialEq, Eq, JsonSchema)]
pub struct LabelsOfPass {
    pub covered: usize,
    pub infeasible: usize,
    pub infeasible_up_to: usize,
    pub undecided: usize,
}

/// How local the searches of a pass were: the places that the largest question of a search is about, beside those of
/// both versions of the driver in its frames, which a global question would be about.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, JsonSchema)]
pub struct LocalityReport {
    pub searched: usize,
    /// Those whose largest question assist has grown.
    pub grown: usize,
    /// Medians over the mutants searched for: places, and their share of the whole.
    pub question: f64,
    pub share: f64,
    /// The same of questions that assist has not grown.
    pub ungrown_question: f64,
    pub ungrown_share: f64,
    /// So far, by the local check of regions and by the search.
    pub killed_by_check: usize,
    pub killed_by_search: usize,
    pub proven_by_check: usize,
    pub proven_by_search: usize,
    pub mutants: Vec<SearchedMutant>,
}

/// How many mutants are decided so far, by the local check of regions and by the search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Decided {
    pub killed_by_check: usize,
    pub killed_by_search: usize,
    pub proven_by_check: usize,
    pub proven_by_search: usize,
}

impl LocalityReport {
    /// Of the mutants that were searched for.
    pub fn of(mutants: Vec<SearchedMutant>, decided: Decided) -> Self {
        let share = |places: usize, whole: usize| places as f64 / whole.max(1) as f64;
        let median = |of: &dyn Fn(&SearchedMutant) -> f64| {
            let mut values: Vec<f64> = mutants.iter().map(of).collect();
            values.sort_by(f64::total_cmp);
            values.get(values.len() / 2).copied().unwrap_or_default()
        };
        Self {
            searched: mutants.len(),
            grown: mutants.iter().filter(|m| m.question > m.ungrown).count(),
            question: median(&|m| m.question as f64),
            share: median(&|m| share(m.question, m.whole)),
            ungrown_question: median(&|m| m.ungrown as f64),
            ungrown_share: median(&|m| share(m.ungrown, m.whole)),
            killed_by_check: decided.killed_by_check,
            killed_by_search: decided.killed_by_search,
            proven_by_check: decided.proven_by_check,
            proven_by_search: decided.proven_by_search,
            mutants,
        }
    }
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, JsonSchema)]
pub struct SearchedMutant {
    pub id: String,
    /// Places of its largest question, of the largest that assist has not grown, and of the whole.
    pub question: usize,
    pub ungrown: usize,
    pub whole: usize,
}
