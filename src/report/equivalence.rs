//! What the local check found: as a report for others, and from it as text: a table for each method with a line for
//! each mutant, the table with the columns of Table 2.1, how the questions were answered.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use indexmap::IndexMap;
use serde_json::Value;

use crate::report::assemble;
use crate::report::change::change;
use crate::report::json::{DepthReport, MutantReport, RegionReport, Report, VerdictKind, VerdictReport};
use crate::report::list;
use crate::report::table::{Align, Table, wrapped};
use crate::roa::mroa::Depth;
use crate::roa::proof::{Attempt, AttemptResult, Checked, Proof, ProofKind};
use crate::roa::study::{MethodStudy, Study};
use crate::sema::program::Program;
use crate::symbolic::question::Counts;

/// The widest change in a table, and on a narrow terminal.
const WIDEST_CHANGE: usize = 28;
const NARROW_CHANGE: usize = 20;
const NARROW: usize = 100;
/// The column that has the verdicts.
const VERDICT: usize = 3;

/// The name of a depth in tables.
pub fn depth_name(depth: Depth) -> String {
    match depth {
        Depth::Node => "node".to_owned(),
        Depth::Expanded(depth) => depth.to_string(),
        Depth::Global => "global".to_owned(),
        Depth::Callers => "callers".to_owned(),
    }
}

/// All that the check found.
pub fn report(program: &Program, methods: &[MethodStudy], options: IndexMap<String, Value>) -> Report {
    let mut counts = Counts::default();
    methods.iter().for_each(|m| counts.add(&m.counts));
    let mut times = IndexMap::new();
    let seconds = |total: Duration| total.as_secs_f64();
    times.insert("shared".to_owned(), seconds(methods.iter().map(|m| m.shared_time).sum()));
    let studies = || methods.iter().flat_map(|m| &m.studies);
    times.insert("mutants".to_owned(), seconds(studies().map(|s| s.time).sum()));
    let mut by_depth: BTreeMap<Depth, Duration> = BTreeMap::new();
    for attempt in studies().filter_map(|s| s.checked.as_ref()).flat_map(|c| &c.attempts) {
        *by_depth.entry(attempt.depth).or_default() += attempt.time;
    }
    for (depth, time) in by_depth {
        times.insert(format!("depth {}", depth_name(depth)), seconds(time));
    }
    Report {
        options,
        mutants: methods.iter().flat_map(|m| m.studies.iter().map(|s| mutant(program, m, s))).collect(),
        depths: depths(methods),
        questions: Some(counts),
        times,
        ..assemble::empty(program, None, None)
    }
}

/// What the check found of one version.
pub fn verdict_of(program: &Program, study: &Study) -> VerdictReport {
    verdict(program, study.mutant.unsupported.as_deref(), study.checked.as_ref())
}

fn mutant(program: &Program, method: &MethodStudy, study: &Study) -> MutantReport {
    let verdict = verdict_of(program, study);
    let same_as = study.same_as.filter(|_| verdict.verdict != VerdictKind::Equivalent);
    MutantReport {
        same_as: same_as.map(|first| method.studies[first].mutant.id.clone()),
        verdict: Some(verdict),
        ..list::record(program, &study.mutant)
    }
}

fn verdict(program: &Program, unsupported: Option<&str>, checked: Option<&Checked>) -> VerdictReport {
    let proof = checked.and_then(|c| c.proof.as_ref());
    let up_to = checked.and_then(|c| c.bounded.proof.as_ref()).filter(|_| proof.is_none());
    let attempts = checked.map_or(&[][..], |c| &c.attempts);
    let shown_at = proof.map(|p| p.depth).or(up_to.map(|p| p.depth));
    let attempt = match shown_at {
        Some(depth) => attempts.iter().find(|a| a.depth == depth),
        None => attempts.last(),
    };
    let roots = proof.and_then(Proof::roots).or_else(|| up_to.and_then(|p| p.callers.clone()));
    let verdict = match (proof, up_to) {
        (Some(_), _) => VerdictKind::Equivalent,
        (None, Some(_)) => VerdictKind::EquivalentUpTo,
        (None, None) => VerdictKind::Undecided,
    };
    let reason = match verdict {
        VerdictKind::EquivalentUpTo => up_to.map(|p| p.what_is_bounded().to_owned()),
        VerdictKind::Undecided => Some(match (unsupported, checked) {
            (Some(what), _) => format!("unsupported: {what}"),
            (None, Some(checked)) => why_undecided(checked),
            (None, None) => "unsupported".to_owned(),
        }),
        _ => None,
    };
    VerdictReport {
        verdict,
        bound: up_to.map(|p| p.bound.into()),
        reason,
        reason_kind: None,
        kill: None,
        pass: None,
        depth: shown_at.and_then(assemble::depth_number),
        frames: None,
        inputs: None,
        closed_world: proof.map(|p| p.closed_world).or(up_to.map(|p| p.closed_world)).unwrap_or(false),
        callers: assemble::callers(program, roots.as_deref()),
        region: attempt.map(|attempt| region(attempt, checked)),
        tests: Vec::new(),
    }
}

