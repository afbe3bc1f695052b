//! What became better and what worse, as text.

use std::fmt::Write;

use indexmap::IndexSet;
use serde_json::{Map, Value};

use crate::report::change::change;
use crate::report::comparison::changes::{Changes, Direction, MutantChange, RowChange};
use crate::report::comparison::tables::{TIMES, section, table};
use crate::report::count::count;
use crate::report::share;
use crate::report::table::Table;

/// The most mutants, or names, that are listed one by one.
const LISTED: usize = 200;
/// As much is shown of either side of a change.
const WIDEST_SIDE: usize = 24;

pub fn render(changes: &Changes) -> String {
    let mut text = format!("{} -> {}\n", changes.before, changes.after);
    for (name, [before, after]) in &changes.options {
        let _ = writeln!(text, "{name}: {}", option(before, after));
    }
    let kinds = [
        (Direction::Contradiction, "CONTRADICTION, one of the two is wrong"),
        (Direction::Worse, "Worse"),
        (Direction::Better, "Better"),
        (Direction::Other, "Killed in another way"),
    ];
    for (direction, title) in kinds {
        let of_kind: Vec<_> = changes.mutants.iter().filter(|m| m.direction == direction).collect();
        section(&mut text, &format!("{title}: {}", of(changes, of_kind.len())), &mutants(&of_kind));
        if of_kind.len() > LISTED {
            let _ = writeln!(text, "and {} more: see --json", of_kind.len() - LISTED);
        }
    }
    let changed = || changes.rows.iter().filter(|row| row.direction.is_some());
    match changed().next() {
        None => text.push_str("\nNothing changed.\n"),
        Some(_) => section(&mut text, "What changed, before and after", &rows(changed())),
    }
    only(&mut text, &changes.before, &changes.only_before);
    only(&mut text, &changes.after, &changes.only_after);
    section(&mut text, TIMES, &times(changes));
    text
}

/// An option before and after, in words; of long ones, what is not the same.
fn option(before: &Value, after: &Value) -> String {
    match (before, after) {
        (Value::Array(a), Value::Array(b)) => {
            let only = |a: &[Value], b: &[Value]| -> Vec<String> {
                a.iter().filter(|value| !b.contains(value)).map(words).collect()
            };
            let sides = [("no longer", only(a, b)), ("new", only(b, a))];
            let told = sides.iter().filter(|(_, names)| !names.is_empty());
            told.map(|(side, names)| format!("{side}: {}", names.join(", "))).collect::<Vec<_>>().join("; ")
        }
        (Value::Object(a), Value::Object(b)) => {
            let names: IndexSet<&String> = a.keys().chain(b.keys()).collect();
            let of = |side: &Map<String, Value>, name| side.get(name).map_or_else(|| NONE.to_owned(), words);
            let changed = names.into_iter().filter(|&name| a.get(name) != b.get(name));
            let told = |name| match (a.get(name), b.get(name)) {
                (Some(before @ Value::Object(_)), Some(after @ Value::Object(_))) => {
                    format!("{name}: {}", option(before, after))
                }
                _ => format!("{name} {} -> {}", of(a, name), of(b, name)),
            };
            changed.map(told).collect::<Vec<_>>().join(", ")
        }
        _ => format!("{} -> {}", words(before), words(after)),
    }
}

const NONE: &str = "none";

fn words(value: &Value) -> String {
    let all = |parts: Vec<String>| if parts.is_empty() { NONE.to_owned() } else { parts.join(", ") };
    match value {
        Value::Null => NONE.to_owned(),
        Value::String(text) if text.is_empty() => NONE.to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(values) => all(values.iter().map(words).collect()),
        Value::Object(fields) => {
            all(fields.iter().map(|(name, value)| format!("{name} {}", words(value))).collect())
        }
        Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}

/// Mutants, or, where there are labels too, goals.
fn of(changes: &Changes, number: usize) -> String {
    let has_labels = changes.rows.iter().any(|row| row.figures.contains_key("covered"));
    count(number, if has_labels { "goal" } else { "mutant" })
}

fn mutants(changes: &[&MutantChange]) -> Table {
    let mut table = table(&["place", "mutant", "change", "before", "after"], [""; 0]);
    for mutant in changes.iter().take(LISTED) {
        table.row(vec![
            format!("{}:{}", mutant.file, mutant.line),
            mutant.id.clone(),
            change(&mutant.original, &mutant.replacement, WIDEST_SIDE),
            mutant.before.clone(),
            mutant.after.clone(),
        ]);
    }
    table
}

/// Two figures where they differ, one where they do not.
fn rows<'a>(changes: impl Iterator<Item = &'a RowChange>) -> Table {
    let changes: Vec<&RowChange> = changes.collect();
    let Some(first) = changes.first() else { return table(&[], [""; 0]) };
    let names: Vec<&String> = first.figures.keys().collect();
    let left: &[&str] = if first.of.is_some() { &["program", "engine", ""] } else { &["method", ""] };
    let mut table = table(left, names.iter().map(|name| name.as_str()));
    for change in changes {
        let mut cells = vec![change.name.clone()];
        cells.extend(change.of.clone());
        cells.push(direction(change.direction).to_owned());
        cells.extend(change.figures.iter().map(|(name, &[a, b])| {
            let (a, b) = (figure(name, a), figure(name, b));
            if a == b { a } else { format!("{a} -> {b}") }
        }));
        table.row(cells);
    }
    table
}

const fn direction(direction: Option<Direction>) -> &'static str {
    match direction {
        Some(Direction::Better) => "better",
        Some(Direction::Worse | Direction::Contradiction) => "worse",
        Some(Direction::Other) => "other",
        None => "",
    }
}

/// Shares with their decimals, counts without.
fn figure(name: &str, value: Option<f64>) -> String {
    match value {
        None => "-".to_owned(),
        Some(value) if matches!(name, "score" | "success") => share::text(value),
        Some(value) => format!("{value:.0}"),
    }
}

fn only(text: &mut String, file: &str, names: &[String]) {
    if names.is_empty() {
        return;
    }
    let _ = writeln!(text, "\nOnly in {file}: {}", names.len());
    for name in names.iter().take(LISTED) {
        let _ = writeln!(text, "  {name}");
    }
}

fn times(changes: &Changes) -> Table {
    let mut table = table(&["run"], ["seconds"]);
    for (run, seconds) in &changes.times {
        table.row(vec![run.clone(), format!("{seconds:.3}")]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn options_are_told_in_words_and_long_ones_by_their_difference() {
        for (before, after, told) in [
            (json!("atg"), json!("d"), "atg -> d"),
            (json!(null), json!(["pme", "pcv"]), "none -> pme, pcv"),
            (json!(["pme", "pcv", "facts"]), json!(["facts", "expand"]), "no longer: pme, pcv; new: expand"),
            (json!(null), json!({"backtracks": 5, "k_ec": 24}), "none -> backtracks 5, k_ec 24"),
            (json!({"backtracks": 5, "k_ec": 24}), json!({"backtracks": 9, "k_ec": 24}), "backtracks 5 -> 9"),
            (
                json!({"d": {"frames": 8, "k_ec": 24}, "d+": {"frames": 64}}),
                json!({"d": {"frames": 4, "k_ec": 24}, "d+": {"frames": 64}}),
                "d: frames 8 -> 4",
            ),
            (json!(""), json!(true), "none -> true"),
        ] {
            assert_eq!(option(&before, &after), told);
        }
    }
}
