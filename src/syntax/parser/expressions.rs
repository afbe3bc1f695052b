//! Expressions: a flat list of operands and operators becomes a tree, without recursion along the list.

use smallvec::SmallVec;

use crate::syntax::error::Problem;
use crate::syntax::text_literal::{self, LiteralProblem};
use crate::syntax::tree::{
    BinaryOp, Binding, Expr, ExprId, ExprKind, ExprList, IncDec, Lambda, LambdaBody, LambdaParameters,
    Literal, Pattern, RecordPattern, Span, TypePattern, TypeRef,
};

use super::code::CodeBuilder;
use super::operators::{self, LOWEST, Precedence, RELATIONAL};
use super::types::{TypePlace, expect};
use super::{Node, Nodes, Result, Rule};

/// A list of operands and operators with one token of look-ahead.
pub(super) type Operation<'i> = std::iter::Peekable<Nodes<'i>>;

/// Operands that wait for their right neighbour, and the operators between them.
#[derive(Default)]
struct Pending {
    operands: SmallVec<[ExprId; 8]>,
    operators: SmallVec<[(BinaryOp, Precedence); 8]>,
}

/// What stands in front of an operand.
enum Prefix {
    Operator(&'static str, u32),
    Cast(Box<TypeRef>, u32),
    IntersectionCast(Vec<TypeRef>, u32),
}

impl<'s> CodeBuilder<'_, 's> {
    /// An `expression`, the branch of a conditional, or the constant of a `case`.
    pub(super) fn expression(&mut self, node: Node<'s>) -> Result<ExprId> {
        let mut nodes = node.into_inner().peekable();
        let first = self.operation(&mut nodes)?;
        let Some(tail) = nodes.next() else { return Ok(first) };
        match tail.as_rule() {
            Rule::assignment_tail => self.assignment(first, tail),
            Rule::conditional_tail => {
                let mut branches = tail.into_inner();
                let then = expect(branches.next(), "a branch of the conditional")?;
                let otherwise = expect(branches.next(), "a branch of the conditional")?;
                self.conditional(first, then, otherwise)
            }
            // The two branches of a conditional in a `case` label.
            _ => {
                let otherwise = expect(nodes.next(), "a branch of the conditional")?;
                self.conditional(first, tail, otherwise)
            }
        }
    }

    fn conditional(&mut self, condition: ExprId, then: Node<'s>, otherwise: Node<'s>) -> Result<ExprId> {
        let then = self.expression(then)?;
        let otherwise = self.expression(otherwise)?;
        let span = self.outer(condition).to(self.outer(otherwise));
        Ok(self.push_expr(ExprKind::Conditional { condition, then, otherwise }, span))
    }

    fn assignment(&mut self, target: ExprId, tail: Node<'s>) -> Result<ExprId> {
        self.require_variable(target, "the left side of an assignment")?;
        let mut nodes = tail.into_inner();
        let op = operators::compound(expect(nodes.next(), "an assignment operator")?.as_str());
        let value = self.expression(expect(nodes.next(), "an expression")?)?;
        let span = self.outer(target).to(self.outer(value));
        Ok(self.push_expr(ExprKind::Assign { target, op, value }, span))
    }

    fn require_variable(&self, expr: ExprId, what: &str) -> Result<()> {
        let Expr { kind, outer, .. } = &self.exprs[expr];
        match kind {
            ExprKind::Name(_)
            | ExprKind::Field { .. }
            | ExprKind::Index { .. }
            | ExprKind::Unsupported(_) => Ok(()),
            _ => Err(Problem::new(*outer, format!("{what} must be a variable, a field or an array element"))),
        }
    }

    /// Operands and binary operators, by precedence climbing over two explicit stacks.
    fn operation(&mut self, nodes: &mut Operation<'s>) -> Result<ExprId> {
        let mut pending = Pending::default();
        let first = self.operand(nodes)?;
        pending.operands.push(first);
        while let Some(node) =
            nodes.next_if(|node| matches!(node.as_rule(), Rule::binary_operator | Rule::instance_of))
        {
            if node.as_rule() == Rule::instance_of {
                self.reduce(&mut pending, RELATIONAL);
                let operand = expect(pending.operands.pop(), "an operand")?;
                let test = self.instance_of(operand, node)?;
                pending.operands.push(test);
            } else {
                let (op, precedence) = expect(operators::binary(node.as_str()), "a binary operator")?;
                self.reduce(&mut pending, precedence);
                pending.operators.push((op, precedence));
                let operand = self.operand(nodes)?;
                pending.operands.push(operand);
            }
        }
        self.reduce(&mut pending, LOWEST);
        expect(pending.operands.pop(), "an operand")
    }

