//! The interned strings of a program: its constants, those of its mutants and of the drivers that run on it.
//!
//! Equal constants are the same object (JLS 3.10.5), so a constant is its number here and needs no object.
//! Methods are lowered when first called, by any thread, so the pool grows while others read it: reading takes
//! no lock. The numbers depend on the order of interning and must reach no output.

use std::sync::{Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashMap;

use crate::exec::slot::Reference;
use crate::jvm::value::JavaString;

/// Chunk k holds 2^k strings.
const CHUNKS: usize = 30;

#[derive(Debug, Default)]
pub struct StringPool {
    chunks: [OnceLock<Box<[OnceLock<JavaString>]>>; CHUNKS],
    numbers: Mutex<FxHashMap<JavaString, u32>>,
}

fn locate(number: u32) -> (usize, usize) {
    let position = number as usize + 1;
    let chunk = position.ilog2() as usize;
    (chunk, position - (1 << chunk))
}

impl StringPool {
    /// The one string of this content; `None` when the pool is full.
    pub fn intern(&self, text: &JavaString) -> Option<Reference> {
        let mut numbers = self.numbers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&number) = numbers.get(text) {
            return Some(Reference::interned(number));
        }
        let number = u32::try_from(numbers.len()).ok()?;
        let (chunk, place) = locate(number);
        let chunk =
            self.chunks.get(chunk)?.get_or_init(|| (0..1 << chunk).map(|_| OnceLock::new()).collect());
        chunk[place].set(text.clone()).ok()?;
        numbers.insert(text.clone(), number);
        Some(Reference::interned(number))
    }

    #[inline]
    pub fn get(&self, number: u32) -> Option<&JavaString> {
        let (chunk, place) = locate(number);
        self.chunks.get(chunk)?.get()?.get(place)?.get()
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
