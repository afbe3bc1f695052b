//! Random terms beside their values: each operation is done twice, by the constructors of terms and on concrete
//! values by `jvm`, so that neither can hide an error of the other.

use std::collections::BTreeMap;

use jatpg::jvm::operator::{BinaryOperator, UnaryOperator};
use jatpg::jvm::value::{JavaString, Primitive, PrimitiveType};
use jatpg::jvm::{convert, fold};
use jatpg::sema::types::Ty;
use jatpg::term::assignment::{Assignment, Base, Point};
use jatpg::term::sort::{Sort, ValueSort};
use jatpg::term::variable::{CellType, VarId, Variable, VariableInfo};
use jatpg::term::{TermId, Terms};

/// A value of a sort under each of the assignments; of a map, what was written over it, the latest last.
#[derive(Clone, Debug)]
pub(crate) enum Column {
    Bits(Vec<u64>),
    Map(VarId, Vec<Vec<(Vec<u64>, u64)>>),
}

#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub term: TermId,
    pub sort: Sort,
    pub column: Column,
}

impl Node {
    pub(crate) fn bits(&self) -> &[u64] {
        match &self.column {
            Column::Bits(bits) => bits,
            Column::Map(..) => panic!("a map has no bits"),
        }
    }
}

pub(crate) struct Builder {
    pub terms: Terms,
    pub nodes: Vec<Node>,
    pub assignments: Vec<Assignment>,
}

const TYPES: [PrimitiveType; 8] = PrimitiveType::ALL;

/// Which variables a builder starts with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Inputs {
    /// All types, references and maps among them.
    All,
    /// What can be tried out whole: two bytes, a boolean.
    Small,
}

