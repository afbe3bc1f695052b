//! Casts to several types at once (JLS 15.16): `(A & B) value`.
//!
//! The erased type is that of the first. A value is checked against each of the others before it is cast to that one, as javac has it;
//! a lambda or method reference becomes an object of its one functional interface that is also one of the others.

use super::conversions::Context;
use super::{Attributor, Target};
use crate::sema::generic::types::{Kind, TypeId};
use crate::sema::program::{ClassId, MethodKind};
use crate::sema::typed_tree::{Conversion, ExprId};
use crate::sema::types::Ty;
use crate::syntax::tree::{self as syntax, TypeRef};

impl<'a> Attributor<'a> {
    pub(super) fn intersection_cast(
        &mut self,
        id: syntax::ExprId,
        types: &'a [TypeRef],
        operand: syntax::ExprId,
    ) -> ExprId {
        let parts = self.cast_parts(types);
        let given_to = parts.as_ref().and_then(|parts| parts.first()).map_or(Ty::Unknown, |&(ty, _)| ty);
        let value = self.expr_given_to(operand, given_to);
        let (Some(parts), Some(&(first, _))) = (parts.as_ref(), parts.as_ref().and_then(|p| p.first()))
        else {
            self.settle(value);
            return self.unknown(id);
        };
        let exact: Vec<TypeId> = parts.iter().map(|&(_, exact)| exact).collect();
        let exact = self.types.intersection(&exact);
        let value = if self.waits_for_function(value) {
            let target = Target { ty: self.function_part(exact, first), exact: Some(exact) };
            self.coerce_to(value, target, Context::Assignment, self.span(operand))
        } else {
            self.exact_value(operand, value)
        };
        if self.ty(value) == Ty::Unknown {
            return self.unknown(id);
        }
        let mut checked = value;
        for &(part, _) in &parts[1..] {
            let from = self.ty(checked);
            if !self.program.castable(self.ty(value), part) {
                self.refuse_conversion(self.span(id), self.ty(value), part);
                return self.unknown(id);
            }
            if !self.program.is_subtype(from, part) {
                checked = self.conversion(checked, Conversion::CheckedCast, part, None);
            }
        }
        let cast = self.cast(id, checked, first);
        self.note_static(cast, exact);
        cast
    }

    /// The types, erased and whole; all but the first are interfaces.
    fn cast_parts(&mut self, types: &'a [TypeRef]) -> Option<Vec<(Ty, TypeId)>> {
        let mut parts = Vec::with_capacity(types.len());
        for written in types {
            let erased = self.resolve(written);
            let class = match erased {
                Ty::Class(class) => class,
                Ty::Unknown => return None,
                other => {
                    let found = self.program.type_name(other);
                    self.error(written.span, format!("unexpected type: required a class, found {found}"));
                    return None;
                }
            };
            if !parts.is_empty() && !self.program.classes[class].is_interface() {
                self.error(written.span, "interface expected here");
                return None;
            }
            let exact = self.written_static(written, erased);
            let target = self.target(erased, exact);
            parts.push((erased, self.target_type(target)));
        }
        Some(parts)
    }

    /// The functional interface among the types.
    fn function_part(&mut self, exact: TypeId, otherwise: Ty) -> Ty {
        self.types.function(exact, None).map_or(otherwise, |function| Ty::Class(function.interface))
    }

    /// What a lambda of this type is besides its functional interface; none where one of these has methods without a body.
    pub(super) fn markers(&self, wanted: TypeId, interface: ClassId) -> Option<Vec<ClassId>> {
        let Kind::Intersection(parts) = self.types.kind(wanted) else { return Some(Vec::new()) };
        let classes = parts.iter().filter_map(|&part| match self.types.kind(part) {
            &Kind::Class(class, _) if class != interface => Some(class),
            _ => None,
        });
        let classes: Vec<ClassId> = classes.collect();
        let is_marker = |class: &ClassId| {
            self.program.classes[*class].is_interface()
                && self.program.tables.classes[*class].ancestors.iter().all(|&above| {
                    self.program.classes[above].methods.iter().all(|&method| {
                        let m = &self.program.methods[method];
                        m.kind != MethodKind::Method || !m.is_abstract()
                    })
                })
        };
        let interface_itself = |class: &ClassId| self.program.is_subclass(interface, *class);
        classes.iter().all(|class| interface_itself(class) || is_marker(class)).then_some(classes)
    }
}
