//! The D-algorithm's search for one mutant as a tree that a person can follow (Fig. 3.10), as text, JSON and picture.
//!
//! Each search is one tree of [`Node`]s: subtasks, under each the solutions taken, under each of those what followed:
//! a conflict with its reason, the next subtasks, a test. Where a search that found nothing came to a limit the node is
//! *stuck*; where it came to none, the search itself is.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use indexmap::IndexMap;
use serde::Serialize;

use crate::cfg::graph::{NodeKey, Place};
use crate::dalg::search::End;
use crate::dalg::story::{Event, Fact, Known, Told as Subtask};
use crate::engine::dalgorithm::{Spot, Told};
use crate::report::change::shortened;
use crate::report::count::count;
use crate::report::drawing::{Arrow, Drawing, Fill, Line, Shape};
use crate::report::names::in_words;

/// More nodes are not drawn: nobody could look at them.
const MAX_DRAWN: usize = 400;
/// Longer lines of a box are cut.
const MAX_LABEL: usize = 72;
/// The lines of a box.
const MAX_LINES: usize = 6;
/// Longer lines of text are cut.
const MAX_TEXT: usize = 160;
/// Of a longer search the text has this many lines at the beginning and at the end.
const FIRST_LINES: usize = 30;
const LAST_LINES: usize = 20;
/// So many subtasks in a row that have no solution are told in one line, with this many of their names.
const FOLDED: usize = 3;
const NAMED: usize = 6;

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

    /// A subtask that has no solution, and nothing else to tell.
    fn is_fruitless(&self) -> bool {
        self.kind == Kind::Subtask && matches!(&self.children[..], [only] if only.kind == Kind::NoSolution)
    }

    /// Its text is all that there is to tell.
    const fn is_leaf(&self) -> bool {
        self.details.is_empty() && self.children.is_empty() && !self.stuck
    }

    fn is_stuck_anywhere(&self) -> bool {
        self.stuck || self.children.iter().any(Self::is_stuck_anywhere)
    }
}

/// All searches for one mutant, each in its skeleton and its frames; what repeats itself is folded, what is long is cut.
pub fn searches(told: &[Told]) -> String {
    let mut text = String::new();
    for search in told {
        let tree = tree(search);
        // Writing to a string cannot fail.
        _ = writeln!(text, "\nSearch in {} of the driver", frames(search.frames));
        for line in search.skeleton.lines() {
            _ = writeln!(text, "    {line}");
        }
        text.push_str(&cut(&course(&tree.children)));
        _ = writeln!(text, "  {}{}", tree.text, mark(&tree));
        if let Some(driver) = &search.driver {
            _ = writeln!(text, "\nThe test:");
            for line in driver.inputs() {
                _ = writeln!(text, "    {line}");
            }
        }
    }
    text
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

/// All searches as one picture, under what the local check says.
pub fn drawing(title: &str, headline: &str, told: &[Told]) -> Drawing {
    let mut drawing = Drawing { title: title.to_owned(), ..Drawing::default() };
    drawing.add(headline.lines().map(clip).collect(), Shape::Note, Fill::None);
    for search in told {
        let mut tree = tree(search);
        let head = format!("search in {} of", frames(search.frames));
        let driver = search.skeleton.lines().map(str::to_owned);
        tree.details = std::iter::once(head).chain(driver).collect();
        draw(&tree, None, &mut drawing);
    }
    drawing
}

fn frames(frames: u32) -> String {
    count(frames as usize, "time frame")
}

fn course(nodes: &[Node]) -> String {
    let mut text = String::new();
    write_all(nodes, 1, &mut text);
    text
}

/// The beginning and the end of a long course: where it stuck, or found a test, is at the end.
fn cut(course: &str) -> String {
    let lines: Vec<&str> = course.lines().collect();
    let left_out = lines.len().saturating_sub(FIRST_LINES + LAST_LINES);
    if left_out <= 1 {
        return course.to_owned();
    }
    let (first, last) = (&lines[..FIRST_LINES], &lines[lines.len() - LAST_LINES..]);
    format!("{}\n  … and {left_out} more lines (`--json` has all) …\n{}\n", first.join("\n"), last.join("\n"))
}

fn write_all(nodes: &[Node], depth: usize, text: &mut String) {
    let indent = "  ".repeat(depth);
    for run in nodes.chunk_by(|a, b| a == b || (a.is_fruitless() && b.is_fruitless())) {
        match run {
            [first, _, ..] if first.is_leaf() => {
                _ = writeln!(text, "{indent}{} (×{})", clip_text(&first.text), run.len());
            }
            [first, ..] if first.is_fruitless() && run.len() >= FOLDED => {
                _ = writeln!(text, "{indent}{}", folded(run));
            }
            _ => run.iter().for_each(|node| write(node, depth, text)),
        }
    }
}

/// Subtasks that have no solution, in one line.
fn folded(nodes: &[Node]) -> String {
    let mut times: IndexMap<&str, usize> = IndexMap::new();
    nodes.iter().for_each(|node| *times.entry(&node.text).or_default() += 1);
    let more = times.len().saturating_sub(NAMED);
    let name = |(name, &times): (&&str, &usize)| match times {
        1 => (*name).to_owned(),
        times => format!("{name} (×{times})"),
    };
    let mut names: Vec<String> = times.iter().take(NAMED).map(name).collect();
    names.extend((more > 0).then(|| format!("… and {more} more")));
    clip_text(&format!("{} without a solution: {}", count(nodes.len(), "subtask"), names.join("; ")))
}

fn clip_text(line: &str) -> String {
    shortened(line, MAX_TEXT)
}

fn mark(node: &Node) -> &'static str {
    if node.stuck { "   <- stuck here" } else { "" }
}

