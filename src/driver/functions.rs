//! Functions for parameters of functional interfaces ([`functions`](crate::sema::functions)): computed from their arguments, or
//! always the same. A stub, which keeps what it was asked, is the third way.

use crate::driver::containers::written_type;
use crate::driver::literals;
use crate::driver::recipes::Arrangement;
use crate::sema::functions::{FunctionKind, PARAMETERS};
use crate::sema::generic::signature::{Signature, SignatureArgument};
use crate::sema::program::ClassId;
use crate::sema::types::Ty;

impl Arrangement<'_, '_> {
    /// A variable that holds a function; `None` where there is none, or a stub is to be.
    pub(super) fn function(&mut self, ty: &Signature, name: &str, depth: usize) -> Option<String> {
        let program = self.access.program;
        let Signature::Class(class, _) = *ty else { return None };
        if program.functions().is_empty() || !self.has_functions(class) {
            return None;
        }
        let ty = self.concrete(ty);
        match self.values.below(16) {
            0 => Some(self.typed_null(Ty::Class(class))),
            1..=4 => None,
            5..=8 => self.constant_function(class, &ty, name, depth),
            _ => self.computed_function(class, &ty, name),
        }
    }

    fn has_functions(&self, class: ClassId) -> bool {
        self.access.program.functions().iter().any(|function| match &function.kind {
            FunctionKind::Computed { ty: Signature::Class(of, _), .. } => *of == class,
            FunctionKind::Constant { interface, .. } => *interface == class,
            FunctionKind::Computed { .. } => false,
        })
    }

    fn computed_function(&mut self, class: ClassId, wanted: &Signature, name: &str) -> Option<String> {
        let program = self.access.program;
        let package = program.package_name(self.access.host);
        let own = program.functions().iter().filter(|function| &*function.package == package);
        let fitting: Vec<(&str, &str)> = own
            .filter_map(|function| match &function.kind {
                FunctionKind::Computed { ty, written, lambda } if ty == wanted => {
                    Some((written.as_str(), lambda.as_str()))
                }
                _ => None,
            })
            .collect();
        let (written, lambda) = *fitting.get(self.values.below(fitting.len()))?;
        Some(self.declare_written(Ty::Class(class), written.to_owned(), name, lambda))
    }

    fn constant_function(
        &mut self,
        class: ClassId,
        ty: &Signature,
        name: &str,
        depth: usize,
    ) -> Option<String> {
        let program = self.access.program;
        let (parameters, result) = program.functions().iter().find_map(|function| match &function.kind {
            FunctionKind::Constant { interface, parameters, result, .. } if *interface == class => {
                Some((*parameters, result))
            }
            _ => None,
        })?;
        let Signature::Class(_, arguments) = ty else { return None };
        let arguments: Vec<Signature> = arguments.iter().filter_map(exact).collect();
        let result = result.seen_with(class, &arguments)?;
        let answer = self.steady(&result, name, depth)?;
        let written = written_type(self.access, ty)?;
        let head = match &PARAMETERS[..parameters] {
            [one] => (*one).to_owned(),
            all => format!("({})", all.join(", ")),
        };
        Some(self.declare_written(Ty::Class(class), written, name, &format!("{head} -> {answer}")))
    }

    /// What evaluates to the same each time: a literal, or a variable.
    fn steady(&mut self, ty: &Signature, name: &str, depth: usize) -> Option<String> {
        let program = self.access.program;
        let answer = match ty {
            Signature::Primitive(primitive) => literals::plain(self.values.primitive(*primitive)),
            Signature::Class(class, _) => match program.unwrapped(*class) {
                Some(primitive) => literals::plain(self.values.primitive(primitive)),
                None => self.element(ty, depth + 1)?,
            },
            _ => self.element(ty, depth + 1)?,
        };
        let is_variable = self.variables.iter().any(|variable| variable.name == answer);
        let is_literal = answer.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '"' | '-'))
            || matches!(&*answer, "true" | "false");
        let is_steady = is_variable || is_literal && answer != name;
        is_steady.then_some(answer)
    }
}

fn exact(argument: &SignatureArgument) -> Option<Signature> {
    match argument {
        SignatureArgument::Exact(ty) => Some(ty.clone()),
        _ => None,
    }
}
