//! The correspondence of two versions that come from two files: a structural comparison of their trees, from the root
//! down. Statements and expressions that correspond get the old version's ids; all others get ids that the old one
//! has not.
//!
//! Ids are names of places and nothing else: whether a region is the same in both versions is checked node by node
//! (`roa::align`). So a poor correspondence makes a poor region and never a wrong verdict. What has to hold is that no
//! id of the new version names two places, and that variables of one name have one type.

use std::collections::{BTreeMap, BTreeSet};

use crate::index::Id as _;
use crate::sema::digest::{Digests, Locals, declared};
use crate::sema::parts;
use crate::sema::typed_tree::{Body, ExprId, ExprKind, Local, LocalId, LocalOrigin, StmtId, StmtKind};
use crate::syntax::tree as syntax;

/// Longer lists of statements are compared from both ends only.
const LONGEST_LIST: usize = 300;

/// Gives the nodes of `new` the ids of the nodes of `old` that they correspond to.
pub fn align(old: &Body, new: &mut Body) {
    let mut matching = Matching {
        old,
        new,
        old_digests: Digests::of(old, Locals::ByName),
        new_digests: Digests::of(new, Locals::ByName),
        stmts: Ids::default(),
        exprs: Ids::default(),
    };
    matching.stmt(old.root, new.root);
    let Matching { mut stmts, mut exprs, .. } = matching;
    let old_stmts = old.stmts.iter().filter_map(|s| s.origin).map(|s| s.index()).max();
    let old_exprs = old.exprs.iter().filter_map(|e| e.origin).map(|e| e.index()).max();
    stmts.next = old_stmts.map_or(0, |most| most + 1);
    exprs.next = old_exprs.map_or(0, |most| most + 1);
    for stmt in new.stmts.iter_mut() {
        stmt.origin = stmt.origin.map(|id| stmts.of(id));
    }
    for expr in new.exprs.iter_mut() {
        expr.origin = expr.origin.map(|id| exprs.of(id));
    }
    let patterns = patterns_of(old, new);
    for (n, local) in new.locals.iter_mut().enumerate() {
        let id = LocalId::new(n);
        local.origin = match local.origin {
            LocalOrigin::Pattern(_) => patterns.get(&id).copied().unwrap_or(local.origin),
            LocalOrigin::Declarator(id, n) => LocalOrigin::Declarator(stmts.of(id), n),
            LocalOrigin::ForEach(id) => LocalOrigin::ForEach(stmts.of(id)),
            LocalOrigin::ForEachElement(id) => LocalOrigin::ForEachElement(stmts.of(id)),
            LocalOrigin::Catch(id, n) => LocalOrigin::Catch(stmts.of(id), n),
            LocalOrigin::Binding(id) => LocalOrigin::Binding(exprs.of(id)),
            LocalOrigin::Lambda(id, n) => LocalOrigin::Lambda(exprs.of(id), n),
            LocalOrigin::Receiver(id) => LocalOrigin::Receiver(exprs.of(id)),
            parameter @ LocalOrigin::Parameter(_) => parameter,
        };
    }
}

/// The variables of patterns, which are known by their places in another file: the n-th of a name and type is the n-th.
fn patterns_of(old: &Body, new: &Body) -> BTreeMap<LocalId, LocalOrigin> {
    let is_pattern = |local: &Local| matches!(local.origin, LocalOrigin::Pattern(_));
    let mut left: Vec<&Local> = old.locals.iter().filter(|local| is_pattern(local)).collect();
    let mut found = BTreeMap::new();
    for (id, local) in new.locals.iter_enumerated().filter(|(_, local)| is_pattern(local)) {
        let same = left.iter().position(|own| own.name == local.name && own.ty == local.ty);
        // Behind the end of any file.
        let origin =
            same.map_or(LocalOrigin::Pattern(u32::MAX - id.index() as u32), |n| left.remove(n).origin);
        found.insert(id, origin);
    }
    found
}

/// Which id of the old version each of the new one's becomes.
struct Ids<I> {
    known: BTreeMap<I, I>,
    taken: BTreeSet<I>,
    next: usize,
}

