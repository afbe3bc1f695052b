//! The symbols of a method: what Mothra's replacements put for each other.

use std::collections::HashSet;

use super::super::super::context::Context;
use super::super::super::walk::children_first;
use crate::jvm::operator::UnaryOperator;
use crate::jvm::value::PrimitiveType;
use crate::sema::typed_tree::{self as typed, Constant, LocalOrigin};
use crate::sema::types::{ArrayTy, Ty};
use crate::syntax::Child;
use crate::syntax::tree::{ExprId, ExprKind, Name};

/// So many symbols of a kind are put for others: a method that names more has mutants in the square of them.
const MOST: usize = 48;

/// A place at which a symbol stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Use {
    pub place: ExprId,
    pub ty: PrimitiveType,
}

/// The symbols that a method names, each once, in the order of their declaration or their first use.
#[derive(Debug, Default)]
pub(super) struct Symbols {
    /// Where scalars are used, and where constants and elements of arrays are, in the order of the source.
    pub scalar_uses: Vec<Use>,
    pub constant_uses: Vec<Use>,
    pub element_uses: Vec<Use>,
    /// Arrays whose elements are used.
    pub array_uses: Vec<(ExprId, ArrayTy)>,
    pub scalars: Vec<(Name, PrimitiveType)>,
    /// One place of each.
    pub constants: Vec<Use>,
    pub elements: Vec<Use>,
    pub arrays: Vec<(Name, ArrayTy)>,
}

impl Symbols {
    pub(super) fn of(context: &Context<'_>) -> Self {
        let mut symbols = Self::default();
        symbols.declared(context);
        let mut within = HashSet::new();
        children_first(context, |id| symbols.enter(context, id, &mut within));
        // A constant with its sign is one constant.
        symbols.constant_uses.retain(|constant| !within.contains(&constant.place));
        symbols.constants = distinct(context, &symbols.constant_uses);
        symbols.elements = distinct(context, &symbols.element_uses);
        symbols.scalars.truncate(MOST);
        symbols.arrays.truncate(MOST);
        symbols
    }

    /// Parameters and locals.
    fn declared(&mut self, context: &Context<'_>) {
        for local in context.body.locals.iter() {
            let is_hidden = matches!(local.origin, LocalOrigin::ForEachElement(_) | LocalOrigin::Receiver(_));
            if !is_hidden {
                self.declare(&local.name, local.ty);
            }
        }
    }

    fn declare(&mut self, name: &Name, ty: Ty) {
        match ty {
            Ty::Primitive(ty) if !self.scalars.iter().any(|(known, _)| known == name) => {
                self.scalars.push((name.clone(), ty));
            }
            Ty::Array(ty) if !self.arrays.iter().any(|(known, _)| known == name) => {
                self.arrays.push((name.clone(), ty));
            }
            _ => {}
        }
    }

    fn enter(&mut self, context: &Context<'_>, id: ExprId, within: &mut HashSet<ExprId>) {
        let Some(typed) = context.typed(id) else { return };
        if let (ExprKind::Name(name), typed::ExprKind::StaticField(_) | typed::ExprKind::Field { .. }) =
            (context.kind(id), &typed.kind)
            && typed.constant.is_none()
        {
            self.declare(name, typed.ty);
        }
        if let ExprKind::Index { array, .. } = *context.kind(id)
            && let Some(Ty::Array(ty)) = context.typed(array).map(|array| array.ty)
            && matches!(context.kind(array), ExprKind::Name(_) | ExprKind::Field { .. })
        {
            self.array_uses.push((array, ty));
        }
        let Ty::Primitive(ty) = typed.ty else { return };
        let used = Use { place: id, ty };
        match *context.kind(id) {
            ExprKind::Literal(_) => self.constant_uses.push(used),
            ExprKind::Name(_) | ExprKind::Field { .. } if typed.constant.is_some() => {
                self.constant_uses.push(used);
            }
            ExprKind::Unary { op: UnaryOperator::Minus, operand }
                if matches!(context.kind(operand), ExprKind::Literal(_)) =>
            {
                within.insert(operand);
                self.constant_uses.push(used);
            }
            ExprKind::Name(_) | ExprKind::Field { .. } => {
                let is_variable = matches!(
                    typed.kind,
                    typed::ExprKind::Local(_)
                        | typed::ExprKind::StaticField(_)
                        | typed::ExprKind::Field { .. }
                );
                if is_variable {
                    self.scalar_uses.push(used);
                }
            }
            ExprKind::Index { .. } => self.element_uses.push(used),
            _ => {}
        }
    }
}

/// The first place of each tree. What is read for its value alone can stand elsewhere, too: `a[i++]` is left out.
fn distinct(context: &Context<'_>, uses: &[Use]) -> Vec<Use> {
    let mut seen = HashSet::new();
    let plain = uses.iter().filter(|used| is_plain(context, used.place));
    plain.filter(|used| seen.insert(text_of(context, used.place))).take(MOST).copied().collect()
}

/// The text without its spaces.
pub(super) fn text_of(context: &Context<'_>, id: ExprId) -> String {
    context.source.slice(context.code.exprs[id].span).split_whitespace().collect()
}

/// Whether nothing in it has an effect, and a copy of it can be made.
fn is_plain(context: &Context<'_>, id: ExprId) -> bool {
    let kind = context.kind(id);
    let is_known = matches!(
        kind,
        ExprKind::Literal(_)
            | ExprKind::Name(_)
            | ExprKind::This
            | ExprKind::Field { .. }
            | ExprKind::Unary { .. }
            | ExprKind::Binary { .. }
            | ExprKind::Index { .. }
    );
    is_known
        && kind.children().into_iter().all(|child| match child {
            Child::Expr(id) => is_plain(context, id),
            Child::Stmt(_) => false,
        })
}

/// Whether one can stand for the other, as far as kinds of types go: javac's rules judge the rest.
pub(super) fn is_alike(a: PrimitiveType, b: PrimitiveType) -> bool {
    a.is_numeric() == b.is_numeric()
}

/// The value of a constant.
pub(in super::super) fn value_of(context: &Context<'_>, id: ExprId) -> Option<crate::jvm::value::Primitive> {
    match context.typed(id)?.constant {
        Some(Constant::Primitive(value)) => Some(value),
        _ => None,
    }
}
