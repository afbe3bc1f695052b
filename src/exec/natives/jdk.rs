//! What the JDK's own classes need of the virtual machine: rows for methods of class files, in the order of their classes.
//!
//! An object's field is named by its slot and an array's cell by its index, so the offsets that `Unsafe` deals in are just
//! these, and an element is one unit wide. What depends on the environment ends the run by name.

use super::arguments::{Outcome, Thrown, depends, impure, object, platform, pure, raise, raise_with, text};
use super::reflected_arrays::new_array;
use crate::exec::compiled::{RunClass, THREAD};
use crate::exec::native::{Abrupt, Construction, Message, Native, NativeContext};
use crate::exec::slot::{Reference, RuntimeType, Slot};
use crate::jvm::value::{JavaString, PrimitiveType};
use crate::sema::program::{ClassId, FieldId, MethodId, MethodSource, Role};
use crate::sema::types::Ty;

pub(super) const NATIVES: &[Native] = &[
    // Nothing has to be registered.
    impure("java.lang.Object.registerNatives()", nothing),
    impure("java.lang.Class.registerNatives()", nothing),
    impure("java.lang.System.registerNatives()", nothing),
    impure("jdk.internal.misc.Unsafe.registerNatives()", nothing),
    impure("jdk.internal.misc.ScopedMemoryAccess.registerNatives()", nothing),
    impure("jdk.internal.misc.VM.initialize()", nothing),
    pure("java.util.concurrent.atomic.AtomicLong.VMSupportsCS8()", yes),
    pure("java.lang.StringUTF16.isBigEndian()", no),
    pure("java.lang.ref.Reference.refersTo0(Object)", refers_to),
    pure("java.lang.ref.PhantomReference.refersTo0(Object)", refers_to),
    impure("java.lang.ref.Reference.<clinit>()", nothing),
    impure("java.lang.ref.Reference.clear0()", clear_reference),
    impure("java.lang.ref.Finalizer.<clinit>()", nothing),
    impure("java.util.zip.ZipUtils.loadLibrary()", nothing),
    impure("jdk.internal.misc.CDS.initializeFromArchive(Class)", nothing),
    pure("jdk.internal.misc.CDS.isDumpingClassList0()", no),
    pure("jdk.internal.misc.CDS.isDumpingArchive0()", no),
    pure("jdk.internal.misc.CDS.isSharingEnabled0()", no),
    pure("jdk.internal.misc.CDS.getRandomSeedForDumping()", |_, _| Ok(0i64.into())),
    pure("jdk.internal.misc.CDS.getCDSConfigStatus()", |_, _| Ok(0.into())),
    pure("jdk.internal.misc.CDS.isDumpingClassList()", no),
    pure("jdk.internal.misc.CDS.isDumpingArchive()", no),
    pure("jdk.internal.misc.VM.isBooted()", yes),
    pure("jdk.internal.misc.VM.isModuleSystemInited()", yes),
    pure("jdk.internal.misc.VM.isSupportedClassFileVersion(int,int)", yes),
    pure("sun.security.action.GetBooleanAction.privilegedGetProperty(String)", no),
    impure("sun.security.action.GetPropertyAction.privilegedGetProperties()", environment),
    impure("java.lang.System.getProperties()", environment),
    impure("java.lang.System.setProperties(Properties)", environment),
    impure("java.lang.System.clearProperty(String)", environment),
    impure("java.lang.ModuleLayer.boot()", environment),
    impure("java.lang.Runtime.version()", environment),
    pure("java.lang.System.getSecurityManager()", nothing),
    pure("java.lang.System.allowSecurityManager()", no),
    // One environment for all: nothing that depends on these shows, unless the emitted tests set it (the locale).
    impure("java.util.Locale.getDefault(Locale.Category)", default_locale),
    impure("java.util.Locale.getDefault()", default_locale),
    platform("java.lang.Runtime.availableProcessors()", |_, _| Ok(2.into())),
    impure("java.lang.InheritableThreadLocal.getMap(Thread)", environment),
    impure("java.util.concurrent.ThreadLocalRandom.current()", environment),
    // How high the towers of a skip list are, and which cells threads share, shows nowhere.
    platform("java.util.concurrent.ThreadLocalRandom.nextSecondarySeed()", |_, _| Ok(1.into())),
    platform("java.util.concurrent.ThreadLocalRandom.getProbe()", |_, _| Ok(1.into())),
    platform("java.util.concurrent.ThreadLocalRandom.localInit()", nothing),
    platform("java.util.concurrent.ThreadLocalRandom.advanceProbe(int)", |_, a| Ok(a[0])),
    platform("java.util.concurrent.atomic.Striped64.getProbe()", |_, _| Ok(1.into())),
    impure("java.lang.Math.random()", environment),
    // Providers of algorithms come from the settings of the machine.
    impure("java.security.Security.initialize()", environment),
    impure("java.security.Security.getProviders()", environment),
    impure("java.security.Provider.getService(String,String)", environment),
    impure("java.security.MessageDigest.getInstance(String,String)", environment),
    impure("sun.security.jca.GetInstance.getInstance(String,Class,String)", environment),
    impure("sun.security.jca.GetInstance.getServices(String,String)", environment),
    impure("sun.security.jca.Providers.getProviderList()", environment),
    // Locales: the library's are those that format as the root does, and two that do not. Their hash codes are open as those of any
    // object are.
    impure("java.util.Locale.equals(Object)", same_locale),
    impure("java.util.Locale.hashCode()", |context, a| Ok(context.identity_hash(a[0].reference()).into())),
    impure("java.util.Locale.getLanguage()", |c, a| locale_part(c, a, 0)),
    impure("java.util.Locale.getCountry()", |c, a| locale_part(c, a, 1)),
    impure("java.util.Locale.getVariant()", |c, a| locale_part(c, a, 2)),
    impure("java.util.Locale.getScript()", |c, a| locale_part(c, a, 2)),
    impure("java.util.Locale.getUnicodeLocaleType(String)", nothing),
    pure("java.util.Locale.hasExtensions()", no),
    // Modes of memory are one in one thread.
    impure("java.lang.invoke.VarHandle.acquireFence()", nothing),
    impure("java.lang.invoke.VarHandle.releaseFence()", nothing),
    impure("java.lang.invoke.VarHandle.fullFence()", nothing),
    impure("java.lang.invoke.VarHandle.loadLoadFence()", nothing),
    impure("java.lang.invoke.VarHandle.storeStoreFence()", nothing),
    // Classes.
    pure("java.lang.Class.desiredAssertionStatus()", asserts),
    pure("java.lang.Class.getPrimitiveClass(String)", primitive_class),
    pure("java.lang.Class.isAssignableFrom(Class)", is_assignable_from),
    pure("java.lang.Class.getComponentType()", component_type),
    pure("java.lang.Class.componentType()", component_type),
    pure("java.lang.Class.getSuperclass()", superclass),
    pure("java.lang.Class.isHidden()", no),
    impure("java.lang.Class.getPackageName()", package_name),
    pure("java.lang.Class.isRecord()", is_record),
    impure("java.lang.Class.getEnumConstantsShared()", enum_constants),
    impure("java.lang.Enum.valueOf(Class,String)", enum_value_of),
    pure("jdk.internal.reflect.Reflection.verifyMemberAccess(Class,Class,Class,int)", yes),
    impure("jdk.internal.reflect.Reflection.getCallerClass()", caller),
    impure("jdk.internal.access.SharedSecrets.getJavaLangAccess()", java_lang_access),
    impure("java.util.ImmutableCollections.Set12.1.next()", next_of_few),
    impure("java.util.ImmutableCollections.salt", salt),
    // Texts.
    impure("java.lang.String.join(String,String,String,String[],int)", join),
    impure("java.lang.StringLatin1.newString(byte[],int,int)", new_latin_string),
    impure("java.lang.String.isLatin1()", |context, arguments| {
        Ok(context.units(arguments[0].reference()).iter().all(|&unit| unit < 256).into())
    }),
    // Memory.
    pure("jdk.internal.misc.Unsafe.arrayBaseOffset0(Class)", |_, _| Ok(0.into())),
    pure("jdk.internal.misc.Unsafe.arrayIndexScale0(Class)", |_, _| Ok(1.into())),
    pure("jdk.internal.misc.Unsafe.arrayBaseOffset(Class)", |_, _| Ok(0.into())),
    pure("jdk.internal.misc.Unsafe.arrayIndexScale(Class)", |_, _| Ok(1.into())),
    pure("jdk.internal.misc.Unsafe.addressSize0()", |_, _| Ok(8.into())),
    pure("jdk.internal.misc.Unsafe.isBigEndian0()", no),
    pure("jdk.internal.misc.Unsafe.unalignedAccess0()", no),
    impure("jdk.internal.misc.Unsafe.objectFieldOffset(Class,String)", |context, a| {
        let place = field_place(context, a[1], a[2])?;
        Ok(place.into())
    }),
    impure("jdk.internal.misc.Unsafe.objectFieldOffset(Field)", field_offset),
    impure("jdk.internal.misc.Unsafe.fullFence()", nothing),
    impure("jdk.internal.misc.Unsafe.storeFence()", nothing),
    impure("jdk.internal.misc.Unsafe.loadFence()", nothing),
    impure("jdk.internal.misc.Unsafe.ensureClassInitialized(Class)", ensure_initialized),
    impure("jdk.internal.access.SharedSecrets.ensureClassInitialized(Class)", |c, a| {
        ensure_initialized(c, &[Slot::ZERO, a[0]])
    }),
    platform("java.lang.Class.forName(String,boolean,ClassLoader)", class_for_name),
    impure("java.lang.Class.forName(String)", class_for_name),
    impure("java.lang.Class.newInstance()", new_instance),
    // Statics that are named by their place; nothing of the JDK that runs here reads them.
    impure("jdk.internal.misc.Unsafe.staticFieldBase(Field)", |_, a| Ok(a[1])),
    pure("jdk.internal.misc.Unsafe.staticFieldOffset(Field)", |_, _| Ok((-1i64).into())),
    impure("jdk.internal.misc.Unsafe.allocateUninitializedArray(Class,int)", |context, a| {
        new_array(context, &a[1..])
    }),
    // Nothing is compared in wide steps: all of it is left to the caller.
    pure("jdk.internal.util.ArraysSupport.vectorizedMismatch(Object,long,Object,long,int,int)", |_, a| {
        Ok((!a[4].int()).into())
    }),
    impure("jdk.internal.misc.Unsafe.compareAndSetInt(Object,long,int,int)", |c, a| set_if(c, a, INT)),
    impure("jdk.internal.misc.Unsafe.compareAndSetLong(Object,long,long,long)", |c, a| set_if(c, a, LONG)),
    impure("jdk.internal.misc.Unsafe.compareAndSetReference(Object,long,Object,Object)", |c, a| {
        set_if(c, a, None)
    }),
    impure("jdk.internal.misc.Unsafe.weakCompareAndSetReference(Object,long,Object,Object)", |c, a| {
        set_if(c, a, None)
    }),
    impure("jdk.internal.misc.Unsafe.weakCompareAndSetInt(Object,long,int,int)", |c, a| set_if(c, a, INT)),
    impure("jdk.internal.misc.Unsafe.weakCompareAndSetLong(Object,long,long,long)", |c, a| {
        set_if(c, a, LONG)
    }),
    pure("jdk.internal.misc.Unsafe.getInt(Object,long)", |c, a| get(c, a, INT)),
    pure("jdk.internal.misc.Unsafe.getIntVolatile(Object,long)", |c, a| get(c, a, INT)),
    pure("jdk.internal.misc.Unsafe.getIntAcquire(Object,long)", |c, a| get(c, a, INT)),
    pure("jdk.internal.misc.Unsafe.getLong(Object,long)", |c, a| get(c, a, LONG)),
    pure("jdk.internal.misc.Unsafe.getLongVolatile(Object,long)", |c, a| get(c, a, LONG)),
    pure("jdk.internal.misc.Unsafe.getReference(Object,long)", |c, a| get(c, a, None)),
    pure("jdk.internal.misc.Unsafe.getReferenceVolatile(Object,long)", |c, a| get(c, a, None)),
    pure("jdk.internal.misc.Unsafe.getReferenceAcquire(Object,long)", |c, a| get(c, a, None)),
    impure("jdk.internal.misc.Unsafe.putInt(Object,long,int)", |c, a| put(c, a, INT)),
    impure("jdk.internal.misc.Unsafe.putIntVolatile(Object,long,int)", |c, a| put(c, a, INT)),
    impure("jdk.internal.misc.Unsafe.putIntRelease(Object,long,int)", |c, a| put(c, a, INT)),
    impure("jdk.internal.misc.Unsafe.putLong(Object,long,long)", |c, a| put(c, a, LONG)),
    impure("jdk.internal.misc.Unsafe.putLongVolatile(Object,long,long)", |c, a| put(c, a, LONG)),
    impure("jdk.internal.misc.Unsafe.putReference(Object,long,Object)", |c, a| put(c, a, None)),
    impure("jdk.internal.misc.Unsafe.putReferenceVolatile(Object,long,Object)", |c, a| put(c, a, None)),
    impure("jdk.internal.misc.Unsafe.putReferenceRelease(Object,long,Object)", |c, a| put(c, a, None)),
];

