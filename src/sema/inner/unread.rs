//! What is known of classes in code that are in no list, since they are refused: a proof that counts the classes below one must not
//! forget them.

use std::collections::BTreeSet;

use crate::sema::program::{ClassId, Program, Role};
use crate::syntax::tree::{BaseType, Code, ExprKind, LocalTypes, Member, Name, StmtKind, TypeDecl, TypeRef};

impl Program {
    /// The simple names of the supertypes of all such classes in the sources of the program.
    pub(in crate::sema) fn supertypes_of_unread_classes(&self) -> BTreeSet<Name> {
        let mut found = BTreeSet::new();
        for unit in self.units.iter().filter(|unit| matches!(unit.role, Role::Given | Role::SourcePath)) {
            unit.tree.types.iter().for_each(|decl| self.in_declaration(decl, &mut found));
        }
        found
    }

    /// Whether an object of a class that nobody has read may stand where one of `base` is wanted.
    pub fn may_have_unread_classes(&self, base: ClassId) -> bool {
        let names = &self.tables.supertypes_of_unread;
        let is_named = |class: ClassId| names.contains(&self.classes[class].name);
        !names.is_empty() && self.classes.ids().any(|class| is_named(class) && self.is_subclass(class, base))
    }

    fn in_declaration(&self, decl: &TypeDecl, found: &mut BTreeSet<Name>) {
        decl.constants.iter().for_each(|constant| self.in_code(&constant.arguments, found));
        for member in &decl.members {
            match member {
                Member::Field(field) => field.init.iter().for_each(|code| self.in_code(code, found)),
                Member::Method(method) => method.body.iter().for_each(|code| self.in_code(code, found)),
                Member::Initializer(block) => self.in_code(&block.body, found),
                Member::Type(_) => {}
            }
        }
    }

    fn in_code(&self, code: &Code, found: &mut BTreeSet<Name>) {
        for expr in code.exprs.iter() {
            if let ExprKind::Creation(creation) = &expr.kind
                && let Some(types) =
                    creation.body.as_ref().filter(|types| self.class_in_code(types).is_none())
            {
                found.extend(simple_name(&creation.class));
                self.in_local_types(types, found);
            }
        }
        for stmt in code.stmts.iter() {
            if let StmtKind::LocalType(types) = &stmt.kind
                && self.class_in_code(types).is_none()
            {
                self.in_local_types(types, found);
            }
        }
    }

    fn in_local_types(&self, types: &LocalTypes, found: &mut BTreeSet<Name>) {
        for decl in types.types.iter() {
            found.extend(decl.extends.iter().chain(&decl.implements).filter_map(simple_name));
            self.in_declaration(decl, found);
        }
    }
}

fn simple_name(ty: &TypeRef) -> Option<Name> {
    match &ty.base {
        BaseType::Named(segments) => segments.last().map(|segment| segment.name.name.clone()),
        _ => None,
    }
}
