//! Annotations and their values.

use std::sync::Arc;

use crate::syntax::tree::{Annotation, AnnotationArgument, AnnotationValue};

use super::code::CodeBuilder;
use super::types::expect;
use super::{Builder, Node, Result, Rule};

impl<'s> Builder<'s> {
    pub(super) fn annotation(&mut self, node: Node<'s>) -> Result<Annotation> {
        let span = self.span(&node);
        let mut name = Vec::new();
        let mut arguments = Vec::new();
        let mut argument = None;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::qualified_name => name = self.qualified_name(part),
                Rule::identifier => argument = Some(self.ident(&part)),
                _ => {
                    let value = self.annotation_value(part)?;
                    arguments.push(AnnotationArgument { name: argument.take(), value });
                }
            }
        }
        Ok(Annotation { name, arguments, span })
    }

    /// The annotations among the parts of `node`.
    pub(super) fn annotations_in(&mut self, node: Node<'s>) -> Result<Vec<Annotation>> {
        let own = node.into_inner().filter(|part| part.as_rule() == Rule::annotation);
        own.map(|part| self.annotation(part)).collect()
    }

    fn annotation_value(&mut self, node: Node<'s>) -> Result<AnnotationValue> {
        Ok(match node.as_rule() {
            Rule::annotation => AnnotationValue::Annotation(Box::new(self.annotation(node)?)),
            Rule::element_values => {
                let values: Result<Vec<_>> =
                    node.into_inner().map(|value| self.annotation_value(value)).collect();
                AnnotationValue::Array(values?)
            }
            _ => {
                let mut code = CodeBuilder::new(self);
                let root = code.expression(node)?;
                AnnotationValue::Expr(Arc::new(code.finish_expression(root)))
            }
        })
    }

    /// The value behind `default` of an annotation type's element.
    pub(super) fn default_value(&mut self, node: Node<'s>) -> Result<AnnotationValue> {
        let value = node.into_inner().find(|part| part.as_rule() != Rule::k_default);
        self.annotation_value(expect(value, "a value")?)
    }
}
