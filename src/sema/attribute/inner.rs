//! Objects of inner and anonymous classes, and what their code names of the classes and locals around (JLS 8.1.3, 15.8.4,
//! 15.9). What constructors get besides their declared arguments stands behind these: the instance around, then the
//! captured locals (`sema/inner`).

use super::calls::is_diamond;
use super::generics::Site;
use super::{Attributor, BodyError, bodies::empty_code};
use crate::index::{Id as _, IndexVec};
use crate::sema::generic::source;
use crate::sema::generic::types::TypeId;
use crate::sema::names::member_type;
use crate::sema::program::{ClassId, FieldId, MethodId, Program};
use crate::sema::typed_tree::{
    Body, Call, Conversion, Dispatch, ExprId, ExprKind, LocalId, LocalOrigin, StmtId, StmtKind,
};
use crate::sema::types::Ty;
use crate::syntax::tree::{self as syntax, BaseType, Creation, Name, Span, TypeRef};

/// The body of an anonymous class's constructor: hands on what it gets.
pub(super) fn forwarding(program: &Program, method: MethodId, target: MethodId) -> Result<Body, BodyError> {
    let code = empty_code();
    let mut attributor = Attributor::new(program, method, &code, false);
    attributor.declare_parameters();
    let span = program.methods[method].span;
    let mut list = attributor.set_surroundings();
    let mut arguments: Vec<ExprId> = program.methods[target]
        .parameters
        .iter()
        .enumerate()
        .map(|(n, parameter)| attributor.synthetic_expr(ExprKind::Local(LocalId::new(n)), parameter.ty))
        .collect();
    if attributor.is_enum_constructor() {
        arguments.extend(attributor.own_name_and_ordinal());
    }
    arguments.extend(attributor.surroundings_of_super(span, program.methods[target].class));
    let call = StmtKind::ConstructorCall { constructor: target, is_super: true, arguments };
    list.push(attributor.synthetic(call));
    attributor.body.root = attributor.synthetic(StmtKind::Block(list));
    attributor.finish()
}

impl<'a> Attributor<'a> {
    /// What a constructor gets behind all else, as locals.
    pub(super) fn declare_surroundings(&mut self) {
        if !self.program.methods[self.body.method].is_constructor() {
            return;
        }
        for (name, field) in self.surroundings() {
            let origin = LocalOrigin::Parameter(self.body.locals.len() as u32);
            self.push_local(&name, self.program.fields[field].ty, true, origin);
        }
    }

    /// The fields that hold what is around an object of the class whose code this is, with the names of the parameters.
    fn surroundings(&self) -> Vec<(Name, FieldId)> {
        let outer = self.program.outer_instance(self.class).map(|field| (Name::from("$outer"), field));
        let captured = self.program.captured(self.class).iter();
        let captured = captured.map(|(name, field)| (Name::from(format!("${name}")), *field));
        outer.into_iter().chain(captured).collect()
    }

    fn surrounding_parameter(&mut self, n: usize, ty: Ty) -> ExprId {
        let first = self.body.parameter_count - self.surroundings().len();
        self.synthetic_expr(ExprKind::Local(LocalId::new(first + n)), ty)
    }

    /// `this.this$0 = $outer;` and the like: in front of `super(…)`.
    pub(super) fn set_surroundings(&mut self) -> Vec<StmtId> {
        let mut list = Vec::new();
        for (n, (_, field)) in self.surroundings().into_iter().enumerate() {
            let ty = self.program.fields[field].ty;
            let object = self.synthetic_expr(ExprKind::This, Ty::Class(self.class));
            let target = self.synthetic_expr(ExprKind::Field { object, field }, ty);
            let value = self.surrounding_parameter(n, ty);
            let assign = self.synthetic_expr(ExprKind::Assign { target, value }, ty);
            list.push(self.synthetic(StmtKind::Expr(assign)));
        }
        list
    }

    /// What this constructor got, for another one of its class.
    pub(super) fn own_surroundings(&mut self) -> Vec<ExprId> {
        let all: Vec<Ty> = self.surroundings().iter().map(|&(_, f)| self.program.fields[f].ty).collect();
        all.into_iter().enumerate().map(|(n, ty)| self.surrounding_parameter(n, ty)).collect()
    }

