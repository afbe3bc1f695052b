//! Allocation: objects, arrays, and the constructors that run on them.

use smallvec::{SmallVec, smallvec};

use crate::cfg::graph::{Call, Effect};
use crate::cfg::library;
use crate::cfg::lower::variables;
use crate::cfg::lower::{Builder, Origin};
use crate::jvm::operator::BinaryOperator;
use crate::jvm::value::PrimitiveType;
use crate::sema::program::{BodyState, ClassId, FieldId, MethodId, Program, Role};
use crate::sema::typed_tree::{ExprId, StmtId, StmtKind};
use crate::sema::types::{ArrayTy, Ty};
use crate::term::TermId;
use crate::term::variable::VarId;

pub(super) type Assignments = SmallVec<[(VarId, TermId); 1]>;

/// The fields of an object of a class.
pub(super) fn instance_fields(program: &Program, class: ClassId) -> Vec<FieldId> {
    let mut chain = vec![class];
    while let Some(superclass) = chain.last().and_then(|&c| program.classes[c].superclass)
        && !chain.contains(&superclass)
    {
        chain.push(superclass);
    }
    let fields = chain.into_iter().rev().flat_map(|c| program.classes[c].fields.iter().copied());
    fields.filter(|&f| !program.fields[f].is_static()).collect()
}

