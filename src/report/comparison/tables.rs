//! The comparison of engines as text: the tables of the dissertation one after another, for a terminal. Times stand in
//! the last block and nowhere else.

use std::fmt::Write;

use crate::engine::pass::PassKind;
use crate::report::comparison::{EngineRow, Engines, ProgramRow};
use crate::report::count::{count, verb};
use crate::report::table::{Align, Table};
use crate::report::text::score;

/// The systems of several passes, which Table 6.3 shows pass by pass; the baseline stands before them as reference.
const SYSTEMS: [&str; 3] = ["baseline", "two-pass", "atg"];

pub fn render(engines: &Engines) -> String {
    let mut text = format!(
        "{}, {} {}, seed {}\n",
        count(engines.programs.len(), "program"),
        verb(engines.engines.len(), "engine", "engines"),
        engines.engines.join(", "),
        engines.seed
    );
    for (title, table) in [
        ("Programs (Table 6.1)", programs(engines)),
        (
            "Tests and scores (Table 3.1): not equivalent is what no engine proved equivalent",
            side_by_side(engines),
        ),
        ("Engines (Table 6.2)", by_engine(engines)),
        ("Decided, at what cost, and by no other engine", super::alone::by_engine(engines)),
        ("Constraint-based testing (DeMillo and Offutt, Table 3)", super::alone::constraints(engines)),
        ("Labels of coverage criteria", coverage(engines)),
        ("Paths (Bardin et al., Table I)", super::paths::by_engine(engines)),
        ("Formulas over whole calls (Riener et al., Table I)", super::formulas::table(engines)),
        (
            "What each model took (Riener et al., Figs. 4 and 5): shares of models, of effort, of models",
            super::formulas::figures(engines),
        ),
        ("Stubborn mutants (Titcheu Chekam et al., RQ1 to RQ3)", super::stubborn::table(engines)),
        (
            "Shares of stubborn mutants killed, program by program, of the first engine against the others",
            super::stubborn::statistics(engines),
        ),
        ("Passes, cumulative (Table 6.3)", by_pass(engines)),
        ("All programs on which every engine came to its end", totals(engines)),
        (
            "What each pass decided on them: proofs and kills by the local check, kills by search",
            passes(engines),
        ),
    ] {
        section(&mut text, title, &table);
    }
    failures(&mut text, engines);
    section(&mut text, TIMES, &times(engines));
    section(&mut text, "Times of the passes, each up to its end, in seconds", &pass_times(engines));
    text
}

/// Begins the block that differs from run to run.
pub const TIMES: &str = "Times in seconds";

pub(super) fn section(text: &mut String, title: &str, table: &Table) {
    if !table.is_empty() {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n{title}\n\n{table}");
    }
}

/// Columns whose names are set left, then columns whose numbers are set right.
pub(super) fn table(left: &[&str], right: impl IntoIterator<Item = impl Into<String>>) -> Table {
    let left = left.iter().map(|&name| (name.to_owned(), Align::Left));
    Table::of_columns(left.chain(right.into_iter().map(|name| (name.into(), Align::Right))).collect())
}

/// A mean or a share of counts.
pub(super) fn ratio(of: usize, by: usize) -> String {
    if by == 0 { "-".to_owned() } else { format!("{:.1}", of as f64 / by as f64) }
}

fn programs(engines: &Engines) -> Table {
    let mut table = table(
        &["program"],
        ["lines", "methods", "statements", "nodes", "ROAs", "ROA size", "mutants", "not equivalent"],
    );
    for (row, size) in engines.programs.iter().filter_map(|p| Some((p, p.size.as_ref()?))) {
        let counts = [size.lines, size.methods, size.statements, size.nodes, size.roas];
        let mut cells = vec![row.program.clone()];
        cells.extend(counts.map(|n| n.to_string()));
        cells.push(format!("{:.1}", size.roa_size));
        cells.extend([row.mutants, row.not_equivalent].map(|n| n.to_string()));
        table.row(cells);
    }
    table
}

fn side_by_side(engines: &Engines) -> Table {
    let of_engine = |name: &String| [format!("{name}: tests"), "score".to_owned()];
    let head = std::iter::once("not equivalent".to_owned()).chain(engines.engines.iter().flat_map(of_engine));
    let mut table = table(&["program"], head);
    for program in engines.programs.iter().filter(|p| p.error.is_none()) {
        let mut cells = vec![program.program.clone(), program.not_equivalent.to_string()];
        for name in &engines.engines {
            match program.engine(name) {
                Some(row) => cells.extend([row.unique_tests.to_string(), score(row.score)]),
                None => cells.extend(["-".to_owned(), "-".to_owned()]),
            }
        }
        table.row(cells);
    }
    table
}

fn by_engine(engines: &Engines) -> Table {
    let head = ["score", "killed", "weakly", "equivalent", "up to k", "undecided", "tests", "tests a class"];
    let mut table = table(&["program", "engine"], head);
    for program in &engines.programs {
        for (at, row) in rows(program).enumerate() {
            let name = if at == 0 { program.program.clone() } else { String::new() };
            let mut cells = vec![name, row.engine.clone(), score(row.score)];
            let counts = [row.killed, row.weakly_killed, row.equivalent, row.equivalent_up_to, row.undecided];
            cells.extend(counts.map(|n| n.to_string()));
            cells.extend([row.tests.to_string(), ratio(row.tests, row.test_classes)]);
            table.row(cells);
        }
    }
    table
}

