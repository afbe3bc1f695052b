//! Core reflection: what the JDK's own code in `java.lang.Class`, `java.lang.reflect` and behind them asks the virtual machine. What a
//! class declares is told by [`compiled::declared`](crate::exec::compiled); what cannot be told ends the run by name.
//!
//! Objects of class `Class` have no fields here. What the JDK's code keeps in them lies in an array ([`CACHES`]), by class.
//!
//! Java leaves the order of members open. Of methods and constructors no two JVMs need have the same: a run that is given a list
//! of them is one of those that ask for identity hash codes, and each of its settings has another order
//! ([`hashes`](crate::exec::hashes)); one that looks a member up sees no order. Fields, and the components of a record, come in the order of their
//! declarations, as in every class file, on every JVM.
//!
//! Who calls is not known here. So a member is used where everybody may use it, or where `setAccessible` said so.

use super::arguments::{Outcome, Thrown, depends, impure, object, pure, raise, text};
use super::jdk::{initialize_class, jdk_class, set_field};
use crate::class_files::header::Access;
use crate::exec::compiled::{Around, CACHES, Compiled, Declared};
use crate::exec::layout::Layouts;
use crate::exec::native::{Abrupt, Message, Native, NativeContext};
use crate::exec::operate;
use crate::exec::slot::{Reference, RuntimeType, Slot};
use crate::jvm::convert::widens;
use crate::jvm::value::{JavaString, PrimitiveType};
use crate::sema::program::{ClassId, Role};
use crate::sema::types::{ElementTy, Ty};

const CLASS: &str = "java/lang/Class";
const FIELD: &str = "java/lang/reflect/Field";
const METHOD: &str = "java/lang/reflect/Method";
const CONSTRUCTOR: &str = "java/lang/reflect/Constructor";
const COMPONENT: &str = "java/lang/reflect/RecordComponent";
/// Why a run ends that uses what not everybody may use.
const CALLER: &str = "access by reflection that depends on the class that calls";

