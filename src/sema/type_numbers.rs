//! Dynamic types as numbers, so that subtyping is a test of ranges.
//!
//! The classes are numbered from 1 on, each before its subclasses: a class's subclasses are a range. An interface is
//! a union of ranges. The primitive types follow; and the arrays of `d` dimensions over the element with number `n`
//! have the number `d * stride + n`. So an array's cells have its number less `stride`. 0 is no type.
//!
//! Closed world: the classes are those that the program has loaded.

use smallvec::SmallVec;

use crate::index::IndexVec;
use crate::jvm::value::PrimitiveType;
use crate::sema::program::{ClassId, Program};
use crate::sema::types::{ArrayTy, ElementTy, Ty};

/// From the first to the last number, both included.
type Range = (i32, i32);

#[derive(Clone, Debug)]
pub struct TypeNumbers {
    /// By class: its own number and the last one of its subclasses.
    classes: IndexVec<ClassId, Range>,
    /// By interface: the ranges of the classes that implement it, sorted and apart.
    implementers: IndexVec<ClassId, SmallVec<[Range; 2]>>,
    interfaces: IndexVec<ClassId, bool>,
    object: ClassId,
    array_supertypes: SmallVec<[ClassId; 2]>,
    stride: i32,
}

impl Program {
    /// The numbers of its types, made once.
    pub fn type_numbers(&self) -> &TypeNumbers {
        self.type_numbers.get_or_init(|| TypeNumbers::new(self))
    }
}

impl TypeNumbers {
    fn new(program: &Program) -> Self {
        let count = program.classes.len();
        let mut children: IndexVec<ClassId, Vec<ClassId>> = IndexVec::from_elem(Vec::new(), count);
        let mut roots = Vec::new();
        for (id, class) in program.classes.iter_enumerated() {
            match class.superclass {
                Some(superclass) if superclass != id => children[superclass].push(id),
                _ => roots.push(id),
            }
        }
        let mut classes = IndexVec::from_elem((0, 0), count);
        let mut next = 1;
        for root in roots {
            number(root, &children, &mut classes, &mut next);
        }
        let object = program.well_known.object;
        let supertype = |class: ClassId| program.is_array_supertype(class) && class != object;
        let mut numbers = Self {
            classes,
            implementers: IndexVec::from_elem(SmallVec::new(), count),
            interfaces: program.classes.iter().map(|c| c.is_interface()).collect(),
            object,
            array_supertypes: program.classes.ids().filter(|&c| supertype(c)).collect(),
            stride: next + PrimitiveType::ALL.len() as i32,
        };
        let mut implementing: IndexVec<ClassId, Vec<i32>> = IndexVec::from_elem(Vec::new(), count);
        for class in program.classes.ids() {
            for &above in program.tables.classes[class].ancestors.iter().chain([&class]) {
                implementing[above].push(numbers.classes[class].0);
            }
        }
        for interface in program.classes.ids().filter(|&c| numbers.interfaces[c]) {
            numbers.implementers[interface] = ranges(std::mem::take(&mut implementing[interface]));
        }
        numbers
    }

    /// The number of objects whose class is just this one.
    pub fn of_class(&self, class: ClassId) -> i32 {
        self.classes[class].0
    }

    /// The number of objects of just this type; `None` for what no object is.
    pub fn of(&self, ty: Ty) -> Option<i32> {
        match ty {
            Ty::Class(class) => Some(self.of_class(class)),
            Ty::Array(array) => {
                let element = match array.element {
                    ElementTy::Class(class) => self.of_class(class),
                    ElementTy::Primitive(p) => self.of_primitive(p),
                };
                Some(i32::from(array.dims) * self.stride + element)
            }
            Ty::Primitive(_) | Ty::Void | Ty::Null | Ty::Unknown => None,
        }
    }

    /// By how much the number of an array is above that of its cells.
    pub const fn stride(&self) -> i32 {
        self.stride
    }

    /// Whether a variable whose type has the number `ty` may hold an object whose type has the number `object`.
    pub fn accepts(&self, ty: i32, object: i32) -> bool {
        let dims = ty.div_euclid(self.stride);
        let element = ty.rem_euclid(self.stride);
        let Some(class) = self.class_of(element) else { return ty == object };
        let Ok(dims) = u8::try_from(dims) else { return false };
        let ty = match dims {
            0 => Ty::Class(class),
            _ => Ty::Array(ArrayTy { element: ElementTy::Class(class), dims }),
        };
        self.instances(ty).iter().any(|&(lo, hi)| lo <= object && object <= hi)
    }

