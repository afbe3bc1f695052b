//! The rules between the methods of a class and those of its supertypes (JLS 8.1.1.1, 8.4.8.3, 8.4.8.4,
//! 9.6.4.4).

use std::collections::HashSet;

use crate::sema::class_checks::Checker;
use crate::sema::generic::types::Types;
use crate::sema::platform;
use crate::sema::program::{ClassId, MethodId, MethodKind, Program};
use crate::sema::types::Ty;
use crate::syntax::tree::{Modifiers, Span};

pub(super) fn check(checker: &mut Checker, class: ClassId) {
    let program = checker.program;
    for &method in &program.classes[class].methods {
        if program.methods[method].kind == MethodKind::Method {
            own_method(checker, class, method);
        }
    }
    inherited_methods(checker, class);
    unrelated_defaults(checker, class);
    unimplemented(checker, class);
}

fn name_span(program: &Program, method: MethodId) -> Span {
    program.method_decl(method).map_or(program.methods[method].span, |d| d.name.span)
}

/// A declared method against all that it overrides or hides.
fn own_method(checker: &mut Checker, class: ClassId, method: MethodId) {
    let program = checker.program;
    let m = &program.methods[method];
    let span = name_span(program, method);
    let is_private = m.modifiers.has(Modifiers::PRIVATE);
    let mut overrides = false;
    let object = program.well_known.object;
    let above = program.tables.classes[class].ancestors.iter().copied();
    // An interface declares Object's public methods again.
    let implied = program.classes[class].is_interface().then_some(object);
    for ancestor in above.chain(implied).filter(|&a| a != class) {
        let declared = program.tables.classes[ancestor].methods.get(&m.name);
        for &under in declared.into_iter().flatten() {
            let u = &program.methods[under];
            let inherited =
                is_visible(program, under, class) && !(u.is_static() && is_interface(program, under));
            let public_only = implied == Some(ancestor) && !u.modifiers.has(Modifiers::PUBLIC);
            if !inherited || public_only || !program.is_override_equivalent(class, method, under) {
                continue;
            }
            if !m.is_static() && !u.is_static() {
                overrides = true;
            }
            // Types outside our world may differ although both are unknown.
            let is_known = m.parameters.iter().all(|p| p.ty != Ty::Unknown);
            if is_known && (!is_private || inherited) {
                pair(checker, class, span, method, under);
            }
        }
    }
    let is_final = |&(name, count): &(&str, usize)| *m.name == *name && m.parameters.len() == count;
    if platform::FINAL_OBJECT_METHODS.iter().any(is_final) {
        let message = format!("{} cannot override that of java.lang.Object, which is final", m.name);
        checker.report(class, span, message);
    }
    if overrides
        && implied.is_some()
        && m.modifiers.has(Modifiers::DEFAULT)
        && is_object_method(program, method)
    {
        checker.report(
            class,
            span,
            format!("default method {} overrides a member of java.lang.Object", m.name),
        );
    }
    if m.modifiers.has(Modifiers::OVERRIDE) && !overrides && !may_override(program, class, method) {
        let message = if m.is_static() {
            "static methods cannot be annotated with @Override"
        } else {
            "method does not override or implement a method from a supertype"
        };
        checker.report(class, m.modifiers.span, message);
    }
}

/// Whether `Object` has a public method of this signature.
fn is_object_method(program: &Program, method: MethodId) -> bool {
    let declared =
        program.tables.classes[program.well_known.object].methods.get(&program.methods[method].name);
    declared
        .into_iter()
        .flatten()
        .any(|&o| program.methods[o].modifiers.has(Modifiers::PUBLIC) && program.same_signature(o, method))
}

fn is_interface(program: &Program, method: MethodId) -> bool {
    program.classes[program.methods[method].class].is_interface()
}