impl<I> Default for Ids<I> {
    fn default() -> Self {
        Self { known: BTreeMap::new(), taken: BTreeSet::new(), next: 0 }
    }
}

impl<I: crate::index::Id + Ord> Ids<I> {
    fn pair(&mut self, old: Option<I>, new: Option<I>) {
        let (Some(old), Some(new)) = (old, new) else { return };
        if !self.known.contains_key(&new) && self.taken.insert(old) {
            self.known.insert(new, old);
        }
    }

    fn of(&mut self, new: I) -> I {
        if let Some(&old) = self.known.get(&new) {
            return old;
        }
        let fresh = I::new(self.next);
        self.next += 1;
        self.known.insert(new, fresh);
        fresh
    }
}

/// The kind of a statement; loops whose condition comes first are of one kind.
fn shape(kind: &StmtKind) -> std::mem::Discriminant<StmtKind> {
    match kind {
        StmtKind::For { body, .. } => {
            let condition = ExprId::new(0);
            std::mem::discriminant(&StmtKind::While { condition, body: *body })
        }
        other => std::mem::discriminant(other),
    }
}

/// The condition of a loop in which it comes first, and what a round does, the updates last.
fn round(body: &Body, kind: &StmtKind) -> Option<(Option<ExprId>, Vec<StmtId>)> {
    let (condition, inner, update) = match kind {
        StmtKind::While { condition, body } => (Some(*condition), *body, &[][..]),
        StmtKind::For { condition, body, update, .. } => (*condition, *body, &update[..]),
        _ => return None,
    };
    let mut list = match &body.stmts[inner].kind {
        StmtKind::Block(list) => list.clone(),
        _ => vec![inner],
    };
    list.extend(update);
    Some((condition, list))
}

/// The statements with the initialisation of each `for` before it.
fn flattened(body: &Body, list: &[StmtId]) -> Vec<StmtId> {
    let mut flat = Vec::with_capacity(list.len());
    for &stmt in list {
        if let StmtKind::For { init, .. } = &body.stmts[stmt].kind {
            flat.extend(init);
        }
        flat.push(stmt);
    }
    flat
}

struct Matching<'a> {
    old: &'a Body,
    new: &'a Body,
    old_digests: Digests,
    new_digests: Digests,
    stmts: Ids<syntax::StmtId>,
    exprs: Ids<syntax::ExprId>,
}