pub(super) const NATIVES: &[Native] = &[
    // Fields of `Class`: read, and behind `=` written.
    impure("java.lang.Class.genericInfo", |c, a| cached(c, a, 0)),
    impure("java.lang.Class.genericInfo=", |c, a| cache(c, a, 0)),
    impure("java.lang.Class.reflectionData", |c, a| cached(c, a, 1)),
    impure("java.lang.Class.annotationData", |c, a| cached(c, a, 2)),
    pure("java.lang.Class.classRedefinedCount", |_, _| Ok(0.into())),
    impure("java.lang.Class.Atomic.casReflectionData(Class,SoftReference,SoftReference)", |c, a| {
        cache_of_test(c, &[a[0], a[2]], 1)
    }),
    impure(
        "java.lang.Class.Atomic.casAnnotationData(Class,Class.AnnotationData,Class.AnnotationData)",
        |c, a| cache_of_test(c, &[a[0], a[2]], 2),
    ),
    // Classes.
    impure("java.lang.Class.getGenericSignature0()", generic_signature),
    impure("java.lang.Class.getModifiers()", modifiers),
    impure("java.lang.Class.getInterfaces0()", interfaces),
    impure("java.lang.Class.getDeclaringClass0()", declaring_class),
    impure("java.lang.Class.getDeclaringClass()", declaring_class),
    impure("java.lang.Class.getEnclosingClass()", enclosing_class),
    impure("java.lang.Class.getEnclosingMethod0()", enclosing_method),
    impure("java.lang.Class.hasEnclosingMethodInfo()", stands_in_code),
    impure("java.lang.Class.getSimpleBinaryName0()", simple_binary_name),
    impure("java.lang.Class.getRawAnnotations()", raw_annotations),
    pure("java.lang.Class.getConstantPool()", |_, _| Ok(Slot::ZERO)),
    impure("java.lang.Class.getDeclaredField(String)", declared_field),
    impure("java.lang.Class.getDeclaredFields0(boolean)", declared_fields),
    impure("java.lang.Class.getDeclaredConstructors0(boolean)", declared_constructors),
    impure("java.lang.Class.getDeclaredMethods0(boolean)", declared_methods),
    impure("java.lang.Class.getDeclaredMethod(String,Class[])", declared_method),
    impure("java.lang.Class.getDeclaredClasses0()", declared_classes),
    impure("java.lang.Class.getRecordComponents0()", components),
    impure("java.lang.Class.getPermittedSubclasses0()", permitted),
    // What is given out of the lists.
    impure("java.lang.Class.copyMethods(Method[])", |c, a| copies(c, a, METHOD)),
    impure("java.lang.Class.copyConstructors(Constructor[])", |c, a| copies(c, a, CONSTRUCTOR)),
    impure("sun.reflect.generics.factory.CoreReflectionFactory.makeNamedType(String)", named_type),
    impure(
        "sun.reflect.annotation.AnnotationParser.parseAnnotations2(byte[],ConstantPool,Class,Class[])",
        |_, _| Err(Abrupt::unsupported("annotations, by reflection")),
    ),
    impure(
        "sun.reflect.annotation.AnnotationParser.parseParameterAnnotations2(byte[],ConstantPool,Class)",
        |_, _| Err(Abrupt::unsupported("annotations of parameters, by reflection")),
    ),
    impure("java.lang.reflect.Method.getDefaultValue()", |_, _| {
        Err(Abrupt::unsupported("the default value of an annotation's element"))
    }),
    // What is hidden is so for a few classes.
    impure("jdk.internal.reflect.Reflection.<clinit>()", |_, _| Ok(Slot::ZERO)),
    impure("jdk.internal.reflect.Reflection.filterFields(Class,Field[])", unfiltered),
    impure("jdk.internal.reflect.Reflection.filterMethods(Class,Method[])", |_, a| Ok(a[1])),
    impure("jdk.internal.access.SharedSecrets.getJavaLangReflectAccess()", reflect_access),
    // Members.
    impure("java.lang.reflect.Field.setAccessible(boolean)", |c, a| set_accessible(c, a, FIELD)),
    impure("java.lang.reflect.Method.setAccessible(boolean)", |c, a| set_accessible(c, a, METHOD)),
    impure("java.lang.reflect.Constructor.setAccessible(boolean)", |c, a| set_accessible(c, a, CONSTRUCTOR)),
    impure("java.lang.reflect.Field.get(Object)", get),
    impure("java.lang.reflect.Field.set(Object,Object)", set),
    impure("java.lang.reflect.Method.invoke(Object,Object[])", invoke),
    impure("java.lang.reflect.Constructor.newInstance(Object[])", new_instance),
];

/// How many fields of a `Class` are kept.
const KEPT: usize = 3;

fn shown<T>(
    context: &NativeContext<'_>,
    show: impl FnOnce(&Compiled, &Layouts) -> Result<T, String>,
) -> Result<T, Abrupt> {
    let compiled = context.compiled.ok_or_else(depends)?;
    show(compiled, context.layouts).map_err(Abrupt::unsupported)
}

fn mirrored(context: &mut NativeContext<'_>, argument: Slot) -> Result<RuntimeType, Abrupt> {
    let mirror = object(context, argument)?;
    context.mirrored(mirror).ok_or_else(|| Abrupt::unsupported("this object of class Class"))
}

/// What a `Class` keeps in a field, if anything.
fn cached(context: &mut NativeContext<'_>, arguments: &[Slot], field: usize) -> Outcome {
    let mirror = object(context, arguments[0])?;
    let all = context.statics.get(CACHES).reference();
    if all.is_null() {
        return Ok(Slot::ZERO);
    }
    context.charge(context.array(all).len() / 16)?;
    let mut rows = context.array(all).chunks_exact(1 + KEPT);
    let row = rows.find(|row| row[0].reference() == mirror);
    Ok(row.map_or(Slot::ZERO, |row| row[1 + field]))
}

/// Each time in a new array: what others have made stays as it is.
fn cache(context: &mut NativeContext<'_>, arguments: &[Slot], field: usize) -> Outcome {
    let mirror = object(context, arguments[0])?;
    let all = context.statics.get(CACHES).reference();
    let mut cells = if all.is_null() { Vec::new() } else { context.array(all).to_vec() };
    context.charge(cells.len() / 8)?;
    let at = cells.chunks_exact(1 + KEPT).position(|row| row[0].reference() == mirror);
    let at = at.map_or(cells.len(), |row| row * (1 + KEPT));
    if at == cells.len() {
        cells.push(arguments[0]);
        cells.extend([Slot::ZERO; KEPT]);
    }
    cells[at + 1 + field] = arguments[1];
    let class = context.well_known().object;
    let array = array_of(context, class, &cells)?;
    context.statics.set(CACHES, array);
    Ok(Slot::ZERO)
}