fn coverage(engines: &Engines) -> Table {
    let head = ["labels", "covered", "infeasible", "up to k", "open", "coverage", "tests"];
    let mut table = table(&["program", "engine", "criterion"], head);
    for program in &engines.programs {
        for row in rows(program) {
            for (criterion, of) in &row.coverage {
                let counts = [of.labels, of.covered, of.infeasible, of.infeasible_up_to, of.undecided];
                let names = [program.program.clone(), row.engine.clone(), criterion.clone()];
                let cells = names.into_iter().chain(counts.map(|n| n.to_string()));
                table.row(cells.chain([score(of.score), row.tests.to_string()]).collect());
            }
        }
    }
    table
}

fn rows(program: &ProgramRow) -> impl Iterator<Item = &EngineRow> {
    program.engines.iter().filter(|row| row.error.is_none())
}

fn is_system(row: &&EngineRow) -> bool {
    SYSTEMS.contains(&row.engine.as_str())
}

/// The name of a pass with its engine before it, where that is not the same.
fn pass_name(engine: &str, pass: &str) -> String {
    if engine == pass { pass.to_owned() } else { format!("{engine} {pass}") }
}

fn by_pass(engines: &Engines) -> Table {
    let mut table = table(&["program", "pass"], ["score", "equivalent", "up to k", "undecided", "tests"]);
    for program in &engines.programs {
        let passes = rows(program).filter(is_system).flat_map(|row| row.passes.iter().map(move |p| (row, p)));
        for (at, (row, pass)) in passes.enumerate() {
            let name = if at == 0 { program.program.clone() } else { String::new() };
            let mut cells = vec![name, pass_name(&row.engine, &pass.name), score(pass.score)];
            let counts = [pass.equivalent, pass.equivalent_up_to, pass.undecided, pass.tests];
            cells.extend(counts.map(|n| n.to_string()));
            table.row(cells);
        }
    }
    table
}

fn totals(engines: &Engines) -> Table {
    let head = [
        "programs",
        "score 1",
        "mutants",
        "score",
        "killed",
        "weakly",
        "equivalent",
        "up to k",
        "undecided",
        "tests",
        "tests a class",
    ];
    let mut table = table(&["engine"], head);
    for total in &engines.totals {
        let mut cells = vec![total.engine.clone()];
        cells.extend([total.programs, total.perfect, total.mutants].map(|n| n.to_string()));
        cells.push(score(total.score));
        let decided = [total.killed, total.weakly_killed, total.equivalent, total.equivalent_up_to];
        cells.extend(decided.map(|n| n.to_string()));
        cells.extend([total.undecided, total.tests].map(|n| n.to_string()));
        cells.push(ratio(total.tests, total.test_classes));
        table.row(cells);
    }
    table
}

fn passes(engines: &Engines) -> Table {
    let head = ["killed", "weakly", "equivalent", "up to k", "new tests", "on programs", "of programs"];
    let mut table = table(&["engine", "pass", "by"], head);
    for total in &engines.totals {
        for (at, pass) in total.passes.iter().enumerate() {
            let engine = if at == 0 { total.engine.clone() } else { String::new() };
            let by = if PassKind::named(&pass.sum.pass).is_some_and(PassKind::is_local) {
                "local check"
            } else {
                "search"
            };
            let mut cells = vec![engine, pass.sum.pass.clone(), by.to_owned()];
            let decided =
                [pass.sum.killed, pass.sum.weakly_killed, pass.sum.equivalent, pass.sum.equivalent_up_to];
            cells.extend(decided.map(|n| n.to_string()));
            let tests = [pass.sum.new_tests, pass.programs_with_new_tests, total.programs];
            cells.extend(tests.map(|n| n.to_string()));
            table.row(cells);
        }
    }
    table
}

fn failures(text: &mut String, engines: &Engines) {
    let mut table = table(&["not compared", "why"], [""; 0]);
    for program in &engines.programs {
        let whole = program.error.iter().map(|why| (program.program.clone(), why));
        let engine = |row: &EngineRow| format!("{}, {}", program.program, row.engine);
        let single = program.engines.iter().filter_map(|row| Some((engine(row), row.error.as_ref()?)));
        for (what, why) in whole.chain(single) {
            table.row(vec![what, first_line(why)]);
        }
    }
    if !table.is_empty() {
        let _ = write!(text, "\n{table}");
    }
}

/// Of a diagnostic with its excerpt; where it stands is on the second line.
pub(super) fn first_line(error: &str) -> String {
    error.lines().next().unwrap_or_default().to_owned()
}

fn times(engines: &Engines) -> Table {
    let mut table = table(&["program"], engines.engines.iter().map(String::as_str));
    let mut sums = vec![0.0; engines.engines.len()];
    for (program, of_engine) in &engines.times {
        let total = |engine: &String| of_engine.get(engine)?.get("total").copied();
        let mut cells = vec![program.clone()];
        for (engine, sum) in engines.engines.iter().zip(&mut sums) {
            let seconds = total(engine);
            *sum += seconds.unwrap_or_default();
            cells.push(seconds.map_or_else(|| "-".to_owned(), |s| format!("{s:.3}")));
        }
        table.row(cells);
    }
    if engines.times.len() > 1 {
        let sums = sums.into_iter().map(|s| format!("{s:.3}"));
        table.row(std::iter::once("all".to_owned()).chain(sums).collect());
    }
    table
}

fn pass_times(engines: &Engines) -> Table {
    let mut table = table(&["program", "pass"], ["seconds"]);
    for (program, of_engine) in &engines.times {
        let systems = of_engine.iter().filter(|(engine, _)| SYSTEMS.contains(&engine.as_str()));
        let passes = systems.flat_map(|(engine, passes)| passes.iter().map(move |p| (engine, p)));
        for (at, (engine, (pass, seconds))) in passes.filter(|(_, (pass, _))| *pass != "total").enumerate() {
            let name = if at == 0 { program.clone() } else { String::new() };
            table.row(vec![name, pass_name(engine, pass), format!("{seconds:.3}")]);
        }
    }
    table
}