const INT: Option<PrimitiveType> = Some(PrimitiveType::Int);
const LONG: Option<PrimitiveType> = Some(PrimitiveType::Long);

/// Of a method without a result, or whose result is null.
pub(super) fn nothing(_: &mut NativeContext<'_>, _: &[Slot]) -> Outcome {
    Ok(Slot::ZERO)
}

pub(super) fn no(_: &mut NativeContext<'_>, _: &[Slot]) -> Outcome {
    Ok(false.into())
}

fn yes(_: &mut NativeContext<'_>, _: &[Slot]) -> Outcome {
    Ok(true.into())
}

pub(super) fn environment(_: &mut NativeContext<'_>, _: &[Slot]) -> Outcome {
    Err(depends())
}

/// The locale in which tests run. A class may be initialised before a test sets it.
fn default_locale(context: &mut NativeContext<'_>, _: &[Slot]) -> Outcome {
    let program = context.program();
    let class = program.class_named("java.util.Locale").ok_or_else(depends)?;
    if !context.is_of_a_test {
        let is_it = |&&method: &&MethodId| &*program.methods[method].name == "atStart";
        let at_start = program.classes[class].methods.iter().find(is_it).ok_or_else(depends)?;
        let name = context.country().locale;
        let name = context.intern(&JavaString::from(name))?;
        return Err(Abrupt::Call(*at_start, vec![name]));
    }
    let is_root = |&&field: &&FieldId| &*program.fields[field].name == "ROOT";
    let root = program.classes[class].fields.iter().find(is_root).ok_or_else(depends)?;
    let place = context.layouts.slot(*root);
    context.finals.get(place as usize).copied().ok_or_else(depends)
}

