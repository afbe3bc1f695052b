//! A patch: one place of one method's syntax tree, before and after (DESIGN §4).
//!
//! Invariants
//! - A node that is overwritten keeps its id: the same id is the same place in both versions. New nodes are
//!   appended behind all others. So the correspondence `f` of original and mutant is by identity.
//! - A patch holds only what it changes; untouched subtrees are shared by id.
//! - A new node that is an original one in a new place remembers which: its text is that of the source.

use smallvec::SmallVec;

use crate::index::Id;
use crate::syntax::Child;
use crate::syntax::digest::{Digest, Digests};
use crate::syntax::parts::Nodes;
use crate::syntax::tree::{Code, Expr, ExprId, ExprKind, Span, Stmt, StmtId, StmtKind};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Patch {
    /// Overwritten nodes, then new ones in the order of their ids.
    exprs: SmallVec<[(ExprId, Expr); 2]>,
    stmts: SmallVec<[(StmtId, Stmt); 1]>,
    /// Node of the patch, original node of which it is a copy.
    copies: SmallVec<[(ExprId, ExprId); 1]>,
    /// It plants a trap and changes nothing else: whether javac accepts its text does not matter, for a call around a
    /// condition hides from javac what the condition shows (JLS 15.29, 16).
    plants_trap: bool,
}

impl Patch {
    /// The mutant's whole code.
    pub fn apply(&self, code: &Code) -> Code {
        let mut patched = code.clone();
        for (id, expr) in &self.exprs {
            if id.index() < patched.exprs.len() {
                patched.exprs[*id] = expr.clone();
            } else {
                patched.exprs.push(expr.clone());
            }
        }
        for (id, stmt) in &self.stmts {
            if id.index() < patched.stmts.len() {
                patched.stmts[*id] = stmt.clone();
            } else {
                patched.stmts.push(stmt.clone());
            }
        }
        patched
    }

    /// Says that it plants a trap.
    pub fn planting(mut self) -> Self {
        self.plants_trap = true;
        self
    }

    pub const fn plants_trap(&self) -> bool {
        self.plants_trap
    }

    /// Whether it overwrites statements.
    pub fn has_statements(&self) -> bool {
        !self.stmts.is_empty()
    }

    /// The one statement that it overwrites, where that is all.
    pub(super) fn only_statement(&self) -> Option<(StmtId, &Stmt)> {
        match (self.exprs.is_empty(), &self.stmts[..]) {
            (true, [(id, stmt)]) => Some((*id, stmt)),
            _ => None,
        }
    }

    /// Changes the original's code itself, until it is put back.
    pub(super) fn put_into(&self, code: &mut Code) -> Before {
        let len = code.exprs.len();
        let mut exprs = SmallVec::new();
        for (id, expr) in &self.exprs {
            if id.index() < len {
                exprs.push((*id, std::mem::replace(&mut code.exprs[*id], expr.clone())));
            } else {
                code.exprs.push(expr.clone());
            }
        }
        let stmt_len = code.stmts.len();
        let mut stmts = SmallVec::new();
        for (id, stmt) in &self.stmts {
            if id.index() < stmt_len {
                stmts.push((*id, std::mem::replace(&mut code.stmts[*id], stmt.clone())));
            } else {
                code.stmts.push(stmt.clone());
            }
        }
        Before { exprs, stmts, len, stmt_len }
    }

    /// The nodes that the patch overwrites: the place.
    pub fn changed(&self, code: &Code) -> impl Iterator<Item = Child> {
        let old_exprs = code.exprs.len();
        let old_stmts = code.stmts.len();
        let exprs = self.exprs.iter().map(|(id, _)| *id).filter(move |id| id.index() < old_exprs);
        let stmts = self.stmts.iter().map(|(id, _)| *id).filter(move |id| id.index() < old_stmts);
        exprs.map(Child::Expr).chain(stmts.map(Child::Stmt))
    }

    /// The digest of the mutant's whole tree.
    pub fn digest(&self, code: &Code, digests: &Digests) -> Digest {
        digests.root_of_changed(&Patched { code, patch: self }, &code.root, self.changed(code))
    }

    /// The patch's own version of a node.
    pub fn expr(&self, id: ExprId) -> Option<&Expr> {
        self.exprs.iter().find(|(own, _)| *own == id).map(|(_, expr)| expr)
    }

    /// The original node of which a node of the patch is a copy.
    pub fn copied_from(&self, id: ExprId) -> Option<ExprId> {
        self.copies.iter().find(|(copy, _)| *copy == id).map(|(_, original)| *original)
    }

    /// Overwrites an expression by a new one.
    pub fn replace(&mut self, code: &Code, place: ExprId, kind: ExprKind) {
        let Expr { span, outer, .. } = code.exprs[place];
        self.exprs.insert(0, (place, Expr { kind, span, outer }));
    }

