//! From text to a syntax tree (DESIGN §3): the grammar in `grammar/java.pest`, the parser, spans and errors.

pub mod source;
pub mod tree;
