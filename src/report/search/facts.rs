//! What is known of values and of the execution of places, in words: what holds at one place stands together.

use std::collections::BTreeMap;

use indexmap::IndexMap;

use crate::cfg::graph::{NodeKey, Place};
use crate::dalg::story::{Fact, Known};
use crate::engine::dalgorithm::Spot;
use crate::report::change::shortened;

type Spots = BTreeMap<NodeKey, Spot>;

/// Longer conditions are cut.
const LONGEST: usize = 72;
/// What is known at a place, of the original (or of both, where the mutation cannot reach) and of the mutant.
#[derive(Default)]
struct Here<'f> {
    original: Vec<&'f Known>,
    mutant: Vec<&'f Known>,
}

/// `line 9: a == b; line 12 in both versions: x = 1`, place by place; `more` facts are not among them.
pub(super) fn told(facts: &[Fact], more: usize, spots: &Spots) -> String {
    let mut places: IndexMap<String, Here<'_>> = IndexMap::new();
    for fact in facts {
        let at = spots.get(&fact.place).map_or_else(String::new, |spot| place(fact.place, spot));
        let here = places.entry(at).or_default();
        let side = if fact.is_mutant { &mut here.mutant } else { &mut here.original };
        side.push(&fact.is);
    }
    // What is not says less than what is.
    places.sort_by_cached_key(|_, here| !here.original.iter().chain(&here.mutant).any(|known| is_so(known)));
    let mut parts: Vec<String> = places.iter().map(|(place, here)| here.told(place)).collect();
    parts.extend((more > 0).then(|| format!("… and {more} more")));
    parts.join(BETWEEN)
}

/// Between what is told of one place and of the next.
pub(super) const BETWEEN: &str = "; ";

const fn is_so(known: &Known) -> bool {
    matches!(known, Known::Value(_) | Known::Executed | Known::Taken(_))
}

impl Here<'_> {
    fn told(&self, place: &str) -> String {
        let at = |version: &str| match (place, version) {
            ("", "") => String::new(),
            ("", version) => format!("{version}: "),
            (place, "") => format!("{place}: "),
            (place, version) => format!("{place} {version}: "),
        };
        let (original, mutant) = (words(&self.original), words(&self.mutant));
        match (original.is_empty(), mutant.is_empty()) {
            (_, true) => at("") + &original,
            (true, false) => at("in the mutant") + &mutant,
            _ if original == mutant => at("in both versions") + &original,
            _ => format!("{}{original}; {}{mutant}", at(""), at("in the mutant")),
        }
    }
}

/// What is known at one place. That an edge is not taken is told only where nothing else says so: where its place is not
/// executed, none is; where another is taken, it is not. Of a decision that is not executed no edge is taken, so that its
/// condition and the contrary of it may stand beside one another.
fn words(known: &[&Known]) -> String {
    let is_taken = known.iter().any(|known| matches!(known, Known::Taken(_)));
    let is_off = known.contains(&&Known::NotExecuted);
    let mut told: Vec<String> = Vec::new();
    let mut not_taken: Vec<String> = Vec::new();
    for known in known {
        match known {
            Known::Value(text) => told.push(text.clone()),
            Known::Executed if is_taken => {}
            Known::Executed => told.push("executed".to_owned()),
            Known::NotExecuted => told.push("not executed".to_owned()),
            // The only way on.
            Known::Taken(condition) if condition == "true" => told.push("executed".to_owned()),
            Known::Taken(condition) => told.push(shortened(unwrapped(condition), LONGEST)),
            Known::NotTaken(_) if is_taken || is_off => {}
            Known::NotTaken(condition) if condition == "true" => told.push("not executed".to_owned()),
            Known::NotTaken(condition) => {
                not_taken.push(format!("`{}`", shortened(unwrapped(condition), LONGEST)));
            }
        }
    }
    told.dedup();
    match &not_taken[..] {
        [] => {}
        [edge] => told.push(format!("edge {edge} not taken")),
        edges => told.push(format!("edges {} not taken", edges.join(", "))),
    }
    told.join(", ")
}

/// Where a conflict is.
pub(super) fn conflict_at(at: Option<&Fact>, spots: &Spots) -> String {
    let Some(at) = at else { return " in what was chosen".to_owned() };
    match (&at.is, spots.get(&at.place)) {
        (Known::Value(_), _) => format!(" at {}", told(std::slice::from_ref(at), 0, spots)),
        (_, Some(spot)) => format!(" in what is executed at {}", place(at.place, spot)),
        (_, None) => " in what is executed".to_owned(),
    }
}

