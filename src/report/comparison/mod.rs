//! Engines side by side on some programs (`jatpg compare`): the dissertation's Tables 3.1 and 6.1 to 6.3 (engines), 4.1 to
//! 4.5 (ablation), and what became better or worse from one run to another (changes).
//!
//! The JSON holds what the tables show, and more; everything but `times` is the same for the same input.

pub mod ablation;
pub mod alone;
pub mod changes;
pub mod changes_text;
pub mod formulas;
pub mod grid;
pub mod paths;
pub mod size;
pub mod stubborn;
pub mod tables;

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::engine::pass::PassKind;
use crate::report::json::{CoverageReport, KillKind, PassReport, Report, VERSION, VerdictKind};
use crate::report::junit;
use alone::Cost;
use size::Size;
use stubborn::Stubborn;

/// What tells a comparison's JSON from a report's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Engines,
    Ablation,
}

/// Seconds: by program, by engine or variant, by pass up to its end; and `total`.
pub type Times = IndexMap<String, IndexMap<String, IndexMap<String, f64>>>;

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct Engines {
    pub version: u32,
    pub compares: Kind,
    pub seed: u64,
    pub options: IndexMap<String, Value>,
    pub engines: Vec<String>,
    pub programs: Vec<ProgramRow>,
    /// All programs together, by engine.
    pub totals: Vec<Total>,
    pub times: Times,
}

/// One program (Table 6.1), and what each engine made of it.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct ProgramRow {
    pub program: String,
    /// Why there is nothing else to say of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    #[serde(flatten, default, skip_serializing_if = "Option::is_none")]
    pub size: Option<Size>,
    pub mutants: usize,
    /// Those that no engine proved equivalent.
    pub not_equivalent: usize,
    /// What one engine proves and another one kills, or covers: one of them is wrong.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contradictions: Vec<String>,
    /// What the initial suite leaves, where that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stubborn: Option<Stubborn>,
    pub engines: Vec<EngineRow>,
}

impl ProgramRow {
    pub fn failed(program: String, error: String) -> Self {
        Self {
            program,
            error: Some(error),
            size: None,
            mutants: 0,
            not_equivalent: 0,
            contradictions: Vec::new(),
            stubborn: None,
            engines: Vec::new(),
        }
    }

    /// From the reports of the engines, or why there is none.
    pub fn new<'r>(
        program: String,
        size: Size,
        mutants: usize,
        reports: impl Iterator<Item = (&'r str, Result<(&'r Report, Cost), String>)>,
    ) -> Self {
        let mut equivalent = BTreeSet::new();
        let mut engines = Vec::new();
        let mut sides = Sides::default();
        let mut whole = Vec::new();
        for (engine, report) in reports {
            engines.push(match report {
                Ok((report, cost)) => {
                    equivalent.extend(proven(report));
                    sides.add(engine, report);
                    whole.push((engine, report));
                    EngineRow { cost, ..EngineRow::of(engine, report) }
                }
                Err(why) => EngineRow::failed(engine, why),
            });
        }
        let own = engines.iter_mut().filter(|row| row.error.is_none());
        for (row, (killed, proven)) in own.zip(alone::alone(&whole)) {
            (row.cost.killed_alone, row.cost.proven_alone) = (killed, proven);
        }
        let not_equivalent = mutants - equivalent.len();
        let contradictions = sides.contradictions();
        let (size, stubborn) = (Some(size), None);
        Self { program, error: None, size, mutants, not_equivalent, contradictions, stubborn, engines }
    }

    pub fn engine(&self, name: &str) -> Option<&EngineRow> {
        self.engines.iter().find(|row| row.engine == name && row.error.is_none())
    }
}

/// Who proved each goal, and who reached it by a test: mutants and labels.
#[derive(Default)]
struct Sides<'e> {
    proven: BTreeMap<String, &'e str>,
    reached: BTreeMap<String, &'e str>,
}

