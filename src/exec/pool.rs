//! The interned strings of a program: its constants, those of its mutants and of the drivers that run on it.
//!
//! Equal constants are the same object (JLS 3.10.5), so a constant is its number here and needs no object.
//! Methods are lowered when first called, by any thread, so the pool grows while others read it: reading takes
//! no lock. The numbers depend on the order of interning and must reach no output.

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;

use crate::exec::grown::Grown;
use crate::exec::slot::Reference;
use crate::jvm::value::JavaString;

#[derive(Debug, Default)]
pub struct StringPool {
    strings: Grown<JavaString>,
    numbers: Mutex<FxHashMap<JavaString, u32>>,
}

impl StringPool {
    /// The one string of this content; `None` when the pool is full.
    pub fn intern(&self, text: &JavaString) -> Option<Reference> {
        let mut numbers = self.numbers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&number) = numbers.get(text) {
            return Some(Reference::interned(number));
        }
        let number = u32::try_from(numbers.len()).ok()?;
        self.strings.set(number as usize, text.clone())?;
        numbers.insert(text.clone(), number);
        Some(Reference::interned(number))
    }

    #[inline]
    pub fn get(&self, number: u32) -> Option<&JavaString> {
        self.strings.get(number as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exec::slot::Place;

    #[test]
    fn equal_strings_are_one_and_each_keeps_its_text() {
        let pool = StringPool::default();
        let texts: Vec<JavaString> = (0..100).map(|i| JavaString::from(i.to_string().as_str())).collect();
        let references: Vec<_> = texts.iter().map(|t| pool.intern(t).expect("room")).collect();
        for (text, reference) in texts.iter().zip(references) {
            assert_eq!(pool.intern(text), Some(reference));
            let Place::Interned(number) = reference.place() else { panic!("not interned: {reference:?}") };
            assert_eq!(pool.get(number), Some(text));
        }
    }
}
