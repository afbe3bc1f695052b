//! Classes that have an instance of a class around them, or stand in code (JLS 8.1.3, 15.9.5).
//!
//! As javac makes them: an inner class has the instance around it in a final field `this$0`, an anonymous class besides each
//! captured local `x` in a final field `val$x`; what constructs one passes these behind the declared arguments, and its
//! constructor sets them before it calls that of its superclass, which may call methods of the object. No name in code
//! leads to such a field ([`Modifiers::SYNTHETIC`]), and none but these constructors assign it.
//!
//! A class in code is written into the types of its file before anything looks at them ([`lift`]): so it is a class like any
//! other to hierarchies, callers and effects, and its methods are methods of their own. The name of an anonymous one is its number, and a
//! method's id `Outer.1.run()`, as the class file is called `Outer$1`: no identifier begins with a digit. That of a local one
//! is a number and its name, as in `Outer$1Local`; the name alone means it where it is in scope ([`names`](crate::sema::names)). PREMISE:
//! all classes of a file are in its list of types, or the code that makes objects of them is refused.

pub(super) mod inferred;
pub(super) mod lift;
mod unread;

use crate::sema::load::{Loader, MemberState};
use crate::sema::program::{ClassId, Field, FieldId, Method, MethodId, MethodKind, MethodSource, Program};
use crate::sema::types::Ty;
use crate::syntax::tree::{Code, LocalTypes, Member, Modifiers, Name, Span, TypeDecl, TypeKind};

/// What the name of a captured local is preceded by in the name of its field.
pub(super) const CAPTURED: &str = "val$";

/// Whether a class has no name: it is a number.
pub fn is_anonymous(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a class stands in code, or is the body of an enum constant: its name is a number, or begins with one.
pub fn is_local(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_digit())
}

impl Program {
    /// Whether no name in code leads to the class.
    pub fn is_local_class(&self, class: ClassId) -> bool {
        is_local(&self.classes[class].name)
    }

    /// As `Class.getSimpleName` has it: nothing for an anonymous class.
    pub fn simple_class_name(&self, class: ClassId) -> &str {
        self.classes[class].name.trim_start_matches(|c: char| c.is_ascii_digit())
    }

    /// Where an object of an inner class has the instance around it.
    pub fn outer_instance(&self, class: ClassId) -> Option<FieldId> {
        self.tables.classes[class].outer_instance
    }

    /// The captured locals of a class in code, in order.
    pub fn captured(&self, class: ClassId) -> &[(Name, FieldId)] {
        &self.tables.classes[class].captured
    }

    /// The field of a local that a class or one around it captures: of those inside of `until`, where the name means a field else.
    pub(super) fn captured_around(
        &self,
        from: ClassId,
        name: &str,
        until: Option<ClassId>,
    ) -> Option<(ClassId, FieldId)> {
        let mut scope = Some(from);
        while let Some(class) = scope.filter(|&class| Some(class) != until) {
            let captured = self.captured(class).iter().find(|(own, _)| **own == *name);
            if let Some(&(_, field)) = captured {
                return Some((class, field));
            }
            scope = self.classes[class].outer;
        }
        None
    }

    /// The initialiser of a captured local that is a constant variable if that is constant.
    pub(super) fn initializer_of_captured(&self, field: FieldId) -> Option<&Code> {
        let f = &self.fields[field];
        let name = f.name.strip_prefix(CAPTURED).filter(|_| f.modifiers.has(Modifiers::SYNTHETIC))?;
        let constants = &self.tables.classes[f.class].captured_constants;
        constants.iter().find(|(own, _)| **own == *name).map(|(_, code)| &**code)
    }

    /// Whether it is not known if a captured local is a constant variable, whatever its initialiser seems to be.
    pub(super) fn may_be_other_than_constant(&self, captured: FieldId) -> bool {
        self.fields[captured].modifiers.has(Modifiers::IMPLIED)
    }

    /// Whether such a local may be one after all.
    pub(super) fn is_open_constant(&self, captured: FieldId) -> bool {
        let may_be_one =
            self.fields[captured].constant.is_some() || self.initializer_of_captured(captured).is_none();
        self.may_be_other_than_constant(captured) && may_be_one
    }

    /// The class of a body behind a `new`, or of a local declaration; none where it is refused.
    pub(super) fn class_in_code(&self, types: &std::sync::Arc<LocalTypes>) -> Option<ClassId> {
        self.tables.classes_in_code.get(&key(types)).copied()
    }