fn is_visible(program: &Program, method: MethodId, class: ClassId) -> bool {
    let m = &program.methods[method];
    program.is_in_release(m.modifiers, class)
        && !m.modifiers.has(Modifiers::PRIVATE)
        && (m.modifiers.has(Modifiers::PUBLIC)
            || m.modifiers.has(Modifiers::PROTECTED)
            || program.same_package(m.class, class))
}

/// Whether a supertype may have the method where we do not see it.
fn may_override(program: &Program, class: ClassId, method: MethodId) -> bool {
    let m = &program.methods[method];
    let unknown_types = m.parameters.iter().any(|p| p.ty == Ty::Unknown);
    unknown_types
        || !program.tables.classes[class].opaque.is_empty()
        || program.classes[class].unsupported.is_some()
        || program.lacks_method(class, &m.name, Some(m.parameters.len()))
        || has_vague_namesake(program, class, method)
}

/// Whether a supertype has a method of this name and number of parameters with types outside our world.
fn has_vague_namesake(program: &Program, class: ClassId, method: MethodId) -> bool {
    let m = &program.methods[method];
    let ancestors = program.tables.classes[class].ancestors.iter();
    let mut namesakes = ancestors.filter_map(|&a| program.tables.classes[a].methods.get(&m.name)).flatten();
    namesakes.any(|&u| {
        let parameters = &program.methods[u].parameters;
        u != method
            && parameters.len() == m.parameters.len()
            && parameters.iter().any(|p| p.ty == Ty::Unknown)
    })
}

/// What overriding or hiding asks of two methods with one signature.
fn pair(checker: &mut Checker, class: ClassId, span: Span, over: MethodId, under: MethodId) {
    let program = checker.program;
    let (m, u) = (&program.methods[over], &program.methods[under]);
    let complain = |why: &str| {
        let (over, under) = (program.method_name(over), program.method_name(under));
        format!("{over} cannot override {under}; {why}")
    };
    let message = if m.is_static() && !u.is_static() {
        complain("overriding method is static")
    } else if u.modifiers.has(Modifiers::FINAL) {
        complain("overridden method is final")
    } else if !m.is_static() && u.is_static() {
        complain("overridden method is static")
    } else if access_rank(m.modifiers) < access_rank(u.modifiers) {
        complain("attempting to assign weaker access privileges")
    } else if !returns_substitutable(program, m.return_type, u.return_type)
        && !program.may_be_subtype(m.return_type, u.return_type)
        && !returns_substitutable(program, return_type_in(program, class, over), u.return_type)
    {
        complain("return type is not compatible")
    } else if let Some(thrown) = extra_exception(program, over, under) {
        let name = &program.classes[thrown].qualified_name;
        complain(&format!("overridden method does not throw {name}"))
    } else {
        return;
    };
    checker.report(class, span, message);
}

fn access_rank(modifiers: Modifiers) -> u8 {
    if modifiers.has(Modifiers::PUBLIC) {
        3
    } else if modifiers.has(Modifiers::PROTECTED) {
        2
    } else if modifiers.has(Modifiers::PRIVATE) {
        0
    } else {
        1
    }
}

fn returns_substitutable(program: &Program, over: Ty, under: Ty) -> bool {
    match (over, under) {
        (Ty::Unknown, _) | (_, Ty::Unknown) => true,
        (Ty::Class(_) | Ty::Array(_), Ty::Class(_) | Ty::Array(_)) => program.is_subtype(over, under),
        _ => over == under,
    }
}

/// What a method returns as a member of `class`, erased: what the class gives for the variables of its superclass.
fn return_type_in(program: &Program, class: ClassId, method: MethodId) -> Ty {
    let mut types = Types::new(program);
    let this = types.this_type(class);
    match types.method_in(this, method) {
        Ok(found) => types.erasure(found.result),
        Err(_) => program.methods[method].return_type,
    }
}

/// A checked exception that the overridden method does not announce.
fn extra_exception(program: &Program, over: MethodId, under: MethodId) -> Option<ClassId> {
    let (m, u) = (&program.methods[over], &program.methods[under]);
    let announced = program.method_decl(under).map_or(0, |d| d.throws.len());
    if announced != u.throws.len() {
        return None;
    }
    m.throws.iter().copied().find(|&thrown| {
        program.is_checked_exception(thrown) && !u.throws.iter().any(|&t| program.is_subclass(thrown, t))
    })
}

