//! `jatpg graph`: a method's graphs as pictures.

use crate::analysis::cddg::{Cddg, Interface};
use crate::analysis::effects::{Effects, OwnEffects};
use crate::cfg::cache::Graphs;
use crate::cfg::graph::{Graph, NodeId};
use crate::cfg::lower::build;
use crate::cfg::region::Region;
use crate::cli::options::{GraphArgs, GraphFormat, GraphKind};
use crate::cli::{CliError, Exit, load, names, print};
use crate::frames::inline::{InlineLimits, inline};
use crate::frames::unroll::{UnrollLimits, unroll};
use crate::goal::Goals;
use crate::mutate::mutant::Mutant;
use crate::report::drawing::{Arrow, Drawing, Fill, Line, Shape};
use crate::report::graphs::{DrawnVersion, draw_cddg, draw_cfg};
use crate::roa::align::{Keys, Projection, Versions};
use crate::roa::mroa;
use crate::sema::program::{BodyState, MethodId, MethodSource, Program};
use crate::sema::typed_tree::Body;
use crate::term::Terms;

/// A larger graph is not drawn.
const MAX_NODES: usize = 4000;

pub(super) fn run(args: &GraphArgs) -> Result<Exit, CliError> {
    let program =
        load::program(&args.files, args.source_path.as_ref(), &args.class_path, args.world.assertions())?;
    let (method, mutant) = subject(&program, args)?;
    let mut work =
        Work { program: &program, args, terms: Terms::new(), graphs: Graphs::of_program(&program) };
    let drawing = work.drawing(method, mutant.as_ref())?;
    print(&picture(&drawing, args.format() == GraphFormat::Svg)?)?;
    Ok(Exit::Done)
}

/// A drawing as SVG or for Graphviz.
pub(super) fn picture(drawing: &Drawing, is_svg: bool) -> Result<String, CliError> {
    if !is_svg {
        return Ok(drawing.to_dot());
    }
    drawing.to_svg().ok_or_else(|| {
        let why = "this graph has no layout here; write it for Graphviz and draw it with that";
        CliError::Failure(why.to_owned())
    })
}

/// The method that is drawn, and its mutant.
fn subject(program: &Program, args: &GraphArgs) -> Result<(MethodId, Option<Mutant>), CliError> {
    let wanted: Vec<String> = args.method.iter().cloned().collect();
    let mut methods = names::methods(program, &wanted)?;
    if wanted.is_empty() {
        // A constructor that the language adds is not meant.
        methods.retain(|&m| matches!(program.methods[m].source, MethodSource::Code(_)));
    }
    if let Some(id) = &args.mutant {
        let mutant = names::mutant(program, &methods, &load::asking(Goals::every_label(), &args.asked)?, id)?;
        return Ok((mutant.method, Some(mutant)));
    }
    match methods[..] {
        [method] => Ok((method, None)),
        [] => Err(CliError::Arguments("the given files have no method".to_owned())),
        _ => {
            let names: Vec<String> = methods.iter().map(|&m| program.method_name(m)).collect();
            Err(CliError::Arguments(format!("-m: one method is drawn; say which: {}", names.join(", "))))
        }
    }
}

struct Work<'p, 'a> {
    program: &'p Program,
    args: &'a GraphArgs,
    terms: Terms,
    graphs: Graphs<'p>,
}

impl Work<'_, '_> {
    fn drawing(&mut self, method: MethodId, mutant: Option<&Mutant>) -> Result<Drawing, CliError> {
        let name = self.program.method_name(method);
        let body = match self.program.body(method) {
            BodyState::Typed(body) => body.clone(),
            BodyState::Unsupported(reasons) => {
                let why = reasons.first().map_or("", |r| r.what.as_str());
                return Err(CliError::Arguments(format!("{name} is not processed: {why}")));
            }
            BodyState::None => return Err(CliError::Arguments(format!("{name} has no body"))),
        };
        let changed_body = mutant.map(|m| self.mutant_body(m)).transpose()?;
        let original = self.graph(&body, None)?;
        let changed = changed_body.map(|body| self.graph(&body, Some(&body))).transpose()?;
        let mut drawing = Drawing { title: name, ..Drawing::default() };
        match (self.args.kind, changed, mutant) {
            (GraphKind::Roa, Some(changed), Some(mutant)) => {
                self.regions(&mut drawing, &original, &changed, mutant)?;
            }
            (GraphKind::Roa, _, _) => {
                let why = "--kind roa: a region belongs to a mutant; name it with --mutant";
                return Err(CliError::Arguments(why.to_owned()));
            }
            (_, Some(changed), Some(mutant)) => {
                drawing.title = mutant.id.clone();
                let painted = paint(&changed, &differences(&changed, &original), None);
                self.version(&mut drawing, &changed, Some(mutant), &painted);
            }
            _ => {
                self.version(&mut drawing, &original, None, &[]);
            }
        }
        Ok(drawing)
    }

    fn mutant_body(&self, mutant: &Mutant) -> Result<Body, CliError> {
        let code = mutant.code(self.program);
        let body = code.and_then(|code| self.program.typed_body(mutant.method, &code).ok());
        body.ok_or_else(|| CliError::Arguments(format!("{} is not processed", mutant.id)))
    }

