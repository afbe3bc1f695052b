//! Which methods may make strings or wrapper objects that some code tells apart by identity ([`Compared`](crate::sema::identity)).
//!
//! A call of one that makes none gives what was there before: two such calls in states that agree give one object. Of a call that
//! makes some that cannot be said, whatever it is given. What overrides a method is found by its name and the number of its
//! parameters, which is more than need be; and all code that is not read makes some.

use std::collections::BTreeSet;

use fixedbitset::FixedBitSet;

use crate::index::Id as _;
use crate::jvm::value::PrimitiveType;
use crate::sema::calls::called;
use crate::sema::identity::{Compared, is_class_of_values};
use crate::sema::program::{BodyState, MethodId, Program, Role};
use crate::sema::typed_tree::{Body, Conversion, ExprKind};

impl Program {
    /// Whether a call of the method may make objects of the classes that are compared by identity.
    pub fn may_make_compared(&self, method: MethodId) -> bool {
        self.tables.makers.get_or_init(|| Makers::of(self)).0.contains(method.index())
    }

    /// Whether a version of a method may make such objects.
    pub fn makes_compared(&self, body: &Body) -> bool {
        let compared = self.compared_by_identity().of;
        makes(self, body, compared) || called(body).into_iter().any(|method| self.may_make_compared(method))
    }
}

/// What overriding methods have in common.
type Signature<'p> = (&'p str, usize);

/// The methods that may make such objects.
#[derive(Debug)]
pub(super) struct Makers(FixedBitSet);

impl Makers {
    fn of(program: &Program) -> Self {
        let reached = program.reached();
        let read = |id: MethodId| {
            if program.role(program.methods[id].class).is_compiled() || !reached.contains(id.index()) {
                return None;
            }
            match program.body(id) {
                BodyState::Typed(body) => Some((id, &**body)),
                BodyState::Unsupported(_) | BodyState::None => None,
            }
        };
        let all_read: Vec<(MethodId, &Body)> = program.methods.ids().filter_map(read).collect();
        let signature = |id: MethodId| signature(program, id);
        let known: BTreeSet<Signature<'_>> = all_read.iter().map(|&(id, _)| signature(id)).collect();
        let compared = program.compared_by_identity().of;
        // Whether what a call of it runs is not all read.
        let is_open = |id: MethodId| {
            let m = &program.methods[id];
            match program.role(m.class) {
                // Objects of others may implement it, too.
                role if role.is_compiled() => true,
                _ if read(id).is_some() => false,
                _ if m.is_abstract() => !known.contains(&signature(id)),
                // What is native there stores nothing.
                Role::Library if matches!(program.body(id), BodyState::None) => {
                    m.return_type.array().is_some() || compared.may_hold(program, m.return_type)
                }
                _ => true,
            }
        };
        let calls: Vec<(Signature<'_>, Vec<MethodId>)> =
            all_read.iter().map(|&(id, body)| (signature(id), called_by(program, id, body))).collect();
        let own = all_read.iter().filter(|(_, body)| makes(program, body, compared));
        let mut makers: BTreeSet<Signature<'_>> = own.map(|&(id, _)| signature(id)).collect();
        // In as many rounds as calls lead from one to another.
        loop {
            let before = makers.len();
            for (caller, called) in &calls {
                if called.iter().any(|&id| is_open(id) || makers.contains(&signature(id))) {
                    makers.insert(*caller);
                }
            }
            if makers.len() == before {
                break;
            }
        }
        let makes = |&id: &MethodId| is_open(id) || makers.contains(&signature(id));
        Self(program.methods.ids().filter(makes).map(MethodId::index).collect())
    }
}

fn signature(program: &Program, method: MethodId) -> Signature<'_> {
    let m = &program.methods[method];
    (&m.name, m.parameters.len())
}

/// What the code of a method calls, and runs beside it.
fn called_by(program: &Program, method: MethodId, body: &Body) -> Vec<MethodId> {
    let m = &program.methods[method];
    let initializer = program.classes[m.class].instance_initializer.filter(|_| m.is_constructor());
    called(body).into_iter().chain(initializer).collect()
}

/// Whether a body makes some itself.
fn makes(program: &Program, body: &Body, compared: Compared) -> bool {
    body.exprs.iter().filter(|expr| expr.constant.is_none() && compared.may_hold(program, expr.ty)).any(
        |expr| {
            match &expr.kind {
                ExprKind::Concat { .. } | ExprKind::ConcatAssign { .. } => true,
                // A boxed one is boxed again.
                ExprKind::CompoundAssign { .. } | ExprKind::IncDec { .. } => true,
                ExprKind::Convert { conversion: Conversion::Box, operand } => {
                    body.exprs[*operand].ty.primitive() != Some(PrimitiveType::Boolean)
                }
                ExprKind::New { class, .. } => is_class_of_values(program, *class),
                // What a model gives may be new.
                ExprKind::Call(call) => program.role(program.methods[call.method].class) == Role::Library,
                _ => false,
            }
        },
    )
}
