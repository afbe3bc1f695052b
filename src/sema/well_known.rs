//! The classes of the library that the language itself names.

use crate::jvm::value::PrimitiveType;
use crate::sema::program::{ClassId, WellKnown};

impl WellKnown {
    /// Each is `class`: what a program begins with before the library is read.
    pub(super) fn all(class: ClassId) -> Self {
        Self::find(&mut |_| class)
    }

    /// Each as `find` has it by its simple name in `java.lang`.
    pub(super) fn find(find: &mut impl FnMut(&str) -> ClassId) -> Self {
        Self {
            object: find("Object"),
            string: find("String"),
            string_builder: find("StringBuilder"),
            string_buffer: find("StringBuffer"),
            appendable: find("Appendable"),
            char_sequence: find("CharSequence"),
            enumeration: find("Enum"),
            record: find("Record"),
            number: find("Number"),
            cloneable: find("Cloneable"),
            throwable: find("Throwable"),
            exception: find("Exception"),
            runtime_exception: find("RuntimeException"),
            error: find("Error"),
            arithmetic_exception: find("ArithmeticException"),
            null_pointer_exception: find("NullPointerException"),
            class_cast_exception: find("ClassCastException"),
            array_index_exception: find("ArrayIndexOutOfBoundsException"),
            array_store_exception: find("ArrayStoreException"),
            negative_array_size_exception: find("NegativeArraySizeException"),
            assertion_error: find("AssertionError"),
            wrappers: PrimitiveType::ALL.map(|ty| find(wrapper_name(ty))),
        }
    }
}

pub(super) const fn wrapper_name(ty: PrimitiveType) -> &'static str {
    match ty {
        PrimitiveType::Boolean => "Boolean",
        PrimitiveType::Byte => "Byte",
        PrimitiveType::Short => "Short",
        PrimitiveType::Char => "Character",
        PrimitiveType::Int => "Integer",
        PrimitiveType::Long => "Long",
        PrimitiveType::Float => "Float",
        PrimitiveType::Double => "Double",
    }
}