impl Builder {
    pub(crate) fn new(inputs: Inputs, seed: u64, columns: usize) -> Self {
        let mut builder = Self {
            terms: Terms::new(),
            nodes: Vec::new(),
            assignments: vec![Assignment::default(); columns],
        };
        let mut random = seed;
        let mut next = move || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            random >> 16
        };
        let mut number = 0;
        let types: Vec<PrimitiveType> = match inputs {
            Inputs::All => TYPES.iter().chain(&TYPES).copied().collect(),
            Inputs::Small => vec![PrimitiveType::Byte, PrimitiveType::Byte, PrimitiveType::Boolean],
        };
        for ty in types {
            let sort = Sort::Value(ValueSort::of_primitive(ty));
            let values = (0..columns).map(|_| random_value(ty, next())).collect();
            builder.variable(number, Variable::Input(number), sort, Some(Ty::Primitive(ty)), values);
            number += 1;
        }
        if inputs == Inputs::All {
            let reference = Sort::Value(ValueSort::Reference);
            let allocated = (0..columns).map(|_| 64 + next() % 3).collect();
            let int = Sort::Value(ValueSort::Int);
            builder.variable(number, Variable::Allocated, int, None, allocated);
            for _ in 0..3 {
                number += 1;
                let values = (0..columns).map(|_| next() % 4).collect();
                builder.variable(number, Variable::Input(number), reference, None, values);
            }
            builder.map(Variable::Length, Sort::Field(ValueSort::Int), &mut next, |r| r % 5);
            let cells = Variable::Cells(CellType::Primitive(PrimitiveType::Byte));
            builder.map(cells, Sort::Cells(ValueSort::Int), &mut next, |r| i64::from(r as i8) as u64);
            let cells = Variable::Cells(CellType::Reference);
            builder.map(cells, Sort::Cells(ValueSort::Reference), &mut next, |r| r % 4);
        }
        builder
    }

    fn variable(&mut self, number: u32, variable: Variable, sort: Sort, ty: Option<Ty>, values: Vec<u64>) {
        let var = self.terms.variable(VariableInfo { variable, sort, ty, name: format!("x{number}") });
        for (assignment, &value) in self.assignments.iter_mut().zip(&values) {
            assignment.variables.insert(var, value);
        }
        let term = self.terms.var(var);
        self.nodes.push(Node { term, sort, column: Column::Bits(values) });
    }

    fn map(&mut self, variable: Variable, sort: Sort, next: &mut impl FnMut() -> u64, value: fn(u64) -> u64) {
        let ty = match variable {
            Variable::Cells(CellType::Primitive(ty)) => Some(Ty::Primitive(ty)),
            _ => None,
        };
        let info = VariableInfo { variable, sort, ty, name: format!("{variable:?}") };
        let var = self.terms.variable(info);
        for assignment in &mut self.assignments {
            for object in 0..70_u64 {
                let indices: &[Option<u64>] =
                    if matches!(sort, Sort::Field(_)) { &[None] } else { &[Some(0), Some(1), Some(2)] };
                for index in indices {
                    let arguments = [object].into_iter().chain(*index).collect();
                    assignment.points.insert(Point { base: Base::Map(var), arguments }, value(next()));
                }
            }
        }
        let term = self.terms.var(var);
        let writes = vec![Vec::new(); self.assignments.len()];
        self.nodes.push(Node { term, sort, column: Column::Map(var, writes) });
    }

    /// One more node, as the code says; nothing where no operands fit.
    pub(crate) fn step(&mut self, code: u32) {
        let mut code = code;
        let mut take = |n: usize| {
            let digit = code as usize % n.max(1);
            code = code.rotate_right(5).wrapping_mul(0x9e37_79b1);
            digit
        };
        match take(16) {
            0..=5 => {
                let op = BinaryOperator::ALL[take(17)];
                let (left, right) = (take(64), take(64));
                self.binary(op, left, right);
            }
            6 => self.unary(UnaryOperator::ALL[take(4)], take(64)),
            7 => self.convert(TYPES[take(8)], TYPES[take(8)], take(64)),
            8 | 9 => self.choose(take(64), take(64), take(64)),
            10 => self.constant(TYPES[take(8)], take(1 << 20)),
            11 => self.same(take(64), take(64)),
            12 => self.reference(take(4), take(64)),
            13 | 14 => self.select(take(64), take(64), take(64)),
            _ => self.store(take(64), take(64), take(64), take(64)),
        }
    }

    /// One of the nodes of a sort, those made last preferred.
    pub(crate) fn pick(&self, which: impl Fn(Sort) -> bool, choice: usize) -> Option<Node> {
        let fitting: Vec<&Node> = self.nodes.iter().rev().filter(|n| which(n.sort)).collect();
        fitting.get(choice % fitting.len().max(1)).map(|n| (*n).clone())
    }

    fn push(&mut self, term: TermId, sort: Sort, values: Vec<u64>) {
        assert_eq!(self.terms.sort(term), sort, "{}", self.terms.show(term));
        self.nodes.push(Node { term, sort, column: Column::Bits(values) });
    }

    fn binary(&mut self, op: BinaryOperator, left: usize, right: usize) {
        let Some(left) = self.pick(|s| primitive(s).is_some(), left) else { return };
        let ty = primitive(left.sort).expect("picked so");
        let fits = |s: Sort| match primitive(s) {
            Some(other) if op.is_shift() => matches!(other, PrimitiveType::Int | PrimitiveType::Long),
            Some(other) => other == ty,
            None => false,
        };
        if !jatpg::jvm::operator::accepts(op, ty, if op.is_shift() { PrimitiveType::Int } else { ty }) {
            return;
        }
        let Some(right) = self.pick(fits, right) else { return };
        let right_ty = primitive(right.sort).expect("picked so");
        let term = self.terms.binary(op, ty, left.term, right.term);
        let values = left.bits().iter().zip(right.bits()).map(|(&a, &b)| {
            let (a, b) = (Primitive::from_bits(ty, a), Primitive::from_bits(right_ty, b));
            fold::binary(op, a, b).map_or(0, bits)
        });
        let values = values.collect();
        let result = if op.is_comparison() { PrimitiveType::Boolean } else { ty };
        self.push(term, Sort::Value(ValueSort::of_primitive(result)), values);
    }

    fn unary(&mut self, op: UnaryOperator, operand: usize) {
        let fits = |s| primitive(s).is_some_and(|ty| jatpg::jvm::operator::accepts_unary(op, ty));
        let Some(operand) = self.pick(fits, operand) else { return };
        let ty = primitive(operand.sort).expect("picked so");
        let term = self.terms.unary(op, operand.term);
        let values =
            operand.bits().iter().map(|&v| bits(fold::unary(op, Primitive::from_bits(ty, v)))).collect();
        self.push(term, operand.sort, values);
    }

    /// The operand need not be in the range of `from`, so the conversion goes to `from` first.
    fn convert(&mut self, from: PrimitiveType, to: PrimitiveType, operand: usize) {
        if !convert::castable(from, to) {
            return;
        }
        let sort = Sort::Value(ValueSort::of_primitive(from));
        let Some(operand) = self.pick(|s| s == sort, operand) else { return };
        let wide = primitive(sort).expect("picked so");
        let narrowed = self.terms.convert(wide, from, operand.term);
        let term = self.terms.convert(from, to, narrowed);
        let values = operand
            .bits()
            .iter()
            .map(|&v| bits(convert::cast(convert::cast(Primitive::from_bits(wide, v), from), to)));
        let values = values.collect();
        self.push(term, Sort::Value(ValueSort::of_primitive(to)), values);
    }

    fn choose(&mut self, condition: usize, then: usize, otherwise: usize) {
        let Some(condition) = self.pick(|s| s == Sort::Value(ValueSort::Boolean), condition) else { return };
        let Some(then) = self.pick(|_| true, then) else { return };
        let Some(otherwise) = self.pick(|s| s == then.sort, otherwise) else { return };
        let term = self.terms.choose(condition.term, then.term, otherwise.term);
        let chosen = |i: usize| condition.bits()[i] != 0;
        let column = match (&then.column, &otherwise.column) {
            (Column::Bits(a), Column::Bits(b)) => {
                Column::Bits((0..a.len()).map(|i| if chosen(i) { a[i] } else { b[i] }).collect())
            }
            (Column::Map(x, a), Column::Map(y, b)) if x == y => Column::Map(
                *x,
                (0..a.len()).map(|i| if chosen(i) { a[i].clone() } else { b[i].clone() }).collect(),
            ),
            _ => return,
        };
        self.nodes.push(Node { term, sort: then.sort, column });
    }

    fn constant(&mut self, ty: PrimitiveType, choice: usize) {
        let value = Primitive::from_bits(ty, random_value(ty, choice as u64));
        let term = self.terms.primitive(value);
        let sort = self.terms.sort(term);
        let wide = primitive(sort).expect("a constant is primitive");
        self.push(term, sort, vec![bits(convert::cast(value, wide)); self.assignments.len()]);
    }

    fn same(&mut self, left: usize, right: usize) {
        let Some(left) = self.pick(|s| matches!(s, Sort::Value(_)), left) else { return };
        let Some(right) = self.pick(|s| s == left.sort, right) else { return };
        let term = self.terms.same_value(left.term, right.term);
        let values = left.bits().iter().zip(right.bits()).map(|(a, b)| u64::from(a == b)).collect();
        self.push(term, Sort::Value(ValueSort::Boolean), values);
    }

    fn reference(&mut self, kind: usize, choice: usize) {
        let sort = Sort::Value(ValueSort::Reference);
        let columns = self.assignments.len();
        match kind {
            0 => {
                let term = self.terms.null();
                self.push(term, sort, vec![0; columns]);
            }
            1 => {
                let text = ["", "a", "ab"][choice % 3];
                let term = self.terms.text(JavaString::from(text));
                self.push(term, sort, vec![Terms::text_reference(term).into(); columns]);
            }
            _ => {
                let Some(var) = self.terms.find_variable(Variable::Allocated) else { return };
                let (base, offset) = (self.terms.var(var), self.terms.int(choice as i32 % 3));
                let number = self.terms.binary(BinaryOperator::Add, PrimitiveType::Int, base, offset);
                let term = self.terms.fresh(number);
                let value = |a: &Assignment| a.variables[&var] + choice as u64 % 3;
                let values = self.assignments.iter().map(value).collect();
                self.push(term, sort, values);
            }
        }
    }

    fn select(&mut self, map: usize, object: usize, index: usize) {
        let Some(map) = self.pick(|s| matches!(s, Sort::Field(_) | Sort::Cells(_)), map) else { return };
        let Some(object) = self.pick(|s| s == Sort::Value(ValueSort::Reference), object) else { return };
        let Column::Map(var, writes) = &map.column else { return };
        let (term, value, keys) = match map.sort {
            Sort::Field(value) => {
                let keys = object.bits().iter().map(|&o| vec![o]).collect::<Vec<_>>();
                (self.terms.select(map.term, object.term), value, keys)
            }
            Sort::Cells(value) => {
                let Some(index) = self.pick(|s| s == Sort::Value(ValueSort::Int), index) else { return };
                let keys =
                    object.bits().iter().zip(index.bits()).map(|(&o, &i)| vec![o, i]).collect::<Vec<_>>();
                (self.terms.select_cell(map.term, object.term, index.term), value, keys)
            }
            _ => return,
        };
        let values = (0..keys.len()).map(|i| {
            let written = writes[i].iter().rev().find(|(key, _)| *key == keys[i]).map(|(_, value)| *value);
            let point = Point { base: Base::Map(*var), arguments: keys[i].iter().copied().collect() };
            written.or_else(|| self.assignments[i].points.get(&point).copied()).unwrap_or(0)
        });
        let values = values.collect();
        self.push(term, Sort::Value(value), values);
    }

    fn store(&mut self, map: usize, object: usize, index: usize, value: usize) {
        let Some(map) = self.pick(|s| matches!(s, Sort::Field(_) | Sort::Cells(_)), map) else { return };
        let Some(object) = self.pick(|s| s == Sort::Value(ValueSort::Reference), object) else { return };
        let Column::Map(var, mut writes) = map.column.clone() else { return };
        let (Sort::Field(content) | Sort::Cells(content)) = map.sort else { return };
        let Some(value) = self.pick(|s| s == Sort::Value(content), value) else { return };
        let (term, keys) = if let Sort::Field(_) = map.sort {
            let keys = object.bits().iter().map(|&o| vec![o]).collect::<Vec<_>>();
            (self.terms.store(map.term, object.term, value.term), keys)
        } else {
            let Some(index) = self.pick(|s| s == Sort::Value(ValueSort::Int), index) else { return };
            let keys = object.bits().iter().zip(index.bits()).map(|(&o, &i)| vec![o, i]).collect::<Vec<_>>();
            (self.terms.store_cell(map.term, object.term, index.term, value.term), keys)
        };
        for (i, key) in keys.into_iter().enumerate() {
            writes[i].push((key, value.bits()[i]));
        }
        self.nodes.push(Node { term, sort: map.sort, column: Column::Map(var, writes) });
    }
}

