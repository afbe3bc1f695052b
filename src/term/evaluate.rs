//! Terms evaluated on concrete values: a flat program, children before parents, over many input vectors at once, as
//! parallel-pattern simulation does it in hardware (DESIGN §6).
//!
//! Functions on strings whose content is known are computed. Any other function is a read of the [`Source`], by the
//! values of its arguments: equal arguments, equal values. That is a legal reading of the function, but perhaps not
//! the real one, so what follows from it is only possible ([`Program::is_exact`]).

use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use crate::jvm::operator::{BinaryOperator, UnaryOperator};
use crate::jvm::value::{JavaString, Primitive, PrimitiveType};
use crate::jvm::{convert, fold, text};
use crate::term::assignment::{Base, Point};
use crate::term::domain::{FIRST_NEW_TEXT, FIRST_TEXT};
use crate::term::sort::{Sort, ValueSort};
use crate::term::text::MAX_JOINED;
use crate::term::variable::{VarId, Variable};
use crate::term::{Function, TermId, TermKind, Terms};

/// Where the values of leaves come from.
pub trait Source {
    fn variable(&mut self, terms: &Terms, lane: usize, var: VarId) -> u64;
    /// A map or a function at a point; `term` is the leaf that asks. Must be a function of the point and the lane.
    fn read(&mut self, terms: &Terms, lane: usize, term: TermId, point: &Point) -> u64;
}

/// Strings longer than that are not put together.
const MAX_TEXT: u64 = 64;

/// Terms compiled to run over lanes.
#[derive(Debug)]
pub struct Program {
    steps: Vec<(TermId, Step)>,
    slots: FxHashMap<TermId, Slot>,
    texts: FxHashMap<u32, JavaString>,
    allocated: Option<VarId>,
    exact: bool,
}

type Slot = u32;

#[derive(Debug)]
enum Step {
    Constant(u64),
    Variable(VarId),
    Unary {
        op: UnaryOperator,
        ty: PrimitiveType,
        operand: Slot,
    },
    Binary {
        op: BinaryOperator,
        ty: PrimitiveType,
        right_ty: PrimitiveType,
        left: Slot,
        right: Slot,
    },
    Convert {
        from: PrimitiveType,
        to: PrimitiveType,
        operand: Slot,
    },
    /// Equal bits: floats are canonical.
    Same {
        left: Slot,
        right: Slot,
    },
    Choose {
        condition: Slot,
        then: Slot,
        otherwise: Slot,
    },
    Fresh(Slot),
    /// A read of a map: of a variable's, or of an unnamed one.
    Read {
        variable: Option<VarId>,
        map: Slot,
        at: SmallVec<[Slot; 2]>,
    },
    /// A map behind a store, as a value of its own.
    Written(SmallVec<[Slot; 4]>),
    Apply {
        function: Function,
        arguments: SmallVec<[Slot; 4]>,
    },
}

/// What the terms of a program are, lane by lane.
#[derive(Debug)]
pub struct Values<'p> {
    program: &'p Program,
    lanes: usize,
    values: Vec<u64>,
    well_formed: Vec<bool>,
    computed: FxHashMap<u32, JavaString>,
}

impl Program {
    pub fn new(terms: &Terms, roots: &[TermId]) -> Self {
        let mut program = Self {
            steps: Vec::new(),
            slots: FxHashMap::default(),
            texts: FxHashMap::default(),
            allocated: terms.find_variable(Variable::Allocated),
            exact: true,
        };
        for term in terms.closure(roots) {
            let step = program.compile(terms, term);
            program.slots.insert(term, program.steps.len() as Slot);
            program.steps.push((term, step));
        }
        program
    }

    /// How many steps a run takes in each lane.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Whether every function is computed as Java does. Where not, a difference that is found is a possible one.
    pub const fn is_exact(&self) -> bool {
        self.exact
    }