/// Of those that the library does not keep there may be two of a name.
fn same_locale(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let [own, other] = [0, 1].map(|at| arguments[at].reference());
    let is_locale = !other.is_null() && context.type_of(other) == context.type_of(own);
    let is_same = is_locale && locale_name(context, arguments[0])? == locale_name(context, arguments[1])?;
    Ok(is_same.into())
}

/// A part of a locale's name, `en_US`.
fn locale_part(context: &mut NativeContext<'_>, arguments: &[Slot], part: usize) -> Outcome {
    let name = locale_name(context, arguments[0])?;
    // The JDK's own are interned, and compared so.
    context.intern(&JavaString::from(name.split('_').nth(part).unwrap_or_default()))
}

/// The name of a locale that is not null: one of the library's.
pub(super) fn locale_name(context: &mut NativeContext<'_>, locale: Slot) -> Result<String, Abrupt> {
    let locale = object(context, locale)?;
    let slot = context
        .type_of(locale)
        .as_class()
        .and_then(|class| context.layouts.slot_named(context.program(), class, "name"))
        .ok_or_else(depends)?;
    Ok(text(context, context.field(locale, slot))?.to_string_lossy())
}

/// No collector ever clears a reference.
fn referent(context: &NativeContext<'_>) -> Result<usize, Abrupt> {
    let unsupported = || Abrupt::unsupported("a reference to an object");
    let compiled = context.compiled.ok_or_else(unsupported)?;
    let class = compiled.class(context.layouts, "java/lang/ref/Reference").ok_or_else(unsupported)?;
    compiled.slot_of(context.layouts, class, "referent").ok_or_else(unsupported)
}

