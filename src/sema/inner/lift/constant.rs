//! Locals that are constant variables (JLS 4.12.4), as a class that captures one sees them: by the code of their initialisers.
//!
//! Other constant locals that such code names are put in their places, so that it can be evaluated where the locals are not
//! known ([`field_constants`](crate::sema::field_constants)).

use std::sync::Arc;

use super::{Local, Walk};
use crate::index::{Id as _, IndexVec};
use crate::syntax::tree::{Code, Expr, ExprId, ExprKind, Name, Root};

/// More than anyone writes: a chain of constants each of which has the one before it twice would be doubled with each.
const MAX_NODES: usize = 1_000;

/// What is known of a local's value where code is compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LocalConstant {
    /// It is no constant variable.
    None,
    /// It is one if this code is constant.
    OfCode(Arc<Code>),
    /// The same, unless a name in it that means a field for all that is known here is that of a pattern's variable, whose scope is
    /// not followed.
    Doubtful(Arc<Code>),
    /// It may be one, and its value is not known.
    Unknown,
}

/// What the initialiser of a final local of a primitive type or `String` makes of it.
pub(super) fn of_initializer(walk: &Walk<'_>, init: ExprId) -> LocalConstant {
    let mut copy = Copier { walk, exprs: IndexVec::new(), is_doubtful: false };
    match copy.expr(init) {
        Ok(root) => {
            let code = Code { exprs: copy.exprs, stmts: IndexVec::new(), root: Root::Expr(root) };
            let code = Arc::new(code);
            if copy.is_doubtful { LocalConstant::Doubtful(code) } else { LocalConstant::OfCode(code) }
        }
        Err(why) => why.into(),
    }
}

/// Why there is no code of a constant.
enum NoCode {
    /// No constant has such a part.
    NotConstant,
    NotKnown,
}

impl From<NoCode> for LocalConstant {
    fn from(why: NoCode) -> Self {
        match why {
            NoCode::NotConstant => Self::None,
            NoCode::NotKnown => Self::Unknown,
        }
    }
}

struct Copier<'w, 'c> {
    walk: &'w Walk<'c>,
    exprs: IndexVec<ExprId, Expr>,
    is_doubtful: bool,
}

impl<'w> Copier<'w, '_> {
    /// A copy behind the copies of its parts.
    fn expr(&mut self, id: ExprId) -> Result<ExprId, NoCode> {
        let Expr { kind, span, outer } = &self.walk.code.exprs[id];
        let kind = match kind {
            ExprKind::Name(name) => match self.local(name) {
                Some(local) => return self.constant_of(local, id),
                None => {
                    self.is_doubtful |= self.walk.bindings.contains(name);
                    ExprKind::Name(name.clone())
                }
            },
            ExprKind::Literal(literal) => ExprKind::Literal(literal.clone()),
            ExprKind::Field { target, name } => {
                // A field of an object, which has no constants.
                if let ExprKind::Name(head) = &self.walk.code.exprs[*target].kind
                    && self.local(head).is_some()
                {
                    return Err(NoCode::NotConstant);
                }
                ExprKind::Field { target: self.expr(*target)?, name: name.clone() }
            }
            ExprKind::Unary { op, operand } => ExprKind::Unary { op: *op, operand: self.expr(*operand)? },
            ExprKind::Binary { op, left, right } => {
                ExprKind::Binary { op: *op, left: self.expr(*left)?, right: self.expr(*right)? }
            }
            ExprKind::Conditional { condition, then, otherwise } => ExprKind::Conditional {
                condition: self.expr(*condition)?,
                then: self.expr(*then)?,
                otherwise: self.expr(*otherwise)?,
            },
            ExprKind::Cast { ty, operand } => {
                ExprKind::Cast { ty: ty.clone(), operand: self.expr(*operand)? }
            }
            _ => return Err(NoCode::NotConstant),
        };
        self.push(Expr { kind, span: *span, outer: *outer })
    }

    fn local(&self, name: &Name) -> Option<&'w Local> {
        self.walk.scope.iter().rev().find(|local| local.name == *name)
    }

    /// The value of another local in the place of its name, which has the type that the local was declared with.
    fn constant_of(&mut self, local: &Local, at: ExprId) -> Result<ExprId, NoCode> {
        let code = match &local.constant {
            LocalConstant::None => return Err(NoCode::NotConstant),
            LocalConstant::Doubtful(_) | LocalConstant::Unknown => return Err(NoCode::NotKnown),
            LocalConstant::OfCode(code) => code.clone(),
        };
        let ty = Box::new(local.ty.clone().ok_or(NoCode::NotKnown)?);
        let Root::Expr(root) = code.root else { return Err(NoCode::NotKnown) };
        let first = self.exprs.len();
        let moved = |id: ExprId| ExprId::new(first + id.index());
        for expr in code.exprs.iter() {
            let mut expr = expr.clone();
            match &mut expr.kind {
                ExprKind::Field { target: part, .. }
                | ExprKind::Unary { operand: part, .. }
                | ExprKind::Cast { operand: part, .. } => *part = moved(*part),
                ExprKind::Binary { left, right, .. } => {
                    (*left, *right) = (moved(*left), moved(*right));
                }
                ExprKind::Conditional { condition, then, otherwise } => {
                    (*condition, *then, *otherwise) = (moved(*condition), moved(*then), moved(*otherwise));
                }
                // Nothing else is in such code.
                _ => {}
            }
            self.push(expr)?;
        }
        let Expr { span, outer, .. } = self.walk.code.exprs[at];
        self.push(Expr { kind: ExprKind::Cast { ty, operand: moved(root) }, span, outer })
    }

    fn push(&mut self, expr: Expr) -> Result<ExprId, NoCode> {
        if self.exprs.len() == MAX_NODES {
            return Err(NoCode::NotKnown);
        }
        Ok(self.exprs.push(expr))
    }
}