    fn compile(&mut self, terms: &Terms, term: TermId) -> Step {
        let slot = |t: &TermId| self.slots[t];
        match terms.kind(term) {
            TermKind::Constant(value) => Step::Constant(value.to_bits()),
            TermKind::Null => Step::Constant(0),
            TermKind::Text(text) => {
                let reference = Terms::text_reference(term);
                self.texts.insert(reference, text.clone());
                Step::Constant(reference.into())
            }
            TermKind::Var(var) => Step::Variable(*var),
            TermKind::Unary { op, operand } => {
                Step::Unary { op: *op, ty: primitive(terms, *operand), operand: slot(operand) }
            }
            TermKind::Binary { op, ty, left, right } => Step::Binary {
                op: *op,
                ty: *ty,
                right_ty: primitive(terms, *right),
                left: slot(left),
                right: slot(right),
            },
            TermKind::Convert { from, to, operand } => {
                Step::Convert { from: *from, to: *to, operand: slot(operand) }
            }
            TermKind::SameFloat { left, right } | TermKind::SameReference { left, right } => {
                Step::Same { left: slot(left), right: slot(right) }
            }
            TermKind::Choose { condition, then, otherwise } => {
                Step::Choose { condition: slot(condition), then: slot(then), otherwise: slot(otherwise) }
            }
            TermKind::Fresh(number) => Step::Fresh(slot(number)),
            TermKind::Select { map, object } => {
                Step::Read { variable: variable(terms, *map), map: slot(map), at: smallvec![slot(object)] }
            }
            TermKind::SelectCell { map, array, index } => Step::Read {
                variable: variable(terms, *map),
                map: slot(map),
                at: smallvec![slot(array), slot(index)],
            },
            TermKind::Store { map, object, value } | TermKind::Fill { map, array: object, value } => {
                Step::Written([map, object, value].into_iter().map(slot).collect())
            }
            TermKind::StoreCell { map, array, index, value } => {
                Step::Written([map, array, index, value].into_iter().map(slot).collect())
            }
            TermKind::Apply { function, arguments } => {
                let step =
                    Step::Apply { function: *function, arguments: arguments.iter().map(slot).collect() };
                self.exact &= is_computed(*function);
                step
            }
        }
    }

    pub fn run<'p>(&'p self, terms: &Terms, lanes: usize, source: &mut impl Source) -> Values<'p> {
        let mut values = Values {
            program: self,
            lanes,
            values: Vec::with_capacity(self.steps.len() * lanes),
            well_formed: vec![true; lanes],
            computed: FxHashMap::default(),
        };
        for (term, step) in &self.steps {
            for lane in 0..lanes {
                let value = values.step(terms, *term, step, lane, source);
                values.values.push(value);
            }
        }
        values
    }
}

fn variable(terms: &Terms, map: TermId) -> Option<VarId> {
    match *terms.kind(map) {
        TermKind::Var(var) => Some(var),
        _ => None,
    }
}

fn primitive(terms: &Terms, term: TermId) -> PrimitiveType {
    match terms.sort(term) {
        Sort::Value(value) => value.primitive().unwrap_or(PrimitiveType::Int),
        _ => PrimitiveType::Int,
    }
}

/// Functions that are computed, as far as the content of strings is known.
const fn is_computed(function: Function) -> bool {
    matches!(
        function,
        Function::StringLength
            | Function::StringUnit
            | Function::Concat
            | Function::TextOf(_)
            | Function::SameText
    )
}

