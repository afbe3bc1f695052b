//! A drawing as SVG: layout-rs says where things stand, and they are drawn here.
//!
//! Its own writer takes text for twice as wide as it is and for longer than any page, and lets an arrow that passes a
//! row of boxes cross those beside its way. Here an arrow goes straight through a row, and turns only between rows.

mod write;

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};

use layout::core::base::Orientation;
use layout::core::format::{ClipHandle, RenderBackend};
use layout::core::geometry::{Point, Position};
use layout::core::style::{LineStyleKind, StyleAttr};
use layout::std_shapes::shapes::{Arrow as Edge, Element, LineEndKind, ShapeKind};
use layout::topo::layout::VisualGraph;

use crate::report::drawing::{Arrow, Drawing, Shape};

/// Pixels: the size of the letters of boxes and of arrows, the width of a letter in parts of that, the height of a line.
const FONT: f64 = 13.;
const SMALL_FONT: f64 = 11.;
const LETTER: f64 = 0.6;
const LINE: f64 = 1.25;
/// What layout-rs takes for the width and the height of a letter at an arrow.
const LABEL_LETTER: usize = 8;
/// What it leaves around the text of an arrow, on both sides together.
const LABEL_PADDING: f64 = 10.;
/// Between the text and the edge of a box, and around a box.
const PADDING: f64 = 8.;
const HALO: f64 = 18.;
/// Around the whole.
const MARGIN: f64 = 8.;
/// How far a loop to the same box reaches out of it.
const LOOP: f64 = 24.;
/// With more arrows the rows are not ordered for fewer crossings, which takes long.
const MAX_ORDERED: usize = 150;

impl Drawing {
    /// `None` if the layout does not come out.
    pub fn to_svg(&self) -> Option<String> {
        // The library for the layout stops at what it does not expect; a picture is not worth a crash.
        let quiet = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| {}));
        let canvas = Canvas::tried(self);
        std::panic::set_hook(quiet);
        Some(canvas?.to_svg())
    }
}

/// What stands where; of a sideways drawing with x and y exchanged, so that all arrows go down.
struct Canvas<'d> {
    drawing: &'d Drawing,
    /// By the number of the box.
    boxes: Vec<Area>,
    labels: Vec<(Area, String)>,
    routes: Vec<Route>,
}

#[derive(Clone, Copy)]
struct Area {
    middle: Point,
    size: Point,
}

/// The way of an arrow from the upper of its boxes to the lower.
struct Route {
    arrow: usize,
    path: Vec<Point>,
    /// It leads up.
    is_reversed: bool,
}

/// A box that others are connected with, and how many rows below it.
type Row = (usize, i64);

/// A point of an arrow's way between its boxes.
struct Bend {
    route: usize,
    point: usize,
    row: Row,
    label: Option<usize>,
    /// The height of its own middle, or of its label's.
    middle: f64,
}

/// Where an arrow goes straight down.
#[derive(Clone, Copy, Debug)]
struct Straight {
    x: f64,
    top: f64,
    bottom: f64,
}

impl Area {
    const fn nothing() -> Self {
        Self { middle: Point { x: 0., y: 0. }, size: Point { x: 0., y: 0. } }
    }

    fn top(self) -> f64 {
        self.middle.y - self.size.y / 2.
    }

    fn bottom(self) -> f64 {
        self.middle.y + self.size.y / 2.
    }

    fn turned(self) -> Self {
        Self { middle: self.middle.transpose(), size: self.size.transpose() }
    }
}

impl<'d> Canvas<'d> {
    /// Where the layout stops, which some arrows side by side make it do, it gets by with its rows in another order.
    fn tried(drawing: &'d Drawing) -> Option<Self> {
        let is_ordered = drawing.arrows.len() <= MAX_ORDERED;
        let of = |is_ordered| catch_unwind(AssertUnwindSafe(|| Self::of(drawing, is_ordered))).ok();
        of(is_ordered).or_else(|| if is_ordered { of(false) } else { None })
    }

