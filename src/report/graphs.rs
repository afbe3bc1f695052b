//! The graphs of a method as drawings (DESIGN §10): the CFG, the CDDG, and a region of analysis in both versions.
//!
//! All nodes of one statement are one box, as in the dissertation's figures; what it does inside is not drawn. An
//! exception is an arrow to where it is caught, or to where it leaves.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::analysis::cddg::{Cddg, DependenceKind};
use crate::cfg::graph::{EdgeId, EdgeKind, Graph, NodeId, Place};
use crate::index::IndexVec;
use crate::mutate::mutant::Mutant;
use crate::report::drawing::{Arrow, Drawing, Fill, Line, Shape};
use crate::report::table::wrapped;
use crate::report::words::Words;
use crate::sema::program::{ClassId, MethodId, MethodSource, Program};
use crate::sema::type_numbers::TypeNumbers;
use crate::syntax::source::SourceFile;
use crate::syntax::tree::{Code, ExprId, Span, StmtId, StmtKind};
use crate::term::variable::{FrameId, VarId, Variable};
use crate::term::{TermId, TermKind, Terms};

/// Longer text in a box or at an arrow is cut.
const MAX_TEXT: usize = 60;
/// The lines of a box and of the text at an arrow keep to so many characters: what is wide makes the picture wide.
const MAX_LINE: usize = 36;
const MAX_ARROW_LINE: usize = 20;

/// What a box stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Owner {
    Statement(FrameId, u32, StmtId),
    /// The entry, an exit, or the entry or exit of an inlined call.
    Place(FrameId, u32, Place),
}

/// One version of a method: its graph, and the source that its nodes came from.
#[derive(Clone, Copy, Debug)]
pub struct DrawnVersion<'a> {
    pub program: &'a Program,
    pub terms: &'a Terms,
    pub graph: &'a Graph,
    pub types: &'a TypeNumbers,
    /// What is in the place of its code in one method.
    pub mutant: Option<&'a Mutant>,
}

/// How nodes are painted.
pub type Paint<'a> = &'a dyn Fn(NodeId) -> Fill;

/// Adds the control flow graph to a drawing.
pub fn draw_cfg(drawing: &mut Drawing, version: DrawnVersion<'_>, paint: Paint<'_>) -> usize {
    let boxes = Boxes::new(drawing, version, paint);
    let mut arrows: BTreeMap<(usize, usize, Line), BTreeSet<String>> = BTreeMap::new();
    for edge in version.graph.edges.ids() {
        let (from, to) = (version.graph.edges[edge].from, version.graph.edges[edge].to);
        if boxes.raised(version.graph, from).is_some() {
            continue;
        }
        let is_round = boxes.is_back_edge(version.graph, edge);
        match boxes.raised(version.graph, to) {
            Some(class) => {
                let handler = boxes.handler(version.graph, to);
                let name = version.program.nested_name(class);
                arrows.entry((boxes.of[from], boxes.of[handler], Line::Dashed)).or_default().insert(name);
            }
            None if boxes.of[from] != boxes.of[to] || is_round => {
                let line = match version.graph.edges[edge].kind {
                    EdgeKind::Normal => Line::Solid,
                    EdgeKind::Exceptional => Line::Dashed,
                    EdgeKind::Cut => Line::Dotted,
                };
                let label = version.condition(boxes.condition(version, edge));
                arrows.entry((boxes.of[from], boxes.of[to], line)).or_default().insert(label);
            }
            None => {}
        }
    }
    for ((from, to, line), labels) in arrows {
        // Two ways to one place, one of them without a condition of its own: none is told.
        let labels: Vec<String> = if labels.contains("") { Vec::new() } else { labels.into_iter().collect() };
        let lines = labels.iter().flat_map(|label| wrapped(&clip(label), MAX_ARROW_LINE));
        drawing.arrows.push(Arrow { from, to, label: lines.collect::<Vec<_>>().join("\n"), line });
    }
    boxes.of[version.graph.entry]
}

