//! Mutants inside the original's code: where a version differs, and how its section is made (DESIGN §9).

use std::collections::HashMap;

use crate::exec::code::{Footprint, Instruction, MethodCode, MutantIndex, Pc, Register, Section, Site};
use crate::exec::lower::emit::Registers;
use crate::exec::lower::{Lowerer, MutatedBody};
use crate::mutate::correspondence::Difference;
use crate::sema::typed_tree::{Body, ExprId, ExprKind, StmtId};

/// A node of one version.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Node {
    Expr(ExprId),
    Stmt(StmtId),
}

/// A mutant's version of a node of the original.
#[derive(Clone, Copy)]
struct Change<'a> {
    mutant: MutantIndex,
    version: usize,
    body: &'a Body,
    /// `None`: the mutant has no such statement.
    node: Option<Node>,
    /// It goes on with the original's node.
    is_before: bool,
}

/// Which mutants differ at which node of the original.
pub(super) struct Plan<'a> {
    changes: HashMap<Node, Vec<Change<'a>>>,
}

impl<'a> Plan<'a> {
    pub(super) fn new(versions: &[MutatedBody<'a>]) -> Plan<'a> {
        let mut changes: HashMap<Node, Vec<Change<'a>>> = HashMap::new();
        for (index, version) in versions.iter().enumerate() {
            let (at, node) = match version.difference {
                Difference::None => continue,
                Difference::Expr { original, mutant } => (Node::Expr(original), Some(Node::Expr(mutant))),
                Difference::Stmt { original, mutant } => (Node::Stmt(original), mutant.map(Node::Stmt)),
                Difference::Before { original, mutant } => (Node::Stmt(original), Some(Node::Stmt(mutant))),
            };
            changes.entry(at).or_default().push(Change {
                mutant: version.mutant,
                version: index + 1,
                body: version.body,
                node,
                is_before: matches!(version.difference, Difference::Before { .. }),
            });
        }
        Plan { changes }
    }

    pub(super) fn empty() -> Plan<'a> {
        Plan { changes: HashMap::new() }
    }
}

impl Lowerer<'_> {
    /// Whether mutants differ at just this node.
    pub(super) fn has_site(&self, node: Node) -> bool {
        self.version == 0 && !self.plan.changes.is_empty() && self.plan.changes.contains_key(&node)
    }

    pub(super) fn expr_has_site(&self, expr: ExprId) -> bool {
        self.has_site(Node::Expr(expr))
    }

    /// Lowers an expression, and the versions that mutants have of it. `value` is where its value goes.
    pub(super) fn sited_expr(
        &mut self,
        expr: ExprId,
        value: Option<Register>,
        mut lower: impl FnMut(&mut Self, ExprId),
    ) {
        self.sited(Node::Expr(expr), value, &mut |lowerer, node| {
            if let Some(Node::Expr(expr)) = node {
                lower(lowerer, expr);
            }
        });
    }

    pub(super) fn sited_stmt(&mut self, stmt: StmtId, mut lower: impl FnMut(&mut Self, StmtId)) {
        self.sited(Node::Stmt(stmt), None, &mut |lowerer, node| {
            if let Some(Node::Stmt(stmt)) = node {
                lower(lowerer, stmt);
            }
        });
    }

    fn sited(&mut self, node: Node, value: Option<Register>, lower: &mut dyn FnMut(&mut Self, Option<Node>)) {
        if !self.has_site(node) {
            return lower(self, Some(node));
        }
        let changes = self.plan.changes.remove(&node).unwrap_or_default();
        let index = self.code.sites.len();
        self.emit(Instruction::Site { site: self.code.first_site + index as u32, row: 1 });
        let original_start = self.emitter.here();
        let end = self.label();
        let site = Site {
            start: original_start,
            end,
            value,
            pure: false,
            sections: Vec::with_capacity(changes.len()),
        };
        self.code.sites.push(site);
        lower(self, Some(node));
        self.bind(end);
        let original_assigns = std::mem::take(&mut self.assigns);
        self.emitter.enter_sections();
        for change in &changes {
            self.version = change.version;
            self.body = change.body;
            let start = self.emitter.here();
            lower(self, change.node);
            self.emit(Instruction::Jump { target: if change.is_before { original_start } else { end } });
            let end = self.emitter.here();
            self.assigns.clear();
            self.code.sites[index].sections.push(Section { mutant: change.mutant, start, end, pure: false });
        }
        self.emitter.leave_sections();
        self.version = 0;
        self.body = self.original;
        self.assigns = original_assigns;
    }

    /// Whether evaluating an expression may assign a local, in any version.
    pub(super) fn assigns_local(&mut self, expr: ExprId) -> bool {
        if let Some(&known) = self.assigns.get(&expr) {
            return known;
        }
        let body = self.body;
        let mut answer = assigns_here(body, expr);
        if body.exprs[expr].constant.is_none() {
            let mut operands: smallvec::SmallVec<[ExprId; 4]> = smallvec::SmallVec::new();
            body.exprs[expr].each_operand(|operand| operands.push(operand));
            for operand in operands {
                answer = answer || self.assigns_local(operand);
            }
        }
        if self.version == 0 && !answer {
            let changes = self.plan.changes.get(&Node::Expr(expr)).map_or(&[][..], Vec::as_slice);
            answer = changes.iter().any(|change| match change.node {
                Some(Node::Expr(mutated)) => assigns_within(change.body, mutated),
                _ => false,
            });
        }
        self.assigns.insert(expr, answer);
        answer
    }
}

/// Whether the expression itself assigns a local. The statements of a switch expression may.
fn assigns_here(body: &Body, expr: ExprId) -> bool {
    match &body.exprs[expr].kind {
        ExprKind::Assign { target, .. }
        | ExprKind::CompoundAssign { target, .. }
        | ExprKind::ConcatAssign { target, .. }
        | ExprKind::IncDec { target, .. } => matches!(body.exprs[*target].kind, ExprKind::Local(_)),
        ExprKind::InstanceOf { binding, .. } => binding.is_some(),
        ExprKind::Switch(_) => true,
        _ => false,
    }
}

fn assigns_within(body: &Body, expr: ExprId) -> bool {
    let mut answer = assigns_here(body, expr);
    if body.exprs[expr].constant.is_none() {
        body.exprs[expr].each_operand(|operand| answer = answer || assigns_within(body, operand));
    }
    answer
}

/// Finds out which versions can be evaluated without anyone noticing: they write temporaries and the node's
/// own result alone.
pub(super) fn judge_purity(code: &mut MethodCode, registers: &Registers) {
    let mut sites = std::mem::take(&mut code.sites);
    for site in &mut sites {
        let value = site.value;
        let pure = |start: Pc, end: Pc| {
            code.instructions[start as usize..end as usize].iter().all(|instruction| {
                match instruction.footprint(&code.calls) {
                    Footprint::Register(dst) => Some(dst) == value || !registers.is_local(dst),
                    Footprint::Nothing => true,
                    Footprint::Visible => false,
                }
            })
        };
        site.pure = pure(site.start, site.end);
        for section in &mut site.sections {
            section.pure = pure(section.start, section.end);
        }
    }
    code.sites = sites;
}