    fn of(drawing: &'d Drawing, is_ordered: bool) -> Self {
        let direction = if drawing.is_sideways { Orientation::LeftToRight } else { Orientation::TopToBottom };
        let mut graph = VisualGraph::new(direction);
        // Its check of itself goes along every way through the graph, of which time frames have thousands.
        graph.dag.set_validate(false);
        let add = |i: usize| graph.add_node(element(drawing, i, direction));
        let handles: Vec<_> = (0..drawing.boxes.len()).map(add).collect();
        let mut look = StyleAttr::simple();
        look.font_size = LABEL_LETTER;
        // Beside its box a loop may stand over the next one, where the layout stops: it gets room in the box instead.
        let order = order(drawing);
        let mut arrows: Vec<_> = drawing.arrows.iter().enumerate().filter(|(_, a)| a.from != a.to).collect();
        arrows.sort_by_key(|(_, arrow)| order[arrow.from].min(order[arrow.to]));
        for (i, arrow) in arrows {
            let is_reversed = order[arrow.to] < order[arrow.from];
            let (upper, lower) = if is_reversed { (arrow.to, arrow.from) } else { (arrow.from, arrow.to) };
            let (plain, head) = (LineEndKind::None, LineEndKind::Arrow);
            let (start, end) = if is_reversed { (head, plain) } else { (plain, head) };
            let (line, number) = (LineStyleKind::Normal, i.to_string());
            let edge = Edge::with_properties(start, end, line, &arrow.label, &look, number, &None, &None);
            graph.add_edge(edge, handles[upper], handles[lower]);
        }
        let mut canvas = Self {
            drawing,
            boxes: vec![Area::nothing(); drawing.boxes.len()],
            labels: Vec::new(),
            routes: Vec::new(),
        };
        graph.do_it(false, !is_ordered, false, &mut canvas);
        canvas.level();
        canvas
    }

    /// The two boxes of an arrow, the upper one first.
    fn ends(&self, route: &Route) -> (usize, usize) {
        let arrow = &self.drawing.arrows[route.arrow];
        if route.is_reversed { (arrow.to, arrow.from) } else { (arrow.from, arrow.to) }
    }

    /// Puts the bends of arrows back into their rows. The layout moves some of them, up to below the next row, so that
    /// straight lines miss what stands beside them; here lines miss that anyway, but only in their row.
    fn level(&mut self) {
        let rows = self.rows();
        let middles = self.boxes.iter().map(|area| area.middle.y);
        let with_box: BTreeMap<Row, f64> = rows.iter().copied().zip(middles).collect();
        let bends = self.bends(&rows);
        let mut without: BTreeMap<Row, Vec<f64>> = BTreeMap::new();
        for bend in &bends {
            without.entry(bend.row).or_default().push(bend.middle);
        }
        for Bend { route, point, row, label, .. } in bends {
            let y = with_box.get(&row).copied().unwrap_or_else(|| most_common(&without[&row]));
            self.routes[route].path[point].y = y;
            if let Some(label) = label {
                self.labels[label].0.middle.y = y;
            }
        }
    }

    fn bends(&self, rows: &[Row]) -> Vec<Bend> {
        let mut bends = Vec::new();
        for (route, Route { path, .. }) in self.routes.iter().enumerate() {
            let (part, first) = rows[self.ends(&self.routes[route]).0];
            for (point, at) in path.iter().enumerate().take(path.len() - 1).skip(1) {
                let label = self.labels.iter().position(|(area, text)| {
                    area.middle.x.to_bits() == at.x.to_bits()
                        && self.bend_of_label(*area, text) == at.y.round()
                });
                let middle = label.map_or(at.y, |label| self.labels[label].0.middle.y).round();
                bends.push(Bend { route, point, row: (part, first + point as i64), label, middle });
            }
        }
        bends
    }