    /// Combines what binds at least as tightly as an operator that follows: all are left-associative.
    fn reduce(&mut self, pending: &mut Pending, following: Precedence) {
        while let Some(&(op, _)) = pending.operators.last().filter(|&&(_, waiting)| waiting >= following) {
            pending.operators.pop();
            if let (Some(right), Some(left)) = (pending.operands.pop(), pending.operands.pop()) {
                let span = self.outer(left).to(self.outer(right));
                let combined = self.push_expr(ExprKind::Binary { op, left, right }, span);
                pending.operands.push(combined);
            }
        }
    }

    fn instance_of(&mut self, operand: ExprId, node: Node<'s>) -> Result<ExprId> {
        let span = Span::new(self.outer(operand).start, self.builder.span(&node).end);
        let is_pattern = node
            .clone()
            .into_inner()
            .any(|child| matches!(child.as_rule(), Rule::record_parts | Rule::unnamed));
        if is_pattern {
            let pattern = Box::new(self.pattern(node, TypePlace::Other)?);
            return Ok(self.push_expr(ExprKind::Matches { operand, pattern }, span));
        }
        let mut modifiers = (false, Vec::new());
        let mut ty = None;
        let mut name = None;
        for child in node.into_inner() {
            match child.as_rule() {
                Rule::variable_modifiers => modifiers = self.builder.variable_modifiers(child)?,
                Rule::type_ref => ty = Some(self.builder.type_ref(child, TypePlace::Other)?),
                Rule::identifier => name = Some(self.builder.ident(&child)),
                _ => {}
            }
        }
        let ty = Box::new(expect(ty, "a type")?);
        let (is_final, annotations) = modifiers;
        let binding = name.map(|name| Binding { is_final, annotations, name });
        Ok(self.push_expr(ExprKind::InstanceOf { operand, ty, binding }, span))
    }

    /// A pattern from its parts, in whichever rule they stand.
    pub(super) fn pattern(&mut self, node: Node<'s>, place: TypePlace) -> Result<Pattern> {
        let mut span = self.builder.span(&node);
        if node.as_rule() == Rule::unnamed {
            return Ok(Pattern::Any(span));
        }
        let mut modifiers = (false, Vec::new());
        let mut ty: Option<TypeRef> = None;
        let mut name = None;
        let mut parts = None;
        for child in node.into_inner() {
            match child.as_rule() {
                Rule::variable_modifiers => modifiers = self.builder.variable_modifiers(child)?,
                Rule::type_ref => ty = Some(self.builder.type_ref(child, place)?),
                Rule::identifier | Rule::unnamed => name = Some(self.builder.ident(&child)),
                Rule::record_parts => {
                    let list: Result<Vec<_>> =
                        child.into_inner().map(|part| self.pattern(part, TypePlace::Local)).collect();
                    parts = Some(list?);
                }
                _ => {}
            }
        }
        let ty = expect(ty, "a type")?;
        let (is_final, annotations) = modifiers;
        if annotations.is_empty() && !is_final {
            span.start = ty.span.start;
        }
        let Some(parts) = parts else {
            let name = expect(name, "a name")?;
            return Ok(Pattern::Type(TypePattern { is_final, annotations, ty, name, span }));
        };
        if is_final || !annotations.is_empty() {
            return Err(Problem::new(span, "a record pattern has no modifiers"));
        }
        Ok(Pattern::Record(RecordPattern { ty, parts, span }))
    }

    fn lambda(&mut self, node: Node<'s>, span: Span) -> Result<ExprId> {
        let mut names = Vec::new();
        let mut declared = None;
        let mut body = None;
        for child in node.into_inner() {
            match child.as_rule() {
                Rule::identifier | Rule::unnamed => names.push(self.builder.ident(&child)),
                Rule::formal_parameters => declared = Some(self.builder.lambda_parameters(child)?),
                Rule::block => body = Some(LambdaBody::Block(self.block(child)?)),
                _ => body = Some(LambdaBody::Expr(self.expression(child)?)),
            }
        }
        let parameters = match declared {
            Some(declared) if !declared.is_empty() => LambdaParameters::Declared(declared),
            _ => LambdaParameters::Inferred(names),
        };
        let body = expect(body, "a body")?;
        Ok(self.push_expr(ExprKind::Lambda(Box::new(Lambda { parameters, body })), span))
    }

