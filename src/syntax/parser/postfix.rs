//! What follows a primary: selections, calls, indices, `++`, method references; and `new`.

use crate::syntax::error::Problem;
use crate::syntax::tree::{BaseType, ExprId, ExprKind, ExprList, Ident, Span, TypeRef, TypeSegment};

use super::code::{CodeBuilder, Mark};
use super::expressions::Operation;
use super::types::{dimensions, expect, refuse_void};
use super::{Node, Result, Rule, unsupported};

/// What `creation` holds.
struct Creation<'s> {
    ty: TypeRef,
    lengths: Vec<Node<'s>>,
    initializer: Option<Node<'s>>,
    arguments: Option<Node<'s>>,
    has_body: bool,
    has_type_arguments: bool,
}

impl<'s> CodeBuilder<'_, 's> {
    /// Wraps `operand` in all postfixes that follow. What was built since `mark` is the operand alone.
    pub fn postfixes(
        &mut self,
        mut operand: ExprId,
        mark: Mark,
        nodes: &mut Operation<'s>,
    ) -> Result<ExprId> {
        while let Some(node) = nodes.next_if(|node| is_postfix(node.as_rule())) {
            operand = self.postfix(operand, mark, node)?;
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
            Rule::array_reference => self.array_reference(operand, mark, node, span),
            Rule::qualified_super => self.qualified_super(operand, mark, node, span),
            other => {
                self.forget(mark);
                Ok(self.unsupported_expr(unsupported_postfix(other), span))
            }
        }
    }

    /// `Foo[].class`, or the head of `Foo[]::new`.
    fn array_reference(&mut self, operand: ExprId, mark: Mark, node: Node<'s>, span: Span) -> Result<ExprId> {
        let brackets: Vec<_> =
            node.clone().into_inner().filter(|part| part.as_rule() == Rule::dimension).collect();
        if !node.into_inner().any(|part| part.as_rule() == Rule::class_suffix) {
            self.forget(mark);
            return Ok(self.unsupported_expr(unsupported::METHOD_REFERENCE, span));
        }
        let end = brackets.last().map_or(span.end, |last| self.builder.span(last).end);
        let ty = self.take_type(operand, mark, brackets.len(), end)?;
        Ok(self.push_expr(ExprKind::ClassLiteral(Box::new(ty)), span))
    }

    /// `A.super` with a member behind it, or `outer.super(…)`.
    fn qualified_super(&mut self, operand: ExprId, mark: Mark, node: Node<'s>, span: Span) -> Result<ExprId> {
        if node.into_inner().any(|part| part.as_rule() == Rule::arguments) {
            self.forget(mark);
            return Ok(self.unsupported_expr(unsupported::OUTER_CONSTRUCTOR_CALL, span));
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
        Ok(TypeRef { base: BaseType::Named(segments), dims: dimensions(dims, span)?, span })
    }

    pub fn creation(&mut self, node: Node<'s>) -> Result<ExprId> {
        let span = self.builder.span(&node);
        let parts = self.creation_parts(node)?;
        if parts.has_body {
            return Ok(self.unsupported_expr(unsupported::ANONYMOUS_CLASS, span));
        }
        if parts.has_type_arguments {
            return Ok(self.unsupported_expr(unsupported::GENERIC_CONSTRUCTOR_CALL, span));
        }
        let ty = Box::new(parts.ty);
        if let Some(initializer) = parts.initializer {
            let init = self.variable_initializer(initializer)?;
            return Ok(self.push_expr(ExprKind::NewArrayOf { ty, init }, span));
        }
        if let Some(arguments) = parts.arguments {
            let arguments = self.arguments(arguments)?;
            return Ok(self.push_expr(ExprKind::New { class: ty, arguments }, span));
        }
        let mut lengths = ExprList::new();
        for length in parts.lengths {
            let expression = length.into_inner().find(|part| part.as_rule() == Rule::expression);
            lengths.push(self.expression(expect(expression, "a length")?)?);
        }
        Ok(self.push_expr(ExprKind::NewArray { ty, lengths }, span))
    }

    fn creation_parts(&mut self, node: Node<'s>) -> Result<Creation<'s>> {
        let mut lengths = Vec::new();
        let mut initializer = None;
        let mut arguments = None;
        let mut has_body = false;
        let mut has_type_arguments = false;
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
                Rule::class_body => has_body = true,
                Rule::type_arguments => has_type_arguments = true,
                _ => {}
            }
        }
        let mut ty = refuse_void(self.builder.type_parts(node.into_inner(), Span::new(0, end))?)?;
        ty.dims = dimensions(usize::from(ty.dims) + lengths.len(), ty.span)?;
        Ok(Creation { ty, lengths, initializer, arguments, has_body, has_type_arguments })
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

fn unsupported_postfix(rule: Rule) -> &'static str {
    match rule {
        Rule::qualified_this => unsupported::QUALIFIED_THIS,
        Rule::explicit_call => unsupported::GENERIC_CALL,
        Rule::qualified_creation => unsupported::INNER_CREATION,
        _ => unsupported::METHOD_REFERENCE,
    }
}
