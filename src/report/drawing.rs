//! A graph as a picture: boxes with text and arrows with labels, written as dot or, laid out here, as SVG.

use std::fmt::Write as _;

use layout::backends::svg::SVGWriter;
use layout::gv::{DotParser, GraphBuilder};

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
    pub boxes: Vec<DrawnBox>,
    pub arrows: Vec<Arrow>,
}

impl Fill {
    const fn color(self) -> &'static str {
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

    /// `None` if the layout does not come out.
    pub fn to_svg(&self) -> Option<String> {
        let dot = self.to_dot();
        // The library for the layout stops at what it does not expect; a picture is not worth a crash.
        let quiet = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| {}));
        let svg = std::panic::catch_unwind(|| {
            let graph = DotParser::new(&dot).process().ok()?;
            let mut builder = GraphBuilder::new();
            builder.visit_graph(&graph);
            let mut svg = SVGWriter::new();
            builder.get().do_it(false, false, false, &mut svg);
            Some(svg.finalize())
        });
        std::panic::set_hook(quiet);
        svg.ok().flatten()
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