    /// One operand: prefixes, a primary, postfixes.
    pub(super) fn operand(&mut self, nodes: &mut Operation<'s>) -> Result<ExprId> {
        let mark = self.mark();
        let mut prefixes: SmallVec<[Prefix; 4]> = SmallVec::new();
        while let Some(node) =
            nodes.next_if(|node| matches!(node.as_rule(), Rule::prefix_operator | Rule::cast))
        {
            prefixes.push(self.prefix(node)?);
        }
        let mut operand = self.primary(nodes)?;
        operand = self.postfixes(operand, mark, nodes)?;
        for prefix in prefixes.into_iter().rev() {
            operand = self.prefixed(prefix, operand)?;
        }
        Ok(operand)
    }

    fn prefix(&mut self, node: Node<'s>) -> Result<Prefix> {
        let start = self.builder.span(&node).start;
        if node.as_rule() == Rule::prefix_operator {
            let symbols = ["++", "--", "+", "-", "~", "!"];
            let symbol = symbols.into_iter().find(|symbol| *symbol == node.as_str());
            return Ok(Prefix::Operator(expect(symbol, "a prefix operator")?, start));
        }
        let mut types = self.builder.clause(node)?;
        if types.len() > 1 {
            return Ok(Prefix::IntersectionCast(types, start));
        }
        Ok(Prefix::Cast(Box::new(expect(types.pop(), "a type")?), start))
    }

    fn prefixed(&mut self, prefix: Prefix, operand: ExprId) -> Result<ExprId> {
        let end = self.outer(operand).end;
        let (kind, start) = match prefix {
            Prefix::IntersectionCast(types, start) => (ExprKind::IntersectionCast { types, operand }, start),
            Prefix::Cast(ty, start) => (ExprKind::Cast { ty, operand }, start),
            Prefix::Operator(symbol, start) => match operators::unary(symbol) {
                Some(op) => (ExprKind::Unary { op, operand }, start),
                None => {
                    self.require_variable(operand, &format!("what '{symbol}' changes"))?;
                    let op = if symbol == "++" { IncDec::PreIncrement } else { IncDec::PreDecrement };
                    (ExprKind::IncDec { op, operand }, start)
                }
            },
        };
        Ok(self.push_expr(kind, Span::new(start, end)))
    }

    pub(super) fn postfix_increment(&mut self, operand: ExprId, node: &Node<'s>) -> Result<ExprId> {
        let symbol = node.as_str();
        self.require_variable(operand, &format!("what '{symbol}' changes"))?;
        let op = if symbol == "++" { IncDec::PostIncrement } else { IncDec::PostDecrement };
        let span = Span::new(self.outer(operand).start, self.builder.span(node).end);
        Ok(self.push_expr(ExprKind::IncDec { op, operand }, span))
    }

    fn primary(&mut self, nodes: &mut Operation<'s>) -> Result<ExprId> {
        let node = expect(nodes.next(), "an operand")?;
        let span = self.builder.span(&node);
        match node.as_rule() {
            Rule::identifier => match nodes.next_if(|next| next.as_rule() == Rule::arguments) {
                Some(arguments) => self.call(None, &node, arguments, span.start),
                None => {
                    let name = self.builder.name(&node);
                    Ok(self.push_expr(ExprKind::Name(name), span))
                }
            },
            Rule::parenthesized => {
                let inner = self.expression(expect(node.into_inner().next(), "an expression")?)?;
                self.exprs[inner].outer = span;
                Ok(inner)
            }
            Rule::k_this => Ok(self.push_expr(ExprKind::This, span)),
            Rule::k_super => Ok(self.push_expr(ExprKind::Super { qualifier: None }, span)),
            Rule::creation => self.creation(node),
            Rule::switch_expression => self.switch_expression(node, span),
            Rule::lambda => self.lambda(node, span),
            Rule::primitive_reference => self.primitive_reference(node, span, nodes),
            Rule::annotated_reference => {
                let ty = expect(node.into_inner().next(), "a type")?;
                let ty = self.builder.type_ref(ty, TypePlace::Other)?;
                self.type_reference(ty, span.start, nodes)
            }
            _ => {
                let literal = self.literal(&node, span)?;
                Ok(self.push_expr(ExprKind::Literal(literal), span))
            }
        }
    }