    /// What a constructor of `class` needs here behind its arguments.
    pub(super) fn surroundings_of(&mut self, span: Span, class: ClassId) -> Vec<ExprId> {
        let mut values = Vec::new();
        let program = self.program;
        if program.outer_instance(class).is_some()
            && let Some(outer) = program.classes[class].outer
        {
            let is_exact = program.is_local_class(class);
            let wanted = |c: ClassId| if is_exact { c == outer } else { program.is_subclass(c, outer) };
            match self.instance_around(wanted) {
                Some(value) => values.push(self.convert(value, Ty::Class(outer))),
                None => {
                    let name = &program.classes[outer].name;
                    self.error(span, format!("an enclosing instance that contains {name} is required"));
                }
            }
        }
        for (name, field) in program.captured(class) {
            let value = match self.is_from_around(class) {
                true => self.captured_around(name),
                false => None,
            };
            let value = value.unwrap_or_else(|| self.captured_value(class, name, *field));
            values.push(value);
        }
        values
    }

    /// The same for the superclass, whose constructor runs before there is an object.
    pub(super) fn surroundings_of_super(&mut self, span: Span, class: ClassId) -> Vec<ExprId> {
        let around = std::mem::replace(&mut self.in_constructor_call, true);
        let values = self.surroundings_of(span, class);
        self.in_constructor_call = around;
        values
    }

    /// Whether a class is a local one that code around this class declares.
    fn is_from_around(&self, class: ClassId) -> bool {
        let is_it = |&(_, other): &(Name, ClassId)| other == class;
        let program = self.program;
        let mut around = std::iter::successors(Some(self.class), |&scope| program.classes[scope].outer);
        !self.scope.types().iter().any(is_it)
            && around.any(|scope| program.tables.classes[scope].local_types.iter().any(is_it))
    }

    /// What this class or one around captures under a name.
    fn captured_around(&mut self, name: &Name) -> Option<ExprId> {
        let program = self.program;
        let around = std::iter::successors(Some(self.class), |&scope| program.classes[scope].outer);
        for class in around {
            let captured = program.captured(class).iter().find(|(own, _)| own == name);
            let Some(&(_, field)) = captured else { continue };
            let ty = program.fields[field].ty;
            if self.in_constructor_call && class == self.class {
                return self.given_parameter(field);
            }
            let object = self.instance_around(|c| c == class)?;
            return Some(self.synthetic_expr(ExprKind::Field { object, field }, ty));
        }
        None
    }

    /// The parameter of this constructor that a field gets.
    fn given_parameter(&mut self, field: FieldId) -> Option<ExprId> {
        let position = self.surroundings().iter().position(|&(_, own)| own == field)?;
        Some(self.surrounding_parameter(position, self.program.fields[field].ty))
    }

    /// The value of a local that a class captures, where an object of it is made.
    fn captured_value(&mut self, class: ClassId, name: &Name, field: FieldId) -> ExprId {
        let ty = self.program.fields[field].ty;
        // The name means a field that the class inherits: what is captured is not looked at.
        // Unless it makes objects of another class that captures it.
        let beside = &self.program.tables.classes[class].local_types;
        let is_handed_on = beside.iter().any(|&(_, other)| {
            other != class && self.program.captured(other).iter().any(|(own, _)| own == name)
        });
        let is_used = is_handed_on || self.program.find_field(class, name, class).is_err();
        match self.scope.find(name) {
            Some(local) if is_used => {
                let own = self.local_ty(local);
                if own != ty && own != Ty::Unknown {
                    let what = "class that captures a variable of another type than the original's";
                    self.unsupported(self.program.methods[self.body.method].span, what);
                }
                if self.local_constants[local] != self.program.fields[field].constant {
                    let what = "change of a constant that a class in the code has captured";
                    self.unsupported(self.program.methods[self.body.method].span, what);
                }
                self.captured.push(local);
                self.synthetic_expr(ExprKind::Local(local), self.local_ty(local))
            }
            _ => {
                let zero = match ty {
                    Ty::Primitive(p) => crate::jvm::value::Primitive::from_bits(p, 0),
                    _ => return self.synthetic_expr(ExprKind::Null, Ty::Null),
                };
                self.synthetic_constant(crate::sema::typed_tree::Constant::Primitive(zero), ty)
            }
        }
    }

