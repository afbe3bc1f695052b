//! What the analyses know of methods of the library without looking at their code: those that neither read nor write
//! the heap beyond strings and wrapper objects, so that a call is a term.
//!
//! A method that is not here is a call, whose Java code may be inlined; a native one that is not here is unsupported.

use smallvec::smallvec;

use crate::jvm::operator::BinaryOperator as Op;
use crate::jvm::value::{Primitive, PrimitiveType as P};
use crate::sema::program::{ClassId, MethodId, MethodKind, Program, Role};
use crate::sema::types::Ty;
use crate::term::sort::{Sort, ValueSort};
use crate::term::{Function, TermId, Terms};

/// A term for what a method returns.
pub type Exact = fn(&mut Terms, &[TermId]) -> TermId;

/// How a static method of the library behaves.
#[derive(Clone, Copy, Debug)]
pub enum Model {
    /// Never throws, and returns this.
    Exact(Exact),
    /// As `Exact`, but that a last argument of 0 throws an ArithmeticException.
    Quotient(Exact),
    /// Never throws, and returns a function of its arguments.
    Value,
    /// Throws an exception of this class (its name) for some arguments, and returns a function of them for the
    /// others. `null_throws`: for a null there is a NullPointerException.
    Partial { exception: &'static str, null_throws: bool },
}

/// The classes whose static methods compute values.
const VALUE_CLASSES: [&str; 10] = [
    "java.lang.Math",
    "java.lang.StrictMath",
    "java.lang.Character",
    "java.lang.Boolean",
    "java.lang.Byte",
    "java.lang.Short",
    "java.lang.Integer",
    "java.lang.Long",
    "java.lang.Float",
    "java.lang.Double",
];

/// `java.lang.Math.abs(int)`
pub fn key(program: &Program, method: MethodId) -> String {
    let declared = &program.methods[method];
    let types: Vec<String> = declared.parameters.iter().map(|p| program.simple_type_name(p.ty)).collect();
    format!("{}.{}({})", program.classes[declared.class].qualified_name, declared.name, types.join(","))
}

/// The model of a static method.
pub fn static_model(program: &Program, method: MethodId) -> Option<Model> {
    let declared = &program.methods[method];
    let class = declared.class;
    if !declared.is_static()
        || declared.kind != MethodKind::Method
        || program.role(class) != Role::Library
        || !(VALUE_CLASSES.contains(&&*program.classes[class].qualified_name) || is_string(program, class))
    {
        return None;
    }
    let key = key(program, method);
    if let Some(model) = exact(&key) {
        return Some(model);
    }
    let string = program.string();
    let is_value = |ty: Ty| ty.primitive().is_some() || ty == string;
    if is_string(program, class)
        || !declared.parameters.iter().all(|p| is_value(p.ty))
        || !is_value(declared.return_type)
    {
        return None;
    }
    let name = &*declared.name;
    let on_primitives = declared.parameters.iter().all(|p| p.ty.primitive().is_some());
    let throws = name.ends_with("Exact")
        || name.starts_with("floor") && name.len() > 5
        || name.starts_with("ceil") && name.len() > 4
        || name.ends_with("Unsigned")
        || key == "java.lang.Character.toString(int)";
    match (on_primitives, throws, name) {
        (true, false, _) => Some(Model::Value),
        (false, _, "parseBoolean") => Some(Model::Value),
        (false, _, "parseDouble" | "parseFloat") => {
            Some(Model::Partial { exception: "java.lang.NumberFormatException", null_throws: true })
        }
        (
            false,
            _,
            "parseInt" | "parseLong" | "parseShort" | "parseByte" | "parseUnsignedInt" | "parseUnsignedLong",
        ) => Some(Model::Partial { exception: "java.lang.NumberFormatException", null_throws: false }),
        _ => None,
    }
}

fn is_string(program: &Program, class: ClassId) -> bool {
    class == program.well_known.string
}

/// Whether the objects of a class are values here: they never change, and nobody asks which one it is.
pub fn is_value_class(program: &Program, class: ClassId) -> bool {
    is_string(program, class) || program.unwrapped(class).is_some()
}

pub fn is_builder(program: &Program, class: ClassId) -> bool {
    let known = &program.well_known;
    class == known.string_builder
        || class == known.string_buffer
        || &*program.classes[class].qualified_name == "java.lang.AbstractStringBuilder"
}

/// Whether a call writes nothing, but for an exception.
pub fn is_pure(program: &Program, method: MethodId) -> bool {
    let declared = &program.methods[method];
    if declared.is_static() {
        return static_model(program, method).is_some();
    }
    let string = program.string();
    is_value_class(program, declared.class)
        && declared.parameters.iter().all(|p| p.ty.primitive().is_some() || p.ty == string)
        && (declared.return_type.primitive().is_some() || declared.return_type == string)
}

/// Whether a call of a static method is a term.
pub fn is_total(program: &Program, method: MethodId) -> bool {
    matches!(static_model(program, method), Some(Model::Exact(_) | Model::Value))
}

/// The function that a method is.
pub fn value(program: &Program, method: MethodId) -> Function {
    let sort = Sort::Value(ValueSort::of(program.methods[method].return_type));
    Function::Value(method, sort)
}

fn exact(key: &str) -> Option<Model> {
    let exact: Exact = match key {
        "java.lang.Math.abs(int)" | "java.lang.StrictMath.abs(int)" => |t, a| absolute(t, a, P::Int),
        "java.lang.Math.abs(long)" | "java.lang.StrictMath.abs(long)" => |t, a| absolute(t, a, P::Long),
        "java.lang.Math.max(int,int)"
        | "java.lang.StrictMath.max(int,int)"
        | "java.lang.Integer.max(int,int)" => |t, a| either(t, a, Op::Ge, P::Int),
        "java.lang.Math.min(int,int)"
        | "java.lang.StrictMath.min(int,int)"
        | "java.lang.Integer.min(int,int)" => |t, a| either(t, a, Op::Le, P::Int),
        "java.lang.Math.max(long,long)"
        | "java.lang.StrictMath.max(long,long)"
        | "java.lang.Long.max(long,long)" => |t, a| either(t, a, Op::Ge, P::Long),
        "java.lang.Math.min(long,long)"
        | "java.lang.StrictMath.min(long,long)"
        | "java.lang.Long.min(long,long)" => |t, a| either(t, a, Op::Le, P::Long),
        "java.lang.Integer.sum(int,int)" => |t, a| t.binary(Op::Add, P::Int, a[0], a[1]),
        "java.lang.Long.sum(long,long)" => |t, a| t.binary(Op::Add, P::Long, a[0], a[1]),
        "java.lang.Integer.compare(int,int)" => |t, a| order(t, a, P::Int),
        "java.lang.Long.compare(long,long)" => |t, a| order(t, a, P::Long),
        "java.lang.Character.compare(char,char)"
        | "java.lang.Byte.compare(byte,byte)"
        | "java.lang.Short.compare(short,short)" => |t, a| t.binary(Op::Sub, P::Int, a[0], a[1]),
        "java.lang.Integer.hashCode(int)"
        | "java.lang.Short.hashCode(short)"
        | "java.lang.Byte.hashCode(byte)"
        | "java.lang.Character.hashCode(char)" => |_, a| a[0],
        "java.lang.Boolean.hashCode(boolean)" => |t, a| {
            let (yes, no) = (t.int(1231), t.int(1237));
            t.choose(a[0], yes, no)
        },
        // Which string it is, nobody may ask.
        "java.lang.String.vague(String)" => |_, a| a[0],
        "java.lang.Boolean.logicalAnd(boolean,boolean)" => |t, a| t.and(a[0], a[1]),
        "java.lang.Boolean.logicalOr(boolean,boolean)" => |t, a| t.or(a[0], a[1]),
        "java.lang.Boolean.logicalXor(boolean,boolean)" => |t, a| t.binary(Op::Xor, P::Boolean, a[0], a[1]),
        "java.lang.Integer.toUnsignedLong(int)" => |t, a| {
            let wide = t.convert(P::Int, P::Long, a[0]);
            let mask = t.primitive(Primitive::Long(0xffff_ffff));
            t.binary(Op::And, P::Long, wide, mask)
        },
        "java.lang.Integer.signum(int)" => |t, a| {
            let zero = t.int(0);
            order(t, &[a[0], zero], P::Int)
        },
        "java.lang.Long.signum(long)" => |t, a| {
            let zero = t.primitive(Primitive::Long(0));
            order(t, &[a[0], zero], P::Long)
        },
        "java.lang.Math.floorMod(int,int)" => return Some(Model::Quotient(|t, a| floor_mod(t, a, P::Int))),
        "java.lang.Math.floorMod(long,long)" => {
            return Some(Model::Quotient(|t, a| floor_mod(t, a, P::Long)));
        }
        "java.lang.Math.floorDiv(int,int)" => return Some(Model::Quotient(|t, a| floor_div(t, a, P::Int))),
        "java.lang.Math.floorDiv(long,long)" => {
            return Some(Model::Quotient(|t, a| floor_div(t, a, P::Long)));
        }
        "java.lang.Integer.toString(int)" | "java.lang.String.valueOf(int)" => |t, a| text(t, a, P::Int),
        "java.lang.Short.toString(short)" | "java.lang.Byte.toString(byte)" => |t, a| text(t, a, P::Int),
        "java.lang.Long.toString(long)" | "java.lang.String.valueOf(long)" => |t, a| text(t, a, P::Long),
        "java.lang.Boolean.toString(boolean)" | "java.lang.String.valueOf(boolean)" => {
            |t, a| text(t, a, P::Boolean)
        }
        "java.lang.Character.toString(char)" | "java.lang.String.valueOf(char)" => |t, a| text(t, a, P::Char),
        "java.lang.Float.toString(float)" | "java.lang.String.valueOf(float)" => |t, a| text(t, a, P::Float),
        "java.lang.Double.toString(double)" | "java.lang.String.valueOf(double)" => {
            |t, a| text(t, a, P::Double)
        }
        "java.lang.Boolean.valueOf(boolean)" => |t, a| boxed(t, a, P::Boolean),
        "java.lang.Byte.valueOf(byte)" => |t, a| boxed(t, a, P::Byte),
        "java.lang.Short.valueOf(short)" => |t, a| boxed(t, a, P::Short),
        "java.lang.Character.valueOf(char)" => |t, a| boxed(t, a, P::Char),
        "java.lang.Integer.valueOf(int)" => |t, a| boxed(t, a, P::Int),
        "java.lang.Long.valueOf(long)" => |t, a| boxed(t, a, P::Long),
        "java.lang.Float.valueOf(float)" => |t, a| boxed(t, a, P::Float),
        "java.lang.Double.valueOf(double)" => |t, a| boxed(t, a, P::Double),
        "java.lang.Double.isNaN(double)" => |t, a| t.binary(Op::Ne, P::Double, a[0], a[0]),
        "java.lang.Float.isNaN(float)" => |t, a| t.binary(Op::Ne, P::Float, a[0], a[0]),
        _ => return None,
    };
    Some(Model::Exact(exact))
}

fn text(terms: &mut Terms, arguments: &[TermId], ty: P) -> TermId {
    terms.apply(Function::TextOf(ty), smallvec![arguments[0]])
}

fn boxed(terms: &mut Terms, arguments: &[TermId], ty: P) -> TermId {
    terms.apply(Function::Box(ty), smallvec![arguments[0]])
}

fn zero(terms: &mut Terms, ty: P) -> TermId {
    terms.primitive(Primitive::from_bits(ty, 0))
}

fn absolute(terms: &mut Terms, arguments: &[TermId], ty: P) -> TermId {
    let zero = zero(terms, ty);
    let is_negative = terms.binary(Op::Lt, ty, arguments[0], zero);
    let negated = terms.unary(crate::jvm::operator::UnaryOperator::Minus, arguments[0]);
    terms.choose(is_negative, negated, arguments[0])
}

/// `a op b ? a : b`
fn either(terms: &mut Terms, arguments: &[TermId], op: Op, ty: P) -> TermId {
    let first = terms.binary(op, ty, arguments[0], arguments[1]);
    terms.choose(first, arguments[0], arguments[1])
}

/// `a < b ? -1 : a == b ? 0 : 1`
pub fn order(terms: &mut Terms, arguments: &[TermId], ty: P) -> TermId {
    let less = terms.binary(Op::Lt, ty, arguments[0], arguments[1]);
    let same = terms.binary(Op::Eq, ty, arguments[0], arguments[1]);
    let (below, none, above) = (terms.int(-1), terms.int(0), terms.int(1));
    let rest = terms.choose(same, none, above);
    terms.choose(less, below, rest)
}

/// Whether the quotient of a division that leaves a rest is rounded up by `/`.
fn is_rounded_up(terms: &mut Terms, arguments: &[TermId], ty: P) -> (TermId, TermId) {
    let zero = zero(terms, ty);
    let rest = terms.binary(Op::Rem, ty, arguments[0], arguments[1]);
    let signs = terms.binary(Op::Xor, ty, rest, arguments[1]);
    let differ = terms.binary(Op::Lt, ty, signs, zero);
    let is_rest = terms.binary(Op::Ne, ty, rest, zero);
    (terms.and(differ, is_rest), rest)
}

fn floor_mod(terms: &mut Terms, arguments: &[TermId], ty: P) -> TermId {
    let (up, rest) = is_rounded_up(terms, arguments, ty);
    let other = terms.binary(Op::Add, ty, rest, arguments[1]);
    terms.choose(up, other, rest)
}

fn floor_div(terms: &mut Terms, arguments: &[TermId], ty: P) -> TermId {
    let (up, _) = is_rounded_up(terms, arguments, ty);
    let quotient = terms.binary(Op::Div, ty, arguments[0], arguments[1]);
    let one = terms.primitive(crate::jvm::convert::cast(Primitive::Int(1), ty));
    let lower = terms.binary(Op::Sub, ty, quotient, one);
    terms.choose(up, lower, quotient)
}
