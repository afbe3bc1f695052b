//! Calls: what the library's models say as terms, anything else as a call that may be inlined.

use std::sync::Arc;

use smallvec::{SmallVec, smallvec};

use crate::cfg::graph::{Call as GraphCall, Effect};
use crate::cfg::lower::{Builder, Origin};
use crate::sema::program::{ClassId, MethodId, MethodSource, Role};
use crate::sema::typed_tree::{Call, Dispatch, ExprId, ExprKind};
use crate::sema::types::{ElementTy, Ty};
use crate::syntax::tree::Modifiers;
use crate::term::TermId;
use crate::term::variable::VarId;

/// The methods that a virtual call may run.
struct Targets {
    targets: SmallVec<[(MethodId, TermId); 1]>,
    closed_world: bool,
}

impl Builder<'_> {
    pub(super) fn call(&mut self, expr: ExprId, call: &Call) -> TermId {
        let origin = self.origin(expr);
        let declared = &self.program.methods[call.method];
        let ty = if declared.is_signature_polymorphic() { self.ty(expr) } else { declared.return_type };
        let result = Some(ty).filter(|&ty| ty != Ty::Void);
        if call.dispatch == Dispatch::Static {
            if let Some(receiver) = call.receiver {
                self.effect(receiver);
            }
            let arguments = self.arguments(&call.arguments);
            self.initialize(declared.class, origin);
            return self.invoke_one(origin, call.method, None, &call.arguments, arguments, result);
        }
        if let Some(value) = self.print(expr, call) {
            return value;
        }
        let (receiver, ty, is_this) = match call.receiver {
            Some(receiver) => {
                let is_this = matches!(self.body.exprs[receiver].kind, ExprKind::This);
                (self.operand(receiver, &call.arguments), self.static_type(receiver), is_this)
            }
            None => (self.this(), Ty::Class(self.class), true),
        };
        let mut arguments = self.arguments(&call.arguments);
        if self.program.methods[call.method].is_signature_polymorphic() {
            arguments.push(self.own_signature(call));
        }
        if !is_this {
            self.null_check(origin, receiver);
        }
        if call.dispatch == Dispatch::Special {
            return self.invoke_one(origin, call.method, Some(receiver), &call.arguments, arguments, result);
        }
        self.invoke_virtual_with(origin, call.method, receiver, ty, &call.arguments, arguments, result)
    }

    /// What a call of a signature of its own passes besides its arguments: their types, by which a handle may refuse what it takes by
    /// others. Of the result the graph's variable has the type.
    fn own_signature(&mut self, call: &Call) -> TermId {
        let types = call.arguments.iter().map(|&argument| self.program.type_name(self.ty(argument)));
        let types = types.collect::<Vec<_>>().join(",");
        self.literal(&types)
    }

    /// The narrowest static type that is known of an expression's value.
    fn static_type(&self, expr: ExprId) -> Ty {
        match self.body.exprs[expr].kind {
            ExprKind::Convert { conversion: crate::sema::typed_tree::Conversion::Widen, operand } => {
                match self.static_type(operand) {
                    Ty::Null => self.ty(expr),
                    ty => ty,
                }
            }
            _ => self.ty(expr),
        }
    }

    pub(super) fn invoke_virtual(
        &mut self,
        origin: Origin,
        method: MethodId,
        receiver: TermId,
        ty: Ty,
        arguments: SmallVec<[TermId; 4]>,
        result: Option<Ty>,
    ) -> TermId {
        self.invoke_virtual_with(origin, method, receiver, ty, &[], arguments, result)
    }

    /// A call by the class of the receiver, whose static type is `ty`.
    #[expect(clippy::too_many_arguments, reason = "a call has this many parts")]
    fn invoke_virtual_with(
        &mut self,
        origin: Origin,
        method: MethodId,
        receiver: TermId,
        ty: Ty,
        expressions: &[ExprId],
        arguments: SmallVec<[TermId; 4]>,
        result: Option<Ty>,
    ) -> TermId {
        if ty.array().is_some()
            && &*self.program.methods[method].name == "clone"
            && let Ty::Array(array) = ty
        {
            return self.clone_array(origin, array, receiver);
        }
        let Targets { targets, closed_world } = self.targets(method, receiver, ty);
        if let [(only, _)] = targets[..] {
            // Which class it is was settled by the world, if it is closed.
            if !closed_world || self.has_model(only) {
                return self.invoke_one(origin, only, Some(receiver), expressions, arguments, result);
            }
        }
        if targets.is_empty() && !self.program.methods[method].is_abstract() && !self.is_unread(method) {
            // Its body is read, and need not be what runs.
            let name = self.program.method_name(method);
            let is_compiled = ty.class().is_some_and(|class| self.program.role(class).is_compiled());
            let of = if is_compiled { "an object of a class file" } else { "an object of any class" };
            self.unsupported_at(origin, format!("a call of {name} on {of}"));
            return self.unknown(origin, result);
        }
        let result = result.map(|ty| self.temporary(origin, ty));
        if targets.is_empty() {
            // No class of the program has such objects, or they are of class files. Whatever implements the method, it is one unknown function in all versions,
            // as code outside the subset is.
            let any = smallvec![(method, self.true_term())];
            self.emit_call(origin, method, any, false, Some(receiver), arguments, result);
            return self.value_of(result);
        }
        self.emit_call(origin, method, targets, closed_world, Some(receiver), arguments, result);
        self.value_of(result)
    }

    #[expect(clippy::too_many_arguments, reason = "a call has this many parts")]
    fn emit_call(
        &mut self,
        origin: Origin,
        method: MethodId,
        targets: SmallVec<[(MethodId, TermId); 1]>,
        closed_world: bool,
        receiver: Option<TermId>,
        arguments: SmallVec<[TermId; 4]>,
        result: Option<VarId>,
    ) {
        let threw = self.temporary_boolean(origin);
        let unread = self.unread_call(method);
        let visit = self.visit(origin, &targets);
        let call =
            GraphCall { method, targets, closed_world, receiver, arguments, result, visit, threw, unread };
        self.emit_throwing(origin, Effect::Call(Box::new(call)), threw);
    }

    /// Whether the code of a method is in a class file, where nobody reads it.
    fn is_unread(&self, method: MethodId) -> bool {
        self.program.role(self.program.methods[method].class).is_compiled()
    }

    /// What is said of a call of such a method.
    pub(super) fn unread_call(&self, method: MethodId) -> Option<Arc<str>> {
        let name = || self.program.method_name(method);
        self.is_unread(method).then(|| format!("a call of {}, which is in a class file", name()).into())
    }

    fn value_of(&mut self, result: Option<VarId>) -> TermId {
        match result {
            Some(var) => self.terms.var(var),
            None => self.terms.null(),
        }
    }

    /// A value of which nothing is known.
    pub(super) fn unknown(&mut self, origin: Origin, ty: Option<Ty>) -> TermId {
        let var = ty.map(|ty| self.temporary(origin, ty));
        self.value_of(var)
    }

    /// A call of just one method.
    fn invoke_one(
        &mut self,
        origin: Origin,
        method: MethodId,
        receiver: Option<TermId>,
        expressions: &[ExprId],
        arguments: SmallVec<[TermId; 4]>,
        result: Option<Ty>,
    ) -> TermId {
        let types: SmallVec<[Ty; 4]> = expressions.iter().map(|&e| self.static_type(e)).collect();
        if let Some(value) = self.model(origin, method, receiver, &arguments, &types) {
            return value;
        }
        let declared = &self.program.methods[method];
        match declared.source {
            MethodSource::EnumValues => return self.enum_values(origin, declared.class),
            MethodSource::EnumValueOf => return self.enum_value_of(origin, declared.class, arguments[0]),
            MethodSource::Native(ref name) => {
                self.unsupported_at(origin, format!("a call of {name}, which has no model in proofs"));
                return self.unknown(origin, result);
            }
            MethodSource::Abstract => {
                self.unsupported_at(origin, "a call of an abstract method");
                return self.unknown(origin, result);
            }
            _ => {}
        }
        let result = result.map(|ty| self.temporary(origin, ty));
        self.call_one(origin, method, receiver, arguments, result);
        self.value_of(result)
    }

    /// Which methods may run, each for the classes whose objects run it.
    fn targets(&mut self, method: MethodId, receiver: TermId, ty: Ty) -> Targets {
        let always = self.true_term();
        let declared = &self.program.methods[method];
        let is_final = |modifiers: Modifiers| modifiers.has(Modifiers::FINAL);
        let one = |target| Targets { targets: smallvec![(target, always)], closed_world: false };
        let base = match ty {
            Ty::Class(class) => class,
            // Arrays have the methods of `Object`.
            _ => return one(method),
        };
        let closed = is_final(self.program.classes[base].modifiers) || is_final(declared.modifiers);
        if closed && let Some(target) = self.program.implementation(base, method) {
            return one(target);
        }
        // Which classes there are below one of a class file nobody has counted: lambdas, for one, are of none that is read.
        if self.program.role(base).is_compiled()
            || self.program.may_have_unknown_lambdas(base)
            || self.program.may_have_unread_classes(base)
        {
            return Targets { targets: SmallVec::new(), closed_world: true };
        }
        let mut found: Vec<(MethodId, Vec<ClassId>)> = Vec::new();
        for class in self.program.classes.ids() {
            let candidate = &self.program.classes[class];
            let has_objects = !candidate.is_abstract() && !candidate.is_interface();
            if !has_objects || !self.program.is_subclass(class, base) {
                continue;
            }
            let Some(target) = self.program.implementation(class, method) else { continue };
            // What a stub answers says nothing of what others do: not one of the targets is known to be all there is.
            if self.program.role(self.program.methods[target].class) == Role::Stub {
                return Targets { targets: SmallVec::new(), closed_world: true };
            }
            match found.iter_mut().find(|(m, _)| *m == target) {
                Some((_, classes)) => classes.push(class),
                None => found.push((target, vec![class])),
            }
        }
        if let [(target, _)] = found[..] {
            return Targets { targets: smallvec![(target, always)], closed_world: !closed };
        }
        let number = self.class_of(receiver);
        let mut targets = SmallVec::new();
        let mut open = always;
        let last = found.len().saturating_sub(1);
        for (i, (target, classes)) in found.into_iter().enumerate() {
            // The receiver is an object of one of them.
            if i == last {
                targets.push((target, open));
                break;
            }
            let mut numbers: Vec<i32> = classes.iter().map(|&c| self.types.of_class(c)).collect();
            numbers.sort_unstable();
            let mut own = self.terms.boolean(false);
            for run in numbers.chunk_by(|a, b| a + 1 == *b) {
                let within = crate::cfg::types::is_within(self.terms, number, run[0], run[run.len() - 1]);
                own = self.terms.or(own, within);
            }
            targets.push((target, own));
            let other = self.terms.not(own);
            open = self.terms.and(open, other);
        }
        Targets { targets, closed_world: true }
    }

    /// `values()` of an enum.
    fn enum_values(&mut self, origin: Origin, class: ClassId) -> TermId {
        let ty = crate::sema::types::ArrayTy { element: ElementTy::Class(class), dims: 1 };
        let constants = self.constants_of(class);
        self.array_of(origin, ty, &constants)
    }

    fn constants_of(&mut self, class: ClassId) -> Vec<TermId> {
        let fields = &self.program.classes[class].constants;
        let vars = fields.iter().map(|&f| {
            let var = super::variables::static_field(self.program, self.terms, f);
            self.terms.var(var)
        });
        vars.collect()
    }

    /// `valueOf(String)` of an enum.
    fn enum_value_of(&mut self, origin: Origin, class: ClassId, name: TermId) -> TermId {
        self.null_check(origin, name);
        let constants = self.constants_of(class);
        let mut value = self.terms.null();
        let mut known = self.terms.boolean(false);
        for (&field, constant) in self.program.classes[class].constants.iter().zip(constants) {
            let text = self.literal(&self.program.fields[field].name);
            let same = self.same_text(name, text);
            known = self.terms.or(known, same);
            value = self.terms.choose(same, constant, value);
        }
        let unknown = self.terms.not(known);
        match self.class_named("java.lang.IllegalArgumentException") {
            Some(class) => self.guard(origin, &[(unknown, class)]),
            None => self.unsupported_at(origin, "an exception of a class that is not loaded"),
        }
        value
    }
}