/// What initialisers would share is made anew: nothing but the effort shows of that.
fn cache_of_test(context: &mut NativeContext<'_>, arguments: &[Slot], field: usize) -> Outcome {
    if context.is_of_a_test {
        cache(context, arguments, field)?;
    }
    Ok(true.into())
}

/// An array of references.
fn array_of(context: &mut NativeContext<'_>, class: ClassId, cells: &[Slot]) -> Outcome {
    let ty = Ty::Class(class).array_of().ok_or_else(depends)?;
    let array = context.new_array(RuntimeType::array(ty), cells.len())?;
    context.array_mut(array.reference())?.copy_from_slice(cells);
    Ok(array)
}

fn classes(context: &mut NativeContext<'_>, types: &[RuntimeType]) -> Outcome {
    let mirrors = types.iter().map(|&ty| context.mirror(ty)).collect::<Result<Vec<_>, _>>()?;
    let class = jdk_class(context, CLASS)?;
    array_of(context, class, &mirrors)
}

fn interned(context: &mut NativeContext<'_>, text: Option<&str>) -> Outcome {
    text.map_or(Ok(Slot::ZERO), |text| context.intern(&JavaString::from(text)))
}

fn generic_signature(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let Some(class) = mirrored(context, arguments[0])?.as_class() else { return Ok(Slot::ZERO) };
    let signature = shown(context, |compiled, layouts| compiled.shown_signature(layouts, class))?;
    interned(context, signature.as_deref())
}

fn modifiers(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let ty = mirrored(context, arguments[0])?;
    let of_class = |class| shown(context, |compiled, layouts| compiled.shown_access(layouts, class));
    let access = match (ty.as_class(), ty.as_array().map(|array| array.element)) {
        (Some(class), _) => of_class(class)?,
        (None, Some(ElementTy::Class(element))) => {
            let visible = Access::PUBLIC | Access::PRIVATE | Access::PROTECTED;
            (of_class(element)? & visible) | Access::FINAL | Access::ABSTRACT
        }
        (None, _) => Access::PUBLIC | Access::FINAL | Access::ABSTRACT,
    };
    Ok(i32::from(access).into())
}

fn interfaces(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let ty = mirrored(context, arguments[0])?;
    let of_arrays = ["java/lang/Cloneable", "java/io/Serializable"];
    let found = match ty.as_class() {
        Some(class) => shown(context, |compiled, layouts| compiled.shown_interfaces(layouts, class))?,
        None if ty.is_array() => {
            of_arrays.iter().map(|name| jdk_class(context, name)).collect::<Result<Vec<_>, _>>()?
        }
        None => Vec::new(),
    };
    classes(context, &found.into_iter().map(RuntimeType::class).collect::<Vec<_>>())
}

fn around(context: &mut NativeContext<'_>, argument: Slot) -> Result<Around, Abrupt> {
    match mirrored(context, argument)?.as_class() {
        Some(class) => shown(context, |compiled, layouts| compiled.shown_around(layouts, class)),
        None => Ok(Around::Nothing),
    }
}

fn declaring_class(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    match around(context, arguments[0])? {
        Around::Member(outer) => context.mirror(RuntimeType::class(outer)),
        Around::Code(_) | Around::Nothing => Ok(Slot::ZERO),
    }
}

fn enclosing_class(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    match around(context, arguments[0])? {
        Around::Member(outer) | Around::Code(outer) => context.mirror(RuntimeType::class(outer)),
        Around::Nothing => Ok(Slot::ZERO),
    }
}

fn stands_in_code(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    Ok(matches!(around(context, arguments[0])?, Around::Code(_)).into())
}

