//! The code that the two versions lead to, together with that which makes the objects they meet: initialisers and
//! constructors. What stands elsewhere in the files is not run when the method is.

use std::collections::BTreeSet;

use crate::sema::calls::{called, calls};
use crate::sema::program::{BodyState, MethodId, Role};
use crate::sema::typed_tree::{Body, ExprId, ExprKind, StmtKind};
use crate::syntax::tree::TypeKind;
use crate::versions::relation::Relation;

pub(super) struct Reach {
    pub(super) methods: BTreeSet<MethodId>,
    /// Code of neither file may be handed an object, and call methods of it.
    pub(super) is_called_back: bool,
    /// The versions themselves may see a field that is no constant.
    pub(super) reads_fields: bool,
}

/// What is found on the way through the calls.
#[derive(Default)]
struct Walk {
    methods: BTreeSet<MethodId>,
    is_called_back: bool,
    reads_fields: bool,
}

impl Relation<'_> {
    pub(super) fn reach(&self) -> Reach {
        let program = self.program;
        let versions = vec![self.old_method, self.new_method];
        let mut all = versions.clone();
        for class in program.classes.ids().filter(|&class| !program.role(class).is_foreign()) {
            let c = &program.classes[class];
            all.extend(c.static_initializer.into_iter().chain(c.instance_initializer));
            all.extend(c.methods.iter().filter(|&&m| program.methods[m].is_constructor()));
        }
        let reads_fields = self.walk(versions).reads_fields;
        let Walk { methods, is_called_back, .. } = self.walk(all);
        Reach { methods, is_called_back, reads_fields }
    }

    fn walk(&self, mut pending: Vec<MethodId>) -> Walk {
        let program = self.program;
        let is_ours = |method: MethodId| !program.role(program.methods[method].class).is_foreign();
        let ours: Vec<MethodId> = program.methods.ids().filter(|&m| is_ours(m)).collect();
        let mut walk = Walk::default();
        while let Some(method) = pending.pop() {
            if !walk.methods.insert(method) {
                continue;
            }
            pending.extend(ours.iter().filter(|&&m| program.overrides(m, method)));
            if !is_ours(method) {
                continue;
            }
            let m = &program.methods[method];
            // Whoever gets a lambda's object may call it.
            if program.role(m.class) == Role::Lambda {
                pending.extend(&program.classes[m.class].methods);
            }
            let (is_open, reads_fields) = match program.body(method) {
                BodyState::Unsupported(_) => (true, true),
                BodyState::None => (false, false),
                BodyState::Typed(body) => {
                    pending.extend(called(body));
                    (self.hands_objects_out(body), self.reads_fields(body))
                }
            };
            walk.reads_fields |= reads_fields;
            if is_open && !walk.is_called_back {
                walk.is_called_back = true;
                pending.extend(ours.iter().filter(|&&m| self.overrides_outside(m)));
            }
        }
        walk
    }

    /// Whether code of others gets an object that may be one of these files, or begins one.
    fn hands_objects_out(&self, body: &Body) -> bool {
        let program = self.program;
        let may_be_ours = |expr: ExprId| self.may_have_name(body.exprs[expr].ty);
        let is_foreign = |method: MethodId| program.role(program.methods[method].class).is_foreign();
        let is_handed_on = calls(body).filter(|call| is_foreign(call.method)).any(|call| {
            let receiver = call.receiver.filter(|&e| !self.is_stream(body.exprs[e].ty));
            receiver.into_iter().chain(call.arguments.iter().copied()).any(may_be_ours)
        });
        is_handed_on
            // Those above records and enums do nothing with the object.
            || !matches!(
                program.classes[program.methods[body.method].class].kind,
                TypeKind::Record | TypeKind::Enum
            ) && body.stmts.iter().any(|stmt| match stmt.kind {
                StmtKind::ConstructorCall { constructor, .. } => {
                    is_foreign(constructor) && program.methods[constructor].class != program.well_known.object
                }
                _ => false,
            })
            || body.exprs.iter().any(|expr| match expr.kind {
                ExprKind::Concat { left, right } => may_be_ours(left) || may_be_ours(right),
                ExprKind::ConcatAssign { value, .. } => may_be_ours(value),
                _ => false,
            })
    }

    fn reads_fields(&self, body: &Body) -> bool {
        let is_variable = |field| self.program.fields[field].constant.is_none();
        body.exprs.iter().any(|expr| match expr.kind {
            ExprKind::StaticField(field) | ExprKind::Field { field, .. } => is_variable(field),
            _ => false,
        })
    }
}
