//! Initialisers of fields whose types lie outside our world: `Pattern P = Pattern.compile("a*")`.
//!
//! No supported code can look into such a field. So where its initialiser does nothing to the program either,
//! it may be left out, and one unsupported field does not cost a class all its methods. That is certain of an
//! expression which only makes a value from others' code and hands that code nothing of the program that it
//! could call: literals, strings, constants, and further such values. (It may throw; then the class cannot be
//! used at all, by no test and in no version.)

use smallvec::SmallVec;

use crate::sema::error::TypeNameError;
use crate::sema::names::resolve_class_name;
use crate::sema::program::{ClassId, FieldId, Program, Role};
use crate::sema::types::Ty;
use crate::syntax::children::Child;
use crate::syntax::parser::unsupported;
use crate::syntax::tree::{BaseType, Code, ExprId, ExprKind, Name, Root, TypeRef};

/// Whether the initialiser of a field of `class` only makes a value, with which the program's own code has
/// nothing to do.
pub(super) fn is_foreign(program: &Program, class: ClassId, code: &Code) -> bool {
    let Root::Expr(root) = code.root else { return false };
    let check = Check { program, class, code };
    check.is_inert(root) || check.is_value(root)
}

struct Check<'a> {
    program: &'a Program,
    class: ClassId,
    code: &'a Code,
}

type Path<'a> = SmallVec<[&'a str; 6]>;

impl<'a> Check<'a> {
    /// Code as a value, which nobody calls while it is made.
    fn is_inert(&self, id: ExprId) -> bool {
        let ExprKind::Unsupported(construct) = &self.code.exprs[id].kind else { return false };
        match construct.what {
            unsupported::LAMBDA => true,
            // `C::f` evaluates nothing, `c()::f` does.
            unsupported::METHOD_REFERENCE => {
                let unit = self.program.classes[self.class].unit;
                let text = &self.program.units[unit].tree.source.text;
                let range = construct.span.start as usize..construct.span.end as usize;
                text.get(range).is_some_and(|t| !t.contains(['(', '[']))
            }
            _ => false,
        }
    }

    fn is_value(&self, id: ExprId) -> bool {
        match &self.code.exprs[id].kind {
            ExprKind::Literal(_) | ExprKind::ClassLiteral(_) => true,
            ExprKind::Name(name) => self.is_readable(name),
            ExprKind::Field { target, name } => match self.class_path(*target) {
                Some(path) => self.has_value(&path, &name.name),
                None => self.is_value(*target),
            },
            ExprKind::Call { target: Some(target), arguments, .. } => {
                let from_outside = match self.class_path(*target) {
                    Some(path) => self.is_foreign_class(&path),
                    None => self.is_value(*target),
                };
                from_outside && arguments.iter().all(|&a| self.is_value(a))
            }
            ExprKind::New { class, arguments } => {
                self.is_foreign_type(class) && arguments.iter().all(|&a| self.is_value(a))
            }
            kind @ (ExprKind::NewArray { .. }
            | ExprKind::NewArrayOf { .. }
            | ExprKind::ArrayInitializer(_)
            | ExprKind::Unary { .. }
            | ExprKind::Binary { .. }
            | ExprKind::Conditional { .. }
            | ExprKind::Cast { .. }) => kind.children().iter().all(|&child| match child {
                Child::Expr(child) => self.is_value(child),
                Child::Stmt(_) => false,
            }),
            _ => false,
        }
    }

    /// A field of the class itself that holds no code of the program.
    fn is_readable(&self, name: &Name) -> bool {
        let Ok(found) = self.program.find_variable(self.class, name) else { return false };
        let field = &self.program.fields[found.field];
        field.constant.is_some() || (field.class == self.class && self.holds_no_code(found.field))
    }

    fn holds_no_code(&self, field: FieldId) -> bool {
        match self.program.fields[field].ty {
            Ty::Primitive(_) => true,
            Ty::Class(c) => c == self.program.well_known.string || self.program.unwrapped(c).is_some(),
            Ty::Unknown => self.program.field_decl(field).and_then(|d| d.init.as_ref()).is_some_and(|code| {
                matches!(code.root, Root::Expr(root) if !matches!(code.exprs[root].kind, ExprKind::Unsupported(_)))
            }),
            _ => false,
        }
    }

    /// The names before a dot, where they can only mean a class.
    fn class_path(&self, id: ExprId) -> Option<Path<'a>> {
        let mut path = Path::new();
        let mut next = id;
        loop {
            match &self.code.exprs[next].kind {
                ExprKind::Name(name) => {
                    path.push(name);
                    break;
                }
                ExprKind::Field { target, name } => {
                    path.push(&name.name);
                    next = *target;
                }
                _ => return None,
            }
        }
        path.reverse();
        let is_variable = self.program.find_variable(self.class, path[0]).is_ok();
        (!is_variable && self.class_of(&path).is_some()).then_some(path)
    }

    /// `None` where the names mean no class.
    fn class_of(&self, path: &[&str]) -> Option<Result<ClassId, Name>> {
        match resolve_class_name(self.program, self.class, path) {
            Ok(Some(class)) => Some(Ok(class)),
            Err(TypeNameError::Outside(name)) => Some(Err(name)),
            // `java.util.Collections` without an import, or what stands in it: nothing of the program's.
            Ok(None) if path.len() > 1 && is_of_platform(path[0]) => Some(Err(path.join(".").into())),
            _ => None,
        }
    }

    fn has_value(&self, path: &[&str], field: &str) -> bool {
        match self.class_of(path) {
            Some(Ok(class)) => {
                let found = self.program.find_field(class, field, self.class);
                let is_constant = |f: FieldId| self.program.fields[f].constant.is_some();
                found.is_ok_and(|f| is_constant(f) || self.is_harmless(class))
            }
            Some(Err(name)) => self.is_others(&name),
            None => false,
        }
    }

    fn is_foreign_type(&self, ty: &TypeRef) -> bool {
        let BaseType::Named(segments) = &ty.base else { return false };
        let path: Path = segments.iter().map(|s| &*s.name.name).collect();
        self.is_foreign_class(&path)
    }

    /// Whether the class's code is not of the program and leaves alone what the program can see. Of the
    /// library only `System` does not.
    fn is_foreign_class(&self, path: &[&str]) -> bool {
        match self.class_of(path) {
            Some(Ok(class)) => self.is_harmless(class),
            Some(Err(name)) => self.is_others(&name),
            None => false,
        }
    }

    fn is_harmless(&self, class: ClassId) -> bool {
        let is_system = &*self.program.classes[class].qualified_name == "java.lang.System";
        self.program.role(class) == Role::Library && !is_system
    }

    /// A class that is not among the files: not by the same authors either, as far as names of packages tell.
    fn is_others(&self, name: &str) -> bool {
        let own = self.program.package_name(self.class);
        let organisation = |name: &'_ str| name.splitn(3, '.').take(2).map(str::to_owned).collect::<Vec<_>>();
        is_of_platform(name.split('.').next().unwrap_or(name)) || organisation(name) != organisation(own)
    }
}

/// Whether the first part of a package's name is the JDK's.
fn is_of_platform(head: &str) -> bool {
    ["java", "javax", "jdk"].contains(&head)
}
