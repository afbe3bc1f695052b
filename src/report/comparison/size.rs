//! How large a program and its regions of analysis are (Table 6.1).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::cfg::graph::{Graph, NodeId};
use crate::cfg::lower::build;
use crate::roa::mroa::Shape;
use crate::sema::program::{BodyState, Program, Role};
use crate::term::Terms;

#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq)]
pub struct Size {
    /// Lines that are not blank.
    pub lines: usize,
    /// With a body that is processed.
    pub methods: usize,
    pub statements: usize,
    /// Of the control flow graphs: a statement has one for each step of its.
    pub nodes: usize,
    /// Different minimal regions of analysis of the statements.
    pub roas: usize,
    /// Their mean size, in statements.
    pub roa_size: f64,
}

impl Size {
    pub fn of(program: &Program) -> Self {
        let mut size = Size { lines: lines(program), ..Size::default() };
        let mut within = 0;
        for class in program.given_classes() {
            for &method in &program.classes[class].methods {
                let BodyState::Typed(body) = program.body(method) else { continue };
                let graph = build(program, body, &mut Terms::new());
                let regions = regions(&graph);
                size.methods += 1;
                size.nodes += graph.nodes.len();
                size.statements += statements(&graph, graph.nodes.ids());
                size.roas += regions.len();
                within += regions.iter().map(|r| statements(&graph, r.iter().copied())).sum::<usize>();
            }
        }
        size.roa_size = if size.roas == 0 { 0.0 } else { within as f64 / size.roas as f64 };
        size
    }
}

fn lines(program: &Program) -> usize {
    let given = program.units.iter().filter(|unit| unit.role == Role::Given);
    given.map(|unit| unit.tree.source.text.lines().filter(|line| !line.trim().is_empty()).count()).sum()
}

/// The minimal region of each statement, each once.
fn regions(graph: &Graph) -> BTreeSet<Vec<NodeId>> {
    let shape = Shape::of(graph);
    let mut seen = BTreeSet::new();
    let mut regions = BTreeSet::new();
    for node in graph.nodes.ids() {
        if let Some(statement) = graph.nodes[node].statement
            && seen.insert(statement)
            && let Some((_, region)) = shape.regions(&[node]).next()
        {
            regions.insert(region.nodes().to_vec());
        }
    }
    regions
}

fn statements(graph: &Graph, nodes: impl Iterator<Item = NodeId>) -> usize {
    let statements: BTreeSet<_> = nodes.filter_map(|node| graph.nodes[node].statement).collect();
    statements.len()
}
