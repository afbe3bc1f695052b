//! The kill matrix as text: a line a mutant, a column a test.

use std::fmt::Write;

use crate::report::change::shortened;
use crate::report::json::Report;
use crate::report::table::{Align, Table};

/// Wider matrices are read from the JSON.
const COLUMNS: usize = 120;
/// As much is shown of a call.
const WIDEST_CALL: usize = 60;

pub fn render(report: &Report) -> String {
    let mut text = String::new();
    let mut tests =
        Table::new([("test", Align::Left), ("kills", Align::Right), ("call under test", Align::Left)]);
    for test in &report.tests {
        let call = test.inputs.last().cloned().unwrap_or_default();
        tests.row(vec![test.id.clone(), test.kills.len().to_string(), shortened(&call, WIDEST_CALL)]);
    }
    let _ = writeln!(text, "{tests}");
    if report.tests.len() > COLUMNS {
        let _ =
            writeln!(text, "{} tests are too many columns for a terminal: see --json\n", report.tests.len());
        return text;
    }
    let mut matrix = Table::new([("mutant", Align::Left), ("killed by", Align::Left)]);
    for mutant in &report.mutants {
        let killers = mutant.verdict.as_ref().map(|v| v.tests.as_slice()).unwrap_or_default();
        let kills = |id: &str| killers.iter().any(|killer| **killer == *id);
        let cells = report.tests.iter().map(|test| if kills(&test.id) { '#' } else { '.' }).collect();
        matrix.row(vec![mutant.id.clone(), cells]);
    }
    let _ = writeln!(text, "{matrix}");
    text
}
