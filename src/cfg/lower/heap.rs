//! Reading the heap, the checks before that, and the initialisation of classes.

use smallvec::smallvec;

use crate::cfg::graph::{Call, Effect};
use crate::cfg::lower::variables;
use crate::cfg::lower::{Builder, Origin};
use crate::jvm::operator::BinaryOperator;
use crate::jvm::value::PrimitiveType;
use crate::sema::program::{BodyState, ClassId, FieldId, MethodId, Program, Role};
use crate::sema::typed_tree::{Body, Conversion, ExprId, ExprKind, StmtId, StmtKind};
use crate::sema::types::{ElementTy, Ty};
use crate::term::sort::{Sort, ValueSort};
use crate::term::{Function, TermId, TermKind};

/// The `Class` object of a type, by its number.
const MIRROR: Function = Function::Opaque(0x4d49_5252, Sort::Value(ValueSort::Reference));
/// Whether an array with one type number may not hold an object with another.
const REFUSES: Function = Function::Opaque(0x4152_5253, Sort::Value(ValueSort::Boolean));
/// How deep calls of constructors are followed where an initialiser is judged.
const MAX_DEPTH: usize = 8;

impl Builder<'_> {
    /// The field of an object that is not null.
    pub(super) fn read_field(&mut self, field: FieldId, object: TermId) -> TermId {
        if self.is_content_of_value(field)
            && let Some(ty) = self.program.unwrapped(self.program.fields[field].class)
        {
            return self.unboxed(ty, object);
        }
        let map = self.field_map(field);
        self.terms.select(map, object)
    }

    /// Whether a field holds what a wrapper object stands for: no map, since it never changes.
    pub(super) fn is_content_of_value(&self, field: FieldId) -> bool {
        let declared = &self.program.fields[field];
        !declared.is_static() && self.program.unwrapped(declared.class).is_some()
    }

    /// A cell, checked to exist.
    pub(super) fn read_cell(&mut self, cell: Ty, array: TermId, index: TermId) -> TermId {
        let var = variables::cells(self.terms, cell);
        let map = self.terms.var(var);
        self.terms.select_cell(map, array, index)
    }

    /// The array is not null, and has the index.
    pub(super) fn index_check(&mut self, origin: Origin, array: TermId, index: TermId) {
        let is_null = self.is_null(array);
        let length = self.length_of(array);
        let outside = self.is_outside(index, length);
        let known = &self.program.well_known;
        let checks = [(is_null, known.null_pointer_exception), (outside, known.array_index_exception)];
        self.guard(origin, &checks);
    }

    /// `index < 0 || index >= length`
    pub(super) fn is_outside(&mut self, index: TermId, length: TermId) -> TermId {
        let zero = self.terms.int(0);
        let below = self.terms.binary(BinaryOperator::Lt, PrimitiveType::Int, index, zero);
        let above = self.terms.binary(BinaryOperator::Ge, PrimitiveType::Int, index, length);
        self.terms.or(below, above)
    }

    /// An array may be of a narrower type than its static one, and then refuses other objects.
    pub(super) fn store_check(
        &mut self,
        origin: Origin,
        array: TermId,
        cell: Ty,
        value: TermId,
        value_ty: Ty,
    ) {
        let is_null = self.is_null(value);
        if value_ty == Ty::Null || self.terms.is_true(is_null) || !self.has_narrower(cell) {
            return;
        }
        let (array, value) = (self.class_of(array), self.class_of(value));
        // An array of just the static type holds all that its cells may be.
        let declared = cell.array_of().and_then(|array| self.types.of(Ty::Array(array))).unwrap_or(0);
        let declared = self.terms.int(declared);
        let is_declared = self.terms.binary(BinaryOperator::Eq, PrimitiveType::Int, array, declared);
        let refuses = match (self.terms.constant(array), self.terms.constant(value)) {
            (Some(array), Some(value)) => {
                let fits = self.numbers_fit(array, value);
                self.terms.boolean(!fits)
            }
            _ => self.terms.apply(REFUSES, smallvec![array, value]),
        };
        let bad = [is_null, is_declared].into_iter().fold(refuses, |bad, good| {
            let otherwise = self.terms.not(good);
            self.terms.and(otherwise, bad)
        });
        self.guard(origin, &[(bad, self.program.well_known.array_store_exception)]);
    }

    fn numbers_fit(&self, array: crate::jvm::value::Primitive, value: crate::jvm::value::Primitive) -> bool {
        use crate::jvm::value::Primitive::Int;
        let (Int(array), Int(value)) = (array, value) else { return false };
        self.types.accepts(array - self.types.stride(), value)
    }

    /// Whether an array whose cells have this static type may be of another type.
    fn has_narrower(&self, cell: Ty) -> bool {
        match cell {
            Ty::Class(class) => {
                let mut classes = self.program.classes.ids();
                classes.any(|c| c != class && self.program.is_subclass(c, class))
            }
            Ty::Array(array) => match array.element {
                ElementTy::Primitive(_) => false,
                ElementTy::Class(class) => self.has_narrower(Ty::Class(class)),
            },
            _ => false,
        }
    }

    pub(super) fn mirror(&mut self, number: TermId) -> TermId {
        self.terms.apply(MIRROR, smallvec![number])
    }

    /// The type number of what is surely a `Class` object.
    pub(super) fn mirrored(&self, object: TermId) -> Option<TermId> {
        match self.terms.kind(object) {
            TermKind::Apply { function, arguments } if *function == MIRROR => arguments.first().copied(),
            _ => None,
        }
    }

    /// Initialises a class that is about to be used, its superclasses first.
    pub(super) fn initialize(&mut self, class: ClassId, origin: Origin) {
        if self.is_initialized(class) {
            return;
        }
        for &class in self.program.initialized_with(class) {
            if self.needs_initializer(class)
                && let Some(initializer) = self.program.classes[class].static_initializer
            {
                self.run_static_initializer(class, initializer, origin);
            }
        }
    }

    /// A class whose initialiser has thrown cannot be used any more (JLS 12.4.2).
    fn run_static_initializer(&mut self, class: ClassId, initializer: MethodId, origin: Origin) {
        let failed = variables::failed(self.program, self.terms, class);
        let has_failed = self.terms.var(failed);
        self.guard_named(origin, has_failed, "java.lang.NoClassDefFoundError");
        let flag = variables::initialized(self.program, self.terms, class);
        let done = self.terms.var(flag);
        let (done, open) = self.decide(origin, done);
        let end = self.label();
        self.go_to(done, end);
        self.go_on_with(open);
        let always = self.true_term();
        self.assign_variable(origin, flag, always);
        let threw = self.temporary_boolean(origin);
        let targets = smallvec![(initializer, always)];
        let visit = self.visit(origin, &targets);
        let call = Call {
            method: initializer,
            targets,
            closed_world: false,
            receiver: None,
            arguments: smallvec![],
            result: None,
            visit,
            threw,
            unread: None,
        };
        self.emit(origin, Effect::Call(Box::new(call)));
        let threw = self.terms.var(threw);
        let (thrown, normal) = self.decide(origin, threw);
        self.go_to(normal, end);
        self.go_on_with(thrown);
        self.assign_variable(origin, failed, always);
        self.throw_from_initializer(origin);
        self.place(end);
    }

    /// What is no error comes in an `ExceptionInInitializerError`.
    fn throw_from_initializer(&mut self, origin: Origin) {
        let exception = variables::exception(self.program, self.terms);
        let thrown = self.terms.var(exception);
        let is_error = self.has_type(thrown, Ty::Class(self.program.well_known.error));
        let (error, other) = self.decide(origin, is_error);
        self.go_on_with(error);
        self.rethrow();
        self.go_on_with(other);
        self.wrap_exception(origin, thrown);
    }

    /// Whether using a class here changes nothing: it was initialised before this code runs, or nobody can tell
    /// when it is.
    pub(super) fn is_initialized(&mut self, class: ClassId) -> bool {
        self.program.initialized_with(class).iter().all(|&class| !self.needs_initializer(class))
    }

    pub(super) fn needs_initializer(&mut self, class: ClassId) -> bool {
        if self.program.role(class) == Role::Library || self.started.contains(&class) {
            return false;
        }
        let Some(initializer) = self.program.classes[class].static_initializer else { return false };
        if let Some(&quiet) = self.quiet.get(&class) {
            return !quiet;
        }
        let quiet = is_quiet_method(self.program, class, initializer, 0);
        self.quiet.insert(class, quiet);
        !quiet
    }
}

