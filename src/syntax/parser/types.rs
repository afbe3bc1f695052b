//! Types, modifiers and parameters.

use crate::jvm::value::PrimitiveType;
use crate::syntax::error::Problem;
use crate::syntax::tree::{
    AnnotatedPart, Annotation, BaseType, Ident, Modifiers, Parameter, Span, TypeAnnotation, TypeArgument,
    TypeParameter, TypeRef, TypeSegment, UNNAMED,
};

use super::{Builder, Node, Nodes, Result, Rule};

/// Where a type stands, as far as Java allows other types there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TypePlace {
    /// Of a method: `void` is one.
    Result,
    /// Of a local variable or a lambda's parameter: `var` is none but a wish to infer.
    Local,
    Other,
}

pub(super) const UNNAMED_PLACE: &str =
    "'_' is the name of a local variable, a pattern's variable, or a parameter of a lambda or of 'catch'";

pub(super) const VAR_WITH_DIMENSIONS: &str = "'var' stands for the whole type and takes no '[]'";

impl<'s> Builder<'s> {
    pub(super) fn type_ref(&mut self, node: Node<'s>, place: TypePlace) -> Result<TypeRef> {
        let span = self.span(&node);
        let parts = self.type_parts(node.into_inner(), span)?;
        self.checked(parts, place)
    }

    /// A type from its parts, whichever rule they stand in; other nodes are passed over.
    pub(super) fn type_parts(&mut self, nodes: Nodes<'s>, span: Span) -> Result<TypeRef> {
        let mut base = None;
        let mut segments = Vec::new();
        let mut dims = 0;
        let mut start = None;
        let mut annotations = Vec::new();
        for node in nodes {
            let node_span = self.span(&node);
            match node.as_rule() {
                Rule::primitive_type => base = Some(primitive(node.as_str())),
                Rule::type_segment | Rule::created_segment => segments.push(self.segment(node)?),
                Rule::dimension => {
                    let place = AnnotatedPart::Dimension(dims as u32);
                    self.type_annotations(node, place, &mut annotations)?;
                    dims += 1;
                }
                Rule::length => {
                    let place = AnnotatedPart::Dimension(dims as u32);
                    self.type_annotations(node, place, &mut annotations)?;
                    dims += 1;
                    continue;
                }
                Rule::annotation => {
                    let place = AnnotatedPart::Segment(segments.len() as u32);
                    annotations.push(TypeAnnotation { place, annotation: self.annotation(node)? });
                    continue;
                }
                _ => continue,
            }
            start.get_or_insert(node_span.start);
        }
        let base = base.unwrap_or(BaseType::Named(segments));
        // Annotations in front belong to the declaration.
        let span = Span::new(start.unwrap_or(span.start), span.end);
        let annotations = (!annotations.is_empty()).then(|| annotations.into());
        Ok(TypeRef { base, dims: dimensions(dims, span)?, span, annotations })
    }

    /// The annotations among the parts of `node`, which stand at `place`.
    fn type_annotations(
        &mut self,
        node: Node<'s>,
        place: AnnotatedPart,
        found: &mut Vec<TypeAnnotation>,
    ) -> Result<()> {
        for part in node.into_inner().filter(|part| part.as_rule() == Rule::annotation) {
            found.push(TypeAnnotation { place, annotation: self.annotation(part)? });
        }
        Ok(())
    }

    fn checked(&self, mut ty: TypeRef, place: TypePlace) -> Result<TypeRef> {
        if place != TypePlace::Result || ty.dims > 0 {
            ty = refuse_void(ty)?;
        }
        match restricted_name(&ty) {
            None => {}
            Some("var") if place == TypePlace::Local => {
                if ty.dims > 0 {
                    return Err(Problem::new(ty.span, VAR_WITH_DIMENSIONS));
                }
                ty.base = BaseType::Var;
            }
            Some(name) => {
                return Err(Problem::new(ty.span, format!("'{name}' cannot be a type's name here")));
            }
        }
        Ok(ty)
    }

