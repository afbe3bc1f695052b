//! Objects of stubs ([`implementers`](crate::sema::implementers)): what a collaborator answers, and now and then what it throws.
//! A stub of a generic type is written with what the type's variables stand for where it is passed.

use crate::driver::containers::written_type;
use crate::driver::generate::variable_name;
use crate::driver::recipes::Arrangement;
use crate::sema::generic::signature::{Signature, SignatureArgument};
use crate::sema::generic::source;
use crate::sema::program::{ClassId, MethodId, Role};
use crate::sema::types::Ty;
use crate::syntax::tree::Name;

impl Arrangement<'_, '_> {
    /// A stub for a type with arguments, where stubs are all the objects there are of it.
    pub(super) fn generic_stub(&mut self, ty: &Signature, name: &str, depth: usize) -> Option<String> {
        let Signature::Class(class, arguments) = ty else { return None };
        if arguments.is_empty() || depth > super::recipes::DEPTH {
            return None;
        }
        let program = self.access.program;
        let candidates = self.access.candidates(*class);
        if candidates.iter().any(|&candidate| program.role(candidate) != Role::Stub) {
            return None;
        }
        let stub = *candidates.get(self.values.below(candidates.len()))?;
        if self.values.one_in(16) {
            return Some(self.typed_null(Ty::Class(*class)));
        }
        self.stub(stub, arguments, name, depth)
    }

    /// A new stub; `arguments`: of the type that it stands in for, which its own variables are those of.
    pub(super) fn stub(
        &mut self,
        class: ClassId,
        arguments: &[SignatureArgument],
        name: &str,
        depth: usize,
    ) -> Option<String> {
        let program = self.access.program;
        let variables = source::class_signature(program, class).ok()?.variables.len();
        let mut arguments = arguments.to_vec();
        arguments.resize(variables, SignatureArgument::Unbounded);
        let types = self.argument_types(class, &arguments);
        let makers = self.access.makers(class);
        let maker = *makers.get(self.values.below(makers.len()))?;
        let mut answers = self.answers(class, maker, &types, depth)?;
        self.resolve(maker, &mut answers);
        let kept = self.kept(class, &types);
        let variable = self.declared(class, types, name, (maker, answers), depth)?;
        self.recorded.extend(kept.into_iter().map(|(field, of)| (format!("{variable}.{field}"), of)));
        Some(variable)
    }

    fn declared(
        &mut self,
        class: ClassId,
        types: Vec<Signature>,
        name: &str,
        (maker, answers): (MethodId, Vec<String>),
        depth: usize,
    ) -> Option<String> {
        if types.is_empty() {
            return self.declare_made(class, name, (maker, answers), depth);
        }
        let arguments: Vec<SignatureArgument> = types.into_iter().map(SignatureArgument::Exact).collect();
        let written = written_type(self.access, &Signature::Class(class, arguments))?;
        let made = format!("new {}<>({})", self.access.type_name(Ty::Class(class)), answers.join(", "));
        Some(self.declare_written(Ty::Class(class), written, name, &made))
    }

    /// The fields in which a stub keeps the objects of the program that it is given.
    fn kept(&self, class: ClassId, types: &[Signature]) -> Vec<(Name, ClassId)> {
        let program = self.access.program;
        let fields = program.classes[class].fields.iter().filter(|&&field| !program.fields[field].is_final());
        let kept = fields.filter_map(|&field| {
            let ty = source::field_signature(program, field).ok()?.seen_with(class, types)?;
            let Signature::Class(of, _) = ty else { return None };
            let is_told = !program.role(of).is_foreign() && program.classes[of].constants.is_empty();
            is_told.then(|| (program.fields[field].name.clone(), of))
        });
        kept.collect()
    }

    fn answers(
        &mut self,
        class: ClassId,
        maker: MethodId,
        types: &[Signature],
        depth: usize,
    ) -> Option<Vec<String>> {
        let program = self.access.program;
        self.called.push(maker);
        let caller = self.callee.replace(maker);
        let signature = source::method_signature(program, maker).ok()?;
        let mut answers = Vec::new();
        for (parameter, ty) in program.methods[maker].parameters.iter().zip(&signature.parameters) {
            let ty = ty.seen_with(class, types)?;
            answers.push(self.answer(&ty, parameter.ty, &parameter.name, depth)?);
        }
        self.callee = caller;
        Some(answers)
    }

    /// What stands in a stub is as near as the stub; but another stub is a level further, or a chain of them had no end.
    fn answer(&mut self, ty: &Signature, erased: Ty, name: &str, depth: usize) -> Option<String> {
        let program = self.access.program;
        let Signature::Class(class, _) = *ty else {
            return match ty {
                Signature::Array(_) if erased.class().is_some() => self.element(ty, depth + 1),
                _ => self.argument(erased, name),
            };
        };
        if program.is_subclass(class, program.well_known.throwable) && !self.values.one_in(4) {
            return Some(self.typed_null(Ty::Class(class)));
        }
        let is_stub = |&c: &ClassId| program.role(c) == Role::Stub;
        let depth = if self.access.candidates(class).iter().any(is_stub) { depth + 1 } else { depth };
        let made = self.jdk_object(ty, name, depth).or_else(|| self.generic_stub(ty, name, depth));
        let own = variable_name(&program.classes[class].name);
        let name = if program.role(class).is_foreign() { name } else { &own };
        made.or_else(|| self.object(class, name, depth))
    }
}
