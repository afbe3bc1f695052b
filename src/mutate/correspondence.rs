//! The correspondence `f` between the original and a mutant (§2.3.3), as the one place where they differ: the
//! least node of the typed tree outside of which both versions are the same tree.
//!
//! Nodes correspond by their place in the tree; locals and the targets of jumps by their origin. A change of an
//! expression's type, or of what stands where an assignment wants a variable, widens the place to the node around.

use crate::sema::program::MethodId;
use crate::sema::typed_tree::{
    Body, Catch, ExprId, ExprKind, LocalId, StmtId, StmtKind, Switch, SwitchGroup,
};

/// Where two versions of a body differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Difference {
    /// Nowhere: they are the same program.
    None,
    /// In an expression; both have the same type.
    Expr { original: ExprId, mutant: ExprId },
    /// In a statement, which the mutant may lack.
    Stmt { original: StmtId, mutant: Option<StmtId> },
    /// In front of a statement: the mutant has one more there.
    Before { original: StmtId, mutant: StmtId },
}

/// The least node that holds every difference.
pub fn least_difference(original: &Body, mutant: &Body) -> Difference {
    let comparison = Comparison { original, mutant };
    match comparison.stmts(original.root, mutant.root) {
        FoundDifference::Same => Difference::None,
        FoundDifference::At(difference) => difference,
        FoundDifference::Around => Difference::Stmt { original: original.root, mutant: Some(mutant.root) },
    }
}

/// Whether two versions of a method, with the lambdas in it, are the same but for the body of `home`, the method itself or one of
/// the lambdas; those that only one version has are of the method's own body.
pub fn differs_only_in(original: &Body, mutant: &Body, home: MethodId) -> bool {
    let is_same = |original: &Body, mutant: &Body| least_difference(original, mutant) == Difference::None;
    let of = |method: MethodId| mutant.lambdas.iter().find(|lambda| lambda.method == method);
    let lambdas = original.lambdas.iter().all(|lambda| match of(lambda.method) {
        Some(other) => lambda.method == home || is_same(lambda, other),
        None => home == original.method,
    });
    lambdas && (home == original.method || is_same(original, mutant))
}

