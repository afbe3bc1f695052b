//! Patterns (JLS 14.30): what each asks of a value, as tests, casts and reads of plain code.
//!
//! - A type pattern that need not match is an `instanceof` with its variable; one that matches any value of the type that is
//!   looked at ([total](Attributor::is_total)) is an assignment, which is no test: `(v = e) == v | true`.
//! - A record pattern is an `instanceof` with a variable that no code names, and then what its parts ask of the fields. The
//!   accessors that the language gives a record read just these; one that is written may do anything, and is refused. Of a
//!   class file's record the accessors are called, whose code reads the fields.
//! - A variable's [`LocalOrigin::Pattern`] is the place of its pattern in the file, which no patch moves. Its first
//!   assignment has no origin: no code can assign it before, so flow rules do not look at it.

use smallvec::SmallVec;

use super::scope::Binding;
use super::{Attributor, Context};
use crate::jvm::operator::BinaryOperator;
use crate::jvm::value::PrimitiveType;
use crate::sema::generic::types::{Argument, Kind, TypeId};
use crate::sema::program::{ClassId, FieldId, MethodId};
use crate::sema::typed_tree::{Call, Dispatch, ExprId, ExprKind, LocalId, LocalOrigin};
use crate::sema::types::Ty;
use crate::syntax::tree::{
    self as syntax, BaseType, Modifiers, Name, Parameter, Pattern, RecordPattern, Span, TypePattern, UNNAMED,
};

/// What a pattern matches, for exhaustiveness and dominance: erased types say it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape {
    /// All values of a type.
    Type(Ty),
    /// Of a record, with the type of each component where the pattern stands.
    Record(ClassId, Vec<(Ty, Shape)>),
}

impl Shape {
    /// The type of what it matches.
    pub(super) fn ty(&self) -> Ty {
        match self {
            Self::Type(ty) => *ty,
            Self::Record(class, _) => Ty::Class(*class),
        }
    }

    /// Whether it is known what it matches; of a pattern that is refused it is not.
    pub(super) fn is_known(&self) -> bool {
        match self {
            Self::Type(ty) => *ty != Ty::Unknown,
            Self::Record(_, parts) => parts.iter().all(|(_, part)| part.is_known()),
        }
    }
}

/// How a component of a record is read.
#[derive(Clone, Copy)]
enum Component {
    Field(FieldId),
    Accessor(MethodId),
}

/// A value that a pattern is compared with.
#[derive(Clone, Copy)]
pub(super) struct Looked {
    /// Is used once.
    pub value: ExprId,
    /// A place for errors, and for nodes while they are made.
    pub at: syntax::ExprId,
    /// Whether it may be `null`, which no pattern for it matches: one of a `switch` that has a case for `null`.
    pub has_null_case: bool,
}

pub(super) struct Matched {
    /// A boolean; none where the pattern matches whatever comes and has no variable.
    pub test: Option<ExprId>,
    pub shape: Shape,
}

pub(super) type FoundBindings<'a> = SmallVec<[Binding<'a>; 2]>;

impl<'a> Attributor<'a> {
    /// `e instanceof R(T v, var w)`
    pub(super) fn matches(
        &mut self,
        id: syntax::ExprId,
        operand: syntax::ExprId,
        pattern: &'a Pattern,
    ) -> ExprId {
        let value = self.exact_operand(operand);
        self.bindings = Default::default();
        let mut found = FoundBindings::new();
        let matched = self.matched(Looked { value, at: id, has_null_case: false }, pattern, &mut found);
        self.bindings.when_true = found;
        match matched.test {
            Some(test) if self.ty(test) != Ty::Unknown => {
                self.body.exprs[test].origin = self.keeps_origins.then_some(id);
                test
            }
            _ => self.unknown(id),
        }
    }

    /// What a pattern asks of a value; adds its variables.
    pub(super) fn matched(
        &mut self,
        looked: Looked,
        pattern: &'a Pattern,
        found: &mut FoundBindings<'a>,
    ) -> Matched {
        match pattern {
            Pattern::Any(_) => Matched { test: None, shape: Shape::Type(self.ty(looked.value)) },
            Pattern::Type(pattern) => self.matched_type(looked, pattern, found),
            Pattern::Record(pattern) => self.matched_record(looked, pattern, found),
        }
    }

