//! What follows a primary: selections, calls, indices, `++`, method references; and `new`.

use std::sync::Arc;

use crate::syntax::error::Problem;
use crate::syntax::tree::{
    AnnotatedPart, BaseType, ConstructorTarget, Creation, ExprId, ExprKind, ExprList, GenericCall, Ident,
    MethodReference, OuterConstructorCall, ReferenceTarget, Span, TypeAnnotation, TypeArgument, TypeRef,
    TypeSegment,
};

use super::code::{CodeBuilder, Mark};
use super::expressions::Operation;
use super::types::{dimensions, expect, refuse_void};
use super::{Node, Result, Rule};

/// What `creation` holds.
struct Parts<'s> {
    ty: TypeRef,
    lengths: Vec<Node<'s>>,
    initializer: Option<Node<'s>>,
    arguments: Option<Node<'s>>,
    body: Option<Node<'s>>,
    type_arguments: Vec<TypeArgument>,
}

impl<'s> CodeBuilder<'_, 's> {
    /// Wraps `operand` in all postfixes that follow. What was built since `mark` is the operand alone.
    pub(super) fn postfixes(
        &mut self,
        mut operand: ExprId,
        mark: Mark,
        nodes: &mut Operation<'s>,
    ) -> Result<ExprId> {
        while let Some(node) = nodes.next_if(|node| is_postfix(node.as_rule())) {
            operand = match node.as_rule() {
                Rule::generic_reference | Rule::array_reference | Rule::annotated_field => {
                    self.type_postfix(operand, mark, node, nodes)?
                }
                _ => self.postfix(operand, mark, node)?,
            };
        }
        Ok(operand)
    }

    fn postfix(&mut self, operand: ExprId, mark: Mark, node: Node<'s>) -> Result<ExprId> {
        let span = Span::new(self.outer(operand).start, self.builder.span(&node).end);
        match node.as_rule() {
            Rule::field_or_call => {
                let mut parts = node.into_inner();
                let name = expect(parts.next(), "a name")?;
                match parts.next() {
                    Some(arguments) => self.call(Some(operand), &name, arguments, span.start),
                    None => {
                        let name = self.builder.ident(&name);
                        Ok(self.push_expr(ExprKind::Field { target: operand, name }, span))
                    }
                }
            }
            Rule::index => {
                let index = self.expression(expect(node.into_inner().next(), "an index")?)?;
                Ok(self.push_expr(ExprKind::Index { array: operand, index }, span))
            }
            Rule::postfix_operator => self.postfix_increment(operand, &node),
            Rule::class_suffix_word => {
                let ty = self.take_type(operand, mark, 0, self.outer(operand).end)?;
                Ok(self.push_expr(ExprKind::ClassLiteral(Box::new(ty)), span))
            }
            Rule::qualified_super => self.qualified_super(operand, mark, node, span),
            Rule::qualified_this => {
                let ty = self.take_type(operand, mark, 0, self.outer(operand).end)?;
                Ok(self.push_expr(ExprKind::OuterThis(Box::new(ty)), span))
            }
            Rule::explicit_call => self.explicit_call(operand, node, span),
            Rule::qualified_creation => {
                let creation = expect(node.into_inner().next(), "a creation")?;
                self.creation_of(Some(operand), creation, span)
            }
            _ => self.method_reference(ReferenceTarget::Expr(operand), node, span.start),
        }
    }

    fn method_reference(&mut self, target: ReferenceTarget, node: Node<'s>, start: u32) -> Result<ExprId> {
        let span = Span::new(start, self.builder.span(&node).end);
        let mut type_arguments = Vec::new();
        let mut name = None;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::type_arguments => type_arguments = self.builder.type_arguments(part)?,
                Rule::identifier => name = Some(self.builder.ident(&part)),
                _ => {}
            }
        }
        let reference = MethodReference { target, type_arguments, name };
        Ok(self.push_expr(ExprKind::MethodReference(Box::new(reference)), span))
    }

    /// A type that begins at `start`, with the `::` that comes next.
    pub(super) fn type_reference(
        &mut self,
        ty: TypeRef,
        start: u32,
        nodes: &mut Operation<'s>,
    ) -> Result<ExprId> {
        let reference = nodes.next_if(|node| node.as_rule() == Rule::method_reference);
        self.method_reference(ReferenceTarget::Type(ty), expect(reference, "'::'")?, start)
    }

    /// What makes a type of the name before it: `Foo[].class`, `Foo[]::new`, `Foo<Bar>::f`, `a.@B Foo::f`.
    fn type_postfix(
        &mut self,
        operand: ExprId,
        mark: Mark,
        node: Node<'s>,
        nodes: &mut Operation<'s>,
    ) -> Result<ExprId> {
        let start = self.outer(operand).start;
        let mut written = vec![node];
        // More of the type may follow an annotated name.
        let goes_on = |node: &Node<'_>| {
            let rule = node.as_rule();
            matches!(rule, Rule::annotated_field | Rule::field_or_call | Rule::generic_reference)
                || rule == Rule::array_reference
        };
        let is_open = |node: &Node<'_>| matches!(node.as_rule(), Rule::annotated_field | Rule::field_or_call);
        while written.last().is_some_and(is_open)
            && let Some(next) = nodes.next_if(goes_on)
        {
            written.push(next);
        }
        let parts: Vec<Node<'s>> = written.into_iter().flat_map(Node::into_inner).collect();
        let last = expect(parts.last(), "a type")?;
        let span = Span::new(start, self.builder.span(last).end);
        let is_literal = last.as_rule() == Rule::class_suffix;
        let mut ty = self.take_type(operand, mark, 0, span.end)?;
        let BaseType::Named(mut segments) = ty.base else {
            return Err(Problem::new(ty.span, "expected the name of a class"));
        };
        let mut annotations = Vec::new();
        let mut end = span.end;
        let mut dims = 0;
        for part in parts {
            let part_end = self.builder.span(&part).end;
            match part.as_rule() {
                Rule::type_arguments => {
                    let arguments = self.builder.type_arguments(part)?;
                    if let Some(last) = segments.last_mut() {
                        last.arguments = Some(arguments);
                    }
                }
                Rule::annotation => {
                    let place = AnnotatedPart::Segment(segments.len() as u32);
                    annotations.push(TypeAnnotation { place, annotation: self.builder.annotation(part)? });
                }
                Rule::identifier => {
                    segments.push(TypeSegment { name: self.builder.ident(&part), arguments: None });
                }
                Rule::type_segment => segments.push(self.builder.segment(part)?),
                Rule::dimension => {
                    let place = AnnotatedPart::Dimension(dims as u32);
                    for annotation in self.builder.annotations_in(part)? {
                        annotations.push(TypeAnnotation { place, annotation });
                    }
                    dims += 1;
                }
                Rule::arguments => {
                    return Err(Problem::new(
                        self.builder.span(&part),
                        "a call cannot follow the name of a type",
                    ));
                }
                _ => continue,
            }
            end = part_end;
        }
        ty.base = BaseType::Named(segments);
        ty.annotations = (!annotations.is_empty()).then(|| annotations.into());
        ty.span = Span::new(start, end);
        ty.dims = dimensions(dims, ty.span)?;
        if is_literal {
            return Ok(self.push_expr(ExprKind::ClassLiteral(Box::new(ty)), span));
        }
        self.type_reference(ty, start, nodes)
    }

    /// `a.<T>f(x)`, or `a.<T>super(x)`.
    fn explicit_call(&mut self, target: ExprId, node: Node<'s>, span: Span) -> Result<ExprId> {
        let mut type_arguments = Vec::new();
        let mut name = None;
        let mut arguments = ExprList::new();
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::type_arguments => type_arguments = self.builder.type_arguments(part)?,
                Rule::identifier => name = Some(self.builder.ident(&part)),
                Rule::arguments => arguments = self.arguments(part)?,
                _ => {}
            }
        }
        let Some(name) = name else {
            return Ok(self.super_call(target, type_arguments, arguments, span));
        };
        let call = GenericCall { target, type_arguments, name, arguments };
        Ok(self.push_expr(ExprKind::GenericCall(Box::new(call)), span))
    }

    fn super_call(
        &mut self,
        outer: ExprId,
        type_arguments: Vec<TypeArgument>,
        arguments: ExprList,
        span: Span,
    ) -> ExprId {
        let (outer, target) = (Some(outer), ConstructorTarget::Super);
        let call = OuterConstructorCall { outer, type_arguments, target, arguments };
        self.push_expr(ExprKind::ConstructorCall(Box::new(call)), span)
    }

    /// `A.super` with a member behind it, or `outer.super(…)`.
    fn qualified_super(&mut self, operand: ExprId, mark: Mark, node: Node<'s>, span: Span) -> Result<ExprId> {
        if let Some(arguments) = node.into_inner().find(|part| part.as_rule() == Rule::arguments) {
            let arguments = self.arguments(arguments)?;
            return Ok(self.super_call(operand, Vec::new(), arguments, span));
        }
        let ty = self.take_type(operand, mark, 0, self.outer(operand).end)?;
        Ok(self.push_expr(ExprKind::Super { qualifier: Some(Box::new(ty)) }, span))
    }

    /// Reads a name that was built as an expression (`a.b.C`) as a type, and takes it out of the arena.
    fn take_type(&mut self, expr: ExprId, mark: Mark, dims: usize, end: u32) -> Result<TypeRef> {
        let span = Span::new(self.outer(expr).start, end);
        let mut segments = Vec::new();
        let mut current = expr;
        loop {
            let node = &self.exprs[current];
            let (name, target) = match &node.kind {
                ExprKind::Name(name) => (Ident { name: name.clone(), span: node.span }, None),
                ExprKind::Field { target, name } => (name.clone(), Some(*target)),
                _ => return Err(Problem::new(node.outer, "expected the name of a class")),
            };
            if node.is_parenthesized() {
                return Err(Problem::new(node.outer, "the name of a class stands without parentheses"));
            }
            segments.push(TypeSegment { name, arguments: None });
            match target {
                Some(target) => current = target,
                None => break,
            }
        }
        segments.reverse();
        self.forget(mark);
        Ok(TypeRef {
            base: BaseType::Named(segments),
            dims: dimensions(dims, span)?,
            span,
            annotations: None,
        })
    }

    pub(super) fn creation(&mut self, node: Node<'s>) -> Result<ExprId> {
        let span = self.builder.span(&node);
        self.creation_of(None, node, span)
    }

    fn creation_of(&mut self, outer: Option<ExprId>, node: Node<'s>, span: Span) -> Result<ExprId> {
        let parts = self.creation_parts(node)?;
        if let Some(arguments) = parts.arguments {
            let arguments = self.arguments(arguments)?;
            if outer.is_none() && parts.body.is_none() && parts.type_arguments.is_empty() {
                let class = Box::new(parts.ty);
                return Ok(self.push_expr(ExprKind::New { class, arguments }, span));
            }
            let body = parts.body.map(|body| self.builder.anonymous_class(body)).transpose()?;
            let (body, below) = body.map_or((None, 0), |(body, below)| (Some(Arc::new(body)), below));
            let (type_arguments, class) = (parts.type_arguments, parts.ty);
            let creation = Creation { outer, type_arguments, class, arguments, body };
            return Ok(self.push_expr_above(ExprKind::Creation(Box::new(creation)), span, below));
        }
        if outer.is_some() || !parts.type_arguments.is_empty() {
            return Err(Problem::new(
                span,
                "expected '(': an array belongs to no object and has no constructor",
            ));
        }
        let ty = Box::new(parts.ty);
        if let Some(initializer) = parts.initializer {
            let init = self.variable_initializer(initializer)?;
            return Ok(self.push_expr(ExprKind::NewArrayOf { ty, init }, span));
        }
        let mut lengths = ExprList::new();
        for length in parts.lengths {
            let expression = length.into_inner().find(|part| part.as_rule() == Rule::expression);
            lengths.push(self.expression(expect(expression, "a length")?)?);
        }
        Ok(self.push_expr(ExprKind::NewArray { ty, lengths }, span))
    }

    fn creation_parts(&mut self, node: Node<'s>) -> Result<Parts<'s>> {
        let mut lengths = Vec::new();
        let mut initializer = None;
        let mut arguments = None;
        let mut body = None;
        let mut type_arguments = Vec::new();
        let mut end = 0;
        for part in node.clone().into_inner() {
            match part.as_rule() {
                Rule::primitive_type | Rule::created_segment | Rule::dimension => {
                    end = self.builder.span(&part).end;
                }
                Rule::length => {
                    end = self.builder.span(&part).end;
                    lengths.push(part);
                }
                Rule::array_initializer => initializer = Some(part),
                Rule::arguments => arguments = Some(part),
                Rule::class_body => body = Some(part),
                Rule::type_arguments => type_arguments = self.builder.type_arguments(part)?,
                _ => {}
            }
        }
        let ty = refuse_void(self.builder.type_parts(node.into_inner(), Span::new(0, end))?)?;
        Ok(Parts { ty, lengths, initializer, arguments, body, type_arguments })
    }
}

fn is_postfix(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::field_or_call
            | Rule::index
            | Rule::postfix_operator
            | Rule::method_reference
            | Rule::class_suffix_word
            | Rule::qualified_this
            | Rule::qualified_super
            | Rule::explicit_call
            | Rule::qualified_creation
            | Rule::annotated_field
            | Rule::array_reference
            | Rule::generic_reference
    )
}
