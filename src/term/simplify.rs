//! The constructors of terms, which simplify: constants by [`crate::jvm::fold`], identities, choices, maps read
//! through their stores. Each rule holds for all values of the variables.

use smallvec::SmallVec;

use crate::jvm::fold;
use crate::jvm::operator::{BinaryOperator, UnaryOperator};
use crate::jvm::value::{JavaString, Primitive, PrimitiveType};
use crate::term::sort::{Sort, ValueSort};
use crate::term::variable::VarId;
use crate::term::{Function, TermId, TermKind, Terms};

impl Terms {
    pub fn var(&mut self, var: VarId) -> TermId {
        let sort = self.info(var).sort;
        self.intern(TermKind::Var(var), sort)
    }

    /// A constant of the sort of its type: a `byte` becomes an int.
    pub fn primitive(&mut self, value: Primitive) -> TermId {
        let value = match value {
            Primitive::Byte(v) => Primitive::Int(v.into()),
            Primitive::Short(v) => Primitive::Int(v.into()),
            Primitive::Char(v) => Primitive::Int(v.into()),
            Primitive::Float(v) if v.is_nan() => Primitive::Float(f32::from_bits(0x7fc0_0000)),
            Primitive::Double(v) if v.is_nan() => Primitive::Double(f64::from_bits(0x7ff8_0000_0000_0000)),
            value => value,
        };
        let sort = Sort::Value(ValueSort::of_primitive(value.ty()));
        self.intern(TermKind::Constant(value), sort)
    }

    pub fn int(&mut self, value: i32) -> TermId {
        self.primitive(Primitive::Int(value))
    }

    pub fn boolean(&mut self, value: bool) -> TermId {
        self.primitive(Primitive::Boolean(value))
    }

    pub fn null(&mut self) -> TermId {
        self.intern(TermKind::Null, Sort::Value(ValueSort::Reference))
    }

    pub fn text(&mut self, text: JavaString) -> TermId {
        self.intern(TermKind::Text(text), Sort::Value(ValueSort::Reference))
    }

    pub fn fresh(&mut self, number: TermId) -> TermId {
        self.intern(TermKind::Fresh(number), Sort::Value(ValueSort::Reference))
    }

    pub fn not(&mut self, operand: TermId) -> TermId {
        self.unary(UnaryOperator::Not, operand)
    }

    pub fn and(&mut self, left: TermId, right: TermId) -> TermId {
        self.binary(BinaryOperator::And, PrimitiveType::Boolean, left, right)
    }

    pub fn or(&mut self, left: TermId, right: TermId) -> TermId {
        self.binary(BinaryOperator::Or, PrimitiveType::Boolean, left, right)
    }

    pub fn all(&mut self, conjuncts: impl IntoIterator<Item = TermId>) -> TermId {
        let mut all = self.boolean(true);
        for conjunct in conjuncts {
            all = self.and(all, conjunct);
        }
        all
    }

    pub fn any(&mut self, disjuncts: impl IntoIterator<Item = TermId>) -> TermId {
        let mut any = self.boolean(false);
        for disjunct in disjuncts {
            any = self.or(any, disjunct);
        }
        any
    }

    /// The operand has the promoted type.
    pub fn unary(&mut self, op: UnaryOperator, operand: TermId) -> TermId {
        if let Some(value) = self.constant(operand) {
            return self.primitive(fold::unary(op, value));
        }
        let sort = self.sort(operand);
        match (op, self.kind(operand)) {
            (UnaryOperator::Plus, _) => return operand,
            (_, &TermKind::Unary { op: inner, operand: twice }) if inner == op => return twice,
            (UnaryOperator::Minus, &TermKind::Binary { op: BinaryOperator::Sub, ty, left, right })
                if !ty.is_floating() =>
            {
                return self.binary(BinaryOperator::Sub, ty, right, left);
            }
            (UnaryOperator::Not, &TermKind::Binary { op: inner, ty, left, right }) => {
                if let Some(op) = negated(inner, ty) {
                    return self.binary(op, ty, left, right);
                }
            }
            _ => {}
        }
        self.intern(TermKind::Unary { op, operand }, sort)
    }