impl Matching<'_> {
    fn is_equal(&self, old: StmtId, new: StmtId) -> bool {
        self.old_digests.stmts.get(&old) == self.new_digests.stmts.get(&new)
    }

    fn stmt(&mut self, old: StmtId, new: StmtId) {
        let (o, n) = (&self.old.stmts[old], &self.new.stmts[new]);
        if shape(&o.kind) != shape(&n.kind) || !self.same_types(&declared(&o.kind), &declared(&n.kind)) {
            return;
        }
        self.stmts.pair(o.origin, n.origin);
        if let (Some((a, old_list)), Some((b, new_list))) =
            (round(self.old, &o.kind), round(self.new, &n.kind))
        {
            a.into_iter().zip(b).for_each(|(a, b)| self.expr(a, b));
            return self.list(&old_list, &new_list);
        }
        let ((old_exprs, old_stmts), (new_exprs, new_stmts)) =
            (parts::of_statement(&o.kind), parts::of_statement(&n.kind));
        for (o, n) in old_exprs.into_iter().zip(new_exprs) {
            self.expr(o, n);
        }
        match o.kind {
            StmtKind::Block(_) => self.list(&old_stmts, &new_stmts),
            _ => old_stmts.into_iter().zip(new_stmts).for_each(|(o, n)| self.list(&[o], &[n])),
        }
    }

    /// Variables that get one name have one type.
    fn same_types(&self, old: &[LocalId], new: &[LocalId]) -> bool {
        let types =
            |body: &Body, list: &[LocalId]| -> Vec<_> { list.iter().map(|&l| body.locals[l].ty).collect() };
        types(self.old, old) == types(self.new, new)
    }

    fn expr(&mut self, old: ExprId, new: ExprId) {
        let (o, n) = (&self.old.exprs[old], &self.new.exprs[new]);
        let kind = |k| std::mem::discriminant::<ExprKind>(k);
        if o.ty != n.ty || kind(&o.kind) != kind(&n.kind) {
            return;
        }
        let binding = |kind: &ExprKind| match kind {
            ExprKind::InstanceOf { binding, .. } => binding.iter().copied().collect(),
            _ => Vec::new(),
        };
        if !self.same_types(&binding(&o.kind), &binding(&n.kind)) {
            return;
        }
        self.exprs.pair(o.origin, n.origin);
        let ((old_exprs, old_stmts), (new_exprs, new_stmts)) =
            (parts::of_expression(&o.kind), parts::of_expression(&n.kind));
        old_exprs.into_iter().zip(new_exprs).for_each(|(o, n)| self.expr(o, n));
        old_stmts.into_iter().zip(new_stmts).for_each(|(o, n)| self.stmt(o, n));
    }

    /// Equal statements in order, as many as can be; those between them pairwise.
    fn list(&mut self, old: &[StmtId], new: &[StmtId]) {
        let (old, new) = (&flattened(self.old, old)[..], &flattened(self.new, new)[..]);
        let same_front = old.iter().zip(new).take_while(|&(&o, &n)| self.is_equal(o, n)).count();
        let (old_rest, new_rest) = (&old[same_front..], &new[same_front..]);
        let back = old_rest.iter().rev().zip(new_rest.iter().rev());
        let same_back = back.take_while(|&(&o, &n)| self.is_equal(o, n)).count();
        let (old_middle, new_middle) =
            (&old_rest[..old_rest.len() - same_back], &new_rest[..new_rest.len() - same_back]);
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        if old_middle.len().max(new_middle.len()) <= LONGEST_LIST {
            pairs = self.common(old_middle, new_middle);
        }
        pairs.push((old_middle.len(), new_middle.len()));
        for i in 0..same_front {
            self.stmt(old[i], new[i]);
        }
        let (mut o, mut n) = (0, 0);
        for (next_old, next_new) in pairs {
            self.between(&old_middle[o..next_old], &new_middle[n..next_new]);
            if let (Some(&a), Some(&b)) = (old_middle.get(next_old), new_middle.get(next_new)) {
                self.stmt(a, b);
            }
            (o, n) = (next_old + 1, next_new + 1);
        }
        for i in 1..=same_back {
            self.stmt(old[old.len() - i], new[new.len() - i]);
        }
    }

    /// Statements that are not equal: the next of the same kind, in order.
    fn between(&mut self, old: &[StmtId], new: &[StmtId]) {
        let mut from = 0;
        for &n in new {
            let kind = shape(&self.new.stmts[n].kind);
            let found = old[from..].iter().position(|&o| shape(&self.old.stmts[o].kind) == kind);
            if let Some(at) = found {
                self.stmt(old[from + at], n);
                from += at + 1;
            }
        }
    }

    /// The positions of a longest common subsequence.
    fn common(&self, old: &[StmtId], new: &[StmtId]) -> Vec<(usize, usize)> {
        let mut longest = vec![vec![0u32; new.len() + 1]; old.len() + 1];
        for i in (0..old.len()).rev() {
            for j in (0..new.len()).rev() {
                longest[i][j] = match self.is_equal(old[i], new[j]) {
                    true => longest[i + 1][j + 1] + 1,
                    false => longest[i + 1][j].max(longest[i][j + 1]),
                };
            }
        }
        let (mut i, mut j) = (0, 0);
        let mut pairs = Vec::new();
        while i < old.len() && j < new.len() {
            if self.is_equal(old[i], new[j]) {
                pairs.push((i, j));
                (i, j) = (i + 1, j + 1);
            } else if longest[i + 1][j] >= longest[i][j + 1] {
                i += 1;
            } else {
                j += 1;
            }
        }
        pairs
    }
}
