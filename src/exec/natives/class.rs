//! `java.lang.Class` and what leads to it: the run-time type of objects.

use super::arguments::{Outcome, Thrown, impure, pure, raise, vague};
use crate::exec::native::{Abrupt, Native, NativeContext};
use crate::exec::slot::{RuntimeType, Slot};
use crate::sema::program::{ClassId, Role};
use crate::sema::types::{ArrayTy, ElementTy, Ty};
use crate::syntax::tree::TypeKind;

pub(super) const NATIVES: &[Native] = &[
    pure("java.lang.Object.getClass()", get_class),
    impure("java.lang.Object.clone()", clone),
    impure("java.lang.Object.hashCode()", identity_hash_code),
    impure("java.lang.System.identityHashCode(Object)", identity_hash_code),
    pure("java.lang.Enum.getDeclaringClass()", get_declaring_class),
    impure("java.lang.Class.getName()", get_name),
    impure("java.lang.Class.getSimpleName()", get_simple_name),
    pure("java.lang.Class.isInstance(Object)", is_instance),
    pure("java.lang.Class.isInterface()", is_interface),
    pure("java.lang.Class.isArray()", |context, a| Ok(mirrored(context, a)?.is_array().into())),
    pure("java.lang.Class.isPrimitive()", is_primitive),
    pure("java.lang.Class.isEnum()", is_enum),
];

fn get_class(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let ty = context.type_of(arguments[0].reference());
    if let Some(class) = ty.as_class() {
        no_lambda(context, Ty::Class(class))?;
    }
    context.mirror(ty)
}

fn clone(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let object = arguments[0].reference();
    let cloneable = Ty::Class(context.well_known().cloneable);
    if !context.is_instance(object, cloneable) {
        return Err(raise(context, Thrown::CloneNotSupported));
    }
    let cells = context.array(object).len();
    context.charge(cells / 8)?;
    context.copy_of(object)
}

fn identity_hash_code(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    if arguments[0].reference().is_null() {
        return Ok(0.into());
    }
    let object = arguments[0].reference();
    let of = context.type_of(object);
    let is_value = of == context.layouts.string || context.layouts.wrappers.contains(&of);
    if !is_value {
        return Ok(context.identity_hash(object).into());
    }
    let ty = of.ty();
    if let Some(name) = compiled_name(context, ty).unwrap_or_default() {
        return Err(Abrupt::unsupported(format!("identity hash code of a {}", name.replace('/', "."))));
    }
    Err(Abrupt::unsupported(format!("identity hash code of a {}", context.program().type_name(ty))))
}

fn get_declaring_class(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let ty = context.type_of(arguments[0].reference());
    let program = context.program();
    let enumeration = program.well_known.enumeration;
    // A constant with a body is of a class of its own below the enum.
    let superclass = |class: ClassId| match context.compiled {
        Some(compiled) => compiled.superclass(class),
        None => program.classes[class].superclass,
    };
    let declaring = ty.as_class().map(|class| match superclass(class) {
        Some(superclass) if superclass != enumeration => superclass,
        _ => class,
    });
    context.mirror(declaring.map_or(ty, RuntimeType::class))
}

/// The type that `this` stands for.
fn mirrored(context: &NativeContext<'_>, arguments: &[Slot]) -> Result<RuntimeType, Abrupt> {
    context
        .mirrored(arguments[0].reference())
        .ok_or_else(|| Abrupt::unsupported("this object of class Class"))
}

fn get_name(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let ty = mirrored(context, arguments)?.ty();
    if let Some(name) = compiled_name(context, ty)? {
        return vague(context, name.replace('/', ".").as_str());
    }
    // A test has it nested in a class of its own.
    if ty.class().is_some_and(|class| context.program().role(class) == Role::Stub) {
        return Err(Abrupt::unsupported("the whole name of a class that stands in for an implementer"));
    }
    no_lambda(context, ty)?;
    let name = context.program().loaded_name(ty);
    vague(context, name.as_str())
}