    /// Operands promoted to `ty`; the count of a shift is an int or a long.
    pub fn binary(&mut self, op: BinaryOperator, ty: PrimitiveType, left: TermId, right: TermId) -> TermId {
        if let (Some(a), Some(b)) = (self.constant(left), self.constant(right))
            && let Ok(value) = fold::binary(op, a, b)
        {
            return self.primitive(value);
        }
        if ty == PrimitiveType::Boolean
            && let Some(simple) = self.boolean_identity(op, left, right)
        {
            return simple;
        }
        if left == right
            && !ty.is_floating()
            && let Some(simple) = self.on_equals(op, ty, left)
        {
            return simple;
        }
        if let Some(simple) = self.integer_identity(op, ty, left, right) {
            return simple;
        }
        if self.orders_floats
            && let Some(simple) = self.floating_identity(op, ty, left, right)
        {
            return simple;
        }
        let result = if op.is_comparison() { ValueSort::Boolean } else { ValueSort::of_primitive(ty) };
        self.intern(TermKind::Binary { op, ty, left, right }, Sort::Value(result))
    }

    /// `x op x`, not on floats.
    fn on_equals(&mut self, op: BinaryOperator, ty: PrimitiveType, operand: TermId) -> Option<TermId> {
        match op {
            BinaryOperator::And | BinaryOperator::Or => Some(operand),
            BinaryOperator::Eq | BinaryOperator::Le | BinaryOperator::Ge => Some(self.boolean(true)),
            BinaryOperator::Ne | BinaryOperator::Lt | BinaryOperator::Gt => Some(self.boolean(false)),
            BinaryOperator::Sub | BinaryOperator::Xor => Some(self.zero(ty)),
            _ => None,
        }
    }

    fn zero(&mut self, ty: PrimitiveType) -> TermId {
        self.primitive(Primitive::from_bits(ty, 0))
    }

    pub fn convert(&mut self, from: PrimitiveType, to: PrimitiveType, operand: TermId) -> TermId {
        if from == to {
            return operand;
        }
        if let Some(value) = self.constant(operand) {
            // The constant of a `byte` is held as an int of the same value.
            return self.primitive(crate::jvm::convert::cast(value, to));
        }
        if is_exact_in_int(from, to) {
            return operand;
        }
        let sort = Sort::Value(ValueSort::of_primitive(to));
        self.intern(TermKind::Convert { from, to, operand }, sort)
    }

    pub fn same_float(&mut self, left: TermId, right: TermId) -> TermId {
        if left == right {
            return self.boolean(true);
        }
        if let (Some(a), Some(b)) = (self.constant(left), self.constant(right)) {
            return self.boolean(a == b);
        }
        let (left, right) = (left.min(right), left.max(right));
        self.intern(TermKind::SameFloat { left, right }, Sort::Value(ValueSort::Boolean))
    }

    pub fn same_reference(&mut self, left: TermId, right: TermId) -> TermId {
        debug_assert!(
            self.sort(left) == self.sort(right),
            "{:?} and {:?}",
            self.kind(left),
            self.kind(right)
        );
        if left == right {
            return self.boolean(true);
        }
        let (left, right) = (left.min(right), left.max(right));
        if self.are_distinct(left, right) {
            return self.boolean(false);
        }
        self.intern(TermKind::SameReference { left, right }, Sort::Value(ValueSort::Boolean))
    }

    /// Two references of which the rules of allocation and interning say that they differ.
    fn are_distinct(&self, left: TermId, right: TermId) -> bool {
        use TermKind as K;
        match (self.kind(left), self.kind(right)) {
            (K::Null | K::Text(_), K::Null | K::Text(_) | K::Fresh(_))
            | (K::Fresh(_), K::Null | K::Text(_)) => true,
            (K::Fresh(a), K::Fresh(b)) => self.offset_between(*a, *b).is_some_and(|offset| offset != 0),
            (K::Null, K::Apply { function, .. }) | (K::Apply { function, .. }, K::Null) => {
                matches!(
                    function,
                    Function::Concat | Function::TextOf(_) | Function::Box(_) | Function::Made(..)
                )
            }
            _ => false,
        }
    }