fn refers_to(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let reference = arguments[0].reference();
    let held = context.field(reference, referent(context)?);
    Ok((held.reference() == arguments[1].reference()).into())
}

fn clear_reference(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let reference = arguments[0].reference();
    let slot = referent(context)?;
    context.array_mut(reference)?[slot] = Slot::ZERO;
    Ok(Slot::ZERO)
}

fn initialize(context: &NativeContext<'_>, ty: RuntimeType) -> Result<(), Abrupt> {
    ty.as_class().map_or(Ok(()), |class| initialize_class(context, class))
}

/// A class that is to be initialised, if it is not: the native is called again then.
pub(super) fn initialize_class(context: &NativeContext<'_>, class: ClassId) -> Result<(), Abrupt> {
    let Some(compiled) = context.compiled else { return Ok(()) };
    match compiled.initialized_first(context.layouts, class) {
        Some((class, number)) if !context.statics.has_begun(number) => Err(Abrupt::Initialize(class)),
        _ => Ok(()),
    }
}

/// A class of the JDK by its binary name.
pub(super) fn jdk_class(context: &NativeContext<'_>, name: &str) -> Result<ClassId, Abrupt> {
    context.compiled.and_then(|compiled| compiled.class(context.layouts, name)).ok_or_else(depends)
}

