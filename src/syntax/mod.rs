//! From text to a syntax tree (DESIGN §3): the grammar in `grammar/java.pest`, the parser, spans and errors.
//!
//! The way of a file: [`source`] reads it, [`unicode_escapes`] translates it, [`nesting`] (over the tokens
//! of [`lexer`]) bounds what may recurse, pest parses it, and [`parser`] builds the [`tree`] from pest's
//! pairs, with [`stack`] under it. Every way to fail is a [`error::SyntaxError`].
//!
//! | looking for | file |
//! | --- | --- |
//! | files, offsets, unicode escapes | `source`, `unicode_escapes` |
//! | tokens, nesting, the stack below recursion | `lexer`, `nesting`, `stack` |
//! | text to tree | `parser`, `text_literal` |
//! | statements of drivers, read again and again | `reader` |
//! | the tree, and how to go through it | `tree`, `children`, `parts` |
//! | a tree as text, as bytes, as a number | `print`, `dump`, `stored`, `digest` |
//! | why a file is not Java, and what is said of a place | `error`, `diagnostic` |

pub mod children;
pub mod diagnostic;
pub mod digest;
pub mod dump;
pub mod error;
pub mod lexer;
mod nesting;
pub mod parser;
pub mod parts;
pub mod print;
pub mod reader;
pub mod source;
pub mod stack;
pub mod stored;
mod text_literal;
pub mod tree;
mod unicode_escapes;

pub use children::{Child, Children};
pub use error::SyntaxError;
pub use stack::with_stack;