fn write(node: &Node, depth: usize, text: &mut String) {
    let indent = "  ".repeat(depth);
    _ = writeln!(text, "{indent}{}{}", clip_text(&node.text), mark(node));
    for detail in &node.details {
        _ = writeln!(text, "{indent}    {}", clip_text(detail));
    }
    write_all(&node.children, depth + 1, text);
}

fn draw(node: &Node, parent: Option<usize>, drawing: &mut Drawing) {
    if drawing.boxes.len() >= MAX_DRAWN {
        return;
    }
    let shape = match node.kind {
        Kind::Search | Kind::Test => Shape::Ellipse,
        Kind::Subtask | Kind::Solution => Shape::Box,
        _ => Shape::Note,
    };
    let fill = match node.kind {
        _ if node.stuck => Fill::Changed,
        Kind::Subtask => Fill::Region,
        _ => Fill::None,
    };
    let marked = node.stuck.then(|| "stuck here".to_owned());
    let mut label: Vec<String> =
        std::iter::once(&node.text).chain(&node.details).map(|line| clip(line)).collect();
    if label.len() > MAX_LINES {
        label.truncate(MAX_LINES);
        label.push("…".to_owned());
    }
    label.extend(marked);
    let this = drawing.add(label, shape, fill);
    if let Some(from) = parent {
        let line = if matches!(node.kind, Kind::Assist) { Line::Dashed } else { Line::Solid };
        drawing.arrows.push(Arrow { from, to: this, label: String::new(), line });
    }
    for child in &node.children {
        draw(child, Some(this), drawing);
    }
}

fn clip(line: &str) -> String {
    match line.char_indices().nth(MAX_LABEL) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line.to_owned(),
    }
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
    let facts = |facts: &[Fact]| facts.iter().map(|f| fact(f, spots)).collect::<Vec<_>>();
    for event in events {
        let node = match event {
            Event::Subtask(told) => subtask(told, spots),
            Event::Solution { chosen, implied, more } => {
                let chosen = facts(chosen);
                let text = if chosen.is_empty() { "nothing".to_owned() } else { chosen.join(", ") };
                let mut node = Node::new(Kind::Solution, format!("take {text}"));
                if !implied.is_empty() {
                    let more = if *more > 0 { format!(", and {more} more") } else { String::new() };
                    node.details.push(format!("implied: {}{more}", facts(implied).join(", ")));
                }
                node
            }
            Event::Conflict { at, because } => {
                let at = conflict_at(at.as_ref(), spots);
                let mut node = Node::new(Kind::Conflict, format!("conflict{at}"));
                if !because.is_empty() {
                    node.details.push(format!("against: {}", facts(because).join(", ")));
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
            Event::Test { kills: true } => Node::new(Kind::Test, "the test kills"),
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

fn conflict_at(at: Option<&Fact>, spots: &BTreeMap<NodeKey, Spot>) -> String {
    let Some(at) = at else { return " in what was chosen".to_owned() };
    match (&at.is, spots.get(&at.place)) {
        (Known::Value(_), _) => format!(": {}", fact(at, spots)),
        (_, Some(spot)) => format!(" in what is executed at {}", place(at.place, *spot)),
        (_, None) => " in what is executed".to_owned(),
    }
}

fn subtask(told: &Subtask, spots: &BTreeMap<NodeKey, Spot>) -> Node {
    let mut node = Node::new(Kind::Subtask, task(&told.name));
    let known = told.region.iter().filter_map(|key| Some((*key, *spots.get(key)?)));
    let mut region: Vec<(Option<u32>, u32, String)> =
        known.map(|(key, spot)| (spot.line, spot.copy, place(key, spot))).collect();
    region.sort_unstable();
    let mut region: Vec<String> = region.into_iter().map(|(_, _, text)| text).collect();
    region.dedup();
    if !region.is_empty() {
        node.details.push(format!("region: {}", region.join(", ")));
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
        return format!("propagate: a decision on {}", unwrapped(condition));
    }
    if let Some(what) = name.strip_prefix("MEP ") {
        return format!("propagate: {}", about(what));
    }
    if let Some(condition) = name.strip_prefix("JUST edge condition ") {
        return format!("justify: {}", unwrapped(condition));
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

/// A formula without the brackets around the whole of it.
fn unwrapped(formula: &str) -> &str {
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

fn fact(fact: &Fact, spots: &BTreeMap<NodeKey, Spot>) -> String {
    let at = spots.get(&fact.place).map_or_else(String::new, |spot| place(fact.place, *spot));
    let version = if fact.is_mutant { " in the mutant" } else { "" };
    match &fact.is {
        Known::Value(text) if at.is_empty() => format!("{text}{version}"),
        Known::Value(text) => format!("{text} ({at}{version})"),
        Known::Executed => format!("{at} executed{version}"),
        Known::NotExecuted => format!("{at} not executed{version}"),
        Known::Taken(condition) => format!("{} at {at}{version}", clip(unwrapped(condition))),
        Known::NotTaken(condition) => format!("not {} at {at}{version}", clip(condition)),
    }
}

/// `line 7`, with the number of the copy where loops or exceptions make several.
fn place(key: NodeKey, spot: Spot) -> String {
    let copy = if spot.copy > 0 { format!("[{}]", spot.copy) } else { String::new() };
    let line = |text: &str| match spot.line {
        Some(line) => format!("{text}line {line}{copy}"),
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
