//! From text to a syntax tree (DESIGN §3): the grammar in `grammar/java.pest`, the parser, spans and errors.
//!
//! The way of a file: [`source`] reads it, [`unicode_escapes`] translates it, [`nesting`] (over the tokens
//! of [`lexer`]) bounds what may recurse, pest parses it, and [`parser`] builds the [`tree`] from pest's
//! pairs, with [`stack`] under it. Every way to fail is a [`error::SyntaxError`].

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
