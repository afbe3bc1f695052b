//! The D-algorithm's search for one mutant as a tree that a person can follow (Fig. 3.10), as text, JSON and picture.
//!
//! Each search is one tree of [`Node`]s: subtasks, under each the solutions taken, under each of those what followed:
//! a conflict with its reason, the next subtasks, a test. Where a search that found nothing came to a limit the node is
//! *stuck*; where it came to none, the search itself is.

mod facts;
mod fold;
mod picture;
mod text;

use std::collections::BTreeMap;

use serde::Serialize;

use crate::cfg::graph::NodeKey;
use crate::dalg::outcome::End;
use crate::dalg::story::{Event, Told as Subtask};
use crate::engine::dalgorithm::{Spot, Told};
use crate::report::count::count;
use crate::report::names::in_words;

pub use picture::drawing;
pub use text::searches;

/// Of a test that tells the versions apart.
const KILLS: &str = "the test kills";

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Search,
    Subtask,
    Solution,
    Conflict,
    Assist,
    NoSolution,
    Limit,
    AtOutput,
    NoPath,
    Test,
    /// Nodes that a person need not see one by one; JSON has none.
    Folded,
}

/// One node of the tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Node {
    pub kind: Kind,
    pub text: String,
    /// What is implied, what speaks against it, the lines of a region.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<String>,
    /// The search stuck here.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub stuck: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<Node>,
}

/// One search in the JSON of `explain`.
#[derive(Clone, Debug, Serialize)]
pub struct SearchReport {
    /// The driver, with `?` for its inputs.
    pub driver: Vec<String>,
    pub frames: u32,
    /// Copies of the mutated region in the frames that were looked at.
    pub copies: usize,
    pub verdict: &'static str,
    /// What it proves that no test was found, and what keeps it from proving that for all inputs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proves: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gaps: Vec<String>,
    /// The driver that kills the mutant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test: Option<Vec<String>>,
    pub tree: Node,
}

impl Node {
    fn new(kind: Kind, text: impl Into<String>) -> Self {
        Self { kind, text: text.into(), details: Vec::new(), stuck: false, children: Vec::new() }
    }

    /// What came to nothing did not matter.
    fn unmark(&mut self) {
        self.stuck = false;
        self.children.iter_mut().for_each(Self::unmark);
    }

    fn is_stuck_anywhere(&self) -> bool {
        self.stuck || self.children.iter().any(Self::is_stuck_anywhere)
    }
}

pub fn reports(told: &[Told]) -> Vec<SearchReport> {
    let report = |search: &Told| SearchReport {
        driver: search.skeleton.lines().map(str::to_owned).collect(),
        frames: search.frames,
        copies: search.attack.copies,
        verdict: key(search.attack.end),
        proves: search.proven.map(|p| if p.is_bounded { "equivalent_up_to" } else { "equivalent" }),
        gaps: gaps(search),
        test: search.driver.as_ref().map(crate::driver::Driver::inputs),
        tree: tree(search),
    };
    told.iter().map(report).collect()
}

fn frames(frames: u32) -> String {
    count(frames as usize, "time frame")
}

fn tree(search: &Told) -> Node {
    let mut root = Node::new(Kind::Search, result(search));
    if search.attack.copies == 0 && search.attack.story.events.is_empty() {
        let text = "no run of these frames comes to what is mutated";
        root.children.push(Node::new(Kind::NoSolution, text));
    }
    root.children.extend(nodes(&search.attack.story.events, &search.spots));
    if search.attack.end == End::Killed || search.proven.is_some_and(|proven| !proven.is_bounded) {
        root.children.iter_mut().for_each(Node::unmark);
    } else {
        root.stuck = !root.is_stuck_anywhere();
    }
    root
}