    pub(super) fn segment(&mut self, node: Node<'s>) -> Result<TypeSegment> {
        let mut name = None;
        let mut arguments = None;
        for child in node.into_inner() {
            match child.as_rule() {
                Rule::identifier => name = Some(self.ident(&child)),
                Rule::diamond => arguments = Some(Vec::new()),
                Rule::type_arguments => arguments = Some(self.type_arguments(child)?),
                _ => {}
            }
        }
        Ok(TypeSegment { name: expect(name, "a type's name")?, arguments })
    }

    pub(super) fn type_arguments(&mut self, node: Node<'s>) -> Result<Vec<TypeArgument>> {
        node.into_inner().map(|node| self.type_argument(node)).collect()
    }

    fn type_argument(&mut self, node: Node<'s>) -> Result<TypeArgument> {
        let mut annotations = Vec::new();
        let mut is_super = false;
        let mut is_wildcard = false;
        let mut ty = None;
        for child in node.into_inner() {
            match child.as_rule() {
                Rule::annotation => annotations.push(self.annotation(child)?),
                Rule::wildcard => is_wildcard = true,
                Rule::bound_kind => is_super = child.as_str() == "super",
                Rule::type_ref => {
                    let argument = self.type_ref(child, TypePlace::Other)?;
                    if argument.dims == 0 && matches!(argument.base, BaseType::Primitive(_)) {
                        return Err(Problem::new(
                            argument.span,
                            "a type argument cannot be a primitive type",
                        ));
                    }
                    ty = Some(argument);
                }
                _ => {}
            }
        }
        let argument = match ty {
            None => TypeArgument::Wildcard,
            Some(mut ty) if !is_wildcard => {
                let place = AnnotatedPart::Segment(0);
                let own = ty.annotations.take().map_or_else(Vec::new, Vec::from);
                let in_front = annotations.drain(..).map(|annotation| TypeAnnotation { place, annotation });
                let all: Vec<_> = in_front.chain(own).collect();
                ty.annotations = (!all.is_empty()).then(|| all.into());
                TypeArgument::Type(ty)
            }
            Some(ty) if is_super => TypeArgument::Super(ty),
            Some(ty) => TypeArgument::Extends(ty),
        };
        Ok(match annotations.is_empty() {
            true => argument,
            false => TypeArgument::Annotated(annotations.into(), Box::new(argument)),
        })
    }

    pub(super) fn type_parameters(&mut self, node: Node<'s>) -> Result<Vec<TypeParameter>> {
        node.into_inner().map(|parameter| self.type_parameter(parameter)).collect()
    }

    fn type_parameter(&mut self, node: Node<'s>) -> Result<TypeParameter> {
        let mut annotations = Vec::new();
        let mut name = None;
        let mut bounds = Vec::new();
        for child in node.into_inner() {
            match child.as_rule() {
                Rule::annotation => annotations.push(self.annotation(child)?),
                Rule::identifier => name = Some(self.ident(&child)),
                Rule::type_ref => bounds.push(self.type_ref(child, TypePlace::Other)?),
                _ => {}
            }
        }
        Ok(TypeParameter { annotations, name: expect(name, "a type parameter's name")?, bounds })
    }

    /// The types of an `extends`, `implements`, `permits` or `throws` clause.
    pub(super) fn clause(&mut self, node: Node<'s>) -> Result<Vec<TypeRef>> {
        let types = node.into_inner().filter(|child| child.as_rule() == Rule::type_ref);
        types.map(|ty| self.type_ref(ty, TypePlace::Other)).collect()
    }

    pub(super) fn modifiers(&mut self, node: Node<'s>) -> Result<(Modifiers, Vec<Annotation>)> {
        let mut modifiers = Modifiers { bits: 0, span: self.span(&node) };
        let mut annotations = Vec::new();
        for child in node.into_inner() {
            let bit = match child.as_rule() {
                Rule::modifier => modifier_bit(child.as_str()),
                Rule::k_final => Modifiers::FINAL,
                Rule::annotation => {
                    let annotation = self.annotation(child)?;
                    if is_override(&annotation) {
                        modifiers.bits |= Modifiers::OVERRIDE;
                    }
                    annotations.push(annotation);
                    continue;
                }
                _ => continue,
            };
            if modifiers.has(bit) {
                let message = format!("the modifier '{}' is repeated", child.as_str());
                return Err(Problem::new(self.span(&child), message));
            }
            modifiers.bits |= bit;
        }
        Ok((modifiers, annotations))
    }