    fn matched_type(
        &mut self,
        looked: Looked,
        pattern: &'a TypePattern,
        found: &mut FoundBindings<'a>,
    ) -> Matched {
        let from = self.ty(looked.value);
        let (ty, exact) = match pattern.ty.base {
            BaseType::Var => {
                let exact = self.statics.get(&looked.value).copied();
                (from, exact.map(|exact| self.types.upward(exact)))
            }
            _ => {
                let ty = self.resolve(&pattern.ty);
                (ty, self.written_static(&pattern.ty, ty))
            }
        };
        let is_known = from != Ty::Unknown && ty != Ty::Unknown;
        let is_total = is_known && self.is_total(looked.value, ty, exact);
        let local = self.pattern_local(&pattern.name.name, ty, pattern.span);
        self.set_local_static(local, exact);
        if pattern.is_final {
            self.seal(local);
        }
        self.add_binding(&pattern.name, local, found);
        let shape = Shape::Type(ty);
        if !is_known || !is_total && !self.may_match(looked, from, ty, pattern.ty.span) {
            let test = Some(self.unknown(looked.at));
            return Matched { test, shape };
        }
        let test = match is_total && !looked.has_null_case {
            true => {
                let target = self.target(ty, exact);
                let value = self.coerce_to(looked.value, target, Context::Assignment, pattern.span);
                self.bound(local, value)
            }
            false => self.is_one(looked.value, ty, local),
        };
        Matched { test: Some(test), shape }
    }

    fn is_one(&mut self, operand: ExprId, ty: Ty, local: LocalId) -> ExprId {
        let kind = ExprKind::InstanceOf { operand, ty, binding: Some(local) };
        self.synthetic_expr(kind, Ty::BOOLEAN)
    }

    fn pattern_local(&mut self, name: &Name, ty: Ty, span: Span) -> LocalId {
        self.push_local(name, ty, false, LocalOrigin::Pattern(span.start))
    }

    pub(super) fn add_binding(
        &mut self,
        name: &'a syntax::Ident,
        local: LocalId,
        found: &mut FoundBindings<'a>,
    ) {
        if *name.name == *UNNAMED {
            return;
        }
        if self.scope.find(&name.name).is_some() || found.iter().any(|(other, _)| **other == name.name) {
            self.error(name.span, format!("variable {} is already defined", name.name));
        }
        found.push((&name.name, local));
    }

    /// Whether values of a type may be of another; says so if not.
    fn may_match(&mut self, looked: Looked, from: Ty, to: Ty, span: Span) -> bool {
        if !from.is_reference() || !to.is_reference() {
            let (from, to) = (self.program.type_name(from), self.program.type_name(to));
            self.error(span, format!("incompatible types: {from} cannot be matched with {to}"));
            return false;
        }
        if !self.program.castable(from, to) {
            self.refuse_conversion(self.span(looked.at), from, to);
            return false;
        }
        true
    }

    /// Whether a type pattern matches all values of the type of an expression (JLS 14.30.3).
    pub(super) fn is_total(&mut self, value: ExprId, ty: Ty, exact: Option<TypeId>) -> bool {
        let from = self.ty(value);
        if !from.is_reference() || !ty.is_reference() {
            return from == ty;
        }
        if exact.is_none() && !self.statics.contains_key(&value) {
            return self.program.is_subtype(from, ty);
        }
        let own = self.static_ty(value);
        let wanted = exact.unwrap_or_else(|| self.types.of_ty(ty));
        let (own, wanted) = (self.types.erased(own), self.types.erased(wanted));
        self.types.is_subtype(own, wanted)
    }

    /// Gives a variable its value: true, and no test.
    pub(super) fn bound(&mut self, local: LocalId, value: ExprId) -> ExprId {
        let ty = self.local_ty(local);
        let target = self.synthetic_expr(ExprKind::Local(local), ty);
        let assigned = self.synthetic_expr(ExprKind::Assign { target, value }, ty);
        let read = self.synthetic_expr(ExprKind::Local(local), ty);
        let (left, right) = match ty.primitive() {
            Some(PrimitiveType::Byte | PrimitiveType::Short | PrimitiveType::Char) => {
                (self.convert(assigned, Ty::INT), self.convert(read, Ty::INT))
            }
            _ => (assigned, read),
        };
        let same = self.combine(BinaryOperator::Eq, left, right, Ty::BOOLEAN);
        let truth = self.boolean(true);
        self.combine(BinaryOperator::Or, same, truth, Ty::BOOLEAN)
    }