/// The least place within two expressions that stand for one another; `None` if what is around is to be looked at.
pub fn difference_at(original: &Body, at: ExprId, mutant: &Body, other: ExprId) -> Option<Difference> {
    match (Comparison { original, mutant }).exprs(at, other) {
        FoundDifference::Same => Some(Difference::None),
        FoundDifference::At(difference) => Some(difference),
        FoundDifference::Around => None,
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FoundDifference {
    Same,
    At(Difference),
    /// The least node is one around those compared.
    Around,
}

impl FoundDifference {
    /// What two parts make of the node that has both.
    fn and(self, next: impl FnOnce() -> FoundDifference) -> FoundDifference {
        match self {
            FoundDifference::Around => FoundDifference::Around,
            FoundDifference::Same => next(),
            FoundDifference::At(_) => match next() {
                FoundDifference::Same => self,
                FoundDifference::At(_) | FoundDifference::Around => FoundDifference::Around,
            },
        }
    }

    fn require(equal: bool) -> FoundDifference {
        if equal { FoundDifference::Same } else { FoundDifference::Around }
    }
}

struct Comparison<'a> {
    original: &'a Body,
    mutant: &'a Body,
}

impl Comparison<'_> {
    fn exprs(&self, original: ExprId, mutant: ExprId) -> FoundDifference {
        let (o, m) = (&self.original.exprs[original], &self.mutant.exprs[mutant]);
        if o.ty != m.ty {
            return FoundDifference::Around;
        }
        let here = FoundDifference::At(Difference::Expr { original, mutant });
        if o.constant.is_some() || m.constant.is_some() {
            return if o.constant == m.constant { FoundDifference::Same } else { here };
        }
        match self.expr_parts(&o.kind, &m.kind) {
            FoundDifference::Around => here,
            found => found,
        }
    }

    /// The parts of two expressions; [`FoundDifference::Around`] is the expression itself.
    fn expr_parts(&self, original: &ExprKind, mutant: &ExprKind) -> FoundDifference {
        use ExprKind as K;
        match (original, mutant) {
            (K::Literal, K::Literal) | (K::Null, K::Null) | (K::This, K::This) => FoundDifference::Same,
            (K::Local(a), K::Local(b)) => FoundDifference::require(self.same_local(*a, *b)),
            (K::StaticField(a), K::StaticField(b)) => FoundDifference::require(a == b),
            (K::ClassLiteral(a), K::ClassLiteral(b)) => FoundDifference::require(a == b),
            (K::Field { object: a, field: f }, K::Field { object: b, field: g }) => {
                FoundDifference::require(f == g).and(|| self.exprs(*a, *b))
            }
            (K::ArrayLength(a), K::ArrayLength(b)) => self.exprs(*a, *b),
            (K::Index { array: a, index: i }, K::Index { array: b, index: j }) => {
                self.exprs(*a, *b).and(|| self.exprs(*i, *j))
            }
            (K::Unary { op: p, operand: a }, K::Unary { op: q, operand: b }) => {
                FoundDifference::require(p == q).and(|| self.exprs(*a, *b))
            }
            (K::Binary { op: p, left: a, right: c }, K::Binary { op: q, left: b, right: d }) => {
                FoundDifference::require(p == q).and(|| self.exprs(*a, *b)).and(|| self.exprs(*c, *d))
            }
            (K::And { left: a, right: c }, K::And { left: b, right: d })
            | (K::Or { left: a, right: c }, K::Or { left: b, right: d })
            | (K::Concat { left: a, right: c }, K::Concat { left: b, right: d }) => {
                self.exprs(*a, *b).and(|| self.exprs(*c, *d))
            }
            (K::Convert { conversion: p, operand: a }, K::Convert { conversion: q, operand: b }) => {
                FoundDifference::require(p == q).and(|| self.exprs(*a, *b))
            }
            (
                K::InstanceOf { operand: a, ty: s, binding: v },
                K::InstanceOf { operand: b, ty: t, binding: w },
            ) => {
                let binding = match (v, w) {
                    (Some(v), Some(w)) => self.same_local(*v, *w),
                    (v, w) => v.is_none() && w.is_none(),
                };
                FoundDifference::require(s == t && binding).and(|| self.exprs(*a, *b))
            }
            (
                K::Conditional { condition: a, then: c, otherwise: e },
                K::Conditional { condition: b, then: d, otherwise: f },
            ) => self.exprs(*a, *b).and(|| self.exprs(*c, *d)).and(|| self.exprs(*e, *f)),
            (K::Switch(a), K::Switch(b)) => self.switches(a, b),
            _ => self.effect_parts(original, mutant),
        }
    }

    /// As [`Comparison::expr_parts`], for assignments, calls and allocations.
    fn effect_parts(&self, original: &ExprKind, mutant: &ExprKind) -> FoundDifference {
        use ExprKind as K;
        match (original, mutant) {
            (K::Assign { target: a, value: c }, K::Assign { target: b, value: d })
            | (K::ConcatAssign { target: a, value: c }, K::ConcatAssign { target: b, value: d }) => {
                self.targets(*a, *b).and(|| self.exprs(*c, *d))
            }
            (
                K::CompoundAssign { target: a, op: p, operation: s, value: c },
                K::CompoundAssign { target: b, op: q, operation: t, value: d },
            ) => FoundDifference::require(p == q && s == t)
                .and(|| self.targets(*a, *b))
                .and(|| self.exprs(*c, *d)),
            (K::IncDec { op: p, target: a }, K::IncDec { op: q, target: b }) => {
                FoundDifference::require(p == q).and(|| self.targets(*a, *b))
            }
            (K::Call(a), K::Call(b)) => {
                FoundDifference::require(a.method == b.method && a.dispatch == b.dispatch)
                    .and(|| match (a.receiver, b.receiver) {
                        (Some(a), Some(b)) => self.exprs(a, b),
                        (a, b) => FoundDifference::require(a.is_none() && b.is_none()),
                    })
                    .and(|| self.expr_lists(&a.arguments, &b.arguments))
            }
            (
                K::New { class: a, constructor: c, arguments: x },
                K::New { class: b, constructor: d, arguments: y },
            ) => FoundDifference::require(a == b && c == d).and(|| self.expr_lists(x, y)),
            (K::NewArray { ty: a, lengths: x }, K::NewArray { ty: b, lengths: y })
            | (K::ArrayLiteral { ty: a, elements: x }, K::ArrayLiteral { ty: b, elements: y }) => {
                FoundDifference::require(a == b).and(|| self.expr_lists(x, y))
            }
            _ => FoundDifference::Around,
        }
    }

    /// Targets of assignments, which are no values: a difference lies inside or around.
    fn targets(&self, original: ExprId, mutant: ExprId) -> FoundDifference {
        let (o, m) = (&self.original.exprs[original], &self.mutant.exprs[mutant]);
        FoundDifference::require(o.ty == m.ty).and(|| self.expr_parts(&o.kind, &m.kind))
    }

    fn expr_lists(&self, original: &[ExprId], mutant: &[ExprId]) -> FoundDifference {
        let pairs = original.iter().zip(mutant);
        pairs.fold(FoundDifference::require(original.len() == mutant.len()), |found, (&o, &m)| {
            found.and(|| self.exprs(o, m))
        })
    }

    fn optional_exprs(&self, original: Option<ExprId>, mutant: Option<ExprId>) -> FoundDifference {
        match (original, mutant) {
            (Some(o), Some(m)) => self.exprs(o, m),
            (o, m) => FoundDifference::require(o.is_none() && m.is_none()),
        }
    }

    fn same_local(&self, original: LocalId, mutant: LocalId) -> bool {
        let (o, m) = (&self.original.locals[original], &self.mutant.locals[mutant]);
        o.origin == m.origin && o.ty == m.ty
    }

    fn same_stmt_target(&self, original: StmtId, mutant: StmtId) -> bool {
        match (self.original.stmts[original].origin, self.mutant.stmts[mutant].origin) {
            (None, None) => original == mutant,
            (o, m) => o == m,
        }
    }

    fn same_expr_target(&self, original: ExprId, mutant: ExprId) -> bool {
        match (self.original.exprs[original].origin, self.mutant.exprs[mutant].origin) {
            (None, None) => original == mutant,
            (o, m) => o == m,
        }
    }

    fn stmts(&self, original: StmtId, mutant: StmtId) -> FoundDifference {
        let (o, m) = (&self.original.stmts[original].kind, &self.mutant.stmts[mutant].kind);
        match self.stmt_parts(o, m) {
            FoundDifference::Around => {
                FoundDifference::At(Difference::Stmt { original, mutant: Some(mutant) })
            }
            found => found,
        }
    }

    fn stmt_parts(&self, original: &StmtKind, mutant: &StmtKind) -> FoundDifference {
        use StmtKind as K;
        match (original, mutant) {
            (K::Block(a), K::Block(b)) => self.stmt_lists(a, b),
            (K::Locals(a), K::Locals(b)) => a.iter().zip(b).fold(
                FoundDifference::require(a.len() == b.len()),
                |found, (&(v, x), &(w, y))| {
                    found
                        .and(|| FoundDifference::require(self.same_local(v, w)))
                        .and(|| self.optional_exprs(x, y))
                },
            ),
            (K::Empty, K::Empty) => FoundDifference::Same,
            (K::Expr(a), K::Expr(b)) | (K::Throw(a), K::Throw(b)) => self.exprs(*a, *b),
            (
                K::If { condition: a, then: c, otherwise: e },
                K::If { condition: b, then: d, otherwise: f },
            ) => self.exprs(*a, *b).and(|| self.stmts(*c, *d)).and(|| match (e, f) {
                (Some(e), Some(f)) => self.stmts(*e, *f),
                (e, f) => FoundDifference::require(e.is_none() && f.is_none()),
            }),
            (K::While { condition: a, body: c }, K::While { condition: b, body: d })
            | (K::Do { condition: a, body: c }, K::Do { condition: b, body: d }) => {
                self.exprs(*a, *b).and(|| self.stmts(*c, *d))
            }
            (
                K::For { init: a, condition: c, update: e, body: x },
                K::For { init: b, condition: d, update: f, body: y },
            ) => self
                .stmt_lists(a, b)
                .and(|| self.optional_exprs(*c, *d))
                .and(|| self.stmt_lists(e, f))
                .and(|| self.stmts(*x, *y)),
            (
                K::ForEach { array: a, element: u, value: c, variable: v, body: x },
                K::ForEach { array: b, element: s, value: d, variable: t, body: y },
            ) => FoundDifference::require(self.same_local(*u, *s) && self.same_local(*v, *t))
                .and(|| self.exprs(*a, *b))
                .and(|| self.exprs(*c, *d))
                .and(|| self.stmts(*x, *y)),
            (K::Labeled { body: a, .. }, K::Labeled { body: b, .. }) => self.stmts(*a, *b),
            (K::Switch(a), K::Switch(b)) => self.switches(a, b),
            (K::Return(a), K::Return(b)) => self.optional_exprs(*a, *b),
            _ => self.jump_parts(original, mutant),
        }
    }

    fn jump_parts(&self, original: &StmtKind, mutant: &StmtKind) -> FoundDifference {
        use StmtKind as K;
        match (original, mutant) {
            (K::Break { target: a }, K::Break { target: b })
            | (K::Continue { target: a }, K::Continue { target: b }) => {
                FoundDifference::require(self.same_stmt_target(*a, *b))
            }
            (K::Yield { target: a, value: c }, K::Yield { target: b, value: d }) => {
                FoundDifference::require(self.same_expr_target(*a, *b)).and(|| self.exprs(*c, *d))
            }
            (K::Try(a), K::Try(b)) => self
                .stmts(a.body, b.body)
                .and(|| {
                    let pairs = a.catches.iter().zip(&b.catches);
                    pairs.fold(
                        FoundDifference::require(a.catches.len() == b.catches.len()),
                        |found, (c, d)| found.and(|| self.catches(c, d)),
                    )
                })
                .and(|| match (a.finally, b.finally) {
                    (Some(e), Some(f)) => self.stmts(e, f),
                    (e, f) => FoundDifference::require(e.is_none() && f.is_none()),
                }),
            (K::Assert { condition: a, message: c }, K::Assert { condition: b, message: d }) => {
                self.exprs(*a, *b).and(|| self.optional_exprs(*c, *d))
            }
            (
                K::ConstructorCall { constructor: a, is_super: s, arguments: x },
                K::ConstructorCall { constructor: b, is_super: t, arguments: y },
            ) => FoundDifference::require(a == b && s == t).and(|| self.expr_lists(x, y)),
            _ => FoundDifference::Around,
        }
    }

    fn catches(&self, original: &Catch, mutant: &Catch) -> FoundDifference {
        let same = original.classes == mutant.classes && self.same_local(original.variable, mutant.variable);
        FoundDifference::require(same).and(|| self.stmts(original.body, mutant.body))
    }

    fn switches(&self, original: &Switch, mutant: &Switch) -> FoundDifference {
        let same = original.arrows == mutant.arrows && original.groups.len() == mutant.groups.len();
        let groups = original.groups.iter().zip(&mutant.groups);
        let found = FoundDifference::require(same).and(|| self.exprs(original.selector, mutant.selector));
        groups.fold(found, |found, (o, m)| found.and(|| self.groups(o, m)))
    }

    fn groups(&self, original: &SwitchGroup, mutant: &SwitchGroup) -> FoundDifference {
        FoundDifference::require(original.keys == mutant.keys && original.has_default == mutant.has_default)
            .and(|| self.stmt_lists(&original.body, &mutant.body))
    }

    /// Lists of statements; the mutant's may lack one.
    fn stmt_lists(&self, original: &[StmtId], mutant: &[StmtId]) -> FoundDifference {
        if original.len() == mutant.len() + 1 {
            return self.lists_but_one(original, mutant);
        }
        if mutant.len() == original.len() + 1 {
            return self.lists_and_one(original, mutant);
        }
        let pairs = original.iter().zip(mutant);
        pairs.fold(FoundDifference::require(original.len() == mutant.len()), |found, (&o, &m)| {
            found.and(|| self.stmts(o, m))
        })
    }

    fn lists_and_one(&self, original: &[StmtId], mutant: &[StmtId]) -> FoundDifference {
        let same = |o: StmtId, m: StmtId| self.stmts(o, m) == FoundDifference::Same;
        let common = original.iter().zip(mutant).take_while(|&(&o, &m)| same(o, m)).count();
        let Some(&at) = original.get(common) else { return FoundDifference::Around };
        let rest = original[common..].iter().zip(&mutant[common + 1..]);
        if rest.into_iter().all(|(&o, &m)| same(o, m)) {
            FoundDifference::At(Difference::Before { original: at, mutant: mutant[common] })
        } else {
            FoundDifference::Around
        }
    }

    fn lists_but_one(&self, original: &[StmtId], mutant: &[StmtId]) -> FoundDifference {
        let same = |o: StmtId, m: StmtId| self.stmts(o, m) == FoundDifference::Same;
        let common = original.iter().zip(mutant).take_while(|&(&o, &m)| same(o, m)).count();
        let rest = original[common + 1..].iter().zip(&mutant[common..]);
        if rest.into_iter().all(|(&o, &m)| same(o, m)) {
            FoundDifference::At(Difference::Stmt { original: original[common], mutant: None })
        } else {
            FoundDifference::Around
        }
    }
}
