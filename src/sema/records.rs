//! What the language gives a record (JLS 8.10): written into its declaration before anything looks at it, so that its members
//! have types like those that are written. Such members bear [`Modifiers::IMPLIED`] and have no code:
//! `attribute/records.rs` makes their bodies. They have no mutants, since nobody wrote them.

use crate::jvm::value::PrimitiveType;
use crate::sema::queries::written_type;
use crate::syntax::tree::{
    BaseType, CompilationUnit, FieldDecl, Ident, Member, MethodDecl, Modifiers, Name, Parameter, Span,
    TypeDecl, TypeKind, TypeRef, TypeSegment,
};

/// Adds what is not written to the records of a file.
pub(super) fn complete(tree: &mut CompilationUnit) {
    tree.types.iter_mut().filter(|decl| decl.kind == TypeKind::Record).for_each(complete_record);
}

pub(super) fn complete_record(decl: &mut TypeDecl) {
    for member in &mut decl.members {
        if let Member::Method(constructor) = member
            && constructor.is_compact
        {
            constructor.parameters.clone_from(&decl.components);
        }
    }
    let mut members: Vec<Member> = decl.components.iter().map(field).collect();
    members.append(&mut decl.members);
    let methods: Vec<&MethodDecl> = members
        .iter()
        .filter_map(|member| match member {
            Member::Method(method) => Some(method),
            _ => None,
        })
        .collect();
    let mut implied = Vec::new();
    let is_canonical =
        |method: &&MethodDecl| method.return_type.is_none() && has_types(method, &decl.components);
    if !methods.iter().any(is_canonical) {
        let access = Modifiers::PUBLIC | Modifiers::PROTECTED | Modifiers::PRIVATE;
        implied.push(constructor(decl, decl.modifiers.bits & access));
    }
    for component in &decl.components {
        let name = &component.name.name;
        if !methods.iter().any(|m| m.name.name == *name && m.parameters.is_empty()) {
            implied.push(method(decl, &component.name, component.ty.clone(), Vec::new(), 0));
        }
    }
    let span = decl.name.span;
    let object = parameter("other", java_lang("Object", span), span);
    let primitive = |ty| type_ref(BaseType::Primitive(ty), span);
    let of_object = [
        ("equals", primitive(PrimitiveType::Boolean), vec![object]),
        ("hashCode", primitive(PrimitiveType::Int), Vec::new()),
        ("toString", java_lang("String", span), Vec::new()),
    ];
    for (name, result, parameters) in of_object {
        let is_it = |m: &&MethodDecl| *m.name.name == *name && has_types(m, &parameters);
        if !methods.iter().any(is_it) {
            let name = Ident { name: name.into(), span };
            implied.push(method(decl, &name, result, parameters, Modifiers::FINAL));
        }
    }
    members.extend(implied.into_iter().map(Member::Method));
    decl.members = members;
}

/// Whether a method's parameters have these types, as far as their names say.
fn has_types(method: &MethodDecl, parameters: &[Parameter]) -> bool {
    let types = |list: &[Parameter]| list.iter().map(|p| written_type(&p.ty)).collect::<Vec<_>>();
    types(&method.parameters) == types(parameters)
}

fn field(component: &Parameter) -> Member {
    let modifiers = Modifiers {
        bits: Modifiers::PRIVATE | Modifiers::FINAL | Modifiers::IMPLIED,
        span: component.name.span,
    };
    Member::Field(FieldDecl {
        modifiers,
        annotations: Vec::new(),
        ty: component.ty.clone(),
        name: component.name.clone(),
        init: None,
        span: component.name.span,
    })
}

fn constructor(decl: &TypeDecl, access: u32) -> MethodDecl {
    let modifiers = Modifiers { bits: access | Modifiers::IMPLIED, span: decl.name.span };
    MethodDecl {
        modifiers,
        return_type: None,
        parameters: decl.components.clone(),
        ..method(decl, &decl.name, type_ref(BaseType::Void, decl.name.span), Vec::new(), 0)
    }
}

fn method(
    decl: &TypeDecl,
    name: &Ident,
    result: TypeRef,
    parameters: Vec<Parameter>,
    others: u32,
) -> MethodDecl {
    MethodDecl {
        modifiers: Modifiers { bits: Modifiers::PUBLIC | Modifiers::IMPLIED | others, span: name.span },
        annotations: Vec::new(),
        type_parameters: Vec::new(),
        return_type: Some(result),
        name: name.clone(),
        receiver: None,
        parameters,
        throws: Vec::new(),
        default: None,
        body: None,
        is_compact: false,
        span: decl.span,
    }
}

fn parameter(name: &str, ty: TypeRef, span: Span) -> Parameter {
    let name = Ident { name: name.into(), span };
    Parameter { modifiers: Modifiers::default(), annotations: Vec::new(), ty, name, varargs: false }
}

fn java_lang(name: &str, span: Span) -> TypeRef {
    let segment = |name: &str| TypeSegment { name: Ident { name: Name::from(name), span }, arguments: None };
    type_ref(BaseType::Named(vec![segment("java"), segment("lang"), segment(name)]), span)
}

fn type_ref(base: BaseType, span: Span) -> TypeRef {
    TypeRef { base, dims: 0, span, annotations: None }
}