    /// The modifiers of a variable in code: whether it is final, and its annotations.
    pub(super) fn variable_modifiers(&mut self, node: Node<'s>) -> Result<(bool, Vec<Annotation>)> {
        let (modifiers, annotations) = self.modifiers(node)?;
        Ok((modifiers.has(Modifiers::FINAL), annotations))
    }

    /// The receiver and the parameters of a method.
    pub(super) fn parameters(&mut self, node: Node<'s>) -> Result<(Option<Box<TypeRef>>, Vec<Parameter>)> {
        self.parameters_at(node, TypePlace::Other)
    }

    /// Those of a lambda, whose types may be `var`.
    pub(super) fn lambda_parameters(&mut self, node: Node<'s>) -> Result<Vec<Parameter>> {
        let span = self.span(&node);
        let (receiver, parameters) = self.parameters_at(node, TypePlace::Local)?;
        if receiver.is_some() {
            return Err(Problem::new(span, "a lambda has no receiver 'this'"));
        }
        let is_var = |parameter: &Parameter| parameter.ty.base == BaseType::Var;
        if parameters.iter().any(is_var) && !parameters.iter().all(is_var) {
            return Err(Problem::new(span, "'var' stands at all parameters of a lambda or at none"));
        }
        if let Some(many) = parameters.iter().find(|parameter| is_var(parameter) && parameter.varargs) {
            return Err(Problem::new(many.ty.span, VAR_WITH_DIMENSIONS));
        }
        Ok(parameters)
    }

    fn parameters_at(
        &mut self,
        node: Node<'s>,
        place: TypePlace,
    ) -> Result<(Option<Box<TypeRef>>, Vec<Parameter>)> {
        let mut receiver = None;
        let mut parameters: Vec<Parameter> = Vec::new();
        for (i, child) in node.into_inner().enumerate() {
            let span = self.span(&child);
            if let Some(last) = parameters.last().filter(|last| last.varargs) {
                return Err(Problem::new(last.name.span, "a parameter with '...' must be the last one"));
            }
            match self.parameter(child, place)? {
                Ok(parameter) => parameters.push(parameter),
                Err(ty) if i == 0 => receiver = Some(Box::new(ty)),
                Err(_) => return Err(Problem::new(span, "the receiver 'this' must be the first parameter")),
            }
        }
        Ok((receiver, parameters))
    }

    /// A parameter, or the type of the receiver.
    fn parameter(
        &mut self,
        node: Node<'s>,
        place: TypePlace,
    ) -> Result<std::result::Result<Parameter, TypeRef>> {
        let mut modifiers = Modifiers::default();
        let mut annotations = Vec::new();
        let mut ty: Option<TypeRef> = None;
        let mut name = None;
        let mut varargs = false;
        let mut extra_dims = 0;
        for child in node.into_inner() {
            match child.as_rule() {
                Rule::variable_modifiers => (modifiers, annotations) = self.modifiers(child)?,
                Rule::type_ref => ty = Some(self.type_ref(child, place)?),
                Rule::receiver => {
                    let mut ty = expect(ty, "a type")?;
                    let place = AnnotatedPart::Segment(0);
                    let all: Vec<_> = annotations
                        .into_iter()
                        .map(|annotation| TypeAnnotation { place, annotation })
                        .chain(ty.annotations.take().map_or_else(Vec::new, Vec::from))
                        .collect();
                    ty.annotations = (!all.is_empty()).then(|| all.into());
                    return Ok(Err(ty));
                }
                Rule::varargs => {
                    varargs = true;
                    if let Some(ty) = &mut ty {
                        let place = AnnotatedPart::Dimension(u32::from(ty.dims));
                        let mut all = ty.annotations.take().map_or_else(Vec::new, Vec::from);
                        self.type_annotations(child, place, &mut all)?;
                        ty.annotations = (!all.is_empty()).then(|| all.into());
                    }
                }
                Rule::unnamed if place == TypePlace::Other => {
                    return Err(Problem::new(self.span(&child), UNNAMED_PLACE));
                }
                Rule::identifier | Rule::unnamed => name = Some(self.ident(&child)),
                Rule::dimension => extra_dims += 1,
                _ => {}
            }
        }
        let name: Ident = expect(name, "a parameter's name")?;
        let is_bracketed = extra_dims > 0 && *name.name == *UNNAMED;
        if is_bracketed || ty.as_ref().is_some_and(|ty| ty.base == BaseType::Var && extra_dims > 0) {
            return Err(Problem::new(name.span, "'[]' cannot follow this name"));
        }
        if varargs && extra_dims > 0 {
            return Err(Problem::new(name.span, "'[]' cannot follow the name of a parameter with '...'"));
        }
        let ty = with_dimensions(expect(ty, "a parameter's type")?, extra_dims + usize::from(varargs))?;
        Ok(Ok(Parameter { modifiers, annotations, ty, name, varargs }))
    }
}

