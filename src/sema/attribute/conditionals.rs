//! `?:` (JLS 15.25), and the type that several branches have together, which switch expressions share.

use smallvec::SmallVec;

use super::{Attributor, scope};
use crate::jvm::convert::{fits, widens};
use crate::jvm::value::PrimitiveType;
use crate::sema::generic::types::TypeId;
use crate::sema::typed_tree::{Constant, ExprId, ExprKind};
use crate::sema::types::Ty;
use crate::syntax::Child;
use crate::syntax::tree::{self as syntax, Name};

/// The type of branches on their own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Joined {
    pub ty: Ty,
    /// False where the type is an intersection, of which `ty` is one part.
    pub exact: bool,
    /// The static type, where it is more than `ty`.
    pub whole: Option<TypeId>,
}

impl Joined {
    const fn exact(ty: Ty) -> Self {
        Self { ty, exact: true, whole: None }
    }
}

/// What javac sees of an expression in a scope that lacks some variables.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    Type,
    Nothing,
    /// An overload may be found, or not.
    Unknown,
}

fn seen_without(code: &syntax::Code, id: syntax::ExprId, names: &[Name]) -> Seen {
    use syntax::ExprKind as Kind;
    let kind = &code.exprs[id].kind;
    let children = || {
        kind.children().into_iter().filter_map(|child| match child {
            Child::Expr(child) => Some(child),
            Child::Stmt(_) => None,
        })
    };
    let all = |list: &mut dyn Iterator<Item = syntax::ExprId>| {
        list.map(|child| seen_without(code, child, names)).fold(Seen::Type, |found, next| {
            match (found, next) {
                (Seen::Nothing, _) | (_, Seen::Nothing) => Seen::Nothing,
                (Seen::Type, Seen::Type) => Seen::Type,
                _ => Seen::Unknown,
            }
        })
    };
    match kind {
        Kind::Name(name) if names.contains(name) => Seen::Nothing,
        Kind::Cast { .. } | Kind::InstanceOf { .. } | Kind::Matches { .. } => Seen::Type,
        Kind::Conditional { then, otherwise, .. } => all(&mut [*then, *otherwise].into_iter()),
        Kind::Field { .. } | Kind::Binary { .. } | Kind::Unary { .. } | Kind::IncDec { .. } => {
            all(&mut children())
        }
        Kind::Call { target, .. } => match target.map(|target| seen_without(code, target, names)) {
            Some(Seen::Nothing) => Seen::Nothing,
            _ if all(&mut children()) == Seen::Type => Seen::Type,
            _ => Seen::Unknown,
        },
        _ if all(&mut children()) == Seen::Type
            && !kind.children().iter().any(|c| matches!(c, Child::Stmt(_))) =>
        {
            Seen::Type
        }
        _ => Seen::Unknown,
    }
}

impl<'a> Attributor<'a> {
    pub(super) fn conditional(
        &mut self,
        id: syntax::ExprId,
        condition: syntax::ExprId,
        then: syntax::ExprId,
        otherwise: syntax::ExprId,
    ) -> ExprId {
        let condition = self.condition(condition);
        let kind = self.kind_by_bindings(then, otherwise);
        let branches = if self.bindings.is_empty() {
            let branches = (self.expr(then), self.take_bindings(), self.expr(otherwise));
            if !branches.1.is_empty() {
                self.check_branches(id, &branches.1);
            }
            (branches.0, branches.2)
        } else {
            self.branches_in_scope(id, then, otherwise)
        };
        self.bindings = Default::default();
        self.join_conditional(id, condition, branches, kind)
    }

