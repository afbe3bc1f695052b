//! Types as code would write them, by whole names.

use super::signature::{Owner, Variable};
use super::types::{Argument, Kind, TypeId, Types};
use crate::sema::program::ClassId;
use crate::syntax::tree::{self as syntax, BaseType, Ident, Name, Span, TypeArgument, TypeRef, TypeSegment};

impl Types<'_> {
    /// The type as code may write it; none where it has no name: a captured variable, an intersection, a class in code.
    pub fn written(&self, id: TypeId) -> Option<TypeRef> {
        let base = match self.kind(id) {
            &Kind::Primitive(ty) => BaseType::Primitive(ty),
            Kind::Class(class, arguments) => self.written_class(*class, arguments)?,
            &Kind::Variable(variable) => BaseType::Named(vec![segment(&self.name_of(variable)?)]),
            &Kind::Array(cell) => {
                let cell = self.written(cell)?;
                return Some(TypeRef { dims: cell.dims.checked_add(1)?, ..cell });
            }
            Kind::Void | Kind::Null | Kind::Captured(_) | Kind::Inference(_) | Kind::Intersection(_) => {
                return None;
            }
        };
        Some(TypeRef { base, dims: 0, span: Span::default(), annotations: None })
    }

    fn written_class(&self, class: ClassId, arguments: &[Argument]) -> Option<BaseType> {
        let program = self.program();
        let mut around = std::iter::successors(Some(class), |&class| program.classes[class].outer);
        if around.any(|class| program.is_local_class(class)) {
            return None;
        }
        let mut segments: Vec<TypeSegment> =
            program.classes[class].qualified_name.split('.').map(|part| segment(&part.into())).collect();
        if !arguments.is_empty() {
            let arguments: Option<Vec<TypeArgument>> =
                arguments.iter().map(|&argument| self.written_argument(argument)).collect();
            segments.last_mut()?.arguments = Some(arguments?);
        }
        Some(BaseType::Named(segments))
    }

    fn written_argument(&self, argument: Argument) -> Option<TypeArgument> {
        Some(match argument {
            Argument::Exact(ty) => TypeArgument::Type(self.written(ty)?),
            Argument::Unbounded => TypeArgument::Wildcard,
            Argument::Extends(ty) => TypeArgument::Extends(self.written(ty)?),
            Argument::Super(ty) => TypeArgument::Super(self.written(ty)?),
        })
    }

    fn name_of(&self, variable: Variable) -> Option<Name> {
        let program = self.program();
        let declared: &[syntax::TypeParameter] = match variable.owner {
            Owner::Method(method) => &program.method_decl(method)?.type_parameters,
            Owner::Class(class) => &program.decl(class).type_parameters,
        };
        Some(declared.get(variable.index as usize)?.name.name.clone())
    }
}

fn segment(name: &Name) -> TypeSegment {
    TypeSegment { name: Ident { name: name.clone(), span: Span::default() }, arguments: None }
}
