//! The text report for a terminal: the passes, the kinds of kills, the survivors with their places. Times stand in
//! the last block and nowhere else.

use std::fmt::Write;

use crate::report::json::{KillKind, MutantReport, PassReport, Report, VerdictKind};
use crate::report::table::{Align, Table};

/// The most survivors that are listed one by one.
const LISTED: usize = 200;

/// The whole report; `next` says where to look next.
pub fn render(report: &Report, next: &[String]) -> String {
    let mut text = String::new();
    heading(&mut text, report);
    if !report.passes.is_empty() {
        text.push_str(&passes(&report.passes));
        text.push('\n');
    }
    localities(&mut text, &report.passes);
    kills(&mut text, report);
    unsupported(&mut text, report);
    bounded(&mut text, report);
    survivors(&mut text, report);
    for line in next {
        let _ = writeln!(text, "{line}");
    }
    times(&mut text, report);
    text
}

/// 0.9333 as `0.933`; nothing to kill as `-`.
pub fn score(score: Option<f64>) -> String {
    score.map_or_else(|| "-".to_owned(), |s| format!("{s:.3}"))
}

fn heading(text: &mut String, report: &Report) {
    let killed = report.mutants.iter().filter(|m| counts(m)).count();
    let _ = writeln!(
        text,
        "{}: {} mutants, {killed} killed by {} tests, score {}\n",
        report.files.join(", "),
        report.mutants.len(),
        report.tests.len(),
        score(report.score),
    );
}

fn counts(mutant: &MutantReport) -> bool {
    mutant.verdict.as_ref().and_then(|v| v.kill).is_some_and(KillKind::counts)
}

fn passes(passes: &[PassReport]) -> String {
    let is_bounded = passes.iter().any(|pass| pass.equivalent_up_to > 0);
    let columns = [
        ("pass", Align::Left),
        ("score", Align::Right),
        ("killed", Align::Right),
        ("equivalent", Align::Right),
        ("up to a bound", Align::Right),
        ("undecided", Align::Right),
        ("tests", Align::Right),
    ];
    let [name, share, killed, equivalent, up_to, undecided, tests] = columns;
    // Where nothing is proven up to a bound, nobody need ask what that is.
    let mut table = match is_bounded {
        true => Table::new([name, share, killed, equivalent, up_to, undecided, tests]),
        false => Table::new([name, share, killed, equivalent, undecided, tests]),
    };
    for pass in passes {
        let up_to = is_bounded.then(|| pass.equivalent_up_to.to_string());
        let cells =
            [pass.name.clone(), score(pass.score), pass.killed.to_string(), pass.equivalent.to_string()];
        let rest = [pass.undecided.to_string(), pass.tests.to_string()];
        table.row(cells.into_iter().chain(up_to).chain(rest).collect());
    }
    table.to_string()
}

/// How local each pass of searches was.
fn localities(text: &mut String, passes: &[PassReport]) {
    for pass in passes {
        let Some(locality) = &pass.locality else { continue };
        let mut table = Table::new([
            ("median over the mutants searched for", Align::Left),
            ("places", Align::Right),
            ("of the whole", Align::Right),
        ]);
        let rows = [
            ("largest question", locality.question, locality.share),
            ("largest that assist has not grown", locality.ungrown_question, locality.ungrown_share),
        ];
        for (name, places, share) in rows {
            table.row(vec![name.to_owned(), places.to_string(), format!("{:.1} %", 100.0 * share)]);
        }
        let _ = writeln!(
            text,
            "{}: {} mutants searched for, {} with a question that assist has grown\n\
             killed: {} by the search, {} by the local check; proven equivalent: {} and {}\n{table}",
            pass.name,
            locality.searched,
            locality.grown,
            locality.killed_by_search,
            locality.killed_by_check,
            locality.proven_by_search,
            locality.proven_by_check,
        );
    }
}

