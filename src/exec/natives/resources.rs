//! Class loaders and resources. Classes that are not the JDK's have one loader, that of a JVM's class path. Of it a run may ask for the
//! content of resources, which are an input like the code is ([`resources`](crate::class_files::resources)): those that are there are
//! read, and another name ends the run, for nobody knows what else is on the class path of the tests, unless it is the list of those who
//! provide a service, and the class path is named. All else that a loader is asked for ends it, too ([`untold`](crate::exec::compiled)).

use super::arguments::{Outcome, byte_array, depends, impure, object, text};
use super::class::type_name;
use super::jdk::{initialize_class, jdk_class, mirrored, set_field};
use crate::exec::compiled::LOADER;
use crate::exec::native::{Abrupt, Construction, Native, NativeContext};
use crate::exec::slot::Slot;
use crate::sema::program::{ClassId, Role};
use crate::sema::types::Ty;

pub(super) const NATIVES: &[Native] = &[
    impure("java.lang.Class.getClassLoader()", class_loader),
    impure("java.lang.Class.getClassLoader0()", class_loader),
    impure("java.lang.Class.getResourceAsStream(String)", of_class),
    impure("java.lang.ClassLoader.getResourceAsStream(String)", of_loader),
];

const APP_LOADER: &str = "jdk/internal/loader/ClassLoaders$AppClassLoader";
const BYTES: &str = "java/io/ByteArrayInputStream";

fn is_of_jdk(context: &NativeContext<'_>, class: ClassId) -> bool {
    match context.compiled.and_then(|compiled| compiled.run_class(class)) {
        Some(run) => run.file.as_ref().is_some_and(|file| file.is_of_jdk),
        None => {
            context.program().classes.get(class).is_some() && context.program().role(class) == Role::Library
        }
    }
}

/// The loader of the JDK's own classes is null.
fn class_loader(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let class = mirrored(context, arguments[0])?.as_class().ok_or_else(depends)?;
    if is_of_jdk(context, class) { Ok(Slot::ZERO) } else { loader_of_class_path(context) }
}

pub(super) fn loader_of_class_path(context: &mut NativeContext<'_>) -> Outcome {
    let known = context.statics.get(LOADER);
    if !known.reference().is_null() {
        return Ok(known);
    }
    let class = jdk_class(context, APP_LOADER)?;
    let loader = context.allocate(class)?;
    context.statics.set(LOADER, loader.into());
    Ok(loader.into())
}

/// Beside the class, unless the name begins with `/`.
fn of_class(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let class = mirrored(context, arguments[0])?.as_class().ok_or_else(depends)?;
    let name = text(context, arguments[1])?.to_string_lossy();
    if is_of_jdk(context, class) {
        return Err(depends());
    }
    let of_class = type_name(context, Ty::Class(class)).replace('.', "/");
    match (name.strip_prefix('/'), of_class.rsplit_once('/')) {
        (Some(name), _) => stream(context, name),
        (None, Some((package, _))) => stream(context, &format!("{package}/{name}")),
        (None, None) => stream(context, &name),
    }
}

fn of_loader(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let loader = object(context, arguments[0])?;
    let name = text(context, arguments[1])?.to_string_lossy();
    // What another one finds is a matter of its code, which this stands for.
    if Slot::from(loader) != context.statics.get(LOADER) {
        return Err(depends());
    }
    stream(context, &name)
}

/// A stream of a resource's bytes, which can be closed as one of a file can.
fn stream(context: &mut NativeContext<'_>, name: &str) -> Outcome {
    let compiled = context.compiled.ok_or_else(depends)?;
    let unknown = |why: &str| Abrupt::unsupported(format!("the resource {name}: {why}"));
    let Some(content) = compiled.resource(name).map_err(|why| unknown(&why))? else {
        return match context.program().lacks_service(name) {
            true => Ok(Slot::ZERO),
            false => Err(unknown("it is neither beside the sources nor on the class path")),
        };
    };
    let (bytes, buffered) = (jdk_class(context, BYTES)?, jdk_class(context, "java/io/BufferedInputStream")?);
    initialize_class(context, buffered)?;
    context.charge(content.len() / 4)?;
    let cells = byte_array(context, &content)?;
    let (source, stream) = (context.allocate(bytes)?, context.allocate(buffered)?);
    set_field(context, source, (BYTES, "buf"), cells)?;
    set_field(context, source, (BYTES, "count"), (content.len() as i32).into())?;
    let constructor = compiled.public_constructor(context.layouts, buffered, "(Ljava/io/InputStream;)V");
    let arguments = vec![stream.into(), source.into()];
    let constructor = constructor.ok_or_else(depends)?;
    Err(Abrupt::Construct(Construction { constructor, arguments, result: stream.into() }))
}
