//! Builders of strings, as models: a `StringBuilder` is an object with one field, its content as a string. That field is
//! the map of what the library keeps an array in, and so no code of the library's builders is ever built from its Java.

use smallvec::{SmallVec, smallvec};

use crate::cfg::library;
use crate::cfg::lower::variables::{self, boxed_type};
use crate::cfg::lower::{Builder, Origin};
use crate::jvm::operator::BinaryOperator as Op;
use crate::jvm::value::PrimitiveType as P;
use crate::sema::program::{BodyState, FieldId, MethodId, Role};
use crate::sema::typed_tree::{ExprKind, StmtKind};
use crate::sema::types::Ty;
use crate::term::sort::{Sort, ValueSort};
use crate::term::{Function, TermId};

impl Builder<'_> {
    fn content_field(&self) -> Option<FieldId> {
        let builder = self.program.classes[self.program.well_known.string_builder].superclass?;
        let fields = &self.program.classes[builder].fields;
        fields.iter().copied().find(|&f| &*self.program.fields[f].name == "value")
    }

    /// The text in a `StringBuilder` that is not null.
    pub(super) fn content(&mut self, builder: TermId) -> TermId {
        match self.content_field() {
            Some(field) => {
                let map = self.field_map(field);
                self.terms.select(map, builder)
            }
            None => self.literal(""),
        }
    }

    fn set_content(&mut self, origin: Origin, builder: TermId, content: TermId) {
        if let Some(field) = self.content_field() {
            let var = variables::field(self.program, self.terms, field);
            let map = self.terms.var(var);
            let map = self.terms.store(map, builder, content);
            self.assign_variable(origin, var, map);
        }
    }

    /// A constructor that needs no call: of a builder, or of an exception that hands its arguments on.
    pub(super) fn model_constructor(
        &mut self,
        origin: Origin,
        constructor: MethodId,
        object: TermId,
        arguments: &[TermId],
    ) -> bool {
        let declared = &self.program.methods[constructor];
        let class = declared.class;
        if library::is_builder(self.program, class) {
            let content = match (arguments, declared.parameters.first().map(|p| p.ty)) {
                ([], _) => self.literal(""),
                (&[capacity], Some(Ty::INT)) => {
                    let zero = self.terms.int(0);
                    let negative = self.terms.binary(Op::Lt, P::Int, capacity, zero);
                    let class = self.program.well_known.negative_array_size_exception;
                    self.guard(origin, &[(negative, class)]);
                    self.literal("")
                }
                (&[text], Some(ty)) if ty == self.program.string() => {
                    self.null_check(origin, text);
                    text
                }
                _ => {
                    self.unsupported_at(origin, "a builder made of a sequence");
                    return true;
                }
            };
            self.set_content(origin, object, content);
            return true;
        }
        if self.program.role(class) != Role::Library || !self.hands_on(constructor) {
            return false;
        }
        let mut values = Vec::new();
        match *arguments {
            [] => values.push(("cause", object)),
            [message] => values.extend([("message", message), ("cause", object)]),
            [message, cause] => values.extend([("message", message), ("cause", cause)]),
            _ => return false,
        }
        values.push(("suppressing", self.terms.boolean(true)));
        let mut assignments = SmallVec::new();
        for (name, value) in values {
            if let Some(field) = self.throwable_field(name) {
                let var = variables::field(self.program, self.terms, field);
                let map = self.terms.var(var);
                assignments.push((var, self.terms.store(map, object, value)));
            }
        }
        self.assign_variables(origin, assignments);
        true
    }

    /// Whether a constructor of an exception only hands its arguments on to its superclass, up to one of `Throwable`
    /// that takes nothing, a message, or a message and a cause; and no class on the way has fields of its own.
    fn hands_on(&self, constructor: MethodId) -> bool {
        let program = self.program;
        let declared = &program.methods[constructor];
        let throwable = program.well_known.throwable;
        if !program.is_subclass(declared.class, throwable) {
            return false;
        }
        if declared.class == throwable {
            let types: Vec<Ty> = declared.parameters.iter().map(|p| p.ty).collect();
            return matches!(types[..], [])
                || types == [program.string()]
                || types == [program.string(), Ty::Class(throwable)];
        }
        let class = &program.classes[declared.class];
        let has_fields = class.fields.iter().any(|&f| !program.fields[f].is_static());
        let BodyState::Typed(body) = program.body(constructor) else { return false };
        let StmtKind::Block(stmts) = &body.stmts[body.root].kind else { return false };
        let [only] = stmts[..] else { return false };
        match &body.stmts[only].kind {
            StmtKind::ConstructorCall { constructor: next, is_super: true, arguments } => {
                let in_order = arguments.iter().enumerate().all(|(i, &a)| {
                    let mut a = a;
                    while let ExprKind::Convert { conversion, operand } = body.exprs[a].kind
                        && conversion == crate::sema::typed_tree::Conversion::Widen
                    {
                        a = operand;
                    }
                    matches!(body.exprs[a].kind, ExprKind::Local(local) if crate::index::Id::index(local) == i)
                });
                !has_fields
                    && class.instance_initializer.is_none()
                    && in_order
                    && arguments.len() == declared.parameters.len()
                    && self.hands_on(*next)
            }
            _ => false,
        }
    }

    pub(super) fn builder_model(
        &mut self,
        origin: Origin,
        method: MethodId,
        name: &str,
        receiver: TermId,
        arguments: &[TermId],
        parameter: &dyn Fn(usize) -> Ty,
    ) -> TermId {
        const STRING_INDEX: &str = "java.lang.StringIndexOutOfBoundsException";
        let string = self.program.string();
        let old = self.content(receiver);
        let length = self.string_length(old);
        let zero = self.terms.int(0);
        let one = self.terms.int(1);
        let is_text = |ty: Ty, this: &Self| {
            ty.primitive().is_some() || ty == string || boxed_type(this.program, ty).is_some()
        };
        match (name, arguments) {
            ("toString", []) => return old,
            ("length", []) => return length,
            ("charAt", &[index]) => {
                let outside = self.is_outside(index, length);
                self.guard_named(origin, outside, STRING_INDEX);
                return self.terms.apply(Function::StringUnit, smallvec![old, index]);
            }
            ("append", &[value]) if is_text(parameter(0), self) || self.is_any_object(parameter(0)) => {
                let text = self.text_of(origin, value, parameter(0));
                // The text of an object may come of code that changes the builder.
                let old = self.content(receiver);
                let new = self.joined(old, text);
                self.set_content(origin, receiver, new);
            }
            ("insert", &[at, value]) if is_text(parameter(1), self) => {
                let below = self.terms.binary(Op::Lt, P::Int, at, zero);
                let above = self.terms.binary(Op::Gt, P::Int, at, length);
                let bad = self.terms.or(below, above);
                self.guard_named(origin, bad, STRING_INDEX);
                let text = self.text_of(origin, value, parameter(1));
                self.splice(origin, receiver, at, at, text);
            }
            ("setCharAt", &[index, unit]) => {
                let outside = self.is_outside(index, length);
                self.guard_named(origin, outside, STRING_INDEX);
                let text = self.text_of_primitive(unit, P::Char);
                let next = self.terms.binary(Op::Add, P::Int, index, one);
                self.splice(origin, receiver, index, next, text);
                return self.terms.null();
            }
            ("deleteCharAt", &[index]) => {
                let outside = self.is_outside(index, length);
                self.guard_named(origin, outside, STRING_INDEX);
                let next = self.terms.binary(Op::Add, P::Int, index, one);
                let text = self.literal("");
                self.splice(origin, receiver, index, next, text);
            }
            ("delete", &[start, end]) => {
                let last = self.last_of(origin, start, end, length);
                let text = self.literal("");
                self.splice(origin, receiver, start, last, text);
            }
            ("replace", &[start, end, text]) => {
                let last = self.last_of(origin, start, end, length);
                self.null_check(origin, text);
                self.splice(origin, receiver, start, last, text);
            }
            ("substring", _) => {
                let end = arguments.get(1).copied().unwrap_or(length);
                return self.substring_checked(origin, old, arguments[0], end, STRING_INDEX);
            }
            ("reverse", []) => {
                let new = self.reversed(method, old);
                self.set_content(origin, receiver, new);
            }
            ("setLength", &[wanted]) => {
                let negative = self.terms.binary(Op::Lt, P::Int, wanted, zero);
                self.guard_named(origin, negative, STRING_INDEX);
                self.set_length(origin, receiver, wanted);
                return self.terms.null();
            }
            ("ensureCapacity" | "trimToSize", _) => return self.terms.null(),
            _ => {
                let class = &self.program.classes[self.program.methods[method].class].name;
                // A body of the method's own is for calls by a supertype, `Comparable` for one: the code at hand may know no builder.
                let how = if origin.is_some() { "this form of" } else { "a call that may be one of" };
                self.unsupported_at(origin, format!("{how} {class}.{name}, which has no model in proofs"));
                let ty = Some(self.program.methods[method].return_type).filter(|&ty| ty != Ty::Void);
                return self.unknown(origin, ty);
            }
        }
        receiver
    }

    /// Static types whose objects become text by their own `toString`.
    fn is_any_object(&self, ty: Ty) -> bool {
        match ty {
            Ty::Class(class) => class != self.program.well_known.char_sequence,
            _ => false,
        }
    }

    /// The end of a range that is cut at the length; the range is checked.
    fn last_of(&mut self, origin: Origin, start: TermId, end: TermId, length: TermId) -> TermId {
        let zero = self.terms.int(0);
        let beyond = self.terms.binary(Op::Gt, P::Int, end, length);
        let last = self.terms.choose(beyond, length, end);
        let below = self.terms.binary(Op::Lt, P::Int, start, zero);
        let crossed = self.terms.binary(Op::Gt, P::Int, start, last);
        let bad = self.terms.or(below, crossed);
        self.guard_named(origin, bad, "java.lang.StringIndexOutOfBoundsException");
        last
    }

    /// Puts a text in place of a part of a builder's.
    fn splice(&mut self, origin: Origin, builder: TermId, begin: TermId, end: TermId, text: TermId) {
        let zero = self.terms.int(0);
        let old = self.content(builder);
        let length = self.string_length(old);
        let head = self.part(old, zero, begin);
        let tail = self.part(old, end, length);
        let new = self.joined(head, text);
        let new = self.joined(new, tail);
        self.set_content(origin, builder, new);
    }

    /// Cuts the text of a builder, or makes it longer by units of zero.
    fn set_length(&mut self, origin: Origin, builder: TermId, wanted: TermId) {
        let (zero, old) = (self.terms.int(0), self.content(builder));
        let length = self.string_length(old);
        let is_shorter = self.terms.binary(Op::Lt, P::Int, wanted, length);
        let kept = self.terms.choose(is_shorter, wanted, length);
        let missing = self.terms.binary(Op::Sub, P::Int, wanted, kept);
        let missing = if wanted == zero { zero } else { self.save(origin, missing, Ty::INT) };
        let head = self.part(old, zero, kept);
        self.set_content(origin, builder, head);
        if missing == zero {
            return;
        }
        let Some(field) = self.content_field() else { return };
        let content = variables::field(self.program, self.terms, field);
        self.count_up(origin, missing, content, |this, _| {
            let (map, unit) = (this.terms.var(content), this.literal("\0"));
            let text = this.content(builder);
            let text = this.joined(text, unit);
            this.terms.store(map, builder, text)
        });
    }

    /// The function that `reverse` is, the same for both kinds of builders.
    fn reversed(&mut self, method: MethodId, content: TermId) -> TermId {
        let function = Function::Value(method, Sort::Value(ValueSort::Reference));
        self.terms.apply(function, smallvec![content])
    }
}