/// Adds the control and data dependence graph: data solid with the variable, control dashed with the condition.
pub fn draw_cddg(drawing: &mut Drawing, version: DrawnVersion<'_>, cddg: &Cddg, paint: Paint<'_>) -> usize {
    let graph = version.graph;
    let boxes = Boxes::new(drawing, version, paint);
    let mut arrows: BTreeMap<(usize, usize, Line), BTreeSet<String>> = BTreeMap::new();
    for dependence in cddg.edges() {
        let (from, to) = (boxes.of[dependence.from], boxes.of[dependence.to]);
        let is_drawn = |node: NodeId| boxes.raised(graph, node).is_none();
        if !is_drawn(dependence.from) || !is_drawn(dependence.to) {
            continue;
        }
        let (line, label) = match dependence.kind {
            DependenceKind::Data(var) => {
                let passes = dependence.from == graph.entry && graph.is_exit(dependence.to);
                let inner = from == to && dependence.from != dependence.to;
                if passes || inner || version.terms.info(var).variable == Variable::Allocated {
                    continue;
                }
                (Line::Solid, version.name(var).unwrap_or_else(|| version.terms.info(var).name.clone()))
            }
            DependenceKind::Control(_) if from == to => continue,
            DependenceKind::Control(edge) => (Line::Dashed, version.condition_of(&boxes, edge)),
        };
        arrows.entry((from, to, line)).or_default().insert(label);
    }
    for ((from, to, line), labels) in arrows {
        let labels: Vec<String> = labels.into_iter().collect();
        let label = wrapped(&clip(&labels.join(", ")), MAX_ARROW_LINE).join("\n");
        drawing.arrows.push(Arrow { from, to, label, line });
    }
    boxes.of[graph.entry]
}

struct Boxes {
    of: IndexVec<NodeId, usize>,
}

impl Boxes {
    fn new(drawing: &mut Drawing, version: DrawnVersion<'_>, paint: Paint<'_>) -> Self {
        let graph = version.graph;
        let mut known: BTreeMap<Owner, usize> = BTreeMap::new();
        let mut of = IndexVec::from_elem(usize::MAX, graph.nodes.len());
        for (id, node) in graph.nodes.iter_enumerated() {
            if matches!(node.key.place, Place::Raise(..)) {
                continue;
            }
            let owner = match node.statement {
                Some(statement) => Owner::Statement(node.key.frame, node.key.copy, statement),
                None => Owner::Place(node.key.frame, node.key.copy, node.key.place),
            };
            let fill = paint(id);
            let at = *known.entry(owner).or_insert_with(|| {
                let (label, shape) = version.label(owner);
                drawing.add(label, shape, Fill::None)
            });
            let drawn = &mut drawing.boxes[at];
            if drawn.fill == Fill::None || fill == Fill::Changed {
                drawn.fill = fill;
            }
            of[id] = at;
        }
        Self { of }
    }

    /// The class of the exception that a node only makes.
    fn raised(&self, graph: &Graph, node: NodeId) -> Option<ClassId> {
        match graph.nodes[node].key.place {
            Place::Raise(class, _) => Some(class),
            _ => None,
        }
    }

    /// Where an exception goes that a node makes.
    fn handler(&self, graph: &Graph, raise: NodeId) -> NodeId {
        let mut node = raise;
        while self.raised(graph, node).is_some()
            && let Some(next) = graph.successors(node).next()
        {
            node = next;
        }
        node
    }

    /// The condition of an edge out of a box; of one that is always taken, the condition on which the box comes to it.
    fn condition(&self, version: DrawnVersion<'_>, mut edge: EdgeId) -> TermId {
        let graph = version.graph;
        while version.terms.is_true(graph.edges[edge].condition)
            && let [before] = graph.nodes[graph.edges[edge].from].incoming[..]
            && self.of[graph.edges[before].from] == self.of[graph.edges[edge].from]
        {
            edge = before;
        }
        graph.edges[edge].condition
    }

    /// Whether an edge leads back to the beginning of its own box: a loop of one statement.
    fn is_back_edge(&self, graph: &Graph, edge: EdgeId) -> bool {
        let (from, to) = (graph.edges[edge].from, graph.edges[edge].to);
        self.of[from] == self.of[to] && to <= from
    }
}

