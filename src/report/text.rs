//! The text report for a terminal: the passes, the kinds of kills, the survivors with their places. Times stand in
//! the last block and nowhere else.

use std::fmt::Write;

use indexmap::IndexMap;

use crate::report::change::change;
use crate::report::count::{count, verb};
use crate::report::json::{
    CollapseReport, CoverReport, JacocoReport, KillKind, LabelReport, LowerBoundReport, MutantReport,
    PassReport, Report, VerdictKind,
};
use crate::report::labels::{Scope, place};
use crate::report::mcdc::Shown;
use crate::report::processed::Processed;
use crate::report::share;
use crate::report::table::{Align, Table};

/// The most survivors that are listed one by one.
const LISTED: usize = 200;
/// What the lines of a list keep to, where ids and paths are no wider.
const WIDEST: usize = 120;
/// As much is shown of either side of a change, however wide the rest of the line is.
const LEAST_OF_CHANGE: usize = 16;

/// The whole report; `next` says where to look next.
pub fn render(report: &Report, next: &[String]) -> String {
    let mut text = String::new();
    heading(&mut text, report);
    summary(&mut text, report);
    undecided(&mut text, report, "undecided");
    labels(&mut text, report, "open");
    text.extend(report.jacoco.iter().map(JacocoReport::render));
    for line in next {
        let _ = writeln!(text, "{line}");
    }
    times(&mut text, report);
    text
}

/// The report of a run of `given` tests: what they do not kill is not looked into.
pub fn render_simulated(report: &Report, given: &Report) -> String {
    let mut text = String::new();
    heading(&mut text, report);
    summary(&mut text, report);
    undecided(&mut text, report, "not killed");
    labels(&mut text, report, "not covered");
    text.push_str(&what_survival_says(report, given));
    times(&mut text, report);
    text
}

/// What the survival of a mutant does not say, and what the report with the tests says of the survivors.
fn what_survival_says(report: &Report, given: &Report) -> String {
    let survivors = || report.mutants.iter().filter(|m| is(m, VerdictKind::Undecided));
    if survivors().next().is_none() {
        return String::new();
    }
    let is_equivalent = |m: &&MutantReport| {
        let same =
            |g: &&MutantReport| (&g.id, &g.original, &g.replacement) == (&m.id, &m.original, &m.replacement);
        given.mutants.iter().find(same).is_some_and(|g| is(g, VerdictKind::Equivalent))
    };
    let known = match survivors().filter(is_equivalent).count() {
        0 => "`jatpg equivalent` looks for proofs".to_owned(),
        n => format!("the report with the tests has {n} of them as equivalent"),
    };
    format!(
        "simulate runs tests and proves nothing. Mutants that no test can kill are among those not killed, and\n\
         count against this score, which is killed / all: {known}.\n"
    )
}

fn is(mutant: &MutantReport, verdict: VerdictKind) -> bool {
    mutant.verdict.as_ref().is_some_and(|v| v.verdict == verdict)
}

/// What the passes came to, and the kinds of verdicts that need a word.
fn summary(text: &mut String, report: &Report) {
    let has_mutants = !report.mutants.is_empty() || report.labels.is_empty();
    if !report.passes.is_empty() && has_mutants {
        text.push_str(&passes(&report.passes, report.mutants.len()));
        text.push('\n');
    }
    if !report.labels.is_empty() {
        text.push_str(&coverage(report));
    }
    text.extend(report.cover.iter().map(CoverReport::render));
    text.extend(report.lower_bounds.iter().map(LowerBoundReport::render));
    text.extend(report.collapsed.iter().map(CollapseReport::render));
    localities(text, &report.passes);
    kills(text, report);
    unsupported(text, report);
    bounded(text, report);
}

/// A share as text; nothing to kill as `-`.
pub fn score(score: Option<f64>) -> String {
    score.map_or_else(|| "-".to_owned(), share::text)
}

fn heading(text: &mut String, report: &Report) {
    if report.mutants.is_empty() && !report.labels.is_empty() {
        let _ = writeln!(
            text,
            "{}: {}, {} covered by {}, {} infeasible; {}\n",
            report.files.join(", "),
            count(report.labels.len(), "label"),
            labels_that_are(report, VerdictKind::Killed).len(),
            count(report.tests.len(), "test"),
            labels_that_are(report, VerdictKind::Equivalent).len(),
            Processed::of(report),
        );
        return;
    }
    let killed = report.mutants.iter().filter(|m| counts(m)).count();
    let _ = writeln!(
        text,
        "{}: {}, {killed} killed by {}, {}; {}\n",
        report.files.join(", "),
        count(report.mutants.len(), "mutant"),
        count(report.tests.len(), "test"),
        match report.score {
            None if report.tests.is_empty()
                && report.mutants.iter().any(|m| is(m, VerdictKind::Undecided)) =>
            {
                "no score: no test was found that can be run".to_owned()
            }
            known => format!("score {}", score(known)),
        },
        Processed::of(report),
    );
}

fn counts(mutant: &MutantReport) -> bool {
    mutant.verdict.as_ref().and_then(|v| v.kill).is_some_and(KillKind::counts)
}