impl<'e> Sides<'e> {
    fn add(&mut self, engine: &'e str, report: &Report) {
        let mutants = report.mutants.iter().map(|m| (&m.file, &m.id, &m.verdict));
        let labels = report.labels.iter().map(|l| (&l.file, &l.id, &l.verdict));
        for (file, id, verdict) in mutants.chain(labels) {
            let Some(verdict) = verdict else { continue };
            let side = match verdict.verdict {
                VerdictKind::Equivalent => &mut self.proven,
                VerdictKind::Killed if verdict.kill.is_some_and(KillKind::counts) => &mut self.reached,
                _ => continue,
            };
            side.entry(format!("{file}: {id}")).or_insert(engine);
        }
    }

    fn contradictions(&self) -> Vec<String> {
        let both = self.proven.iter().filter_map(|(id, by)| Some((id, by, self.reached.get(id)?)));
        both.map(|(id, by, other)| format!("{id}: proven by {by}, and a test of {other} shows it")).collect()
    }
}

fn proven(report: &Report) -> impl Iterator<Item = String> + '_ {
    let is_proven = |v: VerdictKind| v == VerdictKind::Equivalent;
    report
        .mutants
        .iter()
        .filter(move |m| m.verdict.as_ref().is_some_and(|v| is_proven(v.verdict)))
        .map(|m| format!("{}/{}", m.file, m.id))
}

/// An engine on a program (Tables 3.1, 6.2, 6.3).
#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq)]
pub struct EngineRow {
    pub engine: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Killed / (mutants − equivalent); `null` where there is nothing to kill.
    pub score: Option<f64>,
    pub killed: usize,
    /// By `step_limit` or `resource`, which count for no score.
    pub weakly_killed: usize,
    pub equivalent: usize,
    pub equivalent_up_to: usize,
    pub undecided: usize,
    pub tests: usize,
    /// Tests that differ in what they do.
    pub unique_tests: usize,
    pub test_classes: usize,
    /// By criterion, where labels were asked for.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub coverage: IndexMap<String, CoverageReport>,
    /// Cumulative, as in a report.
    pub passes: Vec<PassReport>,
    /// Which pass decided how many mutants.
    pub decided_by: Vec<DecidedBy>,
    /// What it took, and what it decided alone.
    #[serde(default)]
    pub cost: Cost,
}

/// What the verdicts say of one pass.
#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq)]
pub struct DecidedBy {
    pub pass: String,
    pub killed: usize,
    pub weakly_killed: usize,
    pub equivalent: usize,
    pub equivalent_up_to: usize,
    /// Tests more at its end than at its begin.
    pub new_tests: usize,
}

impl EngineRow {
    fn failed(engine: &str, why: String) -> Self {
        Self { engine: engine.to_owned(), error: Some(why), ..Self::default() }
    }

    fn of(engine: &str, report: &Report) -> Self {
        let verdicts = || report.mutants.iter().filter_map(|m| m.verdict.as_ref());
        let of_kind = |kind| verdicts().filter(|v| v.verdict == kind).count();
        let killed = verdicts().filter(|v| v.kill.is_some_and(KillKind::counts)).count();
        let unique: BTreeSet<_> = report.tests.iter().map(|t| (&t.method, &t.inputs, &t.then)).collect();
        let classes: BTreeSet<_> = junit::test_names(report).into_values().map(|name| name.path()).collect();
        Self {
            engine: engine.to_owned(),
            error: None,
            score: report.score,
            killed,
            weakly_killed: of_kind(VerdictKind::Killed) - killed,
            equivalent: of_kind(VerdictKind::Equivalent),
            equivalent_up_to: of_kind(VerdictKind::EquivalentUpTo),
            undecided: of_kind(VerdictKind::Undecided),
            tests: report.tests.len(),
            unique_tests: unique.len(),
            test_classes: classes.len(),
            coverage: report.coverage.clone(),
            passes: report.passes.clone(),
            decided_by: decided_by(report),
            cost: Cost::default(),
        }
    }
}

