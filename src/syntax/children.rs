//! The direct children of a node, in source order.

use smallvec::SmallVec;

use super::parts::{Parts, expr_parts, root_parts, stmt_parts};
use super::tree::{ExprId, ExprKind, Root, StmtId, StmtKind};

/// A child of an expression or statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Child {
    Expr(ExprId),
    Stmt(StmtId),
}

/// The children of one node.
pub type Children = SmallVec<[Child; 4]>;

impl ExprKind {
    /// Calls `visit` for each direct child.
    pub fn for_each_child(&self, visit: &mut impl FnMut(Child)) {
        expr_parts(self, &mut Visit(visit));
    }

    pub fn children(&self) -> Children {
        let mut children = Children::new();
        self.for_each_child(&mut |child| children.push(child));
        children
    }
}

impl StmtKind {
    /// Calls `visit` for each direct child.
    pub fn for_each_child(&self, visit: &mut impl FnMut(Child)) {
        stmt_parts(self, &mut Visit(visit));
    }

    pub fn children(&self) -> Children {
        let mut children = Children::new();
        self.for_each_child(&mut |child| children.push(child));
        children
    }
}

impl Root {
    pub fn children(&self) -> Children {
        let mut children = Children::new();
        root_parts(self, &mut Visit(&mut |child| children.push(child)));
        children
    }
}

/// Of the parts of a node, the children alone.
struct Visit<'f, F>(&'f mut F);

impl<F: FnMut(Child)> Parts for Visit<'_, F> {
    fn expr(&mut self, id: ExprId) {
        (self.0)(Child::Expr(id));
    }

    fn stmt(&mut self, id: StmtId) {
        (self.0)(Child::Stmt(id));
    }
}