/// Sets a field of a JDK's object: the class that declares it, and its name.
pub(super) fn set_field(
    context: &mut NativeContext<'_>,
    object: Reference,
    (class, name): (&str, &str),
    value: Slot,
) -> Result<(), Abrupt> {
    let class = jdk_class(context, class)?;
    let compiled = context.compiled.ok_or_else(depends)?;
    let slot = compiled.slot_of(context.layouts, class, name).ok_or_else(depends)?;
    context.array_mut(object)?[slot] = value;
    Ok(())
}

/// What a field of an object of the JDK holds.
pub(super) fn field_of(
    context: &NativeContext<'_>,
    object: Reference,
    (class, name): (&str, &str),
) -> Result<Slot, Abrupt> {
    let class = jdk_class(context, class)?;
    let compiled = context.compiled.ok_or_else(depends)?;
    let slot = compiled.slot_of(context.layouts, class, name).ok_or_else(depends)?;
    Ok(context.array(object)[slot])
}

fn ensure_initialized(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let ty = mirrored(context, arguments[1])?;
    initialize(context, ty)?;
    Ok(Slot::ZERO)
}

/// A class that is there, or is certainly not when tests run.
fn class_for_name(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let name = text(context, arguments[0])?.to_string_lossy();
    let unknown = || Abrupt::unsupported(format!("the class {name}, by its name"));
    // A binary name has dots (JLS 13.1).
    let compiled = context.compiled.filter(|_| !name.contains('/')).ok_or_else(unknown)?;
    let Some(class) = compiled.class(context.layouts, &name.replace('.', "/")) else {
        let message = Message::Library(JavaString::from(name.as_str()));
        return Err(match compiled.lacks(&name) {
            true => raise_with(context, Thrown::ClassNotFound, message),
            false => unknown(),
        });
    };
    let ty = RuntimeType::class(class);
    if arguments.get(1).is_none_or(|wanted| wanted.boolean()) {
        let program = context.program();
        let initializes = |&class: &ClassId| {
            !program.role(class).is_foreign() && program.classes[class].static_initializer.is_some()
        };
        // Whether that of a source throws, and what it has done, nobody asks here.
        if program.classes.get(class).is_some() && program.initialized_with(class).iter().any(initializes) {
            let what = format!("the static initialiser of {name}, which is looked up by its name");
            return Err(Abrupt::unsupported(what));
        }
        initialize(context, ty)?;
    }
    context.mirror(ty)
}

/// An object of a class that everybody may make.
fn new_instance(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let ty = mirrored(context, arguments[0])?;
    let unsupported = || Abrupt::unsupported("an object of a class by reflection");
    let class = ty.as_class().ok_or_else(unsupported)?;
    let compiled = context.compiled.ok_or_else(unsupported)?;
    // Whether the initialiser of a source throws is not known here.
    let program = context.program();
    let is_initialized = |class: ClassId| {
        let known = program.classes.get(class);
        known.is_none_or(|c| c.static_initializer.is_none()) || program.role(class).is_compiled()
    };
    // Packages beside these are the JDK's own affair.
    let is_by_jdk = context.is_called_by_jdk();
    let is_open = |run: &RunClass| {
        let is_of_jdk = run.file.as_ref().is_some_and(|file| file.is_of_jdk);
        !is_of_jdk || is_by_jdk || ["java/", "javax/"].iter().any(|package| run.name.starts_with(package))
    };
    if !compiled.chain(class).all(is_initialized) || !compiled.run_class(class).is_none_or(is_open) {
        return Err(unsupported());
    }
    let constructor = compiled.public_constructor(context.layouts, class, "()V").ok_or_else(unsupported)?;
    initialize_class(context, class)?;
    let object = context.allocate(class)?;
    Err(Abrupt::Construct(Construction {
        constructor,
        arguments: vec![object.into()],
        result: object.into(),
    }))
}

fn package_name(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let ty = mirrored(context, arguments[0])?;
    let unsupported = || Abrupt::unsupported("the name of a package");
    let class = ty.as_class().ok_or_else(unsupported)?;
    let name = super::class::type_name(context, Ty::Class(class));
    super::arguments::vague(context, name.rsplit_once('.').map_or("", |(package, _)| package))
}

