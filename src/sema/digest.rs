//! Digests of typed code: equal only for code that is equal in all its parts, whatever the ids of its nodes. Two
//! versions of a body are compared by them where nothing else tells their code apart.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::mem::discriminant;

use rustc_hash::FxHashMap;

use crate::sema::parts;
use crate::sema::typed_tree::{Body, Expr, ExprId, ExprKind, LocalId, StmtId, StmtKind, Switch};

/// What is one variable in two bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Locals {
    /// Of one text: what is declared at the same place.
    ByOrigin,
    /// Of two texts: what bears the same name.
    ByName,
}

/// Of each statement and expression of a body, all below it included.
#[derive(Debug)]
pub struct Digests {
    pub whole: u64,
    pub stmts: FxHashMap<StmtId, u64>,
    pub exprs: FxHashMap<ExprId, u64>,
}

impl Digests {
    pub fn of(body: &Body, locals: Locals) -> Self {
        let (stmts, exprs) = (FxHashMap::default(), FxHashMap::default());
        let mut walk = Walk { body, locals, around: Vec::new(), made: Self { whole: 0, stmts, exprs } };
        let whole = walk.stmt(body.root);
        Self { whole, ..walk.made }
    }
}

/// What a `break`, `continue` or `yield` may name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Stmt(StmtId),
    Expr(ExprId),
}

struct Walk<'a> {
    body: &'a Body,
    locals: Locals,
    /// The statements and expressions around the place of the walk, the outermost first.
    around: Vec<Target>,
    made: Digests,
}

impl Walk<'_> {
    fn stmt(&mut self, id: StmtId) -> u64 {
        let kind = &self.body.stmts[id].kind;
        let mut hasher = DefaultHasher::new();
        self.stmt_head(kind, &mut hasher);
        self.around.push(Target::Stmt(id));
        self.parts(parts::of_statement(kind), &mut hasher);
        self.around.pop();
        let digest = hasher.finish();
        self.made.stmts.insert(id, digest);
        digest
    }

    fn expr(&mut self, id: ExprId) -> u64 {
        let Expr { kind, ty, constant, .. } = &self.body.exprs[id];
        let mut hasher = DefaultHasher::new();
        (ty, constant).hash(&mut hasher);
        self.expr_head(kind, &mut hasher);
        self.around.push(Target::Expr(id));
        self.parts(parts::of_expression(kind), &mut hasher);
        self.around.pop();
        let digest = hasher.finish();
        self.made.exprs.insert(id, digest);
        digest
    }

    fn parts(&mut self, (exprs, stmts): (Vec<ExprId>, Vec<StmtId>), hasher: &mut DefaultHasher) {
        (exprs.len(), stmts.len()).hash(hasher);
        exprs.into_iter().for_each(|e| self.expr(e).hash(hasher));
        stmts.into_iter().for_each(|s| self.stmt(s).hash(hasher));
    }

    /// A statement without its parts.
    fn stmt_head(&self, kind: &StmtKind, hasher: &mut DefaultHasher) {
        discriminant(kind).hash(hasher);
        declared(kind).into_iter().for_each(|local| self.local(local, hasher));
        match kind {
            StmtKind::Locals(list) => {
                list.iter().for_each(|(_, initializer)| initializer.is_some().hash(hasher));
            }
            StmtKind::For { init, condition, .. } => (init.len(), condition.is_some()).hash(hasher),
            StmtKind::Labeled { label, .. } => label.hash(hasher),
            StmtKind::Switch(switch) => switch_head(switch, hasher),
            StmtKind::Break { target } | StmtKind::Continue { target } => {
                self.target(Target::Stmt(*target)).hash(hasher);
            }
            StmtKind::Yield { target, .. } => self.target(Target::Expr(*target)).hash(hasher),
            StmtKind::Try(own) => {
                own.catches.iter().for_each(|catch| catch.classes.hash(hasher));
                own.finally.is_some().hash(hasher);
            }
            StmtKind::ConstructorCall { constructor, is_super, .. } => {
                (constructor, is_super).hash(hasher);
            }
            StmtKind::Block(_)
            | StmtKind::Empty
            | StmtKind::Expr(_)
            | StmtKind::If { .. }
            | StmtKind::While { .. }
            | StmtKind::Do { .. }
            | StmtKind::ForEach { .. }
            | StmtKind::Return(_)
            | StmtKind::Throw(_)
            | StmtKind::Assert { .. } => {}
        }
    }

    /// An expression without its operands.
    fn expr_head(&self, kind: &ExprKind, hasher: &mut DefaultHasher) {
        discriminant(kind).hash(hasher);
        match kind {
            ExprKind::Local(local) => self.local(*local, hasher),
            ExprKind::StaticField(field) | ExprKind::Field { field, .. } => field.hash(hasher),
            ExprKind::Unary { op, .. } => op.hash(hasher),
            ExprKind::Binary { op, .. } => op.hash(hasher),
            ExprKind::Convert { conversion, .. } => discriminant(conversion).hash(hasher),
            ExprKind::InstanceOf { ty, binding, .. } => {
                ty.hash(hasher);
                binding.iter().for_each(|&local| self.local(local, hasher));
            }
            ExprKind::CompoundAssign { op, operation, .. } => (op, operation).hash(hasher),
            ExprKind::IncDec { op, .. } => op.hash(hasher),
            ExprKind::Call(call) => {
                (call.method, discriminant(&call.dispatch), call.receiver.is_some()).hash(hasher);
            }
            ExprKind::New { class, constructor, .. } => (class, constructor).hash(hasher),
            ExprKind::NewArray { ty, .. } | ExprKind::ArrayLiteral { ty, .. } => ty.hash(hasher),
            ExprKind::Switch(switch) => switch_head(switch, hasher),
            ExprKind::ClassLiteral(ty) => ty.hash(hasher),
            ExprKind::Literal
            | ExprKind::Null
            | ExprKind::This
            | ExprKind::ArrayLength(_)
            | ExprKind::Index { .. }
            | ExprKind::And { .. }
            | ExprKind::Or { .. }
            | ExprKind::Concat { .. }
            | ExprKind::Assign { .. }
            | ExprKind::ConcatAssign { .. }
            | ExprKind::Conditional { .. } => {}
        }
    }

    fn local(&self, local: LocalId, hasher: &mut DefaultHasher) {
        let local = &self.body.locals[local];
        local.ty.hash(hasher);
        match self.locals {
            Locals::ByOrigin => local.origin.hash(hasher),
            Locals::ByName => local.name.hash(hasher),
        }
    }

    /// How many levels further out the target is.
    fn target(&self, target: Target) -> Option<usize> {
        self.around.iter().rev().position(|&around| around == target)
    }
}

fn switch_head(switch: &Switch, hasher: &mut DefaultHasher) {
    (switch.arrows, switch.groups.len()).hash(hasher);
    for group in &switch.groups {
        (&group.keys, group.has_default, group.body.len()).hash(hasher);
    }
}

/// The locals that a statement itself declares.
pub fn declared(kind: &StmtKind) -> Vec<LocalId> {
    match kind {
        StmtKind::Locals(list) => list.iter().map(|&(local, _)| local).collect(),
        StmtKind::ForEach { element, variable, .. } => vec![*element, *variable],
        StmtKind::Try(own) => own.catches.iter().map(|c| c.variable).collect(),
        _ => Vec::new(),
    }
}