    /// Whether javac sees the types of the branches of a conditional where it asks whether it is a numeric one: it asks in a scope
    /// without the pattern variables of the condition, and one whose types it does not find takes its type from the context.
    fn kind_by_bindings(&self, then: syntax::ExprId, otherwise: syntax::ExprId) -> Seen {
        if self.bindings.is_empty() {
            return Seen::Type;
        }
        let names = |list: &[scope::Binding<'a>]| list.iter().map(|&(name, _)| name.clone()).collect();
        let (first, second): (Vec<Name>, Vec<Name>) =
            (names(&self.bindings.when_true), names(&self.bindings.when_false));
        match (seen_without(self.code, then, &first), seen_without(self.code, otherwise, &second)) {
            (Seen::Nothing, _) | (_, Seen::Nothing) => Seen::Nothing,
            (Seen::Type, Seen::Type) => Seen::Type,
            _ => Seen::Unknown,
        }
    }

    /// No name may be introduced by two of the three operands (JLS 6.3.1.4).
    fn check_branches(&mut self, id: syntax::ExprId, first: &scope::Bindings<'a>) {
        let second = self.take_bindings();
        let span = self.span(id);
        for a in [&first.when_true, &first.when_false] {
            for b in [&second.when_true, &second.when_false] {
                self.check_disjoint(span, a, b);
            }
        }
    }

    #[inline(never)]
    fn branches_in_scope(
        &mut self,
        id: syntax::ExprId,
        then: syntax::ExprId,
        otherwise: syntax::ExprId,
    ) -> (ExprId, ExprId) {
        let bindings = self.take_bindings();
        let span = self.span(id);
        let mark = self.scope.mark();
        self.enter_bindings(&bindings.when_true);
        let then = self.expr(then);
        self.scope.leave(mark);
        let first = self.take_bindings();
        self.enter_bindings(&bindings.when_false);
        let otherwise = self.expr(otherwise);
        self.scope.leave(mark);
        for side in [&first.when_true, &first.when_false] {
            self.check_disjoint(span, &bindings.when_false, side);
        }
        let second = self.take_bindings();
        for side in [&second.when_true, &second.when_false] {
            self.check_disjoint(span, &bindings.when_true, side);
        }
        self.bindings = second;
        self.check_branches(id, &first);
        (then, otherwise)
    }

    fn join_conditional(
        &mut self,
        id: syntax::ExprId,
        condition: ExprId,
        (then, otherwise): (ExprId, ExprId),
        kind: Seen,
    ) -> ExprId {
        if self.waits_for_function(then) || self.waits_for_function(otherwise) {
            let kind = ExprKind::Conditional { condition, then, otherwise };
            let value = self.push(kind, Ty::Null, id);
            self.defer(value, false);
            return value;
        }
        let joined = self.join(&[then, otherwise]);
        if self.ty(condition) == Ty::Unknown || joined.ty == Ty::Unknown {
            self.settle(then);
            self.settle(otherwise);
            return self.unknown(id);
        }
        let is_plain = self.is_boolean_or_numeric(then) && self.is_boolean_or_numeric(otherwise);
        let differ = is_plain && self.ty(then) != self.ty(otherwise);
        if differ && kind == Seen::Unknown {
            self.unsupported(self.span(id), "conditional of two number types behind a pattern");
        }
        if !is_plain || kind == Seen::Nothing {
            let kind = ExprKind::Conditional { condition, then, otherwise };
            // `true ? "a" : "b"` is a constant expression, on its own and where a String is wanted.
            let is_string = joined.ty == self.program.string();
            let constant = is_string.then(|| self.chosen_constant(condition, then, otherwise)).flatten();
            let value = self.push_constant(kind, joined.ty, id, constant);
            if let Some(exact) = joined.whole {
                self.note_static(value, exact);
            }
            self.defer(value, joined.exact);
            return value;
        }
        self.settle(then);
        self.settle(otherwise);
        let then = self.convert(then, joined.ty);
        let otherwise = self.convert(otherwise, joined.ty);
        let constant = self.chosen_constant(condition, then, otherwise);
        let kind = ExprKind::Conditional { condition, then, otherwise };
        self.push_constant(kind, joined.ty, id, constant)
    }

    fn chosen_constant(&self, condition: ExprId, then: ExprId, otherwise: ExprId) -> Option<Constant> {
        let chosen = self.constant(condition)?.boolean()?;
        let (then, otherwise) = (self.constant(then)?, self.constant(otherwise)?);
        Some(if chosen { then.clone() } else { otherwise.clone() })
    }

    /// Whether a branch makes its conditional a boolean or numeric one (JLS 15.25). As in javac, `null`
    /// does not prevent it: `int x = c ? 1 : null` is legal, and throws.
    fn is_boolean_or_numeric(&self, branch: ExprId) -> bool {
        match self.body.exprs[branch].kind {
            ExprKind::Null => true,
            ExprKind::Conditional { .. } => !self.is_pending(branch),
            _ => self.program.unboxed(self.ty(branch)).is_some(),
        }
    }

    /// The type of several branches together, as javac finds it (`Attr.condType`).
    pub(super) fn join(&mut self, branches: &[ExprId]) -> Joined {
        let Some((&first, rest)) = branches.split_first() else { return Joined::exact(Ty::Unknown) };
        let ty = self.ty(first);
        if branches.iter().any(|&b| self.ty(b) == Ty::Unknown) {
            return Joined::exact(Ty::Unknown);
        }
        if rest.iter().all(|&b| self.ty(b) == ty) && ty != Ty::Void {
            let exact = branches.iter().all(|&b| self.pending.iter().all(|p| p.expr != b || p.exact));
            let exact = exact && !branches.iter().any(|&b| self.is_open(b));
            let whole = self.join_statics(branches);
            return self.joined(ty, exact, whole);
        }
        let unboxed: Option<SmallVec<[PrimitiveType; 4]>> =
            branches.iter().map(|&b| self.program.unboxed(self.ty(b))).collect();
        if let Some(p) = unboxed.and_then(|types| self.join_primitives(branches, &types)) {
            return Joined::exact(Ty::Primitive(p));
        }
        self.join_references(branches)
    }

    fn join_primitives(&self, branches: &[ExprId], types: &[PrimitiveType]) -> Option<PrimitiveType> {
        use PrimitiveType::{Boolean, Byte, Char, Double, Float, Int, Long, Short};
        for (i, &ty) in types.iter().enumerate() {
            if !matches!(ty, Byte | Short | Char) {
                continue;
            }
            // javac compares type objects here, and a constant's is its own.
            let same = |j: usize| {
                j == i
                    || (types[j] == ty
                        && self.constant(branches[i]).is_none()
                        && self.constant(branches[j]).is_none())
            };
            let takes = |j: usize| {
                types[j] == Int
                    && self.constant(branches[j]).and_then(Constant::primitive).is_some_and(|v| fits(v, ty))
            };
            if (0..types.len()).all(|j| same(j) || takes(j)) {
                return Some(ty);
            }
        }
        [Byte, Char, Short, Int, Long, Float, Double, Boolean]
            .into_iter()
            .find(|&candidate| types.iter().all(|&t| t == candidate || widens(t, candidate)))
    }

    /// The erasure of what two types have in common, which is that of the first of several types.
    fn first_common(&mut self, a: Ty, b: Ty) -> Ty {
        let both = [a, b].map(|ty| self.types.of_ty(ty));
        let common = self.types.least_upper(&both, 0);
        let erased = common.map_or(Ty::Unknown, |common| self.types.erasure(common));
        if erased == Ty::Unknown { self.program.object() } else { erased }
    }

    /// With the static type of the branches, where they have one that is more than its erasure.
    fn joined(&mut self, ty: Ty, exact: bool, whole: Option<TypeId>) -> Joined {
        match whole {
            Some(whole) => {
                let erased = self.types.erasure(whole);
                Joined { ty: if erased == Ty::Unknown { ty } else { erased }, exact, whole: Some(whole) }
            }
            None => Joined { ty, exact, whole: None },
        }
    }

    fn join_references(&mut self, branches: &[ExprId]) -> Joined {
        let mut joined: Option<Joined> = None;
        let is_open = branches.iter().any(|&b| self.is_open(b));
        let whole = if is_open { None } else { self.join_statics(branches) };
        for &branch in branches {
            let ty = match self.ty(branch) {
                Ty::Primitive(p) => Ty::Class(self.program.wrapper(p)),
                Ty::Void => {
                    let origin = self.body.exprs[branch].origin;
                    let span = origin.map_or_else(Default::default, |o| self.span(o));
                    self.error(span, "'void' type not allowed here");
                    return Joined::exact(Ty::Unknown);
                }
                other => other,
            };
            let exact = self.pending.iter().all(|p| p.expr != branch || p.exact);
            joined = Some(match joined {
                None => Joined { ty, exact, whole: None },
                Some(so_far) => match self.program.least_upper_bound(so_far.ty, ty) {
                    Some(bound) => Joined { ty: bound, exact: so_far.exact && exact, whole: None },
                    None => Joined { ty: self.first_common(so_far.ty, ty), exact: false, whole: None },
                },
            });
        }
        let joined = joined.unwrap_or(Joined::exact(Ty::Unknown));
        self.joined(joined.ty, joined.exact && !is_open, whole)
    }
}