/// The class, and name and descriptor of the method.
fn enclosing_method(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let Some(class) = mirrored(context, arguments[0])?.as_class() else { return Ok(Slot::ZERO) };
    let found = shown(context, |compiled, layouts| compiled.shown_enclosing(layouts, class))?;
    let Some(found) = found else { return Ok(Slot::ZERO) };
    let mirror = context.mirror(RuntimeType::class(found.class))?;
    let (name, descriptor) = found.method.unzip();
    let cells = [mirror, interned(context, name.as_deref())?, interned(context, descriptor.as_deref())?];
    let class = context.well_known().object;
    array_of(context, class, &cells)
}

fn simple_binary_name(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let Some(class) = mirrored(context, arguments[0])?.as_class() else { return Ok(Slot::ZERO) };
    let name = shown(context, |compiled, layouts| compiled.shown_simple_name(layouts, class))?;
    interned(context, name.as_deref())
}

/// Nothing, or what cannot be parsed here.
fn raw_annotations(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let Some(class) = mirrored(context, arguments[0])?.as_class() else { return Ok(Slot::ZERO) };
    let is_annotated = shown(context, |compiled, layouts| compiled.is_annotated(layouts, class))?;
    annotation_bytes(context, is_annotated)
}

fn annotation_bytes(context: &mut NativeContext<'_>, are_there: bool) -> Outcome {
    match Ty::Primitive(PrimitiveType::Byte).array_of().filter(|_| are_there) {
        Some(bytes) => context.new_array(RuntimeType::array(bytes), 0),
        None => Ok(Slot::ZERO),
    }
}

/// The class that a signature names.
fn named_type(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let name = text(context, arguments[1])?.to_string_lossy();
    let descriptor = format!("L{};", name.replace('.', "/"));
    let ty = shown(context, |compiled, layouts| compiled.shown_type(layouts, &descriptor))?;
    context.mirror(ty)
}

/// Classes of which the JDK or the virtual machine hides fields.
const FILTERED: [&str; 9] = [
    "java/lang/Class",
    "java/lang/ClassLoader",
    "java/lang/Module",
    "java/lang/System",
    "java/lang/Throwable",
    "java/lang/reflect/AccessibleObject",
    FIELD,
    METHOD,
    CONSTRUCTOR,
];

fn unfiltered(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    if let Some(class) = mirrored(context, arguments[0])?.as_class() {
        check_unfiltered(context, class)?;
    }
    Ok(arguments[1])
}

fn check_unfiltered(context: &NativeContext<'_>, class: ClassId) -> Result<(), Abrupt> {
    let name = context.compiled.map(|compiled| compiled.name_of(class));
    let is_filtered = |name: &str| FILTERED.contains(&name) || name.starts_with("jdk/internal/reflect/");
    match name.is_some_and(|name| is_filtered(&name)) {
        true => Err(Abrupt::unsupported("fields that the JDK hides")),
        false => Ok(()),
    }
}

/// One field, without those beside it.
fn declared_field(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let name = text(context, arguments[1])?;
    let wanted = name.to_string_lossy();
    let found = match mirrored(context, arguments[0])?.as_class() {
        Some(class) => {
            check_unfiltered(context, class)?;
            shown(context, |compiled, layouts| compiled.shown_field(layouts, class, &wanted))?
        }
        None => None,
    };
    if let Some((number, field)) = found {
        return make(context, arguments[0], FIELD, number, &field);
    }
    match context.program().class_named("java.lang.NoSuchFieldException") {
        Some(class) => Err(context.throw(class, Message::Library(name))),
        None => Err(Abrupt::unsupported("a field that is not there")),
    }
}

fn reflect_access(context: &mut NativeContext<'_>, _: &[Slot]) -> Outcome {
    let class = jdk_class(context, "java/lang/reflect/ReflectAccess")?;
    context.allocate(class).map(Slot::from)
}

/// The members that a class declares, as objects of their class.
fn members(
    context: &mut NativeContext<'_>,
    mirror: Slot,
    of: &str,
    declared: impl FnOnce(&Compiled, &Layouts, ClassId) -> Result<Vec<Declared>, String>,
) -> Result<Vec<Slot>, Abrupt> {
    let Some(class) = mirrored(context, mirror)?.as_class() else { return Ok(Vec::new()) };
    let found = shown(context, |compiled, layouts| declared(compiled, layouts, class))?;
    let mut made = Vec::with_capacity(found.len());
    for (number, member) in found.iter().enumerate() {
        context.charge(16)?;
        made.push(make(context, mirror, of, number, member)?);
    }
    Ok(made)
}

