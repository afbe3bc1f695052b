//! What engines that explore paths looked at, beside one another (Bardin, Kosmatov, Cheynier, Table I).

use crate::engine::explorer::PathCounts;
use crate::report::comparison::{EngineRow, Engines, ProgramRow};
use crate::report::table::Table;

/// The paths of a row's passes together.
fn paths(row: &EngineRow) -> Option<PathCounts> {
    PathCounts::sum(row.passes.iter().filter_map(|pass| pass.paths))
}

/// A row for each engine that explores paths. `times` is how many paths it has for each of the first such engine's.
pub fn by_engine(engines: &Engines) -> Table {
    let head =
        ["paths", "times", "cut", "infeasible", "unknown", "asked", "limited", "covered", "labels", "killed"];
    let mut table = super::tables::table(&["program", "engine"], head);
    for program in &engines.programs {
        for (at, (row, paths, times)) in with_paths(program).into_iter().enumerate() {
            let name = if at == 0 { program.program.clone() } else { String::new() };
            let PathCounts { explored, cut, infeasible, unknown, labels_asked, limited, .. } = paths;
            let mut cells = vec![name, row.engine.clone(), explored.to_string(), format!("{times:.2}")];
            cells.extend([cut, infeasible, unknown, labels_asked, limited].map(|n| n.to_string()));
            let covered: usize = row.coverage.values().map(|of| of.covered).sum();
            let labels: usize = row.coverage.values().map(|of| of.labels).sum();
            cells.extend([covered, labels, row.killed].map(|n| n.to_string()));
            table.row(cells);
        }
    }
    table
}

fn with_paths(program: &ProgramRow) -> Vec<(&EngineRow, PathCounts, f64)> {
    let rows = program.engines.iter().filter(|row| row.error.is_none());
    let rows: Vec<_> = rows.filter_map(|row| Some((row, paths(row)?))).collect();
    let first = rows.first().map_or(1, |(_, paths)| paths.explored.max(1));
    rows.into_iter().map(|(row, paths)| (row, paths, paths.explored as f64 / first as f64)).collect()
}