fn passes(passes: &[PassReport], mutants: usize) -> String {
    // What no other column has: killed by a run to a limit alone.
    let weakly = |pass: &PassReport| {
        mutants.saturating_sub(pass.killed + pass.equivalent + pass.equivalent_up_to + pass.undecided)
    };
    let is_weak = passes.iter().any(|pass| weakly(pass) > 0);
    let is_bounded = passes.iter().any(|pass| pass.equivalent_up_to > 0);
    let columns = [
        ("pass", Align::Left),
        ("score", Align::Right),
        ("killed", Align::Right),
        ("weakly", Align::Right),
        ("equivalent", Align::Right),
        ("up to a bound", Align::Right),
        ("undecided", Align::Right),
        ("tests", Align::Right),
    ];
    // Where nothing is killed weakly or proven up to a bound, nobody need ask what that is.
    let is_shown = [true, true, true, is_weak, true, is_bounded, true, true];
    let heads = columns.into_iter().zip(is_shown).filter(|(_, shown)| *shown);
    let mut table = Table::of_columns(heads.map(|((name, align), _)| (name.to_owned(), align)).collect());
    for pass in passes {
        let numbers =
            [pass.killed, weakly(pass), pass.equivalent, pass.equivalent_up_to, pass.undecided, pass.tests];
        let cells = [pass.name.clone(), score(pass.score)].into_iter().chain(numbers.map(|n| n.to_string()));
        table.row(cells.zip(is_shown).filter_map(|(cell, shown)| shown.then_some(cell)).collect());
    }
    table.to_string()
}

/// How far each criterion is reached, and after which pass what was decided of the labels.
fn coverage(report: &Report) -> String {
    let columns = |first: &str, last: &str| {
        let names = [first, "labels", "covered", "infeasible", "up to a bound", "open", last];
        let align = |n: usize| if n == 0 { Align::Left } else { Align::Right };
        Table::of_columns(names.iter().enumerate().map(|(n, &name)| (name.to_owned(), align(n))).collect())
    };
    let mut table = columns("criterion", "coverage");
    for (criterion, of) in &report.coverage {
        let numbers = [of.labels, of.covered, of.infeasible, of.infeasible_up_to, of.undecided];
        let cells = std::iter::once(criterion.clone()).chain(numbers.map(|n| n.to_string()));
        table.row(cells.chain([score(of.score)]).collect());
    }
    let mut text = format!("{table}\n");
    // Where mutants are decided beside, their table has the passes.
    if !report.mutants.is_empty() {
        return text;
    }
    let mut table = columns("pass", "tests");
    for pass in &report.passes {
        let Some(of) = pass.labels else { continue };
        let numbers =
            [report.labels.len(), of.covered, of.infeasible, of.infeasible_up_to, of.undecided, pass.tests];
        table.row(std::iter::once(pass.name.clone()).chain(numbers.map(|n| n.to_string())).collect());
    }
    if !table.is_empty() {
        let _ = writeln!(text, "{table}");
    }
    text
}

/// The labels that no test covers: what is impossible, and for which runs that is proven; what is open, and why.
fn labels(text: &mut String, report: &Report, open: &str) {
    let of = |kind| labels_that_are(report, kind);
    let scope = |label: &LabelReport| match label.scope() {
        Some(Scope::Callers) => "whatever the program's callers do".to_owned(),
        Some(Scope::Drivers) => "whatever calls the method".to_owned(),
        Some(Scope::Method) | None => "in all states of the method".to_owned(),
    };
    let bound = |label: &LabelReport| {
        format!("up to {}", label.verdict.as_ref().and_then(|v| v.bound).unwrap_or_default())
    };
    let reason =
        |label: &LabelReport| label.verdict.as_ref().and_then(|v| v.reason.clone()).unwrap_or_default();
    label_groups(text, "infeasible, proven", &of(VerdictKind::Equivalent), &scope);
    label_groups(text, "infeasible up to a bound", &of(VerdictKind::EquivalentUpTo), &bound);
    label_groups(text, open, &of(VerdictKind::Undecided), &reason);
    conditions(text, report);
}

/// The conditions that no pair of tests shows to decide alone.
fn conditions(text: &mut String, report: &Report) {
    let titles = [
        (Shown::Infeasible, "conditions that cannot be shown to decide alone, proven"),
        (Shown::InfeasibleUpTo, "conditions that cannot be shown to decide alone, up to a bound"),
        (Shown::Undecided, "conditions not shown to decide alone"),
    ];
    for (verdict, title) in titles {
        let missed = || report.mcdc.iter().filter(move |condition| condition.verdict == verdict);
        if missed().next().is_none() {
            continue;
        }
        let _ = writeln!(text, "{title}: {}", missed().count());
        let mut table = Table::new([("", Align::Left), ("", Align::Left), ("", Align::Left)]);
        for condition in missed().take(LISTED) {
            let at = condition.span.start;
            let place = format!("{}:{}:{}", condition.file, at.line, at.column);
            table.row(vec![place, condition.method.clone(), condition.condition.clone()]);
        }
        table.rows().for_each(|row| _ = writeln!(text, "    {row}"));
        text.push('\n');
    }
}

