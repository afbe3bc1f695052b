//! Calls that mean the method that is wanted, where another one of its name would take the arguments as well: an argument
//! is cast, or boxed, to the type of its parameter.
//!
//! With arguments of exactly the parameters' types the method is applicable by subtyping, and no other one is more
//! specific (JLS 15.12.2). Arguments are left as they are where no other method is applicable to them at all.

use rustc_hash::FxHashMap;

use crate::jvm::value::PrimitiveType;
use crate::sema::program::{Method, MethodId, Program};
use crate::sema::types::Ty;
use crate::syntax::tree::Name;

/// All methods by name.
pub(super) struct Overloads {
    named: FxHashMap<Name, Vec<MethodId>>,
}

impl Overloads {
    pub(super) fn of(program: &Program) -> Self {
        let mut named: FxHashMap<Name, Vec<MethodId>> = FxHashMap::default();
        for (id, method) in program.methods.iter_enumerated() {
            named.entry(method.name.clone()).or_default().push(id);
        }
        Self { named }
    }

    /// The methods that a call of the same name, and as many arguments, may mean besides.
    pub(super) fn others<'p>(
        &self,
        program: &'p Program,
        method: MethodId,
    ) -> impl Iterator<Item = &'p Method> {
        let wanted = &program.methods[method];
        let is_other = move |candidate: &&Method| {
            let (class, of) = (candidate.class, wanted.class);
            (candidate.varargs || candidate.parameters.len() == wanted.parameters.len())
                && (program.is_subclass(class, of) || program.is_subclass(of, class))
                && (!wanted.is_constructor() || class == of)
                && candidate.parameters.iter().map(|p| p.ty).ne(wanted.parameters.iter().map(|p| p.ty))
        };
        let named = self.named.get(&wanted.name).into_iter().flatten();
        named.map(|&id| &program.methods[id]).filter(is_other)
    }

    /// Casts what needs a cast. `types`: those of the arguments, as far as they are known.
    pub(super) fn resolve(
        &self,
        program: &Program,
        method: MethodId,
        arguments: &mut [String],
        types: &[Option<Ty>],
        name: impl Fn(Ty) -> String,
    ) {
        let wanted: Vec<Ty> = program.methods[method].parameters.iter().map(|p| p.ty).collect();
        let is_exact = |i: usize| types[i].is_none_or(|ty| ty == wanted[i]);
        if (0..wanted.len()).all(is_exact) {
            return;
        }
        let takes_them = |other: &Method| {
            let parameters = other.parameters.iter().map(|p| p.ty);
            other.parameters.len() == types.len()
                && parameters.zip(types).all(|(to, from)| from.is_none_or(|from| converts(program, from, to)))
        };
        if !self.others(program, method).any(takes_them) {
            return;
        }
        for i in (0..wanted.len()).filter(|&i| !is_exact(i)) {
            let ty = name(wanted[i]);
            arguments[i] = match (types[i], wanted[i]) {
                (Some(Ty::Primitive(_)), Ty::Class(class)) if program.unwrapped(class).is_some() => {
                    format!("{ty}.valueOf({})", arguments[i])
                }
                (_, Ty::Class(_) | Ty::Array(_)) => format!("({ty}) {}", arguments[i]),
                _ => continue,
            };
        }
    }
}

/// Whether a value of one type is an argument for a parameter of another one.
fn converts(program: &Program, from: Ty, to: Ty) -> bool {
    let boxed = |ty: PrimitiveType| Ty::Class(program.wrapper(ty));
    program.is_subtype(from, to)
        || match (from, to) {
            (Ty::Primitive(from), _) => program.is_subtype(boxed(from), to),
            (Ty::Class(_), Ty::Primitive(_)) => {
                program.unboxed(from).is_some_and(|from| program.is_subtype(Ty::Primitive(from), to))
            }
            _ => false,
        }
}

/// The type of a literal as drivers write it.
pub(super) fn literal_type(literal: &str) -> Option<PrimitiveType> {
    let number = literal.trim_start_matches('-');
    let constant = |class: &str| number.strip_prefix(class).is_some_and(|rest| rest.starts_with('.'));
    let first = number.bytes().next()?;
    Some(match number {
        "true" | "false" => PrimitiveType::Boolean,
        _ if number.starts_with("(byte) ") => PrimitiveType::Byte,
        _ if number.starts_with("(short) ") => PrimitiveType::Short,
        _ if number.starts_with("(char) ") || first == b'\'' => PrimitiveType::Char,
        _ if constant("Integer") => PrimitiveType::Int,
        _ if constant("Long") => PrimitiveType::Long,
        _ if constant("Float") => PrimitiveType::Float,
        _ if constant("Double") => PrimitiveType::Double,
        _ if !first.is_ascii_digit() => return None,
        _ if number.ends_with('L') => PrimitiveType::Long,
        _ if number.ends_with('f') => PrimitiveType::Float,
        _ if number.contains(['.', 'E']) => PrimitiveType::Double,
        _ => PrimitiveType::Int,
    })
}
