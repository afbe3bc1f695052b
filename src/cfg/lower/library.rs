//! Calls that `cfg::library` has models for, and the strings and wrapper objects that are values here.

use smallvec::{SmallVec, smallvec};

use crate::cfg::graph::Effect;
use crate::cfg::library::{self, Model};
use crate::cfg::lower::{Builder, Origin};
use crate::jvm::operator::BinaryOperator as Op;
use crate::jvm::value::{LINE_END, PrimitiveType as P};
use crate::sema::program::{ClassId, MethodId, MethodSource, Role};
use crate::sema::typed_tree::ExprId;
use crate::sema::types::Ty;
use crate::syntax::tree::TypeKind;
use crate::term::{Function, TermId};

impl Builder<'_> {
    /// What a call of just this method gives, if there is a model of it. The receiver is not null; `types` are what
    /// is known of the arguments' types beyond the parameters'.
    pub(super) fn model(
        &mut self,
        origin: Origin,
        method: MethodId,
        receiver: Option<TermId>,
        arguments: &[TermId],
        types: &[Ty],
    ) -> Option<TermId> {
        let declared = &self.program.methods[method];
        let class = declared.class;
        if self.program.role(class) != Role::Library || matches!(declared.source, MethodSource::ClassFile) {
            return None;
        }
        let name = &*declared.name;
        let parameter = |i: usize| {
            let own = declared.parameters.get(i).map_or(Ty::Void, |p| p.ty);
            types.get(i).copied().filter(|&ty| ty != Ty::Null).unwrap_or(own)
        };
        let Some(receiver) = receiver else {
            return self.static_model(origin, method, arguments, &parameter);
        };
        if class == self.program.well_known.string {
            return self.string_model(origin, method, name, receiver, arguments, &parameter);
        }
        if let Some(ty) = self.program.unwrapped(class) {
            return self.wrapper_model(origin, name, ty, receiver, arguments);
        }
        if library::is_builder(self.program, class) {
            return Some(self.builder_model(origin, method, name, receiver, arguments, &parameter));
        }
        match (&*self.program.classes[class].qualified_name, name) {
            ("java.lang.Object", "getClass") => {
                let number = self.class_of(receiver);
                Some(self.mirror(number))
            }
            ("java.lang.Enum", "getDeclaringClass") => {
                let number = self.class_of(receiver);
                let declaring = self.declaring_enum(number);
                Some(self.mirror(declaring))
            }
            ("java.lang.Number", _) => None,
            ("java.lang.Class", "getName" | "getSimpleName" | "isInterface" | "isArray" | "isEnum") => {
                Some(self.apply(method, &[receiver]))
            }
            _ => None,
        }
    }

    /// The number of the enum that declares a constant of this class: another one where the constant has a body.
    fn declaring_enum(&mut self, number: TermId) -> TermId {
        let program = self.program;
        let is_enum = |&class: &ClassId| program.classes[class].kind == TypeKind::Enum;
        let mut declaring = number;
        for class in program.classes.ids() {
            if let Some(declared) = program.classes[class].superclass.filter(is_enum) {
                let own = self.is_int(number, self.types.of_class(class));
                let of_enum = self.terms.int(self.types.of_class(declared));
                declaring = self.terms.choose(own, of_enum, declaring);
            }
        }
        declaring
    }

    pub(super) fn has_model(&self, method: MethodId) -> bool {
        let class = self.program.methods[method].class;
        library::is_value_class(self.program, class) || library::is_builder(self.program, class)
    }

    fn apply(&mut self, method: MethodId, arguments: &[TermId]) -> TermId {
        let function = library::value(self.program, method);
        self.terms.apply(function, SmallVec::from_slice(arguments))
    }

    pub(super) fn class_named(&self, name: &str) -> Option<ClassId> {
        self.program.class_named(name)
    }

    /// Throws an exception of a class that has this name.
    pub(super) fn guard_named(&mut self, origin: Origin, bad: TermId, name: &str) {
        match self.class_named(name) {
            Some(class) => self.guard(origin, &[(bad, class)]),
            None if self.terms.is_false(bad) => {}
            None => self.unsupported_at(origin, "an exception of a class that is not loaded"),
        }
    }

    fn static_model(
        &mut self,
        origin: Origin,
        method: MethodId,
        arguments: &[TermId],
        ty: &dyn Fn(usize) -> Ty,
    ) -> Option<TermId> {
        match library::static_model(self.program, method) {
            Some(Model::Exact(exact)) => return Some(exact(self.terms, arguments)),
            Some(Model::Quotient(exact)) => {
                let ty = self.program.methods[method].return_type.primitive().unwrap_or(P::Int);
                let zero = self.terms.primitive(crate::jvm::value::Primitive::from_bits(ty, 0));
                let divisor = arguments[arguments.len() - 1];
                let bad = self.terms.binary(Op::Eq, ty, divisor, zero);
                self.guard(origin, &[(bad, self.program.well_known.arithmetic_exception)]);
                return Some(exact(self.terms, arguments));
            }
            Some(Model::Value) => return Some(self.apply(method, arguments)),
            Some(Model::Partial { exception, null_throws }) => {
                if null_throws {
                    self.null_check(origin, arguments[0]);
                }
                let arguments_list = SmallVec::from_slice(arguments);
                let bad = self.terms.apply(Function::Throws(method), arguments_list);
                self.guard_named(origin, bad, exception);
                return Some(self.apply(method, arguments));
            }
            None => {}
        }
        match &*library::key(self.program, method) {
            "java.lang.String.valueOf(Object)" => {
                let string = self.program.string();
                let ty = if ty(0) == Ty::Void { self.program.object() } else { ty(0) };
                let ty = if arguments.len() == 1 { ty } else { string };
                Some(self.text_of(origin, arguments[0], ty))
            }
            "java.util.Objects.isNull(Object)" => Some(self.is_null(arguments[0])),
            "java.util.Objects.nonNull(Object)" => {
                let null = self.is_null(arguments[0]);
                Some(self.terms.not(null))
            }
            "java.io.PrintStream.write(int,String)" => {
                self.write_text(origin, arguments[0], arguments[1]);
                Some(self.terms.null())
            }
            "java.io.PrintStream.endLine(int)" => {
                let end = self.literal(LINE_END.encode_utf8(&mut [0; 4]));
                self.write_text(origin, arguments[0], end);
                Some(self.terms.null())
            }
            key => match self.trap(origin, key, arguments) {
                None => self.array_model(origin, key, arguments, ty),
                trap => trap,
            },
        }
    }

    /// Whether the contents of two strings that are not null are the same.
    pub(super) fn same_text(&mut self, left: TermId, right: TermId) -> TermId {
        let (left, right) = (left.min(right), left.max(right));
        self.terms.apply(Function::SameText, smallvec![left, right])
    }

    pub(super) fn string_length(&mut self, string: TermId) -> TermId {
        self.terms.apply(Function::StringLength, smallvec![string])
    }

    fn string_model(
        &mut self,
        origin: Origin,
        method: MethodId,
        name: &str,
        receiver: TermId,
        arguments: &[TermId],
        parameter: &dyn Fn(usize) -> Ty,
    ) -> Option<TermId> {
        let string = self.program.string();
        let zero = self.terms.int(0);
        match (name, arguments) {
            ("length", []) => return Some(self.string_length(receiver)),
            ("isEmpty", []) => {
                let length = self.string_length(receiver);
                return Some(self.terms.binary(Op::Eq, P::Int, length, zero));
            }
            ("charAt", &[index]) => {
                let length = self.string_length(receiver);
                let outside = self.is_outside(index, length);
                self.guard_named(origin, outside, "java.lang.StringIndexOutOfBoundsException");
                return Some(self.terms.apply(Function::StringUnit, smallvec![receiver, index]));
            }
            ("equals", &[other]) => {
                let is_null = self.is_null(other);
                let is_object = self.terms.not(is_null);
                let fits = if parameter(0) == string { is_object } else { self.has_type(other, string) };
                let same = self.same_text(receiver, other);
                let same = self.terms.and(fits, same);
                return Some(self.terms.and(is_object, same));
            }
            // Which object is the one of its text, the first call decides.
            ("intern", []) if self.terms.tells_objects_apart => {
                self.unsupported_at(origin, "the identity of strings or wrapper objects");
                return Some(self.unknown(origin, Some(string)));
            }
            ("toString" | "intern", []) => return Some(receiver),
            ("concat", &[other]) => {
                self.null_check(origin, other);
                return Some(self.joined(receiver, other));
            }
            ("substring", _) | ("subSequence", _) => {
                let length = self.string_length(receiver);
                let end = arguments.get(1).copied().unwrap_or(length);
                return Some(self.substring_checked(
                    origin,
                    receiver,
                    arguments[0],
                    end,
                    "java.lang.StringIndexOutOfBoundsException",
                ));
            }
            ("repeat", &[count]) => {
                let negative = self.terms.binary(Op::Lt, P::Int, count, zero);
                self.guard_named(origin, negative, "java.lang.IllegalArgumentException");
                return Some(self.apply(method, &[receiver, count]));
            }
            ("toCharArray", []) => return Some(self.units_of(origin, receiver)),
            ("compareTo", &[_]) if parameter(0) != string => return None,
            _ => {}
        }
        let is_value = |ty: Ty| ty.primitive().is_some() || ty == string;
        let returned = self.program.methods[method].return_type;
        if !is_value(returned) || !(0..arguments.len()).all(|i| is_value(parameter(i))) {
            return None;
        }
        let takes_null = match name {
            "equalsIgnoreCase" => true,
            "compareTo"
            | "compareToIgnoreCase"
            | "indexOf"
            | "lastIndexOf"
            | "startsWith"
            | "endsWith"
            | "contains"
            | "contentEquals"
            | "replace" => false,
            "trim" | "strip" | "stripLeading" | "stripTrailing" | "toUpperCase" | "toLowerCase"
            | "hashCode" | "isBlank" => true,
            _ => return None,
        };
        for (i, &argument) in arguments.iter().enumerate() {
            if !takes_null && parameter(i).primitive().is_none() {
                self.null_check(origin, argument);
            }
        }
        let all: SmallVec<[TermId; 4]> = std::iter::once(receiver).chain(arguments.iter().copied()).collect();
        Some(self.apply(method, &all))
    }

    /// A part of a string, the same function whichever method made it.
    pub(super) fn part(&mut self, string: TermId, begin: TermId, end: TermId) -> TermId {
        let zero = self.terms.int(0);
        let length = self.string_length(string);
        if begin == zero && end == length {
            return string;
        }
        if begin == end {
            return self.literal("");
        }
        let methods = &self.program.classes[self.program.well_known.string].methods;
        let method = methods.iter().copied().find(|&m| {
            let method = &self.program.methods[m];
            &*method.name == "substring" && method.parameters.len() == 2
        });
        match method {
            Some(method) => self.apply(method, &[string, begin, end]),
            None => string,
        }
    }

    pub(super) fn substring_checked(
        &mut self,
        origin: Origin,
        string: TermId,
        begin: TermId,
        end: TermId,
        exception: &str,
    ) -> TermId {
        let zero = self.terms.int(0);
        let length = self.string_length(string);
        let before = self.terms.binary(Op::Lt, P::Int, begin, zero);
        let crossed = self.terms.binary(Op::Gt, P::Int, begin, end);
        let behind = self.terms.binary(Op::Gt, P::Int, end, length);
        let bad = self.terms.any([before, crossed, behind]);
        self.guard_named(origin, bad, exception);
        self.part(string, begin, end)
    }

    fn wrapper_model(
        &mut self,
        origin: Origin,
        name: &str,
        ty: P,
        receiver: TermId,
        arguments: &[TermId],
    ) -> Option<TermId> {
        let own = self.unboxed(ty, receiver);
        let wrapper = Ty::Class(self.program.wrapper(ty));
        let to = match name {
            "byteValue" => Some(P::Byte),
            "shortValue" => Some(P::Short),
            "charValue" => Some(P::Char),
            "intValue" => Some(P::Int),
            "longValue" => Some(P::Long),
            "floatValue" => Some(P::Float),
            "doubleValue" => Some(P::Double),
            "booleanValue" => Some(P::Boolean),
            _ => None,
        };
        if let Some(to) = to {
            return Some(self.terms.convert(ty, to, own));
        }
        match (name, arguments) {
            ("toString", []) => Some(self.text_of_primitive(own, ty)),
            ("hashCode", []) if matches!(ty, P::Byte | P::Short | P::Char | P::Int) => Some(own),
            ("equals", &[other]) => {
                let is_null = self.is_null(other);
                let is_object = self.terms.not(is_null);
                let fits = self.has_type(other, wrapper);
                let content = self.unboxed(ty, other);
                let same = self.terms.same_value(own, content);
                let same = self.terms.and(fits, same);
                Some(self.terms.and(is_object, same))
            }
            ("compareTo", &[other]) if matches!(ty, P::Int | P::Long) => {
                self.null_check(origin, other);
                let is_own = self.has_type(other, wrapper);
                let bad = self.terms.not(is_own);
                self.guard(origin, &[(bad, self.program.well_known.class_cast_exception)]);
                let content = self.unboxed(ty, other);
                Some(library::order(self.terms, &[own, content], ty))
            }
            ("isNaN", []) if ty.is_floating() => Some(self.terms.binary(Op::Ne, ty, own, own)),
            _ => None,
        }
    }

    /// `new` of a class whose objects are values.
    pub(super) fn new_value(
        &mut self,
        expr: ExprId,
        class: ClassId,
        constructor: MethodId,
        arguments: &[TermId],
    ) -> TermId {
        let origin = self.origin(expr);
        let types: Vec<Ty> = self.program.methods[constructor].parameters.iter().map(|p| p.ty).collect();
        let known = &self.program.well_known;
        match (arguments, &types[..]) {
            ([], []) if class == known.string => self.literal(""),
            (&[original], &[Ty::Class(from)]) if class == known.string => {
                if from == known.string {
                    self.null_check(origin, original);
                    return original;
                }
                if library::is_builder(self.program, from) {
                    self.null_check(origin, original);
                    return self.content(original);
                }
                self.unsupported_value(expr, "a string made of other things")
            }
            (&[value], &[Ty::Primitive(from)]) => match self.program.unwrapped(class) {
                Some(ty) if ty == from => self.boxed(ty, value),
                // `new Float(double)`
                Some(ty) => {
                    let value = self.terms.convert(from, ty, value);
                    self.boxed(ty, value)
                }
                None => self.unsupported_value(expr, "a string made of other things"),
            },
            (&[units], &[ty]) if class == known.string && is_units(ty) => {
                self.string_of_units(origin, units, None)
            }
            (&[units, start, count], &[ty, _, _]) if class == known.string && is_units(ty) => {
                self.string_of_units(origin, units, Some((start, count)))
            }
            _ => self.unsupported_value(expr, "a string or wrapper object made of other things"),
        }
    }

    /// The body of a library method that has a model: what a call of it does.
    pub(super) fn modelled_body(&mut self) -> bool {
        let method = self.body.method;
        if !self.has_model(method) && library::static_model(self.program, method).is_none() {
            return false;
        }
        let declared = &self.program.methods[method];
        let locals: Vec<_> = self.body.locals.ids().take(self.body.parameter_count).collect();
        let mut arguments = Vec::new();
        for local in locals {
            let var = self.local_variable(local);
            arguments.push(self.terms.var(var));
        }
        let receiver = (!declared.is_static()).then(|| self.this());
        if declared.is_constructor() {
            let modelled =
                receiver.is_some_and(|this| self.model_constructor(None, method, this, &arguments));
            if !modelled && library::is_builder(self.program, declared.class) {
                self.unsupported("code of a builder");
                return true;
            }
            return modelled;
        }
        match self.model(None, method, receiver, &arguments, &[]) {
            Some(value) => {
                if declared.return_type != Ty::Void {
                    let result = self.result_variable();
                    self.emit(None, Effect::Assign(smallvec![(result, value)]));
                }
                true
            }
            None => false,
        }
    }
}

/// `char[]`
fn is_units(ty: Ty) -> bool {
    ty.array().is_some_and(|array| array.cell() == Ty::Primitive(P::Char))
}