pub(super) fn refuse_void(ty: TypeRef) -> Result<TypeRef> {
    if ty.base == BaseType::Void {
        return Err(Problem::new(ty.span, "'void' is the result of a method and no type of a value"));
    }
    Ok(ty)
}

/// `ty` with more dimensions, which stand behind a declared name.
pub(super) fn with_dimensions(mut ty: TypeRef, more: usize) -> Result<TypeRef> {
    if more > 0 {
        ty = refuse_void(ty)?;
        ty.dims = dimensions(usize::from(ty.dims) + more, ty.span)?;
    }
    Ok(ty)
}

/// The JVM's limit is the range of the tree's type.
pub(super) fn dimensions(count: usize, span: Span) -> Result<u8> {
    u8::try_from(count).map_err(|_| Problem::new(span, "an array has at most 255 dimensions"))
}

/// What the grammar guarantees; an error and no panic should grammar and builder ever disagree.
pub(super) fn expect<T>(part: Option<T>, what: &str) -> Result<T> {
    part.ok_or_else(|| Problem::new(Span::default(), format!("expected {what}")))
}

/// A type whose name Java keeps for itself.
fn restricted_name(ty: &TypeRef) -> Option<&str> {
    match &ty.base {
        BaseType::Named(segments) => match &segments[..] {
            [only] if only.arguments.is_none() => Some(&*only.name.name).filter(|name| is_restricted(name)),
            _ => None,
        },
        _ => None,
    }
}

/// The identifiers that name no type (JLS 3.9).
pub(super) fn is_restricted(name: &str) -> bool {
    matches!(name, "var" | "yield" | "record" | "sealed" | "permits")
}

fn primitive(keyword: &str) -> BaseType {
    let named = PrimitiveType::ALL.into_iter().find(|ty| ty.name() == keyword);
    named.map_or(BaseType::Void, BaseType::Primitive)
}

fn modifier_bit(keyword: &str) -> u32 {
    match keyword {
        "public" => Modifiers::PUBLIC,
        "protected" => Modifiers::PROTECTED,
        "private" => Modifiers::PRIVATE,
        "static" => Modifiers::STATIC,
        "final" => Modifiers::FINAL,
        "abstract" => Modifiers::ABSTRACT,
        "native" => Modifiers::NATIVE,
        "synchronized" => Modifiers::SYNCHRONIZED,
        "transient" => Modifiers::TRANSIENT,
        "volatile" => Modifiers::VOLATILE,
        "strictfp" => Modifiers::STRICTFP,
        "default" => Modifiers::DEFAULT,
        "sealed" => Modifiers::SEALED,
        _ => Modifiers::NON_SEALED,
    }
}

fn is_override(annotation: &Annotation) -> bool {
    match &annotation.name[..] {
        [only] => *only.name == *"Override",
        [java, lang, name] => [java, lang, name].map(|part| &*part.name) == ["java", "lang", "Override"],
        _ => false,
    }
}
