//! The comparison of two versions of a method, for people and for programs.

use std::fmt::Write as _;

use crate::report::json::{Expectation, OutcomeReport};
use crate::versions::decide::{Behaviour, Changes, Comparison, TwoVersions};

/// Two blanks a level, a line end at the end.
pub fn json(comparison: &impl serde::Serialize) -> String {
    // Plain data with string keys: there is nothing in it that JSON cannot hold.
    serde_json::to_string_pretty(comparison).unwrap_or_default() + "\n"
}

/// A line for each method that changed, with the input that tells its versions apart; then what only one file has.
pub fn text_of_all(changes: &Changes) -> String {
    let mut all: String = changes.methods.iter().map(text).collect();
    for (what, names) in [("removed", &changes.removed), ("added", &changes.added)] {
        for name in names {
            let _ = writeln!(all, "{name}: {what}");
        }
    }
    let count = |verdict| changes.methods.iter().filter(|m| m.verdict == verdict).count();
    let _ = writeln!(
        all,
        "{} changed: {} equivalent, {} different, {} up to a bound, {} undecided; {} unchanged",
        changes.methods.len(),
        count(TwoVersions::Equivalent),
        count(TwoVersions::Different),
        count(TwoVersions::EquivalentUpTo),
        count(TwoVersions::Undecided),
        changes.unchanged,
    );
    all
}

pub fn text(comparison: &Comparison) -> String {
    let reason = comparison.reason.as_deref().unwrap_or_default();
    let world = if comparison.closed_world { ", as long as the program has no further classes" } else { "" };
    let verdict = match comparison.verdict {
        TwoVersions::Equivalent => {
            let proof = comparison.proof.as_ref().map_or(String::new(), |proof| format!(": {proof}"));
            format!("equivalent for all inputs{world}{proof}")
        }
        TwoVersions::EquivalentUpTo => {
            format!("equivalent up to {}{world}: {reason}", comparison.bound.unwrap_or_default())
        }
        TwoVersions::Different => "different".to_owned(),
        TwoVersions::Undecided => format!("undecided: {reason}"),
    };
    let mut text = format!("{}: {verdict}\n", comparison.method);
    if let Some(next) = &comparison.next {
        let _ = writeln!(text, "    next: {next}");
    }
    if let Some(example) = &comparison.counterexample {
        // Writing to a string cannot fail.
        for line in &example.inputs {
            let _ = writeln!(text, "    {line}");
        }
        for call in &example.then {
            let _ = writeln!(text, "    {call};");
        }
        for (name, behaviour, other) in
            [("old", &example.old, &example.new), ("new", &example.new, &example.old)]
        {
            let _ = writeln!(text, "{name}: {}", behaviour_text(behaviour, other));
        }
        if example.strict_math {
            let _ = writeln!(text, "    (Math taken as StrictMath, where the JVM's last bits are open)");
        }
    }
    text
}

/// What a version does; of what is behind the call, that in which the other does not do the same.
fn behaviour_text(behaviour: &Behaviour, other: &Behaviour) -> String {
    if behaviour.diverges {
        return "never ends".to_owned();
    }
    let OutcomeReport { value, exception, message, out, err, checks, .. } = &behaviour.outcome;
    let mut parts = Vec::new();
    match (exception, value) {
        (Some(class), _) => {
            let message = message.as_ref().map_or(String::new(), |m| format!(" ({m:?})"));
            parts.push(format!("throws {class}{message}"));
        }
        (None, Some(value)) => parts.push(format!("returns {value}")),
        (None, None) => parts.push("returns".to_owned()),
    }
    for (name, own) in [("System.out", out), ("System.err", err)] {
        if !own.is_empty() {
            parts.push(format!("writes {own:?} to {name}"));
        }
    }
    for check in checks.iter().filter(|check| !other.outcome.checks.contains(check)) {
        match &check.expected {
            Expectation::Equals(expected) if Some(expected) == value.as_ref() => {}
            expected => {
                parts
                    .extend(expected_text(expected).map(|what| format!("leaves {} as {what}", check.actual)));
            }
        }
    }
    parts.join(", ")
}

fn expected_text(expected: &Expectation) -> Option<String> {
    Some(match expected {
        Expectation::Equals(text) | Expectation::ArrayEquals(text) | Expectation::Same(text) => text.clone(),
        Expectation::NotSame(text) => format!("another object than {text}"),
        Expectation::Null => "null".to_owned(),
        Expectation::NotNull => "an object".to_owned(),
        Expectation::Class(class) => format!("an object of {class}"),
        Expectation::Throws { class, message, .. } => {
            let message = message.as_ref().map_or(String::new(), |m| format!(" ({m:?})"));
            format!("what throws {class}{message}")
        }
        Expectation::Done => return None,
    })
}
