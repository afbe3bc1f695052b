//! What the JDK's classes ask of the machine on which they run, where a run can be followed all the same: the time, the zone in
//! which tests run, the system's properties, environment variables, and what a thread holds.

use super::arguments::{Outcome, Thrown, depends, impure, object, platform, pure, raise, text, vague};
use super::jdk::{environment, initialize_class, jdk_class, locale_name, set_field};
use crate::exec::compiled::{PROPERTIES, STANDARD_INPUT};
use crate::exec::heap::Identity;
use crate::exec::hosts::{self, ARABIC, TURKISH};
use crate::exec::native::{Abrupt, Construction, DEPENDS, Native, NativeContext};
use crate::exec::slot::{Reference, RuntimeType, Slot};
use crate::jvm::value::{JavaString, PrimitiveType};
use crate::sema::types::{ArrayTy, ElementTy, Ty};

pub(super) const NATIVES: &[Native] = &[
    impure("java.lang.System.currentTimeMillis()", |context, _| {
        Ok(((context.time() / NANOS_OF_MILLI) as i64).into())
    }),
    impure("java.lang.System.nanoTime()", |context, _| Ok(context.nano_time().into())),
    impure("jdk.internal.misc.VM.getNanoTimeAdjustment(long)", nanos_since),
    impure("java.util.TimeZone.setDefaultZone()", default_zone),
    // It reads a file of the JDK's; the zones are those that need none.
    impure("sun.util.calendar.ZoneInfoFile.<clinit>()", |_, _| Ok(Slot::ZERO)),
    impure("sun.util.calendar.ZoneInfoFile.getZoneInfo(String)", zone_of_name),
    impure("sun.util.locale.provider.CalendarDataUtility.retrieveFirstDayOfWeek(Locale)", first_day_of_week),
    impure(
        "sun.util.locale.provider.CalendarDataUtility.retrieveMinimalDaysInFirstWeek(Locale)",
        days_in_first_week,
    ),
    platform("sun.util.locale.provider.LocaleProviderAdapter.getAdapter(Class,Locale)", calendar_adapter),
    pure("sun.util.locale.provider.JRELocaleProviderAdapter.getCalendarProvider()", |_, _| Ok(Slot::ZERO)),
    // No JVM has other protocols than its own unless somebody provides them.
    impure("java.net.URL.getURLStreamHandler(String)", protocol_handler),
    impure("java.net.URL.setURLStreamHandlerFactory(URLStreamHandlerFactory)", |_, _| Err(depends())),
    // The proxies of a machine are a matter of its properties.
    impure("java.net.ProxySelector.<clinit>()", |_, _| Ok(Slot::ZERO)),
    // Nothing is behind it, and whatever asks it for more ends the run ([`untold`](crate::exec::compiled)).
    impure("jdk.internal.net.http.HttpClientBuilderImpl.build()", |context, _| {
        let class = jdk_class(context, "jdk/internal/net/http/HttpClientFacade")?;
        Ok(context.allocate(class)?.into())
    }),
    impure("java.lang.System.in", standard_input),
    impure("java.lang.ThreadLocal.getMap(Thread)", map_of_thread),
    impure("java.lang.System.getenv(String)", |context, arguments| variable(context, arguments[0])),
    // The variables as a map: whoever names one is told of it, and what tells of all of them ends the run.
    impure("java.lang.ProcessEnvironment.environ()", no_variables),
    impure("java.lang.ProcessEnvironment.StringEnvironment.get(Object)", |c, a| variable_of_map(c, a[1])),
    impure("java.lang.ProcessEnvironment.StringEnvironment.containsKey(Object)", |context, arguments| {
        let value = variable_of_map(context, arguments[1])?;
        Ok((!value.reference().is_null()).into())
    }),
    impure("java.lang.ProcessEnvironment.StringEnvironment.size()", environment),
    impure("java.lang.ProcessEnvironment.StringEnvironment.isEmpty()", environment),
    impure("java.lang.ProcessEnvironment.StringEnvironment.containsValue(Object)", environment),
    impure("java.lang.ProcessEnvironment.StringEnvironment.keySet()", environment),
    impure("java.lang.ProcessEnvironment.StringEnvironment.entrySet()", environment),
    impure("java.lang.ProcessEnvironment.StringEnvironment.values()", environment),
    impure("java.lang.System.getProperty(String)", property),
    impure("java.lang.System.getProperty(String,String)", property),
    impure("java.lang.System.setProperty(String,String)", set_property),
    impure("jdk.internal.misc.VM.getSavedProperty(String)", own_property),
    impure("sun.security.action.GetPropertyAction.privilegedGetProperty(String)", own_property),
    impure("sun.security.action.GetPropertyAction.privilegedGetProperty(String,String)", own_property),
];