/// Whose code asks decides what some methods give, and what they find on its class path.
fn caller(_: &mut NativeContext<'_>, _: &[Slot]) -> Outcome {
    Err(Abrupt::unsupported("it depends on the class that calls a method of the JDK"))
}

/// The type that a `Class` stands for.
pub(super) fn mirrored(context: &mut NativeContext<'_>, argument: Slot) -> Result<RuntimeType, Abrupt> {
    let mirror = object(context, argument)?;
    context.mirrored(mirror).ok_or_else(|| Abrupt::unsupported("this object of class Class"))
}

fn primitive_class(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let name = text(context, arguments[0])?.to_string_lossy();
    let ty = PrimitiveType::ALL.into_iter().find(|p| p.name() == name).map_or(Ty::Void, Ty::Primitive);
    context.mirror(RuntimeType::of(ty).unwrap_or(RuntimeType::VOID))
}

fn is_assignable_from(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let ty = mirrored(context, arguments[0])?;
    let other = mirrored(context, arguments[1])?;
    Ok((ty == other || context.layouts.is_instance(other, ty.ty())).into())
}

/// The JDK's own classes never run with assertions. Those of the class path may: theirs are tried, and one that fails ends
/// the run (`lower::members`), so what is said holds with them on and off.
fn asserts(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let class = mirrored(context, arguments[0])?.as_class();
    let run = class.zip(context.compiled).and_then(|(class, compiled)| compiled.run_class(class));
    if let Some(file) = run.and_then(|run| run.file.as_ref()) {
        return Ok((!file.is_of_jdk).into());
    }
    // Of a class that is read from its source tests hold with assertions on and off.
    let program = context.program();
    let is_read =
        |class: ClassId| program.classes.get(class).is_some() && program.role(class) != Role::Library;
    if class.is_some_and(is_read) { Err(depends()) } else { Ok(false.into()) }
}

fn component_type(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let array = mirrored(context, arguments[0])?.as_array();
    match array.and_then(|array| RuntimeType::of(array.cell())) {
        Some(cell) => context.mirror(cell),
        None => Ok(Slot::ZERO),
    }
}

fn superclass(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let ty = mirrored(context, arguments[0])?;
    let object = context.well_known().object;
    let above = match (ty.as_class(), context.compiled) {
        _ if ty.is_array() => Some(object),
        (Some(class), Some(compiled)) if !compiled.is_interface(class) => compiled.superclass(class),
        _ => None,
    };
    above.map_or(Ok(Slot::ZERO), |above| context.mirror(RuntimeType::class(above)))
}

fn is_record(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let ty = mirrored(context, arguments[0])?;
    let above = ty.as_class().zip(context.compiled).and_then(|(class, compiled)| compiled.superclass(class));
    let name = above.zip(context.compiled).map(|(class, compiled)| compiled.name_of(class));
    Ok(name.is_some_and(|name| &*name == "java/lang/Record").into())
}

/// The constants of a compiled enum, once it is initialised: the array that the compiler keeps.
fn enum_constants(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let ty = mirrored(context, arguments[0])?;
    let (Some(class), Some(compiled)) = (ty.as_class(), context.compiled) else { return Ok(Slot::ZERO) };
    if !context.layouts.is_subclass(class, context.well_known().enumeration) {
        return Ok(Slot::ZERO);
    }
    let Some((number, place)) = compiled.enum_values(class) else {
        return Err(of_source(context, class, &MethodSource::EnumValues, Vec::new()));
    };
    if !context.statics.has_begun(number) {
        return Err(Abrupt::Initialize(class));
    }
    Ok(context.statics.get(place))
}

/// An enum of the program gives its constants itself.
fn of_source(
    context: &NativeContext<'_>,
    class: ClassId,
    wanted: &MethodSource,
    arguments: Vec<Slot>,
) -> Abrupt {
    let program = context.program();
    let methods = program.classes.get(class).map_or(&[][..], |c| &c.methods);
    let is_it = |&&method: &&MethodId| {
        std::mem::discriminant(&program.methods[method].source) == std::mem::discriminant(wanted)
    };
    match methods.iter().find(is_it) {
        Some(&method) => Abrupt::Call(method, arguments),
        None => Abrupt::unsupported("the constants of an enum"),
    }
}

