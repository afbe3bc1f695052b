//! Static types: parameterised types, type variables, wildcards and what capture makes of them (JLS 4, 5.1.10;
//! DESIGN §13). They live where code is attributed and nowhere else: outside there is the erasure alone ([`Ty`]).
//!
//! Four parts. [`signature`] is what a declaration says, in a form that owns itself: it is read from source
//! ([`source`], [`remembered`]), and may be read from a class file as well. [`types`] is the arena in which types are interned while a
//! body is attributed, so that the same type is the same id. [`relation`] has the JLS's relations between them.
//!
//! [`inference`] finds what type variables of calls stand for, by [`least_upper`] bounds among others, [`functional`] what functional interfaces are and take.
//!
//! An inner class of a generic one has the type arguments of that behind its own (JLS 4.5), where they are other than that class's own
//! variables: inside of it these stand for themselves, and are left out.
//!
//! [`Ty`]: crate::sema::types::Ty

pub mod functional;
pub mod inference;
pub mod least_upper;
pub mod relation;
pub mod remembered;
pub mod signature;
pub mod source;
pub mod text;
pub mod types;
pub mod written;
