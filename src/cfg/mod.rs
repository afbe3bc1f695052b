//! Control flow graphs (DESIGN §7; dissertation §2.3.1): statements as nodes whose code is terms, and each way
//! that an exception takes as an edge.
//!
//! | looking for | file |
//! | --- | --- |
//! | nodes, edges, keys | `graph` |
//! | from a typed body to its graph | `lower` |
//! | the graphs of callees, each built once a frame | `cache` |
//! | graphs made from graphs | `edit` |
//! | regions | `region` |
//! | what is known of methods of the library | `library` |
//! | what static methods of the library compute | `models` |
//! | dynamic types as numbers | `types` |
//! | what holds of every graph | `verify` |

pub mod cache;
pub mod edit;
pub mod graph;
pub mod library;
pub mod lower;
mod models;
pub mod region;
pub mod types;
pub mod verify;
