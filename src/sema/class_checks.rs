//! The rules for declarations of given classes that javac enforces (JLS 8.1 to 8.9, 9.1 to 9.4): modifiers,
//! duplicates, bodies that are missing or too many; [`overriding`] has those between a class and its
//! supertypes. What lies outside our world is never the reason of an error.

use std::collections::HashSet;

use crate::sema::overriding;
use crate::sema::program::{Class, ClassId, Method, MethodId, MethodKind, Program};
use crate::sema::tables::Imported;
use crate::sema::types::Ty;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::tree::{Member, MethodDecl, Modifiers, Span, TypeDecl, TypeKind};

/// All errors of declarations in the given files.
pub(super) fn check(program: &Program) -> Vec<Diagnostic> {
    let mut checker = Checker { program, errors: Vec::new() };
    for class in program.given_classes() {
        checker.class(class);
        overriding::check(&mut checker, class);
    }
    checker.errors
}

pub(super) struct Checker<'p> {
    pub program: &'p Program,
    errors: Vec<Diagnostic>,
}

/// Modifiers as they are written, with their bits, in the order of javac's messages.
const WORDS: &[(u32, &str)] = &[
    (Modifiers::PUBLIC, "public"),
    (Modifiers::PROTECTED, "protected"),
    (Modifiers::PRIVATE, "private"),
    (Modifiers::ABSTRACT, "abstract"),
    (Modifiers::STATIC, "static"),
    (Modifiers::FINAL, "final"),
    (Modifiers::TRANSIENT, "transient"),
    (Modifiers::VOLATILE, "volatile"),
    (Modifiers::SYNCHRONIZED, "synchronized"),
    (Modifiers::NATIVE, "native"),
    (Modifiers::STRICTFP, "strictfp"),
    (Modifiers::DEFAULT, "default"),
    (Modifiers::SEALED, "sealed"),
    (Modifiers::NON_SEALED, "non-sealed"),
];

const ACCESS: u32 = Modifiers::PUBLIC | Modifiers::PROTECTED | Modifiers::PRIVATE;

/// Which modifiers do not go together, whatever they stand on.
const CONTRADICTIONS: &[(u32, u32)] = &[
    (Modifiers::PUBLIC, Modifiers::PROTECTED),
    (Modifiers::PUBLIC, Modifiers::PRIVATE),
    (Modifiers::PROTECTED, Modifiers::PRIVATE),
    (Modifiers::ABSTRACT, Modifiers::FINAL),
    (Modifiers::FINAL, Modifiers::VOLATILE),
    (Modifiers::SEALED, Modifiers::FINAL),
    (Modifiers::SEALED, Modifiers::NON_SEALED),
    (Modifiers::FINAL, Modifiers::NON_SEALED),
    (Modifiers::STATIC, Modifiers::DEFAULT),
    (Modifiers::PRIVATE, Modifiers::DEFAULT),
];

/// What else an abstract method cannot be.
const NOT_ABSTRACT: u32 = Modifiers::PRIVATE
    | Modifiers::STATIC
    | Modifiers::NATIVE
    | Modifiers::SYNCHRONIZED
    | Modifiers::STRICTFP
    | Modifiers::DEFAULT;

fn word(bits: u32) -> &'static str {
    WORDS.iter().find(|(bit, _)| bits & bit != 0).map_or("", |(_, word)| word)
}

