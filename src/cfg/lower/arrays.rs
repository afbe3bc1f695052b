//! Library methods that go through arrays, as loops of the graph: filling, copying, and the strings that are made of
//! characters and taken apart into them.

use smallvec::smallvec;

use crate::cfg::lower::variables;
use crate::cfg::lower::{Builder, Origin};
use crate::jvm::operator::BinaryOperator as Op;
use crate::jvm::value::PrimitiveType as P;
use crate::sema::types::{ArrayTy, ElementTy, Ty};
use crate::term::variable::VarId;
use crate::term::{Function, TermId};

/// An array, where its part begins, and how many cells it has.
#[derive(Clone, Copy)]
pub(super) struct ArrayPart {
    pub array: TermId,
    pub start: TermId,
    pub count: TermId,
}

/// The cells of arrays of primitive numbers, booleans or characters.
fn primitive_cell(ty: Ty) -> Option<ArrayTy> {
    ty.array().filter(|array| array.dims == 1 && matches!(array.element, ElementTy::Primitive(_)))
}

impl Builder<'_> {
    /// Gives all cells of an array their values.
    pub(super) fn fill_array(
        &mut self,
        origin: Origin,
        ty: ArrayTy,
        array: TermId,
        length: TermId,
        cell: impl FnOnce(&mut Self, TermId) -> TermId,
    ) {
        let cells = variables::cells(self.terms, ty.cell());
        self.count_up(origin, length, cells, |builder, at| {
            let value = cell(builder, at);
            let map = builder.terms.var(cells);
            builder.terms.store_cell(map, array, at, value)
        });
    }

    /// For 0, 1, … up to a count the variable gets the value of a step.
    pub(super) fn count_up(
        &mut self,
        origin: Origin,
        count: TermId,
        var: VarId,
        step: impl FnOnce(&mut Self, TermId) -> TermId,
    ) {
        let index = self.temporary(origin, Ty::INT);
        let zero = self.terms.int(0);
        self.assign_variable(origin, index, zero);
        let head = self.head();
        let at = self.terms.var(index);
        let more = self.terms.binary(Op::Lt, P::Int, at, count);
        let (more, done) = self.decide(origin, more);
        self.go_on_with(more);
        let value = step(self, at);
        let one = self.terms.int(1);
        let next = self.terms.binary(Op::Add, P::Int, at, one);
        self.assign_variables(origin, smallvec![(var, value), (index, next)]);
        self.jump(head);
        self.go_on_with(done);
    }

    /// A call of one of these methods, by its key; `ty`: what is known of its arguments' types. Arguments that may have read
    /// cells are saved, since the loop writes some.
    pub(super) fn array_model(
        &mut self,
        origin: Origin,
        key: &str,
        arguments: &[TermId],
        ty: &dyn Fn(usize) -> Ty,
    ) -> Option<TermId> {
        match (key, arguments) {
            ("java.lang.String.of(char[],int,int)", &[array, start, count]) => {
                return Some(self.text_of_units(origin, ArrayPart { array, start, count }));
            }
            ("java.lang.System.arraycopy(Object,int,Object,int,int)", &[from, start, to, into, count]) => {
                let (source, target) = (ty(0).array()?.cell(), ty(2).array()?.cell());
                if source != target && !(source.is_reference() && target.is_reference()) {
                    return None;
                }
                let [start, into, count] = [start, into, count].map(|n| self.save(origin, n, Ty::INT));
                let (from, to) =
                    (ArrayPart { array: from, start, count }, ArrayPart { array: to, start: into, count });
                self.copy(origin, [source, target], from, to);
            }
            (_, &[array, value]) if key.starts_with("java.util.Arrays.fill(") => {
                let cells = primitive_cell(ty(0))?;
                let value = self.save(origin, value, cells.cell());
                self.null_check(origin, array);
                let length = self.length_of(array);
                self.fill_array(origin, cells, array, length, |_, _| value);
            }
            _ => return None,
        }
        Some(self.terms.null())
    }

    /// From cells of one type to cells of the other.
    fn copy(&mut self, origin: Origin, [source_ty, target_ty]: [Ty; 2], from: ArrayPart, to: ArrayPart) {
        self.null_check(origin, from.array);
        self.null_check(origin, to.array);
        let outside = [from, to].map(|part| self.is_not_part(part));
        let outside = self.terms.any(outside);
        self.guard(origin, &[(outside, self.program.well_known.array_index_exception)]);
        // As if by way of an array of its own: where the parts overlap, no cell is written before it was read. Into another array, which
        // may refuse a cell, it goes forward.
        let is_one = self.terms.same_reference(from.array, to.array);
        let is_behind = self.terms.binary(Op::Lt, P::Int, from.start, to.start);
        let backward = self.terms.and(is_one, is_behind);
        let cells = variables::cells(self.terms, target_ty);
        self.count_up(origin, from.count, cells, |builder, at| {
            let one = builder.terms.int(1);
            let last = builder.terms.binary(Op::Sub, P::Int, from.count, one);
            let mirrored = builder.terms.binary(Op::Sub, P::Int, last, at);
            let at = builder.terms.choose(backward, mirrored, at);
            let [source, target] = [from, to].map(|p| builder.terms.binary(Op::Add, P::Int, p.start, at));
            let value = builder.read_cell(source_ty, from.array, source);
            if target_ty.is_reference() {
                builder.store_check(origin, to.array, target_ty, value, source_ty);
            }
            let map = builder.terms.var(cells);
            builder.terms.store_cell(map, to.array, target, value)
        });
    }

    /// Whether an array that is not null has no such part.
    fn is_not_part(&mut self, part: ArrayPart) -> TermId {
        let zero = self.terms.int(0);
        let negative = [part.start, part.count].map(|n| self.terms.binary(Op::Lt, P::Int, n, zero));
        // No sum, which could overflow.
        let length = self.length_of(part.array);
        let room = self.terms.binary(Op::Sub, P::Int, length, part.start);
        let long = self.terms.binary(Op::Gt, P::Int, part.count, room);
        self.terms.any([negative[0], negative[1], long])
    }

    /// `new String(char[])`, `new String(char[], int, int)`
    pub(super) fn string_of_units(
        &mut self,
        origin: Origin,
        array: TermId,
        part: Option<(TermId, TermId)>,
    ) -> TermId {
        self.null_check(origin, array);
        let (start, count) = match part {
            Some(part) => part,
            None => (self.terms.int(0), self.length_of(array)),
        };
        let part = ArrayPart { array, start, count };
        let outside = self.is_not_part(part);
        self.guard_named(origin, outside, "java.lang.StringIndexOutOfBoundsException");
        self.text_of_units(origin, part)
    }

    /// The characters of a part of an array as a string.
    fn text_of_units(&mut self, origin: Origin, part: ArrayPart) -> TermId {
        let text = self.temporary(origin, self.program.string());
        let empty = self.literal("");
        self.assign_variable(origin, text, empty);
        self.count_up(origin, part.count, text, |builder, at| {
            let place = builder.terms.binary(Op::Add, P::Int, part.start, at);
            let unit = builder.read_cell(Ty::Primitive(P::Char), part.array, place);
            let unit = builder.text_of_primitive(unit, P::Char);
            let before = builder.terms.var(text);
            builder.joined(before, unit)
        });
        self.terms.var(text)
    }

    /// The units of a string as a new array.
    pub(super) fn units_of(&mut self, origin: Origin, string: TermId) -> TermId {
        let ty = ArrayTy { element: ElementTy::Primitive(P::Char), dims: 1 };
        let length = self.string_length(string);
        let array = self.new_array_of(origin, ty, length);
        self.fill_array(origin, ty, array, length, |builder, index| {
            builder.terms.apply(Function::StringUnit, smallvec![string, index])
        });
        array
    }

    /// A copy of an array.
    pub(super) fn clone_array(&mut self, origin: Origin, ty: ArrayTy, array: TermId) -> TermId {
        let class = matches!(ty.element, ElementTy::Class(_)).then(|| self.class_of(array));
        let length = self.length_of(array);
        let copy = self.new_array_of(origin, ty, length);
        if let Some(class) = class {
            // The copy has the dynamic type of the array.
            let map = variables::class(self.terms);
            let old = self.terms.var(map);
            let map_term = self.terms.store(old, copy, class);
            self.assign_variable(origin, map, map_term);
        }
        self.fill_array(origin, ty, copy, length, |b, index| b.read_cell(ty.cell(), array, index));
        copy
    }
}
