//! The signatures of a program, each read from its declaration once: every code that is attributed asks for the same ones.
//!
//! While a program is loaded nothing is remembered, since what names mean may still change.

use std::ops::Deref;
use std::rc::Rc;
use std::sync::OnceLock;

use super::signature::{ClassSignature, MethodSignature, Signature};
use super::source;
use crate::index::IndexVec;
use crate::sema::error::TypeNameError;
use crate::sema::program::{ClassId, FieldId, MethodId, Program};

type Entry<T> = OnceLock<Result<T, TypeNameError>>;

/// What is asked for the first time is read; without room for it, it is not remembered.
#[derive(Debug, Default)]
pub struct Signatures {
    classes: IndexVec<ClassId, Entry<ClassSignature>>,
    fields: IndexVec<FieldId, Entry<Signature>>,
    methods: IndexVec<MethodId, Entry<MethodSignature>>,
}

impl Signatures {
    /// With room for those of a program that is whole.
    pub fn of(program: &Program) -> Self {
        Self {
            classes: program.classes.ids().map(|_| OnceLock::new()).collect(),
            fields: program.fields.ids().map(|_| OnceLock::new()).collect(),
            methods: program.methods.ids().map(|_| OnceLock::new()).collect(),
        }
    }

    /// The method, one of the program from its loading on, has become one of another class.
    pub fn forget_method(&mut self, method: MethodId) {
        self.methods[method] = OnceLock::new();
    }
}

impl Program {
    /// The signature of a class; `None` while nothing is remembered.
    pub(super) fn remembered_class(&self, class: ClassId) -> Option<Result<&ClassSignature, TypeNameError>> {
        let entry = self.tables.signatures.classes.get(class)?;
        Some(shared(entry.get_or_init(|| source::read_class(self, class))))
    }

    /// The same of a field.
    pub(super) fn remembered_field(&self, field: FieldId) -> Option<Result<&Signature, TypeNameError>> {
        let entry = self.tables.signatures.fields.get(field)?;
        Some(shared(entry.get_or_init(|| source::read_field(self, field))))
    }

    /// The same of a method.
    pub(super) fn remembered_method(
        &self,
        method: MethodId,
    ) -> Option<Result<&MethodSignature, TypeNameError>> {
        let entry = self.tables.signatures.methods.get(method)?;
        Some(shared(entry.get_or_init(|| source::read_method(self, method))))
    }
}

fn shared<T>(known: &Result<T, TypeNameError>) -> Result<&T, TypeNameError> {
    known.as_ref().map_err(TypeNameError::clone)
}

/// A signature that the program remembers, or one that was read while it does not.
#[derive(Clone, Debug)]
pub enum Known<'p, T> {
    Remembered(&'p T),
    Read(Rc<T>),
}

impl<T> Deref for Known<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        match self {
            Self::Remembered(signature) => signature,
            Self::Read(signature) => signature,
        }
    }
}