    /// The layout leads an arrow not through the middle of its text, but through the end of the text's space.
    fn bend_of_label(&self, area: Area, text: &str) -> f64 {
        let letters = text.lines().map(|line| line.chars().count()).max().unwrap_or_default();
        let count = if self.drawing.is_sideways { letters } else { text.lines().count() };
        (area.middle.y + (count * LABEL_LETTER) as f64 / 2. + LABEL_PADDING / 2.).round()
    }

    /// Of each box the row, counted from one of the boxes that are connected with it: an arrow has a point in each.
    fn rows(&self) -> Vec<Row> {
        let mut rows: Vec<Option<Row>> = vec![None; self.boxes.len()];
        for start in 0..rows.len() {
            rows[start].get_or_insert((start, 0));
            let mut is_new = true;
            while is_new {
                is_new = false;
                for route in &self.routes {
                    let (upper, lower) = self.ends(route);
                    let span = route.path.len() as i64 - 1;
                    let (above, below) = (rows[upper], rows[lower]);
                    is_new |= above.is_some() != below.is_some();
                    rows[upper] = above.or(below.map(|(part, row)| (part, row - span)));
                    rows[lower] = below.or(above.map(|(part, row)| (part, row + span)));
                }
            }
        }
        rows.into_iter().flatten().collect()
    }

    fn turned(&self, point: Point) -> Point {
        if self.drawing.is_sideways { point.transpose() } else { point }
    }

    fn place(&mut self, number: Option<&str>, Area { middle, size }: Area) {
        let Some(number) = number.and_then(|number| number.parse::<usize>().ok()) else { return };
        let room = Point::new(room_for_loops(self.drawing, number), 0.);
        let area = Area { middle: middle.sub(room.scale(0.5)), size: size.sub(room) };
        self.boxes[number] = if self.drawing.is_sideways { area.turned() } else { area };
    }

    /// From the top to the bottom of the row that has this height.
    fn row(&self, y: f64) -> (f64, f64) {
        let areas = self.boxes.iter().chain(self.labels.iter().map(|(area, _)| area));
        let here = areas.filter(|area| area.top() <= y && y <= area.bottom());
        here.fold((y, y), |(top, bottom), area| (top.min(area.top()), bottom.max(area.bottom())))
    }

    /// The parts of an arrow's way on which it goes straight down: out of its box, through each row, into its box.
    fn straights(&self, route: &Route) -> Vec<Straight> {
        let arrow = &self.drawing.arrows[route.arrow];
        let (upper, lower) = if route.is_reversed { (arrow.to, arrow.from) } else { (arrow.from, arrow.to) };
        let last = route.path.len() - 1;
        let straight = |(i, point): (usize, &Point)| {
            let (top, bottom) = self.row(if i == 0 {
                self.boxes[upper].middle.y
            } else if i == last {
                self.boxes[lower].middle.y
            } else {
                point.y
            });
            match i {
                0 => Straight { x: self.gate(upper, point.x), top: self.boxes[upper].bottom(), bottom },
                _ if i == last => {
                    Straight { x: self.gate(lower, point.x), top, bottom: self.boxes[lower].top() }
                }
                _ => Straight { x: point.x, top, bottom },
            }
        };
        route.path.iter().enumerate().map(straight).collect()
    }

    /// Where an arrow from or to a box meets its edge.
    fn gate(&self, number: usize, x: f64) -> f64 {
        let Area { middle, size } = self.boxes[number];
        let reach = match self.drawing.boxes[number].shape {
            // Beside its middle an ellipse is not as high.
            Shape::Ellipse if !self.drawing.is_sideways => size.x / 8.,
            Shape::Ellipse => 0.,
            Shape::Box | Shape::Note => (size.x / 2. - PADDING).max(0.),
        };
        x.clamp(middle.x - reach, middle.x + reach)
    }

