//! The arenas of one body while it is built, with the depth of every node.

use crate::index::{Id, IndexVec};
use crate::syntax::Child;
use crate::syntax::tree::{
    Code, Expr, ExprId, ExprKind, MAX_DEPTH, Root, Span, Stmt, StmtId, StmtKind, Unsupported,
};

use super::{Builder, unsupported};

/// Builds one [`Code`].
pub(super) struct CodeBuilder<'b, 's> {
    pub builder: &'b mut Builder<'s>,
    pub exprs: IndexVec<ExprId, Expr>,
    pub stmts: IndexVec<StmtId, Stmt>,
    /// The height of the tree under each node.
    expr_heights: Vec<u32>,
    stmt_heights: Vec<u32>,
}

/// The lengths of the arenas: what was built since can be taken out again.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    exprs: usize,
    stmts: usize,
}

impl<'b, 's> CodeBuilder<'b, 's> {
    pub(super) fn new(builder: &'b mut Builder<'s>) -> Self {
        Self {
            builder,
            exprs: IndexVec::new(),
            stmts: IndexVec::new(),
            expr_heights: Vec::new(),
            stmt_heights: Vec::new(),
        }
    }

    pub(super) fn push_expr(&mut self, kind: ExprKind, span: Span) -> ExprId {
        self.push_expr_above(kind, span, 0)
    }

    /// `below` is the height of the code that the node has beside its children.
    pub(super) fn push_expr_above(&mut self, kind: ExprKind, span: Span, below: u32) -> ExprId {
        let mut height = below;
        kind.for_each_child(&mut |child| height = height.max(self.height(child)));
        self.expr_heights.push(height + 1);
        self.exprs.push(Expr { kind, span, outer: span })
    }

    pub(super) fn push_stmt(&mut self, kind: StmtKind, span: Span) -> StmtId {
        self.push_stmt_above(kind, span, 0)
    }

    pub(super) fn push_stmt_above(&mut self, kind: StmtKind, span: Span, below: u32) -> StmtId {
        let mut height = below;
        kind.for_each_child(&mut |child| height = height.max(self.height(child)));
        self.stmt_heights.push(height + 1);
        self.stmts.push(Stmt { kind, span })
    }

    fn height(&self, child: Child) -> u32 {
        match child {
            Child::Expr(id) => self.expr_heights[id.index()],
            Child::Stmt(id) => self.stmt_heights[id.index()],
        }
    }

    /// The span of an expression with the parentheses around it.
    pub(super) fn outer(&self, expr: ExprId) -> Span {
        self.exprs[expr].outer
    }

    /// The code whose root is the statement built last.
    pub(super) fn finish_block(self, block: StmtId) -> Code {
        if !self.is_too_deep() {
            return self.finish(Root::Block(block));
        }
        let span = self.stmts[block].span;
        let mut code = CodeBuilder::new(self.builder);
        let statement = code.unsupported_stmt(unsupported::TOO_DEEP, span);
        let block = code.push_stmt(StmtKind::Block(vec![statement]), span);
        code.finish(Root::Block(block))
    }

    /// The code whose root is the expression built last.
    pub(super) fn finish_expression(self, root: ExprId) -> Code {
        if !self.is_too_deep() {
            return self.finish(Root::Expr(root));
        }
        let span = self.outer(root);
        let mut code = CodeBuilder::new(self.builder);
        let root = code.unsupported_expr(unsupported::TOO_DEEP, span);
        code.finish(Root::Expr(root))
    }

    /// The code whose roots are the arguments of an enum constant, which stand at `span`.
    pub(super) fn finish_arguments(self, arguments: Vec<ExprId>, span: Span) -> Code {
        if !self.is_too_deep() {
            return self.finish(Root::Arguments(arguments));
        }
        let mut code = CodeBuilder::new(self.builder);
        let argument = code.unsupported_expr(unsupported::TOO_DEEP, span);
        code.finish(Root::Arguments(vec![argument]))
    }

    fn is_too_deep(&self) -> bool {
        let highest = self.expr_heights.iter().chain(&self.stmt_heights).max();
        highest.is_some_and(|&height| height as usize > MAX_DEPTH)
    }

    fn finish(self, root: Root) -> Code {
        let highest = self.expr_heights.iter().chain(&self.stmt_heights).max().copied();
        self.builder.highest = self.builder.highest.max(highest.unwrap_or(0));
        Code { exprs: self.exprs, stmts: self.stmts, root }
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { exprs: self.exprs.len(), stmts: self.stmts.len() }
    }

    /// Takes out all that was built since `mark`.
    pub(super) fn forget(&mut self, mark: Mark) {
        self.exprs.truncate(mark.exprs);
        self.stmts.truncate(mark.stmts);
        self.expr_heights.truncate(mark.exprs);
        self.stmt_heights.truncate(mark.stmts);
    }

    pub(super) fn unsupported_expr(&mut self, what: &'static str, span: Span) -> ExprId {
        self.push_expr(ExprKind::Unsupported(Unsupported { what, span }), span)
    }

    pub(super) fn unsupported_stmt(&mut self, what: &'static str, span: Span) -> StmtId {
        self.push_stmt(StmtKind::Unsupported(Unsupported { what, span }), span)
    }
}