fn region(attempt: &Attempt, checked: Option<&Checked>) -> RegionReport {
    let &Attempt { depth, statements, inputs, outputs, question, .. } = attempt;
    let proof = checked.and_then(|c| c.proof.as_ref());
    let parts = proof.and_then(|p| p.callers.as_deref()).unwrap_or_default();
    let in_callers = parts.iter().map(|part| part.proof.depth).max().map(depth_name);
    let (depth, proof) = (depth_name(depth), proof.map(|p| p.kind));
    RegionReport { depth, in_callers, proof, statements, inputs, outputs, question }
}

/// Why a mutant is neither proven nor proven up to a bound.
fn why_undecided(checked: &Checked) -> String {
    if let Some(reason) = &checked.bounded.reason {
        return reason.clone();
    }
    match checked.attempts.last().map(|a| &a.result) {
        Some(AttemptResult::Differs { .. }) => "may be killable: the region differs in some state".to_owned(),
        Some(AttemptResult::Undecided(why)) => why.clone(),
        Some(AttemptResult::None(why)) => why.to_string(),
        Some(AttemptResult::Proven) | None => "no region holds the change".to_owned(),
    }
}

/// Sums over the attempts at one depth.
#[derive(Default)]
struct Sums {
    attempts: usize,
    statements: usize,
    inputs: usize,
    outputs: usize,
    question: usize,
    effort: u64,
    equivalent: usize,
}

fn depths(methods: &[MethodStudy]) -> Vec<DepthReport> {
    let mut rows: BTreeMap<Depth, Sums> = BTreeMap::new();
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
            row.effort += attempt.effort;
            row.equivalent += usize::from(attempt.result == AttemptResult::Proven);
        }
    }
    let row = |(depth, sums): (Depth, Sums)| {
        let mean = |sum: usize| sum as f64 / sums.attempts as f64;
        DepthReport {
            depth: depth_name(depth),
            checked: sums.attempts,
            roa_size: mean(sums.statements),
            inputs: mean(sums.inputs),
            outputs: mean(sums.outputs),
            expression_size: mean(sums.question),
            effort: sums.effort as f64 / sums.attempts as f64,
            equivalent: sums.equivalent,
            share: (proven > 0).then(|| sums.equivalent as f64 / proven as f64),
        }
    };
    rows.into_iter().map(row).collect()
}

/// The report for a terminal of so many columns. Times stand in the last block.
pub fn text(report: &Report, columns: usize) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let mut by_method: IndexMap<(&str, &str), Vec<&MutantReport>> = IndexMap::new();
    for mutant in &report.mutants {
        by_method.entry((&mutant.file, &mutant.method)).or_default().push(mutant);
    }
    for ((file, method), mutants) in by_method {
        let _ = writeln!(text, "{file}: {method}\n\n{}", of_method(method, &mutants, columns));
    }
    legend(&mut text, report, columns);
    let _ = write!(text, "{}\n{}", summary(report), by_depth(report));
    if let Some(counts) = &report.questions {
        let _ = write!(text, "\n{}", questions(counts));
    }
    let mut times = Table::new([("time", Align::Left), ("seconds", Align::Right)]);
    for (name, seconds) in &report.times {
        times.row(vec![name.clone(), format!("{seconds:.3}")]);
    }
    let _ = write!(text, "\n{times}");
    text
}

/// What the columns and words of the tables mean, as far as they stand there.
fn legend(text: &mut String, report: &Report, columns: usize) {
    let verdicts = || report.mutants.iter().filter_map(|m| m.verdict.as_ref());
    let is_shown = |v: &VerdictReport| v.verdict != VerdictKind::Undecided && v.region.is_some();
    let notes = [
        (
            verdicts().any(is_shown),
            "depth: where the proof was found: in the changed node alone, in the least region expanded so many times, \
             in the whole method (global), or in what calls it (callers); size: the statements there; terms: of the \
             largest question, 0 where both versions give the same terms",
        ),
        (
            verdicts().any(|v| v.verdict == VerdictKind::EquivalentUpTo),
            "equivalent up to k: proven wherever no loop of the original goes round more than k times, and no method \
             calls itself more deeply",
        ),
        (
            verdicts().any(|v| v.closed_world),
            "closed world: the proof rests on the classes that the program has; a class that is added and overrides \
             one of their methods may make a difference",
        ),
    ];
    for (_, note) in notes.iter().filter(|(is_needed, _)| *is_needed) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", wrapped(note, columns).join("\n  "));
    }
    if notes.iter().any(|(is_needed, _)| *is_needed) {
        text.push('\n');
    }
}