impl DrawnVersion<'_> {
    fn source(&self, method: MethodId) -> &SourceFile {
        self.program.source_of(method)
    }

    fn method_of(&self, frame: FrameId) -> MethodId {
        self.terms.frame_info(frame).map_or(self.graph.method, |info| info.method)
    }

    fn code(&self, method: MethodId) -> Option<Arc<Code>> {
        if let Some(mutant) = self.mutant
            && mutant.method == method
        {
            return mutant.code(self.program).map(Arc::new);
        }
        match &self.program.methods[method].source {
            MethodSource::Code(code) => Some(code.clone()),
            _ => None,
        }
    }

    fn label(&self, owner: Owner) -> (Vec<String>, Shape) {
        match owner {
            Owner::Statement(frame, copy, statement) => {
                let method = self.method_of(frame);
                let text = match self.code(method) {
                    Some(code) => self.statement(method, &code, statement),
                    None => format!("{} {statement}", self.program.method_name(method)),
                };
                let mut label = wrapped(&text, MAX_LINE);
                if copy > 0 {
                    label.push(format!("copy {copy}"));
                }
                (label, Shape::Box)
            }
            Owner::Place(frame, _, place) => {
                let what = match place {
                    Place::Entry => "entry",
                    Place::Return => "return",
                    Place::Throw => "throw",
                    Place::Cut => "cut",
                    Place::Dispatch(_) => "finally",
                    _ => "step",
                };
                let mut label = vec![what.to_owned()];
                if self.terms.frame_info(frame).is_some() {
                    label.push(self.program.method_name(self.method_of(frame)));
                }
                (label, Shape::Ellipse)
            }
        }
    }

    /// The line and the text of a statement, without those inside.
    fn statement(&self, method: MethodId, code: &Code, statement: StmtId) -> String {
        let stmt = &code.stmts[statement];
        let line = self.source(method).position(stmt.span.start).line;
        let up_to = |body: StmtId| Span::new(stmt.span.start, code.stmts[body].span.start);
        let text = match &stmt.kind {
            StmtKind::If { then, .. } => self.text(method, up_to(*then)),
            StmtKind::While { body, .. } | StmtKind::For { body, .. } | StmtKind::ForEach { body, .. } => {
                self.text(method, up_to(*body))
            }
            StmtKind::Do { condition, .. } => {
                format!("do … while ({})", self.text(method, code.exprs[*condition].span))
            }
            StmtKind::Switch { selector, .. } => {
                format!("switch ({})", self.text(method, code.exprs[*selector].span))
            }
            StmtKind::Try(_) => "try … catch … finally".to_owned(),
            StmtKind::Labeled { body, .. } => return self.statement(method, code, *body),
            StmtKind::Block(_) => "{ … }".to_owned(),
            _ => self.text(method, stmt.span),
        };
        clip(&format!("{line}: {text}"))
    }

    /// The source text, with the mutant's replacement where it stands there, on one line.
    fn text(&self, method: MethodId, span: Span) -> String {
        let source = self.source(method);
        let raw = match self.mutant {
            Some(mutant)
                if mutant.method == method
                    && span.start <= mutant.span.start
                    && mutant.span.end <= span.end =>
            {
                let before = source.slice(Span::new(span.start, mutant.span.start));
                let behind = source.slice(Span::new(mutant.span.end, span.end));
                format!("{before}{}{behind}", mutant.replacement)
            }
            Some(mutant)
                if mutant.method == method
                    && mutant.span.start <= span.start
                    && span.end <= mutant.span.end =>
            {
                mutant.replacement.clone()
            }
            _ => source.slice(span).to_owned(),
        };
        raw.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// What a reader calls a variable.
    pub(super) fn name(&self, var: VarId) -> Option<String> {
        match self.terms.info(var).variable {
            Variable::Temporary(frame, Some(expr), _) => {
                let method = self.method_of(frame);
                self.expression(method, &*self.code(method)?, expr)
            }
            Variable::Temporary(..) => Some("…".to_owned()),
            Variable::Out => Some("System.out".to_owned()),
            Variable::Err => Some("System.err".to_owned()),
            _ => None,
        }
    }

    fn expression(&self, method: MethodId, code: &Code, expr: ExprId) -> Option<String> {
        code.exprs.get(expr).map(|e| self.text(method, e.span))
    }

    fn condition_of(&self, boxes: &Boxes, edge: EdgeId) -> String {
        let edge = &self.graph.edges[edge];
        match boxes.raised(self.graph, edge.to) {
            Some(class) => self.program.nested_name(class),
            None => self.condition(edge.condition),
        }
    }

    /// A condition in words; nothing for one that always holds.
    fn condition(&self, condition: TermId) -> String {
        if self.terms.is_true(condition) {
            return String::new();
        }
        let is_threw = |term| match *self.terms.kind(term) {
            TermKind::Var(var) => self.is_threw(var),
            _ => false,
        };
        match *self.terms.kind(condition) {
            _ if is_threw(condition) => "throws".to_owned(),
            TermKind::Unary { operand, .. } if is_threw(operand) => "returns".to_owned(),
            _ => clip(&self.words(condition)),
        }
    }

    /// A term as Java.
    pub(super) fn words(&self, term: TermId) -> String {
        let name = |var| self.name(var);
        Words { program: self.program, types: self.types, terms: self.terms, name: &name }.of(term)
    }

    /// Whether a variable says that a call of the graph threw.
    fn is_threw(&self, var: VarId) -> bool {
        self.graph.nodes.iter().any(|node| match &node.effect {
            crate::cfg::graph::Effect::Call(call) => call.threw == var,
            _ => false,
        })
    }
}

fn clip(text: &str) -> String {
    let clip_line = |line: &str| match line.char_indices().nth(MAX_TEXT) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line.to_owned(),
    };
    text.lines().map(clip_line).collect::<Vec<_>>().join("\n")
}
