//! Tree equality by digest: two subtrees have the same [`Digest`] exactly when they are the same Java, ids,
//! spans and parentheses aside. 128 bits, so an accident among all mutants ever made is out of the question.
//!
//! A node's digest is made of its own parts and its children's digests: after a change of one place only the
//! nodes above it are computed again, and duplicates among thousands of mutants cost no comparisons.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hasher};

use super::children::{Child, Children};
use super::parts::{Nodes, Parts, expr_parts, root_parts, stmt_parts};
use super::tree::{Code, Expr, ExprId, Root, Stmt, StmtId};
use crate::index::{Id, IndexVec};

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Digest([u64; 2]);

/// Who holds a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parent {
    Root,
    Expr(ExprId),
    Stmt(StmtId),
}

/// The digests of a tree's nodes, and the way up from each.
#[derive(Debug)]
pub struct Digests {
    exprs: IndexVec<ExprId, Digest>,
    stmts: IndexVec<StmtId, Digest>,
    expr_parents: IndexVec<ExprId, Parent>,
    stmt_parents: IndexVec<StmtId, Parent>,
    root: Digest,
}

impl Digests {
    pub fn new(code: &Code) -> Self {
        let mut digests = Self {
            exprs: IndexVec::from_elem(Digest::default(), code.exprs.len()),
            stmts: IndexVec::from_elem(Digest::default(), code.stmts.len()),
            expr_parents: IndexVec::from_elem(Parent::Root, code.exprs.len()),
            stmt_parents: IndexVec::from_elem(Parent::Root, code.stmts.len()),
            root: Digest::default(),
        };
        digests.set_parents(Parent::Root, &code.root.children());
        for (id, expr) in code.exprs.iter_enumerated() {
            digests.set_parents(Parent::Expr(id), &expr.kind.children());
        }
        for (id, stmt) in code.stmts.iter_enumerated() {
            digests.set_parents(Parent::Stmt(id), &stmt.kind.children());
        }
        for child in code.root.children() {
            digests.fill(code, child);
        }
        let mut hasher = NodeHasher::new(|child| digests.known(child));
        root_parts(&code.root, &mut hasher);
        digests.root = hasher.finish();
        digests
    }

    /// The digest of the whole tree.
    pub fn root(&self) -> Digest {
        self.root
    }

    pub fn expr_parent(&self, id: ExprId) -> Parent {
        self.expr_parents[id]
    }

    pub fn stmt_parent(&self, id: StmtId) -> Parent {
        self.stmt_parents[id]
    }

    /// The digest of `tree`, which differs from the tree of these digests at most in the nodes `changed` and
    /// in nodes that are new.
    pub fn root_of_changed(
        &self,
        tree: &impl Nodes,
        root: &Root,
        changed: impl Iterator<Item = Child>,
    ) -> Digest {
        let mut stale = HashSet::new();
        for node in changed {
            self.mark_upwards(node, &mut stale);
        }
        let mut hasher = NodeHasher::new(|child| self.of_changed(tree, &stale, child));
        root_parts(root, &mut hasher);
        hasher.finish()
    }

    /// The digest of one node of such a `tree`.
    pub fn digest_of_changed(
        &self,
        tree: &impl Nodes,
        changed: impl Iterator<Item = Child>,
        node: Child,
    ) -> Digest {
        let mut stale = HashSet::new();
        for node in changed {
            self.mark_upwards(node, &mut stale);
        }
        self.of_changed(tree, &stale, node)
    }

    /// Adds `node` and all above it, ending where the way was already marked.
    fn mark_upwards(&self, mut node: Child, stale: &mut HashSet<Child>) {
        while stale.insert(node) {
            let parent = match node {
                Child::Expr(id) => self.expr_parents.get(id),
                Child::Stmt(id) => self.stmt_parents.get(id),
            };
            node = match parent {
                None | Some(Parent::Root) => return,
                Some(Parent::Expr(id)) => Child::Expr(*id),
                Some(Parent::Stmt(id)) => Child::Stmt(*id),
            };
        }
    }