fn enum_value_of(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let class = mirrored(context, arguments[0])?.as_class();
    let is_of_file = |class| context.compiled.is_some_and(|compiled| compiled.enum_values(class).is_some());
    if let Some(class) = class.filter(|&class| !is_of_file(class)) {
        object(context, arguments[1])?;
        return Err(of_source(context, class, &MethodSource::EnumValueOf, vec![arguments[1]]));
    }
    let constants = enum_constants(context, arguments)?;
    let name = text(context, arguments[1])?;
    let slot = context.layouts.slot_named(context.program(), context.well_known().enumeration, "name");
    for &constant in context.array(constants.reference()) {
        let held = slot.map(|slot| context.field(constant.reference(), slot));
        if held.is_some_and(|held| *context.string(held.reference()) == name) {
            return Ok(constant);
        }
    }
    Err(raise(context, Thrown::IllegalArgument))
}

fn field_offset(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let unsupported = || Abrupt::unsupported("reflection on a field");
    let field = object(context, arguments[1])?;
    let class = context.type_of(field).as_class().ok_or_else(unsupported)?;
    let compiled = context.compiled.ok_or_else(unsupported)?;
    let place = |name: &str| compiled.slot_of(context.layouts, class, name).ok_or_else(unsupported);
    let (of, name) = (context.field(field, place("clazz")?), context.field(field, place("name")?));
    Ok(field_place(context, of, name)?.into())
}

/// The slot of a field of a class.
fn field_place(context: &mut NativeContext<'_>, class: Slot, name: Slot) -> Result<i64, Abrupt> {
    let unsupported = || Abrupt::unsupported("the place of a field");
    let class = mirrored(context, class)?.as_class().ok_or_else(unsupported)?;
    let name = text(context, name)?.to_string_lossy();
    let compiled = context.compiled.ok_or_else(unsupported)?;
    compiled.slot_of(context.layouts, class, &name).map(|slot| slot as i64).ok_or_else(unsupported)
}

/// The object by which other packages of the JDK reach into `java.lang`.
fn java_lang_access(context: &mut NativeContext<'_>, _: &[Slot]) -> Outcome {
    let unsupported = || Abrupt::unsupported("the JDK's access to java.lang");
    let compiled = context.compiled.ok_or_else(unsupported)?;
    let access =
        compiled.class(context.layouts, "jdk/internal/access/JavaLangAccess").ok_or_else(unsupported)?;
    let is_it = |n: &u32| {
        let class = compiled.class(context.layouts, &format!("java/lang/System${n}"));
        class.filter(|&class| context.layouts.is_subclass(class, access))
    };
    let class = (1..9).find_map(|n| is_it(&n)).ok_or_else(unsupported)?;
    context.allocate(class).map(Slot::from)
}

fn join(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let (prefix, suffix) = (text(context, arguments[0])?, text(context, arguments[1])?);
    let delimiter = text(context, arguments[2])?;
    let elements = object(context, arguments[3])?;
    let count = usize::try_from(arguments[4].int()).unwrap_or_default();
    let cells: Vec<Slot> = context.array(elements).iter().take(count).copied().collect();
    let mut joined: Vec<u16> = prefix.units().to_vec();
    for (n, cell) in cells.into_iter().enumerate() {
        if n > 0 {
            joined.extend_from_slice(delimiter.units());
        }
        match cell.reference().is_null() {
            true => joined.extend("null".encode_utf16()),
            false => joined.extend_from_slice(context.units(cell.reference())),
        }
        context.charge(1 + joined.len() / 64)?;
    }
    joined.extend_from_slice(suffix.units());
    super::arguments::vague(context, joined)
}

fn new_latin_string(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let bytes = object(context, arguments[0])?;
    let (from, count) = (arguments[1].int() as usize, arguments[2].int() as usize);
    let units: Option<Vec<u16>> = context
        .array(bytes)
        .get(from..)
        .and_then(|rest| rest.get(..count))
        .map(|cells| cells.iter().map(|cell| u16::from(cell.byte() as u8)).collect());
    match units {
        Some(units) => super::arguments::vague(context, units),
        None => Err(raise(context, Thrown::StringIndex)),
    }
}

/// What an iterator of `Set.of` or `Map.of` mixes its order with; nobody sees it where at most one element is left.
fn salt(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let iterator = arguments[0].reference();
    let class = context.type_of(iterator).as_class();
    let slot = class
        .zip(context.compiled)
        .and_then(|(class, compiled)| compiled.slot_of(context.layouts, class, "remaining"));
    match slot {
        Some(slot) if context.field(iterator, slot).int() <= 1 => Ok(Slot::ZERO),
        _ => Err(Abrupt::unsupported("the order of a set or map that differs from one JVM to the next")),
    }
}

