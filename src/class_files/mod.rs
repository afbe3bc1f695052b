//! Class files: the classes that are not in the files given (DESIGN §14). Where they are, and what their headers say.
//!
//! A [`ClassPath`](class_path::ClassPath) is what the user names; [`ClassFiles`] are its folders and jars, opened, with the
//! image of the JDK behind them. Opening reads the index of a jar or an image alone; a class is read when it is asked for,
//! once. What is read is a [`ClassFile`]: types of our own, with names as the JVM has them (`java/util/Map$Entry`).
//!
//! Nothing here trusts its input: a jar, an image or a class file that is broken ends in a [`ClassFileError`], which names
//! the file and the entry; never in a panic, and no length is believed before it is compared with what is there.
//!
//! | looking for | file |
//! | --- | --- |
//! | the class path as a user names it | `class_path` |
//! | where class files are: folders, jars, the JDK | `places` |
//! | a JDK on this machine | `java_home` |
//! | a JDK's `lib/modules` | `image` |
//! | classes that javac makes of sources at hand | `of_sources` |
//! | a jar | `jar` |
//! | what a jar's manifest says of it | `manifest` |
//! | which release a class file is made for | `version` |
//! | what an earlier release had of the JDK's classes | `release` |
//! | what a class file says of its class | `header` |
//! | from bytes to a header | `read` |
//! | files that are no classes | `resources` |
//! | instructions, constants, handlers | `code` |
//! | one instruction after another | `instructions` |
//! | descriptors and generic signatures | `signature` |

pub mod class_path;
pub mod code;
pub mod header;
mod image;
pub mod instructions;
mod jar;
pub mod java_home;
mod manifest;
mod of_sources;
mod places;
mod read;
mod release;
pub mod resources;
pub mod signature;
mod version;

pub use header::ClassFile;
pub use of_sources::ToCompile;
pub use places::{ClassFileError, ClassFiles, FoundClass};
pub use release::Earlier;