    /// The innermost object around this place, itself included, of a class that is wanted.
    pub(super) fn instance_around(&mut self, is_wanted: impl Fn(ClassId) -> bool) -> Option<ExprId> {
        if self.static_context {
            return None;
        }
        let mut class = self.class;
        if is_wanted(class) && !self.in_constructor_call {
            let this = self.synthetic_expr(ExprKind::This, Ty::Class(class));
            self.note_this(this);
            return Some(this);
        }
        let mut object = None;
        loop {
            let field = self.program.outer_instance(class)?;
            let ty = self.program.fields[field].ty;
            let value = match object {
                None if self.in_constructor_call => self.surrounding_parameter(0, ty),
                None => {
                    let object = self.synthetic_expr(ExprKind::This, Ty::Class(class));
                    self.synthetic_expr(ExprKind::Field { object, field }, ty)
                }
                Some(object) => self.synthetic_expr(ExprKind::Field { object, field }, ty),
            };
            class = self.program.classes[class].outer?;
            self.note_instance(value, class);
            if is_wanted(class) {
                return Some(value);
            }
            object = Some(value);
        }
    }

    fn note_instance(&mut self, value: ExprId, class: ClassId) {
        if !self.program.decl(class).type_parameters.is_empty() {
            let ty = self.types.this_type(class);
            self.note_static(value, ty);
        }
    }

    /// `A.this`
    pub(super) fn outer_this(&mut self, id: syntax::ExprId, written: &TypeRef) -> ExprId {
        let ty = self.resolve(written);
        let Ty::Class(class) = ty else { return self.unknown(id) };
        if class == self.class && !self.check_this(id, "this") {
            return self.unknown(id);
        }
        match self.instance_around(|c| c == class) {
            Some(value) => {
                self.body.exprs[value].origin = self.keeps_origins.then_some(id);
                value
            }
            None => {
                let name = &self.program.classes[class].name;
                self.error(self.span(id), format!("not an enclosing class: {name}"));
                self.unknown(id)
            }
        }
    }

    /// A local that a class around captures: of those inside of `until`, where the name means a field else.
    pub(super) fn captured_variable(
        &mut self,
        id: syntax::ExprId,
        name: &str,
        until: Option<ClassId>,
    ) -> Option<ExprId> {
        let (class, field) = self.program.captured_around(self.class, name, until)?;
        if self.program.is_open_constant(field) {
            self.unsupported(self.span(id), "constant of the method around");
            return Some(self.unknown(id));
        }
        if self.in_constructor_call && class == self.class {
            let given = self.given_parameter(field)?;
            self.body.exprs[given].constant = self.program.fields[field].constant.clone();
            return Some(given);
        }
        let object = self.instance_around(|c| c == class)?;
        Some(self.instance_field(id, object, field, true))
    }

    /// `outer.new Inner(…)` or `new A(…) { … }`.
    pub(super) fn creation(&mut self, id: syntax::ExprId, creation: &'a Creation) -> ExprId {
        let Some(written) = self.written_types(id, &creation.type_arguments) else {
            let arguments = self.arguments(&creation.arguments);
            return self.give_up(id, &arguments);
        };
        match (&creation.outer, &creation.body) {
            (None, None) => self.new_object_with(id, &creation.class, &creation.arguments, written),
            (Some(outer), None) => self.qualified_creation(id, *outer, creation, written),
            (None, Some(types)) => match self.program.class_in_code(types) {
                Some(class) => self.anonymous(id, class, creation, written),
                None => self.not_lifted(id, creation, written),
            },
            _ => self.refused_creation(id, creation, "anonymous class"),
        }
    }

    /// An object of an anonymous class that is no type of its file. Where that is for want of type arguments, these are inferred,
    /// for [`inferred`](crate::sema::inner::inferred).
    fn not_lifted(&mut self, id: syntax::ExprId, creation: &'a Creation, written: Vec<TypeId>) -> ExprId {
        let extended = if is_diamond(&creation.class) { self.resolve(&creation.class).class() } else { None };
        match extended.filter(|&class| !self.program.classes[class].is_interface()) {
            Some(class) => {
                self.unsupported(self.span(id), "anonymous class");
                let made = self.extended(id, class, creation, written);
                self.without_arguments.push((creation.class.span.start, made));
                made
            }
            None => self.refused_creation(id, creation, "anonymous class"),
        }
    }

