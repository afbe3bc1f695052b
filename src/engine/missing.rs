//! What the program lacks for a driver of a method: the first such thing, as far as headers say.

use crate::engine::reason::Missing;
use crate::sema::program::{BodyState, ClassId, MethodId, Program, Role};
use crate::sema::types::{ElementTy, Ty};
use crate::syntax::tree::Modifiers;

/// What keeps drivers from calling a method at all.
pub(super) fn for_call(program: &Program, method: MethodId) -> Option<Missing> {
    let declared = &program.methods[method];
    if !declared.is_static() && !declared.is_constructor() {
        let class = declared.class;
        if !has_concrete(program, class) {
            return Some(Missing::Implementer { name: program.nested_name(class) });
        }
    }
    if declared.modifiers.has(Modifiers::PRIVATE) {
        return unread_caller(program, method)
            .or_else(|| is_unused(program, method).then_some(Missing::Unused));
    }
    if !declared.is_static() && !declared.is_constructor() && !is_made(program, declared.class) {
        return Some(Missing::Constructor { name: program.nested_name(declared.class) });
    }
    for_arguments(program, method)
}

/// What keeps drivers from giving a method, or each constructor of its class, other arguments than null.
pub(super) fn for_arguments(program: &Program, method: MethodId) -> Option<Missing> {
    let declared = &program.methods[method];
    let own = for_parameters(program, method);
    if own.is_some() || declared.is_static() || declared.is_constructor() {
        return own;
    }
    let siblings = program.classes[declared.class].methods.iter().copied();
    let is_open = |&m: &MethodId| {
        program.methods[m].is_constructor() && !program.methods[m].modifiers.has(Modifiers::PRIVATE)
    };
    let missing: Option<Vec<Missing>> =
        siblings.filter(is_open).map(|constructor| for_parameters(program, constructor)).collect();
    missing?.into_iter().next()
}

fn for_parameters(program: &Program, method: MethodId) -> Option<Missing> {
    let declared = &program.methods[method];
    let class_of = |ty: Ty| match ty {
        Ty::Class(class) => Some(class),
        Ty::Array(array) => match array.element {
            ElementTy::Class(class) => Some(class),
            ElementTy::Primitive(_) => None,
        },
        _ => None,
    };
    let mut classes = declared.parameters.iter().filter_map(|parameter| class_of(parameter.ty));
    let is_missing = |&class: &ClassId| {
        program.role(class) != Role::Library && !has_concrete(program, class) && !is_given(program, class)
    };
    classes.find(is_missing).map(|class| Missing::Implementer { name: program.nested_name(class) })
}

/// Whether objects of a class of others come from a static method or field of others: `MessageDigest.getInstance("MD5")`. Of a
/// class of the files every class below it is known, and what a method gives is of one of these.
fn is_given(program: &Program, class: ClassId) -> bool {
    let is_compiled = |class: ClassId| program.role(class).is_compiled();
    is_compiled(class) && gives(program, &program.subclasses(class), is_compiled)
}

/// Whether a static method or field of these holders gives an object of one of the classes.
fn gives(program: &Program, classes: &[ClassId], is_holder: impl Fn(ClassId) -> bool) -> bool {
    let is_one = |ty: Ty| matches!(ty, Ty::Class(class) if classes.contains(&class));
    let mut methods = program.methods.iter();
    let mut fields = program.fields.iter();
    methods.any(|m| m.is_static() && is_one(m.return_type) && is_holder(m.class))
        || fields.any(|f| f.is_static() && is_one(f.ty) && is_holder(f.class))
}

/// Whether there is a class below that objects are of.
fn has_concrete(program: &Program, class: ClassId) -> bool {
    let is_concrete = |below: &ClassId| {
        let declared = &program.classes[*below];
        !declared.is_interface() && !declared.is_abstract() && declared.unsupported.is_none()
    };
    program.subclasses(class).iter().any(is_concrete)
}

/// Whether some constructor is not private, or some method gives an object of the class.
fn is_made(program: &Program, class: ClassId) -> bool {
    let classes = program.subclasses(class);
    classes.iter().any(|&below| {
        let declared = &program.classes[below];
        let mut constructors =
            declared.methods.iter().map(|&m| &program.methods[m]).filter(|m| m.is_constructor()).peekable();
        declared.is_enum()
            || constructors.peek().is_none()
            || constructors.any(|m| !m.modifiers.has(Modifiers::PRIVATE))
    }) || gives(program, &classes, |_| true)
}

/// A method of the files whose text names this one before a parenthesis, and that is not processed.
fn unread_caller(program: &Program, method: MethodId) -> Option<Missing> {
    let called = &program.methods[method];
    let name = if called.is_constructor() { &program.classes[called.class].name } else { &called.name };
    let outer = program.outermost(called.class);
    let callers = program.methods.iter_enumerated();
    let mut callers = callers
        .filter(|(id, m)| *id != method && m.span != called.span && program.outermost(m.class) == outer);
    callers.find_map(|(id, caller)| {
        let source = &program.unit_of(caller.class).tree.source;
        if !calls(source.slice(caller.span), name) {
            return None;
        }
        let BodyState::Unsupported(reasons) = program.body(id) else { return None };
        let first = reasons.first()?;
        Some(Missing::Caller {
            name: program.method_name(id),
            file: source.path.display().to_string(),
            line: source.position(first.span.start).line,
            why: first.what.clone(),
        })
    })
}

/// Whether the file names a method before a parenthesis nowhere but in the method itself.
fn is_unused(program: &Program, method: MethodId) -> bool {
    let called = &program.methods[method];
    let name = if called.is_constructor() { &program.classes[called.class].name } else { &called.name };
    let text = &program.unit_of(called.class).tree.source.text;
    let (start, end) = (called.span.start as usize, called.span.end as usize);
    match (text.get(..start), text.get(end..)) {
        (Some(before), Some(behind)) => !calls(before, name) && !calls(behind, name),
        _ => false,
    }
}

/// Whether a text has a name as a word of its own before a parenthesis.
fn calls(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        !before.ends_with(is_part) && after.trim_start().starts_with('(')
    })
}

#[cfg(test)]
mod tests {
    use super::calls;

    #[test]
    fn a_call_is_a_name_of_its_own_before_a_parenthesis() {
        assert!(calls("return mix (a);", "mix"));
        assert!(!calls("return remix(a) + mixer(b) + mix;", "mix"));
    }
}