    fn of_primitive(&self, ty: PrimitiveType) -> i32 {
        self.stride - PrimitiveType::ALL.len() as i32 + ty as i32
    }

    /// The class with a number.
    pub fn class_of(&self, number: i32) -> Option<ClassId> {
        self.classes.ids().find(|&c| self.classes[c].0 == number)
    }

    /// The numbers of the objects that are instances of a reference type.
    pub fn instances(&self, ty: Ty) -> SmallVec<[Range; 2]> {
        let (element, dims) = match ty {
            Ty::Class(class) => (ElementTy::Class(class), 0),
            Ty::Array(array) => (array.element, i32::from(array.dims)),
            Ty::Primitive(_) | Ty::Void | Ty::Null | Ty::Unknown => return SmallVec::new(),
        };
        let base = dims * self.stride;
        match element {
            ElementTy::Primitive(p) => {
                let n = base + self.of_primitive(p);
                SmallVec::from_slice(&[(n, n)])
            }
            // All classes, and all arrays with more dimensions; of arrays, not those over primitives.
            ElementTy::Class(class) if class == self.object => {
                let classes = (base + 1, base + self.stride - PrimitiveType::ALL.len() as i32 - 1);
                SmallVec::from_slice(&[classes, (base + self.stride, i32::MAX)])
            }
            ElementTy::Class(class) => {
                let mut ranges: SmallVec<[Range; 2]> = if self.interfaces[class] {
                    self.implementers[class].iter().map(|&(lo, hi)| (base + lo, base + hi)).collect()
                } else {
                    let (lo, hi) = self.classes[class];
                    SmallVec::from_slice(&[(base + lo, base + hi)])
                };
                if self.array_supertypes.contains(&class) {
                    ranges.push((base + self.stride, i32::MAX));
                }
                ranges
            }
        }
    }
}

/// The same numbers as ranges, each once, sorted and apart.
fn ranges(mut numbers: Vec<i32>) -> SmallVec<[Range; 2]> {
    numbers.sort_unstable();
    numbers.dedup();
    let mut ranges: SmallVec<[Range; 2]> = SmallVec::new();
    for n in numbers {
        match ranges.last_mut() {
            Some(last) if last.1 + 1 == n => last.1 = n,
            _ => ranges.push((n, n)),
        }
    }
    ranges
}

/// Numbers a class and those below it; iterative, for a chain of subclasses may be long.
fn number(
    root: ClassId,
    children: &IndexVec<ClassId, Vec<ClassId>>,
    classes: &mut IndexVec<ClassId, Range>,
    next: &mut i32,
) {
    let mut stack = vec![(root, 0)];
    while let Some((class, child)) = stack.pop() {
        if child == 0 {
            classes[class].0 = *next;
            *next += 1;
        }
        match children[class].get(child) {
            Some(&below) => {
                stack.push((class, child + 1));
                stack.push((below, 0));
            }
            None => classes[class].1 = *next - 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sema::load::LoadOptions;
    use crate::syntax::source::SourceFile;

    #[test]
    fn ranges_say_what_subtyping_says() {
        let source = "interface I {} interface J extends I {} class A implements J { int[] x; Object[] y; }
            class B extends A {} class C implements I {} class D extends B {} enum E { P, Q }";
        let file = SourceFile::new("A.java".into(), source.to_owned());
        let program = Program::load(vec![file], &LoadOptions::default()).expect("a program");
        let numbers = program.type_numbers();
        let elements = program.classes.ids().map(ElementTy::Class);
        let elements: Vec<ElementTy> = elements.chain([ElementTy::Primitive(PrimitiveType::Int)]).collect();
        let mut types: Vec<Ty> = program.classes.ids().map(Ty::Class).collect();
        for dims in 1..3 {
            types.extend(elements.iter().map(|&element| Ty::Array(ArrayTy { element, dims })));
        }
        let mut seen = std::collections::HashSet::new();
        for &object in &types {
            let number = numbers.of(object).expect("a number");
            assert!(seen.insert(number), "{object:?} has the number of another");
            for &ty in &types {
                let ranges = numbers.instances(ty);
                let inside = ranges.iter().filter(|&&(lo, hi)| lo <= number && number <= hi).count();
                assert_eq!(inside == 1, program.is_subtype(object, ty), "{object:?} <: {ty:?}");
                assert!(inside <= 1);
            }
        }
    }
}