impl Checker<'_> {
    pub(super) fn report(&mut self, class: ClassId, span: Span, message: impl Into<String>) {
        self.errors.push(self.program.error_in(class, span, message));
    }

    fn class(&mut self, class: ClassId) {
        let program = self.program;
        let (c, decl) = (&program.classes[class], program.decl(class));
        let in_interface = c.outer.is_some_and(|outer| program.classes[outer].is_interface());
        self.modifiers(class, decl.modifiers, class_modifiers(c, decl, in_interface));
        if c.outer.is_none() {
            self.clashing_import(class, c, decl);
        }
        for member in &decl.members {
            match member {
                Member::Field(field) => {
                    let allowed = if c.is_interface() {
                        Modifiers::PUBLIC | Modifiers::STATIC | Modifiers::FINAL
                    } else {
                        let others = Modifiers::TRANSIENT | Modifiers::VOLATILE;
                        ACCESS | Modifiers::STATIC | Modifiers::FINAL | others
                    };
                    self.modifiers(class, field.modifiers, allowed);
                    if c.is_interface() && field.init.is_none() {
                        self.report(class, field.span, "= expected: a field of an interface has a value");
                    }
                }
                Member::Initializer(block) if c.is_interface() => {
                    self.report(class, block.span, "initializers not allowed in interfaces");
                }
                Member::Initializer(_) | Member::Method(_) | Member::Type(_) => {}
            }
        }
        for &method in &c.methods {
            if let Some(decl) = program.method_decl(method) {
                self.method(class, c, method, decl);
            }
        }
        self.duplicate_methods(class, c);
    }

    /// `import a.b.C;` beside a class `C` of the file's own.
    fn clashing_import(&mut self, class: ClassId, c: &Class, decl: &TypeDecl) {
        let import = self.program.tables.units[c.unit].single.get(&c.name);
        let is_other = match import {
            Some(Imported::Class(imported)) => *imported != class,
            Some(Imported::Outside(_)) => true,
            Some(Imported::Path(path)) => path.join(".") != *c.qualified_name,
            None => false,
        };
        if is_other {
            let message = format!("{} is already defined in this compilation unit", c.name);
            self.report(class, decl.name.span, message);
        }
    }

    fn modifiers(&mut self, class: ClassId, modifiers: Modifiers, allowed: u32) {
        let known: u32 = WORDS.iter().map(|(bit, _)| bit).sum();
        let wrong = modifiers.bits & known & !allowed;
        if wrong != 0 {
            let message = format!("modifier {} not allowed here", word(wrong));
            self.report(class, modifiers.span, message);
            return;
        }
        for &(one, other) in CONTRADICTIONS {
            if modifiers.has(one) && modifiers.has(other) {
                let message = format!("illegal combination of modifiers: {} and {}", word(one), word(other));
                self.report(class, modifiers.span, message);
                return;
            }
        }
    }

    fn method(&mut self, class: ClassId, c: &Class, method: MethodId, decl: &MethodDecl) {
        let m = &self.program.methods[method];
        self.modifiers(class, decl.modifiers, method_modifiers(c, m));
        let span = decl.name.span;
        if m.is_constructor() {
            self.constructor(class, c, decl);
        }
        let has_body = decl.body.is_some();
        let modifiers = decl.modifiers;
        if modifiers.has(Modifiers::ABSTRACT) && modifiers.has(NOT_ABSTRACT) {
            let other = word(modifiers.bits & NOT_ABSTRACT);
            self.report(class, span, format!("illegal combination of modifiers: abstract and {other}"));
        } else if has_body && modifiers.has(Modifiers::NATIVE) {
            self.report(class, span, "native methods cannot have a body");
        } else if has_body && m.is_abstract() {
            let message = if c.is_interface() {
                "interface abstract methods cannot have body"
            } else {
                "abstract methods cannot have a body"
            };
            self.report(class, span, message);
        } else if !has_body && !m.is_abstract() && !modifiers.has(Modifiers::NATIVE | Modifiers::IMPLIED) {
            self.report(class, span, "missing method body, or declare abstract");
        }
        let mut names = HashSet::new();
        for parameter in &decl.parameters {
            if !names.insert(&parameter.name.name) {
                let message = format!(
                    "variable {} is already defined in method {}",
                    parameter.name.name, decl.name.name
                );
                self.report(class, parameter.name.span, message);
            }
        }
    }

    fn constructor(&mut self, class: ClassId, c: &Class, decl: &MethodDecl) {
        if decl.name.name != c.name {
            self.report(class, decl.name.span, "invalid method declaration; return type required");
        } else if c.is_interface() {
            self.report(class, decl.name.span, "<identifier> expected: an interface has no constructor");
        }
    }

    fn duplicate_methods(&mut self, class: ClassId, c: &Class) {
        let program = self.program;
        let mut signatures: HashSet<(&str, Vec<Ty>)> = HashSet::new();
        for &method in &c.methods {
            let m = &program.methods[method];
            let types: Vec<Ty> = m.parameters.iter().map(|p| p.ty).collect();
            // Types outside our world may differ where we cannot see it.
            if types.contains(&Ty::Unknown) || signatures.insert((&m.name, types)) {
                continue;
            }
            let kind = if m.is_constructor() { "constructor" } else { "method" };
            let span = program.method_decl(method).map_or(m.span, |d| d.name.span);
            let message = format!("{kind} {} is already defined", program.method_name(method));
            self.report(class, span, message);
        }
    }
}

fn class_modifiers(c: &Class, decl: &TypeDecl, in_interface: bool) -> u32 {
    let mut allowed = Modifiers::PUBLIC | Modifiers::STRICTFP;
    if in_interface {
        allowed |= Modifiers::STATIC;
    } else if c.outer.is_some() {
        allowed |= ACCESS | Modifiers::STATIC;
    }
    allowed
        | match decl.kind {
            TypeKind::Class => {
                Modifiers::ABSTRACT | Modifiers::FINAL | Modifiers::SEALED | Modifiers::NON_SEALED
            }
            TypeKind::Interface => Modifiers::ABSTRACT | Modifiers::SEALED | Modifiers::NON_SEALED,
            TypeKind::Annotation => Modifiers::ABSTRACT,
            TypeKind::Record => Modifiers::FINAL,
            TypeKind::Enum => 0,
        }
}

fn method_modifiers(c: &Class, m: &Method) -> u32 {
    match m.kind {
        MethodKind::Constructor if c.is_enum() => Modifiers::PRIVATE,
        MethodKind::Constructor => ACCESS,
        _ if c.is_interface() => {
            let access = Modifiers::PUBLIC | Modifiers::PRIVATE;
            access | Modifiers::ABSTRACT | Modifiers::STATIC | Modifiers::DEFAULT | Modifiers::STRICTFP
        }
        _ => {
            let code = Modifiers::SYNCHRONIZED | Modifiers::NATIVE | Modifiers::STRICTFP;
            ACCESS | Modifiers::ABSTRACT | Modifiers::STATIC | Modifiers::FINAL | code
        }
    }
}
