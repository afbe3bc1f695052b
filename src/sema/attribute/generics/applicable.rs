//! Which methods a call's arguments fit, and which of them is the most specific, where types have arguments (15.12.2, 18.5).

use super::super::functional::{Shape, function_returns, reduce_exact};
use super::{Site, StaticArgument};
use crate::sema::generic::functional::Function;
use crate::sema::generic::types::{Kind, MethodType, Substitution, TypeId, Types};
use crate::sema::overloads::{Judge, Phase};
use crate::sema::program::{ClassId, MethodId, Program};
use std::rc::Rc;

/// How a candidate is seen from a call: its parameters, and its result.
pub(super) struct Candidate {
    pub types: MethodType,
    pub with: Substitution,
    /// What it throws, where type variables say that.
    pub thrown: Vec<TypeId>,
}

pub(in crate::sema::attribute) struct Generics<'t, 'p> {
    pub types: &'t mut Types<'p>,
    pub site: Option<Site>,
    pub arguments: &'t [StaticArgument],
    /// Type arguments that are written.
    pub written: &'t [TypeId],
    /// Whether an argument is one that erased types do not describe.
    pub special: bool,
    pub from: ClassId,
}

impl Generics<'_, '_> {
    fn candidate(&mut self, method: MethodId) -> Option<Candidate> {
        let written = self.written;
        candidate(self.types, self.site, self.from, method, written)
    }
}

/// The types of a method as a call sees them, with fresh inference variables, or with type arguments that are written.
pub(in crate::sema::attribute) fn candidate(
    types: &mut Types<'_>,
    site: Option<Site>,
    from: ClassId,
    method: MethodId,
    written: &[TypeId],
) -> Option<Candidate> {
    let m = &types.program().methods[method];
    let (owner, is_static, is_constructor) = (m.class, m.is_static(), m.is_constructor());
    let mut variables = types.method_variables(method);
    let around = match site {
        Some(Site::Diamond(class)) => {
            let mut all = types.variables_of(class);
            all.append(&mut variables);
            variables = all;
            Substitution::default()
        }
        _ if is_static => Substitution::default(),
        site => {
            let site = match site {
                Some(Site::Type(site)) => site,
                _ => types.this_type(enclosing(types.program(), owner, from)?),
            };
            match types.substitution_of(site, owner) {
                Some(with) => with,
                // Of a raw type: erased, and not generic.
                None => {
                    let declared = types.of_method(method).ok()?;
                    let parameters = declared.parameters.iter().map(|&p| types.erased(p)).collect();
                    let result = if is_constructor { site } else { types.erased(declared.result) };
                    let erased = MethodType { parameters, result };
                    let thrown = thrown_by(types, method, &Substitution::default());
                    let thrown = thrown.into_iter().map(|ty| types.erased(ty)).collect();
                    return Some(Candidate { types: erased, with: Substitution::default(), thrown });
                }
            }
        }
    };
    let with = if written.len() == variables.len() && !written.is_empty() {
        let mut with = around;
        with.extend(variables.into_iter().zip(written.iter().copied()));
        with
    } else {
        types.fresh(&variables, &around)
    };
    let declared = types.of_method(method).ok()?;
    let parameters = declared.parameters.iter().map(|&p| types.substitute(p, &with)).collect();
    let result = match site {
        Some(Site::Diamond(class)) => {
            let this = types.this_type(class);
            types.substitute(this, &with)
        }
        Some(Site::Type(site)) if is_constructor => site,
        _ => types.substitute(declared.result, &with),
    };
    let thrown = thrown_by(types, method, &with);
    Some(Candidate { types: MethodType { parameters, result }, with, thrown })
}

/// What a method throws whose `throws` clause names a type variable.
fn thrown_by(types: &mut Types<'_>, method: MethodId, with: &Substitution) -> Vec<TypeId> {
    if !types.program().methods[method].throws_variable {
        return Vec::new();
    }
    let Ok(signature) = types.method_signature(method) else { return Vec::new() };
    let declared: Vec<TypeId> = signature.throws.iter().map(|thrown| types.of(thrown)).collect();
    declared.into_iter().map(|ty| types.substitute(ty, with)).collect()
}