impl Values<'_> {
    /// The value of a term that the program has.
    pub fn get(&self, term: TermId, lane: usize) -> u64 {
        self.at(self.program.slots[&term], lane)
    }

    pub fn is_true(&self, term: TermId, lane: usize) -> bool {
        self.get(term, lane) != 0
    }

    /// Whether the lane's values keep the rules of allocation; where not, they say nothing.
    pub fn is_well_formed(&self, lane: usize) -> bool {
        self.well_formed[lane]
    }

    fn at(&self, slot: Slot, lane: usize) -> u64 {
        self.values[slot as usize * self.lanes + lane]
    }

    fn step<S: Source>(
        &mut self,
        terms: &Terms,
        term: TermId,
        step: &Step,
        lane: usize,
        source: &mut S,
    ) -> u64 {
        match step {
            Step::Constant(bits) => *bits,
            Step::Variable(var) => source.variable(terms, lane, *var),
            Step::Unary { op, ty, operand } => {
                bits(fold::unary(*op, Primitive::from_bits(*ty, self.at(*operand, lane))))
            }
            Step::Binary { op, ty, right_ty, left, right } => {
                let left = Primitive::from_bits(*ty, self.at(*left, lane));
                let right = Primitive::from_bits(*right_ty, self.at(*right, lane));
                // Terms are total: what is divided by zero is zero, as in the solver.
                fold::binary(*op, left, right).map_or(0, bits)
            }
            Step::Convert { from, to, operand } => {
                bits(convert::cast(Primitive::from_bits(*from, self.at(*operand, lane)), *to))
            }
            Step::Same { left, right } => u64::from(self.at(*left, lane) == self.at(*right, lane)),
            Step::Choose { condition, then, otherwise } => {
                self.at(if self.at(*condition, lane) == 0 { *otherwise } else { *then }, lane)
            }
            Step::Fresh(number) => {
                let number = self.at(*number, lane) as u32;
                let oldest = self.program.allocated.map_or(1, |var| source.variable(terms, lane, var) as u32);
                self.well_formed[lane] &= number >= oldest.max(1) && number < FIRST_TEXT;
                number.into()
            }
            Step::Read { variable, map, at } => {
                let base = variable.map_or_else(|| Base::Unnamed(self.at(*map, lane)), Base::Map);
                let arguments = at.iter().map(|&slot| self.at(slot, lane)).collect();
                source.read(terms, lane, term, &Point { base, arguments })
            }
            Step::Written(parts) => {
                parts.iter().fold(0x7374_6f72, |hash, &part| mix(hash, self.at(part, lane)))
            }
            Step::Apply { function, arguments } => {
                let arguments: SmallVec<[u64; 3]> =
                    arguments.iter().map(|&slot| self.at(slot, lane)).collect();
                self.apply(terms, term, *function, arguments, lane, source)
            }
        }
    }

    fn apply<S: Source>(
        &mut self,
        terms: &Terms,
        term: TermId,
        function: Function,
        arguments: SmallVec<[u64; 3]>,
        lane: usize,
        source: &mut S,
    ) -> u64 {
        let computed = match (function, arguments.as_slice()) {
            (Function::StringLength, &[text]) => self.content(text).map(|t| t.len() as u64),
            (Function::StringUnit, &[text, index]) => {
                self.content(text).map(|t| t.units().get(index as usize).copied().unwrap_or(0).into())
            }
            (Function::TextOf(ty), &[value]) => {
                Some(self.make(text::primitive_to_text(Primitive::from_bits(ty, value))))
            }
            (Function::Concat, &[left, right]) => {
                let left = self.units(terms, term, left, lane, source);
                let right = self.units(terms, term, right, lane, source);
                let short = left.zip(right).filter(|(left, right)| left.len() + right.len() <= MAX_JOINED);
                short.map(|(left, right)| self.make([left, right].concat().into()))
            }
            (Function::SameText, &[left, right]) if left == right => Some(1),
            (Function::SameText, &[left, right]) => {
                let left = self.units(terms, term, left, lane, source);
                let right = self.units(terms, term, right, lane, source);
                left.zip(right).map(|(left, right)| u64::from(left == right))
            }
            _ => None,
        };
        computed.unwrap_or_else(|| {
            let point = Point { base: Base::Function(function), arguments };
            source.read(terms, lane, term, &point)
        })
    }

    fn content(&self, reference: u64) -> Option<&JavaString> {
        let reference = reference as u32;
        self.program.texts.get(&reference).or_else(|| self.computed.get(&reference))
    }

    /// The units of a string, which are asked of the source where nothing else gives them.
    fn units<S: Source>(
        &self,
        terms: &Terms,
        term: TermId,
        reference: u64,
        lane: usize,
        source: &mut S,
    ) -> Option<Vec<u16>> {
        if reference == 0 {
            return Some("null".encode_utf16().collect());
        }
        if let Some(text) = self.content(reference) {
            return Some(text.units().to_vec());
        }
        let mut read = |function, arguments| {
            source.read(terms, lane, term, &Point { base: Base::Function(function), arguments })
        };
        let length = read(Function::StringLength, smallvec![reference]);
        (length <= MAX_TEXT).then(|| {
            (0..length).map(|i| read(Function::StringUnit, smallvec![reference, i]) as u16).collect()
        })
    }

    /// A computed string with this content: equal contents are one reference here.
    fn make(&mut self, text: JavaString) -> u64 {
        let span = u32::MAX - FIRST_NEW_TEXT;
        let hash = text.units().iter().fold(0x7465_7874, |hash, &unit| mix(hash, unit.into()));
        let mut reference = FIRST_NEW_TEXT + hash as u32 % span;
        while self.computed.get(&reference).is_some_and(|other| *other != text) {
            reference = FIRST_NEW_TEXT + (reference - FIRST_NEW_TEXT + 1) % span;
        }
        self.computed.insert(reference, text);
        reference.into()
    }
}

/// The bits of a value; every NaN is one.
fn bits(value: Primitive) -> u64 {
    canonical(ValueSort::of_primitive(value.ty()), value.to_bits())
}

/// The bits as the sort has them: one NaN, ints sign-extended, references and booleans without anything above.
pub const fn canonical(sort: ValueSort, bits: u64) -> u64 {
    match sort {
        ValueSort::Boolean => bits & 1,
        ValueSort::Int => bits as i32 as i64 as u64,
        ValueSort::Long => bits,
        ValueSort::Float if f32::from_bits(bits as u32).is_nan() => 0x7fc0_0000,
        ValueSort::Float | ValueSort::Reference => bits as u32 as u64,
        ValueSort::Double if f64::from_bits(bits).is_nan() => 0x7ff8_0000_0000_0000,
        ValueSort::Double => bits,
    }
}

/// Two numbers into one, well stirred.
pub const fn mix(a: u64, b: u64) -> u64 {
    let mut x = a.rotate_left(23) ^ b.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