const MILLIS_OF_MINUTE: i32 = 60_000;
const NANOS_OF_MILLI: i128 = 1_000_000;
const NANOS_OF_SECOND: i128 = 1_000_000_000;

/// The nanoseconds from a second to now; -1 where these are too many.
fn nanos_since(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let since = context.time() - i128::from(arguments[0].long()) * NANOS_OF_SECOND;
    let is_near = since.abs() < (1 << 32) * NANOS_OF_SECOND;
    Ok((if is_near { since as i64 } else { -1 }).into())
}

/// The zone in which tests run. A class may be initialised before a test sets it.
fn default_zone(context: &mut NativeContext<'_>, _: &[Slot]) -> Outcome {
    if context.is_of_a_test {
        return zone(context, "UTC");
    }
    let country = context.country();
    let zone = zone(context, country.zone)?;
    let class = "sun/util/calendar/ZoneInfo";
    set_field(
        context,
        zone.reference(),
        (class, "rawOffset"),
        (country.minutes_from_utc * MILLIS_OF_MINUTE).into(),
    )?;
    Ok(zone)
}

/// The two zones that have no history; and none where a name is not one of a zone for certain.
fn zone_of_name(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let name = text(context, arguments[0])?.to_string_lossy();
    let is_of_zone = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '_' | '-' | '+');
    match &*name {
        "UTC" | "GMT" => zone(context, &name),
        "" => Ok(Slot::ZERO),
        // Zones are named for places, or in capitals.
        _ if !name.starts_with(|c: char| c.is_ascii_uppercase()) || !name.chars().all(is_of_zone) => {
            Ok(Slot::ZERO)
        }
        // `GMT+02:00` is no name of a zone but what one is made from.
        _ if name.starts_with("GMT+") || name.starts_with("GMT-") => Ok(Slot::ZERO),
        _ => Err(depends()),
    }
}

fn zone(context: &mut NativeContext<'_>, name: &str) -> Outcome {
    let class = jdk_class(context, "sun/util/calendar/ZoneInfo")?;
    initialize_class(context, class)?;
    let zone = context.allocate(class)?;
    let id = context.intern(&JavaString::from(name))?;
    set_field(context, zone, ("java/util/TimeZone", "ID"), id)?;
    Ok(zone.into())
}

/// Weeks begin on Sunday, the first day, on Monday, or on Saturday.
fn first_day_of_week(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    match &*locale_name(context, arguments[0])? {
        "" | "en" | "en_US" => Ok(1.into()),
        TURKISH => Ok(2.into()),
        ARABIC => Ok(7.into()),
        _ => Err(depends()),
    }
}

/// The first week of a year is the one of its first day.
fn days_in_first_week(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    match &*locale_name(context, arguments[0])? {
        "" | "en" | "en_US" | TURKISH | ARABIC => Ok(1.into()),
        _ => Err(depends()),
    }
}

/// An adapter that has no calendars of its own, so that the default one is made.
fn calendar_adapter(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let provider = jdk_class(context, "sun/util/spi/CalendarProvider")?;
    let asked = object(context, arguments[0])?;
    if context.mirrored(asked) != Some(RuntimeType::class(provider)) {
        return Err(depends());
    }
    let class = jdk_class(context, "sun/util/locale/provider/JRELocaleProviderAdapter")?;
    Ok(context.allocate(class)?.into())
}