/// Which class a lambda's object has, and what it is called, is left open.
fn no_lambda(context: &NativeContext<'_>, ty: Ty) -> Result<(), Abrupt> {
    let class = match ty {
        Ty::Class(class) | Ty::Array(ArrayTy { element: ElementTy::Class(class), .. }) => class,
        _ => return Ok(()),
    };
    match context.program().classes.get(class).is_some() && context.program().role(class) == Role::Lambda {
        true => Err(Abrupt::unsupported("the name of the class of a lambda")),
        false => Ok(()),
    }
}

/// The name of a type that only runs know, as class files have it.
fn compiled_name(context: &NativeContext<'_>, ty: Ty) -> Result<Option<String>, Abrupt> {
    let class = match ty {
        Ty::Class(class) => class,
        Ty::Array(ArrayTy { element: ElementTy::Class(class), .. }) => class,
        _ => return Ok(None),
    };
    let Some(compiled) = context.compiled.filter(|compiled| !compiled.is_of_program(class)) else {
        return Ok(None);
    };
    let name = compiled.name_of(class);
    if name.contains("$Lambda") {
        return Err(Abrupt::unsupported("the name of the class of a lambda"));
    }
    Ok(Some(match ty {
        Ty::Array(array) => format!("{}L{name};", "[".repeat(array.dims.into())),
        _ => name.to_string(),
    }))
}

fn get_simple_name(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let ty = mirrored(context, arguments)?.ty();
    if let Some(name) = compiled_name(context, ty)? {
        if name.starts_with('[')
            || name.rsplit('$').next().is_some_and(|n| n.starts_with(|c: char| c.is_ascii_digit()))
        {
            return Err(Abrupt::unsupported("the simple name of a class that only runs know"));
        }
        let class = ty.class().zip(context.compiled);
        let nested = class.map(|(class, compiled)| compiled.shown_simple_name(context.layouts, class));
        let nested = nested.transpose().map_err(Abrupt::unsupported)?.flatten();
        let simple = nested.unwrap_or_else(|| name.rsplit('/').next().unwrap_or_default().to_owned());
        return vague(context, simple.as_str());
    }
    no_lambda(context, ty)?;
    let program = context.program();
    let name = match ty {
        Ty::Class(class) => program.simple_class_name(class).to_owned(),
        Ty::Array(array) => {
            let element = match array.element {
                ElementTy::Primitive(p) => p.name(),
                ElementTy::Class(class) => program.simple_class_name(class),
            };
            element.to_owned() + &"[]".repeat(array.dims.into())
        }
        other => program.type_name(other),
    };
    vague(context, name.as_str())
}

/// The name by which a class loader knows the type of an object of the run.
pub(super) fn type_name(context: &NativeContext<'_>, ty: Ty) -> String {
    match compiled_name(context, ty) {
        Ok(Some(name)) => name.replace('/', "."),
        _ => context.program().loaded_name(ty),
    }
}

fn is_instance(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let ty = mirrored(context, arguments)?.ty();
    let object = arguments[1].reference();
    Ok((!object.is_null() && context.is_instance(object, ty)).into())
}

/// Whether `this` stands for a class of a kind.
fn is_kind(context: &NativeContext<'_>, arguments: &[Slot], kind: fn(&TypeKind) -> bool) -> Outcome {
    let class = mirrored(context, arguments)?.as_class();
    let program = context.program();
    Ok(class.is_some_and(|class| program.classes.get(class).is_some_and(|c| kind(&c.kind))).into())
}

fn is_interface(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let class = mirrored(context, arguments)?.as_class();
    if let Some((compiled, class)) = context.compiled.zip(class) {
        return Ok(compiled.is_interface(class).into());
    }
    is_kind(context, arguments, |kind| matches!(kind, TypeKind::Interface | TypeKind::Annotation))
}

fn is_enum(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let class = mirrored(context, arguments)?.as_class();
    if let Some((compiled, class)) = context.compiled.zip(class) {
        return Ok((compiled.superclass(class) == Some(context.well_known().enumeration)).into());
    }
    is_kind(context, arguments, |kind| matches!(kind, TypeKind::Enum))
}

fn is_primitive(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let ty = mirrored(context, arguments)?.ty();
    Ok(matches!(ty, Ty::Primitive(_) | Ty::Void).into())
}