    /// A version's graph, inlined and unrolled as asked for.
    fn graph(&mut self, body: &Body, patched: Option<&Body>) -> Result<Graph, CliError> {
        let mut graph = build(self.program, body, &mut self.terms);
        if self.args.inline > 0 {
            let limits = InlineLimits { depth: self.args.inline as usize, recursion: 2, nodes: MAX_NODES };
            graph = inline(&mut self.terms, &mut self.graphs, patched, &graph, limits).graph;
        }
        if let Some(iterations) = self.args.unroll {
            let limits = UnrollLimits { iterations, nodes: MAX_NODES };
            let unrolled = unroll(&mut self.terms, &graph, limits);
            graph = unrolled.map_err(|e| CliError::Arguments(format!("--unroll: {e}")))?.graph;
        }
        if graph.nodes.len() > MAX_NODES {
            return Err(CliError::Arguments(format!("a graph of {} nodes is not drawn", graph.nodes.len())));
        }
        Ok(graph)
    }

    /// Draws one version; gives the box of its entry.
    fn version(
        &mut self,
        drawing: &mut Drawing,
        graph: &Graph,
        mutant: Option<&Mutant>,
        fills: &[Fill],
    ) -> usize {
        use crate::index::Id as _;
        let paint = |node: NodeId| fills.get(node.index()).copied().unwrap_or(Fill::None);
        if self.args.kind == GraphKind::Cddg {
            let cddg = self.cddg(graph);
            return draw_cddg(drawing, self.of(graph, mutant), &cddg, &paint);
        }
        draw_cfg(drawing, self.of(graph, mutant), &paint)
    }

    fn of<'v>(&'v self, graph: &'v Graph, mutant: Option<&'v Mutant>) -> DrawnVersion<'v> {
        DrawnVersion {
            program: self.program,
            terms: &self.terms,
            types: self.program.type_numbers(),
            graph,
            mutant,
        }
    }

    fn cddg(&mut self, graph: &Graph) -> Cddg {
        let effects =
            Effects::of_callees(&mut self.terms, &mut self.graphs, &OwnEffects::default(), None, graph);
        Cddg::new(&self.terms, graph, &effects)
    }

    /// Both versions, each with its region and what goes in and out of that.
    fn regions(
        &mut self,
        drawing: &mut Drawing,
        original: &Graph,
        changed: &Graph,
        mutant: &Mutant,
    ) -> Result<(), CliError> {
        let keys = (Keys::of(original), Keys::of(changed));
        let versions = Versions { original, mutant: changed, original_keys: &keys.0, mutant_keys: &keys.1 };
        let differing = versions.changed();
        let shape = mroa::Shape::of(original);
        let found = shape.regions(&differing).find_map(|(depth, region)| {
            let deep_enough = match depth {
                mroa::Depth::Expanded(depth) => depth >= self.args.depth,
                mroa::Depth::Node | mroa::Depth::Global | mroa::Depth::Callers => true,
            };
            let projection = versions.project(&region).filter(|_| deep_enough)?;
            Some((depth, region, projection))
        });
        let Some((depth, region, projection)) = found else {
            return Err(CliError::Failure(format!("{}: no region holds the change", mutant.id)));
        };
        let depth = match depth {
            mroa::Depth::Expanded(0) => "mROA".to_owned(),
            mroa::Depth::Expanded(depth) => format!("ROA, expanded {depth} times"),
            mroa::Depth::Node => "the changed node".to_owned(),
            mroa::Depth::Global | mroa::Depth::Callers => "the whole method".to_owned(),
        };
        drawing.title = mutant.id.clone();
        let fills = paint(original, &differing, Some(&region));
        let entry = self.version(drawing, original, None, &fills);
        self.note(drawing, entry, format!("original: {depth}"), original, Some(&region));
        let region = match &projection {
            Projection::Region(region) => Some(region),
            Projection::Empty(_) => None,
        };
        let fills = paint(changed, &differences(changed, original), region);
        let entry = self.version(drawing, changed, Some(mutant), &fills);
        self.note(drawing, entry, mutant.id.clone(), changed, region);
        Ok(())
    }

    /// What goes in and out of a region, above the entry.
    fn note(
        &mut self,
        drawing: &mut Drawing,
        entry: usize,
        title: String,
        graph: &Graph,
        region: Option<&Region>,
    ) {
        let cddg = self.cddg(graph);
        let Interface { cris, oros, .. } = cddg.interface(|node| region.is_some_and(|r| r.contains(node)));
        let names = |vars: &std::collections::BTreeSet<_>| {
            let names = vars.iter().map(|&var| self.terms.info(var));
            let shown =
                names.filter(|info| !matches!(info.variable, crate::term::variable::Variable::Temporary(..)));
            let names: Vec<&str> = shown.map(|info| info.name.as_str()).collect();
            if names.is_empty() { "none".to_owned() } else { names.join(", ") }
        };
        let label = vec![title, format!("inputs: {}", names(&cris)), format!("outputs: {}", names(&oros))];
        let note = drawing.add(label, Shape::Note, Fill::None);
        drawing.arrows.push(Arrow { from: note, to: entry, label: String::new(), line: Line::Dotted });
    }
}

/// The nodes of a graph that the other one lacks or has otherwise.
fn differences(graph: &Graph, other: &Graph) -> Vec<NodeId> {
    let keys = (Keys::of(graph), Keys::of(other));
    Versions { original: graph, mutant: other, original_keys: &keys.0, mutant_keys: &keys.1 }.changed()
}

fn paint(graph: &Graph, changed: &[NodeId], region: Option<&Region>) -> Vec<Fill> {
    let fill = |node: NodeId| {
        if changed.contains(&node) {
            Fill::Changed
        } else if region.is_some_and(|region| region.contains(node)) {
            Fill::Region
        } else {
            Fill::None
        }
    };
    graph.nodes.ids().map(fill).collect()
}
