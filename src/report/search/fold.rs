//! A search without what nobody reads: what repeats itself, and the middle of what is long, are counts.

use indexmap::IndexMap;

use crate::report::count::count;
use crate::report::search::facts::BETWEEN;
use crate::report::search::{Kind, Node};

/// How many children of a node are shown at the beginning and at the end, by how deep it is.
const SHOWN: [(usize, usize); 3] = [(4, 2), (2, 1), (1, 1)];
/// So many subtasks in a row that have no solution are told in one line, with this many of their names.
const FRUITLESS: usize = 3;
const NAMED: usize = 6;
/// Longer lists of facts or places are cut.
const LONGEST: usize = 260;

/// A search of so few nodes is shown with all of them.
const FEW: usize = 40;

pub(super) fn folded(node: &Node) -> Node {
    below(node, (size(node) > FEW).then_some(0))
}

fn size(node: &Node) -> usize {
    1 + node.children.iter().map(size).sum::<usize>()
}

/// `depth` is that of the node where some of its children are to be left out.
fn below(node: &Node, depth: Option<usize>) -> Node {
    let mut children = repeated(&node.children);
    if let Some(depth) = depth {
        children = without_middle(children, SHOWN[depth.min(SHOWN.len() - 1)]);
    }
    // A solution is one with its subtask.
    let is_deeper = node.kind == Kind::Subtask || node.kind == Kind::Search;
    let deeper = depth.map(|depth| depth + usize::from(is_deeper));
    Node {
        text: clipped(&node.text),
        details: node.details.iter().map(|detail| clipped(detail)).collect(),
        children: children.iter().map(|child| below(child, deeper)).collect(),
        ..node.clone()
    }
}

/// The beginning of a long list, and how much more there is.
fn clipped(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let between = if text.contains(BETWEEN) { BETWEEN } else { ", " };
    let mut parts: Vec<&str> = text.split(between).collect();
    let counted = |part: &str| part.strip_prefix("… and ")?.strip_suffix(" more")?.parse::<usize>().ok();
    let mut more = parts.last().and_then(|part| counted(part)).unwrap_or_default();
    parts.truncate(parts.len() - usize::from(more > 0));
    let length =
        |parts: &[&str]| parts.iter().map(|part| part.chars().count() + between.len()).sum::<usize>();
    while parts.len() > 1 && length(&parts) > LONGEST {
        parts.pop();
        more += 1;
    }
    format!("{}{between}… and {more} more", parts.join(between))
}

/// The same text over and over, and subtasks in a row that have no solution, are one node.
fn repeated(nodes: &[Node]) -> Vec<Node> {
    let mut folded = Vec::new();
    for run in nodes.chunk_by(|a, b| a == b || (is_fruitless(a) && is_fruitless(b))) {
        match run {
            [first, _, ..] if is_leaf(first) => {
                folded.push(Node { text: format!("{} (×{})", first.text, run.len()), ..first.clone() });
            }
            [first, ..] if is_fruitless(first) && run.len() >= FRUITLESS => {
                folded.push(Node::new(Kind::Folded, without_a_solution(run)));
            }
            _ => folded.extend(run.iter().cloned()),
        }
    }
    folded
}

/// A subtask that has no solution, and nothing else to tell.
fn is_fruitless(node: &Node) -> bool {
    node.kind == Kind::Subtask && matches!(&node.children[..], [only] if only.kind == Kind::NoSolution)
}

/// Its text is all that there is to tell.
const fn is_leaf(node: &Node) -> bool {
    node.details.is_empty() && node.children.is_empty() && !node.stuck
}

fn without_a_solution(nodes: &[Node]) -> String {
    let mut times: IndexMap<&str, usize> = IndexMap::new();
    nodes.iter().for_each(|node| *times.entry(&node.text).or_default() += 1);
    let more = times.len().saturating_sub(NAMED);
    let name = |(name, &times): (&&str, &usize)| match times {
        1 => (*name).to_owned(),
        times => format!("{name} (×{times})"),
    };
    let mut names: Vec<String> = times.iter().take(NAMED).map(name).collect();
    names.extend((more > 0).then(|| format!("… and {more} more")));
    format!("{} without a solution: {}", count(nodes.len(), "subtask"), names.join("; "))
}