    /// Overwrites an expression by another part of the tree: an operand, usually.
    pub fn replace_by_copy(&mut self, code: &Code, place: ExprId, original: ExprId) {
        self.replace(code, place, code.exprs[original].kind.clone());
        self.copies.push((place, original));
    }

    /// Appends a node that stands at the place of `at`.
    pub fn append(&mut self, code: &Code, at: ExprId, kind: ExprKind) -> ExprId {
        let span = code.exprs[at].span;
        self.append_new(code, Expr { kind, span, outer: span })
    }

    /// Appends a node of no place of its own.
    pub fn append_new(&mut self, code: &Code, expr: Expr) -> ExprId {
        let new = self.exprs.iter().filter(|(id, _)| id.index() >= code.exprs.len()).count();
        let id = ExprId::new(code.exprs.len() + new);
        self.exprs.push((id, expr));
        id
    }

    /// Appends a copy of an original node; the copy's children are the original's.
    pub fn append_copy(&mut self, code: &Code, original: ExprId) -> ExprId {
        let id = self.append(code, original, code.exprs[original].kind.clone());
        self.copies.push((id, original));
        id
    }

    /// Appends a copy of an original expression with new nodes throughout, which stand at `at`: for a part that stays where it
    /// is, too, since a node has one place. `None` for what has other parts than names, literals, operators and indices.
    pub fn append_deep_copy(&mut self, code: &Code, at: Span, original: ExprId) -> Option<ExprId> {
        let kind = self.deep_kind(code, at, original)?;
        let id = self.append_new(code, Expr { kind, span: at, outer: at });
        self.copies.push((id, original));
        Some(id)
    }

    /// Overwrites an expression by such a copy.
    pub fn replace_by_deep_copy(&mut self, code: &Code, place: ExprId, original: ExprId) -> Option<()> {
        let kind = self.deep_kind(code, code.exprs[place].span, original)?;
        self.replace(code, place, kind);
        self.copies.push((place, original));
        Some(())
    }

    fn deep_kind(&mut self, code: &Code, at: Span, original: ExprId) -> Option<ExprKind> {
        let mut kind = code.exprs[original].kind.clone();
        match &mut kind {
            ExprKind::Literal(_) | ExprKind::Name(_) | ExprKind::This => {}
            ExprKind::Field { target: operand, .. } | ExprKind::Unary { operand, .. } => {
                *operand = self.append_deep_copy(code, at, *operand)?;
            }
            ExprKind::Binary { left, right, .. } | ExprKind::Index { array: left, index: right } => {
                *left = self.append_deep_copy(code, at, *left)?;
                *right = self.append_deep_copy(code, at, *right)?;
            }
            _ => return None,
        }
        Some(kind)
    }

    /// Appends a statement that stands at the place of `at`.
    pub fn append_stmt(&mut self, code: &Code, at: Span, kind: StmtKind) -> StmtId {
        let new = self.stmts.iter().filter(|(id, _)| id.index() >= code.stmts.len()).count();
        let id = StmtId::new(code.stmts.len() + new);
        self.stmts.push((id, Stmt { kind, span: at }));
        id
    }

    /// Overwrites a statement.
    pub fn replace_stmt(&mut self, code: &Code, place: StmtId, kind: StmtKind) {
        self.stmts.push((place, Stmt { kind, span: code.stmts[place].span }));
    }
}

/// What a patch has overwritten.
#[must_use]
pub(super) struct Before {
    exprs: SmallVec<[(ExprId, Expr); 2]>,
    stmts: SmallVec<[(StmtId, Stmt); 1]>,
    len: usize,
    stmt_len: usize,
}

impl Before {
    pub(super) fn take_out(self, code: &mut Code) {
        code.exprs.truncate(self.len);
        code.stmts.truncate(self.stmt_len);
        for (id, expr) in self.exprs.into_iter().rev() {
            code.exprs[id] = expr;
        }
        for (id, stmt) in self.stmts.into_iter().rev() {
            code.stmts[id] = stmt;
        }
    }
}

/// A tree seen through a patch, without a copy.
#[derive(Clone, Copy, Debug)]
pub struct Patched<'a> {
    pub code: &'a Code,
    pub patch: &'a Patch,
}

impl Nodes for Patched<'_> {
    fn expr(&self, id: ExprId) -> &Expr {
        match self.patch.expr(id) {
            Some(expr) => expr,
            None => &self.code.exprs[id],
        }
    }

    fn stmt(&self, id: StmtId) -> &Stmt {
        match self.patch.stmts.iter().find(|(own, _)| *own == id) {
            Some((_, stmt)) => stmt,
            None => &self.code.stmts[id],
        }
    }
}
