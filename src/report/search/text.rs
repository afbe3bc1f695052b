//! The searches as text: one of them as a tree, the others as an account.

use std::fmt::Write as _;

use indexmap::IndexMap;

use crate::dalg::outcome::End;
use crate::engine::dalgorithm::Told;
use crate::report::count::count;
use crate::report::search::{Node, fold, frames, tree, verdict};
use crate::report::table::wrapped;

/// The lines keep to so many characters, but for what has no room then.
const WIDEST: usize = 110;
const NARROWEST: usize = 40;

/// The search that decides, or the one that came furthest, and what the others came to; or all of them whole.
pub fn searches(told: &[Told], is_whole: bool) -> String {
    let shown = shown(told, is_whole);
    let mut trees = String::new();
    for &(number, ref tree) in &shown {
        one(&told[number], (number, told.len()), tree, &mut trees);
    }
    let mut text = if shown.len() < told.len() { account(told, shown[0].0) } else { String::new() };
    text += &trees;
    text += &legend(&trees);
    text
}

/// Which searches are told, and as which trees.
pub(super) fn shown(told: &[Told], is_whole: bool) -> Vec<(usize, Node)> {
    let trees: Vec<(usize, Node)> = told.iter().map(tree).enumerate().collect();
    if is_whole {
        return trees;
    }
    let most_telling = |(number, tree): &(usize, Node)| {
        let (is_killed, has_tried) = (told[*number].attack.end == End::Killed, fold::has_solution(tree));
        let is_stuck = tree.children.iter().any(Node::is_stuck_anywhere);
        (is_killed, has_tried && is_stuck, has_tried, *number)
    };
    let one = trees.into_iter().max_by_key(most_telling);
    one.map(|(number, tree)| (number, fold::folded(&tree))).into_iter().collect()
}

/// What all searches came to, by frames and verdict.
pub(super) fn account(told: &[Told], shown: usize) -> String {
    let mut ends: IndexMap<(u32, &str), Vec<Node>> = IndexMap::new();
    for search in told {
        ends.entry((search.frames, verdict(search.attack.end))).or_default().push(tree(search));
    }
    let mut text =
        format!("\nSearches for a test: {}, one for each driver and number of time frames\n", told.len());
    for ((number, end), trees) in ends {
        let kinds = fold::tally(&trees.iter().flat_map(|tree| tree.children.clone()).collect::<Vec<_>>());
        let kinds = if kinds.is_empty() { String::new() } else { format!(" ({kinds})") };
        // Writing to a string cannot fail.
        let line = format!("{}, {}: {end}{kinds}", frames(number), count(trees.len(), "driver"));
        _ = writeln!(text, "    {}", wrapped(&line, WIDEST - 8).join("\n        "));
    }
    _ = writeln!(
        text,
        "Number {} follows, with counts for what is long in it; `--whole` tells all.",
        shown + 1
    );
    text
}

fn one(search: &Told, (number, of): (usize, usize), tree: &Node, text: &mut String) {
    let title = if of == 1 { "Search".to_owned() } else { format!("Search {} of {of}", number + 1) };
    _ = writeln!(text, "\n{title} in {} of the driver", frames(search.frames));
    for line in search.skeleton.lines() {
        _ = writeln!(text, "    {line}");
    }
    write(tree, "", "", text);
    if let Some(driver) = &search.driver {
        _ = writeln!(text, "\nThe test:");
        for line in driver.inputs() {
            _ = writeln!(text, "    {line}");
        }
    }
}

/// A node behind `before`, with `below` before what belongs to it.
fn write(node: &Node, before: &str, below: &str, text: &mut String) {
    let mark = if node.stuck { "   <- stuck here" } else { "" };
    let bar = if node.children.is_empty() { "    " } else { "│   " };
    let inner = format!("{below}{bar}");
    let room = WIDEST.saturating_sub(below.chars().count()).max(NARROWEST);
    for (i, line) in wrapped(&node.text, room).iter().enumerate() {
        text.push_str(if i == 0 { before } else { "\n" });
        text.push_str(&if i == 0 { line.clone() } else { format!("{inner}{line}") });
    }
    _ = writeln!(text, "{mark}");
    for detail in &node.details {
        for (i, line) in wrapped(detail, room - 4).iter().enumerate() {
            _ = writeln!(text, "{inner}{}{line}", if i == 0 { "" } else { "  " });
        }
    }
    for (i, child) in node.children.iter().enumerate() {
        let (branch, bar) =
            if i + 1 < node.children.len() { ("├─ ", "│  ") } else { ("└─ ", "   ") };
        write(child, &format!("{below}{branch}"), &format!("{below}{bar}"), text);
    }
}

/// What the marks and words mean that stand in a text.
fn legend(trees: &str) -> String {
    let has_copies = trees.as_bytes().windows(2).any(|pair| pair[0].is_ascii_digit() && pair[1] == b'[');
    let notes = [
        (
            trees.contains(" not taken"),
            "not taken: the edge's condition fails on this run, or its decision is not executed at all",
        ),
        (trees.contains("assist adds"), "assist: the question grows by what refuted its last solution"),
        (
            has_copies,
            "line 7[2]: copy 2 of what stands in line 7, 7 (×3): three of them; loops (time frames) and exceptions make \
             several",
        ),
    ];
    let notes: Vec<&str> = notes.iter().filter(|(is_there, _)| *is_there).map(|&(_, note)| note).collect();
    if notes.is_empty() { String::new() } else { format!("\n{}\n", notes.join("\n")) }
}