    /// `b - a`, where both are one term plus constants.
    fn offset_between(&self, a: TermId, b: TermId) -> Option<i32> {
        let ((base_a, plus_a), (base_b, plus_b)) = (self.base_and_offset(a), self.base_and_offset(b));
        (base_a == base_b).then(|| plus_b.wrapping_sub(plus_a))
    }

    fn base_and_offset(&self, term: TermId) -> (Option<TermId>, i32) {
        match *self.kind(term) {
            TermKind::Constant(Primitive::Int(value)) => (None, value),
            TermKind::Binary { op: BinaryOperator::Add, ty: PrimitiveType::Int, left, right } => {
                match self.constant(right) {
                    Some(Primitive::Int(value)) => {
                        let (base, offset) = self.base_and_offset(left);
                        (base, offset.wrapping_add(value))
                    }
                    _ => (Some(term), 0),
                }
            }
            _ => (Some(term), 0),
        }
    }

    /// Whether two values of one sort are the same value: what an outcome compares.
    pub fn same_value(&mut self, left: TermId, right: TermId) -> TermId {
        match self.sort(left) {
            Sort::Value(ValueSort::Reference) => self.same_reference(left, right),
            Sort::Value(ValueSort::Float | ValueSort::Double) => self.same_float(left, right),
            Sort::Value(ValueSort::Boolean) => {
                self.binary(BinaryOperator::Eq, PrimitiveType::Boolean, left, right)
            }
            Sort::Value(ValueSort::Int) => self.binary(BinaryOperator::Eq, PrimitiveType::Int, left, right),
            Sort::Value(ValueSort::Long) => self.binary(BinaryOperator::Eq, PrimitiveType::Long, left, right),
            // Of maps and opaque values nothing but identity is asked here.
            Sort::Field(_) | Sort::Cells(_) | Sort::Opaque => self.boolean(left == right),
        }
    }

    pub fn choose(&mut self, condition: TermId, then: TermId, otherwise: TermId) -> TermId {
        if then == otherwise || self.is_true(condition) {
            return then;
        }
        if self.is_false(condition) {
            return otherwise;
        }
        let sort = self.sort(then);
        if sort == Sort::Value(ValueSort::Boolean)
            && let Some(simple) = self.boolean_choice(condition, then, otherwise)
        {
            return simple;
        }
        if let TermKind::Unary { op: UnaryOperator::Not, operand } = *self.kind(condition) {
            return self.choose(operand, otherwise, then);
        }
        // Below a choice its condition is known.
        if let TermKind::Choose { condition: inner, then: known, .. } = *self.kind(then)
            && inner == condition
        {
            return self.choose(condition, known, otherwise);
        }
        if let TermKind::Choose { condition: inner, otherwise: known, .. } = *self.kind(otherwise)
            && inner == condition
        {
            return self.choose(condition, then, known);
        }
        if let Some(absolute) = self.absolute_of_opposite(condition, then, otherwise) {
            return absolute;
        }
        self.intern(TermKind::Choose { condition, then, otherwise }, sort)
    }

    fn boolean_choice(&mut self, condition: TermId, then: TermId, otherwise: TermId) -> Option<TermId> {
        if self.is_true(then) {
            return Some(self.or(condition, otherwise));
        }
        if self.is_false(otherwise) {
            return Some(self.and(condition, then));
        }
        if self.is_false(then) {
            let negated = self.not(condition);
            return Some(self.and(negated, otherwise));
        }
        if self.is_true(otherwise) {
            let negated = self.not(condition);
            return Some(self.or(negated, then));
        }
        None
    }

    /// The field of an object.
    pub fn select(&mut self, map: TermId, object: TermId) -> TermId {
        match *self.kind(map) {
            TermKind::Store { map: inner, object: stored, value } => {
                let same = self.same_reference(stored, object);
                if self.is_true(same) {
                    return value;
                }
                let rest = self.select(inner, object);
                self.choose(same, value, rest)
            }
            TermKind::Choose { condition, then, otherwise } => {
                if let Some(&known) = self.reads.get(&(map, object, None)) {
                    return known;
                }
                let (then, otherwise) = (self.select(then, object), self.select(otherwise, object));
                let read = self.choose(condition, then, otherwise);
                self.reads.insert((map, object, None), read);
                read
            }
            _ => {
                let Sort::Field(value) = self.sort(map) else {
                    unreachable!("the verifier lets only maps be read");
                };
                self.intern(TermKind::Select { map, object }, Sort::Value(value))
            }
        }
    }