/// What reads and compares the URLs of a protocol. Each URL has its own here, for none can be told from another.
fn protocol_handler(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let protocol = text(context, arguments[0])?.to_string_lossy();
    let ports: &[(&str, &str)] = match &*protocol {
        "http" => &[("http", "proxyPort")],
        // It has a field of its own by the name of the one above it.
        "https" => &[("http", "proxyPort"), ("https", "proxyPort")],
        "ftp" | "jar" | "mailto" => &[],
        // How its paths are read is the machine's.
        "file" | "jrt" | "jmod" => return Err(depends()),
        _ => return Ok(Slot::ZERO),
    };
    let of_protocol = |name: &str| format!("sun/net/www/protocol/{name}/Handler");
    let class = jdk_class(context, &of_protocol(&protocol))?;
    initialize_class(context, class)?;
    let handler = context.allocate(class)?;
    for &(name, field) in ports {
        set_field(context, handler, (&of_protocol(name), field), (-1).into())?;
    }
    Ok(handler.into())
}

/// A stream in front of a file of which nothing is there.
fn standard_input(context: &mut NativeContext<'_>, _: &[Slot]) -> Outcome {
    let known = context.statics.get(STANDARD_INPUT);
    if !known.reference().is_null() {
        return Ok(known);
    }
    let (file, buffered) =
        (jdk_class(context, "java/io/FileInputStream")?, jdk_class(context, "java/io/BufferedInputStream")?);
    initialize_class(context, buffered)?;
    let compiled = context.compiled.ok_or_else(depends)?;
    let constructor = compiled.public_constructor(context.layouts, buffered, "(Ljava/io/InputStream;)V");
    let constructor = constructor.ok_or_else(depends)?;
    let (file, stream) = (context.allocate(file)?, context.allocate(buffered)?);
    context.statics.set(STANDARD_INPUT, stream.into());
    let arguments = vec![stream.into(), file.into()];
    Err(Abrupt::Construct(Construction { constructor, arguments, result: stream.into() }))
}

/// What a thread holds is shared by all that runs in it.
fn map_of_thread(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    if !context.is_of_a_test {
        return Err(depends());
    }
    context.flags().shared_state = true;
    let thread = object(context, arguments[1])?;
    let class = context.type_of(thread).as_class().ok_or_else(depends)?;
    let compiled = context.compiled.ok_or_else(depends)?;
    let slot = compiled.slot_of(context.layouts, class, "threadLocals").ok_or_else(depends)?;
    Ok(context.field(thread, slot))
}

/// How the properties begin that the JDK's classes ask for, but for what goes over a network, which no run does.
const OF_JDK: [&str; 5] = ["java.", "jdk.", "sun.", "javax.", "org.openjdk."];
const OF_NETWORK: [&str; 2] = ["sun.net.", "java.net."];

/// What is known of a property.
enum Property {
    /// No JVM sets it unless it is told to, and the program has not.
    Unset,
    Set(Slot),
    /// Set by an initialiser: a class may be initialised before a test asks, or behind it.
    Initialized,
}

/// The properties that the program has set are in an array: each name, and behind it its value, null for those that an
/// initialiser has set.
fn find(context: &NativeContext<'_>, key: &JavaString) -> (Property, Option<usize>) {
    let all = context.statics.get(PROPERTIES).reference();
    if all.is_null() {
        return (Property::Unset, None);
    }
    let cells = context.array(all);
    let at = cells.chunks_exact(2).position(|pair| context.string(pair[0].reference()) == key);
    match at.map(|at| cells[2 * at + 1]) {
        None => (Property::Unset, None),
        Some(value) if value.reference().is_null() => (Property::Initialized, at),
        Some(value) => (Property::Set(value), at),
    }
}

/// The name of a property.
fn key(context: &mut NativeContext<'_>, argument: Slot) -> Result<JavaString, Abrupt> {
    let key = text(context, argument)?;
    if key.is_empty() { Err(raise(context, Thrown::IllegalArgument)) } else { Ok(key) }
}

