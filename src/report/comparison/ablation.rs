//! Tables 4.1 to 4.5: the D-algorithm with and without each of its advanced methods.

use std::fmt::Write;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::dalg::switches::Switch;
use crate::engine::pass::PassKind;
use crate::report::comparison::tables::{TIMES, first_line, section, table};
use crate::report::comparison::{Kind, Times};
use crate::report::count::count;
use crate::report::json::VERSION;
use crate::report::table::Table;
use crate::report::text::score;

/// All methods off.
pub const PREVIOUS: &str = PassKind::DPrevious.name();
/// All on.
pub const ALL: &str = PassKind::D.name();

/// A method alone.
pub fn alone(switch: Switch) -> String {
    format!("+{switch}")
}

/// All methods but one.
pub fn all_minus(switch: Switch) -> String {
    format!("-{switch}")
}

/// What came of one variant on one program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measured {
    /// Mutants for which a test was made.
    pub generated: usize,
    /// Mutants that some of these tests kills.
    pub killed: usize,
    pub questions: u64,
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct Ablation {
    pub version: u32,
    pub compares: Kind,
    pub seed: u64,
    pub options: IndexMap<String, Value>,
    pub variants: Vec<VariantOf>,
    pub programs: Vec<AblationRow>,
    /// All programs together, by variant.
    pub totals: Vec<VariantRow>,
    pub times: Times,
}

/// A variant and the switches that are on in it.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct VariantOf {
    pub name: String,
    pub switches: Vec<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct AblationRow {
    pub program: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    pub mutants: usize,
    /// Not proven equivalent by the local check, which is the same for all variants.
    pub not_equivalent: usize,
    pub variants: Vec<VariantRow>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq)]
pub struct VariantRow {
    pub variant: String,
    /// Tests generated / mutants not equivalent, without dropping.
    pub success_rate: Option<f64>,
    pub generated: usize,
    /// Mutants that some of the tests kills / mutants not equivalent.
    pub score: Option<f64>,
    pub killed: usize,
    pub questions: u64,
    /// In a total: programs with a higher or lower success rate than `d-previous`, and for all minus one than `d`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub better_on: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worse_on: Option<usize>,
}

impl VariantRow {
    pub fn new(variant: &str, measured: Measured, not_equivalent: usize) -> Self {
        let share = |n: usize| (not_equivalent > 0).then(|| n as f64 / not_equivalent as f64);
        Self {
            variant: variant.to_owned(),
            success_rate: share(measured.generated),
            generated: measured.generated,
            score: share(measured.killed),
            killed: measured.killed,
            questions: measured.questions,
            better_on: None,
            worse_on: None,
        }
    }
}

impl AblationRow {
    pub const fn failed(program: String, error: String) -> Self {
        Self { program, error: Some(error), mutants: 0, not_equivalent: 0, variants: Vec::new() }
    }

    fn variant(&self, name: &str) -> Option<&VariantRow> {
        self.variants.iter().find(|row| row.variant == name)
    }
}

impl Ablation {
    pub fn new(
        seed: u64,
        options: IndexMap<String, Value>,
        variants: Vec<VariantOf>,
        programs: Vec<AblationRow>,
        times: Times,
    ) -> Self {
        let totals = variants.iter().map(|v| total(&v.name, &programs)).collect();
        Self { version: VERSION, compares: Kind::Ablation, seed, options, variants, programs, totals, times }
    }
}

/// A variant on all programs, beside the variant that it changes.
fn total(name: &str, programs: &[AblationRow]) -> VariantRow {
    let base = if name.starts_with('-') { ALL } else { PREVIOUS };
    let mut sum = Measured::default();
    let (mut not_equivalent, mut better, mut worse) = (0, 0, 0);
    for program in programs {
        let (Some(row), Some(base)) = (program.variant(name), program.variant(base)) else { continue };
        sum.generated += row.generated;
        sum.killed += row.killed;
        sum.questions += row.questions;
        not_equivalent += program.not_equivalent;
        better += usize::from(row.generated > base.generated);
        worse += usize::from(row.generated < base.generated);
    }
    let is_base = name == PREVIOUS;
    let difference = |n| (!is_base).then_some(n);
    VariantRow {
        better_on: difference(better),
        worse_on: difference(worse),
        ..VariantRow::new(name, sum, not_equivalent)
    }
}