    pub fn store(&mut self, map: TermId, object: TermId, value: TermId) -> TermId {
        if let TermKind::Store { map: inner, object: stored, .. } = *self.kind(map)
            && stored == object
        {
            return self.store(inner, object, value);
        }
        let sort = self.sort(map);
        self.intern(TermKind::Store { map, object, value }, sort)
    }

    pub fn select_cell(&mut self, map: TermId, array: TermId, index: TermId) -> TermId {
        match *self.kind(map) {
            TermKind::StoreCell { map: inner, array: stored, index: at, value } => {
                let (same_array, same_index) =
                    (self.same_reference(stored, array), self.same_value(at, index));
                let same = self.and(same_array, same_index);
                if self.is_true(same) {
                    return value;
                }
                let rest = self.select_cell(inner, array, index);
                self.choose(same, value, rest)
            }
            TermKind::Fill { map: inner, array: stored, value } => {
                let same = self.same_reference(stored, array);
                if self.is_true(same) {
                    return value;
                }
                let rest = self.select_cell(inner, array, index);
                self.choose(same, value, rest)
            }
            TermKind::Choose { condition, then, otherwise } => {
                if let Some(&known) = self.reads.get(&(map, array, Some(index))) {
                    return known;
                }
                let then = self.select_cell(then, array, index);
                let otherwise = self.select_cell(otherwise, array, index);
                let read = self.choose(condition, then, otherwise);
                self.reads.insert((map, array, Some(index)), read);
                read
            }
            _ => {
                let Sort::Cells(value) = self.sort(map) else {
                    unreachable!("the verifier lets only maps be read");
                };
                self.intern(TermKind::SelectCell { map, array, index }, Sort::Value(value))
            }
        }
    }

    pub fn store_cell(&mut self, map: TermId, array: TermId, index: TermId, value: TermId) -> TermId {
        if let TermKind::StoreCell { map: inner, array: stored, index: at, .. } = *self.kind(map)
            && stored == array
            && at == index
        {
            return self.store_cell(inner, array, index, value);
        }
        let sort = self.sort(map);
        self.intern(TermKind::StoreCell { map, array, index, value }, sort)
    }

    /// All cells of an array hold `value`.
    pub fn fill(&mut self, map: TermId, array: TermId, value: TermId) -> TermId {
        match *self.kind(map) {
            TermKind::StoreCell { map: inner, array: stored, .. }
            | TermKind::Fill { map: inner, array: stored, .. }
                if stored == array =>
            {
                self.fill(inner, array, value)
            }
            _ => {
                let sort = self.sort(map);
                self.intern(TermKind::Fill { map, array, value }, sort)
            }
        }
    }

    pub fn apply(&mut self, function: Function, arguments: SmallVec<[TermId; 4]>) -> TermId {
        if let Some(simple) = self.applied(function, &arguments) {
            return simple;
        }
        self.intern(TermKind::Apply { function, arguments }, function.sort())
    }
}

/// The comparison that holds where this one does not; floats have none but for equality.
pub(super) fn negated(op: BinaryOperator, ty: PrimitiveType) -> Option<BinaryOperator> {
    match op {
        BinaryOperator::Eq => Some(BinaryOperator::Ne),
        BinaryOperator::Ne => Some(BinaryOperator::Eq),
        _ if ty.is_floating() => None,
        BinaryOperator::Lt => Some(BinaryOperator::Ge),
        BinaryOperator::Le => Some(BinaryOperator::Gt),
        BinaryOperator::Gt => Some(BinaryOperator::Le),
        BinaryOperator::Ge => Some(BinaryOperator::Lt),
        _ => None,
    }
}

/// Widening between types that are all held in an int.
const fn is_exact_in_int(from: PrimitiveType, to: PrimitiveType) -> bool {
    use PrimitiveType as P;
    matches!((from, to), (P::Byte | P::Short | P::Char, P::Int) | (P::Byte, P::Short))
}