/// The class around whose member it is.
fn enclosing(program: &Program, owner: ClassId, from: ClassId) -> Option<ClassId> {
    let mut scope = Some(from);
    while let Some(class) = scope {
        if program.is_subclass(class, owner) {
            return Some(class);
        }
        scope = program.classes[class].outer;
    }
    None
}

/// The parameter that the n-th argument goes to.
pub(in crate::sema::attribute) fn parameter_of(
    types: &Types<'_>,
    parameters: &[TypeId],
    index: usize,
    phase: Phase,
) -> Option<TypeId> {
    let last = parameters.len().checked_sub(1)?;
    if phase == Phase::VariableArity && index >= last {
        return match *types.kind(parameters[last]) {
            Kind::Array(cell) => Some(cell),
            _ => None,
        };
    }
    parameters.get(index).copied()
}

pub(in crate::sema::attribute) fn reduce_argument(
    types: &mut Types<'_>,
    argument: &StaticArgument,
    parameter: TypeId,
    loose: bool,
) -> bool {
    match argument {
        StaticArgument::Plain(ty) => types.reduce_compatible(*ty, parameter, loose),
        StaticArgument::Branches(branches) => {
            branches.iter().all(|branch| reduce_argument(types, branch, parameter, loose))
        }
        StaticArgument::Functional(shape) => reduce_shape(types, shape, parameter, loose),
    }
}

/// Whether a lambda or method reference is potentially compatible with a type (15.12.2.1), and compatible as far as it is
/// pertinent to applicability (15.12.2.2).
fn reduce_shape(types: &mut Types<'_>, shape: &Shape, parameter: TypeId, loose: bool) -> bool {
    let parameter = types.instantiated(parameter);
    // A type variable of the candidate itself.
    if matches!(types.kind(parameter), Kind::Inference(_)) {
        return true;
    }
    let explicit = match shape {
        Shape::Lambda { explicit, .. } => explicit.as_deref(),
        Shape::Reference { .. } => None,
    };
    let Some(function) = types.function(parameter, explicit) else { return false };
    let count = function.parameters.len();
    let returns = function_returns(types, function.result);
    match shape {
        Shape::Lambda { arity, is_void, is_value, explicit, returns: values } => {
            let fits = *arity == count && if returns { *is_value } else { *is_void };
            if !fits {
                return false;
            }
            let Some(explicit) = explicit else { return true };
            reduce_explicit(types, &function, parameter, explicit)
                && (!returns
                    || values.iter().all(|value| reduce_argument(types, value, function.result, loose)))
        }
        Shape::Reference { methods, exact } => {
            let takes = |&(least, is_open, by_object): &(usize, bool, bool)| {
                let fits = |given: usize| given == least || is_open && given >= least;
                if by_object { count > 0 && fits(count - 1) } else { fits(count) }
            };
            methods.iter().any(takes)
                && exact.as_ref().is_none_or(|exact| reduce_exact(types, exact, &function))
        }
    }
}

/// What the types that a lambda says of its parameters mean for its own type: they are those of the function, which may be one
/// of several that a type with wildcards stands for (18.2.1).
pub(in crate::sema::attribute) fn reduce_explicit(
    types: &mut Types<'_>,
    function: &Function,
    ty: TypeId,
    explicit: &[TypeId],
) -> bool {
    let pairs = function.parameters.iter().zip(explicit.iter());
    pairs.into_iter().all(|(&own, &said)| types.reduce_equal(own, said, 0))
        && (!types.has_inference(ty) || types.reduce_subtype(function.ty, ty, 0))
}