    fn refused_creation(&mut self, id: syntax::ExprId, creation: &Creation, what: &str) -> ExprId {
        self.unsupported(self.span(id), what);
        let arguments = self.arguments(&creation.arguments);
        self.give_up(id, &arguments)
    }

    fn qualified_creation(
        &mut self,
        id: syntax::ExprId,
        outer: syntax::ExprId,
        creation: &'a Creation,
        written: Vec<TypeId>,
    ) -> ExprId {
        let span = creation.class.span;
        let object = self.exact_operand(outer);
        let mut arguments = self.arguments(&creation.arguments);
        arguments.written = written;
        let Ty::Class(around) = self.ty(object) else { return self.give_up(id, &arguments) };
        let name = match &creation.class.base {
            BaseType::Named(segments) => match &segments[..] {
                [only] if only.arguments.is_none() => &only.name.name,
                _ => {
                    self.unsupported(span, "creation of a generic inner class's object");
                    return self.give_up(id, &arguments);
                }
            },
            _ => return self.give_up(id, &arguments),
        };
        let class = match member_type(self.program, around, name, self.class) {
            Ok(Some(class)) if self.program.outer_instance(class).is_some() => class,
            _ => {
                self.unsupported(span, "creation of an inner class's object");
                return self.give_up(id, &arguments);
            }
        };
        self.note_inner(class);
        let exact = self.inner_of(object, class);
        let site = Site::Type(exact);
        let Some(resolution) = self.constructor(span, class, Some(site), &arguments, false) else {
            return self.give_up(id, &arguments);
        };
        let mut values = self.settled_arguments(resolution, Some(site), &arguments, span);
        // The object is looked at before the arguments are evaluated: which no one notices where they have no effects.
        if !values.iter().all(|&value| self.has_no_effect(value)) {
            self.unsupported(span, "creation of an inner class's object with arguments that have effects");
        }
        let checked = self.not_null(span, object);
        let Some(field) = self.program.outer_instance(class) else { return self.unknown(id) };
        let checked = self.conversion(checked, Conversion::CheckedCast, self.program.fields[field].ty, None);
        values.push(checked);
        let kind = ExprKind::New { class, constructor: resolution.method, arguments: values };
        let made = self.push(kind, Ty::Class(class), id);
        self.note_static(made, exact);
        made
    }

    /// The type of an inner class without variables of its own as a member of an object's type (JLS 4.5.2).
    fn inner_of(&mut self, object: ExprId, class: ClassId) -> TypeId {
        let inner = self.types.class(class);
        let Some(outer) = self.program.classes[class].outer else { return inner };
        let around = self.static_ty(object);
        match self.types.substitution_of(around, outer) {
            Some(with) => self.types.substitute(inner, &with),
            None => inner,
        }
    }

    /// Of an object whose class has a generic class around it elsewhere, types are not all known: what seems wrong need not be.
    pub(super) fn note_inner(&mut self, class: ClassId) {
        if source::is_in_other_generic(self.program, self.class, class) {
            self.of_other_generic.get_or_insert(class);
        }
    }

    /// `Objects.requireNonNull(object)`, as javac has it.
    fn not_null(&mut self, span: Span, object: ExprId) -> ExprId {
        let program = self.program;
        let any = program.object();
        let found = program.class_named("java.util.Objects").and_then(|class| {
            let methods = program.member_methods(class, "requireNonNull");
            let is_it = |&m: &MethodId| {
                let m = &program.methods[m];
                m.unsupported.is_none() && m.parameters.len() == 1 && m.parameters[0].ty == any
            };
            methods.iter().copied().find(is_it)
        });
        let Some(method) = found else {
            self.unsupported(span, "creation of an inner class's object");
            return object;
        };
        let argument = self.convert(object, any);
        let call = Call { method, dispatch: Dispatch::Static, receiver: None, arguments: vec![argument] };
        self.synthetic_expr(ExprKind::Call(Box::new(call)), any)
    }