/// A method's section in the dissertation, and its table there.
fn title(switch: Switch) -> String {
    let place = match switch {
        Switch::Pme => "Table 4.1: potential mutation effects (§4.2)",
        Switch::EcAssist => "Table 4.2: edge condition assist (§4.3.1)",
        Switch::Pcv => "Table 4.3: possible concrete values (§4.3.2)",
        Switch::DuJust => "Table 4.4: DU-pair justification (§4.3.3)",
        Switch::History => "Table 4.5: data transformation history (§4.3.4)",
        Switch::Template => "Test templates (§4.3.5.1)",
        Switch::IndirectExs => "Indirect execution status (§4.3.5.2)",
        Switch::MultiJust => "Multi-pass justification (§4.3.5.3)",
        Switch::RandomSolve => "Randomness in solving (§4.3.5.4)",
        Switch::ValueAssist | Switch::ValuePool | Switch::XPath | Switch::Facts | Switch::Expand => "Ours",
    };
    format!("{place}: {switch} alone, and all methods without it")
}

pub fn render(ablation: &Ablation) -> String {
    let mut text = format!(
        "{}, seed {}; success rate: tests generated / mutants not equivalent, without dropping\n",
        count(ablation.programs.len(), "program"),
        ablation.seed
    );
    let of_dissertation = |switch: &Switch| {
        let tables = [Switch::Pme, Switch::EcAssist, Switch::Pcv, Switch::DuJust, Switch::History];
        tables.iter().position(|own| own == switch).unwrap_or(9)
    };
    let mut switches = Switch::ALL.to_vec();
    switches.sort_by_key(of_dissertation);
    for switch in switches {
        section(&mut text, &title(switch), &one_method(ablation, switch));
    }
    section(&mut text, "All programs", &totals(ablation));
    failures(&mut text, ablation);
    section(&mut text, TIMES, &times(ablation));
    text
}

fn one_method(ablation: &Ablation, switch: Switch) -> Table {
    let columns = [PREVIOUS.to_owned(), alone(switch), ALL.to_owned(), all_minus(switch)];
    let of_variant = |name: &String| [format!("{name}: success"), "score".to_owned(), "asked".to_owned()];
    let head = std::iter::once("not equivalent".to_owned()).chain(columns.iter().flat_map(of_variant));
    let mut table = table(&["program"], head);
    let cells_of = |row: Option<&VariantRow>| match row {
        Some(row) => [score(row.success_rate), score(row.score), row.questions.to_string()],
        None => ["-", "-", "-"].map(str::to_owned),
    };
    for program in ablation.programs.iter().filter(|p| !p.variants.is_empty()) {
        let mut cells = vec![program.program.clone(), program.not_equivalent.to_string()];
        cells.extend(columns.iter().flat_map(|name| cells_of(program.variant(name))));
        table.row(cells);
    }
    table
}

fn totals(ablation: &Ablation) -> Table {
    let head = ["success", "generated", "score", "asked", "better on", "worse on"];
    let mut table = table(&["variant"], head);
    let programs = |n: Option<usize>| n.map_or_else(|| "-".to_owned(), |n| n.to_string());
    for row in &ablation.totals {
        table.row(vec![
            row.variant.clone(),
            score(row.success_rate),
            row.generated.to_string(),
            score(row.score),
            row.questions.to_string(),
            programs(row.better_on),
            programs(row.worse_on),
        ]);
    }
    table
}

fn failures(text: &mut String, ablation: &Ablation) {
    let mut table = table(&["not compared", "why"], [""; 0]);
    for (program, why) in ablation.programs.iter().filter_map(|p| Some((p, p.error.as_ref()?))) {
        table.row(vec![program.program.clone(), first_line(why)]);
    }
    if !table.is_empty() {
        let _ = write!(text, "\n{table}");
    }
}

/// By variant, over all programs.
fn times(ablation: &Ablation) -> Table {
    let mut table = table(&["variant"], ["seconds"]);
    for variant in &ablation.variants {
        let of_variant = |passes: &IndexMap<String, IndexMap<String, f64>>| {
            passes.get(&variant.name).and_then(|times| times.get("total")).copied()
        };
        let seconds: f64 = ablation.times.values().filter_map(of_variant).sum();
        table.row(vec![variant.name.clone(), format!("{seconds:.3}")]);
    }
    table
}
