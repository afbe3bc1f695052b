//! Digests of code that the graph does not hold: equal only for code that is equal in all its parts. They count every
//! part, since equal values may come from different code that a part without a model can tell apart (`s + ""` is
//! another object than `s`, an argument of a native method is nowhere else in the graph). And what of its frame such code
//! can read and write: no more than its parts name.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::cfg::graph::{Named, Unmodelled};
use crate::cfg::lower::Origin;
use crate::sema::digest::{Digests, Locals, declared};
use crate::sema::parts;
use crate::sema::typed_tree::{Body, ExprId, ExprKind, LocalId, StmtId};
use crate::syntax::tree as syntax;

/// Of one body; made when first asked for.
#[derive(Debug, Default)]
pub(super) struct Codes {
    known: Option<Known>,
}

#[derive(Debug)]
struct Known {
    whole: u64,
    by_origin: FxHashMap<syntax::ExprId, Code>,
}

/// What bears one origin: several expressions are conversions around one another.
#[derive(Debug, Default)]
struct Code {
    digest: u64,
    exprs: Vec<ExprId>,
}

impl Codes {
    /// The code with this origin, or all of it, which is not followed for the reason `what`.
    pub(super) fn unmodelled(&mut self, body: &Body, origin: Origin, what: Arc<str>) -> Unmodelled {
        let known = self.known.get_or_insert_with(|| Known::of(body));
        match origin.and_then(|origin| known.by_origin.get(&origin)) {
            Some(code) => {
                let named = Some(Arc::new(named(body, &code.exprs)));
                Unmodelled { what, code: code.digest, named }
            }
            None => Unmodelled { what, code: known.whole, named: None },
        }
    }
}

impl Known {
    fn of(body: &Body) -> Self {
        let Digests { whole, exprs, .. } = Digests::of(body, Locals::ByOrigin);
        let mut by_origin: FxHashMap<syntax::ExprId, Code> = FxHashMap::default();
        for (id, expr) in body.exprs.iter_enumerated() {
            if let Some(origin) = expr.origin.filter(|_| exprs.contains_key(&id)) {
                by_origin.entry(origin).or_default().exprs.push(id);
            }
        }
        for code in by_origin.values_mut() {
            let mut all: Vec<u64> = code.exprs.iter().map(|id| exprs[id]).collect();
            all.sort_unstable();
            let mut hasher = DefaultHasher::new();
            all.hash(&mut hasher);
            code.digest = hasher.finish();
        }
        Self { whole, by_origin }
    }
}

/// What these expressions, and all below them, name of their frame.
fn named(body: &Body, exprs: &[ExprId]) -> Named {
    let mut walk = Naming { body, named: Named::default() };
    exprs.iter().for_each(|&expr| walk.expr(expr));
    walk.named
}

struct Naming<'a> {
    body: &'a Body,
    named: Named,
}

impl Naming<'_> {
    fn expr(&mut self, id: ExprId) {
        let expr = &self.body.exprs[id];
        self.named.exprs.extend(expr.origin);
        match &expr.kind {
            ExprKind::Local(local) => self.local(*local),
            ExprKind::InstanceOf { binding, .. } => binding.iter().for_each(|&local| self.local(local)),
            _ => {}
        }
        self.parts(parts::of_expression(&expr.kind));
    }

    fn stmt(&mut self, id: StmtId) {
        let kind = &self.body.stmts[id].kind;
        declared(kind).into_iter().for_each(|local| self.local(local));
        self.parts(parts::of_statement(kind));
    }

    fn parts(&mut self, (exprs, stmts): (Vec<ExprId>, Vec<StmtId>)) {
        exprs.into_iter().for_each(|e| self.expr(e));
        stmts.into_iter().for_each(|s| self.stmt(s));
    }

    fn local(&mut self, local: LocalId) {
        self.named.locals.insert(self.body.locals[local].origin);
    }
}