/// The next element of a set of one; a set of two has an order that differs from one JVM to the next.
fn next_of_few(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let unsupported = || Abrupt::unsupported("the order of a set that differs from one JVM to the next");
    let iterator = arguments[0].reference();
    let compiled = context.compiled.ok_or_else(unsupported)?;
    let slot = |context: &NativeContext<'_>, object: Reference, name: &str| {
        let class = context.type_of(object).as_class();
        class.and_then(|class| compiled.slot_of(context.layouts, class, name)).ok_or_else(unsupported)
    };
    let index = slot(context, iterator, "idx")?;
    let set = context.field(iterator, slot(context, iterator, "this$0")?).reference();
    if context.field(iterator, index).int() != 1 {
        return Err(unsupported());
    }
    let second = context.field(set, slot(context, set, "e1")?);
    let empty = compiled
        .class(context.layouts, "java/util/ImmutableCollections")
        .and_then(|class| compiled.static_named(class, "EMPTY").map(|place| context.statics.get(place)));
    if Some(second) != empty {
        return Err(unsupported());
    }
    let first = context.field(set, slot(context, set, "e0")?);
    context.array_mut(iterator)?[index] = 0.into();
    Ok(first)
}

/// The place that `Unsafe` means; ends the run where what lies there is not of this type, references where `None`.
fn place(
    context: &mut NativeContext<'_>,
    arguments: &[Slot],
    ty: Option<PrimitiveType>,
) -> Result<(Reference, usize), Abrupt> {
    let unsupported = || Abrupt::unsupported("memory that is looked at as of another type");
    let target = arguments[1].reference();
    if target.is_null() {
        return Err(unsupported());
    }
    let at = usize::try_from(arguments[2].long()).map_err(|_| unsupported())?;
    let of = context.type_of(target);
    check_told(context, target)?;
    let fits = match (of.as_array(), of.as_class()) {
        (Some(array), _) => match (array.cell(), ty) {
            (Ty::Primitive(cell), Some(ty)) => cell == ty,
            (cell, None) => cell.is_reference(),
            _ => false,
        },
        (None, Some(class)) => {
            let slot = context.layouts.class(class).slots.get(at);
            slot.is_some_and(|slot| slot.is_reference == ty.is_none())
        }
        (None, None) => false,
    };
    let is_there = at < context.array(target).len();
    if fits && is_there { Ok((target, at)) } else { Err(unsupported()) }
}

/// A field of a thread is known by its name alone.
pub(super) fn check_told(context: &NativeContext<'_>, target: Reference) -> Result<(), Abrupt> {
    let class = context.type_of(target).as_class();
    let is_thread = class.is_some_and(|class| {
        jdk_class(context, THREAD).is_ok_and(|thread| context.layouts.is_subclass(class, thread))
    });
    if is_thread { Err(depends()) } else { Ok(()) }
}

fn get(context: &mut NativeContext<'_>, arguments: &[Slot], ty: Option<PrimitiveType>) -> Outcome {
    let (target, at) = place(context, arguments, ty)?;
    Ok(context.array(target)[at])
}

fn put(context: &mut NativeContext<'_>, arguments: &[Slot], ty: Option<PrimitiveType>) -> Outcome {
    let (target, at) = place(context, arguments, ty)?;
    context.array_mut(target)?[at] = arguments[3];
    Ok(Slot::ZERO)
}

fn set_if(context: &mut NativeContext<'_>, arguments: &[Slot], ty: Option<PrimitiveType>) -> Outcome {
    let (target, at) = place(context, arguments, ty)?;
    let held = context.array(target)[at];
    let is_expected = is_same(context, held, arguments[3], ty)?;
    if is_expected {
        context.array_mut(target)?[at] = arguments[4];
    }
    Ok(is_expected.into())
}

/// Whether two values are the same; ends the run where Java does not say.
pub(super) fn is_same(
    context: &NativeContext<'_>,
    held: Slot,
    expected: Slot,
    ty: Option<PrimitiveType>,
) -> Result<bool, Abrupt> {
    let (a, b) = match ty {
        Some(PrimitiveType::Long) => return Ok(held.long() == expected.long()),
        Some(_) => return Ok(held.int() == expected.int()),
        None => (held.reference(), expected.reference()),
    };
    let is_value = |object: Reference| {
        !object.is_null() && {
            let of = context.type_of(object);
            of == context.layouts.string || context.layouts.wrappers.contains(&of)
        }
    };
    if a != b && is_value(a) && is_value(b) {
        return Err(Abrupt::unsupported("the identity of a string or a box where Java promises none"));
    }
    Ok(a == b)
}
