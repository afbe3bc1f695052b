//! The graphs of annotated programs: each statement's comment says what dominates it, what it depends on, and from
//! where its values come, as lines of the file; all that is to be said, and nothing else.

mod compiled;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use jatpg::analysis::cddg::Cddg;
use jatpg::analysis::dominators::{Dominators, Paths, PostDominators};
use jatpg::analysis::effects::Effects;
use jatpg::analysis::reaching_definitions::DefinitionKind;
use jatpg::cfg::graph::{Graph, NodeId};
use jatpg::cfg::lower::build;
use jatpg::mutate::generate::given_methods;
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::{BodyState, MethodId, MethodSource, Program};
use jatpg::syntax::source::SourceFile;
use jatpg::syntax::tree::StmtId;
use jatpg::term::Terms;
use jatpg::term::variable::Variable;

/// What stands before an annotation.
const MARK: &str = "// ";

struct Lines<'a> {
    program: &'a Program,
    graph: &'a Graph,
    method: MethodId,
}

impl Lines<'_> {
    fn of_statement(&self, statement: StmtId) -> u32 {
        let method = &self.program.methods[self.method];
        let MethodSource::Code(code) = &method.source else { panic!("a method with code") };
        let source = &self.program.unit_of(method.class).tree.source;
        source.position(code.stmts[statement].span.start).line
    }

    /// A node's line, or what it is.
    fn name(&self, node: NodeId) -> String {
        match self.graph.nodes[node].statement {
            Some(statement) => self.of_statement(statement).to_string(),
            None if node == self.graph.entry => "entry".to_owned(),
            None if self.graph.returns == Some(node) => "return".to_owned(),
            None if self.graph.throws == Some(node) => "throw".to_owned(),
            None => "raise".to_owned(),
        }
    }

    /// The nodes of each line, the first of a line first.
    fn nodes(&self) -> BTreeMap<u32, Vec<NodeId>> {
        let mut lines: BTreeMap<u32, Vec<NodeId>> = BTreeMap::new();
        for (id, node) in self.graph.nodes.iter_enumerated() {
            if let Some(statement) = node.statement {
                lines.entry(self.of_statement(statement)).or_default().push(id);
            }
        }
        lines
    }
}

/// What is to be said of each line of a method.
fn annotations(program: &Program, method: MethodId) -> BTreeMap<u32, String> {
    let BodyState::Typed(body) = program.body(method) else { panic!("a supported method") };
    let mut terms = Terms::new();
    let graph = build(program, body, &mut terms);
    let cddg = Cddg::new(&terms, &graph, &Effects::unknown());
    let dominators = Dominators::new(&graph);
    let post = PostDominators::new(&graph, Paths::All);
    let lines = Lines { program, graph: &graph, method };
    let mut said = BTreeMap::new();
    for (line, nodes) in lines.nodes() {
        let own = line.to_string();
        let first = nodes[0];
        let other = |name: &String| *name != own && name != "raise";
        let mut parts = Vec::new();
        let idom = dominators.chain(first).map(|n| lines.name(n)).find(other);
        parts.extend(idom.map(|name| format!("idom {name}")));
        let ipdom = post.chain(first).map(|n| lines.name(n)).find(other);
        parts.extend(ipdom.map(|name| format!("ipdom {name}")));
        let control = nodes.iter().flat_map(|&n| cddg.control.decisions(&graph, n));
        let control: BTreeSet<String> =
            control.map(|n| lines.name(n)).filter(|n| *n != own || is_loop(&graph, &nodes)).collect();
        if !control.is_empty() {
            parts.push(format!("control {}", join(control)));
        }
        for (name, from) in sources(&terms, &cddg, &lines, &nodes) {
            parts.push(format!("{name} from {}", join(from)));
        }
        said.insert(line, parts.join(" · "));
    }
    said
}

/// Whether some edge leads from one of the nodes back to the first.
fn is_loop(graph: &Graph, nodes: &[NodeId]) -> bool {
    let reached = |from: NodeId| {
        let mut seen = BTreeSet::new();
        let mut pending: Vec<NodeId> = graph.successors(from).collect();
        while let Some(node) = pending.pop() {
            if seen.insert(node) {
                pending.extend(graph.successors(node));
            }
        }
        seen
    };
    reached(nodes[0]).contains(&nodes[0])
}

/// By variable: the lines whose definitions reach its uses here.
fn sources(
    terms: &Terms,
    cddg: &Cddg,
    lines: &Lines<'_>,
    nodes: &[NodeId],
) -> BTreeMap<String, BTreeSet<String>> {
    let mut sources: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for &node in nodes {
        for &u in cddg.reaching.uses_at(node) {
            let u = &cddg.reaching.uses[u];
            let info = terms.info(u.var);
            let is_hidden = matches!(
                info.variable,
                Variable::Temporary(..) | Variable::Allocated | Variable::Class | Variable::Exception
            );
            if is_hidden {
                continue;
            }
            for &d in &u.reaching {
                let definition = &cddg.reaching.definitions[d];
                let is_inner = nodes.contains(&definition.node) && definition.node != node;
                if definition.kind == DefinitionKind::Entry {
                    sources.entry(info.name.clone()).or_default().insert("entry".to_owned());
                } else if !is_inner {
                    sources.entry(info.name.clone()).or_default().insert(lines.name(definition.node));
                }
            }
        }
    }
    sources
}

/// Numbers in order.
fn join(names: BTreeSet<String>) -> String {
    let mut names: Vec<String> = names.into_iter().collect();
    names.sort_by_key(|name| (name.parse::<u32>().unwrap_or(0), name.clone()));
    names.join(" ")
}

#[test]
fn annotated_programs_say_what_their_graphs_are() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/cddg");
    let mut paths = Vec::new();
    crate::support::corpus::java_files(&folder, &mut paths);
    assert!(paths.len() >= 5);
    let mut wrong = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a text");
        let file = SourceFile::new(path.clone(), text.clone());
        let program =
            Program::load(vec![file], &LoadOptions::default()).unwrap_or_else(|e| panic!("{}", e[0]));
        let expected: BTreeMap<u32, String> = (1..)
            .zip(text.lines())
            .filter(|(_, line)| !line.starts_with(MARK))
            .filter_map(|(n, line)| Some((n, line.split_once(MARK)?.1.trim().to_owned())))
            .collect();
        let mut found = BTreeMap::new();
        given_methods(&program).for_each(|method| found.extend(annotations(&program, method)));
        if expected != found {
            let lines = (1..).zip(text.lines()).map(|(n, line)| match found.get(&n) {
                Some(said) => {
                    format!("{} {MARK}{said}", line.split(MARK).next().unwrap_or_default().trim_end())
                }
                None => line.to_owned(),
            });
            wrong.push(format!("{}:\n{}", path.display(), lines.collect::<Vec<_>>().join("\n")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
