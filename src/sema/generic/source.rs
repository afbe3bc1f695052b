//! Signatures from the declarations of a program's files.

use crate::sema::error::TypeNameError;
use crate::sema::inner::is_anonymous;
use crate::sema::names::{Loaded, LocalTypes, class_in, supertype_in};
use crate::sema::program::{ClassId, FieldId, MethodId, Program};
use crate::sema::types::{ElementTy, Ty};
use crate::syntax::tree::{
    BaseType, Modifiers, Name, TypeArgument, TypeKind, TypeParameter, TypeRef, TypeSegment,
};

use super::signature::{
    ClassSignature, MethodSignature, Owner, Signature, SignatureArgument, Variable, VariableSignature,
};

type Result<T> = std::result::Result<T, TypeNameError>;

impl Program {
    /// The type variables that a class declares, and those of the method around it that it has besides.
    fn type_parameters_of(&self, class: ClassId) -> (&[TypeParameter], &[TypeParameter]) {
        let all = &self.decl(class).type_parameters;
        let hidden = self.tables.classes[class].hidden_parameters;
        all.split_at(all.len().saturating_sub(hidden))
    }
}

/// A place in the declaration of a class or of one of its methods.
#[derive(Clone, Copy)]
struct Scope<'p> {
    program: &'p Program,
    class: ClassId,
    method: Option<MethodId>,
    /// In the class's header, where the types that it declares or inherits have no names yet.
    is_header: bool,
    /// The local classes in scope.
    local: LocalTypes<'p>,
}

pub fn class_signature(program: &Program, class: ClassId) -> Result<ClassSignature> {
    match program.remembered_class(class) {
        Some(known) => known.cloned(),
        None => read_class(program, class),
    }
}

pub(super) fn read_class(program: &Program, class: ClassId) -> Result<ClassSignature> {
    let decl = program.decl(class);
    let scope = Scope { program, class, method: None, is_header: true, local: &[] };
    let variables = scope.variables(&decl.type_parameters)?;
    let mut supertypes = Vec::new();
    let c = &program.classes[class];
    match (&decl.extends, c.superclass) {
        (Some(written), above) => {
            // Behind an anonymous class an interface may stand.
            if is_anonymous(&c.name) && !c.interfaces.is_empty() {
                supertypes.extend(above.map(|above| Signature::Class(above, Vec::new())));
            }
            supertypes.push(scope.signature(written)?);
        }
        (None, Some(superclass)) if decl.kind == TypeKind::Enum => {
            let own = SignatureArgument::Exact(Signature::Class(class, Vec::new()));
            let is_generic = !program.decl(superclass).type_parameters.is_empty();
            supertypes.push(Signature::Class(superclass, if is_generic { vec![own] } else { Vec::new() }));
        }
        (None, Some(superclass)) => supertypes.push(Signature::Class(superclass, Vec::new())),
        (None, None) => {}
    }
    // The interface that the language gives an annotation type.
    if decl.kind == TypeKind::Annotation && decl.implements.is_empty() {
        supertypes.extend(c.interfaces.iter().map(|&above| Signature::Class(above, Vec::new())));
    }
    for written in &decl.implements {
        match scope.signature(written) {
            Ok(found) => supertypes.push(found),
            // No value is typed with it, and what it may hand down is refused by name (`headers`).
            Err(error) if error.is_unsupported() => {}
            Err(error) => return Err(error),
        }
    }
    Ok(ClassSignature { variables, supertypes })
}

pub fn method_signature(program: &Program, method: MethodId) -> Result<MethodSignature> {
    match program.remembered_method(method) {
        Some(known) => known.cloned(),
        None => read_method(program, method),
    }
}

pub(super) fn read_method(program: &Program, method: MethodId) -> Result<MethodSignature> {
    let m = &program.methods[method];
    let Some(decl) = program.method_decl(method) else {
        // What the language adds has no type variables.
        return Ok(MethodSignature {
            variables: Vec::new(),
            parameters: m.parameters.iter().map(|parameter| of_erased(program, parameter.ty)).collect(),
            result: of_erased(program, m.return_type),
            throws: m.throws.iter().map(|&thrown| Signature::Class(thrown, Vec::new())).collect(),
        });
    };
    let scope = Scope { program, class: m.class, method: Some(method), is_header: false, local: &[] };
    let all = |list: &[TypeRef]| list.iter().map(|ty| scope.signature(ty)).collect::<Result<Vec<_>>>();
    Ok(MethodSignature {
        variables: scope.variables(&decl.type_parameters)?,
        parameters: decl.parameters.iter().map(|p| scope.signature(&p.ty)).collect::<Result<Vec<_>>>()?,
        result: decl.return_type.as_ref().map_or(Ok(Signature::Void), |ty| scope.signature(ty))?,
        throws: all(&decl.throws)?,
    })
}

pub fn field_signature(program: &Program, field: FieldId) -> Result<Signature> {
    match program.remembered_field(field) {
        Some(known) => known.cloned(),
        None => read_field(program, field),
    }
}

