//! Functional interfaces and their function types (JLS 9.8, 9.9).

use crate::sema::program::{ClassId, MethodId, MethodKind, Program};
use crate::syntax::tree::Modifiers;

use super::types::{Argument, Kind, TypeId, Types};

/// What a lambda of a functional interface takes and gives.
#[derive(Clone, Debug)]
pub struct Function {
    pub interface: ClassId,
    /// The method that it implements.
    pub method: MethodId,
    /// The interface's type without wildcards.
    pub ty: TypeId,
    pub parameters: Vec<TypeId>,
    pub result: TypeId,
}

/// The one abstract method of an interface that is none of `Object`'s; `None` where it has another number of them. Of
/// several of one name and number of parameters the one of the lowest interface stands for all.
pub fn function_method(program: &Program, interface: ClassId) -> Option<MethodId> {
    if !program.classes[interface].is_interface() {
        return None;
    }
    let mut found: Option<MethodId> = None;
    let supertypes = supertypes(program, interface);
    for &class in &supertypes {
        for &method in &program.classes[class].methods {
            let m = &program.methods[method];
            if m.kind != MethodKind::Method || !m.is_abstract() || is_of_object(&m.name, m.parameters.len()) {
                continue;
            }
            let is_same = |other: MethodId| {
                let o = &program.methods[other];
                o.name == m.name && o.parameters.len() == m.parameters.len()
            };
            // A default method of an interface below.
            let is_given = supertypes.iter().any(|&below| {
                below != class
                    && supertypes_hold(program, below, class)
                    && program.classes[below].methods.iter().any(|&other| {
                        is_same(other) && program.methods[other].modifiers.has(Modifiers::DEFAULT)
                    })
            });
            match found {
                _ if is_given => {}
                None => found = Some(method),
                Some(known) if is_same(known) => {}
                Some(_) => return None,
            }
        }
    }
    found
}

/// The interface first; nearer ones before those further up.
fn supertypes(program: &Program, interface: ClassId) -> Vec<ClassId> {
    let mut found = vec![interface];
    let mut next = 0;
    while let Some(&class) = found.get(next) {
        for supertype in program.classes[class].supertypes() {
            if !found.contains(&supertype) {
                found.push(supertype);
            }
        }
        next += 1;
    }
    found
}

fn supertypes_hold(program: &Program, below: ClassId, above: ClassId) -> bool {
    supertypes(program, below).contains(&above)
}

/// The public methods of `Object`, which each interface has anyway.
fn is_of_object(name: &str, parameters: usize) -> bool {
    matches!((name, parameters), ("equals", 1) | ("hashCode" | "toString", 0))
}

impl Types<'_> {
    /// The function type of a type, which is that of a functional interface; `explicit` are the types of the parameters
    /// where a lambda says them (18.5.3).
    pub fn function(&mut self, ty: TypeId, explicit: Option<&[TypeId]>) -> Option<Function> {
        let (interface, arguments) = match self.kind(ty).clone() {
            Kind::Class(class, arguments) => (class, arguments),
            Kind::Intersection(parts) => {
                let mut functions = parts.iter().filter_map(|&part| self.function(part, explicit));
                let first = functions.next();
                return first.filter(|_| functions.next().is_none());
            }
            _ => return None,
        };
        let method = function_method(self.program, interface)?;
        let m = &self.program.methods[method];
        if m.unsupported.is_some() || !self.method_variables(method).is_empty() {
            return None;
        }
        let has_wildcard = arguments.iter().any(|argument| !matches!(argument, Argument::Exact(_)));
        let plain = match (has_wildcard, explicit) {
            (false, _) => ty,
            (true, Some(explicit)) => {
                self.inferred_parameterization(interface, method, &arguments, explicit)?
            }
            (true, None) => self.without_wildcards(interface, &arguments)?,
        };
        let types = self.method_in(plain, method).ok()?;
        Some(Function { interface, method, ty: plain, parameters: types.parameters, result: types.result })
    }

    /// The parameterization without wildcards that 9.9 gives.
    fn without_wildcards(&mut self, class: ClassId, arguments: &[Argument]) -> Option<TypeId> {
        let variables = self.variables_of(class);
        let mut exact = Vec::with_capacity(arguments.len());
        for (n, &argument) in arguments.iter().enumerate() {
            let bound = variables.get(n).map(|&variable| self.bound(variable));
            let ty = match argument {
                Argument::Exact(ty) | Argument::Super(ty) => ty,
                Argument::Unbounded => bound?,
                Argument::Extends(ty) => match bound {
                    Some(bound) if !self.has_inference(ty) => self.greatest_lower(ty, bound),
                    _ => ty,
                },
            };
            exact.push(Argument::Exact(ty));
        }
        Some(self.parameterized(class, exact))
    }

    fn inferred_parameterization(
        &mut self,
        class: ClassId,
        method: MethodId,
        arguments: &[Argument],
        explicit: &[TypeId],
    ) -> Option<TypeId> {
        let variables = self.variables_of(class);
        let with = self.fresh(&variables, &Default::default());
        let own: Vec<TypeId> = variables.iter().filter_map(|variable| with.get(variable).copied()).collect();
        let site = self.parameterized(class, own.iter().map(|&ty| Argument::Exact(ty)).collect());
        let types = self.method_in(site, method).ok()?;
        if types.parameters.len() != explicit.len() {
            return None;
        }
        for (&wanted, &given) in types.parameters.iter().zip(explicit) {
            if !self.reduce_equal(wanted, given, 0) {
                return None;
            }
        }
        let mut found = Vec::with_capacity(arguments.len());
        for (&argument, &own) in arguments.iter().zip(&own) {
            let instance = self.instantiated(own);
            found.push(if self.has_inference(instance) { argument } else { Argument::Exact(instance) });
        }
        self.without_wildcards(class, &found)
    }
}
