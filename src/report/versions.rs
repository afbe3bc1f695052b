//! The comparison of two versions of a method, for people and for programs.

use std::fmt::Write as _;

use crate::report::json::{Expectation, OutcomeReport};
use crate::versions::decide::{Behaviour, Comparison, TwoVersions};

/// Two blanks a level, a line end at the end.
pub fn json(comparison: &Comparison) -> String {
    // Plain data with string keys: there is nothing in it that JSON cannot hold.
    serde_json::to_string_pretty(comparison).unwrap_or_default() + "\n"
}

pub fn text(comparison: &Comparison) -> String {
    let reason = comparison.reason.as_deref().unwrap_or_default();
    let world = if comparison.closed_world { ", as long as the program has no further classes" } else { "" };
    let verdict = match comparison.verdict {
        TwoVersions::Equivalent => format!("equivalent for all inputs{world}"),
        TwoVersions::EquivalentUpTo => {
            format!("equivalent up to {}{world}: {reason}", comparison.bound.unwrap_or_default())
        }
        TwoVersions::Different => "different".to_owned(),
        TwoVersions::Undecided => format!("undecided: {reason}"),
    };
    let mut text = format!("{}: {verdict}\n", comparison.method);
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
        if let Expectation::Equals(expected) | Expectation::ArrayEquals(expected) = &check.expected
            && Some(expected) != value.as_ref()
        {
            parts.push(format!("leaves {} as {expected}", check.actual));
        }
    }
    parts.join(", ")
}
