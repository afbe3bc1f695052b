//! What stands where, written as SVG.

use std::fmt::Write as _;

use layout::core::geometry::Point;

use crate::report::drawing::{Arrow, Line, Shape};
use crate::report::svg::{Area, Canvas, FONT, LINE, LOOP, MARGIN, SMALL_FONT, text_size};

/// The head of an arrow, which turns with it.
const HEAD: &str = "<marker id=\"head\" markerWidth=\"9\" markerHeight=\"8\" refX=\"9\" refY=\"4\" \
                    orient=\"auto-start-reverse\"><path d=\"M 0 0 L 9 4 L 0 8 z\" fill=\"#444444\"/></marker>\n";

/// A rim around the letters at an arrow, which lies behind them.
const RIM: &str = " stroke=\"#ffffff\" stroke-width=\"3\" paint-order=\"stroke\"";

impl Canvas<'_> {
    pub(super) fn to_svg(&self) -> String {
        let (low, high) = self.extent();
        let (low, size) = (low.sub(Point::splat(MARGIN)), high.sub(low).add(Point::splat(2. * MARGIN)));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w:.0}\" height=\"{h:.0}\" \
             viewBox=\"{x:.0} {y:.0} {w:.0} {h:.0}\" font-family=\"monospace\">\n<title>{title}</title>\n{HEAD}",
            w = size.x.ceil(),
            h = size.y.ceil(),
            x = low.x.floor(),
            y = low.y.floor(),
            title = escaped(&self.drawing.title),
        );
        for route in &self.routes {
            let end = if route.is_reversed { "marker-start" } else { "marker-end" };
            write_way(&self.way(route), self.drawing.arrows[route.arrow].line, end, &mut svg);
        }
        self.loops().for_each(|(number, arrow)| self.write_loop(number, arrow, &mut svg));
        (0..self.boxes.len()).for_each(|number| self.write_box(number, &mut svg));
        for (area, label) in &self.labels {
            let lines: Vec<&str> = label.lines().collect();
            write_text(&lines, self.turned(area.middle), SMALL_FONT, RIM, &mut svg);
        }
        svg + "</svg>\n"
    }

    /// An arrow from a box to itself, beside it.
    fn write_loop(&self, number: usize, arrow: &Arrow, svg: &mut String) {
        let area = self.boxes[number];
        let Area { middle, size } = if self.drawing.is_sideways { area.turned() } else { area };
        let (x, y) = (middle.x + size.x / 2., middle.y);
        let (out, up, down) = (x + LOOP, y - size.y / 4., y + size.y / 4.);
        let way = format!("M {x:.1} {up:.1} C {out:.1} {up:.1}, {out:.1} {down:.1}, {x:.1} {down:.1}");
        write_way(&way, arrow.line, "marker-end", svg);
        let label: Vec<&str> = arrow.label.lines().collect();
        let width = text_size(label.iter().copied(), SMALL_FONT).x;
        write_text(&label, Point::new(out + width / 2., y), SMALL_FONT, RIM, svg);
    }

    fn write_box(&self, number: usize, svg: &mut String) {
        let area = self.boxes[number];
        let Area { middle, size } = if self.drawing.is_sideways { area.turned() } else { area };
        let drawn = &self.drawing.boxes[number];
        let fill = drawn.fill.color();
        let line = if drawn.shape == Shape::Note { "none" } else { "#000000" };
        if drawn.shape == Shape::Ellipse {
            let (x, y, w, h) = (middle.x, middle.y, size.x / 2., size.y / 2.);
            _ = writeln!(
                svg,
                "<ellipse cx=\"{x:.1}\" cy=\"{y:.1}\" rx=\"{w:.1}\" ry=\"{h:.1}\" fill=\"{fill}\" stroke=\"{line}\"/>"
            );
        } else {
            let (x, y, w, h) = (middle.x - size.x / 2., middle.y - size.y / 2., size.x, size.y);
            _ = writeln!(
                svg,
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" fill=\"{fill}\" stroke=\"{line}\"/>"
            );
        }
        let lines: Vec<&str> = drawn.label.iter().map(String::as_str).collect();
        write_text(&lines, middle, FONT, "", svg);
    }
}

fn write_way(way: &str, line: Line, end: &str, svg: &mut String) {
    let line = match line {
        Line::Solid => "",
        Line::Dashed => " stroke-dasharray=\"6 4\"",
        Line::Dotted => " stroke-dasharray=\"2 3\"",
    };
    _ = writeln!(svg, "<path d=\"{way}\" fill=\"none\" stroke=\"#444444\"{line} {end}=\"url(#head)\"/>");
}

fn write_text(lines: &[&str], middle: Point, font: f64, attributes: &str, svg: &mut String) {
    let first = middle.y - (lines.len() as f64 / 2. - 0.8) * font * LINE;
    _ = write!(svg, "<text font-size=\"{font}\" text-anchor=\"middle\"{attributes}>");
    for (i, line) in lines.iter().enumerate() {
        let (x, y) = (middle.x, (i as f64).mul_add(font * LINE, first));
        _ = write!(svg, "<tspan x=\"{x:.1}\" y=\"{y:.1}\">{}</tspan>", escaped(line));
    }
    svg.push_str("</text>\n");
}

fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}