/// Whether a method only computes values from constants, its parameters and the own statics of `class`, ends, does
/// not throw, and writes nothing but those statics and new objects: then nobody can tell when it runs, if it is an
/// initialiser of the class.
fn is_quiet_method(program: &Program, class: ClassId, method: MethodId, depth: usize) -> bool {
    match program.body(method) {
        BodyState::Typed(body) if depth < MAX_DEPTH => {
            Quiet { program, body, class, depth }.statement(body.root)
        }
        _ => false,
    }
}

struct Quiet<'a> {
    program: &'a Program,
    body: &'a Body,
    class: ClassId,
    depth: usize,
}

impl Quiet<'_> {
    fn statement(&self, stmt: StmtId) -> bool {
        match &self.body.stmts[stmt].kind {
            StmtKind::Block(stmts) => stmts.iter().all(|&s| self.statement(s)),
            StmtKind::Empty => true,
            StmtKind::Locals(locals) => locals.iter().all(|(_, init)| init.is_none_or(|e| self.value(e))),
            StmtKind::Expr(expr) => match self.body.exprs[*expr].kind {
                ExprKind::Assign { target, value } => {
                    let own = match self.body.exprs[target].kind {
                        ExprKind::StaticField(field) => self.program.fields[field].class == self.class,
                        ExprKind::Field { object, .. } => {
                            matches!(self.body.exprs[object].kind, ExprKind::This)
                        }
                        _ => false,
                    };
                    own && self.value(value)
                }
                _ => false,
            },
            StmtKind::ConstructorCall { constructor, is_super, arguments } => {
                let class = self.program.methods[self.body.method].class;
                let initializer =
                    if *is_super { self.program.classes[class].instance_initializer } else { None };
                arguments.iter().all(|&a| self.value(a))
                    && self.constructor(*constructor)
                    && initializer
                        .is_none_or(|i| is_quiet_method(self.program, self.class, i, self.depth + 1))
            }
            _ => false,
        }
    }

    fn constructor(&self, constructor: MethodId) -> bool {
        self.program.methods[constructor].class == self.program.well_known.object
            || is_quiet_method(self.program, self.class, constructor, self.depth + 1)
    }

    fn value(&self, expr: ExprId) -> bool {
        let node = &self.body.exprs[expr];
        if node.constant.is_some() {
            return true;
        }
        let mut parts = true;
        node.each_operand(|operand| parts = parts && self.value(operand));
        let own = match &node.kind {
            ExprKind::Literal
            | ExprKind::Null
            | ExprKind::Local(_)
            | ExprKind::This
            | ExprKind::Unary { .. }
            | ExprKind::And { .. }
            | ExprKind::Or { .. }
            | ExprKind::Conditional { .. }
            | ExprKind::ClassLiteral(_) => true,
            ExprKind::StaticField(field) => {
                self.program.fields[*field].class == self.class && !self.program.is_unread(*field)
            }
            ExprKind::Binary { op, left, .. } => {
                !matches!(op, BinaryOperator::Div | BinaryOperator::Rem)
                    || self.body.exprs[*left].ty.primitive().is_some_and(PrimitiveType::is_floating)
            }
            ExprKind::Convert { conversion, .. } => {
                matches!(conversion, Conversion::Primitive | Conversion::Box | Conversion::Widen)
            }
            ExprKind::ArrayLiteral { .. } => true,
            ExprKind::NewArray { lengths, .. } => lengths.iter().all(|&l| {
                use crate::jvm::value::Primitive::Int;
                use crate::sema::typed_tree::Constant::Primitive;
                matches!(self.body.exprs[l].constant, Some(Primitive(Int(0..))))
            }),
            ExprKind::New { class, constructor, .. } => {
                // Another class with an initialiser of its own would be initialised here.
                let is_plain = |c: ClassId| {
                    c == self.class
                        || self.program.role(c) == Role::Library
                        || self.program.classes[c].static_initializer.is_none()
                };
                let initialized = self.program.initialized_with(*class).iter().copied().all(is_plain);
                initialized && self.constructor(*constructor)
            }
            _ => false,
        };
        own && parts
    }
}