/// The events of one subtask: what follows a solution hangs under it.
fn nodes(events: &[Event], spots: &BTreeMap<NodeKey, Spot>) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::new();
    for event in events {
        let node = match event {
            Event::Subtask(told) => subtask(told, spots),
            Event::Solution { chosen, implied, more } => {
                let chosen = facts::told(chosen, 0, spots);
                let text = if chosen.is_empty() { "nothing".to_owned() } else { chosen };
                let mut node = Node::new(Kind::Solution, format!("take {text}"));
                if !implied.is_empty() {
                    node.details.push(format!("implied: {}", facts::told(implied, *more, spots)));
                }
                node
            }
            Event::Conflict { at, because } => {
                let text = format!("conflict{}", facts::conflict_at(at.as_ref(), spots));
                let mut node = Node::new(Kind::Conflict, text);
                if !because.is_empty() {
                    node.details.push(format!("against: {}", facts::told(because, 0, spots)));
                }
                node
            }
            Event::Assist { what, places } => {
                let text =
                    format!("assist adds {what}: the question is about {} now", count(*places, "place"));
                Node::new(Kind::Assist, text)
            }
            Event::NoSolution => Node::new(Kind::NoSolution, "no solution"),
            Event::NoRun => Node::new(
                Kind::NoSolution,
                "no run of the original within these frames ends, or comes to what is mutated",
            ),
            Event::Undecided => Node::new(Kind::Limit, "the solver does not decide"),
            Event::Limit => Node::new(Kind::Limit, "backtrack limit"),
            Event::Effort => Node::new(Kind::Limit, "the effort for the mutant is used up"),
            Event::AtOutput => Node::new(Kind::AtOutput, "the effect is at an output"),
            Event::NoPath => Node::new(Kind::NoPath, "no output can differ any more"),
            Event::Test { kills: true } => Node::new(Kind::Test, KILLS),
            Event::Test { kills: false } => Node::new(Kind::Test, "the test does not kill"),
        };
        let node = Node { stuck: event.is_stuck(), ..node };
        let follows = !matches!(node.kind, Kind::Solution | Kind::Assist | Kind::NoSolution | Kind::Limit);
        match nodes.last_mut() {
            Some(last) if last.kind == Kind::Solution && follows => last.children.push(node),
            _ => nodes.push(node),
        }
    }
    nodes
}

fn subtask(told: &Subtask, spots: &BTreeMap<NodeKey, Spot>) -> Node {
    let mut node = Node::new(Kind::Subtask, task(&told.name));
    let region = facts::region(&told.region, spots);
    if !region.is_empty() {
        node.details.push(format!("region: {region}"));
    }
    node.children = nodes(&told.events, spots);
    node
}

/// A subtask in words: its name has the short form of what it is for (mutation effect excitation, its propagation,
/// justification) and that which it is about.
fn task(name: &str) -> String {
    let about = |what: &str| match what.strip_suffix(" behind the expanded region") {
        Some(what) => format!("{} behind the expanded region", differs(what)),
        None => differs(what),
    };
    if let Some(what) = name.strip_prefix("MEE ") {
        return format!("excite: {}", about(what));
    }
    if let Some(condition) = name.strip_prefix("MEP decision ") {
        return format!("propagate: a decision on {}", facts::unwrapped(condition));
    }
    if let Some(what) = name.strip_prefix("MEP ") {
        return format!("propagate: {}", about(what));
    }
    if let Some(condition) = name.strip_prefix("JUST edge condition ") {
        return format!("justify: {}", facts::unwrapped(condition));
    }
    match name.strip_prefix("JUST ") {
        Some("node") => "justify: the place is executed".to_owned(),
        Some(what) => format!("justify: {}", in_words(what)),
        None if name == "MEE" => "excite: the change is executed".to_owned(),
        None => name.to_owned(),
    }
}

fn differs(what: &str) -> String {
    if what == "exit" { "the versions part".to_owned() } else { format!("{} differs", in_words(what)) }
}

/// What keeps a refutation from being a proof for all inputs; of a search that came to a limit its end says it.
fn gaps(search: &Told) -> Vec<String> {
    let is_refuted = search.attack.end == End::Refuted;
    search.gaps.iter().filter(|_| is_refuted).map(ToString::to_string).collect()
}

fn result(search: &Told) -> String {
    let verdict = verdict(search.attack.end);
    let gaps = gaps(search).join(", ");
    match search.proven {
        Some(proven) if proven.is_bounded => {
            format!("{verdict}: equivalent up to {}, since {gaps}", proven.frames)
        }
        Some(_) => format!("{verdict}: equivalent for all inputs"),
        None if gaps.is_empty() => verdict.to_owned(),
        None => format!("{verdict}; no proof: {gaps}"),
    }
}

pub(super) const fn verdict(end: End) -> &'static str {
    match end {
        End::Killed => "killed",
        End::Refuted => "no test in these frames of this driver",
        End::Backtracks => "given up: the backtrack limit",
        End::Solver => "given up: the solver's limit",
        End::Tests => "given up: the limit of tests in vain",
        End::Effort => "given up: the effort for one mutant",
    }
}

const fn key(end: End) -> &'static str {
    match end {
        End::Killed => "killed",
        End::Refuted => "refuted",
        End::Backtracks => "backtrack_limit",
        End::Solver => "solver_limit",
        End::Tests => "test_limit",
        End::Effort => "effort_limit",
    }
}