fn make(
    context: &mut NativeContext<'_>,
    mirror: Slot,
    of: &str,
    number: usize,
    declared: &Declared,
) -> Outcome {
    let member = jdk_class(context, of).and_then(|class| context.allocate(class))?;
    let annotations = annotation_bytes(context, declared.is_annotated)?;
    let mut fields = vec![
        ("clazz", mirror),
        ("slot", (number as i32).into()),
        ("modifiers", i32::from(declared.access).into()),
        ("signature", interned(context, declared.signature.as_deref())?),
        ("annotations", annotations),
    ];
    if of != CONSTRUCTOR {
        fields.push(("name", interned(context, Some(&declared.name))?));
    }
    if of == FIELD {
        let ty = shown(context, |compiled, layouts| compiled.shown_type(layouts, &declared.descriptor))?;
        fields.push(("type", context.mirror(ty)?));
    } else {
        let (parameters, result) =
            shown(context, |compiled, layouts| compiled.shown_types(layouts, &declared.descriptor))?;
        let thrown = |name: &String| {
            shown(context, |compiled, layouts| compiled.shown_type(layouts, &format!("L{name};")))
        };
        let thrown = declared.exceptions.iter().map(thrown).collect::<Result<Vec<_>, _>>()?;
        fields.push(("parameterTypes", classes(context, &parameters)?));
        fields.push(("exceptionTypes", classes(context, &thrown)?));
        fields.push(("parameterAnnotations", annotations));
        if of == METHOD {
            fields.push(("returnType", context.mirror(result)?));
        }
    }
    for (name, value) in fields {
        set_field(context, member, (of, name), value)?;
    }
    Ok(member.into())
}

fn declared_fields(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let public_only = arguments[1].boolean();
    let found = members(context, arguments[0], FIELD, |compiled, layouts, class| {
        let mut fields = compiled.shown_fields(layouts, class)?;
        fields.retain(|field| !public_only || field.is_public());
        Ok(fields)
    })?;
    let class = jdk_class(context, FIELD)?;
    array_of(context, class, &found)
}

fn declared_constructors(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let public_only = arguments[1].boolean();
    let found = members(context, arguments[0], CONSTRUCTOR, |compiled, layouts, class| {
        let mut constructors = compiled.shown_constructors(layouts, class)?;
        constructors.retain(|constructor| !public_only || constructor.is_public());
        Ok(constructors)
    })?;
    let class = jdk_class(context, CONSTRUCTOR)?;
    array_of(context, class, &found)
}

fn declared_methods(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let public_only = arguments[1].boolean();
    let found = members(context, arguments[0], METHOD, |compiled, layouts, class| {
        compiled.shown_methods(layouts, class, public_only)
    })?;
    let class = jdk_class(context, METHOD)?;
    array_of(context, class, &found)
}

/// One method, without those beside it.
fn declared_method(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let name = text(context, arguments[1])?.to_string_lossy();
    let class = mirrored(context, arguments[0])?.as_class();
    let types = arguments[2].reference();
    let types = if types.is_null() { Vec::new() } else { context.array(types).to_vec() };
    let mut parameters = "(".to_owned();
    for &ty in types.iter().filter(|ty| !ty.reference().is_null()) {
        let ty = mirrored(context, ty)?.ty();
        parameters += &shown(context, |compiled, _| Ok(compiled.descriptor_of(ty)))?;
    }
    parameters += ")";
    let is_one = types.iter().all(|ty| !ty.reference().is_null());
    let found = match class.filter(|_| is_one) {
        Some(class) => {
            shown(context, |compiled, layouts| compiled.shown_method(layouts, class, &name, &parameters))?
        }
        None => None,
    };
    if let Some(method) = found {
        return make(context, arguments[0], METHOD, 0, &method);
    }
    match context.program().class_named("java.lang.NoSuchMethodException") {
        Some(class) => Err(context.throw(class, Message::Unspecified)),
        None => Err(Abrupt::unsupported("a method that is not there")),
    }
}