pub(super) fn read_field(program: &Program, field: FieldId) -> Result<Signature> {
    let f = &program.fields[field];
    match program.field_decl(field) {
        Some(decl) => {
            Scope { program, class: f.class, method: None, is_header: false, local: &[] }.signature(&decl.ty)
        }
        // A constant of an enum.
        None => Ok(Signature::Class(f.class, Vec::new())),
    }
}

/// A type as written in `method`, or elsewhere in `class`.
pub fn signature_in(
    program: &Program,
    class: ClassId,
    method: Option<MethodId>,
    local: LocalTypes<'_>,
    written: &TypeRef,
) -> Result<Signature> {
    Scope { program, class, method, is_header: false, local }.signature(written)
}

/// A class in code as code around it names it, without type arguments of its own.
pub fn class_in_code(program: &Program, from: ClassId, method: MethodId, class: ClassId) -> Signature {
    let scope = Scope { program, class: from, method: Some(method), is_header: false, local: &[] };
    let (_, hidden) = program.type_parameters_of(class);
    Signature::Class(class, scope.hidden_arguments(hidden))
}

/// Whether a class has an instance of a generic class around it that need not be the one around the code of `from`.
pub fn is_in_other_generic(program: &Program, from: ClassId, class: ClassId) -> bool {
    let around = std::iter::successors(Some(class), |&inner| {
        program.outer_instance(inner).and(program.classes[inner].outer)
    });
    let mut generic = around.skip(1).filter(|&outer| !program.decl(outer).type_parameters.is_empty());
    let here = |outer: ClassId| {
        std::iter::successors(Some(from), |&inner| program.classes[inner].outer).any(|scope| scope == outer)
    };
    generic.any(|outer| !here(outer))
}

/// The type variables of the generic classes around an inner class, from the inside out.
pub fn variables_around(program: &Program, class: ClassId) -> Vec<Variable> {
    let around = std::iter::successors(Some(class), |&inner| {
        program.outer_instance(inner).and(program.classes[inner].outer)
    });
    let of = |outer: ClassId| {
        let count = program.decl(outer).type_parameters.len() as u32;
        (0..count).map(move |index| Variable { owner: Owner::Class(outer), index })
    };
    around.skip(1).flat_map(of).collect()
}

/// What stands for the variables of `above`, and of the classes around it, in its subclass `class`; `None` where the type there is raw
/// or not read.
fn arguments_above(program: &Program, class: ClassId, above: ClassId) -> Option<Vec<SignatureArgument>> {
    let signature = class_signature(program, class).ok()?;
    let is_on_the_way = |supertype: &&Signature| match supertype {
        Signature::Class(next, _) => program.is_subclass(*next, above),
        _ => false,
    };
    let Some(Signature::Class(next, given)) = signature.supertypes.iter().find(is_on_the_way) else {
        return None;
    };
    if *next == above {
        return whole_arguments(program, above, given.clone());
    }
    let exact: Vec<Signature> = given.iter().map(exact_argument).collect::<Option<_>>()?;
    let Signature::Class(_, arguments) =
        Signature::Class(above, arguments_above(program, *next, above)?).seen_with(*next, &exact)?
    else {
        return None;
    };
    Some(arguments)
}

fn exact_argument(argument: &SignatureArgument) -> Option<Signature> {
    match argument {
        SignatureArgument::Exact(ty) => Some(ty.clone()),
        _ => None,
    }
}

/// The arguments of a class with those of the classes around it, which stand for themselves where they are left out.
fn whole_arguments(
    program: &Program,
    class: ClassId,
    mut given: Vec<SignatureArgument>,
) -> Option<Vec<SignatureArgument>> {
    let own = program.decl(class).type_parameters.len();
    let around = variables_around(program, class);
    if given.len() == own {
        given.extend(around.into_iter().map(|v| SignatureArgument::Exact(Signature::Variable(v))));
        return Some(given);
    }
    (given.len() == own + around.len()).then_some(given)
}

fn of_erased(program: &Program, ty: Ty) -> Signature {
    match ty {
        Ty::Primitive(p) => Signature::Primitive(p),
        Ty::Class(class) => Signature::Class(class, Vec::new()),
        Ty::Array(array) => {
            let mut result = match array.element {
                ElementTy::Primitive(p) => Signature::Primitive(p),
                ElementTy::Class(class) => Signature::Class(class, Vec::new()),
            };
            for _ in 0..array.dims {
                result = Signature::Array(Box::new(result));
            }
            result
        }
        Ty::Void => Signature::Void,
        Ty::Null | Ty::Unknown => Signature::Class(program.well_known.object, Vec::new()),
    }
}

