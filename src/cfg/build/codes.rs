//! Digests of code that the graph does not hold: equal only for code that is equal in all its parts. They count every
//! part, since equal values may come from different code that a part without a model can tell apart (`s + ""` is
//! another object than `s`, an argument of a native method is nowhere else in the graph).

use std::hash::{DefaultHasher, Hash, Hasher};

use rustc_hash::FxHashMap;

use crate::sema::parts;
use crate::sema::typed_tree::{Body, ExprId, ExprKind, StmtId};
use crate::syntax::tree as syntax;

/// Of one body; made when first asked for.
#[derive(Debug, Default)]
pub(super) struct Codes {
    known: Option<Known>,
}

#[derive(Debug)]
struct Known {
    whole: u64,
    by_origin: FxHashMap<syntax::ExprId, u64>,
}

impl Codes {
    /// The code with this origin, or all of it.
    pub fn of(&mut self, body: &Body, origin: Option<syntax::ExprId>) -> u64 {
        let known = self.known.get_or_insert_with(|| Known::of(body));
        origin.and_then(|origin| known.by_origin.get(&origin).copied()).unwrap_or(known.whole)
    }
}

impl Known {
    fn of(body: &Body) -> Self {
        let mut digests = Digests { body, exprs: FxHashMap::default() };
        let whole = digests.stmt(body.root);
        // Several nodes with one origin are conversions around one another.
        let mut by_origin: FxHashMap<syntax::ExprId, Vec<u64>> = FxHashMap::default();
        for (id, expr) in body.exprs.iter_enumerated() {
            if let (Some(origin), Some(&digest)) = (expr.origin, digests.exprs.get(&id)) {
                by_origin.entry(origin).or_default().push(digest);
            }
        }
        let joined = by_origin.into_iter().map(|(origin, mut all)| {
            all.sort_unstable();
            (origin, digest(&all))
        });
        Self { whole, by_origin: joined.collect() }
    }
}

fn digest(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

struct Digests<'a> {
    body: &'a Body,
    exprs: FxHashMap<ExprId, u64>,
}

impl Digests<'_> {
    /// By all that it says, the names of its parts included: it is the same in both versions only where they are
    /// numbered alike, which may make two of the same code different, and never two different ones the same.
    fn stmt(&mut self, id: StmtId) -> u64 {
        let kind = &self.body.stmts[id].kind;
        let (exprs, stmts) = parts::of_statement(kind);
        let exprs: Vec<u64> = exprs.into_iter().map(|e| self.expr(e)).collect();
        let stmts: Vec<u64> = stmts.into_iter().map(|s| self.stmt(s)).collect();
        digest(&(format!("{kind:?}"), exprs, stmts))
    }

    fn expr(&mut self, id: ExprId) -> u64 {
        let expr = &self.body.exprs[id];
        let (exprs, stmts) = parts::of_expression(&expr.kind);
        let exprs: Vec<u64> = exprs.into_iter().map(|e| self.expr(e)).collect();
        let stmts: Vec<u64> = stmts.into_iter().map(|s| self.stmt(s)).collect();
        let digest = digest(&(self.head(&expr.kind), format!("{:?}", expr.ty), &expr.constant, exprs, stmts));
        self.exprs.insert(id, digest);
        digest
    }

    /// An expression without its operands.
    fn head(&self, kind: &ExprKind) -> String {
        match kind {
            ExprKind::Local(local) => format!("local {:?}", self.body.locals[*local].origin),
            ExprKind::StaticField(field) => format!("static {field:?}"),
            ExprKind::Field { field, .. } => format!("field {field:?}"),
            ExprKind::Unary { op, .. } => format!("unary {op:?}"),
            ExprKind::Binary { op, .. } => format!("binary {op:?}"),
            ExprKind::Convert { conversion, .. } => format!("convert {conversion:?}"),
            ExprKind::InstanceOf { ty, binding, .. } => {
                format!("instance {ty:?} {:?}", binding.map(|local| self.body.locals[local].origin))
            }
            ExprKind::CompoundAssign { op, operation, .. } => format!("compound {op:?} {operation:?}"),
            ExprKind::IncDec { op, .. } => format!("step {op:?}"),
            ExprKind::Call(call) => {
                format!("call {:?} {:?} {}", call.method, call.dispatch, call.receiver.is_some())
            }
            ExprKind::New { class, constructor, .. } => format!("new {class:?} {constructor:?}"),
            ExprKind::NewArray { ty, lengths } => format!("array {ty:?} of {}", lengths.len()),
            ExprKind::ArrayLiteral { ty, elements } => format!("elements {ty:?} {}", elements.len()),
            ExprKind::ClassLiteral(ty) => format!("class {ty:?}"),
            ExprKind::Literal => "literal".to_owned(),
            ExprKind::Null => "null".to_owned(),
            ExprKind::This => "this".to_owned(),
            ExprKind::ArrayLength(_) => "length".to_owned(),
            ExprKind::Index { .. } => "index".to_owned(),
            ExprKind::And { .. } => "and".to_owned(),
            ExprKind::Or { .. } => "or".to_owned(),
            ExprKind::Concat { .. } => "concat".to_owned(),
            ExprKind::Assign { .. } => "assign".to_owned(),
            ExprKind::ConcatAssign { .. } => "concat assign".to_owned(),
            ExprKind::Conditional { .. } => "conditional".to_owned(),
            // With the names of its parts, as statements.
            ExprKind::Switch(switch) => format!("{switch:?}"),
        }
    }
}