/// Java leaves the order open: each setting has another.
fn copies(context: &mut NativeContext<'_>, arguments: &[Slot], of: &str) -> Outcome {
    let all = object(context, arguments[0])?;
    let mut members = context.array(all).to_vec();
    context.order_members(&mut members)?;
    for member in &mut members {
        context.charge(16)?;
        let root = *member;
        *member = context.copy_of(root.reference())?;
        set_field(context, member.reference(), (of, "root"), root)?;
    }
    let class = jdk_class(context, of)?;
    array_of(context, class, &members)
}

/// Null where the class is not sealed.
fn permitted(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let Some(class) = mirrored(context, arguments[0])?.as_class() else { return Ok(Slot::ZERO) };
    match shown(context, |compiled, layouts| compiled.shown_permitted(layouts, class))? {
        Some(found) => classes(context, &found.into_iter().map(RuntimeType::class).collect::<Vec<_>>()),
        None => Ok(Slot::ZERO),
    }
}

/// The components of a record, with their accessors.
fn components(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let found = match mirrored(context, arguments[0])?.as_class() {
        Some(class) => shown(context, |compiled, layouts| {
            let components = compiled.shown_components(layouts, class)?.into_iter();
            let with_accessor = |component: Declared| {
                let accessor = compiled.shown_method(layouts, class, &component.name, "()")?;
                Ok((component, accessor))
            };
            components.map(with_accessor).collect::<Result<Vec<_>, String>>()
        })?,
        None => Vec::new(),
    };
    let class = jdk_class(context, COMPONENT)?;
    let mut made = Vec::with_capacity(found.len());
    for (component, accessor) in &found {
        context.charge(16)?;
        let object = context.allocate(class)?;
        let ty = shown(context, |compiled, layouts| compiled.shown_type(layouts, &component.descriptor))?;
        let accessor = match accessor {
            Some(accessor) => make(context, arguments[0], METHOD, 0, accessor)?,
            None => return Err(Abrupt::unsupported("a component of a record without an accessor")),
        };
        let fields = [
            ("clazz", arguments[0]),
            ("name", interned(context, Some(&component.name))?),
            ("type", context.mirror(ty)?),
            ("accessor", accessor),
            ("signature", interned(context, component.signature.as_deref())?),
            ("annotations", annotation_bytes(context, component.is_annotated)?),
        ];
        for (name, value) in fields {
            set_field(context, object, (COMPONENT, name), value)?;
        }
        made.push(object.into());
    }
    array_of(context, class, &made)
}

fn declared_classes(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let found = match mirrored(context, arguments[0])?.as_class() {
        Some(class) => shown(context, |compiled, layouts| compiled.shown_classes(layouts, class))?,
        None => Vec::new(),
    };
    classes(context, &found.into_iter().map(RuntimeType::class).collect::<Vec<_>>())
}

/// What a field of the JDK's object holds: the class that declares it, and its name.
fn held(context: &NativeContext<'_>, object: Reference, (class, name): (&str, &str)) -> Result<Slot, Abrupt> {
    let class = jdk_class(context, class)?;
    let compiled = context.compiled.ok_or_else(depends)?;
    let slot = compiled.slot_of(context.layouts, class, name).ok_or_else(depends)?;
    Ok(context.field(object, slot))
}

/// What a member says of itself.
struct Used {
    class: ClassId,
    access: u16,
    is_overriding: bool,
}

fn used(context: &NativeContext<'_>, member: Reference, of: &str) -> Result<Used, Abrupt> {
    let mirror = held(context, member, (of, "clazz"))?.reference();
    let class = context.mirrored(mirror).and_then(RuntimeType::as_class).ok_or_else(depends)?;
    let access = held(context, member, (of, "modifiers"))?.int() as u16;
    let is_overriding = held(context, member, ("java/lang/reflect/AccessibleObject", "override"))?.boolean();
    Ok(Used { class, access, is_overriding })
}

/// Whether a class is of a module of the JDK.
fn is_of_jdk(context: &NativeContext<'_>, class: ClassId) -> bool {
    match context.compiled.and_then(|compiled| compiled.run_class(class)) {
        Some(run) => run.file.as_ref().is_some_and(|file| file.is_of_jdk),
        None => {
            context.program().classes.get(class).is_some() && context.program().role(class) == Role::Library
        }
    }
}