    /// `int.class`, `int[].class`, `int[]::new`.
    fn primitive_reference(
        &mut self,
        node: Node<'s>,
        span: Span,
        nodes: &mut Operation<'s>,
    ) -> Result<ExprId> {
        let mut parts = node.clone().into_inner();
        if !parts.any(|part| part.as_rule() == Rule::class_suffix) {
            let ty = self.builder.type_parts(node.into_inner(), span)?;
            return self.type_reference(ty, span.start, nodes);
        }
        let end = node.clone().into_inner().filter(|part| part.as_rule() != Rule::class_suffix).last();
        let end = end.map_or(span.end, |part| self.builder.span(&part).end);
        let ty = self.builder.type_parts(node.into_inner(), Span::new(span.start, end))?;
        Ok(self.push_expr(ExprKind::ClassLiteral(Box::new(ty)), span))
    }

    fn literal(&mut self, node: &Node<'s>, span: Span) -> Result<Literal> {
        let text = node.as_str();
        let located = |problem: LiteralProblem| {
            let start = node.as_span().start();
            let place = self.builder.source.raw_span(start + problem.range.start, start + problem.range.end);
            Problem::new(place, problem.message)
        };
        Ok(match node.as_rule() {
            Rule::integer_literal => return integer(text, span),
            Rule::float_literal => match text.strip_suffix(['f', 'F']) {
                Some(digits) => Literal::Float(digits.into()),
                None => Literal::Double(text.strip_suffix(['d', 'D']).unwrap_or(text).into()),
            },
            Rule::boolean_literal => Literal::Boolean(text == "true"),
            Rule::null_literal => Literal::Null,
            Rule::char_literal => Literal::Char(text_literal::char_value(text).map_err(located)?),
            Rule::string_literal => Literal::String(text_literal::string_value(text).map_err(located)?),
            Rule::text_block => Literal::String(text_literal::text_block_value(text).map_err(located)?),
            _ => return Err(Problem::new(span, "expected an expression")),
        })
    }

    pub(super) fn call(
        &mut self,
        target: Option<ExprId>,
        name: &Node<'s>,
        arguments: Node<'s>,
        start: u32,
    ) -> Result<ExprId> {
        let name = self.builder.ident(name);
        let span = Span::new(start, self.builder.span(&arguments).end);
        let arguments = self.arguments(arguments)?;
        Ok(self.push_expr(ExprKind::Call { target, name, arguments }, span))
    }

    pub(super) fn arguments(&mut self, node: Node<'s>) -> Result<ExprList> {
        node.into_inner().map(|argument| self.expression(argument)).collect()
    }

    /// An array initialiser or an expression.
    pub(super) fn variable_initializer(&mut self, node: Node<'s>) -> Result<ExprId> {
        if node.as_rule() != Rule::array_initializer {
            return self.expression(node);
        }
        let span = self.builder.span(&node);
        let elements: Result<ExprList> =
            node.into_inner().map(|element| self.variable_initializer(element)).collect();
        Ok(self.push_expr(ExprKind::ArrayInitializer(elements?), span))
    }

    fn switch_expression(&mut self, node: Node<'s>, span: Span) -> Result<ExprId> {
        let (selector, body) = self.switch_parts(node, true)?;
        Ok(self.push_expr(ExprKind::Switch { selector, body: Box::new(body) }, span))
    }
}

fn integer(text: &str, span: Span) -> Result<Literal> {
    let digits = text.strip_suffix(['l', 'L']).unwrap_or(text);
    let is_octal = digits.len() > 1 && digits.bytes().all(|b| b.is_ascii_digit() || b == b'_');
    if is_octal && digits.starts_with('0') && digits.contains(['8', '9']) {
        return Err(Problem::new(span, "a number that begins with 0 is octal and has no digit 8 or 9"));
    }
    Ok(if digits.len() < text.len() { Literal::Long(digits.into()) } else { Literal::Int(digits.into()) })
}