/// A method of a superclass that implements one of an interface of this class.
fn inherited_methods(checker: &mut Checker, class: ClassId) {
    let program = checker.program;
    if program.classes[class].is_interface() {
        return;
    }
    let span = program.decl(class).name.span;
    for &ancestor in &program.tables.classes[class].ancestors {
        if !program.classes[ancestor].is_interface() {
            continue;
        }
        for &under in &program.classes[ancestor].methods {
            let Some(over) = program.implementation(class, under) else { continue };
            let m = &program.methods[over];
            let is_new = m.class != class
                && over != under
                && !program.is_subclass(m.class, ancestor)
                && !program.classes[class].superclass.is_some_and(|s| program.is_subclass(s, ancestor));
            if is_new && !program.methods[under].is_static() {
                pair(checker, class, span, over, under);
            }
        }
    }
}

/// A class that inherits a default method and another one beside it.
fn unrelated_defaults(checker: &mut Checker, class: ClassId) {
    let program = checker.program;
    let members = program.members(class);
    let mut names: Vec<_> = members.iter().filter(|(_, methods)| methods.len() > 1).collect();
    names.sort_by(|a, b| a.0.cmp(b.0));
    for (name, methods) in names {
        for (i, &a) in methods.iter().enumerate() {
            for &b in &methods[i + 1..] {
                let both =
                    is_interface(program, a) && is_interface(program, b) && program.same_signature(a, b);
                let (ma, mb) = (&program.methods[a], &program.methods[b]);
                let known = !ma.parameters.iter().any(|p| p.ty == Ty::Unknown);
                let settled =
                    methods.iter().any(|&m| !is_interface(program, m) && program.same_signature(m, a));
                if both && known && !settled && !(ma.is_abstract() && mb.is_abstract()) {
                    let (one, other) = (
                        &program.classes[ma.class].qualified_name,
                        &program.classes[mb.class].qualified_name,
                    );
                    let message = format!(
                        "types {one} and {other} are incompatible; both define {name}, and one a default for it"
                    );
                    checker.report(class, program.decl(class).name.span, message);
                }
            }
        }
    }
}

/// A concrete class implements all that it inherits.
fn unimplemented(checker: &mut Checker, class: ClassId) {
    let program = checker.program;
    let c = &program.classes[class];
    let incomplete = c.unsupported.is_some();
    if c.is_interface() || c.is_abstract() || incomplete {
        return;
    }
    let mut reported: HashSet<&str> = HashSet::new();
    for &ancestor in &program.tables.classes[class].ancestors {
        for &method in &program.classes[ancestor].methods {
            let m = &program.methods[method];
            let is_open = m.is_abstract()
                && m.kind == MethodKind::Method
                && m.parameters.iter().all(|p| p.ty != Ty::Unknown)
                && program.tables.hidden_member(class, &m.name).is_none()
                && program.implementation(class, method).is_none();
            let settled = is_open && ancestor != class && is_redeclared_by_unknown(program, class, method);
            if is_open && !settled && reported.insert(&m.name) {
                let name = program.method_name(method);
                let message = format!(
                    "{} is not abstract and does not override abstract method {name}",
                    c.qualified_name
                );
                checker.report(class, program.decl(class).name.span, message);
            }
        }
    }
}

/// Whether the class has a method of this name and arity with a type that we do not know: it may be the one.
fn is_redeclared_by_unknown(program: &Program, class: ClassId, method: MethodId) -> bool {
    let m = &program.methods[method];
    program.member_methods(class, &m.name).iter().any(|&other| {
        let o = &program.methods[other];
        o.parameters.len() == m.parameters.len() && o.parameters.iter().any(|p| p.ty == Ty::Unknown)
    })
}