    fn matched_record(
        &mut self,
        looked: Looked,
        pattern: &'a RecordPattern,
        found: &mut FoundBindings<'a>,
    ) -> Matched {
        let ty = self.resolve(&pattern.ty);
        let from = self.ty(looked.value);
        let record = match ty {
            Ty::Class(class) => self.components_of(class, pattern),
            _ => None,
        };
        let is_known = record.is_some() && from != Ty::Unknown;
        let (Some((class, components)), true) =
            (record, is_known && self.may_match(looked, from, ty, pattern.ty.span))
        else {
            // Their names mean them all the same.
            for part in &pattern.parts {
                let value = self.unknown(looked.at);
                self.matched(Looked { value, has_null_case: false, ..looked }, part, found);
            }
            let test = Some(self.unknown(looked.at));
            return Matched { test, shape: Shape::Type(Ty::Unknown) };
        };
        let exact =
            self.written_static(&pattern.ty, ty).or_else(|| self.inferred_record(class, looked.value));
        let whole = self.pattern_local(&"$record".into(), ty, pattern.span);
        self.set_local_static(whole, exact);
        let mut test = self.is_one(looked.value, ty, whole);
        let mut shapes = Vec::with_capacity(components.len());
        for (component, part) in components.into_iter().zip(&pattern.parts) {
            let object = self.synthetic_expr(ExprKind::Local(whole), ty);
            if let Some(exact) = exact {
                self.note_static(object, exact);
            }
            let value = self.read_component(looked.at, object, component);
            let component = self.ty(value);
            let matched = self.matched(Looked { value, has_null_case: false, ..looked }, part, found);
            shapes.push((component, matched.shape));
            test = match matched.test {
                Some(next) if self.ty(next) == Ty::Unknown => next,
                Some(right) => self.synthetic_expr(ExprKind::And { left: test, right }, Ty::BOOLEAN),
                None => test,
            };
            if self.ty(test) == Ty::Unknown {
                break;
            }
        }
        Matched { test: Some(test), shape: Shape::Record(class, shapes) }
    }

    /// The value of a component of an object.
    fn read_component(&mut self, at: syntax::ExprId, object: ExprId, component: Component) -> ExprId {
        match component {
            Component::Field(field) => {
                let value = self.instance_field(at, object, field, false);
                self.body.exprs[value].origin = None;
                value
            }
            Component::Accessor(accessor) => {
                let site = self.static_ty(object);
                let call = Call {
                    method: accessor,
                    dispatch: Dispatch::Virtual,
                    receiver: Some(object),
                    arguments: Vec::new(),
                };
                let ty = self.program.methods[accessor].return_type;
                let value = self.synthetic_expr(ExprKind::Call(Box::new(call)), ty);
                match self.types.method_in(site, accessor) {
                    Ok(exact) if self.program.methods[accessor].is_generic => {
                        self.note_declared(value, exact.result);
                    }
                    Ok(_) => {}
                    Err(problem) => self.unsupported(self.span(at), problem.to_string()),
                }
                value
            }
        }
    }

    /// What a pattern takes a record apart into.
    fn components_of(
        &mut self,
        class: ClassId,
        pattern: &RecordPattern,
    ) -> Option<(ClassId, Vec<Component>)> {
        let program = self.program;
        let decl = program.decl(class);
        if decl.kind != syntax::TypeKind::Record {
            let name = &program.classes[class].name;
            self.error(
                pattern.span,
                format!("deconstruction patterns can only be applied to records: {name}"),
            );
            return None;
        }
        let count = decl.components.len();
        if count != pattern.parts.len() {
            self.error(pattern.span, "incorrect number of nested patterns");
            return None;
        }
        let methods = &program.classes[class].methods;
        let accessor = |component: &Parameter| {
            let is_it = |&&m: &&MethodId| {
                let m = &program.methods[m];
                m.parameters.is_empty() && !m.is_constructor() && component.name.name == m.name
            };
            methods
                .iter()
                .find(is_it)
                .copied()
                .filter(|&m| program.methods[m].modifiers.has(Modifiers::IMPLIED))
        };
        let Some(accessors) = decl.components.iter().map(accessor).collect::<Option<Vec<_>>>() else {
            self.unsupported(pattern.span, "record pattern over an accessor that is written");
            return None;
        };
        let components = match program.role(class).is_compiled() {
            // Nobody names a private field of a class file.
            true => accessors.into_iter().map(Component::Accessor).collect(),
            false => {
                program.classes[class].fields.iter().take(count).copied().map(Component::Field).collect()
            }
        };
        Some((class, components))
    }

    /// The type arguments of a record pattern without any (JLS 18.5.5): those of the type that is looked at, where it says them.
    fn inferred_record(&mut self, class: ClassId, value: ExprId) -> Option<TypeId> {
        let variables = self.types.variables_of(class);
        if variables.is_empty() {
            return None;
        }
        let mut arguments = vec![Argument::Unbounded; variables.len()];
        let from = self.static_ty(value);
        let from = self.types.upward(from);
        if let Kind::Class(above, given) = self.types.kind(from).clone() {
            let this = self.types.this_type(class);
            let own = self.types.as_super(this, above).map(|own| self.types.kind(own).clone());
            if let Some(Kind::Class(_, own)) = own {
                for (own, given) in own.iter().zip(given.iter()) {
                    let Argument::Exact(own) = *own else { continue };
                    let Kind::Variable(variable) = *self.types.kind(own) else { continue };
                    if let Some(n) = variables.iter().position(|&known| known == variable) {
                        arguments[n] = *given;
                    }
                }
            }
        }
        Some(self.types.parameterized(class, arguments))
    }
}
