//! What names and types mean (DESIGN §3): from syntax trees to a program with typed bodies, as javac has it.
//!
//! | looking for | file |
//! | --- | --- |
//! | loading a program, from given files to what they name | `load`, `declare`, `finish`, `headers`, `signatures`, `bodies`, `reach` |
//! | the program: classes, fields, methods | `program`, `tables`, `queries`, `members`, `makers`, `well_known` |
//! | the typed tree | `typed_tree`, `parts`, `digest` |
//! | statements and expressions attributed | `attribute` |
//! | what a name means | `names`, `imports` |
//! | which method a call means, and what calls lead to | `overloads`, `calls`, `beside`, `reached`, `scan` |
//! | types, and subtyping | `types`, `subtyping`, `generic`, `type_numbers` |
//! | classes inside classes, lambdas, records, bridges | `inner`, `lambda`, `records`, `bridges` |
//! | constants | `constant`, `field_constants` |
//! | flow rules, rules for declarations | `flow`, `class_checks`, `overriding` |
//! | what is refused, and errors | `refused`, `error` |
//! | the library, the JDK, class files, other source folders | `library`, `platform`, `compiled`, `outside`, `source_path`, `absent`, `logging` |
//! | objects that drivers make for types | `functions`, `forms`, `implementers` |
//! | strings compared by identity | `identity` |
//! | initialisers that run compiled code, methods that run from class files | `tried`, `unprocessed` |

mod absent;
pub mod attribute;
pub mod beside;
mod bodies;
mod bridges;
pub mod calls;
mod class_checks;
mod compiled;
pub mod constant;
mod declare;
pub mod digest;
pub mod error;
mod field_constants;
mod finish;
pub mod flow;
mod forms;
pub mod functions;
pub mod generic;
mod headers;
pub mod identity;
pub mod implementers;
pub mod imports;
pub mod inner;
mod lambda;
mod library;
pub mod load;
pub mod logging;
mod makers;
pub mod members;
pub mod names;
mod outside;
pub mod overloads;
mod overriding;
pub mod parts;
mod platform;
pub mod program;
pub mod queries;
mod reach;
mod reached;
mod records;
pub mod refused;
mod scan;
mod signatures;
pub mod source_path;
pub mod subtyping;
mod tables;
mod tried;
pub mod type_numbers;
pub mod typed_tree;
pub mod types;
pub mod unprocessed;
mod well_known;