impl Scope<'_> {
    fn variables(&self, declared: &[TypeParameter]) -> Result<Vec<VariableSignature>> {
        let variables = declared.iter().map(|parameter| {
            let mut bounds =
                parameter.bounds.iter().map(|bound| self.signature(bound)).collect::<Result<Vec<_>>>()?;
            if bounds.is_empty() {
                bounds.push(Signature::Class(self.program.well_known.object, Vec::new()));
            }
            Ok(VariableSignature { name: parameter.name.name.clone(), bounds })
        });
        variables.collect()
    }

    fn signature(&self, written: &TypeRef) -> Result<Signature> {
        let mut result = match &written.base {
            BaseType::Void => Signature::Void,
            BaseType::Var => return Err(TypeNameError::NotAllowed("'var'")),
            BaseType::Primitive(p) => Signature::Primitive(*p),
            BaseType::Named(segments) => self.named(segments)?,
        };
        for _ in 0..written.dims {
            result = Signature::Array(Box::new(result));
        }
        Ok(result)
    }

    fn named(&self, segments: &[TypeSegment]) -> Result<Signature> {
        if let [only] = segments
            && let Some(variable) = self.variable(&only.name.name)
        {
            return Ok(Signature::Variable(variable));
        }
        let world = &mut Loaded(self.program, self.local);
        let class = match self.is_header {
            true => supertype_in(world, self.class, segments)?,
            false => class_in(world, self.class, segments)?,
        };
        let (last, qualifier) = segments.split_last().ok_or(TypeNameError::NotAllowed("this type"))?;
        let around = self.arguments_around(class, qualifier)?;
        let arguments = last.arguments.iter().flatten().map(|argument| self.argument(argument));
        let mut arguments = arguments.collect::<Result<Vec<_>>>()?;
        let (own, hidden) = self.program.type_parameters_of(class);
        if own.len() == arguments.len() {
            arguments.extend(self.hidden_arguments(hidden));
            arguments.extend(around);
        }
        Ok(Signature::Class(class, arguments))
    }

    /// The type arguments of the classes around an inner class, where they are not their own variables: those that its qualifier has
    /// (JLS 4.5, 6.5.5), or those of the superclass whose member it is (JLS 8.2).
    fn arguments_around(&self, class: ClassId, qualifier: &[TypeSegment]) -> Result<Vec<SignatureArgument>> {
        let refused = || {
            let name = &self.program.classes[class].qualified_name;
            TypeNameError::Unsupported(format!("inner class {name} of a generic class"))
        };
        let outer = self.program.outer_instance(class).and(self.program.classes[class].outer);
        let has_arguments = qualifier.iter().any(|segment| segment.arguments.is_some());
        if !has_arguments && !is_in_other_generic(self.program, self.class, class) {
            return Ok(Vec::new());
        }
        let outer = outer.ok_or_else(refused)?;
        if !qualifier.is_empty() {
            return match self.named(qualifier)? {
                Signature::Class(named, given) if named == outer => {
                    whole_arguments(self.program, outer, given).ok_or_else(refused)
                }
                _ => Err(refused()),
            };
        }
        // In its own header a class has no members yet.
        let first = if self.is_header { self.program.classes[self.class].outer } else { Some(self.class) };
        let mut around = std::iter::successors(first, |&scope| self.program.classes[scope].outer);
        let heir = around.find(|&scope| self.program.is_subclass(scope, outer)).ok_or_else(refused)?;
        arguments_above(self.program, heir, outer).ok_or_else(refused)
    }

    /// What the variables of the method around a class in code stand for here: themselves.
    fn hidden_arguments(&self, hidden: &[TypeParameter]) -> Vec<SignatureArgument> {
        let meant = hidden.iter().map(|parameter| self.variable(&parameter.name.name));
        let exact = meant.map(|variable| variable.map(|v| SignatureArgument::Exact(Signature::Variable(v))));
        exact.collect::<Option<_>>().unwrap_or_default()
    }

    fn argument(&self, argument: &TypeArgument) -> Result<SignatureArgument> {
        Ok(match argument {
            TypeArgument::Type(ty) => SignatureArgument::Exact(self.signature(ty)?),
            TypeArgument::Wildcard => SignatureArgument::Unbounded,
            TypeArgument::Extends(ty) => SignatureArgument::Extends(self.signature(ty)?),
            TypeArgument::Super(ty) => SignatureArgument::Super(self.signature(ty)?),
            TypeArgument::Annotated(_, argument) => self.argument(argument)?,
        })
    }

    /// The variable of this name in scope: of the method, of the class, of the classes around it up to a static one.
    fn variable(&self, name: &Name) -> Option<Variable> {
        let position = |declared: &[TypeParameter]| declared.iter().position(|own| own.name.name == *name);
        let of = |owner: Owner, index: usize| Variable { owner, index: index as u32 };
        if let Some(method) = self.method
            && let Some(decl) = self.program.method_decl(method)
            && let Some(index) = position(&decl.type_parameters)
        {
            return Some(of(Owner::Method(method), index));
        }
        let mut class = Some(self.class);
        while let Some(current) = class {
            if let Some(index) = position(&self.program.decl(current).type_parameters) {
                return Some(of(Owner::Class(current), index));
            }
            let table = &self.program.tables.classes[current];
            if table.types.contains_key(name) || table.local_types.iter().any(|(own, _)| own == name) {
                return None;
            }
            let c = &self.program.classes[current];
            let is_inner = c.kind == TypeKind::Class && !c.modifiers.has(Modifiers::STATIC);
            class = c.outer.filter(|_| is_inner);
        }
        None
    }
}