    /// The way of an arrow as an SVG path.
    fn way(&self, route: &Route) -> String {
        let at = |x: f64, y: f64| {
            let point = self.turned(Point::new(x, y));
            format!("{:.1} {:.1}", point.x, point.y)
        };
        let mut way = String::new();
        let mut before: Option<Straight> = None;
        for next in self.straights(route) {
            match before {
                None => way = format!("M {}", at(next.x, next.top)),
                Some(before) => {
                    let half = f64::midpoint(before.bottom, next.top);
                    let (leaves, comes) = (at(before.x, half), at(next.x, half));
                    // Writing to a string cannot fail.
                    _ = write!(way, " C {leaves}, {comes}, {}", at(next.x, next.top));
                }
            }
            if next.top < next.bottom {
                _ = write!(way, " L {}", at(next.x, next.bottom));
            }
            before = Some(next);
        }
        way
    }

    /// The corners of all that is drawn.
    fn extent(&self) -> (Point, Point) {
        let areas = self.boxes.iter().chain(self.labels.iter().map(|(area, _)| area));
        let corners = areas.flat_map(|a| [a.middle.sub(a.size.scale(0.5)), a.middle.add(a.size.scale(0.5))]);
        let loops = self.loops().map(|(number, _)| {
            let Area { middle, size } = self.boxes[number];
            let right = middle.add(size.scale(0.5));
            right.add(self.turned(Point::new(room_for_loops(self.drawing, number), 0.)))
        });
        let all = corners.chain(self.routes.iter().flat_map(|route| route.path.iter().copied())).chain(loops);
        let none = (Point::splat(f64::INFINITY), Point::splat(f64::NEG_INFINITY));
        let (low, high) = all.fold(none, |(low, high), p| {
            (Point::new(low.x.min(p.x), low.y.min(p.y)), Point::new(high.x.max(p.x), high.y.max(p.y)))
        });
        if low.x > high.x { (Point::zero(), Point::zero()) } else { (self.turned(low), self.turned(high)) }
    }

    fn loops(&self) -> impl Iterator<Item = (usize, &Arrow)> {
        self.drawing.arrows.iter().filter(|arrow| arrow.from == arrow.to).map(|arrow| (arrow.from, arrow))
    }
}

/// The boxes numbered so that an arrow leads to a higher number, unless it closes a cycle.
///
/// The layout wants no cycles. Before each arrow it looks for one along every way there is; given the arrows from the lower
/// numbers first, it has none to look along.
fn order(drawing: &Drawing) -> Vec<usize> {
    let mut targets = vec![Vec::new(); drawing.boxes.len()];
    for arrow in &drawing.arrows {
        targets[arrow.from].push(arrow.to);
    }
    let mut is_entered = vec![false; targets.len()];
    let mut left: Vec<usize> = Vec::new();
    for start in 0..targets.len() {
        let mut way =
            if std::mem::replace(&mut is_entered[start], true) { Vec::new() } else { vec![(start, 0)] };
        while let Some((from, next)) = way.last_mut() {
            if let Some(&to) = targets[*from].get(*next) {
                *next += 1;
                if !std::mem::replace(&mut is_entered[to], true) {
                    way.push((to, 0));
                }
            } else {
                left.push(*from);
                way.pop();
            }
        }
    }
    let mut order = vec![0; targets.len()];
    left.into_iter().rev().enumerate().for_each(|(number, of)| order[of] = number);
    order
}

/// Of heights the one that most have; of several such the first, since what is moved is moved down.
fn most_common(heights: &[f64]) -> f64 {
    let times = |height: f64| heights.iter().filter(|&&other| other.to_bits() == height.to_bits()).count();
    let better = |a: f64, b: f64| match times(a).cmp(&times(b)) {
        Ordering::Greater => a,
        Ordering::Less => b,
        Ordering::Equal => a.min(b),
    };
    heights.iter().copied().reduce(better).unwrap_or_default()
}

