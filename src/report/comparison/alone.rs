//! What each engine decided, at what cost, and what it decided alone: the same mutants, the same start, the same unit of effort.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::engine::session::Spent;
use crate::report::comparison::{EngineRow, Engines};
use crate::report::json::{KillKind, Report, VerdictKind};
use crate::report::table::Table;

/// Of one engine on one program.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, PartialEq, Eq)]
pub struct Cost {
    /// In the effort of runs.
    pub effort: u64,
    /// Questions of searches.
    pub questions: u64,
    /// Candidates that were tests, kept or not.
    pub generated: u64,
    /// Goals that no other engine of the comparison decided: reached by a test, and proven.
    pub killed_alone: usize,
    pub proven_alone: usize,
    /// Of constraint-based testing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub constraints: Option<Constraints>,
}

/// What constraint-based testing came across.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, PartialEq, Eq)]
pub struct Constraints {
    pub systems: u64,
    pub solved: u64,
    /// Of the first test of each mutant: how many there are, infect it, and kill it.
    pub first: u64,
    pub infected: u64,
    pub killed: u64,
    /// Constraints of the form `x R c`, `x R y`, and others.
    pub constants: u64,
    pub variables: u64,
    pub others: u64,
}

impl Cost {
    pub fn of(spent: &Spent) -> Self {
        let counts = &spent.constraints;
        let constraints = Constraints {
            systems: counts.systems,
            solved: counts.solved,
            first: counts.first,
            infected: counts.first_infected,
            killed: counts.first_killed,
            constants: counts.forms.constants,
            variables: counts.forms.variables,
            others: counts.forms.others,
        };
        Self {
            effort: spent.effort,
            questions: spent.questions,
            generated: spent.valid,
            constraints: (counts.systems > 0).then_some(constraints),
            ..Self::default()
        }
    }
}

/// By engine: what no other one killed, and what no other one proved, where another one says nothing against it.
pub fn alone(reports: &[(&str, &Report)]) -> Vec<(usize, usize)> {
    let decided: Vec<[BTreeSet<String>; 2]> = reports.iter().map(|(_, report)| decided(report)).collect();
    let mut times: [BTreeMap<&String, usize>; 2] = Default::default();
    for of_engine in &decided {
        for (times, ids) in times.iter_mut().zip(of_engine) {
            ids.iter().for_each(|id| *times.entry(id).or_default() += 1);
        }
    }
    let count = |times: &BTreeMap<&String, usize>, ids: &BTreeSet<String>| {
        ids.iter().filter(|id| times.get(id) == Some(&1)).count()
    };
    decided.iter().map(|[killed, proven]| (count(&times[0], killed), count(&times[1], proven))).collect()
}

/// The goals that tests reach, and those that are proven.
fn decided(report: &Report) -> [BTreeSet<String>; 2] {
    let mutants = report.mutants.iter().map(|m| (&m.file, &m.id, &m.verdict));
    let labels = report.labels.iter().map(|l| (&l.file, &l.id, &l.verdict));
    let mut sides: [BTreeSet<String>; 2] = Default::default();
    for (file, id, verdict) in mutants.chain(labels) {
        let Some(verdict) = verdict else { continue };
        match verdict.verdict {
            VerdictKind::Killed if verdict.kill.is_some_and(KillKind::counts) => {
                sides[0].insert(format!("{file}: {id}"));
            }
            VerdictKind::Equivalent => {
                sides[1].insert(format!("{file}: {id}"));
            }
            _ => {}
        }
    }
    sides
}

/// A row for each engine.
pub fn by_engine(engines: &Engines) -> Table {
    let head = ["decided", "killed alone", "proven alone", "generated", "kept", "questions", "effort/1000"];
    let mut table = super::tables::table(&["program", "engine"], head);
    for program in &engines.programs {
        let rows = program.engines.iter().filter(|row| row.error.is_none());
        for (at, row) in rows.enumerate() {
            let name = if at == 0 { program.program.clone() } else { String::new() };
            table.row(cells(name, row));
        }
    }
    table
}

fn cells(name: String, row: &EngineRow) -> Vec<String> {
    let cost = row.cost;
    let mut cells = vec![name, row.engine.clone()];
    cells.extend([row.killed + row.equivalent, cost.killed_alone, cost.proven_alone].map(|n| n.to_string()));
    let counts = [cost.generated, row.tests as u64, cost.questions, cost.effort.div_ceil(1000)];
    cells.extend(counts.map(|n| n.to_string()));
    cells
}

/// Constraint-based testing (DeMillo and Offutt, Table 3, §3, §4.2).
pub fn constraints(engines: &Engines) -> Table {
    let head = [
        "size",
        "TCs",
        "M",
        "D",
        "E",
        "MS",
        "systems",
        "solved",
        "first tests",
        "infect",
        "kill",
        "x R c",
        "x R y",
        "other",
    ];
    let mut table = super::tables::table(&["program"], head);
    for program in &engines.programs {
        let rows = program.engines.iter().filter(|row| row.error.is_none());
        for (row, own) in rows.filter_map(|row| Some((row, row.cost.constraints?))) {
            let equivalent = program.mutants - program.not_equivalent;
            let score = match program.not_equivalent {
                0 => "-".to_owned(),
                all => format!("{:.2}", row.killed as f64 / all as f64),
            };
            let size = program.size.as_ref().map_or(0, |size| size.statements);
            let mut cells = vec![program.program.clone(), size.to_string(), own.solved.to_string()];
            cells.extend([program.mutants, row.killed, equivalent].map(|n| n.to_string()));
            cells.push(score);
            let counts = [own.systems, own.solved, own.first, own.infected, own.killed];
            cells.extend(counts.map(|n| n.to_string()));
            let all = (own.constants + own.variables + own.others).max(1);
            cells.extend([own.constants, own.variables, own.others].map(|n| format!("{} %", n * 100 / all)));
            table.row(cells);
        }
    }
    table
}
