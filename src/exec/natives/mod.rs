//! The native methods of the library, by key.

use crate::exec::native::Native;

/// Each file's methods.
const TABLES: &[&[Native]] = &[];

/// The native method with a key such as `java.lang.String.charAt(int)`.
pub fn lookup(key: &str) -> Option<&'static Native> {
    TABLES.iter().flat_map(|table| table.iter()).find(|native| native.key == key)
}
