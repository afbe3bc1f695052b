//! The native methods of the library, in tables by key: the qualified name of the class, the name, and the
//! simple names of the parameters' types (`java.lang.String.init(char[],int,int)`).
//!
//! Two kinds of methods have an entry here. Those that the library declares `native` must. Those that it writes
//! in Java may: the entry is an *accelerator*, which the interpreter runs in place of the body, and which agrees
//! with it in result, exception and effect. Whatever analyses programs reads the Java.

mod arguments;
mod arrays;
mod builder;
mod character;
mod charset;
mod checksums;
mod class;
mod digest;
mod environment;
mod files;
mod formatter;
mod handles;
mod jdk;
mod jdk_texts;
mod logging;
mod math;
mod random;
mod reflected_arrays;
mod reflection;
mod resources;
mod string;
mod symbols;
mod system;
mod text;
mod threads;
mod throwable;
mod trap;
mod wide_bytes;
mod wrappers;

use std::collections::HashMap;
use std::sync::LazyLock;

pub(in crate::exec) use logging::lookup as lookup_logger;

use crate::exec::native::Native;

/// Each file's methods.
const TABLES: &[&[Native]] = &[
    arrays::NATIVES,
    builder::NATIVES,
    character::NATIVES,
    charset::NATIVES,
    class::NATIVES,
    formatter::NATIVES,
    math::NATIVES,
    string::NATIVES,
    system::NATIVES,
    text::NATIVES,
    throwable::NATIVES,
    trap::NATIVES,
    wrappers::NATIVES,
];

/// All entries.
pub fn all() -> impl Iterator<Item = &'static Native> {
    TABLES.iter().flat_map(|table| table.iter())
}

/// Each file's methods of the JDK's own classes, native or not, and of what the library's classes lack of the JDK's.
const COMPILED: &[&[Native]] = &[
    charset::COMPILED,
    checksums::NATIVES,
    digest::NATIVES,
    environment::NATIVES,
    files::NATIVES,
    handles::NATIVES,
    jdk::NATIVES,
    jdk_texts::NATIVES,
    random::NATIVES,
    reflected_arrays::NATIVES,
    resources::NATIVES,
    reflection::NATIVES,
    symbols::NATIVES,
    threads::NATIVES,
    wide_bytes::NATIVES,
];

/// The entry of a method of the JDK that stands in for its code.
pub fn lookup_compiled(key: &str) -> Option<&'static Native> {
    static BY_KEY: LazyLock<HashMap<&str, &Native>> =
        LazyLock::new(|| COMPILED.iter().flat_map(|table| table.iter()).map(|n| (n.key, n)).collect());
    BY_KEY.get(key).copied()
}

/// The entry of a method with a key such as `java.lang.String.charAt(int)`.
pub fn lookup(key: &str) -> Option<&'static Native> {
    static BY_KEY: LazyLock<HashMap<&str, &Native>> = LazyLock::new(|| all().map(|n| (n.key, n)).collect());
    BY_KEY.get(key).copied()
}
