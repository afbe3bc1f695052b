//! Names of files: `java.io.File` holds a path, and does with it what its system does. A path of plain letters and separators is
//! followed as Unix, Windows and macOS have it, each on its hosts ([`hosts`](crate::exec::hosts)), so that what is not the same on all
//! of them ends the run by name. What asks for the files themselves ends it by a native method that is not there.

use super::arguments::{Outcome, impure, object, text, vague};
use super::jdk::{field_of, nothing, set_field};
use crate::exec::native::{Abrupt, Native, NativeContext};
use crate::exec::slot::Slot;

pub(super) const NATIVES: &[Native] = &[
    impure("java.io.UnixFileSystem.initIDs()", nothing),
    impure("java.io.UnixFileSystem.<init>()", new_file_system),
    impure("java.io.UnixFileSystem.normalize(String)", normalize),
    impure("java.io.UnixFileSystem.prefixLength(String)", prefix_length),
    impure("java.io.UnixFileSystem.resolve(String,String)", resolve),
    impure("java.io.UnixFileSystem.getDefaultParent()", |context, _| {
        let separator = separator(context);
        vague(context, vec![separator])
    }),
    impure("java.io.UnixFileSystem.isAbsolute(File)", is_absolute),
    impure("java.io.UnixFileSystem.compare(File,File)", compare),
    impure("java.io.UnixFileSystem.hashCode(File)", hash_code),
];

const FILE_SYSTEM: &str = "java/io/UnixFileSystem";
const FILE: &str = "java/io/File";

/// Which directory the JVM runs in nobody knows ([`untold`](crate::exec::compiled)).
fn new_file_system(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let system = arguments[0].reference();
    let (slash, colon) = context.host().separators();
    for (field, character) in [("slash", slash), ("colon", colon)] {
        set_field(context, system, (FILE_SYSTEM, field), (character as u16).into())?;
    }
    Ok(Slot::ZERO)
}

/// A path is ASCII, as separators are.
fn separator(context: &mut NativeContext<'_>) -> u16 {
    context.host().separators().0 as u16
}

/// A path's characters, of which each system makes the same; on others the run ends.
fn plain(path: &[u16]) -> Result<Vec<u8>, Abrupt> {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"/._-".contains(byte);
    let bytes: Option<Vec<u8>> = path.iter().map(|&unit| u8::try_from(unit).ok().filter(is_plain)).collect();
    // Two separators at the beginning name another machine.
    let bytes = bytes.filter(|bytes| !bytes.starts_with(b"//"));
    bytes.ok_or_else(|| {
        Abrupt::unsupported(format!("the path of a file {:?}", String::from_utf16_lossy(path)))
    })
}

/// A path with one separator in place of several, and none at its end.
fn normalized(path: &[u8], separator: u16) -> Vec<u16> {
    let begins = path.first() == Some(&b'/');
    let parts: Vec<&[u8]> = path.split(|&byte| byte == b'/').filter(|part| !part.is_empty()).collect();
    let mut units: Vec<u16> = if begins { vec![separator] } else { Vec::new() };
    for (number, part) in parts.iter().enumerate() {
        units.extend((number > 0).then_some(separator));
        units.extend(part.iter().map(|&byte| u16::from(byte)));
    }
    units
}

/// A normalised path as it was given, with slashes.
fn given(context: &mut NativeContext<'_>, path: Slot) -> Result<Vec<u8>, Abrupt> {
    let separator = separator(context);
    let normal = text(context, path)?;
    context.charge(normal.len() / 4)?;
    let slash = |&unit: &u16| if unit == separator { u16::from(b'/') } else { unit };
    plain(&normal.units().iter().map(slash).collect::<Vec<_>>())
}

fn normalize(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let path = text(context, arguments[1])?;
    context.charge(path.len() / 4)?;
    let path = plain(path.units())?;
    if !path.contains(&b'/') {
        // It is itself then.
        return Ok(arguments[1]);
    }
    let separator = separator(context);
    vague(context, normalized(&path, separator))
}

fn prefix_length(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let path = given(context, arguments[1])?;
    Ok(i32::from(path.first() == Some(&b'/')).into())
}

fn resolve(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let (parent, child) = (given(context, arguments[1])?, given(context, arguments[2])?);
    // An empty child is the parent.
    if child.is_empty() {
        return Ok(arguments[1]);
    }
    let separator = separator(context);
    vague(context, normalized(&[&parent, &b"/"[..], &child].concat(), separator))
}

fn path_of(context: &mut NativeContext<'_>, file: Slot) -> Result<Vec<u8>, Abrupt> {
    let file = object(context, file)?;
    let path = field_of(context, file, (FILE, "path"))?;
    given(context, path)
}

/// A path that begins with a separator is one from the root on Unix, and one of some drive on Windows.
fn is_absolute(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let is_rooted = path_of(context, arguments[1])?.first() == Some(&b'/');
    Ok((is_rooted && separator(context) == u16::from(b'/')).into())
}

/// What paths are told apart by: Windows takes capitals and small letters for the same.
fn key_of(context: &mut NativeContext<'_>, file: Slot) -> Result<Vec<u8>, Abrupt> {
    let path = path_of(context, file)?;
    let is_windows = separator(context) != u16::from(b'/');
    Ok(if is_windows { path.to_ascii_lowercase() } else { path })
}

fn compare(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let (a, b) = (key_of(context, arguments[1])?, key_of(context, arguments[2])?);
    let differ = a.iter().zip(&b).find(|(a, b)| a != b);
    let order = differ.map_or(a.len() as i32 - b.len() as i32, |(&a, &b)| i32::from(a) - i32::from(b));
    Ok(order.into())
}

/// What is added to the code of a path.
const OF_PATHS: i32 = 1_234_321;

fn hash_code(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let path = key_of(context, arguments[1])?;
    let separator = separator(context);
    let unit = |byte: &u8| if *byte == b'/' { separator } else { u16::from(*byte) };
    let units: Vec<u16> = path.iter().map(unit).collect();
    Ok((crate::jvm::hash::string_hash(&units) ^ OF_PATHS).into())
}
