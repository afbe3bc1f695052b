//! A graph as a picture: boxes with text and arrows with labels, written as dot or, laid out in [`crate::report::svg`],
//! as SVG.

use std::fmt::Write as _;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A statement.
    Box,
    /// Where the method begins and ends.
    Ellipse,
    /// Text about the graph.
    Note,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    None,
    /// In the region of analysis.
    Region,
    /// Changed by the mutant.
    Changed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Line {
    Solid,
    Dashed,
    Dotted,
}

#[derive(Clone, Debug)]
pub struct DrawnBox {
    /// Lines of text.
    pub label: Vec<String>,
    pub shape: Shape,
    pub fill: Fill,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    pub from: usize,
    pub to: usize,
    pub label: String,
    pub line: Line,
}

/// Boxes and arrows, in a fixed order.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    pub title: String,
    /// Arrows go from left to right: for a tree of long lines of text.
    pub is_sideways: bool,
    pub boxes: Vec<DrawnBox>,
    pub arrows: Vec<Arrow>,
}

impl Fill {
    pub const fn color(self) -> &'static str {
        match self {
            Self::None => "#ffffff",
            Self::Region => "#cfe2f3",
            Self::Changed => "#f9cb9c",
        }
    }
}

impl Drawing {
    pub fn add(&mut self, label: Vec<String>, shape: Shape, fill: Fill) -> usize {
        self.boxes.push(DrawnBox { label, shape, fill });
        self.boxes.len() - 1
    }

    pub fn to_dot(&self) -> String {
        // Writing to a string cannot fail.
        let mut dot = format!("digraph {} {{\n", quoted(&self.title));
        dot += if self.is_sideways { "  rankdir=LR;\n" } else { "" };
        dot += "  node [fontname=\"monospace\"];\n  edge [fontname=\"monospace\"];\n";
        for (i, drawn) in self.boxes.iter().enumerate() {
            let shape = match drawn.shape {
                Shape::Box => "box",
                Shape::Ellipse => "ellipse",
                Shape::Note => "plaintext",
            };
            let label = quoted(&drawn.label.join("\n"));
            _ = write!(dot, "  b{i} [label={label}, shape={shape}");
            if drawn.fill != Fill::None {
                _ = write!(dot, ", style=filled, fillcolor={}", quoted(drawn.fill.color()));
            }
            dot += "];\n";
        }
        for Arrow { from, to, label, line } in &self.arrows {
            _ = write!(dot, "  b{from} -> b{to}");
            let style = match line {
                Line::Solid => None,
                Line::Dashed => Some("style=dashed".to_owned()),
                Line::Dotted => Some("style=dotted".to_owned()),
            };
            let label = (!label.is_empty()).then(|| format!("label={}", quoted(label)));
            let attributes: Vec<String> = label.into_iter().chain(style).collect();
            if !attributes.is_empty() {
                _ = write!(dot, " [{}]", attributes.join(", "));
            }
            dot += ";\n";
        }
        dot + "}\n"
    }
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            c if c.is_control() => quoted.push(' '),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