/// The name of a property that not every JVM sets.
fn own_key(context: &mut NativeContext<'_>, argument: Slot) -> Result<JavaString, Abrupt> {
    let key = key(context, argument)?;
    let name = key.to_string_lossy();
    if hosts::is_set_by_jvms(&name) { Err(of_environment(&name)) } else { Ok(key) }
}

fn of_environment(property: &str) -> Abrupt {
    Abrupt::unsupported(format!("{DEPENDS} (the system property {property})"))
}

fn property(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let key = key(context, arguments[0])?;
    let value = match find(context, &key).0 {
        Property::Unset => told(context, &key)?,
        Property::Set(value) => value,
        Property::Initialized => return Err(of_environment(&key.to_string_lossy())),
    };
    let or_else = arguments.get(1).copied().unwrap_or(Slot::ZERO);
    Ok(if value.reference().is_null() { or_else } else { value })
}

/// What the host says of a property that the program has not set.
fn told(context: &mut NativeContext<'_>, key: &JavaString) -> Outcome {
    let name = key.to_string_lossy();
    let told = if hosts::is_told(&name) { context.host().property(&name) } else { None };
    told.map_or(Ok(Slot::ZERO), |told| vague(context, &*told))
}

/// The map has no value for what is no text, and says so with an exception.
fn variable_of_map(context: &mut NativeContext<'_>, key: Slot) -> Outcome {
    let string = Ty::Class(context.well_known().string);
    let key_object = object(context, key)?;
    let is_text = context.is_instance(key_object, string);
    if is_text { variable(context, key) } else { Err(depends()) }
}

/// What the map is made from.
fn no_variables(context: &mut NativeContext<'_>, _: &[Slot]) -> Outcome {
    let texts = ArrayTy { element: ElementTy::Primitive(PrimitiveType::Byte), dims: 2 };
    context.new_array(RuntimeType::array(texts), 0)
}

fn variable(context: &mut NativeContext<'_>, name: Slot) -> Outcome {
    let name = text(context, name)?.to_string_lossy();
    let told = if hosts::is_name_of_variable(&name) { context.host().variable(&name) } else { None };
    told.map_or(Ok(Slot::ZERO), |told| vague(context, &*told))
}

/// A property that sets up the JDK's own classes: none is set but those that always are.
fn own_property(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let key = own_key(context, arguments[0])?;
    match find(context, &key).0 {
        Property::Unset => Ok(arguments.get(1).copied().unwrap_or(Slot::ZERO)),
        // The JDK's classes ask once.
        Property::Set(_) | Property::Initialized => Err(of_environment(&key.to_string_lossy())),
    }
}

fn set_property(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let key = own_key(context, arguments[0])?;
    let value = object(context, arguments[1])?;
    let name = key.to_string_lossy();
    if hosts::begins(&name, &OF_JDK) && !hosts::begins(&name, &OF_NETWORK) {
        return Err(of_environment(&name));
    }
    let value = if context.is_of_a_test { value } else { Reference::NULL };
    let (known, at) = find(context, &key);
    let before = match known {
        Property::Unset => told(context, &key)?,
        Property::Set(before) => before,
        // Which one it was nobody has kept.
        Property::Initialized => return Err(of_environment(&name)),
    };
    let all = context.statics.get(PROPERTIES).reference();
    let mut cells = if all.is_null() { Vec::new() } else { context.array(all).to_vec() };
    match at {
        Some(at) => cells[2 * at + 1] = value.into(),
        None => {
            let name = context.new_string(key, Identity::Unknown)?;
            cells.extend([name, value.into()]);
        }
    }
    let object = ElementTy::Class(context.well_known().object);
    let ty = RuntimeType::of(Ty::Array(ArrayTy { element: object, dims: 1 })).ok_or_else(depends)?;
    let array = context.new_array(ty, cells.len())?;
    context.array_mut(array.reference())?.copy_from_slice(&cells);
    context.statics.set(PROPERTIES, array);
    context.flags().shared_state |= !value.is_null();
    Ok(before)
}