/// Whether everybody may use the member.
fn is_open(context: &NativeContext<'_>, used: &Used) -> Result<bool, Abrupt> {
    let access = shown(context, |compiled, layouts| compiled.shown_access(layouts, used.class))?;
    let name = context.compiled.map(|compiled| compiled.name_of(used.class));
    let is_exported = !is_of_jdk(context, used.class)
        || name
            .is_some_and(|name| ["java/lang/", "java/util/", "java/io/"].iter().any(|p| name.starts_with(p)));
    Ok(is_exported && access & used.access & Access::PUBLIC != 0)
}

/// Sees to it that the code that calls may use the member, as far as that is known here. Whether others may depends on what they are
/// compiled for (private members of classes in one another), on the target (protected ones) and on what modules export; and in what
/// package a test stands is not known.
fn check_access(context: &NativeContext<'_>, used: &Used) -> Result<(), Abrupt> {
    if used.is_overriding || is_open(context, used)? {
        return Ok(());
    }
    let is_of_package = used.access & Access::PRIVATE == 0;
    let may = |caller: ClassId| -> Result<bool, Abrupt> {
        let is_known = !is_of_jdk(context, caller) && !is_of_jdk(context, used.class);
        let is_near = || shown(context, |compiled, _| Ok(compiled.same_package(caller, used.class)));
        Ok(is_known && (caller == used.class || is_of_package && is_near()?))
    };
    match context.calling_class().map(may).transpose()? {
        Some(true) => Ok(()),
        _ => Err(Abrupt::unsupported(CALLER)),
    }
}

/// What a module of the JDK opens is a setting of the machine.
fn set_accessible(context: &mut NativeContext<'_>, arguments: &[Slot], of: &str) -> Outcome {
    let used = used(context, arguments[0].reference(), of)?;
    let wanted = arguments[1].boolean();
    if wanted && is_of_jdk(context, used.class) && !is_open(context, &used)? {
        return Err(Abrupt::unsupported("access by reflection to what the JDK does not open"));
    }
    set_field(
        context,
        arguments[0].reference(),
        ("java/lang/reflect/AccessibleObject", "override"),
        wanted.into(),
    )?;
    Ok(Slot::ZERO)
}

/// The place of a field's value, with its type.
enum Held {
    In(Reference, usize),
    Static(u32),
}

