//! Tree equality by digest: two subtrees have the same [`Digest`] exactly when they are the same Java, ids,
//! spans and parentheses aside. 128 bits, so an accident among all mutants ever made is out of the question.
//!
//! A node's digest is the hash of its own parts plus one of each child's digest with its position: after a change of
//! one place only the nodes above it change, each by one difference, however many children it has; and duplicates
//! among thousands of mutants cost no comparisons.

use std::hash::{DefaultHasher, Hasher};

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::children::{Child, Children};
use super::parts::{Nodes, Parts, expr_parts, root_parts, stmt_parts};
use super::tree::{Code, Expr, ExprId, Root, Stmt, StmtId};
use crate::index::IndexVec;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Digest([u64; 2]);

impl Digest {
    /// Adds a child.
    fn add(&mut self, position: u32, child: Digest) {
        let Digest(halves) = child.at(position);
        self.0 = [self.0[0].wrapping_add(halves[0]), self.0[1].wrapping_add(halves[1])];
    }

    /// Puts one child in the place of another.
    fn replace(&mut self, position: u32, old: Digest, new: Digest) {
        let Digest(halves) = old.at(position);
        self.0 = [self.0[0].wrapping_sub(halves[0]), self.0[1].wrapping_sub(halves[1])];
        self.add(position, new);
    }

    /// What a child with this digest adds to its parent's.
    fn at(self, position: u32) -> Digest {
        let [a, b] = self.0;
        let position = u64::from(position);
        Digest([scrambled(a, b ^ position), scrambled(b, !a ^ position << 32)])
    }
}

/// All bits of both numbers in each bit of the result (the finaliser of SplitMix64, twice).
const fn scrambled(a: u64, b: u64) -> u64 {
    const fn mix(mut x: u64) -> u64 {
        x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ x >> 31
    }
    mix(mix(a.wrapping_add(0x9E37_79B9_7F4A_7C15)).wrapping_add(b))
}

/// Who holds a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
    /// With the position among the parent's children.
    expr_parents: IndexVec<ExprId, (Parent, u32)>,
    stmt_parents: IndexVec<StmtId, (Parent, u32)>,
    root: Digest,
}

/// The nodes of a tree that differ from those of the digests.
#[derive(Debug, Default)]
struct Stale {
    /// What is overwritten.
    changed: SmallVec<[Child; 4]>,
    /// By node: its children with a changed node in them.
    below: FxHashMap<Parent, SmallVec<[Child; 2]>>,
}

impl Digests {
    pub fn new(code: &Code) -> Self {
        let mut digests = Self {
            exprs: IndexVec::from_elem(Digest::default(), code.exprs.len()),
            stmts: IndexVec::from_elem(Digest::default(), code.stmts.len()),
            expr_parents: IndexVec::from_elem((Parent::Root, 0), code.exprs.len()),
            stmt_parents: IndexVec::from_elem((Parent::Root, 0), code.stmts.len()),
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
        self.expr_parents[id].0
    }

    pub fn stmt_parent(&self, id: StmtId) -> Parent {
        self.stmt_parents[id].0
    }

    /// The digest of `tree`, which differs from the tree of these digests at most in the nodes `changed` and
    /// in nodes that are new.
    pub fn root_of_changed(
        &self,
        tree: &impl Nodes,
        root: &Root,
        changed: impl Iterator<Item = Child>,
    ) -> Digest {
        let stale = self.stale(changed);
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
        let stale = self.stale(changed);
        self.of_changed(tree, &stale, node)
    }

    fn stale(&self, changed: impl Iterator<Item = Child>) -> Stale {
        let mut stale = Stale::default();
        for changed in changed {
            stale.changed.push(changed);
            let mut node = changed;
            // The way up ends where it joins another, or at a node that is new.
            while let Some((parent, _)) = self.place(node) {
                let below = stale.below.entry(parent).or_default();
                let is_known = !below.is_empty();
                if !below.contains(&node) {
                    below.push(node);
                }
                node = match parent {
                    _ if is_known => break,
                    Parent::Root => break,
                    Parent::Expr(id) => Child::Expr(id),
                    Parent::Stmt(id) => Child::Stmt(id),
                };
            }
        }
        stale
    }

    /// `None` of a node that these digests do not know.
    fn place(&self, node: Child) -> Option<(Parent, u32)> {
        match node {
            Child::Expr(id) => self.expr_parents.get(id).copied(),
            Child::Stmt(id) => self.stmt_parents.get(id).copied(),
        }
    }

    fn of_changed(&self, tree: &impl Nodes, stale: &Stale, node: Child) -> Digest {
        if self.place(node).is_none() || stale.changed.contains(&node) {
            return digest_node(tree, node, &mut |child| self.of_changed(tree, stale, child));
        }
        let as_parent = match node {
            Child::Expr(id) => Parent::Expr(id),
            Child::Stmt(id) => Parent::Stmt(id),
        };
        let mut digest = self.known(node);
        for &child in stale.below.get(&as_parent).into_iter().flatten() {
            let position = self.place(child).map_or(0, |(_, position)| position);
            digest.replace(position, self.known(child), self.of_changed(tree, stale, child));
        }
        digest
    }

    fn known(&self, node: Child) -> Digest {
        match node {
            Child::Expr(id) => self.exprs[id],
            Child::Stmt(id) => self.stmts[id],
        }
    }

    fn set_parents(&mut self, parent: Parent, children: &Children) {
        for (position, child) in children.iter().enumerate() {
            let place = (parent, position as u32);
            match child {
                Child::Expr(id) => self.expr_parents[*id] = place,
                Child::Stmt(id) => self.stmt_parents[*id] = place,
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
    children: Digest,
    count: u32,
    of_child: F,
}

impl<F: FnMut(Child) -> Digest> NodeHasher<F> {
    fn new(of_child: F) -> Self {
        let mut halves = [DefaultHasher::new(), DefaultHasher::new()];
        halves[1].write_u8(1);
        Self { halves, children: Digest::default(), count: 0, of_child }
    }

    fn finish(self) -> Digest {
        let Digest(children) = self.children;
        let own = self.halves.map(|half| half.finish());
        Digest([own[0].wrapping_add(children[0]), own[1].wrapping_add(children[1])])
    }

    fn each(&mut self, mut write: impl FnMut(&mut DefaultHasher)) {
        self.halves.iter_mut().for_each(&mut write);
    }

    fn child(&mut self, child: Child) {
        let digest = (self.of_child)(child);
        self.children.add(self.count, digest);
        self.count += 1;
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

    fn code(&mut self, code: &Code) {
        let Digest(halves) = digest_of_root(code, &code.root);
        halves.into_iter().for_each(|half| self.number(half));
    }

    fn units(&mut self, units: &[u16]) {
        self.each(|half| {
            half.write_usize(units.len());
            units.iter().for_each(|unit| half.write_u16(*unit));
        });
    }
}