    fn of_changed(&self, tree: &impl Nodes, stale: &HashSet<Child>, node: Child) -> Digest {
        let is_new = match node {
            Child::Expr(id) => id.index() >= self.exprs.len(),
            Child::Stmt(id) => id.index() >= self.stmts.len(),
        };
        if !is_new && !stale.contains(&node) {
            return self.known(node);
        }
        digest_node(tree, node, &mut |child| self.of_changed(tree, stale, child))
    }

    fn known(&self, node: Child) -> Digest {
        match node {
            Child::Expr(id) => self.exprs[id],
            Child::Stmt(id) => self.stmts[id],
        }
    }

    fn set_parents(&mut self, parent: Parent, children: &Children) {
        for child in children {
            match child {
                Child::Expr(id) => self.expr_parents[*id] = parent,
                Child::Stmt(id) => self.stmt_parents[*id] = parent,
            }
        }
    }

    fn fill(&mut self, code: &Code, node: Child) {
        let children = match node {
            Child::Expr(id) => code.exprs[id].kind.children(),
            Child::Stmt(id) => code.stmts[id].kind.children(),
        };
        for child in children {
            self.fill(code, child);
        }
        let digest = digest_node(code, node, &mut |child| self.known(child));
        match node {
            Child::Expr(id) => self.exprs[id] = digest,
            Child::Stmt(id) => self.stmts[id] = digest,
        }
    }
}

/// The digest of one subtree, computed from scratch.
pub fn digest_of(tree: &impl Nodes, node: Child) -> Digest {
    digest_node(tree, node, &mut |child| digest_of(tree, child))
}

/// The digest of a whole tree, computed from scratch.
pub fn digest_of_root(tree: &impl Nodes, root: &Root) -> Digest {
    let mut hasher = NodeHasher::new(|child| digest_of(tree, child));
    root_parts(root, &mut hasher);
    hasher.finish()
}

fn digest_node(tree: &impl Nodes, node: Child, of_child: &mut dyn FnMut(Child) -> Digest) -> Digest {
    let mut hasher = NodeHasher::new(of_child);
    match node {
        Child::Expr(id) => {
            let Expr { kind, .. } = tree.expr(id);
            expr_parts(kind, &mut hasher);
        }
        Child::Stmt(id) => {
            let Stmt { kind, .. } = tree.stmt(id);
            stmt_parts(kind, &mut hasher);
        }
    }
    hasher.finish()
}

/// Two independent 64-bit hashes of a node's parts.
struct NodeHasher<F> {
    halves: [DefaultHasher; 2],
    of_child: F,
}

impl<F: FnMut(Child) -> Digest> NodeHasher<F> {
    fn new(of_child: F) -> Self {
        let mut halves = [DefaultHasher::new(), DefaultHasher::new()];
        halves[1].write_u8(1);
        Self { halves, of_child }
    }

    fn finish(self) -> Digest {
        Digest(self.halves.map(|half| half.finish()))
    }

    fn each(&mut self, mut write: impl FnMut(&mut DefaultHasher)) {
        self.halves.iter_mut().for_each(&mut write);
    }

    fn child(&mut self, child: Child) {
        let Digest(halves) = (self.of_child)(child);
        self.each(|half| {
            half.write_u64(halves[0]);
            half.write_u64(halves[1]);
        });
    }
}

impl<F: FnMut(Child) -> Digest> Parts for NodeHasher<F> {
    fn expr(&mut self, id: ExprId) {
        self.child(Child::Expr(id));
    }

    fn stmt(&mut self, id: StmtId) {
        self.child(Child::Stmt(id));
    }

    fn number(&mut self, number: u64) {
        self.each(|half| half.write_u64(number));
    }

    fn text(&mut self, text: &str) {
        self.each(|half| {
            half.write_usize(text.len());
            half.write(text.as_bytes());
        });
    }

    fn units(&mut self, units: &[u16]) {
        self.each(|half| {
            half.write_usize(units.len());
            units.iter().for_each(|unit| half.write_u16(*unit));
        });
    }
}