/// Whether a functional interface is more specific than another for a lambda or method reference (15.12.2.5).
fn is_more_specific_function(types: &mut Types<'_>, shape: &Shape, s: TypeId, t: TypeId) -> bool {
    let explicit = match shape {
        Shape::Lambda { explicit: Some(explicit), .. } => Some(explicit.clone()),
        Shape::Reference { exact: Some(_), .. } => None,
        _ => return false,
    };
    let functions = (types.function(s, explicit.as_deref()), types.function(t, explicit.as_deref()));
    let (Some(own), Some(other)) = functions else { return false };
    if types.program().is_subclass(other.interface, own.interface)
        || own.parameters.len() != other.parameters.len()
    {
        return false;
    }
    for (&p, &q) in own.parameters.iter().zip(&other.parameters) {
        if !types.reduce_equal(p, q, 0) {
            return false;
        }
    }
    if !function_returns(types, other.result) {
        return true;
    }
    if !function_returns(types, own.result) {
        return false;
    }
    let is_primitive = |types: &Types<'_>, ty: TypeId| matches!(types.kind(ty), Kind::Primitive(_));
    let kinds = (is_primitive(types, own.result), is_primitive(types, other.result));
    match kinds {
        (true, true) => types.reduce_compatible(own.result, other.result, false),
        (false, false) => types.reduce_subtype(own.result, other.result, 0),
        (own_primitive, _) => {
            let gives_primitive = match shape {
                Shape::Lambda { returns, .. } => returns.iter().all(|value| match value {
                    StaticArgument::Plain(ty) => is_primitive(types, *ty),
                    _ => false,
                }),
                Shape::Reference { exact, .. } => {
                    exact.as_ref().is_some_and(|exact| is_primitive(types, exact.result))
                }
            };
            gives_primitive == own_primitive
        }
    }
}

impl Judge for Generics<'_, '_> {
    fn judges(&self, program: &Program, method: MethodId) -> bool {
        self.special || program.methods[method].is_generic || matches!(self.site, Some(Site::Diamond(_)))
    }

    fn applies(&mut self, method: MethodId, phase: Phase) -> bool {
        let mark = self.types.mark();
        let arguments = self.arguments;
        let applies = match self.candidate(method) {
            Some(Candidate { types, .. }) => arguments.iter().enumerate().all(|(n, argument)| {
                parameter_of(self.types, &types.parameters, n, phase).is_some_and(|parameter| {
                    reduce_argument(self.types, argument, parameter, phase != Phase::Strict)
                })
            }),
            None => {
                self.types.beyond.get_or_insert_with(|| "types of a method".to_owned());
                false
            }
        };
        self.types.reset(mark);
        applies
    }

    fn is_more_specific(&mut self, m: MethodId, n: MethodId, positions: usize, phase: Phase) -> bool {
        let mark = self.types.mark();
        let answer = self.compare(m, n, positions, phase);
        self.types.reset(mark);
        answer.unwrap_or(false)
    }
}

impl Generics<'_, '_> {
    /// 18.5.4: the other's variables are inferred, one's own stay as they are.
    fn compare(&mut self, m: MethodId, n: MethodId, positions: usize, phase: Phase) -> Option<bool> {
        let own = {
            let variables = match self.site {
                Some(Site::Diamond(class)) => self.types.variables_of(class),
                _ => Vec::new(),
            };
            let mut variables = variables;
            variables.extend(self.types.method_variables(m));
            let written: Vec<TypeId> =
                variables.iter().map(|&v| self.types.intern(Kind::Variable(v))).collect();
            candidate(self.types, self.site, self.from, m, &written)?
        };
        let other = self.candidate(n)?;
        let count = positions.max(if phase == Phase::VariableArity {
            own.types.parameters.len().max(other.types.parameters.len())
        } else {
            0
        });
        for index in 0..count {
            let s = parameter_of(self.types, &own.types.parameters, index, phase)?;
            let t = parameter_of(self.types, &other.types.parameters, index, phase)?;
            let shape = match self.arguments.get(index) {
                Some(StaticArgument::Functional(shape)) => Some(Rc::clone(shape)),
                _ => None,
            };
            if let Some(shape) = shape {
                let mark = self.types.mark();
                if self.types.reduce_subtype(s, t, 0) {
                    continue;
                }
                self.types.reset(mark);
                if is_more_specific_function(self.types, &shape, s, t) {
                    continue;
                }
                return Some(false);
            }
            let fits = match (self.types.kind(s).clone(), self.types.kind(t).clone()) {
                (Kind::Primitive(_), _) | (_, Kind::Primitive(_)) => {
                    self.types.reduce_compatible(s, t, false)
                }
                _ => self.types.reduce_subtype(s, t, 0),
            };
            if !fits {
                return Some(false);
            }
        }
        Some(true)
    }
}