fn element(drawing: &Drawing, number: usize, direction: Orientation) -> Element {
    let drawn = &drawing.boxes[number];
    let text = text_size(drawn.label.iter().map(String::as_str), FONT);
    let (shape, size) = match drawn.shape {
        Shape::Ellipse => {
            let around = Point::new(text.x * 0.3, PADDING);
            (ShapeKind::new_circle(""), text.add(around).add(Point::splat(2. * PADDING)))
        }
        Shape::Box | Shape::Note => (ShapeKind::new_box(""), text.add(Point::splat(2. * PADDING))),
    };
    let size = size.add(Point::new(room_for_loops(drawing, number), 0.));
    Element {
        shape,
        pos: Position::new(Point::zero(), size, Point::zero(), Point::splat(HALO)),
        look: StyleAttr::simple(),
        orientation: direction,
        properties: Some(number.to_string()),
    }
}

/// The space that the arrows from a box to itself take beside it.
fn room_for_loops(drawing: &Drawing, number: usize) -> f64 {
    let own = drawing.arrows.iter().filter(|arrow| (arrow.from, arrow.to) == (number, number));
    own.map(|arrow| LOOP + text_size(arrow.label.lines(), SMALL_FONT).x + PADDING).fold(0., f64::max)
}

fn text_size<'t>(lines: impl Iterator<Item = &'t str>, font: f64) -> Point {
    let (longest, count) = lines.fold((1, 0), |(longest, count), line| {
        let letters = line.chars().count();
        (letters.max(longest), count + 1)
    });
    Point::new(longest as f64 * font * LETTER, f64::from(count.max(1)) * font * LINE)
}