    fn has_no_effect(&self, value: ExprId) -> bool {
        let expr = &self.body.exprs[value];
        match expr.kind {
            ExprKind::Literal | ExprKind::Null | ExprKind::Local(_) | ExprKind::This => true,
            ExprKind::Convert {
                conversion: Conversion::Widen | Conversion::Primitive | Conversion::Box,
                operand,
            } => self.has_no_effect(operand),
            _ => expr.constant.is_some(),
        }
    }

    /// An object of an anonymous class: its constructor is the one that hands on to the superclass's that fits.
    fn anonymous(
        &mut self,
        id: syntax::ExprId,
        class: ClassId,
        creation: &'a Creation,
        type_arguments: Vec<TypeId>,
    ) -> ExprId {
        let program = self.program;
        let span = creation.class.span;
        if let Some(why) = &program.classes[class].unsupported {
            return self.refused_creation(id, creation, &why.what.clone());
        }
        // With the type arguments that a diamond leaves out.
        let named = program.decl(class).extends.as_ref().unwrap_or(&creation.class);
        let written = self.resolve(named);
        let exact = self.written_static(named, written);
        let mut arguments = self.arguments(&creation.arguments);
        arguments.written = type_arguments;
        let (Ty::Class(named), Some(above)) = (written, program.classes[class].superclass) else {
            return self.give_up(id, &arguments);
        };
        let site = match exact {
            Some(exact) if named == above => Site::Type(exact),
            _ => Site::Type(self.types.class(above)),
        };
        let Some(resolution) = self.constructor(span, above, Some(site), &arguments, true) else {
            return self.give_up(id, &arguments);
        };
        let forwarding = program.forwarding(class, resolution.method);
        let Some(constructor) = forwarding else {
            return self.refused_creation(id, creation, "anonymous class");
        };
        let mut values = self.settled_arguments(resolution, Some(site), &arguments, span);
        values.extend(self.surroundings_of(span, class));
        let made = self.push(ExprKind::New { class, constructor, arguments: values }, Ty::Class(class), id);
        if !program.decl(class).type_parameters.is_empty() {
            let of_class = source::class_in_code(program, self.class, self.body.method, class);
            let ty = self.types.of(&of_class);
            self.note_static(made, ty);
        }
        made
    }

    /// Says of each captured local that it is no longer one that is effectively final (JLS 4.12.4, 8.1.3): it may get
    /// its one value where it is declared, or later where the flow rules see that it has none.
    pub(super) fn check_captured(&mut self) {
        let captured = std::mem::take(&mut self.captured);
        if captured.is_empty() {
            return;
        }
        let mut assigned: IndexVec<LocalId, bool> = self.body.locals.iter().map(|_| false).collect();
        let mut changed = assigned.clone();
        for expr in self.body.exprs.iter() {
            let (target, is_plain) = match expr.kind {
                // What a pattern gives its variable.
                ExprKind::Assign { .. } if expr.origin.is_none() => continue,
                ExprKind::Assign { target, .. } => (target, true),
                ExprKind::CompoundAssign { target, .. }
                | ExprKind::ConcatAssign { target, .. }
                | ExprKind::IncDec { target, .. } => (target, false),
                _ => continue,
            };
            if let ExprKind::Local(local) = self.body.exprs[target].kind {
                (if is_plain { &mut assigned } else { &mut changed })[local] = true;
            }
        }
        let mut without_value: IndexVec<LocalId, bool> = self.body.locals.iter().map(|_| false).collect();
        for stmt in self.body.stmts.iter() {
            if let StmtKind::Locals(list) = &stmt.kind {
                list.iter().filter(|(_, init)| init.is_none()).for_each(|&(l, _)| without_value[l] = true);
            }
        }
        for local in captured {
            if changed[local] || assigned[local] && !without_value[local] {
                let what =
                    "local variables referenced from an inner class must be final or effectively final";
                self.error(self.program.methods[self.body.method].span, what);
            }
            self.body.locals[local].is_final = true;
        }
    }
}

impl Program {
    /// The constructor of an anonymous class that calls this one of its superclass.
    pub(super) fn forwarding(&self, class: ClassId, target: MethodId) -> Option<MethodId> {
        let forwarding = &self.tables.classes[class].forwarding;
        forwarding.iter().find(|&&(above, _)| above == target).map(|&(_, own)| own)
    }
}