/// Kills that are weaker than another output, where there are some.
fn kills(text: &mut String, report: &Report) {
    let count = |kind| {
        let is_kind = |m: &&MutantReport| m.verdict.as_ref().and_then(|v| v.kill) == Some(kind);
        report.mutants.iter().filter(is_kind).count()
    };
    let mut table = Table::new([("kill", Align::Left), ("mutants", Align::Right), ("", Align::Left)]);
    let rows = [
        (KillKind::Output, "another outcome"),
        (KillKind::Diverges, "never ends, proven by a repeated state"),
        (KillKind::StepLimit, "ran far past the original; does not count for the score"),
        (KillKind::Resource, "passed the limit of stack or memory; does not count for the score"),
    ];
    for (kind, meaning) in rows {
        if count(kind) > 0 {
            table.row(vec![kind.name().to_owned(), count(kind).to_string(), meaning.to_owned()]);
        }
    }
    if !table.is_empty() {
        let _ = writeln!(text, "{table}");
    }
}

fn unsupported(text: &mut String, report: &Report) {
    let mut table = Table::new([("method not processed", Align::Left), ("why", Align::Left)]);
    for method in report.methods.iter().filter(|m| !m.supported) {
        table.row(vec![method.name.clone(), method.reason.clone().unwrap_or_default()]);
    }
    if !table.is_empty() {
        let _ = writeln!(text, "{table}");
    }
}

/// What is proven up to a bound and not for all inputs: neither killed nor equivalent.
fn bounded(text: &mut String, report: &Report) {
    let up_to =
        |m: &&MutantReport| m.verdict.as_ref().is_some_and(|v| v.verdict == VerdictKind::EquivalentUpTo);
    let mut table = Table::new([
        ("equivalent up to", Align::Right),
        ("place", Align::Left),
        ("mutant", Align::Left),
        ("change", Align::Left),
    ]);
    for mutant in report.mutants.iter().filter(up_to).take(LISTED) {
        let at = mutant.span.start;
        let bound = mutant.verdict.as_ref().and_then(|v| v.bound).unwrap_or_default();
        table.row(vec![
            bound.to_string(),
            format!("{}:{}:{}", mutant.file, at.line, at.column),
            mutant.id.clone(),
            format!("{} -> {}", one_line(&mutant.original), one_line(&mutant.replacement)),
        ]);
    }
    if !table.is_empty() {
        let _ = writeln!(text, "{table}");
    }
}

fn survivors(text: &mut String, report: &Report) {
    let undecided =
        |m: &&MutantReport| m.verdict.as_ref().is_some_and(|v| v.verdict == VerdictKind::Undecided);
    let survivors: Vec<&MutantReport> = report.mutants.iter().filter(undecided).collect();
    if survivors.is_empty() {
        return;
    }
    let mut table = Table::new([
        ("undecided", Align::Left),
        ("mutant", Align::Left),
        ("change", Align::Left),
        ("why", Align::Left),
    ]);
    for mutant in survivors.iter().take(LISTED) {
        let at = mutant.span.start;
        let change = format!("{} -> {}", one_line(&mutant.original), one_line(&mutant.replacement));
        let reason = mutant.verdict.as_ref().and_then(|v| v.reason.clone()).unwrap_or_default();
        let place = format!("{}:{}:{}", mutant.file, at.line, at.column);
        table.row(vec![place, mutant.id.clone(), change, reason]);
    }
    let _ = writeln!(text, "{table}");
    if survivors.len() > LISTED {
        let _ = writeln!(text, "and {} more: see report.json\n", survivors.len() - LISTED);
    }
}

/// Source text on one line, and not too much of it.
pub fn one_line(source: &str) -> String {
    const WIDEST: usize = 40;
    let flat = source.split_whitespace().collect::<Vec<_>>().join(" ");
    if flat.chars().count() <= WIDEST {
        return flat;
    }
    let head: String = flat.chars().take(WIDEST - 3).collect();
    format!("{head}...")
}

fn times(text: &mut String, report: &Report) {
    if report.times.is_empty() {
        return;
    }
    let mut table = Table::new([("time", Align::Left), ("seconds", Align::Right)]);
    for (name, seconds) in &report.times {
        table.row(vec![name.clone(), format!("{seconds:.3}")]);
    }
    let _ = write!(text, "\n{table}");
}
