//! What a run depends on without naming it: which classes there are and what they extend, what the initialisers of
//! classes do beyond their own fields, and the state in which constructors leave the objects that a method is handed.
//! Where the two files have that otherwise, the comparison of one method's code says nothing.

use std::collections::BTreeSet;

use crate::jvm::value::Primitive;
use crate::sema::program::{BodyState, ClassId, FieldId, MethodId, Program, Role};
use crate::sema::typed_tree::{Body, Constant, Conversion, ExprId, ExprKind, StmtKind};
use crate::sema::types::{ElementTy, Ty};
use crate::syntax::tree::Modifiers;
use crate::versions::relation::{Relation, classes_of, declared_name, statements, without_constants};

impl Relation<'_> {
    /// The classes of the two files are the same ones, in one hierarchy, and their initialisers have the same effects.
    pub(super) fn check_world(&self) -> Result<(), String> {
        for (unit, which) in [(self.merged.old, "old"), (self.merged.new, "new")] {
            for class in classes_of(self.program, unit) {
                let is_related = self.classes.iter().any(|(&new, &old)| [new, old].contains(&class));
                if !is_related && self.is_more_than_an_object(class) {
                    let name = declared_name(self.merged, class);
                    return Err(format!("class {name} exists only in the {which} version"));
                }
            }
        }
        for (&new, &old) in &self.classes {
            self.check_class(new, old)?;
            let initializers = [new, old].map(|class| self.program.classes[class].static_initializer);
            let is_plain = |initializer: MethodId| assigns_only_own_fields(self.program, initializer);
            if !self.same_initializers(new, true) && !initializers.into_iter().flatten().all(is_plain) {
                return Err(format!("the static initialisers of {} differ", self.program.nested_name(old)));
            }
        }
        Ok(())
    }

    /// Whether code that does not name the class can tell its objects from those of `Object`.
    fn is_more_than_an_object(&self, class: ClassId) -> bool {
        let c = &self.program.classes[class];
        c.superclass.is_some_and(|above| above != self.program.well_known.object)
            || !c.interfaces.is_empty()
            || self.program.supertypes_outside(class).next().is_some()
            || c.methods.iter().any(|&method| self.overrides_outside(method))
    }

    /// A class that both have, with the same place among the others, and whose statics begin alike.
    pub(super) fn check_class(&self, new: ClassId, old: ClassId) -> Result<(), String> {
        const MATTERS: u32 = Modifiers::ABSTRACT | Modifiers::SEALED;
        let program = self.program;
        let (n, o) = (&program.classes[new], &program.classes[old]);
        let name = program.nested_name(old);
        let mapped = |c: ClassId| self.classes.get(&c).copied().unwrap_or(c);
        let above = n.superclass.map(mapped);
        let interfaces: Vec<ClassId> = n.interfaces.iter().copied().map(mapped).collect();
        let outside = |c: ClassId| program.supertypes_outside(c).map(str::to_owned).collect::<BTreeSet<_>>();
        if n.kind != o.kind
            || above != o.superclass
            || interfaces != o.interfaces
            || outside(new) != outside(old)
        {
            return Err(format!("class {name} has other supertypes in the new version"));
        }
        if n.modifiers.bits & MATTERS != o.modifiers.bits & MATTERS {
            return Err(format!("class {name} has other modifiers in the new version"));
        }
        if n.constants.len() != o.constants.len()
            || !n.constants.iter().zip(&o.constants).all(|(a, b)| self.fields.get(a) == Some(b))
        {
            return Err(format!("{name} has other constants in the new version"));
        }
        Ok(())
    }

    /// Whether the objects of a class, those of its subclasses included, are in the same states in both files when
    /// they are new; or none is handed to the method, which then follows the constructors that it calls.
    pub(super) fn objects_begin_alike(&self, class: ClassId) -> bool {
        let is_below = |&(&new, _): &(&ClassId, &ClassId)| self.program.is_subclass(new, class);
        !self.is_handed_objects()
            || self.classes.iter().filter(is_below).all(|(&n, &o)| self.same_beginning(n, o))
    }

    fn same_beginning(&self, new: ClassId, old: ClassId) -> bool {
        let constructors = |class: ClassId| {
            let methods = self.program.classes[class].methods.iter().copied();
            methods.filter(|&m| self.program.methods[m].is_constructor())
        };
        let images: BTreeSet<MethodId> =
            constructors(new).filter_map(|m| self.methods.get(&m).copied()).collect();
        self.same_initializers(new, false)
            && constructors(new).all(|m| self.same.contains(&m))
            && constructors(old).all(|m| images.contains(&m))
    }

    /// Whether a run may meet objects of the files' classes that it did not make.
    fn is_handed_objects(&self) -> bool {
        let program = self.program;
        let method = &program.methods[self.old_method];
        let may_hold = |ty: Ty| match ty {
            Ty::Class(class) => !self.is_value(class),
            Ty::Array(array) => match array.element {
                ElementTy::Class(class) => !self.is_value(class),
                _ => false,
            },
            _ => false,
        };
        let is_shared = |field: FieldId| {
            let f = &program.fields[field];
            f.is_static() && program.role(f.class) != Role::Library && may_hold(f.ty)
        };
        !method.is_static()
            || method.parameters.iter().any(|p| may_hold(p.ty))
            || program.fields.ids().any(is_shared)
    }

    pub(super) fn is_value(&self, class: ClassId) -> bool {
        class == self.program.well_known.string || self.program.unwrapped(class).is_some()
    }
}

/// Whether a static initialiser ends without an exception, and does nothing but to give fields of its class values.
fn assigns_only_own_fields(program: &Program, initializer: MethodId) -> bool {
    let BodyState::Typed(body) = program.body(initializer) else { return false };
    let body = without_constants(program, body);
    let class = program.methods[initializer].class;
    statements(&body).iter().all(|&stmt| match body.stmts[stmt].kind {
        StmtKind::Expr(expr) => match body.exprs[expr].kind {
            ExprKind::Assign { target, value } => {
                let is_own = matches!(body.exprs[target].kind, ExprKind::StaticField(f) if program.fields[f].class == class);
                is_own && only_gives_a_value(program, &body, value)
            }
            _ => false,
        },
        StmtKind::Empty => true,
        _ => false,
    })
}

/// Whether evaluating an expression neither throws nor does anything that others can see.
fn only_gives_a_value(program: &Program, body: &Body, expr: ExprId) -> bool {
    let node = &body.exprs[expr];
    if node.constant.is_some() {
        return true;
    }
    let is_size = |&length: &ExprId| {
        matches!(body.exprs[length].constant, Some(Constant::Primitive(Primitive::Int(0..))))
    };
    match &node.kind {
        ExprKind::Null => true,
        ExprKind::ArrayLiteral { elements, .. } => {
            elements.iter().all(|&element| only_gives_a_value(program, body, element))
        }
        ExprKind::NewArray { lengths, .. } => lengths.iter().all(is_size),
        ExprKind::Convert { conversion, operand } => {
            matches!(conversion, Conversion::Primitive | Conversion::Box | Conversion::Widen)
                && only_gives_a_value(program, body, *operand)
        }
        ExprKind::New { class, arguments, .. } => {
            arguments.is_empty() && program.role(*class) == Role::Library
        }
        _ => false,
    }
}
