//! Values for the variables of some terms, and for their maps and functions at the points that are asked for: what
//! a model of the solver and a find of the search both are, and what [`crate::term::evaluate`] takes.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use smallvec::SmallVec;

use crate::index::Id as _;
use crate::term::domain::{Domain, FIRST_NEW_TEXT};
use crate::term::evaluate::{Source, canonical, mix};
use crate::term::sort::{Sort, ValueSort};
use crate::term::variable::{VarId, Variable};
use crate::term::{Function, TermId, Terms};

/// A map or a function at one point.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Point {
    pub base: Base,
    /// As bits: the object, or the array and the index, or the arguments.
    pub arguments: SmallVec<[u64; 3]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Base {
    /// The map that a variable holds.
    Map(VarId),
    /// A map that comes out of a function, by its hash.
    Unnamed(u64),
    Function(Function),
}

/// Values as bits, as [`crate::jvm::value::Primitive::to_bits`] has them; references as in
/// [`crate::term::domain`]. What is absent does not matter, and counts as zero, `false` or null.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Assignment {
    pub variables: BTreeMap<VarId, u64>,
    pub points: IndexMap<Point, u64>,
}

/// The allocation number of an assignment that has none.
pub const DEFAULT_ALLOCATED: u64 = 64;

impl Assignment {
    pub fn variable(&self, terms: &Terms, var: VarId) -> u64 {
        self.variables.get(&var).copied().unwrap_or_else(|| match terms.info(var).variable {
            Variable::Allocated => DEFAULT_ALLOCATED,
            _ => match terms.info(var).sort {
                Sort::Value(_) => 0,
                // Unnamed content is a value of its own.
                _ => opaque_variable(var),
            },
        })
    }

    /// The content of an object's field.
    pub fn field(&self, map: VarId, object: u32) -> Option<u64> {
        let arguments = SmallVec::from_slice(&[u64::from(object)]);
        self.points.get(&Point { base: Base::Map(map), arguments }).copied()
    }

    /// The content of an array's cell.
    pub fn cell(&self, map: VarId, array: u32, index: i32) -> Option<u64> {
        let arguments = SmallVec::from_slice(&[u64::from(array), i64::from(index) as u64]);
        self.points.get(&Point { base: Base::Map(map), arguments }).copied()
    }

    pub fn set_variable(&mut self, terms: &Terms, var: VarId, bits: u64) {
        let bits = match terms.info(var).sort {
            Sort::Value(sort) => canonical(sort, bits),
            _ => bits,
        };
        self.variables.insert(var, bits);
    }
}

/// Variables that are only compared each have a value of their own.
pub fn opaque_variable(var: VarId) -> u64 {
    mix(0x6f70_6171_7565, var.index() as u64)
}

impl Source for &Assignment {
    fn variable(&mut self, terms: &Terms, _lane: usize, var: VarId) -> u64 {
        Assignment::variable(self, terms, var)
    }

    fn read(&mut self, terms: &Terms, _lane: usize, term: TermId, point: &Point) -> u64 {
        self.points.get(point).copied().unwrap_or_else(|| match terms.domain_at(term, point.base) {
            Domain::Opaque => point.hash(),
            Domain::NewText => u64::from(FIRST_NEW_TEXT | (point.hash() as u32 >> 2)),
            _ => 0,
        })
    }
}

impl Point {
    /// A number that differs where the points differ, but for accidents of 64 bits.
    pub fn hash(&self) -> u64 {
        use std::hash::Hasher as _;
        let mut hasher = StableHasher(0x70_6f69_6e74);
        std::hash::Hash::hash(self, &mut hasher);
        hasher.finish()
    }
}

/// A hasher whose results are the same in every run.
struct StableHasher(u64);

impl std::hash::Hasher for StableHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        // Slices of numbers come as their bytes.
        let (words, rest) = bytes.as_chunks();
        words.iter().for_each(|&word| self.write_u64(u64::from_ne_bytes(word)));
        rest.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = mix(self.0, value);
    }

    fn write_u32(&mut self, value: u32) {
        self.write_u64(value.into());
    }

    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }

    fn write_isize(&mut self, value: isize) {
        self.write_u64(value as u64);
    }
}

/// A value of a sort, as a person reads it.
pub fn show_bits(sort: ValueSort, bits: u64) -> String {
    match sort.primitive() {
        Some(ty) => {
            let value = crate::jvm::value::Primitive::from_bits(ty, bits);
            crate::jvm::text::primitive_to_text(value).to_string_lossy()
        }
        None if bits == 0 => "null".to_owned(),
        None => format!("@{bits}"),
    }
}