/// What the layout draws, it says here.
impl RenderBackend for Canvas<'_> {
    fn draw_rect(
        &mut self,
        corner: Point,
        size: Point,
        _: &StyleAttr,
        number: Option<String>,
        _: Option<ClipHandle>,
    ) {
        self.place(number.as_deref(), Area { middle: corner.add(size.scale(0.5)), size });
    }

    fn draw_circle(&mut self, middle: Point, size: Point, _: &StyleAttr, number: Option<String>) {
        self.place(number.as_deref(), Area { middle, size });
    }

    fn draw_text(&mut self, middle: Point, text: &str, _: &StyleAttr) {
        // The text of a box is not told to the layout.
        if !text.is_empty() {
            let area = Area { middle, size: text_size(text.lines(), SMALL_FONT) };
            let area = if self.drawing.is_sideways { area.turned() } else { area };
            self.labels.push((area, text.to_owned()));
        }
    }

    fn draw_arrow(
        &mut self,
        path: &[(Point, Point)],
        _: bool,
        (is_reversed, _): (bool, bool),
        _: &StyleAttr,
        number: Option<String>,
        _: &str,
    ) {
        let Some(arrow) = number.and_then(|number| number.parse().ok()) else { return };
        // Of the first pair the first is a point of the way, of the others the second; the others bend it.
        let ends = path.iter().enumerate().map(|(i, pair)| self.turned(if i == 0 { pair.0 } else { pair.1 }));
        let path = ends.collect();
        self.routes.push(Route { arrow, path, is_reversed });
    }

    fn draw_line(&mut self, _: Point, _: Point, _: &StyleAttr, _: Option<String>) {}

    fn create_clip(&mut self, _: Point, _: Point, _: usize) -> ClipHandle {
        0
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng as _, SeedableRng as _};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::report::drawing::{Fill, Line};

    /// A chain whose first box has an arrow to each of the others, which passes those between.
    fn chain(is_sideways: bool) -> Drawing {
        let mut drawing = Drawing { is_sideways, ..Drawing::default() };
        for i in 0..6 {
            let label = vec!["a rather long line of a statement".to_owned(); 1 + i % 3];
            drawing.add(label, if i == 3 { Shape::Ellipse } else { Shape::Box }, Fill::None);
        }
        let arrow = |from, to| Arrow { from, to, label: format!("{from} < {to}"), line: Line::Solid };
        drawing.arrows.extend((0..5).map(|i| arrow(i, i + 1)));
        drawing.arrows.extend((2..6).map(|i| arrow(0, i)));
        drawing.arrows.extend([arrow(4, 1), arrow(2, 2)]);
        drawing
    }

    /// Boxes of many sizes with arrows between any of them, the same for the same seed.
    fn scattered(seed: u64, is_sideways: bool) -> Drawing {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut drawing = Drawing { is_sideways, ..Drawing::default() };
        let count = random.random_range(4..16);
        for _ in 0..count {
            let label = vec!["x".repeat(random.random_range(1..40)); random.random_range(1..5)];
            drawing.add(label, if random.random() { Shape::Box } else { Shape::Ellipse }, Fill::None);
        }
        for _ in 0..2 * count {
            let (from, to) = (random.random_range(0..count), random.random_range(0..count));
            // The layout has no room for text at arrows that go sideways.
            let label = "y\n".repeat(if is_sideways { 0 } else { random.random_range(0..3) });
            drawing.arrows.push(Arrow { from, to, label, line: Line::Solid });
        }
        drawing
    }

    #[test]
    fn no_arrow_runs_through_a_box() {
        let scattered = (0..40).map(|seed| scattered(seed, seed % 2 == 0));
        for drawing in [chain(false), chain(true)].into_iter().chain(scattered) {
            let canvas = Canvas::tried(&drawing).expect("a layout");
            let touches = |area: &Area, left: f64, right: f64, top: f64, bottom: f64| {
                let (half, middle) = (area.size.x / 2. - 0.5, area.middle.x);
                middle - half < right
                    && left < middle + half
                    && area.top() + 0.5 < bottom
                    && top < area.bottom() - 0.5
            };
            let is_free = |left, right, top, bottom| {
                !canvas.boxes.iter().any(|area| touches(area, left, right, top, bottom))
            };
            assert_eq!(canvas.routes.len() + canvas.loops().count(), drawing.arrows.len());
            for route in &canvas.routes {
                let straights = canvas.straights(route);
                assert!(straights.iter().all(|s| is_free(s.x, s.x, s.top, s.bottom)), "{}", drawing.to_dot());
                for pair in straights.windows(2) {
                    let (left, right) = (pair[0].x.min(pair[1].x), pair[0].x.max(pair[1].x));
                    assert!(
                        is_free(left, right, pair[0].bottom, pair[1].top),
                        "{pair:?} {}",
                        drawing.to_dot()
                    );
                }
            }
        }
    }

    #[test]
    fn many_ways_through_a_graph_take_no_time() {
        let mut drawing = Drawing::default();
        for i in 0_usize..60 {
            drawing.add(vec![i.to_string()], Shape::Box, Fill::None);
            let arrow = |from, to| Arrow { from, to, label: String::new(), line: Line::Solid };
            drawing
                .arrows
                .extend([i.checked_sub(1), i.checked_sub(2)].into_iter().flatten().map(|b| arrow(b, i)));
        }
        assert!(drawing.to_svg().is_some());
    }

    #[test]
    fn the_picture_ends_where_what_is_drawn_ends() {
        let drawing = chain(false);
        let canvas = Canvas::tried(&drawing).expect("a layout");
        let (low, high) = canvas.extent();
        let lowest = canvas.boxes.iter().map(|area| area.bottom()).fold(0., f64::max);
        assert!((high.y - lowest).abs() < 1., "{high} {lowest}");
        let svg = drawing.to_svg().expect("a layout");
        let height = format!(" height=\"{:.0}\"", (high.y - low.y + 2. * MARGIN).ceil());
        assert!(svg.lines().next().is_some_and(|head| head.contains(&height)), "{svg}");
    }
}