impl Builder<'_> {
    /// The reference that is made next, and what making an object of a class assigns: all fields hold their
    /// default values, but for `set`.
    pub(super) fn allocation(&mut self, class: ClassId, set: &[(FieldId, TermId)]) -> (TermId, Assignments) {
        let number = self.types.of_class(class);
        let (object, mut assignments) = self.fresh(number);
        for field in instance_fields(self.program, class) {
            if self.is_content_of_value(field) {
                continue;
            }
            let value = match set.iter().find(|(f, _)| *f == field) {
                Some(&(_, value)) => value,
                None => self.default_value(self.program.fields[field].ty),
            };
            let var = variables::field(self.program, self.terms, field);
            let map = self.terms.var(var);
            assignments.push((var, self.terms.store(map, object, value)));
        }
        (object, assignments)
    }

    fn fresh(&mut self, number: i32) -> (TermId, Assignments) {
        let allocated = variables::allocated(self.terms);
        let count = self.terms.var(allocated);
        let object = self.terms.fresh(count);
        let one = self.terms.int(1);
        let next = self.terms.binary(BinaryOperator::Add, PrimitiveType::Int, count, one);
        let class = variables::class(self.terms);
        let map = self.terms.var(class);
        let number = self.terms.int(number);
        let map = self.terms.store(map, object, number);
        (object, smallvec![(allocated, next), (class, map)])
    }

    /// Allocates; the reference is kept in a temporary.
    pub(super) fn allocate(
        &mut self,
        origin: Origin,
        object: TermId,
        mut assignments: Assignments,
        ty: Ty,
    ) -> TermId {
        let kept = self.temporary(origin, ty);
        assignments.push((kept, object));
        self.assign_variables(origin, assignments);
        self.terms.var(kept)
    }

    pub(super) fn new_object(
        &mut self,
        expr: ExprId,
        class: ClassId,
        constructor: MethodId,
        arguments: &[ExprId],
    ) -> TermId {
        let origin = self.origin(expr);
        self.initialize(class, origin);
        if library::is_value_class(self.program, class) {
            let arguments = self.arguments(arguments);
            return self.new_value(expr, class, constructor, &arguments);
        }
        let (object, assignments) = self.allocation(class, &[]);
        let object = self.allocate(origin, object, assignments, Ty::Class(class));
        let arguments = self.arguments(arguments);
        self.construct(origin, constructor, object, arguments);
        object
    }

    /// Evaluates arguments from left to right.
    pub(super) fn arguments(&mut self, arguments: &[ExprId]) -> SmallVec<[TermId; 4]> {
        let each = arguments.iter().enumerate();
        each.map(|(i, &argument)| self.operand(argument, &arguments[i + 1..])).collect()
    }

    /// Runs a constructor on an object.
    pub(super) fn construct(
        &mut self,
        origin: Origin,
        constructor: MethodId,
        object: TermId,
        arguments: SmallVec<[TermId; 4]>,
    ) {
        if does_nothing(self.program, constructor) {
            return;
        }
        if self.model_constructor(origin, constructor, object, &arguments) {
            return;
        }
        self.call_one(origin, constructor, Some(object), arguments, None);
    }

    /// `this(…)` or `super(…)`.
    pub(super) fn constructor_call(&mut self, constructor: MethodId, is_super: bool, arguments: &[ExprId]) {
        let arguments = self.arguments(arguments);
        let this = self.this();
        self.construct(None, constructor, this, arguments);
        if is_super && let Some(initializer) = self.program.classes[self.class].instance_initializer {
            self.call_one(None, initializer, Some(this), smallvec![], None);
        }
    }

    /// A call of just this method.
    pub(super) fn call_one(
        &mut self,
        origin: Origin,
        method: MethodId,
        receiver: Option<TermId>,
        arguments: SmallVec<[TermId; 4]>,
        result: Option<VarId>,
    ) {
        let always = self.true_term();
        let threw = self.temporary_boolean(origin);
        let targets = smallvec![(method, always)];
        let visit = self.visit(origin, &targets);
        let call = Call {
            method,
            targets,
            closed_world: false,
            receiver,
            arguments,
            result,
            visit,
            threw,
            unread: self.unread_call(method),
        };
        self.emit_throwing(origin, Effect::Call(Box::new(call)), threw);
    }

    /// What making an array assigns, and the reference.
    fn array_allocation(&mut self, ty: ArrayTy, length: TermId) -> (TermId, Assignments) {
        let number = self.types.of(Ty::Array(ty)).unwrap_or(0);
        let (array, mut assignments) = self.fresh(number);
        let lengths = variables::length(self.terms);
        let map = self.terms.var(lengths);
        assignments.push((lengths, self.terms.store(map, array, length)));
        let cells = variables::cells(self.terms, ty.cell());
        let map = self.terms.var(cells);
        let value = self.default_value(ty.cell());
        assignments.push((cells, self.terms.fill(map, array, value)));
        (array, assignments)
    }

    pub(super) fn new_array(&mut self, expr: ExprId, ty: ArrayTy, lengths: &[ExprId]) -> TermId {
        let origin = self.origin(expr);
        let lengths = self.arguments(lengths);
        let zero = self.terms.int(0);
        let class = self.program.well_known.negative_array_size_exception;
        let checks: SmallVec<[_; 2]> = lengths
            .iter()
            .map(|&l| (self.terms.binary(BinaryOperator::Lt, PrimitiveType::Int, l, zero), class))
            .collect();
        self.guard(origin, &checks);
        self.nested_array(origin, ty, &lengths)
    }

    /// Makes an array of arrays, as many levels as there are lengths, each with a loop of its own.
    fn nested_array(&mut self, origin: Origin, ty: ArrayTy, lengths: &[TermId]) -> TermId {
        let Some((&length, inner)) = lengths.split_first() else { return self.terms.null() };
        let (array, assignments) = self.array_allocation(ty, length);
        let array = self.allocate(origin, array, assignments, Ty::Array(ty));
        let (Ty::Array(cell), false) = (ty.cell(), inner.is_empty()) else { return array };
        self.fill_array(origin, ty, array, length, |builder, _| builder.nested_array(origin, cell, inner));
        array
    }

    pub(super) fn array_literal(&mut self, expr: ExprId, ty: ArrayTy, elements: &[ExprId]) -> TermId {
        let origin = self.origin(expr);
        let length = self.terms.int(i32::try_from(elements.len()).unwrap_or(i32::MAX));
        if elements.iter().all(|&e| self.is_total(e)) {
            // All at once.
            let cells: Vec<TermId> = elements.iter().map(|&e| self.value(e)).collect();
            return self.array_of(origin, ty, &cells);
        }
        let array = self.new_array_of(origin, ty, length);
        for (i, &element) in elements.iter().enumerate() {
            let index = self.terms.int(i as i32);
            let value = self.value(element);
            let cells = variables::cells(self.terms, ty.cell());
            let map = self.terms.var(cells);
            let map = self.terms.store_cell(map, array, index, value);
            let origin = self.origin(element);
            self.assign_variable(origin, cells, map);
        }
        array
    }

    /// An array with these cells.
    pub(super) fn array_of(&mut self, origin: Origin, ty: ArrayTy, cells: &[TermId]) -> TermId {
        let length = self.terms.int(i32::try_from(cells.len()).unwrap_or(i32::MAX));
        let (array, mut assignments) = self.array_allocation(ty, length);
        if let Some((var, mut map)) = assignments.pop() {
            for (i, &value) in cells.iter().enumerate() {
                let index = self.terms.int(i as i32);
                map = self.terms.store_cell(map, array, index, value);
            }
            assignments.push((var, map));
        }
        self.allocate(origin, array, assignments, Ty::Array(ty))
    }

    pub(super) fn new_array_of(&mut self, origin: Origin, ty: ArrayTy, length: TermId) -> TermId {
        let (array, assignments) = self.array_allocation(ty, length);
        self.allocate(origin, array, assignments, Ty::Array(ty))
    }
}

/// Whether a constructor of the library, which no mutant changes, is empty, and so are those above it.
fn does_nothing(program: &Program, constructor: MethodId) -> bool {
    let class = program.methods[constructor].class;
    if class == program.well_known.object {
        return true;
    }
    if program.role(class) != Role::Library || program.classes[class].instance_initializer.is_some() {
        return false;
    }
    let BodyState::Typed(body) = program.body(constructor) else { return false };
    let StmtKind::Block(statements) = &body.stmts[body.root].kind else { return false };
    let is_nothing = |&statement: &StmtId| match &body.stmts[statement].kind {
        StmtKind::Empty => true,
        StmtKind::ConstructorCall { constructor, is_super: true, arguments } => {
            arguments.is_empty() && does_nothing(program, *constructor)
        }
        _ => false,
    };
    statements.iter().all(is_nothing)
}
