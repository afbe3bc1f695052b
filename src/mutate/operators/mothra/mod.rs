//! The operators of Mothra (King and Offutt, 1991) that have a meaning in Java: one program symbol in the place of another one,
//! operators by each other, values with another sign, and statements.
//!
//! What stands for Fortran's scalars are locals, parameters and fields of a primitive type; for its constants, literals and
//! named constants; for its arrays, locals, parameters and fields of an array type. What a method does not name is no
//! symbol of it. DSA has no counterpart: what Java has for DATA statements are initialisers of fields, which belong to no
//! method.

pub mod expressions;
pub mod loops;
pub mod statements;
pub mod symbols;
pub(super) mod table;