pub(crate) fn primitive(sort: Sort) -> Option<PrimitiveType> {
    match sort {
        Sort::Value(value) => value.primitive(),
        _ => None,
    }
}

pub(crate) fn bits(value: Primitive) -> u64 {
    match value {
        Primitive::Float(v) if v.is_nan() => 0x7fc0_0000,
        Primitive::Double(v) if v.is_nan() => 0x7ff8_0000_0000_0000,
        value => value.to_bits(),
    }
}

/// Small values and the limits of the type more often than others.
fn random_value(ty: PrimitiveType, random: u64) -> u64 {
    let wide = match random % 4 {
        0 => random >> 8,
        1 => [i64::MIN, i64::MAX, i32::MIN.into(), i32::MAX.into(), -1, 0][(random >> 8) as usize % 6] as u64,
        _ => ((random >> 8) as i64 % 9 - 4) as u64,
    };
    let floats = [0.0, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, 0.5, 3e9];
    let value = match ty {
        PrimitiveType::Boolean => Primitive::Boolean(wide & 1 == 1),
        PrimitiveType::Float | PrimitiveType::Double if random.is_multiple_of(3) => {
            convert::cast(Primitive::Double(floats[(random >> 9) as usize % floats.len()]), ty)
        }
        ty => convert::cast(Primitive::Long(wide as i64), ty),
    };
    bits(value)
}

/// All assignments of the small inputs, by variable.
pub(crate) fn all_small(terms: &Terms) -> Vec<Assignment> {
    let vars: Vec<VarId> = terms.variables().collect();
    let mut all = Vec::new();
    for a in i8::MIN..=i8::MAX {
        for b in i8::MIN..=i8::MAX {
            for c in [0, 1] {
                let values = [i64::from(a) as u64, i64::from(b) as u64, c];
                let variables: BTreeMap<VarId, u64> = vars.iter().copied().zip(values).collect();
                all.push(Assignment { variables, ..Assignment::default() });
            }
        }
    }
    all
}