fn of_method(method: &str, mutants: &[&MutantReport], columns: usize) -> Table {
    let mut table = Table::new([
        ("mutant", Align::Left),
        ("place", Align::Left),
        ("change", Align::Left),
        ("verdict", Align::Left),
        ("depth", Align::Right),
        ("size", Align::Right),
        ("terms", Align::Right),
    ])
    .wrapping(VERDICT, columns);
    let widest_change = if columns < NARROW { NARROW_CHANGE } else { WIDEST_CHANGE };
    let own_name = |id: &str| id.strip_prefix(method).unwrap_or(id).trim_start_matches('/').to_owned();
    for mutant in mutants {
        let at = mutant.span.start;
        let change = change(&mutant.original, &mutant.replacement, widest_change / 2 - 2);
        let Some(verdict) = &mutant.verdict else { continue };
        let same_as = mutant.same_as.as_deref().map(own_name);
        let mut row = vec![
            own_name(&mutant.id),
            format!("{}:{}", at.line, at.column),
            change,
            verdict_text(verdict, same_as),
        ];
        if verdict.verdict != VerdictKind::Undecided
            && let Some(region) = &verdict.region
        {
            row.extend([region.depth.clone(), region.statements.to_string(), region.question.to_string()]);
        }
        table.row(row);
    }
    table
}

fn verdict_text(verdict: &VerdictReport, same_as: Option<String>) -> String {
    let reason = verdict.reason.clone().unwrap_or_default();
    let text = match verdict.verdict {
        VerdictKind::Equivalent => {
            let how = match verdict.region.as_ref().and_then(|r| r.proof) {
                Some(ProofKind::Unreachable) => ": unreachable",
                Some(ProofKind::CompleteUnrolling) => ": unrolled",
                Some(ProofKind::CallsFollowed) => ": calls followed",
                Some(ProofKind::SideBySide) => ": side by side",
                Some(ProofKind::IdleRounds) => ": idle rounds",
                Some(ProofKind::InCallers) => ": in its callers",
                Some(ProofKind::SameBehaviour) | None => "",
            };
            format!("equivalent{how}{}", if verdict.closed_world { " (closed world)" } else { "" })
        }
        VerdictKind::EquivalentUpTo => format!("equivalent up to {}", verdict.bound.unwrap_or_default()),
        VerdictKind::Killed => "killed".to_owned(),
        VerdictKind::Undecided => format!("undecided: {reason}"),
    };
    match same_as {
        Some(id) if verdict.verdict == VerdictKind::Undecided => format!("undecided: same as {id}"),
        Some(id) => format!("{text}; same as {id}"),
        None => text,
    }
}

fn summary(report: &Report) -> Table {
    let mut table = Table::new([("verdict", Align::Left), ("mutants", Align::Right)]);
    let count = |is: &dyn Fn(&MutantReport) -> bool| report.mutants.iter().filter(|m| is(m)).count();
    let kind = |m: &MutantReport| m.verdict.as_ref().map(|v| v.verdict);
    for (name, wanted) in [
        ("equivalent", VerdictKind::Equivalent),
        ("equivalent up to a bound", VerdictKind::EquivalentUpTo),
        ("undecided", VerdictKind::Undecided),
    ] {
        table.row(vec![name.to_owned(), count(&|m| kind(m) == Some(wanted)).to_string()]);
    }
    table.row(vec!["of them duplicates".to_owned(), count(&|m| m.same_as.is_some()).to_string()]);
    table.row(vec!["all".to_owned(), report.mutants.len().to_string()]);
    table
}

fn by_depth(report: &Report) -> Table {
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
    for row in &report.depths {
        let mean = |mean: f64| format!("{mean:.1}");
        table.row(vec![
            row.depth.clone(),
            row.checked.to_string(),
            mean(row.roa_size),
            mean(row.inputs),
            mean(row.outputs),
            mean(row.expression_size),
            row.equivalent.to_string(),
            row.share.map_or_else(|| "-".to_owned(), |share| format!("{:.1} %", 100.0 * share)),
        ]);
    }
    table
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