/// The places of a region: its lines, and what has no line of its own.
pub(super) fn region(keys: &[NodeKey], spots: &Spots) -> String {
    let mut lines: Vec<(u32, u32)> = Vec::new();
    let mut others: Vec<String> = Vec::new();
    for key in keys {
        match (spots.get(key), key.place) {
            (
                Some(Spot { line: Some(line), library: None, copy }),
                Place::Statement(_) | Place::Expression(_),
            ) => {
                lines.push((*line, *copy));
            }
            (Some(spot), _) => others.push(place(*key, spot)),
            (None, _) => {}
        }
    }
    lines.sort_unstable();
    lines.dedup();
    others.sort_unstable();
    others.dedup();
    let mut copies: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    lines.into_iter().for_each(|(line, copy)| copies.entry(line).or_default().push(copy));
    let lines: Vec<(u32, Vec<u32>)> = copies.into_iter().collect();
    let is_next = |a: &(u32, Vec<u32>), b: &(u32, Vec<u32>)| b.0 == a.0 + 1 && a.1 == [0] && b.1 == [0];
    let lines: Vec<String> = lines.chunk_by(is_next).map(stretch).collect();
    let noun = if matches!(&lines[..], [one] if !one.contains('-')) { "line" } else { "lines" };
    others.extend((!lines.is_empty()).then(|| format!("{noun} {}", lines.join(", "))));
    others.join(", ")
}

/// Lines that follow one another, or one with its copies.
fn stretch(lines: &[(u32, Vec<u32>)]) -> String {
    match lines {
        [(line, copies)] => match copies[..] {
            [0] => line.to_string(),
            [copy] => format!("{line}[{copy}]"),
            _ => format!("{line} (×{})", copies.len()),
        },
        [(first, _), .., (last, _)] => format!("{first}-{last}"),
        [] => String::new(),
    }
}

/// A formula without the brackets around the whole of it.
pub(super) fn unwrapped(formula: &str) -> &str {
    let inner = formula.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let mut depth = 0;
    let is_whole = |inner: &&str| {
        inner.chars().all(|c| {
            depth += match c {
                '(' => 1,
                ')' => -1,
                _ => 0,
            };
            depth >= 0
        })
    };
    inner.filter(is_whole).unwrap_or(formula)
}

/// `line 7`, with the number of the copy where loops or exceptions make several.
fn place(key: NodeKey, spot: &Spot) -> String {
    let copy = if spot.copy > 0 { format!("[{}]", spot.copy) } else { String::new() };
    let line = |text: &str| match spot.line {
        Some(line) => {
            let of = spot.library.as_ref().map(|class| format!(" of {class}")).unwrap_or_default();
            format!("{text}line {line}{of}{copy}")
        }
        None => format!("{text}the driver{copy}"),
    };
    match key.place {
        Place::Entry if spot.line.is_none() => "the inputs".to_owned(),
        Place::Entry => line("entry at "),
        Place::Statement(_) | Place::Expression(_) => line(""),
        Place::Raise(..) => line("exception at "),
        Place::Dispatch(_) => line("handlers at "),
        Place::Return => line("return of "),
        Place::Throw => line("exception out of "),
        Place::Cut => "behind the last frame".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decision_of_which_no_edge_is_taken_is_not_told_as_two_conditions_that_cannot_be() {
        let edge = |condition: &str| Known::NotTaken(condition.to_owned());
        let (equal, other) = (edge("(a == b)"), edge("(a != b)"));
        assert_eq!(words(&[&equal]), "edge `a == b` not taken");
        assert_eq!(words(&[&equal, &other]), "edges `a == b`, `a != b` not taken");
        assert_eq!(words(&[&Known::NotExecuted, &equal, &other]), "not executed");
        assert_eq!(words(&[&equal, &Known::Executed, &Known::Taken("(a != b)".to_owned())]), "a != b");
        assert_eq!(words(&[&Known::Value("x = 1".to_owned()), &edge("true")]), "x = 1, not executed");
    }

    #[test]
    fn what_holds_in_both_versions_is_told_once() {
        let known = Known::Value("x = 1".to_owned());
        let other = Known::Value("x = 2".to_owned());
        let told = |original: &[&'static str], mutant: &[&Known]| {
            let original = original.iter().map(|_| &known).collect();
            Here { original, mutant: mutant.to_vec() }.told("line 7")
        };
        assert_eq!(told(&["x"], &[&known]), "line 7 in both versions: x = 1");
        assert_eq!(told(&["x"], &[&other]), "line 7: x = 1; line 7 in the mutant: x = 2");
        assert_eq!(told(&[], &[&other]), "line 7 in the mutant: x = 2");
    }
}
