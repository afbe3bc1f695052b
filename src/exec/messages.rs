//! Who made the message of an exception, and which texts it can be.
//!
//! A test asserts the message of an exception only where the *program* made it. A mutant may leave the throw to the
//! JVM or the library, whose texts are not the same everywhere; the assertion fails for sure where none of these
//! texts is the expected one:
//!
//! - Texts of the library that were checked to be the same in every supported JDK ([`Says::Text`]) are what they are:
//!   `/ by zero`, `Index 5 out of bounds for length 3`, `For input string: "x"`.
//! - An instruction of the program's own code that meets `null` throws a NullPointerException whose message is null (where
//!   the virtual machine was told to leave it out, in code without a name of its own, and where the compiler has written a
//!   call of `Objects.requireNonNull`) or begins with `Cannot ` (JEP 358, in JDK 15 and later: `Cannot invoke "…"`, `Cannot
//!   read field "…"`, `Cannot load from int array`, `Cannot throw exception`, `Cannot enter synchronized block`, and
//!   so on; all of them do).
//! - A failed cast says `class A cannot be cast to class B (…)`.
//! - A failed store into an array says the name of the class of what was to be stored: a name has no white space.
//! - An index that the library finds out of bounds stands in the text, if there is one: `index 5, length 3`, `String index out
//!   of range: 5`, `begin 2, end 1, length 3`, `Range [2, 1) out of bounds for length 3`. So there is a digit in it.
//! - Of every other message nothing is known ([`Says::Anything`]): it may be the expected one.

use crate::jvm::value::JavaString;

/// What is known of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Says {
    /// The same in every JDK, be it the program's or not.
    Text(Option<JavaString>),
    /// Made by the JVM or the library for this reason.
    Of(Failure),
    Anything,
}

/// Why the JVM or the library throws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Failure {
    /// An instruction of the program meets null.
    Null,
    /// A cast of the program.
    Cast,
    /// A store of the program into an array.
    Store,
    /// The library is given an index out of bounds.
    Index,
}

impl Says {
    /// Whether the message may be this one.
    pub(super) fn may_be(&self, expected: Option<&JavaString>) -> bool {
        let failure = match self {
            Self::Text(text) => return text.as_ref() == expected,
            Self::Anything => return true,
            Self::Of(failure) => failure,
        };
        let Some(text) = expected.map(JavaString::units) else {
            return matches!(failure, Failure::Null | Failure::Index);
        };
        let begins =
            |with: &str| with.encode_utf16().zip(text).filter(|(a, b)| a == *b).count() == with.len();
        let is_white = |&unit: &u16| char::from_u32(unit.into()).is_some_and(char::is_whitespace);
        match failure {
            Failure::Null => begins("Cannot "),
            Failure::Cast => begins("class "),
            Failure::Index => text.iter().any(|&unit| (0x30..0x3a).contains(&unit)),
            Failure::Store => !text.is_empty() && !text.iter().any(is_white),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_the_jvm_can_make_is_no_difference() {
        let text = |text: &str| JavaString::from(text);
        let (null, cast, store) = (Failure::Null, Failure::Cast, Failure::Store);
        for (says, expected, is_possible) in [
            (Says::Of(null), None, true),
            (Says::Of(null), Some("Cannot invoke \"String.length()\""), true),
            (Says::Of(null), Some("s must be given"), false),
            (Says::Of(null), Some("Cannot"), false),
            (Says::Of(null), Some(""), false),
            (Says::Of(cast), Some("class A cannot be cast to class B"), true),
            (Says::Of(cast), Some("not an A"), false),
            (Says::Of(cast), None, false),
            (Says::Of(store), Some("java.lang.Integer"), true),
            (Says::Of(store), Some("no strings here"), false),
            (Says::Of(Failure::Index), None, true),
            (Says::Of(Failure::Index), Some("index 5, length 3"), true),
            (Says::Of(Failure::Index), Some("behind the end"), false),
            (Says::Anything, Some("anything"), true),
            (Says::Text(Some(text("/ by zero"))), Some("/ by zero"), true),
            (Says::Text(Some(text("/ by zero"))), Some("nobody"), false),
            (Says::Text(Some(text("/ by zero"))), None, false),
        ] {
            assert_eq!(says.may_be(expected.map(text).as_ref()), is_possible, "{says:?} {expected:?}");
        }
    }
}