fn place(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Result<(Held, Ty, Used), Abrupt> {
    let field = arguments[0].reference();
    let used = used(context, field, FIELD)?;
    check_access(context, &used)?;
    let name = held(context, field, (FIELD, "name"))?;
    let name = text(context, name)?.to_string_lossy();
    let ty = held(context, field, (FIELD, "type"))?;
    let ty = mirrored(context, ty)?.ty();
    let unsupported = || Abrupt::unsupported(format!("the field {name}, by reflection"));
    let compiled = context.compiled.ok_or_else(unsupported)?;
    if used.access & Access::STATIC != 0 {
        let place =
            compiled.initialized_file(used.class).and_then(|_| compiled.static_named(used.class, &name));
        let place = place.ok_or_else(unsupported)?;
        initialize_class(context, used.class)?;
        return Ok((Held::Static(place), ty, used));
    }
    let target = object(context, arguments[1])?;
    if !context.is_instance(target, Ty::Class(used.class)) {
        return Err(raise(context, Thrown::IllegalArgument));
    }
    let program = context.program();
    let of_source = || {
        let class = program.classes.get(used.class).filter(|_| !program.role(used.class).is_foreign())?;
        let mut fields = class.fields.iter().copied();
        let field = fields.find(|&f| *program.fields[f].name == *name && !program.fields[f].is_static())?;
        (!program.is_unread(field)).then(|| context.layouts.slot(field) as usize)
    };
    let slot = compiled.slot_of(context.layouts, used.class, &name).or_else(of_source);
    Ok((Held::In(target, slot.ok_or_else(unsupported)?), ty, used))
}

fn get(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let (place, ty, _) = place(context, arguments)?;
    let value = match place {
        Held::In(target, slot) => context.field(target, slot),
        Held::Static(place) => context.statics.get(place),
    };
    match ty {
        Ty::Primitive(ty) => context.box_value(value.primitive(ty)),
        _ => Ok(value),
    }
}

fn set(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let (place, ty, used) = place(context, arguments)?;
    let unsupported = || Abrupt::unsupported("a constant or a static that is set by reflection");
    let Held::In(target, slot) = place else { return Err(unsupported()) };
    if used.access & Access::FINAL != 0 {
        return Err(unsupported());
    }
    // Which initialiser writes to what another has made is noted of instructions alone.
    if !context.is_of_a_test {
        return Err(Abrupt::unsupported("a field that is set by reflection in a static initialiser"));
    }
    let Some(given) = converted(context, arguments[2], ty) else {
        return Err(raise(context, Thrown::IllegalArgument));
    };
    match context.array_mut(target)?.get_mut(slot) {
        Some(cell) => *cell = given,
        None => return Err(unsupported()),
    }
    Ok(Slot::ZERO)
}

/// A value as one of a type, if it can be one: primitive ones are unboxed and widened.
pub(super) fn converted(context: &NativeContext<'_>, value: Slot, ty: Ty) -> Option<Slot> {
    let object = value.reference();
    match ty {
        Ty::Primitive(wanted) => {
            let of = (!object.is_null()).then(|| context.type_of(object));
            let is_wrapper = |p: &PrimitiveType| of == Some(context.layouts.wrappers[*p as usize]);
            let given = PrimitiveType::ALL.into_iter().find(is_wrapper);
            let given = given.filter(|&given| given == wanted || widens(given, wanted));
            given.map(|given| operate::convert(given, wanted, context.unbox(given, object).into()))
        }
        ty => (object.is_null() || context.is_instance(object, ty)).then_some(value),
    }
}

/// What a member calls, and with which arguments behind the receiver.
fn called(
    context: &mut NativeContext<'_>,
    (member, of): (Slot, &str),
    receiver: Option<Slot>,
    given: Slot,
) -> Outcome {
    let member = object(context, member)?;
    let used = used(context, member, of)?;
    check_access(context, &used)?;
    let mut arguments = Vec::new();
    if let Some(receiver) = receiver.filter(|_| used.access & Access::STATIC == 0) {
        let target = object(context, receiver)?;
        if !context.is_instance(target, Ty::Class(used.class)) {
            return Err(raise(context, Thrown::IllegalArgument));
        }
        arguments.push(receiver);
    }
    let types = held(context, member, (of, "parameterTypes"))?.reference();
    let types = context.array(types).to_vec();
    let given = given.reference();
    let given = if given.is_null() { Vec::new() } else { context.array(given).to_vec() };
    if given.len() != types.len() {
        return Err(raise(context, Thrown::IllegalArgument));
    }
    let mut descriptor = "(".to_owned();
    for (&value, &ty) in given.iter().zip(&types) {
        let ty = mirrored(context, ty)?.ty();
        descriptor += &shown(context, |compiled, _| Ok(compiled.descriptor_of(ty)))?;
        // Later JDKs give the exception a cause.
        let value = converted(context, value, ty);
        arguments
            .push(value.ok_or_else(|| Abrupt::unsupported("an argument of another type, by reflection"))?);
    }
    descriptor += ")";
    let (name, result) = if of == METHOD {
        let name = held(context, member, (of, "name"))?;
        let result = held(context, member, (of, "returnType"))?;
        (text(context, name)?.to_string_lossy(), mirrored(context, result)?.ty())
    } else {
        ("<init>".to_owned(), Ty::Void)
    };
    let invoker = shown(context, |compiled, layouts| {
        descriptor += &compiled.descriptor_of(result);
        let invoker = compiled.invoker(layouts, used.class, &name, &descriptor);
        invoker.ok_or_else(|| format!("a call of {name} by reflection"))
    })?;
    Err(Abrupt::Call(invoker, arguments))
}

fn invoke(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    called(context, (arguments[0], METHOD), Some(arguments[1]), arguments[2])
}

fn new_instance(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let member = object(context, arguments[0])?;
    let class = used(context, member, CONSTRUCTOR)?.class;
    let access = shown(context, |compiled, layouts| compiled.shown_access(layouts, class))?;
    if access & (Access::ABSTRACT | Access::ENUM) != 0 {
        return Err(Abrupt::unsupported("an object of an abstract class, or of an enum, by reflection"));
    }
    called(context, (arguments[0], CONSTRUCTOR), None, arguments[1])
}