/// The first and the last of many, and between them the first that stuck and what led to a test that kills.
fn without_middle(nodes: Vec<Node>, (first, last): (usize, usize)) -> Vec<Node> {
    if nodes.len() <= first + last + 1 {
        return nodes;
    }
    let end = nodes.len() - last;
    let stuck = nodes.iter().position(Node::is_stuck_anywhere);
    let mut shown = Vec::new();
    let mut left_out = Vec::new();
    for (i, node) in nodes.into_iter().enumerate() {
        if i < first || i >= end || stuck == Some(i) || kills(&node) {
            shown.extend(more(&left_out));
            left_out.clear();
            shown.push(node);
        } else {
            left_out.push(node);
        }
    }
    shown
}

fn kills(node: &Node) -> bool {
    (node.kind == Kind::Test && node.text == super::KILLS) || node.children.iter().any(kills)
}

/// What is left out, by its kinds.
fn more(nodes: &[Node]) -> Option<Node> {
    let kinds = tally(nodes);
    (!nodes.is_empty()).then(|| Node::new(Kind::Folded, format!("… {} more here: {kinds}", nodes.len())))
}

/// Whether anything was tried.
pub(super) fn has_solution(node: &Node) -> bool {
    node.kind == Kind::Solution || node.children.iter().any(has_solution)
}

/// How many nodes of which kind there are, whatever is below what.
pub(super) fn tally(nodes: &[Node]) -> String {
    let mut kinds: IndexMap<&str, usize> = IndexMap::new();
    nodes.iter().for_each(|node| add(node, &mut kinds));
    let kinds: Vec<String> = kinds.iter().map(|(name, &number)| count(number, name)).collect();
    kinds.join(", ")
}

fn add(node: &Node, kinds: &mut IndexMap<&str, usize>) {
    let name = match node.kind {
        Kind::Subtask => Some("subtask"),
        Kind::Solution => Some("solution"),
        Kind::Conflict => Some("conflict"),
        Kind::Assist => Some("assist"),
        Kind::Limit => Some("limit"),
        Kind::Test => Some("test"),
        Kind::NoPath => Some("lost effect"),
        Kind::Search | Kind::NoSolution | Kind::AtOutput | Kind::Folded => None,
    };
    if let Some(name) = name {
        *kinds.entry(name).or_default() += 1;
    }
    node.children.iter().for_each(|child| add(child, kinds));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solution(value: usize) -> Node {
        let mut node = Node::new(Kind::Solution, format!("take x = {value}"));
        node.children.push(Node::new(Kind::Conflict, "conflict"));
        node
    }

    #[test]
    fn of_many_solutions_the_middle_is_a_count_but_for_where_it_stuck_and_the_test() {
        let mut root = Node::new(Kind::Search, "killed");
        root.children = (0..30).map(solution).collect();
        root.children[9].children[0].stuck = true;
        root.children[20].children.push(Node::new(Kind::Test, crate::report::search::KILLS));
        let folded = folded(&root);
        let texts: Vec<&str> = folded.children.iter().map(|child| child.text.as_str()).collect();
        let more = |n| format!("… {n} more here: {n} solutions, {n} conflicts");
        let expected =
            ["take x = 0", "take x = 1", "take x = 2", "take x = 3", &more(5), "take x = 9", &more(10)];
        assert_eq!(texts[..7], expected);
        assert_eq!(texts[7..], ["take x = 20", &more(7), "take x = 28", "take x = 29"]);
    }

    #[test]
    fn of_a_long_list_the_rest_is_counted_with_what_was_not_listed() {
        let facts: Vec<String> = (10..60).map(|i| format!("line {i}: x = 1")).collect();
        let text = format!("implied: {}; … and 7 more", facts.join(BETWEEN));
        let folded = clipped(&text);
        let shown = folded.matches("x = 1").count();
        assert!(folded.ends_with(&format!("; … and {} more", 57 - shown)), "{folded}");
        assert_eq!(clipped("implied: x = 1"), "implied: x = 1");
    }
}