    /// Whether the class is the body of an enum constant.
    pub fn is_constant_body(&self, class: ClassId) -> bool {
        let c = &self.classes[class];
        c.kind == TypeKind::Class
            && c.superclass.is_some_and(|above| self.classes[above].is_enum() && c.outer == Some(above))
    }
}

/// A class in code is known by the place of its tree, which all versions of the code share.
pub(super) fn key(types: &std::sync::Arc<LocalTypes>) -> usize {
    std::sync::Arc::as_ptr(types) as usize
}

impl Loader {
    /// The fields of an inner class that nobody writes.
    pub(super) fn declare_outer_instance(&mut self, class: ClassId, decl: &TypeDecl) {
        let c = &self.program.classes[class];
        let is_inner = c.kind == TypeKind::Class && !c.modifiers.has(Modifiers::STATIC);
        let Some(outer) = c.outer.filter(|_| is_inner) else { return };
        let mut depth = 0;
        let mut around = Some(outer);
        while let Some(next) = around {
            let n = &self.program.classes[next];
            around = n.outer.filter(|_| n.kind == TypeKind::Class && !n.modifiers.has(Modifiers::STATIC));
            depth += usize::from(around.is_some());
        }
        let bits = Modifiers::PRIVATE | Modifiers::FINAL | Modifiers::SYNTHETIC;
        let field = self.program.fields.push(Field {
            class,
            name: format!("this${depth}").into(),
            ty: Ty::Class(outer),
            modifiers: Modifiers { bits, span: decl.name.span },
            constant: None,
            span: decl.name.span,
            unsupported: None,
            is_generic: false,
        });
        self.field_states.push(MemberState::Complete);
        self.program.tables.field_members.push(None);
        self.program.classes[class].fields.push(field);
        self.program.tables.classes[class].outer_instance = Some(field);
    }

    /// Notes the fields of what an anonymous class captures.
    pub(super) fn note_captured(&mut self, class: ClassId) {
        let fields = self.program.classes[class].fields.clone();
        let captured = fields.into_iter().filter_map(|field| {
            let f = &self.program.fields[field];
            let name = f.name.strip_prefix(CAPTURED).filter(|_| f.modifiers.has(Modifiers::SYNTHETIC))?;
            Some((Name::from(name), field))
        });
        self.program.tables.classes[class].captured = captured.collect();
    }

    /// A constructor of each anonymous class for each one of its superclass.
    pub(super) fn add_forwarding_constructors(&mut self) {
        let classes = self.program.classes.ids().filter(|&class| {
            is_anonymous(&self.program.classes[class].name) && !self.program.role(class).is_compiled()
        });
        for class in classes.collect::<Vec<_>>() {
            let Some(above) = self.program.classes[class].superclass else { continue };
            for target in self.program.tables.classes[above].constructors.clone() {
                self.add_forwarding(class, target);
            }
        }
    }

    fn add_forwarding(&mut self, class: ClassId, target: MethodId) {
        let above = &self.program.methods[target];
        let span = self.program.decl(class).name.span;
        let method = Method {
            class,
            name: above.name.clone(),
            kind: MethodKind::Constructor,
            modifiers: Modifiers { bits: 0, span },
            parameters: above.parameters.clone(),
            return_type: Ty::Void,
            varargs: above.varargs,
            throws: above.throws.clone(),
            source: MethodSource::Forwarding(target),
            span: Span::new(span.start, span.start),
            unsupported: above.unsupported.clone(),
            is_generic: false,
            throws_variable: above.throws_variable,
        };
        let id = self.program.methods.push(method);
        self.program.tables.method_members.push(None);
        self.method_states.push(MemberState::Scanned);
        self.program.classes[class].methods.push(id);
        self.program.tables.classes[class].forwarding.push((target, id));
    }
}

/// The field of a captured local.
///
/// One that may be a constant variable of a value that is not known is marked, since its name may have that where the code is
/// compiled.
pub(super) fn captured_field(
    name: &Name,
    ty: &crate::syntax::tree::TypeRef,
    is_open_constant: bool,
    span: Span,
) -> Member {
    let mut bits = Modifiers::PRIVATE | Modifiers::FINAL | Modifiers::SYNTHETIC;
    if is_open_constant {
        bits |= Modifiers::IMPLIED;
    }
    Member::Field(crate::syntax::tree::FieldDecl {
        modifiers: Modifiers { bits, span },
        annotations: Vec::new(),
        ty: ty.clone(),
        name: crate::syntax::tree::Ident { name: format!("{CAPTURED}{name}").into(), span },
        init: None,
        span,
    })
}
