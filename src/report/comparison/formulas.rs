//! Formulas over whole calls beside one another: SymBMC's Table I, and what its Figs. 4 and 5 show, as numbers.

use crate::engine::bmc::counts::FormulaCounts;
use crate::report::comparison::{EngineRow, Engines};
use crate::report::table::Table;

fn counts(row: &EngineRow) -> Option<FormulaCounts> {
    row.passes.iter().filter_map(|pass| pass.formulas.as_ref()).fold(None, |all, own| {
        let mut all: FormulaCounts = all.unwrap_or_default();
        all.add(own);
        Some(all)
    })
}

fn rows(engines: &Engines) -> impl Iterator<Item = (String, &EngineRow, FormulaCounts)> {
    engines.programs.iter().flat_map(|program| {
        let rows = program.engines.iter().filter(|row| row.error.is_none());
        let rows = rows.filter_map(|row| Some((row, counts(row)?)));
        rows.enumerate().map(|(at, (row, counts))| {
            (if at == 0 { program.program.clone() } else { String::new() }, row, counts)
        })
    })
}

/// Table I. The effort is the solver's, in thousands; of SimplifiedBMC it has that of no formula's making either.
pub fn table(engines: &Engines) -> Table {
    let head = [
        "nodes",
        "with faults",
        "faults",
        "beside",
        "formulas",
        "chunks",
        "tests",
        "equivalent",
        "spurious",
        "by number",
        "solver/1000",
        "refutations",
        "unanswered",
    ];
    let mut table = super::tables::table(&["program", "engine"], head);
    for (name, row, own) in rows(engines) {
        let mut cells = vec![name, row.engine.clone()];
        cells.extend(
            [own.nodes, own.meta_nodes, own.faults, own.beside, own.formulas, own.chunks]
                .map(|n| n.to_string()),
        );
        cells.extend([row.tests, row.equivalent].map(|n| n.to_string()));
        cells.extend([own.spurious, own.alone].map(|n| n.to_string()));
        let efforts = [own.effort(), own.refutations, own.unanswered];
        cells.extend(efforts.map(|n| n.div_ceil(1000).to_string()));
        table.row(cells);
    }
    table
}

/// Figs. 4 and 5: which share of the answers took at most a 250th of the effort of all models, what the dearest five of them took, and how many
/// were found when a quarter, a half and three quarters of it was spent, in percent.
pub fn figures(engines: &Engines) -> Table {
    let head = ["models", "at most 1/250", "dearest five", "at 25 %", "at 50 %", "at 75 %"];
    let mut table = super::tables::table(&["program", "engine"], head);
    for (name, row, own) in rows(engines) {
        let (models, all) = (own.solves.len(), own.solves.iter().sum::<u64>());
        if models == 0 {
            continue;
        }
        let percent = |n: u64, of: u64| format!("{} %", n * 100 / of.max(1));
        let cheap = own.solves.iter().filter(|&&effort| effort * 250 <= all).count();
        let mut dearest = own.solves.clone();
        dearest.sort_unstable_by(|a, b| b.cmp(a));
        let of_dearest: u64 = dearest.iter().take(5).sum();
        let found_at = |quarters: u64| {
            let within = own.solves.iter().scan(0, |spent, effort| {
                *spent += effort;
                Some(*spent)
            });
            let found = within.take_while(|spent| *spent * 4 <= all * quarters).count();
            percent(found as u64, models as u64)
        };
        let mut cells = vec![name, row.engine.clone(), models.to_string()];
        cells.extend([percent(cheap as u64, models as u64), percent(of_dearest, all)]);
        cells.extend([1, 2, 3].map(found_at));
        table.row(cells);
    }
    table
}
