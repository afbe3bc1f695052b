//! One expression of a statement attributed alone, where all around it is known: a mutant of a long method that changes
//! one expression costs that expression, and not the method.

use super::Attributor;
use crate::index::{Id, IndexVec};
use crate::sema::program::{MethodId, Program};
use crate::sema::typed_tree::{Body, Constant, ExprId, Local, LocalId};
use crate::sema::types::Ty;
use crate::syntax::tree::{self as syntax, Code, Name};

/// What the place of an expression asks of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// To be a statement.
    Statement,
    Condition,
    /// A value of this type, in an assignment context.
    Value(Ty),
    /// To give a variable its type.
    Type,
}

/// What all fragments of one method share.
#[derive(Debug)]
pub struct Surroundings {
    pub method: MethodId,
    /// Those of the method's body, in whose numbers fragments name them.
    pub locals: IndexVec<LocalId, Local>,
    /// The values of those that are constant variables.
    pub constants: IndexVec<LocalId, Option<Constant>>,
    /// Room for [`Body::typed_exprs`]: what is in it means nothing.
    room: Vec<Option<ExprId>>,
}

impl Surroundings {
    pub fn new(
        method: MethodId,
        locals: IndexVec<LocalId, Local>,
        constants: IndexVec<LocalId, Option<Constant>>,
    ) -> Self {
        Self { method, locals, constants, room: Vec::new() }
    }

    /// Attributes the expression `root` of `code`, in which `names` are the locals that it may name. Gives its nodes
    /// and its own to `look`, in a body of nothing else. `None` if anything is wrong with it or outside the subset, or
    /// if it assigns a final local: then the whole method has the say.
    pub fn attribute<R>(
        &mut self,
        program: &Program,
        code: &Code,
        names: &[(Name, LocalId)],
        (root, wanted): (syntax::ExprId, Wanted),
        look: impl FnOnce(&Body, ExprId) -> R,
    ) -> Option<R> {
        let mut attributor = Attributor::new(program, self.method, code, false);
        attributor.keeps_origins = true;
        attributor.return_type = Some(program.methods[self.method].return_type);
        attributor.sealed_locals =
            self.locals.iter_enumerated().filter(|(_, local)| local.is_final).map(|(id, _)| id).collect();
        self.room.resize(code.exprs.len(), None);
        attributor.body.typed_exprs = std::mem::take(&mut self.room);
        attributor.body.locals = std::mem::take(&mut self.locals);
        attributor.local_constants = std::mem::take(&mut self.constants);
        for (name, local) in names {
            attributor.scope.enter(name, *local);
        }
        let value = match wanted {
            Wanted::Statement => attributor.statement_expr(root),
            Wanted::Condition => attributor.condition(root),
            Wanted::Value(ty) => attributor.value_for(root, ty),
            Wanted::Type => attributor.exact_operand(root),
        };
        let is_whole = attributor.errors.is_empty()
            && attributor.unsupported.is_empty()
            && attributor.bindings.is_empty()
            && attributor.pending.is_empty()
            && attributor.open_calls.is_empty()
            && !attributor.body.is_generic
            && attributor.body.locals.len() == attributor.local_constants.len();
        self.constants = std::mem::take(&mut attributor.local_constants);
        let body = attributor.body;
        let looked = is_whole.then(|| look(&body, value));
        self.room = body.typed_exprs;
        self.locals = body.locals;
        looked
    }
}

/// The nodes of a fragment as they stand behind `base` others.
pub fn moved(body: &Body, base: usize) -> impl Iterator<Item = crate::sema::typed_tree::Expr> + '_ {
    body.exprs.iter().map(move |expr| {
        let mut expr = expr.clone();
        expr.each_operand_mut(|operand| *operand = Id::new(operand.index() + base));
        expr
    })
}
