//! What the local check found, as a table with the columns of Table 2.1 and one line for each mutant.

use std::fmt::Write as _;
use std::time::Duration;

use crate::report::table::{Align, Table};
use crate::roa::local::{Attempt, AttemptResult, Proof, ProofKind};
use crate::roa::mroa::Depth;
use crate::roa::study::MethodStudy;
use crate::sema::program::Program;
use crate::symbolic::question::Counts;

/// The name of a depth in tables.
pub fn depth_name(depth: Depth) -> String {
    match depth {
        Depth::Node => "node".to_owned(),
        Depth::Expanded(depth) => depth.to_string(),
        Depth::Global => "global".to_owned(),
    }
}

/// One line a mutant, the table by depth, and how the questions were answered. Times stand in the last block.
pub fn text(program: &Program, methods: &[MethodStudy]) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write!(text, "{}\n{}", mutants(program, methods), by_depth(methods));
    let mut counts = Counts::default();
    methods.iter().for_each(|m| counts.add(&m.counts));
    let _ = write!(text, "\n{}", questions(&counts));
    let shared: Duration = methods.iter().map(|m| m.shared_time).sum();
    let own: Duration = methods.iter().flat_map(|m| &m.studies).map(|s| s.time).sum();
    let _ = writeln!(
        text,
        "\ntimes: {:.3} s for what mutants share, {:.3} s for the mutants",
        shared.as_secs_f64(),
        own.as_secs_f64()
    );
    text
}

/// How the questions were answered, a line for each step of the ladder.
fn questions(counts: &Counts) -> Table {
    let distinct = counts.questions - counts.repeated;
    let share =
        |n: u64| format!("{:.1} %", if distinct == 0 { 0.0 } else { 100.0 * n as f64 / distinct as f64 });
    let mut table =
        Table::new([("question", Align::Left), ("answered", Align::Right), ("share", Align::Right)]);
    for (name, n) in [
        ("the same term", counts.same),
        ("facts", counts.facts),
        ("concrete search", counts.search),
        ("solver: holds", counts.solver_valid),
        ("solver: differs", counts.solver_refuted),
        ("undecided", counts.undecided),
    ] {
        table.row(vec![name.to_owned(), n.to_string(), share(n)]);
    }
    table.row(vec!["distinct".to_owned(), distinct.to_string()]);
    table
}

fn mutants(program: &Program, methods: &[MethodStudy]) -> Table {
    let mut table = Table::new([
        ("mutant", Align::Left),
        ("place", Align::Left),
        ("change", Align::Left),
        ("verdict", Align::Left),
        ("depth", Align::Right),
        ("region", Align::Right),
        ("question", Align::Right),
    ]);
    for study in methods.iter().flat_map(|m| &m.studies) {
        let mutant = &study.mutant;
        let source = &program.unit_of(program.methods[mutant.method].class).tree.source;
        let at = source.position(mutant.span.start);
        let mut row = vec![
            mutant.id.clone(),
            format!("{}:{}:{}", source.path.display(), at.line, at.column),
            format!("{} → {}", one_line(&mutant.original), one_line(&mutant.replacement)),
        ];
        let proof = study.checked.as_ref().and_then(|c| c.proof.as_ref());
        let attempt = study.checked.as_ref().and_then(|c| match proof {
            Some(proof) => c.attempts.iter().find(|a| a.depth == proof.depth),
            None => c.attempts.last(),
        });
        row.push(verdict(mutant.unsupported.as_deref(), proof, attempt));
        if let (Some(proof), Some(attempt)) = (proof, attempt) {
            row.extend([
                depth_name(proof.depth),
                attempt.statements.to_string(),
                attempt.question.to_string(),
            ]);
        }
        table.row(row);
    }
    table
}

fn one_line(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() > 30 { line.chars().take(29).chain(['…']).collect() } else { line }
}

fn verdict(unsupported: Option<&str>, proof: Option<&Proof>, last: Option<&Attempt>) -> String {
    if let Some(what) = unsupported {
        return format!("undecided: unsupported: {what}");
    }
    let world = |proof: &Proof| if proof.closed_world { " (closed world)" } else { "" };
    match (proof, last.map(|a| &a.result)) {
        (Some(proof), _) if proof.kind == ProofKind::Unreachable => {
            format!("equivalent: unreachable{}", world(proof))
        }
        (Some(proof), _) => format!("equivalent{}", world(proof)),
        (None, Some(AttemptResult::Differs { .. })) => "open: the region differs".to_owned(),
        (None, Some(AttemptResult::Undecided(why))) => format!("undecided: {why}"),
        (None, Some(AttemptResult::None(why))) => format!("open: {why}"),
        (None, _) => "open".to_owned(),
    }
}

/// Sums over the attempts at one depth.
#[derive(Default)]
struct Row {
    attempts: usize,
    statements: usize,
    inputs: usize,
    outputs: usize,
    question: usize,
    equivalent: usize,
}

fn by_depth(methods: &[MethodStudy]) -> Table {
    let mut rows: std::collections::BTreeMap<Depth, Row> = std::collections::BTreeMap::new();
    let mut proven = 0;
    for checked in methods.iter().flat_map(|m| &m.studies).filter_map(|s| s.checked.as_ref()) {
        proven += usize::from(checked.proof.is_some());
        for attempt in &checked.attempts {
            let row = rows.entry(attempt.depth).or_default();
            row.attempts += 1;
            row.statements += attempt.statements;
            row.inputs += attempt.inputs;
            row.outputs += attempt.outputs;
            row.question += attempt.question;
            row.equivalent += usize::from(attempt.result == AttemptResult::Proven);
        }
    }
    let mut table = Table::new([
        ("ROA depth", Align::Right),
        ("checked", Align::Right),
        ("avg. ROA size", Align::Right),
        ("avg. inputs", Align::Right),
        ("avg. outputs", Align::Right),
        ("avg. expression", Align::Right),
        ("equivalent", Align::Right),
        ("of all proven", Align::Right),
    ]);
    for (depth, row) in rows {
        let average = |sum: usize| format!("{:.1}", sum as f64 / row.attempts as f64);
        let share = if proven == 0 { 0.0 } else { 100.0 * row.equivalent as f64 / proven as f64 };
        table.row(vec![
            depth_name(depth),
            row.attempts.to_string(),
            average(row.statements),
            average(row.inputs),
            average(row.outputs),
            average(row.question),
            row.equivalent.to_string(),
            format!("{share:.1} %"),
        ]);
    }
    table
}
