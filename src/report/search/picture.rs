//! The searches as a picture: the same trees as in text.

use crate::engine::dalgorithm::Told;
use crate::report::drawing::{Arrow, Drawing, Fill, Line, Shape};
use crate::report::search::{Kind, Node, frames, text};
use crate::report::table::wrapped;

/// More nodes are not drawn: nobody could look at them.
const MAX_DRAWN: usize = 400;
/// The lines of a box keep to so many characters, and a box to so many lines.
const MAX_LINE: usize = 48;
const MAX_LINES: usize = 12;

/// The searches that are told, under what the local check says.
pub fn drawing(title: &str, headline: &str, told: &[Told], is_whole: bool) -> Drawing {
    let mut drawing = Drawing { title: title.to_owned(), is_sideways: true, ..Drawing::default() };
    drawing.add(lines(headline.lines()), Shape::Note, Fill::None);
    let shown = text::shown(told, is_whole);
    if shown.len() < told.len() {
        let account = text::account(told, shown[0].0);
        drawing.add(lines(account.trim().lines()), Shape::Note, Fill::None);
    }
    for (number, mut tree) in shown {
        let search = &told[number];
        let head = format!("search in {} of", frames(search.frames));
        let driver = search.skeleton.lines().map(str::to_owned);
        tree.details = std::iter::once(head).chain(driver).collect();
        draw(&tree, None, &mut drawing);
    }
    drawing
}

fn lines<'t>(text: impl Iterator<Item = &'t str>) -> Vec<String> {
    text.flat_map(|line| wrapped(line, MAX_LINE)).collect()
}

fn draw(node: &Node, parent: Option<usize>, drawing: &mut Drawing) {
    if drawing.boxes.len() >= MAX_DRAWN {
        return;
    }
    let shape = match node.kind {
        Kind::Subtask | Kind::Solution | Kind::Search => Shape::Box,
        Kind::Test => Shape::Ellipse,
        _ => Shape::Note,
    };
    let fill = match node.kind {
        _ if node.stuck => Fill::Changed,
        Kind::Subtask => Fill::Region,
        _ => Fill::None,
    };
    let mut label = lines(std::iter::once(&node.text).chain(&node.details).map(String::as_str));
    if label.len() > MAX_LINES {
        label.truncate(MAX_LINES);
        label.push("…".to_owned());
    }
    label.extend(node.stuck.then(|| "stuck here".to_owned()));
    let this = drawing.add(label, shape, fill);
    if let Some(from) = parent {
        let line = if matches!(node.kind, Kind::Assist) { Line::Dashed } else { Line::Solid };
        drawing.arrows.push(Arrow { from, to: this, label: String::new(), line });
    }
    for child in &node.children {
        draw(child, Some(this), drawing);
    }
}