fn labels_that_are(report: &Report, kind: VerdictKind) -> Vec<&LabelReport> {
    report.labels.iter().filter(|label| label.is(kind)).collect()
}

fn label_groups(
    text: &mut String,
    title: &str,
    labels: &[&LabelReport],
    common: &dyn Fn(&LabelReport) -> String,
) {
    if labels.is_empty() {
        return;
    }
    let mut groups: IndexMap<String, Vec<&LabelReport>> = IndexMap::new();
    for &label in labels.iter().take(LISTED) {
        groups.entry(common(label)).or_default().push(label);
    }
    let _ = writeln!(text, "{title}: {}", count(labels.len(), "label"));
    for (common, labels) in groups {
        let _ = writeln!(text, "\n  {common}");
        let mut table = Table::new([("", Align::Left), ("", Align::Left), ("", Align::Left)]);
        for label in labels {
            table.row(vec![place(label), label.id.clone(), label.predicate.clone()]);
        }
        table.rows().for_each(|row| _ = writeln!(text, "    {row}"));
    }
    if labels.len() > LISTED {
        let _ = writeln!(text, "\n  … and {} more, all in the JSON", labels.len() - LISTED);
    }
    text.push('\n');
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
            "{}: a test was searched for {}, one after another; for {} of them assist has grown a question\n\
             each test that is found runs against all mutants: {} {} by tests of the search, {} by those of the local check\n\
             proven equivalent: {} by the search, {} by the local check\n{table}",
            pass.name,
            count(locality.searched, "mutant"),
            locality.grown,
            locality.killed_by_search,
            verb(locality.killed_by_search, "is killed", "are killed"),
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
        (KillKind::Trap, "a trap that it plants springs"),
        (KillKind::Diverges, "never ends, proven by a repeated state"),
        (KillKind::StepLimit, "ran far past the original; does not count for the score"),
        (KillKind::Resource, "passed the limit of stack or memory, or says so; does not count for the score"),
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
    for method in report.methods.iter().filter(|m| !m.supported && !m.left_alone) {
        table.row(vec![method.name.clone(), method.reason.clone().unwrap_or_default()]);
    }
    if !table.is_empty() {
        let _ = writeln!(text, "{table}");
    }
}

/// What is proven up to a bound and not for all inputs: neither killed nor equivalent.
fn bounded(text: &mut String, report: &Report) {
    let mutants: Vec<&MutantReport> =
        report.mutants.iter().filter(|m| is(m, VerdictKind::EquivalentUpTo)).collect();
    let bound = |m: &MutantReport| m.verdict.as_ref().and_then(|v| v.bound).unwrap_or_default();
    grouped(text, "equivalent up to a bound", &mutants, &|m| format!("up to {}", bound(m)));
}

fn undecided(text: &mut String, report: &Report, title: &str) {
    let mutants: Vec<&MutantReport> =
        report.mutants.iter().filter(|m| is(m, VerdictKind::Undecided)).collect();
    let reason = |m: &MutantReport| m.verdict.as_ref().and_then(|v| v.reason.clone()).unwrap_or_default();
    grouped(text, title, &mutants, &reason);
}

/// Mutants under what they have in common, each with its place and change.
fn grouped(
    text: &mut String,
    title: &str,
    mutants: &[&MutantReport],
    common: &dyn Fn(&MutantReport) -> String,
) {
    if mutants.is_empty() {
        return;
    }
    let mut groups: IndexMap<String, Vec<&MutantReport>> = IndexMap::new();
    for &mutant in mutants.iter().take(LISTED) {
        groups.entry(common(mutant)).or_default().push(mutant);
    }
    let _ = writeln!(text, "{title}: {}", count(mutants.len(), "mutant"));
    let width = |of: &dyn Fn(&MutantReport) -> String| {
        mutants.iter().take(LISTED).map(|m| of(m).chars().count()).max().unwrap_or_default()
    };
    let (place_width, id_width) = (width(&place_of), width(&|m| m.id.clone()));
    let left = format!("    {:place_width$}  {:id_width$}  ", "", "").len() + " → ".chars().count();
    let of_change = (WIDEST.saturating_sub(left) / 2).max(LEAST_OF_CHANGE);
    for (common, mutants) in groups {
        let _ = writeln!(text, "\n  {common}");
        for mutant in mutants {
            let change = change(&mutant.original, &mutant.replacement, of_change);
            let (place, id) = (place_of(mutant), &mutant.id);
            let _ = writeln!(text, "    {place:place_width$}  {id:id_width$}  {change}");
        }
    }
    if mutants.len() > LISTED {
        let _ = writeln!(text, "\n  … and {} more, all in the JSON", mutants.len() - LISTED);
    }
    text.push('\n');
}

fn place_of(mutant: &MutantReport) -> String {
    let at = mutant.span.start;
    format!("{}:{}:{}", mutant.file, at.line, at.column)
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