fn decided_by(report: &Report) -> Vec<DecidedBy> {
    let mut tests = 0;
    let row = |pass: &PassReport| {
        let mut row = DecidedBy { pass: pass.name.clone(), ..DecidedBy::default() };
        row.new_tests = pass.tests.saturating_sub(tests);
        tests = pass.tests;
        let own = report.mutants.iter().filter_map(|m| m.verdict.as_ref());
        for verdict in own.filter(|v| v.pass.as_ref() == Some(&pass.name)) {
            match (verdict.verdict, verdict.kill) {
                (VerdictKind::Killed, Some(kind)) if kind.counts() => row.killed += 1,
                (VerdictKind::Killed, _) => row.weakly_killed += 1,
                (VerdictKind::Equivalent, _) => row.equivalent += 1,
                (VerdictKind::EquivalentUpTo, _) => row.equivalent_up_to += 1,
                (VerdictKind::Undecided, _) => {}
            }
        }
        row
    };
    // Compaction decides nothing.
    report
        .passes
        .iter()
        .filter(|pass| PassKind::named(&pass.name) != Some(PassKind::Compaction))
        .map(row)
        .collect()
}

/// An engine on all programs on which every engine came to its end, so that the same is compared.
#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq)]
pub struct Total {
    pub engine: String,
    pub programs: usize,
    pub mutants: usize,
    pub score: Option<f64>,
    /// Programs on which everything is killed that is not proven equivalent.
    pub perfect: usize,
    pub killed: usize,
    pub weakly_killed: usize,
    pub equivalent: usize,
    pub equivalent_up_to: usize,
    pub undecided: usize,
    pub tests: usize,
    pub test_classes: usize,
    /// The passes, and on how many programs each adds tests.
    pub passes: Vec<PassTotal>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq)]
pub struct PassTotal {
    #[serde(flatten)]
    pub sum: DecidedBy,
    /// Programs to which the pass came.
    pub programs: usize,
    pub programs_with_new_tests: usize,
}

impl Total {
    fn of(engine: &str, programs: &[&ProgramRow]) -> Self {
        let mut total = Total { engine: engine.to_owned(), programs: programs.len(), ..Total::default() };
        let mut passes: IndexMap<&str, PassTotal> = IndexMap::new();
        for (program, row) in programs.iter().filter_map(|p| Some((p, p.engine(engine)?))) {
            total.mutants += program.mutants;
            total.perfect += usize::from(row.score.is_none_or(|score| score >= 1.0));
            total.killed += row.killed;
            total.weakly_killed += row.weakly_killed;
            total.equivalent += row.equivalent;
            total.equivalent_up_to += row.equivalent_up_to;
            total.undecided += row.undecided;
            total.tests += row.tests;
            total.test_classes += row.test_classes;
            for pass in &row.decided_by {
                passes.entry(&pass.pass).or_default().add(pass);
            }
        }
        let killable = total.mutants - total.equivalent;
        total.score = (killable > 0).then(|| total.killed as f64 / killable as f64);
        total.passes = passes.into_values().collect();
        total
    }
}

impl PassTotal {
    fn add(&mut self, pass: &DecidedBy) {
        self.sum.pass.clone_from(&pass.pass);
        self.sum.killed += pass.killed;
        self.sum.weakly_killed += pass.weakly_killed;
        self.sum.equivalent += pass.equivalent;
        self.sum.equivalent_up_to += pass.equivalent_up_to;
        self.sum.new_tests += pass.new_tests;
        self.programs += 1;
        self.programs_with_new_tests += usize::from(pass.new_tests > 0);
    }
}

impl Engines {
    pub fn new(
        seed: u64,
        options: IndexMap<String, Value>,
        engines: Vec<String>,
        programs: Vec<ProgramRow>,
        times: Times,
    ) -> Self {
        let is_whole = |p: &&ProgramRow| p.error.is_none() && engines.iter().all(|e| p.engine(e).is_some());
        let whole: Vec<&ProgramRow> = programs.iter().filter(is_whole).collect();
        let totals = engines.iter().map(|engine| Total::of(engine, &whole)).collect();
        Self { version: VERSION, compares: Kind::Engines, seed, options, engines, programs, totals, times }
    }
}

/// The JSON of a comparison.
pub fn to_json(comparison: &impl Serialize) -> String {
    // Plain data with string keys: there is nothing in it that JSON cannot hold.
    serde_json::to_string_pretty(comparison).unwrap_or_default() + "\n"
}
